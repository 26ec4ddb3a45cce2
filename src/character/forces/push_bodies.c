// push_bodies.c - what the character does to bodies: pushes, weight and repulsion. All go into the report;
// the world applies them after the step.
//
// A body counts that has blocked the character in the tick, or touches it at the tick's end. There are two
// laws (tuning, push_law).
// - Limited: an inelastic contact of two bodies. What the body brings along is stopped and shared by the
//   masses. On top the character pushes with max_push_force at most. It pushes only until the body is as
//   fast as the character would be without it. So no energy is made. The second push is sized by what the
//   body does after the first one, and leaves neither of the two points faster than that. Where others push
//   the body too, the world brings their pushes together: world/push_shares.c.
// - Unreal: an impulse on a body at rest, a force on a moving one, as in ApplyImpactPhysicsForces.
//
// A character that a yielding body blocks goes on at the body's pace. It reaches the body in the tick's
// last instant, again and again.
//
// Data: tick->impacts in, report->pushes out. Read next: docs/guide/14-pushing.md.
#include "character/forces/push_bodies.h"
#include "character/forces/body_response.h"
#include "character/tick/context.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/tick/velocity_setup.h"
#include "motion/moving/overlap_zones.h"
#include "motion/query/shortlist.h"
#include "motion/query/touch.h"

#define TOUCH_REACH 1e-3 // m within which a body touches
// contacts of one tick's end that are looked at
#define CONTACTS 16
#define OUT_SHARE 0.2 // share of the overlap left that a push undoes in a tick
#define OUT_SPEED 1.0 // m/s of that push out of an overlap, at most
// rise of a push (about 45 degrees): a body that is steeper above rests on the ground through the walker
#define SUPPORTED 0.7
// share of the reach of both hands, for a radian of a face that is not square to the way: the nearer hand
// presses more
#define SQUARE 4.0
#define STEADY 0.25       // share of the reach, for a radian a second of the face's turn
#define AT_REST 1e-6      // m/s below which Unreal's law takes a body for still
#define REPULSION 1.2     // share of the radius that repulsion reaches
#define UNREAL_UNITS 0.01 // m in Unreal's unit

// One body that the character pushes.
typedef struct lope_shoving {
    const lope_sink_body *body;
    lope_point point;    // local
    lope_point normal;   // of the contact, toward the character
    lope_point along;    // unit: the direction of the push
    lope_point velocity; // m/s, of the character when it met the body
    double depth;        // m of overlap that is left
    double gap;          // m between the capsule and the body
    double pace;         // m/s, of the body along `along`, where it is touched
    double target;       // m/s: how fast the character would be along `along` without the body
    bool flat;           // it is touched inside a flat face
    bool blocked;        // the character has met the body in the tick
    bool known;          // and not for the first time: the body's pace shows already how far it gives way
} lope_shoving;

// Returns the gathered moving body of that id, or NULL. A character is no body here.
static const lope_sink_body *find(const lope_tick *tick, uint64_t id)
{
    const lope_near_set *moving = &tick->space.nearby->sets[1];
    for (uint32_t i = 0; i < moving->body_count; i++)
        if (moving->bodies[i].id == id && !moving->bodies[i].character) return &moving->bodies[i];
    return NULL;
}

// Returns the body's centre of mass (local).
static lope_point center_of(const lope_tick *tick, const lope_sink_body *body)
{
    return lope_point_sub(lope_body_center(body), tick->origin);
}

// Returns the body's velocity (m/s) at a point (local). A body that is not simulated moves as its pose
// does.
static lope_point velocity_at(const lope_tick *tick, const lope_sink_body *body, lope_point point)
{
    if (body->dynamic) return lope_body_velocity_at(body, lope_point_add(tick->origin, point));
    lope_point arm = lope_point_sub(point, lope_point_sub(body->pose.position, tick->origin));
    lope_point turn = lope_point_cross(lope_vec3_to_point(body->motion.rotation), arm);
    return lope_point_scale(lope_point_add(body->motion.displacement, turn), 1.0 / tick->seconds);
}

// Returns the unit direction in which the character pushes, against the contact's normal. It is level on
// the ground, unless the contact is steeper than SUPPORTED.
static lope_point push_direction(const lope_tick *tick, lope_point normal)
{
    lope_point along = lope_point_scale(normal, -1.0);
    double rise = lope_rise(&tick->space, along);
    if (!lope_tick_on_ground(tick) || rise > SUPPORTED || rise < -SUPPORTED) return along;
    along = lope_flat(&tick->space, along);
    return lope_point_scale(along, 1.0 / lope_point_length(along));
}

