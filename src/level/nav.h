// nav.h - the navigation surface of a level: its meshes that were added as `nav`. Read next: nav.c.
#ifndef LOPE_LEVEL_NAV_H
#define LOPE_LEVEL_NAV_H

#include <lope/level.h>

// Finds the point of the navigation surface for `feet`, as lope_surroundings.nav_point describes. Returns
// false when none is within reach.
bool lope_level_nav_point(const lope_level *level, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point);

#endif
