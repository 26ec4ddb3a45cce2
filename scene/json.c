// json.c - typed readers over cJSON's tree, each of which can say where it stands.
//
// The path is not stored: a value knows its parent, and the text is put together only when there is something to complain
// about. Read next: scenario.c, which is written with these readers.
#include "json.h"

#include <cjson/cJSON.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PATH_SIZE 300

lope_json lope_json_root(lope_json_source *source)
{
    lope_json root = {.source = source, .item = source->root};
    return root;
}

bool lope_json_failed(const lope_json *value) { return value->source->fault->status != 0; }

// Appends to a text of fixed size; what does not fit is cut.
static void append(char *text, size_t size, const char *format, ...) LOPE_SCENE_FORMAT(3, 4);
static void append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

// "characters[0].tuning", with nothing for the root.
static void write_path(const lope_json *value, char *path, size_t size)
{
    if (value->parent == NULL) return;
    write_path(value->parent, path, size);
    if (value->key != NULL)
        append(path, size, "%s%.60s", path[0] == 0 ? "" : ".", value->key);
    else
        append(path, size, "[%u]", (unsigned)value->index);
}

static bool fail_at(const lope_json *value, const char *key, const char *text)
{
    char path[PATH_SIZE] = "";
    write_path(value, path, sizeof path);
    if (key != NULL) append(path, sizeof path, "%s%.60s", path[0] == 0 ? "" : ".", key);
    const char *file = value->source->file;
    if (path[0] == 0) return lope_scene_fail(value->source->fault, LOPE_SCENE_BAD_INPUT, "%s: %s", file, text);
    return lope_scene_fail(value->source->fault, LOPE_SCENE_BAD_INPUT, "%s: %s: %s", file, path, text);
}

bool lope_json_wrong(const lope_json *value, const char *format, ...)
{
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail_at(value, NULL, text);
}

bool lope_json_wrong_member(const lope_json *object, const char *key, const char *format, ...)
{
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail_at(object, key, text);
}

static void describe(const cJSON *item, char *text, size_t size)
{
    if (cJSON_IsNumber(item) && !(fabs(item->valuedouble) <= 1.7e308))
        snprintf(text, size, "a number too large to hold");
    else if (cJSON_IsNumber(item))
        snprintf(text, size, "%.9g", item->valuedouble);
    else if (cJSON_IsString(item))
        snprintf(text, size, "the text \"%.40s\"", item->valuestring);
    else if (cJSON_IsBool(item))
        snprintf(text, size, cJSON_IsTrue(item) ? "true" : "false");
    else if (cJSON_IsArray(item))
        snprintf(text, size, "a list of %d", cJSON_GetArraySize(item));
    else if (cJSON_IsObject(item))
        snprintf(text, size, "an object");
    else
        snprintf(text, size, "null");
}

bool lope_json_expected(const lope_json *value, const char *format, ...)
{
    char found[80], expected[300];
    describe(value->item, found, sizeof found);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    return lope_json_wrong(value, "found %s, expected %s", found, expected);
}

static bool is_known(const char *key, const char *const *known)
{
    for (; *known != NULL; known++) {
        if (strcmp(key, *known) == 0) return true;
    }
    return false;
}

#define MORE ", ..." // in place of the words that find no room

void lope_json_join(char *text, size_t size, const char *const *words, const char *around)
{
    text[0] = 0;
    for (size_t i = 0; words[i] != NULL; i++) {
        size_t needed = strlen(words[i]) + 2 * strlen(around) + 2;
        if (strlen(text) + needed + sizeof MORE > size) {
            append(text, size, MORE);
            return;
        }
        append(text, size, "%s%s%s%s", i == 0 ? "" : ", ", around, words[i], around);
    }
}

bool lope_json_object(const lope_json *value, const char *const *known)
{
    if (lope_json_failed(value)) return false;
    if (cJSON_IsObject(value->item)) return true;
    char all[240];
    lope_json_join(all, sizeof all, known, "\"");
    return lope_json_expected(value, "an object {%s}", all);
}

