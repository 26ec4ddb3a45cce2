// carry_base.c - the base carries the character along, at the tick's start.
//
// Rule. When a tick ends on a moving body or a conveyor, the state keeps that base: its id, the point of it
// under the feet in its own frame, its rotation, and that point's velocity. The next tick begins by taking
// the character to where that point has gone (motion/moving/carry.h). Errors do not add up: the point stays
// the same as long as the character does not walk. The rest of the tick is a walk over a body that stands
// at its pose of the tick's end. The velocity is relative to the base, and turns with it.
//
// A character that leaves its base within a tick goes on relative to it until the tick ends: a fall is
// alike in both frames. It then gets the base's velocity of the instant at which it left. Landing takes
// away what leaving gives.
//
// A mode with LOPE_MODE_CARRIED hangs on its base instead of standing on it. The point is then at the feet,
// and the base may be any body, also one that does not touch the character (find_body.h).
//
// Data: the base page of the state (base_body, base_point, base_rotation, base_velocity) and
// tick->base_carry.
// Read next: base_frame.c, base_leave.c, base_change.c.
#include "character/base/carry_base.h"
#include "character/base/base_change.h"
#include "character/base/base_frame.h"
#include "character/base/base_leave.h"
#include "character/base/find_body.h"
#include "character/state/pages.h"
#include "character/tick/base_tick.h"
#include "character/tick/contacts.h"
#include "character/tick/squeeze_state.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/plane.h"
#include "motion/moving/relative_motion.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"

#define TELEPORTED 20.0 // m in a tick: a base that goes farther was teleported by the game
// m, beside what its velocity explains: a character that is the base and is that far away was teleported
#define TELEPORTED_CHARACTER 1.0
#define CANDIDATES 8    // moving bodies that are tried as the base of a new character
#define ANEW_REACH 0.05 // m, within which a new character is put on one of them
#define HOLD 2.0        // times the snap distance: how high a base may fall from and still be followed
// times gravity: a base must speed up downward by more than this to be let go
#define FALLS_FASTER 1.01
// bisections: the instant at which the base lets go is found to 2^-14 of the way
#define LET_GO_PROBES 14
// m in a tick by which a base glides away from under a character that is held: far above rounding
#define LEAST_UP 1e-3 // rise of a plane that counts as ground
#define GLIDES 1e-6

// ---- at the tick's start ----

// Finds a moving body under a character that has come to its place without a tick, and makes it the base.
// The bodies are tested as they stood when the tick began. Sets nothing when there is none.
static void board_moving(lope_tick *tick)
{
    lope_space *space = &tick->space;
    lope_sink_body bodies[CANDIDATES];
    uint32_t count = 0;
    const lope_near_set *set = &space->nearby->sets[1];
    for (uint32_t i = 0; i < set->body_count && count < CANDIDATES; i++)
        if (lope_body_moves(&set->bodies[i]) && lope_base_carries(tick, &set->bodies[i]) && !set->bodies[i].character)
            bodies[count++] = set->bodies[i];
    for (uint32_t i = 0; i < count; i++) {
        const lope_sink_body *body = &bodies[i];
        lope_point turn = lope_vec3_to_point(body->motion.rotation);
        double angle = lope_point_length(turn);
        lope_quat all = lope_quat_identity();
        if (angle > 0) all = lope_quat_from_axis(lope_point_to_vec3(lope_point_scale(turn, 1.0 / angle)), (float)angle);
        lope_point end = lope_point_sub(body->pose.position, tick->origin);
        lope_point arm = lope_point_sub(tick->feet, lope_point_sub(end, body->motion.displacement));
        lope_point there = lope_point_add(end, lope_quat_rotate_point(all, arm));
        space->purpose = LOPE_QUERY_FLOOR;
        lope_floor_hit floor = lope_find_floor(space, there, ANEW_REACH * space->unit, 1e-3 * space->unit);
        if (space->failed) return;
        if (!floor.walkable || floor.contact.body != body->id) continue;
        lope_state *state = lope_use_base(&tick->state);
        lope_base_motion carrier = lope_base_motion_of(space, body, tick->feet, there);
        state->base_body = body->id;
        state->base_point = lope_base_to_frame(tick, body, there);
        state->base_rotation = lope_quat_multiply(lope_quat_conjugate(all), body->pose.rotation);
        state->base_velocity =
            lope_point_to_vec3(lope_base_motion_velocity(&carrier, 0, tick->seconds, tick->tuning->impart_base_angular_velocity));
        tick->state.floor = (lope_floor){.body = LOPE_BODY_NONE};
        return;
    }
}

