// ledge_hang.c - hanging on a ledge in the tick: how it starts, hangs and ends. See lope/ledge_hang.h.
//
// The ability finds an edge and sets the mode "ledge_hanging", which keeps the place on the edge in the frame
// of the ledge's body (LOPE_MODE_CARRIED). Each piece of time it goes by a sweep to where it is due. A press
// sets the mode "ledge_climbing", or lets go. What is pushed far from where it is due is let go.
//
// Data: lope_hang_data, in the mode's own bytes. Read next: ledge_hang_find.c, ledge_hang_shimmy.c,
// ledge_hang_climb.c.
#include "ledge_hang_climb.h"
#include "ledge_hang_find.h"
#include "ledge_hang_place.h"
#include "ledge_hang_shimmy.h"
#include "level.h"
#include "mantle_course.h"
#include "units.h"

#include <lope/input.h>

#include <string.h>

#define PIECE (1.0 / 60.0) // s: the longest straight piece of a way
#define SHORTEST 1e-3      // s: a way of a shorter piece has the speed of one so long
#define TOWARD 0.5         // least part of the input toward the wall, or away from it
#define OVER_ENDS 0.4      // share of the time of a drop at which the way out over the edge ends
#define OVER 0.02          // m over the top, of a drop

_Static_assert(sizeof(lope_hang_data) <= LOPE_MODE_DATA, "it stands in the state");

// ---- the start ------------------------------------------------------------------------------------------

// Begins the way from where the feet are to where they hang.
static void come(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_data *data, const lope_hang_edge *edge)
{
    const lope_quat none = lope_quat_identity();
    const lope_point due = lope_tick_seen_from(tick, edge->body, lope_hang_feet(tick, settings, edge), none).point,
                     feet = lope_tick_seen_from(tick, edge->body, lope_tick_feet(tick), none).point;
    data->seconds = data->phase == LOPE_LEDGE_HANG_DROP ? settings->drop_seconds : settings->catch_seconds;
    data->time = 0;
    data->from = lope_point_to_vec3(lope_point_sub(feet, due));
    data->height = lope_tick_state(tick)->height;
}

// Takes hold of an edge.
static void begin(lope_tick *tick, const lope_ability_self *self, const lope_hang_edge *edge, bool drops)
{
    const lope_ledge_hang_settings *settings = self->settings;
    lope_hang_data data = {.ability = (uint8_t)self->id, .phase = drops ? LOPE_LEDGE_HANG_DROP : LOPE_LEDGE_HANG_CATCH};
    lope_tick_take_press(tick, LOPE_BUTTON_GRAB);
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_base(tick, edge->body);
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_hang_keep(tick, &data, edge);
    come(tick, settings, &data, edge);
    *self->phase = data.phase;
    memcpy(lope_tick_data(tick), &data, sizeof data);
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_ledge_hang_settings *settings = self->settings;
    const bool drops = lope_tick_state(tick)->mode != LOPE_MODE_FALLING;
    lope_hang_edge edge;
    const uint32_t why =
        drops ? lope_hang_find_drop(tick, settings, &edge) : lope_hang_find_catch(tick, settings, self->pressed, &edge);
    if (why == LOPE_REFUSAL_NONE) begin(tick, self, &edge, drops);
    return why;
}

static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_ledge_hang_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = lope_hang_asks_catch(settings);
    rows[1] = lope_hang_asks_drop(settings);
    return settings->drop_by == LOPE_LEDGE_DROP_NEVER ? 1 : 2;
}

// ---- the course -----------------------------------------------------------------------------------------

// Ends the hang in a fall, with a velocity beside that of the ledge.
static double let_go(lope_tick *tick, lope_point velocity, double left)
{
    lope_tick_set_velocity(tick, velocity);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return left;
}

