// test_overlaps.c - entered and left: once each way in a tick, however fast, in the order of the way;
// sensors; other characters.
#include "check.h"
#include "stage.h"

#define RATES 3
static const float rates[RATES] = {20, 60, 360};
static const lope_volume trigger = {0};

static lope_quat askew(void) { return lope_quat_normalize((lope_quat){0.3f, -0.5f, 0.2f, 0.7f}); }

// 2 mm thick, at up to 60 m/s: entered and left, in this order, at the times of the closed form.
static void nothing_is_too_thin(void **unused)
{
    (void)unused;
    for (int turned = 0; turned < 2; turned++)
        for (int i = 0; i < RATES; i++) {
            stage *s =
                stage_open_at(STAGE_BOXES, turned ? askew() : lope_quat_identity(), lope_point_make(turned ? 1e6 : 0, 0, 0));
            stage_volume(s, 10, -50, -5, 10.002, 50, 5, false, &trigger);
            stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
            stage_set_velocity(s, 60, 0, 0);
            stage_run(s, 0.5, rates[i]);
            assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), 1);
            assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 1);
            const stage_event *in = stage_first(s, LOPE_EVENT_ENTER), *out = stage_first(s, LOPE_EVENT_LEAVE);
            check_near("entered", in->time, (10 - 0.34) / 60, 2e-5);
            check_near("left", out->time, (10.002 + 0.34) / 60, 2e-5);
            if (in->event.sequence >= out->event.sequence) fail_msg("left before it was entered");
            assert_int_equal(s->state.overlap_count, 0);
            stage_close(s);
        }
}

// A way with a turn in it: in, against a wall, along it; the wall's hit stands before what is overlapped at
// the same place.
static void hits_come_before_overlaps(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 5, 0, -10, 6, 4, 10);
        stage_volume(s, 4.99999, 0.5, -10, 8, 2, 10, false, &trigger); // a rounding in front of the wall
        stage_volume(s, 2, 0.5, -10, 2.2, 2, 10, false, &trigger);     // on the way there
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_move(s, 1, 0);
        stage_run(s, 1.5, rates[i]);
        double before = -1;
        for (int k = 0; k < s->event_count; k++) {
            if (s->events[k].time < before - 1e-6) fail_msg("event %d is told late", k);
            before = s->events[k].time;
            if (k > 0) assert_int_equal(s->events[k].event.sequence, s->events[k - 1].event.sequence + 1);
        }
        assert_int_equal(stage_count(s, LOPE_EVENT_HIT), 1);
        stage_close(s);
    }
}

// Out of a volume and back within a tick: it has stayed; into one and back: entered and left.
static void there_and_back_in_a_tick(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_volume(s, -1, 3.4, -1, 1, 3.6, 1, false, &trigger); // over it
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 0, 6, 0);
    stage_tick(s, 1.0f);
    stage_tick(s, 0.3f);
    assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), 1);
    assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 1);
    double v = 6, g = 9.8, rise = 3.4 - 1.76, root = sqrt(v * v - 2 * g * rise);
    check_near("entered", stage_first(s, LOPE_EVENT_ENTER)->time, (v - root) / g, 1e-3);
    check_near("left", stage_first(s, LOPE_EVENT_LEAVE)->time, (v + root) / g, 1e-3);
    stage_close(s);
}

// On top of a trigger that ends where the floor begins, standing and walking: nothing flickers.
static void no_flicker_at_a_rim(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_volume(s, -50, -1, -50, 50, 0, 50, false, &trigger);
        stage_volume(s, 1.34, 0, -50, 50, 3, 50, false, &trigger); // and beside it
        stage_place(s, 1, 0, 0, LOPE_MODE_WALKING);
        stage_move(s, 0, 1);
        stage_run(s, 5, rates[i]);
        assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), 0);
        assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 0);
        stage_close(s);
    }
}

