// lock_step.c - chooses the characters that press on each other, and runs their ticks in steps.
//
// Two characters press on each other when one of them may come to the plane halfway between them within the
// tick. The answer is found from the picture that others have of both, so it is the same for both. Before
// each step all characters in steps are noted as they stand, with what carries and shoves them in the step.
// Each of them then runs its step against that picture. So neither order nor threads matter. Characters that
// run the tick as a whole do so first, against the picture of its start. Read next: step.c, shoves.c.
#include "world/lock_step.h"

#include "world/avoid.h"

#include "character/state/state_flags.h"
#include "level/body.h"
#include "motion/nearby/tick_part.h"
#include "record/recorder.h"
#include "world/carried_poses.h"
#include "world/input.h"
#include "world/lock_memory.h"
#include "world/pose.h"
#include "world/shoves.h"
#include "world/stacks.h"

#define FALLS 10.0 // m/s2, about what a fall adds to a speed
#define NEAR 1e-3  // m between two characters: nearer ones press on each other also at rest

// ---- which characters press on each other ----------------------------------------------------------------

typedef struct choice {
    lope_world *world;
    uint32_t place; // of the asking character
    uint8_t steps;
    double seconds, reach; // s; m, that the asking character may go in the tick
    bool shoved;           // the asking character is shoved, or may be: it may come into resting ones
    uint32_t found;        // entries of grid.shoved: resting characters that may be shoved
} choice;

// Returns whether a character may run the tick in steps at all.
static bool may_step(const lope_world *world, uint32_t place)
{
    const lope_seat *seat = &world->order[place];
    const lope_lane *lane = &seat->block->lanes[seat->lane];
    if (!(seat->block->meets >> seat->lane & 1u) || lane->time_scale < 1 || lane->time_scale > 1) return false;
    if (lope_avoid_result(seat->block, seat->lane) != LOPE_OK) return false; // it is not moved at all
    return lope_may_step(lope_lane_input(seat->block, seat->lane), lane->moveset);
}

// Returns how far (m) a character may go in the tick toward another one, at most.
static double reach_of(const lope_world *world, uint32_t place, double seconds)
{
    const lope_seat *seat = &world->order[place];
    const lope_grid_entry *entry = &world->grid.entries[place];
    const lope_vec3 move = lope_lane_input(seat->block, seat->lane)->move;
    double faster = entry->falls ? FALLS : 0;
    if (move.x != 0 || move.y != 0 || move.z != 0)
        faster += (double)seat->block->lanes[seat->lane].moveset->tuning.max_acceleration;
    const double own = ((double)lope_vec3_length(entry->velocity) + faster * seconds) * seconds;
    return own + (entry->shove > 0 ? entry->shove_way : 0);
}

// Returns whether a character stands on the head of the character `on`.
static bool rides(const lope_state *state, uint64_t on) { return state->pages & LOPE_PAGE_BASE && state->base_body == on; }

// Chooses the asking character and the near one of an entry, when they press on each other.
static void choose_pressing(void *context, uint32_t index)
{
    choice *c = context;
    lope_grid *grid = &c->world->grid;
    lope_grid_entry *one = &grid->entries[c->place], *other = &grid->entries[index];
    if ((one->steps > 0 && other->steps > 0) || (other->rests && !c->shoved) || !may_step(c->world, index)) return;
    const lope_capsule own = lope_grid_capsule(one);
    const lope_shape shape = {.kind = LOPE_SHAPE_CAPSULE, .as.capsule = lope_grid_capsule(other)};
    const double gap = lope_capsule_separation(&own, &shape).distance, met = reach_of(c->world, index, c->seconds);
    double reach = c->reach > met ? c->reach : met;
    const lope_state *a = lope_seat_state(&c->world->order[c->place]), *b = lope_seat_state(&c->world->order[index]);
    if (rides(a, other->id) || rides(b, one->id)) reach += lope_point_length(one->way) + lope_point_length(other->way);
    if (!(reach > 0) || gap > 2.0 * reach + NEAR) return;
    if (other->rests && other->steps == 0) grid->shoved[c->found++] = index;
    one->steps = other->steps = c->steps;
}

