"""Scenarios: characters among solids, slopes, steps, moving bodies, each at several rates."""
import json
import math

from case_list import Verdict, all_of, case, control
from play import RATES, distance, spread
from triangles import nearest

# The project promises equal ends over rates within 1 cm and 1 % of the way.
EQUAL_ENDS = 0.1


def each(name, judge, rates=RATES):
    """A judge over the runs at all rates."""
    return lambda player: judge(player.at_rates(name, rates))


def numbers(values, form="{:.3f}"):
    return ", ".join(form.format(v) for v in values)


def most(what, values, limit, form="{:.3f}"):
    return Verdict(f"{what} {numbers(values, form)}", all(v <= limit for v in values))


def least(what, values, limit, form="{:.3f}"):
    return Verdict(f"{what} {numbers(values, form)}", all(v >= limit for v in values))


def near(what, values, right, tolerance, form="{:.3f}"):
    return Verdict(f"{what} {numbers(values, form)}", all(abs(v - right) <= tolerance for v in values))


def apart(runs, limit):
    return most("apart", [spread(runs)], limit)


# ---- F1: slopes at the walkable limit ---------------------------------------------------------------------------------------

def over_a_cone(runs):
    return all_of(most("falls", [run.falls() for run in runs], 5, "{}"), least("ends at x", [run.end.x for run in runs], 0.6),
                  apart(runs, EQUAL_ENDS))


RADIUS = 0.34  # of the default capsule


def rises(run, slope):
    """How far it rose in one tick over what the slope gives for its way in that tick; ticks with a step or a landing left out."""
    told = {e["tick"] for e in run.events if e["event"] in ("step_up", "land")}
    return max(b.y - a.y - math.tan(math.radians(slope)) * math.hypot(b.x - a.x, b.z - a.z)
               for a, b in zip(run.rows, run.rows[1:]) if b.tick not in told)


def gap_untold(run, triangles):
    """The largest distance from the ground that floor_distance does not tell."""
    return max(nearest(triangles, (row.x, row.y + RADIUS, row.z)) - RADIUS - row.floor_distance
               for row in run.rows if row.mode == "walking" and not math.isnan(row.floor_distance))


def cone_of_triangles(player):
    with open(player.folder / "f01-cone-mesh.json", encoding="utf-8") as file:
        mesh = json.load(file)["level"][1]["triangles"]
    floor = [((-30, 0, -30), (-30, 0, 30), (30, 0, 30)), ((-30, 0, -30), (30, 0, 30), (30, 0, -30))]
    triangles = [tuple(tuple(mesh["points"][i]) for i in t) for t in mesh["indices"]] + floor
    runs = player.at_rates("f01-cone-mesh")
    return all_of(most("rise in a tick over the slope's", [rises(run, 44.6) for run in runs], 0.015),
                  most("gap under floor_distance", [gap_untold(run, triangles) for run in runs], 0.025), apart(runs, EQUAL_ENDS))


# ---- F2, F14, F16: begins in a solid ----------------------------------------------------------------------------------------

def out_of_solid(place, way):
    """At 2 s it stands at the nearest free place; then it walks `way` m along x. Never below the floor, never stuck."""
    def judge(runs):
        off = [math.dist((run.at(2).x, run.at(2).y, run.at(2).z), place) for run in runs]
        walked = [abs(run.end.x - run.at(2).x) for run in runs]
        return all_of(most("off the nearest place", off, 0.002), least("then walks", walked, way),
                      least("lowest", [min(row.y for row in run.rows if row.tick > 0.5 * run.rate) for run in runs], -0.001),
                      most("stuck", [run.count("stuck") + run.count("crush") for run in runs], 0, "{}"))
    return judge


# ---- F4, F33, F34: glTF that is walked on -----------------------------------------------------------------------------------

def stops_at_the_wall(runs):
    return all_of(near("ends at x", [run.end.x for run in runs], 1.66, 0.01), near("y", [run.end.y for run in runs], 0, 0.02))


def stands_on_the_third(runs):
    return all_of(near("y", [run.end.y for run in runs], 0, 0.02), most("falls", [run.falls() for run in runs], 1, "{}"))


# ---- F6: a duct -------------------------------------------------------------------------------------------------------------

