// test_round_steps.c - spheres, capsules and cylinders that lie in the way: the step height is exact over
// them too.
//
// A round top has no rim. The capsule can stand on it where the normal at their contact is gentle enough,
// that is at the height `landing`: the top less what the normal's limit takes away. So it is climbed when
// that height is at most the step height, and never when it is more. Each walk draws an obstacle, how far it
// is sunk into the floor, the direction, the speed and the tick rate from a seed that is printed; LOPE_SEED=n
// draws others, LOPE_WALKS=n so many, LOPE_WALK=n one of them. Read next: tests/exact/test_steps.c for
// upright faces.
#include "check.h"
#include "draw.h"
#include "stage.h"

#define RADIANS 0.017453292519943295
#define RADIUS 0.34 // m, the capsule's
#define LONG 40.0   // m, of what cannot be walked round
#define EITHER 5e-3 // m about the limit in which a walk may go either way: promise 4 gives as much
#define AWAY 0.9    // m, from the obstacle's middle to the start
#define TOLD 2e-3   // m, by which a step's height that is told may exceed the limit
#define WALKS 600

static const double rates[] = {20, 30, 60, 120, 240, 360};
static const double directions[] = {0, 15, -15, 30, -30, 45, -45, 60}; // of what is long
static const double all_round[] = {0, 90, 180, 270, 30, 75, 120, 285}; // of what is short: also onto its ends
static const double limits[] = {0.2, 0.35, 0.45};
typedef enum round_kind { SPHERE, CAPSULE, CYLINDER, ROUND_KINDS } round_kind;
static const char *const kinds[] = {"sphere", "capsule", "cylinder"};

typedef struct round_walk {
    round_kind kind;
    double radius, sunk, length; // m
    double direction, tilt;      // degrees: of the approach from straight on; of the axis out of the level
    double limit, speed, rate;
} round_walk;

static round_walk draw_walk(void)
{
    round_walk w = {.kind = pick(ROUND_KINDS), .radius = draw(0.01, 0.25), .limit = limits[pick(3)]};
    w.sunk = pick(2) ? 0 : draw(0, 1.2) * w.radius;
    w.length = pick(3) ? LONG : 2 * w.radius + draw(0.05, 1.2);
    w.direction = w.kind == SPHERE ? 0 : w.length < LONG ? all_round[pick(8)] : directions[pick(8)];
    w.tilt = w.kind == SPHERE || pick(3) ? 0 : draw(-12, 12);
    w.speed = draw(0.5, 6);
    w.rate = rates[pick(6)];
    return w;
}

static void add_obstacle(stage *s, const round_walk *w)
{
    double height = w->radius - w->sunk;
    lope_body_def body = {.position = {0, height, 0}};
    lope_quat lying = lope_quat_from_axis((lope_vec3){1, 0, 0}, (float)((90 + w->tilt) * RADIANS));
    body.rotation = lying;
    lope_body made = {0};
    lope_sphere_def sphere = {.body = body, .radius = (float)w->radius};
    lope_capsule_def capsule = {.body = body, .radius = (float)w->radius, .height = (float)w->length};
    lope_cylinder_def cylinder = {.body = body, .radius = (float)w->radius, .height = (float)w->length};
    if (w->kind == SPHERE) made = lope_level_add_sphere(s->level, &sphere);
    if (w->kind == CAPSULE) made = lope_level_add_capsule(s->level, &capsule);
    if (w->kind == CYLINDER) made = lope_level_add_cylinder(s->level, &cylinder);
    assert_true(lope_level_valid(s->level, made));
}

// Height (m) at which the capsule first can stand on it, coming from the side.
static double landing_of(const round_walk *w)
{
    double cosine = cos((double)lope_tuning_default().walkable_floor_angle);
    return 2 * w->radius - w->sunk - w->radius * (1 - cosine);
}

