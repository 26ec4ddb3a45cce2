// depenetrate.c - pushes out along the deepest contact, again and again, a bounded number of times. Where
// that is not known to be the nearest way, searches for one (way_out.h).
//
// Rule: the core must stay out of solids. Sweeps never lead into one, so only leaps can. A leap is any move
// without a sweep: a birth, a teleport, a body that moved, a push that was stopped, or a depenetration. A
// pose after a leap is never taken for free just because nothing touches it there. It is free when three
// exact tests say so:
//   - the capsule overlaps nothing deeper than the skin,
//   - the core is in no solid, however deep (inside.h), and
//   - the core's way from the tick's start leads through nothing that it was not in there (core_passage.h).
// The way is straight as seen from each body. After a birth or teleport it begins at that place, and is
// asked only when longer than the radius.
// Otherwise the character is stuck where it was at the tick's start: at its last free pose, when it had
// one. It is in doubt again, and tested again, in every tick until it is free. While its core is in a solid
// or through a face it is held there (character/move/move.c). So it cannot come out at the far side. A
// character that does not leap and overlaps nothing pays for none of this.
//
// What a contact asks for depends on where the capsule's core is:
//   - in front of a face, or beside an edge: the shortest way, along the contact normal;
//   - through a face, or behind a one-sided one: out through that face, along its normal.
// In the second case the nearest face of that body is taken. A face that the core is behind, but farther
// from than from a face of that solid that it is in front of, is the solid's far side, and asks for
// nothing. A sheet is left to the side with the capsule's middle.
//
// No way out is shorter than the deepest overlap with a surface that the core is in front of. When the pushes
// lead about so far, they have found the nearest way. Otherwise, after a birth or a teleport, or when stuck,
// all directions are searched, and the shorter way is taken.
// Read next: inside.h, core_passage.c, character/depenetration/free_character.c.
#include "motion/moving/depenetrate.h"
#include "motion/moving/carry.h"
#include "motion/moving/core_passage.h"
#include "motion/moving/left_planes.h"
#include "motion/moving/way_out.h"
#include "motion/query/inside.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"
#include "motion/query/triangle_cull.h"
#include "shape/kernels.h"

#define ESCAPE_ROUNDS 24   // pushes of one depenetration, at most
#define BACK_ROUNDS 48     // steps back from where they have ended, at most
#define BACK_LEAST 1e-3    // share of the way that is left: a shorter step is not tried
#define BACK_NEARER 1e-5   // m by which a step has to lead nearer
#define ESCAPE_CONTACTS 32 // contacts that are kept in a round
// times the overlap with other characters, at most: so far it goes along a wall at 60 degrees
#define PART_MOST 2.0

// A push that one contact asks for.
typedef struct lope_nudge {
    lope_contact contact;
    lope_point normal;
    double depth;           // m to go along normal
    uint32_t push_priority; // for another character that does not go itself: one less than its push priority
    bool inside;            // the core is through the face, or behind it
    bool certain;           // the core is through the face, or the solid as a whole holds it
    bool convex;            // the face belongs to a box or hull, or the shape is round
    double distance;        // m, of the core from the surface
} lope_nudge;

// Returns true when a triangle is one of several of a box or hull.
static bool is_of_convex(const lope_near_set *set, const lope_near_triangle *triangle)
{
    uint32_t i = (uint32_t)(triangle - set->triangles);
    return triangle->part > 0 || lope_run_end(set, i) > i + 1;
}

