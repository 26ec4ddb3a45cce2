// test_carried.c - modes that hang on a moving body: its place, its turn, its velocity, and other bodies by
// their id.
//
// Each body moves by a closed form of the time; the truth is worked out here from the same form, in
// doubles. Read next: test_bases.c (standing on a base), test_in_tick.c (the other functions of
// lope/tick.h).
#include "check.h"
#include "stage.h"

#include <lope/record.h>
#include <lope/world.h>

#define TAU 6.283185307179586
#define BODY_TOLERANCE 1e-6 // m: floats of a rotation are off by 6e-8, at the 2 m of these places

// m: in 10 s at 360 Hz, each tick of which rounds a rotation there and back. In the first tick the body is no
// base yet, so it passes in parts, and each part rounds a turn to floats.
#define STILL_TOLERANCE 5e-8

// ---- courses --------------------------------------------------------------------------------------------

// Where a body is at a time: its centre, and turned by `angle` (rad) about the unit axis.
typedef struct course {
    double x, y, z, ax, ay, az, angle;
} course;
typedef course (*course_at)(double t);

static course turning(double t) { return (course){.ay = 1, .angle = 0.25 * TAU * t}; }
static course rising(double t) { return (course){.y = 2 * t, .ay = 1}; }
static course sliding(double t) { return (course){.x = 3 * t, .z = sin(2 * t), .ay = 1}; }
static course tilting(double t) { return (course){.ax = 1, .angle = 0.5 * sin(2 * t)}; }
static course lift(double t) { return (course){.x = t, .y = 1.5 * t, .ay = 1, .angle = 0.25 * TAU * t}; }
static course tumbling(double t)
{
    return (course){.x = t, .y = sin(t), .ax = 0.6, .ay = 0.64, .az = 0.48, .angle = 0.25 * TAU * t};
}
static course still(double t)
{
    (void)t;
    return (course){.ay = 1};
}

static lope_transform pose_of(course c)
{
    const double h = 0.5 * fmod(c.angle, 2 * TAU), s = sin(h);
    const lope_quat q = {(float)(c.ax * s), (float)(c.ay * s), (float)(c.az * s), (float)cos(h)};
    return (lope_transform){{c.x, c.y, c.z}, lope_quat_normalize(q)};
}

// ---- the modes of the game ------------------------------------------------------------------------------

static uint64_t wanted_base; // what the modes set, for the tests alone
static bool was_set;
static uint64_t seen_base;
static double waits; // s

static void enter_hang(lope_tick *tick, uint32_t from)
{
    (void)from;
    if (wanted_base) was_set = lope_tick_set_base(tick, wanted_base);
}

// Stays where it is.
static double run_hang(lope_tick *tick, double seconds)
{
    (void)seconds;
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    seen_base = lope_tick_base_body(tick);
    return 0;
}

// Goes on by its velocity, which is relative to the base.
static double run_drift(lope_tick *tick, double seconds)
{
    lope_tick_slide_for(tick, lope_point_scale(lope_tick_velocity(tick), seconds), seconds);
    seen_base = lope_tick_base_body(tick);
    return 0;
}

static const lope_mode hang = {.name = "hang", .traits = LOPE_MODE_CARRIED, .enter = enter_hang, .run = run_hang};
static const lope_mode drift = {.name = "drift", .traits = LOPE_MODE_CARRIED, .enter = enter_hang, .run = run_drift};
static const lope_mode fly = {.name = "own flight", .enter = enter_hang, .run = run_drift};
#define HANG LOPE_MODE_GAME
#define DRIFT (LOPE_MODE_GAME + 1)
#define FLY (LOPE_MODE_GAME + 2)
#define WAIT (LOPE_MODE_GAME + 3)

// Hangs on after a while.
static double run_wait(lope_tick *tick, double seconds)
{
    if (seconds < waits) {
        waits -= seconds;
        return 0;
    }
    const double left = seconds - waits;
    lope_tick_slide_for(tick, lope_point_make(0, 0, 0), waits);
    lope_tick_set_mode(tick, HANG);
    return left;
}
static const lope_mode wait_first = {.name = "wait", .run = run_wait};