bool lope_json_keys(const lope_json *object, const char *const *known)
{
    if (!lope_json_object(object, known)) return false;
    for (const cJSON *item = object->item->child; item != NULL; item = item->next) {
        if (!is_known(item->string, known)) {
            const char *meant = lope_scene_nearest(item->string, known);
            if (meant != NULL) return lope_json_wrong_member(object, item->string, "unknown, did you mean %s?", meant);
            char all[400];
            lope_json_join(all, sizeof all, known, "");
            return lope_json_wrong_member(object, item->string, "unknown, known here: %s", all);
        }
        for (const cJSON *other = object->item->child; other != item; other = other->next) {
            if (strcmp(other->string, item->string) == 0)
                return lope_json_wrong_member(object, item->string, "given twice, expected once");
        }
    }
    return true;
}

bool lope_json_has(const lope_json *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object->item, key) != NULL;
}

bool lope_json_member(const lope_json *object, const char *key, lope_json *member)
{
    if (lope_json_failed(object)) return false;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object->item, key);
    if (item == NULL) return false;
    *member = (lope_json){.source = object->source, .item = item, .parent = object, .key = key};
    return true;
}

bool lope_json_required(const lope_json *object, const char *key, const char *expected, lope_json *member)
{
    if (lope_json_member(object, key, member)) return true;
    return lope_json_wrong_member(object, key, "missing, expected %s", expected);
}

bool lope_json_list(const lope_json *value, uint32_t least, const char *expected, uint32_t *length)
{
    if (lope_json_failed(value)) return false;
    if (!cJSON_IsArray(value->item)) return lope_json_expected(value, "%s", expected);
    *length = (uint32_t)cJSON_GetArraySize(value->item);
    return *length >= least ? true : lope_json_expected(value, "%s", expected);
}

bool lope_json_first(const lope_json *list, lope_json *element)
{
    if (lope_json_failed(list) || !cJSON_IsArray(list->item) || list->item->child == NULL) return false;
    *element = (lope_json){.source = list->source, .item = list->item->child, .parent = list};
    return true;
}

bool lope_json_next(lope_json *element)
{
    if (lope_json_failed(element) || element->item->next == NULL) return false;
    element->item = element->item->next;
    element->index++;
    return true;
}

bool lope_json_is_text(const lope_json *value) { return cJSON_IsString(value->item) != 0; }
bool lope_json_is_list(const lope_json *value) { return cJSON_IsArray(value->item) != 0; }
bool lope_json_is_object(const lope_json *value) { return cJSON_IsObject(value->item) != 0; }
bool lope_json_is_empty(const lope_json *value) { return value->item->child == NULL; }
bool lope_json_is_true(const lope_json *value) { return cJSON_IsTrue(value->item) != 0; }
bool lope_json_is_null(const lope_json *value) { return cJSON_IsNull(value->item) != 0; }
bool lope_json_is_number(const lope_json *value) { return cJSON_IsNumber(value->item) != 0; }

bool lope_json_bool(const lope_json *value, bool *out)
{
    if (lope_json_failed(value)) return false;
    if (!cJSON_IsBool(value->item)) return lope_json_expected(value, "true or false");
    *out = cJSON_IsTrue(value->item) != 0;
    return true;
}

// Comparisons are written so that NaN and infinity fail them.
bool lope_json_number(const lope_json *value, double low, double high, double *out)
{
    if (lope_json_failed(value)) return false;
    if (!cJSON_IsNumber(value->item) || !(value->item->valuedouble >= low && value->item->valuedouble <= high)) {
        return lope_json_expected(value, "a number from %.6g to %.6g", low, high);
    }
    *out = value->item->valuedouble;
    return true;
}

bool lope_json_positive(const lope_json *value, double high, double *out)
{
    if (lope_json_failed(value)) return false;
    if (!cJSON_IsNumber(value->item) || !(value->item->valuedouble >= LOPE_JSON_SMALLEST && value->item->valuedouble <= high)) {
        return lope_json_expected(value, "a number above 0, up to %.6g", high);
    }
    *out = value->item->valuedouble;
    return true;
}