// Fills in the push of one triangle. Returns false when it asks for none. still: the capsule less the skin,
// at rest.
static bool push_of_triangle(lope_space *space, const lope_capsule *capsule, const lope_way *still,
                             lope_shortlist_entry *neighbor, lope_nudge *push)
{
    const lope_near_triangle *triangle = neighbor->triangle;
    lope_point on_core, on_face;
    lope_triangle_cull reach;
    if (!lope_triangle_cull_make(&reach, still, neighbor) || lope_triangle_cull_excludes(&reach, still, 1.0)) return false;
    space->triangles++;
    double squared;
    if (lope_triangle_cull_top(&reach, space) <= still->lowest) {
        on_core = capsule->a;
        squared = lope_ball_nearest(on_core, &triangle->shape, lope_near_normal(triangle), reach.at + 1, &on_face);
    } else {
        squared = lope_segment_triangle(capsule->a, capsule->b, &triangle->shape, &on_core, &on_face);
    }
    if (squared >= capsule->radius * capsule->radius) return false;
    double distance = sqrt(squared);
    push->push_priority = 0;
    lope_point normal = lope_near_normal(triangle), apart = lope_point_sub(on_core, on_face);
    push->contact.point = on_face;
    push->inside = false;
    push->distance = distance;
    push->convex = is_of_convex(neighbor->set, triangle);
    bool crossed = push->certain = distance < 1e-9 * space->unit;
    double facing = crossed ? 0 : lope_point_dot(apart, normal) / distance;
    if (triangle->two_sided && crossed) {
        lope_point middle = lope_point_scale(lope_point_add(capsule->a, capsule->b), 0.5);
        if (lope_point_dot(lope_point_sub(middle, on_face), normal) < 0) normal = lope_point_scale(normal, -1.0);
    }
    // A one-sided face counts as left behind only by a core straight behind it. Beside its edge the
    // neighbours decide.
    bool behind = !triangle->two_sided && facing < -1.0 + 1e-6;
    if (crossed || behind) {
        push->inside = true;
        push->normal = normal;
        push->depth = capsule->radius + lope_core_behind(capsule, on_face, normal);
    } else {
        if (!triangle->two_sided && facing < -0.5) return false;
        push->normal = lope_point_scale(apart, 1.0 / distance);
        push->depth = capsule->radius - distance;
    }
    push->contact.normal = push->normal;
    push->contact.fraction = 0;
    push->contact.depth = push->depth;
    return push->depth > LOPE_SKIN * space->unit;
}

// Fills in the push of a sphere, capsule or cylinder; false: none.
static bool push_of_round(const lope_space *space, const lope_capsule *capsule, const lope_near_round *round, lope_nudge *push)
{
    lope_separation apart = lope_capsule_separation(capsule, &round->shape);
    if (apart.distance >= -LOPE_SKIN * space->unit) return false;
    push->contact.point = apart.point;
    push->contact.normal = apart.normal;
    push->contact.fraction = 0;
    push->contact.depth = -apart.distance;
    push->normal = apart.normal;
    push->depth = -apart.distance;
    push->push_priority = 0;
    push->inside = push->certain = push->depth >= capsule->radius;
    push->convex = true;
    push->distance = push->inside ? 0 : capsule->radius - push->depth;
    return true;
}

// Fills in the push away from another character, to the plane between the two. Returns false when it asks
// for none. A character that the other one has to make way for stays.
static bool push_of_fence(const lope_space *space, const lope_capsule *capsule, const lope_character_plane *fence,
                          lope_nudge *push)
{
    double room = lope_character_plane_room(capsule, fence);
    // the other one goes
    if (fence->gap >= 0 ? fence->push_priority < LOPE_PUSH_PRIORITY_MOST : !(fence->share > 0)) return false;
    if (room >= -LOPE_SKIN * space->unit) return false;
    push->contact.fraction = 0;
    push->contact.point = fence->point;
    push->contact.normal = fence->normal;
    push->contact.depth = -room;
    push->normal = fence->normal;
    push->depth = -room;
    push->push_priority = fence->push_priority > 0 ? fence->push_priority - 1 : 0;
    push->inside = push->certain = false;
    push->convex = true;
    push->distance = 0;
    return true;
}

// Keeps a push. Of the ways out from inside a body only the shortest is kept, and all others as they are.
// In a full list it replaces the shallowest.
static void keep_push(const lope_space *space, lope_nudge *pushes, uint32_t *count, lope_nudge *push)
{
    double share;
    push->normal = lope_cut_by_plane(space, push->normal, LOPE_PLANE_PUSH, &share);
    push->depth /= share;
    if (push->inside)
        for (uint32_t i = 0; i < *count; i++)
            if (pushes[i].inside && pushes[i].contact.body == push->contact.body) {
                bool certain = pushes[i].certain || push->certain;
                if (push->depth < pushes[i].depth - 1e-9) pushes[i] = *push;
                pushes[i].certain = certain;
                return;
            }
    if (*count < ESCAPE_CONTACTS) {
        pushes[(*count)++] = *push;
        return;
    }
    uint32_t least = 0;
    for (uint32_t i = 1; i < *count; i++)
        if (pushes[i].depth < pushes[least].depth) least = i;
    if (push->depth > pushes[least].depth) pushes[least] = *push;
}

