// shoves.c - where the bodies that move will have shoved characters by the end of a step, row by row.
//
// Characters see each other as they stood when the step began. A wall that shoves one would so take the next
// along a tick late, and the two would be in each other by the way of a tick. So the one that is shoved is
// seen at the end of its way, as one that a platform carries is, and so is the next, link by link.
// It is a picture only: each character finds its own way in its tick. A shove is level. A crowd that cannot
// go on so, because something that stands holds one of it, is seen where it stood.
//
// All links of one number are found before those of the next, in order of id. So neither the order of bodies
// nor the grid's matters. Read next: grid.h, step.c.
#include "world/shoves.h"

#include "level/body.h"
#include "motion/nearby/character_planes.h"
#include "world/carried_poses.h"

#define LEAST 1e-5   // m of depth, below which a character is touched and not shoved
#define UPRIGHT 0.7  // of a way out along up, from which on a body lifts or lets down
#define HITS_MOST 32 // shapes that overlap one capsule
#define LINKS_MOST LOPE_PUSH_PRIORITY_MOST

typedef struct shoves {
    lope_world *world;
    uint32_t count; // of grid.shoved
    uint8_t link;   // that is being found
    const lope_grid_entry *by;
} shoves;

// Returns the level way that takes a character out along `normal` by `depth` (m); zero where that lifts it.
static lope_point level_way(const lope_grid_entry *entry, lope_point normal, double depth)
{
    const lope_point up = lope_vec3_to_point(entry->shape.up);
    const double rise = lope_point_dot(normal, up);
    if (rise > UPRIGHT || rise < -UPRIGHT || !(depth > LEAST)) return (lope_point){0, 0, 0};
    const lope_point level = lope_point_mad(normal, up, -rise);
    return lope_point_scale(level, depth / lope_point_dot(level, level));
}

static bool is_way(lope_point way) { return lope_point_dot(way, way) > 0; }

// Returns the deepest hit of an entry's capsule in bodies that move, or in those that stand; NULL: none.
static const lope_level_hit *deepest(const lope_level *level, const lope_grid_entry *entry, bool moving, lope_level_hit hits[])
{
    const lope_capsule capsule = lope_grid_capsule(entry);
    const lope_filter solids = {.channels = LOPE_CHANNEL_SOLID, .ignore = LOPE_BODY_NONE};
    const lope_level_hit *worst = NULL;
    uint32_t count = 0;
    if (lope_level_overlap(level, &capsule, solids, hits, HITS_MOST, &count) != LOPE_OK) return NULL;
    for (uint32_t i = 0; i < count && i < HITS_MOST; i++) {
        const lope_level_body *body = lope_level_body_at(level, hits[i].body);
        const lope_point way = body->motion.displacement, turn = lope_vec3_to_point(body->motion.rotation);
        if ((is_way(way) || is_way(turn)) != moving ||
            !is_way(level_way(entry, lope_vec3_to_point(hits[i].normal), hits[i].depth)))
            continue;
        if (worst == NULL || hits[i].depth > worst->depth) worst = &hits[i];
    }
    return worst;
}

// Returns the entry that stands for the crowd of another one.
static lope_grid_entry *crowd_of(lope_grid *grid, const lope_grid_entry *entry)
{
    lope_grid_entry *one = &grid->entries[entry->shover];
    while (one != &grid->entries[one->shover]) one = &grid->entries[one->shover];
    return one;
}

// Makes the crowds of two entries one. The one of the lower id stands for it.
static void join(lope_grid *grid, const lope_grid_entry *a, const lope_grid_entry *b)
{
    lope_grid_entry *one = crowd_of(grid, a), *other = crowd_of(grid, b);
    if (one < other)
        other->shover = one->shover;
    else
        one->shover = other->shover;
}

// Notes a crowd of which one ends at what stands, or is stuck: nothing of it is foreseen.
static void note_held(const lope_world *world, lope_grid *grid, uint32_t index)
{
    const lope_grid_entry *entry = &grid->entries[index];
    lope_level_hit hits[HITS_MOST];
    if (lope_seat_state(&world->order[index])->stuck_ticks > 0 || deepest(world->level, entry, false, hits))
        crowd_of(grid, entry)->held = true;
}

// Returns whether a character has run its tick already, while others run theirs in steps: it is not shoved.
static bool is_done(const lope_world *world, const lope_grid_entry *entry) { return world->lock.running && entry->step == 0; }

static void add(shoves *s, uint32_t index)
{
    lope_grid_entry *entry = &s->world->grid.entries[index];
    if (entry->shove != 0 || is_done(s->world, entry)) return;
    entry->shove = s->link;
    entry->shove_way = 0;
    entry->shover = s->link > 1 ? s->by->shover : index;
    s->world->grid.shoved[s->count++] = index;
}

static void add_candidate(void *context, uint32_t index) { add(context, index); }

// Sorts the entries that were added from `first` on.
static void sort_from(const shoves *s, uint32_t first)
{
    uint32_t *list = s->world->grid.shoved;
    for (uint32_t i = first + 1; i < s->count; i++) {
        const uint32_t index = list[i];
        uint32_t k = i;
        for (; k > first && list[k - 1] > index; k--) list[k] = list[k - 1];
        list[k] = index;
    }
}

