// avoidance_trace.c - see avoidance_trace.h. A line of the plan, directed and in its axes, becomes a
// half-plane in the world. Read next: orca.h.
#include "control/avoidance_trace.h"

_Static_assert(LOPE_AVOIDANCE_PLANES == LOPE_ORCA_LINES, "a trace has room for every line");

static lope_vec3 in_the_world(const lope_avoidance_plan *plan, double x, double y)
{
    return lope_point_to_vec3(lope_point_mad(lope_point_scale(plan->ahead, x), plan->left, y));
}

// Allowed is what lies to the left of the line.
static lope_avoidance_plane plane_of(const lope_avoidance_plan *plan, const lope_orca_line *line, bool hard)
{
    const double along = line->point.x * line->way.x + line->point.y * line->way.y;
    return (lope_avoidance_plane){
        .border = in_the_world(plan, line->point.x - along * line->way.x, line->point.y - along * line->way.y),
        .allowed = in_the_world(plan, -line->way.y, line->way.x),
        .hard = hard ? 1 : 0};
}

void lope_avoidance_note(const lope_avoidance_plan *plan, lope_vec3 chosen, lope_avoidance_trace *trace)
{
    trace->choices++;
    trace->wanted = in_the_world(plan, plan->wanted, 0);
    trace->chosen = chosen;
    trace->count = 0;
    for (uint32_t i = 0; i < plan->hard; i++) trace->planes[trace->count++] = plane_of(plan, &plan->walls[i], true);
    for (uint32_t i = 0; i < plan->soft; i++) trace->planes[trace->count++] = plane_of(plan, &plan->agents[i], false);
}
