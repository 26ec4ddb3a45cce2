// spectator_prediction.h - what a client has predicted, for those that watch the server. Read next: spectator_frame.h.
#ifndef LOPE_SCENE_SPECTATOR_PREDICTION_H
#define LOPE_SCENE_SPECTATOR_PREDICTION_H

#include "spectator_frame.h"

#include <lope/net_client.h>

// Reads it of a client. Returns false before it has a state.
bool lope_spectator_prediction_of(const lope_net_client *client, lope_spectator_prediction *prediction);

#endif
