// surroundings.h - the seam between a character and whatever collision world the game has.
//
// A character asks one question: what is near? `gather` answers it by handing every shape that touches some
// bounds to a sink. Everything else (sweeps, floors, steps, penetration) lope works out from what was
// gathered, so all worlds behave alike.
//
// Threads: the functions of lope_surroundings only read, and may be called from several threads at one time.
// A sink belongs to the call of gather that gets it, and to that thread. Read next: level.h, the world that
// comes with lope.
#ifndef LOPE_SURROUNDINGS_H
#define LOPE_SURROUNDINGS_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// Channels are bits. A body is near for a character when (body.channels & filter.channels) != 0.
#define LOPE_CHANNEL_SOLID (1u << 0)
#define LOPE_CHANNEL_CHARACTER (1u << 1)
#define LOPE_CHANNEL_VOLUME (1u << 2) // water, gravity, triggers: met by overlap, never in the way
// What an ability takes hold of, beside what is solid. A body is on these in addition to
// LOPE_CHANNEL_SOLID, or on these alone: then it is never in the way.
#define LOPE_CHANNEL_LADDER (1u << 3)
#define LOPE_CHANNEL_CLIMB (1u << 4)
#define LOPE_CHANNEL_ROPE (1u << 5)  // a rope's anchor, a zipline
#define LOPE_CHANNEL_LEDGE (1u << 6) // a marker of a ledge, as the runner takes
#define LOPE_CHANNEL_GAME (1u << 8)  // the first of the game's own: bits 8 to 31, in every version

// Which bodies a question is about. In the queries of query.h and level.h zero is a default: channels 0 means
// LOPE_CHANNEL_SOLID, and ignore 0 means LOPE_BODY_NONE.
typedef struct lope_filter {
    uint32_t channels;
    uint64_t ignore; // a body id that is never met (a character's own), or LOPE_BODY_NONE
} lope_filter;

// Which kind of bodies is asked for.
typedef enum lope_gather_kind {
    LOPE_STATIC = 1, // bodies that never move: may be cached while the static revision stands
    LOPE_MOVING = 2  // bodies that may move: asked for every tick, with pose at its end and motion
} lope_gather_kind;

// Whether a surface can be walked on.
typedef enum lope_walkable {
    LOPE_WALKABLE_BY_ANGLE = 0, // the character's own limit decides
    LOPE_WALKABLE_ALWAYS,       // at any angle that faces up
    LOPE_WALKABLE_NEVER,        // stood upon nowhere: flat, as a rim or as the side of a seat
    LOPE_WALKABLE_OWN_ANGLE     // walkable_angle decides
} lope_walkable;

// What a body's surface is to characters that walk on it. All zero: the common case.
typedef struct lope_surface {
    uint32_t walkable;    // lope_walkable
    float walkable_angle; // radians, with LOPE_WALKABLE_OWN_ANGLE
    lope_vec3 velocity;   // m/s in world space: a conveyor
    uint32_t material;    // the game's own number, reported in floor, hits and events
    bool no_step_up;      // cannot be stepped up onto
    bool no_base;         // a character may stand on it, but is not carried
    // Met by characters from above only, whichever way is up: they pass through it from below and from
    // beside, stand on it, and drop through it with LOPE_REQUEST_DROP. Only of what moves; lope_level takes
    // such a body for a moving one. Solid to queries, movers and projectiles.
    bool one_way;
} lope_surface;

// How a moving body moves during the tick: at the tick's end it is at its pose, at its start there minus this
// motion.
typedef struct lope_motion {
    lope_point displacement; // m, of the body's origin over the tick
    lope_vec3 rotation;      // radians over the tick, about the origin: axis times angle, in world space
} lope_motion;

#define LOPE_BODY_NONE UINT64_MAX
// The bit of the ids under which a world's characters are met: ids of bodies are below it, so the two never
// meet.
#define LOPE_BODY_CHARACTER (UINT64_C(1) << 62)

