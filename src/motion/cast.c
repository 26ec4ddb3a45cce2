// cast.c - sweeps and proximity over the nearby's candidates. The geometry of one pair is the shape room's.
#include "motion/cast.h"
#include "motion/candidates.h"
#include "motion/reach.h"
#include "shape/kernels.h"

#define CAST_CANDIDATES 48
#define CAST_TIES 16 // things met at the same time of which a cast chooses

// Another character: the plane that stands between.
static bool cast_fence(const lope_space *space, const lope_way *way, double limit, const lope_near_fence *fence,
                       lope_contact *contact)
{
    double along = lope_point_dot(fence->normal, way->motion);
    if (along > -LOPE_GRAZING * way->length) return false;
    double room = lope_fence_room(&way->capsule, fence);
    double fraction = room > 0 ? room / -along : 0;
    if (fraction > limit) return false;
    contact->fraction = fraction;
    contact->depth = -fence->gap;
    contact->point = fence->point;
    contact->normal = fence->normal;
    lope_near_round round = {.shape = {.kind = LOPE_SHAPE_CAPSULE}, .body = fence->body, .index = fence->index};
    lope_contact_describe(space, contact, &space->nearby->sets[1], NULL, &round);
    return true;
}

// Adds a hit to those that are first; those that it beats by more than a tie go.
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

// The candidates of a cast, each with what its planes say of the motion.
typedef struct lope_cast_list {
    lope_reach reaches[CAST_CANDIDATES];
    const lope_near_set *sets[CAST_CANDIDATES];
    const lope_near_round *rounds[CAST_CANDIDATES]; // NULL: a triangle
    uint32_t count;
} lope_cast_list;

typedef struct lope_cast_state {
    lope_space *space;
    lope_way way;
    double tie, first;
    lope_contact *contacts;
    uint32_t count, capacity;
} lope_cast_state;

static double limit_of(const lope_cast_state *state) { return state->first + state->tie < 1.0 ? state->first + state->tie : 1.0; }

// A hit that the motion runs along or leaves is none.
static void take_hit(lope_cast_state *state, const lope_sweep_hit *hit, const lope_near_set *set,
                     const lope_near_triangle *triangle, const lope_near_round *round)
{
    const lope_way *way = &state->way;
    if (hit->fraction > limit_of(state) || lope_point_dot(hit->normal, way->motion) > -LOPE_GRAZING * way->length) return;
    lope_contact one;
    one.fraction = hit->fraction;
    one.depth = hit->depth;
    one.point = hit->point;
    one.normal = hit->normal;
    lope_contact_describe(state->space, &one, set, triangle, round);
    state->count = keep_first(state->contacts, state->count, state->capacity, &one, state->tie, &state->first);
}

static void cast_round(lope_cast_state *state, const lope_near_set *set, const lope_near_round *round)
{
    lope_sweep_hit hit;
    state->space->triangles++;
    if (lope_capsule_sweep(&state->way.capsule, state->way.motion, &round->shape, &hit)) take_hit(state, &hit, set, NULL, round);
}

static void cast_triangle(lope_cast_state *state, const lope_near_set *set, lope_reach *reach, double limit)
{
    const lope_way *way = &state->way;
    double at;
    lope_sweep_hit hit;
    if (lope_reach_excludes(reach, way, limit)) return;
    state->space->triangles++;
    if (lope_reach_certain(reach, way, limit, &at))
        hit = lope_reach_hit(reach, way, at);
    else if (!lope_sweep_capsule_triangle(&way->capsule, way->motion, &reach->triangle->shape, reach->triangle->normal, limit,
                                          &hit))
        return;
    take_hit(state, &hit, set, reach->triangle, NULL);
}

// Goes through a list: the faces that are met for certain say first how far the cast can come; most of the rest cannot be met by then.
static void cast_list(lope_cast_state *state, lope_cast_list *list)
{
    double certain = 1.0, at;
    for (uint32_t i = 0; i < list->count; i++)
        if (!list->rounds[i] && lope_reach_certain(&list->reaches[i], &state->way, certain, &at)) certain = at;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->rounds[i]) {
            cast_round(state, list->sets[i], list->rounds[i]);
            continue;
        }
        double limit = (state->first < certain ? state->first : certain) + state->tie;
        cast_triangle(state, list->sets[i], &list->reaches[i], limit < 1.0 ? limit : 1.0);
    }
    list->count = 0;
}

