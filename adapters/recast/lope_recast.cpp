// lope_recast.cpp - makes and changes the mesh. See lope_recast.h; the files beside it gather triangles, build
// tiles, answer queries and find links.
#include "recast_inside.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <new>

namespace
{

constexpr int MOST_LEVELS = 8000; // of cell_height in a level: Recast has 13 bits
constexpr int MOST_NODES = 65535; // of a search: Detour's limit
constexpr int TILE_BITS = 10;     // at most: 4096 polygons are left for a tile
constexpr int ID_BITS = 22;       // of a polygon's id for its tile and itself: Detour keeps 10 of 32

lope_recast *refuse(const lope_recast_def *def, lope_result code, const char *field, const char *text)
{
    if (!def || !def->error) return nullptr;
    def->error->code = code;
    std::snprintf(def->error->field, sizeof def->error->field, "%s", field);
    std::snprintf(def->error->text, sizeof def->error->text, "%s", text);
    return nullptr;
}

void fill_in(lope_recast *recast)
{
    lope_recast_def &def = recast->def;
    double tall = recast->bounds.upper.y - recast->bounds.lower.y;
    recast->cell = def.cell > 0 ? def.cell : def.agent.radius / 2;
    recast->height = def.cell_height > 0 ? def.cell_height : def.agent.step_height / 18;
    recast->height = std::max(recast->height, float(tall / MOST_LEVELS));
    if (!def.tile_cells) def.tile_cells = 128;
    if (!(def.least_region > 0)) def.least_region = 4 * def.agent.radius * def.agent.radius;
    recast->border = int(std::ceil(def.agent.radius / recast->cell - 1e-3f)) + 3;
    double side = double(def.tile_cells) * double(recast->cell);
    recast->columns = std::max(1, int(std::ceil((recast->bounds.upper.x - recast->bounds.lower.x) / side)));
    recast->rows = std::max(1, int(std::ceil((recast->bounds.upper.z - recast->bounds.lower.z) / side)));
    recast->tiles.resize(size_t(recast->columns) * size_t(recast->rows));
}

int bits_of(size_t count)
{
    int bits = 0;
    while ((size_t(1) << bits) < count) bits++;
    return bits;
}

bool start_detour(lope_recast *recast)
{
    dtNavMeshParams params = {};
    recast->mesh.reset(dtAllocNavMesh());
    recast->query.reset(dtAllocNavMeshQuery());
    if (!recast->mesh || !recast->query) return false;
    recast_to_mesh(recast, recast->bounds.lower, params.orig);
    params.tileWidth = params.tileHeight = float(recast->def.tile_cells) * recast->cell;
    params.maxTiles = recast->columns * recast->rows;
    params.maxPolys = 1 << std::min(ID_BITS - bits_of(recast->tiles.size()), 15);
    return dtStatusSucceed(recast->mesh->init(&params)) && dtStatusSucceed(recast->query->init(recast->mesh.get(), MOST_NODES));
}

uint32_t build(lope_recast *recast, const int range[4])
{
    uint32_t built = 0;
    for (int row = range[1]; row <= range[3]; row++)
        for (int column = range[0]; column <= range[2]; column++) built += recast_build_tile(recast, column, row);
    return built;
}

lope_bounds grown(lope_bounds b, double by)
{
    lope_point d = {by, by, by};
    return {lope_point_sub(b.lower, d), lope_point_add(b.upper, d)};
}

} // namespace