// ---- a body and a character -----------------------------------------------------------------------------

typedef struct ride {
    stage *s;
    lope_body body;
    uint64_t id;
    course_at at;
    double rate, t;
    uint64_t n;
} ride;

static void go(ride *r)
{
    const lope_transform pose = pose_of(r->at(r->t));
    assert_int_equal(lope_level_set_pose(r->s->level, r->body, &pose), LOPE_OK);
}

static void add_modes(stage *s)
{
    const lope_mode *modes[] = {&hang, &drift, &fly, &wait_first};
    uint32_t id;
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(lope_moveset_add_mode(&s->moveset, modes[i], &id, NULL), LOPE_OK);
        assert_int_equal(id, LOPE_MODE_GAME + i);
    }
}

// A box of 3 by 1 by 3 m that moves, and a character in the air, which is asked into a mode in the first
// tick.
static ride ride_open(course_at at, double rate, double x, double y, double z, uint32_t mode)
{
    ride r = {.s = stage_open(STAGE_BOXES), .at = at, .rate = rate};
    add_modes(r.s);
    r.body = stage_moving_box(r.s, 0, 0, 0, 3, 1, 3);
    r.id = lope_level_id(r.s->level, r.body);
    go(&r);
    lope_level_end_tick(r.s->level);
    stage_place(r.s, x, y, z, LOPE_MODE_FALLING);
    r.s->requests.asked |= LOPE_REQUEST_MODE;
    r.s->requests.mode = mode;
    wanted_base = r.id;
    was_set = false;
    return r;
}

static void tick(ride *r)
{
    r->t = (double)++r->n / r->rate;
    go(r);
    stage_tick(r->s, (float)(1.0 / r->rate));
}

static void run(ride *r, double until)
{
    while (r->t < until - 1e-9) tick(r);
}

// Returns a place as it is seen from the body at a time.
static lope_point seen_at(const ride *r, double t, lope_point p)
{
    const lope_transform pose = pose_of(r->at(t));
    return lope_transform_unapply(&pose, p);
}

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

// ---- its place ------------------------------------------------------------------------------------------

// For 10 s, whether above the body, in touch with its side, or 2 m away.
static void hanging_keeps_its_place_on_the_body(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        course_at at;
        double x, y, z;
    } cases[] = {
        {"turning", turning, 1.2, 1.5, 0},
        {"rising", rising, 1.2, 1.5, 0},
        {"sliding", sliding, 1.2, 1.5, 0},
        {"tilting", tilting, 0, 2, 0.5},
        {"lift", lift, 1.2, 1.5, 0},
        {"tumbling", tumbling, 0, 2.5, 0},
        {"away", lift, 3.5, 0.2, 0},
        {"at its side", turning, 1.8402, -1, 0},
        {"at a lift's side", lift, 1.8402, -1, 0},
        {"under it", lift, 0.5, -2.4, 0.3},
    };
    static const double rates[] = {20, 360};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < 2; k++) {
            ride r = ride_open(cases[i].at, rates[k], cases[i].x, cases[i].y, cases[i].z, HANG);
            const lope_point begun = seen_at(&r, 0, r.s->state.feet);
            double worst = 0;
            while (r.t < 10 - 1e-9) {
                tick(&r);
                worst = fmax(worst, apart(seen_at(&r, r.t, r.s->state.feet), begun));
                assert_true(seen_base == r.id);
            }
            printf("  %s at %g Hz: off its place by %.2g m\n", cases[i].name, rates[k], worst);
            assert_true(was_set);
            check_below(cases[i].name, worst, STILL_TOLERANCE);
            assert_int_equal(stage_count(r.s, LOPE_EVENT_HIT), 0);
            stage_close(r.s);
        }
}

// A body that tilts leaves the character upright; one that turns takes its facing along.
static void hanging_turns_with_the_body_about_up(void **unused)
{
    (void)unused;
    ride r = ride_open(lift, 60, 1.2, 1.5, 0, HANG);
    run(&r, 3.3);
    check_near("yaw", (double)r.s->state.yaw, 3.3 * 0.25 * TAU - TAU, 1e-4);
    stage_close(r.s);
    r = ride_open(tilting, 60, 0, 2, 0.5, HANG);
    run(&r, 1);
    check_near("yaw", (double)r.s->state.yaw, 0, 1e-6);
    check_near("up", (double)r.s->state.up.y, 1, 0);
    stage_close(r.s);
}

