// lope_recast.h - a navigation mesh of a lope_level, built by Recast and searched by Detour: paths for
// lope/follow.h, with the jumps, drops, mantles, ladders and lifts that a moveset
// can take.
//
// Debian: librecast-dev. The mesh is in tiles. It is built for one kind of character (lope_nav_agent): its
// radius, height, step and slope; y is up. Only what stands still counts, and moving bodies where they are
// when their tiles are built, if asked for: lope_recast_update builds the tiles anew under those that moved.
//
// Links are found by trying: from the mesh's edges a character of the moveset drops, jumps and mantles, and it
// climbs ladders, by lope_move itself. Where it lands on another part of the mesh, the link is followed by lope_follow_update
// from three places beside each other, and kept when each of the three arrives.
//
// Equal input gives the same mesh, links and paths on one machine. Recast counts in floats of its compiler,
// so another machine may differ in the last digits: plan on the server, or give paths as input.
//
// Threads: queries may run from one thread at a time; use one object a thread, or a lock.
#ifndef LOPE_RECAST_H
#define LOPE_RECAST_H

#include <lope/follow.h>
#include <lope/level.h>
#include <lope/nav_agent.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_recast lope_recast;

// What to build. Zero stands for the default.
typedef struct lope_recast_def {
    const lope_level *level; // required; must outlive the mesh
    lope_nav_agent agent;    // required: lope_nav_agent_of
    float cell;              // m, of a cell; 0: half the agent's radius
    float cell_height;       // m; 0: an eighteenth of the step height, or what 8000 levels need
    uint32_t tile_cells;     // of a tile's side; 0: 128
    uint32_t channels;       // of the bodies that count; 0: LOPE_CHANNEL_SOLID
    bool moving;             // moving bodies count, where they are
    float least_region;      // m2: smaller islands are left out; 0: the area of a square around the agent
    lope_error *error;       // optional: receives why it was refused
} lope_recast_def;

// Builds the mesh. Returns NULL on refusal: LOPE_ERROR_NULL (level), LOPE_ERROR_RANGE (agent, cell),
// LOPE_ERROR_EMPTY (nothing solid), LOPE_ERROR_MEMORY. The caller destroys it.
lope_recast *lope_recast_create(const lope_recast_def *def);
void lope_recast_destroy(lope_recast *recast); // NULL is fine

// Builds the tiles anew that touch bounds (m), after an edit of the level; links stay. Returns how many.
uint32_t lope_recast_rebuild(lope_recast *recast, const lope_bounds *bounds);
// Builds the tiles anew under all moving bodies that have moved since their tiles were built, where they were
// and where they are. With `moving` alone. Returns how many.
uint32_t lope_recast_update(lope_recast *recast);

// A link between two parts of the mesh.
typedef struct lope_recast_link {
    lope_point start, end; // m, feet: where the character stands before it and after it
    lope_point onto;       // m, on the mesh: where it walks from `end`, which may be at an edge of the floor
    uint32_t kind;         // lope_link_kind
    uint32_t button;       // as in lope_follow_point
    float speed, take_off; // as in lope_follow_point
    uint64_t body;         // of a lift: the body that is ridden
    lope_vec3 standing;    // of a lift: m, in the body's frame: where the character stands on it
} lope_recast_link;

// Which links to look for.
typedef struct lope_recast_links_def {
    const lope_moveset *moveset; // required; must outlive the search
    const lope_state *state;     // required: a character of the kind; its place does not count
    float spacing;               // m between two places of an edge that are tried; 0: 0.6
    float apart;                 // m: of links between the same two parts, kept only so far apart; 0: 2
    bool no_drops, no_jumps, no_mantles, no_ladders;
} lope_recast_links_def;

// Finds links and adds them, besides those that are there: jumps, drops and mantles from the mesh's edges, and
// the ways up and down each ladder (what is on LOPE_CHANNEL_LADDER). Returns how many were added.
uint32_t lope_recast_find_links(lope_recast *recast, const lope_recast_links_def *def);

// A lift: a moving body that stops level with floors, or is as slow there as at the turning points of a swing.
typedef struct lope_recast_lift_def {
    const lope_moveset *moveset; // required
    const lope_state *state;     // required: as in lope_recast_links_def
    lope_body body;              // moves
    const lope_transform *stops; // m, its poses where it stops
    uint32_t stop_count;         // 2 to LOPE_RECAST_STOPS
} lope_recast_lift_def;

#define LOPE_RECAST_STOPS 64u

// Finds where the character stands on a lift, and at each stop the places of the mesh from which it walks onto the
// lift and back. Adds a link from each such place to each of another stop. How the lift gets there is not tried.
// Returns how many links were added: 0 too when the body does not move, or no two stops can be used.
uint32_t lope_recast_add_lift(lope_recast *recast, const lope_recast_lift_def *def);
// Adds one link of the game's own. start and onto must be on the mesh, within the agent's radius. Returns false when
// one is not.
bool lope_recast_add_link(lope_recast *recast, const lope_recast_link *link);
uint32_t lope_recast_link_count(const lope_recast *recast);
// Returns the link at an index, valid until links are added; NULL past the end.
const lope_recast_link *lope_recast_link_at(const lope_recast *recast, uint32_t index);

// What a path may use, and where it ends.
typedef struct lope_recast_path {
    lope_follow_point *points; // the caller's, receives the path
    uint32_t capacity;
    uint32_t count;  // of points that were written
    bool walk_only;  // no links
    bool partial;    // it ends where the mesh comes nearest to the goal
    double length;   // m, along its points
    lope_point goal; // m, the goal on the mesh
} lope_recast_path;

// Searches a path from one place to another, both within the agent's height and twice its radius of the
// mesh. A point's `id` is 1 + the index of its link, or 0. Returns false when either is not on the mesh, or
// there is no room for the points.
bool lope_recast_find_path(lope_recast *recast, lope_point from, lope_point to, lope_recast_path *path);

// Finds the nearest place of the mesh. Returns false when there is none so near: twice the agent's radius
// aside, its height up and down.
bool lope_recast_nearest(lope_recast *recast, lope_point place, lope_point *nearest);
// Finds a random place of the mesh. seed: changes with each call. Returns false when the mesh is empty.
bool lope_recast_random(lope_recast *recast, uint32_t *seed, lope_point *place);
// Returns the part of the mesh that a place is on, from 1: places of one part are joined by walking alone. 0:
// it is not on the mesh.
uint32_t lope_recast_part(lope_recast *recast, lope_point place);
uint32_t lope_recast_part_count(lope_recast *recast);

// Calls back for each polygon of the mesh, for drawing: up to 6 corners, m. Stops when it returns false.
typedef bool (*lope_recast_visitor)(void *context, const lope_point *corners, uint32_t count, uint32_t part);
void lope_recast_visit(lope_recast *recast, lope_recast_visitor visit, void *context);

#ifdef __cplusplus
}
#endif
#endif
