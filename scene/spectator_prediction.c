// spectator_prediction.c - reads a client. Read first: spectator_prediction.h.
#include "spectator_prediction.h"

bool lope_spectator_prediction_of(const lope_net_client *client, lope_spectator_prediction *prediction)
{
    const lope_net_stats stats = lope_net_client_stats(client);
    const lope_state *state = lope_net_client_state(client);
    if (!stats.joined || state == NULL) return false;
    const lope_net_proxy pose = lope_net_client_pose(client);
    *prediction = (lope_spectator_prediction){.body = state->own_body,
                                              .feet = state->feet,
                                              .pose = pose.feet,
                                              .yaw = pose.yaw,
                                              .height = pose.height,
                                              .tick = stats.tick,
                                              .reruns = stats.heals,
                                              .rerun_ticks = stats.rerun_ticks,
                                              .lead = (int32_t)(stats.tick - stats.heard),
                                              .round_trip = stats.round_trip,
                                              .jitter = stats.jitter};
    return true;
}
