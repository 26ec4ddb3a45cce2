// avoidance_plan.c - one agent's choice of a velocity. See avoidance_plan.h.
//
// Everything is seen in the agent's level plane, with x along the wanted velocity and y to its left. So a
// crowd does the same in any gravity and in any direction, but for rounding.
#include "control/avoidance_plan.h"

#include "base/simd.h"

#include <math.h>

#define LEAST 1e-4       // m/s: an agent that wants less stays
#define TURN 0.02        // of the wanted velocity, that an agent in the way turns to the right, at least
#define TURN_BY_ID 0.06  // and at most so much more, by its id
#define TURN_STOPPED 0.3 // and at most so much more, the slower it goes
#define TURN_FACED 0.35  // and so much more when others come toward it
#define GRAZE 0.05       // cosine: a heading that is more level with a wall does not meet it
#define KEEPS_RIGHT 0.3  // an agent with so much of it keeps to the right: 40 agents behind the first one
#define FEW 3            // neighbours: among so few none keeps to the right where only the left is free
#define SCREEN 2.0       // times its radius, within which a wall ahead stands between it and those that come
#define AHEAD 2.0        // s, that headings are followed
#define LEFT 0.75        // as much a heading to the left counts: two that meet both turn to the right
#define SURE 1e-9        // of the distance squared that headings are followed: more than any rounding
#define BETTER 1.02      // by so much another heading must be better than those before it
#define RETREAT 0.6      // of the wanted speed: an agent gives ground no faster, or streams carry it off

static double clamp_to(double v, double low, double high) { return v < low ? low : v > high ? high : v; }

// Returns a number of 0 to 1 for an id, spread evenly.
static double spread(uint64_t id)
{
    const uint64_t mixed = (id ^ (id >> 29)) * UINT64_C(0x9e3779b97f4a7c15);
    return (double)(mixed >> 40) / 16777216.0;
}

uint32_t lope_neighbour_insert(lope_neighbour *list, uint32_t count, uint32_t most, lope_neighbour neighbour)
{
    uint32_t place = count < most ? count : most;
    while (place > 0) {
        const lope_neighbour *before = &list[place - 1];
        const bool later =
            neighbour.squared > before->squared || (!(neighbour.squared < before->squared) && neighbour.id > before->id);
        if (later) break;
        if (place < most) list[place] = *before;
        place--;
    }
    if (place < most) list[place] = neighbour;
    return count < most ? count + 1 : most;
}

bool lope_avoidance_begin(lope_avoidance_plan *plan, const lope_avoidance_settings *settings, const lope_avoidance_agent *self,
                          lope_vec3 up, float max_speed)
{
    const lope_point u = lope_vec3_to_point(up), whole = lope_vec3_to_point(self->wanted);
    const lope_point level = lope_point_mad(whole, u, -lope_point_dot(whole, u));
    const double speed = lope_point_length(level);
    plan->settings = settings;
    plan->self = *self;
    plan->up = u;
    plan->most = (double)max_speed;
    plan->wanted = speed < plan->most ? speed : plan->most;
    plan->hard = plan->soft = plan->met = 0;
    plan->oncoming = 0;
    plan->keeps_right = false;
    plan->known_free = 0;
    plan->ahead = plan->left = (lope_point){0, 0, 0};
    if (!(speed > LEAST) || !(plan->most > LEAST)) return false;
    plan->ahead = lope_point_scale(level, 1 / speed);
    plan->left = lope_point_cross(u, plan->ahead);
    plan->velocity = lope_avoidance_flatten(plan, lope_vec3_to_point(self->velocity));
    plan->walls[plan->hard++] = lope_orca_limit((lope_flat2){-1, 0}, RETREAT * plan->wanted);
    return settings->weight < 1;
}

bool lope_avoidance_is_clear(const lope_avoidance_plan *plan)
{
    const lope_flat2 wanted = {plan->wanted, 0};
    if (plan->oncoming > KEEPS_RIGHT) return false;
    for (uint32_t i = 0; i < plan->soft; i++)
        if (lope_orca_breach(&plan->agents[i], wanted) > 0) return false;
    return true;
}

