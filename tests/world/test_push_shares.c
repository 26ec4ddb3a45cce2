// test_push_shares.c - several characters push one body in one tick: no pushed point gets faster than the character
// that pushes it, and together they still push with what each of them has.
//
// The body is a box that this test moves itself: free, or on a hinge. Pushes are floats of some thousand N s on
// a mass: 1e-3 m/s of a speed is their rounding.
#include "world_help.h"

#include <math.h>

#define BOX 7
#define MOST 6 // characters
#define ROUNDING 1e-3
#define WALK 6.0 // m/s, of a walker

static const int rates[] = {20, 30, 60, 120, 240, 360}; // Hz
#define RATES 6

// A level floor and a box upon it, which slides and turns about up. hinged: about one end of it only.
typedef struct yard {
    lope_point center;
    double yaw, spin;
    lope_point velocity;
    lope_vec3 half;
    double mass;
    bool hinged, told; // told: that it hangs on the hinge, else it is given as a free body
    lope_point hinge;
    lope_point before;
    double yaw_before;
    double worst;      // m/s, by which a pushed point was faster than its pusher
    double most_push;  // N, of all pushes of a tick together
    uint32_t together; // ticks in which more than one character pushed
} yard;

static lope_quat turn_of(double yaw) { return lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)yaw); }

// Returns the moment of inertia (kg m2) about up, through the box's centre.
static double inertia_of(const yard *y) { return y->mass / 3.0 * (double)(y->half.x * y->half.x + y->half.z * y->half.z); }

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const yard *y = context;
    (void)bounds;
    (void)filter;
    if (kind == LOPE_STATIC) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 1, .pose = {{0, -0.5, 0}, lope_quat_identity()}});
        lope_sink_box(sink, (lope_vec3){0, 0, 0}, lope_quat_identity(), (lope_vec3){500, 0.5f, 500}, 0);
        return LOPE_OK;
    }
    const float inertia = (float)inertia_of(y);
    lope_sink_body body = {.id = BOX, .pose = {y->center, turn_of(y->yaw)}, .moving = true, .dynamic = true};
    body.motion.displacement = lope_point_sub(y->center, y->before);
    body.motion.rotation = lope_vec3_make(0, (float)(y->yaw - y->yaw_before), 0);
    body.mass = (float)y->mass;
    body.velocity = lope_point_to_vec3(y->velocity);
    body.spin = lope_vec3_make(0, (float)y->spin, 0);
    body.inertia = lope_vec3_make(0, inertia, 0); // the floor, or the hinge, keeps it upright
    if (y->told) {                                // its centre cannot leave the hinge
        body.mass_center = lope_vec3_make(-y->half.x, 0, 0);
        body.velocity = lope_vec3_make(0, 0, 0);
        body.inertia.y = (float)(inertia_of(y) + y->mass * (double)(y->half.x * y->half.x));
        body.mass = 1e9f;
    }
    lope_sink_begin(sink, &body);
    lope_sink_box(sink, (lope_vec3){0, 0, 0}, lope_quat_identity(), y->half, 0);
    return LOPE_OK;
}

// Returns the body's speed (m/s) along a push, where it is pushed.
static double speed_at(const yard *y, const lope_push *push, lope_point along)
{
    const lope_point arm = lope_point_sub(push->point, y->center), spin = {0, y->spin, 0};
    return lope_point_dot(lope_point_add(y->velocity, lope_point_cross(spin, arm)), along);
}

static void give(yard *y, const lope_push *push, lope_point impulse)
{
    const lope_point about = y->hinged ? y->hinge : y->center;
    const double moment = lope_point_cross(lope_point_sub(push->point, about), impulse).y;
    if (y->hinged) {
        const lope_point out = lope_point_sub(y->center, y->hinge);
        y->spin += moment / (inertia_of(y) + y->mass * lope_point_dot(out, out));
        y->velocity = lope_point_cross((lope_point){0, y->spin, 0}, out);
    } else {
        y->spin += moment / inertia_of(y);
        y->velocity = lope_point_mad(y->velocity, (lope_point){impulse.x, 0, impulse.z}, 1.0 / y->mass);
    }
}

static void push(void *context, const lope_push *pushes, uint32_t count, float dt)
{
    yard *y = context;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lope_point j =
            lope_point_mad(lope_vec3_to_point(pushes[i].impulse), lope_vec3_to_point(pushes[i].force), (double)dt);
        assert_int_equal(pushes[i].body, BOX);
        give(y, &pushes[i], j);
        sum += lope_point_length(j) / (double)dt;
    }
    for (uint32_t i = 0; i < count; i++) {
        const lope_point j =
            lope_point_mad(lope_vec3_to_point(pushes[i].impulse), lope_vec3_to_point(pushes[i].force), (double)dt);
        const double size = lope_point_length(j);
        // where next to nothing is left of a push, others may make its point faster
        if (!(size > 1e-4 * y->mass * (double)dt)) continue;
        const double over = speed_at(y, &pushes[i], lope_point_scale(j, 1.0 / size)) - (double)pushes[i].limit;
        y->worst = over > y->worst ? over : y->worst;
        assert_true((double)pushes[i].limit < WALK + ROUNDING);
    }
    y->most_push = sum > y->most_push ? sum : y->most_push;
    y->together += count > 1;
}

