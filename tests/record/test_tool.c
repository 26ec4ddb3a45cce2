// test_tool.c - `lope run --record` and `lope replay`, as a user has them.
#include "../behaviour/check.h"
#include "../behaviour/draw.h"
#include "../scene/tool.h"

#define TOUR LOPE_GYM_DIR "/tour.json"
#define MOVERS                                                                                           \
    "{\"lope\": 1, \"duration\": 6, \"level\": [{\"box\": [40, 1, 40], \"position\": [0, -0.5, 0]},"     \
    "{\"box\": [2, 0.3, 2], \"position\": [0, 0.15, -2], \"motion\": {\"velocity\": [0.3, 0.2, 0.1]}}]," \
    "\"characters\": [{\"name\": \"crowd\", \"feet\": [0, 0, 0], \"count\": 9, \"spacing\": 0.9,"        \
    "\"collides_with\": [\"solid\", \"character\"], \"input\": [{\"t\": 0.21, \"random\": {\"seed\": 3, \"every\": 0.5}}]}]}"

static tool_result call(const char *arguments) { return tool_call("record", NULL, arguments); }

static void expect(const char *arguments, int status, const char *out, const char *error)
{
    tool_result result = call(arguments);
    if (result.status != status || !strstr(result.output, out) || !strstr(result.error, error))
        fail_msg("%s: status %d, printed %s%s", arguments, result.status, result.output, result.error);
    tool_result_free(&result);
}

static void the_tour_is_played_back(void **unused)
{
    (void)unused;
    expect("run " TOUR " --quiet --queries --record record_tour.rec", 0, "hash ", "");
    expect("replay record_tour.rec", 0, "hero: all 5471 ticks equal", "");
    expect("replay record_tour.rec --quiet", 0, "", "");
    expect("replay record_tour.rec --level " LOPE_GYM_DIR "/gym.obj --at 0,0.25,0", 1, ", was ", "the level is another one");
}

static void a_crowd_with_movers_is_played_back(void **unused)
{
    (void)unused;
    tool_write_text(LOPE_TEST_OUT "/record_movers.json", MOVERS);
    expect("run record_movers.json --quiet --record record_movers.rec", 0, "hash ", "");
    expect("replay record_movers.rec", 0, "crowd.8: all ", "");
}

static void abilities_are_played_back(void **unused)
{
    (void)unused;
    expect("run " LOPE_GYM_DIR "/../zoo/slide.json --quiet --queries --record record_slide.rec", 0, "hash ", "");
    expect("replay record_slide.rec", 0, "rider: all ", "");
    expect("run " LOPE_GYM_DIR "/../zoo/mantle.json --quiet --record record_mantle.rec", 0, "hash ", "");
    expect("replay record_mantle.rec", 0, "on the turning one: all ", "");
}

// A scenario of the zoo turned by any quaternion: also what an ability's far query has met plays back to the last bit.
static void turned_scenes_are_played_back(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mantle", "closing_walls", "turntable_aboard", "climb"};
    char text[1 << 14], path[256];
    seed = 4711;
    for (int i = 0; i < 24; i++) {
        size_t size = 0;
        snprintf(path, sizeof path, LOPE_GYM_DIR "/../zoo/%s.json", names[i % 4]);
        char *scene = tool_read(path, &size);
        const double x = draw(-1, 1), y = draw(-1, 1), z = draw(-1, 1), w = draw(0.2, 1), n = sqrt(x * x + y * y + z * z + w * w);
        const int head = snprintf(text, sizeof text, "{ \"turn\": [%.9g, %.9g, %.9g, %.9g],", x / n, y / n, z / n, w / n);
        assert_true(head > 0 && (size_t)head + size < sizeof text && scene[0] == '{');
        memcpy(text + head, scene + 1, size);
        free(scene);
        text[(size_t)head + size - 1] = 0;
        tool_write_text(LOPE_TEST_OUT "/record_turned.json", text);
        expect("run record_turned.json --ticks 30 --quiet --record record_turned.rec", 0, "hash ", "");
        tool_result result = call("replay record_turned.rec --quiet");
        if (result.status != 0) fail_msg("%s, seed 4711, scene %d: %s%s", names[i % 4], i, result.output, result.error);
        tool_result_free(&result);
    }
}

#define CUT "{\"lope\": 1, \"duration\": 1, \"level\": [{\"box\": [40, 1, 40], \"position\": [0, -0.5, 0]}], "
#define SLIDER(settings)                                                                                 \
    CUT "\"characters\": [{\"name\": \"hero\", \"feet\": [0, 0, 0], \"velocity\": [0, 0, -8], " settings \
        "\"input\": [{\"t\": 0, \"move\": [0, 0, -1]}]}]}"

// An ability of which the program at hand cannot know what it did is named, with what to do.
static void abilities_that_are_not_known_are_named(void **unused)
{
    (void)unused;
    tool_write_text(LOPE_TEST_OUT "/record_own.json", SLIDER("\"abilities\": {\"slide\": {}}, "));
    expect("run record_own.json --quiet --record record_own.rec", 0, "hash ", "");
    expect("replay record_own.rec", 0, "hero: all ", "");
    tool_write_text(LOPE_TEST_OUT "/record_own.json", SLIDER("\"abilities\": {\"slide\": {\"friction\": 0.5}}, "));
    expect("replay record_own.rec", 2, "", "hero: found the ability slide with other settings");
    tool_write_text(LOPE_TEST_OUT "/record_own.json", SLIDER(""));
    expect("replay record_own.rec", 2, "", "hero: found the ability slide, which no character of record_own.json has");
}

static void bad_files_are_named(void **unused)
{
    (void)unused;
    size_t size = 0;
    expect("run " TOUR " --ticks 20 --quiet --record record_bad.rec", 0, "hash ", "");
    char *bytes = tool_read(LOPE_TEST_OUT "/record_bad.rec", &size);
    bytes[size / 2] ^= 4;
    tool_write(LOPE_TEST_OUT "/record_bad.rec", bytes, size);
    expect("replay record_bad.rec", 2, "", "record_bad.rec: recording 0, from byte 0 on: chunk ");
    tool_write(LOPE_TEST_OUT "/record_bad.rec", bytes, 3);
    expect("replay record_bad.rec", 2, "", "magic: these bytes are not a recording");
    expect("replay " TOUR, 2, "", "magic");
    expect("replay record_none.rec", 2, "", "cannot be read");
    expect("run " TOUR " --queries", 2, "", "--record");
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_tour_is_played_back),
                                       cmocka_unit_test(a_crowd_with_movers_is_played_back),
                                       cmocka_unit_test(abilities_are_played_back),
                                       cmocka_unit_test(turned_scenes_are_played_back),
                                       cmocka_unit_test(abilities_that_are_not_known_are_named),
                                       cmocka_unit_test(bad_files_are_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
