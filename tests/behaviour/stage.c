// stage.c - see stage.h. Everything goes through the public headers; the only geometry here is the corners of
// boxes.
#include "stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *const stage_form_names[STAGE_FORM_COUNT] = {"boxes", "mesh", "hulls"};

static const uint32_t box_triangles[36] = {0, 3, 2, 0, 2, 1, 4, 5, 6, 4, 6, 7, 0, 4, 7, 0, 7, 3,
                                           1, 2, 6, 1, 6, 5, 3, 7, 6, 3, 6, 2, 0, 1, 5, 0, 5, 4};

stage *stage_open_at(stage_form form, lope_quat turn, lope_point origin)
{
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->form = form;
    s->turn = turn;
    s->origin = origin;
    s->level = lope_level_create(&(lope_level_def){0});
    s->nearby = lope_nearby_create(NULL);
    s->triangles = calloc(STAGE_TRIANGLES, sizeof *s->triangles);
    s->events = calloc(STAGE_EVENTS, sizeof *s->events);
    assert_true(s->level && s->nearby && s->triangles && s->events);
    s->surroundings = lope_level_surroundings(s->level);
    s->tuning = lope_tuning_default();
    s->input.requests = &s->requests;
    assert_int_equal(lope_moveset_make(&s->moveset, &s->tuning, NULL), LOPE_OK);
    return s;
}

stage *stage_open(stage_form form) { return stage_open_at(form, lope_quat_identity(), lope_point_make(0, 0, 0)); }

stage *stage_on_floor(void)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1e-3f);
    return s;
}

void stage_close(stage *s)
{
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
    free(s->triangles);
    free(s->events);
    free(s);
}

void stage_tune(stage *s, const char *name, double value)
{
    assert_int_equal(lope_tuning_set(&s->tuning, name, value), LOPE_OK);
    assert_int_equal(lope_moveset_make(&s->moveset, &s->tuning, NULL), LOPE_OK);
}

static lope_point to_world(const stage *s, brute_point p)
{
    lope_point turned = lope_quat_rotate_point(s->turn, lope_point_make(p.x, p.y, p.z));
    return lope_point_add(s->origin, turned);
}

static brute_point to_scene(const stage *s, lope_point p)
{
    lope_point q = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(p, s->origin));
    return brute_make(q.x, q.y, q.z);
}

static void remember(stage *s, brute_point a, brute_point b, brute_point c)
{
    assert_true(s->triangle_count < STAGE_TRIANGLES);
    brute_triangle t = {{a, b, c}};
    s->triangles[s->triangle_count++] = t;
}

