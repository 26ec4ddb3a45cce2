"""Files that are no files of their kind: empty, cut off anywhere, with bytes changed, noise. Either they are refused, or what is
read is finite; nothing crashes and nothing hangs."""
import random
from typing import NamedTuple

SEED = 20261126
KINDS = (".obj", ".stl", ".ply", ".off", ".gltf", ".glb", ".fbx", ".dae", ".3mf", ".lmesh")
CUTS, CHANGES = 3, 3  # of each kind


class Hostile(NamedTuple):
    name: str
    content: bytes


def changed(content, dice):
    data = bytearray(content)
    for _ in range(dice.randint(1, 12)):
        data[dice.randrange(len(data))] = dice.choice((0, 32, 45, 57, 127, 255, dice.randrange(256)))
    return bytes(data)


def files(wholes):
    """wholes: files that are read, by their ending."""
    dice = random.Random(SEED)
    for kind in KINDS:
        yield Hostile("empty" + kind, b"")
        yield Hostile("one-byte" + kind, b"\0")
        yield Hostile("spaces" + kind, b" \r\n\t" * 50)
        yield Hostile("noise" + kind, dice.randbytes(5000))
        yield Hostile("zeros" + kind, bytes(3000))
        yield Hostile("one-long-line" + kind, b"v" * 100000)
        for k in range(CUTS if wholes.get(kind) else 0):
            content = dice.choice(wholes[kind])
            yield Hostile(f"cut-{k}{kind}", content[:dice.randrange(1, len(content))])
        for k in range(CHANGES if wholes.get(kind) else 0):
            yield Hostile(f"changed-{k}{kind}", changed(dice.choice(wholes[kind]), dice))
