// zoo.c - see zoo.h.
#include "zoo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void listen(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                   const lope_event *event)
{
    zoo *z = context;
    (void)player;
    if (z->event_count == z->event_capacity) {
        z->event_capacity = z->event_capacity ? 2 * z->event_capacity : 256;
        z->events = realloc(z->events, z->event_capacity * sizeof *z->events);
        assert_non_null(z->events);
    }
    z->events[z->event_count++] = (zoo_event){.time = time, .tick = tick, .actor = actor, .event = *event};
}

zoo *zoo_open_file(const char *file, double rate) { return zoo_open_changed(file, rate, NULL); }

zoo *zoo_open_changed(const char *file, double rate, void (*change)(lope_scenario *scenario))
{
    lope_scene_fault fault = {0};
    zoo *z = calloc(1, sizeof *z);
    assert_non_null(z);
    z->scenario = lope_scenario_load(file, NULL, &fault);
    if (!z->scenario) fail_msg("%s", fault.text);
    if (change) change(z->scenario);
    const lope_scene_player_options options = {.tick_rate = rate, .listener = listen, .context = z};
    z->player = lope_scene_player_create(z->scenario, &options, &fault);
    if (!z->player) fail_msg("%s", fault.text);
    return z;
}

zoo *zoo_open(const char *name, double rate)
{
    char file[512];
    snprintf(file, sizeof file, "%s/levels/zoo/%s.json", LOPE_SOURCE_DIR, name);
    return zoo_open_file(file, rate);
}

zoo *zoo_open_text(const char *name, double rate, const char *format, ...)
{
    char file[512];
    va_list values;
    snprintf(file, sizeof file, "%s/%s.json", LOPE_TEST_OUT, name);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    va_start(values, format);
    vfprintf(out, format, values);
    va_end(values);
    fclose(out);
    return zoo_open_file(file, rate);
}

zoo *zoo_open_case(const char *name, double rate)
{
    char file[512];
    snprintf(file, sizeof file, "%s/cases/%s.json", LOPE_SHARED_DIR, name);
    FILE *there = fopen(file, "r");
    if (!there) print_message("  skipped: %s is not there\n", file);
    if (!there) return NULL;
    fclose(there);
    return zoo_open_file(file, rate);
}

void zoo_close(zoo *z)
{
    lope_scene_player_destroy(z->player);
    lope_scenario_free(z->scenario);
    free(z->events);
    free(z);
}

bool zoo_tick(zoo *z)
{
    lope_scene_fault fault = {0};
    if (lope_scene_player_ticks(z->player) >= lope_scene_player_length(z->player)) return false;
    if (!lope_scene_player_tick(z->player, &fault)) fail_msg("%s", fault.text);
    return true;
}

void zoo_play(zoo *z, double time)
{
    const double rate = lope_scene_player_rate(z->player);
    const uint64_t ticks = (uint64_t)ceil(time * rate - 1e-9);
    while (lope_scene_player_ticks(z->player) < ticks)
        if (!zoo_tick(z)) fail_msg("the scenario ends at %g s, before %g s", zoo_time(z), time);
}

double zoo_time(const zoo *z) { return lope_scene_player_time(z->player); }

uint32_t zoo_actor(const zoo *z, const char *name)
{
    for (uint32_t i = 0; i < lope_scene_player_actor_count(z->player); i++)
        if (strcmp(lope_scene_player_actor(z->player, i)->name, name) == 0) return i;
    fail_msg("there is no character \"%s\"", name);
    return 0;
}

static lope_character *handle_of(const zoo *z, const char *name)
{
    return lope_scene_player_actor(z->player, zoo_actor(z, name))->handle;
}

const lope_state *zoo_state(const zoo *z, const char *name) { return lope_character_state(handle_of(z, name)); }
const lope_report *zoo_report(const zoo *z, const char *name) { return lope_character_report(handle_of(z, name)); }
lope_point zoo_feet(const zoo *z, const char *name) { return lope_scene_player_to_file(z->player, zoo_state(z, name)->feet); }
lope_point zoo_velocity(const zoo *z, const char *name)
{
    return lope_scene_player_vector_to_file(z->player, zoo_state(z, name)->velocity);
}

lope_transform zoo_piece(const zoo *z, const char *name)
{
    for (uint32_t i = 0; i < lope_scene_player_body_count(z->player); i++) {
        const lope_scene_body *body = lope_scene_player_body_at(z->player, i);
        if (strcmp(lope_scene_player_body_name(z->player, body->id), name) != 0) continue;
        lope_transform pose = {0};
        lope_result result = lope_level_pose(lope_scene_player_level(z->player), body->body, &pose);
        if (result != LOPE_OK) fail_msg("piece \"%s\": %s", name, lope_result_text(result));
        pose.position = lope_scene_player_to_file(z->player, pose.position);
        return pose;
    }
    fail_msg("there is no piece \"%s\"", name);
    return (lope_transform){0};
}

uint32_t zoo_count(const zoo *z, const char *name, uint32_t kind)
{
    uint32_t count = 0;
    while (zoo_event_of(z, name, kind, count)) count++;
    return count;
}

const zoo_event *zoo_event_of(const zoo *z, const char *name, uint32_t kind, uint32_t nth)
{
    const uint32_t actor = zoo_actor(z, name);
    for (uint32_t i = 0; i < z->event_count; i++)
        if (z->events[i].actor == actor && z->events[i].event.kind == kind && nth-- == 0) return &z->events[i];
    return NULL;
}
