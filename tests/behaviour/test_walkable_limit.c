// test_walkable_limit.c - ground with slopes about the walkable limit: walks over drawn cones, noise, ridges,
// folds and rough ramps, as height field, mesh, hulls and boxes, with a limit of the character's or of the
// surface's own.
//
// Each walk is drawn from a seed that is printed; LOPE_SEED=n draws others, LOPE_WALKS=n so many, LOPE_WALK=n
// one of them. LOPE_TRACE=1 prints its ticks. Judged are, at 20, 60 and 240 Hz:
// rise   without an event that tells it, the feet rise in a tick by no more than the limit's slope over the
//        level way
// gap    a walker has ground within 25 mm of the capsule, by the tests' own geometry (brute.h)
// depth  the capsule is in no ground
// falls  no walker falls again and again at one place
// ends   are alike at all rates. Not asked where an instant decides the way: where a start moved by a tenth of a
//        millimetre ends apart, at one of the rates
// Read next: test_slopes.c for single slopes, test_terrain.c for ground that is walkable all over.
#include "check.h"
#include "stage.h"

#define RADIANS 0.017453292519943295
#define RADIUS 0.34 // m, the capsule's
#define HEIGHT 1.76 // m, the capsule's
#define TOLD 100    // failed walks, at most, that are printed
#ifdef LOPE_QUICK
#define WALKS 40
#else
#define WALKS 200
#endif
#define SIDE 33     // columns and rows of a grid, at most
#define PIECES 6    // of a profile, at most
#define DEEP 1.0    // m, from the floor down to the underside of solids
#define WIDE 60.0   // m, of a profile across
#define SPARE 2e-3  // m: a rim may lie 1 mm over the feet, and unevenness up to 2 mm is rolled over
#define GAP 25e-3   // m, from a walker to the ground
#define IN 1e-3     // m of depth: a tenth of what would be seen
#define PLACE 0.1   // m: falls nearer to each other are at one place
#define RISER 0.545 // cosine of 57 degrees: on steeper faces the library's edges are rims
#define ASIDE 0.02  // m, by which it comes to the ground beside a steep slope: a twentieth of the radius
#define FALLS 4     // at one place, at most
#define ALIKE 0.01  // m, and this share of the way: promise 7
#define CUBE 0.04   // m, as far as the turn at a cube's edge differs: the same within all limits (case F32)
// m, by which a start is moved to find out what decides a way. A hundredth of what ends may be apart, and about
// what rates differ by where two slices end a float apart on a slope that bends. Then as much as a slice of a fall
// may be off its parabola.
static const double nudges[] = {1e-4, 5e-4};
#define PARTS 3 // rates

static const double rates[PARTS] = {20, 60, 240};

typedef enum limit_shape { CONE, NOISE, RIDGES, RAMP, FOLD, SHAPES } limit_shape;
static const char *const shapes[] = {"cone", "noise", "ridges", "rough ramp", "fold"};
typedef enum limit_form { FIELD, MESH, MESH_CROSSED, HULLS, BOXES, FORMS } limit_form;
static const char *const forms[] = {"height field", "mesh", "crossed mesh", "hulls", "boxes"};

typedef struct limit_walk {
    limit_shape shape;
    limit_form form;
    uint32_t side;          // columns and rows of the grid
    double cell;            // m
    double angle, rough;    // degrees
    double slopes[PIECES];  // degrees, of a profile's pieces
    double lengths[PIECES]; // m, level
    uint32_t pieces;
    uint32_t walkable;         // lope_walkable
    double limit, own;         // degrees: the character's, and the surface's
    double step, speed;        // m, m/s
    double x, y, z, direction; // the start, and degrees
    double seconds;
    uint64_t roughness; // a seed
} limit_walk;

// A walk's ground, and what may be asked of it.
typedef struct limit_ground {
    brute_triangle triangles[2 * SIDE * SIDE + 8 * PIECES];
    brute_point least[2 * SIDE * SIDE + 8 * PIECES], most[2 * SIDE * SIDE + 8 * PIECES]; // bounds
    uint32_t count;
    float heights[SIDE * SIDE];
    double steepest; // degrees, of any triangle
} limit_ground;

typedef struct limit_outcome {
    brute_point end;
    double way; // m
    uint32_t falls, rims;
    bool wrong;
} limit_outcome;

static uint64_t seed = 1;
static char text[256];

