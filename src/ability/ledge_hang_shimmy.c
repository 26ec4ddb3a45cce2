// ledge_hang_shimmy.c - along the edge, round its corners, up to its end.
//
// A piece of time is a length of way, which is used up in short steps: along the straight edge, measured anew
// at each step; or as an angle of a corner. Outside, the axis goes round the corner at its distance from the
// wall; inside, the character turns on the spot. A round wall is many corners. Each step is tested by a sweep
// of the capsule.
//
// Data: grip, inward, from, turn, side, inner, cornering of lope_hang_data. Read next: ledge_hang_rim.c.
#include "ledge_hang_shimmy.h"
#include "ledge_hang_place.h"
#include "ledge_hang_rim.h"
#include "level.h"
#include "units.h"

#define STEP 0.05  // m: the longest step
#define FINE 0.015 // m: pieces that a round wall is cut into, so that its way has no error that counts
#define TINY 1e-6  // m: a way that is none
#define ASKED 0.3  // least part of the input to the side
#define SHARP 0.94 // cosine of the shallowest corner that is told as one: 20 degrees
// s: a tick in many parts shimmies in stretches at least so long, for each looks along the edge by 180 rays
#define SHORTEST_RUN 0.0025
#define STEPS_MOST 400

// What is on the way: all in the world.
typedef struct shimmy {
    lope_tick *tick;
    const lope_ledge_hang_settings *settings;
    lope_hang_data *data;
    lope_hang_edge *edge;
    lope_point feet; // m: where the feet are, as the steps so far bring them
    int side;        // 1: to the right
} shimmy;

// Takes a new edge if the capsule can go there. Returns the share of the way that is free.
static double take(shimmy *s, const lope_hang_edge *next)
{
    const lope_point to = lope_hang_feet(s->tick, s->settings, next), way = lope_point_sub(to, s->feet);
    const lope_point off = lope_point_sub(s->feet, lope_tick_feet(s->tick)), whole = lope_point_add(off, way);
    lope_tick_contact contact;
    // the sweep starts where the capsule is: steps before this one were free
    if (lope_point_dot(way, way) > 1e-16 && lope_tick_sweep(s->tick, whole, &contact) && contact.fraction < 1) {
        const double length = lope_point_length(whole), before = lope_point_length(off), step = lope_point_length(way);
        const double share = step > 0 ? (contact.fraction * length - before) / step : 0;
        return share > 0 ? share : 0;
    }
    *s->edge = *next;
    s->feet = to;
    return 1;
}

// Begins to turn round a corner.
static void begin_corner(shimmy *s, const lope_hang_edge *behind, bool inner)
{
    const lope_hang_edge turned = {s->edge->point, behind->inward, behind->body};
    lope_hang_data *data = s->data, frame = *data;
    lope_hang_keep(s->tick, data, s->edge);
    frame.grip = data->grip;
    frame.up = data->up;
    const lope_hang_edge seen = {s->edge->point, turned.inward, s->edge->body};
    lope_hang_keep(s->tick, &frame, &seen);
    data->from = data->inward;
    data->turn = frame.inward;
    data->side = (int8_t)s->side;
    data->inner = inner;
    data->cornering = 1;
}

// Turns within a corner by at most `way` (m). Returns the way that it took; 0: it is stopped.
static double turn(shimmy *s, double way)
{
    lope_hang_data *data = s->data;
    lope_hang_data goal = *data;
    goal.inward = s->side == data->side ? data->turn : data->from;
    lope_hang_edge to, next = *s->edge;
    if (!lope_hang_edge_of(s->tick, &goal, &to)) return 0;
    const lope_point up = lope_tick_up(s->tick);
    const double off = lope_hang_off(s->tick, s->settings), sine = lope_along(lope_point_cross(s->edge->inward, to.inward), up),
                 angle = (double)lope_atan2((float)sine, (float)lope_point_dot(s->edge->inward, to.inward)),
                 rest = angle < 0 ? -angle : angle;
    const bool arrives = rest * off <= way + TINY;
    const double part = arrives ? rest : way / off;
    next.inward = arrives ? to.inward : lope_unit_of(lope_turn_about(s->edge->inward, up, angle < 0 ? -part : part));
    if (data->inner) {
        const lope_point axis = lope_point_mad(s->edge->point, s->edge->inward, -off);
        next.point = lope_point_mad(axis, next.inward, off);
    }
    if (take(s, &next) < 1) return 0;
    if (arrives) data->cornering = 0;
    return part * off > TINY ? part * off : TINY;
}

