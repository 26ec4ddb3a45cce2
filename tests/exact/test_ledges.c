// test_ledges.c - going down: stairs and ramps without leaving the ground, and ledges that are higher than a
// step: kept at the ledge's height until the rim lets go, then falling, never sinking over it by the round
// bottom, never hanging there, never thrown off it.
//
// Where a rim lets go is judged from the tuning's words: the ring of the perch radius at the capsule's rim
// does not count as support where the floor below is deeper than a step (and nothing is added to that here),
// and at perch radius 0 nearly the whole radius does. Read next: profile.h, test_slopes.c.
#include "../behaviour/check.h"
#include "grid.h"
#include "profile.h"

#define PI 3.14159265358979323846
#define TALL 1.76   // m, the capsule
#define LEVEL 1e-3  // m: feet that stand (design.md section 4, promise 6)
#define SINK 1e-2   // m: what the issue allows at most over a rim
#define EDGE 1.5e-3 // m, the edge tolerance
#define GRAVITY 9.8 // m/s2
#define FLOOR 1e-3  // m, above the lower floor that counts as down

static const double speeds[] = {0.5, 2, 4, 8}, angles[] = {0, 30, 60, 75}, radii[] = {0.35, 0.20}, perches[] = {0, 0.05, 0.15};
static const int rates[] = {20, 30, 60, 144, 360};

typedef struct ledge_cell {
    profile_form form;
    double drop, speed, angle, radius, perch;
    int rate;
} ledge_cell;

#define CELL "%s drop %.2f v %g %d Hz %g deg r %.2f perch %.2f"
#define CELL_OF(c) profile_form_names[(c)->form], (c)->drop, (c)->speed, (c)->rate, (c)->angle, (c)->radius, (c)->perch

static double support(const ledge_cell *c) { return c->radius - (c->perch > EDGE ? c->perch : EDGE); }

static void tune(walker *w, const ledge_cell *c, double step)
{
    w->tuning.max_walk_speed = (float)c->speed;
    w->tuning.perch_radius_threshold = (float)c->perch;
    w->tuning.perch_additional_height = 0;
    w->tuning.max_step_height = (float)step;
    walker_tune(w);
}

// Starts at x, y, z, walking at the cell's speed and angle.
static void start(walker *w, const ledge_cell *c, double x, double y, double z)
{
    double a = c->angle * PI / 180;
    walker_place(w, x, y, z, (float)c->radius, (float)TALL, c->speed * cos(a), c->speed * sin(a), LOPE_MODE_WALKING);
    w->input.move = lope_vec3_make((float)cos(a), 0, (float)sin(a));
}

// ---- down stairs and ramps

// From a landing at y = 0, x < 0 down `steps` of (drop, tread), or a ramp of `degrees`, to a floor.
static void draw_descent(profile *p, double drop, double tread, int steps, double degrees, double half_width)
{
    profile_start(p, half_width);
    profile_add(p, -3, 0, 0, 3, 3);
    profile_point(p, -3, 0);
    profile_point(p, 0, 0);
    double x = 0, y = 0;
    for (int i = 0; i < steps; i++) {
        y -= drop;
        profile_point(p, x, y);
        profile_add(p, x, y, 0, tread, 3 + 0.01 * (i % 2));
        x += tread;
        profile_point(p, x, y);
    }
    if (steps == 0) {
        double c = cos(degrees * PI / 180), length = 6;
        profile_add(p, 0, 0, -degrees, length, 1);
        x = length * c;
        y = -length * sin(degrees * PI / 180);
        profile_point(p, x, y);
    }
    profile_add(p, x, y, 0, 12, 1);
    profile_point(p, x + 12, y);
}

// The height of what the feet may be on at most: the highest of the outline within the radius; and at least:
// the lowest.
static void between(const profile *p, double x, double radius, double *low, double *high)
{
    *low = 1e9;
    *high = -1e9;
    for (int i = 0; i + 1 < p->line_count; i++) {
        const double *a = p->line[i], *b = p->line[i + 1];
        double from = a[0] > x - radius ? a[0] : x - radius, to = b[0] < x + radius ? b[0] : x + radius;
        if (from > to) continue;
        double s = b[0] > a[0] ? (b[1] - a[1]) / (b[0] - a[0]) : 0;
        double y0 = a[1] + s * (from - a[0]), y1 = b[0] > a[0] ? a[1] + s * (to - a[0]) : b[1];
        double top = y0 > y1 ? y0 : y1, bottom = y0 < y1 ? y0 : y1;
        if (top > *high) *high = top;
        if (bottom < *low) *low = bottom;
    }
}

