// avoidance_limits.c - what walls and edges of the floor allow an agent. See avoidance_limits.h.
//
// A wall that is faced is a limit along the way to it. The end of a wall is a post, which is passed as a disc
// is.
// Read next: avoidance_plan.c.
#include "control/avoidance_limits.h"

#include <math.h>

#define SEAM 0.01 // m: an end of a wall so near to another wall is its seam, and no post

// The point of a wall that is nearest to the agent.
typedef struct nearest_point {
    lope_flat2 place; // m, from the agent
    double distance, margin;
    bool post;      // it is an end of the wall
    uint32_t which; // of the walls
} nearest_point;

static nearest_point nearest_of(const lope_avoidance_plan *plan, const lope_avoidance_wall *wall)
{
    const lope_flat2 a = lope_avoidance_flatten(plan, lope_point_sub(wall->a, plan->self.feet)),
                     b = lope_avoidance_flatten(plan, lope_point_sub(wall->b, plan->self.feet)), way = {b.x - a.x, b.y - a.y};
    const double squared = way.x * way.x + way.y * way.y, t = squared > 0 ? -(a.x * way.x + a.y * way.y) / squared : 0;
    const double s = t < 0 ? 0 : t > 1 ? 1 : t;
    const lope_flat2 place = {a.x + s * way.x, a.y + s * way.y};
    return (nearest_point){.place = place,
                           .distance = sqrt(place.x * place.x + place.y * place.y),
                           .margin = (double)wall->margin,
                           .post = !(t > 0 && t < 1)};
}

// Returns whether one point goes before another: by distance, then by place, so that no order of the walls
// matters.
static bool goes_before(const nearest_point *a, const nearest_point *b)
{
    if (a->distance < b->distance || b->distance < a->distance) return a->distance < b->distance;
    if (a->place.x < b->place.x || b->place.x < a->place.x) return a->place.x < b->place.x;
    return a->place.y < b->place.y;
}

static uint32_t insert(nearest_point *list, uint32_t count, nearest_point point)
{
    uint32_t place = count;
    if (count == LOPE_AVOIDANCE_WALLS) {
        if (!goes_before(&point, &list[count - 1])) return count;
        place = count - 1;
    }
    for (; place > 0 && goes_before(&point, &list[place - 1]); place--) list[place] = list[place - 1];
    list[place] = point;
    return count < LOPE_AVOIDANCE_WALLS ? count + 1 : count;
}

// Returns whether a post lies on or behind a wall that is faced: then that wall's limit does for it.
static bool is_seam(const nearest_point *post, const nearest_point *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const nearest_point *wall = &list[i];
        if (wall->post || !(wall->distance > 0)) continue;
        const double deep = (post->place.x * wall->place.x + post->place.y * wall->place.y) / wall->distance;
        if (deep > wall->distance - SEAM) return true;
    }
    return false;
}

static void add_line(lope_avoidance_plan *plan, const nearest_point *point)
{
    if (plan->hard >= LOPE_AVOIDANCE_HARD || !(point->distance > 0)) return;
    const lope_flat2 toward = {point->place.x / point->distance, point->place.y / point->distance};
    const double horizon = (double)plan->settings->wall_horizon, room = point->distance - point->margin;
    if (point->post && room > 0) {
        const lope_orca_disc disc = {.place = point->place, .radius = point->margin, .share = 1};
        plan->walls[plan->hard++] = lope_orca_line_of(&disc, plan->velocity, horizon, LOPE_AVOIDANCE_RECOVER);
        return;
    }
    plan->walls[plan->hard++] = lope_orca_limit(toward, room > 0 ? room / horizon : 0);
}

static bool moves(const lope_avoidance_wall *wall)
{
    return wall->velocity.x != 0 || wall->velocity.y != 0 || wall->velocity.z != 0;
}

static void add_moving_line(lope_avoidance_plan *plan, const lope_avoidance_wall *wall)
{
    const lope_flat2 a = lope_avoidance_flatten(plan, lope_point_sub(wall->a, plan->self.feet)),
                     b = lope_avoidance_flatten(plan, lope_point_sub(wall->b, plan->self.feet)),
                     velocity = lope_avoidance_flatten(plan, lope_vec3_to_point(wall->velocity));
    const double margin = (double)wall->margin * (double)plan->settings->radius_expansion;
    plan->agents[plan->soft++] = lope_orca_line_of_wall(a, b, margin, velocity, plan->velocity,
                                                        (double)plan->settings->time_to_predict, LOPE_AVOIDANCE_RECOVER);
}

void lope_avoidance_add_moving(lope_avoidance_plan *plan, const lope_avoidance_wall *walls, uint32_t count)
{
    nearest_point list[LOPE_AVOIDANCE_WALLS];
    uint32_t found = 0;
    if (!(plan->settings->wall_horizon > 0)) return;
    for (uint32_t i = 0; i < count; i++) {
        if (!moves(&walls[i])) continue;
        nearest_point point = nearest_of(plan, &walls[i]);
        point.which = i;
        found = insert(list, found, point);
    }
    for (uint32_t i = 0; i < found && i < LOPE_AVOIDANCE_MOVING; i++) add_moving_line(plan, &walls[list[i].which]);
}

void lope_avoidance_add_walls(lope_avoidance_plan *plan, const lope_avoidance_wall *walls, uint32_t count)
{
    nearest_point list[LOPE_AVOIDANCE_WALLS];
    uint32_t found = 0;
    if (!(plan->settings->wall_horizon > 0)) return;
    for (uint32_t i = 0; i < count; i++)
        if (!moves(&walls[i])) found = insert(list, found, nearest_of(plan, &walls[i]));
    for (uint32_t i = 0; i < found; i++)
        if (!list[i].post) add_line(plan, &list[i]);
    for (uint32_t i = 0; i < found; i++)
        if (list[i].post && !is_seam(&list[i], list, found)) add_line(plan, &list[i]);
}

bool lope_avoidance_add_limit(lope_avoidance_plan *plan, lope_point toward, double most)
{
    if (plan->hard >= LOPE_AVOIDANCE_HARD) return false;
    plan->walls[plan->hard++] = lope_orca_limit(lope_avoidance_flatten(plan, toward), most > 0 ? most : 0);
    return true;
}
