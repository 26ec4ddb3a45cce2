// serve_spectate.c - fills the frames of the spectator stream. Read first: serve_spectate.h.
#include "serve_spectate.h"

#include "adapters/transport/lope_loopback.h"
#include "clock.h"
#include "spectator_prediction.h"

#include <stdlib.h>
#include <string.h>

#define EVERY 3u                  // ticks between two frames
#define PREDICTIONS LOPE_NET_RING // ticks of which a seat's predictions are kept
#define FRESH 30u                 // ticks for which a prediction is shown after the newest one that came
#define NO_QUEUE 31               // what the room tells of a queue just after a packet: nothing was measured

// What a client has predicted for one tick.
typedef struct predicted_tick {
    uint32_t tick; // 0: none
    lope_point feet;
} predicted_tick;

// What is known of a seat's client.
typedef struct seat_client {
    uint64_t body; // that it was told for: another player's character in the seat begins anew
    lope_spectator_prediction newest;
    uint32_t came;      // server's tick when `newest` came
    int32_t queue;      // of the seat, when it was measured last
    float error;        // m, the largest since the last frame; NaN: nothing was compared
    lope_report report; // of the seat's tick
    predicted_tick ticks[PREDICTIONS];
} seat_client;

typedef struct serve_spectate {
    const lope_scene_audience *audience;
    uint32_t watchers;
    uint32_t next;      // tick of the next frame
    double shown, busy; // s of the wall, and of the processor, at the last frame
    lope_spectator_frame frame;
    seat_client clients[LOPE_SCENE_SERVE_SEATS];
    uint8_t bytes[LOPE_SPECTATOR_LARGEST];
} serve_spectate;

bool lope_scene_spectate_open(const lope_scene_audience *audience, serve_spectate **spectate, lope_scene_fault *fault)
{
    *spectate = NULL;
    if (audience == NULL) return true;
    *spectate = calloc(1, sizeof **spectate);
    if (*spectate == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "there is no memory for spectators");
    (*spectate)->audience = audience;
    return true;
}

void lope_scene_spectate_close(serve_spectate *spectate) { free(spectate); }

// ---- predictions ------------------------------------------------------------------------------------------

static void take_prediction(serve_spectate *v, const serve *s, uint32_t seat, const lope_spectator_prediction *p)
{
    seat_client *c = &v->clients[seat];
    if (c->body != p->body) {
        memset(c, 0, sizeof *c);
        c->error = NAN;
    }
    predicted_tick *at = &c->ticks[p->tick % PREDICTIONS];
    if (at->tick != p->tick) *at = (predicted_tick){p->tick, p->feet}; // what came first was shown first
    c->body = p->body;
    c->newest = *p;
    c->came = lope_net_server_tick(s->room);
}

static const serve_bot *bot_of(const serve *s, uint32_t seat)
{
    const serve_seat *at = &s->seats[seat];
    return at->used && at->line->bots && at->peer < s->options->bots ? &s->bots[at->peer] : NULL;
}

bool lope_scene_spectate_take(serve_spectate *v, const serve *s, uint32_t seat, const uint8_t *bytes, size_t size)
{
    lope_spectator_prediction p;
    if (!lope_spectator_is_prediction(bytes, size)) return false;
    if (v == NULL || v->watchers == 0 || s->seats[seat].line->bots) return true;
    // what is of a character that the player had before is of no use
    if (lope_spectator_prediction_read(bytes, size, &p) && p.body == s->seats[seat].state.own_body)
        take_prediction(v, s, seat, &p);
    return true;
}

// ---- what watchers ask ------------------------------------------------------------------------------------

// Changes the lines of bots: of one, or of all. Others have none that could be changed.
static void set_links(const serve *s, uint32_t seat, const lope_net_link_profile *link)
{
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) {
        const serve_bot *bot = seat == i || seat == LOPE_SPECTATOR_ALL ? bot_of(s, i) : NULL;
        if (bot != NULL) lope_loopback_set_line(bot->transport, link);
    }
}

void lope_scene_spectate_hear(serve_spectate *v, const serve *s)
{
    uint8_t bytes[LOPE_SCENE_AUDIENCE_MESSAGE];
    lope_spectator_prediction p;
    lope_net_link_profile link;
    uint32_t seat;
    size_t size;
    if (v == NULL) return;
    v->watchers = v->audience->update(v->audience->context, s->now);
    while ((size = v->audience->hear(v->audience->context, bytes)) > 0)
        if (lope_spectator_link_read(bytes, size, &seat, &link)) set_links(s, seat, &link);
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS && v->watchers > 0; i++) {
        const serve_bot *bot = bot_of(s, i);
        if (bot != NULL && lope_spectator_prediction_of(bot->net, &p)) take_prediction(v, s, i, &p);
    }
}

// ---- a frame ----------------------------------------------------------------------------------------------

lope_report *lope_scene_spectate_room(serve_spectate *v, uint32_t seat)
{
    return v != NULL && v->watchers > 0 ? &v->clients[seat].report : NULL;
}

static lope_point place(const serve_spectate *v, const serve *s, lope_point world)
{
    return lope_point_sub(lope_scene_player_to_file(s->player, world), v->audience->origin);
}

