// ground_survey.c - surveys the ground around a walker. See ground_survey.h.
//
// Rule: the zone is what the capsule can touch within reach, and where a rim could hold it. Triangles in
// the zone that are walkable by the common rule are the ground. They must lie under the capsule's core.
// Each of their edges in the zone must be shared with a triangle on the other side. That neighbour must go
// on as ground, or rise as a wall.
// Winding: seen from above, triangles that face up are wound one way. So the neighbour over the edge a to b
// has the edge b to a. A fold back has the same edge a to b. What is found of an edge is kept with its
// triangle, as the neighbour stays while the triangles are kept.
// The planes only leave triangles out; what decides is measured. So it does not matter whether a triangle
// out of reach was gathered.
//
// Data: the patch (lope_near_patch) holds what is known of each triangle between ticks. From one tick to
// the next home moves a few centimetres, and most verdicts stay what they are. So each verdict comes with a
// distance: how far home may move before it could change. No plane, edge or box comes nearer by more than
// home moves, so the triangle needs no look until then. A kept verdict is the one that a fresh look would
// give. A face may stay listed for longer than it matters; ground_faces.h leaves it out at a glance.
// Read next: ground_faces.h, ground_height.c.
#include "motion/floor/ground_survey.h"
#include "base/copy.h"
#include "base/hot_cold.h"
#include "base/prefetch.h"
#include "motion/floor/ground_faces.h"
#include "motion/floor/ground_meets.h"
#include "motion/nearby/broadphase.h"
#include "motion/nearby/moving_near.h"
#include "shape/kernels.h"

#define ZONE_JOIN 2.5e-3 // m: the zone's spare, the same as RIM_JOIN of rims
// times a tick's reach: a triangle so far beside the zone is listed already, so that the list serves longer
#define SPARE_REACH 1.0
#define LINGER 4.0 // times that spare: a patch keeps a face listed until it is so far beyond
// times a tick's reach: the neighbour of an edge so far beside the zone is looked for
#define SEARCH_REACH 2.0
// m of way, after which a patch begins anew: up to there a float is good to half a micrometre
#define PATCH_WAY 8.0
#define PATCH_MARGIN 4e-6 // m, by which a verdict ends early: more than floats lose on PATCH_WAY
#define FAR 1e30          // m

// The zone: what a capsule may meet with its feet within `reach` of home.
typedef struct lope_ground_zone {
    lope_point at; // home
    double wide;   // m, from the core at home
    // m: ground lies at least this far under the core's lower end at home, and so under it on the way
    double above;
    double spare; // m beside the zone within which triangles are listed too, so that verdicts hold longer
    lope_bounds bounds;
    lope_d4 lower, upper; // the same, the fourth lane as the third
    lope_near_vector home, up;
} lope_ground_zone;

// Returns the box around the zone.
static inline lope_bounds zone_bounds(const lope_space *space, lope_point home, double reach)
{
    lope_point below = lope_point_mad(home, space->up, -reach);
    return lope_space_bounds(space, below, lope_point_scale(space->up, reach), reach + ZONE_JOIN * space->unit);
}

// Makes the zone around `home`. reach, spare: m.
LOPE_HOT static lope_ground_zone zone_at(const lope_space *space, lope_point home, double reach, double spare)
{
    lope_ground_zone zone; // not zeroed: all of it is written once
    zone.at = home;
    zone.wide = space->radius + reach + ZONE_JOIN * space->unit;
    zone.above = reach;
    zone.spare = spare;
    zone.bounds = zone_bounds(space, home, reach);
    const lope_point *low = &zone.bounds.lower, *high = &zone.bounds.upper;
    zone.lower = lope_d4_make(low->x, low->y, low->z, low->z);
    zone.upper = lope_d4_make(high->x, high->y, high->z, high->z);
    zone.home = lope_near_vector_of(home);
    zone.up = lope_near_vector_of(space->up);
    return zone;
}

