// explain.c - why a character is as it is: how it moves, on what, what happened last, and what is in its way.
//
// Everything is read from what a tick leaves behind; nothing is worked out that the tick has not. Read next: line.c.
#include "character/tick.h"
#include "record/line.h"

#include <lope/explain.h>

#define STILL 0.005     // m/s, below which it is said to stand
#define BLOCKED 0.05    // of the top speed, below which what is touched blocks it
#define AT_TOP 0.99     // of the top speed, from which it is not told
#define HOVERING 0.0005 // m off the floor, from which it is told
#define DEGREES 57.29577951308232
#define UPRIGHT 88.0 // degrees, from which a surface is a wall and no slope

typedef struct facts {
    lope_line *line;
    const lope_explain_def *def;
    const lope_state *state;
    const lope_input *input;   // or NULL
    const lope_tuning *tuning; // or NULL
    const lope_event *events;
    uint32_t event_count;
    const lope_query *queries;
    uint32_t query_count;
    double unit;                 // world units in a metre
    double rise, level;          // m/s
    double depth;                // m, as far as it is known
    bool touched, other_touched; // when the tick ended
    bool slides;                 // in the air, on what is too steep to be stood upon
    lope_vec3 steep;             // its normal
    uint64_t steep_body;
    const lope_event *cause; // what is told of the tick's events; or NULL
} facts;

static void put(const facts *f, const char *words) { lope_line_put(f->line, words); }

static void put_speed(const facts *f, double speed)
{
    lope_line_number(f->line, speed, 2);
    put(f, " m/s");
}

static void put_body(const facts *f, uint64_t body)
{
    const char *name = f->def->body_name && body != LOPE_BODY_NONE ? f->def->body_name(f->def->context, body) : NULL;
    if (name && name[0] != 0) {
        lope_line_name(f->line, name);
    } else if (body == LOPE_BODY_NONE) {
        put(f, "nothing");
    } else {
        put(f, "body ");
        lope_line_whole(f->line, body);
    }
}

// Of a surface against level ground, degrees.
static double steepness(const facts *f, lope_vec3 normal)
{
    lope_point n = lope_vec3_to_point(normal), up = lope_vec3_to_point(f->state->up);
    double rise = lope_point_dot(n, up);
    double level = lope_point_length(lope_point_mad(n, up, -rise));
    return (double)lope_atan2((float)level, (float)rise) * DEGREES;
}

static double limit_of(const facts *f) { return (double)f->tuning->walkable_floor_angle * DEGREES; }

// "12 of 44.8 degrees"
static void put_angle(const facts *f, double degrees)
{
    lope_line_short(f->line, degrees, 1);
    if (f->tuning) {
        put(f, " of ");
        lope_line_short(f->line, limit_of(f), 1);
    }
    put(f, " degrees");
}

static const lope_event *find(const facts *f, uint32_t kind)
{
    for (uint32_t i = f->event_count; i-- > 0;)
        if (f->events[i].kind == kind) return &f->events[i];
    return NULL;
}

// ---- stuck ---------------------------------------------------------------------------------------------------------------------

static void say_stuck(const facts *f)
{
    if (f->state->stuck_ticks == 0) return;
    put(f, find(f, LOPE_EVENT_CRUSH) ? "crushed by " : "stuck in ");
    put_body(f, f->state->stuck_body);
    put(f, " for ");
    lope_line_whole(f->line, f->state->stuck_ticks);
    put(f, f->state->stuck_ticks == 1 ? " tick" : " ticks");
    if (f->depth > 0) {
        put(f, ", ");
        lope_line_number(f->line, f->depth, 3);
        put(f, " m deep");
    }
    put(f, "; ");
}

// ---- walking -------------------------------------------------------------------------------------------------------------------

static void say_floor(const facts *f)
{
    const lope_floor *floor = &f->state->floor;
    if (floor->body == LOPE_BODY_NONE) {
        put(f, f->state->ticks == 0 ? ", not yet ticked" : " on nothing");
        return;
    }
    bool wedge = floor->kind == LOPE_FLOOR_WEDGE;
    put(f, wedge ? " between steep sides of " : floor->kind == LOPE_FLOOR_LIP ? " on the rim of " : " on ");
    put_body(f, floor->body);
    if (!wedge) {
        double degrees = steepness(f, floor->normal);
        put(f, " (");
        put_angle(f, degrees);
        // a hundredth of a degree: the floats of the normal
        if (f->tuning && floor->walkable && degrees > limit_of(f) + 0.01) put(f, ", allowed by its own rule");
        put(f, ")");
    }
    if (floor->distance > HOVERING * f->unit || floor->distance < -HOVERING * f->unit) {
        put(f, ", ");
        lope_line_number(f->line, floor->distance, 4);
        put(f, " m above it");
    }
}

