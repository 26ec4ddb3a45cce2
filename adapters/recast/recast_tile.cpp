// recast_tile.cpp - one tile of the mesh: from triangles to polygons, as Recast's own sample of tiles does.
// See recast_inside.h.
#include "recast_inside.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace
{

constexpr float EDGE_ERROR = 1.3f;    // cells: how far a polygon's edge may be off the cells' outline
constexpr float EDGE_LENGTH = 12.0f;  // m: longer edges of walls are cut
constexpr int MERGE_CELLS = 20;       // regions below this many cells squared are merged with their neighbours
constexpr float DETAIL_CELLS = 6.0f;  // between two samples of the height
constexpr float DETAIL_ERROR = 0.05f; // m, of the detail's height

constexpr int SAME_TOP = 2; // cell heights by which two faces in one cell may be off and be one

// What is freed at the end of a tile.
struct work {
    rcHeightfield *solid = rcAllocHeightfield();
    rcHeightfield *walkable = rcAllocHeightfield(); // of the faces alone that can be walked on
    rcCompactHeightfield *compact = rcAllocCompactHeightfield();
    rcContourSet *contours = rcAllocContourSet();
    ~work()
    {
        rcFreeHeightField(solid);
        rcFreeHeightField(walkable);
        rcFreeCompactHeightfield(compact);
        rcFreeContourSet(contours);
    }
};

rcConfig config_of(const lope_recast *recast, int column, int row)
{
    const lope_nav_agent &agent = recast->def.agent;
    rcConfig c = {};
    float unit = agent.radius / 0.34f; // lengths are for a character of 0.34 m
    c.cs = recast->cell;
    c.ch = recast->height;
    c.walkableSlopeAngle = agent.slope * 57.29578f;
    c.walkableHeight = int(std::ceil(agent.height / c.ch - 1e-3f));
    c.walkableClimb = int(std::floor(agent.step_height / c.ch + 1e-3f));
    c.walkableRadius = int(std::ceil(agent.radius / c.cs - 1e-3f));
    c.maxEdgeLen = int(EDGE_LENGTH * unit / c.cs);
    c.maxSimplificationError = EDGE_ERROR;
    c.minRegionArea = int(recast->def.least_region / (c.cs * c.cs));
    c.mergeRegionArea = MERGE_CELLS * MERGE_CELLS;
    c.maxVertsPerPoly = DT_VERTS_PER_POLYGON;
    c.tileSize = int(recast->def.tile_cells);
    c.borderSize = recast->border;
    c.width = c.height = c.tileSize + 2 * c.borderSize;
    c.detailSampleDist = DETAIL_CELLS * c.cs;
    c.detailSampleMaxError = std::max(DETAIL_ERROR * unit, c.ch);
    recast_tile_bounds(recast, column, row, c.bmin, c.bmax);
    for (int k = 0; k < 3; k += 2) {
        c.bmin[k] -= float(c.borderSize) * c.cs;
        c.bmax[k] += float(c.borderSize) * c.cs;
    }
    return c;
}

// Rasterizes the faces that can be walked on by themselves.
bool rasterize_walkable(rcContext *context, const rcConfig &c, const recast_triangles &triangles, work *w)
{
    std::vector<float> points;
    for (size_t i = 0; i < triangles.areas.size(); i++)
        if (triangles.areas[i] == RC_WALKABLE_AREA)
            points.insert(points.end(), &triangles.points[9 * i], &triangles.points[9 * i] + 9);
    std::vector<unsigned char> areas(points.size() / 9, RC_WALKABLE_AREA);
    if (!rcCreateHeightfield(context, *w->walkable, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch)) return false;
    return areas.empty() || rcRasterizeTriangles(context, points.data(), areas.data(), int(areas.size()), *w->walkable, 1);
}

// Takes out the spans of which the top is no face that can be walked on. Recast takes a steep face for
// walkable where its cell has a floor up to a step lower; a character does not step onto a steep face.
void leave_out_steep_tops(work *w)
{
    for (int i = 0; i < w->solid->width * w->solid->height; i++)
        for (rcSpan *span = w->solid->spans[i]; span; span = span->next) {
            const rcSpan *floor = w->walkable->spans[i];
            while (floor && std::abs(int(floor->smax) - int(span->smax)) > SAME_TOP) floor = floor->next;
            if (!floor) span->area = RC_NULL_AREA;
        }
}

// Makes the compact height field, without the edge that the character's radius takes.
bool make_compact(rcContext *context, const rcConfig &c, const recast_triangles &triangles, work *w)
{
    if (!rcCreateHeightfield(context, *w->solid, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch)) return false;
    if (!rcRasterizeTriangles(context, triangles.points.data(), triangles.areas.data(), int(triangles.areas.size()), *w->solid,
                              c.walkableClimb))
        return false;
    if (!rasterize_walkable(context, c, triangles, w)) return false;
    leave_out_steep_tops(w);
    rcFilterLedgeSpans(context, c.walkableHeight, c.walkableClimb, *w->solid);
    rcFilterWalkableLowHeightSpans(context, c.walkableHeight, *w->solid);
    return rcBuildCompactHeightfield(context, c.walkableHeight, c.walkableClimb, *w->solid, *w->compact) &&
           rcErodeWalkableArea(context, c.walkableRadius, *w->compact) && rcBuildDistanceField(context, *w->compact) &&
           rcBuildRegions(context, *w->compact, c.borderSize, c.minRegionArea, c.mergeRegionArea);
}

// Returns whether a character that stands at a place is inside something that stands still. Looked at are the
// middle of its body above a step and below its head.
bool is_in_solid(const lope_recast *recast, lope_point feet)
{
    const lope_nav_agent &agent = recast->def.agent;
    const double radius = 0.3 * double(agent.radius), low = double(agent.step_height) + radius,
                 high = 0.9 * double(agent.height) - radius;
    lope_capsule body = {lope_point_make(feet.x, feet.y + low, feet.z),
                         lope_point_make(feet.x, feet.y + std::max(low, high), feet.z), float(radius)};
    lope_filter filter = {recast->def.channels ? recast->def.channels : LOPE_CHANNEL_SOLID, LOPE_BODY_NONE};
    lope_surroundings around = lope_level_surroundings(recast->def.level);
    lope_level_hit hits[16];
    uint32_t count = 0;
    if (lope_level_overlap(recast->def.level, &body, filter, hits, 16, &count) != LOPE_OK) return false;
    for (uint32_t i = 0; i < std::min(count, 16u); i++) {
        lope_sink_body met = {};
        if (around.body(around.context, hits[i].id, &met) && !met.moving) return true;
    }
    return false;
}

// Returns the middle of a polygon, in the world.
lope_point middle_of(const lope_recast *recast, const rcPolyMesh &mesh, int polygon)
{
    const unsigned short *corners = &mesh.polys[size_t(polygon) * size_t(mesh.nvp) * 2];
    float sum[3] = {0, 0, 0};
    int count = 0;
    for (; count < mesh.nvp && corners[count] != RC_MESH_NULL_IDX; count++)
        for (int k = 0; k < 3; k++)
            sum[k] += mesh.bmin[k] + float(mesh.verts[3 * corners[count] + k]) * (k == 1 ? mesh.ch : mesh.cs);
    for (float &k : sum) k /= float(count);
    return recast_to_world(recast, sum);
}

bool make_polygons(const lope_recast *recast, rcContext *context, const rcConfig &c, work *w, recast_tile *tile)
{
    if (!rcBuildContours(context, *w->compact, c.maxSimplificationError, c.maxEdgeLen, *w->contours)) return false;
    tile->mesh.reset(rcAllocPolyMesh());
    tile->detail.reset(rcAllocPolyMeshDetail());
    if (!rcBuildPolyMesh(context, *w->contours, c.maxVertsPerPoly, *tile->mesh)) return false;
    if (!rcBuildPolyMeshDetail(context, *tile->mesh, *w->compact, c.detailSampleDist, c.detailSampleMaxError, *tile->detail))
        return false;
    for (int i = 0; i < tile->mesh->npolys; i++) {
        tile->mesh->areas[i] = RECAST_GROUND;
        tile->mesh->flags[i] = is_in_solid(recast, middle_of(recast, *tile->mesh, i)) ? 0 : RECAST_WALK;
    }
    return true;
}

// The links that begin in a tile, as Detour takes them.
struct tile_links {
    std::vector<float> ends, radii;
    std::vector<unsigned short> flags;
    std::vector<unsigned char> areas, directions;
    std::vector<unsigned int> ids;
};

tile_links links_of(const lope_recast *recast, int column, int row)
{
    tile_links list;
    float lower[3], upper[3];
    recast_tile_bounds(recast, column, row, lower, upper);
    for (size_t i = 0; i < recast->links.size(); i++) {
        const lope_recast_link &link = recast->links[i];
        float a[3], b[3];
        recast_to_mesh(recast, recast->ends[i].start, a);
        recast_to_mesh(recast, recast->ends[i].end, b);
        if (a[0] < lower[0] || a[0] >= upper[0] || a[2] < lower[2] || a[2] >= upper[2]) continue;
        list.ends.insert(list.ends.end(), a, a + 3);
        list.ends.insert(list.ends.end(), b, b + 3);
        list.radii.push_back(recast->def.agent.radius);
        list.flags.push_back(RECAST_LINK);
        list.areas.push_back(static_cast<unsigned char>(link.kind));
        list.directions.push_back(0);
        list.ids.push_back(unsigned(i));
    }
    return list;
}

} // namespace

