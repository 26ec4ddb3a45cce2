// json.h - the one way by which everything in a JSON file is read: typed, ranged, and with the path of each value.
//
// A lope_json is a value together with where it stands. Readers check type and range and, when something is wrong, fill the
// source's fault with `file: characters[0].yaw: found the text "left", expected a number from -360 to 360`. The first fault
// stands and all reading after it does nothing, so a function reads all it wants and looks once, at its end.
// Read next: json.c for the readers, json_syntax.c for syntax errors.
#ifndef LOPE_SCENE_JSON_H
#define LOPE_SCENE_JSON_H

#include "angle.h"
#include "fault.h"

struct cJSON;

typedef struct lope_json_source {
    const char *file; // as the user wrote it
    struct cJSON *root;
    lope_scene_fault *fault;
} lope_json_source;

typedef struct lope_json {
    lope_json_source *source;
    const struct cJSON *item;
    const struct lope_json *parent; // NULL for the root; must outlive this one
    const char *key;                // NULL for an element of a list
    uint32_t index;
} lope_json;

// Returns the root of a file that is open.
lope_json lope_json_root(lope_json_source *source);

bool lope_json_failed(const lope_json *value);
// `file: path: text`. Returns false.
bool lope_json_wrong(const lope_json *value, const char *format, ...) LOPE_SCENE_FORMAT(2, 3);
// `file: path.key: text`, for a member that is missing or should not be there. Returns false.
bool lope_json_wrong_member(const lope_json *object, const char *key, const char *format, ...) LOPE_SCENE_FORMAT(3, 4);
// `file: path: found ..., expected ...`. Returns false.
bool lope_json_expected(const lope_json *value, const char *format, ...) LOPE_SCENE_FORMAT(2, 3);

// An object; the fault names the keys that it may have (NULL at the list's end).
bool lope_json_object(const lope_json *value, const char *const *known);
// An object with only known keys, none twice.
bool lope_json_keys(const lope_json *object, const char *const *known);
bool lope_json_has(const lope_json *object, const char *key);
bool lope_json_member(const lope_json *object, const char *key, lope_json *member); // false: absent, or failed before
bool lope_json_required(const lope_json *object, const char *key, const char *expected, lope_json *member);
bool lope_json_list(const lope_json *value, uint32_t least, const char *expected, uint32_t *length);
bool lope_json_list_of(const lope_json *value, uint32_t count, const char *expected); // of exactly so many
bool lope_json_first(const lope_json *list, lope_json *element); // false: the list is empty, or failed before
bool lope_json_next(lope_json *element);

// What is smaller than a micrometre or a microsecond is no size and no duration here.
#define LOPE_JSON_SMALLEST 1e-6

bool lope_json_is_text(const lope_json *value);
bool lope_json_is_list(const lope_json *value);
bool lope_json_is_object(const lope_json *value);
bool lope_json_is_empty(const lope_json *value); // a list or an object with nothing in it
bool lope_json_is_true(const lope_json *value);
bool lope_json_is_null(const lope_json *value);
bool lope_json_is_number(const lope_json *value);
bool lope_json_bool(const lope_json *value, bool *out);
bool lope_json_number(const lope_json *value, double low, double high, double *out); // inclusive
bool lope_json_positive(const lope_json *value, double high, double *out);           // above 0: from LOPE_JSON_SMALLEST on
bool lope_json_whole(const lope_json *value, double low, double high, double *out);  // a whole number
bool lope_json_numbers(const lope_json *value, uint32_t count, double limit, const char *expected,
                       double *out); // |each| <= limit
bool lope_json_vector(const lope_json *value, double limit, lope_point *out);
bool lope_json_quat(const lope_json *value, lope_scene_quat *out);                               // made unit
bool lope_json_text(const lope_json *value, uint32_t least, uint32_t longest, const char **out); // the file's own copy
bool lope_json_choice(const lope_json *value, const char *const *choices, uint32_t *out);

// The same for a member that may be absent: then they leave `out` alone and return false, as they do on a fault.
bool lope_json_get_bool(const lope_json *object, const char *key, bool *out);
bool lope_json_get_number(const lope_json *object, const char *key, double low, double high, double *out);
bool lope_json_get_positive(const lope_json *object, const char *key, double high, double *out);
bool lope_json_get_vector(const lope_json *object, const char *key, double limit, lope_point *out);
bool lope_json_get_choice(const lope_json *object, const char *key, const char *const *choices, uint32_t *out);

// Words (up to a NULL) for a text, each between `around` and `around`, with commas; no word is cut in two.
void lope_json_join(char *text, size_t size, const char *const *words, const char *around);

#endif
