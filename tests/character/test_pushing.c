// test_pushing.c - the two laws of pushing against their numbers, on one box that the test itself moves; no
// physics engine.
//
// Impulses are of floats: 1e-5 of what they are is their rounding and that of the contact's place.
#include <lope/lope.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

static const int rates[] = {20, 60, 360}; // Hz
#define RATES 3
#define BOX 7

// A floor at 0, and a box before or under a character that stands at the origin and looks along x. All in
// metres, times `unit`; turned.
typedef struct room {
    double unit;
    lope_quat turn;
    lope_sink_body box;
    lope_vec3 half;
    bool has_floor;
    uint32_t box_channels; // 0: solid
    lope_shape_kind form;  // of the box: else a sphere, a capsule or a cylinder of its height and width
    lope_tuning tuning;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_report report;
    lope_nearby *nearby;
} room;

static lope_point to_room(const room *r, double x, double y, double z)
{
    return lope_quat_rotate_point(r->turn, lope_point_make(r->unit * x, r->unit * y, r->unit * z));
}
static lope_vec3 vec_to_room(const room *r, double x, double y, double z) { return lope_point_to_vec3(to_room(r, x, y, z)); }
static lope_point from_room(const room *r, lope_vec3 v)
{
    lope_quat back = {-r->turn.x, -r->turn.y, -r->turn.z, r->turn.w};
    return lope_point_scale(lope_quat_rotate_point(back, lope_vec3_to_point(v)), 1.0 / r->unit);
}

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const room *r = context;
    const lope_vec3 zero = {0, 0, 0}, wide = {(float)(50 * r->unit), (float)(0.5 * r->unit), (float)(50 * r->unit)};
    uint32_t box_channels = r->box_channels ? r->box_channels : LOPE_CHANNEL_SOLID;
    (void)bounds;
    if (kind == LOPE_STATIC && r->has_floor && filter.channels & LOPE_CHANNEL_SOLID) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 1, .pose = {to_room(r, 0, -0.5, 0), r->turn}});
        lope_sink_box(sink, zero, lope_quat_identity(), wide, 0);
    }
    if (kind == LOPE_MOVING && r->box.id != 0 && filter.channels & box_channels) {
        lope_sink_begin(sink, &r->box);
        lope_vec3 core = {0, r->half.y - r->half.x, 0}, low = {0, -core.y, 0};
        if (r->form == LOPE_SHAPE_SPHERE)
            lope_sink_sphere(sink, zero, r->half.x, 0);
        else if (r->form == LOPE_SHAPE_CAPSULE)
            lope_sink_capsule(sink, low, core, r->half.x, 0);
        else if (r->form == LOPE_SHAPE_CYLINDER)
            lope_sink_cylinder(sink, zero, lope_quat_identity(), r->half.x, r->half.y, 0);
        else
            lope_sink_box(sink, zero, lope_quat_identity(), r->half, 0);
    }
    return LOPE_OK;
}

static void make(room *r) { assert_int_equal(lope_moveset_make(&r->moveset, &r->tuning, NULL), LOPE_OK); }

static void room_open_at(room *r, double unit, lope_quat turn)
{
    memset(r, 0, sizeof *r);
    r->unit = unit;
    r->turn = turn;
    r->has_floor = true;
    r->tuning = lope_tuning_default();
    if (unit != 1.0) {
        r->tuning.units_per_metre = (float)unit;
        r->tuning.max_walk_speed *= (float)unit;
        r->tuning.max_acceleration *= (float)unit;
        r->tuning.max_step_height *= (float)unit;
        r->tuning.max_push_force *= (float)unit; // kg units / s2
    }
    make(r);
    lope_state_def def = {.radius = (float)(0.34 * unit),
                          .height = (float)(1.76 * unit),
                          .up = lope_point_to_vec3(lope_quat_rotate_point(turn, lope_point_make(0, 1, 0))),
                          .gravity = vec_to_room(r, 0, -9.8, 0),
                          .gravity_as_given = true,
                          .mode = LOPE_MODE_WALKING};
    assert_int_equal(lope_state_init(&r->state, &def), LOPE_OK);
    r->nearby = lope_nearby_create(NULL);
}

