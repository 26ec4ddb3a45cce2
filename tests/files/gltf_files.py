""".gltf and .glb."""
import base64
import json
import math
import struct

import shape
from made import reads, refuses
from shape import level, parts

FLOAT, BYTE, SHORT, USHORT, UINT, UBYTE = 5126, 5120, 5122, 5123, 5125, 5121
LETTERS = {FLOAT: "f", BYTE: "b", SHORT: "h", USHORT: "H", UINT: "I", UBYTE: "B"}


class Scene:
    """A glTF document in the making, with its buffers."""

    def __init__(self):
        self.json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "meshes": [], "accessors": [],
                     "bufferViews": [], "buffers": []}
        self.data = [bytearray()]

    def view(self, data, buffer=0, stride=None):
        while len(self.data) <= buffer:
            self.data.append(bytearray())
        into = self.data[buffer]
        into.extend(b"\0" * (-len(into) % 4))
        made = {"buffer": buffer, "byteOffset": len(into), "byteLength": len(data)}
        if stride:
            made["byteStride"] = stride
        into.extend(data)
        self.json["bufferViews"].append(made)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, rows, kind, form, buffer=0, stride=None, **more):
        size = struct.calcsize("<" + LETTERS[kind]) * len(rows[0])
        data = b"".join(struct.pack(f"<{len(row)}{LETTERS[kind]}", *row) + b"\0" * ((stride or size) - size) for row in rows)
        made = {"bufferView": self.view(data, buffer, stride), "componentType": kind, "count": len(rows), "type": form, **more}
        if form == "VEC3":
            made["min"], made["max"] = ([pick(row[k] for row in rows) for k in range(3)] for pick in (min, max))
        self.json["accessors"].append(made)
        return len(self.json["accessors"]) - 1

    def mesh(self, points, indices, kind=USHORT, mode=None, buffer=0, stride=None):
        """indices None: the points in their order."""
        part = {"attributes": {"POSITION": self.accessor(points, FLOAT, "VEC3", buffer, stride)}}
        if indices is not None:
            part["indices"] = self.accessor([(i,) for i in indices], kind, "SCALAR", buffer)
        if mode is not None:
            part["mode"] = mode
        self.json["meshes"].append({"primitives": [part]})
        return len(self.json["meshes"]) - 1

    def node(self, root=True, **keys):
        self.json["nodes"].append(keys)
        number = len(self.json["nodes"]) - 1
        if root:
            self.json["scenes"][0]["nodes"].append(number)
        return number

    def require(self, name):
        self.json["extensionsUsed"] = self.json["extensionsRequired"] = [name]

    def embedded(self):
        self.json["buffers"] = [{"byteLength": len(d), "uri": "data:application/octet-stream;base64," + base64.b64encode(d).decode()}
                                for d in self.data]
        return json.dumps(self.json)

    def beside(self, name, buffers):
        """The document with its buffers in files of these names."""
        self.json["buffers"] = [{"byteLength": len(d), "uri": uri} for d, (uri, _) in zip(self.data, buffers)]
        return {name: json.dumps(self.json).encode(), **{file: bytes(d) for d, (_, file) in zip(self.data, buffers)}}

    def binary(self, more=b""):
        self.json["buffers"] = [{"byteLength": len(self.data[0])}]
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data[0]) + b"\0" * (-len(self.data[0]) % 4)
        chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data + more
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def flat(mesh):
    return [i for t in shape.triangles(mesh) for i in t]


def plain(kind=USHORT, **more):
    scene = Scene()
    for name, mesh in parts():
        scene.node(name=name, mesh=scene.mesh(mesh.points, flat(mesh), kind, **more))
    return scene


def in_order():
    """Without indices."""
    scene = Scene()
    for _, mesh in parts():
        scene.node(mesh=scene.mesh([mesh.points[i] for i in flat(mesh)], None))
    return scene


def faces_apart(mode):
    """Each quad by itself, as a strip (5) or a fan (6)."""
    scene = Scene()
    for _, mesh in parts():
        for a, b, c, d in mesh.faces:
            scene.node(mesh=scene.mesh([mesh.points[i] for i in ((a, b, d, c) if mode == 5 else (a, b, c, d))], None, mode=mode))
    return scene


def placed():
    """Every box is the same unit cube, placed by its node: a matrix, a translation with scale, and a turned child of a node."""
    scene, cube = Scene(), shape.box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5))
    unit = scene.mesh(cube.points, flat(cube))
    scene.node(mesh=unit, matrix=[20, 0, 0, 0, 0, 1, 0, 0, 0, 0, 10, 0, 2, -0.5, -1, 1])
    scene.node(mesh=unit, translation=[10, 1.25, -4], scale=[2, 2.5, 2])
    half = math.sqrt(0.5)  # a quarter about y
    child = scene.node(root=False, mesh=unit, translation=[0, 0.125, 0], scale=[2, 0.25, 2], rotation=[0, half, 0, half])
    scene.node(children=[child], translation=[-5, 0, 2])
    return scene


