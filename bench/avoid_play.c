// avoid_play.c - plays a scene with lope. See avoid_play.h.
#include "avoid_play.h"
#include "clock.h"

#include <lope/lope.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FALLEN 0.5 // m under the floor
#define TAKEN 2.0  // times the acceptance, within which one that is blocked has arrived, where others stay at their goals

// A scene under way. x and z of the scene are two axes across the up of the world.
typedef struct play {
    const avoid_scene *scene;
    const avoid_way *way;
    lope_world *world;
    lope_vec3 x, z;
    lope_moveset movesets[AVOID_MOST];
    lope_character *who[AVOID_MOST];
    lope_path_follower followers[AVOID_MOST];
    lope_point points[AVOID_MOST][AVOID_POINTS];
    lope_vec3 before[AVOID_MOST];
    bool there[AVOID_MOST];
    double asked, walked, shaken, seconds;
    uint64_t ticks;
} play;

static lope_point at(const play *p, double x, double y, double z)
{
    lope_point at = lope_point_scale(lope_vec3_to_point(p->x), x);
    at = lope_point_mad(at, lope_vec3_to_point(p->way->up), y);
    return lope_point_scale(lope_point_mad(at, lope_vec3_to_point(p->z), z), p->way->units);
}

// Chooses the two axes across the up.
static void set_axes(play *p)
{
    const lope_vec3 up = p->way->up, helper = fabsf(up.y) > 0.9f ? lope_vec3_make(1, 0, 0) : lope_vec3_make(0, 1, 0);
    p->x = lope_vec3_sub(helper, lope_vec3_scale(up, lope_vec3_dot(helper, up)));
    p->x = lope_vec3_scale(p->x, 1 / lope_vec3_length(p->x));
    p->z = lope_vec3_cross(p->x, up);
}

// Returns the rotation that brings the coordinate axes to those of the scene.
static lope_quat turned(const play *p)
{
    const double m00 = (double)p->x.x, m11 = (double)p->way->up.y, m22 = (double)p->z.z, w = 1 + m00 + m11 + m22;
    if (w > 1e-3) {
        const double s = 0.5 / sqrt(w);
        return (lope_quat){(float)(s * (double)(p->way->up.z - p->z.y)), (float)(s * (double)(p->z.x - p->x.z)),
                           (float)(s * (double)(p->x.y - p->way->up.x)), (float)(0.5 * sqrt(w))};
    }
    lope_vec3 half = lope_vec3_add(p->x, lope_vec3_make(1, 0, 0));
    half = lope_vec3_scale(half, 1 / lope_vec3_length(half));
    return (lope_quat){half.x, half.y, half.z, 0};
}

static bool add_box(play *p, const avoid_box *box, double low, double high)
{
    const float u = (float)p->way->units;
    lope_error error = {0};
    lope_world_add_box(
        p->world,
        &(lope_box_def){.body = {.position = at(p, box->x, (low + high) / 2, box->z), .rotation = turned(p), .error = &error},
                        .size = {(float)box->size_x * u, (float)(high - low) * u, (float)box->size_z * u}});
    return error.code == LOPE_OK;
}

// Makes the moveset of one that walks so fast, in the world's units.
static bool make_moveset(lope_moveset *moveset, double speed, double units)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = (float)speed;
    for (uint32_t i = 0; i < lope_tuning_field_count() && units != 1; i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        double value;
        if (strcmp(field->unit, "m") != 0 && strcmp(field->unit, "m/s") != 0 && strcmp(field->unit, "m/s2") != 0) continue;
        lope_tuning_get(&tuning, field->name, &value);
        if (value > 0) lope_tuning_set(&tuning, field->name, value * units);
    }
    tuning.units_per_metre = (float)units;
    return lope_moveset_make(moveset, &tuning, NULL) == LOPE_OK;
}

static bool add_walker(play *p, uint32_t i)
{
    const avoid_walker *walker = &p->scene->walkers[i];
    const float u = (float)p->way->units;
    const lope_avoidance_settings settings = p->way->unreal ? lope_avoidance_unreal(u) : lope_avoidance_default(u);
    double x = walker->x, z = walker->z;
    if (!make_moveset(&p->movesets[i], walker->speed, p->way->units)) return false;
    for (uint32_t k = 0; k < walker->point_count; k++) {
        const double to_x = walker->points[k][0], to_z = walker->points[k][1];
        p->points[i][k] = at(p, to_x, 0, to_z);
        p->asked += sqrt((to_x - x) * (to_x - x) + (to_z - z) * (to_z - z));
        x = to_x;
        z = to_z;
    }
    p->who[i] = lope_character_create(
        p->world, &(lope_character_def){.feet = at(p, walker->x, 0, walker->z),
                                        .radius = (float)walker->radius * u,
                                        .height = 1.76f * u,
                                        .up = p->way->up,
                                        .moveset = &p->movesets[i],
                                        .channels = LOPE_CHANNEL_SOLID | (p->way->collide ? LOPE_CHANNEL_CHARACTER : 0)});
    if (p->who[i] == NULL) return false;
    return !p->way->avoid || lope_character_set_avoidance(p->who[i], &settings) == LOPE_OK;
}

