// plot_path.c - the path from above: x to the right, z down, as one looks along yaw 0.
//
// One scale for both axes. Read next: plot_page.c.
#include "plot.h"

#include <math.h>

#define LEAST_SPAN 2.0 // m, that is shown at least
#define MARGIN 0.06    // of the larger span, on each side
#define SHORTEST 150.0 // px
#define TALLEST 440.0
#define TICK_ROOM 85.0   // px, from one tick to the next
#define CLOCK_ROOM 60.0  // px of the curves' width, from one time on the path to the next
#define CLOCK_APART 26.0 // px, between two times that both have words
#define LEAP 0.5         // m, beyond what the speed explains: a teleport

typedef struct map {
    const plot *p;
    plot_box box;
    double x0, z0, scale; // m at the upper left corner; px a m
    FILE *out;
} map;

typedef struct span {
    double x0, x1, z0, z1;
} span;

static span span_of(const plot *p)
{
    lope_point first = p->series[0].rows[0].feet;
    span s = {first.x, first.x, first.z, first.z};
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->series[i].count; k++) {
            lope_point feet = p->series[i].rows[k].feet;
            if (feet.x < s.x0) s.x0 = feet.x;
            if (feet.x > s.x1) s.x1 = feet.x;
            if (feet.z < s.z0) s.z0 = feet.z;
            if (feet.z > s.z1) s.z1 = feet.z;
        }
    return s;
}

// Grown to at least `least` about its middle, and by `margin` on each side.
static void grow(double *low, double *high, double least, double margin)
{
    double half = (*high - *low) / 2, middle = *low + half;
    if (half < least / 2) half = least / 2;
    *low = middle - half - margin;
    *high = middle + half + margin;
}

static span shown(const plot *p)
{
    span s = span_of(p);
    double across = s.x1 - s.x0, down = s.z1 - s.z0, most = across > down ? across : down;
    double margin = MARGIN * (most > LEAST_SPAN ? most : LEAST_SPAN);
    grow(&s.x0, &s.x1, LEAST_SPAN, margin);
    grow(&s.z0, &s.z1, LEAST_SPAN / 4, margin);
    return s;
}

double plot_path_height(const plot *p, double width)
{
    span s = shown(p);
    double height = width * (s.z1 - s.z0) / (s.x1 - s.x0);
    return height < SHORTEST ? SHORTEST : height > TALLEST ? TALLEST : height;
}

static double at_x(const map *m, double x) { return m->box.x + (x - m->x0) * m->scale; }
static double at_y(const map *m, double z) { return m->box.y + (z - m->z0) * m->scale; }

static void draw_grid(const map *m)
{
    plot_box b = m->box;
    char text[32];
    plot_range across = plot_range_make(m->x0, m->x0 + b.width / m->scale, b.width / TICK_ROOM);
    plot_range down = {m->z0, m->z0 + b.height / m->scale, across.step, across.decimals};
    for (double x = plot_range_first(&across); x <= across.high; x += across.step) {
        plot_svg_line(at_x(m, x), b.y, at_x(m, x), b.y + b.height, PLOT_GRID, 1, m->out);
        plot_range_text(&across, x, text, sizeof text);
        plot_svg_text((plot_text){at_x(m, x), b.y + b.height + 17, 12, "middle", PLOT_FAINT, .bold = false}, text, m->out);
    }
    for (double z = plot_range_first(&down); z <= down.high; z += down.step) {
        plot_svg_line(b.x, at_y(m, z), b.x + b.width, at_y(m, z), PLOT_GRID, 1, m->out);
        plot_range_text(&down, z, text, sizeof text);
        plot_svg_text((plot_text){b.x - 8, at_y(m, z) + 4, 12, "end", PLOT_FAINT, .bold = false}, text, m->out);
    }
    plot_svg_text((plot_text){b.x, b.y - 8, 13, NULL, PLOT_INK, .bold = true}, "Path from above, m", m->out);
    plot_svg_text((plot_text){b.x + b.width, b.y - 8, 12, "end", PLOT_FAINT, .bold = false}, "x to the right, z down", m->out);
}

static bool leaps(const lope_scene_trace_row *a, const lope_scene_trace_row *b)
{
    double speed = lope_point_length(a->velocity), then = lope_point_length(b->velocity);
    double way = lope_point_length(lope_point_sub(b->feet, a->feet));
    return way > LEAP + 2 * (speed > then ? speed : then) * (b->time - a->time);
}

