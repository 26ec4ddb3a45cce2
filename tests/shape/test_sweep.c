// test_sweep.c - capsule sweeps against every shape, judged by the oracle's clearance at the fraction that
// the sweep returns.
//
// The distance of convex shapes is a convex function of the motion. So a hit is the first touch exactly when
// the clearance at its fraction is 0 and falling (or the way there stays clear); and a miss is right when the
// least clearance is above 0. An answer that differs from the oracle's is explained only when the oracle's
// own answer changes with a radius 0.1 mm other.
// Normals: apart from each other, two convex shapes have one direction of least distance; the oracle's at the returned
// fraction is compared. Where the start is inside, the normal is judged by what it is for: moving by depth
// along it must part the shapes, and its angle is compared only where no other direction is nearly as short
// (see oracle_penetration). Read next: test_overlap.c.
#include "cmocka_all.h"
#include "judge.h"

static lope_capsule moved(const lope_capsule *c, lope_point motion, double t)
{
    lope_capsule at = *c;
    at.a = lope_point_mad(c->a, motion, t);
    at.b = lope_point_mad(c->b, motion, t);
    return at;
}

static bool unit_length(lope_point n) { return fabs(lope_point_length(n) - 1) < 1e-9; } // a few roundings

// Starts inside by more than rounding: depth, and a way out that is one and is the least.
static bool judge_inside(judge *j, const oracle *o, const shape_case *c, bool hit, const lope_sweep_hit *h, double separation)
{
    lope_point normal;
    bool unique;
    double core;
    oracle_separation(o, &c->capsule, &normal, &unique, &core);
    j->inside++;
    if (!hit) return judge_fail(j, c, "starts inside, no hit; depth", -separation, 0);
    if (h->fraction != 0) return judge_fail(j, c, "starts inside, fraction", h->fraction, 0);
    judge_worst(&j->worst_depth, fabs(h->depth + separation));
    if (!(fabs(h->depth + separation) <= JUDGE_EXACT))
        return judge_fail(j, c, "depth differs by", h->depth + separation, JUDGE_EXACT);
    if (!unit_length(h->normal)) return judge_fail(j, c, "length of normal", lope_point_length(h->normal), 1);
    double parted = oracle_gap_along(o, c->capsule.a, c->capsule.b, h->normal) - o->round - c->capsule.radius + h->depth;
    if (!(parted >= -JUDGE_EXACT)) return judge_fail(j, c, "way out leaves an overlap", parted, JUDGE_EXACT);
    if (unique && fabs(core) > 1e-3) {
        double angle = oracle_angle(normal, h->normal);
        j->normals++;
        judge_worst(&j->worst_angle, angle);
        double limit = core > 0 ? judge_normal(JUDGE_EXACT, core) : 2e-3; // among facets: "unique" looks 1e-3 around
        if (!(angle <= limit)) return judge_fail(j, c, "normal of the way out, angle", angle, limit);
    }
    return true;
}

static bool judge_miss(judge *j, const oracle *o, const shape_case *c)
{
    double sum = o->round + c->capsule.radius;
    if (oracle_sweep_least(o, c->capsule.a, c->capsule.b, c->motion, 0, 1, sum) > sum) return true;
    double least = oracle_sweep_least(o, c->capsule.a, c->capsule.b, c->motion, 0, 1, sum - JUDGE_SWEEP);
    j->differences++;
    if (!(least >= sum - JUDGE_SWEEP)) return judge_fail(j, c, "missed; goes in by", sum - least, JUDGE_SWEEP);
    j->explained++;
    return true;
}

