// vault.c - the vault: see lope/vault.h.
//
// A search finds the obstacle and a plan: the lengths and heights of the way's three parts. The mode follows
// that closed form in the frame of the obstacle's body (LOPE_MODE_CARRIED), with sweeps, so that it enters
// nothing that comes along meanwhile.
//
// Built on the public headers alone. Data: lope_vault_data, in the mode's own bytes. Read next: vault_find.c.
#include "level.h"
#include "room.h"
#include "units.h"
#include "vault_find.h"

#include <lope/input.h>
#include <lope/moveset.h>

#include <string.h>

#define STAND_REACH 0.1    // m, within which the floor is looked for at the end
#define FOLLOWED 1.0       // m, by which the floor behind may be lower than it was
#define PIECE (1.0 / 60.0) // s: the longest straight piece of the way

_Static_assert(sizeof(lope_vault_data) <= LOPE_MODE_DATA, "it stands in the state");

// ---- the start ------------------------------------------------------------------------------------------

// Takes hold of the obstacle's body and brings the plan into its frame.
static void begin(lope_tick *tick, const lope_ability_self *self, lope_vault_data *data, uint64_t body)
{
    const lope_quat none = lope_quat_identity();
    const lope_point end = data->end.point;
    lope_tick_take_press(tick, LOPE_BUTTON_VAULT);
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_base(tick, body);
    data->end = lope_tick_seen_from(tick, body, end, none);
    const lope_point seen = data->end.point;
    const lope_point ahead = lope_tick_seen_from(tick, body, lope_point_add(end, lope_vec3_to_point(data->ahead)), none).point,
                     above = lope_tick_seen_from(tick, body, lope_point_add(end, lope_vec3_to_point(data->up)), none).point,
                     feet = lope_tick_seen_from(tick, body, lope_tick_feet(tick), none).point;
    data->ahead = lope_point_to_vec3(lope_point_sub(ahead, seen));
    data->up = lope_point_to_vec3(lope_point_sub(above, seen));
    lope_point aside = lope_point_sub(lope_point_sub(feet, seen), lope_vault_offset(data, 0, 0));
    // above the way it is where the obstacle sinks: it stands until the way has come up to it
    const double higher = lope_point_dot(aside, lope_vec3_to_point(data->up));
    if (higher > 0) aside = lope_point_mad(aside, lope_vec3_to_point(data->up), -higher);
    data->aside = lope_point_to_vec3(aside);
    memcpy(lope_tick_data(tick), data, sizeof *data);
}

// Returns the level direction that the input asks for, or else the facing.
static lope_point direction_of(const lope_tick *tick)
{
    const lope_point wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), lope_tick_up(tick)));
    return lope_point_dot(wanted, wanted) > 0 ? wanted : lope_facing(tick);
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_vault_settings *settings = self->settings;
    const lope_point level = lope_level_part(lope_tick_velocity(tick), lope_tick_up(tick));
    const double speed = lope_point_length(level), unit = lope_unit(tick);
    const bool itself = settings->auto_speed > 0 && speed >= (double)settings->auto_speed * unit;
    if (!self->pressed && !itself) return LOPE_REFUSAL_NO_INPUT;
    if (speed < (double)settings->speed_least * unit) return LOPE_REFUSAL_SLOW;
    lope_vault_search search = {.settings = settings,
                                .feet = lope_tick_feet(tick),
                                .direction = direction_of(tick),
                                .scale = lope_body_scale(tick),
                                .speed = speed / unit};
    lope_vault_data data;
    uint64_t body = LOPE_BODY_NONE;
    const uint32_t why = lope_vault_find(tick, &search, &data, &body);
    if (why != LOPE_REFUSAL_NONE) return why;
    const double along = lope_point_dot(level, lope_vec3_to_point(data.ahead));
    data.speed = (float)((along > 0 ? along : 0) * (double)settings->speed_kept);
    *self->phase = search.kind;
    begin(tick, self, &data, body);
    return LOPE_REFUSAL_NONE;
}

// By itself it starts in a walk that is fast enough.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_vault_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = lope_vault_asks(settings);
    rows[0].speed = settings->auto_speed;
    return settings->auto_speed > 0 ? 1 : 0;
}

// ---- the course -----------------------------------------------------------------------------------------

// Ends the vault in a fall.
static double let_go(lope_tick *tick, double left)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return left;
}

// Ends the vault on the floor behind, with its share of the speed.
static double arrive(lope_tick *tick, const lope_vault_data *data, double left)
{
    lope_body_pose ahead = data->end;
    lope_transform from, to;
    ahead.point = lope_point_add(ahead.point, lope_vec3_to_point(data->ahead));
    if (!lope_tick_place_of(tick, &data->end, &from) || !lope_tick_place_of(tick, &ahead, &to)) return let_go(tick, left);
    lope_tick_set_velocity(tick, lope_point_scale(lope_point_sub(to.position, from.position), (double)data->speed));
    const bool stands = lope_tick_stand(tick, STAND_REACH * (double)data->scale);
    lope_tick_set_mode(tick, stands ? LOPE_MODE_WALKING : LOPE_MODE_FALLING);
    return left;
}

