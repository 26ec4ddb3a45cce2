// test_command.c - commands: the decoder over all sticks, rounding to the nearest, buttons, and commands in
// bits.
#include "net_help.h"

#include "net/command_wire.h"

#include <math.h>

#define TURN 6.283185307179586

static lope_state state_with_gravity(lope_vec3 gravity)
{
    lope_state state;
    lope_error error = {0};
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.gravity = gravity, .error = &error}), LOPE_OK);
    return state;
}

static double length_of(lope_vec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static double along(lope_vec3 a, lope_vec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static const lope_vec3 gravities[] = {{0, -9.8f, 0}, {9.8f, 0, 0}, {0, 9.8f, 0}, {3, -4, 5}, {-0.1f, 0.2f, -7}};
static const uint16_t yaws[] = {0, 1, 8192, 16384, 32767, 32768, 50000, 65535};

// Every pair of stick bytes, in every way up: as long as the stick, at most 1, level.
static void every_stick(void **unused)
{
    (void)unused;
    double most = 0, off = 0, tilt = 0;
    for (size_t g = 0; g < sizeof gravities / sizeof *gravities; g++) {
        const lope_state state = state_with_gravity(gravities[g]);
        for (int right = -128; right < 128; right++) {
            for (int ahead = -128; ahead < 128; ahead++) {
                const lope_command c = {
                    .right = (int8_t)right, .ahead = (int8_t)ahead, .yaw = yaws[(unsigned)(right * 7 + ahead) % 8u]};
                lope_input input;
                lope_command_input(&c, &state, &input);
                const double length = length_of(input.move), stick = sqrt((double)(right * right + ahead * ahead)) / 127;
                const double wrong = fabs(length - (stick < 1 ? stick : 1)), lean = fabs(along(input.move, state.up));
                most = length > most ? length : most;
                off = wrong > off ? wrong : off;
                tilt = lean > tilt ? lean : tilt;
            }
        }
    }
    printf("most %.9f, off %.3g, out of the level %.3g\n", most, off, tilt);
    assert_true(most <= 1 + 1e-6); // a float's rounding of a unit vector, turned once
    assert_true(off < 1e-6);
    assert_true(tilt < 1e-6);
}

// With `up` too: at most 1, and the part along up is that of the stick where nothing is cut.
static void every_up(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < sizeof gravities / sizeof *gravities; g++) {
        const lope_state state = state_with_gravity(gravities[g]);
        for (int up = -128; up < 128; up++) {
            for (int k = 0; k < 256; k++) {
                const lope_command c = {
                    .right = (int8_t)(k - 128), .ahead = (int8_t)(k * 37 % 256 - 128), .up = (int8_t)up, .yaw = yaws[k % 8]};
                lope_input input;
                lope_command_input(&c, &state, &input);
                const double length = length_of(input.move), rise = along(input.move, state.up);
                assert_true(length <= 1 + 1e-6);
                const double wish = (up < -127 ? -127 : up) / 127.0;
                if (length < 1 - 1e-6) assert_true(fabs(rise - wish) < 1e-6);
                if (up != 0) assert_true((rise > 0) == (up > 0));
            }
        }
    }
}

// The direction is that of the stick, turned by the yaw about up, from the state's forward.
static void directions(void **unused)
{
    (void)unused;
    const lope_state state = state_with_gravity((lope_vec3){0, -9.8f, 0});
    for (int k = 0; k < 65536; k += 17) {
        const lope_command c = {.ahead = 127, .yaw = (uint16_t)k};
        lope_input input;
        lope_command_input(&c, &state, &input);
        const double yaw = TURN * k / 65536; // to the left of -z
        assert_true(fabs((double)input.move.x + sin(yaw)) < 1e-6);
        assert_true(fabs((double)input.move.z + cos(yaw)) < 1e-6);
        assert_true(input.look_is_absolute);
    }
}

// ---- rounding ---------------------------------------------------------------------------------------------

static void sticks_are_rounded(void **unused)
{
    (void)unused;
    for (int k = -127; k <= 127; k++) {
        for (int e = -49; e <= 49; e += 7) { // up to 0.49 of a step beside it
            const float x = (float)((k + e / 100.0) / 127.0);
            const lope_command c = lope_command_make(x, x, x, 0, 0, 0, 0);
            const int near = k + e / 100.0 > 127 ? 127 : k + e / 100.0 < -127 ? -127 : k;
            assert_int_equal(c.right, near);
            assert_int_equal(c.ahead, near);
            assert_int_equal(c.up, near);
        }
    }
    const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1.5f, -1.5f};
    const int want[] = {0, 0, 0, 127, -127, 127, -127};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_int_equal(lope_command_make(odd[i], 0, 0, odd[i], odd[i], 0, 0).right, want[i]);
    assert_int_equal(lope_command_make(0, 0, 0, NAN, INFINITY, 0, 0).yaw, 0);
    assert_int_equal(lope_command_make(0, 0, 0, NAN, INFINITY, 0, 0).pitch, 0);
}

