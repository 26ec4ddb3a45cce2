// test_ledge_meshes.c - mantles on walls of many parts within one mesh: joints are no tops, and facades with
// many setbacks have the top that they have.
//
// The judge is the wall's construction (ledge_wall_tops, ledge_wall_room), brute force distances to its
// triangles, and for what "can be stepped onto" a walker without a mantle before the same wall. Prints the
// seed and how often each outcome came. LOPE_LEDGE_DRAWS: how many walls. Read next: ledge_wall.h.
#include "ledge_wall.h"
#include "yard.h"

#include <stdio.h>
#include <stdlib.h>

#define SEED 48u
#ifdef LOPE_QUICK
#define DRAWS 100
#else
#define DRAWS 1000
#endif
#define AIMED 0.02   // m: how far from the place aimed at it may come to stand
#define DEPTH 1e-3   // m: how deep in anything the way may lead
#define MARGIN 3e-3  // m of room: nearer to none, the roundings of the mesh's floats decide
#define HEIGHT 1.76  // m, of the capsule
#define INTO 0.15    // m behind the edge, where it shall stand
#define RADIUS 0.34  // m, of the capsule for which the reach is given
#define REACHED 0.03 // m: a wall as near to the reach as that is met or not, as the look's shape is round
#define LOW 0.25     // m above the feet: lower walls are not looked for
#define TREAD 0.035  // m: deeper ones are seen by the first ray down behind a wall, at 0.03 m
#define ROUGH 0.18   // m, by which the place to stand may be off the plane of the top
#define STEP_HIGH 0.45

typedef struct scene {
    ledge_wall wall;
    ledge_top tops[LEDGE_COURSES];
    int top_count, frame;
    double radius, gap, angle, x, above, rate;
    double walked; // m: how high a walker gets
} scene;

static uint32_t outcomes[LEDGE_KINDS][LEDGE_FORMS][LOPE_REFUSAL_COUNT], wrongs[LEDGE_KINDS][LEDGE_FORMS];

// ---- the scene ------------------------------------------------------------------------------------------

static void draw_scene(scene *c, int number)
{
    static const double some_rates[] = {20, 60, 120, 240};
    const ledge_wall_kind kind = (ledge_wall_kind)(number % LEDGE_KINDS);
    ledge_wall_form form = number / LEDGE_KINDS % 4 == 3 ? LEDGE_BOXES : LEDGE_MESH;
    if (form == LEDGE_BOXES && kind == LEDGE_FACADE && number % 2) form = LEDGE_HEIGHTS;
    if (form == LEDGE_BOXES && (kind == LEDGE_BRICKS || kind == LEDGE_QUADS)) form = LEDGE_MESH;
    ledge_wall_draw(&c->wall, kind, form);
    c->top_count = ledge_wall_tops(&c->wall, c->tops);
    c->frame = (int)ledge_random(0, FRAMES);
    c->radius = ledge_random(0.2, 0.5);
    c->gap = ledge_random(0.02, 0.25);
    c->angle = ledge_random(0, 1) < 0.5 ? 0 : ledge_random(-40, 40);
    c->above = ledge_random(0, 1) < 0.6 ? 0 : ledge_random(0.1, 1.6);
    c->rate = some_rates[(int)ledge_random(0, 4)];
    double nearest = c->wall.courses[0].face;
    for (int i = 0; i < c->wall.count; i++)
        if (c->wall.courses[i].low < c->above + HEIGHT) nearest = fmin(nearest, c->wall.courses[i].face);
    c->x = nearest - c->radius - c->gap;
    if (form == LEDGE_HEIGHTS) c->x -= LEDGE_CELL; // its faces lean by a cell
}

static stage *open_scene(const scene *c, double above)
{
    stage *s = stage_open_at(STAGE_BOXES, yard_turn(c->frame), lope_point_make(100 * c->frame, -30 * c->frame, 7));
    stage_box(s, -20, -1, -20, 20, 0, 20);
    ledge_wall_add(s, &c->wall);
    const lope_point feet = {c->x, above, 0};
    lope_state_def def = {.feet = lope_point_add(s->origin, lope_quat_rotate_point(s->turn, feet)),
                          .up = lope_quat_rotate(s->turn, lope_vec3_make(0, 1, 0)),
                          .radius = (float)c->radius,
                          .height = (float)HEIGHT,
                          .mode = above > 0 ? LOPE_MODE_FALLING : LOPE_MODE_WALKING};
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    stage_move(s, cos(c->angle * DEGREE), sin(c->angle * DEGREE));
    return s;
}

// Walks at the wall for two seconds. Returns how high the feet got, m.
static double walked(const scene *c)
{
    stage *s = open_scene(c, 0);
    double highest = 0;
    for (int i = 0; i < 120; i++) {
        stage_tick(s, 1.0f / 60);
        highest = fmax(highest, stage_feet(s).y);
    }
    stage_close(s);
    return highest;
}

// ---- the judge ------------------------------------------------------------------------------------------

static double most_of(const scene *c) { return c->above > 0 ? 1.5 : 2.5; }

