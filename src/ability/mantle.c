// mantle.c - the mantle in the tick: how it starts, runs and ends. See lope/mantle.h.
//
// The ability finds a ledge and sets one of two modes that it brings: one that sweeps, for the way `clear`,
// and one that is put from place to place. Both hang on the ledge's body (LOPE_MODE_CARRIED): the body takes
// the character along at a tick's start, and the mode goes on by the closed form in the body's frame. So a
// ledge may move as it likes, and every tick rate goes the same way.
//
// Read next: mantle_find.c, mantle_route.c, mantle_course.c, mantle_way.c, mantle_assets.c.
#include "level.h"
#include "mantle_assets.h"
#include "mantle_course.h"
#include "mantle_find.h"
#include "mantle_way.h"
#include "units.h"

#include <lope/input.h>

#include <string.h>

#define BUTTONS (LOPE_BUTTON_JUMP | LOPE_BUTTON_MANTLE)
#define STAND_REACH 0.1 // m, within which the floor is looked for at the end
#define PAUSE 0.1       // s: a mantle that is let go begins again that long after its start, at the earliest

_Static_assert(sizeof(lope_mantle_data) <= LOPE_MODE_DATA, "it stands in the state");

// ---- the start ------------------------------------------------------------------------------------------

// Returns the direction in which a ledge is looked for: what the input asks for. own_button: the mantle's own
// is pressed, which looks ahead without one. Zero: there is none.
static lope_point direction_of(const lope_tick *tick, bool own_button)
{
    const lope_point wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), lope_tick_up(tick)));
    if (lope_point_dot(wanted, wanted) > 0 || !own_button) return wanted;
    return lope_facing(tick);
}

// Takes hold of the ledge's body and writes the mode's data.
static void begin(lope_tick *tick, const lope_ability_self *self, const lope_mantle_search *search, const lope_mantle_plan *plan)
{
    const lope_mantle_settings *settings = self->settings;
    lope_tick_take_press(tick, BUTTONS);
    lope_tick_set_mode(tick, self->mode + (settings->way == LOPE_MANTLE_CLEAR ? 0 : 1));
    lope_tick_set_base(tick, plan->ledge.body);
    lope_mantle_data data = {.way = (uint8_t)settings->way,
                             .ability = (uint8_t)self->id,
                             .height = (float)plan->ledge.height,
                             .scale = (float)search->scale,
                             .over = (float)plan->over,
                             .variant = settings->variant};
    data.kind =
        (uint8_t)(plan->ledge.height > (double)settings->high_above * search->scale + 1e-6 ? LOPE_MANTLE_HIGH : LOPE_MANTLE_LOW);
    if (search->airborne) data.kind = LOPE_MANTLE_FALLING_CATCH;
    lope_mantle_choose(settings, &data);
    lope_mantle_aim(tick, search, plan, plan->ledge.inward, &data);
    *self->phase = data.kind;
    memcpy(lope_tick_data(tick), &data, sizeof data);
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_mantle_settings *settings = self->settings;
    const lope_state *state = lope_tick_state(tick);
    const lope_mode *mode = lope_tick_moveset(tick)->modes[state->mode];
    lope_mantle_search search = {.settings = settings, .feet = lope_tick_feet(tick), .airborne = !mode->on_ground};
    lope_mantle_plan plan;
    search.direction = direction_of(tick, self->pressed && lope_tick_edges(tick) & LOPE_BUTTON_MANTLE);
    search.scale = lope_body_scale(tick);
    if (!self->pressed && !settings->auto_in_air) return LOPE_REFUSAL_NO_INPUT;
    if (!(lope_point_dot(search.direction, search.direction) > 0)) return LOPE_REFUSAL_NO_INPUT;
    const uint32_t why = lope_mantle_find(tick, &search, &plan);
    if (why != LOPE_REFUSAL_NONE) {
        lope_tick_refused_by(tick, search.query, search.point, search.body);
        return search.why;
    }
    begin(tick, self, &search, &plan);
    return LOPE_REFUSAL_NONE;
}

// By itself it starts in the air.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_mantle_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = lope_mantle_asks(settings);
    return settings->auto_in_air ? 1 : 0;
}

// ---- the course -----------------------------------------------------------------------------------------

