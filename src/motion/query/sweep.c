// sweep.c - sweeps the capsule among what is near.
//
// Rule: triangles are asked in the order of the soonest fraction that their planes allow. The shape room
// computes one pair (shape/kernels.h). Read next: triangle_cull.c, shortlist.c, touch.c.
#include "motion/query/sweep.h"
#include "base/hot_cold.h"
#include "motion/query/query_log.h"
#include "motion/query/triangle_cull.h"
#include "shape/kernels.h"

// square of the sine between a motion and a contact on a flush edge, times the radius, over the skin, at
// most: it is 2 * 2 by the skin that may stick out (lope_sweep_runs_along), and what grazing adds.
#define FLUSH 4.4
#define CAST_TIES 16 // contacts at the same time of which a sweep chooses, at most

// Sweeps against another character: against the plane that stands between the two. limit: fraction. Returns
// false when it is not met.
static bool cast_fence(const lope_space *space, const lope_way *way, double limit, const lope_character_plane *fence,
                       lope_contact *contact)
{
    double along = lope_point_dot(fence->normal, way->motion);
    if (!lope_character_plane_stands(space, fence) || along > -LOPE_GRAZING * way->length) return false;
    double room = lope_character_plane_room(&way->capsule, fence);
    double fraction = room > 0 ? room / -along : 0;
    if (fraction > limit) return false;
    contact->fraction = fraction;
    contact->depth = fence->gap > 0 && fence->share >= 1 ? 0 : -fence->gap;
    contact->point = fence->point;
    contact->normal = fence->normal;
    lope_near_round round = {.shape = {.kind = LOPE_SHAPE_CAPSULE}, .body = fence->body, .index = fence->index};
    lope_contact_describe(space, contact, &space->nearby->sets[1], NULL, &round);
    contact->halfway = true;
    return true;
}

// Adds a contact to the first ones, and drops those that come later than it by more than a tie. *first: the
// least fraction. Returns how many are kept.
static uint32_t keep_first(lope_contact *contacts, uint32_t count, uint32_t capacity, const lope_contact *one, double tie,
                           double *first)
{
    if (one->fraction < *first) {
        *first = one->fraction;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++)
            if (contacts[i].fraction <= *first + tie) contacts[kept++] = contacts[i];
        count = kept;
    }
    if (count < capacity) contacts[count++] = *one;
    return count;
}

// A sweep under way: the contacts that come first so far.
typedef struct lope_cast_state {
    lope_space *space;
    lope_way way;
    double tie, first;
    lope_contact *contacts;
    uint32_t count, capacity;
} lope_cast_state;

// Returns the fraction up to which a hit may still be among the first.
static double limit_of(const lope_cast_state *state) { return state->first + state->tie < 1.0 ? state->first + state->tie : 1.0; }

// Returns true when a hit may be on an edge that is flush with a face which the motion runs along: the
// contact leads off such a face by little, and so off the motion.
static bool may_be_flush(const lope_cast_state *state, const lope_sweep_hit *hit)
{
    const double against = lope_point_dot(hit->normal, state->way.motion), length = state->way.length;
    return against * against * state->way.capsule.radius < FLUSH * LOPE_SKIN * state->space->unit * length * length;
}

// Returns true when a hit is on an edge at which another face ends that the motion runs along, and the motion
// does not lead into the triangle's own face. The capsule may have sunk into that other face by a rounding,
// and meets the edge before it has come to the face's end.
LOPE_COLD static bool is_flush(const lope_cast_state *state, const lope_sweep_hit *hit, const lope_near_triangle *triangle)
{
    const double touch = LOPE_TOUCH * state->space->unit;
    const lope_point surface = lope_triangle_surface(triangle, hit->normal);
    if (!(lope_point_dot(surface, state->way.motion) > -LOPE_GRAZING * state->way.length)) return false;
    const lope_point p = hit->point;
    const lope_bounds bounds = {{p.x - touch, p.y - touch, p.z - touch}, {p.x + touch, p.y + touch, p.z + touch}};
    lope_candidates walk = lope_candidates_in(state->space->nearby, &bounds);
    const lope_near_triangle *other;
    const lope_near_round *round;
    while (lope_candidates_next(&walk, &other, &round)) {
        if (!other || other == triangle) continue;
        double above[4];
        lope_d4_store(above, lope_d4_sub(lope_near_along(&other->planes, p), lope_d4_load(other->planes.offset)));
        if (above[0] > touch || above[0] < -touch || above[1] > touch || above[2] > touch || above[3] > touch) continue;
        if (lope_sweep_runs_along(state->space, &state->way, hit, other)) return true;
    }
    return false;
}

