// state.c - makes a state, hashes it, and names what a state and a report tell of.
#include "character/state/state.h"
#include "base/error.h"
#include "base/hash.h"
#include "character/state/state_flags.h"

#include <lope/layer.h>

#include <string.h>

// No padding, so memcpy and memcmp are exact: the sum of the members is the size.
_Static_assert(sizeof(lope_floor) == 8 + 8 + 2 * 12 + 6 * 4, "lope_floor has padding");
_Static_assert(sizeof(lope_active_layer) == 24 + 2 * 8 + 4 * 4 + 3 * 12 + 3 * 4 + 2 * 4, "lope_active_layer has padding");
_Static_assert(offsetof(lope_state, base_body) == 304, "lope_state has padding");
_Static_assert(sizeof(lope_state) ==
                   304 + 64 + LOPE_OVERLAPS * 12 + LOPE_LAYERS * sizeof(lope_active_layer) + 16 + LOPE_MODE_DATA + 32,
               "lope_state has padding");
_Static_assert(sizeof(lope_state) <= 1024, "lope_state is at most 1 KB");

static lope_result check(const lope_state_def *def)
{
    lope_error *error = def->error;
    float radius = def->radius != 0 ? def->radius : 0.34f, height = def->height != 0 ? def->height : 1.76f;
    lope_result result = lope_check_point(error, "feet", def->feet, LOPE_MOST_PLACE);
    if (result == LOPE_OK) result = lope_check_vec3(error, "velocity", def->velocity, LOPE_MOST_SPEED);
    if (result == LOPE_OK) result = lope_check_vec3(error, "gravity", def->gravity, LOPE_MOST_SPEED);
    if (result != LOPE_OK) return result;
    if (!lope_finite_vec3(def->up)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "up", "up must be finite");
    if (!lope_finite_vec3(def->forward)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "forward", "forward must be finite");
    if (!lope_finite(def->yaw)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "yaw", "yaw must be finite");
    if (!lope_finite(radius) || radius <= 0)
        return lope_refuse(error, LOPE_ERROR_RANGE, "radius", "radius is %g, must be above 0 (0 itself stands for 0.34)",
                           (double)radius);
    if (!lope_finite(height) || height < 2 * radius)
        return lope_refuse(error, LOPE_ERROR_RANGE, "height",
                           "height is %g, must be at least twice the radius of %g (0 stands for 1.76)", (double)height,
                           (double)radius);
    if (def->mode >= LOPE_MODES)
        return lope_refuse(error, LOPE_ERROR_RANGE, "mode", "mode is %u, must be under %u", (unsigned)def->mode,
                           (unsigned)LOPE_MODES);
    return LOPE_OK;
}

lope_vec3 lope_level_forward(lope_point up, lope_point ahead)
{
    lope_point level = lope_point_mad(ahead, up, -lope_point_dot(ahead, up));
    double length = lope_point_length(level);
    if (!(length > 1e-3 * lope_point_length(ahead))) { // it looks along up, or nowhere: y is as good
        ahead = up.y < 0.9 && up.y > -0.9 ? lope_point_make(0, 1, 0) : lope_point_make(0, 0, -1);
        level = lope_point_mad(ahead, up, -lope_point_dot(ahead, up));
        length = lope_point_length(level);
    }
    return lope_point_to_vec3(lope_point_scale(level, 1.0 / length));
}

lope_result lope_state_init(lope_state *state, const lope_state_def *def)
{
    if (!state || !def) return LOPE_ERROR_NULL;
    lope_result result = check(def);
    if (result != LOPE_OK) return result;
    memset(state, 0, sizeof *state);
    lope_point up = lope_vec3_to_point(def->up), gravity = lope_vec3_to_point(def->gravity);
    double length = lope_point_length(up), pull = lope_point_length(gravity);
    if (length > 1e-6)
        up = lope_point_scale(up, 1.0 / length);
    else
        up = pull > 1e-6 ? lope_point_scale(gravity, -1.0 / pull) : lope_point_make(0, 1, 0);
    state->feet = def->feet;
    state->radius = def->radius != 0 ? def->radius : 0.34f;
    state->height = def->height != 0 ? def->height : 1.76f;
    state->yaw = def->yaw;
    state->velocity = def->velocity;
    state->up = lope_point_to_vec3(up);
    bool zero = def->gravity.x == 0 && def->gravity.y == 0 && def->gravity.z == 0;
    state->gravity = zero && def->gravity_mode == 0 ? lope_point_to_vec3(lope_point_scale(up, -9.8)) : def->gravity;
    state->mode = def->mode ? def->mode : LOPE_MODE_WALKING;
    state->flags = def->mode ? 0 : LOPE_STATE_ANY_MODE;
    state->flags |=
        length > 1e-6 ? LOPE_STATE_FRESH | LOPE_STATE_OWN_UP : LOPE_STATE_FRESH; // gravity_up.c: whether it is its own
    state->floor.body = LOPE_BODY_NONE;
    state->stuck_body = LOPE_BODY_NONE;
    state->last_hit_body = LOPE_BODY_NONE;
    state->other_hit_body = LOPE_BODY_NONE;
    state->own_body = def->own_body ? def->own_body : LOPE_BODY_NONE;
    state->channels = def->channels ? def->channels : LOPE_CHANNEL_SOLID;
    state->overlap_channels = def->overlap_channels != 0 || def->overlap_mode != 0 ? def->overlap_channels : LOPE_CHANNEL_VOLUME;
    state->standing_height = state->height;
    bool looks = lope_point_length(lope_vec3_to_point(def->forward)) > 1e-6;
    state->forward = lope_level_forward(up, looks ? lope_vec3_to_point(def->forward) : lope_point_make(0, 0, -1));
    state->look_yaw = state->yaw;
    return LOPE_OK;
}

