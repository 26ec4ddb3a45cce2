// pushes.c - what the characters have done to bodies in a tick, in one array in order of id, for the game to
// apply.
//
// A tick never writes to bodies. What it would is told here when all characters have moved, so neither their
// order nor the threads matter. A tick that is run again pushes nothing twice: only the game applies. Read
// next: step.c.
#include "world/pushes.h"

#include "base/memory.h"

// Pushes a character that are expected in a tick. More than that grows the array.
#define PUSHES_RESERVED 1

void lope_pushes_clear(lope_world *world) { world->push_count = 0; }

static bool grow_pushes(lope_world *world, size_t needed)
{
    void *pushes = world->pushes, *notes = world->push_notes;
    const bool room = lope_grow(&world->allocator, &pushes, &world->push_capacity, needed, sizeof *world->pushes) &&
                      lope_grow(&world->allocator, &notes, &world->push_note_capacity, needed, sizeof *world->push_notes);
    world->pushes = pushes;
    world->push_notes = notes;
    return room;
}

bool lope_pushes_reserve(lope_world *world, uint32_t characters)
{
    return grow_pushes(world, (size_t)characters * PUSHES_RESERVED);
}

// Returns for how many pushes there is room.
static uint32_t capacity_of(const lope_world *world)
{
    return (uint32_t)(world->push_capacity < world->push_note_capacity ? world->push_capacity : world->push_note_capacity);
}

void lope_pushes_collect(lope_world *world, const lope_report *report, const lope_nearby *nearby)
{
    uint32_t count = report->push_count < LOPE_REPORT_PUSHES ? report->push_count : LOPE_REPORT_PUSHES;
    world->pushes_lost += report->pushes_dropped;
    if (count == 0) return;
    if (!grow_pushes(world, (size_t)world->push_count + count)) {
        const uint32_t room = capacity_of(world) - world->push_count;
        const uint32_t kept = count < room ? count : room;
        world->pushes_lost += count - kept;
        count = kept;
    }
    for (uint32_t i = 0; i < count; i++) {
        world->push_notes[world->push_count] = (lope_push_note){.push = world->push_count, .nearby = nearby};
        world->pushes[world->push_count++] = report->pushes[i];
    }
}

void lope_pushes_tell(lope_world *world, float seconds)
{
    if (world->push != NULL && world->push_count > 0) world->push(world->push_context, world->pushes, world->push_count, seconds);
}

const lope_push *lope_world_pushes(const lope_world *world, uint32_t *count)
{
    if (count != NULL) *count = world == NULL ? 0 : world->push_count;
    return world == NULL || world->push_count == 0 ? NULL : world->pushes;
}
