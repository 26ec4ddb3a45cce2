// test_ray.c - rays against every shape, judged by bisection on the signed distance of a point.
//
// The signed distance of a point to a convex solid is convex along a ray, so the oracle finds a point inside
// (or proves that there is none) and bisects for the surface. A triangle has no inside: its oracle is the
// crossing of its plane in long double. Error measure: how far the returned point is off the surface, and how
// deep the ray already was on the way there. Hit and miss may differ only where the ray goes less than 1e-6 m
// into the solid or passes it by at less. The normal has to be one of the surface's own at the returned point
// (all faces within the tolerance count), and to face the start. Read next: test_closest.c.
#include "cmocka_all.h"
#include "judge.h"

// A ray of the pair: the capsule's axis line shot through the contact, the motion of its end, or straight at
// the contact.
static void ray_make(const shape_case *c, lope_point *from, lope_point *motion)
{
    rng r = rng_make(CASE_SEED + 31 + (uint64_t)c->index);
    *from = c->capsule.a;
    *motion = c->motion;
    if (c->kind == CASE_ZERO_MOTION || c->kind == CASE_GRID) return;
    double way = lope_point_length(c->motion);
    int aim = rng_pick(&r, 4);
    if (aim == 0) return;
    lope_point target = lope_point_mad(c->contact, c->contact_normal, aim == 1 ? 0 : -rng_log(&r, 1e-3, 1));
    if (aim == 3) target = lope_point_mad(target, rng_direction(&r), rng_log(&r, 1e-3, 1));
    lope_point out = rng_direction(&r);
    if (c->kind == CASE_GRAZING || c->kind == CASE_EDGE_ON) out = oracle_unit(lope_point_cross(out, c->contact_normal));
    if (lope_point_dot(out, c->contact_normal) < 0 && c->kind != CASE_INSIDE) out = lope_point_scale(out, -1);
    if (c->kind == CASE_PARALLEL) out = c->contact_normal;
    *from = lope_point_mad(target, out, c->kind == CASE_INSIDE ? 0 : way);
    *motion = lope_point_scale(out, -way * rng_range(&r, 1, 2));
}

// The outward normal of the surface near p that is closest to n. The tolerance admits every face of a corner.
static double normal_error(const oracle *o, lope_point p, lope_point n)
{
    double least = 10;
    lope_point q;
    switch (o->kind) {
    case LOPE_SHAPE_SPHERE:
    case LOPE_SHAPE_CAPSULE:
        oracle_point(o, p, &q);
        return oracle_angle(oracle_unit(lope_point_sub(p, q)), n);
    case LOPE_SHAPE_CYLINDER: {
        const lope_cylinder *c = &o->shape.as.cylinder;
        lope_point d = lope_point_sub(p, c->center);
        double along = lope_point_dot(d, c->axis);
        lope_point across = lope_point_mad(d, c->axis, -along);
        if (fabs(fabs(along) - c->half_height) <= 2 * JUDGE_EXACT)
            least = oracle_angle(lope_point_scale(c->axis, along > 0 ? 1 : -1), n);
        if (c->half_height <= 2 * JUDGE_EXACT && oracle_angle(c->axis, lope_point_scale(n, -1)) < least)
            least = oracle_angle(c->axis, lope_point_scale(n, -1));
        if (fabs(lope_point_length(across) - c->radius) <= 2 * JUDGE_EXACT && oracle_angle(oracle_unit(across), n) < least)
            least = oracle_angle(oracle_unit(across), n);
        return least;
    }
    default:
        break;
    }
    for (uint32_t i = 0; i < 2 * o->face_count; i++) {
        double side = i % 2 ? -1 : 1, offset = o->face_offset[i / 2];
        if (o->kind == LOPE_SHAPE_HULL && i % 2) continue;
        if (o->kind == LOPE_SHAPE_BOX)
            offset = lope_point_dot(o->face_normal[i / 2], o->shape.as.box.center) + side * o->shape.as.box.half[i / 2];
        if (fabs(lope_point_dot(o->face_normal[i / 2], p) - offset) > 2 * JUDGE_EXACT) continue;
        double angle = oracle_angle(lope_point_scale(o->face_normal[i / 2], side), n);
        if (angle < least) least = angle;
    }
    return least;
}

