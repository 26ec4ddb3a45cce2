// state.c - making a state, hashing it, names, and the batch over columns.
#include "base/error.h"
#include "base/hash.h"
#include "character/tick.h"
#include <lope/record.h>

#include <string.h>

// No padding, so memcpy and memcmp are exact: the sum of the members is the size.
_Static_assert(sizeof(lope_floor) == 8 + 8 + 2 * 12 + 6 * 4, "lope_floor has padding");
_Static_assert(sizeof(lope_state) ==
                   24 + sizeof(lope_floor) + 2 * 12 + 4 * 4 + 2 * 4 + 2 * 4 + 2 * 4 + 8 + 4 * 4 + 12 + 3 * 4 + 8 + 4 * 8 + 4 * 4,
               "lope_state has padding");
_Static_assert(sizeof(lope_state) <= 1024, "lope_state is at most 1 KB");

static bool finite3(lope_vec3 v) { return lope_finite(v.x) && lope_finite(v.y) && lope_finite(v.z); }

static lope_result check(const lope_state_def *def)
{
    lope_error *error = def->error;
    float radius = def->radius != 0 ? def->radius : 0.34f, height = def->height != 0 ? def->height : 1.76f;
    if (!lope_finite_double(def->feet.x) || !lope_finite_double(def->feet.y) || !lope_finite_double(def->feet.z))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "feet", "feet must be finite numbers");
    if (!finite3(def->velocity)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "velocity", "velocity must be finite");
    if (!finite3(def->up)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "up", "up must be finite");
    if (!finite3(def->gravity)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "gravity", "gravity must be finite");
    if (!lope_finite(def->yaw)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "yaw", "yaw must be finite");
    if (!lope_finite(radius) || radius <= 0)
        return lope_refuse(error, LOPE_ERROR_RANGE, "radius", "radius is %g, must be above 0 (0 itself stands for 0.34)",
                           (double)radius);
    if (!lope_finite(height) || height < 2 * radius)
        return lope_refuse(error, LOPE_ERROR_RANGE, "height",
                           "height is %g, must be at least twice the radius of %g (0 stands for 1.76)", (double)height,
                           (double)radius);
    if (def->mode >= LOPE_MODE_COUNT)
        return lope_refuse(error, LOPE_ERROR_RANGE, "mode", "mode is %u, must be under %u", (unsigned)def->mode,
                           (unsigned)LOPE_MODE_COUNT);
    return LOPE_OK;
}

lope_result lope_state_init(lope_state *state, const lope_state_def *def)
{
    if (!state || !def) return LOPE_ERROR_NULL;
    lope_result result = check(def);
    if (result != LOPE_OK) return result;
    memset(state, 0, sizeof *state);
    lope_point up = lope_vec3_to_point(def->up);
    double length = lope_point_length(up);
    up = length > 1e-6 ? lope_point_scale(up, 1.0 / length) : lope_point_make(0, 1, 0);
    state->feet = def->feet;
    state->radius = def->radius != 0 ? def->radius : 0.34f;
    state->height = def->height != 0 ? def->height : 1.76f;
    state->yaw = def->yaw;
    state->velocity = def->velocity;
    state->up = lope_point_to_vec3(up);
    bool zero = def->gravity.x == 0 && def->gravity.y == 0 && def->gravity.z == 0;
    state->gravity = zero && def->gravity_mode == 0 ? lope_point_to_vec3(lope_point_scale(up, -9.8)) : def->gravity;
    state->mode = def->mode ? def->mode : LOPE_MODE_WALKING;
    state->flags = LOPE_STATE_FRESH;
    state->floor.body = LOPE_BODY_NONE;
    state->stuck_body = LOPE_BODY_NONE;
    state->last_hit_body = LOPE_BODY_NONE;
    state->other_hit_body = LOPE_BODY_NONE;
    state->own_body = def->own_body ? def->own_body : LOPE_BODY_NONE;
    state->channels = def->channels ? def->channels : LOPE_CHANNEL_SOLID;
    return LOPE_OK;
}

uint64_t lope_state_hash(const lope_state *s)
{
    uint64_t h = LOPE_HASH_START;
    h = lope_hash_point(h, s->feet);
    h = lope_hash_u64(h, s->floor.body);
    h = lope_hash_double(h, s->floor.distance);
    h = lope_hash_vec3(h, s->floor.normal);
    h = lope_hash_vec3(h, s->floor.plane);
    const uint32_t floor[] = {s->floor.triangle, s->floor.material, s->floor.walkable, s->floor.kind};
    for (size_t i = 0; i < 4; i++) h = lope_hash_u32(h, floor[i]);
    h = lope_hash_vec3(h, s->velocity);
    h = lope_hash_vec3(h, s->up);
    h = lope_hash_vec3(h, s->gravity);
    const float floats[] = {s->radius,         s->height,          s->yaw,           s->pitch,
                            s->jump_hold_time, s->jump_force_left, s->coyote_left,   s->jump_buffer_left,
                            s->step_debt,      s->acceleration,    s->last_hit_left, s->other_hit_left};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) h = lope_hash_float(h, floats[i]);
    const uint32_t words[] = {s->mode,  s->held,           s->jump_count,  s->flags,
                              s->ticks, s->event_sequence, s->stuck_ticks, s->channels};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) h = lope_hash_u32(h, words[i]);
    h = lope_hash_double(h, s->jump_start);
    h = lope_hash_double(h, s->distance_walked);
    h = lope_hash_u64(h, s->stuck_body);
    h = lope_hash_u64(h, s->last_hit_body);
    h = lope_hash_u64(h, s->other_hit_body);
    return lope_hash_u64(h, s->own_body);
}

