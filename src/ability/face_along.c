// face_along.c - the character's way along a face: see face_along.h.
//
// The way is speed * time in one sweep, up to where the face ends, the stamina is spent or the floor is met:
// there the tick is cut. What such a stretch is follows from the input and the face (lay_stretch); it is gone
// (go_stretch), and then its end is dealt with (end_stretch).
//
// Built on the public headers alone. Read next: face_hold.c, face_corner.c.
#include "face_along.h"

#include "face_corner.h"
#include "face_find.h"
#include "face_hold.h"
#include "level.h"

#include <lope/input.h>

#define CLOSING 3.0 // m/s at which the gap is closed
#define CORNER 1e-3 // share of the input by which it must lead more into the next face of a corner
#define BEND 0.86   // cosine, up to which what is met is the same face, bent; beyond it is a corner
#define SIDE 2e-5   // s, of a way to the face's side that is none: casts round by 10 micrometres

// ---- what the input asks for ----------------------------------------------------------------------------

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

// Leaves by a press, away from the face or straight down. Returns true when one asked for it.
static bool leaves(lope_tick *tick, const lope_face_rules *rules, const lope_face *face)
{
    const lope_point up = lope_tick_up(tick);
    if (lope_take_jump(tick))
        lope_face_leave(tick, lope_point_mad(lope_point_scale(face->out, rules->jump), up, rules->jump_up), 0);
    else if (rules->lets_go && lope_tick_take_press(tick, LOPE_BUTTON_CROUCH))
        lope_face_leave(tick, lope_point_make(0, 0, 0), 0);
    else
        return false;
    return true;
}

// ---- faces that meet ------------------------------------------------------------------------------------

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
    lope_face_keep(tick, data, &next);
    data->kind = inner ? LOPE_FACE_ON : LOPE_FACE_ROUND;
    data->leg = 0;
    for (int i = 0; i < 2 && !inner; i++) data->way[i] = lope_face_seen(tick, data, way[i]);
    return true;
}

// Follows the face that is in front of the feet: another body's, or one that bends.
static void follow(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, lope_face *face)
{
    const lope_face was = *face;
    if (face->body != data->at.body) lope_tick_set_base(tick, face->body);
    const bool bends = rules->corner > 0 && lope_point_dot(face->normal, face->out) >= BEND;
    if (bends && !lope_face_set(face, face->normal, lope_tick_up(tick))) *face = was;
    lope_face_keep(tick, data, face);
}

// ---- a stretch ------------------------------------------------------------------------------------------

// A straight piece of way along the face.
typedef struct stretch {
    double aside, along; // m/s
    lope_point velocity; // m/s, of both
    double cost;         // stamina a second
    double most;         // s, that it shall take
    double able;         // s, of these, for which the stamina lasts
    double share;        // of these, up to which the face goes
    bool at_side;        // what stops it is the side of the face, and not the top or the foot
} stretch;

// Returns the s, of `left`, for which the stamina lasts at a cost a second.
static double lasts(const lope_tick *tick, double cost, double left)
{
    const double has = lope_tick_stamina(tick);
    return cost * left > has ? has / cost : left;
}

static double share_along(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double along)
{
    return lope_face_share_straight(tick, rules, face, lope_point_scale(face->along, along), face->aside);
}

// Returns the way straight along the face in place of one that its side stops at once.
static void leave_out_aside(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double left, stretch *s)
{
    s->aside = 0;
    s->velocity = lope_point_scale(face->along, s->along);
    s->most = left;
    s->able = lasts(tick, s->cost, s->most);
    s->share = share_along(tick, rules, face, s->along * s->able);
}

// Works out the next stretch of a way, for at most `left` s.
static stretch lay_stretch(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double aside, double along,
                           double left)
{
    const lope_point sideways = lope_point_scale(face->aside, aside * left);
    const double edge = aside != 0 ? left * lope_face_share_straight(tick, rules, face, sideways, face->along) : left;
    stretch s = {.aside = edge > SIDE ? aside : 0, .along = along, .share = 1};
    s.most = edge > SIDE ? edge : left; // s: up to the face's side the way is a piece of its own
    s.velocity = lope_point_mad(lope_point_scale(face->aside, s.aside), face->along, along);
    s.cost = rules->drain + rules->drain_way * lope_point_length(s.velocity);
    s.able = lasts(tick, s.cost, s.most);
    if (s.aside != 0)
        s.share = lope_face_share(tick, rules, face, lope_point_scale(s.velocity, s.able));
    else if (along != 0)
        s.share = share_along(tick, rules, face, along * s.able);
    s.at_side =
        s.share < 1 && s.aside != 0 && along != 0 && s.able * (share_along(tick, rules, face, along * s.able) - s.share) > SIDE;
    if (s.at_side && s.able * s.share <= SIDE) leave_out_aside(tick, rules, face, left, &s);
    return s;
}

