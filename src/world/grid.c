// grid.c - the hash grid over the characters' capsules: add, build, ask. What it promises stands in grid.h. A
// sorted list along one axis would be simpler. But a crowd in a corridor, or one with turned gravity, lines
// up along any axis, and cells do not care. Read next: step.c, which fills the grid.
#include "world/grid.h"

#include "base/hot_cold.h"
#include "base/memory.h"
#include "base/simd.h"
#include "character/state/state_flags.h"

#include <string.h>

// Cells this far from the middle are one: keeps the cast to an integer in range. 2^50 is far beyond what a
// metre can mean.
#define CELL_LIMIT 1125899906842624.0

// Cells are this many half extents wide along each axis: at 8 a question over a walking capsule's bounds
// meets 1 or 2 cells an axis. They are higher than wide: an upright capsule is higher, too, but few stand
// over each other.
static const double halves_per_cell[3] = {8, 16, 8};

// Where fewer than CELL_FEW are in a cell on average, a question had better look up fewer cells, and the next
// ones are twice as wide. Where more than CELL_MANY are, they are half as wide. Twice the width is four times
// the cell: what has too few then never has too many.
#define CELL_FEW 1.5
#define CELL_MANY 6.0
#define STRETCH_MOST 2

#define DRIFT_MOST 1.0 // half extents, that a character may have come since the buckets were filled

#define MILLIONTHS 1e6
// m: as far has come what was not there before, and nothing farther
#define FAR ((double)LOPE_MOVED_ANEW / MILLIONTHS)

// At least so many buckets: no question of fewer cells along each axis meets a bucket of a row twice.
#define FEW_CELLS_LOG 2
#define FEW_CELLS (1u << FEW_CELLS_LOG)

bool lope_grid_reserve(lope_grid *grid, const lope_allocator *allocator, uint32_t count)
{
    void *entries = grid->entries, *sorted = grid->sorted, *starts = grid->starts, *shoved = grid->shoved;
    bool room = lope_grow(allocator, &entries, &grid->entry_capacity, count, sizeof *grid->entries);
    room = room && lope_grow(allocator, &sorted, &grid->sorted_capacity, count, sizeof *grid->sorted);
    room = room && lope_grow(allocator, &shoved, &grid->shoved_capacity, count, sizeof *grid->shoved);
    // twice the count rounded up to a power of two is less than four times the count; one more for the end
    room = room && lope_grow(allocator, &starts, &grid->start_capacity, (size_t)count * 4 + 2, sizeof *grid->starts);
    grid->entries = entries;
    grid->sorted = sorted;
    grid->starts = starts;
    grid->shoved = shoved;
    return room;
}

void lope_grid_release(lope_grid *grid, const lope_allocator *allocator)
{
    lope_release(allocator, grid->entries, grid->entry_capacity * sizeof *grid->entries);
    lope_release(allocator, grid->sorted, grid->sorted_capacity * sizeof *grid->sorted);
    lope_release(allocator, grid->starts, grid->start_capacity * sizeof *grid->starts);
    lope_release(allocator, grid->shoved, grid->shoved_capacity * sizeof *grid->shoved);
}

void lope_grid_clear(lope_grid *grid)
{
    grid->before = grid->count;
    grid->count = 0;
    grid->carried = 0;
    for (int axis = 0; axis < 4; axis++) grid->farthest[axis] = 0;
}

static double wider(double a, double b) { return a > b ? a : b; }

static lope_d4 four(lope_point p) { return lope_d4_make(p.x, p.y, p.z, 0); }

static lope_d4 magnitude(lope_d4 a) { return lope_d4_max(a, lope_d4_sub(lope_d4_splat(0), a)); }

static lope_grid_box box_at(const lope_grid_entry *entry, lope_d4 feet)
{
    lope_grid_box box;
    lope_d4_store(box.lower, lope_d4_add(feet, lope_d4_load(entry->low)));
    lope_d4_store(box.upper, lope_d4_add(feet, lope_d4_load(entry->high)));
    return box;
}

lope_grid_box lope_grid_bounds(const lope_grid_entry *entry) { return box_at(entry, lope_d4_load(entry->feet)); }

// Return the ends of the capsule's core, from the feet.
static lope_vec3 low_end(const lope_grid_shape *shape) { return lope_vec3_scale(shape->up, shape->radius); }
static lope_vec3 high_end(const lope_grid_shape *shape) { return lope_vec3_scale(shape->up, shape->height - shape->radius); }

