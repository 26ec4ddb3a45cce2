// test_in_tick.c - what a mode of the game may do inside a tick: lope/tick.h and lope/mode.h.
//
// Jumps, time, presses, size, facing and queries. Read next: test_carried.c (bodies), test_custom.c (enter,
// leave, run).
#include "check.h"
#include "stage.h"

static void ask(stage *s, uint32_t mode)
{
    s->requests.asked |= LOPE_REQUEST_MODE;
    s->requests.mode = mode;
}

static uint32_t add_mode(stage *s, const lope_mode *mode)
{
    uint32_t id = 0;
    assert_int_equal(lope_moveset_add_mode(&s->moveset, mode, &id, NULL), LOPE_OK);
    return id;
}

// ---- jumps ----------------------------------------------------------------------------------------------

// Hands back to falling at once.
static double run_hop(lope_tick *tick, double seconds)
{
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return seconds;
}
static const lope_mode hop = {.name = "hop", .run = run_hop};
static const lope_mode spring = {.name = "spring", .run = run_hop, .jumps = LOPE_JUMPS_RESTORE};

// Presses jump every 0.2 s for 4 s from 60 m up, each press after a tick in `mode`. Returns the jumps.
static int jumps_through(const lope_mode *own, uint32_t mode, uint32_t most)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_tune(s, "jump_max_count", most); // makes the moveset anew
    if (own) mode = add_mode(s, own);
    stage_place(s, 0, 60, 0, LOPE_MODE_FALLING);
    for (int k = 0; k < 240; k++) {
        s->input.held = k % 12 < 3 ? LOPE_BUTTON_JUMP : 0;
        if (k % 12 == 10) ask(s, mode);
        if (k % 12 == 11 && s->state.mode != LOPE_MODE_FALLING) ask(s, LOPE_MODE_FALLING);
        stage_tick(s, 1.0f / 60);
    }
    const int jumps = stage_count(s, LOPE_EVENT_JUMP);
    stage_close(s);
    return jumps;
}

// Born in the air, one jump is used up; of two, one is left.
static void changing_modes_wins_no_jumps(void **unused)
{
    (void)unused;
    for (uint32_t most = 1; most <= 2; most++) {
        const int left = (int)most - 1;
        assert_int_equal(jumps_through(&hop, 0, most), left);
        assert_int_equal(jumps_through(NULL, LOPE_MODE_FLYING, most), left);
        assert_int_equal(jumps_through(NULL, LOPE_MODE_NONE, most), left);
    }
}

// A mode that says so gives them back, each time. The first press comes before it.
static void restoring_mode_gives_jumps_back(void **unused)
{
    (void)unused;
    assert_int_equal(jumps_through(&spring, 0, 2), 20);
}

// ---- many modes -----------------------------------------------------------------------------------------

static int runs[LOPE_MODES];

// Hands on to the next number; the last one stays.
static double run_next(lope_tick *tick, double seconds)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    runs[mode]++;
    if (mode + 1 == LOPE_MODES) return 0;
    lope_tick_set_mode(tick, mode + 1);
    return seconds;
}

// Sixteen of the game's own beside the built-in ones: each is entered and runs, and no number is taken for
// another.
static void sixteen_own_modes_run(void **unused)
{
    (void)unused;
    static char names[LOPE_MODES][16];
    static lope_mode modes[LOPE_MODES];
    stage *s = stage_open(STAGE_BOXES);
    memset(runs, 0, sizeof runs);
    for (uint32_t i = LOPE_MODE_GAME; i < LOPE_MODES; i++) {
        snprintf(names[i], sizeof names[i], "own %u", (unsigned)i);
        modes[i] = (lope_mode){.name = names[i], .run = run_next};
        assert_int_equal(add_mode(s, &modes[i]), i);
    }
    stage_place(s, 0, 5, 0, LOPE_MODE_FALLING);
    ask(s, LOPE_MODE_GAME);
    stage_run(s, 0.1, 60); // eight hand-overs a tick at most
    assert_int_equal(s->state.mode, LOPE_MODES - 1);
    for (uint32_t i = 0; i < LOPE_MODES; i++) assert_true(i < LOPE_MODE_GAME ? runs[i] == 0 : runs[i] > 0);
    assert_int_equal(stage_count(s, LOPE_EVENT_MODE), LOPE_MODES - LOPE_MODE_GAME);
    stage_close(s);
}

