// recast_links.cpp - finds the links of a mesh by trying them from its edges. See lope_recast.h.
//
// A try is a character that stands at the edge, or some way before it, goes straight over it and, of a jump,
// presses jump; lope_move tells where it comes to stand. A try counts when that is on another part of the
// mesh. The link is then verified: followed by lope_follow_update, from its first point and from two places
// beside it, as an approach by lope_follow_update may end there.
#include "recast_inside.h"

#include <algorithm>
#include <cmath>

namespace
{

constexpr float TICK = 1.0f / 60;  // s
constexpr double LONGEST = 6;      // s, of a try
constexpr double START_TIME = 1.6; // s within which a try must leave the ground
constexpr double WALK_ON = 1.5;    // s that a try walks on after its landing
constexpr double BESIDE = 0.05;    // m: an approach ends so near (lope_follow_settings.link_radius)

// A way of trying. Lengths are shares of the capsule's radius.
struct way_of_trying {
    uint32_t kind;
    float speed;     // share of the walking speed
    double run_up;   // before the edge of the mesh
    double take_off; // beyond that edge; below 0: before it
};

// Drops slowly and at full speed; a mantle; jumps late at full and at half speed, from a stand against what is
// before the edge, and early onto what is higher. The first that joins two parts is kept.
const way_of_trying ways[] = {
    {LOPE_LINK_DROP, 0.4f, 0, 0},      {LOPE_LINK_DROP, 1.0f, 3, 0},    {LOPE_LINK_MANTLE, 1.0f, 0, 0},
    {LOPE_LINK_JUMP, 1.0f, 3.5, 0.6},  {LOPE_LINK_JUMP, 0.5f, 2, 0.6},  {LOPE_LINK_JUMP, 1.0f, 0, 0},
    {LOPE_LINK_JUMP, 1.0f, 7.5, -3.5}, {LOPE_LINK_JUMP, 0.5f, 4, -1.5},
};

// A search for links.
struct search {
    lope_recast *recast;
    const lope_recast_links_def *def;
    lope_surroundings around;
    lope_nearby *nearby;
    uint32_t added;
};

// A place on an edge of the mesh, and the level direction out of it.
struct edge_place {
    lope_point at, out;
    uint32_t part;
};

bool stands(const lope_state &state) { return state.mode == LOPE_MODE_WALKING || state.mode == LOPE_MODE_NAV_WALKING; }

// Stands a character at a place: it falls onto its floor. Returns false when it does not stand there.
bool stand_at(const search &s, lope_point place, lope_state *state)
{
    lope_state_def def = {};
    const lope_state *like = s.def->state;
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
        if (lope_move(state, &none, s.def->moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) return false;
        if (stands(*state) && i > 1) break;
    }
    lope_point off = lope_point_sub(state->feet, place);
    return stands(*state) && state->stuck_ticks == 0 && std::fabs(off.x) + std::fabs(off.z) < 0.1 * double(like->radius) &&
           std::fabs(off.y) < double(s.recast->def.agent.step_height);
}

// Goes straight on as a way of trying says. Returns true when the character has left the ground and stands
// again.
bool try_way(const search &s, lope_state *state, lope_point direction, const lope_recast_link &link)
{
    lope_point start = state->feet;
    float most = s.def->moveset->tuning.max_walk_speed, share = link.speed > 0 ? link.speed / most : 1;
    bool left = false;
    double pressed = -1;
    lope_input input = {};
    input.move = lope_point_to_vec3(lope_point_scale(direction, double(share)));
    for (double time = 0; time < LONGEST; time += double(TICK)) {
        double gone = lope_point_dot(lope_point_sub(state->feet, start), direction);
        double comes = double(lope_vec3_length(state->velocity)) * double(TICK);
        bool jumps = link.kind == LOPE_LINK_JUMP && gone + comes >= double(link.take_off);
        bool presses = !left && time - pressed >= 0.25 && (jumps || link.kind == LOPE_LINK_MANTLE);
        input.pressed = input.held = presses ? link.button : 0;
        if (presses) pressed = time;
        if (lope_move(state, &input, s.def->moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) return false;
        if (!stands(*state)) left = true;
        if (left && stands(*state)) return true;
        if (!left && time > START_TIME) return false;
        if (start.y - state->feet.y > double(s.recast->def.agent.drop_height)) return false;
    }
    return false;
}

// Walks on after a landing until the character is on the mesh, which ends a radius before every edge. Returns
// the polygon; 0: it does not come to one.
dtPolyRef walk_onto_mesh(const search &s, lope_state *state, lope_point direction)
{
    const double radius = double(s.recast->def.agent.radius), step = double(s.recast->def.agent.step_height);
    lope_input input = {};
    float at[3];
    input.move = lope_point_to_vec3(direction);
    for (double time = 0; time < WALK_ON && stands(*state); time += double(TICK)) {
        dtPolyRef found = recast_find_within(s.recast, state->feet, 0.5 * radius, step, at);
        if (found) return found;
        if (lope_move(state, &input, s.def->moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) break;
    }
    return stands(*state) ? recast_find_within(s.recast, state->feet, 1.5 * radius, step, at) : 0;
}

// Follows a link from a place. Returns true when it arrives.
bool follow_link(const search &s, const lope_recast_link &link, lope_point from)
{
    lope_state state;
    if (!stand_at(s, from, &state)) return false;
    lope_follow_point points[3] = {};
    points[0].point = link.start;
    points[1].point = link.end;
    points[1].link = link.kind;
    points[1].button = link.button;
    points[1].speed = link.speed;
    points[1].take_off = link.take_off;
    points[2].point = link.onto;
    lope_follow_path path = {points, 3, false};
    lope_follower follower = {};
    lope_requests requests = {};
    lope_input input = {};
    lope_follow_begin(&follower, &state);
    for (double time = 0; time < LONGEST + 2; time += double(TICK)) {
        input.held = input.pressed = 0;
        lope_follow_result result =
            lope_follow_update(&follower, nullptr, &path, &state, &s.def->moveset->tuning, TICK, &input, &requests);
        if (result == LOPE_FOLLOW_ARRIVED) return true;
        if (result != LOPE_FOLLOW_FOLLOWING) return false;
        if (lope_move(&state, &input, s.def->moveset, &s.around, s.nearby, TICK, nullptr) != LOPE_OK) return false;
    }
    return false;
}

bool verify(const search &s, const lope_recast_link &link)
{
    lope_point way = lope_point_sub(link.end, link.start);
    double length = std::sqrt(way.x * way.x + way.z * way.z);
    if (!(length > 0)) return false;
    lope_point side = lope_point_make(-way.z / length * BESIDE, 0, way.x / length * BESIDE);
    return follow_link(s, link, link.start) && follow_link(s, link, lope_point_add(link.start, side)) &&
           follow_link(s, link, lope_point_sub(link.start, side));
}

// Returns whether there is a link already between the same two parts that begins or ends near by. joins: the
// parts of the links that this search has added.
bool is_known(const search &s, const lope_recast_link &link, uint32_t from, uint32_t to,
              const std::vector<std::pair<uint32_t, uint32_t>> &joins)
{
    const double apart = s.def->apart > 0 ? double(s.def->apart) : 2 * double(s.recast->def.agent.radius) / 0.34;
    const size_t first = s.recast->links.size() - joins.size();
    for (size_t i = 0; i < joins.size(); i++) {
        const lope_recast_link &other = s.recast->links[first + i];
        if (joins[i] != std::make_pair(from, to)) continue;
        if (lope_point_length(lope_point_sub(other.start, link.start)) < apart) return true;
        if (lope_point_length(lope_point_sub(other.end, link.end)) < apart) return true;
    }
    return false;
}

bool is_wanted(const search &s, uint32_t kind)
{
    const lope_nav_agent &agent = s.recast->def.agent;
    if (kind == LOPE_LINK_DROP) return !s.def->no_drops;
    if (kind == LOPE_LINK_JUMP) return !s.def->no_jumps && agent.can_jump;
    return !s.def->no_mantles && agent.can_mantle;
}

// Tries one way from a place of an edge, and adds the link that it finds.
void try_from(search *s, const edge_place &place, const way_of_trying &way, std::vector<std::pair<uint32_t, uint32_t>> *joins)
{
    lope_recast *recast = s->recast;
    double radius = double(recast->def.agent.radius);
    lope_recast_link link = {};
    link.kind = way.kind;
    link.start = lope_point_mad(place.at, place.out, -way.run_up * radius);
    link.speed = way.speed * s->def->moveset->tuning.max_walk_speed;
    link.take_off = float((way.run_up + way.take_off) * radius);
    link.button = way.kind == LOPE_LINK_JUMP ? LOPE_BUTTON_JUMP : way.kind == LOPE_LINK_MANTLE ? LOPE_BUTTON_MANTLE : 0u;
    float at[3];
    if (way.run_up > 0 && !recast_sees(recast, place.at, link.start)) return;
    if (way.run_up > 0) {
        if (!recast_find_within(recast, link.start, 0.5 * radius, double(recast->def.agent.height), at)) return;
        link.start.y = recast_to_world(recast, at).y;
    }
    lope_state state;
    if (!stand_at(*s, link.start, &state)) return;
    link.start = state.feet;
    if (!try_way(*s, &state, place.out, link)) return;
    link.end = state.feet;
    dtPolyRef found = walk_onto_mesh(*s, &state, place.out);
    if (!found) return;
    link.onto = state.feet;
    uint32_t to = recast->parts[found];
    if (to == place.part || is_known(*s, link, place.part, to, *joins)) return;
    if (!verify(*s, link)) return;
    if (!recast_tie_link(recast, link, 1.5 * radius, double(recast->def.agent.step_height))) return;
    joins->push_back({place.part, to});
    s->added++;
}

// Lists the places of the mesh's edges that lead nowhere, in order of tile, polygon and edge.
std::vector<edge_place> places_of(lope_recast *recast, double spacing)
{
    std::vector<edge_place> list;
    const dtNavMesh *mesh = recast->mesh.get();
    for (int index = 0; index < recast->columns * recast->rows; index++) {
        const dtMeshTile *tile = mesh->getTileAt(index % recast->columns, index / recast->columns, 0);
        if (!tile || !tile->header) continue;
        dtPolyRef base = mesh->getPolyRefBase(tile);
        for (int i = 0; i < tile->header->polyCount; i++) {
            const dtPoly &polygon = tile->polys[i];
            if (!(polygon.flags & RECAST_WALK)) continue;
            lope_point middle = {0, 0, 0};
            for (int k = 0; k < polygon.vertCount; k++)
                middle = lope_point_add(middle, recast_to_world(recast, &tile->verts[3 * polygon.verts[k]]));
            middle = lope_point_scale(middle, 1.0 / polygon.vertCount);
            for (int k = 0; k < polygon.vertCount; k++) {
                if (polygon.neis[k] != 0) continue;
                lope_point a = recast_to_world(recast, &tile->verts[3 * polygon.verts[k]]);
                lope_point b = recast_to_world(recast, &tile->verts[3 * polygon.verts[(k + 1) % polygon.vertCount]]);
                lope_point along = lope_point_sub(b, a);
                double length = lope_point_length(along);
                lope_point out = lope_point_make(along.z, 0, -along.x);
                if (!(lope_point_length(out) > 0)) continue;
                out = lope_point_scale(out, 1 / lope_point_length(out));
                if (lope_point_dot(out, lope_point_sub(a, middle)) < 0) out = lope_point_scale(out, -1);
                int count = std::max(1, int(std::ceil(length / spacing)));
                for (int j = 0; j < count; j++) {
                    lope_point at = lope_point_mad(a, along, (j + 0.5) / count);
                    float p[3], height;
                    recast_to_mesh(recast, lope_point_mad(at, out, -0.02), p);
                    if (dtStatusSucceed(recast->query->getPolyHeight(base | dtPolyRef(i), p, &height))) p[1] = height;
                    at.y = recast_to_world(recast, p).y;
                    list.push_back({at, out, recast->parts[base | dtPolyRef(i)]});
                }
            }
        }
    }
    return list;
}

} // namespace

uint32_t lope_recast_find_links(lope_recast *recast, const lope_recast_links_def *def)
{
    search s = {recast, def, lope_level_surroundings(recast->def.level), lope_nearby_create(nullptr), 0};
    if (!s.nearby) return 0;
    std::vector<std::pair<uint32_t, uint32_t>> joins;
    double scale = double(recast->def.agent.radius) / 0.34; // the spacing is for a character of 0.34 m
    recast_count_parts(recast);
    for (const edge_place &place : places_of(recast, def->spacing > 0 ? double(def->spacing) : 0.6 * scale))
        for (const way_of_trying &way : ways)
            if (is_wanted(s, way.kind)) try_from(&s, place, way, &joins);
    lope_nearby_destroy(s.nearby);
    for (int i = 0; s.added && i < recast->columns * recast->rows; i++)
        recast_place_tile(recast, i % recast->columns, i / recast->columns);
    return s.added;
}
