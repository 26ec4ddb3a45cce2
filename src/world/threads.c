// threads.c - the helpers of threads.h on POSIX threads, and nothing where there are none; or the game's own
// threads. The game's threads are handed a task a share, and each task is waited for. Our own helpers stay
// awake for a moment after a round, then sleep on `begin` until the next one starts. A helper that finds it
// joins the round, unless that is closed already, and takes shares. When the caller finds nothing left to
// take it closes the round and waits for the helpers in it, not for those that have slept through. Read next:
// work_share.h, step.c.
#define _POSIX_C_SOURCE 200112L // clock_gettime
#include "world/threads.h"

#include "base/memory.h"

#if LOPE_WORK_TAKEN_OVER && !defined(LOPE_NO_THREADS) && defined(__has_include) && !defined(_WIN32) && !defined(__wasm__)
#if __has_include(<pthread.h>)
#define LOPE_HAS_PTHREAD 1
#endif
#endif

#ifdef LOPE_HAS_PTHREAD
#include <pthread.h>
#include <sched.h>
#include <time.h>

typedef struct helper {
    lope_threads *threads;
    pthread_t thread;
    uint32_t share;
} helper;
#endif

// A share that the game's threads are to do.
typedef struct shared_task {
    lope_threads *threads;
    void *task; // the game's handle, while it is out
    uint32_t share;
} shared_task;

struct lope_threads {
    lope_allocator allocator;
    size_t bytes;
    uint32_t shares;
    uint32_t running;          // helpers that were started
    lope_tasks tasks;          // of the game, or zero
    shared_task *shared_tasks; // shares - 1 with the game's tasks, behind this
    lope_work_share work;
#ifdef LOPE_HAS_PTHREAD
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    _Atomic uint64_t round; // counts calls of run
    bool stop;
    _Atomic uint32_t joined; // helpers that have joined the round, and ROUND_CLOSED
    helper helpers[];
#endif
};

// ---- the game's threads -----------------------------------------------------------------------------------

static void run_task(void *argument)
{
    const shared_task *e = argument;
    lope_work_share_run(&e->threads->work, e->share);
}

static lope_threads *create_tasks(const lope_allocator *allocator, uint32_t count, const lope_tasks *tasks)
{
    const size_t bytes = sizeof(lope_threads) + sizeof(shared_task) * count;
    lope_threads *threads = lope_allocate_zero(allocator, bytes);
    if (threads == NULL) return NULL;
    threads->allocator = *allocator;
    threads->bytes = bytes;
    threads->shares = count > 1 ? count : 1;
    threads->tasks = *tasks;
    threads->shared_tasks = (shared_task *)(threads + 1);
    for (uint32_t i = 0; i + 1 < threads->shares; i++)
        threads->shared_tasks[i] = (shared_task){.threads = threads, .share = i + 1};
    return threads;
}

static void run_tasks(lope_threads *threads)
{
    const lope_tasks *tasks = &threads->tasks;
    for (uint32_t i = 0; i + 1 < threads->shares; i++)
        threads->shared_tasks[i].task = tasks->enqueue(tasks->context, run_task, &threads->shared_tasks[i]);
    lope_work_share_run(&threads->work, 0);
    for (uint32_t i = 0; i + 1 < threads->shares; i++)
        if (threads->shared_tasks[i].task != NULL) tasks->finish(tasks->context, threads->shared_tasks[i].task);
}

// ---- threads of our own -----------------------------------------------------------------------------------

#ifdef LOPE_HAS_PTHREAD

// To sleep and be woken takes a thread some tens of microseconds, so a thread that waits asks again and again
// for that time before it sleeps. The caller does so at a round's end: the others are within an item of their
// own. A helper does so after it, for where round follows round, as on a server or when a frame makes up for
// ticks; and any other thread that wants its processor has it.
#define ASK_FOR INT64_C(50000) // ns

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#define ROUND_CLOSED UINT32_C(0x80000000) // nobody may join

