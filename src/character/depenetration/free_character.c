// free_character.c - frees the character at a tick's start: out of the way of moving bodies, and out of
// what it overlaps. The way out itself is found in motion/moving/depenetrate.c.
//
// A way out is found standing, and crouched too where standing is worse. A character without a way out is
// stuck: it is held at its last free pose.
//
// A crushed character is held while bodies move over it. The state keeps where each such body saw the held
// pose, in the body's own frame. A pose is free again when a straight way leads to it from the kept one,
// past the body as it stands now. So the character comes out on the side on which it was, however thin the
// body is. A body farther away than LOPE_SQUEEZE_LOOK is forgotten.
//
// Data: the squeeze page of the state (tick/squeeze_state.h), stuck_ticks and stuck_body.
// Read next: tick/squeeze_state.c, motion/moving/push_out.c, motion/moving/depenetrate.c.
#include "character/depenetration/free_character.h"
#include "character/base/carry_base.h"
#include "character/base/land_on_moving.h"
#include "character/size/crouch.h"
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/ask_parts.h"
#include "character/tick/context.h"
#include "character/tick/nav_surface.h"
#include "character/tick/squeeze_state.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/depenetrate.h"
#include "motion/moving/relative_motion.h"
#include "motion/query/shortlist.h"

// Between two searches of a stuck character for a way out: so many s, and ticks. One costs as much as
// hundreds of ticks, and finds the same again until something moves.
#define SEARCH_SECONDS 0.5
#define SEARCH_TICKS 16
#define LEAST_WAY 1e-4 // m in a tick: a stuck character that goes no farther does not move

// Returns how far (m) the character searches for a way out in this tick; 0: it does not. It searches when it
// is new at its place, in its first stuck tick, and then again and again. A crushed one waits for the bodies
// over it to leave. Of a tick that runs in parts only the first part searches again.
static double search_reach_of(const lope_tick *tick, bool anew)
{
    uint32_t stuck = tick->state.stuck_ticks, every = SEARCH_TICKS;
    const double seconds = lope_tick_whole(tick);
    if (!anew && (stuck == 0 || (tick->state.flags & LOPE_STATE_CRUSHED))) return 0;
    if (!anew && tick->parts && tick->parts->part.index > 0) return 0;
    if (seconds * SEARCH_TICKS < SEARCH_SECONDS) every = (uint32_t)(SEARCH_SECONDS / (seconds + 1e-6));
    return anew || stuck % every == 1 ? LOPE_SEARCH_REACH * tick->space.unit : 0;
}

// Returns what is known of how the character came to its pose. Solids are looked for around the capsule's
// core only in doubt: where moving bodies are near, or after a press, a teleport or a stuck tick.
static lope_depenetrate_from leap_of(const lope_tick *tick, const lope_crush *crush, bool pressed)
{
    bool anew = lope_tick_is_anew(tick);
    lope_depenetrate_from leap = {.pressed = pressed, .from = {tick->feet, crush->from, crush->count}};
    leap.known = !anew;
    const lope_near_set *moving = &tick->space.nearby->sets[1];
    for (uint32_t i = 0; i < moving->body_count && leap.doubt == LOPE_DOUBT_NONE; i++)
        if (lope_body_moves(&moving->bodies[i])) leap.doubt = LOPE_DOUBT_MOVING;
    if (pressed || anew || tick->state.stuck_ticks > 0) leap.doubt = LOPE_DOUBT_ALL;
    leap.search_reach = search_reach_of(tick, anew);
    return leap;
}

// A way out that was found: out of the way of what moves, and out of what overlaps.
typedef struct lope_way_out {
    lope_depenetrated escape;
    double pushed;          // m, by what moves
    lope_moving_push press; // and what stood in the way of that push
} lope_way_out;

// Returns the normal of the plane on which the last tick has ended. Zero: not on the ground.
static lope_point ground_of(const lope_tick *tick)
{
    if (!lope_tick_on_ground(tick)) return (lope_point){0, 0, 0};
    return tick->state.floor.kind == LOPE_FLOOR_NONE ? tick->space.up : lope_vec3_to_point(tick->state.floor.plane);
}

// Returns true when bodies that move may push the character ahead. Under what has gone over it they may not:
// the push would come from behind. Nor when it was put into one: that one has not met it on its way.
static bool may_be_pushed(lope_tick *tick, const lope_crush *crush)
{
    return crush->count == 0 && !(lope_tick_is_anew(tick) && lope_begins_in_moving(&tick->space, tick->feet));
}

