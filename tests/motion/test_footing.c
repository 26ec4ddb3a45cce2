// test_footing.c - of the faces of a patch (src/motion/floor/ground_faces.h) none is left out that may hold a
// walker, and none that the core may come under, with any up, in metres and in centimetres: judged by letting
// a ball down on each triangle in doubles.
// Seeded: LOPE_SEED sets another seed than the one printed. Read next: src/motion/floor/ground_faces.c.
#include "../behaviour/brute.h"
#include "../behaviour/check.h"
#include "motion/floor/ground_faces.h"

#define ROUNDS 4000
#define WALKABLE 0.5 // cosine
#define TIE 1e-6     // m: the library takes what is lower by less for as high
#define SPARE 2e-4   // m: the margin for floats, which here is 1e-4, and what floats lose
#define NOWHERE -1e30
#define HALVINGS 60

static uint64_t random_state;

static double draw(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}
static double between(double low, double high) { return low + (high - low) * draw(); }

static brute_point of(lope_point p) { return brute_make(p.x, p.y, p.z); }
static lope_point unit(lope_point v) { return lope_point_scale(v, 1.0 / lope_point_length(v)); }
static lope_point any_unit(void) { return unit(lope_point_make(between(-1, 1), between(-1, 1), between(-1, 1) + 1e-3)); }

typedef struct scene {
    lope_nearby nearby;
    lope_space space;
    lope_near_triangle triangles[LOPE_PATCH_FACES];
    lope_near_faces more[LOPE_FACES_MORE];
    bool turned[LOPE_PATCH_FACES], listed[LOPE_PATCH_FACES];
    uint32_t count;
} scene;

static void put_plane(lope_near_planes *planes, int k, lope_point normal, lope_point on)
{
    planes->x[k] = normal.x;
    planes->y[k] = normal.y;
    planes->z[k] = normal.z;
    planes->offset[k] = lope_point_dot(normal, on);
}

// A triangle about a place, walkable from one of its sides.
static void add_triangle(scene *s, lope_point about, double size)
{
    lope_near_triangle *t = &s->triangles[s->count];
    lope_point *v = t->shape.v, normal;
    double rise;
    do {
        for (int i = 0; i < 3; i++) v[i] = lope_point_mad(about, any_unit(), size * draw());
        normal = lope_point_cross(lope_point_sub(v[1], v[0]), lope_point_sub(v[2], v[0]));
        double area = lope_point_length(normal);
        if (area < 1e-4 * size * size) continue;
        normal = lope_point_scale(normal, 1.0 / area);
        rise = lope_point_dot(normal, s->space.up);
        if (fabs(rise) > WALKABLE) break;
    } while (true);
    put_plane(&t->planes, 0, normal, v[0]);
    for (int k = 0; k < 3; k++)
        put_plane(&t->planes, k + 1, unit(lope_point_cross(lope_point_sub(v[(k + 1) % 3], v[k]), normal)), v[k]);
    s->turned[s->count++] = rise < 0;
}

static void make_scene(scene *s)
{
    double unit_length = draw() < 0.8 ? 1 : 100;
    memset(s, 0, sizeof *s);
    s->nearby.sets[0].triangles = s->triangles;
    s->nearby.footing.more = s->more;
    s->space.nearby = &s->nearby;
    s->space.unit = unit_length;
    s->space.up = draw() < 0.5 ? lope_point_make(0, 1, 0) : any_unit();
    s->space.radius = between(0.1, 0.6) * unit_length;
    s->space.height = 2 * s->space.radius + unit_length;
    s->space.walkable_cosine = WALKABLE;
    s->nearby.joints_up = s->space.up;
    s->nearby.patch.radius = s->space.radius;
    s->nearby.patch.height = s->space.height;
    s->nearby.footing.anchor = lope_point_scale(any_unit(), 20 * unit_length * draw());
    s->nearby.patch.home = lope_point_mad(s->nearby.footing.anchor, any_unit(), 7 * unit_length * draw());
    uint32_t faces = 1 + (uint32_t)(draw() * LOPE_PATCH_FACES);
    for (uint32_t i = 0; i < faces; i++) {
        lope_point about = lope_point_mad(s->nearby.patch.home, any_unit(), unit_length * draw());
        add_triangle(s, about, (draw() < 0.1 ? 200 : draw() < 0.5 ? 0.3 : 2) * unit_length);
    }
    for (uint32_t i = 0; i < faces; i++) s->listed[i] = lope_ground_faces_put(&s->nearby, i, s->turned[i]);
    for (uint32_t i = 0; i < faces; i++)
        if (draw() < 0.2) {
            lope_ground_faces_drop(&s->nearby, i);
            s->listed[i] = false;
        }
    for (uint32_t i = 0; i < faces; i++)
        if (!s->listed[i] && draw() < 0.5) s->listed[i] = lope_ground_faces_put(&s->nearby, i, s->turned[i]);
}

