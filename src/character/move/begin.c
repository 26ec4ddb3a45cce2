// begin.c - what stands before a tick: the check of what it is given, its context, and one look around.
#include "character/move/begin.h"
#include "base/copy.h"
#include "character/abilities/asking.h"
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/ability_slots.h"
#include "character/tick/contacts.h"
#include "character/tick/plane_constraint.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/depenetrate.h"
#include "motion/moving/plane.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"

// times the way of a tick: how far from its start triangles are listed for all queries
#define LIST_REACH 1.05
#define SPARE 0.02       // m, of what is gathered and listed
#define GROUND_REACH 1.2 // the same for whole ground: the way over a slope of up to 33 degrees
// m, within which a new or teleported character is put on the floor.
#define SETTLE_REACH 0.05

// Returns v as a unit vector: one from floats is not quite unit.
LOPE_COLD static lope_point make_unit(lope_point v)
{
    double length = lope_point_length(v);
    return length > 0 ? lope_point_scale(v, 1.0 / length) : v;
}

// Puts the copy's feet at the teleport's goal, and reports the way there.
LOPE_COLD static void start_at_teleport(lope_tick *tick, const lope_state *state)
{
    tick->state.feet = tick->requests->teleport_feet;
    tick->report->moved_by_teleport = lope_point_length(lope_point_sub(tick->requests->teleport_feet, state->feet));
}

// Keeps buttons of which a press was taken from counting as down, until they are let go or pressed anew.
// Returns the buttons that counted as down before this tick.
LOPE_COLD static uint32_t hold_back_taken(lope_tick *tick)
{
    const uint32_t down = tick->state.held & ~tick->state.taken_buttons;
    tick->state.taken_buttons &= tick->input->held & ~tick->input->pressed;
    tick->holds &= ~tick->state.taken_buttons;
    return down;
}

// Returns how far (m) the character may go in the tick.
static inline double way_of_tick(const lope_tick *tick)
{
    const double speed = lope_point_length(tick->velocity), top = (double)tick->tuning->max_walk_speed;
    return (speed > top ? speed : top) * tick->time;
}

// Returns bounds of what a tick usually needs: the way, a step up, the snap down. way: m, as way_of_tick.
static inline lope_bounds bounds_of_tick(const lope_tick *tick, double way)
{
    const lope_tuning *t = tick->tuning;
    const lope_space *space = &tick->space;
    double snap = (double)(t->snap_distance < 0 ? t->max_step_height : t->snap_distance), reach = GROUND_REACH * way;
    // Another character may come the same way.
    double past = tick->state.channels & LOPE_CHANNEL_CHARACTER ? way : 0;
    double deep = snap > reach ? snap : reach;
    lope_point below = lope_point_mad(tick->feet, space->up, -deep);
    return lope_space_bounds(space, below, lope_point_scale(space->up, deep + space->step_height),
                             reach + past + SPARE * space->unit);
}

// Gathers what is static where abilities that ask by themselves look for walls, besides what a tick needs.
LOPE_COLD static void gather_for_abilities(lope_tick *tick)
{
    lope_bounds wide = bounds_of_tick(tick, way_of_tick(tick));
    lope_abilities_widen(tick, &wide);
    lope_space_look(&tick->space, &wide, false);
}

// Finds out which buttons were let go, and which of them ask for abilities; whether any ability may ask by
// itself.
LOPE_COLD static void find_asked(lope_tick *tick)
{
    const lope_moveset *moveset = tick->moveset;
    uint32_t down = tick->state.held;
    if (tick->state.pages & LOPE_PAGE_GAUGES) down = hold_back_taken(tick);
    tick->releases = (down | tick->presses) & ~tick->input->held;
    tick->abilities_asked = (tick->presses & moveset->ability_buttons) | (tick->holds & moveset->held_buttons) |
                            (tick->releases & moveset->release_buttons);
    if (!lope_abilities_may_ask(tick)) return;
    tick->abilities_asked |= LOPE_ASKS_ITSELF;
    gather_for_abilities(tick);
}

// Begins the tick of abilities. Mostly no button is or was down, and no ability may ask by itself in the
// character's mode. What is held now was held before or is pressed.
static inline void begin_abilities(lope_tick *tick)
{
    const lope_asking *asking = &tick->moveset->asking[tick->state.mode];
    const uint32_t buttons = tick->state.held | tick->presses | (tick->state.pages & LOPE_PAGE_GAUGES);
    if (LOPE_UNLIKELY((buttons | asking->at_once | (asking->channels & tick->channels_there)) != 0)) find_asked(tick);
}

