// vault_find.c - which obstacle is vaulted over, and whether the whole way is free. See vault_find.h.
//
// The probe tells of tops ahead. The lengths and heights of the way's three parts follow from the top, and
// from the floor behind, onto which the capsule is let down. The capsule is swept along the closed form.
//
// Built on the public headers alone. Read next: room.c.
#include "vault_find.h"
#include "level.h"
#include "room.h"

#include <lope/probe.h>
#include <lope/tuning.h>

#define BAND_LEAST 0.25 // m: walls below are not looked for
#define BAND_ABOVE 0.3  // m above the highest obstacle: tops there are told as too high
// m beyond the reach that are looked at: a wall stands at its place of the end of the tick
#define BEYOND 0.25
#define FACING 0.64        // least cosine between the direction and the wall's inward normal: 50 degrees
#define MARGIN 0.03        // m between the capsule and the obstacle's faces where it goes up and down
#define OVER 0.02          // m over the top, of a vault
#define PIECE (1.0 / 60.0) // s: the longest straight piece of the way
#define UP_ENDS 0.3        // shares of the time
#define OVER_ENDS LOPE_VAULT_OVER_ENDS

// ---- the way --------------------------------------------------------------------------------------------

lope_point lope_vault_offset(const lope_vault_data *data, double time, double floor)
{
    const double share = time / (double)data->seconds, up = share / UP_ENDS, over = (share - UP_ENDS) / (OVER_ENDS - UP_ENDS),
                 down = (share - OVER_ENDS) / (1.0 - OVER_ENDS);
    const double low = (double)data->low, high = (double)data->high;
    double level = -(double)data->fall * (1.0 - down), height = floor + (high - floor) * (1.0 - lope_smooth(down, 0, 1)),
           aside = 0;
    if (share >= 1) return lope_point_scale(lope_vec3_to_point(data->up), floor);
    if (share < OVER_ENDS) {
        level = -(double)data->fall - (double)data->over * (1.0 - over);
        height = high;
    }
    if (share < UP_ENDS) {
        level = -(double)data->fall - (double)data->over - (double)data->rise * (1.0 - up);
        height = low + (high - low) * lope_smooth(up, 0, 1);
        aside = 1.0 - up;
    }
    const lope_point offset = lope_point_scale(lope_vec3_to_point(data->ahead), level);
    return lope_point_mad(lope_point_mad(offset, lope_vec3_to_point(data->up), height), lope_vec3_to_point(data->aside), aside);
}

// ---- the search -----------------------------------------------------------------------------------------

// Notes the place of a refusal, and returns the refusal.
static uint32_t refuse(lope_tick *tick, uint32_t why, uint32_t query, lope_point point, uint64_t body)
{
    lope_tick_refused_by(tick, query, point, body);
    return why;
}

// Returns why an obstacle does not suit the settings, or LOPE_REFUSAL_NONE.
static uint32_t rules(lope_tick *tick, const lope_vault_search *search, const lope_probe_ledge *ledge)
{
    const lope_vault_settings *settings = search->settings;
    const double scale = search->scale, slack = 1e-6 * scale; // a height that is the limit is within it
    if (ledge->distance > (double)settings->reach * scale || lope_point_dot(ledge->inward, search->direction) < FACING)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_VAULT_QUERY_WALL, ledge->edge, ledge->body);
    uint32_t why = LOPE_REFUSAL_NONE;
    if (ledge->height < (double)settings->height_least * scale - slack) why = LOPE_REFUSAL_TOO_LOW;
    if (ledge->height > (double)settings->height_most * scale + slack) why = LOPE_REFUSAL_TOO_HIGH;
    if (why == LOPE_REFUSAL_NONE && ledge->height <= (double)lope_tick_tuning(tick)->max_step_height) why = LOPE_REFUSAL_STEP;
    if (why != LOPE_REFUSAL_NONE) return refuse(tick, why, LOPE_VAULT_QUERY_TOP, ledge->edge, ledge->body);
    if (ledge->flags & LOPE_LEDGE_FAR_SIDE && ledge->depth <= (double)settings->depth_most * scale + slack) return why;
    return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_VAULT_QUERY_DEPTH, ledge->edge, ledge->body);
}

// Works out the lengths and heights of the way over an obstacle; `low` and `high` are above the feet yet.
static void lay_out(const lope_tick *tick, lope_vault_search *search, const lope_probe_ledge *ledge, lope_vault_data *data)
{
    const lope_vault_settings *settings = search->settings;
    const double scale = search->scale, radius = (double)lope_tick_state(tick)->radius, margin = MARGIN * scale,
                 slack = 1e-6 * scale;
    const double edge = lope_point_dot(lope_point_sub(ledge->edge, search->feet), ledge->inward), gap = edge - radius - margin,
                 rise = gap > 0 ? gap : 0;
    const bool hurdle = ledge->height <= (double)settings->hurdle_height * scale + slack &&
                        ledge->depth <= (double)settings->hurdle_depth * scale + slack &&
                        search->speed >= (double)settings->hurdle_speed;
    search->kind = hurdle ? LOPE_VAULT_HURDLE : LOPE_VAULT_HAND;
    *data = (lope_vault_data){.seconds = hurdle ? settings->hurdle_seconds : settings->seconds,
                              .scale = (float)scale,
                              .rise = (float)rise,
                              .over = (float)(edge + ledge->depth + radius + margin - rise),
                              .fall = (float)((double)settings->beyond * scale),
                              .high = (float)(ledge->height + (hurdle ? (double)settings->hurdle_clearance : OVER) * scale),
                              .ahead = lope_point_to_vec3(ledge->inward),
                              .up = lope_point_to_vec3(lope_tick_up(tick))};
}

