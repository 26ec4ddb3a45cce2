// test_rerun.c - one character's tick run again among others where they were: equal to the step, to the bit,
// and with the same events.
#include "world_help.h"

#include <math.h>

#define PEOPLE 10
#define RATE 60.0
#define MOST_PLACES 4
#define STEPS 4 // at 60 Hz, of those that press on each other
#define OTHERS (PEOPLE * (STEPS + 1))

static bool turntable_at(void *context, uint64_t tick, double time, lope_transform *pose)
{
    const double half = 0.5 * (double)tick / RATE;
    (void)context;
    (void)time;
    pose->position = (lope_point){0, -0.2, 0};
    pose->rotation = (lope_quat){0, (float)sin(half), 0, (float)cos(half)};
    return true;
}

typedef struct tick_note {
    lope_state before[PEOPLE], after[PEOPLE];
    lope_input inputs[PEOPLE];
    lope_requests requests[PEOPLE]; // that go with the inputs
    lope_report reports[PEOPLE];
    lope_body_place places[MOST_PLACES];
    uint32_t place_count, other_count;
    lope_other others[OTHERS];
} tick_note;

typedef struct scene {
    lope_world *world;
    lope_body lift;
    lope_character *people[PEOPLE];
    tick_note *now; // NULL: nothing is noted
} scene;

static void before_tick(void *context, lope_world *world, uint64_t tick, float dt)
{
    scene *s = context;
    (void)dt;
    const lope_transform pose = {.position = {0, -0.2 + 0.3 * (1 - cos(0.05 * (double)tick)), 10}, .rotation = {0, 0, 0, 1}};
    lope_level_set_pose(lope_world_level(world), s->lift, &pose);
    if (s->now == NULL) return;
    s->now->place_count = lope_level_places(lope_world_level(world), s->now->places, MOST_PLACES);
    for (int i = 0; i < PEOPLE; i++) {
        s->now->before[i] = *lope_character_state(s->people[i]);
        s->now->inputs[i] = lope_input_copy(lope_character_input(s->people[i]), &s->now->requests[i]);
    }
}

static void after_tick(void *context, lope_world *world, uint64_t tick, float dt)
{
    scene *s = context;
    (void)tick;
    (void)dt;
    if (s->now == NULL) return;
    assert_int_equal(lope_world_others(world, s->now->others, OTHERS, &s->now->other_count), LOPE_OK);
    assert_true(s->now->other_count <= OTHERS);
    for (int i = 0; i < PEOPLE; i++) {
        s->now->after[i] = *lope_character_state(s->people[i]);
        s->now->reports[i] = *lope_character_report(s->people[i]);
    }
}

// A knot of five on a turntable and of five on a lift; two of each fall on the heads of others.
static scene *open_scene(void)
{
    scene *s = calloc(1, sizeof *s);
    s->world = world_with_floor(&(lope_world_def){.before_tick = before_tick, .after_tick = after_tick, .tick_context = s});
    lope_box_def plate = {.body = {.position = {0, -0.2, 0}, .moving = true, .pose_at = turntable_at}, .size = {7, 0.4f, 7}};
    lope_world_add_box(s->world, &plate);
    plate.body.pose_at = NULL;
    plate.body.position.z = 10;
    s->lift = lope_world_add_box(s->world, &plate);
    for (int i = 0; i < PEOPLE; i++) {
        const int one = i % 5;
        const lope_point feet = {one < 3 ? 0.6 * one : 0.6 * (one - 3), one < 3 ? 0 : 2, i < 5 ? 0.5 : 10.3};
        s->people[i] =
            lope_character_create(s->world, &(lope_character_def){.feet = feet,
                                                                  .id = 900 - (uint64_t)i,
                                                                  .no_stand = i == 7,
                                                                  .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER});
    }
    lope_character_set_time_scale(s->people[3], 0.5f);
    return s;
}

static void close_scene(scene *s)
{
    lope_world_destroy(s->world);
    free(s);
}

static void act(scene *s, int tick)
{
    for (int i = 0; i < PEOPLE; i++) {
        const float way = 0.07f * (float)tick + (float)i;
        lope_input input = {.move = {0.5f * cosf(way), 0, 0.5f * sinf(way)},
                            .held = (tick + 13 * i) % 80 > 74 ? LOPE_BUTTON_JUMP : 0};
        const lope_requests launch = {.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {1, 3, 0}};
        if (tick % 90 == 9 * i) input.requests = &launch;
        lope_character_set_input(s->people[i], &input);
    }
}

