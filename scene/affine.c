// affine.c - affine maps of space.
//
// Read next: gltf_nodes.c and mesh_import.c, which place nodes with them.
#include "affine.h"

lope_scene_affine lope_scene_affine_identity(void)
{
    lope_scene_affine none = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    return none;
}

lope_scene_affine lope_scene_affine_multiply(const lope_scene_affine *a, const lope_scene_affine *b)
{
    lope_scene_affine c;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            double sum = column == 3 ? a->m[4 * row + 3] : 0.0;
            for (int k = 0; k < 3; k++) sum += a->m[4 * row + k] * b->m[4 * k + column];
            c.m[4 * row + column] = sum;
        }
    }
    return c;
}

// The quaternion's square length divides out, so that one of length 1 to a rounding turns without a change of
// size.
lope_scene_affine lope_scene_affine_from_parts(const double translation[3], const double rotation[4], const double scale[3])
{
    double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    double square = x * x + y * y + z * z + w * w, s = square > 0.0 ? 2.0 / square : 0.0;
    double turn[9] = {1.0 - s * (y * y + z * z), s * (x * y - z * w),       s * (x * z + y * w),
                      s * (x * y + z * w),       1.0 - s * (x * x + z * z), s * (y * z - x * w),
                      s * (x * z - y * w),       s * (y * z + x * w),       1.0 - s * (x * x + y * y)};
    lope_scene_affine a;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) a.m[4 * row + column] = turn[3 * row + column] * scale[column];
        a.m[4 * row + 3] = translation[row];
    }
    return a;
}

double lope_scene_affine_determinant(const lope_scene_affine *a)
{
    const double *m = a->m;
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
}

void lope_scene_affine_apply(const lope_scene_affine *a, const double point[3], double to[3])
{
    for (int row = 0; row < 3; row++) {
        const double *m = &a->m[4 * row];
        to[row] = m[0] * point[0] + m[1] * point[1] + m[2] * point[2] + m[3];
    }
}
