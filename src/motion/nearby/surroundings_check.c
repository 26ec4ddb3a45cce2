// surroundings_check.c - see lope/surroundings_check.h.
//
// All that one wide gather of each kind gives is kept, sorted, and every other question is compared with it.
// Read next: surroundings_seen.h.
#include <lope/surroundings_check.h>

#include "base/error.h"
#include "base/memory.h"
#include "motion/nearby/surroundings_seen.h"

#define SAMPLES 1000    // shapes that are asked for alone, unless told otherwise
#define IGNORED 16      // bodies that are ignored in turn
#define FAR 10.0        // m, the clearance that is asked of room
#define UNIT_SLACK 1e-3 // by which the square of a rotation's length may be off

// The first refusal is the answer.
#define TRY(check)                              \
    do {                                        \
        lope_result refused = check;            \
        if (refused != LOPE_OK) return refused; \
    } while (0)

// A check on its way.
typedef struct inspection {
    const lope_surroundings *asked;
    const lope_surroundings_check_def *def;
    lope_seen wide[2]; // what was given for the bounds: static, moving
    lope_seen other;   // the answer that is compared with them
    lope_allocator allocator;
    uint64_t random;
    uint32_t gathers;
} inspection;

static const lope_filter everything = {UINT32_MAX, LOPE_BODY_NONE};

static const char *kind_name(int moving) { return moving ? "LOPE_MOVING" : "LOPE_STATIC"; }

// Refuses: the text says what is wrong.
#define BREACH(of, callback, ...) lope_refuse((of)->def->error, LOPE_ERROR_CONTRACT, callback, __VA_ARGS__)

// Asks for bounds, into *seen.
static lope_result ask(inspection *of, lope_seen *seen, const lope_bounds *bounds, lope_filter filter, int moving)
{
    of->gathers++;
    const lope_result result = lope_seen_gather(seen, of->asked, bounds, filter, moving ? LOPE_MOVING : LOPE_STATIC);
    if (result == LOPE_OK) return LOPE_OK;
    return lope_refuse(of->def->error, result, "gather", "refused bounds about (%g, %g, %g) for %s: %s", bounds->lower.x,
                       bounds->lower.y, bounds->lower.z, kind_name(moving), lope_result_text(result));
}

// Refuses when a shape of `whole` is missing in `part`. channels, but_for: only shapes of bodies on these
// channels and of another id count. what: how `part` was asked for.
static lope_result none_missing(const inspection *of, const lope_seen *whole, const lope_seen *part, uint32_t channels,
                                uint64_t but_for, const char *what)
{
    for (size_t i = 0; i < whole->shape_count; i++) {
        const lope_seen_shape *shape = &whole->shapes[i];
        const lope_sink_body *body = lope_seen_body(whole, shape->body);
        const bool is_on = channels == UINT32_MAX || (body->channels & channels) != 0;
        if (shape->body == but_for || !is_on || lope_seen_same(part, shape)) continue;
        return BREACH(of, "gather", "shape %u of body %llu is missing %s", (unsigned)shape->index,
                      (unsigned long long)shape->body, what);
    }
    return LOPE_OK;
}