// ---- what is wanted, when a mode begins -----------------------------------------------------------------

static lope_point wanted_in_enter, wanted_in_run;
static uint32_t next_mode;

static void enter_wants(lope_tick *tick, uint32_t from)
{
    (void)from;
    wanted_in_enter = lope_tick_wanted(tick);
}
static double run_wants(lope_tick *tick, double seconds)
{
    (void)seconds;
    wanted_in_run = lope_tick_wanted(tick);
    return 0;
}
static double run_hand_on(lope_tick *tick, double seconds)
{
    lope_tick_set_mode(tick, next_mode);
    return seconds;
}
static const lope_mode wants = {.name = "wants", .enter = enter_wants, .run = run_wants};
static const lope_mode wants_level = {.name = "wants level", .on_ground = true, .enter = enter_wants, .run = run_wants};
static const lope_mode hand_on = {.name = "hand on", .run = run_hand_on};
static const lope_mode hand_on_level = {.name = "hand on level", .on_ground = true, .run = run_hand_on};

static void check_point(const char *what, lope_point got, double x, double y, double z, double tolerance)
{
    check_near(what, got.x, x, tolerance);
    check_near(what, got.y, y, tolerance);
    check_near(what, got.z, z, tolerance);
}

// By a request, before the tick has taken the input; and from a mode that takes it in another way.
static void wanted_is_known_when_a_mode_begins(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    const uint32_t free_mode = add_mode(s, &wants), level_mode = add_mode(s, &wants_level), on = add_mode(s, &hand_on),
                   on_level = add_mode(s, &hand_on_level);
    s->input.move = (lope_vec3){0.6f, 0.8f, 0};
    const struct {
        uint32_t first, then;
        double x, y;
    } cases[] = {{free_mode, 0, 0.6, 0.8}, {level_mode, 0, 1, 0}, {on_level, free_mode, 0.6, 0.8}, {on, level_mode, 1, 0}};
    for (size_t i = 0; i < 4; i++) {
        next_mode = cases[i].then;
        wanted_in_enter = wanted_in_run = lope_point_make(9, 9, 9);
        s->state.mode = LOPE_MODE_FLYING;
        ask(s, cases[i].first);
        stage_tick(s, 0.01f);
        check_point("in enter", wanted_in_enter, cases[i].x, cases[i].y, 0, 1e-7);
        check_point("in run", wanted_in_run, cases[i].x, cases[i].y, 0, 1e-7);
    }
    stage_close(s);
}

static float random_float(uint32_t *seed, float least, float most)
{
    *seed = *seed * 1664525u + 1013904223u;
    return least + (most - least) * (float)(*seed >> 8) / 16777216.0f;
}

// To the bit the same as in the run that follows, whatever asks for it; and nothing is refused twice.
static void wanted_in_enter_is_that_of_the_run(void **unused)
{
    (void)unused;
    uint32_t seed = 20;
    printf("  seed %u\n", seed);
    for (int force = 0; force < 2; force++) {
        stage *s = stage_on_floor();
        stage_tune(s, "force_max_acceleration", force);
        const uint32_t modes[2] = {add_mode(s, &wants), add_mode(s, &wants_level)};
        for (int i = 0; i < 400; i++) {
            s->input.move = (lope_vec3){random_float(&seed, -1, 1), random_float(&seed, -1, 1), random_float(&seed, -1, 1)};
            s->requests.has_requested_velocity = random_float(&seed, 0, 1) < 0.3f;
            s->requests.requested_velocity = lope_vec3_scale(s->input.move, 4);
            s->requests.avoidance = random_float(&seed, 0, 1) < 0.3f ? (lope_vec3){1, 0.5f, -1} : (lope_vec3){0, 0, 0};
            s->input.forbidden = random_float(&seed, 0, 1) < 0.2f ? LOPE_FORBID_MOVE : 0;
            s->state.mode = LOPE_MODE_FLYING;
            ask(s, modes[i % 2]);
            stage_tick(s, 0.01f);
            assert_memory_equal(&wanted_in_enter, &wanted_in_run, sizeof wanted_in_run);
            assert_true(s->report.refused_count <= 1);
        }
        stage_close(s);
    }
}

