// convert.h - to and from the axes and units of engines: points, directions, angles, rotations, bounds,
// meshes.
//
// lope (and Godot, OpenGL, three.js): right-handed, x right, y up, -z forward, metres, radians. Yaw 0 looks
// forward, positive is to the left. Positive pitch is up.
//
//   engine  handed  right  up  forward  length  positive yaw  positive pitch  angles   a triangle's front
//   lope    right   x      y   -z       m       left          up              rad      counter-clockwise
//   Godot   right   x      y   -z       m       left          up              rad      clockwise
//   Unity   left    x      y   z        m       right         down            degrees  clockwise
//   Unreal  left    y      z   x        cm      right         up              degrees  counter-clockwise
//
// Every pair of functions has `_from` (the engine's value to lope's) and `_to` (lope's value to the
// engine's). A conversion is exact but for the rounding of the unit factors; going there and back gives the
// same again, but for that rounding. Every function is pure: it may be called from any thread and refuses
// nothing. `axes` must not be NULL.
#ifndef LOPE_CONVERT_H
#define LOPE_CONVERT_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// The engines of which lope knows the axes by name.
typedef enum lope_axes_kind {
    LOPE_AXES_LOPE = 0,
    LOPE_AXES_GODOT = 1, // lope's, but for the triangles
    LOPE_AXES_UNITY = 2,
    LOPE_AXES_UNREAL = 3,
    LOPE_AXES_COUNT
} lope_axes_kind;

// The axes and units of an engine, seen from lope. lope_axes_of fills one in; an engine that has no name here
// may fill in its own.
typedef struct lope_axes {
    uint8_t axis[3];             // the engine's axis (0 x, 1 y, 2 z) that lies along lope's x, y, z
    int8_t sign[3];              // 1: it points the same way, -1: the other way
    bool left_handed;            // rotations and spins are mirrored
    bool clockwise;              // its triangles, seen from their front
    bool degrees;                // its angles are in degrees, else in radians
    int8_t yaw_sign, pitch_sign; // 1: positive as lope's, -1: the other way
    double unit;                 // its units of length in a metre: 1, or 100 for centimetres
} lope_axes;

// Returns the axes of an engine with its default unit of length. An unknown kind gives lope's own.
LOPE_API lope_axes lope_axes_of(lope_axes_kind kind);
// Returns the axes of an engine with another unit of length, e.g. 1 for an Unreal project in metres. A number
// that is not above 0 leaves the engine's default.
LOPE_API lope_axes lope_axes_with_unit(lope_axes_kind kind, double units_per_metre);

// Converts a position of the engine to lope's, also one far away.
LOPE_API lope_point lope_convert_point_from(const lope_axes *axes, lope_point there);
// Converts a position of lope to the engine's.
LOPE_API lope_point lope_convert_point_to(const lope_axes *axes, lope_point own);

// Converts a velocity, acceleration or displacement of the engine to lope's: axes and unit.
LOPE_API lope_vec3 lope_convert_vector_from(const lope_axes *axes, lope_vec3 there);
// Converts a velocity, acceleration or displacement of lope to the engine's: axes and unit.
LOPE_API lope_vec3 lope_convert_vector_to(const lope_axes *axes, lope_vec3 own);

// Converts a normal, an input or a unit vector of the engine to lope's: axes only, the length stays.
LOPE_API lope_vec3 lope_convert_direction_from(const lope_axes *axes, lope_vec3 there);
// Converts a normal, an input or a unit vector of lope to the engine's: axes only, the length stays.
LOPE_API lope_vec3 lope_convert_direction_to(const lope_axes *axes, lope_vec3 own);

// Converts an angular velocity (an axis times the speed) of the engine to lope's rad/s. The engine's is in
// degrees a second where it has degrees. What turns also changes its sign where the hand changes, unlike a
// vector.
LOPE_API lope_vec3 lope_convert_spin_from(const lope_axes *axes, lope_vec3 there);
// Converts an angular velocity of lope (an axis times rad/s) to the engine's. See lope_convert_spin_from.
LOPE_API lope_vec3 lope_convert_spin_to(const lope_axes *axes, lope_vec3 own);

// Converts a rotation of the engine to lope's: it turns a converted vector as the original turned the vector.
LOPE_API lope_quat lope_convert_quat_from(const lope_axes *axes, lope_quat there);
// Converts a rotation of lope to the engine's.
LOPE_API lope_quat lope_convert_quat_to(const lope_axes *axes, lope_quat own);

// Converts a pose of the engine to lope's: its position as a point, its rotation as a quaternion.
LOPE_API lope_transform lope_convert_transform_from(const lope_axes *axes, const lope_transform *there);
// Converts a pose of lope to the engine's.
LOPE_API lope_transform lope_convert_transform_to(const lope_axes *axes, const lope_transform *own);

// Converts a control rotation's yaw of the engine to lope's, in radians. Yaw 0 looks along the engine's
// forward, which is lope's -z.
LOPE_API float lope_convert_yaw_from(const lope_axes *axes, float there);
// Converts a control rotation's yaw of lope, in radians, to the engine's.
LOPE_API float lope_convert_yaw_to(const lope_axes *axes, float own);
// Converts a control rotation's pitch of the engine to lope's, in radians.
LOPE_API float lope_convert_pitch_from(const lope_axes *axes, float there);
// Converts a control rotation's pitch of lope, in radians, to the engine's.
LOPE_API float lope_convert_pitch_to(const lope_axes *axes, float own);

// Converts a length, a speed or the size of an acceleration of the engine to lope's.
LOPE_API double lope_convert_length_from(const lope_axes *axes, double there);
// Converts a length, a speed or the size of an acceleration of lope to the engine's.
LOPE_API double lope_convert_length_to(const lope_axes *axes, double own);

// Converts bounds of the engine to lope's. The corners are put in order again where an axis changes its sign.
LOPE_API lope_bounds lope_convert_bounds_from(const lope_axes *axes, lope_bounds there);
// Converts bounds of lope to the engine's.
LOPE_API lope_bounds lope_convert_bounds_to(const lope_axes *axes, lope_bounds own);

// Converts a mesh of the engine to lope's, in place. `points`: 3 floats each, converted as vectors with the
// unit. `indices`: 3 a triangle; where the engine's fronts are clockwise the second and third change places.
// `points` or `indices` may be NULL, and is then left out.
LOPE_API void lope_convert_mesh_from(const lope_axes *axes, float *points, uint32_t point_count, uint32_t *indices,
                                     uint32_t triangle_count);
// Converts a mesh of lope to the engine's, in place. Arguments as for lope_convert_mesh_from.
LOPE_API void lope_convert_mesh_to(const lope_axes *axes, float *points, uint32_t point_count, uint32_t *indices,
                                   uint32_t triangle_count);

#ifdef __cplusplus
}
#endif
#endif
