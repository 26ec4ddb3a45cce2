// move.c - lope_move: one character, one tick. This file is the table of contents; each line's work stands in its own file.
// Read next: free_character.c, wanted.c, modes/walking.c and modes/falling.c.
#include "base/copy.h"
#include "base/cpu_dispatch.h"
#include "base/error.h"
#include "character/move/stand_upright.h"
#include "character/state/input_check.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/depenetrate.h"
#include "motion/nearby/query_log.h"
#include "motion/query/shortlist.h"

#include <string.h>

#define LIST_REACH 1.05   // times the way of a tick: how far from its start what is near is listed for all queries
#define GROUND_REACH 1.2  // the same for whole ground: on a slope of up to 33 degrees the way over it
#define NO_TIME 1e-3f     // s: of a look around before the first tick, in which nothing moves
#define SETTLE_REACH 0.05 // m, within which a new or teleported character is put on the floor

static bool state_is_sound(const lope_state *state)
{
    uint64_t unfinite = lope_unfinite_pair(&state->velocity) | lope_unfinite_float(state->velocity.z) |
                        lope_unfinite_float(state->height) | lope_unfinite_float(state->standing_height);
    return lope_finite_point(state->feet) && (unfinite & LOPE_UNFINITE_FLOATS) == 0 && state->radius > 0 &&
           state->height >= 2 * state->radius && state->mode < LOPE_MODES &&
           (!(state->flags & LOPE_STATE_MORE) || !lope_state_overfull(state));
}

static lope_result check(const lope_state *state, const lope_input *input, const lope_moveset *moveset,
                         const lope_surroundings *surroundings, const lope_nearby *nearby, float dt)
{
    if (!state || !input || !moveset || !surroundings || !surroundings->gather || !nearby) return LOPE_ERROR_NULL;
    if (!lope_finite(dt)) return LOPE_ERROR_NOT_FINITE;
    lope_result good = lope_input_admit(input, moveset);
    if (good != LOPE_OK) return good;
    if (dt <= 0 || dt > 1) return LOPE_ERROR_RANGE;
    if (state->mode >= moveset->mode_count || !state_is_sound(state)) return LOPE_ERROR_STATE;
    return input->requests & LOPE_REQUEST_RESIZE ? lope_resize_check(state, input) : LOPE_OK;
}

// Floats are not quite unit.
LOPE_RARE static lope_point make_unit(lope_point v)
{
    double length = lope_point_length(v);
    return length > 0 ? lope_point_scale(v, 1.0 / length) : v;
}

LOPE_RARE static void start_at_teleport(lope_tick *tick, const lope_state *state)
{
    tick->state.feet = tick->input->teleport_feet;
    tick->report->moved_by_teleport = lope_point_length(lope_point_sub(tick->input->teleport_feet, state->feet));
}

