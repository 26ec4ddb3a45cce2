""".fbx, as text and as bytes, in several units and with several axes up."""
import struct
import zlib

import shape
from made import reads, refuses
from shape import level, parts


class Long(int):
    """A number of 64 bits: what names an object. Other whole numbers have 32."""


class Node:
    """A record of the format: a name, values, records inside."""

    def __init__(self, name, *values, inside=()):
        self.name, self.values, self.inside = name, values, list(inside)


def property70(name, kind, label, *values):
    return Node("P", name, kind, label, "", *values)


def settings(unit, axes):
    """unit: centimetres in one. axes: numbers and signs of up, front and right."""
    named = zip(("UpAxis", "UpAxisSign", "FrontAxis", "FrontAxisSign", "CoordAxis", "CoordAxisSign"), axes)
    inside = [property70(name, "int", "Integer", value) for name, value in named]
    return Node("GlobalSettings", inside=[Node("Version", 1000), Node("Properties70", inside=[
        *inside, property70("UnitScaleFactor", "double", "Number", float(unit))])])


def geometry(number, name, mesh):
    points = [float(c) for p in mesh.points for c in p]
    corners = [i if k + 1 < len(face) else ~i for face in mesh.faces for k, i in enumerate(face)]
    return Node("Geometry", Long(number), ("Geometry", name), "Mesh",
                inside=[Node("Vertices", points), Node("PolygonVertexIndex", corners), Node("GeometryVersion", 124)])


def model(number, name, **placed):
    inside = [property70(f"Lcl {key.capitalize()}", f"Lcl {key.capitalize()}", "", *map(float, value)) for key, value in placed.items()]
    return Node("Model", Long(number), ("Model", name), "Mesh", inside=[Node("Version", 232), Node("Properties70", inside=inside)])


Y_UP, Z_UP = (1, 1, 2, 1, 0, 1), (2, 1, 1, -1, 0, 1)


def document(unit=100, axes=Y_UP, put=lambda p: p, place=None):
    """The level, each box a model of its own. `place` moves models: what it takes off the points, the model's translation gives."""
    objects, links = [], []
    for k, (name, mesh) in enumerate(parts()):
        mesh = shape.turned(mesh, put)
        shift = place[k] if place else (0, 0, 0)
        mesh = shape.turned(mesh, lambda p, shift=shift: tuple(a - b for a, b in zip(p, shift)))
        objects += [geometry(100 + k, name, mesh), model(200 + k, name, translation=shift, rotation=(0, 0, 0), scaling=(1, 1, 1))]
        links += [Node("C", "OO", Long(100 + k), Long(200 + k)), Node("C", "OO", Long(200 + k), Long(0))]
    return [Node("FBXHeaderExtension", inside=[Node("FBXHeaderVersion", 1003), Node("FBXVersion", 7400)]), settings(unit, axes),
            Node("Objects", inside=objects), Node("Connections", inside=links)]


# ---- as text ----------------------------------------------------------------------------------------------------------------

def said(value):
    if isinstance(value, tuple):
        return f'"{value[0]}::{value[1]}"'
    return f'"{value}"' if isinstance(value, str) else repr(value)


def lines_of(node, depth=0):
    pad = "\t" * depth
    if node.values and isinstance(node.values[0], list):
        yield f"{pad}{node.name}: *{len(node.values[0])} {{"
        yield f"{pad}\ta: {','.join(map(repr, node.values[0]))}"
        yield pad + "}"
        return
    head = f"{pad}{node.name}: {', '.join(map(said, node.values))}"
    if not node.inside:
        yield head
        return
    yield head + " {"
    for inner in node.inside:
        yield from lines_of(inner, depth + 1)
    yield pad + "}"


def text(nodes, end="\n"):
    lines = ["; FBX 7.4.0 project file"] + [line for node in nodes for line in lines_of(node)]
    return end.join(lines) + end


# ---- as bytes ---------------------------------------------------------------------------------------------------------------

def array(letter, form, values, packed):
    data = struct.pack(f"<{len(values)}{form}", *values)
    stored = zlib.compress(data) if packed else data
    return letter + struct.pack("<3I", len(values), int(packed), len(stored)) + stored


def value_bytes(value, packed):
    if isinstance(value, list):
        return array(b"d", "d", value, packed) if isinstance(value[0], float) else array(b"i", "i", value, packed)
    if isinstance(value, float):
        return b"D" + struct.pack("<d", value)
    if isinstance(value, Long):
        return b"L" + struct.pack("<q", value)
    if isinstance(value, int):
        return b"I" + struct.pack("<i", value)
    data = (value[1] + "\0\x01" + value[0]).encode() if isinstance(value, tuple) else value.encode()
    return b"S" + struct.pack("<I", len(data)) + data


def node_bytes(node, at, packed, wide):
    head = 25 if wide else 13
    values = b"".join(value_bytes(value, packed) for value in node.values)
    start = at + head + len(node.name) + len(values)
    inner = b""
    for child in node.inside:
        inner += node_bytes(child, start + len(inner), packed, wide)
    if node.inside:
        inner += b"\0" * head
    form = "<3Q" if wide else "<3I"
    return struct.pack(form, start + len(inner), len(node.values), len(values)) + bytes([len(node.name)]) + node.name.encode() + values + inner


def binary(nodes, packed=False, version=7400):
    data = b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", version)
    for node in nodes:
        data += node_bytes(node, len(data), packed, version >= 7500)
    return data + b"\0" * (25 if version >= 7500 else 13) + b"\0" * 160


def files():
    centimetres = shape.scaled(100)
    yield reads("metres.fbx", text(document()))
    yield reads("crlf.fbx", text(document(), "\r\n"))
    yield reads("centimetres.fbx", text(document(1, put=centimetres)))
    yield reads("millimetres.fbx", text(document(0.1, put=shape.scaled(1000))))
    yield reads("inches.fbx", text(document(2.54, put=shape.scaled(1 / 0.0254))), tolerance=1e-5)
    yield reads("placed.fbx", text(document(place=[(1, 2, 3), (-4, 5, 6), (7, -8, 9)])))
    yield reads("placed-centimetres.fbx", text(document(1, put=centimetres, place=[(100, 200, 300), (-400, 500, 600), (700, -800, 900)])))
    yield reads("z-up.fbx", text(document(axes=Z_UP, put=shape.to_z_up)))
    yield reads("z-up-centimetres.fbx", text(document(1, Z_UP, lambda p: centimetres(shape.to_z_up(p)))))
    yield reads("bytes.fbx", binary(document()))
    yield reads("bytes-packed.fbx", binary(document(), packed=True))
    yield reads("bytes-7500.fbx", binary(document(), packed=True, version=7500))
    yield reads("bytes-centimetres.fbx", binary(document(1, put=centimetres)))
    yield reads("bytes-z-up.fbx", binary(document(1, Z_UP, lambda p: centimetres(shape.to_z_up(p)))))
    yield reads("UPPER.FBX", binary(document(1, put=centimetres)))
    yield refuses("cut.fbx", binary(document())[:900])
    yield refuses("cut-text.fbx", text(document())[:700])
    yield refuses("nan.fbx", binary(document(put=lambda p: (float("nan"), p[1], p[2]))), "finite")
    yield refuses("no-models.fbx", text(document()[:2]))
