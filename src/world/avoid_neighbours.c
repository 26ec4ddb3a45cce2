// avoid_neighbours.c - see avoid_neighbours.h. Read next: control/avoidance_plan.h.
#include "world/avoid_neighbours.h"

#include "base/memory.h"
#include "character/state/max_speed.h"

#define BEHIND 4.0    // times the squared distance, by which one that is behind counts as farther away
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
    known->wanted = lope_point_to_vec3(level);
    known->avoids = known->wanted.x != 0 || known->wanted.y != 0 || known->wanted.z != 0;
}

bool lope_avoid_walks(const lope_state *state)
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
    *known = (lope_known){.feet = feet_of(entry),
                          .id = entry->id,
                          .velocity = lope_vec3_add(entry->velocity, lope_avoid_carried(entry, seconds)),
                          .radius = entry->shape.radius,
                          .height = entry->shape.height,
                          .group = 1};
}

static void note_avoider(const lope_seat *seat, lope_known *known)
{
    const lope_block *block = seat->block;
    const lope_avoider *avoider = &block->avoiders[seat->lane];
    const lope_avoidance_settings *settings = &avoider->settings;
    if (lope_avoid_walks(lope_seat_state(seat))) note_wanted(seat, known);
    known->weight = settings->weight;
    known->oncoming = avoider->memory.oncoming;
    known->group = settings->group;
    known->groups_to_avoid = settings->groups_to_avoid;
    known->groups_to_ignore = settings->groups_to_ignore;
}

void lope_avoid_note_all(lope_world *world, double seconds)
{
    const lope_grid *grid = &world->grid;
    for (uint32_t i = 0; i < world->order_count; i++) {
        const lope_seat *seat = &world->order[i];
        note_body(&grid->entries[i], seconds, &world->known[i]);
        if ((seat->block->avoids >> seat->lane & 1u) != 0) note_avoider(seat, &world->known[i]);
    }
    for (uint32_t i = 0; i < grid->count; i++) {
        const lope_known *known = &world->known[grid->sorted[i].entry];
        world->sought[i] = (lope_sought){known->feet, known->height, known->group};
    }
}

// One character's search for neighbours.
typedef struct neighbour_search {
    const lope_world *world;
    const lope_avoidance_plan *plan;
    double squared; // m2, of the reach
    uint32_t count, most;
    lope_neighbour list[LOPE_AVOIDANCE_NEIGHBOURS];
} neighbour_search;

// Puts those of a run into the list that count, and are near enough.
static void consider(void *context, uint32_t first, uint32_t end, const uint32_t *tag)
{
    neighbour_search *search = context;
    const lope_avoidance_plan *plan = search->plan;
    const lope_avoidance_agent *self = &plan->self;
    for (uint32_t i = first; i < end; i++) {
        const lope_grid_item *item = &search->world->grid.sorted[i];
        const lope_sought *sought = &search->world->sought[i];
        if ((tag != NULL && item->tag != *tag) || item->id == self->id) continue;
        const lope_point way = lope_point_sub(sought->feet, self->feet);
        const double x = lope_point_dot(way, plan->ahead), y = lope_point_dot(way, plan->left), squared = x * x + y * y;
        if (squared > search->squared || !lope_avoidance_beside(plan, sought->feet, sought->height)) continue;
        if ((self->groups_to_avoid & sought->group) == 0 || (self->groups_to_ignore & sought->group) != 0) continue;
        const lope_neighbour found = {x < 0 ? BEHIND * squared : squared, item->id, item->entry};
        search->count = lope_neighbour_insert(search->list, search->count, search->most, found);
    }
}

// Finds the neighbours that count, the nearest ones.
static void find_neighbours(neighbour_search *search)
{
    const lope_avoidance_agent *self = &search->plan->self;
    const lope_avoidance_settings *settings = search->plan->settings;
    // an entry stands where its base carries it to
    const double reach = (double)settings->consideration_radius, carried_most = search->world->grid.carried + ROUNDING,
                 margin = (double)settings->height_margin + carried_most;
    const lope_bounds bounds =
        lope_avoidance_bounds(self->feet, search->plan->up, reach + carried_most, -margin, (double)self->height + margin);
    search->squared = reach * reach;
    lope_grid_each_run(&search->world->grid, &bounds, consider, search);
}

// Returns a neighbour as the plan meets it. base: m/s, of what carries the asking character.
static lope_avoidance_agent agent_of(const lope_known *known, lope_vec3 base)
{
    return (lope_avoidance_agent){.id = known->id,
                                  .feet = known->feet,
                                  .velocity = lope_vec3_sub(known->velocity, base),
                                  .wanted = known->wanted,
                                  .radius = known->radius,
                                  .height = known->height,
                                  .avoids = known->avoids,
                                  .weight = known->weight,
                                  .group = known->group,
                                  .groups_to_avoid = known->groups_to_avoid,
                                  .groups_to_ignore = known->groups_to_ignore,
                                  .oncoming = known->oncoming};
}

uint32_t lope_avoid_meet_neighbours(const lope_world *world, lope_avoidance_plan *plan, lope_vec3 base)
{
    neighbour_search search = {.world = world, .plan = plan, .most = plan->settings->neighbours};
    find_neighbours(&search);
    for (uint32_t i = 0; i < search.count; i++) {
        const lope_avoidance_agent other = agent_of(&world->known[search.list[i].which], base);
        lope_avoidance_meet(plan, &other);
    }
    lope_avoidance_weigh(plan);
    return search.count;
}
