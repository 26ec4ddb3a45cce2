// spectate.c - the spectator page and its level, for `lope serve --spectate`.
//
// The level's file: u32 size of the head, the head (JSON), u32 size of the movers' poses, these, the level's triangles; the
// blocks as in a replay page. Read next: ../spectate.h, viewer/spectate/src/level.js, which reads it.
#include "../spectate.h"

#include "page_private.h"

#include "scene/net_level.h"

#include <string.h>

static void put_names(page_bytes *head, const char *key, const char *(*name)(uint32_t), uint32_t count)
{
    page_bytes_print(head, ",\n\"%s\": [", key);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) page_bytes_print(head, ", ");
        page_bytes_text(head, name(i));
    }
    page_bytes_print(head, "]");
}

// All ids that a mode can have, by their names in the players' moveset.
static void put_modes(page_bytes *head, const lope_moveset *moveset)
{
    page_bytes_print(head, ",\n\"modes\": [");
    for (uint32_t i = 0; i < LOPE_MODES; i++) {
        const char *name = i < LOPE_MODE_COUNT ? lope_mode_name(i) : lope_moveset_mode_name(moveset, i);
        if (i > 0) page_bytes_print(head, ", ");
        page_bytes_text(head, name != NULL ? name : "?");
    }
    page_bytes_print(head, "]");
}

static void put_head(page_bytes *head, const page_bodies *bodies, const page_bytes *motion, const page_bytes *level)
{
    const lope_scenario *scenario = lope_scene_player_scenario(bodies->player);
    lope_scene_net_level of = {.player = bodies->player, .level = lope_scene_player_level(bodies->player)};
    page_bytes_print(head, "{\"spectate\": 1, \"lope\": \"%s\", \"name\": ", lope_version());
    page_bytes_text(head, scenario->name);
    page_bytes_print(head, ",\n\"rate\": %u, \"walkable_floor_angle\": %.9g", (unsigned)lope_scene_net_rules(&of, 0, 0).tick_rate,
                     (double)scenario->characters[0].moveset.tuning.walkable_floor_angle);
    put_modes(head, &scenario->characters[0].moveset);
    put_names(head, "event_kinds", lope_event_name, LOPE_EVENT_KIND_COUNT);
    page_bytes_print(head, ",\n\"link\": {\"delay\": %g, \"jitter\": %g, \"loss\": %g},\n\"bodies\": ", LOPE_SPECTATOR_DELAY,
                     LOPE_SPECTATOR_JITTER, LOPE_SPECTATOR_LOSS);
    page_bodies_describe(bodies, head);
    page_bytes_print(head, ",\n\"motion\": ");
    page_bytes_add(head, motion->data, motion->size);
    page_bytes_print(head, ",\n\"level\": ");
    page_bytes_add(head, level->data, level->size);
    page_bytes_print(head, "}\n");
}

static void add_size(page_bytes *out, size_t size)
{
    const unsigned char bytes[4] = {size & 255u, size >> 8 & 255u, size >> 16 & 255u, size >> 24 & 255u};
    page_bytes_add(out, bytes, sizeof bytes);
}

static bool pack_level(const page_bodies *bodies, page_bytes *out, lope_scene_fault *fault)
{
    page_motion motion = {0};
    page_bytes head = {0}, poses = {0}, poses_head = {0}, level = {0}, level_head = {0};
    bool good = page_motion_start(&motion, bodies, fault) && page_motion_tick(&motion, bodies, fault);
    if (good) {
        page_motion_pack(&motion, &poses, &poses_head);
        page_level_pack(bodies, &level, &level_head);
        put_head(&head, bodies, &poses_head, &level_head);
        add_size(out, head.size);
        page_bytes_add(out, head.data, head.size);
        add_size(out, poses.size);
        page_bytes_add(out, poses.data, poses.size);
        page_bytes_add(out, level.data, level.size);
        good = !head.failed && !poses.failed && !poses_head.failed && !level.failed && !level_head.failed && !out->failed;
        if (!good) lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--spectate: out of memory");
    }
    page_motion_free(&motion);
    page_bytes_free(&head);
    page_bytes_free(&poses);
    page_bytes_free(&poses_head);
    page_bytes_free(&level);
    page_bytes_free(&level_head);
    return good;
}

static bool make_level(const lope_scenario *scenario, page_bytes *out, lope_point *origin, lope_scene_fault *fault)
{
    lope_scene_player *player = lope_scene_player_create(scenario, NULL, fault);
    if (player == NULL) return false;
    page_bodies bodies = {.player = player};
    const lope_state *first = lope_character_state(lope_scene_player_actor(player, 0)->handle);
    const lope_point feet = lope_scene_player_to_file(player, first->feet);
    bodies.origin = *origin = lope_point_make(page_round(feet.x), page_round(feet.y), page_round(feet.z));
    const bool good = pack_level(&bodies, out, fault);
    lope_scene_player_destroy(player);
    return good;
}

bool tool_spectate_page_make(const lope_scenario *scenario, tool_spectate_page *page, lope_scene_fault *fault)
{
    page_bytes html = {0}, level = {0};
    if (spectate_template_size == 0)
        return lope_scene_fail(
            fault, LOPE_SCENE_OWN_FAULT,
            "--spectate: this lope was built without the page: install nodejs and npm (Debian: apt-get install "
            "nodejs npm), then build again with a way to the npm registry");
    if (!page_template_text(spectate_template, spectate_template_size, &html))
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--spectate: out of memory");
    if (!make_level(scenario, &level, &page->origin, fault)) {
        page_bytes_free(&html);
        page_bytes_free(&level);
        return false;
    }
    page->html = html.data;
    page->html_size = html.size;
    page->level = level.data;
    page->level_size = level.size;
    return true;
}
