// test_slopes.c - slopes of 5 to 85 degrees: walked upon at constant level speed up to the limit, never
// climbed by input above it, slid down like a point on the plane, and no jitter at their foot; from slope to
// floor and back, up, down and across.
//
// What is judged comes from the angle alone: the straight line in the plan, and the closed forms of a point
// on an inclined plane. Read next: profile.h, grid.h.
#include "../behaviour/check.h"
#include "grid.h"
#include "profile.h"

#define PI 3.14159265358979323846
#define TALL 1.76 // m, the capsule
#define GRAVITY 9.8
#define LIMIT 44.765 // degrees, the default walkable angle
#define FLAT 1e-3    // m
#define FORMS PROFILE_CYLINDERS

static const double speeds[] = {0.5, 2, 4, 8}, radii[] = {0.35, 0.20};
static const int rates[] = {20, 30, 60, 144, 360};

typedef struct slope_cell {
    profile_form form;
    double degrees, speed, angle, radius; // angle: degrees of the way in plan, 0 straight up the slope
    int rate;
} slope_cell;

#define CELL "%s slope %g v %g %d Hz %g deg r %.2f"
#define CELL_OF(c) profile_form_names[(c)->form], (c)->degrees, (c)->speed, (c)->rate, (c)->angle, (c)->radius
#define AT "tick %d at %.5f %.5f %.5f"

static double radians(double degrees) { return degrees * PI / 180; }

// Floor up to x = 0, a slope from there on, `length` of it, and a floor at its top.
static void draw_slope(profile *p, double degrees, double length, double before, double half_width)
{
    double c = cos(radians(degrees)), s = sin(radians(degrees));
    profile_start(p, half_width);
    profile_add(p, -before, 0, 0, before, 1);
    profile_add(p, 0, 0, degrees, length, 0.5);
    profile_add(p, length * c, length * s, 0, 6, 0.7);
    profile_point(p, -before, 0);
    profile_point(p, 0, 0);
    profile_point(p, length * c, length * s);
    profile_point(p, length * c + 6, length * s);
}

static void tag_of(grid *g, const slope_cell *c) { g->tag = profile_form_names[c->form]; }

static void tune(walker *w, double speed)
{
    w->tuning.max_walk_speed = (float)speed;
    walker_tune(w);
}

// ---- walkable

typedef struct slope_way {
    const char *name;
    double x, angle; // start: m along x from the foot (of 1: from the top edge), direction in plan
    bool from_top;
} slope_way;

// Onto the slope and off it, up, down and across; each way starts so that it meets the foot or the crest
// within its second.
static const slope_way ways[] = {
    {"up from the floor", -0.3, 0, false},           {"up from the floor, oblique", -0.3, 40, false},
    {"across, from the floor", -0.1, 75, false},     {"up over the crest", -0.3, 0, true},
    {"up over the crest, oblique", -0.3, 50, true},  {"down from the top", 0.3, 180, true},
    {"down from the top, oblique", 0.3, 140, true},  {"down to the floor", 0.3, 180, false},
    {"down to the floor, oblique", 0.3, 120, false}, {"across, high up", 2.0, 90, false},
};
#define WAYS ((int)(sizeof ways / sizeof *ways))

static double surface_y(const profile *p, double x)
{
    for (int i = 0; i + 1 < p->line_count; i++)
        if (x <= p->line[i + 1][0] || i + 2 == p->line_count)
            return p->line[i][1] +
                   (p->line[i + 1][1] - p->line[i][1]) * (x - p->line[i][0]) / (p->line[i + 1][0] - p->line[i][0]);
    return 0;
}

// The height at which a round bottom rests on the outline with its axis at x.
static double resting_y(const profile *p, double x, double radius)
{
    double low = surface_y(p, x) - 1e-6, high = low + 2;
    for (int i = 0; i < 40; i++) {
        double y = 0.5 * (low + high);
        if (profile_depth(p, x, y, radius, TALL) > 0)
            low = y;
        else
            high = y;
    }
    return high;
}