static double pressed(const facts *f)
{
    if (!f->input) return f->state->acceleration > 0 ? 1.0 : 0.0;
    double length = (double)lope_vec3_length(f->input->move);
    return length > 1 ? 1 : length;
}

// m/s that the input asks for; without a moveset what is asked for is not known, and 0.
static double top_speed(const facts *f)
{
    if (!f->tuning) return 0;
    double top = (double)f->tuning->max_walk_speed * pressed(f), least = (double)f->tuning->min_analog_walk_speed;
    return pressed(f) > 0 && top < least ? least : top;
}

static bool stands(const facts *f) { return f->level < STILL * f->unit; }

static void say_walking(const facts *f)
{
    double top = top_speed(f);
    if (stands(f)) {
        put(f, "standing");
    } else {
        put(f, "walking at ");
        lope_line_number(f->line, f->level, 2);
        if (top > 0 && f->level < AT_TOP * top) {
            put(f, " of ");
            lope_line_number(f->line, top, 2);
        }
        put(f, " m/s");
    }
    say_floor(f);
    if (stands(f)) return;
    if (pressed(f) <= 0)
        put(f, ", braking");
    else if (top > 0 && f->level > top / AT_TOP)
        put(f, ", faster than it may run");
}

// ---- falling -------------------------------------------------------------------------------------------------------------------

// Whether something was met in this tick that is too steep to be stood upon, but no wall.
static void find_steep(facts *f)
{
    const lope_event *hit = find(f, LOPE_EVENT_HIT);
    if (f->state->mode != LOPE_MODE_FALLING) return;
    if (hit && !hit->walkable && steepness(f, hit->normal) < UPRIGHT) {
        f->slides = true;
        f->steep = hit->normal;
        f->steep_body = hit->body;
    }
    for (uint32_t i = f->query_count; i-- > 0 && f->touched && !f->slides;) {
        const lope_query *q = &f->queries[i];
        bool fell = q->purpose == LOPE_QUERY_FALL || q->purpose == LOPE_QUERY_LAND || q->purpose == LOPE_QUERY_PRESS;
        if (!fell || !q->hit || q->walkable || steepness(f, q->normal) >= UPRIGHT) continue;
        f->slides = true;
        f->steep = q->normal;
        f->steep_body = q->body;
    }
}

static void say_air_speed(const facts *f)
{
    double still = STILL * f->unit, up = f->rise;
    if (up > still || up < -still) {
        put_speed(f, up < 0 ? -up : up);
        put(f, up < 0 ? " down" : " up");
        if (f->level >= still) put(f, ", ");
    }
    if (f->level >= still) {
        put_speed(f, f->level);
        put(f, " level");
    }
}

static void say_falling(const facts *f)
{
    double still = STILL * f->unit;
    bool rests = f->level < still && f->rise < still && f->rise > -still;
    if (rests) {
        put(f, f->slides ? "held" : f->state->stuck_ticks > 0 ? "held still" : "at rest in the air");
    } else {
        put(f, f->slides ? "sliding at " : f->rise > still ? "rising at " : "falling at ");
        say_air_speed(f);
    }
    if (!f->slides) return;
    put(f, " on ");
    put_body(f, f->steep_body);
    put(f, ", too steep to stand on (");
    put_angle(f, steepness(f, f->steep));
    put(f, ")");
}

