// reason.c - why a character stopped or fell: the line of lope_explain at the end, with what it does not know,
// since when, and how steep and how high what is in the way is there.
//
// Read next: lope/explain.h, table.c.
#include "reason.h"

#include "player_private.h"

#include <lope/explain.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LASTS 0.1    // s for which a stop has lasted when it is told
#define LOW 0.02     // m: lower than this it is the floor, and no top
#define UPRIGHT 88.0 // degrees, from which a face is a wall and no slope
#define DEGREES 57.29577951308232

// ---- what is in the way -----------------------------------------------------------------------------------------------------

typedef struct line {
    char *text;
    size_t size, length;
} line;

static void add(line *to, const char *format, ...) LOPE_SCENE_FORMAT(2, 3);

static void add(line *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int wrote = vsnprintf(to->text + to->length, to->size - to->length, format, list);
    va_end(list);
    if (wrote > 0) to->length += (size_t)wrote;
    if (to->length >= to->size) to->length = to->size - 1;
}

static double angle_of(lope_vec3 normal, lope_vec3 up)
{
    const double rise = lope_point_dot(lope_vec3_to_point(normal), lope_vec3_to_point(up));
    return acos(rise > 1.0 ? 1.0 : rise < -1.0 ? -1.0 : rise) * DEGREES;
}

// Whether a point is in a body.
static bool is_inside(const lope_level *level, lope_point at, lope_filter filter, uint64_t body)
{
    const lope_capsule grain = {at, at, 0.001};
    lope_level_hit hits[8];
    uint32_t count = 0;
    if (lope_level_overlap(level, &grain, filter, hits, 8, &count) != LOPE_OK) return false;
    for (uint32_t i = 0; i < count && i < 8; i++)
        if (hits[i].id == body) return true;
    return false;
}

// How high over the feet the top of a body is, just behind the face that the character met: what may be stood on,
// by its slope. Returns false where none is found, and sets the height to infinity where the body is higher than
// the character.
static bool find_top(const lope_scene_player *player, const lope_state *state, const lope_scene_reason *r, double limit,
                     double *height)
{
    static const double behind[] = {0.02, 0.05, 0.1}; // m
    const lope_point up = lope_vec3_to_point(state->up), n = lope_vec3_to_point(r->hit_normal);
    const lope_point level = lope_point_mad(n, up, -lope_point_dot(n, up));
    const double length = lope_point_length(level), tall = (double)state->height;
    const lope_filter filter = {.channels = state->channels, .ignore = LOPE_BODY_NONE};
    const lope_level *all = lope_scene_player_level(player);
    bool found = false;
    if (!(length > 0.0)) return false;
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        const double ahead = ((double)state->radius + behind[i]) / length;
        const lope_point from = lope_point_mad(lope_point_mad(state->feet, level, -ahead), up, tall);
        const bool inside = is_inside(all, from, filter, r->hit_body);
        lope_level_hit hit;
        if (!inside && (!lope_level_ray(all, from, lope_point_scale(up, -tall), filter, &hit) || hit.id != r->hit_body)) continue;
        const double rise = inside ? INFINITY : tall * (1.0 - hit.fraction);
        if (!inside && (rise < LOW || angle_of(hit.surface_normal, state->up) > limit)) continue;
        *height = found && *height > rise ? *height : rise;
        found = true;
    }
    return found;
}

static void add_obstacle(const lope_scene_player *player, const lope_scene_actor *actor, line *to)
{
    const lope_state *state = lope_character_state(actor->handle);
    const lope_scene_reason *r = &actor->reason;
    if (state->mode != LOPE_MODE_WALKING || state->last_hit_body == LOPE_BODY_NONE || state->last_hit_body != r->hit_body) return;
    const double slope = angle_of(r->hit_normal, state->up);
    const double limit = (double)actor->from->moveset.tuning.walkable_floor_angle * DEGREES;
    const double step = (double)actor->from->moveset.tuning.max_step_height;
    double height = 0.0;
    if (slope < UPRIGHT && slope > limit) add(to, "; it slopes %.3g degrees there, over the limit of %.3g", slope, limit);
    if (!find_top(player, state, r, limit, &height)) return;
    if (height > (double)state->height)
        add(to, "; it is higher than the character there");
    else
        add(to, "; it is %.2f m high there, %s the step height of %.2f m", height, height > step ? "over" : "within", step);
}

// ---- the line ---------------------------------------------------------------------------------------------------------------

static const char *body_name(void *context, uint64_t body) { return lope_scene_player_body_name(context, body); }

static void add_explanation(const lope_scene_player *player, const lope_scene_actor *actor, line *to)
{
    const lope_explain_def def = {.state = lope_character_state(actor->handle),
                                  .moveset = &actor->from->moveset,
                                  .report = lope_character_report(actor->handle),
                                  .input = lope_character_input(actor->handle),
                                  .body_name = body_name,
                                  .context = (void *)(uintptr_t)player};
    char text[400];
    lope_explain(&def, text, sizeof text);
    add(to, "%s", text);
}

static void add_fall(const lope_scene_player *player, const lope_scene_actor *actor, line *to)
{
    const lope_scene_reason *r = &actor->reason;
    const char *from = lope_scene_player_body_name(player, r->fell_from);
    if (r->falls > 1) add(to, "fell %llu times, last", (unsigned long long)r->falls);
    add(to, "%s at %.2f s: walked off an edge", r->falls > 1 ? "" : "fell", r->fell_at);
    if (from[0] != 0) add(to, " of %s", from);
    if (r->landed_on != LOPE_BODY_NONE) {
        add(to, ", %.2f m down to %s", r->fell_height, lope_scene_player_body_name(player, r->landed_on));
    } else if (r->falling && lope_character_state(actor->handle)->mode == LOPE_MODE_FALLING) {
        add(to, "; ");
        add_explanation(player, actor, to);
    } else if (!r->falling) {
        add(to, ", and was teleported");
    }
}

bool lope_scene_reason_text(const lope_scene_player *player, uint32_t actor, char *text, size_t size)
{
    const lope_scene_actor *a = lope_scene_player_actor(player, actor);
    line to = {.text = text, .size = size};
    if (a->reason.stopped_for >= LASTS) {
        add(&to, "stopped at %.2f s: ", a->reason.stopped_at);
        add_explanation(player, a, &to);
        add_obstacle(player, a, &to);
        return true;
    }
    if (a->reason.falls == 0) return false;
    add_fall(player, a, &to);
    return true;
}