// What the caller knows stands in the tick already: input, moveset, report, and whether it teleports.
LOPE_OFTEN static void begin(lope_tick *tick, const lope_state *state, const lope_surroundings *surroundings, lope_nearby *nearby,
                             lope_neighbors *around, float dt)
{
    const lope_moveset *moveset = tick->moveset;
    if (state->flags & LOPE_STATE_MORE)
        tick->state = *state;
    else
        lope_copy_bytes(&tick->state, state, LOPE_STATE_MORE_AT);
    tick->tuning = &moveset->tuning;
    if (tick->state.standing_height < state->height) tick->state.standing_height = state->height; // of an older save
    if (tick->teleports) start_at_teleport(tick, state);
    lope_filter filter = {.channels = state->channels, .ignore = state->own_body};
    lope_point up = lope_vec3_to_point(state->up);
    if (up.y != 1.0) up = make_unit(up);
    double radius = (double)state->radius, height = (double)state->height;
    lope_near_self *self = &tick->self;
    self->start = (lope_capsule){lope_point_scale(up, radius), lope_point_scale(up, height - radius), radius};
    self->heading = lope_vec3_to_point(state->velocity);
    if (state->channels & LOPE_CHANNEL_CHARACTER) {
        self->own = state->own_body;
        self->firm = lope_firm_of(state);
        self->falls = state->mode == LOPE_MODE_FALLING;
    }
    lope_nearby_begin(nearby, surroundings, filter, tick->state.feet, self, (double)moveset->tuning.units_per_metre);
    tick->state.flags &= ~(LOPE_FIRMEST << LOPE_STATE_FIRM | LOPE_STATE_KEPT); // found out again
    lope_put_point(&tick->origin, &nearby->origin);
    lope_point feet = lope_point_sub(tick->state.feet, tick->origin);
    lope_put_point(&tick->feet, &feet);
    lope_put_point(&around->home, &feet);
    tick->velocity = lope_vec3_to_point(state->velocity);
    lope_clear_bytes((char *)tick + LOPE_TICK_ZERO_AT, LOPE_TICK_ZERO_BYTES);
    tick->time = tick->whole = (double)dt;
    tick->control = 1;
    tick->log = nearby->log;
    tick->base = state->floor.body;
    lope_tick_read_hits(tick);
    lope_space *space = &tick->space; // field by field: all of it is written once
    space->nearby = nearby;
    space->around = around;
    space->log = NULL;
    space->surroundings = surroundings;
    space->filter = filter;
    space->up = up;
    space->radius = radius;
    space->height = height;
    space->unit = (double)moveset->tuning.units_per_metre;
    space->walkable_cosine = (double)moveset->walkable_cosine - 1e-6;
    space->perch_height = space->step_height = (double)moveset->tuning.max_step_height;
    space->planar = space->shoved = space->walking = false;
    space->plane = (lope_point){0, 0, 0};
    space->purpose = 0;
    space->along = NULL;
    space->failed = LOPE_OK;
    space->gathers = space->sweeps = space->triangles = 0;
    if (lope_tick_on_ground(tick)) tick->space.perch_height += (double)moveset->tuning.perch_additional_height;
    lope_tick_support(tick);
    if (moveset->tuning.constrain_to_plane) lope_plane_begin(tick);
}

// Whether the capsule fits where it is, or so nearly that settling on the floor mends it.
LOPE_RARE static bool has_room(lope_tick *tick)
{
    lope_leap leap = {.doubt = LOPE_DOUBT_ALL};
    tick->space.purpose = LOPE_QUERY_DEPENETRATE;
    lope_escape escape = lope_depenetrate(&tick->space, tick->feet, &leap);
    double moved = lope_point_length(lope_point_sub(escape.feet, tick->feet));
    return !escape.stuck && moved <= SETTLE_REACH * tick->space.unit;
}

// All but the events and pushes, of which only as many count as are told.
_Static_assert(offsetof(lope_report, events) == 128, "each tick clears it: two cache lines");
static void clear_report(lope_report *report) { lope_clear_bytes(report, offsetof(lope_report, events)); }

// One gather for what a tick usually needs: as far as it may move, up a step, down to where it is kept on the floor. A query that leaves
// it gathers again. Then a look over the ground of one who walks; where there is more than ground, one list for all queries.
static inline void look_around(lope_tick *tick)
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
    tick->ground.whole = tick->ground.carries = false;
    if (!lope_space_cover(space, &wide)) return;
    bool walks = tick->state.mode == LOPE_MODE_WALKING && !lope_plane_leans(space);
    if (!walks || !lope_ground_survey(space, tick->feet, reach, &tick->ground)) lope_neighbors_list(space, tick->list_reach);
}

// The common case: y is up, and what is down.
static bool is_upright(const lope_tick *tick)
{
    lope_point gravity = tick->gravity;
    bool down = gravity.y < 0 && fabs(gravity.x) + fabs(gravity.z) <= 0 && tick->space.up.y == 1.0;
    return down && !(tick->state.flags & LOPE_STATE_OWN_UP);
}

void lope_stand_upright(lope_state *state, const lope_moveset *moveset, const lope_surroundings *surroundings,
                        lope_nearby *nearby)
{
    const lope_input input = {.look_yaw = state->yaw};
    if (!moveset || state->mode >= moveset->mode_count) return; // its first tick says so
    lope_report unread;
    lope_tick tick;
    clear_report(&unread);
    lope_neighbors around;
    around.reach = 0;
    around.listed = false;
    tick.input = &input;
    tick.moveset = moveset;
    tick.report = &unread;
    tick.teleports = false;
    begin(&tick, state, surroundings, nearby, &around, NO_TIME);
    look_around(&tick);
    lope_volumes_enter(&tick);
    if (tick.space.failed || is_upright(&tick) || !lope_upright(&tick)) return;
    bool water; // what holds it there holds it with that up
    if (tick.zoned && lope_volume_at(&tick, tick.feet, &water) != tick.volume) return;
    state->up = tick.state.up;
    state->forward = tick.state.forward;
    state->jump_start = tick.state.jump_start;
}

