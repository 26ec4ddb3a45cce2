// test_falls.c - the crowd walk on the town: a character that falls there falls because the town leaves
// nothing to stand upon.
//
// The judge follows lope's own paths and asks vertical rays alone, against all triangles of a coarse grid's
// cell, in a fine pattern under the foot: no query of the library. Its reference walker keeps to any walkable
// ground on which its foot could stand within the snap distance below or the step height above, and once in
// the air lands as soon as its foot has come down to some: its share of ticks on the ground is what the town
// allows. That is asked of a capsule's round foot, and of a flat one as wide as the support disc, which on a
// slope stands on the uphill side of what is under it and so bounds what any foot could hold to.
#include "../behaviour/check.h"
#include "bench/course_tuning.h"
#include "lmesh.h"

#include <lope/lope.h>

#ifdef LOPE_QUICK
#define WALKERS 200
#else
#define WALKERS 1000
#endif
// m, of a foot: nothing in the last 1.5 mm holds anybody, and 1 mm is for where exactly the ground let go.
#define SUPPORT (COURSE_RADIUS - 0.0025)
#define CONTACT (COURSE_RADIUS - 0.0001) // m: who goes down over a rim touches it there, on the ground all the while
#define HOVER 1e-3                       // m, that feet may be above all ground: less than anybody sees
#define ALLOWED 0.2                      // % of the ticks, by which lope may stay below the reference
#define LOOKED_AT 251 // of so many ticks on the ground one is judged too: a prime, so that all parts of a second come
#define SHOWN 10      // needless falls that are listed

// ---- the ground, by rays ------------------------------------------------------------------------

#define CELL 1.0     // m
#define CELLS 256    // along x and along z, around the middle of the town
#define SPACING 0.02 // m, of the pattern of rays; less than half the edge of the smallest thing that stands in the town
#define ON_RIM 1024  // rays along the foot's own rim: one in 2 mm
#define EDGE 1e-9    // of a triangle's size, by which a ray on its edge still hits it
#define UPRIGHT 1e-6 // share of up in the normal: walls, but for the rounding of their corners
#define SAME 1e-6    // m: of faces that lie on each other the walkable one counts
#define COS_LIMIT 0.70710678118654752

typedef struct ground {
    obj_mesh mesh;
    uint32_t *first; // of each cell's triangles in `list`, and the end
    uint32_t *list;
} ground;

typedef struct hit {
    double height; // m, of the highest thing met
    bool walkable;
} hit;

static int cell_of(double x)
{
    const int cell = (int)floor(x / CELL) + CELLS / 2;
    return cell < 0 ? 0 : cell >= CELLS ? CELLS - 1 : cell;
}

static const float *corner(const ground *g, uint32_t triangle, int k)
{
    return g->mesh.points + 3 * g->mesh.indices[3 * triangle + (uint32_t)k];
}

// Counts the triangles of each cell (list NULL), or writes them into the places counted.
static void spread(const ground *g, uint32_t *places, uint32_t *list)
{
    for (uint32_t t = 0; t < g->mesh.triangle_count; t++) {
        const float *a = corner(g, t, 0), *b = corner(g, t, 1), *c = corner(g, t, 2);
        const int x0 = cell_of(fmin(a[0], fmin(b[0], c[0]))), x1 = cell_of(fmax(a[0], fmax(b[0], c[0])));
        const int z0 = cell_of(fmin(a[2], fmin(b[2], c[2]))), z1 = cell_of(fmax(a[2], fmax(b[2], c[2])));
        for (int z = z0; z <= z1; z++)
            for (int x = x0; x <= x1; x++) {
                uint32_t *place = &places[z * CELLS + x];
                if (list) list[*place] = t;
                (*place)++;
            }
    }
}

