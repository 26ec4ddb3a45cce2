// test_planet.c - round a planet of 20 m radius at 20 to 360 Hz, on a sphere and on a mesh of one: a full
// round, jumps, a fall from afar.
//
// What a tick goes straight it loses of the arc: pieces of 5 mrad lose 4e-6 of it, 0.5 mm of the round's
// 125.7 m; the limits are 1 mm in height and 1 % in speed. The mesh's faces lie up to 20 m (1 -
// cos(pi / 96)) = 10.7 mm under the sphere.
#include "../behaviour/check.h"

#include <lope/lope.h>

#include <stdbool.h>

#define RADIUS 20.0
#define SIDES 192 // round the equator
#define RINGS 96

static const float rates[] = {20, 30, 60, 120, 360};

typedef struct planet {
    lope_world *world;
    lope_character *hero;
    lope_input input;
    double depth; // m that the mesh's faces lie under the sphere at most
} planet;

static void add_mesh(lope_level *level)
{
    static float points[SIDES * (RINGS + 1) * 3];
    static uint32_t indices[SIDES * RINGS * 6];
    uint32_t n = 0;
    for (int ring = 0; ring <= RINGS; ring++)
        for (int side = 0; side < SIDES; side++) {
            double polar = 3.14159265358979 * ring / RINGS, round = 2 * 3.14159265358979 * side / SIDES;
            bool pole = ring == 0 || ring == RINGS;
            float *p = &points[3 * (ring * SIDES + side)];
            p[0] = pole ? 0 : (float)(RADIUS * sin(polar) * cos(round));
            p[1] = (float)(RADIUS * cos(polar));
            p[2] = pole ? 0 : (float)(RADIUS * sin(polar) * sin(round));
        }
    for (uint32_t ring = 0; ring < RINGS; ring++)
        for (uint32_t side = 0; side < SIDES; side++) {
            uint32_t next = (side + 1) % SIDES, a = ring * SIDES + side, b = ring * SIDES + next, c = a + SIDES, d = b + SIDES;
            const uint32_t both[6] = {a, b, d, a, d, c};
            for (int i = 0; i < 6; i++) indices[n++] = both[i];
        }
    lope_mesh_def def = {.points = points, .point_count = SIDES * (RINGS + 1), .indices = indices, .triangle_count = n / 3};
    lope_body body = lope_level_add_mesh(level, &def);
    lope_mesh_report report;
    assert_int_equal(lope_level_mesh_report(level, body, &report), LOPE_OK);
    assert_int_equal(report.parts_inside_out, 0);
}

static planet open_planet(bool mesh, lope_point feet)
{
    planet p = {.world = lope_world_create(NULL), .depth = mesh ? RADIUS * (1 - cos(3.14159265358979 / RINGS)) : 0};
    lope_level *level = lope_world_level(p.world);
    lope_volume volume = {.gravity_mode = LOPE_GRAVITY_POINT, .gravity_strength = 9.8f};
    if (mesh)
        add_mesh(level);
    else
        lope_level_add_sphere(level, &(lope_sphere_def){.radius = (float)RADIUS});
    lope_level_add_sphere(level, &(lope_sphere_def){.body = {.volume = &volume}, .radius = 80});
    p.hero = lope_character_create(p.world, &(lope_character_def){.feet = feet});
    assert_non_null(p.hero);
    return p;
}

static const lope_state *state_of(const planet *p) { return lope_character_state(p->hero); }

static double height_of(const planet *p) { return lope_point_length(state_of(p)->feet) - RADIUS; }

// Ahead, along what is ahead for it now.
static void step(planet *p, float forward, float rate)
{
    p->input.move = lope_state_from_stick(state_of(p), 0, forward, 0);
    assert_int_equal(lope_character_set_input(p->hero, &p->input), LOPE_OK);
    assert_int_equal(lope_world_step(p->world, 1 / rate), LOPE_OK);
}

static void check_height(const planet *p, double time)
{
    double height = height_of(p);
    if (!(height < 1e-3 && height > -p->depth - 1e-3)) fail_msg("%.3f mm above the sphere at %.3f s", height * 1e3, time);
}

// Where it is after `seconds`, m along the equator.
static double go_round(planet *p, double seconds, float rate, bool mesh)
{
    double round = 0;
    lope_point before = state_of(p)->feet;
    for (int i = 1; i <= (int)(seconds * (double)rate + 0.5); i++) {
        step(p, 1, rate);
        const lope_state *state = state_of(p);
        double speed = (double)lope_vec3_length(state->velocity), time = i / (double)rate;
        if (state->mode != LOPE_MODE_WALKING) fail_msg("mode %u at %.3f s", (unsigned)state->mode, time);
        if (time > 0.5) check_near("speed", speed, 6, 1e-4);
        if (time > 0.1) check_height(p, time);
        double way = lope_point_length(lope_point_sub(state->feet, before));
        round += mesh ? way : 2 * RADIUS * asin(0.5 * way / RADIUS);
        before = state->feet;
    }
    check_near("it keeps to its great circle", state_of(p)->feet.x, 0, 1e-3);
    return round;
}