// Makes the conveyor under a new character its base, where there is one.
static void board_belt(lope_tick *tick)
{
    lope_space *space = &tick->space;
    if (!space->nearby->sets[0].conveys && !space->nearby->sets[1].conveys) return;
    space->purpose = LOPE_QUERY_FLOOR;
    lope_floor_hit floor = lope_find_floor(space, tick->feet, ANEW_REACH * space->unit, 1e-3 * space->unit);
    if (space->failed || !floor.walkable || !floor.contact.conveys) return;
    const lope_sink_body *body = lope_base_find(space, floor.contact.body);
    if (!body) return;
    lope_base_note(tick, body, tick->feet, floor.normal);
    tick->state.floor.kind = LOPE_FLOOR_NONE;
    tick->state.floor.plane = lope_point_to_vec3(floor.normal);
}

// Finds the base of a character that has come to its place without a tick: a moving body, else a conveyor.
static void board_anew(lope_tick *tick)
{
    board_moving(tick);
    if (!lope_has_page(&tick->state, LOPE_PAGE_BASE) || !tick->state.base_body) board_belt(tick);
}

// True when the base falls away faster than the character would. It must be faster than after a fall of
// HOLD snap distances (v^2 > 2 g h). It must also speed up by more than gravity. Another character falls
// away only in a fall of its own, however far its first tick has snapped it down.
static bool falls_away(const lope_tick *tick, const lope_sink_body *body)
{
    if (body->character && !body->falls) return false;
    const lope_tuning *t = tick->tuning;
    double gravity = -lope_rise(&tick->space, tick->gravity);
    double snap = (double)(t->snap_distance < 0 ? t->max_step_height : t->snap_distance);
    lope_point now = lope_base_motion_velocity(&tick->base_carry.carrier, 0, tick->seconds, t->impart_base_angular_velocity);
    double down = -lope_rise(&tick->space, now);
    double before = -lope_rise(&tick->space, lope_vec3_to_point(tick->state.base_velocity));
    if (gravity <= 0 || down * down <= 2.0 * gravity * HOLD * snap || down <= 0) return false;
    // A base changes its speed where a tick begins, and not where a part of it does.
    return down - before > FALLS_FASTER * gravity * lope_tick_whole(tick);
}

// Returns the turn of the body since the last tick's end.
static lope_quat turn_of(const lope_tick *tick, const lope_sink_body *body)
{
    return lope_quat_normalize(lope_quat_multiply(body->pose.rotation, lope_quat_conjugate(tick->state.base_rotation)));
}

// Turns the character with the base by that part of `turn` that goes about up.
static void turn_with(lope_tick *tick, lope_quat turn)
{
    lope_point up = tick->space.up;
    double about = (double)turn.x * up.x + (double)turn.y * up.y + (double)turn.z * up.z, w = (double)turn.w;
    if (about == 0) return;
    float angle = lope_angle_wrap(2.0 * (double)lope_atan2((float)about, (float)w));
    lope_base_turns(tick, (double)angle);
    lope_base_turn(tick, (double)angle);
}

