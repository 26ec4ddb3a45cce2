// net.h - prediction over a network: what both ends share. Bytes in, bytes out.
//
// A client predicts its own character, and the server runs the same ticks. The tick is the only clock: the
// server runs tick T once for every player, and a client is ahead of it by about half the round trip.
// Commands go up; digests of the state come down. Where the server used another input than the client
// thought, it says so, and the client runs those ticks again with that input. As a tick is a pure function
// with the same bits on every machine, both ends then agree to the bit. A state is sent only to a client
// that joins or was silent for longer than LOPE_NET_RING ticks, and where digests differ for a reason that
// neither end knows.
//
// The room has no socket, no clock and no world, and allocates nothing after create. Packets are at most
// LOPE_NET_PACKET bytes and may be lost, doubled and reordered. It does not encrypt or authenticate: that is
// the transport's. One end is used by one thread at a time.
//
// Read next: net_server.h, net_client.h, net_link.h for a line between two ends in one process.
#ifndef LOPE_NET_H
#define LOPE_NET_H

#include <lope/command.h>
#include <lope/moveset.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_NET_PACKET 1200     // bytes of a packet, at most
#define LOPE_NET_RING 256u       // ticks that both ends remember; a power of two
#define LOPE_NET_COPIES 16u      // commands in a packet, at most
#define LOPE_NET_ORDERS 16u      // orders to one player that are not acknowledged, at most
#define LOPE_NET_AHEAD 32u       // ticks that a command may be ahead of the server, at most
#define LOPE_NET_PROXIES 64u     // other characters that one client is told of, at most
#define LOPE_NET_PLANS 32u       // bodies with a plan of their own, at most
#define LOPE_NET_REWIND 60u      // ticks for which a server knows where all were
#define LOPE_NET_GAP 2u          // ticks that a hand-over may take, at most
#define LOPE_NET_GIVE 16384      // bytes of a player that is handed over, at most
#define LOPE_NET_NONE UINT32_MAX // no player

// How far a player's belief of another character may be off, beside a number of m.
#define LOPE_NET_TRUTH (-1.0f)   // not at all: the true place is always told
#define LOPE_NET_BELIEVE (-2.0f) // as far as it is: nothing is told
#define LOPE_NET_PASS (-3.0f)    // characters pass through each other

// When a server runs a command.
typedef enum lope_net_stepping {
    LOPE_NET_ON_TICK = 0, // at its tick, which is the server's: a clock that is fast gains nothing
    // As it comes, by credit (net_arrival.h): sooner by what a line shakes. In any time a player gets at most
    // a quarter of a second and 0.5 % more ticks than the server has. See lope_net_server_next.
    LOPE_NET_ON_ARRIVAL = 1
} lope_net_stepping;

// The rules of a match: the same on both ends, or the server does not let the client in. Zero: the defaults.
typedef struct lope_net_rules {
    uint32_t tick_rate;  // Hz, 0: 60; 10 to 240
    uint32_t send_every; // ticks from one packet to the next, both ways, 0: 2; at most 30
    uint32_t copies;     // of a command in successive packets, 0: 16; at most LOPE_NET_COPIES
    uint32_t hold_ticks; // for which a missing command is replaced by the last one, 0: 12; then by neutral
    // m, 0: 0.25. Characters that meet each other (LOPE_CHANNEL_CHARACTER) are met where the client believed
    // them to be, by the newest snapshot that it had; where that is off by more, the server takes the true
    // place and says so. LOPE_NET_TRUTH, LOPE_NET_BELIEVE, LOPE_NET_PASS.
    float contact_bound;
    lope_vec3 gravity; // m/s2, by which others are run ahead while they fall; zero: (0, -9.8, 0)
    uint64_t content;  // the game's own: lope_level_hash, a version. Part of what is compared
    // Makes the input of a tick; NULL: lope_command_input. Pure, and the same on both ends.
    void (*input)(void *context, uint32_t player, const lope_command *command, const lope_state *state, lope_input *input);
    // Tells where a body is, `ticks` ticks after its plan began; false: the body has no such plan. Pure, and
    // the same on both ends. Every body has plan 0 from tick 0 on, until lope_net_server_plan gives it
    // another. NULL: other characters are told in the world's frame, also on moving bodies.
    bool (*mover)(void *context, uint64_t body, uint32_t plan, uint32_t ticks, lope_transform *pose);
    void *context; // handed to both
    // m, to 1/128 m; 0: to the bit. How far the own place at a client may be from the server's, in the frame
    // of what carries it and in the same mode, before a state is sent. For builds that are known to differ.
    float tolerance;
    uint32_t stepping; // lope_net_stepping: when the server runs a player's commands
    // Others are told with their stick and buttons, for LOPE_NET_SIMULATED: what a player presses goes to all
    // that see its character. 35 bits more where it changes, else one.
    bool tells_commands;
} lope_net_rules;

// How another character is shown.
typedef enum lope_net_showing {
    // Between two things that were told of it: as it was, two packets and the jitter ago.
    LOPE_NET_INTERPOLATED = 0,
    // As it will have gone on by the client's own tick: by its velocity, along walls and floors; while it
    // falls also by gravity, and it lands. At most 0.25 s beyond what was told; then it stands.
    LOPE_NET_EXTRAPOLATED = 1,
    // The same, by lope_move with its stick and buttons (rules.tells_commands), else with those that fit its
    // velocity.
    LOPE_NET_SIMULATED = 2
} lope_net_showing;

// How another character is shown between what was told of it.
typedef struct lope_net_proxy {
    uint64_t body;      // its id; 0: none
    lope_point feet;    // m, in the world
    lope_vec3 velocity; // m/s
    float yaw, height;  // rad; m, of its capsule
    uint32_t mode;      // lope_mode_id or a game's own
    uint64_t base;      // the moving body that carries it, or LOPE_BODY_NONE
    bool holds;         // nothing newer is known: it stands where it was told last
} lope_net_proxy;

// Returns the number that both ends compare: of the rules without their functions, and of the moveset.
// rules NULL: the defaults. From any thread.
LOPE_API uint64_t lope_net_rules_hash(const lope_net_rules *rules, const lope_moveset *moveset);

#ifdef __cplusplus
}
#endif
#endif
