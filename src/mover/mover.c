// mover.c - what moves and is no character: swept, slid, and driven by one velocity law in all directions.
//
// Unreal's floating pawn movement, solved as an equation in time. A tick is cut into slices; contacts become
// walls of the law. Read next: swept_body.h.
#include "base/error.h"
#include "base/hash.h"
#include "motion/query/sweep.h"
#include "motion/velocity/velocity_law.h"
#include "mover/swept_body.h"
#include <lope/mover.h>

#include <string.h>

#define SLICE_TIME (1.0 / 120.0) // s: at 12 m/s and the sharpest turn a chord is within 2 mm of its arc
#define SLICES 128               // in a tick, at most
#define LEFT 1e-5                // m after which a touched plane is forgotten: half the skin
#define LEAST_TIME 1e-6          // s: shorter rests of a tick are dropped

_Static_assert(sizeof(lope_mover_state) == 24 + 8 + 2 * 8 + 4 * 12 + 2 * 4 + 4 * 4, "lope_mover_state has padding");

// What a tick of a mover works with.
typedef struct lope_moving {
    lope_swept_body roam;
    lope_law drive;
    lope_point velocity;
    lope_point planes[LOPE_WALLS]; // contact normals that are touched
    uint32_t plane_count;
    lope_mover_report *report;
} lope_moving;

lope_mover_tuning lope_mover_tuning_default(void)
{
    lope_mover_tuning tuning = {.units_per_metre = 1,
                                .max_speed = 12,
                                .acceleration = 40,
                                .deceleration = 80,
                                .turning_boost = 8,
                                .plane_normal = {0, 0, 1}};
    return tuning;
}

lope_result lope_mover_init(lope_mover_state *state, const lope_mover_def *def)
{
    if (!state || !def) return LOPE_ERROR_NULL;
    float radius = def->radius != 0 ? def->radius : 0.35f, height = def->height != 0 ? def->height : 2 * radius;
    lope_result placed = lope_check_point(def->error, "position", def->position, LOPE_MOST_PLACE);
    if (placed == LOPE_OK) placed = lope_check_vec3(def->error, "velocity", def->velocity, LOPE_MOST_SPEED);
    if (placed != LOPE_OK) return placed;
    if (!lope_finite_vec3(def->up)) return lope_refuse(def->error, LOPE_ERROR_NOT_FINITE, "up", "must be finite");
    if (!lope_finite(radius) || radius <= 0)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "radius", "radius is %g, must be above 0 (0 itself stands for 0.35)",
                           (double)radius);
    if (!lope_finite(height) || height < 2 * radius)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "height", "height is %g, must be at least twice the radius of %g",
                           (double)height, (double)radius);
    memset(state, 0, sizeof *state);
    lope_point up = lope_vec3_to_point(def->up);
    double length = lope_point_length(up);
    state->position = def->position;
    state->velocity = def->velocity;
    state->up = length > 1e-6 ? lope_point_to_vec3(lope_point_scale(up, 1.0 / length)) : lope_vec3_make(0, 1, 0);
    state->radius = radius;
    state->height = height;
    state->channels = def->channels ? def->channels : LOPE_CHANNEL_SOLID;
    state->own_body = def->own_body ? def->own_body : LOPE_BODY_NONE;
    return LOPE_OK;
}

uint64_t lope_mover_hash(const lope_mover_state *s)
{
    uint64_t h = lope_hash_point(LOPE_HASH_START, s->position);
    h = lope_hash_u64(h, s->own_body);
    h = lope_hash_vec3(lope_hash_vec3(h, s->velocity), s->up);
    h = lope_hash_float(lope_hash_float(h, s->radius), s->height);
    h = lope_hash_u32(lope_hash_u32(lope_hash_u32(h, s->channels), s->ticks), s->stuck_ticks);
    for (uint32_t i = 0; i < s->crush_count && i < LOPE_SQUEEZERS; i++)
        h = lope_hash_vec3(lope_hash_u64(h, s->crush_bodies[i]), s->crush_points[i]);
    return h;
}

// True when all numbers of the tuning are finite and in range.
static bool sound_tuning(const lope_mover_tuning *t)
{
    const float f[] = {t->units_per_metre, t->max_speed, t->acceleration, t->deceleration, t->turning_boost};
    for (size_t i = 0; i < sizeof f / sizeof *f; i++)
        if (!lope_finite(f[i]) || f[i] < 0 || f[i] > 1e6f) return false;
    lope_vec3 n = t->plane_normal;
    bool plane = lope_finite_vec3(n) && lope_finite(t->plane_offset) && (n.x != 0 || n.y != 0 || n.z != 0);
    return t->units_per_metre > 0 && (plane || !t->constrain_to_plane);
}

