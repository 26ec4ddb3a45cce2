// test_projectile.c - flight, bounces, sliding, homing and rest against their closed forms, at 20, 60 and 360
// ticks a second.
#include "check.h"
#include "stage.h"

static const float rates[] = {20, 60, 360};
enum { RATE_COUNT = sizeof rates / sizeof rates[0], EVENTS = 256 };

typedef struct ball {
    lope_projectile_state state;
    lope_projectile_tuning tuning;
    lope_projectile_input input;
    lope_projectile_report report;
    lope_nearby *nearby;
    stage *s;
    lope_projectile_event events[EVENTS];
    double times[EVENTS]; // of the events, s since the start
    int count;
    double highest; // m, since the last event
    double peaks[EVENTS];
} ball;

static ball make(stage *s, lope_point at, lope_vec3 velocity)
{
    ball b = {.tuning = lope_projectile_tuning_default(), .nearby = lope_nearby_create(NULL), .s = s};
    b.tuning.should_bounce = true;
    lope_projectile_def def = {.position = at, .velocity = velocity, .radius = 0.1f};
    stage_flush(s);
    assert_int_equal(lope_projectile_init(&b.state, &def, &b.tuning), LOPE_OK);
    return b;
}

static void drop(ball *b)
{
    lope_nearby_destroy(b->nearby);
    stage_close(b->s);
}

static void run(ball *b, double seconds, float rate)
{
    for (int i = 0; i < (int)(seconds * (double)rate + 0.5); i++) {
        double before = b->state.time;
        assert_int_equal(
            lope_projectile_move(&b->state, &b->input, &b->tuning, &b->s->surroundings, b->nearby, 1.0f / rate, &b->report),
            LOPE_OK);
        assert_true(b->report.time_unused == 0 && b->report.depth == 0);
        for (uint32_t k = 0; k < b->report.event_count && b->count < EVENTS; k++) {
            b->events[b->count] = b->report.events[k];
            b->times[b->count] = before + (double)b->report.events[k].time;
            b->peaks[b->count++] = b->highest;
            b->highest = 0;
        }
        if (b->state.position.y > b->highest) b->highest = b->state.position.y;
    }
}

// x = v t, y = y0 + v t - g t^2 / 2: the chord's tenth of a millimetre does not add up, for its ends are on
// the parabola. What does is the rounding of the velocity to floats: 720 ticks times half of 1e-6 m/s, over 2
// s.
static void flies_a_parabola(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        ball b = make(s, lope_point_make(0, 100, 0), lope_vec3_make(20, 15, -3));
        run(&b, 2.0, rates[i]);
        check_near("x", b.state.position.x, 40, 1e-4);
        check_near("y", b.state.position.y, 100 + 30 - 0.5 * 9.8 * 4, 5e-4);
        check_near("z", b.state.position.z, -6, 1e-4);
        check_near("falling", (double)b.state.velocity.y, 15 - 19.6, 4e-4);
        drop(&b);
    }
}

// Dropped from h over the floor it rises to e^2 h, e^4 h, ...; it hits after sqrt(2 h / g), and each flight
// is e times as long as the one before.
static void bounces_to_e_squared(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        ball b = make(s, lope_point_make(0, 2.1, 0), lope_vec3_make(0, 0, 0));
        b.tuning.bounciness = 0.8f;
        run(&b, 4.0, rates[i]);
        double first = sqrt(2 * 2.0 / 9.8), at = first, speed = 9.8 * first;
        for (int k = 0; k < 4; k++) {
            assert_int_equal(b.events[k].kind, LOPE_PROJECTILE_BOUNCE);
            check_near("time of the bounce", b.times[k], at, 1e-3);
            check_near("speed in", -(double)b.events[k].before.y, speed, 2e-3);
            check_near("speed out", (double)b.events[k].after.y, 0.8 * speed, 2e-3);
            check_near("height that it gives", pow((double)b.events[k].after.y, 2) / 19.6, 2.0 * pow(0.64, k + 1), 1e-3);
            speed *= 0.8;
            at += 2 * speed / 9.8;
        }
        printf("  %3g Hz: %d events, rests at %.6f m after %.3f s\n", (double)rates[i], b.count, b.state.position.y,
               b.times[b.count - 1]);
        drop(&b);
    }
}

