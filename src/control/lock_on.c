// lock_on.c - chooses, follows and loses a target. See lope/lock_on.h.
//
// Angles are those between directions, so nothing changes at a yaw of half a turn or in another gravity. A
// flick is compared with where targets stand in the view: to the right of it, and above it.
#include <lope/lock_on.h>

#include "base/error.h"
#include "control/or_default.h"

#include <math.h>

#define PI 3.14159265358979323846
#define HALF 0.69314718055994530942 // ln 2
#define ALONG_UP 1e-6               // of a line's length, level: less has no yaw

// The settings with their defaults filled in, lengths in world units.
typedef struct lock_rules {
    double range, lose_range, cone, distance_weight, angle_weight, hidden_time, flick, flick_cone, flick_time, turn_rate;
    double soft_half_life;
    bool through_walls;
} lock_rules;

static lock_rules rules_of(const lope_lock_settings *settings, float units_per_metre)
{
    static const lope_lock_settings none;
    const lope_lock_settings *s = settings ? settings : &none;
    const double unit = units_per_metre > 0 ? (double)units_per_metre : 1.0, range = lope_or_default(s->range, 20) * unit;
    return (lock_rules){.range = range,
                        .lose_range = s->lose_range > 0 ? (double)s->lose_range * unit : 1.25 * range,
                        .cone = lope_or_default(s->cone, 0.61),
                        .distance_weight = lope_or_default(s->distance_weight, 1),
                        .angle_weight = lope_or_default(s->angle_weight, 2),
                        .hidden_time = lope_or_default(s->hidden_time, 2),
                        .flick = lope_or_default(s->flick, 0.7),
                        .flick_cone = lope_or_default(s->flick_cone, 1.05),
                        .flick_time = lope_or_default(s->flick_time, 0.2),
                        .turn_rate = (double)s->turn_rate,
                        .soft_half_life = (double)s->soft_half_life,
                        .through_walls = s->through_walls};
}

// Returns the angle between two directions, neither zero.
static double angle_between(lope_point a, lope_point b)
{
    return (double)lope_atan2((float)lope_point_length(lope_point_cross(a, b)), (float)lope_point_dot(a, b));
}

// The axes of a view: where it looks, to its right, and up in it.
typedef struct view_axes {
    lope_point ahead, right, up;
} view_axes;

static view_axes axes_of(const lope_state *state, lope_view view)
{
    const lope_quat q = lope_view_rotation(view, state->up, state->forward);
    return (view_axes){lope_quat_rotate_point(q, (lope_point){0, 0, -1}), lope_quat_rotate_point(q, (lope_point){1, 0, 0}),
                       lope_quat_rotate_point(q, (lope_point){0, 1, 0})};
}

// Finds out whether a target is in sight: a ray to its point meets nothing but its own body.
static lope_result see(const lope_lock_scene *scene, const lock_rules *rules, const lope_lock_target *target, bool *seen)
{
    *seen = true;
    if (rules->through_walls || !scene->surroundings) return LOPE_OK;
    const lope_cast_def ray = {.from = scene->eye,
                               .motion = lope_point_sub(target->point, scene->eye),
                               .filter = {.ignore = target->body ? target->body : LOPE_BODY_NONE}};
    bool met;
    const lope_result result = lope_surroundings_cast(scene->surroundings, scene->look, &ray, scene->units_per_metre, NULL, &met);
    *seen = result == LOPE_OK && !met;
    return result;
}

static const lope_lock_target *find(const lope_lock_scene *scene, uint64_t id)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->targets[i].id == id) return &scene->targets[i];
    return NULL;
}

// What a choice of targets looks for.
typedef struct lock_choice {
    view_axes axes;
    bool by_flick;
    double flick[2];  // unit: right, up
    uint64_t without; // a target that is not taken: the present one
} lock_choice;

