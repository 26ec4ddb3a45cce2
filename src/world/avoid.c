// avoid.c - how the characters of a world avoid each other. See avoid.h.
//
// Every choice is made against the picture of the tick's start, which the grid holds: so neither the order of
// the characters nor the threads matter. First a list of what others must know of each character is made, in
// the order of the grid. Then each character that avoids chooses. Walls and edges are only looked for where
// another character or a moving body is in the way, moving bodies only where any may move.
// Read next: control/avoidance_plan.h, control/avoidance_walls.h.
#include "world/avoid.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "character/state/input_check.h"
#include "character/state/max_speed.h"
#include "control/avoidance_edges.h"
#include "control/avoidance_plan.h"
#include "control/avoidance_trace.h"
#include "control/avoidance_walls.h"
#include "world/characters.h"

#include <string.h>

#define SHARE 16      // characters, that a thread takes at a time
#define HOLD_TRIES 4  // how often edges are looked for along the newly chosen velocity
#define BEHIND 4.0    // times the squared distance, by which one that is behind counts as farther away
#define DRIFT 0.995   // cosine of 6 degrees, by which a velocity is off the wanted one at least
#define ROUNDING 1e-6 // m, more than the rounding of any distance here
#define DIVERTS 1e-3  // of the wanted speed, by which a velocity that avoids something differs at least

bool lope_avoid_reserve(lope_world *world, uint32_t count)
{
    void *known = world->known;
    const bool room = lope_grow(&world->allocator, &known, &world->known_capacity, count, sizeof *world->known);
    world->known = known;
    return room;
}

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

static bool walks(const lope_state *state) { return state->mode == LOPE_MODE_WALKING || state->mode == LOPE_MODE_NAV_WALKING; }

// Notes what others must know of each character.
static void note_all(lope_world *world)
{
    for (uint32_t i = 0; i < world->order_count; i++) {
        const lope_seat *seat = &world->order[i];
        const lope_block *block = seat->block;
        lope_known *known = &world->known[i];
        *known = (lope_known){.group = 1};
        if ((block->avoids >> seat->lane & 1u) == 0) continue;
        const lope_avoidance_settings *settings = &block->avoiders[seat->lane].settings;
        if (walks(lope_seat_state(seat))) note_wanted(seat, known);
        known->weight = settings->weight;
        known->oncoming = block->avoiders[seat->lane].memory.oncoming;
        known->group = settings->group;
        known->groups_to_avoid = settings->groups_to_avoid;
        known->groups_to_ignore = settings->groups_to_ignore;
    }
}

// One character's search for neighbours.
typedef struct neighbour_search {
    const lope_world *world;
    const lope_avoidance_plan *plan;
    lope_point feet; // m, as the grid has them
    double squared;  // m2, of the reach
    uint32_t count, most;
    lope_neighbour list[LOPE_AVOIDANCE_NEIGHBOURS];
} neighbour_search;

static lope_point feet_of(const lope_grid_entry *entry)
{
    return (lope_point){entry->feet[0] - entry->way.x, entry->feet[1] - entry->way.y, entry->feet[2] - entry->way.z};
}

static void consider(void *context, uint32_t which)
{
    neighbour_search *search = context;
    const lope_avoidance_plan *plan = search->plan;
    const lope_grid_entry *entry = &search->world->grid.entries[which];
    const lope_known *known = &search->world->known[which];
    const lope_point feet = feet_of(entry), way = lope_point_sub(feet, plan->self.feet);
    const double x = lope_point_dot(way, plan->ahead), y = lope_point_dot(way, plan->left), squared = x * x + y * y;
    if (squared > search->squared || !lope_avoidance_beside(plan, feet, entry->shape.height)) return;
    if ((plan->self.groups_to_avoid & known->group) == 0 || (plan->self.groups_to_ignore & known->group) != 0) return;
    search->count = lope_neighbour_insert(search->list, search->count, search->most,
                                          (lope_neighbour){x < 0 ? BEHIND * squared : squared, entry->id, which});
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
    lope_grid_each(&search->world->grid, &bounds, self->id, consider, search);
}

// Returns the velocity (m/s) of a carrier: what a base adds to that of its rider.
static lope_vec3 carried(const lope_grid_entry *entry, double seconds)
{
    return lope_point_to_vec3(lope_point_scale(entry->way, 1 / seconds));
}

