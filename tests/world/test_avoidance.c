// test_avoidance.c - crowds that avoid each other: all arrive, none falls, none comes into another,
// and nothing depends on threads or on what was saved and restored.
#include "world_help.h"

#include <math.h>

#define MOST 200
#define RADIUS 0.34

// A crowd of path followers. The plane's axes are x and z as a world with y up has them, turned with it.
typedef struct crowd {
    lope_world *world;
    lope_character *who[MOST];
    lope_path_follower followers[MOST];
    lope_point points[MOST][2];
    uint32_t point_count, count, arrived, fell;
    bool there[MOST];
    bool leaves;          // a character that arrives is removed
    float acceptance;     // m, of the points
    double rate;          // Hz
    double deepest;       // m, of overlap between two of them, in any tick
    double when;          // s, at which the last one arrived
    double asked, walked; // m, of all: straight from start to goal; as they went
    double shaken;        // (m/s)2 a tick, summed: how much velocities change
    uint64_t ticks;       // of characters under way
} crowd;

static lope_vec3 axis_up, axis_x, axis_z;

// Sets which way is up; x and z follow.
static void set_up(lope_vec3 up)
{
    axis_up = lope_vec3_scale(up, 1 / lope_vec3_length(up));
    const lope_vec3 helper = fabsf(axis_up.y) > 0.9f ? lope_vec3_make(1, 0, 0) : lope_vec3_make(0, 1, 0);
    axis_x = lope_vec3_sub(helper, lope_vec3_scale(axis_up, lope_vec3_dot(helper, axis_up)));
    axis_x = lope_vec3_scale(axis_x, 1 / lope_vec3_length(axis_x));
    axis_z = lope_vec3_cross(axis_x, axis_up);
}

static lope_point at(double x, double y, double z)
{
    lope_point p = lope_point_scale(lope_vec3_to_point(axis_x), x);
    p = lope_point_mad(p, lope_vec3_to_point(axis_up), y);
    return lope_point_mad(p, lope_vec3_to_point(axis_z), z);
}

static lope_quat turned(void)
{
    // the rotation that brings the axes there: from the matrix with these columns
    const double m00 = (double)axis_x.x, m11 = (double)axis_up.y, m22 = (double)axis_z.z, w = 1 + m00 + m11 + m22;
    if (w > 1e-3) {
        const double s = 0.5 / sqrt(w);
        return (lope_quat){(float)(s * (double)(axis_up.z - axis_z.y)), (float)(s * (double)(axis_z.x - axis_x.z)),
                           (float)(s * (double)(axis_x.y - axis_up.x)), (float)(0.5 * sqrt(w))};
    }
    // half a turn, about what lies halfway between the x axes
    lope_vec3 half = lope_vec3_add(axis_x, lope_vec3_make(1, 0, 0));
    half = lope_vec3_scale(half, 1 / lope_vec3_length(half));
    return (lope_quat){half.x, half.y, half.z, 0};
}

static void add_box(lope_world *world, lope_point middle, float x, float y, float z)
{
    lope_error error = {0};
    lope_world_add_box(world,
                       &(lope_box_def){.body = {.position = middle, .rotation = turned(), .error = &error}, .size = {x, y, z}});
    assert_int_equal(error.code, LOPE_OK);
}

static void begin(crowd *c, double rate, uint32_t threads)
{
    memset(c, 0, sizeof *c);
    c->rate = rate;
    c->point_count = 1;
    c->acceptance = 0.5f;
    c->world = lope_world_create(
        &(lope_world_def){.gravity = lope_vec3_scale(axis_up, -9.8f), .tick_rate = (float)rate, .threads = threads});
    assert_non_null(c->world);
}

static void add(crowd *c, lope_point from, lope_point to, const lope_avoidance_settings *settings)
{
    lope_character *character = lope_character_create(
        c->world, &(lope_character_def){.feet = from, .up = axis_up, .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER});
    assert_non_null(character);
    assert_int_equal(lope_character_set_avoidance(character, settings), LOPE_OK);
    c->points[c->count][c->point_count - 1] = to;
    c->asked += lope_point_length(lope_point_sub(to, from));
    c->who[c->count++] = character;
}

// Takes a character off the stage.
static void leave(crowd *c, uint32_t i)
{
    c->walked += lope_character_state(c->who[i])->distance_walked;
    assert_int_equal(lope_character_destroy(c->who[i]), LOPE_OK);
    c->who[i] = NULL;
}

