// fuzz_move.c - lope_move on any world, tuning and input, judged after every tick by ../soup/judge.h.
//
// A world is boxes, spheres, capsules, cylinders, hulls, height fields and triangle soups, some of them
// moving, in half of the inputs within a closed room which the character must not leave. With LOPE_FUZZ_TRACE
// in the environment every body and tick is printed. Seeds are read in the order in which this file asks for
// bytes: to change that order is to change their worlds.
//
// An input that begins with "sol:" plays in solids: things stand and lie on the ground, what moves comes
// toward the middle, and the character is born and teleported into things. Inputs without these four bytes
// play as they did before there were such. Read next: bytes.h, ../soup/judge.h.
#include "bytes.h"

#include "../soup/judge.h"

#include <lope/lope.h>

#include <stdio.h>
#include <stdlib.h>

#define MOST_BODIES 24
#define MOST_SOUP 48 // triangles
#define HULL_POINTS 8
#define MOST_THINGS 16
#define SOLIDS "sol:"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct mover {
    lope_body body;
    int first, count; // things of the judge
    lope_transform pose;
    lope_point velocity; // m/s
    lope_vec3 spin;      // rad/s
    double period;       // s, after which it turns back
    double reach;        // m, of its farthest point
} mover;

typedef struct game {
    bytes b;
    bool trace, room;
    bool solids;                    // the input begins with "sol:"
    lope_point things[MOST_THINGS]; // m, where things stand, when it does
    int thing_count;
    lope_point origin; // of the world; the room stands about it
    double half;       // of the room or the place in which things stand, m
    lope_level *level;
    lope_surroundings around;
    judge_world world;
    mover movers[MOST_BODIES];
    int mover_count;
    lope_tuning tuning;
    lope_moveset moveset;
    lope_state state;
    lope_input input; // its requests are those that follow
    lope_requests requests;
    lope_nearby *nearby, *other;
    float dt;
    double time, fastest;
    double belt; // m/s, of the fastest conveyor
    int tick;
    bool left_by_leave; // it was put or pushed out of the room with reason
} game;

static void broken(const game *g, const char *what)
{
    fprintf(stderr, "INVARIANT move: tick %d (dt %.9g, feet %.9g %.9g %.9g): %s\n", g->tick, (double)g->dt, g->state.feet.x,
            g->state.feet.y, g->state.feet.z, what);
    abort();
}

// ---- the world --------------------------------------------------------------------------------------------

static lope_vec3 vec_between(bytes *b, double low, double high)
{
    float x = (float)bytes_between(b, low, high), y = (float)bytes_between(b, low, high);
    return lope_vec3_make(x, y, (float)bytes_between(b, low, high));
}

static lope_quat some_rotation(bytes *b)
{
    lope_quat q = {0, 0, 0, 1};
    if (bytes_one_in(b, 2)) return q;
    lope_vec3 v = vec_between(b, -1, 1);
    if (bytes_one_in(b, 2)) v.x = v.z = 0; // only a yaw
    q.x = v.x;
    q.y = v.y;
    q.z = v.z;
    return lope_quat_normalize(q);
}

static lope_point place_in(game *g, double share)
{
    bytes *b = &g->b;
    lope_point p = lope_vec3_to_point(vec_between(b, -share * g->half, share * g->half));
    // Many things on one level, so that they touch and make floors.
    if (bytes_one_in(b, 3)) p.y = -0.5 * g->half;
    return lope_point_add(g->origin, p);
}

static double unit(const game *g) { return (double)g->tuning.units_per_metre; }

// In or near a thing, so that the character is somewhere in it, or across its surface.
static lope_point place_in_thing(game *g)
{
    bytes *b = &g->b;
    if (g->thing_count == 0) return place_in(g, 0.6);
    lope_point thing = g->things[bytes_pick(b, (uint32_t)g->thing_count)];
    double u = unit(g) * bytes_between(b, 0.05, 2);
    return lope_point_add(thing, lope_vec3_to_point(vec_between(b, -u, u)));
}

static float some_size(game *g)
{
    static const double sizes[] = {1, 0.3, 3, 0.05, 0.001, 12, 0.1, 30};
    return (float)(unit(g) * sizes[bytes_pick(&g->b, 8)] * bytes_between(&g->b, 0.5, 1.5));
}

