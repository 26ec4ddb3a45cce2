// judge_world.c - see judge_world.h. Plain geometry in doubles: segments against triangles by brute.h,
// against planes by clipping, against round things by sampling or the closest point.
#include "judge_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CYLINDER_SAMPLES 33

void judge_world_free(judge_world *world)
{
    for (int i = 0; i < world->count; i++) {
        free(world->things[i].normals);
        free(world->things[i].offsets);
    }
    free(world->things);
    *world = (judge_world){0};
}

static judge_thing *add_thing(judge_world *world, judge_kind kind, const lope_transform *pose)
{
    if (world->count == world->capacity) {
        world->capacity = world->capacity ? 2 * world->capacity : 64;
        world->things = realloc(world->things, (size_t)world->capacity * sizeof *world->things);
        if (!world->things) abort();
    }
    judge_thing *thing = &world->things[world->count++];
    memset(thing, 0, sizeof *thing);
    thing->kind = kind;
    thing->pose = *pose;
    return thing;
}

// Rotations by the quaternion's matrix, not by the library's way.
static brute_point rotate(lope_quat q, brute_point p)
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w, n = x * x + y * y + z * z + w * w;
    if (n <= 0) return p;
    double s = 2 / n;
    return brute_make((1 - s * (y * y + z * z)) * p.x + s * (x * y - w * z) * p.y + s * (x * z + w * y) * p.z,
                      s * (x * y + w * z) * p.x + (1 - s * (x * x + z * z)) * p.y + s * (y * z - w * x) * p.z,
                      s * (x * z - w * y) * p.x + s * (y * z + w * x) * p.y + (1 - s * (x * x + y * y)) * p.z);
}

static brute_point to_world(const lope_transform *pose, brute_point p)
{
    return brute_add(brute_make(pose->position.x, pose->position.y, pose->position.z), rotate(pose->rotation, p));
}

static brute_point to_local(const lope_transform *pose, brute_point p)
{
    lope_quat q = {-pose->rotation.x, -pose->rotation.y, -pose->rotation.z, pose->rotation.w};
    return rotate(q, brute_sub(p, brute_make(pose->position.x, pose->position.y, pose->position.z)));
}

static void place(judge_thing *thing)
{
    thing->middle = to_world(&thing->pose, brute_make(0, 0, 0));
    if (thing->kind != JUDGE_TRIANGLE) return;
    for (int i = 0; i < 3; i++) thing->placed.v[i] = to_world(&thing->pose, thing->triangle.v[i]);
    brute_point sum = brute_add(thing->placed.v[0], brute_add(thing->placed.v[1], thing->placed.v[2]));
    thing->middle = brute_scale(sum, 1.0 / 3);
    thing->reach = 0;
    for (int i = 0; i < 3; i++) thing->reach = fmax(thing->reach, brute_length(brute_sub(thing->placed.v[i], thing->middle)));
}

void judge_place(judge_world *world, int first, int count, const lope_transform *pose)
{
    for (int i = first; i < first + count; i++) {
        world->things[i].pose = *pose;
        place(&world->things[i]);
    }
}

static brute_point from_vec3(lope_vec3 v) { return brute_make((double)v.x, (double)v.y, (double)v.z); }

int judge_add_triangle(judge_world *world, lope_vec3 a, lope_vec3 b, lope_vec3 c, const lope_transform *pose)
{
    brute_triangle t = {{from_vec3(a), from_vec3(b), from_vec3(c)}};
    double longest = 0;
    for (int i = 0; i < 3; i++) longest = fmax(longest, brute_length(brute_sub(t.v[(i + 1) % 3], t.v[i])));
    int index = world->count;
    if (!(brute_length(brute_normal(&t)) > 11e-6 * longest)) return index;
    judge_thing *thing = add_thing(world, JUDGE_TRIANGLE, pose);
    thing->triangle = t;
    place(thing);
    return index;
}

static void add_plane(judge_thing *thing, brute_point normal, double offset)
{
    for (int i = 0; i < thing->plane_count; i++)
        if (brute_dot(thing->normals[i], normal) > 1 - 1e-12 && fabs(thing->offsets[i] - offset) < 1e-9) return;
    if (thing->plane_count == JUDGE_PLANES) abort();
    thing->normals[thing->plane_count] = normal;
    thing->offsets[thing->plane_count++] = offset;
}

static judge_thing *add_convex(judge_world *world, const lope_transform *pose)
{
    judge_thing *thing = add_thing(world, JUDGE_CONVEX, pose);
    thing->normals = malloc(JUDGE_PLANES * sizeof *thing->normals);
    thing->offsets = malloc(JUDGE_PLANES * sizeof *thing->offsets);
    if (!thing->normals || !thing->offsets) abort();
    return thing;
}

int judge_add_box(judge_world *world, lope_vec3 size, const lope_transform *pose)
{
    judge_thing *thing = add_convex(world, pose);
    double half[3] = {0.5 * (double)size.x, 0.5 * (double)size.y, 0.5 * (double)size.z};
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2)
            add_plane(thing, brute_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0), half[axis]);
    thing->reach = sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    place(thing);
    return world->count - 1;
}

