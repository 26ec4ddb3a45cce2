// columns.c - the table of columns, and rows made of states.
//
// Read next: page.c.
#include "columns.h"

#include <stdlib.h>
#include <string.h>

#define ANGLE 1e-4  // rad
#define UNIT 3.1e-5 // of unit vectors: 15 bits and a sign
#define GAP 1e-5    // m, of the feet above the floor
#define TIME 1e-3   // s

// Where each column begins in a row. The order is that of the table below.
enum {
    FEET = 0,
    VELOCITY = 3,
    UP = 6,
    YAW = 9,
    PITCH,
    RADIUS,
    HEIGHT,
    MODE,
    FLOOR_KIND,
    FLOOR_WALKABLE,
    FLOOR_BODY,
    FLOOR_DISTANCE,
    FLOOR_NORMAL,
    ACCELERATION = FLOOR_NORMAL + 3,
    HELD,
    JUMPS,
    COYOTE,
    BUFFER,
    STUCK,
    STEPPED,
    SNAPPED,
    PUSHED,
    SWEEPS,
    TRIANGLES,
    MOVE, // what follows is there only when the run was recorded
    TERMS = MOVE + 3,
    STRIDE = TERMS + 3 * LOPE_TERM_COUNT
};

static const page_column columns[] = {
    {"feet", FEET, 3, 4, PAGE_LENGTH},
    {"velocity", VELOCITY, 3, 2, PAGE_SPEED},
    {"up", UP, 3, 2, UNIT},
    {"yaw", YAW, 1, 2, ANGLE},
    {"pitch", PITCH, 1, 2, ANGLE},
    {"radius", RADIUS, 1, 4, PAGE_LENGTH},
    {"height", HEIGHT, 1, 4, PAGE_LENGTH},
    {"mode", MODE, 1, 4, 1.0},
    {"floor_kind", FLOOR_KIND, 1, 4, 1.0},
    {"floor_walkable", FLOOR_WALKABLE, 1, 4, 1.0},
    {"floor_body", FLOOR_BODY, 1, 4, 1.0},
    {"floor_distance", FLOOR_DISTANCE, 1, 4, GAP},
    {"floor_normal", FLOOR_NORMAL, 3, 2, UNIT},
    {"acceleration", ACCELERATION, 1, 2, 1e-3},
    {"held", HELD, 1, 4, 1.0},
    {"jump_count", JUMPS, 1, 4, 1.0},
    {"coyote_left", COYOTE, 1, 2, TIME},
    {"jump_buffer_left", BUFFER, 1, 2, TIME},
    {"stuck_ticks", STUCK, 1, 4, 1.0},
    {"moved_by_step", STEPPED, 1, 4, PAGE_LENGTH},
    {"moved_by_snap", SNAPPED, 1, 4, PAGE_LENGTH},
    {"moved_by_depenetration", PUSHED, 1, 4, PAGE_LENGTH},
    {"sweeps", SWEEPS, 1, 4, 1.0},
    {"triangles", TRIANGLES, 1, 4, 1.0},
    {"move", MOVE, 3, 2, UNIT},
    {"terms", TERMS, 3 * LOPE_TERM_COUNT, 2, PAGE_SPEED},
};

uint32_t page_columns_stride(void) { return STRIDE; }

bool page_track_grow(page_track *track, lope_scene_fault *fault)
{
    size_t tick = (size_t)track->characters * STRIDE * sizeof *track->values;
    if (track->ticks == track->capacity) {
        size_t capacity = track->capacity == 0 ? 1024 : track->capacity * 2;
        int32_t *values = tick > SIZE_MAX / capacity ? NULL : realloc(track->values, tick > 0 ? capacity * tick : 1);
        if (values == NULL)
            return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory after %zu ticks", track->ticks);
        track->values = values;
        track->capacity = capacity;
    }
    memset((char *)track->values + track->ticks * tick, 0, tick);
    track->ticks++;
    return true;
}

int32_t *page_track_row(const page_track *track, size_t tick, uint32_t character)
{
    return track->values + (tick * track->characters + character) * STRIDE;
}

void page_track_free(page_track *track)
{
    free(track->values);
    *track = (page_track){0};
}

static void put(int32_t *row, lope_point p, double unit)
{
    row[0] = page_whole(p.x, unit);
    row[1] = page_whole(p.y, unit);
    row[2] = page_whole(p.z, unit);
}

