// cheats.h - clients that cheat. Each row is a client of the library with a wrong clock or with rewritten packets,
// and the most that a server may grant it.
#ifndef LOPE_TESTS_NET_CHEATS_H
#define LOPE_TESTS_NET_CHEATS_H

#include "game.h"

#include "net/client_packet.h"

#define CHEAT_KEPT 64u // packets of before that a cheat may send again

typedef struct cheat_memory {
    uint64_t random;
    uint32_t count; // packets that were sent
    uint8_t packets[CHEAT_KEPT][LOPE_NET_PACKET];
    uint16_t sizes[CHEAT_KEPT];
} cheat_memory;

typedef struct cheat {
    const char *name;
    double clock;                                                                              // 0: as all
    void (*forge)(cheat_memory *memory, lope_client_packet *packet, const game *g);            // NULL: packets as they are
    size_t (*send)(cheat_memory *memory, game *g, uint32_t seat, uint8_t *bytes, size_t size); // after it; NULL: sends it
    bool jumps;                                                                                // it presses jump all the time
    bool crouches;                                                                             // and crouches in the air
    bool crowd;                                                                                // others stand in its way
} cheat;

// The rows; the first ones are honest, to compare with.
extern const cheat cheats[];
extern const uint32_t cheat_count;
#define CHEAT_LEGAL 0u  // walks
#define CHEAT_JUMPER 1u // jumps all the time: as high as one can be
#define CHEAT_LONG 2u   // jumps and crouches at the top: as long in the air as one can be
#define CHEAT_CROWD 3u  // walks where others stand

// Rewrites a packet of a client and sends it. Returns the size that goes on.
size_t cheat_packet(const cheat *c, cheat_memory *memory, game *g, uint32_t seat, uint8_t *bytes, size_t size);

#endif
