// test_inclined_rim.c - walking off the side of a ramp: the rim that leads up or down holds as far as a level
// one does, lets go once, and is a ledge to a character that may not walk off.
//
// The round bottom rolls over such an edge, and on the way its contact may be steeper than the walkable limit
// before the feet have come down to the rim. Closed form: the floor lets go where the axis is HELD away from
// the rim, seen from above, whatever the slopes are. Down a face that falls toward the rim the round bottom
// rolls over it, and may come to lie on a side that leans before: then that is where.
#include "check.h"
#include "draw.h"
#include "stage.h"

static const float rates[] = {20, 60, 144, 360}; // Hz
#define RATES 4
#define RADIUS 0.34            // m, of the capsule
#define HELD (RADIUS - 0.0015) // m; as in Unreal, an edge holds all but the last 1.5 mm of the radius
#define LIMIT 44.0             // degrees, just under the walkable limit of the default
#define DEGREE 0.017453292519943295
#define PLACE 1e-3 // m: what a bisection and floats of directions leave, over a few metres
#define FRAMES 4
#define IN_DOUBT 2e-3 // m over the rim: the library's spare for that is 1 mm
#define SET_OUT 1.5   // m before the rim: it has its full speed there

typedef enum rim_form { RIM_BOX, RIM_HULL, RIM_MESH, RIM_SHEETS, RIM_FORM_COUNT } rim_form;

// What is drawn. The rim passes through the origin; outward is +z turned by yaw.
typedef struct rim_scene {
    double along;  // degrees, by which the rim itself rises
    double across; // degrees, by which the face rises inward; sheets only
    double lean;   // degrees, of the side from upright: positive: its foot is farther out; sheets only
    double strips; // into which sheets are cut
    double yaw;    // degrees
    double course; // degrees, of the input from straight outward
    double speed;  // share of full
} rim_scene;

static brute_point turned(const rim_scene *r, double x, double y, double z)
{
    const double c = cos(r->yaw * DEGREE), s = sin(r->yaw * DEGREE);
    return brute_make(x * c + z * s, y, z * c - x * s);
}

// Sheets of 60 m along the rim: the face inward, and the side down.
static void put_up_sheets(stage *s, const rim_scene *r)
{
    const double rise = tan(r->along * DEGREE), up = tan(r->across * DEGREE), out = tan(r->lean * DEGREE);
    const int strips = (int)r->strips;
    for (int i = 0; i < strips; i++) {
        const double a = -30 + 60.0 * i / strips, b = -30 + 60.0 * (i + 1) / strips;
        stage_sheet(s, turned(r, a, a * rise, 0), turned(r, b, b * rise, 0), turned(r, b, b * rise + 6 * up, -6),
                    turned(r, a, a * rise + 6 * up, -6));
        stage_sheet(s, turned(r, a, a * rise - 3, 3 * out), turned(r, b, b * rise - 3, 3 * out), turned(r, b, b * rise, 0),
                    turned(r, a, a * rise, 0));
    }
}

// A box of 60 by 2 by 8 m with the middle of an upper edge in the origin.
static void put_up_box(stage *s, const rim_scene *r)
{
    const double a = r->along * DEGREE;
    const brute_point p = turned(r, sin(a), -cos(a), -4);
    stage_tilted_box(s, p.x, p.y, p.z, 60, 2, 8, r->along, r->yaw);
}

