// air_strafe.h - air strafing by the laws of Quake and Source: bunny hops and surfing.
//
// Add lope_air_strafe_ability to a moveset (lope_moveset_add_ability). It is always at work, and takes the
// place of air control in every fall. In each step of `step` seconds, with w the input's unit direction, s =
// max_speed times how far the stick is pressed, and A = accelerate * s * step:
//   add = min(s, air_cap) - v.w;   where add > 0:   v = v + min(A, add) w
// So with x = v.w the squared speed grows by 2 x A + A^2 a step while x <= cap - A, else by cap^2 - x^2: what
// players turn the view for. Nothing else drives or brakes in the air, and no speed limit holds.
//
// The engines take a step each tick. Here steps have a length of their own, the tick is cut at them, and the
// input's direction turns evenly from that of the last tick to this one's (`turns`). So gains per second are
// the same at every tick rate. In ticks of more than some 30 steps the last ones are taken at the end.
//
// A bunny hop keeps its speed: a jump in the instant of the landing, by the tuning's jump_buffer_time, gives
// ground friction no time. With `auto_hop` a jump button that stays down jumps at each landing. Slopes
// steeper than the walkable limit are no ground: on them the speed along stays, and gravity adds to it, as in
// every fall (surfing). As in every fall, speed against a slope never becomes height.
//
// Built on the public headers alone: src/ability/air_strafe.c. Read next: ability.h, the guide's chapter 28.
#ifndef LOPE_AIR_STRAFE_H
#define LOPE_AIR_STRAFE_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The numbers of an engine.
typedef enum lope_air_law {
    LOPE_AIR_SOURCE, // accelerate 10, air_cap 0.762 m/s
    LOPE_AIR_QUAKE3, // accelerate 1, no cap
    LOPE_AIR_LAW_COUNT
} lope_air_law;

// The settings, by the names of the fields.
typedef struct lope_air_strafe_settings {
    uint32_t law;      // lope_air_law
    float accelerate;  // 0 1/s: the law's own; surf servers have 100
    float air_cap;     // 0 m/s: the law's own
    float max_speed;   // 8.128 m/s, that the input asks for: Source's 320 units
    float step;        // 0.008 s
    uint32_t turns;    // 1: the input's direction turns within a tick; 0: it is the tick's
    uint32_t auto_hop; // 0
} lope_air_strafe_settings;

// Returns the ability, "air_strafe". Static. A game that wants another name or conditions changes a copy.
// From any thread.
LOPE_API const lope_ability *lope_air_strafe_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_air_strafe_settings_default(lope_air_strafe_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
