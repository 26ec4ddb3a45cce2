// slide.h - a slide as an ability of a game: low over the ground, along slopes, to an end at its exact
// instant.
//
// It uses the public headers alone, as a game would. Read next: slide.c.
#ifndef TESTS_EXTENSION_SLIDE_H
#define TESTS_EXTENSION_SLIDE_H

#include <lope/lope.h>

// Why there is no slide, as a refusal of a game's own.
#define SLIDE_TOO_SLOW (LOPE_REFUSAL_GAME + 20)

// The ability's settings, by its table of fields.
typedef struct slide_settings {
    float min_speed;    // m/s, at which it ends; it begins above twice that
    float deceleration; // m/s2, by friction
    float drag;         // 1/s
    float gravity;      // share of the gravity along a slope that acts
    int32_t mode;       // number of slide_mode in the moveset
} slide_settings;

// The mode of a character that slides, and the ability that begins it.
extern const lope_mode slide_mode;
extern const lope_ability slide_ability;

// Adds mode and ability to a moveset; `ability` in place of slide_ability when it is not NULL. Returns what
// the moveset refuses.
lope_result slide_add(lope_moveset *moveset, const lope_ability *ability, lope_error *error);

#endif
