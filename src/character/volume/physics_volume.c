// physics_volume.c - the volume that holds the character: its gravity, friction, terminal speed, and water.
//
// A volume holds a character while the capsule's middle is in it, as Unreal's physics volumes do. A volume
// that only touches the capsule is told as an overlap (overlap_events.c). Where several volumes hold the
// character, the one of the highest priority counts; of equal ones, that with the lower id. Modes ask at
// which share of a move another volume begins to hold. So the instant of entering water does not depend on
// the tick rate. Read next: motion/moving/overlap_zones.h, modes/swimming.c.
#include "character/volume/physics_volume.h"
#include "character/base/base_change.h"
#include "character/size/crouch.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/transition/mode_switch.h"
#include "character/volume/overlap_events.h"
#include "motion/moving/overlap_zones.h"

// 1/s, where no volume says otherwise: Unreal's default physics volume
#define AIR_FRICTION 0.3
// ends of volumes on one move that are told apart
#define SPANS 24
// a difference of two shares of a move below which they are the same place
#define ALIKE 1e-9
// m beyond its boundary up to which a volume keeps a character: above the rounding of places 10,000 km away
#define KEPT 1e-7
// m into water that a character still walks after it has walked out: walking and swimming do not alternate
#define WADES 0.1
// pieces of an accelerated move beside moving volumes: 20 m/s2 for 50 ms leave each chord by 0.4 mm
#define PIECES 4
// m that volumes are gathered beyond what the tick's speed needs, so that one gather serves several ticks
#define REACH 0.5
// buoyancy from which on a floating character's middle is out of the water
#define FLOATER 1.6
// above it the middle counts as this share of the depth of the feet at rest
#define FLOATER_SHARE 0.8

// Returns the point (local, m) of the capsule that decides which volume holds it, with the feet at `feet`.
// It is the middle; lower for a character that floats high, which would else leave the water in which it
// floats. On the ground a crouched character with room to stand counts as standing: it would else swim at the
// shore, where a swimmer stands up, stand on the ground, crouch, and swim again.
lope_point lope_tick_middle(const lope_tick *tick, lope_point feet)
{
    double buoyancy = (double)tick->tuning->buoyancy;
    double share = buoyancy > FLOATER ? FLOATER_SHARE / buoyancy : 0.5;
    double height = tick->zoned && tick->could_stand ? (double)tick->state.standing_height : tick->space.height;
    return lope_point_mad(feet, tick->space.up, share * height);
}

// Returns the filter by which volumes and triggers are gathered.
static lope_filter zone_filter(const lope_tick *tick)
{
    return (lope_filter){.channels = lope_zone_channels(tick), .ignore = tick->state.own_body};
}

// True when volume `a` counts before volume `b`: by priority, then by id.
static bool before(const lope_sink_body *a, const lope_sink_body *b)
{
    if (a->volume->priority != b->volume->priority) return a->volume->priority > b->volume->priority;
    return a->id < b->id;
}

// True when the body is a physics volume that the character may be in.
static bool is_volume(const lope_tick *tick, const lope_sink_body *body)
{
    return body->volume && (body->channels == 0 || body->channels & tick->state.overlap_channels);
}

// Returns how far (m) beyond its boundary a volume holds the character. The volume that holds it already
// does so by KEPT, since right at the boundary rounding would decide anew in each tick; at a tick's start
// that is known of water only. Water that the character has just walked out of holds it only from WADES
// inside on: below 0.
static double kept_by(const lope_tick *tick, const lope_sink_body *body)
{
    bool ashore = tick->state.flags & LOPE_STATE_ASHORE && body->volume->water && lope_tick_on_ground(tick);
    if (ashore) return -WADES * tick->space.unit;
    bool holds = body->id == tick->volume || (tick->volume == LOPE_BODY_NONE && tick->water && body->volume->water);
    return holds ? KEPT * tick->space.unit : 0;
}

