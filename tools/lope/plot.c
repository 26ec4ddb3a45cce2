// plot.c - `lope plot`: reads traces and writes a picture of them.
//
// Read next: plot_page.c, which draws it; scene/trace_read.h, which reads.
#include "plot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "lope plot TRACE.csv... [OUT.svg] [options]"
#define MOST_FILES 9 // traces, and the picture
#define MOST_PATH 1024

typedef struct request {
    const char *files[MOST_FILES], *traces[PLOT_MOST_SERIES], *out;
    const char *against, *events, *name, *title, *show;
    double from, to;
    bool has_from, has_to, quiet;
    size_t trace_count;
    char out_name[MOST_PATH], title_text[MOST_PATH];
} request;

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

// The file's name without folder and ending.
static void stem(const char *file, char *text, size_t size)
{
    const char *start = file;
    for (const char *c = file; *c != 0; c++)
        if (*c == '/' || *c == '\\') start = c + 1;
    const char *dot = strrchr(start, '.');
    snprintf(text, size, "%.*s", (int)(dot != NULL && dot > start ? (size_t)(dot - start) : strlen(start)), start);
}

static bool add_trace(request *r, const char *file, lope_scene_fault *fault)
{
    if (r->trace_count == PLOT_MOST_SERIES)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: plot: found more traces, expected at most %d",
                               PLOT_MOST_SERIES);
    r->traces[r->trace_count++] = file;
    return true;
}

// Traces, then the picture; without one it goes beside the first trace.
static bool sort_files(request *r, lope_scene_fault *fault)
{
    for (size_t i = 0; i < MOST_FILES && r->files[i] != NULL; i++) {
        bool last = i + 1 == MOST_FILES || r->files[i + 1] == NULL;
        if (last && i > 0 && ends_in(r->files[i], ".svg"))
            r->out = r->files[i];
        else if (ends_in(r->files[i], ".svg"))
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: found %.200s as a trace, expected: %s", r->files[i],
                                   USAGE);
        else if (!add_trace(r, r->files[i], fault))
            return false;
    }
    if (r->against != NULL && !add_trace(r, r->against, fault)) return false;
    if (r->out != NULL) return true;
    size_t length = strlen(r->traces[0]);
    if (ends_in(r->traces[0], ".csv")) length -= 4;
    if (length + 5 > sizeof r->out_name)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: found a trace's name of %u bytes, expected at most %d",
                               (unsigned)length, MOST_PATH - 5);
    snprintf(r->out_name, sizeof r->out_name, "%.*s.svg", (int)length, r->traces[0]);
    r->out = r->out_name;
    return true;
}

static bool read_show(const char *show, bool *shows, lope_scene_fault *fault)
{
    static const char *const names[PLOT_PANELS + 1] = {"path", "speed", "height", "floor", NULL};
    for (int i = 0; i < PLOT_PANELS; i++) shows[i] = show == NULL;
    while (show != NULL) {
        size_t length = strcspn(show, ",");
        int found = -1;
        for (int i = 0; i < PLOT_PANELS; i++)
            if (strlen(names[i]) == length && memcmp(names[i], show, length) == 0) found = i;
        if (found < 0)
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                                   "lope: --show: found %.*s, expected some of path,speed,height,floor", (int)length, show);
        shows[found] = true;
        show = show[length] == ',' ? show + length + 1 : NULL;
    }
    return true;
}

// The part of a track inside the window.
static void cut(plot_series *series, const lope_scene_track *track, const request *r)
{
    size_t first = 0, end = track->row_count;
    while (first < end && r->has_from && track->rows[first].time < r->from - 1e-9) first++;
    while (end > first && r->has_to && track->rows[end - 1].time > r->to + 1e-9) end--;
    series->rows = track->rows + first;
    series->count = end - first;
}

static void label(plot_series *series, const char *file, size_t traces, size_t tracks)
{
    char name[64];
    stem(file, name, sizeof name);
    if (traces == 1)
        snprintf(series->label, sizeof series->label, "%.100s", series->name);
    else if (tracks == 1)
        snprintf(series->label, sizeof series->label, "%s", name);
    else
        snprintf(series->label, sizeof series->label, "%.60s, %s", series->name, name);
}

static void add_series(plot *p, const request *r, size_t trace, const lope_scene_trace *of, const lope_scene_track *track)
{
    static const char *const colors[PLOT_MOST_SERIES] = {"#0b6e99", "#d9480f", "#2b8a3e", "#9c36b5",
                                                         "#b7791f", "#c2255c", "#0c8599", "#495057"};
    plot_series series = {.name = track->name, .trace = trace, .of = of};
    cut(&series, track, r);
    if (series.count == 0) return;
    if (p->count == PLOT_MOST_SERIES) {
        p->left_out++;
        return;
    }
    label(&series, r->traces[trace], r->trace_count, r->name != NULL ? 1 : of->track_count);
    series.color = colors[p->count];
    p->series[p->count++] = series;
}

static bool none_left(const request *r, lope_scene_fault *fault)
{
    if (!r->has_to) return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: plot: there is no row from %g s on", r->from);
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: plot: there is no row from %g to %g s", r->from, r->to);
}

