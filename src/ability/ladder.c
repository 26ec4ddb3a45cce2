// ladder.c - the ladder: see lope/ladder.h.
//
// The settings become the rules of a face (face.h), which says all that follows.
//
// Data: lope_face_data, in the mode's own bytes. Built on the public headers alone. Read next: face.c.
#include "face.h"
#include "units.h"

#include <lope/input.h>
#include <lope/ladder.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/surroundings.h>

#include <string.h>

#define DEGREE 0.01745329251994329577f

static lope_face_rules rules_of(const lope_tick *tick, const lope_ladder_settings *settings)
{
    const double scale = lope_body_scale(tick);
    return (lope_face_rules){.channel = LOPE_CHANNEL_LADDER,
                             .gap = (double)settings->gap * scale,
                             .rungs = (double)settings->rungs * scale,
                             .reach = (double)settings->reach * scale,
                             .lean = (double)settings->lean,
                             .overhang = (double)settings->overhang,
                             .up = lope_metres(tick, settings->up),
                             .down = lope_metres(tick, settings->down),
                             .side = lope_metres(tick, settings->side),
                             .over = lope_metres(tick, settings->over),
                             .slide = lope_metres(tick, settings->slide),
                             .jump = lope_metres(tick, settings->jump),
                             .jump_up = lope_metres(tick, settings->jump_up),
                             .half_life = (double)settings->half_life,
                             .by_button = settings->by_button != 0};
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_face_rules rules = rules_of(tick, self->settings);
    return lope_face_try(tick, self, &rules);
}

// Without a button it asks where there are ladders and the input leads somewhere.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_ladder_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = (lope_ask){.modes = UINT32_MAX, .channels = LOPE_CHANNEL_LADDER, .needs = LOPE_NEEDS_INPUT};
    return settings->by_button ? 0 : 1;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_ladder_settings *settings = self->settings;
    (void)why;
    lope_face_end(tick, self, !settings->by_button);
}

static double run(lope_tick *tick, double seconds)
{
    lope_face_data data;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    const lope_ladder_settings *settings = lope_moveset_ability_settings(lope_tick_moveset(tick), data.ability);
    const lope_face_rules rules = rules_of(tick, settings);
    return lope_face_run(tick, &rules, seconds);
}

#define NUMBER(NAME, UNIT, LOW, HIGH, INITIAL, TEXT)                                             \
    {                                                                                            \
        .name = #NAME, .unit = UNIT, .text = TEXT, .low = LOW, .high = HIGH, .initial = INITIAL, \
        .offset = offsetof(lope_ladder_settings, NAME)                                           \
    }
#define ANGLE(NAME, INITIAL, TEXT)                                                                                              \
    {                                                                                                                           \
        .name = #NAME, .unit = "rad", .text = TEXT, .kind = LOPE_FIELD_ANGLE, .high = 60 * DEGREE, .initial = (INITIAL)*DEGREE, \
        .offset = offsetof(lope_ladder_settings, NAME)                                                                          \
    }

static const lope_field fields[] = {
    NUMBER(up, "m/s", 0, 1000, 2.5f, "The speed up"),
    NUMBER(down, "m/s", 0, 1000, 2.5f, "The speed down"),
    NUMBER(side, "m/s", 0, 1000, 1, "The speed sideways"),
    NUMBER(slide, "m/s", 0, 1000, 6, "The speed down while the crouch button is held; 0: no slide"),
    NUMBER(over, "m/s", 0.1f, 1000, 2.5f, "The speed over the edge at the top"),
    NUMBER(jump, "m/s", 0, 1000, 3, "The speed of a jump off the face"),
    NUMBER(jump_up, "m/s", 0, 1000, 1.5f, "The speed up of a jump off the face"),
    NUMBER(gap, "m", 0.01f, 1, 0.05f, "Between the capsule and the face"),
    NUMBER(reach, "m", 0, 10, 0.1f, "How far beyond the gap a ladder is taken hold of"),
    NUMBER(rungs, "m", 0, 2, 0.35f, "The most between two rungs of one ladder"),
    ANGLE(lean, 30, "How far a ladder may lean away"),
    ANGLE(overhang, 5, "How far a ladder may hang over"),
    NUMBER(half_life, "s", 0, 10, 0.06f, "The time in which the angle to the ladder halves; 0 turns at once"),
    {.name = "by_button",
     .text = "A press must ask for it",
     .kind = LOPE_FIELD_BOOL,
     .high = 1,
     .offset = offsetof(lope_ladder_settings, by_button)},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

static const lope_mode on_ladder = {.name = "on_ladder",
                                    .data_size = sizeof(lope_face_data),
                                    .run = run,
                                    .version = 2,
                                    .jumps = LOPE_JUMPS_RESTORE,
                                    .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};
static const lope_mode *const modes[] = {&on_ladder, NULL};

#define STARTS_IN (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING)

static const char *const blocks[] = {"jump", NULL}; // the press on the ladder is the ladder's
static const lope_ability ladder = {.name = "ladder",
                                    .version = 2,
                                    .button = LOPE_BUTTON_GRAB,
                                    .blocks = blocks,
                                    .settings_size = sizeof(lope_ladder_settings),
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

const lope_ability *lope_ladder_ability(void) { return &ladder; }

void lope_ladder_settings_default(lope_ladder_settings *settings)
{
    *settings = (lope_ladder_settings){.up = 2.5f,
                                       .down = 2.5f,
                                       .side = 1,
                                       .slide = 6,
                                       .over = 2.5f,
                                       .jump = 3,
                                       .jump_up = 1.5f,
                                       .gap = 0.05f,
                                       .reach = 0.1f,
                                       .rungs = 0.35f,
                                       .lean = 30 * DEGREE,
                                       .overhang = 5 * DEGREE,
                                       .half_life = 0.06f};
}