static void draw_series(const map *m, const plot_series *s)
{
    plot_pen pen = {0};
    for (size_t i = 0; i < s->count; i++) {
        const lope_scene_trace_row *row = &s->rows[i], *before = i > 0 ? row - 1 : row;
        double x = at_x(m, row->feet.x), y = at_y(m, row->feet.z);
        bool leap = leaps(before, row), changes = before->mode != row->mode;
        if (pen.out != NULL && !leap) plot_pen_to(&pen, x, y);
        if (pen.out != NULL && (leap || changes)) plot_pen_end(&pen);
        if (pen.out != NULL) continue;
        pen = plot_pen_start("path", plot_color(m->p, s, row->mode), plot_width(m->p, s, 2.2), plot_dashed(m->p, row->mode),
                             m->out);
        plot_pen_to(&pen, x, y);
    }
    if (pen.out != NULL) plot_pen_end(&pen);
}

static void draw_circle(const map *m, lope_point feet, double radius, const char *fill, const char *stroke)
{
    fputs("<circle cx=\"", m->out);
    plot_svg_number(at_x(m, feet.x), m->out);
    fputs("\" cy=\"", m->out);
    plot_svg_number(at_y(m, feet.z), m->out);
    fputs("\" r=\"", m->out);
    plot_svg_number(radius, m->out);
    fprintf(m->out, "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", fill, stroke);
}

static void draw_ends(const map *m, const plot_series *s)
{
    bool alone = m->p->count == 1;
    lope_point start = s->rows[0].feet, end = s->rows[s->count - 1].feet;
    draw_circle(m, start, 4.5, PLOT_PAPER, alone ? PLOT_INK : s->color);
    draw_circle(m, end, 4.5, alone ? PLOT_INK : s->color, PLOT_PAPER);
    if (!alone) return;
    plot_text how = {at_x(m, start.x), at_y(m, start.z) - 10, 12, "middle", PLOT_INK, .halo = true};
    plot_svg_text(how, "start", m->out);
    if (fabs(at_x(m, start.x) - at_x(m, end.x)) + fabs(at_y(m, start.z) - at_y(m, end.z)) < CLOCK_APART) return;
    how.x = at_x(m, end.x);
    how.y = at_y(m, end.z) - 10;
    plot_svg_text(how, "end", m->out);
}

// The time along the path, so that a place on the curves is found on it.
static void draw_clock(const map *m, const plot_series *s)
{
    char text[40], number[32];
    plot_range time = plot_range_make(m->p->from, m->p->to, m->box.width / CLOCK_ROOM);
    lope_point first = s->rows[0].feet, last = s->rows[s->count - 1].feet;
    double shown_x = at_x(m, first.x), shown_y = at_y(m, first.z), end_x = at_x(m, last.x), end_y = at_y(m, last.z);
    for (double t = plot_range_first(&time); t < time.high; t += time.step) {
        lope_point feet;
        if (!plot_feet_at(s, t, &feet)) continue;
        double x = at_x(m, feet.x), y = at_y(m, feet.z);
        bool near_end = fabs(x - end_x) + fabs(y - end_y) < CLOCK_APART;
        if (near_end || fabs(x - shown_x) + fabs(y - shown_y) < CLOCK_APART) continue;
        draw_circle(m, feet, 2.6, PLOT_PAPER, PLOT_INK);
        plot_range_text(&time, t, number, sizeof number);
        snprintf(text, sizeof text, "%s s", number);
        plot_svg_text((plot_text){x + 6, y - 6, 11, NULL, PLOT_FAINT, .halo = true}, text, m->out);
        shown_x = x;
        shown_y = y;
    }
}

static void draw_marks(const map *m)
{
    for (size_t i = 0; i < m->p->marks.count; i++) {
        const lope_scene_mark *mark = &m->p->marks.marks[i];
        const plot_series *s = plot_mark_series(m->p, mark);
        lope_point feet;
        if (s != NULL && plot_feet_at(s, mark->time, &feet))
            plot_mark_shape(mark->kind, at_x(m, feet.x), at_y(m, feet.z), NULL, m->out);
    }
}

void plot_path(const plot *p, plot_box box, FILE *out)
{
    span s = shown(p);
    double across = box.width / (s.x1 - s.x0), down = box.height / (s.z1 - s.z0);
    map m = {.p = p, .box = box, .scale = across < down ? across : down, .out = out};
    m.x0 = (s.x0 + s.x1 - box.width / m.scale) / 2;
    m.z0 = (s.z0 + s.z1 - box.height / m.scale) / 2;
    plot_svg_rect(box, PLOT_PAPER, NULL, 0, out);
    draw_grid(&m);
    plot_svg_rect(box, "none", PLOT_FRAME, 0, out);
    for (size_t i = p->count; i-- > 0;) draw_series(&m, &p->series[i]);
    if (p->count == 1) draw_clock(&m, &p->series[0]);
    for (size_t i = p->count; i-- > 0;) draw_ends(&m, &p->series[i]);
    draw_marks(&m);
}
