// state_fields.h - the table of the state's members.
//
// Hash, saves, recordings, the digest on big endian and the check for padding are all made from it. So they
// cannot disagree.
//
// LOPE_STATE_FIELDS(F) expands F(name, page, since, order) for each number in a state:
//   name   "floor.normal.x"; its type is found by the compiler
//   page   the page that it stands in: COMMON, BASE, OVERLAPS, LAYERS, MODE, SQUEEZE, ABILITY or GAUGES
//   since  the version of save.h that brought it; 0: it is not saved
//   order  its place in lope_state_hash; from LOPE_FIELD_UNHASHED on it is not hashed
//
// Saves and recordings have the members in the table's order, so a row keeps its place for ever. A new member
// gets a row at the end, with the next version and the next free orders. A state with rows that do not add up
// to its size does not compile (state_fields.c). The places in memory are free. Read next: state_fields.c,
// then state.c, save.c and record/fields.c for what is made of it.
#ifndef LOPE_CHARACTER_STATE_STATE_FIELDS_H
#define LOPE_CHARACTER_STATE_STATE_FIELDS_H

#include <lope/state.h>

#include <stddef.h>

// clang-format off
#define LOPE_FIELD_VEC3(F, name, page, since, order) \
    F(name.x, page, since, (order)) F(name.y, page, since, (order) + 1) F(name.z, page, since, (order) + 2)
#define LOPE_FIELD_QUAT(F, name, page, since, order) \
    LOPE_FIELD_VEC3(F, name, page, since, order) F(name.w, page, since, (order) + 3)
#define LOPE_FIELD_4(F, name, i, page, since, order) \
    F(name[i], page, since, (order) + i) F(name[i + 1], page, since, (order) + i + 1) \
    F(name[i + 2], page, since, (order) + i + 2) F(name[i + 3], page, since, (order) + i + 3)

// Orders of the hash: the first part, then pages. The gaps are free.
#define LOPE_FIELD_BASE 100
#define LOPE_FIELD_OVERLAP(i) (120 + 2 * (i))
#define LOPE_FIELD_LAYER(i) (140 + 24 * (i))
#define LOPE_FIELD_MODE 240
#define LOPE_FIELD_SQUEEZE 260
#define LOPE_FIELD_MODE_REST 270
#define LOPE_FIELD_ABILITY(i) (290 + 32 * (i))
#define LOPE_FIELD_GAUGES 420
#define LOPE_FIELD_UNHASHED 550
#define LOPE_FIELD_ORDERS 560

#define LOPE_FIELDS_FEET(F) LOPE_FIELD_VEC3(F, feet, COMMON, 1, 0)

#define LOPE_FIELDS_FLOOR(F) \
    F(floor.body, COMMON, 1, 3) \
    F(floor.distance, COMMON, 1, 4) \
    LOPE_FIELD_VEC3(F, floor.normal, COMMON, 1, 5) \
    LOPE_FIELD_VEC3(F, floor.plane, COMMON, 1, 8) \
    F(floor.triangle, COMMON, 1, 11) \
    F(floor.material, COMMON, 1, 12) \
    F(floor.walkable, COMMON, 1, 13) \
    F(floor.kind, COMMON, 1, 14) \
    F(floor.reserved[0], COMMON, 0, LOPE_FIELD_UNHASHED) \
    F(floor.reserved[1], COMMON, 0, LOPE_FIELD_UNHASHED + 1)

// A mode stands in saves by its name.
#define LOPE_FIELDS_MOTION(F) \
    LOPE_FIELD_VEC3(F, velocity, COMMON, 1, 15) \
    F(mode, COMMON, 0, 36)

