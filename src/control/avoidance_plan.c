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
#define QUEUE 0.6        // as much more of a change one takes that is behind another that goes the same way
#define RANK 0.9         // as much more, by how far to the left of the crowd it is
#define GRAZE 0.05       // cosine: a heading that is more level with a wall does not meet it
#define FACED 2.5        // of both radii, by which one that is met head-on may be aside of the way
#define AGAINST 0.5      // cosine: an agent with a way within 60 degrees of straight back is met head-on
#define PASSED 0.5       // of both radii, by which one that comes is passed on its right side
#define PASS_ON 0.97     // of what the one ahead knows of those that come, the one behind it learns
#define KEEPS_RIGHT 0.3  // an agent with so much of it keeps to the right: 40 agents behind the first one
#define FEW 3            // neighbours: among so few none keeps to the right where only the left is free
#define SCREEN 2.0       // times its radius, within which a wall ahead stands between it and those that come
#define INTENT 0.65      // of a neighbour's velocity, that is what it wants: one that is held up will go on
#define AHEAD 2.0        // s, that headings are followed
#define LEFT 0.75        // as much a heading to the left counts: two that meet both turn to the right
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
    plan->keeps_right = plan->has_free = false;
    plan->ahead = plan->left = (lope_point){0, 0, 0};
    if (!(speed > LEAST) || !(plan->most > LEAST)) return false;
    plan->ahead = lope_point_scale(level, 1 / speed);
    plan->left = lope_point_cross(u, plan->ahead);
    plan->velocity = lope_avoidance_flatten(plan, lope_vec3_to_point(self->velocity));
    plan->walls[plan->hard++] = lope_orca_limit((lope_flat2){-1, 0}, RETREAT * plan->wanted);
    return settings->weight < 1;
}

// Returns the share of a change of velocity that the agent takes. Of two that go the same way the one
// behind takes more of it, so that the one ahead can give ground to those that come toward both. way: m,
// to the other.
static double share_of(const lope_avoidance_agent *self, const lope_avoidance_agent *other, lope_point way)
{
    if (!other->avoids || !lope_avoidance_regards(other, self)) return 1;
    double own = 1 - (double)self->weight, others = 1 - (double)other->weight;
    if (lope_vec3_dot(self->wanted, other->wanted) > 0) {
        const lope_point both = lope_vec3_to_point(lope_vec3_add(self->wanted, other->wanted));
        const double length = lope_point_length(both) * lope_point_length(way);
        const double behind = length > 0 ? QUEUE * clamp_to(lope_point_dot(way, both) / length, -1, 1) : 0;
        own *= 1 + behind;
        others *= 1 - behind;
    }
    return own / (own + others);
}

// Notes whether a neighbour comes toward the agent, or goes ahead of it and knows of others that do.
static void note_oncoming(lope_avoidance_plan *plan, const lope_avoidance_agent *other, lope_flat2 place, lope_flat2 wants,
                          double radius)
{
    const double aside = FACED * radius;
    if (!(place.x > 0) || place.y > aside) return;
    const double against = AGAINST * (double)lope_vec3_length(other->wanted);
    double told = 0;
    if (wants.x < -against && place.y > -PASSED * radius) told = 1;
    if (wants.x > against && place.y > -aside) told = PASS_ON * (double)other->oncoming;
    if (told > plan->oncoming) plan->oncoming = told;
}

void lope_avoidance_meet(lope_avoidance_plan *plan, const lope_avoidance_agent *other)
{
    if (plan->met >= LOPE_AVOIDANCE_NEIGHBOURS) return;
    const lope_point way = lope_point_sub(other->feet, plan->self.feet);
    const lope_flat2 place = lope_avoidance_flatten(plan, way),
                     velocity = lope_avoidance_flatten(plan, lope_vec3_to_point(other->velocity)),
                     wants = lope_avoidance_flatten(plan, lope_vec3_to_point(other->wanted));
    const double radius = (double)(plan->self.radius + other->radius) * (double)plan->settings->radius_expansion;
    const double part = other->avoids ? INTENT : 0;
    note_oncoming(plan, other, place, wants, radius);
    plan->seen[plan->met++] = (lope_avoidance_ahead){
        .place = place,
        .velocity = velocity,
        .expected = {velocity.x + part * (wants.x - velocity.x), velocity.y + part * (wants.y - velocity.y)},
        .radius = radius,
        .share = share_of(&plan->self, other, way),
        .against = wants.x < 0,
    };
}

// Returns how far to the right of the crowd around it an agent is, -1 to 1. So of two that meet the one on
// its right side goes on, the other one gives way, and lanes come about.
static double rank_of(const lope_avoidance_plan *plan)
{
    double sum = 0;
    for (uint32_t i = 0; i < plan->met; i++) sum += plan->seen[i].place.y / plan->seen[i].radius;
    return clamp_to(sum / (plan->met + 1), -1, 1);
}

