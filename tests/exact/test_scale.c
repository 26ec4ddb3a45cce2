// test_scale.c - the gym's tour with everything in centimetres: level, character, tuning and gravity times
// 100, with tuning.units_per_metre 100. The path is the same, in its own unit.
//
// The scaled scenario is made here from the one in metres, so the two cannot drift apart. The limit, 1 mm
// over all ticks, is the issue's; 100 is no power of two, so coordinates round differently, and the two runs
// are not equal to the bit. Read next: tour.h.
#include "grid.h"
#include "tour.h"

#include "scene/scenario.h"

#define ALL 10 // share of the cells: under a second in all, so a quick run takes them too

#define LIMIT 1e-3 // m, of the issue

static lope_point times(lope_point p, double s) { return lope_point_scale(p, s); }

// Every field with a metre in its unit; snap_distance -1 is a word, not a length.
static void scale_tuning(lope_moveset *moveset, double s)
{
    lope_tuning tuning = moveset->tuning;
    int scaled = 0;
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        bool length = strcmp(field->unit, "m") == 0 || strcmp(field->unit, "m/s") == 0 || strcmp(field->unit, "m/s2") == 0;
        double value;
        assert_int_equal(lope_tuning_get(&tuning, field->name, &value), LOPE_OK);
        if (!length || value < 0) continue;
        assert_int_equal(lope_tuning_set(&tuning, field->name, value * s), LOPE_OK);
        scaled++;
    }
    assert_true(scaled >= 8);
    assert_int_equal(lope_tuning_set(&tuning, "units_per_metre", s), LOPE_OK);
    assert_int_equal(lope_moveset_make(moveset, &tuning, NULL), LOPE_OK);
}

static void scale(lope_scenario *scenario, double s)
{
    scenario->gravity = times(scenario->gravity, s);
    for (uint32_t i = 0; i < scenario->piece_count; i++) {
        lope_scene_piece *piece = &scenario->pieces[i];
        assert_int_equal(piece->shape, LOPE_SCENE_MESH); // all that the tour has
        assert_int_equal(piece->motion.kind, LOPE_SCENE_STILL);
        for (uint32_t k = 0; k < piece->mesh.point_count * 3; k++) piece->mesh.points[k] *= (float)s;
        piece->pose.position = times(piece->pose.position, s);
    }
    for (uint32_t i = 0; i < scenario->character_count; i++) {
        lope_scene_character *character = &scenario->characters[i];
        character->feet = times(character->feet, s);
        character->velocity = times(character->velocity, s);
        character->radius *= s;
        character->height *= s;
        scale_tuning(&character->moveset, s);
    }
}

static void in_other_units(void **unused)
{
    (void)unused;
    static const double scales[] = {100, 39.37007874, 0.01}; // centimetres, inches, and units of 100 m
    static const double rates[] = {60, 20, 144};
    lope_scenario *metres = tour_load();
    grid g;
    grid_begin(&g, "the tour in other units", "mm", ALL);
    for (int k = 0; k < 3; k++) {
        lope_scenario *other = tour_load();
        double s = scales[k];
        scale(other, s);
        for (int r = 0; r < 3; r++) {
            if (!grid_next(&g)) continue;
            tour *a = tour_open(metres, lope_point_make(0, 0, 0)), *b = tour_open(other, lope_point_make(0, 0, 0));
            double worst = 0, when = 0, first = -1;
            for (int i = 0; i < (int)(metres->duration * rates[r] + 0.5); i++) {
                tour_frame(a, (i + 1) / rates[r]);
                tour_frame(b, (i + 1) / rates[r]);
                double d = tour_distance(tour_look(a).feet, times(tour_look(b).feet, 1 / s));
                if (d > LIMIT && first < 0) first = a->now;
                if (d > worst) worst = d, when = a->now;
            }
            grid_measure(&g, worst * 1e3, "%g units a metre, %g Hz, at %.3f s", s, rates[r], when);
            if (!(worst < LIMIT))
                grid_fail(&g, "path differs", "%g units a metre, %g Hz: %.4g mm at %.3f s, over 1 mm first at %.3f s", s,
                          rates[r], worst * 1e3, when, first);
            if (a->event_count != b->event_count)
                grid_fail(&g, "events differ", "%g units a metre, %g Hz: %d events, in metres %d", s, rates[r], b->event_count,
                          a->event_count);
            tour_close(a);
            tour_close(b);
        }
        lope_scenario_free(other);
    }
    lope_scenario_free(metres);
    grid_end(&g);
}

int main(void)
{
    if (!tour_available()) return 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_other_units)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
