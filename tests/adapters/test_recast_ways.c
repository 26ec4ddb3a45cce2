// test_recast_ways.c - ladders and lifts of the Recast adapter: the links that it finds lead characters up and down
// ladders of every kind, and onto and off lifts, at 20 to 240 Hz.
#include "../behaviour/check.h"

#include <adapters/recast/lope_recast.h>
#include <lope/lope.h>

#define POINTS 128

static const float rates[] = {20, 60, 240};

// A yard with a character of a size. What moves is moved before each tick.
typedef struct yard {
    lope_level *level;
    lope_surroundings around;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_state like;
    lope_recast *recast;
    lope_body lift;
    void (*move)(struct yard *y, double time);
    double height; // m, that the lift rises
} yard;

static lope_body box(lope_level *level, lope_point middle, lope_point size, double yaw, double lean, uint32_t channels,
                     bool moving)
{
    lope_box_def def = {.size = lope_point_to_vec3(size)};
    const lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)yaw);
    def.body.rotation = lope_quat_multiply(turn, lope_quat_from_axis(lope_vec3_make(0, 0, 1), (float)lean));
    def.body.position = lope_quat_rotate_point(turn, middle);
    def.body.channels = channels;
    def.body.moving = moving;
    const lope_body body = lope_level_add_box(level, &def);
    assert_true(lope_level_valid(level, body));
    return body;
}

// The yard's ground; what is built in it follows, then yard_close_off.
static yard yard_open(double radius, double height)
{
    yard y = {.level = lope_level_create(NULL), .nearby = lope_nearby_create(NULL)};
    const lope_tuning tuning = lope_tuning_default();
    const lope_state_def def = {.radius = (float)radius, .height = (float)height};
    assert_int_equal(lope_moveset_make(&y.moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&y.moveset, lope_ladder_ability(), NULL, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_state_init(&y.like, &def), LOPE_OK);
    box(y.level, lope_point_make(0, -0.5, 0), lope_point_make(40, 1, 40), 0, 0, LOPE_CHANNEL_SOLID, false);
    return y;
}

static void yard_build(yard *y)
{
    lope_error error = {0};
    lope_recast_def def = {.level = y->level, .error = &error};
    lope_nav_agent_of(&y->like, &y->moveset, &def.agent);
    y->around = lope_level_surroundings(y->level);
    y->recast = lope_recast_create(&def);
    if (!y->recast) fail_msg("%s: %s", error.field, error.text);
}

static void yard_close(yard *y)
{
    lope_recast_destroy(y->recast);
    lope_nearby_destroy(y->nearby);
    lope_level_destroy(y->level);
}

static void tick(yard *y, lope_state *state, const lope_input *input, double time, float seconds)
{
    if (y->move) y->move(y, time + (double)seconds);
    assert_int_equal(lope_move(state, input, &y->moveset, &y->around, y->nearby, seconds, NULL), LOPE_OK);
    if (y->move) lope_level_end_tick(y->level);
}

// Walks from one place to another by the mesh. Returns the kinds of the links on the path, 1 << each; 0: it has not
// arrived.
static uint32_t walk(yard *y, lope_point from, lope_point to, float rate, double most)
{
    lope_follow_point points[POINTS];
    lope_recast_path found = {.points = points, .capacity = POINTS};
    lope_state_def def = {.feet = from, .radius = y->like.radius, .height = y->like.standing_height};
    lope_state state;
    lope_input input = {0};
    lope_requests requests = {0};
    lope_follower follower = {0};
    double time = 0;
    uint32_t kinds = 0;
    def.feet.y += 0.02;
    assert_int_equal(lope_state_init(&state, &def), LOPE_OK);
    for (; time < 0.5; time += 1 / (double)rate) tick(y, &state, &input, time, 1 / rate);
    if (!lope_recast_find_path(y->recast, state.feet, to, &found) || found.partial) return 0;
    for (uint32_t i = 0; i < found.count; i++) kinds |= 1u << points[i].link;
    lope_follow_path path = {points, found.count, false};
    const lope_follow_settings settings = {.surroundings = &y->around};
    lope_follow_begin(&follower, &state);
    for (; time < most; time += 1 / (double)rate) {
        input.held = input.pressed = 0;
        const lope_follow_result result =
            lope_follow_update(&follower, &settings, &path, &state, &y->moveset.tuning, 1 / rate, &input, &requests);
        if (result == LOPE_FOLLOW_ARRIVED) return lope_point_length(lope_point_sub(state.feet, to)) < 1 ? kinds : 0;
        if (result == LOPE_FOLLOW_LINK_FAILED) break;
        tick(y, &state, &input, time, 1 / rate);
    }
    print_message("  link %s failed at (%.2f %.2f %.2f) in mode %s after %.1f s\n",
                  lope_link_name(lope_follow_link(&follower, &path)), state.feet.x, state.feet.y, state.feet.z,
                  lope_moveset_mode_name(&y->moveset, state.mode), time);
    return 0;
}

// ---- ladders --------------------------------------------------------------------------------------------------

typedef enum ladder_kind { PLATE, SOLID_PLATE, MESH, RUNGS, WIDE, LADDER_KINDS } ladder_kind;

static void mesh_plate(lope_level *level, lope_point middle, lope_point size, double yaw, double lean)
{
    float points[24];
    static const uint32_t quads[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    uint32_t indices[36];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = (float)((i & 4 ? 0.5 : -0.5) * size.x);
        points[3 * i + 1] = (float)((i & 2 ? 0.5 : -0.5) * size.y);
        points[3 * i + 2] = (float)((i & 1 ? 0.5 : -0.5) * size.z);
    }
    for (int q = 0; q < 6; q++) {
        const uint32_t two[6] = {quads[q][0], quads[q][1], quads[q][2], quads[q][0], quads[q][2], quads[q][3]};
        memcpy(&indices[6 * q], two, sizeof two);
    }
    const lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)yaw);
    lope_mesh_def def = {.points = points, .point_count = 8, .indices = indices, .triangle_count = 12};
    def.body.rotation = lope_quat_multiply(turn, lope_quat_from_axis(lope_vec3_make(0, 0, 1), (float)lean));
    def.body.position = lope_quat_rotate_point(turn, middle);
    def.body.channels = LOPE_CHANNEL_LADDER;
    assert_true(lope_level_valid(level, lope_level_add_mesh(level, &def)));
}