// ---- the choice -------------------------------------------------------------------------------------------

// Returns how far (m) a heading leads at most before it meets a wall or an edge.
static double room_before_walls(const lope_avoidance_plan *plan, lope_flat2 heading, double far)
{
    double least = far;
    for (uint32_t i = 1; i < plan->hard; i++) {
        const lope_orca_line *line = &plan->walls[i];
        const double toward = -(line->way.x * heading.y - line->way.y * heading.x);
        if (!(toward > GRAZE)) continue;
        const double most = line->way.x * -line->point.y + line->way.y * line->point.x;
        const double room = (most < 0 ? -most : most) * (double)plan->settings->wall_horizon;
        if (room / toward < least) least = room / toward;
    }
    return least;
}

#define LANES 4

// Writes the gaps (m2) to the neighbours: between the squares of their distances and radii.
static void put_gaps(const lope_avoidance_plan *plan, double *gaps)
{
    for (uint32_t i = 0; i < plan->met; i += LANES) {
        const lope_d4 x = lope_d4_load(&plan->seen.x[i]), y = lope_d4_load(&plan->seen.y[i]),
                      radius = lope_d4_load(&plan->seen.radius[i]);
        const lope_d4 squared = lope_d4_add(lope_d4_mul(x, x), lope_d4_mul(y, y));
        lope_d4_store(&gaps[i], lope_d4_sub(squared, lope_d4_mul(radius, radius)));
    }
}

// Returns the time (s) after which an agent that goes at a velocity first meets a neighbour, at most `least`.
static double time_before_neighbours(const lope_avoidance_plan *plan, lope_flat2 velocity, double least)
{
    const lope_d4 vx = lope_d4_splat(velocity.x), vy = lope_d4_splat(velocity.y), zero = lope_d4_splat(0);
    const lope_avoidance_seen *seen = &plan->seen;
    for (uint32_t i = 0; i < plan->met; i += LANES) {
        const lope_d4 x = lope_d4_sub(vx, lope_d4_load(&seen->expected_x[i])),
                      y = lope_d4_sub(vy, lope_d4_load(&seen->expected_y[i])), gap = lope_d4_load(&plan->gaps[i]);
        const lope_d4 closing = lope_d4_add(lope_d4_mul(x, lope_d4_load(&seen->x[i])), lope_d4_mul(y, lope_d4_load(&seen->y[i])));
        const uint32_t closer = lope_d4_greater_bits(closing, zero);
        if (closer == 0) continue;
        if ((closer & ~lope_d4_greater_bits(gap, zero)) != 0) return 0;
        const lope_d4 squared = lope_d4_add(lope_d4_mul(x, x), lope_d4_mul(y, y));
        const lope_d4 inside = lope_d4_sub(lope_d4_mul(closing, closing), lope_d4_mul(squared, gap));
        const uint32_t met = closer & lope_d4_greater_bits(inside, zero);
        if (met == 0) continue;
        double times[LANES];
        lope_d4_store(times, lope_d4_div(lope_d4_sub(closing, lope_d4_sqrt(lope_d4_max(inside, zero))), squared));
        for (uint32_t k = 0; k < LANES; k++)
            if ((met >> k & 1) != 0 && times[k] < least) least = times[k];
    }
    return least;
}

static const lope_flat2 fan[LOPE_AVOIDANCE_FAN] = {{1, 0},
                                                   {0.9659258, -0.2588190},
                                                   {0.9659258, 0.2588190},
                                                   {0.8660254, -0.5},
                                                   {0.8660254, 0.5},
                                                   {0.6427876, -0.7660444},
                                                   {0.6427876, 0.7660444},
                                                   {0.2588190, -0.9659258},
                                                   {0.2588190, 0.9659258}};

