#!/usr/bin/env python3
"""Plays every scenario that has something moving at six tick rates, and prints how far its ends are apart.

    python3 scripts/rate_table.py [FILE ...] [--lope build/release/bin/lope] [--all]

Without files: all of levels, docs, tests and ../shared in which a body moves, a floor conveys, or characters are
several. A row: the file, the largest distance of a character's end from its end at 1000 Hz, in m and in % of its way, and
the verdict. `alike` is at most 1 cm or 1 % (promise 7). Each character that is farther off must have a reason, or the
verdict is `apart`, a fault:

    per tick   it moves by Unreal's formulas or by the slide law of Unreal's sample, which are per tick on purpose
    physics    its world is Bullet's, which steps at the tick rate itself
    hair       played again at 1000 Hz with the starts 2 mm aside and the input 2 ms early and late its ends are apart by as much:
               an instant decides
    crowd      it finds its way by path or goal, or avoids others: it decides once a tick by where the others are, and who goes
               first changes what all do
    at ticks   what it wishes (locked on) or whether its ability starts is decided once a tick, so up to a tick late: its end is
               off by at most the way of three ticks at its top speed, at each rate

The exit status is 1 if any row says apart. --all prints the rows that are alike too.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile

RATES = [20, 30, 60, 120, 240, 360]
REFERENCE = 1000
ASIDE, LATE = 0.002, 0.002  # m, s
APART, SHARE = 0.01, 0.01   # m, of the way
FOLDERS = ["levels", "docs", "tests", "../shared"]
TICKS = 3      # ticks' way by which what is decided at ticks may be off
EVERY = 10     # ticks between the points that tell a way
TIMEOUT = 120  # s, of one run
SELF_STARTING = {"ladder"}  # abilities that start where the walk leads to, not when a button is pressed


def read(path):
    """Returns the scenario as an object, or None where the file is none."""
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        text = file.read()
    text = re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda m: m.group(1) or "", text)
    try:
        scenario = json.loads(text)
    except ValueError:
        return None
    is_one = isinstance(scenario, dict) and "lope" in scenario and isinstance(scenario.get("characters"), list)
    return scenario if is_one else None


def moves(scenario):
    """Returns whether anything but one character moves."""
    pieces = scenario.get("level", []) + scenario.get("volumes", [])
    moving = any(key in piece for piece in pieces if isinstance(piece, dict) for key in ("motion", "surface_velocity", "mass"))
    count = sum(c.get("count", 1) for c in scenario["characters"] if isinstance(c, dict))
    return moving or count > 1


def found():
    paths = []
    for folder in FOLDERS:
        for base, _, names in os.walk(folder, followlinks=True):
            paths += [os.path.join(base, name) for name in names if name.endswith(".json")]
    return sorted(path for path in paths if "broken" not in path and (scenario := read(path)) and moves(scenario))


def shifted(scenario, folder, aside, late):
    """Returns the scenario with starts moved aside (x, z) and input late, fit to stand in another folder."""
    copy = json.loads(json.dumps(scenario))
    for piece in copy.get("level", []):
        if "mesh" in piece:
            piece["mesh"] = os.path.abspath(os.path.join(folder, piece["mesh"]))
    for character in copy["characters"]:
        feet = character.get("feet", [0, 0, 0])
        character["feet"] = [feet[0] + aside[0], feet[1], feet[2] + aside[1]]
        for entry in character.get("input", []):
            if entry["t"] > 0:
                entry["t"] = max(0, entry["t"] + late)
    return copy


def play(lope, path, rate, every):
    """Returns {name: [points of the feet]} or None where the scenario is refused."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as trace:
        command = [lope, "run", path, "--rate", str(rate), "--trace", trace.name, "--every", str(every), "--quiet"]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return None
        if run.returncode != 0:
            return None
        ways = {}
        with open(trace.name, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                ways.setdefault(row["name"], []).append(tuple(float(row[axis]) for axis in "xyz"))
        return ways


def way_of(points):
    return sum(math.dist(a, b) for a, b in zip(points, points[1:]))


def spread_of(lope, path, scenario, truth):
    """Returns {name: how far its ends are apart when a hair is changed}."""
    ends = {name: [points[-1]] for name, points in truth.items()}
    shifts = [((ASIDE, 0), 0), ((-ASIDE, 0), 0), ((0, ASIDE), 0), ((0, -ASIDE), 0), ((0, 0), LATE), ((0, 0), -LATE)]
    with tempfile.TemporaryDirectory() as folder:
        for number, (aside, late) in enumerate(shifts):
            file = os.path.join(folder, f"{number}.json")
            with open(file, "w", encoding="utf-8") as out:
                json.dump(shifted(scenario, os.path.dirname(path), aside, late), out)
            ways = play(lope, file, REFERENCE, 10**6)
            for name in ways or {}:
                if name in ends:
                    ends[name].append(ways[name][-1])
    return {name: max(math.dist(a, b) for a in points for b in points) for name, points in ends.items()}


def top_speed(points):
    return max((math.dist(a, b) for a, b in zip(points, points[1:])), default=0) * REFERENCE / EVERY


def is_per_tick(character):
    laws = [settings.get("law") for settings in character.get("abilities", {}).values() if isinstance(settings, dict)]
    return "unreal" in (character.get("preset"), character.get("tuning", {}).get("integrator")) or "platformer_game" in laws


def reason_of(world, character, distances, limit, spread, speed):
    """Returns why no program could bring the ends of a character within the limit; distances: by rate."""
    if world == "bullet":
        return "physics"
    if is_per_tick(character):
        return "per tick"
    if max(distances) <= limit + spread:
        return "hair"
    if any(key in character for key in ("avoid", "path", "goal")):
        return "crowd"
    decides = "lock_on" in character or SELF_STARTING & set(character.get("abilities", {}))
    if decides and all(d <= limit + TICKS * speed / rate for rate, d in zip(RATES, distances)):
        return "at ticks"
    return "apart"


def judge(lope, path):
    """Returns a row: name, metres, share of the way, by rate, spread, verdict."""
    scenario = read(path)
    truth = play(lope, path, REFERENCE, EVERY)
    if truth is None:
        return (path, 0, 0, [], 0, "not played")
    ways = {name: way_of(points) for name, points in truth.items()}
    off = {name: [] for name in truth}
    for rate in RATES:
        ends = play(lope, path, rate, 10**6)
        if ends is None or any(name not in ends for name in truth):
            return (path, 0, 0, [], 0, f"not played at {rate} Hz")
        for name in truth:
            off[name].append(math.dist(ends[name][-1], truth[name][-1]))
    by_rate = [max(column) for column in zip(*off.values())]
    worst = max((max(d), max(d) / ways[name] if ways[name] > 0 else 0) for name, d in off.items())
    limits = {name: max(APART, SHARE * ways[name]) for name in off}
    over = [name for name in off if max(off[name]) > limits[name]]
    if not over:
        return (path, *worst, by_rate, 0, "alike")
    characters = {c.get("name"): c for c in scenario["characters"]}
    spread = spread_of(lope, path, scenario, truth)
    reasons = {reason_of(scenario.get("world"), characters.get(name, characters.get(name.rsplit(".", 1)[0], {})), off[name],
                         limits[name], spread[name], top_speed(truth[name])) for name in over}
    verdict = "apart" if "apart" in reasons else ", ".join(sorted(reasons))
    return (path, *worst, by_rate, max(spread[name] for name in over), verdict)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--lope", default="build/release/bin/lope")
    parser.add_argument("--all", action="store_true", help="print the rows that are alike too")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    lope = os.path.abspath(options.lope)
    paths = options.files or found()
    counts = {}
    print(f"{'scenario':<46} {'m':>8} {'% way':>7} {'a hair':>8}  {'verdict':<15} m at " + ", ".join(map(str, RATES)) + " Hz")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, metres, share, by_rate, spread, verdict in pool.map(lambda path: judge(lope, path), paths):
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict == "alike" and not options.all:
                continue
            print(f"{path:<46} {metres:8.4f} {100 * share:7.2f} {spread:8.4f}  {verdict:<15} "
                  + " ".join(f"{d:.4f}" for d in by_rate), flush=True)
    print(f"{len(paths)} scenarios: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts.get("apart") else 0


if __name__ == "__main__":
    sys.exit(main())
