// proxy_wire.h - another character in bits: the difference to what is expected of it.
//
// Two guesses are made of a character that is known: that its velocity goes on to change as it did (one that
// turns goes on to turn), and that it stays. A bit tells which of them the entry is a difference to, and so
// also how large the differences are likely to be. The writer takes the one that comes shorter. Read next:
// proxy_wire.c.
#ifndef LOPE_NET_PROXY_WIRE_H
#define LOPE_NET_PROXY_WIRE_H

#include "net/bits.h"
#include "net/proxy.h"

#define LOPE_PROXY_KEPT 63u // ticks: the server knows no older places

// How a character's velocity and yaw changed, between two ticks of which both ends know it.
typedef struct lope_proxy_change {
    int16_t velocity[3];
    int8_t yaw;
    uint8_t ticks; // between the two; 0: not known
} lope_proxy_change;

// What both ends know of a character.
typedef struct lope_proxy_known {
    const lope_proxy *proxy;
    lope_proxy_change change; // up to it
    uint32_t ticks;           // since it
} lope_proxy_known;

// Returns the change between two proxies of a character, `ticks` ticks apart; not known where the two are on
// different bases, or too far apart.
lope_proxy_change lope_proxy_changed(const lope_proxy *before, const lope_proxy *after, uint32_t ticks);

// True when a proxy differs from `base` in its motion alone: not in mode, size, base.
bool lope_proxy_is_plain(const lope_proxy *proxy, const lope_proxy *base);

// True when a proxy is what is expected of it `ticks` ticks after `base`.
bool lope_proxy_is_expected(const lope_proxy *proxy, const lope_proxy *base, uint32_t ticks, const lope_net_rules *rules);

// Passes a proxy as the difference to what is expected of it. known NULL: nothing is known. plain: the motion
// alone.
void lope_proxy_pass(lope_bits *bits, lope_proxy *proxy, const lope_proxy_known *known, const lope_net_rules *rules, bool plain);

#endif