static void run_descent(grid *g, walker *w, const ledge_cell *c, const profile *p, const char *what)
{
    double a = c->angle * PI / 180, end = p->line[p->line_count - 2][0] + c->radius + 0.2;
    start(w, c, -0.5 - 0.3 * grid_phase(g), 0, -0.4 * tan(a));
    double side = p->half_width - 1, x0 = w->state.feet.x, z0 = w->state.feet.z = a > 0 ? -side : 0;
    double way = (end - x0) / cos(a), lateral = side * 2 / (sin(a) > 0 ? sin(a) : 1e-9);
    if (way > lateral) way = lateral;
    int ticks = (int)(way / c->speed * c->rate);
    char tag[48];
    snprintf(tag, sizeof tag, "%s, %s", what, profile_form_names[c->form]);
    g->tag = tag;
    for (int i = 1; i <= ticks; i++) {
        walker_tick(w, 1.0f / (float)c->rate);
        const lope_point *feet = &w->state.feet;
        if (!walker_grounded(w)) {
            grid_fail(g, "off the ground", CELL ": tick %d at %.4f %.4f %.4f (start %.5f)", CELL_OF(c), i, feet->x, feet->y,
                      feet->z, x0);
            return;
        }
        double low, high;
        between(p, feet->x, c->radius, &low, &high);
        if (feet->y < low - LEVEL || feet->y > high + LEVEL)
            grid_fail(g, "not on the surface", CELL ": tick %d at %.4f %.4f %.4f (start %.5f)", CELL_OF(c), i, feet->x, feet->y,
                      feet->z, x0);
        double depth = profile_depth(p, feet->x, feet->y, c->radius, TALL);
        if (depth > LEVEL)
            grid_fail(g, "inside the level", CELL ": tick %d at %.4f %.4f %.4f, %.4f deep", CELL_OF(c), i, feet->x, feet->y,
                      feet->z, depth);
        if (g->cell_failed) return;
    }
    double seconds = (double)ticks / c->rate,
           off = hypot(w->state.feet.x - x0 - c->speed * cos(a) * seconds, w->state.feet.z - z0 - c->speed * sin(a) * seconds);
    grid_measure(g, off, "%s " CELL, what, CELL_OF(c));
    if (off > 1e-3 * (seconds > 1 ? seconds : 1)) // design.md section 4, promise 3: 1 mm a second
        grid_fail(g, "not where straight on leads", CELL ": %.5f m off after %g s (start %.5f)", CELL_OF(c), off, seconds, x0);
}

static void descent_levels(grid *g, double drop, double tread, int steps, double degrees, const char *what)
{
    for (int form = 0; form < PROFILE_CYLINDERS; form++) {
        profile p;
        draw_descent(&p, drop, tread, steps, degrees, form == PROFILE_TESSELLATED ? 3 : 12);
        lope_level *level = profile_build(&p, (profile_form)form);
        walker w;
        walker_open(&w, level);
        for (int i = 0; i < 4 * 4 * 2 * 3 * 5; i++) {
            ledge_cell c = {.form = (profile_form)form,
                            .drop = drop,
                            .speed = speeds[i % 4],
                            .angle = angles[i / 4 % 4],
                            .radius = radii[i / 16 % 2],
                            .perch = perches[i / 32 % 3],
                            .rate = rates[i / 96]};
            if (!grid_next(g)) continue;
            tune(&w, &c, 0.45);
            run_descent(g, &w, &c, &p, what);
        }
        walker_close(&w);
        lope_level_destroy(level);
    }
}

// Stairs whose drop the step height allows, and ramps, down at every speed: on the ground every tick.
static void down_stairs_and_ramps(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "down stairs and ramps", "m off the straight line", 1);
    descent_levels(&g, 0.05, 0.30, 10, 0, "steps 0.05 / 0.30");
    descent_levels(&g, 0.17, 0.28, 10, 0, "steps 0.17 / 0.28");
    descent_levels(&g, 0.20, 0.50, 8, 0, "steps 0.20 / 0.50");
    descent_levels(&g, 0.30, 0.40, 8, 0, "steps 0.30 / 0.40");
    descent_levels(&g, 0.44, 0.40, 6, 0, "steps 0.44 / 0.40");
    descent_levels(&g, 0, 0, 0, 10, "ramp 10");
    descent_levels(&g, 0, 0, 0, 20, "ramp 20");
    descent_levels(&g, 0, 0, 0, 30, "ramp 30");
    descent_levels(&g, 0, 0, 0, 40, "ramp 40");
    grid_end(&g);
}

