// test_vault_moving.c - vaults and hurdles over obstacles that turn, go along, sink or rise meanwhile: seeded
// scenes of meshes and hulls. It is never in anything by more than 1 mm, goes the closed form of
// lope/vault.h as seen from the obstacle, and ends standing on the floor behind, alike at every tick rate.
//
// The closed form, and the depth in obstacle and floor, are worked out here.
#include "yard.h"

#define DEPTH 1e-3 // m
#define FORM 2e-3  // m: floats of turned poses over 3 m, and the arc of a turn within a piece of 1/60 s
#define ALIKE 0.01 // m between tick rates
#define WIDE 3.0   // m, of the obstacle

typedef struct vault_move {
    double radius, height;             // of the capsule
    double top, depth, start, aside;   // m; of the obstacle; before it and to the side of its middle
    double angle;                      // rad, of the approach
    double speed, spin, vx, vz, rises; // m/s, rad/s
    double behind;                     // m, height of the floor behind
    int kind, frame;                   // 0: a mesh, 1: a hull
    double rate;
} vault_move;

typedef struct scene {
    vault_move c;
    lope_level *level;
    lope_nearby *nearby;
    lope_surroundings surroundings;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_report report;
    lope_quat turn;
    lope_body obstacle;
    lope_transform pose; // of the obstacle in the scene
    uint32_t refused;
    double time, began, ended; // s; negative: not yet
} scene;

static char text[300];
static int ended_well, refused_rightly;
static double worst_form, worst_depth, worst_alike;

static double between(uint64_t *random, double low, double high)
{
    uint64_t x = *random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return low + (high - low) * (double)((x ^ x >> 31) >> 40) / 16777216.0;
}

// Where the obstacle is: its face toward -x is at x = 0 at the start, its bottom is 2 m below the ground.
static lope_transform pose_at(const vault_move *c, double time)
{
    return (lope_transform){{0.5 * c->depth + c->vx * time, c->rises * time, c->vz * time},
                            lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)(c->spin * time))};
}

static lope_transform in_world(const scene *s, lope_transform pose)
{
    return (lope_transform){lope_quat_rotate_point(s->turn, pose.position),
                            lope_quat_normalize(lope_quat_multiply(s->turn, pose.rotation))};
}

static void add_obstacle(scene *s)
{
    static const uint32_t indices[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const double half = 0.5 * s->c.depth;
    float points[24];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = (float)(i & 1 ? half : -half);
        points[3 * i + 1] = (float)(i & 2 ? s->c.top : -2);
        points[3 * i + 2] = (float)(i & 4 ? 0.5 * WIDE : -0.5 * WIDE);
    }
    lope_error error = {0};
    const lope_transform pose = in_world(s, pose_at(&s->c, 0));
    const lope_body_def body = {.position = pose.position, .rotation = pose.rotation, .moving = true, .error = &error};
    if (s->c.kind == 0) {
        const lope_mesh_def def = {.body = body, .points = points, .point_count = 8, .indices = indices, .triangle_count = 12};
        s->obstacle = lope_level_add_mesh(s->level, &def);
        lope_mesh_report report;
        assert_int_equal(lope_level_mesh_report(s->level, s->obstacle, &report), LOPE_OK);
        assert_int_equal(report.parts_closed, 1);
        assert_int_equal(report.parts_inside_out, 0);
    } else {
        const lope_hull_def def = {.body = body, .points = points, .point_count = 8};
        s->obstacle = lope_level_add_hull(s->level, &def);
    }
    if (!lope_level_valid(s->level, s->obstacle)) fail_msg("%s: %s", error.field, error.text);
}

// The floor: at height 0 before x = depth / 2, where no obstacle is in the way of it, and at `behind` after it.
static void add_floor(scene *s, double x0, double x1, double y)
{
    lope_box_def def = {.size = {(float)(x1 - x0), 1, 80}};
    const lope_transform pose = in_world(s, (lope_transform){{0.5 * (x0 + x1), y - 0.5, 0}, lope_quat_identity()});
    def.body.position = pose.position;
    def.body.rotation = pose.rotation;
    assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &def)));
}

