// test_pressed.c - characters that are pressed into each other: born on one spot, by a moving wall, by what
// carries them against one.
//
// What always holds: nobody goes farther in a tick than out of the one that it is deepest in, the end is at
// rest, and nobody is in anybody then. Distances are of upright axes, measured here. Read next:
// test_riders.c, ../exact/test_each_other.c.
#include "../behaviour/check.h"

#include <lope/lope.h>

#define MOST 8
#define WIDE 0.68  // m, two radii
#define TOUCH 1e-3 // m: the limit for overlap at rest
#define RESTS 1e-4 // m in a tick: who stands
static const double rates[] = {20, 60, 360};

typedef struct scene {
    lope_world *world;
    lope_body mover;
    lope_point at; // of the mover
    lope_character *people[MOST];
    lope_point before[MOST];
    int count;
    double rate;
    double step;        // m, the longest of anybody in a tick
    double depth;       // m, the deepest overlap after a tick
    int crushes, stuck; // events
} scene;

static scene open_scene(double rate)
{
    scene s = {.rate = rate};
    s.world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    assert_non_null(s.world);
    return s;
}

static lope_body add_box(scene *s, lope_point at, lope_vec3 size, bool moving)
{
    lope_box_def def = {.size = size, .body = {.moving = moving, .position = at}};
    lope_body body = lope_world_add_box(s->world, &def);
    assert_true(lope_level_valid(lope_world_level(s->world), body));
    if (moving) s->mover = body, s->at = at;
    return body;
}

static void add(scene *s, double x, double y, double z)
{
    lope_character_def def = {.feet = {x, y, z}, .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER};
    assert_true(s->count < MOST);
    s->before[s->count] = def.feet;
    s->people[s->count++] = lope_character_create(s->world, &def);
    assert_non_null(s->people[s->count - 1]);
}

static const lope_state *state_of(const scene *s, int i) { return lope_character_state(s->people[i]); }

static double overlap(const scene *s)
{
    double worst = 0;
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < i; k++) {
            lope_point off = lope_point_sub(state_of(s, i)->feet, state_of(s, k)->feet);
            double in = WIDE - hypot(off.x, off.z);
            if (fabs(off.y) < 1.0 && in > worst) worst = in;
        }
    return worst;
}

// One tick, in which the mover goes at a speed along x.
static void tick(scene *s, double speed)
{
    s->at.x += speed / s->rate;
    lope_transform pose = {.position = s->at, .rotation = {0, 0, 0, 1}};
    if (s->mover.generation) assert_int_equal(lope_level_set_pose(lope_world_level(s->world), s->mover, &pose), LOPE_OK);
    assert_int_equal(lope_world_step(s->world, (float)(1 / s->rate)), LOPE_OK);
    for (int i = 0; i < s->count; i++) {
        double way = lope_point_length(lope_point_sub(state_of(s, i)->feet, s->before[i]));
        if (way > s->step) s->step = way;
        s->before[i] = state_of(s, i)->feet;
    }
    if (overlap(s) > s->depth) s->depth = overlap(s);
    uint32_t count;
    const lope_world_event *events = lope_world_events(s->world, &count);
    for (uint32_t e = 0; e < count; e++) {
        s->crushes += events[e].event.kind == LOPE_EVENT_CRUSH;
        s->stuck += events[e].event.kind == LOPE_EVENT_CRUSH || events[e].event.kind == LOPE_EVENT_STUCK;
    }
}

static void run(scene *s, double seconds, double speed)
{
    s->step = s->depth = 0;
    for (int k = 0; k < (int)(seconds * s->rate + 0.5); k++) tick(s, speed);
}

// The last second: everybody stands, and in nobody.
static void check_rest(scene *s)
{
    run(s, 1, 0);
    check_below("at rest, m in a tick", s->step, RESTS);
    check_below("at rest, m of overlap", s->depth, TOUCH);
}

// Two to six on exactly one spot, on the ground and in deep water: apart, each no farther than a row needs,
// the same at every rate.
static void one_spot(void **unused)
{
    (void)unused;
    for (int count = 2; count <= 6; count++) {
        lope_point ends[MOST] = {{0, 0, 0}};
        for (int r = 0; r < 3; r++) {
            scene s = open_scene(rates[r]);
            add_box(&s, lope_point_make(0, -0.5, 0), lope_vec3_make(60, 1, 60), false);
            for (int i = 0; i < count; i++) add(&s, 3, 0, -2);
            run(&s, 2, 0);
            printf("  %d at %g Hz: %.3g m in a tick at most, told stuck %d times, x", count, s.rate, s.step, s.stuck);
            for (int i = 0; i < count; i++) printf(" %.4f", state_of(&s, i)->feet.x - 3);
            printf("\n");
            check_below("a tick", s.step, WIDE + TOUCH);
            for (int i = 0; i < count; i++) {
                lope_point feet = state_of(&s, i)->feet;
                check_below("away", hypot(feet.x - 3, feet.z + 2), WIDE * (count - 1) + TOUCH);
                check_near("on the ground", feet.y, 0, TOUCH);
                if (r > 0) check_below("the same at every rate", lope_point_length(lope_point_sub(feet, ends[i])), 1e-6);
                ends[i] = feet;
            }
            if (count > 2) assert_true(s.stuck > 0); // those in the middle, while the others go
            check_rest(&s);
            lope_world_destroy(s.world);
        }
    }
}

