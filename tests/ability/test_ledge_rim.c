// test_ledge_rim.c - hanging on round and cornered ledges of every kind of body: seeded scenes against the
// closed form of rim_scene.h, at rest and in motion.
//
// What holds in each scene: a catch within reach is taken; the character is never inside by more than 1 mm;
// its axis keeps its distance from the wall, its hands the height of the edge; its way along the rim is
// shimmy_speed times time; a press of jump at any instant leads onto the top.
#include "rim_scene.h"
#include "yard.h"

#define SPEED 1.2
#define PLACE 1e-3 // m: the height, and the distance from the wall
#define SHARE 5e-3 // of the way
#ifdef LOPE_QUICK
#define SEEDS_SHARE 3 // one in so many is played
#define LEAST_STARTS 5
#else
#define SEEDS_SHARE 1
#define LEAST_STARTS 31
#endif

static double between(uint64_t *random, double low, double high)
{
    uint64_t x = *random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return low + (high - low) * (double)((x ^ x >> 31) >> 40) / 16777216.0;
}

static const char *const kinds[RIM_KINDS] = {"mesh", "hull", "wedges", "cylinder", "box", "pit", "blocks", "field"};
static char scene_text[200];
static double worst_way, worst_off, worst_height, worst_depth, worst_top;

static bool is_pit(const rim_scene *s) { return s->kind == RIM_PIT || s->kind == RIM_BLOCKS; }

// Opens a scene of a seed; the character is in the air before the rim. Returns the way at which that is.
static double open_scene(rim_scene *s, uint32_t seed, bool moves, float *rate)
{
    static const int counts[] = {4, 5, 6, 8, 12, 16, 24, 32, 48, 64, 100, 128, 180, 200, 250};
    uint64_t random = seed;
    const rim_kind kind = (rim_kind)(seed % RIM_KINDS);
    const bool pit = kind == RIM_PIT || kind == RIM_BLOCKS;
    int sides = counts[(int)between(&random, 0, 14.99)];
    if (kind == RIM_CYLINDER) sides = 250; // 0.3 mm off a circle of 4 m at most
    if (kind == RIM_BOX) sides = 4;
    if (kind == RIM_HULL && sides > 100) sides = 100;
    if (kind == RIM_FIELD) sides = 4;
    *rate = rates[(int)between(&random, 0, 7.99)];
    const int frame = (int)between(&random, 0, 3.99);
    const double radius = between(&random, 0.2, 0.5), tall = between(&random, 1.2, 2.2);
    const double wide = pit ? between(&random, 2, 5) : between(&random, 0.5, 4), angle = between(&random, 0, 6.28);
    rim_open(s, frame, radius, tall > 2.2 * radius ? tall : 2.2 * radius);
    s->kind = kind;
    rim_regular(s, sides, wide, angle);
    if (kind == RIM_FIELD) rim_field(s, 4 + (int)(16 * wide), 12 + 2 * (int)(10 * angle) / 3);
    if (moves && kind != RIM_FIELD) { // a height field stands still
        // at the rim no faster than the 15 m/s that a catch allows by far; the catch is at 5 m/s and less
        const double spin = between(&random, -1.5, 1.5), x = between(&random, -1, 1), y = between(&random, -0.7, 0.3);
        rim_moves(s, spin, lope_point_make(x, y, between(&random, -1, 1)));
    }
    rim_build(s, kind, -3, 5);
    const double way = between(&random, 0, s->round);
    rim_place_before(s, way, 0.05, 0.03);
    snprintf(scene_text, sizeof scene_text, "seed %u: %s of %d sides, %.3f m, capsule %.3f by %.3f, %g Hz, gravity %d%s",
             (unsigned)seed, kinds[kind], sides, wide, s->radius, s->height, (double)*rate, frame, moves ? ", moves" : "");
    return way;
}

// One tick, and what holds in each.
static void tick(rim_scene *s, float rate)
{
    rim_tick(s, 1 / (double)rate);
    const double depth = rim_depth(s);
    worst_depth = fmax(worst_depth, depth);
    if (depth > PLACE) fail_msg("%s: %g m inside", scene_text, depth);
}

// Has it take hold. Returns the way on the rim at which it hangs.
static double take_hold(rim_scene *s, double start, float rate)
{
    for (int i = 0; i < (int)(0.5 * (double)rate); i++) {
        const rim_place p = rim_at(s, start);
        const bool early = i < (int)(0.2 * (double)rate) + 1;
        rim_stick(s, early ? -p.nx : 0, early ? -p.nz : 0);
        tick(s, rate);
    }
    if (rim_phase(s) == 99)
        fail_msg("%s: no hold, refusal %u", scene_text, lope_report_refused(&s->report, LOPE_ASKED_ABILITY + s->ability));
    const lope_point feet = rim_feet(s), faces = rim_facing(s);
    double way = start, best = 1e9;
    for (double at = start - 1; at < start + 1; at += 5e-4) { // inner corners: the place is one, the facing tells
        const rim_place p = rim_at(s, at);
        const double off = hypot(p.x - feet.x, p.z - feet.z) + 0.01 * (1 + p.nx * faces.x + p.nz * faces.z);
        if (off >= best) continue;
        best = off;
        way = at;
    }
    if (best > 1e-3) fail_msg("%s: hangs %g m off the rim", scene_text, best); // half of the steps above, and floats
    return way;
}

