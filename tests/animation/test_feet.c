// test_feet.c - the floor under each foot against rays on every triangle, on real levels and height fields; slopes,
// steps, walls and bodies by themselves.
#include "scene.h"

#include "../behaviour/check.h"
#include "../levels/level_data.h"

#define RATE 60
#define SECONDS 40
#define EVERY 5 // ticks between two reports
#define REACH 0.45

static void keep_most(double *most, double value)
{
    if (!(value <= *most)) *most = value;
}

static uint64_t seed = 1;
static double draw(double low, double high)
{
    seed += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// ---- real levels -------------------------------------------------------------------------------------------

// The first triangle on a way straight down, and the second opinion's doubt: an edge within 1e-5 m.
typedef struct down {
    brute_point from, to;
    double fraction;
    int triangle;
    bool edge;
} down;

static bool ray_visit(void *context, const level_data *level, int triangle)
{
    down *d = context;
    double fraction;
    if (!brute_segment_hits(d->from, d->to, &level->triangles[triangle], &fraction) || fraction >= d->fraction) return true;
    d->fraction = fraction;
    d->triangle = triangle;
    return true;
}

// Heights of the first hit of five rays: the middle one and four 1e-5 m beside it tell whether an edge is near.
static down ray_down(level_data *level, brute_point from, double way)
{
    down at = {.fraction = 2, .triangle = -1};
    for (int i = 0; i < 5; i++) {
        down d = {.from = from, .fraction = 2, .triangle = -1};
        d.from.x += i == 1 ? 1e-5 : i == 2 ? -1e-5 : 0;
        d.from.z += i == 3 ? 1e-5 : i == 4 ? -1e-5 : 0;
        d.to = d.from;
        d.to.y -= way;
        brute_point lower = {d.from.x - 1e-3, d.to.y - 1e-3, d.from.z - 1e-3},
                    upper = {d.from.x + 1e-3, d.from.y + 1e-3, d.from.z + 1e-3};
        level_visit(level, lower, upper, ray_visit, &d);
        if (i == 0)
            at = d;
        else if (d.triangle != at.triangle)
            at.edge = true;
    }
    return at;
}

typedef struct tally {
    int feet, known, edges, faults;
    double height, normal;
} tally;

static void compare(level_data *level, const lope_state *state, const lope_animation_ground *ground, tally *count)
{
    const brute_point from = {ground->point.x, state->feet.y + REACH, ground->point.z};
    const down d = ray_down(level, from, 2 * REACH);
    count->feet++;
    if (d.edge) {
        count->edges++;
        return;
    }
    if ((d.triangle >= 0) != (ground->known != 0)) {
        if (count->faults++ < 5)
            printf("    foot at %.4f %.4f %.4f: told %u, brute %d\n", ground->point.x, ground->point.y, ground->point.z,
                   (unsigned)ground->known, d.triangle);
        return;
    }
    if (!ground->known) return;
    count->known++;
    const double height = REACH - d.fraction * 2 * REACH;
    keep_most(&count->height, fabs(height - ground->height));
    brute_point n = brute_normal(&level->triangles[d.triangle]);
    n = brute_scale(n, 1 / brute_length(n));
    if (n.y < 0) n = brute_scale(n, -1);
    keep_most(&count->normal,
              fabs(n.x - (double)ground->normal.x) + fabs(n.y - (double)ground->normal.y) + fabs(n.z - (double)ground->normal.z));
    const double slope = acos(n.y > 1 ? 1 : n.y);
    if (fabs(height - ground->height) > 1e-5 || fabs(slope - (double)ground->slope) > 1e-3)
        if (count->faults++ < 5)
            printf("    foot at %.4f %.4f %.4f: height %.6f, brute %.6f; slope %.4f, brute %.4f\n", ground->point.x,
                   ground->point.y, ground->point.z, ground->height, height, (double)ground->slope, slope);
}

// Wanders through a level and compares each foot, and where each comes down next.
static void wander(level_data *data, lope_level *level, brute_point spawn, tally *count)
{
    const lope_surroundings around = lope_level_surroundings(level);
    const lope_tuning tuning = lope_tuning_default();
    lope_nearby *nearby = lope_nearby_create(NULL), *ahead = lope_nearby_create(NULL);
    lope_moveset moveset;
    lope_state state;
    lope_animation_state memory = {0};
    lope_animation_settings settings = {.parts = LOPE_ANIMATION_FEET};
    lope_input input = {0};
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {spawn.x, spawn.y, spawn.z}}), LOPE_OK);
    for (int tick = 0; tick < SECONDS * RATE; tick++) {
        if (tick % 40 == 0) {
            const double angle = draw(0, 6.283), press = draw(0.3, 1);
            input.move = lope_vec3_make((float)(press * cos(angle)), 0, (float)(press * sin(angle)));
            input.look_yaw = (float)draw(-3, 3);
        }
        input.pressed = input.held = tick % 97 == 0 ? LOPE_BUTTON_JUMP : 0;
        assert_int_equal(lope_move(&state, &input, &moveset, &around, nearby, 1.0f / RATE, NULL), LOPE_OK);
        assert_int_equal(lope_animation_advance(&memory, &settings, &moveset, &state, 1.0f / RATE, NULL), LOPE_OK);
        if (state.feet.y < data->lower.y - 5) break;
        if (tick % EVERY != 0 || state.stuck_ticks > 0) continue;
        lope_animation_report report;
        const lope_animation_def def = {.state = &state,
                                        .memory = &memory,
                                        .settings = &settings,
                                        .moveset = &moveset,
                                        .surroundings = &around,
                                        .nearby = ahead,
                                        .input = input};
        assert_int_equal(lope_animation_report_make(&def, &report), LOPE_OK);
        for (uint32_t f = 0; f < report.foot_count; f++) compare(data, &state, &report.feet[f].now, count);
    }
    lope_nearby_destroy(nearby);
    lope_nearby_destroy(ahead);
}

