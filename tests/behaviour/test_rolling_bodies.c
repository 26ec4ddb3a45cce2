// test_rolling_bodies.c - balls, bottles and logs that a walker steps on: they roll away under it, and do not
// throw it.
//
// A simulated body (Bullet) lies between a walker and a wall. The walker steps onto it, drives it along, gets
// it behind its back, or pins it to the wall. Whatever the body does, the walker never rises above the body's
// top, and in no tick goes farther than a step's height and twice its own way. Each walk draws the body, its
// mass, the speed, the offset and the tick rate from a seed that is printed; LOPE_SEED=n draws others,
// LOPE_WALKS=n so many, LOPE_WALK=n one of them.
// Read next: src/character/base/base_frame.c (lope_base_carries), src/motion/moving/push_out.c.
#include "../zoo/zoo.h"
#include "draw.h"
#include "scene/bullet_here.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP 0.45 // m, the default step height
#define OVER 0.1  // m over the body's top, for what the physics lifts the body itself
#define SECONDS 4
#define WALKS 60

static const double rates[] = {20, 30, 60, 120, 240, 360};
static const double masses[] = {1, 2, 5, 10, 20, 50, 100, 200};
typedef enum roller_kind { SPHERE, CAPSULE, CYLINDER, ROLLER_KINDS } roller_kind;
static const char *const kinds[] = {"sphere", "capsule", "cylinder"};

typedef struct roller {
    roller_kind kind;
    double radius, length, mass, speed, offset, rate; // length: m, of what lies along z
} roller;

static roller draw_roller(void)
{
    roller r = {.kind = (roller_kind)pick(ROLLER_KINDS), .radius = draw(0.08, 0.45), .mass = masses[pick(8)]};
    r.length = r.kind == SPHERE ? 2 * r.radius : 2 * r.radius + draw(0.1, 0.8);
    r.speed = draw(1.5, 5);
    r.offset = pick(2) ? 0 : draw(-0.1, 0.1);
    r.rate = rates[pick(6)];
    return r;
}

static zoo *open_roller(const roller *r)
{
    char shape[120];
    if (r->kind == SPHERE)
        snprintf(shape, sizeof shape, "\"sphere\":%.6f", r->radius);
    else
        snprintf(shape, sizeof shape, "\"%s\":[%.6f,%.6f],\"euler\":[90,0,0]", kinds[r->kind], r->radius, r->length);
    return zoo_open_text("rolling_bodies", r->rate,
                         "{\"lope\":1,\"duration\":%d,\"world\":\"bullet\",\"level\":["
                         "{\"name\":\"floor\",\"box\":[60,1,60],\"position\":[0,-0.5,0]},"
                         "{\"name\":\"wall\",\"box\":[1,4,20],\"position\":[3.5,2,0]},"
                         "{\"name\":\"roller\",%s,\"position\":[1,%.6f,%.6f],\"mass\":%g}],"
                         "\"characters\":[{\"name\":\"hero\",\"feet\":[-0.5,0,0],\"input\":[{\"t\":0,\"move\":[1,0,0]}],"
                         "\"tuning\":{\"max_walk_speed\":%.6f}}]}",
                         SECONDS, shape, r->radius, r->offset, r->mass, r->speed);
}

// Plays a scenario of a hero and a body. Returns NULL, or what went wrong. top: m, the highest that the body
// can reach without leaving the floor.
static const char *watch(zoo *z, double speed, double rate, double top)
{
    static char text[200];
    const char *wrong = NULL;
    lope_point before = zoo_feet(z, "hero");
    while (zoo_tick(z) && !wrong) {
        const lope_point now = zoo_feet(z, "hero");
        const double way = lope_point_length(lope_point_sub(now, before));
        if (way > STEP + 2 * speed / rate)
            snprintf(text, sizeof text, "%.4f m in one tick at %.3f s", way, zoo_time(z));
        else if (now.y > top + OVER)
            snprintf(text, sizeof text, "%.4f m high at %.3f s", now.y, zoo_time(z));
        else
            text[0] = 0;
        if (text[0]) wrong = text;
        before = now;
    }
    return wrong;
}

static void a_body_that_rolls_throws_no_walker(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *many = getenv("LOPE_WALKS"), *one = getenv("LOPE_WALK");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    const uint32_t begin = one ? (uint32_t)strtoul(one, NULL, 10) : 0;
    const uint32_t end = one ? begin + 1 : many ? (uint32_t)strtoul(many, NULL, 10) : WALKS;
    uint32_t failed = 0;
    for (uint32_t i = begin; i < end; i++) {
        seed = first << 32 | i;
        const roller r = draw_roller();
        zoo *z = open_roller(&r);
        // a bottle may come to stand upright
        const char *wrong = watch(z, r.speed, r.rate, r.length > 2 * r.radius ? r.length : 2 * r.radius);
        zoo_close(z);
        if (wrong && failed++ < 20)
            printf("  walk %u: %s of radius %.3f, %.3f long, %g kg, %.2f m/s, off %.3f, %g Hz: %s\n", i, kinds[r.kind], r.radius,
                   r.length, r.mass, r.speed, r.offset, r.rate, wrong);
    }
    printf("seed %llu: %u walks over rolling bodies, %u failed\n", (unsigned long long)first, end - begin, failed);
    assert_int_equal(failed, 0);
}

static void the_cases_throw_no_walker(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        double speed, top;
    } cases[] = {{"f07-ball", 3, 0.4}, {"f07-light-ball", 4, 0.4}, {"f07-large-ball", 3, 0.8}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
            zoo *z = zoo_open_case(cases[k].name, rates[i]);
            if (!z) break;
            const char *wrong = watch(z, cases[k].speed, rates[i], cases[k].top);
            if (wrong) fail_msg("%s at %g Hz: %s", cases[k].name, rates[i], wrong);
            zoo_close(z);
        }
}

int main(void)
{
    if (!lope_scene_has_bullet()) {
        print_message("skipped: Bullet was not found (Debian: apt-get install libbullet-dev)\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_body_that_rolls_throws_no_walker),
                                       cmocka_unit_test(the_cases_throw_no_walker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