// A triangle, with where home lies over its planes.
typedef struct lope_ground_face {
    lope_near_triangle *triangle;
    bool turned;  // it is seen from its back, and its normal counts turned up
    double home;  // m, of home over its plane
    double rise;  // of its normal along up
    lope_d4 over; // m, of home over its four planes, not turned
    lope_d4 up;   // rise of their normals along up, not turned
} lope_ground_face;

static inline double least_of(double a, double b) { return a < b ? a : b; }
static inline double greater_of(double a, double b) { return a > b ? a : b; }

// Returns how far (m) the span of three values lies from the interval [lower, upper]. 0 or less: they
// touch.
static inline double span_apart(double a, double b, double c, double lower, double upper)
{
    return greater_of(lower - greater_of(greater_of(a, b), c), least_of(least_of(a, b), c) - upper);
}

// Returns the same for the box around three points, along the axis where it is farthest.
static inline double box_apart(const lope_point *a, const lope_point *b, const lope_point *c, const lope_bounds *bounds)
{
    double x = span_apart(a->x, b->x, c->x, bounds->lower.x, bounds->upper.x);
    double y = span_apart(a->y, b->y, c->y, bounds->lower.y, bounds->upper.y);
    double z = span_apart(a->z, b->z, c->z, bounds->lower.z, bounds->upper.z);
    return greater_of(greater_of(x, y), z);
}

// Returns the same for a triangle and the zone's box.
static inline double triangle_apart(const lope_point v[3], const lope_ground_zone *zone)
{
    double apart[4];
    lope_d4 a = lope_d4_load(&v[0].x), b = lope_d4_load(&v[1].x), c = lope_d4_make(v[2].x, v[2].y, v[2].z, v[2].z);
    lope_d4 under = lope_d4_sub(zone->lower, lope_d4_max(lope_d4_max(a, b), c));
    lope_d4 over = lope_d4_sub(lope_d4_min(lope_d4_min(a, b), c), zone->upper);
    lope_d4_store(apart, lope_d4_max(under, over));
    return greater_of(greater_of(apart[0], apart[1]), apart[2]);
}

// Returns how much farther (m) than zone->wide a face is from the core at home. 0: it is within.
static double core_apart(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    lope_capsule capsule = lope_space_capsule(space, zone->at);
    lope_point on_core, on_face;
    double squared = lope_segment_triangle(capsule.a, capsule.b, &face->triangle->shape, &on_core, &on_face);
    return squared <= zone->wide * zone->wide ? 0 : sqrt(squared) - zone->wide;
}

// Returns true when a round shape is within zone->wide of the core at home. The box alone does not decide:
// it may reach into the zone without the shape being gathered.
static bool round_within(const lope_space *space, const lope_ground_zone *zone)
{
    const lope_near_set *set = &space->nearby->sets[0];
    for (uint32_t i = 0; i < set->round_count; i++) {
        lope_bounds box = lope_shape_bounds(&set->rounds[i].shape);
        if (box_apart(&box.lower, &box.upper, &box.upper, &zone->bounds) > 0) continue;
        lope_capsule capsule = lope_space_capsule(space, zone->at);
        if (lope_capsule_separation(&capsule, &set->rounds[i].shape).distance + space->radius <= zone->wide) return true;
    }
    return false;
}

// Measures home against a triangle's planes.
static inline lope_ground_face face_of(const lope_ground_zone *zone, lope_near_triangle *triangle)
{
    lope_ground_face face;
    face.triangle = triangle;
    face.over = lope_d4_sub(lope_near_along4(&triangle->planes, &zone->home), lope_d4_load(triangle->planes.offset));
    face.up = lope_near_along4(&triangle->planes, &zone->up);
    double rise = lope_d4_first(face.up), over = lope_d4_first(face.over);
    face.turned = triangle->two_sided && rise < 0;
    face.rise = face.turned ? -rise : rise;
    face.home = face.turned ? -over : over;
    return face;
}

// Returns true when a triangle is ground. rise: that of its normal, turned up.
static bool is_ground(const lope_space *space, const lope_near_triangle *triangle, double rise)
{
    return rise >= space->walkable_cosine && triangle->ground.by_angle;
}

