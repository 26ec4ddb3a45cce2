// follow_focus.c - what a follower looks at, by priority. See lope/follow.h.
#include "follow_focus.h"

#include <lope/lock_on.h>

#define EYES 0.9 // of the capsule's height, from where it looks

void lope_follow_focus(lope_follower *follower, lope_focus_priority priority, lope_point point, bool pitch)
{
    if ((uint32_t)priority < LOPE_FOCUS_COUNT) follower->focus[priority] = (lope_focus){point, 1, pitch};
}

void lope_follow_clear_focus(lope_follower *follower, lope_focus_priority priority)
{
    if ((uint32_t)priority < LOPE_FOCUS_COUNT) follower->focus[priority] = (lope_focus){{0, 0, 0}, 0, 0};
}

void lope_follow_look(const lope_follow_tick *tick)
{
    const lope_state *state = tick->state;
    for (int i = LOPE_FOCUS_COUNT - 1; i >= 0; i--) {
        const lope_focus *focus = &tick->follower->focus[i];
        if (!focus->set) continue;
        lope_point eyes = lope_point_mad(state->feet, lope_vec3_to_point(state->up), EYES * (double)state->height);
        lope_view view = lope_view_toward(state, eyes, focus->point, (double)state->look_yaw);
        tick->input->look_yaw = (float)view.yaw;
        tick->input->look_pitch = focus->pitch ? (float)view.pitch : 0;
        tick->input->look_is_absolute = true;
        return;
    }
}