// Returns how much room (m) the capsule has where it would stand on a top.
static double stand_room(const scene *c, const ledge_top *top)
{
    const double into = top->depth < INTO ? 0.5 * top->depth : INTO;
    ledge_wall others = c->wall; // without what it stands on
    others.count = 0;
    for (int i = 0; i < c->wall.count; i++)
        if (c->wall.courses[i].high > top->height + 1e-6) others.courses[others.count++] = c->wall.courses[i];
    return ledge_wall_room(&others, top->edge + into, top->height, c->radius, HEIGHT);
}

// Returns how much farther (m) the reach is than the wall below a top: than where its front stands before the
// axis, or, for `may`, than where what is as wide as the capsule first touches its plane.
static double spare_reach(const scene *c, const ledge_top *top, bool may)
{
    const double reach = c->radius + (c->above > 0 ? 0.7 : 0.75) - RADIUS, off = top->edge - c->x, wide = may ? c->radius : 0,
                 lean = c->wall.form == LEDGE_HEIGHTS ? LEDGE_CELL : 0;
    return reach - (off - (may ? lean : 0) - wide) / cos(c->angle * DEGREE) - wide;
}

// Returns how far (m) below a top the wall is at a place before it.
static double drop_before(const scene *c, const ledge_top *top, double before)
{
    double floor = 0;
    for (int i = 0; i < c->top_count; i++)
        if (c->tops[i].height < top->height - 1e-6 && c->tops[i].edge <= top->edge - before)
            floor = fmax(floor, c->tops[i].height);
    return top->height - floor;
}

// True when a walker steps onto a top over treads that are looked for. Rougher walls have narrower ones, on
// which a walker finds a hold, but a mantle is right too.
static bool is_stepped(const scene *c, const ledge_top *top)
{
    double stands = 0;
    for (int i = 0; i < c->top_count && c->tops[i].height <= top->height + 1e-6; i++) {
        if (c->tops[i].depth < TREAD && &c->tops[i] != top) continue;
        if (c->tops[i].height - stands > STEP_HIGH - MARGIN) return false;
        stands = c->tops[i].height;
    }
    return c->walked > top->height - 0.02;
}

// Returns whether a top can be reached, or, for `may`, the tread just before it: what is a little higher there is
// taken for roughness of the tread.
static bool is_in_reach(const scene *c, const ledge_top *top, bool may)
{
    bool reached = false;
    for (const ledge_top *near = c->tops; near <= top; near++)
        reached = reached || ((near == top || (may && top->height - near->height < ROUGH)) &&
                              spare_reach(c, near, may) >= (may ? -REACHED : REACHED));
    return reached;
}

// True when a mantle must lead to a top. `may`: when it may.
static bool is_ledge(const scene *c, const ledge_top *top, bool may)
{
    const double height = top->height - c->above, slack = may ? -MARGIN : MARGIN;
    if (height < 0.5 + slack || height > most_of(c) - slack) return false;
    if (stand_room(c, top) < slack || !is_in_reach(c, top, may)) return false;
    if (c->above > 0) return drop_before(c, top, c->radius + (may ? REACHED : -REACHED)) > 0.7 + slack;
    return may ? !is_stepped(c, top) : c->walked < top->height - 0.1;
}

// True when a refusal is right for a top.
static bool is_right_for(const scene *c, const ledge_top *top, uint32_t why)
{
    const double height = top->height - c->above, drop = drop_before(c, top, c->radius - REACHED);
    if (spare_reach(c, top, true) < -REACHED) return false;
    if (why == LOPE_REFUSAL_TOO_LOW) return height < 0.5 + MARGIN;
    if (why == LOPE_REFUSAL_TOO_HIGH) return height > most_of(c) - MARGIN;
    if (why == LOPE_REFUSAL_NO_ROOM) return stand_room(c, top) < MARGIN;
    if (why == LOPE_REFUSAL_STEP) return c->above > 0 ? drop < STEP_HIGH + MARGIN : c->walked > top->height - 0.02;
    return why == LOPE_REFUSAL_GROUND_NEAR && drop < 0.7 + MARGIN;
}

// True when a refusal is right for one of the tops that there are.
static bool is_right(const scene *c, uint32_t why)
{
    bool nothing_near = true, right = false;
    for (int i = 0; i < c->top_count; i++) {
        right = right || is_right_for(c, &c->tops[i], why);
        if (c->tops[i].height - c->above > LOW + MARGIN)
            nothing_near = nothing_near && spare_reach(c, &c->tops[i], false) < REACHED;
    }
    return right || (why == LOPE_REFUSAL_NO_WALL && nothing_near);
}

