// nav_walking.c - the nav walking mode: over a navigation surface, by walking's velocity law, without looking
// for a floor.
//
// The character stands at the point of the surface straight under or over it; the surface's rim is a wall.
// Now and then it looks for the real floor near the surface, and its height follows that floor. What it could
// step upon is no obstacle: the capsule that solids stop begins above the step height. Slices end when a look
// is due, so any tick rate looks at the same places. Without a surface within reach the mode becomes walking,
// or falling. Read next: walking.c, and surroundings.h for nav_point.
#include "character/modes/nav_walking.h"
#include "character/depenetration/free_character.h"
#include "character/jump/jump.h"
#include "character/state/state_flags.h"
#include "character/tick/contacts.h"
#include "character/tick/events.h"
#include "character/tick/law_hooks.h"
#include "character/tick/nav_surface.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/tick/velocity_setup.h"
#include "character/transition/mode_switch.h"
#include "character/volume/overlap_events.h"
#include "character/volume/physics_volume.h"
#include "motion/query/sweep.h"

#define NAV_SLICES 256          // in a run of the mode, at most
#define SLICE_TIME (1.0 / 60.0) // s: a bend of 20 m/s2 is off its chord by 0.7 mm then
#define SLICE_WAY 0.5           // of the radius: a gap that anything solid leaves in a surface is wider
#define RIM 1e-6                // m over the rim that still count as on it
#define RIM_TRIES 32            // at most, to a quarter of that
#define LEVEL_WALL 0.1          // least level part of a contact's normal that says which way to slide
#define SETTLED 1e-6            // m from the goal: the height has settled

// What the mode works with during a tick.
typedef struct nav_walk {
    lope_law drive;
    lope_nav_state *own; // the mode's data in the state
    lope_nav_point at;   // of the surface, under or over the feet; local
    double beside;       // m from `at` to feet that are beside the surface
    bool projects;       // the height follows the real floor
    bool lost;           // there is no surface within reach
} nav_walk;

// What a slice sets out to do, and how far it goes.
typedef struct nav_slice {
    lope_point level, end; // the level way, m; the velocity at its end, m/s
    double time, share;    // s of the whole way; the share that is done
    lope_nav_point to;     // the surface at the slice's end
    lope_point wall;       // level, unit; only where `stopped`
    bool stopped;          // a rim or a solid stops the slice
} nav_slice;

// Returns how far (m) `feet` are outside the rim that the surface point `at` lies on; 0: not outside.
static double beside(const lope_tick *tick, const lope_nav_point *at, lope_point feet)
{
    if (!at->on_rim) return 0;
    double out = lope_point_dot(lope_flat(&tick->space, lope_point_sub(feet, at->point)), lope_vec3_to_point(at->rim_normal));
    return out > 0 ? out : 0;
}

// Moves the height over the surface toward its goal, over `time` seconds.
static void ease(const lope_tick *tick, lope_nav_state *own, double time)
{
    double speed = (double)tick->tuning->nav_projection_interp_speed, left = (double)own->goal - (double)own->offset;
    left = speed > 0 ? left * lope_exp_double(-speed * time) : 0;
    bool settled = left < SETTLED * tick->space.unit && left > -SETTLED * tick->space.unit;
    own->offset = settled ? own->goal : (float)((double)own->goal - left);
}

// Moves the feet to their height over the surface.
static void put(lope_tick *tick, const nav_walk *walk)
{
    double off = lope_rise(&tick->space, lope_point_sub(walk->at.point, tick->feet)) + (double)walk->own->offset;
    tick->feet = lope_point_mad(tick->feet, tick->space.up, off);
}

// Makes the surface itself the floor.
static void stand_on_surface(lope_tick *tick, lope_point normal, lope_point point)
{
    tick->floor = (lope_floor_hit){.kind = LOPE_FLOOR_FACE, .walkable = true, .normal = normal};
    tick->floor.contact =
        (lope_contact){.body = LOPE_BODY_NONE, .normal = normal, .surface = normal, .point = point, .walkable = true};
}

// Takes the floor of the last look, as the state has it.
static void recall_floor(lope_tick *tick)
{
    const lope_floor *floor = &tick->state.floor;
    if (tick->floor.kind != LOPE_FLOOR_NONE) return;
    bool known = floor->kind != LOPE_FLOOR_NONE && floor->walkable;
    lope_point normal = known ? lope_vec3_to_point(floor->normal) : tick->space.up;
    stand_on_surface(tick, normal, tick->feet);
    if (!known) return;
    tick->floor.kind = (lope_floor_kind)floor->kind;
    tick->floor.distance = (double)floor->distance;
    tick->floor.normal = lope_vec3_to_point(floor->plane);
    tick->floor.contact.body = floor->body;
    tick->floor.contact.index = floor->triangle;
    tick->floor.contact.material = floor->material;
}

