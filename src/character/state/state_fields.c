// state_fields.c - the rows of state_fields.h, and what proves at compile time that they name each byte of a
// state once.
#include "character/state/state_fields.h"
#include "character/state/pages.h"

#include <string.h>

// A member without a row, or padding, makes the sum differ from the size.
#define BYTES(name, page, since, order) +sizeof LOPE_FIELD_OF(name)
_Static_assert(sizeof(lope_state) == 0 LOPE_STATE_FIELDS(BYTES),
               "a member of lope_state has no row in state_fields.h, or there is padding");
_Static_assert(sizeof(lope_state) <= 2048, "a state is at most 2 KB");
_Static_assert(offsetof(lope_state, base_body) == 304, "the first part is 304 bytes: each tick of each character copies it");

// Each row stands in its page.
enum {
    FROM_COMMON = 0,
    FROM_BASE = offsetof(lope_state, base_body),
    FROM_OVERLAPS = offsetof(lope_state, overlaps),
    FROM_LAYERS = offsetof(lope_state, layers),
    FROM_MODE = offsetof(lope_state, mode_data),
    FROM_SQUEEZE = offsetof(lope_state, crush_points),
    FROM_ABILITY = offsetof(lope_state, abilities),
    FROM_GAUGES = offsetof(lope_state, gauges),
    END_COMMON = FROM_BASE,
    END_BASE = FROM_OVERLAPS,
    END_OVERLAPS = FROM_LAYERS,
    END_LAYERS = FROM_MODE,
    END_MODE = FROM_SQUEEZE,
    END_SQUEEZE = FROM_ABILITY,
    END_ABILITY = FROM_GAUGES,
    END_GAUGES = sizeof(lope_state)
};
#define IN_PAGE(name, page, since, order)                                                                \
    _Static_assert(offsetof(lope_state, name) >= FROM_##page && offsetof(lope_state, name) < END_##page, \
                   #name " stands in another page");
LOPE_STATE_FIELDS(IN_PAGE)

#define ROW(name, page, since, order) \
    {#name, offsetof(lope_state, name), sizeof LOPE_FIELD_OF(name), LOPE_FIELD_TYPE(name), since},
const lope_state_field lope_state_fields[] = {LOPE_STATE_FIELDS(ROW)};
const uint32_t lope_state_field_count = sizeof lope_state_fields / sizeof *lope_state_fields;

uint64_t lope_state_field_bits(const lope_state *state, const lope_state_field *field)
{
    const char *at = (const char *)state + field->offset;
    uint64_t wide;
    uint32_t word;
    uint16_t half;
    switch (field->bytes) {
    case sizeof wide:
        memcpy(&wide, at, sizeof wide);
        return wide;
    case sizeof word:
        memcpy(&word, at, sizeof word);
        return word;
    case sizeof half:
        memcpy(&half, at, sizeof half);
        return half;
    default:
        return *(const unsigned char *)at;
    }
}

void lope_state_field_set(lope_state *state, const lope_state_field *field, uint64_t bits)
{
    char *at = (char *)state + field->offset;
    const uint32_t word = (uint32_t)(bits & UINT32_MAX);
    const uint16_t half = (uint16_t)(bits & UINT16_MAX);
    switch (field->bytes) {
    case sizeof bits:
        memcpy(at, &bits, sizeof bits);
        break;
    case sizeof word:
        memcpy(at, &word, sizeof word);
        break;
    case sizeof half:
        memcpy(at, &half, sizeof half);
        break;
    default:
        *(unsigned char *)at = (unsigned char)(bits & UINT8_MAX);
        break;
    }
}

void lope_state_swap(lope_state *state)
{
    for (uint32_t i = 0; i < lope_state_field_count; i++) {
        unsigned char *at = (unsigned char *)state + lope_state_fields[i].offset;
        for (uint32_t low = 0, high = lope_state_fields[i].bytes - 1u; low < high; low++, high--) {
            const unsigned char byte = at[low];
            at[low] = at[high];
            at[high] = byte;
        }
    }
}