static bool open_ground(ground *g)
{
    char text[256];
    *g = (ground){0};
    if (!lmesh_read(LOPE_SHARED_DIR "/levels/town/town.obj", &g->mesh, text, sizeof text)) {
        print_message("  no town: %s; skipped\n", text);
        return false;
    }
    uint32_t *places = calloc(CELLS * CELLS, sizeof *places);
    g->first = calloc(CELLS * CELLS + 1, sizeof *g->first);
    assert_true(places != NULL && g->first != NULL);
    spread(g, places, NULL);
    for (int i = 0; i < CELLS * CELLS; i++) {
        g->first[i + 1] = g->first[i] + places[i];
        places[i] = g->first[i];
    }
    g->list = malloc(g->first[CELLS * CELLS] * sizeof *g->list);
    assert_non_null(g->list);
    spread(g, places, g->list);
    free(places);
    return true;
}

static void close_ground(ground *g)
{
    free(g->first);
    free(g->list);
    obj_release(&g->mesh);
}

static double cross2(double ax, double az, double bx, double bz) { return ax * bz - az * bx; }

// Where the vertical line through (x, z) meets a triangle. False: it does not, or the triangle stands
// upright.
static bool meet(const ground *g, uint32_t triangle, double x, double z, hit *out)
{
    double p[3][3], share[3];
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++) p[k][j] = (double)corner(g, triangle, k)[j];
    const double e[2][3] = {{p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]},
                            {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]}};
    const double up = -cross2(e[0][0], e[0][2], e[1][0], e[1][2]); // of the normal, which is as long as twice the area
    for (int k = 0; k < 3; k++) {
        const double *a = p[(k + 1) % 3], *b = p[(k + 2) % 3];
        share[k] = -cross2(a[0] - x, a[2] - z, b[0] - x, b[2] - z) / up;
        if (!(share[k] >= -EDGE)) return false;
    }
    const double nx = cross2(e[0][1], e[0][2], e[1][1], e[1][2]), nz = cross2(e[0][0], e[0][1], e[1][0], e[1][1]);
    const double size = sqrt(nx * nx + up * up + nz * nz);
    if (fabs(up) <= UPRIGHT * size) return false;
    out->height = share[0] * p[0][1] + share[1] * p[1][1] + share[2] * p[2][1];
    out->walkable = up >= COS_LIMIT * size; // faces look outwards: an underside carries nobody
    return true;
}

// The highest thing not above `top` on the vertical line through (x, z).
static hit look_down(const ground *g, double x, double z, double top)
{
    hit best = {-1e30, false};
    const int cell = cell_of(z) * CELLS + cell_of(x);
    for (uint32_t i = g->first[cell]; i < g->first[cell + 1]; i++) {
        hit h;
        if (!meet(g, g->list[i], x, z, &h) || h.height > top) continue;
        if (h.height > best.height + SAME || (h.height > best.height - SAME && h.walkable)) best = h;
    }
    return best;
}

// ROUND: the capsule's bottom: over what goes on to its middle it rolls, on a rim it is held as high as the rim. FLAT: as wide as the
// support disc, on the highest ground under it.
enum { ROUND, FLAT, FEET };

// Where each foot stands when lowered straight down, m along y.
typedef struct foothold {
    double height[FEET];
} foothold;

// Whether the ground goes on from a point of the foot, at `offset` from its middle, to the middle: no ray on
// the way is lower or higher than the one before it by more than a walkable slope makes it.
static bool goes_on(const ground *g, lope_point feet, const double offset[2], double height)
{
    const double far = hypot(offset[0], offset[1]), top = feet.y + COURSE_STEP_HEIGHT;
    const int steps = (int)ceil(far / SPACING);
    for (int i = steps - 1; i >= 0; i--) {
        const double share = (double)i / steps;
        const double next = look_down(g, feet.x + share * offset[0], feet.z + share * offset[1], top).height;
        if (fabs(next - height) > far / steps + SAME) return false;
        height = next;
    }
    return true;
}

// What counts is walkable ground that is the first thing straight below a point of the foot raised by the
// step height.
static void stand_on(const ground *g, lope_point feet, double x, double z, foothold *best)
{
    const hit h = look_down(g, feet.x + x, feet.z + z, feet.y + COURSE_STEP_HEIGHT);
    if (!h.walkable) return;
    if (h.height > best->height[FLAT]) best->height[FLAT] = h.height;
    const double sag = COURSE_RADIUS - sqrt(COURSE_RADIUS * COURSE_RADIUS - x * x - z * z);
    if (h.height - sag > best->height[ROUND]) best->height[ROUND] = h.height - sag;
    const bool matters = h.height > best->height[ROUND] && h.height >= feet.y - COURSE_SNAP;
    if (matters && !goes_on(g, feet, (double[2]){x, z}, h.height)) best->height[ROUND] = h.height;
}

