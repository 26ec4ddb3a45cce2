// grid.c - the hash grid over the characters' capsules: add, build, ask. What it promises stands in grid.h.
//
// A sorted list along one axis would be simpler, but a crowd in a corridor, or one with turned gravity, lines up along any
// axis; cells do not care. Read next: step.c, which fills the grid and hands it to the characters.
#include "world/grid.h"

#include "base/memory.h"
#include "base/simd.h"

// Cells this far from the middle are one: keeps the cast to an integer in range. 2^50 is far beyond what a metre can mean.
#define CELL_LIMIT 1125899906842624.0

// Cells are this many half extents wide along each axis: at 8 a question over a walking capsule's bounds meets 1 or 2 cells an axis. Higher
// than wide: who stands upright is higher, too, but few stand over each other.
static const double halves_per_cell[3] = {8, 16, 8};

#define DRIFT_MOST 1.0 // half extents, that anybody may have come since the buckets were filled

#define MILLIONTHS 1e6
#define FAR ((double)LOPE_MOVED_ANEW / MILLIONTHS) // m: as far has come who was not there before, and nobody farther

// Buckets, at least: no question of fewer cells along each axis meets a bucket of a row twice.
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
    for (int axis = 0; axis < 4; axis++) grid->widest[axis] = grid->farthest[axis] = 0;
}

static double wider(double a, double b) { return a > b ? a : b; }

static lope_d4 four(lope_point p) { return lope_d4_make(p.x, p.y, p.z, 0); }

static lope_d4 magnitude(lope_d4 a) { return lope_d4_max(a, lope_d4_sub(lope_d4_splat(0), a)); }

// Where the capsule's bounds are, and how far they have come from where they were.
static void bound(lope_grid *grid, lope_grid_entry *entry, double radius, bool known)
{
    const lope_d4 feet = four(entry->feet), around = lope_d4_make(radius, radius, radius, 0);
    const lope_d4 a = lope_d4_add(feet, four(lope_vec3_to_point(entry->low)));
    const lope_d4 b = lope_d4_add(feet, four(lope_vec3_to_point(entry->high)));
    const lope_d4 lower = lope_d4_sub(lope_d4_min(a, b), around), upper = lope_d4_add(lope_d4_max(b, a), around);
    const lope_d4 low = lope_d4_sub(lower, lope_d4_load(entry->box.lower));
    const lope_d4 high = lope_d4_sub(upper, lope_d4_load(entry->box.upper));
    const lope_d4 most = known ? lope_d4_max(magnitude(low), magnitude(high)) : lope_d4_splat(FAR);
    const lope_d4 half = lope_d4_mul(lope_d4_sub(upper, lower), lope_d4_splat(0.5));
    lope_d4_store(grid->farthest, lope_d4_max(most, lope_d4_load(grid->farthest)));
    lope_d4_store(grid->widest, lope_d4_max(half, lope_d4_load(grid->widest)));
    lope_d4_store(entry->box.lower, lower);
    lope_d4_store(entry->box.upper, upper);
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
    lope_d4_store(entry->box.lower, lope_d4_add(lope_d4_load(entry->box.lower), four(way)));
    lope_d4_store(entry->box.upper, lope_d4_add(lope_d4_load(entry->box.upper), four(way)));
}

// The cells of a place. What is no less is in no lower cell: more is not asked of them. So they may be cut toward zero, which makes the cells
// on both sides of zero one.
static void cells_of(const lope_grid *grid, lope_d4 place, int64_t cells[3])
{
    double at[4];
    const lope_d4 cell = lope_d4_mul(place, lope_d4_load(grid->per_cell)), most = lope_d4_splat(CELL_LIMIT);
    lope_d4_store(at, lope_d4_max(lope_d4_min(cell, most), lope_d4_sub(lope_d4_splat(0), most)));
    for (int axis = 0; axis < 3; axis++) cells[axis] = (int64_t)at[axis];
}

