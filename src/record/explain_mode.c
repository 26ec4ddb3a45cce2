// explain_mode.c - tells how a character moves in its mode: its speed, its top speed, and its floor.
//
// Read next: explain_events.c.
#include "record/explain_mode.h"
#include "character/state/state_flags.h"

#include "record/explain_words.h"

#define AT_TOP 0.99               // share of the top speed from which the top speed is not told
#define HOVERING 0.0005           // m off the floor, from which the distance is told
#define DEGREES 57.29577951308232 // in a radian
#define UPRIGHT 88.0              // degrees, from which a surface is a wall and no slope

// Returns the angle of a surface against level ground, degrees.
static double steepness(const lope_facts *f, lope_vec3 normal)
{
    lope_point n = lope_vec3_to_point(normal), up = lope_vec3_to_point(f->state->up);
    double rise = lope_point_dot(n, up);
    double level = lope_point_length(lope_point_mad(n, up, -rise));
    return (double)lope_atan2((float)level, (float)rise) * DEGREES;
}

// Returns the tuning's walkable floor angle, degrees. There must be a tuning.
static double limit_of(const lope_facts *f) { return (double)f->tuning->walkable_floor_angle * DEGREES; }

// Appends an angle and the limit, "12 of 44.8 degrees".
static void put_angle(const lope_facts *f, double degrees)
{
    lope_line_short(f->line, degrees, 1);
    if (f->tuning) {
        lope_put(f, " of ");
        lope_line_short(f->line, limit_of(f), 1);
    }
    lope_put(f, " degrees");
}

// ---- walking ------------------------------------------------------------------------------------

// Tells what the character stands on: the body, its angle, and how far above it the feet are.
static void say_floor(const lope_facts *f)
{
    const lope_floor *floor = &f->state->floor;
    if (floor->body == LOPE_BODY_NONE) {
        bool surface = floor->kind != LOPE_FLOOR_NONE; // a navigation surface, with no floor near it
        lope_put(f, f->state->ticks == 0 ? ", not yet ticked" : surface ? " on the navigation surface" : " on nothing");
        return;
    }
    bool wedge = floor->kind == LOPE_FLOOR_WEDGE;
    lope_put(f, wedge ? " between steep sides of " : floor->kind == LOPE_FLOOR_RIM ? " on the rim of " : " on ");
    lope_put_body(f, floor->body);
    if (!wedge) {
        double degrees = steepness(f, floor->normal);
        lope_put(f, " (");
        put_angle(f, degrees);
        // 0.01 degrees: the rounding of the normal to floats.
        if (f->tuning && floor->walkable && degrees > limit_of(f) + 0.01) lope_put(f, ", allowed by its own rule");
        lope_put(f, ")");
    }
    if (floor->distance > HOVERING * f->unit || floor->distance < -HOVERING * f->unit) {
        lope_put(f, ", ");
        lope_line_number(f->line, floor->distance, 4);
        lope_put(f, " m above it");
    }
}

// Returns whether layers or an animation move the character, so that it neither accelerates nor brakes by
// itself.
static bool is_layered(const lope_facts *f) { return f->requests->has_root_motion || f->state->layer_count > 0; }

// Tells speed, floor and braking of a character that walks.
static void say_walking(const lope_facts *f)
{
    double top = lope_facts_top_speed(f);
    if (lope_facts_stands(f)) {
        lope_put(f, f->state->flags & LOPE_STATE_CROUCHED ? "crouching" : "standing");
    } else {
        lope_put(f, f->state->flags & LOPE_STATE_CROUCHED ? "crouching at " : "walking at ");
        lope_line_number(f->line, f->level, 2);
        if (top > 0 && f->level < AT_TOP * top) {
            lope_put(f, " of ");
            lope_line_number(f->line, top, 2);
        }
        lope_put(f, " m/s");
    }
    say_floor(f);
    if (lope_facts_stands(f) || is_layered(f)) return;
    if (lope_facts_pressed(f) <= 0)
        lope_put(f, ", braking");
    else if (top > 0 && f->level > top / AT_TOP)
        lope_put(f, ", faster than it may run");
}

// ---- falling ------------------------------------------------------------------------------------

