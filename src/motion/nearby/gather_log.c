// gather_log.c - writes the bodies and shapes that gathers of a recorded tick brought into its log.
//
// Rule: a tick may gather moving bodies several times. A shape that is in the log is not written again.
#include "motion/nearby/gather_log.h"

// Adds a body. There is room for it.
static void note_body(lope_tick_log *log, const lope_sink_body *body)
{
    lope_recorded_body *noted = &log->bodies[log->body_count++];
    *noted = (lope_recorded_body){.body = *body, .first_shape = log->shape_count, .has_volume = body->volume != NULL};
    if (body->volume) noted->volume = *body->volume;
    noted->body.volume = NULL;
}

// Returns whether one of the first `count` bodies is `like` that one, met in the same step, and has that
// shape. shape NULL: any shape.
static bool is_known(const lope_tick_log *log, uint32_t count, const lope_sink_body *like, const lope_recorded_shape *shape)
{
    for (uint32_t i = 0; i < count; i++) {
        const lope_recorded_body *body = &log->bodies[i];
        if (body->body.id != like->id || body->body.part != like->part) continue;
        if (!shape) return true;
        const lope_recorded_shape *has = &log->shapes[body->first_shape];
        for (uint32_t k = 0; k < body->shape_count; k++)
            if (has[k].kind == shape->kind && has[k].index == shape->index && has[k].part == shape->part) return true;
    }
    return false;
}

// Begins a body that a gather hands out. A body before it that brought no new shape is taken back when it is
// known.
static void log_body(void *context, const lope_sink_body *body)
{
    lope_tick_log *log = context;
    const lope_recorded_body *last = log->body_count > 0 ? &log->bodies[log->body_count - 1] : NULL;
    if (last && last->shape_count == 0 && is_known(log, log->body_count - 1, &last->body, NULL)) log->body_count--;
    log->dropping = log->body_count == log->body_capacity;
    if (log->dropping)
        log->shapes_dropped++;
    else
        note_body(log, body);
}

// Adds a shape of the present body, unless it is known or there is no room.
static void log_shape(void *context, const lope_recorded_shape *shape)
{
    lope_tick_log *log = context;
    if (!log->dropping && is_known(log, log->body_count - 1, &log->bodies[log->body_count - 1].body, shape)) return;
    if (log->dropping || log->shape_count == log->shape_capacity) {
        log->shapes_dropped++;
        return;
    }
    log->shapes[log->shape_count++] = *shape;
    log->bodies[log->body_count - 1].shape_count++;
}

void lope_log_steps(lope_tick_log *log, uint64_t own, lope_part first)
{
    const lope_sink_body self = {.id = own, .moving = true, .character = true, .parts = (uint8_t)(first.count / first.per_step)};
    log_body(log, &self);
}

lope_sink_watch lope_log_watch(lope_tick_log *log) { return (lope_sink_watch){log, log_body, log_shape}; }
