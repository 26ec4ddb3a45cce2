// test_follow.c - followers: corners, ends, block detection, links, focus, at 20, 60 and 360 Hz, in level and
// turned gravity, by velocity and by acceleration.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"

#include <lope/ladder.h>
#include <lope/mantle.h>
#include <lope/nav_agent.h>

static const float rates[] = {20, 60, 360};

#define each_rate for (int r = 0; r < 3; r++)
#define TURNS 2

// A floor, in level gravity or in one that is turned.
static stage *yard(int turn)
{
    lope_quat q = turn ? lope_quat_from_axis((lope_vec3){0.6f, 0, 0.8f}, 2.1f) : lope_quat_identity();
    stage *s = stage_open_at(STAGE_BOXES, q, turn ? lope_point_make(1000, -2000, 500) : lope_point_make(0, 0, 0));
    stage_floor(s);
    return s;
}

static lope_point place(const stage *s, double x, double y, double z)
{
    return lope_point_add(s->origin, lope_quat_rotate_point(s->turn, lope_point_make(x, y, z)));
}

static lope_follow_point walk(const stage *s, double x, double y, double z)
{
    return (lope_follow_point){.point = place(s, x, y, z)};
}

static lope_follow_point link_to(const stage *s, double x, double y, double z, uint32_t kind)
{
    return (lope_follow_point){.point = place(s, x, y, z), .link = kind};
}

// One run of a follower.
typedef struct run {
    lope_follower follower;
    lope_follow_settings settings;
    lope_follow_path path;
    int told[LOPE_FOLLOW_RESULT_COUNT];
    double when[LOPE_FOLLOW_RESULT_COUNT];                // s: when it was told last
    void (*before)(stage *s, double time, float seconds); // moves what moves
} run;

static lope_follow_result run_tick(stage *s, run *r, float rate)
{
    if (r->before) r->before(s, s->time, 1 / rate);
    s->input.held = s->input.pressed = 0;
    lope_follow_result result =
        lope_follow_update(&r->follower, &r->settings, &r->path, &s->state, &s->tuning, 1 / rate, &s->input, &s->requests);
    s->input.move = lope_quat_rotate(lope_quat_conjugate(s->turn), s->input.move); // stage_tick turns it back
    stage_tick(s, 1 / rate);
    r->told[result]++;
    r->when[result] = s->time;
    return result;
}

static void run_for(stage *s, run *r, double seconds, float rate)
{
    for (int i = 0; i < (int)(seconds * (double)rate); i++) run_tick(s, r, rate);
}

static void begin(stage *s, run *r, const lope_follow_point *points, uint32_t count)
{
    r->path = (lope_follow_path){points, count, false};
    lope_follow_begin(&r->follower, &s->state);
}

// Distance of the feet from a level segment, in scene coordinates.
static double beside(brute_point feet, double ax, double az, double bx, double bz)
{
    double dx = bx - ax, dz = bz - az, share = ((feet.x - ax) * dx + (feet.z - az) * dz) / (dx * dx + dz * dz);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return hypot(feet.x - ax - share * dx, feet.z - az - share * dz);
}

