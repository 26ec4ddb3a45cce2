// falling.c - the falling mode: through the air under gravity, steered a little, until something holds the character.
//
// Between the instants that matter (apex, the end of a held jump, terminal speed, contacts) the path is a parabola and known in
// closed form; slices are so short that the chord along which the capsule is swept lies within half a millimetre of it.
// What is too steep to land on deflects: the level part of a velocity is turned along it as along a wall, so that speed against a
// slope never becomes height; only what falls onto it slides down it.
#include "character/ledger.h"
#include "motion/cast.h"

#define FALL_SLICES 48
#define FALL_PLANES 4
#define FALL_SAGITTA 5e-4 // m, between a slice's chord and its parabola
#define LAND_REACH 1e-4   // m, within which a floor is landed upon
#define TOUCHED 1e-5      // m, within which what it slides along counts as touched: half the skin
#define TOUCH_CONTACTS 16

typedef struct lope_fall {
    lope_drive drive;
    lope_point planes[FALL_PLANES]; // contact normals that are touched
    uint32_t plane_count;
    bool fenced;    // one of them is another character: a plane for the whole tick
    double gravity; // m/s2 down
} lope_fall;

static bool leaves_all(lope_point v, const lope_point *planes, uint32_t count, double tolerance)
{
    for (uint32_t i = 0; i < count; i++)
        if (lope_point_dot(v, planes[i]) < -tolerance) return false;
    return true;
}

// v against one plane.
static lope_point deflect(const lope_space *space, lope_point v, lope_point normal)
{
    double rise = lope_rise(space, normal);
    lope_point level = lope_flat(space, normal);
    double length = lope_point_length(level);
    if (rise > 0 && rise < space->walkable_cosine && length > 1e-6) {
        lope_point wall = lope_point_scale(level, 1.0 / length);
        double into = lope_point_dot(v, wall);
        if (into < 0) v = lope_point_mad(v, wall, -into);
    }
    double into = lope_point_dot(v, normal);
    return into < 0 ? lope_point_mad(v, normal, -into) : v;
}

// v against all that is touched: along one plane, along the crease of two, or not at all.
static lope_point constrain(const lope_space *space, lope_point v, const lope_fall *fall)
{
    lope_point zero = {0, 0, 0};
    double tolerance = 1e-7 * lope_point_length(v), up = lope_rise(space, v);
    uint32_t n = fall->plane_count;
    if (leaves_all(v, fall->planes, n, tolerance)) return v;
    for (uint32_t i = 0; i < n; i++) {
        if (lope_point_dot(v, fall->planes[i]) >= -tolerance) continue;
        lope_point along = deflect(space, v, fall->planes[i]);
        if (leaves_all(along, fall->planes, n, tolerance)) return along;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++) {
            lope_point crease = lope_point_cross(fall->planes[i], fall->planes[k]);
            double squared = lope_point_dot(crease, crease);
            if (squared < 1e-12) continue;
            lope_point along = lope_point_scale(crease, lope_point_dot(v, crease) / squared);
            bool lifts = lope_rise(space, along) > (up > 0 ? up : 0) + tolerance;
            if (!lifts && leaves_all(along, fall->planes, n, tolerance)) return along;
        }
    return zero;
}

// Input does not press against what is too steep: it would only take from the slide.
static void add_wall(const lope_space *space, lope_fall *fall, lope_point normal)
{
    lope_point level = lope_flat(space, normal);
    double length = lope_point_length(level);
    if (length < 1e-6 || fall->drive.wall_count == LOPE_WALLS) return;
    fall->drive.walls[fall->drive.wall_count++] = lope_point_scale(level, 1.0 / length);
}

static void add_plane(lope_fall *fall, lope_point normal)
{
    if (fall->plane_count == FALL_PLANES) {
        for (uint32_t i = 1; i < FALL_PLANES; i++) fall->planes[i - 1] = fall->planes[i];
        fall->plane_count--;
    }
    fall->planes[fall->plane_count++] = normal;
}

static void forget(lope_fall *fall)
{
    fall->plane_count = fall->drive.wall_count = 0;
    fall->fenced = false;
}

