// fuzz_mesh.c - the level on any bytes: meshes from triangle soup with NaN, infinities, huge and tiny values,
// duplicate and degenerate triangles and bad indices; height fields, hulls and primitives of any size; then
// rays, sweeps, overlaps, ticks of a character among them, edits. Nothing may crash or leak, refusals must
// name a field, answers must be finite and in order.
//
// In some inputs the allocator fails after a while, so that every way back is gone too.
// Read next: bytes.h, replay.c.
#include "bytes.h"

#include <lope/lope.h>

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_BODIES 12
#define MOST_POINTS 96
#define MOST_TRIANGLES 128
#define MOST_HITS 32
#define QUERIES 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what)
{
    fprintf(stderr, "INVARIANT mesh: %s\n", what);
    abort();
}

// ---- an allocator that may run out --------------------------------------------------------------

typedef struct purse {
    uint32_t left; // allocations; UINT32_MAX: no end
    bool failed;
} purse;

static void *purse_allocate(void *context, size_t size, size_t alignment)
{
    purse *p = context;
    if (p->left == 0 || size > (size_t)1 << 28) {
        p->failed = true;
        return NULL;
    }
    if (p->left != UINT32_MAX) p->left--;
    return aligned_alloc(alignment < sizeof(void *) ? sizeof(void *) : alignment, (size + 63) / 64 * 64);
}

static void purse_release(void *context, void *memory, size_t size)
{
    (void)context;
    (void)size;
    free(memory);
}

// ---- numbers ------------------------------------------------------------------------------------

typedef enum taste { TASTE_GRID, TASTE_PLAIN, TASTE_LARGE, TASTE_TINY, TASTE_SPECIAL, TASTE_ANY, TASTE_MIXED, TASTE_COUNT } taste;

static float special(bytes *b)
{
    static const float values[] = {0.0f,    -0.0f,    1.0f,  -1.0f,  NAN,    INFINITY, -INFINITY,          FLT_MAX,
                                   FLT_MIN, -FLT_MAX, 1e30f, 1e-30f, 1e-44f, 1e6f,     16777216.0f + 1.0f, LOPE_HOLE};
    return values[bytes_pick(b, sizeof values / sizeof *values)];
}

static float number(bytes *b, taste how)
{
    switch (how) {
    case TASTE_GRID: // few different values: shared corners, duplicates, triangles without area
        return (float)bytes_pick(b, 4);
    case TASTE_PLAIN:
        return (float)bytes_between(b, -8, 8);
    case TASTE_LARGE:
        return (float)bytes_between(b, -1e7, 1e7);
    case TASTE_TINY:
        return (float)bytes_between(b, -1e-4, 1e-4);
    case TASTE_SPECIAL:
        return special(b);
    case TASTE_ANY:
        return bytes_any_float(b);
    default:
        return number(b, (taste)bytes_pick(b, TASTE_MIXED));
    }
}

// Mostly in a taste under which things are accepted.
static taste choose_taste(bytes *b)
{
    static const taste tastes[] = {TASTE_GRID, TASTE_PLAIN,   TASTE_PLAIN, TASTE_GRID, TASTE_LARGE,
                                   TASTE_TINY, TASTE_SPECIAL, TASTE_ANY,   TASTE_MIXED};
    return tastes[bytes_pick(b, sizeof tastes / sizeof *tastes)];
}

static lope_vec3 vector(bytes *b, taste how)
{
    lope_vec3 v;
    v.x = number(b, how);
    v.y = number(b, how);
    v.z = number(b, how);
    return v;
}

static lope_point point(bytes *b, taste how)
{
    lope_point p = lope_vec3_to_point(vector(b, how));
    uint32_t far = bytes_pick(b, 64);
    if (far >= 62) p.x = far == 62 ? 1e300 : 1e30; // more than a float holds, and about as much
    return p;
}

static lope_quat rotation(bytes *b)
{
    lope_quat q = {0, 0, 0, 0};
    if (bytes_one_in(b, 2)) return q;
    taste how = bytes_one_in(b, 16) ? TASTE_MIXED : TASTE_PLAIN;
    lope_vec3 v = vector(b, how);
    q.x = v.x;
    q.y = v.y;
    q.z = v.z;
    q.w = number(b, how);
    return q;
}

// ---- bodies -------------------------------------------------------------------------------------

