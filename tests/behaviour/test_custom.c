// test_custom.c - modes of a game's own: enter, leave and run, their data, what a moveset refuses, saves by
// name, recordings.
#include "check.h"
#include "stage.h"

#include <lope/record.h>

#define RATES 3
static const float rates[RATES] = {20, 60, 360};

// ---- two modes of a game ------------------------------------------------------------------------

typedef struct climb_data {
    uint32_t ticks;
    float height; // m, that it has climbed
} climb_data;

// What was called, for the tests alone: a mode of a game keeps nothing outside the state.
typedef struct call {
    char kind; // e: enter, l: leave
    const char *mode;
    uint32_t other;
    uint32_t data; // of the mode's block, summed
} call;
static call calls[64];
static int call_count;

static uint32_t sum_of(lope_tick *tick)
{
    const climb_data *data = lope_tick_data(tick);
    return data ? data->ticks + (data->height != 0) : 0;
}

static void note(lope_tick *tick, char kind, const char *mode, uint32_t other)
{
    assert_true(call_count < 64);
    calls[call_count++] = (call){kind, mode, other, sum_of(tick)};
}

static void enter_climb(lope_tick *tick, uint32_t from)
{
    note(tick, 'e', "climb", from);
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
}
static void leave_climb(lope_tick *tick, uint32_t to) { note(tick, 'l', "climb", to); }
static void enter_glide(lope_tick *tick, uint32_t from) { note(tick, 'e', "glide", from); }
static void leave_glide(lope_tick *tick, uint32_t to) { note(tick, 'l', "glide", to); }

// Up at 2 m/s; after 1 m, at that instant, it glides.
static double run_climb(lope_tick *tick, double seconds)
{
    climb_data *data = lope_tick_data(tick);
    double rest = 1.0 - (double)data->height, time = seconds < 0.5 * rest ? seconds : 0.5 * rest;
    lope_point up = lope_tick_up(tick);
    lope_tick_set_velocity(tick, lope_point_scale(up, 2));
    lope_tick_slide(tick, lope_point_scale(up, 2 * time));
    data->ticks++;
    data->height += (float)(2 * time);
    if (time >= seconds) return 0;
    lope_tick_set_mode(tick, LOPE_MODE_GAME + 1);
    return seconds - time;
}

// 3 m/s along z.
static double run_glide(lope_tick *tick, double seconds)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 3));
    lope_tick_slide(tick, lope_point_make(0, 0, 3 * seconds));
    return 0;
}

static const lope_mode climb = {
    .name = "climb", .data_size = sizeof(climb_data), .enter = enter_climb, .leave = leave_climb, .run = run_climb};
static const lope_mode glide = {
    .name = "glide", .data_size = sizeof(climb_data), .enter = enter_glide, .leave = leave_glide, .run = run_glide};
#define CLIMB LOPE_MODE_GAME
#define GLIDE (LOPE_MODE_GAME + 1)

static stage *open_climber(void)
{
    stage *s = stage_open(STAGE_BOXES);
    uint32_t id;
    stage_floor(s);
    assert_int_equal(lope_moveset_add_mode(&s->moveset, &climb, &id, NULL), LOPE_OK);
    assert_int_equal(id, CLIMB);
    assert_int_equal(lope_moveset_add_mode(&s->moveset, &glide, &id, NULL), LOPE_OK);
    assert_int_equal(id, GLIDE);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1e-3f);
    call_count = 0;
    return s;
}

static void ask(stage *s, uint32_t mode)
{
    s->requests.asked |= LOPE_REQUEST_MODE;
    s->requests.mode = mode;
}

static void check_call(int index, char kind, const char *mode, uint32_t other)
{
    assert_true(index < call_count);
    assert_int_equal(calls[index].kind, kind);
    assert_string_equal(calls[index].mode, mode);
    assert_int_equal(calls[index].other, other);
    if (kind == 'e') assert_int_equal(calls[index].data, 0); // its block begins with nothing in it
}

// ---- enter, leave, run --------------------------------------------------------------------------

