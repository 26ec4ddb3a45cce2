// test_ball.c - a ball against a triangle whose edge planes are known: its sweep judged by the oracle's
// distance where it ends and by the sweep of a capsule without length, its nearest point by the oracle.
//
// Read next: test_sweep.c, which judges the capsule's sweep itself.
#include "cmocka_all.h"
#include "judge.h"
#include "shape/kernels.h"

// What the motion layer hands over: how far the centre is beyond each edge, and how the motion changes that.
typedef struct edge_planes {
    lope_point normal;
    double beyond[3], passing[3];
} edge_planes;

// False: the triangle has no normal, and the motion layer keeps none like it.
static bool planes_of(const shape_case *c, edge_planes *p)
{
    const lope_point *v = c->shape.as.triangle.v;
    p->normal = lope_triangle_normal(&c->shape.as.triangle);
    if (!(lope_point_dot(p->normal, p->normal) > 0)) return false;
    for (int i = 0; i < 3; i++) {
        lope_point out = lope_point_cross(lope_point_sub(v[(i + 1) % 3], v[i]), p->normal);
        out = lope_point_scale(out, 1.0 / lope_point_length(out));
        p->beyond[i] = lope_point_dot(out, lope_point_sub(c->capsule.a, v[i]));
        p->passing[i] = lope_point_dot(out, c->motion);
    }
    return true;
}

static bool capsule_meets(const shape_case *c, const edge_planes *p, double wider, lope_sweep_hit *hit)
{
    lope_capsule ball = {c->capsule.a, c->capsule.a, c->capsule.radius + wider};
    return lope_sweep_capsule_triangle(&ball, c->motion, &c->shape.as.triangle, p->normal, 1.0, hit);
}

static void sweep_one(judge *j, const oracle *o, const shape_case *c)
{
    edge_planes p;
    if (!planes_of(c, &p)) return;
    lope_sphere ball = {c->capsule.a, c->capsule.radius};
    lope_sweep_hit hit, other, grown;
    lope_ball_sweep met =
        lope_sweep_ball_triangle(&ball, c->motion, &c->shape.as.triangle, p.normal, p.beyond, p.passing, 1.0, &hit);
    if (met == LOPE_BALL_UNSURE) return; // the capsule's sweep is asked then
    j->pairs++;
    bool hits = met == LOPE_BALL_HITS;
    if (hits) {
        j->hits++;
        lope_point end = lope_point_mad(c->capsule.a, c->motion, hit.fraction), nearest;
        double clearance = oracle_point(o, end, &nearest) - c->capsule.radius;
        judge_worst(&j->worst_clearance, fabs(clearance));
        if (!(fabs(clearance) <= JUDGE_SWEEP)) judge_fail(j, c, "clearance", clearance, JUDGE_SWEEP);
        double off = fabs(oracle_point_signed(o, hit.point));
        if (!(off <= JUDGE_SWEEP)) judge_fail(j, c, "point is off the triangle by", off, JUDGE_SWEEP);
    }
    if (hits == capsule_meets(c, &p, 0, &other)) {
        double apart = hits ? fabs(hit.fraction - other.fraction) * lope_point_length(c->motion) : 0;
        // a graze may be met sooner or later by much for next to no change of radius
        if (apart > JUDGE_EXACT && fabs(lope_point_dot(hit.normal, c->motion)) > 1e-3 * lope_point_length(c->motion))
            judge_fail(j, c, "met elsewhere than the capsule, m", apart, JUDGE_EXACT);
        return;
    }
    j->differences++;
    if (capsule_meets(c, &p, hits ? JUDGE_TOUCH : -JUDGE_TOUCH, &grown) == hits)
        j->explained++;
    else
        judge_fail(j, c, "met by one only", hits ? 1 : 0, 0);
}

static void nearest_one(judge *j, const oracle *o, const shape_case *c)
{
    edge_planes p;
    if (!planes_of(c, &p)) return;
    lope_point nearest, want;
    double distance = sqrt(lope_ball_nearest(c->capsule.a, &c->shape.as.triangle, p.normal, p.beyond, &nearest));
    double off = fabs(distance - oracle_point(o, c->capsule.a, &want));
    j->pairs++;
    judge_worst(&j->worst_depth, off);
    if (!(off <= JUDGE_EXACT)) judge_fail(j, c, "distance differs by", off, JUDGE_EXACT);
    off = fabs(lope_point_length(lope_point_sub(nearest, c->capsule.a)) - distance);
    if (!(off <= JUDGE_EXACT)) judge_fail(j, c, "nearest point is off by", off, JUDGE_EXACT);
}

static void judge_all(const char *name, void (*one)(judge *, const oracle *, const shape_case *))
{
    judge j = judge_make(name, LOPE_SHAPE_TRIANGLE);
    static shape_case c;
    for (uint32_t i = 0; case_nth(&c, LOPE_SHAPE_TRIANGLE, i); i++) {
        oracle o;
        oracle_prepare(&o, &c.shape);
        one(&j, &o, &c);
    }
    judge_print(&j);
    assert_true(j.pairs > case_random_count() / 2);
    assert_int_equal(j.failures, 0);
}

static void sweeps(void **state) { (void)state, judge_all("ball sweeps", sweep_one); }
static void nearest(void **state) { (void)state, judge_all("ball nearest", nearest_one); }

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sweeps), cmocka_unit_test(nearest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