// of the height: bounds are made from the feet here, and from the ends of the core elsewhere
#define SLACK 1e-9

// Gives an entry another shape than it had. Returns how far its bounds have come by that.
LOPE_COLD static lope_d4 take_shape(lope_grid_entry *entry, lope_d4 feet, const lope_grid_shape *shape)
{
    const lope_grid_box was = lope_grid_bounds(entry);
    const double around = (double)shape->radius + SLACK * (double)shape->height;
    const lope_d4 a = four(lope_vec3_to_point(low_end(shape))), b = four(lope_vec3_to_point(high_end(shape)));
    const lope_d4 aside = lope_d4_make(around, around, around, 0);
    entry->shape = *shape;
    lope_d4_store(entry->low, lope_d4_sub(lope_d4_min(a, b), aside));
    lope_d4_store(entry->high, lope_d4_add(lope_d4_max(a, b), aside));
    const lope_grid_box now = box_at(entry, feet);
    const lope_d4 low = lope_d4_sub(lope_d4_load(now.lower), lope_d4_load(was.lower));
    const lope_d4 high = lope_d4_sub(lope_d4_load(now.upper), lope_d4_load(was.upper));
    return lope_d4_max(magnitude(low), magnitude(high));
}

_Static_assert(offsetof(lope_state, radius) - offsetof(lope_state, up) == offsetof(lope_grid_shape, radius) &&
                   offsetof(lope_state, height) - offsetof(lope_state, up) == offsetof(lope_grid_shape, height) &&
                   sizeof(lope_grid_shape) == 20,
               "a shape stands in a state as it does in an entry");

static bool is_shape(const lope_grid_shape *shape, const lope_state *state)
{
    return memcmp(shape, &state->up, sizeof *shape) == 0;
}

static lope_grid_shape shape_of(const lope_state *state) { return (lope_grid_shape){state->up, state->radius, state->height}; }

lope_grid_entry *lope_grid_add(lope_grid *grid, uint64_t id, const lope_state *state)
{
    // another one in its place is new: a character that has asked about that place may have been left out
    // itself
    const bool known = grid->count < grid->before && grid->entries[grid->count].id == id;
    lope_grid_entry *entry = &grid->entries[grid->count++];
    const lope_d4 feet = four(state->feet);
    lope_d4 come = magnitude(lope_d4_sub(feet, lope_d4_load(entry->feet)));
    if (LOPE_UNLIKELY(!known || !is_shape(&entry->shape, state))) {
        const lope_grid_shape shape = shape_of(state);
        come = take_shape(entry, feet, &shape);
        if (!known) come = lope_d4_splat(FAR);
    }
    lope_d4_store(grid->farthest, lope_d4_max(come, lope_d4_load(grid->farthest)));
    lope_d4_store(entry->feet, feet);
    entry->id = id;
    entry->velocity = state->velocity;
    entry->way = (lope_point){0, 0, 0};
    entry->push_priority = (uint8_t)lope_push_priority(state);
    entry->falls = lope_state_falls(state);
    entry->no_stand = entry->rests = false;
    entry->steps = entry->step = 0;
    entry->shove = 0;
    entry->held = false;
    return entry;
}

static double longest(lope_point way) { return wider(fabs(way.x), wider(fabs(way.y), fabs(way.z))); }

void lope_grid_carry(lope_grid *grid, lope_grid_entry *entry, lope_point way)
{
    grid->carried = wider(grid->carried, longest(way));
    entry->way = way;
    lope_d4_store(entry->feet, lope_d4_add(lope_d4_load(entry->feet), four(way)));
}

// Finds the cells of a place. What is no less is in no lower cell: more is not asked of them. So they may be
// cut toward zero, which makes the cells on both sides of zero one.
static void cells_of(const lope_grid *grid, lope_d4 place, int64_t cells[3])
{
    double at[4];
    const lope_d4 cell = lope_d4_mul(place, lope_d4_load(grid->per_cell)), most = lope_d4_splat(CELL_LIMIT);
    lope_d4_store(at, lope_d4_max(lope_d4_min(cell, most), lope_d4_sub(lope_d4_splat(0), most)));
    for (int axis = 0; axis < 3; axis++) cells[axis] = (int64_t)at[axis];
}