static lope_body_def some_body(game *g)
{
    bytes *b = &g->b;
    lope_body_def def = {.position = place_in(g, 1), .rotation = some_rotation(b), .moving = bytes_one_in(b, 4)};
    if (bytes_one_in(b, 8)) def.surface.walkable = (lope_walkable)bytes_pick(b, 4);
    if (g->solids && bytes_one_in(b, 2)) // on the ground, or sunk into it
        def.position.y = g->origin.y - g->half + bytes_between(b, -0.2, 1) * unit(g);
    if (g->solids && g->thing_count < MOST_THINGS) g->things[g->thing_count++] = def.position;
    def.surface.walkable_angle = 0.5f;
    def.surface.no_step_up = bytes_one_in(b, 8);
    def.surface.no_base = bytes_one_in(b, 8);
    if (bytes_one_in(b, 8)) def.surface.velocity = vec_between(b, -2, 2);
    g->belt = fmax(g->belt, lope_point_length(lope_vec3_to_point(def.surface.velocity)));
    return def;
}

// Remembers a body that moves, and how.
static void keep_mover(game *g, lope_body body, const lope_body_def *def, int first, double reach)
{
    if (body.generation == 0) broken(g, "a body of sane size is refused");
    if (!def->moving || g->mover_count == MOST_BODIES) return;
    mover *m = &g->movers[g->mover_count++];
    *m = (mover){.body = body, .first = first, .count = g->world.count - first, .reach = reach};
    m->pose.position = def->position;
    m->pose.rotation = def->rotation;
    m->velocity = lope_vec3_to_point(vec_between(&g->b, -3 * unit(g), 3 * unit(g)));
    if (bytes_one_in(&g->b, 3)) m->spin = vec_between(&g->b, -2, 2);
    m->period = bytes_between(&g->b, 0.2, 3);
    if (!g->solids) return;
    // toward the middle, along the ground or not, and back
    lope_point way = lope_point_sub(g->origin, def->position);
    if (bytes_one_in(&g->b, 2)) way.y = 0;
    m->velocity = lope_point_scale(way, 1 / m->period);
}

static void add_box(game *g, lope_vec3 size, const lope_body_def *body)
{
    lope_box_def def = {.body = *body, .size = size};
    lope_transform pose = {body->position, body->rotation};
    if (g->trace)
        fprintf(stderr, "box %g %g %g at %.9g %.9g %.9g turn %g %g %g %g moving %d\n", (double)size.x, (double)size.y,
                (double)size.z, pose.position.x, pose.position.y, pose.position.z, (double)pose.rotation.x,
                (double)pose.rotation.y, (double)pose.rotation.z, (double)pose.rotation.w, body->moving);
    int first = judge_add_box(&g->world, size, &pose);
    keep_mover(g, lope_level_add_box(g->level, &def), body, first, lope_point_length(lope_vec3_to_point(size)));
}

// A box as a mesh: closed and solid, or inside out and so met from both sides.
static void add_mesh_box(game *g, lope_vec3 size, const lope_body_def *body, bool inside_out)
{
    static const uint32_t faces[36] = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                                       0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};
    float points[24];
    uint32_t indices[36];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? 0.5f * size.x : -0.5f * size.x;
        points[3 * i + 1] = i & 2 ? 0.5f * size.y : -0.5f * size.y;
        points[3 * i + 2] = i & 4 ? 0.5f * size.z : -0.5f * size.z;
    }
    for (int i = 0; i < 36; i++) indices[i] = faces[inside_out ? 35 - i : i];
    lope_mesh_def def = {.body = *body, .points = points, .point_count = 8, .indices = indices, .triangle_count = 12};
    lope_transform pose = {body->position, body->rotation};
    if (g->trace)
        fprintf(stderr, "mesh box %g %g %g at %.9g %.9g %.9g turn %g %g %g %g moving %d inside out %d\n", (double)size.x,
                (double)size.y, (double)size.z, pose.position.x, pose.position.y, pose.position.z, (double)pose.rotation.x,
                (double)pose.rotation.y, (double)pose.rotation.z, (double)pose.rotation.w, body->moving, inside_out);
    int first = g->world.count;
    lope_body made = lope_level_add_mesh(g->level, &def);
    if (made.generation == 0) return; // so small that its triangles are taken for degenerate
    if (!inside_out) judge_add_box(&g->world, size, &pose);
    for (int i = 0; i < 12 && inside_out; i++) {
        lope_vec3 v[3];
        for (int k = 0; k < 3; k++) {
            const float *p = &points[3 * indices[3 * i + k]];
            v[k] = lope_vec3_make(p[0], p[1], p[2]);
        }
        judge_add_triangle(&g->world, v[0], v[1], v[2], &pose);
    }
    keep_mover(g, made, body, first, lope_point_length(lope_vec3_to_point(size)));
}

