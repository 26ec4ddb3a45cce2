// control.c - see control.h. Entries are lists: ["way", tick, character, next, [x, y, z, link], ...] when a
// character begins a way or ends one (then without points), ["next", tick, character, next], and ["avoid",
// tick, character, wanted, chosen, [hard, border, allowed], ...] at each choice; vectors are level, as x, y,
// z in the file's space.
//
// Read next: viewer/src/control.js.
#include "control.h"

#include "scene/player_way.h"

#include <stdlib.h>
#include <string.h>

#define PLACE 1e-4           // m
#define TURN 3.1e-5          // of quaternions
#define LENS 1e-5            // rad
#define MOST_ENTRIES 6000000 // bytes: as JSON, before it is zipped

// Where each column begins in a row of a camera.
enum { POSITION = 0, PIVOT = 3, HAND = 6, ROTATION = 9, FOV = 13, BLOCKED, BODY, STRIDE };

static bool out_of_memory(lope_scene_fault *fault)
{
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory");
}

bool page_control_start(page_control *control, const page_bodies *bodies, lope_scene_fault *fault)
{
    const uint32_t count = control->characters = lope_scene_player_actor_count(bodies->player);
    control->cameras = lope_scene_player_cameras(bodies->player);
    control->camera_count = lope_scene_cameras_count(control->cameras);
    control->ways = calloc((size_t)count + 1, sizeof *control->ways);
    control->nexts = calloc((size_t)count + 1, sizeof *control->nexts);
    control->traces = calloc((size_t)count + 1, sizeof *control->traces);
    control->choices = calloc((size_t)count + 1, sizeof *control->choices);
    bool good = control->ways != NULL && control->nexts != NULL && control->traces != NULL && control->choices != NULL;
    for (uint32_t i = 0; good && i < count; i++) {
        lope_character *character = lope_scene_player_actor(bodies->player, i)->handle;
        if (lope_character_avoidance(character) == NULL) continue;
        control->traces[i] = calloc(1, sizeof **control->traces);
        good = control->traces[i] != NULL && lope_character_trace_avoidance(character, control->traces[i]) == LOPE_OK;
    }
    return good || out_of_memory(fault);
}

void page_control_free(page_control *control)
{
    for (uint32_t i = 0; control->traces != NULL && i < control->characters; i++) free(control->traces[i]);
    free(control->views);
    free(control->ways);
    free(control->nexts);
    free(control->traces);
    free(control->choices);
    page_bytes_free(&control->entries);
    *control = (page_control){0};
}

// ---- cameras

static void put_place(int32_t *row, const page_bodies *bodies, lope_point world)
{
    const lope_point p = page_place(bodies, world);
    row[0] = page_whole(p.x, PLACE);
    row[1] = page_whole(p.y, PLACE);
    row[2] = page_whole(p.z, PLACE);
}

static void put_view(int32_t *row, const page_bodies *bodies, const lope_camera_output *out)
{
    const lope_scene_quat back = lope_scene_quat_conjugate(lope_scene_player_scenario(bodies->player)->turn);
    const lope_quat *q = &out->rotation;
    const lope_scene_quat turn =
        lope_scene_quat_multiply(back, (lope_scene_quat){(double)q->x, (double)q->y, (double)q->z, (double)q->w});
    put_place(row + POSITION, bodies, out->position);
    put_place(row + PIVOT, bodies, out->pivot);
    put_place(row + HAND, bodies, out->hand);
    row[ROTATION] = page_whole(turn.x, TURN);
    row[ROTATION + 1] = page_whole(turn.y, TURN);
    row[ROTATION + 2] = page_whole(turn.z, TURN);
    row[ROTATION + 3] = page_whole(turn.w, TURN);
    row[FOV] = page_whole((double)out->fov, LENS);
    row[BLOCKED] = out->blocked ? 1 : 0;
    row[BODY] = page_body_number(bodies, out->body);
}

static bool add_views(page_control *control, const page_bodies *bodies, lope_scene_fault *fault)
{
    const size_t row = (size_t)control->camera_count * STRIDE;
    if (control->ticks == control->capacity && row > 0) {
        const size_t capacity = control->capacity == 0 ? 1024 : control->capacity * 2;
        int32_t *values = realloc(control->views, capacity * row * sizeof *values);
        if (values == NULL) return out_of_memory(fault);
        control->views = values;
        control->capacity = capacity;
    }
    for (uint32_t i = 0; i < control->camera_count; i++) {
        uint32_t actor;
        const lope_camera_output *out = lope_scene_cameras_output(control->cameras, i, &actor);
        put_view(control->views + control->ticks * row + (size_t)i * STRIDE, bodies, out);
    }
    control->ticks++;
    return true;
}

// ---- ways and avoidance

static void begin_entry(page_control *control, const char *kind, uint32_t character)
{
    page_bytes_print(&control->entries, "%s[\"%s\",%zu,%u", control->entries.size > 0 ? ",\n" : "", kind, control->ticks,
                     (unsigned)character);
}

static lope_follow_point way_point(const page_bodies *bodies, uint32_t character, uint32_t index)
{
    lope_follow_point point = lope_scene_player_way_point(bodies->player, character, index);
    point.point = page_place(bodies, point.point);
    return point;
}

