// save.c - a state as little-endian bytes, and back.
//
// Layout, version 2:
//   8 bytes  "LSTATE\r\n"       (a text-mode copy breaks it, and is noticed)
//   u32      version
//   u32      bytes of the whole record
//   u32      bytes of the mode's name, then the name
//   members  in the order of MEMBERS below, floats by their bits
//   u64      hash of everything before it
//
// One list of members serves both ways, so they cannot disagree, and its sizes are summed at compile time: a new member of
// lope_state does not compile until it has a line here. A later version adds its members at the end of the list, with the
// version that brought them; a record of an earlier version ends before them, and they stay zero. Read next: state.c.
#include <lope/save.h>

#include "base/error.h"
#include "base/hash.h"
#include "character/state/state_flags.h"

#include <string.h>

#define HEADER 20 // bytes before the mode's name
#define HASH 8

static const unsigned char magic[8] = {'L', 'S', 'T', 'A', 'T', 'E', '\r', '\n'};

// Member, and the version that brought it. `mode` goes by name; what is reserved is zero and goes not at all.
// clang-format off
#define MEMBERS(row) \
    row(feet.x, 1) row(feet.y, 1) row(feet.z, 1) \
    row(floor.body, 1) row(floor.distance, 1) row(floor.normal.x, 1) row(floor.normal.y, 1) row(floor.normal.z, 1) \
    row(floor.plane.x, 1) row(floor.plane.y, 1) row(floor.plane.z, 1) \
    row(floor.triangle, 1) row(floor.material, 1) row(floor.walkable, 1) row(floor.kind, 1) \
    row(velocity.x, 1) row(velocity.y, 1) row(velocity.z, 1) row(up.x, 1) row(up.y, 1) row(up.z, 1) \
    row(radius, 1) row(height, 1) row(yaw, 1) row(pitch, 1) row(held, 1) \
    row(jump_hold_time, 1) row(jump_force_left, 1) row(jump_count, 1) row(flags, 1) row(jump_start, 1) \
    row(coyote_left, 1) row(jump_buffer_left, 1) row(step_debt, 1) row(acceleration, 1) \
    row(gravity.x, 1) row(gravity.y, 1) row(gravity.z, 1) row(ticks, 1) row(event_sequence, 1) row(stuck_ticks, 1) \
    row(distance_walked, 1) row(stuck_body, 1) row(own_body, 1) row(last_hit_body, 1) \
    row(other_hit_body, 1) row(last_hit_left, 1) row(other_hit_left, 1) row(channels, 1) \
    row(overlap_channels, 1) row(forward.x, 1) row(forward.y, 1) row(forward.z, 1) row(roll, 1) \
    row(look_yaw, 1) row(look_pitch, 1) row(carried_yaw, 1) row(standing_height, 1) row(immersion, 1) \
    row(knockback_left, 1) row(water, 1) row(base_body, 1) row(base_point.x, 1) row(base_point.y, 1) row(base_point.z, 1) \
    row(base_rotation.x, 1) row(base_rotation.y, 1) row(base_rotation.z, 1) row(base_rotation.w, 1) \
    row(base_velocity.x, 1) row(base_velocity.y, 1) row(base_velocity.z, 1) row(overlap_count, 1) \
    overlap(row, 0) overlap(row, 1) overlap(row, 2) overlap(row, 3) overlap(row, 4) overlap(row, 5) overlap(row, 6) \
    overlap(row, 7) layer(row, 0) layer(row, 1) layer(row, 2) layer(row, 3) \
    row(layer_velocity.x, 1) row(layer_velocity.y, 1) row(layer_velocity.z, 1) row(layer_count, 1) \
    data(row, 0) data(row, 4) data(row, 8) data(row, 12) \
    row(crush_points[0].x, 2) row(crush_points[0].y, 2) row(crush_points[0].z, 2) \
    row(crush_points[1].x, 2) row(crush_points[1].y, 2) row(crush_points[1].z, 2) row(crush_body, 2)
#define overlap(row, i) row(overlaps[i], 1) row(overlap_parts[i], 1)
#define layer(row, i) \
    row(layers[i].start.x, 1) row(layers[i].start.y, 1) row(layers[i].start.z, 1) row(layers[i].id, 1) row(layers[i].kind, 1) \
    row(layers[i].flags, 1) row(layers[i].priority, 1) row(layers[i].duration, 1) row(layers[i].time, 1) \
    row(layers[i].velocity.x, 1) row(layers[i].velocity.y, 1) row(layers[i].velocity.z, 1) \
    row(layers[i].finish_velocity.x, 1) row(layers[i].finish_velocity.y, 1) row(layers[i].finish_velocity.z, 1) \
    row(layers[i].span.x, 1) row(layers[i].span.y, 1) row(layers[i].span.z, 1) row(layers[i].strength, 1) \
    row(layers[i].height, 1) row(layers[i].radius, 1) row(layers[i].curve, 1) row(layers[i].finish, 1)
