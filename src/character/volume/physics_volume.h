// physics_volume.h - the volume that holds the character: gravity, terminal speed, friction, water.
#ifndef LOPE_CHARACTER_VOLUME_PHYSICS_VOLUME_H
#define LOPE_CHARACTER_VOLUME_PHYSICS_VOLUME_H

#include "character/tick/tick.h"

// A straight move of the feet that begins now, of which the first `share` is to be made. The speed changes
// evenly.
typedef struct lope_volume_way {
    lope_point way;
    double share;
    double time;        // s that the whole of it takes
    double first, last; // m/s along it, at its begin and its end
} lope_volume_way;
// Where on a move another volume begins to hold the character.
typedef struct lope_volume_cut {
    double share; // of the whole move; 2: nowhere
    // s from now, where it was found along with the share, beside moving volumes; else negative
    double time;
    uint64_t into; // that volume; LOPE_BODY_NONE: none holds from there on
} lope_volume_cut;

// s, the longest piece of a tick under gravity toward a point
#define LOPE_RADIAL_TIME 0.01

// Finds the volume that holds the capsule's middle, and takes over its gravity, friction and water. At the
// tick's start.
void lope_volumes_enter(lope_tick *tick);

// Works out the immersion and whether the character is in water. At the tick's end.
void lope_volumes_leave(lope_tick *tick);

// Calls lope_volumes_leave where there are volumes, or the character was immersed.
static inline void lope_volumes_end(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->zoned || tick->state.immersion > 0)) lope_volumes_leave(tick);
}

// Returns the point (local, m) that decides which volume holds the capsule, with the feet at `feet`.
lope_point lope_tick_middle(const lope_tick *tick, lope_point feet);

// Returns true when another volume begins to hold the character on that move, with the place in *cut.
bool lope_volume_cuts(lope_tick *tick, const lope_volume_way *way, lope_volume_cut *cut);

// Returns the body of the volume that holds a character with local feet at `feet`, or LOPE_BODY_NONE, and in
// *is_water whether it is water.
uint64_t lope_volume_at(lope_tick *tick, lope_point feet, bool *is_water);

// Takes the gravity, terminal speed, friction and water of the volume `into` from now on.
void lope_volume_change(lope_tick *tick, uint64_t into);

// Takes gravity toward a point anew after a move of `time` seconds. The velocity gets the mean of the old
// and the new one (velocity Verlet).
void lope_volume_follow(lope_tick *tick, double time);

// Returns the share, 0 to 1, of the capsule's height that is in water, with the feet at `feet` (local).
// above: m by which the capsule counts as longer at its top. *surface (may be NULL): m from the feet up to
// the water's surface, 0 without water.
double lope_immersion(lope_tick *tick, lope_point feet, double above, double *surface);

// Changes to the tuning's default_water_mode where the water that holds the character asks for it. Returns
// true when it did.
bool lope_water_takes(lope_tick *tick);

// True when the character is in the default_water_mode and would return to it at once from `mode`.
bool lope_water_keeps(const lope_tick *tick, uint32_t mode);

#endif