// Counts of work aside, for the nearby is another one.
static bool same_report(const lope_report *a, const lope_report *b)
{
    lope_report x = *a, y = *b;
    x.gathers = x.sweeps = x.triangles = x.iterations = 0;
    y.gathers = y.sweeps = y.triangles = y.iterations = 0;
    if (x.event_count != y.event_count || x.push_count != y.push_count) return false;
    memset(x.events + x.event_count, 0, sizeof x.events - x.event_count * sizeof x.events[0]);
    memset(y.events + y.event_count, 0, sizeof y.events - y.event_count * sizeof y.events[0]);
    return memcmp(&x, &y, offsetof(lope_report, events)) == 0 &&
           memcmp(x.events, y.events, x.event_count * sizeof x.events[0]) == 0 &&
           memcmp(x.pushes, y.pushes, x.push_count * sizeof x.pushes[0]) == 0;
}

static lope_result rerun(const scene *s, const tick_note *note, int who, lope_nearby *nearby, lope_state *after,
                         lope_report *report)
{
    lope_level_view view;
    lope_body_place places[MOST_PLACES];
    memcpy(places, note->places, sizeof places);
    assert_int_equal(lope_level_view_make(&view, lope_world_level(s->world), places, note->place_count), LOPE_OK);
    const lope_surroundings bodies = lope_level_surroundings_at(&view);
    return lope_character_rerun(s->people[who],
                                &(lope_rerun_def){.state = &note->before[who],
                                                  .input = &note->inputs[who],
                                                  .seconds = TICK,
                                                  .bodies = &bodies,
                                                  .others = note->others,
                                                  .other_count = note->other_count,
                                                  .nearby = nearby},
                                after, report);
}

static void rerun_gives_what_the_step_gave(void **unused)
{
    (void)unused;
    enum { TICKS = 240 };
    tick_note *notes = calloc(TICKS, sizeof *notes);
    scene *s = open_scene();
    uint32_t on_others = 0, events = 0, stepped = 0;
    for (int i = 0; i < TICKS; i++) {
        s->now = &notes[i];
        act(s, i);
        steps(s->world, 1);
        assert_true(notes[i].other_count >= PEOPLE);
        stepped += notes[i].other_count > PEOPLE;
    }
    s->now = NULL;
    const uint64_t hash = lope_world_hash(s->world);
    lope_nearby *nearby = lope_nearby_create(NULL); // one for all, in an order that is as bad for it as can be
    for (int i = TICKS - 1; i >= 0; i--)
        for (int who = 0; who < PEOPLE; who++) {
            lope_state after;
            lope_report report;
            assert_int_equal(rerun(s, &notes[i], who, nearby, &after, &report), LOPE_OK);
            if (memcmp(&after, &notes[i].after[who], sizeof after) != 0)
                fail_msg("character %d, tick %d: another state", who, i + 1);
            if (!same_report(&report, &notes[i].reports[who])) fail_msg("character %d, tick %d: another report", who, i + 1);
            on_others += after.base_body >= LOPE_BODY_CHARACTER;
            events += report.event_count;
        }
    print_message("%u character-ticks on others, %u events, %u ticks in steps\n", on_others, events, stepped);
    assert_true(on_others > 20 && events > 100 && stepped > 50);
    assert_true(lope_world_hash(s->world) == hash); // nothing of the world has changed
    lope_nearby_destroy(nearby);
    free(notes);
    close_scene(s);
}

// Without the others, or with one elsewhere, it is another tick: the test above can fail.
static void rerun_depends_on_the_others(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    tick_note note = {0};
    uint32_t differ = 0;
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (int i = 0; i < 60; i++) {
        s->now = &note;
        act(s, i);
        steps(s->world, 1);
        note.other_count = 0;
        for (int who = 0; who < PEOPLE; who++) {
            lope_state after;
            rerun(s, &note, who, nearby, &after, NULL);
            differ += memcmp(&after, &note.after[who], sizeof after) != 0;
        }
    }
    assert_true(differ > 100);
    lope_nearby_destroy(nearby);
    close_scene(s);
}

// Surroundings may hand out others that do not touch what was asked for: they cost no gather, and change
// nothing. With a gather too many, planes would be made of others that none is made of in the step.
static void others_that_are_handed_out_from_afar_change_nothing(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    tick_note note = {0};
    uint32_t carried = 0;
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (int i = 0; i < 100; i++) {
        s->now = &note;
        act(s, i);
        steps(s->world, 1);
        for (int who = 0; who < PEOPLE; who++) {
            lope_state after[2];
            lope_report reports[2];
            note.others[0] = (lope_other){.id = 5, .up = {0, 1, 0}, .radius = 0.34f, .height = 1.76f};
            note.others[0].feet = lope_point_add(note.before[who].feet, lope_point_make(2.0, 0, 0)); // handed out up to 2.1 m off
            for (uint32_t count = 0; count < 2; count++) {
                note.other_count = count;
                lope_nearby_clear(nearby);
                assert_int_equal(rerun(s, &note, who, nearby, &after[count], &reports[count]), LOPE_OK);
            }
            assert_memory_equal(&after[0], &after[1], sizeof after[0]);
            assert_true(same_report(&reports[0], &reports[1]));
            assert_int_equal(reports[0].gathers, reports[1].gathers);
            carried += after[0].base_body != 0 && after[0].base_body != LOPE_BODY_NONE;
        }
    }
    assert_true(carried > 100);
    lope_nearby_destroy(nearby);
    close_scene(s);
}

