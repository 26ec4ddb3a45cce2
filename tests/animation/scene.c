// scene.c - see scene.h.
#include "scene.h"

#include "../behaviour/check.h"

void scene_frame(int which, lope_quat *turn, lope_point *origin)
{
    *turn = lope_quat_identity();
    *origin = lope_point_make(0, 0, 0);
    if (which == 1) *turn = lope_quat_normalize((lope_quat){0.3f, -0.5f, 0.2f, 0.7f});
    if (which == 2) *turn = lope_quat_normalize((lope_quat){-0.6f, 0.1f, 0.7f, -0.2f});
    if (which > 0) *origin = lope_point_make(1e4 * which, -2e4, 5e3);
}

void scene_open(scene *s, lope_quat turn, lope_point origin, double rate)
{
    *s = (scene){.turn = turn, .origin = origin, .seconds = (float)(1 / rate)};
    s->level = lope_level_create(NULL);
    s->nearby = lope_nearby_create(NULL);
    s->ahead = lope_nearby_create(NULL);
    assert_true(s->level && s->nearby && s->ahead);
    s->surroundings = lope_level_surroundings(s->level);
    s->tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&s->moveset, &s->tuning, NULL), LOPE_OK);
}

void scene_close(scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_nearby_destroy(s->ahead);
    lope_level_destroy(s->level);
}

void scene_tune(scene *s, const char *name, double value)
{
    assert_int_equal(lope_tuning_set(&s->tuning, name, value), LOPE_OK);
    assert_int_equal(lope_moveset_make(&s->moveset, &s->tuning, NULL), LOPE_OK);
}

lope_point scene_of(const scene *s, lope_point world)
{
    return lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(world, s->origin));
}

lope_point scene_vector_of(const scene *s, lope_vec3 world)
{
    return lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_vec3_to_point(world));
}

lope_point scene_to_world(const scene *s, lope_point v) { return lope_quat_rotate_point(s->turn, v); }

lope_body scene_box(scene *s, double x, double y, double z, double sx, double sy, double sz, double degrees)
{
    const lope_quat tilt = lope_quat_from_axis(lope_vec3_make(0, 0, 1), (float)(degrees * 3.14159265358979 / 180));
    lope_box_def def = {.size = {(float)sx, (float)sy, (float)sz}};
    def.body.position = lope_point_add(s->origin, scene_to_world(s, lope_point_make(x, y, z)));
    def.body.rotation = lope_quat_multiply(s->turn, tilt);
    const lope_body body = lope_level_add_box(s->level, &def);
    assert_true(lope_level_valid(s->level, body));
    return body;
}

// A moving box's function, and the scene that it stands in. They live as long as the test.
typedef struct mover {
    const scene *s;
    scene_pose *pose;
} mover;
static mover movers[64];
static int mover_count;

static bool pose_at(void *context, uint64_t tick, double time, lope_transform *pose)
{
    const mover *m = context;
    const lope_transform at = m->pose(time);
    (void)tick;
    pose->position = lope_point_add(m->s->origin, scene_to_world(m->s, at.position));
    pose->rotation = lope_quat_multiply(m->s->turn, at.rotation);
    return true;
}

lope_body scene_moving_box(scene *s, scene_pose *pose, double sx, double sy, double sz)
{
    mover *m = &movers[mover_count++ % 64];
    *m = (mover){s, pose};
    lope_box_def def = {.size = {(float)sx, (float)sy, (float)sz}};
    lope_transform start;
    pose_at(m, 0, 0, &start);
    def.body.position = start.position;
    def.body.rotation = start.rotation;
    def.body.moving = true;
    def.body.pose_at = pose_at;
    def.body.pose_context = m;
    const lope_body body = lope_level_add_box(s->level, &def);
    assert_true(lope_level_valid(s->level, body));
    assert_int_equal(lope_level_set_clock(s->level, 0, 0), LOPE_OK);
    return body;
}

void scene_place(scene *s, double x, double y, double z, double vx, double vy, double vz)
{
    lope_state_def def = {.feet = lope_point_add(s->origin, scene_to_world(s, lope_point_make(x, y, z)))};
    def.up = lope_point_to_vec3(scene_to_world(s, lope_point_make(0, 1, 0)));
    def.forward = lope_point_to_vec3(scene_to_world(s, lope_point_make(0, 0, -1)));
    def.velocity = lope_point_to_vec3(scene_to_world(s, lope_point_make(vx, vy, vz)));
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    s->memory = (lope_animation_state){0};
    s->time = 0;
    s->tick = 0;
}

lope_input scene_input(const scene *s)
{
    lope_input input = s->input;
    input.move = lope_point_to_vec3(scene_to_world(s, lope_vec3_to_point(s->input.move)));
    return input;
}

void scene_tick(scene *s)
{
    const lope_input input = scene_input(s);
    const double end = (double)(s->tick + 1) * (double)s->seconds;
    assert_int_equal(lope_level_begin_tick(s->level, s->tick + 1, end), LOPE_OK);
    const lope_result result = lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, s->seconds, &s->report);
    if (result != LOPE_OK) fail_msg("tick %d: %s", (int)s->tick, lope_result_text(result));
    lope_level_end_tick(s->level);
    s->time = end;
    s->tick++;
    s->input.pressed = 0;
    lope_error error = {0};
    if (lope_animation_advance(&s->memory, &s->settings, &s->moveset, &s->state, s->seconds, &error) != LOPE_OK)
        fail_msg("memory: %s %s", error.field, error.text);
}

// Where bodies are in a tick ahead. Times are multiplied as the game multiplies them: for the same bits.
static const lope_surroundings *around(void *context, double start, double end, double share)
{
    scene *s = context;
    const uint64_t tick = s->tick + (uint64_t)(start / (double)s->seconds + 0.5);
    const double seconds = (double)s->seconds;
    const uint32_t count =
        lope_level_places_at(s->level, tick + 1, (double)tick * seconds, (double)(tick + 1) * seconds, s->places, SCENE_PLACES);
    assert_true(count <= SCENE_PLACES && end > start);
    lope_level_places_cut(s->places, count, share);
    assert_int_equal(lope_level_view_make(&s->view, s->level, s->places, count), LOPE_OK);
    s->then = lope_level_surroundings_at(&s->view);
    return &s->then;
}

void scene_ask(scene *s, lope_animation_report *report)
{
    lope_error error = {0};
    const lope_animation_def def = {.state = &s->state,
                                    .memory = &s->memory,
                                    .settings = &s->settings,
                                    .moveset = &s->moveset,
                                    .surroundings = &s->surroundings,
                                    .nearby = s->ahead,
                                    .input = scene_input(s),
                                    .seconds = s->seconds,
                                    .around = s->moves ? around : NULL,
                                    .around_context = s,
                                    .error = &error};
    if (lope_animation_report_make(&def, report) != LOPE_OK) fail_msg("report: %s %s", error.field, error.text);
}
