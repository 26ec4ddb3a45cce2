#!/usr/bin/env python3
"""Checks that a reader finds a function where its header says, in src, include and scene.

1. A prototype stands in the header of the file that defines the function: src/level/ids.h declares what src/level/ids.c
   defines and nothing else. What the library shows stands in one header of include/lope.
2. No file declares another one's function by itself.
3. No header has more than 250 lines.

Faults that are still allowed stand in scripts/allowed/prototypes.txt, a number for each room and rule. That list may only
shrink: exits with status 1 when more is found than a line allows, and when a line allows more than is found.

    scripts/check_prototypes.py           checks
    scripts/check_prototypes.py --all     prints the allowed faults too
    scripts/check_prototypes.py --shrink  writes the list down to what is found; refuses when that would let it grow
"""
import re
import sys

from allowed_faults import ROOT, name_of, report

LONGEST = 250
SOURCES = [("src", "*.c"), ("scene", "*.c"), ("scene", "*.cpp")]
FOREIGN = {"json_tree.c"}  # functions of cJSON, in whose header they stand

NOISE = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*""", re.S | re.M)
CALLED = re.compile(r"([A-Za-z_]\w*)\s*\(\s*$")
MARKS = {"LOPE_DISPATCH", "__attribute__", "_Alignas", "_Static_assert", "__declspec", "catch"}


def plain(text):
    """The text without comments, strings, preprocessor lines and the start of extern "C", each line where it was."""
    text = NOISE.sub(lambda found: " " + "\n" * found.group().count("\n"), text)
    return re.sub(r"\bextern +\{", "", text)


def top_level(text):
    """What stands outside all braces: (line of its end, declaration, whether a body follows)."""
    start, depth, line = 0, 0, 1
    for at, sign in enumerate(text):
        if sign == "\n":
            line += 1
        elif sign == "{":
            if depth == 0:
                yield line, text[start:at], True
            depth += 1
        elif sign == "}":
            depth = max(depth - 1, 0)  # extern "C" is closed, but was not opened
            start = at + 1
        elif sign == ";" and depth == 0:
            yield line, text[start:at], False
            start = at + 1


def function_name(declaration):
    """The function that a declaration declares, or None."""
    words = declaration.split()
    if not words or words[0] == "typedef" or "static" in words:
        return None
    depth, name = 0, None
    for at, sign in enumerate(declaration):
        if sign == "(":
            if depth == 0:
                found = CALLED.search(declaration[: at + 1])
                if found and found.group(1) not in MARKS and not found.group(1).isupper():  # no macro
                    name = found.group(1)
                elif not found:
                    return None  # a pointer to a function
            depth += 1
        elif sign == ")":
            depth -= 1
        elif sign == "=" and depth == 0:
            return None
    return name


def functions(file):
    """The functions with external linkage that a file defines and those that it declares, with their lines."""
    defined, declared = {}, {}
    for line, declaration, body in top_level(plain(file.read_text(encoding="utf-8"))):
        name = function_name(declaration)
        if name:
            (defined if body else declared)[name] = line - declaration.strip().count("\n")
    return defined, declared


def find_faults():
    """The faults as (file, rule, line, text), and how many headers and prototypes were looked at."""
    sources = [file for folder, ending in SOURCES for file in sorted((ROOT / folder).rglob(ending)) if file.name not in FOREIGN]
    headers = [file for folder in ("src", "include", "scene") for file in sorted((ROOT / folder).rglob("*.h"))]
    tables = {file: functions(file) for file in sources + headers}
    owners = {}
    for file in sources:
        for name in tables[file][0]:
            owners.setdefault(name, []).append(file)
    faults, places = [], {}
    for file in headers:
        length = file.read_text(encoding="utf-8").count("\n")
        if length > LONGEST:
            faults.append((file, "long", LONGEST + 1, f"{length} lines"))
        for name, line in tables[file][1].items():
            homes, others = owners.get(name, []), places.setdefault(name, [])
            if not homes:
                faults.append((file, "foreign", line, f"{name} is defined nowhere"))
            elif ROOT / "include" not in file.parents and file not in [home.with_suffix(".h") for home in homes]:
                faults.append((file, "foreign", line, f"{name} is of {name_of(homes[0])}"))
            if others:
                faults.append((file, "twice", line, f"{name} stands in {name_of(others[0])} too"))
            others.append(file)
    for file in sources:
        for name, line in tables[file][0].items():
            if name not in places:
                faults.append((file, "unseen", line, f"{name} stands in no header and is not static"))
        for name, line in tables[file][1].items():
            faults.append((file, "own", line, f"{name} is declared outside a header"))
    return faults, len(headers), len(places)


def main():
    faults, headers, prototypes = find_faults()
    return report("prototypes", faults, f"{prototypes} in {headers} headers") if prototypes else 1


if __name__ == "__main__":
    sys.exit(main())
