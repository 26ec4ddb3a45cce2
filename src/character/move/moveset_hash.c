// moveset_hash.c - the hash of a moveset: tuning, modes, curves, sensors, abilities and settings.
//
// Functions cannot be hashed: the version of a mode or ability is its author's word for them. A moveset
// without versions, settings and abilities hashes as it did before there were any. Read next:
// state/settings_at.h.
#include "character/move/moveset_hash.h"
#include "base/hash.h"
#include "character/state/settings_at.h"
#include "character/tuning/field.h"

#include <string.h>

// Adds a text to a hash.
static uint64_t hash_text(uint64_t hash, const char *text) { return lope_hash_bytes(hash, text, strlen(text)); }

#define FIRST_ROWS 102 // of the table of tuning fields: those that were there from the beginning

// Returns the hash of a tuning, by the rows of the table of fields. A row that came later counts only where
// it is not 0, so that the hashes of recordings that were made before it stay.
static uint64_t hash_tuning(const lope_tuning *tuning)
{
    uint64_t hash = LOPE_HASH_START;
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        // a float and an int32_t are both exact as doubles
        const double value = lope_field_read(tuning, lope_tuning_field_at(i));
        if (i < FIRST_ROWS)
            hash = lope_hash_double(hash, value);
        else if (value > 0 || value < 0)
            hash = lope_hash_double(lope_hash_u32(hash, i), value);
    }
    return hash;
}

// Adds settings to a hash, by the rows of their table of fields.
static uint64_t hash_settings(uint64_t hash, uint32_t version, const lope_field *fields, uint32_t count, const void *settings)
{
    hash = lope_hash_u32(lope_hash_u32(hash, version), count);
    for (uint32_t i = 0; i < count; i++) hash = lope_hash_double(hash, lope_field_read(settings, &fields[i]));
    return hash;
}

// Adds a mode of the game's own to a hash.
static uint64_t hash_mode(uint64_t hash, const lope_moveset *moveset, uint32_t number)
{
    const lope_mode *mode = moveset->modes[number];
    hash = hash_text(hash, mode->name);
    if (mode->version == 0 && mode->field_count == 0) return hash;
    return hash_settings(hash, mode->version, mode->fields, mode->field_count, lope_mode_settings(moveset, number));
}

// Adds an ability's conditions to a hash.
static uint64_t hash_conditions(uint64_t hash, const lope_conditions *c)
{
    uint32_t flags = (uint32_t)c->grounded | (uint32_t)c->airborne << 1 | (uint32_t)c->coyote << 2 | (uint32_t)c->head_room << 3 |
                     (uint32_t)c->restarts << 4;
    hash = lope_hash_u32(lope_hash_u32(hash, c->modes), flags);
    hash = lope_hash_float(lope_hash_float(lope_hash_float(hash, c->buffer), c->cooldown), c->stamina);
    hash = lope_hash_u32(lope_hash_u32(hash, c->charges), c->uses_in_air);
    return (c->media | c->trigger) == 0 ? hash : lope_hash_u32(lope_hash_u32(hash, c->media), c->trigger);
}

// Adds an ability to a hash.
static uint64_t hash_ability(uint64_t hash, const lope_moveset *moveset, uint32_t number)
{
    const lope_ability *ability = moveset->abilities[number];
    hash = lope_hash_u32(lope_hash_u32(hash_text(hash, ability->name), ability->button), ability->goes_on_in);
    hash = lope_hash_u32(lope_hash_u32(hash, moveset->blocks[number]), moveset->cancels[number]);
    if (ability->traits != 0) hash = lope_hash_u32(hash, ability->traits);
    if (ability->more_buttons | ability->asks_in)
        hash = lope_hash_u32(lope_hash_u32(hash, ability->more_buttons), ability->asks_in);
    hash = hash_conditions(hash, lope_ability_conditions(moveset, number));
    return hash_settings(hash, ability->version, ability->fields, ability->field_count, lope_ability_settings(moveset, number));
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

// Kinds go in one order; within a kind the order of adding counts.
uint64_t lope_moveset_hash(const lope_moveset *moveset)
{
    uint64_t hash = hash_tuning(&moveset->tuning);
    for (uint32_t i = 0; i < moveset->game_mode_count; i++) hash = hash_mode(hash, moveset, LOPE_MODE_GAME + i);
    for (uint32_t i = 0; i < moveset->curve_count; i++) hash = hash_curve(hash, &moveset->curves[i]);
    for (uint32_t i = 0; i < moveset->sensor_count; i++) hash = hash_sensor(hash, &moveset->sensors[i]);
    if (moveset->ability_count == 0) return hash;
    for (uint32_t i = 0; i < moveset->ability_count; i++) hash = hash_ability(hash, moveset, i);
    hash = lope_hash_float(lope_hash_float(hash, moveset->stamina.most), moveset->stamina.recovery);
    return lope_hash_float(hash, moveset->stamina.delay);
}
