// cameras.h - runs the cameras of a scenario's characters, and writes where they are. Read next: cameras.c.
#ifndef LOPE_SCENE_CAMERAS_H
#define LOPE_SCENE_CAMERAS_H

#include "player.h"

#include <stdio.h>

typedef struct lope_scene_cameras lope_scene_cameras;

// Makes the cameras of a player before its first tick. NULL on a fault.
lope_scene_cameras *lope_scene_cameras_create(const lope_scene_player *player, lope_scene_fault *fault);
void lope_scene_cameras_destroy(lope_scene_cameras *cameras); // NULL is fine

// Moves all cameras on by the tick that was just played. Before the first tick: puts them where they begin.
bool lope_scene_cameras_tick(lope_scene_cameras *cameras, const lope_scene_player *player, lope_scene_fault *fault);

// Returns how many there are.
uint32_t lope_scene_cameras_count(const lope_scene_cameras *cameras);

// Writes the first row, with the names of the columns.
void lope_scene_cameras_header(FILE *out);
// Writes one row a camera, for the tick that was just played. Measures, at the cost of queries.
bool lope_scene_cameras_rows(lope_scene_cameras *cameras, const lope_scene_player *player, FILE *out, lope_scene_fault *fault);

#endif
