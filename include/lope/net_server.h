// net_server.h - the server's end: it holds the commands of all players to their ticks, tells each what was
// used, and corrects by inputs first. The game steps the characters itself.
//
// In each tick: lope_net_server_begin, then for every player lope_net_server_input and the game's own step,
// then lope_net_server_end with the states. Packets are received before it and made after it:
//
//     for each datagram:  lope_net_server_receive(server, player, bytes, size, now);
//     lope_net_server_begin(server);
//     for each player:    lope_net_server_input(server, player, &input); lope_character_set_input(...);
//     lope_world_step(world, 1.0f / 60);
//     lope_net_server_end(server, states);
//     for each player:    size = lope_net_server_packet(server, player, bytes, sizeof bytes, now); send(...);
//
// The server reads no position, no state and no time from a client. One thread at a time. Read first: net.h.
#ifndef LOPE_NET_SERVER_H
#define LOPE_NET_SERVER_H

#include <lope/net.h>
#include <lope/shape.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_net_server lope_net_server;

// How a server begins. moveset is required; zero elsewhere: the defaults.
typedef struct lope_net_server_def {
    lope_net_rules rules;
    const lope_moveset *moveset; // of the players; must outlive the server
    uint32_t players;            // seats, 0: 16; at most 4096
    uint32_t tick;               // number of the last tick that is over
    // Optional: how much a viewer wants to be told of another character; NULL: 1 of everyone. 0 or less is
    // never told: what a player may not see does not leave the server.
    float (*weight)(void *context, uint32_t viewer, uint32_t other);
    void *context;            // handed to `weight`
    uint32_t budget;          // bytes of a packet, 0: LOPE_NET_PACKET; the rest waits for the next one
    lope_allocator allocator; // zero: malloc and free
    lope_error *error;        // optional: why it was refused
} lope_net_server_def;

// What the server knows of a player's line and conduct.
typedef struct lope_net_seat_stats {
    bool joined;                  // the client has a state
    double silence;               // s since the last packet read, at the last call with `now`
    uint32_t ticks;               // run since a second after its first command in time
    uint32_t replaced;            // of these without a command in time
    uint32_t late;                // commands that came after their tick: dropped
    uint32_t refused;             // packets: damaged, other rules, ticks out of bounds
    uint32_t flooded;             // packets beyond twice the nominal rate: not read
    uint32_t states;              // sent
    uint32_t orders;              // given
    uint32_t told;                // true places of others that were told, since its belief was too far off
    int32_t least;                // ticks: least depth of its queue since its last packet
    uint64_t up, down;            // bytes
    uint64_t moving, moving_bits; // others told that were not as expected; their bits
    uint64_t idle, idle_bits;     // the same of those that were as expected
    uint32_t drifted;             // packets in which a trusted client's state was not the server's
} lope_net_seat_stats;

// Makes a server. Returns NULL on a refusal, with def->error filled.
LOPE_API lope_net_server *lope_net_server_create(const lope_net_server_def *def);
// Ends a server; NULL is fine.
LOPE_API void lope_net_server_destroy(lope_net_server *server);
// Returns the number of the last tick that was begun; 0 for NULL.
LOPE_API uint32_t lope_net_server_tick(const lope_net_server *server);

// Gives a character a seat: `body` is its id for the others, `state` where it begins. *player: its number,
// from 0; the lowest one that is free, one that was left in this tick last. Between end and begin.
// LOPE_ERROR_RANGE: no seat is free. LOPE_ERROR_DUPLICATE: the id has a seat.
LOPE_API lope_result lope_net_server_join(lope_net_server *server, uint64_t body, const lope_state *state, uint32_t *player);
// Takes a seat back. LOPE_ERROR_HANDLE: there is no such player.
LOPE_API lope_result lope_net_server_leave(lope_net_server *server, uint32_t player);

