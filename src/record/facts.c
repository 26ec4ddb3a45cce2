// facts.c - answers about what lope_explain tells of: the last event of a kind, the stick, the speed that is
// asked for.
#include "record/facts.h"
#include "character/state/max_speed.h"

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
    const double asked = requested(f), pressed = lope_facts_pressed(f);
    if (asked > 0) return asked;
    const double fastest = (double)lope_mode_max_speed(f->state->mode, f->state->flags, f->tuning);
    return pressed > 0 ? lope_pressed_max_speed(fastest, pressed, f->tuning) : 0;
}

bool lope_facts_stands(const lope_facts *f) { return f->level < LOPE_STILL * f->unit; }
