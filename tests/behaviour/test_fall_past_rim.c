// test_fall_past_rim.c - a fall lands on a rim only when it touches it, whatever else it touches.
//
// Where a leaning wall leads the capsule back under the rim that has let go of it, a landing that lifts it to
// the rim's height lets the input lead it off once more, without an end. And beside a kerb that is not
// touched the character lands on the ground. Read next: test_rim_under_wall.c, test_rim_behind.c.
#include "check.h"
#include "draw.h"
#include "stage.h"

static const float rates[] = {20, 60, 144, 360}; // Hz
#define RATES 4
#define HEIGHT 2.0             // m, of the rim
#define RADIUS 0.34            // m, of the capsule
#define HELD (RADIUS - 0.0015) // m from the axis: so far does a rim hold
#define SECONDS 1.0
// Of the mode in that second. 15 are seen where a landing beside what leans lifts. The 8 are of a crease between
// two edges that is just gentle enough to hold.
#define CHANGES 8
#define DEGREE 0.017453292519943295
#define CLOSE 1e-3 // m: the skin, and what floats leave

// The rim's body: a block, as stage_form says, or an upright cylinder.
#define RIM_FORMS (STAGE_FORM_COUNT + 1)
#define RIM_CYLINDER STAGE_FORM_COUNT
#define FRAMES 4

