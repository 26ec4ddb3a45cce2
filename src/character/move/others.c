// others.c - bodies and other characters as surroundings. Read first: others.h.
#include "character/move/others.h"

// Returns whether an other is met as it stands there, in the step that runs.
static bool is_met(const lope_others_around *c, const lope_other *other)
{
    return other->steps > 0 && c->step > 0 ? other->step == c->step : other->step == 0;
}

// Returns whether an other may be within bounds: its capsule is within its height of its feet.
static bool is_near(const lope_other *other, const lope_bounds *bounds)
{
    const double reach = (double)other->height + (double)other->radius;
    const lope_point feet = other->feet;
    return feet.x + reach >= bounds->lower.x && feet.x - reach <= bounds->upper.x && feet.y + reach >= bounds->lower.y &&
           feet.y - reach <= bounds->upper.y && feet.z + reach >= bounds->lower.z && feet.z - reach <= bounds->upper.z;
}

static lope_sink_body body_of(const lope_other *other)
{
    return (lope_sink_body){.id = other->id,
                            .pose = {.position = other->feet, .rotation = {0, 0, 0, 1}},
                            .channels = LOPE_CHANNEL_CHARACTER,
                            .moving = true,
                            .character = true,
                            .motion = {.displacement = other->way},
                            .push_priority = (uint8_t)other->push_priority,
                            .velocity = other->velocity,
                            .falls = other->falls,
                            .rests = other->rests,
                            .parts = (uint8_t)other->steps,
                            .part = (uint8_t)other->step,
                            .surface = {.walkable = other->no_stand ? LOPE_WALKABLE_NEVER : LOPE_WALKABLE_BY_ANGLE}};
}

static void give(const lope_other *other, lope_sink *sink)
{
    const lope_sink_body body = body_of(other);
    lope_sink_begin(sink, &body);
    lope_sink_capsule(sink, lope_vec3_scale(other->up, other->radius), lope_vec3_scale(other->up, other->height - other->radius),
                      other->radius, 0);
}

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const lope_others_around *c = context;
    const lope_result result = c->bodies.gather(c->bodies.context, bounds, filter, kind, sink);
    if (result != LOPE_OK || kind != LOPE_MOVING || (filter.channels & LOPE_CHANNEL_CHARACTER) == 0) return result;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->others[i].id != filter.ignore && is_met(c, &c->others[i]) && is_near(&c->others[i], bounds))
            give(&c->others[i], sink);
    return LOPE_OK;
}

static uint64_t static_revision(void *context)
{
    const lope_others_around *c = context;
    return c->bodies.static_revision(c->bodies.context);
}

static uint32_t channels(void *context, uint32_t kinds)
{
    const lope_others_around *c = context;
    return c->bodies.channels(c->bodies.context, kinds) | (kinds & LOPE_MOVING ? LOPE_CHANNEL_CHARACTER : 0);
}

static bool nav_point(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point)
{
    const lope_others_around *c = context;
    return c->bodies.nav_point(c->bodies.context, feet, up, reach, point);
}

static bool body(void *context, uint64_t id, lope_sink_body *found)
{
    const lope_others_around *c = context;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->others[i].id != id || !is_met(c, &c->others[i])) continue;
        *found = body_of(&c->others[i]);
        return true;
    }
    return c->bodies.body(c->bodies.context, id, found);
}

lope_surroundings lope_others_surroundings(lope_others_around *around)
{
    const lope_surroundings *bodies = &around->bodies;
    return (lope_surroundings){.context = around,
                               .gather = gather,
                               .static_revision = bodies->static_revision != NULL ? static_revision : NULL,
                               .channels = bodies->channels != NULL ? channels : NULL,
                               .nav_point = bodies->nav_point != NULL ? nav_point : NULL,
                               .body = bodies->body != NULL ? body : NULL};
}