#define data(row, i) row(mode_data[i], 1) row(mode_data[i + 1], 1) row(mode_data[i + 2], 1) row(mode_data[i + 3], 1)

#define OF(path) (((const lope_state *)NULL)->path)
#define ROW(path, version) \
    {#path, (uint32_t)offsetof(lope_state, path), sizeof OF(path), version, \
     _Generic(OF(path), float: true, double: true, default: false)},
// clang-format on
#define ROW_BYTES(path, version) +sizeof OF(path)
_Static_assert(sizeof(lope_state) == 0 MEMBERS(ROW_BYTES) + sizeof OF(mode) + sizeof OF(floor.reserved) + sizeof OF(reserved),
               "a member of lope_state is not saved: give it a row, and save.h a new version");

typedef struct row {
    const char *name;
    uint32_t offset, bytes, since;
    bool real; // float or double
} row;

static const row rows[] = {MEMBERS(ROW)};
#define ROW_COUNT (sizeof rows / sizeof *rows)

static unsigned char *put(unsigned char *at, uint64_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) *at++ = (unsigned char)(value >> (8 * i) & 255u);
    return at;
}

static uint64_t get(const unsigned char *at, uint32_t bytes)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static uint64_t member_bits(const lope_state *state, const row *r)
{
    const char *at = (const char *)state + r->offset;
    uint32_t narrow;
    uint64_t wide;
    if (r->bytes == sizeof wide) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

static void set_member(lope_state *state, const row *r, uint64_t bits)
{
    char *at = (char *)state + r->offset;
    const uint32_t narrow = (uint32_t)(bits & UINT32_MAX);
    if (r->bytes == sizeof bits)
        memcpy(at, &bits, sizeof bits);
    else
        memcpy(at, &narrow, sizeof narrow);
}

static bool bits_are_finite(const row *r, uint64_t bits)
{
    const uint64_t exponent = r->bytes == 8 ? UINT64_C(0x7ff0000000000000) : UINT64_C(0x7f800000);
    return (bits & exponent) != exponent;
}

// What lope_move takes for granted. Bytes from outside may say anything, with a hash that fits.
static lope_result check_state(const lope_state *state, lope_error *error)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].real && !bits_are_finite(&rows[i], member_bits(state, &rows[i])))
            return lope_refuse(error, LOPE_ERROR_NOT_FINITE, rows[i].name, "must be finite");
    if (!(state->radius > 0))
        return lope_refuse(error, LOPE_ERROR_RANGE, "radius", "is %g, must be above 0", (double)state->radius);
    if (!(state->height >= 2 * state->radius))
        return lope_refuse(error, LOPE_ERROR_RANGE, "height", "is %g, must be at least twice the radius of %g",
                           (double)state->height, (double)state->radius);
    const double length = lope_point_length(lope_vec3_to_point(state->up));
    if (!(length > 0.999 && length < 1.001)) // far more than the rounding of a unit vector
        return lope_refuse(error, LOPE_ERROR_RANGE, "up", "has a length of %g, must be a unit vector", length);
    if (state->floor.kind > LOPE_FLOOR_WEDGE)
        return lope_refuse(error, LOPE_ERROR_RANGE, "floor.kind", "the floor is of no known kind");
    if (state->floor.walkable > 1) return lope_refuse(error, LOPE_ERROR_RANGE, "floor.walkable", "must be 0 or 1");
    const char *const overfull = lope_state_overfull(state);
    if (overfull != NULL) return lope_refuse(error, LOPE_ERROR_RANGE, overfull, "more than a state holds");
    static const char zero[sizeof(lope_state) - LOPE_STATE_MORE_AT];
    if (!(state->flags & LOPE_STATE_MORE) && memcmp(&state->base_body, zero, sizeof zero) != 0)
        return lope_refuse(error, LOPE_ERROR_RANGE, "flags", "says that there is no base, overlap or layer, where there is one");
    return LOPE_OK;
}

static size_t record_bytes(size_t name, uint32_t version)
{
    size_t bytes = HEADER + name + HASH;
    for (size_t i = 0; i < ROW_COUNT; i++) bytes += rows[i].since <= version ? rows[i].bytes : 0;
    return bytes;
}

// The name of a mode of the moveset, or of a built-in one; NULL: there is none.
static const char *name_of(const lope_moveset *moveset, uint32_t mode)
{
    if (moveset != NULL) return mode < moveset->mode_count ? moveset->modes[mode]->name : NULL;
    return mode < LOPE_MODE_COUNT ? lope_mode_name(mode) : NULL;
}

lope_result lope_state_write(const lope_state *state, void *buffer, size_t size, size_t *needed, lope_error *error)
{
    return lope_state_write_for(NULL, state, buffer, size, needed, error);
}