// Looks for the real floor near the surface, and sets the height that the feet go to. Sets the time of the
// next look.
static void look(lope_tick *tick, nav_walk *walk)
{
    lope_space *space = &tick->space;
    const lope_tuning *t = tick->tuning;
    double near_by = (double)t->nav_walking_floor_dist_tolerance, least = SLICE_TIME;
    double rise = lope_rise(space, lope_point_sub(walk->at.point, tick->feet)) + near_by;
    space->purpose = LOPE_QUERY_FLOOR;
    lope_floor_hit floor =
        lope_find_floor(space, lope_point_mad(tick->feet, space->up, rise), 2 * near_by, LOPE_TOUCH * space->unit);
    if (space->failed) return;
    double over = near_by - floor.distance;
    // at 0 the floor may be at any height above
    bool same = floor.kind != LOPE_FLOOR_NONE && floor.walkable && floor.distance > 0;
    walk->own->goal = same ? (float)over : 0;
    walk->own->left += (double)t->nav_projection_interval > least ? t->nav_projection_interval : (float)least;
    stand_on_surface(tick, lope_vec3_to_point(walk->at.normal), walk->at.point);
    if (!same) return;
    floor.distance = (double)walk->own->offset - over;
    tick->floor = floor;
    lope_tick_base(tick);
}

// Ends the slice where the way leads out over the rim, with the rim as a wall.
static void stop_at_rim(lope_tick *tick, const nav_walk *walk, nav_slice *s)
{
    double most = walk->beside > RIM * tick->space.unit ? walk->beside : RIM * tick->space.unit, low = 0, high = 1;
    double out = beside(tick, &s->to, lope_point_add(tick->feet, s->level));
    if (out <= most) return;
    lope_nav_point in = walk->at, at, rim = s->to;
    double length = lope_point_length(s->level), fine = 0.25 * RIM * tick->space.unit;
    for (int i = 0; i < RIM_TRIES && (high - low) * length > fine; i++) {
        // Try where the way crosses the line of the nearest rim. Every other try halves, for the way may meet
        // another rim first.
        double start =
            lope_point_dot(lope_flat(&tick->space, lope_point_sub(tick->feet, rim.point)), lope_vec3_to_point(rim.rim_normal));
        double end = lope_point_dot(s->level, lope_vec3_to_point(rim.rim_normal)), cross = end > 0 ? (most - start) / end : low;
        bool direct = i % 2 == 0 && cross > low && cross < high;
        double share = direct ? cross : 0.5 * (low + high);
        lope_point there = lope_point_mad(tick->feet, s->level, share);
        bool known = lope_nav_surface_at(tick, there, &at);
        if (!known || beside(tick, &at, there) > most * (1 + 1e-6)) {
            high = share;
            if (known) rim = at;
            continue;
        }
        low = share;
        in = at;
        lope_point on = lope_point_mad(there, s->level, 1e-6);
        if (direct && (!lope_nav_surface_at(tick, on, &at) || beside(tick, &at, on) > most)) break;
    }
    bool goes = low * length > RIM * tick->space.unit;
    s->share = goes ? low : 0;
    s->to = goes ? in : walk->at;
    s->wall = lope_point_scale(lope_vec3_to_point(rim.rim_normal), -1);
    s->stopped = true;
}

// Sweeps the part of the capsule above the step height, and ends the slice at what it meets.
static void stop_at_solid(lope_tick *tick, const nav_walk *walk, nav_slice *s)
{
    lope_space *space = &tick->space;
    lope_contact contact;
    double rise = lope_rise(space, lope_point_sub(s->to.point, walk->at.point)), lift = lope_nav_lift(tick);
    lope_point way = lope_point_mad(lope_point_scale(s->level, s->share), space->up, rise);
    if (!(s->share > 0)) return;
    space->purpose = walk->drive.wall_count > 0 ? LOPE_QUERY_SLIDE : LOPE_QUERY_MOVE;
    lope_nav_raise(tick, lift);
    bool met = lope_sweep(space, tick->feet, way, &contact);
    lope_nav_raise(tick, -lift);
    if (!met || space->failed) return;
    s->share *= contact.fraction;
    s->stopped = true;
    lope_point wall = lope_in_plane(space, lope_flat(space, contact.normal));
    double part = lope_point_length(wall), length = lope_point_length(s->level);
    s->wall = part > LEVEL_WALL ? lope_point_scale(wall, 1 / part) : lope_point_scale(s->level, -1 / length);
    tick->now += s->share * s->time; // time of the hit, about
    lope_tick_hit(tick, &contact);
    tick->now -= s->share * s->time;
    if (!lope_nav_surface_at(tick, lope_point_mad(tick->feet, s->level, s->share), &s->to)) s->share = 0;
    if (s->share <= 0) s->to = walk->at;
}

