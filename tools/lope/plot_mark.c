// plot_mark.c - the shapes by which events are marked on curves and paths.
#include "plot.h"

#include <string.h>

typedef struct shape {
    const char *label, *color, *data; // data: a path about 0, 0, in px; NULL: not drawn
} shape;

// Mode changes are the curve's colour, the apex is seen, and bases would be told at every edge.
static const shape shapes[LOPE_EVENT_KIND_COUNT] = {
    [LOPE_EVENT_JUMP] = {"jump", "#2b8a3e", "M0-5.5L4.8 3.5H-4.8Z"},
    [LOPE_EVENT_LAND] = {"land", "#5f3dc4", "M0 5.5L4.8-3.5H-4.8Z"},
    [LOPE_EVENT_HIT] = {"hit", "#c92a2a",
                        "M-4.2-2.6L-2.6-4.2L0-1.6L2.6-4.2L4.2-2.6L1.6 0L4.2 2.6L2.6 4.2L0 1.6L-2.6 4.2L-4.2 2.6L-1.6 0Z"},
    [LOPE_EVENT_STEP_UP] = {"step up", "#343a40", "M-2.8 0A2.8 2.8 0 1 0 2.8 0A2.8 2.8 0 1 0-2.8 0Z"},
    [LOPE_EVENT_WALK_OFF] = {"walk off", "#e8a100", "M0-5L5 0L0 5L-5 0Z"},
    [LOPE_EVENT_TOUCH] = {"touch", "#c2255c", "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z"},
    [LOPE_EVENT_CRUSH] = {"crush", "#7a0010", "M-4.5-4.5H4.5V4.5H-4.5Z"},
    [LOPE_EVENT_STUCK] = {"stuck", "#ff3b3b", "M-4.5-4.5H4.5V4.5H-4.5Z"},
    [LOPE_EVENT_TELEPORT] = {"teleport", "#0c8599", "M-1.4-5H1.4V-1.4H5V1.4H1.4V5H-1.4V1.4H-5V-1.4H-1.4Z"},
};

bool plot_mark_known(uint32_t kind) { return kind < LOPE_EVENT_KIND_COUNT && shapes[kind].data != NULL; }
const char *plot_mark_label(uint32_t kind) { return shapes[kind].label; }

void plot_mark_shape(uint32_t kind, double x, double y, const char *words, FILE *out)
{
    fputs("<path transform=\"translate(", out);
    plot_svg_number(x, out);
    fputc(' ', out);
    plot_svg_number(y, out);
    fprintf(out, ")\" fill=\"%s\" stroke=\"" PLOT_PAPER "\" stroke-width=\"1\" paint-order=\"stroke\" d=\"%s\"",
            shapes[kind].color, shapes[kind].data);
    if (words == NULL) {
        fputs("/>\n", out);
        return;
    }
    fputs("><title>", out);
    plot_svg_escaped(words, out);
    fputs("</title></path>\n", out);
}

const plot_series *plot_mark_series(const plot *p, const lope_scene_mark *mark)
{
    if (!plot_mark_known(mark->kind)) return NULL;
    for (size_t i = 0; i < p->count; i++)
        if (p->series[i].trace == 0 && strcmp(p->series[i].name, mark->name) == 0) return &p->series[i];
    return NULL;
}
