// vault.c - the vault: see lope/vault.h.
//
// A search finds the obstacle and a plan: the lengths and heights of the way's three parts. The capsule is
// swept along the plan's closed form, piece by piece. The mode then follows the same form in the frame of the
// obstacle's body (LOPE_MODE_CARRIED), with sweeps, so that it enters nothing that comes along meanwhile.
//
// Built on the public headers alone. Read next: room.c.
#include "level.h"
#include "room.h"

#include <lope/input.h>
#include <lope/probe.h>
#include <lope/vault.h>

#include <string.h>

#define STANDARD 1.76   // m: the standing height for which settings are given
#define BAND_LEAST 0.25 // m: walls below are not looked for
#define BAND_ABOVE 0.3  // m above the highest obstacle: tops there are told as too high
// m beyond the reach that are looked at: a wall stands at its place of the end of the tick
#define BEYOND 0.25
#define FACING 0.64        // least cosine between the direction and the wall's inward normal: 50 degrees
#define MARGIN 0.03        // m between the capsule and the obstacle's faces where it goes up and down
#define OVER 0.02          // m over the top, of a vault
#define STAND_REACH 0.1    // m, within which the floor is looked for at the end
#define PIECE (1.0 / 60.0) // s: the longest straight piece of the way
#define UP_ENDS 0.3        // shares of the time
#define OVER_ENDS 0.7

// What the mode keeps in the state. Vectors are in the frame of the body; lengths and heights from `end`.
typedef struct vault_data {
    lope_body_pose end;     // the feet at the end
    double time;            // s since the start
    float seconds, scale;   // that it takes; of all lengths
    float rise, over, fall; // m of level way in the three parts
    float low, high;        // m, heights at the start and over the obstacle
    lope_vec3 ahead, up;    // unit
    lope_vec3 aside;        // m, of the start from the plan's: taking hold may have put the feet elsewhere
    float speed;            // m/s afterwards
} vault_data;

_Static_assert(sizeof(vault_data) <= LOPE_MODE_DATA, "it stands in the state");

// What a search works with.
typedef struct vault_search {
    const lope_vault_settings *settings;
    lope_point feet, direction, brought; // m, in the world, as they are to the obstacle; unit, level
    double scale, speed;
    uint32_t kind;
} vault_search;

// ---- the way --------------------------------------------------------------------------------------------

// Returns the feet's offset from the end after a time, in the frame of ahead and up.
static lope_point offset_at(const vault_data *data, double time)
{
    const double share = time / (double)data->seconds, up = share / UP_ENDS, over = (share - UP_ENDS) / (OVER_ENDS - UP_ENDS),
                 down = (share - OVER_ENDS) / (1.0 - OVER_ENDS);
    const double low = (double)data->low, high = (double)data->high;
    double level = -(double)data->fall * (1.0 - down), height = high * (1.0 - lope_smooth(down, 0, 1)), aside = 0;
    if (share >= 1) return lope_point_make(0, 0, 0);
    if (share < OVER_ENDS) level = -(double)data->fall - (double)data->over * (1.0 - over);
    if (share < UP_ENDS) {
        level = -(double)data->fall - (double)data->over - (double)data->rise * (1.0 - up);
        height = low + (high - low) * lope_smooth(up, 0, 1);
        aside = 1.0 - up;
    }
    const lope_point offset = lope_point_scale(lope_vec3_to_point(data->ahead), level);
    return lope_point_mad(lope_point_mad(offset, lope_vec3_to_point(data->up), height), lope_vec3_to_point(data->aside), aside);
}

// ---- the search -----------------------------------------------------------------------------------------

// Notes the place of a refusal, and returns the refusal.
static uint32_t refuse(lope_tick *tick, uint32_t why, uint32_t query, lope_point point, uint64_t body)
{
    lope_tick_refused_by(tick, query, point, body);
    return why;
}

// Returns why an obstacle does not suit the settings, or LOPE_REFUSAL_NONE.
static uint32_t rules(lope_tick *tick, const vault_search *search, const lope_probe_ledge *ledge)
{
    const lope_vault_settings *settings = search->settings;
    const double scale = search->scale, slack = 1e-6 * scale; // a height that is the limit is within it
    if (ledge->distance > (double)settings->reach * scale || lope_point_dot(ledge->inward, search->direction) < FACING)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_VAULT_QUERY_WALL, ledge->edge, ledge->body);
    uint32_t why = LOPE_REFUSAL_NONE;
    if (ledge->height < (double)settings->height_least * scale - slack) why = LOPE_REFUSAL_TOO_LOW;
    if (ledge->height > (double)settings->height_most * scale + slack) why = LOPE_REFUSAL_TOO_HIGH;
    if (why == LOPE_REFUSAL_NONE && ledge->height <= (double)lope_tick_tuning(tick)->max_step_height) why = LOPE_REFUSAL_STEP;
    if (why != LOPE_REFUSAL_NONE) return refuse(tick, why, LOPE_VAULT_QUERY_TOP, ledge->edge, ledge->body);
    if (ledge->flags & LOPE_LEDGE_FAR_SIDE && ledge->depth <= (double)settings->depth_most * scale + slack) return why;
    return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_VAULT_QUERY_DEPTH, ledge->edge, ledge->body);
}

