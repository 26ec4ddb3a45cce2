// test_control_keys.c - keys of scenarios that steer the look: soft locks, flicks, and cameras that turn it.
#include "scene/cameras.h"
#include "scene/player.h"
#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DEGREE (3.14159265358979323846 / 180)
#define FLOOR "\"level\": [{\"name\": \"floor\", \"box\": [80, 1, 80], \"position\": [0, -0.5, 0]}], \"characters\": "

typedef struct scene {
    lope_scenario *scenario;
    lope_scene_player *player;
} scene;

static scene open_scene(const char *name, const char *characters)
{
    char file[512], text[2048];
    lope_scene_fault fault = {0};
    scene s = {0};
    snprintf(file, sizeof file, "%s/control_keys_%s.json", LOPE_TEST_OUT, name);
    snprintf(text, sizeof text, "{\"lope\": 1, \"tick_rate\": 60, " FLOOR "%s}", characters);
    tool_write_text(file, text);
    s.scenario = lope_scenario_load(file, NULL, &fault);
    if (s.scenario) s.player = lope_scene_player_create(s.scenario, NULL, &fault);
    if (!s.player) fail_msg("%s", fault.text);
    return s;
}

static void close_scene(scene *s)
{
    lope_scene_player_destroy(s->player);
    lope_scenario_free(s->scenario);
}

static void play_to(scene *s, double seconds)
{
    lope_scene_fault fault = {0};
    while (lope_scene_player_time(s->player) < seconds - 1e-6)
        if (!lope_scene_player_tick(s->player, &fault)) fail_msg("%s", fault.text);
}

static const lope_state *state_of(const scene *s, uint32_t actor)
{
    return lope_character_state(lope_scene_player_actor(s->player, actor)->handle);
}

static void near_to(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

// The target is 90 degrees to the left: after n half-lives a 2^n-th of that is left.
static void soft_lock_halves_the_way_in_its_half_life(void **unused)
{
    (void)unused;
    scene s = open_scene("soft", "[{\"name\": \"one\", \"lock_on\": \"other\", \"soft_lock\": 0.2},"
                                 " {\"name\": \"other\", \"feet\": [-10, 0, 0]}]");
    for (int n = 1; n <= 3; n++) {
        play_to(&s, 0.2 * n);
        near_to("yaw", (double)state_of(&s, 0)->look_yaw, 90 * DEGREE * (1 - pow(0.5, n)), 1e-4); // look_yaw is a float
    }
    close_scene(&s);
}

// A flick to the right takes the next character there, one to the left the first again, and the stick must
// come back.
static void flick_switches_to_the_next_in_its_direction(void **unused)
{
    (void)unused;
    scene s = open_scene("flick", "[{\"name\": \"one\", \"lock_on\": \"left\", \"input\": [{\"t\": 0.5, \"flick\": [1, 0]},"
                                  "  {\"t\": 1, \"flick\": [0, 0]}, {\"t\": 1.5, \"flick\": [-0.9, 0.1]}]},"
                                  " {\"name\": \"left\", \"feet\": [-3, 0, -8]}, {\"name\": \"right\", \"feet\": [3, 0, -8]},"
                                  " {\"name\": \"far right\", \"feet\": [9, 0, -8]}]");
    const double left = atan2(3, 8);
    play_to(&s, 0.4);
    near_to("on the left one", (double)state_of(&s, 0)->look_yaw, left, 1e-4);
    play_to(&s, 1.4);
    near_to("on the right one", (double)state_of(&s, 0)->look_yaw, -left, 1e-4);
    play_to(&s, 2);
    near_to("on the left one again", (double)state_of(&s, 0)->look_yaw, left, 1e-4);
    assert_int_equal(lope_scene_player_actor(s.player, 0)->events[LOPE_EVENT_LOCK_ON], 2);
    close_scene(&s);
}

// The character walks along -z while its look is along -x. The camera recentres behind it, and then "forward"
// of the stick is along -z.
static void recentring_reaches_the_stick(void **unused)
{
    (void)unused;
    scene s = open_scene(
        "recentre",
        "[{\"name\": \"one\", \"facing\": \"movement\", \"camera\": {\"rig\": \"third_person\", \"recentre_wait\": 0.3},"
        " \"input\": [{\"t\": 0, \"look\": [90, 0], \"move\": [0, 0, -1]},"
        " {\"t\": 4, \"stick\": [0, 1]}]}]");
    uint32_t actor;
    play_to(&s, 4);
    near_to("look", (double)state_of(&s, 0)->look_yaw, 0, 0.02); // what a half-life of 4 s leaves
    near_to("camera", lope_scene_cameras_output(lope_scene_player_cameras(s.player), 0, &actor)->view.yaw,
            (double)state_of(&s, 0)->look_yaw, 0.005);
    const lope_point before = state_of(&s, 0)->feet;
    play_to(&s, 5);
    const lope_point way = lope_point_sub(state_of(&s, 0)->feet, before);
    assert_true(way.z < -3 && fabs(way.x) < 0.05 * fabs(way.z));
    close_scene(&s);
}

// A path of the character is followed from the start on, as one that the input gives at 0 s.
static void path_of_a_character_begins_with_the_run(void **unused)
{
    (void)unused;
    scene s = open_scene("path", "[{\"name\": \"own\", \"path\": [[3, 0, 0], [3, 0, -3]], \"acceptance\": 0.3},"
                                 " {\"name\": \"told\", \"feet\": [0, 0, 20], \"input\":"
                                 " [{\"t\": 0, \"path\": [[3, 0, 20], [3, 0, 17]], \"acceptance\": 0.3}]}]");
    play_to(&s, 4);
    const lope_point own = state_of(&s, 0)->feet, told = state_of(&s, 1)->feet;
    near_to("x", own.x, 3, 0.35);
    near_to("z", own.z, -3, 0.35);
    near_to("as when told", lope_point_length(lope_point_sub(lope_point_sub(told, own), lope_point_make(0, 0, 20))), 0, 1e-9);
    assert_int_equal(lope_scene_player_actor(s.player, 0)->events[LOPE_EVENT_ARRIVE], 1);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(soft_lock_halves_the_way_in_its_half_life),
                                       cmocka_unit_test(flick_switches_to_the_next_in_its_direction),
                                       cmocka_unit_test(recentring_reaches_the_stick),
                                       cmocka_unit_test(path_of_a_character_begins_with_the_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