// Returns how far (m) a heading of the fan leads before it meets a neighbour. It is found once: limits that
// come later are walls, and edges of the floor.
static double free_before_neighbours(lope_avoidance_plan *plan, uint32_t heading, double far)
{
    if ((plan->known_free >> heading & 1) != 0) return plan->free[heading];
    if (plan->known_free == 0) put_gaps(plan, plan->gaps);
    const lope_flat2 velocity = {fan[heading].x * plan->wanted, fan[heading].y * plan->wanted};
    plan->free[heading] = time_before_neighbours(plan, velocity, far / plan->wanted) * plan->wanted;
    plan->known_free |= 1u << heading;
    return plan->free[heading];
}

// Returns what a heading is worth that is free for so far (m): the squared distance to the point `far` ahead,
// less far squared. To the left it counts as less free. left: what it counts there.
static double gain_of(lope_flat2 heading, double free, double far, double left)
{
    const double gain = 2 * far * free * heading.x - free * free;
    return heading.y > 0 ? gain * left : gain;
}

// Returns the velocity that an agent in the way of others aims for: of a fan of headings the one that
// brings it nearest to where it wants to be, as far as it is free.
static lope_flat2 aim_of(lope_avoidance_plan *plan)
{
    if (lope_avoidance_is_clear(plan)) return (lope_flat2){plan->wanted, 0};
    const double far = plan->wanted * AHEAD, left = LEFT * (1 - plan->oncoming);
    double best = 0;
    uint32_t which = 0;
    for (uint32_t k = 0; k < LOPE_AVOIDANCE_FAN; k++) {
        const double room = room_before_walls(plan, fan[k], far), turn = far * fan[k].x;
        // no heading is worth more than where it comes nearest to the point ahead: so most need no look for
        // neighbours
        const double most = gain_of(fan[k], room < turn ? room : turn, far, left);
        if (k > 0 && most + SURE * far * far <= best * BETTER) continue;
        const double free = free_before_neighbours(plan, k, far), gain = gain_of(fan[k], room < free ? room : free, far, left);
        if (k > 0 && gain <= best * BETTER) continue;
        best = gain;
        which = k;
    }
    const double slow = 1 - clamp_to(plan->velocity.x / plan->wanted, 0, 1);
    const double aside = TURN + (TURN_BY_ID + TURN_STOPPED * slow) * spread(plan->self.id) + TURN_FACED * plan->oncoming;
    const double length = sqrt(1 + aside * aside), c = 1 / length, s = -aside / length;
    const double x = fan[which].x, y = fan[which].y;
    return (lope_flat2){plan->wanted * (x * c - y * s), plan->wanted * (x * s + y * c)};
}

void lope_avoidance_keep_right(lope_avoidance_plan *plan)
{
    const lope_flat2 straight = {1, 0}, left = {0, 1};
    const double screen = SCREEN * (double)plan->self.radius;
    if (plan->oncoming > 0 && room_before_walls(plan, straight, screen) < screen) plan->oncoming = 0;
    plan->keeps_right = plan->oncoming > KEEPS_RIGHT && plan->hard < LOPE_AVOIDANCE_HARD;
    plan->keeps_right_at = plan->hard;
    if (plan->keeps_right) plan->walls[plan->hard++] = lope_orca_limit(left, 0);
}

// Solves for the lines of the plan, without wall `leave_out`. Returns whether all of them can be held.
static bool solve(lope_avoidance_plan *plan, uint32_t leave_out, lope_flat2 *best)
{
    lope_orca_line lines[LOPE_ORCA_LINES];
    uint32_t hard = 0;
    for (uint32_t i = 0; i < plan->hard; i++)
        if (i != leave_out) lines[hard++] = plan->walls[i];
    for (uint32_t i = 0; i < plan->soft; i++) lines[hard + i] = plan->agents[i];
    return lope_orca_solve(lines, hard + plan->soft, hard, aim_of(plan), plan->most, best);
}

lope_vec3 lope_avoidance_best(lope_avoidance_plan *plan)
{
    lope_flat2 best, aside;
    const bool held = solve(plan, UINT32_MAX, &best);
    if (!held && plan->keeps_right && plan->met <= FEW && solve(plan, plan->keeps_right_at, &aside)) best = aside;
    return lope_point_to_vec3(lope_point_mad(lope_point_scale(plan->ahead, best.x), plan->left, best.y));
}
