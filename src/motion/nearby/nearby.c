// nearby.c - lifetime of a nearby, and what begins a tick: the origin, and whether what is kept still serves.
//
// Data: lope_nearby (nearby.h). Rule: the origin is the feet snapped to a 16 m grid, which depends on the
// state alone.
// Read next: gather.c, which fills the sets.
#include "motion/nearby/nearby.h"
#include "base/hot_cold.h"
#include "base/memory.h"

#include <string.h>

lope_nearby *lope_nearby_create(const lope_allocator *allocator)
{
    lope_allocator use = lope_allocator_or_default(allocator);
    lope_nearby *nearby = lope_allocate_zero(&use, sizeof *nearby);
    if (!nearby) return NULL;
    nearby->allocator = use;
    nearby->growth = LOPE_GROWTH;
    return nearby;
}

bool lope_near_faces_reserve(const lope_allocator *allocator, lope_near_ground_faces *faces)
{
    if (faces->more) return true;
    faces->more = lope_allocate(allocator, LOPE_FACES_MORE * sizeof *faces->more);
    // Lanes without a face are told by their height alone: what stands in the others must be finite.
    if (faces->more) memset(faces->more, 0, LOPE_FACES_MORE * sizeof *faces->more);
    return faces->more != NULL;
}

#define RESERVE_BODIES 8  // static ones; and of what moves: bodies, round shapes and characters, each
#define RESERVE_MOVING 24 // triangles of what moves: two boxes

lope_result lope_nearby_reserve(lope_nearby *nearby, uint32_t triangles)
{
    if (!nearby) return LOPE_ERROR_NULL;
    const lope_allocator *allocator = &nearby->allocator;
    bool good =
        lope_near_set_reserve(allocator, &nearby->sets[0], triangles, LOPE_BLOCK, RESERVE_BODIES) &&
        lope_near_set_reserve(allocator, &nearby->sets[1], RESERVE_MOVING, RESERVE_BODIES, RESERVE_BODIES) &&
        lope_near_set_reserve_order(allocator, &nearby->sets[0], triangles) &&
        lope_near_set_reserve_order(allocator, &nearby->sets[1], RESERVE_MOVING) &&
        lope_near_grow(allocator, (void **)&nearby->fences, &nearby->fence_capacity, RESERVE_BODIES, sizeof *nearby->fences, 1) &&
        (triangles <= 8 * LOPE_FACES_FIRST || lope_near_faces_reserve(allocator, &nearby->footing));
    return good ? LOPE_OK : LOPE_ERROR_MEMORY;
}

#define USUAL_BODIES 2

lope_result lope_nearby_reserve_usual(lope_nearby *nearby)
{
    bool good = lope_near_set_reserve(&nearby->allocator, &nearby->sets[0], 0, 0, USUAL_BODIES);
    return good ? LOPE_OK : LOPE_ERROR_MEMORY;
}

void lope_nearby_destroy(lope_nearby *nearby)
{
    if (!nearby) return;
    lope_allocator allocator = nearby->allocator;
    lope_nearby_destroy(nearby->look);
    lope_near_solids_free(&allocator, &nearby->solids[0]);
    lope_near_solids_free(&allocator, &nearby->solids[1]);
    lope_near_set_free(&allocator, &nearby->sets[0]);
    lope_near_set_free(&allocator, &nearby->sets[1]);
    if (nearby->zones) {
        lope_near_set_free(&allocator, &nearby->zones->sets[0]);
        lope_near_set_free(&allocator, &nearby->zones->sets[1]);
        lope_release(&allocator, nearby->zones, sizeof *nearby->zones);
    }
    lope_release(&allocator, nearby->footing.more, LOPE_FACES_MORE * sizeof *nearby->footing.more);
    lope_release(&allocator, nearby->fences, nearby->fence_capacity * sizeof *nearby->fences);
    lope_release(&allocator, nearby, sizeof *nearby);
}

void lope_nearby_clear(lope_nearby *nearby)
{
    if (!nearby) return;
    lope_near_set_clear(&nearby->sets[0]);
    lope_near_set_clear(&nearby->sets[1]);
    nearby->fence_count = 0;
    nearby->near_capsules = false;
    nearby->kept = nearby->patch.kept = false;
    nearby->moving_kept = nearby->clear_kept = false;
    if (nearby->zones) {
        lope_near_set_clear(&nearby->zones->sets[0]);
        lope_near_set_clear(&nearby->zones->sets[1]);
    }
    nearby->zones_kept = nearby->zones_moving_kept = false;
}

lope_nearby *lope_nearby_own_look(lope_nearby *nearby)
{
    if (!nearby->look) nearby->look = lope_nearby_create(&nearby->allocator);
    return nearby->look;
}

// Returns the bytes that the overlap zones have reserved.
static size_t zones_bytes(const lope_near_zones *zones)
{
    if (!zones) return 0;
    return sizeof *zones + lope_near_set_bytes(&zones->sets[0]) + lope_near_set_bytes(&zones->sets[1]);
}