static void add_events(serve_spectate *v, const serve *s, uint32_t seat)
{
    const lope_report *report = &v->clients[seat].report;
    for (uint32_t i = 0; i < report->event_count && v->frame.event_count < LOPE_SPECTATOR_EVENTS; i++) {
        const lope_event *e = &report->events[i];
        v->frame.events[v->frame.event_count++] = (lope_spectator_event){.seat = seat,
                                                                         .kind = e->kind,
                                                                         .from = e->from,
                                                                         .to = e->to,
                                                                         .tick = lope_net_server_tick(s->room),
                                                                         .value = e->value};
    }
}

// Compares the tick's character with what its client has predicted for the tick.
static void compare(serve_spectate *v, const serve *s, uint32_t seat)
{
    seat_client *c = &v->clients[seat];
    const uint32_t tick = lope_net_server_tick(s->room);
    const predicted_tick *at = &c->ticks[tick % PREDICTIONS];
    if (c->body != s->seats[seat].state.own_body || at->tick != tick) return;
    const float error = (float)lope_point_length(lope_point_sub(at->feet, s->seats[seat].state.feet));
    if (!(c->error >= error)) c->error = error; // also where it is NaN
}

static void add_prediction(const serve_spectate *v, const serve *s, const seat_client *c, lope_spectator_player *p)
{
    p->flags |= LOPE_SPECTATOR_PREDICTED;
    p->predicted = c->newest;
    p->predicted.pose = place(v, s, c->newest.pose);
    p->error = c->error;
}

static void add_player(serve_spectate *v, const serve *s, uint32_t seat)
{
    const lope_state *state = &s->seats[seat].state;
    const serve_bot *bot = bot_of(s, seat);
    seat_client *c = &v->clients[seat];
    lope_net_seat_stats stats;
    lope_net_server_stats(s->room, seat, &stats);
    if (stats.least < NO_QUEUE) c->queue = stats.least;
    lope_spectator_player *p = &v->frame.players[v->frame.player_count++];
    *p = (lope_spectator_player){.seat = seat,
                                 .mode = state->mode,
                                 .flags = (bot != NULL ? LOPE_SPECTATOR_BOT | LOPE_SPECTATOR_LINKED : 0u) |
                                          (stats.joined ? LOPE_SPECTATOR_JOINED : 0u),
                                 .number = (uint32_t)(state->own_body - LOPE_SCENE_NET_BODY),
                                 .feet = place(v, s, state->feet),
                                 .up = lope_scene_player_vector_to_file(s->player, state->up),
                                 .velocity = lope_scene_player_vector_to_file(s->player, state->velocity),
                                 .yaw = state->yaw,
                                 .radius = state->radius,
                                 .height = state->height,
                                 .error = NAN,
                                 .ticks = stats.ticks,
                                 .replaced = stats.replaced,
                                 .late = stats.late,
                                 .states = stats.states,
                                 .queue = c->queue,
                                 .up_bytes = stats.up,
                                 .down_bytes = stats.down};
    if (bot != NULL) p->link = lope_loopback_line(bot->transport);
    if (c->body == state->own_body && lope_net_server_tick(s->room) - c->came <= FRESH) add_prediction(v, s, c, p);
    c->error = NAN;
}

static void add_movers(serve_spectate *v, const serve *s)
{
    lope_transform pose;
    for (uint32_t i = 0; i < s->player->bodies.count && v->frame.mover_count < LOPE_SPECTATOR_MOVERS; i++) {
        if (!lope_scene_net_mover((void *)(uintptr_t)&s->level, s->player->bodies.list[i].id, 0, lope_net_server_tick(s->room),
                                  &pose))
            continue;
        const lope_scene_quat turn = {(double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z,
                                      (double)pose.rotation.w};
        const lope_scene_quat q = lope_scene_quat_multiply(lope_scene_quat_conjugate(s->player->frame.turn), turn);
        v->frame.movers[v->frame.mover_count++] =
            (lope_spectator_mover){.body = i, .position = place(v, s, pose.position), .rotation = {q.x, q.y, q.z, q.w}};
    }
}

// Returns the share of a processor since the last frame.
static float busy_since(serve_spectate *v, const serve *s)
{
    const double busy = lope_scene_clock_cpu(), wall = s->now - v->shown, spent = busy - v->busy;
    v->shown = s->now;
    v->busy = busy;
    return wall > 0 ? (float)(spent / wall) : 0;
}

static void show(serve_spectate *v, const serve *s)
{
    lope_spectator_frame *f = &v->frame;
    f->tick = lope_net_server_tick(s->room);
    f->late = (uint32_t)s->result->late;
    f->watchers = v->watchers;
    f->seconds = (float)s->now;
    f->busy = busy_since(v, s);
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++)
        if (s->seats[i].used) add_player(v, s, i);
    add_movers(v, s);
    v->audience->show(v->audience->context, v->bytes, lope_spectator_frame_write(f, v->bytes, sizeof v->bytes));
    f->player_count = f->mover_count = f->event_count = 0;
}

void lope_scene_spectate_tick(serve_spectate *v, const serve *s)
{
    if (v == NULL || v->watchers == 0) return;
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) {
        if (!s->seats[i].used) continue;
        add_events(v, s, i);
        compare(v, s, i);
    }
    if ((int32_t)(lope_net_server_tick(s->room) - v->next) < 0) return;
    v->next = lope_net_server_tick(s->room) + EVERY;
    show(v, s);
}