// Returns the score of a target; negative when it is not to be taken. Of a flick it is higher the less the
// target is off the view.
static double score_of(const lope_lock_scene *scene, const lock_rules *rules, const lock_choice *choice,
                       const lope_lock_target *target)
{
    const lope_point way = lope_point_sub(target->point, scene->eye);
    const double distance = lope_point_length(way);
    if (target->id == 0 || target->id == choice->without || !(distance > 0) || distance > rules->range) return -1;
    const double angle = angle_between(choice->axes.ahead, way);
    if (!choice->by_flick) {
        if (angle > rules->cone) return -1;
        const double score =
            rules->distance_weight * (1 - distance / rules->range) + rules->angle_weight * (1 - angle / rules->cone);
        const double sum = score + (double)target->threat;
        return sum > 0 ? sum : 0;
    }
    const double right = lope_point_dot(way, choice->axes.right), up = lope_point_dot(way, choice->axes.up);
    const double aside = sqrt(right * right + up * up), along = right * choice->flick[0] + up * choice->flick[1];
    const double across = fabs(right * choice->flick[1] - up * choice->flick[0]);
    if (!(aside > 1e-6 * distance) || (double)lope_atan2((float)across, (float)along) > rules->flick_cone) return -1;
    return PI - angle;
}

// Finds the best target that is in sight. NULL: there is none.
static lope_result choose_target(const lope_lock_scene *scene, const lock_rules *rules, const lock_choice *choice,
                                 const lope_lock_target **best)
{
    double score = -1;
    *best = NULL;
    for (uint32_t i = 0; i < scene->count; i++) {
        const lope_lock_target *target = &scene->targets[i];
        const double one = score_of(scene, rules, choice, target);
        if (one < 0 || one < score || (*best && one <= score && target->id > (*best)->id)) continue;
        bool seen;
        const lope_result result = see(scene, rules, target, &seen);
        if (result) return result;
        if (!seen) continue;
        score = one;
        *best = target;
    }
    return LOPE_OK;
}

lope_view lope_view_toward(const lope_state *state, lope_point from, lope_point to, double yaw)
{
    const lope_point up = lope_vec3_to_point(state->up), ahead = lope_vec3_to_point(state->forward);
    const lope_point way = lope_point_sub(to, from), left = lope_point_cross(up, ahead);
    const double x = lope_point_dot(way, ahead), y = lope_point_dot(way, left), z = lope_point_dot(way, up);
    const double level = sqrt(x * x + y * y);
    lope_view view = {.pitch = (double)lope_atan2((float)z, (float)level), .yaw = yaw};
    if (level > ALONG_UP * fabs(z)) view.yaw = (double)lope_atan2((float)y, (float)x);
    return view;
}

// Takes a target; NULL ends the lock for that reason.
static void lock_to(lope_lock_on *lock, const lope_lock_target *target, lope_lock_end why)
{
    lock->target = target ? target->id : 0;
    lock->hidden = 0;
    lock->ended = target ? LOPE_LOCK_HOLDS : (uint32_t)why;
}

lope_result lope_lock_on_acquire(lope_lock_on *lock, const lope_lock_settings *settings, const lope_lock_scene *scene,
                                 const lope_controller *controller)
{
    if (!lock || !scene || !scene->state || !controller || (scene->count && !scene->targets)) return LOPE_ERROR_NULL;
    const lock_rules rules = rules_of(settings, scene->units_per_metre);
    const lock_choice choice = {.axes = axes_of(scene->state, lope_controller_view(controller, scene->state))};
    const lope_lock_target *best;
    const lope_result result = choose_target(scene, &rules, &choice, &best);
    if (result == LOPE_OK && best) lock_to(lock, best, LOPE_LOCK_HOLDS);
    return result;
}

// Switches to the next target in the flick's direction, once for each flick.
static lope_result switch_by_flick(lope_lock_on *lock, const lock_rules *rules, const lope_lock_scene *scene,
                                   const lope_controller *controller, double seconds)
{
    const double x = (double)scene->flick[0], y = (double)scene->flick[1], length = sqrt(x * x + y * y);
    lock->flick_wait = lock->flick_wait > seconds ? lock->flick_wait - seconds : 0;
    if (!(length > 0.5 * rules->flick)) lock->flick_spent = 0;
    if (!(length > rules->flick) || lock->flick_spent || lock->flick_wait > 0) return LOPE_OK;
    const lock_choice choice = {.axes = axes_of(scene->state, lope_controller_view(controller, scene->state)),
                                .by_flick = true,
                                .flick = {x / length, y / length},
                                .without = lock->target};
    const lope_lock_target *next;
    const lope_result result = choose_target(scene, rules, &choice, &next);
    if (result) return result;
    lock->flick_spent = 1;
    lock->flick_wait = rules->flick_time;
    if (next) lock_to(lock, next, LOPE_LOCK_HOLDS);
    return LOPE_OK;
}

