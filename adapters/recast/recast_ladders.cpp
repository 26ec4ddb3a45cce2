// recast_ladders.cpp - finds the links over ladders, from the foot up and from the top down. See lope_recast.h.
//
// A ladder is what stands together on LOPE_CHANNEL_LADDER: one body, or rungs one above another. From each side
// a capsule of the character is swept against it, low and high: where it is met squarely there is a face. In
// front of the face the character is put on the mesh at the foot and goes into it, and on the floor above the
// face it goes over the edge (recast_try.h).
#include "recast_try.h"

#include <lope/query.h>

#include <algorithm>
#include <cmath>

namespace
{

constexpr int SIDES = 16;         // directions from which a ladder is looked at
constexpr double BEFORE = 0.12;   // heights before a face: out of the ladder's reach, which begins a stand too early
constexpr double SQUARELY = 0.95; // cosine between a sweep and the face that it meets

bool take(void *context, const lope_point corners[3], uint32_t)
{
    for (int i = 0; i < 3; i++) recast_widen(static_cast<lope_bounds *>(context), corners[i]);
    return true;
}

// Returns whether two bounds are at most so far (m) from each other, level and upright.
bool are_near(const lope_bounds &a, const lope_bounds &b, double level, double upright)
{
    return a.lower.x <= b.upper.x + level && b.lower.x <= a.upper.x + level && a.lower.z <= b.upper.z + level &&
           b.lower.z <= a.upper.z + level && a.lower.y <= b.upper.y + upright && b.lower.y <= a.upper.y + upright;
}

// Lists the ladders of the level, by their bounds: what is a step apart is one.
std::vector<lope_bounds> ladders_of(const lope_recast *recast)
{
    const lope_level *level = recast->def.level;
    const lope_filter filter = {LOPE_CHANNEL_LADDER, LOPE_BODY_NONE};
    const lope_bounds all = lope_level_bounds(level);
    const double step = double(recast->def.agent.step_height);
    std::vector<lope_bounds> list;
    uint32_t count = 0;
    lope_level_bodies_in(level, &all, filter, nullptr, 0, &count);
    std::vector<uint64_t> ids(count);
    lope_level_bodies_in(level, &all, filter, ids.data(), count, &count);
    for (uint64_t id : ids) {
        lope_bounds bounds = recast_no_bounds();
        lope_level_visit_triangles(level, lope_level_find(level, id), take, &bounds);
        for (size_t i = 0; i < list.size();) { // those that it joins become one with it
            if (!are_near(list[i], bounds, 0.5 * step, step)) {
                i++;
                continue;
            }
            recast_widen(&bounds, list[i].lower);
            recast_widen(&bounds, list[i].upper);
            list.erase(list.begin() + std::ptrdiff_t(i));
            i = 0;
        }
        if (bounds.lower.x <= bounds.upper.x) list.push_back(bounds);
    }
    return list;
}

// Sweeps the capsule of a character level, from `from` along a direction. Returns whether it meets a ladder, where
// its feet then are, and the level direction straight into the face.
bool meet_face(const recast_search &s, lope_point from, lope_point direction, double reach, lope_point *feet, lope_point *into)
{
    lope_cast_def def = {};
    lope_cast_hit hit;
    bool met = false;
    def.from = from;
    def.motion = lope_point_scale(direction, reach);
    def.radius = s.like->radius;
    def.height = s.like->standing_height;
    def.filter.channels = LOPE_CHANNEL_LADDER;
    lope_result result = lope_surroundings_cast(&s.around, s.nearby, &def, s.moveset->tuning.units_per_metre, &hit, &met);
    if (result != LOPE_OK || !met || hit.depth > 0) return false;
    const lope_point level = lope_point_make(-hit.normal.x, 0, -hit.normal.z);
    const double length = lope_point_length(level);
    if (!(length > 0)) return false;
    *into = lope_point_scale(level, 1 / length);
    *feet = lope_point_mad(from, def.motion, hit.fraction);
    return lope_point_dot(*into, direction) >= SQUARELY;
}

// Puts a place onto the mesh. Returns the part that it is on; 0: none.
uint32_t put_on_mesh(const recast_search &s, lope_point *place, double aside, double upward)
{
    float at[3];
    const dtPolyRef found = recast_find_within(s.recast, *place, aside, upward, at);
    if (found) place->y = recast_to_world(s.recast, at).y;
    return found ? s.recast->parts[found] : 0;
}

// Tries a ladder from a place in a direction. Returns whether a link was added.
bool try_ladder(recast_search *s, lope_point place, lope_point direction, double aside, double upward)
{
    lope_recast_link link = {};
    link.kind = LOPE_LINK_LADDER;
    link.start = place;
    const uint32_t part = put_on_mesh(*s, &link.start, aside, upward);
    return part != 0 && recast_try_link(s, link, direction, part);
}

// Tries a ladder from one side, at so much (m) beside its middle.
void try_side(recast_search *s, const lope_bounds &ladder, lope_point direction, double beside)
{
    const lope_nav_agent &agent = s->recast->def.agent;
    const double radius = double(agent.radius), step = double(agent.step_height);
    const lope_point half = lope_point_scale(lope_point_sub(ladder.upper, ladder.lower), 0.5);
    const lope_point side = lope_point_make(direction.z, 0, -direction.x);
    lope_point middle = lope_point_mad(lope_point_add(ladder.lower, half), side, beside), feet, into;
    const double reach = std::hypot(half.x, half.z) + 2 * radius;
    const lope_point out = lope_point_mad(middle, direction, -reach);
    bool goes_up = false;
    if (meet_face(*s, lope_point_make(out.x, ladder.lower.y, out.z), direction, reach, &feet, &into)) {
        const size_t first = s->recast->links.size();
        goes_up = try_ladder(s, lope_point_mad(feet, into, -BEFORE * double(agent.height)), into, radius, 2 * step);
        if (goes_up && try_ladder(s, s->recast->links[first].end, lope_point_scale(into, -1), radius, step)) return;
    }
    if (!meet_face(*s, lope_point_make(out.x, ladder.upper.y - 0.5 * double(agent.height), out.z), direction, reach, &feet,
                   &into))
        return;
    lope_point top = lope_point_mad(feet, into, 3 * radius);
    top.y = ladder.upper.y;
    try_ladder(s, top, lope_point_scale(into, -1), radius, 2 * step);
}

} // namespace

void recast_find_ladders(recast_search *s)
{
    const double radius = double(s->recast->def.agent.radius);
    for (const lope_bounds &ladder : ladders_of(s->recast))
        for (int i = 0; i < SIDES; i++) {
            const float angle = float(i) * 6.2831853f / float(SIDES);
            const lope_point direction = lope_point_make(double(lope_cos(angle)), 0, double(lope_sin(angle)));
            const double half = 0.5 * (std::fabs(direction.z) * (ladder.upper.x - ladder.lower.x) +
                                       std::fabs(direction.x) * (ladder.upper.z - ladder.lower.z));
            const double most = half > radius ? half - radius : 0;
            for (double beside = 0; beside <= most; beside += s->apart) {
                try_side(s, ladder, direction, beside);
                if (beside > 0) try_side(s, ladder, direction, -beside);
            }
        }
}