// Finds the characters on which the asking character presses, which goes by c->reach.
static void find_around(choice *c)
{
    const lope_grid *grid = &c->world->grid;
    const lope_grid_entry *entry = &grid->entries[c->place];
    const double around = 2.0 * c->reach + NEAR;
    const lope_grid_box box = lope_grid_bounds(entry);
    const lope_bounds bounds = {{box.lower[0] - around, box.lower[1] - around, box.lower[2] - around},
                                {box.upper[0] + around, box.upper[1] + around, box.upper[2] + around}};
    lope_grid_each(grid, &bounds, entry->id, choose_pressing, c);
}

// Finds all characters that press on each other. A resting character is among them where a shoved one may
// come into it.
static void find_pressing(lope_world *world, double seconds, uint32_t steps)
{
    const lope_grid *grid = &world->grid;
    choice c = {.world = world, .steps = (uint8_t)steps, .seconds = seconds};
    double farthest = 0; // m, that any is shoved
    for (c.place = 0; c.place < grid->count; c.place++) {
        const lope_grid_entry *entry = &grid->entries[c.place];
        if (entry->rests || !may_step(world, c.place)) continue;
        c.shoved = entry->shove > 0;
        c.reach = reach_of(world, c.place, seconds);
        if (c.shoved && c.reach > farthest) farthest = c.reach;
        find_around(&c);
    }
    c.shoved = true;
    c.reach = farthest;
    for (uint32_t i = 0; i < c.found; i++) {
        c.place = grid->shoved[i];
        find_around(&c);
    }
}

void lope_lock_choose(lope_world *world, double seconds)
{
    lope_lock *lock = &world->lock;
    lope_grid *grid = &world->grid;
    const uint32_t steps = lope_steps_of(seconds);
    uint32_t count = 0;
    lock->count = 0;
    lock->steps = steps;
    if (steps < 2 || grid->count < 2 || !lope_lock_reserve_shown(world)) return;
    find_pressing(world, seconds, steps);
    for (uint32_t i = 0; i < grid->count; i++) count += grid->entries[i].steps > 0;
    if (count == 0) return;
    const bool room = lope_lock_reserve(world, count, seconds); // this tick may be long
    for (uint32_t i = 0; i < grid->count; i++) {
        const lope_seat *seat = &world->order[i];
        if (grid->entries[i].steps == 0) continue;
        if (!room) grid->entries[i].steps = 0;
        if (!room) continue;
        lock->list[lock->count].place = i;
        lock->met[(size_t)lock->count * (steps + 1)] = grid->entries[i];
        seat->block->locked |= UINT32_C(1) << seat->lane;
        lock->count++;
    }
}

// ---- what is met in a step --------------------------------------------------------------------------------

// Shows the bodies that move as they stand at the end of a step, moving in it alone. Their bounds, which hold
// the whole motion, stay.
static void show_bodies(lope_world *world, uint32_t step)
{
    lope_level *level = world->level;
    for (uint32_t i = 0; level && i < level->moved_count; i++) {
        lope_level_body *body = &level->bodies[level->moved[i]];
        world->lock.shown[i] = (lope_shown){body->pose, body->motion};
        lope_sink_body in_step = {.pose = body->pose, .motion = body->motion};
        lope_body_in_part(&in_step, (lope_part){.index = step, .count = world->lock.steps});
        body->pose = in_step.pose;
        body->motion = in_step.motion;
        body->frame = lope_frame_make(&body->pose);
    }
}

// Shows the bodies that move as they stand in the whole tick.
static void show_whole_bodies(lope_world *world)
{
    lope_level *level = world->level;
    for (uint32_t i = 0; level && i < level->moved_count; i++) {
        lope_level_body *body = &level->bodies[level->moved[i]];
        body->pose = world->lock.shown[i].pose;
        body->motion = world->lock.shown[i].motion;
        body->frame = lope_frame_make(&body->pose);
    }
}

