// serve_fallen.h - brings characters back that have fallen out of the level. Read first: serve_private.h.
#ifndef LOPE_SCENE_SERVE_FALLEN_H
#define LOPE_SCENE_SERVE_FALLEN_H

#include "serve_private.h"

// After a tick: once a second orders each character that has fallen far out of the level to where players begin.
void lope_scene_serve_fallen(serve *s);

#endif