// Returns what the character meets.
static inline lope_filter filter_of(const lope_state *state)
{
    return (lope_filter){.channels = state->channels, .ignore = state->own_body};
}

// Describes the character to its nearby as it is at the tick's start, with `start` relative to the feet. up:
// unit.
static inline void describe_self(lope_tick *tick, const lope_state *state, lope_point up)
{
    double radius = (double)state->radius, height = (double)state->height;
    lope_near_self *self = &tick->self;
    self->looks = false;
    self->start = (lope_capsule){lope_point_scale(up, radius), lope_point_scale(up, height - radius), radius};
    self->heading = lope_vec3_to_point(state->velocity);
    self->passed_count = 0;
    self->asked = tick->requests->asked;
    self->state = &tick->state;
    if (state->channels & LOPE_CHANNEL_CHARACTER) {
        self->own = state->own_body;
        self->push_priority = lope_push_priority_of(state);
        self->falls = lope_state_falls(state);
        self->meets_resting = true;
        self->rides = state->pages & LOPE_PAGE_BASE ? tick->state.base_body : 0;
        self->seconds = tick->seconds;
    }
}

// Begins the tick of the nearby, and tells it of the character. up: unit.
static inline void begin_near(lope_tick *tick, const lope_state *state, const lope_surroundings *surroundings,
                              lope_nearby *nearby, lope_point up)
{
    describe_self(tick, state, up);
    lope_nearby_begin(nearby, surroundings, filter_of(state), tick->state.feet, &tick->self,
                      (double)tick->moveset->tuning.units_per_metre);
}

// Begins a part of the tick, after a begin of the whole one. To other characters the character goes on from
// where the tick began, or the step of those that run in step with it.
LOPE_COLD static void begin_near_part(lope_tick *tick, const lope_state *state, lope_nearby *nearby, lope_point up)
{
    lope_tick_parts *parts = tick->parts;
    tick->seconds = parts->whole / (double)parts->part.count;
    parts->began = tick->seconds * (double)parts->part.index;
    double before = parts->began; // s, in which the character may have left the place that others know
    if (parts->part.per_step > 0) before = tick->seconds * (double)lope_part_of_step(parts->part).index;
    if (lope_begins_step(parts->part)) {
        describe_self(tick, state, up);
        lope_nearby_begin_step(nearby, tick->state.feet, &tick->self);
    }
    tick->self.passed_count = 0;
    tick->self.asked = tick->requests->asked;
    tick->self.rides = tick->state.pages & LOPE_PAGE_BASE ? tick->state.base_body : 0;
    tick->self.seconds = before + tick->seconds;
    lope_nearby_begin_part(nearby, parts->part);
}

// The caller has set parts, input, requests, moveset, report and teleports in the tick.
LOPE_HOT void lope_begin(lope_tick *tick, const lope_state *state, const lope_surroundings *surroundings, lope_nearby *nearby,
                         lope_shortlist *around, float seconds)
{
    const lope_moveset *moveset = tick->moveset;
    lope_copy_bytes(&tick->state, state, LOPE_STATE_COMMON);
    if (LOPE_UNLIKELY(state->pages)) lope_pages_copy(&tick->state, state);
    tick->tuning = &moveset->tuning;
    tick->channels_there =
        surroundings->channels ? surroundings->channels(surroundings->context, LOPE_STATIC | LOPE_MOVING) : UINT32_MAX;
    // of an older save
    if (tick->state.standing_height < state->height) tick->state.standing_height = state->height;
    if (tick->teleports) start_at_teleport(tick, state);
    lope_point up = lope_vec3_to_point(state->up);
    if (up.y != 1.0) up = make_unit(up);
    double radius = (double)state->radius, height = (double)state->height;
    tick->presses = tick->input->pressed | (tick->input->held & ~state->held);
    tick->holds = tick->input->held;
    tick->releases = 0;
    tick->abilities_asked = 0;
    tick->found = LOPE_BODY_NONE;
    tick->seconds = (double)seconds;
    if (!LOPE_UNLIKELY(tick->parts != NULL))
        begin_near(tick, state, surroundings, nearby, up);
    else
        begin_near_part(tick, state, nearby, up);
    // found out again in this tick
    tick->state.flags &= ~(LOPE_PUSH_PRIORITY_MOST << LOPE_STATE_PUSH_PRIORITY | LOPE_STATE_KEPT);
    lope_put_point(&tick->origin, &nearby->origin);
    lope_point feet = lope_point_sub(tick->state.feet, tick->origin);
    lope_put_point(&tick->feet, &feet);
    lope_put_point(&around->home, &feet);
    tick->velocity = lope_vec3_to_point(state->velocity);
    lope_clear_bytes((char *)tick + LOPE_TICK_ZERO_AT, LOPE_TICK_ZERO_BYTES);
    tick->time = tick->seconds;
    tick->control = 1;
    tick->log = nearby->log;
    tick->base = state->floor.body;
    lope_tick_read_hits(tick);
    lope_space *space = &tick->space; // set member by member, so that each is written once
    space->nearby = nearby;
    space->around = around;
    space->log = NULL;
    space->surroundings = surroundings;
    space->filter = filter_of(state);
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
    if ((tick->state.pages & LOPE_PAGE_GAUGES) | moveset->ability_count) begin_abilities(tick);
    if (lope_tick_on_ground(tick)) tick->space.perch_height += (double)moveset->tuning.perch_additional_height;
    lope_tick_support(tick);
    if (moveset->tuning.constrain_to_plane) lope_plane_begin(tick);
}