// Takes over where the base has carried the character. What blocks the way counts as a hit, and gives the
// character the highest push priority: while it is carried, it meets nothing that gives way.
static void arrive(lope_tick *tick, lope_point from, const lope_carried *carried)
{
    tick->feet = carried->feet;
    if (carried->blocked) {
        lope_tick_hit(tick, &carried->contact);
        tick->state.flags |= LOPE_PUSH_PRIORITY_MOST << LOPE_STATE_PUSH_PRIORITY;
    }
    lope_point moved = lope_point_sub(tick->feet, from);
    tick->report->moved_by_base += lope_point_length(moved);
}

// True when a walkable floor is within the snap distance below `feet` (local).
static bool is_held(lope_tick *tick, lope_point feet)
{
    const lope_tuning *t = tick->tuning;
    double snap = (double)(t->snap_distance < 0 ? t->max_step_height : t->snap_distance), spare = 1e-3 * tick->space.unit;
    return lope_find_floor(&tick->space, feet, snap + spare, spare).walkable;
}

// Searches for where the base ends under a walker that it takes from `from` to `to` (local). Sets
// ride->lets_go. The rest of the tick is then a fall in the base's frame.
static void over_end(lope_tick *tick, lope_point from, lope_point to)
{
    lope_space *space = &tick->space;
    if (!lope_tick_on_ground(tick) || space->failed) return;
    space->purpose = LOPE_QUERY_FLOOR;
    space->walking = true;
    if (is_held(tick, to) || space->failed) return;
    double held = 0, gone = 1;
    for (int i = 0; i < LET_GO_PROBES; i++) {
        double middle = 0.5 * (held + gone);
        if (is_held(tick, lope_point_mad(from, lope_point_sub(to, from), middle)))
            held = middle;
        else
            gone = middle;
    }
    tick->base_carry.lets_go = gone;
}

// Finds where the base lets go of a character while it glides away from under it. Something holds the
// character back, for example its constraint plane. `spot` (local): where the base would have brought it.
static void glides_away(lope_tick *tick, lope_point spot)
{
    lope_point off = lope_flat(&tick->space, lope_point_sub(spot, tick->feet));
    double least = GLIDES * tick->space.unit;
    if (lope_point_dot(off, off) > least * least) over_end(tick, lope_point_add(tick->feet, off), tick->feet);
}

bool lope_base_kept(const lope_tick *tick, lope_point pushed)
{
    const lope_base_tick *ride = &tick->base_carry;
    lope_point gone = lope_point_add(ride->along.carried, pushed);
    double touch = LOPE_TOUCH * tick->space.unit, due = lope_point_dot(ride->due, ride->due);
    return tick->carried && due > touch * touch && lope_point_dot(gone, ride->due) < 0.5 * due;
}

// Returns the id of the body that is the floor at `feet` (local); LOPE_BODY_NONE: no floor is in reach.
static uint64_t floor_body(lope_tick *tick, lope_point feet)
{
    const lope_tuning *t = tick->tuning;
    double snap = (double)(t->snap_distance < 0 ? t->max_step_height : t->snap_distance), spare = 1e-3 * tick->space.unit;
    lope_floor_hit floor = lope_find_floor(&tick->space, feet, snap + spare, spare);
    return floor.walkable && !tick->space.failed ? floor.contact.body : LOPE_BODY_NONE;
}

// Returns how far the character may go from `from` (local) along `way` until the floor is another body than
// `body`: a share of the way at which it is still `body`. At `from` it is.
static double share_on(lope_tick *tick, uint64_t body, lope_point from, lope_point way)
{
    double on = 0, off = 1;
    for (int i = 0; i < LET_GO_PROBES; i++) {
        double middle = 0.5 * (on + off);
        if (floor_body(tick, lope_point_mad(from, way, middle)) == body)
            on = middle;
        else
            off = middle;
    }
    return on;
}

