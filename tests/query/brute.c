// brute.c - see brute.h.
#include "brute.h"

#include "motion/nearby/sink.h"
#include "shape/pair.h"

#include <string.h>

// ---- the list ---------------------------------------------------------------------------------------------

typedef struct matrix {
    lope_point x, y, z; // where the axes go
} matrix;

static matrix matrix_of(lope_quat q)
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w, n = sqrt(x * x + y * y + z * z + w * w);
    if (!(n > 0)) return (matrix){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    x /= n, y /= n, z /= n, w /= n;
    return (matrix){{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                    {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                    {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}

static lope_point turn(const matrix *m, lope_point v)
{
    return lope_point_add(lope_point_scale(m->x, v.x), lope_point_add(lope_point_scale(m->y, v.y), lope_point_scale(m->z, v.z)));
}

typedef struct noting {
    brute_world *world;
    lope_point at;
    matrix m;
    bool full;
} noting;

static lope_point placed(const noting *n, lope_vec3 v) { return lope_point_add(n->at, turn(&n->m, lope_vec3_to_point(v))); }

static void note_body(void *context, const lope_sink_body *body)
{
    noting *n = context;
    n->full = n->full || n->world->body_count == BRUTE_BODIES;
    if (n->full) return;
    n->world->bodies[n->world->body_count++] = *body;
    n->at = lope_point_sub(body->pose.position, n->world->base);
    n->m = matrix_of(body->pose.rotation);
}

// A hull comes as its triangles, numbered from 0: the first one opens it.
static void note_hull(noting *n, const lope_recorded_shape *s)
{
    brute_world *w = n->world;
    brute_part *part = w->part_count > 0 ? &w->parts[w->part_count - 1] : NULL;
    const lope_point corner[3] = {placed(n, s->a), placed(n, s->b), placed(n, s->c)};
    n->full = n->full || w->point_count + 3 > BRUTE_HULL_POINTS || !part;
    if (n->full) return;
    if (part->shape.kind == LOPE_SHAPE_TRIANGLE) { // was its first triangle
        const lope_triangle first = part->shape.as.triangle;
        part->shape.kind = LOPE_SHAPE_HULL;
        part->shape.as.hull = (lope_hull){&w->points[w->point_count], &w->corners[w->corner_count], 0, 0};
        lope_hull *hull = &part->shape.as.hull;
        for (uint32_t i = 0; i < 3; i++) {
            w->points[w->point_count++] = first.v[i];
            w->corners[w->corner_count++] = hull->point_count++;
        }
        hull->triangle_count = 1;
    }
    lope_hull *hull = &part->shape.as.hull;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t k = 0;
        while (k < hull->point_count && memcmp(&hull->points[k], &corner[i], sizeof corner[i]) != 0) k++;
        if (k == hull->point_count) {
            w->points[w->point_count++] = corner[i];
            hull->point_count++;
        }
        w->corners[w->corner_count++] = k;
    }
    hull->triangle_count++;
}

static void note_shape(void *context, const lope_recorded_shape *s)
{
    noting *n = context;
    brute_world *w = n->world;
    if (s->kind == LOPE_RECORDED_TRIANGLE && s->part > 0) {
        note_hull(n, s);
        return;
    }
    n->full = n->full || w->part_count == BRUTE_PARTS;
    if (n->full) return;
    brute_part *part = &w->parts[w->part_count++];
    *part = (brute_part){.body = w->body_count - 1, .index = s->index, .two_sided = s->two_sided != 0};
    const matrix m = matrix_of(s->rotation);
    switch (s->kind) {
    case LOPE_RECORDED_TRIANGLE:
        part->shape.kind = LOPE_SHAPE_TRIANGLE;
        part->shape.as.triangle = (lope_triangle){{placed(n, s->a), placed(n, s->b), placed(n, s->c)}};
        break;
    case LOPE_RECORDED_SPHERE:
        part->shape.kind = LOPE_SHAPE_SPHERE;
        part->shape.as.sphere = (lope_sphere){placed(n, s->a), (double)s->radius};
        break;
    case LOPE_RECORDED_CAPSULE:
        part->shape.kind = LOPE_SHAPE_CAPSULE;
        part->shape.as.capsule = (lope_capsule){placed(n, s->a), placed(n, s->b), (double)s->radius};
        break;
    case LOPE_RECORDED_BOX:
        part->shape.kind = LOPE_SHAPE_BOX;
        part->shape.as.box = (lope_box){placed(n, s->a),
                                        {turn(&n->m, m.x), turn(&n->m, m.y), turn(&n->m, m.z)},
                                        {(double)s->b.x, (double)s->b.y, (double)s->b.z}};
        break;
    default:
        part->shape.kind = LOPE_SHAPE_CYLINDER;
        part->shape.as.cylinder = (lope_cylinder){placed(n, s->a), turn(&n->m, m.y), (double)s->radius, (double)s->half_height};
    }
}

bool brute_make(brute_world *world, const lope_surroundings *surroundings, lope_point base, double reach)
{
    noting n = {.world = world};
    const lope_sink_watch watch = {&n, note_body, note_shape};
    const lope_bounds bounds = {{base.x - reach, base.y - reach, base.z - reach},
                                {base.x + reach, base.y + reach, base.z + reach}};
    const lope_filter all = {UINT32_MAX, LOPE_BODY_NONE};
    world->surroundings = *surroundings;
    world->base = base;
    world->body_count = world->part_count = world->point_count = world->corner_count = 0;
    for (int kind = LOPE_STATIC; kind <= LOPE_MOVING; kind++) {
        lope_near_set nothing = {0};
        lope_sink sink = {.takes_all = true, .set = &nothing, .watch = &watch};
        if (surroundings->gather(surroundings->context, &bounds, all, (lope_gather_kind)kind, &sink) != LOPE_OK) return false;
    }
    return !n.full;
}

// ---- a question -------------------------------------------------------------------------------------------

typedef struct question {
    const lope_cast_def *def;
    lope_point from, motion; // relative to base
    lope_capsule capsule;
    bool ray, other; // a ray; neither a ray nor a capsule
    lope_caster caster;
    lope_convex convex;
} question;

static void question_shape(question *q)
{
    const lope_shape *s = q->def->shape;
    const matrix m = matrix_of(q->def->rotation);
    lope_capsule c = {{0, 0, 0}, {0, 0, 0}, 1e3};
    q->other = s->kind != LOPE_SHAPE_SPHERE && s->kind != LOPE_SHAPE_CAPSULE;
    if (s->kind == LOPE_SHAPE_SPHERE) c = (lope_capsule){s->as.sphere.center, s->as.sphere.center, s->as.sphere.radius};
    if (s->kind == LOPE_SHAPE_CAPSULE) c = s->as.capsule;
    q->capsule = (lope_capsule){lope_point_add(q->from, turn(&m, c.a)), lope_point_add(q->from, turn(&m, c.b)), c.radius};
    q->convex = (lope_convex){s, q->from, {m.x, m.y, m.z}, true};
}

static question question_of(const brute_world *w, const lope_cast_def *def, lope_point shift, bool overlap)
{
    question q = {.def = def};
    const double radius = (double)def->radius, height = (double)def->height;
    lope_point up = lope_vec3_to_point(def->up);
    q.from = lope_point_add(lope_point_sub(def->from, w->base), shift);
    if (!overlap) q.motion = def->motion;
    q.capsule = (lope_capsule){q.from, q.from, radius};
    if (lope_point_length(up) > 0)
        up = lope_point_scale(up, 1 / lope_point_length(up));
    else
        up = lope_point_make(0, 1, 0);
    if (def->shape)
        question_shape(&q);
    else if (height > 0)
        q.capsule = (lope_capsule){lope_point_mad(q.from, up, radius), lope_point_mad(q.from, up, height - radius), radius};
    q.ray = !def->shape && !(radius > 0) && !(height > 0);
    return q;
}

static bool normal_of(const lope_shape *triangle, lope_point *normal)
{
    *normal = lope_triangle_normal(&triangle->as.triangle);
    return lope_point_dot(*normal, *normal) > 0.5;
}

// The geometry of one pair. solid: what the ray starts in has a depth.
static bool pair_cast(question *q, const brute_part *part, brute_hit *hit, lope_point *normal)
{
    lope_sweep_hit sweep;
    lope_ray_hit ray;
    if (q->ray) {
        if (!lope_shape_ray(q->from, q->motion, &part->shape, &ray)) return false;
        const lope_capsule point = {q->from, q->from, 0};
        *normal = ray.normal;
        hit->fraction = ray.fraction;
        hit->depth = ray.inside ? -lope_capsule_separation(&point, &part->shape).distance : 0;
        return true;
    }
    q->caster = (lope_caster){LOPE_CASTER_CONVEX, q->capsule, q->motion, &q->convex};
    const bool met = q->other ? lope_convex_meets(&q->caster, &part->shape, 1, &sweep)
                              : lope_capsule_sweep(&q->capsule, q->motion, &part->shape, &sweep);
    if (!met) return false;
    *normal = sweep.normal;
    hit->fraction = sweep.fraction;
    hit->depth = sweep.depth;
    return true;
}

static bool pair_overlap(question *q, const brute_part *part, brute_hit *hit)
{
    lope_separation apart;
    q->caster = (lope_caster){LOPE_CASTER_CONVEX, q->capsule, q->motion, &q->convex};
    if (!q->other)
        apart = lope_capsule_separation(&q->capsule, &part->shape);
    else if (!lope_convex_overlaps(&q->caster, &part->shape, &apart))
        return false;
    hit->depth = -apart.distance;
    return apart.distance < 0;
}

static bool meets(question *q, const brute_part *part, brute_hit *hit)
{
    const bool triangle = part->shape.kind == LOPE_SHAPE_TRIANGLE;
    lope_point front, normal;
    const bool one_sided = triangle && !part->two_sided && !(q->def->flags & LOPE_CAST_BACK_FACES);
    if (one_sided && normal_of(&part->shape, &front) && !(lope_point_dot(front, q->motion) < 0)) return false;
    if (!pair_cast(q, part, hit, &normal)) return false;
    return !one_sided || q->ray || !(lope_point_dot(front, normal) < -1e-9); // at a right angle it is met
}

static bool passes(const lope_cast_def *def, const lope_sink_body *body)
{
    lope_filter filter = def->filter;
    if (filter.channels == 0) filter = (lope_filter){LOPE_CHANNEL_SOLID, LOPE_BODY_NONE};
    if ((def->flags & LOPE_CAST_STATIC_ONLY) && body->moving) return false;
    return (!body->channels || (body->channels & filter.channels)) && body->id != filter.ignore;
}

static void keep(brute_hits *hits, const brute_hit *one)
{
    if (hits->count == BRUTE_HITS) return;
    uint32_t at = hits->count++;
    for (; at > 0; at--) {
        const brute_hit *last = &hits->list[at - 1];
        bool before = one->fraction < last->fraction;
        if (one->fraction <= last->fraction && one->fraction >= last->fraction)
            before = one->body < last->body || (one->body == last->body && one->triangle < last->triangle);
        if (!before) break;
        hits->list[at] = *last;
    }
    hits->list[at] = *one;
}

void brute_ask(const brute_world *world, const lope_cast_def *def, bool overlap, lope_point shift, brute_hits *hits)
{
    question q = question_of(world, def, shift, overlap);
    hits->count = 0;
    for (uint32_t i = 0; i < world->part_count; i++) {
        const brute_part *part = &world->parts[i];
        const lope_sink_body *body = &world->bodies[part->body];
        brute_hit hit = {.body = body->id, .triangle = part->index};
        if (!passes(def, body)) continue;
        if (overlap ? pair_overlap(&q, part, &hit) : meets(&q, part, &hit)) keep(hits, &hit);
    }
}
