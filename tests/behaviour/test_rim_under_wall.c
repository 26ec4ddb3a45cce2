// test_rim_under_wall.c - along a rim with a wall behind it that leans back, as on upholstered furniture: only
// where the rim is out of reach does it let go.
//
// The face behind the rim rises, so the way along it leads up by a little, and the wall lets the capsule down
// only with a way outward. The rim must hold it all the same, as it does where the capsule lands.
#include "check.h"
#include "draw.h"
#include "stage.h"

static const float rates[] = {20, 30, 60, 120, 240, 360}; // Hz
#define RATES 6
#define HEIGHT 0.6    // m, of the rim: more than a step
#define RADIUS 0.34   // m, of the capsule
#define BELOW 0.04    // m, of the wall below where it is touched
#define DEGREE 0.017453292519943295
#define LOW_PLANES 16 // draws of a run

// What is drawn.
typedef struct rim_scene {
    double slope; // degrees, of the face behind the rim
    double lean;  // degrees, of the wall from upright
    double yaw;   // degrees: positive: along +z the wall gives way
    double out;   // m, of the axis before the rim where the capsule begins and touches the wall
    double press; // degrees, of the input from along the wall
} rim_scene;

// Puts up a face with its rim along z at x = 0, and a wall that a capsule on the rim touches with its axis
// `out` before it, at z = 0.
static void put_up(stage *s, const rim_scene *r)
{
    const double a = r->slope * DEGREE, w = r->lean * DEGREE, yaw = r->yaw * DEGREE;
    const double c = cos(a), d = sin(a), half = 0.4, deep = 0.15;
    stage_tilted_box(s, half * c + deep * d, HEIGHT + half * d - deep * c, 0, 2 * half, 2 * deep, 8, r->slope, 0);
    // the wall's face touches the round bottom around its centre, RADIUS over the rim
    const double nx = -cos(w) * cos(yaw), ny = sin(w), nz = cos(w) * sin(yaw);
    const double px = -r->out - RADIUS * nx, py = HEIGHT + RADIUS - RADIUS * ny, pz = -RADIUS * nz;
    // its lower end is a little below that, clear of the rim
    const double ux = sin(w) * cos(yaw), uy = cos(w), uz = -sin(w) * sin(yaw), up = 1.0 - BELOW;
    stage_tilted_box(s, px - 0.5 * nx + up * ux, py - 0.5 * ny + up * uy, pz - 0.5 * nz + up * uz, 1, 2, 10, -r->lean, r->yaw);
}

// The character falls beside the wall onto the rim, and walks along the wall and against it. Returns how often the
// floor let go. *landed: how often it landed.
static int walk_along(stage_form form, const rim_scene *r, float rate, double seconds, int *landed)
{
    stage *s = stage_open(form);
    put_up(s, r);
    stage_place(s, -r->out - 0.0005, HEIGHT, 0, LOPE_MODE_WALKING);
    const double at = (r->press + r->yaw) * DEGREE;
    stage_move(s, sin(at), cos(at));
    stage_run(s, seconds, rate);
    const int off = stage_count(s, LOPE_EVENT_WALK_OFF);
    *landed = stage_count(s, LOPE_EVENT_LAND);
    if (getenv("DBG") && off > 0) {
        brute_point f = stage_feet(s);
        printf("%s %g Hz slope %.1f lean %.1f yaw %.1f out %.3f press %.1f: landed %d off %d at %.4f %.4f %.4f mode %d\n", stage_form_names[form], (double)rate, r->slope, r->lean, r->yaw, r->out, r->press, *landed, off, f.x, f.y, f.z, (int)s->state.mode);
    }
    stage_close(s);
    return off;
}

// Draws a scene in which the way along the wall leads toward the rim, so that it never comes out of reach.
static rim_scene draw_scene(void)
{
    rim_scene r;
    r.slope = draw(5, 42);
    r.lean = draw(3, 40);
    r.yaw = draw(0, 12);
    r.out = draw(0.2, 0.335);
    r.press = draw(0, 80);
    return r;
}

static void the_rim_holds_beside_a_wall_that_leans(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *count = getenv("LOPE_SCENES");
    const int scenes = count ? atoi(count) : 40;
    const uint64_t from = given ? strtoull(given, NULL, 10) : 1;
    int let_go = 0;
    for (int i = 0; i < scenes; i++) {
        seed = from + (uint64_t)i;
        const rim_scene r = draw_scene();
        for (int k = 0; k < RATES * STAGE_FORM_COUNT; k++) {
            int landed;
            let_go += walk_along((stage_form)(k / RATES), &r, rates[k % RATES], 0.5, &landed);
        }
    }
    print_message("  %d scenes from seed %llu: the rim let go %d times\n", scenes, (unsigned long long)from, let_go);
    assert_int_equal(let_go, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_rim_holds_beside_a_wall_that_leans)};
    return cmocka_run_group_tests_name("behaviour.rim_under_wall", tests, NULL, NULL);
}
