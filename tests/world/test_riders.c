// test_riders.c - characters on platforms together, and on each other.
#include "../behaviour/check.h"

#include <lope/lope.h>

#define TURN 6.283185307179586
static const double rates[] = {20, 60, 360};

typedef struct scene {
    lope_world *world;
    lope_body platform;
    lope_character *people[8];
    int count;
    double rate;
    uint64_t ticks;
    bool turns;
} scene;

static lope_transform pose_at(const scene *s, double t)
{
    lope_transform pose = {.rotation = {0, 0, 0, 1}};
    if (!s->turns) {
        pose.position = lope_point_make(6 * t, -0.5 + 0.5 * sin(t), 0);
        return pose;
    }
    double h = fmod(2.0 * t, 2 * TURN) * 0.5;
    pose.position.y = -0.5;
    pose.rotation = (lope_quat){0, (float)sin(h), 0, (float)cos(h)};
    return pose;
}

static scene open_scene(double rate, bool turns)
{
    scene s = {.rate = rate, .turns = turns};
    s.world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    lope_box_def def = {.size = {20, 1, 20}, .body = {.moving = true, .position = {0, -0.5, 0}}};
    s.platform = lope_world_add_box(s.world, &def);
    return s;
}

static void add(scene *s, double x, double y, double z, bool no_stand)
{
    s->people[s->count++] = lope_character_create(
        s->world,
        &(lope_character_def){.feet = {x, y, z}, .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER, .no_stand = no_stand});
    assert_non_null(s->people[s->count - 1]);
}

static const lope_state *state_of(const scene *s, int i) { return lope_character_state(s->people[i]); }

static void step(scene *s)
{
    lope_transform pose = pose_at(s, (double)(s->ticks + 1) / s->rate);
    assert_int_equal(lope_level_set_pose(lope_world_level(s->world), s->platform, &pose), LOPE_OK);
    assert_int_equal(lope_world_step(s->world, (float)(1.0 / s->rate)), LOPE_OK);
    s->ticks++;
}

static lope_point spot(const scene *s, int i)
{
    lope_transform pose = pose_at(s, (double)s->ticks / s->rate);
    return lope_transform_unapply(&pose, state_of(s, i)->feet);
}

// Nearly in touch, along and across the way: nobody is held back by where another one stood.
static void together(void **unused)
{
    (void)unused;
    for (int turns = 0; turns < 2; turns++)
        for (int r = 0; r < 3; r++) {
            scene s = open_scene(rates[r], turns);
            static const double places[6][2] = {{3, 0}, {3.7, 0}, {4.4, 0}, {3, 0.7}, {3, 1.4}, {-6, 2}};
            for (int i = 0; i < 6; i++) add(&s, places[i][0], 0, places[i][1], false);
            double worst = 0;
            int touches = 0;
            lope_point spots[6];
            step(&s); // in their first tick nobody knows yet who stands on what
            for (int i = 0; i < 6; i++) spots[i] = spot(&s, i);
            for (int k = 0; k < (int)(10 * s.rate); k++) {
                step(&s);
                uint32_t count;
                const lope_world_event *events = lope_world_events(s.world, &count);
                for (uint32_t e = 0; e < count; e++) touches += events[e].event.kind == LOPE_EVENT_TOUCH;
                for (int i = 0; i < 6; i++) {
                    lope_point off = lope_point_sub(spot(&s, i), spots[i]);
                    worst = fmax(worst, lope_point_length(off));
                }
            }
            printf("  %g Hz%s: off their spots by %.3g mm at most, %d touches\n", s.rate, turns ? ", turning" : "", worst * 1e3,
                   touches);
            check_below("off their spots", worst, 1e-3);
            lope_world_destroy(s.world);
        }
}

