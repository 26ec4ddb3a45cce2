// avoidance.c - the settings of avoidance, and the choice for agents of any world. See lope/avoidance.h.
#include "base/error.h"
#include "control/avoidance_limits.h"
#include "control/avoidance_meet.h"
#include "control/avoidance_plan.h"

lope_avoidance_settings lope_avoidance_default(float units_per_metre)
{
    return (lope_avoidance_settings){.weight = 0.5f,
                                     .consideration_radius = 5 * units_per_metre,
                                     .group = 1,
                                     .groups_to_avoid = UINT32_MAX,
                                     .lock_time_after_avoid = 0.05f,
                                     .lock_time_after_clear = 0.08f,
                                     .time_to_predict = 1,
                                     .radius_expansion = 1.1f,
                                     .height_margin = 0.1f * units_per_metre,
                                     .wall_horizon = 0.4f,
                                     .neighbours = 10};
}

lope_avoidance_settings lope_avoidance_unreal(float units_per_metre)
{
    return (lope_avoidance_settings){.weight = 0.5f,
                                     .consideration_radius = 5 * units_per_metre,
                                     .group = 1,
                                     .groups_to_avoid = UINT32_MAX,
                                     .lock_time_after_avoid = 0.2f,
                                     .lock_time_after_clear = 0.001f,
                                     .time_to_predict = 0.5f,
                                     .radius_expansion = 1.5f,
                                     .height_margin = 0.1f * units_per_metre,
                                     .neighbours = LOPE_AVOIDANCE_NEIGHBOURS,
                                     .walks_off_ledges = true};
}

// What a number of the settings may be.
typedef struct number_rule {
    const char *name;
    float value, least, most;
} number_rule;

lope_result lope_avoidance_check(const lope_avoidance_settings *settings, lope_error *error)
{
    if (settings == NULL) return LOPE_ERROR_NULL;
    const number_rule rules[] = {
        {"weight", settings->weight, 0, 1},
        {"consideration_radius", settings->consideration_radius, 0, 1e6f},
        {"lock_time_after_avoid", settings->lock_time_after_avoid, 0, 60},
        {"lock_time_after_clear", settings->lock_time_after_clear, 0, 60},
        {"time_to_predict", settings->time_to_predict, 0.01f, 60},
        {"radius_expansion", settings->radius_expansion, 1, 10},
        {"height_margin", settings->height_margin, 0, 1e6f},
        {"wall_horizon", settings->wall_horizon, 0, 60},
        {"neighbours", (float)settings->neighbours, 1, LOPE_AVOIDANCE_NEIGHBOURS},
    };
    for (uint32_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const number_rule *rule = &rules[i];
        if (!lope_finite(rule->value)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, rule->name, "must be a finite number");
        if (rule->value < rule->least || rule->value > rule->most)
            return lope_refuse(error, LOPE_ERROR_RANGE, rule->name, "must be %g to %g", (double)rule->least, (double)rule->most);
    }
    return LOPE_OK;
}

// Finds the nearest ones of the others that count. Returns how many.
static uint32_t find_neighbours(const lope_avoidance_plan *plan, const lope_avoidance_question *question, lope_neighbour *list)
{
    const double reach = (double)plan->settings->consideration_radius;
    uint32_t count = 0;
    for (uint32_t i = 0; i < question->other_count; i++) {
        const lope_avoidance_agent *other = &question->others[i];
        if (other->id == plan->self.id || !lope_avoidance_regards(&plan->self, other)) continue;
        if (!lope_avoidance_beside(plan, other->feet, other->height)) continue;
        const lope_point way = lope_point_sub(other->feet, plan->self.feet);
        const double x = lope_point_dot(way, plan->ahead), y = lope_point_dot(way, plan->left), squared = x * x + y * y;
        if (squared > reach * reach) continue;
        count = lope_neighbour_insert(list, count, plan->settings->neighbours, (lope_neighbour){squared, other->id, i});
    }
    return count;
}

// Chooses for a plan in which the neighbours are not yet met.
static lope_vec3 choose(lope_avoidance_plan *plan, const lope_avoidance_question *question, lope_vec3 wanted)
{
    lope_neighbour list[LOPE_AVOIDANCE_NEIGHBOURS];
    const uint32_t count = find_neighbours(plan, question, list);
    const lope_avoidance_agent *met[LOPE_AVOIDANCE_NEIGHBOURS];
    for (uint32_t i = 0; i < count; i++) met[i] = &question->others[list[i].which];
    lope_avoidance_meet(plan, met, count, (lope_vec3){0, 0, 0});
    lope_avoidance_add_moving(plan, question->walls, question->wall_count);
    if (lope_avoidance_is_clear(plan)) return wanted;
    lope_avoidance_add_walls(plan, question->walls, question->wall_count);
    lope_avoidance_keep_right(plan);
    return lope_avoidance_best(plan);
}

lope_vec3 lope_avoidance_choose(const lope_avoidance_question *question)
{
    const lope_avoidance_settings *settings = question->settings;
    lope_avoidance_plan plan;
    lope_avoidance_agent self = question->self;
    self.avoids = true;
    self.weight = settings->weight;
    self.group = settings->group;
    self.groups_to_avoid = settings->groups_to_avoid;
    self.groups_to_ignore = settings->groups_to_ignore;
    const bool gives_way = lope_avoidance_begin(&plan, settings, &self, question->up, question->max_speed);
    const lope_vec3 wanted = lope_point_to_vec3(lope_point_scale(plan.ahead, plan.wanted));
    const lope_vec3 chosen = gives_way ? choose(&plan, question, wanted) : wanted;
    if (question->oncoming != NULL) *question->oncoming = (float)plan.oncoming;
    return chosen;
}