// How it came to be in the air, unless the tick's own event tells it.
static void say_why_air(const facts *f)
{
    const lope_state *s = f->state;
    uint32_t cause = f->cause ? f->cause->kind : 0;
    if ((s->flags & LOPE_STATE_WALKED_OFF) && cause != LOPE_EVENT_WALK_OFF) put(f, ", after walking off an edge");
    if (s->jump_count > 0 && cause != LOPE_EVENT_JUMP) {
        put(f, ", after jump ");
        lope_line_whole(f->line, s->jump_count);
        if (f->tuning) {
            put(f, " of ");
            lope_line_whole(f->line, f->tuning->jump_max_count > 0 ? (uint64_t)f->tuning->jump_max_count : 0);
        }
    }
    if (s->flags & LOPE_STATE_HOLDING) {
        put(f, ", the jump held for ");
        lope_line_number(f->line, (double)s->jump_hold_time, 2);
        put(f, " s");
    }
    if (s->coyote_left > 0 && s->jump_count == 0) {
        put(f, ", may still jump for ");
        lope_line_number(f->line, (double)s->coyote_left, 2);
        put(f, " s");
    }
}

// ---- the last cause --------------------------------------------------------------------------------------------------------------

// The last event that says more than the rest of the line does; a change of mode or base only when there is nothing else.
static const lope_event *cause_of(const facts *f)
{
    const lope_event *change = NULL;
    for (uint32_t i = f->event_count; i-- > 0;) {
        const lope_event *event = &f->events[i];
        bool base = event->kind == LOPE_EVENT_BASE && event->body != LOPE_BODY_NONE && event->body_from != LOPE_BODY_NONE;
        if (event->kind == LOPE_EVENT_MODE || base) {
            if (!change || change->kind == LOPE_EVENT_BASE) change = event;
        } else if (event->kind == LOPE_EVENT_HIT && (f->touched || f->slides)) {
            continue; // said as what is in the way
        } else if (event->kind != LOPE_EVENT_BASE && event->kind != LOPE_EVENT_STUCK && event->kind != LOPE_EVENT_CRUSH) {
            return event;
        }
    }
    return change;
}

static void put_with(const facts *f, const char *before, double value, const char *after)
{
    put(f, before);
    lope_line_number(f->line, value, 2);
    put(f, after);
}

static void put_with_body(const facts *f, const char *before, uint64_t body)
{
    put(f, before);
    put_body(f, body);
}

static void say_jump(const facts *f, const lope_event *event)
{
    put(f, ", jumped");
    if (event->to < 2) return;
    put(f, " again (");
    lope_line_whole(f->line, event->to);
    put(f, ")");
}

static void say_cause(const facts *f)
{
    const lope_event *event = f->cause;
    if (!event) return;
    switch (event->kind) {
    case LOPE_EVENT_MODE:
        put(f, ", was ");
        put(f, lope_mode_name(event->from));
        break;
    case LOPE_EVENT_JUMP:
        say_jump(f, event);
        break;
    case LOPE_EVENT_APEX:
        put_with(f, ", at the top of its arc, ", (double)event->value, " m up");
        break;
    case LOPE_EVENT_LAND:
        put_with(f, ", landed at ", (double)event->value, " m/s");
        break;
    case LOPE_EVENT_HIT:
        put_with_body(f, ", hit ", event->body);
        break;
    case LOPE_EVENT_STEP_UP:
        put_with(f, ", stepped up ", (double)event->value, " m");
        break;
    case LOPE_EVENT_BASE:
        put_with_body(f, ", came from ", event->body_from);
        break;
    case LOPE_EVENT_WALK_OFF:
        put(f, ", walked off an edge");
        break;
    case LOPE_EVENT_TOUCH:
        put_with_body(f, ", met ", event->body);
        break;
    case LOPE_EVENT_TELEPORT:
        put(f, ", teleported");
        break;
    default:
        break;
    }
}

// ---- what is refused, or in the way ------------------------------------------------------------------------------------------------

static void say_jump_refused(const facts *f)
{
    const lope_state *s = f->state;
    bool asked = f->input && (f->input->pressed & LOPE_BUTTON_JUMP);
    if (find(f, LOPE_EVENT_JUMP)) return;
    if (s->jump_buffer_left > 0) {
        put_with(f, ", a jump waits for the ground for ", (double)s->jump_buffer_left, " s more");
    } else if (asked && s->mode != LOPE_MODE_WALKING && s->mode != LOPE_MODE_FALLING) {
        put(f, ", no jump: not in this mode");
    } else if (asked) {
        put(f, ", no jump: none is left");
    }
}

