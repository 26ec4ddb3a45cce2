// arrival.c - credit for commands that run as they come. Read first: lope/net_arrival.h.
#include <lope/net_arrival.h>

#define COMMAND 200u                // parts that a command takes
#define TICK 201u                   // parts that a tick gives: 0.5 % more
#define CREDIT_MOST (15u * COMMAND) // a quarter of a second at 60 Hz

void lope_net_arrival_tick(lope_net_arrival *arrival)
{
    if (arrival == NULL) return;
    arrival->credit = arrival->credit + TICK < CREDIT_MOST ? arrival->credit + TICK : CREDIT_MOST;
}

bool lope_net_arrival_take(lope_net_arrival *arrival)
{
    if (arrival == NULL) return false;
    const bool may = arrival->credit >= COMMAND;
    arrival->credit -= may ? COMMAND : 0;
    arrival->ran += may;
    arrival->refused += !may;
    return may;
}