static void add_round(game *g, const lope_body_def *body, uint32_t kind)
{
    float radius = some_size(g), height = 2 * radius + some_size(g);
    lope_transform pose = {body->position, body->rotation};
    if (g->trace)
        fprintf(stderr, "round %u radius %g height %g at %.9g %.9g %.9g turn %g %g %g %g moving %d\n", (unsigned)kind,
                (double)radius, (double)height, pose.position.x, pose.position.y, pose.position.z, (double)pose.rotation.x,
                (double)pose.rotation.y, (double)pose.rotation.z, (double)pose.rotation.w, body->moving);
    lope_sphere_def sphere = {.body = *body, .radius = radius};
    lope_capsule_def capsule = {.body = *body, .radius = radius, .height = height};
    lope_cylinder_def cylinder = {.body = *body, .radius = radius, .height = height};
    double half = kind == 0 ? 0 : 0.5 * (double)height - (double)radius;
    int first = kind == 2 ? judge_add_cylinder(&g->world, (double)radius, (double)height, &pose)
                          : judge_add_round(&g->world, (double)radius, half, &pose);
    lope_body made = kind == 0   ? lope_level_add_sphere(g->level, &sphere)
                     : kind == 1 ? lope_level_add_capsule(g->level, &capsule)
                                 : lope_level_add_cylinder(g->level, &cylinder);
    keep_mover(g, made, body, first, (double)radius + (double)height);
}

