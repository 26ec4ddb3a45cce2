// orca.h - the plane geometry of avoidance: half-planes of velocities, and the best velocity in all of them.
//
// Data: velocities are (x, y) in m/s in the agent's level plane, in doubles. A half-plane is a directed line;
// allowed is what lies on the line or to its left. The rule and its proof: van den Berg, Guy, Lin, Manocha,
// "Reciprocal n-body collision avoidance", 2011. Read next: orca.c, avoidance.c.
#ifndef LOPE_CONTROL_ORCA_H
#define LOPE_CONTROL_ORCA_H

#include <stdbool.h>
#include <stdint.h>

#define LOPE_ORCA_LINES 48

typedef struct lope_flat2 {
    double x, y;
} lope_flat2;

// A half-plane of velocities: allowed is what is not to the right of the line.
typedef struct lope_orca_line {
    lope_flat2 point; // of the line
    lope_flat2 way;   // of the line, unit
} lope_orca_line;

// A disc that is met.
typedef struct lope_orca_disc {
    lope_flat2 place;    // m, of its middle, from the agent's
    lope_flat2 velocity; // m/s
    double radius;       // m, of both together
    double share;        // of the change of velocity, that the agent takes: 0 to 1
} lope_orca_disc;

// Returns the change of the relative velocity `v` (m/s, of the agent as seen from the disc) by which it comes
// to the border of those that touch the disc within `horizon` s. *normal: unit, the direction in which it
// leads out. recover: s, in which discs that overlap come apart.
lope_flat2 lope_orca_change(const lope_orca_disc *disc, lope_flat2 v, double horizon, double recover, lope_flat2 *normal);

// Returns the half-plane of velocities of an agent with `velocity` that avoid a disc.
lope_orca_line lope_orca_line_of(const lope_orca_disc *disc, lope_flat2 velocity, double horizon, double recover);

// Returns the half-plane of velocities of an agent with `velocity` that avoid a wall from `a` to `b` (m,
// from the agent) that goes with `wall` m/s, by `margin` m: past the end that takes less.
lope_orca_line lope_orca_line_of_wall(lope_flat2 a, lope_flat2 b, double margin, lope_flat2 wall, lope_flat2 velocity,
                                      double horizon, double recover);

// Returns the half-plane of velocities that come no farther than `most` m/s along the unit vector `toward`.
lope_orca_line lope_orca_limit(lope_flat2 toward, double most);

// Returns by how much (m/s) a velocity is on the wrong side of a line; negative: on the right one.
double lope_orca_breach(const lope_orca_line *line, lope_flat2 velocity);

// Finds the velocity nearest to `wanted` that all half-planes allow, no faster than `most`. The first `hard`
// lines hold in any case; there must be a velocity that they allow. Where the others leave none, the greatest
// breach of them is made as small as can be. Returns false then.
bool lope_orca_solve(const lope_orca_line *lines, uint32_t count, uint32_t hard, lope_flat2 wanted, double most,
                     lope_flat2 *velocity);

#endif