static void run_way(grid *g, walker *w, const slope_cell *c, const profile *p, const slope_way *way)
{
    double top = p->line[2][0], a = radians(way->angle), x0 = (way->from_top ? top : 0) + way->x * (1 + grid_phase(g));
    double vx = c->speed * cos(a), vz = c->speed * sin(a), z0 = vz > 0 ? 1 - p->half_width : 0, y0 = resting_y(p, x0, c->radius);
    double low = p->line[0][0] + 0.3, high = p->line[3][0] - 0.3;
    walker_place(w, x0, y0, z0, (float)c->radius, (float)TALL, vx, vz, LOPE_MODE_WALKING);
    w->input.move = lope_vec3_make((float)cos(a), 0, (float)sin(a));
    for (int tick = 1; tick <= c->rate; tick++) {
        double t = (double)tick / c->rate, x = x0 + vx * t, z = z0 + vz * t;
        if (x < low || x > high || z > p->half_width - 0.5) break;
        walker_tick(w, 1.0f / (float)c->rate);
        const lope_point *feet = &w->state.feet;
        double off = hypot(feet->x - x, feet->z - z), above = feet->y - resting_y(p, feet->x, c->radius);
        grid_measure(g, off, CELL " %s", CELL_OF(c), way->name);
        if (!walker_grounded(w))
            grid_fail(g, "off the ground", CELL " %s: " AT " (start %.5f)", CELL_OF(c), way->name, tick, feet->x, feet->y,
                      feet->z, x0);
        else if (off > FLAT) // promise 3 of design.md section 4: 1 mm a second
            grid_fail(g, "not at constant level speed", CELL " %s: " AT " %.5f off (start %.5f)", CELL_OF(c), way->name, tick,
                      feet->x, feet->y, feet->z, off, x0);
        else if (above < -FLAT || above > FLAT)
            grid_fail(g, "not on the surface", CELL " %s: " AT " %.5f above (start %.5f)", CELL_OF(c), way->name, tick, feet->x,
                      feet->y, feet->z, above, x0);
        if (g->cell_failed) return;
    }
}

static void walkable(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "walkable slopes, ten ways over each", "m off the straight line", 1);
    for (double degrees = 5; degrees < LIMIT; degrees += 5)
        for (int form = 0; form < FORMS; form++) {
            profile p;
            draw_slope(&p, degrees, 5, 9, form == PROFILE_TESSELLATED ? 5 : 9);
            lope_level *level = profile_build(&p, (profile_form)form);
            walker w;
            walker_open(&w, level);
            for (int i = 0; i < 4 * 2 * 5; i++) {
                slope_cell c = {(profile_form)form, degrees, speeds[i % 4], 0, radii[i / 4 % 2], rates[i / 8]};
                tune(&w, c.speed);
                tag_of(&g, &c);
                for (int k = 0; k < WAYS; k++) {
                    c.angle = ways[k].angle;
                    if (grid_next(&g)) run_way(&g, &w, &c, &p, &ways[k]);
                }
            }
            walker_close(&w);
            lope_level_destroy(level);
        }
    grid_end(&g);
}

// ---- too steep

// Two seconds against a slope that is too steep, from the floor at its foot: never a millimetre up, and along
// it as along a wall.
static void run_push(grid *g, walker *w, const slope_cell *c, bool jumps)
{
    double a = radians(c->angle), contact = -c->radius * tan(radians(c->degrees) / 2); // the inscribed circle's
    double x0 = contact - (0.02 + 0.2 * grid_phase(g)) * c->speed * cos(a), ceiling = 0;
    walker_place(w, x0, 0, c->angle > 0 ? -7 : 0, (float)c->radius, (float)TALL, c->speed * cos(a), c->speed * sin(a),
                 LOPE_MODE_WALKING);
    w->input.move = lope_vec3_make((float)cos(a), 0, (float)sin(a));
    // A jump's height from its own speed; against the slope it may not win more. The tick that jumps starts
    // with the full speed.
    double jump = (double)w->tuning.jump_speed;
    if (jumps) ceiling = jump * jump / (2 * GRAVITY);
    uint32_t modes = 0, mode = LOPE_MODE_WALKING;
    int ticks = (int)(1.5 * c->rate);
    double highest = 0;
    for (int tick = 1; tick <= ticks; tick++) {
        w->input.pressed = jumps && tick == c->rate / 4 ? LOPE_BUTTON_JUMP : 0;
        w->input.held = w->input.pressed;
        walker_tick(w, 1.0f / (float)c->rate);
        const lope_point *feet = &w->state.feet;
        modes += w->state.mode != mode;
        mode = w->state.mode;
        if (feet->y > highest) highest = feet->y;
        if (feet->y > ceiling + FLAT)
            grid_fail(g, jumps ? "a jump wins height at it" : "input wins height", CELL ": " AT " (start %.5f)", CELL_OF(c), tick,
                      feet->x, feet->y, feet->z, x0);
        if (feet->y < -FLAT)
            grid_fail(g, "through the floor", CELL ": " AT " (start %.5f)", CELL_OF(c), tick, feet->x, feet->y, feet->z, x0);
        if (g->cell_failed) return;
    }
    grid_measure(g, highest - ceiling, CELL, CELL_OF(c));
    if (modes > (jumps ? 2u : 0u)) grid_fail(g, "the mode flickers", CELL ": %u changes (start %.5f)", CELL_OF(c), modes, x0);
    if (fabs(w->state.feet.y) > FLAT && !(jumps && c->rate < 30))
        grid_fail(g, "does not come back to the floor", CELL ": ends at %.5f %.5f mode %u (start %.5f)", CELL_OF(c),
                  w->state.feet.x, w->state.feet.y, w->state.mode, x0);
}

