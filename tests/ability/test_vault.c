// test_vault.c - the vault over a grid of obstacles: its place in time is the closed form of lope/vault.h, it
// is never in anything, it ends standing behind with its speed, or is refused for the right reason.
//
// The closed form and the depth in the boxes are worked out here, not by the library.
#include <lope/lope.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FORM 1e-3  // m: the way is within 0.5 % of its 2 m and more, and far within
#define DEPTH 1e-3 // m
#define RADIUS 0.34
#define HEIGHT 1.76

// An obstacle with its face at x = 0, before a character that goes along +x at `speed` from x = -start.
typedef struct vault_case {
    double height, depth, start, speed, behind, velocity; // behind: m, of the floor there; velocity: m/s in z
    double roof;                                          // m above the ground, of a roof over it; 0: none
    double rate;
    int up;
    bool itself; // by auto_speed, without a press
} vault_case;

typedef struct scene {
    lope_level *level;
    lope_nearby *nearby;
    lope_surroundings surroundings;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_report report;
    lope_quat turn;
    lope_body obstacle;
    double time, began, ended; // s; negative: not yet
    double left_x;             // m/s along the way, after the tick in which it ended
    uint32_t refused, kind;
    lope_point from; // the feet at the start, seen from the obstacle
    double boxes[5][6];
    int box_count;
} scene;

static lope_transform posed(const scene *s, lope_point at)
{
    return (lope_transform){lope_quat_rotate_point(s->turn, at), s->turn};
}

static lope_body add(scene *s, double x0, double x1, double y0, double y1, bool moving)
{
    const double box[6] = {x0, x1, y0, y1, -40, 40};
    memcpy(s->boxes[s->box_count++], box, sizeof box);
    lope_box_def def = {.size = {(float)(x1 - x0), (float)(y1 - y0), 80}};
    const lope_transform pose = posed(s, lope_point_make(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0));
    def.body.position = pose.position;
    def.body.rotation = pose.rotation;
    def.body.moving = moving;
    return lope_level_add_box(s->level, &def);
}

static void open_scene(scene *s, const vault_case *c)
{
    static const lope_vec3 ups[4] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0.57735027f, 0.57735027f, 0.57735027f}};
    *s = (scene){.began = -1, .ended = -1, .turn = lope_quat_to_up(ups[c->up])};
    s->level = lope_level_create(NULL);
    s->nearby = lope_nearby_create(NULL);
    add(s, -20, c->depth, -1, 0, false);
    add(s, c->depth, 30, c->behind - 1, c->behind, false);
    s->obstacle = add(s, 0, c->depth, 0, c->height, c->velocity != 0);
    if (c->roof > 0) add(s, -0.2, c->depth + 0.2, c->roof, c->roof + 1, false);
    s->surroundings = lope_level_surroundings(s->level);
    const lope_tuning tuning = lope_tuning_default();
    lope_vault_settings settings;
    lope_vault_settings_default(&settings);
    settings.auto_speed = c->itself ? 2 : 0;
    assert_int_equal(lope_moveset_make(&s->moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&s->moveset, lope_vault_ability(), &settings, NULL, NULL), LOPE_OK);
    const lope_point ahead = {c->speed, 0, 0}, feet = {-c->start, 0, 0};
    const lope_state_def def = {.feet = lope_quat_rotate_point(s->turn, feet),
                                .radius = (float)RADIUS,
                                .height = (float)HEIGHT,
                                .up = ups[c->up],
                                .velocity = lope_point_to_vec3(lope_quat_rotate_point(s->turn, ahead)),
                                .mode = LOPE_MODE_WALKING};
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    s->input.move = lope_point_to_vec3(lope_quat_rotate_point(s->turn, lope_point_make(1, 0, 0)));
    s->input.held = c->itself ? 0 : LOPE_BUTTON_VAULT;
    s->input.pressed = s->input.held;
}

static void close_scene(scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
}

static void tick(scene *s, const vault_case *c)
{
    if (c->velocity != 0) {
        const lope_transform pose =
            posed(s, lope_point_make(0.5 * c->depth, 0.5 * c->height, c->velocity * (s->time + 1 / c->rate)));
        lope_level_set_pose(s->level, s->obstacle, &pose);
    }
    assert_int_equal(lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, (float)(1 / c->rate), &s->report),
                     LOPE_OK);
    for (uint32_t i = 0; i < s->report.event_count; i++) {
        const lope_event *event = &s->report.events[i];
        if (event->kind == LOPE_EVENT_ABILITY) s->began = s->time + (double)event->time;
        if (event->kind == LOPE_EVENT_ABILITY_END) s->ended = s->time + (double)event->time;
        if (event->kind == LOPE_EVENT_REFUSE && !s->refused) s->refused = event->to;
    }
    s->input.pressed = 0;
    s->time += 1 / c->rate;
    lope_level_end_tick(s->level);
}

