// predict.c - the tick run ahead on a copy of a state: see lope/predict.h.
#include "character/move/predict.h"
#include "character/state/input_check.h"

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

// Returns the seconds of a tick of a definition.
static float seconds_of(const lope_predict_def *def) { return def->seconds != 0 ? def->seconds : 1.0f / 60.0f; }

const lope_surroundings *lope_predict_around(const lope_predict_def *def, uint32_t tick, double share)
{
    const double seconds = (double)seconds_of(def), start = (double)tick * seconds;
    return def->around ? def->around(def->around_context, start, start + seconds, share) : def->surroundings;
}

lope_result lope_predict_part(const lope_predict_def *def, uint32_t tick, double share, const lope_input *input,
                              lope_state *state, lope_report *report)
{
    const double seconds = (double)seconds_of(def);
    const lope_surroundings *surroundings = lope_predict_around(def, tick, share);
    return lope_move(state, input, def->moveset, surroundings, def->nearby, (float)(share * seconds), report);
}

lope_result lope_predict_run(const lope_predict_def *def, lope_tick_visitor visit, void *context)
{
    lope_state state = *def->state;
    lope_input input = def->input;
    lope_requests rest;
    lope_report report;
    lope_result result = LOPE_OK;
    bool goes_on = true;
    for (uint32_t i = 0; i < def->ticks && goes_on; i++) {
        if (def->steer) def->steer(def->context, i, &state, &input);
        result = lope_predict_part(def, i, 1.0, &input, &state, &report);
        if (result != LOPE_OK) break;
        goes_on = visit(context, &(lope_tick_ahead){i, seconds_of(def), &state, &input, &report});
        consume(&input, &rest);
    }
    if (def->end) *def->end = state;
    return result;
}

// What lope_predict writes, tick by tick.
typedef struct entries {
    const lope_predict_def *def;
    lope_predicted *list, seen; // seen: the kinds of events since the last entry
    uint32_t capacity, *count;
} entries;

// Writes an entry after as many ticks as the definition says, and where the prediction ends.
static bool write_entry(void *context, const lope_tick_ahead *tick)
{
    entries *e = context;
    uint32_t every = e->def->every > 0 ? e->def->every : 1;
    add_kinds(tick->report, e->def->stop, &e->seen);
    bool ends = e->seen.stopped != 0 || tick->tick + 1 == e->def->ticks;
    if ((tick->tick + 1) % every != 0 && !ends) return true;
    e->list[(*e->count)++] = entry_of(tick->state, (double)(tick->tick + 1) * (double)tick->seconds, &e->seen);
    e->seen = (lope_predicted){0};
    return !ends && *e->count < e->capacity;
}

lope_result lope_predict(const lope_predict_def *def, lope_predicted *list, uint32_t capacity, uint32_t *count)
{
    if (!def || !def->state || !def->moveset || !def->surroundings || !def->nearby || !list || !count) return LOPE_ERROR_NULL;
    *count = 0;
    entries all = {.def = def, .list = list, .capacity = capacity, .count = count};
    if (capacity == 0) {
        if (def->end) *def->end = *def->state;
        return LOPE_OK;
    }
    return lope_predict_run(def, write_entry, &all);
}
