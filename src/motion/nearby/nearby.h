// nearby.h - the geometry gathered around one character, and how to ask for it.
//
// Layout: two sets, what is static (kept while the static revision stands) and what moves (asked for every tick). A set has a
// table of bodies, an array of triangles and one of round shapes, each ordered by (body id, index), and beside each array the
// boxes of its members, in blocks of eight short integers, so that one pass over a few blocks finds the candidates of a query.
// Members are in doubles relative to `origin`, the feet snapped to a 16 m grid: a position that depends on the state alone, never on
// when it was gathered, so a cached set gives the bits of a fresh one. A triangle brings its planes along: its own, and those upright
// on its edges, which answer most questions.
//
// Boxes and hulls come apart into one-sided triangles here; spheres, capsules and cylinders stay what they are.
// Read next: broadphase.h, shortlist.h.
#ifndef LOPE_MOTION_NEARBY_NEARBY_H
#define LOPE_MOTION_NEARBY_NEARBY_H

#include <lope/move.h>
#include <lope/shape.h>

typedef struct lope_tick_log lope_tick_log;

#define LOPE_GRID 16.0  // m, of the origin
#ifndef LOPE_GROWTH     // tests build with 0
#define LOPE_GROWTH 0.5 // m, by which the bounds of a static gather exceed what was asked for, at least: most of it ahead
#endif
#define LOPE_GROWTH_MOST 4.0    // m, where little is near: then it serves longer
#define LOPE_MOVING_GROWTH 0.05 // m, the same for what moves, which serves one tick
#define LOPE_BLOCK 8

// Whether a body's surface moves along, as a conveyor's.
static inline bool lope_body_conveys(const lope_sink_body *body)
{
    lope_vec3 v = body->surface.velocity;
    return v.x != 0 || v.y != 0 || v.z != 0;
}

// The planes of a triangle: [0] its own, by the winding; [1] to [3] those upright on its edges, outward. Unit: x a + y b + z c - offset
// is how far the point (a, b, c) lies over one.
typedef struct lope_near_planes {
    double x[4], y[4], z[4], offset[4];
} lope_near_planes;

// Of a triangle's body, what is asked where it holds a walker up: so the table of bodies is not read in usual ticks.
typedef struct lope_near_ground {
    uint64_t id;
    uint32_t material;
    bool by_angle; // it is walkable by the common rule
    bool no_step_up, no_base;
} lope_near_ground;

// In whole cache lines of 64 bytes: two for the planes, which is all that most ticks read of it, and a third for whose ground it is.
typedef struct lope_near_triangle {
    _Alignas(64) lope_near_planes planes;
    lope_near_ground ground;
    uint32_t body;        // in the set's table
    uint32_t index, part; // index: the game's; part: counts the triangles of a box or hull
    bool two_sided;
    uint8_t joined, searched; // bit k, of the edge from corner k: it is known to be no rim; all were looked for (ground_survey.c)
    lope_triangle shape;      // last: whole ground asks for it only at its rims
} lope_near_triangle;

static inline lope_point lope_near_normal(const lope_near_triangle *triangle)
{
    return lope_point_make(triangle->planes.x[0], triangle->planes.y[0], triangle->planes.z[0]);
}

typedef struct lope_near_round {
    lope_shape shape; // sphere, capsule or cylinder
    uint32_t body;
    uint32_t index;
} lope_near_round;

// The boxes of eight members, in steps of the set's grid, rounded outward: enough to leave out what cannot matter, never to decide. A slot
// without a member has lower > upper.
typedef struct lope_near_block {
    int16_t lower[3][LOPE_BLOCK], upper[3][LOPE_BLOCK];
} lope_near_block;

// Of the edge from each corner of eight triangles a mark, made of its two ends, whichever comes first: an edge with another mark is another
// edge.
typedef struct lope_near_edges {
    int16_t mark[3][LOPE_BLOCK];
} lope_near_edges;

#define LOPE_FIRMEST 15u // a character that something keeps where it is; beyond it one that never gives way

// Another character: the plane halfway between the two at the tick's start. Each stays on its side, so in whatever order they move
// they never meet, and each has used at most half of the gap. Of two over one another, one of whom falls, each has as much of the gap as it
// falls toward the other: who comes down on a head that stands has all of it, and is there at the instant.
//
// Two that overlap part. Each goes half of the way, but where one stands firmer (lope_state_firm: something pushes it, or keeps it where it
// is) the other goes all of it: so what pushes one pushes a whole row, and a row against a wall stands. A direction is always there, and for
// each the other's reversed: that of the nearest points, or where the cores meet that of their middles, or by the order of their ids.
typedef struct lope_near_fence {
    lope_point normal;    // unit, toward the character that gathers
    double offset;        // no point of its capsule gets below this along normal
    double gap;           // m, between the two at the tick's start
    double share;         // of the gap, or of the way by which two that overlap part, that is for this one to go
    uint32_t firm;        // of the other
    lope_point point;     // on the other's surface
    uint32_t body, index; // in the moving set's table; the game's
} lope_near_fence;