// A row's number is a sum, so that the next row along an axis is one addition away. Odd constants with well
// mixed bits spread neighbours evenly over the high bits, of which its first bucket is made; unsigned
// arithmetic wraps the same everywhere.
#define STEP_X UINT64_C(0x9e3779b97f4a7c15)
#define STEP_Y UINT64_C(0x165667b19e3779f9)

// The low bits tell rows apart. Two rows have the same ones only where they are more than ROWS_APART from
// each other along x or y: the shortest vector of the lattice of those (x, y) with a sum of 0 is (14272,
// -55488).
#define ROWS_APART (1u << 15)

static uint64_t row_of(int64_t x, int64_t y) { return (uint64_t)x * STEP_X + (uint64_t)y * STEP_Y; }
static uint32_t tag_of(uint64_t row) { return (uint32_t)row; }

// Returns the bucket of the cell at z in a row: the cell behind it is in the next bucket.
static uint32_t bucket_of(const lope_grid *grid, uint64_t row, int64_t z)
{
    return ((uint32_t)(row >> grid->shift) + (uint32_t)(uint64_t)z) & (grid->bucket_count - 1);
}

static void choose_sizes(lope_grid *grid)
{
    double widest[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < grid->count; i++) {
        const lope_d4 size = lope_d4_sub(lope_d4_load(grid->entries[i].high), lope_d4_load(grid->entries[i].low));
        lope_d4_store(widest, lope_d4_max(size, lope_d4_load(widest)));
    }
    grid->bucket_count = FEW_CELLS;
    grid->shift = 64 - FEW_CELLS_LOG;
    while (grid->bucket_count < grid->count * 2) grid->bucket_count *= 2, grid->shift--;
    for (int axis = 0; axis < 3; axis++) {
        // slack for the rounding of middles and bounds, far above it up to 10^8 km from the origin
        grid->half[axis] = 0.5 * 1.0001 * widest[axis];
        const double size = grid->half[axis] * halves_per_cell[axis] * (axis == 1 ? 1.0 : (double)(1u << grid->stretch));
        grid->per_cell[axis] = size > 0 ? 1.0 / size : 1.0;
    }
}

// Returns how far the capsules have come since the last build, in millionths of a metre, rounded up.
static uint64_t way_come(const lope_grid *grid)
{
    const double most = wider(grid->farthest[0], wider(grid->farthest[1], grid->farthest[2])) + grid->carried;
    return (uint64_t)((most < FAR ? most : FAR) * MILLIONTHS) + 1;
}

// Chooses the width of cells for the next filling.
static void choose_stretch(lope_grid *grid, uint32_t filled)
{
    const double each = (double)grid->count / (double)filled;
    if (each < CELL_FEW && grid->stretch < STRETCH_MOST) grid->stretch++;
    if (each > CELL_MANY && grid->stretch > 0) grid->stretch--;
}

// Fills the buckets by counting sort.
static void fill_buckets(lope_grid *grid)
{
    for (uint32_t i = 0; i <= grid->bucket_count; i++) grid->starts[i] = 0;
    for (uint32_t i = 0; i < grid->count; i++) {
        lope_grid_entry *entry = &grid->entries[i];
        int64_t cells[3];
        const lope_grid_box box = lope_grid_bounds(entry);
        const lope_d4 twice = lope_d4_add(lope_d4_load(box.lower), lope_d4_load(box.upper));
        cells_of(grid, lope_d4_mul(twice, lope_d4_splat(0.5)), cells);
        const uint64_t row = row_of(cells[0], cells[1]);
        entry->tag = tag_of(row);
        entry->bucket = bucket_of(grid, row, cells[2]);
        grid->starts[entry->bucket]++;
    }
    uint32_t end = 0, filled = 0;
    for (uint32_t i = 0; i <= grid->bucket_count; i++) {
        filled += grid->starts[i] > 0 ? 1 : 0;
        end += grid->starts[i];
        grid->starts[i] = end;
    }
    choose_stretch(grid, filled);
    for (uint32_t i = grid->count; i-- > 0;) {
        const lope_grid_entry *entry = &grid->entries[i];
        grid->sorted[--grid->starts[entry->bucket]] = (lope_grid_item){entry->id, i, entry->tag};
    }
}