static void add_hull(game *g, const lope_body_def *body)
{
    float points[3 * HULL_POINTS];
    double size = (double)some_size(g) + 0.1 * unit(g);
    for (int i = 0; i < 3 * HULL_POINTS; i++) points[i] = (float)bytes_between(&g->b, -size, size);
    lope_hull_def def = {.body = *body, .points = points, .point_count = HULL_POINTS};
    lope_transform pose = {body->position, body->rotation};
    lope_body made = lope_level_add_hull(g->level, &def);
    if (made.generation == 0) return; // flat: refused with reason
    if (g->trace) {
        fprintf(stderr, "hull at %.9g %.9g %.9g turn %g %g %g %g moving %d:", pose.position.x, pose.position.y, pose.position.z,
                (double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z, (double)pose.rotation.w, body->moving);
        for (int i = 0; i < 3 * HULL_POINTS; i++) fprintf(stderr, " %.9g", (double)points[i]);
        fprintf(stderr, "\n");
    }
    int first = judge_add_hull(&g->world, points, HULL_POINTS, &pose);
    keep_mover(g, made, body, first, 2 * size);
}

// Triangles without order: from random corners, from few corners (shared, duplicate, degenerate), slivers, or
// level sheets.
static void add_soup(game *g, const lope_body_def *body)
{
    bytes *b = &g->b;
    float points[9 * MOST_SOUP];
    int count = 1 + (int)bytes_pick(b, MOST_SOUP);
    uint32_t kind = bytes_pick(b, 4);
    double size = g->half * bytes_between(b, 0.1, 1.5);
    for (int i = 0; i < 9 * count; i++) {
        double at = bytes_between(b, -size, size);
        if (kind == 1) at = size * ((double)bytes_pick(b, 3) - 1);
        if (kind == 2 && i % 9 > 2) at = (double)points[i - 3] + (i % 9 < 6 ? at : 1e-5 * at);
        if (kind == 3 && i % 3 == 1) at = 0.01 * at;
        points[i] = (float)at;
    }
    lope_mesh_def def = {.body = *body, .points = points, .point_count = 3u * (uint32_t)count, .sides = LOPE_SIDES_TWO};
    lope_body made = lope_level_add_mesh(g->level, &def);
    if (made.generation == 0) return; // nothing but degenerate triangles
    lope_transform pose = {body->position, body->rotation};
    int first = g->world.count;
    for (int i = 0; i < count; i++) {
        const float *p = &points[9 * i];
        judge_add_triangle(&g->world, lope_vec3_make(p[0], p[1], p[2]), lope_vec3_make(p[3], p[4], p[5]),
                           lope_vec3_make(p[6], p[7], p[8]), &pose);
    }
    if (g->trace)
        for (int i = first; i < g->world.count; i++) {
            const brute_point *v = g->world.things[i].placed.v;
            fprintf(stderr, "triangle thing %d (%.9g %.9g %.9g) (%.9g %.9g %.9g) (%.9g %.9g %.9g) moving %d\n", i, v[0].x, v[0].y,
                    v[0].z, v[1].x, v[1].y, v[1].z, v[2].x, v[2].y, v[2].z, body->moving);
        }
    keep_mover(g, made, body, first, 4 * size);
}

// Rough ground of up to 8 by 8 cells, some of them missing. A cell is cut from its lower column and row to
// its upper ones.
static void add_field(game *g, const lope_body_def *body)
{
    bytes *b = &g->b;
    float heights[81];
    uint32_t columns = 2 + bytes_pick(b, 8), rows = 2 + bytes_pick(b, 8);
    float cell = (float)(unit(g) * bytes_between(b, 0.1, 3)), rough = (float)bytes_between(b, 0, 2) * cell;
    lope_vec3 corner[81];
    for (uint32_t i = 0; i < columns * rows; i++) {
        heights[i] = bytes_one_in(b, 32) ? LOPE_HOLE : (float)bytes_between(b, 0, 1) * rough;
        corner[i].x = (float)(((double)(i % columns) - 0.5 * (columns - 1)) * (double)cell);
        corner[i].y = heights[i];
        corner[i].z = (float)(((double)(i / columns) - 0.5 * (rows - 1)) * (double)cell);
    }
    lope_height_field_def def = {.body = *body, .heights = heights, .columns = columns, .rows = rows, .cell = cell};
    lope_body made = lope_level_add_height_field(g->level, &def);
    if (made.generation == 0) return; // nothing but holes
    lope_transform pose = {body->position, body->rotation};
    if (g->trace)
        fprintf(stderr, "field %u by %u cell %.9g rough %.9g at %.9g %.9g %.9g turn %g %g %g %g moving %d\n", (unsigned)columns,
                (unsigned)rows, (double)cell, (double)rough, pose.position.x, pose.position.y, pose.position.z,
                (double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z, (double)pose.rotation.w, body->moving);
    int first = g->world.count;
    for (uint32_t i = 0; i + columns < columns * rows; i++) {
        uint32_t k[4] = {i, i + 1, i + columns, i + columns + 1};
        bool hole = i % columns == columns - 1;
        for (int c = 0; c < 4 && !hole; c++) hole = heights[k[c]] <= LOPE_HOLE;
        if (hole) continue;
        judge_add_triangle(&g->world, corner[k[0]], corner[k[2]], corner[k[3]], &pose);
        judge_add_triangle(&g->world, corner[k[0]], corner[k[3]], corner[k[1]], &pose);
    }
    keep_mover(g, made, body, first, (double)cell * 16);
}

// A floor, or six walls about everything.
static void add_room(game *g)
{
    bytes *b = &g->b;
    double h = g->half, thick = unit(g) * (bytes_one_in(b, 2) ? 1.0 : bytes_between(b, 0.01, 0.5));
    lope_body_def body = {.rotation = lope_quat_identity()};
    float wide = (float)(2 * h + 2 * thick), thin = (float)thick;
    for (int wall = 0; wall < (g->room ? 6 : 1); wall++) {
        double out = (wall % 2 ? 1 : -1) * (h + 0.5 * thick);
        int axis = (wall / 2 + 1) % 3; // the floor first
        lope_vec3 size = lope_vec3_make(axis == 0 ? thin : wide, axis == 1 ? thin : wide, axis == 2 ? thin : wide);
        lope_point at = lope_point_make(axis == 0 ? out : 0, axis == 1 ? out : 0, axis == 2 ? out : 0);
        body.position = lope_point_add(g->origin, at);
        add_box(g, size, &body);
    }
}

static void add_things(game *g)
{
    uint32_t count = bytes_pick(&g->b, 14);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = bytes_pick(&g->b, 9);
        lope_body_def body = some_body(g);
        if (kind < 3) {
            lope_vec3 size = {some_size(g), some_size(g), some_size(g)};
            if (kind < 2)
                add_box(g, size, &body);
            else
                add_mesh_box(g, size, &body, bytes_one_in(&g->b, 2));
        } else if (kind < 6) {
            add_round(g, &body, kind - 3);
        } else if (kind == 6) {
            add_hull(g, &body);
        } else if (kind == 7) {
            add_field(g, &body);
        } else {
            add_soup(g, &body);
        }
    }
}

static void build(game *g)
{
    static const double far[] = {0, 0, 0, 0, 1e3, 1e5, 1e7, -3e5};
    lope_level_def def = {0};
    g->origin.z = unit(g) * far[bytes_pick(&g->b, 8)];
    g->origin.x = unit(g) * far[bytes_pick(&g->b, 8)];
    g->half = unit(g) * bytes_between(&g->b, 1.5, 12);
    g->room = bytes_one_in(&g->b, 2);
    g->level = lope_level_create(&def);
    if (!g->level) abort();
    g->around = lope_level_surroundings(g->level);
    add_room(g);
    add_things(g);
}

// ---- the character ----------------------------------------------------------------------------------------

// A value in a field's range: an end, near the default, or any by order of size.
static double some_value(game *g, const lope_tuning_field *field)
{
    bytes *b = &g->b;
    double low = (double)field->low, high = (double)field->high, value = 0;
    lope_tuning_get(&g->tuning, field->name, &value);
    switch (bytes_pick(b, 6)) {
    case 0:
        return low;
    case 1:
        return high;
    case 2:
        return value * bytes_between(b, 0.2, 5);
    case 3: {
        static const double orders[] = {1e-6, 1e-3, 0.01, 0.1, 1, 10, 100, 1e4};
        return orders[bytes_pick(b, 8)] * bytes_between(b, 0.5, 2);
    }
    default:
        return (double)(int)bytes_between(b, low < -10 ? -10 : low, high > 10 ? 10 : high);
    }
}

// Two values that are good each on its own may not be together: a plane to stay in, and no normal of it.
static void aim_plane(game *g)
{
    const lope_tuning *t = &g->tuning;
    bool aims = t->plane_normal_x != 0 || t->plane_normal_y != 0 || t->plane_normal_z != 0;
    if (!t->constrain_to_plane || aims) return;
    if (lope_tuning_check(t, NULL) == LOPE_OK) broken(g, "a plane without a normal is accepted");
    if (lope_tuning_set(&g->tuning, "plane_normal_z", 1) != LOPE_OK) broken(g, "a plane's normal is refused");
}

static void tune(game *g)
{
    bytes *b = &g->b;
    lope_error error;
    g->tuning = bytes_one_in(b, 4) ? lope_tuning_unreal() : lope_tuning_default();
    if (bytes_one_in(b, 4)) {
        static const float units[] = {100, 0.01f, 1000, 0.3048f};
        g->tuning.units_per_metre = units[bytes_pick(b, 4)];
    }
    const char *lengths[] = {"max_acceleration", "terminal_speed", "max_walk_speed", "braking_deceleration_walking",
                             "max_step_height",  "jump_speed"};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        double value = 0;
        lope_tuning_get(&g->tuning, lengths[i], &value);
        if (lope_tuning_set(&g->tuning, lengths[i], value * unit(g)) != LOPE_OK) broken(g, "a scaled default is refused");
    }
    uint32_t count = bytes_one_in(b, 2) ? bytes_pick(b, 8) : 0;
    for (uint32_t i = 0; i < count; i++) {
        // The first is the unit, which has been chosen.
        const lope_tuning_field *field = lope_tuning_field_at(1 + bytes_u8(b) % (lope_tuning_field_count() - 1));
        lope_tuning before = g->tuning;
        double value = some_value(g, field);
        lope_result result = lope_tuning_set(&g->tuning, field->name, value);
        if (result != LOPE_OK && memcmp(&before, &g->tuning, sizeof before) != 0) broken(g, "a refused value was set");
        if (g->trace) fprintf(stderr, "tuning %s %.9g: %s\n", field->name, value, lope_result_text(result));
    }
    aim_plane(g);
    if (lope_tuning_check(&g->tuning, &error) != LOPE_OK || lope_moveset_make(&g->moveset, &g->tuning, &error) != LOPE_OK)
        broken(g, "a tuning made of values that were accepted is refused");
}