static double draw(double low, double high)
{
    seed += UINT64_C(0x9E3779B97F4A7C15); // splitmix64
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static uint32_t pick(uint32_t count) { return (uint32_t)draw(0, count - 1e-9); }

static double half_of(const limit_walk *w)
{
    double wide = 0;
    if (w->shape != FOLD) return 0.5 * w->cell * (w->side - 1);
    for (uint32_t i = 0; i < w->pieces; i++) wide += w->lengths[i];
    return 0.5 * wide;
}

// A profile: up, on, and down to the floor again.
static void draw_profile(limit_walk *w)
{
    double height = 0;
    w->pieces = 3 + pick(PIECES - 3);
    for (uint32_t i = 0; i + 1 < w->pieces; i++) {
        bool up = i == 0 || height < 0.2 || pick(2);
        w->slopes[i] = pick(3) ? draw(30, 60) : draw(0, 20);
        w->lengths[i] = draw(0.1, 1.5);
        if (!up) w->slopes[i] = -w->slopes[i];
        double most = up ? 1e9 : height / tan(-w->slopes[i] * RADIANS);
        if (w->lengths[i] > most) w->lengths[i] = most;
        height += w->lengths[i] * tan(w->slopes[i] * RADIANS);
    }
    w->slopes[w->pieces - 1] = -draw(30, 60);
    w->lengths[w->pieces - 1] = height / tan(-w->slopes[w->pieces - 1] * RADIANS);
    if (w->lengths[w->pieces - 1] < 0.02) w->pieces--;
    for (uint32_t i = 0; i + 1 < w->pieces; i++) // the end of a box would come out over the next one's top
        if (w->form == BOXES && w->slopes[i] - w->slopes[i + 1] > 85) w->form = HULLS;
}

static limit_walk draw_walk(void)
{
    static const double steps[] = {0.45, 0.45, 0.2};
    limit_walk w = {.shape = pick(SHAPES), .cell = exp(draw(log(0.05), log(1.0))), .angle = draw(30, 60)};
    w.form = w.shape == FOLD ? MESH + pick(4) : pick(MESH_CROSSED + 1);
    uint32_t wide = (uint32_t)(draw(1.5, 7.0) / w.cell) + 4;
    w.side = wide < SIDE ? wide : SIDE;
    w.rough = draw(0, 6);
    if (w.shape == FOLD) draw_profile(&w);
    w.limit = pick(5) < 3 ? w.angle + draw(-3, 3) : draw(25, 60);
    w.own = pick(5) < 3 ? w.angle + draw(-3, 3) : draw(25, 60);
    uint32_t rule = pick(10);
    w.walkable = rule < 6   ? LOPE_WALKABLE_BY_ANGLE
                 : rule < 8 ? LOPE_WALKABLE_OWN_ANGLE
                 : rule < 9 ? LOPE_WALKABLE_ALWAYS
                            : LOPE_WALKABLE_NEVER;
    w.step = steps[pick(3)];
    w.speed = draw(0.5, 6);
    w.seconds = 3;
    w.roughness = (uint64_t)draw(0, 1e15);
    double half = half_of(&w), around = w.shape == FOLD ? (pick(2) ? 0 : 180) + draw(-50, 50) : draw(0, 360);
    double c = cos(around * RADIANS), n = sin(around * RADIANS);
    bool above = pick(3) == 0; // dropped onto the ground
    double out = above ? draw(-0.7, 0.3) * half : half * (w.shape == FOLD ? 1 : 1.42) + RADIUS + 0.1,
           aside = draw(-0.3, 0.3) * half;
    w.direction = around + (pick(2) ? 0 : draw(-20, 20));
    w.x = -out * c - aside * n;
    w.z = -out * n + aside * c;
    if (w.shape == FOLD && !above) w.x = c > 0 ? -out : out;
    w.y = above ? 1 : 0;
    return w;
}

static double at_profile(const limit_walk *w, double x)
{
    double height = 0, from = -half_of(w);
    for (uint32_t i = 0; i < w->pieces; i++) {
        double way = x - from < w->lengths[i] ? x - from : w->lengths[i];
        if (way <= 0) break;
        height += way * tan(w->slopes[i] * RADIANS);
        from += w->lengths[i];
    }
    return height;
}

static double steepest_of(const limit_ground *g)
{
    double least = 1;
    for (uint32_t i = 0; i < g->count; i++) {
        brute_point n = brute_normal(&g->triangles[i]);
        double rise = n.y / brute_length(n);
        if (rise > 1e-3 && rise < least) least = rise;
    }
    return acos(least) / RADIANS;
}

static void add_triangle(limit_ground *g, brute_point a, brute_point b, brute_point c)
{
    const brute_triangle t = {{a, b, c}};
    if (!(brute_length(brute_normal(&t)) > 1e-9)) return;
    g->least[g->count] = brute_make(fmin(a.x, fmin(b.x, c.x)), fmin(a.y, fmin(b.y, c.y)), fmin(a.z, fmin(b.z, c.z)));
    g->most[g->count] = brute_make(fmax(a.x, fmax(b.x, c.x)), fmax(a.y, fmax(b.y, c.y)), fmax(a.z, fmax(b.z, c.z)));
    g->triangles[g->count++] = t;
}

static void grid_triangles(const limit_walk *w, limit_ground *g)
{
    double half = half_of(w);
    g->count = 0;
    for (uint32_t j = 0; j + 1 < w->side; j++)
        for (uint32_t i = 0; i + 1 < w->side; i++) {
            brute_point p[2][2];
            for (uint32_t k = 0; k < 4; k++)
                p[k / 2][k % 2] = brute_make((i + k % 2) * w->cell - half, (double)g->heights[(j + k / 2) * w->side + i + k % 2],
                                             (j + k / 2) * w->cell - half);
            if (w->form == MESH_CROSSED && (i + j) % 2) {
                add_triangle(g, p[0][0], p[1][0], p[0][1]);
                add_triangle(g, p[0][1], p[1][0], p[1][1]);
            } else {
                add_triangle(g, p[0][0], p[1][0], p[1][1]);
                add_triangle(g, p[0][0], p[1][1], p[0][1]);
            }
        }
    g->steepest = steepest_of(g);
}

static double raw_height(const limit_walk *w, double x, double z, double noise, double phase)
{
    double half = half_of(w), slope = tan(w->angle * RADIANS), room = fmin(half - fabs(x), half - fabs(z));
    double rough = noise * w->cell * tan(w->rough * RADIANS);
    if (w->shape == CONE) return fmax(0, (half - w->cell - hypot(x, z)) * slope);
    if (w->shape == NOISE) return noise * w->cell;
    if (w->shape == RAMP) return fmax(0, fmin(fmin((x + half - w->cell) * slope, 0.8 * half * slope), room * 1.5) + rough);
    double along = x * cos(phase) + z * sin(phase), period = half * 0.7;
    double saw = fabs(along / period - floor(along / period + 0.5)) * period;
    return fmax(0, fmin(saw * slope, room * slope));
}

static void grid_heights(const limit_walk *w, limit_ground *g)
{
    uint64_t kept = seed;
    seed = w->roughness;
    double half = half_of(w), phase = draw(0, 6.28);
    for (uint32_t j = 0; j < w->side; j++)
        for (uint32_t i = 0; i < w->side; i++) {
            bool border = i == 0 || j == 0 || i + 1 == w->side || j + 1 == w->side;
            double height = raw_height(w, i * w->cell - half, j * w->cell - half, draw(0, 1), phase);
            g->heights[j * w->side + i] = border ? 0 : (float)height;
        }
    seed = kept;
    grid_triangles(w, g);
    if (w->shape != NOISE) return;
    double scale = tan(w->angle * RADIANS) / tan(g->steepest * RADIANS);
    for (uint32_t i = 0; i < w->side * w->side; i++) g->heights[i] = (float)((double)g->heights[i] * scale);
    grid_triangles(w, g);
}

static lope_surface surface_of(const limit_walk *w)
{
    lope_surface surface = {.walkable = w->walkable};
    if (w->walkable == LOPE_WALKABLE_OWN_ANGLE) surface.walkable_angle = (float)(w->own * RADIANS);
    return surface;
}

static void add_mesh(stage *s, const limit_walk *w, const limit_ground *g)
{
    static float points[9 * (2 * SIDE * SIDE + 8 * PIECES)];
    static uint32_t indices[3 * (2 * SIDE * SIDE + 8 * PIECES)];
    for (uint32_t i = 0; i < 3 * g->count; i++) {
        const brute_point *p = &g->triangles[i / 3].v[i % 3];
        points[3 * i] = (float)p->x;
        points[3 * i + 1] = (float)p->y;
        points[3 * i + 2] = (float)p->z;
        indices[i] = i;
    }
    lope_mesh_def def = {.body = {.surface = surface_of(w)},
                         .points = points,
                         .point_count = 3 * g->count,
                         .indices = indices,
                         .triangle_count = g->count};
    assert_true(lope_level_valid(s->level, lope_level_add_mesh(s->level, &def)));
}

static void add_piece(stage *s, const limit_walk *w, double from, double low, double to, double high)
{
    lope_body_def body = {.surface = surface_of(w)};
    if (w->form == HULLS) {
        float p[24];
        for (int i = 0; i < 8; i++) {
            p[3 * i] = (float)(i & 1 ? to : from);
            p[3 * i + 1] = (float)(i & 2 ? -DEEP : i & 1 ? high : low);
            p[3 * i + 2] = (float)(i & 4 ? 0.5 * WIDE : -0.5 * WIDE);
        }
        lope_hull_def def = {.body = body, .points = p, .point_count = 8};
        assert_true(lope_level_valid(s->level, lope_level_add_hull(s->level, &def)));
        return;
    }
    double turn = atan2(high - low, to - from), deep = 0.05; // thin, so that it does not come out of its neighbours
    body.position = lope_point_make(0.5 * (from + to) + 0.5 * deep * sin(turn), 0.5 * (low + high) - 0.5 * deep * cos(turn), 0);
    body.rotation = lope_quat_from_axis((lope_vec3){0, 0, 1}, (float)turn);
    lope_box_def def = {.body = body, .size = {(float)hypot(to - from, high - low), (float)deep, (float)WIDE}};
    assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &def)));
}