def mirrored():
    """Nodes of a negative scale: the faces must not come inside out."""
    scene = Scene()
    for _, mesh in parts():
        other = shape.turned(mesh, lambda p: (-p[0], p[1], p[2]))
        other = shape.Mesh(other.points, [face[::-1] for face in other.faces])
        scene.node(mesh=scene.mesh(other.points, flat(other)), scale=[-1, 1, 1])
    return scene


def quantized(kind, steps):
    scene = Scene()
    for _, mesh in parts():
        low = shape.measure(mesh).low
        size = max(h - l for l, h in zip(low, shape.measure(mesh).high))
        rows = [[round((p[k] - low[k]) / size * steps) for k in range(3)] for p in mesh.points]
        points = scene.accessor(rows, kind, "VEC3", stride=8 if kind in (SHORT, USHORT) else 4, normalized=True)
        index = scene.accessor([(i,) for i in flat(mesh)], USHORT, "SCALAR")
        scene.json["meshes"].append({"primitives": [{"attributes": {"POSITION": points}, "indices": index}]})
        scene.node(mesh=len(scene.json["meshes"]) - 1, translation=list(low), scale=[size] * 3)
    scene.require("KHR_mesh_quantization")
    return scene


def sparse():
    """The tower's points are wrong in the buffer; a sparse part sets them right."""
    scene = Scene()
    for name, mesh in parts():
        points = [(0, 0, 0)] * 8 if name == "tower" else mesh.points
        number = scene.mesh(points, flat(mesh))
        scene.node(mesh=number)
        if name == "tower":
            indices = scene.view(struct.pack("<8H", *range(8)))
            values = scene.view(b"".join(struct.pack("<3f", *p) for p in mesh.points))
            accessor = scene.json["accessors"][scene.json["meshes"][number]["primitives"][0]["attributes"]["POSITION"]]
            accessor.update(sparse={"count": 8, "indices": {"bufferView": indices, "componentType": USHORT}, "values": {"bufferView": values}})
    return scene


def instanced():
    """One box, three times by EXT_mesh_gpu_instancing."""
    scene = Scene()
    mesh = shape.box((-5, -1, -5), (5, 0, 5))
    places = [(0, 0, 0), (20, 1, 0), (0, 2, 30)]
    at = scene.accessor(places, FLOAT, "VEC3")
    scene.node(mesh=scene.mesh(mesh.points, flat(mesh)), extensions={"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": at}}})
    scene.require("EXT_mesh_gpu_instancing")
    all_three = shape.joined([shape.turned(mesh, lambda p, by=by: tuple(a + b for a, b in zip(p, by))) for by in places])
    return scene, all_three


def morphed():
    """Saved with its only target half in force."""
    scene, (_, mesh) = Scene(), parts()[0]
    number = scene.mesh(mesh.points, flat(mesh))
    target = scene.accessor([(0, 2.0 if p[1] < 0 else 0.0, 0) for p in mesh.points], FLOAT, "VEC3")
    scene.json["meshes"][number]["primitives"][0]["targets"] = [{"POSITION": target}]
    scene.json["meshes"][number]["weights"] = [0.25]
    scene.node(mesh=number)
    return scene, shape.box((-8, -0.5, -6), (12, 0, 4))


def second_scene():
    """The default scene is not the first, which holds something else."""
    scene = plain()
    other = shape.box((50, 50, 50), (51, 51, 51))
    scene.json["nodes"].append({"mesh": scene.mesh(other.points, flat(other))})
    scene.json["scenes"] = [{"nodes": [3]}, {"nodes": [0, 1, 2]}]
    scene.json["scene"] = 1
    return scene


def with_more():
    """Lines, points, cameras, lights, materials and textures that are not there: of no use to a level."""
    scene = plain()
    lines = scene.mesh([(90, 90, 90), (91, 91, 91)], None, mode=1)
    scene.node(mesh=lines)
    scene.node(camera=0)
    scene.json.update(cameras=[{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}], materials=[{"name": "stone"}],
                      extensionsUsed=["KHR_texture_basisu", "KHR_lights_punctual"], images=[{"uri": "not there.png"}],
                      textures=[{"source": 0}], extras={"made": True})
    scene.json["meshes"][0]["primitives"][0]["material"] = 0
    return scene


def two_buffers():
    scene = Scene()
    for k, (_, mesh) in enumerate(parts()):
        scene.node(mesh=scene.mesh(mesh.points, flat(mesh), buffer=k % 2))
    return scene


def deep(levels):
    """Nodes in each other, so many deep."""
    scene, mesh = Scene(), level()
    last = scene.node(root=False, mesh=scene.mesh(mesh.points, flat(mesh)))
    for k in range(levels):
        last = scene.node(root=k == levels - 1, children=[last])
    return scene


def broken(change):
    scene = plain()
    change(scene.json)
    return scene.embedded()


def with_points(change):
    """The level with one number of its points changed."""
    scene, mesh = Scene(), level()
    points = [change(p) if k == 0 else p for k, p in enumerate(mesh.points)]
    scene.node(mesh=scene.mesh(points, flat(mesh)))
    for accessor in scene.json["accessors"]:
        accessor.pop("min", None), accessor.pop("max", None)
    return scene.binary()


