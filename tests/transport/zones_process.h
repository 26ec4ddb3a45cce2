// zones_process.h - a server of several as a process, with sockets, the real clock and a store in etcd; what it does stands
// in memory that all processes share. And etcd itself. Read first: zones_server.h.
#ifndef LOPE_TESTS_ZONES_PROCESS_H
#define LOPE_TESTS_ZONES_PROCESS_H

#include "adapters/udp/lope_udp.h"
#include "zones_server.h"

#include <stdatomic.h>
#include <sys/types.h>

#define PROCESS_PLAYERS 6u
#define PROCESS_LEASE 3.0     // s: a machine that is busy may let a process wait for a second
#define PROCESS_TICKS 131072u // of which it is known how often each player was run: 36 minutes

// What all processes see.
typedef struct process_shared {
    double epoch; // s of the clock at tick 100
    uint16_t etcd_port, play_ports[ZONES], link_ports[ZONES];
    char prefix[32];
    uint8_t master[LOPE_TOKEN_SECRET];
    _Atomic bool ready[ZONES];
    _Atomic uint32_t owner[ZONES];                            // 1 + the server that has run a tick of the zone last
    _Atomic uint8_t runs[PROCESS_PLAYERS + 1][PROCESS_TICKS]; // servers that have run a player's tick
    _Atomic uint32_t ran_by[PROCESS_PLAYERS + 1], ran_at[PROCESS_PLAYERS + 1]; // 1 + the last such server; its tick
    _Atomic uint32_t twice, taken, gap_most, rescued, again_most, faults, lost_leases;
} process_shared;

double process_clock(void);
uint32_t process_tick(const process_shared *shared);
// Makes the shared memory, with ports that are free now.
process_shared *process_share(void);
// Starts etcd with its data in a folder. Returns its id; 0: it is not installed.
pid_t process_start_etcd(const process_shared *shared, const char *folder);
// Starts server `number`.
pid_t process_start_server(process_shared *shared, uint32_t number);

#endif
