// rope.c - the rope in the tick: how it is caught, and how it ends. See lope/rope.h.
//
// The mode is a pendulum in the anchor's own space (pendulum.c). The anchor goes straight through the tick,
// so within it that space is as good as the world's, and what the anchor gains from tick to tick is felt as a
// change of the velocity against it. The capsule follows in sweeps of at most 1/60 s.
//
// Built on the public headers alone. Data: rope_data, in the mode's own bytes. Read next: pendulum.c.
#include "level.h"
#include "line.h"
#include "pendulum.h"
#include "units.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/rope.h>
#include <lope/tuning.h>

#include <string.h>

#define PIECE (1.0 / 60.0) // s: the longest straight piece of the way
#define PAUSE 0.3          // s after letting go until a rope is taken hold of again
#define LEAST_TIME 1e-9    // s: what is shorter is not swung
#define QUERY_GRAPPLE 2    // lope_refused.query: what a grapple meets
#define QUERY_LENGTH 3     // is the rope long enough

typedef struct rope_data {
    lope_body_pose anchor;
    double length, most; // m: of the rope, and how far it may be let out
    double hands;        // m, above the feet
} rope_data;
_Static_assert(sizeof(rope_data) <= LOPE_MODE_DATA, "it stands in the state");

// ---- the start ------------------------------------------------------------------------------------------

// Returns how high the hands are above the feet, m.
static double hands_of(const lope_tick *tick, const lope_rope_settings *settings)
{
    return (double)settings->hands * (double)lope_tick_state(tick)->height;
}

static lope_point hands_at(const lope_tick *tick, double hands)
{
    return lope_point_mad(lope_tick_feet(tick), lope_tick_up(tick), hands);
}

// Takes hold: sets the mode and writes its data. The anchor stands as at the tick's end.
static void take_hold(lope_tick *tick, uint32_t mode, const rope_data *data)
{
    lope_tick_take_press(tick, LOPE_BUTTON_GRAB);
    lope_tick_set_mode(tick, mode);
    memcpy(lope_tick_data(tick), data, sizeof *data);
}

// Makes the data of a rope from an anchor (m, in the world, at the tick's end) to the hands.
static rope_data rope_from(lope_tick *tick, const lope_rope_settings *settings, lope_point anchor, uint64_t body)
{
    rope_data data = {.hands = hands_of(tick, settings)};
    lope_point now, velocity;
    data.anchor = lope_tick_seen_from(tick, body, anchor, lope_quat_identity());
    if (!lope_line_now(tick, &data.anchor, &now, &velocity)) now = anchor;
    data.length = lope_point_length(lope_point_sub(hands_at(tick, data.hands), now));
    data.most = data.length;
    return data;
}