static void room_open(room *r) { room_open_at(r, 1.0, lope_quat_identity()); }
static void room_close(room *r) { lope_nearby_destroy(r->nearby); }

// A cube of 1 m with its face `gap` before the capsule.
static void put_box(room *r, double gap, double mass)
{
    const float inertia = (float)(mass / 6.0 * r->unit * r->unit), half = (float)(0.5 * r->unit);
    r->half = lope_vec3_make(half, half, half);
    r->box =
        (lope_sink_body){.id = BOX, .pose = {to_room(r, 0.34 + gap + 0.5, 0.5, 0), r->turn}, .moving = true, .dynamic = true};
    r->box.mass = (float)mass;
    r->box.inertia = lope_vec3_make(inertia, inertia, inertia);
}

static void move(room *r, double dt)
{
    lope_surroundings around = {.context = r, .gather = gather};
    assert_int_equal(lope_move(&r->state, &r->input, &r->moveset, &around, r->nearby, (float)dt, &r->report), LOPE_OK);
}

static lope_point total_impulse(const room *r, double dt)
{
    lope_point sum = {0, 0, 0};
    for (uint32_t i = 0; i < r->report.push_count; i++) {
        const lope_push *p = &r->report.pushes[i];
        assert_int_equal(p->body, BOX);
        sum = lope_point_add(sum, from_room(r, lope_vec3_add(p->impulse, lope_vec3_scale(p->force, (float)dt))));
    }
    return sum;
}

static void near_to(const char *what, double found, double expected, double tolerance)
{
    if (fabs(found - expected) <= tolerance) return;
    fail_msg("%s: found %.9g, expected %.9g within %.3g", what, found, expected, tolerance);
}

// Walking at 6 m/s into a box at rest: 500 N on a heavy one; as much as makes a light one 6 m/s fast. In any
// frame and unit.
static void the_limited_push_has_two_limits(void **unused)
{
    (void)unused;
    const lope_quat turns[] = {{0, 0, 0, 1}, {0, 0, -0.70710678f, 0.70710678f}, {0.5f, 0.5f, 0.5f, 0.5f}};
    for (int i = 0; i < RATES * 3 * 2; i++) {
        const double dt = 1.0 / rates[i % RATES], unit = i / RATES % 2 ? 100.0 : 1.0;
        room r;
        room_open_at(&r, unit, turns[i / RATES / 2]);
        for (int light = 0; light < 2; light++) {
            put_box(&r, 0.001, light ? 0.5 : 800);
            r.state.feet = lope_point_make(0, 0, 0);
            r.state.velocity = vec_to_room(&r, 6, 0, 0);
            r.state.last_hit_body = LOPE_BODY_NONE;
            r.input.move = lope_vec3_scale(vec_to_room(&r, 1, 0, 0), (float)(1 / unit));
            move(&r, dt);
            lope_point impulse = total_impulse(&r, dt);
            double expected = light ? (500 * dt < 3.0 ? 500 * dt : 3.0) : 500 * dt;
            near_to("impulse", impulse.x, expected, 1e-4 * expected);
            near_to("sideways", fabs(impulse.y) + fabs(impulse.z), 0, 1e-4 * expected);
        }
        room_close(&r);
    }
}

static void what_does_not_touch_is_not_pushed(void **unused)
{
    (void)unused;
    room r;
    room_open(&r);
    put_box(&r, 0.5, 10);
    move(&r, 1.0 / 60);
    assert_int_equal(r.report.push_count, 0);
    put_box(&r, 0, 10); // it stands at a box, and wants nothing
    for (int i = 0; i < 10; i++) move(&r, 1.0 / 60);
    assert_int_equal(r.report.push_count, 0);
    r.input.move = lope_vec3_make(-1, 0, 0); // it goes away
    move(&r, 1.0 / 60);
    assert_int_equal(r.report.push_count, 0);
    room_close(&r);
}

static void interaction_can_be_switched_off(void **unused)
{
    (void)unused;
    room r;
    room_open(&r);
    r.tuning.enable_physics_interaction = 0;
    make(&r);
    put_box(&r, 0.01, 10);
    r.input.move = lope_vec3_make(1, 0, 0);
    for (int i = 0; i < 30; i++) {
        move(&r, 1.0 / 60);
        assert_int_equal(r.report.push_count, 0);
    }
    near_to("stopped", r.state.feet.x, 0.01, 1e-4);
    room_close(&r);
}

