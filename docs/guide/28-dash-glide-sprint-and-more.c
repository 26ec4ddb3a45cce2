// 28-dash-glide-sprint-and-more.c - the library's dash and its kin, each beside its closed form.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// What a run is made of: an ability, where it begins, and what the player does.
typedef struct trial {
    const lope_ability *ability;
    double height;   // m, over the ground
    uint32_t button; // held from the first tick on
    float seconds;
    lope_point feet; // m: where it ended
    uint32_t phase;  // of the ability, which is waited for; 0: its end
    double at;       // s: the instant at which that was; 0: not yet
} trial;

// Runs a trial in a world of its own. Returns false when the ability was not taken.
static int run(trial *t, float rate)
{
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, t->ability, NULL, NULL, NULL) != LOPE_OK)
        return 0;
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = rate});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {400, 1, 400}});
    lope_character_def def = {.moveset = &moveset, .feet = {0, t->height, 0}};
    lope_character *hero = lope_character_create(world, &def);
    for (int tick = 0; tick < (int)(t->seconds * rate + 0.5f); tick++) {
        lope_character_set_input(hero, &(lope_input){.move = {0, 0, -1}, .held = t->button});
        lope_world_step(world, 1 / rate);
        const lope_report *report = lope_character_report(hero);
        for (uint32_t i = 0; i < report->event_count && t->at <= 0; i++) {
            const lope_event *event = &report->events[i];
            const int over = t->phase ? event->kind == LOPE_EVENT_ABILITY_PHASE && event->to == t->phase
                                      : event->kind == LOPE_EVENT_ABILITY_END;
            if (over) t->at = tick / (double)rate + (double)event->time;
        }
    }
    t->feet = lope_character_state(hero)->feet;
    lope_world_destroy(world);
    return 1;
}

// Tells a figure beside its closed form. Returns 1 when they are 0.5 % apart, or less.
static int near(const char *what, double value, double wanted)
{
    printf("%-28s %.5f, by the closed form %.5f\n", what, value, wanted);
    return fabs(value - wanted) <= 0.005 * fabs(wanted);
}

static int dash(float rate)
{
    trial t = {.ability = lope_dash_ability(), .button = LOPE_BUTTON_DASH, .seconds = 0.25f};
    return run(&t, rate) && near("dash, way in 0.25 s (m)", -t.feet.z, 20 * 0.25);
}

// Full stamina is 100, of which 20 a second go above the walking top speed.
static int sprint(float rate)
{
    trial t = {.ability = lope_sprint_ability(), .button = LOPE_BUTTON_SPRINT, .seconds = 5.5f, .phase = LOPE_SPRINT_DRAINED};
    const double first = 6 / 20.48; // s up to the walking top speed
    return run(&t, rate) && near("sprint, stamina lasts (s)", t.at - first, 100.0 / 20);
}

// From rest the fall comes to 2 m/s, by v' = 9.8 - 4.9 v.
static int glide(float rate)
{
    trial t = {.ability = lope_glide_ability(), .height = 20, .button = LOPE_BUTTON_GLIDE, .seconds = 2};
    const double way = 2 * 2.0 - 2 * (1 - exp(-4.9 * 2)) / 4.9;
    return run(&t, rate) && near("glide, sunk in 2 s (m)", 20 - t.feet.y, way);
}

// From rest it crawls off by 2.56 m/s2 up to 1.68 m/s.
static int prone(float rate)
{
    trial t = {.ability = lope_prone_ability(), .button = LOPE_BUTTON_PRONE, .seconds = 2};
    const double ramp = 1.68 / 2.56;
    return run(&t, rate) && near("prone, way in 2 s (m)", -t.feet.z, 1.68 * (2 - 0.5 * ramp));
}

// A dodge of 4 m in 0.6 s: half of it after half the time.
static int roll(float rate)
{
    trial t = {.ability = lope_roll_ability(), .button = LOPE_BUTTON_ROLL, .seconds = 0.3f};
    return run(&t, rate) && near("roll, way in 0.3 s (m)", -t.feet.z, 2);
}

// Falls at rest with the input ahead: 10 * 8.128 m/s2, but no more than 0.762 m/s.
static int air_strafe(float rate)
{
    trial t = {.ability = lope_air_strafe_ability(), .height = 20, .seconds = 1};
    return run(&t, rate) && near("air strafe, way in 1 s (m)", -t.feet.z, 0.762 * (1 - 0.016) + 10 * 8.128 * 0.008 * 0.008);
}

int main(void)
{
    const float rates[] = {20, 60, 360};
    for (int i = 0; i < 3; i++) {
        printf("%g Hz\n", (double)rates[i]);
        if (!dash(rates[i]) || !sprint(rates[i]) || !glide(rates[i]) || !prone(rates[i]) || !roll(rates[i]) ||
            !air_strafe(rates[i]))
            return 1;
    }
    return 0;
}