static stage *open_scene(rim_form form, const rim_scene *r, int frame)
{
    static const lope_quat turns[FRAMES] = {
        {0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, {0.6f, 0, 0, 0.8f}, {0.1f, 0.7f, -0.5f, 0.5f}};
    static const stage_form forms[RIM_FORM_COUNT] = {STAGE_BOXES, STAGE_HULLS, STAGE_MESH, STAGE_BOXES};
    stage *s = stage_open_at(forms[form], turns[frame], lope_point_make(frame * 100.0, 0, frame * -30.0));
    if (form == RIM_SHEETS)
        put_up_sheets(s, r);
    else
        put_up_box(s, r);
    return s;
}

// Puts the character on the face, `in` m from the rim, and lets it walk outward.
static void set_out(stage *s, rim_form form, const rim_scene *r, double in)
{
    const double a = r->along * DEGREE, c = form == RIM_SHEETS ? r->across * DEGREE : 0;
    // the round bottom rests on the face, and the feet are above it
    const double steep = sqrt(tan(a) * tan(a) + tan(c) * tan(c)), gap = RADIUS * (sqrt(1 + steep * steep) - 1) + 1e-4;
    const brute_point p = turned(r, 0, in * tan(c) + gap, -in),
                      way = turned(r, sin(r->course * DEGREE), 0, cos(r->course * DEGREE));
    stage_place(s, p.x, p.y, p.z, LOPE_MODE_WALKING);
    stage_move(s, way.x * r->speed, way.z * r->speed);
}

// Returns how far out (m) the axis is beyond the rim.
static double outward(const stage *s, const rim_scene *r)
{
    const brute_point p = stage_feet(s);
    return p.x * sin(r->yaw * DEGREE) + p.z * cos(r->yaw * DEGREE);
}

// Returns how high (m) the feet are over the rim where the round bottom comes from the face onto its edge.
// From above, the rim catches them at its height; from below they roll on.
static double above_rim(const rim_scene *r)
{
    const double a = tan(r->along * DEGREE), c = tan(r->across * DEGREE);
    return RADIUS * ((1 + a * a) / sqrt(1 + a * a + c * c) - 1);
}

// Returns how far out (m) the floor lets go.
static double holds_until(const rim_scene *r)
{
    if (r->across <= 0 || r->lean <= 0 || above_rim(r) > 0) return HELD;
    const double a = tan(r->along * DEGREE), t = tan(r->lean * DEGREE);
    const double rolled = RADIUS / sqrt(1 + t * t * (1 + a * a)); // by the side's normal
    return rolled < HELD ? rolled : HELD;
}

static rim_scene draw_scene(rim_form form)
{
    rim_scene r = {.strips = 1 + pick(7), .yaw = draw(0, 360), .course = draw(-60, 60), .speed = draw(0.05, 1)};
    do {
        r.along = draw(-LIMIT, LIMIT);
        r.across = form == RIM_SHEETS ? draw(-30, 30) : 0;
    } while (hypot(tan(r.along * DEGREE), tan(r.across * DEGREE)) > tan(LIMIT * DEGREE) ||
             (r.across != 0 && fabs(above_rim(&r)) < IN_DOUBT));
    r.lean = form == RIM_SHEETS ? draw(-30, 25) : 0;
    // the side is a riser: steeper than 58 degrees by its own normal, and a little
    const double t = tan(r.lean * DEGREE), rise = t / sqrt(1 + t * t * (1 + tan(r.along * DEGREE) * tan(r.along * DEGREE)));
    if (rise > 0.5) r.lean = 0;
    return r;
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
    return given ? atoi(given) : 15;
#else
    return given ? atoi(given) : 60;
#endif
}

// The character walks until it falls. Returns how far out the floor let go.
static double walk_off(stage *s, const rim_scene *r, float rate)
{
    const double seconds = 2 * SET_OUT / (6 * r->speed * cos(r->course * DEGREE)) + 1;
    double before = 0;
    for (int i = 0; i < (int)(seconds * (double)rate) && stage_count(s, LOPE_EVENT_WALK_OFF) == 0; i++) {
        before = outward(s, r);
        stage_tick(s, 1.0f / rate);
    }
    const stage_event *off = stage_first(s, LOPE_EVENT_WALK_OFF);
    if (!off) fail_msg("it never walks off: %.4f m out", outward(s, r));
    return before + (outward(s, r) - before) * (double)off->event.time * (double)rate;
}

static void a_rim_that_rises_lets_go_once_where_a_level_one_does(void **unused)
{
    (void)unused;
    print_message("  %d scenes of each form from seed %llu\n", scene_count(), (unsigned long long)first_seed());
    for (int i = 0; i < scene_count(); i++)
        for (rim_form form = 0; form < RIM_FORM_COUNT; form++) {
            seed = first_seed() + (uint64_t)i * RIM_FORM_COUNT + (uint64_t)form;
            const rim_scene r = draw_scene(form);
            stage *s = open_scene(form, &r, i % FRAMES);
            set_out(s, form, &r, SET_OUT);
            const double out = walk_off(s, &r, rates[i / FRAMES % RATES]);
            if (!(fabs(out - holds_until(&r)) < PLACE))
                fail_msg("scene %d form %d: lets go %.4f m out; rim %.2f across %.2f lean %.2f course %.1f speed %.2f", i, form,
                         out, r.along, r.across, r.lean, r.course, r.speed);
            stage_run(s, 0.2, rates[i / FRAMES % RATES]);
            assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 0);
            assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 1);
            stage_close(s);
        }
}

