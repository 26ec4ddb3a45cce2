// grid.c - the hash grid over the characters' capsules: add, build, ask. What it promises stands in grid.h.
//
// A sorted list along one axis would be simpler, but a crowd in a corridor, or one with turned gravity, lines up along any
// axis; cells do not care. Read next: step.c, which fills the grid and hands it to the characters.
#include "world/grid.h"

#include "base/memory.h"

// Cells this far from the middle are one: keeps the cast to an integer in range. 2^50 is far beyond what a metre can mean.
#define CELL_LIMIT 1125899906842624.0

// Cells are this many half extents wide: at 8 a question over a walking capsule's bounds meets 1 or 2 cells an axis.
#define HALVES_PER_CELL 8.0

// Buckets, at least: no question of fewer cells along each axis meets a bucket of a column twice.
#define FEW_CELLS_LOG 2
#define FEW_CELLS (1u << FEW_CELLS_LOG)

bool lope_grid_reserve(lope_grid *grid, const lope_allocator *allocator, uint32_t count)
{
    void *entries = grid->entries, *sorted = grid->sorted, *starts = grid->starts;
    bool room = lope_grow(allocator, &entries, &grid->entry_capacity, count, sizeof *grid->entries);
    room = room && lope_grow(allocator, &sorted, &grid->sorted_capacity, count, sizeof *grid->sorted);
    // twice the count rounded up to a power of two is less than four times the count; one more for the end
    room = room && lope_grow(allocator, &starts, &grid->start_capacity, (size_t)count * 4 + 2, sizeof *grid->starts);
    grid->entries = entries;
    grid->sorted = sorted;
    grid->starts = starts;
    return room;
}

void lope_grid_release(lope_grid *grid, const lope_allocator *allocator)
{
    lope_release(allocator, grid->entries, grid->entry_capacity * sizeof *grid->entries);
    lope_release(allocator, grid->sorted, grid->sorted_capacity * sizeof *grid->sorted);
    lope_release(allocator, grid->starts, grid->start_capacity * sizeof *grid->starts);
}

void lope_grid_clear(lope_grid *grid)
{
    grid->count = 0;
    for (int axis = 0; axis < 3; axis++) grid->half[axis] = 0;
}

static void span(double a, double b, double radius, double *lower, double *upper)
{
    *lower = (a < b ? a : b) - radius;
    *upper = (a < b ? b : a) + radius;
}

static double wider(double a, double b) { return a > b ? a : b; }

lope_grid_entry *lope_grid_add(lope_grid *grid, uint64_t id, const lope_state *state)
{
    lope_grid_entry *entry = &grid->entries[grid->count++];
    entry->id = id;
    entry->feet = state->feet;
    entry->radius = state->radius;
    entry->way = (lope_point){0, 0, 0};
    entry->firm = (uint8_t)lope_state_firm(state);
    entry->velocity = state->velocity;
    entry->falls = state->mode == LOPE_MODE_FALLING;
    entry->no_stand = false;
    entry->low = lope_vec3_scale(state->up, state->radius);
    entry->high = lope_vec3_scale(state->up, state->height - state->radius);
    const lope_point a = lope_point_add(entry->feet, lope_vec3_to_point(entry->low));
    const lope_point b = lope_point_add(entry->feet, lope_vec3_to_point(entry->high));
    const double radius = (double)state->radius;
    span(a.x, b.x, radius, &entry->bounds.lower.x, &entry->bounds.upper.x);
    span(a.y, b.y, radius, &entry->bounds.lower.y, &entry->bounds.upper.y);
    span(a.z, b.z, radius, &entry->bounds.lower.z, &entry->bounds.upper.z);
    const lope_point size = lope_point_sub(entry->bounds.upper, entry->bounds.lower);
    grid->half[0] = wider(grid->half[0], size.x * 0.5);
    grid->half[1] = wider(grid->half[1], size.y * 0.5);
    grid->half[2] = wider(grid->half[2], size.z * 0.5);
    return entry;
}

void lope_grid_carry(lope_grid_entry *entry, lope_point way)
{
    entry->way = way;
    entry->feet = lope_point_add(entry->feet, way);
    entry->bounds.lower = lope_point_add(entry->bounds.lower, way);
    entry->bounds.upper = lope_point_add(entry->bounds.upper, way);
}

// What is no less is in no lower cell: more is not asked of it. So it may cut toward zero, which makes the cells on both sides of zero one.
static int64_t cell_of(double x, double per_cell)
{
    const double at = x * per_cell;
    if (!(at > -CELL_LIMIT)) return -(int64_t)CELL_LIMIT;
    if (at > CELL_LIMIT) return (int64_t)CELL_LIMIT;
    return (int64_t)at;
}

// A column's number: a sum, so that the next column along an axis is one addition away. Odd constants with well mixed bits spread
// neighbours evenly over the high bits, of which its first bucket is made; unsigned arithmetic wraps the same everywhere.
#define STEP_X UINT64_C(0x9e3779b97f4a7c15)
#define STEP_Z UINT64_C(0x165667b19e3779f9)

static uint64_t column_of(int64_t x, int64_t z) { return (uint64_t)x * STEP_X + (uint64_t)z * STEP_Z; }
static uint32_t tag_of(uint64_t column) { return (uint32_t)column; }

// Of the cell at height y in a column: the one above is in the next bucket.
static uint32_t bucket_of(const lope_grid *grid, uint64_t column, int64_t y)
{
    return ((uint32_t)(column >> grid->shift) + (uint32_t)(uint64_t)y) & (grid->bucket_count - 1);
}

