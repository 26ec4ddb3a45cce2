// golden.c - prints the golden hashes, one a line, and needs nothing but libc and the library, so that it
// runs wherever a C compiler reaches. scripts/determinism.sh builds it for many machines and compares. Read
// next: ../golden.h for what is run.
#include "tests/repeat/golden.h"
#include "tests/repeat/fold.h"
#include "tests/repeat/lmesh.h"

#include <stdio.h>
#include <stdlib.h>

static int usage(void)
{
    fputs("usage: golden [--gym MESH] [--tour JSON] [--town MESH] [--events]\n"
          "       golden --gym MESH --tour JSON --record FILE\n"
          "       golden --gym MESH --tour JSON --replay FILE\n"
          "       golden --convert IN.obj OUT.lmesh\n"
          "  MESH is an .lmesh or .obj file. Prints a name and a hash for each run, and one for all.\n",
          stderr);
    return 2;
}

// In two halves: not every C library's printf knows 64 bits.
static void print_hash(const char *name, uint64_t hash)
{
    printf("%-12s %08lx%08lx\n", name, (unsigned long)(hash >> 32), (unsigned long)(hash & UINT32_MAX));
    fflush(stdout);
}

static int complain(const char *text)
{
    fprintf(stderr, "golden: %s\n", text);
    return 1;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    const size_t room = 1 << 20;
    char *text = calloc(1, room);
    if (text != NULL && fread(text, 1, room - 1, file) == room - 1) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static int convert(const char *from, const char *to)
{
    char text[256];
    obj_mesh mesh;
    if (!lmesh_read(from, &mesh, text, sizeof text)) return complain(text);
    const bool good = lmesh_write(to, &mesh);
    obj_release(&mesh);
    return good ? 0 : complain("cannot write the mesh");
}

static bool read_bytes(const char *path, golden_bytes *to)
{
    const size_t room = 1 << 24;
    FILE *file = fopen(path, "rb");
    to->bytes = file != NULL ? malloc(room) : NULL;
    to->size = to->bytes != NULL ? fread(to->bytes, 1, room, file) : 0;
    if (file != NULL) fclose(file);
    return to->size > 0 && to->size < room;
}

static bool write_bytes(const char *path, const golden_bytes *from)
{
    FILE *file = fopen(path, "wb");
    const bool good = file != NULL && fwrite(from->bytes, 1, from->size, file) == from->size;
    return file != NULL && fclose(file) == 0 && good;
}

// Writes recordings, or plays those of another machine back.
static int run_recordings(const char *mesh, const char *tour_path, const char *to, const char *from)
{
    char text[256] = "";
    obj_mesh gym;
    golden_bytes record = {0};
    if (!lmesh_read(mesh, &gym, text, sizeof text)) return complain(text);
    char *tour = read_text(tour_path);
    bool good = tour != NULL;
    if (good && to != NULL) good = golden_record(&gym, tour, &record, text) && write_bytes(to, &record);
    if (good && from != NULL) good = read_bytes(from, &record) && golden_replay(&gym, tour, &record, text);
    free(tour);
    free(record.bytes);
    obj_release(&gym);
    if (good && from != NULL) puts("replay equal");
    return good ? 0 : complain(text[0] != 0 ? text : "recordings or tour cannot be read or written");
}

static void print_events(const golden_events *events)
{
    for (uint32_t kind = 1; kind < LOPE_EVENT_KIND_COUNT; kind++)
        printf("# %-10s %8lu\n", lope_event_name(kind), (unsigned long)events->kinds[kind]);
    printf("# %-10s %8lu\n# %-10s %8lu\n# %-10s %8lu of %lu\n", "wedged", (unsigned long)events->wedged, "carried",
           (unsigned long)events->carried, "grounded", (unsigned long)events->grounded, (unsigned long)events->moved);
}

static bool run_gym(const char *path, const char *tour_path, bool show, uint64_t *all, char *text)
{
    obj_mesh gym;
    golden_events events;
    uint64_t walk, queries, hash;
    if (!lmesh_read(path, &gym, text, 200)) return false;
    bool good = golden_park(&gym, &walk, &queries, &events, text);
    if (good) {
        print_hash("park.walk", walk);
        print_hash("park.queries", queries);
        if (show) print_events(&events);
        *all = fold_u64(fold_u64(*all, walk), queries);
    }
    if (good && tour_path != NULL) {
        char *tour = read_text(tour_path);
        if (tour == NULL) snprintf(text, 200, "%s: cannot be read", tour_path);
        good = tour != NULL && golden_tour(&gym, tour, &hash, text);
        free(tour);
        if (good) print_hash("gym.tour", hash);
        if (good) *all = fold_u64(*all, hash);
    }
    obj_release(&gym);
    return good;
}

static void run_digest(bool show, uint64_t *all)
{
    golden_digests digests;
    const uint64_t hash = golden_digest(&digests);
    print_hash("state.digest", hash);
    if (show) print_hash("# walker", digests.walker);
    if (show) print_hash("# all pages", digests.all_pages);
    *all = fold_u64(*all, hash);
}

static bool run_abilities(bool show, uint64_t *all, char *text)
{
    golden_abilities_used used;
    uint64_t hash;
    if (!golden_abilities(&hash, &used, text)) return false;
    print_hash("abilities", hash);
    for (uint32_t i = 0; show && i < LOPE_SCENE_OWN_ABILITIES; i++)
        printf("# %-12s %6lu starts %6lu ends\n", lope_scene_own_ability(i)->name, (unsigned long)used.starts[i],
               (unsigned long)used.ends[i]);
    *all = fold_u64(*all, hash);
    return true;
}

static bool run_control(bool show, uint64_t *all, char *text)
{
    control_used used;
    uint64_t hash;
    if (!golden_control(&hash, &used, text)) return false;
    print_hash("control", hash);
    for (uint32_t kind = 1; show && kind < LOPE_LINK_COUNT; kind++)
        printf("# %-8s %6lu ticks\n", lope_link_name(kind), (unsigned long)used.links[kind]);
    if (show)
        printf("# locks %lu, lost %lu, switched %lu, recentred %lu, arrived %lu, diverted %lu, kept %lu\n",
               (unsigned long)used.locks, (unsigned long)used.lost, (unsigned long)used.switched, (unsigned long)used.recentred,
               (unsigned long)used.arrived, (unsigned long)used.diverted, (unsigned long)used.kept);
    *all = fold_u64(*all, hash);
    return true;
}

static bool run_town(const char *path, uint64_t *all, char *text)
{
    obj_mesh town;
    uint64_t walk, queries;
    if (!lmesh_read(path, &town, text, 200)) return false;
    const bool good = golden_town(&town, &walk, &queries, text);
    obj_release(&town);
    if (!good) return false;
    print_hash("town.walk", walk);
    print_hash("town.queries", queries);
    *all = fold_u64(fold_u64(*all, walk), queries);
    return true;
}

int main(int count, char **arguments)
{
    const char *gym = NULL, *tour = NULL, *town = NULL, *record = NULL, *replay = NULL;
    bool events = false;
    char text[256] = "";
    uint64_t all = FOLD_START;
    if (count == 4 && strcmp(arguments[1], "--convert") == 0) return convert(arguments[2], arguments[3]);
    for (int i = 1; i < count; i++) {
        const char **value = strcmp(arguments[i], "--gym") == 0      ? &gym
                             : strcmp(arguments[i], "--tour") == 0   ? &tour
                             : strcmp(arguments[i], "--town") == 0   ? &town
                             : strcmp(arguments[i], "--record") == 0 ? &record
                             : strcmp(arguments[i], "--replay") == 0 ? &replay
                                                                     : NULL;
        if (strcmp(arguments[i], "--events") == 0)
            events = true;
        else if (value == NULL || i + 1 == count)
            return usage();
        else
            *value = arguments[++i];
    }
    if (gym == NULL && town == NULL) return usage();
    if (record != NULL || replay != NULL)
        return gym == NULL || tour == NULL ? usage() : run_recordings(gym, tour, record, replay);
    if (gym != NULL) run_digest(events, &all);
    if (gym != NULL && !run_gym(gym, tour, events, &all, text)) return complain(text);
    if (gym != NULL && !run_abilities(events, &all, text)) return complain(text);
    if (gym != NULL && !run_control(events, &all, text)) return complain(text);
    if (town != NULL && !run_town(town, &all, text)) return complain(text);
    print_hash("all", all);
    return 0;
}
