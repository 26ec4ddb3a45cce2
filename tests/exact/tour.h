// tour.h - the gym's tour (levels/gym/tour.json) played at any frame times, with everything in any size, by
// the tests that compare one run of it with another: test_rate.c, test_far.c, test_scale.c, test_turn.c.
//
// A run steps the scenario's world itself rather than through lope_scene_player_tick, so that frames may have
// any length: a frame is split exactly at each instant at which the input changes and at each instant that is
// to be recorded. Needs the scene library.
#ifndef LOPE_TESTS_TOUR_H
#define LOPE_TESTS_TOUR_H

#include "../behaviour/check.h"

#include "scene/player.h"

#include <stdbool.h>

#define TOUR_INSTANT 1e-9 // s: nearer instants are one
#define TOUR_EVENTS 4096

typedef struct tour_event {
    double time; // s
    lope_event event;
} tour_event;

typedef struct tour_moment {
    double time;
    lope_point feet; // in the file's axes, without origin and turn
    lope_vec3 velocity;
    uint32_t mode;
    bool touching; // something has blocked it within the last tenth of a second
} tour_moment;

typedef struct tour {
    lope_scenario *scenario;
    lope_scene_player *player;
    lope_character *hero;
    const lope_scene_character *from;
    lope_input input;
    uint32_t next; // entry of the input list
    double now;
    tour_event events[TOUR_EVENTS];
    int event_count;
} tour;

static inline lope_scenario *tour_load(void)
{
    lope_scene_fault fault = {0};
    lope_scenario *scenario = lope_scenario_load(LOPE_GYM_DIR "/tour.json", NULL, &fault);
    if (!scenario) fail_msg("%s", fault.text);
    assert_int_equal(scenario->character_count, 1);
    assert_int_equal(scenario->characters[0].count, 1);
    return scenario;
}

// Opens a run of a scenario, which must outlive it.
static inline tour *tour_open(lope_scenario *scenario, lope_point origin)
{
    lope_scene_fault fault = {0};
    tour *t = calloc(1, sizeof *t);
    assert_non_null(t);
    lope_scene_player_options options = {.tick_rate = 60, .has_origin = true, .origin = origin};
    t->scenario = scenario;
    t->player = lope_scene_player_create(scenario, &options, &fault);
    if (!t->player) fail_msg("%s", fault.text);
    t->hero = lope_scene_player_actor(t->player, 0)->handle;
    t->from = &scenario->characters[0];
    t->input.look_yaw = (float)(t->from->yaw * 3.14159265358979323846 / 180);
    return t;
}

static inline void tour_close(tour *t)
{
    lope_scene_player_destroy(t->player);
    free(t);
}

static inline tour_moment tour_look(const tour *t)
{
    const lope_state *state = lope_character_state(t->hero);
    tour_moment m = {.time = t->now, .feet = lope_scene_player_to_file(t->player, state->feet)};
    m.velocity = lope_point_to_vec3(lope_scene_player_vector_to_file(t->player, state->velocity));
    m.mode = state->mode;
    m.touching = state->last_hit_body != LOPE_BODY_NONE;
    return m;
}

static inline void tour_apply_due(tour *t)
{
    while (t->next < t->from->input_count && t->from->input[t->next].t <= t->now + TOUR_INSTANT) {
        const lope_scene_entry *entry = &t->from->input[t->next++];
        uint32_t known = LOPE_SCENE_HAS_MOVE | LOPE_SCENE_HAS_JUMP;
        assert_int_equal(entry->has & ~known, 0); // the tour has nothing else
        if (entry->has & LOPE_SCENE_HAS_MOVE)
            t->input.move = lope_point_to_vec3(lope_scene_quat_rotate(t->scenario->turn, entry->move));
        if (entry->has & LOPE_SCENE_HAS_JUMP) t->input.held = entry->jump ? LOPE_BUTTON_JUMP : 0;
    }
    assert_int_equal(lope_character_set_input(t->hero, &t->input), LOPE_OK);
}

// To the next instant at which the input changes, or to `end`.
static inline void tour_step(tour *t, double end)
{
    tour_apply_due(t);
    if (t->next < t->from->input_count && t->from->input[t->next].t < end - TOUR_INSTANT) end = t->from->input[t->next].t;
    lope_world *world = lope_scene_player_world(t->player);
    lope_result result = lope_world_step(world, (float)(end - t->now));
    if (result != LOPE_OK) fail_msg("refused at %.6f s: %s", t->now, lope_result_text(result));
    uint32_t count;
    const lope_world_event *events = lope_world_events(world, &count);
    for (uint32_t i = 0; i < count && t->event_count < TOUR_EVENTS; i++) {
        tour_event *e = &t->events[t->event_count++];
        e->time = t->now + (double)events[i].event.time;
        e->event = events[i].event;
    }
    t->now = end;
}

// To `end`, a frame's end, over all input changes before it.
static inline void tour_frame(tour *t, double end)
{
    while (t->now < end - TOUR_INSTANT) tour_step(t, end);
    t->now = end;
}

static inline double tour_distance(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static inline bool tour_available(void)
{
    FILE *file = fopen(LOPE_GYM_DIR "/tour.json", "rb");
    if (!file) {
        printf("skipped: no %s/tour.json\n", LOPE_GYM_DIR);
        return false;
    }
    fclose(file);
    return true;
}

#endif
