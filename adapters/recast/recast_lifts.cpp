// recast_lifts.cpp - links over a lift: where the character stands on it, and from where it walks onto it at each
// of its stops. See lope_recast.h.
//
// A stop is a view of the level with the lift at that pose (lope/level_view.h). There the character stands on the
// lowest walkable place of the lift's middle. Around it places of the mesh of the same height are tried, the
// nearest first: one counts when the character walks from it onto the lift, and back. Of each part of the mesh one
// is kept.
#include "recast_try.h"

#include <lope/level_view.h>
#include <lope/query.h>

#include <cmath>

namespace
{

constexpr int SIDES = 16;
constexpr uint32_t MOST_HITS = 64;
constexpr double NEAREST = 1.1, FARTHEST = 4.1, APART = 0.5; // radii beyond the lift's bounds, of the places tried
constexpr double LEVEL = 0.4;                                // steps by which floor and lift may differ
constexpr double WALK_TIME = 6;                              // s

// A lift at one of its stops.
struct stop {
    lope_body_place place;
    lope_level_view view;
    recast_search search; // in the view
};

// A place of the mesh beside a lift.
struct landing {
    lope_point at;
    uint32_t part, stop;
};

bool make_stop(const recast_search &search, lope_body body, const lope_transform &pose, stop *made)
{
    const lope_level *level = search.recast->def.level;
    made->search = search;
    if (lope_level_place(level, body, &pose, &pose, &made->place) != LOPE_OK) return false;
    if (lope_level_view_make(&made->view, level, &made->place, 1) != LOPE_OK) return false;
    made->search.around = lope_level_surroundings_at(&made->view);
    return true;
}

// Tells whether a hit of a cast is on the lift, with the id in the context.
bool is_lift(void *context, const lope_cast_hit *hit) { return hit->walkable && hit->body == *static_cast<uint64_t *>(context); }

// Finds the lowest place in the lift's middle on which the character stands.
bool find_standing(const stop &s, uint64_t body, lope_point *place)
{
    const lope_bounds &bounds = s.place.bounds;
    const lope_point middle = lope_point_scale(lope_point_add(bounds.lower, bounds.upper), 0.5);
    lope_cast_def def = {};
    lope_cast_hit hits[MOST_HITS];
    uint32_t count = 0;
    def.from = lope_point_make(middle.x, bounds.upper.y + 1e-3, middle.z);
    def.motion = lope_point_make(0, bounds.lower.y - def.from.y, 0);
    def.filter.channels = s.search.recast->def.channels;
    def.accept = is_lift;
    def.context = &body;
    const float unit = s.search.moveset->tuning.units_per_metre;
    if (lope_surroundings_cast_all(&s.search.around, s.search.nearby, &def, unit, hits, MOST_HITS, &count) != LOPE_OK)
        return false;
    for (uint32_t i = count < MOST_HITS ? count : MOST_HITS; i-- > 0;) {
        lope_state state;
        if (!recast_stand_at(s.search, hits[i].point, &state) || state.base_body != body) continue;
        *place = hits[i].point;
        return true;
    }
    return false;
}

// Returns whether the character walks from a place of the mesh onto the lift, and back.
bool walks_on_and_off(const stop &s, uint64_t body, lope_point landing, lope_point standing)
{
    lope_follow_point points[2] = {};
    lope_state state;
    points[0].point = landing;
    points[1].point = standing;
    if (!recast_follow(s.search, {points, 2, false}, landing, WALK_TIME, &state) || state.base_body != body) return false;
    points[0].point = standing;
    points[1].point = landing;
    return recast_follow(s.search, {points, 2, false}, standing, WALK_TIME, &state) && state.base_body != body;
}

// Finds the places of the mesh beside the lift at a stop: of each part of the mesh the nearest.
void find_landings(const stop &s, uint64_t body, uint32_t index, lope_point standing, std::vector<landing> *landings)
{
    const lope_recast *recast = s.search.recast;
    const double radius = double(recast->def.agent.radius), step = double(recast->def.agent.step_height);
    const lope_point size = lope_point_sub(s.place.bounds.upper, s.place.bounds.lower);
    const size_t first = landings->size();
    for (double beyond = NEAREST; beyond <= FARTHEST; beyond += APART)
        for (int i = 0; i < SIDES; i++) {
            const float angle = float(i) * 6.2831853f / float(SIDES);
            const double x = double(lope_cos(angle)), z = double(lope_sin(angle));
            const double edge = std::fmin(std::fabs(x) > 1e-6 ? 0.5 * size.x / std::fabs(x) : INFINITY,
                                          std::fabs(z) > 1e-6 ? 0.5 * size.z / std::fabs(z) : INFINITY);
            const double out = edge + beyond * radius;
            lope_point place = lope_point_make(standing.x + x * out, standing.y, standing.z + z * out);
            float at[3];
            const dtPolyRef found = recast_find_within(recast, place, 0.5 * radius, LEVEL * step, at);
            if (!found) continue;
            place = recast_to_world(recast, at);
            const uint32_t part = recast->parts.at(found);
            bool known = false;
            for (size_t k = first; k < landings->size(); k++) known = known || (*landings)[k].part == part;
            if (!known && walks_on_and_off(s, body, place, standing)) landings->push_back({place, part, index});
        }
}

// Finds where the character stands on the lift, and the landings of all stops. Returns that place, in the lift's
// frame; false: it stands there at no stop.
bool find_all_landings(const recast_search &search, const lope_recast_lift_def &def, uint64_t body, lope_vec3 *standing,
                       std::vector<landing> *landings)
{
    bool stands = false;
    for (uint32_t i = 0; i < def.stop_count; i++) {
        stop s;
        lope_point place;
        if (!make_stop(search, def.body, def.stops[i], &s)) continue;
        if (stands)
            place = lope_transform_apply(&s.place.pose, lope_vec3_to_point(*standing));
        else if (!find_standing(s, body, &place))
            continue;
        else
            *standing = lope_point_to_vec3(
                lope_quat_rotate_point(lope_quat_conjugate(s.place.pose.rotation), lope_point_sub(place, s.place.pose.position)));
        stands = true;
        find_landings(s, body, i, place, landings);
    }
    return stands;
}

} // namespace

uint32_t lope_recast_add_lift(lope_recast *recast, const lope_recast_lift_def *def)
{
    if (def->stop_count < 2 || def->stop_count > LOPE_RECAST_STOPS) return 0;
    const double radius = double(recast->def.agent.radius), step = double(recast->def.agent.step_height);
    const uint64_t body = lope_level_id(recast->def.level, def->body);
    recast_search search = {recast, def->moveset, def->state, {}, lope_nearby_create(nullptr), 0, {}};
    std::vector<landing> landings;
    lope_recast_link link = {};
    uint32_t added = 0;
    if (!search.nearby) return 0;
    recast_count_parts(recast);
    link.kind = LOPE_LINK_LIFT;
    link.body = body;
    if (find_all_landings(search, *def, body, &link.standing, &landings))
        for (const landing &from : landings)
            for (const landing &to : landings) {
                // by its height the follower knows at which stop it is
                if (std::fabs(from.at.y - to.at.y) <= step) continue;
                link.start = from.at;
                link.end = link.onto = to.at;
                added += recast_tie_link(recast, link, radius, step);
            }
    lope_nearby_destroy(search.nearby);
    if (added) recast_place_links(recast);
    return added;
}