// One that flies into a standing character: both go on with v m / (m + M).
static void what_comes_is_shared_by_the_masses(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        const double dt = 1.0 / rates[i], speed = 4.0, mass = 25.0;
        room r;
        room_open(&r);
        move(&r, dt);
        put_box(&r, -0.5 * speed * dt, mass); // half of its way is behind the capsule's front
        r.box.velocity = lope_vec3_make((float)-speed, 0, 0);
        r.box.motion.displacement = lope_point_make(-speed * dt, 0, 0);
        move(&r, dt);
        near_to("pushed out of the way", r.state.feet.x, -0.5 * speed * dt, 1e-3);
        near_to("its speed", (double)r.state.velocity.x, -speed * mass / (mass + 100), 1e-3);
        near_to("impulse on the box", total_impulse(&r, dt).x, speed * mass * 100 / (mass + 100), 1e-2);
        room_close(&r);
    }
}

static void weight_rests_on_what_is_stood_upon(void **unused)
{
    (void)unused;
    const float scales[] = {1.0f, 0.25f, 0.0f};
    for (int i = 0; i < 3; i++) {
        room r;
        room_open(&r);
        r.tuning.standing_downward_force_scale = scales[i];
        r.tuning.mass = 80;
        make(&r);
        r.has_floor = false;
        put_box(&r, 0, 50);
        r.box.pose.position = lope_point_make(0.2, -0.5, 0);
        move(&r, 1.0 / 60);
        move(&r, 1.0 / 60);
        assert_int_equal(r.state.mode, LOPE_MODE_WALKING);
        assert_int_equal(r.report.push_count, scales[i] > 0 ? 1 : 0);
        if (scales[i] > 0) {
            near_to("weight", (double)r.report.pushes[0].force.y, -80 * 9.8 * (double)scales[i], 1e-3);
            near_to("point", fabs(r.report.pushes[0].point.x) + fabs(r.report.pushes[0].point.y), 0, 1e-4);
        }
        r.input.move = lope_vec3_make(1, 0, 0); // nobody pushes itself off: walking on it is no push
        for (int k = 0; k < 5; k++) {
            move(&r, 1.0 / 60);
            near_to("level", total_impulse(&r, 1.0 / 60).x, 0, 1e-9);
        }
        room_close(&r);
    }
}

// A wall that goes away at 3 m/s: who walks behind it goes at its pace, without stops.
static void a_wall_that_gives_way_sets_the_pace(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        const double dt = 1.0 / rates[i];
        double slowest = 1e9;
        room r;
        room_open(&r);
        put_box(&r, 0, 0);
        r.box.dynamic = false;
        r.box.motion.displacement = lope_point_make(3 * dt, 0, 0);
        r.input.move = lope_vec3_make(1, 0, 0);
        for (int tick = 0; tick < rates[i]; tick++) {
            r.box.pose.position.x += 3 * dt;
            move(&r, dt);
            assert_int_equal(r.report.push_count, 0);
            double speed = (double)r.state.velocity.x;
            if (tick > rates[i] / 2 && speed < slowest) slowest = speed;
        }
        near_to("slowest", slowest, 3, 1e-3);
        near_to("in touch", r.state.feet.x, r.box.pose.position.x - 0.84, 1e-3);
        room_close(&r);
    }
}

static void unreal_tuning(room *r)
{
    room_open(r);
    r->tuning.push_law = LOPE_PUSH_UNREAL;
    r->tuning.repulsion_force = 0;
    make(r);
    r->input.move = lope_vec3_make(1, 0, 0);
    r->state.velocity = lope_vec3_make(6, 0, 0);
}

static lope_push unreal_push(room *r)
{
    make(r);
    r->state.feet = lope_point_make(0, 0, 0);
    r->state.velocity = lope_vec3_make(6, 0, 0);
    r->state.last_hit_body = LOPE_BODY_NONE;
    move(r, 1.0 / 60);
    assert_int_equal(r->report.push_count, 1);
    return r->report.pushes[0];
}

