// test_bullet_gym.c - the gym's tour in Bullet's world and on the embedded level: the same to under a
// millimetre, at every tick.
//
// In Bullet the gym has dynamic bodies beside the tour's way: a stack that settles and a ball that rolls, so
// the world that is read is one that lives. Bullet's figures are floats; the gym's corners are floats too, so
// little is lost.
#include "scene/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

typedef enum form { FORM_MESH, FORM_HULLS } form;

static lope_scenario *load(form as)
{
    lope_scene_fault fault = {0};
    lope_scenario *scenario = lope_scenario_load(LOPE_GYM_DIR "/tour.json", NULL, &fault);
    if (!scenario) fail_msg("%s", fault.text);
    scenario->pieces[0].as_hulls = as == FORM_HULLS;
    return scenario;
}

// Adds dynamic bodies around (-18, -23), 10 m from the tour's way.
static void add_dynamic(lope_scenario *scenario)
{
    const lope_point at[] = {{-18, 0.5, -23}, {-18, 1.5, -23}, {-18.1, 2.5, -23}, {-15, 3, -23}};
    const uint32_t more = sizeof at / sizeof at[0], count = scenario->piece_count;
    lope_scene_piece *pieces = lope_scene_allocate(&scenario->arena, count + more, sizeof *pieces);
    assert_non_null(pieces);
    memcpy(pieces, scenario->pieces, count * sizeof *pieces);
    for (uint32_t i = 0; i < more; i++) {
        lope_scene_piece *piece = &pieces[count + i];
        piece->shape = i < 3 ? LOPE_SCENE_BOX : LOPE_SCENE_SPHERE;
        piece->size = i < 3 ? lope_point_make(1, 1, 1) : lope_point_make(0.5, 0, 0);
        piece->mass = 20;
        piece->channels = LOPE_CHANNEL_SOLID;
        piece->pose.position = at[i];
        piece->pose.rotation = lope_scene_quat_identity();
    }
    scenario->pieces = pieces;
    scenario->piece_count = count + more;
}

static lope_scene_player *play(const lope_scenario *scenario)
{
    lope_scene_fault fault = {0};
    lope_scene_player *player = lope_scene_player_create(scenario, NULL, &fault);
    if (!player) fail_msg("%s", fault.text);
    return player;
}

// Of bodies that move in Bullet: how many, and how far the last one has come.
static double settled(const lope_scene_player *player)
{
    uint32_t count = lope_scene_player_body_count(player);
    const lope_scene_body *ball = lope_scene_player_body_at(player, count - 1);
    lope_transform pose;
    assert_true(lope_scene_player_body_pose(player, ball->id, &pose, NULL));
    return 3.0 - pose.position.y;
}

static void compare(form as, const char *what)
{
    lope_scenario *here = load(as), *there = load(as);
    there->bullet = true;
    add_dynamic(there);
    lope_scene_player *a = play(here), *b = play(there);
    double farthest = 0;
    uint64_t when = 0, ticks = lope_scene_player_length(a);
    for (uint64_t tick = 1; tick <= ticks; tick++) {
        lope_scene_fault fault = {0};
        if (!lope_scene_player_tick(a, &fault) || !lope_scene_player_tick(b, &fault)) fail_msg("%s", fault.text);
        lope_point p = lope_character_state(lope_scene_player_actor(a, 0)->handle)->feet;
        lope_point q = lope_character_state(lope_scene_player_actor(b, 0)->handle)->feet;
        double distance = lope_point_length(lope_point_sub(p, q));
        if (distance > farthest) {
            farthest = distance;
            when = tick;
        }
    }
    print_message("  %s: largest distance over %u ticks %.6f mm (tick %u); the ball fell %.3f m\n", what, (unsigned)ticks,
                  1e3 * farthest, (unsigned)when, settled(b));
    assert_true(farthest < 1e-3);
    assert_true(fabs(settled(b) - 2.5) < 0.01);
    lope_scene_player_destroy(a);
    lope_scene_player_destroy(b);
    lope_scenario_free(here);
    lope_scenario_free(there);
}

static void the_tour_is_the_same_on_one_mesh(void **unused)
{
    (void)unused;
    compare(FORM_MESH, "one triangle mesh");
}

static void the_tour_is_the_same_on_hulls(void **unused)
{
    (void)unused;
    compare(FORM_HULLS, "a convex hull for each object");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_tour_is_the_same_on_one_mesh),
                                       cmocka_unit_test(the_tour_is_the_same_on_hulls)};
    return cmocka_run_group_tests_name("adapters.bullet_gym", tests, NULL, NULL);
}
