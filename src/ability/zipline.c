// zipline.c - the zipline in the tick. See lope/zipline.h.
//
// Where the hands are on the line, and how fast they go along it, is read from feet and velocity at the begin
// of each piece. So the state has no more than the line itself, in the space of its body. A piece is a closed
// form (slope_law.c), and the capsule follows in sweeps of at most 1/60 s. What is left of the way from the
// catch to the place below the line shrinks evenly over `settle` s.
//
// Built on the public headers alone. Data: line_data, in the mode's own bytes. Read next: slope_law.c.
#include "level.h"
#include "line.h"
#include "room.h"
#include "slope_law.h"
#include "units.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/tuning.h>
#include <lope/zipline.h>

#include <string.h>

#define PIECE (1.0 / 60.0) // s: the longest straight piece of the way
#define LEAST_TIME 1e-9    // s: what is shorter is not slid
#define QUERY_ROOM 2       // lope_refused.query: is there room below the line
#define OFF 0.02           // m: so far off its place it is held up by something
#define STILL 1e-4         // m/s: what is slower is at rest
#define BESIDE 0.02        // m: what is nearer to its place has just let go
#define HALVINGS 40
#define LEVEL 1e-6 // share of gravity along a line that counts as level

typedef struct line_data {
    lope_body_pose upper, lower;
    double settle; // s that are left
    double way;    // at constant speed: 1 to the lower end, -1 to the upper one
} line_data;
_Static_assert(sizeof(line_data) <= LOPE_MODE_DATA, "it stands in the state");

// The line at an instant.
typedef struct line_now {
    lope_point upper, along, velocity; // m; unit, to the lower end; m/s, of the line where the hands are
    double length, at, speed;          // m; m, of the hands from the upper end; m/s against the line
    lope_point off;                    // m, from the place below the line to the feet
} line_now;

// Returns the way from the feet to the line above.
static lope_point hang_of(const lope_tick *tick, const lope_zipline_settings *settings)
{
    const double height = (double)lope_tick_state(tick)->height + (double)settings->hang * lope_body_scale(tick);
    return lope_point_scale(lope_tick_up(tick), height);
}

// Reads the line as it is now. False: it is gone.
static bool look(lope_tick *tick, const lope_zipline_settings *settings, const line_data *data, line_now *now)
{
    lope_point lower, v0, v1;
    if (!lope_line_now(tick, &data->upper, &now->upper, &v0) || !lope_line_now(tick, &data->lower, &lower, &v1)) return false;
    const lope_point whole = lope_point_sub(lower, now->upper);
    const lope_point hands = lope_point_add(lope_tick_feet(tick), hang_of(tick, settings));
    now->length = lope_point_length(whole);
    now->along = lope_unit_of(whole);
    double at = lope_point_dot(lope_point_sub(hands, now->upper), now->along);
    now->at = at < 0 ? 0 : at > now->length ? now->length : at;
    const double share = now->length > 0 ? now->at / now->length : 0;
    now->velocity = lope_point_mad(v0, lope_point_sub(v1, v0), share);
    now->off = lope_point_sub(hands, lope_point_mad(now->upper, now->along, now->at));
    now->speed = lope_point_dot(lope_point_sub(lope_tick_velocity(tick), now->velocity), now->along);
    return now->length > 0;
}

// ---- the start ------------------------------------------------------------------------------------------

// Refuses where something is between the character and its place below the line.
static uint32_t room_below(lope_tick *tick, const line_now *now)
{
    const lope_point feet = lope_tick_feet(tick);
    lope_cast_hit hit;
    if (!lope_room_sweep(tick, feet, lope_point_sub(feet, now->off), lope_body_scale(tick), &hit)) return LOPE_REFUSAL_NONE;
    lope_tick_refused_by(tick, QUERY_ROOM, hit.point, hit.body);
    return LOPE_REFUSAL_NO_ROOM;
}