// In the middle of a tick the body has come half of its way. A turn within a tick is taken as even.
static void base_is_taken_at_its_instant(void **unused)
{
    (void)unused;
    static const double rates[] = {20, 60, 360};
    for (int k = 0; k < 3; k++) {
        ride r = ride_open(lift, rates[k], 1.2, 1.5, 0, WAIT);
        const double at = 0.037;
        const lope_point place = r.s->state.feet;
        waits = at;
        run(&r, 0.5);
        assert_int_equal(r.s->state.mode, HANG);
        assert_true(was_set);
        check_below("off", apart(seen_at(&r, r.t, r.s->state.feet), seen_at(&r, at, place)), BODY_TOLERANCE);
        stage_close(r.s);
    }
}

// A velocity is relative to the body, and turns with it.
static void drifting_goes_straight_over_the_body(void **unused)
{
    (void)unused;
    static const double rates[] = {20, 360};
    for (int k = 0; k < 2; k++) {
        ride r = ride_open(lift, rates[k], -1, 1.5, 0, DRIFT);
        tick(&r); // what the character had against the body in the first tick
        r.s->state.velocity = lope_vec3_make(0, 0, 0);
        const lope_point begun = seen_at(&r, r.t, r.s->state.feet);
        const lope_transform pose = pose_of(r.at(r.t));
        r.s->state.velocity = lope_quat_rotate(pose.rotation, lope_vec3_make(0.5f, 0.1f, -0.25f));
        const double from = r.t;
        run(&r, 2);
        const double time = r.t - from;
        const lope_point due = lope_point_mad(begun, lope_point_make(0.5, (double)0.1f, -0.25), time);
        // each tick turns the velocity in floats
        check_below("off its straight way", apart(seen_at(&r, r.t, r.s->state.feet), due), 2e-6);
        stage_close(r.s);
    }
}

// ---- coming and going -----------------------------------------------------------------------------------

// Returns the velocity of a place on the turning lift: 1 m/s along x, 1.5 up, 90 degrees a second.
static lope_point lift_velocity(const ride *r, double t, lope_point p)
{
    const course c = r->at(t);
    const lope_point arm = lope_point_sub(p, lope_point_make(c.x, c.y, c.z));
    return lope_point_add(lope_point_make(1, 1.5, 0), lope_point_cross(lope_point_make(0, 0.25 * TAU, 0), arm));
}

static void leaving_takes_the_velocity_of_the_body(void **unused)
{
    (void)unused;
    static const uint32_t modes[] = {LOPE_MODE_FLYING, FLY, LOPE_MODE_FALLING};
    for (int k = 0; k < 3; k++) {
        ride r = ride_open(lift, 60, 1.2, 1.5, 0, HANG);
        stage_tune(r.s, "braking_deceleration_flying", 0);
        add_modes(r.s);
        run(&r, 0.5);
        const lope_point feet = r.s->state.feet, due = lift_velocity(&r, r.t, feet);
        wanted_base = 0;
        r.s->requests.asked |= LOPE_REQUEST_MODE;
        r.s->requests.mode = modes[k];
        tick(&r);
        lope_point got = lope_vec3_to_point(r.s->state.velocity);
        if (modes[k] == LOPE_MODE_FALLING) got.y += 9.8 / 60;
        // of two ticks' means the velocity is found to second order: 2 m/s2 over 1/60 s, squared
        check_below("velocity", apart(got, due), modes[k] == LOPE_MODE_FLYING ? 0.02 : 0.01);
        check_below("way", apart(r.s->state.feet, lope_point_mad(feet, due, 1.0 / 60)), 2e-3);
        assert_false(r.s->state.pages & LOPE_PAGE_BASE && r.s->state.base_body);
        stage_close(r.s);
    }
}

