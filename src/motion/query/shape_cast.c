// shape_cast.c - gathers along a cast, asks each candidate, and keeps the hits in order. See shape_cast.h.
#include "motion/query/shape_cast.h"

#include "level/frame.h"
#include "level/query_filter.h"
#include "motion/nearby/broadphase.h"
#include "motion/nearby/look.h"
#include "motion/query/query_log.h"
#include "shape/pair.h"

#define PIECE 16.0     // m of a way that is gathered at once; twice as much where little is near
#define KEPT_PIECE 4.0 // m of a way in one box, where all is gathered already
#define KEPT_PIECES 8  // boxes of a way, at most
#define LITTLE 32      // triangles and solids
#define MARGIN 1e-6    // m: bounds exceed what is asked about by this, far more than any rounding
#define SPARE 1e-8     // m: the planes of a triangle rule it out only by this much

// A definition in the frame of the look.
typedef struct lope_shape_question {
    const lope_shape_asker *asker;
    const lope_cast_def *def;
    lope_filter filter;
    lope_caster caster;
    lope_convex convex;
    lope_bounds start; // of the cast shape, where it starts
    lope_point origin, up;
    double length, walkable_cosine, seconds;
    bool first; // only the nearest hit counts
    lope_shape_hits *hits;
    double from, to; // fractions: the present piece
} lope_shape_question;

// ---- what is cast ---------------------------------------------------------------------------------------

// Returns a capsule that is a sphere.
static lope_capsule ball(lope_point center, double radius) { return (lope_capsule){center, center, radius}; }

// Returns a capsule around a convex shape, in the shape's own frame. A capsule or sphere is its own.
static lope_capsule capsule_around(const lope_shape *shape)
{
    switch (shape->kind) {
    case LOPE_SHAPE_SPHERE:
        return ball(shape->as.sphere.center, shape->as.sphere.radius);
    case LOPE_SHAPE_CAPSULE:
        return shape->as.capsule;
    case LOPE_SHAPE_CYLINDER: {
        const lope_cylinder *c = &shape->as.cylinder;
        return (lope_capsule){lope_point_mad(c->center, c->axis, -c->half_height),
                              lope_point_mad(c->center, c->axis, c->half_height), c->radius};
    }
    default: {
        lope_bounds bounds = lope_shape_bounds(shape);
        lope_point size = lope_point_sub(bounds.upper, bounds.lower);
        return ball(lope_point_mad(bounds.lower, size, 0.5), 0.5 * lope_point_length(size));
    }
    }
}

// Returns a capsule's bounds.
static lope_bounds capsule_bounds(const lope_capsule *c)
{
    return lope_bounds_grow(lope_bounds_add(lope_bounds_add(lope_bounds_none(), c->a), c->b), c->radius);
}

// Returns a convex shape's bounds, by its support points along the axes.
static lope_bounds convex_bounds(const lope_convex *convex)
{
    lope_bounds bounds = lope_bounds_none();
    for (int sign = -1; sign <= 1; sign += 2) {
        double s = (double)sign;
        bounds = lope_bounds_add(bounds, lope_convex_support(convex, lope_point_make(s, 0, 0)));
        bounds = lope_bounds_add(bounds, lope_convex_support(convex, lope_point_make(0, s, 0)));
        bounds = lope_bounds_add(bounds, lope_convex_support(convex, lope_point_make(0, 0, s)));
    }
    return bounds;
}

// Makes the definition's shape the caster.
static void put_shape(lope_shape_question *q, lope_point from)
{
    const lope_transform pose = {from, q->def->rotation};
    const lope_frame frame = lope_frame_make(&pose);
    const lope_shape *shape = q->def->shape;
    const lope_capsule around = capsule_around(shape);
    q->caster.capsule =
        (lope_capsule){lope_frame_to_world(&frame, around.a), lope_frame_to_world(&frame, around.b), around.radius};
    if (shape->kind == LOPE_SHAPE_SPHERE || shape->kind == LOPE_SHAPE_CAPSULE) return;
    q->convex = (lope_convex){shape, from, {frame.axis[0], frame.axis[1], frame.axis[2]}, frame.turned};
    q->caster.kind = LOPE_CASTER_CONVEX;
    q->caster.convex = &q->convex;
}

// Makes the capsule, sphere or ray of the definition's radius and height the caster.
static void put_cast_capsule(lope_shape_question *q, lope_point from)
{
    double radius = (double)q->def->radius, height = (double)q->def->height;
    q->caster.capsule = ball(from, radius);
    if (height > 0) {
        q->caster.capsule.a = lope_point_mad(from, q->up, radius);
        q->caster.capsule.b = lope_point_mad(from, q->up, height - radius);
    } else if (!(radius > 0)) {
        q->caster.kind = LOPE_CASTER_RAY;
    }
}

