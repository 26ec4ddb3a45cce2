// test_each_other.c - characters that block each other: head-on, following, into one place, a hundred in a 2
// m corridor.
//
// After every tick: nobody overlaps another or a wall by more than 1 mm, nobody is lifted by more than 1 mm,
// all walk. Jitter is counted as reversals: two displacements in a row, each over 0.2 mm, that point against
// each other; a character that has come to rest makes none. All numbers are measured here from the states, by
// capsules' axes, sharing nothing with the library. Read next: test_walls.c.
#include "../behaviour/check.h"
#include "grid.h"

#include <lope/lope.h>

#define PEOPLE 100
#define TOUCH 1e-3    // m: the limit for overlap, and for lifting
#define REVERSAL 2e-4 // m

static const double rates[] = {20, 30, 60, 144, 360};
#define RATES ((int)(sizeof rates / sizeof rates[0]))

typedef struct crowd {
    lope_world *world;
    lope_moveset moveset;
    lope_character *people[PEOPLE];
    lope_vec3 moves[PEOPLE];
    lope_point before[PEOPLE], step[PEOPLE];
    int count;
    double rate, time, wall; // wall: |z| of the corridor's walls, 0: none
    // measured since crowd_measure
    double overlap, lift, in_wall, tick; // m
    double overlap_time, lift_time;      // s, when
    int overlap_a, overlap_b;
    int reversals, off_ground;
} crowd;

static void add_box(crowd *c, double x, double y, double z, double sx, double sy, double sz)
{
    lope_box_def def = {.size = {(float)sx, (float)sy, (float)sz}};
    def.body.position = lope_point_make(x, y, z);
    assert_true(lope_level_valid(lope_world_level(c->world), lope_world_add_box(c->world, &def)));
}

static crowd *crowd_open(double rate, bool instantly)
{
    crowd *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->rate = rate;
    c->world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    assert_non_null(c->world);
    lope_tuning tuning = lope_tuning_default();
    tuning.turn_instantly = instantly;
    assert_int_equal(lope_moveset_make(&c->moveset, &tuning, NULL), LOPE_OK);
    add_box(c, 0, -0.5, 0, 300, 1, 60);
    return c;
}

static void crowd_close(crowd *c)
{
    lope_world_destroy(c->world);
    free(c);
}

static void add_person(crowd *c, double x, double z, double radius, double move_x, double move_z)
{
    assert_true(c->count < PEOPLE);
    lope_error error = {0};
    lope_character_def def = {.feet = {x, 0, z},
                              .radius = (float)radius,
                              .height = 1.76f,
                              .mode = LOPE_MODE_WALKING,
                              .moveset = &c->moveset,
                              .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER,
                              .error = &error};
    lope_character *person = lope_character_create(c->world, &def);
    if (!person) fail_msg("no character: %s: %s", error.field, error.text);
    c->moves[c->count] = lope_vec3_make((float)move_x, 0, (float)move_z);
    c->people[c->count++] = person;
}

static void crowd_measure(crowd *c)
{
    c->overlap = c->lift = c->in_wall = c->tick = 0;
    c->reversals = c->off_ground = 0;
}

static void look_at_pairs(crowd *c)
{
    for (int i = 0; i < c->count; i++) {
        const lope_state *a = lope_character_state(c->people[i]);
        for (int k = 0; k < i; k++) {
            const lope_state *b = lope_character_state(c->people[k]);
            double apart = hypot(a->feet.x - b->feet.x, a->feet.z - b->feet.z);
            double overlap = (double)a->radius + (double)b->radius - apart; // all upright, of one height
            if (overlap > c->overlap) c->overlap = overlap, c->overlap_time = c->time, c->overlap_a = i, c->overlap_b = k;
        }
    }
}

static void crowd_tick(crowd *c)
{
    for (int i = 0; i < c->count; i++) {
        c->before[i] = lope_character_state(c->people[i])->feet;
        assert_int_equal(lope_character_set_input(c->people[i], &(lope_input){.move = c->moves[i]}), LOPE_OK);
    }
    assert_int_equal(lope_world_step(c->world, (float)(1 / c->rate)), LOPE_OK);
    c->time += 1 / c->rate;
    for (int i = 0; i < c->count; i++) {
        const lope_state *state = lope_character_state(c->people[i]);
        lope_point step = lope_point_sub(state->feet, c->before[i]);
        double length = lope_point_length(step), last = lope_point_length(c->step[i]);
        if (length > REVERSAL && last > REVERSAL && lope_point_dot(step, c->step[i]) < 0) c->reversals++;
        c->step[i] = step;
        if (length > c->tick) c->tick = length;
        if (fabs(state->feet.y) > c->lift) c->lift = fabs(state->feet.y), c->lift_time = c->time;
        c->off_ground += state->mode != LOPE_MODE_WALKING;
        double in_wall = c->wall > 0 ? fabs(state->feet.z) + (double)state->radius - c->wall : 0;
        if (in_wall > c->in_wall) c->in_wall = in_wall;
    }
    look_at_pairs(c);
}