// It comes to rest, once, on the floor, and stays to the bit.
static void comes_to_rest(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < RATE_COUNT; i++) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            ball b = make(s, lope_point_make(0, 1, 0), lope_vec3_make(3, 0, 0));
            run(&b, 6.0, rates[i]);
            assert_true(b.state.stopped == 1);
            assert_int_equal(b.events[b.count - 1].kind, LOPE_PROJECTILE_STOP);
            check_near("on the floor", b.state.position.y, 0.1, 1e-4);
            lope_projectile_state rest = b.state;
            run(&b, 1.0, rates[i]);
            assert_memory_equal(&rest.position, &b.state.position, sizeof rest.position);
            b.input.velocity_change = lope_vec3_make(0, 2, 0);
            run(&b, 1.0 / (double)rates[i], rates[i]);
            assert_true(b.state.stopped == 0);
            drop(&b);
        }
}

// What does not bounce at all slides: from 4 m/s with a friction of 0.25 it stops after v^2 / (2 mu g) (down
// to 0.05 m/s).
static void slides_with_friction(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        ball b = make(s, lope_point_make(0, 0.1, 0), lope_vec3_make(4 / 0.75f, 0, 0));
        b.tuning.bounciness = 0;
        b.tuning.friction = 0.25f; // the first touch takes a quarter of the speed, as any bounce does
        run(&b, 5.0, rates[i]);
        assert_true(b.state.stopped == 1);
        check_near("way", b.state.position.x, (16 - 0.0025) / (2 * 0.25 * 9.8), 2e-3);
        drop(&b);
    }
}

// Sliding against a wall: half of its speed comes back, the floor's touch takes a quarter of that, and
// friction the rest: with v0 = 4 m/s and 1 m to go, v = sqrt(16 - 2 mu g 1 m) at the wall, and the way back
// is (3/8 v)^2 / (2 mu g).
static void slides_against_a_wall(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 1.1, -1, -3, 2, 3, 3);
        ball b = make(s, lope_point_make(0, 0.1, 0), lope_vec3_make(4 / 0.75f, 0, 0));
        b.tuning.bounciness = 0.5f;
        b.tuning.friction = 0.25f;
        run(&b, 5.0, rates[i]);
        double decel = 0.25 * 9.8, back = 0.375 * sqrt(16 - 2 * decel);
        assert_true(b.state.stopped == 1);
        check_near("way back", 1 - b.state.position.x, (back * back - 0.0025) / (2 * decel), 2e-3);
        check_near("on the floor", b.state.position.y, 0.1, 1e-4);
        bool met = false; // the wall, after the floor
        for (int k = 1; k < b.count; k++) met = met || b.events[k].normal.x < -0.999f;
        assert_true(met);
        drop(&b);
    }
}

// Off an edge, and off the floor when gravity turns round: it flies.
static void slides_off(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -5, -1, -3, 1, 0, 3);
    ball b = make(s, lope_point_make(0, 0.1, 0), lope_vec3_make(4, 0, 0));
    b.tuning.bounciness = 0;
    b.tuning.friction = 0.01f;
    run(&b, 0.1, 60);
    assert_true(b.state.sliding == 1);
    lope_projectile_state sliding = b.state;
    run(&b, 0.9, 60);
    assert_true(b.state.sliding == 0 && b.state.position.x > 3);
    check_below("it falls", b.state.position.y, -1);
    b.state = sliding;
    b.state.gravity = lope_vec3_make(0, 9.8f, 0);
    run(&b, 0.5, 60);
    assert_true(b.state.sliding == 0);
    check_near("it rises", b.state.position.y, 0.1 + 0.5 * 9.8 * 0.25, 1e-3);
    drop(&b);
}

// 24 times from wall to wall in a tick: sixteen are told, the rest is counted, and their numbers go on.
static void more_events_than_there_is_room_for(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, 1.1, -3, -3, 2, 3, 3);
    stage_box(s, -2, -3, -3, -1.1, 3, 3);
    ball b = make(s, lope_point_make(0, 0, 0), lope_vec3_make(48, 0, 0));
    b.state.gravity = lope_vec3_make(0, 0, 0);
    b.tuning.bounciness = 1;
    b.tuning.friction = 0;
    assert_int_equal(lope_projectile_move(&b.state, &b.input, &b.tuning, &s->surroundings, b.nearby, 1, &b.report), LOPE_OK);
    assert_int_equal(b.report.event_count, LOPE_PROJECTILE_EVENTS);
    assert_int_equal(b.report.events_dropped, 24 - LOPE_PROJECTILE_EVENTS);
    assert_int_equal(b.state.bounces, 24);
    assert_int_equal(b.state.event_sequence, 24);
    for (uint32_t i = 0; i < b.report.event_count; i++) {
        assert_int_equal(b.report.events[i].sequence, i);
        check_near("at the wall", fabs(b.report.events[i].point.x), 1.1, 1e-4);
    }
    // 48 m of way: 1 m to the first wall, and then 2 m each: back in the middle, but for the skin at each
    // wall
    check_near("way", b.state.position.x, 0, 24 * 2e-4);
    drop(&b);
}