static void feet_on_real_levels_agree_with_rays(void **unused)
{
    (void)unused;
    static const char *const names[] = {"jolt_obstacle_course",      "recast_dungeon", "recast_undulating", "kenney_platformer",
                                        "godot_kinematic_character", "lq_dm5"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char path[512];
        level_data data;
        brute_point spawns[16];
        tally count = {0};
        snprintf(path, sizeof path, "%s/levels/%s/%s.obj", LOPE_SHARED_DIR, names[n], names[n]);
        if (!level_load(&data, path)) {
            printf("  %-26s skipped: %s is not there\n", names[n], path);
            continue;
        }
        snprintf(path, sizeof path, "%s/levels/%s/%s.json", LOPE_SHARED_DIR, names[n], names[n]);
        int spawn_count = level_spawns(path, "spawn_feet", spawns, 16);
        if (spawn_count == 0) spawn_count = level_spawns(path, "auto_spawn_feet", spawns, 16);
        lope_level *level = lope_level_create(NULL);
        const lope_mesh_def def = {.points = data.points,
                                   .point_count = (uint32_t)data.point_count,
                                   .indices = data.indices,
                                   .triangle_count = (uint32_t)data.triangle_count};
        assert_true(lope_level_valid(level, lope_level_add_mesh(level, &def)));
        seed = 7 + n;
        for (int i = 0; i < 4 && spawn_count > 0; i++) wander(&data, level, spawns[i % spawn_count], &count);
        printf("  %-26s seed %d: %5d feet, %5d with a floor, %3d by an edge, height off by %.2g m, normal %.2g, %d faults\n",
               names[n], 7 + (int)n, count.feet, count.known, count.edges, count.height, count.normal, count.faults);
        assert_int_equal(count.faults, 0);
        assert_true(spawn_count == 0 || count.known > 50);
        lope_level_destroy(level);
        level_free(&data);
    }
}

// ---- height fields --------------------------------------------------------------------------------------

#define COLUMNS 33
#define CELL 0.5

// A height field's surface at x, z, by its two triangles a cell: whichever diagonal it has.
static bool field_height(const float *heights, double x, double z, double *low, double *high)
{
    const double column = x / CELL + 0.5 * (COLUMNS - 1), row = z / CELL + 0.5 * (COLUMNS - 1);
    const int i = (int)floor(column), j = (int)floor(row);
    if (i < 0 || j < 0 || i + 1 >= COLUMNS || j + 1 >= COLUMNS) return false;
    const double u = column - i, v = row - j;
    const double a = (double)heights[j * COLUMNS + i], b = (double)heights[j * COLUMNS + i + 1];
    const double c = (double)heights[(j + 1) * COLUMNS + i], d = (double)heights[(j + 1) * COLUMNS + i + 1];
    const double one = u + v < 1 ? a + u * (b - a) + v * (c - a) : d + (1 - u) * (c - d) + (1 - v) * (b - d);
    const double two = u > v ? a + u * (b - a) + v * (d - b) : a + v * (c - a) + u * (d - c);
    *low = one < two ? one : two;
    *high = one < two ? two : one;
    return true;
}

