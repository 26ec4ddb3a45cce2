// draw.c - debug draw of a recorded tick, or of a state alone.
//
// Each function named draw_... draws one category, and nothing when that category is off.
// Read next: draw_query.c, draw_body.c, draw_volume.c, draw_pen.c.
#include "record/draw_volume.h"
#include "record/line.h"

#define ARROW_SECONDS 0.25f
#define EYES 0.9       // of the height: the arrow of the facing begins there
#define FACING 1.8     // radii: its length
#define PLANE 1.5      // radii: half the floor's plane
#define OVER_HEAD 0.15 // of the height: how far the line of text is above it
#define WORDS 0.1      // of the height, from one event to the next
#define LINE 256       // bytes of that line

// The character to draw, from a tick or from a state.
typedef struct subject {
    const lope_draw *draw;
    const lope_state *state;
    lope_point up;
    double height, radius; // m
} subject;

// Returns whether a category is asked for.
static bool shows(const lope_draw *draw, uint32_t category) { return (draw->categories & category) != 0; }

// Returns the point at a share of the height above the feet.
static lope_point above_feet(const subject *s, double share) { return lope_point_mad(s->state->feet, s->up, share * s->height); }

// Returns the character of a state.
static subject subject_of(const lope_state *state, const lope_draw *draw)
{
    return (subject){draw, state, lope_vec3_to_point(state->up), (double)state->height, (double)state->radius};
}

// Returns the meaning of the capsule's colour.
static lope_draw_meaning meaning_of(const lope_state *state)
{
    if (state->stuck_ticks > 0) return LOPE_DRAW_PENETRATING;
    if (state->mode == LOPE_MODE_WALKING || state->mode == LOPE_MODE_NAV_WALKING) return LOPE_DRAW_WALKING;
    return state->mode == LOPE_MODE_FALLING ? LOPE_DRAW_FALLING : LOPE_DRAW_RESTING;
}

// Draws the capsule.
static void draw_capsule(const subject *s)
{
    if (!shows(s->draw, LOPE_SHOW_CAPSULE)) return;
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_CAPSULE, meaning_of(s->state), false);
    lope_capsule capsule = {lope_point_mad(s->state->feet, s->up, s->radius),
                            lope_point_mad(s->state->feet, s->up, s->height - s->radius), s->radius};
    lope_brush_capsule(&brush, &capsule);
}

// Returns the direction of a yaw.
static lope_point facing(const lope_state *state) { return lope_vec3_to_point(lope_state_from_stick(state, 0, 1, state->yaw)); }

// Draws an arrow the way the character looks.
static void draw_facing(const subject *s)
{
    if (!shows(s->draw, LOPE_SHOW_FACING)) return;
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_FACING, LOPE_DRAW_FACING, false);
    lope_point eyes = above_feet(s, EYES);
    lope_brush_arrow(&brush, eyes, lope_point_mad(eyes, facing(s->state), FACING * s->radius));
}

// Draws the velocity as the way of arrow_seconds.
static void draw_velocity(const subject *s)
{
    if (!shows(s->draw, LOPE_SHOW_VELOCITY)) return;
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_VELOCITY, LOPE_DRAW_VELOCITY, false);
    double seconds = (double)(s->draw->arrow_seconds > 0 ? s->draw->arrow_seconds : ARROW_SECONDS);
    lope_point middle = above_feet(s, 0.5);
    lope_brush_arrow(&brush, middle, lope_point_mad(middle, lope_vec3_to_point(s->state->velocity), seconds));
}

// Draws the wanted direction. A full stick is as long as the capsule is high.
static void draw_input(const subject *s, const lope_input *input)
{
    if (!shows(s->draw, LOPE_SHOW_INPUT)) return;
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_INPUT, LOPE_DRAW_INPUT, false);
    lope_point middle = above_feet(s, 0.5), move = lope_vec3_to_point(input->move);
    double length = lope_point_length(move);
    lope_brush_arrow(&brush, middle, lope_point_mad(middle, move, length > 1 ? s->height / length : s->height));
}

// Draws the plane that the character walks along, and its normal.
static void draw_floor(const subject *s)
{
    const lope_floor *floor = &s->state->floor;
    if (!shows(s->draw, LOPE_SHOW_FLOOR) || floor->body == LOPE_BODY_NONE) return;
    lope_draw_meaning meaning = floor->walkable ? LOPE_DRAW_FLOOR_WALKABLE : LOPE_DRAW_FLOOR_STEEP;
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_FLOOR, meaning, false);
    lope_point center = lope_point_mad(s->state->feet, s->up, -floor->distance);
    lope_brush_plane(&brush, center, floor->plane, PLANE * s->radius);
    lope_brush_arrow(&brush, center, lope_point_mad(center, lope_vec3_to_point(floor->plane), PLANE * s->radius));
}

// Appends the name of a body, or "body" and its id.
static void write_body(lope_line *line, const lope_draw *draw, uint64_t body)
{
    const char *name = draw->body_name ? draw->body_name(draw->context, body) : NULL;
    if (name && name[0] != 0) {
        lope_line_name(line, name);
        return;
    }
    lope_line_put(line, "body ");
    lope_line_whole(line, body);
}

