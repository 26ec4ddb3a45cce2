// net_level.c - a scenario's level at the poses of any tick. Read first: net_level.h.
#include "net_level.h"

static lope_transform pose_of(const lope_scene_net_level *of, const lope_scene_body *body, uint32_t tick)
{
    const lope_scene_piece *piece = &of->player->scenario->pieces[body->piece];
    const lope_scene_pose pose = lope_scene_motion_pose(&piece->motion, &piece->pose, (double)tick / of->rate);
    return lope_scene_place(&of->player->frame, &pose);
}

static bool moves(const lope_scene_net_level *of, const lope_scene_body *body)
{
    return of->player->scenario->pieces[body->piece].motion.kind != LOPE_SCENE_STILL;
}

const lope_surroundings *lope_scene_net_around(void *view, uint32_t tick)
{
    lope_scene_net_view *v = view;
    const lope_scene_net_level *of = v->of;
    uint32_t count = 0;
    for (size_t i = 0; i < of->player->bodies.count && count < LOPE_SCENE_NET_PLACES; i++) {
        const lope_scene_body *body = &of->player->bodies.list[i];
        if (!moves(of, body)) continue;
        const lope_transform start = pose_of(of, body, tick - 1), end = pose_of(of, body, tick);
        if (lope_level_place(of->level, body->body, &start, &end, &v->places[count]) == LOPE_OK) count++;
    }
    lope_level_view_make(&v->view, of->level, v->places, count);
    v->around = lope_level_surroundings_at(&v->view);
    return &v->around;
}

bool lope_scene_net_mover(void *level, uint64_t body, uint32_t plan, uint32_t ticks, lope_transform *pose)
{
    const lope_scene_net_level *of = level;
    (void)plan;
    for (size_t i = 0; i < of->player->bodies.count; i++) {
        if (of->player->bodies.list[i].id != body || !moves(of, &of->player->bodies.list[i])) continue;
        *pose = pose_of(of, &of->player->bodies.list[i], ticks);
        return true;
    }
    return false;
}

lope_net_rules lope_scene_net_rules(lope_scene_net_level *level, float bound, uint32_t tick_rate)
{
    const bool meets = (level->player->scenario->characters[0].channels & LOPE_CHANNEL_CHARACTER) != 0;
    level->rate = tick_rate != 0 ? tick_rate : 60;
    return (lope_net_rules){.tick_rate = level->rate,
                            .contact_bound = meets ? bound : LOPE_NET_PASS,
                            .content = lope_level_hash(level->level),
                            .mover = lope_scene_net_mover,
                            .context = level};
}