// Returns NULL, or what went wrong.
static const char *play(const round_walk *w)
{
    static char text[200];
    const char *wrong = NULL;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    add_obstacle(s, w);
    stage_tune(s, "max_step_height", w->limit);
    stage_tune(s, "max_walk_speed", w->speed);
    const double away = w->length < LONG ? AWAY + 0.5 * w->length : AWAY / cos(w->direction * RADIANS);
    double c = cos(w->direction * RADIANS), n = sin(w->direction * RADIANS), landing = landing_of(w);
    stage_place(s, -away * c, 0, -away * n, LOPE_MODE_WALKING);
    stage_move(s, c, n);
    // over it: at a quarter of the speed, which is what is left where steps are paid off
    double seconds = 2 * away / w->speed * 4 + 0.5, highest = 0, before = 0;
    for (double t = 0; t < seconds && (w->length >= LONG ? stage_feet(s).x : stage_feet(s).x * c + stage_feet(s).z * n) < away;
         t += 1 / w->rate) {
        stage_tick(s, (float)(1 / w->rate));
        double y = stage_feet(s).y;
        if (y - before > w->limit + EITHER && !wrong) {
            snprintf(text, sizeof text, "rises %.4f m in a tick", y - before);
            wrong = text;
        }
        before = y;
        highest = fmax(highest, y);
    }
    for (int i = 0; i < s->event_count && !wrong; i++) {
        const lope_event *e = &s->events[i].event;
        if (e->kind != LOPE_EVENT_STEP_UP || (double)e->value <= w->limit + TOLD) continue;
        snprintf(text, sizeof text, "a step of %.4f m", (double)e->value);
        wrong = text;
    }
    brute_point end = stage_feet(s);
    bool tilted = w->tilt < 0 || w->tilt > 0, is_long = w->length >= LONG || w->kind == SPHERE;
    // A tilted obstacle has every height somewhere. A walker that comes askew slides along it to where it is
    // low. A short obstacle can be walked round. Its ends are upright, with a rim as high as its top.
    bool to_climb = is_long ? landing < w->limit - EITHER && (!tilted || fabs(w->direction) < 1)
                            : !tilted && 2 * w->radius - w->sunk < w->limit - EITHER;
    bool to_stop = is_long && !tilted && landing > w->limit + EITHER;
    double gone = is_long ? end.x : end.x * c + end.z * n; // what is long may be slid along
    if (!wrong && to_climb && gone < 0.1) {
        snprintf(text, sizeof text, "stopped at (%.4f, %.4f, %.4f)", end.x, end.y, end.z);
        wrong = text;
    }
    if (!wrong && to_stop && (gone > 0 || highest > w->limit + EITHER)) {
        snprintf(text, sizeof text, "climbed to %.4f m, ends at (%.4f, %.4f, %.4f)", highest, end.x, end.y, end.z);
        wrong = text;
    }
    stage_close(s);
    return wrong;
}

static void tell(uint32_t walk, const round_walk *w, const char *wrong)
{
    printf("  walk %u: %s of radius %.4f, sunk %.4f, %.2f m long, tilted %.1f degrees, from %.0f degrees, ", walk, kinds[w->kind],
           w->radius, w->sunk, w->length, w->tilt, w->direction);
    printf("%.2f m/s, %.0f Hz, limit %.2f, landing %.4f: %s\n", w->speed, w->rate, w->limit, landing_of(w), wrong);
}

static void round_things_are_climbed_up_to_the_step_height(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *many = getenv("LOPE_WALKS"), *one = getenv("LOPE_WALK");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    const uint32_t begin = one ? (uint32_t)strtoul(one, NULL, 10) : 0;
    const uint32_t end = one ? begin + 1 : many ? (uint32_t)strtoul(many, NULL, 10) : WALKS;
    uint32_t failed = 0, climbed = 0;
    for (uint32_t i = begin; i < end; i++) {
        seed = first << 32 | i;
        round_walk w = draw_walk();
        const char *wrong = play(&w);
        climbed += landing_of(&w) <= w.limit ? 1 : 0;
        if (wrong && failed++ < 20) tell(i, &w, wrong);
    }
    printf("seed %llu: %u walks over round things, %u to be climbed, %u not, %u failed\n", (unsigned long long)first, end - begin,
           climbed, end - begin - climbed, failed);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_things_are_climbed_up_to_the_step_height)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
