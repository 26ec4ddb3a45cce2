// walking_ledge.c - a character that may not walk off a ledge: the rim is a wall of the level plane, along
// which it walks.
//
// The character may be wherever a floor holds it: over walkable ground, and up to the support radius beyond
// its rims. Where that ends with no floor close below, the rim is a wall. Its normal leads from the feet to
// the nearest point of the rim. So the way along it is straight along a straight edge, and round about a
// corner or a round platform. Seen from the character such a wall bends toward it, so a straight way along it
// ends outside. From there the way leads back in as far as it must, and the velocity turns with the rim.
#include "character/modes/walking_ledge.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_slice_time.h"
#include "character/modes/walking_slope.h"
#include "character/modes/walking_underfoot.h"
#include "character/modes/walking_walls.h"
#include "character/state/state_flags.h"
#include "character/tick/ability_slots.h"
#include "character/tick/tick.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"

#define HOLD 5e-4            // m from where the floor lets go: the rim counts as touched
#define HALVINGS 14          // of a way of 0.17 m: to 10 micrometres
#define RIM_WITHIN 2e-6      // m, within which a character that is held at a rim stands at it
#define RIM_HALVINGS 8       // of HOLD: to 2 micrometres
#define LEDGE_MOST_TURN 0.12 // rad of the rim in a slice: its way is then 0.5 % longer than the arc
#define LEDGE_LEAST_WAY 0.02 // radii: shorter ways are not cut further
// radii from the axis: a floor's point nearer to it does not say where the ground lies
#define LEAST_ARM 0.02

bool lope_ledge_guards(const lope_tick *tick)
{
    const lope_tuning *t = tick->tuning;
    if (!t->can_walk_off_ledges || tick->input->forbidden & LOPE_FORBID_WALK_OFF) return true;
    if (LOPE_UNLIKELY(lope_tick_has_abilities(tick)) && lope_tick_abilities_guard(tick)) return true;
    // A character that is crouched only for lack of head room may walk off. It could neither stand up nor
    // leave otherwise.
    bool crouches = (tick->state.flags & LOPE_STATE_CROUCHED) && lope_tick_asks_to_crouch(tick);
    return crouches && !t->can_walk_off_ledges_when_crouching;
}

// Returns how far down (m) the character is kept on the floor.
static double snap_reach(const lope_tick *tick)
{
    double snap = (double)tick->tuning->snap_distance;
    return snap < 0 ? (double)tick->tuning->max_step_height : snap;
}

// Finds the floor under `feet`, down to `reach` m.
static lope_floor_hit floor_at(lope_tick *tick, lope_point feet, double reach)
{
    double spare = 1e-3 * tick->space.unit;
    tick->space.purpose = LOPE_QUERY_FLOOR;
    return lope_find_floor(&tick->space, feet, reach + spare, spare);
}

// True when a floor holds the character at `feet`.
static bool holds(lope_tick *tick, lope_point feet) { return floor_at(tick, feet, snap_reach(tick)).walkable; }

// True when the ground ends for good at `feet`, which no floor holds. out: away from the ground. Ground
// within the ledge tolerance goes on. It may lie straight down, or at the foot of a slope that begins here.
static bool is_ledge(lope_tick *tick, lope_point feet, lope_point out)
{
    double deep = (double)tick->tuning->max_step_height + (double)tick->tuning->ledge_check_threshold;
    double length = lope_point_length(out);
    if (length > 0) out = lope_point_scale(out, 1.0 / length);
    tick->space.purpose = LOPE_QUERY_FLOOR;
    return !lope_floor_goes_on(&tick->space, feet, out, deep);
}

// Sets *normal to the level direction from `feet` to the point of the floor that holds them. False: the point
// is too near the axis to tell.
static bool inward(const lope_tick *tick, lope_point feet, const lope_floor_hit *floor, lope_point *normal)
{
    *normal = lope_flat(&tick->space, lope_point_sub(floor->contact.point, feet));
    double length = lope_point_length(*normal);
    if (length < LEAST_ARM * tick->space.radius) return false;
    *normal = lope_point_scale(*normal, 1.0 / length);
    return true;
}

// True when a rim that is about to let go holds the feet; *normal leads inward.
static bool at_rim(lope_tick *tick, lope_point feet, lope_point *normal)
{
    lope_floor_hit floor = floor_at(tick, feet, snap_reach(tick));
    if (floor.kind != LOPE_FLOOR_RIM || !inward(tick, feet, &floor, normal)) return false;
    return !holds(tick, lope_point_mad(feet, *normal, -HOLD * tick->space.unit));
}

// Finds the wall that is a rim; *index is its place. False: there is none.
static bool find_rim(const lope_law *drive, const lope_wall_kind *kinds, uint32_t *index)
{
    for (*index = 0; *index < drive->wall_count; (*index)++)
        if (kinds[*index] == LOPE_WALL_RIM) return true;
    return false;
}

