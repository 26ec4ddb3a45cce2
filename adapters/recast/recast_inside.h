// recast_inside.h - the mesh inside: what the files of the adapter share. Read next: lope_recast.cpp.
#ifndef LOPE_RECAST_INSIDE_H
#define LOPE_RECAST_INSIDE_H

#include "lope_recast.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <memory>
#include <unordered_map>
#include <vector>

// Triangles in the mesh's frame: floats from its origin.
struct recast_triangles {
    std::vector<float> points;        // 9 a triangle
    std::vector<unsigned char> areas; // RC_WALKABLE_AREA or RC_NULL_AREA
};

// A moving body, as its tiles were built.
struct recast_mover {
    uint64_t id;
    lope_transform pose;
    lope_bounds bounds; // m, in the world
};

// What a tile is made of, kept so that links can be added to it without building it anew.
struct recast_tile {
    std::unique_ptr<rcPolyMesh, void (*)(rcPolyMesh *)> mesh{nullptr, rcFreePolyMesh};
    std::unique_ptr<rcPolyMeshDetail, void (*)(rcPolyMeshDetail *)> detail{nullptr, rcFreePolyMeshDetail};
};

// Where a link is tied to the mesh: Detour looks for its ends in their own tiles alone.
struct recast_ends {
    lope_point start, end;
};

struct lope_recast {
    lope_recast_def def;
    lope_point origin;  // m, of the mesh's frame in the world
    lope_bounds bounds; // m, of the level, in the world
    float cell, height; // m
    int border, columns, rows;
    uint64_t revision; // of the level's static bodies, when still_triangles was gathered
    recast_triangles still, moved;
    std::vector<std::vector<uint32_t>> still_by_tile;
    std::vector<recast_mover> movers;
    std::vector<recast_tile> tiles;
    std::vector<lope_recast_link> links;
    std::vector<recast_ends> ends; // of each link
    std::unique_ptr<dtNavMesh, void (*)(dtNavMesh *)> mesh{nullptr, dtFreeNavMesh};
    std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery *)> query{nullptr, dtFreeNavMeshQuery};
    std::unordered_map<dtPolyRef, uint32_t> parts; // of each polygon; empty: to be counted
    uint32_t part_count = 0;
};

// Flags of polygons: a filter leaves out links by the second.
constexpr unsigned short RECAST_WALK = 1, RECAST_LINK = 2;
constexpr unsigned char RECAST_GROUND = 0;

// recast_triangles.cpp
lope_bounds recast_no_bounds(); // that hold nothing yet
void recast_widen(lope_bounds *bounds, lope_point p);
// Gathers the triangles of the level's bodies: of those that stand still anew only after an edit.
bool recast_gather(lope_recast *recast);
// Collects the triangles that touch a tile with its border.
void recast_collect(const lope_recast *recast, int column, int row, recast_triangles *into);
// Returns a tile's bounds without its border, in the mesh's frame.
void recast_tile_bounds(const lope_recast *recast, int column, int row, float lower[3], float upper[3]);
// Returns the range of tiles that touch bounds (m, in the world), with the border. False: none.
bool recast_tiles_in(const lope_recast *recast, const lope_bounds *bounds, int range[4]);

// recast_tile.cpp
// Builds a tile from the triangles, and puts it into the mesh with its links.
bool recast_build_tile(lope_recast *recast, int column, int row);
// Puts a tile into the mesh anew, with the links of now.
bool recast_place_tile(lope_recast *recast, int column, int row);
// Puts all tiles into the mesh anew, with the links of now.
void recast_place_links(lope_recast *recast);

// recast_query.cpp
void recast_to_mesh(const lope_recast *recast, lope_point p, float out[3]);
lope_point recast_to_world(const lope_recast *recast, const float p[3]);
// Finds the polygon nearest to a place. Returns 0 when there is none.
dtPolyRef recast_find(const lope_recast *recast, lope_point place, float nearest[3]);
dtPolyRef recast_find_within(const lope_recast *recast, lope_point place, double aside, double upward, float nearest[3]);
// Adds a link, of which the ends are at most `aside` beside the mesh and `upward` over or under it. Its tile is
// to be placed anew. Returns false when one is not.
bool recast_tie_link(lope_recast *recast, const lope_recast_link &link, double aside, double upward);
// Counts the parts, when that has not been done since the last change.
void recast_count_parts(lope_recast *recast);
// Returns true when a straight walk over the mesh leads from one place to another.
bool recast_sees(const lope_recast *recast, lope_point from, lope_point to);

#endif