// Unreal: 500 kg cm/s on what is at rest, 750000 kg cm/s2 on what moves; times the mass with the flag; times the product of the
// velocities while that is under 1 cm2/s2.
static void unreals_forces_are_unreals(void **unused)
{
    (void)unused;
    room r;
    unreal_tuning(&r);
    put_box(&r, 0.01, 40);
    lope_push push = unreal_push(&r);
    near_to("impulse at rest", (double)push.impulse.x, 5, 1e-4);
    near_to("no force", (double)push.force.x, 0, 0);
    r.tuning.push_force_scaled_to_mass = 1;
    near_to("times the mass", (double)unreal_push(&r).impulse.x, 200, 1e-2);
    r.tuning.push_force_scaled_to_mass = 0;
    r.box.velocity = lope_vec3_make(0.5f, 0, 0);
    push = unreal_push(&r);
    near_to("force", (double)push.force.x, 7500, 0.1);
    near_to("no impulse", (double)push.impulse.x, 0, 0);
    r.box.velocity = lope_vec3_make(1e-5f, 0, 0); // times 6 m/s: 0.6 cm2/s2
    near_to("slow force", (double)unreal_push(&r).force.x, 7500 * 0.6, 1.0);
    r.tuning.scale_push_force_to_velocity = 0;
    near_to("unscaled", (double)unreal_push(&r).force.x, 7500, 0.1);
    r.tuning.push_force_using_z_offset = 1;
    near_to("height", unreal_push(&r).point.y, 0.5 - 0.75 * 0.5, 1e-6);
    r.tuning.push_force_point_z_offset_factor = 1;
    near_to("at the top", unreal_push(&r).point.y, 1.0, 1e-6);
    room_close(&r);
}

// Between the bottom and the top of what is pushed, whatever its shape and whichever way is up: 0.125 m with
// Unreal's -0.75, of 1 m.
static void the_height_of_a_push_is_of_the_body(void **unused)
{
    (void)unused;
    static const lope_shape_kind forms[] = {LOPE_SHAPE_BOX, LOPE_SHAPE_SPHERE, LOPE_SHAPE_CAPSULE, LOPE_SHAPE_CYLINDER};
    const lope_quat turns[] = {
        {0, 0, 0, 1}, {0, 0, -0.70710678f, 0.70710678f}, {0.18257419f, 0.36514837f, 0.54772256f, 0.73029674f}};
    for (int i = 0; i < 4 * 3; i++) {
        room r;
        room_open_at(&r, 1, turns[i / 4]);
        r.form = forms[i % 4];
        r.tuning.push_law = LOPE_PUSH_UNREAL;
        r.tuning.repulsion_force = 0;
        r.tuning.push_force_using_z_offset = 1;
        make(&r);
        put_box(&r, 0.01, 40);
        if (r.form == LOPE_SHAPE_CAPSULE) r.half.x = r.half.z = 0.3f;
        r.box.pose.position = to_room(&r, 0.34 + 0.01 + (double)r.half.x, 0.5, 0);
        r.state.velocity = vec_to_room(&r, 6, 0, 0);
        r.input.move = vec_to_room(&r, 1, 0, 0);
        move(&r, 1.0 / 60);
        assert_int_equal(r.report.push_count, 1);
        lope_quat back = {-r.turn.x, -r.turn.y, -r.turn.z, r.turn.w};
        lope_point at = lope_quat_rotate_point(back, r.report.pushes[0].point);
        near_to("height", at.y, 0.125, 1e-6);                                            // floats of the turn
        near_to("along the push", from_room(&r, r.report.pushes[0].impulse).x, 5, 2e-2); // at a ball's side it is not quite level
        room_close(&r);
    }
}

