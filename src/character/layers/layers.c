// layers.c - layered moves: which are at work, when each starts and ends, and the mode's run under them.
//
// A tick is cut where a layer ends, so that each layer works for its exact time. In each piece the override
// layer of the highest priority gives the mode its velocity (tick->override_velocity, by lope_tick_law).
// Additive layers add a drift that the velocity law does not see (tick->added_velocity). Root motion of an
// animation goes before all layers.
//
// Data: the layers page of the state (layers, layer_count, layer_velocity); overridden, overridden_up,
// override_velocity and added_velocity in the tick.
// Read next: layer_displacement.c, root_motion.c, tick/velocity_setup.c.
#include "character/layers/layers.h"
#include "character/base/base_frame.h"
#include "character/layers/layer_displacement.h"
#include "character/layers/lift_off.h"
#include "character/layers/root_motion.h"
#include "character/orientation/rotation.h"
#include "character/run/run_mode.h"
#include "character/state/pages.h"
#include "character/tick/events.h"
#include "character/tick/layer_slots.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"

#include <string.h>

// pieces of a tick, at most: a second in pieces of LOPE_BEND_TIME, and ends of layers
#define PIECES 128
#define DIFFERENT 1e-12   // share of a squared speed: velocities that differ by more are two
#define LANDED (1u << 31) // in an active layer's flags: the character has landed under the layer

// ---- slots ----

// Adds the event of a layer that starts (works 1) or ends (0).
static void tell(lope_tick *tick, uint32_t id, uint32_t works)
{
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_LAYER);
    event->from = id;
    event->to = works;
}

// Removes the active layer at `index`, with its event.
static void take_away(lope_tick *tick, uint32_t index)
{
    lope_state *state = lope_use_layers(&tick->state);
    uint32_t id = state->layers[index].id;
    state->layer_count--;
    for (uint32_t i = index; i < state->layer_count; i++) state->layers[i] = state->layers[i + 1];
    memset(&state->layers[state->layer_count], 0, sizeof *state->layers);
    tell(tick, id, 0);
}

// Returns the velocity cut to the speed `most` (m/s). Of a falling character only the level part is cut.
static lope_point clamp_to(const lope_tick *tick, lope_point velocity, double most)
{
    lope_point level = velocity;
    double up = lope_rise(&tick->space, velocity);
    if (up < 0) level = lope_flat(&tick->space, velocity); // the fall is not cut
    double length = lope_point_length(level), kept = length > most ? most / length : 1.0;
    level = lope_point_scale(level, kept);
    return up < 0 ? lope_point_mad(level, tick->space.up, up) : level;
}

// Ends a layer by its finish rule, unless another layer or an animation gives the velocity anyway.
static void end_layer(lope_tick *tick, uint32_t index)
{
    const lope_active_layer layer = tick->state.layers[index];
    const lope_active_layer *driver = lope_layers_overriding(tick);
    bool other = driver && driver != &tick->state.layers[index];
    take_away(tick, index);
    if (other || lope_layers_animated(tick)) return;
    lope_point finish = lope_vec3_to_point(layer.finish_velocity), velocity = tick->velocity;
    bool level = layer.flags & LOPE_LAYER_IGNORE_VERTICAL; // the end leaves the vertical alone, too
    if (level) {
        finish = lope_flat(&tick->space, finish);
        velocity = lope_flat(&tick->space, velocity);
    }
    lope_point kept = lope_point_sub(tick->velocity, velocity);
    if (layer.finish == LOPE_FINISH_SET) tick->velocity = lope_point_add(finish, kept);
    if (layer.finish == LOPE_FINISH_CLAMP)
        tick->velocity = lope_point_add(clamp_to(tick, velocity, lope_point_length(finish)), kept);
    if (lope_tick_on_ground(tick)) tick->velocity = lope_flat(&tick->space, tick->velocity);
    if (tick->state.mode == LOPE_MODE_FALLING && lope_tick_rises(tick)) tick->state.flags |= LOPE_STATE_RISING;
    lope_velocity_log_add(tick, LOPE_TERM_LAYER);
}