// Returns true when two corners are the same to the bit.
static inline bool same(const lope_point *a, const lope_point *b) { return a->x == b->x && a->y == b->y && a->z == b->z; }

// Returns true when a triangle goes on over the edge `from` to `to` of a face. It must have that edge the
// other way round, seen from above. And it must be ground, or rise from there as a wall. When it is ground,
// its own edge is marked as joined too.
static bool goes_on_over(const lope_space *space, lope_near_triangle *triangle, const lope_ground_face *face,
                         const lope_point *from, const lope_point *to)
{
    const lope_point *v = triangle->shape.v;
    int k = same(&v[0], to) ? 0 : same(&v[1], to) ? 1 : same(&v[2], to) ? 2 : 3;
    if (k == 3) return false;
    double rise = lope_rise(space, lope_near_normal(triangle));
    bool turned = triangle->two_sided && rise < 0;
    int next = k == 2 ? 0 : k + 1, last = 3 - k - next;
    if (!same(&v[turned ? last : next], from)) return false;
    if (turned) rise = -rise;
    if (is_ground(space, triangle, rise)) {
        uint8_t bit = (uint8_t)(1u << (turned ? last : k));
        triangle->joined |= bit;
        triangle->searched |= bit;
        return true;
    }
    double over = lope_point_dot(lope_near_normal(face->triangle), lope_point_sub(v[turned ? next : last], *from));
    return rise < space->walkable_cosine && (face->turned ? -over : over) >= 0;
}

// Returns true when any static triangle goes on over an edge (0 to 2) of the face.
static bool is_joined(const lope_space *space, const lope_ground_face *face, int edge)
{
    const lope_near_set *set = &space->nearby->sets[0];
    const lope_near_edges *edges = lope_near_edges_of(set);
    const lope_point *v = face->triangle->shape.v, *from = &v[edge], *to = &v[edge == 2 ? 0 : edge + 1];
    if (face->turned) {
        const lope_point *swap = from;
        from = to;
        to = swap;
    }
    uint32_t count = set->triangle_count, at = (uint32_t)(face->triangle - set->triangles);
    lope_s8 mark = lope_s8_splat(edges[at / LOPE_BLOCK].mark[edge][at % LOPE_BLOCK]);
    for (uint32_t first = 0; first < count; first += LOPE_BLOCK, edges++)
        for (uint32_t mask = lope_near_have_edge(edges, mark); mask; mask &= mask - 1) {
            uint32_t other = first + lope_lowest_bit(mask);
            if (other >= count) break; // beyond the last there is the last again
            if (other != at && goes_on_over(space, &set->triangles[other], face, from, to)) return true;
        }
    return false;
}

// Forgets all found edges and the patch when up or the walkable limit has changed since they were found.
static void trust_joints(lope_space *space)
{
    lope_nearby *nearby = space->nearby;
    lope_near_set *set = &nearby->sets[0];
    bool stands = same(&nearby->joints_up, &space->up) && !(nearby->joints_cosine < space->walkable_cosine) &&
                  !(nearby->joints_cosine > space->walkable_cosine);
    if (stands) return;
    nearby->joints_up = space->up;
    nearby->joints_cosine = space->walkable_cosine;
    nearby->patch.kept = false;
    for (uint32_t i = 0; i < set->triangle_count; i++) set->triangles[i].joined = set->triangles[i].searched = 0;
}

// Clips the part [*low, *high] of a line to one axis of a box. Returns false when nothing is left.
static bool clip(double from, double to, double lower, double upper, double *low, double *high)
{
    double way = to - from, a = lower - from, b = upper - from;
    if (!(way < 0 || way > 0)) return a <= 0 && b >= 0;
    double first = (way > 0 ? a : b) / way, last = (way > 0 ? b : a) / way;
    if (first > *low) *low = first;
    if (last < *high) *high = last;
    return *low <= *high;
}

