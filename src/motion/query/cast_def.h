// cast_def.h - which definitions of a cast can be asked. Read next: cast_def.c, lope/query.h.
#ifndef LOPE_MOTION_QUERY_CAST_DEF_H
#define LOPE_MOTION_QUERY_CAST_DEF_H

#include <lope/query.h>

// Checks a definition. Returns LOPE_OK, or refuses one that cannot be asked and says why in its error.
lope_result lope_cast_def_check(const lope_cast_def *def);

#endif