// Returns how far to the side of a flat face the hands press, as a share of their reach. Pressing there
// turns the face square to the way and keeps it so.
static lope_point leaning(const lope_tick *tick, const lope_shoving *s)
{
    double press = lope_point_length(tick->wanted);
    if (!s->flat || press <= 0 || !lope_tick_on_ground(tick)) return (lope_point){0, 0, 0};
    lope_point side = lope_point_cross(tick->space.up, lope_point_scale(tick->wanted, 1.0 / press));
    double lean = SQUARE * lope_point_dot(side, s->along) + STEADY * lope_rise(&tick->space, lope_vec3_to_point(s->body->spin));
    return lope_point_scale(side, lean > 1.0 ? 1.0 : lean < -1.0 ? -1.0 : lean);
}

// Returns the point (local) at which the character presses on the body. A contact is wider than a point. So
// the hands press as near to the line through the centre of mass as a radius reaches. `beside`: how far
// aside of it. Pressed at one point, a box would turn away, like a pole balanced on a finger.
static lope_point press_at(const lope_tick *tick, const lope_shoving *s, lope_point beside)
{
    lope_point off = lope_point_sub(center_of(tick, s->body), s->point);
    off = lope_point_mad(off, s->along, -lope_point_dot(off, s->along));
    off = lope_point_mad(off, beside, tick->space.radius);
    double length = lope_point_length(off), reach = tick->space.radius;
    return lope_point_mad(s->point, off, length > reach ? reach / length : 1.0);
}

// Returns how fast (m/s) the character would be along the push at the tick's end if the body were not
// there.
static double target_of(const lope_tick *tick, const lope_shoving *s)
{
    const lope_tuning *t = tick->tuning;
    double now = lope_point_dot(s->velocity, s->along), press = lope_point_dot(tick->wanted, s->along);
    double wanted = press * lope_tick_max_speed(tick),
           share = tick->state.mode == LOPE_MODE_FALLING ? (double)t->air_control : 1.0;
    double reached = now + press * (double)t->max_acceleration * tick->control * share * lope_tick_whole(tick);
    if (t->turn_instantly && lope_tick_on_ground(tick)) reached = wanted;
    if (reached > wanted) reached = wanted;
    return reached > now ? reached : now;
}

// Adds a push to the report: `point` (local), `impulse` (N s), `force` (N). Counts it as dropped when the
// list is full. Returns the push, to be limited, or NULL.
static lope_push *put_push(lope_tick *tick, uint64_t body, lope_point point, lope_point impulse, lope_point force)
{
    lope_report *report = tick->report;
    if (report->push_count == LOPE_REPORT_PUSHES) {
        if (report->pushes_dropped < UINT16_MAX) report->pushes_dropped++;
        return NULL;
    }
    lope_push *push = &report->pushes[report->push_count++];
    *push = (lope_push){.body = body,
                        .point = lope_point_add(tick->origin, point),
                        .impulse = lope_point_to_vec3(impulse),
                        .force = lope_point_to_vec3(force)};
    return push;
}

// Adds a push of the limited law. impulse: N s along the push. held: the share of it that a force gives.
static void put_limited(lope_tick *tick, const lope_shoving *s, lope_point point, double impulse, double held, double limit)
{
    lope_push *push = put_push(tick, s->body->id, point, lope_point_scale(s->along, (1.0 - held) * impulse),
                               lope_point_scale(s->along, held * impulse / lope_tick_whole(tick)));
    if (push == NULL) return;
    push->limited = true;
    push->limit = (float)limit;
}

// What stops a body, and what that makes of it.
typedef struct lope_stop {
    lope_point point; // local
    double impulse;   // N s along the push; 0: nothing has to be stopped
    double change;    // m/s, of the point's pace along the push
    double limit;     // m/s: the point must not get faster by further pushes
} lope_stop;

// Gives the character its share of what stops a body.
static void kick_back(lope_tick *tick, const lope_shoving *s, double impulse, double mass)
{
    lope_point kick = lope_point_scale(s->along, -impulse / mass);
    if (lope_tick_on_ground(tick)) kick = lope_flat(&tick->space, kick);
    tick->velocity = lope_point_add(tick->velocity, kick);
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
}