// Fills in a slice of at most `left` seconds: its time and its way.
static void set_out_on_nav(lope_tick *tick, const nav_walk *walk, double left, nav_slice *s)
{
    double most = SLICE_WAY * tick->space.radius;
    s->time = left < SLICE_TIME ? left : SLICE_TIME;
    if (walk->projects && (double)walk->own->left < s->time) s->time = (double)walk->own->left;
    s->share = 1;
    s->stopped = false;
    s->level = lope_flat(&tick->space, lope_law_run(&walk->drive, tick->velocity, s->time, &s->end));
    double length = lope_point_length(s->level);
    if (length <= most) return;
    s->time *= most / length;
    s->level = lope_flat(&tick->space, lope_law_run(&walk->drive, tick->velocity, s->time, &s->end));
}

// Adds a wall to the law. False: the character slides along it already, or there are too many.
static bool add_nav_wall(lope_law *drive, lope_point normal)
{
    for (uint32_t i = 0; i < drive->wall_count; i++)
        if (lope_point_dot(drive->walls[i], normal) > 1.0 - 1e-9) return false;
    if (drive->wall_count == LOPE_WALLS) return false;
    drive->walls[drive->wall_count++] = normal;
    return true;
}

// Moves along the slice as far as it goes. Returns the seconds used.
static double go(lope_tick *tick, nav_walk *walk, nav_slice *s)
{
    lope_point velocity = tick->velocity;
    double used = s->time, length = lope_point_length(s->level);
    if (s->stopped) {
        lope_point along = lope_point_scale(s->level, 1 / length);
        double last = lope_point_dot(s->end, along), first = walk->drive.per_tick ? last : lope_point_dot(velocity, along);
        used = s->share > 0 ? lope_time_at(first, last, s->time, s->share) : 0;
        if (!walk->drive.per_tick) lope_law_run(&walk->drive, velocity, used, &s->end);
    }
    tick->feet = lope_point_mad(tick->feet, s->level, s->share);
    tick->state.distance_walked += s->share * length;
    tick->velocity = s->end;
    walk->at = s->to;
    walk->beside = beside(tick, &walk->at, tick->feet);
    walk->own->left -= (float)used;
    ease(tick, walk->own, used);
    put(tick, walk);
    if (tick->log) lope_velocity_log_add_law(tick, &walk->drive, used, walk->drive.wall_count > 0);
    if (!s->stopped) {
        if (s->share >= 1) walk->drive.wall_count = 0; // walls that still stand there are met again
        return used;
    }
    if (s->share > 0) walk->drive.wall_count = 0;
    bool slides = add_nav_wall(&walk->drive, s->wall);
    tick->velocity = lope_along_walls(tick->velocity, walk->drive.walls, walk->drive.wall_count);
    if (!slides) tick->velocity = (lope_point){0, 0, 0}; // held fast
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    return slides ? used : s->time;
}

// Runs one slice of at most `left` seconds. Returns the seconds used; sets walk->lost.
static double slice(lope_tick *tick, nav_walk *walk, double left)
{
    nav_slice s;
    if (walk->projects && (double)walk->own->left <= LOPE_MIN_TIME) look(tick, walk);
    set_out_on_nav(tick, walk, left, &s);
    s.to = walk->at;
    // In a corner, or at rest. The time to the next look does not pass.
    if (lope_point_length(s.level) <= 1e-12 * tick->space.unit) {
        s.time = left < SLICE_TIME ? left : SLICE_TIME;
        lope_law_run(&walk->drive, tick->velocity, s.time, &s.end);
        tick->velocity = s.end;
        ease(tick, walk->own, s.time);
        put(tick, walk);
        return s.time;
    }
    walk->lost = !lope_nav_surface_at(tick, lope_point_add(tick->feet, s.level), &s.to);
    if (walk->lost || tick->space.failed) return 0;
    stop_at_rim(tick, walk, &s);
    if (tick->tuning->sweep_while_nav_walking) stop_at_solid(tick, walk, &s);
    if (tick->space.failed) return left;
    const lope_volume_way going = {s.level, s.share, s.time, 1, 1};
    lope_volume_cut cut;
    bool crosses = lope_volume_cuts(tick, &going, &cut);
    double used = go(tick, walk, &s);
    if (crosses) lope_volume_change(tick, cut.into);
    return used;
}

