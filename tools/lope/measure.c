// measure.c - see measure.h. 60 ticks a second, as most games have; times are to the tick, jumps to their events' instants.
#include "measure.h"

#define TICK (1.0f / 60.0f)
#define LONG 20.0 // s after which nothing more is waited for

typedef struct track {
    lope_world *world;
    lope_character *runner;
    double landed, apex; // s of the world's time; m. landed < 0: not yet
} track;

static void tick(track *t, const lope_input *input)
{
    uint32_t count;
    lope_character_set_input(t->runner, input);
    lope_world_step(t->world, TICK);
    const lope_world_event *events = lope_world_events(t->world, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].event.kind == LOPE_EVENT_LAND) t->landed = events[i].time;
        if (events[i].event.kind == LOPE_EVENT_APEX) t->apex = (double)events[i].event.value;
    }
}

static double speed_of(const track *t) { return (double)lope_character_state(t->runner)->velocity.x; }
static double place_of(const track *t) { return lope_character_state(t->runner)->feet.x; }

// Ticks until the speed along x has come to `wanted`, from below or above. Returns the time.
static double until_speed(track *t, float move, double wanted, bool rising)
{
    double began = lope_world_time(t->world);
    while (lope_world_time(t->world) - began < LONG && (rising ? speed_of(t) < wanted : speed_of(t) > wanted))
        tick(t, &(lope_input){.move = {move, 0, 0}});
    return lope_world_time(t->world) - began;
}

// Jumps and waits for the landing. Returns the time that it took.
static double jump(track *t, float move, bool held)
{
    double began = lope_world_time(t->world);
    t->landed = -1;
    t->apex = 0;
    lope_input input = {.move = {move, 0, 0}, .pressed = LOPE_BUTTON_JUMP, .held = held ? LOPE_BUTTON_JUMP : 0u};
    while (lope_world_time(t->world) - began < LONG && t->landed < 0) {
        tick(t, &input);
        input.pressed = 0;
    }
    return t->landed - began;
}

static void run(track *t, const lope_tuning *tuning, tool_measures *m)
{
    m->top_speed = (double)tuning->max_walk_speed;
    for (int i = 0; i < 30; i++) tick(t, &(lope_input){0});
    m->rise_time = until_speed(t, 1, 0.99 * m->top_speed, true);
    until_speed(t, 1, 0.999999 * m->top_speed, true);
    double from = place_of(t);
    until_speed(t, 0, 0, false);
    m->stop_way = place_of(t) - from;
    until_speed(t, 1, 0.999999 * m->top_speed, true);
    m->turn_time = until_speed(t, -1, -0.99 * m->top_speed, false);
    until_speed(t, 0, 0, true);
    m->air_time = jump(t, 0, false);
    m->tap_height = t->apex;
    for (int i = 0; i < 30; i++) tick(t, &(lope_input){0});
    jump(t, 0, true);
    m->hold_height = t->apex;
    until_speed(t, 1, 0.999999 * m->top_speed, true);
    from = place_of(t);
    jump(t, 1, false);
    double after = lope_world_time(t->world) - t->landed; // that it has run on since
    m->jump_way = place_of(t) - speed_of(t) * after - from;
}

bool tool_measure(const lope_tuning *tuning, tool_measures *measures)
{
    track t = {.world = lope_world_create(NULL)};
    lope_moveset moveset;
    if (t.world == NULL || lope_moveset_make(&moveset, tuning, NULL) != LOPE_OK) return false;
    const lope_box_def floor = {.body = {.position = {0, -0.5, 0}}, .size = {2000, 1, 20}};
    lope_world_add_box(t.world, &floor);
    t.runner = lope_character_create(t.world, &(lope_character_def){.moveset = &moveset});
    if (t.runner != NULL) run(&t, tuning, measures);
    bool good = t.runner != NULL;
    lope_world_destroy(t.world);
    return good;
}
