// abilities_scene.c - see abilities_scene.h.
#include "abilities_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define FLOOR 60.0 // m, the side of the ground
#define CELLS 7

lope_point scene_place(const scene *s, lope_point p)
{
    return lope_point_add(s->origin, lope_quat_rotate_point(s->turn, lope_point_scale(p, s->unit)));
}

lope_vec3 scene_direction(const scene *s, lope_point p) { return lope_quat_rotate(s->turn, lope_point_to_vec3(p)); }

// ---- what moves

static void pose_of(const scene_mover *m, double time, lope_transform *pose)
{
    const double phase = fmod(time / m->period, 2), way = m->period * (phase < 1 ? phase : 2 - phase);
    const lope_quat by = lope_quat_from_axis(m->axis, (float)fmod(m->spin * time, 2 * PI));
    const lope_point arm = lope_quat_rotate_point(by, lope_point_sub(m->rest.position, m->center));
    pose->position = lope_point_mad(lope_point_add(m->center, arm), m->velocity, way);
    pose->rotation = lope_quat_normalize(lope_quat_multiply(by, m->rest.rotation));
}

static bool pose_at(void *context, uint64_t tick, double time, lope_transform *pose)
{
    (void)tick;
    pose_of(context, time, pose);
    return true;
}

void scene_follow(scene *s, double time)
{
    lope_transform pose;
    for (int i = 0; i < s->mover_count; i++) {
        const scene_mover *m = &s->movers[i];
        pose_of(m, time, &pose);
        for (int k = 0; k < s->people; k++) judge_place(&s->judges[k], m->first, m->count, &pose);
    }
}

double scene_fastest(const scene *s, double far)
{
    double most = 0;
    for (int i = 0; i < s->mover_count; i++) {
        const scene_mover *m = &s->movers[i];
        most = fmax(most, lope_point_length(m->velocity) + fabs(m->spin) * (m->reach + far));
    }
    return most + s->belt;
}

// ---- bodies

// Where something of the piece stands that is turned by `own` in the piece's frame.
static lope_transform piece_pose(const scene *s, lope_point p, lope_quat own)
{
    const lope_quat yaw = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)s->yaw);
    const lope_point at = lope_point_add(s->at, lope_quat_rotate_point(yaw, p));
    const lope_quat rotation = lope_quat_multiply(s->turn, lope_quat_multiply(yaw, own));
    return (lope_transform){scene_place(s, at), lope_quat_normalize(rotation)};
}

// Begins a body of the piece. Its judges' things follow, and then `made`.
static lope_body_def begin_body(scene *s, const lope_transform *pose, uint32_t channels, double reach)
{
    lope_body_def def = {.position = pose->position, .rotation = pose->rotation, .channels = channels, .error = &s->error};
    if (!s->moving || s->mover_count == SCENE_BODIES) return def;
    scene_mover *m = &s->movers[s->mover_count];
    *m = (scene_mover){.rest = *pose,
                       .center = scene_place(s, s->at),
                       .velocity = lope_vec3_to_point(scene_direction(s, lope_point_scale(s->velocity, s->unit))),
                       .axis = scene_direction(s, lope_point_make(0, 1, 0)),
                       .spin = s->spin,
                       .period = s->period,
                       .first = s->judges[0].count};
    m->reach = reach + lope_point_length(lope_point_sub(pose->position, m->center));
    // to the bit where its function has it at time 0: a world that is brought back there has it so
    lope_transform begins;
    pose_of(m, 0, &begins);
    def.position = begins.position;
    def.rotation = begins.rotation;
    def.moving = true;
    def.pose_at = pose_at;
    def.pose_context = m;
    return def;
}

static void made(scene *s, const lope_body_def *def, lope_body body, uint32_t shapes)
{
    s->shapes += shapes;
    if (body.generation == 0) {
        fprintf(stderr, "INVARIANT abilities: a body of sane size is refused: %s: %s\n", s->error.field, s->error.text);
        abort();
    }
    if (!def->moving) return;
    scene_mover *m = &s->movers[s->mover_count++];
    m->count = s->judges[0].count - m->first;
}

static bool is_solid(uint32_t channels) { return channels == 0 || channels & LOPE_CHANNEL_SOLID; }

