// memory.h - the check of what an animation remembers. Read next: lope/animation.h.
#ifndef LOPE_ANIMATION_MEMORY_H
#define LOPE_ANIMATION_MEMORY_H

#include <lope/animation.h>

// Returns LOPE_OK, or LOPE_ERROR_NOT_FINITE with *error filled.
lope_result lope_animation_memory_check(const lope_animation_state *memory, lope_error *error);

#endif
