// catalog.h - the modes and abilities that a scenario may name: the library's own abilities, and what a
// program brings along.
//
// A scenario's character lists what it has of them, with settings. Read next: scenario.h.
#ifndef LOPE_SCENE_CATALOG_H
#define LOPE_SCENE_CATALOG_H

#include <lope/lope.h>

#define LOPE_SCENE_CATALOG_MOST 256 // modes, and as many abilities

// Modes and abilities by their names. They must outlive the scenarios that are loaded with them.
typedef struct lope_scene_catalog {
    const lope_mode *const *modes;
    const lope_ability *const *abilities;
    uint32_t mode_count, ability_count;
} lope_scene_catalog;

#define LOPE_SCENE_OWN_ABILITIES 21

// Returns the ability of the library at `index`, below LOPE_SCENE_OWN_ABILITIES.
const lope_ability *lope_scene_own_ability(uint32_t index);

#endif
