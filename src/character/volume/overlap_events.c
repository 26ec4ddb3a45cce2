// overlap_events.c - what the character and its sensors overlap, and when that began and ended.
//
// The tick's way is kept as a line with corners (lope_trail). Each zone is asked on which part of that line
// the shape is in it, so nothing is too thin to be noticed. A pair is a body and a shape of the character:
// the capsule, or a sensor. It is told at most once each way in a tick: entered, left, or entered and then
// left. A pair that left and came back has stayed. The events are sorted among the others by time. At the
// same instant they come after the others, hits for example.
//
// Data: overlaps, overlap_parts and overlap_count of the state; tick->trail. Read next:
// motion/moving/overlap_zones.h.
#include "character/volume/overlap_events.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "motion/moving/overlap_zones.h"

#include <string.h>

#define PASSES 24 // pairs that may change in one tick; more are counted as dropped
// The parts of a character: 0 is the capsule, 1 + i is sensor i.
#define PARTS (1 + LOPE_SENSORS)

// A pair of a body and a part of the character, in one tick.
typedef struct lope_pass {
    uint64_t body;
    uint32_t part;
    bool was, is, met;   // at the tick's start, at its end, at any time within it
    double enter, leave; // s into the tick
} lope_pass;

// All pairs of a tick.
typedef struct lope_passes {
    lope_pass list[PASSES];
    uint32_t count;
} lope_passes;

uint32_t lope_zone_channels(const lope_tick *tick)
{
    uint32_t channels = tick->state.overlap_channels;
    for (uint32_t i = 0; i < tick->moveset->sensor_count; i++) channels |= tick->moveset->sensors[i].channels;
    return channels;
}

void lope_trail_add(lope_tick *tick)
{
    lope_trail *trail = &tick->trail;
    uint32_t i = trail->count < LOPE_TRAIL ? trail->count++ : LOPE_TRAIL - 1;
    trail->at[i] = tick->feet;
    trail->time[i] = tick->now;
}

// Returns a part of the character with the feet at `feet` (local). A sensor's frame: x right, y up, z back
// of the facing.
static lope_capsule shape_of(const lope_tick *tick, uint32_t part, lope_point feet)
{
    if (part == 0) return lope_space_capsule(&tick->space, feet);
    const lope_sensor *sensor = &tick->moveset->sensors[part - 1];
    lope_point up = tick->space.up, ahead = lope_vec3_to_point(tick->state.forward);
    lope_point aside = lope_point_cross(up, ahead);
    double cosine = (double)lope_cos(tick->state.yaw), sine = (double)lope_sin(tick->state.yaw);
    lope_point front = lope_point_mad(lope_point_scale(ahead, cosine), aside, sine), right = lope_point_cross(front, up);
    lope_point ends[2];
    for (int i = 0; i < 2; i++) {
        lope_vec3 own = i ? sensor->b : sensor->a;
        ends[i] = lope_point_mad(lope_point_mad(feet, right, (double)own.x), up, (double)own.y);
        ends[i] = lope_point_mad(ends[i], front, -(double)own.z);
    }
    return (lope_capsule){ends[0], ends[1], (double)sensor->radius};
}

// Returns the channels of the bodies that a part may overlap.
static uint32_t channels_of(const lope_tick *tick, uint32_t part)
{
    return part ? tick->moveset->sensors[part - 1].channels : tick->state.overlap_channels;
}

// True when that part overlapped the body at the last tick's end.
static bool was_in(const lope_tick *tick, uint64_t body, uint32_t part)
{
    const lope_state *state = &tick->state;
    for (uint32_t i = 0; lope_has_page(&tick->state, LOPE_PAGE_OVERLAPS) && i < state->overlap_count; i++)
        if (state->overlaps[i] == body) return state->overlap_parts[i] >> part & 1u;
    return false;
}

// Returns the pair's entry, a new one if needed. NULL, and counted as dropped, when the list is full.
static lope_pass *pass_of(lope_tick *tick, lope_passes *passes, uint64_t body, uint32_t part)
{
    for (uint32_t i = 0; i < passes->count; i++)
        if (passes->list[i].body == body && passes->list[i].part == part) return &passes->list[i];
    if (passes->count == PASSES) {
        tick->report->overlaps_dropped++;
        return NULL;
    }
    lope_pass *pass = &passes->list[passes->count++];
    *pass = (lope_pass){.body = body, .part = part, .was = was_in(tick, body, part)};
    return pass;
}

// Finds where one part overlaps one zone along the trail. A pair that overlaps goes on while it touches. A
// new pair has to be deeper than a touch: so at rest on a zone's rim nothing flickers.
static void pass_zone(lope_tick *tick, const lope_zone *zone, uint32_t part, lope_passes *passes)
{
    const lope_trail *trail = &tick->trail;
    bool was = was_in(tick, zone->body->id, part), is = false, met = false;
    double first = 0, last = 0, enter, leave, skin = was ? 0 : 2 * LOPE_SKIN * tick->space.unit;
    uint32_t pieces = trail->count > 1 ? trail->count - 1 : 1;
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t next = i + 1 < trail->count ? i + 1 : i;
        lope_capsule shape = shape_of(tick, part, trail->at[i]);
        if (shape.radius > 2 * skin) shape.radius -= skin;
        lope_point motion = lope_point_sub(trail->at[next], trail->at[i]);
        double from = trail->time[i], to = trail->time[next], whole = tick->seconds;
        if (!lope_zone_meets(&tick->space, zone, &shape, motion, from / whole, to / whole, &enter, &leave)) continue;
        if (!met) first = from + (to - from) * enter;
        last = from + (to - from) * leave;
        is = i + 1 == pieces && leave >= 1;
        met = true;
    }
    if (!met) return;
    lope_pass *pass = pass_of(tick, passes, zone->body->id, part);
    if (!pass) return;
    if (!pass->met || first < pass->enter) pass->enter = first;
    if (!pass->met || last > pass->leave) pass->leave = last;
    pass->is |= is;
    pass->met = true;
}

