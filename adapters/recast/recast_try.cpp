// recast_try.cpp - a character of a moveset tries a link. See recast_try.h.
#include "recast_try.h"

#include <cmath>
#include <cstring>

namespace
{

constexpr float TICK = 1.0f / 60;   // s
constexpr double LONGEST = 6;       // s, of a try
constexpr double LADDER_TIMES = 10; // of that
constexpr double START_TIME = 1.6;  // s within which a try must leave the ground
constexpr double WALK_ON = 1.5;     // s that a try walks on after its landing
constexpr double BESIDE = 0.05;     // m: an approach ends so near (lope_follow_settings.link_radius)

// Returns how long (s) a try of a kind may take.
double longest(uint32_t kind) { return kind == LOPE_LINK_LADDER ? LADDER_TIMES * LONGEST : LONGEST; }

bool stands(const lope_state &state) { return state.mode == LOPE_MODE_WALKING || state.mode == LOPE_MODE_NAV_WALKING; }

} // namespace

bool recast_stand_at(const recast_search &s, lope_point place, lope_state *state)
{
    lope_state_def def = {};
    const lope_state *like = s.like;
    def.feet = lope_point_make(place.x, place.y + 0.1 * double(like->radius), place.z);
    def.radius = like->radius;
    def.height = like->standing_height;
    def.gravity = like->gravity;
    def.gravity_as_given = true;
    def.channels = like->channels;
    def.overlap_channels = like->overlap_channels;
    def.own_body = like->own_body;
    if (lope_state_init(state, &def) != LOPE_OK) return false;
    lope_input none = {};
    for (int i = 0; i < 20; i++) {
        if (lope_move(state, &none, s.moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) return false;
        if (stands(*state) && i > 1) break;
    }
    lope_point off = lope_point_sub(state->feet, place);
    return stands(*state) && state->stuck_ticks == 0 && std::fabs(off.x) + std::fabs(off.z) < 0.1 * double(like->radius) &&
           std::fabs(off.y) < double(s.recast->def.agent.step_height);
}

bool recast_follow(const recast_search &s, lope_follow_path path, lope_point from, double seconds, lope_state *state)
{
    if (!recast_stand_at(s, from, state)) return false;
    lope_follower follower = {};
    lope_requests requests = {};
    lope_input input = {};
    lope_follow_begin(&follower, state);
    for (double time = 0; time < seconds; time += double(TICK)) {
        input.held = input.pressed = 0;
        lope_follow_result result =
            lope_follow_update(&follower, nullptr, &path, state, &s.moveset->tuning, TICK, &input, &requests);
        if (result == LOPE_FOLLOW_ARRIVED) return true;
        if (result != LOPE_FOLLOW_FOLLOWING) return false;
        if (lope_move(state, &input, s.moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) return false;
    }
    return false;
}

namespace
{

// Goes straight on as a link says. Returns true when the character has left the ground and stands again. modes:
// 1 << each mode that it was in meanwhile.
bool go_straight(const recast_search &s, lope_state *state, lope_point direction, const lope_recast_link &link, uint32_t *modes)
{
    lope_point start = state->feet;
    float most = s.moveset->tuning.max_walk_speed, share = link.speed > 0 ? link.speed / most : 1;
    const bool ladder = link.kind == LOPE_LINK_LADDER;
    bool left = false;
    double pressed = -1;
    lope_input input = {};
    input.move = lope_point_to_vec3(lope_point_scale(direction, double(share)));
    *modes = 0;
    for (double time = 0; time < longest(link.kind); time += double(TICK)) {
        double gone = lope_point_dot(lope_point_sub(state->feet, start), direction);
        double comes = double(lope_vec3_length(state->velocity)) * double(TICK);
        bool jumps = link.kind == LOPE_LINK_JUMP && gone + comes >= double(link.take_off);
        bool presses = !left && time - pressed >= 0.25 && (jumps || link.kind == LOPE_LINK_MANTLE);
        input.pressed = input.held = presses ? link.button : 0;
        if (presses) pressed = time;
        if (lope_move(state, &input, s.moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) return false;
        if (!stands(*state)) left = true;
        *modes |= 1u << (state->mode & 31u);
        if (left && stands(*state)) return true;
        if (!left && time > START_TIME) return false;
        if (!ladder && start.y - state->feet.y > double(s.recast->def.agent.drop_height)) return false;
    }
    return false;
}

// Walks on after a landing until the character is on the mesh, which ends a radius before every edge. Returns
// the polygon; 0: it does not come to one.
dtPolyRef walk_onto_mesh(const recast_search &s, lope_state *state, lope_point direction)
{
    const double radius = double(s.recast->def.agent.radius), step = double(s.recast->def.agent.step_height);
    lope_input input = {};
    float at[3];
    input.move = lope_point_to_vec3(direction);
    for (double time = 0; time < WALK_ON && stands(*state); time += double(TICK)) {
        dtPolyRef found = recast_find_within(s.recast, state->feet, 0.5 * radius, step, at);
        if (found) return found;
        if (lope_move(state, &input, s.moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) break;
    }
    return stands(*state) ? recast_find_within(s.recast, state->feet, 1.5 * radius, step, at) : 0;
}

// Follows a link from a place. Returns true when it arrives.
bool follow_link(const recast_search &s, const lope_recast_link &link, lope_point from)
{
    lope_follow_point points[3] = {};
    lope_state state;
    points[0].point = link.start;
    points[1].point = link.end;
    points[1].link = link.kind;
    points[1].button = link.button;
    points[1].speed = link.speed;
    points[1].take_off = link.take_off;
    points[2].point = link.onto;
    return recast_follow(s, {points, 3, false}, from, longest(link.kind) + 2, &state);
}

// Follows a link from three places beside each other. Returns true when each of the three arrives.
bool verify(const recast_search &s, const lope_recast_link &link)
{
    lope_point way = lope_point_sub(link.end, link.start);
    double length = std::sqrt(way.x * way.x + way.z * way.z);
    if (!(length > 0)) return false;
    lope_point side = lope_point_make(-way.z / length * BESIDE, 0, way.x / length * BESIDE);
    return follow_link(s, link, link.start) && follow_link(s, link, lope_point_add(link.start, side)) &&
           follow_link(s, link, lope_point_sub(link.start, side));
}

// Returns whether this search has added a link already between the same two parts that begins or ends near by.
bool is_known(const recast_search &s, const lope_recast_link &link, uint32_t from, uint32_t to)
{
    const size_t first = s.recast->links.size() - s.joins.size();
    for (size_t i = 0; i < s.joins.size(); i++) {
        const lope_recast_link &other = s.recast->links[first + i];
        if (s.joins[i] != std::make_pair(from, to)) continue;
        if (lope_point_length(lope_point_sub(other.start, link.start)) < s.apart) return true;
        if (lope_point_length(lope_point_sub(other.end, link.end)) < s.apart) return true;
    }
    return false;
}

// Returns whether one of the modes is a ladder's.
bool was_on_ladder(const recast_search &s, uint32_t modes)
{
    for (uint32_t mode = 0; mode < 32; mode++)
        if (modes >> mode & 1u && std::strcmp(lope_moveset_mode_name(s.moveset, mode), "on_ladder") == 0) return true;
    return false;
}

} // namespace

bool recast_try_link(recast_search *s, lope_recast_link link, lope_point direction, uint32_t from)
{
    const lope_nav_agent &agent = s->recast->def.agent;
    const bool ladder = link.kind == LOPE_LINK_LADDER;
    lope_state state;
    uint32_t modes;
    if (!recast_stand_at(*s, link.start, &state)) return false;
    link.start = state.feet;
    if (!go_straight(*s, &state, direction, link, &modes) || was_on_ladder(*s, modes) != ladder) return false;
    link.end = state.feet;
    dtPolyRef found = walk_onto_mesh(*s, &state, direction);
    if (!found) return false;
    link.onto = state.feet;
    const uint32_t to = s->recast->parts[found];
    if ((to == from && !ladder) || is_known(*s, link, from, to) || !verify(*s, link)) return false;
    if (!recast_tie_link(s->recast, link, 1.5 * double(agent.radius), double(agent.step_height))) return false;
    s->joins.push_back({from, to});
    return true;
}