// At corners of 90 and 135 degrees it keeps to the path within the swing that it may, its corner radius, and
// a tick's way; without slowing down it does not. It stands where the end counts as reached.
static void goes_round_corners_within_its_swing(void **unused)
{
    (void)unused;
    const double corners[4][2] = {{0, 0}, {8, 0}, {8, 8}, {0, 0}};
    for (int turn = 0; turn < TURNS; turn++)
        for (int use = 0; use < 2; use++)
            for (int slows = 1; slows >= 0; slows--) each_rate
                {
                    stage *s = yard(turn);
                    stage_tune(s, "use_acceleration_for_paths", use);
                    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
                    stage_tick(s, 1e-3f);
                    lope_follow_point points[3] = {walk(s, 8, 0, 0), walk(s, 8, 0, 8), walk(s, 0, 0, 0)};
                    run f = {.settings = {.corner_swing = slows ? 0 : -1}};
                    double most = 0;
                    begin(s, &f, points, 3);
                    for (int i = 0; i < (int)(14 * rates[r]); i++) {
                        run_tick(s, &f, rates[r]);
                        double least = 1e9;
                        for (int k = 0; k < 3; k++)
                            least = fmin(
                                least, beside(stage_feet(s), corners[k][0], corners[k][1], corners[k + 1][0], corners[k + 1][1]));
                        most = fmax(most, least);
                    }
                    assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
                    // A corner is passed 0.1 m before it, and a tick at 20 Hz is up to 0.07 m at that speed.
                    if (slows) check_below("swings out", most, 0.17 + 0.1 + 1.4 / (double)rates[r]);
                    if (!slows) assert_true(most > 0.27);
                    check_near("stands short of the end", hypot(stage_feet(s).x, stage_feet(s).z), 0.34 * 1.1, use ? 0.04 : 0.01);
                    check_below("speed", stage_speed(s), 1e-3);
                    if (turn == 0)
                        printf("  %3g Hz, by %s, %s: swings out %.3f m\n", (double)rates[r], use ? "acceleration" : "velocity",
                               slows ? "slows down" : "does not slow down", most);
                    stage_close(s);
                }
}

// The end is reached within the acceptance alone: not from below, where it is higher than half a body.
static void end_counts_by_radius_and_height(void **unused)
{
    (void)unused;
    each_rate
    {
        stage *s = yard(0);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        lope_follow_point end = walk(s, 4, 0, 0);
        run f = {.settings = {.acceptance_radius = 0.5f, .radius_pct = -1}};
        begin(s, &f, &end, 1);
        run_for(s, &f, 4, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
        check_near("stands before it", stage_feet(s).x, 3.5, 0.01);
        end = walk(s, 0, 1.0, 0); // 1.76 / 2 * 1.05 = 0.924
        begin(s, &f, &end, 1);
        run_for(s, &f, 3, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
        end = walk(s, 0, 0.9, 0);
        begin(s, &f, &end, 1);
        run_for(s, &f, 3, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 2);
        f.path.partial = true;
        begin(s, &f, &end, 1);
        f.path.partial = true;
        run_for(s, &f, 1, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_PARTIAL], 1);
        stage_close(s);
    }
}

// Before a wall: ten samples half a second apart, all within 0.1 m, so 4.5 s after the first of them, which
// is taken at most half a second after it came to a stand.
static void blocked_by_the_samples_centroid(void **unused)
{
    (void)unused;
    each_rate
    {
        stage *s = yard(0);
        stage_box(s, 3, 0, -20, 4, 3, 20);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        lope_follow_point end = walk(s, 8, 0, 0);
        run f = {0};
        double stands = 2.66 / 6 + 6 / 20.48 / 2;
        begin(s, &f, &end, 1);
        run_for(s, &f, 10, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_BLOCKED], 1); // the samples begin anew: the next one comes at 10.5 s
        assert_true(f.when[LOPE_FOLLOW_BLOCKED] > stands + 4.5 - 0.1 && f.when[LOPE_FOLLOW_BLOCKED] < stands + 5.0 + 0.1);
        f = (run){.settings = {.block_distance = -1}};
        begin(s, &f, &end, 1);
        run_for(s, &f, 8, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_BLOCKED], 0);
        stage_close(s);
    }
}

