// test_terms.c - the velocity terms: they add up to the change of velocity everywhere, and each says what it
// is named for.
#include "../behaviour/check.h"
#include "../repeat/play.h"
#include "dump.h"

#include "scene/player.h"

#define TICKS 900
#define TICK (1.0f / 60.0f)

static lope_vec3 sum_of(const lope_recorded_tick *tick)
{
    lope_vec3 sum = {0, 0, 0};
    for (int i = 0; i < LOPE_TERM_COUNT; i++) sum = lope_vec3_add(sum, tick->terms[i]);
    return sum;
}

// How far the terms are from adding up. Each of ten floats and of two velocities is rounded once: a few 1e-7
// of the largest.
static void check_sums(const lope_recording *recording, double *worst)
{
    lope_recorded_tick tick;
    for (uint32_t i = 0; lope_recording_tick(recording, i, &tick); i++) {
        const lope_vec3 change = lope_vec3_sub(tick.after.velocity, tick.before.velocity);
        double largest = (double)lope_vec3_length(tick.after.velocity) + (double)lope_vec3_length(tick.before.velocity);
        for (int t = 0; t < LOPE_TERM_COUNT; t++) largest += (double)lope_vec3_length(tick.terms[t]);
        const double off = (double)lope_vec3_length(lope_vec3_sub(sum_of(&tick), change));
        if (largest > 0 && off / largest > *worst) *worst = off / largest;
        if (off > 1e-6 * largest) fail_msg("tick %u: %g m/s off", (unsigned)i, off);
    }
}

static void terms_add_up_in_the_park(void **unused)
{
    (void)unused;
    obj_mesh gym;
    play p;
    double worst = 0;
    assert_true(play_gym(&gym) && play_open(&p, &gym, 0));
    for (uint32_t i = 0; i < PLAY_WALKERS; i++)
        assert_non_null(lope_character_record(p.walkers[i], &(lope_recorder_def){.seconds = 20}));
    for (int i = 0; i < TICKS; i++) assert_true(play_step(&p));
    for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
        dump d = dump_of(lope_character_recorder(p.walkers[i]));
        check_sums(d.recording, &worst);
        dump_free(&d);
    }
    printf("  off by %.2g of the largest at most\n", worst);
    play_close(&p);
    obj_release(&gym);
}

static void terms_add_up_on_the_tour(void **unused)
{
    (void)unused;
    lope_scene_fault fault = {0};
    double worst = 0;
    lope_scenario *scenario = lope_scenario_load(LOPE_GYM_DIR "/tour.json", NULL, &fault);
    lope_scene_player *player = scenario ? lope_scene_player_create(scenario, NULL, &fault) : NULL;
    if (!player) fail_msg("%s", fault.text);
    const uint64_t length = lope_scene_player_length(player);
    lope_character *hero = lope_scene_player_actor(player, 0)->handle;
    assert_non_null(lope_character_record(hero, &(lope_recorder_def){.seconds = (float)length / 50.0f}));
    for (uint64_t i = 0; i < length; i++) assert_true(lope_scene_player_tick(player, &fault));
    dump d = dump_of(lope_character_recorder(hero));
    assert_true(lope_recording_tick_count(d.recording) >= length);
    check_sums(d.recording, &worst);
    const lope_surroundings level = lope_level_surroundings(lope_world_level(lope_scene_player_world(player)));
    lope_replay_report replay;
    assert_int_equal(lope_replay(d.recording, &level, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    printf("  %u ticks, %zu bytes, off by %.2g of the largest at most\n", (unsigned)replay.ticks, d.size, worst);
    dump_free(&d);
    lope_scene_player_destroy(player);
    lope_scenario_free(scenario);
}

// ---- what each is named for ---------------------------------------------------------------------

typedef struct open_floor {
    lope_level *level;
    lope_surroundings around;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_state state;
    lope_recorder *recorder;
} open_floor;

static open_floor floor_open(const lope_tuning *tuning, bool wall)
{
    open_floor f = {.level = lope_level_create(NULL)};
    lope_level_add_box(f.level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {200, 1, 200}});
    if (wall) lope_level_add_box(f.level, &(lope_box_def){.body = {.position = {0, 1, -3}}, .size = {200, 4, 1}});
    f.around = lope_level_surroundings(f.level);
    f.nearby = lope_nearby_create(NULL);
    f.recorder = lope_recorder_create(NULL);
    const lope_tuning usual = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&f.moveset, tuning ? tuning : &usual, NULL), LOPE_OK);
    assert_int_equal(lope_state_init(&f.state, &(lope_state_def){.feet = {0, 0, 0}}), LOPE_OK);
    return f;
}

static void floor_close(open_floor *f)
{
    lope_recorder_destroy(f->recorder);
    lope_nearby_destroy(f->nearby);
    lope_level_destroy(f->level);
}

