// projectile.c - flight, bounces, sliding and rest of a sphere.
//
// Flight goes in slices that lie with their chord within CHORD of the parabola. Each slice is exact in closed
// form. So the path does not depend on where ticks end. A moving body is met where it is at that instant
// (motion/moving/sweep_moving.h). A bounce that leaves the surface slower than bounce_stop_speed is the last
// one. From then on the sphere slides. Sliding is slowed by friction times the pressing acceleration, until
// the sphere is slow enough to stop. Read next: swept_body.h.
#include "base/error.h"
#include "base/hash.h"
#include "motion/moving/sweep_moving.h"
#include "motion/velocity/velocity_law.h"
#include "mover/swept_body.h"
#include <lope/projectile.h>

#include <string.h>

#define CHORD 1e-4               // m, between a slice's chord and its parabola
#define SLICE_TIME (1.0 / 120.0) // s: longest slice of what is no parabola: homing, the speed limit
#define SLICES 128               // in a tick, at most
// m under the sphere, within which the ground that it slides on is looked for
#define GROUND_REACH 1e-3
#define LEAST_TIME 1e-6 // s: shorter rests of a tick are dropped
#define AT_LIMIT 1e-6   // share of the greatest speed: what rounding a velocity to floats does

_Static_assert(sizeof(lope_projectile_state) == 24 + 8 + 8 + 3 * 12 + 4 + 6 * 4, "lope_projectile_state has padding");

// What a tick of a projectile works with.
typedef struct lope_flight {
    lope_swept_body roam;
    const lope_projectile_tuning *tuning;
    const lope_projectile_input *input;
    lope_projectile_report *report;
    lope_projectile_state state;
    lope_point velocity, pull; // m/s; m/s2 of gravity and the input, in the plane
} lope_flight;

lope_projectile_tuning lope_projectile_tuning_default(void)
{
    lope_projectile_tuning tuning = {.units_per_metre = 1,
                                     .gravity_scale = 1,
                                     .bounciness = 0.6f,
                                     .friction = 0.2f,
                                     .bounce_stop_speed = 0.05f,
                                     .plane_normal = {0, 0, 1}};
    return tuning;
}

// A number of the tuning with its least value.
#define FIELD(member, least)                                     \
    {                                                            \
#member, offsetof(lope_projectile_tuning, member), least \
    }
#define MUCH 1e6f // stops typing errors and overflow, not games

// The numbers that check_tuning looks at.
static const struct {
    const char *name;
    size_t offset;
    float least;
} numbers[] = {FIELD(units_per_metre, 0.001f),  FIELD(initial_speed, 0),     FIELD(max_speed, 0),
               FIELD(gravity_scale, -MUCH),     FIELD(bounciness, 0),        FIELD(friction, 0),
               FIELD(min_friction_fraction, 0), FIELD(bounce_stop_speed, 0), FIELD(homing_acceleration, 0)};

// Checks a tuning. Returns LOPE_OK, or what is wrong, with a text in *error.
static lope_result check_tuning(const lope_projectile_tuning *t, lope_error *error)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        float value;
        memcpy(&value, (const char *)t + numbers[i].offset, sizeof value);
        lope_result result = !lope_finite(value) ? LOPE_ERROR_NOT_FINITE : LOPE_ERROR_RANGE;
        if (result == LOPE_ERROR_RANGE && value >= numbers[i].least && value <= MUCH) continue;
        return lope_refuse(error, result, numbers[i].name, "%s is %g; it takes a number from %g to %g", numbers[i].name,
                           (double)value, (double)numbers[i].least, (double)MUCH);
    }
    if (!t->constrain_to_plane) return LOPE_OK;
    lope_vec3 n = t->plane_normal;
    if (!lope_finite_vec3(n)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "plane_normal", "must be three finite numbers");
    if (n.x == 0 && n.y == 0 && n.z == 0)
        return lope_refuse(error, LOPE_ERROR_RANGE, "plane_normal", "the plane's normal is zero; it takes a direction");
    if (!lope_finite(t->plane_offset)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "plane_offset", "must be finite");
    return LOPE_OK;
}

