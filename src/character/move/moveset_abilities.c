// moveset_abilities.c - takes abilities into a moveset.
//
// Names of what an ability blocks and cancels are made into bits whenever an ability is added, so they may
// come in any order. Read next: settings.c, abilities/abilities.c.
#include "character/move/moveset_abilities.h"
#include "base/error.h"
#include "character/move/moveset_hash.h"
#include "character/move/settings.h"
#include "character/state/settings_at.h"
#include "character/tick/ability_slots.h"
#include "character/tuning/field.h"
#include <lope/state.h>

#include <string.h>

// Returns the bits of the moveset's abilities that stand in a list of names, and LOPE_BLOCKS_JUMP for "jump".
static uint32_t bits_of(const lope_moveset *moveset, const char *const *names)
{
    uint32_t bits = 0;
    for (; names && *names; names++) {
        for (uint32_t i = 0; i < moveset->ability_count; i++)
            if (strcmp(moveset->abilities[i]->name, *names) == 0) bits |= 1u << i;
        if (strcmp(*names, "jump") == 0) bits |= LOPE_BLOCKS_JUMP;
    }
    return bits;
}

// Returns the bits of the moveset's abilities that are in one of the groups, but for ability `but`.
static uint32_t bits_in(const lope_moveset *moveset, uint32_t groups, uint32_t but)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < moveset->ability_count; i++)
        if (i != but && moveset->abilities[i]->groups & groups) bits |= 1u << i;
    return bits;
}

// Returns the bits of the abilities that cancel ability `i`.
static uint32_t cancelled_by(const lope_moveset *moveset, uint32_t i)
{
    uint32_t bits = 0;
    for (uint32_t other = 0; other < moveset->ability_count; other++)
        if (moveset->cancels[other] >> i & 1u) bits |= 1u << other;
    return bits;
}

// Adds the button of an ability to those that its trigger asks by.
static void join_button(lope_moveset *moveset, uint32_t i)
{
    const uint32_t button = moveset->abilities[i]->button, trigger = lope_ability_conditions(moveset, i)->trigger;
    if (button == 0) moveset->self_starting |= 1u << i;
    if (trigger == LOPE_TRIGGER_RELEASE)
        moveset->release_buttons |= button;
    else
        moveset->ability_buttons |= button;
    if (trigger == LOPE_TRIGGER_HELD) moveset->held_buttons |= button;
}

void lope_moveset_join(lope_moveset *moveset)
{
    const uint32_t count = moveset->ability_count;
    moveset->ability_buttons = moveset->held_buttons = moveset->release_buttons = moveset->self_starting = 0;
    moveset->abilities_repeatable = count > 0;
    for (uint32_t i = 0; i < count; i++) {
        const lope_ability *ability = moveset->abilities[i];
        moveset->cancels[i] =
            (bits_of(moveset, ability->cancels) & ~LOPE_BLOCKS_JUMP) | bits_in(moveset, ability->cancels_groups, i);
        join_button(moveset, i);
        if (!(ability->traits & LOPE_ABILITY_REPEATABLE)) moveset->abilities_repeatable = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        const lope_ability *ability = moveset->abilities[i];
        const uint32_t same = bits_in(moveset, ability->groups, i) & ~cancelled_by(moveset, i);
        moveset->blocks[i] = bits_of(moveset, ability->blocks) | bits_in(moveset, ability->blocks_groups, i) | same;
    }
}

// Checks an ability's conditions.
static lope_result check_conditions(const lope_conditions *conditions, lope_error *error)
{
    for (uint32_t i = 0; i < lope_condition_field_count; i++) {
        const lope_field *field = &lope_condition_fields[i];
        double value = lope_field_read(conditions, field);
        lope_result result = lope_field_check(field, value);
        if (result != LOPE_OK) return lope_field_refuse(error, result, field, value, "");
    }
    return LOPE_OK;
}

// Checks what an ability is, but for its settings' values.
static lope_result check_ability(const lope_moveset *moveset, const lope_ability *ability, lope_error *error)
{
    if (!ability->name || !ability->name[0]) return lope_refuse(error, LOPE_ERROR_NULL, "name", "an ability must have a name");
    if (moveset->ability_count >= LOPE_ABILITIES)
        return lope_refuse(error, LOPE_ERROR_RANGE, "ability", "a moveset holds %u abilities", (unsigned)LOPE_ABILITIES);
    if (ability->data_size > LOPE_ABILITY_DATA)
        return lope_refuse(error, LOPE_ERROR_RANGE, "data_size", "is %u; an ability has up to %u bytes of its own",
                           (unsigned)ability->data_size, (unsigned)LOPE_ABILITY_DATA);
    for (uint32_t i = 0; ability->fields && i < ability->field_count; i++) {
        const char *name = ability->fields[i].name;
        if (name && lope_settings_find(lope_condition_fields, lope_condition_field_count, name))
            return lope_refuse(error, LOPE_ERROR_DUPLICATE, name,
                               "every ability has this setting in its conditions; take another name");
    }
    lope_result result = lope_settings_check_owner(moveset, ability->name, error);
    return result == LOPE_OK ? check_conditions(&ability->conditions, error) : result;
}

lope_result lope_moveset_add_ability(lope_moveset *moveset, const lope_ability *ability, const void *settings, uint32_t *id,
                                     lope_error *error)
{
    if (!moveset || !ability) return lope_refuse(error, LOPE_ERROR_NULL, "ability", "a moveset and an ability are required");
    lope_settings_table table = {ability->fields, ability->field_count, ability->settings_size};
    uint32_t words = LOPE_CONDITIONS_WORDS + lope_settings_words(ability->settings_size);
    lope_result result = check_ability(moveset, ability, error);
    if (result == LOPE_OK) result = lope_settings_check(moveset, &table, settings, words, error);
    if (result != LOPE_OK) return result;
    uint32_t number = moveset->ability_count++;
    if (id) *id = number;
    moveset->abilities[number] = ability;
    uint16_t place = lope_settings_take(moveset, words);
    moveset->ability_settings[number] = place;
    memcpy(&moveset->settings[place - 1], &ability->conditions, sizeof ability->conditions);
    lope_settings_fill(&moveset->settings[place - 1 + LOPE_CONDITIONS_WORDS], &table, settings);
    lope_moveset_join(moveset);
    moveset->hash = lope_moveset_hash(moveset);
    return LOPE_OK;
}

const char *lope_moveset_ability_name(const lope_moveset *moveset, uint32_t ability)
{
    return moveset && ability < moveset->ability_count ? moveset->abilities[ability]->name : "?";
}
