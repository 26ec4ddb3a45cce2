// requests_wire.c - the members of lope_requests in bits. Read first: requests_wire.h.
//
// Padding has no row. A member that is added to the struct needs one: test_net_wire fills every byte and
// fails on what does not come back.
#include "net/requests_wire.h"

#include <string.h>

typedef enum kind { TRUTH, WORD, DOUBLE } kind; // a bool; u32, i32 or float; double

typedef struct row {
    uint16_t at, count;
    uint32_t kind;
} row;

#define AT(member, many, of)                      \
    {                                             \
        offsetof(lope_requests, member), many, of \
    }

static const row rows[] = {
    AT(asked, 1, WORD),
    AT(launch_overrides_horizontal, 1, TRUTH),
    AT(launch_overrides_vertical, 1, TRUTH),
    AT(teleport_needs_room, 1, TRUTH),
    AT(impulse_is_velocity, 1, TRUTH),
    AT(force_is_acceleration, 1, TRUTH),
    AT(has_requested_velocity, 1, TRUTH),
    AT(requested_at_max, 1, TRUTH),
    AT(has_root_motion, 1, TRUTH),
    AT(knockback_time, 1, WORD),
    AT(launch_velocity, 3, WORD),
    AT(impulse, 3, WORD),
    AT(force, 3, WORD),
    AT(avoidance, 3, WORD),
    AT(teleport_feet, 3, DOUBLE),
    AT(requested_velocity, 3, WORD),
    AT(mode, 1, WORD),
    AT(resize_radius, 1, WORD),
    AT(resize_height, 1, WORD),
    AT(end_layer, 1, WORD),
    AT(layer.id, 4, WORD), // id, kind, flags, priority
    AT(layer.duration, 1, WORD),
    AT(layer.velocity, 3, WORD),
    AT(layer.target, 3, DOUBLE),
    AT(layer.strength, 3, WORD), // strength, height, radius
    AT(layer.curve, 2, WORD),    // curve, finish
    AT(layer.finish_velocity, 3, WORD),
    AT(root_motion.translation, 3, WORD),
    AT(root_motion.yaw, 2, WORD), // yaw, flags
};

static size_t bytes_of(const row *r) { return r->count * (r->kind == TRUTH ? sizeof(bool) : r->kind == WORD ? 4u : 8u); }

static bool is_zero(const unsigned char *bytes, size_t count)
{
    unsigned any = 0;
    for (size_t i = 0; i < count; i++) any |= bytes[i];
    return any == 0;
}

static void pass_request_word(lope_bits *bits, unsigned char *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    word = lope_bits_pass(bits, word, 32);
    memcpy(at, &word, sizeof word);
}

static void pass_double(lope_bits *bits, unsigned char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    word = lope_bits_wide(bits, word);
    memcpy(at, &word, sizeof word);
}

static void pass_row(lope_bits *bits, unsigned char *member, const row *r)
{
    const bool some = lope_bits_flag(bits, !is_zero(member, bytes_of(r)));
    if (!bits->writes) memset(member, 0, bytes_of(r));
    if (!some) return;
    if (r->kind == TRUTH) {
        const bool yes = true;
        memcpy(member, &yes, sizeof yes);
    }
    for (uint32_t i = 0; r->kind == WORD && i < r->count; i++) pass_request_word(bits, member + 4u * i);
    for (uint32_t i = 0; r->kind == DOUBLE && i < r->count; i++) pass_double(bits, member + 8u * i);
}

void lope_requests_pass(lope_bits *bits, lope_requests *requests)
{
    if (!bits->writes) memset(requests, 0, sizeof *requests);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) pass_row(bits, (unsigned char *)requests + rows[i].at, &rows[i]);
}