// Starts a layer. One with the same id is replaced. Refuses when layers are forbidden or all slots are
// taken.
static void add(lope_tick *tick, const lope_layer *layer)
{
    if (tick->input->forbidden & LOPE_FORBID_LAYERS) {
        lope_tick_refuse(tick, LOPE_ASKED_LAYER, LOPE_REFUSAL_FORBIDDEN);
        return;
    }
    for (uint32_t i = 0; i < lope_layers_count(tick); i++)
        if (tick->state.layers[i].id == layer->id) take_away(tick, i);
    if (lope_layers_count(tick) == LOPE_LAYERS) {
        lope_tick_refuse(tick, LOPE_ASKED_LAYER, LOPE_REFUSAL_FULL);
        return;
    }
    lope_state *state = lope_use_layers(&tick->state);
    lope_point feet = lope_point_add(tick->origin, tick->feet);
    state->layers[state->layer_count++] = (lope_active_layer){.start = feet,
                                                              .duration = (double)layer->duration,
                                                              .id = layer->id,
                                                              .kind = layer->kind,
                                                              .flags = layer->flags & ~LANDED,
                                                              .priority = layer->priority,
                                                              .velocity = layer->velocity,
                                                              .finish_velocity = layer->finish_velocity,
                                                              .span = lope_point_to_vec3(lope_point_sub(layer->target, feet)),
                                                              .strength = layer->strength,
                                                              .height = layer->height,
                                                              .radius = layer->radius,
                                                              .curve = layer->curve,
                                                              .finish = layer->finish};
    tell(tick, layer->id, 1);
}

void lope_layers_take_out(lope_tick *tick)
{
    lope_vec3 *drift = &tick->state.layer_velocity;
    tick->velocity = lope_point_sub(tick->velocity, lope_vec3_to_point(*drift));
    *drift = (lope_vec3){0, 0, 0};
    lope_velocity_log_add(tick, LOPE_TERM_LAYER);
}

void lope_layers_begin(lope_tick *tick)
{
    const lope_requests *requests = tick->requests;
    if (requests->asked & LOPE_REQUEST_END_LAYERS)
        for (uint32_t i = lope_layers_count(tick); i-- > 0;)
            if (requests->end_layer == 0 || requests->end_layer == tick->state.layers[i].id) end_layer(tick, i);
    if (requests->asked & LOPE_REQUEST_LAYER) add(tick, &requests->layer);
    tick->layered = requests->has_root_motion || lope_layers_count(tick) > 0;
}

// ---- a piece ----

// A piece of a tick under layers, and what the tick gets back at its end.
typedef struct lope_piece {
    lope_point acceleration; // m/s2, of the tick
    lope_point mean, end;    // m/s that the override gives: over the piece, and at its end
    double time, tick_time;  // s
    bool grounded;           // it began on the ground
    bool lifted;             // the override rises so fast that it lifts off
} lope_piece;

// True when a layer ends only at the end of a tick.
static bool is_whole(const lope_active_layer *layer) { return layer->flags & LOPE_LAYER_WHOLE_TICKS || layer->duration == 0; }

// Returns how much of `time` (s) the next piece takes: up to where a layer ends or its way bends.
static double piece_time(const lope_tick *tick, double time)
{
    double piece = time;
    bool turns = tick->requests->has_root_motion && lope_turned(tick, tick->seconds) != 0;
    if (turns && piece > LOPE_BEND_TIME) piece = LOPE_BEND_TIME;
    for (uint32_t i = 0; i < lope_layers_count(tick); i++) {
        const lope_active_layer *layer = &tick->state.layers[i];
        double rest = layer->duration - layer->time, bend = lope_layer_piece(tick, layer, piece);
        if (bend < piece) piece = bend;
        if (layer->duration >= 0 && !is_whole(layer) && rest < piece) piece = rest;
    }
    return time - piece < LOPE_MIN_TIME ? time : piece > LOPE_MIN_TIME ? piece : LOPE_MIN_TIME;
}

// Returns what a layer does, as seen from a base that turns. What turns with the character, or leads to a
// place, stays as it is.
static lope_layer_way way_of(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    lope_layer_way way = lope_layer_way_of(tick, layer, time);
    bool turns = layer->flags & LOPE_LAYER_LOCAL || layer->kind == LOPE_LAYER_MOVE_TO || layer->kind == LOPE_LAYER_RADIAL;
    if (turns || !tick->base_carry.on || !tick->base_carry.turns) return way;
    way.mean = lope_base_view_at(tick, way.mean, 0.5 * time);
    way.end = lope_base_view_at(tick, way.end, time);
    return way;
}

