// tick_api.c - time, presses, size, facing, queries and bodies inside a tick: the functions of lope/tick.h.
//
// They are the library's own ways, with a check of what comes from a game. Read next: mode_api.c.
#include "base/error.h"
#include "character/base/base_change.h"
#include "character/base/base_frame.h"
#include "character/base/find_body.h"
#include "character/extension/mode_api.h"
#include "character/size/crouch.h"
#include "character/size/resize.h"
#include "character/tick/jump_state.h"
#include "motion/query/cast_def.h"
#include "motion/query/shape_cast.h"

#include <lope/tick.h>

double lope_tick_now(const lope_tick *tick) { return lope_tick_done(tick); }

lope_point lope_tick_slide_for(lope_tick *tick, lope_point motion, double seconds)
{
    double begun = tick->now, left = tick->time - begun, time = seconds > 0 ? seconds : 0;
    if (time > left) time = left;
    lope_point moved = lope_tick_slide_within(tick, motion, time);
    tick->now = begun + time;
    return moved;
}

double lope_tick_length(const lope_tick *tick) { return lope_tick_whole(tick); }

double lope_tick_left(const lope_tick *tick) { return tick->seconds - tick->now; }

bool lope_tick_place(lope_tick *tick, lope_point feet, double seconds)
{
    if (!lope_tick_is_ghost(tick) || !lope_finite_point(feet)) return false;
    double left = tick->time - tick->now;
    tick->feet = lope_point_sub(feet, tick->origin);
    tick->now += seconds < left ? (seconds > 0 ? seconds : 0) : left;
    return true;
}

const lope_event *lope_tick_last_event(const lope_tick *tick, uint32_t kind)
{
    uint32_t i = tick->report->event_count;
    while (i > 0 && tick->report->events[i - 1].kind != kind) i--;
    return i > 0 ? &tick->report->events[i - 1] : NULL;
}

uint32_t lope_tick_edges(const lope_tick *tick) { return tick->presses; }

bool lope_tick_take_press(lope_tick *tick, uint32_t button)
{
    if ((tick->presses & button) == 0) return false;
    tick->presses &= ~button;
    tick->holds &= ~button;
    tick->releases &= ~button;
    if (button & LOPE_BUTTON_JUMP) tick->state.jump_buffer_left = 0;
    if (tick->input->held & button) lope_use_gauges(&tick->state)->taken_buttons |= tick->input->held & button;
    return true;
}

void lope_tick_press(lope_tick *tick, uint32_t button)
{
    tick->presses |= button;
    tick->holds |= button & tick->input->held;
    if (lope_has_page(&tick->state, LOPE_PAGE_GAUGES)) tick->state.taken_buttons &= ~button;
    tick->abilities_asked |= button & tick->moveset->ability_buttons;
    if (button & ~tick->input->forbidden & LOPE_BUTTON_JUMP) lope_jump_wait(tick, tick->now);
}

lope_refusal lope_tick_resize(lope_tick *tick, float radius, float height, lope_keep keep)
{
    const lope_state *state = &tick->state;
    if (radius == 0) radius = state->radius;
    if (height == 0) height = state->height;
    bool good = lope_finite(radius) && lope_finite(height) && radius > 0 && height >= 2 * radius;
    return good ? lope_resize_to(tick, radius, height, keep) : LOPE_REFUSAL_TUNING;
}

void lope_tick_guard_ledges(lope_tick *tick) { tick->asks_guard = true; }

lope_refusal lope_tick_crouch(lope_tick *tick, bool down) { return lope_crouch_ask(tick, down); }

void lope_tick_set_facing(lope_tick *tick, float yaw, float pitch)
{
    if (!lope_finite(yaw) || !lope_finite(pitch)) return;
    tick->state.yaw = lope_angle_wrap((double)yaw);
    tick->state.pitch = lope_angle_wrap((double)pitch);
    tick->faced = true;
}

lope_result lope_tick_failed(const lope_tick *tick) { return tick->space.failed; }

// ---- queries --------------------------------------------------------------------------------------------

// Readies the character's look and the definition, with what a tick knows. False: the tick has failed.
static bool asker_make(lope_tick *tick, lope_cast_def *def, lope_shape_asker *asker)
{
    lope_space *space = &tick->space;
    if (space->failed) return false;
    lope_result result = lope_cast_def_check(def);
    lope_nearby *look = result == LOPE_OK ? lope_nearby_own_look(space->nearby) : NULL;
    if (result == LOPE_OK && !look) result = LOPE_ERROR_MEMORY;
    if (result != LOPE_OK) {
        space->failed = result;
        return false;
    }
    *asker = (lope_shape_asker){.surroundings = space->surroundings,
                                .look = look,
                                .unit = space->unit,
                                .walkable_cosine = space->walkable_cosine,
                                .up = space->up,
                                .seconds = tick->seconds,
                                .own_body = tick->state.own_body,
                                .space = space};
    return true;
}

