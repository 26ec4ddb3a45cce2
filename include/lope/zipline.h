// zipline.h - sliding along a line that the character hangs from.
//
// Add lope_zipline_ability to a moveset (lope_moveset_add_ability). A press of LOPE_BUTTON_GRAB takes hold of
// a line: a thin body of LOPE_CHANNEL_ROPE within `reach` of the capsule. With `auto_catch` so does a jump or
// fall that comes nearer to its place below the line. The line's length is the longest axis of the body's
// frame, through its origin. An axis that leans more than `lean` from up makes it a zipline; others are ropes
// (rope.h).
//
// The capsule's top hangs `hang` below the line, and comes there in `settle` s. With a the part of gravity
// along the line, n the part across it, and v the speed along it:
//   v' = a - friction n sign(v) - drag v,
// solved in closed form, so every tick rate goes the same way; friction holds what it can. Input along the
// line accelerates by `push`, and input against the way brakes by `brake`. With `speed` above 0 the speed is
// that, down the line, or on a level one the way that the character came or wants. The line may move and
// turn: its velocity at the hands counts, and stays when the character lets go. The capsule is swept.
//
// Ends: `margin` before an end of the line, where `at_end` says what happens; a press of jump, with
// `jump_speed` up and `jump_share` of the velocity; a press of crouch; something in the way; the body is
// gone; another mode. But for LOPE_ZIPLINE_STOP the character then falls. Refusals: LOPE_REFUSAL_NONE_NEAR
// (no line near; place and body as far as known), _NO_ROOM (something is in the way to the place below the
// line, with place and body), _NO_INPUT, and those of the conditions.
//
// Built on the public headers alone. Read next: rope.h.
#ifndef LOPE_ZIPLINE_H
#define LOPE_ZIPLINE_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// What happens at an end of the line.
typedef enum lope_zipline_end {
    LOPE_ZIPLINE_FLING = 0, // the character falls on with its velocity
    LOPE_ZIPLINE_STOP = 1,  // it stops, and hangs there
    LOPE_ZIPLINE_END_COUNT
} lope_zipline_end;

// The settings, by the names of the fields. Of the conditions `cooldown` is 0.5 s, from a start on.
typedef struct lope_zipline_settings {
    float reach;       // 0.6 m, from the capsule to the line; for a character of 1.76 m
    float lean;        // 0.785 rad: ziplines lean more, ropes less
    float hang;        // 0.15 m, from the line down to the capsule's top; for a character of 1.76 m
    float settle;      // 0.2 s
    float friction;    // 0.05: of the part of gravity across the line
    float drag;        // 0.1 1/s
    float push, brake; // 2 and 6 m/s2
    float speed;       // 0 m/s: by the law above; else constant
    float margin;      // 0.3 m
    float jump_speed;  // 4 m/s up, when a jump lets go
    float jump_share;  // 1: share of the velocity that such a jump keeps
    uint32_t at_end;   // lope_zipline_end
    uint32_t auto_catch;
} lope_zipline_settings;

// Returns the ability, "zipline", with the mode that it brings, "ziplining". Static. From any thread.
LOPE_API const lope_ability *lope_zipline_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_zipline_settings_default(lope_zipline_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