static double lesser(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

// Returns the bounds of both.
static lope_bounds joined(lope_bounds a, lope_bounds b)
{
    return (lope_bounds){{lesser(a.lower.x, b.lower.x), lesser(a.lower.y, b.lower.y), lesser(a.lower.z, b.lower.z)},
                         {larger(a.upper.x, b.upper.x), larger(a.upper.y, b.upper.y), larger(a.upper.z, b.upper.z)}};
}

// Gathers the zones around the trail of all parts. Returns false when that fails.
static bool cover_way(lope_tick *tick)
{
    lope_filter filter = {.channels = lope_zone_channels(tick), .ignore = tick->state.own_body};
    lope_bounds all = {tick->feet, tick->feet};
    for (uint32_t i = 0; i < tick->trail.count; i++)
        for (uint32_t part = 0; part <= tick->moveset->sensor_count; part++) {
            lope_shape shape = {.kind = LOPE_SHAPE_CAPSULE};
            shape.as.capsule = shape_of(tick, part, tick->trail.at[i]);
            all = joined(all, lope_shape_bounds(&shape));
        }
    return lope_zones_cover(&tick->space, filter, &all);
}

// Collects the tick's pairs: those on the trail, and those of the last tick, which may have ended without a
// trace.
static void find_passes(lope_tick *tick, lope_passes *passes)
{
    passes->count = 0;
    if (tick->zoned && cover_way(tick))
        for (lope_zone zone = {0}; lope_zones_next(tick->space.nearby, &zone);)
            for (uint32_t part = 0; part <= tick->moveset->sensor_count; part++)
                if (zone.body->channels == 0 || zone.body->channels & channels_of(tick, part))
                    pass_zone(tick, &zone, part, passes);
    const lope_state *state = &tick->state;
    for (uint32_t i = 0; lope_has_page(&tick->state, LOPE_PAGE_OVERLAPS) && i < state->overlap_count;
         i++) // a body that is gone is left
        for (uint32_t part = 0; part < PARTS; part++)
            if (state->overlap_parts[i] >> part & 1u) pass_of(tick, passes, state->overlaps[i], part);
}

// Adds an event of a pair, `at` s into the tick.
static void put_event(lope_tick *tick, uint32_t kind, const lope_pass *pass, double at)
{
    lope_event *event = lope_tick_event_at(tick, kind, at);
    event->body = pass->body;
    event->from = pass->part;
}

// True when `a` comes before `b`: by time, then by body and part. The order in which the world gave the
// bodies never counts.
static bool earlier(const lope_pass *a, const lope_pass *b)
{
    if (a->enter < b->enter || a->enter > b->enter) return a->enter < b->enter;
    return a->body != b->body ? a->body < b->body : a->part < b->part;
}

// Sorts the pairs by `earlier`, by insertion.
static void sort(lope_passes *passes)
{
    for (uint32_t i = 1; i < passes->count; i++) {
        lope_pass moving = passes->list[i];
        uint32_t k = i;
        for (; k > 0 && earlier(&moving, &passes->list[k - 1]); k--) passes->list[k] = passes->list[k - 1];
        passes->list[k] = moving;
    }
}

// Keeps a pair in the state, sorted by body. Returns false when the state is full.
static bool keep(lope_state *state, uint64_t body, uint32_t part)
{
    uint32_t i = 0;
    while (i < state->overlap_count && state->overlaps[i] < body) i++;
    if (i < state->overlap_count && state->overlaps[i] == body) {
        state->overlap_parts[i] |= 1u << part;
        return true;
    }
    if (state->overlap_count == LOPE_OVERLAPS) return false;
    for (uint32_t k = state->overlap_count++; k > i; k--) {
        state->overlaps[k] = state->overlaps[k - 1];
        state->overlap_parts[k] = state->overlap_parts[k - 1];
    }
    state->overlaps[i] = body;
    state->overlap_parts[i] = 1u << part;
    return true;
}

// Keeps the pairs that overlap at the tick's end. Pairs of the last tick keep their places; of the new
// ones, those that began first get one.
static void keep_all(lope_tick *tick, lope_passes *passes)
{
    lope_state *state = lope_use_overlaps(&tick->state);
    state->overlap_count = 0;
    memset(state->overlaps, 0, sizeof state->overlaps);
    memset(state->overlap_parts, 0, sizeof state->overlap_parts);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < passes->count; i++) {
            lope_pass *one = &passes->list[i];
            if (!one->is || one->was != (pass == 0) || keep(state, one->body, one->part)) continue;
            one->met = false; // no room to remember the pair: it is not told either
            tick->report->overlaps_dropped++;
        }
}

void lope_overlaps_find(lope_tick *tick)
{
    lope_passes passes;
    lope_tick_pass(tick);
    find_passes(tick, &passes);
    if (tick->space.failed || passes.count == 0) return;
    sort(&passes);
    keep_all(tick, &passes);
    for (uint32_t i = 0; i < passes.count; i++) {
        const lope_pass *pass = &passes.list[i];
        if (pass->met && !pass->was) put_event(tick, LOPE_EVENT_ENTER, pass, pass->enter);
        if ((pass->met || pass->was) && !pass->is) put_event(tick, LOPE_EVENT_LEAVE, pass, pass->leave);
    }
}
