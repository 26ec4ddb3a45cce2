// runner_pause.c - the mode of a runner's pauses: stands or hangs, then climbs. See runner_pause.h.
//
// Each ability brings the mode under a name of its own. The mode keeps its base (LOPE_MODE_CARRIED), so what
// moves takes the character along.
//
// Data: lope_mantle_data, with the kind of the pause in `kind`. Read next: mantle_course.c.
#include "runner_pause.h"

#include "level.h"
#include "mantle_course.h"

#include <lope/tick.h>

#include <string.h>

#define STAND_REACH 0.1    // m, within which the floor is looked for at the end
#define PIECE (1.0 / 60.0) // s: the longest piece in which the character follows what turns

// Ends the pause where it leads to: on the floor, else in a fall.
static double arrive(lope_tick *tick, double scale, double left)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    const bool stands = lope_tick_stand(tick, STAND_REACH * scale);
    lope_tick_set_mode(tick, stands ? LOPE_MODE_WALKING : LOPE_MODE_FALLING);
    return left;
}

// Comes to the target by a straight way at a constant speed, and stays there.
static void settle(lope_tick *tick, lope_mantle_data *data, double seconds)
{
    for (double left = seconds; left > 1e-9;) {
        const double piece = left > 1.5 * PIECE ? PIECE : left, whole = (double)data->seconds;
        lope_transform world;
        lope_body_pose pose = data->target;
        data->time += piece;
        left -= piece;
        const double rest = data->time < whole ? 1.0 - data->time / whole : 0;
        pose.point = lope_point_mad(pose.point, lope_vec3_to_point(data->from), rest);
        if (!lope_tick_place_of(tick, &pose, &world)) return;
        lope_tick_slide_for(tick, lope_point_sub(world.position, lope_tick_feet(tick)), piece);
    }
}

double lope_pause_run(lope_tick *tick, double seconds)
{
    lope_mantle_data data;
    double left = seconds;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    if (data.kind == LOPE_PAUSE_CLIMBS) {
        if (!lope_mantle_go_on(tick, &data, &left) || lope_mantle_is_over(&data)) return arrive(tick, (double)data.scale, left);
    } else if (data.kind == LOPE_PAUSE_SETTLES) {
        settle(tick, &data, seconds);
    }
    if (data.kind != LOPE_PAUSE_CLIMBS) lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return 0;
}

void lope_pause_begin(lope_tick *tick, uint32_t mode)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_tick_set_mode(tick, mode);
}

void lope_pause_climb(lope_tick *tick, const lope_mantle_search *search, const lope_mantle_plan *plan, lope_point faces,
                      double seconds)
{
    lope_mantle_data data = {.way = LOPE_MANTLE_CLEAR,
                             .kind = LOPE_PAUSE_CLIMBS,
                             .height = (float)plan->ledge.height,
                             .scale = (float)search->scale,
                             .seconds = (float)(seconds > PIECE ? seconds : PIECE)};
    lope_tick_set_base(tick, plan->ledge.body);
    lope_mantle_aim(tick, search, plan, faces, &data);
    memcpy(lope_tick_data(tick), &data, sizeof data);
}

void lope_pause_resume(lope_tick *tick, double speed)
{
    if (lope_tick_state(tick)->mode != LOPE_MODE_WALKING || !(speed > 0)) return;
    lope_tick_set_velocity(tick, lope_point_scale(lope_facing(tick), speed));
}