// Keeps a hit when it is among the first and in the way.
static void take_hit(lope_cast_state *state, const lope_sweep_hit *hit, const lope_near_set *set,
                     const lope_near_triangle *triangle, const lope_near_round *round)
{
    if (hit->fraction > limit_of(state) || !lope_sweep_counts(state->space, &state->way, hit, triangle)) return;
    if (triangle && LOPE_UNLIKELY(may_be_flush(state, hit)) && is_flush(state, hit, triangle)) return;
    // Not zeroed, as no contact or shape here is: that would be a `rep stos` for each.
    // lope_contact_describe fills in the rest.
    lope_contact one;
    one.fraction = hit->fraction;
    one.depth = hit->depth;
    one.point = hit->point;
    one.normal = hit->normal;
    lope_contact_describe(state->space, &one, set, triangle, round);
    state->count = keep_first(state->contacts, state->count, state->capacity, &one, state->tie, &state->first);
}

// Sweeps against a round shape.
static void cast_round(lope_cast_state *state, const lope_shortlist_entry *neighbor)
{
    lope_sweep_hit hit;
    state->space->triangles++;
    if (lope_capsule_sweep(&state->way.capsule, state->way.motion, &neighbor->round->shape, &hit))
        take_hit(state, &hit, neighbor->set, NULL, neighbor->round);
}

// Sweeps against a triangle up to fraction `limit`, by the cheapest test that is sure. Returns false when
// it is not met.
static bool sweep_triangle(const lope_cast_state *state, const lope_triangle_cull *reach, double limit, lope_sweep_hit *hit)
{
    const lope_way *way = &state->way;
    const lope_near_triangle *triangle = reach->neighbor->triangle;
    double at;
    if (lope_triangle_cull_certain(reach, way, limit, &at)) {
        *hit = lope_triangle_cull_hit(reach, way, at);
        return true;
    }
    if (lope_triangle_cull_excludes(reach, way, limit)) return false;
    lope_point normal = lope_near_normal(triangle);
    double top = lope_triangle_cull_top(reach, state->space);
    if (top <= way->first) {
        lope_sphere ball = {way->capsule.a, way->capsule.radius};
        lope_ball_sweep met =
            lope_sweep_ball_triangle(&ball, way->motion, &triangle->shape, normal, reach->at + 1, reach->along + 1, limit, hit);
        bool touched = met == LOPE_BALL_HITS && !(hit->fraction > 0) && top > way->lowest;
        if (met != LOPE_BALL_UNSURE && !touched) return met == LOPE_BALL_HITS;
    }
    return lope_sweep_capsule_triangle(&way->capsule, way->motion, &triangle->shape, normal, limit, hit);
}

// Sweeps against a triangle up to fraction `limit`, and keeps the hit.
static void cast_triangle(lope_cast_state *state, const lope_triangle_cull *reach, double limit)
{
    lope_sweep_hit hit;
    if (!sweep_triangle(state, reach, limit, &hit)) return;
    state->space->triangles++;
    take_hit(state, &hit, reach->neighbor->set, reach->neighbor->triangle, NULL);
}

// Returns true while the character is being carried along.
static bool under_way(const lope_space *space) { return space->along && space->along->under_way; }

