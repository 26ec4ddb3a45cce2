// player_moveset.c - what each kind of character of a scenario can do, in the world's axes; and other numbers
// for it while it is played.
//
// The scenario's movesets are copied, for a tuning may name a direction: the plane that a character stays in goes along with turn and
// origin. Read next: player.c.
#include "player_moveset.h"

#include <stdlib.h>

// The plane's offset is a float: far from the origin it is rounded, by 0.5 m at 10,000 km.
static void turn_plane(const lope_scene_frame *frame, lope_tuning *tuning)
{
    lope_vec3 normal = {tuning->plane_normal_x, tuning->plane_normal_y, tuning->plane_normal_z};
    double length = (double)lope_vec3_length(normal);
    if (!tuning->constrain_to_plane || !(length > 0)) return;
    lope_point unit = lope_point_scale(lope_vec3_to_point(normal), 1.0 / length);
    lope_vec3 turned = lope_scene_frame_vector(frame, unit);
    double offset = lope_point_dot(lope_vec3_to_point(turned), frame->origin) + (double)tuning->plane_offset;
    tuning->plane_normal_x = turned.x;
    tuning->plane_normal_y = turned.y;
    tuning->plane_normal_z = turned.z;
    tuning->plane_offset = (float)offset;
}

static bool retune(lope_scene_player *player, uint32_t character, lope_tuning tuning, lope_scene_fault *fault)
{
    lope_error error = {0};
    turn_plane(&player->frame, &tuning);
    if (lope_moveset_retune(&player->movesets[character], &tuning, &error) == LOPE_OK) return true;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: characters[%u].tuning: %s: %s", player->scenario->file,
                           (unsigned)character, error.field, error.text);
}

bool lope_scene_player_make_movesets(lope_scene_player *player, lope_scene_fault *fault)
{
    const lope_scenario *scenario = player->scenario;
    player->movesets = calloc((size_t)scenario->character_count + 1, sizeof *player->movesets);
    if (player->movesets == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", scenario->file);
    for (uint32_t i = 0; i < scenario->character_count; i++) {
        const lope_moveset *from = &scenario->characters[i].moveset;
        player->movesets[i] = *from;
        if (from->tuning.constrain_to_plane && !retune(player, i, from->tuning, fault)) return false;
    }
    return true;
}

bool lope_scene_player_retune(lope_scene_player *player, uint32_t character, const lope_moveset *now, lope_scene_fault *fault)
{
    lope_moveset *moveset = &player->movesets[character];
    lope_setting setting;
    if (!retune(player, character, now->tuning, fault)) return false;
    for (uint32_t i = 0; lope_moveset_setting_at(moveset, i, &setting); i++) {
        double value = 0.0;
        if (lope_moveset_get(now, setting.owner, setting.field->name, &value) == LOPE_OK)
            lope_moveset_set(moveset, setting.owner, setting.field->name, value, NULL);
    }
    return true;
}
