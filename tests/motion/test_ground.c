// test_ground.c - walking over whole ground (src/motion/floor/ground_survey.h): where the capsule stands on
// random joined terrain, judged by brute force; that what is near (rims, snap distance, what hangs low) still
// counts there; and that nothing of it hangs on what was gathered.
// Seeded: LOPE_SEED sets another seed than the one printed. Read next: src/motion/floor/ground_survey.c.
#include "../behaviour/brute.h"
#include "../behaviour/check.h"

#include <lope/lope.h>

#define PI 3.14159265358979323846
#define SIDE 20 // cells of a terrain
#define POINTS ((SIDE + 1) * (SIDE + 1))
#define TRIANGLES (2 * SIDE * SIDE)
#if defined(LOPE_QUICK)
#define TURNERS 100
#define SHEETS 40
#else
#define TURNERS 1000
#define SHEETS 400
#endif

static uint64_t random_state;

static double draw(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}
static double between(double low, double high) { return low + (high - low) * draw(); }
static uint32_t below(uint32_t n) { return (uint32_t)(draw() * n); }

static void seed(uint64_t value)
{
    const char *other = getenv("LOPE_SEED");
    random_state = other ? strtoull(other, NULL, 10) : value;
    print_message("seed %llu\n", (unsigned long long)random_state);
}

// A turned frame: y of the scene is up.
typedef struct frame {
    lope_vec3 x, y, z;
} frame;

static const frame upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static frame any_frame(void)
{
    double yaw = between(0, 2 * PI), tilt = between(0, PI), c = cos(yaw), s = sin(yaw), e = cos(tilt), f = sin(tilt);
    frame turned = {
        {(float)c, (float)(s * e), (float)(s * f)}, {(float)-s, (float)(c * e), (float)(c * f)}, {0, (float)-f, (float)e}};
    return turned;
}

static lope_vec3 turn(const frame *f, double x, double y, double z)
{
    lope_vec3 v = {(float)(f->x.x * x + f->y.x * y + f->z.x * z), (float)(f->x.y * x + f->y.y * y + f->z.y * z),
                   (float)(f->x.z * x + f->y.z * y + f->z.z * z)};
    return v;
}

static lope_point place(const frame *f, double x, double y, double z)
{
    return lope_point_make(f->x.x * x + f->y.x * y + f->z.x * z, f->x.y * x + f->y.y * y + f->z.y * z,
                           f->x.z * x + f->y.z * y + f->z.z * z);
}

typedef struct terrain {
    float points[3 * POINTS];
    uint32_t indices[3 * TRIANGLES];
    uint32_t count; // triangles
    double heights[POINTS];
    double cell;
    lope_sides sides;
    frame frame;
} terrain;

static double shape_at(uint32_t style, double x, double z, double a, double b)
{
    switch (style) {
    case 0:
        return draw();
    case 1:
        return -fabs(x) * a - fabs(z) * b; // a peak
    case 2:
        return fabs(x) * a - fabs(z) * b; // a saddle
    case 3:
        return fabs(x * a + z * b); // a valley
    case 4:
        return -fabs(x * a - z * b); // a ridge
    default:
        return sin(a * x) * cos(b * z);
    }
}

static double steepest(const terrain *t)
{
    double most = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        int at = i / SIDE * (SIDE + 1) + i % SIDE;
        double h[4] = {t->heights[at], t->heights[at + SIDE + 1], t->heights[at + SIDE + 2], t->heights[at + 1]};
        double s[4] = {hypot(h[3] - h[0], h[1] - h[0]), hypot(h[2] - h[1], h[1] - h[0]), hypot(h[2] - h[1], h[2] - h[3]),
                       hypot(h[3] - h[0], h[2] - h[3])}; // at each corner: those of both ways to cut the cell
        for (int k = 0; k < 4; k++) most = s[k] > most ? s[k] : most;
    }
    return most / t->cell;
}