// Returns whether a character's capsule is left to the next tick, which parts the two. A character that rests
// was not overlapped when the tick began. But one that never gives way is left at once, as a body is.
static bool is_left_later(const lope_shortlist_entry *neighbor)
{
    const lope_sink_body *body = neighbor->round ? &neighbor->set->bodies[neighbor->round->body] : NULL;
    return body && body->character && body->push_priority < LOPE_PUSH_PRIORITY_NEVER;
}

// Keeps the pushes of a listful of the short list.
static void collect_list(lope_space *space, const lope_capsule *capsule, const lope_way *still, lope_shortlist_entry *list,
                         uint32_t listed, lope_nudge *pushes, uint32_t *count)
{
    for (uint32_t i = 0; i < listed; i++) {
        lope_shortlist_entry *neighbor = &list[i];
        lope_nudge push; // not zeroed: that would be a `rep stos` for each entry
        if (!neighbor->met || is_left_later(neighbor)) continue;
        bool found = neighbor->triangle ? push_of_triangle(space, capsule, still, neighbor, &push)
                                        : push_of_round(space, capsule, neighbor->round, &push);
        if (!found) continue;
        lope_contact_describe(space, &push.contact, neighbor->set, neighbor->triangle, neighbor->round);
        if (push.contact.character) push.push_priority = LOPE_PUSH_PRIORITY_MOST; // it never gives way
        keep_push(space, pushes, count, &push);
    }
}

// Keeps the pushes of convex solids that hold the core, also where none of their faces is near.
static void collect_deep(lope_space *space, const lope_capsule *capsule, const lope_near_set *set, lope_nudge *pushes,
                         uint32_t *count)
{
    for (uint32_t i = 0, end; i < set->triangle_count; i = end) {
        const lope_near_triangle *face;
        end = lope_run_end(set, i);
        if (!lope_run_holds(space, capsule, set, i, end, &face)) continue;
        lope_nudge push = {.normal = lope_near_normal(face), .inside = true, .certain = true, .convex = true};
        push.depth = capsule->radius + lope_core_behind(capsule, face->shape.v[0], lope_near_normal(face));
        double deep = lope_point_dot(lope_point_sub(capsule->a, face->shape.v[0]), lope_near_normal(face));
        push.contact.point = lope_point_mad(capsule->a, lope_near_normal(face), -deep);
        push.contact.normal = lope_near_normal(face);
        push.contact.depth = push.depth;
        lope_contact_describe(space, &push.contact, set, face, NULL);
        keep_push(space, pushes, count, &push);
    }
}

// Returns true when the core is in front of the same solid, nearer to it than to the face that it is behind.
// That face is then on the solid's far side: the nearest face tells inside from outside.
static bool is_far_side(const lope_nudge *behind, const lope_nudge *pushes, uint32_t count)
{
    if (!behind->inside || behind->certain) return false;
    for (uint32_t i = 0; i < count; i++) {
        const lope_nudge *front = &pushes[i];
        if (front->inside || front->contact.body != behind->contact.body || front->convex != behind->convex) continue;
        if (behind->convex && front->contact.index != behind->contact.index) continue;
        if (front->distance < behind->distance) return true;
    }
    return false;
}

// Drops the pushes by far sides. A dropped push tells nothing of others, as it is inside.
static uint32_t drop_far_sides(lope_nudge *pushes, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        if (!is_far_side(&pushes[i], pushes, count)) continue;
        for (uint32_t k = i + 1; k < count; k++) pushes[k - 1] = pushes[k];
        count--;
    }
    return count;
}