// Returns the velocity (m/s) that all additive layers add. *lifting: one of them, or their sum, lifts the
// character off the ground. A layer under which the character has landed lifts no more. An additive
// velocity never becomes momentum, so gravity brings the character down: it would hop on and on.
static lope_point drift_of(const lope_tick *tick, double time, bool *lifting)
{
    lope_point drift = {0, 0, 0}, fresh = drift;
    *lifting = false;
    for (uint32_t i = 0; i < lope_layers_count(tick); i++) {
        const lope_active_layer *layer = &tick->state.layers[i];
        if (!(layer->flags & LOPE_LAYER_ADDITIVE)) continue;
        lope_point mean = way_of(tick, layer, time).mean;
        drift = lope_point_add(drift, mean);
        if (layer->flags & LANDED) continue;
        fresh = lope_point_add(fresh, mean);
        if (lope_layer_lifts(tick, mean, layer->flags & LOPE_LAYER_LIFT_OFF)) *lifting = true;
    }
    if (lope_layer_lifts(tick, fresh, false)) *lifting = true;
    return drift;
}

// True when the override layer takes a character on the ground off it. `plain`: its velocity (m/s). One under
// which the character has landed does so where the way up is free. One that has stopped rising meanwhile is
// as good as new.
static bool override_lifts(lope_tick *tick, const lope_active_layer *layer, lope_point plain, lope_piece *piece)
{
    const bool sensitive = layer->flags & LOPE_LAYER_LIFT_OFF;
    const uint32_t index = (uint32_t)(layer - tick->state.layers);
    piece->lifted = lope_layer_lifts(tick, plain, sensitive);
    if (!LOPE_UNLIKELY(layer->flags & LANDED)) return piece->lifted;
    if (!piece->lifted) lope_use_layers(&tick->state)->layers[index].flags &= ~LANDED;
    return piece->lifted && piece->grounded && lope_layer_lifts_again(tick, plain, sensitive);
}

// Sets what overrides the velocity in the piece, an animation or else a layer, with overridden and
// overridden_up. *lifting becomes true when it lifts the character off the ground. Additive root motion is
// added to added_velocity.
static void drive(lope_tick *tick, lope_piece *piece, bool *lifting)
{
    bool animated = lope_layers_animated(tick);
    if (tick->requests->has_root_motion && !animated)
        tick->added_velocity = lope_point_add(tick->added_velocity, lope_root_motion_way(tick, piece->time).mean);
    if (animated) {
        lope_layer_way way = lope_root_motion_way(tick, piece->time);
        piece->mean = way.mean;
        piece->end = way.end;
        tick->overridden = true;
        tick->overridden_up = lope_layers_animation_gives_up(tick);
        return;
    }
    const lope_active_layer *layer = lope_layers_overriding(tick);
    if (!layer) return;
    lope_layer_way way = way_of(tick, layer, piece->time);
    piece->mean = way.mean;
    piece->end = way.end;
    // A move to makes good within the piece what additive layers do, not one piece later.
    if (layer->kind == LOPE_LAYER_MOVE_TO) piece->mean = lope_point_sub(piece->mean, tick->added_velocity);
    tick->overridden = true;
    tick->overridden_up = !(layer->flags & LOPE_LAYER_IGNORE_VERTICAL);
    if (override_lifts(tick, layer, way.plain, piece)) *lifting = true;
}

// Works out what layers do in a piece. Returns true when they lift the character off the ground.
static bool give(lope_tick *tick, lope_piece *piece)
{
    bool lifting;
    tick->added_velocity = drift_of(tick, piece->time, &lifting);
    drive(tick, piece, &lifting);
    return lifting;
}

// Begins a piece of at most `left` seconds: gives the tick the layers' velocities for it.
static void begin_piece(lope_tick *tick, double left, lope_piece *piece)
{
    const lope_space *space = &tick->space;
    *piece = (lope_piece){.acceleration = tick->acceleration,
                          .time = piece_time(tick, left),
                          .tick_time = tick->time,
                          .grounded = lope_tick_on_ground(tick)};
    if (give(tick, piece) && piece->grounded) {
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
        // what carried the character does so no more
        if (tick->base_carry.leaves) give(tick, piece);
    }
    tick->time = tick->now + piece->time; // for the mode the tick ends with the piece
    if (!tick->overridden) return;
    double up = lope_rise(space, tick->velocity);
    tick->override_velocity = piece->mean;
    if (!tick->overridden_up) tick->override_velocity = lope_point_mad(lope_flat(space, piece->mean), space->up, up);
    if (lope_tick_on_ground(tick)) tick->override_velocity = lope_flat(space, piece->mean);
    tick->velocity = tick->override_velocity;
    lope_velocity_log_add(tick, LOPE_TERM_LAYER);
    double pull = tick->overridden_up ? 0 : lope_rise(space, tick->acceleration);
    tick->acceleration = lope_point_scale(space->up, pull);
}

