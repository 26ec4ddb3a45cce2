// velocity_log.c - see velocity_log.h.
//
// The law is worked out in its parts, in steps, by Heun's rule. What the parts miss of the whole change goes
// to one of them.
#include "character/tick/velocity_log.h"
#include "character/tick/tick.h"

#define DRIVE_STEP 0.02 // s: the parts of longer slices are worked out in steps
#define WALL_STEP 0.005 // s: the same where the rest counts as taken by a wall
#define DRIVE_STEPS 64  // steps, at most
#define EVEN 1e-6       // share of the wanted speed: as near as floats tell

// True when all components are 0.
static bool is_zero(lope_point v) { return v.x == 0 && v.y == 0 && v.z == 0; }

// Adds a change (m/s) to a term, and to the velocity known so far.
static void add(lope_tick_log *log, lope_term term, lope_point change)
{
    if (is_zero(change)) return;
    bool begun = log->term_mask >> term & 1u;
    log->terms[term] = begun ? lope_point_add(log->terms[term], change) : change;
    log->term_mask |= 1u << term;
    log->known = lope_point_add(log->known, change);
}

void lope_velocity_log_add_change(lope_tick *tick, lope_term term)
{
    add(tick->log, term, lope_point_sub(tick->velocity, tick->log->known));
    tick->log->known = tick->velocity;
}

void lope_velocity_log_add_level_force(lope_tick *tick, lope_point level)
{
    add(tick->log, LOPE_TERM_FORCE, lope_point_scale(level, tick->time));
    lope_velocity_log_add(tick, LOPE_TERM_CLIP); // what the floor takes
    tick->log->force = lope_point_sub(tick->log->force, level);
}

// The parts of a change by the velocity law, m/s, and their sum.
typedef struct lope_parts {
    lope_point of[LOPE_DRIVE_PARTS], sum;
} lope_parts;

// Sets the sum of the parts.
static void sum_up(lope_parts *parts)
{
    parts->sum = parts->of[0];
    for (int i = 1; i < LOPE_DRIVE_PARTS; i++) parts->sum = lope_point_add(parts->sum, parts->of[i]);
}

// Works out the parts of a step of h seconds, from the law at its begin and its end. A limit that is met
// within the step cuts the part that drives or brakes.
static void heun(const lope_law *drive, lope_point v, double h, lope_parts *parts)
{
    lope_point first[LOPE_DRIVE_PARTS], second[LOPE_DRIVE_PARTS];
    bool drives = drive->acceleration > 0, over = lope_law_over(drive, lope_point_length(v));
    lope_law_parts(drive, v, over, first);
    lope_point there = v;
    for (int i = 0; i < LOPE_DRIVE_PARTS; i++) there = lope_point_mad(there, first[i], h);
    lope_law_parts(drive, there, over, second);
    for (int i = 0; i < LOPE_DRIVE_PARTS; i++) parts->of[i] = lope_point_scale(lope_point_add(first[i], second[i]), 0.5 * h);
    sum_up(parts);
    lope_point end = lope_point_add(v, parts->sum), cut = {0, 0, 0};
    double speed = lope_point_length(end);
    bool turned = lope_point_dot(end, v) <= 0 && !drive->pushed;
    if (!drives && turned) cut = lope_point_scale(end, -1.0);
    if (drives && !over && !drive->pushed && speed > drive->max_speed)
        cut = lope_point_scale(end, drive->max_speed / speed - 1.0);
    lope_point *cut_part = &parts->of[drives ? LOPE_DRIVE_INPUT : LOPE_DRIVE_BRAKING];
    *cut_part = lope_point_add(*cut_part, cut);
    parts->sum = lope_point_add(parts->sum, cut);
}

// Works out the parts of `time` seconds, in steps of `step` seconds.
static void parts_of(const lope_law *drive, lope_point v, double time, double step, lope_parts *parts)
{
    *parts = (lope_parts){.sum = {0, 0, 0}};
    if (time <= 0) return;
    if (drive->turn_instantly) {
        lope_point wanted = lope_point_scale(drive->direction, drive->max_speed);
        parts->of[LOPE_DRIVE_INPUT] = lope_point_sub(wanted, v);
        parts->of[LOPE_DRIVE_CLIP] = lope_point_sub(lope_along_walls(wanted, drive->walls, drive->wall_count), wanted);
        sum_up(parts);
        return;
    }
    double count = time / step;
    int steps = count < DRIVE_STEPS ? (int)count + 1 : DRIVE_STEPS;
    for (int k = 0; k < steps; k++) {
        lope_parts one;
        heun(drive, v, time / steps, &one);
        for (int i = 0; i < LOPE_DRIVE_PARTS; i++) parts->of[i] = lope_point_add(parts->of[i], one.of[i]);
        v = lope_point_add(v, one.sum);
    }
    sum_up(parts);
}

