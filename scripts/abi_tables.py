#!/usr/bin/env python3
"""Makes src/world/abi_tables.h: the names of the public structs and of the constants that are macros.

    scripts/abi_tables.py          writes the file
    scripts/abi_tables.py --check  exits with 1 when the file is not what the headers give
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "src/world/abi_tables.h"
HEAD = """// abi_tables.h - the names that lope/abi.h tells of. Made by scripts/abi_tables.py; never change it by hand.
#ifndef LOPE_WORLD_ABI_TABLES_H
#define LOPE_WORLD_ABI_TABLES_H

"""
WIDTH = 128
FOOT = """// clang-format on

#endif
"""


def rows(name, arguments, entries):
    """A macro of all entries, as many in a line as have room."""
    lines = [f"#define {name}({arguments})"]
    line = "   "
    for entry in entries:
        if len(line) + 1 + len(entry) > WIDTH:
            lines.append(line)
            line = "   "
        line += " " + entry
    return " \\\n".join(lines + [line]) + "\n"


def main():
    structs, constants = set(), {}
    for header in (ROOT / "include/lope").glob("*.h"):
        text = header.read_text(encoding="utf-8")
        structs.update(re.findall(r"^typedef struct (lope_\w+) \{", text, re.M))
        for name, value in re.findall(r"^#define (LOPE_\w+) ([^/\n]+)", text, re.M):
            if not name.endswith("_H") and name != "LOPE_API":
                constants[name] = "FRACTION" if "." in value else "WHOLE"
    headers = sorted(header.name for header in (ROOT / "include/lope").glob("*.h") if header.name != "lope.h")
    text = HEAD + "".join(f"#include <lope/{name}>\n" for name in headers) + "\n// clang-format off\n"
    text += rows("LOPE_ABI_STRUCTS", "STRUCT", [f"STRUCT({name})" for name in sorted(structs)]) + "\n"
    text += rows("LOPE_ABI_CONSTANTS", "WHOLE, FRACTION", [f"{constants[name]}({name})" for name in sorted(constants)]) + FOOT
    if "--check" not in sys.argv:
        TABLE.write_text(text, encoding="utf-8")
    elif not TABLE.exists() or TABLE.read_text(encoding="utf-8") != text:
        sys.exit("abi: src/world/abi_tables.h is not what the headers give; run scripts/abi_tables.py")
    print(f"abi: {len(structs)} structs, {len(constants)} constants")


main()