static void more_than_there_is_room_for(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    for (int k = 0; k < LOPE_OVERLAPS + 3; k++) stage_volume(s, -5, -50, -5, 5 + k, 50, 5, false, &trigger);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), LOPE_OVERLAPS);
    assert_int_equal(s->report.overlaps_dropped, 3);
    assert_int_equal(s->state.overlap_count, LOPE_OVERLAPS);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), LOPE_OVERLAPS);
    assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 0);
    stage_set_velocity(s, 20, 0, 0);
    stage_run(s, 2, 60);
    if (s->state.overlap_count != 0) fail_msg("%u left", s->state.overlap_count);
    assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), stage_count(s, LOPE_EVENT_LEAVE));
    stage_close(s);
}

// A state from outside that says that it has more than it has room for is none, and stays as it is.
static void a_state_with_more_than_there_is_room_for(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_volume(s, -5, -50, -5, 5, 50, 5, false, &trigger);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(s->state.overlap_count, 1);
    const lope_state sound = s->state;
    lope_state bad = sound;
    bad.overlap_count = LOPE_OVERLAPS + 1;
    const lope_state overlaps = bad;
    assert_int_equal(lope_move(&bad, &s->input, &s->moveset, &s->surroundings, s->nearby, 0.01f, NULL), LOPE_ERROR_STATE);
    assert_memory_equal(&bad, &overlaps, sizeof bad);
    bad = sound;
    bad.pages |= LOPE_PAGE_LAYERS;
    bad.layer_count = UINT32_MAX;
    const lope_state layers = bad;
    assert_int_equal(lope_move(&bad, &s->input, &s->moveset, &s->surroundings, s->nearby, 0.01f, NULL), LOPE_ERROR_STATE);
    assert_memory_equal(&bad, &layers, sizeof bad);
    stage_close(s);
}

// Thin sheets on one tick's way, more than a tick tells of: the rest is counted, and so is the time that such
// a tick has no slices left for.
static void more_passed_through_than_there_is_room_for(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    for (int k = 0; k < 30; k++) stage_volume(s, 2 + 0.2 * k, -50, -5, 2.05 + 0.2 * k, 50, 5, false, &trigger);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 100, 0, 0);
    stage_tick(s, 0.1f);
    const double x = stage_feet(s).x;
    check_near("the time that is left over", s->report.time_unused, 0.1 - x / 100, 1e-6);
    uint32_t met = 0;
    while (met < 30 && 2 + 0.2 * met - 0.34 < x) met++;
    const uint32_t told = met - s->report.overlaps_dropped;
    assert_true(s->report.overlaps_dropped > 0 && told >= 24);
    // each that is told of was entered, and left but for those that it is still in
    assert_int_equal(s->report.event_count + s->report.events_dropped, 2 * told - s->state.overlap_count);
    stage_close(s);
}

// A teleport leaves what it was in and enters what it comes to, and nothing in between.
static void a_teleport_has_no_way(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    lope_body a = stage_volume(s, -2, -50, -2, 2, 50, 2, false, &trigger);
    stage_volume(s, 8, -50, -2, 12, 50, 2, false, &trigger);
    lope_body c = stage_volume(s, 18, -50, -2, 22, 50, 2, false, &trigger);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    stage_tick(s, 1.0f / 60);
    s->requests.asked = LOPE_REQUEST_TELEPORT;
    s->requests.teleport_feet = lope_point_make(20, 0, 0);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), 2);
    assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 1);
    assert_true(stage_first(s, LOPE_EVENT_LEAVE)->event.body == lope_level_id(s->level, a));
    assert_true(stage_last(s, LOPE_EVENT_ENTER)->event.body == lope_level_id(s->level, c));
    stage_close(s);
}

