#!/usr/bin/env python3
"""Draws a trace over its level as one SVG: the level seen from above at a slant, the way of the first character in it
(coloured by mode), and below it height and speed over time. No libraries; the same trace gives the same bytes.

Usage: draw_tour.py LEVEL.obj TRACE.csv STATIONS.csv OUT.svg   (STATIONS: name,start,end,x0,y0,z0,... of levels/gym)
"""
import csv
import math
import sys

WIDTH, MARGIN, CHART = 1200, 24, 110
TURN, TILT = math.radians(-24), math.radians(42)   # of the eye: about the vertical, and above the horizon
WALKING, FALLING, INK = "#0b6e99", "#d9480f", "#333333"


def project(p):
    """World metres -> (right, down, nearness to the eye), still in metres."""
    x, y, z = p
    right = x * math.cos(TURN) + z * math.sin(TURN)
    back = -x * math.sin(TURN) + z * math.cos(TURN)
    return right, back * math.sin(TILT) - y * math.cos(TILT), back * math.cos(TILT) + y * math.sin(TILT)


def read_obj(path):
    points, triangles = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            word = line.split()
            if word[:1] == ["v"]:
                points.append(tuple(map(float, word[1:4])))
            elif word[:1] == ["f"]:
                corners = [points[int(w.split("/")[0]) - 1] for w in word[1:]]
                triangles += [(corners[0], a, b) for a, b in zip(corners[1:], corners[2:])]
    return triangles


def normal(a, b, c):
    u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.sqrt(sum(k * k for k in n)) or 1.0
    return tuple(k / length for k in n)


def shade(n, height):
    """A grey that tells floors from ramps and walls apart; what is higher than the ground is lighter."""
    light = 0.52 + 0.28 * max(0.0, n[1]) - 0.12 * n[0] - 0.05 * n[2]
    if n[1] > 0.3:
        light += 0.10 + 0.04 * min(1.0, height) if height > 0.01 else 0.0
    level = max(0, min(255, int(round(250 * min(1.0, light) / 3)) * 3))
    return f"#{level:02x}{level:02x}{min(255, level + 6):02x}"


def draw_level(triangles, place):
    """The ground first, then back to front, what faces the eye, neighbours of one colour in one path."""
    eye = (-math.sin(TURN) * math.cos(TILT), math.sin(TILT), math.cos(TURN) * math.cos(TILT))
    faces = []
    for triangle in triangles:
        n = normal(*triangle)
        if sum(a * b for a, b in zip(n, eye)) > 1e-6:
            flat = [project(p) for p in triangle]
            top = max(p[1] for p in triangle)
            faces.append((top > 1e-3, sum(p[2] for p in flat) / 3, shade(n, top), flat))
    faces.sort(key=lambda f: (f[0], f[1]))
    out, colour, data = [], None, ""
    for _, _, fill, flat in faces + [(0, 0, None, [])]:
        if fill != colour:
            if data:
                out.append(f'<path fill="{colour}" stroke="{colour}" d="{data}"/>')
            colour, data = fill, ""
        if flat:
            data += "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(place, flat)) + "Z"
    return out


def runs(rows):
    """Stretches of one mode; each begins with the last row of the one before."""
    stretch = [rows[0]]
    for row in rows[1:]:
        stretch.append(row)
        if row["mode"] != stretch[0]["mode"]:
            yield stretch[0]["mode"], stretch
            stretch = [row]
    yield stretch[0]["mode"], stretch


def thin(points, tolerance=0.15):
    """Leaves out points that lie on the way between their neighbours, within `tolerance` of a pixel."""
    kept = [points[0]]
    skipped = []
    for this, after in zip(points[1:], points[2:]):
        skipped.append(this)
        (ax, ay), (bx, by) = kept[-1], after
        length = math.hypot(bx - ax, by - ay)
        for x, y in skipped:
            along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length > 0 else 0.0
            off = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length if length > 0 else math.hypot(x - ax, y - ay)
            if off > tolerance or along < -tolerance or along > length + tolerance:
                kept.append(this)
                skipped = []
                break
    return kept + points[-1:]


def line(points, colour, width, extra=""):
    data = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in thin(points))
    return f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" {extra}d="{data}"/>'