static void add_surfaced_box(scene *s, lope_point at, lope_point size, lope_quat own, uint32_t channels, lope_vec3 belt)
{
    const lope_transform pose = piece_pose(s, at, own);
    const lope_vec3 whole = lope_point_to_vec3(lope_point_scale(size, s->unit));
    lope_box_def def = {.body = begin_body(s, &pose, channels, lope_point_length(size) * s->unit), .size = whole};
    def.body.surface.velocity = belt;
    if (s->trace)
        fprintf(stderr, "box %g %g %g at %.9g %.9g %.9g turn %.9g %.9g %.9g %.9g channels %u moving %d\n", (double)whole.x,
                (double)whole.y, (double)whole.z, pose.position.x, pose.position.y, pose.position.z, (double)pose.rotation.x,
                (double)pose.rotation.y, (double)pose.rotation.z, (double)pose.rotation.w, (unsigned)channels, def.body.moving);
    for (int k = 0; k < s->people && is_solid(channels); k++) judge_add_box(&s->judges[k], whole, &pose);
    made(s, &def.body, lope_level_add_box(s->level, &def), 1);
}

static void add_box(scene *s, double x, double y, double z, double sx, double sy, double sz, uint32_t channels)
{
    add_surfaced_box(s, lope_point_make(x, y, z), lope_point_make(sx, sy, sz), lope_quat_identity(), channels, (lope_vec3){0});
}

static void add_tilted(scene *s, lope_point at, lope_point size, lope_vec3 axis, double angle, uint32_t channels)
{
    add_surfaced_box(s, at, size, lope_quat_from_axis(axis, (float)angle), channels, (lope_vec3){0});
}

static void add_line(scene *s, lope_point from, lope_point to)
{
    const lope_point along = lope_point_sub(to, from);
    const double length = lope_point_length(along);
    const lope_quat lean = lope_quat_to_up(lope_point_to_vec3(lope_point_scale(along, 1 / length)));
    const lope_transform pose = piece_pose(s, lope_point_scale(lope_point_add(from, to), 0.5), lean);
    lope_capsule_def def = {.body = begin_body(s, &pose, LOPE_CHANNEL_ROPE, length * s->unit),
                            .radius = (float)(0.02 * s->unit),
                            .height = (float)(length * s->unit)};
    if (s->trace)
        fprintf(stderr, "line of %.9g at %.9g %.9g %.9g moving %d\n", length, pose.position.x, pose.position.y, pose.position.z,
                def.body.moving);
    made(s, &def.body, lope_level_add_capsule(s->level, &def), 1);
}

static void add_round(scene *s, double radius, double height, uint32_t kind)
{
    const lope_transform pose = piece_pose(s, lope_point_make(0, 0.5 * height, 0), lope_quat_identity());
    const float r = (float)(radius * s->unit), h = (float)(height * s->unit);
    lope_body_def body = begin_body(s, &pose, 0, (radius + height) * s->unit);
    const lope_sphere_def sphere = {.body = body, .radius = r};
    const lope_capsule_def capsule = {.body = body, .radius = r, .height = h};
    const lope_cylinder_def cylinder = {.body = body, .radius = r, .height = h};
    for (int k = 0; k < s->people; k++) {
        if (kind == 2)
            judge_add_cylinder(&s->judges[k], (double)r, (double)h, &pose);
        else
            judge_add_round(&s->judges[k], (double)r, kind == 0 ? 0 : 0.5 * (double)h - (double)r, &pose);
    }
    made(s, &body,
         kind == 0   ? lope_level_add_sphere(s->level, &sphere)
         : kind == 1 ? lope_level_add_capsule(s->level, &capsule)
                     : lope_level_add_cylinder(s->level, &cylinder),
         1);
}

static void add_volume(scene *s, lope_point at, lope_point size, const lope_volume *volume)
{
    const lope_transform pose = piece_pose(s, at, lope_quat_identity());
    lope_box_def def = {.body = begin_body(s, &pose, 0, lope_point_length(size) * s->unit),
                        .size = lope_point_to_vec3(lope_point_scale(size, s->unit))};
    def.body.volume = volume;
    made(s, &def.body, lope_level_add_box(s->level, &def), 1);
}

