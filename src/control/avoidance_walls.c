// avoidance_walls.c - walls as avoidance sees them. See avoidance_walls.h.
//
// A wall is what is too steep to walk on, between the height of a step and that of the head, seen from above:
// of each triangle its part between the two heights, as a segment. Everything is a function of the geometry
// within reach and of the agent's state: what has been gathered before never changes a result.
// Read next: avoidance_edges.c.
#include "control/avoidance_walls.h"
#include "control/avoidance_near.h"

#include <math.h>

#define SAME 1e-6 // m: two segments nearer to each other are one
#define CORNERS 9 // of a triangle cut by two planes: at most 5, and room to cut

static double lesser(double a, double b) { return a < b ? a : b; }
static double greater(double a, double b) { return a > b ? a : b; }

// Returns whether a triangle's box touches bounds.
static bool touches(const lope_triangle *shape, const lope_bounds *bounds)
{
    const lope_point *v = shape->v, *low = &bounds->lower, *high = &bounds->upper;
    if (lesser(lesser(v[0].x, v[1].x), v[2].x) > high->x || greater(greater(v[0].x, v[1].x), v[2].x) < low->x) return false;
    if (lesser(lesser(v[0].y, v[1].y), v[2].y) > high->y || greater(greater(v[0].y, v[1].y), v[2].y) < low->y) return false;
    return lesser(lesser(v[0].z, v[1].z), v[2].z) <= high->z && greater(greater(v[0].z, v[1].z), v[2].z) >= low->z;
}

// ---- walls ------------------------------------------------------------------------------------------------

// Cuts a polygon: what is at least `height` over the feet stays, times `sign`. Returns the new count.
static uint32_t cut(const lope_agent_frame *frame, lope_point *corners, uint32_t count, double height, double sign)
{
    lope_point kept[CORNERS];
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lope_point a = corners[i], b = corners[(i + 1) % count];
        const double over = sign * (lope_agent_height(frame, a) - height), next = sign * (lope_agent_height(frame, b) - height);
        if (over >= 0) kept[made++] = a;
        if ((over > 0 && next < 0) || (over < 0 && next > 0))
            kept[made++] = lope_point_mad(a, lope_point_sub(b, a), over / (over - next));
    }
    for (uint32_t i = 0; i < made; i++) corners[i] = kept[i];
    return made;
}

// Returns whether a triangle's extent lets it be in the way: some of it is between the heights of a step and
// of the head, and the rectangle that holds its segment is within `reach` (m). out, way: level unit vectors
// across the triangle and along it.
static bool may_be_in_way(const lope_wall_look *look, const lope_agent_frame *frame, const lope_triangle *shape, lope_point out,
                          lope_point way, double reach)
{
    double bottom = 0, top = 0, low = 0, high = 0, nearest = 0;
    for (int i = 0; i < 3; i++) {
        const lope_point from = lope_point_sub(shape->v[i], frame->feet);
        const double over = lope_point_dot(from, frame->up), t = lope_point_dot(from, way), side = lope_point_dot(from, out);
        if (i == 0 || over < bottom) bottom = over;
        if (i == 0 || over > top) top = over;
        if (i == 0 || t < low) low = t;
        if (i == 0 || t > high) high = t;
        if (i == 0 || side > nearest) nearest = side;
    }
    if (top < lope_agent_step(look) || bottom > (double)look->state->height) return false;
    const double beside = low > 0 ? low : high < 0 ? -high : 0, before = nearest < 0 ? -nearest : 0;
    return beside * beside + before * before < reach * reach + SAME;
}

