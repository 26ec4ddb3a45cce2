#!/usr/bin/env python3
"""Checks that what the pages name is there: relative links and their anchors, and files in backticks that are given with a folder, like
`motion/floor/rim.c`, which may stand in the root, in src or in src/character. Usage: check_links.py ROOT
"""
import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:c|h|cpp|py|sh|md|json|txt))`")
FOLDER = re.compile(r"`((?:src|motion|character|levels|adapters|scripts|tests|docs)(?:/[\w-]+)+)/?`")


def anchors(page):
    """As GitHub makes them of a page's headings."""
    heads = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def faults_of(root, page):
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
        places = [root / name, root / "src" / name, root / "src/character" / name, root / "include" / name, page.parent / name]
        if not name.startswith("build/") and not any(place.exists() for place in places):
            yield f"names {name}, which is not there"


def main():
    root = Path(sys.argv[1]).resolve()
    pages = [root / "README.md", root / "src/README.md", *sorted((root / "docs").rglob("*.md"))]
    faults = [f"{page.relative_to(root)}: {fault}" for page in pages for fault in faults_of(root, page)]
    print(*faults, sep="\n")
    print(f"links: {len(pages)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
