// cavities.h - the hollows of a solid mesh: inside-out parts that lie whole within closed ones. Read next:
// cavities.c.
#ifndef LOPE_LEVEL_CAVITIES_H
#define LOPE_LEVEL_CAVITIES_H

#include "level/mesh.h"

// Makes the triangles of cavities one-sided, so that the space in them is free. Counts each as closed in the
// mesh's report. flags: a byte for each source triangle (parts.h); roots: the lowest triangle of its part.
void lope_cavities_open(lope_mesh *mesh, uint8_t *flags, const uint32_t *roots);

#endif
