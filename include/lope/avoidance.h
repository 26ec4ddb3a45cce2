// avoidance.h - walking round each other: of the velocity that an agent wants, the nearest one with which it
// touches no other agent for a while.
//
// Rule: optimal reciprocal collision avoidance (ORCA). Of two agents that would meet within `horizon`, each
// takes its share of the change of velocity that keeps them apart. The share goes by their weights. What does
// not give way itself (a player, a standing character, a moving body) leaves the whole change to the agent.
// Walls and the edges of the floor are never traded in: where no velocity serves, the one is chosen that
// comes least into others' way. All is level: in the plane across the agent's up.
//
// What the agent aims for is not always the velocity that it wants: of a fan of headings to both sides it
// takes the one on which it comes farthest before it meets another agent, to the right rather than to the
// left. Of two that meet in a crowd the one on its left side gives way more, so that lanes come about. Of
// two that go the same way the one behind gives way more. How much an agent turns aside depends on the id,
// so that a symmetric crowd does not block itself.
//
// Streams that meet keep to the right, as on a road. An agent before which others come the other way does not
// move to its left, and those behind it learn of it from tick to tick (`oncoming`). So a whole stream makes
// room before it is met. This does not count where a wall is close ahead.
//
// A world does all of it: lope_character_set_avoidance (character.h). lope_avoidance_choose is for agents of
// another world. It is pure: equal arguments give equal bits, in whatever order the others are given.
// Read next: character.h, path.h for what the agents follow.
#ifndef LOPE_AVOIDANCE_H
#define LOPE_AVOIDANCE_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_AVOIDANCE_NEIGHBOURS 16 // agents that are looked at, at most
#define LOPE_AVOIDANCE_WALLS 16      // walls that are looked at, at most
#define LOPE_AVOIDANCE_MOVING 8      // walls that move, at most

// How an agent avoids. Begin with lope_avoidance_default; lengths are in world units. The first members have
// Unreal's names and meanings.
typedef struct lope_avoidance_settings {
    float weight;                // 0 to 1: how little it gives way. 1: not at all; 0.5 each: by half each
    float consideration_radius;  // m, within which others are looked at
    uint32_t group;              // bits: the groups that it belongs to
    uint32_t groups_to_avoid;    // bits: it avoids agents of these groups
    uint32_t groups_to_ignore;   // bits: but none of these groups
    float lock_time_after_avoid; // s, for which a velocity is kept that avoids something; 0: every tick anew
    float lock_time_after_clear; // s, for which nothing is looked at after nothing was in the way
    float time_to_predict;       // s: the horizon. Nothing that is met later counts
    float radius_expansion;      // the radii of two agents count so many times
    float height_margin;         // m, by which others may be higher or lower and still count
    float wall_horizon;          // s: the horizon toward walls and edges of the floor; 0: these do not count
    uint32_t neighbours;         // that count, the nearest ones; at most LOPE_AVOIDANCE_NEIGHBOURS
    bool walks_off_ledges;       // false: it is held at ledges while it goes another way than it wants
} lope_avoidance_settings;

// Returns the settings that most games want. units_per_metre: as the tuning's.
LOPE_API lope_avoidance_settings lope_avoidance_default(float units_per_metre);
// Returns the values of Unreal's avoidance manager: a short look ahead, wide radii, velocities that are kept
// for 0.2 s, and no regard for walls and edges. What differs from Unreal: the law is that above. Its manager
// takes a velocity on the border of the cones that it makes of its neighbours' velocities; it has no share by
// distance to both sides, no heading to either side, and its agents may pass through each other.
// units_per_metre: as the tuning's.
LOPE_API lope_avoidance_settings lope_avoidance_unreal(float units_per_metre);
// Checks settings. *error (may be NULL) says what is refused. LOPE_ERROR_NULL, LOPE_ERROR_NOT_FINITE,
// LOPE_ERROR_RANGE: a weight outside of 0 to 1, a negative length or time, a horizon of 0, an expansion below
// 1, no neighbours or too many.
LOPE_API lope_result lope_avoidance_check(const lope_avoidance_settings *settings, lope_error *error);

// An agent, as itself and as others meet it.
typedef struct lope_avoidance_agent {
    uint64_t id;          // decides between equals
    lope_point feet;      // m
    lope_vec3 velocity;   // m/s
    lope_vec3 wanted;     // m/s, that it wants; zero: not known
    float radius, height; // m
    bool avoids;          // it gives way by the next members; false: the other takes the whole change
    float weight;         // as in its settings
    uint32_t group, groups_to_avoid, groups_to_ignore; // as in its settings; group counts of all
    float oncoming;                                    // 0 to 1: as its last choice told
} lope_avoidance_agent;

// A wall or an edge of the floor, seen from above. One that moves is kept clear of for time_to_predict,
// and an agent that cannot do so gives way to it as far as it can.
typedef struct lope_avoidance_wall {
    lope_point a, b;    // m, its ends; equal: a post
    float margin;       // m, that the agent's middle keeps away from it; a wall: the agent's radius
    lope_vec3 velocity; // m/s; zero: it stands
} lope_avoidance_wall;

// What lope_avoidance_choose is asked.
typedef struct lope_avoidance_question {
    const lope_avoidance_settings *settings;
    // Its weight and groups are those of the settings. Without a wanted velocity it stays as it is.
    lope_avoidance_agent self;
    lope_vec3 up;    // unit
    float max_speed; // m/s
    const lope_avoidance_agent *others;
    uint32_t other_count;
    const lope_avoidance_wall *walls; // the nearest LOPE_AVOIDANCE_WALLS count
    uint32_t wall_count;
    float *oncoming; // out, may be NULL: `oncoming` of the agent, for the next tick
} lope_avoidance_question;

// Returns the velocity (m/s, level) that avoids what is in the way of the wanted one; the wanted one itself,
// made level and cut to max_speed, when nothing is. Nothing is checked or allocated. From any thread.
LOPE_API lope_vec3 lope_avoidance_choose(const lope_avoidance_question *question);

// What avoidance remembers from tick to tick. Plain data; all zero at the beginning.
typedef struct lope_avoidance_memory {
    lope_vec3 velocity; // m/s, that is kept
    float left;         // s, for which it is kept
    uint32_t diverts;   // 1: `velocity` counts; 0: nothing was in the way
    float oncoming;     // 0 to 1: others come toward it, or those ahead told it so
} lope_avoidance_memory;

// A half-plane of velocities that an agent may have.
typedef struct lope_avoidance_plane {
    lope_vec3 border;  // m/s, level: the velocity on its border that is nearest to none
    lope_vec3 allowed; // unit, level: leads from the border to what is allowed
    uint32_t hard;     // 1: of a wall or an edge of the floor; 0: of an agent
} lope_avoidance_plane;

#define LOPE_AVOIDANCE_PLANES 48

// What a choice was made from, for drawing it (lope_character_trace_avoidance).
typedef struct lope_avoidance_trace {
    uint64_t choices;         // how many there were since the trace began; the rest is of the last one
    lope_vec3 wanted, chosen; // m/s, level. Equal: nothing was in the way
    uint32_t count;
    lope_avoidance_plane planes[LOPE_AVOIDANCE_PLANES];
} lope_avoidance_trace;

#ifdef __cplusplus
}
#endif
#endif