static void cast_fences(lope_cast_state *state)
{
    const lope_nearby *nearby = state->space->nearby;
    for (uint32_t i = 0; i < nearby->fence_count; i++) {
        lope_contact one;
        if (cast_fence(state->space, &state->way, limit_of(state), &nearby->fences[i], &one))
            state->count = keep_first(state->contacts, state->count, state->capacity, &one, state->tie, &state->first);
    }
}

uint32_t lope_cast_first(lope_space *space, lope_point feet, lope_point motion, lope_contact *contacts, uint32_t capacity)
{
    lope_cast_state state = {.space = space, .first = 2.0, .contacts = contacts, .capacity = capacity};
    state.way.capsule = lope_space_capsule(space, feet);
    state.way.motion = motion;
    state.way.length = lope_point_length(motion);
    if (!(state.way.length > 0)) return 0;
    lope_bounds bounds = lope_space_bounds(space, feet, motion, 0.0);
    if (!lope_space_cover(space, &bounds)) return 0;
    space->sweeps++;
    state.tie = LOPE_TOUCH * space->unit / state.way.length;
    lope_candidates walk = lope_candidates_of(space, &state.way.capsule, motion);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    lope_cast_list list;
    list.count = 0;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (triangle && !lope_reach_make(&list.reaches[list.count], &state.way, triangle)) continue;
        list.sets[list.count] = walk.set;
        list.rounds[list.count] = round;
        if (++list.count == CAST_CANDIDATES) cast_list(&state, &list);
    }
    cast_list(&state, &list);
    cast_fences(&state);
    return state.count;
}

// Of two things met at the same time: the one that faces the motion more.
static bool better_tie(const lope_contact *a, const lope_contact *b, lope_point motion)
{
    double fa = lope_point_dot(a->surface, motion), fb = lope_point_dot(b->surface, motion);
    if (fa < fb - 1e-9) return true;
    if (fb < fa - 1e-9) return false;
    return lope_contact_before(a, b);
}

bool lope_cast(lope_space *space, lope_point feet, lope_point motion, lope_contact *contact)
{
    lope_contact first[CAST_TIES];
    uint32_t count = lope_cast_first(space, feet, motion, first, CAST_TIES);
    if (count == 0) return false;
    const lope_contact *best = &first[0];
    double fraction = first[0].fraction;
    for (uint32_t i = 1; i < count; i++) {
        if (better_tie(&first[i], best, motion)) best = &first[i];
        if (first[i].fraction < fraction) fraction = first[i].fraction;
    }
    *contact = *best;
    contact->fraction = fraction;
    return true;
}

static bool touch_one(lope_space *space, const lope_capsule *capsule, double reach, const lope_near_set *set,
                      const lope_near_triangle *triangle, const lope_near_round *round, lope_contact *contact)
{
    lope_shape shape = {.kind = LOPE_SHAPE_TRIANGLE};
    space->triangles++;
    if (triangle) shape.as.triangle = triangle->shape;
    lope_separation apart = lope_capsule_separation(capsule, triangle ? &shape : &round->shape);
    if (apart.distance > reach) return false;
    contact->fraction = 0;
    contact->depth = -apart.distance;
    contact->point = apart.point;
    contact->normal = apart.normal;
    lope_contact_describe(space, contact, set, triangle, round);
    return true;
}

uint32_t lope_touching(lope_space *space, lope_point feet, double reach, lope_contact *contacts, uint32_t capacity)
{
    lope_bounds around = lope_space_bounds(space, feet, lope_point_make(0, 0, 0), reach);
    if (!lope_space_cover(space, &around)) return 0;
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_capsule grown = {capsule.a, capsule.b, capsule.radius + reach};
    lope_candidates walk = lope_candidates_of(space, &grown, lope_point_make(0, 0, 0));
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    uint32_t count = 0;
    lope_contact one;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (!touch_one(space, &capsule, reach, walk.set, triangle, round, &one)) continue;
        if (count < capacity) {
            contacts[count++] = one;
            continue;
        }
        uint32_t least = 0;
        for (uint32_t i = 1; i < count; i++)
            if (contacts[i].depth < contacts[least].depth) least = i;
        if (one.depth > contacts[least].depth) contacts[least] = one;
    }
    return count;
}
