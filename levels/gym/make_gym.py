#!/usr/bin/env python3
"""Writes the gym: gym.obj (one closed object per element), tour.json (the scenario that visits all of it) and stations.csv
(where and when each station of the tour is), from one set of constants, so that the three always agree.

The gym is a walled park with six lanes. The tour walks them to and fro; each lane ends in a corner of two walls that the
character runs into, so that every lane starts from the same place whatever happened before: the tour is open loop and yet
does not drift. Usage: make_gym.py [folder], default: the folder of this file. Same output on every machine: no clock, no
random numbers, and what trigonometry gives is rounded to tenths of a millimetre.
"""
import json
import math
import os
import sys

RADIUS = 0.34        # m, the default capsule
SPEED = 6.0          # m/s, default max_walk_speed
ACCELERATION = 20.48 # m/s2
STOPPING = 0.236     # m from top speed to rest
GAP = 2.8            # m, the gap that is jumped
LEDGE = 1.5          # m, the height that is fallen
WEDGE_TOP = 0.7      # m, rim of the wedge
WEDGE_ANGLE = 50     # degrees, its two slopes: both too steep to walk

# Lanes: z of each, going +x, -x, +x, ...
STAIRS_Z, RAMPS_Z, TERRAIN_Z, CEILINGS_Z, GAP_Z, CORNERS_Z = 22.0, 15.0, 6.0, -1.0, -9.0, -16.0
EAST = 24.0          # x of the end walls' faces
RISES = [0.10, 0.15, 0.20, 0.25, 0.30, 0.35, 0.40, 0.45]
CORNERS = [150, 120, 90, 60, 30]


class Mesh:
    """Objects as lists of points and of convex faces, counter-clockwise seen from outside."""

    def __init__(self):
        self.objects = []

    def prism(self, name, base, top):
        """A prism over two polygons of equal length; `base` counter-clockwise seen from outside (from below it)."""
        n = len(base)
        faces = [list(range(n)), [n + i for i in reversed(range(n))]]
        for i in range(n):
            j = (i + 1) % n
            faces.append([j, i, n + i, n + j])
        self.objects.append((name, list(base) + list(top), faces))

    def standing(self, name, plan, y0, y1):
        """Extruded upward; plan: points (x, z), counter-clockwise seen from below, i.e. from x toward z."""
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(plan, plan[1:] + plan[:1]))
        if area < 0:
            plan = plan[::-1]
        self.prism(name, [(x, y0, z) for x, z in plan], [(x, y1, z) for x, z in plan])

    def along_z(self, name, profile, z0, z1):
        """Extruded along z; profile: points (x, y), convex."""
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(profile, profile[1:] + profile[:1]))
        if area > 0:  # the base at z0 is seen from -z, where x points left
            profile = profile[::-1]
        self.prism(name, [(x, y, z0) for x, y in profile], [(x, y, z1) for x, y in profile])

    def box(self, name, x0, x1, y0, y1, z0, z1):
        self.standing(name, [(x0, z0), (x1, z0), (x1, z1), (x0, z1)], y0, y1)

    def pillar(self, name, x, z, radius, height, sides=24):
        ring = [2 * math.pi * (i + 0.5) / sides for i in range(sides)]
        self.standing(name, [(x + radius * math.cos(a), z + radius * math.sin(a)) for a in ring], 0.0, height)

    def terrain(self, name, x0, z0, cell, columns, rows, height, bottom):
        """A closed patch: a height field above, a skirt around and a flat bottom."""
        points, faces = [], []
        for j in range(rows):
            for i in range(columns):
                points.append((x0 + i * cell, height(i, j), z0 + j * cell))
        at = lambda i, j: j * columns + i
        for j in range(rows - 1):
            for i in range(columns - 1):
                a, b, c, d = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
                faces += [[a, c, b], [a, d, c]] if (i + j) % 2 else [[a, d, b], [b, d, c]]
        rim = [at(i, 0) for i in range(columns)] + [at(columns - 1, j) for j in range(1, rows)]
        rim += [at(i, rows - 1) for i in reversed(range(columns - 1))] + [at(0, j) for j in reversed(range(1, rows - 1))]
        first = len(points)
        for k in rim:
            points.append((points[k][0], bottom, points[k][2]))
        n = len(rim)
        for k in range(n):
            l = (k + 1) % n
            faces.append([rim[k], rim[l], first + l, first + k])
        points.append((x0 + cell * (columns - 1) / 2, bottom, z0 + cell * (rows - 1) / 2))
        for k in range(n):
            faces.append([first + k, first + (k + 1) % n, len(points) - 1])
        self.objects.append((name, points, faces))

    def write(self, path):
        out = ["# gym: y up, metres, counter-clockwise seen from outside; written by make_gym.py", ""]
        base = 1
        for name, points, faces in self.objects:
            out.append("o " + name)
            out += ["v %s %s %s" % tuple(number(c) for c in p) for p in points]
            for face in faces:
                for k in range(1, len(face) - 1):
                    out.append("f %d %d %d" % (base + face[0], base + face[k], base + face[k + 1]))
            base += len(points)
        with open(path, "w", newline="\n") as f:
            f.write("\n".join(out) + "\n")


