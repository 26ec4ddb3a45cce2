// play.c - opens and steps a park for tests. Read next: test_rollback.c.
#include "play.h"

#ifndef LOPE_GYM_DIR
#define LOPE_GYM_DIR "levels/gym"
#endif

bool play_gym(obj_mesh *gym)
{
    char text[256];
    return obj_read(LOPE_GYM_DIR "/gym.obj", gym, text, sizeof text);
}

bool play_fill(lope_level *level, const obj_mesh *gym, uint32_t shuffle)
{
    uint32_t order[PARK_BODIES];
    for (uint32_t i = 0; i < PARK_BODIES; i++) order[i] = i;
    for (uint32_t i = PARK_BODIES - 1; shuffle != 0 && i > 0; i--) {
        const uint32_t k = (uint32_t)(park_random(&shuffle) * (i + 1)), swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    for (uint32_t i = 0; i < PARK_BODIES; i++)
        if (!park_add(level, gym, order[i])) return false;
    return true;
}

bool play_open(play *p, const obj_mesh *gym, uint32_t shuffle)
{
    *p = (play){.world = lope_world_create(NULL)};
    if (p->world == NULL || !park_movesets(p->movesets) || !play_fill(lope_world_level(p->world), gym, shuffle)) return false;
    for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
        const uint32_t others = i % 3 == 0 ? LOPE_CHANNEL_CHARACTER : 0;
        p->walkers[i] = lope_character_create(p->world, &(lope_character_def){.feet = park_start(i),
                                                                              .moveset = &p->movesets[i % PARK_MOVESETS],
                                                                              .channels = LOPE_CHANNEL_SOLID | others});
        if (p->walkers[i] == NULL) return false;
    }
    return true;
}

void play_close(play *p) { lope_world_destroy(p->world); }

bool play_step(play *p)
{
    if (!park_set_poses(lope_world_level(p->world), p->tick)) return false;
    for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
        lope_requests requests;
        const lope_input input = park_input(i, p->tick, &requests);
        if (lope_character_set_input(p->walkers[i], &input) != LOPE_OK) return false;
    }
    p->tick++;
    return lope_world_step(p->world, PARK_TICK) == LOPE_OK;
}

bool play_rewind(play *p, uint32_t tick)
{
    lope_level *level = lope_world_level(p->world);
    if (!park_set_poses(level, tick - 1)) return false; // where the tick before ended
    lope_level_end_tick(level);
    p->tick = tick;
    return true;
}
