// fleet.h - `lope serve --agones`: Agones is told when the server is ready, well and done. Read next: fleet.c,
// adapters/agones/lope_agones.h.
#ifndef LOPE_TOOL_FLEET_H
#define LOPE_TOOL_FLEET_H

#include "lope.h"

// Opens it, and asks that players be sent. port: of the sidecar; 0: as the environment says. Returns NULL on a fault.
void *tool_fleet_open(uint64_t port, lope_scene_fault *fault);
// Tells Agones what is due. Returns false when the program was asked to end.
bool tool_fleet_goes_on(void *fleet);
// Says that the server is done, within 2 s, and closes it; NULL is fine.
void tool_fleet_close(void *fleet);

#endif