// What moves is met on its way too: a thin gate that sweeps over a character that stands still.
static void a_gate_passes_over(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        lope_body gate = stage_volume(s, -10.01, 0, -5, -10, 3, 5, true, &trigger);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        for (int t = 0; t < (int)rates[i]; t++) {
            stage_carry(s, gate, -10.005 + 30 * (t + 1) / (double)rates[i], 1.5, 0);
            stage_tick(s, 1.0f / rates[i]);
        }
        assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 1);
        check_near("entered", stage_first(s, LOPE_EVENT_ENTER)->time, (10 - 0.34) / 30, 1e-4);
        check_near("left", stage_first(s, LOPE_EVENT_LEAVE)->time, (10.01 + 0.34) / 30, 1e-4);
        stage_close(s);
    }
}

// A reach of 1 m ahead and a foot: each tells its own, with its number.
static void sensors_tell_theirs(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_volume(s, -5, 0.9, -10, 5, 1.1, -9, false, &trigger);
        lope_sensor reach = {.name = "reach", .channels = LOPE_CHANNEL_VOLUME, .a = {0, 1, 0}, .b = {0, 1, -1}, .radius = 0.1f};
        lope_sensor other = {.name = "other", .channels = 1u << 9, .a = {0, 1, 0}, .b = {0, 1, -1}, .radius = 0.1f};
        uint32_t index;
        assert_int_equal(lope_moveset_add_sensor(&s->moveset, &reach, &index, NULL), LOPE_OK);
        assert_int_equal(lope_moveset_add_sensor(&s->moveset, &other, &index, NULL), LOPE_OK);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_move(s, 0, -1);
        stage_run(s, 3, rates[i]);
        assert_int_equal(stage_count(s, LOPE_EVENT_ENTER), 2);
        assert_int_equal(stage_count(s, LOPE_EVENT_LEAVE), 2);
        const stage_event *first = stage_first(s, LOPE_EVENT_ENTER), *second = stage_last(s, LOPE_EVENT_ENTER);
        assert_int_equal(first->event.from, 1);
        assert_int_equal(second->event.from, 0);
        double start = 6.0 / 20.48, lost = 0.5 * 6 * start;
        check_near("the reach enters", first->time, start + (9 - 1.1 - lost) / 6, 2e-4);
        check_near("the capsule enters", second->time, start + (9 - 0.34 - lost) / 6, 2e-4);
        stage_close(s);
    }
}

// On a channel that it overlaps another character is passed through and told, with both sides of it.
static void characters_overlap(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    lope_box_def floor = {.size = {100, 1, 100}};
    floor.body.position = lope_point_make(0, -0.5, 0);
    lope_level_add_box(lope_world_level(world), &floor);
    lope_character_def def = {.overlap_channels = LOPE_CHANNEL_CHARACTER};
    lope_character *still = lope_character_create(world, &def);
    def.feet = lope_point_make(-3, 0, 0);
    lope_character *goes = lope_character_create(world, &def);
    int entered = 0, left = 0;
    for (int t = 0; t < 90; t++) {
        lope_character_set_input(goes, &(lope_input){.move = {1, 0, 0}});
        lope_world_step(world, 1.0f / 60);
        uint32_t count;
        const lope_world_event *events = lope_world_events(world, &count);
        for (uint32_t i = 0; i < count; i++) {
            entered += events[i].event.kind == LOPE_EVENT_ENTER;
            left += events[i].event.kind == LOPE_EVENT_LEAVE;
        }
    }
    assert_int_equal(entered, 2);
    assert_int_equal(left, 2);
    if (lope_character_state(goes)->feet.x < 2) fail_msg("it was stopped");
    (void)still;
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_too_thin),
        cmocka_unit_test(hits_come_before_overlaps),
        cmocka_unit_test(there_and_back_in_a_tick),
        cmocka_unit_test(no_flicker_at_a_rim),
        cmocka_unit_test(more_than_there_is_room_for),
        cmocka_unit_test(a_teleport_has_no_way),
        cmocka_unit_test(a_gate_passes_over),
        cmocka_unit_test(sensors_tell_theirs),
        cmocka_unit_test(characters_overlap),
        cmocka_unit_test(more_passed_through_than_there_is_room_for),
        cmocka_unit_test(a_state_with_more_than_there_is_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
