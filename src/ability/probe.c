// probe.c - the look at the surroundings ahead: see lope/probe.h.
//
// Walls are met by a sweep forward (probe_walls.c), tops behind them by rays down (probe_tops.c). What is told
// of each top is filled in by more rays (probe_ledge.c). A wall may lean, and a top may be narrow: so the front
// edge is found anew for each top.
//
// Built on the public headers alone. Read next: probe_walls.c, probe_tops.c, probe_ledge.c.
#include "probe_ledge.h"
#include "probe_tops.h"
#include "probe_walls.h"

// Tells of each top, and how high the highest step is on the way up to it over the tops below it.
static void fill(lope_tick *tick, lope_probe *probe, lope_probe_top *tops, uint32_t count)
{
    double stands = 0, rise = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (tops[i].hit.walkable && tops[i].height - stands > rise) rise = tops[i].height - stands;
        if (tops[i].hit.walkable) stands = tops[i].height;
        tops[i].rise = tops[i].hit.walkable ? rise : tops[i].height;
    }
    probe->ledge_count = lope_probe_choose_tops(tick, probe, tops, count);
    for (uint32_t i = 0; i < probe->ledge_count; i++) lope_probe_ledge_fill(tick, probe, &tops[i], &probe->ledges[i]);
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
