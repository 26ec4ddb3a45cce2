// avoid.c - how the characters of a world avoid each other. See avoid.h.
//
// Every choice is made against the picture of the tick's start, which the grid holds: so neither the order of
// the characters nor the threads matter. First a list of what others must know of each character is made, in
// the order of the grid. Then each character that avoids chooses. Walls and edges are only looked for where
// another character or a moving body is in the way, moving bodies only where any may move.
// Read next: avoid_neighbours.c, control/avoidance_plan.h, control/avoidance_walls.h.
#include "world/avoid.h"

#include "base/cpu_dispatch.h"
#include "control/avoidance_edges.h"
#include "control/avoidance_limits.h"
#include "control/avoidance_plan.h"
#include "control/avoidance_trace.h"
#include "control/avoidance_walls.h"
#include "world/avoid_neighbours.h"

#include <stddef.h>

#define SHARE 32       // characters, that a thread takes at a time
#define BEGIN_AHEAD 4  // characters, of which the avoider is asked for ahead
#define AROUND_AHEAD 2 // characters that choose, of which what is around them is
#define HOLD_TRIES 4   // how often edges are looked for along the newly chosen velocity
#define DRIFT 0.995    // cosine of 6 degrees, by which a velocity is off the wanted one at least
#define DIVERTS 1e-3   // of the wanted speed, by which a velocity that avoids something differs at least

// What the choices of a thread have in common.
typedef struct avoid_job {
    lope_world *world;
    double seconds;
    lope_nearby *scout; // the thread's own, or NULL
    bool bodies_move;   // some that a character may meet
} avoid_job;

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
    avoider->cell = lope_avoid_cells_find(&world->avoid_cells, look, &world->surroundings);
    avoider->result = lope_walls_gather(look, &world->surroundings);
    return avoider->result == LOPE_OK;
}

// Adds walls to the plan, where they count, and chooses; then limits at the edges to which the choice leads,
// and chooses again.
static lope_vec3 choose_among_walls(lope_avoidance_plan *plan, lope_wall_look *look, bool walls_count)
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
static void meet_bodies(lope_avoidance_plan *plan, lope_wall_look *look)
{
    lope_avoidance_wall walls[LOPE_AVOIDANCE_WALLS];
    const uint32_t count = lope_walls_find_moving(look, walls);
    lope_avoidance_add_moving(plan, walls, count);
    lope_avoidance_add_walls(plan, walls, count); // those at rest
}

// Chooses the velocity of a character, and tells the plan's `oncoming`. Returns whether the velocity differs
// from the wanted one.
static bool choose(const avoid_job *job, uint32_t place, lope_vec3 *velocity, float *oncoming)
{
    lope_world *world = job->world;
    const double seconds = job->seconds;
    *oncoming = 0;
    const lope_seat *seat = &world->order[place];
    const lope_state *state = lope_seat_state(seat);
    lope_avoider *avoider = &seat->block->avoiders[seat->lane];
    const lope_known *known = &world->known[place];
    const lope_avoidance_agent self = {.id = seat->id,
                                       .feet = state->feet,
                                       .velocity = state->velocity,
                                       .wanted = known->agent.wanted,
                                       .radius = state->radius,
                                       .height = state->height,
                                       .avoids = true,
                                       .weight = known->agent.weight,
                                       .group = known->agent.group,
                                       .groups_to_avoid = known->agent.groups_to_avoid,
                                       .groups_to_ignore = known->agent.groups_to_ignore};
    lope_avoidance_plan plan;
    if (!lope_avoidance_begin(&plan, &avoider->settings, &self, state->up, known->most)) return false;
    const lope_vec3 base = lope_avoid_carried(&world->grid.entries[place], seconds);
    const double horizon = (double)avoider->settings.wall_horizon;
    const bool walls = horizon > 0, bodies = walls && bodies_move(world, state);
    if (lope_avoid_meet_neighbours(world, &plan, base, &avoider->within) == 0 && !bodies) return false;
    lope_wall_look look = {.state = state,
                           .tuning = &seat->block->lanes[seat->lane].moveset->tuning,
                           .nearby = avoider->nearby,
                           .scout = job->scout,
                           .boundary = &avoider->boundary,
                           .reach = plan.most * horizon + (double)state->radius,
                           .far = bodies ? (double)avoider->settings.consideration_radius : 0,
                           .seconds = seconds,
                           .limit = (double)lope_cos(seat->block->lanes[seat->lane].moveset->tuning.walkable_floor_angle),
                           .base = base};
    if (bodies && !look_around(world, &look, avoider)) return false;
    if (bodies) meet_bodies(&plan, &look);
    const bool clear = lope_avoidance_is_clear(&plan);
    if (!clear && walls && !bodies && !look_around(world, &look, avoider)) return false;
    if (!clear) *velocity = choose_among_walls(&plan, &look, walls);
    avoider->used = look.used;
    *oncoming = (float)plan.oncoming;
    if (avoider->trace != NULL) lope_avoidance_note(&plan, clear ? known->agent.wanted : *velocity, avoider->trace);
    if (clear) return false;
    return (double)lope_vec3_length(lope_vec3_sub(*velocity, known->agent.wanted)) > DIVERTS * plan.wanted;
}

