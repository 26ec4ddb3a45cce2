// ask.h - random questions about a world, and the judge who compares the library's answers with brute force.
#ifndef TESTS_QUERY_ASK_H
#define TESTS_QUERY_ASK_H

#include "brute.h"

typedef struct random_numbers {
    uint64_t state;
} random_numbers;

double draw(random_numbers *r, double low, double high);
uint32_t draw_below(random_numbers *r, uint32_t count);
lope_point draw_direction(random_numbers *r); // unit

// A question with what it points to.
typedef struct asked {
    lope_cast_def def;
    lope_shape shape;
    lope_point points[16];
    uint32_t corners[3 * 28];
    bool overlap;
} asked;

// Draws a question: what is cast, from where, where to. Half of them go to a place near some part; a tenth
// graze it, a tenth start within.
void ask_draw(asked *question, const brute_world *world, random_numbers *r);

typedef struct judged {
    uint32_t asked, met, listed; // questions; those that met something; hits in the lists of all
    uint32_t ties;               // another body than brute force has, that is met at the same place
    uint32_t grazing;            // answers that brute force gives, too, when it starts a hundred-millionth of a metre beside
    uint32_t wrong;
    double worst; // m, fraction times length, of those that are not grazing
} judged;

// Asks the library and brute force. look: any, with whatever it holds.
void ask_judge(judged *judge, const brute_world *world, lope_nearby *look, const asked *question);

void judged_print(const judged *judge, const char *name);

#endif
