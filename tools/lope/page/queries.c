// queries.c - see queries.h.
//
// Read next: viewer/src/querylog.js, which reads the blocks.
#include "queries.h"

#include <stdlib.h>
#include <string.h>

#define MOST_KEPT 2500000u // queries of all characters together, 88 bytes each, until the last characters' are let go
#define PLACE 1e-4         // m
#define WAY 1e-5           // m: motions are short
#define UNIT 3.1e-5        // of normals
#define SHARE 1e-4         // fractions
#define TIME 1e-5          // s

enum {
    PURPOSE,
    KIND,
    VERDICT,
    BITS,
    WHEN,
    FRACTION,
    RADIUS,
    HEIGHT,
    FROM,
    MOTION = 11,
    POINT = 14,
    NORMAL = 17,
    BODY = 20,
    TRIANGLE,
    STRIDE
};

static const page_column columns[] = {
    {"purpose", PURPOSE, 1, 4, 1.0}, {"kind", KIND, 1, 4, 1.0},         {"verdict", VERDICT, 1, 4, 1.0},
    {"bits", BITS, 1, 4, 1.0},       {"time", WHEN, 1, 4, TIME},        {"fraction", FRACTION, 1, 4, SHARE},
    {"radius", RADIUS, 1, 4, PLACE}, {"height", HEIGHT, 1, 4, PLACE},   {"from", FROM, 3, 4, PLACE},
    {"motion", MOTION, 3, 4, WAY},   {"point", POINT, 3, 4, PLACE},     {"normal", NORMAL, 3, 2, UNIT},
    {"body", BODY, 1, 4, 1.0},       {"triangle", TRIANGLE, 1, 4, 1.0},
};

static bool grow(int32_t **list, size_t *capacity, size_t count, size_t stride, lope_scene_fault *fault)
{
    if (count < *capacity) return true;
    size_t more = *capacity == 0 ? 1024 : *capacity * 2;
    int32_t *larger = realloc(*list, more * stride * sizeof **list);
    if (larger == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory for queries");
    *list = larger;
    *capacity = more;
    return true;
}

static void let_go(page_asked *asked)
{
    free(asked->counts);
    free(asked->values);
    *asked = (page_asked){0};
}

bool page_queries_start(page_queries *queries, uint32_t characters, lope_scene_fault *fault)
{
    queries->characters = calloc((size_t)characters + 1, sizeof *queries->characters);
    queries->count = characters;
    return queries->characters != NULL || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory");
}

bool page_queries_tick(page_queries *queries, lope_scene_fault *fault)
{
    while (queries->queries > MOST_KEPT && queries->count > 1) {
        page_asked *last = &queries->characters[--queries->count];
        queries->queries -= last->queries;
        let_go(last);
    }
    for (uint32_t i = 0; i < queries->count; i++) {
        page_asked *asked = &queries->characters[i];
        if (!grow(&asked->counts, &asked->tick_capacity, asked->ticks, 1, fault)) return false;
        asked->counts[asked->ticks++] = 0;
    }
    return true;
}

static void put(int32_t *row, lope_point p, double unit)
{
    row[0] = page_whole(p.x, unit);
    row[1] = page_whole(p.y, unit);
    row[2] = page_whole(p.z, unit);
}

static void put_query(int32_t *row, const page_bodies *bodies, lope_point shift, const lope_query *q)
{
    const lope_scene_player *player = bodies->player;
    memset(row, 0, STRIDE * sizeof *row);
    row[PURPOSE] = q->purpose;
    row[KIND] = q->kind;
    row[VERDICT] = q->verdict;
    row[BITS] = (q->hit != 0 ? 1 : 0) | (q->walkable != 0 ? 2 : 0);
    row[WHEN] = page_whole((double)q->time, TIME);
    row[RADIUS] = page_whole((double)q->radius, PLACE);
    row[HEIGHT] = page_whole((double)q->height, PLACE);
    put(row + FROM, lope_point_add(shift, lope_scene_player_vector_to_file(player, q->from)), PLACE);
    put(row + MOTION, lope_scene_player_vector_to_file(player, q->motion), WAY);
    row[BODY] = -1;
    if (q->hit == 0) return;
    row[FRACTION] = page_whole((double)q->fraction, SHARE);
    put(row + POINT, lope_point_add(shift, lope_scene_player_vector_to_file(player, q->point)), PLACE);
    put(row + NORMAL, lope_scene_player_vector_to_file(player, q->normal), UNIT);
    row[BODY] = page_body_number(bodies, q->body);
    row[TRIANGLE] = (int32_t)q->triangle;
}

bool page_queries_add(page_queries *queries, const page_bodies *bodies, uint32_t character, size_t tick, lope_point feet,
                      const lope_recorded_tick *step, lope_scene_fault *fault)
{
    if (character >= queries->count) return true;
    page_asked *asked = &queries->characters[character];
    lope_point shift = lope_point_sub(lope_scene_player_to_file(bodies->player, step->before.feet),
                                      lope_scene_player_to_file(bodies->player, feet));
    for (uint32_t i = 0; i < step->query_count; i++) {
        if (!grow(&asked->values, &asked->capacity, asked->queries, STRIDE, fault)) return false;
        put_query(asked->values + asked->queries++ * STRIDE, bodies, shift, &step->queries[i]);
    }
    if (tick < asked->ticks) asked->counts[tick] += (int32_t)step->query_count;
    queries->queries += step->query_count;
    return true;
}

void page_queries_free(page_queries *queries)
{
    for (uint32_t i = 0; i < queries->count; i++) let_go(&queries->characters[i]);
    free(queries->characters);
    *queries = (page_queries){0};
}

static void pack_one(const page_asked *asked, page_bytes *out, page_bytes *head)
{
    page_values values = {asked->counts, 1, 1, asked->ticks, 1};
    page_packed packed = page_pack(out, &values, 4);
    page_describe(head, "count", &values, packed, 1.0);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const page_column *c = &columns[i];
        values = (page_values){asked->values + c->first, STRIDE, 1, asked->queries, c->parts};
        packed = page_pack(out, &values, c->most_width);
        page_bytes_print(head, ",\n");
        page_describe(head, c->name, &values, packed, c->unit);
    }
}

bool page_queries_write(const page_queries *queries, size_t most, page_bytes *head, FILE *out)
{
    bool good = true, first = true;
    size_t used = 0;
    page_bytes_print(head, "[");
    for (uint32_t i = 0; good && used <= most && i < queries->count; i++) {
        page_bytes raw = {0}, zipped = {0}, entry = {0};
        char name[32];
        if (queries->characters[i].queries == 0) continue;
        snprintf(name, sizeof name, "queries%u", (unsigned)i);
        page_bytes_print(&entry, "%s\n{\"character\": %u, \"block\": \"%s\", \"columns\": [", first ? "" : ",", (unsigned)i,
                         name);
        pack_one(&queries->characters[i], &raw, &entry);
        page_bytes_print(&entry, "]}");
        good = page_gzip(&raw, &zipped) && !entry.failed;
        used += zipped.size * 4 / 3;
        if (good && used <= most) {
            page_bytes_add(head, entry.data, entry.size);
            good = page_zipped_block(out, name, &zipped);
            first = false;
        }
        page_bytes_free(&raw);
        page_bytes_free(&zipped);
        page_bytes_free(&entry);
    }
    page_bytes_print(head, "]");
    return good;
}
