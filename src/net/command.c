// command.c - the command: rounding, and the one decoder. Read first: lope/command.h.
#include "base/error.h"
#include <lope/command.h>

#include <math.h>
#include <string.h>

#define STICK 127.0f
#define TURN 6.28318530717958647692 // rad

// ---- rounding ---------------------------------------------------------------------------------------------

static int8_t round_stick(float x)
{
    if (!lope_finite(x)) return 0;
    const float scaled = x < -1 ? -STICK : x > 1 ? STICK : x * STICK;
    return (int8_t)(scaled + (scaled < 0 ? -0.5f : 0.5f));
}

// Returns an angle in 1/65536 of a turn, of as many whole turns as it has.
static uint16_t round_angle(float angle)
{
    if (!lope_finite(angle)) return 0;
    const double turns = (double)angle / TURN;
    return (uint16_t)(uint32_t)(int32_t)floor((turns - floor(turns)) * 65536.0 + 0.5);
}

lope_command lope_command_make(float right, float ahead, float up, float yaw, float pitch, uint32_t held, uint32_t pressed)
{
    return (lope_command){.right = round_stick(right),
                          .ahead = round_stick(ahead),
                          .up = round_stick(up),
                          .yaw = round_angle(yaw),
                          .pitch = (int16_t)round_angle(pitch),
                          .held = held,
                          .pressed = pressed};
}

// ---- the decoder ------------------------------------------------------------------------------------------

static float angle_of(int16_t turns) { return (float)((double)turns * (TURN / 65536.0)); }

// Cuts a stick to the disc, in whole numbers scaled to 1.
static void cut_to_disc(int32_t right, int32_t ahead, float *x, float *y)
{
    const int32_t square = right * right + ahead * ahead;
    const float length = square > 127 * 127 ? sqrtf((float)square) : STICK;
    *x = (float)right / length;
    *y = (float)ahead / length;
}

void lope_command_input(const lope_command *command, const lope_state *state, lope_input *input)
{
    float right, ahead;
    memset(input, 0, sizeof *input);
    cut_to_disc(command->right, command->ahead, &right, &ahead);
    input->look_yaw = angle_of((int16_t)command->yaw);
    input->look_pitch = angle_of(command->pitch);
    input->look_is_absolute = true;
    input->move = lope_state_from_stick(state, right, ahead, input->look_yaw);
    if (command->up != 0) {
        const float up = command->up < -127 ? -1.0f : (float)command->up / STICK;
        const lope_vec3 move = lope_vec3_add(input->move, lope_vec3_scale(state->up, up));
        const float square = lope_vec3_dot(move, move);
        input->move = square > 1 ? lope_vec3_scale(move, 1.0f / sqrtf(square)) : move;
    }
    input->held = command->held;
    input->pressed = command->pressed | (command->held & ~state->held);
}
