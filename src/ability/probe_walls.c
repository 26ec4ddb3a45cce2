// probe_walls.c - the walls that the probe meets ahead. See probe_walls.h.
//
// A cylinder as wide as most of the capsule is swept forward between the heights asked for. Its flat ends
// meet what stands upright, and nothing of the floor. What is on one plane is one wall: a facade is many
// triangles, and its setbacks are walls of their own.
//
// Built on the public headers alone. Read next: probe_tops.c.
#include "probe_walls.h"

#include "level.h"

#define WIDTH 0.85       // of the capsule's radius: the cylinder's. So what is touched does not overlap it
#define WALL_HITS 12     // of the first sweep
#define UPRIGHT 0.35     // least level part of a wall's contact normal: 70 degrees
#define LEAST_WAY 0.02   // m
#define ONE_PLANE 0.01   // m between the planes of one wall
#define ONE_NORMAL 0.999 // least cosine between its normals

// What a sweep looks for.
typedef struct wall_look {
    lope_point up;
    const lope_cast_hit *known; // walls that count no more
    uint32_t known_count;
} wall_look;

// True when two places with their normals are on one plane.
static bool is_one_plane(lope_point a, lope_point a_normal, lope_point b, lope_point b_normal)
{
    const double off = lope_point_dot(lope_point_sub(b, a), a_normal);
    return lope_point_dot(a_normal, b_normal) > ONE_NORMAL && off < ONE_PLANE && off > -ONE_PLANE;
}

// True when two hits are of one wall. The cylinder meets the triangles of a wall that leans at many places of
// its rim, each with a contact normal of its own; and it meets both faces of an edge with one.
static bool is_same_wall(const lope_cast_hit *a, const lope_cast_hit *b)
{
    return is_one_plane(a->point, a->normal, b->point, b->normal) ||
           is_one_plane(a->point, a->surface_normal, b->point, b->surface_normal);
}

static bool is_known(const lope_cast_hit *hit, const lope_cast_hit *walls, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_same_wall(&walls[i], hit)) return true;
    return false;
}

// Counts what is upright, and is neither a character, nor overlapped at the start, nor known.
static bool is_wall(void *context, const lope_cast_hit *hit)
{
    const wall_look *look = context;
    const lope_point level = lope_level_part(hit->normal, look->up);
    return !hit->walkable && !hit->character && hit->depth <= 0 && lope_point_length(level) > UPRIGHT &&
           !is_known(hit, look->known, look->known_count);
}

double lope_probe_width(const lope_tick *tick) { return WIDTH * (double)lope_tick_state(tick)->radius; }

double lope_probe_way(const lope_tick *tick, const lope_probe_def *def)
{
    const double least = LEAST_WAY * def->scale, width = lope_probe_width(tick);
    return def->reach - width > least ? def->reach - width : least;
}

// Keeps the walls among hits that are in order. The last place is the farthest wall's.
static uint32_t keep_walls(const lope_cast_hit *hits, uint32_t count, lope_cast_hit walls[LOPE_PROBE_WALLS])
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (is_known(&hits[i], walls, kept)) continue;
        if (kept == LOPE_PROBE_WALLS) kept--;
        walls[kept++] = hits[i];
    }
    return kept;
}

uint32_t lope_probe_find_walls(lope_tick *tick, lope_probe *probe, lope_cast_hit walls[LOPE_PROBE_WALLS])
{
    const lope_probe_def *def = &probe->asked;
    const double width = lope_probe_width(tick), way = lope_probe_way(tick, def);
    wall_look look = {.up = lope_tick_up(tick)};
    lope_shape shape = {.kind = LOPE_SHAPE_CYLINDER};
    shape.as.cylinder = (lope_cylinder){.axis = look.up, .radius = width, .half_height = 0.5 * (def->most - def->least)};
    const lope_cast_def forward = {.from = lope_point_mad(def->feet, look.up, 0.5 * (def->most + def->least)),
                                   .motion = lope_point_scale(def->direction, way),
                                   .shape = &shape,
                                   .filter = {.channels = def->wall_channels},
                                   .accept = is_wall,
                                   .context = &look};
    lope_cast_hit hits[WALL_HITS];
    const uint32_t count = lope_tick_cast_all(tick, &forward, hits, WALL_HITS);
    uint32_t kept = keep_walls(hits, count, walls);
    probe->casts++;
    // walls of many triangles leave no room for those behind them: these are met one by one
    look.known = walls;
    for (bool more = count == WALL_HITS; more && kept < LOPE_PROBE_WALLS; kept += more) {
        look.known_count = kept;
        more = lope_tick_cast(tick, &forward, &walls[kept]);
        probe->casts++;
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
