// replay.c - plays a recording again: each tick from its recorded state, on the static bodies of the level
// and the moving bodies recorded with it.
//
// The recorded moving bodies are handed out by surroundings of this file's own, which pass questions about
// static bodies on to the level.
#include "base/error.h"
#include "base/memory.h"
#include "character/move/move.h"
#include "character/state/mode_exists.h"
#include "motion/nearby/sink.h"
#include "record/fields.h"
#include "record/read_moveset.h"
#include "record/recorded_bounds.h"
#include "record/recording.h"

#include <stdio.h>
#include <string.h>

// The context of those surroundings.
typedef struct lope_stage {
    const lope_recording *recording;
    const lope_surroundings *level;
    lope_recorded_tick tick; // the tick under way
    uint32_t step;           // of it, from 1; 0: it runs as a whole
    lope_stepped stepped;    // of a tick that runs in steps
} lope_stage;

// Returns whether a recorded body is the one that is met in the step that runs.
static bool is_met(const lope_stage *stage, const lope_recorded_body *body)
{
    return body->body.part == 0 || body->body.part == stage->step;
}

// Gives a recorded shape to a sink.
static void give_shape(lope_sink *sink, const lope_recorded_shape *shape)
{
    const lope_vec3 v[3] = {shape->a, shape->b, shape->c};
    switch (shape->kind) {
    case LOPE_RECORDED_TRIANGLE:
        lope_sink_part(sink, v, shape->index, shape->part, shape->two_sided != 0);
        break;
    case LOPE_RECORDED_SPHERE:
        lope_sink_sphere(sink, shape->a, shape->radius, shape->index);
        break;
    case LOPE_RECORDED_CAPSULE:
        lope_sink_capsule(sink, shape->a, shape->b, shape->radius, shape->index);
        break;
    case LOPE_RECORDED_BOX:
        lope_sink_box(sink, shape->a, shape->rotation, shape->b, shape->index);
        break;
    default:
        lope_sink_cylinder(sink, shape->a, shape->rotation, shape->radius, shape->half_height, shape->index);
        break;
    }
}

// The gather: static bodies from the level, moving ones from the recorded tick.
static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const lope_stage *stage = context;
    if (kind == LOPE_STATIC) return stage->level->gather(stage->level->context, bounds, filter, kind, sink);
    for (uint32_t i = 0; i < stage->tick.body_count; i++) {
        const lope_recorded_body *body = &stage->tick.bodies[i];
        bool asked = body->body.channels == 0 || body->body.channels & filter.channels;
        if (!asked || body->body.id == filter.ignore || !is_met(stage, body)) continue;
        if (!lope_recorded_body_touches(body, stage->tick.shapes, bounds)) continue;
        lope_sink_body given = body->body;
        given.volume = body->has_volume ? &body->volume : NULL;
        lope_sink_begin(sink, &given);
        for (uint32_t s = 0; s < body->shape_count; s++) give_shape(sink, &stage->tick.shapes[body->first_shape + s]);
    }
    return LOPE_OK;
}

// The static revision: the level's.
static uint64_t revision(void *context)
{
    const lope_stage *stage = context;
    return stage->level->static_revision(stage->level->context);
}

// Notes a difference, when it is the first one.
static void differ(lope_replay_report *report, uint32_t tick, const char *field, const char *is, const char *was)
{
    if (!report->equal) return;
    report->equal = false;
    report->tick = tick;
    snprintf(report->field, sizeof report->field, "%s", field);
    snprintf(report->text, sizeof report->text, "is %s, was %s", is, was);
}

// Compares a state with the recorded one after the tick, field by field.
static void compare(lope_replay_report *report, uint32_t index, const lope_state *state, const lope_recorded_tick *tick)
{
    char is[64], was[64];
    const lope_record_field *field = lope_fields_differ(&lope_state_table, state, &tick->after);
    if (!field) return;
    lope_field_text(field, state, is, sizeof is);
    lope_field_text(field, &tick->after, was, sizeof was);
    differ(report, index, field->name, is, was);
}

// Returns whether a mode cannot be run without the game's functions.
static bool needs_game(const lope_moveset *moveset, uint32_t mode)
{
    return !lope_mode_exists(moveset, mode) || lope_is_named_only(moveset, mode);
}

// Returns in how many steps the tick was run: a body of the character's own id tells.
static uint32_t steps_of(const lope_recorded_tick *tick)
{
    for (uint32_t i = 0; i < tick->body_count; i++)
        if (tick->bodies[i].body.id == tick->before.own_body) return tick->bodies[i].body.parts;
    return 0;
}

// Runs the tick of the stage.
static lope_result run(lope_stage *stage, const lope_surroundings *surroundings, lope_nearby *nearby, lope_state *state)
{
    const lope_recorded_tick *tick = &stage->tick;
    const uint32_t steps = steps_of(tick);
    lope_report unread;
    stage->step = 0;
    if (steps < 2 || steps > LOPE_PARTS_MOST)
        return lope_move(state, &tick->input, tick->moveset, surroundings, nearby, tick->seconds, NULL);
    lope_move_step step = {.stepped = &stage->stepped,
                           .count = steps,
                           .input = &tick->input,
                           .moveset = tick->moveset,
                           .surroundings = surroundings,
                           .nearby = nearby,
                           .seconds = tick->seconds,
                           .report = &unread};
    lope_result result = LOPE_OK;
    for (; step.index < steps && result == LOPE_OK; step.index++) {
        stage->step = step.index + 1;
        result = lope_move_step_run(&step, state);
    }
    return result;
}