// Joined, no steeper than `slope` degrees, cut this way or that; two-sided ones are also wound this way or
// that.
static void make_terrain(terrain *t, double slope, double cell, bool turned, double hole)
{
    uint32_t style = below(6);
    double a = between(0.3, 2), b = between(0.3, 2);
    t->cell = cell;
    t->count = 0;
    t->sides = below(2) ? LOPE_SIDES_TWO : LOPE_SIDES_ONE;
    t->frame = turned ? any_frame() : upright;
    for (int i = 0; i < POINTS; i++)
        t->heights[i] = shape_at(style, (i % (SIDE + 1) - SIDE / 2) * cell, (i / (SIDE + 1) - SIDE / 2) * cell, a, b);
    double scale = tan(slope * PI / 180) / (steepest(t) + 1e-9);
    for (int i = 0; i < POINTS; i++) {
        t->heights[i] *= scale;
        lope_vec3 p = turn(&t->frame, (i % (SIDE + 1) - SIDE / 2) * cell, t->heights[i], (i / (SIDE + 1) - SIDE / 2) * cell);
        memcpy(&t->points[3 * i], &p, 3 * sizeof(float));
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t at = i / SIDE * (SIDE + 1) + i % SIDE, c[4] = {at, at + SIDE + 1, at + SIDE + 2, at + 1}, d = below(2);
        if (draw() < hole) continue;
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t *v = &t->indices[3 * t->count++], swap = t->sides == LOPE_SIDES_TWO && below(2);
            v[0] = c[d];
            v[1 + swap] = c[(d + 1 + k) % 4];
            v[2 - swap] = c[(d + 2 + k) % 4];
        }
    }
}

static double height_at(const terrain *t, double x, double z)
{
    double best = -1e3, fraction;
    for (uint32_t i = 0; i < t->count; i++) {
        brute_triangle one;
        for (int k = 0; k < 3; k++) {
            uint32_t p = t->indices[3 * i + (uint32_t)k];
            one.v[k] = brute_make((p % (SIDE + 1) - (double)(SIDE / 2)) * t->cell, t->heights[p],
                                  (p / (SIDE + 1) - (double)(SIDE / 2)) * t->cell);
        }
        if (brute_segment_hits(brute_make(x, 1e3, z), brute_make(x, -1e3, z), &one, &fraction))
            best = fmax(best, 1e3 - 2e3 * fraction);
    }
    return best;
}

static lope_level *new_level(void)
{
    lope_level_def def = {0};
    lope_level *level = lope_level_create(&def);
    assert_non_null(level);
    return level;
}

static void add_mesh(lope_level *level, const float *points, uint32_t point_count, const uint32_t *indices, uint32_t count,
                     lope_sides sides, lope_walkable walkable)
{
    lope_mesh_def def = {
        .points = points, .point_count = point_count, .indices = indices, .triangle_count = count, .sides = sides};
    def.body.surface.walkable = walkable;
    assert_true(lope_level_valid(level, lope_level_add_mesh(level, &def)));
}

static void add_terrain(lope_level *level, const terrain *t)
{
    add_mesh(level, t->points, POINTS, t->indices, t->count, t->sides, LOPE_WALKABLE_BY_ANGLE);
}

static lope_body add_box(lope_level *level, lope_point center, lope_vec3 size, lope_quat rotation)
{
    lope_box_def def = {.size = size};
    def.body.position = center;
    def.body.rotation = rotation;
    lope_body body = lope_level_add_box(level, &def);
    assert_true(lope_level_valid(level, body));
    return body;
}

static lope_moveset moveset_of(const lope_tuning *tuning)
{
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, tuning, NULL), LOPE_OK);
    return moveset;
}

static lope_state state_at(lope_point feet, double radius, lope_vec3 up)
{
    lope_state_def def = {.feet = feet, .radius = (float)radius, .up = up};
    lope_state state;
    assert_int_equal(lope_state_init(&state, &def), LOPE_OK);
    return state;
}

// Distance of the capsule's core to what is nearest of the terrain.
static double core_distance(const terrain *t, const lope_state *s)
{
    double r = (double)s->radius, h = (double)s->height, best = 1e30;
    brute_point feet = brute_make(s->feet.x, s->feet.y, s->feet.z);
    brute_point up = brute_make((double)s->up.x, (double)s->up.y, (double)s->up.z);
    brute_point a = brute_add(feet, brute_scale(up, r)), b = brute_add(feet, brute_scale(up, h - r));
    for (uint32_t i = 0; i < t->count; i++) {
        brute_triangle one;
        double reach = 0;
        for (int k = 0; k < 3; k++) {
            const float *p = &t->points[3 * t->indices[3 * i + (uint32_t)k]];
            one.v[k] = brute_make((double)p[0], (double)p[1], (double)p[2]);
            reach = fmax(reach, brute_length(brute_sub(one.v[k], one.v[0])));
        }
        if (brute_length(brute_sub(one.v[0], a)) - reach > h + 0.1) continue; // out of reach of all of the core
        best = fmin(best, brute_distance(a, b, &one, NULL));
    }
    return best;
}

