// zones_server.c - a server of several: what it does with each event, and its tick. Read first: zones_server.h.
#include "zones_server.h"

#include <string.h>

#define PASS_FOR 1.0   // s for which packets of a player that has gone over are passed on
#define STAND_BY 0.2   // s for which another's zone must be free
#define STEPS_MOST 30u // ticks in a call
#define LAG_MOST 120u  // ticks: a server that was still for longer, without players, goes on at the present

static lope_net_server *make_room(const zones_server *s, uint32_t tick)
{
    const zones_world *world = s->view.world;
    return lope_net_server_create(
        &(lope_net_server_def){.rules = world->rules, .moveset = &world->moveset, .players = ZONES_SEATS, .tick = tick});
}

bool zones_server_open(zones_server *s, const zones_world *world, const lope_zones_def *def, uint32_t tick)
{
    s->view.world = world;
    s->zones = lope_zones_open(def);
    s->room = make_room(s, tick);
    for (uint32_t i = 0; i < ZONES_SEATS; i++) s->seats[i].nearby = lope_nearby_create(NULL);
    if (s->zones == NULL || s->room == NULL) return false;
    for (uint32_t zone = 0; zone < ZONES; zone++)
        lope_zones_want(s->zones, zone, zone == s->home ? 0 : STAND_BY + 0.1 * ((zone + ZONES - s->home) % ZONES));
    return true;
}

void zones_server_close(zones_server *s)
{
    lope_zones_close(s->zones);
    lope_net_server_destroy(s->room);
    for (uint32_t i = 0; i < ZONES_SEATS; i++) lope_nearby_destroy(s->seats[i].nearby);
    memset(s, 0, sizeof *s);
}

// Returns a player's seat, or LOPE_NET_NONE.
static uint32_t seat_of(const zones_server *s, uint64_t player)
{
    for (uint32_t i = 0; i < ZONES_SEATS; i++)
        if (s->seats[i].player == player) return i;
    return LOPE_NET_NONE;
}

bool zones_server_runs(const zones_server *s, uint64_t player) { return seat_of(s, player) != LOPE_NET_NONE; }

// ---- players that come ------------------------------------------------------------------------------------

static void sit(zones_server *s, uint32_t seat, uint64_t player, const lope_state *state)
{
    s->seats[seat].player = player;
    s->seats[seat].state = *state;
}

static void join(zones_server *s, uint64_t player, const lope_state *state)
{
    uint32_t seat;
    if (lope_net_server_join(s->room, ZONE_BODY + player, state, &seat) == LOPE_OK)
        sit(s, seat, player, state);
    else
        s->counts.faults++;
}

static void count_taken(zones_counts *counts, uint32_t gap, const lope_state *state)
{
    const float speed = lope_vec3_length(state->velocity);
    counts->taken++;
    counts->gap_sum += gap;
    if (gap > counts->gap_most) counts->gap_most = gap;
    counts->airborne += state->mode == LOPE_MODE_FALLING;
    counts->riding += state->mode == LOPE_MODE_WALKING && state->base_body != 0;
    counts->moving += speed > 1;
}

// Goes on with a player from its record, once the room has come to the record's tick.
static void take(zones_server *s, zones_wait *w)
{
    lope_state state;
    uint32_t seat;
    const uint32_t tick = lope_net_server_tick(s->room);
    const uint32_t ran = zones_catch_up(&s->view, w->tick, tick, w->bytes, &w->size, &state);
    if (ran == UINT32_MAX) {
        s->counts.faults++;
    } else if (!w->whole) {
        s->counts.rescued++;
        if (ran > s->counts.again_most) s->counts.again_most = ran;
        join(s, w->player, &state);
    } else if (lope_net_server_take(s->room, w->bytes, w->size, &seat, &state) == LOPE_OK) {
        count_taken(&s->counts, ran, &state);
        sit(s, seat, w->player, &state);
    } else {
        s->counts.faults++;
    }
    w->player = 0;
}

static void take_due(zones_server *s)
{
    for (uint32_t i = 0; i < ZONES_SEATS; i++) {
        zones_wait *w = &s->waits[i];
        if (w->player != 0 && (int32_t)(lope_net_server_tick(s->room) - w->tick) >= 0) take(s, w);
    }
}

static void note_take(zones_server *s, const lope_zone_event *event)
{
    for (uint32_t i = 0; i < ZONES_SEATS; i++) {
        zones_wait *w = &s->waits[i];
        if (w->player != 0) continue;
        w->player = event->player;
        w->whole = event->whole;
        w->tick = event->tick;
        w->size = event->size;
        memcpy(w->bytes, event->bytes, event->size);
        return;
    }
    s->counts.faults++;
}

// ---- players that go --------------------------------------------------------------------------------------

static void drop(zones_server *s, uint64_t player)
{
    const uint32_t seat = seat_of(s, player);
    for (uint32_t i = 0; i < ZONES_SEATS; i++)
        if (s->waits[i].player == player) s->waits[i].player = 0;
    if (seat == LOPE_NET_NONE || s->reckless) return;
    s->counts.faults += lope_net_server_leave(s->room, seat) != LOPE_OK;
    s->seats[seat].player = 0;
}