// As before a wall, but near the end it has arrived, where the settings say so.
static void blocked_near_the_end_counts_as_arrived(void **unused)
{
    (void)unused;
    each_rate
    {
        stage *s = yard(0);
        stage_box(s, 3, 0, -20, 4, 3, 20);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        lope_follow_point end = walk(s, 4, 0, 0); // 1.34 m past where it stands
        run f = {.settings = {.blocked_acceptance = 1.3f}};
        begin(s, &f, &end, 1);
        run_for(s, &f, 7, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 0);
        assert_int_equal(f.told[LOPE_FOLLOW_BLOCKED], 1);
        f = (run){.settings = {.blocked_acceptance = 1.4f}};
        begin(s, &f, &end, 1);
        run_for(s, &f, 7, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
        assert_int_equal(f.told[LOPE_FOLLOW_BLOCKED], 0);
        stage_close(s);
    }
}

static int asked;

static bool other_way(void *context, const lope_state *state, lope_follow_result why, lope_follow_path *path)
{
    (void)state;
    assert_int_equal(why, LOPE_FOLLOW_OFF_PATH);
    *path = (lope_follow_path){context, 1, false};
    return ++asked == 1;
}

static void off_path_is_told_once_and_asks_for_another(void **unused)
{
    (void)unused;
    each_rate
    {
        stage *s = yard(0);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        lope_follow_point end = walk(s, 20, 0, 0), other = walk(s, 4, 0, 6);
        run f = {0};
        begin(s, &f, &end, 1);
        run_for(s, &f, 1, rates[r]);
        s->requests.asked |= LOPE_REQUEST_TELEPORT;
        s->requests.teleport_feet = place(s, 5, 0, 3);
        run_for(s, &f, 5, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_OFF_PATH], 1);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
        asked = 0;
        f = (run){.settings = {.repath = other_way, .context = &other}};
        begin(s, &f, &end, 1);
        stage_place(s, 10, 0, 6, LOPE_MODE_WALKING);
        run_for(s, &f, 5, rates[r]);
        assert_int_equal(asked, 1);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
        check_below("at the other end", hypot(stage_feet(s).x - 4, stage_feet(s).z - 6), 0.4);
        stage_close(s);
    }
}

static void stop_takes_the_braking_distance(void **unused)
{
    (void)unused;
    each_rate
    {
        stage *s = yard(0);
        stage_tune(s, "ground_friction", 0); // so that the deceleration alone brakes
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        lope_follow_point end = walk(s, 40, 0, 0);
        run f = {0};
        begin(s, &f, &end, 1);
        run_for(s, &f, 1, rates[r]);
        double from = stage_feet(s).x, takes = (double)lope_follow_stop(&f.follower, &s->state, &s->tuning);
        check_near("6 * 6 / (2 * 20.48)", takes, 0.8789, 1e-3);
        run_for(s, &f, 2, rates[r]);
        check_near("stopped after", stage_feet(s).x - from, takes, 2e-3);
        assert_true(f.told[LOPE_FOLLOW_OVER] > 0);
        stage_close(s);
    }
}

// ---- links

// Two houses with 3 m between them, 2 m high.
static stage *houses(int turn)
{
    stage *s = yard(turn);
    stage_box(s, -6, 0, -4, 0, 2, 4);
    stage_box(s, 3, 0, -4, 9, 2, 4);
    return s;
}

static void jumps_a_gap(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < TURNS; turn++)
        for (int use = 0; use < 2; use++) each_rate
            {
                stage *s = houses(turn);
                stage_tune(s, "use_acceleration_for_paths", use);
                stage_place(s, -5, 2, 2, LOPE_MODE_WALKING);
                stage_tick(s, 1e-3f);
                lope_follow_point points[3] = {walk(s, -2, 2, 0), link_to(s, 4, 2, 0, LOPE_LINK_JUMP), walk(s, 7, 2, 3)};
                points[1].take_off = 1.8f;
                run f = {0};
                begin(s, &f, points, 3);
                run_for(s, &f, 8, rates[r]);
                assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
                assert_int_equal(f.told[LOPE_FOLLOW_LINK_FAILED], 0);
                assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
                check_near("on the house", stage_feet(s).y, 2, 0.01);
                stage_close(s);
            }
}

// With air control the jump comes down at its end although its speed alone would lead 0.6 m too far.
static void steers_in_the_air(void **unused)
{
    (void)unused;
    each_rate
    {
        double landed[2];
        for (int control = 0; control < 2; control++) {
            stage *s = houses(0);
            stage_tune(s, "air_control", control ? 0.5 : 0);
            stage_tune(s, "air_control_boost_multiplier", 0);
            stage_place(s, -2, 2, 0, LOPE_MODE_WALKING);
            stage_tick(s, 1e-3f);
            lope_follow_point points[1] = {link_to(s, 4.0, 2, 0, LOPE_LINK_JUMP)};
            points[0].take_off = 1.8f;
            run f = {0};
            begin(s, &f, points, 1);
            while (stage_count(s, LOPE_EVENT_JUMP) == 0 || s->state.mode == LOPE_MODE_FALLING) run_tick(s, &f, rates[r]);
            landed[control] = stage_feet(s).x; // up to a tick's way after it
            run_for(s, &f, 3, rates[r]);
            assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
            stage_close(s);
        }
        printf("  %3g Hz: lands at x %.3f without air control, %.3f with it\n", (double)rates[r], landed[0], landed[1]);
        check_near("with control", landed[1], 4, 0.05 + 6 / (double)rates[r]);
        assert_true(landed[0] > landed[1] + 0.4);
    }
}

