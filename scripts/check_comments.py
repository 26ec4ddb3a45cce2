#!/usr/bin/env python3
"""Checks the comments of src and include; rule 1 also those of scene, adapters, tools, bench and docs.

1. The subject is named, "the character" or "the body": no comment says he, him, his, who, whom, whose or whoever.
2. A public function (LOPE_API) has a comment of its own, on the line above it or at its end.
3. A line with a comment has at most 110 columns, so that two files fit side by side.

Faults that are still allowed stand in scripts/allowed/comments.txt, a number for each room and rule. That list may only
shrink: exits with status 1 when more is found than a line allows, and when a line allows more than is found.

    scripts/check_comments.py           checks
    scripts/check_comments.py --all     prints the allowed faults too
    scripts/check_comments.py --shrink  writes the list down to what is found; refuses when that would let it grow
"""
import re
import sys

from allowed_faults import ROOT, report

WIDEST = 110
WORD = re.compile(r"\b(he|him|his|who|whom|whose|whoever)\b", re.I)
COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|(//.*)')


def comment_of(line):
    """The comment in a line with its slashes, or an empty text."""
    return next((found.group(1) for found in COMMENT.finditer(line) if found.group(1)), "")


def subjects_of(file):
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for word in WORD.findall(comment_of(line)):
            yield file, "subject", number, f"a comment says {word.lower()}"


def faults_of(file):
    yield from subjects_of(file)
    before = ""
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        comment = comment_of(line)
        if comment and len(line) > WIDEST:
            yield file, "wide", number, f"a comment reaches column {len(line)}"
        if line.startswith("LOPE_API "):
            end = number
            while ";" not in lines[end - 1]:
                end += 1
            if not before.startswith("//") and not comment_of(lines[end - 1]):
                name = re.search(r"(\w+)\(", line)
                yield file, "bare", number, f"{name.group(1) if name else line} has no comment of its own"
        before = line


def main():
    files = sorted(file for folder in ("src", "include") for file in (ROOT / folder).rglob("*.[ch]"))
    beside = sorted(file for folder in ("scene", "adapters", "tools", "bench", "docs") for file in (ROOT / folder).rglob("*")
                    if file.suffix in (".c", ".h", ".cpp"))
    faults = [fault for file in files for fault in faults_of(file)]
    faults += [fault for file in beside for fault in subjects_of(file)]
    return report("comments", faults, f"{len(files) + len(beside)} files") if files else 1


if __name__ == "__main__":
    sys.exit(main())
