// field.h - reads, writes and checks one number of a struct by its row in a table of fields.
//
// Tunings and settings share these rules. Read next: lope/field.h, field.c.
#ifndef LOPE_CHARACTER_TUNING_FIELD_H
#define LOPE_CHARACTER_TUNING_FIELD_H

#include <lope/field.h>

// Returns true when the field is a whole number: a flag, a count or a choice.
static inline bool lope_field_is_whole(const lope_field *field)
{
    return field->kind == LOPE_FIELD_BOOL || field->kind == LOPE_FIELD_INT || field->kind == LOPE_FIELD_ENUM;
}

// Returns the field's value in the struct at `base`.
double lope_field_read(const void *base, const lope_field *field);

// Writes a value, which must have passed lope_field_check, into the struct at `base`.
void lope_field_write(void *base, const lope_field *field, double value);

// Checks a value against the field's range. Returns LOPE_OK, LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE.
lope_result lope_field_check(const lope_field *field, double value);

// Refuses a value with a text that says what the field takes. extra: is added to it. Returns `code`.
lope_result lope_field_refuse(lope_error *error, lope_result code, const lope_field *field, double value, const char *extra);

#endif
