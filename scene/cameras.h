// cameras.h - runs the cameras of a scenario's characters, and writes where they are. Read next: cameras.c.
#ifndef LOPE_SCENE_CAMERAS_H
#define LOPE_SCENE_CAMERAS_H

#include "player.h"

#include <stdio.h>

// Makes the cameras of a player before its first tick: the player does that, and moves them on. NULL on a
// fault.
lope_scene_cameras *lope_scene_cameras_create(const lope_scene_player *player, lope_scene_fault *fault);
void lope_scene_cameras_destroy(lope_scene_cameras *cameras); // NULL is fine

// Moves all cameras on by the tick that was just played, and turns the looks of their characters by what the
// rigs say. Before the first tick: puts them where they begin.
bool lope_scene_cameras_tick(lope_scene_cameras *cameras, lope_scene_player *player, lope_scene_fault *fault);

// Returns how many there are.
uint32_t lope_scene_cameras_count(const lope_scene_cameras *cameras);

// Returns what the camera at `index` gave last, and in *actor the number of its character.
const lope_camera_output *lope_scene_cameras_output(const lope_scene_cameras *cameras, uint32_t index, uint32_t *actor);

// Writes the first row, with the names of the columns.
void lope_scene_cameras_header(FILE *out);
// Writes one row a camera, for the tick that was just played. Measures, at the cost of queries.
bool lope_scene_cameras_rows(lope_scene_cameras *cameras, const lope_scene_player *player, FILE *out, lope_scene_fault *fault);

#endif
