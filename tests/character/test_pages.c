// test_pages.c - the pages of a state: packed and unpacked they come back, the digest sees every bit on both
// byte orders, and what breaks their rule is refused.
#include "../behaviour/check.h"
#include "../behaviour/clean_state.h"
#include "../behaviour/stage.h"

#include "character/state/pages.h"
#include "character/state/state_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEEDS 24
#define DIGEST_OF_A_WALKER UINT64_C(0x8cb3c63077908905)
#define COMBINATIONS (LOPE_PAGES_ALL + 1)

static uint32_t first_seed(void)
{
    const uint32_t seed = 20281;
    printf("  seed %u\n", (unsigned)seed);
    return seed;
}

static size_t size_of(uint32_t pages)
{
    static const size_t sizes[LOPE_PAGE_COUNT] = {64, 104, 464, 128, 32, 512, 304}; // as state.h says
    size_t size = 304;
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++) size += pages >> i & 1u ? sizes[i] : 0;
    return size;
}

// ---- packing ------------------------------------------------------------------------------------

static void pack_every_combination_of_pages_comes_back(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed();
    for (uint32_t pages = 0; pages < COMBINATIONS; pages++)
        for (int i = 0; i < SEEDS; i++) {
            lope_state state, again;
            unsigned char bytes[sizeof state + 16], twice[sizeof state];
            clean_state_random(&state, pages, &seed);
            memset(bytes, 0xa5, sizeof bytes);
            memset(&again, 0x5a, sizeof again);
            const size_t size = lope_state_pack(&state, bytes);
            assert_int_equal(size, size_of(pages));
            assert_int_equal(size, lope_state_pack(&state, NULL));
            for (size_t k = size; k < sizeof bytes; k++) assert_int_equal(bytes[k], 0xa5);
            assert_int_equal(lope_state_unpack(&again, bytes, size), LOPE_OK);
            assert_memory_equal(&again, &state, sizeof state);
            assert_true(lope_state_digest(&again) == lope_state_digest(&state));
            assert_true(lope_state_hash(&again) == lope_state_hash(&state));
            assert_null(lope_pages_fault(&again));
            assert_int_equal(lope_state_pack(&again, twice), size);
            assert_memory_equal(twice, bytes, size);
        }
}

static void pack_of_a_walker_takes_at_most_400_bytes(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    s->input.move = lope_vec3_make(1, 0, 0);
    stage_run(s, 0.5, 60);
    printf("  a walker: %zu bytes\n", lope_state_pack(&s->state, NULL));
    assert_int_equal(s->state.pages, 0);
    assert_true(lope_state_pack(&s->state, NULL) <= 400);
    stage_close(s);
    assert_true(size_of(LOPE_PAGE_BASE) <= 400); // one that is carried
}

// From a block of exactly that size, so that a sanitizer sees a read beyond it.
static lope_result unpack_exactly(lope_state *state, const unsigned char *bytes, size_t size)
{
    unsigned char *block = malloc(size ? size : 1);
    assert_non_null(block);
    memcpy(block, bytes, size);
    const lope_result result = lope_state_unpack(state, size ? block : bytes, size);
    free(block);
    return result;
}

static void refused(const unsigned char *bytes, size_t size, lope_result wanted)
{
    lope_state state, before;
    memset(&state, 0x3c, sizeof state);
    before = state;
    assert_int_equal(unpack_exactly(&state, bytes, size), wanted);
    assert_memory_equal(&state, &before, sizeof state);
}

static void unpack_of_a_wrong_size_is_refused(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed();
    for (uint32_t pages = 0; pages < COMBINATIONS; pages++) {
        lope_state state;
        unsigned char bytes[sizeof state + 8] = {0};
        clean_state_random(&state, pages, &seed);
        const size_t size = lope_state_pack(&state, bytes);
        for (size_t length = 0; length <= sizeof bytes; length += length + 8 < size || length > size ? 7 : 1)
            if (length != size) refused(bytes, length, LOPE_ERROR_FORMAT);
    }
    lope_state state;
    assert_int_equal(lope_state_unpack(NULL, "", 0), LOPE_ERROR_NULL);
    assert_int_equal(lope_state_unpack(&state, NULL, 304), LOPE_ERROR_NULL);
}

