// test_pure.c - lope_move is a pure function: equal states and inputs give equal bits, whatever is in the
// working memory, in which order the bodies were added, how far away it happens and which way is up; refusals
// leave the state untouched.
#include "check.h"
#include "stage.h"

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static double uniform(uint32_t *seed) { return (double)next_random(seed) / 16777216.0; }

typedef struct clutter_box {
    double x, y, z, sx, sy, sz, degrees, yaw;
} clutter_box;

enum { CLUTTER = 120 };

// Boxes of all sizes and angles strewn over 24 by 24 m: kerbs, walls, ramps, wedges, low roofs.
static void make_clutter(clutter_box boxes[CLUTTER], uint32_t seed)
{
    for (int i = 0; i < CLUTTER; i++) {
        clutter_box *b = &boxes[i];
        b->x = 24 * uniform(&seed) - 12;
        b->z = 24 * uniform(&seed) - 12;
        b->y = i % 5 == 0 ? 2.2 : 0.6 * uniform(&seed) - 0.2;
        b->sx = 0.3 + 3 * uniform(&seed);
        b->sy = 0.2 + (i % 3 ? 0.8 : 3.0) * uniform(&seed);
        b->sz = 0.3 + 3 * uniform(&seed);
        b->degrees = i % 2 ? 0 : 140 * uniform(&seed) - 70;
        b->yaw = 360 * uniform(&seed);
    }
}

static lope_body add_clutter(lope_level *level, const clutter_box *b, uint64_t id)
{
    double yaw = b->yaw * 3.14159265358979 / 360, tilt = b->degrees * 3.14159265358979 / 360;
    lope_quat about_y = {0, (float)sin(yaw), 0, (float)cos(yaw)}, about_z = {0, 0, (float)sin(tilt), (float)cos(tilt)};
    lope_box_def def = {.size = {(float)b->sx, (float)b->sy, (float)b->sz}};
    def.body.position = lope_point_make(b->x, b->y, b->z);
    def.body.rotation = lope_quat_multiply(about_y, about_z);
    def.body.id = id;
    return lope_level_add_box(level, &def);
}

static lope_level *clutter_level(const clutter_box boxes[CLUTTER], const int order[CLUTTER])
{
    lope_level *level = lope_level_create(&(lope_level_def){0});
    lope_box_def floor = {.size = {60, 1, 60}};
    floor.body.position = lope_point_make(0, -0.5, 0);
    floor.body.id = 1000;
    assert_true(lope_level_valid(level, lope_level_add_box(level, &floor)));
    for (int i = 0; i < CLUTTER; i++) {
        int k = order ? order[i] : i;
        assert_true(lope_level_valid(level, add_clutter(level, &boxes[k], (uint64_t)k + 1)));
    }
    return level;
}

static void random_input(lope_input *input, uint32_t *seed, int tick)
{
    if (tick % 20 == 0) {
        double angle = 6.283185307 * uniform(seed), strength = next_random(seed) % 8 ? 1.0 : 0.4;
        input->move = lope_vec3_make((float)(strength * cos(angle)), 0, (float)(strength * sin(angle)));
        input->look_yaw = (float)angle;
    }
    input->pressed = next_random(seed) % 25 == 0 ? LOPE_BUTTON_JUMP : 0;
    input->held = next_random(seed) % 2 ? LOPE_BUTTON_JUMP : 0;
}

static lope_state spawn(uint32_t *seed)
{
    lope_state state;
    lope_state_def def = {.feet = {16 * uniform(seed) - 8, 4, 16 * uniform(seed) - 8}};
    assert_int_equal(lope_state_init(&state, &def), LOPE_OK);
    return state;
}

