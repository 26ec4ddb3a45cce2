// audience.h - where the spectator stream of a served match goes, and what comes back: a table of functions, so that
// the server knows no sockets. Read next: spectator_frame.h for the messages, serve_spectate.h for the stream.
#ifndef LOPE_SCENE_AUDIENCE_H
#define LOPE_SCENE_AUDIENCE_H

#include <lope/vec.h>

#define LOPE_SCENE_AUDIENCE_MESSAGE 64u // bytes of a message of a watcher, at most

typedef struct lope_scene_audience {
    // Lets the connections go on; called in each tick. Returns how many watch: without one nothing is written.
    uint32_t (*update)(void *context, double now);
    // Takes the newest frame, for all that watch. It never waits: a slow watcher loses older frames.
    void (*show)(void *context, const uint8_t *bytes, size_t size);
    // Takes the next message of a watcher. Returns its size; 0: there is none. bytes: room for
    // LOPE_SCENE_AUDIENCE_MESSAGE.
    size_t (*hear)(void *context, uint8_t *bytes);
    void *context;
    lope_point origin; // m, in the scenario's file: positions of the stream are relative to it
} lope_scene_audience;

#endif