static void check_refused(lope_projectile_def def, lope_result code, const char *field)
{
    const lope_projectile_tuning tuning = lope_projectile_tuning_default();
    lope_projectile_state state, before;
    lope_error error = {0};
    memset(&state, 0x3c, sizeof state);
    before = state;
    def.error = &error;
    assert_int_equal(lope_projectile_init(&state, &def, &tuning), code);
    assert_int_equal(error.code, code);
    assert_string_equal(error.field, field);
    assert_memory_equal(&state, &before, sizeof state);
}

static void refuses(void **unused)
{
    (void)unused;
    check_refused((lope_projectile_def){.position = {0, (double)NAN, 0}}, LOPE_ERROR_NOT_FINITE, "position");
    check_refused((lope_projectile_def){.position = {0, 0, -1e300}}, LOPE_ERROR_RANGE, "position");
    check_refused((lope_projectile_def){.velocity = {1e38f, 0, 0}}, LOPE_ERROR_RANGE, "velocity");
    check_refused((lope_projectile_def){.velocity = {0, 0, INFINITY}}, LOPE_ERROR_NOT_FINITE, "velocity");
    check_refused((lope_projectile_def){.gravity = {NAN, 0, 0}}, LOPE_ERROR_NOT_FINITE, "gravity");
    check_refused((lope_projectile_def){.radius = NAN}, LOPE_ERROR_RANGE, "radius");
    check_refused((lope_projectile_def){.radius = -1}, LOPE_ERROR_RANGE, "radius");
}

static void check_tuning_refused(lope_projectile_tuning tuning, lope_result code, const char *field)
{
    lope_error error = {0};
    lope_projectile_state state;
    assert_int_equal(lope_projectile_init(&state, &(lope_projectile_def){.error = &error}, &tuning), code);
    assert_int_equal(error.code, code);
    assert_string_equal(error.field, field);
    assert_true(error.text[0] != 0);
}

static void tunings_are_refused_by_name(void **unused)
{
    (void)unused;
    lope_projectile_tuning t = lope_projectile_tuning_default();
    t.bounciness = NAN;
    check_tuning_refused(t, LOPE_ERROR_NOT_FINITE, "bounciness");
    t = lope_projectile_tuning_default();
    t.max_speed = -1;
    check_tuning_refused(t, LOPE_ERROR_RANGE, "max_speed");
    t = lope_projectile_tuning_default();
    t.gravity_scale = -INFINITY;
    check_tuning_refused(t, LOPE_ERROR_NOT_FINITE, "gravity_scale");
    t = lope_projectile_tuning_default();
    t.units_per_metre = 0;
    check_tuning_refused(t, LOPE_ERROR_RANGE, "units_per_metre");
    t = lope_projectile_tuning_default();
    t.plane_normal = lope_vec3_make(0, 0, 0);
    lope_projectile_state state;
    assert_int_equal(lope_projectile_init(&state, &(lope_projectile_def){0}, &t), LOPE_OK); // nothing stays in it
    t.constrain_to_plane = true;
    check_tuning_refused(t, LOPE_ERROR_RANGE, "plane_normal");
}

// Friction takes its share of the speed along, bounciness of the speed in; with the angle: times its tangent,
// at most 1, at least the least share.
static void bounces_off_walls(void **unused)
{
    (void)unused;
    for (int k = 0; k < 3; k++) {
        stage *s = stage_open(STAGE_MESH);
        stage_box(s, 5, -50, -50, 6, 50, 50);
        ball b = make(s, lope_point_make(0, 0, 0), lope_vec3_make(10, 0, 20));
        b.tuning.gravity_scale = 0;
        b.tuning.bounce_angle_affects_friction = k > 0;
        b.tuning.min_friction_fraction = k > 1 ? 0.75f : 0;
        run(&b, 1.0, 60);
        assert_int_equal(b.count, 1);
        check_near("time", b.times[0], 0.49, 1e-5);
        check_near("back", (double)b.state.velocity.x, -6, 1e-5);
        double share = k == 0 ? 1 : k == 1 ? 0.5 : 0.75;
        check_near("along", (double)b.state.velocity.z, 20 * (1 - 0.2 * share), 1e-4);
        drop(&b);
    }
}

