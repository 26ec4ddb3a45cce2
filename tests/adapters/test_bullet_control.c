// test_bullet_control.c - cameras, locks, followers, avoidance and abilities in Bullet's world and on the
// embedded level: the same scenarios are played on both and compared at every tick.
//
// Each character that has no camera gets one in third person, so that every scenario also says what arms
// meet. Read next: control/rooms.json, which has every shape and every rig that a wall can shorten.
#include "scene/cameras.h"
#include "scene/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// m. Bullet holds poses and points as floats: 2 um at 25 m from the origin. What comes of it stays under 1 um
// in these scenarios; the rest is for other compilers' floats in Bullet.
#define FEET 5e-5
// m. An arm's end is up to 10 m away, so a contact that is 1 um off moves it by some more: 3 um were seen.
#define CAMERA 2e-4
#define MOST_EVENTS 4096

typedef struct told {
    uint32_t actor;
    double time;
    lope_event event;
} told;

// One of the two worlds.
typedef struct side {
    lope_scenario *scenario;
    lope_scene_player *player;
    const lope_scene_cameras *cameras;
    told *events;
    uint32_t event_count;
} side;

// What a scenario came to.
typedef struct farthest {
    double feet, camera; // m
    uint64_t feet_tick;
    uint32_t blocked, frames;
    uint32_t feet_actor, camera_actor;
} farthest;

static void listen(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                   const lope_event *event)
{
    side *s = context;
    (void)player;
    (void)tick;
    assert_true(s->event_count < MOST_EVENTS);
    s->events[s->event_count++] = (told){actor, time, *event};
}

static void begin(side *s, const char *file, bool bullet)
{
    lope_scene_fault fault = {0};
    s->scenario = lope_scenario_load(file, NULL, &fault);
    if (!s->scenario) fail_msg("%s", fault.text);
    s->scenario->bullet = bullet;
    for (uint32_t i = 0; i < s->scenario->character_count; i++) {
        lope_scene_camera *camera = &s->scenario->characters[i].camera;
        if (!camera->on) *camera = (lope_scene_camera){.on = true, .rig = lope_camera_rig(LOPE_CAMERA_THIRD_PERSON)};
    }
    s->events = calloc(MOST_EVENTS, sizeof *s->events);
    assert_non_null(s->events);
    const lope_scene_player_options options = {.listener = listen, .context = s};
    s->player = lope_scene_player_create(s->scenario, &options, &fault);
    if (!s->player) fail_msg("%s", fault.text);
    s->cameras = lope_scene_player_cameras(s->player);
}

static void end(side *s)
{
    lope_scene_player_destroy(s->player);
    lope_scenario_free(s->scenario);
    free(s->events);
}

static void tick(side *s)
{
    lope_scene_fault fault = {0};
    if (!lope_scene_player_tick(s->player, &fault)) fail_msg("%s", fault.text);
}

static const lope_state *state_of(const side *s, uint32_t actor)
{
    return lope_character_state(lope_scene_player_actor(s->player, actor)->handle);
}

static void compare_feet(const side *a, const side *b, farthest *most)
{
    for (uint32_t i = 0; i < lope_scene_player_actor_count(a->player); i++) {
        const double way = lope_point_length(lope_point_sub(state_of(a, i)->feet, state_of(b, i)->feet));
        if (way <= most->feet) continue;
        most->feet = way;
        most->feet_actor = i;
        most->feet_tick = lope_scene_player_ticks(a->player);
    }
}

static void compare_cameras(const side *a, const side *b, farthest *most)
{
    for (uint32_t i = 0; i < lope_scene_cameras_count(a->cameras); i++) {
        uint32_t actor;
        const lope_camera_output *p = lope_scene_cameras_output(a->cameras, i, &actor);
        const lope_camera_output *q = lope_scene_cameras_output(b->cameras, i, &actor);
        const double way = lope_point_length(lope_point_sub(p->position, q->position));
        most->frames++;
        if (p->blocked) most->blocked++;
        if (way <= most->camera) continue;
        most->camera = way;
        most->camera_actor = actor;
    }
}

static bool is_told_of(uint32_t kind)
{
    return kind == LOPE_EVENT_ABILITY || kind == LOPE_EVENT_ARRIVE || kind == LOPE_EVENT_BLOCKED || kind == LOPE_EVENT_LINK ||
           kind == LOPE_EVENT_LOCK_ON;
}

// Finds the next event from *at on that is compared. Returns NULL at the end.
static const told *next_told(const side *s, uint32_t *at)
{
    while (*at < s->event_count && !is_told_of(s->events[*at].event.kind)) (*at)++;
    return *at < s->event_count ? &s->events[(*at)++] : NULL;
}

