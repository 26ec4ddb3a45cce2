// test_nearby.c - the working memory of a tick: how much it is, that it is kept, taken ahead, and that a tick
// without it is refused whole.
#include "../base/helpers.h"
#include "../behaviour/check.h"
#include "../behaviour/stage.h"
#include "motion/nearby/gather.h"

#define DT (1.0f / 60)

// Everything that can be near: triangles, round shapes, volumes, what moves and what does not.
static stage *open_room(void)
{
    static const lope_volume water = {.water = true};
    stage *s = stage_open(STAGE_MESH);
    stage_floor(s);
    stage_box(s, 1, 0, -3, 2, 0.3, 3);
    stage_tilted_box(s, -2, 0, 0, 1, 1, 4, 30, 20);
    stage_volume(s, -4, -1, -4, 4, 0.3, 4, false, &water);
    stage_volume(s, -1, 0.5, -1, 1, 2, 1, true, &water);
    stage_moving_box(s, 0, 1, -2, 1, 1, 1);
    for (int i = 0; i < 12; i++) {
        const double angle = i * 0.5236;
        lope_level_add_sphere(s->level,
                              &(lope_sphere_def){.body = {.position = {1.5 * cos(angle), 1, 1.5 * sin(angle)}}, .radius = 0.2f});
        lope_level_add_cylinder(
            s->level, &(lope_cylinder_def){.body = {.position = {1.7 * cos(angle), 0.4, 1.7 * sin(angle)}, .moving = true},
                                           .radius = 0.1f,
                                           .height = 0.3f});
    }
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_move(s, 1, 0.3);
    return s;
}

static lope_result tick(stage *s, lope_state *state, lope_nearby *nearby)
{
    return lope_move(state, &s->input, &s->moveset, &s->surroundings, nearby, DT, &s->report);
}

// Wherever memory runs out, the tick is refused, the state is as it was, and with memory the tick is the same
// as ever.
static void a_tick_without_memory_is_refused_whole(void **unused)
{
    (void)unused;
    stage *s = open_room();
    lope_state wanted = s->state;
    assert_int_equal(tick(s, &wanted, s->nearby), LOPE_OK);
    uint32_t left = 0;
    for (bool done = false; !done; left++) {
        countdown count = countdown_of(1);
        const lope_allocator hooks = countdown_hooks(&count);
        lope_nearby *nearby = lope_nearby_create(&hooks);
        assert_non_null(nearby);
        count.left = left;
        lope_state state = s->state;
        const lope_result result = tick(s, &state, nearby);
        done = result == LOPE_OK;
        if (!done) {
            assert_int_equal(result, LOPE_ERROR_MEMORY);
            assert_memory_equal(&state, &s->state, sizeof state);
            count.left = 1000;
            assert_int_equal(tick(s, &state, nearby), LOPE_OK);
        }
        assert_memory_equal(&state, &wanted, sizeof state);
        lope_nearby_destroy(nearby);
        assert_int_equal(count.blocks, 0);
        assert_int_equal(count.bytes, 0);
    }
    printf("  memory ran out at %u places\n", (unsigned)left - 1);
    assert_true(left > 8);
    countdown none = countdown_of(0);
    const lope_allocator hooks = countdown_hooks(&none);
    assert_null(lope_nearby_create(&hooks));
    stage_close(s);
}

// What it says that it takes is what it has taken; ticks make it larger, forgetting does not make it smaller.
static void its_bytes_are_what_it_takes(void **unused)
{
    (void)unused;
    stage *s = open_room();
    countdown count = countdown_of(1000);
    const lope_allocator hooks = countdown_hooks(&count);
    lope_nearby *nearby = lope_nearby_create(&hooks);
    assert_int_equal(lope_nearby_bytes(nearby), count.bytes);
    const size_t empty = count.bytes;
    lope_state state = s->state;
    assert_int_equal(tick(s, &state, nearby), LOPE_OK);
    assert_true(count.bytes > empty);
    assert_int_equal(lope_nearby_bytes(nearby), count.bytes);
    for (int i = 0; i < 60; i++) assert_int_equal(tick(s, &state, nearby), LOPE_OK);
    const size_t most = count.bytes;
    assert_int_equal(lope_nearby_bytes(nearby), most);
    lope_nearby_clear(nearby);
    assert_int_equal(lope_nearby_bytes(nearby), most);
    assert_int_equal(lope_nearby_bytes(NULL), 0);
    lope_nearby_destroy(nearby);
    lope_nearby_clear(NULL);
    lope_nearby_destroy(NULL);
    stage_close(s);
}

