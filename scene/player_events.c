// player_events.c - counts what happened to a character, and passes it on to the listener.
#include "player_events.h"

#include "reason_notes.h"

static void count_event(lope_scene_actor *actor, const lope_event *event)
{
    if (event->kind < LOPE_EVENT_KIND_COUNT) actor->events[event->kind]++;
    if (event->kind == LOPE_EVENT_LAND && (double)event->value > actor->hardest_landing)
        actor->hardest_landing = (double)event->value;
    if (event->kind == LOPE_EVENT_APEX && (double)event->value > actor->highest_apex) actor->highest_apex = (double)event->value;
}

void lope_scene_tell_event(lope_scene_player *player, uint32_t actor, double t, const lope_event *event)
{
    count_event(&player->actors[actor], event);
    lope_scene_reason_event(&player->actors[actor], t, event);
    if (player->listener != NULL) player->listener(player->context, player, actor, player->ticks + 1, t, event);
}
