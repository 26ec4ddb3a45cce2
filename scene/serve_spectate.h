// serve_spectate.h - the spectator stream of a server process: frames for those that watch, and what they ask.
//
// The server's pose, events and figures come from the seats. The predicted pose, the round trip, the lead and the
// reruns are what only the client knows: a bot's is read from its client in this process, a player's is what its
// client tells over its own transport, between the packets of the match (`lope join --show-prediction`). So it is as
// secret and as sure as these, and counts for the seat of the player that the transport let in, and for no other.
// Nothing of it is read by the match: this file sees the server as const, and what it changes are the lines of bots
// alone.
//
// Read first: serve_private.h, spectator_frame.h.
#ifndef LOPE_SCENE_SERVE_SPECTATE_H
#define LOPE_SCENE_SERVE_SPECTATE_H

#include "serve_private.h"

// Makes the stream where there is an audience; else *spectate is NULL. Returns false when there is no memory.
bool lope_scene_spectate_open(const lope_scene_audience *audience, struct serve_spectate **spectate, lope_scene_fault *fault);
void lope_scene_spectate_close(struct serve_spectate *spectate);
// Returns where the report of a seat's tick goes; NULL: it is not needed.
lope_report *lope_scene_spectate_room(struct serve_spectate *spectate, uint32_t seat);
// After a tick: compares it with what was predicted, and shows a frame when one is due. NULL: nothing to do.
void lope_scene_spectate_tick(struct serve_spectate *spectate, const serve *s);
// Takes in a packet of a seat's player where it tells a prediction. Returns false where it is one of the match. NULL:
// a prediction is dropped.
bool lope_scene_spectate_take(struct serve_spectate *spectate, const serve *s, uint32_t seat, const uint8_t *bytes, size_t size);
// After the bots' frame: takes in what bots predict, and what watchers ask. NULL: nothing to do.
void lope_scene_spectate_hear(struct serve_spectate *spectate, const serve *s);

#endif