// Returns the way (m, out of the face) that closes the gap within `seconds`.
static double closing(const lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double seconds)
{
    const double off = lope_point_dot(lope_point_sub(lope_tick_feet(tick), face->point), face->out);
    const double close = lope_face_distance(tick, face, rules->gap) - off, most = CLOSING * face->scale * seconds;
    return close > most ? most : close < -most ? -most : close;
}

// Goes a stretch for `piece` s.
static void go_stretch(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, const stretch *s, double piece)
{
    const lope_point way = lope_point_scale(s->velocity, piece);
    lope_tick_set_velocity(tick, s->velocity);
    lope_tick_slide_for(tick, lope_point_mad(way, face->out, closing(tick, rules, face, piece)), piece);
    const double has = lope_tick_stamina(tick), cost = s->cost * piece;
    if (s->cost > 0) lope_tick_take_stamina(tick, cost < has ? cost : has);
}

// Ends on the floor at the foot where a way down meets it. Returns true, with the s that are left in *left.
static bool lands(lope_tick *tick, lope_point way, double seconds, double *left)
{
    lope_tick_contact contact;
    if (!lope_tick_sweep(tick, way, &contact) || !contact.walkable) return false;
    lope_tick_slide_for(tick, lope_point_scale(way, contact.fraction), seconds * contact.fraction);
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_tick_stand(tick, LOPE_FACE_STAND * (double)lope_tick_state(tick)->radius);
    lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    *left = seconds * (1.0 - contact.fraction);
    return true;
}

// Starts the way over the top. Returns false where there is none: the character stays.
static bool start_over(lope_tick *tick, lope_face_data *data, const lope_face *face)
{
    lope_point way[2];
    if (lope_face_over(tick, face, way) != LOPE_REFUSAL_NONE) return false;
    for (int i = 0; i < 2; i++) data->way[i] = lope_face_seen(tick, data, way[i]);
    data->kind = LOPE_FACE_OVER;
    data->leg = 0;
    return true;
}

// At a top without a place to stand the character goes on along it. Returns the s not used: none.
static double aside_alone(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, double aside, double left)
{
    const lope_point velocity = lope_point_scale(face->aside, aside), whole = lope_point_scale(velocity, left);
    const lope_point way = lope_point_scale(whole, lope_face_share_straight(tick, rules, face, whole, face->along));
    lope_tick_set_velocity(tick, velocity);
    lope_tick_slide_for(tick, lope_point_mad(way, face->out, closing(tick, rules, face, left)), left);
    return 0;
}

// Deals with the end of a stretch that was gone for `piece` s. left: s, after it. Returns the s not used;
// *done: the mode was left.
static double end_stretch(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, const lope_face *face,
                          const stretch *s, double piece, double left, bool *done)
{
    const lope_point none = {0, 0, 0};
    *done = s->share >= 1 && s->able < s->most; // the stamina is spent
    if (*done) return lope_face_leave(tick, none, left);
    if (s->able - piece <= SIDE || (s->at_side && s->aside != 0)) return left;
    if (s->along > 0 && start_over(tick, data, face)) return left;
    if (s->along > 0 && s->aside != 0) return aside_alone(tick, rules, face, s->aside, left);
    lope_tick_set_velocity(tick, none);
    if (s->along >= 0) return 0;
    *done = true; // the face ends below in the air
    return lope_face_leave(tick, lope_point_scale(face->along, s->along), left);
}

double lope_face_go_along(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, double left, bool *done)
{
    lope_face face;
    double aside, along, rest;
    *done = true;
    if (!lope_face_find_kept(tick, rules, data, &face) || !lope_face_holds(tick, rules, &face))
        return lope_face_leave(tick, lope_point_make(0, 0, 0), left);
    if (leaves(tick, rules, &face)) return left;
    follow(tick, rules, data, &face);
    speeds(tick, rules, &face, &aside, &along);
    if (aside != 0 && rules->corner > 0 && turn_corner(tick, rules, data, &face, aside)) {
        *done = false;
        return left;
    }
    const stretch s = lay_stretch(tick, rules, &face, aside, along, left);
    const double piece = s.able * s.share;
    lope_face_turn_to(tick, &face, rules->half_life, piece);
    if (along < 0 && lands(tick, lope_point_scale(s.velocity, piece), piece, &rest)) return left - piece + rest;
    go_stretch(tick, rules, &face, &s, piece);
    return end_stretch(tick, rules, data, &face, &s, piece, left - piece, done);
}
