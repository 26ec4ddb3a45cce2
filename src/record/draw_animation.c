// draw_animation.c - debug draw of an animation report. Read next: lope/animation.h.
#include "record/draw_pen.h"
#include "record/line.h"

#define BALL 0.15            // radii: of a mark
#define SOLE 0.35            // radii: half the square under a foot
#define LOOK_LENGTH 0.8      // radii: length of a sample's facing
#define ANIMATION_WORDS 0.12 // of the height, over a mark
#define LABEL 64             // bytes of a mark's text
#define LIFT (1e-2)          // of the height: so far the trajectory is drawn above the floor

// The character that is drawn.
typedef struct animation_subject {
    const lope_state *state;
    const lope_draw *draw;
    lope_point up;
    double radius, height; // m
} animation_subject;

// Returns a brush of the category.
static lope_brush brush_of(const animation_subject *s, lope_draw_meaning meaning, bool dashed)
{
    return lope_brush_make(s->draw, LOPE_SHOW_ANIMATION, meaning, dashed);
}

// Draws the trajectory as a line from sample to sample, each with an arrow the way the character will face.
static void draw_trajectory(const animation_subject *s, const lope_animation_report *report)
{
    const lope_brush brush = brush_of(s, LOPE_DRAW_TRAJECTORY, false);
    lope_point from = lope_point_mad(s->state->feet, s->up, LIFT * s->height);
    for (uint32_t i = 0; i < report->sample_count; i++) {
        const lope_animation_sample *sample = &report->trajectory[i];
        const lope_point to = lope_point_mad(sample->feet, s->up, LIFT * s->height);
        const lope_point facing = lope_vec3_to_point(lope_state_from_stick(s->state, 0, 1, sample->facing));
        lope_brush_line(&brush, from, to);
        lope_brush_arrow(&brush, to, lope_point_mad(to, facing, LOOK_LENGTH * s->radius));
        from = to;
    }
}

// Draws where something will happen, with its name and the seconds until then.
static void draw_mark(const animation_subject *s, const lope_animation_mark *mark, const char *name)
{
    char text[LABEL];
    const lope_brush brush = brush_of(s, LOPE_DRAW_MARK, false);
    lope_line line = lope_line_start(text, sizeof text);
    if (!mark->known) return;
    lope_line_put(&line, name);
    lope_line_put(&line, " in ");
    lope_line_number(&line, (double)mark->seconds, 2);
    lope_line_put(&line, " s");
    lope_brush_sphere(&brush, mark->feet, BALL * s->radius);
    lope_brush_text(&brush, lope_point_mad(mark->feet, s->up, ANIMATION_WORDS * s->height), text);
}

// Draws the floor at a foot.
static void draw_ground(const animation_subject *s, const lope_animation_ground *ground, bool next)
{
    const lope_brush brush = brush_of(s, LOPE_DRAW_FOOT, next);
    const lope_point normal = lope_vec3_to_point(ground->normal);
    if (!ground->known) return;
    lope_brush_plane(&brush, ground->point, ground->normal, SOLE * s->radius);
    lope_brush_arrow(&brush, ground->point, lope_point_mad(ground->point, normal, SOLE * s->radius));
}

void lope_draw_animation(const lope_state *state, const lope_animation_report *report, const lope_draw *draw)
{
    if (!state || !report || !draw || !(draw->categories & LOPE_SHOW_ANIMATION)) return;
    const animation_subject s = {state, draw, lope_vec3_to_point(state->up), (double)state->radius, (double)state->height};
    draw_trajectory(&s, report);
    draw_mark(&s, &report->stop, "stop");
    draw_mark(&s, &report->pivot, "pivot");
    draw_mark(&s, &report->landing, "landing");
    draw_mark(&s, &report->apex, "apex");
    for (uint32_t i = 0; i < report->foot_count; i++) {
        draw_ground(&s, &report->feet[i].now, false);
        draw_ground(&s, &report->feet[i].next, true);
    }
}
