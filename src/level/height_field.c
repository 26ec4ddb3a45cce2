// height_field.c - a grid of heights: its checks, and cells made into triangles. See height_field.h.
//
// A cell is cut along the diagonal from its lower column and row to its upper ones. Its triangles have the
// numbers 2 * cell and 2 * cell + 1, where cells count along the columns first. A cell with a hole at a
// corner does not exist. Cells are found by division, so there is nothing to build and nothing to walk. Read
// next: query.c, gather.c.
#include "level/height_field.h"

#include "base/error.h"
#include "base/memory.h"
#include "level/frame.h"

#include <stdio.h>
#include <string.h>

// Refuses sizes that are out of range, with the field.
static lope_result sizes_check(const lope_height_field_def *def, lope_error *error)
{
    if (def->columns < 2)
        return lope_refuse(error, LOPE_ERROR_RANGE, "columns", "%u: at least 2 are needed", (unsigned)def->columns);
    if (def->rows < 2) return lope_refuse(error, LOPE_ERROR_RANGE, "rows", "%u: at least 2 are needed", (unsigned)def->rows);
    if ((uint64_t)def->columns * def->rows > 1u << 30)
        return lope_refuse(error, LOPE_ERROR_RANGE, "columns", "%u columns of %u rows: over the limit of 2^30 heights",
                           (unsigned)def->columns, (unsigned)def->rows);
    if (!lope_finite(def->cell)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "cell", "must be a finite number of metres");
    if (!(def->cell > 0)) return lope_refuse(error, LOPE_ERROR_RANGE, "cell", "%g m: must be over 0", (double)def->cell);
    if (def->cell < 1e-4f) // its triangles would be slivers without a normal
        return lope_refuse(error, LOPE_ERROR_RANGE, "cell", "%g m: must be at least 0.0001", (double)def->cell);
    uint32_t longest = def->columns > def->rows ? def->columns : def->rows;
    if ((double)def->cell * (double)longest > 1e9)
        return lope_refuse(error, LOPE_ERROR_RANGE, "cell", "%g m makes the field over a million kilometres long",
                           (double)def->cell);
    if (!def->heights) return lope_refuse(error, LOPE_ERROR_NULL, "heights", "is NULL");
    return LOPE_OK;
}

// Refuses a height that is not finite, with its index.
static lope_result heights_check(const lope_height_field_def *def, lope_error *error)
{
    size_t count = (size_t)def->columns * def->rows;
    for (size_t i = 0; i < count; ++i) {
        if (lope_finite(def->heights[i])) continue;
        char field[48];
        snprintf(field, sizeof field, "heights[%zu]", i);
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, field, "is not finite; a hole is LOPE_HOLE");
    }
    return LOPE_OK;
}

// Returns the point of a column and a row, m in the field's frame.
static lope_vec3 corner(const lope_height_field *f, uint32_t column, uint32_t row)
{
    double x = ((double)column - 0.5 * (double)(f->columns - 1)) * f->cell,
           z = ((double)row - 0.5 * (double)(f->rows - 1)) * f->cell;
    return lope_vec3_make((float)x, f->heights[(size_t)row * f->columns + column], (float)z);
}

// Returns whether a height stands for a hole.
static bool is_hole(float height) { return height <= LOPE_HOLE; }

// Finds the bounds of all cells. Returns false when every cell touches a hole.
static bool bounds_find(lope_height_field *f)
{
    lope_vec3 corners[2][3];
    float range[2];
    f->bounds = lope_bounds_none();
    for (uint32_t j = 0; j + 1 < f->rows; ++j)
        for (uint32_t i = 0; i + 1 < f->columns; ++i) {
            if (!lope_height_field_cell(f, i, j, corners, range)) continue;
            for (int k = 0; k < 6; ++k) f->bounds = lope_bounds_add(f->bounds, lope_vec3_to_point(corners[k / 3][k % 3]));
        }
    return !lope_bounds_empty(&f->bounds);
}

lope_result lope_height_field_build(lope_height_field *field, const lope_height_field_def *def, const lope_allocator *allocator,
                                    lope_error *error)
{
    memset(field, 0, sizeof *field);
    lope_result result = sizes_check(def, error);
    if (result == LOPE_OK) result = heights_check(def, error);
    if (result != LOPE_OK) return result;
    size_t bytes = (size_t)def->columns * def->rows * sizeof(float);
    field->heights = lope_allocate(allocator, bytes);
    if (!field->heights)
        return lope_refuse(error, LOPE_ERROR_MEMORY, "allocator", "no memory for %u x %u heights", (unsigned)def->columns,
                           (unsigned)def->rows);
    memcpy(field->heights, def->heights, bytes);
    field->columns = def->columns;
    field->rows = def->rows;
    field->cell = (double)def->cell;
    if (bounds_find(field)) return LOPE_OK;
    lope_height_field_free(field, allocator);
    return lope_refuse(error, LOPE_ERROR_EMPTY, "heights", "every cell touches a hole: nothing is left");
}

void lope_height_field_free(lope_height_field *field, const lope_allocator *allocator)
{
    lope_release(allocator, field->heights, (size_t)field->columns * field->rows * sizeof(float));
    memset(field, 0, sizeof *field);
}

// Finds the cells between two coordinates along one axis, and one more on each side for rounding.
static bool cells_along(double lower, double upper, double cell, uint32_t points, uint32_t *first, uint32_t *last)
{
    double middle = 0.5 * (double)(points - 1), most = (double)(points - 2);
    double a = floor(lower / cell + middle) - 1, b = floor(upper / cell + middle) + 1;
    if (!(a <= most && b >= 0 && a <= b)) return false;
    *first = a > 0 ? (uint32_t)a : 0;
    *last = b < most ? (uint32_t)b : (uint32_t)most;
    return true;
}

bool lope_height_field_cells(const lope_height_field *f, const lope_bounds *b, lope_cells *cells)
{
    return lope_bounds_touch(b, &f->bounds) &&
           cells_along(b->lower.x, b->upper.x, f->cell, f->columns, &cells->first_column, &cells->last_column) &&
           cells_along(b->lower.z, b->upper.z, f->cell, f->rows, &cells->first_row, &cells->last_row);
}

bool lope_height_field_cell(const lope_height_field *f, uint32_t column, uint32_t row, lope_vec3 corners[2][3], float range[2])
{
    lope_vec3 p00 = corner(f, column, row), p10 = corner(f, column + 1, row);
    lope_vec3 p01 = corner(f, column, row + 1), p11 = corner(f, column + 1, row + 1);
    const float y[4] = {p00.y, p10.y, p01.y, p11.y};
    range[0] = range[1] = y[0];
    for (int k = 0; k < 4; ++k) {
        if (is_hole(y[k])) return false;
        range[0] = y[k] < range[0] ? y[k] : range[0];
        range[1] = y[k] > range[1] ? y[k] : range[1];
    }
    corners[0][0] = corners[1][0] = p00;
    corners[0][1] = p01;
    corners[0][2] = corners[1][1] = p11;
    corners[1][2] = p10;
    return true;
}