static bool choose_series(plot *p, const request *r, const lope_scene_trace *traces, lope_scene_fault *fault)
{
    for (size_t i = 0; i < r->trace_count; i++) {
        const lope_scene_trace *trace = &traces[i];
        const lope_scene_track *wanted = r->name != NULL ? lope_scene_trace_find(trace, r->name) : NULL;
        if (r->name != NULL && wanted == NULL)
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%.300s: there is no character %.80s, the first is %.80s",
                                   r->traces[i], r->name, trace->tracks[0].name);
        if (wanted != NULL) add_series(p, r, i, trace, wanted);
        for (size_t k = 0; k < trace->track_count && wanted == NULL; k++) add_series(p, r, i, trace, &trace->tracks[k]);
    }
    if (p->count == 0) return none_left(r, fault);
    p->from = p->series[0].rows[0].time;
    p->to = p->from;
    for (size_t i = 0; i < p->count; i++) {
        const lope_scene_trace_row *rows = p->series[i].rows;
        if (rows[0].time < p->from) p->from = rows[0].time;
        if (rows[p->series[i].count - 1].time > p->to) p->to = rows[p->series[i].count - 1].time;
    }
    return true;
}

// Two traces of the same ticks: the first row with another hash. Traces of different rates are only laid over each other.
static void compare(plot *p)
{
    const plot_series *a = &p->series[0], *b = &p->series[1];
    if (p->count != 2 || a->trace == b->trace || strcmp(a->name, b->name) != 0) return;
    size_t count = a->count < b->count ? a->count : b->count;
    for (size_t i = 0; i < count; i++) {
        if (a->rows[i].tick != b->rows[i].tick || a->rows[i].time != b->rows[i].time || a->rows[i].hash == 0) return;
        if (a->rows[i].hash == b->rows[i].hash) continue;
        p->differs_tick = a->rows[i].tick;
        p->differs_time = a->rows[i].time;
        p->compared = true;
        return;
    }
    p->compared = p->equal = a->count == b->count;
}

static void make_title(plot *p, request *r)
{
    char name[64];
    stem(r->traces[0], name, sizeof name);
    p->title = r->title != NULL ? r->title : r->title_text;
    if (p->count == 1 && strcmp(name, p->series[0].name) != 0)
        snprintf(r->title_text, sizeof r->title_text, "%s: %.100s", name, p->series[0].name);
    else
        snprintf(r->title_text, sizeof r->title_text, "%s", name);
}

static bool write_picture(const plot *p, const char *file, lope_scene_fault *fault)
{
    FILE *out = fopen(file, "wb");
    if (out == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%.300s: cannot be written (%s)", file, strerror(errno));
    plot_write(p, out);
    bool good = ferror(out) == 0;
    good = fclose(out) == 0 && good;
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%.300s: cannot be written to its end", file);
}

static bool make_plot(request *r, lope_scene_fault *fault)
{
    plot p = {0};
    lope_scene_trace traces[PLOT_MOST_SERIES];
    memset(traces, 0, sizeof traces);
    bool good = sort_files(r, fault) && read_show(r->show, p.shows, fault);
    for (size_t i = 0; good && i < r->trace_count; i++) good = lope_scene_trace_read(&traces[i], r->traces[i], fault);
    if (good && r->events != NULL) good = lope_scene_marks_read(&p.marks, r->events, fault);
    good = good && choose_series(&p, r, traces, fault);
    if (good) {
        compare(&p);
        make_title(&p, r);
        good = write_picture(&p, r->out, fault);
    }
    lope_scene_marks_free(&p.marks);
    for (size_t i = 0; i < r->trace_count; i++) lope_scene_trace_free(&traces[i]);
    return good;
}

int tool_plot(int count, char **arguments)
{
    request r = {0};
    lope_scene_fault fault = {0};
    const tool_option list[] = {
        {.name = "--against",
         .value = "TRACE2.csv",
         .help = "another run in the same picture, and the first tick that differs",
         .text = &r.against},
        {.name = "--events", .value = "F.ndjson", .help = "marks what happened", .text = &r.events},
        {.name = "--name", .value = "CHARACTER", .help = "of several", .text = &r.name},
        {.name = "--title", .value = "TEXT", .help = "in place of the file's name", .text = &r.title},
        {.name = "--show", .value = "path,speed,...", .help = "only some of path, speed, height, floor", .text = &r.show},
        {.name = "--from",
         .value = "S",
         .help = "from this time on",
         .number = &r.from,
         .flag = &r.has_from,
         .low = 0.0,
         .high = 1e12},
        {.name = "--to", .value = "S", .help = "up to this time", .number = &r.to, .flag = &r.has_to, .low = 0.0, .high = 1e12},
        {.name = "--quiet", .help = "does not print the picture's name", .flag = &r.quiet},
        {0},
    };
    if (!tool_parse(count, arguments, list, r.files, 1, MOST_FILES, USAGE, &fault)) return tool_report(&fault);
    if (!make_plot(&r, &fault)) return tool_report(&fault);
    if (!r.quiet) printf("%s\n", r.out);
    return 0;
}
