// recast_query.cpp - what is asked of the mesh: paths, places, parts. See lope_recast.h.
#include "recast_inside.h"

#include <algorithm>
#include <cmath>

namespace
{

constexpr int MOST_POLYGONS = 4096; // of a path

dtQueryFilter filter_of(bool links)
{
    dtQueryFilter filter;
    filter.setIncludeFlags(links ? RECAST_WALK | RECAST_LINK : RECAST_WALK);
    for (int kind = LOPE_LINK_JUMP; kind < LOPE_LINK_COUNT; kind++) filter.setAreaCost(kind, 2.0f); // a link takes a stand
    return filter;
}

// Writes a point to a path. Returns false when there is no room.
bool add(lope_recast_path *path, const lope_follow_point &point, lope_point *last)
{
    if (path->count == path->capacity) return false;
    path->length += lope_point_length(lope_point_sub(point.point, *last));
    *last = point.point;
    path->points[path->count++] = point;
    return true;
}

lope_follow_point walked(lope_point p)
{
    lope_follow_point point = {};
    point.point = p;
    return point;
}

lope_follow_point linked(const lope_recast_link &link, uint32_t index)
{
    lope_follow_point point = walked(link.end);
    point.link = link.kind;
    point.button = link.button;
    point.speed = link.speed;
    point.take_off = link.take_off;
    point.body = link.body;
    point.standing = link.standing;
    point.id = 1 + index;
    return point;
}

// A straight path of Detour's.
struct straight {
    std::vector<float> points;
    std::vector<unsigned char> flags;
    std::vector<dtPolyRef> polygons;
    int count = 0;
};

bool write_path(const lope_recast *recast, const straight &way, lope_point from, lope_recast_path *path)
{
    lope_point last = from;
    for (int i = 0; i < way.count; i++) {
        lope_point p = recast_to_world(recast, &way.points[3 * size_t(i)]);
        if (way.flags[size_t(i)] & DT_STRAIGHTPATH_OFFMESH_CONNECTION) {
            const dtOffMeshConnection *connection = recast->mesh->getOffMeshConnectionByRef(way.polygons[size_t(i)]);
            if (!connection) return false;
            const lope_recast_link &link = recast->links[connection->userId];
            if (!add(path, walked(link.start), &last) || !add(path, linked(link, connection->userId), &last)) return false;
            if (!add(path, walked(link.onto), &last)) return false;
            i++; // the link's end
        } else if (i > 0 && !add(path, walked(p), &last)) {
            return false;
        }
    }
    return true;
}

} // namespace

void recast_to_mesh(const lope_recast *recast, lope_point p, float out[3])
{
    out[0] = float(p.x - recast->origin.x);
    out[1] = float(p.y - recast->origin.y);
    out[2] = float(p.z - recast->origin.z);
}

lope_point recast_to_world(const lope_recast *recast, const float p[3])
{
    return lope_point_add(recast->origin, lope_point_make(double(p[0]), double(p[1]), double(p[2])));
}

dtPolyRef recast_find_within(const lope_recast *recast, lope_point place, double aside, double upward, float nearest[3])
{
    float at[3], reach[3] = {float(aside), float(upward), float(aside)};
    dtQueryFilter filter = filter_of(false);
    dtPolyRef found = 0;
    recast_to_mesh(recast, place, at);
    if (dtStatusFailed(recast->query->findNearestPoly(at, reach, &filter, &found, nearest))) return 0;
    return found;
}

dtPolyRef recast_find(const lope_recast *recast, lope_point place, float nearest[3])
{
    return recast_find_within(recast, place, 2 * double(recast->def.agent.radius), double(recast->def.agent.height), nearest);
}

namespace
{

// Finds the place of the mesh nearest to one, a little inside its polygon and so inside one tile.
bool inside_of_mesh(const lope_recast *recast, lope_point place, double aside, double upward, lope_point *inside)
{
    float at[3], middle[3] = {0, 0, 0};
    const dtMeshTile *tile = nullptr;
    const dtPoly *polygon = nullptr;
    dtPolyRef found = recast_find_within(recast, place, aside, upward, at);
    if (!found) return false;
    recast->mesh->getTileAndPolyByRefUnsafe(found, &tile, &polygon);
    for (int i = 0; i < polygon->vertCount; i++)
        for (int k = 0; k < 3; k++) middle[k] += tile->verts[3 * polygon->verts[i] + k] / float(polygon->vertCount);
    lope_point from = recast_to_world(recast, at), way = lope_point_sub(recast_to_world(recast, middle), from);
    double length = lope_point_length(way), by = 0.1 * double(recast->def.agent.radius);
    *inside = length > by ? lope_point_mad(from, way, by / length) : lope_point_add(from, way);
    return true;
}

} // namespace

bool recast_tie_link(lope_recast *recast, const lope_recast_link &link, double aside, double upward)
{
    recast_ends ends;
    if (!inside_of_mesh(recast, link.start, aside, upward, &ends.start) ||
        !inside_of_mesh(recast, link.onto, aside, upward, &ends.end))
        return false;
    recast->links.push_back(link);
    recast->ends.push_back(ends);
    return true;
}

bool recast_sees(const lope_recast *recast, lope_point from, lope_point to)
{
    float a[3], b[3];
    dtPolyRef first = recast_find(recast, from, a);
    dtQueryFilter filter = filter_of(false);
    dtRaycastHit hit = {};
    recast_to_mesh(recast, to, b);
    return first && dtStatusSucceed(recast->query->raycast(first, a, b, &filter, 0, &hit, 0)) && hit.t > 1;
}