// All steps of a turn come back, with whole turns added; the angle is at most half a step off.
static void angles(void **unused)
{
    (void)unused;
    const lope_state state = state_with_gravity((lope_vec3){0, -9.8f, 0});
    for (int k = -32768; k < 32768; k++) {
        for (int turns = -3; turns <= 3; turns += 3) {
            const float angle = (float)(k * (TURN / 65536) + turns * TURN);
            const lope_command c = lope_command_make(0, 0, 0, angle, angle, 0, 0);
            lope_input input;
            lope_command_input(&c, &state, &input);
            // a float of up to 22 rad is off by up to 1e-6, a hundredth of a step
            assert_int_equal((int16_t)c.yaw, k);
            assert_int_equal(c.pitch, k);
            assert_true(fabs((double)input.look_yaw - k * (TURN / 65536)) < 3e-7);
            assert_true(fabs((double)input.look_pitch - k * (TURN / 65536)) < 3e-7);
        }
    }
    for (int k = 0; k < 100000; k++) {
        const float angle = (float)(k * 1e-4 - 5);
        const double step = TURN / 65536, got = (int16_t)lope_command_make(0, 0, 0, angle, 0, 0, 0).yaw * step;
        assert_true(fabs(remainder(got - (double)angle, TURN)) <= 0.5 * step + 1e-9);
    }
}

static void buttons(void **unused)
{
    (void)unused;
    lope_state state = state_with_gravity((lope_vec3){0, -9.8f, 0});
    for (int k = 0; k < 8; k++) {
        const bool was = k & 1, down = k & 2, told = k & 4;
        for (uint32_t bit = 0; bit < 32; bit++) {
            const lope_command c = {.held = down ? 1u << bit : 0, .pressed = told ? 1u << bit : 0};
            lope_input input;
            state.held = was ? 1u << bit : 0;
            lope_command_input(&c, &state, &input);
            assert_int_equal(input.held, c.held);
            assert_int_equal(input.pressed, told || (down && !was) ? 1u << bit : 0);
            assert_int_equal(input.forbidden, 0);
            assert_null(input.requests);
        }
    }
}

static void replaced(void **unused)
{
    (void)unused;
    const lope_command before = {.tick = 9,
                                 .right = 5,
                                 .ahead = -6,
                                 .up = 7,
                                 .own_size = 3,
                                 .yaw = 8,
                                 .pitch = -9,
                                 .held = 3,
                                 .pressed = 1,
                                 .own = {1, 2, 3}};
    for (uint32_t run = 1; run < 30; run++) {
        const lope_command c = lope_command_replaced(&before, 9 + run, run, 12);
        assert_int_equal(c.tick, 9 + run);
        assert_int_equal(c.pressed, 0);
        assert_int_equal(c.yaw, before.yaw);
        assert_int_equal(c.pitch, before.pitch);
        assert_int_equal(c.held, run <= 12 ? 3 : 0);
        assert_int_equal(c.right, run <= 12 ? 5 : 0);
        assert_int_equal(c.ahead, run <= 12 ? -6 : 0);
        assert_int_equal(c.up, run <= 12 ? 7 : 0);
    }
}