static void slide(yard *y, double dt)
{
    y->before = y->center;
    y->yaw_before = y->yaw;
    y->yaw += y->spin * dt;
    y->center = lope_point_mad(y->center, y->velocity, dt);
    if (y->hinged) {
        const lope_point out = lope_quat_rotate_point(turn_of(y->yaw), lope_point_make((double)y->half.x, 0, 0));
        y->center = lope_point_add(y->hinge, out);
        y->velocity = lope_point_cross((lope_point){0, y->spin, 0}, out);
    }
}

// Puts up a box of that mass. hinged: a door along x.
static yard yard_of(double mass, bool hinged)
{
    yard y = {.mass = mass, .hinged = hinged, .half = {0.5f, 0.5f, 0.5f}, .center = {0, 0.5, 0}};
    if (hinged) {
        y.half = lope_vec3_make(0.6f, 1, 0.05f);
        y.center = lope_point_make(0.6, 1, 0);
        y.hinge = lope_point_make(0, 1, 0);
    }
    y.before = y.center;
    return y;
}

// Lets `count` characters walk into the box for `seconds`: side by side along z, or from all sides.
static void play(yard *y, int count, bool around, int rate, double seconds)
{
    lope_surroundings surroundings = {.context = y, .gather = gather};
    lope_world *world =
        lope_world_create(&(lope_world_def){.surroundings = &surroundings, .push = push, .push_context = y, .threads = 1});
    for (int i = 0; i < count; i++) {
        const double angle = 6.2832 * i / count, beside = count > 1 ? 1.1 * i / (count - 1) - 0.55 : 0.1;
        const lope_point feet = around ? (lope_point){2 * sin(angle), 0, -2 * cos(angle)}
                                       : (lope_point){y->center.x + beside, 0, -1.5 - 0.1 * (i % 2)};
        const lope_vec3 move = around ? lope_vec3_make((float)-sin(angle), 0, (float)cos(angle)) : lope_vec3_make(0, 0, 1);
        lope_character *c = lope_character_create(world, &(lope_character_def){.feet = feet, .mode = LOPE_MODE_WALKING});
        assert_non_null(c);
        lope_character_set_input(c, &(lope_input){.move = move});
    }
    for (int tick = 0; tick < (int)(seconds * rate); tick++) {
        assert_int_equal(lope_world_step(world, 1.0f / (float)rate), LOPE_OK);
        slide(y, 1.0 / rate);
    }
    lope_world_destroy(world);
}

static void no_crate_gets_faster_than_those_that_push_it(void **unused)
{
    (void)unused;
    static const double masses[] = {0.5, 5, 40, 200, 2000};
    uint32_t together = 0;
    for (int i = 0; i < RATES * 5; i++) {
        for (int around = 0; around < 2; around++) {
            for (int count = 2; count <= MOST; count++) {
                yard y = yard_of(masses[i / RATES], false);
                play(&y, count, around, rates[i % RATES], 1.5);
                if (y.worst > ROUNDING)
                    fail_msg("%g kg, %d at %d Hz: %.4f m/s too fast", y.mass, count, rates[i % RATES], y.worst);
                together += y.together;
            }
        }
    }
    print_message("  %u ticks with several pushes\n", together);
    assert_true(together > 1000);
}

static void together_they_push_with_the_force_of_each(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        for (int count = 1; count <= 2; count++) {
            yard y = yard_of(4000, false);
            play(&y, count, false, rates[i], 1.0);
            assert_true(fabs(y.most_push - 500.0 * count) < 1e-3 * 500);
        }
    }
}

// Returns by how much (m/s) a pushed point of a door gets faster than its pusher, at most.
static double worst_of_doors(bool told, int most)
{
    static const double masses[] = {2, 20, 200};
    double worst = 0;
    for (int i = 0; i < RATES * 3; i++) {
        for (int count = 1; count <= most; count++) {
            yard y = yard_of(masses[i / RATES], true);
            y.told = told;
            play(&y, count, false, rates[i % RATES], 1.0);
            worst = y.worst > worst ? y.worst : worst;
        }
    }
    return worst;
}

// One that is given as a free body answers a push less than lope takes it to, so one character is right. Several
// at different distances from the hinge turn it through each other by more than a free body.
static void no_door_gets_faster_than_those_that_push_it(void **unused)
{
    (void)unused;
    const double alone = worst_of_doors(false, 1), together = worst_of_doors(false, MOST), told = worst_of_doors(true, MOST);
    print_message("  doors: %.5f m/s by one, %.4f m/s by several, %.5f m/s by several where the hinge is told\n", alone, together,
                  told);
    assert_true(alone < ROUNDING);
    assert_true(together < 0.15 * WALK); // the outer one still presses where the inner one alone is enough
    assert_true(told < ROUNDING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_crate_gets_faster_than_those_that_push_it),
        cmocka_unit_test(together_they_push_with_the_force_of_each),
        cmocka_unit_test(no_door_gets_faster_than_those_that_push_it),
    };
    return cmocka_run_group_tests_name("world.push_shares", tests, NULL, NULL);
}