// Each once, with where from and where to; from one mode of the game to another within a tick, whatever the
// rate.
static void modes_are_entered_and_left_once(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = open_climber();
        ask(s, CLIMB);
        stage_run(s, 0.3, rates[i]);
        assert_int_equal(call_count, 1);
        check_call(0, 'e', "climb", LOPE_MODE_WALKING);
        assert_int_equal(s->state.mode, CLIMB);
        check_near("climbs", stage_feet(s).y, 0.6, 1e-5);
        ask(s, CLIMB); // it is in it
        stage_run(s, 0.7, rates[i]);
        assert_int_equal(call_count, 3);
        check_call(1, 'l', "climb", GLIDE);
        check_call(2, 'e', "glide", CLIMB);
        assert_true(calls[1].data > 1); // what it knew is there to its end
        check_near("height", stage_feet(s).y, 1, 1e-5);
        check_near("glides from the instant on", stage_feet(s).z, 3 * 0.5, 1e-4);
        ask(s, LOPE_MODE_FALLING);
        stage_run(s, 1, rates[i]);
        assert_int_equal(call_count, 4);
        check_call(3, 'l', "glide", LOPE_MODE_FALLING);
        assert_true(stage_walking(s));
        for (size_t k = 0; k < LOPE_MODE_DATA / 4; k++) assert_int_equal(s->state.mode_data[k], 0);
        stage_close(s);
    }
}

// A mode without functions stands still; one without data has none.
static void an_empty_mode_stands_still(void **unused)
{
    (void)unused;
    static const lope_mode empty = {.name = "empty"};
    stage *s = stage_open(STAGE_BOXES);
    uint32_t id;
    assert_int_equal(lope_moveset_add_mode(&s->moveset, &empty, &id, NULL), LOPE_OK);
    stage_place(s, 0, 5, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 3, 0, 0);
    ask(s, id);
    stage_move(s, 1, 0);
    stage_run(s, 1, 60);
    assert_int_equal(s->state.mode, id);
    check_near("x", stage_feet(s).x, 0, 0);
    check_near("y", stage_feet(s).y, 5, 0);
    stage_close(s);
}

static void an_unknown_mode_is_not_taken(void **unused)
{
    (void)unused;
    stage *s = open_climber();
    lope_state before = s->state;
    lope_input input = {.requests = &(lope_requests){.asked = LOPE_REQUEST_MODE, .mode = GLIDE + 1}};
    assert_int_not_equal(lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, 0.01f, &s->report), LOPE_OK);
    assert_memory_equal(&before, &s->state, sizeof before);
    s->state.mode = GLIDE + 1;
    input.requests = NULL;
    assert_int_equal(lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, 0.01f, &s->report), LOPE_ERROR_STATE);
    s->state.mode = LOPE_MODE_WALKING;
    stage_close(s);
}

// ---- what a mode reads of its tick --------------------------------------------------------------

// What the last run saw, for the test alone.
typedef struct seen {
    lope_point feet, up, velocity, wanted, gravity, acceleration;
    double time, friction, terminal, control;
    uint32_t asked;
    lope_state state;
    float max_step;
    bool meets, meets_up, takes_nan;
    lope_tick_contact ahead;
} seen;
static seen saw;

static double run_look(lope_tick *tick, double seconds)
{
    (void)seconds;
    saw.feet = lope_tick_feet(tick);
    saw.up = lope_tick_up(tick);
    saw.velocity = lope_tick_velocity(tick);
    saw.wanted = lope_tick_wanted(tick);
    saw.gravity = lope_tick_gravity(tick);
    saw.acceleration = lope_tick_acceleration(tick);
    saw.time = lope_tick_seconds(tick);
    saw.friction = lope_tick_fluid_friction(tick);
    saw.terminal = lope_tick_terminal_speed(tick);
    saw.control = lope_tick_control(tick);
    saw.asked = lope_tick_input(tick)->requests->asked;
    saw.state = *lope_tick_state(tick);
    saw.max_step = lope_tick_tuning(tick)->max_step_height;
    saw.meets = lope_tick_sweep(tick, lope_point_make(4, 0, 0), &saw.ahead);
    lope_tick_contact unused = {.fraction = 7};
    saw.meets_up = lope_tick_sweep(tick, lope_point_make(0, 4, 0), &unused);
    saw.takes_nan = lope_tick_sweep(tick, lope_point_make(NAN, 0, 0), &unused) || unused.fraction != 7;
    return 0;
}

