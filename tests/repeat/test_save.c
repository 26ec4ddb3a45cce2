// test_save.c - saved states: the same bits come back, the bytes are those of the format, and nothing else is
// taken for a state; and a run that is saved in the middle goes on in another world as if nothing had been.
#include "../behaviour/check.h"
#include "play.h"

#include "character/state/pages.h"

#include "base/hash.h"

#include <float.h>

#define LATER_2 32                            // bytes of members that version 2 has brought
#define LATER_3 (64 + 4 * 128 + 24 * 12 + 12) // and version 3: half of the modes' data, abilities, gauges
#define ROOM 2048

static uint32_t word(uint32_t *seed)
{
    const uint32_t high = (uint32_t)(park_random(seed) * 65536.0), low = (uint32_t)(park_random(seed) * 65536.0);
    return high << 16 | low;
}

static float any_float(uint32_t *seed)
{
    static const float odd[] = {0.0f, -0.0f, FLT_MIN, -FLT_MIN, FLT_MAX, -FLT_MAX, 1e-45f, -1e-45f, 1.0f / 3.0f};
    const uint32_t choice = word(seed) % 20;
    if (choice < sizeof odd / sizeof *odd) return odd[choice];
    const uint32_t bits = word(seed) & UINT32_C(0xbfffffff); // finite: the exponent's top bit is off
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double any_double(uint32_t *seed)
{
    static const double odd[] = {0.0, -0.0, DBL_MIN, -DBL_MAX, DBL_MAX, 4.9e-324, -1.0 / 3.0};
    const uint32_t choice = word(seed) % 20;
    if (choice < sizeof odd / sizeof *odd) return odd[choice];
    const uint64_t high = word(seed) & UINT32_C(0xbfffffff), bits = high << 32 | word(seed);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void any_vec3(lope_vec3 *v, uint32_t *seed)
{
    v->x = any_float(seed);
    v->y = any_float(seed);
    v->z = any_float(seed);
}

static void any_point(lope_point *p, uint32_t *seed)
{
    p->x = any_double(seed);
    p->y = any_double(seed);
    p->z = any_double(seed);
}

static void any_layer(lope_active_layer *layer, uint32_t *seed)
{
    double *doubles[] = {&layer->duration, &layer->time};
    float *floats[] = {&layer->strength, &layer->height, &layer->radius};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) *doubles[i] = any_double(seed);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) *floats[i] = any_float(seed);
    any_point(&layer->start, seed);
    any_vec3(&layer->velocity, seed);
    any_vec3(&layer->finish_velocity, seed);
    any_vec3(&layer->span, seed);
}

static void any_more(lope_state *s, uint32_t *seed)
{
    float *floats[] = {&s->roll,           &s->look_yaw,       &s->look_pitch,      &s->carried_yaw,     &s->standing_height,
                       &s->immersion,      &s->knockback_left, &s->base_rotation.x, &s->base_rotation.y, &s->base_rotation.z,
                       &s->base_rotation.w};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) *floats[i] = any_float(seed);
    any_vec3(&s->forward, seed);
    any_vec3(&s->base_velocity, seed);
    any_vec3(&s->layer_velocity, seed);
    for (uint32_t i = 0; i < 2; i++) any_vec3(&s->crush_points[i], seed);
    any_point(&s->base_point, seed);
    for (uint32_t i = 0; i < LOPE_LAYERS; i++) any_layer(&s->layers[i], seed);
    s->overlap_count = word(seed) % (LOPE_OVERLAPS + 1);
    s->layer_count = word(seed) % (LOPE_LAYERS + 1);
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) s->abilities[i].seconds = any_float(seed);
    for (uint32_t i = 0; i < LOPE_GAUGES; i++) {
        s->gauges[i].cooldown = any_float(seed);
        s->gauges[i].buffer = any_float(seed);
    }
    s->stamina_used = any_float(seed);
    s->stamina_delay = any_float(seed);
    s->taken_buttons = word(seed);
    s->base_reserved = s->overlap_reserved = s->gauges_reserved = 0;
    const uint32_t unused = word(seed); // half of the pages are all zero
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++)
        if (unused >> i & 1u) memset(lope_page(s, i), 0, lope_page_bytes(i));
    lope_pages_find(s);
}

