// lock_memory.c - the memory for characters that run a tick in steps together. Read next: lock_step.c.
#include "world/lock_memory.h"

#include "base/memory.h"
#include "level/body.h"

bool lope_lock_reserve(lope_world *world, uint32_t count, double seconds)
{
    lope_lock *lock = &world->lock;
    void *list = lock->list, *met = lock->met;
    const uint32_t steps = lope_steps_of(seconds);
    if (steps < 2 || count < 2) return true;
    bool room = lope_grow(&world->allocator, &list, &lock->list_capacity, count, sizeof *lock->list);
    lock->list = list;
    room = room && lope_grow(&world->allocator, &met, &lock->met_capacity, (size_t)count * (steps + 1), sizeof *lock->met);
    lock->met = met;
    return room;
}

bool lope_lock_reserve_shown(lope_world *world)
{
    lope_lock *lock = &world->lock;
    void *shown = lock->shown;
    const uint32_t bodies = world->level ? world->level->moved_count : 0;
    const bool room = lope_grow(&world->allocator, &shown, &lock->shown_capacity, bodies, sizeof *lock->shown);
    lock->shown = shown;
    return room;
}

void lope_lock_release(lope_lock *lock, const lope_allocator *allocator)
{
    lope_release(allocator, lock->list, lock->list_capacity * sizeof *lock->list);
    lope_release(allocator, lock->met, lock->met_capacity * sizeof *lock->met);
    lope_release(allocator, lock->shown, lock->shown_capacity * sizeof *lock->shown);
}
