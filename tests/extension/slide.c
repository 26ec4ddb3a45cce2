// slide.c - a slide along the ground. See slide.h.
//
// It begins by the edge of the crouch button, above twice the least speed, on the ground. The law while it
// lasts:
//   v' = gravity along the slope - (drag + deceleration / |v|) v
// without input, for the level velocity. The library solves it exactly, along walls and over steps, and
// lope_law_time_to_speed tells when it comes to the least speed: so it ends at the same instant at every
// tick rate. It ends too by a jump, which keeps the speed, and by a fall. Afterwards the character stands
// up where there is room; else it stays low, as any crouched one does. Speeds are those of the
// PlatformerGame sample.
//
// The state holds velocities in floats: at 360 ticks a second their roundings would add up to some
// microseconds. So the mode keeps its velocity in doubles, in its own data.
#include "slide.h"

static const lope_field fields[] = {
    {.name = "min_speed", .unit = "m/s", .low = 0.1f, .high = 100, .initial = 2, .offset = offsetof(slide_settings, min_speed)},
    {.name = "deceleration", .unit = "m/s2", .high = 100, .initial = 3, .offset = offsetof(slide_settings, deceleration)},
    {.name = "drag", .unit = "1/s", .high = 100, .initial = 0.3f, .offset = offsetof(slide_settings, drag)},
    {.name = "gravity", .high = 10, .initial = 1, .offset = offsetof(slide_settings, gravity)},
    {.name = "mode", .kind = LOPE_FIELD_INT, .high = LOPE_MODES - 1, .offset = offsetof(slide_settings, mode)},
};

// ---- the mode

// Takes up the velocity with which the last tick ended, where it is that of the state but for its rounding.
static void take_up_velocity(lope_tick *tick, const lope_point *kept)
{
    lope_point off = lope_point_sub(lope_tick_velocity(tick), *kept);
    if (lope_point_length(off) < 1e-6 * lope_point_length(*kept)) lope_tick_set_velocity(tick, *kept);
}

static double run(lope_tick *tick, double seconds)
{
    lope_point *kept = lope_tick_data(tick);
    uint32_t mode = lope_tick_state(tick)->mode;
    take_up_velocity(tick, kept);
    double unused = lope_tick_walk(tick, seconds);
    if (lope_tick_state(tick)->mode == mode) *kept = lope_tick_velocity(tick);
    return unused;
}

const lope_mode slide_mode = {.name = "sliding",
                              .data_size = sizeof(lope_point),
                              .on_ground = true,
                              .run = run,
                              .traits = LOPE_MODE_KEEPS_SIZE,
                              .jumps = LOPE_JUMPS_RESTORE};

// ---- the ability

// Low first: what refuses it changes nothing. Then the press is used up, so that it does not crouch besides.
static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const slide_settings *settings = self->settings;
    if (lope_point_length(lope_tick_velocity(tick)) <= 2.0 * (double)settings->min_speed) return SLIDE_TOO_SLOW;
    lope_refusal refused = lope_tick_crouch(tick, true);
    if (refused != LOPE_REFUSAL_NONE) return (uint32_t)refused;
    lope_tick_take_press(tick, LOPE_BUTTON_CROUCH);
    lope_tick_set_mode(tick, (uint32_t)settings->mode);
    return LOPE_REFUSAL_NONE;
}

static void law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    const slide_settings *settings = self->settings;
    *law = (lope_velocity_law){.braking_friction = (double)settings->drag,
                               .braking_deceleration = (double)settings->deceleration,
                               .push = lope_point_scale(lope_tick_slope_acceleration(tick), (double)settings->gravity)};
}

// Up to the least speed. A jump ends it at once, and is then a jump like any other.
static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const slide_settings *settings = self->settings;
    lope_point velocity = lope_tick_velocity(tick);
    double least = (double)settings->min_speed * (1 + 1e-9);
    if (lope_tick_edges(tick) & LOPE_BUTTON_JUMP || lope_point_length(velocity) <= least) return 0;
    lope_velocity_law slides;
    law(tick, self, &slides);
    double time = lope_law_time_to_speed(&slides, velocity, (double)settings->min_speed, left);
    return time >= 0 ? time : left;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const slide_settings *settings = self->settings;
    (void)why;
    if (lope_tick_state(tick)->mode == (uint32_t)settings->mode) lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    lope_tick_crouch(tick, false); // without room it stays low, and stands up by itself where there is
}

const lope_ability slide_ability = {.name = "slide",
                                    .version = 1,
                                    .button = LOPE_BUTTON_CROUCH,
                                    .settings_size = sizeof(slide_settings),
                                    .field_count = sizeof fields / sizeof *fields,
                                    .fields = fields,
                                    .conditions = {.modes = 1u << LOPE_MODE_WALKING, .grounded = true},
                                    .try_start = try_start,
                                    .law = law,
                                    .piece = piece,
                                    .ended = ended};

lope_result slide_add(lope_moveset *moveset, const lope_ability *ability, lope_error *error)
{
    uint32_t mode;
    lope_result result = lope_moveset_add_mode(moveset, &slide_mode, &mode, error);
    if (result == LOPE_OK) result = lope_moveset_add_ability(moveset, ability ? ability : &slide_ability, NULL, NULL, error);
    if (result == LOPE_OK) result = lope_moveset_set(moveset, slide_ability.name, "mode", (double)mode, error);
    return result;
}
