// log.c - what a world has to say to a developer. Read next: input.c, step.c, which say it.
#include "world/log.h"

void lope_world_say(const lope_world *world, const char *text)
{
    if (world->log.write == NULL || world->phase == LOPE_WORLD_MOVING) return; // it may be any thread then
    world->log.write(world->log.context, text);
}