def number(value):
    text = ("%.4f" % value).rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Tour:
    """Timed inputs for one character, planned with the closed forms of the default walk."""

    def __init__(self):
        self.time, self.inputs, self.stations = 0.0, [], []

    def key(self, **what):
        self.inputs.append({"t": round(self.time, 3), **what})

    def wait(self, seconds):
        self.time = round(self.time + seconds, 3)

    def press(self, x, z, seconds):
        """Pushes the stick in a direction, then lets go and stands."""
        self.key(move=[x, 0, z])
        self.wait(seconds)

    def stop(self, seconds=0.3):
        self.key(move=[0, 0, 0])
        self.wait(seconds)

    def walk(self, x, z, metres):
        """From rest to rest over a free way."""
        self.press(x, z, walk_time(metres))
        self.stop()

    def jump(self):
        self.key(jump=True)
        self.wait(0.1)
        self.key(jump=False)

    def station(self, name, start, lower, upper):
        self.stations.append((name, start, self.time, lower, upper))


def walk_time(metres):
    """How long the stick is pressed so that the character, starting and ending at rest, has gone so far."""
    ramp_up = SPEED * SPEED / (2 * ACCELERATION)
    if metres < ramp_up + STOPPING:
        raise ValueError("too short for the closed form")
    return SPEED / ACCELERATION + (metres - ramp_up - STOPPING) / SPEED


def reach_time(metres):
    """How long from rest until it has gone so far, still running."""
    return SPEED / ACCELERATION + (metres - SPEED * SPEED / (2 * ACCELERATION)) / SPEED


def end_cap(mesh, name, x, side, z0, z1, stop_z):
    """A wall across the lane's end and one that stops the way along it: the corner from which the next lane starts."""
    mesh.box(name + "_end", min(x, x + side * 0.5), max(x, x + side * 0.5), 0, 2.5, z0, z1)
    inner = x - side * 1.5
    mesh.box(name + "_stop", min(x, inner), max(x, inner), 0, 2.5, stop_z - RADIUS - 0.5, stop_z - RADIUS)


def build_park(mesh):
    mesh.box("floor", -30, 30, -1, 0, -26, 30)
    for name, x0, x1, z0, z1 in (("west", -30, -29.5, -26, 30), ("east", 29.5, 30, -26, 30),
                                 ("south", -29.5, 29.5, -26, -25.5), ("north", -29.5, 29.5, 29.5, 30)):
        mesh.box("park_wall_" + name, x0, x1, 0, 1.2, z0, z1)


def build_stairs(mesh):
    """Eight hills of three steps up and three down; steps are separate boxes, each standing on the floor."""
    x = -21.0
    for rise in RISES:
        run = 0.3 if rise <= 0.3 else 0.4
        label = "stairs_%02d" % round(rise * 100)
        for step in range(3):
            mesh.box("%s_up_%d" % (label, step + 1), x, x + run, 0, rise * (step + 1), STAIRS_Z - 1.5, STAIRS_Z + 1.5)
            x += run
        mesh.box(label + "_top", x, x + 1.2, 0, rise * 3, STAIRS_Z - 1.5, STAIRS_Z + 1.5)
        x += 1.2
        for step in reversed(range(3)):
            mesh.box("%s_down_%d" % (label, step + 1), x, x + run, 0, rise * (step + 1), STAIRS_Z - 1.5, STAIRS_Z + 1.5)
            x += run
        x += 1.4
    end_cap(mesh, "stairs", EAST, 1, RAMPS_Z - 2, STAIRS_Z + 2, RAMPS_Z)


