// line.h - thin bodies of LOPE_CHANNEL_ROPE near the character, as a line from end to end. Shared by the rope
// and the zipline. Read next: line.c.
#ifndef LOPE_ABILITY_LINE_H
#define LOPE_ABILITY_LINE_H

#include <lope/tick.h>

// What is looked for.
typedef struct lope_line_search {
    double reach; // m, from the capsule to the body
    double lean;  // cosine of the lean against up that parts ropes from ziplines
    bool hangs;   // true: a rope, which leans less; false: a zipline
} lope_line_search;

// A thin body, at its pose of the tick's end.
typedef struct lope_line {
    uint64_t body;
    lope_point upper, lower; // m, in the world, its ends
    lope_point along;        // unit, from the upper to the lower end
    double length;           // m
    double gap;              // m, from the place that was asked for to the line
} lope_line;

// Finds the line nearest to a place (m, in the world), of those within reach of the capsule. Returns
// LOPE_REFUSAL_NONE; or LOPE_REFUSAL_NONE_NEAR, told with the body of the other kind, if there was one.
uint32_t lope_line_find(lope_tick *tick, const lope_line_search *search, lope_point place, lope_line *line);

// Where a place of a body is at this instant of the tick, and how fast it goes over the tick, seen from the
// feet as they are now (lope_tick_feet): what carries the character has them at its pose of the tick's end.
// Returns false when the body is gone.
bool lope_line_now(lope_tick *tick, const lope_body_pose *pose, lope_point *place, lope_point *velocity);

// Returns the settings of the ability that brings a mode; NULL: none does.
const void *lope_line_settings(const lope_tick *tick, uint32_t mode);

// Leaves a line: takes a press of jump or crouch that asked for it, adds a jump's speed along up to the share
// of the velocity that stays, and falls. jump: false, both are as they are.
void lope_line_leave(lope_tick *tick, double jump_speed, double share);

#endif
