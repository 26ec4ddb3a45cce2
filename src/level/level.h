// level.h - how the files of this folder put a body into a level. Internal; the public part is lope/level.h.
// Read next: level.c.
#ifndef LOPE_LEVEL_LEVEL_H
#define LOPE_LEVEL_LEVEL_H

#include "level/body.h"

// Returns LOPE_OK, or refuses a definition for all that can be said without its shape.
lope_result lope_level_body_check(const lope_level *level, const lope_body_def *def, lope_error *error);

// Adds a body with a shape that was made for it, after lope_level_body_check. Finds the shape's bounds. On
// success the level owns the shape. Returns no body (generation 0) when the memory is short or the shape
// cannot be a volume; then the caller still owns the shape.
lope_body lope_level_body_add(lope_level *level, const lope_body_def *def, const lope_body_shape *shape, lope_error *error);

// Makes a body a navigation surface, which is on no channel.
void lope_level_body_is_nav(lope_level *level, lope_body body);

#endif
