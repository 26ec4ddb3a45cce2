// field.h - one row of a table that describes a number in a struct: its name, unit, range and place.
//
// A tuning (tuning.h), and the settings of a mode (mode.h) or of an ability (ability.h), are plain structs of
// floats and int32_t. A table of such rows says what stands where. So files, sliders, docs and bindings work
// by names, and a game's own settings are on a level with the library's. Read next: tuning.h, ability.h.
#ifndef LOPE_FIELD_H
#define LOPE_FIELD_H

#include <lope/base.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a field holds.
typedef enum lope_field_kind {
    LOPE_FIELD_FLOAT, // a float
    LOPE_FIELD_BOOL,  // a uint32_t, 0 or 1
    LOPE_FIELD_INT,   // an int32_t
    LOPE_FIELD_ANGLE, // a float in radians; files have degrees
    LOPE_FIELD_ENUM   // a uint32_t with names
} lope_field_kind;

// One row of a table of fields. Static, for the life of the program.
typedef struct lope_field {
    const char *name;           // "max_walk_speed": lower case, digits and _, so that files can have it
    const char *unreal_name;    // "MaxWalkSpeed", or NULL
    const char *unit;           // "m/s", "rad", ""; NULL: none
    const char *text;           // one sentence, or NULL
    uint32_t kind;              // lope_field_kind
    float low, high;            // inclusive range; both 0: as the kind has it, numbers to +-1e6
    float initial;              // what it is before anybody sets it. A tuning's: see lope_tuning_default
    float unreal_scale;         // this field = Unreal's value * unreal_scale: 0.01 for centimetres
    uint32_t offset;            // bytes into the struct
    const char *const *choices; // LOPE_FIELD_ENUM: names of 0, 1, ..., NULL at the end
    uint32_t refused;           // LOPE_FIELD_ENUM: bit n: this field does not take choice n
} lope_field;

#ifdef __cplusplus
}
#endif
#endif
