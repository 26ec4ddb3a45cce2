// surroundings.h - the seam between a character and whatever collision world the game has.
//
// A character asks one question: what is near? `gather` answers it by handing every shape that touches some bounds to a sink.
// Everything else (sweeps, floors, steps, penetration) lope works out from what was gathered, so all worlds behave alike.
// Read next: level.h, the world that comes with lope.
#ifndef LOPE_SURROUNDINGS_H
#define LOPE_SURROUNDINGS_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// Channels are bits; a body is near for a character when (body.channels & filter.channels) != 0.
#define LOPE_CHANNEL_SOLID (1u << 0)
#define LOPE_CHANNEL_CHARACTER (1u << 1)
#define LOPE_CHANNEL_VOLUME (1u << 2) // water, gravity, triggers: met by overlap, never in the way

typedef struct lope_filter {
    uint32_t channels;
    uint64_t ignore; // a body id that is never near (a character's own), or LOPE_BODY_NONE
} lope_filter;

typedef enum lope_gather_kind {
    LOPE_STATIC = 1, // bodies that never move: may be cached while the static revision stands
    LOPE_MOVING = 2  // bodies that may move: asked for every tick, with their pose at the tick's end and their motion
} lope_gather_kind;

typedef enum lope_walkable {
    LOPE_WALKABLE_BY_ANGLE = 0, // the character's own limit decides
    LOPE_WALKABLE_ALWAYS,       // at any angle that faces up
    LOPE_WALKABLE_NEVER,
    LOPE_WALKABLE_OWN_ANGLE // walkable_angle decides
} lope_walkable;

// What a body's surface is to those who walk on it. All zero: the common case.
typedef struct lope_surface {
    lope_walkable walkable;
    float walkable_angle; // radians, with LOPE_WALKABLE_OWN_ANGLE
    lope_vec3 velocity;   // m/s in world space: a conveyor
    uint32_t material;    // the game's own number, reported in floor, hits and events
    bool no_step_up;      // cannot be stepped up onto
    bool no_base;         // a character may stand on it, but is not carried
} lope_surface;

// How a moving body moves during the tick: at the tick's end it is at its pose; before, it was there minus this motion.
typedef struct lope_motion {
    lope_point displacement; // m, of the body's origin over the tick
    lope_vec3 rotation;      // radians over the tick, about the body's origin, as an axis times an angle, in world space
} lope_motion;

#define LOPE_BODY_NONE UINT64_MAX
// The bit of the ids under which a world's characters are met: ids of bodies are below it, so the two never meet.
#define LOPE_BODY_CHARACTER (UINT64_C(1) << 62)

typedef enum lope_volume_gravity {
    LOPE_GRAVITY_OF_THE_WORLD = 0, // none of its own
    LOPE_GRAVITY_VECTOR = 1,       // gravity, m/s2
    LOPE_GRAVITY_POINT = 2         // gravity_strength m/s2 toward gravity_point: a planet
} lope_volume_gravity;

// What is different inside a body on LOPE_CHANNEL_VOLUME. Its shapes must be convex: sphere, capsule, box, cylinder, hull. Where several
// overlap, the one of the highest priority counts, of equal ones that with the lower body id. All zero: a trigger that only tells.
typedef struct lope_volume {
    int32_t priority;
    uint32_t gravity_mode; // lope_volume_gravity
    lope_vec3 gravity;
    float gravity_strength;
    lope_point gravity_point; // m, in the world
    bool water;
    bool no_fluid_friction; // 0 means 0, not the default
    float fluid_friction;   // 1/s, 0: 0.3
    float terminal_speed;   // m/s, 0: as the tuning's
} lope_volume;

typedef struct lope_sink_body {
    uint64_t id; // stable: orders what is near, stands in states, recordings and reports. Not LOPE_BODY_NONE
    lope_surface surface;
    uint32_t channels; // that it is on; 0: all that were asked for
    bool moving;
    bool character;            // another character's capsule: each of two uses at most half of a closing gap
    bool dynamic;              // it is simulated: what pushes it reports an impulse
    lope_transform pose;       // at the tick's end
    lope_motion motion;        // zero for static bodies
    float mass;                // kg, of a dynamic body or a character; else 0
    lope_vec3 velocity, spin;  // m/s at its centre of mass and rad/s, of a dynamic body or a character, at the tick's start
    lope_vec3 mass_center;     // m, in its frame
    lope_vec3 inertia;         // kg m2, of a dynamic body, about the axes of its frame through mass_center; zero: not known
    const lope_volume *volume; // what is different inside; NULL: nothing. Read before gather returns
    uint8_t firm;              // of a character, lope_state_firm: of two that overlap the less firm one goes all the way out
    bool falls;                // of a character: it is in mode falling
} lope_sink_body;

