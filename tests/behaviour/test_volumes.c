// test_volumes.c - what holds in a volume: gravity, terminal speed, priority, and how much of a capsule is in
// water. At 20, 60 and 360 Hz.
#include "check.h"
#include "stage.h"

#define RATES 3
static const float rates[RATES] = {20, 60, 360};

static lope_quat askew(void) { return lope_quat_normalize((lope_quat){0.3f, -0.5f, 0.2f, 0.7f}); }

// From 20 m up into low gravity below 10 m: the closed form of a fall in two parts, of the capsule's middle,
// about which it turns as soon as up follows the gravity in there.
static void gravity_changes_at_the_instant(void **unused)
{
    (void)unused;
    const lope_volume moon = {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0.4f, -1.62f, 0}};
    for (int turned = 0; turned < 2; turned++)
        for (int i = 0; i < RATES; i++) {
            stage *s = turned ? stage_open_at(STAGE_BOXES, askew(), lope_point_make(1e6, 0, 0)) : stage_open(STAGE_BOXES);
            stage_volume(s, -30, -30, -30, 30, 10, 30, false, &moon);
            stage_place(s, 0, 20, 0, LOPE_MODE_FALLING);
            stage_run(s, 2.5, rates[i]);
            double first = sqrt(2 * 10.88 / 9.8), speed = 9.8 * first, rest = 2.5 - first;
            double pull = sqrt(0.4 * 0.4 + 1.62 * 1.62); // up is (-0.4, 1.62) / pull
            double y = 10 - speed * rest - 0.5 * 1.62 * rest * rest - 0.88 * 1.62 / pull;
            double x = 0.5 * 0.4 * rest * rest + 0.88 * 0.4 / pull;
            printf("  %g Hz: y %.5f, wanted %.5f; x %.5f, wanted %.5f\n", (double)rates[i], stage_feet(s).y, y, stage_feet(s).x,
                   x);
            check_near("height", stage_feet(s).y, y, 2e-3);
            check_near("aside", stage_feet(s).x, x, 2e-3);
            stage_close(s);
        }
}

static void terminal_speed_is_the_volumes(void **unused)
{
    (void)unused;
    const lope_volume thick = {.terminal_speed = 3};
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_volume(s, -30, -300, -30, 30, 30, 30, false, &thick);
        stage_place(s, 0, 20, 0, LOPE_MODE_FALLING);
        stage_run(s, 2, rates[i]);
        double t = 3 / 9.8;
        check_near("height", stage_feet(s).y, 20 - 0.5 * 9.8 * t * t - 3 * (2 - t), 1e-3);
        stage_close(s);
    }
}

// Of two that hold it the higher priority counts, of equal ones the lower id; and without either the world's.
static void priority_decides(void **unused)
{
    (void)unused;
    static const struct {
        int32_t a, b;
        float gravity;
    } cases[] = {{0, 1, -2}, {1, 0, -1}, {3, 3, -1}, {-5, -6, -1}};
    for (int k = 0; k < 4; k++) {
        const lope_volume a = {.priority = cases[k].a, .gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, -1, 0}};
        const lope_volume b = {.priority = cases[k].b, .gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, -2, 0}};
        stage *s = stage_open(STAGE_BOXES);
        stage_volume(s, -30, -30, -30, 30, 30, 30, false, &a);
        stage_volume(s, -20, -20, -20, 20, 20, 20, true, &b);
        stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
        stage_run(s, 1, 60);
        check_near("speed", stage_velocity(s).y, (double)cases[k].gravity, 1e-4);
        stage_close(s);
    }
}

// A volume that is changed or goes counts no more.
static void edits_count(void **unused)
{
    (void)unused;
    const lope_volume none = {.gravity_mode = LOPE_GRAVITY_VECTOR};
    const lope_volume up = {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, 1, 0}};
    stage *s = stage_open(STAGE_BOXES);
    lope_body body = stage_volume(s, -30, -30, -30, 30, 30, 30, false, &none);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    stage_run(s, 1, 60);
    check_near("no gravity", stage_velocity(s).y, 0, 1e-6);
    assert_int_equal(lope_level_set_volume(s->level, body, &up), LOPE_OK);
    stage_run(s, 1, 60);
    check_near("upward", stage_velocity(s).y, 1, 1e-4);
    assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), 1);
    assert_int_equal(lope_level_remove(s->level, body), LOPE_OK);
    stage_run(s, 1, 60);
    check_near("the world's", stage_velocity(s).y, 1 - 9.8, 1e-3);
    assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 1);
    stage_close(s);
}

// Through a planet's middle and back: half the way twice over at constant pull toward a point, t = 4 sqrt(2 h
// / g).
static void gravity_toward_a_point(void **unused)
{
    (void)unused;
    const lope_volume star = {.gravity_mode = LOPE_GRAVITY_POINT, .gravity_strength = 10, .gravity_point = {0, 0.88, 0}};
    brute_point ends[RATES];
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_volume(s, -30, -30, -30, 30, 30, 30, false, &star);
        stage_tune(s, "up_follows_gravity", 0);
        stage_place(s, 8, 0, 0, LOPE_MODE_FALLING);
        stage_set_velocity(s, 0, 0, 6);
        stage_run(s, 4, rates[i]);
        ends[i] = stage_feet(s);
        brute_point v = stage_velocity(s);
        double far = sqrt(ends[i].x * ends[i].x + ends[i].y * ends[i].y + ends[i].z * ends[i].z);
        double energy = 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z) + 10 * far;
        printf("  %g Hz: at (%.4f, %.4f, %.4f), energy %.4f of 98\n", (double)rates[i], ends[i].x, ends[i].y, ends[i].z, energy);
        check_near("energy", energy, 0.5 * 36 + 10 * 8, 0.1);
        stage_close(s);
    }
    for (int i = 0; i < 2; i++) {
        check_near("x as at 360 Hz", ends[i].x, ends[2].x, 0.03);
        check_near("z as at 360 Hz", ends[i].z, ends[2].z, 0.03);
    }
}

