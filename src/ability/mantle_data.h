// mantle_data.h - the mantle's data in the state, and what a search works with. Read next: mantle.c.
#ifndef LOPE_ABILITY_MANTLE_DATA_H
#define LOPE_ABILITY_MANTLE_DATA_H

#include <lope/mantle.h>
#include <lope/probe.h>

// What the mode keeps in the state. "The frame" is that of the ledge's body; offsets are from `target.point`.
typedef struct lope_mantle_data {
    lope_body_pose target;            // the feet at the end, and which way the character looks then
    double time;                      // s since the start
    float seconds;                    // that it takes
    float start, rate;                // s, where the animation starts; its play rate
    float height, scale;              // m, of the ledge at the start; of all lengths
    lope_vec3 from;                   // m: the feet at the start, in the frame
    lope_vec3 column;                 // m: where they go straight up
    lope_vec3 up;                     // unit, in the frame, as it began
    float over;                       // m above the target, where they go over
    float yaw;                        // rad: the facing at the start, from that at the end
    uint8_t way, kind, ability, high; // high: the asset is the high one
    int32_t variant;
} lope_mantle_data;

// A question: where is there a ledge?
typedef struct lope_mantle_search {
    const lope_mantle_settings *settings;
    lope_point feet, direction; // m, in the world, as they are to the ledge at this instant; unit, level
    // m: where the feet get to when the ledge's body takes the character along within the tick
    lope_point brought;
    double scale;
    bool airborne;
    uint32_t why, query; // the refusal that came farthest, its query, place and body
    lope_point point;
    uint64_t body;
    int stage; // how far that one came
} lope_mantle_search;

// A ledge that was found, and the way onto it. Places are in the world, with bodies at their tick's end.
typedef struct lope_mantle_plan {
    lope_probe_ledge ledge;
    lope_point column, target; // m: where the feet go straight up, and where they end
    double over;               // m above the target, where they go over
} lope_mantle_plan;

#endif
