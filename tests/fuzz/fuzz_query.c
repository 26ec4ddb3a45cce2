// fuzz_query.c - worlds and queries from any bytes, against brute force. Answers must be finite, in order,
// the same bits whatever the look holds, and those of brute force but where these hang on a hundred-millionth
// of a metre. Definitions with any floats are refused or answered. Read next: bytes.h, tests/query/ask.c.
#include "bytes.h"

#include "query/stage.h"

#include <stdio.h>
#include <stdlib.h>

#define QUESTIONS 12
#define HITS 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what)
{
    fprintf(stderr, "INVARIANT query: %s\n", what);
    abort();
}

static bool is_unit(lope_point n) { return fabs(lope_point_dot(n, n) - 1) < 1e-6; }

static void check_hit(const lope_cast_hit *hit)
{
    if (!(hit->fraction >= 0 && hit->fraction <= 1)) broken("a fraction is not from 0 to 1");
    if (!(hit->depth >= 0 && hit->depth < 1e7)) broken("a depth is not a depth");
    if (!is_unit(hit->normal) || !is_unit(hit->surface_normal)) broken("a normal is not unit");
    if (!(lope_point_length(hit->point) < 1e9)) broken("a point is nowhere");
}

// What a look holds never matters.
static void check_looks(const brute_world *world, lope_nearby *used, const lope_cast_def *def)
{
    lope_cast_hit one[HITS], two[HITS];
    uint32_t count, same;
    lope_nearby *fresh = lope_nearby_create(NULL);
    const lope_result first = lope_surroundings_cast_all(&world->surroundings, used, def, 1, one, HITS, &count);
    const lope_result second = lope_surroundings_cast_all(&world->surroundings, fresh, def, 1, two, HITS, &same);
    lope_nearby_destroy(fresh);
    if (first != second || count != same) broken("a fresh look answers otherwise");
    for (uint32_t i = 0; i < count && i < HITS; i++) {
        check_hit(&one[i]);
        if (memcmp(&one[i].fraction, &two[i].fraction, sizeof one[i].fraction) != 0 || one[i].body != two[i].body ||
            one[i].triangle != two[i].triangle)
            broken("a fresh look has another hit");
    }
}

// Any floats at all: refused, or answered in order.
static void ask_anything(bytes *b, const brute_world *world, lope_nearby *look)
{
    lope_cast_def def = {.radius = bytes_any_float(b), .height = bytes_any_float(b)};
    def.from = (lope_point){(double)bytes_any_float(b), bytes_between(b, -3, 6), bytes_between(b, -9, 9)};
    def.motion = (lope_point){bytes_between(b, -9, 9), (double)bytes_any_float(b), 0};
    def.up = lope_vec3_make(bytes_any_float(b), bytes_any_float(b), 1);
    def.rotation = (lope_quat){bytes_any_float(b), 0, 0, bytes_any_float(b)};
    def.flags = bytes_u8(b);
    def.seconds = bytes_any_float(b);
    // Of a way of 1e12 m each piece is gathered anew: bounded here, not there.
    if (fabs(def.motion.y) > 1e4) def.motion.y = 1e4;
    check_looks(world, look, &def);
}

static void ask_well(bytes *b, const brute_world *world, lope_nearby *look, judged *judge)
{
    asked question;
    random_numbers r = {bytes_u32(b)};
    ask_draw(&question, world, &r);
    if (bytes_one_in(b, 3)) { // on a grid: corners meet corners
        question.def.from.x = world->base.x + 0.25 * (double)bytes_pick(b, 40) - 5;
        question.def.from.y = world->base.y + 0.25 * (double)bytes_pick(b, 16) - 1;
    }
    if (bytes_one_in(b, 4)) question.def.motion = (lope_point){0, bytes_between(b, -4, 4), 0};
    check_looks(world, look, &question.def);
    ask_judge(judge, world, look, &question);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static brute_world world;
    bytes b = bytes_open(data, size);
    random_numbers r = {bytes_u32(&b)};
    const double far = bytes_one_in(&b, 4) ? bytes_between(&b, -1e7, 1e7) : 0;
    const lope_point base = {far, 0, far};
    lope_level *level = stage_make(base, &r);
    if (!level) return 0;
    const lope_surroundings surroundings = lope_level_surroundings(level);
    if (!brute_make(&world, &surroundings, base, 60)) broken("the world is too large");
    lope_nearby *look = lope_nearby_create(NULL);
    judged judge = {0};
    for (int i = 0; i < QUESTIONS; i++) ask_well(&b, &world, look, &judge);
    ask_anything(&b, &world, look);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
    if (judge.wrong) broken("brute force says otherwise");
    return 0;
}
