// line.c - thin bodies of LOPE_CHANNEL_ROPE: see line.h.
//
// What is known of a body is its pose and what queries meet. So rays along the three axes of its frame,
// through its origin, measure how far it reaches: the longest is the line. Built on the public headers alone.
// Data: none. Read next: rope.c.
#include "line.h"

#include "level.h"
#include "room.h"
#include "units.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/tuning.h>

#define NEAR_BODIES 16  // hits that are looked at
#define FAR 100.0       // m: half of the longest line
#define LEAST_REST 1e-9 // s: in a shorter rest of a tick nothing goes anywhere
#define QUERY_NEAR 1    // lope_refused.query: is there a line

// Counts one body alone.
static bool is_the_body(void *context, const lope_cast_hit *hit)
{
    const uint64_t *body = context;
    return hit->body == *body;
}

// Returns how far (m) a body reaches from a place in a direction.
static double extent(lope_tick *tick, uint64_t body, lope_point from, lope_point direction, double far)
{
    lope_cast_hit hit;
    const lope_cast_def def = {.from = lope_point_mad(from, direction, far),
                               .motion = lope_point_scale(direction, -far),
                               .filter = {.channels = LOPE_CHANNEL_ROPE},
                               .accept = is_the_body,
                               .context = &body};
    return lope_tick_cast(tick, &def, &hit) ? far * (1 - hit.fraction) : 0;
}

// Measures a body. False: it is gone, or has no length.
static bool measure(lope_tick *tick, uint64_t body, lope_line *line)
{
    const lope_point axes[3] = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, up = lope_tick_up(tick);
    const double far = FAR * lope_unit(tick);
    lope_transform pose;
    if (!lope_tick_body(tick, body, &pose, NULL)) return false;
    line->body = body;
    line->length = 0;
    for (int i = 0; i < 3; i++) {
        lope_point axis = lope_quat_rotate_point(pose.rotation, axes[i]);
        if (lope_along(axis, up) > 0) axis = lope_point_scale(axis, -1);
        const double down = extent(tick, body, pose.position, axis, far);
        const double above = extent(tick, body, pose.position, lope_point_scale(axis, -1), far);
        if (down + above <= line->length * (1 + 1e-6)) continue;
        line->length = down + above;
        line->along = axis;
        line->upper = lope_point_mad(pose.position, axis, -above);
        line->lower = lope_point_mad(pose.position, axis, down);
    }
    return line->length > 0;
}

// Returns how far (m) a place is from a line.
static double gap_to(const lope_line *line, lope_point place)
{
    double along = lope_point_dot(lope_point_sub(place, line->upper), line->along);
    along = along < 0 ? 0 : along > line->length ? line->length : along;
    return lope_point_length(lope_point_sub(place, lope_point_mad(line->upper, line->along, along)));
}

uint32_t lope_line_find(lope_tick *tick, const lope_line_search *search, lope_point place, lope_line *line)
{
    lope_cast_hit hits[NEAR_BODIES];
    lope_cast_def def = lope_room_capsule(tick, lope_tick_feet(tick), lope_point_make(0, 0, 0), -search->reach);
    def.filter.channels = LOPE_CHANNEL_ROPE;
    const uint32_t count = lope_tick_cast_all(tick, &def, hits, NEAR_BODIES);
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        lope_line other;
        if ((i > 0 && hits[i].body == hits[i - 1].body) || !measure(tick, hits[i].body, &other)) continue;
        if ((-lope_along(other.along, lope_tick_up(tick)) >= search->lean) != search->hangs) continue;
        other.gap = gap_to(&other, place);
        if (!found || other.gap < line->gap) *line = other;
        found = true;
    }
    if (found) return LOPE_REFUSAL_NONE;
    lope_tick_refused_by(tick, QUERY_NEAR, count > 0 ? hits[0].point : place, count > 0 ? hits[0].body : LOPE_BODY_NONE);
    return LOPE_REFUSAL_NONE_NEAR;
}

// Moves a place and its velocity into the frame of the feet. What has carried the character in this tick has
// brought the feet to its own pose of the tick's end already, and imparts its velocity then.
static void to_the_feet(lope_tick *tick, lope_point *place, lope_point *velocity)
{
    const double rest = lope_tick_left(tick);
    lope_point feet;
    if (!(rest > LEAST_REST) || !lope_tick_brought_to(tick, LOPE_BODY_NONE, &feet, NULL)) return;
    const lope_point ahead = lope_point_sub(lope_tick_feet(tick), feet);
    *place = lope_point_add(*place, ahead);
    *velocity = lope_point_mad(*velocity, ahead, -1 / rest);
}

// Finds where a place of a body is in the world at this instant, and how fast it goes over the tick.
static bool in_the_world(lope_tick *tick, const lope_body_pose *pose, lope_point *place, lope_point *velocity)
{
    lope_transform at, body;
    lope_motion motion;
    *velocity = lope_point_make(0, 0, 0);
    if (!lope_tick_place_of(tick, pose, &at)) return false;
    *place = at.position;
    if (pose->body == LOPE_BODY_NONE || !lope_tick_body(tick, pose->body, &body, &motion)) return true;
    const double whole = lope_tick_length(tick);
    const lope_point turn = lope_vec3_to_point(motion.rotation);
    const lope_point arm = lope_point_sub(at.position, body.position);
    const lope_point before = lope_turn_about(arm, lope_unit_of(turn), -lope_point_length(turn));
    const lope_point way = lope_point_add(motion.displacement, lope_point_sub(arm, before));
    *velocity = lope_point_scale(way, 1 / whole);
    *place = lope_point_mad(at.position, *velocity, -lope_tick_left(tick));
    return true;
}

bool lope_line_now(lope_tick *tick, const lope_body_pose *pose, lope_point *place, lope_point *velocity)
{
    if (!in_the_world(tick, pose, place, velocity)) return false;
    to_the_feet(tick, place, velocity);
    return true;
}

const void *lope_line_settings(const lope_tick *tick, uint32_t mode)
{
    const lope_moveset *moveset = lope_tick_moveset(tick);
    uint32_t i = 0;
    while (i < moveset->ability_count && moveset->ability_modes[i] != mode) i++;
    return lope_moveset_ability_settings(moveset, i);
}

void lope_line_leave(lope_tick *tick, double jump_speed, double share)
{
    lope_point velocity = lope_tick_velocity(tick);
    if (lope_take_jump(tick)) {
        velocity = lope_point_mad(lope_point_scale(velocity, share), lope_tick_up(tick), jump_speed);
        lope_tick_set_velocity(tick, velocity);
    }
    lope_tick_take_press(tick, LOPE_BUTTON_CROUCH);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}
