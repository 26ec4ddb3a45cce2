// face.c - the character on a face: along it, over its top, off it: see face.h.
//
// The mode is carried by the face's body (LOPE_MODE_CARRIED), and keeps the face in that body's frame. Along
// the face the way is speed * time in one sweep. Where the face ends within it, the instant of the end is
// found by halving, and the tick is cut there: so the times at both ends are the same at every tick rate.
//
// Data: lope_face_data, in the mode's own bytes. Built on the public headers alone. Read next: ladder.c.
#include "face.h"

#include "face_corner.h"
#include "face_find.h"
#include "level.h"
#include "units.h"

#include <lope/input.h>

#include <string.h>

#define HALVINGS 26 // of a tick's way, until its end is known
#define EDGE 2e-3   // m by which a face may be missed: what is kept in a moving frame has roundings
#define CLOSING 3.0 // m/s at which the gap is closed
#define STAND 0.35  // m, within which the floor is looked for at the end of the way over the top
#define STUCK 0.05  // m off the way over the top at which the character is let go
#define CORNER 1e-3 // share of the input by which it must lead more into the next face of a corner
#define BEND 0.86   // cosine, up to which what is met is the same face, bent; beyond it is a corner
#define PAUSE 0.2   // s after leaving a face until the input alone takes hold of one
#define SPENT 1e-3  // stamina that counts as none
#define AWAY 0.1    // m/s out of the face, from which on a fall does not lead onto it
#define SIDE 2e-5   // s, of a way to the face's side that is none: casts round by 10 micrometres
#define LOG_2 0.693147180559945309

_Static_assert(sizeof(lope_face_data) <= LOPE_MODE_DATA, "it stands in the state");

// Keeps a face in its body's frame.
static void keep(lope_tick *tick, lope_face_data *data, const lope_face *face)
{
    data->at = lope_tick_seen_from(tick, face->body, face->point, lope_quat_to_up(lope_point_to_vec3(face->out)));
}

// Returns a place of the world in the frame that the face is kept in.
static lope_point seen(lope_tick *tick, const lope_face_data *data, lope_point place)
{
    return lope_tick_seen_from(tick, data->at.body, place, lope_quat_identity()).point;
}

// Starts: takes hold of what was found, in the ability's mode.
static void begin(lope_tick *tick, const lope_ability_self *self, lope_face_data *data, const lope_face *face)
{
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_base(tick, face->body);
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    keep(tick, data, face);
    for (int i = 0; i < 2; i++) data->way[i] = seen(tick, data, data->way[i]);
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

// Leaves the face with a velocity, in a fall. Returns the s that are left.
static double leave(lope_tick *tick, lope_point velocity, double left)
{
    lope_tick_set_velocity(tick, velocity);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return left;
}

// Turns the character to the face: what is missing halves in each half-life.
static void turn_to(lope_tick *tick, const lope_face *face, double half_life, double seconds)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point up = lope_tick_up(tick), now = lope_facing(tick);
    const lope_point in = lope_unit_of(lope_level_part(lope_point_scale(face->out, -1), up));
    const double off = (double)lope_atan2((float)lope_point_dot(lope_point_cross(now, in), up), (float)lope_point_dot(now, in));
    const double share = half_life > 1e-6 ? 1.0 - lope_exp_double(-LOG_2 / half_life * seconds) : 1.0;
    lope_tick_set_facing(tick, (float)((double)state->yaw + off * share), state->pitch);
}

// Finds the kept face in the world. Returns false when it is gone, or has turned away from upright.
static bool find_kept(lope_tick *tick, const lope_face_rules *rules, const lope_face_data *data, lope_face *face)
{
    lope_transform world;
    const lope_point up = lope_tick_up(tick);
    if (!lope_tick_place_of(tick, &data->at, &world)) return false;
    *face = (lope_face){.body = data->at.body, .point = world.position};
    face->scale = lope_body_scale(tick);
    if (!lope_face_set(face, lope_quat_rotate_point(world.rotation, lope_point_make(0, 1, 0)), up)) return false;
    const double lean = lope_point_dot(face->out, up);
    return lean <= (double)lope_sin((float)rules->lean) + 1e-3 && lean >= -(double)lope_sin((float)rules->overhang) - 1e-3;
}

