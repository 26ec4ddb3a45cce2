// step_barrier.c - see step_barrier.h.
//
// However far it is raised, the points of the core between its raised lower end and its upper end at rest stay in it. A ball about the lowest of
// them that meets the inside of a face, or squarely an edge of it, stops the whole capsule there, or sooner.
#include "motion/step/step_barrier.h"
#include "motion/query/shortlist.h"
#include "shape/kernels.h"

#define UPRIGHT 1e-6 // rise of a normal: over its length the core is as far from such a face, but for micrometres
#define FACING 0.01  // least cosine between the way and straight into the face: far more than a cast lets pass as grazing
#define SQUARELY 0.1 // the same of an edge: where the capsule meets it sooner it does not graze it
#define IN_FRONT 0.5 // of the radius, that the face is at least away from the core's middle: behind it nothing is met
#define WITHIN 1e-9  // m, that the ball's contact lies within the face's edges
#define SOONER 1e-6  // m, by which it must be met sooner than asked: more than the rounding of a cast

// A ball that goes along a level unit direction, `off` from home.
typedef struct lope_barrier_ball {
    lope_sphere sphere;
    lope_point off, direction;
    double way; // m
} lope_barrier_ball;

// Whether the ball is in front of an upright neighbour and meets its plane on its way; *gone is how far (m) it is then.
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

static bool bars_by_face(const lope_space *space, const lope_shortlist_entry *neighbor, const lope_barrier_ball *ball)
{
    lope_d4 at, along;
    double gone;
    if (!comes_to(space, neighbor, ball, &at, &along, &gone)) return false;
    lope_d4 there = lope_d4_add(at, lope_d4_mul(along, lope_d4_splat(gone)));
    return (lope_d4_greater_bits(there, lope_d4_splat(-WITHIN)) & 0xeu) == 0;
}

static bool bars_by_edge(const lope_space *space, const lope_shortlist_entry *neighbor, const lope_barrier_ball *ball)
{
    double beyond[4], passing[4], gone;
    lope_d4 at, along;
    if (!comes_to(space, neighbor, ball, &at, &along, &gone)) return false;
    if (lope_d4_greater_bits(at, lope_d4_splat(space->radius + ball->way)) & 0xeu) return false; // it comes to none
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
