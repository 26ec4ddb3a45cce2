// refuse.h - an error for what an adapter will not open.
#ifndef LOPE_TRANSPORT_REFUSE_H
#define LOPE_TRANSPORT_REFUSE_H

#include <lope/base.h>

#include <stdio.h>

// Fills *error, which may be NULL. Returns NULL.
static inline void *lope_transport_refuse(lope_error *error, lope_result code, const char *field, const char *text)
{
    if (error != NULL) {
        error->code = code;
        snprintf(error->field, sizeof error->field, "%s", field);
        snprintf(error->text, sizeof error->text, "%s", text);
    }
    return NULL;
}

#endif