// Returns true when the line from one point to another touches the box.
static bool line_touches(const lope_point *from, const lope_point *to, const lope_bounds *bounds)
{
    double low = 0, high = 1;
    return clip(from->x, to->x, bounds->lower.x, bounds->upper.x, &low, &high) &&
           clip(from->y, to->y, bounds->lower.y, bounds->upper.y, &low, &high) &&
           clip(from->z, to->z, bounds->lower.z, bounds->upper.z, &low, &high);
}

// Writes to apart[1..3] how far (m) inside each edge the axis passes, beyond zone->wide, in the face's
// plane.
static void pass_edges(const lope_ground_zone *zone, const lope_ground_face *face, double apart[4])
{
    lope_d4 beyond = lope_d4_mul(face->over, lope_d4_splat(face->rise)), along = lope_d4_mul(face->up, lope_d4_splat(face->home));
    lope_d4_store(apart, lope_d4_sub(lope_d4_splat(-zone->wide), lope_d4_sub(beyond, along)));
}

// Returns how far (m) home may go before a rim of the face may come into the zone; negative: one is in it.
// Keeps what it finds of each edge with the triangle.
static double rim_apart(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    lope_near_triangle *triangle = face->triangle;
    const lope_point *v = triangle->shape.v;
    double passes[4], least = FAR;
    pass_edges(zone, face, passes);
    for (uint32_t open = 7u & ~(uint32_t)triangle->joined; open; open &= open - 1) {
        int edge = (int)lope_lowest_bit(open);
        const lope_point *from = &v[edge], *to = &v[edge == 2 ? 0 : edge + 1];
        double apart = passes[edge + 1];
        if (apart <= 0) apart = box_apart(from, to, to, &zone->bounds);
        if (apart >= least) continue;
        uint8_t bit = (uint8_t)(1u << edge);
        if (apart < zone->above * SEARCH_REACH && !(triangle->searched & bit)) {
            if (is_joined(space, face, edge)) triangle->joined |= bit;
            triangle->searched |= bit;
        }
        if (triangle->joined & bit) continue;
        if (apart <= 0 && line_touches(from, to, &zone->bounds)) return -1.0;
        least = greater_of(apart, 0);
    }
    return least;
}

// Returns by how much (m) the core at home is within zone->wide of the face's edges. Negative: it is
// farther beyond one of them.
static double beside_of(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    double nearest[4];
    lope_d4 low = lope_d4_mul(face->up, lope_d4_splat(space->radius));
    lope_d4 high = lope_d4_mul(face->up, lope_d4_splat(space->height - space->radius));
    lope_d4_store(nearest, lope_d4_add(face->over, lope_d4_min(low, high)));
    return zone->wide + LOPE_NEAR_SPARE - greater_of(greater_of(nearest[1], nearest[2]), nearest[3]);
}

// What a triangle is to a zone: nothing, ground, something else, or ground that breaks the whole.
typedef enum lope_ground_part { PART_NONE, PART_FACE, PART_OTHER, PART_BREAKS } lope_ground_part;
// The verdict on a triangle, and how far (m) home may go before it changes. One change is not counted: the
// core may come under a face of ground. That is asked in every tick (lope_ground_faces_over).
typedef struct lope_ground_verdict {
    lope_ground_part part;
    bool turned;  // the face is seen from its back
    double holds; // m
} lope_ground_verdict;

// Returns a verdict; holds: m.
static lope_ground_verdict verdict_of(lope_ground_part part, double holds)
{
    lope_ground_verdict verdict = {part, false, holds};
    return verdict;
}