// Returns the volume that holds a point of the world at `share` of the tick; NULL: none. keeps: counts
// volumes as far as kept_by says, else exactly to their boundary.
static const lope_sink_body *holder(const lope_tick *tick, lope_point point, double share, bool keeps)
{
    const lope_sink_body *best = NULL;
    lope_zone_way still = {.from = point, .begin = share, .end = share};
    double enter, leave;
    for (lope_zone zone = {0}; lope_zones_next(tick->space.nearby, &zone);) {
        if (!is_volume(tick, zone.body) || (best && !before(zone.body, best))) continue;
        still.wider = keeps ? kept_by(tick, zone.body) : 0;
        if (lope_zone_span(&tick->space, &zone, &still, &enter, &leave)) best = zone.body;
    }
    return best;
}

// Returns `time` (s into the tick) as a share of the tick.
static double tick_share(const lope_tick *tick, double time) { return tick->seconds > 0 ? time / tick->seconds : 0; }

// Returns where local `feet` are in the world `time` seconds from now. A base, and a body on which the
// character is landing, stand at their pose of the tick's end in local space; here their motion is undone.
static lope_point in_world(const lope_tick *tick, lope_point feet, double time)
{
    if (tick->base_carry.alights)
        return lope_point_mad(feet, tick->space.up, tick->base_carry.rises * time - tick->base_carry.over);
    return lope_base_in_world(tick, feet, tick->now + time);
}

// Returns the volume that holds the character now with its feet at `feet`; NULL: none.
static const lope_sink_body *holder_now(const lope_tick *tick, lope_point feet)
{
    return holder(tick, lope_tick_middle(tick, in_world(tick, feet, 0)), tick_share(tick, tick->now), true);
}

// Writes the shares of a move at which volumes begin and end, in order, to `ends` (SPANS entries). keeps:
// as for holder. Returns how many.
static uint32_t ends_on(const lope_tick *tick, const lope_zone_way *on, bool keeps, double *ends)
{
    uint32_t count = 0;
    lope_zone_way way = *on;
    for (lope_zone zone = {0}; lope_zones_next(tick->space.nearby, &zone) && count + 2 <= SPANS;) {
        double at[2];
        if (!is_volume(tick, zone.body)) continue;
        way.wider = keeps ? kept_by(tick, zone.body) : 0;
        if (!lope_zone_span(&tick->space, &zone, &way, &at[0], &at[1])) continue;
        for (int i = 0; i < 2; i++) {
            uint32_t k = count++;
            for (; k > 0 && ends[k - 1] > at[i]; k--) ends[k] = ends[k - 1];
            ends[k] = at[i];
        }
    }
    return count;
}

// Gathers the volumes along a move of the capsule from `feet`, and `by` (m) beyond. Returns false when
// there are none, or the gather was refused.
static bool cover(lope_tick *tick, lope_point feet, lope_point way, double by)
{
    lope_bounds bounds = lope_space_bounds(&tick->space, feet, way, by);
    return lope_zones_cover(&tick->space, zone_filter(tick), &bounds);
}

// True when any volume was gathered.
static bool has_volumes(const lope_tick *tick)
{
    if (!lope_zones_any(tick->space.nearby)) return false;
    const lope_near_set *sets = tick->space.nearby->zones->sets;
    return sets[0].volume_count + sets[1].volume_count > 0;
}

// Returns the share of a move of the middle at which another volume begins to hold it, with that volume's
// id in *into; 2: the same volume holds it all the way.
static double held_until(const lope_tick *tick, const lope_zone_way *way, uint64_t *into)
{
    double ends[SPANS + 1];
    uint32_t count = ends_on(tick, way, true, ends);
    ends[count] = 1;
    for (double at = 0; at < 1;) {
        double next = 1, middle;
        for (uint32_t i = 0; i <= count; i++)
            if (ends[i] > at + ALIKE && ends[i] < next) next = ends[i];
        middle = 0.5 * (at + next);
        const lope_sink_body *holds =
            holder(tick, lope_point_mad(way->from, way->way, middle), way->begin + (way->end - way->begin) * middle, true);
        *into = holds ? holds->id : LOPE_BODY_NONE;
        if (*into != tick->volume) return at;
        at = next;
    }
    return 2;
}