// A row's number: a sum, so that the next row along an axis is one addition away. Odd constants with well mixed bits spread
// neighbours evenly over the high bits, of which its first bucket is made; unsigned arithmetic wraps the same everywhere.
#define STEP_X UINT64_C(0x9e3779b97f4a7c15)
#define STEP_Y UINT64_C(0x165667b19e3779f9)

// The low bits tell rows apart. Two rows have the same ones only where they are more than ROWS_APART from each other along x or y: the
// shortest vector of the lattice of those (x, y) whose sum is 0 is (14272, -55488).
#define ROWS_APART (1u << 15)

static uint64_t row_of(int64_t x, int64_t y) { return (uint64_t)x * STEP_X + (uint64_t)y * STEP_Y; }
static uint32_t tag_of(uint64_t row) { return (uint32_t)row; }

// Of the cell at z in a row: the one behind it is in the next bucket.
static uint32_t bucket_of(const lope_grid *grid, uint64_t row, int64_t z)
{
    return ((uint32_t)(row >> grid->shift) + (uint32_t)(uint64_t)z) & (grid->bucket_count - 1);
}

static void choose_sizes(lope_grid *grid)
{
    grid->bucket_count = FEW_CELLS;
    grid->shift = 64 - FEW_CELLS_LOG;
    while (grid->bucket_count < grid->count * 2) grid->bucket_count *= 2, grid->shift--;
    for (int axis = 0; axis < 3; axis++) {
        // slack for the rounding of middles and bounds, far above it up to 10^8 km from the origin
        grid->half[axis] = grid->widest[axis] * 1.0001;
        const double size = grid->half[axis] * halves_per_cell[axis];
        grid->per_cell[axis] = size > 0 ? 1.0 / size : 1.0;
    }
}

// Millionths of a metre, rounded up.
static uint64_t way_come(const lope_grid *grid)
{
    const double most = wider(grid->farthest[0], wider(grid->farthest[1], grid->farthest[2])) + grid->carried;
    return (uint64_t)((most < FAR ? most : FAR) * MILLIONTHS) + 1;
}