lope_result lope_state_write_for(const lope_moveset *moveset, const lope_state *state, void *buffer, size_t size, size_t *needed,
                                 lope_error *error)
{
    if (state == NULL) return lope_refuse(error, LOPE_ERROR_NULL, "state", "a state is required");
    if (name_of(moveset, state->mode) == NULL)
        return lope_refuse(error, LOPE_ERROR_RANGE, "mode", "there is no mode %u", (unsigned)state->mode);
    const lope_result result = check_state(state, error);
    if (result != LOPE_OK) return result;
    const char *name = name_of(moveset, state->mode);
    const size_t length = strlen(name), bytes = record_bytes(length, LOPE_SAVE_VERSION);
    if (needed != NULL) *needed = bytes;
    if (buffer == NULL) return LOPE_OK;
    if (size < bytes)
        return lope_refuse(error, LOPE_ERROR_RANGE, "size", "the buffer has %lu bytes, %lu are needed", (unsigned long)size,
                           (unsigned long)bytes);
    unsigned char *const start = buffer, *at = start;
    memcpy(at, magic, sizeof magic);
    at = put(at + sizeof magic, LOPE_SAVE_VERSION, 4);
    at = put(put(at, bytes, 4), length, 4);
    memcpy(at, name, length);
    at += length;
    for (size_t i = 0; i < ROW_COUNT; i++) at = put(at, member_bits(state, &rows[i]), rows[i].bytes);
    put(at, lope_hash_bytes(LOPE_HASH_START, start, (size_t)(at - start)), HASH);
    return LOPE_OK;
}

// Everything around the members: what it is, how long, and whether it is whole.
static lope_result check_record(const unsigned char *bytes, size_t size, bool alone, lope_error *error)
{
    const lope_result code = LOPE_ERROR_FORMAT;
    if (size < HEADER + HASH || memcmp(bytes, magic, sizeof magic) != 0)
        return lope_refuse(error, code, "magic", "this is not a saved state");
    const uint32_t version = (uint32_t)get(bytes + 8, 4);
    if (version == 0 || version > LOPE_SAVE_VERSION)
        return lope_refuse(error, code, "version", "is %lu, this library reads up to %lu", (unsigned long)version,
                           (unsigned long)LOPE_SAVE_VERSION);
    const uint64_t length = get(bytes + 12, 4), name = get(bytes + 16, 4);
    if (length > size || (alone && length != size))
        return lope_refuse(error, code, "size", "the record has %lu bytes, %lu are there", (unsigned long)length,
                           (unsigned long)size);
    if (name > length || length != record_bytes((size_t)name, version))
        return lope_refuse(error, code, "size", "the record has %lu bytes, which does not fit its version",
                           (unsigned long)length);
    if (get(bytes + length - HASH, HASH) != lope_hash_bytes(LOPE_HASH_START, bytes, (size_t)length - HASH))
        return lope_refuse(error, code, "hash", "the record was changed since it was written");
    return LOPE_OK;
}

static lope_result read_mode(const lope_moveset *moveset, lope_state *state, const unsigned char *name, size_t length,
                             lope_error *error)
{
    const char *known;
    for (uint32_t mode = 0; (known = name_of(moveset, mode)) != NULL; mode++) {
        if (strlen(known) != length || memcmp(known, name, length) != 0) continue;
        state->mode = mode;
        return LOPE_OK;
    }
    const int shown = length < 40 ? (int)length : 40;
    return lope_refuse(error, LOPE_ERROR_UNKNOWN_NAME, "mode", "there is no mode \"%.*s\"", shown, (const char *)name);
}

lope_result lope_state_read(lope_state *state, const void *buffer, size_t size, size_t *used, lope_error *error)
{
    return lope_state_read_for(NULL, state, buffer, size, used, error);
}

lope_result lope_state_read_for(const lope_moveset *moveset, lope_state *state, const void *buffer, size_t size, size_t *used,
                                lope_error *error)
{
    if (state == NULL) return lope_refuse(error, LOPE_ERROR_NULL, "state", "a state is required");
    if (buffer == NULL) return lope_refuse(error, LOPE_ERROR_NULL, "buffer", "a buffer is required");
    const unsigned char *const bytes = buffer;
    lope_result result = check_record(bytes, size, used == NULL, error);
    if (result != LOPE_OK) return result;
    lope_state read;
    memset(&read, 0, sizeof read);
    const uint32_t version = (uint32_t)get(bytes + 8, 4);
    const size_t length = (size_t)get(bytes + 16, 4);
    result = read_mode(moveset, &read, bytes + HEADER, length, error);
    if (result != LOPE_OK) return result;
    const unsigned char *at = bytes + HEADER + length;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].since > version) continue;
        set_member(&read, &rows[i], get(at, rows[i].bytes));
        at += rows[i].bytes;
    }
    result = check_state(&read, error);
    if (result != LOPE_OK) return result;
    *state = read;
    if (used != NULL) *used = (size_t)get(bytes + 12, 4);
    return LOPE_OK;
}
