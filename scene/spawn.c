// spawn.c - the search for a place to start: rays through a grid over the level's bounds.
//
// Every floor that a ray meets is a candidate when it is not steep, lies in the open, and has room for the
// capsule. In the open: not inside a solid. A vertical line enters a solid where a ray down meets its top,
// and leaves it where a ray up meets its bottom. So a place has as many solids around it as there are more
// tops than bottoms above it. What is met from both sides counts as both. A roof is a floor too, so where a
// column has several, its topmost is left out; then the height at which most floor lies is the level's floor,
// and of the candidates near that height the one nearest to the middle wins, with those that have floor all
// around going first. Read next: player_level.c.
#include "spawn.h"

#include "player_level.h"
#include "player_private.h"

#include <stdlib.h>

#define GRID 64          // rays along each axis
#define LAYERS 12        // floors of one column
#define MOST_HITS 1024   // of one ray
#define LEAST_SLOPE 0.75 // cosine of 41 degrees: a bit flatter than what can be walked
#define BAND 1.0         // m: floors this near in height count as one

typedef struct spot {
    lope_point feet;
    double from_middle; // m
    bool roomy;
} spot;

typedef struct search {
    const lope_level *level;
    lope_filter filter;
    lope_bounds bounds;
    double radius, height;
    lope_surroundings around;
    lope_nearby *look;
    lope_cast_hit *tops, *bottoms; // of the present column: MOST_HITS each
    spot *spots;
    size_t count;
} search;

static bool fits(const search *s, lope_point feet)
{
    double lift = s->radius + 0.05; // clear of the floor itself, also on a slope
    double slope_room = s->radius * 0.25;
    lope_capsule capsule = {lope_point_make(feet.x, feet.y + lift + slope_room, feet.z),
                            lope_point_make(feet.x, feet.y + s->height - s->radius + 0.05 + slope_room, feet.z), s->radius};
    uint32_t overlaps = 0;
    return lope_level_overlap(s->level, &capsule, s->filter, NULL, 0, &overlaps) == LOPE_OK && overlaps == 0;
}

// The first floor under `from`, within `reach`.
static bool floor_under(const search *s, lope_point from, double reach, lope_level_hit *hit)
{
    return lope_level_ray(s->level, from, lope_point_make(0.0, -reach, 0.0), s->filter, hit) && !(hit->depth > 0.0);
}

// Floor at about the same height in eight directions, 1 m away: not a ledge, not a table.
static bool is_roomy(const search *s, lope_point feet)
{
    for (int i = 0; i < 8; i++) {
        double degrees = 45.0 * (double)i;
        lope_point from = lope_point_make(feet.x + lope_scene_cos(degrees), feet.y + 0.4, feet.z + lope_scene_sin(degrees));
        lope_level_hit hit;
        if (!floor_under(s, from, 0.8, &hit) || (double)hit.surface_normal.y < LEAST_SLOPE) return false;
        if (!fits(s, hit.point)) return false;
    }
    return true;
}

// All that a vertical ray through the level's bounds meets, at most MOST_HITS. direction: 1 up, -1 down.
static bool meet_column(const search *s, double x, double z, double direction, lope_cast_hit *hits, uint32_t *count)
{
    const double low = s->bounds.lower.y - 1.0, high = s->bounds.upper.y + 1.0;
    const lope_cast_def ray = {
        .from = {x, direction > 0.0 ? low : high, z}, .motion = {0.0, direction * (high - low), 0.0}, .filter = s->filter};
    if (lope_surroundings_cast_all(&s->around, s->look, &ray, 1.0f, hits, MOST_HITS, count) != LOPE_OK) return false;
    if (*count > MOST_HITS) *count = MOST_HITS;
    return true;
}

static bool is_in_the_open(const search *s, double y, uint32_t tops, uint32_t bottoms)
{
    int around = 0;
    for (uint32_t i = 0; i < tops; i++) around += s->tops[i].point.y > y ? 1 : 0;
    for (uint32_t i = 0; i < bottoms; i++) around -= s->bottoms[i].point.y > y ? 1 : 0;
    return around <= 0;
}

