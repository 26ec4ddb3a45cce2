// ground.c - see ground.h.
//
// Of the triangles in the zone (what the capsule can touch within reach, and where a rim could hold it) those that are walkable by the
// common rule are the ground. They must lie under the capsule's core, and each of their edges there must be shared with another triangle
// on the other side that goes on as ground, or rises as a wall. Seen from above, triangles that face up are wound one way: the
// neighbour over the edge from a to b has the edge from b to a, while a fold back has the same one. What is found of an edge is kept
// with its triangle: that the neighbour is there does not change while the triangles are kept.
// The planes only leave out; what decides is measured, so that it never matters whether something was gathered that is out of reach.
#include "motion/ground.h"
#include "motion/candidates.h"
#include "shape/kernels.h"

#define ZONE_JOIN 2.5e-3  // m: the zone's spare, as that of rims
#define PATCH_WIDE 5      // times as far as a tick's zone reaches a patch
#define PATCH_MARGIN 1e-6 // m, by which a zone stays within the patch

typedef struct lope_ground_zone {
    lope_bounds bounds;
    double wide;  // m, from the core at home
    double above; // m, of the ground that the core's lower end is over, at home and so on its way too
    lope_near_vector home, up;
} lope_ground_zone;

static lope_ground_zone zone_at(const lope_space *space, lope_point home, double reach)
{
    lope_ground_zone zone; // not zeroed: its bounds are filled in only where they are asked for
    zone.above = reach;
    zone.wide = space->radius + reach + ZONE_JOIN * space->unit;
    zone.home = lope_near_vector_of(home);
    zone.up = lope_near_vector_of(space->up);
    return zone;
}

// Its bounds, which are not always asked for.
static lope_bounds bounds_at(const lope_space *space, lope_point home, double reach)
{
    lope_point below = lope_point_mad(home, space->up, -reach);
    return lope_space_bounds(space, below, lope_point_scale(space->up, reach), reach + ZONE_JOIN * space->unit);
}

// A triangle, as home is over it.
typedef struct lope_ground_face {
    lope_near_triangle *triangle;
    bool turned;  // to face up
    double home;  // m, of home over its plane
    double rise;  // of its normal along up
    lope_d4 over; // m, of home over its four planes, as they are wound
    lope_d4 up;   // of their normals along up
} lope_ground_face;

static bool box_touches(const lope_point *a, const lope_point *b, const lope_point *c, const lope_bounds *bounds)
{
    const lope_point *low = &bounds->lower, *high = &bounds->upper;
    return !((a->x < low->x && b->x < low->x && c->x < low->x) || (a->x > high->x && b->x > high->x && c->x > high->x) ||
             (a->y < low->y && b->y < low->y && c->y < low->y) || (a->y > high->y && b->y > high->y && c->y > high->y) ||
             (a->z < low->z && b->z < low->z && c->z < low->z) || (a->z > high->z && b->z > high->z && c->z > high->z));
}

// Whether a face comes within `wide` of the core at home.
static bool core_within(const lope_space *space, const lope_ground_zone *zone, lope_point home, const lope_ground_face *face)
{
    lope_capsule capsule = lope_space_capsule(space, home);
    lope_point on_core, on_face;
    double squared = lope_segment_triangle(capsule.a, capsule.b, &face->triangle->shape, &on_core, &on_face);
    return squared <= zone->wide * zone->wide;
}

// Whether a round shape comes so near to the core at home. Its box alone may reach into the zone without that it has been gathered.
static bool round_within(const lope_space *space, const lope_ground_zone *zone, lope_point home)
{
    const lope_near_set *set = &space->nearby->sets[0];
    for (uint32_t i = 0; i < set->round_count; i++) {
        lope_bounds box = lope_shape_bounds(&set->rounds[i].shape);
        if (!box_touches(&box.lower, &box.upper, &box.upper, &zone->bounds) ||
            !box_touches(&box.upper, &box.lower, &box.lower, &zone->bounds))
            continue;
        lope_capsule capsule = lope_space_capsule(space, home);
        if (lope_capsule_separation(&capsule, &set->rounds[i].shape).distance + space->radius <= zone->wide) return true;
    }
    return false;
}

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