// Judges a face of ground. Its box is asked only where a face outside the zone could do harm: a face listed
// without need is never met.
static lope_ground_verdict judge_face(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    double beside = beside_of(space, zone, face) + zone->spare;
    bool joined = face->triangle->joined == 7;
    if (beside < 0 && joined) return verdict_of(PART_NONE, zone->spare - beside);
    // m, by which the face is safely under the core
    double under = face->home + face->rise * space->radius - zone->above;
    if (under <= 0 || !joined) {
        double box = triangle_apart(face->triangle->shape.v, zone);
        if (box > 0) return verdict_of(PART_NONE, box);
    }
    if (under <= 0) {
        double apart = core_apart(space, zone, face);
        return verdict_of(apart > 0 ? PART_NONE : PART_BREAKS, least_of(apart, -under));
    }
    double rim = joined ? FAR : rim_apart(space, zone, face);
    if (rim < 0) return verdict_of(PART_BREAKS, 0);
    if (beside < 0) return verdict_of(PART_NONE, least_of(rim, zone->spare - beside));
    lope_ground_verdict verdict = {PART_FACE, face->turned, least_of(rim, beside + LINGER * zone->spare)};
    return verdict;
}

// Judges any static triangle.
LOPE_HOT static lope_ground_verdict judge(const lope_space *space, const lope_ground_zone *zone, lope_near_triangle *triangle)
{
    lope_ground_face face = face_of(zone, triangle);
    if (is_ground(space, triangle, face.rise)) return judge_face(space, zone, &face);
    double beside = beside_of(space, zone, &face) + zone->spare;
    if (beside < 0) return verdict_of(PART_NONE, zone->spare - beside);
    double box = triangle_apart(triangle->shape.v, zone);
    return box > 0 ? verdict_of(PART_NONE, box) : verdict_of(PART_OTHER, beside);
}

// Appends an entry; returns false when the list holds `most` already.
static bool put(uint32_t *list, uint8_t *count, uint8_t most, uint32_t entry)
{
    if (*count == most) return false;
    list[(*count)++] = entry;
    return true;
}

typedef enum lope_ground_found { FOUND_WHOLE, FOUND_BROKEN, FOUND_TOO_MUCH } lope_ground_found;

// Judges triangle `at` and lists it when it may come into the zone. strictly: lists it only when it is
// measured to be in the zone.
static lope_ground_found take(lope_space *space, const lope_ground_zone *zone, uint32_t at, bool strictly, lope_ground *ground)
{
    lope_near_triangle *triangle = &space->nearby->sets[0].triangles[at];
    lope_ground_verdict verdict = judge(space, zone, triangle);
    if (verdict.part == PART_BREAKS) return FOUND_BROKEN;
    if (verdict.part == PART_NONE) return FOUND_WHOLE;
    if (strictly) {
        lope_ground_face face = {.triangle = triangle};
        if (core_apart(space, zone, &face) > 0) return FOUND_WHOLE;
    }
    bool room = verdict.part == PART_FACE
                    ? put(ground->faces, &ground->face_count, LOPE_GROUND_FACES, 2 * at + (verdict.turned ? 1 : 0))
                    : put(ground->others, &ground->other_count, LOPE_GROUND_OTHERS, at);
    return room ? FOUND_WHOLE : FOUND_TOO_MUCH;
}

// Surveys all triangles in the zone without a patch, into ground's own lists.
static lope_ground_found look(lope_space *space, const lope_ground_zone *zone, bool strictly, lope_ground *ground)
{
    const lope_near_set *set = &space->nearby->sets[0];
    ground->patched = false;
    ground->face_count = ground->other_count = 0;
    if (set->triangle_count == 0) return FOUND_BROKEN;
    lope_near_window window = lope_near_window_of(set, &zone->bounds);
    for (uint32_t block = 0; block < lope_near_blocks(set->triangle_count); block++) {
        uint32_t mask = lope_near_block_touches(&set->triangle_blocks[block], &window);
        for (; mask; mask &= mask - 1) {
            lope_ground_found found = take(space, zone, block * LOPE_BLOCK + lope_lowest_bit(mask), strictly, ground);
            if (found != FOUND_WHOLE) return found;
        }
    }
    return ground->face_count > 0 ? FOUND_WHOLE : FOUND_BROKEN;
}

