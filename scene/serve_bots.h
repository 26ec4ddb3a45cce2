// serve_bots.h - the bots of the server process. Read first: serve_private.h.
#ifndef LOPE_SCENE_SERVE_BOTS_H
#define LOPE_SCENE_SERVE_BOTS_H

#include "serve_private.h"

// Makes the bots, which come with the first receive. Returns false on a fault.
bool lope_scene_serve_bots_open(serve *s, lope_scene_fault *fault);
void lope_scene_serve_bots_close(serve *s);
// Gives each bot a frame.
void lope_scene_serve_bots_frame(serve *s);

#endif