static void be_born(game *g)
{
    static const float radii[] = {0, 0, 0, 0, 0.1f, 1, 0.02f, 0.5f};
    bytes *b = &g->b;
    float radius = radii[bytes_pick(b, 8)] + 0, height = 0;
    if (radius <= 0) radius = 0.34f;
    height = 2 * radius + (float)bytes_between(b, 0, 3) * radius;
    lope_state_def def = {.feet = g->solids && bytes_one_in(b, 2) ? place_in_thing(g) : place_in(g, 0.6),
                          .radius = (float)unit(g) * radius,
                          .height = (float)unit(g) * height,
                          .gravity = {0, (float)(-9.8 * unit(g)), 0},
                          .mode = bytes_pick(b, 8) < 6 ? 0 : bytes_pick(b, LOPE_MODE_COUNT)};
    if (bytes_one_in(b, 8)) {
        def.up = vec_between(b, -1, 1);
        def.gravity = lope_vec3_scale(vec_between(b, -20, 20), (float)unit(g));
    }
    if (bytes_one_in(b, 4)) def.velocity = lope_vec3_scale(vec_between(b, -20, 20), (float)unit(g));
    if (lope_state_init(&g->state, &def) != LOPE_OK) broken(g, "a sane character is refused");
    if (g->trace)
        fprintf(
            stderr, "character radius %.9g height %.9g up %g %g %g gravity %g %g %g velocity %g %g %g feet %.17g %.17g %.17g\n",
            (double)g->state.radius, (double)g->state.height, (double)g->state.up.x, (double)g->state.up.y, (double)g->state.up.z,
            (double)g->state.gravity.x, (double)g->state.gravity.y, (double)g->state.gravity.z, (double)g->state.velocity.x,
            (double)g->state.velocity.y, (double)g->state.velocity.z, g->state.feet.x, g->state.feet.y, g->state.feet.z);
}

