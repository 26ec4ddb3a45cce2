// net_world.c - a world as the server of the network room: players are its characters. Read first:
// lope/net_world.h.
//
// Both ends take the same two numbers for a tick's length in time: it starts at (tick - 1) / rate, and lasts
// 1 / rate as a float. So pose functions tell the same bits to the world and to a client's view.
#include <lope/net_world.h>

#include "base/error.h"
#include "base/memory.h"
#include "world/world_private.h"

#define RATE 60u    // Hz
#define PLAYERS 16u // seats, as lope_net_server_create has it

struct lope_net_world {
    lope_world *world;
    lope_net_server *server;
    lope_character_handle *heroes; // by player
    const lope_state **states;
    uint32_t players, rate;
    lope_allocator allocator;
};

static uint32_t rate_of(uint32_t tick_rate) { return tick_rate != 0 ? tick_rate : RATE; }
static float length_of(uint32_t rate) { return 1.0f / (float)rate; }
static double start_of(uint32_t tick, uint32_t rate) { return (double)(tick - 1) / rate; }

lope_net_rules lope_net_level_rules(const lope_level *level)
{
    return (lope_net_rules){.contact_bound = LOPE_NET_PASS, .content = level != NULL ? lope_level_hash(level) : 0};
}

// ---- making one -------------------------------------------------------------------------------------------

static lope_result check(const lope_world *world, const lope_net_server_def *def)
{
    if (world == NULL) return lope_refuse(def->error, LOPE_ERROR_NULL, "world", "is required");
    if (def->rules.contact_bound != LOPE_NET_PASS)
        return lope_refuse(def->error, LOPE_ERROR_STATE, "rules.contact_bound", "must be LOPE_NET_PASS with a world");
    if (def->rules.stepping != LOPE_NET_ON_TICK)
        return lope_refuse(def->error, LOPE_ERROR_STATE, "rules.stepping", "must be LOPE_NET_ON_TICK with a world");
    return LOPE_OK;
}

lope_net_world *lope_net_world_create(lope_world *world, const lope_net_server_def *def)
{
    if (def == NULL || check(world, def) != LOPE_OK) return NULL;
    const lope_allocator allocator = lope_allocator_or_default(&def->allocator);
    lope_net_server_def own = *def;
    own.tick = (uint32_t)lope_world_ticks(world);
    lope_net_server *server = lope_net_server_create(&own);
    if (server == NULL) return NULL;
    lope_net_world *net = lope_allocate_zero(&allocator, sizeof *net);
    if (net != NULL) {
        net->world = world;
        net->server = server;
        net->allocator = allocator;
        net->players = def->players != 0 ? def->players : PLAYERS;
        net->rate = rate_of(def->rules.tick_rate);
        net->heroes = lope_allocate_zero(&allocator, sizeof *net->heroes * net->players);
        net->states = lope_allocate_zero(&allocator, sizeof *net->states * net->players);
        if (net->heroes != NULL && net->states != NULL) return net;
    }
    lope_refuse(def->error, LOPE_ERROR_MEMORY, "players", "there is no memory for %u players", (unsigned)def->players);
    if (net == NULL) lope_net_server_destroy(server);
    lope_net_world_destroy(net);
    return NULL;
}

void lope_net_world_destroy(lope_net_world *net)
{
    if (net == NULL) return;
    const lope_allocator allocator = net->allocator;
    lope_net_server_destroy(net->server);
    lope_release(&allocator, net->heroes, sizeof *net->heroes * net->players);
    lope_release(&allocator, net->states, sizeof *net->states * net->players);
    lope_release(&allocator, net, sizeof *net);
}

lope_net_server *lope_net_world_server(const lope_net_world *net) { return net != NULL ? net->server : NULL; }

// ---- players ----------------------------------------------------------------------------------------------

// Returns whether a player's number has a seat, whatever became of its character.
static bool is_taken(const lope_net_world *net, uint32_t player)
{
    return player < net->players && net->heroes[player].generation != 0;
}

lope_character *lope_net_world_character(const lope_net_world *net, uint32_t player)
{
    return net != NULL && is_taken(net, player) ? lope_world_character(net->world, net->heroes[player]) : NULL;
}

lope_result lope_net_world_join(lope_net_world *net, const lope_character *character, uint32_t *player)
{
    if (net == NULL || character == NULL || player == NULL) return LOPE_ERROR_NULL;
    const lope_state *state = lope_character_state(character);
    if (state == NULL) return LOPE_ERROR_HANDLE;
    if (character->world != net->world || (state->channels & LOPE_CHANNEL_CHARACTER) != 0) return LOPE_ERROR_STATE;
    const lope_result result = lope_net_server_join(net->server, lope_character_id(character), state, player);
    if (result == LOPE_OK) net->heroes[*player] = lope_character_handle_of(character);
    return result;
}

lope_result lope_net_world_leave(lope_net_world *net, uint32_t player)
{
    if (net == NULL) return LOPE_ERROR_NULL;
    if (!is_taken(net, player)) return LOPE_ERROR_HANDLE;
    net->heroes[player] = (lope_character_handle){0, 0};
    return lope_net_server_leave(net->server, player);
}

// ---- the tick ---------------------------------------------------------------------------------------------

// Gives each player's character its input; those that are gone leave.
static void set_inputs(lope_net_world *net)
{
    for (uint32_t player = 0; player < net->players; player++) {
        lope_input input;
        lope_character *hero = lope_net_world_character(net, player);
        if (hero != NULL && lope_net_server_input(net->server, player, &input) == LOPE_OK) lope_character_set_input(hero, &input);
    }
}

lope_result lope_net_world_step(lope_net_world *net)
{
    if (net == NULL) return LOPE_ERROR_NULL;
    if (net->world->phase != LOPE_WORLD_IDLE || lope_world_time_scale(net->world) != 1) return LOPE_ERROR_STATE;
    for (uint32_t player = 0; player < net->players; player++)
        if (is_taken(net, player) && lope_net_world_character(net, player) == NULL) lope_net_world_leave(net, player);
    const lope_result begun = lope_net_server_begin(net->server);
    if (begun != LOPE_OK) return begun;
    const uint32_t tick = lope_net_server_tick(net->server);
    set_inputs(net);
    lope_world_set_clock(net->world, tick - 1, start_of(tick, net->rate));
    const lope_result result = lope_world_step(net->world, length_of(net->rate));
    for (uint32_t player = 0; player < net->players; player++)
        net->states[player] = lope_character_state(lope_net_world_character(net, player));
    const lope_result ended = lope_net_server_end(net->server, net->states);
    return result != LOPE_OK ? result : ended;
}

// ---- a client's level -------------------------------------------------------------------------------------

const lope_surroundings *lope_net_level_around(void *level, uint32_t tick)
{
    lope_net_level *l = level;
    const uint32_t rate = rate_of(l->tick_rate);
    const double start = start_of(tick, rate);
    const uint32_t count =
        lope_level_places_at(l->level, tick, start, start + (double)length_of(rate), l->places, LOPE_NET_PLACES);
    lope_level_view_make(&l->view, l->level, l->places, count < LOPE_NET_PLACES ? count : LOPE_NET_PLACES);
    l->around = lope_level_surroundings_at(&l->view);
    return &l->around;
}
