// test_crowd.c - the crowd walk on the town (where ../shared is not at hand: on the gym): neither what a
// nearby remembers, nor what it was told of others, nor the number of threads changes a bit of it, after the
// first second no tick asks for memory, and many characters take little each.
#include "../behaviour/check.h"
#include "bench/course_tuning.h"
#include "lmesh.h"
#include "play.h"

#include <stdatomic.h>

#ifdef LOPE_QUICK
#define WALKERS 100
#define TICKS 240
#else
#define WALKERS 1000
#define TICKS 720
#endif
#define THREAD_TICKS (TICKS * 5 / 12) // they have landed, met, and turned twice
#define CLEAR_TICKS (TICKS * 5 / 6)
#define MEETS (LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER)

_Static_assert(sizeof(lope_state) <= 2048, "a state is at most 2 KB: rollback keeps many");

typedef struct crowd {
    obj_mesh mesh;
    lope_point middle, spread; // m, of the square on which they start, above the ground
    lope_level *level;
    lope_surroundings around;
    lope_moveset moveset;
} crowd;

static bool read_level(crowd *c)
{
#ifndef LOPE_QUICK
    char text[256];
    if (lmesh_read(LOPE_SHARED_DIR "/levels/town/town.obj", &c->mesh, text, sizeof text)) {
        c->middle = lope_point_make(0, COURSE_START_Y, 0);
        c->spread = lope_point_make(90, 0, 90);
        return true;
    }
    print_message("  no town: %s; the gym in its place\n", text);
#endif
    if (!play_gym(&c->mesh)) return false;
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
    for (uint32_t i = 0; i < c->mesh.point_count * 3; i++) {
        const double x = (double)c->mesh.points[i];
        if (x < low[i % 3]) low[i % 3] = x;
        if (x > high[i % 3]) high[i % 3] = x;
    }
    c->middle = lope_point_make(0.5 * (low[0] + high[0]), COURSE_START_Y, 0.5 * (low[2] + high[2]));
    c->spread = lope_point_make(0.5 * (high[0] - low[0]), 0, 0.5 * (high[2] - low[2]));
    return true;
}

static void open_crowd(crowd *c)
{
    *c = (crowd){0};
    assert_true(read_level(c));
    lope_error error = {0};
    c->level = lope_level_create(NULL);
    lope_level_add_mesh(c->level, &(lope_mesh_def){.points = c->mesh.points,
                                                   .point_count = c->mesh.point_count,
                                                   .indices = c->mesh.indices,
                                                   .triangle_count = c->mesh.triangle_count,
                                                   .error = &error});
    assert_int_equal(error.code, LOPE_OK);
    c->around = lope_level_surroundings(c->level);
    const lope_tuning tuning = course_tuning();
    assert_int_equal(lope_moveset_make(&c->moveset, &tuning, NULL), LOPE_OK);
}

static void close_crowd(crowd *c)
{
    lope_level_destroy(c->level);
    obj_release(&c->mesh);
}

static lope_point start_among(const crowd *c, uint32_t walker, uint32_t count)
{
    const uint32_t columns = course_columns(count);
    return lope_point_make(c->middle.x + c->spread.x / 90 * course_start(walker % columns, columns), c->middle.y,
                           c->middle.z + c->spread.z / 90 * course_start(walker / columns, columns));
}

static lope_point start_of(const crowd *c, uint32_t walker) { return start_among(c, walker, WALKERS); }

static lope_input input_of(uint32_t walker, uint32_t tick)
{
    const float angle = (float)course_heading(walker, tick / COURSE_TICKS_PER_SECOND);
    return (lope_input){.move = {lope_cos(angle), 0, lope_sin(angle)}};
}

// ---- what is remembered -------------------------------------------------------------------------

enum { CACHED, NEVER_CACHED, CLEARED_AT_RANDOM, WAYS };

static void what_is_near_never_changes_the_crowd(void **unused)
{
    (void)unused;
    static lope_state states[WAYS][WALKERS];
    crowd c;
    lope_nearby *nearbys[WAYS];
    uint32_t seed = 20261121;
    uint64_t gathers[WAYS] = {0};
    open_crowd(&c);
    printf("  seed %u, %d walkers, %d ticks\n", (unsigned)seed, WALKERS, TICKS);
    for (uint32_t i = 0; i < WALKERS; i++) { // one after the other: each its own life, so that few nearbys are
                                             // needed
        const lope_state_def def = {.feet = start_of(&c, i),
                                    .radius = (float)COURSE_RADIUS,
                                    .height = (float)COURSE_HEIGHT,
                                    .gravity = {0, (float)-COURSE_GRAVITY, 0},
                                    .gravity_as_given = true};
        for (int way = 0; way < WAYS; way++) {
            nearbys[way] = lope_nearby_create(NULL);
            assert_int_equal(lope_state_init(&states[way][i], &def), LOPE_OK);
        }
        for (uint32_t tick = 0; tick < TICKS; tick++) {
            const lope_input input = input_of(i, tick);
            for (int way = 0; way < WAYS; way++) {
                lope_report report;
                if (way == NEVER_CACHED || (way == CLEARED_AT_RANDOM && park_random(&seed) < 0.1))
                    lope_nearby_clear(nearbys[way]);
                assert_int_equal(lope_move(&states[way][i], &input, &c.moveset, &c.around, nearbys[way],
                                           1.0f / COURSE_TICKS_PER_SECOND, &report),
                                 LOPE_OK);
                gathers[way] += report.gathers;
                if (lope_state_hash(&states[way][i]) != lope_state_hash(&states[CACHED][i]))
                    fail_msg("walker %u, tick %u: way %d differs from the cached one", (unsigned)i, (unsigned)tick, way);
            }
        }
        for (int way = 0; way < WAYS; way++) lope_nearby_destroy(nearbys[way]);
    }
    printf("  gathers a character-tick: cached %.3f, never %.3f, cleared %.3f\n", (double)gathers[CACHED] / WALKERS / TICKS,
           (double)gathers[NEVER_CACHED] / WALKERS / TICKS, (double)gathers[CLEARED_AT_RANDOM] / WALKERS / TICKS);
    assert_true(gathers[CACHED] < gathers[CLEARED_AT_RANDOM] && gathers[CLEARED_AT_RANDOM] < gathers[NEVER_CACHED]);
    close_crowd(&c);
}

