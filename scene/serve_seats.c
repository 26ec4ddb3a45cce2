// serve_seats.c - seats: players that come over a transport get a character and a seat of the room,
// and leave it again. Read first: serve_private.h.
#include "serve_seats.h"

#include "record.h"
#include "serve_spectate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define APART 0.85      // m, from others, of a player that begins
#define SPIRAL 64u      // places that are looked at for one that is far enough from others
#define RECORDED 600.0f // s that a recording holds, at most

static void say(const serve *s, const char *text)
{
    if (s->options->says != NULL) s->options->says(s->options->context, text);
}

// ---- recordings -------------------------------------------------------------------------------------------

static lope_recorder *record(const serve *s, uint64_t player)
{
    char name[64];
    const float seconds = s->options->seconds > 0 ? (float)s->options->seconds + 1 : RECORDED;
    snprintf(name, sizeof name, "player %llu", (unsigned long long)player);
    return lope_recorder_create(&(lope_recorder_def){.seconds = seconds < RECORDED ? seconds : RECORDED,
                                                     .tick_rate = (float)s->rules.tick_rate,
                                                     .name = name,
                                                     .level = s->player->scenario->file,
                                                     .level_hash = lope_scene_level_hash(s->player)});
}

static bool write_recording(serve *s, serve_seat *seat)
{
    size_t size = 0;
    if (seat->recorder == NULL || s->record == NULL) return true;
    lope_recorder_write(seat->recorder, NULL, 0, &size);
    void *bytes = lope_recorder_tick_count(seat->recorder) > 0 ? malloc(size) : NULL;
    const bool good = bytes == NULL || (lope_recorder_write(seat->recorder, bytes, size, NULL) == LOPE_OK &&
                                        fwrite(bytes, 1, size, s->record) == size);
    free(bytes);
    lope_recorder_destroy(seat->recorder);
    seat->recorder = NULL;
    return good;
}

// ---- coming and leaving -----------------------------------------------------------------------------------

static bool is_clear(const serve *s, lope_point feet)
{
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++)
        if (s->seats[i].used && lope_point_length(lope_point_sub(s->seats[i].state.feet, feet)) < APART) return false;
    return true;
}

lope_state lope_scene_serve_begin(serve *s)
{
    const lope_state *first = lope_character_state(s->player->actors[0].handle);
    const lope_scene_net_ground ground = {&s->view, s->moveset, s->seats[0].nearby, lope_net_server_tick(s->room) + 1};
    uint32_t at = 0;
    if (s->rules.contact_bound == LOPE_NET_PASS) return *first;
    lope_state state = lope_scene_net_begin(&ground, first, &at);
    while (!is_clear(s, state.feet) && at < SPIRAL) state = lope_scene_net_begin(&ground, first, &at);
    return state;
}

static uint32_t add_row(serve *s, uint64_t player, bool bot)
{
    lope_scene_serve_result *r = s->result;
    r->came++;
    if (r->row_count == LOPE_SCENE_SERVE_ROWS) return LOPE_SCENE_SERVE_ROWS;
    r->rows[r->row_count] = (lope_scene_serve_row){.player = player, .bot = bot, .came = s->now, .left = -1};
    return r->row_count++;
}

// Gives a new player a character and a seat. Returns the seat, or LOPE_SCENE_NO_SEAT.
static uint32_t come(serve *s, serve_line *line, uint32_t peer, uint64_t player)
{
    lope_state state = lope_scene_serve_begin(s);
    uint32_t number;
    const uint64_t body = LOPE_SCENE_NET_BODY + s->bodies;
    state.own_body = body;
    if (lope_net_server_join(s->room, body, &state, &number) != LOPE_OK) return LOPE_SCENE_NO_SEAT;
    s->bodies++;
    serve_seat *seat = &s->seats[number];
    seat->used = true;
    seat->line = line;
    seat->peer = peer;
    seat->state = state;
    seat->row = add_row(s, player, line->bots);
    seat->recorder = s->record != NULL ? record(s, player) : NULL;
    return number;
}