// ---- in bits ----------------------------------------------------------------------------------------------

static lope_command random_command(uint64_t *seed, const lope_command *before)
{
    lope_command c = *before;
    const uint32_t what = random_next(seed);
    if (what & 1u) c.yaw = (uint16_t)(what & 2u ? random_next(seed) : c.yaw + random_below(seed, 600) - 300);
    if (what & 4u) c.pitch = (int16_t)random_next(seed);
    if (what & 8u) c.right = (int8_t)random_next(seed);
    if (what & 16u) c.ahead = (int8_t)random_next(seed);
    if ((what & 96u) == 32u) c.up = (int8_t)random_next(seed);
    if (what & 128u) c.held = random_next(seed) >> random_below(seed, 32);
    if (what & 256u) c.pressed = random_next(seed) >> random_below(seed, 32);
    if (what & 512u) c.pressed = 0;
    if ((what & 3072u) == 1024u) {
        c.own_size = (uint8_t)random_below(seed, LOPE_COMMAND_OWN + 1);
        memset(c.own, 0, sizeof c.own);
        for (uint32_t i = 0; i < c.own_size; i++) c.own[i] = (uint8_t)random_next(seed);
    }
    return c;
}

static void same_command(const lope_command *a, const lope_command *b)
{
    assert_int_equal(a->right, b->right);
    assert_int_equal(a->ahead, b->ahead);
    assert_int_equal(a->up, b->up);
    assert_int_equal(a->yaw, b->yaw);
    assert_int_equal(a->pitch, b->pitch);
    assert_int_equal(a->held, b->held);
    assert_int_equal(a->pressed, b->pressed);
    assert_int_equal(a->own_size, b->own_size);
    assert_memory_equal(a->own, b->own, a->own_size);
    assert_true(lope_command_equal(a, b));
}

static void differences(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    lope_command before = {0};
    size_t most = 0;
    for (int k = 0; k < 300000; k++) {
        uint8_t bytes[64];
        lope_command c = random_command(&seed, &before), back = {.tick = 77};
        lope_bits out = lope_bits_write(bytes, sizeof bytes);
        lope_command_pass(&out, &c, &before);
        assert_false(out.bad);
        lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
        lope_command_pass(&in, &back, &before);
        assert_true(lope_bits_all_read(&in));
        assert_int_equal(in.at, out.at);
        assert_int_equal(back.tick, 77); // is not part of it
        same_command(&c, &back);
        most = out.at > most ? out.at : most;
        lope_bits equal = lope_bits_write(bytes, sizeof bytes);
        lope_command_pass(&equal, &c, &c);
        assert_int_equal(equal.at, 1);
        before = c;
    }
    printf("longest %zu bits\n", most);
}

// Any bytes, of any length: what is read has sizes within bounds, and nothing beyond the end is looked at (a
// sanitizer sees it, as the block has exactly that size).
static void any_bytes(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    uint32_t good = 0;
    for (int k = 0; k < 200000; k++) {
        const size_t size = random_below(&seed, 33);
        uint8_t *bytes = malloc(size > 0 ? size : 1);
        assert_non_null(bytes);
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)random_next(&seed);
        const lope_command none = {0};
        lope_command c = {0};
        lope_bits in = lope_bits_read(bytes, size);
        lope_command_pass(&in, &c, &none);
        assert_true(in.at <= size * 8);
        assert_true(c.own_size <= LOPE_COMMAND_OWN);
        good += !in.bad;
        free(bytes);
    }
    printf("%u of 200000 are commands\n", good);
    assert_true(good > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stick),        cmocka_unit_test(every_up),    cmocka_unit_test(directions),
        cmocka_unit_test(sticks_are_rounded), cmocka_unit_test(angles),      cmocka_unit_test(buttons),
        cmocka_unit_test(replaced),           cmocka_unit_test(differences), cmocka_unit_test(any_bytes)};
    return cmocka_run_group_tests_name("net.command", tests, NULL, NULL);
}
