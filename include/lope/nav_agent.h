// nav_agent.h - what a navigation mesh has to know of a kind of character: its size, what it steps up and
// stands on, and what its jumps, falls and mantles reach.
//
// All of it comes from the capsule and the moveset, so a mesh and the character that walks it agree. Whatever
// builds a navigation mesh reads it; adapters/recast does. Plain data. Read next: follow.h.
#ifndef LOPE_NAV_AGENT_H
#define LOPE_NAV_AGENT_H

#include <lope/moveset.h>
#include <lope/state.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_NAV_REACHES 8 // rows of the table of a jump

// How far a jump leads that ends so high.
typedef struct lope_nav_reach {
    float height;   // m, of where it ends above where it begins; below 0: lower
    float distance; // m, level
} lope_nav_reach;

// Unreal's FNavAgentProperties, with what jumps, falls and mantles reach.
typedef struct lope_nav_agent {
    float radius, height;  // m, of the standing capsule
    float crouched_height; // m; the standing height when it cannot crouch
    float step_height;     // m, that it steps up
    float slope;           // rad, of the steepest floor that it walks on
    float speed;           // m/s, walking
    float jump_speed;      // m/s, upward
    float jump_height;     // m, of a jump held as long as it counts; 0: it cannot jump
    float drop_height;     // m, that it may fall; initially 10
    float mantle_least;    // m, of the ledges that it mantles from the ground; both 0: it cannot
    float mantle_most;     // m
    float mantle_reach;    // m, from its axis to the wall
    uint32_t can_walk, can_jump, can_crouch, can_swim, can_fly, can_mantle, can_climb_ladders; // 1: it can
    float gravity;                                                                             // m/s2
    // From the highest end that a jump at full speed reaches, evenly down to drop_height below. Air control
    // is not counted.
    lope_nav_reach jump[LOPE_NAV_REACHES];
} lope_nav_agent;

// Writes the properties of a character: of its state the capsule, gravity and scale, of its moveset all else.
// Neither may be NULL. Pure; from any thread.
LOPE_API void lope_nav_agent_of(const lope_state *state, const lope_moveset *moveset, lope_nav_agent *agent);

// Returns how far (m, level) a jump at `speed` m/s leads that ends `height` m above its beginning; below 0
// when it does not rise so high. From any thread.
LOPE_API float lope_nav_agent_jump_distance(const lope_nav_agent *agent, float height, float speed);

#ifdef __cplusplus
}
#endif
#endif