static void add_fold(stage *s, const limit_walk *w, limit_ground *g)
{
    double from = -half_of(w), z = 0.5 * WIDE;
    g->count = 0;
    for (uint32_t i = 0; i < w->pieces; i++) {
        double to = from + w->lengths[i], low = at_profile(w, from), high = at_profile(w, to);
        brute_point a = brute_make(from, low, -z), b = brute_make(from, low, z), c = brute_make(to, high, z),
                    d = brute_make(to, high, -z);
        add_triangle(g, a, b, c);
        add_triangle(g, a, c, d);
        if (s && w->form >= HULLS) add_piece(s, w, from, low, to, high);
        from = to;
    }
    g->steepest = steepest_of(g);
    if (s && w->form < HULLS) add_mesh(s, w, g);
}

static void add_ground(stage *s, const limit_walk *w, limit_ground *g)
{
    stage_floor(s);
    if (w->shape == FOLD) {
        add_fold(s, w, g);
        return;
    }
    grid_heights(w, g);
    if (w->form != FIELD) {
        add_mesh(s, w, g);
        return;
    }
    lope_height_field_def def = {
        .body = {.surface = surface_of(w)}, .heights = g->heights, .columns = w->side, .rows = w->side, .cell = (float)w->cell};
    assert_true(lope_level_valid(s->level, lope_level_add_height_field(s->level, &def)));
}

