// depenetrate.c - pushes out along the deepest contact, again and again, a bounded number of times.
//
// The rule that keeps a core out of solids: sweeps never lead into one, so only leaps can, where the capsule or the world has come
// to a place without a sweep: a birth, a teleport, a body that moved, a push that was stopped, an escape. A pose that a leap has led to
// is never taken for free because nothing touches it there. It is free when, by exact tests,
//   - the capsule overlaps nothing deeper than the skin,
//   - the core is in no solid, however deep (inside.h), and
//   - the core's way from where it was at the tick's start (births and teleports: from where they have brought it, when it is longer
//     than the radius) leads through nothing that it was not in there, seen from each body (core_passage.h).
// Else the character is stuck where it was at the tick's start: at the last free pose, when it has had one. It is in doubt again, and
// tested again, in every tick until it is free; while its core is in a solid or through a face it is held there (character/move/move.c), so that it
// cannot come out at the far side. Who does not leap and overlaps nothing pays for none of this.
//
// What a contact asks for depends on where the capsule's core (its segment) is:
//   - in front of a face, or beside an edge: the shortest way, along the contact normal;
//   - through a face or behind a one-sided one: out through that face, along its normal, unless another face of the same body is
//     nearer. A sheet is left to the side on which the middle of the capsule is.
#include "motion/moving/depenetrate.h"
#include "motion/moving/core_passage.h"
#include "motion/query/inside.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"
#include "motion/query/triangle_cull.h"
#include "shape/kernels.h"

#define ESCAPE_ROUNDS 24
#define ESCAPE_CONTACTS 32
#define PART_MOST 2.0 // times the overlap with other characters, out of which it goes: so far along a wall at 60 degrees

typedef struct lope_nudge {
    lope_contact contact;
    lope_point normal;
    double depth;  // m to go along normal
    uint32_t firm; // of a character that does not go itself: one less than that
    bool inside;   // the core is through the face or behind it
} lope_nudge;

// What one triangle asks for. False: nothing.
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
    push->firm = 0;
    lope_point normal = lope_near_normal(triangle), apart = lope_point_sub(on_core, on_face);
    push->contact.point = on_face;
    push->inside = false;
    bool crossed = distance < 1e-9 * space->unit;
    double facing = crossed ? 0 : lope_point_dot(apart, normal) / distance;
    if (triangle->two_sided && crossed) {
        lope_point middle = lope_point_scale(lope_point_add(capsule->a, capsule->b), 0.5);
        if (lope_point_dot(lope_point_sub(middle, on_face), normal) < 0) normal = lope_point_scale(normal, -1.0);
    }
    // Behind a one-sided face counts as inside only straight behind it; beside its edge the neighbours know better.
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
    push->firm = 0;
    push->inside = push->depth >= capsule->radius;
    return true;
}

// Two overlapping characters part: to the fence between them. Whom the other one has to make way for stays.
static bool push_of_fence(const lope_space *space, const lope_capsule *capsule, const lope_character_plane *fence,
                          lope_nudge *push)
{
    double room = lope_character_plane_room(capsule, fence);
    if (fence->gap >= 0 ? fence->firm < LOPE_PUSH_PRIORITY_MOST : !(fence->share > 0)) return false; // then the other one goes
    if (room >= -LOPE_SKIN * space->unit) return false;
    push->contact.fraction = 0;
    push->contact.point = fence->point;
    push->contact.normal = fence->normal;
    push->contact.depth = -room;
    push->normal = fence->normal;
    push->depth = -room;
    push->firm = fence->firm > 0 ? fence->firm - 1 : 0;
    push->inside = false;
    return true;
}

