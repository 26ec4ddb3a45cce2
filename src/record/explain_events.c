// explain_events.c - tells what happened last to a character, what was refused, and what is in its way.
//
// Read next: explain_words.h.
#include "record/explain_events.h"

#include "record/explain_words.h"

#define BLOCKED 0.05 // of the top speed: below it a touched body blocks the character

// ---- the last cause --------------------

const lope_event *lope_facts_cause(const lope_facts *f)
{
    const lope_event *change = NULL;
    for (uint32_t i = f->event_count; i-- > 0;) {
        const lope_event *event = &f->events[i];
        bool base = event->kind == LOPE_EVENT_BASE && event->body != LOPE_BODY_NONE && event->body_from != LOPE_BODY_NONE;
        if (event->kind == LOPE_EVENT_MODE || base) {
            if (!change || change->kind == LOPE_EVENT_BASE) change = event;
        } else if (event->kind == LOPE_EVENT_ENTER || event->kind == LOPE_EVENT_LEAVE || event->kind == LOPE_EVENT_REFUSE) {
            continue; // water and refusals are said apart
        } else if (event->kind == LOPE_EVENT_FOOTSTEP) {
            continue; // changes nothing
        } else if (event->kind == LOPE_EVENT_LAYER && event->to == 1) {
            continue; // said while it works
        } else if (event->kind == LOPE_EVENT_HIT && (f->touched || f->slides)) {
            continue; // said as what is in the way
        } else if (event->kind != LOPE_EVENT_BASE && event->kind != LOPE_EVENT_STUCK && event->kind != LOPE_EVENT_CRUSH) {
            return event;
        }
    }
    return change;
}

// Appends a number with two decimals between two texts.
static void put_with(const lope_facts *f, const char *before, double value, const char *after)
{
    lope_put(f, before);
    lope_line_number(f->line, value, 2);
    lope_put(f, after);
}

// Appends a text and the name of a body.
static void put_with_body(const lope_facts *f, const char *before, uint64_t body)
{
    lope_put(f, before);
    lope_put_body(f, body);
}

// Tells a jump, with its count from the second one on.
static void say_jump(const lope_facts *f, const lope_event *event)
{
    lope_put(f, ", jumped");
    if (event->to < 2) return;
    lope_put(f, " again (");
    lope_line_whole(f->line, event->to);
    lope_put(f, ")");
}

// Tells the event that lope_facts_cause has found.
static void say_cause(const lope_facts *f)
{
    const lope_event *event = f->cause;
    if (!event) return;
    switch (event->kind) {
    case LOPE_EVENT_MODE:
        lope_put(f, ", was ");
        lope_put(f, lope_facts_mode_name(f, event->from));
        break;
    case LOPE_EVENT_JUMP:
        say_jump(f, event);
        break;
    case LOPE_EVENT_APEX:
        put_with(f, ", at the top of its arc, ", (double)event->value, " m up");
        break;
    case LOPE_EVENT_LAND:
        put_with(f, ", landed at ", (double)event->value, " m/s");
        break;
    case LOPE_EVENT_HIT:
        put_with_body(f, ", hit ", event->body);
        break;
    case LOPE_EVENT_STEP_UP:
        put_with(f, ", stepped up ", (double)event->value, " m");
        break;
    case LOPE_EVENT_BASE:
        put_with_body(f, ", came from ", event->body_from);
        break;
    case LOPE_EVENT_WALK_OFF:
        lope_put(f, ", walked off an edge");
        break;
    case LOPE_EVENT_TOUCH:
        put_with_body(f, ", met ", event->body);
        break;
    case LOPE_EVENT_TELEPORT:
        lope_put(f, ", teleported");
        break;
    case LOPE_EVENT_CROUCH:
        put_with(f, ", crouched by ", (double)event->value, " m");
        break;
    case LOPE_EVENT_UNCROUCH:
        put_with(f, ", stood up by ", (double)event->value, " m");
        break;
    case LOPE_EVENT_RESIZE:
        put_with(f, event->value < 0 ? ", shrank by " : ", grew by ", fabs((double)event->value), " m");
        break;
    case LOPE_EVENT_LAYER:
        lope_put(f, ", layer ");
        lope_line_whole(f->line, event->from);
        lope_put(f, " ended");
        break;
    case LOPE_EVENT_ABILITY:
        lope_put(f, ", ability ");
        lope_line_whole(f->line, event->from);
        lope_put(f, " started");
        break;
    case LOPE_EVENT_ABILITY_END:
        lope_put(f, ", ability ");
        lope_line_whole(f->line, event->from);
        lope_put(f, " ended");
        break;
    case LOPE_EVENT_ABILITY_PHASE:
        lope_put(f, ", ability ");
        lope_line_whole(f->line, event->from);
        lope_put(f, " is in phase ");
        lope_line_whole(f->line, event->to);
        break;
    case LOPE_EVENT_ARRIVE:
        lope_put(f, ", arrived");
        break;
    case LOPE_EVENT_BLOCKED:
        lope_put(f, ", its path is blocked");
        break;
    default:
        break;
    }
}

