// test_closest.c - closest points: capsule and shape apart, two segments, point and triangle; and a shape's
// bounds.
//
// Nearest points need not be unique (parallel edges), distances are: so points are judged by lying where they
// must and being as far apart as the oracle's distance; the oracle's own proof is printed with the counts.
// Read next: test_bullet.c.
#include "cmocka_all.h"
#include "judge.h"

static void closest_one(judge *j, const oracle *o, const shape_case *c)
{
    lope_separation s = lope_capsule_separation(&c->capsule, &c->shape);
    oracle_gap gap = oracle_segment(o, c->capsule.a, c->capsule.b);
    double want = gap.distance - o->round - c->capsule.radius;
    judge_worst(&j->worst_proof, oracle_proof_gap(o, c->capsule.a, c->capsule.b, &gap));
    j->pairs++;
    if (gap.distance - o->round < 1e-9) return; // cut by the segment: test_overlap's
    j->hits++;
    double off = fabs(s.distance - want);
    judge_worst(&j->worst_clearance, off);
    if (!(off <= JUDGE_EXACT)) judge_fail(j, c, "distance differs by", s.distance - want, JUDGE_EXACT);
    off = fabs(oracle_point_signed(o, s.point));
    if (!(off <= JUDGE_EXACT)) judge_fail(j, c, "point is off the surface by", off, JUDGE_EXACT);
    lope_point ab = lope_point_sub(c->capsule.b, c->capsule.a), q = c->capsule.a;
    double length2 = lope_point_dot(ab, ab);
    if (length2 > 0) { // the foot on the segment
        double t = lope_point_dot(lope_point_sub(s.on_axis, q), ab) / length2;
        q = lope_point_mad(q, ab, t < 0 ? 0 : t > 1 ? 1 : t);
    }
    off = lope_point_length(lope_point_sub(q, s.on_axis));
    if (!(off <= JUDGE_EXACT)) judge_fail(j, c, "on_axis is off the segment by", off, JUDGE_EXACT);
    off = lope_point_length(lope_point_sub(s.on_axis, s.point)) - (gap.distance - o->round);
    if (!(fabs(off) <= JUDGE_EXACT)) judge_fail(j, c, "points apart, differs by", off, JUDGE_EXACT);
    if (gap.distance > 1e-3) {
        double angle = oracle_angle(gap.normal, s.normal), limit = judge_normal(JUDGE_EXACT, gap.distance);
        j->normals++;
        judge_worst(&j->worst_angle, angle);
        if (!(angle <= limit)) judge_fail(j, c, "normal, angle", angle, limit);
    }
}

static void closest_shape(lope_shape_kind kind)
{
    judge j = judge_make("closest", kind);
    static shape_case c;
    for (uint32_t i = 0; case_nth(&c, kind, i); i++) {
        oracle o;
        oracle_prepare(&o, &c.shape);
        closest_one(&j, &o, &c);
    }
    judge_print(&j);
    assert_true(j.worst_proof <= JUDGE_PROOF);
    assert_true(j.hits > j.pairs / 2); // most pairs are apart
    assert_int_equal(j.failures, 0);
}

static void triangle(void **state) { (void)state, closest_shape(LOPE_SHAPE_TRIANGLE); }
static void sphere(void **state) { (void)state, closest_shape(LOPE_SHAPE_SPHERE); }
static void capsule(void **state) { (void)state, closest_shape(LOPE_SHAPE_CAPSULE); }
static void box(void **state) { (void)state, closest_shape(LOPE_SHAPE_BOX); }
static void cylinder(void **state) { (void)state, closest_shape(LOPE_SHAPE_CYLINDER); }
static void hull(void **state) { (void)state, closest_shape(LOPE_SHAPE_HULL); }

// The pair's own segment against the shape capsule's (which the nasty classes lay parallel, touching, of no
// length).
static void two_segments(void **state)
{
    (void)state;
    judge j = judge_make("segments", LOPE_SHAPE_CAPSULE);
    static shape_case c;
    for (uint32_t i = 0; case_nth(&c, LOPE_SHAPE_CAPSULE, i); i++) {
        oracle o;
        oracle_prepare(&o, &c.shape);
        const lope_capsule *p = &c.capsule, *q = &c.shape.as.capsule;
        double s = -1, t = -1, squared = lope_segment_segment(p->a, p->b, q->a, q->b, &s, &t);
        oracle_gap gap = oracle_segment(&o, p->a, p->b);
        j.pairs++;
        if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) judge_fail(&j, &c, "s or t", s >= 0 && s <= 1 ? t : s, 1);
        lope_point on_p = lope_point_mad(p->a, lope_point_sub(p->b, p->a), s);
        lope_point on_q = lope_point_mad(q->a, lope_point_sub(q->b, q->a), t);
        double apart = lope_point_length(lope_point_sub(on_p, on_q)), off = fabs(apart - gap.distance);
        judge_worst(&j.worst_clearance, off);
        judge_worst(&j.worst_proof, oracle_proof_gap(&o, p->a, p->b, &gap));
        if (!(off <= JUDGE_EXACT)) judge_fail(&j, &c, "points apart, differs by", apart - gap.distance, JUDGE_EXACT);
        if (!(squared >= 0 && fabs(sqrt(squared) - apart) <= JUDGE_EXACT))
            judge_fail(&j, &c, "squared distance is not its points'", squared - apart * apart, JUDGE_EXACT);
    }
    judge_print(&j);
    assert_true(j.worst_proof <= JUDGE_PROOF);
    assert_int_equal(j.failures, 0);
}

