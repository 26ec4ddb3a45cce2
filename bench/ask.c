// ask.c - the questions of the query benchmark, and the clock around them.
//
// They are asked where characters are: a place is drawn on the town's square, a ray from above finds the ground there, and the
// crowd walk's capsule is put 0 to 0.3 m over it. A ray then goes 2 m from the capsule's lower end in any direction, a sweep
// 0.5 m along the ground, give or take 20 degrees, from a place that is free; an overlap asks 0.1 m below to 0.3 m above the ground. Both engines get the same
// questions in the same order through the call that a game would make: the closest hit of the whole world with its normal, and
// all overlaps with their depth (Bullet: rayTest and convexSweepTest with the closest-hit callbacks, contactTest).
// Bullet's coordinates are floats, and the mesh's margin is set to 0, so that its surface is where the triangles are.
// Read next: queries.c, bullet.cpp.
#include "ask.h"

#include "clock.h"
#include "course.h"

#define OVERLAPS 64
#define SAME 1e-3 // m

const char *ask_name(ask_kind kind)
{
    static const char *const names[ASK_KINDS] = {"ray of 2 m",   "capsule sweep of 0.5 m", "capsule overlap",
                                                 "look: ray",    "look: sphere cast",      "look: capsule cast",
                                                 "adapter: ray", "adapter: sphere cast",   "adapter: capsule cast"};
    return names[kind];
}

// splitmix64
static double draw(uint64_t *seed, double low, double high)
{
    uint64_t x = *seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return low + (high - low) * ((double)(x >> 11) / 9007199254740992.0);
}

static lope_point direction(uint64_t *seed, double low_y, double high_y)
{
    const double y = draw(seed, low_y, high_y), angle = draw(seed, 0, 2 * COURSE_PI), out = sqrt(1 - y * y);
    return lope_point_make(out * cos(angle), y, out * sin(angle));
}

static lope_capsule stand(const lope_level *level, uint64_t *seed, double low, double high)
{
    lope_level_hit hit;
    lope_point from;
    do from = lope_point_make(draw(seed, -90, 90), 40, draw(seed, -90, 90));
    while (!lope_level_ray(level, from, lope_point_make(0, -80, 0), (lope_filter){.channels = LOPE_CHANNEL_SOLID}, &hit));
    const double feet = hit.point.y + draw(seed, low, high);
    return (lope_capsule){
        {from.x, feet + COURSE_RADIUS, from.z}, {from.x, feet + COURSE_HEIGHT - COURSE_RADIUS, from.z}, COURSE_RADIUS};
}

static bool is_ray(ask_kind kind) { return kind == ASK_RAY || kind == ASK_LOOK_RAY || kind == ASK_ADAPTER_RAY; }
static bool is_sphere(ask_kind kind) { return kind == ASK_LOOK_SPHERE || kind == ASK_ADAPTER_SPHERE; }

void ask_prepare(ask_bench *b, const lope_level *level, bullet_world *bullet, uint64_t seed)
{
    b->level = level;
    b->bullet = bullet;
    b->seed = seed;
    b->rounds = 0;
    b->look = lope_nearby_create(NULL);
    b->seams[0] = lope_level_surroundings(level);
#ifdef LOPE_BENCH_BULLET
    if (bullet != NULL) b->seams[1] = bullet_surroundings(bullet);
#endif
    for (uint32_t i = 0; i < ASK_QUESTIONS; i++) {
        b->questions[ASK_RAY][i].capsule = stand(level, &seed, 0, 0.3);
        b->questions[ASK_RAY][i].motion = lope_point_scale(direction(&seed, -1, 1), ASK_RAY_LENGTH);
        const lope_filter filter = {.channels = LOPE_CHANNEL_SOLID};
        uint32_t overlaps = 0;
        do {
            b->questions[ASK_SWEEP][i].capsule = stand(level, &seed, 0, 0.3);
            lope_level_overlap(level, &b->questions[ASK_SWEEP][i].capsule, filter, NULL, 0, &overlaps);
        } while (overlaps > 0);
        b->questions[ASK_SWEEP][i].motion = lope_point_scale(direction(&seed, -0.34, 0.34), ASK_SWEEP_LENGTH);
        b->questions[ASK_OVERLAP][i].capsule = stand(level, &seed, -0.1, 0.3);
    }
    for (ask_kind kind = ASK_LOOK_RAY; kind < ASK_KINDS; kind++)
        for (uint32_t i = 0; i < ASK_QUESTIONS; i++) {
            ask_question *q = &b->questions[kind][i];
            *q = b->questions[is_ray(kind) ? ASK_RAY : ASK_SWEEP][i];
            if (is_sphere(kind)) q->capsule.b = q->capsule.a;
        }
}

void ask_finish(ask_bench *b)
{
    if (b != NULL) lope_nearby_destroy(b->look);
}

bool ask_has(const ask_bench *b, ask_kind kind) { return kind < ASK_ADAPTER_RAY || b->bullet != NULL; }

