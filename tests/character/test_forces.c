// test_forces.c - what pushes a character: forces, radial pushes, knock-back; and what the game forbids it.
// At 20, 60 and 360 ticks a second.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"

static const float rates[] = {20, 60, 360};
#define RATES 3

static stage *on_floor(void)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -100, -1, -100, 300, 0, 100);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1.0f / 60);
    s->time = 0;
    return s;
}

static void force(stage *s, double x, double y, double z) { s->requests.force = lope_vec3_make((float)x, (float)y, (float)z); }

// A steady force on who stands: none up to what braking holds (20.48 m/s2 on 100 kg), beyond it a final
// speed. On 16 1/s of friction and 20.48 m/s2: 3,000 N less 2,048 N push it to (30 - 20.48) / 16 m/s.
static void force_on_the_ground(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        force(s, 2000, 0, 0);
        stage_run(s, 1, rates[i]);
        check_near("holds out", stage_feet(s).x, 0, 1e-9);
        force(s, 3000, 0, 0);
        stage_run(s, 1, rates[i]);
        check_near("final speed", stage_speed(s), (30 - 20.48) / 16, 1e-4);
        // the way to it: v (t - (1 - exp(-16 t)) / 16)
        check_near("way", stage_feet(s).x, (30 - 20.48) / 16 * (1 - (1 - exp(-16)) / 16), 1e-3);
        assert_true(stage_walking(s));
        stage_close(s);
    }
}

// A wind across: the same path at every rate, and never faster than the limit by it.
static void wind(void **unused)
{
    (void)unused;
    brute_point last = {0};
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        stage_move(s, 1, 0);
        force(s, 100, 0, 500);
        stage_run(s, 2, rates[i]);
        brute_point now = stage_feet(s);
        printf("  %g Hz: at %.5f %.5f with %.5f m/s\n", (double)rates[i], now.x, now.z, stage_speed(s));
        check_below("speed", stage_speed(s), 6 + 1e-5);
        if (i > 0) check_near("x", now.x, last.x, 1e-3);
        if (i > 0) check_near("z", now.z, last.z, 1e-3);
        last = now;
        stage_close(s);
    }
}

// A jump in a wind of 13.79 m/s2, which braking on the ground holds: 0.857 s of flight, then down from v by
// v' = -16 v - (20.48 - 13.79), also in what is left of the tick in which it lands. In the air the wind, the
// input and the friction are one law.
static void wind_through_a_jump(void **unused)
{
    (void)unused;
    double flight = 2 * 4.2 / 9.8, speed = 13.79 * flight, rest = 20.48 - 13.79;
    double way = 0.5 * speed * flight + speed / 16 - rest / 256 * log(1 + 16 * speed / rest);
    brute_point last = {0};
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        force(s, 1379, 0, 0);
        s->input.pressed = LOPE_BUTTON_JUMP;
        stage_run(s, 2, rates[i]);
        printf("  %g Hz: at rest at %.5f m, wanted %.5f m\n", (double)rates[i], stage_feet(s).x, way);
        check_near("at rest", stage_feet(s).x, way, 1e-3);
        check_near("stands", stage_speed(s), 0, 1e-6);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_tune(s, "air_control", 0.6);
        stage_tune(s, "falling_lateral_friction", 1);
        stage_move(s, 1, 0);
        force(s, 400, 300, 600);
        s->input.pressed = LOPE_BUTTON_JUMP;
        stage_run(s, 1, rates[i]);
        brute_point now = stage_feet(s);
        if (i > 0) check_near("x", now.x, last.x, 1e-3);
        if (i > 0) check_near("y", now.y, last.y, 1e-3);
        if (i > 0) check_near("z", now.z, last.z, 1e-3);
        last = now;
        stage_close(s);
    }
}

// Only what beats gravity takes a walker off the ground: 980 N on 100 kg.
static void lifting_force(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        force(s, 0, 970, 0);
        stage_run(s, 0.5, rates[i]);
        assert_true(stage_walking(s));
        force(s, 0, 1180, 0);
        stage_run(s, 1, rates[i]);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        check_near("height", stage_feet(s).y, 0.5 * 2, 1e-3); // 11.8 - 9.8 m/s2 for a second
        stage_close(s);
    }
}