// The eight corners of a box of size (2 hx, 2 hy, 2 hz) under a rotation, in scene coordinates; x fastest,
// then y by the order of box_triangles.
static void box_corners(brute_point center, lope_quat rotation, double hx, double hy, double hz, brute_point corners[8])
{
    static const double signs[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                       {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    for (int i = 0; i < 8; i++) {
        lope_point local = lope_point_make(signs[i][0] * hx, signs[i][1] * hy, signs[i][2] * hz);
        lope_point p = lope_quat_rotate_point(rotation, local);
        corners[i] = brute_add(center, brute_make(p.x, p.y, p.z));
    }
}

static lope_body add_hull(stage *s, brute_point center, const brute_point corners[8])
{
    float points[24];
    for (int i = 0; i < 8; i++) {
        brute_point d = brute_sub(corners[i], center);
        points[3 * i] = (float)d.x;
        points[3 * i + 1] = (float)d.y;
        points[3 * i + 2] = (float)d.z;
    }
    lope_hull_def def = {.points = points, .point_count = 8};
    def.body.position = to_world(s, center);
    def.body.rotation = s->turn;
    return lope_level_add_hull(s->level, &def);
}

static lope_body add_solid(stage *s, brute_point center, lope_quat rotation, double hx, double hy, double hz)
{
    brute_point corners[8];
    box_corners(center, rotation, hx, hy, hz, corners);
    for (int i = 0; i < 12; i++)
        remember(s, corners[box_triangles[3 * i]], corners[box_triangles[3 * i + 1]], corners[box_triangles[3 * i + 2]]);
    lope_body body = {0, 0};
    if (s->form == STAGE_MESH) return body;
    if (s->form == STAGE_HULLS) {
        body = add_hull(s, center, corners);
    } else {
        lope_error error = {0};
        lope_box_def def = {.size = {(float)(2 * hx), (float)(2 * hy), (float)(2 * hz)}};
        def.body.position = to_world(s, center);
        def.body.rotation = lope_quat_multiply(s->turn, rotation);
        def.body.error = &error;
        body = lope_level_add_box(s->level, &def);
    }
    assert_true(lope_level_valid(s->level, body));
    s->mesh_from = s->triangle_count;
    return body;
}

lope_body stage_box(stage *s, double x0, double y0, double z0, double x1, double y1, double z1)
{
    brute_point center = brute_make((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    return add_solid(s, center, lope_quat_identity(), (x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2);
}

static lope_quat quat_about(float x, float y, float z, double degrees)
{
    double half = degrees * 3.14159265358979323846 / 360.0;
    lope_quat q = {x * (float)sin(half), y * (float)sin(half), z * (float)sin(half), (float)cos(half)};
    return q;
}

lope_body stage_tilted_box(stage *s, double x, double y, double z, double sx, double sy, double sz, double degrees, double yaw)
{
    lope_quat rotation = lope_quat_multiply(quat_about(0, 1, 0, yaw), quat_about(0, 0, 1, degrees));
    return add_solid(s, brute_make(x, y, z), rotation, sx / 2, sy / 2, sz / 2);
}

void stage_blade(stage *s, const double plan[3][2], double y0, double y1)
{
    static const int faces[24] = {0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5};
    brute_point p[6];
    float points[18];
    for (int i = 0; i < 6; i++) {
        p[i] = brute_make(plan[i % 3][0], i < 3 ? y0 : y1, plan[i % 3][1]);
        points[3 * i] = (float)p[i].x;
        points[3 * i + 1] = (float)p[i].y;
        points[3 * i + 2] = (float)p[i].z;
    }
    for (int i = 0; i < 8; i++) remember(s, p[faces[3 * i]], p[faces[3 * i + 1]], p[faces[3 * i + 2]]);
    if (s->form == STAGE_MESH) return;
    lope_hull_def def = {.points = points, .point_count = 6};
    def.body.position = s->origin;
    def.body.rotation = s->turn;
    assert_true(lope_level_valid(s->level, lope_level_add_hull(s->level, &def)));
    s->mesh_from = s->triangle_count;
}

void stage_ramp(stage *s, double x, double y, double z, double degrees, double yaw, double length, double width)
{
    double a = degrees * 3.14159265358979323846 / 180.0, w = yaw * 3.14159265358979323846 / 180.0;
    double along = (length - 2.0) / 2, thick = 0.5;
    double flat = along * cos(a) + thick * sin(a), up = along * sin(a) - thick * cos(a);
    stage_tilted_box(s, x + flat * cos(w), y + up, z - flat * sin(w), length + 2.0, 2 * thick, width, degrees, yaw);
}

void stage_floor(stage *s) { stage_box(s, -50, -1, -50, 50, 0, 50); }

void stage_sheet(stage *s, brute_point a, brute_point b, brute_point c, brute_point d)
{
    stage_flush(s);
    remember(s, a, b, c);
    remember(s, a, c, d);
    stage_form form = s->form;
    s->form = STAGE_MESH;
    stage_flush(s);
    s->form = form;
}

lope_body stage_moving_box(stage *s, double x, double y, double z, double sx, double sy, double sz)
{
    lope_box_def def = {.size = {(float)sx, (float)sy, (float)sz}};
    def.body.position = to_world(s, brute_make(x, y, z));
    def.body.rotation = s->turn;
    def.body.moving = true;
    lope_body body = lope_level_add_box(s->level, &def);
    assert_true(lope_level_valid(s->level, body));
    return body;
}

lope_body stage_volume(stage *s, double x0, double y0, double z0, double x1, double y1, double z1, bool moving,
                       const lope_volume *volume)
{
    lope_volume turned = *volume;
    turned.gravity = lope_quat_rotate(s->turn, volume->gravity);
    turned.gravity_point = to_world(s, brute_make(volume->gravity_point.x, volume->gravity_point.y, volume->gravity_point.z));
    lope_box_def def = {.size = {(float)(x1 - x0), (float)(y1 - y0), (float)(z1 - z0)}};
    def.body.position = to_world(s, brute_make(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)));
    def.body.rotation = s->turn;
    def.body.moving = moving;
    def.body.volume = &turned;
    lope_body body = lope_level_add_box(s->level, &def);
    assert_true(lope_level_valid(s->level, body));
    return body;
}

void stage_carry(stage *s, lope_body body, double x, double y, double z)
{
    lope_transform pose = {to_world(s, brute_make(x, y, z)), s->turn};
    assert_int_equal(lope_level_set_pose(s->level, body, &pose), LOPE_OK);
}

void stage_flush(stage *s)
{
    int count = s->triangle_count - s->mesh_from;
    if (s->form != STAGE_MESH || count == 0) return;
    float *points = calloc((size_t)count * 9, sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            brute_point p = s->triangles[s->mesh_from + i].v[k];
            points[9 * i + 3 * k] = (float)p.x;
            points[9 * i + 3 * k + 1] = (float)p.y;
            points[9 * i + 3 * k + 2] = (float)p.z;
        }
    lope_error error = {0};
    lope_mesh_def def = {.points = points, .point_count = (uint32_t)count * 3, .error = &error};
    def.body.position = s->origin;
    def.body.rotation = s->turn;
    lope_body body = lope_level_add_mesh(s->level, &def);
    if (!lope_level_valid(s->level, body)) fail_msg("mesh refused: %s: %s", error.field, error.text);
    free(points);
    s->mesh_from = s->triangle_count;
}

void stage_place(stage *s, double x, double y, double z, uint32_t mode)
{
    stage_flush(s);
    lope_error error = {0};
    lope_state_def def = {.feet = to_world(s, brute_make(x, y, z)), .mode = mode, .error = &error};
    def.up = lope_quat_rotate(s->turn, lope_vec3_make(0, 1, 0));
    if (lope_state_init(&s->state, &def) != LOPE_OK) fail_msg("state refused: %s: %s", error.field, error.text);
    s->requests = (lope_requests){0};
    s->input = (lope_input){.requests = &s->requests};
    s->event_count = 0;
    s->time = 0;
    s->tick = 0;
    lope_nearby_clear(s->nearby);
}

brute_point stage_feet(const stage *s) { return to_scene(s, s->state.feet); }

brute_point stage_velocity(const stage *s)
{
    lope_point v = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_vec3_to_point(s->state.velocity));
    return brute_make(v.x, v.y, v.z);
}

void stage_set_velocity(stage *s, double x, double y, double z)
{
    s->state.velocity = lope_quat_rotate(s->turn, lope_vec3_make((float)x, (float)y, (float)z));
}

double stage_speed(const stage *s)
{
    brute_point v = stage_velocity(s);
    return sqrt(v.x * v.x + v.z * v.z);
}

void stage_move(stage *s, double x, double z) { s->input.move = lope_vec3_make((float)x, 0, (float)z); }

static bool finite_state(const lope_state *state)
{
    double sum = state->feet.x + state->feet.y + state->feet.z;
    sum += (double)(state->velocity.x + state->velocity.y + state->velocity.z) + state->jump_start;
    sum += (double)(state->yaw + state->pitch + state->coyote_left + state->jump_buffer_left + state->step_debt);
    return isfinite(sum);
}

void stage_tick(stage *s, float dt)
{
    lope_input input = s->input;
    input.move = lope_quat_rotate(s->turn, s->input.move);
    input.requests = &s->requests;
    lope_result result = lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, dt, &s->report);
    if (result != LOPE_OK) fail_msg("tick %d refused: %s", (int)s->tick, lope_result_text(result));
    if (!finite_state(&s->state)) fail_msg("tick %d: a number is not finite", (int)s->tick);
    s->tick++;
    for (uint32_t i = 0; i < s->report.event_count && s->event_count < STAGE_EVENTS; i++) {
        stage_event *e = &s->events[s->event_count++];
        e->time = s->time + (double)s->report.events[i].time;
        e->tick = s->tick;
        e->event = s->report.events[i];
        bool first = i == 0, later = !first && e->event.time >= e[-1].event.time && e->event.sequence == e[-1].event.sequence + 1;
        if (!first && !later && s->report.events_dropped == 0)
            fail_msg("tick %d: event %u is not in order", (int)s->tick, (unsigned)i);
    }
    s->time += (double)dt;
    s->input.pressed = 0;
    s->requests.asked = 0;
    s->requests.impulse = lope_vec3_make(0, 0, 0);
    lope_level_end_tick(s->level);
}

void stage_run(stage *s, double seconds, float rate)
{
    int ticks = (int)(seconds * (double)rate + 0.5);
    for (int i = 0; i < ticks; i++) stage_tick(s, 1.0f / rate);
}

int stage_count(const stage *s, lope_event_kind kind)
{
    int n = 0;
    for (int i = 0; i < s->event_count; i++) n += s->events[i].event.kind == (uint32_t)kind;
    return n;
}

const stage_event *stage_first(const stage *s, lope_event_kind kind)
{
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].event.kind == (uint32_t)kind) return &s->events[i];
    return NULL;
}

