// spectator_frame.h - the bytes of the spectator stream: frames of a match to watchers, and the two small messages
// that come back.
//
// A frame has the whole picture: a watcher that comes late, or loses frames, needs no other one. All numbers are
// little-endian; f32 is an IEEE single. Positions are those of the scenario's file, relative to the level's
// origin; what is not known is NaN.
//
//   frame       head, then its players, movers and events
//   head        u8 LOPE_SPECTATOR_FRAME, u8 players, u8 movers, u8 events, u32 tick, u32 late ticks, u32 watchers,
//               f32 share of a processor, f32 s since the start
//   player      u8 seat, u8 mode, u8 LOPE_SPECTATOR_ flags, u8 unused, u32 number of the player in this match,
//               f32 of the server pose: feet 3, up 3, velocity 3, yaw, radius, height
//               f32 of the predicted pose: feet 3, yaw, height; f32 error; u32 tick
//               u32 ticks, replaced, late, states, reruns, rerun ticks; i32 lead, queue
//               f32 round trip, jitter; u32 up, down, bytes modulo 2^32
//               f32 of the link, one way: delay, jitter, loss; as the seat's flags allow
//   mover       u32 body in the level, f32 position 3, rotation 4
//   event       u8 seat, u8 kind (lope_event_kind), u8 from, u8 to, u32 tick, f32 value
//
//   link        u8 LOPE_SPECTATOR_LINK, u8 seat or LOPE_SPECTATOR_ALL, u16 unused, f32 delay, jitter, loss
//   prediction  u8 LOPE_SPECTATOR_PREDICTION, u8 version, u16 LOPE_SPECTATOR_MARK, u64 body of the character,
//               f64 feet of the tick 3, of the pose that is drawn 3, f32 yaw, height
//               u32 tick, reruns, rerun ticks; i32 lead; f32 round trip, jitter
//
// Read next: spectator_frame.c; serve_spectate.h, which fills frames; viewer/spectate/src/frame.js, which reads them.
#ifndef LOPE_SCENE_SPECTATOR_FRAME_H
#define LOPE_SCENE_SPECTATOR_FRAME_H

#include <lope/net_link.h>
#include <lope/vec.h>

#define LOPE_SPECTATOR_FRAME 1u // kinds of messages
#define LOPE_SPECTATOR_LINK 2u
#define LOPE_SPECTATOR_PREDICTION 3u
#define LOPE_SPECTATOR_VERSION 2u   // of a prediction
#define LOPE_SPECTATOR_MARK 0xb53au // tells it, with its size and first bytes, from a packet of the match

#define LOPE_SPECTATOR_BOT 1u       // a player of the server's process
#define LOPE_SPECTATOR_JOINED 2u    // the client has a state
#define LOPE_SPECTATOR_PREDICTED 4u // the predicted pose is known, and what only the client knows
#define LOPE_SPECTATOR_LINKED 8u    // its link is a seeded one that watchers may change
#define LOPE_SPECTATOR_ALL 255u     // in place of a seat: every bot

#define LOPE_SPECTATOR_PLAYERS 64u
#define LOPE_SPECTATOR_MOVERS 64u
#define LOPE_SPECTATOR_EVENTS 96u
#define LOPE_SPECTATOR_HEAD_SIZE 24u // bytes
#define LOPE_SPECTATOR_PLAYER_SIZE 144u
#define LOPE_SPECTATOR_MOVER_SIZE 32u
#define LOPE_SPECTATOR_EVENT_SIZE 12u
#define LOPE_SPECTATOR_LINK_SIZE 16u
#define LOPE_SPECTATOR_PREDICTION_SIZE 92u
#define LOPE_SPECTATOR_LARGEST                                                        \
    (LOPE_SPECTATOR_HEAD_SIZE + LOPE_SPECTATOR_PLAYERS * LOPE_SPECTATOR_PLAYER_SIZE + \
     LOPE_SPECTATOR_MOVERS * LOPE_SPECTATOR_MOVER_SIZE + LOPE_SPECTATOR_EVENTS * LOPE_SPECTATOR_EVENT_SIZE)

#define LOPE_SPECTATOR_DELAY 0.5   // s one way, at most, that a watcher may ask of a link
#define LOPE_SPECTATOR_JITTER 0.25 // s
#define LOPE_SPECTATOR_LOSS 0.5    // share

// A client's prediction, as it tells of it.
typedef struct lope_spectator_prediction {
    uint64_t body;   // of its character
    lope_point feet; // at the end of the tick, as predicted
    lope_point pose; // feet of what is drawn
    float yaw, height;
    uint32_t tick;                // that was predicted last
    uint32_t reruns, rerun_ticks; // corrections; ticks run again
    int32_t lead;                 // ticks ahead of what it has heard of the server
    float round_trip, jitter;     // s
} lope_spectator_prediction;

typedef struct lope_spectator_player {
    uint32_t seat, mode, flags, number;
    lope_point feet, up, velocity; // of the server
    float yaw, radius, height;
    lope_spectator_prediction predicted; // its points in the file, relative to the origin
    float error;                         // m: how far the tick's prediction was from the server's character; NaN: unknown
    uint32_t ticks, replaced, late, states;
    int32_t queue; // ticks: least commands that waited at the server since the last packet
    uint64_t up_bytes, down_bytes;
    lope_net_link_profile link; // of a bot's link
} lope_spectator_player;

typedef struct lope_spectator_mover {
    uint32_t body; // in the level's order
    lope_point position;
    double rotation[4]; // x, y, z, w
} lope_spectator_mover;

typedef struct lope_spectator_event {
    uint32_t seat, kind, from, to, tick;
    float value;
} lope_spectator_event;

typedef struct lope_spectator_frame {
    uint32_t tick, late, watchers;
    float busy;    // share of a processor
    float seconds; // since the start
    uint32_t player_count, mover_count, event_count;
    lope_spectator_player players[LOPE_SPECTATOR_PLAYERS];
    lope_spectator_mover movers[LOPE_SPECTATOR_MOVERS];
    lope_spectator_event events[LOPE_SPECTATOR_EVENTS];
} lope_spectator_frame;

// Writes a frame. Returns its size; 0: there is no room. LOPE_SPECTATOR_LARGEST is enough for all.
size_t lope_spectator_frame_write(const lope_spectator_frame *frame, uint8_t *bytes, size_t size);

// Reads what a watcher asks of links. Returns false for anything else, and for values out of range.
bool lope_spectator_link_read(const uint8_t *bytes, size_t size, uint32_t *seat, lope_net_link_profile *link);

// Writes a client's prediction: LOPE_SPECTATOR_PREDICTION_SIZE bytes.
void lope_spectator_prediction_write(const lope_spectator_prediction *prediction, uint8_t *bytes);
// Returns whether a packet of a client is such a prediction, and none of the match.
bool lope_spectator_is_prediction(const uint8_t *bytes, size_t size);
// Reads it. Returns false for anything else, and for numbers that are not finite.
bool lope_spectator_prediction_read(const uint8_t *bytes, size_t size, lope_spectator_prediction *prediction);

#endif
