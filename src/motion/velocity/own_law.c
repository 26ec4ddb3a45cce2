// own_law.c - see own_law.h.
#include "motion/velocity/own_law.h"
#include "base/error.h"

lope_point lope_law_own_frame(const lope_law_own *own, lope_point v)
{
    if (own->level) v = lope_point_mad(v, own->up, -lope_point_dot(v, own->up));
    return own->planar ? lope_point_mad(v, own->plane, -lope_point_dot(v, own->plane)) : v;
}

lope_point lope_law_own_rate(const lope_law_own *own, lope_point v, double seconds)
{
    lope_point rate = own->rate(own->context, v, seconds);
    return lope_finite_point(rate) ? lope_law_own_frame(own, rate) : lope_point_make(0, 0, 0);
}