// Returns the way (m) on which a body takes a character that it gets from the base, in a whole tick. The
// base's own way is left out, for its share is undone already.
static lope_point way_beyond(const lope_tick *tick, const lope_sink_body *base, const lope_sink_body *body, lope_point normal)
{
    lope_point way = lope_point_scale(lope_base_belt(tick, body, normal), tick->seconds);
    if (lope_base_carries(tick, body)) way = lope_point_add(way, body->motion.displacement);
    return lope_base_carries(tick, base) ? lope_point_sub(way, base->motion.displacement) : way;
}

// For a belt that takes the character from `from` along `way` (m) onto another body, which takes it back onto
// the belt: two conveyors that run toward each other. Neither lets the character leave the seam. It goes on
// with that mean of the two velocities which ends at the seam, together with what it walks meanwhile. Returns
// the way, cut to that.
static lope_point along_seam(lope_tick *tick, const lope_sink_body *base, lope_point from, lope_point way)
{
    lope_space *space = &tick->space;
    space->purpose = LOPE_QUERY_FLOOR;
    const lope_point walked = lope_point_scale(lope_flat(space, tick->velocity), tick->seconds);
    const lope_point all = lope_point_add(way, walked), to = lope_point_add(from, walked);
    const uint64_t beyond = floor_body(tick, lope_point_add(from, all));
    const lope_sink_body *body = beyond != base->id ? lope_base_find(space, beyond) : NULL;
    if (!body || body->character || (!lope_body_conveys(body) && !lope_base_carries(tick, body))) return way;
    const lope_point back = way_beyond(tick, base, body, space->up);
    if (floor_body(tick, from) != base->id) return way;
    const double share = share_on(tick, base->id, from, all);
    const lope_point off = lope_point_mad(lope_point_scale(way, share), back, 1.0 - share), rest = lope_point_sub(way, off);
    if (floor_body(tick, lope_point_add(to, off)) != base->id) return way; // it crosses the seam
    return lope_point_mad(off, rest, share_on(tick, base->id, lope_point_add(to, off), rest));
}

// Carries the character with the base to `target` (local), and then along the base's belt. `normal`: of the
// floor. `spot`: where the base's point ends when no constraint plane holds it. Returns true when the base
// has let go of the character, at tick->now.
static bool go_along(lope_tick *tick, const lope_sink_body *body, lope_point normal, lope_point target, lope_point spot)
{
    lope_space *space = &tick->space;
    lope_base_tick *ride = &tick->base_carry;
    lope_point from = tick->feet;
    space->purpose = LOPE_QUERY_MOVE;
    ride->lets_go = 1;
    ride->along = (lope_along){.carrier = lope_base_carries(tick, body) ? body->id : 0};
    space->along = &ride->along;
    ride->leapt = lope_point_length(lope_point_sub(target, from)) > TELEPORTED * space->unit;
    if (ride->leapt) {
        ride->carrier.way = (lope_point){0, 0, 0};
        ride->carrier.angle = 0;
        tick->feet = target;
        tick->report->moved_by_teleport += lope_point_length(lope_point_sub(target, from));
    } else if (lope_base_carries(tick, body)) {
        lope_carried carried = {.feet = target};
        if (!lope_tick_is_ghost(tick)) carried = lope_carry(space, from, &ride->carrier, target);
        arrive(tick, from, &carried);
        glides_away(tick, spot);
    }
    ride->to = tick->feet;
    space->along->slip = lope_point_sub(target, tick->feet);
    ride->due = ride->leapt ? (lope_point){0, 0, 0} : lope_point_sub(target, from);
    ride->belt = lope_base_belt(tick, body, normal);
    ride->ran = (lope_point){0, 0, 0};
    if (lope_point_dot(ride->belt, ride->belt) > 0) {
        lope_point before = tick->feet;
        // at the middle of the tick: the belt runs in the world, while the base turns
        lope_point seen = lope_base_view_at(tick, ride->belt, 0.5 * tick->seconds);
        lope_point way = lope_point_scale(seen, tick->seconds);
        if (lope_tick_on_ground(tick)) way = along_seam(tick, body, before, way);
        ride->due = lope_point_add(ride->due, way);
        lope_carried carried = lope_carry_straight(space, before, way);
        if (!carried.blocked) over_end(tick, before, carried.feet);
        arrive(tick, before, &carried);
        ride->ran = lope_point_sub(tick->feet, before);
    }
    ride->along.carried = lope_point_sub(tick->feet, from);
    tick->carried = true;
    if (lope_base_kept(tick, (lope_point){0, 0, 0})) tick->state.flags |= LOPE_STATE_KEPT;
    if (lope_point_dot(ride->along.carried, ride->along.carried) > 0) {
        tick->moved_before = true;
        lope_base_look_again(tick, ride->along.carried);
    }
    if (ride->lets_go >= 1) return false;
    tick->now = ride->lets_go * tick->time;
    return true;
}