// Returns true when something is not in the way of a character that is being carried: the carrier, or what
// moves.
static bool goes_along(const lope_space *space, const lope_shortlist_entry *neighbor)
{
    uint32_t index = neighbor->triangle ? neighbor->triangle->body : neighbor->round->body;
    const lope_sink_body *body = &neighbor->set->bodies[index];
    uint64_t carrier = space->along->carrier;
    return (carrier && body->id == carrier) || lope_body_moves(body);
}

// Returns true when a sweep leaves something out: what goes along, or gives way to a push.
static bool is_left_out(const lope_space *space, const lope_shortlist_entry *neighbor)
{
    if (under_way(space) && goes_along(space, neighbor)) return true;
    return neighbor->round && lope_character_gives_way(space, &neighbor->set->bodies[neighbor->round->body]);
}

// Sweeps against a listful of the short list, the soonest first. The first face that is certainly met
// limits the sweep, so that most of the rest come too late.
static void cast_list(lope_cast_state *state, lope_shortlist_entry *list, uint32_t count)
{
    lope_triangle_cull reaches[LOPE_SHORTLIST];
    uint8_t order[LOPE_SHORTLIST];
    uint32_t reached = 0;
    for (uint32_t i = 0; i < count; i++) {
        lope_shortlist_entry *neighbor = &list[i];
        if (!neighbor->met || is_left_out(state->space, neighbor)) continue;
        if (neighbor->round)
            cast_round(state, neighbor);
        else if (lope_triangle_cull_make(&reaches[reached], &state->way, neighbor)) {
            uint32_t at = reached++;
            for (; at > 0 && reaches[order[at - 1]].soonest > reaches[reached - 1].soonest; at--) order[at] = order[at - 1];
            order[at] = (uint8_t)(reached - 1);
        }
    }
    double certain = state->first;
    for (uint32_t i = 0; i < reached && reaches[order[i]].soonest < certain; i++)
        if (lope_triangle_cull_certain(&reaches[order[i]], &state->way, certain < 1.0 ? certain : 1.0, &certain)) break;
    for (uint32_t i = 0; i < reached; i++) {
        double limit = (state->first < certain ? state->first : certain) + state->tie;
        if (limit > 1.0) limit = 1.0;
        if (reaches[order[i]].soonest > limit) break;
        cast_triangle(state, &reaches[order[i]], limit);
    }
}

// Sweeps against all other characters.
static void cast_fences(lope_cast_state *state)
{
    const lope_nearby *nearby = state->space->nearby;
    for (uint32_t i = 0; i < nearby->fence_count; i++) {
        lope_contact one;
        if (cast_fence(state->space, &state->way, limit_of(state), &nearby->fences[i], &one))
            state->count = keep_first(state->contacts, state->count, state->capacity, &one, state->tie, &state->first);
    }
}

static void log_cast(const lope_cast_state *state, lope_point feet)
{
    lope_log_sweep(state->space, feet, state->way.motion, state->count ? state->contacts : NULL);
}

uint32_t lope_sweep_first(lope_space *space, lope_point feet, lope_point motion, lope_contact *contacts, uint32_t capacity)
{
    lope_cast_state state;
    state.space = space;
    state.way = lope_way_of(space, feet, motion, space->radius);
    state.tie = 0;
    state.first = 2.0;
    state.contacts = contacts;
    state.count = 0;
    state.capacity = capacity;
    if (!(state.way.length > 0)) return 0;
    lope_shortlist_walk walk;
    if (!lope_shortlist_begin(space, feet, motion, space->radius, &walk)) return 0;
    space->sweeps++;
    state.tie = LOPE_TOUCH * space->unit / state.way.length;
    for (uint32_t count; (count = lope_shortlist_next(&walk)) > 0;) cast_list(&state, walk.list, count);
    if (!under_way(space) || space->along->fenced) cast_fences(&state);
    if (state.space->log) log_cast(&state, feet);
    return state.count;
}

// Returns true when `a` is the better of two contacts at the same time. The one that faces the motion more
// is. Floats bend pieces of one surface by 1e-6. Of such pieces the inside of a face goes before an edge,
// as it leans no way.
static bool better_tie(const lope_contact *a, const lope_contact *b, lope_point motion, double length)
{
    double fa = lope_point_dot(a->surface, motion), fb = lope_point_dot(b->surface, motion), same = 1e-6 * length;
    if (fa < fb - same) return true;
    if (fb < fa - same) return false;
    if (a->smooth != b->smooth) return a->smooth;
    return lope_contact_before(a, b);
}

