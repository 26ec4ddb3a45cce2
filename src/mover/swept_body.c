// swept_body.c - see swept_body.h.
#include "mover/swept_body.h"
#include "motion/moving/depenetrate.h"
#include "motion/moving/push_out.h"
#include "motion/moving/relative_motion.h"

#define RETURN_SPEED 60.0 // m/s at which it comes back into its plane, as a character does

void lope_swept_body_begin(lope_swept_body *roam, const lope_swept_body_def *def, const lope_surroundings *surroundings,
                           lope_nearby *nearby)
{
    double half = 0.5 * def->height;
    lope_filter filter = {.channels = def->channels, .ignore = def->own_body};
    lope_point feet = lope_point_mad(def->middle, def->up, -half);
    lope_point low = lope_point_scale(def->up, def->radius), high = lope_point_scale(def->up, def->height - def->radius);
    roam->self =
        (lope_near_self){.start = {low, high, def->radius}, .heading = lope_vec3_to_point(def->velocity), .own = def->own_body};
    lope_nearby_begin(nearby, surroundings, filter, feet, &roam->self, def->unit);
    roam->origin = nearby->origin;
    roam->feet = lope_point_sub(feet, nearby->origin);
    roam->time = def->time;
    roam->now = 0;
    roam->around.home = roam->feet;
    roam->around.reach = 0;
    roam->around.listed = false;
    roam->space = (lope_space){.nearby = nearby,
                               .around = &roam->around,
                               .surroundings = surroundings,
                               .filter = filter,
                               .up = def->up,
                               .radius = def->radius,
                               .height = def->height,
                               .unit = def->unit,
                               .walkable_cosine = 2, // nothing is
                               .support_radius = def->radius};
    if (def->planar) lope_space_set_plane(&roam->space, lope_vec3_to_point(def->plane_normal));
    lope_point still = {0, 0, 0};
    lope_bounds wide = lope_space_bounds(&roam->space, roam->feet, still, def->reach + 0.02 * def->unit);
    lope_space_cover(&roam->space, &wide); // a failure is kept in the space
}

lope_point lope_swept_body_middle(const lope_swept_body *roam)
{
    lope_point feet = lope_point_add(roam->origin, roam->feet);
    return lope_point_mad(feet, roam->space.up, 0.5 * roam->space.height);
}

void lope_swept_body_free(lope_swept_body *roam, double plane_offset, lope_swept_body_way_out *out)
{
    lope_space *space = &roam->space;
    lope_point start = roam->feet;
    bool swept = false;
    lope_moving_push press = {.pressed = false};
    if (out->crushers.count > 0 && !out->anew) lope_squeeze_look(space, start);
    if (space->failed) return;
    lope_crush crush = {.count = 0};
    if (!out->anew) crush = lope_squeeze_recall(space, &out->crushers);
    lope_depenetrate_from leap = {.from = {start, crush.from, crush.count}, .known = !out->anew};
    // A body that has gone over it would push it from behind.
    if (crush.count == 0) roam->feet = lope_push_by_moving(space, start, (lope_point){0, 0, 0}, &out->pushed, &press);
    const lope_near_set *moving = &space->nearby->sets[1];
    for (uint32_t i = 0; i < moving->body_count && leap.doubt == LOPE_DOUBT_NONE; i++)
        if (lope_body_moves(&moving->bodies[i])) leap.doubt = LOPE_DOUBT_MOVING;
    if (press.pressed || out->anew || out->stuck) leap.doubt = LOPE_DOUBT_ALL;
    leap.pressed = press.pressed;
    if (out->anew) leap.search_reach = LOPE_SEARCH_REACH * space->unit;
    lope_depenetrated escape = lope_depenetrate(space, roam->feet, &leap);
    if (space->failed) return;
    roam->feet = escape.feet;
    out->pushed += escape.pushed;
    out->held = escape.inside;
    out->stuck = escape.stuck;
    out->depth = escape.stuck ? escape.depth : 0;
    out->crushers.count = 0;
    if (escape.stuck) out->crushers = lope_squeeze_note(space, &crush, out->anew, start, roam->feet);
    double most = RETURN_SPEED * space->unit * roam->time;
    if (space->planar && !escape.inside)
        out->pushed += lope_return_to_plane(space, roam->origin, plane_offset, most, &roam->feet, &swept);
}

// Returns the gathered moving body with that id, or NULL.
static const lope_sink_body *find(const lope_swept_body *roam, uint64_t body)
{
    const lope_near_set *moving = &roam->space.nearby->sets[1];
    for (uint32_t i = 0; i < moving->body_count; i++)
        if (moving->bodies[i].id == body) return &moving->bodies[i];
    return NULL;
}

double lope_swept_body_begin_free(lope_swept_body *roam, bool anew, double plane_offset, lope_contact *left)
{
    lope_space *space = &roam->space;
    bool swept = false;
    double most = RETURN_SPEED * space->unit * roam->time;
    if (space->failed) return 0;
    if (anew) {
        lope_depenetrate_from leap = {.doubt = LOPE_DOUBT_ALL, .search_reach = LOPE_SEARCH_REACH * space->unit};
        lope_depenetrated escape = lope_depenetrate(space, roam->feet, &leap);
        if (space->failed) return 0;
        const lope_sink_body *body = escape.stuck || escape.pushed > 0 ? find(roam, escape.worst.body) : NULL;
        // else the body is not there yet: the tick's end will tell
        if (!body || !lope_body_moves(body)) roam->feet = escape.feet;
        *left = escape.worst;
        if (escape.stuck && !(body && lope_body_moves(body))) return escape.depth;
    }
    if (space->planar) lope_return_to_plane(space, roam->origin, plane_offset, most, &roam->feet, &swept);
    return 0;
}

double lope_swept_body_end_free(lope_swept_body *roam, lope_point start, lope_contact *left)
{
    lope_depenetrate_from leap = {.from = {.before = start}, .known = true};
    if (roam->space.failed) return 0;
    lope_depenetrated escape = lope_depenetrate(&roam->space, roam->feet, &leap);
    if (roam->space.failed) return 0;
    roam->feet = escape.feet;
    *left = escape.worst;
    return escape.stuck ? escape.depth : 0;
}

lope_point lope_swept_body_velocity_of(const lope_swept_body *roam, uint64_t body, lope_point at)
{
    const lope_sink_body *b = find(roam, body);
    if (!b || !b->moving) return (lope_point){0, 0, 0};
    lope_point center = lope_point_mad(b->pose.position, b->motion.displacement, roam->now / roam->time - 1.0);
    lope_point arm = lope_point_sub(lope_point_add(roam->origin, at), center);
    lope_point turned = lope_point_cross(lope_vec3_to_point(b->motion.rotation), arm);
    return lope_point_scale(lope_point_add(b->motion.displacement, turned), 1.0 / roam->time);
}