// Called when no surface is in reach: changes to walking on a floor that is there, else to falling. Returns
// the seconds left.
static double leave_surface(lope_tick *tick, double left)
{
    lope_space *space = &tick->space;
    double lift = lope_nav_lift(tick);
    const lope_point from = tick->feet;
    space->purpose = LOPE_QUERY_FLOOR;
    tick->now = tick->time - left;
    lope_floor_hit floor =
        lope_find_floor(space, lope_point_mad(tick->feet, space->up, lift), lift + space->step_height, LOPE_TOUCH * space->unit);
    if (space->failed) return left;
    if (floor.kind == LOPE_FLOOR_NONE || !floor.walkable) {
        lope_tick_walk_off(tick);
    } else {
        double up = lift - floor.distance;
        tick->feet = lope_point_mad(tick->feet, space->up, up);
        tick->report->moved_by_snap += up < 0 ? -up : up;
        tick->floor.kind = LOPE_FLOOR_NONE;
        lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    }
    return lope_free_in_tick(tick, from, left);
}

// Runs slices. Returns the seconds left for the next mode.
static double walk_on(lope_tick *tick, nav_walk *walk, double time)
{
    double left = time;
    for (int i = 0; i < NAV_SLICES && left > LOPE_MIN_TIME && !lope_tick_spent(tick); i++) {
        bool water = tick->water;
        tick->iterations++;
        tick->now = tick->time - left;
        if (i > 0 && lope_law_renews(tick, &walk->drive)) lope_tick_law_again(tick, true, &walk->drive);
        left -= slice(tick, walk, left);
        if (walk->lost) return leave_surface(tick, left);
        tick->now = tick->time - left;
        lope_tick_pass(tick);
        if (tick->water && !water && lope_water_takes(tick)) return left;
    }
    lope_tick_still_hit(tick, walk->drive.wall_count);
    if (left > LOPE_MIN_TIME) tick->report->time_unused += left;
    return 0;
}

// Runs the mode by Unreal's rule, as walking does. Returns the seconds left for the next mode.
static double walk_by_rule(lope_tick *tick, nav_walk *walk, double time)
{
    const lope_law drive = walk->drive;
    const double end = tick->time;
    float left = lope_rule_time(time);
    while ((double)left > LOPE_MIN_TIME && !tick->space.failed) {
        const double begun = end - (double)left;
        float h = lope_tick_sub_step(tick, left);
        left -= h;
        tick->velocity = lope_law_step(&drive, tick->velocity, (double)h);
        if (tick->log) lope_velocity_log_add_law(tick, &drive, (double)h, false);
        walk->drive = (lope_law){.per_tick = true, .drifts = drive.drifts, .drift = drive.drift};
        const double until = lope_rule_end(begun, h, end, left);
        tick->time = until;
        double unused = walk_on(tick, walk, (double)h);
        tick->time = end;
        if (tick->state.mode != LOPE_MODE_NAV_WALKING) return end - until + unused;
    }
    return 0;
}

// True when the character is at rest and nothing has moved it. Then only its height goes on toward its goal.
static bool rests(lope_tick *tick, const nav_walk *walk, double time)
{
    lope_point end;
    if (!walk->own->begun || tick->moved_before || lope_point_dot(tick->velocity, tick->velocity) > 0) return false;
    if (lope_point_length(lope_law_run(&walk->drive, tick->velocity, time, &end)) > 1e-12 * tick->space.unit) return false;
    double before = (double)walk->own->offset;
    if (walk->projects) ease(tick, walk->own, time);
    tick->feet = lope_point_mad(tick->feet, tick->space.up, (double)walk->own->offset - before);
    return true;
}

// Finds the surface point at the feet, and the height over it. False: there is no surface in reach.
static bool begin(lope_tick *tick, nav_walk *walk)
{
    lope_nav_state *own = walk->own;
    if (!lope_nav_surface_at(tick, tick->feet, &walk->at)) return false;
    walk->beside = beside(tick, &walk->at, tick->feet);
    // A new height: starts from where the feet are, and looks for the floor at once.
    if (!own->begun || tick->moved_before) {
        *own = (lope_nav_state){.begun = 1};
        own->offset = (float)lope_rise(&tick->space, lope_point_sub(tick->feet, walk->at.point));
    }
    if (!walk->projects) own->offset = own->goal = own->left = 0;
    return true;
}

double lope_nav_walking_run(lope_tick *tick, double time)
{
    nav_walk walk = {.own = lope_tick_data(tick), .projects = tick->tuning->project_nav_walking};
    tick->space.walking = true;
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    if (tick->water && lope_water_takes(tick)) return time;
    if (tick->layered) tick->added_velocity = lope_flat(&tick->space, tick->added_velocity);
    if (lope_jump_try(tick)) return time;
    lope_tick_law(tick, true, &walk.drive);
    recall_floor(tick);
    if (rests(tick, &walk, time)) return 0;
    if (!begin(tick, &walk)) return leave_surface(tick, time);
    return walk.drive.per_tick ? walk_by_rule(tick, &walk, time) : walk_on(tick, &walk, time);
}