static void some_layer(game *g, float much)
{
    bytes *b = &g->b;
    lope_layer *layer = &g->requests.layer;
    float u = (float)unit(g);
    g->requests.asked = bytes_one_in(b, 8) ? LOPE_REQUEST_END_LAYERS : LOPE_REQUEST_LAYER;
    *layer = (lope_layer){.id = 1 + bytes_pick(b, 6),
                          .kind = LOPE_LAYER_VELOCITY + bytes_pick(b, 4),
                          .flags = bytes_u8(b),
                          .priority = (int32_t)bytes_pick(b, 3),
                          .duration = (float)bytes_between(b, 0.001, 1),
                          .velocity = lope_vec3_scale(vec_between(b, -1, 1), much * u),
                          .target = place_in(g, 1.5),
                          .strength = (float)bytes_between(b, -1, 1) * much * u,
                          .height = (float)bytes_between(b, 0, 3) * u,
                          .radius = bytes_one_in(b, 2) ? 0 : (float)bytes_between(b, 0, 5) * u,
                          .finish = bytes_pick(b, 3),
                          .finish_velocity = lope_vec3_scale(vec_between(b, -1, 1), much * u)};
    if (bytes_one_in(b, 8) && layer->kind != LOPE_LAYER_MOVE_TO && layer->kind != LOPE_LAYER_JUMP) layer->duration = -1;
}

static void some_request(game *g)
{
    bytes *b = &g->b;
    lope_requests *requests = &g->requests;
    float much = bytes_one_in(b, 8) ? 1e4f : 10, u = (float)unit(g);
    uint32_t options;
    switch (bytes_pick(b, 8)) {
    case 0:
        requests->asked = LOPE_REQUEST_TELEPORT;
        requests->teleport_feet = place_in(g, 0.8);
        break;
    case 1:
        options = bytes_u8(b);
        requests->asked = LOPE_REQUEST_LAUNCH;
        requests->launch_overrides_horizontal = options >> 3 & 1;
        requests->launch_overrides_vertical = options >> 4 & 1;
        requests->launch_velocity = lope_vec3_scale(vec_between(b, -1, 1), much * u);
        break;
    case 2:
        requests->asked = LOPE_REQUEST_MODE;
        requests->mode = bytes_pick(b, LOPE_MODE_COUNT);
        break;
    case 3:
        requests->impulse = lope_vec3_scale(vec_between(b, -1, 1), 100 * much * u);
        requests->impulse_is_velocity = bytes_one_in(b, 4);
        break;
    case 4:
        requests->force = lope_vec3_scale(vec_between(b, -1, 1), 200 * much * u);
        requests->force_is_acceleration = bytes_one_in(b, 8);
        break;
    case 5:
        some_layer(g, much);
        break;
    case 6:
        requests->has_root_motion = true;
        requests->root_motion.translation = lope_vec3_scale(vec_between(b, -1, 1), much * g->dt * u);
        requests->root_motion.yaw = (float)bytes_between(b, -1, 1);
        requests->root_motion.flags = bytes_u8(b) & (LOPE_LAYER_ADDITIVE | LOPE_LAYER_IGNORE_VERTICAL);
        break;
    default:
        break;
    }
}

// What is asked for of size and place, and what the game forbids.
static void some_size_request(game *g)
{
    bytes *b = &g->b;
    lope_input *input = &g->input;
    lope_requests *requests = &g->requests;
    input->forbidden = bytes_u8(b);
    if (bytes_one_in(b, 4)) {
        requests->asked = LOPE_REQUEST_TELEPORT;
        requests->teleport_needs_room = true;
        requests->teleport_feet = place_in(g, 0.8);
        return;
    }
    requests->asked = LOPE_REQUEST_RESIZE;
    requests->resize_radius = (float)(bytes_between(b, 0.05, 1) * unit(g));
    requests->resize_height = 2 * requests->resize_radius + (float)(bytes_between(b, 0, 3) * unit(g));
}