// Returns the way of a constant speed: down, or on a level line as the character comes or wants, or -1.
static double way_of(lope_tick *tick, const line_now *now)
{
    const lope_point gravity = lope_tick_gravity(tick);
    const double along = lope_point_dot(gravity, now->along), wanted = lope_point_dot(lope_tick_wanted(tick), now->along);
    if (along > LEVEL * lope_point_length(gravity)) return 1;
    if (wanted != 0) return wanted > 0 ? 1 : -1;
    return now->speed >= 0 ? 1 : -1;
}

// Tells whether the character comes nearer to its place below the line: it does not when it has just let go.
static bool comes_nearer(const lope_tick *tick, const line_now *now)
{
    const bool beside = lope_point_length(now->off) > BESIDE * lope_body_scale(tick);
    return beside && lope_point_dot(lope_point_sub(lope_tick_velocity(tick), now->velocity), now->off) < 0;
}

// Without a press it asks where there are ropes and lines.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_zipline_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = (lope_ask){.modes = UINT32_MAX, .channels = LOPE_CHANNEL_ROPE};
    return settings->auto_catch ? 1 : 0;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_zipline_settings *settings = self->settings;
    const bool held_off = (lope_tick_input(tick)->held & LOPE_BUTTON_CROUCH) != 0;
    if (!self->pressed && (!settings->auto_catch || held_off)) return LOPE_REFUSAL_NO_INPUT;
    const lope_line_search search = {
        .reach = (double)settings->reach * lope_body_scale(tick), .lean = (double)lope_cos(settings->lean), .hangs = false};
    const lope_point hands = lope_point_add(lope_tick_feet(tick), hang_of(tick, settings));
    lope_line line;
    line_now now;
    uint32_t why = lope_line_find(tick, &search, hands, &line);
    if (why != LOPE_REFUSAL_NONE) return why;
    line_data data = {.upper = lope_tick_seen_from(tick, line.body, line.upper, lope_quat_identity()),
                      .lower = lope_tick_seen_from(tick, line.body, line.lower, lope_quat_identity()),
                      .settle = (double)settings->settle};
    if (!look(tick, settings, &data, &now)) return LOPE_REFUSAL_NONE_NEAR;
    if (!self->pressed && !comes_nearer(tick, &now)) return LOPE_REFUSAL_NO_INPUT;
    why = room_below(tick, &now);
    if (why != LOPE_REFUSAL_NONE) return why;
    data.way = way_of(tick, &now);
    lope_tick_take_press(tick, LOPE_BUTTON_GRAB);
    lope_tick_set_mode(tick, self->mode);
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return LOPE_REFUSAL_NONE;
}

// ---- the way --------------------------------------------------------------------------------------------

// Returns the law of this instant, for a character that brakes or does not.
static lope_slope_law law_of(lope_tick *tick, const lope_zipline_settings *settings, const line_now *now, double wanted,
                             bool brakes)
{
    const lope_point pull = lope_tick_acceleration(tick);
    const double along = lope_point_dot(pull, now->along);
    const double across = lope_point_length(lope_point_mad(pull, now->along, -along));
    lope_slope_law law = {.pull = along, .hold = (double)settings->friction * across, .drag = (double)settings->drag};
    if (brakes)
        law.hold += (wanted > 0 ? wanted : -wanted) * lope_metres(tick, settings->brake);
    else
        law.pull += wanted * lope_metres(tick, settings->push);
    return law;
}

// Returns how far along the line the piece leads, and the speed after it. What brakes to a rest pushes from
// there on.
static double way_after(lope_tick *tick, const lope_zipline_settings *settings, const line_data *data, const line_now *now,
                        double piece, double *speed)
{
    const double wanted = lope_point_dot(lope_tick_wanted(tick), now->along);
    double way = 0;
    *speed = now->speed;
    if (settings->speed > 0) {
        *speed = data->way * lope_metres(tick, settings->speed);
        return *speed * piece;
    }
    if (wanted * now->speed < 0 && settings->brake > 0) {
        const lope_slope_law law = law_of(tick, settings, now, wanted, true);
        const double rest = lope_slope_rest(&law, *speed), time = rest >= 0 && rest < piece ? rest : piece;
        way = lope_slope_run(&law, speed, time);
        if (time >= piece) return way;
        piece -= time;
        *speed = 0;
    }
    const lope_slope_law law = law_of(tick, settings, now, wanted, false);
    return way + lope_slope_run(&law, speed, piece);
}

