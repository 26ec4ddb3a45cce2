// walking_bend.c - round a wall that bends: a convex upright edge, a pillar, the edge of a slope.
//
// The bend is measured. The wall's normal here and a little way ahead give the circle on which the feet go.
// It is exact for an upright edge and an upright cylinder. For all else it is right to the second order of a
// short way. The wall at the circle's end is tested before anything moves. An arc that does not fit the wall
// there is made shorter. An arc that runs into a face ends where the face begins. The velocity follows
// bend_arc.h.
//
//       to
//      /  second leg
//   apex
//     |   first leg
//   feet      center
#include "character/modes/walking_bend.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_underfoot.h"
#include "character/modes/walking_walls.h"
#include "character/tick/tick.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"

#define PROBE 1e-3     // radii ahead, at which the normal is measured again
#define FLATTEST 5e-6  // rad between the two normals: what bends less is a plane for a slice
#define MOST_TURN 0.15 // rad in a slice
// radii: shorter arcs are not cut further; the sharpest bend falls back by 34 micrometres on one
#define LEAST_WAY 0.01
#define APEX 1e-3 // m, at most, by which the legs stand off the circle where they meet
// m off the wall on the way: more than the rounding of what is known of it, so no leg grazes it
#define CLEAR 1e-6
#define FIT_GAP 2e-5  // m, the skin, by which an arc may miss the wall at its end
#define FIT_TURN 2e-3 // rad, by which its normal may miss
#define FIT_ROUNDS 10 // attempts, at most
#define RECEDES 1e-4  // share of the speed: a wall that goes away faster does not hold
#define OFF 1e-4      // m, by which it goes off a wall that it parts from
#define SHORT 1e-4    // s, for which the law is asked how the velocity turns

// An arc that is being looked for.
typedef struct lope_bend {
    lope_arc start, end;
    lope_point along; // direction in which it begins
    double sense;     // 1 or -1: along start's direction, or against it
    double used;      // s that the arc takes
} lope_bend;

// Measures the radius of the circle on which the wall takes the feet. False: the wall goes on flat, or ends.
static LOPE_INLINED bool measure(lope_tick *tick, const lope_walk *walk, lope_bend *bend)
{
    lope_point normal = bend->start.normal;
    double ahead = PROBE * tick->space.radius;
    lope_point level = lope_point_scale(bend->along, ahead);
    lope_point at = lope_point_add(tick->feet, lope_point_mad(level, tick->space.up, lope_walk_rise(tick, walk, level)));
    lope_touch touch;
    if (!lope_wall_touched(tick, walk, at, normal, ahead, &touch)) return false;
    double tilt = lope_point_dot(touch.normal, bend->along);
    if (tilt < FLATTEST) return false;
    bend->start.radius = ahead * lope_point_dot(touch.normal, normal) / tilt;
    return bend->start.radius > 0;
}

// Runs the arc for `time` seconds, turning at most by `sine`. It ends early where the character would turn
// back.
static void run(const lope_walk *walk, lope_bend *bend, double sine, double time)
{
    double cosine = sqrt(1.0 - sine * sine);
    lope_point until = lope_point_mad(lope_point_scale(bend->along, cosine), bend->start.normal, -sine);
    bend->end = bend->start;
    bend->used = lope_arc_run(&walk->drive, &bend->end, time, until);
    const double before = lope_arc_way_speed(&walk->drive, &bend->start), after = lope_arc_way_speed(&walk->drive, &bend->end);
    if (after * bend->sense >= 0) return;
    // it turns back: the slice ends there
    double stops = bend->used * before / (before - after);
    bend->end = bend->start;
    bend->used = lope_arc_run(&walk->drive, &bend->end, stops, until);
    bend->end.speed -= lope_arc_way_speed(&walk->drive, &bend->end);
}

// Returns the circle's centre, local.
static lope_point centre(const lope_tick *tick, const lope_bend *bend)
{
    return lope_point_mad(tick->feet, bend->start.normal, -bend->start.radius);
}

