// trace_read.c - reads a trace row by row: comma-separated cells, quoted where they hold a comma (RFC 4180).
//
// Rows of several characters stand one after the other, tick by tick, so the track of a row is nearly always the one after that of
// the row before. Read next: marks_read.c for events.
#include "trace_read.h"

#include "read_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_FILE ((size_t)1 << 30) // bytes: about 100 characters for 20 minutes
#define MOST_CELLS 64
#define MOST_NUMBER 1e15 // of a cell: beyond it nothing can be drawn

enum { TICK, TIME, NAME, MODE, X, Y, Z, VX, VY, VZ, FLOOR, HASH, COLUMNS };
static const char *const column_names[COLUMNS] = {"tick", "time", "name", "mode",           "x",   "y", "z",
                                                  "vx",   "vy",   "vz",   "floor_distance", "hash"};

typedef struct cell {
    char *text;       // unquoted, ends with a zero
    const char *from; // where it stands in the line
} cell;

typedef struct reader {
    lope_scene_trace *trace;
    lope_scene_fault *fault;
    const char *file;
    char *text; // copy of the line, which the cells point into
    size_t text_room;
    const char *line; // in the file
    size_t number;    // of the line, from 1
    cell cells[MOST_CELLS];
    size_t cell_count, width; // width: of the first row
    size_t place[COLUMNS];    // which cell; MOST_CELLS: none
    size_t last;              // track of the row before
} reader;

// Columns count characters, not bytes: the continuation bytes of UTF-8 do not count.
static size_t column_of(const reader *r, const char *at)
{
    size_t column = 1;
    for (const char *c = r->line; c < at; c++) column += ((unsigned char)*c & 0xC0) != 0x80 ? 1u : 0u;
    return column;
}

static bool fault_at(const reader *r, const char *at, const char *found, const char *expected)
{
    return lope_scene_fail(r->fault, LOPE_SCENE_BAD_INPUT, "%.300s:%u:%u: found %.60s, expected %.300s", r->file,
                           (unsigned)r->number, (unsigned)column_of(r, at), found[0] != 0 ? found : "nothing", expected);
}

static bool cell_fault(const reader *r, int column, const char *expected)
{
    const cell *c = &r->cells[r->place[column]];
    char what[96];
    snprintf(what, sizeof what, "%s as %s", expected, column_names[column]);
    return fault_at(r, c->from, c->text, what);
}

// Takes one cell from *at on, unquoted into *to.
static bool take_cell(reader *r, const char **at, const char *end, char **to)
{
    cell *c = &r->cells[r->cell_count++];
    *c = (cell){*to, *at};
    bool quoted = *at < end && **at == '"';
    if (quoted) (*at)++;
    while (*at < end && (quoted || **at != ',')) {
        if (quoted && **at == '"') {
            if (*at + 1 >= end || (*at)[1] != '"') break;
            (*at)++;
        }
        *(*to)++ = *(*at)++;
    }
    *(*to)++ = 0;
    if (!quoted) return true;
    if (*at >= end) return fault_at(r, end, "the end of the line", "a quote that closes the text");
    (*at)++;
    if (*at >= end || **at == ',') return true;
    char found[2] = {**at, 0};
    return fault_at(r, *at, found, "a comma after the closing quote");
}

static bool split(reader *r, const char *end)
{
    size_t length = (size_t)(end - r->line);
    if (length + MOST_CELLS + 1 > r->text_room) {
        char *more = realloc(r->text, 2 * (length + MOST_CELLS + 1));
        if (more == NULL) return lope_scene_fail(r->fault, LOPE_SCENE_OWN_FAULT, "lope: out of memory");
        r->text = more;
        r->text_room = 2 * (length + MOST_CELLS + 1);
    }
    const char *at = r->line;
    char *to = r->text;
    r->cell_count = 0;
    for (;;) {
        if (r->cell_count == MOST_CELLS) return fault_at(r, at, "one more column", "at most 64");
        if (!take_cell(r, &at, end, &to)) return false;
        if (at >= end) return true;
        at++; // the comma
    }
}

