// draw_query.c - debug draw of one query: its path, where it ended, its hit and its verdict.
#include "record/draw_pen.h"
#include "record/line.h"

#define POINT_SIZE 0.02 // m, radius of a contact's dot
#define NORMAL 0.25     // m, length of a contact's normal
#define QUERY_LINE 96   // bytes

// Returns whether a query is part of a step up.
static bool is_step(const lope_query *query)
{
    return query->purpose >= LOPE_QUERY_STEP_UP && query->purpose <= LOPE_QUERY_STEP_DOWN;
}

// Returns whether a query looks for something under the feet.
static bool is_ground(const lope_query *query)
{
    return query->purpose == LOPE_QUERY_FLOOR || query->purpose == LOPE_QUERY_RIM || query->purpose == LOPE_QUERY_LAND;
}

// Returns the meaning of a query that decided something.
static lope_draw_meaning used(const lope_query *query)
{
    if (query->purpose == LOPE_QUERY_DEPENETRATE) return LOPE_DRAW_PENETRATING;
    if (is_step(query)) return LOPE_DRAW_STEP;
    if (is_ground(query)) return query->walkable ? LOPE_DRAW_FLOOR_WALKABLE : LOPE_DRAW_FLOOR_STEEP;
    return LOPE_DRAW_BLOCKED;
}

lope_draw_meaning lope_draw_query_meaning(const lope_query *query)
{
    switch (query->verdict) {
    case LOPE_VERDICT_USED:
        return used(query);
    case LOPE_VERDICT_RAMP:
        return LOPE_DRAW_FLOOR_WALKABLE;
    case LOPE_VERDICT_TOO_HIGH:
    case LOPE_VERDICT_NO_ROOM:
        return LOPE_DRAW_STEP_FAILED;
    case LOPE_VERDICT_NOT_WALKABLE:
        return is_step(query) ? LOPE_DRAW_STEP_FAILED : LOPE_DRAW_FLOOR_STEEP;
    default:
        return LOPE_DRAW_SWEPT;
    }
}

// Returns whether what the query found was not used. Such a query is dashed.
static bool came_to_nothing(const lope_query *query)
{
    return query->verdict != LOPE_VERDICT_CLEAR && query->verdict != LOPE_VERDICT_USED && query->verdict != LOPE_VERDICT_RAMP;
}

// Draws the way of a query up to its hit, the rest of the way dashed, and the capsule where it ended.
static void draw_way(const lope_query *query, lope_point from, lope_vec3 up, const lope_brush *brush)
{
    lope_point motion = lope_vec3_to_point(query->motion), axis = lope_vec3_to_point(up);
    lope_point end = lope_point_mad(from, motion, query->hit ? (double)query->fraction : 1.0);
    double radius = (double)query->radius, height = (double)query->height;
    bool capsule = height >= 2 * radius && radius > 0;
    if (query->kind != LOPE_QUERY_OVERLAP)
        lope_brush_arrow(brush, from, end);
    else if (!capsule)
        lope_brush_line(brush, from, lope_point_add(from, motion));
    if (query->hit && query->kind != LOPE_QUERY_OVERLAP) {
        lope_brush rest = lope_brush_make(brush->draw, LOPE_SHOW_QUERY, LOPE_DRAW_SWEPT, true);
        lope_brush_line(&rest, end, lope_point_add(from, motion));
    }
    if (!capsule || (!query->hit && query->kind == LOPE_QUERY_SWEEP)) return;
    lope_point at = query->kind == LOPE_QUERY_OVERLAP ? from : end;
    lope_capsule there = {lope_point_mad(at, axis, radius), lope_point_mad(at, axis, height - radius), radius};
    lope_brush_capsule(brush, &there);
}

// Draws the hit of a query: point, normal, and its purpose and verdict as a text. unit: world units in a
// metre.
static void draw_hit(const lope_query *query, lope_point feet, double unit, const lope_brush *brush)
{
    if (!query->hit) return;
    lope_brush contact = lope_brush_make(brush->draw, LOPE_SHOW_QUERY, LOPE_DRAW_CONTACT, brush->pen.dashed != 0);
    lope_point point = lope_point_add(feet, lope_vec3_to_point(query->point));
    lope_brush_sphere(&contact, point, POINT_SIZE * unit);
    lope_brush_arrow(&contact, point, lope_point_mad(point, lope_vec3_to_point(query->normal), NORMAL * unit));
    if (!brush->draw->text) return;
    char text[QUERY_LINE];
    lope_line line = lope_line_start(text, sizeof text);
    lope_line_put(&line, lope_query_purpose_name(query->purpose));
    lope_line_put(&line, ": ");
    lope_line_put(&line, lope_query_verdict_name(query->verdict));
    lope_brush_text(brush, point, text);
}

void lope_draw_query(const lope_query *query, lope_point feet, lope_vec3 up, const lope_draw *draw)
{
    if (!query || !draw || !(draw->categories & LOPE_SHOW_QUERY)) return;
    if (draw->purposes != 0 && (query->purpose >= 32 || !(draw->purposes >> query->purpose & 1u))) return;
    double unit = draw->moveset ? (double)draw->moveset->tuning.units_per_metre : 1;
    lope_point from = lope_point_add(feet, lope_vec3_to_point(query->from));
    lope_brush brush = lope_brush_make(draw, LOPE_SHOW_QUERY, lope_draw_query_meaning(query), came_to_nothing(query));
    draw_way(query, from, up, &brush);
    draw_hit(query, feet, unit, &brush);
}
