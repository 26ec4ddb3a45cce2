// plot_page.c - the page: title, legend, and the panels one below the other.
//
// Read next: plot_curve.c, plot_path.c.
#include "plot.h"

#include <string.h>

#define WIDTH 960.0
#define LEFT 72.0
#define RIGHT 28.0
#define CURVE_HEIGHT 132.0
#define BETWEEN 44.0 // px, from one panel to the next: room for its title
#define LETTER 0.56  // of the size: how wide a letter is on average
#define LEGEND_SIZE 12.5
#define LEGEND_LINE 22.0

// Where the next entry of the legend goes. out NULL: only measured.
typedef struct legend {
    double x, y;
    FILE *out;
} legend;

static double width_of(const char *text, double size)
{
    size_t letters = 0;
    for (; *text != 0; text++) letters += ((unsigned char)*text & 0xC0) != 0x80 ? 1u : 0u;
    return (double)letters * size * LETTER;
}

// Begins an entry with a sign `sign` px wide; the next one's place is already known.
static double place(legend *l, const char *words, double sign)
{
    double needed = sign + 6 + width_of(words, LEGEND_SIZE) + 18;
    if (l->x > LEFT && l->x + needed > WIDTH - RIGHT + 18) {
        l->x = LEFT;
        l->y += LEGEND_LINE;
    }
    double x = l->x;
    l->x += needed;
    if (l->out == NULL) return x;
    plot_text how = {x + sign + 6, l->y, LEGEND_SIZE, NULL, PLOT_INK, .bold = false};
    plot_svg_text(how, words, l->out);
    return x;
}

static void line_entry(legend *l, const char *words, const char *color, bool dashed)
{
    double x = place(l, words, 24);
    if (l->out == NULL) return;
    plot_pen pen = plot_pen_start("key", color, 2.6, dashed, l->out);
    plot_pen_to(&pen, x, l->y - 4);
    plot_pen_to(&pen, x + 24, l->y - 4);
    plot_pen_end(&pen);
}

static void mark_entries(legend *l, const plot *p)
{
    bool used[LOPE_EVENT_KIND_COUNT] = {false};
    for (size_t i = 0; i < p->marks.count; i++) {
        lope_point feet;
        const lope_scene_mark *mark = &p->marks.marks[i];
        const plot_series *s = plot_mark_series(p, mark);
        if (s != NULL && plot_feet_at(s, mark->time, &feet)) used[mark->kind] = true;
    }
    for (uint32_t kind = 0; kind < LOPE_EVENT_KIND_COUNT; kind++) {
        if (!used[kind]) continue;
        double x = place(l, plot_mark_label(kind), 11);
        if (l->out != NULL) plot_mark_shape(kind, x + 5.5, l->y - 4, NULL, l->out);
    }
}

static bool has_mode(const plot *p, uint32_t mode)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->series[i].count; k++)
            if (p->series[i].rows[k].mode == mode) return true;
    return false;
}

static void difference_entry(legend *l, const plot *p)
{
    char words[96];
    if (!p->compared) return;
    if (p->equal) {
        place(l, "no tick differs", 0);
        return;
    }
    snprintf(words, sizeof words, "first difference: tick %llu, %.3f s", (unsigned long long)p->differs_tick, p->differs_time);
    line_entry(l, words, PLOT_ALARM, false);
}

// Returns the y below its last line.
static double draw_legend(const plot *p, double y, FILE *out)
{
    legend l = {LEFT, y, out};
    char words[64];
    if (p->count == 1) {
        const plot_series *only = &p->series[0];
        for (uint32_t mode = 0; mode < LOPE_MODES; mode++)
            if (has_mode(p, mode)) line_entry(&l, lope_scene_trace_mode(only->of, mode), plot_color(p, only, mode), false);
    } else {
        for (size_t i = 0; i < p->count; i++) line_entry(&l, p->series[i].label, p->series[i].color, false);
        if (has_mode(p, LOPE_MODE_FALLING)) line_entry(&l, "falling", PLOT_FAINT, true);
    }
    snprintf(words, sizeof words, "and %u more, not drawn", (unsigned)p->left_out);
    if (p->left_out > 0) place(&l, words, 0);
    mark_entries(&l, p);
    difference_entry(&l, p);
    return l.y;
}

const char *plot_color(const plot *p, const plot_series *series, uint32_t mode)
{
    if (p->count > 1) return series->color;
    return mode == LOPE_MODE_WALKING ? PLOT_WALKING : mode == LOPE_MODE_FALLING ? PLOT_FALLING : PLOT_FAINT;
}

bool plot_dashed(const plot *p, uint32_t mode) { return p->count > 1 && mode == LOPE_MODE_FALLING; }

double plot_width(const plot *p, const plot_series *series, double usual)
{
    return p->compared && series->trace > 0 ? 2 * usual + 1 : usual;
}

bool plot_feet_at(const plot_series *series, double time, lope_point *feet)
{
    const lope_scene_trace_row *rows = series->rows;
    size_t low = 0, high = series->count - 1;
    if (!(time >= rows[low].time - 1e-6 && time <= rows[high].time + 1e-6)) return false;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    double length = rows[high].time - rows[low].time, share = length > 0 ? (time - rows[low].time) / length : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    *feet = lope_point_mad(rows[low].feet, lope_point_sub(rows[high].feet, rows[low].feet), share);
    return true;
}

// Draws with out, measures with NULL. Returns the page's height.
static double draw(const plot *p, FILE *out)
{
    double width = WIDTH - LEFT - RIGHT, y = draw_legend(p, 60, out) + 42;
    if (p->shows[PLOT_PATH]) {
        plot_box box = {LEFT, y, width, plot_path_height(p, width)};
        if (out != NULL) plot_path(p, box, out);
        y += box.height + 22 + BETWEEN;
    }
    plot_panel last = PLOT_PATH;
    for (int i = PLOT_SPEED; i < PLOT_PANELS; i++)
        if (p->shows[i]) last = (plot_panel)i;
    // A single curve may have more room.
    bool alone = p->shows[PLOT_SPEED] + p->shows[PLOT_HEIGHT] + p->shows[PLOT_FLOOR] == 1;
    for (int i = PLOT_SPEED; i < PLOT_PANELS; i++) {
        plot_box box = {LEFT, y, width, alone ? 2 * CURVE_HEIGHT : CURVE_HEIGHT};
        if (!p->shows[i]) continue;
        if (out != NULL) plot_curve(p, (plot_panel)i, box, (plot_panel)i == last, out);
        y += box.height + BETWEEN;
    }
    return y - BETWEEN + (last != PLOT_PATH ? 50 : 0);
}

void plot_write(const plot *p, FILE *out)
{
    double height = draw(p, NULL);
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", (int)WIDTH, (int)(height + 0.5));
    fputs("font-family=\"-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif\">\n<title>",
          out);
    plot_svg_escaped(p->title, out);
    fputs("</title>\n", out);
    plot_svg_rect((plot_box){0.5, 0.5, WIDTH - 1, height - 1}, PLOT_PAGE, PLOT_FRAME, 10, out);
    plot_svg_text((plot_text){LEFT, 34, 19, NULL, PLOT_INK, .bold = true}, p->title, out);
    draw(p, out);
    fputs("</svg>\n", out);
}
