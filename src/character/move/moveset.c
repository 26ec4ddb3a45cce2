// moveset.c - makes a moveset, and adds a game's own modes, curves and sensors to it.
//
// The hash covers all that changes results: tuning, names of modes, curves, sensors. Read next:
// tuning/tuning.c.
#include "base/cpu_dispatch.h"
#include "base/error.h"
#include "base/hash.h"
#include "character/tick/tick.h"
#include <lope/move.h>

#include <string.h>

// Adds a text to a hash.
static uint64_t hash_text(uint64_t hash, const char *text) { return lope_hash_bytes(hash, text, strlen(text)); }

// Returns the hash of a tuning, by the rows of the table of fields.
static uint64_t hash_tuning(const lope_tuning *tuning)
{
    uint64_t hash = LOPE_HASH_START;
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        double value = 0; // a float and an int32_t are both exact as doubles
        lope_tuning_get(tuning, lope_tuning_field_at(i)->name, &value);
        hash = lope_hash_double(hash, value);
    }
    return hash;
}

// Adds a curve to a hash.
static uint64_t hash_curve(uint64_t hash, const lope_curve *curve)
{
    hash = lope_hash_u32(lope_hash_u32(hash, curve->kind), curve->count);
    for (uint32_t i = 0; i < curve->count; i++) hash = lope_hash_float(lope_hash_float(hash, curve->x[i]), curve->y[i]);
    return hash;
}

// Adds a sensor to a hash; its name does not count.
static uint64_t hash_sensor(uint64_t hash, const lope_sensor *sensor)
{
    hash = lope_hash_vec3(lope_hash_u32(hash, sensor->channels), sensor->a);
    return lope_hash_float(lope_hash_vec3(hash, sensor->b), sensor->radius);
}

// Returns the hash of a moveset. Kinds go in one order; within a kind the order of adding counts.
static uint64_t hash_of(const lope_moveset *moveset)
{
    uint64_t hash = hash_tuning(&moveset->tuning);
    for (uint32_t i = 0; i < moveset->game_mode_count; i++) hash = hash_text(hash, moveset->modes[LOPE_MODE_GAME + i]->name);
    for (uint32_t i = 0; i < moveset->curve_count; i++) hash = hash_curve(hash, &moveset->curves[i]);
    for (uint32_t i = 0; i < moveset->sensor_count; i++) hash = hash_sensor(hash, &moveset->sensors[i]);
    return hash;
}

// No surface is walkable that is steeper, whatever the angle. A way along it would be divided by nearly
// nothing.
#define LEAST_COSINE 1.1e-4f

// Sets the tuning, and what is worked out from it.
static void set_tuning(lope_moveset *moveset, const lope_tuning *tuning)
{
    float cosine = lope_cos(tuning->walkable_floor_angle);
    moveset->tuning = *tuning;
    moveset->walkable_cosine = cosine > LEAST_COSINE ? cosine : LEAST_COSINE;
    moveset->hash = hash_of(moveset);
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
    for (uint32_t i = 0; i < LOPE_MODES; i++)
        if (lope_mode_exists(moveset, i) && strcmp(moveset->modes[i]->name, mode->name) == 0)
            return lope_refuse(error, LOPE_ERROR_DUPLICATE, "name", "there is a mode \"%.40s\" already", mode->name);
    uint32_t number = LOPE_MODE_GAME + moveset->game_mode_count++;
    if (id) *id = number;
    moveset->modes[number] = mode;
    moveset->hash = hash_of(moveset);
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
    moveset->hash = hash_of(moveset);
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
    moveset->hash = hash_of(moveset);
    return LOPE_OK;
}

const char *lope_moveset_mode_name(const lope_moveset *moveset, uint32_t mode)
{
    return moveset && lope_mode_exists(moveset, mode) ? moveset->modes[mode]->name : "?";
}
