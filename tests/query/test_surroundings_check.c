// test_surroundings_check.c - lope_surroundings_check passes worlds that keep the contract of gather, and
// names each way to break it; and what a gather hands out beyond what was asked for changes no walk.
#include "stage.h"

#include <lope/move.h>
#include <lope/state.h>
#include <lope/surroundings_check.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define SEED UINT64_C(20261126)

// ---- a small world that can be wrong in many ways --------------------------------------------------------

enum { BODIES = 40, MOVING_FROM = 30 };

typedef enum fault {
    NO_FAULT,
    LETS_OUT_SMALL,  // small bounds get nothing of body 5
    LETS_OUT_WIDE,   // wide bounds get nothing of body 5
    NEW_IDS,         // ids grow from call to call
    ID_TWICE,        // body 6 has the id of body 5
    NUMBER_TWICE,    // both shapes of a body have one number
    ID_NONE,         // body 5 has none
    NOT_UNIT,        // the rotation of body 5 is zero
    NOT_FINITE,      // the position of body 5 is not finite
    STATIC_MOTION,   // body 5 has a motion
    WRONG_KIND,      // a moving body is given as a static one only
    FORGETS_CHANNEL, // bodies are given on their first channel only
    IGNORES_MORE,    // with an ignored body its neighbour is left out
    CHANNELS_SHORT,  // the callback `channels` leaves out a channel
    BODY_ELSEWHERE,  // the callback `body` tells of another place
    BODY_UNKNOWN,    // the callback `body` knows none
    ROOM_WIDE,       // the callback `room` promises too much
    REVISION_GROWS,  // the callback static_revision changes by itself
    REFUSES,         // gather refuses
    NO_BODY,         // shapes without a body
    FAULTS
} fault;

typedef struct small_world {
    lope_sink_body bodies[BODIES];
    fault fault;
    uint64_t calls;
} small_world;

static small_world small_make(fault fault)
{
    small_world world = {.fault = fault};
    random_numbers r = {SEED};
    for (uint32_t i = 0; i < BODIES; i++) {
        lope_sink_body *body = &world.bodies[i];
        body->id = i + 1;
        body->pose = (lope_transform){{draw(&r, -20, 20), draw(&r, -20, 20), draw(&r, -20, 20)}, lope_quat_identity()};
        body->channels = i % 3 == 0 ? LOPE_CHANNEL_SOLID | LOPE_CHANNEL_GAME : LOPE_CHANNEL_SOLID;
        body->moving = i >= MOVING_FROM;
        if (body->moving) body->motion.displacement = lope_point_make(0.1, 0, 0);
    }
    if (fault == ID_TWICE) world.bodies[5].id = world.bodies[4].id;
    if (fault == ID_NONE) world.bodies[4].id = LOPE_BODY_NONE;
    if (fault == NOT_UNIT) world.bodies[4].pose.rotation = (lope_quat){0, 0, 0, 0};
    if (fault == STATIC_MOTION) world.bodies[4].motion.displacement = lope_point_make(0, 0.1, 0);
    return world;
}

// Each body is a ball of 1 m and a smaller one on top, 3 m high in all.
static bool touches(const lope_sink_body *body, const lope_bounds *b)
{
    const lope_point p = body->pose.position;
    const bool x = p.x + 1 >= b->lower.x && p.x - 1 <= b->upper.x, z = p.z + 1 >= b->lower.z && p.z - 1 <= b->upper.z;
    return x && z && p.y + 2 >= b->lower.y && p.y - 1 <= b->upper.y;
}

static bool is_left_out(const small_world *world, uint32_t i, const lope_bounds *bounds, lope_filter filter)
{
    const bool small = bounds->upper.x - bounds->lower.x < 20;
    if (world->fault == LETS_OUT_SMALL && i == 4 && small) return true;
    if (world->fault == LETS_OUT_WIDE && i == 4 && !small) return true;
    if (world->fault == IGNORES_MORE && filter.ignore == i) return true;
    return world->fault == FORGETS_CHANNEL && !(filter.channels & LOPE_CHANNEL_SOLID);
}

