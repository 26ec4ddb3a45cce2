// 25-the-slide.c - the library's slide: taken into a moveset, set, asked for, and its closed form.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Returns the time in which v' = -deceleration - drag v leads from one speed to another, s.
static double closed_form(double deceleration, double drag, double from, double to)
{
    return log((drag * from + deceleration) / (drag * to + deceleration)) / drag;
}

// Runs for 1 s, then slides from 9 m/s over level ground. Returns how long, s.
static double slide(const lope_moveset *moveset, float rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = rate});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 200}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = moveset});
    double started = 0, ended = 0;
    for (int tick = 0; tick < (int)(3 * rate) && ended <= 0; tick++) {
        lope_input input = {.move = {1, 0, 0}};
        if (tick >= (int)rate) input.held = LOPE_BUTTON_SLIDE;
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / rate);
        const lope_report *report = lope_character_report(hero);
        for (uint32_t i = 0; i < report->event_count; i++) {
            const double time = tick / (double)rate + (double)report->events[i].time;
            if (report->events[i].kind == LOPE_EVENT_ABILITY) started = time;
            if (report->events[i].kind == LOPE_EVENT_ABILITY_END) ended = time;
        }
    }
    lope_world_destroy(world);
    return ended - started;
}

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = 9;
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_slide_ability(), NULL, NULL, &error) != LOPE_OK ||
        lope_moveset_set(&moveset, "slide", "friction", 0.5, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    const double wanted = closed_form(0.5 * 9.8, 0.2, 9, 2), slow = slide(&moveset, 20), fast = slide(&moveset, 360);
    printf("%.4f s by the closed form, %.4f s at 20 Hz, %.4f s at 360 Hz\n", wanted, slow, fast);
    return fabs(slow - wanted) < 1e-3 * wanted && fabs(fast - wanted) < 1e-3 * wanted ? 0 : 1;
}