// Ends the mantle in a fall, with no speed but that of the ledge. One that has just begun pauses, or it would
// begin again at once.
static double let_go(lope_tick *tick, const lope_mantle_data *data, double left)
{
    if (data->time < PAUSE) lope_tick_cool_down(tick, data->ability, PAUSE - data->time);
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return left;
}

// Ends the mantle where it leads to.
static double arrive(lope_tick *tick, const lope_mantle_data *data, double left)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    if (!lope_tick_stand(tick, STAND_REACH * (double)data->scale)) return let_go(tick, data, left);
    lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    return left;
}

static double run(lope_tick *tick, double seconds)
{
    lope_mantle_data data;
    double left = seconds;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    if (!lope_mantle_go_on(tick, &data, &left)) return let_go(tick, &data, left);
    if (lope_mantle_is_over(&data)) return arrive(tick, &data, left);
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return 0;
}

static const lope_mode swept = {.name = "mantling",
                                .data_size = sizeof(lope_mantle_data),
                                .run = run,
                                .version = 2,
                                .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};

static const lope_mode placed = {.name = "mantling_through",
                                 .data_size = sizeof(lope_mantle_data),
                                 .run = run,
                                 .version = 2,
                                 .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_GHOST | LOPE_MODE_REPEATABLE};

// ---- the ability ----------------------------------------------------------------------------------------

// A mantle that has led to the ledge is done; one that was let go has left its mode.
static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)self;
    (void)seconds;
    return lope_tick_state(tick)->mode != LOPE_MODE_WALKING;
}

// Ended from outside, as by a teleport: the way is not gone on with.
static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    (void)why;
    if (mode == self->mode || mode == self->mode + 1) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

const lope_ability *lope_mantle_ability(void)
{
    static const lope_mode *const modes[] = {&swept, &placed, NULL};
    static const lope_ability mantle = {
        .name = "mantle",
        .version = 2,
        .button = LOPE_BUTTON_MANTLE,
        .settings_size = sizeof(lope_mantle_settings),
        .field_count = LOPE_MANTLE_FIELDS,
        .fields = lope_mantle_fields,
        .conditions = {.modes = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING},
        .try_start = try_start,
        .passed = passed,
        .ended = ended,
        .modes = modes,
        .groups = LOPE_GROUP_BODY,
        .traits = LOPE_ABILITY_REPEATABLE,
        .more_buttons = LOPE_BUTTON_JUMP,
        .asks_in = 1u << LOPE_MODE_FALLING,
        .asks = asks};
    return &mantle;
}

bool lope_mantle_report_of(const lope_moveset *moveset, const lope_state *state, lope_mantle_report *report)
{
    if (!moveset || !state || !report || state->mode >= LOPE_MODES) return false;
    const lope_mode *mode = moveset->modes[state->mode];
    if ((mode != &swept && mode != &placed) || !(state->pages & LOPE_PAGE_MODE)) return false;
    lope_mantle_data data;
    memcpy(&data, state->mode_data, sizeof data);
    const lope_mantle_settings *settings = lope_moveset_ability_settings(moveset, data.ability);
    if (!settings || moveset->abilities[data.ability] != lope_mantle_ability()) return false;
    const lope_mantle_asset *asset = lope_mantle_asset_of(&data, settings);
    const double played = data.time * (double)data.rate, position = (double)data.start + played;
    const lope_point root = lope_mantle_root(&data, settings, moveset, position),
                     first = lope_mantle_root(&data, settings, moveset, (double)data.start);
    *report = (lope_mantle_report){.kind = data.kind,
                                   .way = data.way,
                                   .variant = data.variant,
                                   .height = data.height,
                                   .time = (float)data.time,
                                   .seconds = data.seconds,
                                   .rate = data.rate,
                                   .position = (float)position,
                                   .blend = (float)lope_smooth(played, 0, (double)asset->blend_in),
                                   .target = data.target};
    report->corrections[0] = (float)lope_smooth(position, (double)asset->position_from, (double)asset->position_to);
    report->corrections[1] = (float)lope_smooth(position, (double)asset->level_from, (double)asset->level_to);
    report->corrections[2] = (float)lope_smooth(position, (double)asset->upward_from, (double)asset->upward_to);
    report->root = lope_vec3_make(0, (float)(root.y - first.y), (float)(first.x - root.x));
    return true;
}