static void open_scene(scene *s, const vault_move *c)
{
    *s = (scene){.c = *c, .began = -1, .ended = -1, .turn = yard_turn(c->frame)};
    s->level = lope_level_create(NULL);
    s->nearby = lope_nearby_create(NULL);
    s->surroundings = lope_level_surroundings(s->level);
    s->pose = pose_at(c, 0);
    if (c->behind < 0) {
        add_floor(s, -40, 0.5 * c->depth, 0);
        add_floor(s, 0.5 * c->depth, 40, c->behind);
    } else {
        add_floor(s, -40, 40, 0);
    }
    add_obstacle(s);
    const lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&s->moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&s->moveset, lope_vault_ability(), NULL, NULL, NULL), LOPE_OK);
    const lope_point ahead = {cos(c->angle), 0, sin(c->angle)}, feet = {-c->start, 0, c->aside};
    const lope_state_def def = {.feet = lope_quat_rotate_point(s->turn, feet),
                                .radius = (float)c->radius,
                                .height = (float)c->height,
                                .up = lope_quat_rotate(s->turn, (lope_vec3){0, 1, 0}),
                                .velocity =
                                    lope_point_to_vec3(lope_quat_rotate_point(s->turn, lope_point_scale(ahead, c->speed))),
                                .mode = LOPE_MODE_WALKING};
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    s->input.move = lope_point_to_vec3(lope_quat_rotate_point(s->turn, ahead));
    s->input.held = s->input.pressed = LOPE_BUTTON_VAULT;
}

static void close_scene(scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
}

static lope_point feet_of(const scene *s) { return lope_quat_rotate_point(lope_quat_conjugate(s->turn), s->state.feet); }

static void tick(scene *s)
{
    const double next = s->time + 1 / s->c.rate;
    const lope_transform world = in_world(s, pose_at(&s->c, next));
    if (lope_level_valid(s->level, s->obstacle)) assert_int_equal(lope_level_set_pose(s->level, s->obstacle, &world), LOPE_OK);
    assert_int_equal(
        lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, (float)(1 / s->c.rate), &s->report), LOPE_OK);
    for (uint32_t i = 0; i < s->report.event_count; i++) {
        const lope_event *event = &s->report.events[i];
        if (event->kind == LOPE_EVENT_ABILITY) s->began = s->time + (double)event->time;
        if (event->kind == LOPE_EVENT_ABILITY_END) s->ended = s->time + (double)event->time;
    }
    if (s->report.refused_count && !s->refused) s->refused = s->report.refused[0].why;
    s->input.pressed = 0;
    s->time = next;
    s->pose = pose_at(&s->c, next);
    lope_level_end_tick(s->level);
}

// How deep the capsule is in the obstacle, a box that stands upright, and in the floors.
static double depth_of(const scene *s)
{
    const double r = s->c.radius, h = s->c.height;
    const lope_point p = feet_of(s), q = lope_transform_unapply(&s->pose, p);
    const double x = fmax(fabs(q.x) - 0.5 * s->c.depth, 0), z = fmax(fabs(q.z) - 0.5 * WIDE, 0),
                 y = fmax(fmax(-2 - (q.y + h - r), q.y + r - s->c.top), 0);
    double worst = r - sqrt(x * x + y * y + z * z);
    const double edge = 0.5 * s->c.depth, step = s->c.behind < 0 ? fmax(p.x - edge, 0) : 0, low = fmax(p.y + r, 0);
    worst = fmax(worst, r - hypot(step, low));
    return fmax(worst, p.x > edge && s->c.behind < 0 ? s->c.behind - p.y : -1);
}

static double smooth(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x); }

static bool is_hurdle(const vault_move *c)
{
    const double scale = c->height / 1.76;
    return c->top <= 0.7 * scale && c->depth <= 0.5 * scale && c->speed >= 3;
}