static void crowd_run(crowd *c, double seconds)
{
    for (int t = 0; t < (int)(seconds * c->rate + 0.5); t++) crowd_tick(c);
}

// What always holds.
static void judge(grid *g, const crowd *c, const char *where)
{
    grid_measure(g, c->overlap * 1e3, "%s, at %.3f s, %d and %d", where, c->overlap_time, c->overlap_a, c->overlap_b);
    if (!(c->overlap < TOUCH))
        grid_fail(g, "overlap", "%s: %.3g mm at %.4f s, %d and %d", where, c->overlap * 1e3, c->overlap_time, c->overlap_a,
                  c->overlap_b);
    if (!(c->lift < TOUCH)) grid_fail(g, "lifted", "%s: %.3g mm at %.4f s", where, c->lift * 1e3, c->lift_time);
    if (!(c->in_wall < TOUCH)) grid_fail(g, "in a wall", "%s: %.3g mm", where, c->in_wall * 1e3);
    if (c->off_ground) grid_fail(g, "off the ground", "%s: %d ticks", where, c->off_ground);
}

// Two that walk into each other. Straight on along an axis, where their directions are opposite to the bit,
// they stop and stand: not 0.1 mm in a tick. Else they are on a summit, from which they may slide by, but
// never to and fro.
static void head_on(void **unused)
{
    (void)unused;
    static const double offsets[] = {0, 1e-4, 0.05, 0.2, 0.5}, radii[] = {0.34, 0.5};
    grid g;
    grid_begin(&g, "head-on", "mm", 10); // so cheap that a quick run takes all
    for (int r = 0; r < RATES; r++)
        for (int o = 0; o < 5; o++)
            for (int k = 0; k < 12; k++) {
                if (!grid_next(&g)) continue;
                char where[160];
                double turn = (k >> 2) * 0.61, cs = cos(turn), sn = sin(turn), big = radii[k >> 1 & 1], gap = 3 + grid_phase(&g);
                snprintf(where, sizeof where, "%g Hz, %g m aside, radius %g, heading %g, %g m, %s", rates[r], offsets[o], big,
                         turn, gap, k & 1 ? "turn_instantly" : "acceleration");
                crowd *c = crowd_open(rates[r], k & 1);
                add_person(c, -gap * cs, -gap * sn, 0.34, cs, sn);
                add_person(c, gap * cs - offsets[o] * sn, gap * sn + offsets[o] * cs, big, -cs, -sn);
                crowd_measure(c);
                crowd_run(c, 2.5);
                judge(&g, c, where);
                if (c->reversals > 2) grid_fail(&g, "jitter on meeting", "%s: %d reversals", where, c->reversals);
                crowd_measure(c);
                crowd_run(c, 1);
                judge(&g, c, where);
                if (c->reversals) grid_fail(&g, "jitter", "%s: %d reversals", where, c->reversals);
                if (offsets[o] <= 0 && k < 4 && !(c->tick < 1e-4))
                    grid_fail(&g, "does not stand", "%s: %.3g mm a tick", where, c->tick * 1e3);
                crowd_close(c);
            }
    grid_end(&g);
}

// A fast one behind a slow one: after 2.5 s it walks at the slow one's speed, within 5 % in every tick; when
// the slow one stops, it stands. So along an axis; along other headings the last bit may lead it past the
// slow one, without a reversal.
static void following(void **unused)
{
    (void)unused;
    static const double slow[] = {0.1, 1 / 3.0, 0.8};
    grid g;
    grid_begin(&g, "following", "mm", 10); // so cheap that a quick run takes all
    for (int r = 0; r < RATES; r++)
        for (int s = 0; s < 3; s++)
            for (int k = 0; k < 6; k++) {
                if (!grid_next(&g)) continue;
                char where[160];
                double turn = (k >> 1) * 0.61, cs = cos(turn), sn = sin(turn), speed = 6 * slow[s], worst = 0,
                       gap = 0.8 + grid_phase(&g);
                snprintf(where, sizeof where, "%g Hz, leader %.3g m/s, heading %g, %g m behind, %s", rates[r], speed, turn, gap,
                         k & 1 ? "turn_instantly" : "acceleration");
                crowd *c = crowd_open(rates[r], k & 1);
                add_person(c, 0, 0, 0.34, slow[s] * cs, slow[s] * sn);
                add_person(c, -gap * cs, -gap * sn, 0.34, cs, sn);
                crowd_measure(c);
                crowd_run(c, 2.5);
                for (int t = 0; t < (int)(2 * rates[r]); t++) {
                    crowd_tick(c);
                    double off = fabs(lope_point_length(c->step[1]) * rates[r] - speed) / speed;
                    if (off > worst) worst = off;
                }
                judge(&g, c, where);
                if (k < 2 && !(worst < 0.05))
                    grid_fail(&g, "jitter", "%s: the follower's speed is %.3g %% off in a tick", where, worst * 100);
                if (c->reversals) grid_fail(&g, "reversals", "%s: %d", where, c->reversals);
                c->moves[0] = lope_vec3_make(0, 0, 0);
                crowd_run(c, 1.5);
                crowd_measure(c);
                crowd_run(c, 0.5);
                judge(&g, c, where);
                if (k < 2 && !(c->tick < 1e-4)) grid_fail(&g, "does not stand", "%s: %.3g mm a tick", where, c->tick * 1e3);
                crowd_close(c);
            }
    grid_end(&g);
}

