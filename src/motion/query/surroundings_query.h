// surroundings_query.h - the cast of lope/query.h for who casts many times from places near each other. Read
// next: surroundings_query.c.
#ifndef LOPE_MOTION_QUERY_SURROUNDINGS_QUERY_H
#define LOPE_MOTION_QUERY_SURROUNDINGS_QUERY_H

#include <lope/query.h>

// Does what lope_surroundings_cast does, relative to the origin of the anchor instead of that of def->from.
// So all casts with one anchor keep what was gathered. anchor: NULL: def->from.
lope_result lope_surroundings_cast_about(const lope_surroundings *surroundings, lope_nearby *look, const lope_point *anchor,
                                         const lope_cast_def *def, float units_per_metre, lope_cast_hit *hit, bool *met);

#endif
