// test_grid.c - asking for the characters nearby: all that are there are met, once, and those who are
// elsewhere cost nothing, however many.

#include "world_help.h"

#include "base/memory.h"
#include "motion/nearby/sink.h"
#include "world/grid.h"

#define NEAR_SIDE 32 // they stand in a square, SPACING apart
#define SPACING 3.0  // m
#define FAR 100000
#define CROWD 400
#define QUESTIONS 2000

static lope_state standing(double x, double z)
{
    lope_state state;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {x, 0, z}}), LOPE_OK);
    return state;
}

// A crowd of 1,024 about the origin, and `far_away` others 20 km off and 1 m apart from each other.
static void fill(lope_grid *grid, const lope_allocator *allocator, uint32_t far_away)
{
    *grid = (lope_grid){0};
    assert_true(lope_grid_reserve(grid, allocator, NEAR_SIDE * NEAR_SIDE + far_away));
    lope_grid_clear(grid);
    for (uint32_t i = 0; i < NEAR_SIDE * NEAR_SIDE; i++) {
        const lope_state state = standing((i % NEAR_SIDE) * SPACING, (i / NEAR_SIDE) * SPACING);
        lope_grid_add(grid, i + 1, &state);
    }
    for (uint32_t i = 0; i < far_away; i++) {
        const lope_state state = standing(20000 + i % 300, 20000 + i / 300);
        lope_grid_add(grid, NEAR_SIDE * NEAR_SIDE + i + 1, &state);
    }
    lope_grid_build(grid);
}

// Returns how many items a question about the crowd looks at in a row of cells, on average: those of three
// buckets.
static double items_looked_at(const lope_grid *grid)
{
    double items = 0;
    for (uint32_t i = 0; i < NEAR_SIDE * NEAR_SIDE; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t bucket = (grid->entries[i].bucket + k - 1) & (grid->bucket_count - 1);
            items += grid->starts[bucket + 1] - grid->starts[bucket];
        }
    }
    return items / (NEAR_SIDE * NEAR_SIDE);
}

static void those_elsewhere_cost_nothing(void **unused)
{
    (void)unused;
    const lope_allocator none = {0}, allocator = lope_allocator_or_default(&none);
    lope_grid alone, among;
    fill(&alone, &allocator, 0);
    fill(&among, &allocator, FAR);
    const double one = items_looked_at(&alone), other = items_looked_at(&among);
    print_message("a row has %.2f items alone, %.2f with %d others elsewhere\n", one, other, FAR);
    // What grew with their number would be a hundredfold. Others in the same buckets by chance, one or two a
    // bucket, may double a row, and cells may be of half the width or twice.
    assert_true(other < 3 * one);
    for (int axis = 0; axis < 3; axis++) {
        const double ratio = among.per_cell[axis] / alone.per_cell[axis];
        assert_true(ratio >= 0.5 && ratio <= 2.0); // along each axis as many cells as alone, or twice
    }
    lope_grid_release(&alone, &allocator);
    lope_grid_release(&among, &allocator);
}

static void count_body(void *context, const lope_sink_body *body) { ((uint32_t *)context)[body->id - 1]++; }

static void ignore_shape(void *context, const lope_recorded_shape *shape) { (void)context, (void)shape; }

static bool overlap(double low, double high, double other_low, double other_high)
{
    return low <= other_high && high >= other_low;
}

// A capsule that stands: its bounds, and whether it is met once, or never.
static void assert_met(const lope_state *state, const lope_bounds *bounds, uint32_t times)
{
    const double r = (double)state->radius, h = (double)state->height;
    const lope_point feet = state->feet;
    const bool near_by = overlap(feet.x - r, feet.x + r, bounds->lower.x, bounds->upper.x) &&
                         overlap(feet.y, feet.y + h, bounds->lower.y, bounds->upper.y) &&
                         overlap(feet.z - r, feet.z + r, bounds->lower.z, bounds->upper.z);
    assert_int_equal(times, near_by ? 1 : 0);
}

static lope_point random_point(uint64_t *seed, double most)
{
    const double x = random_between(seed, -most, most), y = random_between(seed, -most, most);
    return lope_point_make(x, y, random_between(seed, -most, most));
}

// By how much the bounds may grow without touching a capsule.
static double room_of(const lope_state *state, const lope_bounds *bounds)
{
    const double r = (double)state->radius, h = (double)state->height;
    const lope_point feet = state->feet;
    const double x = fmax(feet.x - r - bounds->upper.x, bounds->lower.x - feet.x - r);
    const double y = fmax(feet.y - bounds->upper.y, bounds->lower.y - feet.y - h);
    return fmax(fmax(x, y), fmax(feet.z - r - bounds->upper.z, bounds->lower.z - feet.z - r));
}