// Returns how deep (m) a character that stands at the origin ends in one that rests `bearing` degrees aside of
// the way on which a third one pushes it. priority: of the one that rests.
static double depth_in_resting(double bearing, uint32_t priority)
{
    lope_world *world = world_with_floor(NULL);
    lope_character *one =
        lope_character_create(world, &(lope_character_def){.channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER});
    steps(world, 5);
    lope_nearby *nearby = lope_nearby_create(NULL);
    const lope_state before = *lope_character_state(one);
    const double apart = 2 * (double)before.radius, angle = bearing * 3.14159265358979 / 180;
    lope_other others[2] = {{.id = 900, .feet = {-(apart - 0.02), 0, 0}, .push_priority = 15},
                            {.id = 901,
                             .feet = {(apart + 0.003) * cos(angle), 0, (apart + 0.003) * sin(angle)},
                             .push_priority = priority,
                             .rests = true}};
    for (int i = 0; i < 2; i++) {
        others[i].up = (lope_vec3){0, 1, 0};
        others[i].radius = before.radius;
        others[i].height = before.height;
    }
    lope_state after;
    const lope_input still = {.held = 0};
    const lope_rerun_def def = {
        .state = &before, .input = &still, .seconds = TICK, .others = others, .other_count = 2, .nearby = nearby};
    assert_int_equal(lope_character_rerun(one, &def, &after, NULL), LOPE_OK);
    const double x = after.feet.x - others[1].feet.x, z = after.feet.z - others[1].feet.z;
    lope_nearby_destroy(nearby);
    lope_world_destroy(world);
    return apart - sqrt(x * x + z * z);
}

// Pushed out of one, a character does not end in another one that rests and never gives way; into one that does
// it is pushed, for the next tick parts the two.
static void pushed_out_of_one_it_stays_out_of_what_never_gives_way(void **unused)
{
    static const double bearings[] = {-70, -50, -30, 30, 50, 70};
    (void)unused;
    for (size_t i = 0; i < sizeof bearings / sizeof *bearings; i++) {
        const double soft = depth_in_resting(bearings[i], 14), firm = depth_in_resting(bearings[i], 16);
        print_message("at %.0f degrees: %.2f mm, %.2f mm\n", bearings[i], 1e3 * soft, 1e3 * firm);
        assert_true(soft > 2e-3);
        assert_true(firm < 1e-4); // the skin, five times
    }
}

// What a network makes of a state is what the world makes of it.
static void other_made_of_a_state_is_the_worlds(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    tick_note note = {0};
    uint32_t carried = 0;
    for (int i = 0; i < 200; i++) {
        s->now = &note;
        act(s, i);
        steps(s->world, 1);
        for (int who = 0; who < PEOPLE; who++) {
            const lope_state *state = &note.before[who];
            if (state->base_body >= LOPE_BODY_CHARACTER) continue; // of those the way is the other's
            const lope_transform *base = NULL;
            for (uint32_t k = 0; k < note.place_count; k++)
                if (lope_level_id(lope_world_level(s->world), note.places[k].body) == state->base_body)
                    base = &note.places[k].pose;
            lope_other made;
            assert_int_equal(lope_other_make(&made, state, base, (double)TICK), LOPE_OK);
            const lope_other *met = note.others;
            while (met->id != state->own_body || met->step > 0) met++;
            assert_true(made.id == met->id && made.falls == met->falls && made.push_priority == met->push_priority);
            assert_memory_equal(&made.feet, &met->feet, sizeof made.feet);
            assert_memory_equal(&made.way, &met->way, sizeof made.way);
            carried += base != NULL;
        }
    }
    assert_true(carried > 200);
    close_scene(s);
}

