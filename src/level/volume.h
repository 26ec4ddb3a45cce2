// volume.h - checks of volumes, and the count of bodies on each channel. Read next: volume.c.
#ifndef LOPE_LEVEL_VOLUME_H
#define LOPE_LEVEL_VOLUME_H

#include "level/body.h"

// Returns LOPE_OK, or refuses a volume and names its field with "volume." in front.
lope_result lope_volume_check(const lope_volume *volume, lope_error *error);

// Returns whether a body of this shape can be a volume: only a convex shape can.
bool lope_volume_fits(const lope_body_shape *shape);

// Counts a body on its channels, or takes it from the count. `came`: true when it is added.
void lope_level_count_channels(lope_level *level, const lope_level_body *body, bool came);

#endif