// Returns a neighbour as the plan meets it. base: m/s, of what carries the asking character.
static lope_avoidance_agent agent_of(const lope_world *world, uint32_t which, lope_vec3 base, double seconds)
{
    const lope_grid_entry *entry = &world->grid.entries[which];
    const lope_known *known = &world->known[which];
    return (lope_avoidance_agent){.id = entry->id,
                                  .feet = feet_of(entry),
                                  .velocity = lope_vec3_sub(lope_vec3_add(entry->velocity, carried(entry, seconds)), base),
                                  .wanted = known->wanted,
                                  .radius = entry->shape.radius,
                                  .height = entry->shape.height,
                                  .avoids = known->avoids,
                                  .weight = known->weight,
                                  .group = known->group,
                                  .groups_to_avoid = known->groups_to_avoid,
                                  .groups_to_ignore = known->groups_to_ignore,
                                  .oncoming = known->oncoming};
}

// Returns whether bodies that a character meets may move at all.
static bool bodies_move(const lope_world *world, const lope_state *state)
{
    const lope_surroundings *bodies = &world->surroundings;
    return bodies->channels == NULL ||
           (bodies->channels(bodies->context, LOPE_MOVING) & state->channels & ~LOPE_CHANNEL_CHARACTER) != 0;
}

// Looks for walls and for bodies that move around. Returns whether that went well.
static bool look_around(lope_world *world, lope_wall_look *look, lope_avoider *avoider)
{
    avoider->result = lope_walls_gather(look, &world->surroundings);
    return avoider->result == LOPE_OK;
}

// Adds walls to the plan, where they count, and chooses; then limits at the edges to which the choice leads,
// and chooses again.
static lope_vec3 choose_among_walls(lope_avoidance_plan *plan, const lope_wall_look *look, bool walls_count)
{
    lope_avoidance_wall walls[LOPE_AVOIDANCE_WALLS];
    if (walls_count) lope_avoidance_add_walls(plan, walls, lope_walls_find(look, walls));
    lope_avoidance_keep_right(plan);
    if (!walls_count) return lope_avoidance_best(plan);
    lope_vec3 best = lope_avoidance_best(plan);
    if (plan->settings->walks_off_ledges) return best;
    for (int i = 0; i < HOLD_TRIES && lope_edges_hold(look, plan, best); i++) best = lope_avoidance_best(plan);
    return best;
}

// Adds the bodies that move: those of the look, where it has been made.
static void meet_bodies(lope_avoidance_plan *plan, const lope_wall_look *look)
{
    lope_avoidance_wall walls[LOPE_AVOIDANCE_WALLS];
    const uint32_t count = lope_walls_find_moving(look, walls);
    lope_avoidance_add_moving(plan, walls, count);
    lope_avoidance_add_walls(plan, walls, count); // those at rest
}

// Adds the neighbours that count. Returns how many.
static uint32_t meet_neighbours(const lope_world *world, lope_avoidance_plan *plan, lope_vec3 base, double seconds)
{
    neighbour_search search = {.world = world, .plan = plan, .most = plan->settings->neighbours};
    find_neighbours(&search);
    for (uint32_t i = 0; i < search.count; i++) {
        const lope_avoidance_agent other = agent_of(world, search.list[i].which, base, seconds);
        lope_avoidance_meet(plan, &other);
    }
    lope_avoidance_weigh(plan);
    return search.count;
}

// Chooses the velocity of a character, and tells the plan's `oncoming`. Returns whether the velocity differs
// from the wanted one.
static bool choose(lope_world *world, uint32_t place, double seconds, lope_vec3 *velocity, float *oncoming)
{
    *oncoming = 0;
    const lope_seat *seat = &world->order[place];
    const lope_state *state = lope_seat_state(seat);
    lope_avoider *avoider = &seat->block->avoiders[seat->lane];
    const lope_known *known = &world->known[place];
    const lope_avoidance_agent self = {.id = seat->id,
                                       .feet = state->feet,
                                       .velocity = state->velocity,
                                       .wanted = known->wanted,
                                       .radius = state->radius,
                                       .height = state->height,
                                       .avoids = true,
                                       .weight = known->weight,
                                       .group = known->group,
                                       .groups_to_avoid = known->groups_to_avoid,
                                       .groups_to_ignore = known->groups_to_ignore};
    lope_avoidance_plan plan;
    if (!lope_avoidance_begin(&plan, &avoider->settings, &self, state->up, known->most)) return false;
    const lope_vec3 base = carried(&world->grid.entries[place], seconds);
    const double horizon = (double)avoider->settings.wall_horizon;
    const bool walls = horizon > 0, bodies = walls && bodies_move(world, state);
    if (meet_neighbours(world, &plan, base, seconds) == 0 && !bodies) return false;
    lope_wall_look look = {.state = state,
                           .tuning = &seat->block->lanes[seat->lane].moveset->tuning,
                           .nearby = avoider->nearby,
                           .reach = plan.most * horizon + (double)state->radius,
                           .far = bodies ? (double)avoider->settings.consideration_radius : 0,
                           .seconds = seconds,
                           .base = base};
    if (bodies && !look_around(world, &look, avoider)) return false;
    if (bodies) meet_bodies(&plan, &look);
    const bool clear = lope_avoidance_is_clear(&plan);
    if (!clear && walls && !bodies && !look_around(world, &look, avoider)) return false;
    if (!clear) *velocity = choose_among_walls(&plan, &look, walls);
    *oncoming = (float)plan.oncoming;
    if (avoider->trace != NULL) lope_avoidance_note(&plan, clear ? known->wanted : *velocity, avoider->trace);
    if (clear) return false;
    return (double)lope_vec3_length(lope_vec3_sub(*velocity, known->wanted)) > DIVERTS * plan.wanted;
}

