// characters.c - the characters of a world: making and ending characters, finding them by id and handle,
// their accessors.
//
// All memory that a step will want is reserved here, when a character is made. So a refusal for want of
// memory comes where the game can answer it. The order of characters is that of their ids, so that nothing
// depends on the order in which they were made. Read next: input.c for what they are told, step.c for how
// they move.
#include "world/characters.h"

#include "base/error.h"
#include "base/memory.h"
#include "character/move/stand_upright.h"
#include "character/state/input_check.h"
#include "character/state/mode_exists.h"
#include "character/state/pages.h"
#include "character/tuning/field.h"
#include "world/attach.h"
#include "world/avoid_neighbours.h"
#include "world/avoid_settings.h"
#include "world/events.h"
#include "world/input.h"
#include "world/lock_memory.h"
#include "world/log.h"
#include "world/pose.h"
#include "world/pushes.h"
#include "world/record.h"

#include <stdio.h>
#include <string.h>

static void set_meets(lope_character *character, bool meets)
{
    lope_block *block = character->block;
    const uint32_t bit = UINT32_C(1) << character->lane;
    if (meets == ((block->meets & bit) != 0)) return;
    block->meets ^= bit;
    character->world->meeting_count += meets ? 1u : UINT32_MAX;
}

// Notes whether the character collides with characters, or overlaps them.
static void note_meeting(lope_character *character)
{
    lope_block *block = character->block;
    const lope_state *state = lope_character_slot(character);
    const lope_moveset *moveset = block->lanes[character->lane].moveset;
    uint32_t channels = state->channels | state->overlap_channels;
    for (uint32_t i = 0; moveset != NULL && i < moveset->sensor_count; i++) channels |= moveset->sensors[i].channels;
    const bool meets = (channels & LOPE_CHANNEL_CHARACTER) != 0;
    set_meets(character, meets);
}

// ---- ids --------------------------------------------------------------------------------------------------

uint32_t lope_world_place(const lope_world *world, uint64_t id)
{
    uint32_t low = 0, high = world->order_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (world->order[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const lope_seat *lope_world_seat(const lope_world *world, uint64_t id)
{
    const uint32_t place = lope_world_place(world, id);
    return place < world->order_count && world->order[place].id == id ? &world->order[place] : NULL;
}

// Returns the id of the character that is made next: as the definition has it, else its number or the next
// free one.
static uint64_t id_of(const lope_world *world, const lope_character_def *def)
{
    if (def->id != 0) return def->id | LOPE_BODY_CHARACTER;
    uint64_t id = LOPE_BODY_CHARACTER | world->next_number;
    for (uint32_t i = lope_world_place(world, id); i < world->order_count && world->order[i].id == id; i++) id++;
    return id;
}

static lope_result check_id(const lope_world *world, const lope_character_def *def)
{
    if (def->id >= 2 * LOPE_BODY_CHARACTER)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "id", "must be below 2^62, or what lope_character_id tells");
    if (def->id != 0 && lope_world_seat(world, id_of(world, def)) != NULL)
        return lope_refuse(def->error, LOPE_ERROR_DUPLICATE, "id", "%llu is taken by another character",
                           (unsigned long long)(def->id & ~LOPE_BODY_CHARACTER));
    return LOPE_OK;
}

// ---- making -----------------------------------------------------------------------------------------------

static lope_result check_def(const lope_world *world, const lope_character_def *def)
{
    if (world->phase == LOPE_WORLD_MOVING || world->phase == LOPE_WORLD_PUSHING)
        return lope_refuse(def->error, LOPE_ERROR_STATE, "world", "a tick is running: create in before_tick or after_tick");
    if (!lope_finite_vec3(def->up)) return lope_refuse(def->error, LOPE_ERROR_NOT_FINITE, "up", "must be three finite numbers");
    const lope_moveset *moveset = def->moveset != NULL ? def->moveset : &world->moveset;
    if (!lope_moveset_is_made(moveset)) return lope_refuse(def->error, LOPE_ERROR_STATE, "moveset", LOPE_MOVESET_NOT_MADE);
    if (!lope_mode_exists(moveset, def->mode))
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "mode", "there is no mode %u", (unsigned)def->mode);
    if (!lope_finite_vec3(def->forward))
        return lope_refuse(def->error, LOPE_ERROR_NOT_FINITE, "forward", "must be three finite numbers");
    if (world->next_number == UINT32_MAX)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "number", "a world numbers at most 2^32 - 1 characters");
    return check_id(world, def);
}