static void check_point(const char *what, lope_point got, double x, double y, double z, double tolerance)
{
    check_near(what, got.x, x, tolerance);
    check_near(what, got.y, y, tolerance);
    check_near(what, got.z, z, tolerance);
}

// 2 m before a wall that stands at x = 3, in the world's frame, wherever that is: numbers near to the origin,
// and 100 km away.
static void a_mode_reads_its_tick(void **unused)
{
    (void)unused;
    static const lope_mode look = {.name = "look", .run = run_look};
    static const double places[2] = {0, 1e5};
    for (int i = 0; i < 2; i++) {
        const double x = places[i];
        stage *s = stage_open_at(STAGE_BOXES, lope_quat_identity(), lope_point_make(x, 0, 0));
        uint32_t id;
        stage_floor(s);
        lope_body wall = stage_box(s, 3, 0, -5, 4, 5, 5);
        const lope_surface paint = {.material = 11};
        assert_int_equal(lope_level_set_surface(s->level, wall, &paint), LOPE_OK);
        stage_tune(s, "knockback_control", 0.25);
        assert_int_equal(lope_moveset_add_mode(&s->moveset, &look, &id, NULL), LOPE_OK);
        stage_place(s, 1, 1, 0, LOPE_MODE_FALLING);
        ask(s, id);
        stage_move(s, 0.5, 0);
        s->requests.force = lope_vec3_make(200, 0, 0); // on 100 kg
        s->requests.impulse = lope_vec3_make(0, 0, 100);
        s->requests.knockback_time = 1;
        stage_tick(s, 0.02f);
        assert_int_equal(s->state.mode, id);
        check_point("feet", saw.feet, x + 1, 1, 0, 1e-9);
        check_point("up", saw.up, 0, 1, 0, 0);
        check_point("velocity", saw.velocity, 0, 0, 1, 1e-6);
        check_point("wanted", saw.wanted, 0.5, 0, 0, 1e-7);
        check_point("gravity", saw.gravity, 0, (double)-9.8f, 0, 0);
        check_point("acceleration", saw.acceleration, 2, (double)-9.8f, 0, 1e-6);
        check_near("time", saw.time, (double)0.02f, 0);
        check_near("terminal speed", saw.terminal, 40, 0);
        check_near("fluid friction", saw.friction, 0.3, 1e-7); // where no volume says another
        check_near("control", saw.control, 0.25, 1e-7);
        assert_true(saw.asked & LOPE_REQUEST_MODE);
        check_near("state", saw.state.mode, id, 0);
        check_near("tuning", (double)saw.max_step, (double)0.45f, 0);
        // the capsule's side, 0.34 m, meets the wall 1.66 m ahead, and stops a skin before
        assert_true(saw.meets && !saw.meets_up && !saw.takes_nan);
        check_near("fraction", saw.ahead.fraction, 1.66 / 4, 1e-4);
        check_near("where", saw.ahead.point.x, x + 3, 1e-4);
        check_point("normal", saw.ahead.normal, -1, 0, 0, 1e-6);
        check_point("surface", saw.ahead.surface_normal, -1, 0, 0, 1e-6);
        assert_true(saw.ahead.body == lope_level_id(s->level, wall) && !saw.ahead.walkable);
        assert_int_equal(saw.ahead.material, 11);
        stage_close(s);
    }
}

// In water the fluid's friction, and the volume's terminal speed.
static void a_mode_reads_its_volume(void **unused)
{
    (void)unused;
    static const lope_mode look = {.name = "look", .run = run_look};
    static const lope_volume tar = {
        .fluid_friction = 4, .terminal_speed = 2, .gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, -3, 0}};
    stage *s = stage_open(STAGE_BOXES);
    uint32_t id;
    stage_volume(s, -5, -5, -5, 5, 5, 5, false, &tar);
    assert_int_equal(lope_moveset_add_mode(&s->moveset, &look, &id, NULL), LOPE_OK);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    ask(s, id);
    stage_tick(s, 0.02f);
    stage_tick(s, 0.02f);
    check_near("fluid friction", saw.friction, 4, 0);
    check_near("terminal speed", saw.terminal, 2, 0);
    check_point("gravity", saw.gravity, 0, -3, 0, 0);
    assert_false(saw.meets);
    stage_close(s);
}