// Makes the segment that a wall's triangle is from above: over its level extent, where it comes nearest to
// the agent's side. Returns false when it is not in the way.
static bool segment_of(const lope_wall_look *look, const lope_agent_frame *frame, const lope_near_triangle *triangle,
                       double reach, lope_avoidance_wall *wall)
{
    lope_point corners[CORNERS] = {triangle->shape.v[0], triangle->shape.v[1], triangle->shape.v[2]};
    const lope_point across = lope_agent_level(frame, lope_near_normal(triangle));
    const double size = lope_point_length(across);
    if (!(size > 1e-3)) return false; // flat: a ceiling
    lope_point out = lope_point_scale(across, 1 / size);
    const double side = lope_point_dot(lope_point_sub(frame->feet, corners[0]), out);
    if (side < 0 && !triangle->two_sided) return false;
    if (side < 0) out = lope_point_scale(out, -1);
    const lope_point way = lope_point_cross(frame->up, out);
    if (!may_be_in_way(look, frame, &triangle->shape, out, way, reach)) return false;
    uint32_t count = cut(frame, corners, 3, lope_agent_step(look), 1);
    count = cut(frame, corners, count, (double)look->state->height, -1);
    if (count == 0) return false;
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
static bool post_of(const lope_wall_look *look, const lope_agent_frame *frame, const lope_near_round *round,
                    lope_avoidance_wall *wall)
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
    const double one = lope_agent_height(frame, a), other = lope_agent_height(frame, b);
    const double over = shape->kind == LOPE_SHAPE_CYLINDER ? 0 : radius;
    if (greater(one, other) + over < lope_agent_step(look) || lesser(one, other) - over > (double)look->state->height)
        return false;
    const lope_point origin = look->origin;
    *wall = (lope_avoidance_wall){
        .a = lope_point_add(a, origin), .b = lope_point_add(b, origin), .margin = look->state->radius + (float)radius};
    return true;
}

// Returns the level distance (m) from the agent to a wall, less the part of its margin that is not the agent.
static double distance_to(const lope_wall_look *look, const lope_agent_frame *frame, const lope_avoidance_wall *wall)
{
    const lope_point a = lope_agent_level(frame, lope_point_sub(wall->a, look->state->feet)),
                     way = lope_agent_level(frame, lope_point_sub(wall->b, wall->a));
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

// Puts a wall into the list, if it is within reach.
static void put_near(const lope_wall_look *look, const lope_agent_frame *frame, const lope_sink_body *body, double reach,
                     lope_avoidance_wall *wall, wall_list *list)
{
    wall->velocity = velocity_of(look, body, wall);
    const double distance = distance_to(look, frame, wall);
    if (distance < reach) put(list, wall, distance);
}

// Puts the walls of a set into the list, those within reach. floor: of its triangles, as lope_triangles_in.
static void find_in(lope_wall_look *look, const lope_near_set *set, const uint64_t *floor, double reach, wall_list *list)
{
    const lope_agent_frame frame = lope_agent_frame_of(look);
    const lope_bounds bounds =
        lope_avoidance_bounds(frame.feet, frame.up, reach, lope_agent_step(look), (double)look->state->height);
    lope_avoidance_wall wall;
    lope_triangle_walk walk = lope_triangles_in(set, &bounds, floor, false);
    for (const lope_near_triangle *triangle; (triangle = lope_triangles_next(&walk)) != NULL;) {
        lope_agent_has_read(look, set, triangle);
        if (floor == NULL && lope_agent_floor(&frame, set, triangle)) continue;
        if (!touches(&triangle->shape, &bounds)) continue;
        if (segment_of(look, &frame, triangle, reach, &wall))
            put_near(look, &frame, &set->bodies[triangle->body], reach, &wall, list);
    }
    for (uint32_t i = 0; i < set->round_count; i++)
        if (post_of(look, &frame, &set->rounds[i], &wall))
            put_near(look, &frame, &set->bodies[set->rounds[i].body], reach, &wall, list);
}

uint32_t lope_walls_find(lope_wall_look *look, lope_avoidance_wall *walls)
{
    wall_list list = {.walls = walls};
    find_in(look, look->still, look->still_floor, look->reach, &list);
    return list.count;
}

uint32_t lope_walls_find_moving(lope_wall_look *look, lope_avoidance_wall *walls)
{
    wall_list list = {.walls = walls};
    if (!(look->far > 0)) return 0;
    const lope_near_set *moving = &look->nearby->sets[1];
    if (moving->body_count == 0) return 0;
    find_in(look, moving, NULL, look->far, &list);
    for (uint32_t i = 0; i < list.count; i++) { // the set has them where the tick ends
        const lope_point back =
            lope_point_scale(lope_vec3_to_point(lope_vec3_add(walls[i].velocity, look->base)), -look->seconds);
        walls[i].a = lope_point_add(walls[i].a, back);
        walls[i].b = lope_point_add(walls[i].b, back);
    }
    return list.count;
}
