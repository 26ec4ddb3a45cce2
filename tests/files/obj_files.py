""".obj in the forms in which programs write it."""
import shape
from made import reads, refuses
from shape import level, parts


def number(value):
    return f"{value:.6f}"


def points_of(mesh, form=number, more=""):
    return [f"v {' '.join(form(c) for c in p)}{more}" for p in mesh.points]


def text(lines, end="\n"):
    return end.join(lines) + end


def plain(**more):
    mesh = level()
    return points_of(mesh, **more) + [f"f {' '.join(str(i + 1) for i in face)}" for face in mesh.faces]


def negative():
    lines = []
    for _, mesh in parts():
        lines += points_of(mesh) + [f"f {' '.join(str(i - len(mesh.points)) for i in face)}" for face in mesh.faces]
    return lines


def whole_forms():
    """v/vt/vn, v//vn, v/vt; objects, groups, materials, smoothing; a library that is not there."""
    lines, base = ["# made", "mtllib not_there.mtl"], 1
    for k, (name, mesh) in enumerate(parts()):
        lines += [f"o {name}", f"g {name} all", f"usemtl material {k}", "s off" if k else "s 1"]
        lines += points_of(mesh) + ["vt 0.5 0.5", "vn 0 1 0"]
        corner = ("{0}/{1}/{1}", "{0}//{1}", "{0}/{1}")[k]
        lines += ["f " + " ".join(corner.format(base + i, k + 1) for i in face) for face in mesh.faces]
        base += 8
    return lines


def in_triangles():
    mesh = level()
    return points_of(mesh) + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in shape.triangles(mesh)]


def with_polygons():
    """A floor of one polygon of eight corners, of which five lie on edges, and its walls as quads."""
    ring = [(-8, -6), (-8, -1), (-8, 4), (0, 4), (12, 4), (12, 0), (12, -6), (5, -6)]
    points = [(x, y, z) for y in (0, -1) for x, z in ring]
    faces = [list(range(8)), list(range(15, 7, -1))] + [[k, 8 + k, 8 + (k + 1) % 8, (k + 1) % 8] for k in range(8)]
    mesh = shape.joined([shape.Mesh(points, faces), *(m for name, m in parts() if name != "floor")])
    return points_of(mesh) + [f"f {' '.join(str(i + 1) for i in face)}" for face in mesh.faces]


def concave_polygon():
    """A floor shaped like an L, as one polygon: a fan from its first corner would leave it."""
    ring = [(12, 4), (12, -6), (-8, -6), (-8, -2), (2, -2), (2, 4)]
    points = [(x, y, z) for y in (0, -1) for x, z in ring]
    faces = [list(range(6)), list(range(11, 5, -1))] + [[k, 6 + k, 6 + (k + 1) % 6, (k + 1) % 6] for k in range(6)]
    lines = points_of(shape.Mesh(points, faces)) + [f"f {' '.join(str(i + 1) for i in face)}" for face in faces]
    halves = shape.joined([shape.box((-8, -1, -6), (2, 0, -2)), shape.box((2, -1, -6), (12, 0, 4))])
    return text(lines), halves


def files():
    lines = plain()
    l_shape, halves = concave_polygon()
    yield reads("plain.obj", text(lines))
    yield reads("crlf.obj", text(lines, "\r\n"))
    yield reads("cr.obj", text(lines, "\r"), either=True)
    yield reads("no-end-of-line.obj", text(lines)[:-1])
    yield reads("byte-order-mark.obj", "\ufeff" + text(lines))
    yield refuses("utf-16-le.obj", ("\ufeff" + text(lines)).encode("utf-16-le"), "UTF-16")
    yield refuses("utf-16-be.obj", ("\ufeff" + text(lines)).encode("utf-16-be"), "UTF-16")
    yield reads("negative.obj", text(negative()))
    yield reads("forms.obj", text(whole_forms()))
    yield reads("triangles.obj", text(in_triangles()))
    yield reads("polygons.obj", text(with_polygons()))
    yield reads("concave.obj", l_shape, of=halves)
    yield reads("exponents.obj", text(plain(form=lambda c: f"{c:.7e}".upper())))
    yield reads("no-leading-zero.obj", text(plain(form=lambda c: f"{c:.2f}".replace("0.", ".", 1) if abs(c) < 1 else f"{c:.2f}")))
    yield reads("colours.obj", text(plain(more=" 0.5 0.25 1")))
    yield reads("weights.obj", text(plain(more=" 1.0")))
    yield reads("tabs-and-spaces.obj", text([line.replace(" ", "\t  ") + "  " for line in lines]))
    yield reads("comments-behind.obj", text([line + " # here" for line in lines]), either=True)
    yield reads("blank-lines.obj", text(["", "#", *lines, "", ""]))
    yield reads("points-and-lines.obj", text([*lines, "p 1 2", "l 1 2 3"]))
    yield reads("not-used-points.obj", text(["v 900 900 900", *negative()]))
    yield reads("names.obj", text(["o Boden größer 床", *lines]))
    yield reads("UPPER.OBJ", text(lines))
    yield reads("a name with spaces.obj", text(lines))
    yield reads("two.points.obj", text(lines))
    yield reads("z-up.obj", text(points_of(shape.turned(level(), shape.to_z_up)) + lines[24:]), options=("--up", "z"))
    yield reads("x-up.obj", text(points_of(shape.turned(level(), shape.to_x_up)) + lines[24:]), options=("--up", "x"))
    yield reads("centimetres.obj", text(points_of(shape.turned(level(), shape.scaled(100))) + lines[24:]), options=("--scale", "0.01"))
    yield reads("far-away.obj", text(points_of(shape.turned(level(), lambda p: (p[0] + 1e5, p[1], p[2] - 1e5))) + lines[24:]),
                of=shape.turned(level(), lambda p: (p[0] + 1e5, p[1], p[2] - 1e5)), tolerance=1e-3)
    yield reads("twice.obj", text(lines + lines[24:]), of=shape.Mesh(level().points, level().faces * 2))
    yield reads("three-at-an-edge.obj", text([*lines, "v 0 3 0", "f 1 2 25"]), of=shape.Mesh([*level().points, (0, 3, 0)], [*level().faces, [0, 1, 24]]))
    yield reads("some-degenerate.obj", text([*lines, "f 1 1 2", "f 3 3 3"]))
    yield refuses("all-degenerate.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "degenerate")
    yield refuses("nan.obj", text(["v nan 0 0", *lines[1:]]), "nan", "expected a finite number")
    yield refuses("infinite.obj", text(["v 0 inf 0", *lines[1:]]), "inf", "expected a finite number")
    yield refuses("huge.obj", text(["v 1e300 0 0", *lines[1:]]), "1e300")
    yield refuses("huge-float.obj", text(["v 1e30 0 0", *lines[1:]]), "1e9")
    yield refuses("bad-index.obj", text([*lines, "f 1 2 99"]), "99", "1 to 24")
    yield refuses("index-0.obj", text([*lines, "f 0 1 2"]), "found 0")
    yield refuses("negative-too-far.obj", text([*lines, "f -1 -2 -99"]), "-99")
    yield refuses("huge-index.obj", text([*lines, "f 1 2 99999999999999999999"]), "9999")
    yield reads("two-corners.obj", text([*lines, "f 1 2"]))
    yield refuses("words.obj", text([*lines[:3], "v one two three", *lines[4:]]), "one")
    yield refuses("points-alone.obj", text(lines[:24]), "no triangles")
    yield refuses("cut-in-a-number.obj", text(lines)[:len(text(lines[:10])) + 4])
