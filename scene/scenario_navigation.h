// scenario_navigation.h - reads a scenario's navigation, and the goals of its characters. Read next:
// scenario_navigation.c.
#ifndef LOPE_SCENE_SCENARIO_NAVIGATION_H
#define LOPE_SCENE_SCENARIO_NAVIGATION_H

#include "json.h"
#include "scenario.h"

// Reads "navigation" of the file. Before its characters.
void lope_scene_read_navigation(const lope_json *root, lope_scenario *scenario);

// Reads "goal" of a character or of an entry of its input. Returns true when there is one.
bool lope_scene_read_goal(const lope_json *value, const lope_scenario *scenario, lope_point *goal);

#endif
