#!/usr/bin/env python3
"""Checks who calls whom: no circles of calls, neither of files nor of folders, in src and in scene.

Reads the symbols of a build's objects with `nm`: a file calls another when it uses a function or a table which that one
defines. Calls through pointers do not count. A set of files each of which reaches all the others is a circle.

Circles that are still allowed stand in scripts/allowed/calls.txt, one a line. That list may only shrink: exits with
status 1 when a circle is found that is not within a line of it, and when a line has more members than are found.

    scripts/check_calls.py [BUILD]          checks the objects of BUILD, by default build/apart, in which each source is an object:
                                            cmake -B build/apart -DLOPE_UNITE=OFF && cmake --build build/apart --target lope_scene
    scripts/check_calls.py --why [BUILD]    prints besides, for each circle, the names behind each call
    scripts/check_calls.py --shrink [BUILD] writes the list down to what is found; refuses when that would let it grow
"""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "scripts" / "allowed" / "calls.txt"
TARGETS = ["lope.dir/src", "lope_scene.dir/scene"]
HEAD = "# Circles of calls that are still there, one a line. See scripts/check_calls.py; the list may only shrink.\n"


def objects(build):
    """The object files of the library and of scene, by the path of their source without its ending."""
    found = {}
    for target in TARGETS:
        folder = build / "CMakeFiles" / target
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".o", ".obj"):
                source = file.relative_to(folder.parent).with_suffix("").as_posix()
                if (ROOT / source).is_file():  # not what is left of a file that was moved
                    found[source] = file
    return found


def symbols(file):
    """The names that an object defines for others, and those that it takes from others."""
    nm = os.environ.get("NM", "nm")
    text = subprocess.run([nm, "-P", file], capture_output=True, text=True, check=True).stdout
    defined, used = set(), set()
    for line in text.splitlines():
        name, kind = line.split()[:2]
        if kind in "TDRBSC":
            defined.add(name)
        elif kind in "Uw":
            used.add(name)
    return defined, used


def calls(build):
    """For each source, the sources that it calls and the names by which it does."""
    table = {source: symbols(file) for source, file in objects(build).items()}
    owner = {name: source for source, (defined, _) in table.items() for name in defined}
    graph = {source: {} for source in table}
    for source, (_, used) in table.items():
        for name in sorted(used):
            other = owner.get(name, source)
            if other != source:
                graph[source].setdefault(other, []).append(name)
    return graph


def folders(graph):
    """The same between folders."""
    result = {}
    for source, targets in graph.items():
        here = source.rsplit("/", 1)[0]
        row = result.setdefault(here, {})
        for other, names in targets.items():
            there = other.rsplit("/", 1)[0]
            if there != here:
                row.setdefault(there, []).extend(f"{source.rsplit('/', 1)[1]}: {name}" for name in names)
    return result


def reached(graph, start):
    seen, waiting = set(), [start]
    while waiting:
        for other in graph.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def circles(graph):
    """The sets of more than one node in which each reaches all, largest first."""
    reach = {node: reached(graph, node) for node in graph}
    sets = {frozenset(other for other in reach[node] if node in reach[other]) for node in graph if node in reach[node]}
    return sorted((sorted(members) for members in sets if len(members) > 1), key=lambda members: (-len(members), members))


def read_allowed():
    lines = ALLOWED.read_text(encoding="utf-8").splitlines() if ALLOWED.is_file() else []
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]


def explain(graph, circle):
    for node in circle:
        for other in circle:
            if other in graph[node]:
                print(f"    {node} -> {other}: {', '.join(sorted(set(graph[node][other])))}")


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    build = Path(arguments[0]) if arguments else ROOT / "build" / "apart"
    files = calls(build)
    missing = [path for path in sorted((ROOT / "src").rglob("*.c")) if path.relative_to(ROOT).as_posix() not in files]
    if missing:
        print(f"calls: {build} has no object of {missing[0].relative_to(ROOT)}; build with each source apart:\n"
              f"    cmake -B {build} -DLOPE_UNITE=OFF && cmake --build {build} --target lope_scene")
        return 1
    found = [(graph, circle) for graph in (files, folders(files)) for circle in circles(graph)]
    allowed = read_allowed()
    faults = 0
    for graph, circle in found:
        within = any(set(circle) <= set(line) for line in allowed)
        if not within:
            faults += 1
        if not within or "--why" in sys.argv:
            print(f"circle of {len(circle)}{'' if within else ', not allowed'}: {' '.join(circle)}")
            explain(graph, circle)
    if "--shrink" in sys.argv and not faults:
        ALLOWED.write_text(HEAD + "".join(" ".join(circle) + "\n" for _, circle in found), encoding="utf-8")
        allowed = read_allowed()
    for line in allowed:
        if sorted(line) not in [circle for _, circle in found]:
            faults += 1
            print(f"allowed, but gone or smaller by now; scripts/check_calls.py --shrink takes it out: {' '.join(line)}")
    count = sum(len(row) for row in files.values())
    print(f"calls: {len(files)} files, {count} calls between them, {len(found)} circles, {len(allowed)} allowed, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
