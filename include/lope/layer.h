// layer.h - layered moves: data that moves a character for a while, above or in place of what its mode does, and root motion.
//
// Unreal calls them root motion sources, Mover layered moves. A state holds LOPE_LAYERS of them at one time. An override layer gives the
// velocity (of several the one with the highest priority, of equal ones the oldest); additive ones are added to it for the tick and never
// become momentum. The last tick of a layer is cut to the instant of its end, so that the way is the same at every tick rate.
#ifndef LOPE_LAYER_H
#define LOPE_LAYER_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_LAYERS 4

typedef enum lope_layer_kind {
    LOPE_LAYER_NONE = 0,
    LOPE_LAYER_VELOCITY = 1, // velocity, times the curve of time / duration (without a duration: of the seconds)
    LOPE_LAYER_MOVE_TO = 2,  // to `target` within `duration`; offset from the straight way by height times the curve, along up
    LOPE_LAYER_JUMP = 3,     // along `velocity`'s direction: `strength` m far and `height` m high within `duration`
    LOPE_LAYER_RADIAL = 4    // to (strength > 0) or from (< 0) `target`, at |strength| m/s, with the falloff
} lope_layer_kind;

typedef enum lope_layer_finish {
    LOPE_FINISH_KEEP = 0, // the velocity stays what it is
    LOPE_FINISH_SET = 1,  // becomes finish_velocity
    LOPE_FINISH_CLAMP = 2 // is cut to the length of finish_velocity; what falls is not cut
} lope_layer_finish;

// Flags of a layer.
#define LOPE_LAYER_ADDITIVE (1u << 0)        // else it overrides
#define LOPE_LAYER_IGNORE_VERTICAL (1u << 1) // gravity and jumps stay in force
#define LOPE_LAYER_LOCAL (1u << 2)           // velocity is in the character's frame, x right, y up, z back, as it turns
#define LOPE_LAYER_LIFT_OFF (1u << 3)        // any upward velocity takes it off the ground, not only above gravity x 1/60 s
#define LOPE_LAYER_WHOLE_TICKS (1u << 4)     // the last tick is not cut
#define LOPE_LAYER_UNTIL_LANDING (1u << 5)   // landing ends it
#define LOPE_LAYER_FALLOFF (1u << 6)         // radial: less with the distance, 0 at `radius`; else full within it
#define LOPE_LAYER_LIMIT_SPEED (1u << 7)     // move to: never faster than the straight way needs

typedef struct lope_layer {
    uint32_t id;    // the game's own, not 0
    uint32_t kind;  // lope_layer_kind
    uint32_t flags; // LOPE_LAYER_...
    int32_t priority;
    float duration;     // s; negative: until it is ended; 0: one tick
    lope_vec3 velocity; // m/s
    lope_point target;  // m
    float strength, height, radius;
    uint32_t curve;            // 1 + index in the moveset's curves; 0: constant 1 (move to: none)
    uint32_t finish;           // lope_layer_finish
    lope_vec3 finish_velocity; // m/s
} lope_layer;

// A layer at work, in the state. Bit 31 of its flags: the character has landed under it.
typedef struct lope_active_layer {
    lope_point start;      // feet where it began
    double duration, time; // s; time: that it has worked
    uint32_t id, kind, flags;
    int32_t priority;
    lope_vec3 velocity, finish_velocity, span; // span: from the start to the target, m
    float strength, height, radius;
    uint32_t curve, finish;
} lope_active_layer;

// What an animation does in a tick, in the character's frame at the tick's start: x right, y up, z back. With a turn it is the chord of an
// arc, and the velocity afterwards that of the arc's end.
typedef struct lope_root_motion {
    lope_vec3 translation; // m
    float yaw;             // rad
    uint32_t flags;        // LOPE_LAYER_IGNORE_VERTICAL, LOPE_LAYER_ADDITIVE
} lope_root_motion;

#ifdef __cplusplus
}
#endif
#endif