// Returns the share of a move that is done after `time` (s). The speed changes evenly from first to last.
static double share_gone(const lope_volume_way *way, double time)
{
    double whole = 0.5 * (way->first + way->last) * way->time, faster = way->last - way->first;
    if (!(whole > 0) || way->first < 0 || way->last < 0) return time / way->time;
    return (way->first * time + 0.5 * faster * time * time / way->time) / whole;
}

// Finds the cut of a move beside moving volumes: piece by piece, each straight and at constant speed. Returns
// false when the same volume holds all the way.
static bool cut_by_moving(lope_tick *tick, const lope_volume_way *way, lope_volume_cut *cut)
{
    int pieces = way->first == way->last ? 1 : PIECES;
    double time = lope_time_at(way->first, way->last, way->time, way->share), gone = 0, begun = 0;
    lope_point from = in_world(tick, tick->feet, 0);
    for (int i = 1; i <= pieces; i++) {
        double end = i < pieces ? time * i / pieces : time, share = i < pieces ? share_gone(way, end) : way->share;
        lope_point to = in_world(tick, lope_point_mad(tick->feet, way->way, share), end);
        lope_zone_way piece = {.from = lope_tick_middle(tick, from), .way = lope_point_sub(to, from)};
        piece.begin = tick_share(tick, tick->now + begun);
        piece.end = tick_share(tick, tick->now + end);
        double at = held_until(tick, &piece, &cut->into);
        if (at <= 1) {
            cut->share = gone + (share - gone) * at;
            cut->time = begun + (end - begun) * at;
            return true;
        }
        gone = share;
        begun = end;
        from = to;
    }
    return false;
}

bool lope_volume_cuts(lope_tick *tick, const lope_volume_way *way, lope_volume_cut *cut)
{
    cut->share = 2;
    cut->time = -1;
    if (!tick->zoned || way->share <= 0) return false;
    lope_point whole = lope_point_scale(way->way, way->share), feet = in_world(tick, tick->feet, 0);
    lope_point to = in_world(tick, lope_point_add(tick->feet, whole), way->time), on = lope_point_sub(to, feet);
    if (!cover(tick, feet, on, 0)) return false;
    if (!has_volumes(tick) && tick->volume == LOPE_BODY_NONE) return false;
    bool moving = tick->space.nearby->zones->sets[1].volume_count > 0 || tick->base_carry.alights || tick->base_carry.on;
    if (moving) return cut_by_moving(tick, way, cut);
    lope_zone_way straight = {.from = lope_tick_middle(tick, feet), .way = whole};
    double at = held_until(tick, &straight, &cut->into);
    if (at > 1) return false;
    cut->share = way->share * at;
    return true;
}

uint64_t lope_volume_at(lope_tick *tick, lope_point feet, bool *is_water)
{
    lope_point still = {0, 0, 0};
    bool known = tick->zoned && cover(tick, in_world(tick, feet, 0), still, 0);
    const lope_sink_body *holds = known ? holder_now(tick, feet) : NULL;
    *is_water = holds && holds->volume->water;
    return holds ? holds->id : LOPE_BODY_NONE;
}

// Returns the gravity (m/s2) of a volume at the character, with the tuning's scale. NULL: the state's
// gravity.
static lope_point gravity_of(const lope_tick *tick, const lope_volume *volume)
{
    lope_point gravity = lope_vec3_to_point(tick->state.gravity);
    if (volume && volume->gravity_mode == LOPE_GRAVITY_VECTOR) gravity = lope_vec3_to_point(volume->gravity);
    if (volume && volume->gravity_mode == LOPE_GRAVITY_POINT) {
        lope_point middle = lope_point_mad(tick->feet, tick->space.up, 0.5 * tick->space.height);
        lope_point toward = lope_point_sub(lope_point_sub(volume->gravity_point, tick->origin), middle);
        double length = lope_point_length(toward);
        gravity = lope_point_scale(toward, length > 1e-6 * tick->space.unit ? (double)volume->gravity_strength / length : 0);
    }
    return lope_point_scale(gravity, (double)tick->tuning->gravity_scale);
}

