// convex_depth.c - how deep two convex shapes overlap: the least distance from zero to the surface of their
// difference.
//
// A polytope inside the set grows toward its surface. The face nearest to zero is pushed out to the set's
// farthest point along its normal, until it lies in the surface: then it is the nearest part of all of it.
// Distances are signed, so zero need not be inside the first polytope; a face's own farthest point behind
// zero proves that the shapes are apart. After G. van den Bergen, "Proximity Queries and Penetration Depth
// Computation on 3D Game Objects", GDC 2001 (expanding polytope).
// Read next: convex.h.
#include "convex_depth.h"
#include "segment.h"

enum { VERTICES = 128, FACES = 2 * VERTICES, OPEN_EDGES = FACES };

typedef struct lope_face_of_set {
    uint16_t v[3]; // counter-clockwise seen from outside
    bool gone;
    lope_point normal; // unit, outward
    double distance;   // of its plane from zero, along the normal
} lope_face_of_set;

typedef struct lope_polytope {
    const lope_convex *a, *b;
    double size;
    lope_difference vertex[VERTICES];
    lope_face_of_set face[FACES];
    uint32_t vertices, faces;
    uint16_t edge[OPEN_EDGES][2];
    uint32_t edges;
} lope_polytope;

// False: no room, or a face without area.
static bool add_face(lope_polytope *p, uint16_t i, uint16_t j, uint16_t k)
{
    lope_point a = p->vertex[i].at, b = p->vertex[j].at, c = p->vertex[k].at;
    lope_point normal = lope_point_cross(lope_point_sub(b, a), lope_point_sub(c, a));
    double length = lope_point_length(normal);
    uint32_t at = 0;
    while (at < p->faces && !p->face[at].gone) at++;
    if (at == FACES || !(length > 1e-20 * p->size * p->size)) return false;
    if (at == p->faces) p->faces++;
    lope_face_of_set *face = &p->face[at];
    *face = (lope_face_of_set){{i, j, k}, false, lope_point_scale(normal, 1.0 / length), 0};
    face->distance = lope_point_dot(face->normal, a);
    return true;
}

static double over_face(const lope_polytope *p, const lope_face_of_set *face, lope_point at)
{
    return lope_point_dot(face->normal, lope_point_sub(at, p->vertex[face->v[0]].at));
}

// The vertex among the supports along both ways of a direction that is farther from a point or plane: the
// better start.
static bool farther(lope_polytope *p, lope_point direction, lope_point from, double least)
{
    lope_difference one = lope_difference_support(p->a, p->b, direction);
    lope_difference two = lope_difference_support(p->a, p->b, lope_point_scale(direction, -1.0));
    double ahead = lope_point_dot(lope_point_sub(one.at, from), direction);
    double behind = lope_point_dot(lope_point_sub(from, two.at), direction);
    if (!(ahead > least || behind > least)) return false;
    p->vertex[p->vertices++] = ahead >= behind ? one : two;
    return true;
}

// Four vertices of the set with a volume. False: it has none.
static bool begin_tetrahedron(lope_polytope *p)
{
    lope_point x = {1, 0, 0}, y = {0, 1, 0};
    double least = 1e-9 * p->size;
    p->vertices = p->faces = 0;
    p->vertex[p->vertices++] = lope_difference_support(p->a, p->b, x);
    lope_point from = p->vertex[0].at;
    if (!farther(p, x, from, least) && !farther(p, y, from, least) && !farther(p, lope_point_make(0, 0, 1), from, least))
        return false;
    lope_point line = lope_point_sub(p->vertex[1].at, from);
    lope_point side = lope_point_perpendicular(line);
    if (!farther(p, side, from, least) && !farther(p, lope_point_unit(lope_point_cross(line, side), y), from, least))
        return false;
    lope_point normal = lope_point_cross(line, lope_point_sub(p->vertex[2].at, from));
    if (!farther(p, lope_point_unit(normal, y), from, least)) return false;
    bool above = lope_point_dot(normal, lope_point_sub(p->vertex[3].at, from)) > 0;
    uint16_t i = above ? 1 : 0, j = above ? 0 : 1;
    return add_face(p, i, j, 2) && add_face(p, j, i, 3) && add_face(p, i, 2, 3) && add_face(p, 2, j, 3);
}