static bool is_unit(lope_quat q)
{
    const double squared =
        (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z + (double)q.w * (double)q.w;
    return squared > 1 - UNIT_SLACK && squared < 1 + UNIT_SLACK; // NaN is not
}

static bool is_zero(lope_point p) { return !(p.x < 0 || p.x > 0 || p.y < 0 || p.y > 0 || p.z < 0 || p.z > 0); }

// Checks the numbers of one body.
static lope_result check_body(const inspection *of, const lope_sink_body *body, int moving)
{
    const unsigned long long id = body->id;
    if (body->id == LOPE_BODY_NONE) return BREACH(of, "gather", "a body has the id LOPE_BODY_NONE");
    if (!lope_finite_point(body->pose.position)) return BREACH(of, "gather", "the position of body %llu is not finite", id);
    if (!is_unit(body->pose.rotation)) return BREACH(of, "gather", "the rotation of body %llu is not a unit quaternion", id);
    const bool turns = !is_zero(lope_vec3_to_point(body->motion.rotation));
    if (!body->moving && (turns || !is_zero(body->motion.displacement)))
        return BREACH(of, "gather", "body %llu has a motion, and is not `moving`", id);
    if (body->surface.one_way && !body->moving) return BREACH(of, "gather", "body %llu is one_way, and is not `moving`", id);
    if (body->moving != (moving != 0) && !lope_seen_body(&of->wide[!moving], body->id))
        return BREACH(of, "gather", "body %llu, whose `moving` is %s, is given for %s only", id, body->moving ? "true" : "false",
                      kind_name(moving));
    return LOPE_OK;
}

static bool is_same_point(lope_point a, lope_point b) { return is_zero(lope_point_sub(a, b)); }

// Says whether two descriptions are of the same body in the same place.
static bool is_told_alike(const lope_sink_body *a, const lope_sink_body *b)
{
    const lope_quat p = a->pose.rotation, q = b->pose.rotation;
    const bool turned_alike = is_same_point(lope_point_make((double)p.x, (double)p.y, (double)p.z),
                                            lope_point_make((double)q.x, (double)q.y, (double)q.z)) &&
                              !(p.w < q.w || p.w > q.w);
    const bool moved_alike = is_same_point(a->motion.displacement, b->motion.displacement) &&
                             is_same_point(lope_vec3_to_point(a->motion.rotation), lope_vec3_to_point(b->motion.rotation));
    return a->id == b->id && a->moving == b->moving && a->dynamic == b->dynamic && a->character == b->character && turned_alike &&
           moved_alike && is_same_point(a->pose.position, b->pose.position);
}

// Checks bodies and numbers of shapes of a wide gather. Both are sorted. A body may be begun twice.
static lope_result check_ids(const inspection *of, int moving)
{
    const lope_seen *wide = &of->wide[moving];
    for (size_t i = 0; i < wide->body_count; i++) {
        TRY(check_body(of, &wide->bodies[i], moving));
        const bool twice = i > 0 && wide->bodies[i].id == wide->bodies[i - 1].id;
        if (twice && !is_told_alike(&wide->bodies[i], &wide->bodies[i - 1]))
            return BREACH(of, "gather", "two bodies have the id %llu", (unsigned long long)wide->bodies[i].id);
    }
    for (size_t i = 1; i < wide->shape_count; i++) {
        const lope_seen_shape *a = &wide->shapes[i - 1], *b = &wide->shapes[i];
        if (a->body == b->body && a->index == b->index && a->part == b->part)
            return BREACH(of, "gather", "two shapes of body %llu have the number %u", (unsigned long long)b->body,
                          (unsigned)b->index);
    }
    return LOPE_OK;
}

// Asks the same again.
static lope_result check_again(inspection *of, int moving)
{
    TRY(ask(of, &of->other, &of->def->bounds, everything, moving));
    TRY(none_missing(of, &of->wide[moving], &of->other, UINT32_MAX, LOPE_BODY_NONE, "when asked a second time"));
    return none_missing(of, &of->other, &of->wide[moving], UINT32_MAX, LOPE_BODY_NONE, "when asked the first time");
}

// Returns bounds about a point. by: m, to each side.
static lope_bounds about(lope_point p, double by)
{
    const lope_point half = lope_point_make(by, by, by);
    return (lope_bounds){lope_point_sub(p, half), lope_point_add(p, half)};
}

static bool bounds_hold(const lope_bounds *b, lope_point p)
{
    const bool above = p.x >= b->lower.x && p.y >= b->lower.y && p.z >= b->lower.z;
    return above && p.x <= b->upper.x && p.y <= b->upper.y && p.z <= b->upper.z;
}

// Refuses when small bounds were answered with a shape that the wide ones hold, and were not answered with.
static lope_result none_missing_wide(const inspection *of, int moving)
{
    for (size_t i = 0; i < of->other.shape_count; i++) {
        const lope_seen_shape *also = &of->other.shapes[i];
        if (!bounds_hold(&of->def->bounds, also->point) || lope_seen_same(&of->wide[moving], also)) continue;
        return BREACH(of, "gather", "shape %u of body %llu is given for small bounds, but not for wide ones that hold it",
                      (unsigned)also->index, (unsigned long long)also->body);
    }
    return LOPE_OK;
}

// Asks for the parts of the bounds, cut in four along each axis.
static lope_result check_cells(inspection *of, int moving)
{
    const lope_point low = of->def->bounds.lower, size = lope_point_scale(lope_point_sub(of->def->bounds.upper, low), 0.25);
    for (int i = 0; i < 64; i++) {
        const lope_point at = {low.x + size.x * (i & 3), low.y + size.y * (i >> 2 & 3), low.z + size.z * (i >> 4)};
        const lope_bounds cell = {at, lope_point_add(at, size)};
        TRY(ask(of, &of->other, &cell, everything, moving));
        TRY(none_missing_wide(of, moving));
    }
    return LOPE_OK;
}

// Asks for what is at a point of one shape.
static lope_result check_at(inspection *of, const lope_seen_shape *shape, int moving)
{
    static const double sizes[] = {1e-3, 0.05, 0.5, 2.0};
    of->random = of->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407); // Knuth's
    const lope_bounds small = about(shape->point, sizes[of->random >> 62]);
    TRY(ask(of, &of->other, &small, everything, moving));
    if (!lope_seen_same(&of->other, shape))
        return BREACH(of, "gather", "shape %u of body %llu is not given for bounds about its point (%g, %g, %g)",
                      (unsigned)shape->index, (unsigned long long)shape->body, shape->point.x, shape->point.y, shape->point.z);
    return none_missing_wide(of, moving);
}

