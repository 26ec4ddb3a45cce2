// wall_jump.c - the jump off a wall, described in lope/wall_jump.h.
//
// The nearest wall around the capsule is found in wall.c. All else is one velocity.
//
// Data: none in the state. Read next: wall.c.
#include "level.h"
#include "wall.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/wall_jump.h>

#include <string.h>

#define MODES (1u << LOPE_MODE_FALLING | 0xFFFF0000u) // falling, and what a moveset brings: the wall run

#define FIELD(member, of_unit, most, of_initial, sentence)                                                 \
    {                                                                                                      \
        .name = #member, .unit = of_unit, .text = sentence, .low = 0, .high = most, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_wall_jump_settings, member)                                      \
    }

static const lope_field fields[] = {
    FIELD(speed, "m/s", 1000, 12, "The speed of the jump."),
    FIELD(share, "", 1, 0.75f, "The share of the direction away from the wall: 0 is straight up, 1 is level."),
    FIELD(keep, "", 1, 1, "The share of the level velocity along the wall that stays."),
    FIELD(reach, "m", 10, 0.1f, "How far from the capsule a wall may be."),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

// Returns the velocity of a jump off a wall.
static lope_point jump_velocity(lope_tick *tick, const lope_wall_jump_settings *settings, const lope_tick_contact *contact)
{
    const lope_point up = lope_tick_up(tick), away = lope_unit_of(lope_level_part(contact->normal, up));
    const lope_point own = lope_wall_velocity(tick, contact);
    const lope_point level = lope_level_part(lope_point_sub(lope_tick_velocity(tick), own), up);
    const lope_point along = lope_point_mad(level, away, -lope_point_dot(level, away));
    const double share = (double)settings->share;
    const lope_point direction = lope_unit_of(lope_point_mad(lope_point_scale(up, 1 - share), away, share));
    const lope_point kept = lope_point_mad(own, along, (double)settings->keep);
    return lope_point_mad(kept, direction, (double)settings->speed);
}

// Returns true in a fall and in a run along a wall, which ends as the velocity leads off the wall.
static bool is_off_the_ground(const lope_tick *tick)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    const char *name = lope_moveset_mode_name(lope_tick_moveset(tick), mode);
    return mode == LOPE_MODE_FALLING || strcmp(name, "wall_running") == 0;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_jump_settings *settings = self->settings;
    if (!is_off_the_ground(tick)) return LOPE_REFUSAL_WRONG_MODE;
    if (lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP) return LOPE_REFUSAL_FORBIDDEN;
    const lope_wall nearest = lope_wall_nearest(tick, (double)settings->reach);
    if (!nearest.found) {
        const lope_point place = nearest.met ? nearest.contact.point : lope_tick_feet(tick);
        lope_tick_refused_by(tick, 1, place, nearest.met ? nearest.contact.body : LOPE_BODY_NONE);
        return LOPE_REFUSAL_NO_WALL;
    }
    const lope_point velocity = jump_velocity(tick, settings, &nearest.contact);
    lope_tick_take_press(tick, LOPE_BUTTON_JUMP);
    lope_tick_set_velocity(tick, velocity);
    return LOPE_REFUSAL_NONE;
}

static const lope_ability wall_jump = {
    .name = "wall_jump",
    .version = 1,
    .button = LOPE_BUTTON_JUMP,
    .settings_size = sizeof(lope_wall_jump_settings),
    .field_count = FIELD_COUNT,
    .fields = fields,
    .conditions = {.modes = MODES, .trigger = LOPE_TRIGGER_PRESS, .airborne = true, .cooldown = 0.2f},
    .try_start = try_start,
    .groups = LOPE_GROUP_BODY,
    .traits = LOPE_ABILITY_REPEATABLE};

const lope_ability *lope_wall_jump_ability(void) { return &wall_jump; }

void lope_wall_jump_settings_default(lope_wall_jump_settings *settings)
{
    *settings = (lope_wall_jump_settings){.speed = 12, .share = 0.75f, .keep = 1, .reach = 0.1f};
}