static lope_result small_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                lope_sink *sink)
{
    small_world *world = context;
    world->calls++;
    if (world->fault == REFUSES) return LOPE_ERROR_MEMORY;
    for (uint32_t i = 0; i < BODIES; i++) {
        lope_sink_body body = world->bodies[i];
        const bool as_moving = world->fault == WRONG_KIND && i == MOVING_FROM ? false : body.moving;
        const bool passes = (body.channels & filter.channels) != 0 && (body.id != filter.ignore || world->fault == ID_NONE);
        if (as_moving != (kind == LOPE_MOVING) || !passes || !touches(&body, bounds) || is_left_out(world, i, bounds, filter))
            continue;
        if (world->fault == NEW_IDS) body.id += world->calls;
        if (world->fault == NOT_FINITE && i == 4) body.pose.position.x = (double)INFINITY;
        if (world->fault != NO_BODY) lope_sink_begin(sink, &body);
        lope_sink_sphere(sink, lope_vec3_make(0, 0, 0), 1, 0);
        lope_sink_sphere(sink, lope_vec3_make(0, 1.5f, 0), 0.5f, world->fault == NUMBER_TWICE ? 0 : 1);
    }
    return LOPE_OK;
}

static uint64_t small_revision(void *context)
{
    const small_world *world = context;
    return world->fault == REVISION_GROWS ? world->calls : 1;
}

static uint32_t small_channels(void *context, uint32_t kinds)
{
    (void)kinds;
    const small_world *world = context;
    return LOPE_CHANNEL_SOLID | (world->fault == CHANNELS_SHORT ? 0 : LOPE_CHANNEL_GAME);
}

static bool small_body(void *context, uint64_t id, lope_sink_body *body)
{
    const small_world *world = context;
    if (world->fault == BODY_UNKNOWN) return false;
    for (uint32_t i = 0; i < BODIES; i++) {
        if (world->bodies[i].id != id) continue;
        *body = world->bodies[i];
        if (world->fault == BODY_ELSEWHERE) body->pose.position.y += 0.01;
        return true;
    }
    return false;
}

static uint64_t small_moved(void *context)
{
    (void)context;
    return LOPE_MOVED_UNKNOWN;
}

// The least distance along an axis to what moves.
static double small_room(void *context, const lope_bounds *bounds, lope_filter filter, double most)
{
    (void)filter;
    const small_world *world = context;
    double room = most;
    for (uint32_t i = MOVING_FROM; i < BODIES && world->fault != ROOM_WIDE; i++) {
        double low = 0, high = room;
        for (int k = 0; k < 40; k++) { // halving: slow and simple
            const double by = 0.5 * (low + high);
            const lope_point grow = lope_point_make(by, by, by);
            const lope_bounds wide = {lope_point_sub(bounds->lower, grow), lope_point_add(bounds->upper, grow)};
            *(touches(&world->bodies[i], &wide) ? &high : &low) = by;
        }
        if (low < room) room = low;
    }
    return room;
}

static lope_surroundings small_surroundings(small_world *world)
{
    return (lope_surroundings){.context = world,
                               .gather = small_gather,
                               .static_revision = small_revision,
                               .channels = small_channels,
                               .moved = small_moved,
                               .room = small_room,
                               .body = small_body};
}

static const lope_bounds wide = {{-30, -30, -30}, {30, 30, 30}};

static lope_result check_small(fault fault, lope_error *error, lope_surroundings_seen *seen)
{
    small_world world = small_make(fault);
    const lope_surroundings surroundings = small_surroundings(&world);
    return lope_surroundings_check(&surroundings, &(lope_surroundings_check_def){.bounds = wide, .seed = SEED, .error = error},
                                   seen);
}

static void good_world_passes(void **state)
{
    (void)state;
    lope_error error = {0};
    lope_surroundings_seen seen;
    const lope_result result = check_small(NO_FAULT, &error, &seen);
    if (result != LOPE_OK) print_error("%s: %s\n", error.field, error.text);
    assert_int_equal(result, LOPE_OK);
    assert_int_equal(seen.static_bodies, MOVING_FROM);
    assert_int_equal(seen.moving_bodies, BODIES - MOVING_FROM);
    assert_int_equal(seen.shapes, 2 * BODIES);
    assert_true(seen.gathers > 2 * BODIES); // each shape's place was asked for
}

