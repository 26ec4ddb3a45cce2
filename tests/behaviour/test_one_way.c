// test_one_way.c - one-way bodies: passed from below and from beside, stood upon, dropped through; of every
// shape, at every rate, in any gravity, still, moving and turning.
#include "check.h"

#include <lope/lope.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RATES 6
static const float rates[RATES] = {20, 30, 60, 120, 240, 1000};
#define TOP 1.4 // m, of the shelf

typedef enum form { BOX, SHEET, CLOSED_MESH, HULL, SPHERE, CAPSULE, CYLINDER, HEIGHT_FIELD, FORMS } form;
static const char *const form_names[FORMS] = {"box",    "sheet",   "closed mesh", "hull",
                                              "sphere", "capsule", "cylinder",    "height field"};

typedef struct place {
    lope_level *level;
    lope_surroundings around;
    lope_quat turn;
    lope_body shelf;
    lope_point shelf_at; // of its body, in the scene
    lope_tuning tuning;
    lope_moveset moveset;
    lope_state state;
    lope_nearby *nearby;
    lope_input input;
    lope_requests requests;
    lope_report report;
    int lands, walk_offs, refusals;
} place;

static lope_point out(const place *p, double x, double y, double z)
{
    return lope_quat_rotate_point(p->turn, lope_point_make(x, y, z));
}

static lope_point feet_of(const place *p)
{
    const lope_quat back = {-p->turn.x, -p->turn.y, -p->turn.z, p->turn.w};
    return lope_quat_rotate_point(back, p->state.feet);
}

static const float cube_points[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1};
static const uint32_t cube_faces[36] = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                                        0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};

// The top of each shelf is at TOP over the origin; it reaches 1.5 m to each side, round ones less.
static void add_shelf(place *p, form kind, bool moving)
{
    lope_body_def def = {.surface.one_way = true, .moving = moving, .rotation = p->turn};
    const double thick = kind == SPHERE || kind == CAPSULE ? 0.6 : kind == SHEET || kind == HEIGHT_FIELD ? 0 : 0.15;
    p->shelf_at = lope_point_make(0, TOP - thick, 0);
    def.position = out(p, 0, TOP - thick, 0);
    float points[24], heights[9] = {0};
    for (int i = 0; i < 24; i++) points[i] = cube_points[i] * (i % 3 == 1 ? 0.15f : 1.5f);
    static const float sheet[12] = {-1.5f, 0, -1.5f, -1.5f, 0, 1.5f, 1.5f, 0, 1.5f, 1.5f, 0, -1.5f};
    static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
    switch (kind) {
    case BOX:
        p->shelf = lope_level_add_box(p->level, &(lope_box_def){.body = def, .size = {3, 0.3f, 3}});
        break;
    case SHEET:
        p->shelf = lope_level_add_mesh(
            p->level, &(lope_mesh_def){.body = def, .points = sheet, .point_count = 4, .indices = two, .triangle_count = 2});
        break;
    case CLOSED_MESH:
        p->shelf = lope_level_add_mesh(
            p->level,
            &(lope_mesh_def){.body = def, .points = points, .point_count = 8, .indices = cube_faces, .triangle_count = 12});
        break;
    case HULL:
        p->shelf = lope_level_add_hull(p->level, &(lope_hull_def){.body = def, .points = points, .point_count = 8});
        break;
    case SPHERE:
        p->shelf = lope_level_add_sphere(p->level, &(lope_sphere_def){.body = def, .radius = 0.6f});
        break;
    case CAPSULE:
        def.rotation = lope_quat_multiply(p->turn, lope_quat_from_axis(lope_vec3_make(1, 0, 0), 1.57079633f));
        p->shelf = lope_level_add_capsule(p->level, &(lope_capsule_def){.body = def, .radius = 0.6f, .height = 3});
        break;
    case CYLINDER:
        p->shelf = lope_level_add_cylinder(p->level, &(lope_cylinder_def){.body = def, .radius = 1.5f, .height = 0.3f});
        break;
    default:
        p->shelf = lope_level_add_height_field(
            p->level, &(lope_height_field_def){.body = def, .heights = heights, .columns = 3, .rows = 3, .cell = 1.5f});
    }
    assert_true(p->shelf.generation != 0);
}

static place *open_place(form kind, bool turned, bool moving)
{
    place *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->turn = turned ? lope_quat_normalize((lope_quat){0.5f, -0.3f, 0.4f, 0.6f}) : lope_quat_identity();
    p->level = lope_level_create(NULL);
    lope_level_add_box(p->level,
                       &(lope_box_def){.body = {.position = out(p, 0, -0.5, 0), .rotation = p->turn}, .size = {40, 1, 40}});
    add_shelf(p, kind, moving);
    p->around = lope_level_surroundings(p->level);
    p->tuning = lope_tuning_default();
    p->tuning.jump_speed = 6;
    assert_int_equal(lope_moveset_make(&p->moveset, &p->tuning, NULL), LOPE_OK);
    p->nearby = lope_nearby_create(NULL);
    return p;
}

