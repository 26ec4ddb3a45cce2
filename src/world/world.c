// world.c - making and ending a world, and what can be read from it.
//
// A world owns its level (unless the game brings surroundings of its own), its characters and its clock;
// nothing else knows all three. Read next: characters.c for what lives in it, step.c for how a tick goes.
#include "world/world_private.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "world/avoid_settings.h"
#include "world/characters.h"
#include "world/lock_memory.h"
#include "world/log.h"

#define DEFAULT_TICK_RATE 60.0f // Hz
#define DEFAULT_MAX_TICKS 8
#define NEARBY_MOST 65536
#define DEFAULT_GRAVITY 9.8f // m/s2

static lope_result check_world_def(const lope_world_def *def)
{
    if (!lope_finite(def->tick_rate))
        return lope_refuse(def->error, LOPE_ERROR_NOT_FINITE, "tick_rate", "must be a finite number of ticks a second");
    if (def->tick_rate != 0 && (def->tick_rate < 10 || def->tick_rate > 1000))
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "tick_rate", "must be 10 to 1000 ticks a second, or 0 for 60");
    if (!lope_finite_vec3(def->gravity))
        return lope_refuse(def->error, LOPE_ERROR_NOT_FINITE, "gravity", "must be three finite numbers in m/s2");
    if (def->nearby_triangles > NEARBY_MOST)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "nearby_triangles", "must be at most %d, or 0 for what is usual",
                           NEARBY_MOST);
    if (def->threads > LOPE_THREADS_MOST)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "threads", "must be at most %d", LOPE_THREADS_MOST);
    if ((def->tasks.enqueue == NULL) != (def->tasks.finish == NULL))
        return lope_refuse(def->error, LOPE_ERROR_NULL, "tasks", "need both enqueue and finish, or neither");
    if (def->surroundings != NULL && def->surroundings->gather == NULL)
        return lope_refuse(def->error, LOPE_ERROR_NULL, "surroundings.gather", "surroundings need a gather function");
    return LOPE_OK;
}

// Returns whether there may be bodies to give. Where none moves, which is told at once, a tick of a character
// that meets others asks for these alone.
static bool any_bodies(const lope_surroundings *surroundings, lope_filter filter, lope_gather_kind kind)
{
    return kind != LOPE_MOVING || surroundings->channels == NULL ||
           (surroundings->channels(surroundings->context, LOPE_MOVING) & filter.channels) != 0;
}

// Gives the bodies of the game's or the level's own gather, then the characters as they stood when the step
// began.
static lope_result gather_meeting(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                  lope_sink *sink)
{
    const lope_world *world = context;
    const lope_surroundings *bodies = &world->surroundings;
    if (any_bodies(bodies, filter, kind)) {
        const lope_result result = bodies->gather(bodies->context, bounds, filter, kind, sink);
        if (result != LOPE_OK) return result;
    }
    if (kind == LOPE_MOVING && (filter.channels & LOPE_CHANNEL_CHARACTER) != 0)
        lope_grid_gather(&world->grid, bounds, filter.ignore, sink);
    return LOPE_OK;
}

static uint64_t meeting_revision(void *context)
{
    const lope_world *world = context;
    return world->surroundings.static_revision(world->surroundings.context);
}

static uint32_t meeting_channels(void *context, uint32_t kinds)
{
    const lope_world *world = context;
    uint32_t characters = kinds & LOPE_MOVING ? LOPE_CHANNEL_CHARACTER : 0;
    return world->surroundings.channels(world->surroundings.context, kinds) | characters;
}

static uint64_t meeting_moved(void *context)
{
    const lope_world *world = context;
    return world->moved;
}

static double meeting_room(void *context, const lope_bounds *bounds, lope_filter filter, double most)
{
    const lope_world *world = context;
    if ((filter.channels & LOPE_CHANNEL_CHARACTER) == 0) return most;
    return lope_grid_room(&world->grid, bounds, filter.ignore, most);
}

static bool meeting_nav_point(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point)
{
    const lope_world *world = context;
    return world->surroundings.nav_point(world->surroundings.context, feet, up, reach, point);
}

static bool meeting_body(void *context, uint64_t id, lope_sink_body *body)
{
    const lope_world *world = context;
    if (lope_grid_body(&world->grid, id, body)) return true;
    return world->surroundings.body != NULL && world->surroundings.body(world->surroundings.context, id, body);
}