static void each_breach_is_named(void **state)
{
    (void)state;
    static const struct {
        fault fault;
        lope_result result;
        const char *field, *says;
    } expected[] = {
        {LETS_OUT_SMALL, LOPE_ERROR_CONTRACT, "gather", "is not given for bounds about its point"},
        {LETS_OUT_WIDE, LOPE_ERROR_CONTRACT, "gather", "not for wide ones"},
        {NEW_IDS, LOPE_ERROR_CONTRACT, "gather", "is missing when asked a second time"},
        {ID_TWICE, LOPE_ERROR_CONTRACT, "gather", "two bodies have the id 5"},
        {NUMBER_TWICE, LOPE_ERROR_CONTRACT, "gather", "have the number 0"},
        {ID_NONE, LOPE_ERROR_CONTRACT, "gather", "LOPE_BODY_NONE"},
        {NOT_UNIT, LOPE_ERROR_CONTRACT, "gather", "rotation of body 5"},
        {NOT_FINITE, LOPE_ERROR_CONTRACT, "gather", "position of body 5"},
        {STATIC_MOTION, LOPE_ERROR_CONTRACT, "gather", "body 5 has a motion"},
        {WRONG_KIND, LOPE_ERROR_CONTRACT, "gather", "given for LOPE_STATIC only"},
        {FORGETS_CHANNEL, LOPE_ERROR_CONTRACT, "gather", "one of its channels"},
        {IGNORES_MORE, LOPE_ERROR_CONTRACT, "gather", "when another body is ignored"},
        {CHANNELS_SHORT, LOPE_ERROR_CONTRACT, "channels", "leaves out channels 0x100"},
        {BODY_ELSEWHERE, LOPE_ERROR_CONTRACT, "body", "otherwise than gather"},
        {BODY_UNKNOWN, LOPE_ERROR_CONTRACT, "body", "does not know body 1"},
        {ROOM_WIDE, LOPE_ERROR_CONTRACT, "room", "promises 10 m"},
        {REVISION_GROWS, LOPE_ERROR_CONTRACT, "static_revision", "changes"},
        {REFUSES, LOPE_ERROR_MEMORY, "gather", "refused bounds"},
        {NO_BODY, LOPE_ERROR_STATE, "gather", "refused bounds"},
    };
    assert_int_equal(sizeof expected / sizeof *expected, FAULTS - 1); // every fault is tried
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        lope_error error = {0};
        const lope_result result = check_small(expected[i].fault, &error, NULL);
        if (result != expected[i].result || strcmp(error.field, expected[i].field) != 0 || !strstr(error.text, expected[i].says))
            fail_msg("fault %d: %d, \"%s: %s\"; expected %d, \"%s: ... %s\"", (int)expected[i].fault, (int)result, error.field,
                     error.text, (int)expected[i].result, expected[i].field, expected[i].says);
    }
}