static bool judge_contact(judge *j, const oracle *o, const shape_case *c, const lope_sweep_hit *h, const oracle_gap *gap)
{
    lope_capsule at = moved(&c->capsule, c->motion, h->fraction);
    double sum = o->round + c->capsule.radius;
    if (!unit_length(h->normal)) return judge_fail(j, c, "length of normal", lope_point_length(h->normal), 1);
    double angle = oracle_angle(gap->normal, h->normal);
    if (gap->distance > 1e-3) {
        double limit = judge_normal(JUDGE_SWEEP, gap->distance);
        j->normals++;
        judge_worst(&j->worst_angle, angle);
        if (!(angle <= limit)) return judge_fail(j, c, "normal, angle", angle, limit);
    }
    double off = fabs(oracle_point_signed(o, h->point));
    if (!(off <= JUDGE_SWEEP)) return judge_fail(j, c, "point is off the surface by", off, JUDGE_SWEEP);
    lope_shape axis;
    axis.kind = LOPE_SHAPE_CAPSULE;
    axis.as.capsule = at;
    oracle seen;
    oracle_prepare(&seen, &axis);
    double apart = fabs(oracle_point_signed(&seen, h->point));
    if (!(apart <= JUDGE_SWEEP)) return judge_fail(j, c, "point is off the capsule by", apart, JUDGE_SWEEP);
    double before = gap->distance;
    if (lope_point_dot(gap->normal, c->motion) * h->fraction > JUDGE_SWEEP) // rising: it may be the way out again
        before = oracle_sweep_least(o, c->capsule.a, c->capsule.b, c->motion, 0, h->fraction, sum - JUDGE_SWEEP);
    if (!(before >= sum - JUDGE_SWEEP)) return judge_fail(j, c, "not the first touch; earlier in by", sum - before, JUDGE_SWEEP);
    return true;
}

static bool judge_hit(judge *j, const oracle *o, const shape_case *c, const lope_sweep_hit *h, double separation)
{
    double sum = o->round + c->capsule.radius;
    j->hits++;
    if (!(h->fraction >= 0 && h->fraction <= 1)) return judge_fail(j, c, "fraction", h->fraction, 1);
    if (separation > JUDGE_TOUCH && h->depth != 0) return judge_fail(j, c, "starts outside, depth", h->depth, 0);
    if (!(h->depth >= 0 && h->depth <= JUDGE_TOUCH + JUDGE_EXACT)) return judge_fail(j, c, "depth", h->depth, JUDGE_TOUCH);
    lope_capsule at = moved(&c->capsule, c->motion, h->fraction);
    oracle_gap gap = oracle_segment(o, at.a, at.b);
    judge_worst(&j->worst_proof, oracle_proof_gap(o, at.a, at.b, &gap));
    double clearance = gap.distance - sum;
    judge_worst(&j->worst_clearance, fabs(clearance));
    if (clearance > 0) {
        double least = oracle_sweep_least(o, c->capsule.a, c->capsule.b, c->motion, 0, 1, sum);
        if (least > sum) {
            j->differences++;
            if (least <= sum + JUDGE_SWEEP)
                j->explained++;
            else
                return judge_fail(j, c, "hit; passes by at", least - sum, JUDGE_SWEEP);
        }
    }
    if (!(fabs(clearance) <= JUDGE_SWEEP)) return judge_fail(j, c, "clearance at the fraction", clearance, JUDGE_SWEEP);
    return judge_contact(j, o, c, h, &gap);
}

static void sweep_one(judge *j, const shape_case *c)
{
    oracle o;
    lope_point normal;
    bool unique;
    double core;
    oracle_prepare(&o, &c->shape);
    lope_sweep_hit h = {0};
    bool hit = lope_capsule_sweep(&c->capsule, c->motion, &c->shape, &h);
    double separation = oracle_separation(&o, &c->capsule, &normal, &unique, &core);
    j->pairs++;
    if (separation < -JUDGE_TOUCH)
        judge_inside(j, &o, c, hit, &h, separation);
    else if (hit && h.depth > 0 && separation < JUDGE_TOUCH)
        j->inside++; // in touch, to rounding: either word is right
    else if (hit)
        judge_hit(j, &o, c, &h, separation);
    else
        judge_miss(j, &o, c);
}

static void sweep_shape(lope_shape_kind kind)
{
    judge j = judge_make("sweep", kind);
    static shape_case c;
    for (uint32_t i = 0; case_nth(&c, kind, i); i++) {
        sweep_one(&j, &c);
    }
    judge_print(&j);
    assert_true(j.worst_proof <= JUDGE_PROOF_SWEEP);
    assert_true(j.hits > j.pairs / 5 && j.hits < j.pairs - j.pairs / 5); // the cases still test both answers
    assert_int_equal(j.failures, 0);
}

