// against.c - see against.h.
#include "against.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNED 1e-3 // ticks: so near to a tick's end a step ends there

static bool read_file(const char *file, page_bytes *bytes, lope_scene_fault *fault)
{
    unsigned char part[65536];
    FILE *in = fopen(file, "rb");
    if (in == NULL) return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s)", file, strerror(errno));
    for (size_t size = 1; size > 0;) {
        size = fread(part, 1, sizeof part, in);
        page_bytes_add(bytes, part, size);
    }
    bool good = ferror(in) == 0 && !bytes->failed;
    fclose(in);
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be read to its end", file);
}

static bool add(page_against *against, lope_recording *recording)
{
    lope_recording **more = realloc(against->recordings, (against->count + 1) * sizeof *more);
    if (more == NULL) {
        lope_recording_destroy(recording);
        return false;
    }
    against->recordings = more;
    against->recordings[against->count++] = recording;
    return true;
}

bool page_against_open(page_against *against, const char *file, lope_scene_fault *fault)
{
    page_bytes bytes = {0};
    const char *slash = strrchr(file, '/');
    snprintf(against->label, sizeof against->label, "%s", slash != NULL ? slash + 1 : file);
    bool good = read_file(file, &bytes, fault);
    for (size_t at = 0, used = 0; good && (at < bytes.size || at == 0); at += used) {
        lope_error error = {0};
        lope_recording *recording = lope_recording_read(bytes.data + at, bytes.size - at, &used, NULL, &error);
        if (recording == NULL)
            good = lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: recording %u: %s: %s", file, (unsigned)against->count,
                                   error.field, error.text);
        else if (!add(against, recording))
            good = lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
    }
    page_bytes_free(&bytes);
    return good;
}

bool page_against_tick(page_against *against, const lope_scene_player *player, lope_scene_fault *fault)
{
    uint32_t actors = lope_scene_player_actor_count(player);
    if (against->ticks == against->capacity) {
        size_t capacity = against->capacity == 0 ? 1024 : against->capacity * 2;
        uint64_t *hashes = realloc(against->own_hashes, capacity * (actors + 1u) * sizeof *hashes);
        if (hashes == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--against: out of memory");
        against->own_hashes = hashes;
        against->capacity = capacity;
    }
    for (uint32_t i = 0; i < actors; i++)
        against->own_hashes[against->ticks * actors + i] =
            lope_state_hash(lope_character_state(lope_scene_player_actor(player, i)->handle));
    against->ticks++;
    return true;
}

// Walks a recording's steps and says which of them end with a tick of the run.
typedef struct walk {
    const lope_recording *recording;
    const page_recorded *run;
    double rate, time; // s; below 0 until a step has been found that is one of the run's
    uint32_t next;
    lope_recorded_tick step;
} walk;

static size_t tick_of_steps(const page_recorded *run, uint64_t steps)
{
    size_t low = 0, high = run->ticks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (run->steps[middle] < steps)
            low = middle + 1;
        else
            high = middle;
    }
    return low < run->ticks && run->steps[low] == steps ? low : SIZE_MAX;
}

// The next step that ends with a tick: true, with the tick; false when there is none any more.
static bool next_tick(walk *w, size_t *tick)
{
    while (lope_recording_tick(w->recording, w->next, &w->step)) {
        if (w->next++ == 0) {
            size_t start = tick_of_steps(w->run, w->step.before.ticks);
            w->time = start == SIZE_MAX ? -1.0 : (double)start / w->rate;
        }
        if (w->time >= 0.0) {
            w->time += (double)w->step.seconds;
        } else {
            size_t end = tick_of_steps(w->run, w->step.after.ticks);
            if (end == SIZE_MAX) continue;
            w->time = (double)end / w->rate;
        }
        double ticks = floor(w->time * w->rate + 0.5);
        if (fabs(w->time * w->rate - ticks) > ALIGNED) continue;
        w->time = ticks / w->rate;
        *tick = (size_t)ticks;
        return true;
    }
    return false;
}

