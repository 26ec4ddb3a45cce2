// draw_pen.h - one category and one colour of debug draw, and the shapes drawn with them.
//
// A shape goes to its own callback. Without one it goes to `line` as a wire frame, when the game asked for
// that; else nowhere. Read next: draw.c.
#ifndef LOPE_RECORD_DRAW_PEN_H
#define LOPE_RECORD_DRAW_PEN_H

#include <lope/draw.h>

// What to draw with.
typedef struct lope_brush {
    const lope_draw *draw;
    lope_draw_pen pen;
} lope_brush;

// Returns a brush: the callbacks of `draw` with a category, and the colour of a meaning.
lope_brush lope_brush_make(const lope_draw *draw, uint32_t category, lope_draw_meaning meaning, bool dashed);

// Draws a line.
void lope_brush_line(const lope_brush *brush, lope_point from, lope_point to);
// Draws an arrow, or nothing when it has no length.
void lope_brush_arrow(const lope_brush *brush, lope_point from, lope_point to);
// Draws a capsule.
void lope_brush_capsule(const lope_brush *brush, const lope_capsule *capsule);
// Draws a sphere.
void lope_brush_sphere(const lope_brush *brush, lope_point center, double radius);
// Draws a box. `half`: its half sizes, m.
void lope_brush_box(const lope_brush *brush, const lope_transform *pose, lope_vec3 half);
// Draws a cylinder along the y axis of the pose. It has no callback of its own: it is drawn as lines, whether
// or not the game asked for wire frames.
void lope_brush_cylinder(const lope_brush *brush, const lope_transform *pose, double radius, double half_height);
// Draws a square of a plane. `half`: half its side, m.
void lope_brush_plane(const lope_brush *brush, lope_point center, lope_vec3 normal, double half);
// Draws a text.
void lope_brush_text(const lope_brush *brush, lope_point at, const char *text);

#endif