// Of feet as wide as `radius`.
static foothold foothold_below(const ground *g, lope_point feet, double radius)
{
    const int most = (int)(radius / SPACING);
    foothold best = {{-1e30, -1e30}};
    for (int i = -most; i <= most; i++)
        for (int j = -most; j <= most; j++)
            if ((i * i + j * j) * SPACING * SPACING <= radius * radius) stand_on(g, feet, i * SPACING, j * SPACING, &best);
    for (int i = 0; i < ON_RIM; i++) {
        const double angle = 2.0 * COURSE_PI * i / ON_RIM;
        stand_on(g, feet, radius * cos(angle), radius * sin(angle), &best);
    }
    return best;
}

// ---- the walk -----------------------------------------------------------------------------------

typedef struct tally {
    uint32_t walked, allowed[FEET]; // ticks on the ground: lope's, the reference's
    uint32_t falls, needless[FEET]; // that began; of them those which the reference would have been spared
    uint32_t looked_at, hovered;    // ticks on the ground that were judged; of them those with no ground at the feet
} tally;

// A walker of lope's, and what the judge makes of its fall.
typedef struct walker {
    lope_state state;
    lope_report report;
    uint32_t index;
    bool held[FEET]; // it is in the air, where the reference is on the ground
} walker;

static lope_moveset make_moveset(void)
{
    lope_moveset moveset;
    const lope_tuning tuning = course_tuning();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    return moveset;
}

// Where the ground let go of it in the last tick: back from the tick's end by the time in the air, which was
// free. False: it did not walk off.
static bool walk_off(const walker *w, lope_point *feet)
{
    for (uint32_t i = w->report.event_count; i-- > 0;) {
        if (w->report.events[i].kind != LOPE_EVENT_WALK_OFF) continue;
        const double air = 1.0 / COURSE_TICKS_PER_SECOND - (double)w->report.events[i].time;
        *feet = w->state.feet;
        feet->x -= (double)w->state.velocity.x * air;
        feet->y += 0.5 * COURSE_GRAVITY * air * air;
        feet->z -= (double)w->state.velocity.z * air;
        return true;
    }
    return false;
}

static void judge_walk_off(const ground *g, walker *w, lope_point feet, tally *sum)
{
    const foothold below = foothold_below(g, feet, SUPPORT);
    sum->falls++;
    for (int foot = 0; foot < FEET; foot++) {
        w->held[foot] = below.height[foot] >= feet.y - COURSE_SNAP;
        sum->needless[foot] += w->held[foot] ? 1 : 0;
    }
    if (w->held[ROUND] && sum->needless[ROUND] <= SHOWN)
        printf("  needless: walker %u, tick %u, feet at (%.4f, %.4f, %.4f), ground %.4f m below\n", (unsigned)w->index,
               (unsigned)w->state.ticks, feet.x, feet.y, feet.z, feet.y - below.height[ROUND]);
}

static void judge_landing(const ground *g, walker *w)
{
    if (w->held[ROUND] && w->held[FLAT]) return;
    const foothold below = foothold_below(g, w->state.feet, SUPPORT);
    for (int foot = 0; foot < FEET; foot++)
        if (below.height[foot] >= w->state.feet.y) w->held[foot] = true;
}

// A measured tick.
static void judge_tick(const ground *g, walker *w, uint32_t tick, tally *sum)
{
    const bool walks = w->state.mode == LOPE_MODE_WALKING;
    if (!walks) judge_landing(g, w);
    if (walks && (tick + w->index) % LOOKED_AT == 0) {
        sum->looked_at++;
        sum->hovered += foothold_below(g, w->state.feet, CONTACT).height[FLAT] < w->state.feet.y - HOVER ? 1 : 0;
    }
    sum->walked += walks ? 1 : 0;
    for (int foot = 0; foot < FEET; foot++) sum->allowed[foot] += walks || w->held[foot] ? 1 : 0;
}

