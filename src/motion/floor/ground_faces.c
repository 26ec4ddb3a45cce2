// ground_faces.c - narrows the faces of a patch by floats. See ground_faces.h.
//
// Rule: all is seen from above, for one up and one radius, those of the patch. Three numbers of a face tell
// where the ball of the capsule's lower end rests on its plane. Three numbers of an edge tell how far, at
// least, the touched point lies outside of it, seen from above. Floats are relative to the patch's anchor,
// a few metres away at most. So they lose a millionth of a distance. Near a plane, where it matters, that
// is a few thousandths of a millimetre.
// Read next: ground_height.c.
#include "motion/floor/ground_faces.h"
#include "base/hot_cold.h"
#include "base/simd.h"
#include "motion/nearby/broadphase.h"

#define MARGIN 1e-4  // m: twenty times what floats lose of a height or a distance there
#define NOBODY -1e9f // m, the height of a lane without a face: far below all, so that it holds no character
#define LONG 16.0    // m, of a tick's way: floats lose too much on a longer one

_Static_assert(2 * LOPE_PATCH_TRIANGLES <= UINT8_MAX + 1, "an entry is a byte");

// Two unit axes at right angles to up, and to one another.
typedef struct lope_level_axes {
    lope_point x, z;
} lope_level_axes;

// Returns the level axes for any up.
LOPE_COLD static lope_level_axes axes_across(lope_point up)
{
    lope_point aside = fabs(up.x) < 0.6 ? lope_point_make(1, 0, 0) : lope_point_make(0, 0, 1);
    lope_level_axes axes;
    axes.z = lope_point_cross(aside, up);
    axes.z = lope_point_scale(axes.z, 1.0 / lope_point_length(axes.z));
    axes.x = lope_point_cross(up, axes.z);
    return axes;
}

// Returns the level axes; with y up they are x and z.
static inline lope_level_axes axes_of(lope_point up)
{
    lope_level_axes axes = {{1, 0, 0}, {0, 0, 1}};
    return up.y == 1.0 ? axes : axes_across(up);
}

// Returns v in the frame of the level axes and up: x, height as y, z.
LOPE_COLD static lope_point along_axes(lope_point v, lope_point up)
{
    lope_level_axes axes = axes_of(up);
    return lope_point_make(lope_point_dot(v, axes.x), lope_point_dot(v, up), lope_point_dot(v, axes.z));
}

// A place relative to the anchor, eight times over: its height along up, and its place along the level
// axes.
typedef struct lope_face_place {
    lope_f8 x, z, height;
} lope_face_place;

// Returns the place of a point.
static inline lope_face_place place_of(const lope_space *space, lope_point at)
{
    lope_point from = lope_point_sub(at, space->nearby->footing.anchor);
    if (space->up.y != 1.0) from = along_axes(from, space->up);
    lope_face_place place = {lope_f8_splat((float)from.x), lope_f8_splat((float)from.z), lope_f8_splat((float)from.y)};
    return place;
}

// Returns how far (m) over the feet the ball's centre rests on each of eight planes.
static inline lope_f8 rest_over(const lope_near_faces *faces, const lope_face_place *feet)
{
    lope_f8 x = lope_f8_mul(lope_f8_load_aligned(faces->fall_x), feet->x),
            z = lope_f8_mul(lope_f8_load_aligned(faces->fall_z), feet->z);
    return lope_f8_sub(lope_f8_sub(lope_f8_load_aligned(faces->height), lope_f8_add(x, z)), feet->height);
}

// Returns how far (m), at least, the touched point lies outside an edge of each of eight faces.
static inline lope_f8 outside_of(const lope_near_faces *faces, int edge, const lope_face_place *feet)
{
    lope_f8 x = lope_f8_mul(lope_f8_load_aligned(faces->edge_x[edge]), feet->x);
    lope_f8 z = lope_f8_mul(lope_f8_load_aligned(faces->edge_z[edge]), feet->z);
    return lope_f8_sub(lope_f8_add(x, z), lope_f8_load_aligned(faces->edge_offset[edge]));
}

// Returns how many blocks of eight hold faces.
static inline uint32_t blocks_of(const lope_near_patch *patch) { return (patch->face_count + 7u) / 8u; }