static lope_recorded_tick last_tick(const open_floor *f)
{
    dump d = dump_of(f->recorder);
    lope_recorded_tick tick;
    assert_true(lope_recording_tick(d.recording, lope_recording_tick_count(d.recording) - 1, &tick));
    dump_free(&d);
    return tick;
}

static lope_recorded_tick move(open_floor *f, lope_input input, int ticks)
{
    for (int i = 0; i < ticks; i++)
        assert_int_equal(lope_move_recorded(f->recorder, &f->state, &input, &f->moveset, &f->around, f->nearby, TICK, NULL),
                         LOPE_OK);
    return last_tick(f);
}

// ---- under layered moves and root motion --------------------------------------------------------

#define SEED 20260706u

static float draw(uint32_t *seed, float low, float high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * ((float)(*seed >> 8) / 16777216.0f);
}

static lope_input random_layers(uint32_t *seed, lope_requests *requests)
{
    *requests = (lope_requests){0};
    lope_input input = {.move = {draw(seed, -1, 1), 0, draw(seed, -1, 1)}, .look_yaw = draw(seed, -3, 3), .requests = requests};
    if (draw(seed, 0, 1) < 0.2f) input.pressed = LOPE_BUTTON_JUMP;
    if (draw(seed, 0, 1) < 0.05f) requests->asked |= LOPE_REQUEST_END_LAYERS;
    if (draw(seed, 0, 1) < 0.15f) {
        requests->has_root_motion = true;
        requests->root_motion.translation = lope_vec3_make(draw(seed, -0.1f, 0.1f), 0, draw(seed, -0.1f, 0.1f));
        requests->root_motion.flags = draw(seed, 0, 1) < 0.5f ? LOPE_LAYER_ADDITIVE : 0u;
    }
    if (draw(seed, 0, 1) > 0.1f) return input;
    requests->asked |= LOPE_REQUEST_LAYER;
    requests->layer = (lope_layer){.id = 1 + (uint32_t)draw(seed, 0, 5.99f),
                                   .kind = 1 + (uint32_t)draw(seed, 0, 3.99f),
                                   .flags = (uint32_t)draw(seed, 0, 255.99f),
                                   .priority = (int32_t)draw(seed, -2, 2),
                                   .duration = draw(seed, 0.01f, 0.7f),
                                   .velocity = {draw(seed, -6, 6), draw(seed, -2, 6), draw(seed, -6, 6)},
                                   .target = {(double)draw(seed, -4, 4), (double)draw(seed, 0, 2), (double)draw(seed, -4, 4)},
                                   .strength = draw(seed, -5, 5),
                                   .height = draw(seed, 0, 2),
                                   .radius = draw(seed, 0, 6),
                                   .finish = (uint32_t)draw(seed, 0, 2.99f),
                                   .finish_velocity = {draw(seed, -4, 4), 0, draw(seed, -4, 4)}};
    return input;
}

static void terms_add_up_under_layers(void **unused)
{
    (void)unused;
    printf("  seed %u\n", SEED);
    for (int law = 0; law < 2; law++) {
        uint32_t seed = SEED + (uint32_t)law;
        double worst = 0, most = 0;
        const lope_tuning tuning = law ? lope_tuning_unreal() : lope_tuning_default();
        open_floor f = floor_open(&tuning, true);
        lope_recorder_destroy(f.recorder);
        f.recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 30});
        for (int i = 0; i < 900; i++) {
            lope_requests requests;
            const lope_input input = random_layers(&seed, &requests);
            assert_int_equal(lope_move_recorded(f.recorder, &f.state, &input, &f.moveset, &f.around, f.nearby, TICK, NULL),
                             LOPE_OK);
            const double length = (double)lope_vec3_length(f.state.layer_velocity);
            if (length > most) most = length;
        }
        dump d = dump_of(f.recorder);
        assert_true(lope_recording_tick_count(d.recording) > 600);
        check_sums(d.recording, &worst);
        lope_replay_report replay;
        assert_int_equal(lope_replay(d.recording, &f.around, NULL, &replay), LOPE_OK);
        if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
        printf("  %s law: off by %.2g of the largest at most; up to %.3g m/s added\n", law ? "Unreal's" : "exact", worst, most);
        assert_true(most > 1);
        dump_free(&d);
        floor_close(&f);
    }
}

// Only that term, and all of the change.
static void only(const lope_recorded_tick *tick, lope_term term, double tolerance)
{
    for (int i = 0; i < LOPE_TERM_COUNT; i++)
        if (i != (int)term) check_near(lope_term_name((uint32_t)i), (double)lope_vec3_length(tick->terms[i]), 0, tolerance);
}

