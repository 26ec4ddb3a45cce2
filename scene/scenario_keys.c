// scenario_keys.c - the keys that shapes have in scenario files.
#include "scenario_keys.h"

static const char *const shape_keys[] = {"mesh",     "triangles", "box",         "sphere", "capsule",
                                         "cylinder", "hull",      "heightfield", NULL};

const char *lope_scene_shape_key(lope_scene_shape shape) { return shape_keys[shape]; }
