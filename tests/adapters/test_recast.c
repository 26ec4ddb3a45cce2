// test_recast.c - the Recast adapter on small scenes: sizes, steps and slopes of the agent, tiles under bodies
// that moved, links of the game's own, equal input, refusals.
#include "../behaviour/check.h"

#include <adapters/recast/lope_recast.h>
#include <lope/lope.h>

#define POINTS 64

static lope_body box(lope_level *level, double x, double y, double z, double sx, double sy, double sz, bool moving)
{
    lope_box_def def = {.size = {(float)sx, (float)sy, (float)sz}};
    def.body.position = (lope_point){x, y, z};
    def.body.moving = moving;
    lope_body body = lope_level_add_box(level, &def);
    assert_true(lope_level_valid(level, body));
    return body;
}

static lope_nav_agent agent_of(lope_moveset *moveset, lope_state *state)
{
    lope_nav_agent agent;
    lope_tuning tuning = lope_tuning_default();
    lope_state_def def = {0};
    assert_int_equal(lope_moveset_make(moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_state_init(state, &def), LOPE_OK);
    lope_nav_agent_of(state, moveset, &agent);
    return agent;
}

static lope_recast *mesh_of(lope_level *level, bool moving)
{
    lope_moveset moveset;
    lope_state state;
    lope_recast_def def = {.level = level, .agent = agent_of(&moveset, &state), .moving = moving};
    lope_recast *recast = lope_recast_create(&def);
    assert_non_null(recast);
    return recast;
}

// Returns the length of the path, 0 when there is no whole one.
static double way(lope_recast *recast, lope_point from, lope_point to)
{
    lope_follow_point points[POINTS];
    lope_recast_path path = {.points = points, .capacity = POINTS};
    return lope_recast_find_path(recast, from, to, &path) && !path.partial ? path.length : 0;
}

// A step of 0.44 m is stepped up, one of 0.5 m is not; a doorway of 0.9 m is passed, one of 0.6 m is not, nor
// is a beam at 1.6 m; a slope of 43 degrees is walked, one of 47 is not.
static void obeys_the_agents_sizes(void **unused)
{
    (void)unused;
    for (int hard = 0; hard < 2; hard++) {
        lope_level *level = lope_level_create(NULL);
        box(level, 0, -0.5, 0, 40, 1, 40, false);
        double step = hard ? 0.5 : 0.44, door = hard ? 0.6 : 0.9, beam = hard ? 1.6 : 1.85;
        box(level, -15, step / 2, 0, 4, step, 4, false);
        box(level, -10 - 10 - door / 2, 1.5, 12, 20, 3, 0.4, false); // a wall with a door at x = -10
        box(level, -10 + 15 + door / 2, 1.5, 12, 30, 3, 0.4, false);
        box(level, 0, beam + 0.25, -12, 40, 0.5, 0.4, false);
        lope_box_def ramp = {.size = {6, 0.2f, 3}};
        ramp.body.position = (lope_point){10, 1.5, 0};
        ramp.body.rotation = lope_quat_from_axis((lope_vec3){0, 0, 1}, (hard ? 47.0f : 43.0f) * 0.01745329f);
        assert_true(lope_level_valid(level, lope_level_add_box(level, &ramp)));
        lope_recast *recast = mesh_of(level, false);
        lope_point from = {0, 0, 5};
        assert_int_equal(way(recast, from, (lope_point){-15, step, 0}) > 10, !hard);
        assert_int_equal(way(recast, from, (lope_point){-10, 0, 16}) > 10, !hard);
        assert_int_equal(way(recast, from, (lope_point){0, 0, -16}) > 10, !hard);
        double rise = hard ? tan(0.8203) : tan(0.7505);
        assert_int_equal(way(recast, from, (lope_point){10.6, 1.5 + 0.6 * rise + 0.14, 0}) > 8, !hard);
        lope_recast_destroy(recast);
        lope_level_destroy(level);
    }
}

// A gate that closes the only door: its tiles are built anew, where it was and where it is, and no others.
static void tiles_under_moved_bodies(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    box(level, 0, -0.5, 0, 80, 1, 80, false);
    box(level, -21, 1.5, 0, 38, 3, 0.4, false);
    box(level, 21, 1.5, 0, 38, 3, 0.4, false);
    lope_body gate = box(level, 0, 1.5, 20, 4, 3, 0.4, true);
    lope_recast *recast = mesh_of(level, true);
    lope_point from = {0, 0, -5}, to = {0, 0, 5};
    double open = way(recast, from, to);
    check_near("through the door", open, 10, 0.2);
    assert_int_equal(lope_recast_update(recast), 0);
    lope_transform pose = {{0, 1.5, 0}, {0, 0, 0, 1}};
    assert_int_equal(lope_level_set_pose(level, gate, &pose), LOPE_OK);
    lope_level_end_tick(level);
    uint32_t built = lope_recast_update(recast);
    assert_true(built >= 2 && built < 16);
    assert_true(way(recast, from, to) == 0);
    pose.position.y = 5; // raised: its lower side is at 3.5 m
    assert_int_equal(lope_level_set_pose(level, gate, &pose), LOPE_OK);
    lope_level_end_tick(level);
    assert_true(lope_recast_update(recast) >= 1);
    check_near("through the door again", way(recast, from, to), open, 0.05);
    lope_bounds all = lope_level_bounds(level);
    assert_true(lope_recast_rebuild(recast, &all) >= 16);
    lope_recast_destroy(recast);
    lope_level_destroy(level);
}

// A ladder and a lift of the game's own: on the path as links with their kind and number, and none without.
static void links_of_the_games_own(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    box(level, 0, -0.5, 0, 40, 1, 40, false);
    box(level, 10, 1.5, 0, 8, 3, 8, false);
    lope_recast *recast = mesh_of(level, false);
    lope_point from = {0, 0, 0}, to = {10, 3, 0};
    lope_recast_link ladder = {.start = {5.5, 0, 0}, .end = {6.8, 3, 0}, .onto = {6.8, 3, 0}, .kind = LOPE_LINK_LADDER};
    lope_recast_link nowhere = ladder;
    nowhere.onto.y = 6;
    assert_true(way(recast, from, to) == 0);
    assert_false(lope_recast_add_link(recast, &nowhere));
    assert_true(lope_recast_add_link(recast, &ladder));
    assert_int_equal(lope_recast_link_count(recast), 1);
    lope_follow_point points[POINTS];
    lope_recast_path path = {.points = points, .capacity = POINTS};
    assert_true(lope_recast_find_path(recast, from, to, &path) && !path.partial);
    uint32_t at = 0;
    while (at < path.count && points[at].link == LOPE_LINK_WALK) at++;
    assert_true(at > 0 && at < path.count);
    assert_int_equal(points[at].link, LOPE_LINK_LADDER);
    assert_int_equal(points[at].id, 1);
    check_near("start", points[at - 1].point.x, 5.5, 1e-6);
    path.walk_only = true;
    assert_true(!lope_recast_find_path(recast, from, to, &path) || path.partial);
    assert_true(way(recast, to, from) == 0); // a link leads one way
    path = (lope_recast_path){.points = points, .capacity = 1};
    assert_false(lope_recast_find_path(recast, from, to, &path)); // no room
    lope_bounds all = lope_level_bounds(level);
    lope_recast_rebuild(recast, &all);
    assert_true(way(recast, from, to) > 10); // links stay
    lope_recast_destroy(recast);
    lope_level_destroy(level);
}

static bool add_to_hash(void *context, const lope_point *corners, uint32_t count, uint32_t part)
{
    uint64_t *hash = context;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits[3];
        memcpy(bits, &corners[i], sizeof bits);
        for (int k = 0; k < 3; k++) *hash = (*hash ^ bits[k]) * UINT64_C(1099511628211);
    }
    *hash = (*hash ^ part) * UINT64_C(1099511628211);
    return true;
}

