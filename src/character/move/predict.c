// predict.c - see predict.h.
#include <lope/predict.h>

// What counts in one tick alone.
static void consume(lope_input *input)
{
    input->pressed = 0;
    input->requests = 0;
    input->launch_velocity = lope_vec3_make(0, 0, 0);
    input->impulse = lope_vec3_make(0, 0, 0);
    input->knockback_time = 0;
    input->has_root_motion = false;
}

// The kinds of a tick's events as bits. *first: s into it, of the first that is in `stop`.
static uint32_t kinds_of(const lope_report *report, uint32_t stop, float *first)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < report->event_count && i < LOPE_REPORT_EVENTS; i++) {
        uint32_t bit = LOPE_PREDICT_BIT(report->events[i].kind);
        if ((bit & stop) && !(bits & stop)) *first = report->events[i].time;
        bits |= bit;
    }
    return bits;
}

static lope_predicted entry_of(const lope_state *state, double time, uint32_t events, float event_time)
{
    return (lope_predicted){.time = time,
                            .feet = state->feet,
                            .velocity = state->velocity,
                            .up = state->up,
                            .yaw = state->yaw,
                            .mode = state->mode,
                            .events = events,
                            .event_time = event_time,
                            .floor_body = state->floor.body,
                            .floor_normal = state->floor.normal};
}

lope_result lope_predict(const lope_predict_def *def, lope_predicted *list, uint32_t capacity, uint32_t *count)
{
    if (!def || !def->state || !def->moveset || !def->surroundings || !def->nearby || !list || !count) return LOPE_ERROR_NULL;
    *count = 0;
    lope_state state = *def->state;
    lope_input input = def->input;
    lope_report report;
    uint32_t every = def->every > 0 ? def->every : 1, seen = 0;
    float dt = def->dt != 0 ? def->dt : 1.0f / 60.0f, at = 0;
    lope_result result = LOPE_OK;
    for (uint32_t i = 0; i < def->ticks && *count < capacity; i++) {
        if (def->steer) def->steer(def->context, i, &state, &input);
        result = lope_move(&state, &input, def->moveset, def->surroundings, def->nearby, dt, &report);
        if (result != LOPE_OK) break;
        consume(&input);
        uint32_t kinds = kinds_of(&report, def->stop, &at);
        seen |= kinds;
        bool ends = (kinds & def->stop) != 0 || i + 1 == def->ticks;
        if ((i + 1) % every != 0 && !ends) continue;
        list[(*count)++] = entry_of(&state, (double)(i + 1) * (double)dt, seen, at);
        seen = 0;
        if (ends) break;
    }
    if (def->end) *def->end = state;
    return result;
}
