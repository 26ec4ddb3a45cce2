// test_ledge_hang.c - hanging on ledges: the way along an edge is speed times time at every tick rate and in
// every direction of gravity, round corners too; it ends where the ledge ends; climb, jump off, let go, drop
// to hang; moving and turning ledges; refusals; ends from outside; a tick run again.
//
// The closed forms are worked out here, not by the library.
#include "yard.h"

#include <math.h>

#define RADIUS 0.34
#define HEIGHT 1.76
#define OFF (RADIUS + 0.03 * HEIGHT) // m, of the axis from the wall
#define TOP 4.0
#define SPEED 1.2
#define PLACE 1e-3 // m: floats of directions, over a few metres
#ifdef LOPE_QUICK
#define SEEDS 20
#else
#define SEEDS 60
#endif

// A tower with its middle at the origin, `half` wide to each side, and a character in the air before its side
// at -x, where it takes hold.
static stage *tower(int frame, double half, uint32_t *id)
{
    stage *s = yard_open(frame);
    stage_box(s, -40, -1, -40, 40, 0, 40);
    stage_box(s, -half, 0, -half, half, TOP, half);
    *id = yard_add(s, lope_ledge_hang_ability());
    yard_place(s, -half - OFF - 0.1, TOP - HEIGHT + 0.05, 0, false);
    stage_move(s, 1, 0);
    return s;
}

static lope_point feet(const stage *s)
{
    return lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(s->state.feet, s->origin));
}

static uint32_t phase(const stage *s, uint32_t id)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (s->state.abilities[i].id == id + 1) return s->state.abilities[i].phase;
    return 99;
}

static void run(stage *s, double seconds, float rate)
{
    const int ticks = (int)(seconds * (double)rate + 0.5);
    for (int i = 0; i < ticks; i++) {
        stage_tick(s, 1.0f / rate);
        check_below("depth", stage_depth(s), 1e-3); // m
        s->input.pressed = 0;
    }
}

static void is_at(const stage *s, double x, double y, double z, double tolerance)
{
    const lope_point p = feet(s), off = {p.x - x, p.y - y, p.z - z};
    if (!(lope_point_length(off) < tolerance)) fail_msg("at %.6f %.6f %.6f, wanted %.6f %.6f %.6f", p.x, p.y, p.z, x, y, z);
}

static void shimmies_speed_times_time(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = tower(frame, 3, &id);
        run(s, 0.5, rate);
        is_at(s, -3 - OFF, TOP - HEIGHT, 0, PLACE);
        assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_HANG);
        stage_move(s, 0, 1);
        run(s, 1.5, rate);
        is_at(s, -3 - OFF, TOP - HEIGHT, 1.5 * SPEED, 0.005 * 1.5 * SPEED); // 0.5 % of the way
        assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_SHIMMY);
        stage_close(s);
    }
}

// Returns the input along the edge on the side where the feet are, or round its corner; dir 1: to +z at -x.
static void steer(stage *s, double half, int dir)
{
    const lope_point p = feet(s);
    double x = p.x, z = p.z;
    const double cx = x < -half ? -half : x > half ? half : x, cz = z < -half ? -half : z > half ? half : z;
    const double nx = x - cx, nz = z - cz, length = sqrt(nx * nx + nz * nz);
    stage_move(s, dir * nz / length, -dir * nx / length);
}

static void goes_round_a_box(void **unused)
{
    (void)unused;
    const double half = 1, round = 8 * half + 2 * 3.14159265358979323846 * OFF;
    for (int dir = -1; dir <= 1; dir += 2) each_yard(rate, frame)
        {
            uint32_t id;
            stage *s = tower(frame, half, &id);
            run(s, 0.5, rate);
            const double seconds = round / SPEED;
            const int ticks = (int)(seconds * (double)rate);
            for (int i = 0; i < ticks; i++) {
                steer(s, half, dir);
                run(s, 1.0 / (double)rate, rate);
                assert_true(yard_is_on(s, id));
            }
            // a stick of the tick's start lags by a tick in a corner: cos of the angle, 1.2 / 20 / OFF at most,
            // is 0.989 over a fifth of the way; and one tick of way is left out
            const double lag = 0.005 * round + SPEED / (double)rate;
            is_at(s, -half - OFF, TOP - HEIGHT, 0, lag);
            stage_close(s);
        }
}