// Makes what a world owns. Returns false on refusal; what was made so far goes with the world.
static bool make_parts(lope_world *world, const lope_world_def *def)
{
    if (def->surroundings != NULL) {
        world->surroundings = *def->surroundings;
    } else {
        world->level = lope_level_create(&(lope_level_def){.allocator = world->allocator, .log = def->log, .error = def->error});
        if (world->level == NULL) return false;
        world->surroundings = lope_level_surroundings(world->level);
    }
    world->meeting.context = world;
    world->meeting.gather = gather_meeting;
    world->meeting.static_revision = world->surroundings.static_revision == NULL ? NULL : meeting_revision;
    world->meeting.channels = world->surroundings.channels == NULL ? NULL : meeting_channels;
    world->meeting.moved = world->surroundings.channels == NULL ? NULL : meeting_moved;
    world->meeting.room = world->surroundings.channels == NULL ? NULL : meeting_room;
    world->meeting.nav_point = world->surroundings.nav_point == NULL ? NULL : meeting_nav_point;
    world->meeting.body = world->surroundings.body == NULL ? NULL : meeting_body;
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&world->moveset, &tuning, def->error) != LOPE_OK) return false;
    world->thread_count = def->threads;
    if (def->threads < 2) return true;
    world->threads = lope_threads_create(&world->allocator, def->threads, &def->tasks);
    if (world->threads == NULL) lope_refuse(def->error, LOPE_ERROR_MEMORY, "threads", "out of memory for the threads");
    return world->threads != NULL;
}

lope_world *lope_world_create(const lope_world_def *def)
{
    const lope_world_def empty = {0};
    if (def == NULL) def = &empty;
    if (check_world_def(def) != LOPE_OK) return NULL;
    const lope_allocator allocator = lope_allocator_or_default(&def->allocator);
    lope_world *world = lope_allocate_zero(&allocator, sizeof *world);
    if (world == NULL) {
        lope_refuse(def->error, LOPE_ERROR_MEMORY, "allocator", "out of memory for a world");
        return NULL;
    }
    world->allocator = allocator;
    world->log = def->log;
    world->period = 1.0 / (double)(def->tick_rate != 0 ? def->tick_rate : DEFAULT_TICK_RATE);
    world->max_ticks = def->max_ticks != 0 ? def->max_ticks : DEFAULT_MAX_TICKS;
    world->nearby_triangles = def->nearby_triangles;
    world->push = def->push;
    world->push_context = def->push_context;
    world->before_tick = def->before_tick;
    world->after_tick = def->after_tick;
    world->tick_context = def->tick_context;
    world->blend = 1;
    world->time_scale = 1;
    world->moved = LOPE_MOVED_UNKNOWN;
    world->gravity = def->gravity;
    const bool no_gravity = def->gravity.x == 0 && def->gravity.y == 0 && def->gravity.z == 0;
    if (no_gravity && !def->gravity_as_given) world->gravity = lope_vec3_make(0, -DEFAULT_GRAVITY, 0);
    if (!make_parts(world, def)) {
        lope_world_destroy(world);
        return NULL;
    }
    return world;
}

void lope_world_destroy(lope_world *world)
{
    if (world == NULL) return;
    if (world->phase != LOPE_WORLD_IDLE) {
        lope_world_say(world, "lope_world_destroy inside a step does nothing");
        return;
    }
    const lope_allocator allocator = world->allocator;
    lope_threads_destroy(world->threads);
    lope_world_release_characters(world);
    lope_scouts_release(&world->scouts);
    lope_grid_release(&world->grid, &allocator);
    lope_lock_release(&world->lock, &allocator);
    lope_release(&allocator, world->events, world->event_capacity * sizeof *world->events);
    lope_release(&allocator, world->pushes, world->push_capacity * sizeof *world->pushes);
    lope_release(&allocator, world->push_notes, world->push_note_capacity * sizeof *world->push_notes);
    lope_level_destroy(world->level);
    lope_release(&allocator, world, sizeof *world);
}

lope_level *lope_world_level(lope_world *world) { return world == NULL ? NULL : world->level; }

static const char no_level[] = "the world has no level of its own: it was made with other surroundings";

lope_body lope_world_add_mesh(lope_world *world, const lope_mesh_def *def)
{
    if (world != NULL && world->level != NULL) return lope_level_add_mesh(world->level, def);
    if (def != NULL) {
        lope_refuse(def->error, LOPE_ERROR_STATE, "world", "%s", no_level);
        lope_refuse(def->body.error, LOPE_ERROR_STATE, "world", "%s", no_level);
    }
    return (lope_body){0, 0};
}

lope_body lope_world_add_box(lope_world *world, const lope_box_def *def)
{
    if (world != NULL && world->level != NULL) return lope_level_add_box(world->level, def);
    if (def != NULL) lope_refuse(def->body.error, LOPE_ERROR_STATE, "world", "%s", no_level);
    return (lope_body){0, 0};
}

lope_result lope_world_set_gravity(lope_world *world, lope_vec3 gravity)
{
    if (world == NULL) return LOPE_ERROR_NULL;
    if (world->phase == LOPE_WORLD_MOVING) return LOPE_ERROR_STATE;
    if (!lope_finite_vec3(gravity)) return LOPE_ERROR_NOT_FINITE;
    world->gravity = gravity;
    for (uint32_t i = 0; i < world->order_count; i++) lope_seat_state(&world->order[i])->gravity = gravity;
    return LOPE_OK;
}

uint64_t lope_world_hash(const lope_world *world)
{
    uint64_t hash = LOPE_HASH_START;
    if (world == NULL) return hash;
    for (uint32_t i = 0; i < world->order_count; i++)
        hash = lope_hash_u64(hash, lope_state_hash(lope_seat_state(&world->order[i])));
    return world->avoiding_count == 0 ? hash : lope_avoid_hash(world, hash);
}
