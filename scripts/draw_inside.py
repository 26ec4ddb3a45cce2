#!/usr/bin/env python3
"""Draws the pictures of docs/guide/21-how-lope-works-inside.md into docs/pictures/inside-*.svg. No libraries; the same bytes every
time. Each picture brings its own light ground, so that it reads on a light page and on a dark one. With --check it writes nothing and
fails when something would change. Usage: draw_inside.py [--check]
"""
import math
import sys
from pathlib import Path

PICTURES = Path(__file__).resolve().parent.parent / "docs/pictures"
GROUND, FRAME, INK, SOFT, FAINT = "#f6f7f4", "#d3d7d0", "#24292f", "#5a636d", "#b4bcb4"
WALK, FALL, GREEN, BASE, RED, SOLID = "#0b6e99", "#d9480f", "#2e7d32", "#7048a8", "#c62828", "#dfe4dd"
FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif"
WIDTH = 960

# ---- shapes ----


def escape(words):
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def text(x, y, words, size=13, color=INK, anchor="start", weight=None, mono=False, halo=True):
    extra = f' text-anchor="{anchor}"' if anchor != "start" else ""
    extra += f' font-weight="{weight}"' if weight else ""
    extra += ' font-family="ui-monospace, \'DejaVu Sans Mono\', Menlo, monospace"' if mono else ""
    extra += f' paint-order="stroke" stroke="{GROUND}" stroke-width="4" stroke-linejoin="round"' if halo else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}"{extra}>{escape(words)}</text>'


def lines(x, y, rows, size=13, color=INK, anchor="start", step=None):
    return [text(x, y + i * (step or size * 1.35), row, size, color, anchor) for i, row in enumerate(rows)]


def path(points, color=INK, width=1.5, fill="none", dash=None, close=False):
    data = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if close else "")
    extra = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<path d="{data}" fill="{fill}" stroke="{color}" stroke-width="{width}" stroke-linejoin="round" '
            f'stroke-linecap="round"{extra}/>')