// ---- what is known to be clear ------------------------------------------------------------------

typedef struct clearing {
    lope_world *world;
    lope_character *walkers[WALKERS];
    uint64_t gathers;
} clearing;

static lope_character *add_walker(const crowd *c, lope_world *world, uint32_t i)
{
    lope_character *walker = lope_character_create(world, &(lope_character_def){.feet = start_of(c, i),
                                                                                .radius = (float)COURSE_RADIUS,
                                                                                .height = (float)COURSE_HEIGHT,
                                                                                .moveset = &c->moveset,
                                                                                .channels = MEETS});
    assert_non_null(walker);
    return walker;
}

// Once in a while somebody comes to beside another one at once: put there, or made anew.
static void surprise(const crowd *c, clearing *one, uint32_t who, uint32_t whom, bool anew)
{
    const lope_point beside = {0.9, 0.3, 0.2};
    const lope_point feet = lope_point_add(lope_character_state(one->walkers[whom])->feet, beside);
    if (anew) {
        lope_character_destroy(one->walkers[who]);
        one->walkers[who] = add_walker(c, one->world, who);
    }
    lope_input input = input_of(who, 0);
    input.requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = feet};
    lope_character_set_input(one->walkers[who], &input);
}

static void step_clearing(clearing *one, uint32_t tick)
{
    for (uint32_t i = 0; i < WALKERS && tick % COURSE_TICKS_PER_SECOND == 0; i++) {
        const lope_input input = input_of(i, tick);
        lope_character_set_input(one->walkers[i], &input);
    }
    assert_int_equal(lope_world_step(one->world, 1.0f / COURSE_TICKS_PER_SECOND), LOPE_OK);
    for (uint32_t i = 0; i < WALKERS; i++) one->gathers += lope_character_report(one->walkers[i])->gathers;
}

// Beside surroundings that do not tell what moves, so that nobody is known to be far away.
static void what_is_clear_never_changes_the_crowd(void **unused)
{
    (void)unused;
    static clearing told, untold;
    crowd c;
    uint32_t seed = 20261123;
    printf("  seed %u\n", (unsigned)seed);
    open_crowd(&c);
    lope_surroundings silent = c.around;
    silent.channels = NULL;
    told.world = lope_world_create(&(lope_world_def){.gravity = {0, (float)-COURSE_GRAVITY, 0}, .surroundings = &c.around});
    untold.world = lope_world_create(&(lope_world_def){.gravity = {0, (float)-COURSE_GRAVITY, 0}, .surroundings = &silent});
    for (uint32_t i = 0; i < WALKERS; i++) {
        told.walkers[i] = add_walker(&c, told.world, i);
        untold.walkers[i] = add_walker(&c, untold.world, i);
    }
    for (uint32_t tick = 0; tick < CLEAR_TICKS; tick++) {
        if (tick % 40 == 39) {
            const uint32_t who = (uint32_t)(park_random(&seed) * WALKERS), whom = (who + 1 + tick) % WALKERS;
            const bool anew = park_random(&seed) < 0.5;
            surprise(&c, &told, who, whom, anew);
            surprise(&c, &untold, who, whom, anew);
        }
        step_clearing(&told, tick);
        step_clearing(&untold, tick);
        if (lope_world_hash(told.world) != lope_world_hash(untold.world)) fail_msg("tick %u differs", (unsigned)tick);
    }
    const double ticks = (double)WALKERS * CLEAR_TICKS;
    printf("  gathers a character-tick: %.3f, where nothing is told %.3f\n", (double)told.gathers / ticks,
           (double)untold.gathers / ticks);
    assert_true(told.gathers < untold.gathers);
    lope_world_destroy(told.world);
    lope_world_destroy(untold.world);
    close_crowd(&c);
}

// ---- threads and memory -------------------------------------------------------------------------

typedef struct counter {
    _Atomic uint64_t asked;
} counter;

