// avoid_cells.c - see avoid_cells.h.
//
// A hash table of buckets. A thread that finds no cell claims a free one by its key, fills it, and writes the
// key by which others find it. Two threads may fill a cell each for the same place: both hold the same. Cells
// become free only before a tick.
// Read next: control/avoidance_look.h.
#include "world/avoid_cells.h"

#include "base/memory.h"
#include "base/prefetch.h"
#include "motion/nearby/gather.h"

#include <stddef.h>

#define CELL_SIZE 4.0       // m, of a cell's sides: smaller ones serve few agents, larger ones hold too much
#define CELL_BUCKET 16      // cells in a bucket: their keys fill a cache line
#define CELLS_LEAST 64      // cells
#define CELLS_MANY 4096     // cells: up to here two for each agent, beyond one for two
#define EXTENT_STEP 0.5     // m, to which extents are rounded up, so that agents of many speeds share a cell
#define EXTENT_MOST 8.0     // m; an agent with a greater one, as a very fast one, gathers for itself
#define PLACE_MOST 1e9      // cells from zero, beyond which an agent gathers for itself: for rounding
#define CELL_SLACK 1e-6     // m, more than the rounding of bounds; if not, an agent gathers for itself
#define TRIANGLES_MOST 1024 // in a cell; where there are more an agent gathers for itself
#define CELL_UNUSED 80      // ticks, after which a cell becomes free
#define CELL_CROWDED 8      // ticks, after which the cell of a full bucket does that was not used for longest
#define CELL_SWEEP 32       // one of so many buckets is looked over in a tick

#define KEY_FREE 0u
#define KEY_FILLING 1u
#define KEY_LEAST 2u

// What a cell is for.
typedef struct cell_place {
    int64_t at[3];         // in cells from zero
    uint32_t around, tall; // extents, in steps
    uint32_t channels;     // that its agents meet
    double unit;           // world units in a metre
    lope_point origin;     // of what the cell holds
} cell_place;

struct lope_avoid_cell {
    _Alignas(64) cell_place place;
    lope_boundary boundary;
    lope_bounds bounds; // relative to the origin
    bool serves;        // it could be filled
    lope_near_set set;
    lope_avoid_mark used; // the tick in which it was asked for last
};

#ifdef __STDC_NO_ATOMICS__
bool lope_avoid_cells_reserve(lope_avoid_cells *cells, const lope_allocator *allocator, uint32_t agents)
{
    return (void)cells, (void)allocator, (void)agents, true;
}
void lope_avoid_cells_release(lope_avoid_cells *cells) { (void)cells; }
void lope_avoid_cells_begin(lope_avoid_cells *cells, const lope_surroundings *surroundings) { (void)cells, (void)surroundings; }
uint32_t lope_avoid_cells_find(lope_avoid_cells *cells, lope_wall_look *look, const lope_surroundings *surroundings)
{
    return (void)cells, (void)look, (void)surroundings, 0;
}
void lope_avoid_cells_prefetch_head(const lope_avoid_cells *cells, uint32_t cell) { (void)cells, (void)cell; }
void lope_avoid_cells_prefetch(const lope_avoid_cells *cells, uint32_t cell, uint64_t used)
{
    (void)cells, (void)cell, (void)used;
}
#else

// ---- memory -----------------------------------------------------------------------------------------------

static lope_allocator hooks_of(const lope_avoid_cells *cells)
{
    return cells->pool != NULL ? lope_near_pool_hooks(cells->pool) : cells->allocator;
}

void lope_avoid_cells_release(lope_avoid_cells *cells)
{
    const lope_allocator hooks = hooks_of(cells);
    for (uint32_t i = 0; i < cells->count; i++) lope_near_set_free(&hooks, &cells->each[i].set);
    if (cells->count > 0) {
        lope_release(&cells->allocator, cells->each, cells->count * sizeof *cells->each);
        lope_release(&cells->allocator, cells->keys, cells->count * sizeof *cells->keys);
    }
    lope_near_pool_destroy(cells->pool);
    *cells = (lope_avoid_cells){0};
}

// Returns how many cells there should be for so many agents: a power of two.
static uint32_t cells_for(uint32_t agents)
{
    uint32_t count = CELLS_LEAST;
    while (count < CELLS_MANY && count / 2 < agents) count *= 2;
    while (count < agents / 2 && count < UINT32_MAX / 2) count *= 2;
    return count;
}

bool lope_avoid_cells_reserve(lope_avoid_cells *cells, const lope_allocator *allocator, uint32_t agents)
{
    const uint32_t count = cells_for(agents);
    if (count <= cells->count) return true;
    lope_avoid_cells made = {.allocator = *allocator, .count = count};
    made.each = lope_allocate_zero(allocator, count * sizeof *made.each);
    made.keys = lope_allocate_zero(allocator, count * sizeof *made.keys);
    made.pool = LOPE_NEAR_POOL ? lope_near_pool_create(allocator) : NULL;
    if (made.each == NULL || made.keys == NULL || (LOPE_NEAR_POOL && made.pool == NULL)) {
        lope_release(allocator, made.each, count * sizeof *made.each);
        lope_release(allocator, made.keys, count * sizeof *made.keys);
        lope_near_pool_destroy(made.pool);
        return false;
    }
    lope_avoid_cells_release(cells);
    *cells = made;
    return true;
}