// Triangles of a mesh, with points in the piece's frame. Closed: the judges take it for a box of `size`.
static void add_mesh(scene *s, const float *points, uint32_t count, const uint32_t *indices, uint32_t triangles,
                     const lope_vec3 *size, double height)
{
    const lope_transform pose = piece_pose(s, lope_point_make(0, height, 0), lope_quat_identity());
    lope_mesh_def def = {.body = begin_body(s, &pose, 0, 12 * s->unit),
                         .points = points,
                         .point_count = count,
                         .indices = indices,
                         .triangle_count = triangles};
    for (int k = 0; k < s->people; k++) {
        if (size) judge_add_box(&s->judges[k], *size, &pose);
        for (uint32_t i = 0; i < triangles && !size; i++) {
            lope_vec3 v[3];
            for (int c = 0; c < 3; c++) {
                const float *p = &points[3 * indices[3 * i + (uint32_t)c]];
                v[c] = lope_vec3_make(p[0], p[1], p[2]);
            }
            judge_add_triangle(&s->judges[k], v[0], v[1], v[2], &pose);
        }
    }
    made(s, &def.body, lope_level_add_mesh(s->level, &def), triangles);
}

// A box of triangles, or two sheets that lean on each other.
static void add_mesh_piece(scene *s, double height)
{
    static const uint32_t faces[36] = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                                       0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};
    static const uint32_t sheets[12] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
    const float u = (float)s->unit;
    const lope_vec3 size = {3 * u, (float)height * u, 2 * u};
    float points[24];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? 0.5f * size.x : -0.5f * size.x;
        points[3 * i + 1] = i & 2 ? 0.5f * size.y : -0.5f * size.y;
        points[3 * i + 2] = i & 4 ? 0.5f * size.z : -0.5f * size.z;
    }
    if (bytes_one_in(s->b, 2)) {
        const float roof[18] = {-2, 0, 2, 2, 0, 2, -2, 1.2f, 0, 2, 1.2f, 0, -2, 0.3f, -2, 2, 0.3f, -2};
        for (int i = 0; i < 18; i++) points[i] = roof[i] * u * (i % 3 == 1 ? (float)height : 1);
        add_mesh(s, points, 6, sheets, 4, NULL, 0);
        return;
    }
    add_mesh(s, points, 8, faces, 12, &size, 0.5 * height);
}

static void add_field(scene *s, double rough)
{
    float heights[CELLS * CELLS];
    lope_vec3 corner[CELLS * CELLS];
    const float cell = (float)s->unit;
    for (int i = 0; i < CELLS * CELLS; i++) {
        const bool hole = bytes_one_in(s->b, 32);
        heights[i] = hole ? LOPE_HOLE : (float)(bytes_between(s->b, 0, rough) * s->unit);
        corner[i] = lope_vec3_make((float)(i % CELLS - CELLS / 2) * cell, heights[i], (float)(i / CELLS - CELLS / 2) * cell);
    }
    const lope_transform pose = piece_pose(s, lope_point_make(0, 0.02, 0), lope_quat_identity());
    lope_height_field_def def = {
        .body = begin_body(s, &pose, 0, 8 * s->unit), .heights = heights, .columns = CELLS, .rows = CELLS, .cell = cell};
    uint32_t triangles = 0;
    for (int i = 0; i + CELLS < CELLS * CELLS; i++) {
        const int k[4] = {i, i + 1, i + CELLS, i + CELLS + 1};
        bool hole = i % CELLS == CELLS - 1;
        for (int c = 0; c < 4 && !hole; c++) hole = heights[k[c]] <= LOPE_HOLE;
        if (hole) continue;
        for (int p = 0; p < s->people; p++) {
            judge_add_triangle(&s->judges[p], corner[k[0]], corner[k[2]], corner[k[3]], &pose);
            judge_add_triangle(&s->judges[p], corner[k[0]], corner[k[3]], corner[k[1]], &pose);
        }
        triangles += 2;
    }
    if (triangles == 0) return; // every cell touches a hole: it would be refused
    made(s, &def.body, lope_level_add_height_field(s->level, &def), triangles);
}

// ---- pieces

