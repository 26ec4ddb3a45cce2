// plot_svg.c - writes SVG: text that stays text, lines, and paths in whole tenths of a pixel.
#include "plot.h"

#include <math.h>

#define LARGEST 1e8 // px

static long tenths(double value)
{
    if (!(value > -LARGEST)) value = -LARGEST;
    if (value > LARGEST) value = LARGEST;
    return (long)floor(value * 10 + 0.5);
}

static void write_tenths(long value, FILE *out)
{
    long size = value < 0 ? -value : value;
    fprintf(out, "%s%ld", value < 0 ? "-" : "", size / 10);
    if (size % 10 != 0) fprintf(out, ".%ld", size % 10);
}

void plot_svg_number(double value, FILE *out) { write_tenths(tenths(value), out); }

static void attribute(const char *name, double value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    plot_svg_number(value, out);
    fputc('"', out);
}

// Bytes of the character at `text` when it may stand in XML, else 0.
static size_t allowed(const unsigned char *text)
{
    static const struct {
        unsigned char mask, lead;
    } leads[] = {{0xE0, 0xC0}, {0xF0, 0xE0}, {0xF8, 0xF0}};
    if (text[0] < 0x80) return text[0] >= 32 && text[0] != 127 ? 1 : 0;
    for (size_t more = 1; more <= 3; more++) {
        if ((text[0] & leads[more - 1].mask) != leads[more - 1].lead) continue;
        uint32_t code = text[0] & (unsigned)(0xFF >> (more + 2));
        for (size_t i = 1; i <= more; i++) {
            if ((text[i] & 0xC0) != 0x80) return 0;
            code = code << 6 | (text[i] & 0x3Fu);
        }
        static const uint32_t low[] = {0x80, 0x800, 0x10000};
        bool good = code >= low[more - 1] && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF) && (code & 0xFFFE) != 0xFFFE;
        return good ? more + 1 : 0;
    }
    return 0;
}

void plot_svg_escaped(const char *text, FILE *out)
{
    while (*text != 0) {
        size_t length = allowed((const unsigned char *)text);
        if (length == 0)
            fputc('?', out);
        else if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
            fputs(*text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&quot;", out);
        else
            fwrite(text, 1, length, out);
        text += length > 0 ? length : 1;
    }
}

void plot_svg_text(plot_text how, const char *text, FILE *out)
{
    fputs("<text", out);
    attribute("x", how.x, out);
    attribute("y", how.y, out);
    attribute("font-size", how.size, out);
    fprintf(out, " fill=\"%s\"", how.color);
    if (how.anchor != NULL) fprintf(out, " text-anchor=\"%s\"", how.anchor);
    if (how.bold) fputs(" font-weight=\"600\"", out);
    if (how.halo) fputs(" paint-order=\"stroke\" stroke=\"" PLOT_PAPER "\" stroke-width=\"3\" stroke-linejoin=\"round\"", out);
    fputc('>', out);
    plot_svg_escaped(text, out);
    fputs("</text>\n", out);
}

void plot_svg_line(double x0, double y0, double x1, double y1, const char *color, double width, FILE *out)
{
    fputs("<line", out);
    attribute("x1", x0, out);
    attribute("y1", y0, out);
    attribute("x2", x1, out);
    attribute("y2", y1, out);
    fprintf(out, " stroke=\"%s\"", color);
    attribute("stroke-width", width, out);
    fputs("/>\n", out);
}

void plot_svg_rect(plot_box box, const char *fill, const char *stroke, double round, FILE *out)
{
    fputs("<rect", out);
    attribute("x", box.x, out);
    attribute("y", box.y, out);
    attribute("width", box.width, out);
    attribute("height", box.height, out);
    if (round > 0) attribute("rx", round, out);
    fprintf(out, " fill=\"%s\"", fill);
    if (stroke != NULL) fprintf(out, " stroke=\"%s\"", stroke);
    fputs("/>\n", out);
}

plot_pen plot_pen_start(const char *name, const char *color, double width, bool dashed, FILE *out)
{
    fprintf(out, "<path class=\"%s\" fill=\"none\" stroke=\"%s\"", name, color);
    attribute("stroke-width", width, out);
    fprintf(out, " stroke-linejoin=\"round\" stroke-linecap=\"%s\"", dashed ? "butt" : "round");
    if (dashed) fputs(" stroke-dasharray=\"5 3\"", out);
    fputs(" d=\"", out);
    return (plot_pen){.out = out};
}

void plot_pen_to(plot_pen *pen, double x, double y)
{
    long nx = tenths(x), ny = tenths(y);
    bool first = pen->points == 0;
    long right = first ? nx : nx - pen->x, down = first ? ny : ny - pen->y;
    fputc(first ? 'M' : 'l', pen->out);
    write_tenths(right, pen->out);
    if (down >= 0) fputc(' ', pen->out);
    write_tenths(down, pen->out);
    pen->points++;
    pen->x = nx;
    pen->y = ny;
}

// A single point shows as a dot.
void plot_pen_end(plot_pen *pen)
{
    fputs(pen->points == 1 ? "h0\"/>\n" : "\"/>\n", pen->out);
    pen->out = NULL;
}