// Gives an overridden character the velocity of the piece's end instead of its mean, less what walls have
// taken.
static void catch_up(lope_tick *tick, const lope_piece *piece)
{
    const lope_space *space = &tick->space;
    bool whole = tick->overridden_up && !lope_tick_on_ground(tick);
    lope_point mean = whole ? piece->mean : lope_flat(space, piece->mean),
               end = whole ? piece->end : lope_flat(space, piece->end);
    lope_point off = lope_point_sub(end, mean), now = whole ? tick->velocity : lope_flat(space, tick->velocity);
    double scale = lope_point_dot(mean, mean) + lope_point_dot(end, end);
    if (lope_point_dot(off, off) <= DIFFERENT * scale) return;
    lope_point taken = lope_point_sub(mean, now);
    double squared = lope_point_dot(taken, taken), into = lope_point_dot(end, taken);
    if (squared > DIFFERENT * scale && into > 0) end = lope_point_mad(end, taken, -into / squared);
    tick->velocity = lope_point_add(lope_point_sub(tick->velocity, now), end);
    lope_velocity_log_add(tick, LOPE_TERM_LAYER);
}

// Ends a piece of which `used` seconds were run: ages the layers, and ends those that are over or end with
// a landing.
static void end_piece(lope_tick *tick, const lope_piece *piece, double used)
{
    bool landed = !piece->grounded && lope_tick_on_ground(tick);
    const lope_active_layer *driver = piece->lifted && landed ? lope_layers_overriding(tick) : NULL;
    tick->time = piece->tick_time;
    tick->acceleration = piece->acceleration;
    if (tick->overridden && used > piece->time - LOPE_MIN_TIME) catch_up(tick, piece);
    tick->overridden = tick->overridden_up = false;
    for (uint32_t i = 0; i < lope_layers_count(tick); i++) {
        lope_active_layer *layer = &lope_use_layers(&tick->state)->layers[i];
        layer->time += used;
        if (landed && (layer->flags & LOPE_LAYER_ADDITIVE || layer == driver)) layer->flags |= LANDED;
    }
    for (uint32_t i = lope_layers_count(tick); i-- > 0;) {
        const lope_active_layer *layer = &tick->state.layers[i];
        bool over = layer->duration >= 0 && !is_whole(layer) && layer->time > layer->duration - LOPE_MIN_TIME;
        if (over || (landed && layer->flags & LOPE_LAYER_UNTIL_LANDING)) end_layer(tick, i);
    }
}

double lope_layers_run(lope_tick *tick, double time)
{
    double left = time, start = tick->now;
    for (int i = 0; i < PIECES && left > LOPE_MIN_TIME && !tick->space.failed; i++) {
        lope_piece piece;
        tick->now = start + time - left;
        begin_piece(tick, left, &piece);
        uint32_t mode = tick->state.mode;
        double rest = lope_tick_run_mode(tick, piece.time);
        tick->now = start + time - left + piece.time - rest;
        end_piece(tick, &piece, piece.time - rest);
        left -= piece.time - rest;
        if (tick->state.mode != mode || tick->ability_cut) break; // the next mode gets the rest
    }
    return left;
}

// Ends layers that go by whole ticks. Shows in the velocity, until the next tick, what additive layers have
// moved the character by.
void lope_layers_end(lope_tick *tick)
{
    if (tick->stuck_inside)
        for (uint32_t i = 0; i < lope_layers_count(tick); i++) lope_use_layers(&tick->state)->layers[i].time += tick->time;
    for (uint32_t i = lope_layers_count(tick); i-- > 0;) {
        const lope_active_layer *layer = &tick->state.layers[i];
        if (layer->duration >= 0 && layer->time > layer->duration - LOPE_MIN_TIME) end_layer(tick, i);
    }
    if (tick->stuck_inside || lope_point_dot(tick->added_velocity, tick->added_velocity) <= 0) return;
    lope_vec3 drift = lope_point_to_vec3(tick->added_velocity);
    lope_use_layers(&tick->state)->layer_velocity = drift;
    tick->velocity = lope_point_add(tick->velocity, lope_vec3_to_point(drift));
    lope_velocity_log_add(tick, LOPE_TERM_LAYER);
}
