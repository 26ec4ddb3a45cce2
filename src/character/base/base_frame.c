// base_frame.c - places and directions as seen from the base: its point under the feet, its turn, its belt.
//
// A base keeps the character by a point in the base's own frame, lope_state.base_point. That point lies on
// the floor under the feet, not at the feet: on a slope the round bottom touches beside the axis. With a
// face of facing cosine c the feet are r (1 / c - 1) above the point. The wanted direction stands in the
// world, while a tick is worked out in the base's frame of the tick's end. On a base that turns, the
// direction is therefore turned ahead (lope_base_view_at). Read next: carry_base.c.
#include "character/base/base_frame.h"
#include "character/tick/base_tick.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/query/shortlist.h"

// m, level: less than this is not a walk. Far above the rounding of a snap along up
#define STILL 1e-9
#define LIGHT 0.1 // of the character's mass: a lighter simulated body is no base
// cosine of a slope of 84 degrees: the contact on a steeper one says nothing about the point under the feet
#define STEEPEST 0.1
// s for which a wanted direction may stand still on a base that turns
#define TURN_PIECE (1.0 / 120.0)
#define FEWER 1.5 // a rest of up to this many pieces is run as one
#define PI 3.14159265358979323846

float lope_angle_wrap(double angle)
{
    double turned = angle - floor(angle / (2.0 * PI) + 0.5) * (2.0 * PI);
    return (float)(turned <= -PI ? PI : turned);
}

const lope_sink_body *lope_base_find(const lope_space *space, uint64_t id)
{
    for (int s = 1; s >= 0; s--) {
        const lope_near_set *set = &space->nearby->sets[s];
        for (uint32_t i = 0; i < set->body_count; i++)
            if (set->bodies[i].id == id) return &set->bodies[i];
    }
    return NULL;
}

void lope_base_forget(lope_tick *tick)
{
    if (!lope_has_page(&tick->state, LOPE_PAGE_BASE)) return;
    lope_state *state = lope_use_base(&tick->state);
    state->base_body = 0;
    state->base_point = (lope_point){0, 0, 0};
    state->base_rotation = (lope_quat){0, 0, 0, 0};
    state->base_velocity = (lope_vec3){0, 0, 0};
}

void lope_base_shift(lope_tick *tick, lope_point way)
{
    if (tick->base_carry.on || !lope_has_page(&tick->state, LOPE_PAGE_BASE) || tick->state.base_body == 0) return;
    lope_state *state = lope_use_base(&tick->state);
    const lope_quat into = lope_quat_conjugate(state->base_rotation);
    state->base_point = lope_point_add(state->base_point, lope_quat_rotate_point(into, way));
}

// r (1 / cosine - 1): the axis meets the plane that far below the lowest point of the
// round bottom.
double lope_base_over_point(const lope_tick *tick, uint32_t kind, lope_point normal)
{
    double facing = lope_rise(&tick->space, normal);
    if (kind != LOPE_FLOOR_FACE || facing < STEEPEST) return 0;
    return tick->space.radius * (1.0 / facing - 1.0);
}

lope_point lope_base_conveyor_velocity(const lope_sink_body *body, lope_point normal)
{
    if (!lope_body_conveys(body)) return (lope_point){0, 0, 0};
    lope_point belt = lope_vec3_to_point(body->surface.velocity);
    return lope_point_mad(belt, normal, -lope_point_dot(belt, normal));
}

lope_point lope_base_belt(const lope_tick *tick, const lope_sink_body *body, lope_point normal)
{
    return lope_tick_hangs(tick) ? (lope_point){0, 0, 0} : lope_base_conveyor_velocity(body, normal);
}

// True when a simulated body cannot take the character along: friction would not reach. The body rolls under
// the character, or is far lighter. A ball is driven by the character that walks on it. A bottle slips away.
static bool slips_away(const lope_tick *tick, const lope_sink_body *body)
{
    return (double)body->mass < LIGHT * (double)tick->tuning->mass || lope_base_rolls(&tick->space, body);
}

bool lope_base_carries(const lope_tick *tick, const lope_sink_body *body)
{
    if (!body->moving || body->surface.no_base) return false;
    return !body->dynamic || lope_tick_hangs(tick) || !slips_away(tick, body);
}

lope_point lope_base_from_frame(const lope_tick *tick, const lope_sink_body *body, lope_point local)
{
    lope_point center = lope_point_sub(body->pose.position, tick->origin);
    return lope_point_add(center, lope_quat_rotate_point(body->pose.rotation, local));
}

lope_point lope_base_to_frame(const lope_tick *tick, const lope_sink_body *body, lope_point p)
{
    lope_point center = lope_point_sub(body->pose.position, tick->origin);
    return lope_quat_rotate_point(lope_quat_conjugate(body->pose.rotation), lope_point_sub(p, center));
}

