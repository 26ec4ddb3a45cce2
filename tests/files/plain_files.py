""".stl, .ply and .off: lists of points and faces in text and in bytes."""
import struct

import shape
from made import reads, refuses
from shape import level, parts


# ---- STL --------------------------------------------------------------------------------------------------------------------

def stl_text(mesh, name="level", end="\n"):
    lines = [f"solid {name}"]
    for t in shape.triangles(mesh):
        lines += ["  facet normal 0 0 0", "    outer loop"]
        lines += ["      vertex " + " ".join(f"{c:.6e}" for c in mesh.points[i]) for i in t]
        lines += ["    endloop", "  endfacet"]
    return end.join([*lines, f"endsolid {name}"]) + end


def stl_bytes(mesh, header=b"made", count=None, attribute=0):
    sides = shape.triangles(mesh)
    data = header.ljust(80, b"\0") + struct.pack("<I", len(sides) if count is None else count)
    for t in sides:
        data += struct.pack("<12fH", 0, 0, 0, *[c for i in t for c in mesh.points[i]], attribute)
    return data


def stl_files():
    mesh = level()
    yield reads("text.stl", stl_text(mesh))
    yield reads("text-crlf.stl", stl_text(mesh, end="\r\n"))
    yield reads("text-no-name.stl", stl_text(mesh, ""))
    yield reads("text-solids.stl", "".join(stl_text(part, name) for name, part in parts()))
    yield reads("bytes.stl", stl_bytes(mesh))
    yield reads("bytes-said-solid.stl", stl_bytes(mesh, b"solid level exported"))
    yield reads("bytes-colours.stl", stl_bytes(mesh, b"COLOR=\xff\x80\x00\xff", attribute=0x8123))
    yield reads("bytes-more-behind.stl", stl_bytes(mesh) + b"\0" * 13, either=True)
    yield refuses("bytes-cut.stl", stl_bytes(mesh)[:-70])
    yield refuses("bytes-many.stl", stl_bytes(mesh, count=2000000000))
    yield refuses("bytes-none.stl", stl_bytes(shape.Mesh([], [])))
    yield refuses("text-cut.stl", stl_text(mesh)[:1500])
    yield refuses("text-nan.stl", stl_text(mesh).replace("1.200000e+01", "nan", 1))
    yield refuses("bytes-nan.stl", stl_bytes(shape.Mesh([(float("nan"), 0, 0), *mesh.points[1:]], mesh.faces)), "finite")
    yield refuses("bytes-infinite.stl", stl_bytes(shape.Mesh([(float("inf"), 0, 0), *mesh.points[1:]], mesh.faces)), "finite")


# ---- PLY --------------------------------------------------------------------------------------------------------------------

def ply_header(form, mesh, kind="float", more="", faces=None, end="\n"):
    lines = ["ply", f"format {form} 1.0", "comment made", f"element vertex {len(mesh.points)}"]
    lines += [f"property {kind} {axis}" for axis in "xyz"] + ([more] if more else [])
    lines += [f"element face {len(faces if faces is not None else mesh.faces)}", "property list uchar int vertex_indices", "end_header"]
    return end.join(lines) + end


def ply_text(mesh, faces=None, end="\n", more="", value=""):
    faces = mesh.faces if faces is None else faces
    lines = [" ".join(f"{c:g}" for c in p) + value for p in mesh.points] + [f"{len(f)} " + " ".join(map(str, f)) for f in faces]
    return ply_header("ascii", mesh, more=more, faces=faces, end=end) + end.join(lines) + end


def ply_bytes(mesh, order, kind="float", more="", value=b""):
    data = ply_header("binary_little_endian" if order == "<" else "binary_big_endian", mesh, kind, more).encode()
    letter = "f" if kind == "float" else "d"
    data += b"".join(struct.pack(f"{order}3{letter}", *p) + value for p in mesh.points)
    return data + b"".join(struct.pack(f"{order}B{len(f)}i", len(f), *f) for f in mesh.faces)


def ply_files():
    mesh = level()
    colours = "property uchar red\nproperty uchar green\nproperty uchar blue"
    yield reads("text.ply", ply_text(mesh))
    yield reads("text-crlf.ply", ply_text(mesh, end="\r\n"))
    yield reads("text-colours.ply", ply_text(mesh, more=colours, value=" 255 0 9"))
    yield reads("text-triangles.ply", ply_text(mesh, shape.triangles(mesh)))
    yield reads("little.ply", ply_bytes(mesh, "<"))
    yield reads("big.ply", ply_bytes(mesh, ">"))
    yield reads("little-double.ply", ply_bytes(mesh, "<", "double"))
    yield reads("big-double.ply", ply_bytes(mesh, ">", "double"))
    yield reads("little-colours.ply", ply_bytes(mesh, "<", more=colours, value=b"\xff\0\x09"))
    yield refuses("cloud.ply", ply_text(mesh, []), "no triangles")
    yield refuses("cut-header.ply", ply_text(mesh)[:90], "cut off")
    yield refuses("cut-points.ply", ply_bytes(mesh, "<")[:-400], "cut off")
    yield refuses("cut-faces.ply", ply_bytes(mesh, "<")[:-9], "cut off")
    yield refuses("many.ply", ply_text(mesh).replace("element vertex 24", "element vertex 2000000000"))
    yield refuses("nan.ply", ply_text(mesh).replace("\n-8 ", "\nnan ", 1))
    yield refuses("bytes-nan.ply", ply_bytes(shape.Mesh([(float("nan"), 0, 0), *mesh.points[1:]], mesh.faces), "<"), "finite")
    yield refuses("bad-index.ply", ply_text(mesh, [[0, 1, 99], *mesh.faces]))


# ---- OFF --------------------------------------------------------------------------------------------------------------------

def off_text(mesh, head="OFF", end="\n", more=""):
    lines = [head, f"{len(mesh.points)} {len(mesh.faces)} 0", *(" ".join(f"{c:g}" for c in p) for p in mesh.points)]
    lines += [f"{len(f)} " + " ".join(map(str, f)) + more for f in mesh.faces]
    return end.join(lines) + end


def off_files():
    mesh = level()
    yield reads("plain.off", off_text(mesh))
    yield reads("crlf.off", off_text(mesh, end="\r\n"))
    yield reads("comment.off", off_text(mesh, "OFF\n# made"), either=True)
    yield reads("colours.off", off_text(mesh, more=" 255 0 0"))
    yield reads("one-line.off", off_text(mesh).replace("OFF\n", "OFF ", 1), either=True)
    yield refuses("cut.off", off_text(mesh)[:250], "cut off")
    yield refuses("many.off", off_text(mesh).replace("24 18 0", "99999999999 18 0"))
    yield refuses("bad-index.off", off_text(mesh).replace("4 0 1 3 2", "4 0 1 3 99"), "99")
    yield refuses("nan.off", off_text(mesh).replace("\n-8 ", "\nnan ", 1))


def files():
    yield from stl_files()
    yield from ply_files()
    yield from off_files()