// Returns whether the buckets serve on: the same ones are in them, and none has come so far that questions
// meet many more cells. What is new counts as come from farther away than any drift.
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

void lope_grid_shove(lope_grid *grid, lope_grid_entry *entry, lope_point way)
{
    const double most = longest(way);
    grid->moved += (uint64_t)((most < FAR ? most : FAR) * MILLIONTHS) + 1;
    grid->drift += most;
    entry->way = lope_point_add(entry->way, way);
    lope_d4_store(entry->feet, lope_d4_add(lope_d4_load(entry->feet), four(way)));
}

void lope_grid_renew(lope_grid *grid, lope_grid_entry *entry, const lope_state *state)
{
    double come[4];
    const lope_d4 feet = four(state->feet);
    lope_d4 way = magnitude(lope_d4_sub(feet, lope_d4_load(entry->feet)));
    if (!is_shape(&entry->shape, state)) {
        const lope_grid_shape shape = shape_of(state);
        way = take_shape(entry, feet, &shape);
    }
    lope_d4_store(come, way);
    const double most = wider(come[0], wider(come[1], come[2]));
    grid->moved += (uint64_t)((most < FAR ? most : FAR) * MILLIONTHS) + 1;
    grid->drift += most;
    lope_d4_store(entry->feet, feet);
    entry->velocity = state->velocity;
    entry->way = (lope_point){0, 0, 0};
    entry->push_priority = (uint8_t)lope_push_priority(state);
    entry->falls = lope_state_falls(state);
    entry->rests = false;
    entry->shove = 0;
    entry->held = false;
}

void lope_grid_put(lope_grid *grid, lope_grid_entry *entry, const lope_grid_entry *was)
{
    const lope_grid_box now = lope_grid_bounds(entry), then = lope_grid_bounds(was);
    double most = 0;
    for (int axis = 0; axis < 3; axis++)
        most = wider(most, wider(fabs(now.lower[axis] - then.lower[axis]), fabs(now.upper[axis] - then.upper[axis])));
    grid->moved += (uint64_t)((most < FAR ? most : FAR) * MILLIONTHS) + 1;
    grid->drift += most;
    *entry = *was;
}

// Returns how far an entry's bounds are beyond a box along each axis, to whichever side; less than 0: they
// overlap there.
static inline lope_d4 beyond(const lope_grid_entry *entry, const lope_grid_box *box)
{
    const lope_d4 feet = lope_d4_load(entry->feet);
    const lope_d4 above = lope_d4_sub(lope_d4_add(feet, lope_d4_load(entry->low)), lope_d4_load(box->upper));
    const lope_d4 below = lope_d4_sub(lope_d4_load(box->lower), lope_d4_add(feet, lope_d4_load(entry->high)));
    return lope_d4_max(above, below);
}

static inline bool touches(const lope_grid_entry *entry, const lope_grid_box *box)
{
    return lope_d4_greater_bits(beyond(entry, box), lope_d4_splat(0)) == 0;
}

static lope_sink_body body_of(const lope_grid_entry *entry)
{
    return (lope_sink_body){.id = entry->id,
                            .pose = {.position = {entry->feet[0], entry->feet[1], entry->feet[2]}, .rotation = {0, 0, 0, 1}},
                            .channels = LOPE_CHANNEL_CHARACTER,
                            .moving = true,
                            .character = true,
                            .motion = {.displacement = entry->way},
                            .push_priority = entry->push_priority,
                            .velocity = entry->velocity,
                            .falls = entry->falls,
                            .rests = entry->rests,
                            .parts = entry->steps,
                            .part = entry->step,
                            .surface = {.walkable = entry->no_stand ? LOPE_WALKABLE_NEVER : LOPE_WALKABLE_BY_ANGLE}};
}

lope_capsule lope_grid_capsule(const lope_grid_entry *entry)
{
    const lope_point feet = {entry->feet[0], entry->feet[1], entry->feet[2]};
    return (lope_capsule){.a = lope_point_add(feet, lope_vec3_to_point(low_end(&entry->shape))),
                          .b = lope_point_add(feet, lope_vec3_to_point(high_end(&entry->shape))),
                          .radius = (double)entry->shape.radius};
}

static void give(const lope_grid_entry *entry, lope_sink *sink)
{
    const lope_sink_body body = body_of(entry);
    lope_sink_begin(sink, &body);
    lope_sink_capsule(sink, low_end(&entry->shape), high_end(&entry->shape), entry->shape.radius, 0);
}

