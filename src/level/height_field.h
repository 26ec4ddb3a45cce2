// height_field.h - a grid of heights, as a body keeps it. No triangles are stored: a cell makes its two when
// asked. Read next: height_field.c.
#ifndef LOPE_LEVEL_HEIGHT_FIELD_H
#define LOPE_LEVEL_HEIGHT_FIELD_H

#include <lope/level.h>

// A grid of heights.
typedef struct lope_height_field {
    float *heights;
    uint32_t columns, rows;
    double cell; // m
    lope_bounds bounds;
} lope_height_field;

// A range of cells, first and last included; empty when a first is above its last.
typedef struct lope_cells {
    uint32_t first_column, last_column, first_row, last_row;
} lope_cells;

// Checks a definition and copies its heights. Returns LOPE_OK, or refuses it and leaves the field empty.
lope_result lope_height_field_build(lope_height_field *field, const lope_height_field_def *def, const lope_allocator *allocator,
                                    lope_error *error);
// Releases the memory. The field is empty afterwards.
void lope_height_field_free(lope_height_field *field, const lope_allocator *allocator);

// Finds the cells that may touch bounds in the field's frame. Returns false when there are none.
bool lope_height_field_cells(const lope_height_field *field, const lope_bounds *bounds, lope_cells *cells);

// Makes the two triangles of a cell, counter-clockwise seen from above, and the range of their heights, m.
// Returns false for a hole.
bool lope_height_field_cell(const lope_height_field *field, uint32_t column, uint32_t row, lope_vec3 corners[2][3],
                            float range[2]);

// Returns the number of the first of a cell's two triangles.
static inline uint32_t lope_height_field_index(const lope_height_field *field, uint32_t column, uint32_t row)
{
    return 2 * (row * (field->columns - 1) + column);
}

#endif