lope_recast *lope_recast_create(const lope_recast_def *def)
{
    if (!def || !def->level) return refuse(def, LOPE_ERROR_NULL, "level", "missing, expected a level");
    if (!(def->agent.radius > 0) || !(def->agent.height > 0) || !(def->agent.step_height >= 0))
        return refuse(def, LOPE_ERROR_RANGE, "agent", "without a size, expected what lope_nav_agent_of writes");
    if (!(def->cell >= 0) || !(def->cell_height >= 0)) return refuse(def, LOPE_ERROR_RANGE, "cell", "expected above 0");
    lope_bounds bounds = lope_level_bounds(def->level);
    if (bounds.lower.x > bounds.upper.x) return refuse(def, LOPE_ERROR_EMPTY, "level", "empty, expected something to walk on");
    std::unique_ptr<lope_recast> recast(new (std::nothrow) lope_recast());
    if (!recast) return refuse(def, LOPE_ERROR_MEMORY, "level", "memory is short");
    recast->def = *def;
    recast->def.error = nullptr;
    recast->bounds = grown(bounds, double(def->agent.height));
    recast->origin = lope_point_scale(lope_point_add(bounds.lower, bounds.upper), 0.5);
    fill_in(recast.get());
    if (bits_of(recast->tiles.size()) > TILE_BITS)
        return refuse(def, LOPE_ERROR_RANGE, "cell",
                      "too small for the level, expected larger cells or tile_cells: at most 1024 tiles");
    if (!start_detour(recast.get())) return refuse(def, LOPE_ERROR_RANGE, "cell", "too many tiles, expected larger tile_cells");
    if (!recast_gather(recast.get())) return refuse(def, LOPE_ERROR_MEMORY, "level", "memory is short");
    int all[4] = {0, 0, recast->columns - 1, recast->rows - 1};
    if (build(recast.get(), all) != recast->tiles.size())
        return refuse(def, LOPE_ERROR_MEMORY, "level", "a tile could not be built");
    return recast.release();
}

void lope_recast_destroy(lope_recast *recast) { delete recast; }

uint32_t lope_recast_rebuild(lope_recast *recast, const lope_bounds *bounds)
{
    int range[4];
    if (!recast_gather(recast) || !recast_tiles_in(recast, bounds, range)) return 0;
    return build(recast, range);
}

uint32_t lope_recast_update(lope_recast *recast)
{
    std::vector<recast_mover> before = recast->movers;
    std::vector<char> dirty(recast->tiles.size());
    if (!recast->def.moving || !recast_gather(recast)) return 0;
    auto mark = [&](const recast_mover &mover) {
        int range[4];
        if (!recast_tiles_in(recast, &mover.bounds, range)) return;
        for (int row = range[1]; row <= range[3]; row++)
            for (int column = range[0]; column <= range[2]; column++)
                dirty[size_t(row) * size_t(recast->columns) + size_t(column)] = 1;
    };
    auto same = [](const recast_mover &a, const recast_mover &b) {
        return a.id == b.id && a.pose.position.x == b.pose.position.x && a.pose.position.y == b.pose.position.y &&
               a.pose.position.z == b.pose.position.z && a.pose.rotation.x == b.pose.rotation.x &&
               a.pose.rotation.y == b.pose.rotation.y && a.pose.rotation.z == b.pose.rotation.z &&
               a.pose.rotation.w == b.pose.rotation.w;
    };
    auto differing = [&](const std::vector<recast_mover> &list, const std::vector<recast_mover> &other) {
        for (const recast_mover &a : list)
            if (std::none_of(other.begin(), other.end(), [&](const recast_mover &b) { return same(a, b); })) mark(a);
    };
    differing(before, recast->movers);
    differing(recast->movers, before);
    uint32_t built = 0;
    for (size_t i = 0; i < dirty.size(); i++)
        if (dirty[i]) built += recast_build_tile(recast, int(i) % recast->columns, int(i) / recast->columns);
    return built;
}

bool lope_recast_add_link(lope_recast *recast, const lope_recast_link *link)
{
    const lope_nav_agent &agent = recast->def.agent;
    if (!recast_tie_link(recast, *link, double(agent.radius), double(agent.step_height))) return false;
    lope_bounds bounds = {recast->ends.back().start, recast->ends.back().start};
    int range[4];
    if (!recast_tiles_in(recast, &bounds, range)) return false;
    for (int row = range[1]; row <= range[3]; row++)
        for (int column = range[0]; column <= range[2]; column++) recast_place_tile(recast, column, row);
    return true;
}

uint32_t lope_recast_link_count(const lope_recast *recast) { return uint32_t(recast->links.size()); }

const lope_recast_link *lope_recast_link_at(const lope_recast *recast, uint32_t index)
{
    return index < recast->links.size() ? &recast->links[index] : nullptr;
}
