// probe.c - the look at the surroundings ahead: see lope/probe.h.
//
// A cylinder as wide as most of the capsule is swept forward between the heights asked for. Its flat ends
// meet what stands upright, and nothing of the floor. Behind each wall that it meets, rays down at three
// depths find the tops, whatever hangs over them: a ray goes through everything on its way. A wall may lean,
// and a top may be narrow: so the front edge is found anew for each top, by a level ray just below it.
//
// Built on the public headers alone. Read next: probe_ledge.c, what is told of each top.
#include "probe_ledge.h"

#include "level.h"

#define WIDTH 0.85     // of the capsule's radius: the cylinder's. So what is touched does not overlap it
#define WALLS 3        // that are looked behind
#define WALL_HITS 12   // of the forward sweep; triangles of one wall are one
#define TOP_HITS 8     // of a ray down
#define TOPS 12        // of all rays
#define UPRIGHT 0.35   // least level part of a wall's contact normal: 70 degrees
#define ON_TOP 0.1     // least part along up of a top's normal
#define SAME 0.02      // m: tops nearer than that in height are one
#define OVER_TOP 0.005 // m over a top: a solid that reaches lower lies on it
#define SAMPLES 3      // rays down behind a wall, in each of the places
static const double sample_depths[SAMPLES] = {0.03, 0.15, 0.30}; // m behind the wall

static const double sides[3] = {0, 0.05, -0.05}; // m to the side of where the wall was met

// Counts what is upright, and is neither a character nor overlapped at the start.
static bool is_wall(void *context, const lope_cast_hit *hit)
{
    const lope_point *up = context;
    const lope_point level = lope_level_part(hit->normal, *up);
    return !hit->walkable && !hit->character && hit->depth <= 0 && lope_point_length(level) > UPRIGHT;
}

// Counts what faces up.
static bool is_top(void *context, const lope_cast_hit *hit)
{
    const lope_point *up = context;
    return !hit->character && hit->depth <= 0 && lope_along(hit->surface_normal, *up) > ON_TOP;
}

// Counts a solid that the start is inside of.
static bool is_cover(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character && hit->depth > 0;
}

// True when a convex solid lies on a top, as on the joints in a wall of boxes.
static bool is_covered(lope_tick *tick, lope_probe *probe, const lope_cast_hit *top)
{
    const lope_point up = lope_tick_up(tick);
    const lope_cast_def at = {.from = lope_point_mad(top->point, up, OVER_TOP * probe->asked.scale),
                              .motion = lope_point_scale(up, OVER_TOP * probe->asked.scale),
                              .filter = {.channels = probe->asked.top_channels},
                              .accept = is_cover};
    lope_cast_hit hit;
    probe->casts++;
    return lope_tick_cast(tick, &at, &hit);
}

// True when two hits are on one plane.
static bool is_same_wall(const lope_cast_hit *a, const lope_cast_hit *b)
{
    const double off = lope_point_dot(lope_point_sub(a->point, b->point), b->normal);
    return lope_point_dot(a->normal, b->normal) > 0.999 && off < 0.01 && off > -0.01;
}

// Returns how far (m) a cylinder of a radius is swept.
static double way_of(const lope_probe_def *def, double width)
{
    const double least = SAME * def->scale;
    return def->reach - width > least ? def->reach - width : least;
}

