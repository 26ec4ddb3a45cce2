// test_golden.c - this build's hashes against golden.txt, which every compiler and machine must meet (./run
// determinism).
//
// When results were meant to change, ./run determinism --update writes the file anew.
#include "../behaviour/check.h"
#include "golden.h"
#include "lmesh.h"
#include "play.h"

#include <inttypes.h>

#ifndef LOPE_SOURCE_DIR
#define LOPE_SOURCE_DIR "."
#endif
#ifndef LOPE_SHARED_DIR
#define LOPE_SHARED_DIR "../shared"
#endif

static uint64_t golden_of(const char *name)
{
    FILE *file = fopen(LOPE_SOURCE_DIR "/tests/repeat/golden.txt", "r");
    char line[200], word[64];
    uint64_t hash = 0;
    bool found = false;
    if (file == NULL) fail_msg("tests/repeat/golden.txt is not there: ./run determinism --update");
    while (!found && fgets(line, sizeof line, file) != NULL)
        found = sscanf(line, "%63s %" SCNx64, word, &hash) == 2 && strcmp(word, name) == 0;
    fclose(file);
    if (!found) fail_msg("%s is not in golden.txt: ./run determinism --update", name);
    return hash;
}

static void check_golden(const char *name, uint64_t hash)
{
    const uint64_t wanted = golden_of(name);
    printf("  %-12s %016" PRIx64 "\n", name, hash);
    if (hash != wanted)
        fail_msg("%s is %016" PRIx64 ", golden.txt says %016" PRIx64 "; when that was meant: ./run determinism --update", name,
                 hash, wanted);
}

static void digests_are_golden(void **unused)
{
    (void)unused;
    golden_digests digests;
    const uint64_t hash = golden_digest(&digests);
    printf("  walker %016" PRIx64 ", all pages %016" PRIx64 "\n", digests.walker, digests.all_pages);
    check_golden("state.digest", hash);
}

static void the_park_is_golden(void **unused)
{
    (void)unused;
    obj_mesh gym;
    golden_events events;
    uint64_t walk = 0, queries = 0;
    char text[200] = "";
    assert_true(play_gym(&gym));
    if (!golden_park(&gym, &walk, &queries, &events, text)) fail_msg("%s", text);
    obj_release(&gym);
    static const uint32_t used[] = {LOPE_EVENT_MODE,   LOPE_EVENT_JUMP,     LOPE_EVENT_APEX,     LOPE_EVENT_LAND,
                                    LOPE_EVENT_HIT,    LOPE_EVENT_BASE,     LOPE_EVENT_WALK_OFF, LOPE_EVENT_STEP_UP,
                                    LOPE_EVENT_CROUCH, LOPE_EVENT_UNCROUCH, LOPE_EVENT_ENTER,    LOPE_EVENT_LEAVE,
                                    LOPE_EVENT_REFUSE, LOPE_EVENT_LAYER,    LOPE_EVENT_RESIZE};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) // a hash of nothing would be golden as well
        if (events.kinds[used[i]] < 50) fail_msg("only %u of %s", (unsigned)events.kinds[used[i]], lope_event_name(used[i]));
    assert_true(events.carried > 100 && events.grounded > events.moved / 4 && events.wedged > 0);
    check_golden("park.walk", walk);
    check_golden("park.queries", queries);
}

static void the_tour_is_golden(void **unused)
{
    (void)unused;
    static char json[1 << 20];
    obj_mesh gym;
    uint64_t hash = 0;
    char text[200] = "";
    FILE *file = fopen(LOPE_GYM_DIR "/tour.json", "rb");
    assert_true(file != NULL && fread(json, 1, sizeof json - 1, file) > 0);
    fclose(file);
    assert_true(play_gym(&gym));
    if (!golden_tour(&gym, json, &hash, text)) fail_msg("%s", text);
    obj_release(&gym);
    check_golden("gym.tour", hash);
}

static void abilities_are_golden(void **unused)
{
    (void)unused;
    golden_abilities_used used;
    uint64_t hash = 0;
    char text[200] = "";
    if (!golden_abilities(&hash, &used, text)) fail_msg("%s", text);
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++) // a hash of nothing would be golden as well
        if (used.starts[i] < 2 || used.ends[i] < 1)
            fail_msg("%s started %u times and ended %u times", lope_scene_own_ability(i)->name, (unsigned)used.starts[i],
                     (unsigned)used.ends[i]);
    check_golden("abilities", hash);
}

static void control_is_golden(void **unused)
{
    (void)unused;
    static const uint32_t links[] = {LOPE_LINK_JUMP, LOPE_LINK_DROP, LOPE_LINK_MANTLE, LOPE_LINK_LIFT};
    control_used used;
    uint64_t hash = 0;
    char text[200] = "";
    if (!golden_control(&hash, &used, text)) fail_msg("%s", text);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) // a hash of nothing would be golden as well
        if (used.links[links[i]] < 50)
            fail_msg("only %u ticks in links of the kind %s", (unsigned)used.links[links[i]], lope_link_name(links[i]));
    assert_true(used.arrived > 0 && used.locks > 10 && used.lost > 0 && used.switched > 3);
    assert_true(used.recentred > 500 && used.diverted > 2000 && used.kept > 1000);
    check_golden("control", hash);
}

static void the_town_is_golden(void **unused)
{
    (void)unused;
#ifdef LOPE_QUICK
    print_message("  the town is left out of quick runs\n");
    skip();
#endif
    obj_mesh town;
    uint64_t walk = 0, queries = 0;
    char text[256] = "";
    if (!lmesh_read(LOPE_SHARED_DIR "/levels/town/town.obj", &town, text, sizeof text)) {
        print_message("  skipped: %s\n", text);
        skip();
    }
    if (!golden_town(&town, &walk, &queries, text)) fail_msg("%s", text);
    obj_release(&town);
    check_golden("town.walk", walk);
    check_golden("town.queries", queries);
}

// The little reader and writer against each other, bit for bit, and against damage.
static void meshes_come_back(void **unused)
{
    (void)unused;
    static const char path[] = "repeat_gym.lmesh";
    obj_mesh gym, again;
    char text[256];
    assert_true(play_gym(&gym));
    assert_true(lmesh_write(path, &gym));
    assert_true(lmesh_read(path, &again, text, sizeof text));
    assert_int_equal(again.point_count, gym.point_count);
    assert_int_equal(again.triangle_count, gym.triangle_count);
    assert_memory_equal(again.points, gym.points, 12 * (size_t)gym.point_count);
    assert_memory_equal(again.indices, gym.indices, 12 * (size_t)gym.triangle_count);
    obj_release(&again);
    FILE *file = fopen(path, "r+b");
    assert_true(file != NULL && fseek(file, 1000, SEEK_SET) == 0 && fputc(0x55, file) == 0x55 && fputc(0xaa, file) == 0xaa);
    fclose(file);
    assert_false(lmesh_read(path, &again, text, sizeof text));
    remove(path);
    obj_release(&gym);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_golden),   cmocka_unit_test(the_park_is_golden), cmocka_unit_test(the_tour_is_golden),
        cmocka_unit_test(abilities_are_golden), cmocka_unit_test(control_is_golden),  cmocka_unit_test(the_town_is_golden),
        cmocka_unit_test(meshes_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
