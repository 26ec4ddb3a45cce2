// keys.c - `lope keys`: what may stand in a scenario file, as docs/SCENARIOS.md and, with --schema, as
// docs/scenario.schema.json.
//
// Both are printed from scene/scenario_table.h, and from the library's own tables of tuning fields and
// presets.
#include "lope.h"

#include "scene/scenario_table.h"
#include "scene/scenario_unreal.h"

#include <string.h>

#define DEGREES 57.29577951308232

// ---- Markdown ---------------------------------------------------------------------------------------------

static void print_words(const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++) printf("%s`\"%s\"`", i > 0 ? ", " : "", words[i]);
}

static void print_presets(void)
{
    for (uint32_t i = 0; i < lope_preset_count(); i++) printf("%s`\"%s\"`", i > 0 ? ", " : "", lope_preset_name(i));
}

static const char *title_of(const char *object)
{
    for (uint32_t i = 0; lope_scene_object_row_at(i) != NULL; i++)
        if (strcmp(lope_scene_object_row_at(i)->name, object) == 0) return lope_scene_object_row_at(i)->title;
    return object;
}

// The anchor that pages of Markdown give a heading.
static void print_link(const char *title)
{
    printf("[%s](#", title);
    for (; *title != 0; title++) {
        if (*title != '"') putchar(*title == ' ' ? '-' : *title >= 'A' && *title <= 'Z' ? *title - 'A' + 'a' : *title);
    }
    printf(")");
}

static void print_object(const lope_scene_type *type)
{
    if (type->of == NULL)
        printf("object");
    else if (strcmp(type->of, "tuning") == 0)
        print_link("The tuning");
    else
        print_link(title_of(type->of));
}

// 1e6, not 1e+06.
static void print_number(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.6g", value);
    for (const char *c = text; *c != 0; c++) {
        const bool after_e = c > text && (c[-1] == 'e' || (c > text + 1 && c[-2] == 'e'));
        if (!(*c == '+' || (*c == '0' && after_e))) putchar(*c);
    }
}

static void print_range(const lope_scene_type *type)
{
    print_number(type->low);
    printf(" to ");
    print_number(type->high);
}

static void print_one(const lope_scene_type *type)
{
    switch (type->kind) {
    case LOPE_SCENE_TYPE_NUMBER:
        print_range(type);
        break;
    case LOPE_SCENE_TYPE_WHOLE:
        if (type->low >= type->high)
            printf("`%.0f`", type->low);
        else
            printf("whole, %.0f to %.0f", type->low, type->high);
        break;
    case LOPE_SCENE_TYPE_BOOL:
        printf("true, false");
        break;
    case LOPE_SCENE_TYPE_TRUE:
        printf("true");
        break;
    case LOPE_SCENE_TYPE_TEXT:
        printf("text");
        break;
    case LOPE_SCENE_TYPE_NULL:
        printf("null");
        break;
    case LOPE_SCENE_TYPE_CHOICE:
        print_words(type->words);
        break;
    case LOPE_SCENE_TYPE_PRESET:
        print_presets();
        break;
    case LOPE_SCENE_TYPE_NUMBERS:
        printf("[%u numbers], ", (unsigned)type->count);
        print_range(type);
        break;
    case LOPE_SCENE_TYPE_WHOLES:
        printf("[%u whole numbers]", (unsigned)type->count);
        break;
    case LOPE_SCENE_TYPE_OBJECT:
        print_object(type);
        break;
    case LOPE_SCENE_TYPE_NONE:
        break;
    }
}

static void print_type(const lope_scene_type *type)
{
    if (type->is_list) printf(type->least > 0 ? "list of at least %u: " : "list of: ", (unsigned)type->least);
    print_one(type);
}

