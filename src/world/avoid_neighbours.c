// avoid_neighbours.c - see avoid_neighbours.h. Read next: control/avoidance_plan.h.
#include "world/avoid_neighbours.h"

#include "base/memory.h"
#include "base/prefetch.h"
#include "base/simd.h"
#include "character/state/max_speed.h"
#include "control/avoidance_meet.h"
#include "motion/nearby/broadphase.h"

#include <math.h>
#include <stddef.h>

#define BEHIND 4.0 // times the squared distance, by which one that is behind counts as farther away
// times the squared distance, by which a search seeks farther than the last one found
#define FARTHER_NEXT 1.25
#define NOTE_AHEAD 4  // characters, of which what is noted is asked for ahead
#define ROUNDING 1e-6 // m, more than the rounding of any distance here

// Returns the velocity (m/s) that a character's input asks for, level or not. most: its top speed.
static lope_vec3 wanted_of(const lope_input *input, double most)
{
    const lope_requests *requests = input->requests;
    if (input->forbidden & LOPE_FORBID_MOVE) return lope_vec3_make(0, 0, 0);
    if (requests == NULL || !requests->has_requested_velocity) {
        const double length = (double)lope_vec3_length(input->move);
        return lope_vec3_scale(input->move, (float)(length > 1 ? most / length : most));
    }
    const double speed = (double)lope_vec3_length(requests->requested_velocity);
    if (requests->requested_at_max) return lope_vec3_scale(requests->requested_velocity, speed > 0 ? (float)(most / speed) : 0);
    return lope_vec3_scale(requests->requested_velocity, speed > most ? (float)(most / speed) : 1);
}

// Notes what a character wants: a level velocity. One that wants to stand does not avoid.
static void note_wanted(const lope_seat *seat, lope_known *known)
{
    const lope_state *state = lope_seat_state(seat);
    const lope_tuning *tuning = &seat->block->lanes[seat->lane].moveset->tuning;
    const float usual = lope_mode_max_speed(state->mode, state->flags, tuning), present = lope_vec3_length(state->velocity);
    known->most = present > usual ? present : usual; // a sprint is known by its speed
    const lope_point whole = lope_vec3_to_point(wanted_of(&seat->block->inputs[seat->lane], (double)known->most));
    const lope_point up = lope_vec3_to_point(state->up), level = lope_point_mad(whole, up, -lope_point_dot(whole, up));
    known->agent.wanted = lope_point_to_vec3(level);
    known->agent.avoids = known->agent.wanted.x != 0 || known->agent.wanted.y != 0 || known->agent.wanted.z != 0;
}

// Returns whether a character is in a mode in which it avoids others.
static bool walks_now(const lope_state *state)
{
    return state->mode == LOPE_MODE_WALKING || state->mode == LOPE_MODE_NAV_WALKING;
}

lope_vec3 lope_avoid_carried(const lope_grid_entry *entry, double seconds)
{
    return lope_point_to_vec3(lope_point_scale(entry->way, 1 / seconds));
}

static lope_point feet_of(const lope_grid_entry *entry)
{
    return (lope_point){entry->feet[0] - entry->way.x, entry->feet[1] - entry->way.y, entry->feet[2] - entry->way.z};
}

// Notes what there is of a character that does not avoid itself.
static void note_body(const lope_grid_entry *entry, double seconds, lope_known *known)
{
    *known = (lope_known){.agent = {.feet = feet_of(entry),
                                    .id = entry->id,
                                    .velocity = lope_vec3_add(entry->velocity, lope_avoid_carried(entry, seconds)),
                                    .radius = entry->shape.radius,
                                    .height = entry->shape.height,
                                    .group = 1}};
}

static void note_avoider(const lope_seat *seat, lope_known *known)
{
    const lope_block *block = seat->block;
    const lope_avoider *avoider = &block->avoiders[seat->lane];
    const lope_avoidance_settings *settings = &avoider->settings;
    const bool walks = walks_now(lope_seat_state(seat));
    known->may_avoid = walks && !block->characters[seat->lane].attached && block->lanes[seat->lane].time_scale > 0;
    if (walks) note_wanted(seat, known);
    known->agent.weight = settings->weight;
    known->agent.oncoming = avoider->memory.oncoming;
    known->agent.group = settings->group;
    known->agent.groups_to_avoid = settings->groups_to_avoid;
    known->agent.groups_to_ignore = settings->groups_to_ignore;
}

// Brings what is noted of a character into the caches.
static void prefetch_seat(const lope_seat *seat)
{
    const lope_block *block = seat->block;
    const lope_state *state = &block->states[seat->lane];
    if ((block->avoids >> seat->lane & 1u) == 0) return;
    lope_prefetch(&block->avoiders[seat->lane], offsetof(lope_avoider, nearby));
    lope_prefetch(&state->up, sizeof state->up);
    lope_prefetch(&state->velocity, sizeof state->velocity);
    lope_prefetch(&state->mode, sizeof state->mode);
    lope_prefetch(&block->inputs[seat->lane], sizeof block->inputs[0]);
    lope_prefetch(&block->characters[seat->lane].attached, sizeof(bool));
}

