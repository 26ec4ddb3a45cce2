// recast_walk.c - see recast_walk.h.
#include "recast_walk.h"

#include "../behaviour/check.h"

#include <lope/mantle.h>

bool recast_open(recast_scene *scene, const char *name, bool mantles, float cell)
{
    memset(scene, 0, sizeof *scene);
    if (!level_of_name(&scene->data, name)) return false;
    scene->level = level_of(&scene->data, name);
    scene->around = lope_level_surroundings(scene->level);
    scene->nearby = lope_nearby_create(NULL);
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&scene->moveset, &tuning, NULL), LOPE_OK);
    if (mantles) assert_int_equal(lope_moveset_add_ability(&scene->moveset, lope_mantle_ability(), NULL, NULL, NULL), LOPE_OK);
    lope_state_def def = {0};
    assert_int_equal(lope_state_init(&scene->like, &def), LOPE_OK);
    lope_nav_agent_of(&scene->like, &scene->moveset, &scene->agent);
    lope_error error = {0};
    lope_recast_def mesh = {.level = scene->level, .agent = scene->agent, .cell = cell, .error = &error};
    scene->recast = lope_recast_create(&mesh);
    if (!scene->recast) fail_msg("%s: %s", error.field, error.text);
    return true;
}

void recast_close(recast_scene *scene)
{
    lope_recast_destroy(scene->recast);
    lope_nearby_destroy(scene->nearby);
    lope_level_destroy(scene->level);
    level_free(&scene->data);
}

bool recast_stand(recast_scene *scene, lope_point place, lope_state *state)
{
    lope_state_def def = {.feet = {place.x, place.y + 0.05, place.z}};
    lope_input none = {0};
    assert_int_equal(lope_state_init(state, &def), LOPE_OK);
    for (int i = 0; i < 60; i++)
        assert_int_equal(lope_move(state, &none, &scene->moveset, &scene->around, scene->nearby, 1.0f / 60, NULL), LOPE_OK);
    lope_point off = lope_point_sub(state->feet, place);
    return state->mode == LOPE_MODE_WALKING && hypot(off.x, off.z) < 0.34 && fabs(off.y) < 1;
}

recast_walk recast_go(recast_scene *scene, lope_point from, lope_point to, float rate)
{
    static lope_follow_point points[RECAST_POINTS];
    recast_walk walk = {0};
    lope_recast_path path = {.points = points, .capacity = RECAST_POINTS};
    lope_state state;
    if (!recast_stand(scene, from, &state)) return walk;
    walk.found = lope_recast_find_path(scene->recast, state.feet, to, &path) && !path.partial;
    if (!walk.found) return walk;
    walk.length = path.length;
    walk.count = path.count;
    for (uint32_t i = 0; i < path.count; i++) walk.links += points[i].link != LOPE_LINK_WALK;
    lope_follow_path route = {points, path.count, false};
    lope_follower follower = {0};
    lope_input input = {0};
    lope_requests requests = {0};
    double most = 10 + 3 * path.length / 6 + 8 * walk.links;
    lope_follow_begin(&follower, &state);
    for (; walk.seconds < most; walk.seconds += 1 / (double)rate) {
        input.held = input.pressed = 0;
        walk.next = follower.next;
        walk.result = lope_follow_update(&follower, NULL, &route, &state, &scene->moveset.tuning, 1 / rate, &input, &requests);
        walk.link = follower.next < path.count ? points[follower.next].link : 0;
        walk.blocked += walk.result == LOPE_FOLLOW_BLOCKED;
        walk.off_path += walk.result == LOPE_FOLLOW_OFF_PATH;
        if (walk.result == LOPE_FOLLOW_ARRIVED || walk.result == LOPE_FOLLOW_LINK_FAILED) break;
        assert_int_equal(lope_move(&state, &input, &scene->moveset, &scene->around, scene->nearby, 1 / rate, NULL), LOPE_OK);
    }
    walk.feet = state.feet;
    return walk;
}

void recast_say(const recast_walk *walk, lope_point from, lope_point to)
{
    printf("    from (%.2f %.2f %.2f) to (%.2f %.2f %.2f): %s, at (%.2f %.2f %.2f), point %u of %u, %.1f m of path, %.1f s, "
           "blocked %u, off the path %u%s%s\n",
           from.x, from.y, from.z, to.x, to.y, to.z, walk->found ? lope_follow_text(walk->result) : "no path", walk->feet.x,
           walk->feet.y, walk->feet.z, walk->next, walk->count, walk->length, walk->seconds, walk->blocked, walk->off_path,
           walk->link ? ", in a link: " : "", walk->link ? lope_link_name(walk->link) : "");
}
