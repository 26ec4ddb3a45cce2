// options.c - the command line of a verb, read strictly: every fault is one line that says what would be right.
//
// Read next: run.c, where a list of options is.
#include "lope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OPTIONS 32
#define HELP_COLUMN 29 // where what an option does begins

static bool refuse(lope_scene_fault *fault, const char *name, const char *found, const char *expected)
{
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: %s: found %.60s, expected %s", name, found, expected);
}

static bool read_number(const char *text, double *number)
{
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && *end == 0 && isfinite(*number);
}

static bool read_point(const char *text, lope_point *point)
{
    double v[3];
    for (int i = 0; i < 3; i++) {
        char *end = NULL;
        v[i] = strtod(text, &end);
        if (end == text || !(fabs(v[i]) <= 1e12) || *end != (i < 2 ? ',' : 0)) return false;
        text = end + 1;
    }
    *point = lope_point_make(v[0], v[1], v[2]);
    return true;
}

static bool take_value(const tool_option *option, const char *value, lope_scene_fault *fault)
{
    char expected[96];
    double number = 0.0;
    if (option->text != NULL) {
        *option->text = value;
        return value[0] != 0 || refuse(fault, option->name, "nothing", "a file name");
    }
    if (option->point != NULL)
        return read_point(value, option->point) ||
               refuse(fault, option->name, value, "X,Y,Z, three numbers up to 1e12 with commas between them");
    bool whole = option->whole != NULL;
    bool good =
        read_number(value, &number) && number >= option->low && number <= option->high && (!whole || floor(number) == number);
    if (!good) {
        snprintf(expected, sizeof expected, "a %snumber from %.15g to %.15g", whole ? "whole " : "", option->low, option->high);
        return refuse(fault, option->name, value, expected);
    }
    if (whole)
        *option->whole = (uint64_t)number;
    else
        *option->number = number;
    return true;
}

static bool is_flag(const tool_option *option)
{
    return option->text == NULL && option->whole == NULL && option->number == NULL && option->point == NULL;
}

static bool unknown(const tool_option *options, const char *argument, size_t length, lope_scene_fault *fault)
{
    const char *names[MOST_OPTIONS + 2] = {NULL};
    char word[64], all[300] = "";
    size_t i = 0;
    for (; options[i].name != NULL && i < MOST_OPTIONS; i++) {
        size_t used = strlen(all);
        names[i] = options[i].name;
        snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    names[i] = "--help";
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), argument);
    const char *meant = lope_scene_nearest(word, names);
    if (meant != NULL)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: unknown option %s, did you mean %s?", word, meant);
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: unknown option %s, known here: %s", word, all);
}

// Takes the option at arguments[*at]; its value stands behind it or after a '='.
static bool take_option(int count, char **arguments, int *at, const tool_option *options, lope_scene_fault *fault)
{
    const char *argument = arguments[*at];
    const char *equals = strchr(argument, '=');
    size_t length = equals != NULL ? (size_t)(equals - argument) : strlen(argument);
    const tool_option *option = options;
    while (option->name != NULL && !(strlen(option->name) == length && memcmp(option->name, argument, length) == 0)) option++;
    if (option->name == NULL) return unknown(options, argument, length, fault);
    if (option->flag != NULL) *option->flag = true;
    if (is_flag(option)) return equals == NULL || refuse(fault, option->name, equals, "no value");
    if (equals != NULL) return take_value(option, equals + 1, fault);
    if (*at + 1 >= count) return refuse(fault, option->name, "the end of the line", "a value");
    return take_value(option, arguments[++*at], fault);
}

static bool asks_for_help(const char *argument) { return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0; }

static void print_help(const tool_option *options, const char *usage)
{
    printf("%s\n", usage);
    for (size_t i = 0; options[i].name != NULL; i++) {
        const char *text = options[i].help != NULL ? options[i].help : "";
        int used = printf("  %s%s%s", options[i].name, options[i].value != NULL ? " " : "",
                          options[i].value != NULL ? options[i].value : "");
        for (bool first = true; first || *text != 0; first = false, used = 0) {
            size_t line = strcspn(text, "\n");
            printf("%*s%.*s\n", used < HELP_COLUMN ? HELP_COLUMN - used : 1, "", (int)line, text);
            text += line + (text[line] != 0 ? 1 : 0);
        }
    }
}

bool tool_parse(int count, char **arguments, const tool_option *options, const char **files, int least, int most,
                const char *usage, lope_scene_fault *fault)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (asks_for_help(arguments[i])) {
            print_help(options, usage);
            return false;
        }
        if (arguments[i][0] == '-' && arguments[i][1] != 0) {
            if (!take_option(count, arguments, &i, options, fault)) return false;
        } else if (found == most) {
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: found one argument too many, %.80s, expected: %s",
                                   arguments[i], usage);
        } else {
            files[found++] = arguments[i];
        }
    }
    return found >= least || lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: an argument is missing, expected: %s", usage);
}

int tool_report(const lope_scene_fault *fault)
{
    if (fault->status != 0) fprintf(stderr, "%s\n", fault->text);
    return fault->status;
}
