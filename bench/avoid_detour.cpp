// avoid_detour.cpp - plays a scene with DetourCrowd: agents of Detour alone, on a navigation mesh of the
// scene.
//
// The settings are those of Recast's demo: anticipated turns, separation, obstacle avoidance of the highest
// quality. See avoid_play.h.
#include "avoid_points.h"

#include <DetourCrowd.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <DetourObstacleAvoidance.h>
#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

namespace
{

constexpr float agent_height = 1.76f;
constexpr double wide = 100; // m, beyond which cells are larger

struct heap {
    rcHeightfield *solid = nullptr;
    rcCompactHeightfield *compact = nullptr;
    rcContourSet *contours = nullptr;
    rcPolyMesh *mesh = nullptr;
    ~heap()
    {
        rcFreeHeightField(solid);
        rcFreeCompactHeightfield(compact);
        rcFreeContourSet(contours);
        rcFreePolyMesh(mesh);
    }
};

rcConfig config_of(const avoid_scene &scene, float radius)
{
    rcConfig config = {};
    double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (uint32_t i = 0; i < scene.floor_count; i++) {
        const avoid_box &box = scene.floor[i];
        low[0] = std::min(low[0], box.x - box.size_x / 2);
        high[0] = std::max(high[0], box.x + box.size_x / 2);
        low[1] = std::min(low[1], box.z - box.size_z / 2);
        high[1] = std::max(high[1], box.z + box.size_z / 2);
    }
    config.cs = high[0] - low[0] > wide && high[1] - low[1] > wide ? 0.3f : 0.1f;
    config.ch = 0.1f;
    config.walkableSlopeAngle = 45;
    config.walkableHeight = 18;
    config.walkableClimb = 4;
    config.walkableRadius = static_cast<int>(std::ceil(radius / config.cs));
    config.maxEdgeLen = static_cast<int>(12 / config.cs);
    config.maxSimplificationError = 1.3f;
    config.minRegionArea = 8;
    config.mergeRegionArea = 20;
    config.maxVertsPerPoly = 6;
    config.bmin[0] = static_cast<float>(low[0]) - 1;
    config.bmax[0] = static_cast<float>(high[0]) + 1;
    config.bmin[1] = -1;
    config.bmax[1] = 4;
    config.bmin[2] = static_cast<float>(low[1]) - 1;
    config.bmax[2] = static_cast<float>(high[1]) + 1;
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

void rasterize_floor(rcContext &context, rcHeightfield &solid, const avoid_box &box)
{
    const float x0 = static_cast<float>(box.x - box.size_x / 2), x1 = static_cast<float>(box.x + box.size_x / 2);
    const float z0 = static_cast<float>(box.z - box.size_z / 2), z1 = static_cast<float>(box.z + box.size_z / 2);
    const float corners[] = {x0, 0, z0, x0, 0, z1, x1, 0, z1, x1, 0, z0};
    const int triangles[] = {0, 1, 2, 0, 2, 3};
    const unsigned char areas[] = {RC_WALKABLE_AREA, RC_WALKABLE_AREA};
    rcRasterizeTriangles(&context, corners, 4, triangles, areas, 2, solid, 1);
}

void cut_wall(rcContext &context, rcCompactHeightfield &compact, const avoid_box &box)
{
    const float low[] = {static_cast<float>(box.x - box.size_x / 2), -1, static_cast<float>(box.z - box.size_z / 2)};
    const float high[] = {static_cast<float>(box.x + box.size_x / 2), 3, static_cast<float>(box.z + box.size_z / 2)};
    rcMarkBoxArea(&context, low, high, RC_NULL_AREA, compact);
}

// Makes the data of a navigation mesh of one tile. Returns false when Recast refuses.
bool make_tile(const avoid_scene &scene, float radius, unsigned char **data, int *size)
{
    rcContext context(false);
    const rcConfig config = config_of(scene, radius);
    heap h;
    h.solid = rcAllocHeightfield();
    if (!rcCreateHeightfield(&context, *h.solid, config.width, config.height, config.bmin, config.bmax, config.cs, config.ch))
        return false;
    for (uint32_t i = 0; i < scene.floor_count; i++) rasterize_floor(context, *h.solid, scene.floor[i]);
    h.compact = rcAllocCompactHeightfield();
    if (!rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *h.solid, *h.compact)) return false;
    for (uint32_t i = 0; i < scene.wall_count; i++) cut_wall(context, *h.compact, scene.walls[i]);
    if (!rcErodeWalkableArea(&context, config.walkableRadius, *h.compact)) return false;
    if (!rcBuildDistanceField(&context, *h.compact)) return false;
    if (!rcBuildRegions(&context, *h.compact, 0, config.minRegionArea, config.mergeRegionArea)) return false;
    h.contours = rcAllocContourSet();
    if (!rcBuildContours(&context, *h.compact, config.maxSimplificationError, config.maxEdgeLen, *h.contours)) return false;
    h.mesh = rcAllocPolyMesh();
    if (!rcBuildPolyMesh(&context, *h.contours, config.maxVertsPerPoly, *h.mesh)) return false;
    for (int i = 0; i < h.mesh->npolys; i++) h.mesh->flags[i] = 1;
    dtNavMeshCreateParams params = {};
    params.verts = h.mesh->verts;
    params.vertCount = h.mesh->nverts;
    params.polys = h.mesh->polys;
    params.polyAreas = h.mesh->areas;
    params.polyFlags = h.mesh->flags;
    params.polyCount = h.mesh->npolys;
    params.nvp = h.mesh->nvp;
    params.walkableHeight = agent_height;
    params.walkableRadius = radius;
    params.walkableClimb = 0.4f;
    std::memcpy(params.bmin, h.mesh->bmin, sizeof params.bmin);
    std::memcpy(params.bmax, h.mesh->bmax, sizeof params.bmax);
    params.cs = config.cs;
    params.ch = config.ch;
    params.buildBvTree = true;
    return dtCreateNavMeshData(&params, data, size);
}

struct walk {
    const avoid_scene &scene;
    dtCrowd &crowd;
    std::vector<int> agents; // Detour's numbers
};

dtCrowdAgentParams params_of(const avoid_walker &walker)
{
    dtCrowdAgentParams params = {};
    params.radius = static_cast<float>(walker.radius);
    params.height = agent_height;
    params.maxAcceleration = 20.48f;
    params.maxSpeed = static_cast<float>(walker.speed);
    params.collisionQueryRange = params.radius * 12;
    params.pathOptimizationRange = params.radius * 30;
    params.separationWeight = 2;
    params.obstacleAvoidanceType = 3;
    params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION | DT_CROWD_OPTIMIZE_VIS |
                         DT_CROWD_OPTIMIZE_TOPO;
    return params;
}

bool add_agent(walk &w, dtNavMeshQuery &query, uint32_t i)
{
    const avoid_walker &walker = w.scene.walkers[i];
    const float from[] = {static_cast<float>(walker.x), 0, static_cast<float>(walker.z)};
    const dtCrowdAgentParams params = params_of(walker);
    w.agents[i] = w.crowd.addAgent(from, &params);
    if (w.agents[i] < 0) return false;
    if (walker.point_count == 0) return true;
    const double *end = walker.points[walker.point_count - 1];
    const float to[] = {static_cast<float>(end[0]), 0, static_cast<float>(end[1])}, around[] = {2, 2, 2};
    const dtQueryFilter filter;
    dtPolyRef poly = 0;
    float nearest[3];
    query.findNearestPoly(to, around, &filter, &poly, nearest);
    return poly != 0 && w.crowd.requestMoveTarget(w.agents[i], poly, nearest);
}

void read_agents(const walk &w, avoid_points::crowd &points)
{
    for (std::size_t i = 0; i < w.agents.size(); i++) {
        if (points.gone[i]) continue;
        const dtCrowdAgent *a = w.crowd.getAgent(w.agents[i]);
        points.at[i] = {static_cast<double>(a->npos[0]), static_cast<double>(a->npos[2])};
        points.velocity[i] = {static_cast<double>(a->vel[0]), static_cast<double>(a->vel[2])};
    }
}

} // namespace

