// csv_name.c - names in comma-separated files. Read first: csv_name.h.
#include "csv_name.h"

#include <string.h>

void lope_scene_write_name(const char *name, FILE *out)
{
    if (strpbrk(name, ",\"") == NULL) {
        fputs(name, out);
        return;
    }
    fputc('"', out);
    for (; *name != 0; name++) {
        if (*name == '"') fputc('"', out);
        fputc(*name, out);
    }
    fputc('"', out);
}