void lope_avoid_note_all(lope_world *world, double seconds)
{
    const lope_grid *grid = &world->grid;
    for (uint32_t i = 0; i < world->order_count; i++) {
        const lope_seat *seat = &world->order[i];
        if (i + NOTE_AHEAD < world->order_count) prefetch_seat(&world->order[i + NOTE_AHEAD]);
        note_body(&grid->entries[i], seconds, &world->known[i]);
        if ((seat->block->avoids >> seat->lane & 1u) != 0) note_avoider(seat, &world->known[i]);
    }
    for (uint32_t i = 0; i < grid->count; i++) {
        const lope_known *known = &world->known[grid->sorted[i].entry];
        lope_sought *sought = &world->sought[i / LOPE_SOUGHT];
        const uint32_t lane = i % LOPE_SOUGHT;
        sought->x[lane] = known->agent.feet.x;
        sought->y[lane] = known->agent.feet.y;
        sought->z[lane] = known->agent.feet.z;
        sought->height[lane] = known->agent.height;
        sought->group[lane] = known->agent.group;
    }
}

#define RUNS 12 // of the grid, that are asked for ahead

// Some of what the grid has sorted, with the tag of those that count.
typedef struct sought_run {
    uint32_t first, end, tag;
    bool tagged; // the tag counts
} sought_run;

// One character's search for neighbours.
typedef struct neighbour_search {
    const lope_world *world;
    const lope_avoidance_plan *plan;
    double squared; // m2, of the reach
    double within;  // m2: what counts as farther away is left out, by how neighbours are ordered
    uint32_t count, most, run_count;
    sought_run runs[RUNS];
    lope_neighbour list[LOPE_AVOIDANCE_NEIGHBOURS];
} neighbour_search;

// Three numbers of each of four characters, or of one four times over.
typedef struct point_lanes {
    lope_d4 x, y, z;
} point_lanes;

static point_lanes four_times(lope_point p) { return (point_lanes){lope_d4_splat(p.x), lope_d4_splat(p.y), lope_d4_splat(p.z)}; }

// As lope_point_dot, to the bit.
static lope_d4 dot_lanes(const point_lanes *a, const point_lanes *b)
{
    return lope_d4_add(lope_d4_add(lope_d4_mul(a->x, b->x), lope_d4_mul(a->y, b->y)), lope_d4_mul(a->z, b->z));
}

// Puts one of four into the list, if its group lets it count. x: m, ahead; squared: m2.
static void consider_one(neighbour_search *search, uint32_t which, const uint32_t *tag, double x, double squared)
{
    const lope_avoidance_agent *self = &search->plan->self;
    const lope_grid_item *item = &search->world->grid.sorted[which];
    const uint32_t group = search->world->sought[which / LOPE_SOUGHT].group[which % LOPE_SOUGHT];
    if ((tag != NULL && item->tag != *tag) || item->id == self->id) return;
    if ((self->groups_to_avoid & group) == 0 || (self->groups_to_ignore & group) != 0) return;
    lope_prefetch(&search->world->known[item->entry].agent, sizeof(lope_avoidance_agent));
    const lope_neighbour found = {x < 0 ? BEHIND * squared : squared, item->id, item->entry};
    search->count = lope_neighbour_insert(search->list, search->count, search->most, found);
}

// What a search compares four at a time with.
typedef struct search_lanes {
    point_lanes self, ahead, left, up;
    lope_d4 most, within; // m2
    lope_d4 over;         // m, over which others do not count
    lope_d4 margin;       // m, of heights
} search_lanes;

static search_lanes lanes_of(const neighbour_search *search)
{
    const lope_avoidance_plan *plan = search->plan;
    const double margin = (double)plan->settings->height_margin;
    return (search_lanes){.self = four_times(plan->self.feet),
                          .ahead = four_times(plan->ahead),
                          .left = four_times(plan->left),
                          .up = four_times(plan->up),
                          .most = lope_d4_splat(search->squared),
                          .within = lope_d4_splat(search->within),
                          .over = lope_d4_splat((double)plan->self.height + margin),
                          .margin = lope_d4_splat(margin)};
}