static double run_shout(lope_tick *tick, double seconds)
{
    (void)seconds;
    for (uint32_t i = 0; i < LOPE_REPORT_EVENTS + 8; i++) lope_tick_event(tick, LOPE_EVENT_GAME)->from = i;
    return 0;
}

// More events than a report holds are counted, the last place is the last one's, and the sequence counts them
// all.
static void events_beyond_the_report_are_counted(void **unused)
{
    (void)unused;
    static const lope_mode shout = {.name = "shout", .run = run_shout};
    stage *s = stage_open(STAGE_BOXES);
    uint32_t id;
    assert_int_equal(lope_moveset_add_mode(&s->moveset, &shout, &id, NULL), LOPE_OK);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    stage_tick(s, 0.01f);
    s->state.mode = id;
    const uint32_t before = s->state.event_sequence;
    assert_int_equal(lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, 0.01f, &s->report), LOPE_OK);
    assert_int_equal(s->report.event_count, LOPE_REPORT_EVENTS);
    assert_int_equal(s->report.events_dropped, 8);
    assert_int_equal(s->report.events[0].from, 0);
    assert_int_equal(s->report.events[LOPE_REPORT_EVENTS - 1].from, LOPE_REPORT_EVENTS + 7);
    assert_int_equal(s->state.event_sequence, before + LOPE_REPORT_EVENTS + 8);
    stage_close(s);
}

// ---- what a moveset refuses ---------------------------------------------------------------------

static lope_moveset plain(void)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    return moveset;
}

#define check_refused(call, result, name)                   \
    do {                                                    \
        uint64_t hash_ = m.hash;                            \
        lope_error error = {0};                             \
        assert_int_equal(call, result);                     \
        assert_string_equal(error.field, name);             \
        assert_true(strlen(error.text) > 5);                \
        assert_true(m.hash == hash_); /* it is as it was */ \
    } while (0)

static void modes_are_refused(void **unused)
{
    (void)unused;
    static char names[LOPE_MODES][16];
    static lope_mode modes[LOPE_MODES];
    lope_moveset m = plain();
    check_refused(lope_moveset_add_mode(NULL, &climb, NULL, &error), LOPE_ERROR_NULL, "mode");
    check_refused(lope_moveset_add_mode(&m, NULL, NULL, &error), LOPE_ERROR_NULL, "mode");
    check_refused(lope_moveset_add_mode(&m, &(lope_mode){.name = NULL}, NULL, &error), LOPE_ERROR_NULL, "name");
    check_refused(lope_moveset_add_mode(&m, &(lope_mode){.name = ""}, NULL, &error), LOPE_ERROR_NULL, "name");
    check_refused(lope_moveset_add_mode(&m, &(lope_mode){.name = "big", .data_size = LOPE_MODE_DATA + 1}, NULL, &error),
                  LOPE_ERROR_RANGE, "data_size");
    check_refused(lope_moveset_add_mode(&m, &(lope_mode){.name = "walking"}, NULL, &error), LOPE_ERROR_DUPLICATE, "name");
    assert_int_equal(lope_moveset_add_mode(&m, &climb, NULL, NULL), LOPE_OK);
    check_refused(lope_moveset_add_mode(&m, &climb, NULL, &error), LOPE_ERROR_DUPLICATE, "name");
    for (uint32_t i = LOPE_MODE_GAME + m.game_mode_count; i < LOPE_MODES; i++) {
        snprintf(names[i], sizeof names[i], "mode %u", (unsigned)i);
        modes[i] = (lope_mode){.name = names[i], .data_size = LOPE_MODE_DATA};
        assert_int_equal(lope_moveset_add_mode(&m, &modes[i], NULL, NULL), LOPE_OK);
    }
    check_refused(lope_moveset_add_mode(&m, &glide, NULL, &error), LOPE_ERROR_RANGE, "mode");
    assert_string_equal(lope_moveset_mode_name(&m, CLIMB), "climb");
    assert_string_equal(lope_moveset_mode_name(&m, LOPE_MODE_SWIMMING), "swimming");
    assert_string_equal(lope_moveset_mode_name(&m, LOPE_MODES), "?");
    assert_string_equal(lope_moveset_mode_name(NULL, 0), "?");
}

