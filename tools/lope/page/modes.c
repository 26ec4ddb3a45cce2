// modes.c - see modes.h.
#include "modes.h"

#include <string.h>

uint32_t page_mode_number(page_modes *modes, const lope_moveset *moveset, uint32_t mode)
{
    if (mode < LOPE_MODE_COUNT) return mode;
    const char *name = lope_moveset_mode_name(moveset, mode);
    uint32_t number = LOPE_MODE_COUNT;
    size_t at = 0;
    for (; at < modes->own.size; number++) {
        const char *known = (const char *)modes->own.data + at;
        if (strcmp(known, name) == 0) return number;
        at += strlen(known) + 1;
    }
    page_bytes_add(&modes->own, name, strlen(name) + 1);
    return number;
}

void page_modes_describe(const page_modes *modes, page_bytes *head)
{
    page_bytes_print(head, "[");
    for (uint32_t i = 0; i < LOPE_MODE_COUNT; i++) {
        if (i > 0) page_bytes_print(head, ", ");
        page_bytes_text(head, lope_mode_name(i));
    }
    for (size_t at = 0; at < modes->own.size;) {
        const char *name = (const char *)modes->own.data + at;
        page_bytes_print(head, ", ");
        page_bytes_text(head, name);
        at += strlen(name) + 1;
    }
    page_bytes_print(head, "]");
}

void page_modes_free(page_modes *modes) { page_bytes_free(&modes->own); }