// Returns where the feet are due after a time, as seen from the obstacle: the form in lope/vault.h, which comes
// down to where the floor behind is by then.
static lope_point due(const vault_move *c, double time)
{
    const double scale = c->height / 1.76, half = 0.5 * c->depth, from = -c->start - half, floor = c->behind - c->rises * time,
                 share = time / (is_hurdle(c) ? 0.5 : 0.7), top = c->top + (is_hurdle(c) ? 0.1 : 0.02) * scale;
    const double touching = -half - c->radius - 0.03 * scale, before = from > touching ? from : touching,
                 behind = half + c->radius + 0.03 * scale;
    if (share < 0.3) return lope_point_make(from + (before - from) * share / 0.3, top * smooth(share / 0.3), c->aside);
    if (share < 0.7) return lope_point_make(before + (behind - before) * (share - 0.3) / 0.4, top, c->aside);
    const double down = (share - 0.7) / 0.3;
    return lope_point_make(behind + 0.4 * scale * down, floor + (top - floor) * (1 - smooth(down)), c->aside);
}

// Returns whether it has to start: 1, 0: not, for the reason *why, or -1: so near a limit that both are right.
static int has_to_start(const vault_move *c, uint32_t *why)
{
    const double scale = c->height / 1.76, wide = 0.85 * c->radius, h = c->top / scale,
                 reach = ((c->start - wide) / cos(c->angle) + wide) / scale;
    *why = LOPE_REFUSAL_NONE;
    if (fabs(reach - 1) < 0.05 || fabs(h - 0.4) < 1e-3 || fabs(h - 1.3) < 1e-3 || fabs(c->top - 0.45) < 1e-3 ||
        fabs(c->depth / scale - 1) < 1e-3)
        return -1;
    if (c->depth > scale) *why = LOPE_REFUSAL_NO_ROOM;
    if (c->top <= 0.45) *why = LOPE_REFUSAL_STEP; // the tuning's max_step_height
    if (h > 1.3) *why = LOPE_REFUSAL_TOO_HIGH;
    if (h < 0.4) *why = LOPE_REFUSAL_TOO_LOW;
    if (reach > 1) *why = LOPE_REFUSAL_NO_WALL;
    return *why == LOPE_REFUSAL_NONE;
}

static void fail_at(const scene *s, const char *what, double value)
{
    fail_msg("%s; %g Hz, %.4f s: %s %g", text, s->c.rate, s->time, what, value);
}

// Checks the place at the end of a tick in the course of a vault.
static void check_place(const scene *s)
{
    lope_point at = lope_transform_unapply(&s->pose, feet_of(s)), want = due(&s->c, s->time - s->began);
    const double ground = -s->c.rises * s->time; // which holds it while the obstacle sinks
    if (want.y < ground && (s->c.behind >= 0 || s->time - s->began < 0.2)) want.y = ground;
    const double off = lope_point_length(lope_point_sub(at, want));
    worst_form = fmax(worst_form, off);
    if (off > FORM) fail_at(s, "m off the form", off);
}

// Plays a second. Returns whether it has vaulted; where the feet are then in *end.
static bool play(const vault_move *c, lope_point *end)
{
    scene s;
    open_scene(&s, c);
    while (s.time < 1 - 1e-6) {
        tick(&s);
        const double depth = depth_of(&s);
        worst_depth = fmax(worst_depth, depth);
        if (depth > DEPTH) fail_at(&s, "m inside", depth);
        if (s.began < 0) break;
        if (s.ended < 0) check_place(&s);
        if (s.time > 0.3) s.input.move = (lope_vec3){0, 0, 0};
    }
    uint32_t why;
    const int starts = has_to_start(c, &why);
    if (starts == 1 && s.began < 0) fail_at(&s, "refused for", s.refused);
    if (starts == 0 && s.began >= 0) fail_at(&s, "it should be refused for", why);
    if (starts == 0 && s.refused != why) fail_at(&s, "refused for another reason,", s.refused);
    const bool vaults = s.began >= 0;
    refused_rightly += !vaults;
    ended_well += vaults;
    if (vaults && s.ended < 0) fail_at(&s, "no end after", s.began);
    if (vaults && fabs(s.ended - s.began - (is_hurdle(c) ? 0.5 : 0.7)) > 1e-4) fail_at(&s, "it ends at", s.ended);
    *end = feet_of(&s);
    if (vaults && s.state.mode != LOPE_MODE_WALKING) fail_at(&s, "in the mode", s.state.mode);
    if (vaults && fabs(end->y - c->behind) > 1e-3) fail_at(&s, "m off the floor", end->y - c->behind); // the floor's skin
    close_scene(&s);
    return vaults;
}