// Distance (m) from the core of a capsule to the ground; GAP and more is told as more.
static double core_to_ground(const limit_ground *g, brute_point feet)
{
    double wide = RADIUS + 2 * GAP, nearest = fabs(feet.y + RADIUS);
    brute_point a = brute_make(feet.x, feet.y + RADIUS, feet.z), b = brute_make(feet.x, feet.y + HEIGHT - RADIUS, feet.z);
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->least[i].x > feet.x + wide || g->most[i].x < feet.x - wide || g->least[i].z > feet.z + wide ||
            g->most[i].z < feet.z - wide || g->least[i].y > b.y + wide || g->most[i].y < a.y - wide)
            continue;
        double apart = brute_distance(a, b, &g->triangles[i], NULL);
        if (apart < nearest) nearest = apart;
    }
    return nearest;
}

// True when a rim at the feet's height may be near: ground at that height, and a riser, both within a radius
// of the axis. There the feet stand at the rim's height, whatever is below.
static bool rim_is_near(const limit_ground *g, brute_point feet)
{
    bool ground = false, riser = false;
    for (uint32_t i = 0; i < g->count; i++) {
        brute_point n = brute_normal(&g->triangles[i]), q;
        q = brute_closest(feet, &g->triangles[i]);
        if (hypot(q.x - feet.x, q.z - feet.z) > RADIUS + SPARE) continue;
        ground |= fabs(g->most[i].y - feet.y) < GAP || (g->least[i].y <= feet.y && g->most[i].y >= feet.y);
        riser |= n.y < RISER * brute_length(n);
    }
    return ground && riser;
}

// Degrees, the steepest that may be walked.
static double steepest_walked(const limit_walk *w, const limit_ground *g)
{
    if (w->walkable == LOPE_WALKABLE_NEVER) return 0;
    if (w->walkable == LOPE_WALKABLE_ALWAYS) return g->steepest;
    return w->walkable == LOPE_WALKABLE_OWN_ANGLE ? w->own : w->limit;
}

static bool told(const stage *s)
{
    for (uint32_t i = 0; i < s->report.event_count; i++)
        if (s->report.events[i].kind == LOPE_EVENT_STEP_UP || s->report.events[i].kind == LOPE_EVENT_LAND) return true;
    return false;
}

// The most falls that began near one place. *place: there.
static uint32_t falls_at_one_place(const brute_point *falls, uint32_t count, brute_point *place)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t near_by = 0;
        for (uint32_t k = 0; k < count; k++) near_by += brute_length(brute_sub(falls[i], falls[k])) < PLACE;
        if (near_by <= most) continue;
        most = near_by;
        *place = falls[i];
    }
    return most;
}