// Four copies of one state live the same life with different working memories: their own, a fresh one each
// tick, a cleared one, and one shared with a character elsewhere. Every tick all bits are equal.
static void working_memory_changes_nothing(void **unused)
{
    (void)unused;
    static clutter_box boxes[CLUTTER];
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    for (uint32_t run = 1; run <= 6; run++) {
        uint32_t seed = run * 7919;
        printf("  seed %u\n", (unsigned)seed);
        make_clutter(boxes, seed);
        lope_level *level = clutter_level(boxes, NULL);
        lope_surroundings around = lope_level_surroundings(level), uncached = around;
        uncached.static_revision = NULL; // nothing may be kept at all
        lope_nearby *own = lope_nearby_create(NULL), *cleared = lope_nearby_create(NULL), *shared = lope_nearby_create(NULL);
        lope_state a = spawn(&seed), other = spawn(&seed), b = a, c = a, d = a, e = a;
        lope_input input = {0};
        lope_report report, second;
        for (int t = 0; t < 600; t++) {
            random_input(&input, &seed, t);
            lope_nearby *fresh = lope_nearby_create(NULL);
            lope_nearby_clear(cleared);
            assert_int_equal(lope_move(&a, &input, &moveset, &around, own, 1.0f / 60, &report), LOPE_OK);
            assert_int_equal(lope_move(&b, &input, &moveset, &around, fresh, 1.0f / 60, &second), LOPE_OK);
            assert_int_equal(lope_move(&c, &input, &moveset, &around, cleared, 1.0f / 60, NULL), LOPE_OK);
            assert_int_equal(lope_move(&other, &input, &moveset, &around, shared, 1.0f / 60, NULL), LOPE_OK);
            assert_int_equal(lope_move(&d, &input, &moveset, &around, shared, 1.0f / 60, NULL), LOPE_OK);
            assert_int_equal(lope_move(&e, &input, &moveset, &uncached, shared, 1.0f / 60, NULL), LOPE_OK);
            lope_nearby_destroy(fresh);
            if (memcmp(&a, &b, sizeof a) || memcmp(&a, &c, sizeof a) || memcmp(&a, &d, sizeof a) || memcmp(&a, &e, sizeof a))
                fail_msg("run %u, tick %d: states differ (fresh %d, cleared %d, shared %d, uncached %d) at %g %g %g",
                         (unsigned)run, t, memcmp(&a, &b, sizeof a), memcmp(&a, &c, sizeof a), memcmp(&a, &d, sizeof a),
                         memcmp(&a, &e, sizeof a), a.feet.x, a.feet.y, a.feet.z);
            assert_int_equal(report.event_count, second.event_count);
            for (uint32_t k = 0; k < report.event_count; k++) {
                assert_int_equal(report.events[k].kind, second.events[k].kind);
                assert_int_equal(report.events[k].sequence, second.events[k].sequence);
                assert_true(report.events[k].body == second.events[k].body);
            }
            assert_true(lope_state_hash(&a) == lope_state_hash(&b));
        }
        lope_nearby_destroy(own);
        lope_nearby_destroy(cleared);
        lope_nearby_destroy(shared);
        lope_level_destroy(level);
    }
}

static void memcpy_is_rollback(void **unused)
{
    (void)unused;
    static clutter_box boxes[CLUTTER];
    static lope_state saved[600];
    static lope_input inputs[600];
    make_clutter(boxes, 99);
    lope_level *level = clutter_level(boxes, NULL);
    lope_surroundings around = lope_level_surroundings(level);
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    uint32_t seed = 4711;
    lope_state state = spawn(&seed);
    lope_input input = {0};
    for (int t = 0; t < 600; t++) {
        random_input(&input, &seed, t);
        inputs[t] = input;
        assert_int_equal(lope_move(&state, &input, &moveset, &around, nearby, 1.0f / 60, NULL), LOPE_OK);
        saved[t] = state;
    }
    for (int back = 590; back >= 10; back -= 58) { // ever further back, and forward again
        memcpy(&state, &saved[back], sizeof state);
        for (int t = back + 1; t < 600; t++) {
            assert_int_equal(lope_move(&state, &inputs[t], &moveset, &around, nearby, 1.0f / 60, NULL), LOPE_OK);
            if (memcmp(&state, &saved[t], sizeof state)) fail_msg("back to %d: tick %d differs", back, t);
        }
    }
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
}

