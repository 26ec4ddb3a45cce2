// animation.c - the table of `lope run --animation`: an animation report a character a tick, as comma-separated values.
//
// What is not known is left empty. Angles are in degrees. Read next: lope/animation.h, trace.c.
#include "animation.h"
#include "csv_name.h"
#include "fault.h"
#include "trace.h"

#include <stdlib.h>

struct lope_scene_animation {
    FILE *out;
    lope_nearby *nearby;
    double seconds; // s a tick
    uint32_t count; // of characters
    lope_animation_state memories[];
};

lope_scene_animation *lope_scene_animation_begin(const lope_scene_player *player, FILE *out, lope_scene_fault *fault)
{
    const uint32_t count = lope_scene_player_actor_count(player);
    lope_scene_animation *a = calloc(1, sizeof *a + count * sizeof a->memories[0]);
    if (a != NULL) a->nearby = lope_nearby_create(NULL);
    if (a == NULL || a->nearby == NULL) {
        free(a);
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "memory is short");
        return NULL;
    }
    a->out = out;
    a->count = count;
    a->seconds = 1.0 / lope_scene_player_rate(player);
    fputs("tick,time,name,speed,direction,stride,phase,cadence,turn,lean_right,lean_forward", out);
    static const char *const marks[] = {"stop", "pivot", "landing", "apex"};
    for (int i = 0; i < 4; i++)
        fprintf(out, ",%s_seconds,%s_distance,%s_x,%s_y,%s_z", marks[i], marks[i], marks[i], marks[i], marks[i]);
    for (int i = 0; i < 2; i++) fprintf(out, ",foot%d_height,foot%d_slope,foot%d_next_seconds", i, i, i);
    fputs(",ahead_seconds,ahead_x,ahead_y,ahead_z,ahead_yaw\n", out);
    return a;
}

void lope_scene_animation_end(lope_scene_animation *animation)
{
    if (animation == NULL) return;
    lope_nearby_destroy(animation->nearby);
    free(animation);
}

static double degrees(float radians) { return (double)radians / LOPE_SCENE_RADIANS + 0.0; }

static void write_point(const lope_scene_player *player, lope_point world, FILE *out)
{
    const lope_point p = lope_scene_player_to_file(player, world);
    fprintf(out, ",%.9g,%.9g,%.9g", p.x + 0.0, p.y + 0.0, p.z + 0.0);
}

static void write_mark(const lope_scene_player *player, const lope_animation_mark *mark, FILE *out)
{
    if (!mark->known) {
        fputs(",,,,,", out);
        return;
    }
    fprintf(out, ",%.9g,%.9g", (double)mark->seconds, mark->distance);
    write_point(player, mark->feet, out);
}

static void write_foot(const lope_animation_foot *foot, FILE *out)
{
    if (foot->now.known)
        fprintf(out, ",%.9g,%.9g", foot->now.height + 0.0, degrees(foot->now.slope));
    else
        fputs(",,", out);
    if (foot->next_seconds > 0)
        fprintf(out, ",%.9g", foot->next_seconds);
    else
        fputc(',', out);
}

static void write_row(const lope_scene_player *player, const lope_scene_actor *actor, const lope_animation_report *r, FILE *out)
{
    fprintf(out, "%llu,%.9g,", (unsigned long long)lope_scene_player_ticks(player), lope_scene_player_time(player));
    lope_scene_write_name(actor->name, out);
    fprintf(out, ",%.9g,%.9g,%.9g,%.9g,%.9g", (double)r->speed, degrees(r->direction), (double)r->stride, (double)r->phase,
            (double)r->cadence);
    fprintf(out, ",%.9g,%.9g,%.9g", degrees(r->turn), degrees(r->lean_right), degrees(r->lean_forward));
    write_mark(player, &r->stop, out);
    write_mark(player, &r->pivot, out);
    write_mark(player, &r->landing, out);
    write_mark(player, &r->apex, out);
    for (int i = 0; i < 2; i++) write_foot(&r->feet[i], out);
    const lope_animation_sample *last = r->sample_count > 0 ? &r->trajectory[r->sample_count - 1] : NULL;
    if (last == NULL) {
        fputs(",,,,,\n", out);
        return;
    }
    fprintf(out, ",%.9g", last->seconds);
    write_point(player, last->feet, out);
    fprintf(out, ",%.9g\n", degrees(last->yaw));
}

bool lope_scene_animation_tick(lope_scene_animation *a, const lope_scene_player *player, bool writes, lope_scene_fault *fault)
{
    for (uint32_t i = 0; i < a->count; i++) {
        const lope_scene_actor *actor = lope_scene_player_actor(player, i);
        const lope_moveset *moveset = &actor->from->moveset;
        lope_animation_report report;
        lope_error error = {0};
        const lope_state *state = lope_character_state(actor->handle);
        lope_result result = lope_animation_advance(&a->memories[i], NULL, moveset, state, (float)a->seconds, &error);
        if (result == LOPE_OK && writes)
            result = lope_character_animation(actor->handle, a->nearby, NULL, &a->memories[i], &report);
        if (result != LOPE_OK)
            return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: no animation report: %s", actor->name,
                                   lope_result_text(result));
        if (writes) write_row(player, actor, &report, a->out);
    }
    return true;
}
