// look.c - a nearby that serves queries. See look.h.
#include "motion/nearby/look.h"

#include "motion/nearby/gather.h"

void lope_look_begin(lope_nearby *look, const lope_surroundings *surroundings, lope_filter filter, lope_point from,
                     lope_near_self *self, double unit)
{
    *self = (lope_near_self){.own = LOPE_BODY_NONE, .looks = true};
    lope_nearby_begin(look, surroundings, filter, from, self, unit);
}

lope_result lope_look_cover(lope_nearby *look, const lope_surroundings *surroundings, lope_filter filter,
                            const lope_bounds *local, bool static_only, uint32_t *gathers)
{
    if (static_only) look->moving_kept = look->nothing_moves = true;
    return lope_nearby_cover(look, surroundings, filter, local, gathers);
}

void lope_look_end(lope_nearby *look)
{
    look->self = NULL;
    look->log = NULL;
    look->moving_kept = look->nothing_moves = false;
}