// Plays a walk at one rate, from a start moved ahead and aside (m). Says in `text` what went wrong first.
static limit_outcome play(const limit_walk *w, double rate, double ahead, double aside)
{
    static limit_ground g;
    limit_outcome out = {.wrong = false};
    stage *s = stage_open(STAGE_BOXES);
    add_ground(s, w, &g);
    stage_tune(s, "walkable_floor_angle", w->limit * RADIANS);
    stage_tune(s, "max_step_height", w->step);
    stage_tune(s, "max_walk_speed", w->speed);
    double c = cos(w->direction * RADIANS), n = sin(w->direction * RADIANS), slope = tan(steepest_walked(w, &g) * RADIANS);
    double x = w->x + ahead * c - aside * n, z = w->z + ahead * n + aside * c, y = 0;
    if (w->y > 0) {
        for (uint32_t i = 0; i < g.count; i++) y = fmax(y, g.most[i].y);
        y += 0.1;
    }
    stage_place(s, x, y, z, w->y > 0 ? LOPE_MODE_FALLING : LOPE_MODE_WALKING);
    stage_move(s, c, n);
    if (getenv("LOPE_TRACE") && w->shape == FOLD)
        for (uint32_t i = 0; i < w->pieces; i++)
            printf("    LOPE_PROFILE %.2f degrees %.3f m from %.3f\n", w->slopes[i], w->lengths[i],
                   i ? g.triangles[2 * i].v[0].x : -half_of(w));
    static brute_point falls[4096];
    uint32_t ticks = (uint32_t)(w->seconds * rate + 0.5);
    brute_point before = stage_feet(s);
    double speed = 0;
    bool walked = stage_walking(s), trace = getenv("LOPE_TRACE") != NULL;
    for (uint32_t t = 0; t < ticks; t++) {
        stage_tick(s, (float)(1 / rate));
        brute_point feet = stage_feet(s);
        bool walks = stage_walking(s);
        double level = hypot(feet.x - before.x, feet.z - before.z), rise = feet.y - before.y;
        out.way += level;
        for (uint32_t i = 0; i < s->report.event_count; i++)
            if (s->report.events[i].kind == LOPE_EVENT_WALK_OFF && out.falls < 4096) falls[out.falls++] = feet;
        double core = t % (uint32_t)(rate / 20) == 0 || walks != walked ? core_to_ground(&g, feet) : RADIUS;
        bool rim = walks && s->state.floor.kind == LOPE_FLOOR_RIM;
        if (rim) out.rims++;
        if (trace)
            printf("    %4u %s %d (%.4f, %.4f, %.4f) rise %.4f level %.4f gap %.4f normal %.3f plane %.3f%s\n", t + 1,
                   walks ? "walks" : "falls", (int)s->state.floor.kind, feet.x, feet.y, feet.z, rise, level, core - RADIUS,
                   (double)s->state.floor.normal.y, (double)s->state.floor.plane.y, told(s) ? " told" : "");
        if (!out.wrong && !told(s) && rise > (walked || walks ? slope * level : 0) + SPARE) {
            snprintf(text, sizeof text, "rise: %.1f mm over %.1f mm at %.3f s, (%.3f, %.3f, %.3f)", rise * 1e3, level * 1e3,
                     (t + 1) / rate, feet.x, feet.y, feet.z);
            out.wrong = true;
        }
        if (!out.wrong && !told(s) && level > ASIDE + 1.02 * fmax(speed, w->speed) / rate) {
            snprintf(text, sizeof text, "leap: %.1f mm at %.3f s, (%.3f, %.3f, %.3f)", level * 1e3, (t + 1) / rate, feet.x,
                     feet.y, feet.z);
            out.wrong = true;
        }
        if (!out.wrong && walks && core - RADIUS > GAP && !(rim && rim_is_near(&g, feet))) {
            snprintf(text, sizeof text, "gap: %.1f mm%s at %.3f s, (%.3f, %.3f, %.3f)", (core - RADIUS) * 1e3,
                     rim ? " on a rim" : "", (t + 1) / rate, feet.x, feet.y, feet.z);
            out.wrong = true;
        }
        if (!out.wrong && core < RADIUS - IN) {
            snprintf(text, sizeof text, "depth: %.1f mm at %.3f s, (%.3f, %.3f, %.3f)", (RADIUS - core) * 1e3, (t + 1) / rate,
                     feet.x, feet.y, feet.z);
            out.wrong = true;
        }
        before = feet;
        walked = walks;
        speed = brute_length(stage_velocity(s)) + 9.81 / rate;
    }
    brute_point place = {0, 0, 0};
    uint32_t most = falls_at_one_place(falls, out.falls < 600 ? out.falls : 600, &place);
    if (!out.wrong && most > FALLS) {
        snprintf(text, sizeof text, "falls: %u of %u near (%.3f, %.3f, %.3f)", most, out.falls, place.x, place.y, place.z);
        out.wrong = true;
    }
    out.end = before;
    stage_close(s);
    return out;
}

static double apart(const limit_outcome *a, const limit_outcome *b) { return brute_length(brute_sub(a->end, b->end)); }

