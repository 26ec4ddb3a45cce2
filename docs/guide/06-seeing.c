// 06-seeing.c - debug draw through a renderer that has nothing but lines, and the line that says why a character is as it is. With a file's
// name as its argument it writes there what was drawn, as SVG.
#include <lope/lope.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The game's own renderer: here lines in a picture, seen from the side and a little from above. Any engine has something like it.
typedef struct renderer {
    FILE *picture; // NULL: lines are only counted
    uint32_t lines;
} renderer;

static void look_at(lope_point p, double *right, double *down)
{
    *right = 480 + 112 * (0.98 * (p.x - 0.85) + 0.2 * p.z);
    *down = 318 - 112 * (0.96 * p.y + 0.28 * (0.2 * (p.x - 0.85) - 0.98 * p.z));
}

static void renderer_line(renderer *r, lope_point from, lope_point to, uint32_t color)
{
    double x0, y0, x1, y1;
    look_at(from, &x0, &y0);
    look_at(to, &x1, &y1);
    r->lines++;
    if (r->picture == NULL) return;
    fprintf(r->picture, "<path stroke=\"#%06x\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", (unsigned)(color >> 8), x0, y0, x1, y1);
}

static void renderer_text(renderer *r, lope_point at, const char *text, uint32_t color, bool large)
{
    double x, y;
    look_at(at, &x, &y);
    if (r->picture == NULL) return;
    fprintf(r->picture, "<text stroke=\"none\" fill=\"#%06x\" font-size=\"%d\" x=\"%.1f\" y=\"%.1f\"%s>%s</text>\n",
            (unsigned)(color >> 8), large ? 17 : 13, large ? x + 110 : x + 6, y - 4, large ? " text-anchor=\"end\"" : "", text);
}

static void renderer_box(renderer *r, const lope_box_def *box)
{
    lope_point c = box->body.position;
    double x = (double)box->size.x / 2, y = (double)box->size.y / 2, z = (double)box->size.z / 2;
    for (int i = 0; i < 12; i++) {
        int along = i / 4, one = i & 1 ? 1 : -1, other = i & 2 ? 1 : -1;
        lope_point a = {c.x + x * (along == 0 ? -1 : one),
                        c.y + y * (along == 1   ? -1
                                   : along == 0 ? one
                                                : other),
                        c.z + z * (along == 2 ? -1 : other)};
        lope_point b = a;
        if (along == 0) b.x = c.x + x;
        if (along == 1) b.y = c.y + y;
        if (along == 2) b.z = c.z + z;
        renderer_line(r, a, b, 0x3d4854ff);
    }
}

// What lope needs of it: two functions that pass on.
static void draw_line(void *context, lope_point from, lope_point to, lope_draw_pen pen)
{
    renderer_line(context, from, to, pen.color);
}

static void draw_text(void *context, lope_point at, const char *text, lope_draw_pen pen)
{
    renderer_text(context, at, text, pen.color, pen.category == LOPE_SHOW_EXPLAIN);
}

// Bodies have ids; their names are the game's.
static const char *name_of(void *context, uint64_t body)
{
    static const char *const names[] = {"floor", "step", "wall"};
    (void)context;
    return body >= 1 && body <= 3 ? names[body - 1] : NULL;
}

static const lope_box_def boxes[] = {
    {.size = {7.4f, 0.2f, 1.6f}, .body.position = {0.7, -0.1, 0}},
    {.size = {2.2f, 0.3f, 1.6f}, .body.position = {2.4, 0.15, 0}},
    {.size = {0.4f, 1.6f, 1.6f}, .body.position = {3.7, 0.8, 0}},
};

// The recorder's ring as a recording, which can be read tick by tick.
static lope_recording *take_recording(const lope_recorder *recorder)
{
    size_t size = 0;
    lope_recorder_write(recorder, NULL, 0, &size);
    void *bytes = malloc(size);
    if (bytes == NULL || lope_recorder_write(recorder, bytes, size, &size) != LOPE_OK) return NULL;
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, NULL);
    free(bytes);
    return recording;
}

// The path as a trail, the capsule five times a second, the tick of the step with its queries, and of the last tick what was asked for.
static void draw_recording(const lope_recording *recording, lope_draw draw)
{
    lope_recorded_tick tick;
    uint32_t count = lope_recording_tick_count(recording);
    for (uint32_t i = 0; lope_recording_tick(recording, i, &tick); i++) {
        draw.categories = LOPE_SHOW_TRAIL;
        if (i % 12 == 0) draw.categories |= LOPE_SHOW_CAPSULE;
        for (uint32_t k = 0; k < tick.event_count; k++)
            if (tick.events[k].kind == LOPE_EVENT_STEP_UP) draw.categories |= LOPE_SHOW_EVENT | LOPE_SHOW_QUERY;
        if (i + 1 == count) draw.categories = LOPE_SHOW_TRAIL | LOPE_SHOW_INPUT;
        draw.purposes = 1u << LOPE_QUERY_STEP_UP | 1u << LOPE_QUERY_STEP_FORWARD;
        lope_draw_tick(&tick, &draw);
    }
}

int main(int count, char **arguments)
{
    lope_world *world = lope_world_create(&(lope_world_def){0});
    for (int i = 0; i < 3; i++) lope_world_add_box(world, &boxes[i]);
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {-2.4, 0, 0}});
    lope_character_record(hero, &(lope_recorder_def){.queries = true});

    lope_character_set_input(hero, &(lope_input){.move = {1, 0, 0}, .look_yaw = -LOPE_PI / 2});
    for (int tick = 0; tick < 90; ++tick) lope_world_step(world, 1.0f / 60.0f);

    char why[200];
    lope_explain_def def = {.state = lope_character_state(hero), .report = lope_character_report(hero), .body_name = name_of};
    lope_explain(&def, why, sizeof why);
    printf("%s\n", why);

    renderer lines = {.picture = count > 1 ? fopen(arguments[1], "wb") : NULL};
    if (lines.picture != NULL)
        fputs(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 400\" font-family=\"sans-serif\">\n<rect width=\"960\" "
            "height=\"400\" rx=\"10\" fill=\"#14181d\"/>\n<g fill=\"none\" stroke-width=\"1.3\" stroke-linecap=\"round\">\n",
            lines.picture);
    for (int i = 0; i < 3; i++) renderer_box(&lines, &boxes[i]);

    lope_draw draw = {.context = &lines, .categories = LOPE_SHOW_ALL, .wireframe = true, .line = draw_line, .text = draw_text};
    draw.body_name = name_of;
    lope_draw_state(lope_character_state(hero), lope_character_report(hero), &draw);

    uint32_t live = lines.lines;
    lope_recording *recording = take_recording(lope_character_recorder(hero));
    if (recording != NULL) draw_recording(recording, draw);
    printf("%u lines of its state, %u of its recording\n", (unsigned)live, (unsigned)(lines.lines - live));
    if (lines.picture != NULL) {
        fputs("</g>\n</svg>\n", lines.picture);
        fclose(lines.picture);
    }
    lope_recording_destroy(recording);
    lope_world_destroy(world);
    return recording != NULL && live > 80 && strcmp(why, "standing on step (0 degrees), blocked by wall") == 0 ? 0 : 1;
}