static void choose_sizes(lope_grid *grid)
{
    grid->bucket_count = FEW_CELLS;
    grid->shift = 64 - FEW_CELLS_LOG;
    while (grid->bucket_count < grid->count * 2) grid->bucket_count *= 2, grid->shift--;
    for (int axis = 0; axis < 3; axis++) {
        // slack for the rounding of middles and bounds, far above it up to 10^8 km from the origin
        grid->half[axis] *= 1.0001;
        const double size = grid->half[axis] * HALVES_PER_CELL;
        grid->per_cell[axis] = size > 0 ? 1.0 / size : 1.0;
    }
}

void lope_grid_build(lope_grid *grid)
{
    if (grid->count == 0) return;
    choose_sizes(grid);
    for (uint32_t i = 0; i <= grid->bucket_count; i++) grid->starts[i] = 0;
    for (uint32_t i = 0; i < grid->count; i++) {
        lope_grid_entry *entry = &grid->entries[i];
        const lope_point twice = lope_point_add(entry->bounds.lower, entry->bounds.upper);
        entry->x = cell_of(twice.x * 0.5, grid->per_cell[0]);
        entry->z = cell_of(twice.z * 0.5, grid->per_cell[2]);
        const uint64_t column = column_of(entry->x, entry->z);
        entry->tag = tag_of(column);
        entry->bucket = bucket_of(grid, column, cell_of(twice.y * 0.5, grid->per_cell[1]));
        grid->starts[entry->bucket]++;
    }
    uint32_t end = 0;
    for (uint32_t i = 0; i <= grid->bucket_count; i++) {
        end += grid->starts[i];
        grid->starts[i] = end;
    }
    for (uint32_t i = grid->count; i-- > 0;) {
        const lope_grid_entry *entry = &grid->entries[i];
        grid->sorted[--grid->starts[entry->bucket]] = (lope_grid_item){entry->id, i, entry->tag};
    }
}

static bool touches(const lope_bounds *a, const lope_bounds *b)
{
    return a->lower.x <= b->upper.x && a->upper.x >= b->lower.x && a->lower.y <= b->upper.y && a->upper.y >= b->lower.y &&
           a->lower.z <= b->upper.z && a->upper.z >= b->lower.z;
}

static void give(const lope_grid_entry *entry, lope_sink *sink)
{
    const lope_sink_body body = {.id = entry->id,
                                 .pose = {.position = entry->feet, .rotation = {0, 0, 0, 1}},
                                 .channels = LOPE_CHANNEL_CHARACTER,
                                 .moving = true,
                                 .character = true,
                                 .motion = {.displacement = entry->way},
                                 .firm = entry->firm,
                                 .velocity = entry->velocity,
                                 .falls = entry->falls,
                                 .surface = {.walkable = entry->no_stand ? LOPE_WALKABLE_NEVER : LOPE_WALKABLE_BY_ANGLE}};
    lope_sink_begin(sink, &body);
    lope_sink_capsule(sink, entry->low, entry->high, entry->radius, 0);
}

typedef struct question {
    const lope_bounds *bounds;
    uint64_t ignore;
    lope_sink *sink;
} question;

// `cells` of the column at x, z, from height y up; not more than there are buckets. Columns may share a bucket: the others' capsules are met
// in their own.
static inline void offer_column(const lope_grid *grid, int64_t x, int64_t y, int64_t z, uint32_t cells, const question *q)
{
    const uint64_t column = column_of(x, z);
    const uint32_t tag = tag_of(column), buckets = grid->bucket_count;
    uint32_t first = bucket_of(grid, column, y), end = first + cells;
    for (;; first = 0, end -= buckets) {
        const uint32_t last = grid->starts[end < buckets ? end : buckets];
        for (uint32_t i = grid->starts[first]; i < last; i++) {
            const lope_grid_item *item = &grid->sorted[i];
            if (item->tag != tag || item->id == q->ignore) continue;
            const lope_grid_entry *entry = &grid->entries[item->entry];
            if (entry->x == x && entry->z == z && touches(&entry->bounds, q->bounds)) give(entry, q->sink);
        }
        if (end <= buckets) break; // else it goes on with the first bucket
    }
}

static void offer_all(const lope_grid *grid, const question *q)
{
    for (uint32_t i = 0; i < grid->count; i++) {
        const lope_grid_entry *entry = &grid->entries[i];
        if (entry->id != q->ignore && touches(&entry->bounds, q->bounds)) give(entry, q->sink);
    }
}

// Whether the cells are more than the characters, so that it is better to ask them all.
static bool is_wide(const lope_grid *grid, const int64_t low[3], const int64_t high[3])
{
    const int64_t x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    if ((uint64_t)(x | y | z) < FEW_CELLS) return false; // as nearly all questions are
    return ((double)x + 1.0) * ((double)y + 1.0) * ((double)z + 1.0) > (double)grid->count;
}

void lope_grid_gather(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, lope_sink *sink)
{
    if (grid->count == 0) return;
    const int64_t low[3] = {cell_of(bounds->lower.x - grid->half[0], grid->per_cell[0]),
                            cell_of(bounds->lower.y - grid->half[1], grid->per_cell[1]),
                            cell_of(bounds->lower.z - grid->half[2], grid->per_cell[2])};
    const int64_t high[3] = {cell_of(bounds->upper.x + grid->half[0], grid->per_cell[0]),
                             cell_of(bounds->upper.y + grid->half[1], grid->per_cell[1]),
                             cell_of(bounds->upper.z + grid->half[2], grid->per_cell[2])};
    const question q = {bounds, ignore, sink};
    if (is_wide(grid, low, high)) {
        offer_all(grid, &q);
        return;
    }
    const uint32_t cells = (uint32_t)(high[1] - low[1]) + 1;
    for (int64_t x = low[0]; x <= high[0]; x++)
        for (int64_t z = low[2]; z <= high[2]; z++) offer_column(grid, x, low[1], z, cells, &q);
}