bool recast_build_tile(lope_recast *recast, int column, int row)
{
    recast_triangles triangles;
    recast_tile &tile = recast->tiles[size_t(row) * size_t(recast->columns) + size_t(column)];
    rcContext context(false);
    rcConfig c = config_of(recast, column, row);
    tile.mesh.reset();
    tile.detail.reset();
    recast_collect(recast, column, row, &triangles);
    if (!triangles.areas.empty()) {
        work w;
        if (!make_compact(&context, c, triangles, &w) || !make_polygons(recast, &context, c, &w, &tile)) return false;
    }
    return recast_place_tile(recast, column, row);
}

bool recast_place_tile(lope_recast *recast, int column, int row)
{
    const recast_tile &tile = recast->tiles[size_t(row) * size_t(recast->columns) + size_t(column)];
    recast->parts.clear();
    recast->mesh->removeTile(recast->mesh->getTileRefAt(column, row, 0), nullptr, nullptr);
    if (!tile.mesh || tile.mesh->npolys == 0) return true;
    tile_links links = links_of(recast, column, row);
    dtNavMeshCreateParams p = {};
    p.verts = tile.mesh->verts;
    p.vertCount = tile.mesh->nverts;
    p.polys = tile.mesh->polys;
    p.polyAreas = tile.mesh->areas;
    p.polyFlags = tile.mesh->flags;
    p.polyCount = tile.mesh->npolys;
    p.nvp = tile.mesh->nvp;
    p.detailMeshes = tile.detail->meshes;
    p.detailVerts = tile.detail->verts;
    p.detailVertsCount = tile.detail->nverts;
    p.detailTris = tile.detail->tris;
    p.detailTriCount = tile.detail->ntris;
    p.offMeshConVerts = links.ends.data();
    p.offMeshConRad = links.radii.data();
    p.offMeshConFlags = links.flags.data();
    p.offMeshConAreas = links.areas.data();
    p.offMeshConDir = links.directions.data();
    p.offMeshConUserID = links.ids.data();
    p.offMeshConCount = int(links.ids.size());
    p.walkableHeight = recast->def.agent.height;
    p.walkableRadius = recast->def.agent.radius;
    p.walkableClimb = recast->def.agent.step_height;
    p.tileX = column;
    p.tileY = row;
    std::copy(tile.mesh->bmin, tile.mesh->bmin + 3, p.bmin);
    std::copy(tile.mesh->bmax, tile.mesh->bmax + 3, p.bmax);
    p.cs = recast->cell;
    p.ch = recast->height;
    p.buildBvTree = true;
    unsigned char *data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&p, &data, &size)) return false;
    if (dtStatusSucceed(recast->mesh->addTile(data, size, DT_TILE_FREE_DATA, 0, nullptr))) return true;
    dtFree(data);
    return false;
}

void recast_place_links(lope_recast *recast)
{
    for (int i = 0; i < recast->columns * recast->rows; i++) recast_place_tile(recast, i % recast->columns, i / recast->columns);
}