// Thrown back at 5 m/s with the stick pressed against it: for 0.3 s nothing takes from it, then all of
// control is there again.
static void knocked_back(void **unused)
{
    (void)unused;
    double last = 0;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        stage_move(s, 1, 0);
        s->requests.impulse = lope_vec3_make(-500, 0, 0);
        s->requests.knockback_time = 0.31f; // no multiple of a tick
        stage_tick(s, 1.0f / rates[i]);
        s->requests.knockback_time = 0;
        stage_run(s, 0.25, rates[i]);
        check_near("speed meanwhile", stage_velocity(s).x, -5, 1e-5);
        while (s->time < 0.5 - 1e-4) stage_tick(s, 1.0f / rates[i]);
        assert_true(stage_velocity(s).x > -5 && s->state.knockback_left == 0);
        double x = stage_feet(s).x;
        printf("  %g Hz: %.5f m after half a second\n", (double)rates[i], x);
        if (i > 0) check_near("way", x, last, 1e-3);
        last = x;
        stage_run(s, 1, rates[i]);
        check_near("control is back", stage_velocity(s).x, 6, 1e-3);
        stage_close(s);
    }
}

// A share of control: half of friction, braking and acceleration. And a launch knocks back through the air
// and on over the ground.
static void knocked_back_by_a_share(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        stage_tune(s, "knockback_control", 0.5);
        s->requests.impulse = lope_vec3_make(-600, 0, 0);
        s->requests.knockback_time = 1;
        stage_run(s, 1, rates[i]);
        // v' = -8 v - 10.24 from 6 m/s: 6 / 8 - 10.24 / 64 ln(1 + 48 / 10.24)
        check_near("way", -stage_feet(s).x, 0.75 - 0.16 * log(1 + 48 / 10.24), 1e-3);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_tune(s, "knockback_control", 0);
        stage_move(s, 1, 0);
        s->requests.asked = LOPE_REQUEST_LAUNCH;
        s->requests.launch_overrides_horizontal = true;
        s->requests.launch_velocity = lope_vec3_make(-4, 2, 0);
        s->requests.knockback_time = 0.8f; // 0.408 s of it in the air
        stage_tick(s, 1.0f / rates[i]);
        s->requests.knockback_time = 0;
        stage_run(s, 0.7, rates[i]);
        assert_true(stage_walking(s));
        check_near("sliding", stage_velocity(s).x, -4, 1e-4);
        stage_run(s, 0.5, rates[i]);
        assert_true(stage_velocity(s).x > 0);
        stage_close(s);
    }
}

// What goes by mass and what does not add up to what ignores it, in either order: 300 N on 100 kg and 2 m/s2.
static void radial_forces_of_both_kinds_add_up(void **unused)
{
    (void)unused;
    lope_state state;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {2, -0.88, 0}}), LOPE_OK);
    const lope_radial by_mass = {.radius = 5, .strength = 300}, ignoring = {.radius = 5, .strength = 2, .ignores_mass = true};
    for (int first = 0; first < 2; first++) {
        lope_requests requests = {0};
        assert_true(lope_radial_force(first ? &ignoring : &by_mass, &state, 100, &requests));
        assert_true(lope_radial_force(first ? &by_mass : &ignoring, &state, 100, &requests));
        assert_true(requests.force_is_acceleration);
        check_near("m/s2", (double)requests.force.x, 5, 1e-5);
        assert_true(lope_radial_impulse(first ? &ignoring : &by_mass, &state, 100, &requests));
        assert_true(lope_radial_impulse(first ? &by_mass : &ignoring, &state, 100, &requests));
        assert_true(requests.impulse_is_velocity);
        check_near("m/s", (double)requests.impulse.x, 5, 1e-5);
    }
    lope_requests requests = {0};
    state.feet.x = 20; // out of reach
    assert_false(lope_radial_force(&by_mass, &state, 100, &requests));
    assert_false(lope_radial_impulse(&by_mass, &state, 100, &requests));
    assert_true(requests.force.x == 0 && requests.impulse.x == 0);
}

