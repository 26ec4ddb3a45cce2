// test_together.c - all abilities of the library in one moveset, and a player that presses everything: nothing
// gets inside of anything, every start has its end, modes do not flicker, and a tick run again gives the same.
#include "yard.h"

#include "../behaviour/draw.h"

#define ALL 11 // abilities
#define SCENES 24
#define SECONDS 20.0
#define CHANGES 12 // of the mode in a second, at most: this player changes its buttons several times as often

static void add_all(stage *s)
{
    const lope_ability *const all[] = {lope_slide_ability(),    lope_mantle_ability(),     lope_dash_ability(),
                                       lope_sprint_ability(),   lope_glide_ability(),      lope_prone_ability(),
                                       lope_roll_ability(),     lope_air_strafe_ability(), lope_wall_jump_ability(),
                                       lope_wall_run_ability(), lope_wall_slide_ability()};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) yard_add(s, all[i]);
    yard_set(s, "wall_run", "along", 0);
    yard_set(s, "wall_run", "min_speed", 2);
    yard_set(s, "wall_run", "height", 0.2);
}

// Walls, ramps, a low bar, steps and a pit.
static stage *open_scene(int frame)
{
    stage *s = yard_open(frame);
    stage_box(s, -20, -1, -20, 20, 0, 20);
    stage_box(s, -20, 0, -21, 20, 8, -20);
    stage_box(s, -20, 0, 20, 20, 8, 21);
    stage_box(s, -21, 0, -21, -20, 8, 21);
    stage_box(s, 20, 0, -21, 21, 8, 21);
    stage_ramp(s, 4, 0, 4, 30, 20, 10, 4);
    stage_ramp(s, -4, 0, -8, 60, 130, 10, 6);
    stage_box(s, -12, 0.85, -6, -6, 1.5, 6);
    stage_box(s, 6, 0, -12, 12, 0.3, -6);
    stage_box(s, 8, 0.3, -12, 12, 1.4, -6);
    stage_box(s, -3, 0, 10, 3, 3, 14);
    add_all(s);
    return s;
}

static void push_buttons(stage *s)
{
    for (uint32_t button = 0; button < 9; button++) {
        if (draw(0, 1) < 0.04) s->input.held ^= 1u << button;
        if (draw(0, 1) < 0.02) s->input.pressed |= 1u << button;
    }
    if (draw(0, 1) < 0.05) {
        const double angle = draw(0, 6.28), press = draw(0, 1) < 0.2 ? 0 : 1;
        stage_move(s, press * cos(angle), press * sin(angle));
    }
}

// Runs the tick twice, from the same state: the results are the same bits.
static void tick_twice(stage *s, float dt)
{
    const lope_state before = s->state;
    lope_input input = s->input;
    lope_requests none = {0};
    lope_report report;
    lope_state again = before;
    input.move = lope_quat_rotate(s->turn, s->input.move);
    input.requests = &none;
    assert_int_equal(lope_move(&again, &input, &s->moveset, &s->surroundings, s->nearby, dt, &report), LOPE_OK);
    stage_tick(s, dt);
    if (lope_state_hash(&again) != lope_state_hash(&s->state))
        fail_msg("seed %llu: not the same again", (unsigned long long)seed);
}

static void every_start_has_its_end(const stage *s, int started[ALL], int most)
{
    int changes = 0;
    for (uint32_t i = 0; i < s->report.event_count; i++) {
        const lope_event *e = &s->report.events[i];
        changes += e->kind == LOPE_EVENT_MODE;
        if (e->kind == LOPE_EVENT_ABILITY) started[e->from]++;
        if (e->kind == LOPE_EVENT_ABILITY_END) started[e->from]--;
    }
    for (uint32_t id = 0; id < ALL; id++)
        if (started[id] != (yard_is_on(s, id) && !(s->moveset.abilities[id]->traits & LOPE_ABILITY_WATCHES)))
            fail_msg("seed %llu: ability %u is out of step", (unsigned long long)seed, (unsigned)id);
    if (changes > most) fail_msg("seed %llu: %d changes of the mode in a tick", (unsigned long long)seed, changes);
}

static void anything_may_be_pressed(void **unused)
{
    (void)unused;
    int total[ALL] = {0};
    for (int scene = 0; scene < SCENES; scene++) {
        seed = 28000 + (uint64_t)scene;
        const float rate = rates[scene % RATES];
        stage *s = open_scene(scene % FRAMES);
        int started[ALL] = {0}, changes[64] = {0};
        yard_place(s, 0, 0, 0, true);
        for (uint32_t i = 0; i < s->report.event_count; i++)
            started[s->report.events[i].from] += s->report.events[i].kind == LOPE_EVENT_ABILITY;
        for (int i = 0; i < (int)(SECONDS * (double)rate); i++) {
            if (i % (int)(rate / 20 + 0.5f) == 0) push_buttons(s);
            s->event_count = 0;
            tick_twice(s, 1 / rate);
            every_start_has_its_end(s, started, 6);
            changes[(int)s->time] += stage_count(s, LOPE_EVENT_MODE);
            for (uint32_t id = 0; id < ALL; id++) total[id] += yard_event(s, LOPE_EVENT_ABILITY, id, 0) != NULL;
            if (stage_depth(s) > 1e-3)
                fail_msg("scene %d at %g Hz, %g s: %g m deep", scene, (double)rate, s->time, stage_depth(s));
        }
        for (int i = 0; i < (int)SECONDS; i++)
            if (changes[i] > CHANGES) fail_msg("scene %d, second %d: %d changes of the mode", scene, i, changes[i]);
        stage_close(s);
    }
    printf("  starts:");
    for (int id = 0; id < ALL; id++) {
        printf(" %d", total[id]);
        assert_true(total[id] > 0);
    }
    printf("\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(anything_may_be_pressed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
