// head.c - the page's head, a JSON that says what everything is, and the blocks behind it.
//
// Read next: viewer/src/data.js, which reads it.
#include "page_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_QUERIES 22000000u // bytes of the page that queries may take, so that it stays under 40 MB and opens quickly

typedef const char *(*namer)(uint32_t);

static void put_names(page_bytes *head, const char *key, namer name, uint32_t count)
{
    page_bytes_print(head, ",\n\"%s\": [", key);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) page_bytes_print(head, ", ");
        page_bytes_text(head, name(i));
    }
    page_bytes_print(head, "]");
}

// The tuning by names, and the settings of modes and abilities as "owner.name".
static void put_moveset(page_bytes *head, const lope_moveset *moveset)
{
    lope_setting setting;
    page_bytes_print(head, "{");
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const char *name = lope_tuning_field_at(i)->name;
        double value = 0.0;
        lope_tuning_get(&moveset->tuning, name, &value);
        page_bytes_print(head, "%s\"%s\": %.7g", i > 0 ? ", " : "", name, value);
    }
    for (uint32_t i = 0; lope_moveset_setting_at(moveset, i, &setting); i++) {
        char name[200];
        double value = 0.0;
        snprintf(name, sizeof name, "%s.%s", setting.owner, setting.field->name);
        lope_moveset_get(moveset, setting.owner, setting.field->name, &value);
        page_bytes_print(head, ", ");
        page_bytes_text(head, name);
        page_bytes_print(head, ": %.7g", value);
    }
    page_bytes_print(head, "}");
}

static void put_characters(page_bytes *head, const tool_page *page)
{
    const lope_scenario *scenario = lope_scene_player_scenario(page->bodies.player);
    page_bytes_print(head, ",\n\"movesets\": [");
    for (uint32_t i = 0; i < scenario->character_count; i++) {
        if (i > 0) page_bytes_print(head, ",\n");
        put_moveset(head, &scenario->characters[i].moveset);
    }
    page_bytes_print(head, "],\n\"characters\": [");
    for (uint32_t i = 0; i < page->track.characters; i++) {
        const lope_scene_actor *actor = lope_scene_player_actor(page->bodies.player, i);
        page_bytes_print(head, "%s\n{\"name\": ", i > 0 ? "," : "");
        page_bytes_text(head, actor->name);
        page_bytes_print(head, ", \"moveset\": %u}", (unsigned)(actor->from - scenario->characters));
    }
    page_bytes_print(head, "]");
}

// stations.csv beside the scenario, when there is one: name,start,end,... Parts of the run that have a name.
static void put_stations(page_bytes *head, const char *scenario_file)
{
    char file[1024], line[512], name[64];
    const char *slash = strrchr(scenario_file, '/');
    size_t folder = slash != NULL ? (size_t)(slash - scenario_file) + 1 : 0;
    FILE *in = NULL;
    if (folder + 16 < sizeof file) {
        memcpy(file, scenario_file, folder);
        memcpy(file + folder, "stations.csv", 13);
        in = fopen(file, "rb");
    }
    page_bytes_print(head, ",\n\"stations\": [");
    bool first = true;
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        double start = 0.0, end = 0.0;
        if (sscanf(line, "%63[^,\r\n],%lf,%lf", name, &start, &end) != 3) continue; // the heading, or not one of ours
        page_bytes_print(head, "%s\n{\"name\": ", first ? "" : ",");
        page_bytes_text(head, name);
        page_bytes_print(head, ", \"start\": %.9g, \"end\": %.9g}", start, end);
        first = false;
    }
    page_bytes_print(head, "]");
    if (in != NULL) fclose(in);
}

static const char *floor_kind(uint32_t kind)
{
    static const char *const names[] = {"none", "face", "rim", "wedge"};
    return kind < 4 ? names[kind] : "?";
}

