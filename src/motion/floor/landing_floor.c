// landing_floor.c - see landing_floor.h.
//
// Rule: a fall ends on what is touched. A rim holds a walker at its height as far out as the support radius.
// A fall touches it much nearer to the axis, and is lifted then. A rim that is only near would lift the fall
// to where it lets go. Where something that leans leads the character back below it, that would happen again
// and again. With the perch rule a rim lets go as near to the axis as it is touched. Then a fall between a
// rim and something that leans is not lifted either: it rests on the edge.
// Read next: find_floor.c.
#include "motion/floor/landing_floor.h"
#include "motion/query/touch.h"

#define LANDING_CONTACTS 16
#define LEANS 1e-3 // rise of a normal; less is an upright wall

// Returns true when something that leans is touched on the side away from a rim, and the perch rule is on.
static bool is_led_back(lope_space *space, lope_point feet, const lope_floor_hit *rim)
{
    if (!(space->perch_radius < space->support_radius)) return false;
    lope_contact contacts[LANDING_CONTACTS];
    const lope_point toward = lope_flat(space, lope_point_sub(rim->contact.point, feet));
    const uint32_t count = lope_touching(space, feet, LOPE_LAND_REACH * space->unit, contacts, LANDING_CONTACTS);
    for (uint32_t i = 0; i < count; i++)
        if (lope_rise(space, contacts[i].normal) > LEANS && lope_point_dot(contacts[i].normal, toward) > 0) return true;
    return false;
}

lope_floor_hit lope_landing_floor(lope_space *space, lope_point feet, const lope_contact *contact)
{
    const double reach = LOPE_LAND_REACH * space->unit, most = space->radius * (1.0 - space->walkable_cosine);
    const double height = lope_rise(space, lope_point_sub(contact->point, feet)) + reach;
    const lope_floor_hit floor = lope_find_floor(space, feet, reach, height < most ? height : most);
    if (floor.kind != LOPE_FLOOR_RIM) return floor;
    const double off = lope_point_dot(floor.contact.surface, lope_point_sub(contact->point, floor.contact.point));
    const bool lifts = off < reach && off > -reach && !is_led_back(space, feet, &floor);
    return lifts ? floor : lope_find_floor(space, feet, reach, -space->radius);
}
