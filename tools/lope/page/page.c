// page.c - a page from its first tick to its file.
//
// The file is the template that viewer/ makes, with the data behind its marker: the head, which is JSON and says what everything
// is, then blocks of packed numbers. Read next: head.c, columns.c, level.c, story.c.
#include "page_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MARKER "<!--lope:data-->"

tool_page *tool_page_create(const char *against, lope_scene_fault *fault)
{
    if (page_template_size == 0) {
        lope_scene_fail(
            fault, LOPE_SCENE_OWN_FAULT,
            "--replay: this lope was built without the page: install nodejs and npm (Debian: apt-get install nodejs npm), "
            "then build again with a way to the npm registry");
        return NULL;
    }
    tool_page *page = calloc(1, sizeof *page);
    if (page == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory");
    } else if (against != NULL) {
        page->compared = true;
        if (!page_against_open(&page->against, against, fault)) {
            tool_page_destroy(page);
            return NULL;
        }
    }
    return page;
}

void tool_page_destroy(tool_page *page)
{
    if (page == NULL) return;
    page_track_free(&page->track);
    page_motion_free(&page->motion);
    page_queries_free(&page->queries);
    page_recorded_free(&page->recorded);
    page_control_free(&page->control);
    page_against_free(&page->against);
    page_modes_free(&page->modes);
    page_bytes_free(&page->level);
    page_bytes_free(&page->level_head);
    page_bytes_free(&page->events);
    free(page);
}

// Before the first tick: the level is packed as it stands, and the page's origin is a whole metre where the first character is.
static bool start(tool_page *page, const lope_scene_player *player, lope_scene_fault *fault)
{
    page->bodies.player = player;
    page->track.characters = lope_scene_player_actor_count(player);
    if (page->track.characters > 0) {
        const lope_state *first = lope_character_state(lope_scene_player_actor(player, 0)->handle);
        lope_point feet = lope_scene_player_to_file(player, first->feet);
        page->bodies.origin = lope_point_make(page_round(feet.x), page_round(feet.y), page_round(feet.z));
    }
    page_level_pack(&page->bodies, &page->level, &page->level_head);
    return page_motion_start(&page->motion, &page->bodies, fault) && page_control_start(&page->control, &page->bodies, fault) &&
           page_queries_start(&page->queries, page->track.characters, fault) &&
           page_recorded_start(&page->recorded, &page->bodies, &page->queries, fault);
}

bool tool_page_watch(void *context, const lope_scene_player *player, lope_scene_fault *fault)
{
    tool_page *page = context;
    if (page->track.ticks == 0 && !start(page, player, fault)) return false;
    if (!page_track_grow(&page->track, fault) || !page_motion_tick(&page->motion, &page->bodies, fault) ||
        !page_queries_tick(&page->queries, fault) || !page_control_tick(&page->control, &page->bodies, fault))
        return false;
    if (page->compared && !page_against_tick(&page->against, player, fault)) return false;
    for (uint32_t i = 0; i < page->track.characters; i++) {
        const lope_scene_actor *actor = lope_scene_player_actor(player, i);
        int32_t *row = page_track_row(&page->track, page->track.ticks - 1, i);
        const lope_state *state = lope_character_state(actor->handle);
        page_row_state(row, &page->bodies, state, page_mode_number(&page->modes, &actor->from->moveset, state->mode));
        page_row_floor(row, &page->bodies, lope_scene_player_floor(player, actor)); // before the first tick it knows none
        if (page->track.ticks > 1) page_row_report(row, lope_character_report(actor->handle));
    }
    return page_recorded_tick(&page->recorded, &page->bodies, &page->track, &page->queries, false, fault);
}

static bool write_template(FILE *out, const tool_page *page)
{
    page_bytes text = {0};
    bool good = page_template_text(page_template, page_template_size, &text);
    const char *begin = (const char *)text.data, *marker = NULL;
    for (size_t i = 0; good && marker == NULL && i + sizeof MARKER <= text.size; i++) {
        if (memcmp(begin + i, MARKER, sizeof MARKER - 1) == 0) marker = begin + i;
    }
    good = good && marker != NULL;
    if (good) {
        size_t before = (size_t)(marker - begin), after = before + sizeof MARKER - 1;
        fwrite(begin, 1, before, out);
        good = page_write_data(out, page);
        fwrite(begin + after, 1, text.size - after, out);
    }
    page_bytes_free(&text);
    return good && ferror(out) == 0;
}

bool tool_page_write(tool_page *page, const lope_scene_player *player, const char *file, lope_scene_fault *fault)
{
    if (page->bodies.player != player) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: there was no run to write");
    if (!page_recorded_tick(&page->recorded, &page->bodies, &page->track, &page->queries, true, fault)) return false;
    if (page->compared && !page_against_place(&page->against, &page->bodies, &page->modes, &page->recorded, fault)) return false;
    FILE *out = fopen(file, "wb");
    if (out == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written (%s)", file, strerror(errno));
    bool good = write_template(out, page);
    good = fclose(out) == 0 && good;
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written to its end", file);
}