// Counts what a grapple takes hold of.
static bool is_no_character(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

// Sends a grapple along the look. Returns LOPE_REFUSAL_NONE with its hit.
static uint32_t grapple(lope_tick *tick, const lope_rope_settings *settings, lope_cast_hit *hit)
{
    const lope_input *input = lope_tick_input(tick);
    const lope_state *state = lope_tick_state(tick);
    const double cosine = (double)lope_cos(input->look_pitch), sine = (double)lope_sin(input->look_pitch);
    const lope_point ahead = lope_vec3_to_point(lope_state_from_stick(state, 0, 1, input->look_yaw));
    const lope_point look = lope_point_mad(lope_point_scale(lope_unit_of(ahead), cosine), lope_tick_up(tick), sine);
    const lope_point from = hands_at(tick, hands_of(tick, settings));
    const lope_cast_def def = {.from = from,
                               .motion = lope_point_scale(look, lope_metres(tick, settings->grapple)),
                               .filter = {.channels = state->channels | LOPE_CHANNEL_ROPE},
                               .accept = is_no_character};
    if (lope_tick_cast(tick, &def, hit)) return LOPE_REFUSAL_NONE;
    lope_tick_refused_by(tick, QUERY_GRAPPLE, lope_point_add(from, def.motion), LOPE_BODY_NONE);
    return LOPE_REFUSAL_NONE_NEAR;
}

// Finds a rope near by, or what a grapple meets. Returns LOPE_REFUSAL_NONE with its data and phase.
static uint32_t find(lope_tick *tick, const lope_ability_self *self, rope_data *data, uint32_t *phase)
{
    const lope_rope_settings *settings = self->settings;
    const double scale = lope_body_scale(tick);
    const lope_line_search search = {
        .reach = (double)settings->reach * scale, .lean = (double)lope_cos(settings->lean), .hangs = true};
    lope_line line;
    lope_cast_hit hit;
    uint32_t why = lope_line_find(tick, &search, hands_at(tick, hands_of(tick, settings)), &line);
    *phase = LOPE_ROPE_SWINGS;
    if (why == LOPE_REFUSAL_NONE) {
        *data = rope_from(tick, settings, line.upper, line.body);
        if (data->most < line.length) data->most = line.length;
        return why;
    }
    if (!self->pressed || !(settings->grapple > 0)) return why;
    why = grapple(tick, settings, &hit);
    *phase = LOPE_ROPE_GRAPPLES;
    if (why == LOPE_REFUSAL_NONE) *data = rope_from(tick, settings, hit.point, hit.body);
    return why;
}

// Without a press it asks where there are ropes and lines.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_rope_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = (lope_ask){.modes = UINT32_MAX, .channels = LOPE_CHANNEL_ROPE, .needs = LOPE_NEEDS_SINKING};
    return settings->auto_catch ? 1 : 0;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_rope_settings *settings = self->settings;
    rope_data data;
    uint32_t phase;
    const bool held_off = (lope_tick_input(tick)->held & LOPE_BUTTON_CROUCH) != 0;
    const bool rises = lope_along(lope_tick_velocity(tick), lope_tick_up(tick)) > 0;
    if (!self->pressed && (!settings->auto_catch || held_off || rises)) return LOPE_REFUSAL_NO_INPUT;
    const uint32_t why = find(tick, self, &data, &phase);
    if (why != LOPE_REFUSAL_NONE) return why;
    if (data.length < lope_metres(tick, settings->least)) {
        lope_tick_refused_by(tick, QUERY_LENGTH, hands_at(tick, data.hands), data.anchor.body);
        return LOPE_REFUSAL_TOO_LOW;
    }
    *self->phase = phase;
    take_hold(tick, self->mode, &data);
    return LOPE_REFUSAL_NONE;
}

bool lope_rope_hang(lope_tick *tick, uint32_t ability, lope_point anchor, uint64_t body, double length)
{
    const lope_moveset *moveset = lope_tick_moveset(tick);
    if (ability >= moveset->ability_count || moveset->abilities[ability] != lope_rope_ability()) return false;
    const lope_rope_settings *settings = lope_moveset_ability_settings(moveset, ability);
    if (!(lope_point_dot(anchor, anchor) < 1e30)) return false;
    rope_data data = rope_from(tick, settings, anchor, body);
    if (length != 0 && !(length >= data.length * (1 - 1e-6))) return false;
    if (length != 0) data.length = data.most = length;
    if (!(data.length >= lope_metres(tick, settings->least) && data.length < 1e6)) return false;
    take_hold(tick, moveset->ability_modes[ability], &data);
    return true;
}

// ---- the swing ------------------------------------------------------------------------------------------