// Lets the capsule down behind the obstacle: fills in the end and the heights from it.
static uint32_t find_end(lope_tick *tick, const lope_vault_search *search, lope_vault_data *data)
{
    const lope_point up = lope_tick_up(tick);
    const double level = (double)data->rise + (double)data->over + (double)data->fall, high = (double)data->high,
                 way = high + (double)search->settings->drop_most * search->scale;
    const lope_point from = lope_point_mad(lope_point_mad(search->feet, lope_vec3_to_point(data->ahead), level), up, high);
    const lope_cast_def def = lope_room_capsule(tick, from, lope_point_scale(up, -way), 0);
    lope_cast_hit hit;
    if (!lope_tick_cast(tick, &def, &hit))
        return refuse(tick, LOPE_REFUSAL_NOT_WALKABLE, LOPE_VAULT_QUERY_STAND, from, LOPE_BODY_NONE);
    if (hit.depth > 0 || hit.fraction <= 0)
        return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_VAULT_QUERY_STAND, hit.point, hit.body);
    if (!hit.walkable) return refuse(tick, LOPE_REFUSAL_NOT_WALKABLE, LOPE_VAULT_QUERY_STAND, hit.point, hit.body);
    const double end = high - hit.fraction * way;
    data->end.point = lope_point_mad(from, up, -hit.fraction * way);
    data->low = (float)-end;
    data->high = (float)(high - end);
    return LOPE_REFUSAL_NONE;
}

// Sweeps the capsule along the way. Before an obstacle that sinks the way begins below what the character
// stands on, which holds it meanwhile. Returns LOPE_REFUSAL_NONE, or what the refusal is.
static uint32_t clear_way(lope_tick *tick, const lope_vault_search *search, const lope_vault_data *data)
{
    const lope_point up = lope_tick_up(tick);
    const double seconds = (double)data->seconds;
    const int pieces = (int)(seconds / PIECE) + 1;
    lope_point at = search->brought;
    for (int i = 1; i <= pieces; i++) {
        const double time = seconds * i / pieces;
        lope_point next = lope_point_add(data->end.point, lope_vault_offset(data, time, 0));
        const double below = lope_along(lope_point_sub(search->brought, next), up);
        if (time < UP_ENDS * seconds && below > 0) next = lope_point_mad(next, up, below);
        lope_cast_hit hit;
        if (lope_room_sweep(tick, at, next, (double)data->scale, &hit))
            return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_VAULT_QUERY_WAY, hit.point, hit.body);
        at = next;
    }
    return LOPE_REFUSAL_NONE;
}

lope_ask lope_vault_asks(const lope_vault_settings *settings)
{
    return (lope_ask){.modes = UINT32_MAX,
                      .needs = LOPE_NEEDS_LEDGE_AHEAD,
                      .reach = settings->reach,
                      .low = (float)BAND_LEAST,
                      .high = settings->height_most + (float)BAND_ABOVE,
                      .beyond = (float)BEYOND};
}

// Looks ahead for walls and their tops, at the place to which a wall that moves will have been followed.
static const lope_probe *look(lope_tick *tick, lope_vault_search *search)
{
    const double scale = search->scale;
    lope_probe_def def = {.feet = search->feet,
                          .direction = search->direction,
                          .least = BAND_LEAST * scale,
                          .most = ((double)search->settings->height_most + BAND_ABOVE) * scale,
                          .reach = ((double)search->settings->reach + BEYOND) * scale,
                          .into = 0.15 * scale,
                          .scale = scale};
    const lope_probe *probe = lope_tick_probe(tick, &def);
    search->brought = search->feet;
    if (!probe->wall || !lope_room_follow(tick, probe->wall_body, scale, &search->feet, &search->direction, &search->brought))
        return probe;
    def.feet = search->feet;
    def.direction = search->direction;
    return lope_tick_probe(tick, &def);
}

// Plans the way over an obstacle. Returns LOPE_REFUSAL_NONE, or why it does not suit.
static uint32_t plan(lope_tick *tick, lope_vault_search *search, const lope_probe_ledge *ledge, lope_vault_data *data)
{
    uint32_t why = rules(tick, search, ledge);
    if (why != LOPE_REFUSAL_NONE) return why;
    lay_out(tick, search, ledge, data);
    why = find_end(tick, search, data);
    return why == LOPE_REFUSAL_NONE ? clear_way(tick, search, data) : why;
}

uint32_t lope_vault_find(lope_tick *tick, lope_vault_search *search, lope_vault_data *data, uint64_t *body)
{
    const double reach = (double)search->settings->reach * search->scale;
    const lope_probe *probe = look(tick, search);
    if (!probe->wall || probe->wall_distance > reach)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_VAULT_QUERY_WALL, lope_point_mad(search->feet, search->direction, reach),
                      LOPE_BODY_NONE);
    uint32_t why = LOPE_REFUSAL_TOO_HIGH;
    if (probe->ledge_count == 0) return refuse(tick, why, LOPE_VAULT_QUERY_TOP, probe->wall_point, probe->wall_body);
    for (uint32_t i = 0; i < probe->ledge_count && why != LOPE_REFUSAL_NONE; i++) {
        why = plan(tick, search, &probe->ledges[i], data);
        *body = probe->ledges[i].body;
    }
    return why;
}