// Checks what a tick is given. Returns LOPE_OK, or what is wrong with it.
static lope_result check(const lope_mover_state *state, const lope_mover_input *input, const lope_mover_tuning *tuning,
                         const lope_surroundings *surroundings, const lope_nearby *nearby, float seconds)
{
    if (!state || !input || !tuning || !surroundings || !surroundings->gather || !nearby) return LOPE_ERROR_NULL;
    if (!lope_finite(seconds) || !lope_finite_vec3(input->move) || !lope_finite_vec3(input->velocity_change))
        return LOPE_ERROR_NOT_FINITE;
    if (seconds <= 0 || seconds > 1 || !sound_tuning(tuning)) return LOPE_ERROR_RANGE;
    // a unit vector, and nothing near to zero
    bool upright = lope_finite_vec3(state->up) && lope_vec3_length(state->up) > 0.5f;
    bool sound = lope_finite_point(state->position) && lope_finite_vec3(state->velocity) && upright && state->radius > 0 &&
                 lope_finite(state->height) && state->height >= 2 * state->radius && state->crush_count <= LOPE_SQUEEZERS &&
                 lope_finite_vec3(state->crush_points[0]) && lope_finite_vec3(state->crush_points[1]);
    return sound ? LOPE_OK : LOPE_ERROR_STATE;
}

// Fills in the law. The length of the input scales acceleration and speed; turning_boost is the law's
// friction.
static void make_drive(lope_moving *m, const lope_mover_input *input, const lope_mover_tuning *t)
{
    lope_point move = lope_vec3_to_point(input->move);
    double press = lope_point_length(move);
    if (press > 1) {
        move = lope_point_scale(move, 1.0 / press);
        press = 1;
    }
    move = lope_in_plane(&m->roam.space, move);
    press = lope_point_length(move);
    if (press < 1e-9) press = 0;
    m->drive = (lope_law){.max_speed = (double)t->max_speed * (press > 0 ? press : 1.0),
                          .friction = (double)t->turning_boost,
                          .braking_deceleration = (double)t->deceleration,
                          .still = 1e-4 * m->roam.space.unit};
    if (press <= 0) return;
    m->drive.direction = lope_point_scale(move, 1.0 / press);
    m->drive.acceleration = m->drive.boost_acceleration = (double)t->acceleration * press;
}

// Adds the first contact with each body to the report's hits.
static void tell_hit(lope_moving *m, const lope_contact *contact)
{
    lope_mover_report *report = m->report;
    for (uint32_t i = 0; i < report->hit_count; i++)
        if (report->hits[i].body == contact->body) return;
    if (report->hit_count == LOPE_MOVER_HITS) {
        report->hits_dropped++;
        return;
    }
    double into = -lope_point_dot(m->velocity, contact->normal);
    report->hits[report->hit_count++] = (lope_mover_hit){.body = contact->body,
                                                         .point = lope_point_add(m->roam.origin, contact->point),
                                                         .normal = lope_point_to_vec3(contact->normal),
                                                         .speed = (float)(into > 0 ? into : 0),
                                                         .time = (float)m->roam.now,
                                                         .material = contact->material};
}

// Adds a touched plane. When there are too many, the oldest one goes.
static void touch(lope_moving *m, lope_point normal)
{
    if (m->plane_count == LOPE_WALLS) {
        for (uint32_t i = 1; i < LOPE_WALLS; i++) m->planes[i - 1] = m->planes[i];
        m->plane_count--;
    }
    m->planes[m->plane_count++] = normal;
}

// Makes the planes that the mover does not leave walls of the law. So a slice may be as long as it likes.
static void hold_to(lope_moving *m)
{
    lope_law *drive = &m->drive;
    // a tenth of what rounding the velocity to floats does
    double along = 1e-7 * lope_point_length(m->velocity);
    drive->wall_count = 0;
    for (uint32_t i = 0; i < m->plane_count; i++)
        if (lope_point_dot(m->velocity, m->planes[i]) <= along) drive->walls[drive->wall_count++] = m->planes[i];
}

// Runs one slice of at most `time` seconds. Returns the seconds used.
static double go(lope_moving *m, double time)
{
    lope_space *space = &m->roam.space;
    double h = time < SLICE_TIME ? time : SLICE_TIME;
    hold_to(m);
    lope_point end, way = lope_along_walls(lope_law_run(&m->drive, m->velocity, h, &end), m->planes, m->plane_count);
    double length = lope_point_length(way);
    lope_contact contact;
    if (length <= 1e-12 * space->unit || !lope_sweep(space, m->roam.feet, way, &contact)) {
        m->roam.feet = lope_point_add(m->roam.feet, way);
        m->velocity = lope_along_walls(end, m->planes, m->plane_count);
        // planes that are still there will be met again
        if (length > LEFT * space->unit) m->plane_count = 0;
        return h;
    }
    m->roam.feet = lope_point_mad(m->roam.feet, way, contact.fraction);
    double a = lope_point_dot(m->velocity, way) / length, b = lope_point_dot(end, way) / length;
    double used = contact.fraction > 0 ? lope_time_at(a, b, h, contact.fraction) : 0;
    lope_law_run(&m->drive, m->velocity, used, &end);
    m->velocity = end;
    m->roam.now += used;
    tell_hit(m, &contact);
    m->roam.now -= used;
    if (contact.fraction * length > LEFT * space->unit) m->plane_count = 0;
    touch(m, contact.normal);
    m->velocity = lope_along_walls(m->velocity, m->planes, m->plane_count);
    return used;
}