// One on another's head on a platform: carried along, without drift; and down with the one below when that
// walks.
static void on_a_head(void **unused)
{
    (void)unused;
    for (int turns = 0; turns < 2; turns++)
        for (int r = 0; r < 3; r++) {
            scene s = open_scene(rates[r], turns);
            add(&s, 2, 0, 0, false);
            add(&s, 2, 1.80, 0, false);
            double worst = 0;
            int modes = 0;
            for (int k = 0; k < (int)(20 * s.rate); k++) {
                step(&s);
                uint32_t count;
                const lope_world_event *events = lope_world_events(s.world, &count);
                if ((double)k < s.rate) continue;
                for (uint32_t e = 0; e < count; e++) modes += events[e].event.kind == LOPE_EVENT_MODE;
                lope_point off = lope_point_sub(spot(&s, 1), spot(&s, 0));
                off.y -= 1.76;
                worst = fmax(worst, lope_point_length(off));
            }
            printf("  %g Hz%s: off the head by %.3g mm at most, %d changes of mode, base %llx\n", s.rate,
                   turns ? ", turning" : "", worst * 1e3, modes, (unsigned long long)state_of(&s, 1)->base_body);
            assert_int_equal(modes, 0);
            check_below("off the head", worst, 0.01);
            lope_world_destroy(s.world);
        }
}

// Three, born on each other, in touch or 2 cm apart, on what rises, slides and turns: nobody crouches or
// comes off, at any rate.
static void a_stack(void **unused)
{
    (void)unused;
    for (int turns = 0; turns < 2; turns++)
        for (int apart = 0; apart < 2; apart++)
            for (int r = 0; r < 3; r++) {
                scene s = open_scene(rates[r], turns);
                for (int i = 0; i < 3; i++) add(&s, 3, 1.76 * i + 0.02 * apart * (i + 1), 1, false);
                int others = 0;
                for (int k = 0; k < (int)(4 * s.rate); k++) {
                    step(&s);
                    uint32_t count;
                    const lope_world_event *events = lope_world_events(s.world, &count);
                    for (uint32_t e = 0; e < count; e++) others += events[e].event.kind != LOPE_EVENT_BASE;
                }
                lope_point lowest = spot(&s, 0), highest = spot(&s, 2);
                printf("  %s, %g Hz%s: %.2g m off, %d events\n", apart ? "2 cm apart" : "in touch", s.rate,
                       turns ? ", turning" : "", hypot(highest.x - lowest.x, highest.z - lowest.z), others);
                assert_int_equal(others, 0);
                check_near("on both", highest.y - lowest.y, 1.76 * 2, 2e-3);
                check_below("over it", hypot(highest.x - lowest.x, highest.z - lowest.z),
                            2 * 6.0 / s.rate + 1e-3); // of the first tick
                lope_world_destroy(s.world);
            }
}

// The one below goes out of another a character that is made inside it, 0.29 m in a tick: who jumps off its
// head then gets nothing of that.
static void off_one_that_parts(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++)
        for (int late = 0; late < 3; late++) {
            scene s = open_scene(rates[r], true);
            lope_box_def ground = {.size = {100, 1, 100}, .body = {.position = {0, 9.5, 0}}};
            lope_world_add_box(s.world, &ground);
            add(&s, 0, 10, 0, false);
            add(&s, 0, 11.76, 0, false);
            for (int k = 0; k < 10; k++) step(&s);
            add(&s, 0.1, 10, 0, false);
            for (int k = 0; k < late; k++) step(&s);
            lope_character_set_input(s.people[1], &(lope_input){.held = LOPE_BUTTON_JUMP, .pressed = LOPE_BUTTON_JUMP});
            step(&s);
            lope_vec3 v = state_of(&s, 1)->velocity;
            printf("  %g Hz, jumps %d ticks later: goes up at %.3f m/s, along at %.3f\n", s.rate, late, (double)v.y, (double)v.x);
            assert_int_equal(state_of(&s, 1)->mode, LOPE_MODE_FALLING);
            check_below("up", (double)v.y, 4.2); // the jump's own speed
            check_near("along", (double)v.x, 0, 1e-3);
            lope_world_destroy(s.world);
        }
}

// Two on a floor at y = 10: one there, the other over it with its feet at `above`.
static scene open_stack(double rate, double above)
{
    scene s = open_scene(rate, true);
    lope_box_def ground = {.size = {100, 1, 100}, .body = {.position = {0, 9.5, 0}}};
    lope_world_add_box(s.world, &ground);
    add(&s, 0, 10, 0, false);
    add(&s, 0, above, 0, false);
    return s;
}