// 2.5 N a kg of the character, on a body whose centre is within 1.2 radii of its axis.
static void unreals_repulsion(void **unused)
{
    (void)unused;
    room r;
    unreal_tuning(&r);
    r.input.move = lope_vec3_make(0, 0, 0);
    r.tuning.repulsion_force = 2.5f;
    make(&r);
    r.state.velocity = lope_vec3_make(0, 0, 0);
    put_box(&r, 0, 1);
    r.half = lope_vec3_make(0.05f, 0.05f, 0.05f);
    r.box.pose.position = lope_point_make(0.34 + 0.05, 0.8, 0); // 0.39 m: within 0.408
    r.box.velocity = lope_vec3_make(-0.01f, 0, 0);
    move(&r, 1.0 / 60);
    assert_int_equal(r.report.push_count, 1);
    near_to("repulsion", (double)r.report.pushes[0].force.x, 250, 1e-2);
    r.box.velocity = lope_vec3_make(0.01f, 0, 0); // it goes away
    move(&r, 1.0 / 60);
    assert_int_equal(r.report.push_count, 0);
    room_close(&r);
}

// One on another channel, which it passes through: 1 N s a kg and m/s of its level speed, at most 2.5 N s,
// once, as it begins to overlap; unit((away + up / 4) + velocity) is the way. And from then on it is
// repelled.
static void unreals_touch(void **unused)
{
    (void)unused;
    const double masses[] = {0.25, 40};
    for (int i = 0; i < 2; i++) {
        room r;
        unreal_tuning(&r);
        r.state.overlap_channels = 1u << 5;
        r.box_channels = 1u << 5;
        put_box(&r, 0.05, masses[i]);
        r.half = lope_vec3_make(0.1f, 0.1f, 0.1f);
        r.box.pose.position = lope_point_make(0.34 + 0.1 + 0.05, 0.8, 0);
        r.state.velocity = lope_vec3_make(6, 0, 0);
        move(&r, 1.0 / 60);
        assert_int_equal(r.report.push_count, 1);
        lope_point j = lope_vec3_to_point(r.report.pushes[0].impulse);
        near_to("impulse", lope_point_length(j), i == 0 ? 6 * masses[i] : 2.5, 1e-3);
        near_to("its slope", j.y / j.x, 0.25 / 2, 1e-6);
        r.tuning.touch_force_scaled_to_mass = 0;
        r.tuning.repulsion_force = 2.5f;
        make(&r);
        move(&r, 1.0 / 60);
        assert_int_equal(r.report.push_count, 1);
        near_to("no more impulse", lope_point_length(lope_vec3_to_point(r.report.pushes[0].impulse)), 0, 0);
        near_to("repulsion", lope_point_length(lope_vec3_to_point(r.report.pushes[0].force)), 250, 1e-2);
        room_close(&r);
    }
}

