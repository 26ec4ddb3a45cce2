// table.c - the built-in modes as entries of the public table.
//
// All have one function for their top speed, and most one to run. Read next: lope/mode.h for what an entry
// is.
#include "character/modes/table.h"
#include "character/modes/falling.h"
#include "character/modes/flying.h"
#include "character/modes/nav_walking.h"
#include "character/modes/swimming.h"
#include "character/modes/walking.h"
#include "character/state/max_speed.h"
#include "character/tick/nav_surface.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"

// Returns the top speed (m/s) of the mode that the character is in.
static double max_speed(const lope_tick *tick)
{
    return (double)lope_mode_max_speed(tick->state.mode, tick->state.flags, tick->tuning);
}

// Returns the top speed (m/s) on the ground: the same, quicker.
LOPE_HOT static double walk_speed(const lope_tick *tick)
{
    return (double)lope_mode_max_speed(LOPE_MODE_WALKING, tick->state.flags, tick->tuning);
}

// Called on entering the mode: the character does not move, and nothing of its motion waits for its return.
static void enter_none(lope_tick *tick, uint32_t from)
{
    (void)from;
    tick->velocity = (lope_point){0, 0, 0};
    tick->state.jump_buffer_left = 0;
    tick->state.knockback_left = 0;
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
}

static const lope_mode none = {.name = "none", .enter = enter_none, .max_speed = max_speed};
static const lope_mode walking = {
    .name = "walking", .jumps = LOPE_JUMPS_RESTORE, .on_ground = true, .run = lope_walking_run, .max_speed = walk_speed};
static const lope_mode falling = {.name = "falling", .run = lope_falling_run, .max_speed = max_speed};
static const lope_mode swimming = {
    .name = "swimming", .jumps = LOPE_JUMPS_RESTORE, .run = lope_swimming_run, .max_speed = max_speed};
static const lope_mode flying = {.name = "flying", .run = lope_flying_run, .max_speed = max_speed};
static const lope_mode nav_walking = {.name = "nav_walking",
                                      .jumps = LOPE_JUMPS_RESTORE,
                                      .data_size = sizeof(lope_nav_state),
                                      .on_ground = true,
                                      .run = lope_nav_walking_run,
                                      .max_speed = walk_speed};

const lope_mode *const lope_built_in_modes[LOPE_MODE_COUNT] = {&none, &walking, &falling, &swimming, &flying, &nav_walking};