static void terms_say_what_they_are_named_for(void **unused)
{
    (void)unused;
    open_floor f = floor_open(NULL, false);
    lope_recorded_tick tick = move(&f, (lope_input){0}, 2);
    only(&tick, LOPE_TERM_COUNT, 0);
    tick = move(&f, (lope_input){.move = {1, 0, 0}}, 1);
    only(&tick, LOPE_TERM_INPUT, 1e-6);
    check_near("input", (double)tick.terms[LOPE_TERM_INPUT].x, 20.48 / 60, 1e-5);
    tick = move(&f, (lope_input){.move = {1, 0, 0}}, 60); // at full speed
    only(&tick, LOPE_TERM_COUNT, 1e-6);
    tick = move(&f, (lope_input){.move = {0, 0, 1}}, 1);                                                         // a sharp turn
    check_near("friction", (double)tick.terms[LOPE_TERM_FRICTION].x, (double)tick.after.velocity.x - 6, 0.0075); // a hundredth
    assert_true(tick.terms[LOPE_TERM_FRICTION].z > 0.5f && tick.terms[LOPE_TERM_INPUT].z > 0.2f);
    check_near("clip", (double)lope_vec3_length(tick.terms[LOPE_TERM_CLIP]), 0, 1e-6);
    tick = move(&f, (lope_input){0}, 1);
    only(&tick, LOPE_TERM_BRAKING, 1e-6);
    tick = move(&f, (lope_input){0}, 60);
    tick = move(&f, (lope_input){.held = LOPE_BUTTON_JUMP}, 1);
    check_near("jump", (double)tick.terms[LOPE_TERM_JUMP].y, 4.2, 1e-6);
    check_near("gravity", (double)tick.terms[LOPE_TERM_GRAVITY].y, -9.8 / 60, 1e-5);
    tick = move(&f, (lope_input){0}, 5);
    only(&tick, LOPE_TERM_GRAVITY, 1e-6);
    tick = move(&f, (lope_input){.requests = &(lope_requests){.force = {0, 0, 300}}}, 1);
    check_near("force", (double)tick.terms[LOPE_TERM_FORCE].z, 300.0 / 100 / 60, 1e-6);
    while (f.state.mode == LOPE_MODE_FALLING) tick = move(&f, (lope_input){0}, 1);
    assert_true(tick.terms[LOPE_TERM_CLIP].y > 2); // the floor stops the fall
    tick = move(&f, (lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {1, 5, 0}}}, 1);
    check_near("request", (double)tick.terms[LOPE_TERM_REQUEST].y, 5, 1e-6);
    floor_close(&f);
}

// The parts of the law against a thousand small steps of it, with a turn that goes on.
static void a_turn_is_split_as_by_small_steps(void **unused)
{
    (void)unused;
    const lope_vec3 wanted = {0.6f, 0, 0.8f};
    open_floor f = floor_open(NULL, false);
    move(&f, (lope_input){.move = {1, 0, 0}}, 30);
    for (int i = 0; i < 20; i++) {
        double v[2] = {(double)f.state.velocity.x, (double)f.state.velocity.z}, friction[2] = {0, 0};
        for (int k = 0; k < 1000; k++) {
            const double h = 1.0 / 60000, s = sqrt(v[0] * v[0] + v[1] * v[1]), d[2] = {(double)wanted.x, (double)wanted.z};
            double r[2];
            for (int c = 0; c < 2; c++) {
                r[c] = -8 * (v[c] - d[c] * s) + 20.48 * d[c];
                friction[c] += -8 * (v[c] - d[c] * s) * h;
            }
            const double faster = (r[0] * v[0] + r[1] * v[1]) / (s * s);
            for (int c = 0; c < 2; c++) v[c] += (r[c] - (s >= 6 - 1e-9 && faster > 0 ? faster * v[c] : 0)) * h;
        }
        const lope_recorded_tick tick = move(&f, (lope_input){.move = wanted}, 1);
        check_near("friction.x", (double)tick.terms[LOPE_TERM_FRICTION].x, friction[0], 0.02); // of a change of up to 0.5 m/s
        check_near("friction.z", (double)tick.terms[LOPE_TERM_FRICTION].z, friction[1], 0.02);
    }
    floor_close(&f);
}

static void walls_clip(void **unused)
{
    (void)unused;
    for (int unreal = 0; unreal < 2; unreal++) {
        const lope_tuning tuning = unreal ? lope_tuning_unreal() : lope_tuning_default();
        open_floor f = floor_open(&tuning, true);
        double clipped = 0;
        for (int i = 0; i < 90; i++) {
            const lope_recorded_tick tick = move(&f, (lope_input){.move = {0.6f, 0, -0.8f}}, 1);
            clipped += (double)tick.terms[LOPE_TERM_CLIP].z;
            check_near("clip along the wall", (double)tick.terms[LOPE_TERM_CLIP].x, 0, 0.05);
        }
        check_near("speed into the wall", (double)f.state.velocity.z, 0, 1e-6);
        if (clipped < 1) fail_msg("the wall took %g m/s", clipped);
        floor_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_say_what_they_are_named_for),
        cmocka_unit_test(a_turn_is_split_as_by_small_steps),
        cmocka_unit_test(walls_clip),
        cmocka_unit_test(terms_add_up_on_the_tour),
        cmocka_unit_test(terms_add_up_in_the_park),
        cmocka_unit_test(terms_add_up_under_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
