// draw_body.h - debug draw of one body near a character: one that moved, or a volume.
#ifndef LOPE_RECORD_DRAW_BODY_H
#define LOPE_RECORD_DRAW_BODY_H

#include "record/draw_pen.h"

// Draws a body of the recorded tick, when its category is shown.
void lope_draw_body(const lope_recorded_tick *tick, const lope_recorded_body *body, const lope_draw *draw);
// Draws a shape that is given in the frame of its body.
void lope_draw_shape(const lope_recorded_shape *shape, const lope_transform *pose, const lope_brush *brush);
// Returns the brush for a volume: dashed unless the character is in it.
lope_brush lope_draw_volume_brush(const lope_draw *draw, const lope_volume *volume, const lope_state *state, uint64_t body);

#endif
