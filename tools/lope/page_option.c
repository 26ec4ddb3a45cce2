// page_option.c - `lope run --replay` and the page of `lope serve --spectate`, with the page's code or, where there is no zlib, with a line that says what is missing.
//
// Read next: page/page.c.
#include "lope.h"
#include "spectate.h"

#if LOPE_TOOL_PAGE
#include "page/page.h"

bool tool_page_open(const tool_page_wish *wish, struct tool_page **page, lope_scene_watcher *watcher, lope_scene_fault *fault)
{
    *page = tool_page_create(wish->against, fault);
    *watcher = (lope_scene_watcher){tool_page_watch, tool_page_event, *page};
    return *page != NULL;
}

bool tool_page_close(const tool_page_wish *wish, struct tool_page *page, const lope_scene_player *player, lope_scene_fault *fault)
{
    bool good = player != NULL && tool_page_write(page, player, wish->file, fault);
    tool_page_destroy(page);
    return good;
}

#else

bool tool_page_open(const tool_page_wish *wish, struct tool_page **page, lope_scene_watcher *watcher, lope_scene_fault *fault)
{
    (void)wish;
    (void)page;
    (void)watcher;
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT,
                           "--replay: this lope was built without zlib: install it (Debian: apt-get install zlib1g-dev), then "
                           "build again");
}

bool tool_page_close(const tool_page_wish *wish, struct tool_page *page, const lope_scene_player *player, lope_scene_fault *fault)
{
    (void)wish;
    (void)page;
    (void)player;
    (void)fault;
    return false;
}

bool tool_spectate_page_make(const lope_scenario *scenario, tool_spectate_page *page, lope_scene_fault *fault)
{
    (void)scenario;
    (void)page;
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT,
                           "--spectate: this lope was built without zlib: install it (Debian: apt-get install zlib1g-dev), then "
                           "build again");
}

#endif