static bool judge_normal_of(judge *j, const oracle *o, const shape_case *c, lope_point motion, const lope_ray_hit *h)
{
    double length = lope_point_length(h->normal);
    if (!(fabs(length - 1) < 1e-9)) return judge_fail(j, c, "length of normal", length, 1); // a few roundings
    double way = lope_point_length(motion), facing = lope_point_dot(h->normal, motion) / way;
    if (!(facing <= 1e-9)) return judge_fail(j, c, "normal faces along the ray", facing, 1e-9);
    double angle = normal_error(o, h->point, h->normal);
    // Round sides turn by the point's error over the radius; below a millimetre of radius that is not unique
    // any more.
    double round = o->kind == LOPE_SHAPE_CYLINDER ? o->shape.as.cylinder.radius : o->round;
    double limit = o->kind == LOPE_SHAPE_CYLINDER || o->round > 0 ? judge_normal(JUDGE_EXACT, round) : 1e-6;
    j->normals++;
    judge_worst(&j->worst_angle, angle);
    if (!(angle <= limit)) return judge_fail(j, c, "normal, angle", angle, limit);
    return true;
}

static bool judge_inside(judge *j, const shape_case *c, lope_point motion, bool hit, const lope_ray_hit *h)
{
    j->inside++;
    if (!hit || !h->inside || h->fraction != 0) return judge_fail(j, c, "starts inside; fraction", h->fraction, 0);
    double way = lope_point_length(motion);
    if (way < 1e-12) return true; // "against the ray" has no direction
    double angle = oracle_angle(lope_point_scale(motion, -1 / way), h->normal);
    if (!(angle <= 1e-9)) return judge_fail(j, c, "starts inside; normal against the ray, angle", angle, 1e-9);
    return true;
}

static bool ray_solid(judge *j, const oracle *o, const shape_case *c, lope_point from, lope_point motion)
{
    lope_ray_hit h = {0};
    bool hit = lope_shape_ray(from, motion, &c->shape, &h);
    double start = oracle_point_signed(o, from), want = 0;
    if (start < -JUDGE_TOUCH) return judge_inside(j, c, motion, hit, &h);
    if (start < JUDGE_TOUCH && hit && h.inside) return true; // on the surface, to rounding: either word is right
    if (h.inside) return judge_fail(j, c, "starts outside, says inside", start, JUDGE_TOUCH);
    bool wanted = oracle_ray(o, from, motion, &want);
    j->hits += hit;
    if (hit != wanted) {
        j->differences++;
        double least = oracle_ray_least(o, from, motion, 0, 1); // misses: how deep; hits: how far it passes by
        if (!(fabs(least) <= JUDGE_EXACT))
            return judge_fail(j, c, hit ? "hit; passes by at" : "missed; goes in by", least, JUDGE_EXACT);
        j->explained++;
    }
    if (!hit) return true;
    if (!(h.fraction >= 0 && h.fraction <= 1)) return judge_fail(j, c, "fraction", h.fraction, 1);
    lope_point at = lope_point_mad(from, motion, h.fraction);
    double off = fabs(oracle_point_signed(o, at)), apart = lope_point_length(lope_point_sub(at, h.point));
    double early = oracle_point_signed(o, lope_point_mad(from, motion, (h.fraction + want) / 2));
    if (wanted && -early > off) off = -early;
    judge_worst(&j->worst_clearance, off);
    if (!(off <= JUDGE_EXACT)) return judge_fail(j, c, "point is off the first surface by", off, JUDGE_EXACT);
    if (!(apart <= JUDGE_EXACT)) return judge_fail(j, c, "point is not at the fraction, by", apart, JUDGE_EXACT);
    if (start < JUDGE_EXACT) return true; // starts on a surface, perhaps leaving it: which of its faces is met is not unique
    return judge_normal_of(j, o, c, motion, &h);
}