// Returns v (m/s), no faster than the tuning's greatest speed.
static lope_point limited(const lope_projectile_tuning *t, lope_point v)
{
    double speed = lope_point_length(v), most = (double)t->max_speed;
    return most > 0 && speed > most ? lope_point_scale(v, most / speed) : v;
}

lope_result lope_projectile_init(lope_projectile_state *state, const lope_projectile_def *def,
                                 const lope_projectile_tuning *tuning)
{
    if (!state || !def || !tuning) return LOPE_ERROR_NULL;
    float radius = def->radius != 0 ? def->radius : 0.05f;
    lope_result placed = lope_check_point(def->error, "position", def->position, LOPE_MOST_PLACE);
    if (placed == LOPE_OK) placed = lope_check_vec3(def->error, "velocity", def->velocity, LOPE_MOST_SPEED);
    if (placed == LOPE_OK) placed = lope_check_vec3(def->error, "gravity", def->gravity, LOPE_MOST_SPEED);
    if (placed != LOPE_OK) return placed;
    if (!lope_finite(radius) || radius <= 0)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "radius", "radius is %g, must be above 0 (0 itself stands for 0.05)",
                           (double)radius);
    lope_result tuned = check_tuning(tuning, def->error);
    if (tuned != LOPE_OK) return tuned;
    memset(state, 0, sizeof *state);
    bool zero = def->gravity.x == 0 && def->gravity.y == 0 && def->gravity.z == 0 && !def->gravity_as_given;
    lope_point velocity = lope_vec3_to_point(def->velocity);
    double speed = lope_point_length(velocity);
    if (tuning->initial_speed > 0 && speed > 0) velocity = lope_point_scale(velocity, (double)tuning->initial_speed / speed);
    state->position = def->position;
    state->velocity = lope_point_to_vec3(limited(tuning, velocity));
    state->gravity = zero ? lope_vec3_make(0, -9.8f, 0) : def->gravity;
    state->radius = radius;
    state->channels = def->channels ? def->channels : LOPE_CHANNEL_SOLID;
    state->own_body = def->own_body ? def->own_body : LOPE_BODY_NONE;
    return LOPE_OK;
}

uint64_t lope_projectile_hash(const lope_projectile_state *s)
{
    uint64_t h = lope_hash_double(lope_hash_point(LOPE_HASH_START, s->position), s->time);
    h = lope_hash_u64(h, s->own_body);
    h = lope_hash_vec3(lope_hash_vec3(lope_hash_vec3(h, s->velocity), s->gravity), s->ground);
    h = lope_hash_float(h, s->radius);
    const uint32_t words[] = {s->channels, s->ticks, s->stopped, s->sliding, s->bounces, s->event_sequence};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) h = lope_hash_u32(h, words[i]);
    return h;
}

// Adds an event at the present instant. before: the velocity before it, m/s.
static void tell(lope_flight *f, uint32_t kind, const lope_contact *contact, lope_point before)
{
    lope_projectile_report *report = f->report;
    uint32_t sequence = f->state.event_sequence++;
    if (report->event_count == LOPE_PROJECTILE_EVENTS) {
        report->events_dropped++;
        return;
    }
    report->events[report->event_count++] = (lope_projectile_event){.kind = kind,
                                                                    .sequence = sequence,
                                                                    .time = (float)f->roam.now,
                                                                    .material = contact->material,
                                                                    .body = contact->body,
                                                                    .point = lope_point_add(f->roam.origin, contact->point),
                                                                    .normal = lope_point_to_vec3(contact->normal),
                                                                    .before = lope_point_to_vec3(before),
                                                                    .after = lope_point_to_vec3(f->velocity)};
}

