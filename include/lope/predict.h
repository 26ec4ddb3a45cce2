// predict.h - foresight: lope_move run ahead on a copy. For trajectories, jump arcs, landing marks and AI.
//
// What is predicted is what the ticks will give, to the bit, as long as inputs and surroundings stay as they
// are. What moves is taken to stand at its pose of now, unless `around` tells where it will be. The state,
// and whatever owns it, are not touched; nothing is allocated but what the nearby still grows. Read next:
// move.h, animation.h.
#ifndef LOPE_PREDICT_H
#define LOPE_PREDICT_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// The character after a predicted tick.
typedef struct lope_predicted {
    double time;            // s from now
    lope_point feet;        // m
    lope_vec3 velocity, up; // m/s; unit
    float yaw;              // rad
    uint32_t mode;          // lope_mode_id, or a game's own
    // Bit k: a built-in event of kind k (lope_event_kind, below 64) happened since the entry before.
    uint64_t events;
    uint64_t game_events;   // bit k: the game's own event LOPE_EVENT_GAME + k, k below 64, happened
    uint32_t stopped;       // the kind of the event that the prediction stopped for; 0: none
    float event_time;       // s into the tick, of that event
    uint64_t floor_body;    // LOPE_BODY_NONE in the air
    lope_vec3 floor_normal; // unit
} lope_predicted;

// Tells whether an event of a kind happened since the entry before. Of kinds that an entry has no bit for it
// knows only whether the prediction stopped for one. NULL: false. From any thread.
LOPE_API bool lope_predicted_has(const lope_predicted *entry, uint32_t kind);

#define LOPE_PREDICT_STOPS 8 // kinds of events that a prediction may stop for

// Returns the surroundings during the first `share` (0 to 1) of a tick ahead. The tick lasts from `start` to
// `end` (s from now). What moves goes through a tick in a straight line and turns at one rate. So a part of a
// tick is that share of its motion: lope_level_places_at, lope_level_places_cut and a level view give it. The
// surroundings must live until the next call. A tick may be asked for again. Nothing static may differ.
typedef const lope_surroundings *(*lope_surroundings_ahead)(void *context, double start, double end, double share);

// What to predict. `state`, `moveset`, `surroundings` and `nearby` are required; the rest may be zero.
typedef struct lope_predict_def {
    const lope_state *state;               // where it begins; not changed
    const lope_moveset *moveset;           // what the character can do
    const lope_surroundings *surroundings; // what it moves in
    // The caller's own: not that of a character which another thread moves meanwhile.
    lope_nearby *nearby;
    // The input of all ticks. Its presses, and what a tick uses up of its requests, count in the first one.
    lope_input input;
    // Optional: changes the input before tick `tick` (from 0), given the state that the tick begins with. It
    // may point input->requests to requests of its own, which must live as long as the prediction.
    void (*steer)(void *context, uint32_t tick, const lope_state *state, lope_input *input);
    void *context;  // handed to `steer`
    float seconds;  // s a tick, at most 1; 0: 1/60
    uint32_t ticks; // at most so many
    uint32_t every; // one entry for so many ticks, and one for the last; 0: 1
    // Kinds of events, built-in or the game's own, up to the first 0. The prediction ends with the tick in
    // which one of them happens. Example: {LOPE_EVENT_LAND, LOPE_EVENT_GAME + 3}.
    uint32_t stop[LOPE_PREDICT_STOPS];
    lope_state *end; // receives the state that it ends with; NULL: not wanted
    // Optional: the surroundings of each tick, in place of `surroundings`. NULL: what moves stands.
    lope_surroundings_ahead around;
    void *around_context; // handed to `around`
} lope_predict_def;

// Runs the ticks ahead. Writes up to `capacity` entries into `list`, and into *count how many; where there is
// no room for more it ends. Returns LOPE_OK, LOPE_ERROR_NULL when something required is missing, or what a
// tick was refused with: the entries before that tick stand. From any thread; the nearby belongs to one
// thread at a time.
LOPE_API lope_result lope_predict(const lope_predict_def *def, lope_predicted *list, uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
