// climb.c - the climb: see lope/climb.h.
//
// The settings become the rules of a face (face.h), which says all that follows.
//
// Data: lope_face_data, in the mode's own bytes. Built on the public headers alone. Read next: face.c.
#include "face.h"
#include "units.h"

#include <lope/climb.h>
#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/surroundings.h>

#include <string.h>

#define DEGREE 0.01745329251994329577f

static lope_face_rules rules_of(const lope_tick *tick, const lope_climb_settings *settings)
{
    const double scale = lope_body_scale(tick);
    return (lope_face_rules){.channel = LOPE_CHANNEL_CLIMB,
                             .gap = (double)settings->gap * scale,
                             .reach = (double)settings->reach * scale,
                             .lean = (double)settings->lean,
                             .overhang = (double)settings->overhang,
                             .up = lope_metres(tick, settings->up),
                             .down = lope_metres(tick, settings->down),
                             .side = lope_metres(tick, settings->side),
                             .over = lope_metres(tick, settings->over),
                             .jump = lope_metres(tick, settings->jump),
                             .jump_up = lope_metres(tick, settings->jump_up),
                             .half_life = (double)settings->half_life,
                             .drain = (double)settings->drain,
                             .drain_way = (double)settings->drain_way / lope_unit(tick),
                             .corner = (double)settings->corner,
                             .least = (double)settings->least,
                             .by_button = settings->by_button != 0,
                             .lets_go = true};
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_face_rules rules = rules_of(tick, self->settings);
    return lope_face_try(tick, self, &rules);
}

// Without a button it asks where there are walls to climb and the input leads somewhere.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_climb_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = (lope_ask){.modes = UINT32_MAX, .channels = LOPE_CHANNEL_CLIMB, .needs = LOPE_NEEDS_INPUT};
    return settings->by_button ? 0 : 1;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_climb_settings *settings = self->settings;
    (void)why;
    lope_face_end(tick, self, !settings->by_button);
}

static double run(lope_tick *tick, double seconds)
{
    lope_face_data data;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    const lope_climb_settings *settings = lope_moveset_ability_settings(lope_tick_moveset(tick), data.ability);
    const lope_face_rules rules = rules_of(tick, settings);
    return lope_face_run(tick, &rules, seconds);
}

#define NUMBER(NAME, UNIT, LOW, HIGH, INITIAL, TEXT)                                             \
    {                                                                                            \
        .name = #NAME, .unit = UNIT, .text = TEXT, .low = LOW, .high = HIGH, .initial = INITIAL, \
        .offset = offsetof(lope_climb_settings, NAME)                                            \
    }
#define ANGLE(NAME, HIGH, INITIAL, TEXT)                                                             \
    {                                                                                                \
        .name = #NAME, .unit = "rad", .text = TEXT, .kind = LOPE_FIELD_ANGLE, .high = (HIGH)*DEGREE, \
        .initial = (INITIAL)*DEGREE, .offset = offsetof(lope_climb_settings, NAME)                   \
    }

static const lope_field fields[] = {
    NUMBER(up, "m/s", 0, 1000, 1.5f, "The speed up"),
    NUMBER(down, "m/s", 0, 1000, 1.5f, "The speed down"),
    NUMBER(side, "m/s", 0, 1000, 1.2f, "The speed sideways"),
    NUMBER(over, "m/s", 0.1f, 1000, 2, "The speed over the edge at the top"),
    NUMBER(jump, "m/s", 0, 1000, 4, "The speed of a jump off the wall"),
    NUMBER(jump_up, "m/s", 0, 1000, 3, "The speed up of a jump off the wall"),
    NUMBER(gap, "m", 0.01f, 1, 0.05f, "Between the capsule and the wall"),
    NUMBER(reach, "m", 0, 10, 0.25f, "How far beyond the gap a wall is taken hold of"),
    ANGLE(lean, 60, 30, "How far a wall may lean away"),
    ANGLE(overhang, 60, 30, "How far a wall may hang over"),
    ANGLE(corner, 150, 100, "The greatest corner that it goes round; 0: none"),
    NUMBER(half_life, "s", 0, 10, 0.06f, "The time in which the angle to the wall halves; 0 turns at once"),
    NUMBER(drain, "1/s", 0, 1000000, 0, "Stamina that a second takes"),
    NUMBER(drain_way, "1/m", 0, 1000000, 0, "Stamina that a metre takes"),
    NUMBER(least, "", 0, 1000000, 10, "Stamina that must be there at the start, where it takes any"),
    {.name = "by_button",
     .text = "A press must ask for it",
     .kind = LOPE_FIELD_BOOL,
     .high = 1,
     .initial = 1,
     .offset = offsetof(lope_climb_settings, by_button)},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

static const lope_mode climbing = {.name = "climbing",
                                   .data_size = sizeof(lope_face_data),
                                   .run = run,
                                   .version = 2,
                                   .jumps = LOPE_JUMPS_RESTORE,
                                   .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};
static const lope_mode *const modes[] = {&climbing, NULL};

#define STARTS_IN (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING)

static const char *const blocks[] = {"jump", NULL}; // the press on the wall is the climb's
static const lope_ability climb = {.name = "climb",
                                   .version = 2,
                                   .button = LOPE_BUTTON_GRAB,
                                   .blocks = blocks,
                                   .settings_size = sizeof(lope_climb_settings),
                                   .field_count = FIELD_COUNT,
                                   .fields = fields,
                                   .conditions = {.modes = STARTS_IN, .cooldown = 0.2f},
                                   .try_start = try_start,
                                   .passed = lope_face_passed,
                                   .ended = ended,
                                   .modes = modes,
                                   .groups = LOPE_GROUP_BODY,
                                   .traits = LOPE_ABILITY_REPEATABLE,
                                   .asks_in = STARTS_IN,
                                   .asks = asks};

const lope_ability *lope_climb_ability(void) { return &climb; }

void lope_climb_settings_default(lope_climb_settings *settings)
{
    *settings = (lope_climb_settings){.up = 1.5f,
                                      .down = 1.5f,
                                      .side = 1.2f,
                                      .over = 2,
                                      .jump = 4,
                                      .jump_up = 3,
                                      .gap = 0.05f,
                                      .reach = 0.25f,
                                      .lean = 30 * DEGREE,
                                      .overhang = 30 * DEGREE,
                                      .corner = 100 * DEGREE,
                                      .half_life = 0.06f,
                                      .least = 10,
                                      .by_button = 1};
}