// What gravity a volume has.
typedef enum lope_volume_gravity {
    LOPE_GRAVITY_OF_THE_WORLD = 0, // none of its own
    LOPE_GRAVITY_VECTOR = 1,       // gravity, m/s2
    LOPE_GRAVITY_POINT = 2         // gravity_strength m/s2 toward gravity_point: a planet
} lope_volume_gravity;

// What is different inside a body on LOPE_CHANNEL_VOLUME. Its shapes must be convex: sphere, capsule, box,
// cylinder, hull. Where several overlap, the one of the highest priority counts, of equal ones that with the
// lower body id. All zero: a trigger that only tells.
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

// A body as gather gives it. Zero: a static body without surface data. The sink copies what it needs.
typedef struct lope_sink_body {
    uint64_t id; // stable: orders what is near, stands in states and recordings. Not LOPE_BODY_NONE
    lope_surface surface;
    uint32_t channels; // that it is on; 0: all that were asked for
    bool moving;
    bool character;      // another character's capsule: each of two uses at most half of a closing gap
    bool dynamic;        // it is simulated: what pushes it reports an impulse
    lope_transform pose; // at the tick's end
    lope_motion motion;  // zero for static bodies
    float mass;          // kg, of a dynamic body or a character; else 0
    // m/s at its centre of mass and rad/s, of a dynamic body or a character, at the tick's start
    lope_vec3 velocity, spin;
    lope_vec3 mass_center; // m, in its frame
    // kg m2, of a dynamic body, about the axes of its frame through mass_center; zero: not known
    lope_vec3 inertia;
    const lope_volume *volume; // what is different inside; NULL: nothing. Read before gather returns
    // of a character, lope_state_push_priority: of two that overlap the lower one goes out
    uint8_t push_priority;
    bool falls; // of a character: lope_other.falls
    // of a character, lope_state_rests: it does not move by itself in this tick. Others then meet its
    // capsule, and not a plane halfway. False where that is not known
    bool rests;
    // of a character that runs the tick in step with others: in how many parts, and of which part (from 1)
    // this is what others meet; `pose` is at that part's end and `motion` within it. Zero: of the whole tick
    uint8_t parts, part;
} lope_sink_body;

// Collects shapes, while gather runs. Call lope_sink_begin for a body, then give its shapes, all in the
// body's own frame, in metres. The order does not matter. What does not fit into memory fails the gather: the
// functions return nothing, and gather need not look.
typedef struct lope_sink lope_sink;

// Begins a body: the shapes that follow are its own.
LOPE_API void lope_sink_begin(lope_sink *sink, const lope_sink_body *body);
// Gives a triangle, counter-clockwise seen from the front. index: its stable number within the body. A
// one-sided triangle belongs to a closed solid, which lies behind it: it stops only what comes from its
// front, and what is behind it is inside.
LOPE_API void lope_sink_triangle(lope_sink *sink, lope_vec3 a, lope_vec3 b, lope_vec3 c, uint32_t index, bool two_sided);
// A triangle of a mesh, as lope_sink_faces takes many.
typedef struct lope_sink_face {
    lope_vec3 v[3];
    uint32_t index;
    uint32_t two_sided; // 1: met from both sides
} lope_sink_face;
// Gives many triangles of a mesh at once, which is quicker: list[which[0]], list[which[1]] and so on, `count`
// of them.
LOPE_API void lope_sink_faces(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count);
// Gives a sphere. index: its stable number within the body, as for all that follow.
LOPE_API void lope_sink_sphere(lope_sink *sink, lope_vec3 center, float radius, uint32_t index);
// Gives a capsule: a and b are the ends of its core.
LOPE_API void lope_sink_capsule(lope_sink *sink, lope_vec3 a, lope_vec3 b, float radius, uint32_t index);
// Gives a box. half: half its size. rotation: within the body's frame.
LOPE_API void lope_sink_box(lope_sink *sink, lope_vec3 center, lope_quat rotation, lope_vec3 half, uint32_t index);
// Gives a cylinder along the y axis of `rotation`.
LOPE_API void lope_sink_cylinder(lope_sink *sink, lope_vec3 center, lope_quat rotation, float radius, float half_height,
                                 uint32_t index);