// Returns how fast the input lets the rope out, m/s; below 0: the character climbs. level: the rest of the
// input, which pumps.
static double reel_of(const lope_tick *tick, const lope_rope_settings *settings, lope_point *level)
{
    const lope_point wanted = lope_tick_wanted(tick), up = lope_tick_up(tick);
    double rise = lope_along(wanted, up);
    *level = lope_level_part(wanted, up);
    if (settings->grab_climbs && lope_tick_input(tick)->held & LOPE_BUTTON_GRAB) {
        const lope_point facing = lope_facing(tick);
        const double ahead = lope_point_dot(*level, facing);
        *level = lope_point_mad(*level, facing, -ahead);
        rise += ahead;
    }
    return -rise * (double)(rise > 0 ? settings->climb_speed : settings->descend_speed) * lope_unit(tick);
}

// Makes the pendulum of this instant, seen from the anchor.
static lope_pendulum pendulum_of(lope_tick *tick, const lope_rope_settings *settings, const rope_data *data, lope_point anchor,
                                 lope_point velocity)
{
    lope_pendulum p = {.arm = lope_point_sub(hands_at(tick, data->hands), anchor),
                       .velocity = lope_point_sub(lope_tick_velocity(tick), velocity),
                       .length = data->length,
                       .pull = lope_tick_acceleration(tick),
                       .top = lope_metres(tick, settings->pump_speed),
                       .drag = (double)settings->drag,
                       .least = lope_metres(tick, settings->least),
                       .most = data->most,
                       .stiff = lope_tick_length(tick),
                       .rod = settings->rod != 0};
    lope_point level;
    p.reel = reel_of(tick, settings, &level);
    p.push = lope_point_scale(level, lope_metres(tick, settings->pump));
    return p;
}

// Swings for one piece. False: the character is let go.
static bool go(lope_tick *tick, const lope_rope_settings *settings, rope_data *data, double piece)
{
    lope_point anchor, velocity;
    if (!lope_line_now(tick, &data->anchor, &anchor, &velocity)) return false;
    lope_pendulum p = pendulum_of(tick, settings, data, anchor, velocity);
    if (!(lope_point_length(p.arm) > 0)) return false;
    lope_pendulum_run(&p, piece);
    data->length = p.length;
    const lope_point goal = lope_point_add(lope_point_mad(anchor, velocity, piece), p.arm);
    lope_tick_set_velocity(tick, lope_point_add(velocity, p.velocity));
    lope_tick_slide_for(tick, lope_point_sub(goal, hands_at(tick, data->hands)), piece);
    const double off = lope_point_length(lope_point_sub(goal, hands_at(tick, data->hands)));
    return off <= (double)lope_tick_state(tick)->radius;
}

static double run(lope_tick *tick, double seconds)
{
    const lope_rope_settings *settings = lope_line_settings(tick, lope_tick_state(tick)->mode);
    rope_data data;
    double left = seconds;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    while (left > LEAST_TIME) {
        const double piece = left > 1.5 * PIECE ? PIECE : left;
        const double now = lope_tick_now(tick);
        const bool lets_go = (lope_allowed_edges(tick) & (LOPE_BUTTON_JUMP | LOPE_BUTTON_CROUCH)) != 0;
        if (lets_go || !settings || !go(tick, settings, &data, piece)) {
            if (lope_tick_failed(tick) != LOPE_OK) return 0;
            lope_line_leave(tick, settings ? lope_metres(tick, settings->jump_speed) : 0,
                            settings ? (double)settings->jump_share : 1);
            return left - (lope_tick_now(tick) - now);
        }
        left -= piece;
    }
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return 0;
}

// A press lets go, before the built-in jump sees it.
static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    (void)self;
    return lope_allowed_edges(tick) & (LOPE_BUTTON_JUMP | LOPE_BUTTON_CROUCH) ? 0 : left;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_rope_settings *settings = self->settings;
    lope_tick_cool_down(tick, self->id, PAUSE);
    if (lope_tick_state(tick)->mode != self->mode) return;
    if (why == LOPE_END_DONE)
        lope_line_leave(tick, lope_metres(tick, settings->jump_speed), (double)settings->jump_share);
    else
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

// ---- the ability ----------------------------------------------------------------------------------------