// Writes a face's numbers into a lane. sign: -1 for a face that is seen from its back. The upright plane
// through an edge is a sum of two planes that hold the edge: the face's own and that on the edge. The sum's
// normal has a length of at most 1, when the face is level. So it never tells of more distance than there
// is. The touched point lies beside the centre by as much as the face's normal leans.
static void put_face(const lope_nearby *nearby, const lope_near_planes *planes, double sign, lope_near_faces *faces,
                     uint32_t lane)
{
    lope_level_axes axes = axes_of(nearby->joints_up);
    lope_d4 x = lope_near_along(planes, axes.x), z = lope_near_along(planes, axes.z),
            up = lope_near_along(planes, nearby->joints_up);
    lope_d4 offset = lope_d4_sub(lope_d4_load(planes->offset), lope_near_along(planes, nearby->footing.anchor));
    double radius = nearby->patch.radius, slope = sign * lope_d4_first(up), own = sign * lope_d4_first(offset) + radius;
    double lean_x = sign * lope_d4_first(x), lean_z = sign * lope_d4_first(z), edge[3][4];
    lope_d4 rise = lope_d4_splat(slope);
    lope_d4_store(edge[0], lope_d4_sub(lope_d4_mul(x, rise), lope_d4_mul(up, lope_d4_splat(lean_x))));
    lope_d4_store(edge[1], lope_d4_sub(lope_d4_mul(z, rise), lope_d4_mul(up, lope_d4_splat(lean_z))));
    lope_d4_store(edge[2], lope_d4_sub(lope_d4_mul(offset, rise), lope_d4_mul(up, lope_d4_splat(own))));
    faces->height[lane] = (float)(own / slope);
    faces->fall_x[lane] = (float)(lean_x / slope);
    faces->fall_z[lane] = (float)(lean_z / slope);
    for (int k = 0; k < 3; k++) {
        faces->edge_x[k][lane] = (float)edge[0][k + 1];
        faces->edge_z[k][lane] = (float)edge[1][k + 1];
        faces->edge_offset[k][lane] = (float)edge[2][k + 1];
    }
}

bool lope_ground_faces_put(lope_nearby *nearby, uint32_t triangle, bool turned)
{
    lope_near_patch *patch = &nearby->patch;
    lope_near_ground_faces *footing = &nearby->footing;
    if (patch->face_count == LOPE_PATCH_FACES) return false;
    if (patch->face_count == 8 * LOPE_FACES_FIRST && !lope_near_faces_reserve(&nearby->allocator, footing)) return false;
    lope_near_faces *faces = lope_near_faces_block(footing, patch->face_count / 8);
    uint32_t lane = patch->face_count % 8;
    for (uint32_t i = lane + 1; lane == 0 && i < 8; i++) faces->height[i] = NOBODY;
    put_face(nearby, &nearby->sets[0].triangles[triangle].planes, turned ? -1.0 : 1.0, faces, lane);
    footing->entries[patch->face_count++] = (uint8_t)(2 * triangle + (turned ? 1 : 0));
    patch->faces |= UINT64_C(1) << triangle;
    return true;
}

// The last face takes the lane that becomes free.
LOPE_COLD void lope_ground_faces_drop(lope_nearby *nearby, uint32_t triangle)
{
    lope_near_patch *patch = &nearby->patch;
    lope_near_ground_faces *footing = &nearby->footing;
    uint32_t at = 0, last = patch->face_count - 1u;
    while (footing->entries[at] >> 1 != triangle) at++;
    lope_near_faces *block = lope_near_faces_block(footing, last / 8);
    float *to = (float *)lope_near_faces_block(footing, at / 8);
    const float *from = (const float *)block;
    for (size_t row = 0; row < sizeof *block / sizeof *from; row += 8) to[row + at % 8] = from[row + last % 8];
    block->height[last % 8] = NOBODY;
    footing->entries[at] = footing->entries[last];
    patch->face_count = (uint8_t)last;
    patch->faces &= ~(UINT64_C(1) << triangle);
}

// Returns how far (m) over home the centre of a ball rests on a face, by its planes in doubles. Used for
// few faces, since their planes are read in any case.
static inline double centre_over(const lope_space *space, const lope_near_planes *planes)
{
    lope_point normal = {planes->x[0], planes->y[0], planes->z[0]};
    double slope = lope_rise(space, normal), over = lope_point_dot(normal, space->nearby->patch.home) - planes->offset[0];
    return ((slope < 0 ? -space->radius : space->radius) - over) / slope;
}

// All planes are treated as steep as the steepest ground. Of more level ones some are told too soon.
LOPE_HOT uint64_t lope_ground_faces_over(const lope_space *space, double reach)
{
    const lope_near_patch *patch = &space->nearby->patch;
    const lope_near_ground_faces *footing = &space->nearby->footing;
    double spare = 2.0 * space->radius - reach / space->walkable_cosine - MARGIN * space->unit;
    uint64_t bits = 0;
    if (patch->face_count <= LOPE_GROUND_FACES_FEW) {
        for (uint64_t faces = patch->faces; faces; faces &= faces - 1) {
            uint32_t face = lope_lowest_bit64(faces);
            if (spare <= centre_over(space, &space->nearby->sets[0].triangles[face].planes)) bits |= UINT64_C(1) << face;
        }
        return bits;
    }
    lope_face_place home = place_of(space, patch->home);
    lope_f8 most = lope_f8_splat((float)spare);
    const lope_near_faces *faces = footing->blocks;
    for (uint32_t block = 0, count = blocks_of(patch); block < count; block++, faces++) {
        if (block == LOPE_FACES_FIRST) faces = footing->more;
        lope_m8 may = lope_f8_less_equal(most, rest_over(faces, &home));
        for (uint32_t mask = lope_m8_bits(may); mask; mask &= mask - 1)
            bits |= UINT64_C(1) << (footing->entries[8 * block + lope_lowest_bit(mask)] >> 1);
    }
    return bits;
}