static bool read_header(reader *r)
{
    r->width = r->cell_count;
    for (int column = 0; column < COLUMNS; column++) {
        r->place[column] = MOST_CELLS;
        for (size_t i = 0; i < r->cell_count; i++) {
            if (strcmp(r->cells[i].text, column_names[column]) != 0) continue;
            if (r->place[column] < MOST_CELLS) return fault_at(r, r->cells[i].from, r->cells[i].text, "each column once");
            r->place[column] = i;
        }
        if (r->place[column] < MOST_CELLS || column >= FLOOR) continue;
        return lope_scene_fail(r->fault, LOPE_SCENE_BAD_INPUT,
                               "%.300s:1:1: there is no column %s, expected a trace as `lope run --trace` writes it", r->file,
                               column_names[column]);
    }
    return true;
}

static bool read_number(const reader *r, int column, double *out)
{
    const char *text = r->cells[r->place[column]].text;
    char *end = NULL;
    *out = strtod(text, &end);
    bool good = end != text && *end == 0 && fabs(*out) <= MOST_NUMBER; // NaN is not
    return good || cell_fault(r, column, "a number");
}

static bool read_point(const reader *r, int column, lope_point *out)
{
    return read_number(r, column, &out->x) && read_number(r, column + 1, &out->y) && read_number(r, column + 2, &out->z);
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

// One letter more, less or another one: a slip of the hand. Two may be a mode of the game's own.
static bool is_slip(const char *text, const char *name)
{
    size_t a = strlen(text), b = strlen(name), same = 0;
    while (same < a && same < b && text[same] == name[same]) same++;
    while (a > same && b > same && text[a - 1] == name[b - 1]) {
        a--;
        b--;
    }
    return a - same <= 1 && b - same <= 1;
}

// A game's own modes have the names that it gives them.
static bool read_mode(const reader *r, uint32_t *mode)
{
    lope_scene_trace *trace = r->trace;
    const char *text = r->cells[r->place[MODE]].text;
    for (*mode = 0; *mode < LOPE_MODE_COUNT; ++*mode)
        if (strcmp(text, lope_mode_name(*mode)) == 0) return true;
    for (*mode = LOPE_MODE_GAME; *mode < LOPE_MODES && trace->modes[*mode] != NULL; ++*mode)
        if (strcmp(text, trace->modes[*mode]) == 0) return true;
    for (uint32_t i = 0; i < LOPE_MODE_COUNT; i++)
        if (is_slip(text, lope_mode_name(i))) return cell_fault(r, MODE, lope_mode_name(i));
    if (text[0] == 0) return cell_fault(r, MODE, "a name");
    if (*mode == LOPE_MODES) return cell_fault(r, MODE, "one of the modes before it, as a game has no more than 16,");
    trace->modes[*mode] = copy_of(text);
    return trace->modes[*mode] != NULL || lope_scene_fail(r->fault, LOPE_SCENE_OWN_FAULT, "lope: out of memory");
}

static bool read_hash(const reader *r, uint64_t *hash)
{
    if (r->place[HASH] == MOST_CELLS) return true;
    const char *text = r->cells[r->place[HASH]].text;
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) return cell_fault(r, HASH, "16 hex digits");
    *hash = (uint64_t)strtoull(text, NULL, 16);
    return true;
}

static bool read_floor(const reader *r, lope_scene_trace_row *row)
{
    row->has_floor = r->place[FLOOR] < MOST_CELLS && r->cells[r->place[FLOOR]].text[0] != 0;
    return !row->has_floor || read_number(r, FLOOR, &row->floor_distance);
}

static lope_scene_track *new_track(lope_scene_trace *trace, const char *name)
{
    if (trace->track_count == trace->track_room) {
        size_t room = trace->track_room > 0 ? 2 * trace->track_room : 8;
        lope_scene_track *more = realloc(trace->tracks, room * sizeof *more);
        if (more == NULL) return NULL;
        trace->tracks = more;
        trace->track_room = room;
    }
    lope_scene_track *track = &trace->tracks[trace->track_count];
    *track = (lope_scene_track){.name = copy_of(name)};
    if (track->name == NULL) return NULL;
    trace->track_count++;
    return track;
}