static lope_body_def body_def(bytes *b, lope_error *error)
{
    lope_body_def def = {.error = error};
    if (bytes_one_in(b, 3)) def.position = point(b, choose_taste(b));
    def.rotation = rotation(b);
    def.moving = bytes_one_in(b, 4);
    if (bytes_one_in(b, 4)) def.id = bytes_one_in(b, 8) ? UINT64_MAX : bytes_pick(b, 16);
    if (bytes_one_in(b, 8)) def.channels = bytes_u8(b);
    if (bytes_one_in(b, 8)) {
        def.surface.walkable = (lope_walkable)bytes_pick(b, 4);
        def.surface.walkable_angle = number(b, choose_taste(b));
        def.surface.velocity = vector(b, choose_taste(b));
    }
    return def;
}

static lope_body add_mesh(bytes *b, lope_level *level, lope_error *error)
{
    float points[3 * MOST_POINTS];
    uint32_t indices[3 * MOST_TRIANGLES], point_count = bytes_pick(b, MOST_POINTS + 1),
                                          triangle_count = bytes_pick(b, MOST_TRIANGLES + 1);
    taste how = choose_taste(b);
    for (uint32_t i = 0; i < 3 * point_count; i++) points[i] = number(b, how);
    bool bad = bytes_one_in(b, 32), none = bytes_one_in(b, 8);
    for (uint32_t i = 0; i < 3 * triangle_count; i++) indices[i] = bytes_u8(b) % (point_count + bad + (point_count == 0));
    lope_mesh_def def = {.body = body_def(b, error),
                         .points = points,
                         .point_count = point_count,
                         .indices = none ? NULL : indices,
                         .triangle_count = none ? (bytes_one_in(b, 2) ? 0 : point_count / 3) : triangle_count,
                         .sides = (lope_sides)bytes_pick(b, 3),
                         .error = error};
    lope_body body = lope_level_add_mesh(level, &def);
    lope_mesh_report report;
    if (lope_level_mesh_report(level, body, &report) != LOPE_OK) return body;
    uint32_t given = none ? point_count / 3 : triangle_count;
    if (report.triangles + report.dropped_degenerate + report.dropped_duplicate != given)
        broken("a mesh's report does not add up");
    if (report.parts_closed + report.parts_open + report.parts_inside_out < report.parts) broken("a part of no kind");
    if (report.triangles_two_sided > report.triangles) broken("more two-sided triangles than triangles");
    return body;
}

static lope_body add_height_field(bytes *b, lope_level *level, lope_error *error)
{
    float heights[24 * 24];
    uint32_t columns = bytes_pick(b, 25), rows = bytes_pick(b, 25);
    taste how = choose_taste(b);
    for (uint32_t i = 0; i < columns * rows; i++) heights[i] = bytes_one_in(b, 16) ? LOPE_HOLE : number(b, how);
    lope_height_field_def def = {.body = body_def(b, error),
                                 .heights = heights,
                                 .columns = columns,
                                 .rows = rows,
                                 .cell = bytes_one_in(b, 4) ? number(b, TASTE_MIXED) : (float)bytes_between(b, 0.05, 4),
                                 .error = error};
    return lope_level_add_height_field(level, &def);
}

static lope_body add_hull(bytes *b, lope_level *level, lope_error *error)
{
    float points[3 * 48];
    uint32_t count = bytes_pick(b, 49);
    taste how = choose_taste(b);
    bool flat = bytes_one_in(b, 4);
    for (uint32_t i = 0; i < 3 * count; i++) points[i] = flat && i % 3 == 1 ? 1e-5f * number(b, how) : number(b, how);
    lope_hull_def def = {.body = body_def(b, error), .points = points, .point_count = count};
    return lope_level_add_hull(level, &def);
}

static lope_body add_primitive(bytes *b, lope_level *level, lope_error *error)
{
    taste how = choose_taste(b);
    lope_box_def box = {.body = body_def(b, error), .size = vector(b, how)};
    lope_sphere_def sphere = {.body = box.body, .radius = box.size.x};
    lope_capsule_def capsule = {.body = box.body, .radius = box.size.x, .height = box.size.y};
    lope_cylinder_def cylinder = {.body = box.body, .radius = box.size.x, .height = box.size.y};
    switch (bytes_pick(b, 4)) {
    case 0:
        return lope_level_add_box(level, &box);
    case 1:
        return lope_level_add_sphere(level, &sphere);
    case 2:
        return lope_level_add_capsule(level, &capsule);
    default:
        return lope_level_add_cylinder(level, &cylinder);
    }
}