// The same bodies under the same ids in another order of creation: every tick has the same hash.
static void order_of_bodies_changes_nothing(void **unused)
{
    (void)unused;
    static clutter_box boxes[CLUTTER];
    int order[CLUTTER];
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    for (uint32_t run = 1; run <= 4; run++) {
        uint32_t seed = run * 104729;
        make_clutter(boxes, seed);
        for (int i = 0; i < CLUTTER; i++) order[i] = i;
        for (int i = CLUTTER - 1; i > 0; i--) {
            int k = (int)(next_random(&seed) % (uint32_t)(i + 1)), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        lope_level *first = clutter_level(boxes, NULL), *second = clutter_level(boxes, order);
        // and a detour: a body added and removed again
        lope_body detour = add_clutter(second, &boxes[0], 5000);
        assert_int_equal(lope_level_remove(second, detour), LOPE_OK);
        lope_surroundings one = lope_level_surroundings(first), two = lope_level_surroundings(second);
        lope_nearby *near_one = lope_nearby_create(NULL), *near_two = lope_nearby_create(NULL);
        lope_state a = spawn(&seed), b = a;
        lope_input input = {0};
        for (int t = 0; t < 600; t++) {
            random_input(&input, &seed, t);
            assert_int_equal(lope_move(&a, &input, &moveset, &one, near_one, 1.0f / 60, NULL), LOPE_OK);
            assert_int_equal(lope_move(&b, &input, &moveset, &two, near_two, 1.0f / 60, NULL), LOPE_OK);
            if (lope_state_hash(&a) != lope_state_hash(&b)) fail_msg("run %u tick %d: hashes differ", (unsigned)run, t);
        }
        lope_nearby_destroy(near_one);
        lope_nearby_destroy(near_two);
        lope_level_destroy(first);
        lope_level_destroy(second);
    }
}

// Five seconds of everything: stairs, a ramp, a wall slid along, jumps, a fall.
static void course(stage *s)
{
    stage_floor(s);
    for (int i = 0; i < 5; i++) stage_box(s, 3 + 0.3 * i, -1, -2, 3 + 0.3 * (i + 1), 0.2 * (i + 1), 2);
    stage_box(s, 4.5, -1, -2, 7, 1, 2);
    stage_tilted_box(s, 9, 0, -1.5, 6, 3, 0.4, 0, 25);
    stage_ramp(s, 12, 0, -3, 30, 40, 5, 8);
    stage_place(s, 0, 0.5, 0, 0);
}

static void course_input(stage *s, int tick)
{
    if (tick == 20) stage_move(s, 1, 0);
    if (tick == 100 || tick == 220) s->input.pressed = LOPE_BUTTON_JUMP;
    if (tick == 180) stage_move(s, 0.8, -0.6);
    if (tick == 270) stage_move(s, 0, 0);
}

// The same second of input gives the same result at 20 and at 360 ticks a second, within 1 cm and 1 %. Inputs
// change at multiples of 0.05 s, which are whole ticks at all these rates.
static void rates_are_alike(void **unused)
{
    (void)unused;
    static const float rates[] = {360, 240, 120, 60, 40, 20};
    static const double times[] = {0.35, 1.65, 2.20, 3.00, 3.65, 4.50};
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        brute_point best = {0, 0, 0};
        for (int i = 0; i < 6; i++) {
            stage *s = stage_open((stage_form)form);
            course(s);
            for (int k = 0; k < 6; k++) {
                int until = (int)(times[k] * (double)rates[i] + 0.5);
                while ((int)s->tick < until) stage_tick(s, 1.0f / rates[i]);
                if (k == 0) stage_move(s, 1, 0);
                if (k == 1 || k == 4) s->input.pressed = LOPE_BUTTON_JUMP;
                if (k == 3) stage_move(s, 0.8, -0.6);
                if (k == 5) stage_move(s, 0, 0);
            }
            stage_run(s, 0.5, rates[i]);
            brute_point f = stage_feet(s);
            if (i == 0) best = f;
            double apart = brute_length(brute_sub(f, best)), way = hypot(best.x, best.z);
            printf("  %s %g Hz: ends at %.4f %.4f %.4f, %.2f mm from 360 Hz\n", stage_form_names[form], (double)rates[i], f.x,
                   f.y, f.z, apart * 1e3);
            check_below("apart", apart, 0.01 + 0.01 * way);
            stage_close(s);
        }
    }
}

static void compare_frames(lope_quat turn, lope_point origin, double tolerance, const char *label)
{
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *here = stage_open((stage_form)form), *there = stage_open_at((stage_form)form, turn, origin);
        course(here);
        course(there);
        double worst = 0;
        for (int t = 0; t < 300; t++) {
            course_input(here, t);
            course_input(there, t);
            stage_tick(here, 1.0f / 60);
            stage_tick(there, 1.0f / 60);
            double apart = brute_length(brute_sub(stage_feet(here), stage_feet(there)));
            worst = apart > worst ? apart : worst;
            if (apart > tolerance) {
                brute_point f = stage_feet(here), g = stage_feet(there);
                fail_msg("%s, %s: %g mm apart at tick %d, %g %g %g and %g %g %g", label, stage_form_names[form], apart * 1e3, t,
                         f.x, f.y, f.z, g.x, g.y, g.z);
            }
        }
        brute_point f = stage_feet(here);
        printf("  %s, %s: at most %.3g mm apart, ends at %.3f %.3f %.3f\n", label, stage_form_names[form], worst * 1e3, f.x, f.y,
               f.z);
        stage_close(here);
        stage_close(there);
    }
}

