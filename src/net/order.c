// order.c - orders: kept, applied, in bits. Read first: order.h.
#include "net/order.h"
#include "net/requests_wire.h"
#include "net/serial.h"

void lope_order_pass(lope_bits *bits, lope_order *order, uint32_t near)
{
    order->tick = lope_bits_tick(bits, order->tick, near);
    order->stands = lope_bits_flag(bits, order->stands);
    if (order->stands || lope_bits_flag(bits, order->forbidden != 0)) order->forbidden = lope_bits_small(bits, order->forbidden);
    if (order->stands) return;
    if (lope_bits_flag(bits, (order->held | order->pressed) != 0)) {
        order->held = lope_bits_small(bits, order->held);
        order->pressed = lope_bits_small(bits, order->pressed);
    }
    order->has_requests = lope_bits_flag(bits, order->has_requests);
    if (order->has_requests) lope_requests_pass(bits, &order->requests);
}

// Keeps what a standing order forbids that is pushed out, unless one of a later tick was so before.
static void push_out(lope_orders *orders, const lope_order *order)
{
    if (order->number == 0 || !order->stands || (orders->has_since && lope_tick_after(orders->since, order->tick))) return;
    orders->forbidden = order->forbidden;
    orders->since = order->tick;
    orders->has_since = true;
}

lope_order *lope_orders_add(lope_orders *orders, const lope_order *order)
{
    lope_order *place = &orders->kept[++orders->newest % LOPE_ORDERS_KEPT];
    push_out(orders, place);
    *place = *order;
    place->number = orders->newest;
    return place;
}

bool lope_orders_needs_oldest(const lope_orders *orders, uint32_t tick)
{
    const lope_order *oldest = &orders->kept[(orders->newest + 1) % LOPE_ORDERS_KEPT];
    return oldest->number != 0 && lope_tick_after(oldest->tick, tick);
}

const lope_order *lope_orders_get(const lope_orders *orders, uint32_t number)
{
    const lope_order *place = &orders->kept[number % LOPE_ORDERS_KEPT];
    return number != 0 && place->number == number ? place : NULL;
}

// Returns how many of the newest orders are kept.
static uint32_t kept(const lope_orders *orders) { return orders->newest < LOPE_ORDERS_KEPT ? orders->newest : LOPE_ORDERS_KEPT; }

const lope_order *lope_orders_at(const lope_orders *orders, uint32_t tick)
{
    for (uint32_t i = 0; i < kept(orders); i++) {
        const lope_order *order = lope_orders_get(orders, orders->newest - i);
        if (order != NULL && !order->stands && order->tick == tick) return order;
    }
    return NULL;
}

uint32_t lope_orders_forbidden(const lope_orders *orders, uint32_t tick)
{
    const lope_order *last = NULL;
    for (uint32_t i = kept(orders); i-- > 0;) {
        const lope_order *order = lope_orders_get(orders, orders->newest - i);
        if (order == NULL || !order->stands || lope_tick_after(order->tick, tick)) continue;
        if (last == NULL || !lope_tick_after(last->tick, order->tick)) last = order;
    }
    return last != NULL ? last->forbidden : orders->forbidden;
}

void lope_orders_apply(const lope_orders *orders, uint32_t tick, lope_input *input)
{
    input->forbidden |= lope_orders_forbidden(orders, tick);
    const lope_order *order = lope_orders_at(orders, tick);
    if (order == NULL) return;
    input->forbidden |= order->forbidden;
    input->held |= order->held;
    input->pressed |= order->pressed;
    if (order->has_requests) input->requests = &order->requests;
}
