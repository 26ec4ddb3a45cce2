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
    const lope_input *input;     // or NULL
    const lope_moveset *moveset; // or NULL
    const lope_tuning *tuning;   // the moveset's, or NULL
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

static const char *mode_name(const facts *f, uint32_t mode)
{
    return f->moveset ? lope_moveset_mode_name(f->moveset, mode) : lope_mode_name(mode);
}

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
        bool surface = floor->kind != LOPE_FLOOR_NONE; // of navigation, with no floor near it
        put(f, f->state->ticks == 0 ? ", not yet ticked" : surface ? " on the navigation surface" : " on nothing");
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
    if (f->input && f->input->forbidden & LOPE_FORBID_MOVE) return 0;
    if (!f->input || f->input->requests_velocity) return f->state->acceleration > 0 ? 1.0 : 0.0;
    double length = (double)lope_vec3_length(f->input->move);
    return length > 1 ? 1 : length;
}

// m/s of a path that are asked for, but for the maximum of what it can; 0: the stick counts.
static double requested(const facts *f)
{
    if (!f->input || !f->input->requests_velocity || f->input->requested_at_max) return 0;
    return (double)lope_vec3_length(f->input->requested_velocity);
}

// m/s that the input asks for; without a moveset what is asked for is not known, and 0.
static double top_speed(const facts *f)
{
    if (!f->tuning) return 0;
    const lope_tuning *t = f->tuning;
    double asked = requested(f);
    uint32_t mode = f->state->mode;
    bool crouched = f->state->flags & LOPE_STATE_CROUCHED;
    if (asked > 0) return asked;
    if (mode == LOPE_MODE_SWIMMING) return (double)t->max_swim_speed * pressed(f);
    if (mode == LOPE_MODE_FLYING) return (double)t->max_fly_speed * pressed(f);
    double top = (double)(crouched ? t->max_walk_speed_crouched : t->max_walk_speed) * pressed(f),
           least = (double)t->min_analog_walk_speed;
    return pressed(f) > 0 && top < least ? least : top;
}

static bool stands(const facts *f) { return f->level < STILL * f->unit; }

// Layers or an animation move it: its own speeding up and braking do not.
static bool is_layered(const facts *f)
{
    return (f->input && f->input->has_root_motion) || (f->state->flags & LOPE_STATE_MORE && f->state->layer_count > 0);
}

static void say_walking(const facts *f)
{
    double top = top_speed(f);
    if (stands(f)) {
        put(f, f->state->flags & LOPE_STATE_CROUCHED ? "crouching" : "standing");
    } else {
        put(f, f->state->flags & LOPE_STATE_CROUCHED ? "crouching at " : "walking at ");
        lope_line_number(f->line, f->level, 2);
        if (top > 0 && f->level < AT_TOP * top) {
            put(f, " of ");
            lope_line_number(f->line, top, 2);
        }
        put(f, " m/s");
    }
    say_floor(f);
    if (stands(f) || is_layered(f)) return;
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

// ---- in water, in the air by itself ---------------------------------------------------------------------------------------------------

static void say_all_round(const facts *f, const char *moves, const char *rests)
{
    double speed = (double)lope_vec3_length(f->state->velocity), top = top_speed(f);
    if (speed < STILL * f->unit) {
        put(f, rests);
        return;
    }
    put(f, moves);
    lope_line_number(f->line, speed, 2);
    if (top > 0 && speed < AT_TOP * top) {
        put(f, " of ");
        lope_line_number(f->line, top, 2);
    }
    put(f, " m/s");
}

static void say_water(const facts *f)
{
    if (!(f->state->immersion > 0)) return;
    put(f, ", ");
    lope_line_number(f->line, (double)f->state->immersion * 100.0, 0);
    put(f, " % under water");
}

static void say_own_mode(const facts *f)
{
    put(f, "in mode ");
    put(f, mode_name(f, f->state->mode));
    if ((double)lope_vec3_length(f->state->velocity) < STILL * f->unit) return;
    put(f, " at ");
    put_speed(f, (double)lope_vec3_length(f->state->velocity));
}

// ---- what moves it besides its mode ----------------------------------------------------------------------------------------------------

static void say_base(const facts *f)
{
    const lope_state *s = f->state;
    double speed = (double)lope_vec3_length(s->base_velocity);
    if (!(s->flags & LOPE_STATE_MORE) || speed < STILL * f->unit) return;
    if (s->base_body) {
        put(f, ", carried by ");
        put_body(f, s->base_body);
        put(f, " at ");
        put_speed(f, speed);
    } else if (s->mode == LOPE_MODE_FALLING) {
        put(f, ", with ");
        put_speed(f, speed);
        put(f, " left of what carried it");
    }
}

// The one that gives the velocity, as layers.c takes it; else the first that adds to it.
static void say_layers(const facts *f)
{
    const lope_state *s = f->state;
    const lope_active_layer *best = NULL;
    uint32_t count = s->flags & LOPE_STATE_MORE ? s->layer_count : 0, adding = 0, first = 0;
    bool animated = f->input && f->input->has_root_motion;
    if (animated)
        put(f, f->input->root_motion.flags & LOPE_LAYER_ADDITIVE ? ", an animation adds to it" : ", moved by an animation");
    for (uint32_t i = 0; i < count; i++) {
        const lope_active_layer *layer = &s->layers[i];
        if (layer->flags & LOPE_LAYER_ADDITIVE) {
            if (adding++ == 0) first = layer->id;
        } else if (!best || layer->priority > best->priority) {
            best = layer;
        }
    }
    if (best && !(animated && !(f->input->root_motion.flags & LOPE_LAYER_ADDITIVE))) {
        put(f, ", driven by layer ");
        lope_line_whole(f->line, best->id);
    }
    if (adding == 0) return;
    put(f, ", layer ");
    lope_line_whole(f->line, first);
    put(f, adding > 1 ? " and others add " : " adds ");
    put_speed(f, (double)lope_vec3_length(s->layer_velocity));
}

static void say_knockback(const facts *f)
{
    if (!(f->state->knockback_left > 0)) return;
    put(f, ", knocked back for ");
    lope_line_number(f->line, (double)f->state->knockback_left, 2);
    put(f, " s more");
    if (!f->tuning) return;
    put(f, " (");
    lope_line_number(f->line, (double)f->tuning->knockback_control * 100.0, 0);
    put(f, " % of control)");
}

// Small though nobody presses the button: there is no room.
static void say_crouch(const facts *f)
{
    if (!(f->state->flags & LOPE_STATE_CROUCHED) || !f->input) return;
    if ((f->input->held | f->input->pressed) & LOPE_BUTTON_CROUCH) return;
    put(f, ", crouched for want of room to stand");
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
        } else if (event->kind == LOPE_EVENT_ENTER || event->kind == LOPE_EVENT_LEAVE || event->kind == LOPE_EVENT_REFUSE) {
            continue; // water and refusals are said apart
        } else if (event->kind == LOPE_EVENT_LAYER && event->to == 1) {
            continue; // said while it works
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
        put(f, mode_name(f, event->from));
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
    case LOPE_EVENT_CROUCH:
        put_with(f, ", crouched by ", (double)event->value, " m");
        break;
    case LOPE_EVENT_UNCROUCH:
        put_with(f, ", stood up by ", (double)event->value, " m");
        break;
    case LOPE_EVENT_RESIZE:
        put_with(f, event->value < 0 ? ", shrank by " : ", grew by ", fabs((double)event->value), " m");
        break;
    case LOPE_EVENT_LAYER:
        put(f, ", layer ");
        lope_line_whole(f->line, event->from);
        put(f, " ended");
        break;
    case LOPE_EVENT_ARRIVE:
        put(f, ", arrived");
        break;
    case LOPE_EVENT_BLOCKED:
        put(f, ", its path is blocked");
        break;
    default:
        break;
    }
}