static void triangle(void **state) { (void)state, sweep_shape(LOPE_SHAPE_TRIANGLE); }
static void sphere(void **state) { (void)state, sweep_shape(LOPE_SHAPE_SPHERE); }
static void capsule(void **state) { (void)state, sweep_shape(LOPE_SHAPE_CAPSULE); }
static void box(void **state) { (void)state, sweep_shape(LOPE_SHAPE_BOX); }
static void cylinder(void **state) { (void)state, sweep_shape(LOPE_SHAPE_CYLINDER); }
static void hull(void **state) { (void)state, sweep_shape(LOPE_SHAPE_HULL); }

// The start's own rules: in touch to rounding (a support plane through the contact proves it), away is free,
// in is a hit at 0. Motions are at least 0.01 of their length away or in, so rounding cannot turn them.
static void touch_one(judge *j, const shape_case *c)
{
    oracle o;
    oracle_prepare(&o, &c->shape);
    oracle_gap gap = oracle_segment(&o, c->capsule.a, c->capsule.b);
    double clearance = gap.distance - o.round - c->capsule.radius;
    // "in touch" is 1e-9 of the radius; a case that rounding has put elsewhere says nothing about the rule
    if (!(fabs(clearance) <= 0.5e-9 * c->capsule.radius) || gap.distance < 1e-3) return;
    double length = lope_point_length(c->motion), toward = -lope_point_dot(gap.normal, c->motion);
    if (fabs(toward) < 0.01 * length) return;
    lope_sweep_hit h = {0};
    bool hit = lope_capsule_sweep(&c->capsule, c->motion, &c->shape, &h);
    j->pairs++;
    if (hit != (toward > 0)) {
        judge_fail(j, c, toward > 0 ? "in touch, moving in is free" : "in touch, moving away is a hit", toward / length, 0);
        return;
    }
    if (!hit) return;
    j->hits++;
    if (h.depth > 1e-9 * c->capsule.radius) judge_fail(j, c, "in touch, depth", h.depth, 1e-9 * c->capsule.radius);
    // 1e-9 of the radius at a slope of 0.01 is 1e-7 of it along the motion
    if (!(h.fraction * length <= 1e-7)) judge_fail(j, c, "in touch, moves in by", h.fraction * length, 1e-7);
}

static void starts_in_touch(void **state)
{
    (void)state;
    static shape_case c;
    for (int kind = 0; kind < LOPE_SHAPE_KIND_COUNT; kind++) {
        judge j = judge_make("touch", (lope_shape_kind)kind);
        for (uint32_t i = 0; i < case_nasty_count(); i++) {
            // index 0 mod the number of nasty classes is the first of them: touching
            case_make(&c, (lope_shape_kind)kind, i * (CASE_CLASS_COUNT - 1), true);
            touch_one(&j, &c);
        }
        judge_print(&j);
        assert_true(j.pairs > case_nasty_count() / 2 && j.hits > j.pairs / 5);
        assert_int_equal(j.failures, 0);
    }
}

// Along: a capsule that lies exactly on a box (all numbers are halves, so nothing rounds) slides free on it, and is stopped by
// any motion into it.
static void slides_along(void **state)
{
    (void)state;
    lope_shape s;
    s.kind = LOPE_SHAPE_BOX;
    lope_box box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {2, 0.5, 2}};
    s.as.box = box;
    for (int lying = 0; lying < 2; lying++) {
        lope_capsule c = {{0, 1, 0}, {lying ? 1.0 : 0.0, lying ? 1.0 : 2.0, 0}, 0.5};
        lope_sweep_hit h = {0};
        assert_false(lope_capsule_sweep(&c, lope_point_make(1, 0, 0), &s, &h));
        assert_false(lope_capsule_sweep(&c, lope_point_make(-50, 0, 25), &s, &h));
        assert_false(lope_capsule_sweep(&c, lope_point_make(0, 0, 0), &s, &h));
        assert_true(lope_capsule_sweep(&c, lope_point_make(1, -0.25, 0), &s, &h));
        assert_true(h.fraction <= 1e-9 && h.depth <= 1e-9); // in touch: no way left to go, but for rounding
        assert_true(fabs(h.normal.y - 1) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle), cmocka_unit_test(sphere), cmocka_unit_test(capsule),         cmocka_unit_test(box),
        cmocka_unit_test(cylinder), cmocka_unit_test(hull),   cmocka_unit_test(starts_in_touch), cmocka_unit_test(slides_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
