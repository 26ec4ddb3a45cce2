// judge.c - counting and printing for the shape tests.
#include "judge.h"

#include <string.h>

judge judge_make(const char *test, lope_shape_kind shape)
{
    judge j;
    memset(&j, 0, sizeof j);
    j.test = test;
    j.shape = shape;
    return j;
}

bool judge_fail(judge *j, const shape_case *c, const char *what, double value, double limit)
{
    enum { SHOWN = 4 };
    if (j->failures++ < SHOWN) {
        printf("FAIL %s: %s: %.9g, limit %.3g\n", j->test, what, value, limit);
        case_print(stdout, c);
    }
    return false;
}

void judge_print(const judge *j)
{
    printf("%-8s %-8s seed %d pairs %u hits %u inside %u | worst clearance %.2e depth %.2e | differences %u explained %u | "
           "normals %u worst angle %.2e | oracle proof gap %.1e | failures %u\n",
           j->test, case_shape_name(j->shape), (int)CASE_SEED, (unsigned)j->pairs, (unsigned)j->hits, (unsigned)j->inside,
           j->worst_clearance, j->worst_depth, (unsigned)j->differences, (unsigned)j->explained, (unsigned)j->normals,
           j->worst_angle, j->worst_proof, (unsigned)j->failures);
    fflush(stdout);
}