typedef struct limit_count {
    uint32_t failed, decided, falls, rims, kinds[6];
} limit_count;

static void tell(uint32_t walk, const limit_walk *w, double rate)
{
    static const char *const rules[] = {"by angle", "always", "never", "own angle"};
    printf("  walk %u: %s as %s of %.3f m, %.1f degrees, limit %.1f, %s %.1f, step %.2f, %.2f m/s, from (%.3f, %.3f) at %.0f "
           "degrees; ",
           walk, shapes[w->shape], forms[w->form], w->cell, w->angle, w->limit, rules[w->walkable], w->own, w->step, w->speed,
           w->x, w->z, w->direction);
    printf("%.0f Hz: %s\n", rate, text);
}

// Returns true when an instant decides a walk: at some rate a start moved by a nudge ends apart.
static bool is_decided(const limit_walk *w, const limit_outcome *outcomes)
{
    static const double moves[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (int k = 0; k < 2 * PARTS; k++)
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
            const double by = nudges[k / PARTS];
            const limit_outcome moved = play(w, rates[k % PARTS], by * moves[i][0], by * moves[i][1]);
            if (apart(&moved, &outcomes[k % PARTS]) > ALIKE) return true;
        }
    return false;
}

// Plays a walk at all rates. Returns true when it is right.
static bool judge(uint32_t walk, const limit_walk *w, limit_count *count)
{
    limit_outcome outcomes[PARTS];
    for (int i = 0; i < PARTS; i++) {
        outcomes[i] = play(w, rates[i], 0, 0);
        count->falls += outcomes[i].falls;
        count->rims += outcomes[i].rims;
        if (!outcomes[i].wrong) continue;
        count->kinds[text[0] == 'r' ? 0 : text[0] == 'g' ? 1 : text[0] == 'd' ? 2 : text[0] == 'f' ? 3 : 5]++;
        if (count->failed < TOLD) tell(walk, w, rates[i]);
        return false;
    }
    double most = fmax(apart(&outcomes[0], &outcomes[2]), apart(&outcomes[1], &outcomes[2])),
           allowed = ALIKE + ALIKE * outcomes[2].way;
    if (most <= allowed) return true;
    const bool decided = is_decided(w, outcomes);
    count->decided += decided;
    if (decided) return true;
    snprintf(text, sizeof text, "ends: %.1f mm and %.1f mm from that at 240 Hz, (%.3f, %.3f, %.3f)",
             apart(&outcomes[0], &outcomes[2]) * 1e3, apart(&outcomes[1], &outcomes[2]) * 1e3, outcomes[2].end.x,
             outcomes[2].end.y, outcomes[2].end.z);
    count->kinds[4]++;
    if (count->failed < TOLD) tell(walk, w, 240);
    return false;
}

static void ground_at_the_limit_holds_or_refuses(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *many = getenv("LOPE_WALKS"), *one = getenv("LOPE_WALK");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    const uint32_t begin = one ? (uint32_t)strtoul(one, NULL, 10) : 0;
    const uint32_t end = one ? begin + 1 : many ? (uint32_t)strtoul(many, NULL, 10) : WALKS;
    limit_count count = {0};
    for (uint32_t i = begin; i < end; i++) {
        seed = first << 32 | i;
        limit_walk w = draw_walk();
        count.failed += !judge(i, &w, &count);
    }
    printf("seed %llu: %u walks, %u failed: rise %u, gap %u, depth %u, falls %u, leap %u, ends %u; an instant decides %u; %u "
           "falls, %u ticks on rims\n",
           (unsigned long long)first, end - begin, count.failed, count.kinds[0], count.kinds[1], count.kinds[2], count.kinds[3],
           count.kinds[5], count.kinds[4], count.decided, count.falls, count.rims);
    assert_int_equal(count.failed, 0);
}

// Walks that went wrong once, each with the only way to see its fault: a seat of never walkable ground, level
// but for a rounding (34, 78); facets of 58.7 degrees that are walked beside steeper ones, and a slope that a
// pinned character creeps up to (699); planes underfoot of a place from which a slice was taken back (42); an
// edge flush with the side of a groove, into which the capsule has sunk by a rounding (304, 644); a rim passed
// in a fall along a steep side (1004); a crest rolled over from one slope to a like one (1254);
// a groove between ground and a side that is steeper than a slope, which descends along the way (140, 55).
static void walks_that_went_wrong_once_are_right(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t seed;
        uint32_t walk;
    } once[] = {{1, 34}, {1, 42}, {1, 78}, {2, 699}, {5, 304}, {6, 140}, {7, 1004}, {7, 1254}, {8, 55}, {8, 644}};
    limit_count count = {0};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
        seed = once[i].seed << 32 | once[i].walk;
        limit_walk w = draw_walk();
        double most = 0;
        limit_outcome last = play(&w, rates[PARTS - 1], 0, 0);
        for (int k = 0; k + 1 < PARTS; k++) { // a millimetre decides some of them; they end alike all the same
            limit_outcome one = play(&w, rates[k], 0, 0);
            most = fmax(most, apart(&one, &last));
        }
        printf("  walk %u of seed %u: %.1f mm apart\n", once[i].walk, (unsigned)once[i].seed, most * 1e3);
        check_below("apart, m", most, ALIKE + ALIKE * last.way);
        count.failed += !judge(once[i].walk, &w, &count);
    }
    assert_int_equal(count.failed, 0);
}

