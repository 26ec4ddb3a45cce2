// queries.c - ray, sweep and overlap on the town, nanoseconds each, beside Bullet in the same run: see ask.c for what is asked.
#include "ask.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 7
#define SEED 20261121

static int usage(void)
{
    fputs("usage: queries [--level FILE] [--seed N] [--alone]\n"
          "  --level FILE  the town's OBJ file, when it does not lie at ../shared/levels/town/town.obj\n"
          "  --seed N      of the questions, default 20261121\n"
          "  --alone       without Bullet\n",
          stderr);
    return 2;
}

static void print_figures(ask_bench *bench, bool bullet)
{
    printf("%d questions of each kind on the town, seed %llu, median of %d rounds, thread CPU time\n\n", ASK_QUESTIONS,
           (unsigned long long)bench->seed, bench->rounds);
    printf("  %-24s %10s %10s %10s %12s %14s\n", "", "lope", "Bullet", "hits", "agree on hit", "within 1 mm");
    for (ask_kind kind = 0; kind < ASK_KINDS; kind++) {
        if (!ask_has(bench, kind)) continue;
        const ask_figures f = ask_result(bench, kind);
        printf("  %-24s %7.0f ns", ask_name(kind), f.lope_ns);
        if (bullet)
            printf(" %7.0f ns %8.1f %% %10.2f %% %12.2f %%\n", f.bullet_ns, f.hits * 100, f.agree * 100, f.close * 100);
        else
            printf(" %10s %8.1f %%\n", "-", f.hits * 100);
    }
}

static bullet_world *make_bullet(const obj_mesh *town, bool alone)
{
#ifdef LOPE_BENCH_BULLET
    if (!alone) return bullet_world_mesh(town, 0);
#else
    (void)town, (void)alone;
#endif
    return NULL;
}

int main(int count, char **arguments)
{
    const char *path = NULL;
    uint64_t seed = SEED;
    bool alone = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--alone") == 0)
            alone = true;
        else if (strcmp(arguments[i], "--level") == 0 && i + 1 < count)
            path = arguments[++i];
        else if (strcmp(arguments[i], "--seed") == 0 && i + 1 < count)
            seed = strtoull(arguments[++i], NULL, 10);
        else
            return usage();
    }
    if (path == NULL) path = walk_find_town();
    obj_mesh town;
    char text[256] = "the town is not at ../shared/levels/town/town.obj; give its OBJ file with --level FILE";
    if (path == NULL || !obj_read(path, &town, text, sizeof text)) {
        fprintf(stderr, "queries: %s\n", text);
        return 2;
    }
    lope_level *level = walk_build_town(&town);
    ask_bench *bench = calloc(1, sizeof *bench);
    bullet_world *bullet = make_bullet(&town, alone);
    const bool good = level != NULL && bench != NULL;
    if (good) {
        ask_prepare(bench, level, bullet, seed);
        for (int round = 0; round < ROUNDS; round++) ask_round(bench);
        print_figures(bench, bullet != NULL);
        ask_finish(bench);
    }
#ifdef LOPE_BENCH_BULLET
    bullet_world_destroy(bullet);
#endif
    free(bench);
    lope_level_destroy(level);
    obj_release(&town);
    return good ? 0 : 1;
}
