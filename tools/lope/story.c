// story.c - what happened to a wanderer, in a few sentences.
//
// Read next: scene/player.h, where the figures are kept.
#include "lope.h"

static const char *times(uint64_t count, char *text, size_t size)
{
    if (count == 0)
        snprintf(text, size, "never");
    else if (count == 1)
        snprintf(text, size, "once");
    else
        snprintf(text, size, "%llu times", (unsigned long long)count);
    return text;
}

static void tell_jumps(const lope_scene_actor *wanderer, FILE *out)
{
    char text[32];
    fprintf(out, "It jumped %s", times(wanderer->events[LOPE_EVENT_JUMP], text, sizeof text));
    if (wanderer->highest_apex > 0.0) fprintf(out, " (%.2f m high at best)", wanderer->highest_apex);
    fprintf(out, ", climbed %llu step%s", (unsigned long long)wanderer->events[LOPE_EVENT_STEP_UP],
            wanderer->events[LOPE_EVENT_STEP_UP] == 1 ? "" : "s");
    fprintf(out, ", walked off an edge %s", times(wanderer->events[LOPE_EVENT_WALK_OFF], text, sizeof text));
    fprintf(out, " and met something in its way %s.\n", times(wanderer->events[LOPE_EVENT_HIT], text, sizeof text));
}

static void tell_falls(const lope_scene_actor *wanderer, FILE *out)
{
    char text[32];
    if (wanderer->put_back == 0) return;
    fprintf(out, "It fell out of the level %s and was put back where it began.\n", times(wanderer->put_back, text, sizeof text));
}

static void tell_end(const lope_scene_player *player, const lope_scene_actor *wanderer, FILE *out)
{
    const lope_state *state = lope_character_state(wanderer->handle);
    lope_point end = lope_scene_player_to_file(player, state->feet);
    lope_bounds bounds = lope_level_bounds(lope_scene_player_level(player));
    if (wanderer->hardest_landing > 0.0) fprintf(out, "It landed at %.2f m/s at the hardest. ", wanderer->hardest_landing);
    if (wanderer->longest_stuck > 0.0) fprintf(out, "It was stuck, for %.2f s at the longest. ", wanderer->longest_stuck);
    if (state->feet.y < bounds.lower.y) {
        fprintf(out, "It stood last at %.2f s, then fell out of the level; at the end it is %.1f m below its lowest point.\n\n",
                wanderer->last_walked, bounds.lower.y - state->feet.y);
    } else {
        fprintf(out, "At the end it is %s at (%.2f, %.2f, %.2f).\n\n",
                lope_moveset_mode_name(&wanderer->from->moveset, state->mode), end.x, end.y, end.z);
    }
}

void tool_tell_story(const lope_scene_player *player, lope_point start, FILE *out)
{
    const lope_scene_actor *wanderer = lope_scene_player_actor(player, 0);
    const lope_state *state = lope_character_state(wanderer->handle);
    fprintf(out, "A wanderer was put down at (%.2f, %.2f, %.2f) and walked %.1f m in %.6g s.\n", start.x, start.y, start.z,
            state->distance_walked, lope_scene_player_time(player));
    tell_jumps(wanderer, out);
    tell_falls(wanderer, out);
    tell_end(player, wanderer, out);
}