#define ROW(NAME, KIND, UNIT, LOW, HIGH, INITIAL, TEXT)                                                        \
    {                                                                                                          \
        .name = #NAME, .kind = KIND, .unit = UNIT, .text = TEXT, .low = LOW, .high = HIGH, .initial = INITIAL, \
        .offset = (uint32_t)offsetof(lope_rope_settings, NAME)                                                 \
    }
#define NUMBER(NAME, UNIT, HIGH, INITIAL, TEXT) ROW(NAME, LOPE_FIELD_FLOAT, UNIT, 0, HIGH, INITIAL, TEXT)

static const lope_field fields[] = {
    NUMBER(reach, "m", 10, 0.5f, "How far from the capsule a rope may be"),
    ROW(lean, LOPE_FIELD_ANGLE, "rad", 0, 1.5707f, 0.785398f,
        "How far a rope leans from up at most; what leans more is a zipline"),
    NUMBER(hands, "", 1, 0.9f, "Share of the capsule's height at which it holds on"),
    NUMBER(pump, "m/s2", 1000, 4, "Acceleration by level input"),
    NUMBER(pump_speed, "m/s", 1000, 8, "Speed along the input up to which it accelerates"),
    NUMBER(climb_speed, "m/s", 1000, 1.5f, "How fast the character climbs up the rope"),
    NUMBER(descend_speed, "m/s", 1000, 3, "How fast the character climbs down the rope"),
    ROW(least, LOPE_FIELD_FLOAT, "m", 0.1f, 100, 0.5f, "The shortest rope from the anchor to the hands"),
    NUMBER(drag, "1/s", 100, 0, "How fast the speed goes down"),
    NUMBER(jump_speed, "m/s", 1000, 4, "Speed up that a jump off the rope adds"),
    NUMBER(jump_share, "", 10, 1, "Share of the velocity that a jump off the rope keeps"),
    NUMBER(grapple, "m", 1000, 0, "How far a grapple reaches; 0: there is none"),
    ROW(auto_catch, LOPE_FIELD_BOOL, "", 0, 1, 0, "It takes hold of a rope in the air without a press"),
    ROW(rod, LOPE_FIELD_BOOL, "", 0, 1, 0, "The rope is never slack"),
    ROW(grab_climbs, LOPE_FIELD_BOOL, "", 0, 1, 0, "While GRAB is held, input along the facing climbs"),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)
#define MODES (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING)

static const lope_mode roping = {.name = "roping",
                                 .data_size = sizeof(rope_data),
                                 .run = run,
                                 .version = 1,
                                 .traits = LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};
static const lope_mode *const modes[] = {&roping, NULL};

static const lope_ability rope = {.name = "rope",
                                  .version = 1,
                                  .button = LOPE_BUTTON_GRAB,
                                  .settings_size = sizeof(lope_rope_settings),
                                  .field_count = FIELD_COUNT,
                                  .fields = fields,
                                  .conditions = {.modes = MODES, .trigger = LOPE_TRIGGER_PRESS, .cooldown = 0.3f},
                                  .try_start = try_start,
                                  .piece = piece,
                                  .ended = ended,
                                  .modes = modes,
                                  .groups = LOPE_GROUP_BODY,
                                  .traits = LOPE_ABILITY_REPEATABLE,
                                  .asks_in = 1u << LOPE_MODE_FALLING,
                                  .asks = asks};

const lope_ability *lope_rope_ability(void) { return &rope; }

void lope_rope_settings_default(lope_rope_settings *settings)
{
    *settings = (lope_rope_settings){.reach = 0.5f,
                                     .lean = 0.785398f,
                                     .hands = 0.9f,
                                     .pump = 4,
                                     .pump_speed = 8,
                                     .climb_speed = 1.5f,
                                     .descend_speed = 3,
                                     .least = 0.5f,
                                     .jump_speed = 4,
                                     .jump_share = 1};
}
