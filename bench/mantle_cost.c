// mantle_cost.c - see mantle_cost.h. A box of 1.2 m before the character, at 60 ticks a second, by the way `clear`.
#include "mantle_cost.h"

#include "clock.h"

#define CALLS 400
#define ROUNDS 9
#define RATE 60
#define TURN 1.5707963f // rad/s

typedef struct mantle_course {
    lope_level *level;
    lope_body ledge;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_surroundings surroundings;
    lope_state state;
    lope_input input;
} mantle_course;

static bool set_up(mantle_course *c, bool turns)
{
    const lope_tuning tuning = lope_tuning_default();
    lope_box_def floor = {.body = {.position = {0, -0.5, 0}}, .size = {20, 1, 20}};
    lope_box_def box = {.body = {.position = {1.5, 0.6, 0}, .moving = turns}, .size = {2, 1.2f, 6}};
    c->level = lope_level_create(NULL);
    c->nearby = lope_nearby_create(NULL);
    if (!c->level || !c->nearby || lope_moveset_make(&c->moveset, &tuning, NULL) != LOPE_OK) return false;
    if (lope_moveset_add_ability(&c->moveset, lope_mantle_ability(), NULL, NULL, NULL) != LOPE_OK) return false;
    lope_level_add_box(c->level, &floor);
    c->ledge = lope_level_add_box(c->level, &box);
    c->surroundings = lope_level_surroundings(c->level);
    lope_state_init(&c->state, &(lope_state_def){.mode = LOPE_MODE_WALKING});
    c->input = (lope_input){.move = {1, 0, 0}, .held = LOPE_BUTTON_JUMP};
    return true;
}

static void turn(mantle_course *c, double time)
{
    const lope_quat by = lope_quat_from_axis(lope_vec3_make(0, 1, 0), TURN * (float)time);
    lope_level_set_pose(c->level, c->ledge, &(lope_transform){{1.5, 0.6, 0}, by});
}

// Returns the us of one tick, by running it again from the same state.
static double cost_of_tick(const mantle_course *c)
{
    double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double start = clock_thread();
        for (int i = 0; i < CALLS; i++) {
            lope_state copy = c->state;
            lope_move(&copy, &c->input, &c->moveset, &c->surroundings, c->nearby, 1.0f / RATE, NULL);
        }
        times[round] = (clock_thread() - start) * 1e6 / CALLS;
    }
    return clock_median(times, ROUNDS);
}

// Runs a tick once. Returns 0: a profiler counts what it costs.
static double run_once(const mantle_course *c)
{
    lope_state copy = c->state;
    lope_result result;
    mantle_measured_tick(&copy, &c->input, &c->moveset, &c->surroundings, c->nearby, &result);
    return 0;
}

// Plays the mantle, and measures each of its ticks. Returns the sum. *ticks: how many there were.
static double play(bool turns, double (*measure)(const mantle_course *c), uint32_t *ticks)
{
    mantle_course c = {.level = NULL};
    double sum = 0;
    bool ready = set_up(&c, turns);
    *ticks = 0;
    for (uint32_t t = 1; ready && t < 4 * RATE; t++) {
        if (turns) turn(&c, (double)t / RATE);
        if (c.state.mode >= LOPE_MODE_GAME) {
            sum += measure(&c);
            ++*ticks;
        } else if (*ticks > 0) {
            break;
        }
        ready = lope_move(&c.state, &c.input, &c.moveset, &c.surroundings, c.nearby, 1.0f / RATE, NULL) == LOPE_OK;
        lope_level_end_tick(c.level);
        c.input.held = 0;
    }
    lope_nearby_destroy(c.nearby);
    lope_level_destroy(c.level);
    return sum;
}

double mantle_cost_run(bool turns)
{
    uint32_t ticks;
    const double sum = play(turns, cost_of_tick, &ticks);
    return ticks > 0 ? sum / ticks : 0;
}

uint32_t mantle_cost_count(bool turns)
{
    uint32_t ticks;
    play(turns, run_once, &ticks);
    return ticks;
}
