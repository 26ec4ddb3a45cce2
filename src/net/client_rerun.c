// client_rerun.c - a tick predicted, and ticks run again: the same function for both.
//
// Running again writes the saved moves alone, and the state that follows from them. Read first:
// client_private.h.
#include "net/client_rerun.h"
#include "net/client_sight.h"
#include "net/state_wire.h"

void lope_client_save(lope_net_client *client, lope_saved_move *move, const lope_state *state)
{
    move->digest = lope_state_digest_32(state);
    lope_state_ring_add(&client->states, move->tick, state);
}

// Settles which command counts for a tick: the player's, or what stands in for one that was not there.
static void settle_command(lope_net_client *client, lope_saved_move *move)
{
    const lope_saved_move *last = lope_client_move(client, move->tick - 1);
    move->run = move->replaced && last != NULL ? last->run + 1 : move->replaced ? 1 : 0;
    move->command = move->replaced && last != NULL
                        ? lope_command_replaced(&last->command, move->tick, move->run, client->rules.hold_ticks)
                        : move->own;
    if (move->replaced && last != NULL) {
        move->has_seen = last->has_seen;
        move->seen = last->seen;
    }
}

void lope_client_run(lope_net_client *client, lope_saved_move *move)
{
    lope_input input;
    const float seconds = 1.0f / (float)client->rules.tick_rate;
    settle_command(client, move);
    lope_rules_input(&client->rules, client->player, &move->command, &client->state, &input);
    lope_orders_apply(&client->orders, move->tick, &input);
    const lope_surroundings *bodies = client->def.around(client->def.context, move->tick);
    const lope_surroundings around = lope_client_sight(client, move, bodies);
    client->report.event_count = 0;
    lope_move(&client->state, &input, client->def.moveset, &around, client->nearby, seconds, &client->report);
    lope_told_take(&client->told, move->tick, &client->report);
    lope_client_save(client, move, &client->state);
}

// Takes the correction of the last tick out of the picture.
static void smooth(lope_net_client *client, const lope_state *was)
{
    const lope_point moved = lope_point_sub(client->state.feet, was->feet);
    lope_smooth_correct(&client->smooth, moved, (double)client->state.yaw - (double)was->yaw);
}

bool lope_client_rerun(lope_net_client *client, uint32_t from)
{
    const lope_state was = client->state;
    const uint32_t last = client->stats.tick;
    if (lope_client_move(client, from - 1) == NULL || !lope_state_ring_get(&client->states, from - 1, &client->state))
        return false;
    lope_told_question(&client->told, from);
    for (uint32_t tick = from; !lope_tick_after(tick, last); tick++) {
        lope_saved_move *move = lope_client_move(client, tick);
        if (move == NULL) break;
        client->before = client->state;
        lope_client_run(client, move);
        client->stats.rerun_ticks++;
    }
    client->stats.undone += lope_told_settle(&client->told, last);
    client->stats.heals++;
    smooth(client, &was);
    return true;
}