// Stops the sphere at the contact, and tells it.
static void stop(lope_flight *f, const lope_contact *contact)
{
    lope_point before = f->velocity;
    f->velocity = (lope_point){0, 0, 0};
    f->state.stopped = 1;
    f->state.sliding = 0;
    tell(f, LOPE_PROJECTILE_STOP, contact, before);
}

// Returns the sphere's middle, local.
static lope_point middle(const lope_flight *f) { return lope_point_mad(f->roam.feet, f->roam.space.up, f->roam.space.radius); }

// Returns the acceleration (m/s2) at a local point: gravity, the input's, and homing.
static lope_point acceleration(const lope_flight *f, lope_point at)
{
    if (!f->tuning->homing || !f->input->has_target) return f->pull;
    lope_point to = lope_point_sub(lope_point_sub(f->input->target, f->roam.origin), at);
    double far = lope_point_length(to);
    if (far < 1e-6 * f->roam.space.unit) return f->pull;
    lope_point homing = lope_point_scale(to, (double)f->tuning->homing_acceleration / far);
    return lope_point_add(f->pull, lope_in_plane(&f->roam.space, homing));
}

// True when the flight is no parabola: homing, or a speed limit.
static bool bends(const lope_flight *f) { return (f->tuning->homing && f->input->has_target) || f->tuning->max_speed > 0; }

// Returns the seconds of the next slice, at most `time`. a: acceleration, m/s2.
static double slice_time(const lope_flight *f, lope_point a, double time)
{
    double pull = lope_point_length(a), chord = CHORD * f->roam.space.unit;
    double h = pull > 0 ? sqrt(8.0 * chord / pull) : time;
    if (bends(f) && h > SLICE_TIME) h = SLICE_TIME;
    return h < time ? h : time;
}

// Returns the acceleration (m/s2) that stands for a slice of h seconds: that of its middle. At the speed
// limit the part along the velocity is left out.
static lope_point mean_acceleration(const lope_flight *f, lope_point a, double h)
{
    if (!bends(f)) return a;
    double most = (double)f->tuning->max_speed;
    lope_point v = limited(f->tuning, lope_point_mad(f->velocity, a, 0.5 * h));
    a = acceleration(f, lope_point_mad(middle(f), lope_point_add(f->velocity, v), 0.25 * h));
    double faster = lope_point_dot(a, v);
    bool at_limit = most > 0 && lope_point_length(f->velocity) >= most * (1.0 - AT_LIMIT) && faster > 0;
    return at_limit ? lope_point_mad(a, v, -faster / lope_point_dot(v, v)) : a;
}

// Bounces off the contact, by Unreal's ComputeBounceResult, as seen from the moving surface.
static void bounce(lope_flight *f, const lope_contact *contact)
{
    const lope_projectile_tuning *t = f->tuning;
    lope_point carried = lope_in_plane(&f->roam.space, lope_swept_body_velocity_of(&f->roam, contact->body, contact->point));
    lope_point n = contact->normal, before = f->velocity, v = lope_point_sub(before, carried);
    double into = -lope_point_dot(v, n);
    if (into < 0) into = 0; // it moves away from the surface already
    lope_point along = lope_point_mad(v, n, into);
    double speed = lope_point_length(along), friction = (double)t->friction, back = (double)t->bounciness * into;
    if (t->bounce_angle_affects_friction) {
        double share = into < speed ? into / speed : 1.0, least = (double)t->min_friction_fraction;
        friction *= share > least ? share : least < 1 ? least : 1.0;
    }
    along = lope_point_scale(along, friction < 1 ? 1 - friction : 0);
    bool last = back < (double)t->bounce_stop_speed;
    f->velocity = limited(t, lope_point_add(carried, last ? along : lope_point_mad(along, n, back)));
    f->state.bounces++;
    f->state.sliding = last;
    f->state.ground = lope_point_to_vec3(n);
    tell(f, LOPE_PROJECTILE_BOUNCE, contact, before);
}

