// query_filter.h - what a filter of zero means in the queries that a game asks.
#ifndef LOPE_LEVEL_QUERY_FILTER_H
#define LOPE_LEVEL_QUERY_FILTER_H

#include <lope/surroundings.h>

// Returns a query's filter with its defaults filled in: solid bodies, and nobody ignored.
static inline lope_filter lope_query_filter(lope_filter filter)
{
    if (filter.channels == 0) filter.channels = LOPE_CHANNEL_SOLID;
    if (filter.ignore == 0) filter.ignore = LOPE_BODY_NONE;
    return filter;
}

#endif
