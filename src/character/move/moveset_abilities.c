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
    const lope_ability *ability = moveset->abilities[i];
    const uint32_t button = lope_ability_buttons(ability), trigger = lope_ability_conditions(moveset, i)->trigger;
    if (button == 0 || ability->asks_in != 0) moveset->self_starting |= 1u << i;
    if (trigger == LOPE_TRIGGER_RELEASE)
        moveset->release_buttons |= button;
    else
        moveset->ability_buttons |= button;
    if (trigger == LOPE_TRIGGER_HELD) moveset->held_buttons |= button;
}

// Returns the modes in which an ability may start, as far as its conditions name the mode and the ground.
static uint32_t starting_modes(const lope_moveset *moveset, uint32_t i)
{
    const lope_conditions *c = lope_ability_conditions(moveset, i);
    uint32_t modes = c->modes != 0 ? c->modes : UINT32_MAX;
    for (uint32_t mode = 0; mode < LOPE_MODES; mode++) {
        if (!moveset->modes[mode]) continue; // it may be added later
        const bool ground = moveset->modes[mode]->on_ground;
        if (c->grounded && !c->airborne && !c->coyote && !ground) modes &= ~(1u << mode);
        if (c->airborne && !c->grounded && ground) modes &= ~(1u << mode);
    }
    return modes;
}

// Notes in each mode of a row that its ability may ask there.
static void join_row(lope_moveset *moveset, uint32_t i, const lope_ask *row)
{
    for (uint32_t mode = 0; mode < LOPE_MODES; mode++) {
        lope_asking *asking = &moveset->asking[mode];
        if (!(row->modes >> mode & 1u)) continue;
        asking->abilities |= 1u << i;
        if (row->with != 0) continue; // what is at work concerns a tick anyway
        asking->held |= row->held;
        if (row->held == 0) asking->channels |= row->channels;
        if (row->held == 0 && row->channels == 0) asking->at_once |= 1u << i;
    }
}

// Finds out when an ability asks by itself. Without `asks` it has one row, of all modes in which it asks.
static void join_asks(lope_moveset *moveset, uint32_t i)
{
    const lope_ability *ability = moveset->abilities[i];
    const uint32_t modes = (ability->asks_in != 0 ? ability->asks_in : UINT32_MAX) & starting_modes(moveset, i);
    lope_ask *rows = moveset->asks[i];
    uint32_t count = 1;
    if (!(moveset->self_starting >> i & 1u)) return;
    if (ability->asks)
        count = ability->asks(moveset, i, rows);
    else
        rows[0].modes = UINT32_MAX;
    for (uint32_t k = 0; k < LOPE_ASKS; k++) {
        rows[k].modes = k < count ? rows[k].modes & modes : 0;
        join_row(moveset, i, &rows[k]);
    }
}

void lope_moveset_join(lope_moveset *moveset)
{
    const uint32_t count = moveset->ability_count;
    moveset->ability_buttons = moveset->held_buttons = moveset->release_buttons = 0;
    moveset->self_starting = 0;
    memset(moveset->asking, 0, sizeof moveset->asking);
    memset(moveset->asks, 0, sizeof moveset->asks);
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
        join_asks(moveset, i);
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

// Takes the last `count` of the game's modes out again. They have taken the settings from `words` on.
static void drop_modes(lope_moveset *moveset, uint32_t count, uint32_t words)
{
    for (; count > 0; count--) {
        uint32_t number = LOPE_MODE_GAME + --moveset->game_mode_count;
        moveset->modes[number] = NULL;
        moveset->mode_settings[number] = 0;
    }
    memset(&moveset->settings[words], 0, (moveset->settings_words - words) * sizeof *moveset->settings);
    moveset->settings_words = words;
    moveset->hash = lope_moveset_hash(moveset);
}

// Adds the modes that an ability brings: all of them, or none. *first: the number of the first one.
static lope_result add_modes(lope_moveset *moveset, const lope_ability *ability, uint32_t *first, uint32_t *count,
                             lope_error *error)
{
    const uint32_t words = moveset->settings_words;
    *first = *count = 0;
    for (const lope_mode *const *mode = ability->modes; mode && *mode; mode++) {
        uint32_t number;
        lope_result result = lope_moveset_add_mode(moveset, *mode, &number, error);
        if (result != LOPE_OK) {
            drop_modes(moveset, *count, words);
            return result;
        }
        if ((*count)++ == 0) *first = number;
    }
    return LOPE_OK;
}

lope_result lope_moveset_add_ability(lope_moveset *moveset, const lope_ability *ability, const void *settings, uint32_t *id,
                                     lope_error *error)
{
    if (!moveset || !ability) return lope_refuse(error, LOPE_ERROR_NULL, "ability", "a moveset and an ability are required");
    lope_settings_table table = {ability->fields, ability->field_count, ability->settings_size};
    uint32_t words = LOPE_CONDITIONS_WORDS + lope_settings_words(ability->settings_size);
    uint32_t mode = 0, modes = 0, before = moveset->settings_words;
    lope_result result = check_ability(moveset, ability, error);
    if (result == LOPE_OK) result = add_modes(moveset, ability, &mode, &modes, error);
    if (result != LOPE_OK) return result;
    result = lope_settings_check_owner(moveset, ability->name, error); // its own modes have names too
    if (result == LOPE_OK) result = lope_settings_check(moveset, &table, settings, words, error);
    if (result != LOPE_OK) {
        drop_modes(moveset, modes, before);
        return result;
    }
    uint32_t number = moveset->ability_count++;
    if (id) *id = number;
    moveset->abilities[number] = ability;
    moveset->ability_modes[number] = (uint8_t)mode;
    for (uint32_t i = 0; i < modes; i++) moveset->brought_modes |= 1u << (mode + i);
    uint16_t place = lope_settings_take(moveset, words);
    moveset->ability_settings[number] = place;
    memcpy(&moveset->settings[place - 1], &ability->conditions, sizeof ability->conditions);
    lope_settings_fill(&moveset->settings[place - 1 + LOPE_CONDITIONS_WORDS], &table, settings);
    lope_moveset_join(moveset);
    moveset->hash = lope_moveset_hash(moveset);
    return LOPE_OK;
}

const void *lope_moveset_ability_settings(const lope_moveset *moveset, uint32_t ability)
{
    return moveset && ability < moveset->ability_count ? lope_ability_settings(moveset, ability) : NULL;
}

const char *lope_moveset_ability_name(const lope_moveset *moveset, uint32_t ability)
{
    return moveset && ability < moveset->ability_count ? moveset->abilities[ability]->name : "?";
}