// Sets the normal of the rim's wall, or adds one.
static void set_rim(const lope_tick *tick, lope_walk *walk, lope_point level, lope_point normal)
{
    uint32_t index;
    if (find_rim(&walk->drive, walk->kinds, &index))
        walk->drive.walls[index] = normal;
    else
        lope_wall_add(tick, walk, level, normal, LOPE_WALL_RIM);
}

// Takes the character that the rim holds up to it. A tick may have ended a hair before: how soon the
// character leaves the ground when nothing guards the ledge any more must not depend on that.
LOPE_COLD static void go_to_rim(lope_tick *tick, lope_point out)
{
    const double unit = tick->space.unit;
    double held = 0, lost = HOLD * unit;
    lope_contact met;
    const uint32_t probes = lope_log_next(&tick->space);
    if (!holds(tick, lope_point_mad(tick->feet, out, RIM_WITHIN * unit))) return;
    for (int i = 0; i < RIM_HALVINGS; i++) {
        const double middle = 0.5 * (held + lost);
        *(holds(tick, lope_point_mad(tick->feet, out, middle)) ? &held : &lost) = middle;
    }
    lope_log_probes(&tick->space, probes);
    const lope_point way = lope_point_scale(out, held);
    tick->space.purpose = LOPE_QUERY_MOVE;
    tick->feet = lope_point_mad(tick->feet, way, lope_sweep(&tick->space, tick->feet, way, &met) ? met.fraction : 1.0);
}

void lope_ledge_press(lope_tick *tick, lope_walk *walk)
{
    if (tick->state.floor.kind != LOPE_FLOOR_RIM || !lope_ledge_guards(tick)) return;
    lope_point normal, velocity = tick->velocity, direction = walk->drive.direction;
    bool still = lope_point_dot(velocity, velocity) <= 0 && lope_point_dot(direction, direction) <= 0;
    if (still || !at_rim(tick, tick->feet, &normal)) return;
    bool presses = lope_point_dot(velocity, normal) < 0 || lope_point_dot(direction, normal) < 0;
    lope_point out = lope_point_scale(normal, -1.0), past = lope_point_mad(tick->feet, out, HOLD * tick->space.unit);
    if (!presses || !is_ledge(tick, past, out)) return;
    go_to_rim(tick, out);
    lope_wall_add(tick, walk, out, normal, LOPE_WALL_RIM);
    tick->velocity = lope_along_walls(velocity, walk->drive.walls, walk->drive.wall_count);
}

// A pose past the rim, and the way back in to where a floor holds it. The character goes along that rim.
typedef struct lope_return {
    double share;      // of the way along the rim
    double in;         // m back in, along the rim's normal
    lope_point normal; // of the rim there
} lope_return;

// Finds the way from `past` back in along `normal`, at most `most` m. False: no floor holds within it, or it
// tells no normal.
static bool find_return(lope_tick *tick, lope_point past, lope_point normal, double most, lope_return *back)
{
    double lost = 0, held = most;
    if (!holds(tick, lope_point_mad(past, normal, most))) return false;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (lost + held);
        if (holds(tick, lope_point_mad(past, normal, middle)))
            held = middle;
        else
            lost = middle;
    }
    lope_point at = lope_point_mad(past, normal, held);
    lope_floor_hit floor = floor_at(tick, at, snap_reach(tick));
    back->in = held;
    return inward(tick, at, &floor, &back->normal);
}

// Finds the longest piece of a way along the rim in which the rim turns by little. False: there is no way
// back in.
static bool plan_return(lope_tick *tick, const lope_walk_slice *s, lope_point way, lope_point normal, lope_return *back)
{
    double length = lope_point_length(way), least = LEDGE_LEAST_WAY * tick->space.radius;
    uint32_t probes = lope_log_next(&tick->space);
    bool found, gentle;
    back->share = 1.0;
    for (;;) {
        lope_point past = lope_point_mad(s->from, way, back->share);
        found = find_return(tick, past, normal, back->share * length, back);
        gentle = found && lope_point_dot(back->normal, normal) > 1.0 - 0.5 * LEDGE_MOST_TURN * LEDGE_MOST_TURN;
        if (gentle || back->share * length <= least) break;
        lope_point turn = lope_point_sub(back->normal, normal);
        double less = found ? 0.9 * LEDGE_MOST_TURN / lope_point_length(turn) : 0.25;
        back->share *= less < 0.5 ? less : 0.5;
    }
    lope_log_probes(&tick->space, probes);
    return found;
}

