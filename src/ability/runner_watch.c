// runner_watch.c - the runner's watch over its way, described in lope/runner.h.
//
// In each tick it looks ahead as far as the character may come. On the ground it looks for walls, by a
// cylinder from the step height to the head; in a fall for markers, by the capsule. The tick is cut just
// before the instant at which one is reached, and what was reached is noted there. The other abilities start
// by that note, so a pause begins at the same instant at every tick rate.
//
// Data: lope_runner_reached in the ability's slot. Read next: runner_obstacle.c, runner_ledge.c.
#include "runner_watch.h"
#include "level.h"
#include "units.h"

#include <lope/tick.h>
#include <lope/tuning.h>

#define GAP 0.005     // m before a wall at which it counts as reached: more than walking keeps from walls
#define NEAR 1e-4     // m beyond the gap that count as reached
#define SHORTEST 2e-5 // s, of a piece
#define SKIN 2e-3     // m, by which what is cast is thinner: what is touched alongside is not in the way
#define SLOW 0.05     // m/s: a slower way is the way that the input asks for
// Of the time to a marker by the straight way that is run at once: a fall bends by less than the rest.
#define MOST_OF 0.96
#define AT_ONCE 4e-5 // s: a marker that is met so soon is reached

_Static_assert(sizeof(lope_runner_reached) <= LOPE_ABILITY_DATA, "it stands in the state");

static const lope_field fields[] = {
    {.name = "angle",
     .unit = "rad",
     .text = "A wall is head-on when its normal is within this angle of the way back.",
     .kind = LOPE_FIELD_ANGLE,
     .low = 0,
     .high = 1.5f,
     .initial = 0.4510268f, // a cosine of 0.9, as in the sample
     .offset = (uint32_t)offsetof(lope_runner_settings, angle)},
};

double lope_runner_scale(const lope_tick *tick) { return lope_body_scale(tick); }

static bool is_on_ground(const lope_tick *tick)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    return mode == LOPE_MODE_WALKING || mode == LOPE_MODE_NAV_WALKING;
}

// ---- walls

// A wall is asked for along a way.
typedef struct wall_question {
    lope_point direction; // unit, level
    double cosine;
} wall_question;

// Counts what is upright and nearly head-on.
static bool is_head_on(void *context, const lope_cast_hit *hit)
{
    const wall_question *question = context;
    return !hit->walkable && !hit->character && hit->depth <= 0 &&
           lope_point_dot(hit->normal, question->direction) < -question->cosine;
}

// Returns the way on the ground: of the velocity, or of the input when that is hardly there.
static lope_point direction_of(const lope_tick *tick, double *speed)
{
    const lope_point up = lope_tick_up(tick), level = lope_level_part(lope_tick_velocity(tick), up);
    *speed = lope_point_length(level);
    const double unit = lope_unit(tick);
    return lope_unit_of(*speed > SLOW * unit ? level : lope_level_part(lope_tick_wanted(tick), up));
}

// Finds the wall within `reach` (m). Returns the m to it along the direction, or -1. What is cast is thinner
// than the capsule by SKIN, and so meets a wall later by SKIN / cosine, the cosine of the way to its normal.
static double find_wall(lope_tick *tick, const lope_runner_settings *settings, lope_point direction, double reach)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point up = lope_tick_up(tick);
    const double skin = SKIN * lope_unit(tick);
    const double low = (double)lope_tick_tuning(tick)->max_step_height + skin, high = (double)state->height - skin;
    if (!(high - low > 0.1 * (double)state->height)) return -1;
    lope_shape shape = {.kind = LOPE_SHAPE_CYLINDER};
    shape.as.cylinder = (lope_cylinder){.axis = up, .radius = (double)state->radius - skin, .half_height = 0.5 * (high - low)};
    wall_question question = {direction, (double)lope_cos(settings->angle)};
    const double way = reach + skin / question.cosine;
    const lope_cast_def def = {.from = lope_point_mad(lope_tick_feet(tick), up, 0.5 * (high + low)),
                               .motion = lope_point_scale(direction, way),
                               .shape = &shape,
                               .filter = {.channels = state->channels},
                               .accept = is_head_on,
                               .context = &question};
    lope_cast_hit hit;
    if (!lope_tick_cast(tick, &def, &hit)) return -1;
    const double gap = hit.fraction * way + skin / lope_point_dot(hit.normal, direction);
    return gap > 0 ? gap : 0;
}

// Returns the speed (m/s) that a walker may have within `left` seconds.
static double most_speed(const lope_tick *tick, double speed, double left)
{
    const lope_tuning *tuning = lope_tick_tuning(tick);
    const double limit = (double)tuning->max_walk_speed, grown = speed + (double)tuning->max_acceleration * left;
    const double most = speed > limit ? speed : limit;
    return grown < most ? grown : most;
}

// Returns the m to the wall that may be reached within `left` seconds, or -1. speed: m/s, written.
static double wall_ahead(lope_tick *tick, const lope_ability_self *self, double left, lope_point *direction, double *speed)
{
    *direction = direction_of(tick, speed);
    if (!(lope_point_dot(*direction, *direction) > 0)) return -1;
    const double unit = lope_unit(tick);
    return find_wall(tick, self->settings, *direction, most_speed(tick, *speed, left) * left + (GAP + NEAR) * unit);
}