// Every plane through three points that has all others behind it.
int judge_add_hull(judge_world *world, const float *points, int count, const lope_transform *pose)
{
    judge_thing *thing = add_convex(world, pose);
    for (int i = 0; i < count * count * count; i++) {
        int corner[3] = {i % count, i / count % count, i / count / count};
        brute_triangle t;
        for (int k = 0; k < 3; k++) {
            const float *p = &points[3 * corner[k]];
            t.v[k] = brute_make((double)p[0], (double)p[1], (double)p[2]);
        }
        brute_point normal = brute_normal(&t);
        double length = brute_length(normal), most = -1e300;
        if (length < 1e-9) continue;
        normal = brute_scale(normal, 1 / length);
        double offset = brute_dot(normal, t.v[0]);
        for (int k = 0; k < count; k++) {
            brute_point p = brute_make((double)points[3 * k], (double)points[3 * k + 1], (double)points[3 * k + 2]);
            most = fmax(most, brute_dot(normal, p) - offset);
            thing->reach = fmax(thing->reach, brute_length(p));
        }
        if (most < 1e-9) add_plane(thing, normal, offset);
    }
    place(thing);
    return world->count - 1;
}

int judge_add_round(judge_world *world, double radius, double half, const lope_transform *pose)
{
    judge_thing *thing = add_thing(world, JUDGE_ROUND, pose);
    thing->radius = radius;
    thing->half = half;
    thing->reach = radius + half;
    place(thing);
    return world->count - 1;
}

int judge_add_cylinder(judge_world *world, double radius, double height, const lope_transform *pose)
{
    judge_thing *thing = add_thing(world, JUDGE_CYLINDER, pose);
    thing->radius = radius;
    thing->half = 0.5 * height;
    thing->reach = radius + thing->half;
    place(thing);
    return world->count - 1;
}

static bool in_convex(const judge_thing *thing, brute_point a, brute_point b, double depth)
{
    double from = 0, to = 1;
    for (int i = 0; i < thing->plane_count; i++) {
        double at_a = brute_dot(thing->normals[i], a) - thing->offsets[i] + depth;
        double at_b = brute_dot(thing->normals[i], b) - thing->offsets[i] + depth;
        if (at_a > 0 && at_b > 0) return false;
        if (at_a > 0) from = fmax(from, at_a / (at_a - at_b));
        if (at_b > 0) to = fmin(to, at_a / (at_a - at_b));
    }
    return from < to || (from <= to && brute_length(brute_sub(a, b)) <= 0);
}

// Sampled: the core's points to the thing's axis or side.
static bool in_round(const judge_thing *thing, brute_point a, brute_point b, double depth)
{
    for (int i = 0; i < CYLINDER_SAMPLES; i++) {
        brute_point p = brute_add(a, brute_scale(brute_sub(b, a), (double)i / (CYLINDER_SAMPLES - 1)));
        double beyond = fabs(p.y) - thing->half, out = sqrt(p.x * p.x + p.z * p.z);
        if (thing->kind == JUDGE_CYLINDER && out < thing->radius - depth && beyond < -depth) return true;
        if (thing->kind != JUDGE_ROUND) continue;
        beyond = beyond > 0 ? beyond : 0;
        if (sqrt(out * out + beyond * beyond) < thing->radius - depth) return true;
    }
    return false;
}

static bool is_in(const judge_thing *thing, brute_point a, brute_point b, double depth)
{
    brute_point middle = brute_scale(brute_add(a, b), 0.5);
    double half = 0.5 * brute_length(brute_sub(a, b));
    if (brute_length(brute_sub(middle, thing->middle)) > half + thing->reach) return false;
    if (thing->kind == JUDGE_TRIANGLE) return brute_segment_hits(a, b, &thing->placed, NULL);
    a = to_local(&thing->pose, a);
    b = to_local(&thing->pose, b);
    return thing->kind == JUDGE_CONVEX ? in_convex(thing, a, b, depth) : in_round(thing, a, b, depth);
}

int judge_look(judge_world *world, brute_point a, brute_point b, double depth_of_core)
{
    int found = -1;
    for (int i = 0; i < world->count; i++) {
        judge_thing *thing = &world->things[i];
        bool in = is_in(thing, a, b, depth_of_core);
        if (in && !thing->in && found < 0) found = i;
        thing->in = in;
    }
    return found;
}

int judge_in_solid(const judge_world *world)
{
    for (int i = 0; i < world->count; i++)
        if (world->things[i].in && world->things[i].kind != JUDGE_TRIANGLE) return i;
    return -1;
}

double judge_depth(const judge_world *world, brute_point a, brute_point b, double radius)
{
    brute_point middle = brute_scale(brute_add(a, b), 0.5);
    double half = 0.5 * brute_length(brute_sub(a, b)), depth = 0;
    for (int i = 0; i < world->count; i++) {
        const judge_thing *thing = &world->things[i];
        if (thing->kind != JUDGE_TRIANGLE) continue;
        if (brute_length(brute_sub(middle, thing->middle)) > half + thing->reach + radius) continue;
        depth = fmax(depth, radius - brute_distance(a, b, &thing->placed, NULL));
    }
    return depth;
}

const char *judge_kind_name(judge_kind kind)
{
    static const char *const names[] = {"triangle", "convex solid", "round solid", "cylinder"};
    return names[kind];
}