// The one below walks at 3 m/s: who jumps off its head takes that along.
static void off_one_that_walks(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        scene s = open_stack(rates[r], 11.76);
        lope_character_set_input(s.people[0], &(lope_input){.move = {0.5f, 0, 0}});
        for (int k = 0; k < (int)(1.5 * s.rate); k++) step(&s);
        lope_character_set_input(s.people[1], &(lope_input){.held = LOPE_BUTTON_JUMP, .pressed = LOPE_BUTTON_JUMP});
        step(&s);
        printf("  %g Hz: along at %.4f m/s\n", s.rate, (double)state_of(&s, 1)->velocity.x);
        check_near("along", (double)state_of(&s, 1)->velocity.x, 3, 0.01);
        lope_world_destroy(s.world);
    }
}

// The one below walks: the one on its head goes along.
static void head_walks(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        scene s = open_stack(rates[r], 11.78);
        for (int k = 0; k < (int)(1 * s.rate); k++) step(&s);
        lope_character_set_input(s.people[0], &(lope_input){.move = {0.5f, 0, 0}});
        for (int k = 0; k < (int)(2 * s.rate); k++) step(&s);
        lope_character_set_input(s.people[0], &(lope_input){0});
        for (int k = 0; k < (int)(1 * s.rate); k++) step(&s);
        double below = state_of(&s, 0)->feet.x, above = state_of(&s, 1)->feet.x;
        printf("  %g Hz: below at %.4f, above at %.4f %.4f\n", s.rate, below, above, state_of(&s, 1)->feet.y);
        check_near("along", above, below, 0.01);
        check_near("on the head", state_of(&s, 1)->feet.y, 11.76, 2e-3);
        lope_world_destroy(s.world);
    }
}

// Nobody stands on one that forbids it: down it comes beside, and all is still in the end.
static void no_stand(void **unused)
{
    (void)unused;
    static const double beside[] = {0, 1e-3, 0.1};
    for (int b = 0; b < 3; b++)
        for (int r = 0; r < 3; r++) {
            scene s = open_scene(rates[r], true);
            lope_box_def ground = {.size = {100, 1, 100}, .body = {.position = {0, 9.5, 0}}};
            lope_world_add_box(s.world, &ground);
            add(&s, 0, 10, 0, true);
            add(&s, beside[b], 13, 0, false);
            int jumps = 0, modes = 0;
            for (int k = 0; k < (int)(4 * s.rate); k++) {
                step(&s);
                uint32_t count;
                const lope_world_event *events = lope_world_events(s.world, &count);
                for (uint32_t e = 0; e < count; e++) {
                    jumps += events[e].event.kind == LOPE_EVENT_TOUCH;
                    modes += events[e].event.kind == LOPE_EVENT_MODE;
                }
            }
            const lope_state *up = state_of(&s, 1);
            printf("  %g Hz: lands at %.3f %.3f %.3f, %d touches, %d changes of mode\n", s.rate, up->feet.x, up->feet.y,
                   up->feet.z, jumps, modes);
            check_near("on the ground", up->feet.y, 10, 1e-3);
            assert_int_equal(up->mode, LOPE_MODE_WALKING);
            check_below("far enough", 0.68, hypot(up->feet.x, up->feet.z));
            lope_world_destroy(s.world);
        }
}

