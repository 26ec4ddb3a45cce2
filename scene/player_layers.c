// player_layers.c - layered moves and animations, as the character is told of them.
//
// A tick takes one layer: of several that begin at one instant each gets a tick of its own, in the order of the file. An animation goes
// evenly: in each tick by its share of the translation and the turn, along the arc that the two make, so the tick rate shifts nothing.
// Read next: player_input.c.
#include "player_layers.h"

#define NEVER 1e300

void lope_scene_layers_start(lope_scene_control *control, const lope_scene_entry *entry)
{
    if ((entry->has & LOPE_SCENE_HAS_ROOT_MOTION) == 0) return;
    control->animation = entry->root_motion;
    control->animation_start = entry->t;
}

static double animation_end(const lope_scene_control *control) { return control->animation_start + control->animation.duration; }

double lope_scene_layers_next(const lope_scene_control *control, double now)
{
    bool plays = control->animation.duration > 0.0 && animation_end(control) > now + LOPE_SCENE_INSTANT;
    return plays ? animation_end(control) : NEVER;
}

static void tell_layer(const lope_scene_player *player, const lope_scene_entry *entry, lope_requests *requests)
{
    if ((entry->has & LOPE_SCENE_HAS_END_LAYER) != 0) {
        requests->asked |= LOPE_REQUEST_END_LAYERS;
        requests->end_layer = entry->end_layer;
    }
    if ((entry->has & LOPE_SCENE_HAS_LAYER) == 0) return;
    lope_layer layer = entry->layer;
    layer.target = lope_scene_frame_point(&player->frame, layer.target);
    if ((layer.flags & LOPE_LAYER_LOCAL) == 0)
        layer.velocity = lope_scene_frame_vector(&player->frame, lope_vec3_to_point(layer.velocity));
    layer.finish_velocity = lope_scene_frame_vector(&player->frame, lope_vec3_to_point(layer.finish_velocity));
    requests->asked |= LOPE_REQUEST_LAYER;
    requests->layer = layer;
}

// The chord of the arc that it goes in `time`, in the frame at its beginning.
static void tell_animation(const lope_scene_control *control, double time, lope_requests *requests)
{
    const lope_scene_root_motion *motion = &control->animation;
    double share = time / motion->duration, turn = motion->yaw * share, half = 0.5 * turn * LOPE_SCENE_RADIANS;
    double chord = half * half > 1e-12 ? lope_scene_sin(0.5 * turn) / half : 1.0;
    double c = lope_scene_cos(0.5 * turn), s = lope_scene_sin(0.5 * turn);
    lope_point way = lope_point_scale(motion->translation, share), level = lope_point_scale(way, chord);
    lope_point turned = {level.x * c + level.z * s, way.y, level.z * c - level.x * s}; // to the left by half of the turn
    requests->has_root_motion = true;
    requests->root_motion = (lope_root_motion){
        .translation = lope_point_to_vec3(turned), .yaw = (float)(turn * LOPE_SCENE_RADIANS), .flags = motion->flags};
}

void lope_scene_layers_tell(lope_scene_player *player, uint32_t actor, double now, double end, lope_requests *requests)
{
    lope_scene_control *control = &player->controls[actor];
    const lope_scene_character *from = player->actors[actor].from;
    const uint32_t asks = LOPE_SCENE_HAS_LAYER | LOPE_SCENE_HAS_END_LAYER;
    while (control->layer_next < control->next) {
        const lope_scene_entry *entry = &from->input[control->layer_next++];
        if ((entry->has & asks) == 0) continue;
        tell_layer(player, entry, requests);
        break;
    }
    if (control->animation.duration <= 0.0 || animation_end(control) <= now + LOPE_SCENE_INSTANT) return;
    double last = end < animation_end(control) ? end : animation_end(control);
    if (last > now) tell_animation(control, last - now, requests);
}
