// ground.c - see ground.h.
//
// Of the triangles in the zone (what the capsule can touch within reach, and where a rim could hold it) those that are walkable by the
// common rule are the ground. They must lie under the capsule's core, and each of their edges there must be shared with another triangle
// on the other side that goes on as ground, or rises as a wall. Seen from above, triangles that face up are wound one way: the
// neighbour over the edge from a to b has the edge from b to a, while a fold back has the same one. What is found of an edge is kept
// with its triangle: that the neighbour is there does not change while the triangles are kept.
// The planes only leave out; what decides is measured, so that it never matters whether something was gathered that is out of reach.
#include "motion/ground.h"
#include "base/bytes.h"
#include "motion/candidates.h"
#include "shape/kernels.h"

#define ZONE_JOIN 2.5e-3  // m: the zone's spare, as that of rims
#define OTHERS_SPARE 1e-4 // m, within which what is not ground counts as touched: a wall holds a walker from less

typedef struct lope_ground_zone {
    lope_bounds bounds;
    double wide;  // m, from the axis at home
    double reach; // m
} lope_ground_zone;

static lope_ground_zone zone_at(const lope_space *space, lope_point home, double reach)
{
    lope_ground_zone zone;
    double grow = reach + ZONE_JOIN * space->unit;
    zone.reach = reach;
    zone.wide = space->radius + grow;
    lope_point below = lope_point_mad(home, space->up, -reach);
    zone.bounds = lope_space_bounds(space, below, lope_point_scale(space->up, reach), grow);
    return zone;
}