static void steer(crowd *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->who[i] == NULL) continue;
        lope_input input = {0};
        lope_requests requests = {0};
        const lope_tuning tuning = lope_tuning_default();
        const lope_path path = {.points = c->points[i], .count = c->point_count, .acceptance = c->acceptance};
        const lope_path_end end = lope_path_follow(&c->followers[i], &path, lope_character_state(c->who[i]), &tuning,
                                                   (float)(1 / c->rate), &input, &requests);
        if (end == LOPE_PATH_ARRIVED) {
            c->arrived++;
            c->there[i] = true;
            c->when = lope_world_time(c->world);
            if (c->leaves) {
                leave(c, i);
                continue;
            }
        }
        assert_int_equal(lope_character_set_input(c->who[i], &input), LOPE_OK);
    }
}

static void measure(crowd *c, const lope_vec3 *before)
{
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->who[i] == NULL) continue;
        const lope_state *a = lope_character_state(c->who[i]);
        if (!c->there[i]) {
            const double change = (double)lope_vec3_length(lope_vec3_sub(a->velocity, before[i]));
            c->shaken += change * c->rate;
            c->ticks++;
        }
        for (uint32_t j = i + 1; j < c->count; j++) {
            if (c->who[j] == NULL) continue;
            const lope_state *b = lope_character_state(c->who[j]);
            const lope_point way = lope_point_sub(b->feet, a->feet);
            const double rise = lope_point_dot(way, lope_vec3_to_point(axis_up));
            const double apart = sqrt(lope_point_dot(way, way) - rise * rise);
            if (fabs(rise) < 1 && 2 * RADIUS - apart > c->deepest) c->deepest = 2 * RADIUS - apart;
        }
    }
}

// Runs until all have arrived, for at most so many seconds.
static void run(crowd *c, double seconds)
{
    lope_vec3 before[MOST];
    for (uint64_t tick = 0; tick < (uint64_t)(seconds * c->rate) && c->arrived < c->count; tick++) {
        steer(c);
        for (uint32_t i = 0; i < c->count; i++)
            if (c->who[i] != NULL) before[i] = lope_character_state(c->who[i])->velocity;
        assert_int_equal(lope_world_step(c->world, (float)(1 / c->rate)), LOPE_OK);
        measure(c, before);
    }
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->who[i] == NULL) continue;
        const lope_state *state = lope_character_state(c->who[i]);
        c->walked += state->distance_walked;
        c->fell += lope_point_dot(state->feet, lope_vec3_to_point(axis_up)) < -0.5;
    }
}

static void tell(const crowd *c, const char *name)
{
    printf("%-34s %3.0f Hz: %3u of %3u there, last at %5.1f s, way %.3f of straight, overlap %.4f m, %4.1f m/s2, fell %u\n", name,
           c->rate, c->arrived, c->count, c->when, c->walked / c->asked, c->deepest, c->shaken / (double)c->ticks, c->fell);
}

static void end(crowd *c) { lope_world_destroy(c->world); }

static void put_circle(crowd *c, uint32_t count, double radius, const lope_avoidance_settings *settings)
{
    add_box(c->world, at(0, -0.5, 0), 80, 1, 80);
    for (uint32_t i = 0; i < count; i++) {
        const float angle = 2.0f * (float)LOPE_PI * (float)i / (float)count;
        const double x = radius * (double)lope_cos(angle), z = radius * (double)lope_sin(angle);
        add(c, at(x, 0, z), at(-x, 0, -z), settings);
    }
}

static void put_streams(crowd *c, const lope_avoidance_settings *settings)
{
    add_box(c->world, at(0, -0.5, 0), 120, 1, 120);
    c->leaves = true;
    for (uint32_t i = 0; i < 50; i++) {
        const double across = 1.2 * (i % 5) - 2.4, along = -8 - 1.2 * (i / 5);
        add(c, at(along, 0, across), at(along + 36, 0, across), settings);
        add(c, at(across, 0, along), at(across, 0, along + 36), settings);
    }
}

