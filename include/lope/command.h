// command.h - what a player wishes in one tick, in whole numbers: the only thing that a client tells a
// server.
//
// A command belongs to one tick and has no length in time. Client and server make the input of a tick from
// the same command with the same function, before anything is predicted. So what was rounded is rounded on
// both ends alike, and no float comes in from outside: there is no NaN to read.
//
// Threads: the functions are pure; from any thread. Read next: net.h.
#ifndef LOPE_COMMAND_H
#define LOPE_COMMAND_H

#include <lope/input.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_COMMAND_OWN 16 // bytes of the game's own in a command, at most

// What a player wishes in one tick. All zero: stand still, look along yaw 0.
typedef struct lope_command {
    uint32_t tick;                 // that it is for
    int8_t right, ahead, up;       // stick, -127 to 127; longer than 127 it is cut to the disc
    uint8_t own_size;              // bytes of `own` that count
    uint16_t yaw;                  // of the view in the world, in 1/65536 of a turn, positive to the left
    int16_t pitch;                 // of the view, in 1/65536 of a turn, positive up
    uint32_t held, pressed;        // LOPE_BUTTON_...: down in this tick; gone down since the last one
    uint8_t own[LOPE_COMMAND_OWN]; // the game's own: a weapon, an emote
} lope_command;

// Returns the command nearest to a stick (-1 to 1 each), a view (rad) and buttons. Numbers that are not
// finite count as 0. The tick is 0; a client fills it in.
LOPE_API lope_command lope_command_make(float right, float ahead, float up, float yaw, float pitch, uint32_t held,
                                        uint32_t pressed);

// Makes the input of a tick that begins with `state`. The stick counts from the view's yaw in the level
// plane, and `up` along the state's up. The view is absolute. A button that is down and was not down in the
// tick before counts as pressed, so a press is not lost with the packet that carried it. The command's own
// bytes are not looked at. The length of the input's move is at most 1. No argument may be NULL.
LOPE_API void lope_command_input(const lope_command *command, const lope_state *state, lope_input *input);

#ifdef __cplusplus
}
#endif
#endif