static void inner_corner_and_end(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = tower(frame, 3, &id);
        stage_box(s, -6, 0, 2, -3, TOP, 3); // a wing that makes an inner corner at x -3, z 2
        run(s, 0.5, rate);
        stage_move(s, 0, 1);
        run(s, 4, rate);
        // in the corner it turns until the input is not to the side any more
        is_at(s, -3 - OFF, TOP - HEIGHT, 2 - OFF, PLACE);
        stage_move(s, -1, 0);
        run(s, 4, rate);
        // the corner of the wing is outside, and the input is toward nothing behind it
        assert_true(feet(s).x < -5.9);
        assert_true(yard_is_on(s, id));
        stage_close(s);
    }
}

static void stops_at_the_end(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = tower(frame, 2, &id);
        yard_set(s, "ledge_hang", "corner_most", 0.5);
        run(s, 0.5, rate);
        stage_move(s, 0, 1);
        run(s, 3, rate);
        is_at(s, -2 - OFF, TOP - HEIGHT, 2 - 0.2, PLACE);
        assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_END);
        stage_close(s);
    }
}

static void climbs_jumps_off_and_lets_go(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = tower(frame, 2, &id);
        run(s, 0.5, rate);
        yard_press(s, LOPE_BUTTON_JUMP);
        run(s, 0.4, rate);
        s->input.held = 0;
        assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_CLIMB);
        stage_move(s, 0, 0);
        run(s, 0.6, rate);
        assert_false(yard_is_on(s, id));
        is_at(s, -2 + 0.45, TOP, 0, 5e-3); // the floor's skin
        stage_close(s);

        s = tower(frame, 2, &id);
        run(s, 0.5, rate);
        stage_move(s, -1, 0);
        yard_press(s, LOPE_BUTTON_JUMP);
        run(s, 0.1, rate);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        assert_true(stage_speed(s) > 4.9 && feet(s).x < -2 - OFF - 0.45);
        stage_close(s);

        s = tower(frame, 2, &id);
        run(s, 0.5, rate);
        yard_press(s, LOPE_BUTTON_CROUCH);
        run(s, 0.35, rate); // the pause is 0.4 s: input toward the wall takes no hold before
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        stage_close(s);
    }
}

static void lets_itself_down(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = tower(frame, 2, &id);
        stage_move(s, 0, 0);
        yard_place(s, -1.2, TOP, 0, true);
        stage_move(s, -0.3, 0);
        s->input.held = LOPE_BUTTON_GRAB;
        run(s, 3, rate);
        is_at(s, -2 - OFF, TOP - HEIGHT, 0, PLACE);
        assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_HANG);
        stage_close(s);
    }
}

// Round a pit with walls of 6 m: four inner corners, at each of which the input goes along the next wall.
static void goes_round_a_pit(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_box(s, -40, -1, -40, 40, 0, 40);
        stage_box(s, 3, 0, -9, 5, TOP, 9);
        stage_box(s, -5, 0, -9, -3, TOP, 9);
        stage_box(s, -3, 0, 3, 3, TOP, 5);
        stage_box(s, -3, 0, -5, 3, TOP, -3);
        const uint32_t id = yard_add(s, lope_ledge_hang_ability());
        yard_place(s, 3 - OFF - 0.1, TOP - HEIGHT + 0.05, 0, false);
        stage_move(s, 1, 0);
        run(s, 0.5, rate);
        const double side = 3 - OFF, ways[4][2] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
        const double ends[4][2] = {{side, side}, {-side, side}, {-side, -side}, {side, -side}};
        for (int i = 0; i < 4; i++) {
            const double x = ways[i][0], z = ways[i][1], nx = ways[(i + 1) % 4][0], nz = ways[(i + 1) % 4][1];
            stage_move(s, x, z);
            run(s, 5, rate);
            is_at(s, ends[i][0], TOP - HEIGHT, ends[i][1], PLACE);
            stage_move(s, 0.7 * (x + nx), 0.7 * (z + nz)); // half along both: it turns to the next wall
            run(s, 1, rate);
        }
        assert_true(yard_is_on(s, id));
        stage_close(s);
    }
}

