// mesh_units.h - brings a mesh from the unit and the axes of its file into metres with y up.
//
// Read next: mesh_data.h.
#ifndef LOPE_SCENE_MESH_UNITS_H
#define LOPE_SCENE_MESH_UNITS_H

#include "fault.h"
#include "mesh_data.h"

// Which axis of the file points up.
typedef enum lope_scene_up { LOPE_SCENE_UP_Y = 0, LOPE_SCENE_UP_Z, LOPE_SCENE_UP_X } lope_scene_up;

// The names "y", "z" and "x" by lope_scene_up, and NULL behind them.
extern const char *const lope_scene_up_names[];

// The unit and the axes of a file. All zero: metres, y up.
typedef struct lope_scene_units {
    double scale; // m in one of the file's units; 0: 1
    uint32_t up;  // lope_scene_up
} lope_scene_units;

// Turns a mesh until its axis `up` is y, then scales it along x, y and z. A mirrored one is turned inside in
// again. Points are floats, so each is rounded once. Returns false where a point is further out than 1e9
// then.
bool lope_scene_mesh_convert(lope_scene_mesh *mesh, uint32_t up, const double scale[3]);

#endif
