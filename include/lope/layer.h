// layer.h - layered moves: data that moves a character for a while, above or in place of its mode; and root
// motion.
//
// Unreal calls them root motion sources, and layered moves in Mover. A state holds LOPE_LAYERS of them at a
// time. An override layer gives the velocity: of several the one with the highest priority, of equal ones the
// oldest. Additive layers are added to the velocity for the tick and never become momentum. A tick is cut at
// the instant at which a layer ends, so that the displacement is the same at every tick rate.
//
// This header is data only. Ask for a layer with LOPE_REQUEST_LAYER in an input's requests. Bad ones are
// refused and the field is named (lope_input_check). Read next: requests.h; the guide's chapter
// docs/guide/13-layered-moves-and-rotation.md.
#ifndef LOPE_LAYER_H
#define LOPE_LAYER_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_LAYERS 4 // layers that a state holds at a time; one more is refused with LOPE_REFUSAL_FULL

// What a layer does with its members. `curve` is the layer's curve over time / duration, 0 to 1; without a
// duration it runs over the seconds.
typedef enum lope_layer_kind {
    LOPE_LAYER_NONE = 0,
    LOPE_LAYER_VELOCITY = 1, // moves at `velocity` times the curve
    LOPE_LAYER_MOVE_TO = 2,  // is at `target` after `duration`; height times the curve above the straight way
    LOPE_LAYER_JUMP = 3,     // a parabola along `velocity`: `strength` m far, `height` m high, in `duration`
    LOPE_LAYER_RADIAL = 4    // toward `target` (strength > 0) or away from it (< 0), at |strength| m/s
} lope_layer_kind;

// What becomes of the velocity when a layer ends, unless another one goes on giving it.
typedef enum lope_layer_finish {
    LOPE_FINISH_KEEP = 0, // the velocity stays what it is
    LOPE_FINISH_SET = 1,  // it becomes finish_velocity
    LOPE_FINISH_CLAMP = 2 // it is cut to the length of finish_velocity; a downward part is not cut
} lope_layer_finish;

// Flags of a layer.
#define LOPE_LAYER_ADDITIVE (1u << 0)        // added to the velocity; without it the layer overrides
#define LOPE_LAYER_IGNORE_VERTICAL (1u << 1) // gives the level part only: gravity and jumps stay in force
#define LOPE_LAYER_LOCAL (1u << 2)           // `velocity` is x right, y up, z back of the character
#define LOPE_LAYER_LIFT_OFF (1u << 3)        // any upward speed leaves the ground, not only above g / 60
#define LOPE_LAYER_WHOLE_TICKS (1u << 4)     // its last tick is not cut: it works until that tick's end
#define LOPE_LAYER_UNTIL_LANDING (1u << 5)   // landing ends it
#define LOPE_LAYER_FALLOFF (1u << 6)         // radial: weaker with the distance, 0 at `radius`
#define LOPE_LAYER_LIMIT_SPEED (1u << 7)     // move to: never faster than the straight way needs

// A layered move as a game asks for it.
typedef struct lope_layer {
    uint32_t id;               // the game's own number, not 0; a layer at work with the same id is replaced
    uint32_t kind;             // lope_layer_kind
    uint32_t flags;            // LOPE_LAYER_...
    int32_t priority;          // of override layers the highest one counts
    float duration;            // s; negative: until it is ended; 0: one tick. Move to and jump: above 0
    lope_vec3 velocity;        // m/s. Jump: its level direction alone counts; zero: where the character faces
    lope_point target;         // m, in the world
    float strength;            // jump: m; radial: m/s
    float height;              // m: of the jump, or of the arc of a move to
    float radius;              // m, radial: beyond it nothing; 0: no limit
    uint32_t curve;            // 1 + index in the moveset's curves; 0: constant 1 (move to: straight)
    uint32_t finish;           // lope_layer_finish
    lope_vec3 finish_velocity; // m/s
} lope_layer;

// A layered move at work, in a state. Read it freely; it changes only through ticks.
typedef struct lope_active_layer {
    lope_point start;      // m: the feet where it began
    double duration, time; // s; time: that it has worked for
    // The members of the lope_layer. Bit 31 of the flags: the character has landed under it.
    uint32_t id, kind, flags;
    int32_t priority;
    lope_vec3 velocity, finish_velocity, span; // m/s; span: m, from the start to the target
    float strength, height, radius;
    uint32_t curve, finish;
} lope_active_layer;

// What an animation does in one tick, in the character's frame at the tick's start: x right, y up, z back.
// With a turn the translation is the chord of an arc, and the velocity that is left is the one at the arc's
// end.
typedef struct lope_root_motion {
    lope_vec3 translation; // m over the tick
    float yaw;             // rad over the tick, positive to the left
    uint32_t flags;        // LOPE_LAYER_IGNORE_VERTICAL, LOPE_LAYER_ADDITIVE; 0: overrides layers too
} lope_root_motion;

#ifdef __cplusplus
}
#endif
#endif
