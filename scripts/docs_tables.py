#!/usr/bin/env python3
"""The pages of docs that the program prints: docs/TUNING.md (`lope tuning`), docs/PRESETS.md (`lope presets`),
docs/SCENARIOS.md (`lope keys`) and docs/scenario.schema.json (`lope keys --schema`).

Writes them anew, or with --check says whether they are as the program prints them. Usage: docs_tables.py LOPE [--check]
"""
import subprocess
import sys
from pathlib import Path

PAGES = {"TUNING.md": ["tuning"], "PRESETS.md": ["presets"], "SCENARIOS.md": ["keys"], "scenario.schema.json": ["keys", "--schema"]}


def main():
    lope, check = sys.argv[1], "--check" in sys.argv[2:]
    docs = Path(__file__).resolve().parent.parent / "docs"
    stale = []
    for page, words in PAGES.items():
        text = subprocess.run([lope, *words], check=True, capture_output=True).stdout.decode("utf-8").replace("\r\n", "\n")
        file = docs / page
        if not check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(page)
    for page in stale:
        print(f"docs/{page} is not what the program prints: ./run pictures tables makes it anew")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