static uint64_t hash_layer(uint64_t h, const lope_active_layer *layer)
{
    const uint32_t words[] = {layer->id, layer->kind, layer->flags, (uint32_t)layer->priority, layer->curve, layer->finish};
    const float floats[] = {layer->strength, layer->height, layer->radius};
    h = lope_hash_point(h, layer->start);
    h = lope_hash_double(h, layer->duration);
    h = lope_hash_double(h, layer->time);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) h = lope_hash_u32(h, words[i]);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) h = lope_hash_float(h, floats[i]);
    h = lope_hash_vec3(h, layer->velocity);
    h = lope_hash_vec3(h, layer->finish_velocity);
    return lope_hash_vec3(h, layer->span);
}

// What is in use only now and then.
static uint64_t hash_more(uint64_t h, const lope_state *s)
{
    h = lope_hash_u64(h, s->base_body);
    h = lope_hash_point(h, s->base_point);
    const float rotation[] = {s->base_rotation.x, s->base_rotation.y, s->base_rotation.z, s->base_rotation.w};
    for (size_t i = 0; i < 4; i++) h = lope_hash_float(h, rotation[i]);
    h = lope_hash_vec3(h, s->base_velocity);
    h = lope_hash_u32(h, s->overlap_count);
    for (uint32_t i = 0; i < LOPE_OVERLAPS; i++) h = lope_hash_u32(lope_hash_u64(h, s->overlaps[i]), s->overlap_parts[i]);
    for (uint32_t i = 0; i < LOPE_LAYERS; i++) h = hash_layer(h, &s->layers[i]);
    h = lope_hash_vec3(h, s->layer_velocity);
    h = lope_hash_u32(h, s->layer_count);
    for (size_t i = 0; i < LOPE_MODE_DATA / 4; i++) h = lope_hash_u32(h, s->mode_data[i]);
    if (!(s->flags & LOPE_STATE_CRUSHED)) return h;
    h = lope_hash_vec3(lope_hash_vec3(h, s->crush_points[0]), s->crush_points[1]);
    return lope_hash_u64(h, s->crush_body);
}

uint32_t lope_state_firm(const lope_state *state) { return lope_firmness(state); }

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
    h = lope_hash_u64(h, s->own_body);
    h = lope_hash_vec3(h, s->forward);
    const float facing[] = {s->roll,      s->look_yaw,      s->look_pitch, s->carried_yaw, s->standing_height,
                            s->immersion, s->knockback_left};
    for (size_t i = 0; i < sizeof facing / sizeof *facing; i++) h = lope_hash_float(h, facing[i]);
    h = lope_hash_u32(h, s->overlap_channels);
    h = lope_hash_u32(h, s->water);
    return s->flags & LOPE_STATE_MORE ? hash_more(h, s) : h;
}

const char *lope_mode_name(uint32_t mode)
{
    static const char *const names[LOPE_MODE_COUNT] = {"none", "walking", "falling", "swimming", "flying", "nav_walking"};
    return mode < LOPE_MODE_COUNT ? names[mode] : "?";
}

const char *lope_event_name(uint32_t kind)
{
    static const char *const names[LOPE_EVENT_KIND_COUNT] = {
        "?",     "mode",     "jump",   "apex",     "land",  "hit",   "step_up", "base",  "walk_off", "touch",  "crush",
        "stuck", "teleport", "crouch", "uncrouch", "enter", "leave", "refuse",  "layer", "resize",   "arrive", "blocked"};
    return kind < LOPE_EVENT_KIND_COUNT ? names[kind] : "?";
}

const char *lope_refusal_text(uint32_t refusal)
{
    static const char *const texts[LOPE_REFUSAL_COUNT] = {"",
                                                          "the game forbids it",
                                                          "something is in the way",
                                                          "not in this mode",
                                                          "used up",
                                                          "the tuning rules it out",
                                                          "no slot is free",
                                                          "it is crouched",
                                                          "the plane constraint rules it out",
                                                          "a layered move gives the velocity"};
    return refusal < LOPE_REFUSAL_COUNT ? texts[refusal] : "?";
}

const char *lope_asked_name(uint32_t asked)
{
    static const char *const names[LOPE_ASKED_COUNT] = {"jump",     "crouch", "uncrouch", "mode",  "resize",
                                                        "teleport", "layer",  "move",     "launch"};
    return asked < LOPE_ASKED_COUNT ? names[asked] : "?";
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

lope_vec3 lope_state_from_stick(const lope_state *state, float right, float forward, float yaw)
{
    lope_vec3 flat = lope_move_from_stick(right, forward, yaw), ahead = state->forward;
    lope_vec3 move = lope_vec3_scale(lope_vec3_cross(ahead, state->up), flat.x);
    return lope_vec3_sub(move, lope_vec3_scale(ahead, flat.z));
}