static lope_result init_state(const lope_world *world, const lope_character_def *def, lope_state *state)
{
    return lope_state_init(state, &(lope_state_def){.feet = def->feet,
                                                    .radius = def->radius,
                                                    .height = def->height,
                                                    .yaw = def->yaw,
                                                    .velocity = def->velocity,
                                                    .up = def->up,
                                                    .forward = def->forward,
                                                    .gravity = world->gravity,
                                                    .gravity_as_given = true,
                                                    .mode = def->mode,
                                                    .channels = def->channels,
                                                    .overlap_channels = def->overlap_channels,
                                                    .overlap_channels_as_given = def->overlap_channels_as_given,
                                                    .own_body = id_of(world, def),
                                                    .error = def->error});
}

#define SPAN_BLOCKS_MOST 32 // at a time

// Makes the pool of nearbys before the second block: a world with one hero does without, and so stays small.
// Returns false when out of memory.
static bool make_pool(lope_world *world)
{
    if (!LOPE_NEAR_POOL || world->block_count == 0 || world->pool != NULL) return true;
    world->near_share = lope_near_pool_share(&world->allocator, world->nearby_triangles);
    if (world->near_share != 0) world->pool = lope_near_pool_create(&world->allocator);
    return world->pool != NULL;
}

// Returns the next block's memory: from the newest span, or from a new one of half as many blocks as there
// are, of one block where that is too much. Behind its blocks a span has memory for the pool. NULL: out of
// memory.
static lope_block *take_block(lope_world *world)
{
    lope_block *block = world->spans != NULL ? lope_span_block(world->spans) : NULL;
    if (block != NULL) return block;
    if (!make_pool(world)) return NULL;
    uint32_t count = world->block_count / 2 + 1;
    if (count > SPAN_BLOCKS_MOST) count = SPAN_BLOCKS_MOST;
    lope_span *span = NULL;
    size_t more = 0;
    for (; span == NULL && count > 0; count = count > 1 ? 1 : 0) {
        more = world->pool != NULL ? count * LOPE_BLOCK_LANES * world->near_share : 0;
        span = lope_span_take(&world->allocator, count, sizeof *block, more);
    }
    if (span == NULL) return NULL;
    lope_span_append(span, world->spans);
    world->spans = span;
    if (more != 0) lope_near_pool_give(world->pool, lope_span_more(span), more);
    return lope_span_block(span);
}

// Adds a block of free lanes. The lanes come off the list in ascending order.
static bool add_block(lope_world *world)
{
    void *blocks = world->blocks;
    const bool room =
        lope_grow(&world->allocator, &blocks, &world->block_capacity, (size_t)world->block_count + 1, sizeof *world->blocks);
    world->blocks = blocks;
    lope_block *block = room ? take_block(world) : NULL;
    if (block == NULL) return false;
    memset(block, 0, sizeof *block);
    const uint32_t first = LOPE_BLOCK_LANES * world->block_count;
    world->blocks[world->block_count++] = block;
    for (uint32_t lane = LOPE_BLOCK_LANES; lane-- > 0;) {
        lope_character *character = &block->characters[lane];
        *character =
            (lope_character){.world = world, .block = block, .lane = lane, .index = first + lane, .next = world->free_list};
        world->free_list = character;
    }
    return true;
}

