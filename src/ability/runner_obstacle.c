// runner_obstacle.c - the bump into a wall and the climb over it, described in lope/runner.h.
//
// It starts at the instant that "runner" has noted. After the bump the mantle's search tells the lowest ledge
// that the character can get onto, and its height gives the size of the obstacle. Without one the character
// goes on at once.
//
// Data: obstacle_data in the ability's slot, the pause's in the mode's. Read next: runner_pause.c.
#include "level.h"
#include "mantle_find.h"
#include "runner_pause.h"
#include "runner_watch.h"
#include "units.h"

#include <lope/tick.h>
#include <lope/tuning.h>

#define REACH 0.6      // m, from the axis to the wall: the radius and some more
#define OVER 1e-7      // s before its end at which a pause counts as over
#define STEEPEST 1.57f // rad: what can be walked upon decides

typedef struct obstacle_data {
    double speed; // m/s, at the hit
    lope_point direction;
    double wait; // s of the bump
    uint32_t climbs;
} obstacle_data;

#define AT(member) (uint32_t) offsetof(lope_obstacle_settings, member)
#define LENGTH(member, of_initial, sentence)                                                                                \
    {                                                                                                                       \
        .name = #member, .unit = "m", .text = sentence, .low = 0, .high = 1000, .initial = of_initial, .offset = AT(member) \
    }
#define TIME(member, of_initial, sentence)                                                                                \
    {                                                                                                                     \
        .name = #member, .unit = "s", .text = sentence, .low = 0, .high = 60, .initial = of_initial, .offset = AT(member) \
    }

static const lope_field fields[] = {
    {.name = "min_speed",
     .unreal_name = "MinSpeedForHittingWall",
     .unit = "m/s",
     .text = "The speed above which a wall is bumped into.",
     .low = 0,
     .high = 1000,
     .initial = 2,
     .unreal_scale = 0.01f,
     .offset = AT(min_speed)},
    TIME(bump_time, 0.5f, "From the bump to the climb: the clip's length less 0.1 s."),
    TIME(soft_time, 0.01f, "The same of a wall that is met slowly."),
    LENGTH(small_height, 1, "The height up to which an obstacle is small."),
    LENGTH(middle_height, 2, "The height up to which it is middle."),
    LENGTH(big_height, 3, "The height up to which it is big; higher ones are not climbed."),
    TIME(small_time, 0.6f, "The climb over a small one: the clip's length less 0.1 s."),
    TIME(middle_time, 0.9f, "The climb over a middle one."),
    TIME(big_time, 1.4f, "The climb over a big one."),
    LENGTH(into, 0.4f, "How far behind the edge the climb ends."),
    {.name = "speed_kept",
     .unreal_name = "ModSpeedObstacleHit",
     .text = "The share of the speed at the hit with which the character goes on.",
     .low = 0,
     .high = 10,
     .unreal_scale = 1,
     .offset = AT(speed_kept)},
};

// Finds the ledge to climb onto. Returns why there is none.
static uint32_t find(lope_tick *tick, const lope_ability_self *self, lope_point direction, lope_mantle_search *search,
                     lope_mantle_plan *plan)
{
    const lope_obstacle_settings *settings = self->settings;
    const lope_mantle_settings rules = {
        .ledge_height_most = settings->big_height, .reach = (float)REACH, .into = settings->into, .slope_limit = STEEPEST};
    *search = (lope_mantle_search){
        .settings = &rules, .feet = lope_tick_feet(tick), .direction = direction, .scale = lope_runner_scale(tick)};
    const uint32_t why = lope_mantle_find(tick, search, plan);
    search->settings = NULL;
    return why;
}