void page_row_floor(int32_t *row, const page_bodies *bodies, const lope_floor *floor)
{
    row[FLOOR_BODY] = page_body_number(bodies, floor->body);
    if (floor->body == LOPE_BODY_NONE) return;
    row[FLOOR_KIND] = (int32_t)floor->kind;
    row[FLOOR_WALKABLE] = floor->walkable != 0 ? 1 : 0;
    row[FLOOR_DISTANCE] = page_whole(floor->distance, GAP);
    put(row + FLOOR_NORMAL, lope_scene_player_vector_to_file(bodies->player, floor->normal), UNIT);
}

void page_row_state(int32_t *row, const page_bodies *bodies, const lope_state *state, uint32_t mode)
{
    const lope_scene_player *player = bodies->player;
    put(row + FEET, page_place(bodies, state->feet), PAGE_LENGTH);
    put(row + VELOCITY, lope_scene_player_vector_to_file(player, state->velocity), PAGE_SPEED);
    put(row + UP, lope_scene_player_vector_to_file(player, state->up), UNIT);
    page_row_floor(row, bodies, &state->floor);
    row[YAW] = page_whole((double)state->yaw, ANGLE);
    row[PITCH] = page_whole((double)state->pitch, ANGLE);
    row[RADIUS] = page_whole((double)state->radius, PAGE_LENGTH);
    row[HEIGHT] = page_whole((double)state->height, PAGE_LENGTH);
    row[MODE] = (int32_t)mode;
    row[ACCELERATION] = page_whole((double)state->acceleration, 1e-3);
    row[HELD] = (int32_t)state->held;
    row[JUMPS] = (int32_t)state->jump_count;
    row[COYOTE] = page_whole((double)state->coyote_left, TIME);
    row[BUFFER] = page_whole((double)state->jump_buffer_left, TIME);
    row[STUCK] = (int32_t)state->stuck_ticks;
}

void page_row_recorded(int32_t *row, const page_bodies *bodies, const lope_recorded_tick *tick)
{
    put(row + MOVE, lope_scene_player_vector_to_file(bodies->player, tick->input.move), UNIT);
    row[HELD] |= (int32_t)(tick->input.held | tick->input.pressed);
    for (int i = 0; i < LOPE_TERM_COUNT; i++) {
        lope_point term = lope_scene_player_vector_to_file(bodies->player, tick->terms[i]);
        row[TERMS + 3 * i] += page_whole(term.x, PAGE_SPEED);
        row[TERMS + 3 * i + 1] += page_whole(term.y, PAGE_SPEED);
        row[TERMS + 3 * i + 2] += page_whole(term.z, PAGE_SPEED);
    }
}

void page_row_report(int32_t *row, const lope_report *report)
{
    row[STEPPED] += page_whole(report->moved_by_step, PAGE_LENGTH);
    row[SNAPPED] += page_whole(report->moved_by_snap, PAGE_LENGTH);
    row[PUSHED] += page_whole(report->moved_by_depenetration, PAGE_LENGTH);
    row[SWEEPS] += (int32_t)report->sweeps;
    row[TRIANGLES] += (int32_t)report->triangles;
}

void page_row_difference(const int32_t *a, const int32_t *b, char *field, size_t size)
{
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const page_column *c = &columns[i];
        if (c->first >= STEPPED) break; // not of the state
        for (uint32_t part = 0; part < c->parts; part++) {
            if (a[c->first + part] == b[c->first + part]) continue;
            snprintf(field, size, c->parts == 3 ? "%s.%c" : "%s", c->name, "xyz"[part % 3]);
            return;
        }
    }
    snprintf(field, size, "a field by less than the page shows");
}

void page_track_pack(const page_track *track, page_bytes *out, page_bytes *head)
{
    page_bytes_print(head, "[");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const page_column *c = &columns[i];
        if (c->first >= MOVE && !track->recorded) break;
        page_values values = {track->values + c->first, STRIDE, track->characters, track->ticks, c->parts};
        page_packed packed = page_pack(out, &values, c->most_width);
        page_bytes_print(head, "%s\n", i > 0 ? "," : "");
        page_describe(head, c->name, &values, packed, c->unit);
    }
    page_bytes_print(head, "]");
}