// Finds the way out for the capsule as it is. `crush`: the bodies over a crushed character. `doubt`: the
// least doubt to begin with.
static lope_way_out find_way_out(lope_tick *tick, const lope_crush *crush, lope_doubt doubt)
{
    lope_way_out way = {.pushed = 0};
    lope_point feet = tick->feet;
    if (may_be_pushed(tick, crush)) feet = lope_push_by_moving(&tick->space, feet, ground_of(tick), &way.pushed, &way.press);
    lope_depenetrate_from leap = leap_of(tick, crush, way.press.pressed);
    if (leap.doubt < doubt) leap.doubt = doubt;
    way.escape = lope_depenetrate(&tick->space, feet, &leap);
    return way;
}

// Returns the length (m) of the way out.
static double way_of(const lope_tick *tick, const lope_way_out *way)
{
    return lope_point_length(lope_point_sub(way->escape.feet, tick->feet));
}

// Returns the way (m) that crouching has to save. That is half of the height that it takes, by which the feet
// move when the character stands up in the air.
static double crouching_cost(const lope_tick *tick)
{
    double standing = (double)tick->state.height;
    return 0.5 * (standing - (double)lope_crouched_height(tick->tuning, tick->state.radius, tick->state.height));
}

// Crouches, with the crouched capsule's *way, where the standing capsule is stuck, pressed or made in a
// solid. Requires that the crouched way is free, and shorter unless standing is stuck.
static void crouch_if_better(lope_tick *tick, const lope_crush *crush, lope_way_out *way)
{
    double skin = LOPE_SKIN * tick->space.unit;
    bool born_in = lope_tick_is_anew(tick) && !way->escape.worst.character && way->escape.pushed > skin;
    bool in_need = way->escape.stuck || way->press.pressed || born_in;
    if (!in_need || !lope_crouch_may(tick) || tick->space.failed) return;
    lope_state *state = &tick->state;
    float standing = state->height;
    lope_tick_size(tick, state->radius, lope_crouched_height(tick->tuning, state->radius, standing));
    // What holds the capsule may hold the crouched one whole, without a face near.
    lope_way_out low = find_way_out(tick, crush, LOPE_DOUBT_ALL);
    lope_tick_size(tick, state->radius, standing);
    if (low.escape.stuck) return;
    if (!way->escape.stuck) {
        double saved = way_of(tick, way) - way_of(tick, &low), cost = born_in ? crouching_cost(tick) : skin;
        // Deep in a solid it is as deep crouched. Only the side to which it leaves would change.
        if (saved < cost || (born_in && low.escape.began_inside)) return;
    }
    lope_crouch_down(tick, true);
    *way = low;
}

// Sets the flags that other characters will see in the next tick: the push priority, and whether the base
// was kept from taking the character along.
static void tell_others(lope_tick *tick, const lope_way_out *way, lope_point moved)
{
    uint32_t priority = way->escape.stuck || way->pushed > 0 ? LOPE_PUSH_PRIORITY_MOST : way->escape.push_priority,
             *flags = &tick->state.flags;
    if (priority > lope_push_priority_of(&tick->state))
        *flags = (*flags & ~(LOPE_PUSH_PRIORITY_MOST << LOPE_STATE_PUSH_PRIORITY)) | priority << LOPE_STATE_PUSH_PRIORITY;
    if (way->escape.stuck || lope_base_kept(tick, moved)) *flags |= LOPE_STATE_KEPT;
}

// True when a new character on a moving body overlaps another one. That one may be carried off by the same
// body, which is not known yet. It does not count as stuck.
static bool is_early(const lope_tick *tick, const lope_way_out *way)
{
    return way->escape.stuck && way->escape.worst.character && tick->carried &&
           (lope_tick_is_anew(tick) || (tick->parts && tick->parts->new_here));
}

// Writes the stuck state and depth, and adds the event of the first stuck tick: crushed by a moving body,
// or stuck.
static void tell_stuck(lope_tick *tick, const lope_depenetrated *escape, const lope_moving_push *press)
{
    tick->report->depth = escape->stuck ? escape->depth : 0;
    tick->state.stuck_ticks = escape->stuck ? tick->state.stuck_ticks + 1 : 0;
    if (!(tick->state.flags & LOPE_STATE_CRUSHED)) tick->state.stuck_body = escape->stuck ? escape->worst.body : LOPE_BODY_NONE;
    if (tick->state.stuck_ticks != 1) return;
    bool crushed = press->pressed || escape->worst.moving;
    lope_event *event = lope_tick_event(tick, crushed ? LOPE_EVENT_CRUSH : LOPE_EVENT_STUCK);
    event->value = (float)escape->depth;
    event->body = press->pressed ? press->by : escape->worst.body;
    if (press->pressed) event->body_from = press->against;
}

