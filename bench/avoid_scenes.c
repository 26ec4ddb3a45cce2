// avoid_scenes.c - crowds that have to pass each other. See avoid_scenes.h.
#include "avoid_scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TURN 6.283185307179586

avoid_kind avoid_kind_plain(uint32_t count, double size, double gap)
{
    return (avoid_kind){.count = count,
                        .size = size,
                        .radius_low = 0.34,
                        .radius_high = 0.34,
                        .speed_low = 6,
                        .speed_high = 6,
                        .gap = gap,
                        .seed = 1};
}

// xorshift64*: the same numbers on every machine.
static double between(uint64_t *seed, double low, double high)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return low + (high - low) * (double)((*seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

static void begin(avoid_scene *scene, const avoid_kind *kind, const char *name)
{
    memset(scene, 0, sizeof *scene);
    scene->acceptance = 0.5;
    scene->seconds = 120;
    snprintf(scene->name, sizeof scene->name, "%s %.1f m, %u, r %.2f-%.2f, %.1f-%.1f m/s, gap %.2f, seed %llu", name, kind->size,
             kind->count, kind->radius_low, kind->radius_high, kind->speed_low, kind->speed_high, kind->gap,
             (unsigned long long)kind->seed);
}

static void add_floor(avoid_scene *scene, double x, double z, double size_x, double size_z)
{
    scene->floor[scene->floor_count++] = (avoid_box){x, z, size_x, size_z};
}

static void add_wall(avoid_scene *scene, double x, double z, double size_x, double size_z)
{
    scene->walls[scene->wall_count++] = (avoid_box){x, z, size_x, size_z};
}

// Adds one at its place, a little aside of it. Returns it, without points.
static avoid_walker *add(avoid_scene *scene, const avoid_kind *kind, uint64_t *seed, double x, double z)
{
    avoid_walker *walker = &scene->walkers[scene->count++];
    const double aside = kind->jitter * kind->gap;
    walker->radius = between(seed, kind->radius_low, kind->radius_high);
    walker->speed = between(seed, kind->speed_low, kind->speed_high);
    walker->x = x + between(seed, -aside, aside);
    walker->z = z + between(seed, -aside, aside);
    return walker;
}

static void go(avoid_walker *walker, double x, double z)
{
    walker->points[walker->point_count][0] = x;
    walker->points[walker->point_count++][1] = z;
}

// Returns how many stand beside each other in a width: whole gaps, with half a gap to the sides.
static uint32_t abreast(const avoid_kind *kind, double width)
{
    const double room = width - 2 * kind->radius_high - 2 * kind->jitter * kind->gap - 0.05;
    return room < 0 ? 1 : 1 + (uint32_t)(room / kind->gap);
}

// Returns the place of number i in rows: aside of the middle, and back.
static void place_of(const avoid_kind *kind, double width, uint32_t i, double *aside, double *back)
{
    const uint32_t row = abreast(kind, width);
    *aside = kind->gap * ((double)(i % row) - 0.5 * (double)(row - 1));
    *back = kind->gap * (double)(i / row);
}

// Returns how far from the middle the floor of a stream of half the count must lead: past the start of its
// last row, and `least` m at least. from: m, where its first row starts.
static double stream_length(const avoid_kind *kind, double from, double least)
{
    double aside, back;
    place_of(kind, kind->size, kind->count / 2, &aside, &back);
    const double far = from + back + 2 * kind->gap;
    return far > least ? far : least;
}

void avoid_circle(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    begin(scene, kind, "circle");
    add_floor(scene, 0, 0, 4 * kind->size + 60, 4 * kind->size + 60);
    for (uint32_t i = 0; i < kind->count; i++) {
        const double angle = TURN * i / kind->count, x = kind->size * cos(angle), z = kind->size * sin(angle);
        go(add(scene, kind, &seed, x, z), -x, -z);
    }
}

void avoid_streams(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    begin(scene, kind, "streams");
    add_floor(scene, 0, 0, 200, 200);
    scene->leaves = true;
    for (uint32_t i = 0; i < kind->count / 2; i++) {
        double aside, back;
        place_of(kind, kind->size, i, &aside, &back);
        avoid_walker *one = add(scene, kind, &seed, -8 - back, aside);
        go(one, one->x + 36, one->z);
        one = add(scene, kind, &seed, aside, -8 - back);
        go(one, one->x, one->z + 36);
    }
}

// A wall along x with a door in its middle.
static void put_doorway(avoid_scene *scene, double width)
{
    add_floor(scene, 0, 0, 80, 80);
    add_wall(scene, -(width / 2 + 10), 0, 20, 0.4);
    add_wall(scene, width / 2 + 10, 0, 20, 0.4);
    scene->acceptance = 0.8;
    scene->leaves = scene->has_door = true;
}

// Adds one before the door that goes through it. side: 1 from z < 0.
static void go_through(avoid_scene *scene, const avoid_kind *kind, uint64_t *seed, uint32_t i, double side)
{
    double aside, back;
    place_of(kind, 10 * kind->gap, i, &aside, &back);
    avoid_walker *walker = add(scene, kind, seed, side * aside, side * (-3 - back));
    const double room = kind->size / 2 - walker->radius;
    const double x = walker->x * 0.1;
    go(walker, x < -room ? -room : x > room ? room : x, side * 0.6);
    go(walker, walker->x, side * 14);
}

void avoid_door(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    begin(scene, kind, "door");
    put_doorway(scene, kind->size);
    for (uint32_t i = 0; i < kind->count; i++) go_through(scene, kind, &seed, i, 1);
}

void avoid_door_both(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    begin(scene, kind, "door both ways");
    put_doorway(scene, kind->size);
    for (uint32_t i = 0; i < kind->count; i++) go_through(scene, kind, &seed, i / 2, i % 2 == 0 ? 1 : -1);
}

// Puts two streams of half the count each, toward each other along x.
static void put_both_ways(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    scene->acceptance = kind->size; // anywhere across the way
    scene->leaves = true;
    for (uint32_t i = 0; i < kind->count / 2; i++) {
        double aside, back;
        place_of(kind, kind->size, i, &aside, &back);
        avoid_walker *one = add(scene, kind, &seed, -6 - back, aside);
        go(one, one->x + 60, one->z);
        one = add(scene, kind, &seed, 6 + back, -aside);
        go(one, one->x - 60, one->z);
    }
}

void avoid_corridor(avoid_scene *scene, const avoid_kind *kind)
{
    const double length = 2 * stream_length(kind, 6, 200);
    begin(scene, kind, "corridor");
    add_floor(scene, 0, 0, length, kind->size + 0.8);
    add_wall(scene, 0, kind->size / 2 + 0.2, length, 0.4);
    add_wall(scene, 0, -kind->size / 2 - 0.2, length, 0.4);
    put_both_ways(scene, kind);
}

void avoid_bridge(avoid_scene *scene, const avoid_kind *kind)
{
    begin(scene, kind, "bridge");
    add_floor(scene, 0, 0, 2 * stream_length(kind, 6, 200), kind->size);
    put_both_ways(scene, kind);
}

void avoid_corner(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    const double w = kind->size, half = w / 2, far = stream_length(kind, 8, 80);
    begin(scene, kind, "corner");
    scene->leaves = true;
    scene->acceptance = w;
    add_floor(scene, -far / 2, 0, far + 2 + w, w + 0.8);
    add_floor(scene, 0, far / 2 + half, w + 0.8, far + 1);
    add_wall(scene, -far / 2, -half - 0.2, far + 2 + w, 0.4); // outer, along x
    add_wall(scene, half + 0.2, far / 2, 0.4, far + 2 + w);   // outer, along z
    add_wall(scene, -half - far / 2, half + 0.2, far, 0.4);   // inner, along x
    add_wall(scene, -half - 0.2, half + far / 2, 0.4, far);   // inner, along z
    for (uint32_t i = 0; i < kind->count; i++) {
        double aside, back;
        place_of(kind, w, i / 2, &aside, &back);
        if (i % 2 == 0) {
            avoid_walker *one = add(scene, kind, &seed, -8 - back, aside);
            go(one, 0, 0);
            go(one, 0, 40);
        } else {
            avoid_walker *one = add(scene, kind, &seed, aside, 8 + back);
            go(one, 0, 0);
            go(one, -40, 0);
        }
    }
    scene->acceptance = w * 0.6;
}

void avoid_joining(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    const double w = kind->size, half = w / 2, far = stream_length(kind, 8, 80);
    begin(scene, kind, "joining");
    scene->leaves = true;
    scene->acceptance = w * 0.6;
    add_floor(scene, 0, 0, 2 * far, w + 0.8);
    add_floor(scene, 0, 40 + half, w + 0.8, 81);
    add_wall(scene, 0, -half - 0.2, 2 * far, 0.4);
    add_wall(scene, -half - far / 2, half + 0.2, far, 0.4);
    add_wall(scene, half + far / 2, half + 0.2, far, 0.4);
    add_wall(scene, -half - 0.2, half + 40, 0.4, 80);
    add_wall(scene, half + 0.2, half + 40, 0.4, 80);
    for (uint32_t i = 0; i < kind->count; i++) {
        double aside, back;
        const double side = i % 2 == 0 ? -1 : 1;
        place_of(kind, w, i / 2, &aside, &back);
        avoid_walker *one = add(scene, kind, &seed, side * (8 + back), aside);
        go(one, 0, 0);
        go(one, 0, 40);
    }
}

void avoid_standing(avoid_scene *scene, const avoid_kind *kind)
{
    uint64_t seed = kind->seed * 2654435761u + 1;
    begin(scene, kind, "past standing");
    add_floor(scene, 0, 0, 160, 160);
    scene->leaves = true;
    scene->acceptance = 1;
    for (uint32_t i = 0; i < kind->count; i++) {
        double aside, back;
        place_of(kind, kind->size, i, &aside, &back);
        if (i % 4 == 0) { // stands in the way: without points
            add(scene, kind, &seed, 2.2 * kind->gap * ((double)(i / 4 % 5) - 2), 3 * kind->gap * (double)(i / 20));
        } else {
            avoid_walker *one = add(scene, kind, &seed, aside, -6 - back);
            go(one, one->x, one->z + 50);
        }
    }
}
