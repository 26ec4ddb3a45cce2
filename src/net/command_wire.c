// command_wire.c - the command as a difference in bits. Read first: command_wire.h.
#include "net/command_wire.h"

#include <string.h>

bool lope_command_equal(const lope_command *a, const lope_command *b)
{
    return a->right == b->right && a->ahead == b->ahead && a->up == b->up && a->yaw == b->yaw && a->pitch == b->pitch &&
           a->held == b->held && a->pressed == b->pressed && a->own_size == b->own_size &&
           memcmp(a->own, b->own, a->own_size) == 0;
}

static int8_t pass_stick(lope_bits *bits, int8_t value) { return (int8_t)lope_bits_signed(bits, value, 8); }

// Passes an angle as the turn since the one before.
static uint16_t pass_angle(lope_bits *bits, uint16_t angle, uint16_t before)
{
    static const unsigned widths[3] = {9, 12, 16};
    const int32_t turn = (int16_t)(uint16_t)(angle - before);
    return (uint16_t)(before + lope_bits_near(bits, turn, widths));
}

// Passes buttons: 11 bits while no other ones are down.
static uint32_t pass_buttons(lope_bits *bits, uint32_t buttons)
{
    const bool many = lope_bits_flag(bits, buttons >> 11 != 0);
    return lope_bits_pass(bits, buttons, many ? 32 : 11);
}

static void pass_own(lope_bits *bits, lope_command *command)
{
    command->own_size = (uint8_t)lope_bits_pass(bits, command->own_size, 5);
    if (command->own_size > LOPE_COMMAND_OWN) {
        command->own_size = 0;
        bits->bad = true;
    }
    for (uint32_t i = 0; i < command->own_size; i++) command->own[i] = (uint8_t)lope_bits_pass(bits, command->own[i], 8);
}

void lope_command_pass(lope_bits *bits, lope_command *command, const lope_command *before)
{
    if (!bits->writes) {
        const uint32_t tick = command->tick;
        *command = *before;
        command->tick = tick;
    }
    if (!lope_bits_flag(bits, !lope_command_equal(command, before))) return;
    command->yaw = pass_angle(bits, command->yaw, before->yaw);
    if (lope_bits_flag(bits, command->pitch != before->pitch))
        command->pitch = (int16_t)pass_angle(bits, (uint16_t)command->pitch, (uint16_t)before->pitch);
    if (lope_bits_flag(bits, command->right != before->right || command->ahead != before->ahead)) {
        command->right = pass_stick(bits, command->right);
        command->ahead = pass_stick(bits, command->ahead);
    }
    if (!lope_bits_flag(bits, command->up != before->up || command->held != before->held || command->pressed != before->pressed ||
                                  command->own_size != before->own_size ||
                                  memcmp(command->own, before->own, command->own_size) != 0))
        return;
    if (lope_bits_flag(bits, command->up != before->up)) command->up = pass_stick(bits, command->up);
    if (lope_bits_flag(bits, command->held != before->held)) command->held = pass_buttons(bits, command->held);
    if (lope_bits_flag(bits, command->pressed != 0))
        command->pressed = pass_buttons(bits, command->pressed);
    else
        command->pressed = 0;
    if (lope_bits_flag(bits, command->own_size != before->own_size || memcmp(command->own, before->own, command->own_size) != 0))
        pass_own(bits, command);
}

lope_command lope_command_replaced(const lope_command *before, uint32_t tick, uint32_t run, uint32_t hold)
{
    lope_command command = *before;
    command.tick = tick;
    command.pressed = 0;
    if (run <= hold) return command;
    command.right = command.ahead = command.up = 0;
    command.held = 0;
    command.own_size = 0;
    return command;
}
