// game.c - a small networked game on a virtual clock. Read first: game.h.
#include "game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void wrong(game *g, const char *what)
{
    if (g->fault[0] == 0) snprintf(g->fault, sizeof g->fault, "%s", what);
}

bool game_mover(void *context, uint64_t body, uint32_t plan, uint32_t ticks, lope_transform *pose)
{
    (void)context;
    const double t = ticks / 60.0 + plan;
    *pose = (lope_transform){.rotation = {0, 0, 0, 1}};
    if (body == GAME_SLIDE) {
        pose->position = (lope_point){10 + 3 * sin(0.7 * t), -0.2, 0};
    } else if (body == GAME_LIFT) {
        pose->position = (lope_point){-10, 1 - 1.2 * cos(0.9 * t), 0};
    } else if (body == GAME_TURN) {
        pose->position = (lope_point){0, -0.2, 14};
        pose->rotation = (lope_quat){0, (float)sin(0.25 * t), 0, (float)cos(0.25 * t)};
    } else {
        return false;
    }
    return true;
}

static const lope_surroundings *around(void *context, uint32_t tick)
{
    game_client *c = context;
    static const uint64_t ids[3] = {GAME_SLIDE, GAME_LIFT, GAME_TURN};
    for (int i = 0; i < 3; i++) {
        lope_transform start, end;
        game_mover(NULL, ids[i], 0, tick - 1, &start);
        game_mover(NULL, ids[i], 0, tick, &end);
        lope_level_place(c->in->level, c->in->movers[i], &start, &end, &c->places[i]);
    }
    lope_level_view_make(&c->view, c->in->level, c->places, 3);
    c->around = lope_level_surroundings_at(&c->view);
    return &c->around;
}

static bool make_level(game *g)
{
    static const uint64_t ids[3] = {GAME_SLIDE, GAME_LIFT, GAME_TURN};
    static const float sizes[3] = {5, 4, 7};
    g->level = lope_level_create(NULL);
    if (g->level == NULL) return false;
    lope_level_add_box(g->level, &(lope_box_def){.body = {.position = {0, -0.5, 0}, .id = 1}, .size = {80, 1, 80}});
    for (int i = 0; i < 3; i++) {
        lope_transform pose;
        game_mover(NULL, ids[i], 0, 0, &pose);
        g->movers[i] = lope_level_add_box(
            g->level,
            &(lope_box_def){.body = {.position = pose.position, .rotation = pose.rotation, .moving = true, .id = ids[i]},
                            .size = {sizes[i], 0.5f, sizes[i]}});
    }
    return true;
}

bool game_open(game *g, const lope_net_server_def *def, const lope_net_link_profile *line, uint64_t seed)
{
    const lope_tuning tuning = lope_tuning_default();
    lope_net_server_def d = *def;
    memset(g, 0, sizeof *g);
    if (!make_level(g) || lope_moveset_make(&g->moveset, &tuning, NULL) != LOPE_OK) return false;
    d.moveset = &g->moveset;
    d.rules.mover = game_mover;
    d.rules.content = lope_level_hash(g->level);
    if (d.players == 0) d.players = GAME_SEATS;
    g->rules = d.rules;
    if (d.context == NULL) d.context = g;
    g->server = lope_net_server_create(&d);
    g->line = *line;
    g->seed = seed;
    g->around.in = g;
    return g->server != NULL;
}

static void end_client(game_client *c)
{
    lope_net_client_destroy(c->net);
    lope_nearby_destroy(c->nearby);
    c->net = NULL;
    c->nearby = NULL;
}

void game_close(game *g)
{
    for (uint32_t i = 0; i < GAME_SEATS; i++) end_client(&g->clients[i]);
    lope_net_server_destroy(g->server);
    lope_level_destroy(g->level);
}

static bool make_client(game *g, uint32_t seat)
{
    game_client *c = &g->clients[seat];
    const uint64_t seed = g->seed * 7919u + 2u * g->bodies + 100u * seat + g->step;
    lope_net_link_begin(&c->up, &g->line, seed);
    lope_net_link_begin(&c->down, &g->line, seed + 1u);
    c->net = lope_net_client_create(&(lope_net_client_def){.rules = g->rules,
                                                           .moveset = &g->moveset,
                                                           .around = around,
                                                           .context = c,
                                                           .showing = g->showing,
                                                           .allocator = g->client_memory});
    return c->net != NULL;
}

uint32_t game_join(game *g, lope_point feet)
{
    uint32_t seat = LOPE_NET_NONE;
    lope_state state;
    const lope_state_def def = {.feet = feet,
                                .channels =
                                    LOPE_CHANNEL_SOLID | (g->rules.contact_bound == LOPE_NET_PASS ? 0u : LOPE_CHANNEL_CHARACTER),
                                .own_body = GAME_BODY + g->bodies};
    if (lope_state_init(&state, &def) != LOPE_OK) wrong(g, "no state");
    if (lope_net_server_join(g->server, GAME_BODY + g->bodies, &state, &seat) != LOPE_OK) {
        wrong(g, "no seat");
        return seat;
    }
    g->clients[seat] =
        (game_client){.in = g, .seat = seat, .clock = 1, .time = g->now, .state = state, .nearby = lope_nearby_create(NULL)};
    g->bodies++;
    if (!make_client(g, seat)) wrong(g, "no client");
    return seat;
}

bool game_restart(game *g, uint32_t seat)
{
    lope_net_client_destroy(g->clients[seat].net);
    return make_client(g, seat);
}

