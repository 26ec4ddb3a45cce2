// proxy.h - another character in whole numbers: what is told of it, how it is expected to go on.
//
// A place is in the frame of the moving body that carries the character, where rules.mover knows that body;
// else in the world. What is expected of a tick is worked out in whole numbers, so it is the same on every
// machine. Read next: proxy_wire.h.
#ifndef LOPE_NET_PROXY_H
#define LOPE_NET_PROXY_H

#include <lope/command.h>
#include <lope/net.h>

#define LOPE_PROXY_PLACE 256.0 // steps in a m
#define LOPE_PROXY_SPEED 16.0  // steps in a m/s
#define LOPE_PROXY_SIZE 256.0  // steps in a m, of the capsule

typedef struct lope_proxy {
    int32_t place[3];
    int16_t velocity[3]; // in the base's frame too
    uint16_t radius, height;
    uint8_t yaw; // 1/256 of a turn
    uint8_t mode;
    uint8_t push_priority;
    bool falls; // as others meet it: in no mode with a floor
    // Where the rules tell commands: the stick, where it looks, the low buttons that are down.
    int8_t right, ahead;
    uint8_t look, buttons;
    uint64_t base; // LOPE_BODY_NONE: the world
} lope_proxy;

// The frame of a proxy's base in a tick: the world where it has none.
typedef struct lope_proxy_frame {
    lope_transform pose;
    bool moves;
} lope_proxy_frame;

// Rounds a state at the end of a tick. frame: of its base.
lope_proxy lope_proxy_make(const lope_state *state, uint64_t base, const lope_proxy_frame *frame);

// Takes in the command of the proxy's tick, where the rules tell it.
void lope_proxy_take_command(lope_proxy *proxy, const lope_command *command, const lope_net_rules *rules);
// Returns the command that is told, without what the wire rounds off.
lope_command lope_proxy_command(const lope_proxy *proxy);

// Returns how a proxy goes on by its velocity, and falls while it falls, `ticks` ticks later.
lope_proxy lope_proxy_expected(const lope_proxy *proxy, const lope_net_rules *rules, uint32_t ticks);

// Returns a quotient of whole numbers, rounded down, also of negative ones.
static inline int64_t lope_proxy_quotient(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// Returns a proxy's feet (m), velocity (m/s) and yaw (rad) in the world.
lope_point lope_proxy_feet(const lope_proxy *proxy, const lope_proxy_frame *frame);
lope_vec3 lope_proxy_velocity(const lope_proxy *proxy, const lope_proxy_frame *frame);
float lope_proxy_yaw(const lope_proxy *proxy);

#endif