static void feet_on_height_fields_agree(void **unused)
{
    (void)unused;
    float heights[COLUMNS * COLUMNS];
    double worst = 0;
    int feet = 0;
    seed = 99;
    printf("height field, seed 99: ");
    for (int i = 0; i < COLUMNS * COLUMNS; i++) heights[i] = (float)draw(0, 0.25);
    for (int frame = 0; frame < SCENE_FRAMES; frame++) {
        scene s;
        lope_quat turn;
        lope_point origin;
        lope_animation_report report;
        scene_frame(frame, &turn, &origin);
        scene_open(&s, turn, origin, RATE);
        lope_height_field_def def = {.heights = heights, .columns = COLUMNS, .rows = COLUMNS, .cell = (float)CELL};
        def.body.position = origin;
        def.body.rotation = turn;
        assert_true(lope_level_valid(s.level, lope_level_add_height_field(s.level, &def)));
        scene_place(&s, 0, 0.6, 0, 0, 0, 0);
        s.settings.parts = LOPE_ANIMATION_FEET;
        for (int tick = 0; tick < 3000; tick++) {
            const lope_point at = scene_of(&s, s.state.feet);
            if (tick % 30 == 0) {
                const double angle = draw(0, 6.283);
                s.input.move = lope_vec3_make((float)cos(angle), 0, (float)sin(angle));
            }
            if (fabs(at.x) > 6 || fabs(at.z) > 6) s.input.move = lope_vec3_make((float)-at.x, 0, (float)-at.z);
            s.input.look_yaw += 0.02f;
            scene_tick(&s);
            scene_ask(&s, &report);
            for (int f = 0; f < 2; f++) {
                const lope_animation_ground *g = &report.feet[f].now;
                const lope_point p = scene_of(&s, g->point);
                double low, high;
                if (!g->known || !field_height(heights, p.x, p.z, &low, &high)) continue;
                const double off = fabs(p.y - low), off_high = fabs(p.y - high);
                keep_most(&worst, off < off_high ? off : off_high);
                feet++;
            }
        }
        scene_close(&s);
    }
    printf("%d feet, off by at most %.3g m\n", feet, worst);
    assert_true(feet > 10000);
    check_below("height", worst, 1e-5); // a rotation in floats, 8 m from its origin
}

// ---- by themselves --------------------------------------------------------------------------------------

// On a ramp of a known angle, facing any way: slope, pitch and roll.
static void slope_pitch_and_roll_are_the_ramps(void **unused)
{
    (void)unused;
    double worst = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int degrees = 5; degrees <= 40; degrees += 5)
            for (int face = 0; face < 8; face++) {
                scene s;
                lope_quat turn;
                lope_point origin;
                lope_animation_report report;
                const double angle = degrees * 3.14159265358979 / 180, yaw = face * 3.14159265358979 / 4;
                scene_frame(frame, &turn, &origin);
                scene_open(&s, turn, origin, RATE);
                scene_box(&s, 0.5 * sin(angle), -0.5 * cos(angle), 0, 20, 1, 20, degrees); // its top goes through the origin
                scene_place(&s, 0, 0.34 / cos(angle) - 0.34, 0, 0, 0, 0);
                s.input.look_yaw = (float)yaw;
                s.settings.parts = LOPE_ANIMATION_FEET;
                for (int i = 0; i < 3; i++) scene_tick(&s);
                scene_ask(&s, &report);
                for (int f = 0; f < 2; f++) {
                    const lope_animation_ground *g = &report.feet[f].now;
                    assert_true(g->known && g->walkable);
                    // yaw 0 looks along -z; the ramp rises along +x, which is ahead at a yaw of -90 degrees
                    const double rise = tan(angle), ahead = -sin(yaw), right = cos(yaw);
                    keep_most(&worst, fabs((double)g->slope - angle));
                    keep_most(&worst, fabs((double)g->pitch - atan(rise * ahead)));
                    keep_most(&worst, fabs((double)g->roll - atan(rise * right)));
                    // the foot's own height: beside the axis the ramp is higher or lower
                    const lope_point at = scene_of(&s, g->point), feet = scene_of(&s, s.state.feet);
                    keep_most(&worst, fabs(at.y - at.x * rise));
                    keep_most(&worst, fabs(g->height - (at.y - feet.y)));
                    check_near("beside", hypot(at.x - feet.x, at.z - feet.z), 0.1, 1e-5);
                    const double side = (at.x - feet.x) * cos(yaw) - (at.z - feet.z) * sin(yaw);
                    check_near("left, then right", side, f == 0 ? -0.1 : 0.1, 1e-5);
                }
                scene_close(&s);
            }
    printf("slope, pitch, roll and height on ramps: off by at most %.3g rad or m\n", worst);
    check_below("difference", worst, 2e-5); // an arc cosine of a float near 1: 5 degrees
}