// To no base, in the same mode: it has the body's velocity from there on, and goes straight.
static bool lets_go;
static double run_let_go(lope_tick *tick, double seconds)
{
    if (lets_go) was_set = lope_tick_set_base(tick, LOPE_BODY_NONE);
    lets_go = false;
    return run_drift(tick, seconds);
}
static const lope_mode letting_go = {.name = "let go", .traits = LOPE_MODE_CARRIED, .enter = enter_hang, .run = run_let_go};

static void no_base_leaves_the_body_in_the_same_mode(void **unused)
{
    (void)unused;
    ride r = ride_open(lift, 60, 1.2, 1.5, 0, 0);
    assert_int_equal(lope_moveset_add_mode(&r.s->moveset, &letting_go, &r.s->requests.mode, NULL), LOPE_OK);
    lets_go = false;
    tick(&r);
    r.s->state.velocity = lope_vec3_make(0, 0, 0);
    run(&r, 0.5);
    const lope_point feet = r.s->state.feet, due = lift_velocity(&r, r.t, feet);
    assert_true(seen_base == r.id);
    lets_go = true;
    was_set = false;
    tick(&r);
    assert_true(was_set);
    assert_true(seen_base == LOPE_BODY_NONE);
    check_below("velocity", apart(lope_vec3_to_point(r.s->state.velocity), due), 0.01);
    run(&r, 1.5);
    check_below("way", apart(r.s->state.feet, lope_point_mad(feet, due, 1)), 0.01);
    stage_close(r.s);
}

// A body that is removed lets go of the character, which goes on as it went.
static void removed_body_lets_go(void **unused)
{
    (void)unused;
    ride r = ride_open(lift, 60, 1.2, 1.5, 0, DRIFT);
    tick(&r);
    r.s->state.velocity = lope_vec3_make(0, 0, 0);
    run(&r, 0.5);
    const lope_point due = lift_velocity(&r, r.t, r.s->state.feet);
    assert_int_equal(lope_level_remove(r.s->level, r.body), LOPE_OK);
    stage_tick(r.s, 1.0f / 60);
    assert_true(seen_base == LOPE_BODY_NONE);
    check_below("velocity", apart(lope_vec3_to_point(r.s->state.velocity), due), 0.05);
    stage_close(r.s);
}

// From the ground of a body into such a mode, the base is kept without being set.
static void walking_base_is_kept(void **unused)
{
    (void)unused;
    ride r = ride_open(lift, 60, 0.5, 0.5, 0.2, LOPE_MODE_WALKING);
    r.s->state.mode = LOPE_MODE_WALKING;
    run(&r, 0.5);
    assert_true(stage_walking(r.s));
    const lope_point spot = seen_at(&r, r.t, r.s->state.feet);
    wanted_base = 0;
    r.s->requests.asked |= LOPE_REQUEST_MODE;
    r.s->requests.mode = HANG;
    run(&r, 2);
    assert_int_equal(r.s->state.mode, HANG);
    check_below("off", apart(seen_at(&r, r.t, r.s->state.feet), spot), BODY_TOLERANCE);
    r.s->requests.asked |= LOPE_REQUEST_MODE;
    r.s->requests.mode = LOPE_MODE_WALKING;
    run(&r, 3);
    assert_true(stage_walking(r.s));
    // a snap along up
    check_below("off, on the ground", apart(seen_at(&r, r.t, r.s->state.feet), spot), 1e-4);
    stage_close(r.s);
}

// A mode without the trait and an unknown body are refused. Another body that comes stops what is carried
// where the two meet, and a teleport ends it.
static void base_is_refused_and_ends(void **unused)
{
    (void)unused;
    ride r = ride_open(lift, 60, 1.2, 1.5, 0, FLY);
    was_set = true;
    tick(&r);
    assert_false(was_set);
    stage_close(r.s);
    r = ride_open(lift, 60, 1.2, 1.5, 0, HANG);
    wanted_base = 999;
    was_set = true;
    tick(&r);
    assert_false(was_set);
    stage_close(r.s);
    r = ride_open(sliding, 2, 3, 1.5, 0, HANG); // 1.5 m in a tick, toward another one that comes
    stage_carry(r.s, stage_moving_box(r.s, 9, 2, 0, 2, 4, 6), 5, 2, 0);
    was_set = false;
    tick(&r);
    assert_true(was_set);
    check_near("up to the other one", r.s->state.feet.x, 4 - 0.34, 1e-3);
    stage_close(r.s);
    r = ride_open(lift, 60, 1.2, 1.5, 0, HANG);
    run(&r, 0.5);
    r.s->requests.asked |= LOPE_REQUEST_TELEPORT;
    r.s->requests.teleport_feet = lope_point_make(0, 9, 0);
    tick(&r);
    assert_true(seen_base == LOPE_BODY_NONE);
    stage_close(r.s);
}