// A gap and a difference of height within the settings are crossed, wider and higher ones end the ledge, and
// so does a block before the wall, exactly where the capsule touches it.
static void crosses_gaps_and_steps(void **unused)
{
    (void)unused;
    static const struct {
        double gap, step, z; // m; where it ends
    } cases[] = {{0.25, 0, 5 - 0.2}, {0.4, 0, 1 - 0.2}, {0, 0.12, 5 - 0.2}, {0, -0.12, 5 - 0.2}, {0, 0.3, 1 - 0.2}};
    for (int i = 0; i < 5; i++)
        for (int r = 0; r < RATES; r++) {
            stage *s = yard_open(0);
            stage_box(s, -40, -1, -40, 40, 0, 40);
            stage_box(s, -2, 0, -2, 2, TOP, 1);
            stage_box(s, -2, 0, 1 + cases[i].gap, 2, TOP + cases[i].step, 5);
            const uint32_t id = yard_add(s, lope_ledge_hang_ability());
            yard_set(s, "ledge_hang", "corner_most", 0.5);
            yard_place(s, -2 - OFF - 0.1, TOP - HEIGHT + 0.05, 0, false);
            stage_move(s, 1, 0);
            run(s, 0.5, rates[r]);
            stage_move(s, 0, 1);
            run(s, 6, rates[r]);
            assert_true(yard_is_on(s, id));
            const double step = cases[i].z > 2 ? cases[i].step : 0;
            is_at(s, -2 - OFF, TOP - HEIGHT + step, cases[i].z, PLACE);
            assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_END);
            stage_close(s);
        }
}

static void stops_at_a_block(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = tower(frame, 3, &id);
        stage_box(s, -4, 0, 2, -3, TOP + 2, 2.5);
        run(s, 0.5, rate);
        stage_move(s, 0, 1);
        run(s, 3, rate);
        is_at(s, -3 - OFF, TOP - HEIGHT, 2 - RADIUS, 3e-3); // a sweep stops up to 2 mm before
        assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_END);
        stage_close(s);
    }
}

// A body that is removed, or tilted, holds no longer.
static void a_ledge_that_goes_lets_go(void **unused)
{
    (void)unused;
    for (int way = 0; way < 2; way++) {
        stage *s = stage_open(STAGE_BOXES);
        const uint32_t id = yard_add(s, lope_ledge_hang_ability());
        const lope_body body = stage_moving_box(s, 0, 2, 0, 2, 4, 2);
        yard_place(s, -1 - OFF - 0.1, TOP - HEIGHT + 0.02, 0, false);
        stage_move(s, 1, 0);
        run(s, 0.5, 60);
        assert_true(yard_is_on(s, id));
        if (way == 0) lope_level_remove(s->level, body);
        for (int i = 1; i <= 60; i++) {
            const lope_transform pose = {{0, 2, 0}, lope_quat_from_axis((lope_vec3){1, 0, 0}, 0.017f * (float)i)};
            if (way == 1) lope_level_set_pose(s->level, body, &pose);
            stage_tick(s, 1.0f / 60);
            lope_level_end_tick(s->level);
        }
        assert_false(yard_is_on(s, id));
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        stage_close(s);
    }
}

static double between(uint64_t *random, double low, double high)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*random >> 40) / 16777216.0;
}

// Random input on a heap of random boxes, turned anyhow about up: the capsule is never inside of one, no tick
// is refused, and it hangs often.
static void random_input_on_random_boxes(void **unused)
{
    (void)unused;
    int hangs = 0, corners = 0, climbs = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t random = seed;
        stage *s = yard_open((int)(seed % FRAMES));
        stage_box(s, -40, -1, -40, 40, 0, 40);
        for (int i = 0; i < 12; i++) {
            double n[5]; // in a fixed order
            for (int k = 0; k < 5; k++) n[k] = between(&random, 0, 1);
            stage_tilted_box(s, 8 * n[0] - 4, 1.2, 8 * n[1] - 4, 0.5 + 2.5 * n[2], 1.5 + 1.7 * n[3], 0.5 + 2.5 * n[4], 0,
                             between(&random, 0, 360));
        }
        const uint32_t id = yard_add(s, lope_ledge_hang_ability());
        yard_set(s, "ledge_hang", "catch_by", LOPE_LEDGE_CATCH_ITSELF);
        yard_place(s, 0, 5, 0, false);
        const float rate = rates[seed % RATES];
        for (double at = 0; at < 40; at += 1 / (double)rate) {
            if (between(&random, 0, 1) < 2 / (double)rate) {
                const double x = between(&random, -0.7, 0.7);
                stage_move(s, x, between(&random, -0.7, 0.7));
                s->input.held = between(&random, 0, 1) < 0.5 ? LOPE_BUTTON_GRAB : 0;
                s->input.pressed = between(&random, 0, 1) < 0.4    ? LOPE_BUTTON_JUMP
                                   : between(&random, 0, 1) < 0.05 ? LOPE_BUTTON_CROUCH
                                                                   : 0;
            }
            stage_tick(s, 1.0f / rate);
            s->input.pressed = 0;
            if (stage_depth(s) > 1e-3) fail_msg("seed %u: %g m inside", seed, stage_depth(s));
            const uint32_t now = phase(s, id);
            hangs += now != 99;
            corners += now == LOPE_LEDGE_HANG_CORNER;
            climbs += now == LOPE_LEDGE_HANG_CLIMB;
        }
        stage_close(s);
    }
    printf("seeds 1 to %d: %d ticks at work, %d in corners, %d in climbs\n", SEEDS, hangs, corners, climbs);
    assert_true(hangs > 1000 && corners > 10 && climbs > 100);
}

