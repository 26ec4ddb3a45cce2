// play.c - one character in a scenario's level. Read first: play.h.
#include "play.h"

#include "scene/scenario.h"

#include <string.h>

static uint32_t next(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (uint32_t)((*seed * UINT64_C(2685821657736338717)) >> 32);
}

static double between(uint64_t *seed, double low, double high) { return low + (high - low) * (next(seed) / 4294967296.0); }

bool play_open(play *p, const char *file)
{
    lope_scene_fault fault = {0};
    memset(p, 0, sizeof *p);
    p->scenario = lope_scenario_load(file, NULL, &fault);
    if (p->scenario == NULL || p->scenario->character_count == 0) return false;
    p->player = lope_scene_player_create(p->scenario, NULL, &fault);
    if (p->player == NULL) return false;
    p->level = lope_scene_player_level(p->player);
    p->moveset = &p->player->movesets[0];
    p->nearby = lope_nearby_create(NULL);
    p->start = *lope_character_state(p->player->actors[0].handle);
    p->rate = 60;
    return p->nearby != NULL;
}

void play_close(play *p)
{
    lope_nearby_destroy(p->nearby);
    lope_scene_player_destroy(p->player);
    lope_scenario_free(p->scenario);
}

static lope_transform pose_of(const play *p, const lope_scene_piece *piece, uint32_t tick)
{
    const lope_scene_pose pose = lope_scene_motion_pose(&piece->motion, &piece->pose, (double)tick / p->rate);
    return lope_scene_place(&p->player->frame, &pose);
}

static const lope_surroundings *around(play *p, uint32_t tick)
{
    uint32_t count = 0;
    for (size_t i = 0; i < p->player->bodies.count && count < PLAY_PLACES; i++) {
        const lope_scene_body *body = &p->player->bodies.list[i];
        const lope_scene_piece *piece = &p->scenario->pieces[body->piece];
        if (piece->motion.kind == LOPE_SCENE_STILL) continue;
        const lope_transform start = pose_of(p, piece, tick - 1), end = pose_of(p, piece, tick);
        if (lope_level_place(p->level, body->body, &start, &end, &p->places[count]) == LOPE_OK) count++;
    }
    lope_level_view_make(&p->view, p->level, p->places, count);
    p->around = lope_level_surroundings_at(&p->view);
    return &p->around;
}

static void order(play_tick *given, uint64_t *random, lope_point feet)
{
    lope_requests *r = &given->requests;
    given->has_requests = true;
    switch (next(random) % 5) {
    case 0:
        r->asked = LOPE_REQUEST_LAUNCH;
        r->launch_velocity = (lope_vec3){(float)between(random, -4, 4), 6, (float)between(random, -4, 4)};
        break;
    case 1:
        r->asked = LOPE_REQUEST_TELEPORT;
        r->teleport_needs_room = true;
        r->teleport_feet = lope_point_add(feet, (lope_point){between(random, -2, 2), 0.5, between(random, -2, 2)});
        break;
    case 2:
        r->asked = LOPE_REQUEST_LAYER;
        r->layer = (lope_layer){.id = 1 + next(random) % 6,
                                .kind = LOPE_LAYER_VELOCITY,
                                .duration = (float)between(random, 0.1, 1),
                                .velocity = {(float)between(random, -5, 5), 0, (float)between(random, -5, 5)}};
        break;
    case 3:
        r->impulse_is_velocity = true;
        r->impulse = (lope_vec3){(float)between(random, -3, 3), 2, (float)between(random, -3, 3)};
        break;
    default:
        given->has_requests = false;
        given->forbidden = next(random) & 15u;
    }
}

play_tick play_draw(play_hand *hand, lope_point feet, uint32_t orders)
{
    uint64_t *random = &hand->random;
    if (hand->left == 0) {
        hand->left = 5 + next(random) % 60;
        hand->command.right = (int8_t)(next(random) % 8 == 0 ? 0 : next(random));
        hand->command.ahead = (int8_t)(next(random) % 8 == 0 ? 0 : next(random));
        hand->command.up = (int8_t)(next(random) % 4 == 0 ? next(random) : 0);
        hand->command.held = next(random) & next(random) & 0x7ffu;
        hand->command.pressed = hand->command.held;
    }
    hand->left--;
    hand->command.yaw = (uint16_t)(hand->command.yaw + next(random) % 400 - 150);
    play_tick given = {.command = hand->command};
    hand->command.pressed = 0;
    if (orders > 0 && next(random) % orders == 0) order(&given, random, feet);
    return given;
}

lope_result play_move(play *p, lope_state *state, const play_tick *given, uint32_t tick, lope_report *report)
{
    lope_input input;
    lope_command_input(&given->command, state, &input);
    input.forbidden = given->forbidden;
    if (given->has_requests) input.requests = &given->requests;
    return lope_move(state, &input, p->moveset, around(p, tick), p->nearby, 1.0f / (float)p->rate, report);
}
