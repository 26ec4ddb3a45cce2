// test_dynamic.c - a recording holds all that the surroundings told of a simulated body: mass, velocity,
// spin, centre of mass, inertia. So a walker that pushes one is played back to the bit.
#include "../behaviour/check.h"
#include "dump.h"

#define TICKS 150

typedef struct crate_world {
    lope_surroundings floor;
    lope_sink_body crate;
    lope_vec3 half; // m
} crate_world;

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const crate_world *w = context;
    if (kind == LOPE_STATIC) return w->floor.gather(w->floor.context, bounds, filter, kind, sink);
    lope_sink_begin(sink, &w->crate);
    lope_sink_box(sink, lope_vec3_make(0, 0, 0), (lope_quat){0, 0, 0, 1}, w->half, 0);
    return LOPE_OK;
}

// 20 kg a metre ahead and half beside the way, so that it is pushed and turned.
static crate_world make(const lope_level *level)
{
    return (crate_world){.floor = lope_level_surroundings(level),
                         .half = {0.5f, 0.5f, 0.5f},
                         .crate = {.id = 77,
                                   .pose = {{1.5, 0.5, 0.3}, {0, 0, 0, 1}},
                                   .moving = true,
                                   .dynamic = true,
                                   .mass = 20,
                                   .velocity = {0.1f, 0, -0.05f},
                                   .spin = {0, 0.2f, 0},
                                   .mass_center = {0.05f, -0.1f, 0.02f},
                                   .inertia = {3.5f, 3.25f, 3.75f}}};
}

// The simplest simulation: the impulse at the centre of mass, and friction.
static void simulate(crate_world *w, const lope_report *report, float dt)
{
    lope_sink_body *crate = &w->crate;
    for (uint32_t i = 0; i < report->push_count; i++) {
        const lope_push *push = &report->pushes[i];
        crate->velocity.x += (push->impulse.x + push->force.x * dt) / crate->mass;
        crate->velocity.z += (push->impulse.z + push->force.z * dt) / crate->mass;
    }
    crate->velocity = lope_vec3_scale(crate->velocity, 0.95f);
    crate->motion.displacement = lope_point_scale(lope_vec3_to_point(crate->velocity), (double)dt);
    crate->pose.position = lope_point_add(crate->pose.position, crate->motion.displacement);
}

static void assert_same(lope_vec3 a, lope_vec3 b) { assert_memory_equal(&a, &b, sizeof a); }

static void a_pushed_crate_is_played_back(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    lope_box_def box = {.body.position = {0, -0.5, 0}, .size = {60, 1, 60}};
    assert_true(lope_level_valid(level, lope_level_add_box(level, &box)));
    crate_world w = make(level);
    lope_surroundings around = {.context = &w, .gather = gather};
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_recorder *recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 10});
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_state state;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {0, 0, 0}}), LOPE_OK);
    const lope_input input = {.move = {1, 0, 0}};
    lope_sink_body given[TICKS];
    uint32_t pushes = 0;
    for (int i = 0; i < TICKS; i++) {
        lope_report report;
        given[i] = w.crate;
        assert_int_equal(lope_move_recorded(recorder, &state, &input, &moveset, &around, nearby, 1.0f / 60, &report), LOPE_OK);
        pushes += report.push_count;
        simulate(&w, &report, 1.0f / 60);
    }
    printf("  the crate was pushed in %u ticks, and is at %.2f m\n", (unsigned)pushes, w.crate.pose.position.x);
    assert_true(pushes > 20 && w.crate.pose.position.x > 3.0);

    dump d = dump_of(recorder);
    lope_recorded_tick tick;
    uint32_t seen = 0;
    for (uint32_t i = 0; lope_recording_tick(d.recording, i, &tick); i++) {
        if (tick.body_count == 0) continue;
        const lope_sink_body *body = &tick.bodies[0].body;
        seen++;
        assert_true(body->dynamic);
        assert_true(body->mass == given[i].mass);
        assert_same(body->velocity, given[i].velocity);
        assert_same(body->spin, given[i].spin);
        assert_same(body->mass_center, given[i].mass_center);
        assert_same(body->inertia, given[i].inertia);
    }
    assert_true(seen > 20);
    lope_replay_report replay;
    assert_int_equal(lope_replay(d.recording, &w.floor, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    assert_int_equal(replay.ticks, TICKS);
    dump_free(&d);
    lope_recorder_destroy(recorder);
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_pushed_crate_is_played_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
