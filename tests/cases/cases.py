#!/usr/bin/env python3
"""Plays every file of ../shared/cases and prints a table: case, kind, what is asked, what was measured, right or wrong.

Usage: cases.py [--lope PROGRAM] [--overlap PROGRAM] [--cases FOLDER] [NAME...]; names may be beginnings, such as f01.
Scenarios play at 20, 60 and 240 Hz. Exit status 0: all right; 1: some are wrong; 77: the folder is absent.
"""
import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import file_cases
import walk_cases
from case_list import CASES
from play import Player, Skipped

file_cases.add()
walk_cases.add()
SKIPPED = 77
WORDS = {True: "right", False: "WRONG", None: "skipped"}


def rows_of(made, player):
    """The case with its verdict. A case that cannot be judged at all is wrong."""
    try:
        verdict = made.judge(player)
    except Skipped as reason:
        return made, f"skipped: {reason}", None
    except Exception as fault:  # a file that does not play, a column that is not there
        return made, f"{type(fault).__name__}: {fault}", False
    return made, verdict.measured, verdict.right


def print_table(judged):
    wide = [max(len(row[k]) for row in judged) for k in range(4)]
    head = ("case", "kind", "asked", "measured", "")
    for name, kind, asked, measured, word in [head] + judged:
        print(f"{name:<{wide[0]}}  {kind:<{wide[1]}}  {asked:<{wide[2]}}  {measured:<{wide[3]}}  {word}".rstrip())


def not_judged(folder):
    """Files of the folder that no case names: a case that was added there must be added here."""
    named = {made.name for made in CASES}
    return sorted(path.name for path in folder.iterdir()
                  if path.name[:1] == "f" and path.name not in named and path.stem not in named)


def main():
    root = Path(__file__).resolve().parents[2]
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--lope", default=str(root / "build/release/bin/lope"))
    options.add_argument("--overlap", default=str(root / "build/release/bin/tests/cases_overlap"))
    options.add_argument("--cases", default=str(root / "../shared/cases"))
    options.add_argument("--patience", type=float, default=1, help="limits of time times this, for slow builds")
    options.add_argument("--known", default="", help="cases, by comma, that are known to be wrong: they must be")
    options.add_argument("names", nargs="*")
    given = options.parse_args()
    folder = Path(given.cases).resolve()
    if not folder.is_dir():
        print(f"SKIPPED: there is no folder {given.cases}")
        return SKIPPED
    chosen = sorted((made for made in CASES if made.name.startswith(tuple(given.names or [""]))), key=lambda made: made.name)
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(os.cpu_count()) as pool:
        player = Player(given.lope, given.overlap, root, folder, Path(work), given.patience)
        done = list(pool.map(lambda made: rows_of(made, player), chosen))
    judged = [(*made[:3], measured, WORDS[right]) for made, measured, right in done]
    if not given.names:
        judged += [(name, "case", "a row in tests/cases", "none", "WRONG") for name in not_judged(folder)]
    if not judged:
        print("no case has such a name")
        return 2
    print_table(judged)
    wrong = sum(row[4] == "WRONG" for row in judged)
    skipped = sum(row[4] == "skipped" for row in judged)
    print(f"\n{len(judged) - wrong - skipped} passed, {wrong} failed, {skipped} skipped")
    known = {name for name in given.known.split(",") if name}
    mended = sorted(row[0] for row in judged if row[0] in known and row[4] == "right")
    if mended:
        print(f"right by now, so no longer known to be wrong: {', '.join(mended)}")
    unknown = [row[0] for row in judged if row[4] == "WRONG" and row[0] not in known]
    return 1 if unknown or mended else 0


if __name__ == "__main__":
    sys.exit(main())