static void print_key(const lope_scene_key_row *row)
{
    printf("| `%s` | ", row->key);
    print_type(&row->type);
    if (row->other.kind != LOPE_SCENE_TYPE_NONE) {
        printf("; or ");
        print_type(&row->other);
    }
    printf(" | %s%s%s | %s |\n",
           row->required          ? "required"
           : row->initial != NULL ? "`"
                                  : "",
           row->initial != NULL ? row->initial : "", row->initial != NULL ? "`" : "", row->text);
}

static void print_tables(void)
{
    const lope_scene_object_row *object;
    const lope_scene_key_row *row;
    for (uint32_t i = 0; (object = lope_scene_object_row_at(i)) != NULL; i++) {
        printf("\n## %s\n\n", object->title);
        if (object->text[0] != 0) printf("%s.\n\n", object->text);
        printf("| Key | Value | Default | What it is |\n|---|---|---|---|\n");
        for (uint32_t k = 0; (row = lope_scene_key_row_at(k)) != NULL; k++)
            if (strcmp(row->object, object->name) == 0) print_key(row);
    }
}

static void print_tuning(void)
{
    printf(
        "\n## The tuning\n\nIts keys are the fields of [TUNING.md](TUNING.md), with angles in degrees. Besides, `\"unreal\"` is "
        "an "
        "object with\nfields by Unreal's names and in Unreal's units (centimetres, degrees, half heights), set after the "
        "preset:\n"
        "`\"tuning\": {\"max_step_height\": 0.3, \"unreal\": {\"MaxWalkSpeed\": 450}}`. A field stands under one of its names.\n"
        "The b of a flag may be left out. Names that are not in TUNING.md:");
    const lope_tuning_field *field;
    const char *name, *between = " ";
    for (uint32_t i = 0; (name = lope_scene_unreal_name(i, &field)) != NULL; i++) {
        if (field != NULL) continue;
        printf("%s%s", between, name);
        between = ", ";
    }
    printf(".\n");
}

static void print_events(void)
{
    const lope_scene_event_row *row;
    printf("\n## Events\n\n`lope run FILE --events F.ndjson` writes one JSON object a line: `tick`, `time` (s), `name` of the "
           "character, "
           "`event`,\nand what else the event has. Positions and vectors are as in the file; a piece that is none is null.\n\n"
           "| Event | Members | What happened |\n|---|---|---|\n");
    for (uint32_t i = 0; (row = lope_scene_event_row_at(i)) != NULL; i++)
        printf("| `%s` | %s | %s |\n", row->event, row->members, row->text);
}

static void print_page(void)
{
    printf("# Scenario files\n\nEvery key of a scenario file, as `lope keys` prints it; `lope keys --schema` prints the same as "
           "a JSON "
           "schema, which is\n[scenario.schema.json](scenario.schema.json): editors that know JSON schemas complete and check "
           "keys by it "
           "when a\nscenario has `\"$schema\": \"PATH/scenario.schema.json\"`. How scenarios are used: "
           "[the guide, chapter 4](guide/04-scenarios.md).\n\n"
           "Lengths are metres, times seconds, masses kilograms, angles degrees; y is up. An unknown key is refused.\n");
    print_tables();
    print_tuning();
    print_events();
}

// ---- JSON schema ------------------------------------------------------------------------------------------

