// plot_curve.c - a curve over time: speed, height, or the distance of the feet from the floor.
//
// Read next: plot_path.c.
#include "plot.h"

#include <math.h>

#define LEAST_SPEED 1.0  // m/s, that the axis shows at least
#define LEAST_HEIGHT 0.2 // m
#define LEAST_FLOOR 1.0  // mm, either way: rounding is not blown up
#define LEAST_TIME 0.1   // s
#define TICK_ROOM 95.0   // px, from one time to the next
#define DOT_ROOM 9.0     // px, between rows that are shown as dots
#define ROOM 0.09        // of the values' span
#define VALUE_ROOM 30.0  // px, from one value to the next
#define MARK_TEXT 160

typedef struct curve {
    const plot *p;
    plot_panel what;
    plot_box box;
    plot_range time, value;
    FILE *out;
} curve;

static bool value_of(plot_panel what, const lope_scene_trace_row *row, double *value)
{
    lope_point v = row->velocity;
    switch (what) {
    case PLOT_SPEED:
        *value = sqrt(v.x * v.x + v.z * v.z);
        return true;
    case PLOT_HEIGHT:
        *value = row->feet.y;
        return true;
    default:
        *value = row->floor_distance * 1e3;
        return row->has_floor;
    }
}

// False: there is no value at all.
static bool extent(const plot *p, plot_panel what, double *low, double *high)
{
    bool any = false;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->series[i].count; k++) {
            double value;
            if (!value_of(what, &p->series[i].rows[k], &value)) continue;
            if (!any || value < *low) *low = value;
            if (!any || value > *high) *high = value;
            any = true;
        }
    return any;
}

static plot_range value_range(plot_panel what, double low, double high, double height)
{
    if (what == PLOT_SPEED) {
        low = 0;
        high = high > LEAST_SPEED ? high : LEAST_SPEED;
    } else if (what == PLOT_FLOOR) {
        low = low < -LEAST_FLOOR ? low : -LEAST_FLOOR;
        high = high > LEAST_FLOOR ? high : LEAST_FLOOR;
    } else if (high - low < LEAST_HEIGHT) {
        double middle = (low + high) / 2;
        low = middle - LEAST_HEIGHT / 2;
        high = middle + LEAST_HEIGHT / 2;
    }
    // Room above and below, so that no curve runs in the frame.
    double room = (high - low) * ROOM;
    return plot_range_make(what == PLOT_SPEED ? low - room / 2 : low - room, high + room, height / VALUE_ROOM);
}

static double at_x(const curve *c, double time)
{
    return c->box.x + c->box.width * (time - c->time.low) / (c->time.high - c->time.low);
}

static double at_y(const curve *c, double value)
{
    return c->box.y + c->box.height * (c->value.high - value) / (c->value.high - c->value.low);
}

static void draw_title(const curve *c, bool any, double low, double high)
{
    static const char *const names[PLOT_PANELS] = {"", "Level speed, m/s", "Height of the feet, m", "Feet above the floor, mm"};
    char words[96];
    plot_svg_text((plot_text){c->box.x, c->box.y - 8, 13, NULL, PLOT_INK, .bold = true}, names[c->what], c->out);
    if (!any) return;
    int decimals = c->what == PLOT_FLOOR ? 3 : 2;
    // Rounded first, so that what prints as 0 has no sign.
    if (fabs(low) < 0.5e-3) low = 0;
    if (fabs(high) < 0.5e-3) high = 0;
    snprintf(words, sizeof words, "from %.*f to %.*f", decimals, low, decimals, high);
    plot_svg_text((plot_text){c->box.x + c->box.width, c->box.y - 8, 12, "end", PLOT_FAINT, .bold = false}, words, c->out);
}

// Shades the time in the air, when there is only one character to speak of.
static void draw_bands(const curve *c)
{
    const plot_series *s = &c->p->series[0];
    if (c->p->count != 1) return;
    for (size_t i = 0; i < s->count;) {
        size_t end = i + 1;
        while (end < s->count && s->rows[end].mode == s->rows[i].mode) end++;
        if (s->rows[i].mode == LOPE_MODE_FALLING) {
            double x = at_x(c, s->rows[i].time), until = at_x(c, s->rows[end < s->count ? end : s->count - 1].time);
            plot_svg_rect((plot_box){x, c->box.y, until - x, c->box.height}, "#fdeee5", NULL, 0, c->out);
        }
        i = end;
    }
}

