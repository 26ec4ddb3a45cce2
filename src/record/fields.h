// fields.h - tables of the fields of all that stands in a recording: one table serves writing, reading and comparing, so they agree.
//
// A thing is written as the change from another one of its kind: a mask of the fields that differ, then each field's change. Numbers change by
// a difference, floats by the bits that differ: what moves a little keeps its upper bits. Reserved fields go along, as zeros.
#ifndef LOPE_RECORD_FIELDS_H
#define LOPE_RECORD_FIELDS_H

#include "record/bytes.h"
#include <lope/record.h>

typedef enum lope_bits {
    LOPE_BITS_FLOAT,
    LOPE_BITS_DOUBLE,
    LOPE_BITS_U8,
    LOPE_BITS_U32,
    LOPE_BITS_U64,
    LOPE_BITS_BOOL, // 0 or 1
    LOPE_BITS_U16
} lope_bits;

typedef struct lope_record_field {
    const char *name; // "floor.normal.x"
    uint16_t offset;
    uint8_t bits; // lope_bits
} lope_record_field;

typedef struct lope_record_table {
    const lope_record_field *fields;
    uint32_t count;
    bool finite; // numbers that are not finite are refused
} lope_record_table;

// lope_state_table_2: a state's fields in recordings of version 2, which are the first ones of today's.
extern const lope_record_table lope_state_table, lope_state_table_2, lope_input_table, lope_event_table, lope_query_table,
    lope_body_table, lope_shape_table, lope_terms_table, lope_volume_table;

void lope_write_fields(lope_writer *writer, const lope_record_table *table, const void *now, const void *before);
// Fills in *now. False: the reader has failed, or a value is none; *field says where.
bool lope_read_fields(lope_reader *reader, const lope_record_table *table, void *now, const void *before, const char **field);
// The first field that differs, or NULL.
const lope_record_field *lope_fields_differ(const lope_record_table *table, const void *a, const void *b);
// A field's value as text.
void lope_field_text(const lope_record_field *field, const void *thing, char *text, size_t capacity);

#endif