static void stand(place *p, double x, double y, double z)
{
    const lope_vec3 up = lope_point_to_vec3(out(p, 0, 1, 0));
    lope_nearby_clear(p->nearby);
    assert_int_equal(lope_state_init(&p->state, &(lope_state_def){.feet = out(p, x, y, z), .up = up}), LOPE_OK);
    p->state.gravity = lope_vec3_scale(up, -9.8f);
    p->input = (lope_input){0};
    p->lands = p->walk_offs = p->refusals = 0;
}

static void close_place(place *p)
{
    lope_nearby_destroy(p->nearby);
    lope_level_destroy(p->level);
    free(p);
}

// Carries the shelf by that much from where it was made, and turns it about up.
static void carry(place *p, double x, double y, double z, float yaw)
{
    const lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), yaw);
    const lope_transform pose = {out(p, p->shelf_at.x + x, p->shelf_at.y + y, p->shelf_at.z + z),
                                 lope_quat_normalize(lope_quat_multiply(p->turn, turn))};
    assert_int_equal(lope_level_set_pose(p->level, p->shelf, &pose), LOPE_OK);
}

static void tick(place *p, float seconds)
{
    assert_int_equal(lope_move(&p->state, &p->input, &p->moveset, &p->around, p->nearby, seconds, &p->report), LOPE_OK);
    lope_level_end_tick(p->level);
    p->input.pressed = 0;
    p->input.requests = NULL;
    for (uint32_t i = 0; i < p->report.event_count; i++) {
        p->lands += p->report.events[i].kind == LOPE_EVENT_LAND;
        p->walk_offs += p->report.events[i].kind == LOPE_EVENT_WALK_OFF;
        p->refusals += p->report.events[i].kind == LOPE_EVENT_REFUSE && p->report.events[i].from == LOPE_ASKED_DROP;
    }
}

static void run(place *p, double seconds, float rate)
{
    for (int i = 0; i < (int)(seconds * (double)rate + 0.5); i++) tick(p, 1 / rate);
}

static void ask_drop(place *p)
{
    p->requests = (lope_requests){.asked = LOPE_REQUEST_DROP};
    p->input.requests = &p->requests;
}

// Stands under it, jumps up through it and stands on it; drops through it and lands on the floor.
static void up_through_and_down_again(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < FORMS; kind++)
        for (int r = 0; r < RATES; r++)
            for (int turned = 0; turned < 2; turned++) {
                place *p = open_place((form)kind, turned, false);
                stand(p, 0, 0, 0);
                run(p, 0.2, rates[r]);
                p->input.pressed = LOPE_BUTTON_JUMP;
                double highest = 0, hit = 0;
                for (int i = 0; i < (int)(1.5f * rates[r]); i++) {
                    tick(p, 1 / rates[r]);
                    highest = fmax(highest, feet_of(p).y);
                    for (uint32_t e = 0; e < p->report.event_count; e++) hit += p->report.events[e].kind == LOPE_EVENT_HIT;
                }
                const char *name = form_names[kind];
                if (!(highest > 1.75) || hit > 0)
                    fail_msg("%s at %g Hz: rises to %g m, %g hits", name, (double)rates[r], highest, hit);
                if (!(fabs(feet_of(p).y - TOP) < 1e-3))
                    fail_msg("%s at %g Hz: stands at %g m", name, (double)rates[r], feet_of(p).y);
                assert_int_equal(p->lands, 1);
                assert_int_equal(p->state.mode, LOPE_MODE_WALKING);
                run(p, 0.5, rates[r]);
                if (!(fabs(feet_of(p).y - TOP) < 1e-3))
                    fail_msg("%s at %g Hz, turned %d: stays at %g %g %g", name, (double)rates[r], turned, feet_of(p).x,
                             feet_of(p).y, feet_of(p).z);
                ask_drop(p);
                run(p, 1, rates[r]);
                if (!(fabs(feet_of(p).y) < 1e-3)) fail_msg("%s at %g Hz: drops to %g m", name, (double)rates[r], feet_of(p).y);
                assert_int_equal(p->refusals, 0);
                ask_drop(p); // the floor is solid
                run(p, 0.2, rates[r]);
                assert_int_equal(p->refusals, 1);
                check_near("stays on the floor", feet_of(p).y, 0, 1e-6);
                close_place(p);
            }
}