// ---- what is refused, or in the way ------------------------------------------------------------------------------------------------

static const lope_event *find_refusal(const facts *f, uint32_t asked)
{
    for (uint32_t i = 0; i < f->event_count; i++)
        if (f->events[i].kind == LOPE_EVENT_REFUSE && f->events[i].from == asked) return &f->events[i];
    return NULL;
}

static void say_jump_refused(const facts *f)
{
    const lope_state *s = f->state;
    const lope_event *refusal = find_refusal(f, LOPE_ASKED_JUMP);
    bool asked = f->input && (f->input->pressed & LOPE_BUTTON_JUMP), swims = s->mode == LOPE_MODE_SWIMMING;
    if (find(f, LOPE_EVENT_JUMP)) return;
    if (s->jump_buffer_left > 0) {
        put_with(f, swims ? ", a jump waits for the surface for " : ", a jump waits for the ground for ",
                 (double)s->jump_buffer_left, " s more");
    } else if (refusal && refusal->to != LOPE_REFUSAL_WRONG_MODE && refusal->to != LOPE_REFUSAL_USED_UP) {
        put(f, ", no jump: ");
        put(f, lope_refusal_text(refusal->to));
    } else if (asked || refusal) {
        bool wrong = refusal ? refusal->to == LOPE_REFUSAL_WRONG_MODE
                             : s->mode != LOPE_MODE_WALKING && s->mode != LOPE_MODE_NAV_WALKING && s->mode != LOPE_MODE_FALLING;
        put(f, wrong ? ", no jump: not in this mode" : ", no jump: none is left");
    }
}

// What else was asked for; the jump has its own words.
static void say_refused(const facts *f)
{
    for (uint32_t i = 0; i < f->event_count; i++) {
        const lope_event *event = &f->events[i];
        if (event->kind != LOPE_EVENT_REFUSE || event->from == LOPE_ASKED_JUMP) continue;
        put(f, ", no ");
        put(f, lope_asked_name(event->from));
        put(f, ": ");
        put(f, lope_refusal_text(event->to));
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
    case LOPE_MODE_NAV_WALKING:
        say_walking(f);
        break;
    case LOPE_MODE_FALLING:
        say_falling(f);
        say_why_air(f);
        break;
    case LOPE_MODE_SWIMMING:
        say_all_round(f, "swimming at ", "floating");
        break;
    case LOPE_MODE_FLYING:
        say_all_round(f, "flying at ", "hovering");
        break;
    case LOPE_MODE_NONE:
        put(f, "not moving (mode none)");
        break;
    default:
        say_own_mode(f);
        break;
    }
    say_water(f);
}

size_t lope_explain(const lope_explain_def *def, char *text, size_t size)
{
    lope_line line = lope_line_start(text, size);
    if (!def || (!def->state && !def->tick)) return 0;
    facts f = {.line = &line, .def = def, .state = def->state, .input = def->input};
    const lope_moveset *moveset = def->moveset || !def->tick ? def->moveset : def->tick->moveset;
    f.moveset = moveset;
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
    say_base(&f);
    say_layers(&f);
    say_knockback(&f);
    say_crouch(&f);
    say_cause(&f);
    say_jump_refused(&f);
    say_refused(&f);
    say_touch(&f);
    say_step_refused(&f);
    say_held(&f);
    return line.length;
}
