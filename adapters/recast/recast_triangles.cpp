// recast_triangles.cpp - the triangles that a navigation mesh is built of. See recast_inside.h.
#include "recast_inside.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace
{

// Collects the triangles of one body.
struct visitor {
    const lope_recast *recast;
    recast_triangles *into;
    const lope_surface *surface;
    lope_bounds bounds;
};

// Returns whether a face may be walked on, by its normal's part along up and the body's rule.
bool walkable(const visitor &to, double up)
{
    double limit = double(to.recast->def.agent.slope);
    if (to.surface->walkable == LOPE_WALKABLE_NEVER) return false;
    if (to.surface->walkable == LOPE_WALKABLE_ALWAYS) return up > 0;
    if (to.surface->walkable == LOPE_WALKABLE_OWN_ANGLE) limit = double(to.surface->walkable_angle);
    return up >= double(lope_cos(float(limit)));
}

bool take(void *context, const lope_point corners[3], uint32_t)
{
    visitor &to = *static_cast<visitor *>(context);
    lope_point normal = lope_point_cross(lope_point_sub(corners[1], corners[0]), lope_point_sub(corners[2], corners[0]));
    double length = lope_point_length(normal);
    for (int i = 0; i < 3; i++) {
        float p[3];
        recast_to_mesh(to.recast, corners[i], p);
        to.into->points.insert(to.into->points.end(), p, p + 3);
        recast_widen(&to.bounds, corners[i]);
    }
    to.into->areas.push_back(length > 0 && walkable(to, normal.y / length) ? RC_WALKABLE_AREA : RC_NULL_AREA);
    return true;
}

// The bodies of the level that count, in order of their ids.
std::vector<uint64_t> bodies_of(const lope_recast *recast)
{
    const lope_level *level = recast->def.level;
    lope_filter filter = {recast->def.channels ? recast->def.channels : LOPE_CHANNEL_SOLID, LOPE_BODY_NONE};
    lope_bounds all = lope_level_bounds(level);
    uint32_t count = 0;
    lope_level_bodies_in(level, &all, filter, nullptr, 0, &count);
    std::vector<uint64_t> ids(count);
    lope_level_bodies_in(level, &all, filter, ids.data(), count, &count);
    return ids;
}

// The tiles of each triangle that stands still, so that a tile need not look at all.
void sort_into_tiles(lope_recast *recast)
{
    recast->still_by_tile.assign(size_t(recast->columns) * size_t(recast->rows), {});
    for (uint32_t i = 0; i < recast->still.areas.size(); i++) {
        lope_bounds bounds = recast_no_bounds();
        for (int k = 0; k < 3; k++)
            recast_widen(&bounds, recast_to_world(recast, &recast->still.points[9 * size_t(i) + 3 * size_t(k)]));
        int range[4];
        if (!recast_tiles_in(recast, &bounds, range)) continue;
        for (int row = range[1]; row <= range[3]; row++)
            for (int column = range[0]; column <= range[2]; column++)
                recast->still_by_tile[size_t(row) * size_t(recast->columns) + size_t(column)].push_back(i);
    }
}

} // namespace

lope_bounds recast_no_bounds() { return {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}; }

void recast_widen(lope_bounds *bounds, lope_point p)
{
    bounds->lower = {std::min(bounds->lower.x, p.x), std::min(bounds->lower.y, p.y), std::min(bounds->lower.z, p.z)};
    bounds->upper = {std::max(bounds->upper.x, p.x), std::max(bounds->upper.y, p.y), std::max(bounds->upper.z, p.z)};
}

bool recast_gather(lope_recast *recast)
{
    const lope_level *level = recast->def.level;
    lope_surroundings around = lope_level_surroundings(level);
    uint64_t revision = lope_level_revision(level);
    bool still = recast->still_by_tile.empty() || revision != recast->revision;
    recast->moved = {};
    recast->movers.clear();
    if (still) recast->still = {};
    for (uint64_t id : bodies_of(recast)) {
        lope_sink_body body = {};
        if (!around.body(around.context, id, &body)) continue;
        if (body.moving ? !recast->def.moving : !still) continue;
        visitor to = {recast, body.moving ? &recast->moved : &recast->still, &body.surface, recast_no_bounds()};
        if (lope_level_visit_triangles(level, lope_level_find(level, id), take, &to) != LOPE_OK) return false;
        if (body.moving) recast->movers.push_back({id, body.pose, to.bounds});
    }
    recast->revision = revision;
    if (still) sort_into_tiles(recast);
    return true;
}

void recast_tile_bounds(const lope_recast *recast, int column, int row, float lower[3], float upper[3])
{
    float side = float(recast->def.tile_cells) * recast->cell;
    recast_to_mesh(recast, recast->bounds.lower, lower);
    recast_to_mesh(recast, recast->bounds.upper, upper);
    float x = lower[0] + float(column) * side, z = lower[2] + float(row) * side;
    lower[0] = x;
    lower[2] = z;
    upper[0] = x + side;
    upper[2] = z + side;
}

bool recast_tiles_in(const lope_recast *recast, const lope_bounds *bounds, int range[4])
{
    double side = double(recast->def.tile_cells) * double(recast->cell), edge = double(recast->border + 1) * double(recast->cell);
    auto tile = [&](double at, double from, int count) {
        return int(std::clamp(std::floor((at - from) / side), -1.0, double(count)));
    };
    range[0] = std::max(tile(bounds->lower.x - edge, recast->bounds.lower.x, recast->columns), 0);
    range[1] = std::max(tile(bounds->lower.z - edge, recast->bounds.lower.z, recast->rows), 0);
    range[2] = std::min(tile(bounds->upper.x + edge, recast->bounds.lower.x, recast->columns), recast->columns - 1);
    range[3] = std::min(tile(bounds->upper.z + edge, recast->bounds.lower.z, recast->rows), recast->rows - 1);
    return range[0] <= range[2] && range[1] <= range[3];
}

void recast_collect(const lope_recast *recast, int column, int row, recast_triangles *into)
{
    for (uint32_t i : recast->still_by_tile[size_t(row) * size_t(recast->columns) + size_t(column)]) {
        const float *p = &recast->still.points[9 * size_t(i)];
        into->points.insert(into->points.end(), p, p + 9);
        into->areas.push_back(recast->still.areas[i]);
    }
    into->points.insert(into->points.end(), recast->moved.points.begin(), recast->moved.points.end());
    into->areas.insert(into->areas.end(), recast->moved.areas.begin(), recast->moved.areas.end());
}
