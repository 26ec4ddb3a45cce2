// input.c - what is let in: every number of an input that counts finite, every choice one that there is.
#include "character/input.h"
#include "base/error.h"

static bool layer_is_finite(const lope_layer *layer)
{
    return lope_finite(layer->duration) && lope_finite_vec3(layer->velocity) && lope_finite_point(layer->target) &&
           lope_finite(layer->strength) && lope_finite(layer->height) && lope_finite(layer->radius) &&
           lope_finite_vec3(layer->finish_velocity);
}

static bool requests_are_finite(const lope_input *input)
{
    bool resizes = input->requests & LOPE_REQUEST_RESIZE, layers = input->requests & LOPE_REQUEST_LAYER;
    if (resizes && !(lope_finite(input->resize_radius) && lope_finite(input->resize_height))) return false;
    return !layers || layer_is_finite(&input->layer);
}

// What everyone tells: the exponent of no float is all ones.
static bool going_is_finite(const lope_input *input)
{
    const uint32_t exponent = 0x7f800000u, one = 0x00800000u;
    uint32_t bits[5], over = 0;
    memcpy(bits, &input->move, sizeof input->move);
    memcpy(&bits[3], &input->look_yaw, sizeof input->look_yaw);
    memcpy(&bits[4], &input->look_pitch, sizeof input->look_pitch);
    for (int i = 0; i < 5; i++) over |= (bits[i] & exponent) + one;
    return over >> 31 == 0;
}

static bool is_finite(const lope_input *input)
{
    if (!going_is_finite(input)) return false;
    if (lope_input_is_plain(input)) return true;
    if (!(lope_finite_vec3(input->launch_velocity) && lope_finite_vec3(input->impulse) && lope_finite_vec3(input->force) &&
          lope_finite(input->knockback_time) && lope_finite_vec3(input->avoidance) && lope_finite_point(input->teleport_feet)))
        return false;
    if (input->requests_velocity && !lope_finite_vec3(input->requested_velocity)) return false;
    if (input->requests != 0 && !requests_are_finite(input)) return false;
    const lope_root_motion *motion = &input->root_motion;
    return !input->has_root_motion || (lope_finite_vec3(motion->translation) && lope_finite(motion->yaw));
}

static bool layer_is_known(const lope_layer *layer, const lope_moveset *moveset)
{
    bool kind = layer->kind >= LOPE_LAYER_VELOCITY && layer->kind <= LOPE_LAYER_RADIAL && layer->finish <= LOPE_FINISH_CLAMP;
    bool timed = layer->kind == LOPE_LAYER_MOVE_TO || layer->kind == LOPE_LAYER_JUMP;
    if ((timed && !(layer->duration > 0)) || layer->radius < 0) return false;
    return kind && layer->id != 0 && layer->curve <= moveset->curve_count;
}

lope_result lope_input_check(const lope_input *input, const lope_moveset *moveset)
{
    if (!is_finite(input)) return LOPE_ERROR_NOT_FINITE;
    if (input->requests == 0) return LOPE_OK;
    if ((input->requests & LOPE_REQUEST_MODE) && input->mode >= moveset->mode_count) return LOPE_ERROR_RANGE;
    if ((input->requests & LOPE_REQUEST_RESIZE) && (input->resize_radius < 0 || input->resize_height < 0))
        return LOPE_ERROR_RANGE;
    return !(input->requests & LOPE_REQUEST_LAYER) || layer_is_known(&input->layer, moveset) ? LOPE_OK : LOPE_ERROR_RANGE;
}

lope_result lope_resize_check(const lope_state *state, const lope_input *input)
{
    if (!(input->requests & LOPE_REQUEST_RESIZE)) return LOPE_OK;
    float radius = input->resize_radius, height = input->resize_height;
    if (radius <= 0) radius = state->radius;
    if (height <= 0) height = state->standing_height;
    return height >= 2 * radius ? LOPE_OK : LOPE_ERROR_RANGE;
}