static lope_scene_track *track_of(reader *r, const char *name)
{
    lope_scene_trace *trace = r->trace;
    for (size_t i = 1; i <= trace->track_count; i++) {
        size_t at = (r->last + i) % trace->track_count;
        if (strcmp(trace->tracks[at].name, name) != 0) continue;
        r->last = at;
        return &trace->tracks[at];
    }
    r->last = trace->track_count;
    return new_track(trace, name);
}

static bool add_row(lope_scene_track *track, const lope_scene_trace_row *row)
{
    if (track->row_count == track->row_room) {
        size_t room = track->row_room > 0 ? 2 * track->row_room : 256;
        lope_scene_trace_row *more = realloc(track->rows, room * sizeof *more);
        if (more == NULL) return false;
        track->rows = more;
        track->row_room = room;
    }
    track->rows[track->row_count++] = *row;
    return true;
}

static bool read_row(reader *r)
{
    lope_scene_trace_row row = {0};
    double tick = 0;
    if (r->cell_count != r->width) {
        char found[32], expected[32];
        snprintf(found, sizeof found, "%u cells", (unsigned)r->cell_count);
        snprintf(expected, sizeof expected, "%u as in the first row", (unsigned)r->width);
        return fault_at(r, r->cells[r->cell_count - 1].from, found, expected);
    }
    bool good = read_number(r, TICK, &tick) && read_number(r, TIME, &row.time) && read_mode(r, &row.mode) &&
                read_point(r, X, &row.feet) && read_point(r, VX, &row.velocity) && read_floor(r, &row) && read_hash(r, &row.hash);
    if (!good) return false;
    if (tick < 0 || floor(tick) != tick) return cell_fault(r, TICK, "a whole number");
    row.tick = (uint64_t)tick;
    lope_scene_track *track = track_of(r, r->cells[r->place[NAME]].text);
    if (track != NULL && track->row_count > 0 && track->rows[track->row_count - 1].time >= row.time)
        return cell_fault(r, TIME, "a time after that of this character's row before");
    return (track != NULL && add_row(track, &row)) || lope_scene_fail(r->fault, LOPE_SCENE_OWN_FAULT, "lope: out of memory");
}

static bool read_lines(reader *r, const char *text, size_t length)
{
    const char *stop = text + length;
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    for (r->line = text; r->line < stop;) {
        const char *end = memchr(r->line, '\n', (size_t)(stop - r->line));
        const char *next = end == NULL ? stop : end + 1;
        if (end == NULL) end = stop;
        if (end > r->line && end[-1] == '\r') end--;
        r->number++;
        if (!split(r, end) || !(r->number == 1 ? read_header(r) : read_row(r))) return false;
        r->line = next;
    }
    return r->trace->track_count > 0 ||
           lope_scene_fail(r->fault, LOPE_SCENE_BAD_INPUT, "%s:%u:1: the file ends here, expected rows of a trace", r->file,
                           (unsigned)r->number + 1);
}

bool lope_scene_trace_read(lope_scene_trace *trace, const char *file, lope_scene_fault *fault)
{
    reader r = {.trace = trace, .fault = fault, .file = file};
    size_t length = 0;
    *trace = (lope_scene_trace){0};
    char *text = lope_scene_read_file(file, LARGEST_FILE, "a trace", &length, fault);
    bool good = text != NULL && read_lines(&r, text, length);
    free(r.text);
    free(text);
    if (!good) lope_scene_trace_free(trace);
    return good;
}

void lope_scene_trace_free(lope_scene_trace *trace)
{
    for (size_t i = 0; i < trace->track_count; i++) {
        free(trace->tracks[i].name);
        free(trace->tracks[i].rows);
    }
    for (size_t i = 0; i < LOPE_MODES; i++) free(trace->modes[i]);
    free(trace->tracks);
    *trace = (lope_scene_trace){0};
}

const char *lope_scene_trace_mode(const lope_scene_trace *trace, uint32_t mode)
{
    bool own = mode < LOPE_MODES && trace->modes[mode] != NULL;
    return own ? trace->modes[mode] : lope_mode_name(mode);
}

const lope_scene_track *lope_scene_trace_find(const lope_scene_trace *trace, const char *name)
{
    for (size_t i = 0; i < trace->track_count; i++)
        if (strcmp(trace->tracks[i].name, name) == 0) return &trace->tracks[i];
    return NULL;
}
