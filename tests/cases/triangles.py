"""The distance of a point from triangles, in plain Python."""
import math


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def along(a, d, t):
    return (a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2])


def to_segment(p, a, b):
    d = minus(b, a)
    t = max(0.0, min(1.0, dot(minus(p, a), d) / (dot(d, d) or 1.0)))
    return math.dist(p, along(a, d, t))


def to_triangle(p, corners):
    a, b, c = corners
    u, v, w = minus(b, a), minus(c, a), minus(p, a)
    uu, uv, vv, wu, wv = dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)
    area = uu * vv - uv * uv
    if area > 0:
        s, t = (vv * wu - uv * wv) / area, (uu * wv - uv * wu) / area
        if s >= 0 and t >= 0 and s + t <= 1:
            return math.dist(p, along(along(a, u, s), v, t))
    return min(to_segment(p, a, b), to_segment(p, b, c), to_segment(p, c, a))


def box_distance(p, corners):
    """Never more than the distance of the triangle itself."""
    gaps = [max(min(c[k] for c in corners) - p[k], p[k] - max(c[k] for c in corners), 0.0) for k in range(3)]
    return math.hypot(*gaps)


def nearest(triangles, p):
    best = math.inf
    for corners in triangles:
        if box_distance(p, corners) < best:
            best = min(best, to_triangle(p, corners))
    return best
