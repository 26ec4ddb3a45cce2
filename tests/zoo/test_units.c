// test_units.c - the scene of every ability in centimetres: level, characters, tuning and gravity times 100, with
// units_per_metre 100, and the settings of the abilities as they are. All comes about as it does in metres.
//
// 100 is no power of two, so coordinates round differently, and the two runs are not equal to the bit. A
// float's rounding at 100 m is 4 um; over a scene's 200 to 1000 ticks at 240 Hz it grows, at contacts most: so a
// limit of 1 mm. With 128 units a metre all is equal but for the library's own tolerances, which scale: 0.01 mm.
// Read next: the rule in lope/ability.h.
//
// A tick beside a body that moves runs in parts, as many as the body goes 5 mm. The scenes' round speeds make that
// a whole number, which rounds up in one unit and down in another: so both runs have speeds a little off.
#include "zoo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const scenes[] = {
    "zoo/slide",  "zoo/mantle", "zoo/corner_correction", "zoo/ledge_help", "zoo/dash",       "zoo/sprint",   "zoo/glide",
    "zoo/prone",  "zoo/roll",   "zoo/air_strafe",        "zoo/vault",      "zoo/wall_jump",  "zoo/rope",     "zoo/zipline",
    "zoo/ladder", "zoo/climb",  "zoo/ledge_hang",        "zoo/wall_run",   "zoo/wall_slide", "runner/course"};
#define SCENES (sizeof scenes / sizeof *scenes)

static double unit; // of the copy, a metre

static lope_point times(lope_point p) { return lope_point_scale(p, unit); }
static lope_vec3 times_vec3(lope_vec3 v) { return lope_point_to_vec3(times(lope_vec3_to_point(v))); }

#define OFF_ROUND 1.003 // times the speeds of bodies

static void scale_motion(lope_scene_motion *motion)
{
    motion->velocity = times(motion->velocity);
    for (uint32_t i = 0; i < motion->key_count; i++) motion->keys[i].position = times(motion->keys[i].position);
    if (!motion->swing_turns) motion->amplitude *= unit;
}

static void scale_piece(lope_scene_piece *piece)
{
    const uint32_t numbers = piece->shape == LOPE_SCENE_HULL           ? 3 * piece->point_count
                             : piece->shape == LOPE_SCENE_HEIGHT_FIELD ? piece->columns * piece->rows
                                                                       : 0;
    for (uint32_t i = 0; i < piece->mesh.point_count * 3; i++) piece->mesh.points[i] *= (float)unit;
    for (uint32_t i = 0; i < numbers; i++) piece->numbers[i] *= (float)unit;
    piece->size = times(piece->size);
    piece->cell *= unit;
    piece->pose.position = times(piece->pose.position);
    piece->surface.velocity = times_vec3(piece->surface.velocity);
    scale_motion(&piece->motion);
}

// Every field with a metre in its unit; snap_distance -1 is a word, not a length.
static void scale_tuning(lope_tuning *tuning)
{
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        const bool length = strcmp(field->unit, "m") == 0 || strcmp(field->unit, "m/s") == 0 || strcmp(field->unit, "m/s2") == 0;
        double value;
        assert_int_equal(lope_tuning_get(tuning, field->name, &value), LOPE_OK);
        if (length && value >= 0) assert_int_equal(lope_tuning_set(tuning, field->name, value * unit), LOPE_OK);
    }
    assert_int_equal(lope_tuning_set(tuning, "units_per_metre", unit), LOPE_OK);
}

static void scale_character(lope_scene_character *character)
{
    character->feet = times(character->feet);
    character->velocity = times(character->velocity);
    character->radius *= unit;
    character->height *= unit;
    character->spacing *= unit;
    scale_tuning(&character->moveset.tuning);
    for (uint32_t i = 0; i < character->input_count; i++) {
        lope_scene_entry *entry = &character->input[i];
        entry->launch = times(entry->launch);
        entry->teleport = times(entry->teleport);
        assert_false(entry->has & (LOPE_SCENE_HAS_LAYER | LOPE_SCENE_HAS_RESIZE | LOPE_SCENE_HAS_ROOT_MOTION));
    }
}

static void unround(lope_scenario *scenario)
{
    for (uint32_t i = 0; i < scenario->piece_count; i++) {
        lope_scene_motion *motion = &scenario->pieces[i].motion;
        motion->velocity = lope_point_scale(motion->velocity, OFF_ROUND);
    }
}