// Works out the lengths and heights of the way over an obstacle; `low` and `high` are above the feet yet.
static void lay_out(const lope_tick *tick, vault_search *search, const lope_probe_ledge *ledge, vault_data *data)
{
    const lope_vault_settings *settings = search->settings;
    const double scale = search->scale, radius = (double)lope_tick_state(tick)->radius, margin = MARGIN * scale,
                 slack = 1e-6 * scale;
    const double edge = lope_point_dot(lope_point_sub(ledge->edge, search->feet), ledge->inward), gap = edge - radius - margin,
                 rise = gap > 0 ? gap : 0;
    const bool hurdle = ledge->height <= (double)settings->hurdle_height * scale + slack &&
                        ledge->depth <= (double)settings->hurdle_depth * scale + slack &&
                        search->speed >= (double)settings->hurdle_speed;
    search->kind = hurdle ? LOPE_VAULT_HURDLE : LOPE_VAULT_HAND;
    *data = (vault_data){.seconds = hurdle ? settings->hurdle_seconds : settings->seconds,
                         .scale = (float)scale,
                         .rise = (float)rise,
                         .over = (float)(edge + ledge->depth + radius + margin - rise),
                         .fall = (float)((double)settings->beyond * scale),
                         .high = (float)(ledge->height + (hurdle ? (double)settings->hurdle_clearance : OVER) * scale),
                         .ahead = lope_point_to_vec3(ledge->inward),
                         .up = lope_point_to_vec3(lope_tick_up(tick))};
}

// Lets the capsule down behind the obstacle: fills in the end and the heights from it.
static uint32_t find_end(lope_tick *tick, const vault_search *search, vault_data *data)
{
    const lope_point up = lope_tick_up(tick);
    const double level = (double)data->rise + (double)data->over + (double)data->fall, high = (double)data->high,
                 way = high + (double)search->settings->drop_most * search->scale;
    const lope_point from = lope_point_mad(lope_point_mad(search->feet, lope_vec3_to_point(data->ahead), level), up, high);
    const lope_cast_def def = lope_room_capsule(tick, from, lope_point_scale(up, -way), 0);
    lope_cast_hit hit;
    if (!lope_tick_cast(tick, &def, &hit))
        return refuse(tick, LOPE_REFUSAL_NOT_WALKABLE, LOPE_VAULT_QUERY_STAND, from, LOPE_BODY_NONE);
    if (hit.depth > 0 || hit.fraction <= 0)
        return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_VAULT_QUERY_STAND, hit.point, hit.body);
    if (!hit.walkable) return refuse(tick, LOPE_REFUSAL_NOT_WALKABLE, LOPE_VAULT_QUERY_STAND, hit.point, hit.body);
    const double end = high - hit.fraction * way;
    data->end.point = lope_point_mad(from, up, -hit.fraction * way);
    data->low = (float)-end;
    data->high = (float)(high - end);
    return LOPE_REFUSAL_NONE;
}

// Sweeps the capsule along the way. Returns LOPE_REFUSAL_NONE, or what the refusal is.
static uint32_t clear_way(lope_tick *tick, const vault_data *data)
{
    const double seconds = (double)data->seconds;
    const int pieces = (int)(seconds / PIECE) + 1;
    lope_point at = lope_point_add(data->end.point, offset_at(data, 0));
    for (int i = 1; i <= pieces; i++) {
        const lope_point next = lope_point_add(data->end.point, offset_at(data, seconds * i / pieces));
        lope_cast_hit hit;
        if (lope_room_sweep(tick, at, next, (double)data->scale, &hit))
            return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_VAULT_QUERY_WAY, hit.point, hit.body);
        at = next;
    }
    return LOPE_REFUSAL_NONE;
}