// Finds out why the lock ends in this frame, if it does.
static lope_result judge(lope_lock_on *lock, const lock_rules *rules, const lope_lock_scene *scene,
                         const lope_lock_target *target, double seconds, lope_lock_end *end)
{
    bool seen = true;
    *end = LOPE_LOCK_GONE;
    if (!target) return LOPE_OK;
    *end = LOPE_LOCK_FAR;
    if (lope_point_length(lope_point_sub(target->point, scene->eye)) > rules->lose_range) return LOPE_OK;
    *end = LOPE_LOCK_HOLDS;
    const lope_result result = see(scene, rules, target, &seen);
    if (result) return result;
    lock->hidden = seen ? 0 : lock->hidden + seconds;
    if (lock->hidden >= rules->hidden_time) *end = LOPE_LOCK_HIDDEN;
    return LOPE_OK;
}

// Returns how much of the way to the target the view turns in a frame.
static double turn_share(const lock_rules *rules, double off, double seconds)
{
    if (rules->soft_half_life > 0) return 1 - lope_exp_double(-HALF * seconds / rules->soft_half_life);
    const double most = rules->turn_rate * seconds;
    return rules->turn_rate > 0 && off > most ? most / off : 1;
}

// Turns the controller's view toward the target.
static void follow_target(const lock_rules *rules, const lope_lock_scene *scene, const lope_lock_target *target,
                          lope_controller *controller, double seconds)
{
    const lope_view now = lope_controller_view(controller, scene->state);
    const lope_view aim = lope_view_toward(scene->state, scene->eye, target->point, now.yaw);
    const double yaw = lope_angle_limit(aim.yaw - now.yaw, -PI, PI), pitch = aim.pitch - now.pitch;
    const double share = turn_share(rules, sqrt(yaw * yaw + pitch * pitch), seconds);
    lope_view view = controller->view;
    view.yaw = lope_angle_limit(view.yaw + share * yaw, -PI, PI);
    view.pitch += share * pitch;
    controller->view = view;
    if (!(rules->soft_half_life > 0)) controller->added = (lope_view){0, 0, 0};
}

lope_result lope_lock_on_update(lope_lock_on *lock, const lope_lock_settings *settings, const lope_lock_scene *scene,
                                lope_controller *controller, double seconds)
{
    if (!lock || !scene || !scene->state || !controller || (scene->count && !scene->targets)) return LOPE_ERROR_NULL;
    const lock_rules rules = rules_of(settings, scene->units_per_metre);
    lope_lock_on next = *lock;
    lope_lock_end end = LOPE_LOCK_HOLDS;
    if (next.target == 0) return LOPE_OK;
    lope_result result = switch_by_flick(&next, &rules, scene, controller, seconds);
    if (result) return result;
    const lope_lock_target *target = find(scene, next.target);
    result = judge(&next, &rules, scene, target, seconds, &end);
    if (result) return result;
    if (end) lock_to(&next, NULL, end);
    *lock = next;
    if (!end) follow_target(&rules, scene, target, controller, seconds);
    return LOPE_OK;
}

void lope_lock_on_clear(lope_lock_on *lock)
{
    if (lock->target) lock_to(lock, NULL, LOPE_LOCK_CLEARED);
}

lope_result lope_lock_settings_check(const lope_lock_settings *s, lope_error *error)
{
    if (!s) return lope_refuse(error, LOPE_ERROR_NULL, "settings", "settings is NULL; all zero are the defaults");
    const struct {
        const char *name;
        float value;
        double most;
    } members[] = {{"range", s->range, 1e6},
                   {"lose_range", s->lose_range, 1e6},
                   {"cone", s->cone, PI + 1e-6},
                   {"distance_weight", s->distance_weight, 1e3},
                   {"angle_weight", s->angle_weight, 1e3},
                   {"hidden_time", s->hidden_time, 1e6},
                   {"flick", s->flick, 1},
                   {"flick_cone", s->flick_cone, PI + 1e-6},
                   {"flick_time", s->flick_time, 1e3},
                   {"turn_rate", s->turn_rate, 1e3},
                   {"soft_half_life", s->soft_half_life, 1e3}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const char *name = members[i].name;
        const double value = (double)members[i].value;
        if (!lope_finite_double(value)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, name, "%s is NaN or infinite", name);
        if (value < 0 || value > members[i].most)
            return lope_refuse(error, LOPE_ERROR_RANGE, name, "%s is %g; it takes 0 to %g, 0: the default", name, value,
                               members[i].most);
    }
    return LOPE_OK;
}