// Returns a number of 0.5 to 1.5, another one for each character and tick: the looks of a crowd that begins
// together are spread over ticks.
static float stagger(const lope_seat *seat)
{
    const uint64_t mixed = (seat->id + lope_seat_state(seat)->ticks) * UINT64_C(0x9e3779b97f4a7c15);
    return 0.5f + (float)(mixed >> 40) / 16777216.0f;
}

// Keeps the velocity of a character as long as its lock times say. Returns whether they do.
static bool keep_velocity(const avoid_job *job, lope_avoidance_memory *memory)
{
    if (!(memory->left > 0)) return false;
    const float left = memory->left - (float)job->seconds;
    if (left > 0)
        memory->left = left;
    else
        *memory = (lope_avoidance_memory){.oncoming = memory->oncoming};
    return true;
}

// Chooses the velocity of a character, and how long it is kept. Returns whether it differs from the wanted
// one.
static bool choose_anew(const avoid_job *job, uint32_t place, lope_vec3 *velocity)
{
    const lope_seat *seat = &job->world->order[place];
    lope_avoider *avoider = &seat->block->avoiders[seat->lane];
    float oncoming;
    const bool diverts = choose(job, place, velocity, &oncoming);
    avoider->memory.oncoming = oncoming;
    const lope_avoidance_settings *settings = &avoider->settings;
    const float kept = diverts ? settings->lock_time_after_avoid : settings->lock_time_after_clear * stagger(seat);
    const float left = kept - (float)job->seconds;
    if (left > 0)
        avoider->memory = (lope_avoidance_memory){
            .oncoming = oncoming, .left = left, .diverts = diverts, .velocity = diverts ? *velocity : (lope_vec3){0, 0, 0}};
    return diverts;
}

// Returns whether a character still goes aside of where it wants to, as after it has avoided something.
static bool drifts(const lope_state *state, lope_vec3 wanted)
{
    const double speed = (double)lope_vec3_length(state->velocity), along = (double)lope_vec3_dot(state->velocity, wanted);
    return along < DRIFT * speed * (double)lope_vec3_length(wanted);
}

// Writes what a velocity makes of the input that the tick of a character sees.
static void put_velocity(const avoid_job *job, uint32_t place, bool diverts, lope_vec3 velocity)
{
    const lope_known *known = &job->world->known[place];
    const lope_seat *seat = &job->world->order[place];
    lope_avoider *avoider = &seat->block->avoiders[seat->lane];
    const bool held = !avoider->settings.walks_off_ledges && (diverts || drifts(lope_seat_state(seat), known->agent.wanted));
    if (held) avoider->input.forbidden |= LOPE_FORBID_WALK_OFF;
    if (!diverts) return;
    if (avoider->input.requests == NULL) avoider->requests = (lope_requests){0};
    avoider->requests.avoidance = lope_vec3_sub(velocity, known->agent.wanted);
    avoider->input.requests = &avoider->requests;
}

// Writes the input that the tick of a character sees, where its velocity is kept or nothing is avoided.
// Returns whether a velocity has to be chosen.
static bool begin_one(const avoid_job *job, uint32_t place)
{
    const lope_world *world = job->world;
    const lope_seat *seat = &world->order[place];
    const lope_block *block = seat->block;
    if ((block->avoids >> seat->lane & 1u) == 0) return false;
    lope_avoider *avoider = &block->avoiders[seat->lane];
    avoider->input = block->inputs[seat->lane];
    avoider->result = LOPE_OK;
    if (avoider->input.requests != NULL) { // a copy, as the tick uses up what the game asked for
        avoider->requests = *avoider->input.requests;
        avoider->input.requests = &avoider->requests;
    }
    if (!world->known[place].may_avoid) return false;
    if (!world->known[place].agent.avoids) {
        avoider->memory = (lope_avoidance_memory){0};
        return false;
    }
    const lope_avoidance_memory memory = avoider->memory;
    if (!keep_velocity(job, &avoider->memory)) return true;
    put_velocity(job, place, memory.diverts != 0, memory.velocity);
    return false;
}

