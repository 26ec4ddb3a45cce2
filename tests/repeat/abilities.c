// abilities.c - all abilities of the library at work in the yard. Read next: yard.c.
#include "fold.h"
#include "golden.h"
#include "yard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    lope_world *world;
    lope_moveset movesets[YARD_KINDS];
    lope_character *players[YARD_PLAYERS];
    uint64_t hash;
    golden_abilities_used *used;
} run;

static bool open_yard(run *r)
{
    r->world = lope_world_create(NULL);
    if (r->world == NULL || !yard_movesets(r->movesets) || !yard_fill(lope_world_level(r->world))) return false;
    for (uint32_t i = 0; i < YARD_PLAYERS; i++) {
        const uint32_t others = i % 3 == 0 ? LOPE_CHANNEL_CHARACTER : 0;
        const lope_character_def def = {
            .feet = yard_start(i), .moveset = &r->movesets[yard_kind(i)], .channels = LOPE_CHANNEL_SOLID | others};
        r->players[i] = lope_character_create(r->world, &def);
        if (r->players[i] == NULL) return false;
    }
    return true;
}

static uint32_t index_of(const lope_ability *ability)
{
    uint32_t i = 0;
    while (lope_scene_own_ability(i) != ability) i++;
    return i;
}

static void fold_event(run *r, uint32_t player, const lope_event *e)
{
    r->hash = fold_u64(fold_u64(fold_u64(r->hash, e->kind), e->from), e->to);
    r->hash = fold_point(fold_float(fold_float(r->hash, e->time), e->value), e->point);
    const lope_moveset *moveset = &r->movesets[yard_kind(player)];
    if (e->kind == LOPE_EVENT_ABILITY) r->used->starts[index_of(moveset->abilities[e->from])]++;
    if (e->kind == LOPE_EVENT_ABILITY_END) r->used->ends[index_of(moveset->abilities[e->from])]++;
}

// What a save writes comes back to the same bits.
static bool fold_save(run *r, uint32_t player)
{
    unsigned char bytes[2 * sizeof(lope_state)];
    size_t size = 0;
    lope_state again;
    const lope_moveset *moveset = &r->movesets[yard_kind(player)];
    const lope_state *state = lope_character_state(r->players[player]);
    if (lope_state_write_for(moveset, state, bytes, sizeof bytes, &size, NULL) != LOPE_OK) return false;
    if (lope_state_read_for(moveset, &again, bytes, size, NULL, NULL) != LOPE_OK) return false;
    r->hash = fold_bytes(r->hash, bytes, size);
    return lope_state_hash(&again) == lope_state_hash(state);
}

static bool play_tick(run *r, uint32_t tick)
{
    if (!yard_set_poses(lope_world_level(r->world), tick)) return false;
    for (uint32_t i = 0; i < YARD_PLAYERS; i++) {
        lope_requests requests;
        const lope_input input = yard_input(i, tick, lope_character_state(r->players[i]), &requests);
        if (lope_character_set_input(r->players[i], &input) != LOPE_OK) return false;
    }
    if (lope_world_step(r->world, YARD_TICK) != LOPE_OK) return false;
    for (uint32_t i = 0; i < YARD_PLAYERS; i++) {
        const lope_report *report = lope_character_report(r->players[i]);
        for (uint32_t k = 0; k < report->event_count; k++) fold_event(r, i, &report->events[k]);
        if (tick % 60 == 59 && !fold_save(r, i)) return false;
    }
    r->hash = fold_u64(r->hash, lope_world_hash(r->world));
    return true;
}

bool golden_abilities(uint64_t *hash, golden_abilities_used *used, char *text)
{
    run *r = calloc(1, sizeof *r);
    if (r == NULL) return false;
    *used = (golden_abilities_used){0};
    r->hash = FOLD_START;
    r->used = used;
    bool good = open_yard(r);
    uint32_t tick = 0;
    while (good && tick < GOLDEN_YARD_TICKS) good = play_tick(r, tick++);
    if (!good) snprintf(text, 200, "abilities: tick %u was refused", (unsigned)tick);
    *hash = r->hash;
    lope_world_destroy(r->world);
    free(r);
    return good;
}
