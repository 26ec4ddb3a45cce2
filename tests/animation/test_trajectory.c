// test_trajectory.c - the trajectory is what the ticks give, to the bit, in every mode; footfalls are where the
// character comes by at their phase; nothing is allocated, and a report made again is the same.
#include "scene.h"

#include "../behaviour/check.h"

#define RATES 6
static const double rates[RATES] = {20, 30, 60, 120, 144, 360};

static void keep_most(double *most, double value)
{
    if (!(value <= *most)) *most = value;
}

static lope_transform lift(double t)
{
    return (lope_transform){.position = {2.0 * sin(0.7 * t), -0.5 + 0.5 * sin(1.9 * t), cos(0.4 * t) - 1},
                            .rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)(0.6 * t))};
}

typedef enum kind { FLAT, STAIRS, RAMP, JUMP, FLY, SWIM, LIFT, LEDGE, KINDS } kind;
static const char *const kind_names[KINDS] = {"flat", "stairs", "ramp", "jump", "flying", "swimming", "lift", "ledge"};

static void build(scene *s, kind k)
{
    s->input.move = lope_vec3_make(0.9f, 0, 0.3f);
    if (k == LIFT) {
        scene_moving_box(s, lift, 40, 1, 40);
        s->moves = true;
    } else {
        scene_box(s, 0, -0.5, 0, k == LEDGE ? 6 : 80, 1, 80, 0);
    }
    if (k == STAIRS)
        for (int i = 0; i < 12; i++) scene_box(s, 4 + 0.3 * i, -0.5 + 0.2 * i, 0, 6, 1, 12, 0);
    if (k == RAMP) scene_box(s, 5, -0.2, 0, 12, 1, 12, 25);
    if (k == LEDGE) scene_box(s, 20, -3, 0, 60, 1, 60, 0);
    if (k == SWIM) {
        const lope_volume water = {.water = true};
        lope_box_def def = {.size = {100, 6, 100}};
        def.body.position = lope_point_add(s->origin, scene_to_world(s, lope_point_make(0, 3, 0)));
        def.body.rotation = s->turn;
        def.body.volume = &water;
        assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &def)));
    }
    scene_place(s, 0, k == FLY || k == SWIM ? 2 : 0, 0, 0, 0, 0);
    if (k == FLY) s->state.mode = LOPE_MODE_FLYING;
    scene_tune(s, "orient_rotation_to_movement", 1);
    for (int i = 0; i < (int)(0.3 / (double)s->seconds); i++) scene_tick(s);
    if (k == JUMP) s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
}

