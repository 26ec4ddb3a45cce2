// net_arrival.h - how many commands of a player may run now, for servers that step players as their commands
// come instead of holding commands to their ticks.
//
// Such a server has no tick of its own for each command, so a client with a fast clock sends more of them.
// Each tick of the server gives a player credit for 1.005 commands, up to 15; a command that runs takes 1;
// what comes without credit does not run. In any time a player gets so no more than the server's ticks, 0.5
// % and 15 beyond them: what an honest clock may be off, and a quarter of a second that a line held back.
//
// Plain data, whole numbers. lope_net_server uses it with rules.stepping = LOPE_NET_ON_ARRIVAL; it serves a
// game's own protocol too. Read first: net.h.
#ifndef LOPE_NET_ARRIVAL_H
#define LOPE_NET_ARRIVAL_H

#include <lope/net.h>

#ifdef __cplusplus
extern "C" {
#endif

// The credit of one player. Zero: of one that has just come.
typedef struct lope_net_arrival {
    uint32_t credit;  // private
    uint64_t ran;     // commands that ran
    uint64_t refused; // that came without credit
} lope_net_arrival;

// Lets a tick of the server pass. NULL is fine.
LOPE_API void lope_net_arrival_tick(lope_net_arrival *arrival);
// Returns whether a command that has come may run now, and takes the credit for it. False for NULL.
LOPE_API bool lope_net_arrival_take(lope_net_arrival *arrival);

#ifdef __cplusplus
}
#endif
#endif
