// input.h - what is left of a character's input when a tick has seen it. Read next: input.c.
#ifndef LOPE_WORLD_INPUT_H
#define LOPE_WORLD_INPUT_H

#include <lope/move.h>

// Clears what counts in one tick alone: presses, requests, impulses, root motion.
void lope_input_consume(lope_input *input);

#endif
