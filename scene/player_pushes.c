// player_pushes.c - applies what scenario_pushes.c has read.
#include "player_pushes.h"

static lope_radial radial_of(const lope_scene_player *player, const lope_scene_radial *from, bool ignores_mass)
{
    return (lope_radial){.origin = lope_scene_frame_point(&player->frame, from->origin),
                         .radius = (float)from->radius,
                         .strength = (float)from->strength,
                         .falloff = from->falloff,
                         .ignores_mass = ignores_mass};
}

static float mass_of(const lope_scene_player *player, uint32_t actor) { return player->actors[actor].from->moveset.tuning.mass; }

void lope_scene_pushes_keep(lope_scene_control *control, const lope_scene_entry *entry)
{
    if (entry->has_forbid) control->forbid = entry->forbid;
    if (!entry->radial.given || !entry->radial.is_force) return;
    control->radial = entry->radial;
    control->radial_ignores_mass = entry->velocity_change;
}

void lope_scene_pushes_request(const lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry,
                               lope_requests *requests)
{
    requests->knockback_time = (float)entry->knockback;
    if (!entry->radial.given || entry->radial.is_force) return;
    lope_radial radial = radial_of(player, &entry->radial, entry->velocity_change);
    lope_radial_impulse(&radial, lope_character_state(player->actors[actor].handle), mass_of(player, actor), requests);
}

void lope_scene_pushes_hold(const lope_scene_player *player, uint32_t actor, lope_input *input, lope_requests *requests)
{
    const lope_scene_control *control = &player->controls[actor];
    input->forbidden = control->forbid;
    if (!control->radial.given) return;
    lope_radial radial = radial_of(player, &control->radial, control->radial_ignores_mass);
    lope_radial_force(&radial, lope_character_state(player->actors[actor].handle), mass_of(player, actor), requests);
}