// Returns true when the surface of any ground within reach moves along. Faces beyond reach are left out:
// whether those were gathered depends on the past.
LOPE_COLD static bool conveys(const lope_space *space, const lope_ground *ground)
{
    const lope_near_set *set = &space->nearby->sets[0];
    const lope_ground_zone zone = zone_at(space, ground->home, ground->reach, 0);
    for (uint32_t i = 0; i < ground->face_count; i++) {
        const lope_ground_face face = {.triangle = &set->triangles[ground->faces[i] / 2]};
        if (lope_body_conveys(&set->bodies[face.triangle->body]) && core_apart(space, &zone, &face) <= 0) return true;
    }
    return false;
}

// Marks the listed triangles as used, so that the next tick finds them fetched.
static void note_used(lope_nearby *nearby, const lope_ground *ground)
{
    uint64_t used = 0;
    for (uint32_t i = 0; i < ground->face_count; i++)
        if (ground->faces[i] < 128) used |= UINT64_C(1) << (ground->faces[i] >> 1);
    for (uint32_t i = 0; i < ground->other_count; i++)
        if (ground->others[i] < 64) used |= UINT64_C(1) << ground->others[i];
    nearby->used = used;
}

// Returns true when radius and height (m) are exactly those of the space's capsule.
static bool is_size(const lope_space *space, double radius, double height)
{
    return !(radius < space->radius || radius > space->radius || height < space->height || height > space->height);
}

// Begins a patch with nothing known of any triangle.
static void begin_patch(lope_space *space, lope_near_patch *patch)
{
    lope_nearby *nearby = space->nearby;
    uint32_t count = nearby->sets[0].triangle_count;
    patch->kept = true;
    patch->radius = space->radius;
    patch->height = space->height;
    patch->gone = 0;
    patch->faces = patch->others = 0;
    patch->face_count = 0;
    nearby->footing.anchor = patch->home;
    for (uint32_t i = 0; i < (count + 7u) / 8u * 8u; i++) nearby->holds[i] = i < count ? -1.0f : (float)FAR;
}

// Moves the patch to a new home and reach (m), and begins it anew when it no longer serves. Returns true
// when patch->stale, found by lope_ground_foresee, holds for this place.
static bool follow_patch(lope_space *space, lope_near_patch *patch, const lope_point *home, double reach)
{
    double wider = patch->reach - reach, way = lope_point_length(lope_point_sub(*home, patch->home));
    double gone = way + 2.0 * (wider < 0 ? -wider : wider);
    bool foreseen = patch->foreseen && !(gone > 0);
    patch->gone += gone;
    bool serves = patch->kept && is_size(space, patch->radius, patch->height) && patch->gone < PATCH_WAY * space->unit;
    lope_put_point(&patch->home, home);
    patch->reach = reach;
    if (!serves) begin_patch(space, patch);
    patch->foreseen = false;
    return serves && foreseen;
}

// Returns bits: bit i is set when the verdict on triangle i may no longer hold at patch.gone = `by` (m).
static uint64_t stale_at(const lope_nearby *nearby, double by)
{
    uint64_t bits = 0;
    lope_f8 gone = lope_f8_splat((float)by);
    for (uint32_t i = 0; i < nearby->sets[0].triangle_count; i += 8)
        bits |= (uint64_t)lope_m8_bits(lope_f8_less(lope_f8_load(&nearby->holds[i]), gone)) << i;
    return bits;
}