// Questions from a point to twice the cloud.
static void ask_about(const lope_grid *grid, const lope_state *states, uint32_t count, double size, uint64_t *seed)
{
    for (int k = 0; k < QUESTIONS; k++) {
        const lope_point at = random_point(seed, size);
        const double wide = random_between(seed, 0, 1) * (k % 10 == 0 ? size : 3.0);
        const lope_point half = lope_point_make(wide * random_between(seed, 0, 1), wide, wide * random_between(seed, 0, 1));
        const lope_bounds bounds = {lope_point_sub(at, half), lope_point_add(at, half)};
        uint32_t times[CROWD] = {0};
        const lope_sink_watch watch = {times, count_body, ignore_shape};
        lope_sink sink = {.takes_all = true, .watch = &watch};
        const uint32_t ignored = random_next(seed) % count;
        lope_grid_gather(grid, &bounds, ignored + 1, &sink);
        assert_int_equal(times[ignored], 0);
        double most = random_between(seed, 0, 5), room = most;
        for (uint32_t i = 0; i < count; i++) {
            if (i == ignored) continue;
            assert_met(&states[i], &bounds, times[i]);
            room = fmin(room, room_of(&states[i], &bounds));
        }
        // the grid's capsules end at a float's rounding from where these do
        assert_true(fabs(lope_grid_room(grid, &bounds, ignored + 1, most) - fmax(room, 0)) < 1e-6);
    }
}

static void build_of(lope_grid *grid, const lope_state *states, uint32_t count)
{
    lope_grid_clear(grid);
    for (uint32_t i = 0; i < count; i++) lope_grid_add(grid, i + 1, &states[i]);
    lope_grid_build(grid);
}

#define DRIFTS 12

// A cloud about the origin of `size` m, asked when it is new, and while all move by up to `step` m an axis
// from build to build.
static void ask_cloud(lope_grid *grid, uint32_t count, double size, double step, uint64_t *seed)
{
    static lope_state states[CROWD];
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(lope_state_init(&states[i], &(lope_state_def){.feet = random_point(seed, size)}), LOPE_OK);
    build_of(grid, states, count);
    ask_about(grid, states, count, size, seed);
    for (int k = 0; k < DRIFTS; k++) {
        for (uint32_t i = 0; i < count; i++) {
            states[i].feet = lope_point_add(states[i].feet, random_point(seed, step));
            if (k == DRIFTS / 2 && random_next(seed) % 50 == 0) states[i].height = (float)random_between(seed, 1, 2);
        }
        build_of(grid, states, count);
        if (k % 3 == 2) ask_about(grid, states, count, size, seed);
    }
}

static void all_who_are_there_are_met_once(void **unused)
{
    (void)unused;
    uint64_t seed = 20261122;
    print_message("seed %llu\n", (unsigned long long)seed);
    const lope_allocator none = {0}, allocator = lope_allocator_or_default(&none);
    lope_grid grid = {0};
    assert_true(lope_grid_reserve(&grid, &allocator, CROWD));
    static const uint32_t counts[] = {1, 2, 5, 50, CROWD};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (double size = 3; size < 1e5; size *= 10) {
            ask_cloud(&grid, counts[i], size, 0.02, &seed);
            ask_cloud(&grid, counts[i], size, 0.2, &seed);
        }
    lope_grid_release(&grid, &allocator);
}

static double moved_since(const lope_grid *grid, uint64_t moved) { return (double)(grid->moved - moved) * 1e-6; }

// Everybody is moved by up to `most` along each axis, some are carried, and now and then somebody grows or is
// another one. Nobody's bounds come farther than is told.
static void move_all(lope_grid *grid, lope_state *states, uint64_t *ids, uint64_t *seed, double most)
{
    static lope_grid_box was[CROWD];
    const uint64_t moved = grid->moved;
    for (uint32_t i = 0; i < grid->count; i++) was[i] = lope_grid_bounds(&grid->entries[i]);
    lope_grid_clear(grid);
    for (uint32_t i = 0; i < CROWD; i++) {
        lope_state *state = &states[i];
        state->feet = lope_point_add(state->feet, random_point(seed, most));
        if (random_next(seed) % 50 == 0) state->height = (float)random_between(seed, 1, 3);
        if (random_next(seed) % 5000 == 0) {
            ids[i] += CROWD;
            state->feet = random_point(seed, 20);
        }
        lope_grid_entry *entry = lope_grid_add(grid, ids[i], state);
        if (random_next(seed) % 20 == 0) lope_grid_carry(grid, entry, random_point(seed, most));
    }
    lope_grid_build(grid);
    for (uint32_t i = 0; i < grid->before; i++) {
        const lope_grid_box now = lope_grid_bounds(&grid->entries[i]);
        for (int axis = 0; axis < 3; axis++) {
            assert_true(fabs(now.lower[axis] - was[i].lower[axis]) <= moved_since(grid, moved));
            assert_true(fabs(now.upper[axis] - was[i].upper[axis]) <= moved_since(grid, moved));
        }
    }
}

