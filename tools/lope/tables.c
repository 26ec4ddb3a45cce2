// tables.c - `lope tuning` and `lope presets`: the tables of docs/TUNING.md and docs/PRESETS.md, printed from the library itself.
//
// Read next: measure.c, what is measured of a preset.
#include "lope.h"
#include "measure.h"

#include <math.h>
#include <string.h>

#define DEGREES 57.29577951308232

static double value_of(const lope_tuning *tuning, const lope_tuning_field *field)
{
    double value = 0.0;
    lope_tuning_get(tuning, field->name, &value);
    return field->kind == LOPE_FIELD_ANGLE ? floor(value * DEGREES * 1000.0 + 0.5) / 1000.0 : value;
}

static void print_value(const lope_tuning *tuning, const lope_tuning_field *field)
{
    double value = value_of(tuning, field);
    if (field->kind == LOPE_FIELD_BOOL)
        printf("%s", value != 0.0 ? "true" : "false");
    else if (field->kind == LOPE_FIELD_ENUM)
        printf("%s", field->choices[(int)value]);
    else
        printf("%.6g", value);
}

static void print_range(const lope_tuning_field *field)
{
    double scale = field->kind == LOPE_FIELD_ANGLE ? DEGREES : 1.0;
    if (field->kind == LOPE_FIELD_BOOL) {
        printf("true, false");
        return;
    }
    const char *between = "";
    for (int i = 0; field->kind == LOPE_FIELD_ENUM && field->choices[i] != NULL; i++) {
        if (field->refused >> i & 1u) continue;
        printf("%s%s", between, field->choices[i]);
        between = ", ";
    }
    if (field->kind != LOPE_FIELD_ENUM) printf("%.5g to %.5g", (double)field->low * scale, (double)field->high * scale);
}

int tool_tuning(int count, char **arguments)
{
    static const tool_option none[] = {{0}};
    lope_scene_fault fault = {0};
    if (!tool_parse(count, arguments, none, NULL, 0, 0, "lope tuning", &fault)) return tool_report(&fault);
    lope_tuning own = lope_tuning_default(), unreal = lope_tuning_unreal();
    printf("# Tuning fields\n\nEvery field of `lope_tuning`, as `lope tuning` prints it. In files angles are degrees, in C "
           "radians; lengths are "
           "metres (times units_per_metre). Unreal's values go in by its names with `lope_tuning_set_unreal`.\n\n");
    printf("| Field | In Unreal | Unit | Range | Default | Preset unreal | What it does |\n|---|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        const char *unit = field->kind == LOPE_FIELD_ANGLE ? "degrees" : field->unit;
        printf("| %s | %s | %s | ", field->name, field->unreal_name != NULL ? field->unreal_name : "", unit);
        print_range(field);
        printf(" | ");
        print_value(&own, field);
        printf(" | ");
        print_value(&unreal, field);
        printf(" | %s |\n", field->text);
    }
    return 0;
}

static void print_head(const char *first)
{
    printf("| %s |", first);
    for (uint32_t i = 0; i < lope_preset_count(); i++) printf(" %s |", lope_preset_name(i));
    printf("\n|---|");
    for (uint32_t i = 0; i < lope_preset_count(); i++) printf("---|");
    printf("\n");
}

static void print_measures(const tool_measures *measures)
{
    static const struct {
        const char *what;
        size_t offset;
    } rows[] = {
        {"top speed, m/s", offsetof(tool_measures, top_speed)},
        {"time to 99 % of it, s", offsetof(tool_measures, rise_time)},
        {"way to a stop from it, m", offsetof(tool_measures, stop_way)},
        {"time to turn round at it, s", offsetof(tool_measures, turn_time)},
        {"height of a tapped jump, m", offsetof(tool_measures, tap_height)},
        {"height of a held jump, m", offsetof(tool_measures, hold_height)},
        {"time in the air, tapped, s", offsetof(tool_measures, air_time)},
        {"length of a running jump, m", offsetof(tool_measures, jump_way)},
    };
    print_head("Measured on a flat floor");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("| %s |", rows[i].what);
        for (uint32_t k = 0; k < lope_preset_count(); k++) {
            double value;
            memcpy(&value, (const char *)&measures[k] + rows[i].offset, sizeof value);
            printf(" %.2f |", value);
        }
        printf("\n");
    }
}

static void print_differences(const lope_tuning *tunings)
{
    print_head("Field");
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        bool differs = false;
        for (uint32_t k = 1; k < lope_preset_count(); k++)
            differs = differs || value_of(&tunings[k], field) != value_of(&tunings[0], field);
        if (!differs) continue;
        printf("| %s |", field->name);
        for (uint32_t k = 0; k < lope_preset_count(); k++) {
            bool same = k > 0 && value_of(&tunings[k], field) == value_of(&tunings[0], field);
            printf(" ");
            if (!same) print_value(&tunings[k], field);
            printf(same ? "|" : " |");
        }
        printf("\n");
    }
}

#define MOST_PRESETS 32

int tool_presets(int count, char **arguments)
{
    static const tool_option none[] = {{0}};
    lope_scene_fault fault = {0};
    lope_tuning tunings[MOST_PRESETS];
    tool_measures measures[MOST_PRESETS];
    if (!tool_parse(count, arguments, none, NULL, 0, 0, "lope presets", &fault)) return tool_report(&fault);
    printf("# Presets\n\nTunings to begin with, as `lope presets` prints them.\n\n| Preset | How it feels |\n|---|---|\n");
    for (uint32_t i = 0; i < lope_preset_count() && i < MOST_PRESETS; i++) {
        lope_tuning_preset(lope_preset_name(i), &tunings[i]);
        if (!tool_measure(&tunings[i], &measures[i])) {
            lope_scene_fail(&fault, LOPE_SCENE_OWN_FAULT, "lope: presets: out of memory");
            return tool_report(&fault);
        }
        printf("| %s | %s |\n", lope_preset_name(i), lope_preset_text(i));
    }
    printf("\n");
    print_measures(measures);
    printf("\nWhat differs from the default; an empty cell is the default's.\n\n");
    print_differences(tunings);
    return 0;
}