// Notes all characters in steps as others meet them in a step of `seconds`.
static void note_step(lope_world *world, uint32_t step, double seconds)
{
    lope_lock *lock = &world->lock;
    lope_grid *grid = &world->grid;
    for (uint32_t i = 0; i < lock->count; i++) {
        const lope_seat *seat = &world->order[lock->list[i].place];
        const lope_stepped *stepped = &lock->list[i].stepped;
        lope_grid_entry *entry = &grid->entries[lock->list[i].place];
        lope_grid_renew(grid, entry, lope_seat_state(seat));
        entry->rests =
            lope_state_rests(lope_seat_state(seat), step > 0 ? &stepped->parts.input : lope_lane_input(seat->block, seat->lane));
        entry->step = (uint8_t)(step + 1);
    }
    for (uint32_t i = 0; i < lock->count; i++) {
        const lope_seat *seat = &world->order[lock->list[i].place];
        lope_grid_entry *entry = &grid->entries[lock->list[i].place];
        if (!(lope_seat_state(seat)->pages & LOPE_PAGE_BASE)) continue;
        entry->velocity = lope_carried_velocity(world, seat);
        lope_grid_shove(grid, entry, lope_carried_way(world, seat, seconds));
    }
    lope_stacks_hold(world);
    lope_shoves_note(world, seconds);
    for (uint32_t i = 0; i < lock->count; i++)
        lock->met[(size_t)i * (lock->steps + 1) + step + 1] = grid->entries[lock->list[i].place];
    if (world->moved != LOPE_MOVED_UNKNOWN) world->moved = grid->moved;
}

// ---- a step -----------------------------------------------------------------------------------------------

typedef struct step_job {
    lope_world *world;
    uint32_t step;
    float seconds; // of the whole tick
} step_job;

// Runs the step of one character.
static void run_one(void *context, uint32_t which)
{
    const step_job *job = context;
    lope_locked *locked = &job->world->lock.list[which];
    const lope_seat *seat = &job->world->order[locked->place];
    lope_block *block = seat->block;
    lope_lane *lane = &block->lanes[seat->lane];
    if (job->step == 0) lope_pose_before(lope_seat_character(seat));
    if (job->step > 0 && lane->result != LOPE_OK) return; // refused
    const lope_move_step step = {.stepped = &locked->stepped,
                                 .index = job->step,
                                 .count = job->world->lock.steps,
                                 .input = lope_lane_input(block, seat->lane),
                                 .moveset = lane->moveset,
                                 .surroundings = lope_lane_surroundings(job->world, block, seat->lane),
                                 .nearby = lane->nearby,
                                 .seconds = job->seconds,
                                 .report = &block->reports[seat->lane]};
    lane->result = lope_move_step_recorded(lane->recorder, &step, lope_seat_state(seat));
}

// Does what follows from a character's tick, as after a tick that ran as a whole. Others are shown the
// character as at the tick's start again.
static void finish_one(lope_world *world, uint32_t which, double seconds)
{
    const uint32_t place = world->lock.list[which].place;
    const lope_seat *seat = &world->order[place];
    lope_block *block = seat->block;
    const lope_report *report = &block->reports[seat->lane];
    const lope_result result = block->lanes[seat->lane].result;
    const uint32_t bit = UINT32_C(1) << seat->lane;
    lope_grid_put(&world->grid, &world->grid.entries[place], &world->lock.met[(size_t)which * (world->lock.steps + 1)]);
    block->locked &= ~bit;
    if (result != LOPE_OK || report->event_count > 0 || report->events_dropped > 0 || report->push_count > 0) block->told |= bit;
    if (result != LOPE_OK) return;
    lope_pose_after(lope_seat_character(seat), seconds);
    lope_input_consume(block, seat->lane);
}

void lope_lock_run(lope_world *world, float rounded, double seconds)
{
    lope_lock *lock = &world->lock;
    if (lock->count == 0) return;
    step_job job = {.world = world, .seconds = rounded};
    for (lock->running = true; job.step < lock->steps; job.step++) {
        show_bodies(world, job.step);
        note_step(world, job.step, seconds / (double)lock->steps);
        show_whole_bodies(world);
        lope_threads_run(world->threads, lock->count, run_one, &job);
    }
    lock->running = false;
    for (uint32_t i = 0; i < lock->count; i++) finish_one(world, i, seconds);
}
