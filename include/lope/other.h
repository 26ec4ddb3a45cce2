// other.h - another character as it is met in a tick, where the caller says that it was.
//
// Plain data. Read next: rerun.h, which makes it of a state or of a world.
#ifndef LOPE_OTHER_H
#define LOPE_OTHER_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// Another character as it is met in a tick. Plain data: from a world, from a state, or from what a network
// tells.
typedef struct lope_other {
    uint64_t id;            // lope_character_id
    lope_point feet;        // m, where it stood at the tick's start plus `way`
    lope_point way;         // m, that its base carries it in the tick, and bodies shove it, link by link
    lope_vec3 up, velocity; // unit; m/s
    float radius, height;   // m, of its capsule
    uint32_t push_priority; // 0 to 16: lope_state_push_priority. Of two that overlap the lower one goes out
    bool falls;             // it is in mode falling, or in a mode of a game or an ability without a floor
    bool no_stand;          // others that come down on its head jump off it
    bool rests;             // it stands, and does not move by itself in this tick
    // Of characters that press on each other and run the tick in steps together: in how many, and in which of
    // them (from 1) it is met so, with feet and way of that step. step 0: met so by those that run the tick
    // as a whole. steps 0: it runs the tick as a whole itself.
    uint32_t steps, step;
} lope_other;

#ifdef __cplusplus
}
#endif
#endif