// Puts a ladder against the wall at x = 2 m, from the ground to `top` m.
static void put_ladder(yard *y, ladder_kind kind, double top, double yaw)
{
    const lope_point middle = lope_point_make(1.95, top / 2, 0);
    const double wide = kind == WIDE ? 3.5 : 0.6;
    if (kind == MESH) mesh_plate(y->level, middle, lope_point_make(0.1, top, wide), yaw, 0);
    if (kind == RUNGS)
        for (double at = 0.28; at < top; at += 0.28)
            box(y->level, lope_point_make(1.95, at, 0), lope_point_make(0.04, 0.04, wide), yaw, 0, LOPE_CHANNEL_LADDER, false);
    if (kind == PLATE || kind == WIDE) box(y->level, middle, lope_point_make(0.1, top, wide), yaw, 0, LOPE_CHANNEL_LADDER, false);
    if (kind == SOLID_PLATE)
        box(y->level, middle, lope_point_make(0.1, top, wide), yaw, 0, LOPE_CHANNEL_LADDER | LOPE_CHANNEL_SOLID, false);
}

static void check_ladder(yard *y, lope_point below, lope_point above, const char *what, double height, double yaw)
{
    const lope_recast_links_def links = {.moveset = &y->moveset, .state = &y->like, .no_drops = true, .no_jumps = true};
    const uint32_t count = lope_recast_find_links(y->recast, &links);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(lope_recast_link_at(y->recast, i)->kind, LOPE_LINK_LADDER);
    for (int r = 0; r < 3; r++) {
        const uint32_t up = walk(y, below, above, rates[r], 60), down = walk(y, above, below, rates[r], 60);
        if (!(up & 1u << LOPE_LINK_LADDER) || !(down & 1u << LOPE_LINK_LADDER))
            fail_msg("%s of %g m, turned by %g: %u links, at %g Hz up %x, down %x", what, height, yaw, count, (double)rates[r],
                     up, down);
    }
}

static void ladders_against_a_wall(void **unused)
{
    (void)unused;
    static const char *const names[] = {"a plate", "a solid plate", "a mesh", "rungs", "a wide plate"};
    const double heights[] = {1.2, 3, 8}, yaws[] = {0, 0.65, 2.2}, radii[] = {0.34, 0.25, 0.45};
    for (int kind = 0; kind < LADDER_KINDS; kind++)
        for (int i = 0; i < 3; i++) {
            const double height = heights[i], yaw = yaws[(i + kind) % 3], radius = radii[(i + 2 * kind) % 3];
            const lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)yaw);
            yard y = yard_open(radius, 1.76);
            box(y.level, lope_point_make(5, height / 2, 0), lope_point_make(6, height, 6), yaw, 0, LOPE_CHANNEL_SOLID, false);
            put_ladder(&y, (ladder_kind)kind, height, yaw);
            yard_build(&y);
            check_ladder(&y, lope_quat_rotate_point(turn, lope_point_make(-5, 0, 3)),
                         lope_quat_rotate_point(turn, lope_point_make(6, height, -1)), names[kind], height, yaw);
            yard_close(&y);
        }
}