// A capsule of twice the size hangs as far below and before, in shares of its height.
static void sizes_go_with_the_capsule(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = tower(0, 3, &id);
    const lope_state_def def = {.feet =
                                    lope_point_add(s->origin, lope_point_make(-3 - 2 * OFF - 0.1, TOP - 2 * HEIGHT + 0.05, 0)),
                                .radius = (float)(2 * RADIUS),
                                .height = (float)(2 * HEIGHT),
                                .mode = LOPE_MODE_FALLING};
    yard_set(s, "ledge_hang", "ground_clearance", 0);
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    run(s, 0.5, 60);
    is_at(s, -3 - 2 * OFF, TOP - 2 * HEIGHT, 0, PLACE);
    stage_close(s);
}

// A climb under a roof is refused, with the roof's place; without the mark no ledge is taken where marks count.
static void refusals_of_climbs_and_marks(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = tower(0, 2, &id);
    stage_box(s, -2, TOP + 0.8, -2, 2, TOP + 1, 2);
    run(s, 0.5, 60);
    yard_press(s, LOPE_BUTTON_JUMP);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NO_ROOM);
    assert_true(yard_is_on(s, id));
    const lope_refused *refused = &s->report.refused[0];
    assert_int_equal(refused->asked, LOPE_ASKED_ABILITY + id);
    assert_true(refused->query > 0 && refused->point.y - s->origin.y > TOP + 0.7);
    stage_close(s);

    s = tower(0, 2, &id);
    yard_set(s, "ledge_hang", "marked_only", 1);
    run(s, 0.1, 60);
    assert_false(yard_is_on(s, id));
    stage_close(s);
}

static void ends_from_outside(void **unused)
{
    (void)unused;
    for (int way = 0; way < 2; way++) {
        uint32_t id;
        stage *s = tower(0, 2, &id);
        run(s, 0.5, 60);
        if (way == 0) {
            s->requests = (lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = {-10, 5, 0}};
        } else {
            s->requests = (lope_requests){.asked = LOPE_REQUEST_MODE, .mode = LOPE_MODE_FLYING};
        }
        s->input.requests = &s->requests;
        stage_tick(s, 1.0f / 60);
        assert_false(yard_is_on(s, id));
        assert_int_equal(s->state.mode, way == 0 ? LOPE_MODE_FALLING : LOPE_MODE_FLYING);
        stage_close(s);
    }
}

// The ledge turns by 90 degrees a second, goes along and rises ever faster; the character keeps its place on it.
static void goes_along_with_a_ledge(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        const double rate = (double)rates[r];
        stage *s = stage_open(STAGE_BOXES);
        const uint32_t id = yard_add(s, lope_ledge_hang_ability());
        const lope_body body = stage_moving_box(s, 0, 2, 0, 2, 4, 2);
        yard_place(s, -1 - OFF - 0.1, TOP - HEIGHT + 0.02, 0, false);
        stage_move(s, 1, 0);
        double time = 0;
        bool let = false;
        for (int i = 0; time < 3 || !let; i++) {
            time = (i + 1) / rate;
            const double later = time > 0.5 ? time - 0.5 : 0, angle = 0.5 * 3.14159265358979323846 * later;
            const lope_transform pose = {{later, 2 + 0.3 * later * later, -0.4 * later},
                                         lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)angle)};
            lope_level_set_pose(s->level, body, &pose);
            if (time > 0.4) stage_move(s, 0, 0);
            let = time >= 3;
            if (let) s->input.pressed = s->input.held = LOPE_BUTTON_CROUCH;
            stage_tick(s, (float)(1 / rate));
            lope_level_end_tick(s->level);
            if (time < 0.4 || let) continue;
            assert_true(yard_is_on(s, id));
            const lope_point seen = lope_transform_unapply(&pose, s->state.feet);
            const lope_point off = {seen.x + 1 + OFF, seen.y - (2 - HEIGHT), seen.z};
            if (!(lope_point_length(off) < 2e-3)) // m: floats of the pose, and its arc within a tick
                fail_msg("%g Hz, %g s: off by %g %g %g", rate, time, off.x, off.y, off.z);
        }
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        assert_true(s->state.velocity.y > 0.5f); // the ledge rises with 1.5 m/s at that instant
        stage_close(s);
    }
}

