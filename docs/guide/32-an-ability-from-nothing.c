// 32-an-ability-from-nothing.c - a dash and a run along walls, in the game's own code, with public headers alone.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

#define BUTTON_DASH LOPE_BUTTON_GAME

// ---- the dash: a mode that goes straight for a time

typedef struct dash_settings {
    float speed, duration;
} dash_settings;

#define NUMBER(type, member, of_unit, most, of_initial, sentence)                                          \
    {                                                                                                      \
        .name = #member, .unit = of_unit, .text = sentence, .low = 0, .high = most, .initial = of_initial, \
        .offset = (uint32_t)offsetof(type, member)                                                         \
    }

static const lope_field dash_fields[] = {
    NUMBER(dash_settings, speed, "m/s", 50, 12, "How fast the dash is"),
    NUMBER(dash_settings, duration, "s", 5, 0.25f, "How long it lasts"),
};

static lope_point level_part(lope_point v, lope_point up) { return lope_point_mad(v, up, -lope_point_dot(v, up)); }

static uint32_t dash_try(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    return lope_point_length(lope_tick_wanted(tick)) > 0.1 ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_NO_INPUT;
}

static void dash_start(lope_tick *tick, const lope_ability_self *self)
{
    const dash_settings *settings = self->settings;
    const lope_point way = level_part(lope_tick_wanted(tick), lope_tick_up(tick));
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_velocity(tick, lope_point_scale(way, (double)settings->speed / lope_point_length(way)));
}

static double dash_run(lope_tick *tick, double seconds)
{
    lope_tick_slide_for(tick, lope_point_scale(lope_tick_velocity(tick), seconds), seconds);
    return 0;
}

static double dash_piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const dash_settings *settings = self->settings;
    const double rest = (double)settings->duration - self->seconds;
    (void)tick;
    return rest < left ? rest : left;
}

static void back_to_falling(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    (void)why;
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

static const lope_mode dashing = {.name = "my_dashing", .run = dash_run, .version = 1};
static const lope_mode *const dash_modes[] = {&dashing, NULL};

static const lope_ability dash = {.name = "my_dash",
                                  .version = 1,
                                  .button = BUTTON_DASH,
                                  .settings_size = sizeof(dash_settings),
                                  .fields = dash_fields,
                                  .field_count = sizeof dash_fields / sizeof *dash_fields,
                                  .conditions = {.cooldown = 1, .uses_in_air = 1},
                                  .try_start = dash_try,
                                  .start = dash_start,
                                  .piece = dash_piece,
                                  .ended = back_to_falling,
                                  .groups = LOPE_GROUP_BODY,
                                  .modes = dash_modes};

// ---- the run along a wall: asks by itself, and keeps what it knows of the wall

typedef struct wall_data {
    lope_point normal;
} wall_data;

#define REACH 0.2   // m
#define SHARE 0.4   // of gravity
#define LEAST 3     // m/s
#define LONGEST 1.5 // s

// Looks for an upright wall along a way. Returns true with its normal.
static bool wall_at(lope_tick *tick, lope_point way, lope_point *normal)
{
    lope_tick_contact contact;
    if (!lope_tick_sweep(tick, lope_point_scale(way, REACH), &contact)) return false;
    const lope_point level = level_part(contact.normal, lope_tick_up(tick));
    if (contact.walkable || lope_point_length(level) < 0.9) return false;
    *normal = lope_point_scale(level, 1 / lope_point_length(level));
    return true;
}

static uint32_t wall_try(lope_tick *tick, const lope_ability_self *self)
{
    wall_data *data = self->data;
    const lope_point up = lope_tick_up(tick), level = level_part(lope_tick_velocity(tick), up);
    const double speed = lope_point_length(level);
    if (speed < LEAST) return LOPE_REFUSAL_SLOW;
    const lope_point left = lope_point_scale(lope_point_cross(up, level), 1 / speed);
    if (wall_at(tick, left, &data->normal) || wall_at(tick, lope_point_scale(left, -1), &data->normal)) return LOPE_REFUSAL_NONE;
    return LOPE_REFUSAL_NO_WALL;
}

static void wall_start(lope_tick *tick, const lope_ability_self *self)
{
    const wall_data *data = self->data;
    const lope_point up = lope_tick_up(tick), level = level_part(lope_tick_velocity(tick), up);
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_velocity(tick, lope_point_mad(level, data->normal, -lope_point_dot(level, data->normal)));
}

// Under a constant pull a piece of any length is exact: the mean velocity times its seconds.
static double wall_run(lope_tick *tick, double seconds)
{
    const lope_point before = lope_tick_velocity(tick);
    const lope_point after = lope_point_mad(before, lope_tick_gravity(tick), SHARE * seconds);
    lope_tick_set_velocity(tick, after);
    lope_tick_slide_for(tick, lope_point_scale(lope_point_add(before, after), 0.5 * seconds), seconds);
    return 0;
}

static double wall_piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const double look = 1.0 / 60, rest = LONGEST - self->seconds, most = rest < look ? rest : look;
    (void)tick;
    return most < left ? most : left;
}

static bool wall_passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    wall_data *data = self->data;
    (void)seconds;
    const double speed = lope_point_length(level_part(lope_tick_velocity(tick), lope_tick_up(tick)));
    return speed >= LEAST && wall_at(tick, lope_point_scale(data->normal, -1), &data->normal);
}

static const lope_mode running = {.name = "my_wall_running", .run = wall_run, .version = 1};
static const lope_mode *const wall_modes[] = {&running, NULL};

static const lope_ability along_walls = {.name = "my_wall_run",
                                         .version = 1,
                                         .data_size = sizeof(wall_data),
                                         .conditions = {.modes = 1u << LOPE_MODE_FALLING, .airborne = true, .uses_in_air = 1},
                                         .try_start = wall_try,
                                         .start = wall_start,
                                         .piece = wall_piece,
                                         .passed = wall_passed,
                                         .ended = back_to_falling,
                                         .groups = LOPE_GROUP_BODY,
                                         .modes = wall_modes};

// ---- the game

// Dashes in the air beside a wall; the run along it begins where the dash ends. Returns the place after 1 s.
static lope_point play(const lope_moveset *moveset, int rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    const lope_box_def wall = {.body = {.position = {25, 15, -0.5}}, .size = {50, 30, 1}};
    lope_level_add_box(lope_world_level(world), &wall);
    const lope_character_def def = {.feet = {1, 20, 0.4}, .moveset = moveset};
    lope_character *hero = lope_character_create(world, &def);
    for (int tick = 0; tick < rate; tick++) {
        const lope_input input = {.move = {1, 0, 0}, .pressed = tick == 0 ? BUTTON_DASH : 0};
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / (float)rate);
    }
    const lope_state *state = lope_character_state(hero);
    const lope_point feet = lope_point_sub(state->feet, lope_point_make(1, 20, 0.4));
    printf("%d Hz: %s, %.4f m along, %.4f m up\n", rate, lope_moveset_mode_name(moveset, state->mode), feet.x, feet.y);
    lope_world_destroy(world);
    return feet;
}

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, &dash, NULL, NULL, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, &along_walls, NULL, NULL, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    const double up = -0.5 * SHARE * 9.8 * 0.75 * 0.75; // 0.25 s of the dash, then 0.75 s of the run
    bool good = true;
    for (int i = 0; i < 3; i++) {
        const int rates[] = {20, 60, 360};
        const lope_point feet = play(&moveset, rates[i]);
        good = good && fabs(feet.x / 12 - 1) < 5e-3 && fabs(feet.y / up - 1) < 5e-3;
    }
    return good ? 0 : 1;
}