static void put_door(crowd *c, const lope_avoidance_settings *settings)
{
    add_box(c->world, at(0, -0.5, 0), 80, 1, 80);
    add_box(c->world, at(-10.5, 1.5, 0), 19, 3, 0.4f);
    add_box(c->world, at(10.5, 1.5, 0), 19, 3, 0.4f);
    c->point_count = 2;
    c->acceptance = 0.8f; // of a point behind the door: it is reached inside it
    c->leaves = true;
    for (uint32_t i = 0; i < 60; i++) {
        const double x = 1.1 * (i % 10) - 4.95, z = -3 - 1.1 * (i / 10);
        // through the door where it is widest apart from the jambs, by the place in the row
        c->points[c->count][0] = at(x * 0.1, 0, 0.6);
        add(c, at(x, 0, z), at(x, 0, z + 16), settings);
    }
}

// Two streams that meet on a way of 4 m, three abreast. pitch: m, between rows.
static void put_counter_flow(crowd *c, uint32_t count, double pitch, bool walls, const lope_avoidance_settings *settings)
{
    add_box(c->world, at(0, -0.5, 0), 300, 1, 4);
    c->acceptance = 4; // anywhere across the way counts: a character that was pushed aside does not turn back
    c->leaves = true;
    if (walls) {
        add_box(c->world, at(0, 1.5, 2.2), 300, 3, 0.4f);
        add_box(c->world, at(0, 1.5, -2.2), 300, 3, 0.4f);
    }
    for (uint32_t i = 0; i < count / 2; i++) {
        const double z = 1.1 * (i % 3) - 1.1, x = -6 - pitch * (i / 3);
        add(c, at(x, 0, z), at(x + 60, 0, z), settings);
        add(c, at(-x, 0, -z), at(-x - 60, 0, -z), settings);
    }
}

// What a crowd must show: all arrive in time, none falls, none comes into another by more than a centimetre.
static void check(const crowd *c, double seconds, double way)
{
    assert_int_equal(c->arrived, c->count);
    assert_int_equal(c->fell, 0);
    assert_true(c->deepest < 0.01);
    assert_true(c->when < seconds);
    assert_true(c->walked < way * c->asked);
}

static void up_is_y(void) { set_up(lope_vec3_make(0, 1, 0)); }

typedef void (*put_crowd)(crowd *c, const lope_avoidance_settings *settings);

static void put_circle_of_100(crowd *c, const lope_avoidance_settings *settings) { put_circle(c, 100, 20, settings); }
static void put_corridor(crowd *c, const lope_avoidance_settings *settings) { put_counter_flow(c, 200, 2.4, true, settings); }
static void put_bridge(crowd *c, const lope_avoidance_settings *settings) { put_counter_flow(c, 200, 2.4, false, settings); }

static void put_dense_corridor(crowd *c, const lope_avoidance_settings *settings)
{
    put_counter_flow(c, 200, 1.2, true, settings);
}
static void put_dense_bridge(crowd *c, const lope_avoidance_settings *settings)
{
    put_counter_flow(c, 200, 1.2, false, settings);
}

// Two crowds that meet in a door of 2.4 m.
static void put_door_both_ways(crowd *c, const lope_avoidance_settings *settings)
{
    add_box(c->world, at(0, -0.5, 0), 80, 1, 80);
    add_box(c->world, at(11.2, 1.5, 0), 20, 3, 0.4f);
    add_box(c->world, at(-11.2, 1.5, 0), 20, 3, 0.4f);
    c->acceptance = 0.8f;
    c->leaves = true;
    c->point_count = 2;
    for (uint32_t i = 0; i < 40; i++) {
        const double side = i % 2 == 0 ? 1 : -1, x = side * (1.1 * (i / 2 % 5) - 2.2), z = side * (-4 - 1.1 * (i / 10));
        c->points[c->count][0] = at(0.1 * x, 0, side * 0.6);
        add(c, at(x, 0, z), at(x, 0, side * 14), settings);
    }
}

// Plays a crowd for `seconds` at each rate. within: s, until when all must have arrived; way: their way over the
// straight one, at most.
static void play(const char *name, put_crowd put, const double *rates, int count, double seconds, double within, double way)
{
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    crowd c;
    up_is_y();
    for (int i = 0; i < count; i++) {
        begin(&c, rates[i], 1);
        put(&c, &settings);
        run(&c, seconds);
        tell(&c, name);
        check(&c, within, way);
        end(&c);
    }
}

static const double all_rates[] = {20, 60, 240}; // the first two: of crowds that take long