static bool search_column(search *s, double x, double z)
{
    const size_t first = s->count;
    uint32_t tops = 0, bottoms = 0;
    const lope_point middle = lope_point_scale(lope_point_add(s->bounds.lower, s->bounds.upper), 0.5);
    if (!meet_column(s, x, z, -1.0, s->tops, &tops) || !meet_column(s, x, z, 1.0, s->bottoms, &bottoms)) return false;
    for (uint32_t i = 0; i < tops && s->count < first + LAYERS; i++) {
        const lope_point feet = s->tops[i].point;
        if (s->tops[i].surface_normal.y < LEAST_SLOPE || !is_in_the_open(s, feet.y + 0.5 * s->height, tops, bottoms)) continue;
        if (!fits(s, feet)) continue;
        double dx = x - middle.x, dz = z - middle.z;
        s->spots[s->count++] = (spot){feet, sqrt(dx * dx + dz * dz), false};
    }
    if (s->count - first < 2) return true;
    for (size_t i = first; i + 1 < s->count; i++) s->spots[i] = s->spots[i + 1];
    s->count--;
    return true;
}

static int by_height(const void *a, const void *b)
{
    double left = ((const spot *)a)->feet.y, right = ((const spot *)b)->feet.y;
    return left < right ? -1 : left > right ? 1 : 0;
}

// The window of BAND metres that holds most spots, as a range of the sorted list.
static size_t busiest_band(const search *s, size_t *length)
{
    size_t best = 0, end = 0;
    *length = 0;
    for (size_t i = 0; i < s->count; i++) {
        while (end < s->count && s->spots[end].feet.y <= s->spots[i].feet.y + BAND) end++;
        if (end - i > *length) {
            best = i;
            *length = end - i;
        }
    }
    return best;
}

static const spot *choose(search *s)
{
    size_t length, first;
    qsort(s->spots, s->count, sizeof *s->spots, by_height);
    first = busiest_band(s, &length);
    const spot *best = NULL;
    for (size_t i = first; i < first + length; i++) {
        spot *candidate = &s->spots[i];
        candidate->roomy = is_roomy(s, candidate->feet);
        if (best != NULL && best->roomy && !candidate->roomy) continue;
        bool better =
            best == NULL || (candidate->roomy && !best->roomy) || candidate->from_middle < best->from_middle ||
            (candidate->from_middle == best->from_middle &&
             (candidate->feet.x < best->feet.x || (candidate->feet.x == best->feet.x && candidate->feet.z < best->feet.z)));
        if (better) best = candidate;
    }
    return best;
}

// Returns false when the level could not be asked.
static bool search_columns(search *s)
{
    for (int i = 0; i < GRID; i++) {
        for (int k = 0; k < GRID; k++) {
            // Not quite centred: rays through the symmetry planes of a level would run along its edges.
            double u = ((double)i + 0.47) / GRID, v = ((double)k + 0.53) / GRID;
            if (!search_column(s, s->bounds.lower.x + u * (s->bounds.upper.x - s->bounds.lower.x),
                               s->bounds.lower.z + v * (s->bounds.upper.z - s->bounds.lower.z)))
                return false;
        }
    }
    return true;
}

static bool search_level(search *s, const lope_scenario *scenario, lope_point *feet, lope_scene_fault *fault)
{
    s->bounds = lope_level_bounds(s->level);
    s->around = lope_level_surroundings(s->level);
    s->look = lope_nearby_create(NULL);
    s->tops = malloc(MOST_HITS * sizeof *s->tops);
    s->bottoms = malloc(MOST_HITS * sizeof *s->bottoms);
    s->spots = malloc((size_t)GRID * GRID * LAYERS * sizeof *s->spots);
    bool good = s->look != NULL && s->tops != NULL && s->bottoms != NULL && s->spots != NULL && search_columns(s);
    const spot *best = good ? choose(s) : NULL;
    if (best != NULL) *feet = lope_point_make(best->feet.x, best->feet.y + 0.02, best->feet.z);
    free(s->spots);
    free(s->tops);
    free(s->bottoms);
    lope_nearby_destroy(s->look);
    if (!good) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", scenario->file);
    if (best != NULL) return true;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                           "%s: no floor with room for a character of %.6g m, expected some ground that faces up (y)",
                           scenario->file, s->height);
}

bool lope_scene_find_spawn(const lope_scenario *scenario, double radius, double height, lope_point *feet, lope_scene_fault *fault)
{
    lope_scene_frame frame = {lope_scene_quat_identity(), {0.0, 0.0, 0.0}};
    lope_level *level = lope_level_create(NULL);
    if (level == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", scenario->file);
    search s = {.level = level, .filter = {LOPE_CHANNEL_SOLID, LOPE_BODY_NONE}, .radius = radius, .height = height};
    bool good = lope_scene_build_level(level, scenario, &frame, NULL, fault) && search_level(&s, scenario, feet, fault);
    lope_level_destroy(level);
    return good;
}