// Takes over what a volume says: gravity, friction, terminal speed, water. NULL: no volume holds the
// character.
static void take(lope_tick *tick, const lope_sink_body *body)
{
    const lope_volume *volume = body ? body->volume : NULL;
    tick->volume = body ? body->id : LOPE_BODY_NONE;
    tick->water = volume && volume->water;
    tick->gravity = gravity_of(tick, volume);
    tick->radial = volume && volume->gravity_mode == LOPE_GRAVITY_POINT;
    tick->pull = tick->radial ? (double)volume->gravity_strength * (double)tick->tuning->gravity_scale : 0;
    if (tick->pull != 0) tick->pieced = true;
    if (tick->radial) tick->pull_center = lope_point_sub(volume->gravity_point, tick->origin);
    tick->terminal_speed = (double)tick->tuning->terminal_speed;
    tick->fluid_friction = AIR_FRICTION;
    if (!volume) return;
    if (volume->terminal_speed > 0) tick->terminal_speed = (double)volume->terminal_speed;
    if (volume->fluid_friction > 0 || volume->no_fluid_friction) tick->fluid_friction = (double)volume->fluid_friction;
    if (volume->no_fluid_friction) tick->fluid_friction = 0;
}

// Goes over to the volume `into`, LOPE_BODY_NONE for none. Forces on the character stay.
static void change(lope_tick *tick, uint64_t into)
{
    const lope_sink_body *body = NULL;
    for (lope_zone zone = {0}; !body && lope_zones_next(tick->space.nearby, &zone);)
        if (zone.body->id == into && zone.body->volume) body = zone.body;
    lope_point forces = lope_point_sub(tick->acceleration, tick->gravity);
    take(tick, body);
    tick->acceleration = lope_point_add(tick->gravity, forces);
}

// True when up has to turn: gravity has changed from `before`, and is not straight against up.
static bool upsets(const lope_tick *tick, lope_point before)
{
    lope_point gravity = tick->gravity, other = lope_point_sub(gravity, before), aside = lope_flat(&tick->space, gravity);
    if (!tick->tuning->up_follows_gravity || tick->state.flags & LOPE_STATE_OWN_UP) return false;
    bool against = lope_rise(&tick->space, gravity) < 0 && lope_point_dot(aside, aside) <= 0;
    return lope_point_dot(other, other) > 0 && !against && tick->tuning->integrator != LOPE_INTEGRATOR_UNREAL;
}

void lope_volume_change(lope_tick *tick, uint64_t into)
{
    lope_point before = tick->gravity;
    change(tick, into);
    if (!upsets(tick, before) || tick->layered) return;
    tick->gravity_changed = tick->pieced = true;
}

void lope_volume_follow(lope_tick *tick, double time)
{
    lope_point before = tick->gravity;
    if (!tick->radial) return;
    change(tick, tick->volume);
    tick->velocity = lope_point_mad(tick->velocity, lope_point_sub(tick->gravity, before), 0.5 * time);
    lope_velocity_log_add(tick, LOPE_TERM_GRAVITY);
}

// True when the character stands on the ground, or is lower and could stand up.
static bool could_stand(lope_tick *tick)
{
    const lope_state *state = &tick->state;
    return lope_tick_on_ground(tick) && (state->height >= state->standing_height || lope_crouch_has_room(tick, NULL));
}

// Gathers the volumes of a tick, and takes over the one that holds the character at its start.
static void look_for_volumes(lope_tick *tick)
{
    lope_point way = lope_point_scale(tick->velocity, tick->time);
    double reach = REACH * tick->space.unit + (double)tick->tuning->max_walk_speed * tick->time;
    lope_zones_begin(&tick->space, zone_filter(tick));
    tick->zoned = cover(tick, tick->feet, way, reach);
    lope_bounds bounds = lope_space_bounds(&tick->space, tick->feet, way, reach);
    tick->zones_near = tick->zoned && lope_zones_near(&tick->space, &bounds);
    tick->trail.count = 0;
    tick->could_stand = false;
    lope_tick_pass(tick);
    if (!has_volumes(tick)) return;
    tick->water = tick->state.water; // as the last tick has left it
    tick->could_stand = tick->zones_near && could_stand(tick);
    take(tick, holder_now(tick, tick->feet));
}