def drops_out(runs):
    return all_of(near("y", [run.end.y for run in runs], -1, 0.01), least("tall", [run.end.height for run in runs], 1.75),
                  apart(runs, EQUAL_ENDS))


def stays_at_the_rim(runs):
    return all_of(near("y", [run.end.y for run in runs], 0, 0.01), most("tall", [run.end.height for run in runs], 1.1),
                  near("x", [run.end.x for run in runs], 0.34, 0.01))


# ---- F7: a ball between the walker and a wall -------------------------------------------------------------------------------

def not_thrown(top, speed):
    """No higher than the ball's top and 0.1 m; in a tick no farther than a step's height and twice its own way."""
    def judge(runs):
        ways = [max(distance(a, b) for a, b in zip(run.rows, run.rows[1:])) for run in runs]
        limits = [0.45 + 2 * speed / run.rate for run in runs]
        return all_of(most("highest", [max(row.y for row in run.rows) for run in runs], top + 0.1),
                      Verdict(f"in a tick {numbers(ways)}", all(w <= limit for w, limit in zip(ways, limits))))
    return judge


# ---- F10, F18: moving bodies ------------------------------------------------------------------------------------------------

def ends_apart(limit):
    return lambda runs: apart(runs, limit)


# ---- F12: a direction rounded to three digits -------------------------------------------------------------------------------

def as_the_unit_move(player):
    runs, unit = player.at_rates("f12-rounded-move"), player.at_rates("f12-unit-move")
    return all_of(most("off it", [distance(a.end, b.end) for a, b in zip(runs, unit)], 0.02), apart(runs, EQUAL_ENDS))


def walks_at_a_slant(runs):
    return all_of(near("z - x", [run.end.z - run.end.x for run in runs], 0, 0.001), least("x", [run.end.x for run in runs], 7),
                  apart(runs, EQUAL_ENDS))


# ---- F13: height fields in words --------------------------------------------------------------------------------------------

def as_the_guide_says(player):
    """The guide says which diagonal cuts a cell: a corner that is raised off it leaves the middle of the cell at the floor's height."""
    guide = (player.root / "docs/guide/02-the-level.md").read_text(encoding="utf-8")
    words = all(word in guide for word in ("diagonal", "columns count along x, rows along z", "(i + 1, j + 1)"))
    heights = {"along": [0.3, 0, 0, 0.3], "across": [0, 0.3, 0.3, 0]}
    ends = []
    for name, corners in heights.items():
        scene = {"lope": 1, "tick_rate": 60, "duration": 1,
                 "level": [{"name": "field", "heightfield": {"columns": 2, "rows": 2, "cell": 4, "heights": corners}}],
                 "characters": [{"name": "hero", "feet": [0, 0.5, 0], "input": []}]}
        (player.work / f"f13-{name}.json").write_text(json.dumps(scene), encoding="utf-8")
        ends.append(player.scenario(f"f13-{name}", 60, folder=player.work).end.y)
    # On the ridge the feet are at its height, in the valley a few millimetres up, as the ball touches both slopes.
    right = words and abs(ends[0] - 0.3) < 0.01 and abs(ends[1]) < 0.01
    return Verdict(f"words {'there' if words else 'missing'}, middle of the cell at {numbers(ends)}", right)


# ---- F15: past somebody who stands ------------------------------------------------------------------------------------------

def goes_past(runs):
    return all_of(apart(runs, 0.02), least("x", [run.end.x for run in runs], 10))


def as_past_a_statue(player):
    runs = player.at_rates("f15-bystander")
    statue = player.at_rates("f15-statue")
    return all_of(goes_past(runs), most("off the statue's", [distance(a.end, b.end) for a, b in zip(runs, statue)], 0.02))


# ---- F20, F30: over what lies in the way ------------------------------------------------------------------------------------

def gets_over(x):
    return lambda runs: all_of(least("ends at x", [run.end.x for run in runs], x), apart(runs, EQUAL_ENDS))


# ---- F31, F32: no state flickers --------------------------------------------------------------------------------------------

def rests(where, off):
    def judge(runs):
        return all_of(near("ends at x", [run.end.x for run in runs], where, off),
                      most("in a tick of the last second", [max(run.steps_within(3, 4)) for run in runs], 0.005))
    return judge


