// shortlist.h - the few triangles and round shapes that a tick's queries have to do with, listed once.
//
// Purpose: a tick's queries (overlaps, the way, the floor) look at the same few triangles from nearly the
// same place. So all within reach of the character's place at the tick's start is listed once. Each entry
// holds how its triangle's planes lie to that place.
// Rule: a query that goes beyond walks the candidates of its own, a listful at a time. Only what cannot
// matter is listed in one case and not in the other. So results never depend on it.
// Read next: shortlist.c, triangle_cull.h.
#ifndef LOPE_MOTION_QUERY_SHORTLIST_H
#define LOPE_MOTION_QUERY_SHORTLIST_H

#include "motion/nearby/broadphase.h"
#include "motion/query/capsule_query.h"

// One entry of the list: a triangle or a round shape.
typedef struct lope_shortlist_entry {
    const lope_near_triangle *triangle; // NULL: a round shape
    const lope_near_round *round;       // NULL: a triangle
    const lope_near_set *set;
    bool met;       // a capsule within reach may meet it; otherwise only its rim may matter
    double home[4]; // m, of home over the triangle's planes: its own, then those on its edges
    double rise[4]; // rise of those planes' normals along up
} lope_shortlist_entry;

// Most entries of a listful.
#define LOPE_SHORTLIST 24

// A listful.
typedef struct lope_shortlist_list {
    uint32_t count;
    lope_shortlist_entry list[LOPE_SHORTLIST];
} lope_shortlist_list;

// The short list of a tick.
struct lope_shortlist {
    lope_point home; // feet at the tick's start, the place that entries are measured from
    double reach;    // m, how far from home all is listed
    bool listed;     // the list holds all of that; else it is not used
    bool free;       // nothing in it overlaps the capsule at home by more than the skin
    lope_shortlist_list near_by, beyond;
};

// A walk over what a query may meet.
typedef struct lope_shortlist_walk {
    lope_space *space;
    lope_shortlist_entry *list; // the present listful
    lope_candidates candidates;
    bool end;
} lope_shortlist_walk;

// Lists what a capsule may meet, and the rims it may stand on, with its feet within `reach` (m) of home.
// All of that must have been gathered.
void lope_shortlist_fill(lope_space *space, double reach);

// Returns true when space->around->near_by holds all that a search for rims needs. That is all walkable
// faces with a point beside the axis through feet, and all that touch such a point. The point is within the
// support radius, and from `lowest` to `raise` (m along up).
bool lope_shortlist_has_rims(const lope_space *space, lope_point feet, double lowest, double raise);

// Measures the planes of neighbor->triangle against home.
void lope_shortlist_measure(const lope_space *space, lope_shortlist_entry *neighbor);

// Begins a walk over all that a capsule may meet from feet along `motion` (m), and maybe more. radius: m,
// of the capsule. Entries that are not `met` must be left out. Returns false when a gather fails:
// space->failed says why.
bool lope_shortlist_begin(lope_space *space, lope_point feet, lope_point motion, double radius, lope_shortlist_walk *walk);
// Lists in *about, against the same home, all that a capsule may meet on any way of that length (m) from
// feet, for several sweeps from there and nothing else. Returns false when there is too much to be listed,
// and when a gather fails.
bool lope_shortlist_about(lope_space *space, lope_point feet, double way, lope_shortlist *about);
// Returns how far (m) the feet may go along a unit direction without leaving what is listed; 0 or less: not
// at all.
double lope_shortlist_reach(const lope_space *space, lope_point feet, lope_point direction);
// Fetches the next listful into walk->list and returns how many entries it has; 0 at the end. No other walk
// may begin before that.
uint32_t lope_shortlist_next(lope_shortlist_walk *walk);

#endif