def broken_files():
    def at(key, number, **keys):
        return lambda j: j[key][number].update(keys)
    whole = plain().binary()
    yield refuses("index-too-large.gltf", broken(lambda j: j["accessors"][0].update(count=4)), "index")
    yield refuses("accessor-past-the-end.gltf", broken(at("accessors", 0, count=4000)))
    yield refuses("accessor-huge.gltf", broken(at("accessors", 0, count=2**40)))
    yield refuses("view-past-the-end.gltf", broken(at("bufferViews", 0, byteLength=10**9)))
    yield refuses("no-such-view.gltf", broken(at("accessors", 0, bufferView=99)))
    yield refuses("no-such-mesh.gltf", broken(at("nodes", 0, mesh=99)))
    yield refuses("node-in-itself.gltf", broken(at("nodes", 0, children=[0])))
    yield refuses("version-1.gltf", broken(lambda j: j["asset"].update(version="1.0")), "2.0")
    yield refuses("no-asset.gltf", broken(lambda j: j.pop("asset")))
    yield refuses("no-meshes.gltf", broken(lambda j: (j.pop("meshes"), [n.pop("mesh") for n in j["nodes"]])), "no triangles")
    yield refuses("draco.gltf", broken(lambda j: j.update(extensionsUsed=["KHR_draco_mesh_compression"],
                                                          extensionsRequired=["KHR_draco_mesh_compression"])), "KHR_draco_mesh_compression")
    yield refuses("bin-not-there.gltf", plain().beside("bin-not-there.gltf", [("nowhere.bin", "other.bin")]), "nowhere.bin")
    yield refuses("bin-cut.gltf", {**(made := plain().beside("bin-cut.gltf", [("cut.bin", "cut.bin")])), "cut.bin": made["cut.bin"][:100]}, "cut off")
    yield refuses("base64-cut.gltf", plain().embedded().replace("AAA", "", 1))
    yield refuses("cut.glb", whole[:len(whole) // 2])
    yield refuses("cut-in-header.glb", whole[:9])
    yield refuses("chunk-too-large.glb", whole[:12] + struct.pack("<I", 2**32 - 4) + whole[16:])
    yield refuses("nan.glb", with_points(lambda p: (math.nan, 0, 0)), "finite")
    yield refuses("infinite.glb", with_points(lambda p: (0, math.inf, 0)), "finite")
    yield refuses("huge.glb", with_points(lambda p: (1e30, 0, 0)), "1e9")
    yield refuses("json-cut.gltf", plain().embedded()[:300])
    yield refuses("no-json.gltf", "this is no glTF")


def files():
    instances, all_three = instanced()
    morph, half_way = morphed()
    yield reads("embedded.gltf", plain().embedded())
    yield reads("beside.gltf", plain().beside("beside.gltf", [("beside.bin", "beside.bin")]))
    yield reads("spaces beside.gltf", plain().beside("spaces beside.gltf", [("a%20file%20beside.bin", "a file beside.bin")]))
    yield reads("two-buffers.gltf", two_buffers().beside("two-buffers.gltf", [("one.bin", "one.bin"), ("two.bin", "two.bin")]))
    yield reads("two-buffers-embedded.gltf", two_buffers().embedded())
    yield reads("byte-order-mark.gltf", "\ufeff" + plain().embedded())
    yield reads("binary.glb", plain().binary())
    yield reads("binary-more-chunks.glb", plain().binary(struct.pack("<I4s", 4, b"MORE") + b"\0" * 4))
    yield reads("index-bytes.glb", plain(UBYTE).binary())
    yield reads("index-ints.glb", plain(UINT).binary())
    yield reads("no-index.glb", in_order().binary())
    yield reads("strips.glb", faces_apart(5).binary())
    yield reads("fans.glb", faces_apart(6).binary())
    yield reads("interleaved.glb", plain(stride=32).binary())
    yield reads("placed.glb", placed().binary())
    yield reads("mirrored.glb", mirrored().binary())
    yield reads("quantized-short.glb", quantized(SHORT, 32767).binary(), tolerance=1e-4)
    yield reads("quantized-ushort.glb", quantized(USHORT, 65535).binary(), tolerance=1e-4)
    yield reads("quantized-byte.glb", quantized(BYTE, 127).binary(), tolerance=1e-2)
    yield reads("sparse.glb", sparse().binary())
    yield reads("instances.glb", instances.binary(), of=all_three)
    yield reads("morph.glb", morph.binary(), of=half_way)
    yield reads("second-scene.glb", second_scene().binary())
    yield reads("with-more.gltf", with_more().embedded())
    yield reads("deep-100.gltf", deep(100).embedded())
    yield reads("deep-20000.gltf", deep(20000).embedded())
    whole = plain().binary()
    yield reads("length-too-large.glb", whole[:8] + struct.pack("<I", 2**31) + whole[12:], either=True)
    yield from broken_files()
