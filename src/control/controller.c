// controller.c - takes a frame's input in, and makes the input of ticks of it. See lope/controller.h.
//
// The chain is Unreal's: input adds up, the camera manager may change what is about to be added, the limits
// cut the sum, and the accumulators are cleared. Angles are doubles: a minute of mouse input at 1000 Hz adds
// up without losing what a float would. Read next: lope/look.h.
#include "base/error.h"
#include <lope/controller.h>

#include <math.h>

#define PI 3.14159265358979323846
#define UNREAL_LIMIT (89.9 * PI / 180.0) // rad, of pitch and roll
#define NO_LIMIT (359.99 * PI / 180.0)   // rad: an arc as long is no limit; Unreal's is 359.999 degrees
#define NEVER_IGNORED UINT16_MAX         // the counters stop there

// Returns the angle wrapped to (-pi, pi].
static double wrap(double angle)
{
    const double turned = angle - floor(angle / (2.0 * PI) + 0.5) * (2.0 * PI);
    return turned <= -PI ? PI : turned;
}

double lope_angle_limit(double angle, double least, double most)
{
    const double half = 0.5 * (most - least);
    if (half >= 0.5 * NO_LIMIT) return wrap(angle);
    const double off = wrap(angle - (least + half));
    return off > half ? wrap(most) : off < -half ? wrap(least) : wrap(angle);
}

// Limits one angle; a pair of zeros means `most_default` either way, or no limit where that is 0.
static double limited(double angle, double least, double most, double most_default)
{
    const bool given = least < 0 || least > 0 || most < 0 || most > 0;
    if (given) return lope_angle_limit(angle, least, most);
    return most_default > 0 ? lope_angle_limit(angle, -most_default, most_default) : wrap(angle);
}

// Returns a view within the limits of the settings, which may be NULL.
static lope_view within(const lope_controller_settings *settings, lope_view view)
{
    const lope_view_limits none = {0, 0, 0, 0, 0, 0}, *l = settings ? &settings->limits : &none;
    return (lope_view){.pitch = limited(view.pitch, l->least_pitch, l->most_pitch, UNREAL_LIMIT),
                       .yaw = limited(view.yaw, l->least_yaw, l->most_yaw, 0),
                       .roll = limited(view.roll, l->least_roll, l->most_roll, UNREAL_LIMIT)};
}

static bool is_finite_view(lope_view view)
{
    return lope_finite_double(view.pitch) && lope_finite_double(view.yaw) && lope_finite_double(view.roll);
}

// Returns true when the controller has a character to control.
static bool possesses(const lope_controller *controller)
{
    return controller->character != 0 && controller->character != LOPE_BODY_NONE;
}

// Forgets the input of the frame, and of the ticks that it is for.
static void forget_input(lope_controller *controller)
{
    controller->added = (lope_view){0, 0, 0};
    controller->added_move = controller->move = lope_vec3_make(0, 0, 0);
    controller->added_stick[0] = controller->added_stick[1] = controller->stick[0] = controller->stick[1] = 0;
    controller->pressed = 0;
}

void lope_controller_add_look(lope_controller *controller, double yaw, double pitch, double roll)
{
    const lope_view more = {.pitch = pitch, .yaw = yaw, .roll = roll};
    if (controller->look_ignores > 0 || controller->paused || !is_finite_view(more)) return;
    controller->added.pitch += pitch;
    controller->added.yaw += yaw;
    controller->added.roll += roll;
}

void lope_controller_add_move(lope_controller *controller, lope_vec3 direction, float scale, bool force)
{
    const lope_vec3 move = lope_vec3_scale(direction, scale);
    if ((controller->move_ignores > 0 && !force) || controller->paused) return;
    if (!lope_finite_vec3(move)) return;
    controller->added_move = lope_vec3_add(controller->added_move, move);
}

void lope_controller_add_stick(lope_controller *controller, float right, float forward, bool force)
{
    if ((controller->move_ignores > 0 && !force) || controller->paused || !lope_finite(right) || !lope_finite(forward)) return;
    controller->added_stick[0] += right;
    controller->added_stick[1] += forward;
}

void lope_controller_press(lope_controller *controller, uint32_t buttons)
{
    if (controller->paused) return;
    controller->pressed |= buttons & ~controller->held;
    controller->held |= buttons;
}

void lope_controller_let_go(lope_controller *controller, uint32_t buttons) { controller->held &= ~buttons; }

// Counts a call to ignore input up or down.
static uint16_t counted(uint16_t count, bool ignore)
{
    if (ignore) return (uint16_t)(count < NEVER_IGNORED ? count + 1 : count);
    return (uint16_t)(count > 0 ? count - 1 : 0);
}

void lope_controller_ignore_look(lope_controller *controller, bool ignore)
{
    controller->look_ignores = counted(controller->look_ignores, ignore);
}

void lope_controller_ignore_move(lope_controller *controller, bool ignore)
{
    controller->move_ignores = counted(controller->move_ignores, ignore);
}

void lope_controller_reset_ignores(lope_controller *controller) { controller->look_ignores = controller->move_ignores = 0; }

void lope_controller_possess(lope_controller *controller, uint64_t character, const lope_state *state)
{
    forget_input(controller);
    controller->character = character;
    controller->view.yaw = wrap((double)state->yaw - (double)state->carried_yaw);
    controller->view.pitch = (double)state->pitch;
    controller->view.roll = 0;
}

void lope_controller_release(lope_controller *controller)
{
    forget_input(controller);
    controller->character = LOPE_BODY_NONE;
}

void lope_controller_pause(lope_controller *controller, bool paused)
{
    forget_input(controller);
    controller->paused = paused;
}

