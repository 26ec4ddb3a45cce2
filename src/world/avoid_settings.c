// avoid_settings.c - a character's avoidance: settings, memory, trace. See avoid_settings.h.
#include "world/avoid_settings.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "character/state/input_check.h"
#include "world/avoid_neighbours.h"
#include "world/characters.h"

bool lope_avoid_reserve(lope_world *world, uint32_t count)
{
    void *known = world->known, *sought = world->sought;
    const size_t fours = ((size_t)count + LOPE_SOUGHT - 1) / LOPE_SOUGHT;
    const bool room = lope_grow(&world->allocator, &known, &world->known_capacity, count, sizeof *world->known) &&
                      lope_grow(&world->allocator, &sought, &world->sought_capacity, fours, sizeof *world->sought);
    world->known = known;
    world->sought = sought;
    return room;
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

void lope_avoid_end_all(lope_world *world)
{
    lope_release(&world->allocator, world->known, world->known_capacity * sizeof *world->known);
    lope_release(&world->allocator, world->sought, world->sought_capacity * sizeof *world->sought);
    lope_avoid_cells_release(&world->avoid_cells);
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
    if (!lope_avoid_cells_reserve(&world->avoid_cells, &world->allocator, world->avoiding_count + 1)) return false;
    if (!lope_scouts_make(&world->scouts, &world->allocator, world->thread_count)) return false;
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