bool lope_sweep(lope_space *space, lope_point feet, lope_point motion, lope_contact *contact)
{
    lope_contact first[CAST_TIES];
    uint32_t count = lope_sweep_first(space, feet, motion, first, CAST_TIES);
    if (count == 0) return false;
    const lope_contact *best = &first[0];
    double fraction = first[0].fraction, length = lope_point_length(motion);
    for (uint32_t i = 1; i < count; i++) {
        if (better_tie(&first[i], best, motion, length)) best = &first[i];
        if (first[i].fraction < fraction) fraction = first[i].fraction;
    }
    *contact = *best;
    contact->fraction = fraction;
    if (space->log) lope_log_choose(space->log, space->log->last, contact);
    return true;
}

// ---- several motions from one place

// What the plane of a listed triangle says of motions from one place.
typedef struct lope_facing {
    lope_point normal; // unit; on the capsule's side where both sides count
    double gap;        // m, from the capsule to the plane
    bool unsure;       // it may be met by any motion
} lope_facing;

// Tells how a triangle lies to the capsule at an offset from home.
static lope_facing facing_of(const lope_space *space, lope_point offset, const lope_shortlist_entry *entry)
{
    lope_facing face = {.normal = lope_near_normal(entry->triangle)};
    const double core = entry->rise[0] * (space->height - 2 * space->radius);
    const double a = entry->home[0] + lope_point_dot(face.normal, offset) + entry->rise[0] * space->radius;
    const double high = a - lope_below_zero(-core);
    face.gap = a + lope_below_zero(core) - space->radius;
    if (!entry->triangle->two_sided) return face;
    if (high < 0) {
        face.normal = lope_point_scale(face.normal, -1);
        face.gap = -high - space->radius;
    }
    face.unsure = face.gap <= -LOPE_NEAR_SPARE; // it may lead off what it is in
    return face;
}

// Tells how what is listed lies to the capsule at feet.
static void face_all(const lope_space *space, lope_point feet, const lope_shortlist_list *list, lope_facing *faces)
{
    const lope_point offset = lope_point_sub(feet, space->around->home);
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->list[i].triangle)
            faces[i] = facing_of(space, offset, &list->list[i]);
        else
            faces[i].unsure = true;
    }
}

// Marks what a motion may meet: it leads neither along nor off a face, and reaches its plane. Returns whether
// there is any.
static bool mark_met(const lope_facing *faces, lope_shortlist_list *list, lope_point motion)
{
    bool any = false;
    for (uint32_t i = 0; i < list->count; i++) {
        const double nears = faces[i].unsure ? 0 : -lope_point_dot(faces[i].normal, motion);
        list->list[i].met = faces[i].unsure || (nears > 0 && faces[i].gap <= nears + LOPE_NEAR_SPARE);
        any = any || list->list[i].met;
    }
    return any;
}

uint32_t lope_sweep_several(lope_space *space, lope_point feet, const lope_point *motions, uint32_t count, lope_contact *contacts)
{
    lope_shortlist wide, *const around = space->around;
    lope_facing faces[LOPE_SHORTLIST];
    double longest = 0;
    uint32_t met = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double length = lope_point_length(motions[i]);
        if (length > longest) longest = length;
    }
    const bool listed = lope_shortlist_about(space, feet, longest, &wide);
    if (listed) {
        face_all(space, feet, &wide.near_by, faces);
        space->around = &wide;
    }
    const bool alone = space->nearby->fence_count == 0 && !space->log;
    for (uint32_t i = 0; i < count; i++) {
        if (listed && !mark_met(faces, &wide.near_by, motions[i]) && alone) continue;
        if (lope_sweep(space, feet, motions[i], &contacts[i])) met |= 1u << i;
    }
    space->around = around;
    return met;
}