static void foot_finds_step_edge_and_nothing(void **unused)
{
    (void)unused;
    scene s;
    lope_animation_report report;
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), RATE);
    scene_box(&s, -2, -0.5, 0, 4, 1, 8, 0);                      // up to x = 0
    const lope_body low = scene_box(&s, 2, -0.8, 0, 4, 1, 8, 0); // 0.3 m lower
    s.settings.parts = LOPE_ANIMATION_FEET;
    scene_place(&s, -0.05, 0, 0, 0, 0, 0);
    s.input.look_yaw = 0; // faces -z: right is +x
    scene_tick(&s);
    scene_ask(&s, &report);
    check_near("left foot", report.feet[0].now.height, 0, 1e-6);
    check_near("right foot, on the lower one", report.feet[1].now.height, -0.3, 1e-6);
    assert_true(report.feet[1].now.body == lope_level_id(s.level, low));
    s.settings.foot_reach = 0.2f; // less than the step
    scene_ask(&s, &report);
    assert_true(report.feet[0].now.known && !report.feet[1].now.known);
    assert_true(report.feet[1].now.body == LOPE_BODY_NONE);
    s.settings.foot_reach = 0;
    s.settings.foot_radius = 0.08f; // a foot as wide as that rests on the rim
    scene_ask(&s, &report);
    check_near("on the rim", report.feet[1].now.height, sqrt(0.08 * 0.08 - 0.05 * 0.05) - 0.08, 1e-5);
    scene_close(&s);
}

// Feet that belong outside the capsule, as of a horse, stay before a wall. Four feet with materials.
static void far_feet_stay_before_walls(void **unused)
{
    (void)unused;
    scene s;
    lope_animation_report report;
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), RATE);
    lope_box_def def = {.size = {20, 1, 20}};
    def.body.position = lope_point_make(0, -0.5, 0);
    def.body.surface.material = 42;
    lope_level_add_box(s.level, &def);
    scene_box(&s, 0.9, 1, 0, 1, 2, 8, 0); // a wall from x = 0.4 on
    scene_place(&s, 0, 0, 0, 0, 0, 0);
    scene_tick(&s);
    s.settings.parts = LOPE_ANIMATION_FEET;
    s.settings.foot_count = 4;
    for (int i = 0; i < 4; i++)
        s.settings.feet[i] =
            (lope_animation_foot_place){.right = i % 2 ? 0.6f : -0.6f, .ahead = i < 2 ? 0.7f : -0.7f, .phase = 0.25f * (float)i};
    scene_ask(&s, &report);
    assert_int_equal(report.foot_count, 4);
    for (int i = 0; i < 4; i++) {
        const lope_animation_ground *g = &report.feet[i].now;
        assert_true(g->known && g->material == 42);
        check_near("height", g->height, 0, 1e-6);
        if (i % 2) {
            assert_true(g->point.x < 0.4 && g->point.x > 0.39);
        } else {
            check_near("where it belongs", g->point.x, -0.6, 1e-6);
        }
    }
    scene_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_on_real_levels_agree_with_rays), cmocka_unit_test(feet_on_height_fields_agree),
        cmocka_unit_test(slope_pitch_and_roll_are_the_ramps),  cmocka_unit_test(foot_finds_step_edge_and_nothing),
        cmocka_unit_test(far_feet_stay_before_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