// What becomes of a piece.
typedef enum outcome { GOES_ON, AT_END, LET_GO } outcome;

// Cuts the piece where the hands come to an end of the line. Returns true when they are flung off there.
// Where they stop, the whole piece leads there.
static bool cut(lope_tick *tick, const lope_zipline_settings *settings, const line_data *data, const line_now *now, double *piece,
                double *way, double *speed)
{
    double margin = (double)settings->margin * lope_body_scale(tick);
    if (margin > 0.5 * now->length) margin = 0.5 * now->length;
    const bool down = *way > 0;
    const double room = down ? now->length - margin - now->at : now->at - margin;
    if (*way == 0 || (down ? *way : -*way) < room) return false;
    if (settings->at_end == LOPE_ZIPLINE_STOP) {
        *way = room > 0 ? (down ? room : -room) : 0;
        *speed = 0;
        return false;
    }
    double low = 0, high = *piece;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        *way = way_after(tick, settings, data, now, middle, speed);
        *((down ? *way : -*way) >= room ? &high : &low) = middle;
    }
    *piece = low;
    *way = way_after(tick, settings, data, now, low, speed);
    return true;
}

// Tells whether something on the way has taken most of a speed along the line.
static bool is_stopped(double speed, double left, double unit)
{
    if (speed < 0) return speed < -STILL * unit && left > 0.5 * speed;
    return speed > STILL * unit && left < 0.5 * speed;
}

// Slides for one piece, or up to an end of the line.
static outcome go(lope_tick *tick, const lope_zipline_settings *settings, line_data *data, double piece)
{
    line_now now;
    double speed;
    if (!look(tick, settings, data, &now)) return LET_GO;
    double way = way_after(tick, settings, data, &now, piece, &speed);
    const bool ends = cut(tick, settings, data, &now, &piece, &way, &speed);
    const double kept = data->settle > piece ? (data->settle - piece) / data->settle : 0;
    data->settle = data->settle > piece ? data->settle - piece : 0;
    lope_point motion = lope_point_mad(lope_point_scale(now.velocity, piece), now.along, way);
    motion = lope_point_mad(motion, now.off, kept - 1);
    const lope_point goal = lope_point_add(lope_tick_feet(tick), motion);
    lope_tick_set_velocity(tick, lope_point_mad(now.velocity, now.along, speed));
    lope_tick_slide_for(tick, motion, piece);
    const double off = lope_point_length(lope_point_sub(goal, lope_tick_feet(tick)));
    const double left = lope_point_dot(lope_point_sub(lope_tick_velocity(tick), now.velocity), now.along);
    if (off > OFF * lope_body_scale(tick) || is_stopped(speed, left, lope_unit(tick))) return LET_GO;
    return ends ? AT_END : GOES_ON;
}

// Falls for the rest of the time.
static double leave(lope_tick *tick, const lope_zipline_settings *settings, double left)
{
    if (lope_tick_failed(tick) != LOPE_OK) return 0;
    lope_line_leave(tick, lope_metres(tick, settings->jump_speed), (double)settings->jump_share);
    return left;
}