// Takes all memory that one more character will want. Returns false when there is none.
static bool reserve(lope_world *world)
{
    const uint32_t count = world->order_count + 1;
    void *order = world->order;
    const bool room = lope_grow(&world->allocator, &order, &world->order_capacity, count, sizeof *world->order);
    world->order = order;
    return room && lope_grid_reserve(&world->grid, &world->allocator, count) && lope_events_reserve(world, count) &&
           lope_pushes_reserve(world, count) && (world->known == NULL || lope_avoid_reserve(world, count)) &&
           (world->free_list != NULL || add_block(world));
}

// Triangles near each character of the first block, so that no tick among few characters takes memory.
#define FEW_TRIANGLES 160

// Makes the nearby of the lane that is the next to be taken. NULL: out of memory.
static lope_nearby *make_nearby(lope_world *world)
{
    const bool few = world->free_list->block == world->blocks[0];
    const uint32_t triangles = few && world->nearby_triangles == 0 ? FEW_TRIANGLES : world->nearby_triangles;
    return lope_near_pool_nearby(few ? NULL : world->pool, &world->allocator, triangles);
}

// Puts a character into the order. Without ids of the game's own it comes last.
static void take_seat(lope_world *world, const lope_character *character)
{
    const uint32_t place = lope_world_place(world, character->id);
    for (uint32_t i = world->order_count; i > place; i--) world->order[i] = world->order[i - 1];
    world->order[place] = (lope_seat){.block = character->block, .id = character->id, .lane = character->lane};
    world->order_count++;
}

static void settle(lope_character *character, const lope_character_def *def, const lope_state *state, lope_nearby *nearby)
{
    lope_world *world = character->world;
    lope_block *block = character->block;
    const uint32_t lane = character->lane, generation = character->generation + 1;
    world->free_list = character->next;
    block->states[lane] = *state;
    block->inputs[lane] = (lope_input){.look_yaw = state->yaw};
    const lope_moveset *moveset = def->moveset != NULL ? def->moveset : &world->moveset;
    block->lanes[lane] = (lope_lane){.nearby = nearby, .moveset = moveset, .time_scale = 1, .result = LOPE_OK};
    block->reports[lane] = (lope_report){0};
    block->used |= UINT32_C(1) << lane;
    const uint32_t only = UINT32_C(1) << lane;
    block->no_stand = def->no_stand ? block->no_stand | only : block->no_stand & ~only;
    *character = (lope_character){.world = world,
                                  .block = block,
                                  .user = def->user,
                                  .lane = lane,
                                  .id = state->own_body,
                                  .number = world->next_number++,
                                  .index = character->index,
                                  .generation = generation != 0 ? generation : 1,
                                  .alive = true};
    note_meeting(character);
    lope_stand_upright(&block->states[lane], moveset, &world->surroundings, nearby);
    lope_pose_reset(character);
    take_seat(world, character);
}

// Tells the world's log, once, of a tuning that looks as if it were in Unreal's units.
static void tell_doubt(lope_world *world, const lope_moveset *moveset)
{
    const uint32_t bit = UINT32_C(1) << LOPE_SAID_TUNING;
    if (world->said & bit || world->looked_over == moveset) return; // a crowd shares one
    world->looked_over = moveset;
    const lope_tuning *tuning = &moveset->tuning;
    const lope_tuning_field *field = lope_tuning_doubt(tuning);
    char line[192];
    if (field == NULL) return;
    world->said |= bit;
    snprintf(line, sizeof line, "tuning: %s is %g %s: if that is Unreal's %s, set it with lope_tuning_set_unreal (told once)",
             field->name, lope_field_read(tuning, field), field->unit, field->unreal_name);
    lope_world_say(world, line);
}

