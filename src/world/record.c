// record.c - characters that are recorded. The recorder itself: src/record/recorder.c.
#include "world/record.h"

#include "base/error.h"

#include <stdio.h>

void lope_record_end(lope_character *character)
{
    lope_recorder **slot = &character->block->lanes[character->lane].recorder;
    lope_recorder_destroy(*slot);
    *slot = NULL;
}

lope_recorder *lope_character_record(lope_character *character, const lope_recorder_def *def)
{
    if (lope_character_check(character) != LOPE_OK) {
        if (def != NULL) lope_refuse(def->error, lope_character_check(character), "character", "it cannot be recorded now");
        return NULL;
    }
    if (def == NULL) {
        lope_record_end(character);
        return NULL;
    }
    char name[32];
    lope_recorder_def full = *def;
    snprintf(name, sizeof name, "character %u", (unsigned)character->number);
    if (full.name == NULL) full.name = name;
    if (full.tick_rate == 0) full.tick_rate = (float)(1.0 / character->world->period);
    if (full.allocator == NULL) full.allocator = &character->world->allocator;
    lope_recorder *recorder = lope_recorder_create(&full);
    if (recorder == NULL) return NULL;
    lope_record_end(character);
    character->block->lanes[character->lane].recorder = recorder;
    return recorder;
}

lope_recorder *lope_character_recorder(const lope_character *character)
{
    return character == NULL || !character->alive ? NULL : character->block->lanes[character->lane].recorder;
}