void game_leave(game *g, uint32_t seat)
{
    if (lope_net_server_leave(g->server, seat) != LOPE_OK) wrong(g, "cannot leave");
    end_client(&g->clients[seat]);
}

void game_wander(game *g, uint32_t seat, double now)
{
    lope_command *wish = &g->clients[seat].wish;
    uint64_t r = (uint64_t)(now * 3) * 31u + seat * 977u + g->seed;
    r = (r ^ r >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    r = (r ^ r >> 27) * UINT64_C(0x94d049bb133111eb);
    wish->right = (int8_t)(r & 1u ? 100 : r & 2u ? -90 : 0);
    wish->ahead = (int8_t)(r & 4u ? 127 : r & 8u ? -60 : 0);
    wish->held = (r >> 8 & 7u) == 0 ? LOPE_BUTTON_JUMP : (r >> 8 & 7u) == 1 ? LOPE_BUTTON_CROUCH : 0;
    wish->yaw = (uint16_t)(uint64_t)(now * 9000 + seat * 11111);
}

// ---- time -------------------------------------------------------------------------------------------------

static double cpu_now(const game *g) { return g->cpu != NULL ? g->cpu() : 0; }

void game_receive(game *g, uint32_t seat, const uint8_t *bytes, size_t size)
{
    const double start = cpu_now(g);
    lope_net_server_receive(g->server, seat, bytes, size, g->now);
    g->clients[seat].cost += cpu_now(g) - start;
}

static void receive(game *g)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    for (uint32_t i = 0; i < GAME_SEATS; i++) {
        game_client *c = &g->clients[i];
        if (c->net == NULL) continue;
        while ((size = lope_net_link_receive(&c->up, bytes, g->now)) > 0) game_receive(g, i, bytes, size);
    }
}

// Runs a tick of a character that the server has begun.
static void move_one(game *g, uint32_t seat)
{
    game_client *c = &g->clients[seat];
    const uint32_t tick = lope_net_server_time(g->server, seat);
    lope_input input;
    lope_report report;
    if (lope_net_server_input(g->server, seat, &input) != LOPE_OK) wrong(g, "no input");
    const lope_surroundings sight = lope_net_server_sight(g->server, seat, around(&g->around, tick));
    if (lope_move(&c->state, &input, &g->moveset, &sight, c->nearby, 1.0f / 60, &report) != LOPE_OK) wrong(g, "no move");
    if (lope_net_server_moved(g->server, seat, &c->state) != LOPE_OK) wrong(g, "not moved");
    if (g->hooks.reported) g->hooks.reported(g, seat, tick, &report);
}

static void move(game *g)
{
    const lope_state *ends[GAME_SEATS] = {NULL};
    for (uint32_t i = 0; i < GAME_SEATS; i++) {
        ends[i] = &g->clients[i].state;
        if (g->clients[i].net == NULL) continue;
        while (lope_net_server_next(g->server, i, &g->clients[i].state)) move_one(g, i);
    }
    if (lope_net_server_end(g->server, ends) != LOPE_OK) wrong(g, "no end");
}

static void tick(game *g)
{
    uint8_t bytes[LOPE_NET_PACKET];
    if (g->hooks.before_tick) g->hooks.before_tick(g, lope_net_server_tick(g->server) + 1);
    if (lope_net_server_begin(g->server) != LOPE_OK) wrong(g, "no begin");
    move(g);
    for (uint32_t i = 0; i < GAME_SEATS; i++) {
        if (g->clients[i].net == NULL) continue;
        const double start = cpu_now(g);
        const size_t size = lope_net_server_packet(g->server, i, bytes, sizeof bytes, g->now);
        g->clients[i].cost += cpu_now(g) - start;
        if (size == 0) continue;
        if (g->hooks.sends) g->hooks.sends(g, i, bytes, size);
        lope_net_link_send(&g->clients[i].down, bytes, size, g->now);
    }
}

static uint32_t frame_of(const game *g, uint32_t seat) { return g->clients[seat].frame != 0 ? g->clients[seat].frame : 4; }

static void frame(game *g, uint32_t seat, double seconds)
{
    uint8_t bytes[LOPE_NET_PACKET];
    game_client *c = &g->clients[seat];
    size_t size;
    c->time += seconds;
    while ((size = lope_net_link_receive(&c->down, bytes, g->now)) > 0) lope_net_client_receive(c->net, bytes, size, c->time);
    if (g->hooks.wishes) g->hooks.wishes(g, seat, g->now);
    lope_net_client_advance(c->net, c->time, &c->wish);
    if (g->hooks.frame) g->hooks.frame(g, seat);
    size = lope_net_client_packet(c->net, bytes, sizeof bytes, c->time);
    if (size > 0 && g->hooks.cheats) size = g->hooks.cheats(g, seat, bytes, size);
    if (size > 0 && !c->mute) lope_net_link_send(&c->up, bytes, size, g->now);
}

void game_run(game *g, double seconds)
{
    const uint64_t end = g->step + (uint64_t)(seconds * GAME_STEPS + 0.5);
    for (; g->step < end; g->step++) {
        g->now = (double)g->step / GAME_STEPS;
        receive(g);
        for (; g->next <= g->now; g->next += 1.0 / 60) tick(g);
        for (uint32_t i = 0; i < GAME_SEATS; i++)
            if (g->clients[i].net != NULL && (g->step + i) % frame_of(g, i) == 0)
                frame(g, i, g->clients[i].clock * frame_of(g, i) / GAME_STEPS);
    }
}