static void trajectory_is_what_the_ticks_give(void **unused)
{
    (void)unused;
    double offset = 0;
    int samples = 0, bits = 0;
    for (int k = 0; k < KINDS; k++)
        for (int frame = 0; frame < SCENE_FRAMES; frame++)
            for (int r = 0; r < RATES; r++) {
                scene s;
                lope_quat turn;
                lope_point origin;
                lope_animation_report report;
                scene_frame(frame, &turn, &origin);
                scene_open(&s, turn, origin, rates[r]);
                build(&s, (kind)k);
                s.settings.parts = LOPE_ANIMATION_TRAJECTORY;
                s.settings.samples = 16;
                scene_ask(&s, &report);
                const uint32_t ticks = (uint32_t)ceil(1 / (double)s.seconds - 1e-6);
                assert_int_equal(report.sample_count, ticks < 16 ? ticks : 16);
                const lope_state now = s.state;
                const double start = s.time;
                uint32_t at = 0;
                for (uint32_t tick = 1; tick <= ticks; tick++) {
                    scene_tick(&s);
                    if (k == JUMP) s.input.held = LOPE_BUTTON_JUMP;
                    const lope_animation_sample *sample = &report.trajectory[at];
                    if (fabs(sample->seconds - (s.time - start)) > 1e-9) continue;
                    // the first tick that ends at the sample's time, or later
                    assert_true(sample->seconds > (at + 1) / 16.0 - 1e-6 &&
                                sample->seconds < (at + 1) / 16.0 + (double)s.seconds);
                    bits += memcmp(&sample->feet, &s.state.feet, sizeof s.state.feet) == 0 &&
                            memcmp(&sample->velocity, &s.state.velocity, sizeof s.state.velocity) == 0 &&
                            memcmp(&sample->facing, &s.state.yaw, sizeof s.state.yaw) == 0 && sample->mode == s.state.mode &&
                            sample->floor_body == s.state.floor.body;
                    if (bits != samples + 1)
                        fail_msg("%s at %g Hz, frame %d: sample %d is off by %g m", kind_names[k], rates[r], frame, (int)at,
                                 lope_point_length(lope_point_sub(sample->feet, s.state.feet)));
                    samples++;
                    at++;
                    if (k == LIFT) continue; // below
                    // the offset, seen from the character of the start
                    lope_vec3 way = lope_point_to_vec3(lope_point_sub(s.state.feet, now.feet));
                    keep_most(&offset, fabs((double)lope_vec3_dot(way, now.up) - (double)sample->offset.y));
                    keep_most(&offset, fabs((double)lope_vec3_length(way) - (double)lope_vec3_length(sample->offset)));
                }
                assert_int_equal(at, report.sample_count);
                scene_close(&s);
            }
    printf("trajectory: %d of %d samples equal to the bit; offsets within %.3g m\n", bits, samples, offset);
    check_below("offset", offset, 2e-6); // floats of 6 m
}

// Beside a lift that turns the offsets are those of a floor that stands.
static void offsets_on_a_base_are_as_on_the_ground(void **unused)
{
    (void)unused;
    double worst = 0;
    for (int r = 0; r < RATES; r++) {
        scene s, still;
        lope_animation_report moving, ground;
        scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
        scene_open(&still, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
        build(&s, LIFT);
        build(&still, FLAT);
        // let go: a stick keeps to the world, and would turn against the lift
        s.input = still.input = (lope_input){0};
        still.state.velocity = s.state.velocity;
        still.state.yaw = s.state.yaw;
        s.settings.parts = still.settings.parts = LOPE_ANIMATION_TRAJECTORY;
        scene_ask(&s, &moving);
        scene_ask(&still, &ground);
        assert_true(moving.sample_count == ground.sample_count && ground.sample_count == 10);
        for (int i = 0; i < 10; i++) {
            const lope_animation_sample *a = &moving.trajectory[i], *b = &ground.trajectory[i];
            keep_most(&worst, (double)lope_vec3_length(lope_vec3_sub(a->offset, b->offset)));
            keep_most(&worst, (double)lope_vec3_length(lope_vec3_sub(a->motion, b->motion)));
            keep_most(&worst, fabs((double)(a->yaw - b->yaw)));
        }
        scene_close(&s);
        scene_close(&still);
    }
    printf("trajectory on a lift that turns, against the ground: %.3g m, m/s or rad\n", worst);
    check_below("difference", worst, 2e-5); // the pose's rotation is in floats
}

// lope_predict beside bodies that move, and places cut to a share of a tick.
static const lope_surroundings *ahead_of(void *context, double start, double end, double share)
{
    scene *s = context;
    const double dt = (double)s->seconds;
    const uint64_t tick = s->tick + (uint64_t)(start / dt + 0.5);
    assert_true(share == 1 && end > start);
    const uint32_t count =
        lope_level_places_at(s->level, tick + 1, (double)tick * dt, (double)(tick + 1) * dt, s->places, SCENE_PLACES);
    assert_int_equal(lope_level_view_make(&s->view, s->level, s->places, count), LOPE_OK);
    s->then = lope_level_surroundings_at(&s->view);
    return &s->then;
}

static void predictions_know_where_bodies_will_be(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        scene s;
        lope_predicted list[360];
        lope_state end;
        uint32_t count;
        scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
        build(&s, LIFT);
        const lope_predict_def def = {.state = &s.state,
                                      .moveset = &s.moveset,
                                      .surroundings = &s.surroundings,
                                      .nearby = s.ahead,
                                      .input = scene_input(&s),
                                      .seconds = s.seconds,
                                      .ticks = (uint32_t)rates[r],
                                      .end = &end,
                                      .around = ahead_of,
                                      .around_context = &s};
        assert_int_equal(lope_predict(&def, list, 360, &count), LOPE_OK);
        assert_int_equal(count, (uint32_t)rates[r]);
        for (uint32_t i = 0; i < count; i++) {
            scene_tick(&s);
            assert_memory_equal(&list[i].feet, &s.state.feet, sizeof s.state.feet);
        }
        assert_memory_equal(&end, &s.state, sizeof end);
        scene_close(&s);
    }
}