// Moves an entry out along `normal` by `depth` (m), but no farther than what shoves it goes.
static void shove_entry(lope_grid *grid, lope_grid_entry *entry, lope_point normal, double depth, double farthest)
{
    lope_grid_shove(grid, entry, level_way(entry, normal, depth < farthest ? depth : farthest));
}

// Returns how far (m) a body moves at an entry in the step.
static double way_at(const lope_level *level, const lope_level_hit *hit)
{
    const lope_level_body *body = lope_level_body_at(level, hit->body);
    const lope_point arm = lope_point_sub(hit->point, body->pose.position);
    return lope_point_length(body->motion.displacement) +
           lope_point_length(lope_vec3_to_point(body->motion.rotation)) * lope_point_length(arm);
}

// Finds the characters that bodies shove: the first link.
static void find_first(shoves *s)
{
    lope_world *world = s->world;
    lope_grid *grid = &world->grid;
    s->link = 1;
    for (uint32_t i = 0; i < world->level->moved_count; i++)
        lope_grid_each(grid, &world->level->bodies[world->level->moved[i]].bounds, LOPE_BODY_NONE, add_candidate, s);
    sort_from(s, 0);
    const uint32_t candidates = s->count;
    s->count = 0;
    for (uint32_t i = 0; i < candidates; i++) {
        lope_grid_entry *entry = &grid->entries[grid->shoved[i]];
        lope_level_hit hits[HITS_MOST];
        const lope_level_hit *hit = deepest(world->level, entry, true, hits);
        entry->shove = 0;
        if (hit == NULL) continue;
        add(s, grid->shoved[i]);
        entry->shove_way = way_at(world->level, hit);
        shove_entry(grid, entry, lope_vec3_to_point(hit->normal), hit->depth, entry->shove_way);
        note_held(world, grid, grid->shoved[i]);
    }
}

// Shoves a character that is in the way of s->by.
static void shove_next(void *context, uint32_t index)
{
    shoves *s = context;
    lope_grid *grid = &s->world->grid;
    lope_grid_entry *entry = &grid->entries[index];
    if (is_done(s->world, entry)) return;
    if (entry->shove != 0) join(grid, entry, s->by);
    if (entry->shove != 0 && entry->shove < s->link) return;
    const lope_capsule own = lope_grid_capsule(entry);
    const lope_shape other = {.kind = LOPE_SHAPE_CAPSULE, .as.capsule = lope_grid_capsule(s->by)};
    const lope_separation apart = lope_capsule_separation(&own, &other);
    if (!is_way(level_way(entry, apart.normal, -apart.distance))) return;
    add(s, index);
    if (s->by->shove_way > entry->shove_way) entry->shove_way = s->by->shove_way;
    shove_entry(grid, entry, apart.normal, -apart.distance, lope_point_length(s->by->way));
}

// Visits those with bounds that touch those of s->by.
static void visit_near(shoves *s, lope_grid_visit *visit)
{
    const lope_grid_box box = lope_grid_bounds(s->by);
    const lope_bounds bounds = {{box.lower[0], box.lower[1], box.lower[2]}, {box.upper[0], box.upper[1], box.upper[2]}};
    lope_grid_each(&s->world->grid, &bounds, s->by->id, visit, s);
}

// Finds the characters that those from `first` to `end` shove.
static void find_next(shoves *s, uint32_t first, uint32_t end)
{
    lope_grid *grid = &s->world->grid;
    s->link++;
    for (uint32_t i = first; i < end; i++) {
        s->by = &grid->entries[grid->shoved[i]];
        visit_near(s, shove_next);
    }
    sort_from(s, end);
    for (uint32_t i = end; i < s->count; i++) note_held(s->world, grid, grid->shoved[i]);
}

// Takes an entry back to where it is without a shove.
static void take_back(lope_world *world, uint32_t index, double seconds)
{
    lope_grid_entry *entry = &world->grid.entries[index];
    const lope_point carried = lope_carried_way(world, &world->order[index], seconds);
    lope_grid_shove(&world->grid, entry, lope_point_sub(carried, entry->way));
    entry->way = carried;
}

// Lets each link give way to the one that shoves it. A crowd that is held is seen where it stood.
static void settle_shoves(const shoves *s, double seconds)
{
    lope_grid *grid = &s->world->grid;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t index = grid->shoved[i];
        lope_grid_entry *entry = &grid->entries[index];
        if (crowd_of(grid, entry)->held) {
            take_back(s->world, index, seconds);
            continue;
        }
        entry->push_priority = (uint8_t)(LOPE_PUSH_PRIORITY_MOST - entry->shove);
        entry->rests = false;
    }
}

void lope_shoves_note(lope_world *world, double seconds)
{
    if (world->level == NULL || world->level->moved_count == 0 || world->grid.count < 2) return;
    shoves s = {.world = world};
    find_first(&s);
    for (uint32_t first = 0, end = s.count; first < end && s.link < LINKS_MOST; first = end, end = s.count)
        find_next(&s, first, end);
    settle_shoves(&s, seconds);
}