static void draw_grid(const curve *c, bool last)
{
    char text[32];
    plot_box b = c->box;
    for (double t = plot_range_first(&c->time); t <= c->time.high + c->time.step * 1e-6; t += c->time.step) {
        double x = at_x(c, t);
        plot_svg_line(x, b.y, x, b.y + b.height, PLOT_GRID, 1, c->out);
        plot_range_text(&c->time, t, text, sizeof text);
        if (last) plot_svg_text((plot_text){x, b.y + b.height + 17, 12, "middle", PLOT_FAINT, .bold = false}, text, c->out);
    }
    for (double v = plot_range_first(&c->value); v <= c->value.high; v += c->value.step) {
        bool zero = fabs(v) < c->value.step / 2;
        plot_svg_line(b.x, at_y(c, v), b.x + b.width, at_y(c, v), zero ? PLOT_ZERO : PLOT_GRID, 1, c->out);
        plot_range_text(&c->value, v, text, sizeof text);
        plot_svg_text((plot_text){b.x - 8, at_y(c, v) + 4, 12, "end", PLOT_FAINT, .bold = false}, text, c->out);
    }
    if (last)
        plot_svg_text((plot_text){b.x + b.width, b.y + b.height + 34, 12, "end", PLOT_FAINT, .bold = false}, "time, s", c->out);
}

// One path for each stretch of one look; the row between two of them belongs to both.
static void draw_series(const curve *c, const plot_series *s)
{
    static const char *const classes[PLOT_PANELS] = {"path", "speed", "height", "floor"};
    plot_pen pen = {0};
    const lope_scene_trace_row *before = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const lope_scene_trace_row *row = &s->rows[i];
        double value;
        bool shown = value_of(c->what, row, &value), changes = before != NULL && before->mode != row->mode;
        if (pen.out != NULL && shown) plot_pen_to(&pen, at_x(c, row->time), at_y(c, value));
        if (pen.out != NULL && (!shown || changes)) plot_pen_end(&pen);
        if (pen.out == NULL && shown) {
            pen = plot_pen_start(classes[c->what], plot_color(c->p, s, row->mode), plot_width(c->p, s, 1.8),
                                 plot_dashed(c->p, row->mode), c->out);
            plot_pen_to(&pen, at_x(c, row->time), at_y(c, value));
        }
        before = row;
    }
    if (pen.out != NULL) plot_pen_end(&pen);
}

// The rows themselves, where they are so far apart that each can be seen.
static void draw_dots(const curve *c, const plot_series *s)
{
    if (s->count < 2) return;
    double room = (at_x(c, s->rows[s->count - 1].time) - at_x(c, s->rows[0].time)) / (double)(s->count - 1);
    if (room < DOT_ROOM) return;
    fprintf(c->out, "<g fill=\"%s\">\n", s->color);
    for (size_t i = 0; i < s->count; i++) {
        double value;
        if (!value_of(c->what, &s->rows[i], &value)) continue;
        fputs("<circle cx=\"", c->out);
        plot_svg_number(at_x(c, s->rows[i].time), c->out);
        fputs("\" cy=\"", c->out);
        plot_svg_number(at_y(c, value), c->out);
        fputs("\" r=\"2.4\"/>\n", c->out);
    }
    fputs("</g>\n", c->out);
}

static void draw_marks(const curve *c)
{
    for (size_t i = 0; i < c->p->marks.count; i++) {
        const lope_scene_mark *mark = &c->p->marks.marks[i];
        const plot_series *s = plot_mark_series(c->p, mark);
        lope_point feet;
        char words[MARK_TEXT];
        if (s == NULL || !plot_feet_at(s, mark->time, &feet)) continue;
        snprintf(words, sizeof words, "%.80s: %s at %.3f s", mark->name, plot_mark_label(mark->kind), mark->time);
        plot_mark_shape(mark->kind, at_x(c, mark->time), at_y(c, feet.y), words, c->out);
    }
}

static void draw_difference(const curve *c)
{
    if (!c->p->compared || c->p->equal) return;
    double x = at_x(c, c->p->differs_time);
    plot_svg_line(x, c->box.y, x, c->box.y + c->box.height, PLOT_ALARM, 1.5, c->out);
}

void plot_curve(const plot *p, plot_panel what, plot_box box, bool last, FILE *out)
{
    curve c = {.p = p, .what = what, .box = box, .out = out};
    double low = 0, high = 0;
    bool any = extent(p, what, &low, &high);
    double least = p->from + LEAST_TIME;
    c.time = plot_range_make(p->from, p->to > least ? p->to : least, box.width / TICK_ROOM);
    c.value = value_range(what, low, high, box.height);
    draw_title(&c, any, low, high);
    plot_svg_rect(box, PLOT_PAPER, NULL, 0, out);
    draw_bands(&c);
    draw_grid(&c, last);
    plot_svg_rect(box, "none", PLOT_FRAME, 0, out);
    draw_difference(&c);
    if (!any)
        plot_svg_text((plot_text){box.x + box.width / 2, box.y + box.height / 2 + 4, 13, "middle", PLOT_FAINT, .halo = true},
                      "never on a floor", out);
    for (size_t i = p->count; i-- > 0;) {
        draw_series(&c, &p->series[i]);
        draw_dots(&c, &p->series[i]);
    }
    if (what == PLOT_HEIGHT) draw_marks(&c);
}
