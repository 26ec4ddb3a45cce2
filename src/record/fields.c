// fields.c - the tables of fields, and the functions that write, read and compare by them. See fields.h.
#include "record/fields.h"
#include "character/state/state_fields.h"
#include "record/flat_input.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// clang-format off
#define FLOAT(type, path) {#path, offsetof(type, path), LOPE_BITS_FLOAT}
#define DOUBLE(type, path) {#path, offsetof(type, path), LOPE_BITS_DOUBLE}
#define U8(type, path) {#path, offsetof(type, path), LOPE_BITS_U8}
#define U32(type, path) {#path, offsetof(type, path), LOPE_BITS_U32}
#define U64(type, path) {#path, offsetof(type, path), LOPE_BITS_U64}
#define BOOL(type, path) {#path, offsetof(type, path), LOPE_BITS_BOOL}
#define VEC3(type, path) FLOAT(type, path.x), FLOAT(type, path.y), FLOAT(type, path.z)
#define POINT(type, path) DOUBLE(type, path.x), DOUBLE(type, path.y), DOUBLE(type, path.z)
#define QUAT(type, path) FLOAT(type, path.x), FLOAT(type, path.y), FLOAT(type, path.z), FLOAT(type, path.w)

// A state: all members, from the table in state_fields.h. The velocity and the mode come before the floor,
// because they change together: neighbours mostly share a byte of the mask.
#define S(path, page, since, order) {#path, offsetof(lope_state, path), STATE_BITS(path)},
#define STATE_BITS(path) \
    _Generic(LOPE_FIELD_OF(path), double: LOPE_BITS_DOUBLE, float: LOPE_BITS_FLOAT, uint64_t: LOPE_BITS_U64, \
        uint32_t: LOPE_BITS_U32, int32_t: LOPE_BITS_U32, uint16_t: LOPE_BITS_U16, uint8_t: LOPE_BITS_U8)
#define STATE_FIELDS_2(F) \
    LOPE_FIELDS_FEET(F) LOPE_FIELDS_MOTION(F) LOPE_FIELDS_FLOOR(F) LOPE_FIELDS_REST(F) LOPE_FIELDS_PAGES(F)
static const lope_record_field state_fields[] = {STATE_FIELDS_2(S) LOPE_FIELDS_3(S)};
#define ONE(path, page, since, order) +1
#define STATE_COUNT_2 (0 STATE_FIELDS_2(ONE))

#define I lope_flat_input
static const lope_record_field input_fields[] = {
    VEC3(I, move), FLOAT(I, look_yaw), FLOAT(I, look_pitch), U32(I, held), U32(I, pressed), U32(I, requests),
    VEC3(I, launch_velocity), VEC3(I, impulse), VEC3(I, force), POINT(I, teleport_feet), U32(I, mode),
    BOOL(I, impulse_is_velocity), BOOL(I, force_is_acceleration), U32(I, forbidden), BOOL(I, look_is_absolute),
    BOOL(I, requests_velocity), BOOL(I, requested_at_max), FLOAT(I, knockback_time), VEC3(I, requested_velocity), VEC3(I, avoidance),
    FLOAT(I, resize_radius), FLOAT(I, resize_height), U32(I, layer.id), U32(I, layer.kind), U32(I, layer.flags),
    U32(I, layer.priority), FLOAT(I, layer.duration), VEC3(I, layer.velocity), POINT(I, layer.target), FLOAT(I, layer.strength),
    FLOAT(I, layer.height), FLOAT(I, layer.radius), U32(I, layer.curve), U32(I, layer.finish), VEC3(I, layer.finish_velocity),
    U32(I, end_layer), BOOL(I, has_root_motion), VEC3(I, root_motion.translation), FLOAT(I, root_motion.yaw),
    U32(I, root_motion.flags)};
#undef I

#define E lope_event
static const lope_record_field event_fields[] = {
    U32(E, kind), U32(E, sequence), FLOAT(E, time), U32(E, from), U32(E, to), FLOAT(E, value), U64(E, body), U64(E, body_from),
    POINT(E, point), VEC3(E, normal), U32(E, material), U32(E, walkable)};
#undef E

#define Q lope_query
static const lope_record_field query_fields[] = {
    U8(Q, purpose), U8(Q, kind), U8(Q, verdict), U8(Q, hit), FLOAT(Q, time), FLOAT(Q, fraction), FLOAT(Q, radius),
    FLOAT(Q, height), VEC3(Q, from), VEC3(Q, motion), VEC3(Q, point), VEC3(Q, normal), U64(Q, body), U32(Q, triangle),
    U32(Q, walkable)};
#undef Q

