// test_span.c - which share of a segment is in a solid, judged by the signed distance of points.
//
// The signed distance of a point to a convex solid is convex along a segment, so its share inside is one
// piece: the middle of that piece is inside, its ends lie on the surface unless they are the segment's own,
// and where there is no piece the oracle finds no point inside. Read next: test_ray.c, whose oracle this is.
#include "cmocka_all.h"
#include "judge.h"

// The pair's motion, or a segment at a point just under the surface, that may begin and end inside.
static void segment_make(const shape_case *c, lope_point *from, lope_point *motion)
{
    rng r = rng_make(CASE_SEED + 47 + (uint64_t)c->index);
    *from = c->capsule.a;
    *motion = c->motion;
    if (c->kind == CASE_ZERO_MOTION || c->kind == CASE_GRID || rng_pick(&r, 4) == 0) return;
    lope_point target = lope_point_mad(c->contact, c->contact_normal, -rng_log(&r, 1e-3, 1)), out = rng_direction(&r);
    if (c->kind == CASE_PARALLEL) out = c->contact_normal;
    double way = rng_log(&r, 1e-2, 10);
    *from = lope_point_mad(target, out, way);
    *motion = lope_point_scale(out, -way * rng_range(&r, 0.5, 2));
}

static void judge_end(judge *j, const oracle *o, const shape_case *c, lope_point at, bool own)
{
    double off = oracle_point_signed(o, at);
    if (own && off < 0) off = 0; // where the segment begins or ends itself it may be anywhere inside
    judge_worst(&j->worst_clearance, fabs(off));
    if (!(fabs(off) <= JUDGE_EXACT)) judge_fail(j, c, "an end is off the surface by", off, JUDGE_EXACT);
}

static void span_one(judge *j, const oracle *o, const shape_case *c)
{
    lope_point from, motion;
    double enter = -1, leave = -1;
    segment_make(c, &from, &motion);
    bool in = lope_shape_span(&c->shape, from, motion, &enter, &leave);
    j->pairs++;
    if (!in) {
        double least = oracle_ray_least(o, from, motion, 0, 1);
        if (!(least >= -JUDGE_EXACT)) judge_fail(j, c, "said to be outside, but is inside by", least, -JUDGE_EXACT);
        return;
    }
    j->hits++;
    if (!(enter >= 0 && enter <= leave && leave <= 1)) judge_fail(j, c, "enter before leave, within 0 to 1", enter, leave);
    judge_end(j, o, c, lope_point_mad(from, motion, enter), enter == 0);
    judge_end(j, o, c, lope_point_mad(from, motion, leave), leave == 1);
    double middle = oracle_point_signed(o, lope_point_mad(from, motion, 0.5 * (enter + leave)));
    if (!(middle <= JUDGE_EXACT)) judge_fail(j, c, "the middle is outside by", middle, JUDGE_EXACT);
}

static void span_shape(lope_shape_kind kind)
{
    judge j = judge_make("span", kind);
    static shape_case c;
    for (uint32_t i = 0; case_nth(&c, kind, i); i++) {
        oracle o;
        oracle_prepare(&o, &c.shape);
        span_one(&j, &o, &c);
    }
    judge_print(&j);
    assert_true(j.hits > j.pairs / 3 && j.hits < j.pairs); // of both there are many
    assert_int_equal(j.failures, 0);
}

static void sphere(void **state) { (void)state, span_shape(LOPE_SHAPE_SPHERE); }
static void capsule(void **state) { (void)state, span_shape(LOPE_SHAPE_CAPSULE); }
static void cylinder(void **state) { (void)state, span_shape(LOPE_SHAPE_CYLINDER); }
static void box(void **state) { (void)state, span_shape(LOPE_SHAPE_BOX); }

static void check_span(const lope_shape *shape, lope_point from, lope_point motion, double enter, double leave)
{
    double first = -1, last = -1;
    assert_true(lope_shape_span(shape, from, motion, &first, &last));
    assert_true(fabs(first - enter) < 1e-12 && fabs(last - leave) < 1e-12); // a few roundings of numbers about 1
}

static void by_hand(void **state)
{
    (void)state;
    double enter, leave;
    const lope_shape brick = {LOPE_SHAPE_BOX,
                              {.box = {.center = {10, 0, 0}, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .half = {1, 2, 3}}}};
    check_span(&brick, (lope_point){0, 0, 0}, (lope_point){20, 0, 0}, 0.45, 0.55);
    check_span(&brick, (lope_point){10, 0, 0}, (lope_point){0, 4, 0}, 0, 0.5);
    check_span(&brick, (lope_point){10, 2, 3}, (lope_point){0, 0, 0}, 0, 1); // its corner is of it
    assert_false(lope_shape_span(&brick, (lope_point){0, 2.001, 0}, (lope_point){20, 0, 0}, &enter, &leave));
    const lope_shape pill = {LOPE_SHAPE_CAPSULE, {.capsule = {{0, -1, 0}, {0, 1, 0}, 0.5}}};
    check_span(&pill, (lope_point){0, -3, 0}, (lope_point){0, 6, 0}, 0.25, 0.75);
    check_span(&pill, (lope_point){-1, 0.5, 0}, (lope_point){2, 0, 0}, 0.25, 0.75);
    const lope_shape ball = {LOPE_SHAPE_CAPSULE, {.capsule = {{0, 1, 0}, {0, 1, 0}, 0.5}}}; // of no length
    check_span(&ball, (lope_point){0, 0, 0}, (lope_point){0, 2, 0}, 0.25, 0.75);
    assert_false(lope_shape_span(&ball, (lope_point){0.6, 1, 0}, (lope_point){0, 0, 0}, &enter, &leave));
}

// What has no closed form here, or no inside, is never entered.
static void hulls_and_triangles_have_none(void **state)
{
    (void)state;
    static shape_case c;
    static const lope_shape_kind kinds[] = {LOPE_SHAPE_HULL, LOPE_SHAPE_TRIANGLE};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < 100; i++) {
            double enter, leave;
            case_make(&c, kinds[k], i, false);
            assert_false(lope_shape_span(&c.shape, c.contact, (lope_point){0, 0, 0}, &enter, &leave));
            assert_false(lope_shape_span(&c.shape, c.capsule.a, c.motion, &enter, &leave));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),  cmocka_unit_test(hulls_and_triangles_have_none),
        cmocka_unit_test(sphere),   cmocka_unit_test(capsule),
        cmocka_unit_test(cylinder), cmocka_unit_test(box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
