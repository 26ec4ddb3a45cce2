// moveset.h - what a kind of character can do: its tuning, its tables of modes and abilities
// with their settings, its curves and sensors.
//
// A moveset is made from a tuning (tuning.h) once, then only read, and shared by many characters.
//
// Threads: functions that take a `const` object, or none, may be called from any thread. A moveset may be
// read by many threads, and changed (add, retune) only while no tick reads it.
//
// Modes and abilities stay the game's, also after lope_moveset_retune; no function takes one out. A game that
// loads its code anew makes a new moveset of the new ones, and gives it with lope_character_set_moveset:
// states go on in the mode of the same name. A moveset without the mode that a state is in is refused with
// LOPE_ERROR_STATE, there and by lope_move. Read next: move.h for state and input, mode.h and ability.h for a
// game's own modes and abilities.
#ifndef LOPE_MOVESET_H
#define LOPE_MOVESET_H

#include <lope/ability.h>
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
#define LOPE_SENSORS 8           // that a moveset holds
#define LOPE_CURVES 16           // that a moveset holds
#define LOPE_SETTINGS_BYTES 4096 // of settings of modes and abilities, all told

// Which abilities ask by themselves in a mode, and what a tick must have for it. A tick in which none can ask
// is done with them after looking at this.
typedef struct lope_asking {
    uint32_t abilities; // bits by ability: those that may ask
    uint32_t at_once;   // bits by ability: those of which no row names a button, a channel or an ability
    uint32_t held;      // the buttons that rows of the others name
    uint32_t channels;  // the channels that those rows name which name no button
} lope_asking;

// What a kind of character can do. Read its members freely; change them only with the functions below, which
// keep `hash` and `walkable_cosine` right.
typedef struct lope_moveset {
    lope_tuning tuning;
    uint64_t hash;         // of all that changes results; stands in recordings
    float walkable_cosine; // of tuning.walkable_floor_angle; at least 1.1e-4
    uint32_t game_mode_count, curve_count, sensor_count, ability_count;
    // Buttons of all abilities that a press asks for, that ask while they are down, and that ask when let go.
    uint32_t ability_buttons, held_buttons, release_buttons;
    uint32_t self_starting;        // bits by ability: those that ask by themselves
    uint32_t brought_modes;        // bits by mode: those that abilities bring; a request for one is refused
    uint32_t abilities_repeatable; // 1: all have LOPE_ABILITY_REPEATABLE
    // By number, with gaps: the game's own from LOPE_MODE_GAME on; they stay the game's.
    // NULL: there is none.
    const lope_mode *modes[LOPE_MODES];
    lope_curve curves[LOPE_CURVES]; // that layered moves name by their index
    lope_sensor sensors[LOPE_SENSORS];
    // By number, from 0; they stay the game's.
    const lope_ability *abilities[LOPE_ABILITIES];
    uint32_t blocks[LOPE_ABILITIES], cancels[LOPE_ABILITIES]; // bits by ability, of those that are there
    uint8_t ability_modes[LOPE_ABILITIES];                    // of the first mode that it brings; 0: none
    lope_asking asking[LOPE_MODES];                           // by mode
    lope_ask asks[LOPE_ABILITIES][LOPE_ASKS];                 // of each, what its `asks` has written
    lope_stamina stamina;
    // Private: where in `settings` those of each stand, 1 + the 8-byte word; 0: it has none.
    uint16_t mode_settings[LOPE_MODES], ability_settings[LOPE_ABILITIES];
    uint32_t settings_words; // in use
    uint64_t settings[LOPE_SETTINGS_BYTES / 8];
} lope_moveset;

// Makes a moveset with the built-in modes from a tuning. On a refusal the moveset is untouched:
// LOPE_ERROR_NULL, or what lope_tuning_check refuses. `error` may be NULL.
LOPE_API lope_result lope_moveset_make(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error);