const char *lope_mode_name(uint32_t mode)
{
    static const char *const names[LOPE_MODE_COUNT] = {"none", "walking", "falling"};
    return mode < LOPE_MODE_COUNT ? names[mode] : "?";
}

const char *lope_event_name(uint32_t kind)
{
    static const char *const names[LOPE_EVENT_KIND_COUNT] = {"?",    "mode",     "jump",  "apex",  "land",  "hit",     "step_up",
                                                             "base", "walk_off", "touch", "crush", "stuck", "teleport"};
    return kind < LOPE_EVENT_KIND_COUNT ? names[kind] : "?";
}

lope_vec3 lope_move_from_stick(float right, float forward, float yaw)
{
    // yaw 0 looks along -z with +x to the right; positive yaw turns left.
    float c = lope_cos(yaw), s = lope_sin(yaw), length = sqrtf(right * right + forward * forward);
    float scale = length > 1.0f ? 1.0f / length : 1.0f;
    right *= scale;
    forward *= scale;
    return lope_vec3_make(right * c - forward * s, 0, -right * s - forward * c);
}

#define RECORDER_BYTES 768 // of a recorder that every tick uses: its first ones

static const void *entry(const void *column, size_t stride, uint32_t i) { return (const char *)column + stride * i; }

#if defined(__GNUC__)
static void fetch(const void *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch((const char *)from + at);
}

// What of a report is written in every tick.
static void fetch_report(const lope_report *report)
{
    fetch(report, sizeof report->event_count);
    fetch(&report->moved, sizeof *report - offsetof(lope_report, moved));
}

// The boxes of what is near, and of the triangles those that were of use in the last tick.
static void fetch_near(const lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[0];
    if (set->body_count > 0) fetch(set->bodies, sizeof *set->bodies);
    fetch(set->triangle_blocks, (set->triangle_count + LOPE_BLOCK - 1) / LOPE_BLOCK * sizeof(lope_near_block));
    uint32_t at = 0;
    for (uint64_t used = nearby->used; used; used >>= 1, at++)
        if ((used & 1) && at < set->triangle_count) fetch(&set->triangles[at], sizeof(lope_near_triangle));
}
#endif

// Thousands of characters do not fit into the near caches: the data of those that come next is on its way while one moves. Where it
// lies is read from the nearby itself, so that goes a step ahead of what it points to.
static void fetch_ahead(const lope_move_columns *columns, uint32_t i, uint32_t end)
{
#if defined(__GNUC__)
    if (i + 2 < end) {
        lope_nearby *const *nearby = entry(columns->nearbys, columns->nearby_stride, i + 2);
        fetch(entry(columns->states, columns->state_stride, i + 2), sizeof(lope_state));
        fetch(entry(columns->inputs, columns->input_stride, i + 2), sizeof(lope_input));
        if (columns->reports) fetch_report(entry(columns->reports, columns->report_stride, i + 2));
        fetch(*nearby, sizeof(lope_nearby));
        if (columns->recorders) {
            lope_recorder *const *recorder = entry(columns->recorders, columns->recorder_stride, i + 2);
            if (*recorder) fetch(*recorder, RECORDER_BYTES);
        }
    }
    if (i + 1 < end) {
        lope_nearby *const *nearby = entry(columns->nearbys, columns->nearby_stride, i + 1);
        fetch_near(*nearby);
    }
#else
    (void)columns;
    (void)i;
    (void)end;
#endif
}

lope_result lope_move_batch(const lope_move_columns *columns, uint32_t first, uint32_t count, float dt)
{
    if (!columns || !columns->states || !columns->inputs || !columns->movesets || !columns->surroundings || !columns->nearbys)
        return LOPE_ERROR_NULL;
    lope_result first_refusal = LOPE_OK;
    for (uint32_t i = first; i < first + count; i++) {
        lope_state *state = (lope_state *)((char *)columns->states + columns->state_stride * i);
        const lope_input *input = entry(columns->inputs, columns->input_stride, i);
        const lope_moveset *const *moveset = entry(columns->movesets, columns->moveset_stride, i);
        const lope_surroundings *surroundings = entry(columns->surroundings, columns->surroundings_stride, i);
        lope_nearby *const *nearby = entry(columns->nearbys, columns->nearby_stride, i);
        fetch_ahead(columns, i, first + count);
        lope_report *report = columns->reports ? (lope_report *)((char *)columns->reports + columns->report_stride * i) : NULL;
        lope_recorder *const *recorder = columns->recorders ? entry(columns->recorders, columns->recorder_stride, i) : NULL;
        lope_result result = recorder && *recorder
                                 ? lope_move_recorded(*recorder, state, input, *moveset, surroundings, *nearby, dt, report)
                                 : lope_move(state, input, *moveset, surroundings, *nearby, dt, report);
        if (columns->results) *(lope_result *)((char *)columns->results + columns->result_stride * i) = result;
        if (result != LOPE_OK && first_refusal == LOPE_OK) first_refusal = result;
    }
    return first_refusal;
}