void lope_facts_find_steep(lope_facts *f)
{
    const lope_event *hit = lope_facts_find(f, LOPE_EVENT_HIT);
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

// Tells the vertical and the level speed in the air.
static void say_air_speed(const lope_facts *f)
{
    double still = LOPE_STILL * f->unit, up = f->rise;
    if (up > still || up < -still) {
        lope_put_speed(f, up < 0 ? -up : up);
        lope_put(f, up < 0 ? " down" : " up");
        if (f->level >= still) lope_put(f, ", ");
    }
    if (f->level >= still) {
        lope_put_speed(f, f->level);
        lope_put(f, " level");
    }
}

// Tells how the character falls, or on which steep surface it slides.
static void say_falling(const lope_facts *f)
{
    double still = LOPE_STILL * f->unit;
    bool rests = f->level < still && f->rise < still && f->rise > -still;
    if (rests) {
        lope_put(f, f->slides ? "held" : f->state->stuck_ticks > 0 ? "held still" : "at rest in the air");
    } else {
        lope_put(f, f->slides ? "sliding at " : f->rise > still ? "rising at " : "falling at ");
        say_air_speed(f);
    }
    if (!f->slides) return;
    lope_put(f, " on ");
    lope_put_body(f, f->steep_body);
    lope_put(f, ", too steep to stand on (");
    put_angle(f, steepness(f, f->steep));
    lope_put(f, ")");
}

// Tells why the character is in the air, unless the tick's own event tells it.
static void say_why_air(const lope_facts *f)
{
    const lope_state *s = f->state;
    uint32_t cause = f->cause ? f->cause->kind : 0;
    if ((s->flags & LOPE_STATE_WALKED_OFF) && cause != LOPE_EVENT_WALK_OFF) lope_put(f, ", after walking off an edge");
    if (s->jump_count > 0 && cause != LOPE_EVENT_JUMP) {
        lope_put(f, ", after jump ");
        lope_line_whole(f->line, s->jump_count);
        if (f->tuning) {
            lope_put(f, " of ");
            lope_line_whole(f->line, f->tuning->jump_max_count > 0 ? (uint64_t)f->tuning->jump_max_count : 0);
        }
    }
    if (s->flags & LOPE_STATE_HOLDING) {
        lope_put(f, ", the jump held for ");
        lope_line_number(f->line, (double)s->jump_hold_time, 2);
        lope_put(f, " s");
    }
    if (s->coyote_left > 0 && s->jump_count == 0) {
        lope_put(f, ", may still jump for ");
        lope_line_number(f->line, (double)s->coyote_left, 2);
        lope_put(f, " s");
    }
}

// ---- in water, in the air by itself -------------------------------------------------------------

// Tells the speed in all three directions. moves: the words before it; rests: the words when the character
// stands.
static void say_all_round(const lope_facts *f, const char *moves, const char *rests)
{
    double speed = (double)lope_vec3_length(f->state->velocity), top = lope_facts_top_speed(f);
    if (speed < LOPE_STILL * f->unit) {
        lope_put(f, rests);
        return;
    }
    lope_put(f, moves);
    lope_line_number(f->line, speed, 2);
    if (top > 0 && speed < AT_TOP * top) {
        lope_put(f, " of ");
        lope_line_number(f->line, top, 2);
    }
    lope_put(f, " m/s");
}

// Tells how much of the character is under water.
static void say_water(const lope_facts *f)
{
    if (!(f->state->immersion > 0)) return;
    lope_put(f, ", ");
    lope_line_number(f->line, (double)f->state->immersion * 100.0, 0);
    lope_put(f, " % under water");
}

// Tells the name of a mode of the game's own, and the speed.
static void say_own_mode(const lope_facts *f)
{
    lope_put(f, "in mode ");
    lope_put(f, lope_facts_mode_name(f, f->state->mode));
    if ((double)lope_vec3_length(f->state->velocity) < LOPE_STILL * f->unit) return;
    lope_put(f, " at ");
    lope_put_speed(f, (double)lope_vec3_length(f->state->velocity));
}

// ---- the mode -----------------------------------------------------------------------------------
void lope_explain_mode(const lope_facts *f)
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
        lope_put(f, "not moving (mode none)");
        break;
    default:
        say_own_mode(f);
        break;
    }
    say_water(f);
}
