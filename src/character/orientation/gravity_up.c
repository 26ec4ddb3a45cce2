// gravity_up.c - keeps the character's up against gravity, also where gravity turns.
//
// On ground that still holds it, the character turns about its feet, and its velocity turns with it: a walk
// round a planet loses no speed. Elsewhere it turns about the capsule's middle, its velocity stays what it
// is in the world, and it falls. The turn is the shortest one from the old up to the new, and happens at
// once. Half a turn leaves the capsule where it was. The facing turns by the same rotation; half a turn is
// a roll about the facing. Where there is no room for the turn, the character keeps its up and tries again
// in the next tick. Without gravity it keeps its up.
//
// Data: up and forward of the state, tick->gravity_changed, tick->leans.
// Read next: rotation.c, volume/physics_volume.c.
#include "character/orientation/gravity_up.h"
#include "character/base/base_frame.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/tick/velocity_setup.h"
#include "character/transition/mode_switch.h"
#include "character/volume/physics_volume.h"
#include "motion/moving/depenetrate.h"
#include "motion/query/shortlist.h"
#include "motion/query/sweep.h"

#define ROUNDING 1e-6 // rad: a smaller turn is the rounding of floats
// rad by which an up given by the game may miss the one against gravity and still be meant as it
#define GIVEN 0.05
// rad: a smaller turn needs no test for room. The overlap that it makes is pushed out in the next tick
#define SMALL 0.05
// 1 + cosine: nearer to half a turn the axis of the shortest turn is lost in rounding
#define HALF 1e-6
// rad of the way round a point in one piece: the chord is shorter by 4 millionths
#define PIECE 5e-3
#define LEANING_PIECE 5e-3 // s: a runner at 6 m/s goes 3 cm
#define HOLD_SPARE 2e-6    // of a cosine: a float's rounding on either side of the limit
#define LEAST_PULL 1e-6    // m/s2: weaker gravity has no direction

// The shortest turn of one up to another.
typedef struct lope_turn {
    lope_point from, to, ahead; // unit; ahead: the axis of half a turn
} lope_turn;

static lope_point unit(lope_point v) { return lope_point_scale(v, 1.0 / lope_point_length(v)); }

// Returns `v` turned by the shortest turn from `from` to `to`. Near half a turn it is first rolled about
// `ahead`.
static lope_point turned(const lope_turn *turn, lope_point v)
{
    lope_point from = turn->from;
    double cosine = lope_point_dot(from, turn->to);
    if (cosine < -1.0 + HALF) {
        v = lope_point_sub(lope_point_scale(turn->ahead, 2.0 * lope_point_dot(turn->ahead, v)), v);
        from = lope_point_scale(from, -1.0);
        cosine = -cosine;
    }
    lope_point axis = lope_point_cross(from, turn->to), once = lope_point_cross(axis, v);
    return lope_point_add(lope_point_add(v, once), lope_point_scale(lope_point_cross(axis, once), 1.0 / (1.0 + cosine)));
}

// Returns the capsule's middle (local).
static lope_point middle(const lope_tick *tick) { return lope_point_mad(tick->feet, tick->space.up, 0.5 * tick->space.height); }

// Takes gravity toward a point anew: at the feet on the ground, else at the middle. There the turn itself
// does not change it.
static void pull(lope_tick *tick)
{
    if (tick->pull == 0) return;
    lope_point at = lope_tick_on_ground(tick) ? tick->feet : middle(tick);
    lope_point down = lope_point_sub(tick->pull_center, at), before = tick->gravity;
    double length = lope_point_length(down);
    // at the centre there is no direction: the last gravity stays
    if (!(length > 1e-6 * tick->space.unit)) return;
    tick->gravity = lope_point_scale(down, tick->pull / length);
    tick->acceleration = lope_point_add(tick->acceleration, lope_point_sub(tick->gravity, before));
}

// True when the character has come to its place without a tick, by being made or by a teleport.
static bool is_anew(const lope_tick *tick) { return (tick->state.flags & LOPE_STATE_FRESH) || tick->teleports; }

// True when the character stands on something that may still hold it with `up`.
static bool still_stands(const lope_tick *tick, lope_point up)
{
    if (!lope_tick_on_ground(tick)) return false;
    if (is_anew(tick)) return true; // what it stands on is found out later
    lope_point plane = tick->floor.kind != LOPE_FLOOR_NONE ? tick->floor.normal : lope_vec3_to_point(tick->state.floor.plane);
    return lope_point_dot(plane, up) >= tick->space.walkable_cosine;
}

