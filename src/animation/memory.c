// memory.c - what an animation remembers from tick to tick: stride, turn in place, lean. See memory.h.
//
// Stride: the way walked over the stride's length at that speed. Turn in place: what the capsule turns
// against its base while the character stands is taken from the mesh's angle; once it moves, that angle goes
// to 0 evenly in proportion. Lean: the angle at which acceleration and gravity balance.
#include "animation/memory.h"
#include "animation/frame.h"
#include "animation/numbers.h"
#include "base/error.h"
#include "base/hash.h"
#include "character/state/mode_exists.h"
#include "character/state/state_flags.h"

#include <math.h>
#include <string.h>

#define ARRIVED 1e-6 // rad: an angle so near to its aim is there

// ---- one tick on --------------------------------------------------------------------------------------

lope_result lope_animation_memory_check(const lope_animation_state *m, lope_error *error)
{
    bool finite = lope_finite_double(m->walked) && lope_finite_double(m->strides) && lope_finite_vec3(m->velocity) &&
                  lope_finite_vec3(m->base_velocity) && lope_finite_vec3(m->up) && lope_finite_vec3(m->facing) &&
                  lope_finite_vec3(m->acceleration) && lope_finite(m->root_yaw) && lope_finite(m->lean_right) &&
                  lope_finite(m->lean_forward);
    finite = finite && lope_finite(m->base_rotation.x) && lope_finite(m->base_rotation.y) && lope_finite(m->base_rotation.z) &&
             lope_finite(m->base_rotation.w);
    return finite ? LOPE_OK : lope_refuse(error, LOPE_ERROR_NOT_FINITE, "memory", "has a number that is not finite");
}

// Notes what the next tick compares with.
static void note(lope_animation_state *m, const lope_state *state)
{
    const bool based = lope_animation_is_based(state);
    m->walked = state->distance_walked;
    m->base_body = based ? state->base_body : 0;
    m->base_rotation = based ? state->base_rotation : lope_quat_identity();
    m->velocity = state->velocity;
    m->base_velocity = based ? state->base_velocity : lope_vec3_make(0, 0, 0);
    m->up = state->up;
    m->facing = lope_point_to_vec3(lope_facing(state, (double)state->yaw));
    m->ticks = state->ticks;
    m->begun = 1;
}

// Returns the level speed (m/s) of a velocity.
static double speed_on_level(lope_vec3 velocity, lope_vec3 up)
{
    const lope_point v = lope_vec3_to_point(velocity), u = lope_vec3_to_point(up);
    return lope_point_length(lope_point_mad(v, u, -lope_point_dot(v, u)));
}

// Returns a vector of the last tick as the base has turned it since. On another base, or none, it stays.
static lope_point turned_by_base(const lope_animation_state *m, const lope_state *state, lope_vec3 v)
{
    const lope_point old = lope_vec3_to_point(v);
    if (!lope_animation_is_based(state) || state->base_body != m->base_body) return old;
    return lope_quat_rotate_point(lope_quat_multiply(state->base_rotation, lope_quat_conjugate(m->base_rotation)), old);
}

// Returns the angle (rad, positive to the left) by which the facing has turned against the base and the up.
// A facing goes with a turning up by the shortest turn, as the state's own does.
static double turned(const lope_animation_state *m, const lope_state *state, const lope_axes *axes)
{
    lope_point facing = turned_by_base(m, state, m->facing), up = turned_by_base(m, state, m->up);
    const double cosine = lope_point_dot(up, axes->up);
    if (cosine > -0.999) { // upside down there is no shortest turn
        const double tilt = lope_point_dot(facing, axes->up) / (1.0 + cosine);
        facing = lope_point_mad(facing, lope_point_add(up, axes->up), -tilt);
    }
    return lope_animation_angle(axes, facing) * -1.0;
}