// Asks for the places of shapes, evenly chosen.
static lope_result check_places(inspection *of, int moving)
{
    const size_t count = of->wide[moving].shape_count, samples = of->def->samples ? of->def->samples : SAMPLES;
    const size_t step = count > samples ? count / samples : 1;
    for (size_t i = 0; i < count; i += step) TRY(check_at(of, &of->wide[moving].shapes[i], moving));
    return LOPE_OK;
}

// Asks for each channel alone, and with each of some bodies ignored.
static lope_result check_filter(inspection *of, int moving)
{
    const lope_seen *wide = &of->wide[moving];
    uint32_t used = 0;
    for (size_t i = 0; i < wide->body_count; i++) used |= wide->bodies[i].channels;
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        if (!(used & bit)) continue;
        TRY(ask(of, &of->other, &of->def->bounds, (lope_filter){bit, LOPE_BODY_NONE}, moving));
        TRY(none_missing(of, wide, &of->other, bit, LOPE_BODY_NONE, "when one of its channels is asked for alone"));
    }
    for (size_t i = 0; i < wide->body_count && i < IGNORED; i++) {
        const uint64_t ignored = wide->bodies[i].id;
        TRY(ask(of, &of->other, &of->def->bounds, (lope_filter){UINT32_MAX, ignored}, moving));
        TRY(none_missing(of, wide, &of->other, UINT32_MAX, ignored, "when another body is ignored"));
    }
    return LOPE_OK;
}

// Compares what the callback `channels` says with the bodies of one kind.
static lope_result check_channels(const inspection *of, int moving)
{
    if (!of->asked->channels) return LOPE_OK;
    const lope_seen *wide = &of->wide[moving];
    const uint32_t said = of->asked->channels(of->asked->context, moving ? LOPE_MOVING : LOPE_STATIC);
    for (size_t i = 0; i < wide->body_count; i++)
        if ((wide->bodies[i].channels & ~said) != 0 && wide->bodies[i].moving == (moving != 0))
            return BREACH(of, "channels", "leaves out channels 0x%x of body %llu for %s",
                          (unsigned)(wide->bodies[i].channels & ~said), (unsigned long long)wide->bodies[i].id,
                          kind_name(moving));
    return LOPE_OK;
}

// Asks the callback `body` for each body of one kind.
static lope_result check_lookup(const inspection *of, int moving)
{
    const lope_seen *wide = &of->wide[moving];
    for (size_t i = 0; of->asked->body && i < wide->body_count; i++) {
        lope_sink_body told = {0};
        const unsigned long long id = wide->bodies[i].id;
        if (!of->asked->body(of->asked->context, wide->bodies[i].id, &told))
            return BREACH(of, "body", "does not know body %llu, which gather gives", id);
        if (!is_told_alike(&told, &wide->bodies[i])) return BREACH(of, "body", "tells of body %llu otherwise than gather", id);
    }
    return LOPE_OK;
}

