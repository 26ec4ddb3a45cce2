// test_control.c - controllers, locks, cameras, followers and a crowd that avoids, together: a save taken at
// any tick goes on as it did, in the same world and in another one, and threads change nothing. Cameras then
// run on threads of their own as well, which is what a build with the thread sanitizer is for.
//
// Read next: control.h.
#include "../behaviour/check.h"
#include "control.h"
#include "park.h"

#include <pthread.h>

#ifdef LOPE_QUICK
#define TICKS 420
#define RESTORES 6
#else
#define TICKS CONTROL_TICKS
#define RESTORES 30
#endif
#define MOST_THREADS 8

static control *open_arena(uint32_t threads)
{
    control *c = calloc(1, sizeof *c);
    assert_non_null(c);
    assert_true(control_open(c, threads));
    return c;
}

static void close_arena(control *c)
{
    control_close(c);
    free(c);
}

static void tick(control *c) { assert_true(control_step(c) && control_cameras(c, 0, 1, c->look)); }

// What a run without any interruption comes to, after each tick.
static uint64_t *straight_run(void)
{
    uint64_t *hashes = calloc(TICKS + 1, sizeof *hashes);
    assert_non_null(hashes);
    control *c = open_arena(1);
    while (c->tick < TICKS) {
        tick(c);
        hashes[c->tick] = control_hash(c);
    }
    close_arena(c);
    return hashes;
}

static void run_and_compare(control *c, uint32_t until, const uint64_t *hashes, const char *what)
{
    while (c->tick < until) {
        tick(c);
        if (control_hash(c) != hashes[c->tick]) fail_msg("%s: tick %u differs", what, (unsigned)c->tick);
    }
}

// A save of a random tick: first the same world goes back to it from later on, then a world that has just
// been opened, with another number of threads, takes it over.
static void a_save_of_any_tick_goes_on_as_it_did(void **unused)
{
    (void)unused;
    uint32_t seed = 20261127;
    printf("  seed %u\n", (unsigned)seed);
    uint64_t *hashes = straight_run();
    control_saved *saved = calloc(1, sizeof *saved);
    assert_non_null(saved);
    for (int i = 0; i < RESTORES; i++) {
        const uint32_t at = (uint32_t)(park_random(&seed) * (TICKS - 60)), threads = 1 + (uint32_t)(park_random(&seed) * 8);
        const uint32_t on = at + 1 + (uint32_t)(park_random(&seed) * 59);
        control *c = open_arena(threads);
        run_and_compare(c, at, hashes, "before the save");
        control_save(c, saved);
        run_and_compare(c, on, hashes, "after the save");
        assert_true(control_restore(c, saved));
        run_and_compare(c, on, hashes, "taken back");
        close_arena(c);
        c = open_arena(1 + threads % 8);
        assert_true(control_restore(c, saved));
        run_and_compare(c, on, hashes, "in another world");
        close_arena(c);
    }
    free(saved);
    free(hashes);
}

// ---- threads

typedef struct camera_job {
    control *arena;
    uint32_t first, stride;
    lope_nearby *look;
    bool good;
} camera_job;

static void *run_cameras(void *context)
{
    camera_job *job = context;
    job->good = control_cameras(job->arena, job->first, job->stride, job->look);
    return NULL;
}

// The cameras of a frame, each share of them on a thread with a look of its own.
static void cameras_on_threads(control *c, uint32_t threads, camera_job jobs[MOST_THREADS])
{
    pthread_t running[MOST_THREADS];
    for (uint32_t i = 0; i < threads; i++) {
        jobs[i].arena = c;
        jobs[i].first = i;
        jobs[i].stride = threads;
        assert_int_equal(pthread_create(&running[i], NULL, run_cameras, &jobs[i]), 0);
    }
    for (uint32_t i = 0; i < threads; i++) {
        assert_int_equal(pthread_join(running[i], NULL), 0);
        assert_true(jobs[i].good);
    }
}

static void one_to_eight_threads_are_alike(void **unused)
{
    (void)unused;
    uint64_t *hashes = straight_run();
    for (uint32_t threads = 1; threads <= MOST_THREADS; threads++) {
        camera_job jobs[MOST_THREADS] = {0};
        for (uint32_t i = 0; i < threads; i++) assert_non_null(jobs[i].look = lope_nearby_create(NULL));
        control *c = open_arena(threads);
        while (c->tick < TICKS) {
            assert_true(control_step(c));
            cameras_on_threads(c, threads, jobs);
            if (control_hash(c) != hashes[c->tick]) fail_msg("%u threads: tick %u differs", (unsigned)threads, (unsigned)c->tick);
        }
        close_arena(c);
        for (uint32_t i = 0; i < threads; i++) lope_nearby_destroy(jobs[i].look);
    }
    free(hashes);
}

// A save that leaves something out would be found: each part of it counts.
static void a_part_left_out_of_a_save_is_noticed(void **unused)
{
    (void)unused;
    static control_saved whole, part;
    uint64_t *hashes = straight_run();
    enum { CAMERA, FOLLOWER, MEMORY, CONTROLLER, PARTS };
    control *c = open_arena(1);
    run_and_compare(c, 371, hashes, "before the save"); // locks stand, cameras recentre, followers are in links
    control_save(c, &whole);
    for (int without = 0; without < PARTS; without++) {
        part = whole;
        for (uint32_t i = 0; i < CONTROL_ALL; i++) {
            if (without == CAMERA) part.minds[i].camera = (lope_camera){0};
            if (without == FOLLOWER) part.minds[i].follower = (lope_follower){0};
            if (without == MEMORY) part.memories[i] = (lope_avoidance_memory){0};
            if (without == CONTROLLER) part.minds[i].controller.view.yaw = 0;
        }
        assert_true(control_restore(c, &part));
        tick(c);
        if (control_hash(c) == hashes[c->tick]) fail_msg("part %d does not count", without);
    }
    assert_true(control_restore(c, &whole));
    tick(c);
    assert_true(control_hash(c) == hashes[c->tick]);
    close_arena(c);
    free(hashes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_save_of_any_tick_goes_on_as_it_did),
                                       cmocka_unit_test(one_to_eight_threads_are_alike),
                                       cmocka_unit_test(a_part_left_out_of_a_save_is_noticed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