// Bounces or stops at a contact, by the tuning.
static void hit(lope_flight *f, const lope_contact *contact)
{
    if (f->tuning->should_bounce)
        bounce(f, contact);
    else
        stop(f, contact);
}

// Sweeps along a way (m) that takes `time` seconds from now on. True: *meeting is the first hit.
static bool meet(lope_flight *f, lope_point way, double time, lope_moving_hit *meeting)
{
    double begin = f->roam.now / f->roam.time, end = (f->roam.now + time) / f->roam.time;
    return lope_sweep_moving(&f->roam.space, f->roam.feet, way, begin, end < 1 ? end : 1, meeting);
}

// Runs one slice of free flight, up to a hit. Returns the seconds used.
static double fly(lope_flight *f, double time)
{
    lope_point a = acceleration(f, middle(f));
    double h = slice_time(f, a, time);
    a = mean_acceleration(f, a, h);
    lope_point end = limited(f->tuning, lope_point_mad(f->velocity, a, h));
    lope_point way = lope_point_scale(lope_point_add(f->velocity, end), 0.5 * h);
    double length = lope_point_length(way);
    lope_moving_hit met;
    if (!meet(f, way, h, &met)) {
        f->roam.feet = lope_point_add(f->roam.feet, way);
        f->velocity = end;
        return h;
    }
    // a moving body is met on the chord, at an even speed
    double share = met.contact.fraction, used = h * share;
    f->roam.feet = lope_point_mad(f->roam.feet, way, share);
    if (!met.moves) {
        double from = lope_point_dot(f->velocity, way) / length, to = lope_point_dot(end, way) / length;
        used = share > 0 ? lope_time_at(from, to, h, share) : 0;
    }
    f->velocity = limited(f->tuning, lope_point_mad(f->velocity, a, used));
    f->roam.now += used;
    hit(f, &met.contact);
    return used;
}

// Finds the ground on which the sphere slides, straight under its normal. False: there is none, so it flies.
static bool ground_under(lope_flight *f, lope_contact *contact)
{
    lope_point down = lope_point_scale(lope_vec3_to_point(f->state.ground), -GROUND_REACH * f->roam.space.unit);
    lope_moving_hit met;
    if (!meet(f, down, 0, &met)) return false;
    *contact = met.contact;
    f->roam.feet = lope_point_mad(f->roam.feet, down, contact->fraction);
    f->state.ground = lope_point_to_vec3(contact->normal);
    return true;
}

// Called when a moving body has come against the sphere too softly for a bounce: the body pushes it along.
// into: m/s at which the body closes in. time: s for which the push lasts. Returns the seconds used.
static double pushed(lope_flight *f, const lope_contact *by, double into, double time)
{
    lope_moving_hit met;
    if (into > 0) f->velocity = lope_point_mad(f->velocity, by->normal, into);
    lope_point way = lope_point_scale(f->velocity, time);
    double share = time > 0 && meet(f, way, time, &met) ? met.contact.fraction : 1.0;
    f->roam.feet = lope_point_mad(f->roam.feet, way, share);
    f->roam.now += share * time;
    if (share < 1.0) hit(f, &met.contact);
    return share * time;
}

// Called when the sphere slides into something. a: acceleration, m/s2. time: s of the slice. Returns the
// seconds used.
static double slide_into(lope_flight *f, const lope_moving_hit *met, lope_point a, double time)
{
    const lope_contact *contact = &met->contact;
    double used = time * contact->fraction;
    f->roam.now += used;
    lope_point carried = lope_in_plane(&f->roam.space, lope_swept_body_velocity_of(&f->roam, contact->body, contact->point));
    double into = lope_point_dot(lope_point_sub(carried, f->velocity), contact->normal);
    bool soft = into <= (double)f->tuning->bounce_stop_speed;
    if (met->moves && soft) return used + pushed(f, contact, into, used < LEAST_TIME ? time - used : 0);
    lope_vec3 ground = f->state.ground;
    hit(f, contact);
    bool holds = lope_point_dot(a, contact->normal) < 0; // a wall does not hold it up
    if (f->state.sliding && !holds) f->state.ground = ground;
    return used;
}