// True when the wall is where the arc ends. *face: the sine of the turn up to a face that the arc runs into,
// or 0.
static bool fits(lope_tick *tick, const lope_walk *walk, const lope_bend *bend, double *face)
{
    lope_point normal = bend->end.normal, to = lope_point_mad(centre(tick, bend), normal, bend->start.radius);
    lope_point level = lope_flat(&tick->space, lope_point_sub(to, tick->feet));
    lope_point at = lope_point_add(tick->feet, lope_point_mad(level, tick->space.up, lope_walk_rise(tick, walk, level)));
    double unit = tick->space.unit;
    lope_touch touch;
    *face = 0;
    if (!lope_wall_touched(tick, walk, at, normal, APEX * unit, &touch)) return false;
    lope_point off = lope_point_sub(touch.normal, normal);
    bool there = touch.gap < FIT_GAP * unit && touch.gap > -FIT_GAP * unit;
    if (there && lope_point_dot(off, off) < FIT_TURN * FIT_TURN) return true;
    double sine = lope_point_dot(touch.normal, bend->along);
    bool between = sine > 0 && sine < lope_point_dot(normal, bend->along);
    if (touch.kind == LOPE_WALL_FLAT && between) *face = sine;
    return false;
}

// Makes the arc as long as fits the wall, for at most `time` seconds.
static void fit(lope_tick *tick, const lope_walk *walk, lope_bend *bend, double time)
{
    double turn = sqrt(8.0 * APEX * tick->space.unit / bend->start.radius), face;
    if (turn > MOST_TURN) turn = MOST_TURN;
    for (int i = 0; i < FIT_ROUNDS; i++) {
        run(walk, bend, turn, time);
        double turned = lope_point_dot(bend->end.normal, bend->along);
        if (turned * bend->start.radius <= LEAST_WAY * tick->space.radius || fits(tick, walk, bend, &face)) return;
        turn = face > 0 ? face : 0.5 * turned;
        if (face <= 0) continue;
        run(walk, bend, turn, time);
        return;
    }
}

// Returns by how much (m/s) faster the wall goes away where the arc begins, or ends, than the character would
// leave it unseen. Negative: it holds.
LOPE_COLD static double recedes(lope_tick *tick, const lope_walk *walk, const lope_bend *bend, const lope_arc *there)
{
    const double speed = there->speed < 0 ? -there->speed : there->speed;
    const lope_point to = lope_point_mad(centre(tick, bend), there->normal, bend->start.radius);
    const lope_point level = lope_flat(&tick->space, lope_point_sub(to, tick->feet));
    const lope_point at = lope_point_add(tick->feet, lope_walk_over_ground(tick, walk, level));
    double away;
    if (!lope_wall_recedes(tick, walk, at, there->normal, APEX * tick->space.unit, &away)) return -1.0;
    return away - RECEDES * speed;
}

// Ends the arc where the wall begins to go away, a little past it: there `lets_go` finds that it does.
LOPE_COLD static void end_at_receding(lope_tick *tick, const lope_walk *walk, lope_bend *bend, double time)
{
    const double before = recedes(tick, walk, bend, &bend->start), after = recedes(tick, walk, bend, &bend->end);
    const double past = RECEDES * lope_point_length(tick->velocity);
    if (before >= 0 || after <= past) return;
    run(walk, bend, lope_point_dot(bend->end.normal, bend->along) * (past - before) / (after - before), time);
}

// Sets the arc's start to the wall that holds the character, and its direction to the one that it goes in.
static LOPE_INLINED void set_out_round(const lope_tick *tick, const lope_walk *walk, lope_bend *bend)
{
    *bend = (lope_bend){.start = {.up = tick->space.up, .normal = walk->drive.walls[0]}};
    const lope_point along = lope_arc_along(&bend->start);
    const lope_law *drive = &walk->drive;
    const double toward = lope_point_dot(drive->direction, along);
    bend->start.speed = lope_point_dot(tick->velocity, along);
    const double own = drive->turn_instantly ? drive->max_speed * toward : bend->start.speed;
    const double speed = drive->drifts ? own + lope_point_dot(drive->drift, along) : own;
    bend->sense = (speed == 0 ? toward : speed) > 0 ? 1.0 : -1.0;
    bend->along = lope_point_scale(along, bend->sense);
}

// True when the wall goes away where the arc begins, and bends more sharply than the velocity does.
LOPE_COLD static bool bend_lets_go(lope_tick *tick, const lope_walk *walk)
{
    lope_bend bend;
    lope_point turned;
    if (!lope_wall_holds(walk) || walk->kinds[0] != LOPE_WALL_BENT) return false;
    set_out_round(tick, walk, &bend);
    if (!measure(tick, walk, &bend) || recedes(tick, walk, &bend, &bend.start) < 0) return false;
    lope_law free = walk->drive;
    free.wall_count = 0;
    lope_law_run(&free, tick->velocity, SHORT, &turned);
    const double presses = -lope_point_dot(lope_point_sub(turned, tick->velocity), bend.start.normal) / SHORT;
    return bend.start.speed * bend.start.speed > presses * bend.start.radius;
}

