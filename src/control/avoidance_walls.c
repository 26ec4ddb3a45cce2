// avoidance_walls.c - walls and edges of the floor as avoidance sees them. See avoidance_walls.h.
//
// A wall is what is too steep to walk on, between the height of a step and that of the head, seen from above:
// of each triangle its part between the two heights, as a segment. An edge is that of a triangle to walk on,
// with no floor close beyond it where the agent would cross it. So the seams of a floor, also between bodies,
// are no edges. Everything is a function of the geometry within reach and of the agent's state: what has been
// gathered before never changes a result.
#include "control/avoidance_walls.h"
#include "motion/nearby/gather.h"

#include <math.h>

#define BEYOND 0.04      // m past an edge, where floor is looked for
#define EDGE_MARGIN 0.25 // radii, that the agent's axis keeps from an edge: its foot is wider than that
#define ON_FACE 1e-4     // m, by which a point beside a triangle still counts as on it
#define SAME 1e-6        // m: two segments nearer to each other are one
#define SLACK 1e-5       // m, by which a way may be too long: limits are met to within the rounding of floats
#define CORNERS 9        // of a triangle cut by two planes: at most 5, and room to cut

static double lesser(double a, double b) { return a < b ? a : b; }
static double greater(double a, double b) { return a > b ? a : b; }
static double step_height(const lope_wall_look *look) { return (double)look->tuning->max_step_height; }

lope_result lope_walls_gather(lope_wall_look *look, const lope_surroundings *surroundings)
{
    const lope_state *state = look->state;
    const lope_filter filter = {.channels = state->channels & ~LOPE_CHANNEL_CHARACTER, .ignore = state->own_body};
    look->self = (lope_near_self){.own = LOPE_BODY_NONE, .heading = lope_vec3_to_point(state->velocity)};
    lope_nearby_begin(look->nearby, surroundings, filter, state->feet, &look->self, (double)look->tuning->units_per_metre);
    const bool still = !(look->far > 0);
    look->nearby->moving_kept = look->nearby->nothing_moves = still;
    const lope_point feet = lope_point_sub(state->feet, look->nearby->origin), up = lope_vec3_to_point(state->up);
    const double around = greater(look->reach, look->far) + 2 * BEYOND * (double)look->tuning->units_per_metre,
                 down = look->reach + step_height(look);
    const lope_point low = lope_point_mad(feet, up, -down), high = lope_point_mad(feet, up, (double)state->height);
    const lope_bounds bounds = {
        {lesser(low.x, high.x) - around, lesser(low.y, high.y) - around, lesser(low.z, high.z) - around},
        {greater(low.x, high.x) + around, greater(low.y, high.y) + around, greater(low.z, high.z) + around}};
    uint32_t gathers = 0;
    const lope_result result = lope_nearby_cover(look->nearby, surroundings, filter, &bounds, &gathers);
    look->nearby->self = NULL;
    look->nearby->moving_kept = look->nearby->nothing_moves = false;
    return result;
}

// The agent as the geometry sees it: relative to the nearby's origin.
typedef struct agent_frame {
    lope_point feet, up;
    double limit; // the least rise of a normal that is walked on
} agent_frame;

static agent_frame frame_of(const lope_wall_look *look)
{
    return (agent_frame){.feet = lope_point_sub(look->state->feet, look->nearby->origin),
                         .up = lope_vec3_to_point(look->state->up),
                         .limit = (double)lope_cos(look->tuning->walkable_floor_angle)};
}

// Returns a triangle's rise, seen from the side that is met.
static double rise_of(const agent_frame *frame, const lope_near_triangle *triangle)
{
    const double rise = lope_point_dot(lope_near_normal(triangle), frame->up);
    return triangle->two_sided ? fabs(rise) : rise;
}

static bool is_floor(const agent_frame *frame, const lope_near_set *set, const lope_near_triangle *triangle)
{
    const double rise = rise_of(frame, triangle);
    const lope_surface *surface = &set->bodies[triangle->body].surface;
    if (surface->walkable == LOPE_WALKABLE_NEVER || !(rise > 1e-3)) return false;
    if (surface->walkable == LOPE_WALKABLE_ALWAYS) return true;
    if (surface->walkable == LOPE_WALKABLE_OWN_ANGLE) return rise >= (double)lope_cos(surface->walkable_angle);
    return rise >= frame->limit;
}

static double height_over(const agent_frame *frame, lope_point p)
{
    return lope_point_dot(lope_point_sub(p, frame->feet), frame->up);
}

static lope_point level(const agent_frame *frame, lope_point v)
{
    return lope_point_mad(v, frame->up, -lope_point_dot(v, frame->up));
}

