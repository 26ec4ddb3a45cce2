// probe_tops.c - the tops behind the walls that the probe has met. See probe_tops.h.
//
//         back          Behind each wall rays down find what faces up, whatever hangs over it: a ray goes
//      <----------x     through everything on its way. Only a top that lies open to the front is one: a ray
//      +===+======x==   goes back over it, past the wall that was met. The joints in a wall of parts are
//      |   :  joint     behind their wall's front, be they in one mesh, in bodies that touch, or in sheets.
//  wall|...:......x..
//
// Built on the public headers alone. Read next: probe_ledge.c, what is told of each top.
#include "probe_tops.h"

#include "level.h"

#define TOP_HITS 8    // of a ray down
#define ROUNDS 4      // of such rays where more is met
#define ON_TOP 0.1    // least part along up of a top's normal
#define SAME 0.02     // m: tops nearer than that in height are one
#define OVER_TOP 0.02 // m over a top, where it must lie open: what stands out less is its roughness
#define FRONT 0.1     // m before the wall up to which it must: a higher part of the wall may stand out there
#define GRAZED 0.2    // least cosine between the direction and a farther wall: along others it is passed
#define JOINTS 32     // behind one wall that are known
#define SAMPLES 3     // rays down behind a wall, in each of the places
static const double sample_depths[SAMPLES] = {0.03, 0.15, 0.30}; // m behind the wall

static const double sides[3] = {0, 0.05, -0.05}; // m to the side of where the wall was met

// One place behind a wall, and what is known of it.
typedef struct column {
    const lope_cast_hit *wall;
    lope_point base;       // m, in the world, on the wall's face
    lope_point inward;     // unit, level: away from it
    double distance;       // m along the direction, from the axis to the wall
    double behind;         // m behind the nearest wall
    double joints[JOINTS]; // m above the feet: they do not lie open
    uint32_t joint_count;
} column;

// Counts what faces up.
static bool is_top(void *context, const lope_cast_hit *hit)
{
    const lope_point *up = context;
    return !hit->character && hit->depth <= 0 && lope_along(hit->surface_normal, *up) > ON_TOP;
}

