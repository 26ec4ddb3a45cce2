// scene.h - all of lope_scene: scenario files, meshes, and playing them. For tools, tests and demos; the library knows none
// of it.
//
// First contact: lope_scenario_load, lope_scene_player_create, lope_scene_player_tick. Read next: scenario.h, player.h, run.h.
#ifndef LOPE_SCENE_H
#define LOPE_SCENE_H

#include "clock.h"
#include "events.h"
#include "fault.h"
#include "marks_read.h"
#include "mesh.h"
#include "mesh_file.h"
#include "player.h"
#include "player_moveset.h"
#include "record.h"
#include "run.h"
#include "scenario.h"
#include "spawn.h"
#include "table.h"
#include "trace.h"
#include "trace_read.h"

#endif