// Hands a player over: writes its seat as bytes, for lope_net_server_take of another server, and frees it.
// *size: the bytes. capacity: LOPE_NET_GIVE is enough for all. Between end and begin. LOPE_ERROR_HANDLE;
// LOPE_ERROR_RANGE: no room; LOPE_ERROR_STATE: in a tick, or with LOPE_NET_ON_ARRIVAL.
LOPE_API lope_result lope_net_server_give(lope_net_server *server, uint32_t player, void *bytes, size_t capacity, size_t *size);
// Writes the same bytes of a player that stays: for another server that takes over when this one dies. The
// rest as for lope_net_server_give.
LOPE_API lope_result lope_net_server_copy(const lope_net_server *server, uint32_t player, void *bytes, size_t capacity,
                                          size_t *size);
// Takes over a player that another server has given, with the same rules, moveset, content, plans, and
// number of the tick: then the client, which sends here from now on, notices nothing. *player: its number
// here; rules.input gets the number that it had where it joined. *state: its character. The bytes come over
// a line that is trusted, but are checked. Up to LOPE_NET_GAP ticks later a state goes to the client.
// LOPE_ERROR_RANGE: more ticks, or no seat is free. LOPE_ERROR_STATE: other rules, or in a tick.
// LOPE_ERROR_FORMAT. LOPE_ERROR_DUPLICATE.
LOPE_API lope_result lope_net_server_take(lope_net_server *server, const void *bytes, size_t size, uint32_t *player,
                                          lope_state *state);

// Reads a packet of a player. now: s, of any clock that goes on evenly. A packet that is refused changes
// nothing but the seat's counters: LOPE_ERROR_FORMAT; LOPE_ERROR_STATE for other rules; LOPE_ERROR_RANGE for
// more packets than twice the nominal rate, or a tick out of bounds; LOPE_ERROR_HANDLE; LOPE_ERROR_NULL.
LOPE_API lope_result lope_net_server_receive(lope_net_server *server, uint32_t player, const void *bytes, size_t size,
                                             double now);

// Orders something of a player's character beside its commands: the order's requests and `forbidden` are
// added to the input of one tick, its `held` and `pressed` to those of the command. That tick is
// `ticks_ahead` ticks after the next one, or the first one after that without an order. An order that is
// dated as far ahead as the player's lead corrects nothing: the client knows of it in time. The requests are
// copied. LOPE_ERROR_HANDLE. LOPE_ERROR_RANGE: LOPE_NET_ORDERS orders are not acknowledged, 32 are for ticks
// that the client has not heard of yet, or ticks_ahead is above 120. What lope_input_check refuses.
LOPE_API lope_result lope_net_server_order(lope_net_server *server, uint32_t player, const lope_input *order,
                                           uint32_t ticks_ahead);
// Forbids, from a tick on, until it is called again: LOPE_FORBID_ bits, 0 for none. The rest as for an
// order.
LOPE_API lope_result lope_net_server_forbid(lope_net_server *server, uint32_t player, uint32_t forbidden, uint32_t ticks_ahead);
// Starts a plan of a moving body at a tick, for all players: from then on rules.mover tells its pose by it.
// LOPE_ERROR_RANGE: LOPE_NET_PLANS bodies have one, or the tick is not after the last one begun, of the
// server and of each player. Clients
// that hear of it later than that tick run the ticks since again.
LOPE_API lope_result lope_net_server_plan(lope_net_server *server, uint64_t body, uint32_t plan, uint32_t tick);
// Finds where a body is at the end of a tick, by its plan there. False: rules.mover is NULL or knows none.
LOPE_API bool lope_net_server_pose(const lope_net_server *server, uint64_t body, uint32_t tick, lope_transform *pose);