bool lope_json_whole(const lope_json *value, double low, double high, double *out)
{
    if (lope_json_failed(value)) return false;
    double number = cJSON_IsNumber(value->item) ? value->item->valuedouble : low - 1.0;
    if (!(number >= low && number <= high) || floor(number) != number) {
        return lope_json_expected(value, "a whole number from %.16g to %.16g", low, high);
    }
    *out = number;
    return true;
}

bool lope_json_list_of(const lope_json *value, uint32_t count, const char *expected)
{
    uint32_t length = 0;
    if (!lope_json_list(value, 0, expected, &length)) return false;
    return length == count || lope_json_expected(value, "%s", expected);
}

bool lope_json_numbers(const lope_json *value, uint32_t count, double limit, const char *expected, double *out)
{
    uint32_t i = 0;
    lope_json element;
    if (!lope_json_list_of(value, count, expected)) return false;
    for (bool more = lope_json_first(value, &element); more; more = lope_json_next(&element)) {
        lope_json_number(&element, -limit, limit, &out[i++]);
    }
    return !lope_json_failed(value);
}

bool lope_json_vector(const lope_json *value, double limit, lope_point *out)
{
    double v[3];
    if (!lope_json_numbers(value, 3, limit, "3 numbers [x, y, z]", v)) return false;
    *out = lope_point_make(v[0], v[1], v[2]);
    return true;
}

bool lope_json_quat(const lope_json *value, lope_scene_quat *out)
{
    double v[4];
    if (!lope_json_numbers(value, 4, 1e6, "4 numbers [x, y, z, w]", v)) return false;
    double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3];
    if (!(square > 1e-6))
        return lope_json_wrong(value, "found a quaternion of length 0, expected one of length 1, [0, 0, 0, 1] for no rotation");
    *out = lope_scene_quat_normalize((lope_scene_quat){v[0], v[1], v[2], v[3]});
    return true;
}

bool lope_json_text(const lope_json *value, uint32_t least, uint32_t longest, const char **out)
{
    if (lope_json_failed(value)) return false;
    if (!cJSON_IsString(value->item)) return lope_json_expected(value, "text in double quotes");
    size_t length = strlen(value->item->valuestring);
    if (length < least || length > longest)
        return lope_json_expected(value, "text of %u to %u bytes", (unsigned)least, (unsigned)longest);
    *out = value->item->valuestring;
    return true;
}

bool lope_json_choice(const lope_json *value, const char *const *choices, uint32_t *out)
{
    if (lope_json_failed(value)) return false;
    char all[300];
    lope_json_join(all, sizeof all, choices, "");
    if (!cJSON_IsString(value->item)) return lope_json_expected(value, "one of %s", all);
    for (uint32_t i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], value->item->valuestring) == 0) {
            *out = i;
            return true;
        }
    }
    const char *meant = lope_scene_nearest(value->item->valuestring, choices);
    if (meant != NULL)
        return lope_json_wrong(value, "found the text \"%.40s\", did you mean %s?", value->item->valuestring, meant);
    return lope_json_expected(value, "one of %s", all);
}

bool lope_json_get_bool(const lope_json *object, const char *key, bool *out)
{
    lope_json member;
    return lope_json_member(object, key, &member) && lope_json_bool(&member, out);
}

bool lope_json_get_number(const lope_json *object, const char *key, double low, double high, double *out)
{
    lope_json member;
    return lope_json_member(object, key, &member) && lope_json_number(&member, low, high, out);
}

bool lope_json_get_positive(const lope_json *object, const char *key, double high, double *out)
{
    lope_json member;
    return lope_json_member(object, key, &member) && lope_json_positive(&member, high, out);
}

bool lope_json_get_vector(const lope_json *object, const char *key, double limit, lope_point *out)
{
    lope_json member;
    return lope_json_member(object, key, &member) && lope_json_vector(&member, limit, out);
}

bool lope_json_get_choice(const lope_json *object, const char *key, const char *const *choices, uint32_t *out)
{
    lope_json member;
    return lope_json_member(object, key, &member) && lope_json_choice(&member, choices, out);
}
