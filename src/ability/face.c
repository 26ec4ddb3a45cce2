// face.c - the character takes hold of a face, goes along it and over its top, and lets go: see face.h.
//
// The mode is carried by the face's body (LOPE_MODE_CARRIED). Along the face it goes by face_along.c; over
// the top, down past the edge and round a corner it goes from place to place (go_on_way).
//
// Data: lope_face_data, in the mode's own bytes. Built on the public headers alone. Read next: face_along.c,
// face_hold.c, ladder.c.
#include "face.h"

#include "face_along.h"
#include "face_find.h"
#include "face_hold.h"
#include "level.h"
#include "units.h"

#include <lope/input.h>

#include <string.h>

#define STUCK 0.05 // m off the way over the top at which the character is let go
#define PAUSE 0.2  // s after leaving a face until the input alone takes hold of one
#define SPENT 1e-3 // stamina that counts as none
#define AWAY 0.1   // m/s out of the face, from which on a fall does not lead onto it

_Static_assert(sizeof(lope_face_data) <= LOPE_MODE_DATA, "it stands in the state");

// Starts: takes hold of what was found, in the ability's mode.
static void begin(lope_tick *tick, const lope_ability_self *self, lope_face_data *data, const lope_face *face)
{
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_base(tick, face->body);
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_face_keep(tick, data, face);
    for (int i = 0; i < 2; i++) data->way[i] = lope_face_seen(tick, data, data->way[i]);
    data->ability = self->id;
    memcpy(lope_tick_data(tick), data, sizeof *data);
}

uint32_t lope_face_try(lope_tick *tick, const lope_ability_self *self, const lope_face_rules *rules)
{
    lope_point direction = lope_unit_of(lope_level_part(lope_tick_wanted(tick), lope_tick_up(tick)));
    const bool asks = lope_point_dot(direction, direction) > 0;
    if (!self->pressed && (rules->by_button || !asks)) return LOPE_REFUSAL_NO_INPUT;
    if ((rules->drain > 0 || rules->drain_way > 0) && lope_tick_stamina(tick) <= rules->least + SPENT)
        return LOPE_REFUSAL_STAMINA;
    if (!asks) direction = lope_facing(tick);
    lope_face_data data;
    lope_face face;
    const uint32_t why = lope_face_find(tick, rules, direction, &data, &face);
    if (why != LOPE_REFUSAL_NONE) return why;
    const bool falls = lope_tick_state(tick)->mode == LOPE_MODE_FALLING;
    if (falls && lope_point_dot(lope_tick_velocity(tick), face.out) > AWAY * lope_unit(tick)) return LOPE_REFUSAL_NO_WALL;
    if (self->pressed) lope_tick_take_press(tick, self->button);
    begin(tick, self, &data, &face);
    return LOPE_REFUSAL_NONE;
}

// It is at work as long as its mode is.
bool lope_face_passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)seconds;
    return lope_tick_state(tick)->mode == self->mode;
}

void lope_face_end(lope_tick *tick, const lope_ability_self *self, bool by_itself)
{
    if (by_itself) lope_tick_cool_down(tick, self->id, PAUSE);
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

// Goes on the way over the top, or down past it. Returns the s not used; *done: the mode was left.
static double go_on_way(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, double left, bool *done)
{
    lope_face face;
    lope_body_pose pose = {.body = data->at.body, .point = data->way[data->leg], .rotation = data->at.rotation};
    lope_transform world;
    *done = true;
    if (!lope_face_find_kept(tick, rules, data, &face) || !lope_tick_place_of(tick, &pose, &world))
        return lope_face_leave(tick, lope_point_make(0, 0, 0), left);
    const lope_point way = lope_point_sub(world.position, lope_tick_feet(tick));
    const double length = lope_point_length(way), time = length / rules->over, piece = time < left ? time : left;
    const lope_point motion = lope_point_scale(way, time > 1e-12 ? piece / time : 1);
    const lope_point due = lope_point_add(lope_tick_feet(tick), motion);
    lope_face_turn_to(tick, &face, rules->half_life, piece);
    lope_tick_set_velocity(tick, lope_point_scale(lope_unit_of(way), rules->over));
    lope_tick_slide_for(tick, motion, piece);
    if (lope_point_length(lope_point_sub(due, lope_tick_feet(tick))) > STUCK * face.scale)
        return lope_face_leave(tick, lope_point_make(0, 0, 0), left - piece);
    *done = false;
    if (piece < time) return 0;
    if (++data->leg < 2) return left - piece;
    data->leg = 0;
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    if (data->kind == LOPE_FACE_OVER) {
        *done = true;
        const bool stands = lope_tick_stand(tick, LOPE_FACE_STAND * face.scale);
        lope_tick_set_mode(tick, stands ? LOPE_MODE_WALKING : LOPE_MODE_FALLING);
    }
    data->kind = LOPE_FACE_ON;
    return left - piece;
}

double lope_face_run(lope_tick *tick, const lope_face_rules *rules, double seconds)
{
    lope_face_data data;
    double left = seconds;
    bool done = false;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    for (int i = 0; i < 8 && left > 1e-9; i++) {
        left = data.kind == LOPE_FACE_ON ? lope_face_go_along(tick, rules, &data, left, &done)
                                         : go_on_way(tick, rules, &data, left, &done);
        if (done) return left;
    }
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return 0;
}
