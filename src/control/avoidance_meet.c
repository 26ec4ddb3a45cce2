// avoidance_meet.c - see avoidance_meet.h.
//
// Four neighbours are met at a time, in the lanes of vectors. Each lane has the bits that one neighbour alone
// would have. Where fewer than four are left the last one is met again, which changes nothing. What is rare
// (discs that overlap) is left to the plain code of orca.c.
// Read next: orca.c.
#include "control/avoidance_meet.h"

#include "base/simd.h"

#define QUEUE 0.6    // as much more of a change one takes that is behind another that goes the same way
#define RANK 0.9     // as much more, by how far to the left of the crowd it is
#define FACED 2.5    // of both radii, by which one that is met head-on may be aside of the way
#define AGAINST 0.5  // cosine: an agent with a way within 60 degrees of straight back is met head-on
#define PASSED 0.5   // of both radii, by which one that comes is passed on its right side
#define PASS_ON 0.97 // of what the one ahead knows of those that come, the one behind it learns
#define INTENT 0.65  // of a neighbour's velocity, that is what it wants: one that is held up will go on
#define FOUR 4       // lanes

_Static_assert(LOPE_AVOIDANCE_NEIGHBOURS % FOUR == 0, "lanes of whole vectors");

static double limit_to(double v, double low, double high) { return v < low ? low : v > high ? high : v; }

// Vectors of four agents.
typedef struct four_points {
    lope_d4 x, y, z;
} four_points;
typedef struct four_flats {
    lope_d4 x, y;
} four_flats;

typedef const lope_avoidance_agent *const *four_agents;

static four_points splat_point(lope_point p) { return (four_points){lope_d4_splat(p.x), lope_d4_splat(p.y), lope_d4_splat(p.z)}; }

static four_points points_of(lope_point a, lope_point b, lope_point c, lope_point d)
{
    return (four_points){lope_d4_make(a.x, b.x, c.x, d.x), lope_d4_make(a.y, b.y, c.y, d.y), lope_d4_make(a.z, b.z, c.z, d.z)};
}

static four_points vectors_of(lope_vec3 a, lope_vec3 b, lope_vec3 c, lope_vec3 d)
{
    return points_of(lope_vec3_to_point(a), lope_vec3_to_point(b), lope_vec3_to_point(c), lope_vec3_to_point(d));
}

// As lope_point_dot, in each lane.
static lope_d4 dot_points(const four_points *a, const four_points *b)
{
    return lope_d4_add(lope_d4_add(lope_d4_mul(a->x, b->x), lope_d4_mul(a->y, b->y)), lope_d4_mul(a->z, b->z));
}

static lope_d4 dot_flats(four_flats a, four_flats b) { return lope_d4_add(lope_d4_mul(a.x, b.x), lope_d4_mul(a.y, b.y)); }

// As lope_avoidance_flatten, in each lane.
static four_flats flatten_four(const lope_avoidance_plan *plan, const four_points *v)
{
    const four_points ahead = splat_point(plan->ahead), left = splat_point(plan->left);
    return (four_flats){dot_points(v, &ahead), dot_points(v, &left)};
}

// Returns how much of a change more the agent takes, as it is behind another that goes the same way: less
// than 0 when it is ahead. 0 for those that go another way. way: m, to the others.
static lope_d4 queue_of(const lope_avoidance_agent *self, four_agents others, const four_points *way)
{
    const lope_d4 zero = lope_d4_splat(0), one = lope_d4_splat(1);
    const lope_vec3 w = self->wanted, a = others[0]->wanted, b = others[1]->wanted, c = others[2]->wanted, d = others[3]->wanted;
    const lope_d4 along = lope_d4_make((double)lope_vec3_dot(w, a), (double)lope_vec3_dot(w, b), (double)lope_vec3_dot(w, c),
                                       (double)lope_vec3_dot(w, d));
    if (lope_d4_greater_bits(along, zero) == 0) return zero;
    const four_points both = vectors_of(lope_vec3_add(w, a), lope_vec3_add(w, b), lope_vec3_add(w, c), lope_vec3_add(w, d));
    const lope_d4 length = lope_d4_mul(lope_d4_sqrt(dot_points(&both, &both)), lope_d4_sqrt(dot_points(way, way)));
    const lope_d4 cosine = lope_d4_div(dot_points(way, &both), length);
    const lope_d4 behind = lope_d4_mul(lope_d4_splat(QUEUE), lope_d4_max(lope_d4_splat(-1), lope_d4_min(one, cosine)));
    return lope_d4_where_greater(along, zero, lope_d4_where_greater(length, zero, behind));
}

