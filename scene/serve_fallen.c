// serve_fallen.c - characters that fall for ever. Read first: serve_fallen.h.
#include "serve_fallen.h"

#include "serve_seats.h"

#define OUT 30.0  // m beyond the level's bounds
#define AHEAD 20u // ticks: most clients know of the order in time, and are not corrected

static bool is_out(const lope_bounds *b, lope_point p)
{
    return p.x < b->lower.x - OUT || p.y < b->lower.y - OUT || p.z < b->lower.z - OUT || p.x > b->upper.x + OUT ||
           p.y > b->upper.y + OUT || p.z > b->upper.z + OUT;
}

static void bring_back(serve *s, uint32_t seat)
{
    const lope_requests requests = {.asked = LOPE_REQUEST_TELEPORT | LOPE_REQUEST_LAUNCH,
                                    .teleport_feet = lope_scene_serve_begin(s).feet,
                                    .launch_overrides_horizontal = true, // by none: it begins at rest
                                    .launch_overrides_vertical = true};
    const lope_input order = {.requests = &requests};
    lope_net_server_order(s->room, seat, &order, AHEAD); // refused: the next second asks again
}

void lope_scene_serve_fallen(serve *s)
{
    if (lope_net_server_tick(s->room) % s->rules.tick_rate != 0) return;
    const lope_bounds bounds = lope_level_bounds(s->level.level);
    for (uint32_t i = 0; i < LOPE_SCENE_SERVE_SEATS; i++) {
        const lope_state *state = &s->seats[i].state;
        if (s->seats[i].used && state->mode == LOPE_MODE_FALLING && is_out(&bounds, state->feet)) bring_back(s, i);
    }
}