LOPE_RARE static void teleported(lope_tick *tick)
{
    if (!(tick->input->requests & LOPE_REQUEST_TELEPORT)) return;
    if (!tick->teleports) {
        lope_tick_refuse(tick, LOPE_ASKED_TELEPORT, LOPE_REFUSAL_NO_ROOM);
        return;
    }
    lope_tick_event(tick, LOPE_EVENT_TELEPORT);
    tick->state.step_debt = 0;
    tick->moved_before = true;
    if (lope_tick_on_ground(tick) && !lope_nav_stands(tick)) lope_tick_settle(tick, SETTLE_REACH * tick->space.unit);
}

// A mode on the ground without a floor under the feet is a fall.
LOPE_RARE static void settle(lope_tick *tick)
{
    if (lope_tick_on_ground(tick) && !lope_nav_stands(tick)) lope_tick_settle(tick, SETTLE_REACH * tick->space.unit);
}

// To a mode that is asked for. What cannot be is refused: to swim on dry land, or where the game forbids it; to walk or fall out of water that keeps it.
LOPE_RARE static void change_mode(lope_tick *tick, uint32_t mode)
{
    bool swims = mode == LOPE_MODE_SWIMMING;
    if (swims && tick->input->forbidden & LOPE_FORBID_SWIM) {
        lope_tick_refuse(tick, LOPE_ASKED_MODE, LOPE_REFUSAL_FORBIDDEN);
    } else if ((swims && !tick->water) || lope_water_keeps(tick, mode)) {
        lope_tick_refuse(tick, LOPE_ASKED_MODE, LOPE_REFUSAL_WRONG_MODE);
    } else {
        lope_tick_set_mode(tick, mode);
        settle(tick);
    }
}

static void requests(lope_tick *tick)
{
    uint32_t asked = tick->input->requests;
    if (asked != 0) {
        teleported(tick);
        lope_resize(tick);
        if (asked & LOPE_REQUEST_MODE) change_mode(tick, tick->input->mode);
    }
    if (lope_layers_concern(tick)) lope_layers_begin(tick);
    if (asked & LOPE_REQUEST_LAUNCH) lope_launch(tick);
}

// What most ticks begin with: nothing moves near by, and nothing that is listed overlaps where the last tick has ended.
static bool is_free(const lope_tick *tick)
{
    const lope_nearby *nearby = tick->space.nearby;
    const lope_neighbors *around = tick->space.around;
    bool alone = nearby->fence_count == 0 && nearby->sets[1].body_count == 0;
    bool free = tick->ground.whole || (alone && around->listed && around->free);
    return free && tick->state.stuck_ticks == 0 && !lope_tick_is_anew(tick);
}

static void first_tick(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_FRESH)) return;
    uint32_t mode = (uint32_t)tick->tuning->default_land_mode;
    bool any = tick->state.flags & LOPE_STATE_ANY_MODE && tick->state.mode == LOPE_MODE_WALKING; // none was given since
    if (any) lope_tick_set_mode(tick, mode);
    tick->state.flags &= ~(LOPE_STATE_FRESH | LOPE_STATE_ANY_MODE);
    settle(tick);
    lope_tick_base(tick);
}

LOPE_RARE static double stand_still(lope_tick *tick)
{
    tick->velocity = (lope_point){0, 0, 0};
    lope_ledger_book(tick, LOPE_TERM_REQUEST);
    return 0;
}

// Runs the mode for the time left, or up to an instant at which what it works by changes. Returns the time that is left then.
LOPE_OFTEN double lope_tick_run_mode(lope_tick *tick, double left)
{
    if (tick->state.mode != LOPE_MODE_WALKING) lope_tick_list(tick);
    bool own = tick->state.mode >= LOPE_MODE_COUNT; // the built-in ones know themselves when to jump
    if (own && lope_tick_on_ground(tick) && lope_jump_try(tick)) return left;
    const lope_mode *mode = lope_tick_mode(tick);
    double end = tick->time, part = lope_tick_part(tick, left);
    if (tick->pieced) part = lope_base_piece(tick, lope_upright_piece(tick, part));
    if (part < left) tick->time = tick->now + part; // for the mode the tick ends there
    lope_plane_hold(tick);
    double unused = mode->run ? mode->run(tick, part) : stand_still(tick);
    tick->time = end;
    return left - part + unused;
}