static double run(lope_tick *tick, double seconds)
{
    const lope_zipline_settings *settings = lope_line_settings(tick, lope_tick_state(tick)->mode);
    line_data data;
    double left = seconds;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    while (left > LEAST_TIME && settings) {
        const double piece = left > 1.5 * PIECE ? PIECE : left, now = lope_tick_now(tick);
        const outcome result = go(tick, settings, &data, piece);
        left -= lope_tick_now(tick) - now;
        if (result != GOES_ON) return leave(tick, settings, left);
        if (lope_tick_failed(tick) != LOPE_OK) return 0;
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
    const lope_zipline_settings *settings = self->settings;
    if (lope_tick_state(tick)->mode != self->mode) return;
    if (why == LOPE_END_DONE)
        leave(tick, settings, 0);
    else
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

// ---- the ability ----------------------------------------------------------------------------------------

#define ROW(NAME, KIND, UNIT, LOW, HIGH, INITIAL, TEXT)                                                        \
    {                                                                                                          \
        .name = #NAME, .kind = KIND, .unit = UNIT, .text = TEXT, .low = LOW, .high = HIGH, .initial = INITIAL, \
        .offset = (uint32_t)offsetof(lope_zipline_settings, NAME)                                              \
    }
#define NUMBER(NAME, UNIT, HIGH, INITIAL, TEXT) ROW(NAME, LOPE_FIELD_FLOAT, UNIT, 0, HIGH, INITIAL, TEXT)

static const char *const ends[] = {"fling", "stop", NULL};

static const lope_field fields[] = {
    NUMBER(reach, "m", 10, 0.6f, "How far from the capsule a line may be"),
    ROW(lean, LOPE_FIELD_ANGLE, "rad", 0, 1.5707f, 0.785398f, "How far a line leans from up at least; what leans less is a rope"),
    NUMBER(hang, "m", 10, 0.15f, "From the line down to the capsule's top"),
    NUMBER(settle, "s", 10, 0.2f, "How long the way from the catch to the place below the line takes"),
    NUMBER(friction, "", 10, 0.05f, "Share of gravity across the line that slows down"),
    NUMBER(drag, "1/s", 1000, 0.1f, "How fast the speed goes down by itself"),
    NUMBER(push, "m/s2", 1000, 2, "Acceleration by input along the line"),
    NUMBER(brake, "m/s2", 1000, 6, "Braking by input against the way; 0: such input pushes"),
    NUMBER(speed, "m/s", 1000, 0, "Constant speed; 0: by gravity, friction and drag"),
    NUMBER(margin, "m", 10, 0.3f, "How far before an end of the body the line ends"),
    NUMBER(jump_speed, "m/s", 1000, 4, "Speed up that a jump off the line adds"),
    NUMBER(jump_share, "", 10, 1, "Share of the velocity that a jump off the line keeps"),
    {.name = "at_end",
     .kind = LOPE_FIELD_ENUM,
     .text = "What happens at an end of the line",
     .offset = (uint32_t)offsetof(lope_zipline_settings, at_end),
     .choices = ends},
    ROW(auto_catch, LOPE_FIELD_BOOL, "", 0, 1, 0, "It takes hold of a line in the air without a press"),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)
#define MODES (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING)

static const lope_mode ziplining = {.name = "ziplining",
                                    .data_size = sizeof(line_data),
                                    .run = run,
                                    .version = 1,
                                    .traits = LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};
static const lope_mode *const modes[] = {&ziplining, NULL};

static const lope_ability zipline = {.name = "zipline",
                                     .version = 1,
                                     .button = LOPE_BUTTON_GRAB,
                                     .settings_size = sizeof(lope_zipline_settings),
                                     .field_count = FIELD_COUNT,
                                     .fields = fields,
                                     .conditions = {.modes = MODES, .trigger = LOPE_TRIGGER_PRESS, .cooldown = 0.5f},
                                     .try_start = try_start,
                                     .piece = piece,
                                     .ended = ended,
                                     .modes = modes,
                                     .groups = LOPE_GROUP_BODY,
                                     .traits = LOPE_ABILITY_REPEATABLE,
                                     .asks_in = 1u << LOPE_MODE_FALLING,
                                     .asks = asks};

const lope_ability *lope_zipline_ability(void) { return &zipline; }

void lope_zipline_settings_default(lope_zipline_settings *settings)
{
    *settings = (lope_zipline_settings){.reach = 0.6f,
                                        .lean = 0.785398f,
                                        .hang = 0.15f,
                                        .settle = 0.2f,
                                        .friction = 0.05f,
                                        .drag = 0.1f,
                                        .push = 2,
                                        .brake = 6,
                                        .margin = 0.3f,
                                        .jump_speed = 4,
                                        .jump_share = 1};
}
