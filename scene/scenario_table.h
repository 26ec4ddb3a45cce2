// scenario_table.h - what may stand in a scenario file, as tables: every key with its type, range and
// default, and every event with its members.
//
// `lope keys` prints them: docs/SCENARIOS.md and docs/scenario.schema.json. The readers have lists of keys of
// their own; tests/guide/check_keys.py holds that the two agree. Read next: scenario_table.c,
// tools/lope/keys.c.
#ifndef LOPE_SCENE_SCENARIO_TABLE_H
#define LOPE_SCENE_SCENARIO_TABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum lope_scene_type_kind {
    LOPE_SCENE_TYPE_NONE = 0,
    LOPE_SCENE_TYPE_NUMBER, // low to high
    LOPE_SCENE_TYPE_WHOLE,  // a whole number, low to high
    LOPE_SCENE_TYPE_BOOL,
    LOPE_SCENE_TYPE_TRUE,    // true alone
    LOPE_SCENE_TYPE_TEXT,    // low to high bytes
    LOPE_SCENE_TYPE_CHOICE,  // one of `words`
    LOPE_SCENE_TYPE_PRESET,  // a name of one of the library's presets
    LOPE_SCENE_TYPE_NUMBERS, // a list of `count` numbers, low to high each
    LOPE_SCENE_TYPE_WHOLES,  // a list of `count` whole numbers from 0 on
    LOPE_SCENE_TYPE_NULL,    // null
    LOPE_SCENE_TYPE_OBJECT   // with the keys of the table's object `of`; NULL: with any
} lope_scene_type_kind;

// A type. With is_list, a list of at least `least` values of it.
typedef struct lope_scene_type {
    lope_scene_type_kind kind;
    bool is_list;
    uint32_t least, count;
    double low, high;
    const char *const *words; // NULL at the end
    const char *of;
} lope_scene_type;

// A key of an object. `other` is what the value may be instead; kind NONE: nothing.
typedef struct lope_scene_key_row {
    const char *object, *key;
    bool required, is_shape; // exactly one key that is a shape stands in an object
    lope_scene_type type, other;
    const char *initial; // what it is where it is absent, as JSON; NULL: nothing, or see the text
    const char *text;    // one sentence without its point
} lope_scene_key_row;

// An object, and what it is.
typedef struct lope_scene_object_row {
    const char *name, *title, *text;
} lope_scene_object_row;

// A kind of line of `lope run --events`, with the members that it has besides tick, time, name and event.
typedef struct lope_scene_event_row {
    const char *event, *members, *text;
} lope_scene_event_row;

// Return the rows by index; NULL: there are no more. The first object is the file itself. The objects
// "tuning" and "unreal" have no rows: their keys are the fields of the library's tuning.
const lope_scene_object_row *lope_scene_object_row_at(uint32_t index);
const lope_scene_key_row *lope_scene_key_row_at(uint32_t index);
const lope_scene_event_row *lope_scene_event_row_at(uint32_t index);

#endif