// Sets up and feet (local), and drops what was listed for the old pose.
static void set_up(lope_tick *tick, lope_point up, lope_point feet)
{
    tick->space.up = up;
    tick->state.up = lope_point_to_vec3(up);
    tick->feet = tick->space.around->home = feet;
    tick->space.around->listed = false;
    tick->ground.whole = false;
}

// Depenetrates after a turn. Returns false when there is no room.
static bool find_room(lope_tick *tick)
{
    lope_depenetrate_from leap = {.doubt = LOPE_DOUBT_ALL, .known = true, .from = {.before = tick->feet}};
    tick->space.purpose = LOPE_QUERY_DEPENETRATE;
    lope_depenetrated escape = lope_depenetrate(&tick->space, tick->feet, &leap);
    if (tick->space.failed || escape.stuck || escape.pushed > tick->space.height) return false;
    if (escape.pushed > 0) tick->moved_before = true;
    tick->feet = tick->space.around->home = escape.feet;
    tick->report->moved_by_depenetration += escape.pushed;
    return true;
}

// True when the character overlaps something deeper than the skin.
static bool overlaps(lope_tick *tick)
{
    lope_depenetrate_from leap = {.doubt = LOPE_DOUBT_ALL, .known = true, .from = {.before = tick->feet}};
    tick->space.purpose = LOPE_QUERY_DEPENETRATE;
    lope_depenetrated escape = lope_depenetrate(&tick->space, tick->feet, &leap);
    return escape.stuck || escape.pushed > 0;
}

// Turns a character that has come to its place without a tick. It turns about its feet, or about its middle
// where only that is free.
static void turn_anew(lope_tick *tick, lope_point up)
{
    lope_point feet = tick->feet, center = middle(tick);
    set_up(tick, up, feet);
    if (!overlaps(tick)) return;
    set_up(tick, up, lope_point_mad(center, up, -0.5 * tick->space.height));
    if (overlaps(tick)) set_up(tick, up, feet);
}

// True when the volume around the character's middle would still hold it after a turn about the feet to
// `up`.
static bool stays_inside(lope_tick *tick, lope_point up)
{
    lope_point from = tick->space.up;
    bool water;
    if (!tick->zoned || is_anew(tick)) return true;
    tick->space.up = up;
    uint64_t holds = lope_volume_at(tick, tick->feet, &water);
    tick->space.up = from;
    return holds == tick->volume;
}

// Turns up to `up`, where there is room. Returns true when it has turned or tried to. False: the character
// leans, that is, it keeps an up that is not against gravity. After the turn it would be in another volume
// with another gravity, and turn back; or it has landed at this instant, and would fall and land again.
static bool turn_to(lope_tick *tick, lope_point up)
{
    lope_state *state = &tick->state;
    lope_turn turn = {tick->space.up, up, lope_vec3_to_point(state->forward)};
    lope_point feet = tick->feet, from = tick->space.up;
    double height = lope_rise(&tick->space, lope_point_add(tick->origin, feet)) - state->jump_start;
    bool stands = still_stands(tick, up), about_feet = stands || is_anew(tick);
    bool small = lope_point_dot(from, up) > 1.0 - 0.5 * SMALL * SMALL;
    const bool again = lope_tick_on_ground(tick) && !stands && lope_tick_turns_back(tick, LOPE_MODE_FALLING);
    tick->leans = again || (about_feet && (!small || tick->pull == 0) && !stays_inside(tick, up));
    if (tick->leans) {
        tick->pieced = true;
        return false;
    }
    if (is_anew(tick) && !small)
        turn_anew(tick, up);
    else
        set_up(tick, up, about_feet ? feet : lope_point_mad(middle(tick), up, -0.5 * tick->space.height));
    if (!small && !is_anew(tick) && !find_room(tick)) {
        set_up(tick, from, feet);
        return true;
    }
    lope_base_shift(tick, lope_point_sub(tick->feet, feet));
    lope_point ahead = turned(&turn, turn.ahead);
    state->forward = lope_point_to_vec3(unit(lope_flat(&tick->space, ahead)));
    state->jump_start = lope_rise(&tick->space, lope_point_add(tick->origin, tick->feet)) - height;
    if (stands) {
        tick->velocity = turned(&turn, tick->velocity);
        lope_velocity_log_add(tick, LOPE_TERM_CLIP); // what the ground takes
    } else if (lope_tick_on_ground(tick)) {
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    }
    return true;
}