// Stops what the body brings along, already when it would arrive by the next tick: so it never gets into
// the character. The character takes its share of the impulse, unless the ground is behind it.
static lope_stop stop_body(lope_tick *tick, const lope_shoving *s)
{
    double mass = (double)tick->tuning->mass > 1e-3 ? (double)tick->tuning->mass : 1e-3;
    double own = lope_point_dot(s->velocity, s->along), falls = lope_point_dot(tick->gravity, s->along) * lope_tick_whole(tick);
    lope_stop stop = {.point = press_at(tick, s, (lope_point){0, 0, 0})};
    double pace = lope_point_dot(velocity_at(tick, s->body, stop.point), s->along);
    double closing = (own < 0 ? own : 0) - pace - (falls < 0 ? falls : 0) - s->gap / lope_tick_whole(tick);
    if (closing <= 0) return stop;
    const lope_body_spot spot = {lope_point_add(tick->origin, stop.point), s->along};
    double weight = 1.0 / lope_body_response(s->body, &spot, &spot);
    bool supported = lope_tick_on_ground(tick) && lope_rise(&tick->space, s->along) > SUPPORTED;
    stop.impulse = closing * weight * (supported ? 1.0 : mass / (weight + mass));
    stop.change = stop.impulse / weight;
    stop.limit = pace + closing > s->target ? pace + closing : s->target;
    double held =
        // share that gravity brings within the tick: a force holds that, spread over the tick
        falls < 0 ? (-falls < closing ? -falls : closing) / closing : 0;
    put_limited(tick, s, stop.point, stop.impulse, held, stop.limit);
    if (!supported) kick_back(tick, s, stop.impulse, mass);
    return stop;
}

// Returns the impulse (N s) that the hands may give at `hands`: it makes the body `wanted` (m/s) fast there,
// after it was stopped, and where it was stopped no faster than that stop's limit. *weight: its effective
// mass (kg) there.
static double hands_impulse(const lope_tick *tick, const lope_shoving *s, const lope_stop *stop, lope_point hands, double wanted,
                            double *weight)
{
    const lope_body_spot spot = {lope_point_add(tick->origin, hands), s->along};
    *weight = 1.0 / lope_body_response(s->body, &spot, &spot);
    double pace = lope_point_dot(velocity_at(tick, s->body, hands), s->along);
    if (stop->impulse <= 0) return *weight * (wanted - pace);
    const lope_body_spot stopped = {lope_point_add(tick->origin, stop->point), s->along};
    // m/s of either point by 1 N s at the other one
    const double shared = lope_body_response(s->body, &spot, &stopped);
    const double room = stop->limit - lope_point_dot(velocity_at(tick, s->body, stop->point), s->along) - stop->change;
    const double impulse = *weight * (wanted - pace - shared * stop->impulse);
    return shared * impulse > room ? room / shared : impulse;
}

// Pushes by the limited law. Returns the change (m/s) of the body's pace along the push.
static double push_limited(lope_tick *tick, const lope_shoving *s)
{
    const lope_stop stop = stop_body(tick, s);
    double most = (double)tick->tuning->max_push_force * lope_tick_whole(tick);
    double out = OUT_SHARE * s->depth / lope_tick_whole(tick), least = s->target;
    if (s->gap > TOUCH_REACH * tick->space.unit) return stop.change;
    if (s->depth > LOPE_SKIN * tick->space.unit) {
        double fastest = OUT_SPEED * tick->space.unit, falls = lope_point_dot(tick->gravity, s->along) * lope_tick_whole(tick);
        out = (out < fastest ? out : fastest) - (falls < 0 ? falls : 0);
        if (least < out) least = out;
    }
    if (least <= 0) return stop.change;
    lope_point hands = press_at(tick, s, leaning(tick, s));
    double weight, impulse = hands_impulse(tick, s, &stop, hands, least, &weight);
    if (impulse > most) impulse = most;
    if (impulse <= 0) return stop.change;
    put_limited(tick, s, hands, impulse, 0, least);
    return stop.change + impulse / weight;
}

// Returns how far (m) a round shape reaches along `up` from its middle. *middle: where along `up` the
// middle is.
static double reach_along(const lope_shape *shape, lope_point up, double *middle)
{
    if (shape->kind == LOPE_SHAPE_CYLINDER) {
        const lope_cylinder *c = &shape->as.cylinder;
        double along = lope_point_dot(c->axis, up), level = 1.0 - along * along;
        *middle = lope_point_dot(c->center, up);
        return c->half_height * (along < 0 ? -along : along) + c->radius * sqrt(level > 0 ? level : 0);
    }
    bool ball = shape->kind == LOPE_SHAPE_SPHERE;
    lope_point a = ball ? shape->as.sphere.center : shape->as.capsule.a, b = ball ? a : shape->as.capsule.b;
    double at_a = lope_point_dot(a, up), at_b = lope_point_dot(b, up), half = 0.5 * (at_b - at_a);
    *middle = 0.5 * (at_a + at_b);
    return (half < 0 ? -half : half) + (ball ? shape->as.sphere.radius : shape->as.capsule.radius);
}