def text(x, y, words, size=13, extra=""):
    halo = 'paint-order="stroke" stroke="#f7f7f5" stroke-width="3" '
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{INK}" {halo}{extra}>{words}</text>'


def draw_way(rows, place):
    out = []
    for mode, stretch in runs(rows):
        points = [place(project((r["x"], r["y"] + 0.05, r["z"]))) for r in stretch]
        out.append(line(points, "#ffffff", 5, 'stroke-opacity="0.6" '))
        out.append(line(points, FALLING if mode == "falling" else WALKING, 2.4))
    return out


def draw_labels(path, place):
    """One label for each kind of station: what stands before the first underscore."""
    out, seen = [], {"corner"}
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kind = row["name"].split("_")[0].rstrip("s")
            if kind not in seen:
                seen.add(kind)
                x = (float(row["x0"]) + float(row["x1"])) / 2
                z = (float(row["z0"]) + float(row["z1"])) / 2
                px, py = place(project((x, float(row["y1"]) + 0.6, z)))
                out.append(text(px, py, row["name"].split("_")[0], 15, 'text-anchor="middle" font-weight="bold" '))
    return out


def draw_chart(rows, top, name, unit, value):
    """A curve over time, coloured by mode."""
    left, right = MARGIN + 60, WIDTH - MARGIN
    end = rows[-1]["time"] or 1.0
    low, high = min(0.0, min(map(value, rows))), max(map(value, rows))
    high = high if high > low else low + 1.0

    def at(row):
        return left + (right - left) * row["time"] / end, top + (CHART - 24) * (high - value(row)) / (high - low)

    zero = top + (CHART - 24) * high / (high - low)
    out = [f'<path stroke="#bbbbbb" d="M{left} {zero:.1f}H{right}"/>',
           text(MARGIN, top + 12, name), text(MARGIN, top + 30, f"to {high:.1f} {unit}", 12)]
    out += [line([at(r) for r in stretch], FALLING if mode == "falling" else WALKING, 1.4) for mode, stretch in runs(rows)]
    seconds = 10
    while seconds < end:
        x = left + (right - left) * seconds / end
        out.append(text(x, top + CHART - 8, f"{seconds} s", 11, 'text-anchor="middle" '))
        seconds += 10
    return out


def read_trace(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    first = rows[0]["name"]
    numbers = ("time", "x", "y", "z", "vx", "vy", "vz")
    return [{"mode": r["mode"], **{k: float(r[k]) for k in numbers}} for r in rows if r["name"] == first]


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    triangles, rows = read_obj(sys.argv[1]), read_trace(sys.argv[2])
    flat = [project(p) for t in triangles for p in t if p[1] > -0.5]
    left, right = min(p[0] for p in flat), max(p[0] for p in flat)
    upper, lower = min(p[1] for p in flat), max(p[1] for p in flat)
    scale = (WIDTH - 2 * MARGIN) / (right - left)
    picture = int((lower - upper) * scale + 2 * MARGIN)
    height = picture + 2 * CHART + MARGIN

    def place(p):
        return MARGIN + (p[0] - left) * scale, MARGIN + (p[1] - upper) * scale

    body = [f'<rect width="{WIDTH}" height="{height}" fill="#f7f7f5"/>', '<g stroke-width="0.6" stroke-linejoin="round">',
            *draw_level(triangles, place), "</g>", *draw_way(rows, place), *draw_labels(sys.argv[3], place),
            line([(MARGIN, MARGIN), (MARGIN + 24, MARGIN)], WALKING, 3), text(MARGIN + 32, MARGIN + 4, "walking"),
            line([(MARGIN + 110, MARGIN), (MARGIN + 134, MARGIN)], FALLING, 3), text(MARGIN + 142, MARGIN + 4, "falling"),
            *draw_chart(rows, picture, "height", "m", lambda r: r["y"]),
            *draw_chart(rows, picture + CHART, "speed", "m/s", lambda r: math.hypot(r["vx"], r["vz"]))]
    with open(sys.argv[4], "w", encoding="utf-8", newline="\n") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
                   f'font-family="sans-serif">\n' + "\n".join(body) + "\n</svg>\n")


if __name__ == "__main__":
    main()
