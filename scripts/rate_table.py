#!/usr/bin/env python3
"""Plays every scenario in which something moves at 20 to 360 Hz, and prints how far apart the ends are.

    scripts/rate_table.py [--lope FILE] [--all] [SCENARIO.json ...]

Without scenarios: those of levels/ and, where it stands beside the checkout, of ../shared (levels and cases).
A scenario counts when a piece of its level moves or conveys, when a volume turns gravity, or when characters
meet each other. A row tells the largest distance between the ends of one character at any rate and at 360 Hz,
in metres and as a share of its way. Right is 1 cm, or 1 % of the way. What is farther apart is played again at
360 Hz with starts 2 mm beside: where those ends are as far apart, an instant decides, and no program could come
to one end. --all plays what does not move as well. Exit status 1: something is apart without that reason.
"""
import argparse, csv, json, os, subprocess, sys, tempfile

RATES = [20, 30, 60, 120, 240, 360]
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NEAR = 0.002
MOST_SECONDS = 30  # longer scenarios are cut to this


def moves(scenario):
    """Returns whether something but a lone character moves."""
    pieces = [p for key in ("level", "volumes") for p in scenario.get(key, []) if isinstance(p, dict)]
    if any("motion" in p or "surface_velocity" in p for p in pieces):
        return True
    return any("character" in c.get("collides_with", []) for c in scenario.get("characters", []))


def play(lope, scenario, folder, rate):
    """Returns {name: (end, way)}; None where the scenario is refused at that rate."""
    trace = os.path.join(tempfile.gettempdir(), "lope_rates_%d.csv" % os.getpid())
    file = os.path.join(folder, ".rates_%d.json" % os.getpid())
    try:
        with open(file, "w") as out:
            json.dump(scenario, out)
        run = subprocess.run([lope, "run", file, "--rate", str(rate), "--quiet", "--trace", trace], capture_output=True, text=True,
                             timeout=600)
    finally:
        if os.path.exists(file):
            os.remove(file)
    if run.returncode != 0:
        return None
    ends = {}
    with open(trace) as rows:
        for row in csv.DictReader(rows):
            at = tuple(float(row[k]) for k in "xyz")
            before, way = ends.get(row["name"], (at, 0.0))
            ends[row["name"]] = (at, way + distance(before, at))
    os.remove(trace)
    return ends


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def beside(scenario, name, axis, by):
    """Returns a copy in which a character starts `by` (m) beside along an axis; None where it has no feet of its own."""
    copy = json.loads(json.dumps(scenario))
    for character in copy["characters"]:
        if "feet" in character and (character.get("name", "") == name.split(".")[0] or len(copy["characters"]) == 1):
            character["feet"][axis] += by
            return copy
    return None


def spread(lope, scenario, folder, name, end):
    """Returns how far apart the ends of starts 2 mm beside are at 360 Hz."""
    widest = 0.0
    for axis, by in ((0, NEAR), (0, -NEAR), (2, NEAR), (2, -NEAR)):
        other = beside(scenario, name, axis, by)
        ends = play(lope, other, folder, 360) if other else None
        if ends and name in ends:
            widest = max(widest, distance(ends[name][0], end))
    return widest


def row_of(lope, file):
    """Returns (apart, share, verdict, right) of a scenario file; right is None where it is not played."""
    folder = os.path.dirname(os.path.abspath(file))
    with open(file) as text:
        scenario = json.load(text)
    if scenario.get("world") == "bullet":
        return 0.0, 0.0, "not played: bodies go by the steps of another engine", None
    scenario["duration"] = min(scenario.get("duration", MOST_SECONDS), MOST_SECONDS)
    played = {rate: play(lope, scenario, folder, rate) for rate in RATES}
    if any(ends is None for ends in played.values()):
        return 0.0, 0.0, "not played: refused at %s Hz" % [rate for rate in RATES if played[rate] is None], None
    apart, share, worst = 0.0, 0.0, None
    for name, (end, way) in played[360].items():
        for rate in RATES:
            off = distance(played[rate][name][0], end)
            over = off / max(0.01, 0.01 * way)
            if worst is None or over > worst[0]:
                apart, share, worst = off, off / way if way > 0 else 0.0, (over, name, rate, end)
    if worst is None or worst[0] <= 1:
        return apart, share, "right", True
    if distance((0, 0, 0), worst[3]) > 1e5:
        return apart, share, "%s falls out of the level" % worst[1], True
    wide = spread(lope, scenario, folder, worst[1], worst[3])
    if wide >= 0.5 * apart:
        return apart, share, "%s, %d Hz: an instant decides; starts 2 mm beside end %.3f m apart" % (worst[1], worst[2], wide), True
    return apart, share, "WRONG: %s, %d Hz (starts 2 mm beside: %.3f m)" % (worst[1], worst[2], wide), False


def files():
    shared = os.path.join(os.path.dirname(ROOT), "shared")
    for top in (os.path.join(ROOT, "levels"), os.path.join(shared, "levels"), os.path.join(shared, "cases")):
        if not os.path.isdir(top):
            print("skipped: there is no %s" % os.path.relpath(top, ROOT))
            continue
        for folder, _, names in sorted(os.walk(top)):
            for name in sorted(names):
                if name.endswith(".json") and not name.startswith("."):
                    yield os.path.join(folder, name)


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--lope", default=os.path.join(ROOT, "build", "release", "bin", "lope"))
    parse.add_argument("--all", action="store_true")
    parse.add_argument("scenarios", nargs="*")
    given = parse.parse_args()
    if not os.path.exists(given.lope):
        sys.exit("there is no %s: build first, or name the program with --lope" % given.lope)
    count, bad, decided = 0, 0, 0
    print("%-44s %10s %8s  %s" % ("scenario", "apart, m", "of way", "verdict"))
    for file in given.scenarios or files():
        try:
            with open(file) as text:
                scenario = json.load(text)
        except ValueError:
            continue  # no scenario, or one that is to be refused
        if not isinstance(scenario, dict) or "characters" not in scenario:
            continue
        if not given.scenarios and not given.all and not moves(scenario):
            continue
        row = row_of(given.lope, file)
        if row[3] is None:
            print("%-44s %10s %8s  %s" % (os.path.relpath(file, ROOT)[-44:], "", "", row[2]), flush=True)
            continue
        count += 1
        bad += not row[3]
        decided += row[3] and row[2] != "right"
        print("%-44s %10.4f %7.2f%%  %s" % (os.path.relpath(file, ROOT)[-44:], row[0], 100 * row[1], row[2]), flush=True)
    print("%d scenarios at %s Hz: %d right, %d by an instant, %d wrong" %
          (count, ", ".join(map(str, RATES)), count - bad - decided, decided, bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