// Returns whether a triangle may come within `reach` (m) of the agent's feet, along each axis.
static bool may_reach(const agent_frame *frame, const lope_triangle *shape, double reach)
{
    const lope_point *v = shape->v, low = frame->feet;
    if (lesser(lesser(v[0].x, v[1].x), v[2].x) > low.x + reach || greater(greater(v[0].x, v[1].x), v[2].x) < low.x - reach)
        return false;
    if (lesser(lesser(v[0].y, v[1].y), v[2].y) > low.y + reach || greater(greater(v[0].y, v[1].y), v[2].y) < low.y - reach)
        return false;
    return lesser(lesser(v[0].z, v[1].z), v[2].z) <= low.z + reach && greater(greater(v[0].z, v[1].z), v[2].z) >= low.z - reach;
}

// ---- walls ------------------------------------------------------------------------------------------------

// Cuts a polygon: what is at least `height` over the feet stays, times `sign`. Returns the new count.
static uint32_t cut(const agent_frame *frame, lope_point *corners, uint32_t count, double height, double sign)
{
    lope_point kept[CORNERS];
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lope_point a = corners[i], b = corners[(i + 1) % count];
        const double over = sign * (height_over(frame, a) - height), next = sign * (height_over(frame, b) - height);
        if (over >= 0) kept[made++] = a;
        if ((over > 0 && next < 0) || (over < 0 && next > 0))
            kept[made++] = lope_point_mad(a, lope_point_sub(b, a), over / (over - next));
    }
    for (uint32_t i = 0; i < made; i++) corners[i] = kept[i];
    return made;
}

// Makes the segment that a wall's triangle is from above: over its level extent, where it comes nearest to
// the agent's side. Returns false when it is not in the way.
static bool segment_of(const lope_wall_look *look, const agent_frame *frame, const lope_near_triangle *triangle,
                       lope_avoidance_wall *wall)
{
    lope_point corners[CORNERS] = {triangle->shape.v[0], triangle->shape.v[1], triangle->shape.v[2]};
    const lope_point across = level(frame, lope_near_normal(triangle));
    const double size = lope_point_length(across);
    if (!(size > 1e-3)) return false; // flat: a ceiling
    lope_point out = lope_point_scale(across, 1 / size);
    const double side = lope_point_dot(lope_point_sub(frame->feet, corners[0]), out);
    if (side < 0 && !triangle->two_sided) return false;
    if (side < 0) out = lope_point_scale(out, -1);
    uint32_t count = cut(frame, corners, 3, step_height(look), 1);
    count = cut(frame, corners, count, (double)look->state->height, -1);
    if (count == 0) return false;
    const lope_point way = lope_point_cross(frame->up, out);
    double low = 0, high = 0, nearest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lope_point from = lope_point_sub(corners[i], frame->feet);
        const double t = lope_point_dot(from, way), near_side = lope_point_dot(from, out);
        if (i == 0 || t < low) low = t;
        if (i == 0 || t > high) high = t;
        if (i == 0 || near_side > nearest) nearest = near_side;
    }
    const lope_point base = lope_point_mad(look->state->feet, out, nearest);
    *wall = (lope_avoidance_wall){
        .a = lope_point_mad(base, way, low), .b = lope_point_mad(base, way, high), .margin = look->state->radius};
    return true;
}

// Makes the post that a round shape is from above. Returns false when it is not in the way.
static bool post_of(const lope_wall_look *look, const agent_frame *frame, const lope_near_round *round, lope_avoidance_wall *wall)
{
    const lope_shape *shape = &round->shape;
    lope_point a, b;
    double radius;
    if (shape->kind == LOPE_SHAPE_SPHERE) {
        a = b = shape->as.sphere.center;
        radius = shape->as.sphere.radius;
    } else if (shape->kind == LOPE_SHAPE_CAPSULE) {
        a = shape->as.capsule.a;
        b = shape->as.capsule.b;
        radius = shape->as.capsule.radius;
    } else if (shape->kind == LOPE_SHAPE_CYLINDER) {
        const lope_cylinder *c = &shape->as.cylinder;
        a = lope_point_mad(c->center, c->axis, -c->half_height);
        b = lope_point_mad(c->center, c->axis, c->half_height);
        radius = c->radius;
    } else {
        return false;
    }
    const double one = height_over(frame, a), other = height_over(frame, b);
    const double over = shape->kind == LOPE_SHAPE_CYLINDER ? 0 : radius;
    if (greater(one, other) + over < step_height(look) || lesser(one, other) - over > (double)look->state->height) return false;
    const lope_point origin = look->nearby->origin;
    *wall = (lope_avoidance_wall){
        .a = lope_point_add(a, origin), .b = lope_point_add(b, origin), .margin = look->state->radius + (float)radius};
    return true;
}

