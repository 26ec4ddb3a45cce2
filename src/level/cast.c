// cast.c - rays and sweeps through a level: the nearest hit, ties to the lower (id, triangle).
//
// A cast is turned into each body's frame, in doubles, and walks its hierarchy nearest child first. The best
// hit so far prunes boxes that begin behind it, but not those that begin level with it. So ties do not depend
// on the tree. shape/pair.h decides what is met of each triangle and solid, for all queries alike. A sweep
// without motion meets two-sided triangles and solids only. Read next: overlap.c.
#include "level/bvh_walk.h"
#include "level/query.h"

// A cast on its way through the level.
typedef struct caster {
    const lope_level *level;
    lope_level_hit *hit;
    bool found;
    double best;       // fraction of the best hit so far; 1: none
    lope_caster world; // a ray has radius 0 and a == b
    // In the frame of the present body:
    uint32_t index;
    const lope_level_body *body;
    lope_caster local;
    lope_bvh_cast cast;
} caster;

// Returns the cast of the box around a capsule.
static lope_bvh_cast cast_of(const lope_capsule *c, lope_point motion)
{
    lope_point center = lope_point_scale(lope_point_add(c->a, c->b), 0.5);
    lope_point half = {fabs(c->a.x - c->b.x) * 0.5 + c->radius, fabs(c->a.y - c->b.y) * 0.5 + c->radius,
                       fabs(c->a.z - c->b.z) * 0.5 + c->radius};
    return lope_bvh_cast_make(center, motion, half);
}

// Takes a hit when it is nearer than the best one, or as near with a lower (id, triangle).
static void consider(caster *c, const lope_found *found)
{
    uint64_t id = c->body->id;
    if (c->found) {
        if (found->fraction > c->best) return;
        bool same = found->fraction >= c->best;
        if (same && !lope_hit_before(id, found->triangle, c->hit->id, c->hit->triangle)) return;
    }
    c->found = true;
    c->best = found->fraction;
    lope_hit_fill(c->hit, c->level, c->index, found);
}

// Casts against a triangle in the frame of the present body.
static void triangle_meet(caster *c, const lope_vec3 v[3], uint32_t index, bool two_sided)
{
    lope_triangle triangle = lope_triangle_from(v);
    lope_point front = lope_triangle_normal(&triangle);
    lope_found found = {.triangle = index};
    if (lope_caster_meets_triangle(&c->local, &triangle, front, two_sided, c->best, &found)) consider(c, &found);
}

// Casts against the triangles of a mesh, nearest leaf first.
static void mesh_meet(caster *c, const lope_mesh *mesh)
{
    lope_bvh_cast_walk walk;
    uint32_t first, count;
    lope_bvh_cast_begin(&walk, &mesh->bvh, &c->cast);
    while (lope_bvh_cast_next(&walk, c->best, &first, &count)) {
        const lope_mesh_triangle *t = &mesh->triangles[first];
        for (uint32_t i = 0; i < count; ++i)
            if (lope_mesh_triangle_touches(&t[i], &walk.box)) triangle_meet(c, t[i].v, t[i].index, t[i].two_sided != 0);
    }
}

// Casts against the two triangles of a cell, when the cast meets its box.
static void cell_meet(caster *c, const lope_height_field *field, uint32_t column, uint32_t row)
{
    lope_vec3 v[2][3];
    float range[2];
    if (!lope_height_field_cell(field, column, row, v, range)) return;
    lope_point lower = {(double)v[0][0].x, (double)range[0], (double)v[0][0].z};
    lope_point upper = {(double)v[0][2].x, (double)range[1], (double)v[0][2].z};
    if (lope_bvh_cast_enter(&c->cast, lower, upper) > c->best) return;
    uint32_t index = lope_height_field_index(field, column, row);
    for (uint32_t k = 0; k < 2; ++k) triangle_meet(c, v[k], index + k, true);
}

