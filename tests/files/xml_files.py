""".dae and .3mf: formats of XML, one of them in a zip."""
import io
import zipfile

import shape
from made import reads, refuses
from shape import level, parts


def numbers(values):
    return " ".join(f"{v:g}" for v in values)


# ---- COLLADA ----------------------------------------------------------------------------------------------------------------

def faces_of(mesh, kind):
    if kind == "triangles":
        sides = shape.triangles(mesh)
        return f'<triangles count="{len(sides)}"><input semantic="VERTEX" source="#{{0}}-v" offset="0"/><p>{numbers(i for t in sides for i in t)}</p></triangles>'
    if kind == "polygons":
        inner = "".join(f"<p>{numbers(f)}</p>" for f in mesh.faces)
        return f'<polygons count="{len(mesh.faces)}"><input semantic="VERTEX" source="#{{0}}-v" offset="0"/>{inner}</polygons>'
    return (f'<polylist count="{len(mesh.faces)}"><input semantic="VERTEX" source="#{{0}}-v" offset="0"/>'
            f"<vcount>{numbers(len(f) for f in mesh.faces)}</vcount><p>{numbers(i for f in mesh.faces for i in f)}</p></polylist>")


def dae_geometry(name, mesh, kind="polylist"):
    values = [c for p in mesh.points for c in p]
    return (f'<geometry id="{name}" name="{name}"><mesh><source id="{name}-s"><float_array id="{name}-a" count="{len(values)}">{numbers(values)}'
            f'</float_array><technique_common><accessor source="#{name}-a" count="{len(mesh.points)}" stride="3"><param name="X" type="float"/>'
            '<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>'
            f'<vertices id="{name}-v"><input semantic="POSITION" source="#{name}-s"/></vertices>{faces_of(mesh, kind).format(name)}</mesh></geometry>')


def dae(geometries, nodes, unit='<unit name="meter" meter="1"/>', up="Y_UP", more=""):
    axis = f"<up_axis>{up}</up_axis>" if up else ""
    return ('<?xml version="1.0" encoding="utf-8"?>\n<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">'
            f"<asset>{unit}{axis}</asset><library_geometries>{''.join(geometries)}</library_geometries>{more}<library_visual_scenes>"
            f'<visual_scene id="scene">{"".join(nodes)}</visual_scene></library_visual_scenes>'
            '<scene><instance_visual_scene url="#scene"/></scene></COLLADA>\n')


def dae_node(name, place="", url=None):
    return f'<node id="{name}-n" name="{name}">{place}<instance_geometry url="#{url or name}"/></node>'


def dae_level(kind="polylist", put=lambda p: p, **more):
    return dae([dae_geometry(name, shape.turned(mesh, put), kind) for name, mesh in parts()], [dae_node(name) for name, _ in parts()], **more)


def dae_placed():
    """One unit cube, three times: a matrix, a translation with a scale, a node that is instanced."""
    cube = dae_geometry("cube", shape.box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)))
    stored = ('<library_nodes><node id="stored"><scale>2 0.25 2</scale><instance_geometry url="#cube"/></node></library_nodes>')
    return dae([cube], [dae_node("floor", "<matrix>20 0 0 2 0 1 0 -0.5 0 0 10 -1 0 0 0 1</matrix>", "cube"),
                        dae_node("tower", "<translate>10 1.25 -4</translate><rotate>0 1 0 90</rotate><scale>2 2.5 2</scale>", "cube"),
                        '<node id="step-n"><translate>-5 0.125 2</translate><instance_node url="#stored"/></node>'], more=stored)


def dae_files():
    yield reads("polylist.dae", dae_level())
    yield reads("triangles.dae", dae_level("triangles"))
    yield reads("polygons.dae", dae_level("polygons"))
    yield reads("crlf.dae", dae_level().replace("><", ">\r\n<"))
    yield reads("byte-order-mark.dae", "\ufeff" + dae_level())
    yield reads("centimetres.dae", dae_level(put=shape.scaled(100), unit='<unit name="centimeter" meter="0.01"/>'))
    yield reads("inches.dae", dae_level(put=shape.scaled(1 / 0.0254), unit='<unit name="inch" meter="0.0254"/>'), tolerance=1e-4)
    yield reads("no-unit.dae", dae_level(unit="", up=None))
    yield reads("z-up.dae", dae_level(put=shape.to_z_up, up="Z_UP"))
    yield reads("x-up.dae", dae_level(put=shape.to_x_up, up="X_UP"))
    yield reads("z-up-centimetres.dae", dae_level(put=lambda p: shape.scaled(100)(shape.to_z_up(p)), up="Z_UP",
                                                  unit='<unit name="centimeter" meter="0.01"/>'))
    yield reads("placed.dae", dae_placed())
    yield refuses("cut.dae", dae_level()[:1500])
    yield reads("entity.dae", dae_level().replace("<mesh>", "<mesh>&nothing;", 1), either=True)
    yield refuses("nan.dae", dae_level().replace("-8 ", "nan ", 1))
    yield refuses("bad-index.dae", dae_level().replace("0 1 3 2 ", "0 1 3 99 ", 1))
    yield refuses("no-geometry.dae", dae([], []))