// Two meshes of one level, with links that are found: the same polygons, links and paths to the bit.
static void equal_input_gives_equal_results(void **unused)
{
    (void)unused;
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        lope_level *level = lope_level_create(NULL);
        lope_moveset moveset;
        lope_state state;
        box(level, 0, -0.5, 0, 40, 1, 40, false);
        box(level, 10, 0.4, 0, 6, 0.8, 6, false);
        box(level, 10, 1, 9, 6, 2, 6, false);
        lope_recast_def def = {.level = level, .agent = agent_of(&moveset, &state)};
        assert_int_equal(lope_moveset_add_ability(&moveset, lope_mantle_ability(), NULL, NULL, NULL), LOPE_OK);
        lope_nav_agent_of(&state, &moveset, &def.agent);
        lope_recast *recast = lope_recast_create(&def);
        assert_non_null(recast);
        lope_recast_links_def links = {.moveset = &moveset, .state = &state};
        assert_true(lope_recast_find_links(recast, &links) > 4);
        hashes[i] = UINT64_C(1469598103934665603);
        lope_recast_visit(recast, add_to_hash, &hashes[i]);
        bool kinds[LOPE_LINK_COUNT] = {false};
        for (uint32_t k = 0; k < lope_recast_link_count(recast); k++) {
            const lope_recast_link *link = lope_recast_link_at(recast, k);
            kinds[link->kind] = true;
            add_to_hash(&hashes[i], &link->start, 1, link->kind);
            add_to_hash(&hashes[i], &link->end, 1, link->button);
        }
        assert_true(kinds[LOPE_LINK_JUMP] && kinds[LOPE_LINK_DROP]);
        assert_int_equal(lope_recast_part_count(recast), 3);
        assert_true(way(recast, (lope_point){0, 0, 0}, (lope_point){10, 0.8, 0}) > 6);
        assert_true(way(recast, (lope_point){0, 0, 0}, (lope_point){10, 2, 9}) > 9);
        assert_true(way(recast, (lope_point){10, 2, 9}, (lope_point){0, 0, 0}) > 9);
        assert_null(lope_recast_link_at(recast, lope_recast_link_count(recast)));
        lope_recast_destroy(recast);
        lope_level_destroy(level);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void refusals_name_the_field(void **unused)
{
    (void)unused;
    lope_error error = {0};
    lope_moveset moveset;
    lope_state state;
    lope_level *level = lope_level_create(NULL);
    lope_recast_def def = {.error = &error, .agent = agent_of(&moveset, &state)};
    assert_null(lope_recast_create(&def));
    assert_int_equal(error.code, LOPE_ERROR_NULL);
    assert_string_equal(error.field, "level");
    def.level = level;
    assert_null(lope_recast_create(&def));
    assert_int_equal(error.code, LOPE_ERROR_EMPTY);
    box(level, 0, 0, 0, 100, 1, 100, false);
    def.agent.radius = 0;
    assert_null(lope_recast_create(&def));
    assert_string_equal(error.field, "agent");
    def.agent.radius = 0.34f;
    def.cell = 0.001f;
    assert_null(lope_recast_create(&def));
    assert_int_equal(error.code, LOPE_ERROR_RANGE);
    lope_recast_destroy(NULL);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(obeys_the_agents_sizes), cmocka_unit_test(tiles_under_moved_bodies),
                                       cmocka_unit_test(links_of_the_games_own),
                                       cmocka_unit_test(equal_input_gives_equal_results),
                                       cmocka_unit_test(refusals_name_the_field)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