// What a usual tick reads stands first.
typedef struct lope_near_set {
    uint32_t body_count, triangle_count, round_count, volume_count;
    bool conveys; // one of the bodies does
    lope_sink_body *bodies;
    lope_near_triangle *triangles;
    lope_near_block *triangle_blocks; // behind them the edges of a static set: lope_near_edges_of
    lope_point corner;                // of the blocks' grid
    double steps;                     // of the grid, in a metre
    lope_near_round *rounds;
    lope_near_block *round_blocks;
    uint32_t *order;      // scratch of the sort
    lope_volume *volumes; // of the bodies that have one, in their order
    size_t body_capacity, triangle_capacity, round_capacity, triangle_block_capacity, round_block_capacity, order_capacity;
    size_t volume_capacity;
} lope_near_set;

static inline uint32_t lope_near_blocks(uint32_t members) { return (members + LOPE_BLOCK - 1) / LOPE_BLOCK; }

// For as many blocks as there are of triangles.
static inline lope_near_edges *lope_near_edges_of(const lope_near_set *set)
{
    return (lope_near_edges *)(void *)(set->triangle_blocks + lope_near_blocks(set->triangle_count));
}

#define LOPE_PATCH_TRIANGLES 64 // in the static set, at most, for a patch to be kept
#define LOPE_PATCH_FACES 40     // of them ground that may be met, at most: whole blocks of eight

// What is known of the triangles of the static set, as ground about a place: ground_survey.c. Until when, stands in `holds`.
typedef struct lope_near_patch {
    lope_point home;        // feet that it is known for: of this tick, or of the next one
    double reach;           // m, as lope_ground_survey has it
    double radius, height;  // m, of the capsule that it was looked over for
    double gone;            // m, by which home and reach have changed since the patch was begun
    uint64_t faces, others; // bit i: triangle i is ground in the tick's zone, or near it; is there and is not
    uint64_t stale;         // bit i: what is known of triangle i does not hold any more at home
    bool kept;              // it was begun
    bool foreseen;          // home and stale are those of a tick to come
    uint8_t face_count;     // in its footing
} lope_near_patch;

// Eight faces as seen from above, in floats: the height (m along up over the anchor) at which the centre of the ball rests on the plane, over
// the anchor and by how much lower it is for each metre along two level axes; and how far (m), at least, the point where it touches the plane
// is outside of each edge: along edge_x, edge_z of the ball's place, less edge_offset.
typedef struct lope_near_faces {
    _Alignas(64) float height[8], fall_x[8], fall_z[8];
    float edge_x[3][8], edge_z[3][8], edge_offset[3][8];
} lope_near_faces;

// The faces of a patch: ground_faces.h. In whole cache lines, of which those are touched that hold any.
typedef struct lope_near_footing {
    _Alignas(64) lope_point anchor;    // home, when the patch was begun
    uint8_t entries[LOPE_PATCH_FACES]; // of each face twice its triangle's number, and 1 when it is seen from its back
    lope_near_faces blocks[LOPE_PATCH_FACES / 8];
} lope_near_footing;

// What is near without being in the way: volumes, and whatever else is only overlapped. See overlap_zones.h.
typedef struct lope_near_zones {
    lope_near_set sets[2];             // [0] static, [1] moving; their blocks are not used
    lope_bounds bounds, moving_bounds; // relative to the origin
    lope_point origin;
    const void *context;
    lope_result (*gather)(void *, const lope_bounds *, lope_filter, lope_gather_kind, lope_sink *);
    lope_filter filter;
    uint64_t revision;
} lope_near_zones;

// Who gathers, for the time of a tick.
typedef struct lope_near_self {
    lope_capsule start; // at the tick's start, relative to the origin
    lope_point heading; // m/s, at the tick's start: a gather reaches farther that way
    // of who collides with characters: its id, how firmly it stands, and whether it falls
    uint64_t own;
    uint32_t firm;
    bool falls;
} lope_near_self;

// Thousands of these do not fit into the near caches: what every tick touches stands together, from the origin to the counts of the second
// set, in whole cache lines of 64 bytes, and near the end, behind which the triangles mostly are.
struct lope_nearby {
    lope_allocator allocator;
    lope_near_zones zones;     // only where there are volumes
    lope_near_footing footing; // only where there are more than a few faces