static void prefetch_avoider(const lope_seat *seat)
{
    if (seat->block->avoiders == NULL) return;
    lope_prefetch(&seat->block->avoiders[seat->lane], sizeof(lope_avoider));
    lope_prefetch(&seat->block->inputs[seat->lane], sizeof(lope_input));
    lope_prefetch(&lope_seat_state(seat)->velocity, sizeof(lope_vec3));
}

// Brings the heads of what a character reads of the world around it into the caches.
static void prefetch_heads(const avoid_job *job, const lope_seat *seat)
{
    const lope_avoider *avoider = &seat->block->avoiders[seat->lane];
    lope_prefetch(lope_seat_state(seat), offsetof(lope_state, own_body) + sizeof(uint64_t));
    lope_avoid_cells_prefetch_head(&job->world->avoid_cells, avoider->cell);
    if (avoider->cell != 0 && !job->bodies_move) return;
    lope_prefetch(&avoider->nearby->origin, offsetof(lope_nearby, patch) - offsetof(lope_nearby, origin));
    lope_prefetch(avoider->nearby->sets, sizeof avoider->nearby->sets);
}

// Brings what a character reads of the world around it into the caches, some time after the heads.
static void prefetch_around(const avoid_job *job, const lope_seat *seat)
{
    const lope_avoider *avoider = &seat->block->avoiders[seat->lane];
    if (avoider->cell == 0)
        lope_walls_prefetch(&avoider->nearby->sets[0], avoider->used);
    else
        lope_avoid_cells_prefetch(&job->world->avoid_cells, avoider->cell, avoider->used);
}

// Chooses for those that have to, one after the other, while what the next ones will read is on its way.
static void choose_all(const avoid_job *job, const uint32_t *places, uint32_t count)
{
    const lope_seat *order = job->world->order;
    for (uint32_t i = 0; i < count && i < AROUND_AHEAD; i++) prefetch_around(job, &order[places[i]]);
    for (uint32_t i = 0; i < count; i++) {
        lope_vec3 velocity;
        if (i + AROUND_AHEAD < count) prefetch_around(job, &order[places[i + AROUND_AHEAD]]);
        const bool diverts = choose_anew(job, places[i], &velocity);
        put_velocity(job, places[i], diverts, velocity);
    }
}

static void avoid_share(void *context, uint32_t which)
{
    avoid_job job = *(const avoid_job *)context;
    const uint32_t first = which * SHARE, last = first + SHARE;
    const uint32_t end = last < job.world->order_count ? last : job.world->order_count;
    const lope_seat *order = job.world->order;
    uint32_t places[SHARE], count = 0;
    for (uint32_t i = first; i < end; i++) {
        if (i + BEGIN_AHEAD < end) prefetch_avoider(&order[i + BEGIN_AHEAD]);
        if (!begin_one(&job, i)) continue;
        prefetch_heads(&job, &order[i]);
        places[count++] = i;
    }
    if (count == 0) return;
    job.scout = lope_scouts_take(&job.world->scouts);
    choose_all(&job, places, count);
    lope_scouts_give_back(&job.world->scouts, job.scout);
}

LOPE_DISPATCH(lope_avoid_run);
void lope_avoid_run(lope_world *world, double seconds)
{
    if (world->avoiding_count == 0) return;
    LOPE_DISPATCH_RUN(lope_avoid_run, world, seconds);
    const lope_surroundings *bodies = &world->surroundings;
    avoid_job job = {.world = world,
                     .seconds = seconds,
                     .bodies_move = bodies->channels == NULL || bodies->channels(bodies->context, LOPE_MOVING) != 0};
    lope_avoid_note_all(world, seconds);
    lope_avoid_cells_begin(&world->avoid_cells, &world->surroundings);
    lope_threads_run(world->threads, (world->order_count + SHARE - 1) / SHARE, avoid_share, &job);
}
