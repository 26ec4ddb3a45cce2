// grid.h - which characters are near some bounds: a hash grid over their capsules, built anew each step.
//
// A cell holds about two characters across, or four or eight where the crowd stands apart. A character stands
// in the one cell that holds its middle, and a question walks the cells around it. So its cost depends on how
// dense the crowd is and not on how large. The cells of a row are in buckets after each other, so a question
// looks up rows, of which it meets one to four, and not cells. Buckets are filled by counting sort in the
// order in which the capsules were added. They serve for a few steps: a character that has moved since then
// is looked for so much farther around. Read next: grid.c, step.c.
#ifndef LOPE_WORLD_GRID_H
#define LOPE_WORLD_GRID_H

#include <lope/move.h>
#include <lope/shape.h>

// Bounds (m) as the vector unit takes them: x, y, z and 0.
typedef struct lope_grid_box {
    double lower[4], upper[4];
} lope_grid_box;

// What of a state the bounds of its capsule depend on, beside where it stands; laid out as in the state.
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
    bool rests;            // lope_state_rests
    uint8_t push_priority; // lope_state_push_priority
    bool no_stand;         // no character may stand upon it
    uint8_t steps, step;   // of lock_step.c: lope_sink_body.parts and part
    // Of shoves.c: over how many links a body shoves it in the step, 0: none does; another entry of its crowd
    // (index), from which the next one is found, and so on, up to one that names itself; of that one, whether
    // the crowd is seen where it stood.
    uint8_t shove;
    bool held;
    uint32_t shover;
    double shove_way; // m, that the body goes which shoves it, at most
    uint32_t tag;     // of the row of cells, along z, in one of which its middle is
    uint32_t bucket;
} lope_grid_entry;

// What a bucket holds. Rows that share a bucket are told apart by the tag, and the character that asks by the
// id, without a look at the entry.
typedef struct lope_grid_item {
    uint64_t id;
    uint32_t entry, tag;
} lope_grid_item;

typedef struct lope_grid {
    lope_grid_entry *entries; // in the order of lope_grid_add
    lope_grid_item *sorted;   // bucket after bucket
    uint32_t *shoved;         // room for as many entries: shoves.c
    uint32_t *starts;         // bucket_count + 1: where each bucket begins in sorted
    size_t entry_capacity, sorted_capacity, start_capacity, shoved_capacity;
    uint32_t count, bucket_count, shift; // a row's number without its first bucket is `shift` bits
    uint32_t before;                     // entries of the last build
    double farthest[4];                  // m along each axis, that any bounds have come since then, but for
    double carried;                      // m, the most by which a base carries a character
    uint64_t moved;                      // how far all have come in all builds: lope_surroundings
    // as the buckets were filled
    uint32_t filled;    // entries
    double half[4];     // m, the largest half extents
    double per_cell[4]; // 1/m, cells in a metre
    double drift;       // m, the most that any character has come since then
    uint32_t stretch;   // how often the width of cells is doubled at the next filling, where few share one
} lope_grid;

// Takes memory for `count` capsules, so that add and build never allocate. Returns false when there is none;
// the grid is as it was.
bool lope_grid_reserve(lope_grid *grid, const lope_allocator *allocator, uint32_t count);
// Gives back all memory.
void lope_grid_release(lope_grid *grid, const lope_allocator *allocator);

// Forgets the capsules, but for what tells how far they have come: another step begins.
void lope_grid_clear(lope_grid *grid);
// Adds the capsule of a state, within the memory reserved. Returns its entry, which may be changed until
// build.
lope_grid_entry *lope_grid_add(lope_grid *grid, uint64_t id, const lope_state *state);
// Moves an entry by the way (m) that its base carries it in the step, before build.
void lope_grid_carry(lope_grid *grid, lope_grid_entry *entry, lope_point way);
// Fills the buckets, or finds that they serve on. From here on the grid may be asked, from any thread.
void lope_grid_build(lope_grid *grid);
// Moves an entry on by a way (m) after build. The buckets serve on.
void lope_grid_shove(lope_grid *grid, lope_grid_entry *entry, lope_point way);
// Brings an entry to where its character is by now, after build, with nothing that carries or shoves it. The
// buckets serve on.
void lope_grid_renew(lope_grid *grid, lope_grid_entry *entry, const lope_state *state);
// Makes an entry what it was earlier in the step of the world. The buckets serve on.
void lope_grid_put(lope_grid *grid, lope_grid_entry *entry, const lope_grid_entry *was);
// Returns the bounds of an entry's capsule.
lope_grid_box lope_grid_bounds(const lope_grid_entry *entry);
// Returns an entry's capsule, in the world.
lope_capsule lope_grid_capsule(const lope_grid_entry *entry);

// Called with the index of an entry.
typedef void lope_grid_visit(void *context, uint32_t entry);
// Visits every entry with bounds that touch `bounds`, but for that of `ignore`, in no order that may matter.
void lope_grid_each(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, lope_grid_visit *visit, void *context);

// Called with some of what the grid has sorted: from `first` up to `end`. Of these count the ones with the
// tag; NULL: all do.
typedef void lope_grid_visit_run(void *context, uint32_t first, uint32_t end, const uint32_t *tag);
// Visits, in runs, all entries that may have bounds which touch `bounds`, and others near them.
void lope_grid_each_run(const lope_grid *grid, const lope_bounds *bounds, lope_grid_visit_run *visit, void *context);

// Gives the sink every capsule with bounds that touch `bounds`, but for the body `ignore`. Only reads.
void lope_grid_gather(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, lope_sink *sink);
// Fills in the character of that id as lope_grid_gather gives it. Looks at one after another. Returns false
// when it was not added. Only reads.
bool lope_grid_body(const lope_grid *grid, uint64_t id, lope_sink_body *body);
// Returns by how much (m, at most `most`) the bounds may grow to all sides and touch no capsule but that of
// `ignore`. Only reads.
double lope_grid_room(const lope_grid *grid, const lope_bounds *bounds, uint64_t ignore, double most);

#endif