static lope_point feet_of(const scene *s) { return lope_quat_rotate_point(lope_quat_conjugate(s->turn), s->state.feet); }

// Returns how deep the capsule is in any box: boxes and the capsule's axis are along y, so distances part.
static double depth_of(const scene *s)
{
    const lope_point p = feet_of(s);
    double worst = -1;
    for (int i = 0; i < s->box_count; i++) {
        const double *b = s->boxes[i], low = p.y + RADIUS, high = p.y + HEIGHT - RADIUS;
        const double x = fmax(fmax(b[0] - p.x, p.x - b[1]), 0), y = fmax(fmax(b[2] - high, low - b[3]), 0);
        worst = fmax(worst, RADIUS - sqrt(x * x + y * y));
    }
    return worst;
}

static double smooth(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x); }

// Returns where the feet are due, by the form in lope/vault.h.
static lope_point due(const vault_case *c, double from, bool hurdle, double share)
{
    const double top = c->height + (hurdle ? 0.1 : 0.02), before = fmax(from, -RADIUS - 0.03) == from ? from : -RADIUS - 0.03,
                 behind = c->depth + RADIUS + 0.03;
    if (share < 0.3) return lope_point_make(from + (before - from) * share / 0.3, top * smooth(share / 0.3), 0);
    if (share < 0.7) return lope_point_make(before + (behind - before) * (share - 0.3) / 0.4, top, 0);
    const double down = (share - 0.7) / 0.3;
    return lope_point_make(behind + 0.4 * down, top + (c->behind - top) * smooth(down), 0);
}

static double worst_form, worst_depth;

static void vaults(const vault_case *c)
{
    scene s;
    open_scene(&s, c);
    double from = -c->start;
    const bool hurdle = c->height <= 0.7 && c->depth <= 0.5 && c->speed >= 3;
    const double seconds = hurdle ? 0.5 : 0.7;
    for (int i = 0; i < (int)(2 * c->rate) && s.ended < 0; i++) {
        tick(&s, c);
        worst_depth = fmax(worst_depth, depth_of(&s));
        if (s.began < 0 || s.ended >= 0) continue;
        const lope_point at = feet_of(&s), want = due(c, from, hurdle, (s.time - s.began) / seconds);
        const double off = hypot(at.x - want.x, at.y - want.y);
        worst_form = fmax(worst_form, off);
        if (off > FORM || fabs(at.z - c->velocity * (s.time - s.began)) > FORM)
            fail_msg("height %g depth %g start %g rate %g up %d: (%g %g %g), due (%g %g) after %g s", c->height, c->depth,
                     c->start, c->rate, c->up, at.x, at.y, at.z, want.x, want.y, s.time - s.began);
    }
    if (s.began < 0 || s.ended < 0)
        fail_msg("height %g depth %g start %g rate %g up %d: began %g, ended %g, refused %u", c->height, c->depth, c->start,
                 c->rate, c->up, s.began, s.ended, s.refused);
    assert_true(fabs(s.ended - s.began - seconds) < 1e-4);
    assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
    const lope_point velocity = lope_quat_rotate_point(lope_quat_conjugate(s.turn), lope_vec3_to_point(s.state.velocity));
    assert_true(velocity.x >= c->speed - 1e-3);
    assert_true(worst_depth < DEPTH);
    close_scene(&s);
}

static const double rates[] = {20, 30, 60, 144, 360};

static void way_is_the_closed_form(void **unused)
{
    (void)unused;
    static const double heights[] = {0.5, 0.7, 1, 1.3}, depths[] = {0.1, 0.4, 0.9}, starts[] = {0.35, 0.6, 0.95};
    for (int i = 0; i < 4 * 3 * 3 * 5 * 4; i++) {
        const vault_case c = {.height = heights[i % 4],
                              .depth = depths[i / 4 % 3],
                              .start = starts[i / 12 % 3],
                              .speed = i % 2 ? 5 : 0,
                              .behind = i % 3 == 0 ? -0.5 : 0,
                              .rate = rates[i / 36 % 5],
                              .up = i / 180};
        vaults(&c);
    }
    printf("  off the form by at most %.3g m, in anything by at most %.3g m\n", worst_form, worst_depth);
}