// Gathers as far down as a character in the air may still keep its base.
static void reach_down(lope_tick *tick)
{
    if (lope_tick_on_ground(tick)) return;
    double deep = (double)tick->tuning->stay_based_in_air_height + tick->space.step_height;
    lope_bounds bounds = lope_space_bounds(&tick->space, tick->feet, lope_point_scale(tick->space.up, -deep), 0.0);
    lope_space_cover(&tick->space, &bounds);
}

// Returns whether a character that is the base has gone from under the feet since the last tick's end by
// more than both velocities explain: it was teleported.
static bool was_teleported(const lope_tick *tick, const lope_sink_body *body)
{
    const lope_point before = lope_point_sub(body->pose.position, body->motion.displacement);
    const lope_point stood = lope_point_sub(lope_point_add(before, tick->state.base_point), tick->origin);
    const double speed = (double)(lope_vec3_length(body->velocity) + lope_vec3_length(tick->state.base_velocity));
    const double most = TELEPORTED_CHARACTER * tick->space.unit + speed * tick->seconds;
    return lope_point_length(lope_point_sub(stood, tick->feet)) > most;
}

// Fills in the base of the state, a character also where it is not near: how far a gather has reached, and
// what else surroundings hand out, must not change a result. Returns false when it is gone.
static bool find_base(lope_tick *tick, lope_sink_body *body)
{
    if (LOPE_UNLIKELY(lope_tick_hangs(tick))) return lope_find_body(tick, tick->state.base_body, body);
    reach_down(tick);
    const lope_sink_body *found = lope_base_find(&tick->space, tick->state.base_body);
    if (found) *body = *found; // a copy: a gather may move the body in memory
    if (!found) {
        // a body is near, by the bounds of its motion, unless the game has put it elsewhere
        if (!(tick->state.base_body & LOPE_BODY_CHARACTER)) return false;
        if (!lope_find_body(tick, tick->state.base_body, body) || !(body->channels & tick->state.channels)) return false;
        body->pose.position = lope_point_add(body->pose.position, lope_base_lead(&tick->self, body));
    }
    return !body->character || !was_teleported(tick, body);
}

// True when the base turns the plane underfoot so far in the tick that nothing could stand on it. normal: of
// the floor, turned with the base.
static bool turns_over(const lope_tick *tick, const lope_sink_body *body, lope_point normal)
{
    bool turns = lope_vec3_length(body->motion.rotation) > 0 && tick->state.floor.kind == LOPE_FLOOR_FACE;
    return turns && !body->character && !lope_tick_hangs(tick) && !lope_space_walkable(&tick->space, body, normal);
}

