// test_handed_out.c - surroundings may hand out bodies that do not come within what was asked for: not a bit of
// the tick changes by it.
//
// A walker on an inclined floor, once alone, and once where each gather also hands out a body that
// is metres away: each kind of shape, at rest, on its way, turning, one-way, static or a conveyor. Recordings keep only what came near, so a
// difference would break them. Seeded: LOPE_SEED sets another seed than the one printed. Read next:
// src/motion/nearby/moving_near.h.
#include "check.h"
#include "draw.h"

#include <lope/lope.h>

#define TICKS 120
#define AWAY 7.0 // m from the feet, and up to 2 m of size

enum { BOX, SPHERE, CAPSULE, CYLINDER, TRIANGLE, KINDS };
enum { RESTS, GOES, TURNS, ONE_WAY, STATIC, CONVEYOR, WAYS };

// A level, and what is handed out besides.
typedef struct world {
    lope_surroundings level;
    bool hands_out;
    int kind, way;
    lope_point at;
} world;

static void hand_out(const world *w, lope_sink *sink)
{
    lope_sink_body body = {.id = 77, .pose = {w->at, {0, 0, 0, 1}}, .channels = LOPE_CHANNEL_SOLID, .moving = w->way < STATIC};
    if (w->way == GOES || w->way == TURNS) body.motion.displacement = lope_point_make(0.02, -0.03, 0.01);
    if (w->way == TURNS) body.motion.rotation = (lope_vec3){0.1f, 0.2f, -0.3f};
    body.surface.one_way = w->way == ONE_WAY;
    if (w->way == CONVEYOR) body.surface.velocity = (lope_vec3){1, 0, 2};
    const lope_vec3 zero = {0, 0, 0}, one = {0.3f, 1, 0.2f};
    lope_sink_begin(sink, &body);
    if (w->kind == BOX) lope_sink_box(sink, zero, lope_quat_identity(), (lope_vec3){1, 0.5f, 0.7f}, 0);
    if (w->kind == SPHERE) lope_sink_sphere(sink, zero, 0.8f, 0);
    if (w->kind == CAPSULE) lope_sink_capsule(sink, zero, one, 0.4f, 0);
    if (w->kind == CYLINDER) lope_sink_cylinder(sink, zero, lope_quat_identity(), 0.5f, 0.6f, 0);
    if (w->kind == TRIANGLE) lope_sink_triangle(sink, zero, one, (lope_vec3){1, 0, 0}, 0, true);
}

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const world *w = context;
    const lope_result result = w->level.gather(w->level.context, bounds, filter, kind, sink);
    if (result == LOPE_OK && w->hands_out && (kind == LOPE_STATIC) == (w->way >= STATIC)) hand_out(w, sink);
    return result;
}

static uint64_t static_revision(void *context)
{
    const world *w = context;
    return w->level.static_revision(w->level.context);
}

static lope_vec3 level_axis(float angle) { return (lope_vec3){lope_cos(angle), 0, lope_sin(angle)}; }

// A floor of 60 m that leans by up to 30 degrees, and a few boxes on it.
static lope_level *draw_level(void)
{
    lope_level *level = lope_level_create(NULL);
    const lope_vec3 axis = level_axis((float)draw(-3, 3));
    const lope_quat turn = lope_quat_from_axis(axis, (float)draw(0.05, 0.5));
    const lope_box_def floor = {.body = {.position = {0, -0.5, 0}, .rotation = turn}, .size = {60, 1, 60}};
    lope_level_add_box(level, &floor);
    for (int i = 0; i < 4; i++) {
        const lope_box_def box = {.body = {.position = {draw(-8, 8), draw(-2, 2), draw(-8, 8)}, .rotation = turn},
                                  .size = {1, 1, 2}};
        lope_level_add_box(level, &box);
    }
    return level;
}

// Plays a walk twice from the same numbers. Returns how many ticks were on the ground.
static uint32_t play(uint64_t from, int kind, int way, double rate)
{
    seed = from;
    lope_level *level = draw_level();
    world w = {.level = lope_level_surroundings(level), .kind = kind, .way = way};
    const lope_surroundings around = {.context = &w, .gather = gather, .static_revision = static_revision};
    lope_nearby *nearby[2] = {lope_nearby_create(NULL), lope_nearby_create(NULL)};
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_state states[2];
    lope_report report;
    uint32_t walked = 0;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    for (int i = 0; i < 2; i++) assert_int_equal(lope_state_init(&states[i], &(lope_state_def){.feet = {0, 0.1, 0}}), LOPE_OK);
    lope_input input = {.held = 0};
    for (int t = 0; t < TICKS; t++) {
        if (t % 20 == 0) input.move = (lope_vec3){(float)draw(-1, 1), 0, (float)draw(-1, 1)};
        input.held = pick((uint32_t)(2 * rate)) == 0 ? LOPE_BUTTON_JUMP : 0;
        w.at = lope_point_add(states[0].feet, lope_point_make(0, pick(2) ? AWAY : 0, AWAY));
        if (way >= STATIC) w.at = lope_point_make(0, 40, 0); // it stays where it is
        for (int i = 0; i < 2; i++) {
            w.hands_out = i == 1;
            assert_int_equal(lope_move(&states[i], &input, &moveset, &around, nearby[i], (float)(1 / rate), &report), LOPE_OK);
        }
        if (memcmp(&states[0], &states[1], sizeof states[0]) != 0)
            fail_msg("seed %llu, shape %d, way %d, %g Hz, tick %d: feet %.17g %.17g %.17g and %.17g %.17g %.17g",
                     (unsigned long long)from, kind, way, rate, t, states[0].feet.x, states[0].feet.y, states[0].feet.z,
                     states[1].feet.x, states[1].feet.y, states[1].feet.z);
        walked += states[0].mode == LOPE_MODE_WALKING;
    }
    for (int i = 0; i < 2; i++) lope_nearby_destroy(nearby[i]);
    lope_level_destroy(level);
    return walked;
}

static void what_is_handed_out_from_afar_changes_no_bit(void **unused)
{
    static const double rates[] = {20, 60, 360};
    (void)unused;
    const char *given = getenv("LOPE_SEED");
    uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    uint32_t walked = 0, ticks = 0;
    printf("seed %llu\n", (unsigned long long)first);
    for (int kind = 0; kind < KINDS; kind++)
        for (int way = 0; way < WAYS; way++)
            for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
                walked += play(first++, kind, way, rates[r]);
                ticks += TICKS;
            }
    printf("%u ticks on the ground of %u\n", walked, ticks);
    assert_true(walked > ticks / 2 && walked < ticks); // else it has shown nothing
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_handed_out_from_afar_changes_no_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
