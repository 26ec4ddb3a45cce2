// zones_world.h - a world of three zones for the tests of many machines: a floor and three platforms; the borders cross
// the one that turns and the one that slides. And a player's ticks since a record, run again.
#ifndef LOPE_TESTS_ZONES_WORLD_H
#define LOPE_TESTS_ZONES_WORLD_H

#include <lope/level_view.h>
#include <lope/lope.h>
#include <lope/net_client.h>
#include <lope/net_server.h>

#define ZONES 3u
#define ZONE_BODY 1000u // id of a player's character: this and the player's number

typedef struct zones_world {
    lope_level *level;
    lope_body movers[3];
    lope_moveset moveset;
    lope_net_rules rules;
} zones_world;

// One view of the world, for a client or a server.
typedef struct zones_view {
    const zones_world *world;
    lope_body_place places[3];
    lope_level_view view;
    lope_surroundings around;
} zones_view;

bool zones_world_open(zones_world *world);
void zones_world_close(zones_world *world);
// Returns the surroundings at a tick; the context is a zones_view.
const lope_surroundings *zones_around(void *context, uint32_t tick);
// Returns the zone that a place is in; a quarter of a metre over the border the zone before counts.
uint32_t zones_of(double x, uint32_t before);
// Makes the state in which a player begins.
void zones_begin_state(uint64_t player, lope_state *state);
// Sets a command that goes to places drawn anew every two seconds, all over the zones, and jumps now and then.
void zones_wish(uint64_t player, uint64_t seed, double now, const lope_state *state, lope_command *command);

// Runs the ticks of a player since its record up to `tick`, by the commands in it and what stands in for those that are
// missing. bytes: the record, then that of `tick`. Returns how many ticks it ran; UINT32_MAX: it is no record.
uint32_t zones_catch_up(zones_view *view, uint32_t from, uint32_t tick, uint8_t bytes[LOPE_NET_GIVE], size_t *size,
                        lope_state *state);

#endif