static void a_rim_that_rises_is_a_ledge(void **unused)
{
    (void)unused;
    for (int i = 0; i < scene_count(); i++)
        for (rim_form form = 0; form < RIM_FORM_COUNT; form++) {
            seed = first_seed() + (uint64_t)i * RIM_FORM_COUNT + (uint64_t)form;
            const rim_scene r = draw_scene(form);
            stage *s = open_scene(form, &r, i % FRAMES);
            stage_tune(s, "can_walk_off_ledges", 0);
            set_out(s, form, &r, SET_OUT);
            const double seconds = 2 * SET_OUT / (6 * r.speed * cos(r.course * DEGREE)) + 1;
            for (int k = 0; k < (int)(seconds * (double)rates[i / FRAMES % RATES]); k++) {
                stage_tick(s, 1.0f / rates[i / FRAMES % RATES]);
                const double out = outward(s, &r);
                if (!stage_walking(s) || !(out < HELD + PLACE))
                    fail_msg("scene %d form %d: off the rim, %.4f m out; rim %.2f across %.2f lean %.2f course %.1f speed %.2f",
                             i, form, out, r.along, r.across, r.lean, r.course, r.speed);
            }
            // where the side holds it back, it may step up to the rim's height, and goes on from there
            if (!(outward(s, &r) > holds_until(&r) - PLACE))
                fail_msg("scene %d form %d: stands %.4f m out; rim %.2f across %.2f lean %.2f course %.1f speed %.2f", i, form,
                         outward(s, &r), r.along, r.across, r.lean, r.course, r.speed);
            stage_close(s);
        }
}

#define DISC 3.0 // m, the radius of the cylinder below

// Puts up a cylinder with its axis tilted by `degrees` in the origin. `drum`: as a hull of 64 sides.
static void put_up_cylinder(stage *s, double degrees, bool drum)
{
    const float half = (float)(0.5 * degrees * DEGREE);
    const lope_quat tilt = {0, 0, sinf(half), cosf(half)};
    lope_body_def body = {.position = s->origin, .rotation = lope_quat_multiply(s->turn, tilt)};
    float points[2 * 64 * 3];
    for (int i = 0; i < 128; i++) {
        points[3 * i] = (float)(DISC * cos(i / 2 * 360.0 / 64 * DEGREE));
        points[3 * i + 1] = i % 2 ? 0.5f : -0.5f;
        points[3 * i + 2] = (float)(DISC * sin(i / 2 * 360.0 / 64 * DEGREE));
    }
    const lope_cylinder_def cylinder = {.body = body, .radius = (float)DISC, .height = 1};
    const lope_hull_def hull = {.body = body, .points = points, .point_count = 128};
    assert_true(
        lope_level_valid(s->level, drum ? lope_level_add_hull(s->level, &hull) : lope_level_add_cylinder(s->level, &cylinder)));
}