def goes_over_once(runs):
    return all_of(most("falls", [run.falls() for run in runs], 1, "{}"), apart(runs, EQUAL_ENDS))


def add():
    case("f01-cone-field", "at most 5 falls, past the cone (x 0.6), apart 0.1", each("f01-cone-field", over_a_cone))
    control("f01-cone-field-gentle", "the same", each("f01-cone-field-gentle", over_a_cone))
    case("f01-cone-mesh", "rise 15 mm over the slope's, floor_distance true to 25 mm, apart 0.1", cone_of_triangles)
    for put, name, place, way in ((case, "f02-inside-mesh", (2.34, 0, 0.1), 8), (case, "f02-inside-box", (2.34, 0, 0.1), 8),
                                  (control, "f02-inside-small-box", (1.59, 0, 0.1), 8), (case, "f14-thin-wall", (4.71, 0, 0.2), 4),
                                  (case, "f14-plank", (5, 0.25, 0.2), 4), (control, "f14-thick-wall", (4.61, 0, 0.2), 4),
                                  (case, "f16-deck", (5, 0, 0.2), 4), (control, "f16-deck-less", (5, 0, 0.2), 4)):
        put(name, f"out to {numbers(place, '{:g}')}, then walks {way} m, never below or stuck", each(name, out_of_solid(place, way)))
    for put, name in ((case, "f04-quantized"), (case, "f04-mixed"), (control, "f04-floats"), (case, "f33-skin"),
                      (control, "f33-skin-bound"), (control, "f34-used")):
        put(name, "stops at the wall, x 1.66", each(name, stops_at_the_wall))
    case("f04-instances", "stands on the third slab, y 0", each("f04-instances", stands_on_the_third))
    case("f06-duct", "drops out (y -1) and stands up (1.76 m)", each("f06-duct", drops_out))
    control("f06-duct-held", "stays crouched at the rim, x 0.34", each("f06-duct-held", stays_at_the_rim))
    control("f06-duct-tall", "drops out (y -1) and stands up (1.76 m)", each("f06-duct-tall", drops_out))
    for put, name, top, speed in ((case, "f07-ball", 0.4, 3), (case, "f07-light-ball", 0.4, 4), (control, "f07-large-ball", 0.8, 3)):
        put(name, f"at most {top + 0.1:g} m high, a step and twice its way in a tick", each(name, not_thrown(top, speed)))
    case("f10-oncoming", "ends apart at most 0.04", each("f10-oncoming", ends_apart(0.04)))
    control("f10-slow", "ends apart at most 0.001", each("f10-slow", ends_apart(0.001)))
    case("f18-pillar", "ends apart at most 0.06, at 960 Hz too", each("f18-pillar", ends_apart(0.06), (*RATES, 960)))
    control("f18-flat", "ends apart at most 0.06, at 960 Hz too", each("f18-flat", ends_apart(0.06), (*RATES, 960)))
    case("f12-rounded-move", "as with length 1 to 0.02", as_the_unit_move)
    control("f12-unit-move", "at 45 degrees, x 7 at least", each("f12-unit-move", walks_at_a_slant))
    case("f13", "the guide has axes and diagonal; the ground is so: 0.3, 0", as_the_guide_says)
    case("f15-bystander", "ends apart 0.02, as past a statue to 0.02", as_past_a_statue)
    control("f15-statue", "ends apart 0.02", each("f15-statue", goes_past))
    for put, name in ((case, "f20-pipe"), (case, "f20-ball"), (control, "f20-pipe-as-mesh")):
        put(name, "over it at every rate (x 3.5), apart 0.1", each(name, gets_over(3.5)))
    case("f30-always", "over the ramp (x 5), apart 0.1", each("f30-always", gets_over(5)))
    control("f30-own-limit", "over the ramp (x 5), apart 0.1", each("f30-own-limit", gets_over(5)))
    case("f31-seam", "rests at the seam: x within 0.03, 5 mm a tick", each("f31-seam", rests(0, 0.03)))
    control("f31-seam-still", "carried over the seam and left there: 5 mm a tick", each("f31-seam-still", rests(0, 0.4)))
    case("f32-cube-planet", "at most 1 fall, ends apart 0.1", each("f32-cube-planet", goes_over_once))
    control("f32-limit-46", "at most 1 fall, ends apart 0.1", each("f32-limit-46", goes_over_once))