// Returns the point (local) at which Unreal's law pushes: the contact, or at its place a height between the
// bottom and top of the body's gathered shapes.
static lope_point unreal_point(const lope_tick *tick, const lope_shoving *s)
{
    if (!tick->tuning->push_force_using_z_offset) return s->point;
    const lope_near_set *moving = &tick->space.nearby->sets[1];
    double low = 1e300, high = -1e300;
    for (uint32_t i = 0; i < moving->triangle_count; i++) {
        if (moving->bodies[moving->triangles[i].body].id != s->body->id) continue;
        for (int k = 0; k < 3; k++) {
            double rise = lope_rise(&tick->space, moving->triangles[i].shape.v[k]);
            low = rise < low ? rise : low;
            high = rise > high ? rise : high;
        }
    }
    for (uint32_t i = 0; i < moving->round_count; i++) {
        if (moving->bodies[moving->rounds[i].body].id != s->body->id) continue;
        double rise, reach = reach_along(&moving->rounds[i].shape, tick->space.up, &rise);
        low = rise - reach < low ? rise - reach : low;
        high = rise + reach > high ? rise + reach : high;
    }
    if (low > high) return s->point;
    double at = 0.5 * (low + high) + 0.5 * (high - low) * (double)tick->tuning->push_force_point_z_offset_factor;
    return lope_point_mad(lope_flat(&tick->space, s->point), tick->space.up, at);
}

// Pushes by Unreal's law: an impulse when the body rests, a force when it moves. Only a body that has
// blocked the character.
static void push_unreal(lope_tick *tick, const lope_shoving *s)
{
    const lope_tuning *t = tick->tuning;
    if (!s->blocked) return;
    lope_point velocity = lope_vec3_to_point(s->body->velocity), zero = {0, 0, 0}, along = lope_point_scale(s->normal, -1.0);
    double speed = lope_point_length(velocity), unit = UNREAL_UNITS * tick->space.unit, share = 1.0;
    bool rests = speed < AT_REST * tick->space.unit;
    if (t->push_force_scaled_to_mass) share = (double)s->body->mass > 1.0 ? (double)s->body->mass : 1.0;
    double press = lope_point_length(tick->wanted);
    lope_point own = press > 0 ? lope_point_scale(tick->wanted, lope_tick_max_speed(tick) / press) : s->velocity;
    double dot = lope_point_dot(velocity, own) / (unit * unit);
    if (t->scale_push_force_to_velocity && !rests && dot > 0 && dot < 1) share *= dot;
    lope_point push = lope_point_scale(along, share * (double)(rests ? t->initial_push_force_factor : t->push_force_factor));
    put_push(tick, s->body->id, unreal_point(tick, s), rests ? push : zero, rests ? zero : push);
}

// Pushes the body away from the axis, as Unreal's repulsion force does. Only where its centre is near and
// comes nearer, or where it overlaps.
static void repel(lope_tick *tick, const lope_shoving *s)
{
    double force = (double)tick->tuning->repulsion_force * (double)tick->tuning->mass;
    lope_point center = center_of(tick, s->body), away = lope_flat(&tick->space, lope_point_sub(center, tick->feet));
    double distance = lope_point_length(away), nears = -lope_point_dot(lope_vec3_to_point(s->body->velocity), away);
    bool overlaps = s->depth > LOPE_SKIN * tick->space.unit;
    if (force <= 0 || distance < 1e-6 * tick->space.unit || distance > REPULSION * tick->space.radius) return;
    if (nears < 0 && !overlaps) return;
    put_push(tick, s->body->id, center, (lope_point){0, 0, 0}, lope_point_scale(away, force / distance));
}

