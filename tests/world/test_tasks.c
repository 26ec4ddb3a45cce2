// test_tasks.c - the game's own threads behind enqueue and finish: one result, a character that runs a task
// and whenever.
#include "world_help.h"

#include <pthread.h>

#define MEETS (LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER)
#define WALKERS 100
#define TICKS 150
#define TASKS_MOST 64

typedef struct task {
    void (*work)(void *argument);
    void *argument;
    bool taken, done;
} task;

typedef enum pool_kind { AT_ONCE, AT_FINISH, ON_THREADS } pool_kind;

// A game's pool, as small as can be: two threads that take what has been handed over, last first.
typedef struct pool {
    pool_kind kind;
    task tasks[TASKS_MOST];
    uint32_t count, enqueued, finished, most;
    bool stop;
    pthread_mutex_t mutex;
    pthread_cond_t change;
    pthread_t threads[2];
} pool;

static void *pool_main(void *argument)
{
    pool *p = argument;
    pthread_mutex_lock(&p->mutex);
    while (!p->stop) {
        task *next = NULL;
        for (uint32_t i = 0; i < p->count; i++)
            if (!p->tasks[i].taken) next = &p->tasks[i];
        if (next == NULL) {
            pthread_cond_wait(&p->change, &p->mutex);
            continue;
        }
        next->taken = true;
        pthread_mutex_unlock(&p->mutex);
        next->work(next->argument);
        pthread_mutex_lock(&p->mutex);
        next->done = true;
        pthread_cond_broadcast(&p->change);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static void *pool_enqueue(void *context, void (*work)(void *argument), void *argument)
{
    pool *p = context;
    p->enqueued++;
    if (p->kind == AT_ONCE) {
        work(argument);
        return NULL;
    }
    pthread_mutex_lock(&p->mutex);
    assert_true(p->count < TASKS_MOST);
    task *t = &p->tasks[p->count++];
    *t = (task){.work = work, .argument = argument, .taken = p->kind == AT_FINISH};
    if (p->count > p->most) p->most = p->count;
    pthread_cond_broadcast(&p->change);
    pthread_mutex_unlock(&p->mutex);
    return t;
}

static void pool_finish(void *context, void *handle)
{
    pool *p = context;
    task *t = handle;
    p->finished++;
    if (p->kind == AT_FINISH) t->work(t->argument);
    pthread_mutex_lock(&p->mutex);
    while (p->kind == ON_THREADS && !t->done) pthread_cond_wait(&p->change, &p->mutex);
    if (t == &p->tasks[p->count - 1]) p->count = 0; // the last of the tick
    pthread_mutex_unlock(&p->mutex);
}

static void pool_open(pool *p, pool_kind kind)
{
    *p = (pool){.kind = kind};
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->change, NULL);
    for (int i = 0; kind == ON_THREADS && i < 2; i++) assert_int_equal(pthread_create(&p->threads[i], NULL, pool_main, p), 0);
}

static void pool_close(pool *p)
{
    pthread_mutex_lock(&p->mutex);
    p->stop = true;
    pthread_cond_broadcast(&p->change);
    pthread_mutex_unlock(&p->mutex);
    for (int i = 0; p->kind == ON_THREADS && i < 2; i++) pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->change);
    pthread_mutex_destroy(&p->mutex);
}

// A crowd that runs into itself; the hash of all its ticks.
static uint64_t walk(uint32_t threads, const lope_tasks *tasks)
{
    uint64_t seed = 20261121, hash = 0;
    lope_world *world = world_with_floor(&(lope_world_def){.threads = threads, .tasks = *tasks});
    for (int i = 0; i < WALKERS; i++) {
        const lope_point feet = {(i % 10) * 1.2 - 6, 0.2, (i / 10) * 1.2 - 6};
        lope_character *c = lope_character_create(world, &(lope_character_def){.feet = feet, .channels = MEETS});
        const float x = (float)random_between(&seed, -1, 1), z = (float)random_between(&seed, -1, 1);
        lope_character_set_input(c, &(lope_input){.move = {x, 0, z}});
    }
    for (int tick = 0; tick < TICKS; tick++) {
        steps(world, 1);
        hash = hash * 31 + lope_world_hash(world);
    }
    lope_world_destroy(world);
    return hash;
}

#define STEPS 4 // of a tick at 60 Hz, of those that press on each other

static void one_result_whoever_runs_the_tasks(void **unused)
{
    (void)unused;
    static const uint32_t threads[] = {2, 3, 8, 64};
    const lope_tasks none = {0};
    const uint64_t alone = walk(1, &none);
    for (pool_kind kind = AT_ONCE; kind <= ON_THREADS; kind++)
        for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
            static pool p;
            pool_open(&p, kind);
            const lope_tasks tasks = {pool_enqueue, pool_finish, &p};
            assert_true(walk(threads[i], &tasks) == alone);
            assert_true(p.enqueued > 0 && p.enqueued <= (threads[i] - 1) * TICKS * (1 + STEPS));
            assert_int_equal(p.finished, kind == AT_ONCE ? 0 : p.enqueued); // each handle once
            pool_close(&p);
        }
}

static void one_thread_hands_nothing_over(void **unused)
{
    (void)unused;
    static pool p;
    pool_open(&p, AT_FINISH);
    const lope_tasks tasks = {pool_enqueue, pool_finish, &p}, none = {0};
    assert_true(walk(1, &tasks) == walk(0, &none));
    assert_int_equal(p.enqueued, 0);
    pool_close(&p);
}

static void half_a_pool_is_refused(void **unused)
{
    (void)unused;
    lope_error error = {0};
    assert_null(lope_world_create(&(lope_world_def){.threads = 2, .tasks = {.enqueue = pool_enqueue}, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_NULL);
    assert_string_equal(error.field, "tasks");
    assert_null(lope_world_create(&(lope_world_def){.threads = 2, .tasks = {.finish = pool_finish}, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_result_whoever_runs_the_tasks),
        cmocka_unit_test(one_thread_hands_nothing_over),
        cmocka_unit_test(half_a_pool_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
