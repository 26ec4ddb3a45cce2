// shortlist.h - the few members of a nearby that a tick's queries have to do with, listed once.
//
// The queries of a tick (overlaps, the way, the floor) look at the same few triangles from places a few centimetres apart. So what
// comes within reach of the character's place at the tick's start is listed once, with what the triangles' planes say of that
// place. A query that goes beyond goes through the candidates of its own, a listful at a time. What is listed is only more or less
// of what cannot matter: results never depend on it.
#ifndef LOPE_MOTION_QUERY_SHORTLIST_H
#define LOPE_MOTION_QUERY_SHORTLIST_H

#include "motion/nearby/broadphase.h"
#include "motion/query/capsule_query.h"

typedef struct lope_shortlist_entry {
    const lope_near_triangle *triangle; // NULL: a round shape
    const lope_near_round *round;       // NULL: a triangle
    const lope_near_set *set;
    bool met;       // a capsule within reach may meet it; else only its rim may matter
    double home[4]; // m, of the home place over the triangle's planes
    double rise[4]; // of their normals along up
} lope_shortlist_entry;

#define LOPE_SHORTLIST 24

typedef struct lope_shortlist_list {
    uint32_t count;
    lope_shortlist_entry list[LOPE_SHORTLIST];
} lope_shortlist_list;

struct lope_shortlist {
    lope_point home; // feet at the tick's start: the place that the neighbours are measured from
    double reach;    // m, how far from home all is to be listed
    bool listed;     // it is
    bool free;       // and nothing of it overlaps the capsule at home by more than the skin
    lope_shortlist_list near_by, beyond;
};

typedef struct lope_shortlist_walk {
    lope_space *space;
    lope_shortlist_entry *list; // the present listful
    lope_candidates candidates;
    bool end;
} lope_shortlist_walk;

// Lists what a capsule may meet whose feet stay within `reach` (m) of home, and what rims it may stand on there. All of it must have
// been gathered.
void lope_shortlist_fill(lope_space *space, double reach);

// Whether all walkable faces with a point beside the axis through feet, within the support radius and from `lowest` to `raise` (m along
// up), and all that touch such a point, are in space->around->near_by.
bool lope_shortlist_has_rims(const lope_space *space, lope_point feet, double lowest, double raise);

// What the planes of neighbor->triangle say of home.
void lope_shortlist_measure(const lope_space *space, lope_shortlist_entry *neighbor);

// Begins a walk over all that a capsule of that radius, from feet on its way along motion, may meet, and maybe more. False: it could not
// be gathered, space->failed says why. Neighbours that are not `met` are to be left out.
bool lope_shortlist_begin(lope_space *space, lope_point feet, lope_point motion, double radius, lope_shortlist_walk *walk);
// How far (m) the capsule may go from feet along a unit direction without leaving what is listed; 0 or less: not at all.
double lope_shortlist_reach(const lope_space *space, lope_point feet, lope_point direction);
// How many neighbours stand in walk->list now; 0 at the end. No other walk may begin before that.
uint32_t lope_shortlist_next(lope_shortlist_walk *walk);

#endif