// Returns whether the agent and a disc would touch within the horizon as both go now.
static bool would_touch(const lope_avoidance_plan *plan, const lope_orca_disc *disc)
{
    const lope_flat2 v = {plan->velocity.x - disc->velocity.x, plan->velocity.y - disc->velocity.y};
    lope_flat2 normal;
    const lope_flat2 change = lope_orca_change(disc, v, (double)plan->settings->time_to_predict, LOPE_AVOIDANCE_RECOVER, &normal);
    return change.x * normal.x + change.y * normal.y > 0;
}

void lope_avoidance_weigh(lope_avoidance_plan *plan)
{
    const double rank = rank_of(plan);
    for (uint32_t i = 0; i < plan->met; i++) {
        const lope_avoidance_ahead *seen = &plan->seen[i];
        lope_orca_disc disc = {.place = seen->place, .velocity = seen->velocity, .radius = seen->radius, .share = seen->share};
        // where they would not touch a greater share is a greater freedom, of which both together have no
        // more
        if (rank < 0 && seen->against && seen->share < 1 && would_touch(plan, &disc))
            disc.share = clamp_to(seen->share * (1 - RANK * rank), 0, 1);
        plan->agents[plan->soft++] =
            lope_orca_line_of(&disc, plan->velocity, (double)plan->settings->time_to_predict, LOPE_AVOIDANCE_RECOVER);
    }
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
#define SEEN_MOST ((LOPE_AVOIDANCE_NEIGHBOURS + LANES - 1) / LANES * LANES)

// The neighbours that were met, four at a time. Lanes without one are never met: they go along.
typedef struct seen_lanes {
    double x[SEEN_MOST], y[SEEN_MOST];                   // m, their places
    double expected_x[SEEN_MOST], expected_y[SEEN_MOST]; // m/s
    double gap[SEEN_MOST];                               // m2, between the squares of distance and radius
    uint32_t count;
} seen_lanes;

static void fill_lanes(const lope_avoidance_plan *plan, seen_lanes *lanes)
{
    lanes->count = (plan->met + LANES - 1) / LANES * LANES;
    for (uint32_t i = 0; i < lanes->count; i++) {
        const bool any = i < plan->met;
        const lope_avoidance_ahead *seen = &plan->seen[any ? i : 0];
        lanes->x[i] = any ? seen->place.x : 0;
        lanes->y[i] = any ? seen->place.y : 0;
        lanes->expected_x[i] = any ? seen->expected.x : 0;
        lanes->expected_y[i] = any ? seen->expected.y : 0;
        lanes->gap[i] = any ? seen->place.x * seen->place.x + seen->place.y * seen->place.y - seen->radius * seen->radius : 0;
    }
}

// Returns the time (s) after which an agent that goes at a velocity first meets a neighbour, at most `least`.
static double time_before_neighbours(const seen_lanes *lanes, lope_flat2 velocity, double least)
{
    const lope_d4 vx = lope_d4_splat(velocity.x), vy = lope_d4_splat(velocity.y), zero = lope_d4_splat(0);
    for (uint32_t i = 0; i < lanes->count; i += LANES) {
        const lope_d4 x = lope_d4_sub(vx, lope_d4_load(&lanes->expected_x[i])),
                      y = lope_d4_sub(vy, lope_d4_load(&lanes->expected_y[i])), gap = lope_d4_load(&lanes->gap[i]);
        const lope_d4 closing =
            lope_d4_add(lope_d4_mul(x, lope_d4_load(&lanes->x[i])), lope_d4_mul(y, lope_d4_load(&lanes->y[i])));
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

// Finds how far the fan's headings lead, once: limits that come later are walls, and edges of the floor.
static void find_free(lope_avoidance_plan *plan, double far)
{
    if (plan->has_free) return;
    seen_lanes lanes;
    fill_lanes(plan, &lanes);
    for (uint32_t k = 0; k < LOPE_AVOIDANCE_FAN; k++) {
        const lope_flat2 velocity = {fan[k].x * plan->wanted, fan[k].y * plan->wanted};
        plan->free[k] = time_before_neighbours(&lanes, velocity, far / plan->wanted) * plan->wanted;
    }
    plan->has_free = true;
}

// Returns the velocity that an agent in the way of others aims for: of a fan of headings the one that
// brings it nearest to where it wants to be, as far as it is free.
static lope_flat2 aim_of(lope_avoidance_plan *plan)
{
    if (lope_avoidance_is_clear(plan)) return (lope_flat2){plan->wanted, 0};
    const double far = plan->wanted * AHEAD;
    double best = 0;
    uint32_t which = 0;
    find_free(plan, far);
    for (uint32_t k = 0; k < LOPE_AVOIDANCE_FAN; k++) {
        const double free = room_before_walls(plan, fan[k], plan->free[k]);
        // squared distance to the point `far` ahead, less far squared; to the left it counts as less free
        double gain = 2 * far * free * fan[k].x - free * free;
        if (fan[k].y > 0) gain *= LEFT * (1 - plan->oncoming);
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