// Whether a triangle is ground whose normal, turned up, rises so much.
static bool is_ground(const lope_space *space, const lope_near_triangle *triangle, double rise)
{
    const lope_sink_body *body = &space->nearby->sets[0].bodies[triangle->body];
    return rise >= space->walkable_cosine && body->surface.walkable == LOPE_WALKABLE_BY_ANGLE;
}

static bool same(const lope_point *a, const lope_point *b)
{
    return !(a->x < b->x || a->x > b->x || a->y < b->y || a->y > b->y || a->z < b->z || a->z > b->z);
}

// Whether a triangle goes on over the edge of a face from one corner to another: it has it the other way round, seen from above, and is
// ground, or rises from there as a wall. To ground the face goes on as well, which is noted with it.
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

static bool is_joined(const lope_space *space, const lope_ground_face *face, int edge)
{
    const lope_near_set *set = &space->nearby->sets[0];
    const lope_point *v = face->triangle->shape.v, *from = &v[edge], *to = &v[edge == 2 ? 0 : edge + 1];
    if (face->turned) {
        const lope_point *swap = from;
        from = to;
        to = swap;
    }
    for (uint32_t i = 0; i < set->triangle_count; i++)
        if (&set->triangles[i] != face->triangle && goes_on_over(space, &set->triangles[i], face, from, to)) return true;
    return false;
}

// What has been found of edges, and of a patch, holds for one up and one limit.
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

// What is left between two limits, low and high, of the part [0, 1] of a line after one axis of a box.
static bool clip(double from, double to, double lower, double upper, double *low, double *high)
{
    double way = to - from, a = lower - from, b = upper - from;
    if (!(way < 0 || way > 0)) return a <= 0 && b >= 0;
    double first = (way > 0 ? a : b) / way, last = (way > 0 ? b : a) / way;
    if (first > *low) *low = first;
    if (last < *high) *high = last;
    return *low <= *high;
}

static bool line_touches(const lope_point *from, const lope_point *to, const lope_bounds *bounds)
{
    double low = 0, high = 1;
    return clip(from->x, to->x, bounds->lower.x, bounds->upper.x, &low, &high) &&
           clip(from->y, to->y, bounds->lower.y, bounds->upper.y, &low, &high) &&
           clip(from->z, to->z, bounds->lower.z, bounds->upper.z, &low, &high);
}

// Bit i: the axis passes the edge from corner i of a face, within the face's plane, so closely that the edge may come into the zone.
static uint32_t edges_near(const lope_ground_zone *zone, const lope_ground_face *face)
{
    lope_d4 beyond = lope_d4_mul(face->over, lope_d4_splat(face->rise)), along = lope_d4_mul(face->up, lope_d4_splat(face->home));
    return 7u & ~(lope_d4_greater_bits(lope_d4_splat(-zone->wide), lope_d4_sub(beyond, along)) >> 1);
}

// Whether a face has a rim in the zone. What is found of an edge is kept.
static bool has_rim(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    lope_near_triangle *triangle = face->triangle;
    const lope_point *v = triangle->shape.v;
    for (uint32_t open = ~(uint32_t)triangle->joined & edges_near(zone, face); open; open &= open - 1) {
        int edge = (int)lope_lowest_bit(open);
        const lope_point *from = &v[edge], *to = &v[edge == 2 ? 0 : edge + 1];
        if (!box_touches(from, to, to, &zone->bounds) || !line_touches(from, to, &zone->bounds)) continue;
        uint8_t bit = (uint8_t)(1u << edge);
        if (!(triangle->searched & bit) && is_joined(space, face, edge)) triangle->joined |= bit;
        triangle->searched |= bit;
        if (!(triangle->joined & bit)) return true;
    }
    return false;
}

// Whether a face of the ground lies under the core, on the way too.
static bool is_under(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    return face->home + face->rise * space->radius > zone->above;
}

// Whether the core at home is beyond one of a face's edges by more than `wide`.
static bool is_beside(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    lope_d4 low = lope_d4_mul(face->up, lope_d4_splat(space->radius));
    lope_d4 high = lope_d4_mul(face->up, lope_d4_splat(space->height - space->radius));
    lope_d4 nearest = lope_d4_add(face->over, lope_d4_min(low, high));
    return (lope_d4_greater_bits(nearest, lope_d4_splat(zone->wide + LOPE_NEAR_SPARE)) & 0xeu) != 0;
}