// Up to the next instant that matters. *held: the jump button keeps the speed up meanwhile.
static double slice_time(lope_tick *tick, const lope_fall *fall, double up, double time, bool *held, bool *to_apex)
{
    double terminal = (double)tick->tuning->terminal_speed, h = time;
    *held = (tick->state.flags & LOPE_STATE_HOLDING) && tick->state.jump_force_left > 0;
    *to_apex = false;
    if (*held && h > (double)tick->state.jump_force_left) h = (double)tick->state.jump_force_left;
    if (fall->gravity <= 0) return h;
    double chord = sqrt(8.0 * FALL_SAGITTA * tick->space.unit / fall->gravity);
    if (h > chord) h = chord;
    if (*held) return h;
    if (up > 0 && (tick->state.flags & LOPE_STATE_RISING) && up / fall->gravity <= h) {
        h = up / fall->gravity;
        *to_apex = true;
    } else if (up > -terminal && (up + terminal) / fall->gravity < h) {
        h = (up + terminal) / fall->gravity;
    }
    return h > LOPE_MIN_TIME ? h : LOPE_MIN_TIME;
}

// Where free flight would lead in h seconds.
static lope_point fly(const lope_tick *tick, const lope_fall *fall, double h, bool held, lope_point *end)
{
    const lope_space *space = &tick->space;
    double up = lope_rise(space, tick->velocity), terminal = -(double)tick->tuning->terminal_speed;
    lope_point level_end, side = lope_flat(space, tick->acceleration);
    lope_point level = lope_drive_run(&fall->drive, lope_flat(space, tick->velocity), h, &level_end);
    level = lope_point_mad(level, side, 0.5 * h * h);
    level_end = lope_point_mad(level_end, side, h);
    double up_end = held ? up : up - fall->gravity * h;
    if (up_end < terminal && fall->gravity > 0) up_end = up < terminal ? up : terminal;
    *end = lope_point_mad(level_end, space->up, up_end);
    return lope_point_mad(level, space->up, 0.5 * (up + up_end) * h);
}

static void pass_hold(lope_tick *tick, double time)
{
    lope_state *state = &tick->state;
    if (!(state->flags & LOPE_STATE_HOLDING)) return;
    double left = (double)state->jump_force_left - time;
    state->jump_hold_time += (float)time;
    state->jump_force_left = left > LOPE_MIN_TIME ? (float)left : 0.0f;
    if (state->jump_force_left <= 0) state->flags &= ~LOPE_STATE_HOLDING;
}

static void apex(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_RISING)) return;
    tick->state.flags &= ~LOPE_STATE_RISING;
    double height = lope_rise(&tick->space, lope_point_add(tick->origin, tick->feet)) - tick->state.jump_start;
    lope_tick_event(tick, LOPE_EVENT_APEX)->value = (float)height;
}

// Whether one of the planes that it slides along is still there: a contact of about its normal.
static bool touches(lope_tick *tick, const lope_fall *fall, lope_point feet)
{
    lope_contact contacts[TOUCH_CONTACTS];
    tick->space.purpose = LOPE_QUERY_PRESS;
    uint32_t count = lope_touching(&tick->space, feet, TOUCHED * tick->space.unit, contacts, TOUCH_CONTACTS);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < fall->plane_count; k++)
            if (lope_point_dot(contacts[i].normal, fall->planes[k]) > 0.9) return true;
    return false;
}

// The share of a way along what it touches after which it touches it no more: past a corner, or off something round.
static double touched_until(lope_tick *tick, const lope_fall *fall, lope_point way)
{
    if (!fall->plane_count || fall->fenced || touches(tick, fall, lope_point_add(tick->feet, way))) return 1.0;
    double held = 0, gone = 1;
    uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < 12; i++) {
        double middle = 0.5 * (held + gone);
        if (touches(tick, fall, lope_point_mad(tick->feet, way, middle)))
            held = middle;
        else
            gone = middle;
    }
    lope_log_probes(&tick->space, probes);
    return gone;
}