// Does what a press asks for. Returns true when the mode has changed.
static bool press(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_data *data, const lope_hang_edge *edge)
{
    const double toward = lope_point_dot(lope_tick_wanted(tick), edge->inward), unit = lope_unit(tick);
    const lope_point none = lope_point_make(0, 0, 0), up = lope_tick_up(tick);
    if (lope_tick_take_press(tick, LOPE_BUTTON_CROUCH)) return let_go(tick, none, 1) > 0;
    const bool hangs = data->phase != LOPE_LEDGE_HANG_CATCH && data->phase != LOPE_LEDGE_HANG_DROP;
    bool climbs =
        hangs && settings->climb_by == LOPE_LEDGE_CLIMB_TOWARD && toward > TOWARD && data->time >= (double)settings->climb_wait;
    const bool forbidden = lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP;
    if (hangs && !forbidden && lope_tick_take_press(tick, LOPE_BUTTON_JUMP)) {
        if (toward < -TOWARD) {
            const lope_point away = lope_point_scale(edge->inward, -(double)settings->jump_away * unit);
            return let_go(tick, lope_point_mad(away, up, (double)settings->jump_up * unit), 1) > 0;
        }
        climbs = climbs || settings->climb_by != LOPE_LEDGE_CLIMB_JUMP_TOWARD || toward > TOWARD;
    }
    if (!climbs) return false;
    if (lope_hang_climb(tick, settings, data, edge, lope_tick_state(tick)->mode + 1)) return true;
    data->time = 0; // asked again after climb_wait
    return false;
}

// Returns where the feet are due on the way to where the character hangs.
static lope_point on_the_way(lope_tick *tick, lope_hang_data *data, lope_point due)
{
    const double share = (double)data->seconds > 0 ? data->time / (double)data->seconds : 1;
    lope_point from;
    if (share >= 1 || !lope_hang_direction(tick, data, data->from, (lope_point){0, 0, 0}, &from)) return due;
    lope_transform grip;
    lope_tick_place_of(tick, &data->grip, &grip);
    from = lope_point_sub(from, grip.position);
    if (data->phase == LOPE_LEDGE_HANG_CATCH) return lope_point_mad(due, from, 1.0 - lope_smooth(share, 0, 1));
    const lope_point up = lope_tick_up(tick);
    const double high = lope_along(from, up), hump = OVER * lope_hang_scale(tick);
    const double lifts = lope_smooth(share, 0, 0.1) * hump, down = 1.0 - lope_smooth(share, OVER_ENDS, 1);
    const lope_point level = lope_point_scale(lope_level_part(from, up), 1.0 - lope_smooth(share, 0.05, OVER_ENDS));
    return lope_point_mad(lope_point_add(due, level), up, (high + lifts) * down);
}

// Turns the character to the wall.
static void face(lope_tick *tick, const lope_hang_data *data, lope_point inward)
{
    const lope_state *state = lope_tick_state(tick);
    const float goal = lope_mantle_yaw_of(state, inward);
    double share = 1, off = (double)goal - (double)state->yaw;
    const double whole = (double)data->seconds, rest = whole - data->time;
    if (off > 3.14159265358979) off -= 6.28318530717959;
    if (off < -3.14159265358979) off += 6.28318530717959;
    if (data->phase == LOPE_LEDGE_HANG_CATCH || data->phase == LOPE_LEDGE_HANG_DROP) share = rest > PIECE ? PIECE / rest : 1;
    lope_tick_set_facing(tick, (float)((double)state->yaw + off * share), state->pitch);
}

// Has a capsule of another size come to where it hangs as from a catch, and not within an instant.
static void resize(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_data *data, const lope_hang_edge *edge)
{
    const float height = lope_tick_state(tick)->height;
    if (data->cornering || (data->height <= height && data->height >= height)) return;
    data->phase = LOPE_LEDGE_HANG_CATCH;
    come(tick, settings, data, edge);
}

// Goes on for a piece of time. Returns false when the character is let go.
static bool go(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_data *data, double piece)
{
    lope_hang_edge edge;
    if (!lope_hang_edge_of(tick, data, &edge)) return false;
    resize(tick, settings, data, &edge);
    const bool comes = data->phase == LOPE_LEDGE_HANG_CATCH || data->phase == LOPE_LEDGE_HANG_DROP;
    data->time += piece;
    if (!comes) lope_hang_shimmy(tick, settings, data, &edge, piece);
    const lope_point hangs = lope_hang_feet(tick, settings, &edge), due = comes ? on_the_way(tick, data, hangs) : hangs,
                     way = lope_point_sub(due, lope_tick_feet(tick));
    lope_tick_set_velocity(tick, lope_point_scale(way, 1.0 / (piece > SHORTEST ? piece : SHORTEST)));
    lope_tick_slide_for(tick, way, piece);
    face(tick, data, edge.inward);
    if (comes && data->time >= (double)data->seconds - 1e-9) {
        data->phase = LOPE_LEDGE_HANG_HANG;
        data->time = 0;
    }
    const double off = lope_point_length(lope_point_sub(due, lope_tick_feet(tick)));
    return off <= (double)lope_tick_state(tick)->radius;
}

