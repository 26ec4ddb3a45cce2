// first_floor.c - see first_floor.h. A copy of each character ticks for an instant, at rest and without input, so
// that the floor is found as in any tick; the character itself is not touched. Other characters are no floor here.
#include "first_floor.h"

#define INSTANT 0.001f // s: under gravity it falls by 5 micrometres

// The floor as it lies under the feet where the character stands now.
static lope_floor floor_of(const lope_state *now, const lope_state *after)
{
    lope_floor floor = after->floor;
    const lope_point moved = lope_point_sub(now->feet, after->feet);
    if (floor.body != LOPE_BODY_NONE) floor.distance += lope_point_dot(moved, lope_vec3_to_point(now->up));
    return floor;
}

bool lope_scene_find_first_floors(lope_scene_player *player, const lope_surroundings *around, lope_scene_fault *fault)
{
    lope_nearby *nearby = lope_nearby_create(NULL);
    if (nearby == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", player->scenario->file);
    const lope_input input = {0};
    for (uint32_t i = 0; i < player->actor_count; i++) {
        lope_scene_actor *actor = &player->actors[i];
        const lope_state *now = lope_character_state(actor->handle);
        const lope_moveset *moveset = &player->movesets[actor->from - player->scenario->characters];
        lope_state copy = *now;
        copy.velocity = lope_vec3_make(0, 0, 0);
        actor->first_floor = now->floor;
        if (now->mode != LOPE_MODE_WALKING) continue;
        if (lope_move(&copy, &input, moveset, around, nearby, INSTANT, NULL) == LOPE_OK)
            actor->first_floor = floor_of(now, &copy);
    }
    lope_nearby_destroy(nearby);
    return true;
}