typedef struct stand {
    const terrain *terrain;
    lope_moveset moveset;
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_state state;
    double deepest, highest, aside;
} stand;

static void stand_tick(stand *s, lope_vec3 way, float dt)
{
    lope_input input;
    lope_report report;
    memset(&input, 0, sizeof input);
    input.move = way;
    lope_point before = s->state.feet;
    assert_int_equal(lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, dt, &report), LOPE_OK);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    double gap = core_distance(s->terrain, &s->state) - (double)s->state.radius;
    s->deepest = fmax(s->deepest, -gap);
    s->highest = fmax(s->highest, gap);
    if (!s->moveset.tuning.turn_instantly) return;
    lope_point moved = lope_point_sub(s->state.feet, before), up = lope_vec3_to_point(s->state.up),
               ahead = lope_vec3_to_point(way);
    double along = lope_point_dot(moved, ahead) - (double)s->moveset.tuning.max_walk_speed * (double)dt;
    lope_point side = lope_point_cross(up, ahead);
    s->aside = fmax(s->aside, fmax(fabs(along), fabs(lope_point_dot(moved, side))));
}

// 1: where it stands. The skin (2e-5 m) is how far a way may end in what it touches where it is swept; it may never stand off.
static void stands_on_terrain(void **unused)
{
    (void)unused;
    static const float rates[] = {20, 30, 60, 144, 360};
    static terrain t;
    double deepest = 0, highest = 0, aside = 0;
    seed(11);
    for (int i = 0; i < 120; i++) {
        make_terrain(&t, between(1, 44.5), exp(between(log(0.1), log(2.0))), below(2), 0);
        lope_level *level = new_level();
        add_terrain(level, &t);
        lope_tuning tuning = lope_tuning_default();
        tuning.turn_instantly = (uint32_t)below(2);
        tuning.max_walk_speed = (float)between(1, 7);
        stand s = {.terrain = &t, .moveset = moveset_of(&tuning), .nearby = lope_nearby_create(NULL)};
        s.surroundings = lope_level_surroundings(level);
        s.state =
            state_at(place(&t.frame, 0.01, height_at(&t, 0.01, 0.02) + 0.05, 0.02), between(0.2, 0.5), turn(&t.frame, 0, 1, 0));
        double angle = between(0, 2 * PI), half = 0.5 * SIDE * t.cell - 1.2; // m, that no rim is near
        float dt = 1 / rates[below(5)];
        lope_input still = {0};
        for (int k = 0; k < 30; k++) lope_move(&s.state, &still, &s.moveset, &s.surroundings, s.nearby, 1 / 60.0f, NULL);
        for (int k = 0; k < 60; k++) {
            if (draw() < 0.05) angle = between(0, 2 * PI);
            lope_point feet = s.state.feet;
            if (fmax(fabs(lope_point_dot(feet, lope_vec3_to_point(t.frame.x))),
                     fabs(lope_point_dot(feet, lope_vec3_to_point(t.frame.z)))) > half)
                break;
            stand_tick(&s, turn(&t.frame, cos(angle), 0, sin(angle)), dt);
        }
        deepest = fmax(deepest, s.deepest), highest = fmax(highest, s.highest), aside = fmax(aside, s.aside);
        lope_nearby_destroy(s.nearby);
        lope_level_destroy(level);
    }
    print_message("deepest %.3g m, highest over %.3g m, beside its way %.3g m\n", deepest, highest, aside);
    check_below("deepest in the ground", deepest, 2e-5);
    check_below("highest over the ground", highest, 1e-6);
    check_below("beside the level way", aside, 2e-6); // velocity is kept in floats: 1e-7 of 7 m/s, and up is not quite unit
}

// A walker on a level of its own.
typedef struct walk {
    lope_level *level;
    lope_tuning tuning;
    lope_moveset moveset;
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_state state;
    lope_input input;
    lope_report report;
} walk;

static void walk_open(walk *w, lope_level *level, lope_point feet, double speed)
{
    *w = (walk){.level = level, .tuning = lope_tuning_default()};
    w->tuning.turn_instantly = true;
    w->tuning.max_walk_speed = (float)speed;
    w->moveset = moveset_of(&w->tuning);
    w->surroundings = lope_level_surroundings(level);
    w->nearby = lope_nearby_create(NULL);
    w->state = state_at(feet, 0.34, (lope_vec3){0, 1, 0});
    w->input.move.x = 1;
}