// ---- several sweeps -------------------------------------------------------------------------------------

static lope_point fan[LOPE_TICK_SWEEPS];
static uint32_t fan_met, fan_wrong, fan_refused;

// Sweeps along the fan at once, and one by one.
static double run_fan(lope_tick *tick, double seconds)
{
    lope_tick_contact together[LOPE_TICK_SWEEPS], one;
    (void)seconds;
    memset(together, 0, sizeof together);
    memset(&one, 0, sizeof one);
    const uint32_t bits = lope_tick_sweep_several(tick, fan, LOPE_TICK_SWEEPS, together);
    fan_refused = lope_tick_sweep_several(tick, fan, LOPE_TICK_SWEEPS + 1, together);
    for (uint32_t i = 0; i < LOPE_TICK_SWEEPS; i++) {
        const bool met = lope_tick_sweep(tick, fan[i], &one);
        if (met != (bits >> i & 1u)) fan_wrong++;
        if (!met) continue;
        fan_met++;
        const lope_tick_contact *same = &together[i];
        const bool where = memcmp(&same->point, &one.point, sizeof one.point) == 0 &&
                           memcmp(&same->normal, &one.normal, sizeof one.normal) == 0 &&
                           memcmp(&same->fraction, &one.fraction, sizeof one.fraction) == 0;
        if (!where || same->body != one.body || same->walkable != one.walkable) fan_wrong++;
    }
    return 0;
}
static const lope_mode fan_mode = {.name = "fan", .run = run_fan};

// Among boxes, in falls of any speed, several sweeps at once give the bits of each by itself.
static void several_sweeps_are_those_of_each(void **unused)
{
    (void)unused;
    uint32_t seed = 31;
    printf("  seed %u\n", seed);
    stage *s = stage_open(STAGE_BOXES);
    for (int i = 0; i < 40; i++) {
        const float x = random_float(&seed, -4, 4), y = random_float(&seed, -1, 3), z = random_float(&seed, -4, 4);
        stage_box(s, x, y, z, x + random_float(&seed, 0.1f, 1), y + random_float(&seed, 0.1f, 1), z + 0.5f);
    }
    const uint32_t mode = add_mode(s, &fan_mode);
    fan_met = fan_wrong = fan_refused = 0;
    for (int i = 0; i < 500; i++) {
        const float length = random_float(&seed, 0, 2);
        for (int k = 0; k < LOPE_TICK_SWEEPS; k++)
            fan[k] = (lope_point){(double)(length * random_float(&seed, -1, 1)), (double)(length * random_float(&seed, -1, 1)),
                                  (double)(length * random_float(&seed, -1, 1))};
        stage_place(s, random_float(&seed, -4, 4), random_float(&seed, 0, 3), random_float(&seed, -4, 4), LOPE_MODE_FALLING);
        ask(s, mode);
        stage_tick(s, 0.05f);
    }
    assert_int_equal(fan_wrong, 0);
    assert_int_equal(fan_refused, 0);
    assert_true(fan_met > 500);
    stage_close(s);
}

// ---- time -----------------------------------------------------------------------------------------------

static double pieces, now_after, told_late[3];
static lope_tick_contact first_contact;
static bool first_met;

// 6 m/s along x, in pieces of equal time.
static double run_pieces(lope_tick *tick, double seconds)
{
    const lope_point way = {6 * seconds, 0, 0};
    first_met = lope_tick_sweep(tick, way, &first_contact);
    lope_tick_set_velocity(tick, lope_point_make(6, 0, 0));
    for (int i = 0; i < (int)pieces; i++) lope_tick_slide_for(tick, lope_point_scale(way, 1 / pieces), seconds / pieces);
    now_after = lope_tick_now(tick);
    for (int i = 0; i < 3; i++)
        if (told_late[i] > 0) lope_tick_event_at(tick, LOPE_EVENT_GAME, told_late[i])->from = (uint32_t)i;
    return 0;
}
static const lope_mode in_pieces = {.name = "in pieces", .run = run_pieces};

