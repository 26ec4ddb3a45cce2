// abilities_moveset.c - see abilities_moveset.h.
#include "abilities_moveset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void broken(const char *what, const char *owner, const char *field, double value)
{
    fprintf(stderr, "INVARIANT abilities: %s: %s.%s %.9g\n", what, owner, field, value);
    abort();
}

static lope_tuning tuning_of(bytes *b, double unit)
{
    const uint32_t what = bytes_u8(b);
    lope_tuning tuning = lope_tuning_default();
    if (what % 8 == 7) tuning = lope_tuning_unreal();
    if (what % 8 == 6) lope_tuning_preset("platformer", &tuning);
    tuning.units_per_metre = (float)unit;
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        double value = 0;
        if (!field->unit || strncmp(field->unit, "m", 1) != 0 || lope_tuning_get(&tuning, field->name, &value) != LOPE_OK)
            continue;
        lope_tuning_set(&tuning, field->name, value * unit); // m, m/s, m/s2
    }
    if (what & 16) lope_tuning_set(&tuning, "max_walk_speed", 12 * unit);
    if (what & 32) lope_tuning_set(&tuning, "jump_max_count", 3);
    if (what & 64) lope_tuning_set(&tuning, "jump_buffer_time", 0.2);
    if (what & 128) lope_tuning_set(&tuning, "walkable_floor_angle", 0.6);
    return tuning;
}

// A field's range as its kind has it.
static void range_of(const lope_field *field, double *low, double *high)
{
    *low = (double)field->low;
    *high = (double)field->high;
    if (field->low != 0 || field->high != 0) return;
    *high = 1e6;
    *low = field->kind == LOPE_FIELD_FLOAT || field->kind == LOPE_FIELD_INT ? -1e6 : 0;
    if (field->kind == LOPE_FIELD_BOOL) *high = 1;
    if (field->kind != LOPE_FIELD_ENUM) return;
    for (*high = -1; field->choices[(int)*high + 1];) *high += 1;
}

// A value for a field: mostly good ones, ends of the range among them; some that must be refused.
static double some_value(bytes *b, const lope_field *field, double now)
{
    double low, high;
    range_of(field, &low, &high);
    const bool whole = field->kind != LOPE_FIELD_FLOAT && field->kind != LOPE_FIELD_ANGLE;
    switch (bytes_pick(b, 8)) {
    case 0:
        return low;
    case 1:
        return high;
    case 2:
        return high + (whole ? 1 : 0.5 * fabs(high) + 1);
    case 3:
        return bytes_one_in(b, 2) ? NAN : low - (whole ? 1 : 0.5 * fabs(low) + 1);
    case 4:
        return whole ? now : now * bytes_between(b, 0.1, 8);
    case 5:
        return whole ? floor(bytes_between(b, low, fmin(high, low + 8))) : bytes_between(b, low, fmin(high, low + 5));
    default:
        return whole ? 1 - now : now + bytes_between(b, -0.5, 0.5);
    }
}

static bool is_good(const lope_field *field, double value)
{
    double low, high;
    range_of(field, &low, &high);
    const bool whole = field->kind != LOPE_FIELD_FLOAT && field->kind != LOPE_FIELD_ANGLE;
    if (!isfinite(value) || (float)value < (float)low || (float)value > (float)high) return false;
    if (field->kind == LOPE_FIELD_ENUM && value >= 0 && field->refused >> (int)value & 1u) return false;
    return !whole || (value == floor(value) && value >= INT32_MIN && value <= INT32_MAX);
}

static void change_one(bytes *b, lope_moveset *moveset, bool trace)
{
    lope_setting setting;
    lope_error error = {0};
    double now = 0, after = 0;
    const uint32_t count = lope_moveset_setting_count(moveset);
    if (count == 0) return; // without an ability
    const uint32_t at = bytes_u16(b) % count;
    if (!lope_moveset_setting_at(moveset, at, &setting)) broken("a setting is not there", "setting", "index", at);
    const char *owner = setting.owner, *field = setting.field->name;
    if (lope_moveset_get(moveset, owner, field, &now) != LOPE_OK) broken("a setting cannot be read", owner, field, 0);
    const double value = some_value(b, setting.field, now);
    static lope_moveset before;
    before = *moveset;
    const lope_result result = lope_moveset_set(moveset, owner, field, value, &error);
    if (trace) fprintf(stderr, "setting %s.%s %.9g: %s\n", owner, field, value, lope_result_text(result));
    if ((result == LOPE_OK) != is_good(setting.field, value))
        broken(result == LOPE_OK ? "a bad value is taken" : "a good value is refused", owner, field, value);
    if (result == LOPE_OK) {
        lope_moveset_get(moveset, owner, field, &after);
        if ((float)after != (float)value) broken("a value was set, and another one stands there", owner, field, value);
        return;
    }
    if (memcmp(&before, moveset, sizeof before) != 0) broken("a refused value has changed the moveset", owner, field, value);
    if (!strstr(error.field, field) || error.code != result) broken("a refusal does not name its field", owner, field, value);
}

static bool is_wanted(bytes *b, uint32_t only, uint32_t index)
{
    if (only == 0) return true;
    const bool ran_into = lope_scene_own_ability(index) == lope_runner_ability(); // obstacles and ledges wait for a runner's
    if (only <= LOPE_SCENE_OWN_ABILITIES) return index == only - 1 || ran_into;
    return bytes_one_in(b, 2);
}

void moveset_from_bytes(bytes *b, lope_moveset *moveset, double unit, uint32_t only, uint32_t count, bool trace)
{
    const lope_tuning tuning = tuning_of(b, unit);
    lope_error error = {0};
    if (lope_moveset_make(moveset, &tuning, &error) != LOPE_OK) broken("a sane tuning is refused", "tuning", error.field, 0);
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++) {
        const lope_ability *ability = lope_scene_own_ability(i);
        if (!is_wanted(b, only, i)) continue;
        if (lope_moveset_add_ability(moveset, ability, NULL, NULL, &error) != LOPE_OK)
            broken("an ability is refused", ability->name, error.field, 0);
        const uint64_t hash = moveset->hash;
        if (lope_moveset_add_ability(moveset, ability, NULL, NULL, &error) != LOPE_ERROR_DUPLICATE || moveset->hash != hash)
            broken("an ability is there twice", ability->name, error.field, 0);
    }
    for (uint32_t i = 0; i < count; i++) change_one(b, moveset, trace);
}

moveset_reach moveset_reach_of(const lope_moveset *moveset, uint32_t ability, double scale)
{
    const lope_ability *a = moveset->abilities[ability];
    const double unit = fmax(1, (double)moveset->tuning.units_per_metre);
    double speed = 0, way = 0, acceleration = 0, factor = 1, shortest = 1e9;
    for (uint32_t i = 0; i < a->field_count; i++) {
        const lope_field *field = &a->fields[i];
        double value = 0;
        if (lope_moveset_get(moveset, a->name, field->name, &value) != LOPE_OK) continue;
        value = fabs(value);
        if (field->kind == LOPE_FIELD_FLOAT && (!field->unit || !field->unit[0])) factor *= fmax(1, value);
        if (!field->unit) continue;
        if (strcmp(field->unit, "m/s") == 0) speed += value * unit;
        if (strcmp(field->unit, "m") == 0) way += value * scale;
        if (strcmp(field->unit, "m/s2") == 0) acceleration += value * unit;
        if (strcmp(field->unit, "s") == 0 && value > 0) shortest = fmin(shortest, value);
    }
    return (moveset_reach){speed + way / shortest, way, acceleration, factor};
}
