// rerun.h - one tick of one character of a world run again, among others where the caller says they were.
//
// Prediction and correction run old ticks again. A tick is a function of five things: the state at its start,
// the input, its length, the bodies during it, and the other characters as they stood when it began. Given
// these, the result is that of the step, to the bit. So a client corrects its own character among proxies of
// the others, and a server asks what a client saw. Nothing of the world changes.
//
// What to note of a tick, at the end of before_tick: lope_character_state, lope_character_input,
// lope_level_places; and after it lope_world_others. Read first: level_view.h, world.h.
#ifndef LOPE_RERUN_H
#define LOPE_RERUN_H

#include <lope/level_view.h>
#include <lope/other.h>
#include <lope/world.h>

#ifdef __cplusplus
extern "C" {
#endif

// Makes what others meet of a state at the start of a tick of `seconds`. base: where the body that carries
// it is at the tick's end; NULL: its base goes on as in the last tick. What stands on another character goes
// that one's way: add it to feet and way, and its velocity to velocity. What bodies
// shove it by is not in it: only lope_world_others knows. `rests` is false: it depends on the input too, so
// set it where the tick's input asks for nothing (lope_state_rests). LOPE_ERROR_NULL: state or other.
LOPE_API lope_result lope_other_make(lope_other *other, const lope_state *state, const lope_transform *base, double seconds);
// Finds the characters as they were met in the world's last tick, to the bit, in order of id. One that ran it
// in steps with others stands there more than once: as it was met at the tick's start, and then in each step.
// Writes the first `capacity` (none with others NULL), and into *count how many there are in all: none where
// no character collides with characters. LOPE_ERROR_NULL: no world or no count.
LOPE_API lope_result lope_world_others(const lope_world *world, lope_other *others, uint32_t capacity, uint32_t *count);

// What a tick is run again with.
typedef struct lope_rerun_def {
    const lope_state *state; // at the tick's start
    const lope_input *input; // that the tick sees. If attached: with LOPE_REQUEST_FOLLOW, teleport_feet
    float seconds;           // s, the world's tick; the character's own time scale counts
    // The bodies during the tick, as of lope_level_surroundings_at; NULL: the world's, as they stand now.
    const lope_surroundings *bodies;
    // in any order; of the character itself is taken only in how many steps it runs the tick
    const lope_other *others;
    uint32_t other_count;
    lope_nearby *nearby; // the caller's own: one for each thread
} lope_rerun_def;

// Runs a tick of a character again. Writes the state at its end into *after and what happened into *report
// (may be NULL). Counts of work in the report may differ from the step's, for another nearby knew other
// things. Returns what lope_move returns; after a refusal *after is the state at the start.
// LOPE_ERROR_HANDLE: the character has been destroyed. Several threads may run ticks again at one time while
// nothing changes the world.
LOPE_API lope_result lope_character_rerun(const lope_character *character, const lope_rerun_def *def, lope_state *after,
                                          lope_report *report);

// Returns the identity of an event of a report: from the character's id, the tick's number, the event's kind
// and body, and which of these it is in the tick. lope_world_event has it too. A tick that is corrected may
// tell an event more or less, which shifts every later sequence number, but not the identity: play what has
// an identity not seen yet.
LOPE_API uint64_t lope_event_identity(uint64_t character, uint64_t tick, const lope_report *report, uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