// What was room once is that, less how far all have come since then, for as long as there is any left.
static void room_lasts(void **unused)
{
    (void)unused;
    static lope_state states[CROWD];
    static uint64_t ids[CROWD];
    uint64_t seed = 20261123;
    print_message("seed %llu\n", (unsigned long long)seed);
    const lope_allocator none = {0}, allocator = lope_allocator_or_default(&none);
    lope_grid grid = {0};
    assert_true(lope_grid_reserve(&grid, &allocator, CROWD));
    for (uint32_t i = 0; i < CROWD; i++) {
        assert_int_equal(lope_state_init(&states[i], &(lope_state_def){.feet = random_point(&seed, 20)}), LOPE_OK);
        ids[i] = i + 1;
    }
    uint32_t served = 0;
    for (uint32_t k = 0; k < QUESTIONS; k++) {
        move_all(&grid, states, ids, &seed, 0.05);
        const lope_point at = random_point(&seed, 20), half = {0.5, 0.5, 0.5};
        const lope_bounds bounds = {lope_point_sub(at, half), lope_point_add(at, half)};
        const double room = lope_grid_room(&grid, &bounds, 0, 3);
        const uint64_t moved = grid.moved;
        while (moved_since(&grid, moved) < room) {
            for (uint32_t i = 0; i < CROWD; i++) assert_true(room_of(&states[i], &bounds) > 0);
            move_all(&grid, states, ids, &seed, 0.05);
            served++;
        }
    }
    print_message("served for %.1f steps a question\n", (double)served / QUESTIONS);
    assert_true(served > QUESTIONS);
    lope_grid_release(&grid, &allocator);
}

// Somebody at the very place of another one is new: that one may have asked how much room there is, and it
// itself is left out.
static void newcomers_count_as_far(void **unused)
{
    (void)unused;
    const lope_allocator none = {0}, allocator = lope_allocator_or_default(&none);
    static const uint64_t ids[][2] = {{1, 2}, {1, 2}, {3, 1}};
    lope_grid grid = {0};
    assert_true(lope_grid_reserve(&grid, &allocator, 2));
    for (int step = 0; step < 3; step++) {
        const uint64_t moved = grid.moved;
        lope_grid_clear(&grid);
        for (int i = 0; i < 2; i++) {
            const lope_state state = standing(5 * i, 0);
            lope_grid_add(&grid, ids[step][i], &state);
        }
        lope_grid_build(&grid);
        assert_int_equal(grid.moved - moved >= LOPE_MOVED_ANEW, step != 1);
    }
    lope_grid_release(&grid, &allocator);
}

// A square of CROWD, so far apart, that goes on until its cells have been chosen a few times.
static uint32_t stretch_of(lope_grid *grid, double spacing)
{
    for (int step = 0; step < 8; step++) {
        lope_grid_clear(grid);
        for (uint32_t i = 0; i < CROWD; i++) {
            const lope_state state = standing(i % 20 * spacing + step, i / 20 * spacing);
            lope_grid_add(grid, i + 1, &state);
        }
        lope_grid_build(grid);
    }
    return grid->stretch;
}

static void cells_fit_the_crowd(void **unused)
{
    (void)unused;
    const lope_allocator none = {0}, allocator = lope_allocator_or_default(&none);
    lope_grid grid = {0};
    assert_true(lope_grid_reserve(&grid, &allocator, CROWD));
    assert_int_equal(stretch_of(&grid, 30), 2); // alone in its cell however wide
    assert_int_equal(stretch_of(&grid, 1), 0);  // seven in a cell of 2.7 m
    assert_int_equal(stretch_of(&grid, 4), 1);  // alone in that, a few in twice the width
    lope_grid_release(&grid, &allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_who_are_there_are_met_once), cmocka_unit_test(room_lasts),
        cmocka_unit_test(newcomers_count_as_far),         cmocka_unit_test(cells_fit_the_crowd),
        cmocka_unit_test(those_elsewhere_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