static void walk_close(walk *w)
{
    lope_nearby_destroy(w->nearby);
    lope_level_destroy(w->level);
}

static void walk_tick(walk *w, float dt)
{
    assert_int_equal(lope_move(&w->state, &w->input, &w->moveset, &w->surroundings, w->nearby, dt, &w->report), LOPE_OK);
}

// Two planes that fall by `degrees` to both sides of x = 0.
static lope_level *ridge(double degrees)
{
    lope_level *level = new_level();
    float low = (float)(-20 * tan(degrees * PI / 180));
    const float points[] = {-20, low, -20, -20, low, 20, 0, 0, -20, 0, 0, 20, 20, low, -20, 20, low, 20};
    const uint32_t indices[] = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4};
    add_mesh(level, points, 6, indices, 4, LOPE_SIDES_AUTO, LOPE_WALKABLE_BY_ANGLE);
    return level;
}

static lope_point on_ridge(double degrees, double x)
{
    double slope = degrees * PI / 180; // the round bottom rests beside the axis
    return lope_point_make(x, x * tan(slope) + 0.34 * (1 / cos(slope) - 1), 0);
}

// 2: a crest that falls off by more than the snap distance in a stretch of way lets go of a walker.
static void snap_distance_holds_at_crests(void **unused)
{
    (void)unused;
    walk w;
    walk_open(&w, ridge(20), on_ridge(20, -0.6), 4);
    w.tuning.snap_distance = 0;
    w.tuning.max_step_height = 0;
    w.moveset = moveset_of(&w.tuning);
    bool fell = false;
    for (int i = 0; i < 20 && !fell; i++) {
        walk_tick(&w, 1 / 60.0f);
        fell = w.state.mode == LOPE_MODE_FALLING;
    }
    walk_close(&w);
    assert_true(fell);
}

// 2: a strip that may not be walked on falls off from a rim to ground that may: until the axis is past the rim by the support radius
// (0.3385 m) the rim holds its height, though a little before the ground beyond could be stood on without
// touching the strip.
static void never_walkable_is_a_rim(void **unused)
{
    (void)unused;
    const float low = -0.0529f; // m at 0.3 m: 10 degrees
    const float points[] = {-9, 0, -9, -9, 0, 9, 0, 0, -9, 0, 0, 9, 0.3f, low, -9, 0.3f, low, 9, 9, low, -9, 9, low, 9};
    const uint32_t ground[] = {0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6}, strip[] = {2, 3, 5, 2, 5, 4};
    lope_level *level = new_level();
    add_mesh(level, points, 8, ground, 4, LOPE_SIDES_TWO, LOPE_WALKABLE_BY_ANGLE);
    add_mesh(level, points, 8, strip, 2, LOPE_SIDES_TWO, LOPE_WALKABLE_NEVER);
    walk w;
    walk_open(&w, level, lope_point_make(-0.1, 0, 0), 6);
    w.input.move.x = 0.02f; // slow beside what is looked over
    double lowest = 0;
    for (int i = 0; i < 600; i++) {
        walk_tick(&w, 1 / 60.0f);
        if (w.state.feet.x < 0.338) lowest = fmin(lowest, w.state.feet.y);
    }
    walk_close(&w);
    check_near("lowest before the rim's end", lowest, 0.0, 2e-5); // the skin
}

// 2: what hangs lower over a ridge than the capsule is high there stops it, though both ends of a stretch of way are free of it.
static void low_beam_over_ridge_stops(void **unused)
{
    (void)unused;
    for (int i = 0; i < 12; i++) {
        double degrees = 10 + i % 4 * 10, too_low = 0.001 * (1 + i / 4); // m
        lope_level *level = ridge(degrees);
        add_box(level, lope_point_make(0, 1.76 - too_low + 1, 0), (lope_vec3){0.01f, 2, 3}, (lope_quat){0, 0, 0, 1});
        walk w;
        walk_open(&w, level, on_ridge(degrees, -0.9 - 0.01 * i), 3.6);
        for (int k = 0; k < 60; k++) walk_tick(&w, 1 / 30.0f);
        double x = w.state.feet.x;
        walk_close(&w);
        if (x > 0) fail_msg("%g degrees: went through under a beam %g m too low, to x = %g", degrees, too_low, x);
    }
}

