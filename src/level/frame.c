// frame.c - bounds that are turned with a body. See frame.h.
#include "level/frame.h"

lope_bounds lope_frame_turn_bounds(const lope_frame *f, lope_bounds b, bool back)
{
    if (!f->turned || lope_bounds_empty(&b)) return b;
    lope_point center = lope_point_scale(lope_point_add(b.lower, b.upper), 0.5);
    lope_point half = lope_point_scale(lope_point_sub(b.upper, b.lower), 0.5);
    double h[3] = {half.x, half.y, half.z}, out[3] = {0, 0, 0};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            lope_point axis = f->axis[back ? row : column];
            const double part[3] = {axis.x, axis.y, axis.z};
            out[row] += fabs(part[back ? column : row]) * h[column];
        }
    }
    lope_point turned = back ? lope_frame_unturn(f, center) : lope_frame_turn(f, center);
    // Slack for rounding, here and in code that turns the shape by other formulas: a float quaternion is unit
    // to 1e-7.
    double slack = 3e-7 * (fabs(center.x) + fabs(center.y) + fabs(center.z) + h[0] + h[1] + h[2]);
    lope_bounds r;
    r.lower = lope_point_make(turned.x - out[0], turned.y - out[1], turned.z - out[2]);
    r.upper = lope_point_make(turned.x + out[0], turned.y + out[1], turned.z + out[2]);
    return lope_bounds_grow(r, slack);
}