static void radial_pushes(void **unused)
{
    (void)unused;
    lope_radial radial = {.origin = {1, 0, 0}, .radius = 4, .strength = 100};
    lope_vec3 push = lope_radial_push(&radial, lope_point_make(-1, 0, 0));
    check_near("constant", (double)push.x, -100, 1e-4);
    radial.falloff = LOPE_FALLOFF_LINEAR;
    push = lope_radial_push(&radial, lope_point_make(1, 3, 0));
    check_near("a quarter is left", (double)push.y, 25, 1e-4);
    push = lope_radial_push(&radial, lope_point_make(1, 4.001, 0));
    assert_true(push.y == 0);
    push = lope_radial_push(&radial, radial.origin);
    assert_true(push.x == 0 && push.y == 0 && push.z == 0);
    stage *s = on_floor();
    check_near("middle", lope_state_center(&s->state).y, 0.88, 1e-3);
    radial = (lope_radial){
        .origin = {0, 0.88 - 2, 0}, .radius = 4, .strength = 6, .falloff = LOPE_FALLOFF_LINEAR, .ignores_mass = true};
    radial.knockback_time = 0.5f;
    s->requests.impulse = lope_vec3_make(200, 0, 0);
    assert_true(lope_radial_impulse(&radial, &s->state, 100, &s->requests));
    assert_true(s->requests.impulse_is_velocity && s->requests.knockback_time == 0.5f);
    check_near("both", (double)s->requests.impulse.x, 2, 1e-5);
    check_near("both", (double)s->requests.impulse.y, 3, 1e-3);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    s->requests = (lope_requests){0};
    s->input = (lope_input){.requests = &s->requests};
    radial.strength = -300;
    radial.ignores_mass = false;
    assert_true(lope_radial_force(&radial, &s->state, 100, &s->requests));
    assert_true(s->requests.force.y < 0 && !s->requests.force_is_acceleration);
    stage_close(s);
}

static const lope_event *refused(const stage *s, uint32_t asked)
{
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].event.kind == LOPE_EVENT_REFUSE && s->events[i].event.from == asked) return &s->events[i].event;
    return NULL;
}

static void forbidden(void **unused)
{
    (void)unused;
    stage *s = on_floor();
    s->input.forbidden = LOPE_FORBID_JUMP | LOPE_FORBID_MOVE;
    stage_move(s, 1, 0);
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1.0f / 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_JUMP), LOPE_REFUSAL_FORBIDDEN);
    stage_run(s, 0.5, 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_MOVE), LOPE_REFUSAL_FORBIDDEN);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 2); // the stick's only once
    assert_true(refused(s, LOPE_ASKED_JUMP) && refused(s, LOPE_ASKED_MOVE));
    check_near("stays", stage_feet(s).x, 0, 1e-9);
    assert_true(stage_walking(s));
    s->input.forbidden = 0;
    stage_run(s, 0.5, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0); // what was refused does not come later
    assert_true(stage_feet(s).x > 1);
    stage_close(s);
}

// A step that is otherwise climbed is a wall while steps are forbidden.
static void forbidden_steps(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        stage_box(s, 2, 0, -5, 6, 0.3, 5);
        s->input.forbidden = LOPE_FORBID_STEP_UP;
        stage_move(s, 1, 0);
        stage_run(s, 1, rates[i]);
        // the round bottom meets the edge 0.04 m under its middle
        check_near("before it", stage_feet(s).x, 2 - sqrt(0.34 * 0.34 - 0.04 * 0.04), 1e-4);
        s->input.forbidden = 0;
        stage_run(s, 0.5, rates[i]);
        check_near("on it", stage_feet(s).y, 0.3, 1e-3);
        stage_close(s);
    }
}

// Every press that comes to nothing is told, with its reason: at once, or when the buffer has run out.
static void refused_jumps(void **unused)
{
    (void)unused;
    for (int buffer = 0; buffer < 2; buffer++)
        for (int i = 0; i < RATES; i++) {
            stage *s = on_floor();
            stage_tune(s, "jump_buffer_time", buffer ? 0.1 : 0);
            s->input.pressed = LOPE_BUTTON_JUMP;
            stage_run(s, 0.2, rates[i]);
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
            s->input.pressed = LOPE_BUTTON_JUMP;
            double pressed = s->time;
            stage_run(s, 0.2, rates[i]);
            const stage_event *event = stage_first(s, LOPE_EVENT_REFUSE);
            assert_non_null(event);
            assert_int_equal(event->event.from, LOPE_ASKED_JUMP);
            assert_int_equal(event->event.to, LOPE_REFUSAL_USED_UP);
            check_near("when", event->time - pressed, buffer ? 0.1 : 0, 1 / (double)rates[i] + 1e-4);
            stage_close(s);
        }
    stage *s = on_floor();
    stage_tune(s, "jump_max_count", 0);
    stage_tune(s, "jump_buffer_time", 0);
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1.0f / 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_JUMP), LOPE_REFUSAL_TUNING);
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_NONE;
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1.0f / 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_JUMP), LOPE_REFUSAL_WRONG_MODE);
    stage_close(s);
}

