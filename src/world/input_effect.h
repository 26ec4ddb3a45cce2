// input_effect.h - members of requests that can have no effect. Read next: input_effect.c.
#ifndef LOPE_WORLD_INPUT_EFFECT_H
#define LOPE_WORLD_INPUT_EFFECT_H

#include <lope/move.h>

// A member of requests that nothing makes count.
typedef struct lope_idle_member {
    const char *field, *lacks; // its name, and what would have it count
    bool refused;              // an option without its request: certainly a mistake
} lope_idle_member;

#define LOPE_IDLE_MEMBERS 11

// Returns the member numbered `kind` when it is given and can have no effect; else NULL. pending:
// what has been gathered already, which may be what the member belongs to.
const lope_idle_member *lope_requests_idle(const lope_requests *requests, const lope_requests *pending, uint32_t kind);

#endif