// When the mode has run for a piece of the time: up, where gravity turns along the way. True: that is why it has stopped.
LOPE_RARE static bool next_piece(lope_tick *tick)
{
    bool turns = tick->pull != 0 || tick->upset || tick->leans;
    if (turns && lope_upright(tick)) look_around(tick);
    return tick->pieces++ < LOPE_TICK_PIECES;
}

static void run_modes(lope_tick *tick)
{
    double left = tick->time - tick->now; // a conveyor may have thrown it off by now
    lope_tick_pass(tick);
    if (LOPE_SELDOM(lope_tick_follows(tick))) {
        lope_follow(tick);
        return;
    }
    if (LOPE_SELDOM(tick->held)) { // fast in a solid, from which any way could lead out at the far side
        lope_tick_hold(tick, left);
        left = 0;
    }
    int most = 8;
    for (int i = 0; i < most && left > LOPE_MIN_TIME && !tick->space.failed; i++) {
        tick->now = tick->time - left;
        if (LOPE_SELDOM(tick->unfit) && (left = lope_tick_fit(tick, tick->feet, left)) <= 0) break;
        if (LOPE_SELDOM(i > 0)) {
            lope_crouch_rise(tick);
            lope_want(tick); // another mode takes it in its own way
        }
        left = LOPE_SELDOM(tick->layered) ? lope_layers_run(tick, left) : lope_tick_run_mode(tick, left);
        lope_tick_pass(tick);
        if (tick->pieced && left > LOPE_MIN_TIME && next_piece(tick)) most++;
    }
    tick->now = tick->time;
    if (LOPE_SELDOM(tick->unfit)) lope_tick_fit(tick, tick->feet, 0);
}

static void remember_floor(lope_tick *tick)
{
    lope_floor *floor = &tick->state.floor;
    const lope_contact *contact = &tick->floor.contact;
    bool known = tick->floor.kind != LOPE_FLOOR_NONE;
    if (tick->held && !known && floor->kind != LOPE_FLOOR_NONE)
        return; // pressed into what it stands on: no other floor was looked for
    if (known && lope_tick_on_ground(tick)) {
        lope_point normal = tick->floor.kind == LOPE_FLOOR_WEDGE ? tick->floor.normal : contact->surface;
        floor->body = contact->body;
        floor->distance = tick->floor.distance;
        floor->normal = lope_point_to_vec3(normal);
        floor->plane = lope_point_to_vec3(tick->floor.normal);
        floor->triangle = contact->index;
        floor->material = contact->material;
        floor->walkable = tick->floor.walkable;
        floor->kind = (uint32_t)tick->floor.kind;
        floor->reserved[0] = floor->reserved[1] = 0;
    } else {
        *floor = (lope_floor){.body = LOPE_BODY_NONE};
    }
    lope_tick_base(tick);
}

static float finite_or_zero(double x) { return x > -1e30 && x < 1e30 ? (float)x : 0.0f; }

LOPE_RARE static lope_vec3 finite_part(lope_point v)
{
    return lope_vec3_make(finite_or_zero(v.x), finite_or_zero(v.y), finite_or_zero(v.z));
}

// As the state keeps it.
static lope_vec3 velocity_of(const lope_tick *tick)
{
    lope_point v = tick->velocity;
    return fabs(v.x) + fabs(v.y) + fabs(v.z) < 1e30 ? lope_point_to_vec3(v) : finite_part(v);
}

// Whether nothing of what is in use only now and then says anything any more.
static bool is_zero(const lope_state *state)
{
    static const char zero[sizeof(lope_state) - LOPE_STATE_MORE_AT];
    return memcmp((const char *)state + LOPE_STATE_MORE_AT, zero, sizeof zero) == 0;
}