// Every member is something, also such as no run would bring about.
static lope_state any_state(uint32_t *seed)
{
    lope_state s;
    unsigned char *bytes = (unsigned char *)&s;
    for (size_t i = 0; i < sizeof s; i++) bytes[i] = (unsigned char)(word(seed) & 255u);
    double *doubles[] = {&s.feet.x, &s.feet.y, &s.feet.z, &s.floor.distance, &s.jump_start, &s.distance_walked};
    float *floats[] = {&s.floor.plane.x,   &s.floor.plane.y,    &s.floor.plane.z, &s.floor.normal.x, &s.floor.normal.y,
                       &s.floor.normal.z,  &s.velocity.x,       &s.velocity.y,    &s.velocity.z,     &s.yaw,
                       &s.pitch,           &s.jump_hold_time,   &s.coyote_left,   &s.step_debt,      &s.acceleration,
                       &s.jump_force_left, &s.jump_buffer_left, &s.gravity.x,     &s.gravity.y,      &s.gravity.z,
                       &s.last_hit_left,   &s.other_hit_left};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) *doubles[i] = any_double(seed);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) *floats[i] = any_float(seed);
    any_more(&s, seed);
    s.radius = 0.1f + (float)park_random(seed);
    s.height = s.radius * (2 + (float)park_random(seed));
    const float angle = (float)park_random(seed) * 6;
    s.up = lope_vec3_make(lope_sin(angle), lope_cos(angle), -0.0f);
    s.mode = word(seed) % LOPE_MODE_COUNT;
    s.floor.kind = word(seed) % (LOPE_FLOOR_WEDGE + 1);
    s.floor.walkable = word(seed) % 2;
    memset(&s.floor.reserved, 0, sizeof s.floor.reserved);
    return s;
}

static void the_same_bits_come_back(void **unused)
{
    (void)unused;
    uint32_t seed = 20261;
    printf("  seed %u\n", (unsigned)seed);
    for (int i = 0; i < 5000; i++) {
        const lope_state state = any_state(&seed);
        unsigned char bytes[ROOM], twice[ROOM];
        size_t needed = 0, size = 0, used = 0;
        lope_state again;
        assert_int_equal(lope_state_write(&state, NULL, 0, &needed, NULL), LOPE_OK);
        assert_true(needed > sizeof state / 2 && needed <= sizeof bytes);
        memset(bytes, 0xa5, sizeof bytes);
        assert_int_equal(lope_state_write(&state, bytes, needed, &size, NULL), LOPE_OK);
        assert_int_equal(size, needed);
        for (size_t k = size; k < sizeof bytes; k++) assert_int_equal(bytes[k], 0xa5);
        memset(&again, 0x5a, sizeof again);
        assert_int_equal(lope_state_read(&again, bytes, size, &used, NULL), LOPE_OK);
        assert_int_equal(used, size);
        assert_memory_equal(&again, &state, sizeof state);
        assert_true(lope_state_hash(&again) == lope_state_hash(&state));
        assert_int_equal(lope_state_write(&again, twice, sizeof twice, &size, NULL), LOPE_OK);
        assert_memory_equal(twice, bytes, size);
    }
}