static void obstacle_that_moves_takes_it_along(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        const vault_case c = {
            .height = 1, .depth = 0.4, .start = 0.6, .speed = 4, .velocity = 1, .rate = rates[i % 5], .up = i / 5};
        vaults(&c);
    }
}

// It steps off the obstacle where that has brought it at the instant of the end, also at the end of a tick.
static void end_is_where_the_obstacle_has_brought_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        const vault_case c = {.height = 1, .depth = 0.4, .start = 0.6, .velocity = 1, .rate = rates[i % 5], .up = i / 5};
        scene s;
        open_scene(&s, &c);
        tick(&s, &c);
        s.input.move = (lope_vec3){0, 0, 0};
        while (s.time < 1) tick(&s, &c);
        assert_true(s.began == 0 && s.ended > 0);
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
        if (fabs(feet_of(&s).z - c.velocity * s.ended) > FORM)
            fail_msg("at %.0f Hz it stands at %.4f, the obstacle has brought it to %.4f", c.rate, feet_of(&s).z,
                     c.velocity * s.ended);
        close_scene(&s);
    }
}

static void fast_ones_start_by_themselves(void **unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++) {
        const vault_case c = {.height = 0.6, .depth = 0.3, .start = 0.9, .speed = 4, .rate = rates[i], .itself = true};
        vaults(&c);
    }
}

static void refused(vault_case c, uint32_t why)
{
    for (int i = 0; i < 20; i++) {
        scene s;
        c.rate = rates[i % 5];
        c.up = i / 5;
        open_scene(&s, &c);
        tick(&s, &c);
        assert_true(s.began < 0);
        assert_int_equal(s.refused, why);
        close_scene(&s);
    }
}

static void others_are_refused_with_reasons(void **unused)
{
    (void)unused;
    refused((vault_case){.height = 1.5, .depth = 0.4, .start = 0.6}, LOPE_REFUSAL_TOO_HIGH);
    refused((vault_case){.height = 3, .depth = 0.4, .start = 0.6}, LOPE_REFUSAL_TOO_HIGH);
    refused((vault_case){.height = 0.35, .depth = 0.4, .start = 0.6}, LOPE_REFUSAL_TOO_LOW);
    refused((vault_case){.height = 1, .depth = 1.2, .start = 0.6}, LOPE_REFUSAL_NO_ROOM);
    refused((vault_case){.height = 1, .depth = 0.4, .start = 1.2}, LOPE_REFUSAL_NO_WALL);
    refused((vault_case){.height = 1, .depth = 0.4, .start = 0.6, .behind = -3}, LOPE_REFUSAL_NOT_WALKABLE);
    refused((vault_case){.height = 1, .depth = 0.4, .start = 0.6, .roof = 2.5}, LOPE_REFUSAL_NO_ROOM);
}

// A teleport in the middle of a vault ends it, and the character stays at the goal. The way back to the
// obstacle is 5 m and free.
static void a_teleport_ends_it(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        const vault_case c = {.height = 1, .depth = 0.4, .start = 0.6, .rate = rates[i]};
        const lope_point goal = {-5, 0, 6};
        scene s;
        open_scene(&s, &c);
        while (s.time < 0.35) tick(&s, &c);
        assert_true(s.began >= 0 && s.ended < 0);
        lope_requests requests = {.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = lope_quat_rotate_point(s.turn, goal)};
        s.input = (lope_input){.requests = &requests};
        tick(&s, &c);
        assert_true(s.ended >= 0);
        requests.asked = 0;
        while (s.time < 1.5) tick(&s, &c);
        // what speed it had is braked within half a metre
        assert_true(lope_point_length(lope_point_sub(feet_of(&s), goal)) < 0.5);
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
        close_scene(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(way_is_the_closed_form),
                                       cmocka_unit_test(obstacle_that_moves_takes_it_along),
                                       cmocka_unit_test(end_is_where_the_obstacle_has_brought_it),
                                       cmocka_unit_test(fast_ones_start_by_themselves),
                                       cmocka_unit_test(a_teleport_ends_it),
                                       cmocka_unit_test(others_are_refused_with_reasons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