static double draw(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (double)((*seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

// Returns a number from `low` to `high`.
static double draw_between(uint64_t *seed, double low, double high) { return low + (high - low) * draw(seed); }

// Draws a vector within a box: one draw a statement, so that every compiler draws the same.
static lope_vec3 draw_vec(uint64_t *seed, lope_vec3 low, lope_vec3 high)
{
    const double x = draw_between(seed, (double)low.x, (double)high.x);
    const double y = draw_between(seed, (double)low.y, (double)high.y);
    const double z = draw_between(seed, (double)low.z, (double)high.z);
    return lope_vec3_make((float)x, (float)y, (float)z);
}

// Draws a box near a character that comes with up to 6 m/s along x.
static void draw_meeting(room *r, uint64_t *seed, double mass, bool presses)
{
    const double gap = draw_between(seed, 0, 0.02), yaw = draw_between(seed, 0, 6.2832);
    put_box(r, gap, mass);
    r->box.pose.rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)yaw);
    const double nearer = draw_between(seed, 0, 0.25), aside = draw_between(seed, -0.4, 0.4);
    r->box.pose.position.x += nearer;
    r->box.pose.position.z += aside;
    r->box.velocity = draw_vec(seed, lope_vec3_make(-6, -1, -2), lope_vec3_make(2, 1, 2));
    r->box.spin = draw_vec(seed, lope_vec3_make(-1, -3, -1), lope_vec3_make(1, 3, 1));
    r->state.velocity = lope_vec3_make((float)draw_between(seed, -2, 6), 0, 0);
    r->input.move = lope_vec3_make(presses ? 1 : 0, 0, 0);
}

// The box, after the pushes of a tick.
typedef struct pushed_box {
    double mass, inertia;
    lope_point velocity, spin;
} pushed_box;

static pushed_box box_of(const room *r)
{
    return (pushed_box){.mass = (double)r->box.mass,
                        .inertia = (double)r->box.inertia.x,
                        .velocity = lope_vec3_to_point(r->box.velocity),
                        .spin = lope_vec3_to_point(r->box.spin)};
}

static double energy_of(const pushed_box *b)
{
    return 0.5 * b->mass * lope_point_dot(b->velocity, b->velocity) + 0.5 * b->inertia * lope_point_dot(b->spin, b->spin);
}

static lope_point impulse_of(const lope_push *push, double dt)
{
    return lope_point_mad(lope_vec3_to_point(push->impulse), lope_vec3_to_point(push->force), dt);
}

// Gives the box all pushes of a tick.
static void give_pushes(const room *r, pushed_box *b, double dt)
{
    for (uint32_t k = 0; k < r->report.push_count; k++) {
        const lope_push *p = &r->report.pushes[k];
        const lope_point j = impulse_of(p, dt), arm = lope_point_sub(p->point, r->box.pose.position);
        b->velocity = lope_point_mad(b->velocity, j, 1 / b->mass);
        b->spin = lope_point_mad(b->spin, lope_point_cross(arm, j), 1 / b->inertia);
    }
}

// Returns the highest speed of a pushed point along its push, when all pushes are given.
static double fastest_point(const room *r, const pushed_box *b, double dt, uint32_t *pushed)
{
    double fastest = -1e9;
    for (uint32_t k = 0; k < r->report.push_count; k++) {
        const lope_point j = impulse_of(&r->report.pushes[k], dt);
        const lope_point arm = lope_point_sub(r->report.pushes[k].point, r->box.pose.position);
        const double size = lope_point_length(j);
        if (size <= 0) continue;
        const double speed = lope_point_dot(lope_point_add(b->velocity, lope_point_cross(b->spin, arm)), j) / size;
        fastest = speed > fastest ? speed : fastest;
        ++*pushed;
    }
    return fastest;
}

// Against boxes of any mass, place, turn and motion: when all pushes of a tick are given, no pushed point is faster
// than the character would go; and the energy of the box does not grow by more than the walker's own push gives,
// force times the way of what it pushes.
static void no_energy_is_made(void **unused)
{
    (void)unused;
    uint64_t seed = UINT64_C(812345);
    uint32_t pushed = 0;
    double worst = -1e9;
    for (int i = 0; i < 100000; i++) {
        const double dt = 1.0 / rates[i % RATES], mass = exp(8 * draw(&seed) - 1);
        room r;
        room_open(&r);
        draw_meeting(&r, &seed, mass, i % 3 != 0);
        move(&r, dt);
        pushed_box box = box_of(&r);
        const double before = energy_of(&box);
        give_pushes(&r, &box, dt);
        const double speed = fastest_point(&r, &box, dt, &pushed);
        worst = speed > worst ? speed : worst;
        // 500 N along 6 m/s is the most that muscles do; the rest is an exchange in which energy is lost
        assert_true(energy_of(&box) <= before + 500 * 6 * dt + 1e-3 * (1 + before));
        room_close(&r);
    }
    print_message("  %u pushes, seed 812345: the pushed point's speed after them is at most %.5f m/s\n", pushed, worst);
    assert_true(pushed > 50000);
    assert_true(worst < 6.0 + 1e-3); // what gravity takes or gives within a tick is not in it, but for rounding
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limited_push_has_two_limits),
        cmocka_unit_test(what_does_not_touch_is_not_pushed),
        cmocka_unit_test(interaction_can_be_switched_off),
        cmocka_unit_test(what_comes_is_shared_by_the_masses),
        cmocka_unit_test(weight_rests_on_what_is_stood_upon),
        cmocka_unit_test(a_wall_that_gives_way_sets_the_pace),
        cmocka_unit_test(unreals_forces_are_unreals),
        cmocka_unit_test(the_height_of_a_push_is_of_the_body),
        cmocka_unit_test(unreals_repulsion),
        cmocka_unit_test(unreals_touch),
        cmocka_unit_test(no_energy_is_made),
    };
    return cmocka_run_group_tests_name("character.pushing", tests, NULL, NULL);
}