// The format as it is written down, put together by hand: what one version wrote another must read.
static void the_bytes_are_those_of_the_format(void **unused)
{
    (void)unused;
    static const unsigned char begin[] = {'L', 'S', 'T', 'A', 'T', 'E', '\r', '\n', 3, 0, 0, 0, 15, 1,    0,    0,
                                          7,   0,   0,   0, // 271 bytes, 7 of them
                                          'f', 'a', 'l', 'l', 'i', 'n', 'g',  0,    0, 0, 0, 0, 0,  0xf8, 0x3f, // feet.x 1.5
                                          0,   0,   0,   0,   0,   0,   0,    0x80, 0, 0, 0, 0, 0,  0,    0x59, 0xc0, // -0, -100
                                          8,   7,   6,   5,   4,   3,   2,    1}; // the floor's body
    lope_state state;
    lope_state_def def = {.feet = {1.5, -0.0, -100.0}, .mode = LOPE_MODE_FALLING};
    assert_int_equal(lope_state_init(&state, &def), LOPE_OK);
    state.floor.body = UINT64_C(0x0102030405060708);
    unsigned char bytes[ROOM];
    size_t size = 0;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, &size, NULL), LOPE_OK);
    assert_int_equal(bytes[12] | bytes[13] << 8, (int)size);
    for (size_t i = 0; i < sizeof begin; i++)
        if (i < 12 || i >= 16) assert_int_equal(bytes[i], begin[i]); // the record's length grows with the state
    // the modes' own data and what versions 2 and 3 have brought are the last members, before the hash
    static const unsigned char end[64 + LATER_2 + LATER_3] = {0};
    assert_memory_equal(bytes + size - 8 - sizeof end, end, sizeof end);
}

static void writing_is_refused_whole(void **unused)
{
    (void)unused;
    uint32_t seed = 5;
    lope_state state = any_state(&seed);
    unsigned char bytes[ROOM], untouched[ROOM];
    memset(bytes, 0x77, sizeof bytes);
    memcpy(untouched, bytes, sizeof bytes);
    size_t needed = 0, size = 0;
    lope_error error = {0};
    lope_state_write(&state, NULL, 0, &needed, NULL);
    assert_int_equal(lope_state_write(&state, bytes, needed - 1, &size, &error), LOPE_ERROR_RANGE);
    assert_int_equal(size, needed); // so that the caller can come again with room
    assert_string_equal(error.field, "size");
    assert_int_equal(lope_state_write(NULL, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_NULL);
    state.velocity.y = NAN;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "velocity.y");
    state.velocity.y = 0;
    state.mode = LOPE_MODE_COUNT;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "mode");
    state.mode = LOPE_MODE_WALKING;
    const lope_state sound = state;
    state.floor.kind = LOPE_FLOOR_WEDGE + 1;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "floor.kind");
    state = sound;
    state.floor.walkable = 2;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "floor.walkable");
    state = sound;
    state.overlap_count = LOPE_OVERLAPS + 1;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "overlap_count");
    state = sound;
    state.layer_count = LOPE_LAYERS + 1;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "layer_count");
    state = sound;
    state.flags &= ~LOPE_STATE_MORE; // says that the rest is zero
    state.pages |= LOPE_PAGE_BASE;
    state.base_body = 5;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, NULL, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "flags");
    assert_memory_equal(bytes, untouched, sizeof bytes);
}

static void refused(const unsigned char *bytes, size_t size, lope_result wanted, const char *field)
{
    lope_state state, before;
    lope_error error = {0};
    memset(&state, 0x3c, sizeof state);
    before = state;
    assert_int_equal(lope_state_read(&state, bytes, size, NULL, &error), wanted);
    assert_int_equal(error.code, wanted);
    if (field != NULL) assert_string_equal(error.field, field);
    assert_true(error.text[0] != 0);
    assert_memory_equal(&state, &before, sizeof state);
}

static void every_change_is_noticed(void **unused)
{
    (void)unused;
    uint32_t seed = 77;
    const lope_state state = any_state(&seed);
    unsigned char bytes[ROOM] = {0};
    size_t size = 0;
    assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, &size, NULL), LOPE_OK);
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (unsigned char)(1 << bit);
            refused(bytes, size, LOPE_ERROR_FORMAT, NULL);
            bytes[i] ^= (unsigned char)(1 << bit);
        }
    }
    for (size_t length = 0; length <= size + 8; length++)
        if (length != size) refused(bytes, length, LOPE_ERROR_FORMAT, length >= 28 ? "size" : "magic");
    lope_state again;
    assert_int_equal(lope_state_read(&again, bytes, size, NULL, NULL), LOPE_OK); // it was the changes alone
    assert_int_equal(lope_state_read(&again, NULL, size, NULL, NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_state_read(NULL, bytes, size, NULL, NULL), LOPE_ERROR_NULL);
}

