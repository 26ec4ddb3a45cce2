// convert.h - to and from the axes and units of engines: points, directions, angles, rotations, bounds, meshes.
//
// lope (and Godot, OpenGL, three.js): right-handed, x right, y up, -z forward, metres, radians; yaw 0 looks forward, positive to the left;
// pitch up is positive.
//
//   engine   handed  right  up  forward  length  yaw, positive  angles                            a triangle's front
//   lope     right   x      y   -z       m       left           rad                               counter-clockwise
//   Godot    right   x      y   -z       m       left           rad                               clockwise
//   Unity    left    x      y   z        m       right          degrees; pitch down is positive   clockwise
//   Unreal   left    y      z   x        cm      right          degrees; pitch up is positive     counter-clockwise
//
// Every conversion is exact but for the rounding of the factors, and going there and back gives the same again. What is turned along with the
// axes (angular velocity, torque) changes its sign beside that where the hand changes: lope_convert_spin. Units of other lengths than the
// engine's default (an Unreal project in metres): lope_axes_with_unit.
#ifndef LOPE_CONVERT_H
#define LOPE_CONVERT_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lope_axes_kind {
    LOPE_AXES_LOPE = 0,
    LOPE_AXES_GODOT = 1, // lope's, but for the triangles
    LOPE_AXES_UNITY = 2,
    LOPE_AXES_UNREAL = 3,
    LOPE_AXES_COUNT
} lope_axes_kind;

// A frame: which of its axes is lope's right, up and back, with which sign, and its unit.
typedef struct lope_axes {
    uint8_t axis[3];             // its axis (0 x, 1 y, 2 z) that lies along lope's x, y, z
    int8_t sign[3];              // and whether along (1) or against it (-1)
    bool left_handed;            // then what turns is mirrored
    bool clockwise;              // its triangles, seen from their front
    bool degrees;                // its angles; else radians
    int8_t yaw_sign, pitch_sign; // of its angles, by lope's
    double unit;                 // its lengths in a metre: 1, 100
} lope_axes;

LOPE_API lope_axes lope_axes_of(lope_axes_kind kind);
LOPE_API lope_axes lope_axes_with_unit(lope_axes_kind kind, double units_per_metre);

// Positions, also ones far away.
LOPE_API lope_point lope_convert_point_from(const lope_axes *axes, lope_point there);
LOPE_API lope_point lope_convert_point_to(const lope_axes *axes, lope_point own);
// Velocities, accelerations, displacements, sizes of bounds: with the unit.
LOPE_API lope_vec3 lope_convert_vector_from(const lope_axes *axes, lope_vec3 there);
LOPE_API lope_vec3 lope_convert_vector_to(const lope_axes *axes, lope_vec3 own);
// Normals, inputs, unit vectors: without it.
LOPE_API lope_vec3 lope_convert_direction_from(const lope_axes *axes, lope_vec3 there);
LOPE_API lope_vec3 lope_convert_direction_to(const lope_axes *axes, lope_vec3 own);
// Angular velocity as an axis times rad/s; degrees a second where the engine has degrees.
LOPE_API lope_vec3 lope_convert_spin_from(const lope_axes *axes, lope_vec3 there);
LOPE_API lope_vec3 lope_convert_spin_to(const lope_axes *axes, lope_vec3 own);
// Rotations: that turns the converted vector as it turned the vector.
LOPE_API lope_quat lope_convert_quat_from(const lope_axes *axes, lope_quat there);
LOPE_API lope_quat lope_convert_quat_to(const lope_axes *axes, lope_quat own);
LOPE_API lope_transform lope_convert_transform_from(const lope_axes *axes, const lope_transform *there);
LOPE_API lope_transform lope_convert_transform_to(const lope_axes *axes, const lope_transform *own);
// Control rotations. A yaw of 0 looks along lope's -z, which is the engine's forward; Unreal's and Unity's turn the other way.
LOPE_API float lope_convert_yaw_from(const lope_axes *axes, float there);
LOPE_API float lope_convert_yaw_to(const lope_axes *axes, float own);
LOPE_API float lope_convert_pitch_from(const lope_axes *axes, float there);
LOPE_API float lope_convert_pitch_to(const lope_axes *axes, float own);
// Lengths, speeds, accelerations alone.
LOPE_API double lope_convert_length_from(const lope_axes *axes, double there);
LOPE_API double lope_convert_length_to(const lope_axes *axes, double own);
// The corners change places where an axis changes its sign.
LOPE_API lope_bounds lope_convert_bounds_from(const lope_axes *axes, lope_bounds there);
LOPE_API lope_bounds lope_convert_bounds_to(const lope_axes *axes, lope_bounds own);
// A mesh in place: 3 floats a point, 3 indices a triangle. Points are converted; where the engine's fronts are clockwise, each triangle's
// second and third index change places. points or indices may be NULL.
LOPE_API void lope_convert_mesh_from(const lope_axes *axes, float *points, uint32_t point_count, uint32_t *indices,
                                     uint32_t triangle_count);
LOPE_API void lope_convert_mesh_to(const lope_axes *axes, float *points, uint32_t point_count, uint32_t *indices,
                                   uint32_t triangle_count);

#ifdef __cplusplus
}
#endif
#endif