// Keeps the character at the pace of a body that gives way. `change` (m/s): of the body's pace in this
// tick.
static void keep_pace(lope_tick *tick, const lope_shoving *s, double change)
{
    if (!s->blocked) return;
    double pace = s->pace + (s->known ? 0 : change), now = lope_point_dot(tick->velocity, s->along);
    if (pace > s->target) pace = s->target;
    if (pace <= 0 || pace <= now) return;
    tick->velocity = lope_point_mad(tick->velocity, s->along, pace - now);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

// Finds how the character and the body press on each other, and keeps the character at the body's pace.
static void go_with(lope_tick *tick, lope_shoving *s)
{
    s->along = push_direction(tick, s->normal);
    s->pace = lope_point_dot(velocity_at(tick, s->body, s->point), s->along);
    s->target = target_of(tick, s);
    keep_pace(tick, s, 0);
}

// Pushes one body by the tuning's law, and keeps the character at its pace.
static void shove(lope_tick *tick, lope_shoving *s)
{
    if (!s->body || (lope_tick_on_ground(tick) && tick->floor.kind != LOPE_FLOOR_NONE && tick->floor.contact.body == s->body->id))
        // the floor bears the character's weight alone: no character lifts itself off by pushing
        return;
    s->along = push_direction(tick, s->normal);
    s->pace = lope_point_dot(velocity_at(tick, s->body, s->point), s->along);
    s->target = target_of(tick, s);
    double change = 0;
    if (s->body->dynamic && tick->tuning->enable_physics_interaction) {
        if (tick->tuning->push_law == LOPE_PUSH_LIMITED) {
            change = push_limited(tick, s);
        } else if (s->gap <= TOUCH_REACH * tick->space.unit) {
            push_unreal(tick, s);
            repel(tick, s);
        }
    }
    keep_pace(tick, s, change);
}

// True when the contact is the nearest one with its body, among bodies that have not blocked the character.
static bool is_nearest(const lope_tick *tick, const lope_contact *contacts, uint32_t count, uint32_t which)
{
    const lope_contact *c = &contacts[which];
    for (uint32_t i = 0; i < tick->impact_count; i++)
        if (tick->impacts[i].body == c->body) return false;
    for (uint32_t i = 0; i < count; i++) {
        bool nearer = contacts[i].depth > c->depth || (contacts[i].depth >= c->depth && i < which);
        if (contacts[i].body == c->body && nearer) return false;
    }
    return true;
}

// Returns the distance (m) within which bodies are looked for: as far as the fastest one may come until the
// next tick.
static double reach_of(const lope_tick *tick)
{
    const lope_near_set *moving = &tick->space.nearby->sets[1];
    double fastest = 0, reach = TOUCH_REACH * tick->space.unit;
    for (uint32_t i = 0; i < moving->body_count; i++) {
        const lope_sink_body *body = &moving->bodies[i];
        if (!body->dynamic) continue;
        double turning = lope_point_length(lope_vec3_to_point(body->spin)) *
                         lope_point_length(lope_point_sub(center_of(tick, body), tick->feet));
        double speed = lope_point_length(lope_vec3_to_point(body->velocity)) + turning;
        fastest = speed > fastest ? speed : fastest;
    }
    double way = (fastest + lope_point_length(tick->gravity) * lope_tick_whole(tick)) * lope_tick_whole(tick);
    double most = tick->space.height;
    return way < reach ? reach : way < most ? way : most;
}

// Puts the character's weight as a force on a dynamic body that it stands on.
static void bear_down(lope_tick *tick)
{
    if (!lope_tick_on_ground(tick) || tick->floor.kind == LOPE_FLOOR_NONE) return;
    const lope_sink_body *body = find(tick, tick->floor.contact.body);
    double mass = (double)tick->tuning->mass * (double)tick->tuning->standing_downward_force_scale;
    if (!body || !body->dynamic || mass <= 0) return;
    put_push(tick, body->id, tick->floor.contact.point, (lope_point){0, 0, 0}, lope_point_scale(tick->gravity, mass));
}

// Returns the overlapped moving body of that id, or NULL. It may be one that does not block the character.
static const lope_sink_body *find_overlapped(const lope_tick *tick, uint64_t id)
{
    if (!lope_zones_any(tick->space.nearby)) return find(tick, id);
    const lope_near_set *zones = &tick->space.nearby->zones->sets[1];
    for (uint32_t i = 0; i < zones->body_count; i++)
        if (zones->bodies[i].id == id) return &zones->bodies[i];
    return find(tick, id);
}

// Gives an impulse to each dynamic body that the capsule begins to overlap, as Unreal's touch force does.
static void touch_entered(lope_tick *tick)
{
    const lope_tuning *t = tick->tuning;
    for (uint32_t i = 0; i < tick->report->event_count; i++) {
        const lope_event *event = &tick->report->events[i];
        if (event->kind != LOPE_EVENT_ENTER || event->from != 0) continue;
        const lope_sink_body *body = find_overlapped(tick, event->body);
        if (!body || !body->dynamic) continue;
        lope_point center = center_of(tick, body), level = lope_flat(&tick->space, tick->velocity);
        lope_point away = lope_flat(&tick->space, lope_point_sub(center, tick->feet));
        double speed = lope_point_length(level), distance = lope_point_length(away);
        if (distance > 1e-9) away = lope_point_scale(away, 1.0 / distance);
        away = lope_point_mad(away, tick->space.up, 0.25);
        if (speed > 1e-9) away = lope_point_mad(away, level, 1.0 / speed);
        double impulse = speed * (double)t->touch_force_factor * (t->touch_force_scaled_to_mass ? (double)body->mass : 1.0);
        if (t->min_touch_force >= 0 && impulse < (double)t->min_touch_force) impulse = (double)t->min_touch_force;
        if (impulse > (double)t->max_touch_force) impulse = (double)t->max_touch_force;
        put_push(tick, body->id, center, lope_point_scale(away, impulse / lope_point_length(away)), (lope_point){0, 0, 0});
    }
}

// Pushes what the capsule overlaps without being blocked. Unreal's law only.
static void push_overlapped(lope_tick *tick)
{
    if (!tick->tuning->enable_physics_interaction || tick->tuning->push_law != LOPE_PUSH_UNREAL) return;
    touch_entered(tick);
    for (uint32_t i = 0; lope_has_page(&tick->state, LOPE_PAGE_OVERLAPS) && i < tick->state.overlap_count; i++) {
        lope_shoving s = {.body = find_overlapped(tick, tick->state.overlaps[i]), .depth = tick->space.unit};
        if (s.body && s.body->dynamic && tick->state.overlap_parts[i] & 1u) repel(tick, &s);
    }
}

// Returns what an impact asks of the character and of the body.
static lope_shoving shoving_of(const lope_tick *tick, const lope_impact *impact)
{
    lope_shoving s = {.body = find(tick, impact->body), .point = impact->point, .normal = impact->normal};
    s.velocity = impact->velocity;
    s.flat = impact->flat;
    s.blocked = true;
    s.known = tick->state.last_hit_body == impact->body || tick->state.other_hit_body == impact->body;
    return s;
}

// Lets the bodies that have blocked the character set its pace. Those that are simulated stay in the list, to
// be pushed in the tick's last part.
LOPE_COLD static void set_pace(lope_tick *tick)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tick->impact_count; i++) {
        lope_shoving s = shoving_of(tick, &tick->impacts[i]);
        if (s.body) go_with(tick, &s);
        if (!s.body || s.body->dynamic) tick->impacts[kept++] = tick->impacts[i];
    }
    tick->impact_count = kept;
}