// Takes the outcome of a query. True: *hit is one that was met.
static bool answer(lope_tick *tick, lope_result result, const lope_shape_hits *hits, lope_cast_hit *hit)
{
    if (result != LOPE_OK) tick->space.failed = result;
    if (result != LOPE_OK || hits->held == 0) return false;
    *hit = hits->hits[0];
    return true;
}

bool lope_tick_cast(lope_tick *tick, const lope_cast_def *def, lope_cast_hit *hit)
{
    lope_cast_def asked = *def;
    lope_cast_hit nearest;
    lope_shape_hits hits = {.hits = &nearest, .capacity = 1};
    lope_shape_asker asker;
    if (!asker_make(tick, &asked, &asker)) return false;
    return answer(tick, lope_shape_cast(&asker, &asked, true, &hits), &hits, hit);
}

uint32_t lope_tick_cast_all(lope_tick *tick, const lope_cast_def *def, lope_cast_hit *hits, uint32_t capacity)
{
    lope_cast_def asked = *def;
    lope_shape_hits found = {.hits = hits, .capacity = capacity};
    lope_shape_asker asker;
    if (capacity == 0 || !asker_make(tick, &asked, &asker)) return 0;
    lope_result result = lope_shape_cast(&asker, &asked, false, &found);
    if (result != LOPE_OK) tick->space.failed = result;
    return result == LOPE_OK ? found.held : 0;
}

bool lope_tick_overlap(lope_tick *tick, const lope_cast_def *def, lope_cast_hit *hit)
{
    lope_cast_def asked = *def;
    lope_cast_hit first;
    lope_shape_hits hits = {.hits = &first, .capacity = 1};
    lope_shape_asker asker;
    if (!asker_make(tick, &asked, &asker)) return false;
    return answer(tick, lope_shape_overlap(&asker, &asked, &hits), &hits, hit);
}

lope_probe *lope_tick_probe_place(lope_tick *tick, uint32_t **probed)
{
    *probed = &tick->report->probed;
    return &tick->report->probe;
}

// ---- moving bodies --------------------------------------------------------------------------------------

bool lope_tick_body(lope_tick *tick, uint64_t id, lope_transform *pose, lope_motion *motion)
{
    const lope_sink_body *body = lope_body_of_id(tick, id);
    if (!body) return false;
    // the body's motion is that of the part that runs
    const double parts = lope_tick_whole(tick) / tick->seconds;
    if (pose) *pose = body->pose;
    if (motion) *motion = body->motion;
    if (!motion || !tick->parts || !(tick->seconds > 0)) return true;
    motion->displacement = lope_point_scale(motion->displacement, parts);
    motion->rotation = lope_point_to_vec3(lope_point_scale(lope_vec3_to_point(motion->rotation), parts));
    return true;
}

bool lope_tick_body_rests(lope_tick *tick, uint64_t id)
{
    const lope_sink_body *body = tick->space.surroundings->body ? lope_body_of_id(tick, id) : NULL;
    return body && !body->moving && !body->dynamic && !body->character;
}

lope_body_pose lope_tick_seen_from(lope_tick *tick, uint64_t id, lope_point point, lope_quat rotation)
{
    const lope_sink_body *body = lope_body_of_id(tick, id);
    if (!body) return (lope_body_pose){.body = LOPE_BODY_NONE, .point = point, .rotation = rotation};
    const lope_quat turn = lope_quat_multiply(lope_quat_conjugate(body->pose.rotation), rotation);
    const lope_point local = lope_base_to_frame(tick, body, lope_point_sub(point, tick->origin));
    return (lope_body_pose){.body = id, .point = local, .rotation = turn};
}

bool lope_tick_place_of(lope_tick *tick, const lope_body_pose *pose, lope_transform *world)
{
    if (pose->body == LOPE_BODY_NONE) {
        *world = (lope_transform){.position = pose->point, .rotation = pose->rotation};
        return true;
    }
    const lope_sink_body *body = lope_body_of_id(tick, pose->body);
    if (!body) return false;
    world->position = lope_point_add(tick->origin, lope_base_from_frame(tick, body, pose->point));
    world->rotation = lope_quat_normalize(lope_quat_multiply(body->pose.rotation, pose->rotation));
    return true;
}

bool lope_tick_set_base(lope_tick *tick, uint64_t body) { return lope_tick_hangs(tick) && lope_base_set(tick, body); }

bool lope_tick_brought_to(lope_tick *tick, uint64_t body, lope_point *feet, double *turn)
{
    lope_point local;
    double angle;
    if (!lope_base_brings(tick, body, &local, &angle)) return false;
    if (feet) *feet = lope_point_add(tick->origin, local);
    if (turn) *turn = angle;
    return true;
}

uint64_t lope_tick_base_body(const lope_tick *tick)
{
    const bool based = tick->base_carry.on && !tick->base_carry.leaves;
    return based && lope_has_page(&tick->state, LOPE_PAGE_BASE) && tick->state.base_body ? tick->state.base_body : LOPE_BODY_NONE;
}
