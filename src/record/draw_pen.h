// draw_pen.h - one category and one colour of debug draw, and the shapes drawn with them.
//
// A shape goes to its own callback; without one, as a wire frame to `line`, when the game has asked for that; else nowhere.
// Read next: draw.c.
#ifndef LOPE_RECORD_DRAW_PEN_H
#define LOPE_RECORD_DRAW_PEN_H

#include <lope/draw.h>

typedef struct lope_brush {
    const lope_draw *draw;
    lope_draw_pen pen;
} lope_brush;

lope_brush lope_brush_make(const lope_draw *draw, uint32_t category, lope_draw_meaning meaning, bool dashed);

void lope_brush_line(const lope_brush *brush, lope_point from, lope_point to);
void lope_brush_arrow(const lope_brush *brush, lope_point from,
                      lope_point to); // nothing when it has no length
void lope_brush_capsule(const lope_brush *brush, const lope_capsule *capsule);
void lope_brush_sphere(const lope_brush *brush, lope_point center, double radius);
void lope_brush_box(const lope_brush *brush, const lope_transform *pose, lope_vec3 half);
// Has no callback of its own: lines, asked for or not. Along the y axis of pose.
void lope_brush_cylinder(const lope_brush *brush, const lope_transform *pose, double radius, double half_height);
void lope_brush_plane(const lope_brush *brush, lope_point center, lope_vec3 normal, double half);
void lope_brush_text(const lope_brush *brush, lope_point at, const char *text);

#endif