static void far_away_is_the_same(void **unused)
{
    (void)unused;
    static const double far[] = {1e4, 1e6, 1e7};
    for (int i = 0; i < 3; i++) {
        char label[40];
        snprintf(label, sizeof label, "%g m away", far[i]);
        compare_frames(lope_quat_identity(), lope_point_make(far[i], far[i] / 2, -far[i]), 1e-3, label);
    }
    compare_frames(lope_quat_identity(), lope_point_make(12345.678, -77.7, 98765.4321), 1e-3, "at an odd place");
}

static void up_is_anywhere(void **unused)
{
    (void)unused;
    float h = 0.70710678118f;
    lope_quat turns[] = {{0, 0, -h, h}, {0, 0, h, h}, {1, 0, 0, 0}, {h, 0, 0, h}, {0.3f, -0.5f, 0.4f, 0.707106781f}};
    const char *labels[] = {"up along +x", "up along -x", "upside down", "up along +z", "up anywhere"};
    for (int i = 0; i < 5; i++) {
        double x = (double)turns[i].x, y = (double)turns[i].y, z = (double)turns[i].z, w = (double)turns[i].w;
        double length = sqrt(x * x + y * y + z * z + w * w);
        lope_quat unit = {(float)(x / length), (float)(y / length), (float)(z / length), (float)(w / length)};
        compare_frames(unit, lope_point_make(0, 0, 0), 1e-3, labels[i]);
        compare_frames(unit, lope_point_make(3000, -4000, 5000), 1e-3, labels[i]);
    }
}

static lope_result broken_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                 lope_sink *sink)
{
    (void)context, (void)bounds, (void)filter, (void)kind, (void)sink;
    return LOPE_ERROR_MEMORY;
}

static void expect_refusal(stage *s, const lope_input *input, float dt, const char *what)
{
    lope_state before;
    memcpy(&before, &s->state, sizeof before);
    lope_result result = lope_move(&s->state, input, &s->moveset, &s->surroundings, s->nearby, dt, &s->report);
    if (result == LOPE_OK) fail_msg("%s was not refused", what);
    if (memcmp(&before, &s->state, sizeof before)) fail_msg("%s was refused, but the state changed", what);
    printf("  %s: %s\n", what, lope_result_text(result));
}

// A character that has walked for half a second.
static stage *open_walker(void)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_move(s, 1, 0);
    stage_run(s, 0.5, 60);
    return s;
}

static void refusals_touch_nothing(void **unused)
{
    (void)unused;
    stage *s = open_walker();
    const float bad[] = {(float)NAN, (float)INFINITY, -(float)INFINITY};
    for (int i = 0; i < 3; i++) {
        lope_input in = {0};
        in.move.y = bad[i];
        expect_refusal(s, &in, 1.0f / 60, "move not finite");
        in = (lope_input){.look_yaw = bad[i]};
        expect_refusal(s, &in, 1.0f / 60, "look not finite");
        in = (lope_input){.requests = &(lope_requests){.launch_velocity = {0, 0, bad[i]}, .asked = LOPE_REQUEST_LAUNCH}};
        expect_refusal(s, &in, 1.0f / 60, "launch not finite");
        in = (lope_input){.requests = &(lope_requests){.impulse = {bad[i], 0, 0}}};
        expect_refusal(s, &in, 1.0f / 60, "impulse not finite");
        in = (lope_input){.requests = &(lope_requests){.force = {bad[i], 0, 0}}};
        expect_refusal(s, &in, 1.0f / 60, "force not finite");
        in = (lope_input){.requests = &(lope_requests){.teleport_feet = {0, (double)bad[i], 0}, .asked = LOPE_REQUEST_TELEPORT}};
        expect_refusal(s, &in, 1.0f / 60, "teleport not finite");
        expect_refusal(s, &s->input, bad[i], "dt not finite");
    }
    lope_input in = {.requests = &(lope_requests){.mode = 77, .asked = LOPE_REQUEST_MODE}};
    expect_refusal(s, &in, 1.0f / 60, "unknown mode");
    expect_refusal(s, &s->input, 0.0f, "dt of zero");
    expect_refusal(s, &s->input, -0.1f, "dt below zero");
    expect_refusal(s, &s->input, 1.5f, "dt above one");
    expect_refusal(s, NULL, 1.0f / 60, "no input");
    lope_surroundings good = s->surroundings;
    s->surroundings.gather = broken_gather;
    s->surroundings.static_revision = NULL;
    lope_nearby_clear(s->nearby);
    expect_refusal(s, &s->input, 1.0f / 60, "gather failed");
    s->surroundings = good;
    lope_state sane = s->state;
    s->state.velocity.x = (float)NAN;
    lope_state broken = s->state;
    assert_int_not_equal(lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, 1.0f / 60, NULL), LOPE_OK);
    assert_memory_equal(&broken, &s->state, sizeof broken);
    s->state = sane;
    stage_run(s, 0.5, 60); // and life goes on
    assert_int_equal(lope_move(NULL, &s->input, &s->moveset, &s->surroundings, s->nearby, 1.0f / 60, NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_move(&s->state, &s->input, NULL, &s->surroundings, s->nearby, 1.0f / 60, NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_move(&s->state, &s->input, &s->moveset, NULL, s->nearby, 1.0f / 60, NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, NULL, 1.0f / 60, NULL), LOPE_ERROR_NULL);
    stage_close(s);
}

typedef struct dry {
    lope_surroundings inner;
    uint32_t channel; // of what cannot be had
} dry;

static lope_result dry_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                              lope_sink *sink)
{
    const dry *d = context;
    if (filter.channels & d->channel) return LOPE_ERROR_FORMAT;
    return d->inner.gather(d->inner.context, bounds, filter, kind, sink);
}