// Returns the question of a definition, with the asker's defaults. Empties hits.
static lope_shape_question question_of(const lope_shape_asker *asker, const lope_cast_def *def, lope_shape_hits *hits)
{
    lope_shape_question q = {.asker = asker, .def = def, .filter = def->filter, .up = asker->up, .hits = hits, .to = 1};
    const lope_point up = lope_vec3_to_point(def->up);
    if (lope_point_dot(up, up) > 0) q.up = lope_point_scale(up, 1.0 / lope_point_length(up));
    q.filter = lope_query_filter(q.filter);
    q.walkable_cosine = def->walkable_angle > 0 ? (double)lope_cos(def->walkable_angle) : asker->walkable_cosine;
    q.seconds = def->seconds > 0 ? (double)def->seconds : asker->seconds;
    hits->held = hits->count = 0;
    return q;
}

// Places the question relative to the look's origin, once that is known. motion: m.
static void question_place(lope_shape_question *q, lope_point motion)
{
    q->origin = q->asker->look->origin;
    const lope_point from = lope_point_sub(q->def->from, q->origin);
    q->caster.kind = LOPE_CASTER_CAPSULE;
    q->caster.motion = motion;
    q->length = lope_point_length(motion);
    if (q->def->shape)
        put_shape(q, from);
    else
        put_cast_capsule(q, from);
    q->start = q->caster.kind == LOPE_CASTER_CONVEX ? convex_bounds(&q->convex) : capsule_bounds(&q->caster.capsule);
}

// ---- a hit ----------------------------------------------------------------------------------------------

// Returns true when a surface of a body is walkable for this question.
static bool is_walkable(const lope_shape_question *q, const lope_sink_body *body, lope_point surface)
{
    const lope_space rule = {.up = q->up, .walkable_cosine = q->walkable_cosine};
    return lope_space_walkable(&rule, body, surface);
}

// Returns a body's velocity (m/s) at a point relative to the origin.
static lope_point velocity_at(const lope_shape_question *q, const lope_sink_body *body, lope_point point)
{
    lope_point zero = {0, 0, 0};
    if (body->dynamic || body->character) {
        lope_point center = lope_transform_apply(&body->pose, lope_vec3_to_point(body->mass_center));
        lope_point arm = lope_point_sub(point, lope_point_sub(center, q->origin));
        return lope_point_add(lope_vec3_to_point(body->velocity), lope_point_cross(lope_vec3_to_point(body->spin), arm));
    }
    if (!body->moving || !(q->seconds > 0)) return zero;
    lope_point arm = lope_point_sub(point, lope_point_sub(body->pose.position, q->origin));
    lope_point way = lope_point_add(body->motion.displacement, lope_point_cross(lope_vec3_to_point(body->motion.rotation), arm));
    return lope_point_scale(way, 1.0 / q->seconds);
}

// Fills in a public hit, in world coordinates.
static void hit_fill(const lope_shape_question *q, const lope_sink_body *body, const lope_found *found, lope_cast_hit *hit)
{
    *hit = (lope_cast_hit){.fraction = found->fraction, .depth = found->depth, .normal = found->normal};
    hit->point = lope_point_add(found->point, q->origin);
    hit->surface_normal = found->surface_normal;
    hit->body = body->id;
    hit->triangle = found->triangle;
    hit->material = body->surface.material;
    hit->character = body->character;
    hit->walkable = is_walkable(q, body, found->surface_normal);
    hit->body_velocity = velocity_at(q, body, found->point);
}

// Returns true when `a` goes before `b`: by fraction, body, triangle.
static bool hit_before(const lope_cast_hit *a, const lope_cast_hit *b)
{
    if (a->fraction < b->fraction || a->fraction > b->fraction) return a->fraction < b->fraction;
    if (a->body != b->body) return a->body < b->body;
    return a->triangle < b->triangle;
}

// Keeps a hit in order; of too many the last is lost.
static void hit_keep(const lope_shape_question *q, const lope_cast_hit *hit)
{
    lope_shape_hits *h = q->hits;
    h->count = q->first ? 1 : h->count + 1;
    if (h->held == h->capacity && (h->held == 0 || !hit_before(hit, &h->hits[h->held - 1]))) return;
    uint32_t at = h->held < h->capacity ? h->held++ : h->held - 1;
    for (; at > 0 && hit_before(hit, &h->hits[at - 1]); at--) h->hits[at] = h->hits[at - 1];
    h->hits[at] = *hit;
}

