// step.c - one tick for everybody, and as many ticks as a frame has brought due.
//
// The tick reads as lope_world_tick below. The picture of its start is noted, and all characters move at once
// against that picture, so neither their order nor the threads matter. Then what happened is collected in
// order of id, and the level's moving bodies arrive. The game is called before and after. Read next: pose.c
// for what is drawn, events.c for what is told, clock.c for time.
#include "base/hot_cold.h"

#include "character/move/prefetch.h"
#include "character/state/state_flags.h"
#include "level/body.h"
#include "world/attach.h"
#include "world/avoid.h"
#include "world/carried_poses.h"
#include "world/characters.h"
#include "world/events.h"
#include "world/input.h"
#include "world/lock_step.h"
#include "world/log.h"
#include "world/pose.h"
#include "world/push_shares.h"
#include "world/pushes.h"
#include "world/shoves.h"
#include "world/stacks.h"

#include <stdio.h>

// What the threads are to do: a tick of `seconds`, and the same rounded to a float.
typedef struct move_job {
    lope_world *world;
    float rounded;
    double seconds;
} move_job;

// Notes a character as the others meet it in this step.
static void note_one(lope_world *world, const lope_seat *seat, double seconds)
{
    const lope_state *state = lope_seat_state(seat);
    lope_grid_entry *entry = lope_grid_add(&world->grid, seat->id, state);
    entry->no_stand = seat->block->no_stand >> seat->lane & 1u;
    entry->rests = lope_state_rests(state, &seat->block->inputs[seat->lane]);
    if (!(state->pages & LOPE_PAGE_BASE)) return; // nothing carries it
    entry->velocity = lope_carried_velocity(world, seat);
    const lope_point way = lope_carried_way(world, seat, seconds);
    if (lope_point_dot(way, way) > 0) lope_grid_carry(&world->grid, entry, way);
}

// Returns whether bodies may move: how far is told of none of them.
static bool any_body_moves(const lope_world *world)
{
    const lope_surroundings *bodies = &world->surroundings;
    return bodies->channels == NULL || bodies->channels(bodies->context, LOPE_MOVING) != 0;
}

// Notes the picture of the step's start: the broadphase, if any character asks for it.
static void note_start(lope_world *world, double seconds)
{
    lope_grid_clear(&world->grid);
    if (world->meeting_count == 0 && world->avoiding_count == 0) return;
    for (uint32_t i = 0; i < world->order_count; i++) note_one(world, &world->order[i], seconds);
    lope_grid_build(&world->grid);
    if (world->meeting_count == 0) return;
    lope_stacks_hold(world);
    lope_shoves_note(world, seconds);
    if (!any_body_moves(world)) world->moved = world->grid.moved;
}

// Runs the tick of one lane, recorded where the character has a recorder. seconds: the world's. At a time
// scale of 0 the character is not moved, and its report is empty.
static LOPE_INLINED lope_result run_lane(lope_block *block, uint32_t lane, const lope_surroundings *surroundings, float seconds)
{
    const lope_lane *mine = &block->lanes[lane];
    lope_state *state = &block->states[lane];
    const lope_input *input = lope_lane_input(block, lane);
    lope_report *report = &block->reports[lane];
    const float own = seconds * mine->time_scale;
    if (mine->time_scale == 0) {
        memset(report, 0, sizeof *report);
        return LOPE_OK;
    }
    if (LOPE_UNLIKELY(lope_avoid_result(block, lane) != LOPE_OK)) return lope_avoid_result(block, lane);
    if (mine->recorder)
        return lope_move_recorded(mine->recorder, state, input, mine->moveset, surroundings, mine->nearby, own, report);
    return lope_move(state, input, mine->moveset, surroundings, mine->nearby, own, report);
}

// Moves one character and does what concerns it alone, while its state is at hand.
static LOPE_INLINED void move_lane(lope_block *block, uint32_t lane, const move_job *job)
{
    lope_character *character = &block->characters[lane];
    lope_lane *mine = &block->lanes[lane];
    const lope_report *report = &block->reports[lane];
    lope_pose_before(character);
    // the codes are read from their lanes later, in order of id
    mine->result = run_lane(block, lane, lope_lane_surroundings(job->world, block, lane), job->rounded);
    const bool told = mine->result != LOPE_OK || report->event_count > 0 || report->events_dropped > 0 || report->push_count > 0;
    if (told) block->told |= UINT32_C(1) << lane;
    if (mine->result != LOPE_OK) return;
    if (mine->time_scale == 0) return; // what it is told waits until its time goes on
    lope_pose_after(character, job->seconds * (double)mine->time_scale);
    lope_input_consume(block, lane);
}

// Returns whether there is such a block, with a character in that lane.
static bool has_lane(const lope_block *block, uint32_t lane) { return block != NULL && (block->used >> lane & 1u) != 0; }

// Asks for the memory of the next two characters while one moves: also of the block behind, which mostly is
// the next to be taken. Where there are threads another one may have taken it by now, so what its nearbys
// hold is not read.
static void look_ahead(const lope_block *block, const lope_block *behind, uint32_t place, bool alone)
{
    const uint32_t lane = (place + 2) % LOPE_BLOCK_LANES, first = (place + 1) % LOPE_BLOCK_LANES;
    const lope_block *later = place + 2 < LOPE_BLOCK_LANES ? block : behind,
                     *next = place + 1 < LOPE_BLOCK_LANES ? block : behind;
    if (has_lane(later, lane)) {
        lope_prefetch_character(&later->states[lane], &later->inputs[lane], &later->reports[lane], later->lanes[lane].nearby,
                                later->lanes[lane].recorder);
        lope_prefetch(&later->characters[lane], offsetof(lope_character, before.base_point));
        if ((later->meets >> lane & 1u) != 0) lope_prefetch_meeting(later->lanes[lane].nearby);
    }
    if (has_lane(next, first) && (next == block || alone)) lope_prefetch_near(next->lanes[first].nearby);
}