// The character walks from the middle of a tilted cylinder's end over its rim, or to it. Returns how far from
// the middle the floor lets go, seen from above, or where it stands at last.
static double leave_cylinder(double degrees, bool drum, double course, bool guarded, int frame, float rate)
{
    stage *s = stage_open_at(STAGE_BOXES, lope_quat_identity(), lope_point_make(frame * 100.0, 0, frame * -30.0));
    put_up_cylinder(s, degrees, drum);
    if (guarded) stage_tune(s, "can_walk_off_ledges", 0);
    const double up = 1 / cos(degrees * DEGREE);
    stage_place(s, 0, 0.5 * up + RADIUS * (up - 1) + 1e-4, 0, LOPE_MODE_WALKING);
    stage_move(s, cos(course * DEGREE), sin(course * DEGREE));
    brute_point before = {0, 0, 0};
    for (int i = 0; i < (int)(2 * rate) && stage_count(s, LOPE_EVENT_WALK_OFF) == 0; i++) {
        before = stage_feet(s);
        stage_tick(s, 1.0f / rate);
    }
    const stage_event *off = stage_first(s, LOPE_EVENT_WALK_OFF);
    if (!off == !guarded) fail_msg("%g degrees, course %g, %s: guarded %d", degrees, course, drum ? "hull" : "cylinder", guarded);
    const brute_point at = stage_feet(s);
    const double share = off ? (double)off->event.time * (double)rate : 1;
    const double out = hypot(before.x + (at.x - before.x) * share, before.z + (at.z - before.z) * share);
    if (off) stage_run(s, 0.2, rate);
    assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 0);
    stage_close(s);
    return out;
}

static void the_rim_of_a_tilted_cylinder_holds_alike_at_every_rate(void **unused)
{
    (void)unused;
    for (int drum = 0; drum < 2; drum++)
        for (int tilt = 0; tilt <= 40; tilt += 8)
            for (int course = 0; course < 360; course += 45)
                for (int guarded = 0; guarded < 2; guarded++) {
                    const double first = leave_cylinder(tilt, drum, course, guarded, 0, rates[0]);
                    for (int k = 1; k < RATES; k++) // 1 cm between rates is what is promised
                        check_near("from the middle", leave_cylinder(tilt, drum, course, guarded, k, rates[k]), first, 0.01);
                }
}

// Puts the character on a tilted beam of 2 by 0.3 m, of any width, and lets it press against the ledges. Counts
// ticks in which time was left over, and returns whether it stayed.
static bool stays_on_beam(int scene, uint64_t *ticks, uint64_t *unused)
{
    seed = first_seed() + (uint64_t)scene;
    stage *s = stage_open(STAGE_BOXES);
    const float rate = rates[scene % RATES];
    const double tilt = draw(0, 43), yaw = draw(0, 360), course = draw(0, 360), width = draw(0.02, 0.5);
    stage_tilted_box(s, 0, 0, 0, 2, 0.3, width, tilt, yaw);
    stage_tune(s, "can_walk_off_ledges", 0);
    stage_place(s, 0, 0.6, 0, LOPE_MODE_FALLING);
    stage_run(s, 0.5, rate);
    stage_move(s, cos(course * DEGREE), sin(course * DEGREE));
    bool stays = stage_walking(s);
    for (int i = 0; i < (int)(1.5 * rate) && stays; i++) {
        stage_tick(s, 1.0f / rate);
        *ticks += 1;
        *unused += s->report.time_unused > 0;
        stays = stage_walking(s);
    }
    stage_close(s);
    return stays;
}

// At the ends of a beam two rims meet, and its points hold the feet on no side. Before, the character fell from
// one beam in five, and one tick in four ended with time left over. Not solved: a beam that leans to its side as
// well lets it fall at an end, once in 200.
static void a_beam_holds_a_guarded_walker(void **unused)
{
    (void)unused;
    const int scenes = 5 * scene_count();
    uint64_t ticks = 0, idle = 0;
    int fell = 0;
    for (int i = 0; i < scenes; i++) fell += !stays_on_beam(i, &ticks, &idle);
    print_message("  %d beams: %d falls; %llu of %llu ticks had time left over\n", scenes, fell, (unsigned long long)idle,
                  (unsigned long long)ticks);
    assert_int_equal(fell, 0);
    check_below("ticks with time left over", (double)idle, 0.001 * (double)ticks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rim_that_rises_lets_go_once_where_a_level_one_does),
        cmocka_unit_test(a_rim_that_rises_is_a_ledge),
        cmocka_unit_test(the_rim_of_a_tilted_cylinder_holds_alike_at_every_rate),
        cmocka_unit_test(a_beam_holds_a_guarded_walker),
    };
    return cmocka_run_group_tests_name("behaviour.inclined_rim", tests, NULL, NULL);
}