void lope_body_push_all(lope_tick *tick)
{
    if (tick->parts && !lope_is_last_part(tick->parts->part)) {
        set_pace(tick);
        return;
    }
    const lope_near_set *moving = &tick->space.nearby->sets[1];
    if (lope_zones_any(tick->space.nearby)) push_overlapped(tick);
    if (moving->body_count == 0) return;
    bool dynamic = false;
    for (uint32_t i = 0; i < moving->body_count && !dynamic; i++) dynamic = moving->bodies[i].dynamic;
    if (!dynamic && tick->impact_count == 0) return;
    for (uint32_t i = 0; i < tick->impact_count; i++) {
        lope_shoving s = shoving_of(tick, &tick->impacts[i]);
        shove(tick, &s);
    }
    if (!dynamic || !tick->tuning->enable_physics_interaction) return;
    lope_contact contacts[CONTACTS];
    lope_tick_list(tick);
    tick->space.purpose = LOPE_QUERY_PRESS;
    uint32_t count = lope_touching(&tick->space, tick->feet, reach_of(tick), contacts, CONTACTS);
    for (uint32_t i = 0; i < count; i++) {
        const lope_contact *c = &contacts[i];
        if (!c->moving || c->character || !is_nearest(tick, contacts, count, i)) continue;
        lope_shoving s = {.body = find(tick, c->body), .point = c->point, .normal = c->normal, .velocity = tick->velocity};
        s.flat = c->flat;
        s.depth = c->depth > 0 ? c->depth : 0;
        s.gap = c->depth < 0 ? -c->depth : 0;
        shove(tick, &s);
    }
    bear_down(tick);
}