// ---- off ledges

// A ledge at y = 0 that ends at x = 0 (for cylinders: at 2 m from their axis at x = -2), `drop` above a
// floor.
static void draw_ledge(profile *p, profile_form form, double drop)
{
    profile_start(p, form == PROFILE_TESSELLATED ? 6 : 12); // at 8 m/s along it, and 5 m down
    profile_add(p, -4, 0, 0, 4, drop + 0.5);
    profile_add_ground(p, -6, -drop, 0, 18, 1);
    profile_add_round(p, -2, 2, 0, -drop - 0.5);
    profile_point(p, -4, 0);
    profile_point(p, 0, 0);
    profile_point(p, 0, -drop);
    profile_point(p, 12, -drop);
}

// How far the axis is past the rim.
static double past_rim(const ledge_cell *c, const lope_point *feet)
{
    return c->form == PROFILE_CYLINDERS ? hypot(feet->x + 2, feet->z) - 2 : feet->x;
}

static double ledge_depth(const profile *p, const ledge_cell *c, const lope_point *feet)
{
    return profile_depth(p, past_rim(c, feet), feet->y, c->radius, TALL);
}

static const lope_event *event_of(const walker *w, uint32_t kind)
{
    for (uint32_t i = 0; i < w->report.event_count; i++)
        if (w->report.events[i].kind == kind) return &w->report.events[i];
    return NULL;
}

typedef struct letting_go {
    int tick;     // 0: not yet
    double time;  // s since the start
    double where; // m past the rim
    lope_point feet;
} letting_go;

// One tick on the ledge's rim. Sets *go when the rim lets go in it.
static void rim_tick(grid *g, walker *w, const ledge_cell *c, int tick, letting_go *go)
{
    lope_point before = w->state.feet;
    lope_vec3 velocity = w->state.velocity;
    walker_tick(w, 1.0f / (float)c->rate);
    const lope_point *feet = &w->state.feet;
    const lope_event *off = event_of(w, LOPE_EVENT_WALK_OFF);
    if (walker_grounded(w) && !off) {
        if (fabs(feet->y) > LEVEL)
            grid_fail(g, fabs(feet->y) > SINK ? "sinks over the rim" : "not at the ledge's height",
                      CELL ": tick %d at %.4f %.4f %.4f", CELL_OF(c), tick, feet->x, feet->y, feet->z);
        return;
    }
    double time = off ? (double)off->time : 0;
    go->tick = tick;
    go->time = (tick - 1.0) / c->rate + time;
    go->feet = lope_point_mad(before, lope_vec3_to_point(velocity), time);
    go->where = past_rim(c, &go->feet);
}

// In the air after the rim: down, at most as fast as gravity makes it, to the floor.
static void check_fall(grid *g, walker *w, const ledge_cell *c, const profile *p, const letting_go *go, const char *what)
{
    double last = 0, still = 0, dt = 1.0 / c->rate;
    double limit = sqrt(2 * c->drop / GRAVITY) + 1.5; // s: as in free fall, and as long again on the way off the rim
    for (int tick = go->tick;; tick++) {
        const lope_point *feet = &w->state.feet;
        double t = tick * dt - go->time, free = -0.5 * GRAVITY * t * t;
        if (feet->y <= -c->drop + FLOOR && walker_grounded(w)) {
            if (feet->y < -c->drop - LEVEL) grid_fail(g, "through the floor", CELL ": %s y %.4f", CELL_OF(c), what, feet->y);
            return;
        }
        if (feet->y < free - SINK)
            grid_fail(g, "falls faster than gravity", CELL ": %s tick %d y %.4f, free fall %.4f", CELL_OF(c), what, tick, feet->y,
                      free);
        if (feet->y > last + LEVEL)
            grid_fail(g, "rises in the fall", CELL ": %s tick %d y %.4f after %.4f", CELL_OF(c), what, tick, feet->y, last);
        still = feet->y < last - 1e-4 * dt ? 0 : still + dt;
        if (still > 0.25 || t > limit)
            grid_fail(g, "hangs at the rim", CELL ": %s, let go at %.4f past the rim, now %.4f %.4f %.4f mode %u", CELL_OF(c),
                      what, go->where, feet->x, feet->y, feet->z, w->state.mode);
        double depth = ledge_depth(p, c, feet);
        if (depth > LEVEL)
            grid_fail(g, "inside the level", CELL ": %s tick %d at %.4f %.4f %.4f, %.4f deep", CELL_OF(c), what, tick, feet->x,
                      feet->y, feet->z, depth);
        if (g->cell_failed) return;
        last = feet->y;
        walker_tick(w, (float)dt);
    }
}