static lope_body add_body(bytes *b, lope_level *level)
{
    lope_error error = {.code = LOPE_OK};
    uint32_t before = lope_level_body_count(level), kind = bytes_pick(b, 6);
    lope_body body = kind < 2    ? add_mesh(b, level, &error)
                     : kind == 2 ? add_height_field(b, level, &error)
                     : kind == 3 ? add_hull(b, level, &error)
                                 : add_primitive(b, level, &error);
    bool added = lope_level_valid(level, body);
    if (lope_level_body_count(level) != before + added) broken("the number of bodies does not follow");
    if (added) return body;
    if (body.index != 0 || body.generation != 0) broken("a refusal that gives a body");
    if (error.code == LOPE_OK || error.text[0] == 0) broken("a refusal without a reason");
    return body;
}

// ---- queries ------------------------------------------------------------------------------------

static bool finite3(lope_point p) { return isfinite(p.x) && isfinite(p.y) && isfinite(p.z); }

typedef struct question {
    const lope_level *level;
    const char *name;
    lope_capsule capsule;
    lope_point motion;
    bool sane; // numbers of sizes that worlds have
} question;

static bool print_triangle(void *context, const lope_point corners[3], uint32_t triangle)
{
    fprintf(stderr, "  triangle %u", (unsigned)triangle);
    for (int i = 0; i < 3; i++) fprintf(stderr, " (%.9g %.9g %.9g)", corners[i].x, corners[i].y, corners[i].z);
    fprintf(stderr, "\n");
    return ++*(uint32_t *)context < 8;
}

static void wrong_answer(const question *q, const lope_level_hit *hit, const char *what)
{
    fprintf(stderr, "%s from %.9g %.9g %.9g to %.9g %.9g %.9g radius %.9g along %.9g %.9g %.9g\n", q->name, q->capsule.a.x,
            q->capsule.a.y, q->capsule.a.z, q->capsule.b.x, q->capsule.b.y, q->capsule.b.z, q->capsule.radius, q->motion.x,
            q->motion.y, q->motion.z);
    fprintf(stderr, "body %u id %llu triangle %u fraction %.9g point %.9g %.9g %.9g normal %g %g %g surface %g %g %g depth %g\n",
            (unsigned)hit->body.index, (unsigned long long)hit->id, (unsigned)hit->triangle, hit->fraction, hit->point.x,
            hit->point.y, hit->point.z, (double)hit->normal.x, (double)hit->normal.y, (double)hit->normal.z,
            (double)hit->surface_normal.x, (double)hit->surface_normal.y, (double)hit->surface_normal.z, hit->depth);
    uint32_t printed = 0;
    lope_level_visit_triangles(q->level, hit->body, print_triangle, &printed);
    broken(what);
}

static void check_hit(const question *q, const lope_level_hit *hit)
{
    lope_point n = lope_vec3_to_point(hit->normal), s = lope_vec3_to_point(hit->surface_normal);
    if (!(hit->fraction >= 0 && hit->fraction <= 1)) wrong_answer(q, hit, "a fraction outside 0 to 1");
    if (!finite3(hit->point) || !finite3(n) || !finite3(s) || !isfinite(hit->depth))
        wrong_answer(q, hit, "a hit that is not finite");
    // Units of floats, so unit to a few of their roundings.
    if (q->sane && (fabs(lope_point_length(n) - 1) > 1e-4 || fabs(lope_point_length(s) - 1) > 1e-4))
        wrong_answer(q, hit, "a normal that is not unit");
}

static lope_capsule capsule_somewhere(bytes *b, taste how)
{
    lope_capsule capsule = {.a = point(b, how), .radius = bytes_between(b, 0.01, 2)};
    capsule.b = lope_point_add(capsule.a, lope_point_make(0, bytes_between(b, 0, 3), 0));
    return capsule;
}

static bool is_sane(lope_point p) { return fabs(p.x) < 1e6 && fabs(p.y) < 1e6 && fabs(p.z) < 1e6; }