static void curves_are_refused(void **unused)
{
    (void)unused;
    lope_moveset m = plain();
    lope_curve good = {.kind = LOPE_CURVE_SMOOTH, .count = 2, .x = {0, 1}, .y = {0, 1}}, bad = good;
    check_refused(lope_moveset_add_curve(NULL, &good, NULL, &error), LOPE_ERROR_NULL, "curve");
    check_refused(lope_moveset_add_curve(&m, NULL, NULL, &error), LOPE_ERROR_NULL, "curve");
    bad.count = 0;
    check_refused(lope_moveset_add_curve(&m, &bad, NULL, &error), LOPE_ERROR_RANGE, "count");
    bad.count = LOPE_CURVE_POINTS + 1;
    check_refused(lope_moveset_add_curve(&m, &bad, NULL, &error), LOPE_ERROR_RANGE, "count");
    bad = good;
    bad.kind = 99;
    check_refused(lope_moveset_add_curve(&m, &bad, NULL, &error), LOPE_ERROR_RANGE, "kind");
    bad = good;
    bad.x[1] = 0;
    check_refused(lope_moveset_add_curve(&m, &bad, NULL, &error), LOPE_ERROR_RANGE, "x");
    bad = good;
    bad.y[1] = NAN;
    check_refused(lope_moveset_add_curve(&m, &bad, NULL, &error), LOPE_ERROR_NOT_FINITE, "y");
    bad = good;
    bad.x[1] = NAN;
    check_refused(lope_moveset_add_curve(&m, &bad, NULL, &error), LOPE_ERROR_NOT_FINITE, "x");
    for (uint32_t i = 0; i < LOPE_CURVES; i++) assert_int_equal(lope_moveset_add_curve(&m, &good, NULL, NULL), LOPE_OK);
    check_refused(lope_moveset_add_curve(&m, &good, NULL, &error), LOPE_ERROR_RANGE, "curve");
}

static void sensors_are_refused(void **unused)
{
    (void)unused;
    lope_moveset m = plain();
    lope_sensor good = {.radius = 1}, bad = good;
    check_refused(lope_moveset_add_sensor(NULL, &good, NULL, &error), LOPE_ERROR_NULL, "sensor");
    check_refused(lope_moveset_add_sensor(&m, NULL, NULL, &error), LOPE_ERROR_NULL, "sensor");
    bad.radius = 0;
    check_refused(lope_moveset_add_sensor(&m, &bad, NULL, &error), LOPE_ERROR_RANGE, "radius");
    bad.radius = -1;
    check_refused(lope_moveset_add_sensor(&m, &bad, NULL, &error), LOPE_ERROR_RANGE, "radius");
    bad = good;
    bad.b.y = INFINITY;
    check_refused(lope_moveset_add_sensor(&m, &bad, NULL, &error), LOPE_ERROR_NOT_FINITE, "b");
    good.name = "reach";
    assert_int_equal(lope_moveset_add_sensor(&m, &good, NULL, NULL), LOPE_OK);
    check_refused(lope_moveset_add_sensor(&m, &good, NULL, &error), LOPE_ERROR_DUPLICATE, "name");
    good.name = NULL;
    for (uint32_t i = 1; i < LOPE_SENSORS; i++) assert_int_equal(lope_moveset_add_sensor(&m, &good, NULL, NULL), LOPE_OK);
    check_refused(lope_moveset_add_sensor(&m, &good, NULL, &error), LOPE_ERROR_RANGE, "sensor");
}

// ---- saves --------------------------------------------------------------------------------------