// Walks through it on the floor: the shelf is at breast height, and is not there.
static void walks_through_from_beside(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < FORMS; kind++)
        for (int r = 0; r < RATES; r++) {
            place *p = open_place((form)kind, r % 2, false);
            stand(p, -4, 0, 0.1);
            p->input.move = lope_point_to_vec3(out(p, 1, 0, 0));
            run(p, 1.6, rates[r]);
            if (!(feet_of(p).x > 3.5)) fail_msg("%s at %g Hz: comes to %g m", form_names[kind], (double)rates[r], feet_of(p).x);
            check_near("on the floor", feet_of(p).y, 0, 1e-6);
            assert_int_equal(p->walk_offs, 0);
            close_place(p);
        }
}

// Walks over it and off its end: it holds like any floor. Of forms with a level top.
static void walks_on_it_as_on_any_floor(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < FORMS; kind++)
        for (int r = 0; r < RATES; r++) {
            if (kind == SPHERE || kind == CAPSULE) continue;
            place *p = open_place((form)kind, r % 2, false);
            stand(p, -1.2, TOP, 0);
            p->input.move = lope_point_to_vec3(out(p, 0.3, 0, 0));
            run(p, 1.2, rates[r]);
            check_near("on it", feet_of(p).y, TOP, 1e-6);
            assert_int_equal(p->walk_offs, 0);
            run(p, 2, rates[r]);
            assert_int_equal(p->walk_offs, 1);
            check_near("on the floor", feet_of(p).y, 0, 1e-6);
            close_place(p);
        }
}

// Stands on it while it goes up and down, sideways and round; drops from it.
static void rides_on_it(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < FORMS; kind++)
        for (int r = 0; r < RATES; r++) {
            if (kind == SPHERE || kind == CAPSULE) continue;
            const bool turns = r % 2;
            place *p = open_place((form)kind, r % 3 == 0, true);
            carry(p, 0, 0, 0, 0);
            lope_level_end_tick(p->level);
            stand(p, 0.5, TOP, 0.2);
            for (int i = 1; i <= (int)(3 * rates[r]); i++) {
                const double t = i / (double)rates[r], rise = 0.8 * sin(2 * t);
                carry(p, 1.0 * t, rise, 0, turns ? (float)t : 0);
                tick(p, 1 / rates[r]);
                if (!(fabs(feet_of(p).y - TOP - rise) < 1e-3) || p->state.mode != LOPE_MODE_WALKING)
                    fail_msg("%s at %g Hz: %g m over the shelf after %g s", form_names[kind], (double)rates[r],
                             feet_of(p).y - TOP - rise, t);
            }
            ask_drop(p);
            for (int i = 0; i < (int)rates[r]; i++) tick(p, 1 / rates[r]); // the shelf stands still
            if (!(fabs(feet_of(p).y) < 1e-3))
                fail_msg("%s at %g Hz: drops to %g m", form_names[kind], (double)rates[r], feet_of(p).y);
            close_place(p);
        }
}

// A shelf that comes up from below lifts nobody that it has passed, and one that comes down onto a head
// passes over.
static void passes_over_a_character(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < FORMS; kind++)
        for (int r = 0; r < RATES; r++) {
            place *p = open_place((form)kind, false, true);
            carry(p, 0, 2, 0, 0);
            lope_level_end_tick(p->level);
            stand(p, 0, 0, 0);
            for (int i = 1; i <= (int)(2 * rates[r]); i++) {
                carry(p, 0, 2 - 1.5 * i / (double)rates[r], 0, 0); // ends 0.4 m over the floor
                tick(p, 1 / rates[r]);
            }
            if (!(fabs(feet_of(p).y) < 1e-6))
                fail_msg("%s at %g Hz: pushed to %g m", form_names[kind], (double)rates[r], feet_of(p).y);
            assert_int_equal(p->state.stuck_ticks, 0);
            close_place(p);
        }
}

// A body that does not move cannot become one-way later; a static definition is taken for a moving body.
static void only_what_moves_is_one_way(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    const lope_body plain = lope_level_add_box(level, &(lope_box_def){.size = {1, 1, 1}});
    const lope_body shelf = lope_level_add_box(level, &(lope_box_def){.size = {1, 1, 1}, .body.surface.one_way = true});
    assert_int_equal(lope_level_set_surface(level, plain, &(lope_surface){.one_way = true}), LOPE_ERROR_STATE);
    assert_int_equal(lope_level_set_surface(level, shelf, &(lope_surface){0}), LOPE_OK);
    assert_int_equal(lope_level_set_surface(level, shelf, &(lope_surface){.one_way = true}), LOPE_OK);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_through_and_down_again),   cmocka_unit_test(walks_through_from_beside),
        cmocka_unit_test(walks_on_it_as_on_any_floor), cmocka_unit_test(rides_on_it),
        cmocka_unit_test(passes_over_a_character),     cmocka_unit_test(only_what_moves_is_one_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