#define LOPE_FIELDS_REST(F) \
    LOPE_FIELD_VEC3(F, up, COMMON, 1, 18) \
    F(radius, COMMON, 1, 24) \
    F(height, COMMON, 1, 25) \
    F(yaw, COMMON, 1, 26) \
    F(pitch, COMMON, 1, 27) \
    F(held, COMMON, 1, 37) \
    F(jump_hold_time, COMMON, 1, 28) \
    F(jump_force_left, COMMON, 1, 29) \
    F(jump_count, COMMON, 1, 38) \
    F(flags, COMMON, 1, 39) \
    F(jump_start, COMMON, 1, 44) \
    F(coyote_left, COMMON, 1, 30) \
    F(jump_buffer_left, COMMON, 1, 31) \
    F(step_debt, COMMON, 1, 32) \
    F(acceleration, COMMON, 1, 33) \
    LOPE_FIELD_VEC3(F, gravity, COMMON, 1, 21) \
    F(ticks, COMMON, 1, 40) \
    F(event_sequence, COMMON, 1, 41) \
    F(stuck_ticks, COMMON, 1, 42) \
    F(distance_walked, COMMON, 1, 45) \
    F(stuck_body, COMMON, 1, 46) \
    F(own_body, COMMON, 1, 49) \
    F(last_hit_body, COMMON, 1, 47) \
    F(other_hit_body, COMMON, 1, 48) \
    F(last_hit_left, COMMON, 1, 34) \
    F(other_hit_left, COMMON, 1, 35) \
    F(channels, COMMON, 1, 43) \
    F(overlap_channels, COMMON, 1, 60) \
    LOPE_FIELD_VEC3(F, forward, COMMON, 1, 50) \
    F(roll, COMMON, 1, 53) \
    F(look_yaw, COMMON, 1, 54) \
    F(look_pitch, COMMON, 1, 55) \
    F(carried_yaw, COMMON, 1, 56) \
    F(standing_height, COMMON, 1, 57) \
    F(immersion, COMMON, 1, 58) \
    F(knockback_left, COMMON, 1, 59) \
    F(water, COMMON, 1, 61) \
    F(pages, COMMON, 0, LOPE_FIELD_UNHASHED + 2)

#define LOPE_FIELDS_OVERLAP(F, i) \
    F(overlaps[i], OVERLAPS, 1, LOPE_FIELD_OVERLAP(i)) \
    F(overlap_parts[i], OVERLAPS, 1, LOPE_FIELD_OVERLAP(i) + 1)

#define LOPE_FIELDS_LAYER(F, i) \
    LOPE_FIELD_VEC3(F, layers[i].start, LAYERS, 1, LOPE_FIELD_LAYER(i)) \
    F(layers[i].id, LAYERS, 1, LOPE_FIELD_LAYER(i) + 5) \
    F(layers[i].kind, LAYERS, 1, LOPE_FIELD_LAYER(i) + 6) \
    F(layers[i].flags, LAYERS, 1, LOPE_FIELD_LAYER(i) + 7) \
    F(layers[i].priority, LAYERS, 1, LOPE_FIELD_LAYER(i) + 8) \
    F(layers[i].duration, LAYERS, 1, LOPE_FIELD_LAYER(i) + 3) \
    F(layers[i].time, LAYERS, 1, LOPE_FIELD_LAYER(i) + 4) \
    LOPE_FIELD_VEC3(F, layers[i].velocity, LAYERS, 1, LOPE_FIELD_LAYER(i) + 14) \
    LOPE_FIELD_VEC3(F, layers[i].finish_velocity, LAYERS, 1, LOPE_FIELD_LAYER(i) + 17) \
    LOPE_FIELD_VEC3(F, layers[i].span, LAYERS, 1, LOPE_FIELD_LAYER(i) + 20) \
    F(layers[i].strength, LAYERS, 1, LOPE_FIELD_LAYER(i) + 11) \
    F(layers[i].height, LAYERS, 1, LOPE_FIELD_LAYER(i) + 12) \
    F(layers[i].radius, LAYERS, 1, LOPE_FIELD_LAYER(i) + 13) \
    F(layers[i].curve, LAYERS, 1, LOPE_FIELD_LAYER(i) + 9) \
    F(layers[i].finish, LAYERS, 1, LOPE_FIELD_LAYER(i) + 10)