// Keeps, for each body, the least of the ways out from inside; all others as they are.
static void keep_push(const lope_space *space, lope_nudge *pushes, uint32_t *count, lope_nudge *push)
{
    double share;
    push->normal = lope_cut_by_plane(space, push->normal, LOPE_PLANE_PUSH, &share);
    push->depth /= share;
    if (push->inside)
        for (uint32_t i = 0; i < *count; i++)
            if (pushes[i].inside && pushes[i].contact.body == push->contact.body) {
                if (push->depth < pushes[i].depth - 1e-9) pushes[i] = *push;
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

static void collect_list(lope_space *space, const lope_capsule *capsule, const lope_way *still, lope_shortlist_entry *list,
                         uint32_t listed, lope_nudge *pushes, uint32_t *count)
{
    for (uint32_t i = 0; i < listed; i++) {
        lope_shortlist_entry *neighbor = &list[i];
        lope_nudge push; // not zeroed: that would be a `rep stos` for each neighbour
        if (!neighbor->met) continue;
        bool found = neighbor->triangle ? push_of_triangle(space, capsule, still, neighbor, &push)
                                        : push_of_round(space, capsule, neighbor->round, &push);
        if (!found) continue;
        lope_contact_describe(space, &push.contact, neighbor->set, neighbor->triangle, neighbor->round);
        keep_push(space, pushes, count, &push);
    }
}

// Convex solids that hold the core, also where none of their faces is near.
static void collect_deep(lope_space *space, const lope_capsule *capsule, const lope_near_set *set, lope_nudge *pushes,
                         uint32_t *count)
{
    for (uint32_t i = 0, end; i < set->triangle_count; i = end) {
        const lope_near_triangle *face;
        end = lope_run_end(set, i);
        if (!lope_run_holds(space, capsule, set, i, end, &face)) continue;
        lope_nudge push = {.normal = lope_near_normal(face), .inside = true};
        push.depth = capsule->radius + lope_core_behind(capsule, face->shape.v[0], lope_near_normal(face));
        double deep = lope_point_dot(lope_point_sub(capsule->a, face->shape.v[0]), lope_near_normal(face));
        push.contact.point = lope_point_mad(capsule->a, lope_near_normal(face), -deep);
        push.contact.normal = lope_near_normal(face);
        push.contact.depth = push.depth;
        lope_contact_describe(space, &push.contact, set, face, NULL);
        keep_push(space, pushes, count, &push);
    }
}

static uint32_t collect(lope_space *space, lope_point feet, lope_doubt doubt, lope_nudge *pushes)
{
    lope_point zero = {0, 0, 0};
    lope_shortlist_walk walk;
    if (!lope_shortlist_begin(space, feet, zero, space->radius, &walk)) return 0;
    lope_capsule capsule = lope_space_capsule(space, feet);
    // what is only touched, within the skin, is left out from the start
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
    return count;
}

// How firmly it stands already while a less firm one is to go out of it.
static uint32_t firm_against(const lope_nearby *nearby)
{
    for (uint32_t i = 0; i < nearby->fence_count; i++)
        if (nearby->fences[i].gap < -LOPE_SKIN * nearby->unit && !(nearby->fences[i].share > 0)) return nearby->self->firm;
    return 0;
}

// characters: whether those count too.
static const lope_nudge *deepest(const lope_nudge *pushes, uint32_t count, bool characters)
{
    const lope_nudge *worst = NULL;
    for (uint32_t i = 0; i < count; i++)
        if ((characters || !pushes[i].contact.character) && (!worst || pushes[i].depth > worst->depth)) worst = &pushes[i];
    return worst;
}

static bool is_farther(lope_point way, double most) { return lope_point_dot(way, way) > most * most; }

static bool any_inside(const lope_nudge *pushes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (pushes[i].inside) return true;
    return false;
}

static void hold(lope_depenetrated *escape, lope_point at)
{
    escape->feet = at;
    escape->stuck = true;
    escape->inside = true;
    escape->depth = escape->worst.depth;
}

// The way from where it was must be free. Else it is stuck: there, or where what presses it has brought it to, by a sweep.
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

// One who was born or teleported into a solid and has a long way out of it must not come through another one: a block on a floor lets
// nobody out below.
static void judge_birth(lope_space *space, lope_point start, lope_nudge *pushes, lope_depenetrated *escape)
{
    lope_depenetrate_from leap = {.from = {.before = start}};
    lope_point moved = lope_point_sub(escape->feet, start);
    if (lope_point_dot(moved, moved) > space->radius * space->radius) judge_way(space, &leap, true, start, pushes, escape);
}

// The least overlapped pose so far.
typedef struct lope_best {
    lope_point feet;
    double depth; // m
    bool solid;   // in what is not a character
    bool inside;
} lope_best;

// Rather in another character, who may go, than in what stands.
static void keep_best(lope_best *best, const lope_best *now)
{
    if (best->solid != now->solid ? now->solid : now->depth >= best->depth) return;
    *best = *now;
}

// Whether faces of a mesh are among them: not of a box or a hull, which is there whole.
static bool any_mesh(const lope_near_set *set)
{
    uint32_t end;
    for (uint32_t i = 0; i < set->triangle_count; i = end)
        if ((end = lope_run_end(set, i)) == i + 1) return true;
    return false;
}

lope_depenetrated lope_depenetrate(lope_space *space, lope_point feet, const lope_depenetrate_from *leap)
{
    lope_depenetrated escape = {.feet = feet};
    lope_point start = feet;
    lope_best best = {.feet = feet, .depth = 1e30, .solid = true};
    lope_doubt doubt = leap->doubt;
    lope_contact holds;
    double most = 1e30; // m that it goes
    bool found = false, between = leap->pressed, back = false;
    lope_nudge pushes[ESCAPE_CONTACTS];
    for (int round = 0; round < ESCAPE_ROUNDS; round++) {
        uint32_t count = collect(space, feet, doubt, pushes);
        if (space->failed) return escape;
        if (round == 0) escape.firm = firm_against(space->nearby);
        const lope_nudge *worst = deepest(pushes, count, true), *solid = deepest(pushes, count, false);
        if (space->log) lope_log_overlap(space, feet, 0, worst ? &worst->contact : NULL);
        lope_best now = {feet, worst ? worst->depth : 0, solid != NULL, any_inside(pushes, count)};
        keep_best(&best, &now);
        if (!worst) break;
        if (!found) escape.worst = worst->contact;
        if (!found && !solid) most = PART_MOST * worst->depth;
        found = true;
        between = between || (leap->known && worst->contact.moving && !worst->contact.character);
        doubt = LOPE_DOUBT_ALL;
        feet = lope_point_mad(feet, worst->normal, worst->depth);
        back = is_farther(lope_point_sub(feet, start), most);
        if (back) break;
        escape.pushed += worst->depth;
        if (worst->firm > escape.firm) escape.firm = worst->firm;
    }
    // between what presses and what stands: not into the one to leave the other
    if (back || (between && best.depth > LOPE_SKIN * space->unit)) {
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
        hold(&escape, leap->known ? leap->from.before : start);
    }
    return escape;
}
