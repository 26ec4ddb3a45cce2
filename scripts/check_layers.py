#!/usr/bin/env python3
"""Checks who includes whom: a file of the library includes only files of its own floor or below, and of the outside
world only the C library. Scene, tools and bench see the library through its public headers alone. Tests may look anywhere.

The floors are those of the house: base, shape, level, motion, character, ability, control and record and net, world.
Prints each breach as file:line and exits with status 1 when there is one.
"""
import re
import sys
from pathlib import Path

# From the bottom up. A folder of motion or character has a floor of its own; folders in one line stand side by side.
HOUSE = [
    ["base"],
    ["shape"],
    ["level"],
    ["motion/nearby", "motion/velocity"],
    ["motion/query"],
    ["motion/floor", "motion/moving"],
    ["motion/step"],
    ["character/state", "character/tuning"],
    ["character/tick", "mover"],
    ["character/base", "character/size", "character/extension"],
    ["character/depenetration", "character/transition"],
    ["character/jump", "character/volume"],
    ["character/modes", "character/forces", "character/orientation", "character/abilities"],
    ["character/run"],
    ["character/layers"],
    ["character/move"],
    ["ability", "animation"],
    ["control", "record", "net"],
    ["world"],
]
FLOORS = {folder: floor for floor, folders in enumerate(HOUSE) for folder in folders}
TOP = len(HOUSE)

# The floor of a public header is that of the lowest folder which defines something that it declares; move.h declares
# lope_nearby, which is motion's.
PUBLIC = {name: FLOORS[folder] for folder, names in {
    "base": ["base.h", "convert.h", "curve.h", "field.h", "vec.h"],
    "shape": ["shape.h"],
    "level": ["layer.h", "other.h", "surroundings.h", "body.h", "level.h", "level_view.h"],
    "motion/nearby": ["ability.h", "mode.h", "tuning.h", "moveset.h", "move.h", "query.h", "input.h", "requests.h", "tick.h",
                      "report.h", "probe.h", "record.h", "state.h", "surroundings_check.h", "velocity_law.h"],
    "character/state": ["save.h"],
    "character/tick": ["mover.h", "projectile.h"],
    "character/forces": ["forces.h"],
    "character/move": ["predict.h"],
    "ability": ["air_strafe.h", "climb.h", "corner_help.h", "dash.h", "glide.h", "ladder.h", "ledge_hang.h", "mantle.h", "prone.h",
                "roll.h", "rope.h", "runner.h", "slide.h", "sprint.h", "vault.h", "wall_jump.h",
                "wall_run.h", "wall_slide.h", "zipline.h"],
    "animation": ["animation.h"],
    "control": ["avoidance.h", "camera.h", "camera_rig.h", "spring_arm.h", "controller.h", "lock_on.h", "look.h", "path.h",
                "follow.h", "nav_agent.h", "explain.h", "draw.h"],
    "net": ["command.h", "net.h", "net_arrival.h", "net_client.h", "net_link.h", "net_server.h"],
    "world": ["abi.h", "character.h", "net_world.h", "rerun.h", "world.h"],
}.items() for name in names}
PUBLIC["lope.h"] = TOP

C17 = {"assert.h", "complex.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "iso646.h", "limits.h",
       "locale.h", "math.h", "setjmp.h", "signal.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h",
       "stdint.h", "stdio.h", "stdlib.h", "stdnoreturn.h", "string.h", "tgmath.h", "threads.h", "time.h", "uchar.h",
       "wchar.h", "wctype.h"}
# Only behind #if, with a twin in plain C17.
GUARDED = {"src/world/threads.c": {"pthread.h", "sched.h"}, "src/base/memory.c": {"sys/mman.h"},
           "src/base/simd_config.h": {"avxintrin.h", "emmintrin.h", "immintrin.h", "smmintrin.h"}}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def floor_of(root, path):
    parts = path.relative_to(root).parts
    if parts[0] == "src":
        return FLOORS.get(parts[1], FLOORS.get("/".join(parts[1:3])))
    if parts[:2] == ("include", "lope"):
        return PUBLIC.get(parts[2])
    return None


def resolve(root, file, name):
    """The project file that an include means, or None."""
    for base in (file.parent, root / "src", root / "include", root):
        candidate = (base / name).resolve()
        if candidate.is_file() and root in candidate.parents:
            return candidate
    return None


def check_library_include(root, file, quote, name):
    here = floor_of(root, file)
    target = resolve(root, file, name) if quote == '"' or name.startswith("lope/") else None
    if target is None:
        relative = file.relative_to(root).as_posix()
        if quote == "<" and (name in C17 or name in GUARDED.get(relative, ())):
            return None
        return f"{name} is neither the library's own nor of the C library"
    there = floor_of(root, target)
    if there is None:
        return f"{name} stands outside the library"
    if there > here:
        return f"{name} is of floor {there}, above this file's floor {here}"
    return None


def check_outside_include(root, file, quote, name):
    target = resolve(root, file, name)
    if target is not None and target.relative_to(root).parts[0] == "src":
        return f"{name} is inside the library; only <lope/...> may be used here"
    return None


def main():
    root = Path(__file__).resolve().parent.parent
    faults, count = [], 0
    folders = [("src", check_library_include), ("include", check_library_include), ("scene", check_outside_include),
               ("tools", check_outside_include), ("bench", check_outside_include), ("docs", check_outside_include)]
    for folder, check in folders:
        for file in sorted((root / folder).rglob("*.[ch]")):
            if check is check_library_include and floor_of(root, file) is None:
                faults.append(f"{file.relative_to(root)}:1: stands on no floor; see {Path(__file__).name}")
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                found = INCLUDE.match(line)
                if found:
                    count += 1
                    fault = check(root, file, *found.groups())
                    if fault:
                        faults.append(f"{file.relative_to(root)}:{number}: {fault}")
    for fault in faults:
        print(fault)
    print(f"layers: {count} includes, {len(faults)} breaches")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
