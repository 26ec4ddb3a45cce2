// input_check.c - see input_check.h. Every number that counts is finite and small enough not to overflow, and
// every choice is one that there is.
#include "character/state/input_check.h"
#include "base/error.h"
#include "character/state/mode_exists.h"

const lope_requests lope_no_requests = {0};

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
    TRY(lope_check_number(error, "requests.layer.duration", (double)layer->duration, -most, most));
    TRY(lope_check_vec3(error, "requests.layer.velocity", layer->velocity, most));
    TRY(lope_check_point(error, "requests.layer.target", layer->target, LOPE_MOST_PLACE));
    TRY(lope_check_number(error, "requests.layer.strength", (double)layer->strength, -most, most));
    TRY(lope_check_number(error, "requests.layer.height", (double)layer->height, -most, most));
    TRY(lope_check_number(error, "requests.layer.radius", (double)layer->radius, 0, most));
    TRY(lope_check_vec3(error, "requests.layer.finish_velocity", layer->finish_velocity, most));
    if (layer->kind < LOPE_LAYER_VELOCITY || layer->kind > LOPE_LAYER_RADIAL)
        return lope_refuse(error, LOPE_ERROR_RANGE, "requests.layer.kind", "there is no kind %u of layer", (unsigned)layer->kind);
    if (layer->finish > LOPE_FINISH_CLAMP)
        return lope_refuse(error, LOPE_ERROR_RANGE, "requests.layer.finish", "there is no finish %u", (unsigned)layer->finish);
    if (timed && !(layer->duration > 0))
        return lope_refuse(error, LOPE_ERROR_RANGE, "requests.layer.duration",
                           "is %g, must be above 0: it is to be there in time", (double)layer->duration);
    if (layer->id == 0) return lope_refuse(error, LOPE_ERROR_RANGE, "requests.layer.id", "is 0, which is no layer's");
    if (layer->curve <= moveset->curve_count) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, "requests.layer.curve", "is %u, the moveset has %u curves",
                       (unsigned)layer->curve, (unsigned)moveset->curve_count);
}

// Checks the members of what is asked for.
static lope_result check_asked(const lope_requests *requests, const lope_moveset *moveset, lope_error *error)
{
    if (requests->asked & LOPE_REQUEST_RESIZE) {
        TRY(lope_check_number(error, "requests.resize_radius", (double)requests->resize_radius, 0, LOPE_MOST_SPEED));
        TRY(lope_check_number(error, "requests.resize_height", (double)requests->resize_height, 0, LOPE_MOST_SPEED));
    }
    if (requests->asked & LOPE_REQUEST_LAYER) TRY(check_layer(&requests->layer, moveset, error));
    if (!(requests->asked & LOPE_REQUEST_MODE) || lope_mode_exists(moveset, requests->mode)) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, "requests.mode", "there is no mode %u", (unsigned)requests->mode);
}

// Checks all members that count.
static lope_result check_requests(const lope_requests *requests, const lope_moveset *moveset, lope_error *error)
{
    const double speed = LOPE_MOST_SPEED;
    TRY(lope_check_vec3(error, "requests.launch_velocity", requests->launch_velocity, speed));
    TRY(lope_check_vec3(error, "requests.impulse", requests->impulse, requests->impulse_is_velocity ? speed : LOPE_MOST_BLOW));
    TRY(lope_check_vec3(error, "requests.force", requests->force, requests->force_is_acceleration ? speed : LOPE_MOST_BLOW));
    TRY(lope_check_number(error, "requests.knockback_time", (double)requests->knockback_time, 0, speed));
    TRY(lope_check_vec3(error, "requests.avoidance", requests->avoidance, speed));
    TRY(lope_check_point(error, "requests.teleport_feet", requests->teleport_feet, LOPE_MOST_PLACE));
    if (requests->has_requested_velocity)
        TRY(lope_check_vec3(error, "requests.requested_velocity", requests->requested_velocity, speed));
    if (requests->has_root_motion) {
        TRY(lope_check_vec3(error, "requests.root_motion.translation", requests->root_motion.translation, speed));
        TRY(lope_check_number(error, "requests.root_motion.yaw", (double)requests->root_motion.yaw, -speed, speed));
    }
    return requests->asked ? check_asked(requests, moveset, error) : LOPE_OK;
}

lope_result lope_input_check(const lope_input *input, const lope_moveset *moveset, lope_error *error)
{
    if (!input || !moveset)
        return lope_refuse(error, LOPE_ERROR_NULL, input ? "moveset" : "input", "an input and a moveset are required");
    if (!lope_moveset_is_made(moveset)) return lope_refuse(error, LOPE_ERROR_STATE, "moveset", LOPE_MOVESET_NOT_MADE);
    TRY(check_going(input, error));
    return lope_input_is_plain(input) ? LOPE_OK : check_requests(input->requests, moveset, error);
}

lope_result lope_resize_check(const lope_state *state, const lope_requests *requests)
{
    if (!(requests->asked & LOPE_REQUEST_RESIZE)) return LOPE_OK;
    float radius = requests->resize_radius, height = requests->resize_height;
    if (radius <= 0) radius = state->radius;
    if (height <= 0) height = state->standing_height;
    return height >= 2 * radius ? LOPE_OK : LOPE_ERROR_RANGE;
}

lope_input lope_input_copy(const lope_input *input, lope_requests *requests)
{
    lope_input copy = *input;
    if (!input->requests) return copy;
    *requests = *input->requests;
    copy.requests = requests;
    return copy;
}

static void consume_asked(lope_requests *requests)
{
    requests->asked = 0;
    requests->launch_overrides_horizontal = requests->launch_overrides_vertical = requests->teleport_needs_room = false;
    requests->launch_velocity = lope_vec3_make(0, 0, 0);
    requests->teleport_feet = lope_point_make(0, 0, 0);
    requests->mode = 0;
    requests->resize_radius = requests->resize_height = 0;
    requests->layer = (lope_layer){0};
    requests->end_layer = 0;
}

void lope_requests_consume(lope_requests *requests)
{
    requests->impulse = lope_vec3_make(0, 0, 0);
    requests->impulse_is_velocity = false;
    requests->knockback_time = 0;
    requests->has_root_motion = false;
    requests->root_motion = (lope_root_motion){0};
    if (requests->asked != 0) consume_asked(requests);
}
