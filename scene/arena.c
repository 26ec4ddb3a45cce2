// arena.c - a linked list of zeroed blocks, released together.
//
// Each block is one allocation: scenarios make hundreds, not millions, so there is nothing to gain by packing them.
// Read next: scenario.c.
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef union block {
    union block *next;
    max_align_t alignment;
} block;

void *lope_scene_allocate(lope_scene_arena *arena, size_t count, size_t size)
{
    if (count == 0) count = 1;
    if (size == 0 || count > (SIZE_MAX - sizeof(block)) / size) return NULL;
    block *memory = calloc(1, sizeof(block) + count * size);
    if (memory == NULL) return NULL;
    memory->next = arena->first;
    arena->first = memory;
    return memory + 1;
}

char *lope_scene_copy_text(lope_scene_arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = lope_scene_allocate(arena, size, 1);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

void lope_scene_arena_free(lope_scene_arena *arena)
{
    block *at = arena->first;
    while (at != NULL) {
        block *next = at->next;
        free(at);
        at = next;
    }
    arena->first = NULL;
}
