// tick.c - lope_move: one character, one tick. This file is the table of contents; each line's work stands in its own file.
// Read next: modes/walking.c and modes/falling.c.
#include "character/tick.h"
#include "base/error.h"
#include "character/ledger.h"
#include "motion/course.h"
#include "motion/depenetrate.h"
#include "motion/log.h"
#include "motion/neighbors.h"
#include "motion/push.h"

#include <string.h>

#define LIST_REACH 1.05   // times the way of a tick: how far from its start what is near is listed for all queries
#define GROUND_REACH 1.2  // the same for whole ground: on a slope of up to 33 degrees the way over it
#define SETTLE_REACH 0.05 // m, within which a new or teleported character is put on the floor

static bool input_is_finite(const lope_input *input)
{
    const float f[] = {input->move.x,
                       input->move.y,
                       input->move.z,
                       input->look_yaw,
                       input->look_pitch,
                       input->launch_velocity.x,
                       input->launch_velocity.y,
                       input->launch_velocity.z,
                       input->impulse.x,
                       input->impulse.y,
                       input->impulse.z,
                       input->force.x,
                       input->force.y,
                       input->force.z};
    for (size_t i = 0; i < sizeof f / sizeof *f; i++)
        if (!lope_finite(f[i])) return false;
    return lope_finite_double(input->teleport_feet.x) && lope_finite_double(input->teleport_feet.y) &&
           lope_finite_double(input->teleport_feet.z);
}

static bool state_is_sound(const lope_state *state)
{
    return lope_finite_double(state->feet.x) && lope_finite_double(state->feet.y) && lope_finite_double(state->feet.z) &&
           lope_finite(state->velocity.x) && lope_finite(state->velocity.y) && lope_finite(state->velocity.z) &&
           state->radius > 0 && state->height >= 2 * state->radius && lope_finite(state->height) && state->mode < LOPE_MODE_COUNT;
}

static lope_result check(const lope_state *state, const lope_input *input, const lope_moveset *moveset,
                         const lope_surroundings *surroundings, const lope_nearby *nearby, float dt)
{
    if (!state || !input || !moveset || !surroundings || !surroundings->gather || !nearby) return LOPE_ERROR_NULL;
    if (!lope_finite(dt) || !input_is_finite(input)) return LOPE_ERROR_NOT_FINITE;
    if (dt <= 0 || dt > 1) return LOPE_ERROR_RANGE;
    if (input->requests & LOPE_REQUEST_MODE && input->mode >= LOPE_MODE_COUNT) return LOPE_ERROR_RANGE;
    return state_is_sound(state) ? LOPE_OK : LOPE_ERROR_STATE;
}

static double support_radius(const lope_state *state, const lope_tuning *tuning)
{
    double edge = 0.0015 * (double)tuning->units_per_metre, perch = (double)tuning->perch_radius_threshold;
    double least = 0.0011 * (double)tuning->units_per_metre;
    double radius = (double)state->radius - (perch > edge ? perch : edge);
    return radius > least ? radius : least;
}