    _Alignas(64) lope_point origin;
    // what the static set was gathered for
    const void *context;
    lope_result (*gather)(void *, const lope_bounds *, lope_filter, lope_gather_kind, lope_sink *);
    lope_filter filter;
    uint64_t revision;

    lope_bounds bounds;   // of the static set, relative to the origin
    double joints_cosine; // what was found of edges in the static set holds for that walkable limit
    uint64_t used;        // bit i: static triangle i was looked at in the last tick; what the next one will want to have at hand

    lope_point joints_up; // and for that up
    double unit;          // world units in a metre
    lope_tick_log *log;   // set while a tick is recorded, else NULL: query_log.h
    uint32_t fence_count;
    uint32_t gathered;      // so often the static set was: by then its members have other places
    uint32_t under;         // the triangle of the static set that has held it up last, on whole ground
    bool kept;              // the static set is whole and may serve again
    bool moving_kept;       // and what moves
    bool nothing_moves;     // within the bounds of the static set; else moving_bounds says within which
    bool whole;             // the last look over the ground found it whole
    bool zones_kept;        // the zones' static set may serve again
    bool zones_moving_kept; // and what moves
    bool clear_kept;        // it is known how far around nothing moves
    lope_near_self *self;   // in a tick; it stands with whoever began it

    lope_near_patch patch;
    lope_near_set sets[2]; // [0] static, [1] moving

    lope_near_fence *fences; // ordered by body id
    size_t fence_capacity;
    double growth; // m, of the next static gather

    lope_bounds moving_bounds; // what the moving set was gathered for, in this tick; relative to the origin
    lope_bounds clear;         // while clear_kept: nothing that moves was within then; relative to the origin
    uint64_t clear_moved;      // how far what moves had come then, as lope_surroundings tells it
    uint8_t clear_served;      // ticks that it has spared a gather, up to CLEAR_PAYS
    uint8_t clear_rest;        // gathers before it is asked for again

    _Alignas(64) float holds[LOPE_PATCH_TRIANGLES]; // m of patch.gone, up to which what is known of each triangle is sure
};

// Begins a tick: sets the origin for feet, forgets what moves, and what is static when the surroundings or the origin changed.
// self: stays where it is for the tick; its start is given relative to the feet. unit: world units in a metre.
void lope_nearby_begin(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter, lope_point feet,
                       lope_near_self *self, double unit);

// Before anything else in a tick the character was moved by so much (m): what moves is gathered anew, and fences stand between the others
// and where it is now.
void lope_nearby_move(lope_nearby *nearby, lope_point by);

// Whether everything that touches `local` (relative to the origin) is in the sets.
static inline bool lope_bounds_contain(const lope_bounds *outer, const lope_bounds *inner)
{
    return outer->lower.x <= inner->lower.x && outer->lower.y <= inner->lower.y && outer->lower.z <= inner->lower.z &&
           outer->upper.x >= inner->upper.x && outer->upper.y >= inner->upper.y && outer->upper.z >= inner->upper.z;
}
static inline bool lope_nearby_covers(const lope_nearby *nearby, const lope_bounds *local)
{
    return nearby->kept && nearby->moving_kept && lope_bounds_contain(&nearby->bounds, local) &&
           (nearby->nothing_moves || lope_bounds_contain(&nearby->moving_bounds, local));
}

// Makes sure that everything that touches `local` (relative to the origin) is in the sets. Returns LOPE_OK, LOPE_ERROR_MEMORY or
// what gather refused with. *gathers counts the calls that were needed.
lope_result lope_nearby_cover(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                              const lope_bounds *local, uint32_t *gathers);

// The same for a look at what moves, and unless moving_alone at what is static, after a cover in the same tick: of the characters that are there
// only those become fences who touch what that has covered.
lope_result lope_nearby_look(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                             const lope_bounds *local, bool moving_alone, uint32_t *gathers);

// For a set outside the two: puts what was gathered into it in order; what there is to free, to forget, to count.
bool lope_near_set_order(const lope_allocator *allocator, lope_near_set *set);
void lope_near_set_free(const lope_allocator *allocator, lope_near_set *set);
void lope_near_set_clear(lope_near_set *set);
size_t lope_near_set_bytes(const lope_near_set *set);

// Bounds in steps of a set's grid, rounded outward: x, y, z and something.
typedef struct lope_near_box {
    int16_t lower[4], upper[4];
} lope_near_box;

lope_near_box lope_near_box_of(const lope_near_set *set, const lope_bounds *local);

#endif