typedef enum after_rim { KEEP_ON, LET_GO_OF_STICK, TURN_BACK, AFTER_COUNT } after_rim;
static const char *const after_names[] = {"stick kept", "stick let go", "stick turned back"};

static void run_ledge(grid *g, walker *w, const ledge_cell *c, const profile *p, after_rim after)
{
    double a = c->angle * PI / 180, z = c->form == PROFILE_CYLINDERS ? 0 : 0.5 - p->half_width;
    start(w, c, -(0.05 + 2 * grid_phase(g) * c->speed * cos(a) / c->rate), 0, a > 0 ? z : 0);
    letting_go go = {0};
    int last = (int)((c->radius + 0.1 - w->state.feet.x) / (c->speed * cos(a)) * c->rate) + 3;
    if (c->form == PROFILE_CYLINDERS) last += (int)(1.0 / c->speed * c->rate);
    for (int tick = 1; tick <= last && !go.tick && !g->cell_failed; tick++) rim_tick(g, w, c, tick, &go);
    if (g->cell_failed) return;
    if (!go.tick) {
        grid_fail(g, "never lets go", CELL ": at %.4f %.4f %.4f", CELL_OF(c), w->state.feet.x, w->state.feet.y, w->state.feet.z);
        return;
    }
    // The speed is constant, so the event's time tells the place; bisection ends within a tick's slice of
    // 0.175 m / 2^14.
    double off = fabs(go.where - support(c));
    grid_measure(g, off, CELL, CELL_OF(c));
    if (off > LEVEL)
        grid_fail(g, "lets go at the wrong place", CELL ": %.4f m past the rim, wanted %.4f", CELL_OF(c), go.where, support(c));
    if (after != KEEP_ON) w->input.move = lope_vec3_scale(w->input.move, after == TURN_BACK ? -1.0f : 0.0f);
    check_fall(g, w, c, p, &go, after_names[after]);
}

static void over_the_rim(void **unused)
{
    (void)unused;
    static const double drops[] = {0.46, 0.5, 0.6, 1, 2, 5};
    grid g;
    grid_begin(&g, "off a ledge", "m from where the rim should let go", 0.5);
    for (int d = 0; d < 6; d++)
        for (int form = 0; form < PROFILE_FORM_COUNT; form++) {
            profile p;
            draw_ledge(&p, (profile_form)form, drops[d]);
            lope_level *level = profile_build(&p, (profile_form)form);
            walker w;
            walker_open(&w, level);
            for (int i = 0; i < 4 * 4 * 2 * 3 * 5; i++) {
                ledge_cell c = {.form = (profile_form)form,
                                .drop = drops[d],
                                .speed = speeds[i % 4],
                                .angle = angles[i / 4 % 4],
                                .radius = radii[i / 16 % 2],
                                .perch = perches[i / 32 % 3],
                                .rate = rates[i / 96]};
                tune(&w, &c, 0.45);
                g.tag = profile_form_names[form];
                for (int after = 0; after < AFTER_COUNT; after++)
                    if (grid_next(&g)) run_ledge(&g, &w, &c, &p, (after_rim)after);
            }
            walker_close(&w);
            lope_level_destroy(level);
        }
    grid_end(&g);
}

// ---- at rest, and falling onto rims