static lope_level *steep_level(profile *p, double degrees, profile_form form)
{
    draw_slope(p, degrees, form == PROFILE_TESSELLATED ? 5 : 30, 6, form == PROFILE_TESSELLATED ? 8 : 20);
    return profile_build(p, form);
}

static void steep(grid *g, void (*cell)(grid *, walker *, const slope_cell *), double first)
{
    static const double angles[] = {0, 30, 60, 75};
    for (double degrees = first; degrees <= 85; degrees += 5)
        for (int form = 0; form < FORMS; form++) {
            profile p;
            lope_level *level = steep_level(&p, degrees, (profile_form)form);
            walker w;
            walker_open(&w, level);
            for (int i = 0; i < 4 * 4 * 2 * 5; i++) {
                slope_cell c = {(profile_form)form, degrees, speeds[i % 4], angles[i / 4 % 4], radii[i / 16 % 2], rates[i / 32]};
                if (!grid_next(g)) continue;
                tune(&w, c.speed);
                tag_of(g, &c);
                cell(g, &w, &c);
            }
            walker_close(&w);
            lope_level_destroy(level);
        }
}

static void push_cell(grid *g, walker *w, const slope_cell *c) { run_push(g, w, c, false); }
static void jump_cell(grid *g, walker *w, const slope_cell *c) { run_push(g, w, c, true); }

static void pushed_against(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "pushing at slopes too steep", "m won", 0.5);
    steep(&g, push_cell, 45);
    grid_end(&g);
}

static void jumped_against(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "jumping at slopes too steep", "m won over the jump", 1);
    steep(&g, jump_cell, 45);
    grid_end(&g);
}

// A point on the plane that starts with a level speed along it (m/s, never up) slides down by g sin(angle)
// t^2 / 2.
static void run_slide(grid *g, walker *w, const slope_cell *c, bool push)
{
    double slope = radians(c->degrees), from = c->form == PROFILE_TESSELLATED ? 4.5 : 12, seconds = 1;
    double need = 0.5 * GRAVITY * sin(slope) * seconds * seconds + 0.5;
    if (need > from) seconds = sqrt(2 * (from - 0.5) / (GRAVITY * sin(slope)));
    // The circle that touches the plane at `from` up the slope; feet straight below its centre.
    double x0 = from * cos(slope) - c->radius * sin(slope), y0 = from * sin(slope) + c->radius * (cos(slope) - 1);
    double along = c->angle > 45 ? 0.5 * c->speed : 0; // some start with a level speed across
    if (c->form == PROFILE_TESSELLATED && along > 2) along = 2;
    walker_place(w, x0, y0, -4, (float)c->radius, (float)TALL, 0, along, LOPE_MODE_FALLING);
    w->input.move = lope_vec3_make(push ? 1 : 0, 0, 0); // pressing up the slope or not
    int ticks = (int)(seconds * c->rate);
    double last = y0, terminal = (double)w->tuning.terminal_speed;
    for (int tick = 1; tick <= ticks; tick++) {
        walker_tick(w, 1.0f / (float)c->rate);
        const lope_point *feet = &w->state.feet;
        if (feet->y > last + 1e-6)
            grid_fail(g, "rises", CELL " push %d: " AT ", %.6f up", CELL_OF(c), push, tick, feet->x, feet->y, feet->z,
                      feet->y - last);
        if (walker_grounded(w))
            grid_fail(g, "stands on it", CELL " push %d: " AT, CELL_OF(c), push, tick, feet->x, feet->y, feet->z);
        double out = (feet->x - x0) * -sin(slope) + (feet->y - y0) * cos(slope);
        if (fabs(out) > FLAT)
            grid_fail(g, "not on the slope", CELL " push %d: " AT ", %.5f m off it", CELL_OF(c), push, tick, feet->x, feet->y,
                      feet->z, out);
        if (g->cell_failed) return;
        last = feet->y;
    }
    double t = (double)ticks / c->rate, down = 0.5 * GRAVITY * sin(slope) * t * t;
    double gone = hypot(w->state.feet.x - x0, w->state.feet.y - y0), across = w->state.feet.z + 4 - along * t;
    double error = fabs(gone - down) / down;
    if (GRAVITY * sin(slope) * t >= terminal) return;
    grid_measure(g, error, CELL " push %d", CELL_OF(c), push);
    // Pressing up the slope must not hold it back either: an unwalkable contact never turns input into
    // height.
    if (error > 0.02)
        grid_fail(g, push ? "input against the slope changes the slide" : "not like a point on the plane",
                  CELL " push %d: %.4f m in %g s, a point %.4f", CELL_OF(c), push, gone, t, down);
    if (fabs(across) > 0.02 * along * t + 1e-3 * t) // tessellation may change a path by 1 mm a second
        grid_fail(g, "its level speed changes", CELL " push %d: %.4f m off in %g s", CELL_OF(c), push, across, t);
}