// Returns true when a fraction belongs to the present piece, so that each thing is met in one piece only.
static bool in_piece(const lope_shape_question *q, double fraction)
{
    if (q->to < 1 && fraction > q->to) return false;
    return q->first || !(q->from > 0) || fraction > q->from;
}

// Takes what was found as a hit, unless the piece, filter, flags or the caller's accept leave it out.
static void take(const lope_shape_question *q, const lope_near_set *set, uint32_t body_index, const lope_found *found)
{
    const lope_sink_body *body = &set->bodies[body_index];
    lope_cast_hit hit;
    if (!in_piece(q, found->fraction) || body->id == q->filter.ignore || body->id == q->asker->own_body) return;
    if (body->channels && !(body->channels & q->filter.channels)) return;
    if (q->first && q->hits->held > 0 && found->fraction > q->hits->hits[0].fraction) return;
    hit_fill(q, body, found, &hit);
    if ((q->def->flags & LOPE_CAST_WALKABLE_ONLY) && !hit.walkable) return;
    if (q->def->accept && !q->def->accept(q->def->context, &hit)) return;
    hit_keep(q, &hit);
}

// ---- what is near ---------------------------------------------------------------------------------------

// Returns the bounds of the way between two fractions.
static lope_bounds piece_bounds(const lope_shape_question *q, double from, double to)
{
    lope_bounds a = lope_bounds_move(q->start, lope_point_scale(q->caster.motion, from));
    lope_bounds b = lope_bounds_move(q->start, lope_point_scale(q->caster.motion, to));
    return lope_bounds_grow(lope_bounds_join(a, b), MARGIN * q->asker->unit);
}

// Gathers all within the bounds. Returns why it failed, or LOPE_OK.
static lope_result cover(const lope_shape_question *q, const lope_bounds *bounds)
{
    uint32_t gathers = 0;
    const bool static_only = (q->def->flags & LOPE_CAST_STATIC_ONLY) != 0;
    lope_result result = lope_look_cover(q->asker->look, q->asker->surroundings, q->filter, bounds, static_only, &gathers);
    if (q->asker->space) q->asker->space->gathers += gathers;
    return result;
}

// Returns what the caster may meet within the bounds, on its way along `motion` (m).
static lope_near_query query_of(const lope_shape_question *q, const lope_bounds *bounds, lope_point motion)
{
    const lope_capsule *c = &q->caster.capsule;
    return (lope_near_query){*bounds, c->a, lope_point_sub(c->b, c->a), motion, c->radius + SPARE * q->asker->unit};
}

// Begins a walk over what a query of the caster may meet.
static lope_candidates walk_of(const lope_shape_question *q, const lope_bounds *bounds, lope_point motion)
{
    const lope_near_query query = query_of(q, bounds, motion);
    lope_candidates walk;
    lope_candidates_begin(&walk, q->asker->look, &query);
    return walk;
}

// Counts one exact test, for the tick's cost.
static void count_one(const lope_shape_question *q)
{
    if (q->asker->space) q->asker->space->triangles++;
}

// Returns the fraction up to which a hit still matters.
static double limit_of_cast(const lope_shape_question *q)
{
    if (!q->first) return 1.0;
    double best = q->hits->held > 0 ? q->hits->hits[0].fraction : 1.0;
    return best < q->to ? best : q->to;
}

// Casts against a triangle.
static void cast_shape_triangle(const lope_shape_question *q, const lope_near_set *set, const lope_near_triangle *triangle)
{
    const bool two_sided = triangle->two_sided || (q->def->flags & LOPE_CAST_BACK_FACES);
    const lope_point front = lope_triangle_normal(&triangle->shape);
    lope_found found;
    found.triangle = triangle->index;
    if (!lope_caster_meets_triangle(&q->caster, &triangle->shape, front, two_sided, limit_of_cast(q), &found)) return;
    count_one(q);
    take(q, set, triangle->body, &found);
}

// Casts against a round solid.
static void cast_round_shape(const lope_shape_question *q, const lope_near_set *set, const lope_near_round *round)
{
    lope_found found;
    found.triangle = round->index;
    if (!lope_caster_meets_solid(&q->caster, &round->shape, &found)) return;
    count_one(q);
    take(q, set, round->body, &found);
}