const stage_event *stage_last(const stage *s, lope_event_kind kind)
{
    for (int i = s->event_count - 1; i >= 0; i--)
        if (s->events[i].event.kind == (uint32_t)kind) return &s->events[i];
    return NULL;
}

// True when the triangle is farther than `reach` from the upright segment a-b along some axis.
static bool far_from(const brute_triangle *t, brute_point a, brute_point b, double reach)
{
    const brute_point *v = t->v;
    return (v[0].x > a.x + reach && v[1].x > a.x + reach && v[2].x > a.x + reach) ||
           (v[0].x < a.x - reach && v[1].x < a.x - reach && v[2].x < a.x - reach) ||
           (v[0].y > b.y + reach && v[1].y > b.y + reach && v[2].y > b.y + reach) ||
           (v[0].y < a.y - reach && v[1].y < a.y - reach && v[2].y < a.y - reach) ||
           (v[0].z > a.z + reach && v[1].z > a.z + reach && v[2].z > a.z + reach) ||
           (v[0].z < a.z - reach && v[1].z < a.z - reach && v[2].z < a.z - reach);
}

double stage_depth(const stage *s)
{
    brute_point feet = stage_feet(s);
    double radius = (double)s->state.radius;
    lope_point up = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_vec3_to_point(s->state.up));
    double top = (double)s->state.height - radius;
    brute_point a = brute_make(feet.x + radius * up.x, feet.y + radius * up.y, feet.z + radius * up.z);
    brute_point b = brute_make(feet.x + top * up.x, feet.y + top * up.y, feet.z + top * up.z);
    double deepest = 0;
    for (int i = 0; i < s->triangle_count; i++) {
        if (far_from(&s->triangles[i], a, b, radius)) continue;
        double depth = radius - brute_distance(a, b, &s->triangles[i], NULL);
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

bool stage_walking(const stage *s) { return s->state.mode == LOPE_MODE_WALKING; }
