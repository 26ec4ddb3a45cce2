// client_shown.c - others that are shown as of the client's own tick: run from what was told of them last.
//
// They run by lope_move among the surroundings, so they slide along walls, step up and land. An extrapolated
// one is driven at the velocity that was told, by a layered move that leaves gravity in force. A simulated
// one gets the command that was told, or a stick that fits its velocity. The rest of the state is not known,
// so only walking and falling run so; other modes go on by velocity alone. Nothing of it enters a prediction.
#include "net/client_shown.h"

#include <lope/command.h>
#include <lope/mode.h>

#include <math.h>

#define SHOWN_GOES_ON 4u // of a second, beyond what was told
#define LAYER_ID 1u      // in a state that no other code sees

uint32_t lope_client_showing(const lope_net_client *client, uint64_t body)
{
    for (uint32_t i = 0; i < client->ways_count; i++)
        if (client->ways[i].body == body) return client->ways[i].showing;
    return client->def.showing;
}

lope_result lope_net_client_show(lope_net_client *client, uint64_t body, uint32_t showing)
{
    if (client == NULL) return LOPE_ERROR_NULL;
    if (body == 0 || showing > LOPE_NET_SIMULATED) return LOPE_ERROR_RANGE;
    uint32_t i = 0;
    while (i < client->ways_count && client->ways[i].body != body) i++;
    if (showing == client->def.showing) { // nothing to remember
        if (i < client->ways_count) client->ways[i] = client->ways[--client->ways_count];
        return LOPE_OK;
    }
    if (i == LOPE_NET_PROXIES) return LOPE_ERROR_RANGE;
    client->ways[i].body = body;
    client->ways[i].showing = showing;
    if (i == client->ways_count) client->ways_count++;
    return LOPE_OK;
}

// Makes a state of what was told at the end of a tick. Others are no obstacles to it.
static bool make_state(const lope_net_client *client, const lope_sight *sight, lope_state *state)
{
    const lope_proxy *p = &sight->proxy;
    const lope_proxy_frame frame = lope_plans_frame(&client->plans, &client->rules, p->base, sight->tick);
    const lope_state_def def = {.feet = lope_proxy_feet(p, &frame),
                                .radius = (float)(p->radius / LOPE_PROXY_SIZE),
                                .height = (float)(p->height / LOPE_PROXY_SIZE),
                                .yaw = lope_proxy_yaw(p),
                                .velocity = lope_proxy_velocity(p, &frame),
                                .gravity = client->rules.gravity,
                                .mode = p->mode,
                                .channels = (client->state.channels | LOPE_CHANNEL_SOLID) & ~LOPE_CHANNEL_CHARACTER,
                                .own_body = sight->body};
    return lope_state_init(state, &def) == LOPE_OK;
}

// Makes the input of its ticks. Buttons that are down were pressed before; a crouch is in the height told.
static void make_input(const lope_net_client *client, const lope_sight *sight, uint32_t showing, lope_state *state,
                       lope_input *input, lope_requests *requests)
{
    *input = (lope_input){0};
    if (showing == LOPE_NET_EXTRAPOLATED) {
        *requests = (lope_requests){.asked = LOPE_REQUEST_LAYER,
                                    .layer = {.id = LAYER_ID,
                                              .kind = LOPE_LAYER_VELOCITY,
                                              .flags = LOPE_LAYER_IGNORE_VERTICAL,
                                              .duration = -1,
                                              .velocity = state->velocity}};
        input->requests = requests;
    } else if (client->rules.tells_commands) {
        lope_command command = lope_proxy_command(&sight->proxy);
        command.held &= ~(uint32_t)LOPE_BUTTON_CROUCH;
        state->held = command.held;
        lope_command_input(&command, state, input);
    } else {
        const float speed = sqrtf(lope_vec3_dot(state->velocity, state->velocity));
        const float most = client->def.moveset->tuning.max_walk_speed;
        input->move = lope_vec3_scale(state->velocity, 1.0f / (speed > most ? speed : most));
    }
}

