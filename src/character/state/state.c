// state.c - makes a state, hashes it, and names the kinds that a state and a report tell of.
//
// The hash goes by the orders of state_fields.h. Read next: state_fields.h.
#include "character/state/state.h"
#include "base/error.h"
#include "base/hash.h"
#include "character/state/state_fields.h"
#include "character/state/state_flags.h"

#include <string.h>

// Checks what a state is made from. Fills in def->error on a refusal.
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
    state->gravity = zero && !def->gravity_as_given ? lope_point_to_vec3(lope_point_scale(up, -9.8)) : def->gravity;
    state->mode = def->mode ? def->mode : LOPE_MODE_WALKING;
    state->flags = def->mode ? 0 : LOPE_STATE_ANY_MODE;
    state->flags |=
        // gravity_up.c: whether it is its own
        length > 1e-6 ? LOPE_STATE_FRESH | LOPE_STATE_OWN_UP : LOPE_STATE_FRESH;
    state->floor.body = LOPE_BODY_NONE;
    state->stuck_body = LOPE_BODY_NONE;
    state->last_hit_body = LOPE_BODY_NONE;
    state->other_hit_body = LOPE_BODY_NONE;
    state->own_body = def->own_body ? def->own_body : LOPE_BODY_NONE;
    state->channels = def->channels ? def->channels : LOPE_CHANNEL_SOLID;
    state->overlap_channels =
        def->overlap_channels != 0 || def->overlap_channels_as_given ? def->overlap_channels : LOPE_CHANNEL_VOLUME;
    state->standing_height = state->height;
    bool looks = lope_point_length(lope_vec3_to_point(def->forward)) > 1e-6;
    state->forward = lope_level_forward(up, looks ? lope_vec3_to_point(def->forward) : lope_point_make(0, 0, -1));
    state->look_yaw = state->yaw;
    return LOPE_OK;
}

uint32_t lope_state_push_priority(const lope_state *state) { return lope_push_priority(state); }

static bool is_zero(lope_vec3 v) { return v.x * v.x + v.y * v.y + v.z * v.z <= 0; }

// True when the game orders nothing that moves the character.
static bool asks_nothing(const lope_requests *r)
{
    if (r->asked || r->has_requested_velocity || r->has_root_motion) return false;
    return is_zero(r->impulse) && is_zero(r->force) && is_zero(r->avoidance);
}

// Also false while anything else is at work that might move it: a base, layers, abilities, a crush.
bool lope_state_rests(const lope_state *state, const lope_input *input)
{
    if (!is_zero(state->velocity) || !is_zero(input->move)) return false;
    if (state->mode != LOPE_MODE_WALKING || state->pages || state->stuck_ticks > 0 || !state->floor.walkable) return false;
    if (state->flags & (LOPE_STATE_FRESH | LOPE_STATE_KEPT) || lope_push_priority_of(state) > 0) return false;
    return !input->held && !input->pressed && (!input->requests || asks_nothing(input->requests));
}

// ---- the hash -----------------------------------------------------------------------------------

// Where a member stands.
typedef struct place {
    uint16_t offset;
    uint16_t type; // lope_field_type
} place;
// A member's place, by its order of hashing. Orders without a member have type 0.
#define PLACE(name, page, since, order) [order] = {offsetof(lope_state, name), LOPE_FIELD_TYPE(name)},
static const place places[LOPE_FIELD_ORDERS] = {LOPE_STATE_FIELDS(PLACE)};

// Adds one member to a hash, by its type.
static uint64_t hash_member(uint64_t h, const lope_state *state, place at)
{
    const char *from = (const char *)state + at.offset;
    double wide;
    float narrow;
    uint64_t number;
    uint32_t word;
    uint16_t half;
    switch (at.type) {
    case LOPE_FIELD_F64:
        memcpy(&wide, from, sizeof wide);
        return lope_hash_double(h, wide);
    case LOPE_FIELD_F32:
        memcpy(&narrow, from, sizeof narrow);
        return lope_hash_float(h, narrow);
    case LOPE_FIELD_U64:
        memcpy(&number, from, sizeof number);
        return lope_hash_u64(h, number);
    case LOPE_FIELD_U32:
        memcpy(&word, from, sizeof word);
        return lope_hash_u32(h, word);
    case LOPE_FIELD_U16:
        memcpy(&half, from, sizeof half);
        return lope_hash_u32(h, half);
    default:
        return lope_hash_u32(h, *(const unsigned char *)from);
    }
}