// Gives a convex hull as its outer triangles, 3 indices each, counter-clockwise seen from outside.
LOPE_API void lope_sink_hull(lope_sink *sink, const lope_vec3 *points, const uint32_t *triangles, uint32_t triangle_count,
                             uint32_t index);

// A point of a navigation surface.
typedef struct lope_nav_point {
    lope_point point;
    lope_vec3 normal; // unit
    uint64_t polygon; // the game's own: where it lies in the surface
    bool on_rim;      // the place asked for is beside the surface: rim_normal leads out, level and unit
    lope_vec3 rim_normal;
} lope_nav_point;

// A collision world as characters and queries see it: functions, of which only gather is required. Copied
// where it is kept; the context must outlive it.
typedef struct lope_surroundings {
    void *context;
    // Required. Gives the sink every shape of `kind` that touches `bounds` and passes `filter`; of what
    // moves, at any time of its motion. More than that is allowed, less is not. Bodies of the other kind or
    // against the filter are passed over. Static shapes farther away cost time and change nothing. Moving
    // ones farther away cost time, and may change the last digits of a result: for the same bits everywhere,
    // give the same ones everywhere. On a refusal the tick is refused with it and the state stays untouched.
    lope_result (*gather)(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink);
    // Optional. Returns a number that changes whenever a static body was added, removed or changed. NULL:
    // static shapes are not kept from one tick to the next.
    uint64_t (*static_revision)(void *context);
    // Optional. Returns the channels that any of its bodies of these kinds (LOPE_STATIC, LOPE_MOVING or both)
    // is on, volumes included. What is on no body is not asked for: a world where nothing moves is spared a
    // gather a tick. NULL: any may be.
    uint32_t (*channels)(void *context, uint32_t kinds);
    // Optional: the navigation surface. Finds its point straight under or over `feet` along `up`, within
    // `reach` (m) either way; else the nearest one of its rim within `reach`, with on_rim. Returns false when
    // there is none.
    bool (*nav_point)(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point);
    // `moved` and `room` are optional, and only both. They spare most gathers of moving bodies where much
    // moves and little of it is near, as in a crowd. They never change a result. No gather is asked for until
    // the odometer has grown by more than the clearance. Example: two platforms came 0.1 m and 0.3 m in a
    // tick, so `moved` has grown by 300000. The nearer one is 4 m away, so `room` is 4.
    //
    // Returns an odometer, which only grows. At each tick add the farthest way that the bounds of any moving
    // body have come, in millionths of a metre, rounded up. Add LOPE_MOVED_ANEW when there is a new body.
    // LOPE_MOVED_UNKNOWN: not known now.
    uint64_t (*moved)(void *context);
    // Returns the clearance (m, at most `most`): by how much `bounds` may grow on all sides and still touch
    // nothing that moves and passes the filter.
    double (*room)(void *context, const lope_bounds *bounds, lope_filter filter, double most);
    // Optional. Fills in the body of that id exactly as gather gives it to lope_sink_begin, wherever it is
    // and whatever channels it is on. Returns false when there is none: then *body is not read. For what may
    // be far away: a rope's anchor, a ledge, a target. NULL: modes and abilities know only bodies within 1 m
    // of the capsule, and that costs them an overlap query.
    bool (*body)(void *context, uint64_t id, lope_sink_body *body);
} lope_surroundings;

// 1e9 m in millionths: wider than anything that is asked for.
#define LOPE_MOVED_ANEW UINT64_C(1000000000000000)
#define LOPE_MOVED_UNKNOWN UINT64_MAX

#ifdef __cplusplus
}
#endif
#endif