// Returns whether the tick cannot be run for abilities that are only names, or not even that. Notes it as a
// difference with the first name. A tick in which no ability has left anything in the state can be run.
static bool needs_abilities(const lope_stage *stage, uint32_t index, lope_replay_report *report)
{
    const lope_recorded_tick *tick = &stage->tick;
    const uint32_t pages = LOPE_PAGE_ABILITY | LOPE_PAGE_GAUGES;
    if (tick->moveset->ability_count > 0 || !((tick->before.pages | tick->after.pages) & pages)) return false;
    const lope_named_modes *named = &stage->recording->modes[tick->moveset - stage->recording->movesets];
    char was[80];
    snprintf(was, sizeof was, "%.63s%s", named->ability_count > 0 ? named->abilities[0] : "some of the game's own",
             named->ability_count > 1 ? " and others" : "");
    differ(report, index, "abilities", "not known: give their moveset with lope_recording_give", was);
    return true;
}

// Plays the tick of the stage and compares it. A tick that cannot be played is noted as a difference.
static void play(lope_stage *stage, const lope_surroundings *surroundings, lope_nearby *nearby, uint32_t index,
                 lope_replay_report *report)
{
    const lope_recorded_tick *tick = &stage->tick;
    lope_state state = tick->before;
    if (tick->shapes_dropped > 0) {
        differ(report, index, "shapes_dropped", "not to be played back", "met by more moving shapes than the recorder held");
        return;
    }
    if (needs_abilities(stage, index, report)) return;
    const lope_requests *requests = tick->input.requests;
    bool asks = requests && requests->asked & LOPE_REQUEST_MODE;
    const lope_moveset *moveset = tick->moveset;
    const uint32_t modes[] = {state.mode, tick->after.mode, asks ? requests->mode : state.mode};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (!needs_game(moveset, modes[i])) continue;
        char was[64];
        snprintf(was, sizeof was, "%.40s, one of the game's own", lope_moveset_mode_name(moveset, modes[i]));
        differ(report, index, "mode", "only known by its name: give its moveset with lope_recording_give", was);
        return;
    }
    const lope_result result = run(stage, surroundings, nearby, &state);
    report->ticks++;
    if (result == LOPE_OK)
        compare(report, index, &state, tick);
    else
        differ(report, index, "result", lope_result_text(result), lope_result_text(LOPE_OK));
}

lope_result lope_recording_give(lope_recording *recording, const lope_moveset *moveset)
{
    bool found = false;
    if (!recording || !moveset) return LOPE_ERROR_NULL;
    for (size_t i = 0; i < recording->moveset_count; i++) {
        if (recording->movesets[i].hash != moveset->hash) continue;
        recording->movesets[i] = *moveset;
        recording->modes[i].ability_count = 0;
        found = true;
    }
    return found ? LOPE_OK : LOPE_ERROR_STATE;
}

const char *lope_recording_named_ability(const lope_recording *recording, uint32_t index)
{
    for (size_t i = 0; recording && i < recording->moveset_count; i++) {
        if (index < recording->modes[i].ability_count) return recording->modes[i].abilities[index];
        index -= recording->modes[i].ability_count;
    }
    return NULL;
}

// The navigation surface: the level's.
static bool nav_point(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point)
{
    const lope_stage *stage = context;
    return stage->level->nav_point(stage->level->context, feet, up, reach, point);
}

// A body: a moving one of the recorded tick, else a static one of the level.
static bool body(void *context, uint64_t id, lope_sink_body *found)
{
    const lope_stage *stage = context;
    for (uint32_t i = 0; i < stage->tick.body_count; i++) {
        if (stage->tick.bodies[i].body.id != id || !is_met(stage, &stage->tick.bodies[i])) continue;
        *found = stage->tick.bodies[i].body;
        return true;
    }
    return stage->level->body(stage->level->context, id, found) && !found->moving;
}

lope_result lope_replay(const lope_recording *recording, const lope_surroundings *level, const lope_allocator *allocator,
                        lope_replay_report *report)
{
    if (!recording || !level || !level->gather || !report) return LOPE_ERROR_NULL;
    lope_nearby *nearby = lope_nearby_create(allocator);
    if (!nearby) return LOPE_ERROR_MEMORY;
    lope_stage stage = {.recording = recording, .level = level};
    lope_surroundings surroundings = {
        .context = &stage, .gather = gather, .static_revision = level->static_revision ? revision : NULL};
    if (level->nav_point) surroundings.nav_point = nav_point;
    if (level->body) surroundings.body = body;
    *report = (lope_replay_report){.equal = true};
    for (uint32_t i = 0; lope_recording_tick(recording, i, &stage.tick); i++) play(&stage, &surroundings, nearby, i, report);
    lope_nearby_destroy(nearby);
    return LOPE_OK;
}
