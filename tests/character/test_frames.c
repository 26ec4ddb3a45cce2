// test_frames.c - velocities, jumps and pushes are the same in centimetres, far from the origin, and on a
// floor that stands any way.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"

static const float rates[] = {20, 60, 360};

// What becomes of a stop, a jump and a blow: m, whatever the world's unit is.
typedef struct outcome {
    double stop, apex, blow;
} outcome;

static void in_unit(lope_tuning *tuning, float unit)
{
    tuning->units_per_metre = unit;
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        double value;
        if (field->unit[0] != 'm' || strcmp(field->name, "snap_distance") == 0) continue;
        assert_int_equal(lope_tuning_get(tuning, field->name, &value), LOPE_OK);
        assert_int_equal(lope_tuning_set(tuning, field->name, value * (double)unit), LOPE_OK);
    }
}

static outcome play(float unit, float rate, int unreal)
{
    lope_tuning tuning = unreal ? lope_tuning_unreal() : lope_tuning_default();
    lope_moveset moveset;
    in_unit(&tuning, unit);
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_world *world = lope_world_create(&(lope_world_def){.gravity = {0, -9.8f * unit, 0}});
    double u = (double)unit;
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5 * u, 0}, .size = {60 * unit, unit, 60 * unit}});
    lope_character *hero = lope_character_create(
        world,
        &(lope_character_def){.radius = 0.34f * unit, .height = 1.76f * unit, .velocity = {6 * unit, 0, 0}, .moveset = &moveset});
    outcome o;
    for (int t = 0; t < (int)rate; t++) lope_world_step(world, 1 / rate);
    o.stop = lope_character_state(hero)->feet.x / u;
    lope_character_set_input(hero, &(lope_input){.pressed = LOPE_BUTTON_JUMP});
    for (int t = 0; t < (int)rate; t++) {
        lope_world_step(world, 1 / rate);
        uint32_t count;
        const lope_world_event *events = lope_world_events(world, &count);
        for (uint32_t i = 0; i < count; i++)
            if (events[i].event.kind == LOPE_EVENT_APEX) o.apex = (double)events[i].event.value / u;
    }
    double before = lope_character_state(hero)->feet.z;
    lope_character_set_input(hero,
                             &(lope_input){.requests = &(lope_requests){.impulse = {0, 0, 300 * unit}, .knockback_time = 0.25f}});
    for (int t = 0; t < (int)rate; t++) lope_world_step(world, 1 / rate);
    o.blow = (lope_character_state(hero)->feet.z - before) / u;
    lope_world_destroy(world);
    return o;
}

static void in_centimetres(void **unused)
{
    (void)unused;
    for (int unreal = 0; unreal < 2; unreal++)
        for (int i = 0; i < 3; i++) {
            outcome m = play(1, rates[i], unreal), cm = play(100, rates[i], unreal);
            printf("  %s, %g Hz: stop %.5f, apex %.5f, blow %.5f m\n", unreal ? "unreal" : "exact", (double)rates[i], m.stop,
                   m.apex, m.blow);
            check_near("stop", cm.stop, m.stop, 1e-5);
            check_near("apex", cm.apex, m.apex, 1e-5);
            check_near("blow", cm.blow, m.blow, 1e-5);
            if (unreal) continue;
            check_near("stop", m.stop, 0.2359, 1e-4);
            check_near("apex", m.apex, 0.9, 1e-4);
            // 3 m/s for 0.25 s, then a stop from 3 m/s: 9.07 cm to 10 cm/s
            check_near("blow", m.blow, 0.75 + 0.0909, 5e-4);
        }
}

// Turned by half a random quaternion's worth and 5,000 km away: the same numbers.
static void turned_and_far(void **unused)
{
    (void)unused;
    const lope_quat turn = lope_quat_normalize((lope_quat){0.3f, -0.5f, 0.7f, 0.4f});
    for (int unreal = 0; unreal < 2; unreal++)
        for (int i = 0; i < 3; i++)
            for (int far = 0; far < 2; far++) {
                stage *s = stage_open_at(STAGE_BOXES, turn, lope_point_make(far ? 5e6 : 0, far ? -3e6 : 0, 7));
                stage_floor(s);
                stage_tune(s, "integrator", unreal);
                stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
                stage_tick(s, 1.0f / 60);
                double x = stage_feet(s).x;
                stage_set_velocity(s, 6, 0, 0);
                stage_run(s, 1, rates[i]);
                static const double unreal_ways[] = {0.0670, 0.1562, -1};
                double way = unreal ? unreal_ways[i] : 0.2359;
                if (way > 0) check_near("stop", stage_feet(s).x - x, way, 2e-4);
                s->input.pressed = LOPE_BUTTON_JUMP;
                stage_run(s, 1, rates[i]);
                const stage_event *apex = stage_first(s, LOPE_EVENT_APEX);
                assert_non_null(apex);
                check_near("apex", (double)apex->event.value, 0.9, 2e-4);
                stage_close(s);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_centimetres), cmocka_unit_test(turned_and_far)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