// Writes the share of a change of velocity that the agent takes. Of two that go the same way the one behind
// takes more of it, so that the one ahead can give ground to those that come toward both.
static void put_shares(const lope_avoidance_agent *self, four_agents others, const four_points *way, double *shares)
{
    const lope_d4 one = lope_d4_splat(1), behind = queue_of(self, others, way);
    const lope_d4 weight =
        lope_d4_make((double)others[0]->weight, (double)others[1]->weight, (double)others[2]->weight, (double)others[3]->weight);
    const lope_d4 own = lope_d4_mul(lope_d4_splat(1 - (double)self->weight), lope_d4_add(one, behind)),
                  theirs = lope_d4_mul(lope_d4_sub(one, weight), lope_d4_sub(one, behind));
    lope_d4_store(shares, lope_d4_div(own, lope_d4_add(own, theirs)));
    for (uint32_t i = 0; i < FOUR; i++)
        if (!others[i]->avoids || !lope_avoidance_regards(others[i], self)) shares[i] = 1;
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

// Notes how four neighbours stand to the agent, from lane `at` on.
static void see_four(lope_avoidance_plan *plan, four_agents others, uint32_t at, lope_vec3 base)
{
    const lope_avoidance_agent *self = &plan->self, *a = others[0], *b = others[1], *c = others[2], *d = others[3];
    lope_avoidance_seen *seen = &plan->seen;
    const four_points feet = points_of(a->feet, b->feet, c->feet, d->feet), own = splat_point(self->feet);
    const four_points way = {lope_d4_sub(feet.x, own.x), lope_d4_sub(feet.y, own.y), lope_d4_sub(feet.z, own.z)},
                      moves = vectors_of(lope_vec3_sub(a->velocity, base), lope_vec3_sub(b->velocity, base),
                                         lope_vec3_sub(c->velocity, base), lope_vec3_sub(d->velocity, base)),
                      aims = vectors_of(a->wanted, b->wanted, c->wanted, d->wanted);
    const four_flats place = flatten_four(plan, &way), velocity = flatten_four(plan, &moves), wants = flatten_four(plan, &aims);
    const lope_d4 part =
        lope_d4_make(a->avoids ? INTENT : 0, b->avoids ? INTENT : 0, c->avoids ? INTENT : 0, d->avoids ? INTENT : 0);
    const double r = (double)plan->settings->radius_expansion;
    lope_d4_store(&seen->x[at], place.x);
    lope_d4_store(&seen->y[at], place.y);
    lope_d4_store(&seen->velocity_x[at], velocity.x);
    lope_d4_store(&seen->velocity_y[at], velocity.y);
    lope_d4_store(&seen->expected_x[at], lope_d4_add(velocity.x, lope_d4_mul(part, lope_d4_sub(wants.x, velocity.x))));
    lope_d4_store(&seen->expected_y[at], lope_d4_add(velocity.y, lope_d4_mul(part, lope_d4_sub(wants.y, velocity.y))));
    lope_d4_store(&seen->wants_x[at], wants.x);
    lope_d4_store(&seen->wants_y[at], wants.y);
    lope_d4_store(&seen->radius[at],
                  lope_d4_mul(lope_d4_make((double)(self->radius + a->radius), (double)(self->radius + b->radius),
                                           (double)(self->radius + c->radius), (double)(self->radius + d->radius)),
                              lope_d4_splat(r)));
    put_shares(self, others, &way, &seen->share[at]);
}

// Returns how far to the right of the crowd around it an agent is, -1 to 1. So of two that meet the one on
// its right side goes on, the other one gives way, and lanes come about.
static double rank_of(const lope_avoidance_plan *plan)
{
    double aside[LOPE_AVOIDANCE_NEIGHBOURS], sum = 0;
    for (uint32_t i = 0; i < plan->met; i += FOUR)
        lope_d4_store(&aside[i], lope_d4_div(lope_d4_load(&plan->seen.y[i]), lope_d4_load(&plan->seen.radius[i])));
    for (uint32_t i = 0; i < plan->met; i++) sum += aside[i];
    return limit_to(sum / (plan->met + 1), -1, 1);
}

// What lope_orca_change returns for four discs.
typedef struct four_changes {
    // in lanes; [0]: past a leg of the cone; [1]: out of the disc that cuts it off
    double change_x[2][FOUR], change_y[2][FOUR], normal_x[2][FOUR], normal_y[2][FOUR];
    uint32_t disc;  // bit i: lane i is of [1]
    uint32_t plain; // bit i: lane i is not known here
} four_changes;

static void put_changes(four_changes *to, int kind, four_flats change, four_flats normal)
{
    lope_d4_store(to->change_x[kind], change.x);
    lope_d4_store(to->change_y[kind], change.y);
    lope_d4_store(to->normal_x[kind], normal.x);
    lope_d4_store(to->normal_y[kind], normal.y);
}

// Past the nearer leg of the cone: see lope_orca_change. The two legs are one another's mirror image, and
// differ in signs alone.
static void past_legs(four_changes *to, four_flats p, four_flats v, four_flats w, lope_d4 squared, lope_d4 tangent, lope_d4 r)
{
    const lope_d4 zero = lope_d4_splat(0), minus = lope_d4_splat(-1), leg = lope_d4_sqrt(tangent);
    const lope_d4 cross = lope_d4_sub(lope_d4_mul(p.x, w.y), lope_d4_mul(p.y, w.x));
    const lope_d4 side = lope_d4_add(lope_d4_where_greater(cross, zero, lope_d4_splat(2)), minus); // 1 or -1
    const lope_d4 aside = lope_d4_mul(side, r), by = lope_d4_div(side, squared);
    const four_flats d = {lope_d4_mul(lope_d4_sub(lope_d4_mul(p.x, leg), lope_d4_mul(p.y, aside)), by),
                          lope_d4_mul(lope_d4_add(lope_d4_mul(p.x, aside), lope_d4_mul(p.y, leg)), by)};
    const lope_d4 far = dot_flats(v, d);
    const four_flats change = {lope_d4_sub(lope_d4_mul(d.x, far), v.x), lope_d4_sub(lope_d4_mul(d.y, far), v.y)};
    put_changes(to, 0, change, (four_flats){lope_d4_mul(minus, d.y), d.x});
}

// As lope_orca_change for the four from lane `at` on.
static four_changes changes_of(const lope_avoidance_plan *plan, uint32_t at)
{
    const lope_avoidance_seen *seen = &plan->seen;
    const double horizon = (double)plan->settings->time_to_predict;
    const lope_d4 zero = lope_d4_splat(0), per = lope_d4_splat(1 / horizon), r = lope_d4_load(&seen->radius[at]);
    const four_flats p = {lope_d4_load(&seen->x[at]), lope_d4_load(&seen->y[at])};
    const four_flats v = {lope_d4_sub(lope_d4_splat(plan->velocity.x), lope_d4_load(&seen->velocity_x[at])),
                          lope_d4_sub(lope_d4_splat(plan->velocity.y), lope_d4_load(&seen->velocity_y[at]))};
    const four_flats w = {lope_d4_sub(v.x, lope_d4_mul(p.x, per)), lope_d4_sub(v.y, lope_d4_mul(p.y, per))};
    const lope_d4 squared = dot_flats(p, p), tangent = lope_d4_sub(squared, lope_d4_mul(r, r));
    const lope_d4 closing = dot_flats(w, p), wide = dot_flats(w, w), length = lope_d4_sqrt(wide);
    four_changes to;
    to.disc = lope_d4_greater_bits(zero, closing) &
              lope_d4_greater_bits(lope_d4_mul(closing, closing), lope_d4_mul(lope_d4_mul(r, r), wide));
    to.plain = ~lope_d4_greater_bits(tangent, zero) | (to.disc & ~lope_d4_greater_bits(length, zero));
    past_legs(&to, p, v, w, squared, tangent, r);
    const lope_d4 by = lope_d4_div(lope_d4_splat(1), length), out = lope_d4_sub(lope_d4_div(r, lope_d4_splat(horizon)), length);
    const four_flats normal = {lope_d4_mul(w.x, by), lope_d4_mul(w.y, by)};
    put_changes(&to, 1, (four_flats){lope_d4_mul(normal.x, out), lope_d4_mul(normal.y, out)}, normal);
    return to;
}

// Returns the change of velocity that a neighbour asks for, as lope_orca_change does.
static lope_flat2 change_of(const lope_avoidance_plan *plan, const four_changes *four, uint32_t at, lope_flat2 *normal)
{
    const lope_avoidance_seen *seen = &plan->seen;
    const uint32_t lane = at % FOUR, kind = four->disc >> lane & 1;
    *normal = (lope_flat2){four->normal_x[kind][lane], four->normal_y[kind][lane]};
    if ((four->plain >> lane & 1) == 0) return (lope_flat2){four->change_x[kind][lane], four->change_y[kind][lane]};
    const lope_orca_disc disc = {.place = {seen->x[at], seen->y[at]}, .radius = seen->radius[at]};
    const lope_flat2 v = {plan->velocity.x - seen->velocity_x[at], plan->velocity.y - seen->velocity_y[at]};
    return lope_orca_change(&disc, v, (double)plan->settings->time_to_predict, LOPE_AVOIDANCE_RECOVER, normal);
}

// Adds the half-plane that a neighbour asks for.
static void add_neighbour(lope_avoidance_plan *plan, const four_changes *four, uint32_t at, double rank)
{
    lope_flat2 normal;
    const lope_flat2 change = change_of(plan, four, at, &normal);
    double share = plan->seen.share[at];
    // where they would not touch a greater share is a greater freedom, of which both together have no more
    if (rank < 0 && plan->seen.wants_x[at] < 0 && share < 1 && change.x * normal.x + change.y * normal.y > 0)
        share = limit_to(share * (1 - RANK * rank), 0, 1);
    plan->agents[plan->soft++] = (lope_orca_line){
        .point = {plan->velocity.x + change.x * share, plan->velocity.y + change.y * share}, .way = {normal.y, -normal.x}};
}

void lope_avoidance_meet(lope_avoidance_plan *plan, const lope_avoidance_agent *const *others, uint32_t count, lope_vec3 base)
{
    const lope_avoidance_seen *seen = &plan->seen;
    plan->met = count;
    for (uint32_t i = 0; i < count; i += FOUR) {
        const lope_avoidance_agent *four[FOUR];
        for (uint32_t k = 0; k < FOUR; k++) four[k] = others[i + k < count ? i + k : count - 1];
        see_four(plan, four, i, base);
    }
    for (uint32_t i = 0; i < count; i++)
        note_oncoming(plan, others[i], (lope_flat2){seen->x[i], seen->y[i]}, (lope_flat2){seen->wants_x[i], seen->wants_y[i]},
                      seen->radius[i]);
    const double rank = rank_of(plan);
    for (uint32_t i = 0; i < count; i += FOUR) {
        const four_changes four = changes_of(plan, i);
        for (uint32_t k = i; k < i + FOUR && k < count; k++) add_neighbour(plan, &four, k, rank);
    }
}