// Collects shapes. Call lope_sink_begin for a body, then its shapes, all in the body's own frame. Order does not matter.
typedef struct lope_sink lope_sink;

LOPE_API void lope_sink_begin(lope_sink *sink, const lope_sink_body *body);
// v: counter-clockwise seen from the front. index: the triangle's stable number within the body. A one-sided triangle belongs to a
// closed solid, which lies behind it: it stops only what comes from its front, and what is behind it is inside.
LOPE_API void lope_sink_triangle(lope_sink *sink, lope_vec3 a, lope_vec3 b, lope_vec3 c, uint32_t index, bool two_sided);
// Many triangles of a mesh at once, which is quicker: list[which[0]], list[which[1]] and so on.
typedef struct lope_sink_face {
    lope_vec3 v[3];
    uint32_t index;
    uint32_t two_sided; // 0 or 1
} lope_sink_face;
LOPE_API void lope_sink_faces(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count);
LOPE_API void lope_sink_sphere(lope_sink *sink, lope_vec3 center, float radius, uint32_t index);
LOPE_API void lope_sink_capsule(lope_sink *sink, lope_vec3 a, lope_vec3 b, float radius, uint32_t index);
// half: half the size. rotation within the body's frame.
LOPE_API void lope_sink_box(lope_sink *sink, lope_vec3 center, lope_quat rotation, lope_vec3 half, uint32_t index);
// Along the y axis of `rotation`.
LOPE_API void lope_sink_cylinder(lope_sink *sink, lope_vec3 center, lope_quat rotation, float radius, float half_height,
                                 uint32_t index);
// A convex hull as its outer triangles, 3 indices each, counter-clockwise seen from outside.
LOPE_API void lope_sink_hull(lope_sink *sink, const lope_vec3 *points, const uint32_t *triangles, uint32_t triangle_count,
                             uint32_t index);

typedef struct lope_nav_point {
    lope_point point;
    lope_vec3 normal; // unit
    uint64_t polygon; // the game's own: where it lies in the surface
    bool on_rim;      // the place asked for is beside the surface: rim_normal is level, unit, and leads out over the rim
    lope_vec3 rim_normal;
} lope_nav_point;

typedef struct lope_surroundings {
    void *context;
    // Required. Gives the sink every shape of `kind` that touches `bounds` and passes `filter`. More than that is allowed (it
    // costs time, never changes a result), less is not. Only reads; may be called from several threads. On a refusal the
    // tick is refused with it and the state stays untouched.
    lope_result (*gather)(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink);
    // Optional. A number that changes whenever a static body was added, removed or changed. NULL: static shapes are not kept
    // from one tick to the next.
    uint64_t (*static_revision)(void *context);
    // Optional. The channels that any of its bodies of these kinds (LOPE_STATIC, LOPE_MOVING or both) is on, volumes included: what is on no
    // body is not asked for, so a world where nothing moves is spared a gather a tick. NULL: any may be.
    uint32_t (*channels)(void *context, uint32_t kinds);
    // Optional: the navigation surface. The point of it that is straight under or over `feet` along `up`, within `reach` (m) either way; else the
    // nearest one of its rim within `reach`, with on_rim. False: there is none. Read only, from several threads.
    bool (*nav_point)(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point);
    // Optional, and only both: they spare most gathers of what moves where much does and little of it is near, as in a crowd. `moved`
    // tells how far all that moves has come by now: each tick adds the farthest way of the bounds of any of it, in millionths of a metre,
    // rounded up, and LOPE_MOVED_ANEW where something new is among it; LOPE_MOVED_UNKNOWN: nobody knows. `room` tells by how much (m, at
    // most `most`) `bounds` may be made larger on all sides and nothing that moves and passes the filter touches them. So long as no more
    // than that has come nearer nothing is asked for. They never change a result. Only read; may be called from several threads.
    uint64_t (*moved)(void *context);
    double (*room)(void *context, const lope_bounds *bounds, lope_filter filter, double most);
} lope_surroundings;

#define LOPE_MOVED_ANEW UINT64_C(1000000000000000) // 1e9 m in millionths: wider than anything that is asked for
#define LOPE_MOVED_UNKNOWN UINT64_MAX

#ifdef __cplusplus
}
#endif
#endif
