// net_client.h - a client's end: it predicts its own character ahead of the server, and runs ticks again when
// the server used other inputs.
//
// In each frame: receive what has come, advance with the player's command, send, draw:
//
//     for each datagram:  lope_net_client_receive(client, bytes, size, now);
//     lope_net_client_advance(client, now, &command);
//     size = lope_net_client_packet(client, bytes, sizeof bytes, now);  if (size > 0) send(...);
//     pose = lope_net_client_pose(client);
//     events = lope_net_client_events(client, &count);
//
// The client believes a server no further than the server a client: all that comes is checked. One thread at
// a time. Read first: net.h.
#ifndef LOPE_NET_CLIENT_H
#define LOPE_NET_CLIENT_H

#include <lope/move.h>
#include <lope/net.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_net_client lope_net_client;

// How a client begins. moveset and surroundings are required.
typedef struct lope_net_client_def {
    lope_net_rules rules;
    const lope_moveset *moveset; // must outlive the client
    // Returns the surroundings of a tick: bodies at their poses of that tick (level_view.h). Ticks of the
    // past are asked for again. Valid until the next call. A body with a plan stands where
    // lope_net_client_body says.
    const lope_surroundings *(*around)(void *context, uint32_t tick);
    void *context;            // handed to `around`
    uint32_t showing;         // lope_net_showing of the others; another one of some: lope_net_client_show
    uint32_t triangles;       // near the character, to take memory for; 0: 512
    lope_allocator allocator; // zero: malloc and free
    lope_error *error;        // optional: why it was refused
} lope_net_client_def;

// What happened to the own character, once each.
typedef struct lope_net_event {
    uint32_t tick;    // in which it happened
    bool undone;      // it was told, and by the server's account did not happen
    lope_event event; // as the tick's report has it
} lope_net_event;

// What a client knows of its line. Times in s, of the game's own clock.
typedef struct lope_net_stats {
    bool joined;            // it has a state: the character may be shown
    bool mismatch;          // the server has other rules, another moveset or level
    uint32_t tick;          // that was predicted last
    uint32_t heard;         // the newest tick that the server told of
    uint32_t agreed;        // the newest tick of which the digests were equal
    float round_trip;       // s, smoothed
    float jitter;           // s, 95 % of packets come at most so much later than the quickest
    float pace;             // the client's clock beside the real one, 0.95 to 1.05; 0.9 to 1.1 after a stall
    float depth;            // ticks: the least depth of its queue at the server, smoothed
    uint32_t checks, wrong; // digests that were compared; of these differed though the client knew all
    uint32_t replaced;      // ticks without a command in time, by the server's account
    uint32_t told;          // true places of others, where the belief was too far off
    uint32_t heals;         // times that ticks were run again
    uint32_t rerun_ticks;   // ticks that were run again
    uint32_t states;        // states that were taken over, the first one included
    uint32_t refused;       // packets that were refused
    uint32_t undone;        // events that were told and did not happen
    uint64_t up, down;      // bytes
} lope_net_stats;

// Makes a client. Returns NULL on a refusal, with def->error filled.
LOPE_API lope_net_client *lope_net_client_create(const lope_net_client_def *def);
// Ends a client; NULL is fine.
LOPE_API void lope_net_client_destroy(lope_net_client *client);

// Reads a packet of the server. now: s, of any clock that goes on evenly. LOPE_OK also for a packet that is
// older than what is known: it is passed over. LOPE_ERROR_FORMAT: not a packet, or one that does not fit what
// is known; nothing changes. LOPE_ERROR_STATE: the server has other rules.
LOPE_API lope_result lope_net_client_receive(lope_net_client *client, const void *bytes, size_t size, double now);
// Predicts the ticks that are due at `now`, all with `next` as their command; its presses count in the first
// one. Returns how many there were. At most 4 beyond what is due: a client that is far behind catches up over
// several calls. Before the first packet of the server: none.
LOPE_API uint32_t lope_net_client_advance(lope_net_client *client, double now, const lope_command *next);
// Makes the next packet. Returns its size; 0: nothing to send yet. size: at least 256.
LOPE_API size_t lope_net_client_packet(lope_net_client *client, void *bytes, size_t size, double now);

// Returns the own character's state at the end of the last tick predicted; NULL before the first one.
LOPE_API const lope_state *lope_net_client_state(const lope_net_client *client);
// Returns what to draw of the own character at the time of the last advance: between the last two ticks, with
// what corrections have moved it by fading out (a time constant of 0.1 s; none beyond 3.84 m).
LOPE_API lope_net_proxy lope_net_client_pose(const lope_net_client *client);
// Returns what happened since the advance before the last one ended, and how many: also what packets between
// the two have corrected. Valid until the next advance or receive.
LOPE_API const lope_net_event *lope_net_client_events(const lope_net_client *client, uint32_t *count);
// Shows another character in another way than the definition says, a lope_net_showing; it may be one that has
// not come yet. For extrapolated and simulated ones the client runs ticks in each advance, as many as it is
// ahead of the server: about 3 us each. LOPE_ERROR_NULL; LOPE_ERROR_RANGE: showing, body 0, or
// LOPE_NET_PROXIES others are shown in another way.
LOPE_API lope_result lope_net_client_show(lope_net_client *client, uint64_t body, uint32_t showing);
// Writes the other characters as they are drawn at the time of the last advance: up to `capacity`. Returns
// how many there are in all.
LOPE_API uint32_t lope_net_client_proxies(const lope_net_client *client, lope_net_proxy *proxies, uint32_t capacity);
// Returns the tick of the server, with its part, as of which interpolated others are drawn. Extrapolated and
// simulated ones are drawn as of the own character's tick. Lag compensation goes by the definition's showing.
LOPE_API double lope_net_client_shown(const lope_net_client *client);
// Finds where a body is at the end of a tick, by its plan there. False: rules.mover is NULL or knows none.
LOPE_API bool lope_net_client_body(const lope_net_client *client, uint64_t body, uint32_t tick, lope_transform *pose);
// Returns what the client knows of its line; all zero for NULL.
LOPE_API lope_net_stats lope_net_client_stats(const lope_net_client *client);
// Returns the digest that the client has of a tick, or 0: for tests.
LOPE_API uint32_t lope_net_client_digest(const lope_net_client *client, uint32_t tick);

#ifdef __cplusplus
}
#endif
#endif