bool avoid_play_detour(const avoid_scene *scene, double rate, avoid_result *result)
{
    float least = 1, most = 0;
    avoid_points::crowd points = avoid_points::make(*scene, rate, *result);
    for (uint32_t i = 0; i < scene->count; i++) {
        least = std::min(least, static_cast<float>(scene->walkers[i].radius));
        most = std::max(most, static_cast<float>(scene->walkers[i].radius));
    }
    unsigned char *data = nullptr;
    int size = 0;
    if (!make_tile(*scene, least, &data, &size)) return false;
    const std::unique_ptr<dtNavMesh, void (*)(dtNavMesh *)> mesh(dtAllocNavMesh(), dtFreeNavMesh);
    const std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery *)> query(dtAllocNavMeshQuery(), dtFreeNavMeshQuery);
    const std::unique_ptr<dtCrowd, void (*)(dtCrowd *)> crowd(dtAllocCrowd(), dtFreeCrowd);
    if (dtStatusFailed(mesh->init(data, size, DT_TILE_FREE_DATA))) return false;
    if (dtStatusFailed(query->init(mesh.get(), 2048))) return false;
    if (!crowd->init(AVOID_MOST, most, mesh.get())) return false;
    dtObstacleAvoidanceParams avoid = *crowd->getObstacleAvoidanceParams(0);
    avoid.velBias = 0.5f;
    avoid.adaptiveDivs = 7;
    avoid.adaptiveRings = 3;
    avoid.adaptiveDepth = 3;
    crowd->setObstacleAvoidanceParams(3, &avoid);
    walk w{*scene, *crowd, std::vector<int>(scene->count, -1)};
    for (uint32_t i = 0; i < scene->count; i++)
        if (!add_agent(w, *query, i)) return false;
    avoid_points::play(
        points, *result, [&] { crowd->update(static_cast<float>(1 / rate), nullptr); }, [&] { read_agents(w, points); },
        [&](std::size_t i) { crowd->removeAgent(w.agents[i]); });
    return true;
}