// The times are those of a run, and half as much again: what is asked is that nothing jams.
static void circle_of_100_swaps_places(void **state)
{
    (void)state;
    play("circle of 100", put_circle_of_100, all_rates, 3, 60, 55, 1.25);
}

static void streams_of_50_cross(void **state)
{
    (void)state;
    play("two streams of 50", put_streams, all_rates, 3, 60, 20, 1.25);
}

static void door_of_2_m_lets_60_through(void **state)
{
    (void)state;
    play("door of 2 m, 60", put_door, all_rates, 3, 70, 60, 2.0);
}

static void corridor_of_4_m_takes_200_both_ways(void **state)
{
    (void)state;
    play("corridor of 4 m, 200 both ways", put_corridor, all_rates, 2, 120, 110, 2.0);
}

static void bridge_without_rails_loses_none_of_200(void **state)
{
    (void)state;
    play("bridge without rails, 200 both ways", put_bridge, all_rates, 2, 120, 110, 2.0);
}

// Few agents, in gravities of all sorts and at each rate: they pass each other, also exactly head-on.
// Each makes room before it is met, as those ahead tell those behind: else such streams press each other to a stand.
static void dense_streams_pass_each_other(void **state)
{
    (void)state;
    play("dense bridge, 200 both ways", put_dense_bridge, all_rates, 2, 90, 60, 1.25);
    play("dense corridor, 200 both ways", put_dense_corridor, all_rates + 1, 1, 90, 60, 1.4);
}

static void crowds_pass_in_a_door(void **state)
{
    (void)state;
    play("door of 2.4 m, 40 both ways", put_door_both_ways, all_rates, 3, 90, 80, 2.6);
}

// Three agents walk in a row, and a fourth one comes the other way.
static void those_behind_learn_of_one_that_comes(void **state)
{
    (void)state;
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    lope_avoidance_agent agents[4];
    for (uint32_t i = 0; i < 4; i++)
        agents[i] = (lope_avoidance_agent){.id = i + 1,
                                           .feet = {-1.5 * i, 0, 0},
                                           .velocity = {3, 0, 0},
                                           .wanted = {3, 0, 0},
                                           .radius = 0.34f,
                                           .height = 1.8f,
                                           .avoids = true,
                                           .weight = 0.5f,
                                           .group = 1,
                                           .groups_to_avoid = UINT32_MAX};
    agents[3].feet = (lope_point){4.5, 0, 0};
    agents[3].velocity = agents[3].wanted = lope_vec3_make(-3, 0, 0);
    const lope_avoidance_wall wall = {.a = {0.5, 0, -2}, .b = {0.5, 0, 2}, .margin = 0.34f};
    float told[3] = {0, 0, 0};
    // the other is out of sight of the second and the third: they learn of it one tick later each
    lope_avoidance_settings near = settings;
    near.consideration_radius = 5;
    for (uint32_t tick = 0; tick < 3; tick++)
        for (uint32_t i = 3; i-- > 0;) {
            lope_avoidance_question question = {.settings = &near,
                                                .self = agents[i],
                                                .up = {0, 1, 0},
                                                .max_speed = 3,
                                                .others = agents,
                                                .other_count = 4,
                                                .oncoming = &told[i]};
            const lope_vec3 chosen = lope_avoidance_choose(&question);
            assert_true(chosen.z > -1e-5f); // to the left of x is -z
            agents[i].oncoming = told[i];
            if (tick == 0) assert_true(i == 0 ? told[i] >= 1 : told[i] <= 0);
        }
    assert_true(told[0] >= 1 && told[1] > 0.9f && told[1] < 1 && told[2] > 0.9f && told[2] < 1);
    lope_avoidance_question question = {.settings = &near,
                                        .self = agents[0],
                                        .up = {0, 1, 0},
                                        .max_speed = 3,
                                        .others = agents,
                                        .other_count = 4,
                                        .walls = &wall,
                                        .wall_count = 1,
                                        .oncoming = &told[0]};
    lope_avoidance_choose(&question);
    assert_true(told[0] <= 0); // the wall stands between them
}