// Changed by somebody that mends the hash, too.
static void mend(unsigned char *bytes, size_t size)
{
    const uint64_t hash = lope_hash_bytes(LOPE_HASH_START, bytes, size - 8);
    for (size_t i = 0; i < 8; i++) bytes[size - 8 + i] = (unsigned char)(hash >> (8 * i) & 255u);
}

// A record of an earlier version ends before what later ones have brought.
static void an_earlier_version_is_read(void **unused)
{
    (void)unused;
    uint32_t seed = 3;
    for (unsigned version = 1; version <= 2; version++) {
        lope_state state = any_state(&seed), again;
        memset(&state.mode_data[16], 0, sizeof state.mode_data / 2);
        memset(state.abilities, 0, sizeof state - offsetof(lope_state, abilities));
        if (version == 1) memset(state.crush_points, 0, sizeof state.crush_points + sizeof state.crush_body);
        lope_pages_find(&state);
        unsigned char bytes[ROOM] = {0};
        size_t size = 0;
        assert_int_equal(lope_state_write(&state, bytes, sizeof bytes, &size, NULL), LOPE_OK);
        size -= version == 1 ? LATER_2 + LATER_3 : LATER_3;
        bytes[8] = (unsigned char)version;
        bytes[12] = (unsigned char)(size & 255u);
        bytes[13] = (unsigned char)(size >> 8);
        mend(bytes, size);
        assert_int_equal(lope_state_read(&again, bytes, size, NULL, NULL), LOPE_OK);
        assert_memory_equal(&again, &state, sizeof state);
    }
}

// Nine states as a program of version 2 saved them: four random ones, then a character on a lift, in a
// volume, under a layered move and in the air. The hashes are those that it printed.
static void a_file_of_version_2_is_read(void **unused)
{
    (void)unused;
    static const uint64_t hashes[] = {UINT64_C(0x18ad6695fafb5f66), UINT64_C(0x277a17e9b4ca6377), UINT64_C(0x3ab9d9c781ec274b),
                                      UINT64_C(0x2c859eb2d90c1840), UINT64_C(0x08d15b1493b5a3bc), UINT64_C(0xbebb4082509679c4),
                                      UINT64_C(0x2b5bb45f959bab90), UINT64_C(0x74396087b7fdffec), UINT64_C(0x9cbee8e75d05c95e)};
    static const uint32_t pages[] = {LOPE_PAGE_BASE, LOPE_PAGE_BASE | LOPE_PAGE_OVERLAPS | LOPE_PAGE_LAYERS,
                                     LOPE_PAGE_BASE | LOPE_PAGE_OVERLAPS | LOPE_PAGE_LAYERS, LOPE_PAGE_OVERLAPS, 0};
    static unsigned char bytes[1 << 14];
    FILE *file = fopen(LOPE_SOURCE_DIR "/tests/repeat/old/states.2", "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    size_t at = 0, used = 0;
    lope_world *world = lope_world_create(NULL);
    lope_character *hero = lope_character_create(world, NULL);
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++, at += used) {
        lope_state state;
        lope_error error = {0};
        if (lope_state_read(&state, bytes + at, size - at, &used, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
        if (lope_state_hash(&state) != hashes[i])
            fail_msg("state %zu hashes to %016llx", i, (unsigned long long)lope_state_hash(&state));
        assert_null(lope_pages_fault(&state));
        if (i < 4) continue;
        assert_int_equal(state.pages, pages[i - 4]);
        assert_int_equal(lope_character_set_state(hero, &state), LOPE_OK);
    }
    assert_int_equal(at, size);
    lope_world_destroy(world);
}

static void what_no_state_has_is_refused(void **unused)
{
    (void)unused;
    lope_state state;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.mode = LOPE_MODE_FALLING}), LOPE_OK);
    unsigned char good[ROOM] = {0}, bytes[ROOM];
    size_t size = 0;
    assert_int_equal(lope_state_write(&state, good, sizeof good, &size, NULL), LOPE_OK);
    memcpy(bytes, good, size);
    bytes[8] = LOPE_SAVE_VERSION + 1;
    mend(bytes, size);
    refused(bytes, size, LOPE_ERROR_FORMAT, "version");
    bytes[8] = 0;
    mend(bytes, size);
    refused(bytes, size, LOPE_ERROR_FORMAT, "version");
    memcpy(bytes, good, size);
    bytes[20] = 'b'; // balling is no mode
    mend(bytes, size);
    refused(bytes, size, LOPE_ERROR_UNKNOWN_NAME, "mode");
    memcpy(bytes, good, size);
    memset(bytes + 27, 0xff, 8); // feet.x behind the name
    mend(bytes, size);
    refused(bytes, size, LOPE_ERROR_NOT_FINITE, "feet.x");
    const struct {
        lope_vec3 up;
        float radius, height;
        const char *field;
    } wrong[] = {{{0, 1, 0}, -0.5f, 2, "radius"}, {{0, 1, 0}, 0.5f, 0.9f, "height"}, {{0, 2, 0}, 0.5f, 2, "up"}};
    for (size_t i = 0; i < 3; i++) { // lope_state_write refuses them, so their bytes are put in place by hand
        memcpy(bytes, good, size);
        const float values[] = {wrong[i].up.x, wrong[i].up.y, wrong[i].up.z, wrong[i].radius, wrong[i].height};
        unsigned char *at = bytes + 27 + 3 * 8 + 2 * 8 + 2 * 3 * 4 + 4 * 4 + 3 * 4; // behind feet, floor and velocity
        for (size_t k = 0; k < 5; k++) {
            uint32_t bits;
            memcpy(&bits, &values[k], sizeof bits);
            for (int b = 0; b < 4; b++) *at++ = (unsigned char)(bits >> (8 * b) & 255u);
        }
        mend(bytes, size);
        refused(bytes, size, LOPE_ERROR_RANGE, wrong[i].field);
    }
    mend(good, size);
    lope_state again;
    assert_int_equal(lope_state_read(&again, good, size, NULL, NULL), LOPE_OK);
}