// ---- before a tick ----------------------------------------------------------------------------------------

static uint32_t key_at(const lope_avoid_cells *cells, uint32_t which)
{
    return atomic_load_explicit(&cells->keys[which], memory_order_acquire);
}

static void set_key(lope_avoid_cells *cells, uint32_t which, uint32_t key)
{
    atomic_store_explicit(&cells->keys[which], key, memory_order_release);
}

static uint32_t ticks_unused(const lope_avoid_cells *cells, uint32_t which)
{
    return cells->tick - atomic_load_explicit(&cells->each[which].used, memory_order_relaxed);
}

// Makes a cell free, and gives back what it holds.
static void free_cell(lope_avoid_cells *cells, uint32_t which)
{
    const lope_allocator hooks = hooks_of(cells);
    lope_near_set_free(&hooks, &cells->each[which].set);
    cells->each[which].set = (lope_near_set){0};
    set_key(cells, which, KEY_FREE);
}

// Makes the cells of a bucket free that were not used for long. Where all are taken one of them becomes free
// sooner.
static void make_room(lope_avoid_cells *cells, uint32_t bucket)
{
    uint32_t oldest = bucket, taken = 0;
    for (uint32_t i = bucket; i < bucket + CELL_BUCKET; i++) {
        if (key_at(cells, i) == KEY_FREE) continue;
        if (ticks_unused(cells, i) > CELL_UNUSED) {
            free_cell(cells, i);
            continue;
        }
        taken++;
        if (ticks_unused(cells, i) > ticks_unused(cells, oldest)) oldest = i;
    }
    if (taken == CELL_BUCKET && ticks_unused(cells, oldest) > CELL_CROWDED) free_cell(cells, oldest);
}

void lope_avoid_cells_begin(lope_avoid_cells *cells, const lope_surroundings *surroundings)
{
    cells->serve = cells->count > 0 && surroundings->static_revision != NULL;
    if (!cells->serve) return;
    const uint64_t revision = surroundings->static_revision(surroundings->context);
    const bool same =
        cells->context == surroundings->context && cells->gather == surroundings->gather && cells->revision == revision;
    for (uint32_t i = 0; i < cells->count && !same; i++) set_key(cells, i, KEY_FREE);
    cells->context = surroundings->context;
    cells->gather = surroundings->gather;
    cells->revision = revision;
    cells->tick++;
    for (uint32_t i = 0; i <= cells->count / CELL_BUCKET / CELL_SWEEP; i++) {
        make_room(cells, cells->swept);
        cells->swept = (cells->swept + CELL_BUCKET) % cells->count;
    }
}

// ---- in a tick --------------------------------------------------------------------------------------------

// Finds what cell a look needs. Returns false where it had better gather for itself.
static bool find_place(const lope_wall_look *look, cell_place *place)
{
    const double unit = (double)look->tuning->units_per_metre, size = CELL_SIZE * unit;
    const lope_walls_extent extent = lope_walls_extent_of(look);
    const double step = EXTENT_STEP * unit, most = EXTENT_MOST * unit;
    const lope_point feet = look->state->feet;
    const double at[3] = {floor(feet.x / size), floor(feet.y / size), floor(feet.z / size)};
    if (!(extent.around < most && extent.tall < most)) return false;
    for (int axis = 0; axis < 3; axis++) {
        if (!(fabs(at[axis]) < PLACE_MOST)) return false;
        place->at[axis] = (int64_t)at[axis];
    }
    place->around = (uint32_t)(extent.around / step) + 1;
    place->tall = (uint32_t)(extent.tall / step) + 1;
    place->channels = lope_walls_filter(look).channels;
    place->unit = unit;
    place->origin = lope_nearby_origin_of(feet, unit);
    return true;
}

static bool same_number(double a, double b) { return !(a < b) && !(a > b); }

static bool same_place(const cell_place *a, const cell_place *b)
{
    return a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2] && a->around == b->around && a->tall == b->tall &&
           a->channels == b->channels && same_number(a->unit, b->unit) && same_number(a->origin.x, b->origin.x) &&
           same_number(a->origin.y, b->origin.y) && same_number(a->origin.z, b->origin.z);
}