// 3: nearbys of every kind of past, for the same tick.
typedef enum past { PAST_KEPT, PAST_CLEARED, PAST_NEW, PAST_SOMETIMES, PAST_SHARED, PAST_COUNT } past;
static const char *const past_names[] = {"kept", "cleared", "new", "cleared now and then", "shared"};

static void prepare(lope_nearby **nearbys)
{
    lope_nearby_clear(nearbys[PAST_CLEARED]);
    lope_nearby_destroy(nearbys[PAST_NEW]);
    nearbys[PAST_NEW] = lope_nearby_create(NULL);
    if (below(5) == 0) lope_nearby_clear(nearbys[PAST_SOMETIMES]);
}

// Moves the state with each and fails when they do not agree.
static void tick_with_all(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                          const lope_surroundings *surroundings, lope_nearby **nearbys, float dt, const char *what)
{
    lope_state first = *state;
    prepare(nearbys);
    for (int k = 0; k < PAST_COUNT; k++) {
        lope_state one = *state;
        assert_int_equal(lope_move(&one, input, moveset, surroundings, nearbys[k], dt, NULL), LOPE_OK);
        if (k == 0) first = one;
        if (lope_state_hash(&one) == lope_state_hash(&first)) continue;
        fail_msg("%s: tick %u from feet %.9g %.9g %.9g, %s: feet %.17g %.17g %.17g, kept: %.17g %.17g %.17g", what, state->ticks,
                 state->feet.x, state->feet.y, state->feet.z, past_names[k], one.feet.x, one.feet.y, one.feet.z, first.feet.x,
                 first.feet.y, first.feet.z);
    }
    *state = first;
}

static void edit(lope_state *s, lope_requests *requests, const terrain *t)
{
    if (below(10) == 0) s->radius = (float)between(0.2, 0.5);
    if (below(10) == 0) s->height = (float)between(1.0, 2.0);
    if (s->height < 2 * s->radius) s->height = 2 * s->radius; // it had crouched
    if (below(10) == 0) s->channels = s->channels == LOPE_CHANNEL_SOLID ? LOPE_CHANNEL_SOLID | 4 : LOPE_CHANNEL_SOLID;
    if (below(10) == 0) {
        double a = between(-0.3, 0.3), c = cos(a);
        lope_vec3 up = turn(&t->frame, sin(a), c, 0);
        s->up = up;
    }
    if (below(20)) return;
    double x = between(-0.3, 0.3) * SIDE * t->cell, z = between(-0.3, 0.3) * SIDE * t->cell;
    requests->asked = LOPE_REQUEST_TELEPORT;
    requests->teleport_feet = place(&t->frame, x, fmax(height_at(t, x, z), -9) + 0.02, z);
}

// Boxes that stand upright, or more of them that lie as they like.
static void add_things(lope_level *level, const terrain *t, bool askew)
{
    for (uint32_t i = askew ? 30 : below(12); i > 0; i--) {
        double x = between(-0.4, 0.4) * SIDE * t->cell, z = between(-0.4, 0.4) * SIDE * t->cell, half = between(0, PI);
        double y = fmax(height_at(t, x, z), -9) + (below(2) ? between(-0.2, 0.3) : between(1.8, 2.2));
        lope_vec3 size = {(float)between(0.02, 1), (float)between(0.02, 0.5), (float)between(0.1, 2)};
        lope_quat rotation = {0, (float)sin(half), 0, (float)cos(half)};
        if (askew) {
            rotation.x = (float)between(-1, 1);
            rotation.z = (float)between(-1, 1);
            rotation = lope_quat_normalize(rotation);
        }
        add_box(level, place(&t->frame, x, y, z), size, rotation);
    }
}

