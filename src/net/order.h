// order.h - what a server adds to a player's input: an order for one tick, or what is forbidden from a tick
// on.
//
// Both ends keep the last LOPE_ORDERS_KEPT orders to a player in the order of their numbers, and make the
// input of a tick with them in the same way. Read next: order.c.
#ifndef LOPE_NET_ORDER_H
#define LOPE_NET_ORDER_H

#include "net/bits.h"
#include <lope/input.h>

#define LOPE_ORDERS_KEPT 32u // a power of two above LOPE_NET_ORDERS, for ticks that are run again

typedef struct lope_order {
    uint32_t number; // from 1, counted for each player; 0: none
    uint32_t tick;
    uint32_t forbidden, held, pressed;
    bool stands; // `forbidden` counts from `tick` on, in place of what was forbidden so before
    bool has_requests;
    lope_requests requests;
} lope_order;

// The orders to one player. Zero: none.
typedef struct lope_orders {
    uint32_t newest;    // number
    uint32_t forbidden; // by standing orders that are not kept any more: the one of the latest tick, `since`
    uint32_t since;
    bool has_since;
    lope_order kept[LOPE_ORDERS_KEPT];
} lope_orders;

// Passes an order without its number. near: a tick that both ends know.
void lope_order_pass(lope_bits *bits, lope_order *order, uint32_t near);

// Adds an order as the one of the next number. Returns the place where it is kept.
lope_order *lope_orders_add(lope_orders *orders, const lope_order *order);

// True when the oldest order that is kept is for a tick after `tick`: another one would push it out.
bool lope_orders_needs_oldest(const lope_orders *orders, uint32_t tick);

// Returns the order of a number; NULL: it is not kept.
const lope_order *lope_orders_get(const lope_orders *orders, uint32_t number);

// Returns the order for one tick; NULL: there is none.
const lope_order *lope_orders_at(const lope_orders *orders, uint32_t tick);

// Returns what standing orders forbid in a tick: the one of the latest tick up to it counts, of equal ones
// the one that was given last.
uint32_t lope_orders_forbidden(const lope_orders *orders, uint32_t tick);

// Adds to the input of a tick what is ordered for it.
void lope_orders_apply(const lope_orders *orders, uint32_t tick, lope_input *input);

#endif