// A wall 0.1 m ahead is met after 16.7 ms of a tick of 50 ms, in however many pieces it is gone through. An
// event holds its instant as a float, 2e-9 s here; the skin of 20 um is 3.3e-6 s at 6 m/s.
static void hit_is_told_at_its_instant(void **unused)
{
    (void)unused;
    memset(told_late, 0, sizeof told_late);
    static const double counts[] = {1, 3, 16};
    for (int k = 0; k < 3; k++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_box(s, 2, 0, -5, 3, 5, 5);
        const uint32_t mode = add_mode(s, &in_pieces);
        const double radius = 0.34;
        stage_place(s, 2 - radius - 0.1, 1, 0, LOPE_MODE_FALLING);
        pieces = counts[k];
        ask(s, mode);
        stage_tick(s, 0.05f);
        const stage_event *hit = stage_first(s, LOPE_EVENT_HIT);
        assert_non_null(hit);
        assert_true(first_met);
        check_near("instant of the hit", (double)hit->event.time, first_contact.fraction * (double)0.05f, 4e-9);
        check_near("instant of the wall", (double)hit->event.time, 0.1 / 6, 4e-6);
        check_near("the tick is done", now_after, (double)0.05f, 1e-12);
        stage_close(s);
    }
}

static double nows[4];
static double run_clock(lope_tick *tick, double seconds)
{
    nows[0] = lope_tick_now(tick);
    lope_tick_slide_for(tick, lope_point_make(0.1, 0, 0), 0.3 * seconds);
    nows[1] = lope_tick_now(tick);
    lope_tick_slide_for(tick, lope_point_make(0, 0, 0), -1); // counts as 0
    nows[2] = lope_tick_now(tick);
    lope_tick_slide_for(tick, lope_point_make(0.1, 0, 0), 9); // no more than is left
    nows[3] = lope_tick_now(tick);
    return 0;
}
static const lope_mode clock_mode = {.name = "clock", .run = run_clock};

static void now_goes_on_with_the_pieces(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    const uint32_t mode = add_mode(s, &clock_mode);
    stage_place(s, 0, 1, 0, LOPE_MODE_FALLING);
    ask(s, mode);
    stage_tick(s, 0.05f);
    const double tick = (double)0.05f;
    check_near("begin", nows[0], 0, 1e-12);
    check_near("piece", nows[1], 0.3 * tick, 1e-12);
    check_near("none", nows[2], 0.3 * tick, 1e-12);
    check_near("end", nows[3], tick, 1e-12);
    stage_close(s);
}

// Told in any order, events stand in order of time, and their sequence with them.
static void late_events_are_sorted_by_time(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    const uint32_t mode = add_mode(s, &in_pieces);
    stage_place(s, 0, 1, 0, LOPE_MODE_FALLING);
    stage_tick(s, 0.01f);
    pieces = 1;
    told_late[0] = 0.03, told_late[1] = 0.01, told_late[2] = 0.02;
    ask(s, mode);
    stage_tick(s, 0.05f); // fails where sequence or time go back
    assert_int_equal(s->report.event_count, 4);
    static const uint32_t order[3] = {1, 2, 0};
    for (int i = 0; i < 3; i++) {
        const lope_event *event = &s->report.events[1 + i];
        assert_int_equal(event->from, order[i]);
        check_near("time", (double)event->time, told_late[order[i]], 1e-9);
    }
    stage_close(s);
}

// ---- presses --------------------------------------------------------------------------------------------

static bool takes, took, took_again;
static uint32_t edges_before, edges_after;