// Collects all pushes that the capsule at `feet` needs, and returns how many. doubt: which solids may hold
// the core unseen.
static uint32_t collect(lope_space *space, lope_point feet, lope_doubt doubt, lope_nudge *pushes)
{
    lope_point zero = {0, 0, 0};
    lope_shortlist_walk walk;
    if (!lope_shortlist_begin(space, feet, zero, space->radius, &walk)) return 0;
    lope_capsule capsule = lope_space_capsule(space, feet);
    // What is only touched, within the skin, is left out from the start.
    lope_way still = lope_way_of(space, feet, zero, space->radius - LOPE_SKIN * space->unit);
    uint32_t count = 0;
    for (uint32_t listed; (listed = lope_shortlist_next(&walk)) > 0;)
        collect_list(space, &capsule, &still, walk.list, listed, pushes, &count);
    if (doubt >= LOPE_DOUBT_MOVING) collect_deep(space, &capsule, &space->nearby->sets[1], pushes, &count);
    if (doubt >= LOPE_DOUBT_ALL) collect_deep(space, &capsule, &space->nearby->sets[0], pushes, &count);
    for (uint32_t i = 0; i < space->nearby->fence_count; i++) {
        const lope_character_plane *fence = &space->nearby->fences[i];
        lope_near_round other = {.shape = {.kind = LOPE_SHAPE_CAPSULE}, .body = fence->body, .index = fence->index};
        lope_nudge push;
        if (!push_of_fence(space, &capsule, fence, &push)) continue;
        lope_contact_describe(space, &push.contact, &space->nearby->sets[1], NULL, &other);
        keep_push(space, pushes, &count, &push);
    }
    return count > 1 ? drop_far_sides(pushes, count) : count;
}

// Returns the character's own push priority while one of a lower priority has to move out of it. Else 0.
static uint32_t firm_against(const lope_nearby *nearby)
{
    for (uint32_t i = 0; i < nearby->fence_count; i++)
        if (nearby->fences[i].gap < -LOPE_SKIN * nearby->unit && !(nearby->fences[i].share > 0))
            return nearby->self->push_priority;
    return 0;
}

// Returns the deepest push, or NULL. characters: whether pushes away from characters count.
static const lope_nudge *deepest(const lope_nudge *pushes, uint32_t count, bool characters)
{
    const lope_nudge *worst = NULL;
    for (uint32_t i = 0; i < count; i++)
        if ((characters || !pushes[i].contact.character) && (!worst || pushes[i].depth > worst->depth)) worst = &pushes[i];
    return worst;
}

// Returns true when a way is longer than `most` (m).
static bool is_farther(lope_point way, double most) { return lope_point_dot(way, way) > most * most; }

// Returns true when a push leads out from inside something.
static bool any_inside(const lope_nudge *pushes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (pushes[i].inside) return true;
    return false;
}

// Makes the character stuck at `at`, inside what was worst.
static void hold(lope_depenetrated *escape, lope_point at)
{
    escape->feet = at;
    escape->stuck = true;
    escape->inside = true;
    escape->depth = escape->worst.depth;
}

// Tests the way from where the character was. When it is not free, the character is stuck. It is held
// there, or at `start` when something presses it: a sweep has led to that place. found: it was pushed out
// of something.
static void judge_way(lope_space *space, const lope_depenetrate_from *leap, bool found, lope_point start, lope_nudge *pushes,
                      lope_depenetrated *escape)
{
    lope_contact through;
    bool leapt = found || leap->pressed;
    if (!leapt && leap->doubt == LOPE_DOUBT_NONE) return;
    const lope_origin *from = &leap->from;
    if (!escape->inside && lope_core_passage_clear(space, from, escape->feet, leapt, &through)) return;
    if (space->log && !escape->inside) lope_log_line(space, from->before, lope_point_sub(escape->feet, from->before), &through);
    if (!found && !escape->inside) escape->worst = through;
    hold(escape, leap->pressed ? start : from->before);
    escape->inside = any_inside(pushes, collect(space, escape->feet, LOPE_DOUBT_ALL, pushes)) ||
                     lope_core_passage_from(space, from->anchors, from->anchor_count, escape->feet, &through);
}

// Tests the way out of a character that was born or teleported into a solid. A way up to the radius is not
// tested. It must not lead through another solid. So a block on a floor lets no character out below the
// floor.
static void judge_birth(lope_space *space, lope_point start, lope_nudge *pushes, lope_depenetrated *escape)
{
    lope_depenetrate_from leap = {.from = {.before = start}};
    lope_point moved = lope_point_sub(escape->feet, start);
    if (lope_point_dot(moved, moved) > space->radius * space->radius) judge_way(space, &leap, true, start, pushes, escape);
}