static void slide_cell(grid *g, walker *w, const slope_cell *c) { run_slide(g, w, c, g->cells % 2 == 0); }

static void slid_down(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "sliding down slopes too steep", "of the way", 1);
    steep(&g, slide_cell, 45);
    grid_end(&g);
}

// Down it to the foot, and there two seconds at rest, with and without pressing against it: nothing moves.
static void run_foot(grid *g, walker *w, const slope_cell *c, bool push)
{
    double slope = radians(c->degrees), from = 1.5 + grid_phase(g);
    double x0 = from * cos(slope) - c->radius * sin(slope), y0 = from * sin(slope) + c->radius * (cos(slope) - 1);
    walker_place(w, x0, y0, 0, (float)c->radius, (float)TALL, 0, 0, LOPE_MODE_FALLING);
    for (int tick = 1; tick <= 2 * c->rate; tick++) walker_tick(w, 1.0f / (float)c->rate);
    if (!walker_grounded(w)) {
        grid_fail(g, "does not reach the floor", CELL ": at %.5f %.5f", CELL_OF(c), w->state.feet.x, w->state.feet.y);
        return;
    }
    // Back to the foot, whatever the speed at which it left it.
    double contact = -c->radius * tan(slope / 2);
    lope_input input = {.move = {1, 0, 0}};
    walker_place(w, contact - 0.3, 0, 0, (float)c->radius, (float)TALL, 0, 0, LOPE_MODE_WALKING);
    w->input = input;
    for (int tick = 1; tick <= (int)((0.5 / c->speed + 0.5) * c->rate); tick++) walker_tick(w, 1.0f / (float)c->rate);
    if (!push) w->input.move = (lope_vec3){0};
    for (int tick = 1; tick <= c->rate / 2; tick++) walker_tick(w, 1.0f / (float)c->rate);
    lope_point rest = w->state.feet;
    double moved = 0;
    for (int tick = 1; tick <= c->rate; tick++) {
        walker_tick(w, 1.0f / (float)c->rate);
        lope_point off = lope_point_sub(w->state.feet, rest);
        if (lope_point_length(off) > moved) moved = lope_point_length(off);
        if (!walker_grounded(w))
            grid_fail(g, "the mode flickers", CELL " push %d: " AT, CELL_OF(c), push, tick, w->state.feet.x, w->state.feet.y,
                      w->state.feet.z);
        if (g->cell_failed) return;
    }
    grid_measure(g, moved, CELL " push %d", CELL_OF(c), push);
    if (moved > 1e-5) // half the skin
        grid_fail(g, "jitters at rest", CELL " push %d: %.6f m", CELL_OF(c), push, moved);
    if (fabs(rest.y) > FLAT || rest.x > contact + FLAT)
        grid_fail(g, "not at the foot", CELL " push %d: %.5f %.5f, foot at %.5f", CELL_OF(c), push, rest.x, rest.y, contact);
}

static void foot_cell(grid *g, walker *w, const slope_cell *c) { run_foot(g, w, c, g->cells % 2 == 0); }

static void at_rest_at_the_foot(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "at rest at the foot", "m moved", 0.25);
    steep(&g, foot_cell, 45);
    grid_end(&g);
}

// One test alone: its name, or a pattern of it, as the argument.
int main(int count, char **words)
{
    if (count > 1) cmocka_set_test_filter(words[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walkable),  cmocka_unit_test(pushed_against),      cmocka_unit_test(jumped_against),
        cmocka_unit_test(slid_down), cmocka_unit_test(at_rest_at_the_foot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
