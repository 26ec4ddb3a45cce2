// zones_world.c - the world of the tests of many machines. Read first: zones_world.h.
#include "zones_world.h"

#include <math.h>
#include <string.h>

#define SLIDE 11u
#define LIFT 12u
#define TURN 13u
#define CATCH_UP_MOST 1800u // ticks: 30 s

static const uint64_t ids[3] = {SLIDE, LIFT, TURN};

static bool mover(void *context, uint64_t body, uint32_t plan, uint32_t ticks, lope_transform *pose)
{
    const double t = ticks / 60.0 + plan;
    (void)context;
    *pose = (lope_transform){.rotation = {0, 0, 0, 1}};
    if (body == SLIDE) {
        pose->position = (lope_point){10 + 3 * sin(0.7 * t), -0.2, 0};
    } else if (body == LIFT) {
        pose->position = (lope_point){5, 1 - 1.2 * cos(0.9 * t), -6};
    } else if (body == TURN) {
        pose->position = (lope_point){0, -0.2, 8};
        pose->rotation = (lope_quat){0, (float)sin(0.25 * t), 0, (float)cos(0.25 * t)};
    } else {
        return false;
    }
    return true;
}

bool zones_world_open(zones_world *world)
{
    static const float sizes[3] = {5, 4, 7};
    const lope_tuning tuning = lope_tuning_default();
    memset(world, 0, sizeof *world);
    world->level = lope_level_create(NULL);
    if (world->level == NULL || lope_moveset_make(&world->moveset, &tuning, NULL) != LOPE_OK) return false;
    lope_level_add_box(world->level, &(lope_box_def){.body = {.position = {0, -0.5, 0}, .id = 1}, .size = {200, 1, 200}});
    for (int i = 0; i < 3; i++) {
        lope_transform pose;
        mover(NULL, ids[i], 0, 0, &pose);
        world->movers[i] = lope_level_add_box(
            world->level,
            &(lope_box_def){.body = {.position = pose.position, .rotation = pose.rotation, .moving = true, .id = ids[i]},
                            .size = {sizes[i], 0.5f, sizes[i]}});
    }
    world->rules = (lope_net_rules){.contact_bound = LOPE_NET_PASS, .mover = mover, .content = lope_level_hash(world->level)};
    return true;
}

void zones_world_close(zones_world *world) { lope_level_destroy(world->level); }

const lope_surroundings *zones_around(void *context, uint32_t tick)
{
    zones_view *v = context;
    for (int i = 0; i < 3; i++) {
        lope_transform start, end;
        mover(NULL, ids[i], 0, tick - 1, &start);
        mover(NULL, ids[i], 0, tick, &end);
        lope_level_place(v->world->level, v->world->movers[i], &start, &end, &v->places[i]);
    }
    lope_level_view_make(&v->view, v->world->level, v->places, 3);
    v->around = lope_level_surroundings_at(&v->view);
    return &v->around;
}

uint32_t zones_of(double x, uint32_t before)
{
    static const double borders[ZONES - 1] = {0, 10};
    uint32_t zone = 0;
    for (uint32_t i = 0; i < ZONES - 1; i++) zone += x > borders[i] + (before <= i ? 0.25 : -0.25);
    return zone;
}

void zones_begin_state(uint64_t player, lope_state *state)
{
    const double x = -4.0 + 3.1 * (double)(player % 7);
    lope_state_init(state,
                    &(lope_state_def){.feet = {x, 0.1, 4}, .channels = LOPE_CHANNEL_SOLID, .own_body = ZONE_BODY + player});
}

// Returns a number drawn of two others, below 1.
static double drawn(uint64_t a, uint64_t b)
{
    uint64_t r = a * UINT64_C(0x9e3779b97f4a7c15) + b;
    r = (r ^ r >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    r = (r ^ r >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)(r >> 11) / 9007199254740992.0;
}

void zones_wish(uint64_t player, uint64_t seed, double now, const lope_state *state, lope_command *command)
{
    const uint64_t when = (uint64_t)(now / 2) * 131 + player * 7919 + seed;
    const double x = -8 + 26 * drawn(when, 1), z = -8 + 18 * drawn(when, 2);
    const double dx = state != NULL ? x - state->feet.x : 1, dz = state != NULL ? z - state->feet.z : 0;
    const double length = sqrt(dx * dx + dz * dz), part = length > 1 ? 127 / length : 0;
    const bool jumps = drawn((uint64_t)(now * 2) * 17 + player, seed) < 0.25;
    *command = (lope_command){.right = (int8_t)(part * dx), .ahead = (int8_t)(-part * dz), .held = jumps ? LOPE_BUTTON_JUMP : 0};
}

// ---- ticks run again --------------------------------------------------------------------------------------

// Runs one tick of a server with one player.
static bool run_tick(lope_net_server *server, zones_view *view, uint32_t seat, lope_nearby *nearby, lope_state *state)
{
    lope_input input;
    const lope_state *ends[1] = {state};
    if (lope_net_server_begin(server) != LOPE_OK || lope_net_server_input(server, seat, &input) != LOPE_OK) return false;
    const lope_surroundings *around = zones_around(view, lope_net_server_tick(server));
    return lope_move(state, &input, &view->world->moveset, around, nearby, 1.0f / 60, NULL) == LOPE_OK &&
           lope_net_server_end(server, ends) == LOPE_OK;
}

uint32_t zones_catch_up(zones_view *view, uint32_t from, uint32_t tick, uint8_t bytes[LOPE_NET_GIVE], size_t *size,
                        lope_state *state)
{
    uint32_t seat, ran = 0;
    lope_net_server *server = lope_net_server_create(
        &(lope_net_server_def){.rules = view->world->rules, .moveset = &view->world->moveset, .players = 1, .tick = from});
    lope_nearby *nearby = lope_nearby_create(NULL);
    bool good = server != NULL && lope_net_server_take(server, bytes, *size, &seat, state) == LOPE_OK;
    for (; good && from + ran != tick && ran < CATCH_UP_MOST; ran++) good = run_tick(server, view, seat, nearby, state);
    good = good && lope_net_server_give(server, seat, bytes, LOPE_NET_GIVE, size) == LOPE_OK;
    lope_nearby_destroy(nearby);
    lope_net_server_destroy(server);
    return good ? ran : UINT32_MAX;
}