bool lope_recast_find_path(lope_recast *recast, lope_point from, lope_point to, lope_recast_path *path)
{
    float a[3], b[3];
    path->count = 0;
    path->length = 0;
    path->partial = false;
    dtPolyRef first = recast_find(recast, from, a), last = recast_find(recast, to, b);
    if (!first || !last) return false;
    dtQueryFilter filter = filter_of(!path->walk_only);
    std::vector<dtPolyRef> polygons(MOST_POLYGONS);
    int count = 0;
    if (dtStatusFailed(recast->query->findPath(first, last, a, b, &filter, polygons.data(), &count, MOST_POLYGONS)) || !count)
        return false;
    path->partial = polygons[size_t(count) - 1] != last;
    if (path->partial) recast->query->closestPointOnPoly(polygons[size_t(count) - 1], b, b, nullptr);
    straight way;
    way.points.resize(3 * size_t(MOST_POLYGONS));
    way.flags.resize(MOST_POLYGONS);
    way.polygons.resize(MOST_POLYGONS);
    if (dtStatusFailed(recast->query->findStraightPath(a, b, polygons.data(), count, way.points.data(), way.flags.data(),
                                                       way.polygons.data(), &way.count, MOST_POLYGONS, 0)))
        return false;
    path->goal = recast_to_world(recast, b);
    return write_path(recast, way, from, path);
}

bool lope_recast_nearest(lope_recast *recast, lope_point place, lope_point *nearest)
{
    float at[3];
    if (!recast_find(recast, place, at)) return false;
    *nearest = recast_to_world(recast, at);
    return true;
}

namespace
{

// Numbers in [0, 1) for Detour, which asks a function without a context.
thread_local uint32_t random_state;

float next_random()
{
    random_state = random_state * 1664525u + 1013904223u;
    return float(random_state >> 8) / 16777216.0f;
}

// Spreads a part's number over all polygons that are joined to one by walking.
void spread(lope_recast *recast, dtPolyRef from, uint32_t part)
{
    std::vector<dtPolyRef> open = {from};
    recast->parts[from] = part;
    while (!open.empty()) {
        const dtMeshTile *tile = nullptr;
        const dtPoly *polygon = nullptr;
        dtPolyRef now = open.back();
        open.pop_back();
        recast->mesh->getTileAndPolyByRefUnsafe(now, &tile, &polygon);
        for (unsigned i = polygon->firstLink; i != DT_NULL_LINK; i = tile->links[i].next) {
            dtPolyRef next = tile->links[i].ref;
            const dtMeshTile *other_tile = nullptr;
            const dtPoly *other = nullptr;
            if (!next || recast->parts.count(next)) continue;
            recast->mesh->getTileAndPolyByRefUnsafe(next, &other_tile, &other);
            if (!(other->flags & RECAST_WALK)) continue;
            recast->parts[next] = part;
            open.push_back(next);
        }
    }
}

template <class call> void each_polygon(const lope_recast *recast, call each)
{
    const dtNavMesh *mesh = recast->mesh.get();
    for (int row = 0; row < recast->rows; row++)
        for (int column = 0; column < recast->columns; column++) {
            const dtMeshTile *tile = mesh->getTileAt(column, row, 0);
            if (!tile || !tile->header) continue;
            dtPolyRef base = mesh->getPolyRefBase(tile);
            for (int i = 0; i < tile->header->polyCount; i++)
                if (tile->polys[i].getType() == DT_POLYTYPE_GROUND && (tile->polys[i].flags & RECAST_WALK) &&
                    !each(tile, &tile->polys[i], base | dtPolyRef(i)))
                    return;
        }
}

} // namespace

bool lope_recast_random(lope_recast *recast, uint32_t *seed, lope_point *place)
{
    dtQueryFilter filter = filter_of(false);
    dtPolyRef found = 0;
    float at[3];
    random_state = *seed;
    dtStatus status = recast->query->findRandomPoint(&filter, next_random, &found, at);
    *seed = random_state;
    if (dtStatusFailed(status) || !found) return false;
    float height = at[1];
    if (dtStatusSucceed(recast->query->getPolyHeight(found, at, &height))) at[1] = height;
    *place = recast_to_world(recast, at);
    return true;
}

void recast_count_parts(lope_recast *recast)
{
    if (!recast->parts.empty()) return;
    recast->part_count = 0;
    each_polygon(recast, [&](const dtMeshTile *, const dtPoly *, dtPolyRef ref) {
        if (!recast->parts.count(ref)) spread(recast, ref, ++recast->part_count);
        return true;
    });
}

uint32_t lope_recast_part(lope_recast *recast, lope_point place)
{
    float at[3];
    dtPolyRef found = recast_find(recast, place, at);
    recast_count_parts(recast);
    return found ? recast->parts[found] : 0;
}

uint32_t lope_recast_part_count(lope_recast *recast)
{
    recast_count_parts(recast);
    return recast->part_count;
}

void lope_recast_visit(lope_recast *recast, lope_recast_visitor visit, void *context)
{
    recast_count_parts(recast);
    each_polygon(recast, [&](const dtMeshTile *tile, const dtPoly *polygon, dtPolyRef ref) {
        lope_point corners[DT_VERTS_PER_POLYGON];
        for (int i = 0; i < polygon->vertCount; i++) corners[i] = recast_to_world(recast, &tile->verts[3 * polygon->verts[i]]);
        return visit(context, corners, polygon->vertCount, recast->parts[ref]);
    });
}
