#!/usr/bin/env python3
"""Makes the table of debug draw's colours in docs/guide/06-seeing.md, and a swatch for each of them, from the table in
src/record/draw_meaning.c. With --check it writes nothing and fails when something would change. Usage: draw_colors.py [--check]
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE, PAGE, SWATCHES = ROOT / "src/record/draw_meaning.c", ROOT / "docs/guide/06-seeing.md", ROOT / "docs/pictures/colors"
BEGIN, END = "<!-- colours: made by scripts/draw_colors.py -->\n", "<!-- end of colours -->\n"
ENTRY = re.compile(r'\[LOPE_DRAW_(\w+)\] = \{0x([0-9a-f]{6})([0-9a-f]{2}), "([^"]+)", "([^"]+)"\}')


def swatch(color):
    """Framed, so that white is seen on a light page and black on a dark one."""
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="44" height="18" viewBox="0 0 44 18">'
            f'<rect x="1" y="1" width="42" height="16" rx="4" fill="#{color}" stroke="#8b949e"/></svg>\n')


def main():
    entries = ENTRY.findall(SOURCE.read_text(encoding="utf-8"))
    header = (ROOT / "include/lope/draw.h").read_text(encoding="utf-8")
    declared = re.findall(r"LOPE_DRAW_(\w+)", re.search(r"enum lope_draw_meaning \{(.*?)\}", header, re.S).group(1))
    if [e[0] for e in entries] + ["MEANING_COUNT"] != declared:
        sys.exit(f"colours: {SOURCE.name} and the enum of draw.h do not name the same meanings in the same order")
    rows = ["| | meaning | colour | drawn so |\n", "|---|---|---|---|\n"]
    wanted = {}
    for name, color, _, words, text in entries:
        file = SWATCHES / f"{words.replace(' ', '-')}.svg"
        wanted[file] = swatch(color)
        rows.append(f"| ![{words}](../pictures/colors/{file.name}) | `LOPE_DRAW_{name}` | `#{color}` | {text} |\n")
    page = PAGE.read_text(encoding="utf-8")
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"colours: {PAGE.name} does not hold the two marks that the table stands between")
    before, rest = page.split(BEGIN)
    wanted[PAGE] = before + BEGIN + "".join(rows) + END + rest.split(END)[1]
    stale = [f for f, text in wanted.items() if not f.is_file() or f.read_text(encoding="utf-8") != text]
    stray = [f for f in SWATCHES.glob("*.svg") if f not in wanted]
    if "--check" in sys.argv[1:]:
        for file in stale + stray:
            print(f"colours: {file.relative_to(ROOT)} is not as {SOURCE.name} has it; make it anew with {Path(__file__).name}")
        sys.exit(1 if stale or stray else 0)
    SWATCHES.mkdir(parents=True, exist_ok=True)
    for file in stale:
        file.write_text(wanted[file], encoding="utf-8", newline="\n")
    for file in stray:
        file.unlink()
    print(f"{len(entries)} colours, {len(stale) + len(stray)} files made anew")


if __name__ == "__main__":
    main()