static walk start_walk(const page_against *against, const page_bodies *bodies, const page_recorded *run, uint32_t recording)
{
    return (walk){.recording = against->recordings[recording], .run = run, .rate = lope_scene_player_rate(bodies->player)};
}

// The ticks that all recordings have.
static bool find_common(page_against *against, const page_bodies *bodies, const page_recorded *run, size_t *last)
{
    against->first = 0;
    *last = run->ticks - 1;
    for (uint32_t i = 0; i < against->count; i++) {
        walk w = start_walk(against, bodies, run, i);
        size_t tick = 0, first = SIZE_MAX, end = 0;
        while (next_tick(&w, &tick)) {
            if (first == SIZE_MAX) first = tick;
            end = tick;
        }
        if (first == SIZE_MAX) return false;
        if (first > against->first) against->first = first;
        if (end < *last) *last = end;
    }
    return against->first <= *last;
}

bool page_against_place(page_against *against, const page_bodies *bodies, page_modes *modes, const page_recorded *recorded,
                        lope_scene_fault *fault)
{
    size_t last = 0;
    if (against->count == 0 || !find_common(against, bodies, recorded, &last))
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: has no tick at which this run has one", against->label);
    against->track.characters = against->count;
    for (size_t tick = against->first; tick <= last; tick++) {
        if (!page_track_grow(&against->track, fault)) return false;
    }
    against->hashes = calloc(against->track.ticks * against->count, sizeof *against->hashes);
    if (against->hashes == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--against: out of memory");
    for (uint32_t i = 0; i < against->count; i++) {
        walk w = start_walk(against, bodies, recorded, i);
        for (size_t tick = 0; next_tick(&w, &tick) && tick <= last;) {
            if (tick < against->first) continue;
            page_row_state(page_track_row(&against->track, tick - against->first, i), bodies, &w.step.after,
                           page_mode_number(modes, w.step.moveset, w.step.after.mode));
            against->hashes[(tick - against->first) * against->count + i] = w.step.hash_after;
        }
    }
    return true;
}

static const char *name_of(const page_against *against, uint32_t recording)
{
    return lope_recording_header_of(against->recordings[recording])->name;
}

static void put_difference(const page_against *against, const page_bodies *bodies, const page_track *own, page_bytes *head)
{
    for (size_t row = 0; row < against->track.ticks; row++) {
        size_t tick = row + against->first;
        for (uint32_t c = 0; c < own->characters; c++) {
            for (uint32_t i = 0; i < against->count; i++) {
                if (strcmp(name_of(against, i), lope_scene_player_actor(bodies->player, c)->name) != 0) continue;
                if (against->own_hashes[tick * own->characters + c] == against->hashes[row * against->count + i]) continue;
                char field[64];
                page_row_difference(page_track_row(own, tick, c), page_track_row(&against->track, row, i), field, sizeof field);
                page_bytes_print(head, ", \"difference\": {\"tick\": %zu, \"character\": %u, \"field\": ", tick, (unsigned)c);
                page_bytes_text(head, field);
                page_bytes_print(head, "}");
                return;
            }
        }
    }
}

void page_against_pack(const page_against *against, const page_bodies *bodies, const page_track *own, page_bytes *out,
                       page_bytes *head)
{
    page_bytes_print(head, "{\"block\": \"against\", \"first\": %zu, \"label\": ", against->first);
    page_bytes_text(head, against->label);
    page_bytes_print(head, ", \"names\": [");
    for (uint32_t i = 0; i < against->count; i++) {
        if (i > 0) page_bytes_print(head, ", ");
        page_bytes_text(head, name_of(against, i));
    }
    page_bytes_print(head, "]");
    put_difference(against, bodies, own, head);
    page_bytes_print(head, ", \"columns\": ");
    page_track_pack(&against->track, out, head);
    page_bytes_print(head, "}");
}

void page_against_free(page_against *against)
{
    for (uint32_t i = 0; i < against->count; i++) lope_recording_destroy(against->recordings[i]);
    free(against->recordings);
    free(against->hashes);
    free(against->own_hashes);
    page_track_free(&against->track);
    *against = (page_against){0};
}
