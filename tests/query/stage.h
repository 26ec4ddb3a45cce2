// stage.h - an embedded level with every kind of body, static and moving, wherever its base lies.
#ifndef TESTS_QUERY_STAGE_H
#define TESTS_QUERY_STAGE_H

#include "ask.h"

// Bodies have ids from 1. NULL: out of memory.
lope_level *stage_make(lope_point base, random_numbers *r);

#endif
