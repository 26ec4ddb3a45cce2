// slide.c - the slide, described in lope/slide.h.
//
// It walks by a law of its own. The law is given for each plane underfoot, and its figures are constant on a
// plane. So lope_law_time_to_speed tells when the speed comes to a limit, and the tick is cut there. At the
// top speed another law holds it; at the least speed the slide is over. What is over ends where there is room
// to stand (LOPE_ABILITY_LOW), and crawls until then.
//
// Data: slide_data in the ability's slot. Read next: lope/velocity_law.h.
#include "units.h"

#include <lope/input.h>
#include <lope/report.h>
#include <lope/slide.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/vec.h>
#include <lope/velocity_law.h>

#include <string.h>

#define AT_LIMIT 1e-6    // share of a speed that counts as at it: a state's velocity has floats
#define SHORTEST 1e-5    // s: a shorter piece would end the slide
#define LEVEL 1e-6       // sine of a slope that counts as level for `platformer_game`: a normal's rounding
#define WHOLE_TICK 1e-6  // s before its end at which a tick counts as over
#define HELD_AT_TOP 1e-6 // m/s2, of an input that asks for the top speed; what it adds is held down

#define SPEED(member, of_initial, sentence)                                                              \
    {                                                                                                    \
        .name = #member, .unit = "m/s", .text = sentence, .low = 0, .high = 1000, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_slide_settings, member)                                        \
    }

static const char *const laws[] = {"exact", "platformer_game", NULL};
static const char *const jumps[] = {"out", "waits", NULL};

static const lope_field fields[] = {
    {.name = "law",
     .text = "How the speed changes: exactly in time, or by the sample's rule per tick.",
     .kind = LOPE_FIELD_ENUM,
     .offset = (uint32_t)offsetof(lope_slide_settings, law),
     .choices = laws},
    {.name = "min_speed",
     .unreal_name = "MinSlideSpeed",
     .unit = "m/s",
     .text = "The speed at which the slide ends.",
     .low = 0.01f,
     .high = 1000,
     .initial = 2,
     .unreal_scale = 0.01f,
     .offset = (uint32_t)offsetof(lope_slide_settings, min_speed)},
    {.name = "max_speed",
     .unreal_name = "MaxSlideSpeed",
     .unit = "m/s",
     .text = "The highest speed of the slide.",
     .low = 0.01f,
     .high = 1000,
     .initial = 11,
     .unreal_scale = 0.01f,
     .offset = (uint32_t)offsetof(lope_slide_settings, max_speed)},
    SPEED(start_speed, 0, "The speed above which it starts; 0 is twice min_speed; below min_speed it is min_speed."),
    {.name = "height",
     .unit = "m",
     .text = "The capsule's height, at least two radii; 0 or less keeps it as it is. SlideHeight is half of it.",
     .low = -1000,
     .high = 1000,
     .initial = 0.8f,
     .offset = (uint32_t)offsetof(lope_slide_settings, height)},
    {.name = "gravity",
     .text = "The share of the gravity along a slope that acts.",
     .low = 0,
     .high = 100,
     .initial = 1,
     .offset = (uint32_t)offsetof(lope_slide_settings, gravity)},
    {.name = "friction",
     .text = "Friction of the ground, per weight on it.",
     .low = 0,
     .high = 100,
     .initial = 0.4f,
     .offset = (uint32_t)offsetof(lope_slide_settings, friction)},
    {.name = "drag",
     .unit = "1/s",
     .text = "Slowing in proportion to the speed.",
     .low = 0,
     .high = 1000,
     .initial = 0.2f,
     .offset = (uint32_t)offsetof(lope_slide_settings, drag)},
    {.name = "reduction",
     .unreal_name = "SlideVelocityReduction",
     .unit = "m/s2",
     .text = "How fast the change of speed per tick grows, by the law platformer_game.",
     .low = 0,
     .high = 1000,
     .initial = 0.3f,
     .unreal_scale = 0.01f,
     .offset = (uint32_t)offsetof(lope_slide_settings, reduction)},
    {.name = "jump",
     .text = "What a press of jump does without room to stand: it is refused, or waits for the slide's end.",
     .kind = LOPE_FIELD_ENUM,
     .offset = (uint32_t)offsetof(lope_slide_settings, jump),
     .choices = jumps},
    SPEED(hop, 0, "The speed that a jump out of the slide adds along the velocity."),
    {.name = "release_ends",
     .text = "Letting the button go ends the slide.",
     .kind = LOPE_FIELD_BOOL,
     .offset = (uint32_t)offsetof(lope_slide_settings, release_ends)},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

typedef struct slide_data {
    double change;       // m/s: C of the law platformer_game
    uint32_t jump_waits; // 1: a press of jump waits for the end
    uint32_t was_over;   // 1: it was over at the end of the last piece
} slide_data;

static bool is_on_ground(const lope_tick *tick)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    return mode == LOPE_MODE_WALKING || mode == LOPE_MODE_NAV_WALKING;
}