static void places_are_cut_to_a_share(void **unused)
{
    (void)unused;
    scene s;
    lope_body_place whole, part;
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), 20);
    scene_moving_box(&s, lift, 4, 1, 4);
    assert_int_equal(lope_level_places_at(s.level, 7, 0.3, 0.35, &whole, 1), 1);
    for (int i = -1; i <= 11; i++) {
        const double share = 0.1 * i, cut = share < 0 ? 0 : share > 1 ? 1 : share;
        part = whole;
        lope_level_places_cut(&part, 1, share);
        const lope_point way =
            lope_point_sub(part.pose.position, lope_point_mad(whole.start.position, whole.motion.displacement, cut));
        check_near("place", lope_point_length(way), 0, 1e-12);
        const lope_quat turn = lope_quat_multiply(part.pose.rotation, lope_quat_conjugate(whole.start.rotation));
        check_near("turn", 2 * (double)lope_atan2(turn.y, turn.w), 0.6 * 0.05 * cut, 1e-6); // rotations in floats
        check_near("motion", (double)part.motion.rotation.y, 0.6 * 0.05 * cut, 1e-6);
    }
    lope_level_places_cut(&whole, 1, 1);
    assert_memory_equal(&whole.pose, &part.pose, sizeof part.pose);
    lope_level_places_cut(NULL, 3, 0.5);
    scene_close(&s);
}

// ---- footfalls --------------------------------------------------------------------------------------------

static void footfalls_are_where_the_character_comes_by(void **unused)
{
    (void)unused;
    double place = 0, instant = 0;
    int falls = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int r = 0; r < RATES; r++) {
            scene s;
            lope_quat turn;
            lope_point origin;
            lope_animation_report report;
            scene_frame(frame, &turn, &origin);
            scene_open(&s, turn, origin, rates[r]);
            build(&s, FLAT);
            for (int i = 0; i < (int)rates[r]; i++) scene_tick(&s); // at an even speed by now
            s.settings.parts = LOPE_ANIMATION_FOOTFALLS;
            scene_ask(&s, &report);
            const double strides = s.memory.strides, speed = (double)report.speed, stride = (double)report.stride;
            for (int foot = 0; foot < 2; foot++) {
                const double phase = 0.5 * foot, left = ceil(strides - phase) + phase - strides;
                const lope_animation_foot *f = &report.feet[foot];
                assert_true(f->next.known && f->next.walkable);
                keep_most(&instant, fabs(f->next_seconds - left * stride / speed));
                const lope_point want = lope_point_mad(s.state.feet, lope_vec3_to_point(s.state.velocity), f->next_seconds);
                keep_most(&place, lope_point_length(lope_point_sub(want, f->next_feet)));
                // 0.1 m to its side, on the floor
                check_near("beside", lope_point_length(lope_point_sub(f->next.point, f->next_feet)), 0.1, 1e-5);
                check_near("height", f->next.height, 0, 1e-5);
                falls++;
            }
            scene_close(&s);
        }
    printf("footfalls: %d, place off by at most %.3g m, instant by %.3g s\n", falls, place, instant);
    check_below("place", place, 1e-5);
    check_below("instant", instant, 1e-5);
}