// Casts against a triangle, unless its planes rule it out up to what matters still.
static inline void try_triangle(const lope_shape_question *q, const lope_near_set *set, const lope_near_triangle *triangle,
                                const lope_near_query *query)
{
    if (lope_near_reached_until(&triangle->planes, query, limit_of_cast(q))) cast_shape_triangle(q, set, triangle);
}

// Casts against all within the bounds of the present piece.
static void cast_piece(const lope_shape_question *q, const lope_bounds *bounds)
{
    lope_candidates walk = walk_of(q, bounds, q->caster.motion);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (round)
            cast_round_shape(q, walk.set, round);
        else
            try_triangle(q, walk.set, triangle, &walk.query);
    }
}

// The boxes of the parts of a way. One box around a long slanted way holds much that is far from it.
typedef struct way_boxes {
    lope_bounds bounds[KEPT_PIECES];
    lope_near_window windows[KEPT_PIECES]; // in the grid of the set that is asked
    uint32_t count;
} way_boxes;

static uint32_t touches_way(const way_boxes *boxes, const lope_near_block *block)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < boxes->count; i++) mask |= lope_near_block_touches(block, &boxes->windows[i]);
    return mask;
}

// Casts against all of one set.
static void cast_set(const lope_shape_question *q, const lope_near_set *set, way_boxes *boxes, const lope_near_query *query)
{
    const uint32_t triangles = lope_near_blocks(set->triangle_count), rounds = lope_near_blocks(set->round_count);
    if (triangles + rounds == 0) return;
    for (uint32_t i = 0; i < boxes->count; i++) boxes->windows[i] = lope_near_window_of(set, &boxes->bounds[i]);
    for (uint32_t block = 0; block < triangles; block++)
        for (uint32_t mask = touches_way(boxes, &set->triangle_blocks[block]); mask; mask &= mask - 1)
            try_triangle(q, set, &set->triangles[block * LOPE_BLOCK + lope_lowest_bit(mask)], query);
    for (uint32_t block = 0; block < rounds; block++)
        for (uint32_t mask = touches_way(boxes, &set->round_blocks[block]); mask; mask &= mask - 1)
            cast_round_shape(q, set, &set->rounds[block * LOPE_BLOCK + lope_lowest_bit(mask)]);
}

// Casts against all that is gathered already, each thing once. Returns why a gather of what moves failed, or
// LOPE_OK.
static lope_result cast_kept(const lope_shape_question *q, const lope_bounds *whole)
{
    way_boxes boxes;
    const lope_result result = cover(q, whole);
    if (result != LOPE_OK) return result;
    const double parts = q->length / (KEPT_PIECE * q->asker->unit);
    boxes.count = parts < KEPT_PIECES ? 1 + (uint32_t)parts : KEPT_PIECES;
    for (uint32_t i = 0; i < boxes.count; i++)
        boxes.bounds[i] = piece_bounds(q, (double)i / boxes.count, (double)(i + 1) / boxes.count);
    const lope_near_query query = query_of(q, whole, q->caster.motion);
    for (int i = 0; i < 2; i++) cast_set(q, &q->asker->look->sets[i], &boxes, &query);
    return LOPE_OK;
}

static uint32_t things_near(const lope_nearby *look) { return look->sets[0].triangle_count + look->sets[0].round_count; }

// Returns whether some body may be on the channels that are asked for: most levels have no ladders.
static bool is_any_there(const lope_shape_asker *asker, lope_filter filter)
{
    const lope_surroundings *around = asker->surroundings;
    if (around->channels == NULL) return true;
    return (around->channels(around->context, LOPE_STATIC | LOPE_MOVING) & lope_query_filter(filter).channels) != 0;
}

// Casts piece by piece. Returns why a gather failed, or LOPE_OK.
static lope_result cast_pieces(lope_shape_question *q)
{
    if (!is_any_there(q->asker, q->filter)) return LOPE_OK;
    const lope_bounds whole = piece_bounds(q, 0, 1);
    if (q->asker->look->kept && lope_bounds_contain(&q->asker->look->bounds, &whole)) return cast_kept(q, &whole);
    double piece = PIECE * q->asker->unit;
    for (q->from = 0; q->from < 1; q->from = q->to) {
        double left = (1 - q->from) * q->length;
        q->to = left > 1.5 * piece ? q->from + piece / q->length : 1;
        if (!(q->to > q->from)) q->to = 1; // a way so long that a piece of it is nothing
        const lope_bounds bounds = piece_bounds(q, q->from, q->to);
        lope_result result = cover(q, &bounds);
        if (result != LOPE_OK) return result;
        cast_piece(q, &bounds);
        if (q->first && q->hits->held > 0) return LOPE_OK;
        if (things_near(q->asker->look) < LITTLE) piece *= 2;
    }
    return LOPE_OK;
}