// Returns a velocity's unit vector, or zero.
static lope_point direction_of(lope_point velocity)
{
    const double speed = lope_point_length(velocity);
    return lope_point_scale(velocity, speed > 0 ? 1.0 / speed : 0);
}

static double speed_of(const lope_tick *tick) { return lope_point_length(lope_tick_velocity(tick)); }

// True when the character is at the least speed, or slower.
static bool is_slow(const lope_tick *tick, const lope_slide_settings *settings)
{
    return speed_of(tick) <= lope_metres(tick, settings->min_speed) * (1 + AT_LIMIT);
}

// Takes off what the speed has above the top speed.
static void hold_below_top(lope_tick *tick, const lope_slide_settings *settings)
{
    const double speed = speed_of(tick), most = lope_metres(tick, settings->max_speed);
    if (speed > most) lope_tick_set_velocity(tick, lope_point_scale(lope_tick_velocity(tick), most / speed));
}

// ---- the law `exact`

// Returns the rate (m/s2) at which a law without input changes a speed (m/s) along a unit direction.
static double rate_along(const lope_velocity_law *law, lope_point direction, double speed)
{
    return lope_point_dot(law->push, direction) - law->braking_deceleration - law->braking_friction * speed;
}

// Makes a law that holds the top speed while a slope pushes. What pushes aside turns the velocity.
static void hold_top(const lope_tick *tick, const lope_slide_settings *settings, lope_point direction, lope_velocity_law *law)
{
    law->direction = direction;
    law->acceleration = HELD_AT_TOP;
    law->max_speed = lope_metres(tick, settings->max_speed);
    law->fluid_friction = law->braking_friction;
    law->braking_deceleration = 1e6; // the push does not lead beyond
}

// Makes the law of a crawl: the least speed at once, along the input where there is one.
static void crawl(const lope_tick *tick, const lope_slide_settings *settings, lope_point direction, lope_velocity_law *law)
{
    const lope_point wanted = direction_of(lope_tick_wanted(tick));
    *law = (lope_velocity_law){.direction = lope_point_dot(wanted, wanted) > 0 ? wanted : direction,
                               .acceleration = 1,
                               .max_speed = lope_metres(tick, settings->min_speed),
                               .instant = true};
}

// Returns the law on the plane underfoot, at the velocity as it is now.
static lope_velocity_law exact_law(const lope_tick *tick, const lope_slide_settings *settings)
{
    const lope_point up = lope_tick_up(tick), velocity = lope_tick_velocity(tick), along = direction_of(velocity);
    const double upright = lope_point_dot(lope_tick_plane(tick), up), weight = -lope_point_dot(lope_tick_gravity(tick), up);
    const double speed = lope_point_length(velocity);
    lope_velocity_law law = {.braking_friction = (double)settings->drag,
                             .braking_deceleration = (double)settings->friction * weight * upright * upright,
                             .push = lope_point_scale(lope_tick_slope_acceleration(tick), (double)settings->gravity)};
    const double rate = rate_along(&law, along, speed);
    if (is_slow(tick, settings) && rate <= 0)
        crawl(tick, settings, along, &law);
    else if (speed >= lope_metres(tick, settings->max_speed) * (1 - AT_LIMIT) && rate > 0)
        hold_top(tick, settings, along, &law);
    return law;
}