// On terrains of cells so wide, m, with slopes up to `steepest`, degrees; beyond 50 they may be walked on.
static void compare_caches(double least, double most, double steepest)
{
    static const float rates[] = {20, 30, 60, 120, 360};
    static terrain t;
    for (int i = 0; i < 60; i++) {
        make_terrain(&t, between(1, steepest), exp(between(log(least), log(most))), below(2), below(2) ? 0 : 0.03);
        lope_level *level = new_level();
        add_terrain(level, &t);
        add_things(level, &t, steepest > 50);
        lope_surroundings surroundings = lope_level_surroundings(level);
        lope_tuning tuning = lope_tuning_default();
        lope_moveset movesets[3];
        if (steepest > 50) tuning.walkable_floor_angle = (float)between(1.2, PI / 2);
        for (int k = 0; k < 3; k++) {
            tuning.max_walk_speed = (float)between(1, 6);
            movesets[k] = moveset_of(&tuning);
            tuning.walkable_floor_angle = (float)(steepest > 50 ? between(1.2, PI / 2) : between(0.2, 1));
        }
        lope_nearby *nearbys[PAST_COUNT];
        for (int k = 0; k < PAST_COUNT; k++) nearbys[k] = lope_nearby_create(NULL);
        lope_state states[3];
        double angles[3] = {0, 2, 4};
        for (int k = 0; k < 3; k++) {
            double x = between(-0.2, 0.2) * SIDE * t.cell, z = between(-0.2, 0.2) * SIDE * t.cell;
            states[k] =
                state_at(place(&t.frame, x, fmax(height_at(&t, x, z), -9) + 0.1, z), between(0.2, 0.5), turn(&t.frame, 0, 1, 0));
        }
        bool edits = below(2);
        for (int k = 0; k < 90; k++) {
            uint32_t who = below(3);
            if (draw() < 0.05) angles[who] = between(0, 2 * PI);
            lope_requests requests = {0};
            lope_input input = {.move = turn(&t.frame, cos(angles[who]), 0, sin(angles[who])), .requests = &requests};
            if (edits) edit(&states[who], &requests, &t);
            lope_state other = states[(who + 1) % 3]; // has the shared one before
            lope_move(&other, &input, &movesets[below(3)], &surroundings, nearbys[PAST_SHARED], 1 / 60.0f, NULL);
            tick_with_all(&states[who], &input, &movesets[edits ? below(3) : 0], &surroundings, nearbys, 1 / rates[below(5)],
                          "terrain");
        }
        for (int k = 0; k < PAST_COUNT; k++) lope_nearby_destroy(nearbys[k]);
        lope_level_destroy(level);
    }
}

static void caches_do_not_show(void **unused)
{
    (void)unused;
    seed(31);
    compare_caches(0.1, 1.0, 50);
}

// 3: where few triangles are near, what is found of the ground is kept for some ticks.
static void caches_do_not_show_where_little_is_near(void **unused)
{
    (void)unused;
    seed(34);
    compare_caches(1.0, 5.0, 50);
}

// 3: by limits beyond 45 degrees a way may lead far from its ends, over what one nearby holds and another does not.
static void caches_do_not_show_where_steep_ground_is_walked(void **unused)
{
    (void)unused;
    seed(37);
    compare_caches(0.2, 5.0, 75);
}

// 3: who turns back on ground that falls away: a face that has risen over the walker's core as it left it, far as it was, lies before it again.
static void caches_do_not_show_to_who_turns_back(void **unused)
{
    (void)unused;
    static terrain t;
    seed(36);
    lope_tuning tuning = lope_tuning_default();
    tuning.turn_instantly = 1;
    tuning.max_walk_speed = 5;
    const lope_moveset moveset = moveset_of(&tuning);
    for (int i = 0; i < TURNERS; i++) {
        make_terrain(&t, between(15, 42), exp(between(log(0.3), log(1.5))), below(2), 0);
        lope_level *level = new_level();
        add_terrain(level, &t);
        const lope_surroundings surroundings = lope_level_surroundings(level);
        lope_nearby *nearbys[PAST_COUNT];
        for (int k = 0; k < PAST_COUNT; k++) nearbys[k] = lope_nearby_create(NULL);
        lope_state state = state_at(place(&t.frame, 0, fmax(height_at(&t, 0, 0), -9) + 0.1, 0), 0.34, turn(&t.frame, 0, 1, 0));
        double angle = between(0, 2 * PI);
        for (int k = 0; k < 240; k++) {
            if (below(8) == 0) angle += PI + between(-0.7, 0.7);
            const lope_input input = {.move = turn(&t.frame, cos(angle), 0, sin(angle))};
            tick_with_all(&state, &input, &moveset, &surroundings, nearbys, 1 / 60.0f, "turning back");
        }
        for (int k = 0; k < PAST_COUNT; k++) lope_nearby_destroy(nearbys[k]);
        lope_level_destroy(level);
    }
}

