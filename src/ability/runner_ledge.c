// runner_ledge.c - the hang at a ledge's marker and the climb onto it, described in lope/runner.h.
//
// It starts at the instant that "runner" has noted. The probe, asked about markers alone, tells the marker's
// upper front edge. The character settles before and below that edge, in the frame of the marker's body. Then
// the mantle's search tells what solid ledge is there.
//
// Data: ledge_data in the ability's slot, the pause's in the mode's. Read next: runner_pause.c.
#include "level.h"
#include "mantle_course.h"
#include "mantle_find.h"
#include "runner_pause.h"
#include "runner_watch.h"
#include "units.h"

#include <lope/tick.h>
#include <lope/tuning.h>

#include <string.h>

#define REACH 0.4      // m beyond the radius, within which edge and ledge are looked for
#define WIDTH 0.34     // m: the radius for which reach is given
#define HIGHEST 1.3    // of the standing height: a marker's edge that is reached
#define OVER 1e-7      // s before its end at which a hang counts as over
#define STEEPEST 1.57f // rad: what can be walked upon decides

typedef struct ledge_data {
    double speed;         // m/s, level, at the grab
    lope_point direction; // unit, level: over the ledge
    uint32_t climbs;
} ledge_data;

#define AT(member) (uint32_t) offsetof(lope_ledge_settings, member)
#define FIELD(member, of_unit, of_initial, most, sentence)                                                                      \
    {                                                                                                                           \
        .name = #member, .unit = of_unit, .text = sentence, .low = 0, .high = most, .initial = of_initial, .offset = AT(member) \
    }

static const lope_field fields[] = {
    FIELD(back, "m", 0.05f, 1000, "From the marker's edge to the capsule's side."),
    FIELD(down, "m", 1.4f, 1000, "From the marker's edge down to the feet."),
    FIELD(settle_speed, "m/s", 4, 1000, "How fast the character comes to its place; 0 is at once."),
    FIELD(hang_time, "s", 0.4f, 60, "How long it hangs."),
    FIELD(climb_time, "s", 0.9f, 60, "The climb: the clip's length less 0.1 s."),
    FIELD(into, "m", 0.4f, 1000, "How far behind the edge the climb ends."),
    {.name = "speed_kept",
     .unreal_name = "ModSpeedLedgeGrab",
     .text = "The share of the level speed at the grab with which the character goes on.",
     .low = 0,
     .high = 10,
     .initial = 0.8f,
     .unreal_scale = 1,
     .offset = AT(speed_kept)},
};

// Finds the marker's edge. Returns false when it has none within reach.
static bool find_edge(lope_tick *tick, const lope_runner_reached *reached, lope_probe_ledge *ledge)
{
    const lope_state *state = lope_tick_state(tick);
    const double scale = lope_runner_scale(tick);
    const lope_probe_def def = {.feet = lope_tick_feet(tick),
                                .direction = reached->direction,
                                .least = 0.05 * scale,
                                .most = HIGHEST * (double)state->standing_height,
                                .reach = (double)state->radius + REACH * scale,
                                .into = 0.05 * scale,
                                .scale = scale,
                                .wall_channels = LOPE_CHANNEL_LEDGE,
                                .top_channels = LOPE_CHANNEL_LEDGE};
    if (!(lope_point_dot(reached->direction, reached->direction) > 0)) return false;
    const lope_probe *probe = lope_tick_probe(tick, &def);
    for (uint32_t i = probe->ledge_count; i > 0; i--) {
        *ledge = probe->ledges[i - 1];
        if (ledge->body == reached->body) return true;
    }
    return false;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_runner_reached *reached = lope_runner_reached_by(tick);
    lope_probe_ledge ledge;
    (void)self;
    if (!reached || !reached->marker || !find_edge(tick, reached, &ledge)) return LOPE_REFUSAL_NO_WALL;
    return LOPE_REFUSAL_NONE;
}

// It asks where the runner is at work.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    (void)ability;
    rows[0] = (lope_ask){.modes = UINT32_MAX, .with = lope_runner_bit(moveset)};
    return rows[0].with != 0 ? 1 : 0;
}