// Shimmies for a time in a direction, by the closed form.
static void shimmy(rim_scene *s, double way, int dir, double seconds, float rate)
{
    const double from = way;
    for (int i = 0; i < (int)(seconds * (double)rate); i++) {
        const rim_place p = rim_at(s, way);
        const double sign = is_pit(s) ? -dir : dir, x = -p.nz * sign, z = p.nx * sign;
        rim_stick(s, x, z);
        for (int k = 0; k < 10; k++) { // the stick is that of the tick's start, and stays in the world
            const rim_place q = rim_at(s, way);
            const double turned = -s->spin * (k + 0.5) / 10 / (double)rate, c = cos(turned), n = sin(turned);
            const double sx = x * c + z * n, sz = z * c - x * n;
            way += dir * SPEED / (double)rate / 10 * fabs(q.nx * sz - q.nz * sx);
        }
        tick(s, rate);
        if (rim_phase(s) == 99) fail_msg("%s: lost its hold after %g m", scene_text, fabs(way - from));
        const rim_place due = rim_at(s, way);
        const lope_point feet = rim_feet(s);
        const double lag = hypot(due.x - feet.x, due.z - feet.z), went = fabs(way - from), off = fabs(rim_distance(s) - s->off),
                     height = fabs(feet.y - (s->top - s->height));
        if (lag > 2e-3 + SHARE * went) // half of the steps of take_hold, and what inner corners hide of its facing
            fail_msg("%s: %g m off after %g m, phase %u", scene_text, lag, went, rim_phase(s));
        if (off > PLACE || height > PLACE) fail_msg("%s: %g m off the wall, %g m in height", scene_text, off, height);
        if (went > 1) worst_way = fmax(worst_way, lag / went);
        worst_off = fmax(worst_off, off);
        worst_height = fmax(worst_height, height);
    }
}

// Climbs onto the top.
static void climb(rim_scene *s, float rate)
{
    rim_stick(s, 0, 0);
    s->input.pressed = LOPE_BUTTON_JUMP;
    for (int i = 0; i < (int)(1.2 * (double)rate); i++) {
        tick(s, rate);
        const uint32_t why = lope_report_refused(&s->report, LOPE_ASKED_ABILITY + s->ability);
        if (why && i == 0) fail_msg("%s: climb refused: %u, query %u", scene_text, why, s->report.refused[0].query);
    }
    const double off = fabs(rim_feet(s).y - s->top);
    worst_top = fmax(worst_top, off);
    if (s->state.mode != LOPE_MODE_WALKING || off > 0.02 || rim_distance(s) > 0 || rim_phase(s) != 99)
        fail_msg("%s: after the climb in mode %u, %g m off the top's height, %g m from the wall", scene_text, s->state.mode, off,
                 rim_distance(s));
}

static void play(uint32_t seed, bool moves)
{
    rim_scene s;
    float rate;
    const double start = open_scene(&s, seed, moves, &rate), way = take_hold(&s, start, rate);
    shimmy(&s, way, seed / RIM_KINDS % 2 ? 1 : -1, 2.5, rate);
    climb(&s, rate);
    rim_close(&s);
}

static void seeds(uint32_t from, uint32_t to, bool moves)
{
    worst_way = worst_off = worst_height = worst_top = 0;
    worst_depth = -1;
    for (uint32_t seed = from; seed <= to; seed++) play(seed, moves);
    printf("  seeds %u to %u: off the way by at most %.2g of it, off the wall by %.2g m, in height by %.2g m, on the top by %.2g "
           "m; %.2g m inside\n",
           (unsigned)from, (unsigned)to, worst_way, worst_off, worst_height, worst_top, worst_depth);
}

static void rims_at_rest(void **unused)
{
    (void)unused;
    seeds(1, 144 / SEEDS_SHARE, false);
}

static void rims_that_move(void **unused)
{
    (void)unused;
    seeds(1001, 1000 + 96 / SEEDS_SHARE, true);
}