// One buffer for a whole world, and on in another one whose bodies came in another order.
static void a_saved_run_goes_on_in_another_world(void **unused)
{
    (void)unused;
    static unsigned char save[PLAY_WALKERS * ROOM];
    obj_mesh gym;
    assert_true(play_gym(&gym));
    for (uint32_t shuffle = 1; shuffle <= 3; shuffle++) {
        play first, second;
        assert_true(play_open(&first, &gym, 0));
        assert_true(play_open(&second, &gym, shuffle * 31));
        printf("  saved at tick %u, order of bodies drawn from %u\n", 120 + 97 * shuffle, shuffle * 31);
        while (first.tick < 120 + 97 * shuffle) assert_true(play_step(&first));
        size_t end = 0, at = 0;
        for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
            size_t size = 0;
            const lope_state *state = lope_character_state(first.walkers[i]);
            assert_int_equal(lope_state_write(state, save + end, sizeof save - end, &size, NULL), LOPE_OK);
            end += size;
        }
        assert_true(lope_world_hash(first.world) != lope_world_hash(second.world));
        assert_true(play_rewind(&second, first.tick));
        for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
            size_t size = 0;
            lope_state state;
            assert_int_equal(lope_state_read(&state, save + at, end - at, &size, NULL), LOPE_OK);
            assert_int_equal(lope_character_set_state(second.walkers[i], &state), LOPE_OK);
            at += size;
        }
        assert_int_equal(at, end);
        for (int i = 0; i < 400; i++) {
            if (lope_world_hash(first.world) != lope_world_hash(second.world))
                fail_msg("shuffle %u: the worlds part %d ticks on", (unsigned)shuffle, i);
            assert_true(play_step(&first));
            assert_true(play_step(&second));
        }
        play_close(&first);
        play_close(&second);
    }
    obj_release(&gym);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_bits_come_back),      cmocka_unit_test(the_bytes_are_those_of_the_format),
        cmocka_unit_test(writing_is_refused_whole),     cmocka_unit_test(every_change_is_noticed),
        cmocka_unit_test(an_earlier_version_is_read),   cmocka_unit_test(a_file_of_version_2_is_read),
        cmocka_unit_test(what_no_state_has_is_refused), cmocka_unit_test(a_saved_run_goes_on_in_another_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
