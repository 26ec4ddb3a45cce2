// layer_displacement.c - what each kind of layered move does over a piece of its time.
//
// Each kind is worked out in closed form: the mean velocity over the piece, and the velocity at its end. So
// the way is the same at every tick rate. With a curve the strength is the curve's area over the piece.
// - Velocity: velocity times strength.
// - Move to: along the span from start to target, with height times the curve along up.
// - Jump: the parabola 4 h f (1 - f) over the level direction, f being the share of the duration.
// - Radial: toward the middle, d' = -strength; with falloff d' = -strength (1 - d / radius).
//
// Read next: layers.c.
#include "character/layers/layer_displacement.h"
#include "character/orientation/rotation.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"

#define SLOPE 1e-4 // share of a curve's length over which its slope is measured, backward

// Returns the layer's curve, or NULL when it has none.
static const lope_curve *curve_of(const lope_tick *tick, const lope_active_layer *layer)
{
    bool named = layer->curve > 0 && layer->curve <= tick->moveset->curve_count;
    return named ? &tick->moveset->curves[layer->curve - 1] : NULL;
}

// Returns the time (s) that the layer's curve spans: the duration, else 1 s for a layer without one.
static double span_of(const lope_active_layer *layer) { return layer->duration > 0 ? layer->duration : 1.0; }

// Returns the integral (s) of the strength over the next `time` seconds. Without a curve that is the time.
static double strength_over(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    const lope_curve *curve = curve_of(tick, layer);
    double span = span_of(layer);
    return curve ? lope_curve_area(curve, layer->time / span, (layer->time + time) / span) * span : time;
}

// Returns the strength `time` seconds after the layer's start; 1 without a curve.
static double strength_at(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    const lope_curve *curve = curve_of(tick, layer);
    return curve ? lope_curve_at(curve, time / span_of(layer)) : 1.0;
}

// True when the layer is a jump without a direction: it goes to where the character faces.
static bool leaps_ahead(const lope_tick *tick, const lope_active_layer *layer)
{
    lope_vec3 v = layer->velocity;
    if (layer->kind != LOPE_LAYER_JUMP) return false;
    if (layer->flags & LOPE_LAYER_LOCAL) return v.x == 0 && v.z == 0;
    return lope_point_length(lope_flat(&tick->space, lope_vec3_to_point(v))) <= 1e-9;
}

// True when the layer's velocity is in the character's frame and turns with it.
static bool is_local(const lope_tick *tick, const lope_active_layer *layer)
{
    return layer->flags & LOPE_LAYER_LOCAL || leaps_ahead(tick, layer);
}

// Returns the layer's velocity in the world as the character turns evenly over `time` seconds. *mean: over
// the whole; *end: at the end.
static void in_world(const lope_tick *tick, const lope_active_layer *layer, double time, lope_point *mean, lope_point *end)
{
    lope_vec3 v = leaps_ahead(tick, layer) ? lope_vec3_make(0, 0, -1) : layer->velocity;
    *mean = *end = lope_vec3_to_point(v);
    if (!is_local(tick, layer)) return;
    double yaw = (double)tick->state.yaw, from = lope_turned(tick, tick->now), to = lope_turned(tick, tick->now + time);
    lope_point straight = lope_from_frame(&tick->state, yaw + 0.5 * (from + to), v);
    double rise = lope_rise(&tick->space, straight);
    *mean = lope_point_mad(lope_point_scale(lope_flat(&tick->space, straight), lope_chord(to - from)), tick->space.up, rise);
    *end = lope_from_frame(&tick->state, yaw + to, v);
}

// Returns what a velocity layer does for `time` seconds from now on.
static lope_layer_way velocity_way(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    lope_point mean, end;
    in_world(tick, layer, time, &mean, &end);
    lope_layer_way way = {.mean = lope_point_scale(mean, strength_over(tick, layer, time) / time),
                          .end = lope_point_scale(end, strength_at(tick, layer, layer->time + time))};
    way.plain = way.mean;
    return way;
}

// Returns the way (m) of a move to from its start, after a share of the duration.
static lope_point on_the_way(const lope_tick *tick, const lope_active_layer *layer, double share)
{
    const lope_curve *curve = curve_of(tick, layer);
    if (share > 1) share = 1;
    lope_point at = lope_point_scale(lope_vec3_to_point(layer->span), share);
    return curve ? lope_point_mad(at, tick->space.up, (double)layer->height * lope_curve_at(curve, share)) : at;
}

