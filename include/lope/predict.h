// predict.h - foresight: lope_move run ahead on a copy. For trajectories, jump arcs, landing marks and AI.
//
// What is predicted is what the ticks will give, to the bit, as long as the inputs and the surroundings stay as they are: what moves is taken
// to stand at its pose of now. Nothing is allocated but what the nearby still grows; the state, and whatever owns it, are not touched.
#ifndef LOPE_PREDICT_H
#define LOPE_PREDICT_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// After one predicted tick.
typedef struct lope_predicted {
    double time; // s from now
    lope_point feet;
    lope_vec3 velocity, up;
    float yaw;
    uint32_t mode;
    uint32_t events;     // bit k: an event of kind k (lope_event_kind) happened in the tick
    float event_time;    // s into the tick, of the first event that it stopped for
    uint64_t floor_body; // LOPE_BODY_NONE in the air
    lope_vec3 floor_normal;
} lope_predicted;

#define LOPE_PREDICT_BIT(kind) (UINT32_C(1) << (kind))

typedef struct lope_predict_def {
    const lope_state *state;
    const lope_moveset *moveset;
    const lope_surroundings *surroundings;
    lope_nearby *nearby; // the caller's own, not the one of the character that lives on meanwhile on another thread
    lope_input input;    // of all ticks; its presses, requests and impulse count in the first one
    // Optional: changes the input before tick `tick` (from 0), knowing the state that it begins with.
    void (*steer)(void *context, uint32_t tick, const lope_state *state, lope_input *input);
    void *context;
    float dt;        // s, 0: 1/60
    uint32_t ticks;  // at most
    uint32_t every;  // one entry for so many ticks, and one for the last; 0: 1
    uint32_t stop;   // LOPE_PREDICT_BIT(LOPE_EVENT_LAND) | ...: it ends with the tick in which one of these happens
    lope_state *end; // the state that it ends with; NULL: nobody asks
} lope_predict_def;

// Writes up to `capacity` entries into `list`, and into *count how many; where there is no room for more it ends. LOPE_OK, or what a tick was
// refused with: the entries before it stand.
LOPE_API lope_result lope_predict(const lope_predict_def *def, lope_predicted *list, uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