// The law of platformer_game is the walking mode's own; what the slide changes, it changes between ticks.
static void slide_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    const lope_slide_settings *settings = self->settings;
    if (settings->law == LOPE_SLIDE_EXACT && is_on_ground(tick)) *law = exact_law(tick, settings);
}

// ---- the law `platformer_game`

// Returns how fast C changes (m/s2) on the plane underfoot.
static double change_rate(const lope_tick *tick, const lope_slide_settings *settings)
{
    const double down = lope_point_dot(lope_tick_plane(tick), direction_of(lope_tick_velocity(tick)));
    const double rate = lope_metres(tick, settings->reduction);
    if (down <= LEVEL && down >= -LEVEL) return -rate;
    return down > 0 ? rate * (1 + down) : -rate * (1 - down);
}

// Changes the speed as the sample does once a tick, before it walks. The tick that comes is as long as this
// one.
static void change_speed(lope_tick *tick, const lope_ability_self *self)
{
    const lope_slide_settings *settings = self->settings;
    slide_data *data = self->data;
    const lope_point velocity = lope_tick_velocity(tick);
    data->change += change_rate(tick, settings) * lope_tick_length(tick);
    const double speed = lope_point_length(velocity) + data->change;
    const double least = lope_metres(tick, settings->min_speed), most = lope_metres(tick, settings->max_speed);
    const double held = speed < least ? least : speed > most ? most : speed;
    lope_tick_set_velocity(tick, lope_point_scale(direction_of(velocity), held));
}

// ---- start and end

// True when a jump is asked for: by a press, by one that waits in the buffer, or by one that the slide keeps.
static bool wants_to_jump(const lope_tick *tick, const slide_data *data)
{
    if (lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP) return false;
    const bool waits = data->jump_waits || lope_tick_state(tick)->jump_buffer_left > 0;
    return waits || lope_tick_edges(tick) & LOPE_BUTTON_JUMP;
}

// A jump that is asked for ends a slide where there is room to stand, so none starts before it. Only a
// crouched character may lack that room, and then a jump may wait in the slide.
static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_slide_settings *settings = self->settings;
    const lope_state *state = lope_tick_state(tick);
    const bool may_wait = settings->jump == LOPE_SLIDE_JUMP_WAITS && state->height < state->standing_height;
    if (!may_wait && wants_to_jump(tick, self->data)) return LOPE_REFUSAL_JUMP_FIRST;
    const double least = settings->start_speed > 0 ? (double)settings->start_speed : 2.0 * (double)settings->min_speed;
    // at min_speed it would end at the instant at which it starts
    const bool fast = speed_of(tick) > least * lope_unit(tick) && !is_slow(tick, settings);
    return fast ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_SLOW;
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_slide_settings *settings = self->settings;
    const lope_state *state = lope_tick_state(tick);
    const float low = (float)lope_metres(tick, settings->height), height = low > 2 * state->radius ? low : 2 * state->radius;
    if (settings->height > 0 && height < state->height) lope_tick_resize(tick, 0, height, LOPE_KEEP_FEET);
    if (settings->law == LOPE_SLIDE_PLATFORMER_GAME) change_speed(tick, self);
    hold_below_top(tick, settings);
}

// True when the slide is over, and ends where there is room.
static bool is_over(const lope_tick *tick, const lope_ability_self *self)
{
    const lope_slide_settings *settings = self->settings;
    if (!is_on_ground(tick) || wants_to_jump(tick, self->data)) return true;
    if (settings->release_ends && !(lope_tick_input(tick)->held & self->button)) return true;
    return is_slow(tick, settings);
}

// Returns the s until the speed is at one of its limits, or all of `left`.
static double until_limit(const lope_tick *tick, const lope_slide_settings *settings, double left)
{
    const lope_velocity_law law = exact_law(tick, settings);
    const lope_point velocity = lope_tick_velocity(tick);
    const double least = lope_law_time_to_speed(&law, velocity, lope_metres(tick, settings->min_speed), left);
    if (least >= 0) return least;
    if (lope_point_length(velocity) >= lope_metres(tick, settings->max_speed) * (1 - AT_LIMIT)) return left;
    const double most = lope_law_time_to_speed(&law, velocity, lope_metres(tick, settings->max_speed), left);
    return most < 0 ? left : most > SHORTEST ? most : SHORTEST;
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const lope_slide_settings *settings = self->settings;
    if (is_over(tick, self)) return 0;
    return settings->law == LOPE_SLIDE_EXACT ? until_limit(tick, settings, left) : left;
}

