// arena.h - memory that a scenario gives back all at once.
//
// A scenario is many small lists and texts that live and die together, so they are never released one by one.
// Read next: scenario.h.
#ifndef LOPE_SCENE_ARENA_H
#define LOPE_SCENE_ARENA_H

#include <stddef.h>

typedef struct lope_scene_arena {
    void *first; // the newest block; zero: empty
} lope_scene_arena;

// Zeroed memory for `count` elements of `size` bytes; for count 0 one element. NULL when out of memory.
void *lope_scene_allocate(lope_scene_arena *arena, size_t count, size_t size);
char *lope_scene_copy_text(lope_scene_arena *arena, const char *text);
void lope_scene_arena_free(lope_scene_arena *arena);

#endif
