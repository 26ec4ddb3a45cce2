// fleet.h - `lope serve --agones`: the keeper of a fleet is told how the server does. Read next: fleet.c,
// adapters/agones/lope_agones.h.
#ifndef LOPE_TOOL_FLEET_H
#define LOPE_TOOL_FLEET_H

#include "lope.h"

// Opens it, and asks that players be sent. port: of the sidecar; 0: as the environment says. Returns NULL on a fault.
void *tool_fleet_open(uint64_t port, lope_scene_fault *fault);
// Tells the keeper what is due. Returns false when the program was asked to end.
bool tool_fleet_goes_on(void *fleet);
// Says that the server is done, within 2 s, and closes it; NULL is fine.
void tool_fleet_close(void *fleet);

#endif
