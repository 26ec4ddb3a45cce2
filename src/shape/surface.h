// surface.h - a surface's own normal at a point where something touches it, beside the contact normal.
#ifndef LOPE_SHAPE_SURFACE_H
#define LOPE_SHAPE_SURFACE_H

#include <lope/shape.h>

// The normal of a solid's surface at a point of it, given the contact normal there. Of the faces that meet
// at an edge it is the one that the contact normal leans to most.
lope_point lope_solid_surface_normal(const lope_shape *shape, lope_point point, lope_point normal);

// A triangle's surface normal on the side of a contact: that of its front, or of its back where `behind`.
// It is the contact normal itself where a sliver has no front that could be relied on (lope_triangle_normal
// gives zero).
static inline lope_point lope_triangle_surface_normal(lope_point front, bool behind, lope_point contact_normal)
{
    if (lope_point_dot(front, front) < 0.5) return contact_normal;
    return behind ? lope_point_scale(front, -1) : front;
}

#endif
