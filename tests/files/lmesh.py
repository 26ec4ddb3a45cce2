"""Reads .lmesh, lope's own mesh file; its layout stands in scene/mesh_file.h."""
import struct

from shape import Mesh


def read(path):
    data = path.read_bytes()
    _, points, count = struct.unpack_from("<3I", data, 8)
    numbers = struct.unpack_from(f"<{3 * points}f", data, 32)
    indices = struct.unpack_from(f"<{3 * count}I", data, 32 + 12 * points)
    return Mesh(list(zip(*[iter(numbers)] * 3)), [list(t) for t in zip(*[iter(indices)] * 3)])
