// scenario_unreal.h - a tuning by Unreal's names, in Unreal's units: "tuning": {"unreal": {"MaxWalkSpeed":
// 450}}.
//
// Read next: ../include/lope/tuning.h, lope_tuning_set_unreal.
#ifndef LOPE_SCENE_SCENARIO_UNREAL_H
#define LOPE_SCENE_SCENARIO_UNREAL_H

#include "json.h"
#include "scenario.h"

// Returns Unreal's name number `index`: those of the tuning's table, then second names and members of
// vectors. NULL: there are no more. *field: the table's row; NULL for a name that has none of its own.
const char *lope_scene_unreal_name(uint32_t index, const lope_tuning_field **field);

// Reads the member "unreal" of a tuning, which may be absent. Returns false on a fault.
bool lope_scene_read_unreal(const lope_json *tuning_object, lope_tuning *tuning);

#endif
