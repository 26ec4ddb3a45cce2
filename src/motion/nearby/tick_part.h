// tick_part.h - a part of a tick, and a moving body as it stands and moves in that part.
//
// A tick beside moving bodies may run in parts (character/move/parts.h). Surroundings hand out poses at the
// tick's end and motions over the whole tick. A nearby brings them to its part before anything reads them.
//
// Characters that press on each other run their ticks in steps, all of them one step before any the next
// (character/move/lock_step.h). They are handed out as they are met in the step, and motions are over it.
#ifndef LOPE_MOTION_NEARBY_TICK_PART_H
#define LOPE_MOTION_NEARBY_TICK_PART_H

#include <lope/surroundings.h>

// Part `index` of `count` equal ones. count 0 or 1: the whole tick.
typedef struct lope_part {
    uint32_t index, count;
    uint32_t per_step; // parts in a step of characters that run in step; 0: the character runs by itself
} lope_part;

// Returns which part of its step a part is. Requires that the character runs in step.
static inline lope_part lope_part_of_step(lope_part part)
{
    return (lope_part){.index = part.index % part.per_step, .count = part.per_step};
}

// Returns whether a step of characters that run in step begins with the part.
static inline bool lope_begins_step(lope_part part) { return part.per_step > 0 && part.index % part.per_step == 0; }

// Returns whether the tick runs as a whole.
static inline bool lope_is_whole_tick(lope_part part) { return part.count <= 1; }

// Returns whether the tick ends with the part.
static inline bool lope_is_last_part(lope_part part) { return part.index + 1 >= part.count; }

// Returns the share of the tick that has passed when the part ends.
static inline double lope_part_end(lope_part part)
{
    return lope_is_whole_tick(part) ? 1.0 : (double)(part.index + 1) / (double)part.count;
}

// Returns true when the body moves in the tick.
static inline bool lope_body_moves(const lope_sink_body *body)
{
    lope_point turn = lope_vec3_to_point(body->motion.rotation), way = body->motion.displacement;
    return lope_point_dot(way, way) > 0 || lope_point_dot(turn, turn) > 0;
}

// Turns a body, as surroundings give it for the tick or for a step of it, into one that moves in the part
// only: it stands at its pose of the part's end. Its origin goes along a straight line, and it turns at one
// rate.
void lope_body_in_part(lope_sink_body *body, lope_part part);

#endif
