"""The level that every made file holds: three boxes, alike along no axis, so that an axis, a unit or a sign that is lost shows.

Its faces are quads, counter-clockwise from outside. y is up, the unit is the metre.
"""
from typing import NamedTuple

QUADS = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
BOXES = (("floor", (-8, -1, -6), (12, 0, 4)), ("tower", (9, 0, -5), (11, 2.5, -3)), ("step", (-6, 0, 1), (-4, 0.25, 3)))


class Mesh(NamedTuple):
    points: list  # (x, y, z)
    faces: list  # corners of each


class Measure(NamedTuple):
    """What is compared: corners of the bounding box, and the volume inside, which is negative where faces are turned inside out."""
    low: tuple
    high: tuple
    volume: float


def box(low, high):
    points = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    return Mesh(points, [list(q) for q in QUADS])


def parts():
    """Name and mesh of each box."""
    return [(name, box(low, high)) for name, low, high in BOXES]


def joined(meshes):
    points, faces = [], []
    for mesh in meshes:
        faces += [[len(points) + i for i in face] for face in mesh.faces]
        points += mesh.points
    return Mesh(points, faces)


def level():
    return joined(mesh for _, mesh in parts())


def triangles(mesh):
    """The corners' numbers of every triangle; a polygon is a fan."""
    return [(face[0], face[k], face[k + 1]) for face in mesh.faces for k in range(1, len(face) - 1)]


def turned(mesh, put):
    """The mesh with every point where `put` puts it."""
    return Mesh([put(p) for p in mesh.points], mesh.faces)


def to_z_up(p):
    return (p[0], -p[2], p[1])


def to_x_up(p):
    return (p[1], -p[0], p[2])


def scaled(by):
    return lambda p: tuple(c * by for c in p)


def measure(mesh):
    used = [mesh.points[i] for face in mesh.faces for i in face]
    low, high = (tuple(pick(p[k] for p in used) for k in range(3)) for pick in (min, max))
    volume = 0.0
    for t in triangles(mesh):
        a, b, c = (mesh.points[i] for i in t)
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
    return Measure(low, high, volume)


def differs(found, right, tolerance):
    """The first difference in words, or None. `tolerance` is a share of the size."""
    size = max(h - l for l, h in zip(right.low, right.high))
    for k in range(3):
        for word, a, b in (("from", found.low[k], right.low[k]), ("to", found.high[k], right.high[k])):
            if not abs(a - b) <= tolerance * size:
                return f"{word} {'xyz'[k]} {a:.6g}, is {b:.6g}"
    if right.volume and not abs(found.volume - right.volume) <= 6 * tolerance * size * size * size:
        return f"volume {found.volume:.6g}, is {right.volume:.6g}"
    return None
