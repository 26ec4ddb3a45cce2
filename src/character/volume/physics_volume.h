// physics_volume.h - the volume that holds the character: gravity, terminal speed, friction, water.
#ifndef LOPE_CHARACTER_VOLUME_PHYSICS_VOLUME_H
#define LOPE_CHARACTER_VOLUME_PHYSICS_VOLUME_H

#include "character/tick/tick.h"

// A way of the feet from where they are, begun now, of which the first `share` is gone; its speed changes evenly.
typedef struct lope_volume_way {
    lope_point way;
    double share;
    double time;        // s that the whole of it takes
    double first, last; // m/s along it, at its begin and its end
} lope_volume_way;
typedef struct lope_volume_cut {
    double share;  // of the whole way; 2: none
    double time;   // s from now, where that was found along with it: volumes move; else negative
    uint64_t into; // LOPE_BODY_NONE: no volume
} lope_volume_cut;

#define LOPE_RADIAL_TIME 0.01 // s: pieces of way under gravity toward a point are no longer

// Finds the volume that holds the character's middle and takes its gravity, friction and water, at the tick's start.
void lope_volumes_enter(lope_tick *tick);

// Works out the immersion, at the tick's end.
void lope_volumes_leave(lope_tick *tick);

// The same, where there are volumes.
static inline void lope_volumes_end(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->zoned || tick->state.immersion > 0)) lope_volumes_leave(tick);
}

// Returns the capsule's middle (local) with the feet at `feet`.
lope_point lope_tick_middle(const lope_tick *tick, lope_point feet);

// True when another volume begins to hold the character on that way: *cut says where, when and which.
bool lope_volume_cuts(lope_tick *tick, const lope_volume_way *way, lope_volume_cut *cut);

// Returns the body of the volume that holds a character with its feet there, or LOPE_BODY_NONE. *is_water: whether it is water.
uint64_t lope_volume_at(lope_tick *tick, lope_point feet, bool *is_water);

// Takes the gravity, terminal speed, friction and water of the volume `into` from now on.
void lope_volume_change(lope_tick *tick, uint64_t into);

// Takes gravity toward a point anew after `time` seconds of way. The velocity gets the mean of both (velocity Verlet).
void lope_volume_follow(lope_tick *tick, double time);

// Returns the share, 0 to 1, of the capsule's height that is in water, with the feet at `feet`. `above`: m by which the
// capsule is taken to be longer at its top. *surface, when not NULL: m from the feet up to the water's surface, 0 without.
double lope_immersion(lope_tick *tick, lope_point feet, double above, double *surface);

// True when the water around makes the character swim, or whatever the tuning has for water; the mode is changed then.
bool lope_water_takes(lope_tick *tick);

// True when the character swims, or does what the tuning has for water, and would be taken back at once from `mode`.
bool lope_water_keeps(const lope_tick *tick, uint32_t mode);

#endif