static void *count_allocate(void *context, size_t size, size_t alignment)
{
    ((counter *)context)->asked++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void count_release(void *context, void *memory, size_t size)
{
    (void)context, (void)size;
    free(memory);
}

// Returns the hash of the walk's end; *late: how often memory was asked for in ticks after the first second.
static uint64_t walk(const crowd *c, uint32_t threads, bool collide, uint32_t ticks, uint64_t *late)
{
    counter memory = {0};
    static lope_character *walkers[WALKERS];
    lope_world *world = lope_world_create(&(lope_world_def){.gravity = {0, (float)-COURSE_GRAVITY, 0},
                                                            .surroundings = &c->around,
                                                            .threads = threads,
                                                            .allocator = {count_allocate, count_release, &memory}});
    assert_non_null(world);
    for (uint32_t i = 0; i < WALKERS; i++) {
        const uint32_t channels = LOPE_CHANNEL_SOLID | (collide ? LOPE_CHANNEL_CHARACTER : 0);
        walkers[i] = lope_character_create(world, &(lope_character_def){.feet = start_of(c, i),
                                                                        .radius = (float)COURSE_RADIUS,
                                                                        .height = (float)COURSE_HEIGHT,
                                                                        .moveset = &c->moveset,
                                                                        .channels = channels});
        assert_non_null(walkers[i]);
    }
    uint64_t before = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        if (tick == COURSE_TICKS_PER_SECOND) before = memory.asked;
        for (uint32_t i = 0; i < WALKERS && tick % COURSE_TICKS_PER_SECOND == 0; i++) {
            const lope_input input = input_of(i, tick);
            lope_character_set_input(walkers[i], &input);
        }
        assert_int_equal(lope_world_step(world, 1.0f / COURSE_TICKS_PER_SECOND), LOPE_OK);
    }
    *late = memory.asked - before;
    const uint64_t hash = lope_world_hash(world);
    lope_world_destroy(world);
    return hash;
}

static void threads_never_change_the_crowd(void **unused)
{
    (void)unused;
    static const uint32_t threads[] = {2, 3, 8};
    crowd c;
    uint64_t late;
    open_crowd(&c);
    const uint64_t alone = walk(&c, 1, true, THREAD_TICKS, &late);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++)
        assert_true(walk(&c, threads[i], true, THREAD_TICKS, &late) == alone);
    close_crowd(&c);
}

static void no_tick_asks_for_memory_after_the_first_second(void **unused)
{
    (void)unused;
    crowd c;
    uint64_t late[2];
    open_crowd(&c);
    walk(&c, 1, false, TICKS, &late[0]);
    walk(&c, 1, true, TICKS, &late[1]);
    printf("  asked for memory after the first second: %llu times; colliding: %llu\n", (unsigned long long)late[0],
           (unsigned long long)late[1]);
    close_crowd(&c);
    assert_int_equal(late[0], 0);
    assert_int_equal(late[1], 0);
}

#ifndef LOPE_QUICK
#define MANY 10000
#define MANY_TICKS 240
#define MOST_BYTES 24000.0 // a character, of all that the world holds

typedef struct holder {
    lope_allocator under;
    uint64_t held; // bytes
} holder;

static void *hold_allocate(void *context, size_t size, size_t alignment)
{
    holder *h = context;
    h->held += size;
    return h->under.allocate(h->under.context, size, alignment);
}

static void hold_release(void *context, void *memory, size_t size)
{
    holder *h = context;
    h->held -= size;
    h->under.release(h->under.context, memory, size);
}

static void many_characters_take_less_than_24_kilobytes_each(void **unused)
{
    (void)unused;
    crowd c;
    open_crowd(&c);
    holder h = {.under = lope_allocator_default()};
    lope_world *world = lope_world_create(&(lope_world_def){
        .gravity = {0, (float)-COURSE_GRAVITY, 0}, .surroundings = &c.around, .allocator = {hold_allocate, hold_release, &h}});
    assert_non_null(world);
    for (uint32_t i = 0; i < MANY; i++) {
        lope_character *one =
            lope_character_create(world, &(lope_character_def){.feet = start_among(&c, i, MANY), .moveset = &c.moveset});
        assert_non_null(one);
        const lope_input input = input_of(i, 0);
        lope_character_set_input(one, &input);
    }
    for (uint32_t tick = 0; tick < MANY_TICKS; tick++)
        assert_int_equal(lope_world_step(world, 1.0f / COURSE_TICKS_PER_SECOND), LOPE_OK);
    printf("  %d characters: %.0f bytes each\n", MANY, (double)h.held / MANY);
    assert_true((double)h.held / MANY < MOST_BYTES);
    lope_world_destroy(world);
    assert_int_equal(h.held, 0);
    close_crowd(&c);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_near_never_changes_the_crowd),
        cmocka_unit_test(what_is_clear_never_changes_the_crowd),
        cmocka_unit_test(threads_never_change_the_crowd),
        cmocka_unit_test(no_tick_asks_for_memory_after_the_first_second),
#ifndef LOPE_QUICK
        cmocka_unit_test(many_characters_take_less_than_24_kilobytes_each),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