// Begins the tick's volumes. Where the surroundings have none, no more than these lines run.
LOPE_HOT void lope_volumes_enter(lope_tick *tick)
{
    tick->volume = LOPE_BODY_NONE;
    tick->gravity = lope_point_scale(lope_vec3_to_point(tick->state.gravity), (double)tick->tuning->gravity_scale);
    tick->terminal_speed = (double)tick->tuning->terminal_speed;
    tick->fluid_friction = AIR_FRICTION;
    uint32_t channels = tick->moveset->sensor_count ? lope_zone_channels(tick) : tick->state.overlap_channels;
    if (channels & tick->channels_there) look_for_volumes(tick);
}

double lope_immersion(lope_tick *tick, lope_point feet, double above, double *surface)
{
    if (surface) *surface = 0;
    double height = tick->space.height, length = height + above, wet = 0, ends[SPANS + 2];
    lope_point axis = lope_point_scale(tick->space.up, length);
    if (tick->zoned) feet = in_world(tick, feet, 0);
    if (!tick->zoned || !cover(tick, feet, axis, 0) || !has_volumes(tick)) return 0;
    double share = tick_share(tick, tick->now);
    lope_zone_way upward = {.from = feet, .way = axis, .begin = share, .end = share};
    uint32_t count = ends_on(tick, &upward, false, ends);
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (ends[i + 1] <= ends[i]) continue;
        const lope_sink_body *holds = holder(tick, lope_point_mad(feet, axis, 0.5 * (ends[i] + ends[i + 1])), share, false);
        if (!holds || !holds->volume->water) continue;
        double low = ends[i] * length, high = ends[i + 1] * length;
        if (surface) *surface = high;
        if (high > height) high = height;
        if (high > low) wet += high - low;
    }
    return wet < height ? wet / height : 1;
}

// True when water reaches to the capsule's middle, or within WADES of it.
static bool is_by_water(const lope_tick *tick)
{
    lope_zone_way still = {.from = lope_tick_middle(tick, tick->feet), .begin = 1, .end = 1, .wider = WADES * tick->space.unit};
    double enter, leave;
    for (lope_zone zone = {0}; lope_zones_next(tick->space.nearby, &zone);) {
        if (!is_volume(tick, zone.body) || !zone.body->volume->water) continue;
        if (lope_zone_span(&tick->space, &zone, &still, &enter, &leave)) return true;
    }
    return false;
}

void lope_volumes_leave(lope_tick *tick)
{
    bool ashore = tick->state.flags & LOPE_STATE_ASHORE;
    if (ashore && !(lope_tick_on_ground(tick) && is_by_water(tick))) tick->state.flags &= ~LOPE_STATE_ASHORE;
    double immersion = lope_immersion(tick, tick->feet, 0, NULL);
    const lope_sink_body *holds = tick->zoned && has_volumes(tick) ? holder_now(tick, tick->feet) : NULL;
    tick->state.water = holds && holds->volume->water;
    tick->state.immersion = (float)immersion;
}

// True when the water that holds the character makes it swim, from mode `from`.
static bool takes(const lope_tick *tick, uint32_t from)
{
    uint32_t mode = (uint32_t)tick->tuning->default_water_mode;
    bool forbidden = tick->input->forbidden & LOPE_FORBID_SWIM;
    if (!tick->water || forbidden || mode == from || !lope_mode_exists(tick->moveset, mode)) return false;
    return mode != LOPE_MODE_NONE && mode != LOPE_MODE_FALLING && !tick->moveset->modes[mode]->on_ground;
}

bool lope_water_keeps(const lope_tick *tick, uint32_t mode)
{
    if (!tick->water || tick->state.mode != (uint32_t)tick->tuning->default_water_mode || !takes(tick, mode)) return false;
    bool falls = mode == LOPE_MODE_FALLING && lope_rise(&tick->space, tick->velocity) <= 0;
    return falls || mode == LOPE_MODE_WALKING || mode == LOPE_MODE_NAV_WALKING;
}

bool lope_water_takes(lope_tick *tick)
{
    if (!takes(tick, tick->state.mode) || lope_tick_turns_back(tick, (uint32_t)tick->tuning->default_water_mode)) return false;
    lope_base_step_off(tick);
    lope_tick_set_mode(tick, (uint32_t)tick->tuning->default_water_mode);
    return true;
}
