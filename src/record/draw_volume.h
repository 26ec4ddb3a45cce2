// draw_volume.h - debug draw of the volumes that a character is in or near.
#ifndef LOPE_RECORD_DRAW_VOLUME_H
#define LOPE_RECORD_DRAW_VOLUME_H

#include "record/draw_body.h"

// Draws the volumes of draw->surroundings of a kind, LOPE_STATIC or LOPE_MOVING.
void lope_draw_volumes(const lope_state *state, lope_gather_kind kind, const lope_draw *draw);

#endif
