// canvas.c - one callback a shape, each writes a line of the list.
#include "canvas.h"

#include "../behaviour/check.h"

static canvas_call *next(void *context, canvas_kind kind, lope_draw_pen pen)
{
    canvas *c = context;
    assert_true(c->count < CANVAS_CALLS);
    canvas_call *call = &c->calls[c->count++];
    memset(call, 0, sizeof *call);
    call->kind = kind;
    call->pen = pen;
    return call;
}

static void on_line(void *context, lope_point from, lope_point to, lope_draw_pen pen)
{
    canvas_call *call = next(context, CANVAS_LINE, pen);
    call->a = from;
    call->b = to;
}

static void on_arrow(void *context, lope_point from, lope_point to, lope_draw_pen pen)
{
    canvas_call *call = next(context, CANVAS_ARROW, pen);
    call->a = from;
    call->b = to;
}

static void on_capsule(void *context, const lope_capsule *capsule, lope_draw_pen pen)
{
    canvas_call *call = next(context, CANVAS_CAPSULE, pen);
    call->a = capsule->a;
    call->b = capsule->b;
    call->size = capsule->radius;
}

static void on_sphere(void *context, lope_point center, double radius, lope_draw_pen pen)
{
    canvas_call *call = next(context, CANVAS_SPHERE, pen);
    call->a = center;
    call->size = radius;
}

static void on_box(void *context, const lope_transform *pose, lope_vec3 half, lope_draw_pen pen)
{
    canvas_call *call = next(context, CANVAS_BOX, pen);
    call->a = pose->position;
    call->v = half;
}

static void on_plane(void *context, lope_point center, lope_vec3 normal, double half, lope_draw_pen pen)
{
    canvas_call *call = next(context, CANVAS_PLANE, pen);
    call->a = center;
    call->v = normal;
    call->size = half;
}

static void on_text(void *context, lope_point at, const char *text, lope_draw_pen pen)
{
    canvas_call *call = next(context, CANVAS_TEXT, pen);
    call->a = at;
    assert_true(strlen(text) < 256);
    snprintf(call->text, sizeof call->text, "%.95s", text);
}

canvas *canvas_make(void)
{
    canvas *c = calloc(1, sizeof *c);
    assert_non_null(c);
    return c;
}

lope_draw canvas_draw(canvas *c)
{
    lope_draw draw = {.context = c, .categories = LOPE_SHOW_ALL, .line = on_line, .arrow = on_arrow, .capsule = on_capsule};
    draw.sphere = on_sphere;
    draw.box = on_box;
    draw.plane = on_plane;
    draw.text = on_text;
    return draw;
}

void canvas_clear(canvas *c) { c->count = 0; }

int canvas_count(const canvas *c, canvas_kind kind)
{
    int count = 0;
    for (int i = 0; i < c->count; i++) count += c->calls[i].kind == kind;
    return count;
}

const canvas_call *canvas_find(const canvas *c, canvas_kind kind, uint32_t category)
{
    for (int i = 0; i < c->count; i++)
        if (c->calls[i].kind == kind && c->calls[i].pen.category == category) return &c->calls[i];
    return NULL;
}