// Moves without collision for the whole tick.
static void drift(lope_moving *m)
{
    lope_point end;
    m->roam.feet = lope_point_add(m->roam.feet, lope_law_run(&m->drive, m->velocity, m->roam.time, &end));
    m->velocity = end;
}

// Runs slices until the tick's time is used up. held: stuck in a solid, so the mover stays.
static void run(lope_moving *m, bool held)
{
    double left = m->roam.time;
    if (held) {
        m->velocity = (lope_point){0, 0, 0};
        m->report->time_unused = left;
        return;
    }
    for (int i = 0; i < SLICES && left > LEAST_TIME && !m->roam.space.failed; i++) {
        m->roam.now = m->roam.time - left;
        left -= go(m, left);
    }
    if (left > LEAST_TIME) m->report->time_unused = left;
}

// Returns what a swept body is made from, for a tick of `seconds`.
static lope_swept_body_def roam_def(const lope_mover_state *state, const lope_mover_tuning *tuning, float seconds)
{
    lope_point up = lope_vec3_to_point(state->up);
    double speed = (double)lope_vec3_length(state->velocity), top = (double)tuning->max_speed;
    lope_swept_body_def def = {.middle = state->position,
                               // floats are not quite unit
                               .up = lope_point_scale(up, 1.0 / lope_point_length(up)),
                               .velocity = state->velocity,
                               .radius = (double)state->radius,
                               .height = (double)state->height,
                               .unit = (double)tuning->units_per_metre,
                               .time = (double)seconds,
                               .reach = (speed > top ? speed : top) * (double)seconds,
                               .channels = tuning->no_collision ? 0 : state->channels,
                               .own_body = state->own_body,
                               .planar = tuning->constrain_to_plane,
                               .plane_normal = tuning->plane_normal};
    return def;
}

// Returns what the state keeps of squeezing bodies.
static lope_squeeze_marks crushers_of(const lope_mover_state *state)
{
    lope_squeeze_marks marks = {.count = state->crush_count};
    for (uint32_t i = 0; i < LOPE_SQUEEZERS; i++) {
        marks.bodies[i] = state->crush_bodies[i];
        marks.points[i] = state->crush_points[i];
    }
    return marks;
}

// Writes the squeezing bodies into the state; unused places are zero.
static void keep_crushers(lope_mover_state *state, const lope_squeeze_marks *marks)
{
    state->crush_count = marks->count;
    for (uint32_t i = 0; i < LOPE_SQUEEZERS; i++) {
        state->crush_bodies[i] = i < marks->count ? marks->bodies[i] : 0;
        state->crush_points[i] = i < marks->count ? marks->points[i] : (lope_vec3){0, 0, 0};
    }
}

lope_result lope_mover_move(lope_mover_state *state, const lope_mover_input *input, const lope_mover_tuning *tuning,
                            const lope_surroundings *surroundings, lope_nearby *nearby, float seconds, lope_mover_report *report)
{
    lope_result result = check(state, input, tuning, surroundings, nearby, seconds);
    if (result != LOPE_OK) return result;
    lope_mover_report unread;
    lope_moving m;
    m.report = report ? report : &unread;
    m.plane_count = 0;
    memset(m.report, 0, sizeof *m.report);
    lope_swept_body_def def = roam_def(state, tuning, seconds);
    lope_swept_body_begin(&m.roam, &def, surroundings, nearby);
    lope_point change = lope_vec3_to_point(input->velocity_change);
    m.velocity = lope_in_plane(&m.roam.space, lope_point_add(lope_vec3_to_point(state->velocity), change));
    make_drive(&m, input, tuning);
    lope_swept_body_way_out out = {.anew = state->ticks == 0, .stuck = state->stuck_ticks > 0};
    out.crushers = crushers_of(state);
    lope_swept_body_free(&m.roam, (double)tuning->plane_offset, &out);
    if (tuning->no_collision)
        drift(&m);
    else
        run(&m, out.held);
    if (m.roam.space.failed) return m.roam.space.failed;
    lope_point position = lope_swept_body_middle(&m.roam);
    lope_vec3 velocity = lope_point_to_vec3(m.velocity);
    if (!lope_finite_point(position) || !lope_finite_vec3(velocity)) return LOPE_ERROR_NOT_FINITE;
    m.report->moved = lope_point_sub(position, state->position);
    m.report->moved_by_pushes = out.pushed;
    m.report->depth = out.depth;
    state->position = position;
    state->velocity = velocity;
    state->stuck_ticks = out.stuck ? state->stuck_ticks + 1 : 0;
    keep_crushers(state, &out.crushers);
    state->ticks++;
    return LOPE_OK;
}