// A triangle, as home is over it.
typedef struct lope_ground_face {
    const lope_near_triangle *triangle;
    bool turned; // to face up
    double home; // m, of home over its plane
    double rise; // of its normal along up
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

static bool rounds_touch(const lope_near_set *set, const lope_bounds *bounds)
{
    for (uint32_t i = 0; i < set->round_count; i++) {
        lope_bounds box = lope_shape_bounds(&set->rounds[i].shape);
        if (box_touches(&box.lower, &box.upper, &box.upper, bounds) && box_touches(&box.upper, &box.lower, &box.lower, bounds))
            return true;
    }
    return false;
}

// Whether a triangle is ground; turns it up.
static bool is_ground(const lope_space *space, lope_ground_face *face)
{
    double rise = lope_rise(space, lope_near_normal(face->triangle));
    face->turned = face->triangle->two_sided && rise < 0;
    face->rise = face->turned ? -rise : rise;
    const lope_sink_body *body = &space->nearby->sets[0].bodies[face->triangle->body];
    return face->rise >= space->walkable_cosine && body->surface.walkable == LOPE_WALKABLE_BY_ANGLE;
}

static bool same(const lope_point *a, const lope_point *b)
{
    return !(a->x < b->x || a->x > b->x || a->y < b->y || a->y > b->y || a->z < b->z || a->z > b->z);
}

// Whether a triangle goes on over the edge of a face from one corner to another: it has it the other way round, seen from above, and is
// ground, or rises from there as a wall.
static bool goes_on_over(const lope_space *space, const lope_near_triangle *triangle, const lope_ground_face *face,
                         const lope_point *from, const lope_point *to)
{
    const lope_point *v = triangle->shape.v;
    int k = same(&v[0], to) ? 0 : same(&v[1], to) ? 1 : same(&v[2], to) ? 2 : 3;
    if (k == 3) return false;
    lope_ground_face other = {.triangle = triangle};
    bool ground = is_ground(space, &other);
    int next = k == 2 ? 0 : k + 1, last = 3 - k - next;
    if (!same(&v[other.turned ? last : next], from)) return false;
    if (ground) return true;
    double over = lope_point_dot(lope_near_normal(face->triangle), lope_point_sub(v[other.turned ? next : last], *from));
    return other.rise < space->walkable_cosine && (face->turned ? -over : over) >= 0;
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

// What has been found of edges holds for one up and one limit.
static void trust_joints(lope_space *space)
{
    lope_nearby *nearby = space->nearby;
    lope_near_set *set = &nearby->sets[0];
    bool stands = same(&nearby->joints_up, &space->up) && !(nearby->joints_cosine < space->walkable_cosine) &&
                  !(nearby->joints_cosine > space->walkable_cosine);
    if (stands) return;
    nearby->joints_up = space->up;
    nearby->joints_cosine = space->walkable_cosine;
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

// Whether an edge of a face comes into the zone: by how far the axis passes from it within the face's plane, and by the zone's bounds.
static bool edge_is_near(const lope_space *space, const lope_ground_zone *zone, lope_point home, const lope_ground_face *face,
                         int edge)
{
    const lope_near_planes *planes = &face->triangle->planes;
    lope_point out = {planes->x[edge + 1], planes->y[edge + 1], planes->z[edge + 1]};
    double beyond = lope_point_dot(out, home) - planes->offset[edge + 1];
    if (beyond * face->rise - lope_rise(space, out) * face->home < -zone->wide) return false;
    const lope_point *v = face->triangle->shape.v, *to = &v[edge == 2 ? 0 : edge + 1];
    return box_touches(&v[edge], to, to, &zone->bounds) && line_touches(&v[edge], to, &zone->bounds);
}

// Whether a face has a rim in the zone. What is found of an edge is kept.
static bool has_rim(const lope_space *space, const lope_ground_zone *zone, lope_point home, const lope_ground_face *face,
                    lope_near_triangle *triangle)
{
    for (uint32_t open = 7u & ~(uint32_t)triangle->joined; open; open &= open - 1) {
        int edge = (int)lope_lowest_bit(open);
        uint8_t bit = (uint8_t)(1u << edge);
        if (!edge_is_near(space, zone, home, face, edge)) continue;
        if (!(triangle->searched & bit) && is_joined(space, face, edge)) triangle->joined |= bit;
        triangle->searched |= bit;
        if (!(triangle->joined & bit)) return true;
    }
    return false;
}

// Whether a face of the ground lies under the core, on the way too.
static bool is_under(const lope_space *space, const lope_ground_zone *zone, lope_point home, lope_ground_face *face)
{
    const lope_near_triangle *triangle = face->triangle;
    double over = lope_point_dot(lope_near_normal(triangle), home) - triangle->planes.offset[0];
    face->home = face->turned ? -over : over;
    return face->home + face->rise * space->radius > zone->reach;
}

// Over ground that rises by the walkable limit and falls again the way is so many times as far from its middle as its ends are, at most.
static double bulge(const lope_space *space)
{
    double cosine = space->walkable_cosine;
    if (cosine * cosine >= 0.5) return 1.0; // not beyond the ball over its ends
    return sqrt(1.0 - cosine * cosine) / (cosine > 1e-3 ? cosine : 1e-3);
}

// The capsule halfway on its way, so much wider that it holds all of it, up over what may lie between.
static lope_near_query touch_query(const lope_space *space, lope_point feet, lope_point motion)
{
    lope_near_query query = {.a = lope_point_mad(lope_point_mad(feet, space->up, space->radius), motion, 0.5),
                             .core = lope_point_scale(space->up, space->height - 2 * space->radius),
                             .radius =
                                 space->radius + OTHERS_SPARE * space->unit + 0.5 * bulge(space) * lope_point_length(motion)};
    return query;
}

// Whether something that is not ground may touch it.
static bool reached(const lope_near_triangle *triangle, const lope_near_query *query)
{
    if (!lope_near_reached(&triangle->planes, query)) return false;
    lope_point on_core, on_face, b = lope_point_add(query->a, query->core);
    return lope_segment_triangle(query->a, b, &triangle->shape, &on_core, &on_face) <= query->radius * query->radius;
}

static bool put(uint32_t *list, uint8_t *count, uint8_t most, uint32_t entry)
{
    if (*count == most) return false;
    list[(*count)++] = entry;
    return true;
}

typedef enum lope_ground_found { FOUND_WHOLE, FOUND_BROKEN, FOUND_TOO_MUCH } lope_ground_found;

// Lists a triangle whose box touches that of the zone; `strictly`: only when it comes into the zone.
static lope_ground_found take(lope_space *space, const lope_ground_zone *zone, uint32_t at, bool strictly, lope_ground *ground)
{
    lope_near_triangle *triangle = &space->nearby->sets[0].triangles[at];
    lope_ground_face face;
    face.triangle = triangle;
    if (!is_ground(space, &face)) {
        if (strictly && !core_within(space, zone, ground->home, &face)) return FOUND_WHOLE;
        bool room = put(ground->others, &ground->other_count, LOPE_GROUND_OTHERS, at);
        return room ? FOUND_WHOLE : FOUND_TOO_MUCH;
    }
    if (!is_under(space, zone, ground->home, &face))
        return core_within(space, zone, ground->home, &face) ? FOUND_BROKEN : FOUND_WHOLE;
    if (triangle->joined != 7 && has_rim(space, zone, ground->home, &face, triangle)) return FOUND_BROKEN;
    if (strictly && !core_within(space, zone, ground->home, &face)) return FOUND_WHOLE;
    bool room = put(ground->faces, &ground->face_count, LOPE_GROUND_FACES, 2 * at + (face.turned ? 1 : 0));
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

// Whether it may come up to the plane that stands between it and another character.
static bool meets_fence(const lope_space *space, lope_point feet)
{
    const lope_nearby *nearby = space->nearby;
    lope_capsule capsule = lope_space_capsule(space, feet);
    for (uint32_t i = 0; i < nearby->fence_count; i++)
        if (lope_fence_room(&capsule, &nearby->fences[i]) < OTHERS_SPARE * space->unit) return true;
    return false;
}

static bool meets_others(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion)
{
    if (space->nearby->fence_count > 0 && meets_fence(space, lope_point_add(feet, motion))) return true;
    if (ground->other_count == 0) return false;
    lope_near_query query = touch_query(space, feet, motion);
    for (uint32_t i = 0; i < ground->other_count; i++)
        if (reached(&space->nearby->sets[0].triangles[ground->others[i]], &query)) return true;
    return false;
}

// Whether the surface of any of the ground moves along.
static bool conveys(const lope_near_set *set, const lope_ground *ground)
{
    for (uint32_t i = 0; set->conveys && i < ground->face_count; i++)
        if (lope_body_conveys(&set->bodies[set->triangles[ground->faces[i] / 2].body])) return true;
    return false;
}

bool lope_ground_survey(lope_space *space, lope_point home, double reach, lope_ground *ground)
{
    const lope_nearby *nearby = space->nearby;
    ground->home = home;
    ground->reach = reach;
    ground->whole = false;
    if (nearby->sets[1].triangle_count > 0 || nearby->sets[1].round_count > 0) return false;
    lope_ground_zone zone = zone_at(space, home, reach);
    if (rounds_touch(&nearby->sets[0], &zone.bounds)) return false;
    trust_joints(space);
    lope_ground_found found = look(space, &zone, false, ground);
    if (found == FOUND_TOO_MUCH) found = look(space, &zone, true, ground);
    if (found != FOUND_WHOLE || meets_others(space, ground, home, lope_point_make(0, 0, 0))) return false;
    if (conveys(&nearby->sets[0], ground)) return false;
    note_used(space->nearby, ground);
    return ground->whole = true;
}

// Where the round bottom rests on one face.
typedef struct lope_ground_contact {
    double rise; // m along up from the feet that were asked for, to where the feet are then
    lope_point point, normal;
    bool inside; // of the face
} lope_ground_contact;

// The highest place of a ball over `from` (its centre, from a corner) at which it touches the corner. False: it passes by.
static bool rest_on_corner(const lope_space *space, lope_point from, double *rise)
{
    double along = lope_rise(space, from), squared = space->radius * space->radius - lope_point_dot(from, from) + along * along;
    if (squared < 0) return false;
    *rise = sqrt(squared) - along;
    return true;
}

// The same for the edge from v, and the point of it that is touched: the axis leaves the cylinder around it there, or the ball at an end.
static bool rest_on_edge(const lope_space *space, lope_point center, lope_point v, lope_point edge, double *rise,
                         lope_point *point)
{
    lope_point from = lope_point_sub(center, v);
    double inverse = 1.0 / lope_point_dot(edge, edge);
    double from_along = lope_point_dot(from, edge) * inverse, up_along = lope_rise(space, edge) * inverse;
    lope_point side = lope_point_mad(from, edge, -from_along), up = lope_point_mad(space->up, edge, -up_along);
    double a = lope_point_dot(up, up), b = lope_point_dot(side, up);
    double root = b * b - a * (lope_point_dot(side, side) - space->radius * space->radius);
    if (root < 0) return false;
    *rise = (sqrt(root) - b) / a;
    double at = from_along + *rise * up_along;
    *point = lope_point_mad(v, edge, at);
    if (at >= 0 && at <= 1) return true;
    *point = at < 0 ? v : lope_point_add(v, edge);
    return rest_on_corner(space, lope_point_sub(center, *point), rise);
}

// Of the edges that the axis is beyond where the ball would rest on the plane, the one that holds it highest.
static bool rest_on_rim(const lope_space *space, const lope_near_triangle *triangle, lope_point feet, uint32_t beyond,
                        lope_ground_contact *contact)
{
    const lope_point *v = triangle->shape.v;
    lope_point center = lope_point_mad(feet, space->up, space->radius), point;
    bool found = false;
    double rise;
    for (int i = 0; i < 3; i++) {
        if (!(beyond >> (i + 1) & 1)) continue;
        if (!rest_on_edge(space, center, v[i], lope_point_sub(v[i == 2 ? 0 : i + 1], v[i]), &rise, &point)) continue;
        if (found && rise <= contact->rise) continue;
        contact->rise = rise;
        contact->point = point;
        found = true;
    }
    if (!found) return false;
    lope_point away = lope_point_sub(lope_point_mad(center, space->up, contact->rise), contact->point);
    contact->normal = lope_point_scale(away, 1.0 / space->radius);
    contact->inside = false;
    return true;
}

static lope_point face_normal(const lope_near_triangle *triangle, bool turned)
{
    lope_point normal = lope_near_normal(triangle);
    return turned ? lope_point_scale(normal, -1.0) : normal;
}

// Whether a ball whose centre is so far over the planes, and lower by up to `lower`, is beyond an edge by more than its radius.
static bool passes_by(const lope_space *space, const lope_near_planes *planes, lope_d4 at, double lower)
{
    lope_d4 rise = lope_near_along(planes, space->up), zero = lope_d4_splat(0.0);
    lope_d4 up = lope_d4_sub(zero, lope_d4_min(lope_d4_sub(zero, rise), zero));
    lope_d4 least = lope_d4_sub(at, lope_d4_mul(up, lope_d4_splat(lower)));
    return (lope_d4_greater_bits(least, lope_d4_splat(space->radius + LOPE_NEAR_SPARE)) & 0xeu) != 0;
}

// `least`: a contact that is lower does not matter; one on a rim is lower than one on the plane.
static bool rest_on_face(const lope_space *space, const lope_near_triangle *triangle, bool turned, lope_point feet, double least,
                         lope_ground_contact *contact)
{
    const lope_near_planes *planes = &triangle->planes;
    lope_point normal = face_normal(triangle, turned);
    double over = lope_point_dot(normal, feet) - (turned ? -planes->offset[0] : planes->offset[0]);
    double rise = (space->radius - over) / lope_rise(space, normal); // of the centre over the feet
    if (rise - space->radius < least) return false;
    lope_point center = lope_point_mad(feet, space->up, rise);
    lope_d4 at = lope_d4_sub(lope_near_along(planes, center), lope_d4_load(planes->offset));
    uint32_t beyond = lope_d4_greater_bits(at, lope_d4_splat(0.0)) & 0xeu;
    if (beyond && passes_by(space, planes, at, rise - space->radius - least)) return false;
    if (beyond) return rest_on_rim(space, triangle, feet, beyond, contact) && contact->rise >= least;
    contact->rise = rise - space->radius;
    contact->normal = normal;
    contact->point = lope_point_mad(center, normal, -space->radius);
    contact->inside = true;
    return true;
}

static void tell_floor(const lope_space *space, const lope_near_triangle *triangle, lope_point surface,
                       const lope_ground_contact *contact, lope_floor_hit *floor)
{
    const lope_sink_body *body = &space->nearby->sets[0].bodies[triangle->body];
    lope_clear_bytes(floor, sizeof *floor);
    floor->kind = LOPE_FLOOR_FACE;
    floor->walkable = true;
    floor->distance = -contact->rise;
    floor->normal = contact->normal;
    floor->contact.point = contact->point;
    floor->contact.normal = contact->normal;
    floor->contact.surface = surface;
    floor->contact.body = body->id;
    floor->contact.index = triangle->index;
    floor->contact.part = triangle->part;
    floor->contact.material = body->surface.material;
    floor->contact.walkable = true;
    floor->contact.smooth = contact->inside;
    floor->contact.flat = contact->inside;
    floor->contact.no_step_up = body->surface.no_step_up;
    floor->contact.no_base = body->surface.no_base;
}

// Of two at the same height: the inside of a face before an edge, then the more level face.
static bool holds_better(const lope_space *space, const lope_ground_contact *a, lope_point surface_a,
                         const lope_ground_contact *b, lope_point surface_b)
{
    if (a->inside != b->inside) return a->inside;
    return lope_rise(space, surface_a) > lope_rise(space, surface_b) + 1e-9;
}

// What holds the round bottom highest, so far.
typedef struct lope_ground_hold {
    const lope_near_triangle *triangle;
    lope_point surface;
    lope_ground_contact contact;
    double highest; // m, the contact's may be less by a tie
} lope_ground_hold;

static void take_hold(const lope_space *space, lope_ground_hold *hold, const lope_near_triangle *triangle, bool turned,
                      const lope_ground_contact *one)
{
    lope_point normal = face_normal(triangle, turned);
    bool better = !hold->triangle || one->rise > hold->highest + LOPE_TOUCH * space->unit ||
                  holds_better(space, one, normal, &hold->contact, hold->surface);
    if (one->rise > hold->highest) hold->highest = one->rise;
    if (!better) return;
    hold->triangle = triangle;
    hold->surface = normal;
    hold->contact = *one;
}

// Where it stands over the level way's end.
static bool rest(const lope_space *space, const lope_ground *ground, lope_point to, lope_ground_hold *hold)
{
    double tie = LOPE_TOUCH * space->unit;
    hold->triangle = NULL;
    hold->surface = space->up;
    hold->contact = (lope_ground_contact){.inside = false};
    hold->highest = -ground->reach;
    for (uint32_t i = 0; i < ground->face_count; i++) {
        const lope_near_triangle *triangle = &space->nearby->sets[0].triangles[ground->faces[i] >> 1];
        bool turned = ground->faces[i] & 1;
        lope_ground_contact one;
        if (rest_on_face(space, triangle, turned, to, hold->highest - tie, &one)) take_hold(space, hold, triangle, turned, &one);
    }
    if (!hold->triangle) return false;
    lope_point beside = lope_flat(space, lope_point_sub(hold->contact.point, to));
    return lope_point_dot(beside, beside) <= space->support_radius * space->support_radius;
}

bool lope_ground_walk(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point level,
                      lope_floor_hit *floor)
{
    lope_ground_hold hold;
    if (!rest(space, ground, lope_point_add(feet, level), &hold)) return false;
    lope_point motion = lope_point_mad(level, space->up, hold.highest);
    lope_point to = lope_point_sub(lope_point_add(feet, motion), ground->home);
    if (lope_point_dot(to, to) > ground->reach * ground->reach || meets_others(space, ground, feet, motion)) return false;
    hold.contact.rise = hold.highest;
    tell_floor(space, hold.triangle, hold.surface, &hold.contact, floor);
    return true;
}
