// test_terrain.c - uneven ground on which every triangle may be walked: nothing in it is an obstacle, so a
// straight walk stays straight and keeps its horizontal speed, wherever edges and vertices lie, as a mesh and
// as a height field.
#include "check.h"
#include "stage.h"

enum { SIDE = 41 };
#define CELL 0.5f

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static double uniform(uint32_t *seed) { return (double)next_random(seed) / 16777216.0; }

// The steepest triangle of both ways to cut the cells, as a tangent.
static double steepest(const float *h)
{
    double worst = 0;
    for (int j = 0; j + 1 < SIDE; j++)
        for (int i = 0; i + 1 < SIDE; i++) {
            double a = (double)h[j * SIDE + i], b = (double)h[j * SIDE + i + 1], c = (double)h[(j + 1) * SIDE + i],
                   d = (double)h[(j + 1) * SIDE + i + 1];
            double x[2] = {b - a, d - c}, z[2] = {c - a, d - b};
            for (int k = 0; k < 4; k++) {
                double s = hypot(x[k % 2], z[k / 2]) / (double)CELL;
                worst = s > worst ? s : worst;
            }
        }
    return worst;
}

// Bumps of random height scaled until the steepest triangle has `degrees`.
static void make_heights(float *h, uint32_t seed, double degrees)
{
    for (int i = 0; i < SIDE * SIDE; i++) h[i] = (float)uniform(&seed);
    double scale = tan(degrees * 3.14159265358979 / 180) / steepest(h);
    for (int i = 0; i < SIDE * SIDE; i++) h[i] = (float)((double)h[i] * scale);
}

static float height_x(int i) { return ((float)i - 0.5f * (SIDE - 1)) * CELL; }

static void add_terrain(stage *s, const float *h, int kind)
{
    if (kind == 2) {
        lope_height_field_def def = {.heights = h, .columns = SIDE, .rows = SIDE, .cell = CELL};
        assert_true(lope_level_valid(s->level, lope_level_add_height_field(s->level, &def)));
        return;
    }
    static float points[SIDE * SIDE * 3];
    static uint32_t indices[(SIDE - 1) * (SIDE - 1) * 6];
    uint32_t n = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        points[3 * i] = height_x(i % SIDE);
        points[3 * i + 1] = h[i];
        points[3 * i + 2] = height_x(i / SIDE);
    }
    for (uint32_t j = 0; j + 1 < SIDE; j++)
        for (uint32_t i = 0; i + 1 < SIDE; i++) {
            uint32_t a = j * SIDE + i, b = a + 1, c = a + SIDE + 1, d = a + SIDE;
            uint32_t one[6] = {a, c, b, a, d, c}, other[6] = {a, d, b, b, d, c};
            memcpy(&indices[n], kind == 1 && (i + j) % 2 ? other : one, sizeof one);
            n += 6;
        }
    lope_mesh_def def = {.points = points, .point_count = SIDE * SIDE, .indices = indices, .triangle_count = n / 3};
    assert_true(lope_level_valid(s->level, lope_level_add_mesh(s->level, &def)));
}

// From (x, z) in direction (dx, dz) until a metre before the rim.
static void walk_straight(stage *s, double x, double z, double dx, double dz, float rate, const char *label)
{
    stage_place(s, x, 6, z, LOPE_MODE_FALLING);
    stage_run(s, 2.0, rate);
    assert_true(stage_walking(s));
    brute_point from = stage_feet(s);
    stage_move(s, dx, dz);
    double seconds = 14.0 / 6.0, aside = 0, slowest = 9;
    for (int t = 0; t < (int)(seconds * (double)rate); t++) {
        stage_tick(s, 1.0f / rate);
        brute_point f = brute_sub(stage_feet(s), from);
        double off = fabs(f.x * dz - f.z * dx);
        aside = off > aside ? off : aside;
        if (s->time > 2.5) slowest = stage_speed(s) < slowest ? stage_speed(s) : slowest;
        if (off > 1e-3 || !stage_walking(s))
            fail_msg("%s: %g mm aside and %s at %g %g %g, tick %d", label, off * 1e3, lope_mode_name(s->state.mode),
                     stage_feet(s).x, stage_feet(s).y, stage_feet(s).z, t);
    }
    check_near(label, slowest, 6.0, 0.06);
    brute_point f = brute_sub(stage_feet(s), from);
    // acceleration from rest costs 0.879 m; a tick may be missing at the end
    check_near(label, f.x * dx + f.z * dz, 6.0 * seconds - 0.879, 0.03 + 6.0 / (double)rate);
}