// ---- markers

// Counts every marker that is not a character.
static bool is_marker(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

// Finds the marker that a fall meets within `left` seconds. Returns the s until then by a straight way, or
// -1.
static double marker_ahead(lope_tick *tick, double left, lope_cast_hit *hit)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point velocity = lope_tick_velocity(tick);
    const lope_point way = lope_point_mad(lope_point_scale(velocity, left), lope_tick_acceleration(tick), 0.5 * left * left);
    const lope_cast_def def = {.from = lope_tick_feet(tick),
                               .motion = way,
                               .radius = state->radius,
                               .height = state->height,
                               .filter = {.channels = LOPE_CHANNEL_LEDGE},
                               .accept = is_marker};
    return lope_tick_cast(tick, &def, hit) ? hit->fraction * left : -1;
}

// ---- the ability

// `piece` and `law` are given a tick to read. A cast reads it, but for its log and its counts.
static lope_tick *to_ask(const lope_tick *tick) { return (lope_tick *)(uintptr_t)tick; }

// Returns the s until a wall or a marker is reached, or `left`.
static double until_reached(const lope_tick *tick, const lope_ability_self *self, double left)
{
    if (is_on_ground(tick)) {
        lope_point direction;
        double speed;
        const double gap = GAP * lope_unit(tick);
        const double way = wall_ahead(to_ask(tick), self, left, &direction, &speed);
        return way >= gap && speed > 0 ? (way - gap) / most_speed(tick, speed, left) : left;
    }
    if (lope_tick_state(tick)->mode != LOPE_MODE_FALLING) return left;
    lope_cast_hit hit;
    const double until = marker_ahead(to_ask(tick), left, &hit);
    if (until < 0) return left;
    return until > AT_ONCE ? MOST_OF * until : until;
}

// True when two places, or velocities, are the same.
static bool is_same(lope_point a, lope_point b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// The tick asks several times for one instant: the last answer is kept.
static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    lope_runner_reached *reached = self->data;
    const lope_point feet = lope_tick_feet(tick), velocity = lope_tick_velocity(tick);
    const float height = lope_tick_state(tick)->height;
    if (reached->wall || reached->marker || reached->answer < 0) return left;
    const bool known = reached->answer > 0 && (float)left <= reached->left && height >= reached->height &&
                       height <= reached->height && is_same(feet, reached->feet) && is_same(velocity, reached->velocity);
    if (!known) {
        const double time = until_reached(tick, self, left);
        reached->answer = time > SHORTEST ? time : SHORTEST;
        reached->feet = feet;
        reached->velocity = velocity;
        reached->height = height;
        reached->left = (float)left;
    }
    return reached->answer < left ? reached->answer : left;
}

// Notes what is reached. After the shortest piece a marker is not reached any more where the character slides
// along it. A layer gives the velocity into it anew with each piece. So the next piece runs whole, and time
// passes.
static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    lope_runner_reached *reached = self->data;
    const bool touched = reached->answer > 0 && reached->answer <= SHORTEST;
    (void)seconds;
    *reached = (lope_runner_reached){.body = LOPE_BODY_NONE};
    if (is_on_ground(tick)) {
        const double near = (GAP + NEAR) * lope_unit(tick);
        const double way = wall_ahead(tick, self, 0, &reached->direction, &reached->speed);
        reached->wall = way >= 0 && way <= near;
    } else if (lope_tick_state(tick)->mode == LOPE_MODE_FALLING) {
        lope_cast_hit hit;
        const double until = marker_ahead(tick, AT_ONCE, &hit);
        if (until < 0) {
            reached->answer = touched ? -1 : 0;
            return true;
        }
        const lope_point up = lope_tick_up(tick);
        reached->marker = 1;
        reached->body = hit.body;
        reached->direction = lope_unit_of(lope_level_part(lope_point_scale(hit.normal, -1), up));
        reached->speed = lope_point_length(lope_level_part(lope_tick_velocity(tick), up));
    }
    return true;
}

const lope_runner_reached *lope_runner_reached_by(const lope_tick *tick)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_moveset *moveset = lope_tick_moveset(tick);
    if (!(state->pages & LOPE_PAGE_ABILITY)) return NULL;
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        const lope_active_ability *at = &state->abilities[i];
        if (at->id == 0 || at->id > moveset->ability_count || moveset->abilities[at->id - 1u]->piece != piece) continue;
        return (const lope_runner_reached *)(const void *)at->data;
    }
    return NULL;
}

uint32_t lope_runner_bit(const lope_moveset *moveset)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < moveset->ability_count; i++)
        if (moveset->abilities[i]->piece == piece) bits |= 1u << i;
    return bits;
}

const lope_ability *lope_runner_ability(void)
{
    static const lope_ability runner = {.name = "runner",
                                        .version = 1,
                                        .data_size = sizeof(lope_runner_reached),
                                        .settings_size = sizeof(lope_runner_settings),
                                        .field_count = sizeof fields / sizeof *fields,
                                        .fields = fields,
                                        .piece = piece,
                                        .passed = passed,
                                        .traits = LOPE_ABILITY_REPEATABLE};
    return &runner;
}