// Takes the far ones out of the stale triangles and returns the near ones. A triangle's box tells that it
// is still far from the zone, and is nearer than the triangle itself. Of a far one only that distance is
// known from here on.
static uint64_t leave_out_far(const lope_space *space, uint64_t stale)
{
    lope_nearby *nearby = space->nearby;
    lope_near_patch *patch = &nearby->patch;
    const lope_near_set *set = &nearby->sets[0];
    lope_bounds bounds = zone_bounds(space, patch->home, patch->reach);
    lope_near_window window = lope_near_window_of(set, &bounds);
    lope_f8 step = lope_f8_splat((float)(2.0 / set->steps)), spare = lope_f8_splat(2.0f);
    lope_f8 gone = lope_f8_splat((float)(patch->gone - PATCH_MARGIN * space->unit));
    uint64_t far = 0, unseen = stale;
    while (unseen) {
        uint32_t first = lope_lowest_bit64(unseen) & ~7u;
        lope_s8 boxes = lope_near_block_apart(&set->triangle_blocks[first / LOPE_BLOCK], &window);
        lope_f8 apart = lope_f8_sub(lope_f8_of_shorts(boxes), spare);
        float *holds = &nearby->holds[first];
        far |= (uint64_t)lope_m8_bits(lope_f8_less(lope_f8_splat(0), apart)) << first;
        lope_f8_store(holds, lope_f8_max(lope_f8_load(holds), lope_f8_add(gone, lope_f8_mul(apart, step))));
        unseen &= ~(UINT64_C(0xff) << first);
    }
    // what else is far stays listed, as it is known
    for (uint64_t left = patch->faces & stale & far; left; left &= left - 1) {
        uint32_t at = lope_lowest_bit64(left);
        lope_ground_faces_drop(nearby, at);
        // its verdict was that of a listed face, which may hold for longer; here it only came over the core
        nearby->holds[at] = -1.0f;
    }
    patch->others &= ~stale;
    return stale & ~far;
}

// Returns the bits of the triangles that must be judged again.
static uint64_t to_judge(const lope_space *space)
{
    uint64_t stale =
        stale_at(space->nearby, space->nearby->patch.gone) | lope_ground_faces_over(space, space->nearby->patch.reach);
    return stale ? leave_out_far(space, stale) : 0;
}

void lope_ground_foresee(const lope_space *space, const lope_point *feet)
{
    lope_near_patch *patch = &space->nearby->patch;
    if (!patch->kept || !is_size(space, patch->radius, patch->height)) return;
    patch->gone += lope_point_length(lope_point_sub(*feet, patch->home));
    lope_put_point(&patch->home, feet);
    patch->stale = to_judge(space);
    patch->foreseen = true;
}

// Judges triangles again and updates the patch. renewed: their bits.
static lope_ground_found renew(const lope_space *space, uint64_t renewed)
{
    lope_near_patch *patch = &space->nearby->patch;
    lope_near_triangle *triangles = space->nearby->sets[0].triangles;
    lope_ground_zone zone = zone_at(space, patch->home, patch->reach, SPARE_REACH * patch->reach);
    double gone = patch->gone - PATCH_MARGIN * space->unit;
    for (; renewed; renewed &= renewed - 1) {
        uint32_t at = lope_lowest_bit64(renewed);
        uint64_t bit = UINT64_C(1) << at;
        lope_ground_verdict verdict = judge(space, &zone, &triangles[at]);
        space->nearby->holds[at] = (float)(gone + verdict.holds);
        if (verdict.part == PART_BREAKS) return FOUND_BROKEN;
        if (verdict.part == PART_OTHER) patch->others |= bit;
        bool listed = patch->faces & bit;
        if (verdict.part == PART_FACE && !listed && !lope_ground_faces_put(space->nearby, at, verdict.turned)) {
            space->nearby->holds[at] = -1.0f; // it is judged again next time
            return FOUND_TOO_MUCH;
        }
        if (verdict.part != PART_FACE && listed) lope_ground_faces_drop(space->nearby, at);
    }
    return FOUND_WHOLE;
}

// Copies the patch's other triangles into ground's list, and marks the patch as used. Returns false when
// they do not fit.
static bool list_patch(lope_nearby *nearby, lope_ground *ground)
{
    const lope_near_patch *patch = &nearby->patch;
    nearby->used = patch->face_count <= LOPE_GROUND_FACES_FEW ? patch->faces | patch->others : patch->others;
    ground->patched = true;
    ground->face_count = patch->face_count;
    ground->other_count = 0;
    for (uint64_t others = patch->others; others; others &= others - 1)
        if (!put(ground->others, &ground->other_count, LOPE_GROUND_OTHERS, lope_lowest_bit64(others))) return false;
    return true;
}