// On stairs each footfall is on the tread that is there.
static void footfalls_on_stairs_are_on_treads(void **unused)
{
    (void)unused;
    int known = 0;
    for (int r = 0; r < RATES; r++) {
        scene s;
        lope_animation_report report;
        scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
        build(&s, STAIRS);
        s.input.move = lope_vec3_make(0.6f, 0, 0);
        for (int i = 0; i < (int)rates[r]; i++) {
            scene_tick(&s);
            s.settings.parts = LOPE_ANIMATION_FOOTFALLS | LOPE_ANIMATION_FEET;
            scene_ask(&s, &report);
            for (int foot = 0; foot < 4; foot++) {
                const lope_animation_ground *g = foot < 2 ? &report.feet[foot].now : &report.feet[foot - 2].next;
                if (!g->known) continue;
                // tread i begins at 1 + 0.3 i, 0.2 i high; the first is the floor
                const double step = floor((g->point.x - 1) / 0.3), off = g->point.x - 1 - 0.3 * step;
                const double height = step <= 0 ? 0 : step < 11 ? 0.2 * step : 2.2;
                if (off < 1e-5 || off > 0.3 - 1e-5) continue; // on an edge it may be either
                check_near("tread", g->point.y, height, 1e-5);
                known++;
            }
        }
        scene_close(&s);
    }
    assert_true(known > 500);
    printf("feet and footfalls on stairs: %d, each on its tread\n", known);
}

// ---- what it costs, and that it is pure -------------------------------------------------------------------

typedef struct tally {
    lope_allocator real;
    int calls;
} tally;

static void *count_allocate(void *context, size_t size, size_t alignment)
{
    tally *t = context;
    t->calls++;
    return t->real.allocate(t->real.context, size, alignment);
}
static void count_release(void *context, void *memory, size_t size)
{
    tally *t = context;
    t->real.release(t->real.context, memory, size);
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++) hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}
#define HASH(field) hash = hash_bytes(hash, &(field), sizeof(field))

static uint64_t hash_mark(uint64_t hash, const lope_animation_mark *m)
{
    HASH(m->seconds), HASH(m->distance), HASH(m->rise), HASH(m->feet), HASH(m->offset), HASH(m->velocity), HASH(m->yaw);
    HASH(m->impact), HASH(m->normal), HASH(m->material), HASH(m->body), HASH(m->known);
    return hash;
}
static uint64_t hash_ground(uint64_t hash, const lope_animation_ground *g)
{
    HASH(g->known), HASH(g->walkable), HASH(g->point), HASH(g->normal), HASH(g->height), HASH(g->slope), HASH(g->pitch);
    HASH(g->roll), HASH(g->material), HASH(g->triangle), HASH(g->body);
    return hash;
}
static uint64_t hash_report(uint64_t hash, const lope_animation_report *r)
{
    HASH(r->speed), HASH(r->direction), HASH(r->stride), HASH(r->phase), HASH(r->cadence), HASH(r->turn), HASH(r->lean_right);
    HASH(r->lean_forward), HASH(r->acceleration), HASH(r->airborne), HASH(r->ticks), HASH(r->casts);
    hash = hash_mark(hash_mark(hash_mark(hash_mark(hash, &r->stop), &r->pivot), &r->landing), &r->apex);
    for (uint32_t i = 0; i < r->foot_count; i++) {
        hash = hash_ground(hash_ground(hash, &r->feet[i].now), &r->feet[i].next);
        HASH(r->feet[i].next_seconds), HASH(r->feet[i].next_feet);
    }
    for (uint32_t i = 0; i < r->sample_count; i++) {
        const lope_animation_sample *t = &r->trajectory[i];
        HASH(t->seconds), HASH(t->feet), HASH(t->velocity), HASH(t->offset), HASH(t->motion), HASH(t->facing), HASH(t->yaw);
        HASH(t->mode), HASH(t->floor_body);
    }
    return hash;
}