static void begin(lope_tick *tick, const lope_state *state, const lope_input *input, const lope_moveset *moveset,
                  const lope_surroundings *surroundings, lope_nearby *nearby, lope_neighbors *around, float dt,
                  lope_report *report)
{
    tick->state = *state;
    tick->input = input;
    tick->tuning = &moveset->tuning;
    tick->report = report;
    if (input->requests & LOPE_REQUEST_TELEPORT) {
        tick->state.feet = input->teleport_feet;
        report->moved_by_teleport = lope_point_length(lope_point_sub(input->teleport_feet, state->feet));
    }
    lope_filter filter = {.channels = state->channels, .ignore = state->own_body};
    lope_point up = lope_vec3_to_point(state->up);
    double radius = (double)state->radius, height = (double)state->height;
    lope_capsule capsule = {lope_point_scale(up, radius), lope_point_scale(up, height - radius), radius};
    lope_nearby_begin(nearby, surroundings, filter, tick->state.feet, &capsule, state->velocity,
                      (double)moveset->tuning.units_per_metre);
    tick->origin = nearby->origin;
    tick->feet = around->home = lope_point_sub(tick->state.feet, tick->origin);
    tick->velocity = lope_vec3_to_point(state->velocity);
    tick->wanted = tick->acceleration = lope_point_make(0, 0, 0);
    tick->time = (double)dt;
    tick->now = 0;
    tick->floor = (lope_floor_hit){.kind = LOPE_FLOOR_NONE};
    tick->floor_seen = tick->moved_before = tick->held = false;
    tick->iterations = 0;
    tick->log = nearby->log;
    tick->base = state->floor.body;
    lope_tick_read_hits(tick);
    tick->space = (lope_space){.nearby = nearby,
                               .around = around,
                               .surroundings = surroundings,
                               .filter = filter,
                               .up = up,
                               .radius = radius,
                               .height = height,
                               .unit = (double)moveset->tuning.units_per_metre,
                               .walkable_cosine = (double)moveset->walkable_cosine - 1e-6,
                               .support_radius = support_radius(state, &moveset->tuning),
                               .step_height = (double)moveset->tuning.max_step_height};
}

// All but the events, of which only as many count as are told.
static void clear_report(lope_report *report)
{
    memset(report, 0, offsetof(lope_report, events));
    memset((char *)report + offsetof(lope_report, moved), 0, sizeof *report - offsetof(lope_report, moved));
}

static lope_point cut_to_one(lope_point v)
{
    double length = lope_point_length(v);
    return length > 1.0 ? lope_point_scale(v, 1.0 / length) : v;
}

// One gather for what a tick usually needs: as far as it may move, up a step, down to where it is kept on the floor. A query that leaves
// it gathers again. Then a look over the ground of one who walks; where there is more than ground, one list for all queries.
static void look_around(lope_tick *tick)
{
    const lope_tuning *t = tick->tuning;
    lope_space *space = &tick->space;
    double snap = (double)(t->snap_distance < 0 ? t->max_step_height : t->snap_distance), spare = 0.02 * space->unit;
    double speed = lope_point_length(tick->velocity), top = (double)t->max_walk_speed;
    double way = (speed > top ? speed : top) * tick->time, reach = GROUND_REACH * way;
    double past = tick->state.channels & LOPE_CHANNEL_CHARACTER ? way : 0; // another one may come the same way
    double deep = snap > reach ? snap : reach;
    lope_point below = lope_point_mad(tick->feet, space->up, -deep);
    lope_bounds wide =
        lope_space_bounds(space, below, lope_point_scale(space->up, deep + space->step_height), reach + past + spare);
    tick->list_reach = LIST_REACH * way + 0.5 * spare;
    tick->ground.whole = false;
    if (!lope_space_cover(space, &wide)) return;
    bool walks = tick->state.mode == LOPE_MODE_WALKING;
    if (!walks || !lope_ground_survey(space, tick->feet, reach, &tick->ground)) lope_neighbors_list(space, tick->list_reach);
}

static void read_input(lope_tick *tick)
{
    lope_point move = cut_to_one(lope_vec3_to_point(tick->input->move));
    double length = lope_point_length(move);
    move = lope_flat(&tick->space, move);
    double flat = lope_point_length(move);
    tick->wanted = flat > 1e-9 ? lope_point_scale(move, length / flat) : (lope_point){0, 0, 0};
    tick->state.acceleration = (float)(flat > 1e-9 ? length * (double)tick->tuning->max_acceleration : 0.0);
}

