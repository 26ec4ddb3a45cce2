// camera_cast.c - what a camera asks the surroundings. See camera_cast.h.
//
// Triangles are met from behind as well: a camera never reaches through one, from whichever side. Read next:
// camera_solve.c.
#include "control/camera_cast.h"

#include "level/query_filter.h"
#include "motion/nearby/look.h"
#include "motion/query/surroundings_query.h"

lope_result lope_camera_cast(const lope_camera_frame *f, lope_point from, lope_point to, double radius, double *share,
                             lope_cast_hit *hit)
{
    bool met;
    lope_cast_hit own;
    lope_cast_def def = {.from = from, .filter = f->in->probe, .flags = LOPE_CAST_BACK_FACES, .error = f->in->error};
    def.motion = lope_point_sub(to, from);
    def.radius = (float)radius;
    def.up = f->up;
    *share = 1;
    if (!hit) hit = &own;
    const lope_result result =
        lope_surroundings_cast_about(f->surroundings, f->look, &f->in->subject.feet, &def, f->in->units_per_metre, hit, &met);
    if (result == LOPE_OK && met) *share = hit->fraction;
    return result;
}

lope_result lope_camera_cover(const lope_camera_frame *f, const lope_point *points, uint32_t count)
{
    // a cast refuses that, and says why
    if (!f->surroundings || !f->surroundings->gather || !f->look) return LOPE_OK;
    const double unit = f->in->units_per_metre > 0 ? (double)f->in->units_per_metre : 1, r = f->probe;
    const lope_filter filter = lope_query_filter(f->in->probe);
    lope_near_self self;
    uint32_t gathers = 0;
    lope_look_begin(f->look, f->surroundings, filter, f->in->subject.feet, &self, unit);
    self.heading = lope_vec3_to_point(f->in->subject.velocity); // it serves more frames when it reaches ahead
    lope_bounds all = {points[0], points[0]};
    for (uint32_t i = 1; i < count; i++) {
        const lope_point p = points[i];
        if (p.x < all.lower.x) all.lower.x = p.x;
        if (p.y < all.lower.y) all.lower.y = p.y;
        if (p.z < all.lower.z) all.lower.z = p.z;
        if (p.x > all.upper.x) all.upper.x = p.x;
        if (p.y > all.upper.y) all.upper.y = p.y;
        if (p.z > all.upper.z) all.upper.z = p.z;
    }
    const lope_point spare = {r, r, r}, origin = f->look->origin;
    all.lower = lope_point_sub(lope_point_sub(all.lower, spare), origin);
    all.upper = lope_point_sub(lope_point_add(all.upper, spare), origin);
    const lope_result result = lope_look_cover(f->look, f->surroundings, filter, &all, true, &gathers);
    lope_look_end(f->look);
    return result;
}