def build_ramps(mesh):
    x = 20.0
    for height in (0.05, 0.10, 0.15, 0.20):
        mesh.box("kerb_%02d" % round(height * 100), x - 0.6, x, 0, height, RAMPS_Z - 1.5, RAMPS_Z + 1.5)
        x -= 1.4
    for degrees in (10, 20, 30, 40):
        length = 1.0 / math.tan(math.radians(degrees))
        mesh.along_z("ramp_%d" % degrees, [(x, 0), (x - length, 1), (x - length - 1, 1), (x - 2 * length - 1, 0)],
                     RAMPS_Z - 1.5, RAMPS_Z + 1.5)
        x -= 2 * length + 1 + 1.2
    for k, degrees in enumerate((50, 60, 70)):
        z = RAMPS_Z - 2.6 * k
        run = 2.2 / math.tan(math.radians(degrees))
        mesh.along_z("ramp_%d" % degrees, [(-19, 0), (-19 - run, 2.2), (-23, 2.2), (-23, 0)], z - 1.2, z + 1.2)
    end_cap(mesh, "ramps", -22.0, -1, 4.5, 8.2, TERRAIN_Z)


def terrain_height(i, j, columns, rows):
    """Rolling ground that comes down to the floor at its rim; slopes stay under 40 degrees."""
    edge = min(i, j, columns - 1 - i, rows - 1 - j)
    swell = 0.35 + 0.22 * math.sin(0.9 * i + 0.4 * j) * math.cos(0.7 * j - 0.3) + 0.08 * math.sin(2.1 * i - 1.3 * j)
    return swell * min(1.0, edge / 3.0) if edge else -0.02


def build_terrain_and_wedge(mesh):
    columns, rows = 29, 13
    mesh.terrain("terrain", -19, TERRAIN_Z - 3, 0.5, columns, rows, lambda i, j: terrain_height(i, j, columns, rows), -0.3)
    half = WEDGE_TOP / math.tan(math.radians(WEDGE_ANGLE))
    z0, z1 = TERRAIN_Z - 1.5, TERRAIN_Z + 1.5
    mesh.box("wedge_step", 0, 0.8, 0, WEDGE_TOP / 2, z0, z1)
    mesh.along_z("wedge_near", [(0.8, 0), (6, 0), (6 - half, WEDGE_TOP), (0.8, WEDGE_TOP)], z0, z1)
    mesh.along_z("wedge_far", [(6, 0), (11, 0), (11, WEDGE_TOP), (6 + half, WEDGE_TOP)], z0, z1)
    end_cap(mesh, "terrain", EAST, 1, -3, 8, CEILINGS_Z)


def build_ceilings_and_pillars(mesh):
    z = CEILINGS_Z
    mesh.box("ceiling_190", 12, 17, 1.9, 2.2, z - 2, z + 2)
    for k, (x, pz) in enumerate(((12.2, z - 1.8), (16.8, z - 1.8), (12.2, z + 1.8), (16.8, z + 1.8))):
        mesh.box("ceiling_190_post_%d" % (k + 1), x - 0.2, x + 0.2, 0, 1.9, pz - 0.2, pz + 0.2)
    mesh.box("ceiling_120", 5.5, 6.5, 1.2, 3, z - 1.2, z + 1.2)
    for k, pz in enumerate((z - 1.1, z + 1.1)):
        mesh.box("ceiling_120_post_%d" % (k + 1), 5.8, 6.2, 0, 1.2, pz - 0.1, pz + 0.1)
    # A ceiling that comes down to the head: 2.6 m at the near end, 1.4 m at the far one.
    mesh.along_z("ceiling_falling", [(-2, 2.6), (-2, 3), (-7, 3), (-7, 1.4)], z - 4.4, z - 0.6)
    mesh.box("ceiling_falling_post_1", -7.2, -7, 0, 3, z - 4.4, z - 4.2)
    mesh.box("ceiling_falling_post_2", -7.2, -7, 0, 3, z - 0.8, z - 0.6)
    for k, (x, dz) in enumerate(((-11, 0.3), (-14, -0.3), (-17, 0.3))):
        mesh.pillar("pillar_%d" % (k + 1), x, PILLAR_Z + dz * (1 if k == 0 else 3.0), 0.5 + 0.1 * k, 2.5)
    end_cap(mesh, "ceilings", -EAST, -1, -11, 4, GAP_Z)