static void first_hit_stops(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, 5, -50, -50, 6, 50, 50);
    ball b = make(s, lope_point_make(0, 0, 0), lope_vec3_make(100, 0, 0));
    b.tuning.should_bounce = false;
    run(&b, 0.5, 60);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.events[0].kind, LOPE_PROJECTILE_STOP);
    check_near("at the wall", b.state.position.x, 4.9, 1e-4);
    drop(&b);
}

// A mover's wall that comes at 5 m/s: the ball leaves it as seen from the wall.
static void off_a_moving_wall(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    lope_body wall = stage_moving_box(s, 5, 0, 0, 1, 4, 4);
    ball b = make(s, lope_point_make(0, 0, 0), lope_vec3_make(10, 0, 0));
    b.tuning.gravity_scale = 0;
    b.tuning.bounciness = 1;
    for (int i = 1; i <= 40; i++) {
        stage_carry(s, wall, 5 - 5 * i / 60.0, 0, 0);
        run(&b, 1.0 / 60, 60);
        lope_level_end_tick(s->level);
    }
    check_near("leaves at", (double)b.state.velocity.x, -20, 1e-3);
    drop(&b);
}

// A hit splits the tick at its instant, also with a wall that moves: the ball at u and the wall at w meet
// once, and from then on it goes at w + e (w - u). Head-on, and overtaken from behind.
static void a_moving_wall_is_met_at_its_instant(void **unused)
{
    (void)unused;
    const double balls[] = {-1, 1.5, 0, -20}, walls[] = {2, 4, 1, 7}, e = 0.5, seconds = 2.5, gap = 3.27;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < RATE_COUNT; i++) {
                stage *s = stage_open((stage_form)form);
                lope_body wall = stage_moving_box(s, -gap - 0.5 - 0.1, 0, 0, 1, 8, 8);
                ball b = make(s, lope_point_make(0, 0, 0), lope_vec3_make((float)balls[k], 0, 0.25f));
                b.tuning.gravity_scale = 0;
                b.tuning.friction = 0;
                b.tuning.bounciness = (float)e;
                for (int n = 1; n <= (int)(seconds * (double)rates[i] + 0.5); n++) {
                    stage_carry(s, wall, -gap - 0.6 + walls[k] * n / (double)rates[i], 0, 0);
                    run(&b, 1 / (double)rates[i], rates[i]);
                    lope_level_end_tick(s->level);
                }
                double at = gap / (walls[k] - balls[k]), after = walls[k] + e * (walls[k] - balls[k]);
                bool meets = at < seconds;
                assert_int_equal(b.count, meets ? 1 : 0);
                if (meets) check_near("at the instant", b.times[0], at, 1e-5);
                check_near("speed", (double)b.state.velocity.x, meets ? after : balls[k], 1e-4);
                check_near("place", b.state.position.x, meets ? balls[k] * at + after * (seconds - at) : balls[k] * seconds,
                           2e-4);
                check_near("along", b.state.position.z, 0.25 * seconds, 1e-4);
                drop(&b);
            }
}

// A ball at rest r from the axis of a bar that turns at w: met when the bar's plane, d before its middle, is
// its radius away, with sin(angle to go) = (d + radius) / r, at the bar's speed there, w times how far out
// along the bar that is.
static void a_bat_hits_at_its_instant(void **unused)
{
    (void)unused;
    const double r = 2, d = 0.05, w = 3, first = 1.5, seconds = 1.0, e = 0.5;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        lope_body bar = stage_moving_box(s, 0, 0, 0, 6, 1, 2 * d);
        ball b = make(s, lope_point_make(r * cos(first), 0, -r * sin(first)), lope_vec3_make(0, 0, 0));
        b.tuning.gravity_scale = 0;
        b.tuning.friction = 0;
        b.tuning.bounciness = (float)e;
        for (int n = 1; n <= (int)(seconds * (double)rates[i] + 0.5); n++) {
            float angle = (float)(w * n / (double)rates[i]);
            lope_transform pose = {.rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), angle)};
            assert_int_equal(lope_level_set_pose(s->level, bar, &pose), LOPE_OK);
            run(&b, 1 / (double)rates[i], rates[i]);
            lope_level_end_tick(s->level);
        }
        double open = asin((d + 0.1) / r), at = (first - open) / w, speed = (1 + e) * w * r * cos(open), angle = first - open;
        double x = r * cos(first) - speed * sin(angle) * (seconds - at);
        double z = -r * sin(first) - speed * cos(angle) * (seconds - at);
        assert_int_equal(b.count, 1);
        check_near("at the instant", b.times[0], at, 1e-4);
        check_near("speed", (double)lope_vec3_length(b.state.velocity), speed, 1e-3);
        check_near("x", b.state.position.x, x, 1e-3);
        check_near("z", b.state.position.z, z, 1e-3);
        drop(&b);
    }
}

