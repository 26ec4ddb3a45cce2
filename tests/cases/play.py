"""Runs the program lope on a file and reads what it writes."""
import csv
import itertools
import json
import math
import subprocess
import time
from typing import NamedTuple

RATES = (20, 60, 240)
LONGEST = 60  # s for one call: far over what any takes


class Skipped(Exception):
    """What cannot be judged here, and why."""


class Row(NamedTuple):
    tick: int
    mode: str
    x: float
    y: float
    z: float
    height: float
    floor_distance: float  # none: nan
    base: str


class Call(NamedTuple):
    status: int
    out: str
    err: str
    seconds: float


class Run:
    """One scenario at one rate."""

    def __init__(self, rate, rows, events):
        self.rate, self.rows, self.events = rate, rows, events

    @property
    def end(self):
        return self.rows[-1]

    def at(self, seconds):
        return self.rows[round(seconds * self.rate)]

    def count(self, event):
        return sum(e["event"] == event for e in self.events)

    def falls(self):
        return sum(e["event"] == "mode" and e["to"] == "falling" for e in self.events)

    def steps_within(self, begin, end):
        """How far it moved in each tick between two times."""
        rows = self.rows[round(begin * self.rate):round(end * self.rate) + 1]
        return [distance(a, b) for a, b in zip(rows, rows[1:])]


def distance(a, b):
    return math.dist((a.x, a.y, a.z), (b.x, b.y, b.z))


def spread(runs):
    """The largest distance between two ends, in metres."""
    ends = [run.end for run in runs]
    return max(distance(a, b) for a in ends for b in ends)


def read_rows(path, name):
    with open(path, newline="", encoding="utf-8") as file:
        return [Row(int(r["tick"]), r["mode"], float(r["x"]), float(r["y"]), float(r["z"]), float(r["height"]),
                    float(r["floor_distance"] or "nan"), r["base"]) for r in csv.DictReader(file) if r["name"] == name]


class Player:
    def __init__(self, lope, overlap, root, folder, work, patience):
        self.lope, self.overlap, self.root, self.folder, self.work, self.patience = lope, overlap, root, folder, work, patience
        self.numbers = itertools.count()

    def call(self, *arguments):
        begin = time.monotonic()
        done = subprocess.run([self.lope, *map(str, arguments)], capture_output=True, text=True, timeout=LONGEST * self.patience,
                              check=False, errors="replace")
        return Call(done.returncode, done.stdout, done.stderr, time.monotonic() - begin)

    def mesh(self, name, *options, folder=None):
        return self.call("run", (folder or self.folder) / name, *options)

    def scenario(self, name, rate, who="hero", folder=None):
        path = (folder or self.folder) / f"{name}.json"
        number = next(self.numbers)  # two cases may play one file at one time
        trace, told = self.work / f"{name}-{rate}-{number}.csv", self.work / f"{name}-{rate}-{number}.ndjson"
        done = self.call("run", path, "--rate", rate, "--trace", trace, "--events", told, "--quiet")
        if "bullet is not in this build" in done.err:
            raise Skipped("built without Bullet")
        if done.status != 0:
            raise RuntimeError(f"exit status {done.status}: {done.err.strip()}")
        with open(told, encoding="utf-8") as file:
            events = [e for e in map(json.loads, file) if e["name"] == who]
        return Run(rate, read_rows(trace, who), events)

    def at_rates(self, name, rates=RATES, folder=None):
        return [self.scenario(name, rate, folder=folder) for rate in rates]
