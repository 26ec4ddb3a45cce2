// gltf_json.c - checked access to the members of a glTF file's JSON.
//
// Read next: gltf_file.c.
#include "gltf_json.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lope_gltf_fail(const lope_gltf *g, lope_gltf_item item, const char *key, const char *format, ...)
{
    char text[600], place[100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (item.list == NULL)
        snprintf(place, sizeof place, "%.60s", key == NULL ? "the file" : key);
    else
        snprintf(place, sizeof place, "%.30s[%u]%s%.40s", item.list, (unsigned)item.index, key == NULL ? "" : ".",
                 key == NULL ? "" : key);
    return lope_scene_fail(g->fault, LOPE_SCENE_BAD_INPUT, "%.250s: %s: %s", g->file, place, text);
}

bool lope_gltf_spend(lope_gltf *g, uint64_t count)
{
    uint64_t most = LOPE_GLTF_LEAST_WORK + (uint64_t)LOPE_GLTF_WORK_A_BYTE * g->size;
    g->work += count;
    if (g->work <= most && g->work <= LOPE_GLTF_MOST_WORK) return true;
    return lope_scene_fail(
        g->fault, LOPE_SCENE_BAD_INPUT,
        "%.250s: its nodes and instances repeat its meshes too often for its size; split the level, or convert it to .obj",
        g->file);
}

lope_gltf_item lope_gltf_at(const lope_gltf_list *list, uint32_t index)
{
    lope_gltf_item item = {list->items[index], list->name, index};
    return item;
}

lope_gltf_item lope_gltf_member(lope_gltf *g, lope_gltf_item item, const char *key)
{
    lope_gltf_item found = {NULL, item.list, item.index};
    if (!cJSON_IsObject(item.json)) return found;
    for (const cJSON *child = item.json->child; child != NULL && found.json == NULL; child = child->next) {
        g->work++;
        if (child->string != NULL && strcmp(child->string, key) == 0) found.json = child;
    }
    return found;
}

lope_gltf_item lope_gltf_extension(lope_gltf *g, lope_gltf_item item, const char *name)
{
    return lope_gltf_member(g, lope_gltf_member(g, item, "extensions"), name);
}

bool lope_gltf_open_list(lope_gltf *g, lope_gltf_item item, const char *key, lope_gltf_list *list)
{
    *list = (lope_gltf_list){.name = key};
    const cJSON *json = lope_gltf_member(g, item, key).json;
    if (json == NULL) return true;
    if (!cJSON_IsArray(json)) return lope_gltf_fail(g, item, key, "found another kind of value, expected a list");
    for (const cJSON *child = json->child; child != NULL; child = child->next) list->count++;
    g->work += list->count;
    list->items = malloc(((size_t)list->count + 1) * sizeof *list->items);
    if (list->items == NULL) return lope_scene_fail(g->fault, LOPE_SCENE_OWN_FAULT, "%.250s: out of memory", g->file);
    uint32_t i = 0;
    for (const cJSON *child = json->child; child != NULL; child = child->next) list->items[i++] = child;
    return true;
}

// Doubles hold whole numbers exactly up to 2^53.
static bool whole(const cJSON *json, uint64_t least, uint64_t most, uint64_t *value)
{
    if (!cJSON_IsNumber(json) || !(json->valuedouble >= 0.0 && json->valuedouble <= 9007199254740992.0)) return false;
    *value = (uint64_t)json->valuedouble;
    return (double)*value == json->valuedouble && *value >= least && *value <= most;
}

// A number as it may stand in a fault, or the kind of what stands in its place.
static const char *found_text(const cJSON *json, char text[40])
{
    if (cJSON_IsNumber(json))
        snprintf(text, 40, "%.9g", json->valuedouble);
    else
        snprintf(text, 40, "another kind of value");
    return text;
}

bool lope_gltf_integer(lope_gltf *g, lope_gltf_item item, const char *key, uint64_t least, uint64_t most, uint64_t *value)
{
    char text[40];
    uint64_t read = 0;
    const cJSON *json = lope_gltf_member(g, item, key).json;
    if (json == NULL) return true;
    if (!whole(json, least, most, &read)) {
        return lope_gltf_fail(g, item, key, "found %s, expected a whole number from %llu to %llu", found_text(json, text),
                              (unsigned long long)least, (unsigned long long)most);
    }
    *value = read;
    return true;
}

bool lope_gltf_index_of(lope_gltf *g, lope_gltf_item place, const char *key, const cJSON *json, const lope_gltf_list *list,
                        uint32_t *index)
{
    char text[40];
    uint64_t read = 0;
    if (list->count == 0) return lope_gltf_fail(g, place, key, "refers to %s, of which the file has none", list->name);
    if (!whole(json, 0, list->count - 1, &read)) {
        return lope_gltf_fail(g, place, key, "found %s, expected a number of its %u %s, from 0", found_text(json, text),
                              (unsigned)list->count, list->name);
    }
    *index = (uint32_t)read;
    return true;
}

bool lope_gltf_index(lope_gltf *g, lope_gltf_item item, const char *key, const lope_gltf_list *list, uint32_t *index)
{
    *index = LOPE_GLTF_NONE;
    const cJSON *json = lope_gltf_member(g, item, key).json;
    return json == NULL || lope_gltf_index_of(g, item, key, json, list, index);
}

bool lope_gltf_numbers(lope_gltf *g, lope_gltf_item item, const char *key, uint32_t count, double *values)
{
    const cJSON *json = lope_gltf_member(g, item, key).json;
    if (json == NULL) return true;
    const cJSON *child = cJSON_IsArray(json) ? json->child : NULL;
    uint32_t read = 0;
    for (; child != NULL && read < count && cJSON_IsNumber(child) && isfinite(child->valuedouble); child = child->next)
        values[read++] = child->valuedouble;
    g->work += read;
    if (read == count && child == NULL) return true;
    return lope_gltf_fail(g, item, key, "expected %u finite numbers", (unsigned)count);
}

const char *lope_gltf_text(lope_gltf *g, lope_gltf_item item, const char *key)
{
    const cJSON *json = lope_gltf_member(g, item, key).json;
    return cJSON_IsString(json) ? json->valuestring : NULL;
}