static void unpack_of_a_broken_rule_is_refused(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed();
    lope_state sound, state;
    unsigned char bytes[sizeof state];
    clean_state_random(&sound, LOPE_PAGES_ALL, &seed);
    state = sound;
    state.overlap_count = LOPE_OVERLAPS + 1;
    refused(bytes, lope_state_pack(&state, bytes), LOPE_ERROR_STATE);
    state = sound;
    state.layer_count = UINT32_MAX;
    refused(bytes, lope_state_pack(&state, bytes), LOPE_ERROR_STATE);
    state = sound;
    state.flags &= ~LOPE_STATE_MORE;
    refused(bytes, lope_state_pack(&state, bytes), LOPE_ERROR_STATE);
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++) { // in use, and all zero
        state = sound;
        memset(lope_page(&state, i), 0, lope_page_bytes(i));
        refused(bytes, lope_state_pack(&state, bytes), LOPE_ERROR_STATE);
    }
    for (uint32_t bit = LOPE_PAGE_COUNT; bit < 32; bit++) { // pages that there are not
        const size_t size = lope_state_pack(&sound, bytes);
        bytes[offsetof(lope_state, pages) + bit / 8] |= (unsigned char)(1u << bit % 8);
        refused(bytes, size, LOPE_ERROR_FORMAT);
    }
    clean_state_random(&state, LOPE_PAGE_GAUGES, &seed); // a page that needs no flag
    state.flags |= LOPE_STATE_MORE;
    refused(bytes, lope_state_pack(&state, bytes), LOPE_ERROR_STATE);
}

// ---- the digest ---------------------------------------------------------------------------------

static bool is_hashed(const lope_state_field *field)
{
    return strstr(field->name, "reserved") == NULL && strcmp(field->name, "pages") != 0;
}

static void digest_and_hash_see_every_bit(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed(), flips = 0;
    for (uint32_t pages = 0; pages <= LOPE_PAGES_ALL; pages += LOPE_PAGES_ALL)
        for (int round = 0; round < 4; round++) {
            lope_state state;
            clean_state_random(&state, pages, &seed);
            const uint64_t digest = lope_state_digest(&state), hash = lope_state_hash(&state);
            const size_t bytes = pages ? sizeof state : LOPE_STATE_COMMON;
            for (uint32_t i = 0; i < lope_state_field_count; i++) {
                const lope_state_field *field = &lope_state_fields[i];
                if (field->offset >= bytes) continue;
                for (uint32_t bit = 0; bit < field->bytes * 8u; bit++, flips++) {
                    const uint64_t was = lope_state_field_bits(&state, field);
                    lope_state_field_set(&state, field, was ^ UINT64_C(1) << bit);
                    if (lope_state_digest(&state) == digest) fail_msg("%s, bit %u: the digest stays", field->name, bit);
                    if (is_hashed(field) && lope_state_hash(&state) == hash)
                        fail_msg("%s, bit %u: the hash stays", field->name, bit);
                    lope_state_field_set(&state, field, was);
                }
            }
        }
    printf("  %u bits\n", flips);
}

// What stands in the page that is not in use is zero, so only the bit of the page tells it from one that is.
static void digest_of_other_pages_differs(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed();
    lope_state state;
    uint64_t digests[COMBINATIONS];
    clean_state_random(&state, LOPE_PAGES_ALL, &seed);
    for (uint32_t pages = 0; pages < COMBINATIONS; pages++) {
        lope_state one = state;
        for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++)
            if (!(pages >> i & 1u)) memset(lope_page(&one, i), 0, lope_page_bytes(i));
        lope_pages_find(&one);
        assert_int_equal(one.pages, pages);
        digests[pages] = lope_state_digest(&one);
        for (uint32_t other = 0; other < pages; other++) assert_true(digests[other] != digests[pages]);
    }
}

// The same value from the members, put together by shifts as any machine would do it.
static uint64_t digest_of_members(const lope_state *state)
{
    unsigned char little[sizeof *state] = {0};
    for (uint32_t i = 0; i < lope_state_field_count; i++) {
        const lope_state_field *field = &lope_state_fields[i];
        const uint64_t bits = lope_state_field_bits(state, field);
        for (uint32_t k = 0; k < field->bytes; k++) little[field->offset + k] = (unsigned char)(bits >> 8 * k & 255u);
    }
    uint64_t chains[4] = {1, 2, 3, 4}, digest = 0;
    for (uint32_t i = 0; i <= LOPE_PAGE_COUNT; i++) { // the first part, then each page in use
        if (i > 0 && !(state->pages >> (i - 1) & 1u)) continue;
        const size_t from = i ? lope_page_at[i - 1] : 0, end = lope_page_at[i];
        for (size_t at = from; at < end; at += 8) {
            uint64_t word = 0, *chain = &chains[(at - from) / 8 % 4];
            for (uint32_t k = 0; k < 8; k++) word |= (uint64_t)little[at + k] << 8 * k;
            *chain = (*chain ^ word) * UINT64_C(0x9e3779b97f4a7c15);
            *chain ^= *chain >> 32;
        }
    }
    for (uint32_t i = 0; i < 4; i++) {
        digest = (digest ^ chains[i]) * UINT64_C(0xd6e8feb86659fd93);
        digest ^= digest >> 29;
    }
    return digest;
}

static void digest_is_that_of_little_endian_members(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed();
    for (uint32_t pages = 0; pages < COMBINATIONS; pages++) {
        lope_state state;
        clean_state_random(&state, pages, &seed);
        assert_true(lope_state_digest(&state) == digest_of_members(&state));
    }
    lope_state walker;
    assert_int_equal(lope_state_init(&walker, &(lope_state_def){.feet = {1, 2, 3}}), LOPE_OK);
    printf("  digest %016llx\n", (unsigned long long)lope_state_digest(&walker));
    assert_true(lope_state_digest(&walker) == DIGEST_OF_A_WALKER); // on every machine
}

