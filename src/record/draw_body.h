// draw_body.h - debug draw of one body that moved near a character.
#ifndef LOPE_RECORD_DRAW_BODY_H
#define LOPE_RECORD_DRAW_BODY_H

#include "record/brush.h"

void lope_draw_body(const lope_recorded_tick *tick, const lope_recorded_body *body, const lope_draw *draw);

#endif