static void drops_off_an_edge(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < TURNS; turn++) each_rate
        {
            stage *s = houses(turn);
            stage_place(s, -3, 2, 0, LOPE_MODE_WALKING);
            stage_tick(s, 1e-3f);
            lope_follow_point points[2] = {walk(s, -1, 2, 0), link_to(s, 1.3, 0, 0, LOPE_LINK_DROP)};
            points[1].speed = 2.4f;
            run f = {0};
            begin(s, &f, points, 2);
            run_for(s, &f, 6, rates[r]);
            assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
            check_near("down", stage_feet(s).y, 0, 0.01);
            check_near("there", stage_feet(s).x, 1.3, 0.34 + 2.4 * 2.4 / 2 / 20.48); // a radius, and braking
            stage_close(s);
        }
}

static void mantles_a_house(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < TURNS; turn++) each_rate
        {
            stage *s = houses(turn);
            assert_int_equal(lope_moveset_add_ability(&s->moveset, lope_mantle_ability(), NULL, NULL, NULL), LOPE_OK);
            stage_place(s, 1.5, 0, 8, LOPE_MODE_WALKING);
            stage_tick(s, 1e-3f);
            lope_follow_point points[3] = {walk(s, 6, 0, 4.6), link_to(s, 6, 2, 3.3, LOPE_LINK_MANTLE), walk(s, 4, 2, 0)};
            run f = {0};
            begin(s, &f, points, 3);
            run_for(s, &f, 9, rates[r]);
            assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
            check_near("up", stage_feet(s).y, 2, 0.01);
            stage_close(s);
        }
}

static void climbs_a_ladder_both_ways(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < TURNS; turn++) each_rate
        {
            stage *s = yard(turn);
            stage_box(s, 2, 0, -5, 8, 3, 5);
            stage_box(s, 1.95, 0, -0.3, 2, 3, 0.3);
            lope_box_def rungs = {.size = {0.05f, 3, 0.6f}};
            rungs.body.position = place(s, 1.975, 1.5, 0);
            rungs.body.rotation = s->turn;
            rungs.body.channels = LOPE_CHANNEL_LADDER;
            assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &rungs)));
            assert_int_equal(lope_moveset_add_ability(&s->moveset, lope_ladder_ability(), NULL, NULL, NULL), LOPE_OK);
            stage_place(s, -2, 0, 1, LOPE_MODE_WALKING);
            stage_tick(s, 1e-3f);
            lope_follow_point up[3] = {walk(s, 1.2, 0, 0), link_to(s, 2.8, 3, 0, LOPE_LINK_LADDER), walk(s, 5, 3, 2)};
            run f = {0};
            begin(s, &f, up, 3);
            run_for(s, &f, 9, rates[r]);
            assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 1);
            check_near("up", stage_feet(s).y, 3, 0.01);
            lope_follow_point down[3] = {walk(s, 2.8, 3, 0), link_to(s, 1.2, 0, 0, LOPE_LINK_LADDER), walk(s, -2, 0, 1)};
            begin(s, &f, down, 3);
            run_for(s, &f, 9, rates[r]);
            assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 2);
            check_near("down", stage_feet(s).y, 0, 0.01);
            check_near("there", stage_feet(s).x, -2, 0.4);
            stage_close(s);
        }
}

static lope_body lift;

// The lift stands 2 s below, goes up for 3 s, stands 2 s above, comes down for 3 s.
static void move_lift(stage *s, double time, float seconds)
{
    double t = fmod(time + (double)seconds, 10), rise = t < 2 ? 0 : t < 5 ? t - 2 : t < 7 ? 3 : 10 - t;
    stage_carry(s, lift, 2, rise - 0.1, 0);
}