// Put down at rest with the axis `past` the rim: within the support radius it stands there, past it it falls
// to the floor.
static void run_rest(grid *g, walker *w, const ledge_cell *c, const profile *p, double past, double above, double vx)
{
    walker_place(w, past, above, 0, (float)c->radius, (float)TALL, vx, 0, above > 0 ? LOPE_MODE_FALLING : LOPE_MODE_WALKING);
    double dt = 1.0 / c->rate, fall = sqrt(2 * above / GRAVITY), impact = GRAVITY * fall, fastest = 0;
    double seconds = fall + 0.5 + sqrt(2 * c->drop / GRAVITY) + 1.0;
    bool stands = past < support(c) - LEVEL, either = fabs(past - support(c)) <= 2 * LEVEL, landed = false;
    // Nothing says that what falls is lifted onto a rim that its round bottom meets more steeply than it may
    // walk.
    if (above > 0 && past > c->radius * sin((double)w->tuning.walkable_floor_angle)) either = true;
    lope_point rest = {0};
    for (int tick = 1; tick <= (int)(seconds * c->rate); tick++) {
        walker_tick(w, (float)dt);
        const lope_point *feet = &w->state.feet;
        double depth = ledge_depth(p, c, feet), speed = hypot((double)w->state.velocity.x, (double)w->state.velocity.z);
        if (speed > fastest) fastest = speed;
        if (depth > LEVEL)
            grid_fail(g, "inside the level", CELL " past %.2f from %.2f: tick %d at %.4f %.4f, %.4f deep", CELL_OF(c), past,
                      above, tick, feet->x, feet->y, depth);
        if (walker_grounded(w) && !landed) {
            landed = true;
            rest = *feet;
        }
        if (stands && !either && landed && (!walker_grounded(w) || fabs(feet->y) > LEVEL || fabs(feet->x - rest.x) > 1e-4))
            grid_fail(g, "does not stay on the rim", CELL " past %.2f from %.2f: tick %d at %.5f %.5f mode %u", CELL_OF(c), past,
                      above, tick, feet->x, feet->y, w->state.mode);
        if (g->cell_failed) return;
    }
    const lope_point *feet = &w->state.feet;
    bool up = fabs(feet->y) <= LEVEL, down = fabs(feet->y + c->drop) <= LEVEL;
    if (!walker_grounded(w) || (!up && !down))
        grid_fail(g, "hangs at the rim", CELL " past %.2f from %.2f: at %.4f %.4f mode %u", CELL_OF(c), past, above, feet->x,
                  feet->y, w->state.mode);
    else if (!either && up != stands)
        grid_fail(g, stands ? "falls off a rim that holds" : "stands on a rim that does not hold",
                  CELL " past %.2f from %.2f: at %.4f %.4f", CELL_OF(c), past, above, feet->x, feet->y);
    // A body without friction that hits a round edge turns at most half of its speed aside; what stands gets
    // nothing.
    double allowed = stands && !either ? 1e-3 : 0.5 * (impact + GRAVITY * sqrt(2 * c->radius / GRAVITY)) * 1.02;
    grid_measure(g, fastest, CELL " past %.2f from %.2f", CELL_OF(c), past, above);
    if (fastest > allowed)
        grid_fail(g, "thrown off the rim", CELL " past %.2f from %.2f: %.3f m/s sideways, %.3f allowed", CELL_OF(c), past, above,
                  fastest, allowed);
}

static void rest_level(grid *g, profile_form form, double drop)
{
    static const double heights[] = {0, 0.01, 0.1, 0.5, 2};
    profile p;
    draw_ledge(&p, form, drop);
    lope_level *level = profile_build(&p, form);
    walker w;
    walker_open(&w, level);
    g->tag = profile_form_names[form];
    for (int i = 0; i < 2 * 3 * 4 * 5; i++)
        for (int k = -10; k <= 37; k++) {
            ledge_cell c = {
                .form = form, .drop = drop, .radius = radii[i % 2], .perch = perches[i / 2 % 3], .rate = rates[1 + i / 6 % 4]};
            double past = 0.01 * k;
            if (past > c.radius - 5e-3) continue; // past the whole capsule there is no rim
            if (!grid_next(g)) continue;
            tune(&w, &c, 0.45);
            run_rest(g, &w, &c, &p, past, heights[i / 24], 0);
        }
    walker_close(&w);
    lope_level_destroy(level);
}

static void at_rest_on_rims(void **unused)
{
    (void)unused;
    static const double drops[] = {0.6, 2};
    grid g;
    grid_begin(&g, "at rest and falling onto rims", "m/s sideways", 1);
    for (int d = 0; d < 2; d++)
        for (int form = 0; form < PROFILE_FORM_COUNT; form++) rest_level(&g, (profile_form)form, drops[d]);
    grid_end(&g);
}

// One test alone: its name, or a pattern of it, as the argument.
int main(int count, char **words)
{
    if (count > 1) cmocka_set_test_filter(words[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(down_stairs_and_ramps),
        cmocka_unit_test(over_the_rim),
        cmocka_unit_test(at_rest_on_rims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