// Returns the level distance (m) from the agent to a wall, less the part of its margin that is not the agent.
static double distance_to(const lope_wall_look *look, const agent_frame *frame, const lope_avoidance_wall *wall)
{
    const lope_point a = level(frame, lope_point_sub(wall->a, look->state->feet)),
                     way = level(frame, lope_point_sub(wall->b, wall->a));
    const double squared = lope_point_dot(way, way);
    double t = squared > 0 ? -lope_point_dot(a, way) / squared : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return lope_point_length(lope_point_mad(a, way, t)) - (double)(wall->margin - look->state->radius);
}

// Returns the velocity (m/s) of a body's wall at its middle, as seen from what carries the agent.
static lope_vec3 velocity_of(const lope_wall_look *look, const lope_sink_body *body, const lope_avoidance_wall *wall)
{
    if (!body->moving) return (lope_vec3){0, 0, 0};
    const lope_point middle = lope_point_scale(lope_point_add(wall->a, wall->b), 0.5);
    const lope_point arm = lope_point_sub(middle, body->pose.position);
    const double per = look->seconds > 0 ? 1 / look->seconds : 0;
    lope_point v = lope_point_scale(body->motion.displacement, per);
    v = lope_point_add(v, lope_point_scale(lope_point_cross(lope_vec3_to_point(body->motion.rotation), arm), per));
    if (body->dynamic && !(lope_point_dot(v, v) > 0))
        v = lope_point_add(lope_vec3_to_point(body->velocity), lope_point_cross(lope_vec3_to_point(body->spin), arm));
    return lope_vec3_sub(lope_point_to_vec3(v), look->base);
}

// The walls found so far, in order of distance.
typedef struct wall_list {
    lope_avoidance_wall *walls;
    double distances[LOPE_AVOIDANCE_WALLS];
    uint32_t count;
} wall_list;

static bool is_near(lope_point a, lope_point b)
{
    return fabs(a.x - b.x) < SAME && fabs(a.y - b.y) < SAME && fabs(a.z - b.z) < SAME;
}

// Puts a wall into the list, unless it is there already: two triangles of one face are one wall.
static void put(wall_list *list, const lope_avoidance_wall *wall, double distance)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (is_near(list->walls[i].a, wall->a) && is_near(list->walls[i].b, wall->b)) return;
    uint32_t place = list->count;
    if (list->count == LOPE_AVOIDANCE_WALLS) {
        if (!(distance < list->distances[--place])) return;
    } else {
        list->count++;
    }
    for (; place > 0 && distance < list->distances[place - 1]; place--) {
        list->walls[place] = list->walls[place - 1];
        list->distances[place] = list->distances[place - 1];
    }
    list->walls[place] = *wall;
    list->distances[place] = distance;
}

// Puts the walls of a set into the list, those within reach.
static void find_in(const lope_wall_look *look, const lope_near_set *set, double reach, wall_list *list)
{
    const agent_frame frame = frame_of(look);
    const double around = reach + (double)look->state->radius + (double)look->state->height;
    lope_avoidance_wall wall;
    for (uint32_t i = 0; i < set->triangle_count; i++) {
        if (!may_reach(&frame, &set->triangles[i].shape, around)) continue;
        if (is_floor(&frame, set, &set->triangles[i]) || !segment_of(look, &frame, &set->triangles[i], &wall)) continue;
        wall.velocity = velocity_of(look, &set->bodies[set->triangles[i].body], &wall);
        const double distance = distance_to(look, &frame, &wall);
        if (distance < reach) put(list, &wall, distance);
    }
    for (uint32_t i = 0; i < set->round_count; i++) {
        if (!post_of(look, &frame, &set->rounds[i], &wall)) continue;
        wall.velocity = velocity_of(look, &set->bodies[set->rounds[i].body], &wall);
        const double distance = distance_to(look, &frame, &wall);
        if (distance < reach) put(list, &wall, distance);
    }
}

uint32_t lope_walls_find(const lope_wall_look *look, lope_avoidance_wall *walls)
{
    wall_list list = {.walls = walls};
    find_in(look, &look->nearby->sets[0], look->reach, &list);
    return list.count;
}

uint32_t lope_walls_find_moving(const lope_wall_look *look, lope_avoidance_wall *walls)
{
    wall_list list = {.walls = walls};
    if (!(look->far > 0) || look->nearby->sets[1].body_count == 0) return 0;
    find_in(look, &look->nearby->sets[1], look->far, &list);
    for (uint32_t i = 0; i < list.count; i++) { // the set has them where the tick ends
        const lope_point back =
            lope_point_scale(lope_vec3_to_point(lope_vec3_add(walls[i].velocity, look->base)), -look->seconds);
        walls[i].a = lope_point_add(walls[i].a, back);
        walls[i].b = lope_point_add(walls[i].b, back);
    }
    return list.count;
}

