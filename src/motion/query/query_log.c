// query_log.c - writes the queries of a recorded tick into its log, and the verdicts on them.
//
// Data: lope_tick_log (gather_log.h); its arrays are the recorder's. Read next: src/record/recorder.c.
#include "motion/query/query_log.h"

// Adds a query. Returns NULL when there is no room; then it is counted as dropped.
static lope_query *add(const lope_space *space, lope_query_kind kind, lope_point from, lope_point motion, const lope_contact *hit)
{
    lope_tick_log *log = space->log;
    log->last = LOPE_LOG_NONE;
    if (log->count == log->capacity) {
        log->dropped++;
        return NULL;
    }
    log->last = log->count++;
    lope_query *query = &log->queries[log->last];
    *query = (lope_query){.purpose = space->purpose,
                          .kind = (uint8_t)kind,
                          .time = (float)((log->began ? *log->began : 0) + *log->now),
                          .fraction = 1.0f,
                          .from = lope_point_to_vec3(lope_point_sub(from, log->start)),
                          .motion = lope_point_to_vec3(motion),
                          .body = LOPE_BODY_NONE};
    lope_log_choose(log, log->last, hit);
    return query;
}

void lope_log_choose(lope_tick_log *log, uint32_t query, const lope_contact *hit)
{
    if (query >= log->count || !hit) return;
    lope_query *one = &log->queries[query];
    one->hit = 1;
    one->verdict = LOPE_VERDICT_USED;
    one->fraction = (float)hit->fraction;
    one->point = lope_point_to_vec3(lope_point_sub(hit->point, log->start));
    one->normal = lope_point_to_vec3(hit->normal);
    one->body = hit->body;
    one->triangle = hit->index;
    one->walkable = hit->walkable;
}

// Writes a query's capsule. query may be NULL.
static void put_capsule(lope_query *query, double radius, double height)
{
    if (!query) return;
    query->radius = (float)radius;
    query->height = (float)height;
}

void lope_log_sweep(const lope_space *space, lope_point feet, lope_point motion, const lope_contact *hit)
{
    put_capsule(add(space, LOPE_QUERY_SWEEP, feet, motion, hit), space->radius, space->height);
}

void lope_log_overlap(const lope_space *space, lope_point feet, double reach, const lope_contact *hit)
{
    lope_point still = {0, 0, 0};
    put_capsule(add(space, LOPE_QUERY_OVERLAP, feet, still, hit), space->radius + reach, space->height + 2 * reach);
}

void lope_log_line(const lope_space *space, lope_point from, lope_point motion, const lope_contact *hit)
{
    add(space, LOPE_QUERY_LINE, from, motion, hit);
}

void lope_log_rim(const lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *hit)
{
    lope_point from = lope_point_mad(feet, space->up, lowest), motion = lope_point_scale(space->up, raise - lowest);
    lope_query *query = add(space, LOPE_QUERY_OVERLAP, from, motion, hit);
    put_capsule(query, space->support_radius, 0);
    if (query) query->purpose = LOPE_QUERY_RIM;
}

void lope_log_judge(lope_tick_log *log, uint32_t query, lope_query_verdict verdict)
{
    if (query < log->count) log->queries[query].verdict = (uint8_t)verdict;
}

void lope_log_rim_support(lope_tick_log *log, bool walkable)
{
    if (walkable) lope_log_judge(log, log->floor, LOPE_VERDICT_LESSER);
    log->floor = log->last;
}

void lope_log_floor(const lope_space *space, lope_point feet, const lope_contact *floor, bool walkable)
{
    uint32_t query = space->log->count;
    while (query > 0 && space->log->queries[query - 1].kind != LOPE_QUERY_SWEEP) query--;
    space->log->floor = --query; // LOPE_LOG_NONE when there is none
    if (!floor) return;
    lope_log_choose(space->log, query, floor);
    if (walkable) return;
    double beside = lope_point_length(lope_flat(space, lope_point_sub(floor->point, feet)));
    bool far = floor->walkable && !floor->smooth && beside > space->support_radius;
    lope_log_judge(space->log, query, far ? LOPE_VERDICT_TOO_FAR : LOPE_VERDICT_NOT_WALKABLE);
}

void lope_log_probes(const lope_space *space, uint32_t first)
{
    if (!space->log) return;
    for (uint32_t i = first; i < space->log->count; i++) space->log->queries[i].verdict = LOPE_VERDICT_PROBE;
}

const char *lope_query_purpose_name(uint32_t purpose)
{
    static const char *const names[LOPE_QUERY_PURPOSE_COUNT] = {"move",        "slide",   "press",        "floor",
                                                                "rim",         "step up", "step forward", "step down",
                                                                "depenetrate", "fall",    "land",         "head-room"};
    return purpose < LOPE_QUERY_PURPOSE_COUNT ? names[purpose] : "?";
}

const char *lope_query_verdict_name(uint32_t verdict)
{
    static const char *const names[LOPE_VERDICT_COUNT] = {"clear",        "used",    "ramp",  "too high", "no room",
                                                          "not walkable", "too far", "probe", "lesser"};
    return verdict < LOPE_VERDICT_COUNT ? names[verdict] : "?";
}

const char *lope_term_name(uint32_t term)
{
    static const char *const names[LOPE_TERM_COUNT] = {"request",  "force",   "gravity", "jump", "input",
                                                       "friction", "braking", "base",    "clip", "layer"};
    return term < LOPE_TERM_COUNT ? names[term] : "?";
}
