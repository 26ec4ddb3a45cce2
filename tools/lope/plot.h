// plot.h - what `lope plot` is made of: series of rows, round axes, an SVG writer, curves over time and the path from above.
//
// The same trace gives the same bytes: coordinates are rounded to a tenth of a pixel and printed as whole numbers of tenths.
// Read next: plot.c (the verb), plot_page.c (the layout).
#ifndef LOPE_TOOL_PLOT_H
#define LOPE_TOOL_PLOT_H

#include "lope.h"

#define PLOT_MOST_SERIES 8

// ---- colours: of a light page, whatever stands around it --------------------------------------------------------------
#define PLOT_PAGE "#f6f7f4"
#define PLOT_PAPER "#ffffff"
#define PLOT_FRAME "#d3d7d0"
#define PLOT_GRID "#eceeea"
#define PLOT_ZERO "#c3c8c0"
#define PLOT_INK "#24292f"
#define PLOT_FAINT "#656d76"
#define PLOT_WALKING "#0b6e99"
#define PLOT_FALLING "#d9480f"
#define PLOT_ALARM "#c92a2a"

// ---- what is drawn -----------------------------------------------------------------------------------------------------
typedef struct plot_series {
    const lope_scene_trace_row *rows; // those inside the window
    size_t count;
    const char *name; // of the character
    char label[128];
    const char *color;
    size_t trace;               // which file it is of
    const lope_scene_trace *of; // that file, which names its modes
} plot_series;

typedef enum plot_panel { PLOT_PATH, PLOT_SPEED, PLOT_HEIGHT, PLOT_FLOOR, PLOT_PANELS } plot_panel;

typedef struct plot {
    plot_series series[PLOT_MOST_SERIES];
    size_t count, left_out; // left_out: characters beyond the most
    lope_scene_marks marks;
    const char *title;
    bool shows[PLOT_PANELS];
    double from, to;      // s, of the window
    bool compared, equal; // two traces of one character were compared; no hash differs
    uint64_t differs_tick;
    double differs_time; // s, of the first row with another hash
} plot;

// The whole page; whether it reached the file, the stream knows.
void plot_write(const plot *p, FILE *out);

// ---- axes --------------------------------------------------------------------------------------------------------------
typedef struct plot_range {
    double low, high, step; // step: 1, 2 or 5 times a power of ten
    int decimals;           // that its ticks need
} plot_range;

// Ticks at up to about `wanted` places between the ends.
plot_range plot_range_make(double low, double high, double wanted);
double plot_range_first(const plot_range *range); // lowest tick
void plot_range_text(const plot_range *range, double tick, char *text, size_t size);

// ---- panels ------------------------------------------------------------------------------------------------------------
typedef struct plot_box {
    double x, y, width, height;
} plot_box;

double plot_path_height(const plot *p, double width); // px, of the box for the path from above
void plot_path(const plot *p, plot_box box, FILE *out);
// last: the times stand below it.
void plot_curve(const plot *p, plot_panel what, plot_box box, bool last, FILE *out);
// The feet (all three) at a time, between the rows around it; false outside of them.
bool plot_feet_at(const plot_series *series, double time, lope_point *feet);
// The series that a mark belongs to, when it is in the window and of a kind that is drawn; or NULL.
const plot_series *plot_mark_series(const plot *p, const lope_scene_mark *mark);

// How a row is drawn: alone a character has its mode's colour, among others its own, dashed in the air.
const char *plot_color(const plot *p, const plot_series *series, uint32_t mode);
bool plot_dashed(const plot *p, uint32_t mode);
// px; of two runs that are compared the other one is wide, so that it is seen under the first where they are the same.
double plot_width(const plot *p, const plot_series *series, double usual);

// ---- SVG ---------------------------------------------------------------------------------------------------------------
typedef struct plot_text {
    double x, y, size;
    const char *anchor; // "start", "middle", "end"
    const char *color;
    bool bold, halo; // halo: in the page's colour, over lines
} plot_text;

void plot_svg_number(double value, FILE *out); // to a tenth
void plot_svg_escaped(const char *text, FILE *out);
void plot_svg_text(plot_text how, const char *text, FILE *out);
void plot_svg_line(double x0, double y0, double x1, double y1, const char *color, double width, FILE *out);
void plot_svg_rect(plot_box box, const char *fill, const char *stroke, double round, FILE *out);

// A path of points, each given relative to the one before, in whole tenths of a pixel.
typedef struct plot_pen {
    FILE *out; // NULL: not started
    long x, y;
    unsigned points;
} plot_pen;

plot_pen plot_pen_start(const char *name, const char *color, double width, bool dashed, FILE *out); // name: of its class
void plot_pen_to(plot_pen *pen, double x, double y);
void plot_pen_end(plot_pen *pen);

// Shapes of events; false: none for this kind.
bool plot_mark_known(uint32_t kind);
const char *plot_mark_label(uint32_t kind);
void plot_mark_shape(uint32_t kind, double x, double y, const char *words, FILE *out); // words: shown by the pointer; NULL: none

#endif