bool lope_ledge_follows(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double *used)
{
    uint32_t index;
    if (!find_rim(&s->drive, s->kinds, &index) || !lope_ledge_guards(tick)) return false;
    lope_return back;
    lope_point way = lope_point_sub(tick->feet, s->from), normal = s->drive.walls[index], up = tick->space.up;
    if (!is_ledge(tick, tick->feet, lope_point_scale(normal, -1.0))) return false;
    if (!plan_return(tick, s, way, normal, &back)) return false;
    lope_point past = lope_point_mad(s->from, way, back.share), in = lope_point_scale(normal, back.in);
    lope_contact met;
    tick->space.purpose = LOPE_QUERY_SLIDE;
    if (lope_sweep(&tick->space, past, in, &met)) return false;
    *used = lope_walk_take_back(tick, walk, s, fraction, back.share);
    tick->feet = lope_point_add(past, in);
    lope_walk_to_floor(tick);
    double speed = lope_point_dot(tick->velocity, lope_point_cross(up, normal));
    walk->drive.walls[index] = back.normal;
    lope_point along = lope_point_scale(lope_point_cross(up, back.normal), speed);
    tick->velocity = lope_along_walls(along, walk->drive.walls, walk->drive.wall_count);
    return true;
}

// Returns the wall that the rim at the feet is. Where nothing tells it, the rim lies across the way. So it
// does where the way along the rim led nowhere, as at a point that holds the feet on no side.
static lope_point rim_normal(const lope_tick *tick, const lope_walk_slice *s, bool led_nowhere)
{
    lope_point normal;
    if (!led_nowhere && inward(tick, tick->feet, &tick->floor, &normal)) return normal;
    const double length = lope_point_length(s->level);
    return lope_point_scale(s->level, length > 0 ? -1.0 / length : 0);
}

// Returns the share of the slice at which the character stops: that at which the floor held it last. An edge
// over which the round bottom rolls is found again from elsewhere in the next tick. There the character stops
// a hair before.
static double share_to_stop(const lope_tick *tick, const lope_walk_slice *s, double last)
{
    const double way = lope_point_length(lope_point_sub(tick->feet, s->from)), back = LOPE_STEEP_BACK * tick->space.unit;
    if (tick->floor.kind == LOPE_FLOOR_RIM) return last;
    return last * way > back ? last - back / way : 0;
}

// Goes back to where the floor still holds, and makes the rim there a wall. False: there are too many walls.
static bool stop(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double last, double *used)
{
    uint32_t index;
    const double share = share_to_stop(tick, s, last), way = share * lope_point_length(lope_point_sub(tick->feet, s->from));
    const bool led_nowhere = find_rim(&s->drive, s->kinds, &index) && way <= RIM_WITHIN * tick->space.unit;
    *used = lope_walk_take_back(tick, walk, s, fraction, share);
    const lope_point normal = rim_normal(tick, s, led_nowhere);
    if (led_nowhere)
        lope_wall_add(tick, walk, s->level, normal, LOPE_WALL_RIM);
    else
        set_rim(tick, walk, s->level, normal);
    tick->velocity = lope_along_walls(tick->velocity, walk->drive.walls, walk->drive.wall_count);
    return find_rim(&walk->drive, walk->kinds, &index);
}

bool lope_ledge_stops(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double last, double gone,
                      double *used)
{
    if (!lope_ledge_guards(tick) || tick->floor.kind == LOPE_FLOOR_NONE) return false;
    lope_point way = lope_point_sub(tick->feet, s->from);
    if (!is_ledge(tick, lope_point_mad(s->from, way, gone), lope_flat(&tick->space, way))) return false;
    if (stop(tick, walk, s, fraction, last, used)) return true;
    tick->velocity = (lope_point){0, 0, 0}; // no room for another wall
    *used = 1e30;
    return true;
}

// Called when the rim has ended during the slice. Goes back to its end. Returns the seconds used until then.
static double rim_ended(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction)
{
    double on = 0, off = 1;
    lope_point way = lope_point_sub(tick->feet, s->from), normal;
    uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (on + off);
        if (at_rim(tick, lope_point_mad(s->from, way, middle), &normal))
            on = middle;
        else
            off = middle;
    }
    lope_log_probes(&tick->space, probes);
    return lope_walk_take_back(tick, walk, s, fraction, off);
}

double lope_ledge_keep(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double used)
{
    uint32_t index;
    lope_point normal;
    if (!find_rim(&walk->drive, walk->kinds, &index) || tick->floor.kind == LOPE_FLOOR_WEDGE) return used;
    if (at_rim(tick, tick->feet, &normal)) {
        walk->drive.walls[index] = normal;
        tick->velocity = lope_along_walls(tick->velocity, walk->drive.walls, walk->drive.wall_count);
        return used;
    }
    if (s->rim) used = rim_ended(tick, walk, s, fraction);
    if (find_rim(&walk->drive, walk->kinds, &index)) lope_wall_drop(walk, index);
    return used;
}
