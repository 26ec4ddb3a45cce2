// physics_volume.c - the volume that holds the character: its gravity, its friction, its terminal speed, and water.
//
// A volume holds a character whose middle is in it, as Unreal's physics volumes do; what overlaps it by its rim is only told (overlap_events.c). Where
// several hold it the one of the highest priority counts, of equal ones that with the lower id. Modes ask how far a way leads until another
// volume holds it, so that the instant at which one enters water does not depend on the tick rate.
#include "character/volume/physics_volume.h"
#include "character/base/base_change.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/transition/mode_switch.h"
#include "character/volume/overlap_events.h"
#include "motion/moving/overlap_zones.h"

#define AIR_FRICTION 0.3 // 1/s, where no volume says otherwise
#define SPANS 24         // ends of volumes on one way that are told apart
#define ALIKE 1e-9       // shares of a way that are the same place
#define KEPT 1e-7        // m beyond a volume's rim, where it still holds whom it held: over the rounding of places 10,000 km away
#define WADES 0.1   // m into water that one has walked out of, and beside it: at its edge walking and swimming do not take turns
#define PIECES 4    // of a way on which the speed changes, beside what moves: 20 m/s2 for 50 ms are off each chord by 0.4 mm
#define REACH 0.5   // m, beyond what a tick's speed needs, of what is gathered of volumes
#define FLOATER 1.6 // buoyancy from which on one floats with its middle out of water
#define FLOATER_SHARE 0.8 // then its middle counts as so much of its depth at rest

// Who floats high is in water as long as it floats there: for a cork the middle counts as lower.
lope_point lope_tick_middle(const lope_tick *tick, lope_point feet)
{
    double buoyancy = (double)tick->tuning->buoyancy;
    double share = buoyancy > FLOATER ? FLOATER_SHARE / buoyancy : 0.5;
    return lope_point_mad(feet, tick->space.up, share * tick->space.height);
}

static lope_filter zone_filter(const lope_tick *tick)
{
    return (lope_filter){.channels = lope_zone_channels(tick), .ignore = tick->state.own_body};
}

static bool before(const lope_sink_body *a, const lope_sink_body *b)
{
    if (a->volume->priority != b->volume->priority) return a->volume->priority > b->volume->priority;
    return a->id < b->id;
}

static bool is_volume(const lope_tick *tick, const lope_sink_body *body)
{
    return body->volume && (body->channels == 0 || body->channels & tick->state.overlap_channels);
}

// Whom a volume holds it holds a little beyond its rim: right at it rounding would say now one thing, now the other. At a tick's start that is
// known of water alone. And who has just walked out of water wades in a little before it holds him again.
static double kept_by(const lope_tick *tick, const lope_sink_body *body)
{
    bool ashore = tick->state.flags & LOPE_STATE_ASHORE && body->volume->water && lope_tick_on_ground(tick);
    if (ashore) return -WADES * tick->space.unit;
    bool holds = body->id == tick->volume || (tick->volume == LOPE_BODY_NONE && tick->water && body->volume->water);
    return holds ? KEPT * tick->space.unit : 0;
}

// The volume that holds a point of the world at a share of the tick; NULL: none. keeps: for one who has been there or out of it, else to the rim.
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

static double tick_share(const lope_tick *tick, double time) { return tick->seconds > 0 ? time / tick->seconds : 0; }

// Where it is in the world, so many seconds from now: what carries it stands at its pose of the tick's end, and what it comes down upon too.
static lope_point in_world(const lope_tick *tick, lope_point feet, double time)
{
    if (tick->base_carry.alights)
        return lope_point_mad(feet, tick->space.up, tick->base_carry.rises * time - tick->base_carry.over);
    return lope_base_in_world(tick, feet, tick->now + time);
}

static const lope_sink_body *holder_now(const lope_tick *tick, lope_point feet)
{
    return holder(tick, lope_tick_middle(tick, in_world(tick, feet, 0)), tick_share(tick, tick->now), true);
}

// Where volumes begin and end on a way, in order. keeps: the one that holds it does so a little beyond.
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

static bool cover(lope_tick *tick, lope_point feet, lope_point way, double by)
{
    lope_bounds bounds = lope_space_bounds(&tick->space, feet, way, by);
    return lope_zones_cover(&tick->space, zone_filter(tick), &bounds);
}

static bool has_volumes(const lope_tick *tick)
{
    const lope_near_set *sets = tick->space.nearby->zones.sets;
    return sets[0].volume_count + sets[1].volume_count > 0;
}

// The share of a way of the middle at which another volume begins to hold it; 2: on all of it the same one does.
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

// The share of its way that it has gone after `time`: its speed changes evenly.
static double share_gone(const lope_volume_way *way, double time)
{
    double whole = 0.5 * (way->first + way->last) * way->time, faster = way->last - way->first;
    if (!(whole > 0) || way->first < 0 || way->last < 0) return time / way->time;
    return (way->first * time + 0.5 * faster * time * time / way->time) / whole;
}

// One piece after the other, each straight and even beside what moves.
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
    bool moving = tick->space.nearby->zones.sets[1].volume_count > 0 || tick->base_carry.alights || tick->base_carry.on;
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

static void change(lope_tick *tick, uint64_t into)
{
    const lope_sink_body *body = NULL;
    for (lope_zone zone = {0}; !body && lope_zones_next(tick->space.nearby, &zone);)
        if (zone.body->id == into && zone.body->volume) body = zone.body;
    lope_point forces = lope_point_sub(tick->acceleration, tick->gravity);
    take(tick, body);
    tick->acceleration = lope_point_add(tick->gravity, forces);
}

// Whether up is to be turned: gravity is another one, and not against it.
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

static void look_for_volumes(lope_tick *tick)
{
    lope_point way = lope_point_scale(tick->velocity, tick->time);
    double reach = REACH * tick->space.unit + (double)tick->tuning->max_walk_speed * tick->time;
    lope_zones_begin(&tick->space, zone_filter(tick));
    tick->zoned = cover(tick, tick->feet, way, reach);
    lope_bounds bounds = lope_space_bounds(&tick->space, tick->feet, way, reach);
    tick->zones_near = tick->zoned && lope_zones_near(&tick->space, &bounds);
    tick->trail.count = 0;
    lope_tick_pass(tick);
    if (!has_volumes(tick)) return;
    tick->water = tick->state.water; // as the last tick has left it
    take(tick, holder_now(tick, tick->feet));
}

// Where nothing of that kind is anywhere, this is all.
LOPE_HOT void lope_volumes_enter(lope_tick *tick)
{
    const lope_surroundings *surroundings = tick->space.surroundings;
    tick->volume = LOPE_BODY_NONE;
    tick->gravity = lope_point_scale(lope_vec3_to_point(tick->state.gravity), (double)tick->tuning->gravity_scale);
    tick->terminal_speed = (double)tick->tuning->terminal_speed;
    tick->fluid_friction = AIR_FRICTION;
    uint32_t channels = tick->moveset->sensor_count ? lope_zone_channels(tick) : tick->state.overlap_channels;
    if (surroundings->channels) channels &= surroundings->channels(surroundings->context, LOPE_STATIC | LOPE_MOVING);
    if (channels) look_for_volumes(tick);
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

// Whether some water reaches to the middle, or nearly so.
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

// Whether the water takes one who is in that mode.
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