static uint64_t mix_cell(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static uint64_t cell_hash(const cell_place *place)
{
    const uint64_t rest = (uint64_t)place->channels << 16 ^ (uint64_t)place->around << 8 ^ place->tall;
    return mix_cell(mix_cell(mix_cell(mix_cell(rest, (uint64_t)place->at[0]), (uint64_t)place->at[1]), (uint64_t)place->at[2]),
                    0);
}

// Returns the agents that a cell is for, relative to its origin.
static lope_boundary_agents agents_of_cell(const cell_place *place)
{
    const double size = CELL_SIZE * place->unit, step = EXTENT_STEP * place->unit, slack = CELL_SLACK * place->unit;
    const lope_point low = {(double)place->at[0] * size, (double)place->at[1] * size, (double)place->at[2] * size},
                     high = lope_point_add(low, (lope_point){size, size, size}), more = {slack, slack, slack};
    return (lope_boundary_agents){.feet = {lope_point_sub(lope_point_sub(low, place->origin), more),
                                           lope_point_add(lope_point_sub(high, place->origin), more)},
                                  .around = place->around * step,
                                  .tall = place->tall * step};
}

// Returns the bounds that hold all looks from a cell, relative to its origin.
static lope_bounds bounds_of_cell(const lope_boundary_agents *agents, lope_point up)
{
    const double tall = agents->tall, around = agents->around;
    const lope_bounds a = lope_avoidance_bounds(agents->feet.lower, up, around, -tall, tall),
                      b = lope_avoidance_bounds(agents->feet.upper, up, around, -tall, tall);
    return (lope_bounds){a.lower, b.upper};
}

// Fills a cell for the agents of a place. Then it serves, or it does not.
static void fill_cell(lope_avoid_cells *cells, lope_avoid_cell *cell, const cell_place *place, lope_wall_look *look,
                      const lope_surroundings *surroundings)
{
    const lope_allocator hooks = hooks_of(cells);
    cell->place = *place;
    cell->boundary = lope_walls_boundary(look);
    const lope_boundary_agents agents = agents_of_cell(place);
    cell->bounds = bounds_of_cell(&agents, cell->boundary.up);
    const lope_result result =
        lope_walls_gather_within(look, surroundings, &cell->bounds, &agents, &cell->boundary, &hooks, &cell->set);
    cell->serves = result == LOPE_OK && cell->set.triangle_count <= TRIANGLES_MOST;
}

// Returns whether a body of a cell has the id.
static bool has_body(const lope_near_set *set, uint64_t id)
{
    for (uint32_t i = 0; i < set->body_count; i++)
        if (set->bodies[i].id == id) return true;
    return false;
}

// Lets a look use a cell that is filled for its place. Returns false where it may not.
static bool use_cell(const lope_avoid_cells *cells, lope_avoid_cell *cell, lope_wall_look *look)
{
    if (atomic_load_explicit(&cell->used, memory_order_relaxed) != cells->tick)
        atomic_store_explicit(&cell->used, cells->tick, memory_order_relaxed);
    if (!cell->serves || has_body(&cell->set, look->state->own_body)) return false;
    look->origin = cell->place.origin;
    const lope_bounds needed = lope_walls_bounds(look);
    if (!lope_bounds_contain(&cell->bounds, &needed)) return false;
    lope_walls_use(look, &cell->set, &cell->boundary);
    return true;
}

uint32_t lope_avoid_cells_find(lope_avoid_cells *cells, lope_wall_look *look, const lope_surroundings *surroundings)
{
    cell_place place;
    if (!cells->serve || look->scout == NULL || !find_place(look, &place)) return 0;
    const lope_boundary boundary = lope_walls_boundary(look);
    const uint64_t hash = cell_hash(&place);
    const uint32_t key = (uint32_t)hash < KEY_LEAST ? KEY_LEAST : (uint32_t)hash;
    const uint32_t bucket = (uint32_t)(hash >> 32) % (cells->count / CELL_BUCKET) * CELL_BUCKET;
    for (uint32_t i = bucket; i < bucket + CELL_BUCKET; i++) {
        lope_avoid_cell *cell = &cells->each[i];
        uint32_t found = key_at(cells, i);
        if (found == key && same_place(&cell->place, &place) && lope_boundary_holds(&cell->boundary, &boundary)) {
            return use_cell(cells, cell, look) ? i + 1 : 0;
        }
        if (found != KEY_FREE || !atomic_compare_exchange_strong_explicit(&cells->keys[i], &found, KEY_FILLING,
                                                                          memory_order_acq_rel, memory_order_relaxed))
            continue;
        fill_cell(cells, cell, &place, look, surroundings);
        set_key(cells, i, key);
        return use_cell(cells, cell, look) ? i + 1 : 0;
    }
    return 0;
}

// Returns whether there is a cell of that number, from 1, that no thread fills in this tick.
static bool is_filled(const lope_avoid_cells *cells, uint32_t cell)
{
    return cell > 0 && cell <= cells->count && key_at(cells, cell - 1) >= KEY_LEAST;
}

void lope_avoid_cells_prefetch_head(const lope_avoid_cells *cells, uint32_t cell)
{
    if (cell == 0 || cell > cells->count) return;
    lope_prefetch(&cells->keys[cell - 1], sizeof cells->keys[0]);
    lope_prefetch(&cells->each[cell - 1], offsetof(lope_avoid_cell, set.corner));
}

void lope_avoid_cells_prefetch(const lope_avoid_cells *cells, uint32_t cell, uint64_t used)
{
    if (is_filled(cells, cell)) lope_walls_prefetch(&cells->each[cell - 1].set, used);
}
#endif