// Runs one slice of sliding: gravity along the surface, Coulomb's friction against the way. Returns the
// seconds used.
static double slide(lope_flight *f, double time)
{
    lope_space *space = &f->roam.space;
    lope_contact ground;
    lope_moving_hit met;
    if (!ground_under(f, &ground)) {
        f->state.sliding = 0;
        return 0;
    }
    lope_point n = ground.normal, a = acceleration(f, middle(f));
    lope_point carried = lope_in_plane(space, lope_swept_body_velocity_of(&f->roam, ground.body, ground.point));
    double press = -lope_point_dot(a, n), friction = (double)f->tuning->friction * (press > 0 ? press : 0);
    lope_point v = lope_point_sub(f->velocity, carried), along = lope_point_mad(a, n, press);
    v = lope_point_mad(v, n, -lope_point_dot(v, n));
    double speed = lope_point_length(v), least = (double)f->tuning->bounce_stop_speed, h = SLICE_TIME < time ? SLICE_TIME : time;
    if (press <= 0) { // pulled off the surface
        f->state.sliding = 0;
        return 0;
    }
    bool rests = speed <= least && lope_point_length(along) <= friction, rides = lope_point_dot(carried, carried) > 0;
    if (rests && !rides) {
        stop(f, &ground);
        return time;
    }
    if (rests) {
        v = along = (lope_point){0, 0, 0};
        speed = 0;
    }
    if (speed > 0) along = lope_point_mad(along, v, -friction / speed);
    // m/s2, until it is slow enough to stop
    double slowing = speed > 0 ? -lope_point_dot(along, v) / speed : 0;
    if (slowing > 0 && speed > least && (speed - least) / slowing < h) h = (speed - least) / slowing;
    if (h < LEAST_TIME) h = LEAST_TIME < time ? LEAST_TIME : time;
    lope_point end = limited(f->tuning, lope_point_mad(v, along, h));
    lope_point way = lope_point_scale(lope_point_add(lope_point_add(v, end), lope_point_scale(carried, 2)), 0.5 * h);
    bool meets = meet(f, way, h, &met);
    double share = meets ? met.contact.fraction : 1.0;
    f->roam.feet = lope_point_mad(f->roam.feet, way, share);
    f->velocity = lope_point_add(lope_point_add(lope_point_scale(v, 1 - share), lope_point_scale(end, share)), carried);
    return meets ? slide_into(f, &met, a, h) : h;
}

// Runs slices until the tick's time is used up or the sphere stops.
static void fly_all(lope_flight *f)
{
    double left = f->roam.time;
    for (int i = 0; i < SLICES && left > LEAST_TIME && !f->state.stopped && !f->roam.space.failed; i++) {
        f->roam.now = f->roam.time - left;
        left -= f->state.sliding ? slide(f, left) : fly(f, left);
    }
    if (left > LEAST_TIME && !f->state.stopped) f->report->time_unused = left;
}

// Runs a tick. A sphere that cannot be freed from an overlap stops: in a solid, or between a moving body and
// what stands.
static void run_projectile(lope_flight *f)
{
    lope_contact left;
    double depth = lope_swept_body_begin_free(&f->roam, f->state.ticks == 0, (double)f->tuning->plane_offset, &left);
    lope_point start = f->roam.feet;
    if (!(depth > 0)) {
        fly_all(f);
        f->roam.now = f->roam.time;
        if (!f->state.stopped) depth = lope_swept_body_end_free(&f->roam, start, &left);
    }
    f->report->depth = depth;
    if (depth > 0 && !f->roam.space.failed) stop(f, &left);
}