// Follows a mantle to its end. Returns what was wrong, or NULL.
static const char *follow(const scene *c, stage *s, uint32_t mantle, double *figure)
{
    lope_mantle_report report = {0};
    const bool told = lope_mantle_report_of(&s->moveset, &s->state, &report);
    while (!yard_event(s, LOPE_EVENT_ABILITY_END, mantle, 0)) {
        *figure = stage_depth(s);
        if (*figure > DEPTH) return "inside something";
        if (s->time > 4) return "does not end";
        stage_tick(s, 1.0f / (float)c->rate);
    }
    const brute_point feet = stage_feet(s);
    *figure = feet.y;
    if (!stage_walking(s)) return "does not end walking";
    const lope_point aim = report.target.point;
    if (told && c->wall.form == LEDGE_MESH) {
        *figure = hypot(hypot(aim.x - feet.x, aim.y - feet.y), aim.z - feet.z);
        if (*figure > AIMED) return "not where it aimed";
    }
    const ledge_top *top = NULL;
    for (int i = 0; i < c->top_count; i++) {
        *figure = c->tops[i].height;
        if (feet.y > c->tops[i].height + AIMED && is_ledge(c, &c->tops[i], false)) return "passed a lower ledge";
        if (fabs(feet.y - c->tops[i].height) <= AIMED) top = &c->tops[i];
    }
    *figure = feet.y;
    if (!top) return "stands on no top";
    return is_ledge(c, top, true) ? NULL : "a top that it should not take";
}

static void say(const scene *c, int number, const char *wrong, double figure, const stage *s)
{
    printf("  FAILED %d %s, %s%s: %s (%g)\n    radius %.3f gap %.3f angle %.1f above %.3f frame %d, %g Hz, walked %.3f\n   ",
           number, ledge_wall_names[c->wall.kind], ledge_form_names[c->wall.form], c->wall.solid ? ", solid" : "", wrong, figure,
           c->radius, c->gap, c->angle, c->above, c->frame, c->rate, c->walked);
    for (int i = 0; i < c->top_count; i++)
        printf(" %.3f at %.3f (room %.3f, reach %.3f)", c->tops[i].height, c->tops[i].edge, stand_room(c, &c->tops[i]),
               spare_reach(c, &c->tops[i], false));
    printf("\n    probe:");
    for (uint32_t i = 0; i < s->report.probe.ledge_count; i++)
        printf(" %.3f at %.3f", s->report.probe.ledges[i].height, s->report.probe.ledges[i].distance);
    printf("\n");
}

static bool run(int number)
{
    scene c;
    double figure = 0;
    ledge_seed(SEED + 7919u * (uint32_t)number);
    draw_scene(&c, number);
    c.walked = c.above > 0 ? 0 : walked(&c);
    stage *s = open_scene(&c, c.above);
    const uint32_t mantle = yard_add(s, lope_mantle_ability());
    if (c.above <= 0) stage_tick(s, 1e-3f);
    s->time = 0;
    yard_press(s, LOPE_BUTTON_JUMP);
    stage_tick(s, 1.0f / (float)c.rate);
    s->input.held = 0;
    stage_move(s, 0, 0);
    // refused, it jumps or falls on, and may start by itself within the same tick
    const uint32_t why = yard_refused(s, mantle);
    const char *wrong = NULL;
    if (why == LOPE_REFUSAL_NONE) {
        wrong = yard_event(s, LOPE_EVENT_ABILITY, mantle, 0) ? follow(&c, s, mantle, &figure) : "neither starts nor is refused";
    } else {
        for (int i = 0; i < c.top_count && !wrong; i++)
            if (is_ledge(&c, &c.tops[i], false)) wrong = "refused, should start";
        if (!wrong && !is_right(&c, why)) wrong = "refused for another reason";
        figure = why;
    }
    outcomes[c.wall.kind][c.wall.form][why < LOPE_REFUSAL_COUNT ? why : 0]++;
    wrongs[c.wall.kind][c.wall.form] += wrong != NULL;
    if (wrong) say(&c, number, wrong, figure, s);
    stage_close(s);
    return wrong == NULL;
}

static void print_counts(void)
{
    for (int kind = 0; kind < LEDGE_KINDS; kind++)
        for (int form = 0; form < LEDGE_FORMS; form++) {
            uint32_t all = 0;
            for (int why = 0; why < LOPE_REFUSAL_COUNT; why++) all += outcomes[kind][form][why];
            if (all == 0) continue;
            printf("  %-7s %-7s %5u mantled", ledge_wall_names[kind], ledge_form_names[form], outcomes[kind][form][0]);
            for (uint32_t why = 1; why < LOPE_REFUSAL_COUNT; why++)
                if (outcomes[kind][form][why]) printf(", %u %s", outcomes[kind][form][why], lope_refusal_text(why));
            printf("; %u wrong\n", wrongs[kind][form]);
        }
}

static void joints_are_no_tops(void **unused)
{
    (void)unused;
    const char *some = getenv("LOPE_LEDGE_DRAWS"), *one = getenv("LOPE_LEDGE_ONE");
    const int draws = some ? atoi(some) : DRAWS, first = one ? atoi(one) : 0, last = one ? first + 1 : draws;
    int failed = 0;
    printf("walls of parts: seed %u, %d draws\n", SEED, last - first);
    for (int i = first; i < last; i++) failed += !run(i);
    print_counts();
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(joints_are_no_tops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