static void few_pass_in_any_gravity(void **state)
{
    (void)state;
    const lope_vec3 ups[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 0, -1}, {0.3f, 0.8f, -0.5f}};
    const double rates[] = {20, 60, 240};
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    crowd c;
    for (int i = 0; i < 5; i++) {
        set_up(ups[i]);
        for (int k = 0; k < 3; k++) {
            for (uint32_t count = 2; count <= 8; count += 2) {
                begin(&c, rates[k], 1);
                put_circle(&c, count, 6, &settings);
                run(&c, 10);
                check(&c, 5, 1.25);
                end(&c);
            }
        }
    }
}

static bool walked_round(lope_world *world, lope_character *walker, const lope_character *other, double other_speed)
{
    double nearest = 1e9;
    for (int tick = 0; tick < 240; tick++) {
        assert_int_equal(lope_character_set_input(walker, &(lope_input){.move = {0, 0, -1}}), LOPE_OK);
        steps(world, 1);
        const lope_point way = lope_point_sub(lope_character_state(walker)->feet, lope_character_state(other)->feet);
        const double apart = sqrt(way.x * way.x + way.z * way.z);
        if (apart < nearest) nearest = apart;
    }
    const lope_state *state = lope_character_state(other);
    // the other was not moved from its line, and the walker is past it
    assert_true(fabs(state->feet.x) < 1e-9 && fabs((double)state->velocity.z - other_speed) < 1e-3);
    // two radii apart, of which settings count 1.1: a walker that slides past along the other has 0.68 m
    return lope_character_state(walker)->feet.z < state->feet.z - 1 && nearest > 0.70;
}

static void players_and_standing_ones_are_walked_round(void **state)
{
    (void)state;
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    for (int kind = 0; kind < 4; kind++) {
        lope_world *world = world_with_floor(NULL);
        const bool comes = kind == 1, slower = kind == 2, stands = kind == 3;
        const uint32_t channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER;
        lope_character *walker = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 10}, .channels = channels});
        lope_character *other =
            lope_character_create(world, &(lope_character_def){.feet = {0, 0, comes ? -10 : 4}, .channels = channels});
        lope_character_set_avoidance(walker, &settings);
        if (stands) lope_character_set_avoidance(other, &settings); // it could, but wants to stand
        const lope_input input = {.move = {0, 0, comes ? 0.3f : slower ? -0.3f : 0}};
        assert_int_equal(lope_character_set_input(other, &input), LOPE_OK);
        steps(world, 30);
        assert_true(walked_round(world, walker, other, (double)input.move.z * 6));
        lope_world_destroy(world);
    }
}

static uint64_t hash_after(uint32_t threads, uint32_t ticks)
{
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    crowd c;
    up_is_y();
    begin(&c, 60, threads);
    put_counter_flow(&c, 96, 2.4, true, &settings);
    run(&c, ticks / 60.0);
    const uint64_t hash = lope_world_hash(c.world);
    end(&c);
    return hash;
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    const uint64_t hash = hash_after(1, 180);
    for (uint32_t threads = 2; threads <= 8; threads++) assert_int_equal(hash_after(threads, 180), hash);
}

// Returns whether any keeps a velocity.
static bool any_keeps(const crowd *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (lope_character_avoidance_memory(c->who[i]).left > 0) return true;
    return false;
}

// Saves in the middle of a crowd, goes on, and goes on from the save again.
static void saved_and_restored_runs_end_alike(void **state)
{
    (void)state;
    const lope_avoidance_settings kinds[] = {lope_avoidance_default(1), lope_avoidance_unreal(1)};
    for (int kind = 0; kind < 2; kind++) {
        crowd c;
        up_is_y();
        begin(&c, 60, 1);
        put_circle(&c, 40, 8, &kinds[kind]);
        run(&c, 1.5);
        for (int tick = 0; tick < 4 && !any_keeps(&c); tick++) { // those that began together choose together
            steer(&c);
            steps(c.world, 1);
        }
        static lope_state states[MOST];
        lope_avoidance_memory memories[MOST];
        lope_path_follower followers[MOST];
        uint32_t locked = 0;
        for (uint32_t i = 0; i < c.count; i++) {
            states[i] = *lope_character_state(c.who[i]);
            memories[i] = lope_character_avoidance_memory(c.who[i]);
            followers[i] = c.followers[i];
            locked += memories[i].left > 0;
        }
        assert_true(locked > 0); // there is something to forget
        const uint64_t ticks = lope_world_ticks(c.world);
        const double time = lope_world_time(c.world);
        run(&c, 2);
        const uint64_t hash = lope_world_hash(c.world);
        for (uint32_t i = 0; i < c.count; i++) {
            assert_int_equal(lope_character_set_state(c.who[i], &states[i]), LOPE_OK);
            assert_int_equal(lope_character_set_avoidance_memory(c.who[i], &memories[i]), LOPE_OK);
            c.followers[i] = followers[i];
            c.there[i] = false;
        }
        c.arrived = 0;
        assert_int_equal(lope_world_set_clock(c.world, ticks, time), LOPE_OK);
        run(&c, 2);
        assert_int_equal(lope_world_hash(c.world), hash);
        end(&c);
    }
}

