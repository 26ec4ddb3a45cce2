// one_way.c - see one_way.h.
//
// Where the character was when the tick began decides, so nothing has to be remembered from tick to tick.
// Each face is judged by itself: it holds a character that was above it, which is to say that the shortest
// way from the face to the capsule leads up. A body that the capsule overlapped, or that is to be dropped
// through, is passed as a whole. Faces that do not face up hold nothing.
#include "motion/nearby/one_way.h"
#include "motion/nearby/moving_near.h"
#include "motion/nearby/sink.h"

#define RISE 0.1   // cosine: faces up to 6 degrees from upright hold nothing
#define ABOVE 1e-3 // cosine of the shortest way: less is beside

// What is judged: the capsule, as the tick began, in the frame of the nearby.
typedef struct judge {
    lope_capsule capsule;
    lope_point up;
    double unit; // world units in a metre
} judge;

static bool is_passed(const lope_near_self *self, uint64_t body)
{
    for (uint32_t i = 0; i < self->passed_count; i++)
        if (self->passed[i] == body) return true;
    return false;
}

// Remembers a body for the rest of the tick. Where there are too many, later gathers judge anew.
static void pass(lope_near_self *self, uint64_t body)
{
    if (self->passed_count < LOPE_PASSED && !is_passed(self, body)) self->passed[self->passed_count++] = body;
}

// True when a shape holds a character that stands or comes down on it. *overlaps: the capsule was inside.
static bool holds(const judge *by, const lope_shape *shape, bool *overlaps)
{
    const lope_separation apart = lope_capsule_separation(&by->capsule, shape);
    *overlaps = apart.distance < -LOPE_ONE_WAY_TOUCH * by->unit;
    return !*overlaps && lope_point_dot(apart.normal, by->up) > ABOVE;
}

// True for a face that looks up; a sheet that is met from both sides does either way.
static bool looks_up(const judge *by, const lope_near_triangle *t)
{
    return t->two_sided || lope_point_dot(lope_near_normal(t), by->up) > RISE;
}

// Passes the bodies that the capsule overlapped, and takes out all single faces that do not hold it. A face
// that is kept may belong to a body that is found to be passed later.
static void judge_faces(lope_nearby *nearby, const judge *by)
{
    lope_near_set *set = &nearby->sets[1];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->triangle_count; i++) {
        const lope_near_triangle *t = &set->triangles[i];
        const lope_sink_body *body = &set->bodies[t->body];
        bool overlaps = false;
        if (body->surface.one_way) {
            const lope_shape shape = lope_triangle_at_start(nearby, body, t);
            const bool held = holds(by, &shape, &overlaps);
            if (overlaps) pass(nearby->self, body->id);
            if (!held || !looks_up(by, t)) continue;
        }
        if (kept != i) set->triangles[kept] = *t;
        kept++;
    }
    set->triangle_count = kept;
}

// The same for spheres, capsules and cylinders.
static void judge_rounds(lope_nearby *nearby, const judge *by)
{
    lope_near_set *set = &nearby->sets[1];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->round_count; i++) {
        const lope_near_round *round = &set->rounds[i];
        const lope_sink_body *body = &set->bodies[round->body];
        bool overlaps = false;
        if (body->surface.one_way) {
            const lope_shape shape = lope_round_at_start(nearby, body, round);
            const bool held = holds(by, &shape, &overlaps);
            if (overlaps) pass(nearby->self, body->id);
            if (!held) continue;
        }
        if (kept != i) set->rounds[kept] = *round;
        kept++;
    }
    set->round_count = kept;
}

// Takes out what is left of bodies that are passed.
static void leave_out_passed(lope_nearby *nearby)
{
    lope_near_set *set = &nearby->sets[1];
    uint32_t triangles = 0, rounds = 0;
    if (nearby->self->passed_count == 0) return;
    for (uint32_t i = 0; i < set->triangle_count; i++)
        if (!is_passed(nearby->self, set->bodies[set->triangles[i].body].id)) set->triangles[triangles++] = set->triangles[i];
    for (uint32_t i = 0; i < set->round_count; i++)
        if (!is_passed(nearby->self, set->bodies[set->rounds[i].body].id)) set->rounds[rounds++] = set->rounds[i];
    set->triangle_count = triangles;
    set->round_count = rounds;
}

// Passes the floor of a character that is to drop through it, when that is a one-way body.
static void drop(lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[1];
    lope_near_self *self = nearby->self;
    const uint64_t floor = self->state->floor.body;
    if (!(self->asked & LOPE_REQUEST_DROP)) return;
    for (uint32_t i = 0; i < set->body_count; i++) {
        if (set->bodies[i].id != floor || !set->bodies[i].surface.one_way) continue;
        pass(self, floor);
        self->asked &= ~LOPE_REQUEST_DROP;
    }
}

// Returns the capsule as the tick began, in the frame of the nearby.
static judge judge_of(const lope_nearby *nearby)
{
    const lope_state *state = nearby->self->state;
    const double radius = (double)state->radius, height = (double)state->height;
    const lope_point feet = lope_point_sub(state->feet, nearby->origin), up = lope_vec3_to_point(state->up);
    return (judge){.capsule = {lope_point_mad(feet, up, radius), lope_point_mad(feet, up, height - radius), radius},
                   .up = up,
                   .unit = nearby->unit};
}

void lope_one_way_leave_out(lope_nearby *nearby)
{
    if (nearby->looks || !nearby->self->state) return;
    const judge by = judge_of(nearby);
    drop(nearby);
    judge_faces(nearby, &by);
    judge_rounds(nearby, &by);
    leave_out_passed(nearby);
}
