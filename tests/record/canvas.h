// canvas.h - a renderer for tests: it writes down what it is asked to draw.
//
// Read next: test_draw.c.
#ifndef LOPE_TESTS_RECORD_CANVAS_H
#define LOPE_TESTS_RECORD_CANVAS_H

#include <lope/draw.h>

typedef enum canvas_kind {
    CANVAS_LINE,
    CANVAS_ARROW,
    CANVAS_CAPSULE,
    CANVAS_SPHERE,
    CANVAS_BOX,
    CANVAS_PLANE,
    CANVAS_TEXT,
    CANVAS_KINDS
} canvas_kind;

#define CANVAS_CALLS 4096

typedef struct canvas_call {
    canvas_kind kind;
    lope_draw_pen pen;
    lope_point a, b; // line, arrow; capsule: its core; sphere, box, plane, text: a
    double size;     // radius; plane: half
    lope_vec3 v;     // box: half; plane: normal
    char text[96];
} canvas_call;

typedef struct canvas {
    canvas_call calls[CANVAS_CALLS];
    int count;
} canvas;

canvas *canvas_make(void);
// All callbacks, all categories, drawing onto c.
lope_draw canvas_draw(canvas *c);
void canvas_clear(canvas *c);
int canvas_count(const canvas *c, canvas_kind kind);
const canvas_call *canvas_find(const canvas *c, canvas_kind kind, uint32_t category); // the first, or NULL

#endif