// It goes off the wall by the little by which the chords of its way would cut into it.
LOPE_COLD void lope_bend_let_go(lope_tick *tick, lope_walk *walk)
{
    if (walk->round.on || !bend_lets_go(tick, walk)) return;
    const lope_point normal = walk->drive.walls[0], off = lope_point_scale(normal, OFF * tick->space.unit);
    const double into = lope_point_dot(tick->velocity, normal);
    lope_contact met;
    tick->space.purpose = LOPE_QUERY_MOVE;
    tick->feet = lope_point_mad(tick->feet, off, lope_sweep(&tick->space, tick->feet, off, &met) ? met.fraction : 1.0);
    if (into < 0) tick->velocity = lope_point_mad(tick->velocity, normal, -into);
    walk->drive.wall_count = 0;
}

bool lope_bend_plan(lope_tick *tick, lope_walk *walk, double time)
{
    lope_bend_way *round = &walk->round;
    if (!lope_wall_holds(walk) || walk->kinds[0] != LOPE_WALL_BENT || tick->state.step_debt > 0) return false;
    lope_bend bend;
    set_out_round(tick, walk, &bend);
    if (!measure(tick, walk, &bend)) return false;
    fit(tick, walk, &bend, time);
    if (LOPE_UNLIKELY(tick->space.nearby->sets[1].moves)) end_at_receding(tick, walk, &bend, time);
    lope_point normal = bend.end.normal;
    double radius = bend.start.radius, sine = lope_point_dot(normal, bend.along);
    double half = sine / (1.0 + lope_point_dot(normal, bend.start.normal)); // tangent of half the angle
    if (!(sine * radius > 1e-9 * tick->space.unit)) return false;
    round->on = true;
    round->last = false;
    round->start = bend.start;
    round->end = bend.end;
    round->time = bend.used;
    round->gone = 0;
    round->way = 2.0 * half * radius;
    round->center = centre(tick, &bend);
    double clear = CLEAR * tick->space.unit;
    round->apex = lope_point_mad(lope_point_mad(tick->feet, bend.along, half * radius), bend.start.normal, clear);
    round->to = lope_point_mad(round->center, normal, radius + clear);
    return true;
}

lope_point lope_bend_leg(const lope_tick *tick, const lope_walk *walk)
{
    const lope_bend_way *round = &walk->round;
    return lope_flat(&tick->space, lope_point_sub(round->last ? round->to : round->apex, tick->feet));
}

// Returns the level way (m) from the circle's centre to the feet.
static lope_point outward(const lope_bend_way *round, lope_point feet)
{
    lope_point from = lope_point_sub(feet, round->center), up = round->start.up;
    return lope_point_mad(from, up, -lope_point_dot(from, up));
}

double lope_bend_time(const lope_walk *walk, lope_point feet, bool arrived, lope_arc *there)
{
    const lope_bend_way *round = &walk->leg;
    if (arrived && round->last) {
        *there = round->end;
        return round->time - round->gone;
    }
    *there = round->start;
    lope_point until = lope_point_cross(round->start.up, outward(round, feet));
    if (lope_point_dot(until, lope_point_sub(round->end.normal, round->start.normal)) < 0) until = lope_point_scale(until, -1.0);
    return lope_arc_run(&walk->drive, there, round->time, until) - round->gone;
}

void lope_bend_turn(const lope_tick *tick, lope_walk *walk)
{
    if (!walk->round.on) return;
    lope_point from = outward(&walk->round, tick->feet);
    walk->drive.walls[0] = lope_point_scale(from, 1.0 / lope_point_length(from));
}

void lope_bend_leave(lope_walk *walk, const lope_arc *there, double used, bool goes_on)
{
    walk->round.gone += used;
    walk->round.on = goes_on;
    if (goes_on) walk->drive.walls[0] = there->normal; // else the contact has taken its place
}

void lope_bend_next(lope_walk *walk, const lope_arc *there, double used)
{
    lope_bend_way *round = &walk->round;
    round->gone += used;
    round->on = !round->last;
    round->last = true;
    walk->drive.walls[0] = there->normal;
}