static double ball_apart(const scene *s, lope_point feet, double rise, uint32_t i)
{
    const lope_point *v = s->triangles[i].shape.v;
    const brute_triangle triangle = {{of(v[0]), of(v[1]), of(v[2])}};
    brute_point center = of(lope_point_mad(feet, s->space.up, rise + s->space.radius)),
                nearest = brute_closest(center, &triangle);
    return brute_length(brute_sub(center, nearest)) - s->space.radius;
}

// The highest place of the feet, m over those given, at which the ball touches a triangle: it comes down
// until it does. The distance is a convex function of the height, so its least is found first.
static double rest_on(const scene *s, lope_point feet, uint32_t i)
{
    double low = -400 * s->space.unit, high = 400 * s->space.unit;
    for (int k = 0; k < 3 * HALVINGS; k++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (ball_apart(s, feet, a, i) <= ball_apart(s, feet, b, i))
            high = b;
        else
            low = a;
    }
    double touches = low, apart = 400 * s->space.unit;
    if (ball_apart(s, feet, touches, i) > 0) return NOWHERE;
    for (int k = 0; k < HALVINGS; k++) {
        double middle = 0.5 * (touches + apart);
        if (ball_apart(s, feet, middle, i) > 0)
            apart = middle;
        else
            touches = middle;
    }
    return touches;
}

static bool is_among(const uint32_t *entries, uint32_t count, uint32_t entry)
{
    for (uint32_t i = 0; i < count; i++)
        if (entries[i] == entry) return true;
    return false;
}

static void none_that_holds_is_left_out(void **state)
{
    (void)state;
    uint64_t asked = 0, left = 0, held = 0;
    for (int round = 0; round < ROUNDS; round++) {
        static scene s;
        make_scene(&s);
        double rests[LOPE_PATCH_FACES], best = NOWHERE, deep = 0.2 * s.space.unit;
        lope_point to = lope_point_mad(s.nearby.patch.home, any_unit(), 0.2 * s.space.unit * draw());
        for (uint32_t i = 0; i < s.count; i++) {
            rests[i] = s.listed[i] ? rest_on(&s, to, i) : NOWHERE;
            if (rests[i] > best) best = rests[i];
        }
        uint32_t entries[LOPE_PATCH_FACES], count = lope_ground_faces_narrow(&s.space, &to, deep, entries);
        for (uint32_t i = 1; i < count; i++) assert_true(entries[i] > entries[i - 1]);
        for (uint32_t i = 0; i < count; i++) assert_true(s.listed[entries[i] / 2]);
        for (uint32_t i = 0; i < s.count; i++) {
            if (rests[i] < best - TIE * s.space.unit || rests[i] < -deep) continue;
            held++;
            if (!is_among(entries, count, 2 * i + s.turned[i]))
                fail_msg("round %d: face %u of %u holds at %.9g, the highest at %.9g, and is left out", round, i, s.count,
                         rests[i], best);
        }
        asked += s.nearby.patch.face_count;
        left += count;
    }
    print_message("%llu faces hold, %llu of %llu are left\n", (unsigned long long)held, (unsigned long long)left,
                  (unsigned long long)asked);
    assert_true(held > ROUNDS / 2);
    assert_true(left < asked / 2); // else it is good for nothing
}