size_t lope_nearby_bytes(const lope_nearby *nearby)
{
    if (!nearby) return 0;
    const size_t more = nearby->footing.more ? LOPE_FACES_MORE * sizeof *nearby->footing.more : 0;
    return sizeof *nearby + lope_nearby_bytes(nearby->look) + lope_near_set_bytes(&nearby->sets[0]) +
           lope_near_set_bytes(&nearby->sets[1]) + zones_bytes(nearby->zones) + more +
           lope_near_solids_bytes(&nearby->solids[0]) + lope_near_solids_bytes(&nearby->solids[1]) +
           nearby->fence_capacity * sizeof *nearby->fences;
}

// Returns the nearest multiple of the grid. Beyond 2^52 cells every number is one.
static double snap(double x, double grid)
{
    double cells = x / grid + 0.5;
    if (!(cells > -4503599627370496.0 && cells < 4503599627370496.0)) return floor(cells) * grid;
    double whole = (double)(int64_t)cells;
    return (whole > cells ? whole - 1.0 : whole) * grid;
}

// Returns whether a place is sure to snap to `origin`: it lies within the origin's cell by more than the
// rounding of a division, which holds up to a billion cells from zero.
static inline bool snaps_to(lope_point feet, lope_point origin, double grid)
{
    double within = (0.5 - 1e-3) * grid, most = 1e9 * grid;
    lope_point off = lope_point_sub(feet, origin);
    bool near_it = fabs(off.x) < within && fabs(off.y) < within && fabs(off.z) < within;
    return near_it && fabs(feet.x) < most && fabs(feet.y) < most && fabs(feet.z) < most;
}

// Returns true when feet have the origin of the last tick, which is mostly so and spares the divisions.
static inline bool stays_at_origin(const lope_nearby *nearby, lope_point feet, double grid)
{
    bool stands = nearby->kept && !(nearby->unit * LOPE_GRID < grid) && !(nearby->unit * LOPE_GRID > grid);
    return stands && snaps_to(feet, nearby->origin, grid);
}

static lope_point snap_all(lope_point feet, double grid)
{
    return lope_point_make(snap(feet.x, grid), snap(feet.y, grid), snap(feet.z, grid));
}

lope_point lope_nearby_origin_of(lope_point feet, double unit) { return snap_all(feet, LOPE_GRID * unit); }

// Moves the origin to where feet snap to. Returns false when that is where it was.
static bool move_origin(lope_nearby *nearby, lope_point feet, double grid)
{
    const lope_point origin = snap_all(feet, grid);
    const bool same = nearby->origin.x == origin.x && nearby->origin.y == origin.y && nearby->origin.z == origin.z;
    nearby->origin = origin;
    return !same;
}

LOPE_HOT void lope_nearby_begin(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter, lope_point feet,
                                lope_near_self *self, double unit)
{
    double grid = LOPE_GRID * unit;
    const bool moves = !stays_at_origin(nearby, feet, grid) && move_origin(nearby, feet, grid);
    bool same = !moves && nearby->kept && nearby->looks == self->looks && surroundings->static_revision &&
                nearby->context == surroundings->context && nearby->gather == surroundings->gather &&
                nearby->filter.channels == filter.channels && nearby->filter.ignore == filter.ignore &&
                nearby->revision == surroundings->static_revision(surroundings->context);
    if (!same) {
        lope_near_set_clear(&nearby->sets[0]);
        nearby->kept = nearby->patch.kept = nearby->clear_kept = false;
    }
    lope_near_set_clear(&nearby->sets[1]);
    nearby->moving_kept = false;
    nearby->fence_count = 0;
    nearby->near_capsules = false;
    nearby->unit = unit;
    nearby->self = self;
    nearby->looks = self->looks;
    lope_point local = lope_point_sub(feet, nearby->origin);
    self->start.a = lope_point_add(local, self->start.a);
    self->start.b = lope_point_add(local, self->start.b);
}

LOPE_COLD void lope_nearby_begin_part(lope_nearby *nearby, lope_part part)
{
    lope_near_set_clear(&nearby->sets[1]);
    nearby->moving_kept = nearby->zones_moving_kept = false;
    nearby->fence_count = 0;
    nearby->near_capsules = false;
    nearby->part = part;
}

#define NOWHERE 1e30 // m

LOPE_COLD void lope_nearby_begin_step(lope_nearby *nearby, lope_point feet, lope_near_self *self)
{
    const lope_point local = lope_point_sub(feet, nearby->origin);
    nearby->self = self;
    nearby->looks = false;
    // parts gather over what was gathered before: nothing was in this step
    nearby->moving_bounds = (lope_bounds){{NOWHERE, NOWHERE, NOWHERE}, {-NOWHERE, -NOWHERE, -NOWHERE}};
    self->start.a = lope_point_add(local, self->start.a);
    self->start.b = lope_point_add(local, self->start.b);
}

// Returns whether what was gathered of what moves depends on the place at the tick's start: planes toward
// characters, and one-way bodies.
static bool depends_on_place(const lope_nearby *nearby)
{
    return nearby->fence_count > 0 || nearby->near_capsules || nearby->sets[1].one_way;
}

void lope_nearby_move(lope_nearby *nearby, lope_point by)
{
    nearby->self->start.a = lope_point_add(nearby->self->start.a, by);
    nearby->self->start.b = lope_point_add(nearby->self->start.b, by);
    nearby->moving_kept = nearby->moving_kept && !depends_on_place(nearby);
}
