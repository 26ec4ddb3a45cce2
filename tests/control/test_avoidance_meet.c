// test_avoidance_meet.c - neighbours that are met four at a time give the half-planes that each of them gives
// alone by the plain code of orca.c, to the bit: also those that overlap, stand in one place, or give no way.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../behaviour/draw.h"
#include "control/avoidance_meet.h"
#include <lope/lope.h>

#define SEED UINT64_C(20261129)
#define CROWDS 20000
#define QUEUE 0.6 // as in avoidance_meet.c
#define RANK 0.9

static bool one_of(double many) { return draw(0, many) < 1; }

static lope_vec3 level(double most)
{
    if (one_of(6)) return (lope_vec3){0, 0, 0};
    return (lope_vec3){(float)draw(-most, most), 0, (float)draw(-most, most)};
}

static double clamp(double v, double low, double high) { return v < low ? low : v > high ? high : v; }

// Returns an agent somewhere near a place. wanted: of another one, which it may want the same as.
static lope_avoidance_agent make_agent(uint64_t id, lope_point near_by, lope_vec3 wanted)
{
    const double far = one_of(4) ? 0.5 : 4; // some overlap
    lope_avoidance_agent agent = {.id = id,
                                  .feet = {near_by.x + draw(-far, far), near_by.y, near_by.z + draw(-far, far)},
                                  .velocity = level(5),
                                  .wanted = one_of(3) ? wanted : level(4),
                                  .radius = (float)draw(0.2, 0.8),
                                  .height = 1.8f,
                                  .avoids = !one_of(5),
                                  .weight = (float)draw(0, 0.9),
                                  .group = 1,
                                  .groups_to_avoid = one_of(8) ? 2 : UINT32_MAX,
                                  .oncoming = (float)draw(0, 1)};
    if (one_of(12)) agent.feet = near_by;
    if (one_of(12)) agent.feet.x = near_by.x + 1; // side by side with others, to the bit
    return agent;
}

// Returns the share of a change that the agent takes, of one other.
static double share_of(const lope_avoidance_agent *self, const lope_avoidance_agent *other)
{
    const lope_point way = lope_point_sub(other->feet, self->feet);
    if (!other->avoids || !lope_avoidance_regards(other, self)) return 1;
    double own = 1 - (double)self->weight, others = 1 - (double)other->weight;
    if (lope_vec3_dot(self->wanted, other->wanted) > 0) {
        const lope_point both = lope_vec3_to_point(lope_vec3_add(self->wanted, other->wanted));
        const double length = lope_point_length(both) * lope_point_length(way);
        const double behind = length > 0 ? QUEUE * clamp(lope_point_dot(way, both) / length, -1, 1) : 0;
        own *= 1 + behind;
        others *= 1 - behind;
    }
    return own / (own + others);
}

static lope_orca_disc disc_of(const lope_avoidance_plan *plan, const lope_avoidance_agent *other, lope_vec3 base)
{
    return (lope_orca_disc){.place = lope_avoidance_flatten(plan, lope_point_sub(other->feet, plan->self.feet)),
                            .velocity = lope_avoidance_flatten(plan, lope_vec3_to_point(lope_vec3_sub(other->velocity, base))),
                            .radius = (double)(plan->self.radius + other->radius) * (double)plan->settings->radius_expansion,
                            .share = share_of(&plan->self, other)};
}

// Returns the half-plane that one neighbour alone asks for. rank: of the agent in the crowd.
static lope_orca_line line_of(const lope_avoidance_plan *plan, const lope_avoidance_agent *other, lope_vec3 base, double rank)
{
    const double horizon = (double)plan->settings->time_to_predict;
    lope_orca_disc disc = disc_of(plan, other, base);
    const lope_flat2 v = {plan->velocity.x - disc.velocity.x, plan->velocity.y - disc.velocity.y};
    lope_flat2 normal;
    const lope_flat2 change = lope_orca_change(&disc, v, horizon, LOPE_AVOIDANCE_RECOVER, &normal);
    const bool against = lope_avoidance_flatten(plan, lope_vec3_to_point(other->wanted)).x < 0;
    if (rank < 0 && against && disc.share < 1 && change.x * normal.x + change.y * normal.y > 0)
        disc.share = clamp(disc.share * (1 - RANK * rank), 0, 1);
    return lope_orca_line_of(&disc, plan->velocity, horizon, LOPE_AVOIDANCE_RECOVER);
}

static void four_at_a_time_are_met_as_one_alone(void **state)
{
    (void)state;
    seed = SEED;
    printf("seed %llu\n", (unsigned long long)SEED);
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    uint32_t lines = 0;
    for (int crowd = 0; crowd < CROWDS; crowd++) {
        const lope_point place = {draw(-100, 100), draw(-10, 10), draw(-100, 100)};
        lope_avoidance_agent self = make_agent(1, place, level(4)), others[LOPE_AVOIDANCE_NEIGHBOURS];
        const lope_avoidance_agent *met[LOPE_AVOIDANCE_NEIGHBOURS];
        self.groups_to_avoid = UINT32_MAX;
        const uint32_t count = (uint32_t)draw(0, LOPE_AVOIDANCE_NEIGHBOURS + 1);
        for (uint32_t i = 0; i < count; i++) {
            others[i] = make_agent(2 + i, self.feet, self.wanted);
            met[i] = &others[i];
        }
        lope_avoidance_plan plan;
        if (!lope_avoidance_begin(&plan, &settings, &self, (lope_vec3){0, 1, 0}, 5)) continue;
        const lope_vec3 base = level(1);
        lope_avoidance_meet(&plan, met, count, base);
        assert_int_equal(plan.soft, count);
        double sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            const lope_orca_disc disc = disc_of(&plan, met[i], base);
            sum += disc.place.y / disc.radius;
        }
        const double rank = clamp(sum / (count + 1), -1, 1);
        for (uint32_t i = 0; i < count; i++, lines++) {
            const lope_orca_line line = line_of(&plan, met[i], base, rank);
            assert_memory_equal(&plan.agents[i], &line, sizeof line);
        }
    }
    printf("%u half-planes\n", (unsigned)lines);
    assert_true(lines > 5 * CROWDS); // most agents want to go, among 8 others on average
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_at_a_time_are_met_as_one_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