// Finds the bounds of the part of the cast that lies between two z, with its half size on all sides. Returns
// false when no part does.
static bool row_bounds(const caster *c, double lower_z, double upper_z, lope_bounds *bounds)
{
    const lope_bvh_cast *k = &c->cast;
    double from = 0, to = c->best;
    lower_z -= k->half.z;
    upper_z += k->half.z;
    if (k->inverse.z < 0 || k->inverse.z > 0) {
        double a = (lower_z - k->from.z) * k->inverse.z, b = (upper_z - k->from.z) * k->inverse.z;
        from = lope_larger(from, lope_smaller(a, b));
        to = lope_smaller(to, lope_larger(a, b));
    } else if (k->from.z < lower_z || k->from.z > upper_z) {
        return false;
    }
    if (!(from <= to)) return false;
    *bounds = lope_bounds_none();
    lope_point ends[2] = {lope_point_mad(k->from, k->motion, from), lope_point_mad(k->from, k->motion, to)};
    for (int e = 0; e < 2; ++e) {
        *bounds = lope_bounds_add(*bounds, lope_point_add(ends[e], k->half));
        *bounds = lope_bounds_add(*bounds, lope_point_sub(ends[e], k->half));
    }
    return true;
}

// Casts against a height field: row by row, only the columns over which the cast passes.
static void field_meet(caster *c, const lope_height_field *field)
{
    lope_bounds whole, part;
    lope_cells rows, cells;
    if (!row_bounds(c, -1e300, 1e300, &whole) || !lope_height_field_cells(field, &whole, &rows)) return;
    double middle = 0.5 * (double)(field->rows - 1);
    for (uint32_t row = rows.first_row; row <= rows.last_row; ++row) {
        double z = ((double)row - middle) * field->cell;
        // One cell more on each side, for the rounding of corners to floats.
        if (!row_bounds(c, z - field->cell, z + 2 * field->cell, &part)) continue;
        if (!lope_height_field_cells(field, &part, &cells)) continue;
        for (uint32_t column = cells.first_column; column <= cells.last_column; ++column) cell_meet(c, field, column, row);
    }
}

// Casts against a solid in the frame of the present body.
static void solid_meet(caster *c, const lope_shape *shape)
{
    lope_found found = {0};
    if (lope_caster_meets_solid(&c->local, shape, &found)) consider(c, &found);
}

// Casts against a body: turns the cast into its frame first.
static void body_meet(caster *c, uint32_t index)
{
    lope_shape shape;
    c->index = index;
    c->body = &c->level->bodies[index];
    c->local.kind = c->world.kind;
    c->local.capsule = lope_query_capsule_in(&c->body->frame, &c->world.capsule);
    c->local.motion = lope_frame_unturn(&c->body->frame, c->world.motion);
    c->cast = cast_of(&c->local.capsule, c->local.motion);
    if (lope_body_solid(c->body, &shape))
        solid_meet(c, &shape);
    else if (c->body->shape.kind == LOPE_BODY_MESH)
        mesh_meet(c, &c->body->shape.as.mesh);
    else
        field_meet(c, &c->body->shape.as.field);
}

// Casts against all bodies that pass the filter. Returns whether one was met.
static bool cast_run(caster *c, lope_filter filter)
{
    lope_bvh_cast world = cast_of(&c->world.capsule, c->world.motion);
    bool enter;
    for (int k = 0; k < 2; ++k) {
        const lope_tree *tree = &c->level->trees[k];
        for (uint32_t n = lope_tree_first(tree); n != LOPE_TREE_NONE; n = lope_tree_next(tree, n, enter)) {
            const lope_bounds *b = &tree->nodes[n].bounds;
            enter = lope_bvh_cast_enter(&world, b->lower, b->upper) <= c->best;
            if (!enter || !lope_tree_leaf(tree, n)) continue;
            if (lope_body_passes(&c->level->bodies[tree->nodes[n].item], filter)) body_meet(c, tree->nodes[n].item);
        }
    }
    return c->found;
}

bool lope_level_ray(const lope_level *level, lope_point from, lope_point motion, lope_filter filter, lope_level_hit *hit)
{
    lope_level_hit unwanted;
    if (!level || !lope_query_point_valid(from) || !lope_query_point_valid(motion)) return false;
    caster c = {.level = level,
                .hit = hit ? hit : &unwanted,
                .best = 1,
                .world = {.kind = LOPE_CASTER_RAY, .capsule = {from, from, 0}, .motion = motion}};
    return cast_run(&c, lope_query_filter(filter));
}

bool lope_level_sweep(const lope_level *level, const lope_capsule *capsule, lope_point motion, lope_filter filter,
                      lope_level_hit *hit)
{
    lope_level_hit unwanted;
    if (!level || !lope_query_capsule_valid(capsule) || !lope_query_point_valid(motion)) return false;
    caster c = {.level = level,
                .hit = hit ? hit : &unwanted,
                .best = 1,
                .world = {.kind = LOPE_CASTER_CAPSULE, .capsule = *capsule, .motion = motion}};
    return cast_run(&c, lope_query_filter(filter));
}
