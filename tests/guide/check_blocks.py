#!/usr/bin/env python3
"""Code that README and guide show must be code that the tests compile and run.

Every ```c, ```cpp and ```json block of README.md and docs/guide/*.md is cut at its blank lines; each piece, with all
white space taken out, must stand in one file of docs/guide with that ending. So a page can leave out the scaffolding of
a program but cannot drift from it. Links to files inside the repository must lead somewhere. Usage: check_blocks.py ROOT
"""
import re
import sys
from pathlib import Path

# A README block in CMake, JSON or shell has no program of its own; those fences are not listed here on purpose.
ENDINGS = {"c": ".c", "cpp": ".cpp", "json": ".json"}


def squeeze(text):
    return re.sub(r"\s+", "", text)


def blocks(page):
    """Yields (line, language, text) for every fenced block."""
    language, start, lines = None, 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if language is None:
                language, start, lines = line[3:].strip(), number, []
            else:
                yield start, language, "\n".join(lines)
                language = None
        elif language is not None:
            lines.append(line)


def check_code(root, page, sources):
    faults, pieces = [], 0
    for line, language, text in blocks(page):
        if language not in ENDINGS:
            continue
        wanted = [squeeze(piece) for piece in re.split(r"\n\s*\n", text) if piece.strip()]
        candidates = [s for name, s in sources.items() if name.endswith(ENDINGS[language])]
        pieces += len(wanted)
        if not any(all(piece in source for piece in wanted) for source in candidates):
            faults.append(f"{page.relative_to(root)}:{line}: no docs/guide/*{ENDINGS[language]} holds this block")
    return faults, pieces


def check_links(root, page):
    faults = []
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target and not (page.parent / target).exists():
            faults.append(f"{page.relative_to(root)}: link to {target}, which does not exist")
    return faults


def main():
    root = Path(sys.argv[1]).resolve()
    guide = root / "docs" / "guide"
    sources = {p.name: squeeze(p.read_text(encoding="utf-8")) for e in ENDINGS.values() for p in guide.glob(f"*{e}")}
    pages = [root / "README.md", *sorted(guide.glob("*.md")), *sorted((root / "docs").glob("*.md"))]
    faults, pieces = [], 0
    for page in pages:
        found, count = check_code(root, page, sources)
        faults += found + check_links(root, page)
        pieces += count
    for fault in faults:
        print(fault)
    print(f"{pieces} pieces of code on {len(pages)} pages, {len(faults)} faults")
    return 1 if faults or pieces == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