// Returns the acceleration (m/s2, world) since the last tick: against the base where that is the same one.
static lope_point accelerated(const lope_animation_state *m, const lope_state *state, double seconds)
{
    const bool based = lope_animation_is_based(state);
    lope_point before = turned_by_base(m, state, m->velocity), now = lope_vec3_to_point(state->velocity);
    if ((based ? state->base_body : 0) != m->base_body) {
        before = lope_point_add(before, lope_vec3_to_point(m->base_velocity));
        if (based) now = lope_point_add(now, lope_vec3_to_point(state->base_velocity));
    }
    return lope_point_scale(lope_point_sub(now, before), 1.0 / seconds);
}

// Returns a number within -most to most.
static double within(double x, double most) { return x > most ? most : x < -most ? -most : x; }

// Returns an angle (rad) that comes nearer to its aim, evenly in proportion, and arrives.
static float nearer(double from, double aim, double share)
{
    const double off = (from - aim) * share;
    return fabs(off) > ARRIVED ? (float)(aim + off) : (float)aim;
}

// Returns a lean (rad) that follows the one at which `acceleration` and gravity (m/s2) balance.
static float lean(const lope_animation_numbers *n, float from, float acceleration, double gravity, double seconds)
{
    const double aim = gravity > 0 ? within((double)lope_atan2(acceleration, (float)gravity), n->lean_most) : 0;
    if (n->lean_time < 0) return (float)aim;
    return nearer((double)from, aim, lope_exp_double(-seconds / n->lean_time));
}

// Turns the mesh: it stays behind while the character stands, and comes up once it moves.
static void turn_mesh(lope_animation_state *m, const lope_animation_numbers *n, double turn, double speed, double seconds)
{
    if (speed > n->moving_speed)
        m->root_yaw = nearer((double)m->root_yaw, 0, lope_exp_double(-seconds / n->turn_settle));
    else
        m->root_yaw = (float)within((double)m->root_yaw - turn, n->turn_most);
}

lope_result lope_animation_advance(lope_animation_state *memory, const lope_animation_settings *settings,
                                   const lope_moveset *moveset, const lope_state *state, float seconds, lope_error *error)
{
    lope_animation_numbers n;
    if (!memory || !moveset || !state)
        return lope_refuse(error, LOPE_ERROR_NULL, !memory ? "memory" : !moveset ? "moveset" : "state", "is required");
    if (!lope_moveset_is_made(moveset)) return lope_refuse(error, LOPE_ERROR_STATE, "moveset", LOPE_MOVESET_NOT_MADE);
    lope_result result = lope_animation_numbers_make(&n, settings, moveset, error);
    if (result == LOPE_OK) result = lope_check_number(error, "seconds", (double)seconds, 0, 1e6);
    if (result == LOPE_OK) result = lope_animation_memory_check(memory, error);
    if (result != LOPE_OK) return result;
    if (!(seconds > 0)) return lope_refuse(error, LOPE_ERROR_RANGE, "seconds", "must be above 0");
    if (memory->begun && state->ticks == memory->ticks) return LOPE_OK;

    const bool crouched = (state->flags & LOPE_STATE_CROUCHED) != 0;
    const double speed = speed_on_level(state->velocity, state->up), time = (double)seconds;
    const lope_axes axes = lope_animation_axes(state);
    if (!memory->begun) {
        *memory = (lope_animation_state){.strides = state->distance_walked / lope_animation_stride(&n, speed, crouched)};
        note(memory, state);
        return LOPE_OK;
    }
    memory->strides += lope_animation_strides(&n, &(lope_animation_stretch){.distance = state->distance_walked - memory->walked,
                                                                            .seconds = time,
                                                                            .from = speed_on_level(memory->velocity, memory->up),
                                                                            .to = speed,
                                                                            .crouched = crouched});
    memory->acceleration = lope_animation_in_axes(&axes, accelerated(memory, state, time));
    const double gravity = lope_point_length(lope_vec3_to_point(state->gravity)) * fabs((double)moveset->tuning.gravity_scale);
    memory->lean_right = lean(&n, memory->lean_right, memory->acceleration.x, gravity, time);
    memory->lean_forward = lean(&n, memory->lean_forward, -memory->acceleration.z, gravity, time);
    turn_mesh(memory, &n, turned(memory, state, &axes), speed, time);
    note(memory, state);
    return LOPE_OK;
}

