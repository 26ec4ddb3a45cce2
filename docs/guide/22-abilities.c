// 22-abilities.c - a dash as an ability: conditions as data, settings in the moveset, an end at its exact
// instant.
#include <lope/lope.h>

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#define BUTTON_DASH LOPE_BUTTON_GAME // the first button of the game's own

// What a designer tunes.
typedef struct dash_settings {
    float speed, duration;
} dash_settings;

static const lope_field fields[] = {
    {.name = "speed",
     .unit = "m/s",
     .text = "How fast a dash is.",
     .low = 1,
     .high = 40,
     .initial = 12,
     .offset = offsetof(dash_settings, speed)},
    {.name = "duration",
     .unit = "s",
     .text = "How long it lasts.",
     .low = 0.05f,
     .high = 2,
     .initial = 0.25f,
     .offset = offsetof(dash_settings, duration)},
};

// Called when all conditions are met. Without a direction there is no dash.
static uint32_t dash_start(lope_tick *tick, const lope_ability_self *self)
{
    const dash_settings *settings = self->settings;
    lope_point way = lope_tick_wanted(tick);
    if (lope_point_length(way) <= 0) return LOPE_REFUSAL_GAME; // a reason of the game's own
    way = lope_point_scale(way, 1 / lope_point_length(way));
    lope_tick_set_velocity(tick, lope_point_scale(way, (double)settings->speed));
    return LOPE_REFUSAL_NONE;
}

// While it lasts nothing drives and nothing brakes.
static void dash_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    (void)tick;
    (void)self;
    *law = (lope_velocity_law){.max_speed = 0};
}

// It ends at its instant, not at a tick's end. So it covers the same distance at every tick rate.
static double dash_piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const dash_settings *settings = self->settings;
    (void)tick;
    double rest = (double)settings->duration - self->seconds;
    return rest < left ? rest : left;
}

static const lope_ability dash = {
    .name = "dash",
    .version = 1,
    .button = BUTTON_DASH,
    .settings_size = sizeof(dash_settings),
    .fields = fields,
    .field_count = sizeof fields / sizeof *fields,
    .conditions = {.grounded = true, .cooldown = 1, .charges = 2, .buffer = 0.1f},
    .try_start = dash_start,
    .law = dash_law,
    .piece = dash_piece,
};

// Walks for 2 s at a tick rate, and dashes at 1 s. Returns how far, m.
static double play(const lope_moveset *moveset, float rate, bool dashes)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = rate});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 200}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = moveset});
    for (int tick = 0; tick < (int)(2 * rate); tick++) {
        lope_input input = {.move = {1, 0, 0}};
        if (dashes && tick == (int)rate) input.pressed = BUTTON_DASH;
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / rate);
    }
    double far = lope_character_state(hero)->feet.x;
    lope_world_destroy(world);
    return far;
}

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, &dash, NULL, NULL, &error) != LOPE_OK ||
        lope_moveset_set(&moveset, "dash", "speed", 15, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    // A value that is out of range is refused, and says why.
    if (lope_moveset_set(&moveset, "dash", "speed", 100, &error) == LOPE_OK) return 1;
    printf("%s\n", error.text);

    lope_setting setting;
    for (uint32_t i = 0; lope_moveset_setting_at(&moveset, i, &setting); i++) {
        double value = 0;
        lope_moveset_get(&moveset, setting.owner, setting.field->name, &value);
        printf("%-8s %-12s %g %s\n", setting.owner, setting.field->name, value, setting.field->unit ? setting.field->unit : "");
    }
    double walked = play(&moveset, 60, false), slow = play(&moveset, 20, true), fast = play(&moveset, 360, true);
    printf("walked %.3f m, with a dash %.3f m at 20 Hz and %.3f m at 360 Hz\n", walked, slow, fast);
    return slow > walked + 1 && fabs(slow - fast) < 0.01 ? 0 : 1;
}