static void swap_turns_each_member_round(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed();
    lope_state state, other;
    clean_state_random(&state, LOPE_PAGES_ALL, &seed);
    other = state;
    lope_state_swap(&other);
    for (uint32_t i = 0; i < lope_state_field_count; i++) {
        const lope_state_field *field = &lope_state_fields[i];
        const unsigned char *is = (const unsigned char *)&other + field->offset;
        const unsigned char *was = (const unsigned char *)&state + field->offset;
        for (uint32_t k = 0; k < field->bytes; k++) assert_int_equal(is[k], was[field->bytes - 1u - k]);
    }
    lope_state_swap(&other);
    assert_memory_equal(&other, &state, sizeof state);
}

// ---- the rule -----------------------------------------------------------------------------------

static void pages_come_and_go_with_what_is_in_them(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    char text[160];
    stage_run(s, 0.1, 60);
    assert_int_equal(s->state.pages, 0);
    s->requests.asked = LOPE_REQUEST_LAYER;
    s->requests.layer = (lope_layer){.id = 5, .kind = LOPE_LAYER_VELOCITY, .duration = 0.1f, .velocity = {1, 0, 0}};
    stage_run(s, 1 / 60.0, 60);
    s->requests.asked = 0;
    assert_int_equal(s->state.pages, LOPE_PAGE_LAYERS);
    assert_true(s->state.flags & LOPE_STATE_MORE);
    if (!clean_state(&s->state, text)) fail_msg("%s", text);
    stage_run(s, 0.5, 60);
    assert_int_equal(s->state.pages, 0);
    assert_false(s->state.flags & LOPE_STATE_MORE);
    if (!clean_state(&s->state, text)) fail_msg("%s", text);
    stage_close(s);
}

static void copy_leaves_no_page_behind(void **unused)
{
    (void)unused;
    uint32_t seed = first_seed();
    for (uint32_t pages = 0; pages < COMBINATIONS; pages++)
        for (uint32_t other = 0; other < COMBINATIONS; other += 5) {
            lope_state from, to;
            clean_state_random(&from, pages, &seed);
            clean_state_random(&to, other, &seed);
            assert_false(lope_state_equals(&from, &to));
            lope_state_copy(&to, &from);
            assert_memory_equal(&to, &from, sizeof from);
            assert_true(lope_state_equals(&from, &to));
        }
}

static void move_of_a_broken_rule_is_refused(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    stage_run(s, 0.1, 60);
    lope_world *world = lope_world_create(NULL);
    lope_character *hero = lope_character_create(world, NULL);
    const lope_state sound = s->state;
    for (int i = 0; i < 7; i++) {
        lope_state state = sound;
        if (i == 0) state.pages = 1u << LOPE_PAGE_COUNT;
        if (i == 1) state.pages = LOPE_PAGE_BASE; // without its flag
        if (i == 2) state.flags |= LOPE_STATE_MORE;
        if (i == 3) state.pages = LOPE_PAGE_OVERLAPS, state.flags |= LOPE_STATE_MORE, state.overlap_count = LOPE_OVERLAPS + 1;
        if (i == 4) state.pages = LOPE_PAGE_LAYERS, state.flags |= LOPE_STATE_MORE, state.layer_count = LOPE_LAYERS + 1;
        if (i == 5) state.gauges[3].uses = 1; // something in a page that is not in use
        if (i == 6) state.pages = LOPE_PAGE_ABILITY;
        const lope_state before = state;
        if (i < 5) { // lope_move looks at what it reads
            assert_int_equal(lope_move(&state, &s->input, &s->moveset, &s->surroundings, s->nearby, 0.01f, NULL),
                             LOPE_ERROR_STATE);
            assert_memory_equal(&state, &before, sizeof state);
        }
        const lope_result wanted = i == 3 || i == 4 ? LOPE_ERROR_RANGE : LOPE_ERROR_STATE;
        assert_int_equal(lope_character_set_state(hero, &state), wanted);
    }
    assert_int_equal(lope_character_set_state(hero, &sound), LOPE_OK);
    lope_world_destroy(world);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pack_every_combination_of_pages_comes_back),
        cmocka_unit_test(pack_of_a_walker_takes_at_most_400_bytes),
        cmocka_unit_test(unpack_of_a_wrong_size_is_refused),
        cmocka_unit_test(unpack_of_a_broken_rule_is_refused),
        cmocka_unit_test(digest_and_hash_see_every_bit),
        cmocka_unit_test(digest_of_other_pages_differs),
        cmocka_unit_test(digest_is_that_of_little_endian_members),
        cmocka_unit_test(swap_turns_each_member_round),
        cmocka_unit_test(pages_come_and_go_with_what_is_in_them),
        cmocka_unit_test(copy_leaves_no_page_behind),
        cmocka_unit_test(move_of_a_broken_rule_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
