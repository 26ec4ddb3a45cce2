// volume.c - volumes: bodies inside which gravity, friction or the fluid differ. It also counts the bodies on
// each channel.
//
// Channels are counted body by body, so that a gather can be skipped when no body is on a channel that a
// character cares for.
#include "level/volume.h"

#include "base/error.h"

lope_result lope_volume_check(const lope_volume *volume, lope_error *error)
{
    if (volume->gravity_mode > LOPE_GRAVITY_POINT)
        return lope_refuse(error, LOPE_ERROR_RANGE, "volume.gravity_mode", "%u is not one of lope_volume_gravity",
                           (unsigned)volume->gravity_mode);
    if (!lope_finite_vec3(volume->gravity)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "volume.gravity", "is not finite");
    if (!lope_finite(volume->gravity_strength))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "volume.gravity_strength", "is not finite");
    if (!lope_finite_point(volume->gravity_point))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "volume.gravity_point", "is not finite");
    if (!lope_finite(volume->fluid_friction))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "volume.fluid_friction", "is not finite");
    if (!lope_finite(volume->terminal_speed))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "volume.terminal_speed", "is not finite");
    if (volume->fluid_friction < 0)
        return lope_refuse(error, LOPE_ERROR_RANGE, "volume.fluid_friction", "%g 1/s: must not be negative",
                           (double)volume->fluid_friction);
    if (volume->terminal_speed < 0)
        return lope_refuse(error, LOPE_ERROR_RANGE, "volume.terminal_speed", "%g m/s: must not be negative",
                           (double)volume->terminal_speed);
    return LOPE_OK;
}

bool lope_volume_fits(const lope_body_shape *shape)
{
    return shape->kind != LOPE_BODY_MESH && shape->kind != LOPE_BODY_HEIGHT_FIELD;
}

lope_result lope_level_set_volume(lope_level *level, lope_body body, const lope_volume *volume)
{
    if (!level) return LOPE_ERROR_NULL;
    lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    if (level->busy || (volume && !lope_volume_fits(&b->shape))) return LOPE_ERROR_STATE;
    lope_result result = volume ? lope_volume_check(volume, NULL) : LOPE_OK;
    if (result != LOPE_OK) return result;
    b->has_volume = volume != NULL;
    if (volume) b->volume = *volume;
    if (!b->moving) level->revision++;
    return LOPE_OK;
}

const lope_volume *lope_level_volume(const lope_level *level, lope_body body)
{
    const lope_level_body *b = lope_level_body_at(level, body);
    return b && b->has_volume ? &b->volume : NULL;
}

void lope_level_count_channels(lope_level *level, const lope_level_body *body, bool came)
{
    uint32_t *on = level->on_channel[body->moving], *channels = &level->channels[body->moving];
    for (uint32_t i = 0; i < 32; i++) {
        if (!(body->channels >> i & 1u)) continue;
        if (came)
            on[i]++;
        else
            on[i]--;
        if (on[i] > 0)
            *channels |= UINT32_C(1) << i;
        else
            *channels &= ~(UINT32_C(1) << i);
    }
}

uint32_t lope_level_channels(const lope_level *level) { return level ? level->channels[0] | level->channels[1] : 0; }