static double run(lope_tick *tick, double seconds)
{
    lope_hang_data data;
    lope_hang_edge edge;
    const lope_point none = lope_point_make(0, 0, 0);
    memcpy(&data, lope_tick_data(tick), sizeof data);
    const lope_ledge_hang_settings *settings = lope_moveset_ability_settings(lope_tick_moveset(tick), data.ability);
    if (!lope_hang_edge_of(tick, &data, &edge)) return let_go(tick, none, seconds);
    if (press(tick, settings, &data, &edge)) return seconds;
    for (double left = seconds; left > 1e-9;) {
        const bool comes = data.phase == LOPE_LEDGE_HANG_CATCH || data.phase == LOPE_LEDGE_HANG_DROP;
        double piece = left > 1.5 * PIECE ? PIECE : left;
        const double rest = (double)data.seconds - data.time;
        if (comes && rest < piece) piece = rest > 1e-9 ? rest : 1e-9;
        if (!go(tick, settings, &data, piece)) return let_go(tick, none, left - piece > 0 ? left - piece : 0);
        left -= piece;
    }
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return 0;
}

// Tells the phase. A climb that has led to the top is done; a hang that was let go has left its modes.
static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    lope_hang_data data;
    (void)seconds;
    if (mode == self->mode + 1) *self->phase = LOPE_LEDGE_HANG_CLIMB;
    if (mode == self->mode) {
        memcpy(&data, lope_tick_data(tick), sizeof data);
        *self->phase = data.phase;
    }
    return mode != LOPE_MODE_WALKING;
}

// Ended from outside, as by a teleport: it hangs no longer. The next start has to wait.
static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_ledge_hang_settings *settings = self->settings;
    const uint32_t mode = lope_tick_state(tick)->mode;
    (void)why;
    lope_tick_cool_down(tick, self->id, (double)settings->pause);
    if (mode == self->mode || mode == self->mode + 1) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

// ---- the ability ----------------------------------------------------------------------------------------

#define AT(NAME) .offset = offsetof(lope_ledge_hang_settings, NAME)
#define NUMBER(NAME, UNIT, LOW, HIGH, INITIAL, TEXT)                                                      \
    {                                                                                                     \
        .name = #NAME, .unit = UNIT, .text = TEXT, .low = LOW, .high = HIGH, .initial = INITIAL, AT(NAME) \
    }
#define CHOICE(NAME, CHOICES, INITIAL, TEXT)                                                                   \
    {                                                                                                          \
        .name = #NAME, .text = TEXT, .kind = LOPE_FIELD_ENUM, .initial = INITIAL, .choices = CHOICES, AT(NAME) \
    }

static const char *const catches[] = {"toward", "itself", "button", NULL};
static const char *const climbs[] = {"jump", "jump_toward", "toward", NULL};
static const char *const drops[] = {"never", "grab", "crouch", NULL};