lope_point lope_base_way(const lope_tick *tick, const lope_sink_body *body)
{
    lope_point way = body->motion.displacement;
    return body->character ? lope_point_mad(way, lope_vec3_to_point(body->velocity), tick->seconds) : way;
}

// Also tells the turn in the report and in carried_yaw.
void lope_base_turn(lope_tick *tick, double angle)
{
    if (tick->tuning->ignore_base_rotation || angle == 0) return;
    lope_quat turn = lope_quat_from_axis(lope_point_to_vec3(tick->space.up), (float)angle);
    tick->velocity = lope_quat_rotate_point(turn, tick->velocity);
    lope_velocity_log_add(tick, LOPE_TERM_BASE);
    tick->state.yaw = lope_angle_wrap((double)tick->state.yaw + angle);
    if (!tick->input->look_is_absolute) tick->state.carried_yaw = lope_angle_wrap((double)tick->state.carried_yaw + angle);
    tick->report->carried_yaw += (float)angle;
}

void lope_base_turns(lope_tick *tick, double angle)
{
    tick->base_carry.turn = angle;
    tick->base_carry.turns = true;
    tick->pieced = true;
}

double lope_base_piece(const lope_tick *tick, double left)
{
    bool turns = tick->base_carry.on && tick->base_carry.turns && lope_point_dot(tick->wanted, tick->wanted) > 0;
    if (!turns || tick->layered || tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL) return left;
    double least = tick->time / LOPE_TICK_PIECES, piece = TURN_PIECE > least ? TURN_PIECE : least;
    return left > FEWER * piece ? piece : left;
}

lope_point lope_base_view_at(const lope_tick *tick, lope_point v, double time)
{
    const lope_base_tick *ride = &tick->base_carry;
    if (!ride->on || !ride->turns || !(tick->seconds > 0)) return v;
    double ahead = (tick->seconds - tick->now - time) / tick->seconds;
    return lope_quat_rotate_point(lope_quat_from_axis(lope_point_to_vec3(tick->space.up), (float)(ahead * ride->turn)), v);
}

lope_point lope_base_view(const lope_tick *tick, lope_point wanted)
{
    return lope_base_view_at(tick, wanted, 0.5 * lope_base_piece(tick, tick->seconds - tick->now));
}

void lope_base_look_again(lope_tick *tick, lope_point moved)
{
    lope_space *space = &tick->space;
    lope_nearby_move(space->nearby, moved);
    space->around->home = tick->feet;
    space->around->listed = false;
    tick->ground.whole = tick->ground.carries = false;
    double reach = tick->list_reach + space->step_height;
    lope_bounds bounds = lope_space_bounds(space, tick->feet, (lope_point){0, 0, 0}, reach);
    if (lope_space_cover(space, &bounds)) lope_shortlist_fill(space, tick->list_reach);
}

// True when a walker stands where it was carried to: then base_point stays the very same, and no rounding
// adds up. False where the floor is of another kind than when the point was noted (a rim, or none yet):
// then another point lies under the feet.
static bool stayed(const lope_tick *tick, const lope_sink_body *body, lope_point under)
{
    if (!tick->base_carry.on || tick->state.base_body != body->id || !lope_tick_on_ground(tick) || body->character) return false;
    lope_point slip = tick->base_carry.along.slip,
               level = lope_flat(&tick->space, lope_point_sub(tick->feet, tick->base_carry.to));
    lope_point off = lope_point_sub(lope_base_from_frame(tick, body, tick->state.base_point), under);
    double still = STILL * tick->space.unit;
    return lope_point_dot(slip, slip) <= 0 && lope_point_dot(level, level) < still * still &&
           lope_point_dot(off, off) < still * still;
}

void lope_base_note(lope_tick *tick, const lope_sink_body *body, lope_point under, lope_point normal)
{
    bool turning = tick->tuning->impart_base_angular_velocity;
    bool same = tick->base_carry.on && tick->state.base_body == body->id;
    bool stays = stayed(tick, body, under);
    lope_point velocity = lope_base_belt(tick, body, normal);
    lope_state *state = lope_use_base(&tick->state);
    if (lope_base_carries(tick, body)) {
        lope_base_motion carrier = tick->base_carry.carrier;
        // as if the body did not turn: way and arm are set below
        lope_point from = lope_point_sub(under, body->motion.displacement);
        if (!same) carrier = lope_base_motion_of(&tick->space, body, from, under);
        if (!same) carrier.way = lope_base_way(tick, body);
        carrier.arm = lope_point_sub(under, carrier.center);
        velocity = lope_point_add(velocity, lope_base_motion_velocity(&carrier, 1, tick->seconds, turning));
        if (!stays) state->base_point = lope_base_to_frame(tick, body, under);
    }
    state->base_body = body->id;
    state->base_rotation = body->pose.rotation;
    state->base_velocity = lope_point_to_vec3(velocity);
}
