// refusals.c - says of many scenarios whether they are refused: refusals SCENARIOS FILE.
//
// SCENARIOS has one scenario a line. Each is written to FILE, from where it is read; a line is printed for
// each: the refusal, or an empty one. Used by check_keys.py, for which a run of `lope` each would take
// minutes.
#include "scene/scenario.h"

#include <stdio.h>
#include <stdlib.h>

#define LONGEST 100000

int main(int count, char **arguments)
{
    FILE *lines = count == 3 ? fopen(arguments[1], "rb") : NULL;
    char *line = malloc(LONGEST);
    while (lines != NULL && line != NULL && fgets(line, LONGEST, lines) != NULL) {
        lope_scene_fault fault = {0};
        FILE *file = fopen(arguments[2], "wb");
        if (file == NULL) return 1;
        fputs(line, file);
        if (fclose(file) != 0) return 1;
        lope_scenario *scenario = lope_scenario_load(arguments[2], NULL, &fault);
        printf("%s\n", scenario != NULL ? "" : fault.text);
        lope_scenario_free(scenario);
    }
    const int status = lines != NULL && line != NULL ? 0 : 1;
    if (lines != NULL) fclose(lines);
    free(line);
    return status;
}
