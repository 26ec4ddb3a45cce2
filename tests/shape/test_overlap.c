// test_overlap.c - overlap and penetration of a capsule and every shape: depth, direction, and the yes or no.
//
// Depth is right when it is attained (the supporting planes along the returned normal lie exactly so deep in
// each other: one support function, no search) and when no direction is shorter (the oracle's enumeration of
// facets, which on one case in ten is itself held against a dense sampling of the sphere). Direction is
// compared by angle only where it is unique: the cores apart, or no other facet within 1e-5 of the depth.
// Read next: test_closest.c, for pairs that are apart.
#include "cmocka_all.h"
#include "judge.h"

// From the start of the sweep to the contact, and two of three times on into the shape, by all depths; deep
// ones until the capsule's segment itself is in it.
static void push_in(shape_case *c, uint32_t index, bool deep)
{
    rng r = rng_make(CASE_SEED + 7 + (uint64_t)index);
    double in = deep ? c->capsule.radius + rng_log(&r, 1e-3, 3) : index % 3 == 0 ? 0 : rng_log(&r, 1e-4, 3);
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
    bool overlaps = lope_capsule_overlap(&c->capsule, &c->shape);
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
    // Apart by d, a normal that is off by x loses d x x / 2: nothing to speak of for the x that is judged
    // below.
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
    if (gap.distance > 1e-9 || c->index % 10 != 0) return;
    oracle_depth deep = oracle_penetration(o, c->capsule.a, c->capsule.b);
    double sampled = oracle_penetration_sampled(o, c->capsule.a, c->capsule.b, 2000);
    // The sampling may only be longer: anything shorter would be a direction that the enumeration does not
    // know.
    judge_worst(&j->worst_proof, deep.depth - (sampled > 0 ? sampled : 0));
}

// The random ones, the nasty ones, and as many random ones again deep inside.
static void overlap_shape(lope_shape_kind kind)
{
    judge j = judge_make("overlap", kind);
    static shape_case c;
    uint32_t random = case_random_count(), nasty = case_nasty_count();
    for (uint32_t i = 0; i < random + nasty + random; i++) {
        bool is_nasty = i >= random && i < random + nasty;
        oracle o;
        case_make(&c, kind, is_nasty ? i - random : i, is_nasty);
        if (!is_nasty) push_in(&c, i, i >= random);
        oracle_prepare(&o, &c.shape);
        overlap_one(&j, &o, &c);
        check_oracle(&j, &o, &c);
    }
    judge_print(&j);
    assert_true(j.worst_proof <= JUDGE_PROOF);
    assert_true(j.inside > j.pairs / 4 && j.inside < j.pairs - j.pairs / 10); // the cases still test both answers
    assert_int_equal(j.failures, 0);
}

// Pairs that were once wrong, kept by their numbers, for the seeds change when the cases do. All are cut by
// the segment, and the least depth is at right angles to the segment, where the sharp valley of the
// cylinder's cap or side crosses.
static void found_before(void **state)
{
    (void)state;
    static shape_case c;
    static const struct {
        lope_cylinder cylinder;
        lope_capsule capsule;
    } pairs[] = {
        {{{719.00228368873786, 574.5580228109452, 762.97070598795699},
          {0.022715392959825571, 0.9331816585874031, 0.35868649681685005},
          0.20942716549464038,
          3.4924038452117507},
         {{718.96604608817972, 574.66176961787289, 762.93359771727057},
          {719.01245424169406, 574.62939448525879, 763.01488792686848},
          0.13726876751411227}},
        {{{-3.1394589317630528, -3.103902638670756, -2.2065677361681555},
          {-0.31075605078575153, -0.54998328680362651, -0.7752090435080875},
          4.2366284466664821,
          5.4955772798156142},
         {{-0.024350905680952536, 2.8886234037340857, -0.61831679266914241},
          {0.98440015986800422, 3.2780698014770304, -1.298998576372326},
          0.053916611280934994}},
        {{{878.1036945498638, -196.24641111477661, -648.44878291771477},
          {0.97613191747201689, -0.17675024956736182, 0.12619757909832907},
          0.10347395766599146,
          4.7145642801382097},
         {{875.5722335083392, -195.22002489773897, -648.96601371821669},
          {875.29694429098095, -196.45821567867227, -648.57085509145395},
          0.89888170827850333}},
    };
    judge j = judge_make("found", LOPE_SHAPE_CYLINDER);
    c.shape.kind = LOPE_SHAPE_CYLINDER;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        oracle o;
        c.shape.as.cylinder = pairs[i].cylinder;
        c.capsule = pairs[i].capsule;
        oracle_prepare(&o, &c.shape);
        overlap_one(&j, &o, &c);
    }
    judge_print(&j);
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
        cmocka_unit_test(triangle), cmocka_unit_test(sphere), cmocka_unit_test(capsule),      cmocka_unit_test(box),
        cmocka_unit_test(cylinder), cmocka_unit_test(hull),   cmocka_unit_test(found_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