#define LOPE_FIELDS_PAGES(F) \
    F(base_body, BASE, 1, LOPE_FIELD_BASE) \
    LOPE_FIELD_VEC3(F, base_point, BASE, 1, LOPE_FIELD_BASE + 1) \
    LOPE_FIELD_QUAT(F, base_rotation, BASE, 1, LOPE_FIELD_BASE + 4) \
    LOPE_FIELD_VEC3(F, base_velocity, BASE, 1, LOPE_FIELD_BASE + 8) \
    F(overlap_count, OVERLAPS, 1, LOPE_FIELD_BASE + 11) \
    LOPE_FIELDS_OVERLAP(F, 0) LOPE_FIELDS_OVERLAP(F, 1) LOPE_FIELDS_OVERLAP(F, 2) LOPE_FIELDS_OVERLAP(F, 3) \
    LOPE_FIELDS_OVERLAP(F, 4) LOPE_FIELDS_OVERLAP(F, 5) LOPE_FIELDS_OVERLAP(F, 6) LOPE_FIELDS_OVERLAP(F, 7) \
    LOPE_FIELDS_LAYER(F, 0) LOPE_FIELDS_LAYER(F, 1) LOPE_FIELDS_LAYER(F, 2) LOPE_FIELDS_LAYER(F, 3) \
    LOPE_FIELD_VEC3(F, layer_velocity, LAYERS, 1, LOPE_FIELD_LAYER(4)) \
    F(layer_count, LAYERS, 1, LOPE_FIELD_LAYER(4) + 3) \
    LOPE_FIELD_4(F, mode_data, 0, MODE, 1, LOPE_FIELD_MODE) LOPE_FIELD_4(F, mode_data, 4, MODE, 1, LOPE_FIELD_MODE) \
    LOPE_FIELD_4(F, mode_data, 8, MODE, 1, LOPE_FIELD_MODE) LOPE_FIELD_4(F, mode_data, 12, MODE, 1, LOPE_FIELD_MODE) \
    LOPE_FIELD_VEC3(F, crush_points[0], SQUEEZE, 2, LOPE_FIELD_SQUEEZE) \
    LOPE_FIELD_VEC3(F, crush_points[1], SQUEEZE, 2, LOPE_FIELD_SQUEEZE + 3) \
    F(crush_body, SQUEEZE, 2, LOPE_FIELD_SQUEEZE + 6)

#define LOPE_FIELDS_ABILITY(F, i) \
    F(abilities[i].id, ABILITY, 3, LOPE_FIELD_ABILITY(i)) \
    F(abilities[i].phase, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 1) \
    F(abilities[i].seconds, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 2) \
    F(abilities[i].flags, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 3) \
    LOPE_FIELD_4(F, abilities[i].data, 0, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 4) \
    LOPE_FIELD_4(F, abilities[i].data, 4, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 4) \
    LOPE_FIELD_4(F, abilities[i].data, 8, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 4) \
    LOPE_FIELD_4(F, abilities[i].data, 12, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 4) \
    LOPE_FIELD_4(F, abilities[i].data, 16, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 4) \
    LOPE_FIELD_4(F, abilities[i].data, 20, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 4) \
    LOPE_FIELD_4(F, abilities[i].data, 24, ABILITY, 3, LOPE_FIELD_ABILITY(i) + 4)

#define LOPE_FIELDS_GAUGE(F, i) \
    F(gauges[i].cooldown, GAUGES, 3, LOPE_FIELD_GAUGES + 5 * (i)) \
    F(gauges[i].charges, GAUGES, 3, LOPE_FIELD_GAUGES + 5 * (i) + 1) \
    F(gauges[i].uses, GAUGES, 3, LOPE_FIELD_GAUGES + 5 * (i) + 2) \
    F(gauges[i].buffer, GAUGES, 3, LOPE_FIELD_GAUGES + 5 * (i) + 3) \
    F(gauges[i].why, GAUGES, 3, LOPE_FIELD_GAUGES + 5 * (i) + 4)
#define LOPE_FIELDS_GAUGE_6(F, i) \
    LOPE_FIELDS_GAUGE(F, i) LOPE_FIELDS_GAUGE(F, i + 1) LOPE_FIELDS_GAUGE(F, i + 2) \
    LOPE_FIELDS_GAUGE(F, i + 3) LOPE_FIELDS_GAUGE(F, i + 4) LOPE_FIELDS_GAUGE(F, i + 5)

