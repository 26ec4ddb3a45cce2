// moveset.h - what a kind of character can do: its tuning, its table of modes, its curves and sensors.
//
// A moveset is made from a tuning (tuning.h) once, then only read, and shared by many characters.
//
// Threads: functions that take a `const` object, or none, may be called from any thread. A moveset may be
// read by many threads, and changed (add, retune) only while no tick reads it. Read next: move.h for state
// and input, mode.h for a mode of the game's own.
#ifndef LOPE_MOVESET_H
#define LOPE_MOVESET_H

#include <lope/curve.h>
#include <lope/mode.h>
#include <lope/tuning.h>

#ifdef __cplusplus
extern "C" {
#endif

// A shape that is attached to a character, moves with it and tells what it overlaps: a pick-up reach, a
// sight, a foot.
typedef struct lope_sensor {
    const char *name;  // the game's own, unlike the others'; may be NULL; must outlive the moveset
    uint32_t channels; // LOPE_CHANNEL_... of the bodies and characters that it meets
    lope_vec3 a, b;    // m, ends of its core in the character's frame: x right, y up from the feet, z back
    float radius;      // m
} lope_sensor;
#define LOPE_SENSORS 8 // that a moveset holds
#define LOPE_CURVES 16 // that a moveset holds

// What a kind of character can do. Read its members freely; change them only with the functions below, which
// keep `hash` and `walkable_cosine` right.
typedef struct lope_moveset {
    lope_tuning tuning;
    uint64_t hash;         // of all that changes results; stands in recordings
    float walkable_cosine; // of tuning.walkable_floor_angle; at least 1.1e-4
    uint32_t game_mode_count, curve_count, sensor_count;
    // By number, with gaps: the game's own from LOPE_MODE_GAME on; they stay the game's.
    // NULL: there is none.
    const lope_mode *modes[LOPE_MODES];
    lope_curve curves[LOPE_CURVES]; // that layered moves name by their index
    lope_sensor sensors[LOPE_SENSORS];
} lope_moveset;

// Makes a moveset with the built-in modes from a tuning. On a refusal the moveset is untouched:
// LOPE_ERROR_NULL, or what lope_tuning_check refuses. `error` may be NULL.
LOPE_API lope_result lope_moveset_make(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error);

// Adds a mode of the game's own, and writes its id into *id (may be NULL). The mode is not copied: it must
// outlive the moveset. Changes the hash by the mode's name. Refused, with the moveset untouched:
// LOPE_ERROR_NULL (an argument or the name), LOPE_ERROR_RANGE (LOPE_MODES are there, or data_size is above
// LOPE_MODE_DATA), LOPE_ERROR_DUPLICATE (the name).
LOPE_API lope_result lope_moveset_add_mode(lope_moveset *moveset, const lope_mode *mode, uint32_t *id, lope_error *error);
// Adds a copy of a curve, and writes its index into *index (may be NULL); a layer names it as 1 + index.
// Changes the hash. Refused, with the moveset untouched: LOPE_ERROR_NULL, LOPE_ERROR_RANGE (LOPE_CURVES are
// there, a count or kind that there is not, x not ascending), LOPE_ERROR_NOT_FINITE.
LOPE_API lope_result lope_moveset_add_curve(lope_moveset *moveset, const lope_curve *curve, uint32_t *index, lope_error *error);
// Adds a copy of a sensor, and writes its index into *index (may be NULL). Changes the hash. Refused, with
// the moveset untouched: LOPE_ERROR_NULL, LOPE_ERROR_RANGE (LOPE_SENSORS are there, a radius not above 0),
// LOPE_ERROR_NOT_FINITE, LOPE_ERROR_DUPLICATE (the name).
LOPE_API lope_result lope_moveset_add_sensor(lope_moveset *moveset, const lope_sensor *sensor, uint32_t *index,
                                             lope_error *error);
// Gives a made moveset another tuning; its modes, curves and sensors stay. For hot reload: states go on as
// they are, and the change counts from their next tick on. A speed limit that is exceeded is not cut but
// braked, and jumps that were made stay counted. On a refusal the moveset is untouched: LOPE_ERROR_NULL, or
// what lope_tuning_check refuses. Not while a tick reads the moveset.
LOPE_API lope_result lope_moveset_retune(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error);
// Returns the name of a mode by its id, built-in or the game's own; "?" when there is none.
LOPE_API const char *lope_moveset_mode_name(const lope_moveset *moveset, uint32_t mode);

#ifdef __cplusplus
}
#endif
#endif