void lope_controller_set_view(lope_controller *controller, const lope_controller_settings *settings, lope_view view)
{
    if (is_finite_view(view)) controller->view = within(settings, view);
}

void lope_controller_update(lope_controller *controller, const lope_controller_settings *settings)
{
    lope_view view = controller->view, added = controller->added;
    if (settings && settings->modify) settings->modify(settings->context, &view, &added);
    view.pitch += added.pitch;
    view.yaw += added.yaw;
    view.roll += added.roll;
    lope_controller_set_view(controller, settings, view);
    controller->added = (lope_view){0, 0, 0};
    controller->move = controller->added_move;
    controller->stick[0] = controller->added_stick[0];
    controller->stick[1] = controller->added_stick[1];
    controller->added_move = lope_vec3_make(0, 0, 0);
    controller->added_stick[0] = controller->added_stick[1] = 0;
}

// Returns the move input of the frame in world space.
static lope_vec3 move_of(const lope_controller *controller, const lope_state *state)
{
    const float yaw = (float)lope_controller_view(controller, state).yaw, *stick = controller->stick;
    const lope_vec3 by_stick =
        state ? lope_state_from_stick(state, stick[0], stick[1], yaw) : lope_move_from_stick(stick[0], stick[1], yaw);
    return lope_vec3_add(controller->move, by_stick);
}

lope_vec3 lope_controller_consume_move(lope_controller *controller, const lope_state *state)
{
    const lope_vec3 move = move_of(controller, state);
    controller->move = lope_vec3_make(0, 0, 0);
    controller->stick[0] = controller->stick[1] = 0;
    return move;
}

void lope_controller_input(lope_controller *controller, const lope_state *state, lope_input *input)
{
    const bool has = possesses(controller) && !controller->paused;
    input->move = has ? move_of(controller, state) : lope_vec3_make(0, 0, 0);
    input->look_yaw = (float)controller->view.yaw;
    input->look_pitch = (float)controller->view.pitch;
    input->look_is_absolute = false;
    input->held = has ? controller->held : 0;
    input->pressed = has ? controller->pressed : 0;
    controller->pressed = 0;
}

lope_view lope_controller_view(const lope_controller *controller, const lope_state *state)
{
    lope_view view = controller->view;
    if (state) view.yaw = wrap(view.yaw + (double)state->carried_yaw);
    return view;
}

lope_quat lope_view_rotation(lope_view view, lope_vec3 up, lope_vec3 forward)
{
    const lope_quat stand = lope_quat_to_up(up);
    const lope_vec3 ahead = lope_quat_rotate(stand, lope_vec3_make(0, 0, -1)), left = lope_vec3_cross(up, ahead);
    const float first = lope_atan2(lope_vec3_dot(forward, left), lope_vec3_dot(forward, ahead));
    const lope_quat yaw = lope_quat_from_axis(up, (float)wrap((double)first + view.yaw));
    const lope_quat pitch = lope_quat_from_axis(lope_vec3_make(1, 0, 0), (float)view.pitch);
    const lope_quat roll = lope_quat_from_axis(lope_vec3_make(0, 0, 1), (float)view.roll);
    return lope_quat_multiply(lope_quat_multiply(yaw, stand), lope_quat_multiply(pitch, roll));
}

// Checks one pair of limits.
static lope_result check_pair(lope_error *error, const char *least_name, double least, const char *most_name, double most)
{
    if (!lope_finite_double(least))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, least_name, "%s is NaN or infinite", least_name);
    if (!lope_finite_double(most))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, most_name, "%s is NaN or infinite", most_name);
    if (fabs(least) > 2.0 * PI)
        return lope_refuse(error, LOPE_ERROR_RANGE, least_name, "%s is %g; it takes -2 pi to 2 pi (rad)", least_name, least);
    if (fabs(most) > 2.0 * PI)
        return lope_refuse(error, LOPE_ERROR_RANGE, most_name, "%s is %g; it takes -2 pi to 2 pi (rad)", most_name, most);
    if (least <= most) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, least_name, "%s is %g, over %s, %g; the least comes first", least_name, least,
                       most_name, most);
}

lope_result lope_controller_settings_check(const lope_controller_settings *settings, lope_error *error)
{
    if (!settings) return lope_refuse(error, LOPE_ERROR_NULL, "settings", "settings is NULL; all zero are the defaults");
    const lope_view_limits *l = &settings->limits;
    lope_result result = check_pair(error, "limits.least_pitch", l->least_pitch, "limits.most_pitch", l->most_pitch);
    if (!result) result = check_pair(error, "limits.least_yaw", l->least_yaw, "limits.most_yaw", l->most_yaw);
    if (!result) result = check_pair(error, "limits.least_roll", l->least_roll, "limits.most_roll", l->most_roll);
    return result;
}

void lope_tuning_set_facing(lope_tuning *tuning, lope_facing facing)
{
    if (facing != LOPE_FACING_MOVEMENT && facing != LOPE_FACING_CONTROL && facing != LOPE_FACING_INSTANT) return;
    tuning->orient_rotation_to_movement = facing == LOPE_FACING_MOVEMENT;
    tuning->use_controller_desired_rotation = facing == LOPE_FACING_CONTROL;
    tuning->use_controller_rotation_yaw = facing == LOPE_FACING_INSTANT;
}

lope_aim_offset lope_state_aim_offset(const lope_state *state)
{
    return (lope_aim_offset){.yaw = wrap((double)state->look_yaw - (double)state->yaw),
                             .pitch = wrap((double)state->look_pitch - (double)state->pitch)};
}