// The last one out wakes the caller.
static void leave_round(lope_threads *threads)
{
    if (atomic_fetch_sub(&threads->joined, 1) != (ROUND_CLOSED | 1)) return;
    pthread_mutex_lock(&threads->mutex);
    pthread_cond_signal(&threads->end);
    pthread_mutex_unlock(&threads->mutex);
}

// A helper that has slept through the round finds the joined closed, or that of the next round, which it may
// join as well.
static void work_in_round(lope_threads *threads, uint32_t share)
{
    if ((atomic_fetch_add(&threads->joined, 1) & ROUND_CLOSED) == 0) lope_work_share_run(&threads->work, share);
    leave_round(threads);
}

// Until there is a new round, or the time of asking is over.
static void ask_for_round(lope_threads *threads, uint64_t seen)
{
    const int64_t until = now() + ASK_FOR;
    while (atomic_load(&threads->round) == seen && now() < until) sched_yield();
}

static void *helper_main(void *argument)
{
    const helper *self = argument;
    lope_threads *threads = self->threads;
    uint64_t seen = 0;
    for (;;) {
        ask_for_round(threads, seen);
        pthread_mutex_lock(&threads->mutex);
        while (threads->round == seen && !threads->stop) pthread_cond_wait(&threads->begin, &threads->mutex);
        seen = threads->round;
        const bool stop = threads->stop;
        pthread_mutex_unlock(&threads->mutex);
        if (stop) break;
        work_in_round(threads, self->share);
    }
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
    atomic_init(&threads->joined, ROUND_CLOSED);
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

static void wait_for_round(lope_threads *threads)
{
    atomic_fetch_or(&threads->joined, ROUND_CLOSED);
    const int64_t until = now() + ASK_FOR;
    while (atomic_load(&threads->joined) != ROUND_CLOSED && now() < until) continue;
    if (atomic_load(&threads->joined) == ROUND_CLOSED) return;
    pthread_mutex_lock(&threads->mutex);
    while (atomic_load(&threads->joined) != ROUND_CLOSED) pthread_cond_wait(&threads->end, &threads->mutex);
    pthread_mutex_unlock(&threads->mutex);
}

static void run_helpers(lope_threads *threads)
{
    if (threads->running > 0) {
        atomic_fetch_and(&threads->joined, ~ROUND_CLOSED);
        pthread_mutex_lock(&threads->mutex);
        threads->round++;
        pthread_mutex_unlock(&threads->mutex);
        pthread_cond_broadcast(&threads->begin);
    }
    lope_work_share_run(&threads->work, 0);
    if (threads->running > 0) wait_for_round(threads);
}

#else

static lope_threads *create_helpers(const lope_allocator *allocator, uint32_t count)
{
    (void)count;
    lope_threads *threads = lope_allocate_zero(allocator, sizeof *threads);
    if (threads == NULL) return NULL;
    threads->allocator = *allocator;
    threads->bytes = sizeof *threads;
    threads->shares = 1;
    return threads;
}

static void stop_helpers(lope_threads *threads) { (void)threads; }
static void run_helpers(lope_threads *threads) { lope_work_share_run(&threads->work, 0); }

#endif

lope_threads *lope_threads_create(const lope_allocator *allocator, uint32_t count, const lope_tasks *tasks)
{
    return tasks->enqueue != NULL ? create_tasks(allocator, count, tasks) : create_helpers(allocator, count);
}

void lope_threads_destroy(lope_threads *threads)
{
    if (threads == NULL) return;
    if (threads->shared_tasks == NULL) stop_helpers(threads);
    const lope_allocator allocator = threads->allocator;
    lope_release(&allocator, threads, threads->bytes);
}

void lope_threads_run(lope_threads *threads, uint32_t items, void (*work)(void *context, uint32_t item), void *context)
{
    if (threads == NULL || items < 2) { // nothing to share: nobody is woken
        for (uint32_t i = 0; i < items; i++) work(context, i);
        return;
    }
    lope_work_share_begin(&threads->work, threads->shares, items, work, context);
    if (threads->shared_tasks != NULL)
        run_tasks(threads);
    else
        run_helpers(threads);
}