// Returns how far apart the two are along the axis along which they are farthest; 0: they touch.
static inline double gap_of(const lope_grid_entry *entry, const lope_grid_box *box)
{
    double gap[4];
    lope_d4_store(gap, beyond(entry, box));
    return wider(wider(gap[0], gap[1]), wider(gap[2], 0));
}

typedef struct question {
    lope_grid_box box;
    uint64_t ignore;
    lope_sink *sink; // NULL: what touches the box is visited
    double *room;    // m, of which the least is asked for; NULL: what touches the box goes to the sink
    lope_grid_visit *visit;
    lope_grid_visit_run *visit_run; // not NULL: that is all
    void *context;
} question;

static inline void meet(const lope_grid *grid, const lope_grid_entry *entry, const question *q)
{
    if (q->room) {
        const double gap = gap_of(entry, &q->box);
        if (gap < *q->room) *q->room = gap;
    } else if (touches(entry, &q->box)) {
        if (q->sink)
            give(entry, q->sink);
        else
            q->visit(q->context, (uint32_t)(entry - grid->entries));
    }
}

// Meets `cells` of the row at x, y, from z on; not more than there are buckets. Rows may share a bucket: the
// capsules of the others are met in their own.
static inline void offer_row(const lope_grid *grid, int64_t x, int64_t y, int64_t z, uint32_t cells, const question *q)
{
    const uint64_t row = row_of(x, y);
    const uint32_t tag = tag_of(row), buckets = grid->bucket_count;
    uint32_t first = bucket_of(grid, row, z), end = first + cells;
    for (;; first = 0, end -= buckets) {
        const uint32_t last = grid->starts[end < buckets ? end : buckets];
        if (q->visit_run) q->visit_run(q->context, grid->starts[first], last, &tag);
        for (uint32_t i = grid->starts[first]; i < last && !q->visit_run; i++) {
            const lope_grid_item *item = &grid->sorted[i];
            if (item->tag == tag && item->id != q->ignore) meet(grid, &grid->entries[item->entry], q);
        }
        if (end <= buckets) break; // else it goes on with the first bucket
    }
}

static void offer_all(const lope_grid *grid, const question *q)
{
    if (q->visit_run) {
        q->visit_run(q->context, 0, grid->count, NULL);
        return;
    }
    for (uint32_t i = 0; i < grid->count; i++) {
        const lope_grid_entry *entry = &grid->entries[i];
        if (entry->id != q->ignore) meet(grid, entry, q);
    }
}

// Returns whether the cells are more than the characters, so that it is better to ask all of these; or too
// many for their rows to be told apart.
static bool is_wide(const lope_grid *grid, const int64_t low[3], const int64_t high[3])
{
    const int64_t x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    if ((uint64_t)(x | y | z) < FEW_CELLS) return false; // as nearly all questions are
    if ((uint64_t)(x | y) >= ROWS_APART) return true;
    return ((double)x + 1.0) * ((double)y + 1.0) * ((double)z + 1.0) > (double)grid->count;
}

// Meets all with bounds that may be within `reach` of those of the question. Since their cells were found, by
// their middles then, none of their bounds have come farther than the drift.
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
    const question q = {.box = box_of(bounds), .ignore = ignore, .sink = sink};
    ask(grid, 0, &q);
}

void lope_grid_each(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, lope_grid_visit *visit, void *context)
{
    const question q = {.box = box_of(bounds), .ignore = ignore, .visit = visit, .context = context};
    ask(grid, 0, &q);
}

void lope_grid_each_run(const lope_grid *grid, const lope_bounds *bounds, lope_grid_visit_run *visit, void *context)
{
    const question q = {.box = box_of(bounds), .visit_run = visit, .context = context};
    ask(grid, 0, &q);
}

double lope_grid_room(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, double most)
{
    double room = most;
    const question q = {.box = box_of(bounds), .ignore = ignore, .room = &room};
    ask(grid, most, &q);
    return room;
}

bool lope_grid_body(const lope_grid *grid, uint64_t id, lope_sink_body *body)
{
    for (uint32_t i = 0; i < grid->count; i++) {
        if (grid->entries[i].id != id) continue;
        *body = body_of(&grid->entries[i]);
        return true;
    }
    return false;
}