// By counting sort.
static void fill_buckets(lope_grid *grid)
{
    for (uint32_t i = 0; i <= grid->bucket_count; i++) grid->starts[i] = 0;
    for (uint32_t i = 0; i < grid->count; i++) {
        lope_grid_entry *entry = &grid->entries[i];
        int64_t cells[3];
        const lope_d4 twice = lope_d4_add(lope_d4_load(entry->box.lower), lope_d4_load(entry->box.upper));
        cells_of(grid, lope_d4_mul(twice, lope_d4_splat(0.5)), cells);
        const uint64_t row = row_of(cells[0], cells[1]);
        entry->tag = tag_of(row);
        entry->bucket = bucket_of(grid, row, cells[2]);
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

// Whether the buckets serve on: the same ones are in them, and none has come so far that questions meet many more cells. Of who is new it is
// told that he comes from farther away than any drift.
static bool serve_on(const lope_grid *grid)
{
    double least = grid->half[0];
    for (int axis = 1; axis < 3; axis++) least = grid->half[axis] < least ? grid->half[axis] : least;
    return grid->filled == grid->count && grid->drift <= DRIFT_MOST * least;
}

void lope_grid_build(lope_grid *grid)
{
    if (grid->count == 0) return;
    const uint64_t come = way_come(grid);
    grid->moved += come;
    grid->drift += (double)come / MILLIONTHS;
    if (serve_on(grid)) return;
    choose_sizes(grid);
    fill_buckets(grid);
    grid->filled = grid->count;
    grid->drift = 0;
}

static bool touches(const lope_grid_box *a, const lope_grid_box *b)
{
    return (lope_d4_greater_bits(lope_d4_load(a->lower), lope_d4_load(b->upper)) |
            lope_d4_greater_bits(lope_d4_load(b->lower), lope_d4_load(a->upper))) == 0;
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

// How far apart the two are along the axis along which they are farthest; 0: they touch.
static double gap_of(const lope_grid_box *a, const lope_grid_box *b)
{
    double gap[4];
    const lope_d4 above = lope_d4_sub(lope_d4_load(a->lower), lope_d4_load(b->upper));
    const lope_d4 below = lope_d4_sub(lope_d4_load(b->lower), lope_d4_load(a->upper));
    lope_d4_store(gap, lope_d4_max(above, below));
    return wider(wider(gap[0], gap[1]), wider(gap[2], 0));
}

typedef struct question {
    lope_grid_box box;
    uint64_t ignore;
    lope_sink *sink;
    double *room; // m, of which the least is asked for; NULL: who touches the box is given to the sink
} question;

static inline void meet(const lope_grid_entry *entry, const question *q)
{
    if (q->room) {
        const double gap = gap_of(&entry->box, &q->box);
        if (gap < *q->room) *q->room = gap;
    } else if (touches(&entry->box, &q->box)) {
        give(entry, q->sink);
    }
}

// `cells` of the row at x, y, from z on; not more than there are buckets. Rows may share a bucket: the others' capsules are met in their own.
static inline void offer_row(const lope_grid *grid, int64_t x, int64_t y, int64_t z, uint32_t cells, const question *q)
{
    const uint64_t row = row_of(x, y);
    const uint32_t tag = tag_of(row), buckets = grid->bucket_count;
    uint32_t first = bucket_of(grid, row, z), end = first + cells;
    for (;; first = 0, end -= buckets) {
        const uint32_t last = grid->starts[end < buckets ? end : buckets];
        for (uint32_t i = grid->starts[first]; i < last; i++) {
            const lope_grid_item *item = &grid->sorted[i];
            if (item->tag == tag && item->id != q->ignore) meet(&grid->entries[item->entry], q);
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

// Whether the cells are more than the characters, so that it is better to ask them all; or too many for their rows to be told apart.
static bool is_wide(const lope_grid *grid, const int64_t low[3], const int64_t high[3])
{
    const int64_t x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    if ((uint64_t)(x | y | z) < FEW_CELLS) return false; // as nearly all questions are
    if ((uint64_t)(x | y) >= ROWS_APART) return true;
    return ((double)x + 1.0) * ((double)y + 1.0) * ((double)z + 1.0) > (double)grid->count;
}

// All whose bounds may be within `reach` of those of the question. Since their cells were told, by their middles then, none of their bounds have
// come farther than the drift.
static inline void ask(const lope_grid *grid, double reach, const question *q)
{
    if (grid->count == 0) return;
    int64_t low[3], high[3];
    const lope_d4 around = lope_d4_add(lope_d4_load(grid->half), lope_d4_splat(reach + grid->drift));
    cells_of(grid, lope_d4_sub(lope_d4_load(q->box.lower), around), low);
    cells_of(grid, lope_d4_add(lope_d4_load(q->box.upper), around), high);
    if (is_wide(grid, low, high)) {
        offer_all(grid, q);
        return;
    }
    const uint32_t cells = (uint32_t)(high[2] - low[2]) + 1;
    for (int64_t x = low[0]; x <= high[0]; x++)
        for (int64_t y = low[1]; y <= high[1]; y++) offer_row(grid, x, y, low[2], cells, q);
}

static lope_grid_box box_of(const lope_bounds *bounds)
{
    return (lope_grid_box){{bounds->lower.x, bounds->lower.y, bounds->lower.z, 0},
                           {bounds->upper.x, bounds->upper.y, bounds->upper.z, 0}};
}

void lope_grid_gather(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, lope_sink *sink)
{
    const question q = {box_of(bounds), ignore, sink, NULL};
    ask(grid, 0, &q);
}

double lope_grid_room(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, double most)
{
    double room = most;
    const question q = {box_of(bounds), ignore, NULL, &room};
    ask(grid, most, &q);
    return room;
}