// Returns a number of 0.5 to 1.5, another one for each character and tick: the looks of a crowd that begins
// together are spread over ticks.
static float stagger(const lope_seat *seat)
{
    const uint64_t mixed = (seat->id + lope_seat_state(seat)->ticks) * UINT64_C(0x9e3779b97f4a7c15);
    return 0.5f + (float)(mixed >> 40) / 16777216.0f;
}

// Keeps or chooses the velocity of a character, by its lock times. Returns whether it differs from the wanted
// one.
static bool keep_or_choose(lope_world *world, uint32_t place, double seconds, lope_vec3 *velocity)
{
    const lope_seat *seat = &world->order[place];
    lope_avoider *avoider = &seat->block->avoiders[seat->lane];
    lope_avoidance_memory *memory = &avoider->memory;
    if (memory->left > 0) {
        const float left = memory->left - (float)seconds;
        const bool diverts = memory->diverts != 0;
        *velocity = memory->velocity;
        if (left > 0)
            memory->left = left;
        else
            *memory = (lope_avoidance_memory){.oncoming = memory->oncoming};
        return diverts;
    }
    float oncoming;
    const bool diverts = choose(world, place, seconds, velocity, &oncoming);
    memory->oncoming = oncoming;
    const lope_avoidance_settings *settings = &avoider->settings;
    const float kept = diverts ? settings->lock_time_after_avoid : settings->lock_time_after_clear * stagger(seat);
    const float left = kept - (float)seconds;
    if (left > 0)
        *memory = (lope_avoidance_memory){
            .oncoming = oncoming, .left = left, .diverts = diverts, .velocity = diverts ? *velocity : (lope_vec3){0, 0, 0}};
    return diverts;
}

// Returns whether a character still goes aside of where it wants to, as after it has avoided something.
static bool drifts(const lope_state *state, lope_vec3 wanted)
{
    const double speed = (double)lope_vec3_length(state->velocity), along = (double)lope_vec3_dot(state->velocity, wanted);
    return along < DRIFT * speed * (double)lope_vec3_length(wanted);
}

// Writes the input that the tick of a character sees.
static void avoid_one(lope_world *world, uint32_t place, double seconds)
{
    const lope_seat *seat = &world->order[place];
    lope_block *block = seat->block;
    const uint32_t lane = seat->lane;
    if ((block->avoids >> lane & 1u) == 0) return;
    const lope_state *state = &block->states[lane];
    lope_avoider *avoider = &block->avoiders[lane];
    avoider->input = block->inputs[lane];
    avoider->result = LOPE_OK;
    if (avoider->input.requests != NULL) { // a copy, as the tick uses up what the game asked for
        avoider->requests = *avoider->input.requests;
        avoider->input.requests = &avoider->requests;
    }
    if (!walks(state) || block->characters[lane].attached || !(block->lanes[lane].time_scale > 0)) return;
    if (!world->known[place].avoids) {
        avoider->memory = (lope_avoidance_memory){0};
        return;
    }
    lope_vec3 velocity;
    const bool diverts = keep_or_choose(world, place, seconds, &velocity);
    const bool held = !avoider->settings.walks_off_ledges && (diverts || drifts(state, world->known[place].wanted));
    if (held) avoider->input.forbidden |= LOPE_FORBID_WALK_OFF;
    if (!diverts) return;
    if (avoider->input.requests == NULL) avoider->requests = (lope_requests){0};
    avoider->requests.avoidance = lope_vec3_sub(velocity, world->known[place].wanted);
    avoider->input.requests = &avoider->requests;
}

typedef struct avoid_job {
    lope_world *world;
    double seconds;
} avoid_job;

static void avoid_share(void *context, uint32_t which)
{
    const avoid_job *job = context;
    const uint32_t first = which * SHARE, last = first + SHARE;
    const uint32_t end = last < job->world->order_count ? last : job->world->order_count;
    for (uint32_t i = first; i < end; i++) avoid_one(job->world, i, job->seconds);
}

void lope_avoid_run(lope_world *world, double seconds)
{
    if (world->avoiding_count == 0) return;
    avoid_job job = {.world = world, .seconds = seconds};
    note_all(world);
    lope_threads_run(world->threads, (world->order_count + SHARE - 1) / SHARE, avoid_share, &job);
}