lope_result lope_animation_turned(lope_animation_state *memory, float angle)
{
    if (!memory) return LOPE_ERROR_NULL;
    if (!lope_finite(angle) || !lope_finite(memory->root_yaw + angle)) return LOPE_ERROR_NOT_FINITE;
    memory->root_yaw += angle;
    return LOPE_OK;
}

// ---- as bytes -----------------------------------------------------------------------------------------

static const uint8_t magic[8] = {'l', 'o', 'p', 'e', 'a', 'n', 'i', 1}; // the last one is the version

#define LONG_WORDS 3 // 8-byte numbers that the memory begins with; the rest are numbers of 4 bytes
#define WORDS 24

_Static_assert(sizeof(lope_animation_state) == 8 * LONG_WORDS + 4 * WORDS, "a memory has no padding");
_Static_assert(sizeof magic + sizeof(lope_animation_state) + 8 == LOPE_ANIMATION_STATE_BYTES, "with its mark and a hash");

// Writes the lowest `count` bytes of a number, and returns what follows.
static uint8_t *put(uint8_t *at, uint64_t number, int count)
{
    for (int i = 0; i < count; i++) *at++ = (uint8_t)(number >> (8 * i));
    return at;
}

// Returns a number of `count` bytes.
static uint64_t get(const uint8_t *at, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++) number |= (uint64_t)at[i] << (8 * i);
    return number;
}

void lope_animation_state_write(const lope_animation_state *memory, uint8_t bytes[LOPE_ANIMATION_STATE_BYTES])
{
    if (!memory || !bytes) return;
    uint64_t longs[LONG_WORDS];
    uint32_t words[WORDS];
    memcpy(longs, memory, sizeof longs);
    memcpy(words, (const char *)memory + sizeof longs, sizeof words);
    memcpy(bytes, magic, sizeof magic);
    uint8_t *at = bytes + sizeof magic;
    for (int i = 0; i < LONG_WORDS; i++) at = put(at, longs[i], 8);
    for (int i = 0; i < WORDS; i++) at = put(at, words[i], 4);
    put(at, lope_hash_bytes(LOPE_HASH_START, bytes, (size_t)(at - bytes)), 8);
}

lope_result lope_animation_state_read(lope_animation_state *memory, const uint8_t bytes[LOPE_ANIMATION_STATE_BYTES])
{
    const size_t hashed = LOPE_ANIMATION_STATE_BYTES - 8;
    uint64_t longs[LONG_WORDS];
    uint32_t words[WORDS];
    lope_animation_state read;
    if (!memory || !bytes) return LOPE_ERROR_NULL;
    if (memcmp(bytes, magic, sizeof magic) != 0) return LOPE_ERROR_FORMAT;
    if (get(bytes + hashed, 8) != lope_hash_bytes(LOPE_HASH_START, bytes, hashed)) return LOPE_ERROR_FORMAT;
    const uint8_t *at = bytes + sizeof magic;
    for (int i = 0; i < LONG_WORDS; i++, at += 8) longs[i] = get(at, 8);
    for (int i = 0; i < WORDS; i++, at += 4) words[i] = (uint32_t)get(at, 4);
    memcpy(&read, longs, sizeof longs);
    memcpy((char *)&read + sizeof longs, words, sizeof words);
    if (lope_animation_memory_check(&read, NULL) != LOPE_OK || read.begun > 1) return LOPE_ERROR_FORMAT;
    *memory = read;
    return LOPE_OK;
}
