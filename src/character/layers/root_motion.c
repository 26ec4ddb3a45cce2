// root_motion.c - what an animation does in a tick, as velocities.
//
// A tick's translation and turn count as an arc with an even turn, of which the translation is the chord.
// So the velocity that is left is the one at the arc's end, at every tick rate. The turn itself is applied
// in orientation/rotation.c. What an animation overrides stands in layers.c (drive), what it leaves to a fall
// in tick/layer_slots.c. Read next: layers.c.
#include "character/layers/root_motion.h"
#include "character/layers/layer_displacement.h"
#include "character/orientation/rotation.h"
#include "character/tick/tick.h"

// rad in a tick that bend the way: a larger turn adds no more bend
#define MOST_TURN 3.14159265358979323846

// Returns `v` turned about up by `angle` (rad), with its level part scaled by `level`.
static lope_point turned(const lope_space *space, lope_point v, double angle, double level)
{
    lope_point flat = lope_flat(space, v), up = space->up, left = lope_point_cross(up, flat);
    double c = level * (double)lope_cos((float)angle), s = level * (double)lope_sin((float)angle);
    return lope_point_mad(lope_point_mad(lope_point_scale(flat, c), left, s), up, lope_rise(space, v));
}

lope_layer_way lope_root_motion_way(const lope_tick *tick, double time)
{
    const lope_root_motion *motion = &tick->requests->root_motion;
    double yaw = (double)tick->state.yaw, turn = lope_turned(tick, tick->seconds);
    lope_point chord = lope_point_scale(lope_from_frame(&tick->state, yaw, motion->translation), 1.0 / tick->seconds);
    if (motion->flags & LOPE_LAYER_IGNORE_VERTICAL) chord = lope_flat(&tick->space, chord);
    lope_layer_way way = {.mean = chord, .end = chord, .plain = chord};
    if (turn == 0) return way;
    if (turn > MOST_TURN) turn = MOST_TURN;
    if (turn < -MOST_TURN) turn = -MOST_TURN;
    double from = tick->now / tick->seconds, to = (tick->now + time) / tick->seconds, speed = 1.0 / lope_chord(turn);
    // share of the turn, from the chord's direction to the piece's middle
    double middle = 0.5 * (from + to) - 0.5;
    way.mean = way.plain = turned(&tick->space, chord, turn * middle, speed * lope_chord(turn * (to - from)));
    way.end = turned(&tick->space, chord, turn * (to - 0.5), speed);
    return way;
}