// From 4 m down on the head of a character that stands there, who allows it or not: touched at the instant of
// the fall's formula at every rate, and from then on the same way.
static void from_above(void **unused)
{
    (void)unused;
    static const double many[] = {20, 60, 120, 360}, beside[] = {0, 0.05, 0.1, 0.15, 0.3};
    for (int forbids = 0; forbids < 2; forbids++)
        for (int b = 0; b < 5; b++) {
            double top = 0.34 + sqrt(0.68 * 0.68 - beside[b] * beside[b]) + 0.74, falls = 4 - top; // over its upper ball's middle
            double instant = sqrt(2 * falls / 9.8);
            lope_point first = {0, 0, 0};
            for (int r = 0; r < 4; r++) {
                scene s = open_scene(many[r], true);
                lope_box_def ground = {.size = {100, 1, 100}, .body = {.position = {0, 9.5, 0}}};
                lope_world_add_box(s.world, &ground);
                add(&s, 0, 10, 0, forbids);
                add(&s, beside[b], 14, 0, false);
                double met = -1;
                for (int k = 0; k < (int)(3 * s.rate); k++) {
                    step(&s);
                    uint32_t count;
                    const lope_world_event *events = lope_world_events(s.world, &count);
                    uint32_t kind = forbids ? LOPE_EVENT_TOUCH : LOPE_EVENT_LAND;
                    for (uint32_t e = 0; e < count; e++)
                        if (met < 0 && events[e].event.kind == kind) met = k / s.rate + (double)events[e].event.time;
                }
                lope_point end = state_of(&s, 1)->feet;
                if (r == 0) first = end;
                printf("  %g m beside, %s, %g Hz: met at %.4f s, formula %.4f s; ends at %.4f %.4f\n", beside[b],
                       forbids ? "not to stand on" : "stands", s.rate, met, instant, end.x, end.y);
                check_near("met", met, instant, 1.5e-3); // the plane before the head, where the tick began
                check_below("the same place", lope_point_length(lope_point_sub(end, first)), 0.01);
                assert_int_equal(state_of(&s, 1)->mode, LOPE_MODE_WALKING);
                lope_world_destroy(s.world);
            }
        }
}

// A glider sinks toward one that jumps under it. Both meet where their ways do: the jumper has not the whole
// gap to itself, on which the glider would land at once, in the air.
static void a_glider_lands_on_a_jumper_where_they_meet(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        scene s = open_scene(rates[r], false);
        lope_moveset moveset;
        const lope_tuning tuning = lope_tuning_default();
        assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
        assert_int_equal(lope_moveset_add_ability(&moveset, lope_glide_ability(), NULL, NULL, NULL), LOPE_OK);
        const double sinks = 2, rises = 6, gap = 1.2, g = 9.80665;
        lope_character_def def = {.channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER, .moveset = &moveset};
        def.feet = lope_point_make(40, 5, 0);
        def.velocity = lope_vec3_make(0, (float)rises, 0);
        s.people[s.count++] = lope_character_create(s.world, &def);
        def.feet.y += 1.8 + gap; // the default height
        def.velocity = lope_vec3_make(0, (float)-sinks, 0);
        s.people[s.count++] = lope_character_create(s.world, &def);
        const lope_input held = {.held = LOPE_BUTTON_GLIDE};
        const lope_state *jumper = state_of(&s, 0), *glider = state_of(&s, 1);
        const double apart = glider->feet.y - jumper->feet.y - (double)jumper->height;
        bool landed = false;
        while (!landed && s.ticks < (uint64_t)s.rate) {
            lope_character_set_input(s.people[1], &held);
            step(&s);
            uint32_t count;
            const lope_world_event *events = lope_world_events(s.world, &count);
            for (uint32_t e = 0; e < count; e++) landed = landed || events[e].event.kind == LOPE_EVENT_LAND;
        }
        // apart = (sinks + rises) t - g t^2 / 2; the sink rate is the glide's own
        const double all = sinks + rises, meet = (all - sqrt(all * all - 2 * g * apart)) / g, now = (double)s.ticks / s.rate;
        printf("  %g Hz: lands after %.4f s, they meet at %.4f s\n", s.rate, now, meet);
        // within the tick in which they meet; one more, for each goes by where the other stood at the tick's
        // start
        check_near("lands", now, meet + 0.5 / s.rate, 1.5 / s.rate + 1e-4);
        lope_world_destroy(s.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(together),
        cmocka_unit_test(on_a_head),
        cmocka_unit_test(a_stack),
        cmocka_unit_test(off_one_that_parts),
        cmocka_unit_test(off_one_that_walks),
        cmocka_unit_test(head_walks),
        cmocka_unit_test(no_stand),
        cmocka_unit_test(from_above),
        cmocka_unit_test(a_glider_lands_on_a_jumper_where_they_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
