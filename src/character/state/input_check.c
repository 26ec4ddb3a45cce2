// input_check.c - see input_check.h. Every number that counts is finite and small enough not to overflow, and
// every choice is one that there is.
#include "character/state/input_check.h"
#include "base/error.h"
#include "character/state/mode_exists.h"

// Runs the checks in turn: the first refusal is the answer.
#define TRY(check)                              \
    do {                                        \
        lope_result refused = check;            \
        if (refused != LOPE_OK) return refused; \
    } while (0)

// Checks move and look. Returns LOPE_OK, or refuses the member that is not finite.
static lope_result check_going(const lope_input *input, lope_error *error)
{
    if (lope_input_goes(input)) return LOPE_OK;
    const char *field = !lope_finite_vec3(input->move) ? "move" : lope_finite(input->look_yaw) ? "look_pitch" : "look_yaw";
    return lope_refuse(error, LOPE_ERROR_NOT_FINITE, field, "%s must be finite", field);
}

// Checks a layered move against its kind's range and the moveset's curves.
static lope_result check_layer(const lope_layer *layer, const lope_moveset *moveset, lope_error *error)
{
    const double most = LOPE_MOST_SPEED;
    bool timed = layer->kind == LOPE_LAYER_MOVE_TO || layer->kind == LOPE_LAYER_JUMP;
    TRY(lope_check_number(error, "layer.duration", (double)layer->duration, -most, most));
    TRY(lope_check_vec3(error, "layer.velocity", layer->velocity, most));
    TRY(lope_check_point(error, "layer.target", layer->target, LOPE_MOST_PLACE));
    TRY(lope_check_number(error, "layer.strength", (double)layer->strength, -most, most));
    TRY(lope_check_number(error, "layer.height", (double)layer->height, -most, most));
    TRY(lope_check_number(error, "layer.radius", (double)layer->radius, 0, most));
    TRY(lope_check_vec3(error, "layer.finish_velocity", layer->finish_velocity, most));
    if (layer->kind < LOPE_LAYER_VELOCITY || layer->kind > LOPE_LAYER_RADIAL)
        return lope_refuse(error, LOPE_ERROR_RANGE, "layer.kind", "there is no kind %u of layer", (unsigned)layer->kind);
    if (layer->finish > LOPE_FINISH_CLAMP)
        return lope_refuse(error, LOPE_ERROR_RANGE, "layer.finish", "there is no finish %u", (unsigned)layer->finish);
    if (timed && !(layer->duration > 0))
        return lope_refuse(error, LOPE_ERROR_RANGE, "layer.duration", "is %g, must be above 0: it is to be there in time",
                           (double)layer->duration);
    if (layer->id == 0) return lope_refuse(error, LOPE_ERROR_RANGE, "layer.id", "is 0, which is no layer's");
    if (layer->curve <= moveset->curve_count) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, "layer.curve", "is %u, the moveset has %u curves", (unsigned)layer->curve,
                       (unsigned)moveset->curve_count);
}

// Checks the members of the requests that are made.
static lope_result check_requests(const lope_input *input, const lope_moveset *moveset, lope_error *error)
{
    if (input->requests & LOPE_REQUEST_RESIZE) {
        TRY(lope_check_number(error, "resize_radius", (double)input->resize_radius, 0, LOPE_MOST_SPEED));
        TRY(lope_check_number(error, "resize_height", (double)input->resize_height, 0, LOPE_MOST_SPEED));
    }
    if (input->requests & LOPE_REQUEST_LAYER) TRY(check_layer(&input->layer, moveset, error));
    if (!(input->requests & LOPE_REQUEST_MODE) || lope_mode_exists(moveset, input->mode)) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, "mode", "there is no mode %u", (unsigned)input->mode);
}

// Checks all other members.
static lope_result check_rest(const lope_input *input, const lope_moveset *moveset, lope_error *error)
{
    const double speed = LOPE_MOST_SPEED;
    TRY(lope_check_vec3(error, "launch_velocity", input->launch_velocity, speed));
    TRY(lope_check_vec3(error, "impulse", input->impulse, input->impulse_is_velocity ? speed : LOPE_MOST_BLOW));
    TRY(lope_check_vec3(error, "force", input->force, input->force_is_acceleration ? speed : LOPE_MOST_BLOW));
    TRY(lope_check_number(error, "knockback_time", (double)input->knockback_time, 0, speed));
    TRY(lope_check_vec3(error, "avoidance", input->avoidance, speed));
    TRY(lope_check_point(error, "teleport_feet", input->teleport_feet, LOPE_MOST_PLACE));
    if (input->requests_velocity) TRY(lope_check_vec3(error, "requested_velocity", input->requested_velocity, speed));
    if (input->has_root_motion) {
        TRY(lope_check_vec3(error, "root_motion.translation", input->root_motion.translation, speed));
        TRY(lope_check_number(error, "root_motion.yaw", (double)input->root_motion.yaw, -speed, speed));
    }
    return input->requests ? check_requests(input, moveset, error) : LOPE_OK;
}

lope_result lope_input_check(const lope_input *input, const lope_moveset *moveset, lope_error *error)
{
    if (!input || !moveset)
        return lope_refuse(error, LOPE_ERROR_NULL, input ? "moveset" : "input", "an input and a moveset are required");
    TRY(check_going(input, error));
    return lope_input_is_plain(input) ? LOPE_OK : check_rest(input, moveset, error);
}

lope_result lope_resize_check(const lope_state *state, const lope_input *input)
{
    if (!(input->requests & LOPE_REQUEST_RESIZE)) return LOPE_OK;
    float radius = input->resize_radius, height = input->resize_height;
    if (radius <= 0) radius = state->radius;
    if (height <= 0) height = state->standing_height;
    return height >= 2 * radius ? LOPE_OK : LOPE_ERROR_RANGE;
}
