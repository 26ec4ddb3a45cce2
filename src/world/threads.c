// threads.c - the helpers of threads.h on POSIX threads, and nothing where there are none.
//
// One mutex, two conditions: `begin` wakes the helpers when a round starts, `end` wakes the caller when the last one is done.
// Rounds are counted, so a helper that wakes late or twice cannot take a share again. Read next: step.c.
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

struct lope_threads {
    lope_allocator allocator;
    size_t bytes;
    uint32_t shares;
    uint32_t running; // helpers that were started
#ifdef LOPE_HAS_PTHREAD
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    void (*work)(void *context, uint32_t share, uint32_t shares);
    void *context;
    uint64_t round;   // counts calls of run
    uint32_t waiting; // helpers that are not done with this round
    bool stop;
    helper helpers[];
#endif
};

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

lope_threads *lope_threads_create(const lope_allocator *allocator, uint32_t count)
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

void lope_threads_destroy(lope_threads *threads)
{
    if (threads == NULL) return;
    pthread_mutex_lock(&threads->mutex);
    threads->stop = true;
    pthread_cond_broadcast(&threads->begin);
    pthread_mutex_unlock(&threads->mutex);
    for (uint32_t i = 0; i < threads->running; i++) pthread_join(threads->helpers[i].thread, NULL);
    pthread_cond_destroy(&threads->end);
    pthread_cond_destroy(&threads->begin);
    pthread_mutex_destroy(&threads->mutex);
    const lope_allocator allocator = threads->allocator;
    lope_release(&allocator, threads, threads->bytes);
}

void lope_threads_run(lope_threads *threads, void (*work)(void *context, uint32_t share, uint32_t shares), void *context)
{
    if (threads == NULL || threads->running == 0) {
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

lope_threads *lope_threads_create(const lope_allocator *allocator, uint32_t count)
{
    lope_threads *threads = lope_allocate_zero(allocator, sizeof *threads);
    if (threads == NULL) return NULL;
    threads->allocator = *allocator;
    threads->bytes = sizeof *threads;
    threads->shares = count > 1 ? count : 1;
    return threads;
}

void lope_threads_destroy(lope_threads *threads)
{
    if (threads == NULL) return;
    const lope_allocator allocator = threads->allocator;
    lope_release(&allocator, threads, threads->bytes);
}

void lope_threads_run(lope_threads *threads, void (*work)(void *context, uint32_t share, uint32_t shares), void *context)
{
    const uint32_t shares = threads == NULL ? 1 : threads->shares;
    for (uint32_t share = 0; share < shares; share++) work(context, share, shares);
}

#endif