// What saves of version 3 and recordings of version 3 brought.
#define LOPE_FIELDS_3(F) \
    F(base_reserved, BASE, 0, LOPE_FIELD_UNHASHED + 3) \
    F(overlap_reserved, OVERLAPS, 0, LOPE_FIELD_UNHASHED + 4) \
    LOPE_FIELD_4(F, mode_data, 16, MODE, 3, LOPE_FIELD_MODE_REST - 16) \
    LOPE_FIELD_4(F, mode_data, 20, MODE, 3, LOPE_FIELD_MODE_REST - 16) \
    LOPE_FIELD_4(F, mode_data, 24, MODE, 3, LOPE_FIELD_MODE_REST - 16) \
    LOPE_FIELD_4(F, mode_data, 28, MODE, 3, LOPE_FIELD_MODE_REST - 16) \
    LOPE_FIELDS_ABILITY(F, 0) LOPE_FIELDS_ABILITY(F, 1) LOPE_FIELDS_ABILITY(F, 2) LOPE_FIELDS_ABILITY(F, 3) \
    LOPE_FIELDS_GAUGE_6(F, 0) LOPE_FIELDS_GAUGE_6(F, 6) LOPE_FIELDS_GAUGE_6(F, 12) LOPE_FIELDS_GAUGE_6(F, 18) \
    F(stamina_used, GAUGES, 3, LOPE_FIELD_GAUGES + 120) \
    F(stamina_delay, GAUGES, 3, LOPE_FIELD_GAUGES + 121) \
    F(taken_buttons, GAUGES, 3, LOPE_FIELD_GAUGES + 122) \
    F(gauges_reserved, GAUGES, 0, LOPE_FIELD_UNHASHED + 5)

#define LOPE_STATE_FIELDS(F) \
    LOPE_FIELDS_FEET(F) LOPE_FIELDS_FLOOR(F) LOPE_FIELDS_MOTION(F) LOPE_FIELDS_REST(F) LOPE_FIELDS_PAGES(F) LOPE_FIELDS_3(F)
// clang-format on

// A member of a state by its path, for sizeof, _Generic and the like. It is never evaluated.
#define LOPE_FIELD_OF(path) (((const lope_state *)NULL)->path)

// The type of a member.
typedef enum lope_field_type {
    LOPE_FIELD_NONE = 0,
    LOPE_FIELD_F64,
    LOPE_FIELD_F32,
    LOPE_FIELD_U64,
    LOPE_FIELD_U32,
    LOPE_FIELD_U16,
    LOPE_FIELD_U8
} lope_field_type;

// The type of a member; whole numbers with a sign go by their bits.
#define LOPE_FIELD_TYPE(path)            \
    _Generic(LOPE_FIELD_OF(path), double \
             : LOPE_FIELD_F64, float     \
             : LOPE_FIELD_F32, uint64_t  \
             : LOPE_FIELD_U64, uint32_t  \
             : LOPE_FIELD_U32, int32_t   \
             : LOPE_FIELD_U32, uint16_t  \
             : LOPE_FIELD_U16, uint8_t   \
             : LOPE_FIELD_U8)

// A row of the table, for what walks over all members.
typedef struct lope_state_field {
    const char *name;
    uint16_t offset;
    uint8_t bytes, type, since; // type: lope_field_type
} lope_state_field;

// The rows of the table, in its order.
extern const lope_state_field lope_state_fields[];
extern const uint32_t lope_state_field_count;

// Returns a member's bits. Those of types narrower than 64 bits stand in the low ones.
uint64_t lope_state_field_bits(const lope_state *state, const lope_state_field *field);

// Sets a member to the low bits of `bits`.
void lope_state_field_set(lope_state *state, const lope_state_field *field, uint64_t bits);

// Reverses the bytes of each member, from this machine's order to little endian and back. Called on big
// endian only.
void lope_state_swap(lope_state *state);

#endif
