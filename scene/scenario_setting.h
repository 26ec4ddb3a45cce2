// scenario_setting.h - one number of a tuning, of a mode or of an ability, as files have it. Read next:
// scenario_setting.c.
#ifndef LOPE_SCENE_SCENARIO_SETTING_H
#define LOPE_SCENE_SCENARIO_SETTING_H

#include "json.h"

#include <lope/field.h>

// Reads a member as the value of a field: an angle in degrees, a choice by its name. Returns false on a
// fault.
bool lope_scene_read_setting(const lope_json *member, const lope_field *field, double *value);

#endif