// A tick of a character that avoids, run again by itself with the input that it has seen.
static void tick_is_run_again_alike(void **state)
{
    (void)state;
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    crowd c;
    up_is_y();
    begin(&c, 60, 1);
    put_circle(&c, 40, 8, &settings);
    run(&c, 1.5);
    lope_nearby *nearby = lope_nearby_create(NULL);
    static lope_other others[MOST * 9];
    uint32_t avoiding = 0;
    for (int tick = 0; tick < 60; tick++) {
        static lope_state before[MOST];
        for (uint32_t i = 0; i < c.count; i++) before[i] = *lope_character_state(c.who[i]);
        run(&c, 1 / 59.0);
        uint32_t count;
        lope_world_others(c.world, others, MOST * 9, &count);
        assert_true(count <= MOST * 9);
        for (uint32_t i = 0; i < c.count; i++) {
            lope_state after;
            const lope_input *input = lope_character_avoidance_input(c.who[i]);
            avoiding += input->requests != NULL && lope_vec3_length(input->requests->avoidance) > 0;
            const lope_rerun_def def = {.state = &before[i],
                                        .input = input,
                                        .seconds = 1.0f / 60,
                                        .others = others,
                                        .other_count = count,
                                        .nearby = nearby};
            assert_int_equal(lope_character_rerun(c.who[i], &def, &after, NULL), LOPE_OK);
            assert_int_equal(lope_state_hash(&after), lope_state_hash(lope_character_state(c.who[i])));
        }
    }
    assert_true(avoiding > 400);
    lope_nearby_destroy(nearby);
    end(&c);
}

static void settings_are_kept_and_ended(void **state)
{
    (void)state;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = lope_character_create(world, NULL);
    lope_avoidance_settings settings = lope_avoidance_default(1);
    lope_avoidance_memory memory = {0};
    assert_null(lope_character_avoidance(character));
    assert_null(lope_character_avoidance_input(character));
    assert_int_equal(lope_character_set_avoidance_memory(character, &memory), LOPE_ERROR_STATE);
    assert_int_equal(lope_character_set_avoidance(NULL, &settings), LOPE_ERROR_NULL);
    settings.weight = 2;
    assert_int_equal(lope_character_set_avoidance(character, &settings), LOPE_ERROR_RANGE);
    settings.weight = 0.25f;
    assert_int_equal(lope_character_set_avoidance(character, &settings), LOPE_OK);
    assert_true(lope_character_avoidance(character)->weight == 0.25f);
    memory.left = NAN;
    assert_int_equal(lope_character_set_avoidance_memory(character, &memory), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_character_set_avoidance(character, NULL), LOPE_OK);
    assert_null(lope_character_avoidance(character));
    assert_int_equal(lope_character_set_avoidance(character, &settings), LOPE_OK);
    assert_int_equal(lope_character_destroy(character), LOPE_OK);
    steps(world, 2);
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_kept_and_ended),
        cmocka_unit_test(dense_streams_pass_each_other),
        cmocka_unit_test(crowds_pass_in_a_door),
        cmocka_unit_test(those_behind_learn_of_one_that_comes),
        cmocka_unit_test(few_pass_in_any_gravity),
        cmocka_unit_test(players_and_standing_ones_are_walked_round),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(saved_and_restored_runs_end_alike),
        cmocka_unit_test(tick_is_run_again_alike),
        cmocka_unit_test(streams_of_50_cross),
        cmocka_unit_test(circle_of_100_swaps_places),
        cmocka_unit_test(door_of_2_m_lets_60_through),
        cmocka_unit_test(corridor_of_4_m_takes_200_both_ways),
        cmocka_unit_test(bridge_without_rails_loses_none_of_200),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
