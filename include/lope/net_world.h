// net_world.h - the network room for a game with a lope_world: players' characters are characters of the
// world, and one call runs a tick of both.
//
//     rules = lope_net_level_rules(lope_world_level(world));
//     net = lope_net_world_create(world, &(lope_net_server_def){.rules = rules, .moveset = &moveset});
//     lope_net_world_join(net, character, &player);
//     in each tick: lope_net_server_receive(...), lope_net_world_step(net), lope_net_server_packet(...)
//
// The client has a level of its own with the same bodies, and lope_net_level_around for its surroundings.
// Bodies that move have pose functions (body.h), which tell the same on both ends.
//
// A world moves its characters among each other itself, which a client cannot foresee. So players pass
// through each other: they do not collide with LOPE_CHANNEL_CHARACTER. Players that shall meet are stepped
// with lope_move among lope_net_server_sight. Read first: net_server.h, world.h.
#ifndef LOPE_NET_WORLD_H
#define LOPE_NET_WORLD_H

#include <lope/level_view.h>
#include <lope/net_server.h>
#include <lope/world.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_NET_PLACES 64u // bodies with pose functions, at most

typedef struct lope_net_world lope_net_world;

// Returns the rules for a level: its content, and that players pass through each other. Both ends make them
// of their own level. NULL: without content.
LOPE_API lope_net_rules lope_net_level_rules(const lope_level *level);

// Makes a server for a world, at the world's tick; its allocator gives all memory. Returns NULL on a refusal,
// with def->error filled: LOPE_ERROR_STATE where rules.contact_bound is not LOPE_NET_PASS, or with
// LOPE_NET_ON_ARRIVAL, as a world moves all at once. The world must outlive it.
LOPE_API lope_net_world *lope_net_world_create(lope_world *world, const lope_net_server_def *def);
// Ends it; the world stays. NULL is fine.
LOPE_API void lope_net_world_destroy(lope_net_world *net);
// Returns the server, for packets, orders and statistics; its ticks belong to lope_net_world_step.
LOPE_API lope_net_server *lope_net_world_server(const lope_net_world *net);

// Gives a character of the world a seat, under its lope_character_id. A character that is destroyed leaves
// its seat with the next step. LOPE_ERROR_STATE: it is of another world or collides with
// LOPE_CHANNEL_CHARACTER. What lope_net_server_join returns.
LOPE_API lope_result lope_net_world_join(lope_net_world *net, const lope_character *character, uint32_t *player);
// Returns the character of a player; NULL: there is none.
LOPE_API lope_character *lope_net_world_character(const lope_net_world *net, uint32_t player);
// Takes a seat back. The character stays. LOPE_ERROR_HANDLE.
LOPE_API lope_result lope_net_world_leave(lope_net_world *net, uint32_t player);
// Runs a tick: the players' inputs, a step of the world of 1 / tick_rate s, the states. The world's clock
// becomes that of the server's tick. LOPE_ERROR_STATE: inside a step, or the world's time scale is not 1.
// What lope_world_step returns.
LOPE_API lope_result lope_net_world_step(lope_net_world *net);

// A client's level at the poses of any tick: `around` and `context` of a lope_net_client_def.
typedef struct lope_net_level {
    const lope_level *level; // must be filled in, as tick_rate
    uint32_t tick_rate;      // Hz, 0: 60; that of the rules
    lope_level_view view;    // private, as the rest
    lope_body_place places[LOPE_NET_PLACES];
    lope_surroundings around;
} lope_net_level;
// Returns the surroundings of a tick, valid until the next call. level: a lope_net_level.
LOPE_API const lope_surroundings *lope_net_level_around(void *level, uint32_t tick);

#ifdef __cplusplus
}
#endif
#endif