static bool put(uint32_t *list, uint8_t *count, uint8_t most, uint32_t entry)
{
    if (*count == most) return false;
    list[(*count)++] = entry;
    return true;
}

typedef enum lope_ground_found { FOUND_WHOLE, FOUND_BROKEN, FOUND_TOO_MUCH } lope_ground_found;

static bool put_face(lope_ground *ground, uint32_t at, bool turned)
{
    return put(ground->faces, &ground->face_count, LOPE_GROUND_FACES, 2 * at + (turned ? 1 : 0));
}

static bool is_out(const lope_space *space, const lope_ground_zone *zone, const lope_ground_face *face)
{
    const lope_point *v = face->triangle->shape.v;
    return is_beside(space, zone, face) || !box_touches(&v[0], &v[1], &v[2], &zone->bounds);
}

// Lists a triangle, unless it is seen at once that it does not come into the zone; `strictly`: only when it does.
static lope_ground_found take(lope_space *space, const lope_ground_zone *zone, uint32_t at, bool strictly, lope_ground *ground)
{
    lope_ground_face face = face_of(zone, &space->nearby->sets[0].triangles[at]);
    bool stands = is_ground(space, face.triangle, face.rise);
    if (stands && !is_under(space, zone, &face))
        return core_within(space, zone, ground->home, &face) ? FOUND_BROKEN : FOUND_WHOLE;
    if (stands && face.triangle->joined != 7 && has_rim(space, zone, &face)) return FOUND_BROKEN;
    if (stands ? is_beside(space, zone, &face) : is_out(space, zone, &face)) return FOUND_WHOLE;
    if (strictly && !core_within(space, zone, ground->home, &face)) return FOUND_WHOLE;
    bool room = stands ? put_face(ground, at, face.turned) : put(ground->others, &ground->other_count, LOPE_GROUND_OTHERS, at);
    return room ? FOUND_WHOLE : FOUND_TOO_MUCH;
}

static lope_ground_found look(lope_space *space, const lope_ground_zone *zone, bool strictly, lope_ground *ground)
{
    const lope_near_set *set = &space->nearby->sets[0];
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

// What will be wanted in the next tick.
static void note_used(lope_nearby *nearby, const lope_ground *ground)
{
    uint64_t used = 0;
    for (uint32_t i = 0; i < ground->face_count; i++)
        if (ground->faces[i] < 128) used |= UINT64_C(1) << (ground->faces[i] >> 1);
    for (uint32_t i = 0; i < ground->other_count; i++)
        if (ground->others[i] < 64) used |= UINT64_C(1) << ground->others[i];
    nearby->used = used;
}

// Whether the surface of any of the ground moves along.
static bool conveys(const lope_near_set *set, const lope_ground *ground)
{
    for (uint32_t i = 0; set->conveys && i < ground->face_count; i++)
        if (lope_body_conveys(&set->bodies[set->triangles[ground->faces[i] / 2].body])) return true;
    return false;
}

static bool is_size(const lope_space *space, double radius, double height)
{
    return !(radius < space->radius || radius > space->radius || height < space->height || height > space->height);
}

// Whether a patch holds all of the zone about home.
static bool serves(const lope_space *space, const lope_near_patch *patch, lope_point home, double reach)
{
    if (!patch->kept) return false;
    bool same_size = is_size(space, patch->radius, patch->height);
    lope_point off = lope_point_sub(home, patch->home);
    double spare = patch->reach - reach - PATCH_MARGIN * space->unit;
    return same_size && spare > 0 && lope_point_dot(off, off) <= spare * spare;
}

static void keep_list(uint8_t *kept, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) kept[i] = (uint8_t)list[i];
}

// Whether into a zone, as far as it has been gathered, no round shape comes, and no rim of any ground, over the core or under it. What has
// not been gathered is asked for before a tick's zone goes there, and then the patch is made anew.
static bool is_patch(lope_space *space, double reach, lope_ground *ground)
{
    lope_ground_zone zone = zone_at(space, ground->home, reach);
    zone.bounds = bounds_at(space, ground->home, reach);
    zone.above = -1e300;
    return !round_within(space, &zone, ground->home) && look(space, &zone, false, ground) == FOUND_WHOLE;
}