static void choose_input(game *g)
{
    bytes *b = &g->b;
    lope_input *input = &g->input;
    lope_vec3 move = input->move;
    float yaw = input->look_yaw;
    uint32_t held = input->held;
    *input = (lope_input){.move = move, .look_yaw = yaw, .held = held, .requests = &g->requests};
    g->requests = (lope_requests){0};
    uint32_t what = bytes_u8(b);
    if (what % 16 == 0) {
        input->move = vec_between(b, -1.2, 1.2);
        if (bytes_one_in(b, 2)) input->move.y = 0;
        if (bytes_one_in(b, 8)) input->move = lope_vec3_make(bytes_one_in(b, 2) ? 1e30f : 1, 0, 0);
        input->look_yaw = (float)bytes_between(b, -10, 10);
    }
    if (what % 16 == 1) input->held = bytes_u8(b);
    if (what % 16 == 2) input->pressed = LOPE_BUTTON_JUMP;
    if (what == 3) some_request(g);
    if (what == 19) some_size_request(g);
    if (g->solids && what % 16 == 5) {
        g->requests.asked = LOPE_REQUEST_TELEPORT;
        g->requests.teleport_feet = place_in_thing(g);
    }
}

// ---- ticks ------------------------------------------------------------------------------------------------

// Turns a body. Returns its speed in rad/s.
static double turn(game *g, mover *m)
{
    double speed = lope_point_length(lope_vec3_to_point(m->spin)), dt = (double)g->dt;
    if (speed < 1e-3) return 0;
    lope_quat by = lope_quat_from_axis(lope_vec3_scale(m->spin, (float)(1 / speed)), (float)(speed * dt));
    m->pose.rotation = lope_quat_normalize(lope_quat_multiply(by, m->pose.rotation));
    return speed;
}

static void move_bodies(game *g)
{
    g->fastest = 0;
    for (int i = 0; i < g->mover_count; i++) {
        mover *m = &g->movers[i];
        double phase = g->time / (2 * m->period), way = (phase - floor(phase) < 0.5 ? 1 : -1) * (double)g->dt;
        m->pose.position = lope_point_mad(m->pose.position, m->velocity, way);
        double spin = turn(g, m);
        if (lope_level_set_pose(g->level, m->body, &m->pose) != LOPE_OK) broken(g, "a sane pose is refused");
        judge_place(&g->world, m->first, m->count, &m->pose);
        double speed = lope_point_length(m->velocity) + spin * (m->reach + g->half * 4);
        g->fastest = speed > g->fastest ? speed : g->fastest;
    }
    g->fastest += g->belt; // what a surface imparts, over its body
}

// In a closed room nobody gets out, except by a teleport or a push that was reported.
static void check_room(game *g, const lope_report *report)
{
    lope_point at = lope_point_mad(g->state.feet, lope_vec3_to_point(g->state.up), 0.5 * (double)g->state.height);
    lope_point from = lope_point_sub(at, g->origin);
    bool in = fabs(from.x) < g->half && fabs(from.y) < g->half && fabs(from.z) < g->half;
    if (in) {
        g->left_by_leave = false;
        return;
    }
    double pushed = report->moved_by_depenetration + report->moved_by_base + report->moved_by_teleport;
    bool may = (g->requests.asked & LOPE_REQUEST_TELEPORT) || g->state.stuck_ticks > 0 || pushed > 0.25 * (double)g->state.radius;
    g->left_by_leave = g->left_by_leave || may || !g->room || g->tick < 0;
    if (g->left_by_leave) return;
    char text[200];
    snprintf(text, sizeof text, "left the closed room: middle at %.9g %.9g %.9g of half size %g, out %.4g base %.4g step %.4g",
             from.x, from.y, from.z, g->half, report->moved_by_depenetration, report->moved_by_base, report->moved_by_step);
    broken(g, text);
}