static void give(zones_server *s, uint64_t player, double now, double clock)
{
    uint8_t bytes[LOPE_NET_GIVE];
    size_t size;
    const uint32_t seat = seat_of(s, player), tick = lope_net_server_tick(s->room);
    if (seat == LOPE_NET_NONE) return; // it waits for its record's tick: told again by nobody, and moved by the next owner
    if (lope_net_server_give(s->room, seat, bytes, sizeof bytes, &size) != LOPE_OK) s->counts.faults++;
    s->seats[seat].player = 0;
    lope_zones_given(s->zones, player, tick, bytes, size, now);
    for (uint32_t i = 0; i < ZONES_SEATS; i++) {
        if (s->gone[i].until > clock && s->gone[i].player != player) continue;
        s->gone[i] = (zones_gone){player, clock + PASS_FOR};
        return;
    }
}

static void handle(zones_server *s, const lope_zone_event *event, double now, double clock)
{
    lope_state state;
    const uint32_t seat = seat_of(s, event->player);
    switch (event->what) {
    case LOPE_ZONE_TAKE:
        note_take(s, event);
        break;
    case LOPE_ZONE_GIVE:
        give(s, event->player, now, clock);
        break;
    case LOPE_ZONE_DROP:
        drop(s, event->player);
        break;
    case LOPE_ZONE_JOINED:
        zones_begin_state(event->player, &state);
        join(s, event->player, &state);
        break;
    case LOPE_ZONE_PACKET:
        if (seat != LOPE_NET_NONE) lope_net_server_receive(s->room, seat, event->bytes, event->size, clock);
        break;
    case LOPE_ZONE_OWNED:
    case LOPE_ZONE_LOST:
    case LOPE_ZONE_ELSEWHERE:
        break;
    }
}

static void handle_all(zones_server *s, double now, double clock)
{
    lope_zone_event event;
    while (lope_zones_event(s->zones, &event)) handle(s, &event, now, clock);
}

// ---- packets ----------------------------------------------------------------------------------------------

void zones_server_receive(zones_server *s, uint64_t player, const void *bytes, size_t size, double clock)
{
    lope_state state;
    const uint32_t seat = seat_of(s, player);
    if (seat != LOPE_NET_NONE) {
        lope_net_server_receive(s->room, seat, bytes, size, clock);
        return;
    }
    for (uint32_t i = 0; i < ZONES_SEATS; i++)
        if (s->gone[i].player == player && s->gone[i].until > clock) {
            lope_zones_pass(s->zones, player, bytes, size);
            return;
        }
    zones_begin_state(player, &state);
    lope_zones_join(s->zones, player, zones_of(state.feet.x, s->home)); // refused where the zone is not ours
}

void zones_server_hear(zones_server *s, const void *bytes, size_t size, double now, double clock)
{
    lope_zones_hear(s->zones, bytes, size, now);
    handle_all(s, now, clock);
}

// ---- the tick ---------------------------------------------------------------------------------------------

static void step(zones_server *s)
{
    const lope_state *ends[ZONES_SEATS] = {NULL};
    const uint32_t tick = lope_net_server_tick(s->room) + 1;
    const lope_surroundings *around = zones_around(&s->view, tick);
    if (lope_net_server_begin(s->room) != LOPE_OK) s->counts.faults++;
    for (uint32_t i = 0; i < ZONES_SEATS; i++) {
        zones_seat *seat = &s->seats[i];
        lope_input input;
        ends[i] = &seat->state;
        if (seat->player == 0) continue;
        if (lope_net_server_input(s->room, i, &input) != LOPE_OK) s->counts.faults++;
        lope_move(&seat->state, &input, &s->view.world->moveset, around, seat->nearby, 1.0f / 60, NULL);
        if (s->ran != NULL) s->ran(s->context, seat->player, tick);
    }
    if (lope_net_server_end(s->room, ends) != LOPE_OK) s->counts.faults++;
}

// Sends each player's packet, its record when that is due, and moves it when it is over a border.
static void send(zones_server *s, double now, double clock)
{
    uint8_t packet[LOPE_NET_PACKET], bytes[LOPE_NET_GIVE];
    const uint32_t tick = lope_net_server_tick(s->room);
    for (uint32_t i = 0; i < ZONES_SEATS; i++) {
        const zones_seat *seat = &s->seats[i];
        uint32_t zone;
        if (seat->player == 0) continue;
        size_t size = lope_net_server_packet(s->room, i, packet, sizeof packet, clock);
        if (size > 0) s->send(s->context, seat->player, packet, size);
        if (!lope_zones_runs(s->zones, seat->player, &zone)) continue;
        if (tick % ZONES_RECORD_EVERY == 0) {
            s->counts.faults += lope_net_server_copy(s->room, i, bytes, sizeof bytes, &size) != LOPE_OK;
            lope_zones_record(s->zones, seat->player, tick, bytes, size, now);
        }
        const uint32_t there = zones_of(seat->state.feet.x, zone);
        if (there != zone) lope_zones_move(s->zones, seat->player, there);
    }
}

static bool is_empty(const zones_server *s)
{
    for (uint32_t i = 0; i < ZONES_SEATS; i++)
        if (s->seats[i].player != 0) return false;
    return true;
}

void zones_server_run(zones_server *s, uint32_t tick, double now, double clock)
{
    lope_zones_update(s->zones, now);
    handle_all(s, now, clock);
    if (tick - lope_net_server_tick(s->room) > LAG_MOST && is_empty(s)) {
        lope_net_server_destroy(s->room);
        s->room = make_room(s, tick);
    }
    take_due(s);
    for (uint32_t i = 0; i < STEPS_MOST && lope_net_server_tick(s->room) != tick; i++) {
        step(s);
        send(s, now, clock);
        take_due(s);
    }
}