// Where the ray crosses the triangle's plane, and by how much inside of the edges (negative: outside).
static bool cross_plane(const lope_triangle *t, lope_point from, lope_point motion, double *fraction, double *inside)
{
    long double e[3][3], n[3], length = 0, over = 0, toward = 0, p[3];
    const double f[3] = {from.x, from.y, from.z}, m[3] = {motion.x, motion.y, motion.z};
    double v[3][3];
    for (int i = 0; i < 3; i++) v[i][0] = t->v[i].x, v[i][1] = t->v[i].y, v[i][2] = t->v[i].z;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) e[i][k] = (long double)v[(i + 1) % 3][k] - v[i][k];
    for (int k = 0; k < 3; k++) n[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
    for (int k = 0; k < 3; k++) length += n[k] * n[k];
    length = sqrtl(length);
    for (int k = 0; k < 3; k++) {
        n[k] /= length;
        over += n[k] * ((long double)f[k] - v[0][k]);
        toward += n[k] * m[k];
    }
    double way = lope_point_length(motion);
    if (!(way > 0) || fabsl(toward) < 1e-6L * way) return false; // in the plane, nearly: judged as grazing
    long double at = -over / toward, least = 1e300L;
    for (int k = 0; k < 3; k++) p[k] = f[k] + at * m[k];
    for (int i = 0; i < 3; i++) {
        long double sum = 0, edge = 0;
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            sum += (n[a] * e[i][b] - n[b] * e[i][a]) * (p[k] - v[i][k]);
            edge += e[i][k] * e[i][k];
        }
        sum /= sqrtl(edge);
        if (sum < least) least = sum;
    }
    *fraction = (double)at;
    *inside = (double)least;
    return true;
}

static bool ray_triangle(judge *j, const oracle *o, const shape_case *c, lope_point from, lope_point motion)
{
    lope_ray_hit h = {0};
    bool hit = lope_shape_ray(from, motion, &c->shape, &h);
    double want = 0, inside = 0, way = lope_point_length(motion);
    bool crosses = cross_plane(&c->shape.as.triangle, from, motion, &want, &inside);
    j->hits += hit;
    if (h.inside) return judge_fail(j, c, "inside of a triangle", 1, 0);
    if (crosses) {
        bool wanted = inside >= 0 && want >= 0 && want <= 1;
        if (hit != wanted) {
            double margin = fabs(inside), ends = fabs(want) < fabs(want - 1) ? fabs(want) * way : fabs(want - 1) * way;
            if (ends < margin) margin = ends;
            j->differences++;
            if (!(margin <= JUDGE_EXACT))
                return judge_fail(j, c, hit ? "hit; passes by at" : "missed; inside by", margin, JUDGE_EXACT);
            j->explained++;
        }
    }
    if (!hit) return true;
    if (!(h.fraction >= 0 && h.fraction <= 1)) return judge_fail(j, c, "fraction", h.fraction, 1);
    lope_point at = lope_point_mad(from, motion, h.fraction);
    double off = oracle_point_signed(o, at), apart = lope_point_length(lope_point_sub(at, h.point));
    if (crosses && fabs(h.fraction - want) * way * 1e-6 > off) off = fabs(h.fraction - want) * way * 1e-6; // 1e-6: least slope
    judge_worst(&j->worst_clearance, off);
    if (!(off <= JUDGE_EXACT)) return judge_fail(j, c, "point is off the triangle by", off, JUDGE_EXACT);
    if (!(apart <= JUDGE_EXACT)) return judge_fail(j, c, "point is not at the fraction, by", apart, JUDGE_EXACT);
    if (!crosses) return true; // within the plane: no side to face
    return judge_normal_of(j, o, c, motion, &h);
}