static const lope_field fields[] = {
    CHOICE(catch_by, catches, LOPE_LEDGE_CATCH_TOWARD, "What takes hold of a ledge in the air"),
    CHOICE(climb_by, climbs, LOPE_LEDGE_CLIMB_JUMP, "What climbs up"),
    CHOICE(drop_by, drops, LOPE_LEDGE_DROP_GRAB, "What is held to be let down in place of walking off"),
    {.name = "marked_only", .text = "Only bodies on the channel ledge", .kind = LOPE_FIELD_BOOL, AT(marked_only)},
    NUMBER(reach, "m", 0, 10, 0.3f, "How far from the capsule the wall may be"),
    NUMBER(above, "m", 0, 10, 0.1f, "How far above the hands the edge may be"),
    NUMBER(below, "m", 0, 10, 0.3f, "How far below the hands the edge may be"),
    NUMBER(rise_speed_most, "m/s", 0, 1000, 1, "It takes no hold while it rises faster"),
    NUMBER(fall_speed_most, "m/s", 0, 1000, 15, "It takes no hold while it falls faster"),
    NUMBER(ground_clearance, "m", 0, 100, 0.3f, "It takes no hold with the ground nearer below"),
    NUMBER(hang_height, "", 0.5f, 1.5f, 1, "The edge above the feet, as a share of the capsule's height"),
    NUMBER(wall_gap, "", 0.002f, 0.5f, 0.03f, "Between capsule and wall, as a share of the capsule's height"),
    NUMBER(catch_seconds, "s", 0, 10, 0.15f, "How long it takes to be brought to where it hangs"),
    NUMBER(shimmy_speed, "m/s", 0, 100, 1.2f, "Speed along the edge"),
    NUMBER(hands, "m", 0, 1, 0.2f, "How far before the end of a ledge it stops"),
    {.name = "corner_most",
     .unit = "rad",
     .text = "Sharper corners end the ledge",
     .kind = LOPE_FIELD_ANGLE,
     .high = 2.2f,
     .initial = 1.7453293f,
     AT(corner_most)},
    NUMBER(gap_most, "m", 0, 1, 0.3f, "Wider gaps end the ledge"),
    NUMBER(step_most, "m", 0, 1, 0.15f, "Higher differences of height end the ledge"),
    NUMBER(climb_seconds, "s", 0.05f, 10, 0.8f, "How long a climb takes"),
    NUMBER(climb_into, "m", 0.05f, 2, 0.45f, "How far behind the edge it comes to stand"),
    NUMBER(climb_wait, "s", 0, 10, 0.3f, "How long it hangs before input toward the wall climbs"),
    NUMBER(jump_away, "m/s", 0, 1000, 5, "Speed of a jump off the wall"),
    NUMBER(jump_up, "m/s", 0, 1000, 5, "Upward speed of a jump off the wall"),
    NUMBER(drop_speed_most, "m/s", 0, 1000, 3, "Faster ones walk off, unless backwards"),
    NUMBER(drop_seconds, "s", 0.05f, 10, 0.5f, "How long it takes to let itself down"),
    NUMBER(pause, "s", 0, 10, 0.4f, "From an end until the next start"),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

#define TRAITS (LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE)
#define ON_FOOT (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING)

const lope_ability *lope_ledge_hang_ability(void)
{
    static const lope_mode hanging = {
        .name = "ledge_hanging", .data_size = sizeof(lope_hang_data), .run = run, .version = 3, .traits = TRAITS};
    static const lope_mode climbing = {
        .name = "ledge_climbing", .data_size = LOPE_MODE_DATA, .run = lope_hang_climb_run, .version = 1, .traits = TRAITS};
    static const lope_mode *const modes[] = {&hanging, &climbing, NULL};
    static const lope_ability ledge_hang = {.name = "ledge_hang",
                                            .version = 4,
                                            .button = LOPE_BUTTON_GRAB,
                                            .settings_size = sizeof(lope_ledge_hang_settings),
                                            .field_count = FIELD_COUNT,
                                            .fields = fields,
                                            .conditions = {.modes = ON_FOOT | 1u << LOPE_MODE_FALLING},
                                            .try_start = try_start,
                                            .passed = passed,
                                            .ended = ended,
                                            .modes = modes,
                                            .groups = LOPE_GROUP_BODY,
                                            .traits = LOPE_ABILITY_REPEATABLE,
                                            .asks_in = ON_FOOT | 1u << LOPE_MODE_FALLING,
                                            .asks = asks};
    return &ledge_hang;
}

void lope_ledge_hang_settings_default(lope_ledge_hang_settings *settings)
{
    for (uint32_t i = 0; i < FIELD_COUNT; i++) {
        unsigned char *at = (unsigned char *)settings + fields[i].offset;
        if (fields[i].kind == LOPE_FIELD_ENUM || fields[i].kind == LOPE_FIELD_BOOL)
            *(uint32_t *)(void *)at = (uint32_t)fields[i].initial;
        else
            *(float *)(void *)at = fields[i].initial;
    }
}
