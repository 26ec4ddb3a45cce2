// fields.h - tables of the fields of every struct that stands in a recording.
//
// One table serves writing, reading and comparing, so the three agree. A struct is written as the change from
// another one of its kind: a mask of the fields that differ, then each field's change. Numbers change by a
// difference, floats by the bits that differ: a value that changes a little keeps its upper bits. Reserved
// fields are written too, as zeros. Read next: bytes.h, format.h.
#ifndef LOPE_RECORD_FIELDS_H
#define LOPE_RECORD_FIELDS_H

#include "record/bytes.h"
#include <lope/record.h>

// The type of a field, which decides how its bits are read and written.
typedef enum lope_bits {
    LOPE_BITS_FLOAT,
    LOPE_BITS_DOUBLE,
    LOPE_BITS_U8,
    LOPE_BITS_U32,
    LOPE_BITS_U64,
    LOPE_BITS_BOOL, // 0 or 1
    LOPE_BITS_U16
} lope_bits;

// One field of a struct.
typedef struct lope_record_field {
    const char *name; // "floor.normal.x"
    uint16_t offset;  // bytes into the struct
    uint8_t bits;     // lope_bits
} lope_record_field;

// All fields of a struct, in the order in which they are written.
typedef struct lope_record_table {
    const lope_record_field *fields;
    uint32_t count;
    bool finite; // numbers that are not finite are refused
} lope_record_table;

// The tables. lope_state_table_2 has a state's fields in recordings of version 2: the first ones of today's.
extern const lope_record_table lope_state_table, lope_state_table_2, lope_input_table, lope_event_table, lope_query_table,
    lope_body_table, lope_shape_table, lope_terms_table, lope_volume_table;

// Writes the struct *now as the change from *before.
void lope_write_fields(lope_writer *writer, const lope_record_table *table, const void *now, const void *before);

// Reads the struct *now as the change from *before. Returns false when the bytes end, or when a field cannot
// have the value that was read; *field then names the field, or "mask".
bool lope_read_fields(lope_reader *reader, const lope_record_table *table, void *now, const void *before, const char **field);

// Returns the first field in which two structs differ, or NULL. 0 and -0 count as equal.
const lope_record_field *lope_fields_differ(const lope_record_table *table, const void *a, const void *b);

// Writes a field's value as text, cut to `capacity` bytes. LOPE_BODY_NONE becomes "none".
void lope_field_text(const lope_record_field *field, const void *thing, char *text, size_t capacity);

#endif
