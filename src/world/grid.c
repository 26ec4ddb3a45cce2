// grid.c - the hash grid over the characters' capsules: add, build, ask. What it promises stands in grid.h.
//
// A sorted list along one axis would be simpler, but a crowd in a corridor, or one with turned gravity, lines up along any
// axis; cells do not care. Read next: step.c, which fills the grid and hands it to the characters.
#include "world/grid.h"

#include "base/memory.h"
#include "base/simd.h"

// Cells this far from the middle are one: keeps the cast to an integer in range. 2^50 is far beyond what a metre can mean.
#define CELL_LIMIT 1125899906842624.0

// Cells are this many half extents wide: at 8 a question over a walking capsule's bounds meets 1 or 2 cells an axis.
#define HALVES_PER_CELL 8.0

#define MILLIONTHS 1e6
#define FAR ((double)LOPE_MOVED_ANEW / MILLIONTHS) // m: as far has come who was not there before, and nobody farther

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
    grid->before = grid->count;
    grid->count = 0;
    grid->carried = 0;
    for (int axis = 0; axis < 4; axis++) grid->half[axis] = grid->farthest[axis] = 0;
}

static double wider(double a, double b) { return a > b ? a : b; }

static lope_d4 four(lope_point p) { return lope_d4_make(p.x, p.y, p.z, 0); }

// Where the capsule's bounds are, and how far they have come from where they were.
static void bound(lope_grid *grid, lope_grid_entry *entry, double radius, bool known)
{
    const lope_d4 feet = four(entry->feet), far_away = lope_d4_splat(FAR), around = lope_d4_splat(radius);
    const lope_d4 a = lope_d4_add(feet, four(lope_vec3_to_point(entry->low)));
    const lope_d4 b = lope_d4_add(feet, four(lope_vec3_to_point(entry->high)));
    const lope_d4 lower = lope_d4_sub(lope_d4_min(a, b), around), upper = lope_d4_add(lope_d4_max(b, a), around);
    const lope_d4 low = lope_d4_sub(lower, four(entry->bounds.lower)), high = lope_d4_sub(upper, four(entry->bounds.upper));
    const lope_d4 zero = lope_d4_splat(0), most = lope_d4_max(lope_d4_max(low, high), lope_d4_sub(zero, lope_d4_min(low, high)));
    const lope_d4 half = lope_d4_mul(lope_d4_sub(upper, lower), lope_d4_splat(0.5));
    lope_d4_store(grid->farthest, lope_d4_max(known ? most : far_away, lope_d4_load(grid->farthest)));
    lope_d4_store(grid->half, lope_d4_max(half, lope_d4_load(grid->half)));
    double at[2][4];
    lope_d4_store(at[0], lower);
    lope_d4_store(at[1], upper);
    entry->bounds = (lope_bounds){{at[0][0], at[0][1], at[0][2]}, {at[1][0], at[1][1], at[1][2]}};
}

lope_grid_entry *lope_grid_add(lope_grid *grid, uint64_t id, const lope_state *state)
{
    // another one in his place is new: who has asked about that place may have been left out himself
    const bool known = grid->count < grid->before && grid->entries[grid->count].id == id;
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
    bound(grid, entry, (double)state->radius, known);
    return entry;
}

void lope_grid_carry(lope_grid *grid, lope_grid_entry *entry, lope_point way)
{
    grid->carried = wider(grid->carried, wider(fabs(way.x), wider(fabs(way.y), fabs(way.z))));
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

// Millionths of a metre, rounded up.
static uint64_t way_come(const lope_grid *grid)
{
    const double most = wider(grid->farthest[0], wider(grid->farthest[1], grid->farthest[2])) + grid->carried;
    return (uint64_t)((most < FAR ? most : FAR) * MILLIONTHS) + 1;
}

void lope_grid_build(lope_grid *grid)
{
    if (grid->count == 0) return;
    grid->moved += way_come(grid);
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

// How far apart the two are along the axis along which they are farthest; negative: they overlap.
static double gap_of(const lope_bounds *a, const lope_bounds *b)
{
    const double x = wider(a->lower.x - b->upper.x, b->lower.x - a->upper.x);
    const double y = wider(a->lower.y - b->upper.y, b->lower.y - a->upper.y);
    return wider(wider(x, y), wider(a->lower.z - b->upper.z, b->lower.z - a->upper.z));
}

typedef struct question {
    const lope_bounds *bounds;
    uint64_t ignore;
    lope_sink *sink;
    double *room; // m, of which the least is asked for; NULL: who touches the bounds is given to the sink
} question;

static inline void meet(const lope_grid_entry *entry, const question *q)
{
    if (q->room) {
        const double gap = gap_of(&entry->bounds, q->bounds);
        if (gap < *q->room) *q->room = gap;
    } else if (touches(&entry->bounds, q->bounds)) {
        give(entry, q->sink);
    }
}

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
            if (entry->x == x && entry->z == z) meet(entry, q);
        }
        if (end <= buckets) break; // else it goes on with the first bucket
    }
}

static void offer_all(const lope_grid *grid, const question *q)
{
    for (uint32_t i = 0; i < grid->count; i++) {
        const lope_grid_entry *entry = &grid->entries[i];
        if (entry->id != q->ignore) meet(entry, q);
    }
}

// Whether the cells are more than the characters, so that it is better to ask them all.
static bool is_wide(const lope_grid *grid, const int64_t low[3], const int64_t high[3])
{
    const int64_t x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    if ((uint64_t)(x | y | z) < FEW_CELLS) return false; // as nearly all questions are
    return ((double)x + 1.0) * ((double)y + 1.0) * ((double)z + 1.0) > (double)grid->count;
}

// All whose bounds may be within `reach` of those of the question.
static inline void ask(const lope_grid *grid, const lope_bounds *bounds, double reach, const question *q)
{
    if (grid->count == 0) return;
    const int64_t low[3] = {cell_of(bounds->lower.x - grid->half[0] - reach, grid->per_cell[0]),
                            cell_of(bounds->lower.y - grid->half[1] - reach, grid->per_cell[1]),
                            cell_of(bounds->lower.z - grid->half[2] - reach, grid->per_cell[2])};
    const int64_t high[3] = {cell_of(bounds->upper.x + grid->half[0] + reach, grid->per_cell[0]),
                             cell_of(bounds->upper.y + grid->half[1] + reach, grid->per_cell[1]),
                             cell_of(bounds->upper.z + grid->half[2] + reach, grid->per_cell[2])};
    if (is_wide(grid, low, high)) {
        offer_all(grid, q);
        return;
    }
    const uint32_t cells = (uint32_t)(high[1] - low[1]) + 1;
    for (int64_t x = low[0]; x <= high[0]; x++)
        for (int64_t z = low[2]; z <= high[2]; z++) offer_column(grid, x, low[1], z, cells, q);
}

void lope_grid_gather(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, lope_sink *sink)
{
    const question q = {bounds, ignore, sink, NULL};
    ask(grid, bounds, 0, &q);
}

double lope_grid_room(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, double most)
{
    double room = most;
    const question q = {bounds, ignore, NULL, &room};
    ask(grid, bounds, most, &q);
    return room > 0 ? room : 0;
}
