// avoidance_plan.h - one agent's choice of a velocity, step by step: for the world, which finds neighbours
// and walls itself. Read next: avoidance_plan.c, avoidance_limits.h, lope/avoidance.h.
//
// Order: begin, meet the neighbours (avoidance_meet.h), the walls, keep right, choose. Limits may be added
// then, and chosen again.
#ifndef LOPE_CONTROL_AVOIDANCE_PLAN_H
#define LOPE_CONTROL_AVOIDANCE_PLAN_H

#include "control/orca.h"
#include <lope/avoidance.h>
#include <lope/shape.h>

#include <math.h>

#define LOPE_AVOIDANCE_SOFT (LOPE_AVOIDANCE_NEIGHBOURS + LOPE_AVOIDANCE_MOVING)
#define LOPE_AVOIDANCE_FAN 9 // headings to choose from
#define LOPE_AVOIDANCE_HARD (LOPE_ORCA_LINES - LOPE_AVOIDANCE_SOFT)

// Returns the half extent (m) along an axis of what is within `around` m, level. up: its part along the axis.
static inline double lope_avoidance_extent(double up, double around) { return up * up < 1 ? around * sqrt(1 - up * up) : 0; }

// Returns the bounds of what is within `around` m of a point, level, from `low` to `high` m over it.
static inline lope_bounds lope_avoidance_bounds(lope_point feet, lope_point up, double around, double low, double high)
{
    const lope_point a = lope_point_mad(feet, up, low), b = lope_point_mad(feet, up, high);
    const double x = lope_avoidance_extent(up.x, around), y = lope_avoidance_extent(up.y, around),
                 z = lope_avoidance_extent(up.z, around);
    return (lope_bounds){{(a.x < b.x ? a.x : b.x) - x, (a.y < b.y ? a.y : b.y) - y, (a.z < b.z ? a.z : b.z) - z},
                         {(a.x > b.x ? a.x : b.x) + x, (a.y > b.y ? a.y : b.y) + y, (a.z > b.z ? a.z : b.z) + z}};
}

// The neighbours that were met, in the plane. What does not fill a vector of four has the last one again.
typedef struct lope_avoidance_seen {
    double x[LOPE_AVOIDANCE_NEIGHBOURS], y[LOPE_AVOIDANCE_NEIGHBOURS];                   // m, their places
    double velocity_x[LOPE_AVOIDANCE_NEIGHBOURS], velocity_y[LOPE_AVOIDANCE_NEIGHBOURS]; // m/s
    double wants_x[LOPE_AVOIDANCE_NEIGHBOURS], wants_y[LOPE_AVOIDANCE_NEIGHBOURS];       // m/s
    double expected_x[LOPE_AVOIDANCE_NEIGHBOURS], expected_y[LOPE_AVOIDANCE_NEIGHBOURS]; // m/s: both, mixed
    // radius: m, of it and the agent together; share: of a change, that the agent takes
    double radius[LOPE_AVOIDANCE_NEIGHBOURS], share[LOPE_AVOIDANCE_NEIGHBOURS];
} lope_avoidance_seen;

// What is chosen from. The plane's axes: `ahead` along the wanted velocity, `left` across it.
typedef struct lope_avoidance_plan {
    const lope_avoidance_settings *settings;
    lope_avoidance_agent self;
    lope_point ahead, left, up;
    double wanted, most;      // m/s
    lope_flat2 velocity;      // m/s, in the plane
    uint32_t hard, soft, met; // lines; neighbours among the soft ones
    lope_orca_line walls[LOPE_AVOIDANCE_HARD], agents[LOPE_AVOIDANCE_SOFT];
    lope_avoidance_seen seen; // those that were met
    bool keeps_right;         // it may not move to its left, by the wall
    uint32_t keeps_right_at;  // with this number
    double oncoming;          // 0 to 1: others come toward it
    // m, that each heading of the fan leads before it meets a neighbour; walls do not count
    double free[LOPE_AVOIDANCE_FAN];
    uint32_t known_free; // bit k: free[k] is known; with any of them the gaps are
    // m2, to those that were met: between the squares of their distances and radii
    double gaps[LOPE_AVOIDANCE_NEIGHBOURS];
} lope_avoidance_plan;

// A neighbour in a list of the nearest ones, in order of distance and id.
typedef struct lope_neighbour {
    double squared; // m2, of the level distance
    uint64_t id;
    uint32_t which; // the caller's own number
} lope_neighbour;

#define LOPE_AVOIDANCE_RECOVER 0.3 // s, in which discs that overlap come apart: in a tick they would shake

// Returns the level part of a vector in the plane's axes.
static inline lope_flat2 lope_avoidance_flatten(const lope_avoidance_plan *plan, lope_point v)
{
    return (lope_flat2){lope_point_dot(v, plan->ahead), lope_point_dot(v, plan->left)};
}

// Puts a neighbour into a list that has room for `most`. Returns the new count.
uint32_t lope_neighbour_insert(lope_neighbour *list, uint32_t count, uint32_t most, lope_neighbour neighbour);

// Begins a plan. Returns false when the agent wants to stay or gives no way: it then goes as it wants.
bool lope_avoidance_begin(lope_avoidance_plan *plan, const lope_avoidance_settings *settings, const lope_avoidance_agent *self,
                          lope_vec3 up, float max_speed);

// Returns whether an agent by its groups avoids another.
static inline bool lope_avoidance_regards(const lope_avoidance_agent *agent, const lope_avoidance_agent *other)
{
    return (agent->groups_to_avoid & other->group) != 0 && (agent->groups_to_ignore & other->group) == 0;
}

// Returns whether a neighbour's height lets it count. feet: of the neighbour.
static inline bool lope_avoidance_beside(const lope_avoidance_plan *plan, lope_point feet, float height)
{
    const double margin = (double)plan->settings->height_margin;
    const double over = lope_point_dot(lope_point_sub(feet, plan->self.feet), plan->up);
    return over < (double)plan->self.height + margin && over + (double)height + margin > 0;
}

// Returns whether the wanted velocity is allowed by all neighbours: then nothing has to be chosen.
bool lope_avoidance_is_clear(const lope_avoidance_plan *plan);

// Keeps an agent to the right that others come toward. After the walls, once.
void lope_avoidance_keep_right(lope_avoidance_plan *plan);

// Returns the best velocity by what the plan has, m/s.
lope_vec3 lope_avoidance_best(lope_avoidance_plan *plan);

#endif