static void finish(lope_tick *tick, const lope_state *before)
{
    lope_report *report = tick->report;
    tick->state.feet = lope_point_add(tick->origin, tick->feet);
    tick->state.velocity = velocity_of(tick);
    tick->state.held = tick->input->held;
    tick->state.ticks++;
    lope_tick_write_hits(tick);
    report->moved = lope_point_sub(tick->state.feet, before->feet);
    report->gathers = tick->space.gathers;
    report->sweeps = tick->space.sweeps;
    report->triangles = tick->space.triangles;
    report->iterations = tick->iterations;
}

// What is in use only now and then goes along while it is.
static void hand_over(lope_state *from, lope_state *to)
{
    bool was = to->flags & LOPE_STATE_MORE, is = from->flags & LOPE_STATE_MORE && !is_zero(from);
    if (!is) from->flags &= ~LOPE_STATE_MORE;
    if (is) {
        *to = *from;
        return;
    }
    lope_copy_bytes(to, from, LOPE_STATE_MORE_AT);
    if (was) memset((char *)to + LOPE_STATE_MORE_AT, 0, sizeof *to - LOPE_STATE_MORE_AT);
}

// Who records sees the tick as it goes: where it began, how late it is.
LOPE_RARE static void begin_log(lope_tick *tick, const lope_state *before)
{
    lope_tick_log *log = tick->log;
    log->term_mask = log->count = log->dropped = log->body_count = log->shape_count = log->shapes_dropped = 0;
    log->last = log->floor = LOPE_LOG_NONE;
    log->start = lope_point_sub(before->feet, tick->origin);
    log->now = &tick->now;
    tick->space.log = log->queries ? log : NULL;
    lope_ledger_begin(tick);
}

LOPE_DOOR(lope_move)
LOPE_OFTEN lope_result lope_move(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                                 const lope_surroundings *surroundings, lope_nearby *nearby, float dt, lope_report *report)
{
    LOPE_THROUGH_DOOR(lope_move, state, input, moveset, surroundings, nearby, dt, report);
    lope_result result = check(state, input, moveset, surroundings, nearby, dt);
    if (result != LOPE_OK) return result;
    lope_report unread;
    lope_tick tick;
    if (!report) report = &unread;
    clear_report(report);

    lope_neighbors around;
    around.reach = 0;
    around.listed = false;
    tick.input = input;
    tick.moveset = moveset;
    tick.report = report;
    tick.teleports = input->requests & LOPE_REQUEST_TELEPORT;
    begin(&tick, state, surroundings, nearby, &around, dt);
    if (tick.teleports && input->requests & LOPE_REQUEST_TELEPORT_FREE && !has_room(&tick)) {
        if (tick.space.failed) return tick.space.failed;
        report->moved_by_teleport = 0;
        tick.teleports = false;
        begin(&tick, state, surroundings, nearby, &around, dt);
    }
    if (tick.log) begin_log(&tick, state);
    look_around(&tick);
    if (lope_tick_has_more(&tick)) lope_layers_take_out(&tick);
    lope_volumes_enter(&tick);
    if (!is_upright(&tick) && lope_upright(&tick)) look_around(&tick);
    lope_base_carry(&tick);
    if (LOPE_SELDOM(!is_free(&tick))) lope_tick_free(&tick);
    lope_plane_keep(&tick);
    first_tick(&tick);
    lope_knockback_begin(&tick);
    requests(&tick);
    lope_forces(&tick);
    lope_crouch(&tick);
    lope_jump_press(&tick);
    lope_want(&tick);
    run_modes(&tick);
    lope_plane_keep(&tick);
    if (tick.layered) lope_layers_end(&tick);
    lope_crouch_end(&tick);
    lope_jump_pass(&tick);
    lope_knockback_pass(&tick);
    lope_rotation(&tick);
    remember_floor(&tick);
    lope_base_remember(&tick);
    lope_volumes_end(&tick);
    lope_overlaps_tell(&tick);
    lope_body_pushes(&tick);

    if (tick.space.failed) return tick.space.failed; // the state was never touched
    if (!lope_finite_double(tick.feet.x) || !lope_finite_double(tick.feet.y) || !lope_finite_double(tick.feet.z))
        return LOPE_ERROR_NOT_FINITE;
    finish(&tick, state);
    lope_point local = lope_point_sub(tick.state.feet, tick.origin);
    if (tick.state.mode == LOPE_MODE_WALKING) lope_ground_foresee(&tick.space, &local);
    hand_over(&tick.state, state);
    return LOPE_OK;
}
