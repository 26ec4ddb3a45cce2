// wall_jump.c - the jump off a wall, described in lope/wall_jump.h.
//
// The capsule is swept in 8 level directions. The nearest upright contact, measured along its normal, is the
// wall. All else is one velocity.
//
// Data: none in the state. Read next: lope/ability.h.
#include "level.h"

#include <lope/input.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/wall_jump.h>

#define DIRECTIONS 8
#define EIGHTH 0.785398163397448 // rad
#define WIDER 1.083              // above 1 / cos(EIGHTH / 2): a wall between two directions is met
#define UPRIGHT 0.5              // sine of the lean up to which a surface is a wall

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

// The nearest wall.
typedef struct wall {
    lope_tick_contact contact;
    double gap; // m, along the normal
    bool found, met;
} wall;

// Takes a contact for the wall where it is upright and nearer than the last one.
static void consider(wall *nearest, const lope_tick_contact *contact, lope_point motion, lope_point up, double reach)
{
    const double lean = lope_along(contact->normal, up);
    const double gap = -contact->fraction * lope_point_dot(motion, contact->normal);
    const bool upright = !contact->walkable && lean < UPRIGHT && lean > -UPRIGHT && gap <= reach;
    if (!nearest->met && !nearest->found) nearest->contact = *contact;
    nearest->met = true;
    if (!upright || (nearest->found && gap >= nearest->gap)) return;
    *nearest = (wall){.contact = *contact, .gap = gap, .found = true, .met = true};
}

// Returns the nearest wall around the capsule.
static wall find_wall(lope_tick *tick, double reach)
{
    wall nearest = {.met = false};
    const lope_point up = lope_tick_up(tick), ahead = lope_vec3_to_point(lope_tick_state(tick)->forward);
    for (int i = 0; i < DIRECTIONS; i++) {
        const lope_point motion = lope_point_scale(lope_turn_about(ahead, up, i * EIGHTH), WIDER * reach);
        lope_tick_contact contact;
        if (lope_tick_sweep(tick, motion, &contact)) consider(&nearest, &contact, motion, up, reach);
    }
    return nearest;
}

// Returns the velocity (m/s) of a body at a point: how far its motion brings the point in the tick.
static lope_point velocity_at(lope_tick *tick, const lope_tick_contact *contact)
{
    lope_cast_hit hit;
    const double unit = (double)lope_tick_tuning(tick)->units_per_metre;
    const lope_cast_def def = {.from = lope_point_mad(contact->point, contact->normal, 0.01 * unit),
                               .motion = lope_point_scale(contact->normal, -0.05 * unit),
                               .filter = {.channels = lope_tick_state(tick)->channels},
                               .seconds = (float)lope_tick_length(tick)};
    const bool met = lope_tick_cast(tick, &def, &hit) && hit.body == contact->body;
    return met ? hit.body_velocity : lope_point_make(0, 0, 0);
}

// Returns the velocity of a jump off a wall.
static lope_point jump_velocity(lope_tick *tick, const lope_wall_jump_settings *settings, const lope_tick_contact *contact)
{
    const lope_point up = lope_tick_up(tick), away = lope_unit_of(lope_level_part(contact->normal, up));
    const lope_point own = velocity_at(tick, contact);
    const lope_point level = lope_level_part(lope_point_sub(lope_tick_velocity(tick), own), up);
    const lope_point along = lope_point_mad(level, away, -lope_point_dot(level, away));
    const double share = (double)settings->share;
    const lope_point direction = lope_unit_of(lope_point_mad(lope_point_scale(up, 1 - share), away, share));
    const lope_point kept = lope_point_mad(own, along, (double)settings->keep);
    return lope_point_mad(kept, direction, (double)settings->speed);
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_jump_settings *settings = self->settings;
    if (lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP) return LOPE_REFUSAL_FORBIDDEN;
    const wall nearest = find_wall(tick, (double)settings->reach);
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
    .conditions = {.modes = 1u << LOPE_MODE_FALLING, .trigger = LOPE_TRIGGER_PRESS, .airborne = true, .cooldown = 0.2f},
    .try_start = try_start,
    .groups = LOPE_GROUP_BODY,
    .traits = LOPE_ABILITY_REPEATABLE};

const lope_ability *lope_wall_jump_ability(void) { return &wall_jump; }

void lope_wall_jump_settings_default(lope_wall_jump_settings *settings)
{
    *settings = (lope_wall_jump_settings){.speed = 12, .share = 0.75f, .keep = 1, .reach = 0.1f};
}