#define B lope_sink_body
static const lope_record_field body_fields[] = {
    U64(B, id), POINT(B, pose.position), QUAT(B, pose.rotation), POINT(B, motion.displacement), VEC3(B, motion.rotation),
    U32(B, surface.walkable), FLOAT(B, surface.walkable_angle), VEC3(B, surface.velocity), U32(B, surface.material),
    BOOL(B, surface.no_step_up), BOOL(B, surface.no_base), BOOL(B, moving), BOOL(B, character), BOOL(B, dynamic),
    U32(B, channels), FLOAT(B, mass), VEC3(B, velocity), VEC3(B, spin), VEC3(B, mass_center), VEC3(B, inertia),
    {"firm", offsetof(B, push_priority), LOPE_BITS_U8}, BOOL(B, falls),
    BOOL(B, surface.one_way), BOOL(B, rests), U8(B, parts), U8(B, part)};
#undef B

#define V lope_volume
static const lope_record_field volume_fields[] = {
    U32(V, priority), U32(V, gravity_mode), VEC3(V, gravity), FLOAT(V, gravity_strength), POINT(V, gravity_point), BOOL(V, water),
    BOOL(V, no_fluid_friction), FLOAT(V, fluid_friction), FLOAT(V, terminal_speed)};
#undef V

#define F lope_recorded_shape
static const lope_record_field shape_fields[] = {
    U32(F, kind), U32(F, index), U32(F, part), U32(F, two_sided), VEC3(F, a), VEC3(F, b), VEC3(F, c), QUAT(F, rotation),
    FLOAT(F, radius), FLOAT(F, half_height)};
#undef F

// The terms of a tick by name, in the order of lope_term.
typedef struct lope_terms {
    lope_vec3 request, force, gravity, jump, input, friction, braking, base, clip, layer;
} lope_terms;
#define T lope_terms
static const lope_record_field terms_fields[] = {
    VEC3(T, request), VEC3(T, force), VEC3(T, gravity), VEC3(T, jump), VEC3(T, input), VEC3(T, friction), VEC3(T, braking),
    VEC3(T, base), VEC3(T, clip), VEC3(T, layer)};
#undef T

#define TABLE(fields, finite) {fields, sizeof fields / sizeof *fields, finite}
const lope_record_table lope_state_table = TABLE(state_fields, true),
    lope_state_table_2 = {state_fields, STATE_COUNT_2, true}, lope_input_table = TABLE(input_fields, true),
    lope_event_table = TABLE(event_fields, false), lope_query_table = TABLE(query_fields, false),
    lope_body_table = TABLE(body_fields, true), lope_shape_table = TABLE(shape_fields, true),
    lope_terms_table = TABLE(terms_fields, false), lope_volume_table = TABLE(volume_fields, true);
// clang-format on

#define FIELDS_MOST 504 // fields of a struct: a mask of 63 bytes, each of which has a bit in a uint64_t
_Static_assert(sizeof state_fields / sizeof *state_fields <= FIELDS_MOST, "more fields than are told");
_Static_assert(sizeof(lope_terms) == LOPE_TERM_COUNT * sizeof(lope_vec3), "a term is not recorded: give it a row");
_Static_assert(sizeof(lope_walkable) == sizeof(uint32_t), "a lope_walkable goes as 32 bits");

// Returns the bits of a field of a struct.
static uint64_t bits_of(const lope_record_field *field, const void *thing)
{
    const char *at = (const char *)thing + field->offset;
    uint64_t wide;
    uint32_t narrow;
    uint16_t half;
    switch (field->bits) {
    case LOPE_BITS_DOUBLE:
    case LOPE_BITS_U64:
        memcpy(&wide, at, sizeof wide);
        return wide;
    case LOPE_BITS_FLOAT:
    case LOPE_BITS_U32:
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    case LOPE_BITS_U16:
        memcpy(&half, at, sizeof half);
        return half;
    case LOPE_BITS_BOOL:
        return *(const bool *)(const void *)at;
    default:
        return *(const unsigned char *)at;
    }
}

// Sets a field of a struct from its bits.
static void set_bits(const lope_record_field *field, void *thing, uint64_t bits)
{
    char *at = (char *)thing + field->offset;
    uint32_t narrow = (uint32_t)(bits & UINT32_MAX);
    uint16_t half = (uint16_t)(bits & UINT16_MAX);
    switch (field->bits) {
    case LOPE_BITS_DOUBLE:
    case LOPE_BITS_U64:
        memcpy(at, &bits, sizeof bits);
        break;
    case LOPE_BITS_FLOAT:
    case LOPE_BITS_U32:
        memcpy(at, &narrow, sizeof narrow);
        break;
    case LOPE_BITS_U16:
        memcpy(at, &half, sizeof half);
        break;
    case LOPE_BITS_BOOL:
        *(bool *)(void *)at = bits != 0;
        break;
    default:
        *(unsigned char *)at = (unsigned char)bits;
        break;
    }
}