static void check_refusal(game *g)
{
    lope_state before = g->state;
    lope_requests requests = g->requests;
    lope_input bad = g->input;
    bad.requests = &requests;
    switch (bytes_pick(&g->b, 6)) {
    case 0:
        bad.move.x = NAN;
        break;
    case 4:
        requests.asked = LOPE_REQUEST_RESIZE;
        requests.resize_radius = g->state.standing_height;
        requests.resize_height = 0;
        break;
    case 5:
        requests.asked = LOPE_REQUEST_LAYER;
        requests.layer = (lope_layer){.id = 1, .kind = 5 + bytes_u8(&g->b)};
        break;
    case 1:
        requests.force.z = -INFINITY;
        break;
    case 2:
        requests.teleport_feet.y = NAN;
        break;
    default:
        requests.asked = LOPE_REQUEST_MODE;
        requests.mode = LOPE_MODE_COUNT;
        break;
    }
    if (lope_move(&g->state, &bad, &g->moveset, &g->around, g->nearby, g->dt, NULL) == LOPE_OK) broken(g, "a bad input is taken");
    if (memcmp(&before, &g->state, sizeof before) != 0) broken(g, "a refused tick has changed the state");
}

static void print_tick(const game *g, const lope_report *r)
{
    fprintf(stderr,
            "tick %d mode %u feet %.17g %.17g %.17g v %g %g %g move %g %g %g pressed %u held %u req %u stuck %u kind %u step %g "
            "snap %g out %g base %g depth %g it %u sw %u tri %u unused %g\n",
            g->tick, (unsigned)g->state.mode, g->state.feet.x, g->state.feet.y, g->state.feet.z, (double)g->state.velocity.x,
            (double)g->state.velocity.y, (double)g->state.velocity.z, (double)g->input.move.x, (double)g->input.move.y,
            (double)g->input.move.z, (unsigned)g->input.pressed, (unsigned)g->input.held, (unsigned)g->requests.asked,
            (unsigned)g->state.stuck_ticks, (unsigned)g->state.floor.kind, r->moved_by_step, r->moved_by_snap,
            r->moved_by_depenetration, r->moved_by_base, r->depth, (unsigned)r->iterations, (unsigned)r->sweeps,
            (unsigned)r->triangles, r->time_unused);
}

static void run_tick(game *g)
{
    lope_report report;
    lope_state before = g->state;
    judge_fault fault;
    move_bodies(g);
    choose_input(g);
    if (bytes_one_in(&g->b, 64)) check_refusal(g);
    lope_result result = lope_move(&g->state, &g->input, &g->moveset, &g->around, g->nearby, g->dt, &report);
    if (result != lope_input_check(&g->input, &g->moveset, NULL)) broken(g, lope_result_text(result));
    if (result != LOPE_OK) { // a blow beyond all games
        if (memcmp(&before, &g->state, sizeof before) != 0) broken(g, "a refused tick has changed the state");
        lope_level_end_tick(g->level);
        return;
    }
    if (g->trace) print_tick(g, &report);
    judge_tick tick = {.before = &before,
                       .after = &g->state,
                       .input = &g->input,
                       .moveset = &g->moveset,
                       .report = &report,
                       .dt = g->dt,
                       .fastest_body = g->fastest};
    if (!judge_state(&g->state, NULL, &fault) || !judge_speed_and_way(&tick, &fault) ||
        !judge_work(&tick, 16u * (uint32_t)g->world.count + 16, &fault) || !judge_inside(&g->world, &tick, &fault) ||
        !judge_again(&tick, &g->around, g->other, &fault))
        broken(g, fault.text);
    check_room(g, &report);
    lope_level_end_tick(g->level);
    g->time += (double)g->dt;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const float steps[] = {1.0f / 60, 1.0f / 60, 1.0f / 30, 1.0f / 120, 0.1f, 1.0f / 144, 1.0f, 1e-4f};
    game *g = calloc(1, sizeof *g);
    if (!g) return 0;
    g->solids = size >= strlen(SOLIDS) && memcmp(data, SOLIDS, strlen(SOLIDS)) == 0;
    g->b = bytes_open(data, size);
    if (g->solids) g->b.at = strlen(SOLIDS);
    g->trace = getenv("LOPE_FUZZ_TRACE") != NULL;
    tune(g);
    build(g);
    be_born(g);
    g->nearby = lope_nearby_create(NULL);
    g->other = lope_nearby_create(NULL);
    if (!g->nearby || !g->other) abort();
    g->dt = steps[bytes_pick(&g->b, 8)];
    int ticks = 30 + (int)bytes_pick(&g->b, 91);
    judge_fault fault;
    lope_report none = {0};
    judge_tick start = {.after = &g->state};
    judge_inside(&g->world, &start, &fault);
    g->tick = -1;
    check_room(g, &none);
    for (g->tick = 0; g->tick < ticks; g->tick++) run_tick(g);
    lope_nearby_destroy(g->nearby);
    lope_nearby_destroy(g->other);
    lope_level_destroy(g->level);
    judge_world_free(&g->world);
    free(g);
    return 0;
}