static void enter_take(lope_tick *tick, uint32_t from)
{
    (void)from;
    edges_before = lope_tick_edges(tick);
    took = takes && lope_tick_take_press(tick, LOPE_BUTTON_JUMP);
    took_again = lope_tick_take_press(tick, LOPE_BUTTON_JUMP) && takes;
    edges_after = lope_tick_edges(tick);
}
static double run_stand(lope_tick *tick, double seconds)
{
    (void)seconds;
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_tick_stand(tick, 0.1);
    return 0;
}
static void enter_look(lope_tick *tick, uint32_t from)
{
    (void)from;
    edges_before = lope_tick_edges(tick);
}
static const lope_mode taker = {.name = "taker", .on_ground = true, .enter = enter_take, .run = run_stand};
static const lope_mode looker = {.name = "looker", .on_ground = true, .enter = enter_look, .run = run_stand};

// What a mode takes is taken from the jump too, once. A press that stays down is none in the next tick.
static void press_is_taken_once(void **unused)
{
    (void)unused;
    for (int k = 0; k < 2; k++) {
        stage *s = stage_on_floor();
        const uint32_t mode = add_mode(s, k ? &taker : &looker);
        takes = true;
        s->input.held = LOPE_BUTTON_JUMP;
        ask(s, mode);
        stage_tick(s, 0.02f);
        assert_true(edges_before & LOPE_BUTTON_JUMP);
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), k ? 0 : 1);
        if (k) {
            assert_true(took && !took_again && !(edges_after & LOPE_BUTTON_JUMP));
            stage_run(s, 0.2, 60);
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0);
        }
        stage_close(s);
    }
}

static void enter_take_crouch(lope_tick *tick, uint32_t from)
{
    (void)from;
    took = lope_tick_take_press(tick, LOPE_BUTTON_CROUCH);
}
static const lope_mode crouch_taker = {.name = "crouch_taker", .on_ground = true, .enter = enter_take_crouch, .run = run_stand};

// A taken press counts as up for as long as the button stays down, and in every mode. The next press counts
// again.
static void taken_button_counts_as_up_until_it_is_let_go(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    const uint32_t mode = add_mode(s, &crouch_taker);
    s->input.held = LOPE_BUTTON_CROUCH;
    ask(s, mode);
    stage_tick(s, 0.02f);
    assert_true(took);
    assert_int_equal(s->state.taken_buttons, LOPE_BUTTON_CROUCH);
    ask(s, LOPE_MODE_WALKING);
    for (int i = 0; i < 10; i++) {
        stage_tick(s, 0.02f);
        assert_true(s->state.height == s->state.standing_height);
    }
    s->input.held = 0;
    stage_tick(s, 0.02f);
    assert_int_equal(s->state.pages & LOPE_PAGE_GAUGES, 0);
    s->input.held = LOPE_BUTTON_CROUCH;
    stage_tick(s, 0.02f);
    assert_true(s->state.height < s->state.standing_height);
    stage_close(s);
}

// ---- size and facing ------------------------------------------------------------------------------------

static float ask_radius, ask_height;
static lope_keep ask_keep;
static int ask_crouch; // 1: down, -1: up, 0: resize
static lope_refusal answer;
static bool answered, asks_facing;
static float face_yaw;

static double run_size(lope_tick *tick, double seconds)
{
    (void)seconds;
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    if (!answered && !asks_facing)
        answer = ask_crouch ? lope_tick_crouch(tick, ask_crouch > 0) : lope_tick_resize(tick, ask_radius, ask_height, ask_keep);
    if (asks_facing) lope_tick_set_facing(tick, face_yaw, 0.25f);
    answered = true;
    return 0;
}
static const lope_mode size_mode = {.name = "size", .traits = LOPE_MODE_KEEPS_SIZE, .run = run_size};

static stage *size_open(double y, uint32_t *mode)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, -5, 2.5, -5, 5, 3, 5); // a ceiling
    *mode = add_mode(s, &size_mode);
    stage_place(s, 0, y, 0, LOPE_MODE_FLYING);
    ask(s, *mode);
    asks_facing = false;
    return s;
}