bool lope_gravity_up_turn(lope_tick *tick)
{
    tick->gravity_changed = tick->leans = false;
    pull(tick);
    if (!tick->tuning->up_follows_gravity) return false;
    // a negative gravity scale makes things fall up: then up is along gravity
    lope_point gravity = lope_point_scale(tick->gravity, tick->tuning->gravity_scale < 0 ? -1.0 : 1.0);
    lope_point across = lope_point_cross(gravity, tick->space.up);
    double squared = lope_point_dot(gravity, gravity), down = -lope_rise(&tick->space, gravity);
    bool fresh = tick->state.flags & LOPE_STATE_FRESH;
    if (!fresh && down > 0 && lope_point_dot(across, across) <= ROUNDING * ROUNDING * squared) return false;
    if (squared < LEAST_PULL * LEAST_PULL) {
        // it takes its up from the first gravity that it comes to
        if (fresh) tick->state.flags &= ~LOPE_STATE_OWN_UP;
        return false;
    }
    if (tick->state.flags & LOPE_STATE_OWN_UP) {
        bool meant = down > 0 && lope_point_dot(across, across) < GIVEN * GIVEN * squared;
        if (!fresh || !meant) return false;
        tick->state.flags &= ~LOPE_STATE_OWN_UP;
    }
    if (down > 0 && lope_point_dot(across, across) <= ROUNDING * ROUNDING * squared) return false;
    return turn_to(tick, lope_point_scale(gravity, -1.0 / sqrt(squared)));
}

void lope_gravity_up_hold(lope_tick *tick)
{
    const lope_contact *on = &tick->floor.contact;
    if (tick->state.mode != LOPE_MODE_WALKING || (tick->state.flags & LOPE_STATE_OWN_UP) || !tick->tuning->up_follows_gravity)
        return;
    if (tick->floor.kind != LOPE_FLOOR_FACE || !on->flat || on->moving || !(on->limit > 0 && on->limit < 1)) return;
    // On a plane the slope grows with the distance from the place at which gravity is straight into it.
    lope_point from = lope_point_sub(tick->feet, tick->pull_center), normal = tick->floor.normal;
    double over = lope_point_dot(normal, from), limit = on->limit + HOLD_SPARE;
    lope_point out = lope_point_mad(from, normal, -over);
    double distance = lope_point_length(out), most = over * sqrt(1.0 - limit * limit) / limit, back = distance - most;
    if (!(over > 0) || !(back > 0) || back > 2.0 * PIECE * lope_point_length(from)) return;
    out = lope_point_scale(out, 1.0 / distance);
    lope_point way = lope_point_scale(out, -back);
    lope_contact met;
    tick->space.purpose = LOPE_QUERY_SLIDE;
    if (lope_sweep(&tick->space, tick->feet, way, &met)) way = lope_point_scale(way, met.fraction);
    tick->feet = lope_point_add(tick->feet, way);
    tick->report->moved_by_snap += lope_point_length(way);
    out = unit(lope_flat(&tick->space, out));
    double into = lope_point_dot(tick->velocity, out);
    if (into > 0) tick->velocity = lope_point_mad(tick->velocity, out, -into);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

// Returns how many of `left` seconds pass before a leaning character looks again. By then it may have come
// far enough into the volume, or out of it.
static double leaning_piece(const lope_tick *tick, double left)
{
    double least = tick->time / LOPE_TICK_PIECES, piece = LEANING_PIECE > least ? LEANING_PIECE : least;
    return tick->leans && left > piece ? piece : left;
}

double lope_gravity_up_piece(const lope_tick *tick, double left)
{
    if (tick->pull == 0) return leaning_piece(tick, left);
    if ((tick->state.flags & LOPE_STATE_OWN_UP) || !tick->tuning->up_follows_gravity) return left;
    double speed = lope_point_length(lope_flat(&tick->space, tick->velocity));
    double top = lope_point_dot(tick->wanted, tick->wanted) > 0 ? lope_tick_max_speed(tick) : 0;
    double distance = lope_point_length(lope_point_sub(tick->pull_center, tick->feet));
    double most = PIECE * distance, way = (speed > top ? speed : top) * left;
    if (way <= most) return left;
    double piece = left * most / way, least = tick->time / LOPE_TICK_PIECES;
    return piece > least ? piece : least < left ? least : left;
}
