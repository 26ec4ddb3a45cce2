// settings.c - see settings.h.
#include "character/move/settings.h"
#include "base/error.h"
#include "character/state/mode_exists.h"
#include "character/state/settings_at.h"
#include "character/tuning/field.h"

#include <string.h>

#define LONG_TIME 3600.0f // s
#define MUCH 1.0e6f
#define CONDITION(of_kind, member, of_unit, most, sentence)                                          \
    {                                                                                                \
        .name = #member, .unit = of_unit, .text = sentence, .kind = of_kind, .low = 0, .high = most, \
        .offset = (uint32_t)offsetof(lope_conditions, member)                                        \
    }

static const char *const triggers[] = {"press", "held", "release", NULL};

const lope_field lope_condition_fields[] = {
    CONDITION(LOPE_FIELD_FLOAT, cooldown, "s", LONG_TIME, "From a start until the next, or until a charge comes back."),
    CONDITION(LOPE_FIELD_INT, charges, "", 255.0f, "Starts that are there, and come back one by one; 0 is one."),
    CONDITION(LOPE_FIELD_INT, uses_in_air, "", 255.0f, "Starts without the ground in between; 0 is no limit."),
    CONDITION(LOPE_FIELD_FLOAT, stamina, "", MUCH, "Stamina that a start takes."),
    CONDITION(LOPE_FIELD_FLOAT, buffer, "s", LONG_TIME, "How long a press waits until it may start."),
    {.name = "trigger",
     .text = "What the button asks by: a press, being held, or being let go.",
     .kind = LOPE_FIELD_ENUM,
     .offset = (uint32_t)offsetof(lope_conditions, trigger),
     .choices = triggers},
};
const uint32_t lope_condition_field_count = sizeof lope_condition_fields / sizeof *lope_condition_fields;

#define STAMINA(member, of_unit, of_initial, sentence)                                                     \
    {                                                                                                      \
        .name = #member, .unit = of_unit, .text = sentence, .low = 0, .high = MUCH, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_stamina, member)                                                 \
    }

const lope_field lope_stamina_fields[] = {
    STAMINA(most, "", 100.0f, "What a rested character has."),
    STAMINA(recovery, "1/s", 20.0f, "How fast stamina comes back."),
    STAMINA(delay, "s", 1.0f, "After the last that was taken, until it begins to come back."),
};
const uint32_t lope_stamina_field_count = sizeof lope_stamina_fields / sizeof *lope_stamina_fields;

const lope_field *lope_settings_find(const lope_field *fields, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0) return &fields[i];
    return NULL;
}

// Returns the value of a field before it is set: in `values`, or initially.
static double value_of(const lope_field *field, const void *values)
{
    return values ? lope_field_read(values, field) : (double)field->initial;
}

// Checks one row: its name is there once, and it lies in the settings, on a boundary of 4 bytes.
static lope_result check_row(const lope_settings_table *table, uint32_t i, lope_error *error)
{
    const lope_field *field = &table->fields[i];
    if (!field->name || !field->name[0])
        return lope_refuse(error, LOPE_ERROR_NULL, "fields", "row %u has no name; each field has one", (unsigned)i);
    if (lope_settings_find(table->fields, i, field->name))
        return lope_refuse(error, LOPE_ERROR_DUPLICATE, field->name, "two rows of fields have this name; each has its own");
    if (field->offset % 4 != 0 || field->offset + 4 > table->bytes)
        return lope_refuse(error, LOPE_ERROR_RANGE, field->name,
                           "its offset is %u; it takes a multiple of 4 in the %u bytes of settings_size", (unsigned)field->offset,
                           (unsigned)table->bytes);
    bool choices = field->kind != LOPE_FIELD_ENUM || field->choices;
    if (field->kind > LOPE_FIELD_ENUM || !choices)
        return lope_refuse(error, LOPE_ERROR_RANGE, field->name,
                           "its kind is %u; it takes a lope_field_kind, an enum with choices", (unsigned)field->kind);
    return LOPE_OK;
}

lope_result lope_settings_check(const lope_moveset *moveset, const lope_settings_table *table, const void *values, uint32_t words,
                                lope_error *error)
{
    if (table->count > 0 && !table->fields)
        return lope_refuse(error, LOPE_ERROR_NULL, "fields", "is NULL, field_count is %u", (unsigned)table->count);
    for (uint32_t i = 0; i < table->count; i++) {
        lope_result result = check_row(table, i, error);
        if (result != LOPE_OK) return result;
        double value = value_of(&table->fields[i], values);
        result = lope_field_check(&table->fields[i], value);
        if (result != LOPE_OK) return lope_field_refuse(error, result, &table->fields[i], value, "");
    }
    uint32_t room = LOPE_SETTINGS_BYTES / 8 - moveset->settings_words;
    if (words <= room) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, "settings_size",
                       "%u bytes are wanted, %u of a moveset's %u are left; take out a mode or an ability", (unsigned)(8 * words),
                       (unsigned)(8 * room), (unsigned)LOPE_SETTINGS_BYTES);
}

uint16_t lope_settings_take(lope_moveset *moveset, uint32_t words)
{
    uint32_t first = moveset->settings_words;
    memset(&moveset->settings[first], 0, 8 * (size_t)words);
    moveset->settings_words += words;
    return (uint16_t)(first + 1);
}

void lope_settings_fill(void *to, const lope_settings_table *table, const void *values)
{
    for (uint32_t i = 0; i < table->count; i++) lope_field_write(to, &table->fields[i], value_of(&table->fields[i], values));
}

lope_result lope_settings_check_owner(const lope_moveset *moveset, const char *name, lope_error *error)
{
    if (strcmp(name, "stamina") == 0)
        return lope_refuse(error, LOPE_ERROR_DUPLICATE, "name", "\"stamina\" stands for what abilities share; take another name");
    for (uint32_t i = 0; i < LOPE_MODES; i++)
        if (lope_mode_exists(moveset, i) && strcmp(moveset->modes[i]->name, name) == 0)
            return lope_refuse(error, LOPE_ERROR_DUPLICATE, "name", "there is a mode \"%.40s\" already", name);
    for (uint32_t i = 0; i < moveset->ability_count; i++)
        if (strcmp(moveset->abilities[i]->name, name) == 0)
            return lope_refuse(error, LOPE_ERROR_DUPLICATE, "name", "there is an ability \"%.40s\" already", name);
    return LOPE_OK;
}
