// zoo.h - plays one scenario of levels/zoo, and asks what became of its characters.
//
// A test opens the scenario, plays it tick by tick (or up to a time), and reads states and events. Everything
// is in the file's own axes, with origin and turn undone. A fault of the scenario fails the test with its
// line. Read next: any test_*.c beside this file.
#ifndef LOPE_TESTS_ZOO_H
#define LOPE_TESTS_ZOO_H

#include "scene/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct zoo_event {
    double time; // s since the start
    uint64_t tick;
    uint32_t actor;
    lope_event event;
} zoo_event;

typedef struct zoo {
    lope_scenario *scenario;
    lope_scene_player *player;
    zoo_event *events; // all that happened so far
    uint32_t event_count, event_capacity;
} zoo;

// levels/zoo/NAME.json. rate 0: the file's own tick rate.
zoo *zoo_open(const char *name, double rate);
// The same of a scenario file anywhere.
zoo *zoo_open_file(const char *file, double rate);
// The same, after `change` has changed the scenario; NULL: nothing does.
zoo *zoo_open_changed(const char *file, double rate, void (*change)(lope_scenario *scenario));
// The same of a scenario as printf makes it. NAME tells one test's file from another's in LOPE_TEST_OUT.
zoo *zoo_open_text(const char *name, double rate, const char *format, ...) __attribute__((format(printf, 3, 4)));
// The same of ../shared/cases/NAME.json. NULL, with a line that says so, where that does not exist.
zoo *zoo_open_case(const char *name, double rate);
void zoo_close(zoo *z);

bool zoo_tick(zoo *z); // one tick; false: the scenario's duration is over
// As far as the tick that ends at `time` (s) or the first after it.
void zoo_play(zoo *z, double time);
double zoo_time(const zoo *z);

// The characters by name ("hero", "crowd.3"). An unknown name fails the test.
uint32_t zoo_actor(const zoo *z, const char *name);
const lope_state *zoo_state(const zoo *z, const char *name);
const lope_report *zoo_report(const zoo *z, const char *name);
lope_point zoo_feet(const zoo *z, const char *name);
lope_point zoo_velocity(const zoo *z, const char *name);
// A piece of the level by name: its body's pose now, in the file's axes without turn.
lope_transform zoo_piece(const zoo *z, const char *name);

// How often that happened to the character so far; the nth of these (from 0), NULL when there are fewer.
uint32_t zoo_count(const zoo *z, const char *name, uint32_t kind);
const zoo_event *zoo_event_of(const zoo *z, const char *name, uint32_t kind, uint32_t nth);

#endif
