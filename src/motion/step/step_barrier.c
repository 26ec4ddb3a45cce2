// step_barrier.c - one ball for all heights of a raised capsule. See step_barrier.h.
//
// Rule: however far the capsule is raised, part of its core stays in place: from its raised lower end to
// its upper end at rest. A ball around the lowest point of that part is in the capsule at every height. So
// it stops the whole capsule where it meets the inside of an upright face, or squarely an edge.
// Read next: step_up.c.
#include "motion/step/step_barrier.h"
#include "motion/query/shortlist.h"
#include "shape/kernels.h"

// rise of a normal: all of the core is equally far from such a face, but for micrometres
#define UPRIGHT 1e-6
// least cosine between the direction and straight into the face: far above what a sweep lets graze
#define FACING 0.01
#define SQUARELY 0.1 // the same for an edge: a capsule that meets it sooner does not graze it
// of the radius: the face is at least so far before the core's middle; behind it nothing is met
#define IN_FRONT 0.5
#define WITHIN 1e-9 // m: the ball's contact is within the face's edges by this much
// m: the ball must meet it sooner than asked by this, which is more than the rounding of a sweep
#define SOONER 1e-6

// A ball that moves along a level unit direction.
typedef struct lope_barrier_ball {
    lope_sphere sphere;
    lope_point off, direction; // off: of its centre from home
    double way;                // m
} lope_barrier_ball;

// Returns true when the ball is in front of an upright triangle and meets its plane on its way. *gone: m of
// the way to there. *at, *along: the ball's place over the triangle's planes (m), and what 1 m of way adds.
static bool comes_to(const lope_space *space, const lope_shortlist_entry *neighbor, const lope_barrier_ball *ball, lope_d4 *at,
                     lope_d4 *along, double *gone)
{
    double rise = neighbor->rise[0];
    if (!neighbor->triangle || !neighbor->met || rise > UPRIGHT || rise < -UPRIGHT) return false;
    const lope_near_planes *planes = &neighbor->triangle->planes;
    *at = lope_d4_add(lope_d4_load(neighbor->home), lope_near_along(planes, ball->off));
    *along = lope_near_along(planes, ball->direction);
    double over = lope_d4_first(*at), approach = -lope_d4_first(*along);
    if (approach < FACING || over < IN_FRONT * space->radius) return false;
    *gone = over > space->radius ? (over - space->radius) / approach : 0;
    return *gone <= ball->way - SOONER * space->unit;
}

// Returns true when the ball meets the inside of an upright face.
static bool bars_by_face(const lope_space *space, const lope_shortlist_entry *neighbor, const lope_barrier_ball *ball)
{
    lope_d4 at, along;
    double gone;
    if (!comes_to(space, neighbor, ball, &at, &along, &gone)) return false;
    lope_d4 there = lope_d4_add(at, lope_d4_mul(along, lope_d4_splat(gone)));
    return (lope_d4_greater_bits(there, lope_d4_splat(-WITHIN)) & 0xeu) == 0;
}

// Returns true when the ball squarely meets an edge of an upright face.
static bool bars_by_edge(const lope_space *space, const lope_shortlist_entry *neighbor, const lope_barrier_ball *ball)
{
    double beyond[4], passing[4], gone;
    lope_d4 at, along;
    if (!comes_to(space, neighbor, ball, &at, &along, &gone)) return false;
    // the ball comes to no edge
    if (lope_d4_greater_bits(at, lope_d4_splat(space->radius + ball->way)) & 0xeu) return false;
    lope_d4_store(beyond, at);
    lope_d4_store(passing, lope_d4_mul(along, lope_d4_splat(ball->way)));
    lope_sweep_hit hit;
    const lope_near_triangle *triangle = neighbor->triangle;
    lope_ball_sweep met = lope_sweep_ball_triangle(&ball->sphere, lope_point_scale(ball->direction, ball->way), &triangle->shape,
                                                   lope_near_normal(triangle), beyond + 1, passing + 1, 1.0, &hit);
    return met == LOPE_BALL_HITS && hit.fraction * ball->way < ball->way - SOONER * space->unit &&
           lope_point_dot(hit.normal, ball->direction) < -SQUARELY;
}

bool lope_step_barrier_stands(const lope_space *space, lope_point feet, lope_point direction, double raise, double way)
{
    const lope_shortlist *around = space->around;
    const lope_shortlist_entry *list = around->near_by.list;
    double low = space->radius + raise;
    bool under_way = space->along && space->along->under_way;
    if (!around->listed || under_way || space->planar || low > space->height - space->radius) return false;
    lope_barrier_ball ball = {.direction = direction, .way = way};
    ball.sphere.center = lope_point_mad(feet, space->up, low);
    ball.sphere.radius = space->radius;
    ball.off = lope_point_sub(ball.sphere.center, around->home);
    for (uint32_t i = 0; i < around->near_by.count; i++)
        if (bars_by_face(space, &list[i], &ball)) return true;
    for (uint32_t i = 0; i < around->near_by.count; i++)
        if (bars_by_edge(space, &list[i], &ball)) return true;
    return false;
}
