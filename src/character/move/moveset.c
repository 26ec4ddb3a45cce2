// moveset.c - makes a moveset, and adds a game's own modes, curves and sensors to it.
//
// Abilities are taken in by moveset_abilities.c, settings by moveset_set.c. Read next: moveset_hash.c,
// tuning/tuning.c.
#include "base/cpu_dispatch.h"
#include "base/error.h"
#include "character/move/moveset_hash.h"
#include "character/move/settings.h"
#include "character/state/settings_at.h"
#include "character/tick/tick.h"
#include <lope/move.h>

#include <string.h>

// No surface is walkable that is steeper, whatever the angle. A way along it would be divided by nearly
// nothing.
#define LEAST_COSINE 1.1e-4f

// Sets the tuning, and what is worked out from it.
static void set_tuning(lope_moveset *moveset, const lope_tuning *tuning)
{
    float cosine = lope_cos(tuning->walkable_floor_angle);
    moveset->tuning = *tuning;
    moveset->walkable_cosine = cosine > LEAST_COSINE ? cosine : LEAST_COSINE;
    moveset->hash = lope_moveset_hash(moveset);
}

LOPE_DISPATCH(lope_moveset_make);
lope_result lope_moveset_make(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error)
{
    LOPE_DISPATCH_CALL(lope_moveset_make, moveset, tuning, error);
    if (moveset == NULL) {
        return lope_refuse(error, LOPE_ERROR_NULL, "moveset", "moveset is NULL; it takes the address of a lope_moveset");
    }
    lope_result result = lope_tuning_check(tuning, error);
    if (result != LOPE_OK) return result;
    memset(moveset, 0, sizeof *moveset);
    for (uint32_t i = 0; i < LOPE_MODE_COUNT; i++) moveset->modes[i] = lope_built_in_modes[i];
    lope_settings_fill(&moveset->stamina, &(lope_settings_table){lope_stamina_fields, lope_stamina_field_count, 0}, NULL);
    set_tuning(moveset, tuning);
    return LOPE_OK;
}

lope_result lope_moveset_retune(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error)
{
    if (moveset == NULL || moveset->modes[LOPE_MODE_NONE] == NULL)
        return lope_refuse(error, LOPE_ERROR_NULL, "moveset", "a moveset that lope_moveset_make has made is required");
    lope_result result = lope_tuning_check(tuning, error);
    if (result == LOPE_OK) set_tuning(moveset, tuning);
    return result;
}

lope_result lope_moveset_add_mode(lope_moveset *moveset, const lope_mode *mode, uint32_t *id, lope_error *error)
{
    if (!moveset || !mode) return lope_refuse(error, LOPE_ERROR_NULL, "mode", "a moveset and a mode are required");
    if (!mode->name || !mode->name[0]) return lope_refuse(error, LOPE_ERROR_NULL, "name", "a mode must have a name");
    if (moveset->game_mode_count >= LOPE_MODES - LOPE_MODE_GAME)
        return lope_refuse(error, LOPE_ERROR_RANGE, "mode", "a moveset holds %u modes of the game's own",
                           (unsigned)(LOPE_MODES - LOPE_MODE_GAME));
    if (mode->data_size > LOPE_MODE_DATA)
        return lope_refuse(error, LOPE_ERROR_RANGE, "data_size", "is %u, a mode has up to %u bytes of its own",
                           (unsigned)mode->data_size, (unsigned)LOPE_MODE_DATA);
    lope_settings_table table = {mode->fields, mode->field_count, mode->settings_size};
    uint32_t words = lope_settings_words(mode->settings_size);
    lope_result result = lope_settings_check_owner(moveset, mode->name, error);
    if (result == LOPE_OK) result = lope_settings_check(moveset, &table, NULL, words, error);
    if (result != LOPE_OK) return result;
    uint32_t number = LOPE_MODE_GAME + moveset->game_mode_count++;
    if (id) *id = number;
    moveset->modes[number] = mode;
    if (words > 0) {
        uint16_t place = lope_settings_take(moveset, words);
        moveset->mode_settings[number] = place;
        lope_settings_fill(&moveset->settings[place - 1], &table, NULL);
    }
    moveset->hash = lope_moveset_hash(moveset);
    return LOPE_OK;
}

lope_result lope_moveset_add_curve(lope_moveset *moveset, const lope_curve *curve, uint32_t *index, lope_error *error)
{
    if (!moveset || !curve) return lope_refuse(error, LOPE_ERROR_NULL, "curve", "a moveset and a curve are required");
    if (moveset->curve_count >= LOPE_CURVES)
        return lope_refuse(error, LOPE_ERROR_RANGE, "curve", "a moveset holds %u curves", (unsigned)LOPE_CURVES);
    if (curve->count < 1 || curve->count > LOPE_CURVE_POINTS)
        return lope_refuse(error, LOPE_ERROR_RANGE, "count", "is %u, a curve has 1 to %u points", (unsigned)curve->count,
                           (unsigned)LOPE_CURVE_POINTS);
    if (curve->kind > LOPE_CURVE_STEPS)
        return lope_refuse(error, LOPE_ERROR_RANGE, "kind", "there is no kind %u of curve", (unsigned)curve->kind);
    for (uint32_t i = 0; i < curve->count; i++) {
        if (!lope_finite(curve->x[i]) || !lope_finite(curve->y[i]))
            return lope_refuse(error, LOPE_ERROR_NOT_FINITE, lope_finite(curve->x[i]) ? "y" : "x", "of point %u must be finite",
                               (unsigned)i);
        if (i > 0 && !(curve->x[i] > curve->x[i - 1]))
            return lope_refuse(error, LOPE_ERROR_RANGE, "x", "point %u at %g does not come after %g", (unsigned)i,
                               (double)curve->x[i], (double)curve->x[i - 1]);
    }
    if (index) *index = moveset->curve_count;
    moveset->curves[moveset->curve_count++] = *curve;
    moveset->hash = lope_moveset_hash(moveset);
    return LOPE_OK;
}

lope_result lope_moveset_add_sensor(lope_moveset *moveset, const lope_sensor *sensor, uint32_t *index, lope_error *error)
{
    if (!moveset || !sensor) return lope_refuse(error, LOPE_ERROR_NULL, "sensor", "a moveset and a sensor are required");
    if (moveset->sensor_count >= LOPE_SENSORS)
        return lope_refuse(error, LOPE_ERROR_RANGE, "sensor", "a moveset holds %u sensors", (unsigned)LOPE_SENSORS);
    if (!lope_finite_vec3(sensor->a)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "a", "must be finite");
    if (!lope_finite_vec3(sensor->b)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "b", "must be finite");
    if (!lope_finite(sensor->radius)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "radius", "must be finite");
    if (!(sensor->radius > 0))
        return lope_refuse(error, LOPE_ERROR_RANGE, "radius", "is %g, must be above 0", (double)sensor->radius);
    for (uint32_t i = 0; sensor->name && i < moveset->sensor_count; i++)
        if (moveset->sensors[i].name && strcmp(moveset->sensors[i].name, sensor->name) == 0)
            return lope_refuse(error, LOPE_ERROR_DUPLICATE, "name", "there is a sensor \"%.40s\" already", sensor->name);
    if (index) *index = moveset->sensor_count;
    moveset->sensors[moveset->sensor_count++] = *sensor;
    moveset->hash = lope_moveset_hash(moveset);
    return LOPE_OK;
}

const char *lope_moveset_mode_name(const lope_moveset *moveset, uint32_t mode)
{
    return moveset && lope_mode_exists(moveset, mode) ? moveset->modes[mode]->name : "?";
}