// ---- bodies by their id ---------------------------------------------------------------------------------

static struct {
    bool known, unknown, back, failed;
    lope_transform pose, place;
    lope_motion motion;
    lope_body_pose seen;
    lope_cast_hit hit;
    bool met;
} saw;
static lope_cast_def question;

static double run_ask(lope_tick *tick, double seconds)
{
    (void)seconds;
    lope_transform unread;
    saw.known = lope_tick_body(tick, wanted_base, &saw.pose, &saw.motion);
    saw.unknown = lope_tick_body(tick, 999, &unread, NULL);
    if (saw.seen.body == 0) saw.seen = lope_tick_seen_from(tick, wanted_base, lope_tick_feet(tick), lope_quat_identity());
    saw.back = lope_tick_place_of(tick, &saw.seen, &saw.place);
    saw.met = lope_tick_cast(tick, &question, &saw.hit);
    saw.failed = lope_tick_failed(tick) != LOPE_OK;
    return 0;
}
static const lope_mode asking = {.name = "ask", .run = run_ask};

static ride ask_open(course_at at, double rate, double x, double y, double z)
{
    ride r = ride_open(at, rate, x, y, z, 0);
    assert_int_equal(lope_moveset_add_mode(&r.s->moveset, &asking, &r.s->requests.mode, NULL), LOPE_OK);
    memset(&saw, 0, sizeof saw);
    question = (lope_cast_def){.from = {0, 9, 0}, .motion = {0, -20, 0}};
    return r;
}

// A ledge that is kept as a pose in the body's frame is found again, seconds later and metres away.
static void place_is_kept_in_a_moving_frame(void **unused)
{
    (void)unused;
    static const double rates[] = {20, 360};
    for (int k = 0; k < 2; k++) {
        ride r = ask_open(tumbling, rates[k], 1, 2, 0.5);
        tick(&r);
        const lope_point seen = seen_at(&r, r.t, r.s->state.feet);
        check_below("seen", apart(saw.seen.point, seen), BODY_TOLERANCE);
        run(&r, 7);
        assert_true(saw.known && saw.back && !saw.unknown && !saw.failed);
        const lope_transform pose = pose_of(r.at(r.t));
        check_below("found", apart(saw.place.position, lope_transform_apply(&pose, seen)), BODY_TOLERANCE);
        assert_memory_equal(&saw.pose, &pose, sizeof pose);
        const lope_transform before = pose_of(r.at(r.t - 1 / r.rate));
        check_below("motion", apart(saw.motion.displacement, lope_point_sub(pose.position, before.position)), 1e-9);
        assert_int_equal(lope_level_remove(r.s->level, r.body), LOPE_OK);
        stage_tick(r.s, 0.01f);
        assert_false(saw.known || saw.back);
        stage_close(r.s);
    }
}

// Where the surroundings cannot look a body up, it is known within 1 m of the capsule, whatever was
// gathered before.
static void body_is_known_within_a_metre_without_a_look_up(void **unused)
{
    (void)unused;
    for (int fresh = 0; fresh < 2; fresh++) {
        ride r = ask_open(still, 60, 1.5 + 0.34 + 0.98, -1, 0);
        r.s->surroundings.body = NULL;
        tick(&r);
        assert_true(saw.known && saw.back);
        r.s->state.feet.x = 1.5 + 0.34 + 1.02;
        if (fresh) lope_nearby_clear(r.s->nearby);
        tick(&r);
        assert_false(saw.known || saw.back || saw.failed);
        stage_close(r.s);
    }
}

