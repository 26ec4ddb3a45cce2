// level_names.c - see level_names.h.
#include "level_names.h"

const char *const level_names[LEVELS] = {"avian_cc_demo",
                                         "recast_nav_test",
                                         "lq_slope",
                                         "ahoy_playground",
                                         "godot_kinematic_character",
                                         "kenney_platformer",
                                         "jolt_obstacle_course",
                                         "godot_living_room",
                                         "recast_undulating",
                                         "recast_dungeon",
                                         "ecctrl_testmap",
                                         "fantasy_inn",
                                         "lq_dm5",
                                         "sauer_zdm2",
                                         "town"};
