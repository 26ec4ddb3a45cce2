// catalog.c - see catalog.h.
#include "catalog.h"

const lope_ability *lope_scene_own_ability(uint32_t index)
{
    const lope_ability *const own[LOPE_SCENE_OWN_ABILITIES] = {
        lope_slide_ability(),     lope_mantle_ability(),      lope_runner_ability(),     lope_obstacle_ability(),
        lope_ledge_ability(),     lope_corner_help_ability(), lope_dash_ability(),       lope_sprint_ability(),
        lope_glide_ability(),     lope_prone_ability(),       lope_roll_ability(),       lope_air_strafe_ability(),
        lope_vault_ability(),     lope_wall_jump_ability(),   lope_rope_ability(),       lope_zipline_ability(),
        lope_ladder_ability(),    lope_climb_ability(),       lope_ledge_hang_ability(), lope_wall_run_ability(),
        lope_wall_slide_ability()};
    return own[index];
}