// Sweeps forward. Returns the walls that were met, the nearest first; at most WALLS.
static uint32_t find_walls(lope_tick *tick, lope_probe *probe, lope_cast_hit *walls)
{
    const lope_probe_def *def = &probe->asked;
    lope_point up = lope_tick_up(tick);
    const double width = WIDTH * (double)lope_tick_state(tick)->radius;
    const double way = way_of(def, width);
    lope_shape shape = {.kind = LOPE_SHAPE_CYLINDER};
    shape.as.cylinder = (lope_cylinder){.axis = up, .radius = width, .half_height = 0.5 * (def->most - def->least)};
    const lope_cast_def forward = {.from = lope_point_mad(def->feet, up, 0.5 * (def->most + def->least)),
                                   .motion = lope_point_scale(def->direction, way),
                                   .shape = &shape,
                                   .filter = {.channels = def->wall_channels},
                                   .accept = is_wall,
                                   .context = &up};
    lope_cast_hit hits[WALL_HITS];
    const uint32_t count = lope_tick_cast_all(tick, &forward, hits, WALL_HITS);
    uint32_t kept = 0;
    probe->casts++;
    for (uint32_t i = 0; i < count && kept < WALLS; i++) {
        bool known = false;
        for (uint32_t k = 0; k < kept && !known; k++) known = is_same_wall(&hits[i], &walls[k]);
        if (!known) walls[kept++] = hits[i];
    }
    if (kept == 0) return 0;
    probe->wall = 1;
    probe->wall_body = walls[0].body;
    probe->wall_point = walls[0].point;
    probe->wall_normal = walls[0].normal;
    probe->wall_distance = walls[0].fraction * way + width;
    probe->wall_material = walls[0].material;
    return kept;
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

// Puts a top into the list, which is in order of height.
static void note_top(lope_probe_top *tops, uint32_t *count, const lope_probe_top *top)
{
    uint32_t at = 0;
    while (at < *count && tops[at].height <= top->height) at++;
    if (*count == TOPS && at == TOPS) return;
    const uint32_t last = *count < TOPS ? *count : TOPS - 1;
    for (uint32_t i = last; i > at; i--) tops[i] = tops[i - 1];
    tops[at] = *top;
    if (*count < TOPS) ++*count;
}

// Finds the tops behind a wall, `aside` of where the wall was met. Returns whether one can be stood upon.
static bool find_tops(lope_tick *tick, lope_probe *probe, const lope_cast_hit *wall, double aside, lope_probe_top *tops,
                      uint32_t *count)
{
    const lope_probe_def *def = &probe->asked;
    lope_point up = lope_tick_up(tick);
    const lope_point inward = lope_unit_of(lope_point_scale(lope_level_part(wall->normal, up), -1));
    const double at = lope_along(lope_point_sub(wall->point, def->feet), up), above = 0.1 * def->scale;
    const double width = WIDTH * (double)lope_tick_state(tick)->radius, distance = width + wall->fraction * way_of(def, width);
    const lope_point base = lope_point_mad(wall->point, lope_point_cross(up, inward), aside * def->scale);
    bool walkable = false;
    for (int i = 0; i < SAMPLES; i++) {
        const double depth = sample_depths[i] * def->scale;
        const lope_point over = lope_point_mad(lope_point_mad(base, inward, depth), up, def->most + above - at);
        const lope_cast_def down = {.from = over,
                                    .motion = lope_point_scale(up, -(def->most + above)),
                                    .filter = {.channels = def->top_channels},
                                    .accept = is_top,
                                    .context = &up};
        lope_cast_hit hits[TOP_HITS];
        const uint32_t met = lope_tick_cast_all(tick, &down, hits, TOP_HITS);
        probe->casts++;
        for (uint32_t k = 0; k < met; k++) {
            lope_probe_top top = {
                .hit = hits[k], .wall_body = wall->body, .inward = inward, .depth = depth, .distance = distance};
            top.height = lope_along(lope_point_sub(hits[k].point, def->feet), up);
            if (top.height <= SAME * def->scale || top.height > def->most) continue;
            if (!is_noted(tops, *count, &top)) {
                if (is_covered(tick, probe, &hits[k])) continue;
                note_top(tops, count, &top);
            }
            walkable = walkable || hits[k].walkable;
        }
    }
    return walkable;
}

// Fills in what is ahead.
static void look(lope_tick *tick, lope_probe *probe)
{
    lope_cast_hit walls[WALLS];
    lope_probe_top tops[TOPS];
    uint32_t count = 0;
    const uint32_t wall_count = find_walls(tick, probe, walls);
    for (uint32_t i = 0; i < wall_count; i++) // beside the end of a wall the rays may miss its top
        for (int side = 0; side < 3 && !find_tops(tick, probe, &walls[i], sides[side], tops, &count);) side++;
    // tops that can be stood upon come first; without any the others tell why not
    for (int walkable = 1; walkable >= 0 && probe->ledge_count == 0; walkable--)
        for (uint32_t i = 0; i < count && probe->ledge_count < LOPE_PROBE_LEDGES; i++)
            if (tops[i].hit.walkable == (walkable == 1))
                lope_probe_ledge_fill(tick, probe, &tops[i], &probe->ledges[probe->ledge_count++]);
    if (lope_tick_failed(tick) != LOPE_OK) probe->wall = probe->ledge_count = 0;
}

// True when what was asked covers what is asked now.
static bool covers(const lope_probe_def *was, const lope_probe_def *def)
{
    const lope_point moved = lope_point_sub(was->feet, def->feet), turned = lope_point_sub(was->direction, def->direction);
    return lope_point_dot(moved, moved) < 1e-16 && lope_point_dot(turned, turned) < 1e-16 && was->least <= def->least &&
           was->most >= def->most && was->reach >= def->reach && was->into >= def->into && was->into <= def->into &&
           was->wall_channels == def->wall_channels && was->top_channels == def->top_channels;
}

const lope_probe *lope_tick_probe(lope_tick *tick, const lope_probe_def *def)
{
    uint32_t *probed;
    lope_probe *probe = lope_tick_probe_place(tick, &probed);
    lope_probe_def asked = *def;
    const uint32_t own = lope_tick_state(tick)->channels & ~(uint32_t)LOPE_CHANNEL_CHARACTER;
    if (asked.wall_channels == 0) asked.wall_channels = own;
    if (asked.top_channels == 0) asked.top_channels = own;
    if (*probed && covers(&probe->asked, &asked)) return probe;
    *probe = (lope_probe){.asked = asked};
    *probed = 1;
    look(tick, probe);
    return probe;
}
