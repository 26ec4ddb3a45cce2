// nav.h - the navigation surface of a level: its meshes that were given as `nav`. Read next: nav.c.
#ifndef LOPE_LEVEL_NAV_H
#define LOPE_LEVEL_NAV_H

#include <lope/level.h>

// As lope_surroundings.nav_point has it.
bool lope_level_nav_point(const lope_level *level, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point);

#endif