static void put_run(page_bytes *head, const tool_page *page)
{
    const lope_scene_player *player = page->bodies.player;
    const lope_scenario *scenario = lope_scene_player_scenario(player);
    page_bytes_print(head, "{\"page\": 1, \"lope\": \"%s\", \"name\": ", lope_version());
    page_bytes_text(head, scenario->name);
    page_bytes_print(head, ", \"about\": ");
    page_bytes_text(head, scenario->about != NULL ? scenario->about : "");
    page_bytes_print(head, ", \"file\": ");
    const char *slash = strrchr(scenario->file, '/');
    page_bytes_text(head, slash != NULL ? slash + 1 : scenario->file);
    page_bytes_print(head, ",\n\"rate\": %.9g, \"ticks\": %zu, \"origin\": [%.12g, %.12g, %.12g]", lope_scene_player_rate(player),
                     page->track.ticks, page->bodies.origin.x, page->bodies.origin.y, page->bodies.origin.z);
    page_bytes_print(head, ",\n\"modes\": ");
    page_modes_describe(&page->modes, head);
    put_names(head, "floor_kinds", floor_kind, 4);
    put_names(head, "event_kinds", lope_event_name, LOPE_EVENT_KIND_COUNT);
    put_characters(head, page);
    page_bytes_print(head, ",\n\"bodies\": ");
    page_bodies_describe(&page->bodies, head);
    put_stations(head, scenario->file);
    page_bytes_print(head, ",\n\"level\": ");
    page_bytes_add(head, page->level_head.data, page->level_head.size);
}

static void put_recorded_names(page_bytes *head)
{
    static const char *const kinds[] = {"sweep", "overlap", "line"};
    put_names(head, "terms", lope_term_name, LOPE_TERM_COUNT);
    put_names(head, "purposes", lope_query_purpose_name, LOPE_QUERY_PURPOSE_COUNT);
    put_names(head, "verdicts", lope_query_verdict_name, LOPE_VERDICT_COUNT);
    page_bytes_print(head, ",\n\"query_kinds\": [\"%s\", \"%s\", \"%s\"]", kinds[0], kinds[1], kinds[2]);
}

// Blocks come first, the head last: only then is it known which queries had room.
bool page_write_data(FILE *out, const tool_page *page)
{
    page_bytes head = {0}, track = {0}, motion = {0}, events = {0}, against = {0}, cameras = {0}, control = {0};
    put_run(&head, page);
    put_recorded_names(&head);
    page_bytes_print(&head, ",\n\"motion\": ");
    page_motion_pack(&page->motion, &motion, &head);
    page_bytes_print(&head, ",\n\"control\": ");
    page_control_pack(&page->control, &page->bodies, &cameras, &control, &head);
    page_bytes_print(&head, ",\n\"tracks\": [{\"block\": \"track\", \"columns\": ");
    page_track_pack(&page->track, &track, &head);
    page_bytes_print(&head, "}");
    if (page->compared) {
        page_bytes_print(&head, ",\n");
        page_against_pack(&page->against, &page->bodies, &page->track, &against, &head);
    }
    page_bytes_print(&head, "],\n\"queries\": ");
    page_bytes_print(&events, "[");
    page_bytes_add(&events, page->events.data, page->events.size);
    page_bytes_print(&events, "]");
    bool good = !page->level.failed && !page->events.failed && !page->modes.own.failed && !page->level_head.failed;
    good = good && page_block(out, "level", &page->level) && page_block(out, "motion", &motion) &&
           page_block(out, "cameras", &cameras) && page_block(out, "control", &control) && page_block(out, "track", &track) &&
           page_block(out, "events", &events) && (!page->compared || page_block(out, "against", &against)) &&
           page_queries_write(&page->queries, MOST_QUERIES, &head, out);
    page_bytes_print(&head, "}\n");
    good = good && !head.failed;
    if (good) {
        fputs("<script type=\"application/json\" id=\"lope:head\">", out);
        fwrite(head.data, 1, head.size, out);
        fputs("</script>\n", out);
    }
    page_bytes_free(&head);
    page_bytes_free(&track);
    page_bytes_free(&motion);
    page_bytes_free(&cameras);
    page_bytes_free(&control);
    page_bytes_free(&events);
    page_bytes_free(&against);
    return good;
}