static void say_step_refused(const facts *f)
{
    if (find(f, LOPE_EVENT_STEP_UP)) return;
    for (uint32_t i = f->query_count; i-- > 0;) {
        const lope_query *q = &f->queries[i];
        bool step = q->purpose >= LOPE_QUERY_STEP_UP && q->purpose <= LOPE_QUERY_STEP_DOWN;
        bool refused =
            q->verdict == LOPE_VERDICT_TOO_HIGH || q->verdict == LOPE_VERDICT_NO_ROOM || q->verdict == LOPE_VERDICT_NOT_WALKABLE;
        if (!step || !refused) continue;
        put(f, ", no step up: ");
        put(f, lope_query_verdict_name(q->verdict));
        return;
    }
}

static void say_touch(const facts *f)
{
    const lope_state *s = f->state;
    if (!f->touched || f->slides) return;
    double top = top_speed(f);
    bool slow = top > 0 ? f->level < BLOCKED * top : stands(f);
    bool asks = pressed(f) > 0;
    if (asks && slow && f->other_touched && s->other_hit_body != s->last_hit_body) {
        put_with_body(f, ", held in the corner of ", s->other_hit_body);
        put_with_body(f, " and ", s->last_hit_body);
        return;
    }
    put_with_body(f, asks && slow ? ", blocked by " : asks || !slow ? ", along " : ", touching ", s->last_hit_body);
}

static void say_held(const facts *f)
{
    if (f->touched || f->state->mode != LOPE_MODE_WALKING || pressed(f) <= 0 || !stands(f) || f->state->stuck_ticks > 0) return;
    put(f,
        f->tuning && !f->tuning->can_walk_off_ledges ? ", held: it may not walk off edges" : ", held though nothing blocks it");
}

// ---- the line -----------------------------------------------------------------------------------------------------------------------

// What is touched when a tick ends on the ground has its full time left, to the float's last digit; in the air it is noted where a slice of
// the fall begins, so half of the time still counts.
static bool is_touched(const lope_state *state, uint64_t body, float left)
{
    double least = state->mode == LOPE_MODE_FALLING ? 0.5 * LOPE_HIT_TIME : LOPE_HIT_TIME - LOPE_MIN_TIME;
    return body != LOPE_BODY_NONE && (double)left > least;
}

static void read_tick(facts *f, const lope_recorded_tick *tick)
{
    f->state = &tick->after;
    f->input = &tick->input;
    f->events = tick->events;
    f->event_count = tick->event_count;
    f->queries = tick->queries;
    f->query_count = tick->query_count;
    const lope_event *stuck = find(f, LOPE_EVENT_STUCK);
    if (stuck) f->depth = (double)stuck->value;
}

static void read_state(facts *f)
{
    const lope_state *s = f->state;
    lope_point velocity = lope_vec3_to_point(s->velocity), up = lope_vec3_to_point(s->up);
    f->rise = lope_point_dot(velocity, up);
    f->level = lope_point_length(lope_point_mad(velocity, up, -f->rise));
    f->unit = f->tuning ? (double)f->tuning->units_per_metre : 1;
    f->touched = is_touched(s, s->last_hit_body, s->last_hit_left);
    f->other_touched = is_touched(s, s->other_hit_body, s->other_hit_left);
    find_steep(f);
    f->cause = cause_of(f);
}

static void say_mode(const facts *f)
{
    switch (f->state->mode) {
    case LOPE_MODE_WALKING:
        say_walking(f);
        break;
    case LOPE_MODE_FALLING:
        say_falling(f);
        say_why_air(f);
        break;
    default:
        put(f, "not moving (mode ");
        put(f, lope_mode_name(f->state->mode));
        put(f, ")");
        break;
    }
}

size_t lope_explain(const lope_explain_def *def, char *text, size_t size)
{
    lope_line line = lope_line_start(text, size);
    if (!def || (!def->state && !def->tick)) return 0;
    facts f = {.line = &line, .def = def, .state = def->state, .input = def->input};
    const lope_moveset *moveset = def->moveset || !def->tick ? def->moveset : def->tick->moveset;
    if (moveset) f.tuning = &moveset->tuning;
    if (def->tick) {
        read_tick(&f, def->tick);
    } else if (def->report) {
        f.events = def->report->events;
        f.event_count = def->report->event_count;
        f.depth = def->report->depth;
    }
    read_state(&f);
    say_stuck(&f);
    say_mode(&f);
    say_cause(&f);
    say_jump_refused(&f);
    say_touch(&f);
    say_step_refused(&f);
    say_held(&f);
    return line.length;
}
