// scenario_range.c - see scenario_range.h.
#include "scenario_range.h"

#include <stdio.h>
#include <string.h>

static const char least[] = "_least", most[] = "_most";

// True when a list of names has one.
static bool has(const char *const *names, const char *name)
{
    for (; *names != NULL; names++)
        if (strcmp(*names, name) == 0) return true;
    return false;
}

void lope_scene_list_ranges(lope_scene_ranges *ranges, const char **names)
{
    uint32_t count = 0;
    ranges->count = 0;
    while (names[count] != NULL) count++;
    const uint32_t settings = count;
    for (uint32_t i = 0; i < settings && ranges->count < LOPE_SCENE_RANGES; i++) {
        const size_t letters = strlen(names[i]), end = sizeof least - 1;
        char *key = ranges->keys[ranges->count], other[LOPE_SCENE_RANGE_LETTERS];
        if (letters <= end || letters >= LOPE_SCENE_RANGE_LETTERS || strcmp(names[i] + letters - end, least) != 0) continue;
        snprintf(key, LOPE_SCENE_RANGE_LETTERS, "%.*s", (int)(letters - end), names[i]);
        snprintf(other, sizeof other, "%.*s%s", (int)(letters - end), names[i], most);
        if (!has(names, other)) continue;
        names[count++] = key;
        names[count] = NULL;
        ranges->count++;
    }
}

// Sets one of the two.
static bool set(const lope_json *member, lope_moveset *moveset, const char *owner, const char *key, const char *end, double value)
{
    char name[2 * LOPE_SCENE_RANGE_LETTERS];
    lope_error error = {0};
    snprintf(name, sizeof name, "%s%s", key, end);
    if (lope_moveset_set(moveset, owner, name, value, &error) == LOPE_OK) return true;
    return lope_json_wrong(member, "%s", error.text);
}

bool lope_scene_read_ranges(const lope_json *object, lope_moveset *moveset, const char *owner, const lope_scene_ranges *ranges)
{
    for (uint32_t i = 0; i < ranges->count; i++) {
        lope_json member;
        double v[2];
        if (!lope_json_member(object, ranges->keys[i], &member)) continue;
        if (!lope_json_numbers(&member, 2, 1e6, "2 numbers [least, most]", v)) return false;
        if (v[0] > v[1]) return lope_json_wrong(&member, "found [%.9g, %.9g], expected the least first", v[0], v[1]);
        if (!set(&member, moveset, owner, ranges->keys[i], least, v[0])) return false;
        if (!set(&member, moveset, owner, ranges->keys[i], most, v[1])) return false;
    }
    return true;
}