// Returns the motion of a base that turns over under the character. The character is not taken round
// with the point on which it stood. It goes along the velocity with which that point begins the tick. under
// (local): that point. Up and down the character goes with the body's origin.
static lope_base_motion turning_over(const lope_tick *tick, const lope_sink_body *body, lope_point under)
{
    const lope_space *space = &tick->space;
    lope_point way = body->motion.displacement;
    lope_point arm = lope_point_sub(under, lope_point_sub(lope_point_sub(body->pose.position, tick->origin), way));
    way = lope_point_add(way, lope_flat(space, lope_point_cross(lope_vec3_to_point(body->motion.rotation), arm)));
    lope_base_motion carrier = {.center = lope_point_add(under, way), .way = way, .axis = {0, 1, 0}};
    return carrier;
}

// Gives the velocity the rise with which the character went over its base, which falls away. With a level
// velocity it would leave a slope that it goes up only to land on it at once.
static void along_plane(lope_tick *tick, lope_point normal)
{
    const double up = lope_rise(&tick->space, normal);
    if (!(up > LEAST_UP)) return;
    tick->velocity = lope_point_mad(tick->velocity, tick->space.up, -lope_point_dot(normal, tick->velocity) / up);
    lope_velocity_log_add(tick, LOPE_TERM_BASE);
}

// Carries the character with the base of its state. Returns true when the base has let go of it: it falls
// now.
static bool ride_on(lope_tick *tick)
{
    const lope_state *state = &tick->state;
    lope_base_tick *ride = &tick->base_carry;
    lope_sink_body body;
    const bool found = find_base(tick, &body);
    if (!found || tick->space.failed) { // the base is gone: walking finds out what is there now
        tick->moved_before = true;
        if (found || lope_tick_on_ground(tick)) return false;
        lope_base_leave(tick);
        return false;
    }
    lope_quat turn = turn_of(tick, &body);
    lope_point normal = lope_vec3_to_point(state->floor.plane), under = tick->feet, target = tick->feet, spot = target;
    under = lope_point_mad(under, tick->space.up, -lope_base_over_point(tick, state->floor.kind, normal));
    lope_point turned = lope_quat_rotate_point(turn, normal);
    bool over = lope_base_carries(tick, &body) && turns_over(tick, &body, turned);
    if (!over) normal = turned;
    if (over) {
        turn = lope_quat_identity();
        ride->carrier = turning_over(tick, &body, under);
        target = spot = lope_point_add(target, ride->carrier.way);
    } else if (lope_base_carries(tick, &body)) {
        lope_point to = lope_base_from_frame(tick, &body, state->base_point);
        spot = lope_point_mad(to, tick->space.up, lope_base_over_point(tick, state->floor.kind, normal));
        ride->carrier = lope_base_motion_of(&tick->space, &body, under, to);
        if (tick->space.planar) to = lope_plane_ride(&tick->space, under, &ride->carrier);
        // A character that was kept from its spot catches up with it, but the spot has gone no faster for
        // that.
        if (state->stuck_ticks > 0 || body.character) ride->carrier.way = lope_base_way(tick, &body);
        target = lope_point_mad(to, tick->space.up, lope_base_over_point(tick, state->floor.kind, normal));
    } else {
        ride->carrier = (lope_base_motion){.center = under, .axis = {0, 1, 0}};
    }
    if (lope_tick_on_ground(tick) && lope_base_carries(tick, &body) && falls_away(tick, &body)) {
        ride->falls = true;
        ride->belt = (lope_point){0, 0, 0};
        along_plane(tick, normal);
        return true;
    }
    ride->on = true;
    ride->turns = false;
    // the other character's head may be nearer now: the gap closes by halves
    tick->moved_before = tick->moved_before || body.character;
    if (lope_base_carries(tick, &body)) turn_with(tick, turn);
    return go_along(tick, &body, normal, target, spot);
}