static void point_and_triangle(void **state)
{
    (void)state;
    judge j = judge_make("point", LOPE_SHAPE_TRIANGLE);
    static shape_case c;
    for (uint32_t i = 0; case_nth(&c, LOPE_SHAPE_TRIANGLE, i); i++) {
        oracle o;
        lope_point nearest;
        oracle_prepare(&o, &c.shape);
        lope_point p = i % 3 == 0 ? c.contact : c.capsule.a, q = lope_closest_on_triangle(p, &c.shape.as.triangle);
        c.capsule.a = c.capsule.b = p;
        double want = oracle_point(&o, p, &nearest), off = oracle_point_signed(&o, q);
        oracle_gap gap = oracle_segment(&o, p, p);
        judge_worst(&j.worst_proof, oracle_proof_gap(&o, p, p, &gap));
        j.pairs++;
        if (!(off <= JUDGE_EXACT)) judge_fail(&j, &c, "point is off the triangle by", off, JUDGE_EXACT);
        off = fabs(lope_point_length(lope_point_sub(p, q)) - want);
        judge_worst(&j.worst_clearance, off);
        if (!(off <= JUDGE_EXACT)) judge_fail(&j, &c, "distance differs by", off, JUDGE_EXACT);
    }
    judge_print(&j);
    assert_true(j.worst_proof <= JUDGE_PROOF);
    assert_int_equal(j.failures, 0);
}

// A bound is the support along an axis: it must hold the shape (to rounding) and not be loose by more than
// the tolerance.
static void bounds(void **state)
{
    (void)state;
    static shape_case c;
    for (int kind = 0; kind < LOPE_SHAPE_KIND_COUNT; kind++) {
        judge j = judge_make("bounds", (lope_shape_kind)kind);
        for (uint32_t i = 0; i < case_nasty_count() * 2; i++) {
            oracle o;
            case_make(&c, (lope_shape_kind)kind, i / 2, i % 2 == 0);
            oracle_prepare(&o, &c.shape);
            lope_bounds b = lope_shape_bounds(&c.shape);
            const double got[6] = {b.lower.x, b.lower.y, b.lower.z, b.upper.x, b.upper.y, b.upper.z};
            for (int k = 0; k < 6; k++) {
                double side = k < 3 ? -1 : 1;
                lope_point n = lope_point_make(k % 3 == 0 ? side : 0, k % 3 == 1 ? side : 0, k % 3 == 2 ? side : 0);
                double loose = got[k] * side - (oracle_support(&o, n) + o.round);
                judge_worst(&j.worst_clearance, fabs(loose));
                // 1e-12: some roundings at 1000 m
                if (!(loose >= -1e-12 * 1000 && loose <= JUDGE_EXACT))
                    judge_fail(&j, &c, "bound is loose by", loose, JUDGE_EXACT);
            }
            j.pairs++;
        }
        judge_print(&j);
        assert_int_equal(j.failures, 0);
    }
}

// A kind that is none is nowhere: nothing overlaps it, and it bounds nothing.
static void a_kind_that_is_none(void **state)
{
    (void)state;
    const lope_shape none = {.kind = LOPE_SHAPE_KIND_COUNT};
    const lope_capsule c = {{0, 0, 0}, {0, 1, 0}, 0.5};
    assert_true(lope_capsule_separation(&c, &none).distance > 1e299);
    assert_false(lope_capsule_overlap(&c, &none));
    lope_bounds b = lope_shape_bounds(&none);
    assert_true(b.lower.x > b.upper.x && b.lower.y > b.upper.y && b.lower.z > b.upper.z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle),
        cmocka_unit_test(sphere),
        cmocka_unit_test(capsule),
        cmocka_unit_test(box),
        cmocka_unit_test(cylinder),
        cmocka_unit_test(hull),
        cmocka_unit_test(bounds),
        cmocka_unit_test(two_segments),
        cmocka_unit_test(point_and_triangle),
        cmocka_unit_test(a_kind_that_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