PILLAR_Z = CEILINGS_Z + 1.0  # where the tour comes out from under the ceilings


def build_gap(mesh):
    z0, z1 = GAP_Z - 1.5, GAP_Z + 1.5
    mesh.box("ledge_60", -15, -9, 0, 0.6, z0, z1)
    mesh.box("ledge_105", -9, -8, 0, 1.05, z0, z1)
    mesh.box("gap_near", -8, -3, 0, LEDGE, z0, z1)
    mesh.box("gap_far", -3 + GAP, 5, 0, LEDGE, z0, z1)
    # A wall at 30 degrees to the way, along which the character slides off the lane.
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    x, z, length = 11.5, GAP_Z + 1.0, 6.0
    mesh.standing("slide_wall", [(x, z), (x + length * c, z - length * s), (x + length * c + 0.4 * s, z - length * s + 0.4 * c),
                                 (x + 0.4 * s, z + 0.4 * c)], 0, 2.5)
    end_cap(mesh, "gap", EAST, 1, -20, -6, CORNERS_Z)


def build_corners(mesh):
    mesh.box("corners_back", -6.5, 16.5, 0, 2, -14, -13.6)
    for k, degrees in enumerate(CORNERS):
        apex = corner_apex(k)
        for side in (-1, 1):
            half = math.radians(degrees) / 2
            along = (side * math.sin(half), math.cos(half))
            out = (side * math.cos(half), -math.sin(half))
            tip = (apex[0] + 2 * along[0], apex[1] + 2 * along[1])
            back = (apex[0] - 0.3 * along[0], apex[1] - 0.3 * along[1])
            plan = [apex, tip, (tip[0] + 0.3 * out[0], tip[1] + 0.3 * out[1]), (back[0] + 0.3 * out[0], back[1] + 0.3 * out[1])]
            mesh.standing("corner_%d_%s" % (degrees, "left" if side < 0 else "right"), plan, 0, 2)


def corner_apex(k):
    return (14.0 - 4.5 * k, -18.6)


def plan_stairs(tour):
    start = tour.time
    tour.press(1, 0, reach_time(EAST + 24.5) + 0.3)
    tour.station("stairs", start, (-24.5, -0.01, STAIRS_Z - 0.1), (EAST - 0.3, 1.4, STAIRS_Z + 0.1))
    tour.press(0, -1, 1.7)  # along the end wall into the corner
    tour.station("corner_1", tour.time - 0.3, (EAST - 0.36, -0.01, RAMPS_Z - 0.05), (EAST - 0.32, 0.01, RAMPS_Z + 0.05))


def plan_ramps(tour):
    start = tour.time
    tour.press(-1, 0, reach_time(EAST - RADIUS + 19 - 0.9) + 0.05)
    tour.station("ramps", start, (-19, -0.01, RAMPS_Z - 0.1), (EAST - 0.3, 1.02, RAMPS_Z + 0.1))
    for k, degrees in enumerate((50, 60, 70)):
        start = tour.time
        tour.press(-1, 0, 1.0)
        tour.station("ramp_%d" % degrees, start, (-19.5, -0.01, RAMPS_Z - 2.6 * k - 0.3), (-16, 0.1, RAMPS_Z - 2.6 * k + 0.3))
        tour.stop(0.1)
        if k < 2:
            tour.walk(1, 0, 1.4)
            tour.walk(0, -1, 2.6)
    tour.walk(1, 0, 1.4)
    tour.press(0, -1, walk_time(RAMPS_Z - 5.2 - 6.6))
    tour.press(-1, 0, 1.3)
    tour.press(0, -1, 0.6)
    tour.station("corner_2", tour.time - 0.2, (-21.68, -0.01, TERRAIN_Z - 0.05), (-21.64, 0.01, TERRAIN_Z + 0.05))