static void leave(serve *s, uint32_t number, uint32_t why)
{
    serve_seat *seat = &s->seats[number];
    if (seat->row < LOPE_SCENE_SERVE_ROWS) {
        lope_scene_serve_row *row = &s->result->rows[seat->row];
        lope_net_server_stats(s->room, number, &row->stats);
        row->left = s->now;
        row->why = why;
    }
    if (!write_recording(s, seat)) say(s, "a recording cannot be written");
    lope_net_server_leave(s->room, number);
    seat->line->seats[seat->peer] = LOPE_SCENE_NO_SEAT;
    seat->used = false;
}

// ---- what comes -------------------------------------------------------------------------------------------

static void opened(serve *s, serve_line *line, const lope_transport_event *event)
{
    char text[160];
    const uint32_t seat = event->peer < LOPE_SCENE_SERVE_SEATS ? come(s, line, event->peer, event->player) : LOPE_SCENE_NO_SEAT;
    if (event->peer < LOPE_SCENE_SERVE_SEATS) line->seats[event->peer] = seat;
    if (seat == LOPE_SCENE_NO_SEAT) {
        lope_transport_drop(line->transport, event->peer, s->now);
        s->result->refused++;
        return;
    }
    snprintf(text, sizeof text, "%s %llu comes, seat %u", line->bots ? "bot" : "player", (unsigned long long)event->player,
             (unsigned)seat);
    say(s, text);
}

static void closed(serve *s, serve_line *line, const lope_transport_event *event)
{
    char text[240];
    const uint32_t seat = event->peer < LOPE_SCENE_SERVE_SEATS ? line->seats[event->peer] : LOPE_SCENE_NO_SEAT;
    if (seat == LOPE_SCENE_NO_SEAT) return;
    leave(s, seat, event->why);
    snprintf(text, sizeof text, "seat %u is free: %s", (unsigned)seat, lope_transport_why_text(event->why));
    say(s, text);
}

static void refused(serve *s, const lope_transport_event *event)
{
    char text[240];
    s->result->refused++;
    snprintf(text, sizeof text, "a player was not let in: %s", lope_transport_why_text(event->why));
    say(s, text);
}

void lope_scene_serve_receive(serve *s, serve_line *line)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    while (line->transport != NULL && lope_transport_receive(line->transport, s->now, bytes, sizeof bytes, &event)) {
        if (event.what == LOPE_TRANSPORT_OPENED) opened(s, line, &event);
        if (event.what == LOPE_TRANSPORT_CLOSED) closed(s, line, &event);
        if (event.what == LOPE_TRANSPORT_REFUSED) refused(s, &event);
        if (event.what != LOPE_TRANSPORT_PACKET || event.peer >= LOPE_SCENE_SERVE_SEATS) continue;
        const uint32_t seat = line->seats[event.peer];
        if (seat != LOPE_SCENE_NO_SEAT && !lope_scene_spectate_take(s->spectate, s, seat, bytes, event.size))
            lope_net_server_receive(s->room, seat, bytes, event.size, s->now);
    }
}

// ---- beginning and end ------------------------------------------------------------------------------------

bool lope_scene_serve_seats_open(serve *s, lope_scene_fault *fault)
{
    for (uint32_t k = 0; k < SERVE_LINES; k++)
        for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) s->lines[k].seats[i] = LOPE_SCENE_NO_SEAT;
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) {
        s->states[i] = &s->seats[i].state;
        s->seats[i].nearby = lope_nearby_create(NULL);
        if (s->seats[i].nearby == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "out of memory");
    }
    if (s->options->record == NULL) return true;
    s->record = fopen(s->options->record, "wb");
    if (s->record != NULL) return true;
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written (%s)", s->options->record, strerror(errno));
}

bool lope_scene_serve_seats_close(serve *s, lope_scene_fault *fault)
{
    bool good = true;
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) {
        serve_seat *seat = &s->seats[i];
        if (seat->used && seat->row < LOPE_SCENE_SERVE_ROWS) lope_net_server_stats(s->room, i, &s->result->rows[seat->row].stats);
        good = write_recording(s, seat) && good;
        lope_recorder_destroy(seat->recorder);
        lope_nearby_destroy(seat->nearby);
    }
    if (s->record != NULL) good = fclose(s->record) == 0 && good;
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written", s->options->record);
}
