#!/usr/bin/env python3
"""The job `machines` of net_jobs.py: the same matches on several machines and compilers, which must end alike.

Each program is compiled of the sources as they are, and plays a whole match, server and clients, on a virtual clock.
Its last hash is over the states of all players. A machine that cannot be compiled for is left out, and named. Those of
other machines: apt-get install gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static.
"""
import concurrent.futures
import glob
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build/net_machines"
COLUMNS = ["machine", "level", "hash", "digests", "wrong", "states"]
COMMON = ["-std=c17", "-D_POSIX_C_SOURCE=200112L", "-ffp-contract=off", "-fno-math-errno", "-Iinclude", "-Isrc", "-I."]
GCC = ["-fexcess-precision=fast", "-fno-tree-vectorize"]
# name, compiler, flags, what runs it. s390x has its bytes the other way round
MACHINES = [("gcc -O2", "gcc", [*GCC, "-O2"], []),
            ("s390x -O2", "s390x-linux-gnu-gcc", [*GCC, "-O2", "-static"], ["qemu-s390x-static"]),
            ("gcc -O0", "gcc", [*GCC, "-O0"], []), ("clang -O3", "clang", ["-O3"], [])]
LEVELS = ["levels/zoo/knot_movers.json", "levels/zoo/turntable.json", "levels/zoo/lift.json"]
LEFT_OUT = re.compile(r"scene/(mesh|mesh_[a-z0-9]*|gltf_[a-z]*|inflate|zip_entry|navigation|read_file|join|serve|serve_[a-z]*)\.c$")
KEPT = {"scene/read_file.c", "scene/mesh_data.c", "scene/mesh_units.c", "scene/mesh_file.c"}


def sources():
    """The library, a folder as one source, and the scenario's reader and the match, without mesh files, sockets and paths."""
    folders = {}
    for name in sorted(glob.glob("src/*/*.c", root_dir=ROOT) + glob.glob("src/*/*/*.c", root_dir=ROOT)):
        if not name.startswith("src/ability/"):  # each with its own `run`, `start`, `fields`
            folders.setdefault(str(Path(name).parent), []).append(name)
    OUT.mkdir(parents=True, exist_ok=True)
    for folder, names in folders.items():
        (OUT / (folder.replace("/", "_") + ".c")).write_text("".join(f'#include "{name}"\n' for name in names))
    scene = [name for name in sorted(glob.glob("scene/*.c", root_dir=ROOT)) if name in KEPT or not LEFT_OUT.match(name)]
    united = [f"{OUT}/{folder.replace('/', '_')}.c" for folder in folders]
    return [*united, *sorted(glob.glob("src/ability/*.c", root_dir=ROOT)), *scene, "tests/net/program/machine.c"]


def compile_for(name, compiler, flags, jobs):
    """Returns the program; None: it cannot be compiled."""
    folder = OUT / re.sub(r"\W+", "_", name)
    folder.mkdir(parents=True, exist_ok=True)
    header = subprocess.run(["pkg-config", "--variable=includedir", "libcjson"], capture_output=True, text=True, check=False)
    (OUT / "cjson").mkdir(exist_ok=True)
    shutil.copy(header.stdout.strip() + "/cjson/cJSON.h", OUT / "cjson")

    def one(source):
        to = folder / (source.removeprefix(f"{OUT}/").replace("/", "_") + ".o")
        return to, subprocess.run([compiler, *COMMON, *flags, f"-I{OUT}", "-c", source, "-o", str(to)], cwd=ROOT, check=False).returncode

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(one, sources()))
    if any(status for _, status in objects):
        return None
    program = folder / "machine"
    words = [compiler, *flags, *(str(to) for to, _ in objects), "-o", str(program), "-lm", "-lpthread"]
    return program if subprocess.run(words, cwd=ROOT, check=False).returncode == 0 else None


def rows(seconds, jobs=2):
    """Yields each match as cells and faults."""
    ends = {}
    for name, compiler, flags, runner in MACHINES:
        missing = next((word for word in [compiler, *runner] if shutil.which(word) is None), None)
        if missing:
            print(f"{name}: left out, there is no {missing}", flush=True)
            continue
        program = compile_for(name, compiler, flags, jobs)
        if program is None:
            yield [name], ["it cannot be compiled"]
            continue
        for level in LEVELS:
            done = subprocess.run([*runner, str(program), level, "8", str(seconds)], cwd=ROOT, capture_output=True, text=True, check=False)
            cells = done.stdout.split()
            if len(cells) != 5:
                yield [name, Path(level).stem[:11]], [done.stderr.strip() or "it ended early"]
                continue
            first = ends.setdefault(level, cells)
            faults = [] if cells == first else [f"{MACHINES[0][0]} ends in {' '.join(first)}"]
            faults += [f"{cells[2]} digests, {cells[3]} states"] if cells[2] != "0" or cells[3] != "0" else []
            yield [name, Path(level).stem[:11], cells[0], *cells[1:4]], faults