static void gravity_and_forces(lope_tick *tick)
{
    const lope_input *input = tick->input;
    double mass = (double)tick->tuning->mass > 0 ? (double)tick->tuning->mass : 1.0;
    tick->acceleration = lope_point_scale(lope_vec3_to_point(tick->state.gravity), (double)tick->tuning->gravity_scale);
    lope_point force = lope_point_scale(lope_vec3_to_point(input->force), input->force_is_acceleration ? 1.0 : 1.0 / mass);
    tick->acceleration = lope_point_add(tick->acceleration, force);
    lope_point impulse = lope_point_scale(lope_vec3_to_point(input->impulse), input->impulse_is_velocity ? 1.0 : 1.0 / mass);
    tick->velocity = lope_point_add(tick->velocity, impulse);
    lope_ledger_book_impulse(tick, force);
    bool lifted = lope_rise(&tick->space, impulse) > 1e-6 || lope_rise(&tick->space, tick->acceleration) > 1e-6;
    if (tick->state.mode != LOPE_MODE_WALKING) return;
    if (lifted) {
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
        return;
    }
    // Who walks takes a force's level part for the whole tick at once: it is spent, should the tick end in a fall.
    lope_point level = lope_flat(&tick->space, force);
    tick->velocity = lope_point_mad(lope_flat(&tick->space, tick->velocity), level, tick->time);
    tick->acceleration = lope_point_sub(tick->acceleration, level);
    lope_ledger_book_force(tick, level);
}

