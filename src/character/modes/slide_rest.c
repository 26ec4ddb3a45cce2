// slide_rest.c - see slide_rest.h.
#include "character/modes/slide_rest.h"

#include "character/tick/contacts.h"
#include "character/tick/velocity_log.h"
#include "character/volume/overlap_events.h"
#include "motion/query/sweep.h"
#include "motion/velocity/two_wall_adjust.h"

void lope_slide_rest(lope_tick *tick, lope_point way)
{
    lope_point walls[LOPE_WALLS];
    lope_contact contact;
    tick->space.purpose = LOPE_QUERY_SLIDE;
    for (uint32_t count = 0; count < LOPE_WALLS && lope_point_length(way) > 1e-12 * tick->space.unit; count++) {
        if (!lope_sweep(&tick->space, tick->feet, way, &contact)) contact.fraction = 1;
        if (tick->space.failed) return;
        tick->feet = lope_point_mad(tick->feet, way, contact.fraction);
        if (contact.fraction >= 1) break;
        lope_tick_hit(tick, &contact);
        walls[count] = contact.normal;
        way = lope_along_walls(lope_point_scale(way, 1 - contact.fraction), walls, count + 1);
        tick->velocity = lope_along_walls(tick->velocity, walls, count + 1);
    }
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    tick->now = tick->time;
    lope_tick_pass(tick);
}