static bool begin(play *p)
{
    const avoid_scene *scene = p->scene;
    const float u = (float)p->way->units;
    set_axes(p);
    p->world = lope_world_create(&(lope_world_def){
        .gravity = lope_vec3_scale(p->way->up, -9.8f * u), .tick_rate = (float)p->way->rate, .threads = p->way->threads});
    if (p->world == NULL) return false;
    for (uint32_t i = 0; i < scene->floor_count; i++)
        if (!add_box(p, &scene->floor[i], -1, 0)) return false;
    for (uint32_t i = 0; i < scene->wall_count; i++)
        if (!add_box(p, &scene->walls[i], 0, 3)) return false;
    for (uint32_t i = 0; i < scene->count; i++)
        if (!add_walker(p, i)) return false;
    return true;
}

static void arrive(play *p, uint32_t i, avoid_result *result)
{
    const double now = lope_world_time(p->world);
    result->arrived++;
    result->last = now > result->last ? now : result->last;
    result->mean += now;
    p->there[i] = true;
    if (!p->scene->leaves) return;
    p->walked += lope_character_state(p->who[i])->distance_walked / p->way->units;
    lope_character_destroy(p->who[i]);
    p->who[i] = NULL;
}

// Sends one that was pushed back through the door to the door again, as a navigation mesh would.
static void turn_back(play *p, uint32_t i)
{
    const avoid_walker *walker = &p->scene->walkers[i];
    if (!p->scene->has_door || p->followers[i].next == 0) return;
    const double z = lope_point_dot(lope_character_state(p->who[i])->feet, lope_vec3_to_point(p->z)) / p->way->units;
    if (z * walker->z > 0 && fabs(z) > 0.2 + walker->radius) p->followers[i] = (lope_path_follower){0};
}

static void steer(play *p, avoid_result *result)
{
    for (uint32_t i = 0; i < p->scene->count; i++) {
        if (p->who[i] == NULL || p->scene->walkers[i].point_count == 0) continue;
        lope_input input = {0};
        lope_requests requests = {0};
        const lope_path path = {.points = p->points[i],
                                .count = p->scene->walkers[i].point_count,
                                .acceptance = (float)(p->scene->acceptance * p->way->units),
                                .blocked_acceptance =
                                    (float)(p->scene->leaves ? 0 : TAKEN * p->scene->acceptance * p->way->units)};
        const lope_state *state = lope_character_state(p->who[i]);
        p->before[i] = state->velocity;
        turn_back(p, i);
        const lope_path_end end = lope_path_follow(&p->followers[i], &path, state, &p->movesets[i].tuning,
                                                   (float)(1 / p->way->rate), &input, &requests);
        if (end == LOPE_PATH_ARRIVED) arrive(p, i, result);
        if (p->who[i] != NULL) lope_character_set_input(p->who[i], &input);
    }
}

static void measure(play *p, avoid_result *result)
{
    const lope_point up = lope_vec3_to_point(p->way->up);
    for (uint32_t i = 0; i < p->scene->count; i++) {
        if (p->who[i] == NULL) continue;
        const lope_state *a = lope_character_state(p->who[i]);
        if (!p->there[i] && p->scene->walkers[i].point_count > 0) {
            p->shaken += (double)lope_vec3_length(lope_vec3_sub(a->velocity, p->before[i])) * p->way->rate / p->way->units;
            p->ticks++;
        }
        for (uint32_t j = i + 1; j < p->scene->count; j++) {
            if (p->who[j] == NULL) continue;
            const lope_state *b = lope_character_state(p->who[j]);
            const lope_point between = lope_point_sub(b->feet, a->feet);
            const double rise = lope_point_dot(between, up), both = (double)(a->radius + b->radius);
            const double squared = lope_point_dot(between, between) - rise * rise;
            if (squared > both * both || fabs(rise) > (double)a->height / 2) continue;
            const double deep = (both - sqrt(squared > 0 ? squared : 0)) / p->way->units;
            if (deep > result->deepest) result->deepest = deep;
        }
    }
}

static void end(play *p, avoid_result *result)
{
    const lope_point up = lope_vec3_to_point(p->way->up);
    result->hash = lope_world_hash(p->world);
    for (uint32_t i = 0; i < p->scene->count; i++) {
        if (p->who[i] == NULL) continue;
        const lope_state *state = lope_character_state(p->who[i]);
        p->walked += state->distance_walked / p->way->units;
        result->fell += lope_point_dot(state->feet, up) < -FALLEN * p->way->units;
    }
    result->way = p->asked > 0 ? p->walked / p->asked : 1;
    result->mean = result->arrived > 0 ? result->mean / result->arrived : 0;
    result->change = p->ticks > 0 ? p->shaken / (double)p->ticks : 0;
    result->us = p->ticks > 0 ? 1e6 * p->seconds / (double)p->ticks : 0;
}

bool avoid_play(const avoid_scene *scene, const avoid_way *way, avoid_result *result)
{
    play *p = calloc(1, sizeof *p);
    *result = (avoid_result){.count = scene->count};
    if (p == NULL) return false;
    p->scene = scene;
    p->way = way;
    for (uint32_t i = 0; i < scene->count; i++) result->count -= scene->walkers[i].point_count == 0;
    bool good = begin(p);
    for (double tick = 0; good && tick < scene->seconds * way->rate && result->arrived < result->count; tick++) {
        steer(p, result);
        const double before = clock_thread();
        good = lope_world_step(p->world, (float)(1 / way->rate)) == LOPE_OK;
        p->seconds += clock_thread() - before;
        measure(p, result);
    }
    if (good) end(p, result);
    lope_world_destroy(p->world);
    free(p);
    return good;
}