def plan_terrain_and_wedge(tour):
    start = tour.time
    tour.press(1, 0, walk_time(21.66 - 3.5))  # over the terrain, to before the wedge
    tour.stop(0.4)
    tour.station("terrain", start, (-21.7, -0.01, TERRAIN_Z - 0.1), (0, 1.3, TERRAIN_Z + 0.1))
    start = tour.time
    tour.walk(1, 0, 3.5 + 4.5)  # up two steps
    tour.press(0.2, 0, 1.6)     # slowly over the rim, and down into the wedge
    tour.station("wedge_enter", start, (-4, -0.01, TERRAIN_Z - 0.1), (6.2, WEDGE_TOP + 0.02, TERRAIN_Z + 0.1))
    tour.stop(0.8)
    seat = RADIUS / math.cos(math.radians(WEDGE_ANGLE)) - RADIUS  # the round bottom touches both slopes
    tour.station("wedge_stand", tour.time - 0.3, (5.9, seat - 0.02, TERRAIN_Z - 0.1), (6.1, seat + 0.02, TERRAIN_Z + 0.1))
    start = tour.time
    tour.key(move=[1, 0, 0])
    tour.jump()
    tour.wait(reach_time(EAST - 6) + 1.1)
    tour.station("wedge_leave", start, (5.8, -0.01, TERRAIN_Z - 0.1), (EAST - 0.3, 1.3, TERRAIN_Z + 0.1))
    tour.press(0, -1, 1.7)
    tour.station("corner_3", tour.time - 0.3, (EAST - 0.36, -0.01, CEILINGS_Z - 0.05), (EAST - 0.32, 0.01, CEILINGS_Z + 0.05))


def plan_ceilings_and_pillars(tour):
    start = tour.time
    tour.press(-1, 0, reach_time(EAST - RADIUS - 15))
    tour.jump()  # under the ceiling: the head is bumped
    tour.wait(1.0)
    tour.station("ceiling_bump", start, (8, -0.01, CEILINGS_Z - 0.1), (EAST - 0.3, 0.15, CEILINGS_Z + 0.1))
    start = tour.time
    tour.wait(1.0)  # stopped by the bar
    tour.station("ceiling_bar", tour.time - 0.5, (6.5 + RADIUS - 0.02, -0.01, CEILINGS_Z - 0.1),
                 (6.5 + RADIUS + 0.02, 0.01, CEILINGS_Z + 0.1))
    tour.stop(0.1)
    tour.walk(0, -1, 2.3)
    tour.press(-1, 0, reach_time(6.84 + 4) + 0.9)  # into the falling ceiling, until it holds the head
    tour.station("ceiling_falling", tour.time - 0.4, (-7, -0.01, CEILINGS_Z - 2.6), (-2, 0.01, CEILINGS_Z - 2.0))
    tour.stop(0.1)
    tour.walk(1, 0, 4.5)
    tour.walk(0, 1, 3.3)
    start = tour.time
    tour.press(-1, 0, 4.8)
    tour.station("pillars", start, (-EAST, -0.01, CEILINGS_Z - 2.5), (2, 0.01, CEILINGS_Z + 4))
    tour.press(0, -1, 2.1)
    tour.station("corner_4", tour.time - 0.3, (-EAST + 0.32, -0.01, GAP_Z - 0.05), (-EAST + 0.36, 0.01, GAP_Z + 0.05))


