// probe.h - the look at the surroundings ahead: the wall, the ledges on it, what stands before and behind
// them.
//
// Mantle, vault, hang and wall run ask the same thing, so it is asked once. The first ability that asks in a
// tick has the world probed. Others that ask from the same place, in the same direction and for no more, are
// told what was found then. The report shows it (lope_report.probe). A probe tells facts and judges nothing:
// which of the ledges may be climbed is each ability's own rule.
//
// How: a cylinder is swept forward, which finds what is upright. Behind each wall rays down find the
// tops. Only one that lies open to the front counts: the joints in a wall of boxes or of bricks are none, in
// one mesh as in many bodies. A ray below each top finds its front edge. Then come the place to stand, the
// depth, and the floors before and behind. All of it works on any surroundings, and with any up. Read next:
// mantle.h.
#ifndef LOPE_PROBE_H
#define LOPE_PROBE_H

#include <lope/mode.h>
#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// That a probe tells of: of more, those with free space behind their edge first, and then the lowest ones.
#define LOPE_PROBE_LEDGES 4

// What a probe looks for.
typedef struct lope_probe_def {
    lope_point feet;                      // m, in the world: from where it looks
    lope_point direction;                 // unit, level
    double least, most;                   // m above the feet: between them it looks for walls and tops
    double reach;                         // m, from the capsule's axis to the wall
    double into;                          // m behind the edge, where it looks for a place to stand
    double scale;                         // of all its other lengths; 1 for a character of 1.76 m
    uint32_t wall_channels, top_channels; // what counts as a wall, and as a top; 0: what the character meets
} lope_probe_def;

// Bits of lope_probe_ledge.flags.
#define LOPE_LEDGE_WALKABLE (1u << 0) // the top can be stood upon
#define LOPE_LEDGE_FLOOR (1u << 1)    // there is a floor before it: `floor`
#define LOPE_LEDGE_FAR_SIDE (1u << 2) // it has a far side: `depth`
#define LOPE_LEDGE_BEHIND (1u << 3)   // there is a floor behind its far side: `behind`

// A top with a front edge. Heights are above the feet of the probe's definition.
typedef struct lope_probe_ledge {
    uint64_t body, wall_body; // of the top, and of the wall below it
    lope_point edge;          // m, in the world, on the top's front edge
    lope_point inward;        // unit, level: from the edge over the top
    lope_point stand;         // m, in the world, on the top: where one may stand
    lope_point normal;        // unit, of the top there
    lope_point velocity;      // m/s, of the body there
    double distance;          // m along the direction, from the axis to the wall below it
    double height;            // m, of the edge
    double rise;              // m, of the highest step on the way up to it over walkable tops below it
    double room;              // m, free above `stand`, looked at up to 3 m times the scale
    double floor;             // m, height of the floor before the edge: looked at to 1 m below the feet
    double depth;             // m, from the edge to the far side: looked at to 1.5 m
    double behind;            // m, height of the floor behind the far side: looked at to 2 m below the feet
    uint32_t flags;           // LOPE_LEDGE_...
    uint32_t material;        // of the top
} lope_probe_ledge;

// What a probe has found.
typedef struct lope_probe {
    lope_probe_def asked;
    uint32_t wall; // 1: there is a wall
    uint32_t ledge_count;
    uint64_t wall_body;     // of the nearest wall
    lope_point wall_point;  // m, in the world
    lope_point wall_normal; // unit
    double wall_distance;   // m along the direction, from the axis
    uint32_t wall_material;
    uint32_t casts;                             // how many queries it took
    lope_probe_ledge ledges[LOPE_PROBE_LEDGES]; // from the lowest to the highest
} lope_probe;

// Looks ahead, or returns what was found in this tick for the same question, or for a wider one from there.
// Inside an ability's or a mode's functions; never NULL. When the tick has failed, there is no wall in it.
LOPE_API const lope_probe *lope_tick_probe(lope_tick *tick, const lope_probe_def *def);

#ifdef __cplusplus
}
#endif
#endif