// By name: a moveset that has the modes in another order takes it; one without them says which is missing.
static void modes_are_saved_by_name(void **unused)
{
    (void)unused;
    stage *s = open_climber();
    unsigned char bytes[4096];
    size_t size, used;
    lope_error error = {0};
    ask(s, CLIMB);
    stage_run(s, 0.2, 60);
    assert_int_equal(lope_state_write(&s->state, bytes, sizeof bytes, &size, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "mode");
    assert_int_equal(lope_state_write_for(&s->moveset, &s->state, bytes, sizeof bytes, &size, NULL), LOPE_OK);
    lope_state back;
    assert_int_equal(lope_state_read_for(&s->moveset, &back, bytes, size, &used, NULL), LOPE_OK);
    assert_int_equal(used, size);
    assert_memory_equal(&back, &s->state, sizeof back);
    lope_moveset m = plain();
    assert_int_equal(lope_state_read_for(&m, &back, bytes, size, NULL, &error), LOPE_ERROR_UNKNOWN_NAME);
    assert_string_equal(error.field, "mode");
    assert_non_null(strstr(error.text, "climb"));
    assert_int_equal(lope_state_read(&back, bytes, size, NULL, &error), LOPE_ERROR_UNKNOWN_NAME);
    assert_memory_equal(&back, &s->state, sizeof back); // untouched
    assert_int_equal(lope_moveset_add_mode(&m, &glide, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&m, &climb, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_state_read_for(&m, &back, bytes, size, NULL, NULL), LOPE_OK);
    assert_int_equal(back.mode, CLIMB + 1);
    assert_memory_equal(back.mode_data, s->state.mode_data, sizeof back.mode_data);
    stage_close(s);
}

// ---- recordings ---------------------------------------------------------------------------------

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

// Played back with the game's moveset it is the same to the bit; without, the first tick that would need it
// says so.
static void recordings_are_given_the_modes(void **unused)
{
    (void)unused;
    stage *s = open_climber();
    lope_recorder *recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 10});
    assert_non_null(recorder);
    for (int i = 0; i < 120; i++) {
        if (i == 10) ask(s, CLIMB);
        if (i == 90) ask(s, LOPE_MODE_FALLING);
        s->input.requests = &s->requests;
        assert_int_equal(
            lope_move_recorded(recorder, &s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, 1.0f / 60, &s->report),
            LOPE_OK);
        s->requests.asked = 0;
    }
    lope_recording *recording = recording_of(recorder);
    lope_replay_report replay;
    assert_int_equal(lope_replay(recording, &s->surroundings, NULL, &replay), LOPE_OK);
    printf("  without the modes: tick %u, %s: %s\n", (unsigned)replay.tick, replay.field, replay.text);
    assert_false(replay.equal);
    assert_int_equal(replay.tick, 10);
    assert_string_equal(replay.field, "mode");
    assert_non_null(strstr(replay.text, "lope_recording_give"));
    assert_non_null(strstr(replay.text, "climb"));
    lope_recorded_tick named;
    assert_true(lope_recording_tick(recording, 50, &named));
    assert_int_equal(named.moveset->game_mode_count, s->moveset.game_mode_count);
    assert_true(named.after.mode >= LOPE_MODE_GAME);
    const char *name = lope_moveset_mode_name(&s->moveset, named.after.mode);
    assert_string_equal(lope_moveset_mode_name(named.moveset, named.after.mode), name);
    char line[200];
    assert_true(lope_explain(&(lope_explain_def){.tick = &named}, line, sizeof line) > 0);
    printf("  %s\n", line);
    assert_non_null(strstr(line, name));
    lope_moveset other = plain();
    assert_int_equal(lope_recording_give(recording, &other), LOPE_ERROR_STATE);
    assert_int_equal(lope_recording_give(recording, NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_recording_give(NULL, &other), LOPE_ERROR_NULL);
    assert_int_equal(lope_recording_give(recording, &s->moveset), LOPE_OK);
    assert_int_equal(lope_replay(recording, &s->surroundings, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    assert_int_equal(replay.ticks, 120);
    lope_recording_destroy(recording);
    lope_recorder_destroy(recorder);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_are_entered_and_left_once),
        cmocka_unit_test(an_empty_mode_stands_still),
        cmocka_unit_test(an_unknown_mode_is_not_taken),
        cmocka_unit_test(a_mode_reads_its_tick),
        cmocka_unit_test(a_mode_reads_its_volume),
        cmocka_unit_test(events_beyond_the_report_are_counted),
        cmocka_unit_test(modes_are_refused),
        cmocka_unit_test(curves_are_refused),
        cmocka_unit_test(sensors_are_refused),
        cmocka_unit_test(modes_are_saved_by_name),
        cmocka_unit_test(recordings_are_given_the_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