// True when a wall is reached fast enough to be bumped into.
static bool is_fast(const lope_tick *tick, const lope_obstacle_settings *settings, const lope_runner_reached *reached)
{
    return reached->speed > lope_metres(tick, settings->min_speed);
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_obstacle_settings *settings = self->settings;
    const lope_runner_reached *reached = lope_runner_reached_by(tick);
    if (!reached || !reached->wall) return LOPE_REFUSAL_NO_WALL;
    lope_mantle_search search;
    lope_mantle_plan plan;
    if (is_fast(tick, settings, reached)) return LOPE_REFUSAL_NONE;
    return find(tick, self, reached->direction, &search, &plan);
}

// It asks where the runner is at work.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    (void)ability;
    rows[0] = (lope_ask){.modes = UINT32_MAX, .with = lope_runner_bit(moveset)};
    return rows[0].with != 0 ? 1 : 0;
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_obstacle_settings *settings = self->settings;
    const lope_runner_reached *reached = lope_runner_reached_by(tick);
    obstacle_data *data = self->data;
    const bool bumps = reached && is_fast(tick, settings, reached);
    data->speed = reached ? reached->speed : 0;
    data->direction = reached ? reached->direction : lope_facing(tick);
    data->wait = (double)(bumps ? settings->bump_time : settings->soft_time);
    lope_pause_begin(tick, self->mode);
}

// Begins the climb. False: there is nothing to climb onto.
static bool climb(lope_tick *tick, const lope_ability_self *self)
{
    const lope_obstacle_settings *settings = self->settings;
    obstacle_data *data = self->data;
    lope_mantle_search search;
    lope_mantle_plan plan;
    if (find(tick, self, data->direction, &search, &plan) != LOPE_REFUSAL_NONE) return false;
    const double height = plan.ledge.height / search.scale - 1e-6;
    const bool small = height <= (double)settings->small_height, middle = height <= (double)settings->middle_height;
    *self->phase = small ? LOPE_OBSTACLE_SMALL : middle ? LOPE_OBSTACLE_MIDDLE : LOPE_OBSTACLE_BIG;
    const float time = small ? settings->small_time : middle ? settings->middle_time : settings->big_time;
    lope_pause_climb(tick, &search, &plan, lope_facing(tick), (double)time);
    data->climbs = 1;
    return true;
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const obstacle_data *data = self->data;
    const double rest = data->wait - self->seconds;
    (void)tick;
    return data->climbs || rest >= left ? left : rest > 1e-5 ? rest : 1e-5;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    obstacle_data *data = self->data;
    (void)seconds;
    if (lope_tick_state(tick)->mode != self->mode) return false;
    if (data->climbs || self->seconds < data->wait - OVER || climb(tick, self)) return true;
    lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    return false;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_obstacle_settings *settings = self->settings;
    const obstacle_data *data = self->data;
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    if (why == LOPE_END_DONE) lope_pause_resume(tick, (double)settings->speed_kept * data->speed);
}

static const lope_mode pause = {.name = "obstacle_pause",
                                .data_size = sizeof(lope_mantle_data),
                                .run = lope_pause_run,
                                .version = 1,
                                .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};

const lope_ability *lope_obstacle_ability(void)
{
    static const lope_mode *const modes[] = {&pause, NULL};
    static const char *const blocks[] = {"jump", NULL};
    static const lope_ability obstacle = {.name = "obstacle",
                                          .version = 1,
                                          .blocks = blocks,
                                          .data_size = sizeof(obstacle_data),
                                          .settings_size = sizeof(lope_obstacle_settings),
                                          .field_count = sizeof fields / sizeof *fields,
                                          .fields = fields,
                                          .conditions = {.modes = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING},
                                          .try_start = try_start,
                                          .piece = piece,
                                          .passed = passed,
                                          .ended = ended,
                                          .start = start,
                                          .groups = LOPE_GROUP_BODY,
                                          .cancels_groups = LOPE_GROUP_BODY,
                                          .traits = LOPE_ABILITY_REPEATABLE,
                                          .modes = modes,
                                          .asks = asks};
    return &obstacle;
}