static void add_edges(scene *s, scene_kind kind, double size)
{
    switch (kind) {
    case SCENE_WALL:
        add_box(s, 0, 3, 0, 6, 6, 0.3 + size, 0);
        break;
    case SCENE_CORRIDOR:
        add_box(s, 1.2 + size, 3, 0, 0.5, 6, 12, 0);
        add_box(s, -1.2 - size, 3, 0, 0.5, 6, 12, 0);
        break;
    case SCENE_OBSTACLE:
        add_box(s, 0, 0.2 + 0.6 * size, 0, 4, 0.4 + 1.2 * size, 0.4, 0);
        break;
    case SCENE_BLOCK:
        add_box(s, 0, 0.4 + size, 0, 3, 0.8 + 2 * size, 3, 0);
        break;
    case SCENE_MARKER:
        add_box(s, 0, 1.5, 0, 3, 3, 1, 0);
        add_box(s, 0, 2.9 - size, 0.5, 2, 0.2, 0.2, LOPE_CHANNEL_LEDGE | (s->moving ? 0u : LOPE_CHANNEL_SOLID));
        break;
    case SCENE_LADDER:
        add_box(s, 0, 1.5 + size, -1, 3, 3 + 2 * size, 2, 0);
        add_box(s, 0, 1.5 + size, 0.05, 0.8, 3 + 2 * size, 0.1, LOPE_CHANNEL_LADDER);
        break;
    case SCENE_CLIMB:
        add_box(s, 0, 1 + size, 0, 3, 2 + 2 * size, 2, LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CLIMB);
        break;
    default:
        break;
    }
}

static void add_ways(scene *s, scene_kind kind, double size)
{
    switch (kind) {
    case SCENE_ROPE:
        add_line(s, lope_point_make(0, 1.5, 0), lope_point_make(0, 5 + 4 * size, 0));
        break;
    case SCENE_ZIPLINE:
        add_line(s, lope_point_make(0, 2.2, -12), lope_point_make(0, 2.2 + 6 * size, 1));
        break;
    case SCENE_BAR:
        add_box(s, 0, 1.3 + size, -2, 4, 1, 4, 0);
        break;
    case SCENE_RAMP:
        add_tilted(s, lope_point_make(0, 0, -4), lope_point_make(6, 0.5, 12), lope_vec3_make(1, 0, 0), 0.1 + size, 0);
        break;
    case SCENE_STAIRS:
        for (int i = 0; i < 6; i++)
            add_box(s, 0, (0.1 + 0.2 * size) * (i + 0.5), -0.4 * i, 3, (0.1 + 0.2 * size) * (i + 1), 0.4, 0);
        break;
    case SCENE_GAP:
        add_box(s, 0, 1.5, 2.5, 4, 3, 5, 0);
        add_box(s, 0, 1.5 + 0.3 * size, -5, 4, 3 + 0.6 * size, 5, 0);
        break;
    case SCENE_CORNER:
        add_tilted(s, lope_point_make(1.5, 1.2 + size, 0), lope_point_make(0.5, 2.4 + 2 * size, 5), lope_vec3_make(0, 1, 0), 0.8,
                   0);
        add_tilted(s, lope_point_make(-1.5, 1.2 + size, 0), lope_point_make(0.5, 2.4 + 2 * size, 5), lope_vec3_make(0, 1, 0),
                   -0.8, 0);
        break;
    default:
        break;
    }
}