static void launch(lope_tick *tick)
{
    const lope_input *input = tick->input;
    lope_point velocity = lope_vec3_to_point(input->launch_velocity);
    if (!(input->requests & LOPE_REQUEST_LAUNCH) || lope_point_dot(velocity, velocity) <= 0) return;
    lope_point up = tick->space.up;
    double now_up = lope_rise(&tick->space, tick->velocity), new_up = lope_rise(&tick->space, velocity);
    lope_point now_flat = lope_flat(&tick->space, tick->velocity), new_flat = lope_flat(&tick->space, velocity);
    if (!(input->requests & LOPE_LAUNCH_OVERRIDE_HORIZONTAL)) new_flat = lope_point_add(new_flat, now_flat);
    if (!(input->requests & LOPE_LAUNCH_OVERRIDE_VERTICAL)) new_up += now_up;
    tick->velocity = lope_point_mad(new_flat, up, new_up);
    lope_ledger_book(tick, LOPE_TERM_REQUEST);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

static void teleported(lope_tick *tick)
{
    if (!(tick->input->requests & LOPE_REQUEST_TELEPORT)) return;
    lope_tick_event(tick, LOPE_EVENT_TELEPORT);
    tick->state.step_debt = 0;
    tick->moved_before = true;
    if (tick->state.mode == LOPE_MODE_WALKING) lope_tick_settle(tick, SETTLE_REACH * tick->space.unit);
}

static void requests(lope_tick *tick)
{
    teleported(tick);
    if (tick->input->requests & LOPE_REQUEST_MODE) {
        lope_tick_set_mode(tick, tick->input->mode);
        if (tick->input->mode == LOPE_MODE_WALKING) lope_tick_settle(tick, SETTLE_REACH * tick->space.unit);
    }
    launch(tick);
}

// Whether it has come to where it is without a tick.
static bool is_anew(const lope_tick *tick)
{
    return (tick->state.flags & LOPE_STATE_FRESH) || (tick->input->requests & LOPE_REQUEST_TELEPORT);
}

// What most ticks begin with: nothing moves near by, and nothing that is listed overlaps where the last tick has ended.
static bool is_free(const lope_tick *tick)
{
    const lope_nearby *nearby = tick->space.nearby;
    const lope_neighbors *around = tick->space.around;
    bool alone = nearby->fence_count == 0 && nearby->sets[1].body_count == 0;
    bool free = tick->ground.whole || (alone && around->listed && around->free);
    return free && tick->state.stuck_ticks == 0 && !is_anew(tick);
}

static lope_leap leap_of(const lope_tick *tick, lope_point before, bool pressed)
{
    bool anew = is_anew(tick);
    lope_leap leap = {.pressed = pressed, .before = before};
    leap.known = !anew;
    const lope_near_set *moving = &tick->space.nearby->sets[1];
    for (uint32_t i = 0; i < moving->body_count && leap.doubt == LOPE_DOUBT_NONE; i++)
        if (lope_body_moves(&moving->bodies[i])) leap.doubt = LOPE_DOUBT_MOVING;
    if (pressed || anew || tick->state.stuck_ticks > 0) leap.doubt = LOPE_DOUBT_ALL;
    return leap;
}

// Out of the way of what moves, and out of what it overlaps.
static void free_itself(lope_tick *tick)
{
    lope_space *space = &tick->space;
    if (is_free(tick)) return;
    lope_tick_list(tick);
    space->purpose = LOPE_QUERY_DEPENETRATE;
    double pushed = 0;
    lope_point before = tick->feet;
    bool pressed = false;
    tick->feet = lope_push_by_moving(space, tick->feet, &pushed, &pressed);
    lope_leap leap = leap_of(tick, before, pressed);
    lope_escape escape = lope_depenetrate(space, tick->feet, &leap);
    tick->held = escape.inside;
    lope_point moved = lope_point_sub(escape.feet, before);
    tick->feet = escape.feet;
    tick->moved_before = lope_point_dot(moved, moved) > 0;
    tick->report->moved_by_base += pushed;
    tick->report->moved_by_depenetration += escape.pushed;
    tick->report->depth = escape.stuck ? escape.depth : 0;
    tick->state.stuck_ticks = escape.stuck ? tick->state.stuck_ticks + 1 : 0;
    tick->state.stuck_body = escape.stuck ? escape.worst.body : LOPE_BODY_NONE;
    if (tick->state.stuck_ticks == 1) {
        lope_event *event = lope_tick_event(tick, pressed || escape.worst.moving ? LOPE_EVENT_CRUSH : LOPE_EVENT_STUCK);
        event->value = (float)escape.depth;
        event->body = escape.worst.body;
    }
    // Pushed down or aside it does not keep a speed into what pushed it.
    if (lope_point_dot(moved, moved) > 0 && escape.pushed > 1e-3 * space->unit && tick->state.mode == LOPE_MODE_FALLING) {
        double into = lope_point_dot(tick->velocity, escape.worst.normal);
        if (into < 0) tick->velocity = lope_point_mad(tick->velocity, escape.worst.normal, -into);
        lope_ledger_book(tick, LOPE_TERM_REQUEST);
    }
}

static void first_tick(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_FRESH)) return;
    tick->state.flags &= ~LOPE_STATE_FRESH;
    if (tick->state.mode == LOPE_MODE_WALKING) lope_tick_settle(tick, SETTLE_REACH * tick->space.unit);
}

static void run_modes(lope_tick *tick)
{
    double left = tick->time;
    if (tick->held) { // fast in a solid, from which any way could lead out at the far side
        tick->velocity = (lope_point){0, 0, 0};
        tick->report->time_unused += left;
        left = 0;
        lope_ledger_book(tick, LOPE_TERM_CLIP);
    }
    for (int i = 0; i < 8 && left > LOPE_MIN_TIME && !tick->space.failed; i++) {
        tick->now = tick->time - left;
        switch (tick->state.mode) {
        case LOPE_MODE_WALKING:
            left = lope_walking_run(tick, left);
            break;
        case LOPE_MODE_FALLING:
            lope_tick_list(tick);
            left = lope_falling_run(tick, left);
            break;
        default:
            tick->velocity = (lope_point){0, 0, 0};
            lope_ledger_book(tick, LOPE_TERM_REQUEST);
            left = 0;
            break;
        }
    }
    tick->now = tick->time;
}