// Prefetches the boxes that leave_out_far will look at when the tick ends.
static void ahead_boxes(const lope_nearby *nearby)
{
    uint64_t soon = stale_at(nearby, nearby->patch.gone + nearby->patch.reach);
    while (soon) {
        uint32_t block = lope_lowest_bit64(soon) / LOPE_BLOCK;
        lope_prefetch(&nearby->sets[0].triangle_blocks[block], sizeof(lope_near_block));
        soon &= ~(UINT64_C(0xff) << LOPE_BLOCK * block);
    }
}

// Surveys by the patch: judges only what is not known. reach: m.
static lope_ground_found look_over_patch(lope_space *space, double reach, lope_ground *ground)
{
    lope_nearby *nearby = space->nearby;
    bool foreseen = follow_patch(space, &nearby->patch, &ground->home, reach);
    uint64_t renewed = foreseen ? nearby->patch.stale : to_judge(space);
    lope_ground_found found = renewed ? renew(space, renewed) : FOUND_WHOLE;
    if (found != FOUND_WHOLE) return found;
    if (!list_patch(nearby, ground)) return FOUND_TOO_MUCH;
    ahead_boxes(nearby);
    return ground->face_count > 0 ? FOUND_WHOLE : FOUND_BROKEN;
}

// Surveys by the patch where possible, else triangle by triangle. Returns true when the ground is whole. A
// level with conveyors has no patch: the distance at which a conveyor is listed must not differ between
// ticks.
LOPE_HOT static bool look_about(lope_space *space, double reach, lope_ground *ground)
{
    const lope_near_set *set = &space->nearby->sets[0];
    lope_ground_found found = FOUND_TOO_MUCH;
    bool patch = set->round_count == 0 && !set->conveys && set->triangle_count <= LOPE_PATCH_TRIANGLES;
    if (patch && space->walkable_cosine >= LOPE_GROUND_FACES_STEEPEST) found = look_over_patch(space, reach, ground);
    if (found != FOUND_TOO_MUCH) return found == FOUND_WHOLE;
    lope_ground_zone zone = zone_at(space, ground->home, reach, 0);
    if (round_within(space, &zone)) return false;
    found = look(space, &zone, false, ground);
    if (found == FOUND_TOO_MUCH) found = look(space, &zone, true, ground);
    if (found == FOUND_WHOLE) note_used(space->nearby, ground);
    return found == FOUND_WHOLE;
}

LOPE_HOT bool lope_ground_survey(lope_space *space, lope_point home, double reach, lope_ground *ground)
{
    lope_nearby *nearby = space->nearby;
    ground->home = home;
    ground->reach = reach;
    ground->whole = ground->carries = nearby->whole = false;
    if (nearby->sets[1].triangle_count + nearby->sets[1].round_count > 0 && lope_moving_is_near(nearby)) return false;
    trust_joints(space);
    if (!look_about(space, reach, ground)) return false;
    if (LOPE_UNLIKELY(space->nearby->sets[0].conveys) && conveys(space, ground)) return false;
    ground->carries = true;
    ground->height = space->height;
    ground->radius = space->radius;
    ground->gathered = nearby->gathered;
    if (lope_ground_meets(space, ground, home, lope_point_make(0, 0, 0))) return false;
    return ground->whole = nearby->whole = true;
}

bool lope_ground_serves(lope_space *space, lope_ground *ground, lope_point feet)
{
    lope_point off = lope_point_sub(feet, ground->home);
    if (!ground->carries || lope_point_dot(off, off) > ground->reach * ground->reach) return false;
    if (!is_size(space, ground->radius, ground->height)) return false;
    if (ground->gathered == space->nearby->gathered) return true;
    const lope_ground_zone zone = zone_at(space, ground->home, ground->reach, 0);
    if (!lope_space_cover(space, &zone.bounds)) return false;
    ground->gathered = space->nearby->gathered;
    trust_joints(space);
    return ground->carries = look_about(space, ground->reach, ground);
}