static void ray_shape(lope_shape_kind kind)
{
    judge j = judge_make("ray", kind);
    static shape_case c;
    for (uint32_t i = 0; case_nth(&c, kind, i); i++) {
        oracle o;
        lope_point from, motion;
        ray_make(&c, &from, &motion);
        c.capsule.a = c.capsule.b = from; // so that a printed case is the ray: from a, by motion
        c.motion = motion;
        oracle_prepare(&o, &c.shape);
        j.pairs++;
        if (kind == LOPE_SHAPE_TRIANGLE)
            ray_triangle(&j, &o, &c, from, motion);
        else
            ray_solid(&j, &o, &c, from, motion);
    }
    judge_print(&j);
    // the cases still test both answers
    assert_true(j.hits > j.pairs / 8 && j.hits + j.inside < j.pairs - j.pairs / 8);
    assert_int_equal(j.failures, 0);
}

// Rays that were once wrong, kept by their numbers: they lie in the triangle's plane, to rounding, and miss
// it or end before.
static void found_before(void **state)
{
    (void)state;
    static shape_case c;
    static const struct {
        lope_triangle triangle;
        lope_point from, motion;
    } rays[] = {
        {{{{2.6814720621289796, 4.4801546900933298, -0.95197929751368815},
           {3.5418694138052667, 3.3926427178052139, -0.93494337219161094},
           {4.4930698306796142, 3.6939011343491863, -0.68627341478627635}}},
         {0.74967214333074716, 2.661294100359183, -1.6415156903281343},
         {3.5697418749678875, 2.223337249661256, 1.1002699255358175}},
        {{{{-1.3948215004296491, 2.3239607508771369, 4.6968542433328269},
           {-1.1686928749094783, 1.9208848012651023, 4.8202172479072516},
           {-1.7936825420542577, 2.2893581436546464, 4.437756250609314}}},
         {-5.6522727590981257, -8.5478267494731028, 1.3466257416659464},
         {4.6152967377144654, 11.956753107670265, 3.6413488050366798}},
        {{{{4.2774237816141492, 4.2866654890861779, 1.1530151356233274},
           {4.0783280634626315, 5.7437886744045006, 5.2828674340787831},
           {4.1463253596858198, 4.3960667617786093, 1.1096529717873915}}},
         {10.519132596772607, 10.439946201875692, 40.144151642495558},
         {-9.2361512581892384, -8.5984640869876863, -56.049798955386926}},
        {{{{0.13914978866961913, -0.64299767054481549, 4.7524907059638313},
           {0.073072153179958882, -0.16450843506455659, 3.9130690805165895},
           {0.48511968929647853, -0.28761674315795482, 4.4531905334757118}}},
         {0.56644798254880468, -0.22249619809848284, 4.4130603796160477},
         {-0.237256895514322, -0.14533718517299352, 0.043820728743375573}},
    };
    judge j = judge_make("found", LOPE_SHAPE_TRIANGLE);
    c.shape.kind = LOPE_SHAPE_TRIANGLE;
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; i++) {
        oracle o;
        c.shape.as.triangle = rays[i].triangle;
        c.capsule.a = c.capsule.b = rays[i].from;
        c.motion = rays[i].motion;
        oracle_prepare(&o, &c.shape);
        j.pairs++;
        ray_triangle(&j, &o, &c, rays[i].from, rays[i].motion);
    }
    judge_print(&j);
    assert_int_equal(j.failures, 0);
}

static void triangle(void **state) { (void)state, ray_shape(LOPE_SHAPE_TRIANGLE); }
static void sphere(void **state) { (void)state, ray_shape(LOPE_SHAPE_SPHERE); }
static void capsule(void **state) { (void)state, ray_shape(LOPE_SHAPE_CAPSULE); }
static void box(void **state) { (void)state, ray_shape(LOPE_SHAPE_BOX); }
static void cylinder(void **state) { (void)state, ray_shape(LOPE_SHAPE_CYLINDER); }
static void hull(void **state) { (void)state, ray_shape(LOPE_SHAPE_HULL); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle), cmocka_unit_test(sphere), cmocka_unit_test(capsule),      cmocka_unit_test(box),
        cmocka_unit_test(cylinder), cmocka_unit_test(hull),   cmocka_unit_test(found_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