// True when all of the change is the input's, so that no parts are needed: most ticks. The character turns at
// once, or it goes as it wants to already. The state's floats round by some 6e-8 of the speed.
static bool is_input_only(const lope_law *drive, lope_point v, lope_point change)
{
    if (drive->wall_count > 0 || drive->pushed) return false;
    if (drive->turn_instantly) return true;
    if (drive->acceleration <= 0) return is_zero(change) && is_zero(v);
    double rounding = EVEN * drive->max_speed, most = rounding * rounding;
    lope_point off = lope_point_mad(v, drive->direction, -drive->max_speed);
    return lope_point_dot(off, off) <= most && lope_point_dot(change, change) <= most;
}

// Returns the term of what drives: a layer that overrides, or the input.
static lope_term driver(const lope_tick *tick) { return tick->overridden ? LOPE_TERM_LAYER : LOPE_TERM_INPUT; }

// Adds the parts to their terms.
static void book(const lope_tick *tick, const lope_parts *parts)
{
    const lope_term terms[LOPE_DRIVE_PARTS] = {driver(tick), LOPE_TERM_FRICTION, LOPE_TERM_BRAKING, LOPE_TERM_CLIP,
                                               LOPE_TERM_FORCE};
    for (int i = 0; i < LOPE_DRIVE_PARTS; i++) add(tick->log, terms[i], parts->of[i]);
}

// Gives the rest of the whole change to one part: input below the speed limit, friction above it, braking
// without input. Input has a kink at the limit, braking at its end. Friction is even over a step.
static void make_whole(const lope_law *drive, lope_point v, lope_parts *parts, lope_point change)
{
    bool drives = drive->acceleration > 0, over = lope_law_over(drive, lope_point_length(v));
    lope_point *part = &parts->of[!drives ? LOPE_DRIVE_BRAKING : over ? LOPE_DRIVE_FRICTION : LOPE_DRIVE_INPUT];
    *part = lope_point_add(*part, lope_point_sub(change, parts->sum));
}

void lope_velocity_log_add_law(lope_tick *tick, const lope_law *drive, double time, bool blocked)
{
    lope_tick_log *log = tick->log;
    lope_point change = lope_point_sub(tick->velocity, log->known);
    if (!blocked && time > 0 && is_input_only(drive, log->known, change)) {
        lope_velocity_log_add(tick, driver(tick));
        return;
    }
    lope_parts parts;
    blocked = blocked || drive->wall_count > 0;
    parts_of(drive, log->known, time, blocked ? WALL_STEP : DRIVE_STEP, &parts);
    if (!blocked && time > 0) make_whole(drive, log->known, &parts, change);
    book(tick, &parts);
    lope_velocity_log_add_change(tick, LOPE_TERM_CLIP);
}

void lope_velocity_log_add_fall(lope_tick *tick, const lope_law *drive, double time, lope_point end)
{
    const lope_space *space = &tick->space;
    lope_tick_log *log = tick->log;
    lope_parts parts;
    lope_point force = lope_point_scale(log->force, time), level = lope_flat(space, force);
    lope_point other = lope_point_scale(lope_flat(space, lope_point_sub(tick->acceleration, log->force)), time);
    lope_point before = log->known, change = lope_point_sub(end, before);
    double rise = lope_rise(space, change) - lope_rise(space, force);
    parts_of(drive, lope_flat(space, before), time, DRIVE_STEP, &parts);
    if (drive->pushed) { // the parts have the force's level part
        force = lope_point_sub(force, level);
        level = lope_point_make(0, 0, 0);
    }
    make_whole(drive, before, &parts, lope_point_sub(lope_point_sub(lope_flat(space, change), level), other));
    book(tick, &parts);
    add(log, LOPE_TERM_FORCE, force);
    add(log, LOPE_TERM_GRAVITY, lope_point_mad(other, space->up, rise));
    lope_velocity_log_add_change(tick, LOPE_TERM_CLIP);
}