// Returns how high the floor behind the obstacle is above the way's end, m: the obstacle may have sunk, risen
// or turned meanwhile. 0 where there is none to stand on.
static double floor_behind(lope_tick *tick, const lope_vault_data *data)
{
    const lope_point up = lope_tick_up(tick);
    lope_transform end;
    if (!lope_tick_place_of(tick, &data->end, &end)) return 0;
    const double feet = lope_along(lope_point_sub(lope_tick_feet(tick), end.position), up), top = (double)data->high,
                 high = feet > top ? feet : top, way = high + FOLLOWED * (double)data->scale;
    const lope_point from = lope_point_mad(end.position, up, high);
    const lope_cast_def def = lope_room_capsule(tick, from, lope_point_scale(up, -way), 0);
    lope_cast_hit hit;
    if (!lope_tick_cast(tick, &def, &hit) || hit.depth > 0 || !hit.walkable) return 0;
    return high - hit.fraction * way;
}

// Moves the character to where it is due after `piece` more seconds. False: it is let go.
static bool go(lope_tick *tick, lope_vault_data *data, double piece)
{
    lope_body_pose pose = data->end;
    lope_transform world;
    data->time += piece;
    const bool down = data->time > LOPE_VAULT_OVER_ENDS * (double)data->seconds;
    const double floor = down ? floor_behind(tick, data) : 0;
    pose.point = lope_point_add(pose.point, lope_vault_offset(data, data->time, floor));
    if (!lope_tick_place_of(tick, &pose, &world)) return false;
    const lope_point way = lope_point_sub(world.position, lope_tick_feet(tick));
    lope_tick_set_velocity(tick, lope_point_scale(way, 1.0 / piece));
    lope_tick_slide_for(tick, way, piece);
    return lope_point_length(lope_point_sub(world.position, lope_tick_feet(tick))) <= (double)lope_tick_state(tick)->radius;
}

static double run(lope_tick *tick, double seconds)
{
    lope_vault_data data;
    double left = seconds;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    const double whole = (double)data.seconds;
    while (left > 1e-9 && whole - data.time > 1e-9) {
        double piece = whole - data.time < left ? whole - data.time : left;
        if (piece > 1.5 * PIECE) piece = PIECE; // a rest that is hardly longer is no piece of its own
        if (!go(tick, &data, piece)) return let_go(tick, left);
        left -= piece;
    }
    if (whole - data.time <= 1e-9) return arrive(tick, &data, left);
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return 0;
}

// A vault that has led to the floor behind is done; one that was let go has left its mode.
static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)self;
    (void)seconds;
    return lope_tick_state(tick)->mode != LOPE_MODE_WALKING;
}

// Ended from outside, as by a teleport: the way is not gone on with.
static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    (void)why;
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

// ---- the ability ----------------------------------------------------------------------------------------

#define NUMBER(NAME, UNIT, HIGH, INITIAL, TEXT)                                      \
    {                                                                                \
        .name = #NAME, .unit = UNIT, .text = TEXT, .high = HIGH, .initial = INITIAL, \
        .offset = offsetof(lope_vault_settings, NAME)                                \
    }
#define TIME(NAME, INITIAL, TEXT)                                                               \
    {                                                                                           \
        .name = #NAME, .unit = "s", .text = TEXT, .low = 0.05f, .high = 10, .initial = INITIAL, \
        .offset = offsetof(lope_vault_settings, NAME)                                           \
    }

static const lope_field fields[] = {
    NUMBER(height_least, "m", 100, 0.4f, "Lowest obstacle above the feet"),
    NUMBER(height_most, "m", 100, 1.3f, "Highest obstacle above the feet"),
    NUMBER(depth_most, "m", 1.5f, 1, "Deepest obstacle, from its near edge to its far side"),
    NUMBER(reach, "m", 10, 1, "How far the wall may be from the capsule's axis"),
    NUMBER(speed_least, "m/s", 1000, 0, "Slower ones do not vault"),
    NUMBER(auto_speed, "m/s", 1000, 0, "It starts by itself when so fast; 0: never"),
    NUMBER(drop_most, "m", 100, 1, "How far below the feet the floor behind may be"),
    NUMBER(beyond, "m", 10, 0.4f, "Level way while it comes down"),
    TIME(seconds, 0.7f, "How long a vault takes"),
    NUMBER(hurdle_height, "m", 100, 0.7f, "Highest obstacle that is hurdled"),
    NUMBER(hurdle_depth, "m", 1.5f, 0.5f, "Deepest obstacle that is hurdled"),
    NUMBER(hurdle_speed, "m/s", 1000, 3, "Slower ones vault instead"),
    NUMBER(hurdle_clearance, "m", 10, 0.1f, "How far over the top the feet go in a hurdle"),
    TIME(hurdle_seconds, 0.5f, "How long a hurdle takes"),
    NUMBER(speed_kept, "", 1, 1, "Share of the speed along the way that is kept"),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

static const lope_mode vaulting = {.name = "vaulting",
                                   .data_size = sizeof(lope_vault_data),
                                   .run = run,
                                   .version = 2,
                                   .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};
static const lope_mode *const modes[] = {&vaulting, NULL};

static const lope_ability vault = {.name = "vault",
                                   .version = 3,
                                   .button = LOPE_BUTTON_VAULT,
                                   .settings_size = sizeof(lope_vault_settings),
                                   .field_count = FIELD_COUNT,
                                   .fields = fields,
                                   .conditions = {.modes = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING},
                                   .try_start = try_start,
                                   .passed = passed,
                                   .ended = ended,
                                   .modes = modes,
                                   .groups = LOPE_GROUP_BODY,
                                   .traits = LOPE_ABILITY_REPEATABLE,
                                   .asks_in = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING,
                                   .asks = asks};

const lope_ability *lope_vault_ability(void) { return &vault; }

void lope_vault_settings_default(lope_vault_settings *settings)
{
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        *(float *)(void *)((unsigned char *)settings + fields[i].offset) = fields[i].initial;
}
