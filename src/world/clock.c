// clock.c - a world's time: steps, advances, the scales of time, and the clock that can be set.
//
// A tick of seconds real seconds lasts seconds times the world's time scale, in a step and in an advance
// alike, and for each character that times its own scale. Real time decides how often ticks come, and
// scales how long they last. So slow motion has as many ticks a second as real time, and is as smooth.
// Read next: step.c for a tick.
#include "world/characters.h"
#include "world/events.h"
#include "world/log.h"
#include "world/step.h"

// Returns whether a world or a character takes such a scale of time.
static bool is_scale(double scale) { return scale >= 0 && scale <= LOPE_TIME_SCALE_MOST; }

lope_result lope_world_set_time_scale(lope_world *world, double scale)
{
    if (world == NULL) return LOPE_ERROR_NULL;
    if (world->phase == LOPE_WORLD_MOVING) return LOPE_ERROR_STATE;
    if (scale - scale != 0) return LOPE_ERROR_NOT_FINITE;
    if (!is_scale(scale)) return LOPE_ERROR_RANGE;
    world->time_scale = scale;
    return LOPE_OK;
}

double lope_world_time_scale(const lope_world *world) { return world == NULL ? 0 : world->time_scale; }

lope_result lope_character_set_time_scale(lope_character *character, float scale)
{
    const lope_result good = lope_character_check(character);
    if (good != LOPE_OK) return good;
    if (scale - scale != 0) return LOPE_ERROR_NOT_FINITE;
    if (!is_scale((double)scale)) return LOPE_ERROR_RANGE;
    character->block->lanes[character->lane].time_scale = scale;
    return LOPE_OK;
}

float lope_character_time_scale(const lope_character *character)
{
    return character == NULL ? 0 : character->block->lanes[character->lane].time_scale;
}

// Forgets what belongs to the last step or advance: another one begins. What is drawn in between is each
// tick's end.
static void begin(lope_world *world)
{
    lope_events_clear(world);
    lope_world_recycle(world);
    world->blend = 1;
}

lope_result lope_world_step(lope_world *world, float seconds)
{
    if (world == NULL) return LOPE_ERROR_NULL;
    if (world->phase != LOPE_WORLD_IDLE) return LOPE_ERROR_STATE;
    if (seconds != seconds) return LOPE_ERROR_NOT_FINITE;
    if (!(seconds > 0) || !(seconds <= 1)) return LOPE_ERROR_RANGE;
    const float own = (float)((double)seconds * world->time_scale);
    if (own > 1) return LOPE_ERROR_RANGE;
    begin(world);
    return own > 0 ? lope_world_tick(world, (double)own) : LOPE_OK;
}

// Takes the whole ticks out of what is left of real time. Returns how many they are, of which the world lives
// at most max_ticks: the others are counted as dropped.
static uint32_t take_due(lope_world *world)
{
    // a billionth of a tick: frames that add up to a whole tick but for rounding make one
    const double due = floor(world->remainder / world->period + 1e-9);
    world->remainder -= due * world->period;
    if (!(world->remainder > 0)) world->remainder = 0;
    if (due <= (double)world->max_ticks) return (uint32_t)due;
    world->ticks_dropped += due < 1e18 ? (uint64_t)due - world->max_ticks : UINT64_C(1000000000000000000);
    return world->max_ticks;
}

uint32_t lope_world_advance(lope_world *world, double seconds)
{
    if (world == NULL) return 0;
    if (!(seconds >= 0) || seconds - seconds != 0 || world->phase != LOPE_WORLD_IDLE) {
        lope_world_say(world, world->phase != LOPE_WORLD_IDLE ? "lope_world_advance inside a step does nothing"
                                                              : "lope_world_advance by a time that is none does nothing");
        return 0;
    }
    const double length = world->period * world->time_scale, fraction = world->blend;
    begin(world);
    world->blend = fraction;
    if (!((float)length > 0)) return 0; // time stands still, and so does what is drawn
    world->remainder += seconds;
    const uint32_t ticks = take_due(world);
    world->blend = 1;
    for (uint32_t i = 0; i < ticks; i++) lope_world_tick(world, length);
    world->blend = world->remainder / world->period;
    if (world->blend > 1) world->blend = 1;
    return ticks;
}

double lope_world_fraction(const lope_world *world) { return world == NULL ? 0 : world->blend; }

lope_result lope_world_set_clock(lope_world *world, uint64_t ticks, double time)
{
    if (world == NULL) return LOPE_ERROR_NULL;
    if (world->phase != LOPE_WORLD_IDLE) return LOPE_ERROR_STATE;
    if (time - time != 0) return LOPE_ERROR_NOT_FINITE;
    if (time < 0) return LOPE_ERROR_RANGE;
    world->ticks = ticks;
    world->time = time;
    return world->level != NULL ? lope_level_set_clock(world->level, ticks, time) : LOPE_OK;
}

double lope_world_time(const lope_world *world) { return world == NULL ? 0 : world->time; }
uint64_t lope_world_ticks(const lope_world *world) { return world == NULL ? 0 : world->ticks; }
uint64_t lope_world_ticks_dropped(const lope_world *world) { return world == NULL ? 0 : world->ticks_dropped; }
