// moveset_set.c - the settings of a moveset by names, and as one list.
//
// An owner is a mode, an ability or the stamina. Each has one table of fields, an ability two: its
// conditions, and its own. Read next: settings.c.
#include "base/error.h"
#include "character/move/moveset_abilities.h"
#include "character/move/moveset_hash.h"
#include "character/move/settings.h"
#include "character/state/mode_exists.h"
#include "character/state/settings_at.h"
#include "character/tuning/field.h"

#include <string.h>

// Owners in the order of the list: modes, abilities, the stamina.
#define FIRST_ABILITY LOPE_MODES
#define STAMINA_PLACE (LOPE_MODES + LOPE_ABILITIES)
#define OWNERS (STAMINA_PLACE + 1)

// One owner's fields and where their values stand. An ability has two parts.
typedef struct owned {
    const char *owner; // NULL: there is no such owner
    const lope_field *fields[2];
    uint32_t counts[2];
    const void *values[2];
} owned;

// Returns owner `i` of a moveset.
static owned owner_at(const lope_moveset *moveset, uint32_t i)
{
    owned o = {0};
    if (i < LOPE_MODES) {
        if (!lope_mode_exists(moveset, i)) return o;
        const lope_mode *mode = moveset->modes[i];
        return (owned){.owner = mode->name,
                       .fields = {mode->fields},
                       .counts = {mode->field_count},
                       .values = {lope_mode_settings(moveset, i)}};
    }
    if (i < STAMINA_PLACE) {
        uint32_t n = i - FIRST_ABILITY;
        if (n >= moveset->ability_count) return o;
        const lope_ability *ability = moveset->abilities[n];
        return (owned){.owner = ability->name,
                       .fields = {lope_condition_fields, ability->fields},
                       .counts = {lope_condition_field_count, ability->field_count},
                       .values = {lope_ability_conditions(moveset, n), lope_ability_settings(moveset, n)}};
    }
    if (moveset->ability_count == 0) return o;
    return (owned){
        .owner = "stamina", .fields = {lope_stamina_fields}, .counts = {lope_stamina_field_count}, .values = {&moveset->stamina}};
}

// Finds a setting by names: its row and the struct in which it stands. Fills *error when there is none.
static lope_result find(const lope_moveset *moveset, const char *owner, const char *field, const lope_field **row,
                        const void **values, lope_error *error)
{
    for (uint32_t i = 0; i < OWNERS; i++) {
        owned o = owner_at(moveset, i);
        if (!o.owner || strcmp(o.owner, owner) != 0) continue;
        for (uint32_t part = 0; part < 2; part++) {
            *row = lope_settings_find(o.fields[part], o.counts[part], field);
            *values = o.values[part];
            if (*row) return LOPE_OK;
        }
        const lope_field *first = o.counts[0] ? o.fields[0] : o.fields[1];
        return lope_refuse(error, LOPE_ERROR_UNKNOWN_NAME, "field", "%.30s has no setting %.40s%s%.40s", owner, field,
                           first ? "; one that it has is " : "; it has none", first ? first->name : "");
    }
    return lope_refuse(error, LOPE_ERROR_UNKNOWN_NAME, "owner", "the moveset has no mode or ability \"%.40s\"; add it first",
                       owner);
}

lope_result lope_moveset_set(lope_moveset *moveset, const char *owner, const char *field, double value, lope_error *error)
{
    const lope_field *row;
    const void *values;
    if (!moveset || !owner || !field)
        return lope_refuse(error, LOPE_ERROR_NULL,
                           !moveset ? "moveset"
                           : owner  ? "field"
                                    : "owner",
                           "a moveset and two names are required");
    lope_result result = find(moveset, owner, field, &row, &values, error);
    if (result != LOPE_OK) return result;
    result = lope_field_check(row, value);
    if (result != LOPE_OK) return lope_field_refuse(error, result, row, value, "");
    lope_field_write((char *)moveset + ((const char *)values - (const char *)moveset), row, value);
    lope_moveset_join(moveset);
    moveset->hash = lope_moveset_hash(moveset);
    return LOPE_OK;
}

lope_result lope_moveset_get(const lope_moveset *moveset, const char *owner, const char *field, double *value)
{
    const lope_field *row;
    const void *values;
    if (!moveset || !owner || !field || !value) return LOPE_ERROR_NULL;
    lope_result result = find(moveset, owner, field, &row, &values, NULL);
    if (result == LOPE_OK) *value = lope_field_read(values, row);
    return result;
}

uint32_t lope_moveset_setting_count(const lope_moveset *moveset)
{
    uint32_t count = 0;
    for (uint32_t i = 0; moveset && i < OWNERS; i++) {
        owned o = owner_at(moveset, i);
        count += o.counts[0] + o.counts[1];
    }
    return count;
}

bool lope_moveset_setting_at(const lope_moveset *moveset, uint32_t index, lope_setting *setting)
{
    for (uint32_t i = 0; moveset && setting && i < OWNERS; i++) {
        owned o = owner_at(moveset, i);
        for (uint32_t part = 0; part < 2; part++) {
            if (index < o.counts[part]) {
                *setting = (lope_setting){.owner = o.owner, .field = &o.fields[part][index]};
                return true;
            }
            index -= o.counts[part];
        }
    }
    return false;
}
