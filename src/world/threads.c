// threads.c - the helpers of threads.h on POSIX threads, and nothing where there are none; or the game's own threads.
//
// The game's threads are handed a task a share, and each task is waited for. Our own helpers have one mutex and two conditions:
// `begin` wakes them when a round starts, `end` wakes the caller when the last one is done. Rounds are counted, so a helper that
// wakes late or twice cannot take a share again. Read next: step.c.
#include "world/threads.h"

#include "base/memory.h"

#if !defined(LOPE_NO_THREADS) && defined(__has_include) && !defined(_WIN32) && !defined(__wasm__)
#if __has_include(<pthread.h>)
#define LOPE_HAS_PTHREAD 1
#endif
#endif

#ifdef LOPE_HAS_PTHREAD
#include <pthread.h>

typedef struct helper {
    lope_threads *threads;
    pthread_t thread;
    uint32_t share;
} helper;
#endif

// A share that the game's threads are to do.
typedef struct errand {
    lope_threads *threads;
    void *task; // the game's handle, while it is out
    uint32_t share;
} errand;

struct lope_threads {
    lope_allocator allocator;
    size_t bytes;
    uint32_t shares;
    uint32_t running; // helpers that were started
    lope_tasks tasks; // of the game, or zero
    errand *errands;  // shares - 1 with the game's tasks, behind this
    void (*work)(void *context, uint32_t share, uint32_t shares);
    void *context;
#ifdef LOPE_HAS_PTHREAD
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    uint64_t round;   // counts calls of run
    uint32_t waiting; // helpers that are not done with this round
    bool stop;
    helper helpers[];
#endif
};

// ---- the game's threads --------------------------------------------------------------------------------------------------

static void run_errand(void *argument)
{
    const errand *e = argument;
    e->threads->work(e->threads->context, e->share, e->threads->shares);
}

static lope_threads *create_errands(const lope_allocator *allocator, uint32_t count, const lope_tasks *tasks)
{
    const size_t bytes = sizeof(lope_threads) + sizeof(errand) * count;
    lope_threads *threads = lope_allocate_zero(allocator, bytes);
    if (threads == NULL) return NULL;
    threads->allocator = *allocator;
    threads->bytes = bytes;
    threads->shares = count > 1 ? count : 1;
    threads->tasks = *tasks;
    threads->errands = (errand *)(threads + 1);
    for (uint32_t i = 0; i + 1 < threads->shares; i++) threads->errands[i] = (errand){.threads = threads, .share = i + 1};
    return threads;
}

static void run_errands(lope_threads *threads, void (*work)(void *context, uint32_t share, uint32_t shares), void *context)
{
    const lope_tasks *tasks = &threads->tasks;
    threads->work = work;
    threads->context = context;
    for (uint32_t i = 0; i + 1 < threads->shares; i++)
        threads->errands[i].task = tasks->enqueue(tasks->context, run_errand, &threads->errands[i]);
    work(context, 0, threads->shares);
    for (uint32_t i = 0; i + 1 < threads->shares; i++)
        if (threads->errands[i].task != NULL) tasks->finish(tasks->context, threads->errands[i].task);
}

// ---- threads of our own --------------------------------------------------------------------------------------------------

#ifdef LOPE_HAS_PTHREAD

static void *helper_main(void *argument)
{
    const helper *self = argument;
    lope_threads *threads = self->threads;
    uint64_t seen = 0;
    pthread_mutex_lock(&threads->mutex);
    for (;;) {
        while (threads->round == seen && !threads->stop) pthread_cond_wait(&threads->begin, &threads->mutex);
        if (threads->stop) break;
        seen = threads->round;
        pthread_mutex_unlock(&threads->mutex);
        threads->work(threads->context, self->share, threads->shares);
        pthread_mutex_lock(&threads->mutex);
        if (--threads->waiting == 0) pthread_cond_signal(&threads->end);
    }
    pthread_mutex_unlock(&threads->mutex);
    return NULL;
}