// Counts what is no character, also a solid that the start is inside of.
static bool is_cover(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

// True when a top lies open to the front. The ray back over it goes along its plane.
static bool is_open(lope_tick *tick, lope_probe *probe, const column *at, const lope_probe_top *top)
{
    const lope_point up = lope_tick_up(tick);
    const double scale = probe->asked.scale, way = top->depth + at->behind + FRONT * scale;
    const double rise = -lope_point_dot(top->hit.surface_normal, at->inward) / lope_along(top->hit.surface_normal, up);
    const lope_point back = lope_point_mad(lope_point_scale(at->inward, -1), up, -rise);
    const lope_cast_def def = {.from = lope_point_mad(top->hit.point, up, OVER_TOP * scale),
                               .motion = lope_point_scale(back, way),
                               .filter = {.channels = probe->asked.top_channels},
                               .flags = LOPE_CAST_BACK_FACES,
                               .accept = is_cover};
    lope_cast_hit hit;
    probe->casts++;
    return !lope_tick_cast(tick, &def, &hit);
}

// True when the list has a top already.
static bool is_noted(const lope_probe_top *tops, uint32_t count, const lope_probe_top *top)
{
    for (uint32_t i = 0; i < count; i++) {
        const double off = tops[i].height - top->height;
        if (off < SAME && off > -SAME && tops[i].hit.walkable == top->hit.walkable) return true;
    }
    return false;
}

// True when a top is a joint that is known, nearer to the front: so it does not lie open here either.
static bool is_joint(const column *at, double height)
{
    for (uint32_t i = 0; i < at->joint_count; i++) {
        const double off = at->joints[i] - height;
        if (off < 1e-3 && off > -1e-3) return true;
    }
    return false;
}

// Puts a top into the list, which is in order of height.
static void note_top(lope_probe_top *tops, uint32_t *count, const lope_probe_top *top)
{
    uint32_t at = 0;
    while (at < *count && tops[at].height <= top->height) at++;
    if (*count == LOPE_PROBE_TOPS && at == LOPE_PROBE_TOPS) return;
    const uint32_t last = *count < LOPE_PROBE_TOPS ? *count : LOPE_PROBE_TOPS - 1;
    for (uint32_t i = last; i > at; i--) tops[i] = tops[i - 1];
    tops[at] = *top;
    if (*count < LOPE_PROBE_TOPS) ++*count;
}

// Judges what a ray down has met. Returns whether it is a top that can be stood upon.
static bool judge_top(lope_tick *tick, lope_probe *probe, column *at, const lope_cast_hit *hit, double depth,
                      lope_probe_top *tops, uint32_t *count)
{
    const lope_probe_def *def = &probe->asked;
    lope_probe_top top = {
        .hit = *hit, .wall_body = at->wall->body, .inward = at->inward, .depth = depth, .distance = at->distance};
    top.height = lope_along(lope_point_sub(hit->point, def->feet), lope_tick_up(tick));
    if (top.height <= SAME * def->scale || top.height > def->most) return false;
    if (is_noted(tops, *count, &top)) return hit->walkable;
    if (is_joint(at, top.height)) return false;
    if (!is_open(tick, probe, at, &top)) {
        if (at->joint_count < JOINTS) at->joints[at->joint_count++] = top.height;
        return false;
    }
    note_top(tops, count, &top);
    return hit->walkable;
}

// Casts rays down through all that is `depth` behind a wall. Returns whether one of the tops there can be
// stood upon.
static bool look_down(lope_tick *tick, lope_probe *probe, column *at, double depth, lope_probe_top *tops, uint32_t *count)
{
    const lope_probe_def *def = &probe->asked;
    lope_point up = lope_tick_up(tick);
    const double above = 0.1 * def->scale, low = lope_along(lope_point_sub(at->base, def->feet), up);
    double way = def->most + above;
    lope_point from = lope_point_mad(lope_point_mad(at->base, at->inward, depth), up, way - low);
    bool walkable = false, more = true;
    for (int round = 0; round < ROUNDS && more; round++) {
        const lope_cast_def down = {.from = from,
                                    .motion = lope_point_scale(up, -way),
                                    .filter = {.channels = def->top_channels},
                                    .accept = is_top,
                                    .context = &up};
        lope_cast_hit hits[TOP_HITS];
        const uint32_t met = lope_tick_cast_all(tick, &down, hits, TOP_HITS);
        probe->casts++;
        for (uint32_t k = 0; k < met; k++) walkable = judge_top(tick, probe, at, &hits[k], depth, tops, count) || walkable;
        more = met == TOP_HITS && hits[TOP_HITS - 1].fraction > 0;
        if (!more) break; // else it has met as much as there was room for
        from = hits[TOP_HITS - 1].point;
        way *= 1.0 - hits[TOP_HITS - 1].fraction;
    }
    return walkable;
}

// Looks for tops behind a wall, `aside` of where it was met. Returns whether one can be stood upon.
static bool look_behind(lope_tick *tick, lope_probe *probe, column *at, double aside, lope_probe_top *tops, uint32_t *count)
{
    const double scale = probe->asked.scale;
    bool walkable = false;
    at->joint_count = 0;
    at->base = lope_point_mad(at->wall->point, lope_point_cross(lope_tick_up(tick), at->inward), aside * scale);
    for (int i = 0; i < SAMPLES; i++) walkable = look_down(tick, probe, at, sample_depths[i] * scale, tops, count) || walkable;
    return walkable;
}

uint32_t lope_probe_find_tops(lope_tick *tick, lope_probe *probe, const lope_cast_hit *walls, uint32_t wall_count,
                              lope_probe_top tops[LOPE_PROBE_TOPS])
{
    const lope_point up = lope_tick_up(tick);
    const double width = lope_probe_width(tick), way = lope_probe_way(tick, &probe->asked);
    uint32_t count = 0;
    for (uint32_t i = 0; i < wall_count; i++) { // beside the end of a wall the rays may miss its top
        column at = {.wall = &walls[i]};
        at.inward = lope_unit_of(lope_point_scale(lope_level_part(walls[i].normal, up), -1));
        if (i > 0 && lope_point_dot(at.inward, probe->asked.direction) < GRAZED) continue;
        at.distance = width + walls[i].fraction * way;
        at.behind = (walls[i].fraction - walls[0].fraction) * way;
        for (int side = 0; side < 3 && !look_behind(tick, probe, &at, sides[side], tops, &count);) side++;
    }
    return count;
}

// Returns whether the space just behind where a top was met is free, as wide as the capsule's radius.
static bool is_roomy(lope_tick *tick, lope_probe *probe, const lope_probe_top *top)
{
    const lope_point up = lope_tick_up(tick);
    const double rise = -lope_point_dot(top->hit.surface_normal, top->inward) / lope_along(top->hit.surface_normal, up);
    const lope_cast_def def = {
        .from = lope_point_mad(top->hit.point, up, OVER_TOP * probe->asked.scale),
        .motion = lope_point_scale(lope_point_mad(top->inward, up, rise > 0 ? rise : 0), (double)lope_tick_state(tick)->radius),
        .filter = {.channels = probe->asked.top_channels},
        .accept = is_cover};
    lope_cast_hit hit;
    probe->casts++;
    return !lope_tick_cast(tick, &def, &hit);
}

uint32_t lope_probe_choose_tops(lope_tick *tick, lope_probe *probe, lope_probe_top *tops, uint32_t count)
{
    bool roomy[LOPE_PROBE_TOPS] = {false}, chosen[LOPE_PROBE_TOPS] = {false}, any = false;
    uint32_t of_kind = 0, kept = 0, taken = 0;
    for (uint32_t i = 0; i < count; i++) any = any || tops[i].hit.walkable;
    for (uint32_t i = 0; i < count; i++) // without any that can be stood upon the others tell why not
        if (tops[i].hit.walkable == any) tops[of_kind++] = tops[i];
    if (of_kind <= LOPE_PROBE_LEDGES) return of_kind;
    for (uint32_t i = 0; i < of_kind; i++) roomy[i] = is_roomy(tick, probe, &tops[i]);
    for (int free = 1; free >= 0; free--)
        for (uint32_t i = 0; i < of_kind && taken < LOPE_PROBE_LEDGES; i++)
            if (roomy[i] == (free == 1)) {
                chosen[i] = true;
                taken++;
            }
    for (uint32_t i = 0; i < of_kind; i++)
        if (chosen[i]) tops[kept++] = tops[i];
    return kept;
}