// Returns a number with bit i set where one of four is near enough, by distance and by height: see
// lope_avoidance_beside. Writes how far ahead (m) and how far (m2) they are.
static uint32_t near_ones(const search_lanes *lanes, const lope_sought *sought, double *ahead, double *squares)
{
    const lope_d4 zero = lope_d4_splat(0);
    const point_lanes way = {lope_d4_sub(lope_d4_load(sought->x), lanes->self.x),
                             lope_d4_sub(lope_d4_load(sought->y), lanes->self.y),
                             lope_d4_sub(lope_d4_load(sought->z), lanes->self.z)};
    const lope_d4 along = dot_lanes(&way, &lanes->ahead), aside = dot_lanes(&way, &lanes->left);
    const lope_d4 squared = lope_d4_add(lope_d4_mul(along, along), lope_d4_mul(aside, aside));
    const lope_d4 over = dot_lanes(&way, &lanes->up),
                  reach = lope_d4_add(lope_d4_add(over, lope_d4_load_floats(sought->height)), lanes->margin);
    const uint32_t behind = lope_d4_greater_bits(zero, along);
    const uint32_t far = lope_d4_greater_bits(squared, lanes->most) | lope_d4_greater_bits(squared, lanes->within) |
                         (behind & lope_d4_greater_bits(lope_d4_mul(lope_d4_splat(BEHIND), squared), lanes->within));
    lope_d4_store(ahead, along);
    lope_d4_store(squares, squared);
    return lope_d4_greater_bits(lanes->over, over) & lope_d4_greater_bits(reach, zero) & ~far;
}

// Puts those of a run into the list that count, and are near enough.
static void consider(neighbour_search *search, const search_lanes *lanes, const sought_run *run)
{
    const uint32_t first = run->first, end = run->end;
    for (uint32_t four = first / LOPE_SOUGHT * LOPE_SOUGHT; four < end; four += LOPE_SOUGHT) {
        double ahead[LOPE_SOUGHT], squares[LOPE_SOUGHT];
        uint32_t left = near_ones(lanes, &search->world->sought[four / LOPE_SOUGHT], ahead, squares);
        if (four < first) left &= UINT32_MAX << (first - four);
        if (end - four < LOPE_SOUGHT) left &= (1u << (end - four)) - 1;
        for (; left != 0; left &= left - 1) {
            const uint32_t lane = lope_lowest_bit(left);
            consider_one(search, four + lane, run->tagged ? &run->tag : NULL, ahead[lane], squares[lane]);
        }
    }
}

static void consider_runs(neighbour_search *search)
{
    const search_lanes lanes = lanes_of(search);
    for (uint32_t i = 0; i < search->run_count; i++) consider(search, &lanes, &search->runs[i]);
    search->run_count = 0;
}

// Notes a run, and asks for what is read of it first.
static void note_run(void *context, uint32_t first, uint32_t end, const uint32_t *tag)
{
    neighbour_search *search = context;
    if (search->run_count == RUNS) consider_runs(search);
    lope_prefetch(&search->world->sought[first / LOPE_SOUGHT], sizeof(lope_sought));
    lope_prefetch(&search->world->grid.sorted[first], sizeof(lope_grid_item));
    search->runs[search->run_count++] = (sought_run){first, end, tag != NULL ? *tag : 0, tag != NULL};
}

// Finds the neighbours that count and are within `reach` (m) and search->within, the nearest ones.
static void find_within(neighbour_search *search, double reach)
{
    const lope_avoidance_agent *self = &search->plan->self;
    // an entry stands where its base carries it to
    const double carried_most = search->world->grid.carried + ROUNDING,
                 margin = (double)search->plan->settings->height_margin + carried_most;
    const lope_bounds bounds =
        lope_avoidance_bounds(self->feet, search->plan->up, reach + carried_most, -margin, (double)self->height + margin);
    search->count = search->run_count = 0;
    lope_grid_each_run(&search->world->grid, &bounds, note_run, search);
    consider_runs(search);
}

// Finds the neighbours that count, the nearest ones. The last search tells how far they are likely to be.
// Where as many are found so near as are asked for, none farther away would be among them.
static void find_neighbours(neighbour_search *search, double *within)
{
    const double reach = (double)search->plan->settings->consideration_radius;
    const bool is_known = *within > 0 && *within < reach * reach;
    search->squared = reach * reach;
    search->within = *within;
    if (is_known) find_within(search, sqrt(*within));
    if (!is_known || search->count < search->most) {
        search->within = HUGE_VAL;
        find_within(search, reach);
    }
    *within = search->count == search->most ? FARTHER_NEXT * search->list[search->most - 1].squared : 0;
}

uint32_t lope_avoid_meet_neighbours(const lope_world *world, lope_avoidance_plan *plan, lope_vec3 base, double *within)
{
    neighbour_search search;
    search.world = world;
    search.plan = plan;
    search.most = plan->settings->neighbours;
    find_neighbours(&search, within);
    const lope_avoidance_agent *met[LOPE_AVOIDANCE_NEIGHBOURS];
    for (uint32_t i = 0; i < search.count; i++) met[i] = &world->known[search.list[i].which].agent;
    lope_avoidance_meet(plan, met, search.count, base);
    return search.count;
}