static void rides_a_lift(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < TURNS; turn++)
        for (int late = 0; late < 2; late++) each_rate
            {
                stage *s = yard(turn);
                stage_box(s, 3.05, 0, -3, 8, 3, 3);
                lift = stage_moving_box(s, 2, -0.1, 0, 2, 0.2, 2);
                stage_place(s, late ? -20 : -2, 0, 0, LOPE_MODE_WALKING); // late: the lift is away when it comes
                stage_tick(s, 1e-3f);
                lope_follow_point points[3] = {walk(s, 0.5, 0, 0), link_to(s, 4.2, 3, 0, LOPE_LINK_LIFT), walk(s, 6, 3, 0)};
                points[1].body = lope_level_id(s->level, lift);
                points[1].standing = lope_vec3_make(0, 0.1f, 0);
                run f = {.before = move_lift, .settings = {.surroundings = &s->surroundings}};
                begin(s, &f, points, 3);
                run_for(s, &f, 25, rates[r]);
                if (f.told[LOPE_FOLLOW_ARRIVED] != 1)
                    fail_msg("%d %d %g Hz: at %.2f %.2f phase %u", turn, late, (double)rates[r], stage_feet(s).x, stage_feet(s).y,
                             f.follower.phase);
                assert_int_equal(f.told[LOPE_FOLLOW_BLOCKED], 0);
                check_near("up", stage_feet(s).y, 3, 0.01);
                stage_close(s);
            }
}

// A jump that is too far: it falls between the houses, says so once, and stands.
static void link_fails(void **unused)
{
    (void)unused;
    each_rate
    {
        stage *s = houses(0);
        stage_place(s, -2, 2, 0, LOPE_MODE_WALKING);
        stage_tick(s, 1e-3f);
        lope_follow_point points[2] = {link_to(s, 4, 2, 0, LOPE_LINK_JUMP), walk(s, 7, 2, 0)};
        points[0].speed = 1.5f;
        points[0].take_off = 1.8f;
        run f = {0};
        begin(s, &f, points, 2);
        run_for(s, &f, 8, rates[r]);
        assert_int_equal(f.told[LOPE_FOLLOW_LINK_FAILED], 1);
        assert_int_equal(f.told[LOPE_FOLLOW_ARRIVED], 0);
        assert_true(f.told[LOPE_FOLLOW_OVER] > 0);
        check_below("speed", stage_speed(s), 1e-3);
        assert_true(f.when[LOPE_FOLLOW_LINK_FAILED] < 4);
        stage_close(s);
    }
}

// ---- focus, agent, copies

static void focus_by_priority(void **unused)
{
    (void)unused;
    stage *s = yard(0);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    lope_follow_point end = walk(s, 0, 0, -20);
    run f = {0};
    begin(s, &f, &end, 1);
    run_tick(s, &f, 60);
    check_near("where it goes", (double)s->input.look_yaw, 0, 1e-6);
    lope_follow_focus(&f.follower, LOPE_FOCUS_DEFAULT, place(s, 50, 0, 0), false);
    run_tick(s, &f, 60);
    check_near("moving is before the default", (double)s->input.look_yaw, 0, 1e-6);
    lope_follow_focus(&f.follower, LOPE_FOCUS_GAMEPLAY, place(s, -10, 20, 0), true);
    run_tick(s, &f, 60);
    check_near("to the left", (double)s->input.look_yaw, 1.5708, 0.05); // it has walked a little
    check_near("and up", (double)s->input.look_pitch, atan2(20 - 0.9 * 1.76, 10), 0.01);
    lope_follow_focus(&f.follower, LOPE_FOCUS_GAMEPLAY, place(s, -10, 20, 0), false);
    run_tick(s, &f, 60);
    check_near("level", (double)s->input.look_pitch, 0, 1e-9);
    lope_follow_clear_focus(&f.follower, LOPE_FOCUS_GAMEPLAY);
    run_tick(s, &f, 60);
    check_near("ahead again", (double)s->input.look_yaw, 0, 1e-3);
    f.follower.over = 1;
    run_tick(s, &f, 60);
    check_near("the default", (double)s->input.look_yaw, -1.5708, 0.05);
    stage_close(s);
}