// Returns what a move to does for `time` seconds from now on. A layer that is not additive makes good what
// it has fallen back: its mean leads from where the character is to where it should be. A limit of speed
// cuts that.
static lope_layer_way move_to_way(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    double share = layer->time / layer->duration, last = (layer->time + time) / layer->duration;
    if (last > 1 - 1e-9) last = 1;
    lope_point there = on_the_way(tick, layer, last);
    lope_point done = lope_point_sub(lope_point_add(tick->origin, tick->feet), layer->start);
    lope_point before = lope_point_sub(there, on_the_way(tick, layer, last - SLOPE));
    lope_layer_way way = {.mean = lope_point_scale(lope_point_sub(there, done), 1.0 / time),
                          .end = lope_point_scale(before, 1.0 / (SLOPE * layer->duration))};
    way.plain = lope_point_scale(lope_point_sub(there, on_the_way(tick, layer, share)), 1.0 / time);
    // an additive layer does not answer for where the character is
    if (layer->flags & LOPE_LAYER_ADDITIVE) way.mean = way.plain;
    double most = (double)lope_vec3_length(layer->span) / layer->duration, speed = lope_point_length(way.mean);
    if (layer->flags & LOPE_LAYER_LIMIT_SPEED && speed > most) way.mean = lope_point_scale(way.mean, most / speed);
    return way;
}

// Returns what a jump does for `time` seconds from now on: a parabola over the level direction of the
// layer's velocity, or over where the character faces.
static lope_layer_way jump_way(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    double first = layer->time / layer->duration, last = (layer->time + time) / layer->duration;
    lope_point mean, end, up = tick->space.up;
    in_world(tick, layer, time, &mean, &end);
    mean = lope_flat(&tick->space, mean);
    end = lope_flat(&tick->space, end);
    double length = lope_point_length(end), high = 4.0 * (double)layer->height, far = (double)layer->strength / layer->duration;
    double level = far / length;
    double rise = high * (last - first) * (1.0 - first - last) / time; // of 4 h f (1 - f)
    lope_layer_way way = {.mean = lope_point_mad(lope_point_scale(mean, level), up, rise),
                          .end = lope_point_mad(lope_point_scale(end, level), up, high * (1.0 - 2.0 * last) / layer->duration)};
    way.plain = way.mean;
    return way;
}

// Returns the distance (m) from the middle after an attraction of `area` seconds of full strength. Solves
// d' = -strength, with falloff d' = -strength (1 - d / radius).
static double drawn(const lope_active_layer *layer, double distance, double area)
{
    double strength = (double)layer->strength, radius = (double)layer->radius, after;
    if (radius > 0 && distance >= radius) return distance;
    if (radius > 0 && layer->flags & LOPE_LAYER_FALLOFF)
        after = radius - (radius - distance) * lope_exp_double(strength * area / radius);
    else
        after = distance - strength * area;
    if (radius > 0 && after > radius) after = radius;
    return after > 0 ? after : 0;
}

// Returns what a radial layer does for `time` seconds from now on: toward its middle. Zero at the middle
// itself and beyond the radius.
static lope_layer_way radial_way(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    lope_layer_way way = {.mean = {0, 0, 0}};
    lope_point middle = lope_point_add(layer->start, lope_vec3_to_point(layer->span));
    lope_point away = lope_point_sub(lope_point_add(tick->origin, tick->feet), middle);
    if (layer->flags & LOPE_LAYER_IGNORE_VERTICAL) away = lope_flat(&tick->space, away);
    double distance = lope_point_length(away), radius = (double)layer->radius;
    if (distance < 1e-6 * tick->space.unit) return way;
    away = lope_point_scale(away, 1.0 / distance);
    double after = drawn(layer, distance, strength_over(tick, layer, time));
    double share = radius > 0 && layer->flags & LOPE_LAYER_FALLOFF ? 1.0 - after / radius : 1.0;
    if (after <= 0 || (radius > 0 && after >= radius)) share = 0;
    way.mean = lope_point_scale(away, (after - distance) / time);
    way.end = lope_point_scale(away, -(double)layer->strength * share * strength_at(tick, layer, layer->time + time));
    way.plain = way.mean;
    return way;
}

lope_layer_way lope_layer_way_of(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    lope_layer_way way = {.mean = {0, 0, 0}};
    switch (layer->kind) {
    case LOPE_LAYER_VELOCITY:
        way = velocity_way(tick, layer, time);
        break;
    case LOPE_LAYER_MOVE_TO:
        way = move_to_way(tick, layer, time);
        break;
    case LOPE_LAYER_JUMP:
        way = jump_way(tick, layer, time);
        break;
    case LOPE_LAYER_RADIAL:
        way = radial_way(tick, layer, time);
        break;
    default:
        break;
    }
    if (!(layer->flags & LOPE_LAYER_IGNORE_VERTICAL)) return way;
    way.mean = lope_flat(&tick->space, way.mean);
    way.end = lope_flat(&tick->space, way.end);
    way.plain = lope_flat(&tick->space, way.plain);
    return way;
}

double lope_layer_piece(const lope_tick *tick, const lope_active_layer *layer, double time)
{
    bool bends = layer->kind == LOPE_LAYER_JUMP || (layer->kind == LOPE_LAYER_MOVE_TO && layer->curve > 0 && layer->height != 0);
    bool turns = is_local(tick, layer) && lope_turned(tick, tick->now + time) != lope_turned(tick, tick->now);
    if (time > LOPE_BEND_TIME && (bends || turns)) time = LOPE_BEND_TIME;
    if (!bends) return time;
    double middle = 0.5 * layer->duration - layer->time; // s until a jump or an arc is highest
    return middle > LOPE_MIN_TIME && middle < time ? middle : time;
}