// Plays a scene of every kind, and asks everything in each tick. The nearbys are kept from play to play.
static uint64_t play_all(lope_nearby *nearbys[KINDS])
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int k = 0; k < KINDS; k++) {
        scene s;
        lope_animation_report report;
        scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), 60);
        build(&s, (kind)k);
        lope_nearby *own = s.ahead;
        s.ahead = nearbys[k];
        for (int i = 0; i < 60; i++) {
            if (i == 30) s.input.move = lope_vec3_make(-1, 0, 0);
            const lope_state before = s.state;
            scene_ask(&s, &report);
            assert_memory_equal(&before, &s.state, sizeof before);
            hash = hash_report(hash, &report);
            const uint64_t one = hash_report(1, &report);
            lope_nearby_clear(s.ahead); // what is near never matters
            scene_ask(&s, &report);
            assert_true(one == hash_report(1, &report));
            scene_tick(&s);
        }
        s.ahead = own;
        scene_close(&s);
    }
    return hash;
}

static void reports_are_pure_and_allocate_nothing(void **unused)
{
    (void)unused;
    tally count = {.real = lope_allocator_default()};
    lope_allocator counted = {.allocate = count_allocate, .release = count_release, .context = &count};
    lope_nearby *nearbys[KINDS];
    for (int k = 0; k < KINDS; k++) nearbys[k] = lope_nearby_create(&counted);
    const uint64_t first = play_all(nearbys);
    const int grown = count.calls;
    const uint64_t second = play_all(nearbys);
    printf("reports: hash %016llx, twice; %d allocations while nearbys grew, then %d in %d reports\n", (unsigned long long)first,
           grown, count.calls - grown, 2 * KINDS * 60);
    assert_true(first == second);
    assert_int_equal(count.calls, grown);
    for (int k = 0; k < KINDS; k++) lope_nearby_destroy(nearbys[k]);
}

// Ticks that a report takes: none but what was asked for.
static void only_what_is_asked_for_is_worked_out(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        uint32_t parts, ticks, casts; // at most
    } wanted[] = {
        {"feet", LOPE_ANIMATION_FEET, 0, 2},
        {"stop", LOPE_ANIMATION_STOP, 20 + 17, 0}, // 6 m/s at 60 Hz, and 17 parts of its last tick
        {"trajectory", LOPE_ANIMATION_TRAJECTORY, 60, 0},
        {"pivot", LOPE_ANIMATION_PIVOT, 1, 0},
        {"all", 0, 60 + 20 + 17 + 4, 4},
    };
    scene s;
    lope_animation_report report;
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), 60);
    build(&s, FLAT);
    for (int i = 0; i < 60; i++) scene_tick(&s);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        s.settings.parts = wanted[i].parts;
        scene_ask(&s, &report);
        printf("  %-10s %3u ticks, %u casts\n", wanted[i].name, (unsigned)report.ticks, (unsigned)report.casts);
        assert_true(report.ticks <= wanted[i].ticks && report.casts <= wanted[i].casts);
        if (!(wanted[i].parts & LOPE_ANIMATION_TRAJECTORY) && wanted[i].parts) assert_int_equal(report.sample_count, 0);
        if (!(wanted[i].parts & LOPE_ANIMATION_STOP) && wanted[i].parts) assert_int_equal(report.stop.known, 0);
    }
    scene_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trajectory_is_what_the_ticks_give),          cmocka_unit_test(offsets_on_a_base_are_as_on_the_ground),
        cmocka_unit_test(predictions_know_where_bodies_will_be),      cmocka_unit_test(places_are_cut_to_a_share),
        cmocka_unit_test(footfalls_are_where_the_character_comes_by), cmocka_unit_test(footfalls_on_stairs_are_on_treads),
        cmocka_unit_test(reports_are_pure_and_allocate_nothing),      cmocka_unit_test(only_what_is_asked_for_is_worked_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