// Of a capsule of 1.76 m: what of its axis is in water, whatever is laid over it.
static void immersion_is_exact(void **unused)
{
    (void)unused;
    const lope_volume water = {.water = true}, air = {.priority = 1};
    for (double feet = -3; feet < 0.5; feet += 0.17) {
        stage *s = stage_open_at(STAGE_BOXES, askew(), lope_point_make(0, 1e5, 0));
        stage_tune(s, "gravity_scale", 0);
        stage_volume(s, -5, -2, -5, 5, -0.5, 5, false, &water); // two that lie over each other: to -0.5 and from -1 to 0
        stage_volume(s, -5, -1, -5, 5, 0, 5, true, &water);
        stage_volume(s, -5, -1.5, -5, 5, -1.25, 5, false, &air); // and a bubble in it
        stage_place(s, 0, feet, 0, LOPE_MODE_NONE);
        stage_tick(s, 1.0f / 60);
        double top = feet + 1.76, low = feet > -2 ? feet : -2, high = top < 0 ? top : 0;
        double bubble_low = low > -1.5 ? low : -1.5, bubble_high = high < -1.25 ? high : -1.25;
        double wet = (high > low ? high - low : 0) - (bubble_high > bubble_low ? bubble_high - bubble_low : 0);
        check_near("immersion", (double)s->state.immersion, wet / 1.76, 1e-5);
        stage_close(s);
    }
}

// Water that rises takes a walker along once its middle is under.
static void rising_water_takes_a_walker(void **unused)
{
    (void)unused;
    const lope_volume water = {.water = true};
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        lope_body body = stage_volume(s, -30, -4, -30, 30, -0.2, 30, true, &water);
        stage_tune(s, "buoyancy", 1.25);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        double swims = -1, level = -0.2;
        for (int t = 0; t < (int)rates[i] * 12; t++) {
            level = t < (int)rates[i] * 6 ? -0.2 + 0.4 * (t + 1) / (double)rates[i] : level;
            stage_carry(s, body, 0, level - 1.9, 0);
            stage_tick(s, 1.0f / rates[i]);
            if (swims < 0 && s->state.mode == LOPE_MODE_SWIMMING) swims = level;
        }
        printf("  %g Hz: swims from a level of %.3f, floats with its feet %.3f under it\n", (double)rates[i], swims,
               level - stage_feet(s).y);
        check_near("level at which it swims", swims, 0.88, 2 * 0.4 / (double)rates[i] + 1e-3); // the level before the tick counts
        check_near("floats", level - stage_feet(s).y, 1.76 / 1.25, 0.05);
        assert_int_equal(s->state.mode, LOPE_MODE_SWIMMING);
        stage_close(s);
    }
}

static void definitions_are_checked(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    lope_error error = {0};
    lope_volume bad = {.fluid_friction = -1};
    lope_box_def box = {.size = {1, 1, 1}};
    box.body.volume = &bad;
    box.body.error = &error;
    assert_false(lope_level_valid(level, lope_level_add_box(level, &box)));
    assert_string_equal(error.field, "body.volume.fluid_friction");
    bad = (lope_volume){.gravity_mode = 7};
    assert_false(lope_level_valid(level, lope_level_add_box(level, &box)));
    bad = (lope_volume){.gravity = {NAN, 0, 0}};
    assert_false(lope_level_valid(level, lope_level_add_box(level, &box)));
    bad = (lope_volume){.water = true};
    const float points[9] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    lope_mesh_def mesh = {.points = points, .point_count = 3, .body = box.body, .error = &error};
    assert_false(lope_level_valid(level, lope_level_add_mesh(level, &mesh)));
    assert_int_equal(lope_level_channels(level), 0);
    lope_body good = lope_level_add_box(level, &box);
    assert_true(lope_level_valid(level, good));
    assert_int_equal(lope_level_channels(level), LOPE_CHANNEL_VOLUME);
    assert_non_null(lope_level_volume(level, good));
    assert_int_equal(lope_level_set_volume(level, good, NULL), LOPE_OK);
    assert_null(lope_level_volume(level, good));
    assert_int_equal(lope_level_remove(level, good), LOPE_OK);
    assert_int_equal(lope_level_channels(level), 0);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravity_changes_at_the_instant),
        cmocka_unit_test(terminal_speed_is_the_volumes),
        cmocka_unit_test(priority_decides),
        cmocka_unit_test(edits_count),
        cmocka_unit_test(gravity_toward_a_point),
        cmocka_unit_test(immersion_is_exact),
        cmocka_unit_test(rising_water_takes_a_walker),
        cmocka_unit_test(definitions_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
