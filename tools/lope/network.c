// network.c - levels, lines and signals of `lope serve` and `lope join`. Read first: network.h.
#include "network.h"

#include <signal.h>
#include <string.h>

#define SEED 1
#define SECONDS 60

typedef struct named_line {
    const char *name;
    lope_net_link_profile line;
} named_line;

// One way each, both ways alike.
static const named_line lines[] = {
    {"lan", {.delay = 0}},
    {"good", {.delay = 0.020, .jitter = 0.003, .loss = 0.002}},
    {"average", {.delay = 0.050, .jitter = 0.010, .loss = 0.02}},
    {"bad", {.delay = 0.100, .jitter = 0.020, .loss = 0.05, .burst = 0.5}},
    {"awful",
     {.delay = 0.150, .jitter = 0.040, .loss = 0.10, .burst = 0.5, .doubled = 0.02, .silence = 0.5, .silence_every = 10}},
};
#define LINES (sizeof lines / sizeof *lines)

bool tool_line_find(const char *name, lope_net_link_profile *line, lope_scene_fault *fault)
{
    for (size_t i = 0; i < LINES; i++) {
        if (strcmp(lines[i].name, name) != 0) continue;
        *line = lines[i].line;
        return true;
    }
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: --link: found %.40s, expected lan, good, average, bad or awful",
                           name);
}

lope_scenario *tool_network_level(const char *file, lope_scene_fault *fault)
{
    lope_scene_units units;
    const tool_units_wish none = {0};
    if (!lope_scene_mesh_is_named(file)) return lope_scenario_load(file, NULL, fault);
    if (!tool_units_read(&none, &units, fault)) return NULL;
    lope_scenario *scenario = lope_scenario_wander(file, &units, SEED, SECONDS, fault);
    if (scenario == NULL) return NULL;
    lope_scene_character *c = &scenario->characters[0];
    if (lope_scene_find_spawn(scenario, c->radius, c->height, &c->feet, fault)) return scenario;
    lope_scenario_free(scenario);
    return NULL;
}

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

void tool_serve_close(lope_transport *transports[TOOL_TRANSPORTS])
{
    for (uint32_t i = TOOL_TRANSPORTS; i-- > 0;) lope_transport_close(transports[i]); // the first one outlives the others
}

bool tool_goes_on(void *unused)
{
    (void)unused;
    return !stopped;
}

void tool_watch_signals(void)
{
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
}

float tool_contact_bound(double metres) { return metres > 0 ? metres > 100 ? LOPE_NET_BELIEVE : (float)metres : LOPE_NET_TRUTH; }
