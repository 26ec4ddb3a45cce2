// facts.c - answers about what lope_explain tells of: the last event of a kind, the stick, the speed that is
// asked for.
#include "record/facts.h"
#include "character/state/state_flags.h"

const char *lope_facts_mode_name(const lope_facts *f, uint32_t mode)
{
    return f->moveset ? lope_moveset_mode_name(f->moveset, mode) : lope_mode_name(mode);
}

const lope_event *lope_facts_find(const lope_facts *f, uint32_t kind)
{
    for (uint32_t i = f->event_count; i-- > 0;)
        if (f->events[i].kind == kind) return &f->events[i];
    return NULL;
}

double lope_facts_pressed(const lope_facts *f)
{
    if (f->input && f->input->forbidden & LOPE_FORBID_MOVE) return 0;
    if (!f->input || f->requests->has_requested_velocity) return f->state->acceleration > 0 ? 1.0 : 0.0;
    double length = (double)lope_vec3_length(f->input->move);
    return length > 1 ? 1 : length;
}

// Returns the speed that a path asks for, m/s. 0: the stick counts, or the path asks for the mode's maximum.
static double requested(const lope_facts *f)
{
    if (!f->requests->has_requested_velocity || f->requests->requested_at_max) return 0;
    return (double)lope_vec3_length(f->requests->requested_velocity);
}

double lope_facts_top_speed(const lope_facts *f)
{
    if (!f->tuning) return 0;
    const lope_tuning *t = f->tuning;
    double asked = requested(f);
    uint32_t mode = f->state->mode;
    bool crouched = f->state->flags & LOPE_STATE_CROUCHED;
    if (asked > 0) return asked;
    if (mode == LOPE_MODE_SWIMMING) return (double)t->max_swim_speed * lope_facts_pressed(f);
    if (mode == LOPE_MODE_FLYING) return (double)t->max_fly_speed * lope_facts_pressed(f);
    double top = (double)(crouched ? t->max_walk_speed_crouched : t->max_walk_speed) * lope_facts_pressed(f),
           least = (double)t->min_analog_walk_speed;
    return lope_facts_pressed(f) > 0 && top < least ? least : top;
}

bool lope_facts_stands(const lope_facts *f) { return f->level < LOPE_STILL * f->unit; }