// A groove with sides of 50 and 30 degrees along z that falls by `fall` degrees.
static void add_groove(stage *s, double fall, lope_walkable walkable)
{
    const double drop = 5 * tan(fall * RADIANS), left = 3 * tan(50 * RADIANS), right = 3 * tan(30 * RADIANS);
    float points[18];
    for (int i = 0; i < 6; i++) {
        points[3 * i] = (float)((i % 3 - 1) * 3);
        points[3 * i + 1] = (float)((i % 3 == 0 ? left : i % 3 == 2 ? right : 0) + (i < 3 ? drop : -drop));
        points[3 * i + 2] = i < 3 ? -5 : 5;
    }
    static const uint32_t indices[] = {0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5};
    lope_mesh_def def = {.body = {.surface = {.walkable = walkable}},
                         .points = points,
                         .point_count = 6,
                         .indices = indices,
                         .triangle_count = 4,
                         .sides = LOPE_SIDES_TWO};
    assert_true(lope_level_valid(s->level, lope_level_add_mesh(s->level, &def)));
}

// Never walkable ground holds no character, not even between two slopes: the character comes down, stays in
// the falling mode and is told no landing, whether the crease is level, level but for a rounding, or steeper.
// It rests where nothing leads down, and all rates end alike. By angle the level ones are seats.
static void never_walkable_ground_is_no_seat(void **unused)
{
    (void)unused;
    static const double falls[] = {0, 1e-6, 1e-4, 0.01, 2}, pushes[][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0.3}};
    for (size_t f = 0; f < sizeof falls / sizeof *falls; f++)
        for (size_t p = 0; p < sizeof pushes / sizeof *pushes; p++) {
            brute_point ends[PARTS];
            for (int k = 0; k < PARTS; k++) {
                stage *s = stage_open(STAGE_BOXES);
                add_groove(s, falls[f], LOPE_WALKABLE_NEVER);
                stage_place(s, 0.2, 1.5, 0, LOPE_MODE_FALLING);
                stage_move(s, pushes[p][0], pushes[p][1]);
                stage_run(s, 2, (float)rates[k]);
                ends[k] = stage_feet(s);
                if (stage_walking(s) || stage_count(s, LOPE_EVENT_LAND) > 0)
                    fail_msg("groove of %g degrees, push %zu, %g Hz: lands", falls[f], p, rates[k]);
                if (falls[f] <= 0 && p == 0) check_below("speed at rest, m/s", brute_length(stage_velocity(s)), 1e-3);
                stage_close(s);
            }
            for (int k = 0; k + 1 < PARTS; k++) {
                const double off = brute_length(brute_sub(ends[k], ends[PARTS - 1])), way = fabs(ends[PARTS - 1].z);
                if (!(off <= ALIKE + ALIKE * way))
                    fail_msg("groove of %g degrees, push %zu: %.1f mm apart at %g Hz", falls[f], p, off * 1e3, rates[k]);
            }
        }
    stage *s = stage_open(STAGE_BOXES);
    add_groove(s, 0, LOPE_WALKABLE_BY_ANGLE);
    stage_tune(s, "walkable_floor_angle", 25 * RADIANS);
    stage_place(s, 0.2, 1.5, 0, LOPE_MODE_FALLING);
    stage_run(s, 2, 60);
    assert_true(stage_walking(s));
    stage_close(s);
}

// A cube with gravity to its middle, as slope after slope: its faces come to 45 degrees at their edges, and
// the round bottom rolls over them.
typedef struct cube_walk {
    double size, strength, limit, speed, direction, seconds;
} cube_walk;

static cube_walk draw_cube(void)
{
    cube_walk w = {.size = draw(3, 12), .strength = draw(5, 20), .limit = pick(2) ? draw(43, 47) : draw(30, 60)};
    w.speed = draw(0.5, 6);
    w.direction = pick(4) * 90 + (pick(2) ? 0 : draw(-15, 15));
    // a time at which a tick of every rate ends: else the ways differ by what is walked in half a tick
    w.seconds = floor(20 * (w.size / w.speed < 4 ? w.size / w.speed : 4)) / 20;
    return w;
}