uint64_t lope_avoid_hash(const lope_world *world, uint64_t hash)
{
    for (uint32_t i = 0; i < world->order_count; i++) {
        const lope_seat *seat = &world->order[i];
        if ((seat->block->avoids >> seat->lane & 1u) == 0) continue;
        const lope_avoidance_memory *memory = &seat->block->avoiders[seat->lane].memory;
        if (!(memory->left > 0) && !(memory->oncoming > 0)) continue;
        hash = lope_hash_u64(hash, seat->id);
        hash = lope_hash_float(hash, memory->left);
        hash = lope_hash_vec3(hash, memory->velocity);
        hash = lope_hash_u64(hash, memory->diverts);
        hash = lope_hash_float(hash, memory->oncoming);
    }
    return hash;
}

// ---- a character's avoidance ------------------------------------------------------------------------------

static bool has_avoider(const lope_character *character) { return (character->block->avoids >> character->lane & 1u) != 0; }

void lope_avoid_end(lope_character *character)
{
    if (!has_avoider(character)) return;
    lope_block *block = character->block;
    lope_avoider *avoider = &block->avoiders[character->lane];
    lope_nearby_destroy(avoider->nearby);
    *avoider = (lope_avoider){0};
    block->avoids &= ~(UINT32_C(1) << character->lane);
    character->world->avoiding_count--;
}

void lope_avoid_release(lope_block *block, const lope_allocator *allocator)
{
    lope_release(allocator, block->avoiders, LOPE_BLOCK_LANES * sizeof *block->avoiders);
    block->avoiders = NULL;
}

// Takes all that a character's avoidance works with, so that no tick asks for it. Returns false when out of
// memory.
static bool make_avoider(lope_character *character)
{
    lope_block *block = character->block;
    lope_world *world = character->world;
    if (!lope_avoid_reserve(world, world->order_count)) return false;
    if (block->avoiders == NULL)
        block->avoiders = lope_allocate_zero(&world->allocator, LOPE_BLOCK_LANES * sizeof *block->avoiders);
    if (block->avoiders == NULL) return false;
    lope_avoider *avoider = &block->avoiders[character->lane];
    if (avoider->nearby == NULL) avoider->nearby = lope_nearby_create(&world->allocator);
    return avoider->nearby != NULL;
}

lope_result lope_character_set_avoidance(lope_character *character, const lope_avoidance_settings *settings)
{
    const lope_result may = lope_character_check(character);
    if (may != LOPE_OK) return may;
    if (settings == NULL) {
        lope_avoid_end(character);
        return LOPE_OK;
    }
    const lope_result good = lope_avoidance_check(settings, NULL);
    if (good != LOPE_OK) return good;
    if (!make_avoider(character)) return LOPE_ERROR_MEMORY;
    if (!has_avoider(character)) {
        character->block->avoids |= UINT32_C(1) << character->lane;
        character->world->avoiding_count++;
    }
    lope_avoider *avoider = &character->block->avoiders[character->lane];
    avoider->settings = *settings;
    avoider->input = character->block->inputs[character->lane];
    avoider->input.requests = NULL;
    return LOPE_OK;
}

const lope_avoidance_settings *lope_character_avoidance(const lope_character *character)
{
    if (character == NULL || !has_avoider(character)) return NULL;
    return &character->block->avoiders[character->lane].settings;
}

const lope_input *lope_character_avoidance_input(const lope_character *character)
{
    if (character == NULL || !has_avoider(character)) return NULL;
    return &character->block->avoiders[character->lane].input;
}

lope_avoidance_memory lope_character_avoidance_memory(const lope_character *character)
{
    if (character == NULL || !has_avoider(character)) return (lope_avoidance_memory){0};
    return character->block->avoiders[character->lane].memory;
}

lope_result lope_character_set_avoidance_memory(lope_character *character, const lope_avoidance_memory *memory)
{
    if (memory == NULL) return LOPE_ERROR_NULL;
    const lope_result may = lope_character_check(character);
    if (may != LOPE_OK) return may;
    if (!has_avoider(character)) return LOPE_ERROR_STATE;
    if (!lope_finite_vec3(memory->velocity) || !lope_finite(memory->left) || !lope_finite(memory->oncoming))
        return LOPE_ERROR_NOT_FINITE;
    character->block->avoiders[character->lane].memory = *memory;
    return LOPE_OK;
}

lope_result lope_character_trace_avoidance(lope_character *character, lope_avoidance_trace *trace)
{
    const lope_result may = lope_character_check(character);
    if (may != LOPE_OK) return may;
    if (!has_avoider(character)) return LOPE_ERROR_STATE;
    character->block->avoiders[character->lane].trace = trace;
    return LOPE_OK;
}