// The same without a look-up: it hangs on what is within a metre, and lets go of what is not.
static void hanging_works_without_a_look_up(void **unused)
{
    (void)unused;
    ride r = ride_open(lift, 20, 1.2, 1.2, 0, HANG);
    r.s->surroundings.body = NULL;
    const lope_point begun = seen_at(&r, 0, r.s->state.feet);
    run(&r, 5);
    assert_true(was_set);
    check_below("off", apart(seen_at(&r, r.t, r.s->state.feet), begun), BODY_TOLERANCE);
    stage_close(r.s);
    r = ride_open(lift, 20, 1.2, 1.7, 0, HANG);
    r.s->surroundings.body = NULL;
    tick(&r);
    assert_false(was_set);
    stage_close(r.s);
}

// The velocity of what is met is that of the body at the very place, at the tick's end.
static void hit_has_the_velocity_of_the_place(void **unused)
{
    (void)unused;
    static const double rates[] = {20, 360};
    static const course_at courses[] = {lift, turning, rising, still};
    for (int k = 0; k < 8; k++) {
        ride r = ask_open(courses[k / 2], rates[k % 2], 6, 0, 0);
        run(&r, 0.5);
        const course c = r.at(r.t);
        question = (lope_cast_def){.from = {c.x + 1.1, c.y + 4, c.z + 0.4}, .motion = {0, -20, 0}, .radius = 0.1f};
        tick(&r);
        assert_true(saw.met && saw.hit.body == r.id);
        const double h = 1e-4; // s: of a difference of places on the body, by its closed form
        const lope_point spot = seen_at(&r, r.t, saw.hit.point);
        const lope_transform after = pose_of(r.at(r.t + h)), before = pose_of(r.at(r.t - h));
        const lope_point way = lope_point_sub(lope_transform_apply(&after, spot), lope_transform_apply(&before, spot));
        // floats of the rotation: 1e-7 m in 2e-4 s; and the tick's mean of a way that is even here
        check_below("velocity", apart(saw.hit.body_velocity, lope_point_scale(way, 0.5 / h)), 2e-3);
        stage_close(r.s);
    }
}

// ---- a fall over a lift ---------------------------------------------------------------------------------

// A fall that may end on a rising body is worked out as that body sees it. A mode that is asked for in that
// very tick begins where the character is in the world, at each distance.
static void mode_asked_for_over_a_rising_body_begins_in_place(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        ride r = ride_open(rising, 20, 0, 0.75 + 0.02 * i, 0, 0);
        r.s->requests.asked = 0;
        wanted_base = 0;
        tick(&r);
        const double y = stage_feet(r.s).y;
        r.s->state.velocity.y = -2;
        r.s->requests.asked = LOPE_REQUEST_MODE;
        r.s->requests.mode = HANG;
        tick(&r); // the body's top comes from 0.6 to 0.7 m, and pushes only what is nearer
        check_near("y", stage_feet(r.s).y, fmax(y, 0.7), 1e-4);
        stage_close(r.s);
    }
}

// ---- what it must not depend on -------------------------------------------------------------------------

// With a fresh nearby in every tick, and from a copy of the state, the bits are the same.
static void hanging_is_pure(void **unused)
{
    (void)unused;
    ride a = ride_open(tumbling, 60, 0, 2.5, 0, HANG);
    ride b = ride_open(tumbling, 60, 0, 2.5, 0, HANG);
    wanted_base = a.id;
    assert_true(a.id == b.id);
    for (int i = 0; i < 120; i++) {
        tick(&a);
        lope_nearby_clear(b.s->nearby);
        const lope_state copy = b.s->state;
        memset(&b.s->state, 0x5a, sizeof copy);
        b.s->state = copy;
        tick(&b);
        assert_true(lope_state_hash(&a.s->state) == lope_state_hash(&b.s->state));
    }
    stage_close(a.s);
    stage_close(b.s);
}

static lope_recording *recording_of(const lope_recorder *recorder)
{
    size_t size;
    assert_int_equal(lope_recorder_write(recorder, NULL, 0, &size), LOPE_OK);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(lope_recorder_write(recorder, bytes, size, NULL), LOPE_OK);
    lope_error error = {0};
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, &error);
    if (!recording) fail_msg("%s: %s", error.field, error.text);
    free(bytes);
    return recording;
}