static void scale(lope_scenario *scenario)
{
    unround(scenario);
    scenario->gravity = times(scenario->gravity);
    scenario->origin = times(scenario->origin);
    for (uint32_t i = 0; i < scenario->piece_count; i++) scale_piece(&scenario->pieces[i]);
    for (uint32_t i = 0; i < scenario->character_count; i++) scale_character(&scenario->characters[i]);
}

// True for what a game is told of an ability, and of the mode.
static bool counts(uint32_t kind)
{
    return kind == LOPE_EVENT_ABILITY || kind == LOPE_EVENT_ABILITY_END || kind == LOPE_EVENT_ABILITY_PHASE ||
           kind == LOPE_EVENT_REFUSE || kind == LOPE_EVENT_MODE;
}

// The same events of all characters, in the same order, within `limit` s.
static void same_events(const char *scene, const zoo *a, const zoo *b, double limit)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < a->event_count; i++) {
        const zoo_event *e = &a->events[i];
        if (!counts(e->event.kind)) continue;
        while (k < b->event_count && !counts(b->events[k].event.kind)) k++;
        if (k == b->event_count) fail_msg("%s: %s at %g s is missing", scene, lope_event_name(e->event.kind), e->time);
        const zoo_event *f = &b->events[k++];
        if (f->event.kind != e->event.kind || f->actor != e->actor || f->event.from != e->event.from ||
            f->event.to != e->event.to || fabs(f->time - e->time) > limit)
            fail_msg("%s: actor %u, %s %u to %u at %.6f s; in metres actor %u, %s %u to %u at %.6f s", scene, (unsigned)f->actor,
                     lope_event_name(f->event.kind), (unsigned)f->event.from, (unsigned)f->event.to, f->time, (unsigned)e->actor,
                     lope_event_name(e->event.kind), (unsigned)e->event.from, (unsigned)e->event.to, e->time);
    }
}

// Returns how far apart (m) the two runs are in what the character does.
static double apart(const zoo *a, const zoo *b, const char *name)
{
    const lope_point feet = lope_point_sub(lope_point_scale(zoo_feet(b, name), 1 / unit), zoo_feet(a, name));
    return lope_point_length(feet);
}

// Plays one scene in metres and in the other unit. Returns how far apart they come, m. started: by ability.
static double play(const char *scene, double rate, double limit, uint32_t started[LOPE_SCENE_OWN_ABILITIES])
{
    char file[512];
    double worst = 0;
    snprintf(file, sizeof file, "%s/levels/%s.json", LOPE_SOURCE_DIR, scene);
    zoo *a = zoo_open_changed(file, rate, unround), *b = zoo_open_changed(file, rate, scale);
    while (zoo_tick(a) && zoo_tick(b))
        for (uint32_t i = 0; i < a->scenario->character_count; i++) {
            const char *name = a->scenario->characters[i].name;
            const double off = apart(a, b, name);
            if (off > limit) fail_msg("%s, %s at %g Hz, %.3f s: %g mm apart", scene, name, rate, zoo_time(a), off * 1e3);
            if (off > worst) worst = off;
        }
    same_events(scene, a, b, 1e-3); // s: at 1 m/s a millimetre
    for (uint32_t i = 0; i < a->event_count; i++) {
        if (a->events[i].event.kind != LOPE_EVENT_ABILITY) continue;
        const lope_moveset *moveset = &a->scenario->characters[a->events[i].actor].moveset;
        for (uint32_t k = 0; k < LOPE_SCENE_OWN_ABILITIES; k++)
            started[k] += moveset->abilities[a->events[i].event.from] == lope_scene_own_ability(k);
    }
    zoo_close(a);
    zoo_close(b);
    return worst;
}

static void play_all(double of_unit, double limit)
{
    static const double rates[] = {20, 60, 240};
    uint32_t started[LOPE_SCENE_OWN_ABILITIES] = {0};
    double worst = 0;
    unit = of_unit;
    for (size_t i = 0; i < SCENES; i++)
        for (int r = 0; r < 3; r++) {
            const double off = play(scenes[i], rates[r], limit, started);
            if (off > worst) worst = off;
        }
    printf("  %g units a metre: %.3g mm apart at most\n", unit, worst * 1e3);
    for (uint32_t k = 0; k < LOPE_SCENE_OWN_ABILITIES; k++)
        if (started[k] == 0) fail_msg("%s has not started", lope_scene_own_ability(k)->name);
}

static void centimetres_give_the_same(void **unused)
{
    (void)unused;
    play_all(100, 1e-3);
}

static void a_power_of_two_gives_the_same(void **unused)
{
    (void)unused;
    play_all(128, 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_power_of_two_gives_the_same),
                                       cmocka_unit_test(centimetres_give_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