static float wrap(float angle)
{
    float turns = angle * (1.0f / (2.0f * LOPE_PI));
    if (!(turns > -1e6f && turns < 1e6f)) return 0;
    angle -= floorf(turns + 0.5f) * (2.0f * LOPE_PI);
    return angle <= -LOPE_PI ? LOPE_PI : angle > LOPE_PI ? LOPE_PI : angle;
}

static void rotation(lope_tick *tick)
{
    tick->state.yaw = wrap(tick->input->look_yaw);
    tick->state.pitch = wrap(tick->input->look_pitch);
}

static void remember_floor(lope_tick *tick)
{
    lope_floor floor = {.body = LOPE_BODY_NONE};
    if (tick->state.mode == LOPE_MODE_WALKING && tick->floor.kind != LOPE_FLOOR_NONE) {
        const lope_contact *contact = &tick->floor.contact;
        lope_point normal = tick->floor.kind == LOPE_FLOOR_WEDGE ? tick->floor.normal : contact->surface;
        floor.body = contact->body;
        floor.distance = tick->floor.distance;
        floor.normal = lope_point_to_vec3(normal);
        floor.plane = lope_point_to_vec3(tick->floor.normal);
        floor.triangle = contact->index;
        floor.material = contact->material;
        floor.walkable = tick->floor.walkable;
        floor.kind = (uint32_t)tick->floor.kind;
    }
    tick->state.floor = floor;
    lope_tick_base(tick);
}

static float finite_or_zero(double x) { return x > -1e30 && x < 1e30 ? (float)x : 0.0f; }

static void finish(lope_tick *tick, const lope_state *before)
{
    lope_report *report = tick->report;
    tick->state.feet = lope_point_add(tick->origin, tick->feet);
    tick->state.velocity =
        lope_vec3_make(finite_or_zero(tick->velocity.x), finite_or_zero(tick->velocity.y), finite_or_zero(tick->velocity.z));
    tick->state.held = tick->input->held;
    tick->state.ticks++;
    lope_tick_write_hits(tick);
    report->moved = lope_point_sub(tick->state.feet, before->feet);
    report->gathers = tick->space.gathers;
    report->sweeps = tick->space.sweeps;
    report->triangles = tick->space.triangles;
    report->iterations = tick->iterations;
}

// Who records sees the tick as it goes: where it began, how late it is.
static void begin_log(lope_tick *tick, const lope_state *before)
{
    lope_tick_log *log = tick->log;
    log->term_mask = log->count = log->dropped = log->body_count = log->shape_count = log->shapes_dropped = 0;
    log->last = log->floor = LOPE_LOG_NONE;
    log->start = lope_point_sub(before->feet, tick->origin);
    log->now = &tick->now;
    tick->space.log = log->queries ? log : NULL;
    lope_ledger_begin(tick);
}

lope_result lope_move(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                      const lope_surroundings *surroundings, lope_nearby *nearby, float dt, lope_report *report)
{
    lope_result result = check(state, input, moveset, surroundings, nearby, dt);
    if (result != LOPE_OK) return result;
    lope_report unread;
    lope_tick tick;
    if (!report) report = &unread;
    clear_report(report);

    lope_neighbors around;
    around.reach = 0;
    around.listed = false;
    begin(&tick, state, input, moveset, surroundings, nearby, &around, dt, report);
    if (tick.log) begin_log(&tick, state);
    read_input(&tick);
    look_around(&tick);
    free_itself(&tick);
    first_tick(&tick);
    requests(&tick);
    gravity_and_forces(&tick);
    lope_jump_press(&tick);
    run_modes(&tick);
    lope_jump_pass(&tick);
    rotation(&tick);
    remember_floor(&tick);

    if (tick.space.failed) return tick.space.failed; // the state was never touched
    if (!lope_finite_double(tick.feet.x) || !lope_finite_double(tick.feet.y) || !lope_finite_double(tick.feet.z))
        return LOPE_ERROR_NOT_FINITE;
    finish(&tick, state);
    *state = tick.state;
    return LOPE_OK;
}