static void agent_of_a_moveset(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    lope_nav_agent agent;
    lope_nav_agent_of(&s->state, &s->moveset, &agent);
    check_near("radius", (double)agent.radius, 0.34, 1e-6);
    check_near("height", (double)agent.height, 1.76, 1e-6);
    check_near("step", (double)agent.step_height, 0.45, 1e-6);
    check_near("jump", (double)agent.jump_height, 4.2 * 4.2 / 2 / 9.8, 1e-6);
    check_near("level jump", (double)lope_nav_agent_jump_distance(&agent, 0, 6), 6 * 2 * 4.2 / 9.8, 1e-4);
    assert_true(lope_nav_agent_jump_distance(&agent, 1, 6) < 0);
    check_near("least row", (double)agent.jump[LOPE_NAV_REACHES - 1].height, -10, 1e-4);
    assert_int_equal(agent.can_mantle, 0);
    assert_int_equal(lope_moveset_add_ability(&s->moveset, lope_mantle_ability(), NULL, NULL, NULL), LOPE_OK);
    lope_nav_agent_of(&s->state, &s->moveset, &agent);
    assert_int_equal(agent.can_mantle, 1);
    check_near("mantle", (double)agent.mantle_most, 2.5, 1e-5);
    // A real jump at full speed goes as far as the agent says.
    s->input.move = lope_vec3_make(1, 0, 0);
    stage_run(s, 1, 60);
    double from = stage_feet(s).x;
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1.0f / 60);
    for (int i = 0; i < 120 && s->state.mode == LOPE_MODE_FALLING; i++) stage_tick(s, 1.0f / 60);
    const stage_event *land = stage_last(s, LOPE_EVENT_LAND);
    assert_non_null(land);
    check_near("jumps", (land->time - stage_last(s, LOPE_EVENT_JUMP)->time) * 6,
               (double)lope_nav_agent_jump_distance(&agent, 0, 6), 0.02);
    assert_true(stage_feet(s).x > from);
    stage_close(s);
}

// A copy of follower and state goes on to the same bits.
static void copies_go_on_alike(void **unused)
{
    (void)unused;
    uint64_t hashes[2];
    for (int copy = 0; copy < 2; copy++) {
        stage *s = houses(0);
        stage_place(s, -5, 2, 2, LOPE_MODE_WALKING);
        lope_follow_point points[3] = {walk(s, -2, 2, 0), link_to(s, 4, 2, 0, LOPE_LINK_JUMP), walk(s, 7, 2, 3)};
        points[1].take_off = 1.8f;
        run f = {0};
        begin(s, &f, points, 3);
        for (int i = 0; i < 300; i++) {
            run saved = f;
            lope_state state = s->state;
            if (copy && i % 7 == 0) { // run ahead, and take it back
                for (int k = 0; k < 5; k++) run_tick(s, &f, 60);
                f = saved;
                s->state = state;
            }
            run_tick(s, &f, 60);
        }
        hashes[copy] = lope_state_hash(&s->state);
        stage_close(s);
    }
    assert_true(hashes[0] == hashes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_round_corners_within_its_swing),
                                       cmocka_unit_test(end_counts_by_radius_and_height),
                                       cmocka_unit_test(blocked_by_the_samples_centroid),
                                       cmocka_unit_test(blocked_near_the_end_counts_as_arrived),
                                       cmocka_unit_test(off_path_is_told_once_and_asks_for_another),
                                       cmocka_unit_test(stop_takes_the_braking_distance),
                                       cmocka_unit_test(jumps_a_gap),
                                       cmocka_unit_test(steers_in_the_air),
                                       cmocka_unit_test(drops_off_an_edge),
                                       cmocka_unit_test(mantles_a_house),
                                       cmocka_unit_test(climbs_a_ladder_both_ways),
                                       cmocka_unit_test(rides_a_lift),
                                       cmocka_unit_test(link_fails),
                                       cmocka_unit_test(focus_by_priority),
                                       cmocka_unit_test(agent_of_a_moveset),
                                       cmocka_unit_test(copies_go_on_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