// Volumes are gathered apart from what is solid: when they cannot be had, the tick is refused with the same
// reason.
static void volumes_that_fail_refuse_the_tick(void **unused)
{
    (void)unused;
    stage *s = open_walker();
    dry d = {.inner = s->surroundings, .channel = LOPE_CHANNEL_VOLUME};
    const lope_surroundings around = {.context = &d, .gather = dry_gather};
    lope_nearby_clear(s->nearby);
    const lope_state before = s->state;
    assert_int_equal(lope_move(&s->state, &s->input, &s->moveset, &around, s->nearby, 0.02f, NULL), LOPE_ERROR_FORMAT);
    assert_memory_equal(&before, &s->state, sizeof before);
    d.channel = 0;
    lope_state wanted = before;
    lope_nearby_clear(s->nearby);
    assert_int_equal(lope_move(&wanted, &s->input, &s->moveset, &s->surroundings, s->nearby, 0.02f, NULL), LOPE_OK);
    assert_int_equal(lope_move(&s->state, &s->input, &s->moveset, &around, s->nearby, 0.02f, NULL), LOPE_OK);
    assert_memory_equal(&wanted, &s->state, sizeof wanted);
    stage_close(s);
}

// A press that begins and ends between two ticks makes one jump, through lope_move and through the world.
static void short_press_is_not_lost(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, 60);
    s->input.pressed = LOPE_BUTTON_JUMP; // pressed, and already up again
    stage_run(s, 2.0, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
    stage_close(s);

    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_box_def floor = {.size = {20, 1, 20}};
    floor.body.position = lope_point_make(0, -0.5, 0);
    lope_world_add_box(world, &floor);
    lope_character *hero = lope_character_create(world, &(lope_character_def){0});
    assert_non_null(hero);
    for (int t = 0; t < 10; t++) assert_int_equal(lope_world_step(world, 1.0f / 60), LOPE_OK);
    assert_int_equal(lope_character_set_input(hero, &(lope_input){.held = LOPE_BUTTON_JUMP}), LOPE_OK);
    assert_int_equal(lope_character_set_input(hero, &(lope_input){0}), LOPE_OK);
    int jumps = 0;
    for (int t = 0; t < 120; t++) {
        assert_int_equal(lope_world_step(world, 1.0f / 60), LOPE_OK);
        uint32_t count = 0;
        const lope_world_event *events = lope_world_events(world, &count);
        for (uint32_t i = 0; i < count; i++) jumps += events[i].event.kind == LOPE_EVENT_JUMP;
    }
    assert_int_equal(jumps, 1);
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_touch_nothing),
        cmocka_unit_test(short_press_is_not_lost),
        cmocka_unit_test(working_memory_changes_nothing),
        cmocka_unit_test(memcpy_is_rollback),
        cmocka_unit_test(order_of_bodies_changes_nothing),
        cmocka_unit_test(rates_are_alike),
        cmocka_unit_test(far_away_is_the_same),
        cmocka_unit_test(up_is_anywhere),
        cmocka_unit_test(volumes_that_fail_refuse_the_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