static void bad_calls_are_refused(void **state)
{
    (void)state;
    small_world world = small_make(NO_FAULT);
    lope_surroundings surroundings = small_surroundings(&world);
    const lope_bounds empty = {{100, 100, 100}, {110, 110, 110}}, turned = {{1, 0, 0}, {0, 1, 1}};
    const lope_bounds infinite = {{0, 0, 0}, {0, (double)INFINITY, 0}};
    lope_error error = {0};
    assert_int_equal(lope_surroundings_check(&surroundings, NULL, NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_surroundings_check(NULL, &(lope_surroundings_check_def){.bounds = wide}, NULL), LOPE_ERROR_NULL);
    assert_int_equal(
        lope_surroundings_check(&surroundings, &(lope_surroundings_check_def){.bounds = empty, .error = &error}, NULL),
        LOPE_ERROR_EMPTY);
    assert_string_equal(error.field, "bounds");
    assert_int_equal(lope_surroundings_check(&surroundings, &(lope_surroundings_check_def){.bounds = turned}, NULL),
                     LOPE_ERROR_RANGE);
    assert_int_equal(lope_surroundings_check(&surroundings, &(lope_surroundings_check_def){.bounds = infinite}, NULL),
                     LOPE_ERROR_NOT_FINITE);
    surroundings.room = NULL;
    assert_int_equal(
        lope_surroundings_check(&surroundings, &(lope_surroundings_check_def){.bounds = wide, .error = &error}, NULL),
        LOPE_ERROR_NULL);
    assert_string_equal(error.field, "room");
}

// ---- the embedded level ----------------------------------------------------------------------------------

static void embedded_level_passes(void **state)
{
    (void)state;
    static const lope_point bases[] = {{0, 0, 0}, {1e5, 300, -2e5}};
    for (size_t i = 0; i < 2; i++) {
        random_numbers r = {SEED + i};
        lope_level *level = stage_make(bases[i], &r);
        const lope_surroundings surroundings = lope_level_surroundings(level);
        const lope_point reach = lope_point_make(40, 40, 40);
        const lope_bounds bounds = {lope_point_sub(bases[i], reach), lope_point_add(bases[i], reach)};
        lope_error error = {0};
        lope_surroundings_seen seen;
        const lope_result result =
            lope_surroundings_check(&surroundings, &(lope_surroundings_check_def){.bounds = bounds, .error = &error}, &seen);
        if (result != LOPE_OK) print_error("%s: %s\n", error.field, error.text);
        assert_int_equal(result, LOPE_OK);
        print_message("seed %llu: %u static and %u moving bodies, %u shapes, %u gathers\n", (unsigned long long)(SEED + i),
                      (unsigned)seen.static_bodies, (unsigned)seen.moving_bodies, (unsigned)seen.shapes, (unsigned)seen.gathers);
        assert_true(seen.static_bodies > 5 && seen.moving_bodies > 0 && seen.shapes > 50);
        lope_level_destroy(level);
    }
}

// ---- more than was asked for -----------------------------------------------------------------------------

// Gives both kinds, every channel and what is to be ignored; what is static from wider bounds.
static lope_result gather_more(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                               lope_sink *sink)
{
    (void)filter;
    const lope_surroundings *under = context;
    const lope_point by = lope_point_make(1.5, 1.5, 1.5);
    const lope_bounds wider = {lope_point_sub(bounds->lower, by), lope_point_add(bounds->upper, by)};
    const lope_bounds *asked = kind == LOPE_STATIC ? &wider : bounds;
    const lope_filter any = {UINT32_MAX, LOPE_BODY_NONE};
    const lope_result result = under->gather(under->context, asked, any, LOPE_MOVING, sink);
    return result == LOPE_OK ? under->gather(under->context, asked, any, LOPE_STATIC, sink) : result;
}

static uint64_t walk(const lope_surroundings *surroundings, lope_point base, uint64_t seed, float seconds)
{
    lope_moveset moveset;
    const lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    random_numbers r = {seed};
    lope_state state;
    const lope_point feet = lope_point_add(base, lope_point_make(draw(&r, -5, 5), 3, draw(&r, -5, 5)));
    lope_state_init(&state, &(lope_state_def){.feet = feet, .overlap_channels = LOPE_CHANNEL_GAME});
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_input input = {0};
    uint64_t hash = 0;
    for (int tick = 0; tick < 200; tick++) {
        if (tick % 25 == 0) {
            const lope_point way = draw_direction(&r);
            input.move = lope_vec3_make((float)way.x, 0, (float)way.z);
            input.pressed = draw_below(&r, 3) == 0 ? LOPE_BUTTON_JUMP : 0;
        }
        assert_int_equal(lope_move(&state, &input, &moveset, surroundings, nearby, seconds, NULL), LOPE_OK);
        hash = 31 * hash + lope_state_hash(&state);
    }
    lope_nearby_destroy(nearby);
    return hash;
}

static void more_than_asked_for_changes_nothing(void **state)
{
    (void)state;
    static const float rates[] = {20, 60, 240};
    const lope_point base = {0, 0, 0};
    for (uint64_t seed = SEED; seed < SEED + 30; seed++) {
        random_numbers r = {seed};
        lope_level *level = stage_make(base, &r);
        const lope_surroundings plain = lope_level_surroundings(level);
        lope_surroundings under = plain; // `body` is asked with the context of what it stands in
        const lope_surroundings more = {.context = &under, .gather = gather_more};
        const float seconds = 1 / rates[seed % 3];
        if (walk(&plain, base, seed, seconds) != walk(&more, base, seed, seconds))
            fail_msg("seed %llu", (unsigned long long)seed);
        lope_level_destroy(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_world_passes),
        cmocka_unit_test(each_breach_is_named),
        cmocka_unit_test(bad_calls_are_refused),
        cmocka_unit_test(embedded_level_passes),
        cmocka_unit_test(more_than_asked_for_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