bool lope_base_begin(lope_tick *tick)
{
    bool anew = (tick->state.flags & LOPE_STATE_FRESH) || tick->teleports;
    if (tick->input->look_is_absolute) tick->state.carried_yaw = 0;
    if (!anew && !lope_has_page(&tick->state, LOPE_PAGE_BASE | LOPE_PAGE_SQUEEZE)) return false;
    lope_squeeze_state_look(tick);
    if (anew) {
        lope_base_forget(tick);
        if (lope_tick_on_ground(tick)) board_anew(tick);
    }
    lope_former_begin(tick);
    if (lope_has_page(&tick->state, LOPE_PAGE_BASE) && tick->state.base_body && !tick->space.failed) return ride_on(tick);
    return false;
}

// ---- at the tick's end ----

// Keeps the base of a character that is stuck on it: it belongs to the spot from which it was held back. It
// will stand there when there is room again. Returns false when there is no such base.
static bool keeps_its_spot(lope_tick *tick)
{
    if (tick->state.stuck_ticks == 0 || !tick->base_carry.on || tick->base_carry.leaves || !lope_tick_on_ground(tick))
        return false;
    const lope_sink_body *body = lope_base_find(&tick->space, tick->state.base_body);
    if (!body || !lope_base_carries(tick, body)) return false;
    lope_point walked = lope_flat(&tick->space, lope_point_sub(tick->feet, tick->base_carry.to));
    lope_point under = lope_point_add(lope_base_from_frame(tick, body, tick->state.base_point), walked);
    if (lope_point_dot(walked, walked) > 0) lope_use_base(&tick->state)->base_point = lope_base_to_frame(tick, body, under);
    lope_state *state = lope_use_base(&tick->state);
    state->base_rotation = body->pose.rotation;
    state->base_velocity = lope_point_to_vec3(lope_base_motion_velocity(&tick->base_carry.carrier, 1, tick->seconds, true));
    return true;
}

// Returns the body of that id that the character stands on, or NULL. The last query may have gathered for
// another place, so it gathers again when the body is not found.
static const lope_sink_body *stands_upon(lope_tick *tick, uint64_t id)
{
    lope_space *space = &tick->space;
    const lope_sink_body *body = lope_base_find(space, id);
    if (body) return body;
    lope_bounds bounds = lope_space_bounds(space, tick->feet, (lope_point){0, 0, 0}, space->step_height);
    return lope_space_cover(space, &bounds) ? lope_base_find(space, id) : NULL;
}

// Keeps the base of a character that hangs on it. Returns false when it does not, or the base is gone.
static bool keeps_hanging(lope_tick *tick)
{
    if (!lope_tick_hangs(tick) || !tick->base_carry.on) return false;
    const lope_sink_body *body = lope_body_of_id(tick, tick->state.base_body);
    if (body) lope_base_note(tick, body, tick->feet, tick->space.up);
    return body != NULL;
}

void lope_base_end(lope_tick *tick)
{
    if (keeps_its_spot(tick)) return;
    if (tick->base_carry.leaves) lope_base_impart(tick);
    lope_former_end(tick);
    bool stands = lope_tick_on_ground(tick) && tick->floor.kind != LOPE_FLOOR_NONE,
         has = lope_has_page(&tick->state, LOPE_PAGE_BASE);
    const lope_contact *contact = &tick->floor.contact;
    if (!stands) {
        if (has && tick->state.base_body && !keeps_hanging(tick)) lope_base_in_air(tick);
        return;
    }
    bool same = has && tick->state.base_body && tick->state.base_body == contact->body;
    if (!same) lope_base_cross_late(tick);
    if (!same && !contact->moving && !contact->conveys) {
        if (has) lope_base_forget(tick);
        return;
    }
    const lope_sink_body *body = stands_upon(tick, contact->body);
    if (!body || (!lope_base_carries(tick, body) && !lope_body_conveys(body))) {
        lope_base_forget(tick);
        return;
    }
    lope_point normal = tick->floor.normal;
    double over = lope_base_over_point(tick, (uint32_t)tick->floor.kind, normal);
    lope_base_note(tick, body, lope_point_mad(tick->feet, tick->space.up, -over), normal);
}