static vault_move make(uint32_t seed)
{
    uint64_t random = seed;
    vault_move c = {.kind = (int)(seed % 2), .frame = (int)(seed / 2 % 4)};
    c.radius = between(&random, 0.2, 0.5);
    c.height = between(&random, 1.2, 2.2);
    if (c.height < 2.2 * c.radius) c.height = 2.2 * c.radius;
    const double scale = c.height / 1.76;
    c.top = between(&random, 0.35, 1.35) * scale;
    c.depth = between(&random, 0.08, 1.05) * scale;
    c.start = c.radius + between(&random, 0.02, 0.6) * scale;
    c.aside = between(&random, -0.4, 0.4);
    c.angle = between(&random, -0.7, 0.7);
    c.speed = between(&random, -4, 6);
    if (c.speed < 1) c.speed = 0;
    const int motion = (int)between(&random, 0, 4.99);
    const double spin = between(&random, -1.57, 1.57), x = between(&random, -1, 1), z = between(&random, -1, 1);
    if (motion == 0 || motion == 4) c.spin = spin;
    if (motion == 1 || motion == 4) c.vx = x;
    if (motion == 1 || motion == 4) c.vz = z;
    if (motion == 2) c.rises = between(&random, -1, 0);
    if (motion == 3) c.rises = between(&random, 0, 0.6);
    if (motion / 2 == 1 && between(&random, 0, 1) < 0.5) { // others would bring it back over the floor before
        c.behind = between(&random, -0.5, 0) * scale;
        if (c.rises < -c.top) c.rises = -c.top; // nor is the floor before over the top by then
    }
    snprintf(text, sizeof text,
             "seed %u: capsule %.3f by %.3f, obstacle %.3f by %.3f, start %.3f %.2f, angle %.2f, speed %.2f, spin %.2f, velocity "
             "%.2f %.2f %.2f, behind %.2f",
             (unsigned)seed, c.radius, c.height, c.top, c.depth, c.start, c.aside, c.angle, c.speed, c.spin, c.vx, c.rises, c.vz,
             c.behind);
    return c;
}

static void seeds(uint32_t from, uint32_t to)
{
    for (uint32_t seed = from; seed <= to; seed++) {
        vault_move c = make(seed);
        lope_point first = {0, 0, 0}, at;
        bool vaults = false;
        for (int i = RATES - 1; i >= 0; i--) {
            c.rate = (double)rates[i];
            const bool one = play(&c, &at);
            if (i == RATES - 1) {
                first = at;
                vaults = one;
            }
            if (one != vaults) fail_msg("%s: at %g Hz it %s, at 360 Hz not so", text, c.rate, one ? "starts" : "is refused");
            const double off = one ? lope_point_length(lope_point_sub(first, at)) : 0;
            worst_alike = fmax(worst_alike, off);
            if (off > ALIKE) fail_msg("%s: at %g Hz %g m from where it is at 360 Hz", text, c.rate, off);
        }
    }
    printf(
        "  seeds %u to %u, 8 tick rates: %d end standing behind, %d refused; off the form by at most %.2g m, rates apart by %.2g "
        "m, inside by %.2g m\n",
        (unsigned)from, (unsigned)to, ended_well, refused_rightly, worst_form, worst_alike, worst_depth);
}

static void obstacles_move_meanwhile(void **unused)
{
    (void)unused;
    seeds(1, 200);
    assert_true(ended_well > 500 && refused_rightly > 200);
}

// Without its obstacle it is let go: the vault ends, and the character falls onto the floor.
static void an_obstacle_that_vanishes_lets_go(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        const vault_move c = {.radius = 0.34, .height = 1.76, .top = 1, .depth = 0.4, .start = 0.6, .rate = (double)rates[i]};
        scene s;
        open_scene(&s, &c);
        bool there = true;
        while (s.time < 1.5) {
            if (there && s.time > 0.3) lope_level_remove(s.level, s.obstacle);
            if (there) there = s.time <= 0.3;
            tick(&s);
        }
        assert_true(s.began >= 0 && s.ended > 0.3 && s.ended < 0.36);
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
        close_scene(&s);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(obstacles_move_meanwhile),
                                       cmocka_unit_test(an_obstacle_that_vanishes_lets_go)};
    if (argc > 2) { // FROM TO: other seeds
        seeds((uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]));
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
