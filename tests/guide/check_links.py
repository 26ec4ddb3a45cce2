#!/usr/bin/env python3
"""Checks that what the pages name is there: relative links and their headings; in backticks files and folders, like `motion/floor/rim.c`,
which may stand in the root, in src or in src/character; names of the library, like `lope_state.feet`; and functions that a page says to
be in a file: `falling.c`, `land`. Usage: check_links.py ROOT
"""
import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:c|h|cpp|py|sh|md|json|txt))`")
FOLDER = re.compile(r"`((?:src|motion|character|levels|adapters|scripts|tests|docs)(?:/[\w-]+)+)/?`")
NAME = re.compile(r"`((?:lope|LOPE)_\w+)(?:\(\))?(?:\.(\w+))?`")
WITHIN = re.compile(r"`((?:[\w-]+/)+[\w.-]+\.c)`, `(\w+)`")


def words_of(root):
    """All names that the library's sources, and what is built on them here, use."""
    words = set()
    for folder in ("include", "src", "scene", "adapters", "tools", "bench", "cmake"):
        for file in (root / folder).rglob("*"):
            if file.suffix in (".c", ".h", ".cpp", ".cmake", ".txt", ".in"):
                words.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    return words | set(re.findall(r"\w+", (root / "CMakeLists.txt").read_text(encoding="utf-8")))


def places_of(root, page, name):
    return [root / name, root / "src" / name, root / "src/character" / name, root / "include" / name, page.parent / name]


def anchors(page):
    """As GitHub makes them of a page's headings."""
    heads = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def faults_of(root, page, words):
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    for target in LINK.findall(prose):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            yield f"links to {target}, which is not there"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"links to {target}, but {file.name} has no such heading"
    for name in FILE.findall(prose) + FOLDER.findall(prose):
        if not name.startswith("build/") and not any(place.exists() for place in places_of(root, page, name)):
            yield f"names {name}, which is not there"
    for name, member in NAME.findall(prose):
        if name not in words or (member and member not in words):
            yield f"names {name}{'.' + member if member else ''}, which the library does not have"
    for name, function in WITHIN.findall(prose):
        file = next((place for place in places_of(root, page, name) if place.exists()), None)
        if file and not re.search(rf"\b{function}\(", file.read_text(encoding="utf-8")):
            yield f"says that {function} is in {name}"


def main():
    root = Path(sys.argv[1]).resolve()
    pages = [root / "README.md", root / "CONTRIBUTING.md", root / "src/README.md", *sorted((root / "docs").rglob("*.md"))]
    words = words_of(root)
    faults = [f"{page.relative_to(root)}: {fault}" for page in pages for fault in faults_of(root, page, words)]
    for fault in faults:
        print(fault)
    print(f"links: {len(pages)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