// Writes the mode's data: the way to the place at the marker, in its frame.
static void settle_at(lope_tick *tick, const lope_ledge_settings *settings, const lope_probe_ledge *ledge)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_quat none = lope_quat_identity();
    const lope_point up = lope_tick_up(tick);
    const double scale = lope_runner_scale(tick), off = (double)state->radius + (double)settings->back * scale;
    lope_point hang = lope_point_mad(ledge->edge, ledge->inward, -off);
    hang = lope_point_mad(hang, up, -(double)settings->down * scale);
    lope_mantle_data data = {.kind = LOPE_PAUSE_SETTLES, .scale = (float)scale};
    data.target = lope_tick_seen_from(tick, ledge->body, hang, none);
    const lope_point from = lope_tick_seen_from(tick, ledge->body, lope_tick_feet(tick), none).point;
    data.from = lope_point_to_vec3(lope_point_sub(from, data.target.point));
    const double way = lope_point_length(lope_vec3_to_point(data.from));
    const double speed = lope_metres(tick, settings->settle_speed);
    data.seconds = speed > 0 ? (float)(way / speed) : 0;
    memcpy(lope_tick_data(tick), &data, sizeof data);
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_runner_reached *reached = lope_runner_reached_by(tick);
    ledge_data *data = self->data;
    lope_probe_ledge ledge;
    if (!reached || !find_edge(tick, reached, &ledge)) return;
    data->speed = reached->speed;
    data->direction = ledge.inward;
    lope_pause_begin(tick, self->mode);
    lope_tick_set_base(tick, ledge.body);
    settle_at(tick, self->settings, &ledge);
}

// Begins the climb. False: there is nothing to climb onto.
static bool climb(lope_tick *tick, const lope_ability_self *self)
{
    const lope_ledge_settings *settings = self->settings;
    ledge_data *data = self->data;
    const lope_mantle_settings rules = {.air_ledge_height_most = (float)HIGHEST * (float)LOPE_STANDARD_HEIGHT,
                                        .air_reach = (float)(WIDTH + REACH),
                                        .into = settings->into,
                                        .slope_limit = STEEPEST};
    lope_mantle_search search = {.settings = &rules,
                                 .feet = lope_tick_feet(tick),
                                 .direction = data->direction,
                                 .scale = lope_runner_scale(tick),
                                 .airborne = true};
    lope_mantle_plan plan;
    if (lope_mantle_find(tick, &search, &plan) != LOPE_REFUSAL_NONE) return false;
    lope_pause_climb(tick, &search, &plan, plan.ledge.inward, (double)settings->climb_time);
    *self->phase = LOPE_LEDGE_CLIMBS;
    data->climbs = 1;
    return true;
}

// Turns the direction along with the marker, which may turn.
static void follow(lope_tick *tick, ledge_data *data, double seconds)
{
    lope_motion motion;
    const lope_point up = lope_tick_up(tick);
    const uint64_t base = lope_tick_base_body(tick);
    if (base == LOPE_BODY_NONE || !lope_tick_body(tick, base, NULL, &motion)) return;
    const double turn = lope_along(lope_vec3_to_point(motion.rotation), up) * seconds / lope_tick_length(tick);
    data->direction = lope_turn_about(data->direction, up, turn);
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const lope_ledge_settings *settings = self->settings;
    const ledge_data *data = self->data;
    const double rest = (double)settings->hang_time - self->seconds;
    (void)tick;
    return data->climbs || rest >= left ? left : rest > 1e-5 ? rest : 1e-5;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_ledge_settings *settings = self->settings;
    ledge_data *data = self->data;
    if (lope_tick_state(tick)->mode != self->mode) return false;
    if (!data->climbs) follow(tick, data, seconds);
    if (data->climbs || self->seconds < (double)settings->hang_time - OVER || climb(tick, self)) return true;
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return false;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_ledge_settings *settings = self->settings;
    const ledge_data *data = self->data;
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    if (why == LOPE_END_DONE && data->climbs) lope_pause_resume(tick, (double)settings->speed_kept * data->speed);
}

static const lope_mode pause = {.name = "ledge_pause",
                                .data_size = sizeof(lope_mantle_data),
                                .run = lope_pause_run,
                                .version = 1,
                                .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};

const lope_ability *lope_ledge_ability(void)
{
    static const lope_mode *const modes[] = {&pause, NULL};
    static const char *const blocks[] = {"jump", NULL};
    static const lope_ability ledge = {.name = "ledge",
                                       .version = 2,
                                       .blocks = blocks,
                                       .data_size = sizeof(ledge_data),
                                       .settings_size = sizeof(lope_ledge_settings),
                                       .field_count = sizeof fields / sizeof *fields,
                                       .fields = fields,
                                       .conditions = {.modes = 1u << LOPE_MODE_FALLING, .cooldown = 0.5f},
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
    return &ledge;
}