// Returns true when a push leads out of a character that never gives way.
static bool any_unyielding(const lope_nudge *pushes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (pushes[i].contact.character && pushes[i].push_priority == LOPE_PUSH_PRIORITY_MOST) return true;
    return false;
}

// The least overlapped pose so far.
typedef struct lope_best {
    lope_point feet;
    double depth; // m
    bool solid;   // it overlaps something that is no character
    bool inside;
} lope_best;

// Keeps the better of two poses. One in another character, which may go, is better than one in a solid.
static void keep_best(lope_best *best, const lope_best *now)
{
    if (best->solid != now->solid ? now->solid : now->depth >= best->depth) return;
    *best = *now;
}

// Returns true when faces of a mesh are in the set. Those of a box or hull do not count: a box or hull is
// there whole.
static bool any_mesh(const lope_near_set *set)
{
    uint32_t end;
    for (uint32_t i = 0; i < set->triangle_count; i = end)
        if ((end = lope_run_end(set, i)) == i + 1) return true;
    return false;
}

// Returns how far (m) any way out must lead at least. That is the deepest overlap with a surface that the
// core is in front of. 0: there is none.
static double least_way(const lope_nudge *pushes, uint32_t count)
{
    double least = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool counts = !pushes[i].inside && !pushes[i].contact.character;
        if (counts && pushes[i].depth > least) least = pushes[i].depth;
    }
    return least;
}

// A way by pushes is given up for one that is searched for only when it is so many times as long and so
// many m longer. Less is no reason to search.
#define FARTHER 1.1
#define FARTHER_BY 5e-3
#define NEARLY_FREE 0.02 // m, of overlap that is left
#define NEARLY_THERE 0.1 // m, that it has gone for that

// Returns true when a way out has to be searched for: the pushes have found none, or one that is longer
// than it may have to be. What moving bodies have pressed must not come out behind them. A character that
// is nearly free has a tick to get free by itself.
static bool has_to_search(const lope_space *space, const lope_depenetrate_from *leap, lope_point way,
                          const lope_depenetrated *escape, double least)
{
    if (space->failed || leap->pressed || leap->from.anchor_count > 0) return false;
    if (leap->known) return escape->stuck && !escape->worst.character && !escape->worst.moving;
    double length = lope_point_length(way);
    bool nearly = !escape->inside && escape->depth < NEARLY_FREE * space->unit && length < NEARLY_THERE * space->unit;
    if (escape->stuck) return !escape->worst.character && !nearly;
    return length > least * FARTHER + FARTHER_BY * space->unit;
}

// Takes the way out that was searched for, unless the capsule overlaps something at its end.
static void take_way(lope_space *space, lope_point start, lope_point way, lope_depenetrated *escape)
{
    lope_nudge pushes[ESCAPE_CONTACTS];
    lope_point feet = lope_point_add(start, way);
    uint32_t count = collect(space, feet, LOPE_DOUBT_ALL, pushes);
    if (space->failed || deepest(pushes, count, false)) return;
    double length = lope_point_length(way);
    escape->feet = feet;
    escape->pushed = length;
    escape->depth = 0;
    escape->stuck = escape->inside = false;
    if (length > 0) escape->worst.normal = lope_point_scale(way, 1.0 / length);
}

// Searches for a way out where the pushes have not found the nearest one, and takes it. feet: at the start.
LOPE_COLD static void search_way(lope_space *space, lope_point feet, const lope_depenetrate_from *leap, double least,
                                 lope_depenetrated *escape)
{
    lope_point way = lope_point_sub(escape->feet, feet);
    if (!has_to_search(space, leap, way, escape, least)) return;
    double most = leap->search_reach;
    double shorter = (lope_point_length(way) - FARTHER_BY * space->unit) / FARTHER;
    if (!escape->stuck && shorter < most) most = shorter;
    if (lope_way_out_find(space, feet, most, &way)) take_way(space, feet, way, escape);
}