// What has done bouncing on a lift or a cart rides along, at rest on it; when that stops it stops.
static void rides_what_moves(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 2 * RATE_COUNT; i++) {
            float rate = rates[i / 2];
            double up = i % 2 ? 1.0 : 0.0, ahead = 1.0 - up;
            stage *s = stage_open((stage_form)form);
            lope_body base = stage_moving_box(s, 0, -0.5, 0, 8, 1, 4);
            ball b = make(s, lope_point_make(-2, 1, 0), lope_vec3_make(0, 0, 0));
            for (int n = 1; n <= (int)(5 * (double)rate + 0.5); n++) {
                double way = n < 4 * (double)rate ? n / (double)rate : 4;
                stage_carry(s, base, ahead * way, up * way - 0.5, 0);
                run(&b, 1 / (double)rate, rate);
                lope_level_end_tick(s->level);
                bool last = way < 4 && way > 4 - 1.5 / (double)rate;
                if (!last) continue;
                assert_true(b.state.stopped == 0 && b.state.sliding == 1);
                check_near("as fast, up", (double)b.state.velocity.y, up, 1e-4);
                check_near("as fast, ahead", (double)b.state.velocity.x, ahead, 1e-4);
            }
            assert_true(b.state.stopped == 1);
            check_near("on it", b.state.position.y - up * 4, 0.1, 1e-3);
            drop(&b);
        }
}

// A wall comes up behind one that slides and stops: it bounces off once, and is then pushed along with no
// bounce more.
static void is_pushed_along(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < RATE_COUNT; i++) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            lope_body wall = stage_moving_box(s, -3, 1, 0, 1, 2, 4);
            ball b = make(s, lope_point_make(-2, 0.1, 0), lope_vec3_make(1, 0, 0));
            b.tuning.bounciness = 0.3f;
            for (int n = 1; n <= (int)(4 * (double)rates[i] + 0.5); n++) {
                stage_carry(s, wall, -3 + 2.0 * n / (double)rates[i], 1, 0);
                run(&b, 1 / (double)rates[i], rates[i]);
                lope_level_end_tick(s->level);
            }
            assert_int_equal(b.count, 3); // the floor, the wall, the floor again
            check_near("before it", b.state.position.x, -3 + 8 + 0.5 + 0.1, 1e-3);
            check_near("as fast", (double)b.state.velocity.x, 2, 1e-2);
            drop(&b);
        }
}

// Between a wall that comes and one that stands it bounces ever faster, until there is no room: there it
// stops, and stays when the wall has gone over it.
static void stops_where_it_is_crushed(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_box(s, 2.5, -1, -2, 3.5, 3, 2);
        lope_body wall = stage_moving_box(s, -3, 1, 0, 1, 4, 4);
        ball b = make(s, lope_point_make(0, 1, 0), lope_vec3_make(0, 0, 0));
        b.tuning.gravity_scale = 0;
        double deepest = 0;
        for (int n = 1; n <= (int)(4 * (double)rates[i] + 0.5); n++) {
            stage_carry(s, wall, -3 + 2.0 * n / (double)rates[i], 1, 0);
            assert_int_equal(
                lope_projectile_move(&b.state, &b.input, &b.tuning, &s->surroundings, b.nearby, 1 / rates[i], &b.report),
                LOPE_OK);
            deepest = b.report.depth > deepest ? b.report.depth : deepest;
            lope_level_end_tick(s->level);
        }
        assert_true(b.state.stopped == 1);
        check_near("at the wall that stands", b.state.position.x, 2.4, 1e-2);
        check_below("no deeper than a tick", deepest, 2 / (double)rates[i] + 1e-3);
        check_below("but it was told", 1e-4, deepest);
        drop(&b);
    }
}

