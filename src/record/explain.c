// explain.c - writes lope_explain's line: how a character moves, on what, what happened last, what is in the
// way.
//
// Everything is read from what a tick leaves behind: state, input, events, queries. Nothing is computed that
// the tick has not computed. The functions named say_... append their part to the line, or nothing. Read
// next: facts.h, explain_mode.c, explain_events.c.
#include "character/state/input_check.h"
#include "character/state/state_flags.h"
#include "record/explain_events.h"
#include "record/explain_mode.h"
#include "record/explain_words.h"

// ---- stuck --------------------------------------------------------------------------------------

// Tells what the character is stuck in or crushed by, for how long and how deep.
static void say_stuck(const lope_facts *f)
{
    if (f->state->stuck_ticks == 0) return;
    lope_put(f, lope_facts_find(f, LOPE_EVENT_CRUSH) ? "crushed by " : "stuck in ");
    lope_put_body(f, f->state->stuck_body);
    lope_put(f, " for ");
    lope_line_whole(f->line, f->state->stuck_ticks);
    lope_put(f, f->state->stuck_ticks == 1 ? " tick" : " ticks");
    if (f->depth > 0) {
        lope_put(f, ", ");
        lope_line_number(f->line, f->depth, 3);
        lope_put(f, " m deep");
    }
    lope_put(f, "; ");
}

// ---- what moves it besides its mode -------------------------------------------------------------

// Tells what carries the character; in the air, how fast what carried it still makes it.
static void say_base(const lope_facts *f)
{
    const lope_state *s = f->state;
    double speed = (double)lope_vec3_length(s->base_velocity);
    if (speed < LOPE_STILL * f->unit) return;
    if (s->base_body) {
        lope_put(f, ", carried by ");
        lope_put_body(f, s->base_body);
        lope_put(f, " at ");
        lope_put_speed(f, speed);
    } else if (s->mode == LOPE_MODE_FALLING) {
        lope_put(f, ", with ");
        lope_put_speed(f, speed);
        lope_put(f, " left of what carried it");
    }
}

// Tells which layer or animation gives the velocity: the override layer of the highest priority, of equal
// ones the oldest. Then the first layer that adds to it.
static void say_layers(const lope_facts *f)
{
    const lope_state *s = f->state;
    const lope_active_layer *best = NULL;
    uint32_t count = s->layer_count, adding = 0, first = 0;
    if (count > LOPE_LAYERS) count = LOPE_LAYERS; // it may be any state
    bool animated = f->requests->has_root_motion;
    if (animated)
        lope_put(f,
                 f->requests->root_motion.flags & LOPE_LAYER_ADDITIVE ? ", an animation adds to it" : ", moved by an animation");
    for (uint32_t i = 0; i < count; i++) {
        const lope_active_layer *layer = &s->layers[i];
        if (layer->flags & LOPE_LAYER_ADDITIVE) {
            if (adding++ == 0) first = layer->id;
        } else if (!best || layer->priority > best->priority) {
            best = layer;
        }
    }
    if (best && !(animated && !(f->requests->root_motion.flags & LOPE_LAYER_ADDITIVE))) {
        lope_put(f, ", driven by layer ");
        lope_line_whole(f->line, best->id);
    }
    if (adding == 0) return;
    lope_put(f, ", layer ");
    lope_line_whole(f->line, first);
    lope_put(f, adding > 1 ? " and others add " : " adds ");
    lope_put_speed(f, (double)lope_vec3_length(s->layer_velocity));
}

// Tells for how long control is still cut by a knock-back.
static void say_knockback(const lope_facts *f)
{
    if (!(f->state->knockback_left > 0)) return;
    lope_put(f, ", knocked back for ");
    lope_line_number(f->line, (double)f->state->knockback_left, 2);
    lope_put(f, " s more");
    if (!f->tuning) return;
    lope_put(f, " (");
    lope_line_number(f->line, (double)f->tuning->knockback_control * 100.0, 0);
    lope_put(f, " % of control)");
}

// Tells that the character is crouched though the button is up: there is no room to stand.
static void say_crouch(const lope_facts *f)
{
    if (!(f->state->flags & LOPE_STATE_CROUCHED) || !f->input) return;
    if ((f->input->held | f->input->pressed) & LOPE_BUTTON_CROUCH) return;
    lope_put(f, ", crouched for want of room to stand");
}

// ---- the line -----------------------------------------------------------------------------------

// Returns whether a body was touched when the tick ended. left: s until the state forgets the body. On the
// ground a body that is still touched has its full time left, but for the rounding of the float. In the air
// it is noted where a slice of the fall begins, so half of the time still counts.
static bool is_touched(const lope_state *state, uint64_t body, float left)
{
    double least = state->mode == LOPE_MODE_FALLING ? 0.5 * LOPE_HIT_TIME : LOPE_HIT_TIME - LOPE_MIN_TIME;
    return body != LOPE_BODY_NONE && (double)left > least;
}

// Takes the facts of a recorded tick: its state, input, events and queries.
static void read_tick(lope_facts *f, const lope_recorded_tick *tick)
{
    f->state = &tick->after;
    f->input = &tick->input;
    f->events = tick->events;
    f->event_count = tick->event_count;
    f->queries = tick->queries;
    f->query_count = tick->query_count;
    const lope_event *stuck = lope_facts_find(f, LOPE_EVENT_STUCK);
    if (stuck) f->depth = (double)stuck->value;
}

// Derives the other facts from the state: speeds, what is touched, and the event to tell.
static void read_state(lope_facts *f)
{
    const lope_state *s = f->state;
    lope_point velocity = lope_vec3_to_point(s->velocity), up = lope_vec3_to_point(s->up);
    f->rise = lope_point_dot(velocity, up);
    f->level = lope_point_length(lope_point_mad(velocity, up, -f->rise));
    f->unit = f->tuning ? (double)f->tuning->units_per_metre : 1;
    f->touched = is_touched(s, s->last_hit_body, s->last_hit_left);
    f->other_touched = is_touched(s, s->other_hit_body, s->other_hit_left);
    lope_facts_find_steep(f);
    f->cause = lope_facts_cause(f);
}

size_t lope_explain(const lope_explain_def *def, char *text, size_t size)
{
    lope_line line = lope_line_start(text, size);
    if (!def || (!def->state && !def->tick)) return 0;
    lope_facts f = {.line = &line, .def = def, .state = def->state, .input = def->input, .requests = &lope_no_requests};
    const lope_moveset *moveset = def->moveset || !def->tick ? def->moveset : def->tick->moveset;
    f.moveset = moveset;
    if (moveset) f.tuning = &moveset->tuning;
    if (def->tick) {
        read_tick(&f, def->tick);
    } else if (def->report) {
        f.events = def->report->events;
        f.event_count = def->report->event_count;
        f.depth = def->report->depth;
    }
    if (f.input) f.requests = lope_requests_of(f.input);
    read_state(&f);
    say_stuck(&f);
    lope_explain_mode(&f);
    say_base(&f);
    say_layers(&f);
    say_knockback(&f);
    say_crouch(&f);
    lope_explain_events(&f);
    return line.length;
}