static void walks_straight_over_terrain(void **unused)
{
    (void)unused;
    static float heights[SIDE * SIDE];
    static const char *kinds[] = {"mesh", "mesh cut both ways", "height field"};
    static const float rates[] = {30, 60, 240};
    static const double degrees[] = {0, 10, 25, 40};
    for (int d = 0; d < 4; d++)
        for (int kind = 0; kind < 3; kind++) {
            int walks = 0;
            for (uint32_t seed = 1; seed <= 3; seed++) {
                make_heights(heights, seed, degrees[d]);
                stage *s = stage_open(STAGE_BOXES);
                add_terrain(s, heights, kind);
                uint32_t random = seed * 77;
                for (int k = 0; k < 12; k++) {
                    // along rows of vertices, along diagonals, and anywhere
                    double angle = k < 4   ? k * 1.5707963267949
                                   : k < 6 ? 0.78539816339745 + (k - 4) * 1.5707963267949
                                           : 6.2831853 * uniform(&random);
                    double dx = cos(angle), dz = sin(angle), shift = k < 6 ? (double)CELL * (k - 2) : 4 * uniform(&random) - 2;
                    char label[96];
                    snprintf(label, sizeof label, "%g degrees, %s, seed %u, walk %d", degrees[d], kinds[kind], (unsigned)seed, k);
                    walk_straight(s, -7 * dx - shift * dz, -7 * dz + shift * dx, dx, dz, rates[k % 3], label);
                    walks++;
                }
                stage_close(s);
            }
            printf("  %g degrees, %s: %d walks of 13 m straight within 1 mm\n", degrees[d], kinds[kind], walks);
        }
}

// A wanderer on walkable ground, with turns and stops at odd places, also exactly on edges and vertices:
// whenever it has wanted to go one way for 0.4 s, it goes that way at full speed (0.293 s bring it there from
// rest, a turn takes a little longer).
static void never_freezes_on_terrain(void **unused)
{
    (void)unused;
    static float heights[SIDE * SIDE];
    static const double degrees[] = {0, 0.002, 10, 30, 40};
    for (int d = 0; d < 5; d++)
        for (int kind = 0; kind < 3; kind++) {
            make_heights(heights, 5, degrees[d]);
            stage *s = stage_open(STAGE_BOXES);
            add_terrain(s, heights, kind);
            uint32_t seed = 12345;
            int late = 0;
            double worst = 1;
            for (int life = 0; life < 20; life++) {
                // every other one starts on a vertex or on an edge
                double x = (double)CELL * (double)(next_random(&seed) % 9), z = life % 4 ? x : x + 0.1 * uniform(&seed);
                stage_place(s, x - 2, 5, z - 2, LOPE_MODE_FALLING);
                stage_run(s, 1.5, 60);
                for (int leg = 0; leg < 6; leg++) {
                    double angle = life % 2 ? 6.2831853 * uniform(&seed) : 0.78539816339745 * (double)(next_random(&seed) % 8);
                    stage_move(s, cos(angle), sin(angle));
                    stage_run(s, 0.45, 60);
                    brute_point from = stage_feet(s);
                    stage_tick(s, 1.0f / 60);
                    brute_point step = brute_sub(stage_feet(s), from);
                    double kept = (step.x * cos(angle) + step.z * sin(angle)) * 10;
                    worst = kept < worst ? kept : worst;
                    if (kept < 0.95) late++;
                    if (kept < 0.5)
                        fail_msg("%g degrees, kind %d, life %d, leg %d: goes at %g of its speed at %g %g %g", degrees[d], kind,
                                 life, leg, kept, from.x, from.y, from.z);
                    if (leg == 2) {
                        stage_move(s, 0, 0);
                        stage_run(s, 0.3, 60);
                    }
                    if (fabs(stage_feet(s).x) > 7 || fabs(stage_feet(s).z) > 7) break;
                }
            }
            printf("  %g degrees, %s: slowest %.4f of full speed\n", degrees[d],
                   kind == 2 ? "height field"
                   : kind    ? "mesh cut both ways"
                             : "mesh",
                   worst);
            assert_int_equal(late, 0);
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(walks_straight_over_terrain), cmocka_unit_test(never_freezes_on_terrain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