static void put_text(const char *text)
{
    putchar('"');
    for (; *text != 0; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void put_words(const char *const *words)
{
    printf("\"enum\": [");
    for (size_t i = 0; words[i] != NULL; i++) printf("%s\"%s\"", i > 0 ? ", " : "", words[i]);
    printf("]");
}

static void put_presets(void)
{
    printf("\"enum\": [");
    for (uint32_t i = 0; i < lope_preset_count(); i++) printf("%s\"%s\"", i > 0 ? ", " : "", lope_preset_name(i));
    printf("]");
}

static void put_items(const lope_scene_type *type, const char *item)
{
    printf("\"type\": \"array\", \"minItems\": %u, \"maxItems\": %u, \"items\": {%s}", (unsigned)type->count,
           (unsigned)type->count, item);
}

// The members of a schema of one value.
static void put_one(const lope_scene_type *type)
{
    char item[160];
    switch (type->kind) {
    case LOPE_SCENE_TYPE_NUMBER:
        printf("\"type\": \"number\", \"minimum\": %.16g, \"maximum\": %.16g", type->low, type->high);
        break;
    case LOPE_SCENE_TYPE_WHOLE:
        printf("\"type\": \"integer\", \"minimum\": %.16g, \"maximum\": %.16g", type->low, type->high);
        break;
    case LOPE_SCENE_TYPE_BOOL:
        printf("\"type\": \"boolean\"");
        break;
    case LOPE_SCENE_TYPE_TRUE:
        printf("\"enum\": [true]");
        break;
    case LOPE_SCENE_TYPE_TEXT:
        printf("\"type\": \"string\", \"minLength\": %.0f, \"maxLength\": %.0f", type->low, type->high);
        break;
    case LOPE_SCENE_TYPE_NULL:
        printf("\"type\": \"null\"");
        break;
    case LOPE_SCENE_TYPE_CHOICE:
        put_words(type->words);
        break;
    case LOPE_SCENE_TYPE_PRESET:
        put_presets();
        break;
    case LOPE_SCENE_TYPE_NUMBERS:
        snprintf(item, sizeof item, "\"type\": \"number\", \"minimum\": %.16g, \"maximum\": %.16g", type->low, type->high);
        put_items(type, item);
        break;
    case LOPE_SCENE_TYPE_WHOLES:
        put_items(type, "\"type\": \"integer\", \"minimum\": 0");
        break;
    case LOPE_SCENE_TYPE_OBJECT:
        if (type->of != NULL)
            printf("\"$ref\": \"#/definitions/%s\"", type->of);
        else
            printf("\"type\": \"object\"");
        break;
    case LOPE_SCENE_TYPE_NONE:
        break;
    }
}

static void put_type(const lope_scene_type *type)
{
    if (!type->is_list) {
        put_one(type);
        return;
    }
    printf("\"type\": \"array\", \"minItems\": %u, \"items\": {", (unsigned)type->least);
    put_one(type);
    printf("}");
}

// Beside a reference other members do not count, so a description stands around it.
static void put_key(const lope_scene_key_row *row)
{
    const bool alone = row->other.kind == LOPE_SCENE_TYPE_NONE && (row->type.of == NULL || row->type.is_list);
    printf("        \"%s\": {\"description\": ", row->key);
    put_text(row->text);
    if (row->initial != NULL) printf(", \"default\": %s", row->initial);
    printf(alone ? ", " : ", \"anyOf\": [{");
    put_type(&row->type);
    if (row->other.kind != LOPE_SCENE_TYPE_NONE) {
        printf("}, {");
        put_type(&row->other);
    }
    printf(alone ? "}" : "}]}");
}

// Prints one of the keys of an object for each that is asked for: `shapes`, or those that are required.
static void put_names(const char *object, bool shapes)
{
    const lope_scene_key_row *row;
    const char *between = "";
    for (uint32_t k = 0; (row = lope_scene_key_row_at(k)) != NULL; k++) {
        if (strcmp(row->object, object) != 0 || !(shapes ? row->is_shape : row->required)) continue;
        printf(shapes ? "%s{\"required\": [\"%s\"]}" : "%s\"%s\"", between, row->key);
        between = ", ";
    }
}

static bool has_names(const char *object, bool shapes)
{
    const lope_scene_key_row *row;
    for (uint32_t k = 0; (row = lope_scene_key_row_at(k)) != NULL; k++)
        if (strcmp(row->object, object) == 0 && (shapes ? row->is_shape : row->required)) return true;
    return false;
}

// The members of a schema of an object with rows.
static void put_object(const lope_scene_object_row *object)
{
    const lope_scene_key_row *row;
    const char *between = "\n";
    printf("\"type\": \"object\", \"additionalProperties\": false");
    if (has_names(object->name, false)) {
        printf(", \"required\": [");
        put_names(object->name, false);
        printf("]");
    }
    if (has_names(object->name, true)) {
        printf(",\n      \"oneOf\": [");
        put_names(object->name, true);
        printf("]");
    }
    printf(",\n      \"properties\": {");
    for (uint32_t k = 0; (row = lope_scene_key_row_at(k)) != NULL; k++) {
        if (strcmp(row->object, object->name) != 0) continue;
        printf("%s", between);
        put_key(row);
        between = ",\n";
    }
    printf("\n      }");
}

static void put_range(const lope_field *field)
{
    const bool ranged = field->high > field->low, angle = field->kind == LOPE_FIELD_ANGLE;
    printf("\"type\": \"%s\"", field->kind == LOPE_FIELD_INT ? "integer" : "number");
    // To the hundredth of a degree, as scene/scenario_setting.c reads it.
    if (ranged && angle)
        printf(", \"minimum\": %.2f, \"maximum\": %.2f", (double)field->low * DEGREES, (double)field->high * DEGREES);
    if (ranged && !angle) printf(", \"minimum\": %.9g, \"maximum\": %.9g", (double)field->low, (double)field->high);
}

static void put_field(const lope_field *field)
{
    printf("        \"%s\": {\"description\": ", field->name);
    put_text(field->text != NULL ? field->text : "");
    printf(", ");
    if (field->kind == LOPE_FIELD_BOOL) {
        printf("\"type\": \"boolean\"");
    } else if (field->kind == LOPE_FIELD_ENUM) {
        const char *between = "";
        printf("\"enum\": [");
        for (int i = 0; field->choices[i] != NULL; i++) {
            if (field->refused >> i & 1u) continue;
            printf("%s\"%s\"", between, field->choices[i]);
            between = ", ";
        }
        printf("]");
    } else {
        put_range(field);
    }
    printf("},\n");
}

static void put_unreal(void)
{
    const lope_tuning_field *field;
    const char *name, *between = "\n";
    printf("    \"unreal\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {");
    for (uint32_t i = 0; (name = lope_scene_unreal_name(i, &field)) != NULL; i++) {
        const bool flag = field != NULL && field->kind == LOPE_FIELD_BOOL;
        printf("%s        \"%s\": {\"type\": \"%s\"}", between, name, flag ? "boolean" : "number");
        between = ",\n";
        if (flag && name[0] == 'b') printf(",\n        \"%s\": {\"type\": \"boolean\"}", name + 1);
    }
    printf("\n      }}\n");
}

static void print_schema(void)
{
    const lope_scene_object_row *object = lope_scene_object_row_at(0);
    printf(
        "{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \"A scenario of lope\",\n  "
        "\"description\": "
        "\"Printed by lope keys --schema. The same as a page: SCENARIOS.md\",\n  \"allOf\": [{\"$ref\": \"#/definitions/%s\"}],\n"
        "  \"definitions\": {\n",
        object->name);
    for (uint32_t i = 0; (object = lope_scene_object_row_at(i)) != NULL; i++) {
        printf("    \"%s\": {", object->name);
        put_object(object);
        printf("},\n");
    }
    printf("    \"tuning\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n");
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) put_field(lope_tuning_field_at(i));
    printf("        \"unreal\": {\"$ref\": \"#/definitions/unreal\"}\n      }},\n");
    put_unreal();
    printf("  }\n}\n");
}

int tool_keys(int count, char **arguments)
{
    bool schema = false;
    const tool_option list[] = {
        {.name = "--schema", .help = "as a JSON schema, for editors", .flag = &schema},
        {0},
    };
    lope_scene_fault fault = {0};
    if (!tool_parse(count, arguments, list, NULL, 0, 0, "lope keys [options]", &fault)) return tool_report(&fault);
    if (schema)
        print_schema();
    else
        print_page();
    return 0;
}
