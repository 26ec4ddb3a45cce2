// marks_read.c - reads an events file, one JSON object a line, as far as a plot marks it: character, time, event.
//
// Read next: events.c, which writes it.
#include "marks_read.h"

#include "json.h"
#include "json_syntax.h"
#include "read_file.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_FILE ((size_t)1 << 28) // bytes

typedef struct line {
    const char *file, *text;
    size_t number, length;
    lope_scene_fault *fault;
} line;

static bool line_fault(const line *l, size_t where, const char *what)
{
    size_t column = 1;
    for (size_t i = 0; i < where && i < l->length; i++) column += ((unsigned char)l->text[i] & 0xC0) != 0x80 ? 1u : 0u;
    return lope_scene_fail(l->fault, LOPE_SCENE_BAD_INPUT, "%.300s:%u:%u: %s", l->file, (unsigned)l->number, (unsigned)column,
                           what);
}

static uint32_t kind_of(const char *name)
{
    for (uint32_t kind = 1; kind < LOPE_EVENT_KIND_COUNT; kind++)
        if (strcmp(name, lope_event_name(kind)) == 0) return kind;
    return 0;
}

static bool add(lope_scene_marks *marks, const lope_scene_mark *mark)
{
    if (marks->count == marks->room) {
        size_t room = marks->room > 0 ? 2 * marks->room : 64;
        lope_scene_mark *more = realloc(marks->marks, room * sizeof *more);
        if (more == NULL) return false;
        marks->marks = more;
        marks->room = room;
    }
    marks->marks[marks->count++] = *mark;
    return true;
}

static bool read_object(const line *l, const cJSON *object, lope_scene_marks *marks)
{
    const cJSON *time = cJSON_GetObjectItemCaseSensitive(object, "time");
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "name"));
    const char *event = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "event"));
    if (!cJSON_IsNumber(time) || name == NULL || event == NULL || !isfinite(time->valuedouble))
        return line_fault(l, 0, "expected an event with the number time and the texts name and event");
    lope_scene_mark mark = {.time = time->valuedouble, .kind = kind_of(event)};
    if (mark.kind == 0) return true; // of a later version: nothing to draw
    size_t size = strlen(name) + 1;
    mark.name = malloc(size);
    if (mark.name != NULL) memcpy(mark.name, name, size);
    if (mark.name != NULL && add(marks, &mark)) return true;
    free(mark.name);
    return lope_scene_fail(l->fault, LOPE_SCENE_OWN_FAULT, "lope: out of memory");
}

static bool read_line(const line *l, lope_scene_marks *marks)
{
    size_t where = 0;
    char what[200];
    if (l->length == 0) return true;
    if (!lope_json_check(l->text, l->length, &where, what, sizeof what)) return line_fault(l, where, what);
    cJSON *object = cJSON_ParseWithLength(l->text, l->length);
    bool good = object != NULL ? read_object(l, object, marks) : line_fault(l, 0, "cannot be read as JSON");
    cJSON_Delete(object);
    return good;
}

bool lope_scene_marks_read(lope_scene_marks *marks, const char *file, lope_scene_fault *fault)
{
    size_t length = 0;
    *marks = (lope_scene_marks){0};
    char *text = lope_scene_read_file(file, LARGEST_FILE, "an events file", &length, fault);
    if (text == NULL) return false;
    const char *stop = text + length;
    line l = {.file = file, .text = text, .fault = fault};
    bool good = true;
    while (good && l.text < stop) {
        const char *end = memchr(l.text, '\n', (size_t)(stop - l.text));
        const char *next = end == NULL ? stop : end + 1;
        if (end == NULL) end = stop;
        if (end > l.text && end[-1] == '\r') end--;
        l.length = (size_t)(end - l.text);
        l.number++;
        good = read_line(&l, marks);
        l.text = next;
    }
    free(text);
    if (!good) lope_scene_marks_free(marks);
    return good;
}

void lope_scene_marks_free(lope_scene_marks *marks)
{
    for (size_t i = 0; i < marks->count; i++) free(marks->marks[i].name);
    free(marks->marks);
    *marks = (lope_scene_marks){0};
}
