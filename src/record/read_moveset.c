// read_moveset.c - reads the movesets of a recording's head: tunings by the names of their fields, curves,
// sensors, and names of the game's own modes and of abilities.
#include "record/read_moveset.h"
#include "character/tick/tick.h"

#include "base/error.h"
#include "base/memory.h"
#include "character/state/mode_exists.h"

#include <string.h>

// Reads one field of a tuning by its name. Refused when this program has no such field, or one of another
// kind.
static lope_result read_tuning_field(lope_load *load, lope_tuning *tuning)
{
    char name[64];
    lope_read_text(&load->in, name, sizeof name);
    unsigned whole = lope_read_byte(&load->in);
    uint32_t bits = (uint32_t)lope_read_fixed(&load->in, 4);
    if (load->in.failed) return lope_load_refuse(load, LOPE_ERROR_FORMAT, "moveset", "a field is not readable");
    const lope_tuning_field *field = lope_tuning_field_find(name);
    if (!field) return lope_refuse(load->error, LOPE_ERROR_UNKNOWN_NAME, "moveset", "this program's tuning has no %s", name);
    bool is_whole = field->kind != LOPE_FIELD_FLOAT && field->kind != LOPE_FIELD_ANGLE;
    if (whole != is_whole) return lope_load_refuse(load, LOPE_ERROR_FORMAT, name, "is of another kind in this program");
    memcpy((char *)tuning + field->offset, &bits, sizeof bits);
    return LOPE_OK;
}

// Reads a float by its bits.
static float read_float(lope_load *load)
{
    uint32_t bits = (uint32_t)lope_read_fixed(&load->in, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Reads the curves of a moveset and adds them to it, which checks them.
static lope_result read_curves(lope_load *load, lope_moveset *moveset)
{
    uint32_t count = lope_read_count(&load->in, 10);
    for (uint32_t i = 0; i < count; i++) {
        lope_curve curve = {.kind = (uint32_t)lope_read_number(&load->in)};
        curve.count = lope_read_count(&load->in, 8);
        for (uint32_t k = 0; k < curve.count && k < LOPE_CURVE_POINTS; k++) {
            curve.x[k] = read_float(load);
            curve.y[k] = read_float(load);
        }
        if (load->in.failed) return lope_load_refuse(load, LOPE_ERROR_FORMAT, "moveset", "a curve is not readable");
        lope_result result = lope_moveset_add_curve(moveset, &curve, NULL, load->error);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

// Reads the sensors of a moveset and adds them to it, which checks them.
static lope_result read_sensors(lope_load *load, lope_moveset *moveset)
{
    uint32_t count = lope_read_count(&load->in, 32);
    for (uint32_t i = 0; i < count; i++) {
        lope_sensor sensor = {.channels = (uint32_t)lope_read_fixed(&load->in, 4)};
        float *const values[] = {&sensor.a.x, &sensor.a.y, &sensor.a.z, &sensor.b.x, &sensor.b.y, &sensor.b.z, &sensor.radius};
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) *values[k] = read_float(load);
        if (load->in.failed) return lope_load_refuse(load, LOPE_ERROR_FORMAT, "moveset", "a sensor is not readable");
        lope_result result = lope_moveset_add_sensor(moveset, &sensor, NULL, load->error);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

// The run function of a mode that is only a name. Uses up the time, and marks the mode: see
// lope_is_named_only.
static double no_way(lope_tick *tick, double seconds)
{
    (void)tick;
    (void)seconds;
    return 0;
}

bool lope_is_named_only(const lope_moveset *moveset, uint32_t mode)
{
    return lope_mode_exists(moveset, mode) && moveset->modes[mode]->run == no_way;
}

// Reads the names of the game's own modes, and adds a mode without functions for each.
static lope_result read_own_modes(lope_load *load, lope_moveset *moveset, lope_named_modes *named)
{
    uint32_t count = lope_read_count(&load->in, 1);
    if (count > LOPE_OWN_MODES) return lope_load_refuse(load, LOPE_ERROR_FORMAT, "moveset", "has more modes than there can be");
    for (uint32_t i = 0; i < count; i++) {
        lope_read_text(&load->in, named->names[i], LOPE_MODE_TEXT);
        if (load->in.failed) return lope_load_refuse(load, LOPE_ERROR_FORMAT, "moveset", "a mode's name is not readable");
        named->modes[i] = (lope_mode){.name = named->names[i], .run = no_way};
        lope_result result = lope_moveset_add_mode(moveset, &named->modes[i], NULL, load->error);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

// Reads the names of the abilities of a moveset.
static lope_result read_abilities(lope_load *load, lope_named_modes *named)
{
    uint32_t count = load->version < 4 ? 0 : lope_read_count(&load->in, 1);
    if (count > LOPE_ABILITIES)
        return lope_load_refuse(load, LOPE_ERROR_FORMAT, "moveset", "has more abilities than there can be");
    for (uint32_t i = 0; i < count; i++) {
        lope_read_text(&load->in, named->abilities[i], LOPE_MODE_TEXT);
        if (load->in.failed) return lope_load_refuse(load, LOPE_ERROR_FORMAT, "moveset", "an ability's name is not readable");
    }
    named->ability_count = count;
    return LOPE_OK;
}

// Reads one moveset. `named` keeps the game's own modes, which the moveset points to.
static lope_result read_moveset(lope_load *load, lope_moveset *moveset, lope_named_modes *named)
{
    uint64_t hash = lope_read_fixed(&load->in, 8);
    uint32_t fields = lope_read_count(&load->in, 6);
    lope_tuning tuning = lope_tuning_default();
    for (uint32_t i = 0; i < fields; i++) {
        lope_result result = read_tuning_field(load, &tuning);
        if (result != LOPE_OK) return result;
    }
    lope_result result = lope_moveset_make(moveset, &tuning, load->error);
    if (result == LOPE_OK) result = read_curves(load, moveset);
    if (result == LOPE_OK) result = read_sensors(load, moveset);
    if (result == LOPE_OK) result = read_own_modes(load, moveset, named);
    if (result == LOPE_OK) result = read_abilities(load, named);
    moveset->hash = hash; // as it was recorded: a later program may have fields that were not there yet
    return result;
}

lope_result lope_load_movesets(lope_load *load)
{
    lope_recording *r = load->recording;
    uint32_t count = lope_read_count(&load->in, 9);
    if (!lope_grow(&r->allocator, (void **)&r->movesets, &r->moveset_capacity, count, sizeof *r->movesets) ||
        !lope_grow(&r->allocator, (void **)&r->modes, &r->mode_capacity, count, sizeof *r->modes))
        return lope_load_no_memory(load);
    for (uint32_t i = 0; i < count; i++) { // modes do not move: movesets point into them
        size_t place = r->moveset_count++;
        lope_result result = read_moveset(load, &r->movesets[place], &r->modes[place]);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}