// Finds all that overlaps the caster at rest.
static void overlap_all(const lope_shape_question *q, const lope_bounds *bounds)
{
    const lope_point still = {0, 0, 0};
    lope_candidates walk = walk_of(q, bounds, still);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    lope_found found;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (triangle && !lope_near_reached(&triangle->planes, &walk.query)) continue;
        found.triangle = round ? round->index : triangle->index;
        const bool two_sided = triangle && (triangle->two_sided || (q->def->flags & LOPE_CAST_BACK_FACES));
        const bool met = round ? lope_caster_overlaps_solid(&q->caster, &round->shape, &found)
                               : lope_caster_overlaps_triangle(&q->caster, &triangle->shape, two_sided, &found);
        if (!met) continue;
        count_one(q);
        take(q, walk.set, round ? round->body : triangle->body, &found);
    }
}

// ---- the record of a tick -------------------------------------------------------------------------------

// Writes the query into the tick's log, as a sweep of the capsule around what was cast.
static void log_shape_cast(const lope_shape_question *q, bool overlap)
{
    lope_space asked = *q->asker->space;
    if (!asked.log) return;
    const lope_point from = lope_point_sub(q->def->from, asked.nearby->origin);
    const lope_cast_hit *hit = q->hits->held > 0 ? &q->hits->hits[0] : NULL;
    lope_contact contact = {0};
    if (hit) {
        contact = (lope_contact){.fraction = hit->fraction, .normal = hit->normal, .body = hit->body, .index = hit->triangle};
        contact.point = lope_point_sub(hit->point, asked.nearby->origin);
        contact.walkable = hit->walkable;
    }
    const double core = lope_point_length(lope_point_sub(q->caster.capsule.b, q->caster.capsule.a));
    asked.radius = q->caster.capsule.radius;
    asked.height = core > 0 ? core + 2 * asked.radius : 0;
    if (overlap)
        lope_log_overlap(&asked, from, 0, hit ? &contact : NULL);
    else if (q->caster.kind == LOPE_CASTER_RAY)
        lope_log_line(&asked, from, q->caster.motion, hit ? &contact : NULL);
    else
        lope_log_sweep(&asked, from, q->caster.motion, hit ? &contact : NULL);
}

// Ends a query: ends the look, drops the hits of a failed one, and records it.
static void query_end(const lope_shape_question *q, lope_result result, bool overlap)
{
    lope_look_end(q->asker->look);
    if (result != LOPE_OK) q->hits->held = q->hits->count = 0;
    if (!q->asker->space) return;
    q->asker->space->sweeps++;
    log_shape_cast(q, overlap);
}

// Makes the look of a query inside a tick see what the tick sees, and note it where the tick is recorded.
static void serve_tick(const lope_shape_asker *asker)
{
    if (!asker->space) return;
    asker->look->part = asker->space->nearby->part;
    asker->look->log = asker->space->nearby->log;
}

// Begins the look of a query.
static void begin_look(const lope_shape_question *q, lope_near_self *self)
{
    const lope_shape_asker *asker = q->asker;
    const lope_point about = asker->anchor ? *asker->anchor : q->def->from;
    lope_look_begin(asker->look, asker->surroundings, q->filter, about, self, asker->unit);
    serve_tick(asker);
}

lope_result lope_shape_cast(const lope_shape_asker *asker, const lope_cast_def *def, bool first, lope_shape_hits *hits)
{
    lope_near_self self;
    if (asker->space && !asker->space->log && !is_any_there(asker, def->filter)) {
        hits->held = hits->count = 0;
        asker->space->sweeps++;
        return LOPE_OK;
    }
    lope_shape_question q = question_of(asker, def, hits);
    begin_look(&q, &self);
    question_place(&q, def->motion);
    q.first = first;
    lope_result result = cast_pieces(&q);
    query_end(&q, result, false);
    return result;
}

lope_result lope_shape_overlap(const lope_shape_asker *asker, const lope_cast_def *def, lope_shape_hits *hits)
{
    lope_near_self self;
    const lope_point still = {0, 0, 0};
    lope_shape_question q = question_of(asker, def, hits);
    begin_look(&q, &self);
    question_place(&q, still);
    const lope_bounds bounds = piece_bounds(&q, 0, 0);
    lope_result result = cover(&q, &bounds);
    if (result == LOPE_OK) overlap_all(&q, &bounds);
    query_end(&q, result, true);
    return result;
}
