// report.c - makes a report: what is known now, what lies under the feet, and two runs ahead. See
// lope/animation.h.
//
// The held run gives trajectory, footfalls, pivot, landing and apex. The released run gives the stop, unless
// the held input asks for nothing: then the two are one. Read next: ahead.h, memory.c.
#include "animation/ahead.h"
#include "animation/marks.h"
#include "animation/memory.h"
#include "base/error.h"
#include "character/state/input_check.h"
#include "character/state/mode_exists.h"
#include "character/state/state_flags.h"

#include <math.h>

// ---- what is known now --------------------------------------------------------------------------------

// Fills in what the state and the memory tell.
static void set_present(lope_animation_report *report, const lope_animation_def *def, const lope_animation_numbers *n)
{
    const lope_state *state = def->state;
    const lope_animation_state *memory = def->memory;
    const lope_axes axes = lope_animation_axes(state);
    const lope_point v = lope_vec3_to_point(state->velocity);
    const lope_point level = lope_point_mad(v, axes.up, -lope_point_dot(v, axes.up));
    const bool crouched = (state->flags & LOPE_STATE_CROUCHED) != 0;
    const double speed = lope_point_length(level), stride = lope_animation_stride(n, speed, crouched);
    const bool walks = state->mode == LOPE_MODE_WALKING || state->mode == LOPE_MODE_NAV_WALKING;
    report->speed = (float)speed;
    report->direction = speed > n->still ? (float)lope_animation_angle(&axes, level) : 0;
    report->stride = (float)stride;
    report->cadence = walks ? (float)(speed / stride) : 0;
    report->airborne = state->mode == LOPE_MODE_FALLING;
    report->foot_count = n->foot_count;
    if (!memory) return;
    const float phase = (float)(memory->strides - floor(memory->strides));
    report->phase = phase < 1 ? phase : 0; // rounded up to a whole stride
    report->turn = -memory->root_yaw;
    report->lean_right = memory->lean_right;
    report->lean_forward = memory->lean_forward;
    report->acceleration = memory->acceleration;
}

// ---- the runs -----------------------------------------------------------------------------------------

// Returns the input without a direction, presses and requests.
static lope_input released(const lope_input *input)
{
    lope_input rest = *input;
    rest.move = lope_vec3_make(0, 0, 0);
    rest.pressed = 0;
    rest.requests = NULL;
    return rest;
}

// Returns how many ticks reach `farthest` seconds, and the trajectory's end.
static uint32_t ticks_of(const lope_animation_numbers *n, float seconds)
{
    const double most = n->farthest > n->trajectory_seconds ? n->farthest : n->trajectory_seconds;
    return (uint32_t)ceil(most / (double)seconds - LOPE_MIN_TIME);
}

// Runs ahead, held and released.
static lope_result run_ahead(const lope_animation_def *def, const lope_animation_numbers *n, lope_feet_asker *feet,
                             lope_animation_report *report)
{
    const float seconds = def->seconds > 0 ? def->seconds : 1.0f / 60.0f;
    lope_predict_def predict = {.state = def->state,
                                .moveset = def->moveset,
                                .surroundings = def->surroundings,
                                .nearby = def->nearby,
                                .input = def->input,
                                .steer = def->steer,
                                .context = def->context,
                                .seconds = seconds,
                                .ticks = ticks_of(n, seconds),
                                .around = def->around,
                                .around_context = def->around_context};
    lope_ahead run = {.def = &predict,
                      .numbers = n,
                      .frame = lope_animation_frame_of(def->state, def->surroundings, def->around != NULL),
                      .report = report,
                      .feet = feet,
                      .finds_rest = true};
    const lope_point wanted = lope_marks_wanted(def->state, &def->input);
    run.asks =
        lope_point_dot(wanted, wanted) > 0 || def->steer != NULL || def->input.pressed != 0 || !lope_input_is_plain(&def->input);
    run.finds_stop = n->stop_held || !run.asks;
    lope_result result = lope_ahead_run(&run, def->memory ? def->memory->strides : 0);
    if (result != LOPE_OK || run.finds_stop || !(n->parts & LOPE_ANIMATION_STOP)) return result;

    predict.input = released(&def->input);
    predict.steer = NULL;
    lope_ahead stop = {.def = &predict, .numbers = n, .frame = run.frame, .report = report, .feet = feet, .finds_stop = true};
    return lope_ahead_run(&stop, 0);
}

// ---- the call -----------------------------------------------------------------------------------------

// Returns LOPE_OK, or what is wrong with a definition.
static lope_result check(const lope_animation_def *def, lope_animation_numbers *n)
{
    const struct {
        const char *name;
        const void *pointer;
    } required[] = {
        {"state", def->state}, {"moveset", def->moveset}, {"surroundings", def->surroundings}, {"nearby", def->nearby}};
    for (size_t i = 0; i < sizeof required / sizeof *required; i++)
        if (!required[i].pointer) return lope_refuse(def->error, LOPE_ERROR_NULL, required[i].name, "is required");
    if (!def->surroundings->gather) return lope_refuse(def->error, LOPE_ERROR_NULL, "surroundings", "surroundings need a gather");
    if (!lope_moveset_is_made(def->moveset)) return lope_refuse(def->error, LOPE_ERROR_STATE, "moveset", LOPE_MOVESET_NOT_MADE);
    lope_result result = lope_animation_numbers_make(n, def->settings, def->moveset, def->error);
    if (result == LOPE_OK) result = lope_check_number(def->error, "seconds", (double)def->seconds, 0, 1);
    if (result == LOPE_OK && def->memory) result = lope_animation_memory_check(def->memory, def->error);
    if (result == LOPE_OK) result = lope_input_check(&def->input, def->moveset, def->error);
    if (result != LOPE_OK || def->seconds <= 0 || def->seconds >= 1e-3f) return result;
    return lope_refuse(def->error, LOPE_ERROR_RANGE, "seconds", "is %g; ticks are looked ahead from 0.001 s on",
                       (double)def->seconds);
}

lope_result lope_animation_report_make(const lope_animation_def *def, lope_animation_report *report)
{
    lope_animation_numbers n;
    if (report) *report = (lope_animation_report){.speed = 0};
    if (!report || !def) return lope_refuse(def ? def->error : NULL, LOPE_ERROR_NULL, def ? "report" : "def", "is required");
    lope_result result = check(def, &n);
    if (result != LOPE_OK) return result;
    lope_feet_asker feet = {.numbers = &n, .moveset = def->moveset, .surroundings = def->surroundings};
    feet.look = lope_nearby_own_look(def->nearby);
    if (!feet.look) return lope_refuse(def->error, LOPE_ERROR_MEMORY, "nearby", "memory is short");
    set_present(report, def, &n);
    for (uint32_t i = 0; i < n.foot_count && n.parts & LOPE_ANIMATION_FEET; i++)
        report->feet[i].now = lope_feet_ground(&feet, def->state, &n.feet[i]);
    result = feet.result != LOPE_OK ? feet.result : run_ahead(def, &n, &feet, report);
    report->casts = feet.casts;
    if (result == LOPE_OK) return LOPE_OK;
    *report = (lope_animation_report){.speed = 0};
    return lope_refuse(def->error, result, "state", "a tick or a query ahead was refused: %s", lope_result_text(result));
}