// Adds a shape that lies or stands anyhow: a cylinder, a capsule, a sphere, or the hull of random points.
static void add_shape(stage *s, uint64_t *random, int kind)
{
    const double x = between(random, -4, 4), y = between(random, 0.5, 3), z = between(random, -4, 4);
    const lope_quat tilt = lope_quat_from_axis((lope_vec3){0, 0, 1}, kind / 4 ? 1.5707963f : (float)between(random, -0.2, 0.2)),
                    yaw = lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)between(random, 0, 6.28));
    const lope_body_def body = {.position = lope_point_add(s->origin, lope_quat_rotate_point(s->turn, lope_point_make(x, y, z))),
                                .rotation = lope_quat_normalize(lope_quat_multiply(s->turn, lope_quat_multiply(yaw, tilt)))};
    const float radius = (float)between(random, 0.2, 1.5), height = 2 * radius + (float)between(random, 0.2, 3);
    float points[3 * 12];
    for (int i = 0; i < 36; i++) points[i] = (float)between(random, -1.5, 1.5);
    lope_body id = {0, 0};
    if (kind % 4 == 0)
        id = lope_level_add_cylinder(s->level, &(lope_cylinder_def){.body = body, .radius = radius, .height = height});
    if (kind % 4 == 1)
        id = lope_level_add_capsule(s->level, &(lope_capsule_def){.body = body, .radius = radius, .height = height});
    if (kind % 4 == 2) id = lope_level_add_sphere(s->level, &(lope_sphere_def){.body = body, .radius = radius});
    if (kind % 4 == 3) id = lope_level_add_hull(s->level, &(lope_hull_def){.body = body, .points = points, .point_count = 12});
    assert_true(lope_level_valid(s->level, id));
}

// Random input among such shapes: it is in none of them, by the level's own overlap query for a capsule that
// is 1 mm thinner, and every start has its end.
static void random_input_on_round_shapes(void **unused)
{
    (void)unused;
    int hangs = 0, starts = 0;
    for (uint32_t seed = 1; seed <= 48 / SEEDS_SHARE; seed++) {
        uint64_t random = seed;
        const float rate = rates[seed % RATES];
        stage *s = yard_open((int)(seed % FRAMES));
        stage_box(s, -40, -1, -40, 40, 0, 40);
        for (int i = 0; i < 14; i++) add_shape(s, &random, (int)between(&random, 0, 7.99));
        const uint32_t id = yard_add(s, lope_ledge_hang_ability());
        yard_set(s, "ledge_hang", "catch_by", LOPE_LEDGE_CATCH_ITSELF);
        lope_nearby *look = lope_nearby_create(NULL);
        int open = 0;
        double placed = -9;
        for (double at = 0; at < 30; at += 1 / (double)rate) {
            if (at - placed > 1 && open == 0) {
                const double x = between(&random, -5, 5), y = between(&random, 1, 5);
                yard_place(s, x, y, between(&random, -5, 5), false);
                placed = at;
            }
            if (between(&random, 0, 1) < 2 / (double)rate) {
                const double x = between(&random, -0.7, 0.7), z = between(&random, -0.7, 0.7);
                stage_move(s, x, z);
                s->input.held = between(&random, 0, 1) < 0.5 ? LOPE_BUTTON_GRAB : 0;
                const double press = between(&random, 0, 1);
                s->input.pressed = press < 0.3 ? LOPE_BUTTON_JUMP : press < 0.4 ? LOPE_BUTTON_CROUCH : 0;
            }
            s->event_count = 0;
            stage_tick(s, 1.0f / rate);
            for (int i = 0; i < s->event_count; i++) {
                open += s->events[i].event.kind == LOPE_EVENT_ABILITY;
                starts += s->events[i].event.kind == LOPE_EVENT_ABILITY;
                open -= s->events[i].event.kind == LOPE_EVENT_ABILITY_END;
            }
            if (open != yard_is_on(s, id)) fail_msg("seed %u, %g s: %d starts without an end", (unsigned)seed, at, open);
            const lope_point up = lope_vec3_to_point(s->state.up);
            const lope_cast_def thinner = {.from = lope_point_mad(s->state.feet, up, 1e-3),
                                           .radius = s->state.radius - 1e-3f,
                                           .height = s->state.height - 2e-3f,
                                           .up = s->state.up};
            lope_cast_hit hit;
            uint32_t count = 0;
            assert_int_equal(lope_surroundings_overlap(&s->surroundings, look, &thinner, 1, &hit, 1, &count), LOPE_OK);
            const bool settled = at - placed > 0.5; // it may begin inside
            if (count > 0 && settled) fail_msg("seed %u, %g s: %g m inside", (unsigned)seed, at, hit.depth + 1e-3);
            hangs += yard_is_on(s, id);
        }
        lope_nearby_destroy(look);
        stage_close(s);
    }
    printf("  seeds 1 to %d: %d starts, %d ticks at work\n", 48 / SEEDS_SHARE, starts, hangs);
    assert_true(starts >= LEAST_STARTS);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rims_at_rest), cmocka_unit_test(rims_that_move),
                                       cmocka_unit_test(random_input_on_round_shapes)};
    if (argc > 3) { // FROM TO MOVES: other seeds
        seeds((uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]), atoi(argv[3]) != 0);
        return 0;
    }
    if (argc == 2) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