// Where the ball would rest on eight planes.
typedef struct lope_face_rests {
    lope_f8 rise; // m along up from the feet asked about to the feet there
    // m, at least: how far the touched point is outside of the edge that it is farthest outside of;
    // negative: inside
    lope_f8 outside;
} lope_face_rests;

// Returns where the ball rests on the eight faces of a block.
static inline lope_face_rests rests_on(const lope_near_faces *faces, const lope_face_place *feet, lope_f8 radius)
{
    lope_f8 outside =
        lope_f8_max(lope_f8_max(outside_of(faces, 0, feet), outside_of(faces, 1, feet)), outside_of(faces, 2, feet));
    lope_face_rests rests = {lope_f8_sub(rest_over(faces, feet), radius), outside};
    return rests;
}

// Returns the most of eight lanes and `most`.
static float most_of(lope_f8 a, float most)
{
    float lane[8];
    lope_f8_store(lane, a);
    for (int i = 0; i < 8; i++) most = lane[i] > most ? lane[i] : most;
    return most;
}

// Returns the bits of the faces that cannot hold the walker. Those are lower than `least`. Or they are so
// far to the side that even a ball at that height passes them. The ball then goes through the face's plane
// in a circle of at most sqrt(lower (2 radius - lower)). All in m.
static inline uint32_t left_out(const lope_face_rests *rests, float least, float radius, float margin)
{
    lope_f8 spare = lope_f8_splat(margin), lower = lope_f8_add(lope_f8_sub(rests->rise, lope_f8_splat(least)), spare);
    lope_f8 within = lope_f8_min(lower, lope_f8_splat(radius));
    lope_f8 squared = lope_f8_mul(within, lope_f8_sub(lope_f8_splat(2 * radius), within));
    lope_f8 apart = lope_f8_sub(lope_f8_sub(rests->outside, lower), spare), zero = lope_f8_splat(0);
    lope_m8 beside = lope_m8_and(lope_f8_less(zero, apart), lope_f8_less(squared, lope_f8_mul(apart, apart)));
    return lope_m8_bits(lope_m8_or(lope_f8_less(lower, zero), beside));
}

// Inserts an entry into a list in ascending order.
static void put_in_order(uint32_t *entries, uint32_t count, uint32_t entry)
{
    for (; count > 0 && entries[count - 1] > entry; count--) entries[count] = entries[count - 1];
    entries[count] = entry;
}

// Lists all faces of the patch. One that is seen from its back is one with a normal that points down.
static uint32_t all_faces(const lope_space *space, uint32_t *entries)
{
    const lope_near_triangle *triangles = space->nearby->sets[0].triangles;
    uint32_t count = 0;
    for (uint64_t faces = space->nearby->patch.faces; faces; faces &= faces - 1) {
        uint32_t face = lope_lowest_bit64(faces);
        entries[count++] = 2 * face + (lope_rise(space, lope_near_normal(&triangles[face])) < 0 ? 1 : 0);
    }
    return count;
}

LOPE_HOT uint32_t lope_ground_faces_narrow(const lope_space *space, const lope_point *to, double deep,
                                           uint32_t entries[LOPE_PATCH_FACES])
{
    const lope_near_patch *patch = &space->nearby->patch;
    const lope_near_ground_faces *footing = &space->nearby->footing;
    if (patch->face_count <= LOPE_GROUND_FACES_FEW || deep > LONG * space->unit) return all_faces(space, entries);
    lope_face_place feet = place_of(space, *to);
    lope_face_rests rests[LOPE_PATCH_FACES / 8];
    float radius = (float)space->radius, margin = (float)(MARGIN * space->unit), least = (float)-deep;
    lope_f8 inside = lope_f8_splat(-margin), none = lope_f8_splat(least), wide = lope_f8_splat(radius);
    uint32_t blocks = blocks_of(patch), count = 0;
    const lope_near_faces *faces = footing->blocks;
    for (uint32_t block = 0; block < blocks; block++, faces++) {
        if (block == LOPE_FACES_FIRST) faces = footing->more;
        rests[block] = rests_on(faces, &feet, wide);
        least = most_of(lope_f8_select(lope_f8_less(rests[block].outside, inside), rests[block].rise, none), least);
    }
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t may = ~left_out(&rests[block], least, radius, margin) & 0xffu;
        for (; may; may &= may - 1) put_in_order(entries, count++, footing->entries[8 * block + lope_lowest_bit(may)]);
    }
    return count;
}