static lope_refusal resize(stage *s, float radius, float height, lope_keep keep)
{
    ask_radius = radius, ask_height = height, ask_keep = keep, ask_crouch = 0;
    answered = false;
    stage_tick(s, 0.02f);
    assert_true(answered);
    return answer;
}

static lope_refusal crouch(stage *s, bool down)
{
    ask_crouch = down ? 1 : -1;
    answered = false;
    stage_tick(s, 0.02f);
    return answer;
}

// Each keeps its point; what does not fit changes nothing; what is no capsule neither.
static void mode_sets_its_size(void **unused)
{
    (void)unused;
    uint32_t mode;
    stage *s = size_open(0.5, &mode);
    const double tall = (double)s->state.height;
    assert_int_equal(resize(s, 0.2f, 0.8f, LOPE_KEEP_FEET), LOPE_REFUSAL_NONE);
    check_near("radius", (double)s->state.radius, (double)0.2f, 0);
    check_near("height", (double)s->state.height, (double)0.8f, 0);
    check_near("feet", stage_feet(s).y, 0.5, 1e-12);
    assert_int_equal(resize(s, 0, 0.6f, LOPE_KEEP_TOP), LOPE_REFUSAL_NONE);
    check_near("feet under the same top", stage_feet(s).y, 0.7, 1e-6);
    assert_int_equal(resize(s, 0, 0.8f, LOPE_KEEP_MIDDLE), LOPE_REFUSAL_NONE);
    check_near("feet about the same middle", stage_feet(s).y, 0.6, 1e-6);
    assert_int_equal(resize(s, 0.2f, 2.2f, LOPE_KEEP_FEET), LOPE_REFUSAL_NO_ROOM);
    assert_int_equal(resize(s, 0.2f, NAN, LOPE_KEEP_FEET), LOPE_REFUSAL_TUNING);
    assert_int_equal(resize(s, 0.5f, 0.9f, LOPE_KEEP_FEET), LOPE_REFUSAL_TUNING);
    check_near("unchanged", (double)s->state.height, (double)0.8f, 0);
    check_near("unchanged", stage_feet(s).y, 0.6, 1e-6);
    assert_int_equal(resize(s, 0.34f, 1.8f, LOPE_KEEP_FEET), LOPE_REFUSAL_NONE);
    check_near("its standing height is what it was", (double)s->state.standing_height, tall, 0);
    stage_close(s);
}

// In a mode that keeps its size it stays crouched without the button, as long as the mode says.
static void mode_crouches(void **unused)
{
    (void)unused;
    uint32_t mode;
    stage *s = size_open(0.3, &mode);
    const double tall = (double)s->state.height;
    assert_int_equal(crouch(s, true), LOPE_REFUSAL_NONE);
    const double low = (double)s->state.height;
    check_below("crouched", low, tall - 0.1);
    for (int i = 0; i < 10; i++) stage_tick(s, 0.02f);
    check_near("stays low", (double)s->state.height, low, 0);
    assert_int_equal(crouch(s, false), LOPE_REFUSAL_NONE);
    check_near("stands", (double)s->state.height, tall, 0);
    s->input.forbidden = LOPE_FORBID_CROUCH;
    assert_int_equal(crouch(s, true), LOPE_REFUSAL_FORBIDDEN);
    s->input.forbidden = 0;
    assert_int_equal(crouch(s, true), LOPE_REFUSAL_NONE);
    stage_box(s, -5, 0, -5, 5, 0.01, 5);
    stage_box(s, -5, stage_feet(s).y + low + 0.02, -5, 5, 2.4, 5); // low above it,
    stage_box(s, -5, 0, -5, 5, stage_feet(s).y - 0.02, 5);         // and high below it
    assert_int_equal(crouch(s, false), LOPE_REFUSAL_NO_ROOM);
    check_near("stays low", (double)s->state.height, low, 0);
    stage_close(s);
}

// After the mode it stands up by itself, where there is room.
static void character_stands_up_after_the_mode(void **unused)
{
    (void)unused;
    uint32_t mode;
    stage *s = size_open(0.3, &mode);
    const double tall = (double)s->state.height;
    assert_int_equal(crouch(s, true), LOPE_REFUSAL_NONE);
    ask(s, LOPE_MODE_FALLING);
    stage_tick(s, 0.02f);
    check_near("stands", (double)s->state.height, tall, 0);
    stage_close(s);
}

