#!/usr/bin/env python3
"""Loads files of every kind that levels come in, and prints a table of what came of each.

Usage: files.py [--fetch] [--lope PROGRAM] [--shared FOLDER] [--work FOLDER] [NAME...]; names may be parts, such as ply or made/crlf.
Made files must be read as they were written (bounding box and volume) and walked by a wanderer, or refused in one line with exit
status 2. Files of others must be walked or refused. Nothing may crash or take longer than a limit. Exit status 1: some are wrong.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import fbx_files
import found
import gltf_files
import hostile_files
import lmesh
import obj_files
import plain_files
import shape
import xml_files

SECONDS = 10  # of a wanderer's life
LIMIT, LIMIT_A_MEGABYTE = 30.0, 20.0  # s: of a call, and for each MB of the file
LEAST_WALK = 5.0  # m that a wanderer walks in a made level
# A refusal is one line that begins with the file and says where or what is wrong; what to do follows from it.
REMEDY = re.compile(r"expected|export|convert|install|--up|--scale|save it")


class Outcome(NamedTuple):
    name: str
    words: str
    right: bool


class Bench:
    def __init__(self, lope, work, patience):
        self.lope, self.work, self.patience = lope, work, patience

    def call(self, path, *arguments):
        """Status, output, error and seconds; status None: too late."""
        limit = (LIMIT + LIMIT_A_MEGABYTE * path.stat().st_size / 1e6) * self.patience
        begin = time.monotonic()
        try:
            done = subprocess.run([self.lope, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return None, "", "", limit
        return done.returncode, done.stdout, done.stderr, time.monotonic() - begin

    def walk(self, path, options):
        return self.call(path, "run", path, "--ticks", 60 * SECONDS, *options)

    def read_back(self, path, options):
        """The mesh as lope has it."""
        out = self.work / "converted" / (re.sub(r"\W", "_", str(path)) + ".lmesh")
        status, _, error, _ = self.call(path, "convert", path, out, "--quiet", *options)
        if status != 0:
            raise RuntimeError(f"convert ends with {status}: {error.strip()}")
        mesh = lmesh.read(out)
        out.unlink()
        return mesh


def refusal(path, status, error, seconds):
    """What is wrong with a refusal, or None."""
    line = error.strip()
    if status is None:
        return f"takes longer than {seconds:.0f} s"
    if status != 2:
        return f"ends with status {status}"
    if "\n" in line or not line.startswith(str(path)):
        return "says it in another way: " + line[:100]
    if not REMEDY.search(line):
        return "says nothing to do: " + line[len(str(path)):][:100]
    return None


def story(output):
    size = re.search(r"The level is (.*?) large", output)
    walked = re.search(r"walked ([\d.]+) m", output)
    return size[1] if size else "?", float(walked[1]) if walked else -1.0


def short(path, error):
    return error.strip().replace(str(path), "", 1).lstrip(": ")[:110]


def judge_made(bench, path, made, name):
    status, output, error, seconds = bench.walk(path, made.options)
    if status != 0:
        wrong = refusal(path, status, error, seconds)
        if wrong is None and made.measure is not None and not made.either:
            wrong = "refused"
        missing = [word for word in made.words if word not in error]
        if wrong is None and made.measure is None and missing:
            wrong = f"does not say {missing[0]}"
        return Outcome(name, f"{wrong}: {short(path, error)}" if wrong else "refused: " + short(path, error), wrong is None)
    if made.measure is None:
        return Outcome(name, "read, and should be refused", False)
    difference = shape.differs(shape.measure(bench.read_back(path, made.options)), made.measure, made.tolerance)
    size, walked = story(output)
    right = difference is None and walked >= LEAST_WALK
    return Outcome(name, difference or f"{size}, walked {walked:.1f} m", right)


def judge_other(bench, path, name):
    """Of a file about which nothing is known but that it is there."""
    status, output, error, seconds = bench.walk(path, ())
    if status != 0:
        wrong = refusal(path, status, error, seconds)
        return Outcome(name, wrong or "refused: " + short(path, error), wrong is None)
    size, walked = story(output)
    return Outcome(name, f"{size}, walked {walked:.1f} m", walked >= 0)


def write(folder, made):
    content = made.content if isinstance(made.content, dict) else {made.name: made.content}
    for name, data in content.items():
        (folder / name).write_bytes(data)
    return folder / made.name


def made_jobs(bench):
    folder = bench.work / "made"
    folder.mkdir(parents=True)
    kinds = {}
    for maker in (obj_files, plain_files, gltf_files, fbx_files, xml_files):
        for made in maker.files():
            path = write(folder, made)
            if made.measure is not None and not isinstance(made.content, dict):
                kinds.setdefault(path.suffix, []).append(made.content)
            yield f"made/{made.name}", lambda path=path, made=made, name=f"made/{made.name}": judge_made(bench, path, made, name)
    whole = bench.work / "whole.lmesh"
    bench.call(folder / "plain.obj", "convert", folder / "plain.obj", whole, "--quiet")
    kinds[".lmesh"] = [whole.read_bytes()]
    folder = bench.work / "hostile"
    folder.mkdir()
    for hostile in hostile_files.files(kinds):
        path, name = write(folder, hostile), f"hostile/{hostile.name}"
        yield name, lambda path=path, name=name: judge_other(bench, path, name)


def found_jobs(bench, shared, models, may_fetch):
    for path in found.levels(shared):
        name = f"levels/{path.name}"
        yield name, lambda path=path, name=name: judge_other(bench, path, name)
    root, paths, why = found.models(models, may_fetch)
    if why:
        print(f"Without the models of Debian's {found.PACKAGE}: {why}")
    for path in paths:
        name = f"models/{path.relative_to(root)}"
        yield name, lambda path=path, name=name: judge_other(bench, path, name)


def guarded(name, job):
    try:
        return job()
    except Exception as fault:  # what cannot be judged is wrong
        return Outcome(name, f"{type(fault).__name__}: {fault}", False)


def main():
    root = Path(__file__).resolve().parents[2]
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--lope", default=str(root / "build/release/bin/lope"))
    options.add_argument("--shared", type=Path, default=root / "../shared")
    options.add_argument("--work", type=Path, default=root / "build/files")
    options.add_argument("--models", type=Path, help="where the package is unpacked; without it, in the work folder")
    options.add_argument("--fetch", action="store_true", help="gets the package with apt-get where it is not there")
    options.add_argument("--patience", type=float, default=1, help="limits of time times this, for slow builds")
    options.add_argument("names", nargs="*")
    given = options.parse_args()
    for folder in ("made", "hostile", "converted"):
        shutil.rmtree(given.work / folder, ignore_errors=True)
    (given.work / "converted").mkdir(parents=True)
    bench = Bench(given.lope, given.work.resolve(), given.patience)
    jobs = [*made_jobs(bench), *found_jobs(bench, given.shared, given.models or given.work / "models", given.fetch)]
    jobs = [(name, job) for name, job in jobs if not given.names or any(part in name for part in given.names)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda pair: guarded(*pair), jobs))
    wide = max((len(outcome.name) for outcome in done), default=0)
    for outcome in done:
        print(f"{outcome.name:<{wide}}  {'right' if outcome.right else 'WRONG'}  {outcome.words}")
    wrong = sum(not outcome.right for outcome in done)
    refused = sum(outcome.right and outcome.words.startswith("refused") for outcome in done)
    print(f"\n{len(done)} files: {len(done) - wrong - refused} read and walked, {refused} refused, {wrong} wrong")
    print(f"{len(done) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