LOPE_COLD lope_point lope_depenetrate_back(lope_space *space, lope_point start, lope_point free)
{
    const double least = BACK_NEARER * space->unit;
    lope_nudge pushes[ESCAPE_CONTACTS];
    lope_point feet = free;
    double step = 1.0;
    for (int i = 0; i < BACK_ROUNDS && step > BACK_LEAST && !space->failed; i++) {
        const lope_point left = lope_point_sub(start, feet);
        const lope_point to = lope_carry_among(space, feet, lope_point_scale(left, step)).feet;
        // along a round contact a long step leads away again
        if (lope_point_length(left) - lope_point_length(lope_point_sub(start, to)) > least)
            feet = to;
        else
            step *= 0.5;
    }
    const uint32_t count = space->failed ? 0 : collect(space, feet, LOPE_DOUBT_ALL, pushes);
    return space->failed || deepest(pushes, count, true) ? free : feet;
}

lope_depenetrated lope_depenetrate(lope_space *space, lope_point feet, const lope_depenetrate_from *leap)
{
    lope_depenetrated escape = {.feet = feet};
    double least = 0; // m, no way out is shorter; 0: not known
    lope_point start = feet;
    lope_best best = {.feet = feet, .depth = 1e30, .solid = true};
    lope_doubt doubt = leap->doubt;
    lope_contact holds;
    double most = 1e30; // m that the character goes
    bool found = false, between = leap->pressed, back = false, unyielding = false;
    lope_nudge pushes[ESCAPE_CONTACTS];
    lope_left_planes left_planes = {.count = 0};
    for (int round = 0; round < ESCAPE_ROUNDS; round++) {
        uint32_t count = collect(space, feet, doubt, pushes);
        if (space->failed) return escape;
        if (round == 0) escape.push_priority = firm_against(space->nearby);
        const lope_nudge *worst = deepest(pushes, count, true), *solid = deepest(pushes, count, false);
        if (space->log) lope_log_overlap(space, feet, 0, worst ? &worst->contact : NULL);
        lope_best now = {feet, worst ? worst->depth : 0, solid != NULL, any_inside(pushes, count)};
        keep_best(&best, &now);
        if (!worst) break;
        if (!found) escape.worst = worst->contact;
        if (!found && !solid) most = PART_MOST * worst->depth;
        if (!found) least = least_way(pushes, count);
        if (!found) escape.began_inside = now.inside;
        found = true;
        between = between || (leap->known && worst->contact.moving && !worst->contact.character);
        unyielding = unyielding || any_unyielding(pushes, count);
        doubt = LOPE_DOUBT_ALL;
        const lope_point push = lope_left_planes_push(&left_planes, worst->normal, worst->depth);
        feet = lope_point_add(feet, push);
        back = is_farther(lope_point_sub(feet, start), most);
        if (back) break;
        escape.pushed += lope_point_length(push);
        if (worst->push_priority > escape.push_priority) escape.push_priority = worst->push_priority;
    }
    // Between what presses and what stands, it must not go into the one to leave the other. But out of a
    // character that never gives way it goes as far as the solids let it.
    const bool as_far = unyielding && !best.solid;
    if (!as_far && (back || (between && best.depth > LOPE_SKIN * space->unit))) {
        const lope_nudge *left = deepest(pushes, collect(space, start, LOPE_DOUBT_ALL, pushes), true);
        best = (lope_best){.feet = start, .depth = left ? left->depth : 0, .inside = left && left->inside};
    }
    escape.feet = best.feet;
    escape.depth = best.depth;
    escape.stuck = best.depth > LOPE_SKIN * space->unit;
    escape.inside = escape.stuck && best.inside;
    if (leap->known) judge_way(space, leap, found, start, pushes, &escape);
    if (!leap->known && found) judge_birth(space, start, pushes, &escape);
    bool moving_alone = leap->doubt == LOPE_DOUBT_MOVING;
    bool asked = moving_alone ? any_mesh(&space->nearby->sets[1]) : leap->doubt == LOPE_DOUBT_ALL;
    if (!escape.stuck && asked && lope_mesh_holds(space, best.feet, moving_alone, &holds)) {
        if (!found) escape.worst = holds;
        escape.began_inside = true;
        hold(&escape, leap->known ? leap->from.before : start);
    }
    if (leap->search_reach > 0) search_way(space, start, leap, least, &escape);
    return escape;
}
