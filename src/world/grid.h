// grid.h - which characters are near some bounds: a hash grid over their capsules, built anew each step.
//
// A cell holds about two characters across, or four or eight where the crowd stands apart, a character stands in the one cell that holds its
// middle, and a question walks the cells around it, so its cost depends on how dense the crowd is and not on how large. The cells of a row are
// in buckets after each other, so a question looks up rows, of which it meets one to four, and not cells. Buckets are filled by counting sort
// in the order in which the capsules were added. They serve for a few steps: who has moved since then is looked for so much farther around.
// Read next: grid.c, step.c.
#ifndef LOPE_WORLD_GRID_H
#define LOPE_WORLD_GRID_H

#include <lope/move.h>

// Bounds (m) as the vector unit takes them: x, y, z and 0.
typedef struct lope_grid_box {
    double lower[4], upper[4];
} lope_grid_box;

// What of a state its capsule's bounds hang on, beside where it stands; as it stands in the state.
typedef struct lope_grid_shape {
    lope_vec3 up;         // unit
    float radius, height; // m
} lope_grid_shape;

typedef struct lope_grid_entry {
    double feet[4];         // m, where the body stands, and 0
    double low[4], high[4]; // m, from there to the corners of the capsule's bounds, and 0
    uint64_t id;
    lope_grid_shape shape;
    lope_vec3 velocity; // m/s
    lope_point way;     // m, that its base carries it during the tick: the feet are there already
    bool falls;
    uint8_t firm;  // lope_state_firm
    bool no_stand; // nobody may stand upon it
    uint32_t tag;  // of the row of cells, along z, in one of which its middle is
    uint32_t bucket;
} lope_grid_entry;

// What a bucket holds: rows that share a bucket are told apart by the tag, and who asks by the id, without a look at the entry.
typedef struct lope_grid_item {
    uint64_t id;
    uint32_t entry, tag;
} lope_grid_item;

typedef struct lope_grid {
    lope_grid_entry *entries; // in the order of lope_grid_add
    lope_grid_item *sorted;   // bucket after bucket
    uint32_t *starts;         // bucket_count + 1: where each bucket begins in sorted
    size_t entry_capacity, sorted_capacity, start_capacity;
    uint32_t count, bucket_count, shift; // a row's number without its first bucket is `shift` bits
    uint32_t before;                     // entries of the last build
    double farthest[4];                  // m along each axis, that anybody's bounds have come since then, but for
    double carried;                      // m, the most by which a base carries any of them
    uint64_t moved;                      // how far all have come in all builds: lope_surroundings
    // as the buckets were filled
    uint32_t filled;    // entries
    double half[4];     // m, the largest half extents
    double per_cell[4]; // 1/m, cells in a metre
    double drift;       // m, that any has come since then, at most
    uint32_t stretch;   // how often the cells' width is doubled at the next filling, where few would be in a cell
} lope_grid;

// Room for `count` capsules, so that add and build never allocate. False: out of memory, the grid is as it was.
bool lope_grid_reserve(lope_grid *grid, const lope_allocator *allocator, uint32_t count);
void lope_grid_release(lope_grid *grid, const lope_allocator *allocator);

void lope_grid_clear(lope_grid *grid);
// Within the room reserved. What it returns may be changed until build.
lope_grid_entry *lope_grid_add(lope_grid *grid, uint64_t id, const lope_state *state);
void lope_grid_carry(lope_grid *grid, lope_grid_entry *entry, lope_point way); // before build
void lope_grid_build(lope_grid *grid);
lope_grid_box lope_grid_bounds(const lope_grid_entry *entry); // of its capsule

// Gives the sink every capsule whose bounds touch `bounds`, but for the body `ignore`. Only reads.
void lope_grid_gather(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, lope_sink *sink);
// By how much (m, at most `most`) the bounds may grow to all sides and touch nobody's but those of `ignore`. Only reads.
double lope_grid_room(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, double most);

#endif
