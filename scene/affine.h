// affine.h - affine maps of space as 3 rows of 4 doubles: the transforms of nodes in mesh files.
//
// Read next: affine.c.
#ifndef LOPE_SCENE_AFFINE_H
#define LOPE_SCENE_AFFINE_H

typedef struct lope_scene_affine {
    double m[12]; // row by row; the last of each row is the translation
} lope_scene_affine;

// Returns the map that changes nothing.
lope_scene_affine lope_scene_affine_identity(void);

// Returns the map that does b first, then a.
lope_scene_affine lope_scene_affine_multiply(const lope_scene_affine *a, const lope_scene_affine *b);

// Returns the map that scales, then rotates, then moves. rotation: a quaternion x, y, z, w of any length;
// zero is no turn.
lope_scene_affine lope_scene_affine_from_parts(const double translation[3], const double rotation[4], const double scale[3]);

// Returns the determinant of the linear part; less than 0: the map mirrors.
double lope_scene_affine_determinant(const lope_scene_affine *a);

// Fills `to` with the image of a point.
void lope_scene_affine_apply(const lope_scene_affine *a, const double point[3], double to[3]);

#endif