// Twelve from a circle to its middle.
static void into_one_place(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "twelve into one place", "mm", 1);
    for (int r = 0; r < RATES; r++)
        for (int k = 0; k < 8; k++) {
            if (!grid_next(&g)) continue;
            char where[160];
            double phase = grid_phase(&g);
            snprintf(where, sizeof where, "%g Hz, phase %.4f, %s", rates[r], phase, k & 1 ? "turn_instantly" : "acceleration");
            crowd *c = crowd_open(rates[r], k & 1);
            for (int i = 0; i < 12; i++) {
                double a = 6.283185307 * (i + phase) / 12, far_off = 4 + (k >> 1) * 0.3 * (i % 3);
                add_person(c, far_off * cos(a), far_off * sin(a), 0.34, -cos(a), -sin(a));
            }
            crowd_measure(c);
            crowd_run(c, 6);
            judge(&g, c, where);
            int before = c->reversals;
            crowd_measure(c);
            crowd_run(c, 1);
            if (c->reversals)
                grid_fail(&g, "jitter", "%s: %d reversals in the last second, %d before", where, c->reversals, before);
            crowd_close(c);
        }
    grid_end(&g);
}

typedef enum corridor { CORRIDOR_DEAD_END, CORRIDOR_OPPOSED, CORRIDOR_MIXED, CORRIDOR_COUNT } corridor;
static const char *const corridor_names[] = {"all into a dead end", "fifty against fifty", "one way, unequal speeds"};

static void fill_corridor(crowd *c, corridor kind, double phase)
{
    c->wall = 1;
    add_box(c, 0, 1.5, 1.5, 200, 3, 1);
    add_box(c, 0, 1.5, -1.5, 200, 3, 1);
    if (kind == CORRIDOR_DEAD_END) add_box(c, 30.5, 1.5, 0, 1, 3, 4);
    for (int i = 0; i < PEOPLE; i++) {
        int row = i / 2;
        double x = -25 + row + 0.1 * sin(7.0 * (i + phase)), z = (i % 2 ? 0.45 : -0.45) + 0.1 * sin(5.0 * (i + phase));
        double move = 1;
        if (kind == CORRIDOR_OPPOSED && row >= 25) move = -1;
        if (kind == CORRIDOR_MIXED) move = 0.3 + 0.7 * fabs(sin(3.0 * (i + phase)));
        add_person(c, x, z, 0.34, move, 0);
    }
}

static void in_a_corridor(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "100 in a 2 m corridor", "mm", 1);
    for (int kind = 0; kind < CORRIDOR_COUNT; kind++)
        for (int r = 0; r < RATES; r++)
            for (int k = 0; k < 2; k++) {
                if (!grid_next(&g)) continue;
                char where[160];
                g.tag = corridor_names[kind];
                snprintf(where, sizeof where, "%s, %g Hz, %s", corridor_names[kind], rates[r],
                         k ? "turn_instantly" : "acceleration");
                crowd *c = crowd_open(rates[r], k);
                fill_corridor(c, (corridor)kind, grid_phase(&g));
                crowd_measure(c);
                crowd_run(c, 8);
                judge(&g, c, where);
                int before = c->reversals;
                crowd_measure(c);
                crowd_run(c, 1);
                judge(&g, c, where);
                if (c->reversals)
                    grid_fail(&g, "jitter", "%s: %d reversals in the last second, %d in the 8 s before", where, c->reversals,
                              before);
                crowd_close(c);
            }
    grid_end(&g);
}

int main(int argc, char **argv)
{
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_on),
        cmocka_unit_test(following),
        cmocka_unit_test(into_one_place),
        cmocka_unit_test(in_a_corridor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