// Returns true, with the place on the face, when the feet have it in front of them, or nearly.
static bool holds(lope_tick *tick, const lope_face_rules *rules, lope_face *face)
{
    const lope_point feet = lope_tick_feet(tick);
    const double edge = EDGE * face->scale;
    static const int ways[9][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    const lope_point along = lope_point_scale(face->along, edge), aside = lope_point_scale(face->aside, edge);
    for (int i = 0; i < 9; i++) {
        const lope_point at = lope_point_mad(lope_point_mad(feet, along, ways[i][0]), aside, ways[i][1]);
        if (lope_face_covers(tick, rules, face, at)) return true;
    }
    return false;
}

// Returns the share of a way along the face, from `feet`, up to which the face is in front of them.
static double share_from(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point feet, lope_point way)
{
    lope_face there = *face;
    if (lope_face_covers(tick, rules, &there, lope_point_add(feet, way))) return 1;
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (lope_face_covers(tick, rules, &there, lope_point_mad(feet, way, middle)))
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double share_of(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point way)
{
    return share_from(tick, rules, face, lope_tick_feet(tick), way);
}

// Returns the same of a way straight along the face, or straight aside. At an end of the face a rounding
// decides whether it is in front of the feet: then a place beside the way counts. across: unit, to there.
static double share_straight(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point way,
                             lope_point across)
{
    const lope_point feet = lope_tick_feet(tick);
    double most = share_from(tick, rules, face, feet, way);
    for (int i = -1; i <= 1 && most < 1; i += 2) {
        const lope_point beside = lope_point_mad(feet, across, 0.5 * i * EDGE * face->scale);
        const double share = share_from(tick, rules, face, beside, way);
        if (share > most) most = share;
    }
    return most;
}

static double share_along(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double along)
{
    return share_straight(tick, rules, face, lope_point_scale(face->along, along), face->aside);
}

// Works out the velocity along the face that the input asks for, m/s: x aside, y up.
static void speeds(const lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double *aside, double *along)
{
    const lope_point wanted = lope_tick_wanted(tick), in = lope_unit_of(lope_level_part(face->out, lope_tick_up(tick)));
    const double forward = -lope_point_dot(wanted, in);
    *along = forward > 0 ? forward * rules->up : forward * rules->down;
    *aside = lope_point_dot(wanted, face->aside) * rules->side;
    if (rules->slide > 0 && lope_tick_input(tick)->held & LOPE_BUTTON_CROUCH) {
        *along = -rules->slide;
        *aside = 0;
    }
    if (*along < 1e-4 && *along > -1e-4) *along = 0;
    if (*aside < 1e-4 && *aside > -1e-4) *aside = 0;
}

// Starts the way over the top. Returns false where there is none: the character stays.
static bool start_over(lope_tick *tick, lope_face_data *data, const lope_face *face)
{
    lope_point way[2];
    if (lope_face_over(tick, face, way) != LOPE_REFUSAL_NONE) return false;
    for (int i = 0; i < 2; i++) data->way[i] = seen(tick, data, way[i]);
    data->kind = LOPE_FACE_OVER;
    data->leg = 0;
    return true;
}

// Ends on the floor at the foot where a way down meets it. Returns true, with the s that are left in *left.
static bool lands(lope_tick *tick, lope_point way, double seconds, double *left)
{
    lope_tick_contact contact;
    if (!lope_tick_sweep(tick, way, &contact) || !contact.walkable) return false;
    lope_tick_slide_for(tick, lope_point_scale(way, contact.fraction), seconds * contact.fraction);
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_tick_stand(tick, STAND * (double)lope_tick_state(tick)->radius);
    lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    *left = seconds * (1.0 - contact.fraction);
    return true;
}

// Returns the s, of `left`, for which the stamina lasts at a cost a second.
static double lasts(const lope_tick *tick, double cost, double left)
{
    const double has = lope_tick_stamina(tick);
    return cost * left > has ? has / cost : left;
}

// True when the input leads more into one face than into another. Within an inner corner it may lead into
// both: the character would turn from one to the other, and back.
static bool leads_more_into(const lope_tick *tick, const lope_face *next, const lope_face *face)
{
    const lope_point wanted = lope_tick_wanted(tick);
    return lope_point_dot(wanted, face->out) - lope_point_dot(wanted, next->out) > CORNER * lope_point_length(wanted);
}

// Goes round a corner on the way aside, where there is one. Returns false: the face ends there.
static bool turn_corner(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, const lope_face *face, double aside)
{
    lope_face next;
    lope_point way[2];
    bool inner = false;
    const lope_point to = lope_point_scale(face->aside, aside > 0 ? 1 : -1);
    if (!lope_face_corner(tick, rules, face, to, &next, way, &inner)) return false;
    if (inner && !leads_more_into(tick, &next, face)) return false;
    if (next.body != data->at.body) lope_tick_set_base(tick, next.body);
    keep(tick, data, &next);
    data->kind = inner ? LOPE_FACE_ON : LOPE_FACE_ROUND;
    data->leg = 0;
    for (int i = 0; i < 2 && !inner; i++) data->way[i] = seen(tick, data, way[i]);
    return true;
}

// Follows the face that is in front of the feet: another body's, or one that bends.
static void follow(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, lope_face *face)
{
    const lope_face was = *face;
    if (face->body != data->at.body) lope_tick_set_base(tick, face->body);
    const bool bends = rules->corner > 0 && lope_point_dot(face->normal, face->out) >= BEND;
    if (bends && !lope_face_set(face, face->normal, lope_tick_up(tick))) *face = was;
    keep(tick, data, face);
}

// Returns the way (m, out of the face) that closes the gap within `seconds`.
static double closing(const lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double seconds)
{
    const double off = lope_point_dot(lope_point_sub(lope_tick_feet(tick), face->point), face->out);
    const double close = lope_face_distance(tick, face, rules->gap) - off, most = CLOSING * face->scale * seconds;
    return close > most ? most : close < -most ? -most : close;
}

// Leaves by a press, away from the face or straight down. Returns true when one asked for it.
static bool leaves(lope_tick *tick, const lope_face_rules *rules, const lope_face *face)
{
    const lope_point up = lope_tick_up(tick);
    if (lope_take_jump(tick))
        leave(tick, lope_point_mad(lope_point_scale(face->out, rules->jump), up, rules->jump_up), 0);
    else if (rules->lets_go && lope_tick_take_press(tick, LOPE_BUTTON_CROUCH))
        leave(tick, lope_point_make(0, 0, 0), 0);
    else
        return false;
    return true;
}

// At a top without a place to stand the character goes on along it. Returns the s not used: none.
static double aside_alone(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double aside, double left)
{
    const lope_point velocity = lope_point_scale(face->aside, aside), whole = lope_point_scale(velocity, left);
    const lope_point way = lope_point_scale(whole, share_straight(tick, rules, face, whole, face->along));
    lope_tick_set_velocity(tick, velocity);
    lope_tick_slide_for(tick, lope_point_mad(way, face->out, closing(tick, rules, face, left)), left);
    return 0;
}

// Goes along the face for `left` s. Returns the s not used; *done: the mode was left.
static double along_face(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, double left, bool *done)
{
    lope_face face;
    const lope_point none = {0, 0, 0};
    double aside, along, rest;
    *done = true;
    if (!find_kept(tick, rules, data, &face) || !holds(tick, rules, &face)) return leave(tick, none, left);
    if (leaves(tick, rules, &face)) return left;
    follow(tick, rules, data, &face);
    speeds(tick, rules, &face, &aside, &along);
    if (aside != 0 && rules->corner > 0 && turn_corner(tick, rules, data, &face, aside)) {
        *done = false;
        return left;
    }
    const lope_point sideways = lope_point_scale(face.aside, aside * left);
    const double edge = aside != 0 ? left * share_straight(tick, rules, &face, sideways, face.along) : left;
    double most = edge > SIDE ? edge : left; // s: up to the face's side the way is a piece of its own
    if (edge <= SIDE) aside = 0;
    lope_point velocity = lope_point_mad(lope_point_scale(face.aside, aside), face.along, along);
    const double cost = rules->drain + rules->drain_way * lope_point_length(velocity);
    double able = lasts(tick, cost, most), share = 1;
    if (aside != 0)
        share = share_of(tick, rules, &face, lope_point_scale(velocity, able));
    else if (along != 0)
        share = share_along(tick, rules, &face, along * able);
    // stopped by the side, and not by the top or the foot
    const bool at_side =
        share < 1 && aside != 0 && along != 0 && able * (share_along(tick, rules, &face, along * able) - share) > SIDE;
    if (at_side && able * share <= SIDE) {
        aside = 0;
        velocity = lope_point_scale(face.along, along);
        most = left;
        able = lasts(tick, cost, most);
        share = share_along(tick, rules, &face, along * able);
    }
    const double piece = able * share;
    const lope_point way = lope_point_scale(velocity, piece);
    turn_to(tick, &face, rules->half_life, piece);
    if (along < 0 && lands(tick, way, piece, &rest)) return left - piece + rest;
    lope_tick_set_velocity(tick, velocity);
    lope_tick_slide_for(tick, lope_point_mad(way, face.out, closing(tick, rules, &face, piece)), piece);
    if (cost > 0) lope_tick_take_stamina(tick, cost * piece < lope_tick_stamina(tick) ? cost * piece : lope_tick_stamina(tick));
    if (share >= 1 && able < most) return leave(tick, none, left - piece);
    *done = false;
    if (able - piece <= SIDE || (at_side && aside != 0)) return left - piece;
    if (along > 0 && start_over(tick, data, &face)) return left - piece;
    if (along > 0 && aside != 0) return aside_alone(tick, rules, &face, aside, left - piece);
    lope_tick_set_velocity(tick, none);
    if (along >= 0) return 0;
    *done = true; // the face ends below in the air
    return leave(tick, lope_point_scale(face.along, along), left - piece);
}

// Goes on the way over the top, or down past it. Returns the s not used; *done: the mode was left.
static double along_way(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, double left, bool *done)
{
    lope_face face;
    lope_body_pose pose = {.body = data->at.body, .point = data->way[data->leg], .rotation = data->at.rotation};
    lope_transform world;
    *done = true;
    if (!find_kept(tick, rules, data, &face) || !lope_tick_place_of(tick, &pose, &world))
        return leave(tick, lope_point_make(0, 0, 0), left);
    const lope_point way = lope_point_sub(world.position, lope_tick_feet(tick));
    const double length = lope_point_length(way), time = length / rules->over, piece = time < left ? time : left;
    const lope_point motion = lope_point_scale(way, time > 1e-12 ? piece / time : 1);
    const lope_point due = lope_point_add(lope_tick_feet(tick), motion);
    turn_to(tick, &face, rules->half_life, piece);
    lope_tick_set_velocity(tick, lope_point_scale(lope_unit_of(way), rules->over));
    lope_tick_slide_for(tick, motion, piece);
    if (lope_point_length(lope_point_sub(due, lope_tick_feet(tick))) > STUCK * face.scale)
        return leave(tick, lope_point_make(0, 0, 0), left - piece);
    *done = false;
    if (piece < time) return 0;
    if (++data->leg < 2) return left - piece;
    data->leg = 0;
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    if (data->kind == LOPE_FACE_OVER) {
        *done = true;
        const bool stands = lope_tick_stand(tick, STAND * face.scale);
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
        left =
            data.kind == LOPE_FACE_ON ? along_face(tick, rules, &data, left, &done) : along_way(tick, rules, &data, left, &done);
        if (done) return left;
    }
    memcpy(lope_tick_data(tick), &data, sizeof data);
    return 0;
}