// Returns a number of a way, never 0 for one.
static uint64_t number_of(const page_bodies *bodies, uint32_t character, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) {
        const lope_follow_point p = way_point(bodies, character, i);
        const uint32_t parts[4] = {(uint32_t)page_whole(p.point.x, PLACE), (uint32_t)page_whole(p.point.y, PLACE),
                                   (uint32_t)page_whole(p.point.z, PLACE), p.link};
        for (int k = 0; k < 4; k++) hash = (hash ^ parts[k]) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    }
    return count > 0 && hash == 0 ? 1 : hash;
}

static void add_way(page_control *control, const page_bodies *bodies, uint32_t character)
{
    uint32_t next = 0;
    const uint32_t count = lope_scene_player_way(bodies->player, character, &next);
    const uint64_t number = count > 0 ? number_of(bodies, character, count) : 0;
    if (number == control->ways[character]) {
        if (number == 0 || next == control->nexts[character]) return;
        begin_entry(control, "next", character);
        page_bytes_print(&control->entries, ",%u]", (unsigned)next);
        control->nexts[character] = next;
        return;
    }
    control->ways[character] = number;
    control->nexts[character] = next;
    begin_entry(control, "way", character);
    page_bytes_print(&control->entries, ",%u", (unsigned)next);
    for (uint32_t i = 0; i < count; i++) {
        const lope_follow_point p = way_point(bodies, character, i);
        page_bytes_print(&control->entries, ",[%.3f,%.3f,%.3f,%u]", p.point.x, p.point.y, p.point.z, (unsigned)p.link);
    }
    page_bytes_print(&control->entries, "]");
}

static void put_vector(page_bytes *out, const page_bodies *bodies, lope_vec3 v)
{
    const lope_point p = lope_scene_player_vector_to_file(bodies->player, v);
    page_bytes_print(out, "[%.3f,%.3f,%.3f]", p.x, p.y, p.z);
}

static void add_choice(page_control *control, const page_bodies *bodies, uint32_t character)
{
    const lope_avoidance_trace *trace = control->traces[character];
    if (trace == NULL || trace->choices == control->choices[character]) return;
    control->choices[character] = trace->choices;
    begin_entry(control, "avoid", character);
    page_bytes_print(&control->entries, ",");
    put_vector(&control->entries, bodies, trace->wanted);
    page_bytes_print(&control->entries, ",");
    put_vector(&control->entries, bodies, trace->chosen);
    for (uint32_t i = 0; i < trace->count; i++) {
        page_bytes_print(&control->entries, ",[%u,", (unsigned)trace->planes[i].hard);
        put_vector(&control->entries, bodies, trace->planes[i].border);
        page_bytes_print(&control->entries, ",");
        put_vector(&control->entries, bodies, trace->planes[i].allowed);
        page_bytes_print(&control->entries, "]");
    }
    page_bytes_print(&control->entries, "]");
}

bool page_control_tick(page_control *control, const page_bodies *bodies, lope_scene_fault *fault)
{
    for (uint32_t i = 0; i < control->characters; i++) {
        control->full = control->full || control->entries.size > MOST_ENTRIES;
        if (!control->full) add_way(control, bodies, i);
        if (!control->full) add_choice(control, bodies, i);
    }
    return add_views(control, bodies, fault);
}

// ---- the page

static void pack_views(const page_control *control, page_bytes *out, page_bytes *head)
{
    static const page_column columns[] = {
        {"position", POSITION, 3, 4, PLACE},
        {"pivot", PIVOT, 3, 4, PLACE},
        {"hand", HAND, 3, 4, PLACE},
        {"rotation", ROTATION, 4, 2, TURN},
        {"fov", FOV, 1, 4, LENS},
        {"blocked", BLOCKED, 1, 1, 1},
        {"body", BODY, 1, 4, 1},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const page_column *c = &columns[i];
        const page_values values = {control->views == NULL ? NULL : control->views + c->first, STRIDE, control->camera_count,
                                    control->ticks, c->parts};
        const page_packed packed = page_pack(out, &values, c->most_width);
        if (i > 0) page_bytes_print(head, ", ");
        page_describe(head, c->name, &values, packed, c->unit);
    }
}

void page_control_pack(const page_control *control, const page_bodies *bodies, page_bytes *cameras, page_bytes *entries,
                       page_bytes *head)
{
    page_bytes_print(head, "{\"links\": [");
    for (uint32_t i = 0; i < LOPE_LINK_COUNT; i++) page_bytes_print(head, "%s\"%s\"", i > 0 ? ", " : "", lope_link_name(i));
    page_bytes_print(head, "], \"full\": %s, \"cameras\": [", control->full ? "true" : "false");
    for (uint32_t i = 0; i < control->camera_count; i++) {
        uint32_t actor;
        lope_scene_cameras_output(control->cameras, i, &actor);
        const lope_camera_settings *rig = &lope_scene_player_actor(bodies->player, actor)->from->camera.rig;
        page_bytes_print(head, "%s{\"character\": %u, \"rig\": \"%s\", \"aspect\": %.6g, \"near\": %.6g}", i > 0 ? ", " : "",
                         (unsigned)actor, lope_camera_name(rig->kind), (double)rig->aspect, (double)rig->near_distance);
    }
    page_bytes_print(head, "], \"columns\": [");
    pack_views(control, cameras, head);
    page_bytes_print(head, "]}");
    page_bytes_print(entries, "[");
    page_bytes_add(entries, control->entries.data, control->entries.size);
    page_bytes_print(entries, "]");
    if (control->entries.failed) entries->failed = true;
}