static void takes_no_hold_where_a_rule_forbids(void **unused)
{
    (void)unused;
    static const struct {
        double y, speed; // m above where it hangs; m/s
        uint32_t why;
    } cases[] = {{0.05, 3, LOPE_REFUSAL_TOO_FAST},
                 {0.05, -20, LOPE_REFUSAL_TOO_FAST},
                 {-0.5, 0, LOPE_REFUSAL_TOO_HIGH},
                 {0.5, 0, LOPE_REFUSAL_TOO_LOW},
                 {-2.2, 0, LOPE_REFUSAL_GROUND_NEAR}};
    for (int i = 0; i < 5; i++) {
        uint32_t id;
        stage *s = tower(0, 2, &id);
        yard_place(s, -2 - OFF - 0.1, TOP - HEIGHT + cases[i].y, 0, false);
        stage_move(s, 1, 0);
        stage_set_velocity(s, 0, cases[i].speed, 0);
        yard_press(s, LOPE_BUTTON_GRAB);
        stage_tick(s, 1.0f / 240);
        assert_int_equal(yard_refused(s, id), cases[i].why);
        stage_close(s);
    }
}

static void a_rerun_from_the_middle_is_the_same(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = tower(3, 1, &id);
    run(s, 0.5, 60);
    for (int i = 0; i < 300; i++) {
        const lope_state before = s->state;
        const double time = s->time;
        steer(s, 1, 1);
        stage_tick(s, 1.0f / 60);
        const uint64_t hash = lope_state_hash(&s->state);
        s->state = before;
        s->time = time;
        lope_nearby_clear(s->nearby);
        stage_tick(s, 1.0f / 60);
        assert_true(lope_state_hash(&s->state) == hash);
    }
    stage_close(s);
}

// Of another size it hangs elsewhere: it comes there in the time of a catch, at no more than twice the mean speed.
static void comes_to_where_another_size_hangs(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = tower(frame, 3, &id);
        run(s, 0.5, rate);
        s->requests.asked = LOPE_REQUEST_RESIZE;
        s->requests.resize_height = 1.2f;
        double fastest = 0;
        for (int i = 0; i < (int)(0.5 * (double)rate); i++) {
            stage_tick(s, 1.0f / rate);
            s->requests.asked = 0;
            check_below("depth", stage_depth(s), 1e-3);
            const double speed = lope_point_length(lope_vec3_to_point(s->state.velocity));
            if (speed > fastest) fastest = speed;
        }
        is_at(s, -3 - RADIUS - 0.03 * 1.2, TOP - 1.2, 0, PLACE);
        assert_int_equal(phase(s, id), LOPE_LEDGE_HANG_HANG);
        check_below("speed", fastest, 2 * (HEIGHT - 1.2) / 0.15);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shimmies_speed_times_time),
                                       cmocka_unit_test(goes_round_a_box),
                                       cmocka_unit_test(inner_corner_and_end),
                                       cmocka_unit_test(stops_at_the_end),
                                       cmocka_unit_test(climbs_jumps_off_and_lets_go),
                                       cmocka_unit_test(lets_itself_down),
                                       cmocka_unit_test(ends_from_outside),
                                       cmocka_unit_test(comes_to_where_another_size_hangs),
                                       cmocka_unit_test(random_input_on_random_boxes),
                                       cmocka_unit_test(sizes_go_with_the_capsule),
                                       cmocka_unit_test(refusals_of_climbs_and_marks),
                                       cmocka_unit_test(goes_round_a_pit),
                                       cmocka_unit_test(crosses_gaps_and_steps),
                                       cmocka_unit_test(stops_at_a_block),
                                       cmocka_unit_test(a_ledge_that_goes_lets_go),
                                       cmocka_unit_test(goes_along_with_a_ledge),
                                       cmocka_unit_test(takes_no_hold_where_a_rule_forbids),
                                       cmocka_unit_test(a_rerun_from_the_middle_is_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