// Draws the name of the body that the character stands on.
static void draw_base(const subject *s)
{
    uint64_t body = s->state->floor.body;
    if (!shows(s->draw, LOPE_SHOW_BASE) || !s->draw->text || body == LOPE_BODY_NONE) return;
    char text[LINE];
    lope_line line = lope_line_start(text, sizeof text);
    write_body(&line, s->draw, body);
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_BASE, LOPE_DRAW_TEXT, false);
    lope_brush_text(&brush, s->state->feet, text);
}

// Draws the line of lope_explain over the head.
static void draw_explanation(const subject *s, lope_explain_def def)
{
    if (!shows(s->draw, LOPE_SHOW_EXPLAIN) || !s->draw->text) return;
    char text[LINE];
    def.moveset = s->draw->moveset;
    def.body_name = s->draw->body_name;
    def.context = s->draw->context;
    lope_explain(&def, text, sizeof text);
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_EXPLAIN, LOPE_DRAW_TEXT, false);
    lope_brush_text(&brush, above_feet(s, 1 + OVER_HEAD), text);
}

// Appends the name of an event, with its value or its new mode.
static void write_event(lope_line *line, const lope_event *event, const lope_moveset *moveset)
{
    lope_line_put(line, lope_event_name(event->kind));
    bool height = event->kind == LOPE_EVENT_APEX || event->kind == LOPE_EVENT_STEP_UP || event->kind == LOPE_EVENT_STUCK;
    if (height || event->kind == LOPE_EVENT_LAND) {
        lope_line_put(line, " ");
        lope_line_number(line, (double)event->value, 2);
        lope_line_put(line, height ? " m" : " m/s");
    } else if (event->kind == LOPE_EVENT_MODE) {
        lope_line_put(line, " ");
        lope_line_put(line, moveset ? lope_moveset_mode_name(moveset, event->to) : lope_mode_name(event->to));
    }
}

// Draws the names of events: a hit at its point, the others one above the other from the feet up.
static void draw_events(const subject *s, const lope_event *events, uint32_t count)
{
    if (!shows(s->draw, LOPE_SHOW_EVENT)) return;
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_EVENT, LOPE_DRAW_EVENT, false);
    for (uint32_t i = 0; i < count; i++) {
        const lope_event *event = &events[i];
        char text[LINE];
        lope_line line = lope_line_start(text, sizeof text);
        bool hit = event->kind == LOPE_EVENT_HIT || event->kind == LOPE_EVENT_TOUCH;
        lope_point at = hit ? event->point : above_feet(s, WORDS * (double)i);
        write_event(&line, event, s->draw->moveset);
        lope_brush_text(&brush, at, text);
        if (hit) lope_brush_arrow(&brush, at, lope_point_mad(at, lope_vec3_to_point(event->normal), s->radius));
    }
}

// Draws a line from the feet before the tick to the feet after it.
static void draw_trail(const subject *s, lope_point before)
{
    if (!shows(s->draw, LOPE_SHOW_TRAIL)) return;
    lope_brush brush = lope_brush_make(s->draw, LOPE_SHOW_TRAIL, LOPE_DRAW_TRAIL, false);
    lope_brush_line(&brush, before, s->state->feet);
}

// Draws what a tick and a state have in common.
static void draw_common(const subject *s)
{
    draw_capsule(s);
    draw_facing(s);
    draw_velocity(s);
    draw_floor(s);
    draw_base(s);
}

void lope_draw_tick(const lope_recorded_tick *tick, const lope_draw *draw)
{
    if (!tick || !draw || draw->categories == 0) return;
    subject s = subject_of(&tick->after, draw);
    draw_common(&s);
    draw_input(&s, &tick->input);
    draw_trail(&s, tick->before.feet);
    for (uint32_t i = 0; i < tick->query_count; i++) lope_draw_query(&tick->queries[i], tick->before.feet, tick->after.up, draw);
    lope_draw_volumes(&tick->after, LOPE_STATIC, draw);
    if (shows(draw, LOPE_SHOW_MOVING | LOPE_SHOW_VOLUME))
        for (uint32_t i = 0; i < tick->body_count; i++) lope_draw_body(tick, &tick->bodies[i], draw);
    draw_events(&s, tick->events, tick->event_count);
    draw_explanation(&s, (lope_explain_def){.tick = tick});
}

void lope_draw_state(const lope_state *state, const lope_report *report, const lope_draw *draw)
{
    if (!state || !draw || draw->categories == 0) return;
    subject s = subject_of(state, draw);
    draw_common(&s);
    lope_draw_volumes(state, LOPE_STATIC, draw);
    lope_draw_volumes(state, LOPE_MOVING, draw);
    if (report) {
        draw_trail(&s, lope_point_sub(state->feet, report->moved));
        draw_events(&s, report->events, report->event_count);
    }
    draw_explanation(&s, (lope_explain_def){.state = state, .report = report});
}