// A hatch of 1.6 m in a floor, and a ladder up to it in the middle of a room.
static void a_ladder_through_a_hatch(void **unused)
{
    (void)unused;
    yard y = yard_open(0.34, 1.76);
    const double low = 3.8, high = 4;
    box(y.level, lope_point_make(-3.4, 3.9, 0), lope_point_make(5.2, high - low, 12), 0, 0, LOPE_CHANNEL_SOLID, false);
    box(y.level, lope_point_make(3.4, 3.9, 0), lope_point_make(5.2, high - low, 12), 0, 0, LOPE_CHANNEL_SOLID, false);
    box(y.level, lope_point_make(0, 3.9, 3.4), lope_point_make(1.6, high - low, 5.2), 0, 0, LOPE_CHANNEL_SOLID, false);
    box(y.level, lope_point_make(0, 3.9, -3.4), lope_point_make(1.6, high - low, 5.2), 0, 0, LOPE_CHANNEL_SOLID, false);
    box(y.level, lope_point_make(0.75, 2, 0), lope_point_make(0.1, 4, 0.6), 0, 0, LOPE_CHANNEL_LADDER, false);
    yard_build(&y);
    check_ladder(&y, lope_point_make(-8, 0, 3), lope_point_make(4, 4, 2), "a ladder under a hatch", 4, 0);
    yard_close(&y);
}

// ---- lifts ----------------------------------------------------------------------------------------------------

// Its top is 5 cm above the floors. It stands for 3 s at the lower floor and for 3 s at the upper one, and takes 3 s between.
static void move_lift(yard *y, double time)
{
    const double t = fmod(time, 12), share = t < 3 ? 0 : t < 6 ? (t - 3) / 3 : t < 9 ? 1 : (12 - t) / 3;
    lope_transform pose;
    assert_int_equal(lope_level_pose(y->level, y->lift, &pose), LOPE_OK);
    pose.position.y = -0.05 + y->height * share;
    assert_int_equal(lope_level_set_pose(y->level, y->lift, &pose), LOPE_OK);
}

static void lifts_between_floors(void **unused)
{
    (void)unused;
    const double heights[] = {2, 6, 12}, yaws[] = {0, 0.4, 1.1};
    for (int i = 0; i < 3; i++) {
        const lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)yaws[i]);
        yard y = yard_open(0.34, 1.76);
        y.height = heights[i];
        y.move = move_lift;
        box(y.level, lope_point_make(5.05, heights[i] / 2, 0), lope_point_make(6, heights[i], 6), yaws[i], 0, LOPE_CHANNEL_SOLID,
            false);
        y.lift = box(y.level, lope_point_make(1, -0.05, 0), lope_point_make(2, 0.2, 2), yaws[i], 0, LOPE_CHANNEL_SOLID, true);
        yard_build(&y);
        lope_transform stops[2];
        assert_int_equal(lope_level_pose(y.level, y.lift, &stops[0]), LOPE_OK);
        stops[1] = stops[0];
        stops[1].position.y += heights[i];
        const lope_recast_lift_def lift = {&y.moveset, &y.like, y.lift, stops, 2};
        assert_true(lope_recast_add_lift(y.recast, &lift) >= 2);
        const lope_recast_link *link = lope_recast_link_at(y.recast, 0);
        assert_int_equal(link->body, lope_level_id(y.level, y.lift));
        check_near("it stands in the lift's middle",
                   (double)lope_vec3_length(lope_vec3_sub(link->standing, lope_vec3_make(0, 0.1f, 0))), 0, 1e-4);
        const lope_point below = lope_quat_rotate_point(turn, lope_point_make(-6, 0, 2));
        const lope_point above = lope_quat_rotate_point(turn, lope_point_make(6, heights[i], 1));
        for (int r = 0; r < 3; r++) {
            if (!(walk(&y, below, above, rates[r], 60) & 1u << LOPE_LINK_LIFT))
                fail_msg("up %g m at %g Hz", heights[i], (double)rates[r]);
            if (!(walk(&y, above, below, rates[r], 60) & 1u << LOPE_LINK_LIFT))
                fail_msg("down %g m at %g Hz", heights[i], (double)rates[r]);
        }
        yard_close(&y);
    }
}

// A lift that stops out of the floors' reach, one without two stops, and a body that does not move add no link.
static void lifts_that_lead_nowhere(void **unused)
{
    (void)unused;
    yard y = yard_open(0.34, 1.76);
    y.lift = box(y.level, lope_point_make(1, -0.1, 0), lope_point_make(2, 0.2, 2), 0, 0, LOPE_CHANNEL_SOLID, true);
    const lope_body still = box(y.level, lope_point_make(8, 0.1, 0), lope_point_make(2, 0.2, 2), 0, 0, LOPE_CHANNEL_SOLID, false);
    yard_build(&y);
    lope_transform stops[2] = {{{1, -0.1, 0}, {0, 0, 0, 1}}, {{1, 5, 0}, {0, 0, 0, 1}}};
    lope_recast_lift_def lift = {&y.moveset, &y.like, y.lift, stops, 2};
    assert_int_equal(lope_recast_add_lift(y.recast, &lift), 0);
    lift.stop_count = 1;
    assert_int_equal(lope_recast_add_lift(y.recast, &lift), 0);
    lift.stop_count = 2;
    lift.body = still;
    assert_int_equal(lope_recast_add_lift(y.recast, &lift), 0);
    yard_close(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ladders_against_a_wall),
        cmocka_unit_test(a_ladder_through_a_hatch),
        cmocka_unit_test(lifts_between_floors),
        cmocka_unit_test(lifts_that_lead_nowhere),
    };
    return cmocka_run_group_tests_name("adapters.recast_ways", tests, NULL, NULL);
}
