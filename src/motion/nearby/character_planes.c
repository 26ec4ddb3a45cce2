// character_planes.c - the planes between a character and the other characters near it.
//
// Data: lope_nearby.fences, made anew by every gather of what moves.
// Rule: character_planes.h.
#include "motion/nearby/character_planes.h"
#include "base/memory.h"
#include "motion/nearby/nearby.h"

#define SKIN 20e-6      // m, of overlap that counts as a touch: LOPE_SKIN
#define CORES_MEET 1e-9 // m, between two cores, below which the direction from one to the other is rounding

// Returns the direction in which the character leaves another one when their cores meet. normal: at right
// angles to both cores. The sign follows from the middles, else from the ids, so that the other character
// finds the reverse.
static lope_point part_cores(const lope_nearby *nearby, lope_point normal, const lope_capsule *other, uint64_t id)
{
    const lope_capsule *own = &nearby->self->start;
    lope_point apart = lope_point_sub(lope_point_add(own->a, own->b), lope_point_add(other->a, other->b));
    double side = lope_point_dot(normal, apart), least = CORES_MEET * nearby->unit;
    if (side > least || side < -least) return lope_point_scale(normal, side < 0 ? -1.0 : 1.0);
    double first = normal.x;
    if (!(first > CORES_MEET || first < -CORES_MEET)) first = normal.z;
    if (!(first > CORES_MEET || first < -CORES_MEET)) first = normal.y;
    return lope_point_scale(normal, (first < 0) == (nearby->self->own < id) ? -1.0 : 1.0);
}

#define OVER 0.5 // sine of the slope from one middle to the other, from which on one is above the other

// Returns the larger of the two.
static double faster(double speed, double least) { return speed > least ? speed : least; }

// Returns the share (0 to 1) of the gap that the character may use. The other one finds the rest: both go by
// the places and the falling speeds of the tick's start.
static double share_of_gap(const lope_nearby *nearby, const lope_capsule *other, lope_point normal, const lope_sink_body *body)
{
    const lope_capsule *own = &nearby->self->start;
    lope_point zero = {0, 0, 0}, mine = nearby->self->falls ? nearby->self->heading : zero;
    lope_point velocity = body->falls ? lope_vec3_to_point(body->velocity) : zero;
    lope_point axes = lope_point_add(lope_point_sub(own->b, own->a), lope_point_sub(other->b, other->a));
    double rise = lope_point_dot(axes, normal), length = lope_point_length(axes);
    double closing = faster(-lope_point_dot(mine, normal), 0), met = faster(lope_point_dot(velocity, normal), 0);
    if (!(closing + met > 0) || rise * rise < OVER * OVER * length * length) return 0.5;
    return closing / (closing + met);
}

// Returns the share (0, 0.5 or 1) of the way out of an overlap that the character must go: the one with the
// lower push priority goes all of it.
static double share_of_way(const lope_nearby *nearby, const lope_sink_body *body)
{
    return nearby->self->push_priority == body->push_priority  ? 0.5
           : nearby->self->push_priority < body->push_priority ? 1.0
                                                               : 0.0;
}

// Makes the plane toward the character that `round` is the capsule of.
static void fence_between(const lope_nearby *nearby, const lope_near_round *round, const lope_sink_body *body,
                          lope_character_plane *fence)
{
    const lope_capsule *own = &nearby->self->start, *other = &round->shape.as.capsule;
    lope_separation apart = lope_capsule_separation(own, &round->shape);
    lope_point normal = apart.normal;
    if (apart.distance + own->radius + other->radius < CORES_MEET * nearby->unit)
        normal = part_cores(nearby, normal, other, body->id);
    double a = lope_point_dot(normal, other->a), b = lope_point_dot(normal, other->b);
    double reach = (a > b ? a : b) + other->radius;
    fence->share = apart.distance < 0 ? share_of_way(nearby, body) : share_of_gap(nearby, other, normal, body);
    fence->push_priority = body->push_priority;
    fence->normal = normal;
    fence->gap = apart.distance;
    fence->offset = reach + (1.0 - fence->share) * apart.distance;
    fence->point = apart.point;
    fence->body = round->body;
    fence->index = round->index;
}

// Returns true when the character meets the capsule of another one itself, as it would meet a body that
// stands. Two that overlap are parted by a plane.
static bool meets_capsule(const lope_nearby *nearby, const lope_near_round *round, const lope_sink_body *body)
{
    if (!body->rests || !nearby->self->meets_resting) return false;
    return lope_capsule_separation(&nearby->self->start, &round->shape).distance > -SKIN * nearby->unit;
}

lope_point lope_base_lead(const lope_near_self *self, const lope_sink_body *body)
{
    if (!body->character || !self->rides || body->id != self->rides) return (lope_point){0, 0, 0};
    lope_point axis = lope_point_sub(self->start.b, self->start.a), way = lope_vec3_to_point(body->velocity);
    const double square = lope_point_dot(axis, axis);
    if (square > 0) way = lope_point_mad(way, axis, -lope_point_dot(way, axis) / square);
    return lope_point_scale(way, self->seconds);
}

// Moves the character that carries this one, and its capsule, by lope_base_lead.
static void lead_base(const lope_nearby *nearby, lope_sink_body *body, lope_near_round *round)
{
    if (!nearby->self->rides || body->id != nearby->self->rides) return;
    const lope_point way = lope_base_lead(nearby->self, body);
    body->pose.position = lope_point_add(body->pose.position, way);
    round->shape.as.capsule.a = lope_point_add(round->shape.as.capsule.a, way);
    round->shape.as.capsule.b = lope_point_add(round->shape.as.capsule.b, way);
}

// Returns whether two bounds touch.
static bool bounds_touch(const lope_bounds *a, const lope_bounds *b)
{
    return a->lower.x <= b->upper.x && a->upper.x >= b->lower.x && a->lower.y <= b->upper.y && a->upper.y >= b->lower.y &&
           a->lower.z <= b->upper.z && a->upper.z >= b->lower.z;
}

bool lope_character_planes_make(lope_nearby *nearby)
{
    lope_near_set *set = &nearby->sets[1];
    uint32_t kept = 0;
    nearby->fence_count = 0;
    nearby->near_capsules = false;
    for (uint32_t i = 0; i < set->round_count; i++) {
        lope_near_round *round = &set->rounds[i];
        lope_sink_body *body = &set->bodies[round->body];
        // before it is led: surroundings may hand out what is out of the bounds, or may not
        const lope_bounds bounds = lope_shape_bounds(&round->shape);
        const bool touches = bounds_touch(&bounds, &nearby->moving_bounds);
        if (body->character && round->shape.kind == LOPE_SHAPE_CAPSULE) lead_base(nearby, body, round);
        if (!body->character || round->shape.kind != LOPE_SHAPE_CAPSULE || meets_capsule(nearby, round, body)) {
            set->rounds[kept++] = *round;
            nearby->near_capsules = nearby->near_capsules || (body->character && touches);
            continue;
        }
        if (!touches) continue;
        if (!lope_near_grow(&nearby->allocator, (void **)&nearby->fences, &nearby->fence_capacity,
                            (size_t)nearby->fence_count + 1, sizeof *nearby->fences, 2))
            return false;
        fence_between(nearby, round, body, &nearby->fences[nearby->fence_count++]);
    }
    set->round_count = kept;
    return true;
}