// Adds the members with orders from `first` up to `end`, without it.
static uint64_t hash_members(uint64_t h, const lope_state *state, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (places[i].type != LOPE_FIELD_NONE) h = hash_member(h, state, places[i]);
    return h;
}

// True when the second half of the mode's data is not zero. That half came later. A state without it hashes
// as it did before.
static bool has_long_data(const lope_state *state)
{
    uint32_t any = 0;
    for (uint32_t i = 16; i < LOPE_MODE_DATA / 4; i++) any |= state->mode_data[i];
    return any != 0;
}

// Pages that came with LOPE_PAGE_ABILITY or later are hashed one by one, while they are in use. The older
// ones are hashed together.
uint64_t lope_state_hash(const lope_state *state)
{
    uint64_t h = hash_members(LOPE_HASH_START, state, 0, LOPE_FIELD_BASE);
    if (state->flags & LOPE_STATE_MORE) {
        h = hash_members(h, state, LOPE_FIELD_BASE, LOPE_FIELD_SQUEEZE);
        if (state->flags & LOPE_STATE_CRUSHED || state->pages & LOPE_PAGE_SQUEEZE)
            h = hash_members(h, state, LOPE_FIELD_SQUEEZE, LOPE_FIELD_MODE_REST);
        if (has_long_data(state)) h = hash_members(h, state, LOPE_FIELD_MODE_REST, LOPE_FIELD_ABILITY(0));
    }
    if (state->pages & LOPE_PAGE_ABILITY) h = hash_members(h, state, LOPE_FIELD_ABILITY(0), LOPE_FIELD_GAUGES);
    if (state->pages & LOPE_PAGE_GAUGES) h = hash_members(h, state, LOPE_FIELD_GAUGES, LOPE_FIELD_UNHASHED);
    return h;
}

// ---- names --------------------------------------------------------------------------------------

const char *lope_mode_name(uint32_t mode)
{
    static const char *const names[LOPE_MODE_COUNT] = {"none", "walking", "falling", "swimming", "flying", "nav_walking"};
    return mode < LOPE_MODE_COUNT ? names[mode] : "?";
}

const char *lope_event_name(uint32_t kind)
{
    static const char *const names[LOPE_EVENT_KIND_COUNT] = {
        "?",      "mode",    "jump",     "apex",        "land",     "hit",           "step_up", "base",   "walk_off", "touch",
        "crush",  "stuck",   "teleport", "crouch",      "uncrouch", "enter",         "leave",   "refuse", "layer",    "resize",
        "arrive", "blocked", "ability",  "ability_end", "footstep", "ability_phase", "lock_on", "link"};
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
                                                          "a layered move gives the velocity",
                                                          "it is in the air",
                                                          "it is on the ground",
                                                          "not again so soon",
                                                          "too little stamina",
                                                          "an ability at work blocks it",
                                                          "the floor is no one-way body",
                                                          "not in this medium",
                                                          "too slow",
                                                          "no direction is asked for",
                                                          "nothing upright is within reach",
                                                          "it is too low",
                                                          "it is too high",
                                                          "it cannot be stood upon",
                                                          "it moves too fast",
                                                          "it can be stepped onto",
                                                          "the ground is near below",
                                                          "a jump that is asked for comes first",
                                                          "none of its kind is within reach"};
    return refusal < LOPE_REFUSAL_COUNT ? texts[refusal] : "?";
}

const char *lope_end_text(uint32_t end)
{
    static const char *const texts[LOPE_END_COUNT] = {"done", "another ability cancelled it", "it started again",
                                                      "the mode was left", "interrupted"};
    return end < LOPE_END_COUNT ? texts[end] : "?";
}

const char *lope_asked_name(uint32_t asked)
{
    static const char *const names[LOPE_ASKED_COUNT] = {"jump",     "crouch", "uncrouch", "mode",   "resize",
                                                        "teleport", "layer",  "move",     "launch", "drop"};
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