// Keeps a press of jump that is not to be refused for lack of room.
static void keep_jump(lope_tick *tick, const lope_ability_self *self)
{
    const lope_slide_settings *settings = self->settings;
    if (settings->jump != LOPE_SLIDE_JUMP_WAITS || lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP) return;
    if (lope_tick_take_press(tick, LOPE_BUTTON_JUMP)) ((slide_data *)self->data)->jump_waits = 1;
}

// Returns the phase by what the character does.
static uint32_t phase_of(const lope_tick *tick, const lope_slide_settings *settings)
{
    if (!is_on_ground(tick)) return LOPE_SLIDE_FALLS;
    return is_slow(tick, settings) ? LOPE_SLIDE_CRAWLS : LOPE_SLIDE_SLIDES;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_slide_settings *settings = self->settings;
    slide_data *data = self->data;
    const bool whole = lope_tick_now(tick) >= lope_tick_length(tick) - WHOLE_TICK;
    (void)seconds;
    keep_jump(tick, self);
    if (is_on_ground(tick)) {
        if (settings->law == LOPE_SLIDE_PLATFORMER_GAME && whole) change_speed(tick, self);
        hold_below_top(tick, settings);
    }
    // what was over when the piece began goes on for lack of room
    const bool over = is_over(tick, self);
    if (!over || data->was_over) *self->phase = phase_of(tick, settings);
    data->was_over = over;
    return !over;
}

// A jump follows at once: it keeps the speed, and may get some more.
static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_slide_settings *settings = self->settings;
    const slide_data *data = self->data;
    if (why != LOPE_END_DONE || !is_on_ground(tick) || !wants_to_jump(tick, data)) return;
    const lope_point velocity = lope_tick_velocity(tick);
    if (settings->hop > 0)
        lope_tick_set_velocity(tick, lope_point_mad(velocity, direction_of(velocity), lope_metres(tick, settings->hop)));
    if (data->jump_waits) lope_tick_press(tick, LOPE_BUTTON_JUMP);
}

static const char *const blocks[] = {"jump", NULL};

static const lope_ability slide = {.name = "slide",
                                   .version = 2,
                                   .button = LOPE_BUTTON_SLIDE,
                                   .blocks = blocks,
                                   .goes_on_in = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING,
                                   .data_size = sizeof(slide_data),
                                   .settings_size = sizeof(lope_slide_settings),
                                   .field_count = FIELD_COUNT,
                                   .fields = fields,
                                   .conditions = {.modes = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING,
                                                  .trigger = LOPE_TRIGGER_HELD,
                                                  .grounded = true},
                                   .try_start = try_start,
                                   .law = slide_law,
                                   .piece = piece,
                                   .passed = passed,
                                   .ended = ended,
                                   .start = start,
                                   .groups = LOPE_GROUP_BODY,
                                   .traits = LOPE_ABILITY_LOW | LOPE_ABILITY_REPEATABLE};

const lope_ability *lope_slide_ability(void) { return &slide; }

void lope_slide_settings_default(lope_slide_settings *settings)
{
    *settings = (lope_slide_settings){
        .min_speed = 2, .max_speed = 11, .height = 0.8f, .gravity = 1, .friction = 0.4f, .drag = 0.2f, .reduction = 0.3f};
}

bool lope_slide_report_of(const lope_moveset *moveset, const lope_state *state, lope_slide_report *report)
{
    if (!moveset || !state || !report || !(state->pages & LOPE_PAGE_ABILITY)) return false;
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        const lope_active_ability *at = &state->abilities[i];
        if (at->id == 0 || at->id > moveset->ability_count || moveset->abilities[at->id - 1u]->piece != piece) continue;
        *report = (lope_slide_report){
            .phase = at->phase, .seconds = (float)at->seconds, .mesh_offset = 0.5f * (state->standing_height - state->height)};
        return true;
    }
    return false;
}