static void query(bytes *b, const lope_level *level)
{
    taste how = choose_taste(b);
    lope_filter filter = {.channels = bytes_one_in(b, 8) ? bytes_u8(b) : UINT32_MAX, .ignore = LOPE_BODY_NONE};
    lope_capsule capsule = capsule_somewhere(b, how);
    lope_point motion = point(b, bytes_one_in(b, 2) ? how : TASTE_PLAIN);
    lope_level_hit hit, hits[MOST_HITS];
    lope_bounds everything = lope_level_bounds(level);
    bool sane = is_sane(capsule.a) && is_sane(motion) && is_sane(everything.lower) && is_sane(everything.upper);
    question q = {level, "ray", capsule, motion, sane};
    if (lope_level_ray(level, capsule.a, motion, filter, &hit)) check_hit(&q, &hit);
    q.name = "sweep";
    if (lope_level_sweep(level, &capsule, motion, filter, &hit)) check_hit(&q, &hit);
    q.name = "overlap";
    uint32_t count = 0, found = 0;
    lope_level_overlap(level, &capsule, filter, hits, MOST_HITS, &count);
    uint32_t written = count < MOST_HITS ? count : MOST_HITS;
    for (uint32_t i = 0; i < written; i++) {
        check_hit(&q, &hits[i]);
        if (!(hits[i].depth > 0)) broken("an overlap without depth");
        bool ordered =
            i == 0 || hits[i - 1].id < hits[i].id || (hits[i - 1].id == hits[i].id && hits[i - 1].triangle <= hits[i].triangle);
        if (!ordered) broken("overlaps out of order");
    }
    uint64_t ids[MOST_BODIES];
    lope_bounds bounds = {capsule.a, lope_point_add(capsule.b, motion)};
    lope_level_bodies_in(level, &bounds, filter, ids, MOST_BODIES, &found);
    for (uint32_t i = 1; i < found && i < MOST_BODIES; i++)
        if (ids[i - 1] >= ids[i]) broken("body ids out of order");
}

static bool count_triangles(void *context, const lope_point corners[3], uint32_t triangle)
{
    (void)triangle;
    for (int i = 0; i < 3; i++)
        if (!finite3(corners[i])) broken("a triangle to draw that is not finite");
    return ++*(uint32_t *)context < 4096;
}

// A few ticks of a character: what gather hands out.
static void live(bytes *b, lope_level *level, purse *money)
{
    lope_allocator allocator = {purse_allocate, purse_release, money};
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    lope_surroundings around = lope_level_surroundings(level);
    lope_nearby *nearby = lope_nearby_create(&allocator);
    lope_state_def def = {.feet = point(b, choose_taste(b))};
    lope_state state;
    bool good = lope_moveset_make(&moveset, &tuning, NULL) == LOPE_OK && lope_state_init(&state, &def) == LOPE_OK;
    for (int i = 0; i < 4 && good && nearby; i++) {
        lope_input input = {.move = {1, 0, (float)i}};
        lope_state before = state;
        money->failed = false;
        lope_result result = lope_move(&state, &input, &moveset, &around, nearby, 1.0f / 60.0f, NULL);
        if (result != LOPE_OK && memcmp(&before, &state, sizeof state) != 0) broken("a refused tick has changed the state");
        if (result == LOPE_ERROR_MEMORY && !money->failed) broken("a tick is out of memory where there is plenty");
        if (result == LOPE_OK && (!finite3(state.feet) || !finite3(lope_vec3_to_point(state.velocity))))
            broken("a character that is not finite");
    }
    lope_nearby_destroy(nearby);
}

static void edit(bytes *b, lope_level *level, lope_body body)
{
    lope_transform pose = {.position = point(b, choose_taste(b)), .rotation = rotation(b)}, now;
    switch (bytes_pick(b, 4)) {
    case 0:
        lope_level_remove(level, body);
        if (lope_level_valid(level, body)) broken("a removed body lives on");
        break;
    case 1:
        lope_level_set_pose(level, body, &pose);
        break;
    case 2:
        lope_level_end_tick(level);
        break;
    default:
        break;
    }
    if (lope_level_pose(level, body, &now) == LOPE_OK && !finite3(now.position)) broken("a pose that is not finite");
    uint32_t triangles = 0;
    lope_level_visit_triangles(level, body, count_triangles, &triangles);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = bytes_open(data, size);
    purse money = {.left = UINT32_MAX};
    if (bytes_one_in(&b, 8)) money.left = bytes_u8(&b);
    lope_level_def def = {.allocator = {purse_allocate, purse_release, &money}};
    lope_level *level = lope_level_create(&def);
    if (!level) return 0;
    lope_body bodies[MOST_BODIES];
    uint32_t count = 1 + bytes_pick(&b, MOST_BODIES);
    for (uint32_t i = 0; i < count; i++) bodies[i] = add_body(&b, level);
    for (int i = 0; i < QUERIES; i++) {
        query(&b, level);
        if (i % 4 == 0) live(&b, level, &money);
        edit(&b, level, bodies[bytes_pick(&b, count)]);
    }
    lope_level_destroy(level);
    return 0;
}