// Finds the lowest obstacle that suits. Returns LOPE_REFUSAL_NONE with the plan in the world, or why not.
static uint32_t find(lope_tick *tick, vault_search *search, vault_data *data, uint64_t *body)
{
    const double scale = search->scale, reach = (double)search->settings->reach * scale;
    lope_probe_def def = {.feet = search->feet,
                          .direction = search->direction,
                          .least = BAND_LEAST * scale,
                          .most = ((double)search->settings->height_most + BAND_ABOVE) * scale,
                          .reach = reach + BEYOND * scale,
                          .into = 0.15 * scale,
                          .scale = scale};
    const lope_probe *probe = lope_tick_probe(tick, &def);
    search->brought = search->feet;
    if (probe->wall && lope_room_follow(tick, probe->wall_body, scale, &search->feet, &search->direction, &search->brought)) {
        def.feet = search->feet;
        def.direction = search->direction;
        probe = lope_tick_probe(tick, &def);
    }
    if (!probe->wall || probe->wall_distance > reach)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_VAULT_QUERY_WALL, lope_point_mad(search->feet, search->direction, reach),
                      LOPE_BODY_NONE);
    uint32_t why = LOPE_REFUSAL_TOO_HIGH;
    if (probe->ledge_count == 0) return refuse(tick, why, LOPE_VAULT_QUERY_TOP, probe->wall_point, probe->wall_body);
    for (uint32_t i = 0; i < probe->ledge_count && why != LOPE_REFUSAL_NONE; i++) {
        const lope_probe_ledge *ledge = &probe->ledges[i];
        why = rules(tick, search, ledge);
        if (why != LOPE_REFUSAL_NONE) continue;
        lay_out(tick, search, ledge, data);
        why = find_end(tick, search, data);
        if (why == LOPE_REFUSAL_NONE) why = clear_way(tick, data);
        *body = ledge->body;
    }
    return why;
}

// ---- the start ------------------------------------------------------------------------------------------

// Takes hold of the obstacle's body and brings the plan into its frame.
static void begin(lope_tick *tick, const lope_ability_self *self, vault_data *data, uint64_t body)
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
    data->aside = lope_point_to_vec3(lope_point_sub(lope_point_sub(feet, seen), offset_at(data, 0)));
    memcpy(lope_tick_data(tick), data, sizeof *data);
}

// Returns the level direction that the input asks for, or else the facing.
static lope_point direction_of(const lope_tick *tick)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point up = lope_tick_up(tick), wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), up));
    if (lope_point_dot(wanted, wanted) > 0) return wanted;
    return lope_turn_about(lope_vec3_to_point(state->forward), up, (double)state->yaw);
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_vault_settings *settings = self->settings;
    const lope_point level = lope_level_part(lope_tick_velocity(tick), lope_tick_up(tick));
    const double speed = lope_point_length(level), unit = (double)lope_tick_tuning(tick)->units_per_metre;
    const bool itself = settings->auto_speed > 0 && speed >= (double)settings->auto_speed * unit;
    if (!self->pressed && !itself) return LOPE_REFUSAL_NO_INPUT;
    if (speed < (double)settings->speed_least * unit) return LOPE_REFUSAL_SLOW;
    vault_search search = {.settings = settings,
                           .feet = lope_tick_feet(tick),
                           .direction = direction_of(tick),
                           .scale = (double)lope_tick_state(tick)->standing_height / STANDARD,
                           .speed = speed / unit};
    vault_data data;
    uint64_t body = LOPE_BODY_NONE;
    const uint32_t why = find(tick, &search, &data, &body);
    if (why != LOPE_REFUSAL_NONE) return why;
    const double along = lope_point_dot(level, lope_vec3_to_point(data.ahead));
    data.speed = (float)((along > 0 ? along : 0) * (double)settings->speed_kept);
    *self->phase = search.kind;
    begin(tick, self, &data, body);
    return LOPE_REFUSAL_NONE;
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
static double arrive(lope_tick *tick, const vault_data *data, double left)
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

// Moves the character to where it is due after `piece` more seconds. False: it is let go.
static bool go(lope_tick *tick, vault_data *data, double piece)
{
    lope_body_pose pose = data->end;
    lope_transform world;
    data->time += piece;
    pose.point = lope_point_add(pose.point, offset_at(data, data->time));
    if (!lope_tick_place_of(tick, &pose, &world)) return false;
    const lope_point way = lope_point_sub(world.position, lope_tick_feet(tick));
    lope_tick_set_velocity(tick, lope_point_scale(way, 1.0 / piece));
    lope_tick_slide_for(tick, way, piece);
    return lope_point_length(lope_point_sub(world.position, lope_tick_feet(tick))) <= (double)lope_tick_state(tick)->radius;
}

static double run(lope_tick *tick, double seconds)
{
    vault_data data;
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
                                   .data_size = sizeof(vault_data),
                                   .run = run,
                                   .version = 1,
                                   .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};
static const lope_mode *const modes[] = {&vaulting, NULL};

static const lope_ability vault = {.name = "vault",
                                   .version = 1,
                                   .button = LOPE_BUTTON_VAULT,
                                   .settings_size = sizeof(lope_vault_settings),
                                   .field_count = FIELD_COUNT,
                                   .fields = fields,
                                   .conditions = {.modes = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING},
                                   .try_start = try_start,
                                   .passed = passed,
                                   .modes = modes,
                                   .groups = LOPE_GROUP_BODY,
                                   .traits = LOPE_ABILITY_REPEATABLE,
                                   .asks_in = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING};

const lope_ability *lope_vault_ability(void) { return &vault; }

void lope_vault_settings_default(lope_vault_settings *settings)
{
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        *(float *)(void *)((unsigned char *)settings + fields[i].offset) = fields[i].initial;
}