// Called while the character is stuck, and when it has just got free. A stuck one that moves looks for its
// way out where a tick begins, and the sooner it finds it, the sooner it is there: so its ticks run in short
// parts. One that has got free is taken to the nearest free place.
LOPE_COLD static void pass_stuck(lope_tick *tick, const lope_crush *crush, lope_way_out *way)
{
    const bool crushed = tick->state.flags & LOPE_STATE_CRUSHED; // also by a body that is gone by now
    lope_depenetrated *escape = &way->escape;
    if (!escape->stuck && escape->pushed > 0) escape->feet = lope_depenetrate_back(&tick->space, tick->feet, escape->feet);
    if (escape->stuck || crushed) lope_squeeze_state_remember(tick, crush, escape->stuck, escape->feet);
    const lope_law law = {.per_tick = tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL};
    const double way_on = lope_point_length(tick->velocity) * tick->seconds;
    if (!escape->inside && way_on > LEAST_WAY * tick->space.unit) lope_tick_ask_parts(tick, &law);
}

void lope_free_character(lope_tick *tick)
{
    lope_space *space = &tick->space;
    if (lope_tick_follows(tick) || lope_nav_passes(tick) || lope_tick_is_ghost(tick)) return;
    lope_land_on_moving_begin(tick);
    lope_tick_list(tick);
    space->purpose = LOPE_QUERY_DEPENETRATE;
    double lift = lope_tick_is_anew(tick) ? 0 : lope_nav_lift(tick);
    if (lift > 0) lope_nav_raise(tick, lift);
    lope_crush crush;
    lope_squeeze_state_recall(tick, &crush);
    lope_way_out way = find_way_out(tick, &crush, LOPE_DOUBT_NONE);
    if (is_early(tick, &way)) way.escape.stuck = false;
    if (lift > 0) {
        way.escape.feet = lope_point_mad(way.escape.feet, space->up, -lift);
        lope_nav_raise(tick, -lift);
    } else {
        crouch_if_better(tick, &crush, &way);
    }
    tick->stuck_inside = way.escape.inside;
    if (LOPE_UNLIKELY(way.escape.stuck || tick->state.stuck_ticks > 0)) pass_stuck(tick, &crush, &way);
    lope_point moved = lope_point_sub(way.escape.feet, tick->feet);
    tick->feet = way.escape.feet;
    // torn off its base: the base's velocity counts where the character stood
    bool torn = lope_point_length(moved) > space->radius;
    if (torn && tick->base_carry.on) tick->base_carry.to = lope_point_add(tick->base_carry.to, moved);
    tick->moved_before = tick->moved_before || lope_point_dot(moved, moved) > 0;
    tick->swept = way.pushed > 0;
    tick->shoved = way.press;
    tick->report->moved_by_base += way.pushed;
    tick->report->moved_by_depenetration += way.escape.pushed;
    tell_others(tick, &way, moved);
    tell_stuck(tick, &way.escape, &way.press);
    // Pushed down or aside, it keeps no speed into what pushed it.
    if (lope_point_dot(moved, moved) > 0 && way.escape.pushed > 1e-3 * space->unit && tick->state.mode == LOPE_MODE_FALLING) {
        double into = lope_point_dot(tick->velocity, way.escape.worst.normal);
        if (into < 0) tick->velocity = lope_point_mad(tick->velocity, way.escape.worst.normal, -into);
        lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
    }
}

LOPE_COLD void lope_hold_stuck(lope_tick *tick, double left)
{
    tick->velocity = (lope_point){0, 0, 0};
    tick->report->time_unused += left;
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

LOPE_COLD double lope_free_in_tick(lope_tick *tick, lope_point from, double left)
{
    tick->check_overlap = false;
    lope_space *space = &tick->space;
    lope_state *state = &tick->state;
    const lope_depenetrate_from leap = {.doubt = LOPE_DOUBT_ALL, .known = true, .from = {.before = from}};
    const lope_moving_push none = {.pressed = false};
    float standing = state->height;
    lope_tick_list(tick);
    space->purpose = LOPE_QUERY_DEPENETRATE;
    lope_depenetrated escape = lope_depenetrate(space, tick->feet, &leap);
    if (escape.stuck && lope_crouch_may(tick) && !space->failed) {
        lope_tick_size(tick, state->radius, lope_crouched_height(tick->tuning, state->radius, standing));
        lope_depenetrated low = lope_depenetrate(space, tick->feet, &leap);
        lope_tick_size(tick, state->radius, standing);
        if (!low.stuck) {
            lope_crouch_down(tick, true);
            escape = low;
        }
    }
    tick->feet = escape.feet;
    tick->stuck_inside = escape.inside;
    tick->report->moved_by_depenetration += escape.pushed;
    bool told = tick->report->depth > 0; // at the tick's start already
    if (escape.stuck && !told) tell_stuck(tick, &escape, &none);
    if (tick->stuck_inside) lope_hold_stuck(tick, left);
    return tick->stuck_inside ? 0 : left;
}
