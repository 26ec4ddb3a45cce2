// test_unyielding.c - a character that a body pushes into another one that never gives way: it goes out of that
// one sideways, as far as solids let it.
#include <lope/lope.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#define NEVER 16u // push priority of one that never gives way: lope_state_push_priority
#define RADIUS 0.34
#define HEIGHT 1.76

// A floor at 0, a wide box that has come `pushed` m along x by the tick's end, and the other character.
typedef struct room {
    double pushed, face; // m; where the box's face then is
    lope_point other;
    bool rests;
} room;

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const room *r = context;
    const lope_vec3 zero = {0, 0, 0}, floor = {50, 0.5f, 50}, box = {1, 2, 2};
    (void)bounds;
    if (kind == LOPE_STATIC && filter.channels & LOPE_CHANNEL_SOLID) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 1, .pose = {{0, -0.5, 0}, {0, 0, 0, 1}}});
        lope_sink_box(sink, zero, lope_quat_identity(), floor, 0);
    }
    if (kind != LOPE_MOVING) return LOPE_OK;
    if (filter.channels & LOPE_CHANNEL_SOLID) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 2,
                                                .pose = {{r->face - 1, 2.01, 0}, {0, 0, 0, 1}},
                                                .moving = true,
                                                .motion = {.displacement = {r->pushed, 0, 0}}});
        lope_sink_box(sink, zero, lope_quat_identity(), box, 0);
    }
    if (filter.channels & LOPE_CHANNEL_CHARACTER) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 3,
                                                .pose = {r->other, {0, 0, 0, 1}},
                                                .channels = LOPE_CHANNEL_CHARACTER,
                                                .moving = true,
                                                .character = true,
                                                .push_priority = NEVER,
                                                .rests = r->rests});
        lope_sink_capsule(sink, (lope_vec3){0, (float)RADIUS, 0}, (lope_vec3){0, (float)(HEIGHT - RADIUS), 0}, (float)RADIUS, 0);
    }
    return LOPE_OK;
}

// Runs one tick of a character at the origin. Returns how deep (m) it then is in the other one.
static double overlap_after(room *r, lope_nearby *nearby, double *in_box)
{
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_state state;
    const lope_surroundings around = {.context = r, .gather = gather};
    const lope_input input = {.move = {0, 0, 0}};
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER,
                                                               .mode = LOPE_MODE_WALKING,
                                                               .own_body = 9}),
                     LOPE_OK);
    room before = *r;
    before.face = -RADIUS - 0.01;
    before.pushed = 0;
    before.other.x += 5;
    const lope_surroundings alone = {.context = &before, .gather = gather};
    assert_int_equal(lope_move(&state, &input, &moveset, &alone, nearby, 1.0f / 60, NULL), LOPE_OK);
    assert_int_equal(lope_move(&state, &input, &moveset, &around, nearby, 1.0f / 60, NULL), LOPE_OK);
    const double x = state.feet.x - r->other.x, z = state.feet.z - r->other.z;
    *in_box = r->face + RADIUS - state.feet.x;
    return 2 * RADIUS - sqrt(x * x + z * z);
}

// A box pushes the character by 4 cm into another one, which stands ahead of it and to the side. The character
// comes out of both. Pushes by turns out of the one and the other are counted, so 2 mm may be left.
static void pushed_into_one_that_never_gives_way_goes_aside(void **unused)
{
    (void)unused;
    lope_nearby *nearby = lope_nearby_create(NULL);
    uint32_t deep = 0;
    for (int k = 0; k < 48; k++) {
        const double angle = 0.17 * (1 + k % 8), apart = 2 * RADIUS + 0.005 - 0.02 * (k / 8 % 3);
        room r = {.pushed = 0.05, .face = -RADIUS + 0.04, .rests = k >= 24, .other = {apart * cos(angle), 0, apart * sin(angle)}};
        double in_box;
        const double in_other = overlap_after(&r, nearby, &in_box);
        if (in_other < 2e-3 && in_box < 1e-4) continue;
        printf("rests %d, at %.2f rad, %.3f m apart: %.4f m in the other, %.4f m in the box\n", r.rests, angle, apart, in_other,
               in_box);
        deep++;
    }
    lope_nearby_destroy(nearby);
    assert_int_equal(deep, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pushed_into_one_that_never_gives_way_goes_aside)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