// The tuning would turn it to its movement; the mode's word stands. An angle that is not finite is none.
static void mode_sets_its_facing(void **unused)
{
    (void)unused;
    uint32_t mode;
    stage *s = size_open(0.3, &mode);
    stage_tune(s, "orient_rotation_to_movement", 1);
    add_mode(s, &size_mode);
    asks_facing = true;
    face_yaw = 2;
    stage_move(s, 1, 0);
    stage_run(s, 0.2, 60);
    check_near("yaw", (double)s->state.yaw, 2, 1e-6);
    check_near("pitch", (double)s->state.pitch, 0.25, 1e-6);
    face_yaw = 2.0f + LOPE_PI;
    stage_tick(s, 0.02f);
    check_near("wrapped", (double)s->state.yaw, 2 - 3.14159265, 1e-6);
    face_yaw = NAN;
    stage_run(s, 0.5, 60);
    check_near("the tuning turns it", (double)s->state.yaw, -0.5 * 3.14159265, 1e-4);
    stage_close(s);
}

// ---- queries --------------------------------------------------------------------------------------------

static lope_cast_def question;
static bool asks_overlap, met;
static lope_cast_hit met_hit;
static lope_result failed;

static double run_query(lope_tick *tick, double seconds)
{
    (void)seconds;
    memset(&met_hit, 0, sizeof met_hit);
    met = asks_overlap ? lope_tick_overlap(tick, &question, &met_hit) : lope_tick_cast(tick, &question, &met_hit);
    failed = lope_tick_failed(tick);
    return 0;
}
static const lope_mode query_mode = {.name = "query", .run = run_query};

static stage *query_open(void)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, 2, 0, -2, 3, 2.5, 2);
    stage_box(s, -4, 0, 1, -2, 1, 3);
    stage_ramp(s, -3, 0, -4, 30, 0.4, 4, 3);
    stage_moving_box(s, 0, 3, 0, 1, 0.5, 1);
    const uint32_t mode = add_mode(s, &query_mode);
    stage_place(s, 0, 0.5, 0, LOPE_MODE_FLYING);
    ask(s, mode);
    stage_tick(s, 0.02f);
    return s;
}

// Rays, spheres and capsules from anywhere, by filter: what the same question says outside a tick.
static void queries_in_a_tick_are_those_outside(void **unused)
{
    (void)unused;
    uint32_t seed = 7, hits = 0;
    printf("  seed %u\n", seed);
    stage *s = query_open();
    lope_nearby *look = lope_nearby_create(NULL);
    for (int i = 0; i < 600; i++) {
        question = (lope_cast_def){.seconds = 0.02f};
        question.from = lope_point_make((double)random_float(&seed, -5, 5), (double)random_float(&seed, 0, 4),
                                        (double)random_float(&seed, -5, 5));
        question.motion = lope_point_make((double)random_float(&seed, -6, 6), (double)random_float(&seed, -6, 6),
                                          (double)random_float(&seed, -6, 6));
        if (i % 3 > 0) question.radius = random_float(&seed, 0.05f, 0.5f);
        if (i % 3 > 1) question.height = 2 * question.radius + random_float(&seed, 0, 1);
        if (i % 5 == 0) question.flags = LOPE_CAST_STATIC_ONLY;
        if (i % 7 == 0) question.filter = (lope_filter){LOPE_CHANNEL_GAME, LOPE_BODY_NONE};
        asks_overlap = i % 4 == 3;
        stage_tick(s, 0.02f);
        lope_cast_hit hit[1];
        bool due = false;
        uint32_t count = 0;
        memset(hit, 0, sizeof hit);
        if (asks_overlap)
            assert_int_equal(lope_surroundings_overlap(&s->surroundings, look, &question, 1, hit, 1, &count), LOPE_OK);
        else
            assert_int_equal(lope_surroundings_cast(&s->surroundings, look, &question, 1, hit, &due), LOPE_OK);
        if (asks_overlap) due = count > 0;
        assert_int_equal(failed, LOPE_OK);
        assert_int_equal(met, due);
        if (due) assert_memory_equal(&met_hit.fraction, &hit->fraction, sizeof hit->fraction);
        if (due) assert_true(met_hit.body == hit->body && met_hit.triangle == hit->triangle);
        hits += due;
    }
    assert_true(hits > 150);
    lope_nearby_destroy(look);
    stage_close(s);
}

