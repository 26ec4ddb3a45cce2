// stacks.c - characters on each other's heads, that a lift brings to a ceiling.
//
// Each character of a stack is carried by the one below, and is seen at the end of its way. Under a ceiling
// the topmost character does not come so far, and the character below would be carried into it. So the way of
// the topmost character ends at the ceiling, and the way of each character below ends at the one that it
// carries. This is a picture only: each character finds its own way in its tick. Read next: carried_poses.c,
// shoves.c.
#include "world/stacks.h"

#include "level/body.h"
#include "motion/nearby/character_planes.h"
#include "world/characters.h"

#define LEAST_RISE 1e-6 // m of a way, below which nothing is held back
#define STACK_MOST 8    // characters on each other

// Returns the entry of the character that one stands on, or NULL.
static lope_grid_entry *carrier_of(lope_world *world, const lope_grid_entry *entry)
{
    const lope_state *state = lope_seat_state(&world->order[entry - world->grid.entries]);
    if (!(state->pages & LOPE_PAGE_BASE) || state->base_body < LOPE_BODY_CHARACTER) return NULL;
    const lope_seat *seat = lope_world_seat(world, state->base_body);
    return seat != NULL ? &world->grid.entries[seat - world->order] : NULL;
}

// Returns whether an entry is of a character that has run its tick, while others run theirs in steps.
static bool has_run_tick(const lope_world *world, const lope_grid_entry *entry)
{
    return world->lock.running && entry->step == 0;
}

// Takes an entry back by a share of its way.
static void hold(lope_grid *grid, lope_grid_entry *entry, double share)
{
    lope_grid_shove(grid, entry, lope_point_scale(entry->way, -share));
    entry->push_priority = LOPE_PUSH_PRIORITY_MOST;
}

// Returns the share of a rising way that what stands or moves above leaves free.
static double free_share(const lope_world *world, const lope_grid_entry *entry)
{
    const lope_filter solids = {.channels = LOPE_CHANNEL_SOLID, .ignore = LOPE_BODY_NONE};
    lope_capsule start = lope_grid_capsule(entry);
    lope_level_hit hit;
    start.a = lope_point_sub(start.a, entry->way);
    start.b = lope_point_sub(start.b, entry->way);
    const bool met = lope_level_sweep(world->level, &start, entry->way, solids, &hit);
    return met && lope_point_dot(lope_vec3_to_point(hit.normal), entry->way) < 0 ? hit.fraction : 1.0;
}

// Holds back the characters below a held one, from the top down.
static void hold_below(lope_world *world, const lope_grid_entry *above)
{
    for (int i = 0; i < STACK_MOST; i++) {
        lope_grid_entry *entry = carrier_of(world, above);
        if (entry == NULL || has_run_tick(world, entry)) return;
        const lope_capsule own = lope_grid_capsule(entry);
        const lope_shape other = {.kind = LOPE_SHAPE_CAPSULE, .as.capsule = lope_grid_capsule(above)};
        const lope_separation apart = lope_capsule_separation(&own, &other);
        const double into = -lope_point_dot(apart.normal, entry->way);
        if (!(-apart.distance > LEAST_RISE) || !(into > LEAST_RISE)) return;
        hold(&world->grid, entry, -apart.distance < into ? -apart.distance / into : 1.0);
        above = entry;
    }
}

void lope_stacks_hold(lope_world *world)
{
    lope_grid *grid = &world->grid;
    if (world->level == NULL || world->level->moved_count == 0) return;
    for (uint32_t i = 0; i < grid->count; i++) {
        lope_grid_entry *entry = &grid->entries[i];
        const lope_point up = lope_vec3_to_point(entry->shape.up);
        if (!(lope_point_dot(entry->way, up) > LEAST_RISE) || has_run_tick(world, entry) || carrier_of(world, entry) == NULL)
            continue;
        const double share = free_share(world, entry);
        if (!(share < 1.0)) continue;
        hold(grid, entry, 1.0 - share);
        hold_below(world, entry);
    }
}