def plan_gap(tour):
    start = tour.time
    tour.press(1, 0, 2.0)
    tour.station("ledge_refused", tour.time - 0.4, (-15.36, -0.01, GAP_Z - 0.1), (-15.32, 0.01, GAP_Z + 0.1))
    tour.stop(0.1)
    tour.walk(-1, 0, 3.5)
    start = tour.time
    tour.press(1, 0, reach_time(1.9))
    tour.jump()
    # From 3.5 m before the stop (x = -18.84) to 0.6 m before the gap, the jump's speed kept.
    tour.wait(reach_time(18.84 - 3.6) - reach_time(1.9) - 0.1)
    tour.station("ledge_jumped", start, (-19.2, -0.01, GAP_Z - 0.1), (-3, 1.8, GAP_Z + 0.1))
    start = tour.time
    tour.jump()
    tour.wait(0.9)
    tour.station("gap", start, (-4.2, LEDGE - 0.02, GAP_Z - 0.1), (3.5, LEDGE + 0.95, GAP_Z + 0.1))
    start = tour.time
    tour.wait(1.35)
    tour.station("ledge_fall", start, (1, -0.01, GAP_Z - 0.1), (12.5, LEDGE + 0.01, GAP_Z + 0.1))
    start = tour.time
    tour.wait(3.0)
    tour.station("slide_wall", start, (7, -0.01, GAP_Z - 4), (EAST - 0.3, 0.01, GAP_Z + 0.1))
    tour.press(0, -1, 1.7)
    tour.station("corner_5", tour.time - 0.3, (EAST - 0.36, -0.01, CORNERS_Z - 0.05), (EAST - 0.32, 0.01, CORNERS_Z + 0.05))


def plan_corners(tour):
    tour.walk(-1, 0, EAST - RADIUS - corner_apex(0)[0])
    for k, degrees in enumerate(CORNERS):
        tour.press(0, -1, 1.3)
        x, z = corner_apex(k)
        rest = z + RADIUS / math.sin(math.radians(degrees) / 2)
        tour.station("corner_%d" % degrees, tour.time - 0.2, (x - 0.02, -0.01, rest - 0.02), (x + 0.02, 0.01, rest + 0.02))
        tour.stop(0.1)
        tour.press(0, 1, 0.95)
        if k + 1 < len(CORNERS):
            tour.press(-1, 0, walk_time(4.5))
            tour.stop(0.2)
    tour.press(-1, 0, reach_time(6))
    tour.stop(0.5)
    tour.station("rest", tour.time - 0.4, (-12, -0.01, -14.4), (-8, 0.01, -14.28))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    mesh = Mesh()
    for build in (build_park, build_stairs, build_ramps, build_terrain_and_wedge, build_ceilings_and_pillars, build_gap,
                  build_corners):
        build(mesh)
    mesh.write(os.path.join(folder, "gym.obj"))
    tour = Tour()
    tour.wait(0.25)
    for plan in (plan_stairs, plan_ramps, plan_terrain_and_wedge, plan_ceilings_and_pillars, plan_gap, plan_corners):
        plan(tour)
    duration = math.ceil(tour.time)
    head = {"lope": 1, "name": "gym tour", "about": "One character goes through everything that the gym has.",
            "tick_rate": 60, "duration": duration, "level": [{"name": "gym", "mesh": "gym.obj"}]}
    lines = json.dumps(head, indent=2)[:-2]
    keys = ",\n".join("        " + json.dumps(k) for k in merged(tour.inputs))
    with open(os.path.join(folder, "tour.json"), "w", newline="\n") as f:
        f.write(lines + ',\n  "characters": [\n    {\n      "name": "hero",\n      "feet": [-24.5, 0, %g],\n      "yaw": -90,\n'
                % STAIRS_Z + '      "input": [\n' + keys + "\n      ]\n    }\n  ]\n}\n")
    with open(os.path.join(folder, "stations.csv"), "w", newline="\n") as f:
        f.write("name,start,end,x0,y0,z0,x1,y1,z1\n")
        for name, start, end, lower, upper in tour.stations:
            f.write(",".join([name] + [number(v) for v in (start, end) + tuple(lower) + tuple(upper)]) + "\n")
    print("%d objects, %d triangles, tour of %d s in %d stations"
          % (len(mesh.objects), sum(len(f) - 2 for o in mesh.objects for f in o[2]), duration, len(tour.stations)))


def merged(inputs):
    """Keys of one instant become one entry."""
    out = []
    for key in inputs:
        if out and out[-1]["t"] == key["t"]:
            out[-1].update(key)
        else:
            out.append(dict(key))
    return out


if __name__ == "__main__":
    main()
