// serve.c - the server's loop: what has come, the ticks that are due, what is sent. Read first: serve.h,
// serve_private.h.
#include "clock.h"
#include "serve_bots.h"
#include "serve_fallen.h"
#include "serve_seats.h"
#include "serve_spectate.h"

#include <stdlib.h>
#include <string.h>

#define CATCH_UP 4u // ticks that are run in one go, at most
#define LET_GO 0.5  // s by which the server may be late; what is beyond is not run

// ---- a tick -----------------------------------------------------------------------------------------------

// Runs a seat's tick from its start. recorder: NULL: none.
static bool run_seat(serve *s, uint32_t number, const lope_surroundings *around, lope_recorder *recorder, lope_scene_fault *fault)
{
    serve_seat *seat = &s->seats[number];
    lope_input input;
    lope_net_server_input(s->room, number, &input);
    const lope_surroundings sight = lope_net_server_sight(s->room, number, around);
    seat->state = seat->start;
    const lope_result result =
        lope_move_recorded(recorder, &seat->state, &input, s->moveset, &sight, seat->nearby, 1.0f / (float)s->rules.tick_rate,
                           lope_scene_spectate_room(s->spectate, number));
    return result == LOPE_OK ||
           lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: seat %u, tick %u: %s", s->player->scenario->file, (unsigned)number,
                           (unsigned)lope_net_server_tick(s->room), lope_result_text(result));
}

static bool move_one(serve *s, uint32_t number, const lope_surroundings *around, lope_scene_fault *fault)
{
    if (!run_seat(s, number, around, NULL, fault)) return false;
    lope_net_server_moved(s->room, number, &s->seats[number].state);
    return true;
}

// Runs the tick of all seats; again of those that another one came into. The last run of each is recorded.
static bool move_all(serve *s, lope_scene_fault *fault)
{
    const lope_surroundings *around = lope_scene_net_around(&s->view, lope_net_server_tick(s->room));
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) {
        s->seats[i].start = s->seats[i].state;
        if (s->seats[i].used && !move_one(s, i, around, fault)) return false;
    }
    uint32_t again;
    lope_state start;
    while (lope_net_server_again(s->room, &again, &start)) {
        s->result->again++;
        if (!move_one(s, again, around, fault)) return false;
    }
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++)
        if (s->seats[i].used && s->seats[i].recorder != NULL && !run_seat(s, i, around, s->seats[i].recorder, fault))
            return false;
    return true;
}

static bool tick(serve *s, lope_scene_fault *fault)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_net_server_begin(s->room);
    if (!move_all(s, fault)) return false;
    lope_net_server_end(s->room, s->states);
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) {
        const serve_seat *seat = &s->seats[i];
        const size_t size = seat->used ? lope_net_server_packet(s->room, i, bytes, sizeof bytes, s->now) : 0;
        if (size > 0) lope_transport_send(seat->line->transport, seat->peer, bytes, size, s->now);
    }
    s->result->ticks++;
    lope_scene_spectate_tick(s->spectate, s);
    lope_scene_serve_fallen(s);
    return true;
}

// Runs the ticks that are due. *due: s, the moment of the next one.
static bool run_due(serve *s, double *due, lope_scene_fault *fault)
{
    const double step = 1.0 / s->rules.tick_rate;
    for (uint32_t count = 0; count < CATCH_UP && *due <= s->now; count++) {
        const double late = s->now - *due;
        s->result->late += late > step;
        if (late > s->result->longest) s->result->longest = late;
        if (!tick(s, fault)) return false;
        *due += step;
    }
    while (s->now - *due > LET_GO) {
        *due += step;
        s->result->let_go++;
    }
    return true;
}

static bool goes_on(const serve *s)
{
    if (s->options->seconds > 0 && s->now >= s->options->seconds) return false;
    return s->options->goes_on == NULL || s->options->goes_on(s->options->context);
}

static bool play(serve *s, lope_scene_fault *fault)
{
    const double start = lope_scene_clock_wall(), begun = lope_scene_clock_cpu();
    double due = 0;
    bool good = true;
    while (good && goes_on(s)) {
        s->now = lope_scene_clock_wall() - start;
        for (uint32_t k = 0; k < SERVE_LINES; k++) lope_scene_serve_receive(s, &s->lines[k]);
        good = run_due(s, &due, fault);
        lope_scene_serve_bots_frame(s);
        lope_scene_spectate_hear(s->spectate, s);
        lope_scene_clock_sleep(due - (lope_scene_clock_wall() - start));
    }
    s->result->seconds = s->now;
    s->result->busy = lope_scene_clock_cpu() - begun;
    return good;
}

// ---- beginning and end ------------------------------------------------------------------------------------

static bool open_room(serve *s, lope_scene_fault *fault)
{
    lope_error error = {0};
    s->moveset = &s->player->movesets[0];
    s->level = (lope_scene_net_level){.player = s->player, .level = lope_scene_player_level(s->player)};
    s->view.of = &s->level;
    s->rules = lope_scene_net_rules(&s->level, s->options->bound, 0);
    for (uint32_t k = 0; k < LOPE_SCENE_SERVE_TRANSPORTS; k++) s->lines[k].transport = s->options->transports[k];
    s->room = lope_net_server_create(&(lope_net_server_def){
        .rules = s->rules, .moveset = s->moveset, .players = s->options->players + s->options->bots, .error = &error});
    return s->room != NULL || lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "serve: %s %s", error.field, error.text);
}

bool lope_scene_serve_check(const lope_scenario *scenario, const lope_scene_serve_options *options, lope_scene_fault *fault)
{
    if (scenario->character_count == 0)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                               "%s: characters: a match needs one, to tell what players are and where they begin",
                               scenario->file);
    if (options->players + options->bots > LOPE_SCENE_SERVE_SEATS)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "serve: found %u players and %u bots, expected %u in all at most",
                               (unsigned)options->players, (unsigned)options->bots, LOPE_SCENE_SERVE_SEATS);
    return true;
}

bool lope_scene_serve(const lope_scenario *scenario, const lope_scene_serve_options *options, lope_scene_serve_result *result,
                      lope_scene_fault *fault)
{
    memset(result, 0, sizeof *result);
    if (!lope_scene_serve_check(scenario, options, fault)) return false;
    serve *s = calloc(1, sizeof *s);
    if (s == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "out of memory");
    s->options = options;
    s->result = result;
    s->player = lope_scene_player_create(scenario, NULL, fault);
    bool good = s->player != NULL && open_room(s, fault) && lope_scene_serve_seats_open(s, fault) &&
                lope_scene_serve_bots_open(s, fault) && lope_scene_spectate_open(options->audience, &s->spectate, fault) &&
                play(s, fault);
    if (s->room != NULL) good = lope_scene_serve_seats_close(s, fault) && good;
    lope_scene_spectate_close(s->spectate);
    lope_scene_serve_bots_close(s);
    lope_net_server_destroy(s->room);
    if (s->player != NULL) lope_scene_player_destroy(s->player);
    free(s);
    return good;
}