// On what has been met: true when the character stands now.
static bool land(lope_tick *tick, const lope_contact *contact)
{
    lope_space *space = &tick->space;
    double speed = -lope_point_dot(tick->velocity, contact->normal), up = lope_rise(space, tick->velocity);
    if (up > 1e-3 * space->unit || lope_rise(space, contact->normal) <= 1e-3) return false;
    double raise = space->radius * (1.0 - space->walkable_cosine);
    space->purpose = LOPE_QUERY_LAND;
    lope_floor_hit floor = lope_find_floor(space, tick->feet, LAND_REACH * space->unit, raise);
    if (!floor.walkable) return false;
    lope_point above = lope_point_scale(space->up, -floor.distance);
    lope_contact ceiling;
    if (floor.distance < 0 && lope_cast(space, tick->feet, above, &ceiling)) {
        lope_log_verdict(space, LOPE_VERDICT_NO_ROOM);
        return false;
    }
    tick->feet = lope_point_add(tick->feet, above);
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_LAND);
    event->value = (float)(floor.kind == LOPE_FLOOR_FACE ? (speed > 0 ? speed : 0) : -up);
    event->body = floor.contact.body;
    event->material = floor.contact.material;
    if (floor.kind == LOPE_FLOOR_WEDGE) // its sides take what does not go along it
        tick->velocity = lope_point_scale(floor.crease, lope_point_dot(tick->velocity, floor.crease));
    lope_ledger_book(tick, LOPE_TERM_CLIP);
    lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    tick->floor = floor;
    lope_tick_base(tick);
    lope_jump_landed(tick);
    return true;
}

// One slice. Returns the time it used; sets *landed.
static double fall_slice(lope_tick *tick, lope_fall *fall, double time, bool *landed)
{
    lope_space *space = &tick->space;
    bool held, to_apex;
    double up = lope_rise(space, tick->velocity);
    double h = slice_time(tick, fall, up, time, &held, &to_apex);
    lope_point end, motion = fly(tick, fall, h, held, &end);
    lope_point way = constrain(space, motion, fall);
    double length = lope_point_length(way);
    lope_contact contact;
    space->purpose = LOPE_QUERY_FALL;
    bool met = length > 1e-12 * space->unit && lope_cast(space, tick->feet, way, &contact);
    if (!met) contact.fraction = length > 1e-12 * space->unit ? touched_until(tick, fall, way) : 1.0;
    if (!met && contact.fraction >= 1.0) {
        tick->feet = lope_point_add(tick->feet, way);
        tick->velocity = constrain(space, end, fall);
        if (tick->log) lope_ledger_book_fall(tick, &fall->drive, h, end);
        if (space->failed) return h;
        tick->now += h;
        if (to_apex || (lope_rise(space, tick->velocity) <= 0 && !held)) apex(tick);
        pass_hold(tick, h);
        return h;
    }
    tick->feet = lope_point_mad(tick->feet, way, contact.fraction);
    lope_point along = lope_point_scale(way, 1.0 / length);
    double used = lope_time_at(lope_point_dot(tick->velocity, along), lope_point_dot(end, along), h, contact.fraction);
    if (contact.fraction <= 0) used = 0;
    fly(tick, fall, used, held, &end);
    tick->velocity = constrain(space, end, fall);
    if (tick->log) lope_ledger_book_fall(tick, &fall->drive, used, end);
    pass_hold(tick, used);
    tick->now += used;
    if (!met) { // it has let go of what it slid along
        forget(fall);
        return used;
    }
    if (land(tick, &contact)) {
        *landed = true;
        return used;
    }
    lope_tick_hit(tick, &contact);
    if (contact.fraction * length > 1e-5 * space->unit) forget(fall);
    add_plane(fall, contact.normal);
    if (contact.character) fall->fenced = true;
    add_wall(space, fall, contact.normal);
    tick->velocity = constrain(space, tick->velocity, fall);
    lope_ledger_book(tick, LOPE_TERM_CLIP);
    if (lope_rise(space, tick->velocity) <= 0) {
        apex(tick);
        tick->state.flags &= ~LOPE_STATE_HOLDING;
        tick->state.jump_force_left = 0;
    }
    return used;
}

double lope_falling_run(lope_tick *tick, double time)
{
    tick->space.walking = false;
    lope_jump_try(tick);
    lope_fall fall = {.drive = lope_tick_drive(tick, false), .gravity = -lope_rise(&tick->space, tick->acceleration)};
    double left = time;
    for (int i = 0; i < FALL_SLICES && left > LOPE_MIN_TIME && !tick->space.failed; i++) {
        bool landed = false;
        tick->iterations++;
        tick->now = tick->time - left;
        left -= fall_slice(tick, &fall, left, &landed);
        if (landed) return left;
    }
    if (left > LOPE_MIN_TIME) tick->report->time_unused += left;
    return 0;
}