LOPE_COLD bool lope_begin_has_room(lope_tick *tick)
{
    lope_depenetrate_from leap = {.doubt = LOPE_DOUBT_ALL};
    tick->space.purpose = LOPE_QUERY_DEPENETRATE;
    lope_depenetrated escape = lope_depenetrate(&tick->space, tick->feet, &leap);
    double moved = lope_point_length(lope_point_sub(escape.feet, tick->feet));
    return !escape.stuck && moved <= SETTLE_REACH * tick->space.unit;
}

// Widens bounds by what is looked at again where the base will have carried the character, at its velocity of
// the last tick: lope_base_look_again then finds it gathered. A base that goes another way costs one gather.
LOPE_COLD static void widen_by_carry(const lope_tick *tick, lope_bounds *bounds)
{
    const lope_space *space = &tick->space;
    const lope_point way = lope_point_scale(lope_vec3_to_point(tick->state.base_velocity), tick->time);
    const lope_bounds there = lope_space_bounds(space, tick->feet, way, tick->list_reach + space->step_height);
    if (there.lower.x < bounds->lower.x) bounds->lower.x = there.lower.x;
    if (there.lower.y < bounds->lower.y) bounds->lower.y = there.lower.y;
    if (there.lower.z < bounds->lower.z) bounds->lower.z = there.lower.z;
    if (there.upper.x > bounds->upper.x) bounds->upper.x = there.upper.x;
    if (there.upper.y > bounds->upper.y) bounds->upper.y = there.upper.y;
    if (there.upper.z > bounds->upper.z) bounds->upper.z = there.upper.z;
}

// One gather covers what a tick usually needs: the way, a step up, the snap down. A query that leaves it
// gathers again. Then the ground of a walking character is surveyed. Where there is more than ground,
// triangles are listed for all queries.
void lope_look_around(lope_tick *tick)
{
    lope_space *space = &tick->space;
    const double way = way_of_tick(tick), reach = GROUND_REACH * way;
    lope_bounds wide = bounds_of_tick(tick, way);
    tick->list_reach = LIST_REACH * way + 0.5 * SPARE * space->unit;
    const bool rides = lope_has_page(&tick->state, LOPE_PAGE_BASE);
    if (LOPE_UNLIKELY(rides)) widen_by_carry(tick, &wide);
    tick->ground.whole = tick->ground.carries = false;
    if (!lope_space_cover(space, &wide)) return;
    // its base carries it first: lope_base_look_again lists what is near then
    if (LOPE_UNLIKELY(rides) && lope_tick_hangs(tick) && !(space->around->reach > 0)) return;
    bool walks = tick->state.mode == LOPE_MODE_WALKING && !lope_plane_leans(space);
    if (!walks || !lope_ground_survey(space, tick->feet, reach, &tick->ground)) lope_shortlist_fill(space, tick->list_reach);
}

LOPE_COLD void lope_begin_log(lope_tick *tick, const lope_state *before)
{
    lope_tick_log *log = tick->log;
    tick->space.log = log->queries ? log : NULL;
    log->now = &tick->now;
    log->began = tick->parts ? &tick->parts->began : NULL;
    if (tick->parts && tick->parts->part.index > 0) return; // it goes on
    log->term_mask = log->count = log->dropped = 0;
    log->last = log->floor = LOPE_LOG_NONE;
    log->start = lope_point_sub(before->feet, tick->origin);
    lope_velocity_log_begin(tick);
    if (tick->parts && tick->parts->part.per_step > 0) lope_log_steps(log, before->own_body, tick->parts->part);
}