// A sphere down over a ledge from above, with the capsule's own place left out.
static void query_finds_a_ledge_beside_the_capsule(void **unused)
{
    (void)unused;
    stage *s = query_open();
    asks_overlap = false;
    question = (lope_cast_def){.from = {2.4, 4, 0}, .motion = {0, -4, 0}, .radius = 0.3f};
    stage_tick(s, 0.02f);
    assert_true(met && met_hit.walkable);
    check_near("top", met_hit.point.y, 2.5, 1e-6);
    question = (lope_cast_def){.from = {0, 0.5, 0}, .radius = 0.34f, .height = 1.8f};
    asks_overlap = true;
    stage_tick(s, 0.02f);
    assert_false(met);
    stage_close(s);
}

static lope_result refuse_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                 lope_sink *sink)
{
    (void)context, (void)bounds, (void)filter, (void)kind, (void)sink;
    return LOPE_ERROR_STATE;
}
static lope_surroundings whole;
static bool refuses;
static lope_result gather_or_refuse(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                    lope_sink *sink)
{
    if (refuses && bounds->upper.x > 40) return refuse_gather(context, bounds, filter, kind, sink);
    return whole.gather(context, bounds, filter, kind, sink);
}

// A query that could not be asked says no, as an empty way does: lope_tick_failed tells them apart. The
// tick is refused.
static void failed_query_refuses_the_tick(void **unused)
{
    (void)unused;
    stage *s = query_open();
    whole = s->surroundings;
    s->surroundings.gather = gather_or_refuse;
    for (int k = 0; k < 2; k++) {
        question = (lope_cast_def){.from = {5, 2, 0}, .motion = {k ? 50 : NAN, 0, 5}};
        refuses = k == 1;
        asks_overlap = false;
        const lope_state before = s->state;
        const lope_result due = k ? LOPE_ERROR_STATE : LOPE_ERROR_NOT_FINITE;
        assert_int_equal(lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, 0.02f, &s->report), due);
        assert_false(met);
        assert_int_equal(failed, due);
        assert_memory_equal(&before, &s->state, sizeof before);
    }
    refuses = false;
    question = (lope_cast_def){.from = {0, 3.9, 0}, .motion = {0, 1, 0}};
    stage_tick(s, 0.02f); // goes on
    assert_int_equal(failed, LOPE_OK);
    assert_false(met);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changing_modes_wins_no_jumps),
        cmocka_unit_test(restoring_mode_gives_jumps_back),
        cmocka_unit_test(sixteen_own_modes_run),
        cmocka_unit_test(wanted_is_known_when_a_mode_begins),
        cmocka_unit_test(wanted_in_enter_is_that_of_the_run),
        cmocka_unit_test(several_sweeps_are_those_of_each),
        cmocka_unit_test(hit_is_told_at_its_instant),
        cmocka_unit_test(now_goes_on_with_the_pieces),
        cmocka_unit_test(late_events_are_sorted_by_time),
        cmocka_unit_test(press_is_taken_once),
        cmocka_unit_test(taken_button_counts_as_up_until_it_is_let_go),
        cmocka_unit_test(mode_sets_its_size),
        cmocka_unit_test(mode_crouches),
        cmocka_unit_test(character_stands_up_after_the_mode),
        cmocka_unit_test(mode_sets_its_facing),
        cmocka_unit_test(queries_in_a_tick_are_those_outside),
        cmocka_unit_test(query_finds_a_ledge_beside_the_capsule),
        cmocka_unit_test(failed_query_refuses_the_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