static brute_point play_cube(const cube_walk *w, double rate, double aside, uint32_t *falls, double *way)
{
    stage *s = stage_open(STAGE_BOXES);
    double half = 0.5 * w->size, c = cos(w->direction * RADIANS), n = sin(w->direction * RADIANS);
    lope_volume volume = {.gravity_mode = LOPE_GRAVITY_POINT, .gravity_strength = (float)w->strength};
    stage_box(s, -half, -half, -half, half, half, half);
    lope_sphere_def around = {.body = {.volume = &volume}, .radius = 80};
    assert_true(lope_level_valid(s->level, lope_level_add_sphere(s->level, &around)));
    stage_tune(s, "walkable_floor_angle", w->limit * RADIANS);
    stage_tune(s, "max_walk_speed", w->speed);
    stage_place(s, -aside * n, half, aside * c, LOPE_MODE_WALKING);
    stage_move(s, c, n);
    uint32_t ticks = (uint32_t)(w->seconds * rate + 0.5);
    *way = 0;
    for (uint32_t t = 0; t < ticks; t++) {
        brute_point before = stage_feet(s);
        stage_tick(s, (float)(1 / rate));
        *way += brute_length(brute_sub(stage_feet(s), before));
    }
    *falls = (uint32_t)stage_count(s, LOPE_EVENT_MODE);
    brute_point end = stage_feet(s);
    stage_close(s);
    return end;
}

static void cubes_with_gravity_to_their_middle_decide_alike(void **unused)
{
    (void)unused;
    const char *many = getenv("LOPE_WALKS");
    const uint32_t count = (many ? (uint32_t)strtoul(many, NULL, 10) : WALKS) / 5;
    uint32_t failed = 0, decided = 0;
    for (uint32_t i = 0; i < count; i++) {
        seed = UINT64_C(2) << 32 | i;
        cube_walk w = draw_cube();
        brute_point ends[PARTS];
        uint32_t falls[PARTS], most = 0, ignored;
        double unused_way;
        double way = 0, off = 0;
        for (int k = PARTS - 1; k >= 0; k--) {
            double gone;
            ends[k] = play_cube(&w, rates[k], 0, &falls[k], &gone);
            if (k == PARTS - 1) way = gone;
            most = falls[k] > most ? falls[k] : most;
            off = fmax(off, brute_length(brute_sub(ends[k], ends[PARTS - 1])));
        }
        brute_point near_by = play_cube(&w, rates[PARTS - 1], nudges[0], &ignored, &unused_way);
        bool instant = brute_length(brute_sub(near_by, ends[PARTS - 1])) > 3 * ALIKE;
        decided += instant;
        if (most <= FALLS && (instant || off <= CUBE + ALIKE * way)) continue;
        if (failed++ < 20)
            printf("  cube %u of %.2f m, limit %.1f, %.2f m/s at %.0f degrees: %u falls, %.1f mm apart\n", i, w.size, w.limit,
                   w.speed, w.direction, most, off * 1e3);
    }
    printf("%u cubes, %u failed; an instant decides %u\n", count, failed, decided);
    assert_int_equal(failed, 0);
}

// A stage with a walker that presses against a slope of 50 degrees and goes along it, over a floor.
static stage *along_slope(void)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_ramp(s, 3, 0, 0, 50, 0, 8, 60);
    stage_place(s, 2, 0, 20, LOPE_MODE_WALKING);
    stage_move(s, 0.6, -0.8);
    return s;
}

// A tick along a slope runs again in parts. To the game it is one tick, it leads where four short ones do, and
// its report counts the work of all of it: that of the short ones, and of what was begun before.
static void tick_in_parts_is_one_tick(void **unused)
{
    (void)unused;
    stage *whole = along_slope(), *parts = along_slope();
    uint32_t again = 0;
    for (uint32_t t = 0; t < 120; t++) {
        const uint64_t ticks = whole->state.ticks;
        uint32_t sweeps = 0;
        stage_tick(whole, 1 / 60.0f);
        assert_int_equal(whole->state.ticks, ticks + 1);
        for (int i = 0; i < 4; i++) {
            stage_tick(parts, 1 / 240.0f);
            sweeps += parts->report.sweeps;
        }
        again += whole->report.sweeps > sweeps;
        // floats of the velocity and the time are rounded in other places
        check_below("apart, m", brute_length(brute_sub(stage_feet(whole), stage_feet(parts))), 1e-4);
    }
    assert_true(again > 60);
    stage_close(whole);
    stage_close(parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_at_the_limit_holds_or_refuses), cmocka_unit_test(walks_that_went_wrong_once_are_right),
        cmocka_unit_test(never_walkable_ground_is_no_seat), cmocka_unit_test(cubes_with_gravity_to_their_middle_decide_alike),
        cmocka_unit_test(tick_in_parts_is_one_tick)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