// Checks what a tick is given. Returns LOPE_OK, or what is wrong with it.
static lope_result check_projectile(const lope_projectile_state *state, const lope_projectile_input *input,
                                    const lope_projectile_tuning *tuning, const lope_surroundings *surroundings,
                                    const lope_nearby *nearby, float seconds)
{
    if (!state || !input || !tuning || !surroundings || !surroundings->gather || !nearby) return LOPE_ERROR_NULL;
    if (!lope_finite(seconds) || !lope_finite_vec3(input->acceleration) || !lope_finite_vec3(input->velocity_change))
        return LOPE_ERROR_NOT_FINITE;
    if (input->has_target && !lope_finite_point(input->target)) return LOPE_ERROR_NOT_FINITE;
    if (seconds <= 0 || seconds > 1) return LOPE_ERROR_RANGE;
    lope_result tuned = check_tuning(tuning, NULL);
    if (tuned != LOPE_OK) return tuned;
    bool sound = lope_finite_point(state->position) && lope_finite_vec3(state->velocity) && lope_finite_vec3(state->gravity) &&
                 lope_finite(state->radius) && state->radius > 0;
    return sound ? LOPE_OK : LOPE_ERROR_STATE;
}

// Fills in the flight for a tick of `seconds`. A change of velocity starts a stopped sphere again.
static void begin(lope_flight *f, const lope_surroundings *surroundings, lope_nearby *nearby, float seconds)
{
    const lope_projectile_tuning *t = f->tuning;
    lope_point change = lope_vec3_to_point(f->input->velocity_change);
    lope_point velocity = lope_point_add(lope_vec3_to_point(f->state.velocity), change);
    lope_swept_body_def def = {.middle = f->state.position,
                               .up = {0, 1, 0}, // a sphere has none
                               .velocity = f->state.velocity,
                               .radius = (double)f->state.radius,
                               .height = 2 * (double)f->state.radius,
                               .unit = (double)t->units_per_metre,
                               .time = (double)seconds,
                               .reach = lope_point_length(velocity) * (double)seconds,
                               .channels = f->state.channels,
                               .own_body = f->state.own_body,
                               .planar = t->constrain_to_plane,
                               .plane_normal = t->plane_normal};
    lope_swept_body_begin(&f->roam, &def, surroundings, nearby);
    lope_point gravity = lope_point_scale(lope_vec3_to_point(f->state.gravity), (double)t->gravity_scale);
    f->pull = lope_in_plane(&f->roam.space, lope_point_add(gravity, lope_vec3_to_point(f->input->acceleration)));
    f->velocity = limited(t, lope_in_plane(&f->roam.space, velocity));
    if (lope_point_dot(change, change) > 0) f->state.stopped = f->state.sliding = 0;
}

lope_result lope_projectile_move(lope_projectile_state *state, const lope_projectile_input *input,
                                 const lope_projectile_tuning *tuning, const lope_surroundings *surroundings, lope_nearby *nearby,
                                 float seconds, lope_projectile_report *report)
{
    lope_result result = check_projectile(state, input, tuning, surroundings, nearby, seconds);
    if (result != LOPE_OK) return result;
    lope_projectile_report unread;
    lope_flight f;
    f.report = report ? report : &unread;
    f.tuning = tuning;
    f.input = input;
    f.state = *state;
    memset(f.report, 0, sizeof *f.report);
    begin(&f, surroundings, nearby, seconds);
    if (!f.state.stopped) run_projectile(&f);
    if (f.roam.space.failed) return f.roam.space.failed;
    bool rests = state->stopped && f.state.stopped; // then no rounding moves it
    if (!rests) f.state.position = lope_swept_body_middle(&f.roam);
    f.state.velocity = lope_point_to_vec3(f.velocity);
    if (!lope_finite_point(f.state.position) || !lope_finite_vec3(f.state.velocity)) return LOPE_ERROR_NOT_FINITE;
    f.report->moved = lope_point_sub(f.state.position, state->position);
    f.state.time += (double)seconds;
    f.state.ticks++;
    *state = f.state;
    return LOPE_OK;
}