// After a tick. Falls are judged from the first tick on, but for the drop in which all begin.
static void judge(const ground *g, walker *w, uint32_t tick, bool walked, tally *sum)
{
    lope_point feet;
    const bool walks = w->state.mode == LOPE_MODE_WALKING;
    if (walks) w->held[ROUND] = w->held[FLAT] = false;
    if (!walks && tick > 0) {
        const bool off = walk_off(w, &feet);
        if (off) judge_walk_off(g, w, feet, sum);
        if (walked && !off) fail_msg("walker %u, tick %u: fell, and no event told it", (unsigned)w->index, (unsigned)tick);
    }
    if (tick >= COURSE_WARM_UP_TICKS) judge_tick(g, w, tick, sum);
}

static void walk(const ground *g, const lope_surroundings *around, const lope_moveset *moveset, uint32_t index, tally *sum)
{
    walker w = {.index = index};
    const uint32_t columns = course_columns(WALKERS);
    const lope_state_def def = {
        .feet = lope_point_make(course_start(index % columns, columns), COURSE_START_Y, course_start(index / columns, columns)),
        .radius = (float)COURSE_RADIUS,
        .height = (float)COURSE_HEIGHT,
        .gravity = {0, (float)-COURSE_GRAVITY, 0},
        .gravity_as_given = true};
    assert_int_equal(lope_state_init(&w.state, &def), LOPE_OK);
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (uint32_t tick = 0; tick < COURSE_WARM_UP_TICKS + COURSE_TICKS; tick++) {
        const float angle = (float)course_heading(index, tick / COURSE_TICKS_PER_SECOND);
        const lope_input input = {.move = {lope_cos(angle), 0, lope_sin(angle)}};
        const bool walked = w.state.mode == LOPE_MODE_WALKING;
        const float dt = 1.0f / COURSE_TICKS_PER_SECOND;
        assert_int_equal(lope_move(&w.state, &input, moveset, around, nearby, dt, &w.report), LOPE_OK);
        judge(g, &w, tick, walked, sum);
    }
    lope_nearby_destroy(nearby);
}

static lope_level *build_level(const obj_mesh *mesh)
{
    lope_error error = {0};
    lope_level *level = lope_level_create(NULL);
    lope_level_add_mesh(level, &(lope_mesh_def){.points = mesh->points,
                                                .point_count = mesh->point_count,
                                                .indices = mesh->indices,
                                                .triangle_count = mesh->triangle_count,
                                                .error = &error});
    assert_int_equal(error.code, LOPE_OK);
    return level;
}

static void nobody_falls_without_need(void **unused)
{
    (void)unused;
    ground g;
    tally sum = {0};
    if (!open_ground(&g)) skip();
    lope_level *level = build_level(&g.mesh);
    const lope_surroundings around = lope_level_surroundings(level);
    const lope_moveset moveset = make_moveset();
    for (uint32_t i = 0; i < WALKERS; i++) walk(&g, &around, &moveset, i, &sum);
    lope_level_destroy(level);
    close_ground(&g);
    const double percent = 100.0 / ((double)WALKERS * COURSE_TICKS), share = sum.walked * percent;
    printf("  %d walkers, %d ticks: on the ground %.4f %%\n", WALKERS, COURSE_TICKS, share);
    for (int foot = 0; foot < FEET; foot++)
        printf("  the reference with a %s foot: %.4f %%; of %u falls it is spared %u\n", foot == ROUND ? "round" : "flat",
               sum.allowed[foot] * percent, (unsigned)sum.falls, (unsigned)sum.needless[foot]);
    printf("  %u ticks on the ground judged, %u of them over none\n", (unsigned)sum.looked_at, (unsigned)sum.hovered);
    assert_true(sum.falls > 0); // it has judged something
    for (int foot = 0; foot < FEET; foot++)
        check_below("the reference's share above lope's, %", sum.allowed[foot] * percent - share, ALLOWED);
    assert_int_equal(sum.needless[ROUND], 0);
    assert_int_equal(sum.hovered, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_falls_without_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