static void walk_with_all(lope_level *level, lope_point feet, int ticks, const char *what)
{
    walk w;
    walk_open(&w, level, feet, 3);
    w.input.move.z = 0.1f;
    lope_nearby *nearbys[PAST_COUNT];
    for (int k = 0; k < PAST_COUNT; k++) nearbys[k] = lope_nearby_create(NULL);
    for (int k = 0; k < ticks; k++) tick_with_all(&w.state, &w.input, &w.moveset, &w.surroundings, nearbys, 1 / 60.0f, what);
    for (int k = 0; k < PAST_COUNT; k++) lope_nearby_destroy(nearbys[k]);
    walk_close(&w);
}

// 3: a sheet that hangs as high as what is looked over: in some grids of boxes it is still in, in others not.
static void caches_do_not_show_under_sheets(void **unused)
{
    (void)unused;
    for (int i = 0; i < SHEETS; i++) {
        float top = 1.75f + 400.0f / (float)SHEETS * 1.9e-5f * (float)i;
        const float points[] = {-20, top, -20, -20, top, 20, 20, top, -20, 20, top, 20};
        const uint32_t indices[] = {0, 1, 3, 0, 3, 2};
        lope_level *level = ridge(7);
        add_mesh(level, points, 4, indices, 2, LOPE_SIDES_TWO, LOPE_WALKABLE_BY_ANGLE);
        walk_with_all(level, on_ridge(7, -1.5), 50, "under a sheet");
    }
}

// 3: boxes askew near by, whose triangles' own boxes are near and they are not: a narrow gather need not bring them.
static void caches_do_not_show_near_boxes_askew(void **unused)
{
    (void)unused;
    seed(33);
    for (int i = 0; i < 100; i++) {
        lope_level *level = ridge(5);
        for (int k = 0; k < 8; k++) {
            double yaw = between(0, PI), side = below(2) ? 1 : -1;
            lope_quat rotation = {0, (float)sin(yaw / 2), 0, (float)cos(yaw / 2)};
            add_box(level, lope_point_make(between(-1.5, 1.5), between(0.5, 2), side * between(0.45, 1.2)),
                    (lope_vec3){(float)between(0.3, 3), 0.4f, 0.02f}, rotation);
        }
        walk_with_all(level, on_ridge(5, -1.5), 60, "near boxes askew");
    }
}

// 3: more triangles beside the way than 16 bits count in pairs.
static void caches_do_not_show_beside_many(void **unused)
{
    (void)unused;
    enum { ROW = 150 };
    static float points[3 * ROW * ROW];
    static uint32_t indices[6 * (ROW - 1) * (ROW - 1)];
    uint32_t count = 0;
    for (uint32_t i = 0; i < ROW * ROW; i++) {
        float p[3] = {0.8f + 0.003f * (float)(i % ROW), -0.3f, -0.3f + 0.003f * (float)(i / ROW)};
        memcpy(&points[3 * i], p, sizeof p);
        if (i % ROW == ROW - 1 || i / ROW == ROW - 1) continue;
        uint32_t cell[6] = {i, i + ROW, i + ROW + 1, i, i + ROW + 1, i + 1};
        memcpy(&indices[3 * count], cell, sizeof cell);
        count += 2;
    }
    lope_level *level = new_level();
    add_mesh(level, points, ROW * ROW, indices, count, LOPE_SIDES_TWO, LOPE_WALKABLE_BY_ANGLE);
    float low = (float)(-20 * tan(7 * PI / 180));
    const float roof[] = {-20, low, -20, -20, low, 20, 0, 0, -20, 0, 0, 20, 20, low, -20, 20, low, 20};
    const uint32_t planes[] = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4};
    add_mesh(level, roof, 6, planes, 4, LOPE_SIDES_AUTO, LOPE_WALKABLE_BY_ANGLE);
    walk_with_all(level, on_ridge(7, -1.2), 40, "beside many");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_on_terrain),
        cmocka_unit_test(caches_do_not_show),
        cmocka_unit_test(caches_do_not_show_where_little_is_near),
        cmocka_unit_test(caches_do_not_show_where_steep_ground_is_walked),
        cmocka_unit_test(caches_do_not_show_to_who_turns_back),
        cmocka_unit_test(snap_distance_holds_at_crests),
        cmocka_unit_test(never_walkable_is_a_rim),
        cmocka_unit_test(low_beam_over_ridge_stops),
        cmocka_unit_test(caches_do_not_show_under_sheets),
        cmocka_unit_test(caches_do_not_show_near_boxes_askew),
        cmocka_unit_test(caches_do_not_show_beside_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
