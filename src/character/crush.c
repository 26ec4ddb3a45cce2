// crush.c - see crush.h. In the state: stuck_body with crush_points[0], crush_body with crush_points[1], while LOPE_STATE_CRUSHED.
#include "character/crush.h"
#include "character/base.h"

static bool is_crushed(const lope_state *state) // a state from outside may have the one flag without the other
{
    return state->flags & LOPE_STATE_CRUSHED && state->flags & LOPE_STATE_MORE;
}

void lope_crush_look(lope_tick *tick)
{
    if (!is_crushed(&tick->state)) return;
    lope_bounds wide = lope_space_bounds(&tick->space, tick->feet, (lope_point){0, 0, 0}, LOPE_CRUSH_LOOK * tick->space.unit);
    lope_space_cover(&tick->space, &wide);
}

static lope_point center_of(const lope_tick *tick, const lope_sink_body *body)
{
    return lope_point_sub(body->pose.position, tick->origin);
}

void lope_crush_recall(lope_tick *tick, lope_crush *crush)
{
    crush->count = 0;
    const lope_state *state = &tick->state;
    if (lope_tick_is_anew(tick)) lope_crush_forget(tick);
    if (!is_crushed(state)) return;
    const uint64_t ids[LOPE_CRUSHERS] = {state->stuck_body, state->crush_body};
    for (uint32_t i = 0; i < LOPE_CRUSHERS && (i == 0 || ids[i]); i++) {
        const lope_sink_body *body = lope_base_find(&tick->space, ids[i]);
        if (!body || !body->moving) continue;
        lope_point arm = lope_quat_rotate_point(body->pose.rotation, lope_vec3_to_point(state->crush_points[i]));
        crush->from[crush->count++] = (lope_anchor){.body = ids[i], .feet = lope_point_add(center_of(tick, body), arm)};
    }
}

void lope_crush_forget(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_CRUSHED)) return;
    lope_state *state = lope_tick_more(tick);
    state->flags &= ~LOPE_STATE_CRUSHED;
    state->crush_points[0] = state->crush_points[1] = (lope_vec3){0, 0, 0};
    state->crush_body = 0;
}

static bool knows(const lope_crush *crush, uint64_t body)
{
    for (uint32_t i = 0; i < crush->count; i++)
        if (crush->from[i].body == body) return true;
    return false;
}

// Only a body that is near says where its frame is.
static void drop_far(const lope_space *space, lope_crush *crush)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < crush->count; i++)
        if (lope_base_find(space, crush->from[i].body)) crush->from[kept++] = crush->from[i];
    crush->count = kept;
}

void lope_crush_remember(lope_tick *tick, const lope_crush *crush, bool stuck, lope_point feet)
{
    lope_space *space = &tick->space;
    lope_crush now = {.count = 0};
    lope_anchor over[2 * LOPE_CRUSHERS];
    lope_contact through;
    lope_crush_forget(tick);
    if (!stuck || space->failed) return;
    // those that it is still behind, or in
    for (uint32_t i = 0; i < crush->count; i++)
        if (lope_passage_from(space, &crush->from[i], 1, feet, &through)) now.from[now.count++] = crush->from[i];
    // and those that have come over it now; one that has gone back over it was known
    uint32_t count = lope_tick_is_anew(tick) ? 0 : lope_passage_over(space, tick->feet, feet, over, 2 * LOPE_CRUSHERS);
    for (uint32_t i = 0; i < count && now.count < LOPE_CRUSHERS; i++)
        if (!knows(crush, over[i].body)) now.from[now.count++] = over[i];
    drop_far(space, &now);
    if (now.count == 0) return;
    lope_state *state = lope_tick_more(tick);
    state->flags |= LOPE_STATE_CRUSHED;
    state->stuck_body = now.from[0].body;
    state->crush_body = now.count > 1 ? now.from[1].body : 0;
    for (uint32_t i = 0; i < now.count; i++) {
        const lope_sink_body *body = lope_base_find(space, now.from[i].body);
        lope_point arm = lope_point_sub(now.from[i].feet, center_of(tick, body));
        state->crush_points[i] = lope_point_to_vec3(lope_quat_rotate_point(lope_quat_conjugate(body->pose.rotation), arm));
    }
}
