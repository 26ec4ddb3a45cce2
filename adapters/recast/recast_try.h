// recast_try.h - a character of a moveset tries a link: it goes straight on, and it follows. Read next:
// recast_links.cpp, recast_ladders.cpp, recast_lifts.cpp.
#ifndef LOPE_RECAST_TRY_H
#define LOPE_RECAST_TRY_H

#include "recast_inside.h"

// A search for links.
struct recast_search {
    lope_recast *recast;
    const lope_moveset *moveset;
    const lope_state *like; // a character of the kind
    lope_surroundings around;
    lope_nearby *nearby;
    double apart;                                     // m: of links between the same two parts
    std::vector<std::pair<uint32_t, uint32_t>> joins; // the parts of each link that it has added
};

// Tries a link that is given but for its ends, from `start` straight on in a level direction, and adds it when the
// character arrives on another part of the mesh, or by a ladder on the same one. When followers arrive too, that
// is: from three places beside each other. from: the part that `start` is on. Returns whether it was added.
bool recast_try_link(recast_search *search, lope_recast_link link, lope_point direction, uint32_t from);

// Stands a character at a place: it falls onto its floor. Returns false when it does not stand there.
bool recast_stand_at(const recast_search &search, lope_point place, lope_state *state);
// Follows a path from a place. Returns true when the character arrives; *state: how it stands there.
bool recast_follow(const recast_search &search, lope_follow_path path, lope_point from, double seconds, lope_state *state);

// recast_ladders.cpp
// Finds the ways up and down the ladders.
void recast_find_ladders(recast_search *search);

#endif
