// test_overlap.c - overlap and penetration of a capsule and every shape: depth, direction, and the yes or no.
//
// Depth is right when it is attained (the supporting planes along the returned normal lie exactly so deep in each other: one
// support function, no search) and when no direction is shorter (the oracle's enumeration of facets, which on one case in
// fifty is itself held against a dense sampling of the sphere). Direction is compared by angle only where it is unique: the
// cores apart, or no other facet within 1e-5 of the depth.
// Read next: test_closest.c, for pairs that are apart.
#include "cmocka_all.h"
#include "judge.h"

// From the start of the sweep to the contact, and two of three times on into the shape, by all depths.
static void push_in(shape_case *c, uint32_t index)
{
    rng r = rng_make(CASE_SEED + 7 + (uint64_t)index);
    double in = index % 3 == 0 ? 0 : rng_log(&r, 1e-4, 3);
    lope_point way = lope_point_mad(lope_point_scale(c->motion, c->share), c->contact_normal, -in);
    c->capsule.a = lope_point_add(c->capsule.a, way);
    c->capsule.b = lope_point_add(c->capsule.b, way);
}

// What the struct promises about its points.
static bool judge_points(judge *j, const oracle *o, const shape_case *c, const lope_separation *s)
{
    double off = fabs(oracle_point_signed(o, s->point));
    if (!(off <= JUDGE_EXACT)) return judge_fail(j, c, "point is off the surface by", off, JUDGE_EXACT);
    lope_shape axis;
    axis.kind = LOPE_SHAPE_CAPSULE;
    axis.as.capsule = c->capsule;
    oracle seen;
    lope_point q;
    oracle_prepare(&seen, &axis);
    off = oracle_point(&seen, s->on_axis, &q);
    if (!(off <= JUDGE_EXACT)) return judge_fail(j, c, "on_axis is off the segment by", off, JUDGE_EXACT);
    // Along the normal, the two points are as far apart as the capsule's segment and the surface are.
    double along = lope_point_dot(s->normal, lope_point_sub(s->on_axis, s->point));
    double want = s->distance + c->capsule.radius;
    if (!(fabs(along - want) <= JUDGE_EXACT))
        return judge_fail(j, c, "points along the normal differ by", along - want, JUDGE_EXACT);
    return true;
}

static bool overlap_one(judge *j, const oracle *o, const shape_case *c)
{
    lope_point normal;
    bool unique;
    double core, want = oracle_separation(o, &c->capsule, &normal, &unique, &core);
    lope_separation s = lope_capsule_separation(&c->capsule, &c->shape);
    bool overlaps = lope_capsule_overlaps(&c->capsule, &c->shape);
    j->pairs++;
    j->inside += want < 0;
    if (overlaps != (want <= 0)) {
        j->differences++;
        if (!(fabs(want) <= JUDGE_EXACT))
            return judge_fail(j, c, overlaps ? "overlaps; apart by" : "does not; in by", want, JUDGE_EXACT);
        j->explained++;
    }
    judge_worst(want < 0 ? &j->worst_depth : &j->worst_clearance, fabs(s.distance - want));
    if (!(fabs(s.distance - want) <= JUDGE_EXACT)) return judge_fail(j, c, "distance differs by", s.distance - want, JUDGE_EXACT);
    double length = lope_point_length(s.normal);
    if (!(fabs(length - 1) < 1e-9)) return judge_fail(j, c, "length of normal", length, 1); // a few roundings
    double parted = oracle_gap_along(o, c->capsule.a, c->capsule.b, s.normal) - o->round - c->capsule.radius - s.distance;
    // Apart by d, a normal that is off by x loses d x x / 2: nothing to speak of for the x that is judged below.
    if (!(parted >= -JUDGE_EXACT)) return judge_fail(j, c, "planes along the normal are short by", parted, JUDGE_EXACT);
    if (unique && fabs(core) > 1e-3) {
        double angle = oracle_angle(normal, s.normal), limit = core > 0 ? judge_normal(JUDGE_EXACT, core) : 2e-3;
        j->normals++;
        judge_worst(&j->worst_angle, angle);
        if (!(angle <= limit)) return judge_fail(j, c, "normal, angle", angle, limit);
    }
    return judge_points(j, o, c, &s);
}

static void check_oracle(judge *j, const oracle *o, const shape_case *c)
{
    oracle_gap gap = oracle_segment(o, c->capsule.a, c->capsule.b);
    judge_worst(&j->worst_proof, oracle_proof_gap(o, c->capsule.a, c->capsule.b, &gap));
    if (gap.distance > 1e-9 || c->index % 50 != 0) return;
    oracle_depth deep = oracle_penetration(o, c->capsule.a, c->capsule.b);
    double sampled = oracle_penetration_sampled(o, c->capsule.a, c->capsule.b, 2000);
    // The sampling may only be longer: anything shorter would be a direction that the enumeration does not know.
    judge_worst(&j->worst_proof, deep.depth - (sampled > 0 ? sampled : 0));
}

static void overlap_shape(lope_shape_kind kind)
{
    judge j = judge_make("overlap", kind);
    static shape_case c;
    for (uint32_t i = 0; i < case_random_count() + case_nasty_count(); i++) {
        bool nasty = i >= case_random_count();
        oracle o;
        case_make(&c, kind, nasty ? i - case_random_count() : i, nasty);
        if (!nasty) push_in(&c, i);
        oracle_prepare(&o, &c.shape);
        overlap_one(&j, &o, &c);
        check_oracle(&j, &o, &c);
    }
    judge_print(&j);
    assert_true(j.worst_proof <= JUDGE_PROOF);
    assert_true(j.inside > j.pairs / 4 && j.inside < j.pairs - j.pairs / 10); // the cases still test both answers
    assert_int_equal(j.failures, 0);
}

static void triangle(void **state) { (void)state, overlap_shape(LOPE_SHAPE_TRIANGLE); }
static void sphere(void **state) { (void)state, overlap_shape(LOPE_SHAPE_SPHERE); }
static void capsule(void **state) { (void)state, overlap_shape(LOPE_SHAPE_CAPSULE); }
static void box(void **state) { (void)state, overlap_shape(LOPE_SHAPE_BOX); }
static void cylinder(void **state) { (void)state, overlap_shape(LOPE_SHAPE_CYLINDER); }
static void hull(void **state) { (void)state, overlap_shape(LOPE_SHAPE_HULL); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle), cmocka_unit_test(sphere),   cmocka_unit_test(capsule),
        cmocka_unit_test(box),      cmocka_unit_test(cylinder), cmocka_unit_test(hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