// Homing from rest with 20 m/s2 at a target 10 m ahead: there after sqrt(2 * 10 / 20) s, closed form of a
// constant acceleration; beside the way it turns toward it. With a speed limit it never exceeds that.
static void homes(void **unused)
{
    (void)unused;
    lope_point at[RATE_COUNT];
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        ball b = make(s, lope_point_make(0, 0, 0), lope_vec3_make(0, 0, 0));
        b.tuning.gravity_scale = 0;
        b.tuning.homing = true;
        b.tuning.homing_acceleration = 20;
        b.input = (lope_projectile_input){.has_target = true, .target = {10, 0, 0}};
        run(&b, 0.5, rates[i]);
        check_near("way", b.state.position.x, 2.5, 1e-4);
        b.tuning.max_speed = 12;
        b.input.target = lope_point_make(10, 0, 30);
        run(&b, 1.0, rates[i]);
        check_near("speed", (double)lope_vec3_length(b.state.velocity), 12, 1e-3);
        at[i] = b.state.position;
        drop(&b);
    }
    for (int i = 1; i < RATE_COUNT; i++) check_below("apart", lope_point_length(lope_point_sub(at[i], at[0])), 1e-3);
}

static void limits(void **unused)
{
    (void)unused;
    lope_projectile_tuning tuning = lope_projectile_tuning_default();
    lope_projectile_state state;
    tuning.initial_speed = 30;
    assert_int_equal(lope_projectile_init(&state, &(lope_projectile_def){.velocity = {0, 3, 4}}, &tuning), LOPE_OK);
    check_near("initial speed", (double)lope_vec3_length(state.velocity), 30, 1e-5);
    tuning.max_speed = 20;
    assert_int_equal(lope_projectile_init(&state, &(lope_projectile_def){.velocity = {0, 3, 4}}, &tuning), LOPE_OK);
    check_near("greatest speed", (double)lope_vec3_length(state.velocity), 20, 1e-5);
    assert_int_equal(lope_projectile_init(&state, &(lope_projectile_def){.radius = -1}, &tuning), LOPE_ERROR_RANGE);
    tuning.friction = -1;
    assert_int_equal(lope_projectile_init(&state, &(lope_projectile_def){.radius = 1}, &tuning), LOPE_ERROR_RANGE);
}

// A course with everything, in a plane, twice: equal bits, and never out of the plane nor into anything.
static void repeats(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_HULLS);
    stage_floor(s);
    stage_tilted_box(s, 6, 1, 0, 1, 6, 6, 20, 35);
    stage_tilted_box(s, -3, 0, 0.5, 2, 1, 6, 30, 25);
    ball b = make(s, lope_point_make(0, 3, 0), lope_vec3_make(8, 2, 0));
    b.tuning.constrain_to_plane = true;
    b.tuning.bounciness = 0.9f;
    b.tuning.friction = 0.05f;
    lope_projectile_state start = b.state;
    uint64_t hashes[2];
    for (int k = 0; k < 2; k++) {
        b.state = start;
        for (int i = 0; i < 600; i++) {
            run(&b, 1.0 / 60, 60);
            check_near("in the plane", b.state.position.z, 0, 1e-6);
        }
        hashes[k] = lope_projectile_hash(&b.state);
        lope_nearby_clear(b.nearby);
    }
    assert_true(hashes[0] == hashes[1] && b.state.bounces > 3);
    drop(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flies_a_parabola),
        cmocka_unit_test(bounces_to_e_squared),
        cmocka_unit_test(comes_to_rest),
        cmocka_unit_test(slides_with_friction),
        cmocka_unit_test(slides_against_a_wall),
        cmocka_unit_test(slides_off),
        cmocka_unit_test(more_events_than_there_is_room_for),
        cmocka_unit_test(refuses),
        cmocka_unit_test(tunings_are_refused_by_name),
        cmocka_unit_test(bounces_off_walls),
        cmocka_unit_test(first_hit_stops),
        cmocka_unit_test(off_a_moving_wall),
        cmocka_unit_test(a_moving_wall_is_met_at_its_instant),
        cmocka_unit_test(a_bat_hits_at_its_instant),
        cmocka_unit_test(rides_what_moves),
        cmocka_unit_test(is_pushed_along),
        cmocka_unit_test(stops_where_it_is_crushed),
        cmocka_unit_test(homes),
        cmocka_unit_test(limits),
        cmocka_unit_test(repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