static void rounds(void **unused)
{
    (void)unused;
    double begin = 6 / 20.48, wanted = 6 * 21.5 - 0.5 * 6 * begin; // m: a full round and a bit
    for (int r = 0; r < 5; r++) {
        planet p = open_planet(false, lope_point_make(0, RADIUS, 0));
        double way = go_round(&p, 21.5, rates[r], false);
        check_near("way", way, wanted, 0.01);
        printf("  %g Hz: %.2f mm of %.2f m\n", (double)rates[r], (way - wanted) * 1e3, wanted);
        lope_world_destroy(p.world);
    }
}

static void rounds_on_a_mesh(void **unused)
{
    (void)unused;
    double begin = 6 / 20.48, wanted = 6 * 21.5 - 0.5 * 6 * begin;
    for (int r = 0; r < 5; r++) {
        planet p = open_planet(true, lope_point_make(0, RADIUS, 0));
        double way = go_round(&p, 21.5, rates[r], true);
        check_near("way", way, wanted, 0.01 * wanted); // 6 m/s are level: the faces' slopes add to it
        lope_world_destroy(p.world);
    }
}

// Jumps while it runs: in flight it goes straight on, its up turns; it lands again and again. It rises by
// Jz^2 / 2 (g - v^2 / r): of 9.8 m/s2, 36 / 20 to 36 / 21 go into the round.
static void jumps(void **unused)
{
    (void)unused;
    for (int r = 0; r < 5; r++) {
        planet p = open_planet(false, lope_point_make(0, RADIUS, 0));
        int landings = 0;
        double highest = 0;
        for (int i = 1; i <= (int)(20 * rates[r]); i++) {
            p.input.held = i > (int)rates[r] && i % (int)(2 * rates[r]) < (int)(rates[r] / 2) ? LOPE_BUTTON_JUMP : 0;
            step(&p, 1, rates[r]);
            uint32_t count;
            const lope_world_event *events = lope_world_events(p.world, &count);
            for (uint32_t k = 0; k < count; k++) {
                landings += events[k].event.kind == LOPE_EVENT_LAND;
                if (events[k].event.kind == LOPE_EVENT_APEX) check_near("apex", (double)events[k].event.value, 1.085, 0.02);
            }
            if (height_of(&p) > highest) highest = height_of(&p);
            assert_true(height_of(&p) > -1e-3);
        }
        assert_true(landings >= 9);
        check_near("highest", highest, 1.08, 0.02);
        lope_world_destroy(p.world);
    }
}

// From 30 m above a place beside the pole: it turns its feet to the planet and stands upright when it lands.
static void falls(void **unused)
{
    (void)unused;
    for (int r = 0; r < 5; r++) {
        planet p = open_planet(r % 2 == 1, lope_point_make(30, 40, 0));
        for (int i = 1; i <= (int)(5 * rates[r]); i++) step(&p, 0, rates[r]);
        const lope_state *state = state_of(&p);
        assert_int_equal(state->mode, LOPE_MODE_WALKING);
        check_near("up.x", (double)state->up.x, 0.6, 1e-3);
        check_near("up.y", (double)state->up.y, 0.8, 1e-3);
        check_height(&p, 5);
        lope_world_destroy(p.world);
    }
}

// Wherever it is born it runs from its first tick on, also where what is ahead by default lies along up: its
// up is known before.
static void first_stick(void **unused)
{
    (void)unused;
    static const lope_point poles[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}, {0, 0.6, 0.8}};
    double begin = 6 / 20.48, wanted = 6 * 1.0 - 0.5 * 6 * begin; // m in the first second
    for (int r = 0; r < 5; r++)
        for (int k = 0; k < 7; k++) {
            planet p = open_planet(false, lope_point_scale(poles[k], RADIUS));
            for (int i = 1; i <= (int)rates[r]; i++) step(&p, 1, rates[r]);
            double chord = lope_point_length(lope_point_sub(state_of(&p)->feet, lope_point_scale(poles[k], RADIUS)));
            check_near("way", 2 * RADIUS * asin(0.5 * chord / RADIUS), wanted, 1e-3);
            lope_world_destroy(p.world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rounds), cmocka_unit_test(rounds_on_a_mesh), cmocka_unit_test(jumps),
                                       cmocka_unit_test(falls), cmocka_unit_test(first_stick)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