// Goes straight along the edge by at most `way`. Returns the way that it took; 0: it is stopped.
static double straight(shimmy *s, double way)
{
    const double hands = (double)s->settings->hands * lope_hang_scale(s->tick);
    const double held = lope_hang_free(s->tick, s->settings, s->edge, s->side, hands + way) - hands;
    const lope_point along = lope_hang_along(s->tick, s->edge, s->side), start = s->edge->point;
    if (held < TINY) return 0;
    const lope_hang_rim rim =
        lope_hang_next(s->tick, s->settings, s->edge, along, held < way ? held : way, FINE * lope_hang_scale(s->tick));
    const bool corner = rim.kind == LOPE_HANG_OUTER || rim.kind == LOPE_HANG_INNER;
    lope_hang_edge next = *s->edge;
    next.point = lope_point_mad(start, along, rim.distance);
    if (rim.kind == LOPE_HANG_ON) next = rim.next;
    const double share = take(s, &next);
    if (share < 1) {
        next = *s->edge;
        next.point = lope_point_mad(start, along, rim.distance * share);
        *s->edge = next;
        s->feet = lope_hang_feet(s->tick, s->settings, &next);
        return 0;
    }
    if (corner) begin_corner(s, &rim.next, rim.kind == LOPE_HANG_INNER);
    if (corner && rim.distance < TINY) return TINY;
    return rim.distance < TINY ? 0 : rim.distance;
}

// Returns the phase of what is on its way.
static uint8_t phase_of(const lope_hang_data *data)
{
    const bool sharp = lope_point_dot(lope_vec3_to_point(data->from), lope_vec3_to_point(data->turn)) < SHARP;
    return data->cornering && sharp ? LOPE_LEDGE_HANG_CORNER : LOPE_LEDGE_HANG_SHIMMY;
}

void lope_hang_shimmy(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_data *data, lope_hang_edge *edge,
                      double seconds)
{
    const lope_point wanted = lope_tick_wanted(tick), up = lope_tick_up(tick);
    const double aside = lope_point_dot(wanted, lope_point_cross(edge->inward, up)), scale = lope_hang_scale(tick),
                 unit = lope_unit(tick);
    shimmy s = {.tick = tick, .settings = settings, .data = data, .edge = edge, .side = aside < 0 ? -1 : 1};
    const double pressed = aside < 0 ? -aside : aside;
    data->owed = pressed < ASKED ? 0 : data->owed + (float)seconds;
    if (pressed >= ASKED && (double)data->owed < SHORTEST_RUN) return;
    data->phase = phase_of(data);
    if (pressed < ASKED) {
        if (data->phase == LOPE_LEDGE_HANG_SHIMMY) data->phase = LOPE_LEDGE_HANG_HANG;
        return;
    }
    s.feet = lope_hang_feet(tick, settings, edge);
    double left = pressed * (double)settings->shimmy_speed * unit * (double)data->owed;
    data->owed = 0;
    bool stopped = false;
    for (int i = 0; i < STEPS_MOST && left > TINY && !stopped; i++) {
        const double way = left < STEP * scale ? left : STEP * scale, went = data->cornering ? turn(&s, way) : straight(&s, way);
        stopped = !(went > 0);
        left -= went;
    }
    data->phase = stopped ? LOPE_LEDGE_HANG_END : phase_of(data);
    lope_hang_keep(tick, data, edge);
    if (lope_tick_base_body(tick) != edge->body) lope_tick_set_base(tick, edge->body);
}
