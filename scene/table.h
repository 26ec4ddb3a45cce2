// table.h - the table that `lope run` prints. Read next: table.c.
#ifndef LOPE_SCENE_TABLE_H
#define LOPE_SCENE_TABLE_H

#include "player.h"

#include <stdio.h>

// Prints the table, the speed and, last, the hash.
void lope_scene_print_table(const lope_scene_player *player, FILE *out);

// Prints the hash of all states.
void lope_scene_print_hash(const lope_scene_player *player, FILE *out);

#endif
