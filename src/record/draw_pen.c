// draw_pen.c - draws shapes with the callbacks that the renderer has. See draw_pen.h.
#include "record/draw_pen.h"

#define RING 16        // segments of a circle
#define HEAD 0.2       // of an arrow's length: its head
#define HEAD_WIDTH 0.4 // of the head's length: half its width
#define SHORTEST 1e-6  // in world units: a shorter arrow or normal has no direction

// Finds two unit vectors at right angles to `along` and to each other.
typedef struct frame {
    lope_point along, side, other;
} frame;

lope_brush lope_brush_make(const lope_draw *draw, uint32_t category, lope_draw_meaning meaning, bool dashed)
{
    lope_draw_pen pen = {category, (uint32_t)meaning, lope_draw_color(meaning), dashed ? 1u : 0u};
    return (lope_brush){draw, pen};
}

// Makes a frame with an axis along a vector. Returns false when the vector has no direction.
static bool make_frame(lope_point along, frame *f)
{
    double length = lope_point_length(along);
    if (!(length > SHORTEST)) return false;
    f->along = lope_point_scale(along, 1 / length);
    // The axis that is farthest from the vector. A unit vector has a part of at least 0.57 on some axis, so
    // its part on another is under 0.71.
    bool on_x = f->along.x > 0.6 || f->along.x < -0.6;
    lope_point side = lope_point_cross(on_x ? lope_point_make(0, 1, 0) : lope_point_make(1, 0, 0), f->along);
    f->side = lope_point_scale(side, 1 / lope_point_length(side));
    f->other = lope_point_cross(f->along, f->side);
    return true;
}

// Returns whether a shape without a callback of its own is drawn as lines.
static bool as_wires(const lope_brush *brush) { return brush->draw->wireframe && brush->draw->line; }

void lope_brush_line(const lope_brush *brush, lope_point from, lope_point to)
{
    if (brush->draw->line) brush->draw->line(brush->draw->context, from, to, brush->pen);
}

void lope_brush_arrow(const lope_brush *brush, lope_point from, lope_point to)
{
    frame f;
    lope_point way = lope_point_sub(to, from);
    if (!make_frame(way, &f)) return;
    if (brush->draw->arrow) {
        brush->draw->arrow(brush->draw->context, from, to, brush->pen);
        return;
    }
    if (!as_wires(brush)) return;
    double head = HEAD * lope_point_length(way);
    lope_point neck = lope_point_mad(to, f.along, -head), wide = lope_point_scale(f.side, HEAD_WIDTH * head);
    lope_brush_line(brush, from, to);
    lope_brush_line(brush, to, lope_point_add(neck, wide));
    lope_brush_line(brush, to, lope_point_sub(neck, wide));
}

// Draws part of a circle, in the plane of u and v: `count` segments of RING, from `first` on.
static void arc(const lope_brush *brush, lope_point center, lope_point u, lope_point v, int first, int count)
{
    lope_point before = center;
    for (int i = 0; i <= count; i++) {
        float angle = (float)(first + i) * (2.0f * LOPE_PI / RING);
        lope_point now = lope_point_mad(lope_point_mad(center, u, (double)lope_cos(angle)), v, (double)lope_sin(angle));
        if (i > 0) lope_brush_line(brush, before, now);
        before = now;
    }
}