// Notes an edge of what is taken away; one that is there already, the other way round, lies inside it.
static void open_edge(lope_polytope *p, uint16_t from, uint16_t to)
{
    for (uint32_t i = 0; i < p->edges; i++) {
        if (p->edge[i][0] != to || p->edge[i][1] != from) continue;
        --p->edges;
        p->edge[i][0] = p->edge[p->edges][0];
        p->edge[i][1] = p->edge[p->edges][1];
        return;
    }
    if (p->edges == OPEN_EDGES) return;
    p->edge[p->edges][0] = from;
    p->edge[p->edges++][1] = to;
}

// Takes away the faces that the vertex is in front of or level with, and closes the hole with faces to it.
// A face that is level would else share a plane with an edge of the hole and the vertex. The face made of
// those two would have no area. False: it cannot go on.
static bool expand(lope_polytope *p, lope_face_of_set *nearest, const lope_difference *out)
{
    if (p->vertices == VERTICES) return false;
    uint16_t vertex = (uint16_t)p->vertices;
    p->vertex[p->vertices++] = *out;
    p->edges = 0;
    for (uint32_t i = 0; i < p->faces; i++) {
        lope_face_of_set *face = &p->face[i];
        if (face->gone || (face != nearest && !(over_face(p, face, out->at) > -1e-12 * p->size))) continue;
        face->gone = true;
        open_edge(p, face->v[0], face->v[1]);
        open_edge(p, face->v[1], face->v[2]);
        open_edge(p, face->v[2], face->v[0]);
    }
    for (uint32_t i = 0; i < p->edges; i++)
        if (!add_face(p, p->edge[i][0], p->edge[i][1], vertex)) return false;
    return p->edges > 0;
}

static lope_face_of_set *nearest_face(lope_polytope *p)
{
    lope_face_of_set *best = NULL;
    for (uint32_t i = 0; i < p->faces; i++)
        if (!p->face[i].gone && (!best || p->face[i].distance < best->distance)) best = &p->face[i];
    return best;
}

// The point of a face nearest to zero, as its corners' parts; those give the points on both shapes.
static void tell(const lope_polytope *p, const lope_face_of_set *face, double reach, lope_separation *apart)
{
    const lope_difference *v[3] = {&p->vertex[face->v[0]], &p->vertex[face->v[1]], &p->vertex[face->v[2]]};
    lope_triangle triangle = {{v[0]->at, v[1]->at, v[2]->at}};
    lope_point q = lope_closest_on_triangle(lope_point_scale(face->normal, face->distance), &triangle);
    lope_point e = lope_point_sub(v[1]->at, v[0]->at), f = lope_point_sub(v[2]->at, v[0]->at), r = lope_point_sub(q, v[0]->at);
    lope_point n = lope_point_cross(e, f);
    double nn = lope_point_dot(n, n);
    double s = lope_clamp01(lope_point_dot(lope_point_cross(r, f), n) / nn);
    double t = lope_clamp01(lope_point_dot(lope_point_cross(e, r), n) / nn);
    apart->point = lope_point_mad(lope_point_scale(v[0]->on_b, 1.0 - s - t), v[1]->on_b, s);
    apart->point = lope_point_mad(apart->point, v[2]->on_b, t);
    apart->on_axis = lope_point_mad(lope_point_scale(v[0]->on_a, 1.0 - s - t), v[1]->on_a, s);
    apart->on_axis = lope_point_mad(apart->on_axis, v[2]->on_a, t);
    apart->normal = face->normal;
    apart->distance = -reach;
}

bool lope_convex_overlap(const lope_convex *a, const lope_convex *b, double touch, lope_separation *apart)
{
    lope_polytope p; // not cleared: only what is counted is read
    p.a = a;
    p.b = b;
    p.size = lope_convex_size(a) + lope_convex_size(b);
    double least = 1e300;
    if (!begin_tetrahedron(&p)) return false;
    for (;;) {
        lope_face_of_set *face = nearest_face(&p);
        if (!face) break;
        lope_difference out = lope_difference_support(a, b, face->normal);
        double reach = lope_point_dot(out.at, face->normal);
        if (reach < -touch) return false;
        // Told before the face is taken away. Moving by `reach` along the normal parts the shapes for
        // certain, so the least one counts.
        if (reach < least) tell(&p, face, reach, apart);
        least = reach < least ? reach : least;
        if (least - face->distance <= 1e-10 * p.size || !expand(&p, face, &out)) break;
    }
    return least < 1e300;
}