static stage *open_scene(int form, int frame)
{
    static const lope_quat turns[FRAMES] = {
        {0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, {0.6f, 0, 0, 0.8f}, {0.1f, 0.7f, -0.5f, 0.5f}};
    const stage_form solids = form == RIM_CYLINDER ? STAGE_BOXES : (stage_form)form;
    return stage_open_at(solids, turns[frame], lope_point_make(frame * 100.0, 0, frame * -30.0));
}

// Adds a body, `height` m high. Its rim is nearest to the axis x = z = 0 at x = `beside` m.
static void add_rim(stage *s, int form, double beside, double height)
{
    if (form != RIM_CYLINDER) {
        stage_box(s, beside, 0, -4, beside + 3, height, 4);
        return;
    }
    const lope_vec3 middle = lope_quat_rotate(s->turn, lope_vec3_make((float)beside + 1.0f, 0.5f * (float)height, 0));
    lope_cylinder_def cylinder = {.body = {.rotation = s->turn}, .radius = 1, .height = (float)height};
    cylinder.body.position = lope_point_add(s->origin, lope_vec3_to_point(middle));
    assert_true(lope_level_valid(s->level, lope_level_add_cylinder(s->level, &cylinder)));
}

typedef struct shaft {
    double perch; // m, the perch radius threshold
    double lean;  // degrees, of the wall from upright; its foot is nearer to the rim
    double gap;   // m, from where the rim lets go to where the wall is touched at the rim's height
    double press; // degrees, of the input from straight against the wall
    double in;    // m, from where the rim lets go to where the character stands at first
    double wide;  // m, from the capsule's axis to the upright walls at its sides
} shaft;

static shaft draw_shaft(bool perches)
{
    return (shaft){.perch = perches ? draw(0.02, 0.25) : 0,
                   .lean = draw(3, 40),
                   .gap = draw(0.001, 0.03),
                   .press = draw(-60, 60),
                   .in = draw(0, 0.05),
                   .wide = draw(0.341, 0.5)};
}

// Returns the x at which the rim lets go of the axis. It is at x = HELD.
static double lets_go_at(const shaft *h)
{
    const double holds = RADIUS - h->perch;
    return holds < HELD ? HELD - holds : 0;
}

// What leans: a wall, the edge of two walls, a pole.
typedef enum leaning { LEANING_WALL, LEANING_EDGE, LEANING_POLE, LEANING_COUNT } leaning;

// Puts up what leans, with its foot toward +x. It touches the round bottom of a capsule with its feet on the
// rim and its axis `gap` beyond where the rim lets go.
static void put_up_leaning(stage *s, leaning kind, const shaft *h)
{
    const double w = h->lean * DEGREE, c = cos(w), d = sin(w), thick = 0.25;
    const double x = lets_go_at(h) - h->gap - RADIUS * c, y = HEIGHT + RADIUS * (1 - d); // where it is touched
    const double foot = x + y * d / c, top = foot - 4 * d / c;
    if (kind == LEANING_WALL) {
        stage_tilted_box(s, x - thick * c, y - thick * d, 0, 2 * thick, 3.0, 8, h->lean, 0);
    } else if (kind == LEANING_EDGE) {
        const brute_point low = brute_make(foot, 0, 0), high = brute_make(top, 4, 0);
        stage_sheet(s, low, high, brute_make(top - 2, 4, 2), brute_make(foot - 2, 0, 2));
        stage_sheet(s, high, low, brute_make(foot - 2, 0, -2), brute_make(top - 2, 4, -2));
    } else {
        const lope_quat tilt = {0, 0, sinf(0.5f * (float)w), cosf(0.5f * (float)w)};
        lope_cylinder_def pole = {.body = {.rotation = lope_quat_multiply(s->turn, tilt)}, .radius = (float)thick, .height = 3};
        const lope_vec3 at = lope_vec3_make((float)(x - thick * c), (float)(y - thick * d), 0);
        pole.body.position = lope_point_add(s->origin, lope_vec3_to_point(lope_quat_rotate(s->turn, at)));
        assert_true(lope_level_valid(s->level, lope_level_add_cylinder(s->level, &pole)));
    }
}

// What a life in the shaft came to.
typedef struct life {
    int let_go, changes; // of the mode, from tick to tick
    double lifted;       // m, at most, over the lowest place before
} life;

static life live(int form, leaning kind, int frame, const shaft *h, float rate)
{
    stage *s = open_scene(form, frame);
    stage_floor(s);
    add_rim(s, form, HELD, HEIGHT);
    put_up_leaning(s, kind, h);
    stage_box(s, -4, 0, h->wide, 4, HEIGHT + 3, h->wide + 1);
    stage_box(s, -4, 0, -h->wide - 1, 4, HEIGHT + 3, -h->wide);
    stage_tune(s, "perch_radius_threshold", h->perch);
    stage_place(s, lets_go_at(h) + h->in, HEIGHT, 0, LOPE_MODE_WALKING);
    stage_move(s, -cos(h->press * DEGREE), sin(h->press * DEGREE));
    double lowest = HEIGHT;
    life l = {0, 0, 0};
    for (int i = 0; i < (int)(SECONDS * (double)rate); i++) {
        const bool walked = stage_walking(s);
        stage_tick(s, 1.0f / rate);
        const double feet = stage_feet(s).y;
        lowest = feet < lowest ? feet : lowest;
        l.lifted = feet - lowest > l.lifted ? feet - lowest : l.lifted;
        l.changes += stage_walking(s) != walked;
    }
    l.let_go = stage_count(s, LOPE_EVENT_WALK_OFF);
    stage_close(s);
    return l;
}

static uint64_t first_seed(void)
{
    const char *given = getenv("LOPE_SEED");
    return given ? strtoull(given, NULL, 10) : 1;
}

static int scene_count(void)
{
    const char *given = getenv("LOPE_SCENES");
#ifdef LOPE_QUICK
    return given ? atoi(given) : 2;
#else
    return given ? atoi(given) : 5;
#endif
}

// Plays drawn shafts in all forms, with all that leans, at all rates. Returns the worst of each; prints all.
static life play(bool perches)
{
    life worst = {0, 0, 0};
    long let_go = 0, changes = 0;
    for (int i = 0; i < scene_count(); i++) {
        seed = first_seed() + (uint64_t)i;
        const shaft h = draw_shaft(perches);
        for (int k = 0; k < RATES * RIM_FORMS * LEANING_COUNT; k++) {
            const leaning kind = (leaning)(k / RATES / RIM_FORMS);
            const life l = live(k / RATES % RIM_FORMS, kind, (i + k) % FRAMES, &h, rates[k % RATES]);
            let_go += l.let_go;
            changes += l.changes;
            worst.let_go = l.let_go > worst.let_go ? l.let_go : worst.let_go;
            worst.changes = l.changes > worst.changes ? l.changes : worst.changes;
            worst.lifted = l.lifted > worst.lifted ? l.lifted : worst.lifted;
        }
    }
    print_message("  %d scenes from seed %llu: let go %ld times, %ld changes; in one run %d and %d, lifted by %.4f m\n",
                  scene_count(), (unsigned long long)first_seed(), let_go, changes, worst.let_go, worst.changes, worst.lifted);
    assert_true(let_go > 0);
    return worst;
}

static void what_leads_back_below_a_rim_does_not_lift_onto_it(void **unused)
{
    (void)unused;
    const life worst = play(false);
    check_below("lifted", worst.lifted, CLOSE);
    check_below("changes", worst.changes, CHANGES);
}

// With a perch radius the rim lets go of the axis where it is also landed on.
static void a_rim_that_is_touched_is_not_landed_on_again_and_again(void **unused)
{
    (void)unused;
    check_below("changes", play(true).changes, CHANGES);
}

// Falls straight down beside a kerb, near enough for a walker up there to be held by it. Returns how high it
// stands then.
static double land_beside(int form, int frame, double height, double beside, float rate)
{
    stage *s = open_scene(form, frame);
    stage_floor(s);
    add_rim(s, form, beside, height);
    stage_place(s, 0, 1, 0, LOPE_MODE_FALLING);
    stage_run(s, 1, rate);
    assert_true(stage_walking(s));
    assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 1);
    const double feet = stage_feet(s).y;
    stage_close(s);
    return feet;
}

static void beside_a_kerb_that_is_not_touched_it_lands_on_the_ground(void **unused)
{
    (void)unused;
    for (int i = 0; i < scene_count(); i++) {
        seed = first_seed() + (uint64_t)i;
        const double height = draw(0.005, 0.095), touched = sqrt(2 * RADIUS * height - height * height);
        const double near = draw(touched + 1e-3, HELD), on = draw(0.01, touched - 1e-3);
        for (int k = 0; k < RATES * RIM_FORMS; k++) {
            const int form = k / RATES, frame = (i + k) % FRAMES;
            check_near("feet on the ground", land_beside(form, frame, height, near, rates[k % RATES]), 0, CLOSE);
            check_near("feet on the kerb", land_beside(form, frame, height, on, rates[k % RATES]), height, CLOSE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_leads_back_below_a_rim_does_not_lift_onto_it),
        cmocka_unit_test(a_rim_that_is_touched_is_not_landed_on_again_and_again),
        cmocka_unit_test(beside_a_kerb_that_is_not_touched_it_lands_on_the_ground),
    };
    return cmocka_run_group_tests_name("behaviour.fall_past_rim", tests, NULL, NULL);
}