static bool prepare(lope_threads *threads)
{
    if (pthread_mutex_init(&threads->mutex, NULL) != 0) return false;
    if (pthread_cond_init(&threads->begin, NULL) == 0) {
        if (pthread_cond_init(&threads->end, NULL) == 0) return true;
        pthread_cond_destroy(&threads->begin);
    }
    pthread_mutex_destroy(&threads->mutex);
    return false;
}

static void start_helpers(lope_threads *threads, uint32_t count)
{
    while (threads->running + 1 < count) {
        helper *next = &threads->helpers[threads->running];
        next->threads = threads;
        next->share = threads->running + 1;
        if (pthread_create(&next->thread, NULL, helper_main, next) != 0) break;
        threads->running++;
    }
    threads->shares = threads->running + 1;
}

static lope_threads *create_helpers(const lope_allocator *allocator, uint32_t count)
{
    const size_t bytes = sizeof(lope_threads) + sizeof(helper) * (count > 1 ? count - 1 : 0);
    lope_threads *threads = lope_allocate_zero(allocator, bytes);
    if (threads == NULL) return NULL;
    threads->allocator = *allocator;
    threads->bytes = bytes;
    threads->shares = 1;
    if (!prepare(threads)) {
        lope_release(allocator, threads, bytes);
        return NULL;
    }
    start_helpers(threads, count);
    return threads;
}

static void stop_helpers(lope_threads *threads)
{
    pthread_mutex_lock(&threads->mutex);
    threads->stop = true;
    pthread_cond_broadcast(&threads->begin);
    pthread_mutex_unlock(&threads->mutex);
    for (uint32_t i = 0; i < threads->running; i++) pthread_join(threads->helpers[i].thread, NULL);
    pthread_cond_destroy(&threads->end);
    pthread_cond_destroy(&threads->begin);
    pthread_mutex_destroy(&threads->mutex);
}

static void run_helpers(lope_threads *threads, void (*work)(void *context, uint32_t share, uint32_t shares), void *context)
{
    if (threads->running == 0) {
        work(context, 0, 1);
        return;
    }
    pthread_mutex_lock(&threads->mutex);
    threads->work = work;
    threads->context = context;
    threads->waiting = threads->running;
    threads->round++;
    pthread_cond_broadcast(&threads->begin);
    pthread_mutex_unlock(&threads->mutex);
    work(context, 0, threads->shares);
    pthread_mutex_lock(&threads->mutex);
    while (threads->waiting > 0) pthread_cond_wait(&threads->end, &threads->mutex);
    pthread_mutex_unlock(&threads->mutex);
}

#else

static lope_threads *create_helpers(const lope_allocator *allocator, uint32_t count)
{
    lope_threads *threads = lope_allocate_zero(allocator, sizeof *threads);
    if (threads == NULL) return NULL;
    threads->allocator = *allocator;
    threads->bytes = sizeof *threads;
    threads->shares = count > 1 ? count : 1;
    return threads;
}

static void stop_helpers(lope_threads *threads) { (void)threads; }

static void run_helpers(lope_threads *threads, void (*work)(void *context, uint32_t share, uint32_t shares), void *context)
{
    for (uint32_t share = 0; share < threads->shares; share++) work(context, share, threads->shares);
}

#endif

lope_threads *lope_threads_create(const lope_allocator *allocator, uint32_t count, const lope_tasks *tasks)
{
    return tasks->enqueue != NULL ? create_errands(allocator, count, tasks) : create_helpers(allocator, count);
}

void lope_threads_destroy(lope_threads *threads)
{
    if (threads == NULL) return;
    if (threads->errands == NULL) stop_helpers(threads);
    const lope_allocator allocator = threads->allocator;
    lope_release(&allocator, threads, threads->bytes);
}

void lope_threads_run(lope_threads *threads, void (*work)(void *context, uint32_t share, uint32_t shares), void *context)
{
    if (threads == NULL)
        work(context, 0, 1);
    else if (threads->errands != NULL)
        run_errands(threads, work, context);
    else
        run_helpers(threads, work, context);
}
