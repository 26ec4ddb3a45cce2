// serve_seats.h - players and their seats at the server process. Read first: serve_private.h.
#ifndef LOPE_SCENE_SERVE_SEATS_H
#define LOPE_SCENE_SERVE_SEATS_H

#include "serve_private.h"

// Makes what all seats need. Returns false on a fault.
bool lope_scene_serve_seats_open(serve *s, lope_scene_fault *fault);
// Takes all seats back, writes what is recorded, and frees them. Returns false when that cannot be written.
bool lope_scene_serve_seats_close(serve *s, lope_scene_fault *fault);
// Finds where a player begins: round the scenario's first character, and clear of others if that can be.
lope_state lope_scene_serve_begin(serve *s);
// Takes in what has come over a transport: players that come and leave, packets.
void lope_scene_serve_receive(serve *s, serve_line *line);

#endif
