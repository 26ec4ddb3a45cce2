// predict.c - the tick run ahead on a copy of a state: see lope/predict.h.
#include "character/state/input_check.h"

#include <lope/predict.h>

// Clears the parts of an input that count in one tick alone. What is left of its requests stands in *rest.
static void consume(lope_input *input, lope_requests *rest)
{
    input->pressed = 0;
    if (!input->requests) return;
    *rest = *input->requests;
    lope_requests_consume(rest);
    input->requests = lope_requests_are_plain(rest) ? NULL : rest;
}

// Kinds of built-in events, and of a game's own, for which an entry has a bit.
#define BITS 64

// True when the kind is one of those at which prediction stops.
static bool is_stop(const uint32_t *stop, uint32_t kind)
{
    for (uint32_t i = 0; i < LOPE_PREDICT_STOPS && stop[i] != 0; i++)
        if (stop[i] == kind) return true;
    return false;
}

// Adds the kinds of a tick's events to an entry, and the first event that is in `stop`.
static void add_kinds(const lope_report *report, const uint32_t *stop, lope_predicted *entry)
{
    for (uint32_t i = 0; i < report->event_count && i < LOPE_REPORT_EVENTS; i++) {
        uint32_t kind = report->events[i].kind;
        if (entry->stopped == 0 && is_stop(stop, kind)) {
            entry->stopped = kind;
            entry->event_time = report->events[i].time;
        }
        if (kind < BITS)
            entry->events |= UINT64_C(1) << kind;
        else if (kind >= LOPE_EVENT_GAME && kind - LOPE_EVENT_GAME < BITS)
            entry->game_events |= UINT64_C(1) << (kind - LOPE_EVENT_GAME);
    }
}

bool lope_predicted_has(const lope_predicted *entry, uint32_t kind)
{
    if (!entry) return false;
    if (kind < BITS) return entry->events >> kind & 1u;
    if (kind >= LOPE_EVENT_GAME && kind - LOPE_EVENT_GAME < BITS) return entry->game_events >> (kind - LOPE_EVENT_GAME) & 1u;
    return entry->stopped == kind;
}

// Returns the entry of a state at `time` (s). seen: the kinds of events since the entry before.
static lope_predicted entry_of(const lope_state *state, double time, const lope_predicted *seen)
{
    return (lope_predicted){.time = time,
                            .feet = state->feet,
                            .velocity = state->velocity,
                            .up = state->up,
                            .yaw = state->yaw,
                            .mode = state->mode,
                            .events = seen->events,
                            .game_events = seen->game_events,
                            .stopped = seen->stopped,
                            .event_time = seen->event_time,
                            .floor_body = state->floor.body,
                            .floor_normal = state->floor.normal};
}

lope_result lope_predict(const lope_predict_def *def, lope_predicted *list, uint32_t capacity, uint32_t *count)
{
    if (!def || !def->state || !def->moveset || !def->surroundings || !def->nearby || !list || !count) return LOPE_ERROR_NULL;
    *count = 0;
    lope_state state = *def->state;
    lope_input input = def->input;
    lope_requests rest;
    lope_report report;
    uint32_t every = def->every > 0 ? def->every : 1;
    lope_predicted seen = {0};
    float seconds = def->seconds != 0 ? def->seconds : 1.0f / 60.0f;
    lope_result result = LOPE_OK;
    for (uint32_t i = 0; i < def->ticks && *count < capacity; i++) {
        if (def->steer) def->steer(def->context, i, &state, &input);
        result = lope_move(&state, &input, def->moveset, def->surroundings, def->nearby, seconds, &report);
        if (result != LOPE_OK) break;
        consume(&input, &rest);
        add_kinds(&report, def->stop, &seen);
        bool ends = seen.stopped != 0 || i + 1 == def->ticks;
        if ((i + 1) % every != 0 && !ends) continue;
        list[(*count)++] = entry_of(&state, (double)(i + 1) * (double)seconds, &seen);
        seen = (lope_predicted){0};
        if (ends) break;
    }
    if (def->end) *def->end = state;
    return result;
}