// Memory taken ahead: ticks on a floor with a few steps then ask for none.
static void memory_can_be_taken_ahead(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_MESH);
    stage_floor(s);
    for (int i = 0; i < 6; i++) stage_box(s, 2 + i, -1, -3, 3 + i, 0.2 * i, 3);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_move(s, 1, 0);
    countdown count = countdown_of(1000);
    const lope_allocator hooks = countdown_hooks(&count);
    lope_nearby *nearby = lope_nearby_create(&hooks);
    assert_int_equal(lope_nearby_reserve(nearby, 256), LOPE_OK);
    assert_int_equal(lope_nearby_bytes(nearby), count.bytes);
    count.left = 0;
    lope_state state = s->state;
    for (int i = 0; i < 72; i++) assert_int_equal(tick(s, &state, nearby), LOPE_OK);
    assert_true(state.feet.x > 6 && state.feet.y > 0.79); // up the steps
    assert_int_equal(lope_nearby_reserve(nearby, 100000), LOPE_ERROR_MEMORY);
    assert_int_equal(tick(s, &state, nearby), LOPE_OK); // what there is is kept
    lope_nearby_destroy(nearby);
    assert_int_equal(count.bytes, 0);
    stage_close(s);
}

// A game's own ground, out of order: a floor, a ramp on it and a triangle without area.
static const lope_sink_face ground[] = {
    {{{2, 0, 5}, {6, 1, -5}, {2, 0, -5}}, 7, 1},   {{{-9, 0, 9}, {9, 0, 9}, {9, 0, -9}}, 4, 0},
    {{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, 5, 0},     {{{2, 0, 5}, {6, 1, 5}, {6, 1, -5}}, 6, 1},
    {{{-9, 0, 9}, {9, 0, -9}, {-9, 0, -9}}, 3, 0},
};
enum { FACES = sizeof ground / sizeof ground[0] };

typedef struct own_ground {
    lope_sink_body body;
    bool bulk;
} own_ground;

static lope_result give_ground(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                               lope_sink *sink)
{
    static const uint32_t which[FACES] = {0, 1, 2, 3, 4};
    const own_ground *own = context;
    (void)bounds;
    (void)filter;
    if (kind != LOPE_STATIC) return LOPE_OK;
    lope_sink_begin(sink, &own->body);
    if (own->bulk) lope_sink_faces(sink, ground, which, FACES);
    for (int i = FACES - 1; i >= 0 && !own->bulk; i--)
        lope_sink_triangle(sink, ground[i].v[0], ground[i].v[1], ground[i].v[2], ground[i].index, ground[i].two_sided != 0);
    return LOPE_OK;
}

static lope_state walk_on_own(stage *s, own_ground *own, bool bulk)
{
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_state state = s->state;
    own->bulk = bulk;
    for (int i = 0; i < 90; i++) assert_int_equal(tick(s, &state, nearby), LOPE_OK);
    lope_nearby_destroy(nearby);
    return state;
}

// Whether a game hands out its triangles at once or one by one, and in which order, is one to the walker.
static void triangles_at_once_are_triangles_one_by_one(void **unused)
{
    (void)unused;
    const float turns[] = {0, 0.4f};
    for (int t = 0; t < 2; t++) {
        stage *s = stage_open(STAGE_MESH);
        own_ground own = {.body = {.id = 12, .pose = {.position = {0.3, 0, 0.1}}}};
        own.body.pose.rotation = (lope_quat){0, lope_sin(turns[t]), 0, lope_cos(turns[t])};
        s->surroundings = (lope_surroundings){.context = &own, .gather = give_ground};
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_move(s, 1, 0);
        lope_state at_once = walk_on_own(s, &own, true), one_by_one = walk_on_own(s, &own, false);
        assert_memory_equal(&at_once, &one_by_one, sizeof at_once);
        assert_true(at_once.feet.x > 4 && at_once.feet.y > 0.2); // up the ramp
        stage_close(s);
    }
}

static lope_point origin_of(lope_nearby *nearby, const stage *s, lope_point feet, double unit)
{
    lope_near_self self = {.heading = {0, 0, 0}};
    lope_nearby_begin(nearby, &s->surroundings, (lope_filter){.channels = LOPE_CHANNEL_SOLID}, feet, &self, unit);
    return nearby->origin;
}

// The origin depends on the feet alone, never on where a nearby was before: about the borders of cells, where
// there are few and where doubles are coarse, in metres and in centimetres.
static void a_kept_nearby_has_the_origin_of_a_fresh_one(void **unused)
{
    (void)unused;
    static const double cells[] = {0, 1, -1, 3, -40, 625000, -62500000, 4e9, -1e13, 1e17};
    static const double beside[] = {0, 1e-12, 1e-7, 1e-4, 9e-4, 1e-3, 1.1e-3, 0.01, 0.3, 0.499};
    stage *s = open_room();
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        for (size_t k = 0; k < 2 * sizeof beside / sizeof *beside; k++)
            for (double unit = 1; unit <= 100; unit *= 100) {
                const double off = k % 2 == 0 ? beside[k / 2] : -beside[k / 2], grid = LOPE_GRID * unit;
                const double home = cells[i] * grid, border = (cells[i] + 0.5 + off) * grid;
                const lope_point feet = {border, home, -border};
                lope_nearby *fresh = lope_nearby_create(NULL), *kept = lope_nearby_create(NULL);
                origin_of(kept, s, lope_point_make(home, home, -home), unit);
                kept->kept = true;
                const lope_point was = origin_of(kept, s, lope_point_make(home, home, -home), unit);
                assert_true(was.x >= home && was.x <= home);
                kept->kept = true;
                const lope_point a = origin_of(fresh, s, feet, unit), b = origin_of(kept, s, feet, unit);
                if (memcmp(&a, &b, sizeof a) != 0)
                    fail_msg("cell %g, %g of it beyond the border, unit %g: %.17g and %.17g", cells[i], off, unit, a.x, b.x);
                lope_nearby_destroy(fresh);
                lope_nearby_destroy(kept);
            }
    stage_close(s);
}

// ---- fences -------------------------------------------------------------------------------------

// Two characters over the place, and a box that moves between them; more than was asked for is given, as is
// allowed.
static lope_result give_column(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                               lope_sink *sink)
{
    (void)context, (void)bounds, (void)filter;
    if (kind != LOPE_MOVING) return LOPE_OK;
    const lope_vec3 low = {0, 0.3f, 0}, high = {0, 1.5f, 0}, half = {1, 1, 1};
    const lope_quat upright = {0, 0, 0, 1};
    for (uint64_t id = 1; id <= 3; id++) {
        const lope_sink_body body = {.id = id,
                                     .moving = true,
                                     .character = id != 2,
                                     .pose = {.position = {0,
                                                           id == 1   ? 2.5
                                                           : id == 2 ? 20.0
                                                                     : 50.0,
                                                           0},
                                              .rotation = upright}};
        lope_sink_begin(sink, &body);
        if (id == 2)
            lope_sink_box(sink, (lope_vec3){0, 0, 0}, upright, half, 0);
        else
            lope_sink_capsule(sink, low, high, 0.3f, 0);
    }
    return LOPE_OK;
}

static lope_bounds up_to(double height) { return (lope_bounds){{-0.3, 0, -0.3}, {0.3, height, 0.3}}; }

// Fences stand for those who touch what a cover has asked for: not for others that were given with them, nor
// by a look at surfaces.
static void fences_stand_for_what_is_covered(void **unused)
{
    (void)unused;
    const lope_surroundings around = {.gather = give_column};
    const lope_filter filter = {.channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER};
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_near_self self = {.start = {{0, 0.3, 0}, {0, 1.5, 0}, 0.3}, .own = 100};
    lope_nearby_begin(nearby, &around, filter, (lope_point){0, 0, 0}, &self, 1);
    uint32_t gathers = 0;
    const lope_bounds near_by = up_to(1.8), one = up_to(3), column = up_to(100), both = up_to(60);
    assert_int_equal(lope_nearby_cover(nearby, &around, filter, &near_by, &gathers), LOPE_OK);
    assert_int_equal(nearby->fence_count, 0);
    assert_int_equal(lope_nearby_cover(nearby, &around, filter, &one, &gathers), LOPE_OK);
    assert_int_equal(nearby->fence_count, 1);
    assert_int_equal(lope_nearby_look(nearby, &around, filter, &column, true, &gathers), LOPE_OK);
    assert_int_equal(nearby->fence_count, 1);
    assert_int_equal(nearby->sets[1].triangle_count, 12);
    assert_int_equal(nearby->sets[1].bodies[nearby->fences[0].body].id, 1);
    assert_true(lope_nearby_covers(nearby, &one));
    assert_false(lope_nearby_covers(nearby, &both));
    assert_int_equal(lope_nearby_cover(nearby, &around, filter, &both, &gathers), LOPE_OK);
    assert_int_equal(nearby->fence_count, 2);
    assert_true(gathers >= 5); // of what moves, and of what does not
    lope_nearby_destroy(nearby);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_without_memory_is_refused_whole),
        cmocka_unit_test(its_bytes_are_what_it_takes),
        cmocka_unit_test(memory_can_be_taken_ahead),
        cmocka_unit_test(triangles_at_once_are_triangles_one_by_one),
        cmocka_unit_test(a_kept_nearby_has_the_origin_of_a_fresh_one),
        cmocka_unit_test(fences_stand_for_what_is_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