// Rollback of the whole world: the same (character, tick, sequence) and identity for each event.
static void events_keep_their_identity_when_run_again(void **unused)
{
    (void)unused;
    enum { TICKS = 120, MOST = 4000 };
    typedef struct note {
        uint64_t id, tick, identity;
        uint32_t sequence, kind;
    } note;
    static note notes[2][MOST];
    uint32_t found[2] = {0, 0};
    scene *s = open_scene();
    for (int i = 0; i < 50; i++) {
        act(s, i);
        steps(s->world, 1);
    }
    lope_state saved[PEOPLE];
    for (int i = 0; i < PEOPLE; i++) saved[i] = *lope_character_state(s->people[i]);
    const uint64_t tick = lope_world_ticks(s->world);
    const double time = lope_world_time(s->world);
    lope_transform lift;
    lope_level_pose(lope_world_level(s->world), s->lift, &lift);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(lope_world_set_clock(s->world, tick, time), LOPE_OK);
        lope_level_set_pose(lope_world_level(s->world), s->lift, &lift);
        lope_level_end_tick(lope_world_level(s->world));
        for (int i = 0; i < PEOPLE; i++) lope_character_set_state(s->people[i], &saved[i]);
        for (int i = 50; i < 50 + TICKS; i++) {
            act(s, i);
            steps(s->world, 1);
            uint32_t count;
            const lope_world_event *events = lope_world_events(s->world, &count);
            for (uint32_t e = 0; e < count && found[k] < MOST; e++)
                notes[k][found[k]++] = (note){lope_character_id(events[e].character), events[e].tick, events[e].identity,
                                              events[e].event.sequence, events[e].event.kind};
        }
    }
    assert_true(found[0] == found[1] && found[0] > 50 && found[0] < MOST);
    for (uint32_t i = 0; i < found[0]; i++) {
        const note *a = &notes[0][i], *b = &notes[1][i];
        assert_true(a->id == b->id && a->tick == b->tick && a->sequence == b->sequence && a->kind == b->kind);
        assert_true(a->identity == b->identity);
        for (uint32_t j = 0; j < i; j++) assert_true(notes[0][j].identity != a->identity);
    }
    close_scene(s);
}

// A correction that tells one event more shifts the sequence of all later ones, and the identity of none.
static void identity_outlives_a_correction(void **unused)
{
    (void)unused;
    lope_world *worlds[2] = {world_with_floor(NULL), world_with_floor(NULL)};
    lope_world_event lands[2] = {{0}};
    for (int k = 0; k < 2; k++) {
        lope_character *c = lope_character_create(worlds[k], &(lope_character_def){.feet = {0, 1, 0}, .mode = LOPE_MODE_FALLING});
        for (int i = 0; i < 60; i++) {
            // the corrected one was told to resize to what it is: one event more, or none
            if (k == 1 && i == 5)
                lope_character_set_input(
                    c, &(lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT,
                                                                  .teleport_feet = lope_character_state(c)->feet}});
            steps(worlds[k], 1);
            uint32_t count;
            const lope_world_event *events = lope_world_events(worlds[k], &count);
            for (uint32_t e = 0; e < count; e++)
                if (events[e].event.kind == LOPE_EVENT_LAND) lands[k] = events[e];
        }
    }
    assert_true(lands[0].tick == lands[1].tick && lands[0].tick > 0);
    assert_true(lands[0].event.sequence != lands[1].event.sequence);
    assert_true(lands[0].identity == lands[1].identity);
    for (int k = 0; k < 2; k++) lope_world_destroy(worlds[k]);
}

static void rerun_refusals(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *c = lope_character_create(world, NULL);
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_input input = {.move = {NAN, 0, 0}};
    lope_state after;
    lope_rerun_def def = {.state = lope_character_state(c), .input = &input, .seconds = TICK};
    assert_int_equal(lope_character_rerun(c, &def, &after, NULL), LOPE_ERROR_NULL); // no nearby
    def.nearby = nearby;
    assert_int_equal(lope_character_rerun(c, &def, &after, NULL), LOPE_ERROR_NOT_FINITE);
    assert_memory_equal(&after, lope_character_state(c), sizeof after);
    input.move.x = 0;
    def.seconds = 2;
    assert_int_equal(lope_character_rerun(c, &def, &after, NULL), LOPE_ERROR_RANGE);
    def.seconds = TICK;
    def.other_count = 1;
    assert_int_equal(lope_character_rerun(c, &def, &after, NULL), LOPE_ERROR_NULL);
    def.other_count = 0;
    assert_int_equal(lope_character_rerun(c, &def, &after, NULL), LOPE_OK);
    const lope_state start = *def.state;
    def.state = &start;
    steps(world, 1);
    assert_memory_equal(&after, lope_character_state(c), sizeof after);
    lope_character_destroy(c);
    assert_int_equal(lope_character_rerun(c, &def, &after, NULL), LOPE_ERROR_HANDLE);
    lope_nearby_destroy(nearby);
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rerun_gives_what_the_step_gave),
        cmocka_unit_test(pushed_out_of_one_it_stays_out_of_what_never_gives_way),
        cmocka_unit_test(rerun_depends_on_the_others),
        cmocka_unit_test(others_that_are_handed_out_from_afar_change_nothing),
        cmocka_unit_test(other_made_of_a_state_is_the_worlds),
        cmocka_unit_test(events_keep_their_identity_when_run_again),
        cmocka_unit_test(identity_outlives_a_correction),
        cmocka_unit_test(rerun_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