// What one asks of two on one spot when each of them had been made first.
static void either_order(void **unused)
{
    (void)unused;
    double x[2][2];
    for (int order = 0; order < 2; order++) {
        scene s = open_scene(60);
        add_box(&s, lope_point_make(0, -0.5, 0), lope_vec3_make(60, 1, 60), false);
        add(&s, order ? 0.1 : 0, 0, 0);
        add(&s, order ? 0 : 0.1, 0, 0);
        run(&s, 1, 0);
        for (int i = 0; i < 2; i++) x[order][i] = state_of(&s, i)->feet.x;
        check_near("half each", x[order][0] + x[order][1], 0.1, 1e-6);
        check_rest(&s);
        lope_world_destroy(s.world);
    }
    check_near("the same places", x[0][0], x[1][1], 1e-9);
    check_near("the same places", x[0][1], x[1][0], 1e-9);
}

// A wall pushes a row along: each goes at its pace, no more than the way of a tick behind the one that pushes
// it, and they stand apart once it stops.
static void a_row(void **unused)
{
    (void)unused;
    static const double speeds[] = {0.5, 1.5, 3};
    for (int v = 0; v < 3; v++)
        for (int r = 0; r < 3; r++)
            for (int count = 2; count <= 4; count++) {
                scene s = open_scene(rates[r]);
                double way = speeds[v] / s.rate, worst = 0;
                add_box(&s, lope_point_make(0, -0.5, 0), lope_vec3_make(400, 1, 60), false);
                add_box(&s, lope_point_make(-1.5, 1.01, 0), lope_vec3_make(2, 2, 2), true);
                for (int i = 0; i < count; i++) add(&s, 0.69 * i, 0, 0);
                run(&s, 3, speeds[v]);
                for (int i = 0; i < count; i++) {
                    double late = s.at.x + 1 + 0.34 + WIDE * i - state_of(&s, i)->feet.x;
                    if (late > worst) worst = late;
                    check_below("late", late, way * i + TOUCH);
                    check_below("early", -late, 0.01 * i + TOUCH); // the gaps of the start
                }
                printf("  %d before a wall at %g m/s, %g Hz: %.3g m in a tick, overlaps %.3g m, late by %.3g m\n", count,
                       speeds[v], s.rate, s.step, s.depth, worst);
                check_below("a tick", s.step, way + TOUCH);
                check_below("overlap", s.depth, way + TOUCH);
                assert_int_equal(s.crushes, 0);
                run(&s, 0.5, 0);
                check_rest(&s);
                lope_world_destroy(s.world);
            }
}

// The same row with a wall in front: all but nobody can go on. Both that are pressed are told, nobody goes
// through anything, and once the wall goes back they stand apart.
static void into_a_wall(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++)
        for (int count = 2; count <= 3; count++) {
            scene s = open_scene(rates[r]);
            add_box(&s, lope_point_make(0, -0.5, 0), lope_vec3_make(400, 1, 60), false);
            add_box(&s, lope_point_make(5.5, 2, 0), lope_vec3_make(1, 4, 20), false);
            add_box(&s, lope_point_make(-1.5, 1.01, 0), lope_vec3_make(2, 2, 2), true);
            for (int i = 0; i < count; i++) add(&s, 0.69 * i, 0, 0);
            run(&s, 7, 0.9); // its front comes to 5.8
            printf("  %d at %g Hz: told stuck %d times, %.3g m in a tick, overlap %.3g m\n", count, s.rate, s.stuck, s.step,
                   s.depth);
            check_below("a tick", s.step, 0.9 / s.rate + TOUCH);
            check_below("overlap", s.depth, 3 * 0.9 / s.rate + TOUCH);
            assert_true(s.stuck >= 2);
            for (int i = 0; i < count; i++) {
                assert_true(state_of(&s, i)->stuck_ticks > 0 || i + 2 < count);
                check_below("at the wall", state_of(&s, i)->feet.x, 5 - 0.34 + TOUCH);
            }
            run(&s, 7, -0.9);
            check_below("a tick", s.step, 0.9 / s.rate * 3 + TOUCH);
            for (int i = 0; i < count; i++) assert_int_equal(state_of(&s, i)->stuck_ticks, 0);
            check_rest(&s);
            lope_world_destroy(s.world);
        }
}

// On a train, and on a conveyor, that run against a wall: each comes to stand where the one before it does.
static void carried_together(void **unused)
{
    (void)unused;
    for (int belt = 0; belt < 2; belt++)
        for (int r = 0; r < 3; r++) {
            scene s = open_scene(rates[r]);
            add_box(&s, lope_point_make(0, -0.5, 0), lope_vec3_make(60, 1, 60), false);
            add_box(&s, lope_point_make(2, 2.6, 0), lope_vec3_make(1, 4, 20), false);
            lope_box_def def = {.size = {8, 0.5f, 3}, .body = {.moving = !belt, .position = {-6, 0.25, 0}}};
            if (belt) def.size.x = 15, def.body.surface.velocity = lope_vec3_make(1.5f, 0, 0);
            lope_body body = lope_world_add_box(s.world, &def);
            if (!belt) s.mover = body, s.at = def.body.position;
            for (int i = 0; i < 4; i++) add(&s, -2.8 - 0.75 * i, 0.5, 0);
            run(&s, 5, 1.5);
            printf("  %s at %g Hz: overlaps %.3g m, told stuck %d times\n", belt ? "belt" : "train", s.rate, s.depth, s.stuck);
            check_below("overlap", s.depth, 1.5 / s.rate + TOUCH);
            assert_int_equal(s.stuck, 0);
            run(&s, 0.5, 1.5);
            check_below("overlap", s.depth, TOUCH);
            for (int i = 0; i < 4; i++) check_near("in a row", state_of(&s, i)->feet.x, 1.5 - 0.34 - WIDE * i, 2e-3);
            lope_world_destroy(s.world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_spot),    cmocka_unit_test(either_order),     cmocka_unit_test(a_row),
        cmocka_unit_test(into_a_wall), cmocka_unit_test(carried_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
