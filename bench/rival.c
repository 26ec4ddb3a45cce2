// rival.c - the crowd walk with Bullet's characters, as a program: see rival_walk.c.
#include "clock.h"
#include "rival_walk.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS 3
#define COUNT_MOST 1000000

typedef struct options {
    bool flat;
    uint32_t count;
    const char *level;
} options;

static bool read_options(int count, char **arguments, options *wanted)
{
    *wanted = (options){.count = 1000};
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? arguments[i + 1] : NULL;
        if (strcmp(arguments[i], "flat") == 0) {
            wanted->flat = true;
        } else if (strcmp(arguments[i], "--level") == 0 && value != NULL) {
            wanted->level = arguments[++i];
        } else if (strcmp(arguments[i], "--count") == 0 && value != NULL) {
            const unsigned long number = strtoul(arguments[++i], NULL, 10);
            if (number == 0 || number > COUNT_MOST) return false;
            wanted->count = (uint32_t)number;
        } else if (strcmp(arguments[i], "town") != 0) {
            return false;
        }
    }
    return true;
}

static bullet_world *make_world(const options *wanted)
{
    if (wanted->flat) return bullet_world_flat();
    const char *path = wanted->level != NULL ? wanted->level : walk_find_town();
    static obj_mesh town; // Bullet copies it
    char text[256] = "the town is not at ../shared/levels/town/town.obj; give its OBJ file with --level FILE";
    if (path == NULL || !obj_read(path, &town, text, sizeof text)) {
        fprintf(stderr, "rival: %s\n", text);
        return NULL;
    }
    bullet_world *world = bullet_world_mesh(&town, -1);
    obj_release(&town);
    return world;
}

int main(int count, char **arguments)
{
    options wanted;
    if (!read_options(count, arguments, &wanted)) {
        fputs("usage: rival [town|flat] [--count N] [--level FILE]\n"
              "  the crowd walk with Bullet's btKinematicCharacterController; arguments as of `crowd`\n",
              stderr);
        return 2;
    }
    bullet_world *world = make_world(&wanted);
    if (world == NULL) return 2;
    double cpu[RUNS], wall[RUNS];
    rival_figures f = {0};
    bool good = true;
    for (int run = 0; good && run < RUNS; run++) {
        good = rival_walk_run(world, wanted.count, &f);
        cpu[run] = f.us_cpu;
        wall[run] = f.us_wall;
    }
    bullet_world_destroy(world);
    if (!good) return 1;
    printf("crowd walk with Bullet: %s, %u characters, median of %d runs\n\n", wanted.flat ? "flat" : "town",
           (unsigned)wanted.count, RUNS);
    printf("  %-34s %12.3f us\n", "per character-tick, CPU time", clock_median(cpu, RUNS));
    printf("  %-34s %12.3f us\n", "per character-tick, wall time", clock_median(wall, RUNS));
    printf("  %-34s %12.2f %%\n", "on the ground", f.grounded * 100);
    printf("  %-34s %12.2f %%\n", "speed kept", f.speed_kept * 100);
    printf("  %-34s %12u\n", "fell out of the level", (unsigned)f.fell);
    return 0;
}
