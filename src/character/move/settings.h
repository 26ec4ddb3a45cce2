// settings.h - the settings that a moveset holds: room for them, their tables of fields, and the names of
// their owners. Read next: settings.c, state/settings_at.h.
#ifndef LOPE_CHARACTER_MOVE_SETTINGS_H
#define LOPE_CHARACTER_MOVE_SETTINGS_H

#include <lope/moveset.h>

// A struct of settings and its table of fields, as a mode or an ability declares them.
typedef struct lope_settings_table {
    const lope_field *fields;
    uint32_t count;
    uint16_t bytes; // of the struct
} lope_settings_table;

// Checks a table, and the values in `values` (NULL: what the fields are initially). words: 8-byte words that
// are to be taken in the moveset. Fills *error and returns the code of the first fault, or LOPE_OK.
lope_result lope_settings_check(const lope_moveset *moveset, const lope_settings_table *table, const void *values, uint32_t words,
                                lope_error *error);

// Takes words of the moveset, which lope_settings_check has found to be there. Returns their place.
uint16_t lope_settings_take(lope_moveset *moveset, uint32_t words);

// Writes the values of all fields into zeroed settings at `to`. values: as for lope_settings_check.
void lope_settings_fill(void *to, const lope_settings_table *table, const void *values);

// The fields of the conditions that every ability has, and of the stamina.
extern const lope_field lope_condition_fields[];
extern const uint32_t lope_condition_field_count;
extern const lope_field lope_stamina_fields[];
extern const uint32_t lope_stamina_field_count;

// Returns the row of that name in a table, or NULL.
const lope_field *lope_settings_find(const lope_field *fields, uint32_t count, const char *name);

// Refuses a name that a mode or an ability of the moveset has, or the stamina. Returns LOPE_OK when it is
// free.
lope_result lope_settings_check_owner(const lope_moveset *moveset, const char *name, lope_error *error);

#endif
