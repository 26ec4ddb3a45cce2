// wall_end.c - see wall_end.h.
#include "character/modes/wall_end.h"

#include "motion/query/query_log.h"
#include "motion/query/touch.h"

#define CONTACTS 16
#define LEFT 1e-5       // m off a wall beyond which it is not touched: half the skin
#define SAME 0.99       // cosine between a wall and a contact with it: an edge of it turns the contact
#define END_HALVINGS 12 // of a way of at most a slice: to 0.1 mm at 20 m/s

uint32_t lope_walls_touched(lope_tick *tick, lope_point feet, const lope_point *walls, uint32_t count)
{
    lope_contact contacts[CONTACTS];
    uint32_t found = 0;
    tick->space.purpose = LOPE_QUERY_PRESS;
    const uint32_t most = lope_touching(&tick->space, feet, LEFT * tick->space.unit, contacts, CONTACTS);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < most; k++)
            if (lope_point_dot(contacts[k].normal, walls[i]) > SAME) found |= 1u << i;
    return found;
}

double lope_wall_end(lope_tick *tick, lope_point way, const lope_point *walls, uint32_t count)
{
    const uint32_t all = (1u << count) - 1u;
    if (count == 0 || lope_walls_touched(tick, lope_point_add(tick->feet, way), walls, count) == all) return 1;
    double held = 0, gone = 1;
    const uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < END_HALVINGS; i++) {
        const double middle = 0.5 * (held + gone);
        if (lope_walls_touched(tick, lope_point_mad(tick->feet, way, middle), walls, count) == all)
            held = middle;
        else
            gone = middle;
    }
    lope_log_probes(&tick->space, probes);
    return gone;
}