lope_character *lope_character_create(lope_world *world, const lope_character_def *def)
{
    const lope_character_def empty = {0};
    if (world == NULL) return NULL;
    if (def == NULL) def = &empty;
    lope_state state;
    if (check_def(world, def) != LOPE_OK || init_state(world, def, &state) != LOPE_OK) return NULL;
    const bool room = reserve(world) && (!(def->channels & LOPE_CHANNEL_CHARACTER) ||
                                         lope_lock_reserve(world, world->meeting_count + 1, world->period));
    lope_nearby *nearby = room ? make_nearby(world) : NULL;
    if (nearby == NULL) {
        lope_refuse(def->error, LOPE_ERROR_MEMORY, "allocator", "out of memory for a character");
        return NULL;
    }
    lope_character *character = world->free_list;
    settle(character, def, &state, nearby);
    tell_doubt(world, def->moveset != NULL ? def->moveset : &world->moveset);
    return character;
}

// ---- ending -----------------------------------------------------------------------------------------------

lope_result lope_character_destroy(lope_character *character)
{
    const lope_result good = lope_character_check(character);
    if (good != LOPE_OK) return good;
    lope_world *world = character->world;
    lope_block *block = character->block;
    const uint32_t place = lope_world_place(world, character->id);
    world->order_count--;
    for (uint32_t i = place; i < world->order_count; i++) world->order[i] = world->order[i + 1];
    lope_nearby_destroy(block->lanes[character->lane].nearby);
    block->lanes[character->lane].nearby = NULL;
    lope_record_end(character);
    lope_attachment_end(character);
    lope_avoid_end(character);
    const uint32_t others = ~(UINT32_C(1) << character->lane);
    block->used &= others;
    set_meets(character, false);
    block->told &= others;
    character->alive = false;
    character->next = world->retired_list;
    world->retired_list = character;
    return LOPE_OK;
}

void lope_world_recycle(lope_world *world)
{
    while (world->retired_list != NULL) {
        lope_character *character = world->retired_list;
        world->retired_list = character->next;
        character->next = world->free_list;
        world->free_list = character;
    }
}

void lope_world_release_characters(lope_world *world)
{
    for (uint32_t i = 0; i < world->order_count; i++) {
        const lope_seat *seat = &world->order[i];
        lope_nearby_destroy(seat->block->lanes[seat->lane].nearby);
        lope_record_end(lope_seat_character(seat));
        lope_avoid_end(lope_seat_character(seat));
    }
    lope_near_pool_destroy(world->pool);
    for (uint32_t i = 0; i < world->block_count; i++) {
        lope_release(&world->allocator, world->blocks[i]->requests, LOPE_BLOCK_LANES * sizeof(lope_requests));
        lope_avoid_release(world->blocks[i], &world->allocator);
    }
    lope_avoid_end_all(world);
    lope_span_release(world->spans);
    lope_release(&world->allocator, world->blocks, world->block_capacity * sizeof *world->blocks);
    lope_release(&world->allocator, world->order, world->order_capacity * sizeof *world->order);
}

// ---- names ------------------------------------------------------------------------------------------------

uint32_t lope_character_number(const lope_character *character) { return character == NULL ? UINT32_MAX : character->number; }
uint64_t lope_character_id(const lope_character *character) { return character == NULL ? LOPE_BODY_NONE : character->id; }
void *lope_character_user(const lope_character *character) { return character == NULL ? NULL : character->user; }

lope_character_handle lope_character_handle_of(const lope_character *character)
{
    if (character == NULL || !character->alive) return (lope_character_handle){0, 0};
    return (lope_character_handle){character->index, character->generation};
}

lope_character *lope_world_character(const lope_world *world, lope_character_handle handle)
{
    if (world == NULL || handle.index / LOPE_BLOCK_LANES >= world->block_count) return NULL;
    lope_character *character = &world->blocks[handle.index / LOPE_BLOCK_LANES]->characters[handle.index % LOPE_BLOCK_LANES];
    return character->alive && character->generation == handle.generation ? character : NULL;
}

lope_character *lope_world_find_character(const lope_world *world, uint64_t id)
{
    if (world == NULL || id >= 2 * LOPE_BODY_CHARACTER) return NULL;
    const lope_seat *seat = lope_world_seat(world, id | LOPE_BODY_CHARACTER);
    return seat != NULL ? lope_seat_character(seat) : NULL;
}

