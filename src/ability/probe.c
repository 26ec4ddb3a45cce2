// probe.c - the look at the surroundings ahead: see lope/probe.h.
//
// Walls are met by a sweep forward (probe_walls.c), tops behind them by rays down (probe_tops.c). What is
// told of each top is filled in by more rays (probe_ledge.c). A wall may lean, and a top may be narrow: so
// the front edge is found anew for each top.
//
// Built on the public headers alone. Read next: probe_walls.c, probe_tops.c, probe_ledge.c.
#include "probe_ledge.h"
#include "probe_tops.h"
#include "probe_walls.h"

// Works out how high the highest step is on the way up to each top, over those below it that can be stood
// upon. The first step is left out, as what is before the lowest top is not known yet. Returns the height of
// that top.
static double find_rises(lope_probe_top *tops, uint32_t count)
{
    double lowest = 0, stands = 0, rise = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!tops[i].hit.walkable) continue;
        if (lowest <= 0) lowest = stands = tops[i].height;
        if (tops[i].height - stands > rise) rise = tops[i].height - stands;
        stands = tops[i].height;
        tops[i].rise = rise;
    }
    return lowest;
}

// Tells of the tops that are chosen.
static void fill(lope_tick *tick, lope_probe *probe, lope_probe_top *tops, uint32_t count)
{
    const double lowest = find_rises(tops, count);
    probe->ledge_count = lope_probe_choose_tops(tick, probe, tops, count);
    for (uint32_t i = 0; i < probe->ledge_count; i++) lope_probe_ledge_fill(tick, probe, &tops[i], &probe->ledges[i]);
    const lope_probe_ledge *first = &probe->ledges[0];
    const bool known = probe->ledge_count > 0 && tops[0].height <= lowest && first->flags & LOPE_LEDGE_FLOOR;
    const double floor = known && first->floor > 0 ? first->floor : 0, step = lowest - floor > floor ? lowest - floor : floor;
    for (uint32_t i = 0; i < probe->ledge_count; i++)
        if (probe->ledges[i].rise < step) probe->ledges[i].rise = step;
}

// Fills in what is ahead.
static void look(lope_tick *tick, lope_probe *probe)
{
    lope_cast_hit walls[LOPE_PROBE_WALLS];
    lope_probe_top tops[LOPE_PROBE_TOPS];
    const uint32_t wall_count = lope_probe_find_walls(tick, probe, walls);
    fill(tick, probe, tops, lope_probe_find_tops(tick, probe, walls, wall_count, tops));
    if (lope_tick_failed(tick) != LOPE_OK) probe->wall = probe->ledge_count = 0;
}

// True when what was asked covers what is asked now.
static bool covers(const lope_probe_def *was, const lope_probe_def *def)
{
    const lope_point moved = lope_point_sub(was->feet, def->feet), turned = lope_point_sub(was->direction, def->direction);
    return lope_point_dot(moved, moved) < 1e-16 && lope_point_dot(turned, turned) < 1e-16 && was->least <= def->least &&
           was->most >= def->most && was->reach >= def->reach && was->into >= def->into && was->into <= def->into &&
           was->wall_channels == def->wall_channels && was->top_channels == def->top_channels;
}

const lope_probe *lope_tick_probe(lope_tick *tick, const lope_probe_def *def)
{
    uint32_t *probed;
    lope_probe *probe = lope_tick_probe_place(tick, &probed);
    lope_probe_def asked = *def;
    const uint32_t own = lope_tick_state(tick)->channels & ~(uint32_t)LOPE_CHANNEL_CHARACTER;
    if (asked.wall_channels == 0) asked.wall_channels = own;
    if (asked.top_channels == 0) asked.top_channels = own;
    if (*probed && covers(&probe->asked, &asked)) return probe;
    *probe = (lope_probe){.asked = asked};
    *probed = 1;
    look(tick, probe);
    return probe;
}