// Looks over more than one tick's zone. What is found, whole or not, is kept: not to look again too soon.
static void make_patch(lope_space *space, lope_point home, double reach)
{
    lope_near_patch *patch = &space->nearby->patch;
    lope_ground ground;
    ground.home = home;
    patch->kept = true;
    patch->home = home;
    patch->radius = space->radius;
    patch->height = space->height;
    patch->reach = PATCH_WIDE * reach;
    patch->whole = is_patch(space, patch->reach, &ground);
    if (!patch->whole) return;
    patch->face_count = ground.face_count;
    patch->other_count = ground.other_count;
    keep_list(patch->faces, ground.faces, ground.face_count);
    keep_list(patch->others, ground.others, ground.other_count);
}

// Lists what of a whole patch comes into the zone. False: some of it is not under the core.
static bool take_patch(const lope_space *space, lope_ground_zone *zone, double reach, lope_ground *ground)
{
    const lope_near_patch *patch = &space->nearby->patch;
    lope_near_triangle *triangles = space->nearby->sets[0].triangles;
    ground->face_count = ground->other_count = 0;
    for (uint32_t i = 0; i < patch->face_count; i++) {
        lope_ground_face face = face_of(zone, &triangles[patch->faces[i] >> 1]);
        if (is_beside(space, zone, &face)) continue;
        if (!is_under(space, zone, &face)) return false;
        ground->faces[ground->face_count++] = patch->faces[i];
    }
    if (patch->other_count > 0) zone->bounds = bounds_at(space, ground->home, reach);
    for (uint32_t i = 0; i < patch->other_count; i++) {
        lope_ground_face face = face_of(zone, &triangles[patch->others[i]]);
        if (!is_out(space, zone, &face)) ground->others[ground->other_count++] = patch->others[i];
    }
    return ground->face_count > 0;
}

// A patch says of every zone in it what a look over that zone alone would say, and sooner. Of many triangles it takes too long.
static bool has_patch(lope_space *space, lope_point home, double reach)
{
    const lope_nearby *nearby = space->nearby;
    if (nearby->sets[0].triangle_count > LOPE_PATCH_TRIANGLES) return false;
    if (!serves(space, &nearby->patch, home, reach)) make_patch(space, home, reach);
    return nearby->patch.whole;
}

static bool look_about(lope_space *space, double reach, lope_ground *ground)
{
    lope_ground_zone zone = zone_at(space, ground->home, reach);
    if (has_patch(space, ground->home, reach) && take_patch(space, &zone, reach, ground)) return true;
    zone.bounds = bounds_at(space, ground->home, reach);
    if (round_within(space, &zone, ground->home)) return false;
    lope_ground_found found = look(space, &zone, false, ground);
    if (found == FOUND_TOO_MUCH) found = look(space, &zone, true, ground);
    return found == FOUND_WHOLE;
}

bool lope_ground_survey(lope_space *space, lope_point home, double reach, lope_ground *ground)
{
    const lope_nearby *nearby = space->nearby;
    ground->home = home;
    ground->reach = reach;
    ground->whole = ground->carries = false;
    if (nearby->sets[1].triangle_count > 0 || nearby->sets[1].round_count > 0) return false;
    trust_joints(space);
    if (!look_about(space, reach, ground) || conveys(&nearby->sets[0], ground)) return false;
    ground->carries = true;
    ground->height = space->height;
    ground->radius = space->radius;
    ground->gathered = nearby->gathered;
    if (lope_ground_meets(space, ground, home, lope_point_make(0, 0, 0))) return false;
    note_used(space->nearby, ground);
    return ground->whole = true;
}

bool lope_ground_serves(lope_space *space, lope_ground *ground, lope_point feet)
{
    lope_point off = lope_point_sub(feet, ground->home);
    if (!ground->carries || lope_point_dot(off, off) > ground->reach * ground->reach) return false;
    if (!is_size(space, ground->radius, ground->height)) return false;
    if (ground->gathered == space->nearby->gathered) return true;
    lope_bounds bounds = bounds_at(space, ground->home, ground->reach);
    if (!lope_space_cover(space, &bounds)) return false;
    ground->gathered = space->nearby->gathered;
    trust_joints(space);
    return ground->carries = look_about(space, ground->reach, ground);
}
