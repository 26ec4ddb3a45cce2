// settings_at.h - where in a moveset the settings of a mode, and the conditions and settings of an ability,
// stand.
//
// The moveset has 8-byte words for them. A mode's block is its settings. An ability's block is a copy of its
// conditions, then its settings. A place is 1 + the block's first word; 0: there is none. Blocks are found
// by places, not by pointers, so a moveset may be copied. Read next: move/settings.c.
#ifndef LOPE_CHARACTER_STATE_SETTINGS_AT_H
#define LOPE_CHARACTER_STATE_SETTINGS_AT_H

#include <lope/moveset.h>

// Returns the 8-byte words that so many bytes take.
static inline uint32_t lope_settings_words(size_t bytes) { return (uint32_t)((bytes + 7) / 8); }

#define LOPE_CONDITIONS_WORDS lope_settings_words(sizeof(lope_conditions))

// Returns the settings of a mode of the moveset; NULL when it has none.
static inline const void *lope_mode_settings(const lope_moveset *moveset, uint32_t mode)
{
    uint32_t place = moveset->mode_settings[mode];
    return place ? &moveset->settings[place - 1] : NULL;
}

// Returns the conditions of an ability of the moveset.
static inline const lope_conditions *lope_ability_conditions(const lope_moveset *moveset, uint32_t ability)
{
    return (const lope_conditions *)(const void *)&moveset->settings[moveset->ability_settings[ability] - 1u];
}

// Returns the settings of an ability of the moveset; NULL when it has none.
static inline const void *lope_ability_settings(const lope_moveset *moveset, uint32_t ability)
{
    uint32_t first = moveset->ability_settings[ability] - 1u + LOPE_CONDITIONS_WORDS;
    return moveset->abilities[ability]->settings_size ? &moveset->settings[first] : NULL;
}

// Returns the buttons of which a press asks for an ability.
static inline uint32_t lope_ability_buttons(const lope_ability *ability) { return ability->button | ability->more_buttons; }

#endif