// Moves the characters of a block that do not run the tick in steps with others.
LOPE_COLD static void move_others(lope_block *block, const move_job *job)
{
    for (uint32_t lane = 0; lane < LOPE_BLOCK_LANES; lane++)
        if (((block->used & ~block->locked) >> lane & 1u) != 0) move_lane(block, lane, job);
}

// Moves the characters of a block: the unit of work that threads share.
LOPE_HOT static void move_block(void *context, uint32_t which)
{
    const move_job *job = context;
    lope_block *const *blocks = job->world->blocks, *block = blocks[which];
    const lope_block *behind = (uint64_t)which + 1 < job->world->block_count ? blocks[which + 1] : NULL;
    if (behind != NULL) lope_prefetch(behind, offsetof(lope_block, states));
    block->told = 0;
    const bool alone = job->world->threads == NULL;
    if (!alone && has_lane(block, 0)) lope_prefetch_near(block->lanes[0].nearby);
    if (LOPE_UNLIKELY(block->locked != 0)) {
        move_others(block, job);
        return;
    }
    for (uint32_t lane = 0; lane < LOPE_BLOCK_LANES; lane++) {
        look_ahead(block, behind, lane, alone);
        if ((block->used >> lane & 1u) != 0) move_lane(block, lane, job);
    }
}

static void say(const lope_world *world, uint64_t count, const char *what, const char *why)
{
    char line[160];
    snprintf(line, sizeof line, "tick %llu: %llu %s: %s", (unsigned long long)world->ticks, (unsigned long long)count, what, why);
    lope_world_say(world, line);
}

#define COLLECT_AHEAD 32 // characters, of which it is asked ahead whether they have something to tell

// Collects events, pushes and refusals in order of id. Returns the first refusal. A refused character keeps
// its state, and its input for the next tick; the others' tick has passed all the same.
static lope_result collect(lope_world *world, double start)
{
    lope_result first = LOPE_OK;
    uint64_t refused = 0;
    const uint64_t lost = world->events_lost, unpushed = world->pushes_lost;
    lope_pushes_clear(world);
    for (uint32_t i = 0; i < world->order_count; i++) {
        const lope_seat *seat = &world->order[i];
        lope_block *block = seat->block;
        const uint32_t lane = seat->lane;
        if (i + COLLECT_AHEAD < world->order_count)
            lope_prefetch(&world->order[i + COLLECT_AHEAD].block->told, sizeof block->told);
        if ((block->told >> lane & 1u) == 0) continue;
        const lope_result result = block->lanes[lane].result;
        if (result != LOPE_OK) {
            if (first == LOPE_OK) first = result;
            refused++;
            block->reports[lane] = (lope_report){0};
            continue;
        }
        lope_events_collect(world, lope_seat_character(seat), &block->reports[lane], start);
        lope_pushes_collect(world, &block->reports[lane], block->lanes[lane].nearby);
    }
    lope_push_shares_settle(world, (world->time - start));
    if (refused > 0) say(world, refused, "characters were not moved", lope_result_text(first));
    if (world->events_lost > lost) say(world, world->events_lost - lost, "events were lost", "no room for them");
    if (world->pushes_lost > unpushed) say(world, world->pushes_lost - unpushed, "pushes were lost", "no room for them");
    return first;
}

// Calls one of the game's callbacks of a tick.
static void tell_game(lope_world *world, void (*callback)(void *context, lope_world *world, uint64_t tick, float seconds),
                      uint64_t tick, float seconds)
{
    if (callback == NULL) return;
    world->phase = LOPE_WORLD_TELLING;
    callback(world->tick_context, world, tick, seconds);
    world->phase = LOPE_WORLD_IDLE;
}

// Moves all characters at once, over a tick of `seconds`. rounded: the same, as a float.
static void move_all(lope_world *world, float rounded, double seconds)
{
    move_job job = {.world = world, .rounded = rounded, .seconds = seconds};
    world->phase = LOPE_WORLD_MOVING;
    if (world->level != NULL) world->level->busy = true;
    note_start(world, seconds);
    lope_attachments_follow(world);
    lope_avoid_run(world, seconds);
    lope_lock_choose(world, seconds);
    lope_threads_run(world->threads, world->block_count, move_block, &job);
    lope_lock_run(world, rounded, seconds);
    world->moved = LOPE_MOVED_UNKNOWN;
    if (world->level != NULL) world->level->busy = false;
    world->phase = LOPE_WORLD_IDLE;
}

lope_result lope_world_tick(lope_world *world, double seconds)
{
    const uint64_t tick = world->ticks + 1;
    const double start = world->time;
    const float rounded = (float)seconds;
    if (world->level != NULL) lope_level_begin_tick(world->level, tick, start + seconds);
    tell_game(world, world->before_tick, tick, rounded);
    world->ticks = tick;
    world->time = start + seconds;
    move_all(world, rounded, seconds);
    const lope_result result = collect(world, start);
    if (world->level != NULL) lope_level_end_tick(world->level);
    world->phase = LOPE_WORLD_PUSHING;
    lope_pushes_tell(world, rounded);
    world->phase = LOPE_WORLD_IDLE;
    tell_game(world, world->after_tick, tick, rounded);
    return result;
}