# ---- 3MF --------------------------------------------------------------------------------------------------------------------

KIND = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"


def threemf_object(number, mesh):
    points = "".join(f'<vertex x="{x:g}" y="{y:g}" z="{z:g}"/>' for x, y, z in mesh.points)
    sides = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in shape.triangles(mesh))
    return f'<object id="{number}" type="model"><mesh><vertices>{points}</vertices><triangles>{sides}</triangles></mesh></object>'


def threemf(objects, items, unit="meter", method=zipfile.ZIP_DEFLATED):
    stated = f' unit="{unit}"' if unit else ""
    model = (f'<?xml version="1.0" encoding="UTF-8"?>\n<model{stated} xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
             f"<resources>{''.join(objects)}</resources><build>{''.join(items)}</build></model>")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as package:
        package.writestr("[Content_Types].xml", '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                         '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                         '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>')
        package.writestr("_rels/.rels", '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
                         f'<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="{KIND}"/></Relationships>')
        package.writestr("3D/3dmodel.model", model)
    return file.getvalue()


def threemf_level(put=lambda p: p, **more):
    meshes = [shape.turned(mesh, put) for _, mesh in parts()]
    return threemf([threemf_object(k + 1, mesh) for k, mesh in enumerate(meshes)], [f'<item objectid="{k + 1}"/>' for k in range(3)], **more)


def threemf_placed():
    """One unit cube, three times."""
    places = ("20 0 0 0 1 0 0 0 10 2 -0.5 -1", "2 0 0 0 2.5 0 0 0 2 10 1.25 -4", "2 0 0 0 0.25 0 0 0 2 -5 0.125 2")
    return threemf([threemf_object(1, shape.box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)))], [f'<item objectid="1" transform="{p}"/>' for p in places])


def threemf_components():
    """An object that is put together from two others."""
    meshes = [mesh for _, mesh in parts()]
    objects = [threemf_object(k + 1, mesh) for k, mesh in enumerate(meshes)]
    objects.append('<object id="9" type="model"><components><component objectid="1"/><component objectid="2"/></components></object>')
    return threemf(objects, ['<item objectid="9"/>', '<item objectid="3"/>'])


def threemf_files():
    whole = threemf_level()
    yield reads("metres.3mf", whole)
    yield reads("stored.3mf", threemf_level(method=zipfile.ZIP_STORED))
    yield reads("millimetres.3mf", threemf_level(lambda p: shape.scaled(1000)(shape.to_z_up(p)), unit="millimeter"),
                options=("--up", "z"))
    for unit, metres in (("micron", 1e-6), ("millimeter", 1e-3), ("centimeter", 1e-2), ("inch", 0.0254), ("foot", 0.3048)):
        yield reads(f"unit-{unit}.3mf", threemf_level(shape.scaled(1 / metres), unit=unit), tolerance=1e-4)
    yield reads("no-unit.3mf", threemf_level(shape.scaled(1000), unit=None), tolerance=1e-4)
    yield reads("rescaled.3mf", threemf_level(shape.scaled(100), unit="meter"), options=("--scale", "0.01"), tolerance=1e-4)
    yield refuses("unit-parsec.3mf", threemf_level(unit="parsec"))
    yield reads("placed.3mf", threemf_placed(), either=True)
    yield reads("components.3mf", threemf_components(), either=True)
    yield refuses("cut.3mf", whole[:700])
    yield refuses("no-zip.3mf", "this is no zip")
    yield refuses("empty-zip.3mf", b"PK\5\6" + b"\0" * 18)
    yield refuses("nan.3mf", threemf_level(lambda p: (float("nan"), p[1], p[2])))


def files():
    yield from dae_files()
    yield from threemf_files()