// ---- what is refused, or in the way --------------------

// Returns the first event that refuses `asked`, or NULL.
static const lope_event *find_refusal(const lope_facts *f, uint32_t asked)
{
    for (uint32_t i = 0; i < f->event_count; i++)
        if (f->events[i].kind == LOPE_EVENT_REFUSE && f->events[i].from == asked) return &f->events[i];
    return NULL;
}

// Tells why a jump that was asked for has not happened, or that it waits in the jump buffer.
static void say_jump_refused(const lope_facts *f)
{
    const lope_state *s = f->state;
    const lope_event *refusal = find_refusal(f, LOPE_ASKED_JUMP);
    bool asked = f->input && (f->input->pressed & LOPE_BUTTON_JUMP), swims = s->mode == LOPE_MODE_SWIMMING;
    if (lope_facts_find(f, LOPE_EVENT_JUMP)) return;
    if (s->jump_buffer_left > 0) {
        put_with(f, swims ? ", a jump waits for the surface for " : ", a jump waits for the ground for ",
                 (double)s->jump_buffer_left, " s more");
    } else if (refusal && refusal->to != LOPE_REFUSAL_WRONG_MODE && refusal->to != LOPE_REFUSAL_USED_UP) {
        lope_put(f, ", no jump: ");
        lope_put(f, lope_refusal_text(refusal->to));
    } else if (asked || refusal) {
        bool wrong = refusal ? refusal->to == LOPE_REFUSAL_WRONG_MODE
                             : s->mode != LOPE_MODE_WALKING && s->mode != LOPE_MODE_NAV_WALKING && s->mode != LOPE_MODE_FALLING;
        lope_put(f, wrong ? ", no jump: not in this mode" : ", no jump: none is left");
    }
}

// Tells what else was refused. The jump has words of its own.
static void say_refused(const lope_facts *f)
{
    for (uint32_t i = 0; i < f->event_count; i++) {
        const lope_event *event = &f->events[i];
        if (event->kind != LOPE_EVENT_REFUSE || event->from == LOPE_ASKED_JUMP) continue;
        lope_put(f, ", no ");
        lope_put(f, lope_asked_name(event->from));
        lope_put(f, ": ");
        lope_put(f, lope_refusal_text(event->to));
    }
}

// Tells why the last step up that was tried failed. Only recorded queries know it.
static void say_step_refused(const lope_facts *f)
{
    if (lope_facts_find(f, LOPE_EVENT_STEP_UP)) return;
    for (uint32_t i = f->query_count; i-- > 0;) {
        const lope_query *q = &f->queries[i];
        bool step = q->purpose >= LOPE_QUERY_STEP_UP && q->purpose <= LOPE_QUERY_STEP_DOWN;
        bool refused =
            q->verdict == LOPE_VERDICT_TOO_HIGH || q->verdict == LOPE_VERDICT_NO_ROOM || q->verdict == LOPE_VERDICT_NOT_WALKABLE;
        if (!step || !refused) continue;
        lope_put(f, ", no step up: ");
        lope_put(f, lope_query_verdict_name(q->verdict));
        return;
    }
}

// Tells what the character touches: whether it is blocked, held in a corner, moves along it, or only touches
// it.
static void say_touch(const lope_facts *f)
{
    const lope_state *s = f->state;
    if (!f->touched || f->slides) return;
    double top = lope_facts_top_speed(f);
    bool slow = top > 0 ? f->level < BLOCKED * top : lope_facts_stands(f);
    bool asks = lope_facts_pressed(f) > 0;
    if (asks && slow && f->other_touched && s->other_hit_body != s->last_hit_body) {
        put_with_body(f, ", held in the corner of ", s->other_hit_body);
        put_with_body(f, " and ", s->last_hit_body);
        return;
    }
    put_with_body(f, asks && slow ? ", blocked by " : asks || !slow ? ", along " : ", touching ", s->last_hit_body);
}

// Tells that a walker stands though the stick is pressed and nothing is touched.
static void say_held(const lope_facts *f)
{
    if (f->touched || f->state->mode != LOPE_MODE_WALKING || lope_facts_pressed(f) <= 0 || !lope_facts_stands(f) ||
        f->state->stuck_ticks > 0)
        return;
    lope_put(f, f->tuning && !f->tuning->can_walk_off_ledges ? ", held: it may not walk off edges"
                                                             : ", held though nothing blocks it");
}

void lope_explain_events(const lope_facts *f)
{
    say_cause(f);
    say_jump_refused(f);
    say_refused(f);
    say_touch(f);
    say_step_refused(f);
    say_held(f);
}