// Adds a mode of the game's own, and writes its id into *id (may be NULL). The mode is not copied: it must
// outlive the moveset. Its settings are what its fields are initially: change them with lope_moveset_set.
// Changes the hash by the mode's name, version and settings. Refused, with the moveset untouched:
//   LOPE_ERROR_NULL       an argument, the name, or `fields` with a field_count
//   LOPE_ERROR_RANGE      LOPE_MODES are there, data_size is above LOPE_MODE_DATA, settings do not fit into
//                         LOPE_SETTINGS_BYTES, a field outside settings_size or initially out of its range
//   LOPE_ERROR_DUPLICATE  a mode or ability has the name, or two fields have one
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
// Adds an ability with the modes that it brings, and writes its id into *id (may be NULL). The ability is not
// copied: it must outlive the moveset. settings: its settings as its table of fields describes them, copied;
// NULL: what the fields are initially. Changes the hash by its name, version, button, conditions, what it
// blocks and cancels, and settings. Refused, with the moveset untouched:
//   LOPE_ERROR_NULL          an argument, the name, or `fields` with a field_count
//   LOPE_ERROR_RANGE         LOPE_ABILITIES are there, data_size is above LOPE_ABILITY_DATA, settings do not
//                            fit into LOPE_SETTINGS_BYTES, a field that does not lie in settings_size, or a
//                            condition or setting out of its range
//   LOPE_ERROR_NOT_FINITE    a condition or setting
//   LOPE_ERROR_DUPLICATE     a mode or ability has the name, or a field the name of another or of a condition
//   what lope_moveset_add_mode refuses its modes with
LOPE_API lope_result lope_moveset_add_ability(lope_moveset *moveset, const lope_ability *ability, const void *settings,
                                              uint32_t *id, lope_error *error);
// Returns the name of an ability by its id; "?" when there is none.
LOPE_API const char *lope_moveset_ability_name(const lope_moveset *moveset, uint32_t ability);
// Returns the settings of an ability by its id, as its table of fields describes them: for modes that it
// brings along, and for what reads states. NULL when it has none, or is not there.
LOPE_API const void *lope_moveset_ability_settings(const lope_moveset *moveset, uint32_t ability);

// Sets one setting of a mode or of an ability by names, and changes the hash. owner: the name of a mode or an
// ability, or "stamina". field: one of its table; of an ability also "trigger", "buffer", "cooldown",
// "charges", "uses_in_air" and "stamina" of its conditions. For hot reload too: states go on as they are, and
// the change counts from their next tick on. On a refusal the moveset is untouched: LOPE_ERROR_NULL,
// LOPE_ERROR_UNKNOWN_NAME, LOPE_ERROR_NOT_FINITE, or LOPE_ERROR_RANGE for a value that the field does not
// take. Not while a tick reads the moveset.
LOPE_API lope_result lope_moveset_set(lope_moveset *moveset, const char *owner, const char *field, double value,
                                      lope_error *error);
// Reads one setting by names into *value. LOPE_ERROR_NULL, LOPE_ERROR_UNKNOWN_NAME.
LOPE_API lope_result lope_moveset_get(const lope_moveset *moveset, const char *owner, const char *field, double *value);

// One setting of a moveset: its owner and its row.
typedef struct lope_setting {
    const char *owner; // the name of a mode or an ability, or "stamina"
    const lope_field *field;
} lope_setting;
// Returns how many settings a moveset has: those of modes, of abilities, and of the stamina where there is an
// ability.
LOPE_API uint32_t lope_moveset_setting_count(const lope_moveset *moveset);
// Writes the setting at `index` into *setting: modes in the order of their ids, then abilities, then the
// stamina. Returns false past the end.
LOPE_API bool lope_moveset_setting_at(const lope_moveset *moveset, uint32_t index, lope_setting *setting);

// Gives a made moveset another tuning; its modes, abilities, settings, curves and sensors stay. For hot
// reload: states go on as they are, and the change counts from their next tick on. A speed limit that is
// exceeded is not cut but braked, and jumps that were made stay counted. On a refusal the moveset is
// untouched: LOPE_ERROR_NULL, or what lope_tuning_check refuses. Not while a tick reads the moveset.
LOPE_API lope_result lope_moveset_retune(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error);
// Returns the name of a mode by its id, built-in or the game's own; "?" when there is none.
LOPE_API const char *lope_moveset_mode_name(const lope_moveset *moveset, uint32_t mode);

#ifdef __cplusplus
}
#endif
#endif