def arrow(a, b, color=INK, width=1.8, dash=None):
    """Drawn as a line and a head, so that every renderer shows it alike."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy, head = (bx - ax) / length, (by - ay) / length, 4.0 + 2.2 * width
    neck = (bx - ux * head, by - uy * head)
    wings = [(neck[0] - uy * head * 0.42, neck[1] + ux * head * 0.42), b, (neck[0] + uy * head * 0.42,
            neck[1] - ux * head * 0.42)]
    return path([a, neck], color, width, dash=dash) + path(wings, color, 0.6, color, close=True)


def bent(points, color=INK, width=1.8, dash=None):
    """A line of several points with a head at its end."""
    return path(points[:-1] + [points[-2]], color, width, dash=dash) + arrow(points[-2], points[-1], color, width, dash)


def circle(x, y, r, color=INK, fill="none", width=1.5, dash=None):
    extra = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" stroke="{color}" stroke-width="{width}"{extra}/>'


def rect(x, y, w, h, color=INK, fill="none", width=1.5, r=0, dash=None):
    extra = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{r}" fill="{fill}" stroke="{color}" '
            f'stroke-width="{width}"{extra}/>')


def capsule(x, y, r, high, color=WALK, fill="#ffffff", width=1.8, dash=None):
    """Seen from the side; (x, y) are the feet."""
    return rect(x - r, y - high, 2 * r, high, color, fill, width, r, dash)


def dot(x, y, color=INK, r=3.2):
    return circle(x, y, r, color, color, 0.5)


def arc(cx, cy, r, begin, end, count=24):
    """Points of an arc, in degrees counter-clockwise from x, with y down the page."""
    steps = [begin + (end - begin) * i / count for i in range(count + 1)]
    return [(cx + r * math.cos(math.radians(a)), cy - r * math.sin(math.radians(a))) for a in steps]


def turned(points, angle, about):
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [(about[0] + (x - about[0]) * c + (y - about[1]) * s, about[1] - (x - about[0]) * s + (y - about[1]) * c) for x,
            y in points]


def card(title, high, body):
    flat = []
    for part in body:
        flat += part if isinstance(part, list) else [part]
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" font-family="{FONT}">',
                      f"<title>{escape(title)}</title>",
                      f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{high - 1}" rx="10" fill="{GROUND}" stroke="{FRAME}"/>',
                      text(28, 36, title, 19, weight=600, halo=False), *flat, "</svg>", ""])


def panel(x, title, under):
    return [text(x, 74, title, 15, weight=600, halo=False), *lines(x, 93, under, 12.5, SOFT)]


# ---- the pictures ----


def frames():
    out = []
    # world
    x0 = 28
    out += panel(x0, "World", ["doubles (lope_point): the state's feet,", "the poses of bodies, events"])
    ox, oy = x0 + 24, 352
    out += [arrow((ox, oy), (ox + 58, oy)), arrow((ox, oy), (ox, oy - 58)), text(ox + 64, oy + 5, "x"), text(ox, oy - 66, "y",
            anchor="middle")]
    fx, fy = x0 + 206, 252
    out += [path([(fx - 56, fy), (fx + 56, fy)], GREEN, 3), capsule(fx, fy, 13, 67), arrow((ox, oy), (fx - 4, fy + 3), WALK,
            1.6, "6 4"), dot(fx, fy, WALK),
            *lines(fx - 28, fy + 42, ["the feet: the lowest", "point of the capsule"], 12.5, WALK), dot(ox, oy)]
    # local
    x0 = 338
    out += panel(x0, "Local, for one tick", ["doubles from an origin near the feet:", "what is near, and all that is computed"])
    size, gx, gy = 112, x0 + 20, 128
    for i in range(3):
        out += [path([(gx + i * size, gy - 4), (gx + i * size, gy + 2 * size + 4)], FAINT, 1, dash="3 4"),
                path([(gx - 4, gy + i * size), (gx + 2 * size + 4, gy + i * size)], FAINT, 1, dash="3 4")]
    lx, ly = gx + size, gy + size
    fx, fy = lx + 42, ly - 26
    ground = [(gx - 2, fy + 14), (gx + 54, fy + 8), (lx - 6, fy + 11), (fx - 12, fy), (fx + 30, fy), (gx + 2 * size + 2,
            fy - 16)]
    out += [path(ground, GREEN, 2.6)] + [dot(x, y, GREEN, 2.4) for x, y in ground]
    out += [capsule(fx, fy, 6, 32), dot(lx, ly), arrow((lx, ly), (fx - 1, fy + 1), WALK, 1.6), dot(fx, fy, WALK, 2.6),
            *lines(lx + 8, ly + 20, ["origin: the", "nearest point of", "a grid of 16 m"], 12.5), text(fx + 12, fy + 18,
                    "tick.feet", 12.5, WALK),
            arrow((gx + 38, gy + 2 * size + 20), (gx + 4, gy + 2 * size + 20), SOFT, 1.2), arrow((gx + 74, gy + 2 * size + 20),
                    (gx + size - 4, gy + 2 * size + 20), SOFT, 1.2),
            text(gx + size / 2, gy + 2 * size + 24, "16 m", 12, SOFT, "middle")]
    # base
    x0 = 640
    out += panel(x0, "Base, from tick to tick", ["the frame of the body that carries it:",
            "the point of that body under the feet"])
    for turn, cx, cy, dash in ((0, x0 + 84, 330, "5 4"), (24, x0 + 200, 228, None)):
        box = turned([(cx - 78, cy - 9), (cx + 78, cy - 9), (cx + 78, cy + 9), (cx - 78, cy + 9)], turn, (cx, cy))
        point = turned([(cx + 46, cy - 9)], turn, (cx, cy))[0]
        tone, color = (SOFT, FAINT) if dash else (BASE, BASE)
        out += [path(box, color, 1.6, "none" if dash else "#ece6f5", dash, True)]
        ax, ay = turned([(cx + 36, cy), (cx, cy - 36)], turn, (cx, cy))
        out += [arrow((cx, cy), ax, tone, 1.4), arrow((cx, cy), ay, tone, 1.4), dot(cx, cy, tone, 2.6),
                capsule(point[0], point[1], 9, 46, FAINT if dash else WALK, GROUND if dash else "#ffffff", 1.5,
                        dash), dot(*point, BASE)]
    out += [text(x0 + 8, 364, "the last tick's end", 12.5, SOFT), text(x0 + 6, 226, "this tick's end", 12.5, BASE),
            *lines(x0 + 180, 292, ["base_point is the", "same in both:", "no error adds up"], 12.5, BASE)]
    return card("Three frames", 398, out)


ROWS = [  # (band, what, file, note)
    ("begin", "check, copy the state", "move/begin.c", "a refused tick leaves the caller's state as it was"),
    ("", "look around", "move/begin.c", "one gather for all; of a walker, the ground survey"),
    ("", "volume and gravity", "volume/  orientation/", "the volume that holds its middle; up against gravity"),
    ("start", "carried by the base", "base/carry_base.c", "to where the point under the feet has gone"),
    ("", "pushed, freed", "depenetration/", "off moving bodies, out of overlaps; else held"),
    ("asked", "requests, layers", "move/requests.c  layers/", "teleport, resize, mode; layered moves; then a launch"),
    ("", "forces", "forces/forces.c", "impulse, force, gravity: the tick's acceleration"),
    ("", "crouch, jump pressed", "size/  jump/", "the buffer is filled; the mode itself takes the jump"),
    ("", "wanted", "move/wanted.c", "stick, path and avoidance, as the mode takes it"),
    ("move", "the mode", "run/run_mode.c  modes/", "walking, falling, ...: slices until its time is used"),
    ("", "the next mode", "transition/mode_switch.c", "with the rest of the time: landed, walked off, in water"),
    ("end", "layers end, head room", "layers/  size/", "additive velocity shown; stand up where there is room"),
    ("", "rotation", "orientation/rotation.c", "at the rate of the tuning"),
    ("", "floor, base remembered", "move/finish.c  base/", "the floor; the point under the feet, seen from the base"),
    ("", "overlaps, pushes", "volume/  forces/", "enter and leave events; what bodies are pushed with"),
    ("", "hand over", "move/finish.c", "the copy becomes the state: whole, or not at all"),
]
BANDS = {"begin": ("#e7ebe5", "begin"), "start": ("#ece6f5", "where is it?"), "asked": ("#fbeee2", "what is asked?"),
        "move": ("#e1eef4", "move"), "end": ("#e5f0e5", "end")}


def order():
    out, y, high, left = [], 62, 30, 168
    for i, (band, what, file, note) in enumerate(ROWS):
        if band:
            count = 1 + next((k for k, row in enumerate(ROWS[i + 1:]) if row[0]), len(ROWS) - i - 1)
            color, name = BANDS[band]
            out += [rect(28, y, WIDTH - 56, count * high - 5, "none", color, 0, 6), text(40, y + 17, name, 12.5, SOFT,
                    weight=600, halo=False)]
        if i + 1 < len(ROWS):
            out.append(path([(left, y + 18), (left, y + high + 8)], SOFT, 1.4))
        out += [dot(left, y + 13, INK, 4), text(left + 16, y + 17.5, what, 14, weight=600, halo=False),
                text(398, y + 17.5, file, 11.5, SOFT, mono=True, halo=False), text(578, y + 17.5, note, 12.5, halo=False)]
        if what == "the mode":
            loop = y
        y += high
    a, b = loop + 13, loop + high + 13
    out += [bent([(left - 5, b), (left - 22, b), (left - 22, a), (left - 6, a)], WALK, 1.6), text(left - 30, (a + b) / 2 - 3,
            "at most 8,", 11.5, WALK, "end", halo=False), text(left - 30, (a + b) / 2 + 11, "more if cut", 11.5, WALK, "end",
            halo=False)]
    return card("The order of a tick: lope_move, read down the page", y + 18, out)


RADIUS, GRAVITY, SPEED, SAGITTA = 0.34, 9.8, 3.0, 5e-4  # m, m/s2, m/s; SAGITTA: FALL_SAGITTA of falling.c
NEAR, FAR, STEP, DROP = 0.62, 0.92, 0.25, 0.72          # m: a step's two faces, its height, and how far it is down from it


def slices():
    """One long tick of a walker, computed: onto a step, over it, off its far rim, down, and on. Returns where each slice ends, as
    (x, y, seconds, what ends it), and when the fall begins and ends. Lengths of slices are those of walking.c and falling.c."""
    x, t, y = 0.0, 0.0, 0.0
    cuts, piece = [], 0.5 * RADIUS

    def walk(to, why):
        nonlocal x, t
        while x < to - 1e-9:
            x = min(x + piece, to)
            t = x / SPEED
            cuts.append((x, y, t, "piece" if x < to - 1e-9 else why))

    walk(NEAR - RADIUS, "step")
    y = STEP
    walk(FAR + RADIUS, "lets go")
    gone, chord, fall = t, math.sqrt(8 * SAGITTA / GRAVITY), math.sqrt(2 * DROP / GRAVITY)
    for k in range(1, int(fall / chord) + 1):
        cuts.append((SPEED * (gone + k * chord), y - 0.5 * GRAVITY * (k * chord) ** 2, gone + k * chord, "chord"))
    x, y, t = SPEED * (gone + fall), STEP - DROP, gone + fall
    cuts.append((x, y, t, "lands"))
    walk(x + 0.3, "end")
    return cuts, gone, gone + fall


def slices_picture():
    out, (cuts, gone, landed) = [], slices()
    scale, ox, oy, last = 142.0, 112, 346, cuts[-1][2]

    def at(x, y):
        return ox + x * scale, oy - y * scale

    floor = STEP - DROP
    solid = [at(-0.56, 0), at(NEAR, 0), at(NEAR, STEP), at(FAR, STEP), at(FAR, floor), at(3.42, floor)]
    bottom = at(0, floor)[1] + 14
    out += [path(solid + [(solid[-1][0], bottom), (solid[0][0], bottom)], "none", 0, SOLID, close=True), path(solid, GREEN,
            2.4)]
    shown = [(0.0, 0.0), cuts[-1][:2]]
    step = next(cut for cut in cuts if cut[3] == "step")
    for x, y in shown:
        out.append(capsule(*at(x, y), RADIUS * scale, 1.76 * scale, FAINT, "none", 1.2, "3 4"))
    way = [at(0, 0)]
    for x, y, _, why in cuts:
        way += [at(x, y), at(x, STEP)] if why == "step" else [at(x, y)]
    out.append(path(way, INK, 1.3))
    for x, y, t, why in cuts:
        color = FALL if gone + 1e-9 < t <= landed + 1e-9 else WALK
        out.append(dot(*at(x, y), color, 2.6 if why in ("piece", "chord") else 4.4))
    out += [dot(*at(0, 0), INK, 4.4), dot(*at(step[0], STEP), WALK, 4.4)]
    for (x, y), dx, dy, anchor, words in (((0, 0), 0, 22, "middle", "begins"), ((step[0], STEP), 0, -12, "middle", "stepped up"),
            ((FAR + RADIUS, STEP), 4, -12, "start", "the rim lets go"),
                                          (next(c[:2] for c in cuts if c[3] == "lands"), 4, 25, "middle",
                                                  "lands"), (cuts[-1][:2], 6, 25, "start", "ends")):
        px, py = at(x, y)
        out.append(text(px + dx, py + dy, words, 12.5, INK, anchor, halo=py + dy < oy))
    # what ends a slice
    rows = [("what the sweep meets", ["at that fraction of its way: a wall", "joins the law, a step is climbed"]),
            ("a wall ends, or begins to bend", ["found by 14 halvings; the way", "beyond it is taken back"]),
            ("the floor lets go", ["the last place that holds,", "by 14 halvings"]), ("apex, terminal speed, end of a hold",
                    ["the instant is solved for"]),
            ("another floor's frame, or water", ["back to the crossing"]), ("none of these",
                    ["half a radius of walking; a fall's", "chord within 0.5 mm of its arc"])]
    x0, y = 646, 78
    out.append(text(x0, y, "What ends a slice", 15, weight=600, halo=False))
    y += 25
    for what, how in rows:
        out += [text(x0, y, what, 13, weight=600, halo=False), *lines(x0, y + 17, how, 12.5, SOFT)]
        y += 26 + 17 * len(how)
    # the same cuts on a line of time
    left, right, top = 52, WIDTH - 52, bottom + 62

    def on(t):
        return left + (right - left) * t / last

    out.append(text(28, top - 18, "The same tick as time", 15, weight=600, halo=False))
    for a, b, color, words in ((0, gone, WALK, "walking"), (gone, landed, FALL, "falling"), (landed, last, WALK, "walking")):
        out += [rect(on(a), top, on(b) - on(a), 16, color, color, 0.5), text((on(a) + on(b)) / 2, top + 40, words, 13, color,
                "middle", halo=False)]
    for _, _, t, why in cuts[:-1]:
        big = why not in ("piece", "chord")
        out.append(path([(on(t), top - (6 if big else 0)), (on(t), top + (22 if big else 16))], INK if big else GROUND,
                1.8 if big else 1.1))
    out.append(text(on(step[2]), top + 58, "step up", 12, SOFT, "middle", halo=False))
    for t in (0, gone, landed, last):
        out.append(text(on(t), top + 58, f"{t * 1000:.0f} ms", 12, SOFT, "middle", halo=False))
    return card("Slices: one long tick of a walker at 3 m/s, cut at the instants that matter", int(top + 78), out)


def ball_height(ground, x, r):
    """The height of the lowest point of a ball over x that rests on a line of ground."""
    best = -1e9
    for (ax, ay), (bx, by) in zip(ground, ground[1:]):
        for i in range(401):
            px, py = ax + (bx - ax) * i / 400, ay + (by - ay) * i / 400
            if abs(px - x) <= r:
                best = max(best, py + math.sqrt(r * r - (px - x) ** 2) - r)
    return best


def ground_picture():
    out = []
    # from the side
    out += [text(28, 74, "From the side: each place has one height", 15, weight=600, halo=False)]
    ground = [(-2.0, 0.3), (-1.2, 0.0), (-0.45, 0.52), (0.35, 0.0), (1.15, 0.62), (1.95, 0.62)]
    scale, ox, oy = 106, 240, 326

    def at(x, y):
        return ox + x * scale, oy - y * scale

    base = [at(*p) for p in ground]
    out += [path(base + [(base[-1][0], 352), (base[0][0], 352)], "none", 0, SOLID, close=True), path(base, GREEN,
            2.6)] + [dot(x, y, GREEN, 3) for x, y in base]
    ends = [-0.86, 0.3]
    for x, dash in zip(ends, (None, "4 4")):
        place = at(x, ball_height(ground, x, RADIUS))
        out.append(capsule(*place, RADIUS * scale, 1.2 * scale, WALK, "none" if dash else "#ffffff", 1.8, dash))
    rest = [at(-1.6 + i * 0.02, ball_height(ground, -1.6 + i * 0.02, RADIUS)) for i in range(161)]
    out.append(path(rest, WALK, 2, dash="2 4"))
    for x in ends:
        out.append(dot(*at(x, ball_height(ground, x, RADIUS)), WALK, 4))
    a, b = at(ends[0], 0)[0], at(ends[1], 0)[0]
    out += [arrow((a, 128), (b, 128), INK, 1.6), text((a + b) / 2, 118, "a level piece of way", 12.5, INK, "middle"),
            *lines(at(0.86, 0)[0], 190, ["the feet: lowest point of", "the round bottom where", "it rests highest"], 12.5,
                    WALK)]
    # from above
    x0 = 504
    out += [text(x0, 74, "From above: the zone that is surveyed", 15, weight=600, halo=False)]
    cell, gx, gy, n = 51, x0 + 2, 92, 5
    jitter = [(0, 0), (8, -6), (-7, 7), (6, 5), (-8, -4), (4, 8), (-5, -7), (7, 3)]
    grid = {}
    for i in range(n + 1):
        for j in range(n + 1):
            dx, dy = jitter[(i * 3 + j * 5) % 8] if 0 < i < n and 0 < j < n else (0, 0)
            grid[i, j] = (gx + i * cell + dx, gy + j * cell + dy)
    hx, hy, zone = gx + 1.8 * cell, gy + 2.62 * cell, 84
    for i in range(n):
        for j in range(n):
            quad = [grid[i, j], grid[i + 1, j], grid[i + 1, j + 1], grid[i, j + 1]]
            for tri in ((quad[0], quad[1], quad[2]), (quad[0], quad[2], quad[3])):
                near = any(math.hypot(px - hx, py - hy) < zone for px, py in inside(tri))
                fill, edge = ("#cfe6cf", "#9db39d") if near else ("#eef2ec", "#c3cdc1")
                if j == 0:
                    fill, edge = "#ddd3c2", "#b3a68f"
                if i == n - 1 and j:
                    fill, edge = "#8f979d", "#8f979d"
                out.append(path(tri, edge, 1, fill, close=True))
    out += [path([grid[n - 1, j] for j in range(1, n + 1)], FALL, 3.4), circle(hx, hy, zone, WALK, "none", 2, "6 4"),
            circle(hx, hy, 24, WALK, "#ffffff", 1.8), dot(hx, hy, WALK),
            arrow((hx, hy), (hx + 46, hy - 20), INK, 1.6)]
    lx, y = gx + n * cell + 20, 104
    for fill, what in (("#cfe6cf", ["faces: walkable, and", "going on over each", "edge in the zone"]), ("#ddd3c2",
            ["a wall: listed; the", "way may not touch it"]), ("#8f979d", ["no ground; its rim", "(orange) in the zone",
            "would break it"])):
        out += [rect(lx, y - 11, 15, 15, "#8b949e", fill, 1), *lines(lx + 22, y + 1, what, 12.5)]
        y += 12 + 17 * len(what)
    out += [rect(lx, y - 11, 15, 15, "#c3cdc1", "#eef2ec", 1), text(lx + 22, y + 1, "not looked at", 12.5)]
    y += 30
    out += [path([(lx, y - 3), (lx + 15, y - 3)], WALK, 2, dash="5 3"), *lines(lx + 22, y + 1, ["the zone: radius +",
            "1.2 times the way", "of a tick"], 12.5)]
    # what follows
    y = 398
    out += [path([(28, y - 22), (WIDTH - 28, y - 22)], FRAME, 1)]
    rows = [("whole", GREEN, "Nothing but such ground, nothing that moves, and nothing else touched.",
            "No sweep: the ground gives the height at the end of each level piece of way."),
            ("carries", WALK, "The same, but a wall or another character is touched.",
                    "Sweeps along the way; the floor is still told by the ground."),
            ("broken", FALL, "A rim in the zone, a face above the core's end, more than 40 faces or 24 others, anything that moves, a conveyor.",
             "What is near is listed once, and walked over with sweeps.")]
    for i, (name, color, when, then) in enumerate(rows):
        out += [dot(38, y + 4 + i * 44, color, 5), text(54, y + 9 + i * 44, name, 14, color, weight=600, halo=False), text(136,
                y + 2 + i * 44, when, 13, halo=False),
                text(136, y + 20 + i * 44, then, 13, SOFT, halo=False)]
    return card("The ground survey: most ticks of a walker need no sweep", y + 3 * 44 + 4, out)


def inside(tri):
    """Points spread over a triangle."""
    return [tuple(tri[0][k] + (tri[1][k] - tri[0][k]) * u + (tri[2][k] - tri[0][k]) * v for k in (0, 1)) for u in (0, 0.25,
            0.5, 0.75, 1) for v in (0, 0.25, 0.5, 0.75, 1) if u + v <= 1]


def moving_picture():
    out = []
    half, row = WIDTH / 2, 262

    def head(i, title, under):
        x, y = 28 + (i % 2) * half, 74 + (i // 2) * row
        out.extend([text(x, y, title, 15, weight=600, halo=False), *lines(x, y + 19, under, 12.5, SOFT)])
        return x, y + 46
    # 1: relative motion
    x, y = head(0, "Relative motion", ["Bodies stand at their pose of the tick's end. Seen from one, the",
            "capsule comes the other way: on a line, round what turns on an arc."])
    bx, by, way = x + 186, y + 30, 120
    out.extend([path([(x, by + 92), (x + 404, by + 92)], GREEN, 2.6), rect(bx - way, by, 60, 92, FAINT, "none", 1.4, 3, "5 4"),
            rect(bx, by, 60, 92, BASE, "#ece6f5", 1.8, 3),
                arrow((bx - way + 64, by + 8), (bx - 4, by + 8), BASE), text(bx - way / 2 + 30, by - 6, "its motion", 12.5,
                        BASE, "middle")])
    here = bx + 8
    out.extend([capsule(here, by + 92, 16, 78, SOFT, "none", 1.4, "4 4"), capsule(here + way, by + 92, 16, 78, WALK,
            "#ffffff"), capsule(bx + 76, by + 92, 16, 78, RED, "none", 1.4, "4 4"),
                arrow((here + way, by + 53), (bx + 80, by + 53), WALK, 2), path([(bx + 60, by - 8), (bx + 60, by + 92)], RED,
                        1.4, dash="3 3")])
    out.extend([text(bx - way + 30, by + 112, "start", 12.5, SOFT, "middle"), text(here + 10, by + 112, "end", 12.5, BASE,
            "middle"),
                *lines(here + way + 26, by + 30, ["dashed: the capsule", "solid: the same at", "the tick's start, as", "the body sees it"], 12.5,
                        WALK), text(bx + 64, by - 8, "met here", 12.5, RED)])
    # 2: carry
    x, y = head(1, "Carry", ["First the capsule is swept to where the point under its feet has",
            "gone. Neither its base nor other moving bodies stop that."])
    cx, cy, r = x + 100, y + 78, 62
    out.extend([circle(cx, cy, r + 14, BASE, "#ece6f5", 1.8), dot(cx, cy, BASE), path(arc(cx, cy, r, -30, 62), WALK, 1.8,
            dash="5 4")])
    first, last = arc(cx, cy, r, -30, -30, 1)[0], arc(cx, cy, r, 62, 62, 1)[0]
    out.extend([path([(cx, cy), first], FAINT, 1.2), path([(cx, cy), last], BASE, 1.4), circle(*first, 13, SOFT, "#ffffff",
            1.4, "4 3"), circle(*last, 13, WALK, "#ffffff", 1.8), dot(*first, SOFT), dot(*last, BASE),
                bent(arc(cx, cy, 30, -24, 50, 10), BASE, 1.6)])
    out.extend(lines(x + 200, y + 30, ["A turntable, from above.", "Facing, velocity and control",
            "rotation turn along. The rest of", "the tick is a walk over a body", "that stands; velocity is relative",
            "to it until it is left."], 12.5))
    # 3: push out
    x, y = head(2, "Push out", ["What would have swept the capsule away pushes it ahead, out of",
            "the plane in which it was met: in at most 3 rounds."])
    bx, by = x + 54, y + 14
    out.extend([path([(x, by + 110), (x + 404, by + 110)], GREEN, 2.6), rect(bx - 50, by + 18, 60, 92, FAINT, "none", 1.4, 0,
            "5 4"), rect(bx + 70, by + 18, 60, 92, BASE, "#ece6f5", 1.8),
                arrow((bx + 14, by + 84), (bx + 66, by + 84), BASE, 2)])
    out.extend([capsule(bx + 96, by + 110, 17, 84, SOFT, "none", 1.3, "4 4"), capsule(bx + 147, by + 110, 17, 84, WALK,
            "#ffffff"), path([(bx + 130, by + 4), (bx + 130, by + 110)], RED, 1.4, dash="3 3"),
                arrow((bx + 97, by + 52), (bx + 145, by + 52), WALK, 2)])
    out.extend(lines(bx + 184, by + 36, ["On the ground a steep face", "pushes along it, not up.",
            "A solid in the way stops the", "push: pressed, see Squeeze."], 12.5))
    # 4: squeeze
    x, y = head(3, "Squeeze", ["No way out: held at the last free pose, told once (crush). The state",
            "keeps that pose in the frame of each body that has gone over it."])
    bx, by = x, y + 10
    for k, (name, plate) in enumerate((("pressed", 53), ("gone over", 84), ("free again", 18))):
        gx = bx + k * 142
        kept = 79 + plate - 53
        out.extend([path([(gx, by + 104), (gx + 122, by + 104)], GREEN, 2.6), rect(gx + 96, by + 12, 26, 92, "#9aa39a", SOLID,
                1.4), capsule(gx + 79, by + 104, 16, 78, RED if k < 2 else WALK, "#ffffff", 1.8),
                    rect(gx + plate, by + 12, 10, 92, BASE, "#ece6f5", 1.8)])
        out.append(arrow((gx + plate - 34, by + 26), (gx + plate - 4, by + 26), BASE,
                1.8) if k < 2 else arrow((gx + plate + 44, by + 26), (gx + plate + 14, by + 26), BASE, 1.8))
        if k:
            color = RED if k == 1 else WALK
            out.extend([path([(gx + kept, by + 84), (gx + 79, by + 84)], color, 2), dot(gx + kept, by + 84, BASE, 4.4),
                    dot(gx + 79, by + 84, color, 3)])
        else:
            out.append(dot(gx + 79, by + 84, BASE, 4.4))
        out.append(text(gx + 60, by + 124, name, 12.5, INK, "middle"))
    out.extend(lines(bx, by + 146, ["The kept pose (violet) goes with the body, even into a wall. The",
            "capsule is free when the line from there to it does not cross the", "body: so it comes out on the side where it went in."], 12.5))
    return card("Moving bodies", 588, out)


def missing():
    """Files of the order of a tick that are not there."""
    rooms = PICTURES.parent.parent / "src/character"
    return [name for _, _, files, _ in ROWS for name in files.split() if not (rooms / name).exists()]


def main():
    wanted = {"frames": frames(), "tick": order(), "slices": slices_picture(), "ground": ground_picture(),
            "moving": moving_picture()}
    files = {PICTURES / f"inside-{name}.svg": words for name, words in wanted.items()}
    stale = [f for f, words in files.items() if not f.is_file() or f.read_text(encoding="utf-8") != words]
    if "--check" in sys.argv[1:]:
        for file in stale:
            print(f"pictures: {file.name} is not as {Path(__file__).name} draws it; make it anew with it")
        for name in missing():
            print(f"pictures: {Path(__file__).name} names src/character/{name}, which is not there")
        sys.exit(1 if stale or missing() else 0)
    for file in stale:
        file.write_text(files[file], encoding="utf-8", newline="\n")
    print(f"{len(files)} pictures, {len(stale)} made anew")


if __name__ == "__main__":
    main()