static void what_the_core_comes_under_is_told(void **state)
{
    (void)state;
    uint32_t under = 0, told = 0, faces = 0;
    for (int round = 0; round < ROUNDS; round++) {
        static scene s;
        make_scene(&s);
        double reach = between(0.01, 0.2) * s.space.unit;
        uint64_t bits = lope_ground_faces_over(&s.space, reach);
        lope_point end = lope_point_mad(s.nearby.patch.home, s.space.up, s.space.radius);
        for (uint32_t i = 0; i < s.count; i++) {
            const lope_point *v = s.triangles[i].shape.v;
            lope_point normal = unit(lope_point_cross(lope_point_sub(v[1], v[0]), lope_point_sub(v[2], v[0])));
            double over = lope_point_dot(normal, lope_point_sub(end, v[0])) * (s.turned[i] ? -1 : 1);
            bool is_told = bits >> i & 1;
            if (!s.listed[i]) assert_false(is_told);
            if (!s.listed[i]) continue;
            faces++;
            told += is_told;
            under += over <= reach;
            if (over <= reach && !is_told)
                fail_msg("round %d: face %u of %u, %.9g m under the core, is not told", round, i, s.count, over);
            // Of what is told too soon no more than a face of that slope may be: by a reach along the
            // steepest ground, and by what a ball rests higher on it than on the level.
            double soonest = reach / WALKABLE + s.space.radius * (1 - WALKABLE) + SPARE * s.space.unit;
            if (is_told && over > soonest) fail_msg("round %d: face %u of %u is told %.9g m off", round, i, s.count, over);
        }
    }
    print_message("%u of %u faces are told, %u are under\n", told, faces, under);
    assert_true(under > ROUNDS && told < faces);
}

static void there_is_an_end_of_room(void **state)
{
    (void)state;
    static scene s;
    make_scene(&s);
    while (s.nearby.patch.face_count > 0) lope_ground_faces_drop(&s.nearby, s.nearby.footing.entries[0] / 2);
    while (s.count < LOPE_PATCH_FACES) add_triangle(&s, s.nearby.patch.home, s.space.unit);
    for (uint32_t i = 0; i < LOPE_PATCH_FACES; i++) assert_true(lope_ground_faces_put(&s.nearby, i, s.turned[i]));
    assert_false(lope_ground_faces_put(&s.nearby, 0, s.turned[0]));
    for (uint32_t i = 0; i < LOPE_PATCH_FACES; i++) lope_ground_faces_drop(&s.nearby, i);
    assert_int_equal(s.nearby.patch.face_count, 0);
    assert_true(s.nearby.patch.faces == 0);
}

// Floats lose too much of a tick that leads far: then it is left to doubles.
static void on_a_long_way_all_are_left(void **state)
{
    (void)state;
    static scene s;
    make_scene(&s);
    uint32_t entries[LOPE_PATCH_FACES],
        count = lope_ground_faces_narrow(&s.space, &s.nearby.patch.home, 17 * s.space.unit, entries);
    assert_int_equal(count, s.nearby.patch.face_count);
    for (uint32_t i = 1; i < count; i++) assert_true(entries[i] > entries[i - 1]);
    for (uint32_t i = 0; i < count; i++) assert_true(s.listed[entries[i] / 2]);
}

static int begin(void **state)
{
    (void)state;
    const char *other = getenv("LOPE_SEED");
    random_state = other ? strtoull(other, NULL, 10) : 20261123;
    print_message("seed %llu\n", (unsigned long long)random_state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(none_that_holds_is_left_out, begin),
        cmocka_unit_test_setup(what_the_core_comes_under_is_told, begin),
        cmocka_unit_test_setup(on_a_long_way_all_are_left, begin),
        cmocka_unit_test_setup(there_is_an_end_of_room, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