// Begins the next tick: takes each player's command for it, or replaces what is missing. LOPE_ERROR_STATE:
// the tick before has not ended.
LOPE_API lope_result lope_net_server_begin(lope_net_server *server);
// Begins a player's next tick where one is due. With LOPE_NET_ON_TICK that is one in each tick of the server;
// with LOPE_NET_ON_ARRIVAL none, one or several: as many as commands have come. state: the character as it
// is, at the end of its tick before. A loop that serves both:
//
//     while (lope_net_server_next(server, player, &state)) {
//         lope_net_server_input(server, player, &input);
//         ... lope_move with bodies at their poses of tick lope_net_server_time(server, player)
//     }
LOPE_API bool lope_net_server_next(lope_net_server *server, uint32_t player, const lope_state *state);
// Returns the tick of a player's character: the server's, but with LOPE_NET_ON_ARRIVAL that of its command.
// Moving bodies at their poses of that tick (level_view.h) are where the client had them, to the bit; at the
// server's own poses riders get corrections. 0: there is no such player.
LOPE_API uint32_t lope_net_server_time(const lope_net_server *server, uint32_t player);
// Makes a player's input of the tick that has begun: of its command, by the rules, and the orders for it.
// input->requests points into the server and is valid until the tick's end. LOPE_ERROR_STATE: no tick has
// begun.
LOPE_API lope_result lope_net_server_input(lope_net_server *server, uint32_t player, lope_input *input);
// Returns what a player's tick meets: `bodies` at their poses of the tick, and the other characters as the
// client believed them to be, or as they are. For characters on LOPE_CHANNEL_CHARACTER; with LOPE_NET_PASS
// it is `bodies`. Valid until the tick's end, with `bodies`. Neither may be NULL. Only between begin and
// end; the players' ticks may then run on several threads.
LOPE_API lope_surroundings lope_net_server_sight(lope_net_server *server, uint32_t player, const lope_surroundings *bodies);
// Says that a player's tick has been run, and where its character is now. Players that run theirs later meet
// it there, so that none comes into another. Without it each meets the others as they stood at the tick's
// start. For LOPE_NET_TRUTH and LOPE_NET_ON_TICK; with other rules it does nothing. After lope_move, on one
// thread. LOPE_ERROR_STATE: not in a tick.
LOPE_API lope_result lope_net_server_moved(lope_net_server *server, uint32_t player, const lope_state *state);
// Finds a player that another one came into after its tick, because a platform or a neighbour pushed that
// one. It runs its tick again, from *state, among the others where they are now; its client is told the same.
// What the last run of a player reports counts. False: there is none any more. When all players have moved:
//
//     while (lope_net_server_again(server, &player, &state)) {
//         states[player] = state;
//         ... lope_net_server_input, lope_net_server_sight, lope_move, lope_net_server_moved
//     }
LOPE_API bool lope_net_server_again(lope_net_server *server, uint32_t *player, lope_state *state);
// Returns the command that the tick uses for a player, for the game's own bytes in it; NULL: there is no
// such player. Valid until the next begin.
LOPE_API const lope_command *lope_net_server_command(const lope_net_server *server, uint32_t player);
// Finds where a character was when a player saw it, for what the player's command of the tick hits: its
// upright capsule so far back as the client shows the others. That is believed up to 0.25 s beyond what the
// server itself has measured of the line, and up to LOPE_NET_REWIND ticks. False: there is no such player,
// or the character was not there then.
LOPE_API bool lope_net_server_rewind(const lope_net_server *server, uint32_t player, uint32_t other, lope_capsule *capsule);
// Says whether a player's client is let go its own way: while true no state is sent to it, and it is only
// counted how often it wished for one (lope_net_seat_stats.drifted). The server's character goes on by its
// commands. LOPE_ERROR_HANDLE.
LOPE_API lope_result lope_net_server_trust(lope_net_server *server, uint32_t player, bool trusted);
// Ends the tick. states: of each player by number; those without a seat are not read. LOPE_ERROR_STATE: no
// tick has begun. LOPE_ERROR_NULL: states, or that of a player.
LOPE_API lope_result lope_net_server_end(lope_net_server *server, const lope_state *const *states);

// Makes the next packet for a player. Returns its size, at most `size`; 0: nothing to send in this tick.
// size: at least 256, LOPE_NET_PACKET is enough for all.
LOPE_API size_t lope_net_server_packet(lope_net_server *server, uint32_t player, void *bytes, size_t size, double now);

// Reads the counters of a player. LOPE_ERROR_HANDLE, LOPE_ERROR_NULL.
LOPE_API lope_result lope_net_server_stats(const lope_net_server *server, uint32_t player, lope_net_seat_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
