// fleet.c - the sidecar of Agones on the wall's clock. Read first: fleet.h.
#include "fleet.h"

#include "adapters/agones/lope_agones.h"
#include "network.h"
#include "scene/clock.h"

#define GOODBYE 2.0 // s
#define LOOK 0.005  // s between two looks at the goodbye

void *tool_fleet_open(uint64_t port, lope_scene_fault *fault)
{
    lope_error error = {0};
    lope_agones *fleet = lope_agones_open(&(lope_agones_def){.port = (uint16_t)port}, &error);
    if (fleet == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: serve: --agones: %s %s", error.field, error.text);
        return NULL;
    }
    lope_agones_ask(fleet, LOPE_AGONES_READY);
    return fleet;
}

bool tool_fleet_goes_on(void *fleet)
{
    lope_agones_update(fleet, lope_scene_clock_wall());
    return tool_goes_on(NULL);
}

void tool_fleet_close(void *fleet)
{
    const double last = lope_scene_clock_wall() + GOODBYE;
    if (fleet == NULL) return;
    lope_agones_ask(fleet, LOPE_AGONES_SHUTDOWN);
    while (!lope_agones_stats_of(fleet).done[LOPE_AGONES_SHUTDOWN] && lope_scene_clock_wall() < last) {
        lope_agones_update(fleet, lope_scene_clock_wall());
        lope_scene_clock_sleep(LOOK);
    }
    const lope_agones_stats stats = lope_agones_stats_of(fleet);
    if (!stats.done[LOPE_AGONES_SHUTDOWN])
        fprintf(stderr, "lope: serve: --agones: the shutdown was not taken (last answer %d; %llu of %llu requests failed)\n",
                stats.status, (unsigned long long)stats.failed, (unsigned long long)stats.sent);
    lope_agones_close(fleet);
}