// The outcomes: which abilities started, ended and were refused and why, who arrived, links, locks. Returns
// how many there were.
static uint32_t compare_events(const side *a, const side *b, const char *what)
{
    uint32_t i = 0, k = 0, count = 0;
    for (;; count++) {
        const told *p = next_told(a, &i), *q = next_told(b, &k);
        if (!p && !q) return count;
        if (!p || !q) {
            const told *more = p ? p : q;
            fail_msg("%s: only in %s: %s of %s at %.4f s", what, p ? "the embedded level" : "Bullet",
                     lope_event_name(more->event.kind), lope_scene_player_actor(a->player, more->actor)->name, more->time);
        }
        const bool same = p->actor == q->actor && p->event.kind == q->event.kind && p->event.from == q->event.from &&
                          p->event.to == q->event.to && p->event.body == q->event.body && fabs(p->time - q->time) < 1e-3;
        if (!same)
            fail_msg("%s: %s of %s at %.6f s (%u, %u), in Bullet %s of %s at %.6f s (%u, %u)", what,
                     lope_event_name(p->event.kind), lope_scene_player_actor(a->player, p->actor)->name, p->time, p->event.from,
                     p->event.to, lope_event_name(q->event.kind), lope_scene_player_actor(a->player, q->actor)->name, q->time,
                     q->event.from, q->event.to);
    }
}

// What the probe for ledges found in this tick. Not which body the wall is: of two flush walls the nearer one
// is nearer by the rounding of a float.
static void compare_probes(const side *a, const side *b, uint32_t *ledges)
{
    for (uint32_t i = 0; i < lope_scene_player_actor_count(a->player); i++) {
        const lope_report *here = lope_character_report(lope_scene_player_actor(a->player, i)->handle);
        const lope_report *there = lope_character_report(lope_scene_player_actor(b->player, i)->handle);
        const lope_probe *p = &here->probe, *q = &there->probe;
        const char *name = lope_scene_player_actor(a->player, i)->name;
        // a look of one world may rule a probe out that the other one's has to make: it finds no ledge
        if (here->probed != there->probed) assert_int_equal((here->probed ? p : q)->ledge_count, 0);
        if (!here->probed || !there->probed) continue;
        if (p->wall != q->wall || p->ledge_count != q->ledge_count || !(fabs(p->wall_distance - q->wall_distance) < FEET))
            fail_msg("%s, tick %u: a probe found %u ledges and a wall of %s at %.9f, in Bullet %u and of %s at %.9f", name,
                     (unsigned)lope_scene_player_ticks(a->player), p->ledge_count,
                     lope_scene_player_body_name(a->player, p->wall_body), p->wall_distance, q->ledge_count,
                     lope_scene_player_body_name(b->player, q->wall_body), q->wall_distance);
        for (uint32_t k = 0; k < p->ledge_count; k++, ++*ledges) {
            const lope_probe_ledge *l = &p->ledges[k], *m = &q->ledges[k];
            assert_true(lope_point_length(lope_point_sub(l->edge, m->edge)) < FEET);
            assert_true(lope_point_length(lope_point_sub(l->stand, m->stand)) < FEET);
            assert_true(fabs(l->room - m->room) < FEET && fabs(l->depth - m->depth) < FEET);
            assert_true(l->flags == m->flags && l->body == m->body && l->material == m->material);
        }
    }
}

// least_blocked, least_events: fewer, and the scenario would not say much.
static void compare(const char *file, uint32_t least_blocked, uint32_t least_events)
{
    side a = {0}, b = {0};
    farthest most = {0};
    uint32_t ledges = 0;
    begin(&a, file, false);
    begin(&b, file, true);
    const uint64_t ticks = lope_scene_player_length(a.player);
    for (uint64_t i = 0; i < ticks; i++) {
        tick(&a);
        tick(&b);
        compare_feet(&a, &b, &most);
        compare_cameras(&a, &b, &most);
        compare_probes(&a, &b, &ledges);
    }
    const uint32_t events = compare_events(&a, &b, a.scenario->name);
    print_message("  %-14s %5u ticks: feet %.4f mm (%s, tick %u), cameras %.3f mm (%s), in the way in %u of %u frames;"
                  " %u outcomes and %u ledges alike\n",
                  a.scenario->name, (unsigned)ticks, 1e3 * most.feet, lope_scene_player_actor(a.player, most.feet_actor)->name,
                  (unsigned)most.feet_tick, 1e3 * most.camera, lope_scene_player_actor(a.player, most.camera_actor)->name,
                  most.blocked, most.frames, events, ledges);
    assert_true(most.feet < FEET);
    assert_true(most.camera < CAMERA);
    assert_true(most.blocked >= least_blocked && events >= least_events);
    end(&a);
    end(&b);
}

static void rooms_are_the_same(void **unused)
{
    (void)unused;
    compare(LOPE_SOURCE_DIR "/tests/adapters/control/rooms.json", 1000, 15);
}

static void goals_are_the_same(void **unused)
{
    (void)unused;
    compare(LOPE_SOURCE_DIR "/tests/scene/goals.json", 0, 8);
}

static void the_zoo_is_the_same(void **unused)
{
    static const char *const names[] = {
        "mantle", "ledge_hang", "path_follow",
#ifndef LOPE_QUICK
        "vault",  "lock_on",    "climb",       "ladder", "wall_run",
#endif
    };
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char file[512];
        snprintf(file, sizeof file, LOPE_SOURCE_DIR "/levels/zoo/%s.json", names[i]);
        compare(file, 0, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rooms_are_the_same), cmocka_unit_test(goals_are_the_same),
                                       cmocka_unit_test(the_zoo_is_the_same)};
    return cmocka_run_group_tests_name("adapters.bullet_control", tests, NULL, NULL);
}