// In mode none nothing moves it, and a launch of nothing is none.
static void nothing_moves_it(void **unused)
{
    (void)unused;
    stage *s = on_floor();
    s->requests.asked = LOPE_REQUEST_LAUNCH;
    s->requests.launch_velocity = lope_vec3_make(0, 0, 0);
    stage_tick(s, 1.0f / 60);
    assert_true(stage_walking(s));
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_NONE;
    stage_tick(s, 1.0f / 60);
    brute_point before = stage_feet(s);
    s->requests.asked = LOPE_REQUEST_LAUNCH;
    s->requests.launch_velocity = lope_vec3_make(1, 5, 0);
    s->requests.impulse = lope_vec3_make(100, 500, 0);
    s->requests.knockback_time = 1;
    force(s, 0, 5000, 0);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(s->state.mode, LOPE_MODE_NONE);
    assert_true(s->state.knockback_left == 0 && stage_speed(s) == 0);
    check_near("stays", stage_feet(s).y, before.y, 0);
    stage_close(s);
}

// Full acceleration without a stick: where it faces, where it goes; never faster than the maximum.
static void forced_acceleration(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        stage_tune(s, "force_max_acceleration", 1);
        s->input.look_yaw = -1.57079633f; // to the right: +x
        stage_tick(s, 1.0f / rates[i]);
        while (s->time < 0.2 - 1e-4) stage_tick(s, 1.0f / rates[i]);
        assert_true(stage_speed(s) > 3);
        stage_set_velocity(s, 0, 0, -1);
        stage_run(s, 0.2, rates[i]);
        check_near("goes on where it goes", stage_velocity(s).z, -1 - 0.2 * 20.48, 1e-3);
        stage_move(s, 0.1, 0); // barely pressed is pressed
        stage_run(s, 1, rates[i]);
        check_near("at the maximum", stage_velocity(s).x, 6, 1e-2);
        stage_close(s);
    }
}

// Half a stick: half the speed, half the acceleration; the least analog speed lifts it. A character that is
// faster than asked is braked, not below.
static void analog_and_over_maximum(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor();
        stage_move(s, 0.5, 0);
        stage_run(s, 0.1, rates[i]);
        check_near("half the acceleration", stage_speed(s), 1.024, 1e-4);
        stage_run(s, 1, rates[i]);
        check_near("half the speed", stage_speed(s), 3, 1e-4);
        stage_tune(s, "min_analog_walk_speed", 4);
        stage_run(s, 1, rates[i]);
        check_near("least speed", stage_speed(s), 4, 1e-4);
        stage_set_velocity(s, 6, 0, 0);
        double slowest = 6;
        for (int t = 0; t < (int)rates[i]; t++) {
            stage_tick(s, 1.0f / rates[i]);
            slowest = stage_speed(s) < slowest ? stage_speed(s) : slowest;
        }
        check_near("braked to what is asked", slowest, 4, 1e-4);
        stage_close(s);
    }
}

// Whatever hurls it, a tick has an end: with forces up to the largest that are taken,
// in every mode and by both rules. The work is counted in the slices of its way.
static void hurled_without_end(void **unused)
{
    (void)unused;
    static const uint32_t modes[] = {LOPE_MODE_WALKING, LOPE_MODE_FALLING, LOPE_MODE_SWIMMING, LOPE_MODE_FLYING};
    uint32_t most = 0;
    for (int rule = 0; rule < 2; rule++)
        for (int m = 0; m < 4; m++)
            for (double newton = 1e4; newton <= 1e12; newton *= 10) {
                stage *s = on_floor();
                if (rule) stage_tune(s, "integrator", LOPE_INTEGRATOR_UNREAL);
                stage_place(s, 0, 0, 0, modes[m]);
                for (int t = 0; t < 5; t++) {
                    force(s, t < 2 ? newton : 0, 0, 0);
                    assert_int_equal(
                        lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, 1.0f / 60, &s->report),
                        LOPE_OK);
                    most = s->report.iterations > most ? s->report.iterations : most;
                }
                assert_true(s->state.feet.x >= 0 && s->state.feet.x < 1e39);
                stage_close(s);
            }
    printf("  %u slices in a tick at most\n", most);
    assert_true(most > 1 && most <= 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_on_the_ground),
        cmocka_unit_test(wind),
        cmocka_unit_test(wind_through_a_jump),
        cmocka_unit_test(lifting_force),
        cmocka_unit_test(knocked_back),
        cmocka_unit_test(radial_pushes),
        cmocka_unit_test(knocked_back_by_a_share),
        cmocka_unit_test(forbidden),
        cmocka_unit_test(forbidden_steps),
        cmocka_unit_test(nothing_moves_it),
        cmocka_unit_test(refused_jumps),
        cmocka_unit_test(forced_acceleration),
        cmocka_unit_test(analog_and_over_maximum),
        cmocka_unit_test(radial_forces_of_both_kinds_add_up),
        cmocka_unit_test(hurled_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
