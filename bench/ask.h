// ask.h - what a ray, a sweep and an overlap of the level cost, beside Bullet's on the same questions. Read next: ask.c.
#ifndef LOPE_BENCH_ASK_H
#define LOPE_BENCH_ASK_H

#include <lope/lope.h>

#ifdef LOPE_BENCH_BULLET
#include "bullet.h"
#else
typedef struct bullet_world bullet_world;
#endif

// LOOK: the same questions through surroundings, those of the level; ADAPTER: through those of Bullet's adapter.
// The other side is Bullet's own call.
typedef enum ask_kind {
    ASK_RAY,
    ASK_SWEEP,
    ASK_OVERLAP,
    ASK_LOOK_RAY,
    ASK_LOOK_SPHERE,
    ASK_LOOK_SWEEP,
    ASK_ADAPTER_RAY,
    ASK_ADAPTER_SPHERE,
    ASK_ADAPTER_SWEEP,
    ASK_KINDS
} ask_kind;

#define ASK_QUESTIONS 4096 // of each kind
#define ASK_ROUNDS_MOST 32
#define ASK_RAY_LENGTH 2.0   // m
#define ASK_SWEEP_LENGTH 0.5 // m

typedef struct ask_question {
    lope_capsule capsule; // a ray begins at its lower end
    lope_point motion;    // m
} ask_question;

typedef struct ask_answer {
    bool hit;
    double value; // fraction, or depth of the deepest overlap (m)
} ask_answer;

typedef struct ask_bench {
    const lope_level *level;
    bullet_world *bullet;       // or NULL
    lope_surroundings seams[2]; // of the level, of Bullet's adapter
    lope_nearby *look;
    uint64_t seed;
    int rounds;
    double lope_ns[ASK_KINDS][ASK_ROUNDS_MOST], bullet_ns[ASK_KINDS][ASK_ROUNDS_MOST];
    ask_question questions[ASK_KINDS][ASK_QUESTIONS];
    ask_answer lope[ASK_KINDS][ASK_QUESTIONS], other[ASK_KINDS][ASK_QUESTIONS];
} ask_bench;

typedef struct ask_figures {
    double lope_ns, bullet_ns; // thread CPU time a question, median
    double hits;               // share of questions that hit something, by lope
    double agree;              // share in which both say the same of hit or miss
    double close;              // share of common hits that lie (or reach) within a millimetre of each other
} ask_figures;

const char *ask_name(ask_kind kind);
// Draws the questions from the seed. `bench` is large: not for the stack.
void ask_prepare(ask_bench *bench, const lope_level *level, bullet_world *bullet, uint64_t seed);
void ask_round(ask_bench *bench); // all kinds once, lope and Bullet in turn
ask_figures ask_result(ask_bench *bench, ask_kind kind);
bool ask_has(const ask_bench *bench, ask_kind kind); // without Bullet there is no adapter
void ask_finish(ask_bench *bench);

#endif