void lope_brush_capsule(const lope_brush *brush, const lope_capsule *capsule)
{
    frame f;
    if (brush->draw->capsule) {
        brush->draw->capsule(brush->draw->context, capsule, brush->pen);
        return;
    }
    if (!as_wires(brush)) return;
    if (!make_frame(lope_point_sub(capsule->b, capsule->a), &f)) {
        lope_brush_sphere(brush, capsule->a, capsule->radius);
        return;
    }
    lope_point side = lope_point_scale(f.side, capsule->radius), other = lope_point_scale(f.other, capsule->radius);
    lope_point up = lope_point_scale(f.along, capsule->radius);
    const lope_point sides[] = {side, other, lope_point_scale(side, -1), lope_point_scale(other, -1)};
    for (int i = 0; i < 4; i++)
        lope_brush_line(brush, lope_point_add(capsule->a, sides[i]), lope_point_add(capsule->b, sides[i]));
    for (int i = 0; i < 2; i++) {
        arc(brush, capsule->a, sides[i], up, RING / 2, RING / 2);
        arc(brush, capsule->b, sides[i], up, 0, RING / 2);
    }
    arc(brush, capsule->a, side, other, 0, RING);
    arc(brush, capsule->b, side, other, 0, RING);
}

void lope_brush_sphere(const lope_brush *brush, lope_point center, double radius)
{
    if (brush->draw->sphere) {
        brush->draw->sphere(brush->draw->context, center, radius, brush->pen);
        return;
    }
    if (!as_wires(brush)) return;
    lope_point x = {radius, 0, 0}, y = {0, radius, 0}, z = {0, 0, radius};
    arc(brush, center, x, y, 0, RING);
    arc(brush, center, y, z, 0, RING);
    arc(brush, center, z, x, 0, RING);
}

void lope_brush_box(const lope_brush *brush, const lope_transform *pose, lope_vec3 half)
{
    if (brush->draw->box) {
        brush->draw->box(brush->draw->context, pose, half, brush->pen);
        return;
    }
    if (!as_wires(brush)) return;
    lope_point corners[8];
    for (int i = 0; i < 8; i++) {
        lope_vec3 corner = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
        corners[i] = lope_transform_apply(pose, lope_vec3_to_point(corner));
    }
    for (int i = 0; i < 8; i++)
        for (int bit = 1; bit < 8; bit <<= 1)
            if (!(i & bit)) lope_brush_line(brush, corners[i], corners[i | bit]);
}

void lope_brush_cylinder(const lope_brush *brush, const lope_transform *pose, double radius, double half_height)
{
    if (!brush->draw->line) return;
    lope_point x = lope_quat_rotate_point(pose->rotation, lope_point_make(radius, 0, 0));
    lope_point z = lope_quat_rotate_point(pose->rotation, lope_point_make(0, 0, radius));
    lope_point up = lope_quat_rotate_point(pose->rotation, lope_point_make(0, half_height, 0));
    lope_point low = lope_point_sub(pose->position, up), high = lope_point_add(pose->position, up);
    arc(brush, low, x, z, 0, RING);
    arc(brush, high, x, z, 0, RING);
    const lope_point sides[] = {x, z, lope_point_scale(x, -1), lope_point_scale(z, -1)};
    for (int i = 0; i < 4; i++) lope_brush_line(brush, lope_point_add(low, sides[i]), lope_point_add(high, sides[i]));
}

void lope_brush_plane(const lope_brush *brush, lope_point center, lope_vec3 normal, double half)
{
    frame f;
    if (brush->draw->plane) {
        brush->draw->plane(brush->draw->context, center, normal, half, brush->pen);
        return;
    }
    if (!as_wires(brush) || !make_frame(lope_vec3_to_point(normal), &f)) return;
    lope_point u = lope_point_scale(f.side, half), v = lope_point_scale(f.other, half);
    lope_point low = lope_point_sub(center, v), high = lope_point_add(center, v);
    const lope_point corners[] = {lope_point_sub(low, u), lope_point_add(low, u), lope_point_add(high, u),
                                  lope_point_sub(high, u)};
    for (int i = 0; i < 4; i++) lope_brush_line(brush, corners[i], corners[(i + 1) % 4]);
    lope_brush_line(brush, corners[0], corners[2]);
    lope_brush_line(brush, corners[1], corners[3]);
}

void lope_brush_text(const lope_brush *brush, lope_point at, const char *text)
{
    if (brush->draw->text) brush->draw->text(brush->draw->context, at, text, brush->pen);
}