// Returns whether a field can have these bits. finite: NaN and infinity are refused.
static bool is_value(const lope_record_field *field, bool finite, uint64_t bits)
{
    const uint64_t wide = UINT64_C(0x7ff0000000000000), narrow = UINT64_C(0x7f800000);
    switch (field->bits) {
    case LOPE_BITS_DOUBLE:
        return !finite || (bits & wide) != wide;
    case LOPE_BITS_FLOAT:
        return bits <= UINT32_MAX && (!finite || (bits & narrow) != narrow);
    case LOPE_BITS_U32:
        return bits <= UINT32_MAX;
    case LOPE_BITS_U16:
        return bits <= UINT16_MAX;
    case LOPE_BITS_U8:
        return bits <= UINT8_MAX;
    case LOPE_BITS_BOOL:
        return bits <= 1;
    default:
        return true;
    }
}

// Returns whether a field changes by a difference, not by the bits that differ.
static bool is_number(const lope_record_field *field) { return field->bits == LOPE_BITS_U32 || field->bits == LOPE_BITS_U64; }

// The mask has one bit a field. It is written as a number that says which of its bytes are not zero, and then
// those bytes.
void lope_write_fields(lope_writer *writer, const lope_record_table *table, const void *now, const void *before)
{
    unsigned mask[FIELDS_MOST / 8] = {0};
    uint64_t changes[FIELDS_MOST], present = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        uint64_t is = bits_of(&table->fields[i], now), was = bits_of(&table->fields[i], before);
        changes[i] = is_number(&table->fields[i]) ? lope_zigzag(is - was) : is ^ was;
        if (changes[i] == 0) continue;
        mask[i / 8] |= 1u << i % 8;
        present |= UINT64_C(1) << i / 8;
    }
    lope_write_number(writer, present);
    for (uint32_t i = 0; i < (table->count + 7) / 8; i++)
        if (mask[i]) lope_write_byte(writer, mask[i]);
    for (uint32_t i = 0; i < table->count; i++)
        if (changes[i]) lope_write_number(writer, changes[i]);
}

bool lope_read_fields(lope_reader *reader, const lope_record_table *table, void *now, const void *before, const char **field)
{
    unsigned mask[FIELDS_MOST / 8] = {0};
    uint32_t bytes = (table->count + 7) / 8;
    uint64_t present = lope_read_number(reader);
    *field = "mask";
    if (present >> bytes != 0) return false;
    for (uint32_t i = 0; i < bytes; i++)
        if (present >> i & 1) mask[i] = lope_read_byte(reader);
    if (table->count % 8 != 0 && mask[bytes - 1] >> table->count % 8 != 0) return false;
    for (uint32_t i = 0; i < table->count; i++) {
        const lope_record_field *one = &table->fields[i];
        uint64_t bits = bits_of(one, before);
        if (mask[i / 8] >> i % 8 & 1u) {
            uint64_t change = lope_read_number(reader);
            bits = is_number(one) ? bits + lope_unzigzag(change) : bits ^ change;
            if (one->bits == LOPE_BITS_U32) bits &= UINT32_MAX;
        }
        *field = one->name;
        if (reader->failed || !is_value(one, table->finite, bits)) return false;
        set_bits(one, now, bits);
    }
    return !reader->failed;
}

// Returns whether the bits of a field are a zero. -0 counts as 0, as in lope_state_hash.
static bool is_zero(const lope_record_field *field, uint64_t bits)
{
    if (field->bits == LOPE_BITS_FLOAT) return (bits & UINT64_C(0x7fffffff)) == 0;
    return field->bits == LOPE_BITS_DOUBLE && (bits & UINT64_C(0x7fffffffffffffff)) == 0;
}

const lope_record_field *lope_fields_differ(const lope_record_table *table, const void *a, const void *b)
{
    for (uint32_t i = 0; i < table->count; i++) {
        const lope_record_field *field = &table->fields[i];
        uint64_t one = bits_of(field, a), other = bits_of(field, b);
        if (one != other && !(is_zero(field, one) && is_zero(field, other))) return field;
    }
    return NULL;
}

void lope_field_text(const lope_record_field *field, const void *thing, char *text, size_t capacity)
{
    const char *at = (const char *)thing + field->offset;
    float narrow;
    double wide;
    switch (field->bits) {
    case LOPE_BITS_FLOAT:
        memcpy(&narrow, at, sizeof narrow);
        snprintf(text, capacity, "%.9g", (double)narrow);
        break;
    case LOPE_BITS_DOUBLE:
        memcpy(&wide, at, sizeof wide);
        snprintf(text, capacity, "%.17g", wide);
        break;
    default:
        if (bits_of(field, thing) == LOPE_BODY_NONE)
            snprintf(text, capacity, "none");
        else
            snprintf(text, capacity, "%" PRIu64, bits_of(field, thing));
        break;
    }
}
