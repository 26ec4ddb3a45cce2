// recast_links.cpp - finds the links of a mesh by trying them from its edges. See lope_recast.h.
//
// A try is a character that stands at the edge, or some way before it, goes straight over it and, of a jump,
// presses jump; lope_move tells where it comes to stand. A try counts when that is on another part of the
// mesh. The link is then verified: followed by lope_follow_update, from its first point and from two places
// beside it, as an approach by lope_follow_update may end there.
#include "recast_try.h"

#include <algorithm>
#include <cmath>

namespace
{

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

// A place on an edge of the mesh, and the level direction out of it.
struct edge_place {
    lope_point at, out;
    uint32_t part;
};

bool is_wanted(const lope_nav_agent &agent, const lope_recast_links_def &def, uint32_t kind)
{
    if (kind == LOPE_LINK_DROP) return !def.no_drops;
    if (kind == LOPE_LINK_JUMP) return !def.no_jumps && agent.can_jump;
    return !def.no_mantles && agent.can_mantle;
}

// Tries one way from a place of an edge.
void try_from(recast_search *s, const edge_place &place, const way_of_trying &way)
{
    lope_recast *recast = s->recast;
    double radius = double(recast->def.agent.radius);
    lope_recast_link link = {};
    link.kind = way.kind;
    link.start = lope_point_mad(place.at, place.out, -way.run_up * radius);
    link.speed = way.speed * s->moveset->tuning.max_walk_speed;
    link.take_off = float((way.run_up + way.take_off) * radius);
    link.button = way.kind == LOPE_LINK_JUMP ? LOPE_BUTTON_JUMP : way.kind == LOPE_LINK_MANTLE ? LOPE_BUTTON_MANTLE : 0u;
    float at[3];
    if (way.run_up > 0 && !recast_sees(recast, place.at, link.start)) return;
    if (way.run_up > 0) {
        if (!recast_find_within(recast, link.start, 0.5 * radius, double(recast->def.agent.height), at)) return;
        link.start.y = recast_to_world(recast, at).y;
    }
    recast_try_link(s, link, place.out, place.part);
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
    const lope_nav_agent &agent = recast->def.agent;
    const double scale = double(agent.radius) / 0.34; // the lengths are for a character of 0.34 m
    recast_search s = {recast,
                       def->moveset,
                       def->state,
                       lope_level_surroundings(recast->def.level),
                       lope_nearby_create(nullptr),
                       def->apart > 0 ? double(def->apart) : 2 * scale,
                       {}};
    if (!s.nearby) return 0;
    recast_count_parts(recast);
    for (const edge_place &place : places_of(recast, def->spacing > 0 ? double(def->spacing) : 0.6 * scale))
        for (const way_of_trying &way : ways)
            if (is_wanted(agent, *def, way.kind)) try_from(&s, place, way);
    if (!def->no_ladders && agent.can_climb_ladders) recast_find_ladders(&s);
    lope_nearby_destroy(s.nearby);
    if (!s.joins.empty()) recast_place_links(recast);
    return uint32_t(s.joins.size());
}
