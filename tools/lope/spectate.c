// spectate.c - the stream's ends of `lope serve --spectate`: browsers over WebSocket. Read first: spectate.h,
// adapters/websocket/lope_spectators.h.
#include "spectate.h"

#include "adapters/websocket/lope_spectators.h"

#include <stdlib.h>

static struct {
    lope_spectators *watchers;
    tool_spectate_page page;
    lope_websocket_file files[2];
    lope_scene_audience audience;
} own;

// ---- scene/audience.h -------------------------------------------------------------------------------------

static uint32_t update(void *unused, double now)
{
    (void)unused;
    lope_spectators_update(own.watchers, now);
    return lope_spectators_count(own.watchers);
}

static void show(void *unused, const uint8_t *bytes, size_t size)
{
    (void)unused;
    lope_spectators_show(own.watchers, bytes, size); // without memory this frame is left out
}

_Static_assert(LOPE_SPECTATORS_MESSAGE <= LOPE_SCENE_AUDIENCE_MESSAGE, "each message of a watcher has room");

static size_t hear(void *unused, uint8_t *bytes)
{
    (void)unused;
    return lope_spectators_hear(own.watchers, bytes);
}

// ---- opening and closing ----------------------------------------------------------------------------------

static bool open_watchers(const char *address, uint64_t port, lope_scene_fault *fault)
{
    lope_error error = {0};
    own.files[0] = (lope_websocket_file){"/", "text/html; charset=utf-8", own.page.html, own.page.html_size};
    own.files[1] = (lope_websocket_file){"/level", "application/octet-stream", own.page.level, own.page.level_size};
    own.watchers = lope_spectators_open(
        &(lope_spectators_def){.address = address, .port = (uint16_t)port, .files = own.files, .file_count = 2, .error = &error});
    if (own.watchers != NULL) return true;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: %s: %s", error.field, error.text);
}

const lope_scene_audience *tool_spectate_open(const lope_scenario *scenario, const char *address, uint64_t port,
                                              lope_scene_fault *fault)
{
    if (address == NULL) address = "127.0.0.1";
    if (!tool_spectate_page_make(scenario, &own.page, fault)) return NULL;
    if (!open_watchers(address, port, fault)) {
        tool_spectate_close(true);
        return NULL;
    }
    printf("spectate http://%s:%u/\n", address, (unsigned)lope_spectators_port(own.watchers));
    fflush(stdout);
    own.audience = (lope_scene_audience){.update = update, .show = show, .hear = hear, .origin = own.page.origin};
    return &own.audience;
}

void tool_spectate_close(bool quiet)
{
    if (own.watchers != NULL && !quiet) {
        const lope_spectators_stats s = lope_spectators_stats_of(own.watchers);
        fprintf(stderr, "lope: serve: %llu came to watch; %llu frames sent, %llu bytes; %llu frames lost by slow ones\n",
                (unsigned long long)s.came, (unsigned long long)s.sent, (unsigned long long)s.bytes, (unsigned long long)s.lost);
    }
    lope_spectators_close(own.watchers);
    own.watchers = NULL;
    free(own.page.html);
    free(own.page.level);
    own.page = (tool_spectate_page){0};
}