// The look is a camera's that jumps about: each question is at another place, so each gathers.
static ask_answer ask_look(const ask_bench *b, ask_kind kind, const ask_question *q)
{
    lope_cast_def def = {.from = q->capsule.a, .motion = q->motion};
    lope_cast_hit hit;
    ask_answer answer = {false, 1};
    if (!is_ray(kind)) def.radius = (float)q->capsule.radius;
    if (!is_ray(kind) && !is_sphere(kind)) {
        def.from.y -= q->capsule.radius;
        def.height = (float)(q->capsule.b.y - q->capsule.a.y + 2 * q->capsule.radius);
    }
    lope_surroundings_cast(&b->seams[kind >= ASK_ADAPTER_RAY], b->look, &def, 1, &hit, &answer.hit);
    if (answer.hit) answer.value = hit.fraction;
    return answer;
}

static ask_answer ask_lope(const ask_bench *b, ask_kind kind, const ask_question *q)
{
    const lope_filter filter = {.channels = LOPE_CHANNEL_SOLID};
    lope_level_hit hits[OVERLAPS];
    ask_answer answer = {false, 1};
    if (kind >= ASK_LOOK_RAY) return ask_look(b, kind, q);
    if (kind == ASK_RAY) {
        answer.hit = lope_level_ray(b->level, q->capsule.a, q->motion, filter, hits);
        if (answer.hit) answer.value = hits[0].fraction;
    } else if (kind == ASK_SWEEP) {
        answer.hit = lope_level_sweep(b->level, &q->capsule, q->motion, filter, hits);
        if (answer.hit) answer.value = hits[0].fraction;
    } else {
        uint32_t all = 0;
        lope_level_overlap(b->level, &q->capsule, filter, hits, OVERLAPS, &all);
        answer = (ask_answer){all > 0, 0};
        for (uint32_t i = 0; i < all && i < OVERLAPS; i++)
            if (hits[i].depth > answer.value) answer.value = hits[i].depth;
    }
    return answer;
}

static ask_answer ask_bullet(const ask_bench *b, ask_kind kind, const ask_question *q)
{
    ask_answer answer = {false, 1};
#ifdef LOPE_BENCH_BULLET
    if (is_ray(kind)) answer.hit = bullet_ray(b->bullet, q->capsule.a, q->motion, &answer.value);
    if (is_sphere(kind)) answer.hit = bullet_sweep_sphere(b->bullet, &q->capsule, q->motion, &answer.value);
    if (kind == ASK_SWEEP || kind == ASK_LOOK_SWEEP || kind == ASK_ADAPTER_SWEEP)
        answer.hit = bullet_sweep(b->bullet, &q->capsule, q->motion, &answer.value);
    if (kind == ASK_OVERLAP) answer.hit = bullet_overlap(b->bullet, &q->capsule, &answer.value) > 0;
#else
    (void)b, (void)kind, (void)q;
#endif
    return answer;
}

void ask_round(ask_bench *b)
{
    if (b->rounds == ASK_ROUNDS_MOST) return;
    for (ask_kind kind = 0; kind < ASK_KINDS; kind++) {
        if (!ask_has(b, kind)) continue;
        const double begin = clock_thread();
        for (uint32_t i = 0; i < ASK_QUESTIONS; i++) b->lope[kind][i] = ask_lope(b, kind, &b->questions[kind][i]);
        const double middle = clock_thread();
        for (uint32_t i = 0; b->bullet != NULL && i < ASK_QUESTIONS; i++)
            b->other[kind][i] = ask_bullet(b, kind, &b->questions[kind][i]);
        b->lope_ns[kind][b->rounds] = (middle - begin) * 1e9 / ASK_QUESTIONS;
        b->bullet_ns[kind][b->rounds] = (clock_thread() - middle) * 1e9 / ASK_QUESTIONS;
    }
    b->rounds++;
}

ask_figures ask_result(ask_bench *b, ask_kind kind)
{
    const double length = is_ray(kind) ? ASK_RAY_LENGTH : kind == ASK_OVERLAP ? 1 : ASK_SWEEP_LENGTH;
    double hits = 0, agree = 0, both = 0, close = 0;
    for (uint32_t i = 0; i < ASK_QUESTIONS; i++) {
        const ask_answer *one = &b->lope[kind][i], *other = &b->other[kind][i];
        hits += one->hit;
        agree += one->hit == other->hit;
        both += one->hit && other->hit;
        close += one->hit && other->hit && fabs(one->value - other->value) * length <= SAME;
    }
    return (ask_figures){.lope_ns = clock_median(b->lope_ns[kind], b->rounds),
                         .bullet_ns = b->bullet != NULL ? clock_median(b->bullet_ns[kind], b->rounds) : 0,
                         .hits = hits / ASK_QUESTIONS,
                         .agree = agree / ASK_QUESTIONS,
                         .close = both > 0 ? close / both : 0};
}
