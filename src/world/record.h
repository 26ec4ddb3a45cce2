// record.h - characters that are recorded. Read next: record.c.
#ifndef LOPE_WORLD_RECORD_H
#define LOPE_WORLD_RECORD_H

#include "world/world_private.h"

// Ends a character's recorder, if it has one.
void lope_record_end(lope_character *character);

#endif