static void note_shown(lope_shown *shown, const lope_state *state)
{
    shown->before = shown->feet;
    shown->feet = state->feet;
    shown->velocity = state->velocity;
    shown->mode = state->mode;
    shown->base = state->pages & LOPE_PAGE_BASE && state->base_body != 0 ? state->base_body : LOPE_BODY_NONE;
}

// Runs one character ahead. Returns false where its mode cannot be run.
static bool run(lope_net_client *client, const lope_sight *sight, uint32_t showing, uint32_t ticks, lope_shown *shown)
{
    lope_state state;
    lope_input input;
    lope_requests requests;
    const bool runs = sight->proxy.mode == LOPE_MODE_WALKING || sight->proxy.mode == LOPE_MODE_FALLING;
    if (!runs || !make_state(client, sight, &state)) return false;
    make_input(client, sight, showing, &state, &input, &requests);
    shown->feet = state.feet;
    note_shown(shown, &state);
    shown->base = sight->proxy.base;
    for (uint32_t i = 1; i <= ticks; i++) {
        const lope_surroundings *around = client->def.around(client->def.context, sight->tick + i);
        const float seconds = 1.0f / (float)client->rules.tick_rate;
        if (lope_move(&state, &input, client->def.moveset, around, client->nearby, seconds, NULL) != LOPE_OK) return false;
        input.requests = NULL;
        note_shown(shown, &state);
    }
    return true;
}

// Shows one character by velocity alone.
static void go_on(const lope_net_client *client, const lope_sight *sight, uint32_t ticks, lope_shown *shown)
{
    for (uint32_t i = ticks > 0 ? ticks - 1 : 0; i <= ticks; i++) {
        const lope_proxy at = lope_proxy_expected(&sight->proxy, &client->rules, i);
        const lope_proxy_frame frame = lope_plans_frame(&client->plans, &client->rules, at.base, sight->tick + i);
        shown->before = i == ticks && ticks > 0 ? shown->feet : lope_proxy_feet(&at, &frame);
        shown->feet = lope_proxy_feet(&at, &frame);
        shown->velocity = lope_proxy_velocity(&at, &frame);
    }
    shown->mode = sight->proxy.mode;
    shown->base = sight->proxy.base;
}

void lope_client_show_ahead(lope_net_client *client)
{
    if (!client->has_heard || (client->def.showing == LOPE_NET_INTERPOLATED && client->ways_count == 0)) return;
    const lope_snapshot *newest = &client->snapshots[(client->snapshot_count - 1) % LOPE_VIEW_RING];
    const uint32_t most = client->rules.tick_rate / SHOWN_GOES_ON;
    for (uint32_t slot = 0; slot < LOPE_NET_PROXIES; slot++) {
        const lope_sight *sight = &newest->sights[slot];
        lope_shown *shown = &client->shown[slot];
        const uint32_t showing = sight->body != 0 ? lope_client_showing(client, sight->body) : LOPE_NET_INTERPOLATED;
        const int32_t due = lope_tick_since(client->stats.tick, sight->tick);
        const uint32_t ticks = due < 0 ? 0 : (uint32_t)due < most ? (uint32_t)due : most;
        shown->body = showing != LOPE_NET_INTERPOLATED ? sight->body : 0;
        if (shown->body == 0) continue;
        if (!run(client, sight, showing, ticks, shown)) go_on(client, sight, ticks, shown);
        shown->yaw = lope_proxy_yaw(&sight->proxy);
        shown->height = (float)(sight->proxy.height / LOPE_PROXY_SIZE);
        shown->holds = due > (int32_t)most;
        if (shown->holds) shown->before = shown->feet;
    }
}

bool lope_client_shown(const lope_net_client *client, uint32_t slot, lope_net_proxy *proxy)
{
    const lope_shown *s = &client->shown[slot];
    const double share = client->lead.due < 0 ? 0 : client->lead.due > 1 ? 1 : client->lead.due;
    if (s->body == 0) return false;
    *proxy = (lope_net_proxy){.body = s->body,
                              .feet = lope_point_mad(s->before, lope_point_sub(s->feet, s->before), share),
                              .velocity = s->velocity,
                              .yaw = s->yaw,
                              .height = s->height,
                              .mode = s->mode,
                              .base = s->base,
                              .holds = s->holds};
    return true;
}
