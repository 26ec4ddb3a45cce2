// save.c - a state as little-endian bytes for other programs and later versions, and back.
//
// Layout, version 3:
//   8 bytes  "LSTATE\r\n"       (a text-mode copy breaks it, and is noticed)
//   u32      version
//   u32      bytes of the whole record
//   u32      bytes of the mode's name, then the name
//   members  in the order of state_fields.h, those that are saved; floats by their bits
//   u64      hash of everything before it
//
// A later version adds its members at the end of the table, with the version that brought them. A record of
// an earlier version ends before them, and they stay zero. Which pages are in use is not written: it is found
// in what is not zero. Read next: state_fields.h.
#include <lope/save.h>

#include "base/error.h"
#include "base/hash.h"
#include "character/state/mode_exists.h"
#include "character/state/pages.h"
#include "character/state/state_fields.h"

#include <string.h>

#define HEADER 20 // bytes before the mode's name
#define HASH 8

static const unsigned char magic[8] = {'L', 'S', 'T', 'A', 'T', 'E', '\r', '\n'};

// Writes the low `bytes` bytes of a value, lowest first. Returns the place behind them.
static unsigned char *put(unsigned char *at, uint64_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) *at++ = (unsigned char)(value >> (8 * i) & 255u);
    return at;
}

// Returns the value of `bytes` bytes, lowest first.
static uint64_t get(const unsigned char *at, uint32_t bytes)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

// True when a record of that version has the member.
static bool has(const lope_state_field *field, uint32_t version) { return field->since != 0 && field->since <= version; }

// True unless the member is a float and its bits say infinite or NaN.
static bool is_finite(const lope_state_field *field, uint64_t bits)
{
    const uint64_t wide = UINT64_C(0x7ff0000000000000), narrow = UINT64_C(0x7f800000);
    if (field->type == LOPE_FIELD_F64) return (bits & wide) != wide;
    return field->type != LOPE_FIELD_F32 || (bits & narrow) != narrow;
}

// Checks what lope_move takes for granted. Bytes from outside may say anything, with a hash that fits.
static lope_result check_state(const lope_state *state, lope_error *error)
{
    for (uint32_t i = 0; i < lope_state_field_count; i++)
        if (!is_finite(&lope_state_fields[i], lope_state_field_bits(state, &lope_state_fields[i])))
            return lope_refuse(error, LOPE_ERROR_NOT_FINITE, lope_state_fields[i].name, "must be finite");
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
    const char *const fault = lope_pages_fault(state);
    if (fault == NULL) return LOPE_OK;
    const bool count = state->overlap_count > LOPE_OVERLAPS || state->layer_count > LOPE_LAYERS;
    return lope_refuse(error, LOPE_ERROR_RANGE, fault,
                       count ? "more than a state holds" : "does not tell which pages are in use");
}

// Returns the size of a record of that version. name: bytes of the mode's name.
static size_t record_bytes(size_t name, uint32_t version)
{
    size_t bytes = HEADER + name + HASH;
    for (uint32_t i = 0; i < lope_state_field_count; i++)
        if (has(&lope_state_fields[i], version)) bytes += lope_state_fields[i].bytes;
    return bytes;
}

// Returns the name of a mode of the moveset, or of a built-in one without a moveset; NULL: there is none.
static const char *name_of(const lope_moveset *moveset, uint32_t mode)
{
    if (moveset != NULL) return lope_mode_exists(moveset, mode) ? moveset->modes[mode]->name : NULL;
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
    for (uint32_t i = 0; i < lope_state_field_count; i++) {
        const lope_state_field *const field = &lope_state_fields[i];
        if (has(field, LOPE_SAVE_VERSION)) at = put(at, lope_state_field_bits(state, field), field->bytes);
    }
    put(at, lope_hash_bytes(LOPE_HASH_START, start, (size_t)(at - start)), HASH);
    return LOPE_OK;
}

// Checks everything around the members: what it is, how long, whether it is whole. alone: nothing may follow.
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

// Sets the state's mode to the one with that name, of `length` bytes. Refuses a name that no mode has.
static lope_result read_mode(const lope_moveset *moveset, lope_state *state, const unsigned char *name, size_t length,
                             lope_error *error)
{
    for (uint32_t mode = 0; mode < LOPE_MODES; mode++) {
        const char *known = name_of(moveset, mode);
        if (!known || strlen(known) != length || memcmp(known, name, length) != 0) continue;
        state->mode = mode;
        return LOPE_OK;
    }
    const int shown = length < 40 ? (int)length : 40;
    return lope_refuse(error, LOPE_ERROR_UNKNOWN_NAME, "mode", "there is no mode \"%.*s\"", shown, (const char *)name);
}

// Reads the members of a record into a state that is all zero. The record's size has been checked.
static lope_result read_members(lope_state *state, const unsigned char *bytes, lope_error *error)
{
    const uint32_t version = (uint32_t)get(bytes + 8, 4);
    const unsigned char *at = bytes + HEADER + (size_t)get(bytes + 16, 4);
    for (uint32_t i = 0; i < lope_state_field_count; i++) {
        const lope_state_field *const field = &lope_state_fields[i];
        if (!has(field, version)) continue;
        lope_state_field_set(state, field, get(at, field->bytes));
        at += field->bytes;
    }
    const uint32_t told = state->flags & LOPE_STATE_MORE;
    lope_pages_find(state);
    if (told == (state->flags & LOPE_STATE_MORE)) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, "flags", "does not tell whether there is a base, an overlap or a layer");
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
    result = read_mode(moveset, &read, bytes + HEADER, (size_t)get(bytes + 16, 4), error);
    if (result == LOPE_OK) result = read_members(&read, bytes, error);
    if (result == LOPE_OK) result = check_state(&read, error);
    if (result != LOPE_OK) return result;
    *state = read;
    if (used != NULL) *used = (size_t)get(bytes + 12, 4);
    return LOPE_OK;
}