// ---- edges ------------------------------------------------------------------------------------------------

// Returns whether there is floor at a point's place, no farther up or down than a step.
static bool floor_at(const lope_wall_look *look, const agent_frame *frame, lope_point p)
{
    const lope_near_set *set = &look->nearby->sets[0];
    for (uint32_t i = 0; i < set->triangle_count; i++) {
        const lope_near_triangle *triangle = &set->triangles[i];
        if (!is_floor(frame, set, triangle)) continue;
        const lope_near_planes *planes = &triangle->planes;
        const double rise = lope_point_dot(lope_near_normal(triangle), frame->up);
        const double over = planes->x[0] * p.x + planes->y[0] * p.y + planes->z[0] * p.z - planes->offset[0];
        if (fabs(over) > step_height(look) * fabs(rise)) continue;
        const lope_point q = lope_point_mad(p, frame->up, -over / rise);
        bool inside = true;
        for (int k = 1; k < 4 && inside; k++)
            inside = planes->x[k] * q.x + planes->y[k] * q.y + planes->z[k] * q.z - planes->offset[k] <= ON_FACE;
        if (inside) return true;
    }
    return false;
}

// An edge that a way crosses.
typedef struct edge_crossing {
    lope_point at, out; // where, and level away from the floor, unit
    double left;        // m, from the agent to the edge's line
} edge_crossing;

// Finds where a way (m, level) crosses an edge of a triangle from its inside. Returns false when it does not.
static bool crosses(const lope_wall_look *look, const agent_frame *frame, const lope_near_triangle *triangle, int edge,
                    lope_point way, edge_crossing *crossing)
{
    const lope_near_planes *planes = &triangle->planes;
    const int k = edge + 1;
    const lope_point across = level(frame, (lope_point){planes->x[k], planes->y[k], planes->z[k]});
    const double size = lope_point_length(across), radius = (double)look->state->radius, margin = EDGE_MARGIN * radius;
    if (!(size > 1e-6)) return false;
    const lope_point out = lope_point_scale(across, 1 / size), a = triangle->shape.v[edge], b = triangle->shape.v[(edge + 1) % 3];
    const double left = lope_point_dot(lope_point_sub(a, frame->feet), out), goes = lope_point_dot(way, out);
    if (left < -radius || !(goes > left - margin + SLACK) || !(goes > 0)) return false;
    const lope_point run = level(frame, lope_point_sub(b, a));
    const double length = lope_point_length(run);
    if (!(length > 1e-6)) return false;
    const double time = left > 0 ? left / goes : 0;
    const lope_point from_a = lope_point_sub(lope_point_mad(frame->feet, way, time < 1 ? time : 1), a);
    double s = lope_point_dot(from_a, run) / length;
    if (s < -radius || s > length + radius) return false;
    s = s < 0 ? 0 : s > length ? length : s;
    *crossing = (edge_crossing){lope_point_mad(a, lope_point_sub(b, a), s / length), out, left};
    const double over = fabs(height_over(frame, crossing->at));
    return over <= step_height(look) + (left > 0 ? left : 0);
}

bool lope_walls_hold(const lope_wall_look *look, lope_avoidance_plan *plan, lope_vec3 velocity)
{
    const agent_frame frame = frame_of(look);
    const lope_near_set *set = &look->nearby->sets[0];
    const double horizon = (double)plan->settings->wall_horizon, margin = EDGE_MARGIN * (double)look->state->radius;
    const double beyond = BEYOND * (double)look->tuning->units_per_metre;
    const lope_point way = lope_point_scale(level(&frame, lope_vec3_to_point(velocity)), horizon);
    const double around = lope_point_length(way) + margin + 2 * (double)look->state->radius + step_height(look);
    bool any = false;
    for (uint32_t i = 0; i < set->triangle_count; i++) {
        if (!may_reach(&frame, &set->triangles[i].shape, around)) continue;
        if (!is_floor(&frame, set, &set->triangles[i])) continue;
        for (int edge = 0; edge < 3; edge++) {
            edge_crossing crossing;
            if (!crosses(look, &frame, &set->triangles[i], edge, way, &crossing)) continue;
            if (floor_at(look, &frame, lope_point_mad(crossing.at, crossing.out, beyond))) continue;
            if (lope_avoidance_add_limit(plan, crossing.out, (crossing.left - margin) / horizon)) any = true;
        }
    }
    return any;
}