// Asks for the clearance at one place, and for what moves within it.
static lope_result check_room_at(inspection *of, lope_point place)
{
    const lope_bounds asked = about(place, 0.5);
    const double room = of->asked->room(of->asked->context, &asked, everything, FAR);
    if (!(room >= 0 && room <= FAR)) return BREACH(of, "room", "is %g m, must be from 0 to the %g m asked for", room, FAR);
    if (room < 2e-6) return LOPE_OK;                                        // it promises nothing
    const lope_bounds clear = about(place, 0.5 + room * (1 - 1e-6) - 1e-6); // what touches is no breach
    TRY(ask(of, &of->other, &clear, everything, 1));
    for (size_t i = 0; i < of->other.shape_count; i++)
        if (bounds_hold(&clear, of->other.shapes[i].point))
            return BREACH(of, "room", "promises %g m about (%g, %g, %g), where body %llu is", room, place.x, place.y, place.z,
                          (unsigned long long)of->other.shapes[i].body);
    return LOPE_OK;
}

// Asks for the clearance about what moves: at 0, 1, ... 9 m from it.
static lope_result check_room(inspection *of)
{
    const lope_seen *wide = &of->wide[1];
    for (size_t i = 0; of->asked->room && i < wide->shape_count && i < SAMPLES; i++) {
        lope_point place = wide->shapes[i].point;
        place.x += (double)(i % 10);
        TRY(check_room_at(of, place));
    }
    return LOPE_OK;
}

static lope_result check_kind(inspection *of, int moving)
{
    TRY(check_ids(of, moving));
    TRY(check_again(of, moving));
    TRY(check_cells(of, moving));
    TRY(check_places(of, moving));
    TRY(check_filter(of, moving));
    TRY(check_channels(of, moving));
    return check_lookup(of, moving);
}

// Asks for all that is wide, then for the rest.
static lope_result inspect(inspection *of)
{
    const lope_surroundings *asked = of->asked;
    const uint64_t revision = asked->static_revision ? asked->static_revision(asked->context) : 0;
    for (int moving = 0; moving < 2; moving++) TRY(ask(of, &of->wide[moving], &of->def->bounds, everything, moving));
    if (of->wide[0].shape_count + of->wide[1].shape_count == 0)
        return lope_refuse(of->def->error, LOPE_ERROR_EMPTY, "bounds",
                           "no shape was given for them: choose some with shapes in them");
    for (int moving = 0; moving < 2; moving++) TRY(check_kind(of, moving));
    TRY(check_room(of));
    if (asked->static_revision && asked->static_revision(asked->context) != revision)
        return BREACH(of, "static_revision", "changes though nothing was changed");
    return LOPE_OK;
}

// Checks what was handed in.
static lope_result check_call(const lope_surroundings *asked, const lope_surroundings_check_def *def)
{
    if (!def) return LOPE_ERROR_NULL;
    if (!asked || !asked->gather)
        return lope_refuse(def->error, LOPE_ERROR_NULL, "gather", "surroundings with a gather are required");
    if (!asked->moved != !asked->room)
        return lope_refuse(def->error, LOPE_ERROR_NULL, asked->moved ? "room" : "moved",
                           "moved and room are given both, or neither");
    const lope_bounds *b = &def->bounds;
    if (!lope_finite_point(b->lower) || !lope_finite_point(b->upper))
        return lope_refuse(def->error, LOPE_ERROR_NOT_FINITE, "bounds", "must be finite");
    if (b->lower.x <= b->upper.x && b->lower.y <= b->upper.y && b->lower.z <= b->upper.z) return LOPE_OK;
    return lope_refuse(def->error, LOPE_ERROR_RANGE, "bounds", "lower must not be above upper");
}

lope_result lope_surroundings_check(const lope_surroundings *surroundings, const lope_surroundings_check_def *def,
                                    lope_surroundings_seen *seen)
{
    TRY(check_call(surroundings, def));
    inspection of = {.asked = surroundings, .def = def, .random = def->seed};
    of.allocator = lope_allocator_or_default(def->allocator);
    of.wide[0].allocator = of.wide[1].allocator = of.other.allocator = &of.allocator;
    const lope_result result = inspect(&of);
    if (seen)
        *seen = (lope_surroundings_seen){.static_bodies = (uint32_t)of.wide[0].body_count,
                                         .moving_bodies = (uint32_t)of.wide[1].body_count,
                                         .shapes = (uint32_t)(of.wide[0].shape_count + of.wide[1].shape_count),
                                         .gathers = of.gathers};
    lope_seen_free(&of.wide[0]);
    lope_seen_free(&of.wide[1]);
    lope_seen_free(&of.other);
    return result;
}