static void add_matter(scene *s, scene_kind kind, double size)
{
    lope_volume volume = {0};
    switch (kind) {
    case SCENE_WATER:
        volume.water = true;
        add_volume(s, lope_point_make(0, 1 + size, -4), lope_point_make(8, 2 + 2 * size, 8), &volume);
        break;
    case SCENE_PLANET:
        volume.gravity_mode = bytes_one_in(s->b, 2) ? LOPE_GRAVITY_POINT : LOPE_GRAVITY_VECTOR;
        volume.gravity_point = scene_place(s, s->at);
        volume.gravity_strength = (float)(9.8 * s->unit);
        volume.gravity = lope_vec3_scale(scene_direction(s, lope_point_make(1, -0.5, 0)), (float)(6 * s->unit));
        add_volume(s, lope_point_make(0, 2, 0), lope_point_make(6, 4, 6), &volume);
        add_round(s, 0.5 + size, 1 + 2 * size, 0);
        break;
    case SCENE_MESH:
        add_mesh_piece(s, 0.3 + 1.5 * size);
        break;
    case SCENE_FIELD:
        add_field(s, 0.1 + size);
        break;
    case SCENE_ROUND:
        add_round(s, 0.3 + size, 1 + 3 * size, bytes_pick(s->b, 3));
        break;
    case SCENE_BELT: {
        const lope_vec3 belt = lope_vec3_scale(scene_direction(s, lope_point_make(1, 0, 0.5)), (float)(3 * size * s->unit));
        s->belt = fmax(s->belt, lope_point_length(lope_vec3_to_point(belt)));
        add_surfaced_box(s, lope_point_make(0, 0.1, 0), lope_point_make(5, 0.2, 5), lope_quat_identity(), 0, belt);
        break;
    }
    default:
        break;
    }
}

static void add_piece(scene *s, scene_kind kind, double size)
{
    if (kind <= SCENE_CLIMB)
        add_edges(s, kind, size);
    else if (kind <= SCENE_BAR || kind == SCENE_RAMP || kind == SCENE_STAIRS || kind == SCENE_GAP || kind == SCENE_CORNER)
        add_ways(s, kind, size);
    else
        add_matter(s, kind, size);
}

// How the piece moves. A byte of 0: it stands.
static void choose_motion(scene *s)
{
    const uint32_t how = bytes_u8(s->b);
    s->moving = how % 4 != 0;
    if (!s->moving) return;
    s->velocity = lope_point_make(how & 4 ? 1 : 0, how & 8 ? 0.6 : 0, how & 16 ? -1 : 0);
    s->velocity = lope_point_scale(s->velocity, how & 32 ? 3 : 1);
    s->spin = how & 64 ? (how & 128 ? -1.5 : 0.5) : 0;
    s->period = 0.3 + 0.4 * (how % 8);
}

// Beside the first piece, where the hands reach a line or the feet a top.
static lope_point perch_of(uint32_t what, double size)
{
    switch (what) {
    case SCENE_ROPE:
        return lope_point_make(0.3, 1.2, -2.5);
    case SCENE_ZIPLINE:
        return lope_point_make(0.1, 0.2 + 6 * size, -2.8);
    case SCENE_BLOCK:
        return lope_point_make(0, 0.9 + 2 * size, -1.6);
    case SCENE_CLIMB:
        return lope_point_make(0, 2.1 + 2 * size, -2);
    case SCENE_LADDER:
        return lope_point_make(0, 3.1 + 2 * size, -3);
    case SCENE_MARKER:
        return lope_point_make(0, 1.7 - size, -1.4);
    case SCENE_GAP:
        return lope_point_make(0, 3.02, 0.5);
    default:
        return lope_point_make(0, 3, -1.5);
    }
}

void scene_build(scene *s, uint32_t what, uint32_t more)
{
    s->movers = calloc(SCENE_BODIES, sizeof *s->movers);
    if (!s->movers) abort();
    add_box(s, 0, -0.5, 0, FLOOR, 1, FLOOR, 0);
    for (uint32_t i = 0; i <= more; i++) {
        if (i > 0) what = bytes_u8(s->b);
        const double size = bytes_u8(s->b) / 255.0;
        s->yaw = (double)bytes_u8(s->b) * PI / 128;
        choose_motion(s);
        s->at = lope_point_make(0, 0, -2.5);
        if (i > 0) s->at.x = bytes_between(s->b, -8, 8); // one draw a statement, for every compiler's order
        if (i > 0) s->at.z = bytes_between(s->b, -8, 8);
        if (i > 0 && bytes_one_in(s->b, 4)) s->at.y = bytes_between(s->b, 0, 4);
        if (i == 0) s->perch = perch_of(what % SCENE_KINDS, size);
        add_piece(s, (scene_kind)(what % SCENE_KINDS), size);
    }
}

void scene_free(scene *s)
{
    for (int k = 0; k < s->people; k++) judge_world_free(&s->judges[k]);
    free(s->movers);
}