// A recording holds a body that was only looked up: nothing of it was near the character.
static void hanging_far_off_plays_back(void **unused)
{
    (void)unused;
    ride r = ride_open(lift, 60, 6, 1.5, 0, HANG);
    lope_recorder *recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 10});
    assert_non_null(recorder);
    for (int i = 0; i < 90; i++) {
        r.t = (double)++r.n / r.rate;
        go(&r);
        assert_int_equal(lope_move_recorded(recorder, &r.s->state, &r.s->input, &r.s->moveset, &r.s->surroundings, r.s->nearby,
                                            1.0f / 60, &r.s->report),
                         LOPE_OK);
        r.s->requests.asked = 0;
        lope_level_end_tick(r.s->level);
    }
    assert_true(was_set && r.s->state.mode == HANG);
    lope_recording *recording = recording_of(recorder);
    lope_replay_report replay;
    assert_int_equal(lope_recording_give(recording, &r.s->moveset), LOPE_OK);
    assert_int_equal(lope_replay(recording, &r.s->surroundings, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    assert_int_equal(replay.ticks, 90);
    lope_recording_destroy(recording);
    lope_recorder_destroy(recorder);
    stage_close(r.s);
}

// In a world, beside another character: it hangs on the world's level, and both know each other by id.
static void hanging_works_in_a_world(void **unused)
{
    (void)unused;
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    uint32_t id;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&moveset, &hang, &id, NULL), LOPE_OK);
    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    lope_body body = lope_level_add_box(level, &(lope_box_def){.body.moving = true, .size = {3, 1, 3}});
    lope_character_def def = {.feet = {1.2, 1.5, 0}, .moveset = &moveset};
    lope_character *one = lope_character_create(world, &def);
    def.feet.x = 5;
    lope_character *two = lope_character_create(world, &def);
    assert_true(one && two);
    wanted_base = lope_level_id(level, body);
    lope_point begun[2] = {{1.2, 1.5, 0}, {5, 1.5, 0}};
    for (int i = 0; i < 120; i++) {
        const lope_transform pose = pose_of(lift((i + 1) / 60.0));
        assert_int_equal(lope_level_set_pose(level, body, &pose), LOPE_OK);
        lope_input input = {0};
        const lope_requests hang = {.asked = LOPE_REQUEST_MODE, .mode = id};
        if (i == 0) input = (lope_input){.requests = &hang};
        lope_character_set_input(one, &input);
        lope_character_set_input(two, &input);
        lope_world_step(world, 1.0f / 60);
        const lope_point places[2] = {lope_character_state(one)->feet, lope_character_state(two)->feet};
        for (int k = 0; k < 2; k++) check_below("off", apart(lope_transform_unapply(&pose, places[k]), begun[k]), BODY_TOLERANCE);
    }
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hanging_keeps_its_place_on_the_body),
        cmocka_unit_test(hanging_turns_with_the_body_about_up),
        cmocka_unit_test(base_is_taken_at_its_instant),
        cmocka_unit_test(drifting_goes_straight_over_the_body),
        cmocka_unit_test(leaving_takes_the_velocity_of_the_body),
        cmocka_unit_test(no_base_leaves_the_body_in_the_same_mode),
        cmocka_unit_test(removed_body_lets_go),
        cmocka_unit_test(walking_base_is_kept),
        cmocka_unit_test(base_is_refused_and_ends),
        cmocka_unit_test(place_is_kept_in_a_moving_frame),
        cmocka_unit_test(body_is_known_within_a_metre_without_a_look_up),
        cmocka_unit_test(hanging_works_without_a_look_up),
        cmocka_unit_test(hit_has_the_velocity_of_the_place),
        cmocka_unit_test(mode_asked_for_over_a_rising_body_begins_in_place),
        cmocka_unit_test(hanging_is_pure),
        cmocka_unit_test(hanging_far_off_plays_back),
        cmocka_unit_test(hanging_works_in_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