// ---- state and moveset ------------------------------------------------------------------------------------

const lope_state *lope_character_state(const lope_character *character)
{
    return character == NULL ? NULL : lope_character_slot(character);
}

const lope_report *lope_character_report(const lope_character *character)
{
    return character == NULL ? NULL : &character->block->reports[character->lane];
}

static lope_result check_state(const lope_state *state, const lope_moveset *moveset)
{
    const bool finite = lope_finite_point(state->feet) && lope_finite_vec3(state->velocity) && lope_finite_vec3(state->up) &&
                        lope_finite_vec3(state->gravity) && lope_finite(state->radius) && lope_finite(state->height) &&
                        lope_finite(state->yaw) && lope_finite(state->pitch);
    if (!finite) return LOPE_ERROR_NOT_FINITE;
    if (lope_check_point(NULL, "feet", state->feet, LOPE_MOST_PLACE) != LOPE_OK) return LOPE_ERROR_RANGE;
    if (!(state->radius > 0) || state->height < 2 * state->radius || !lope_mode_exists(moveset, state->mode))
        return LOPE_ERROR_RANGE;
    if (state->overlap_count > LOPE_OVERLAPS || state->layer_count > LOPE_LAYERS) return LOPE_ERROR_RANGE;
    return lope_pages_fault(state) == NULL ? LOPE_OK : LOPE_ERROR_STATE;
}

lope_result lope_character_set_state(lope_character *character, const lope_state *state)
{
    if (state == NULL) return LOPE_ERROR_NULL;
    const lope_result good = lope_character_check(character);
    if (good != LOPE_OK) return good;
    const lope_result result = check_state(state, character->block->lanes[character->lane].moveset);
    if (result != LOPE_OK) return result;
    lope_state *slot = lope_character_slot(character);
    lope_state_copy(slot, state);
    // a state of another character, or of another session, must not meet itself here
    slot->own_body = character->id;
    note_meeting(character);
    // presses are told from the buttons that the state's last tick held, not from those of a tick that is
    // taken back
    lope_input_consume(character->block, character->lane);
    character->block->inputs[character->lane].held = state->held;
    lope_pose_reset(character);
    return LOPE_OK;
}

// Returns the number in `moveset` of the mode that has the name of mode `mode` of `old`; LOPE_MODES when
// there is none.
static uint32_t mode_in(const lope_moveset *moveset, const lope_moveset *old, uint32_t mode)
{
    if (!lope_mode_exists(old, mode)) return LOPE_MODES;
    for (uint32_t id = 0; id < LOPE_MODES; id++)
        if (lope_mode_exists(moveset, id) && strcmp(moveset->modes[id]->name, old->modes[mode]->name) == 0) return id;
    return LOPE_MODES;
}

lope_result lope_character_set_moveset(lope_character *character, const lope_moveset *moveset)
{
    const lope_result good = lope_character_check(character);
    if (good != LOPE_OK) return good;
    if (moveset == NULL) moveset = &character->world->moveset;
    lope_block *block = character->block;
    const lope_moveset *old = block->lanes[character->lane].moveset;
    lope_state *state = lope_character_slot(character);
    lope_input next = block->inputs[character->lane]; // what it has been told already, too
    const uint32_t mode = mode_in(moveset, old, state->mode);
    lope_requests asked = *lope_requests_of(&next);
    if (asked.asked & LOPE_REQUEST_MODE) asked.mode = mode_in(moveset, old, asked.mode);
    if (next.requests != NULL) next.requests = &asked;
    if (mode == LOPE_MODES || lope_input_check(&next, moveset, NULL) != LOPE_OK) return LOPE_ERROR_STATE;
    state->mode = mode;
    if (next.requests != NULL) block->requests[character->lane] = asked;
    block->lanes[character->lane].moveset = moveset;
    note_meeting(character);
    return LOPE_OK;
}
