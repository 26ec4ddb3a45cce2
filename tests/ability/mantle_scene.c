// mantle_scene.c - see mantle_scene.h.
#include "mantle_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TAU 6.283185307179586
#define HEIGHT 1.76     // m, of the capsule
#define ROOF 2.2        // m: bottom of the roof of slats
#define THIN 0.1        // m
#define REACH 0.75      // m: setting, for a radius of 0.34 m
#define AIR_REACH 0.70  // m
#define BAND 0.005      // m of reach, in which either outcome is right
#define ROOM_BAND 0.025 // m above the capsule's height, in which either outcome is right: the way is 2 cm over

const char *mantle_shape_name(mantle_shape shape)
{
    static const char *const names[MANTLE_SHAPES] = {"box",     "mesh",         "corner",     "corner mesh", "thin wall",
                                                     "ceiling", "slatted roof", "slats",      "moving",      "turning",
                                                     "sinking", "stairs",       "sloping top"};
    return names[shape];
}

static bool is_corner(mantle_shape shape) { return shape == MANTLE_CORNER || shape == MANTLE_CORNER_MESH; }
static bool moves(mantle_shape shape) { return shape == MANTLE_MOVING || shape == MANTLE_TURNING || shape == MANTLE_SINKING; }

// ---- the layout -----------------------------------------------------------------------------------------

static void add_block(mantle_scene *s, double x0, double x1, double y0, double y1, double z0, double z1, double turn, bool ledge)
{
    s->blocks[s->block_count++] = (mantle_block){.center = {0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)},
                                                 .half = {0.5 * (x1 - x0), 0.5 * (y1 - y0), 0.5 * (z1 - z0)},
                                                 .turn = turn,
                                                 .ledge = ledge};
}

static void lay_out(mantle_scene *s)
{
    const mantle_case *c = &s->what;
    const double top = c->height + c->above;
    add_block(s, -20, 20, -1, 0, -20, 20, 0, false);
    switch (c->shape) {
    case MANTLE_CORNER:
    case MANTLE_CORNER_MESH: { // its edge is at the origin
        const double half = 2, reach = half * sqrt(2.0);
        add_block(s, -reach - half, -reach + half, 0, top, -half, half, TAU / 8, true);
        break;
    }
    case MANTLE_THIN:
        add_block(s, -THIN, 0, 0, top, -5, 5, 0, true);
        break;
    case MANTLE_SLATS:
        for (int i = 0; i < 12; i++) add_block(s, -0.2 * i - 0.1, -0.2 * i, i ? top - 0.1 : 0, top, -5, 5, 0, true);
        break;
    case MANTLE_STAIRS:
        for (int i = 0; i < 8; i++) add_block(s, -0.3 * i - 0.3, -0.3 * i, 0, 0.3 * i + 0.3, -5, 5, 0, true);
        break;
    case MANTLE_SLOPE:
        break;
    default:
        add_block(s, -4, 0, moves(c->shape) ? -3 : 0, top, -5, 5, 0, true);
    }
    if (c->shape == MANTLE_CEILING) add_block(s, -4, 0, top + c->extra, top + c->extra + 6, -5, 5, 0, false);
    if (c->shape == MANTLE_ROOF)
        for (int i = 0; i < 9; i++) add_block(s, -1 + 0.35 * i, -0.9 + 0.35 * i, ROOF, ROOF + 0.1, -5, 5, 0, false);
}

lope_transform mantle_scene_pose(const mantle_scene *s, double time)
{
    lope_transform pose = {{0, 0, 0}, {0, 0, 0, 1}};
    const double aside[5][3] = {{-2, 0, 0}, {2, 0, 0}, {0, 0, 2}, {0, 0, 0}, {0, 1, 0}};
    if (s->what.shape == MANTLE_MOVING) {
        const int way = (int)s->what.extra;
        pose.position = lope_point_make(aside[way][0] * time, aside[way][1] * time,
                                        aside[way][2] * time + (way == 3 ? 1.5 * time * time : 0));
    }
    if (s->what.shape == MANTLE_SINKING) pose.position.y = -0.5 * time;
    if (s->what.shape == MANTLE_TURNING) { // about the middle of the box
        pose.rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)(0.25 * TAU * time));
        const lope_point middle = {-2, 0, 0};
        pose.position = lope_point_sub(middle, lope_quat_rotate_point(pose.rotation, middle));
    }
    return pose;
}

// ---- bodies ---------------------------------------------------------------------------------------------

static lope_transform joined(lope_transform a, lope_transform b)
{
    return (lope_transform){lope_transform_apply(&a, b.position),
                            lope_quat_normalize(lope_quat_multiply(a.rotation, b.rotation))};
}

static lope_transform in_world(const mantle_scene *s, lope_transform pose)
{
    return joined((lope_transform){{0, 0, 0}, s->turn}, pose);
}

static lope_body add_box(mantle_scene *s, const mantle_block *block)
{
    lope_transform local = {block->center, lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)block->turn)};
    const lope_transform pose = in_world(s, local);
    if (block->ledge) s->at[s->ledge_count] = local;
    lope_box_def def = {.size = {(float)(2 * block->half.x), (float)(2 * block->half.y), (float)(2 * block->half.z)}};
    def.body.position = pose.position;
    def.body.rotation = pose.rotation;
    def.body.moving = block->ledge && moves(s->what.shape);
    return lope_level_add_box(s->level, &def);
}

// Adds eight corners as a closed mesh: bit 0 of the number is x, bit 1 y, bit 2 z.
static lope_body add_corners(mantle_scene *s, float (*points)[3])
{
    static const uint32_t faces[] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    for (int i = 0; i < 8; i++) {
        const lope_point p =
            lope_quat_rotate_point(s->turn, lope_point_make((double)points[i][0], (double)points[i][1], (double)points[i][2]));
        points[i][0] = (float)p.x;
        points[i][1] = (float)p.y;
        points[i][2] = (float)p.z;
    }
    return lope_level_add_mesh(
        s->level, &(lope_mesh_def){.points = &points[0][0], .point_count = 8, .indices = faces, .triangle_count = 12});
}

static lope_body add_mesh(mantle_scene *s, const mantle_block *block)
{
    float points[8][3];
    const lope_transform pose = {block->center, lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)block->turn)};
    for (int i = 0; i < 8; i++) {
        const lope_point p = {i & 1 ? block->half.x : -block->half.x, i & 2 ? block->half.y : -block->half.y,
                              i & 4 ? block->half.z : -block->half.z};
        const lope_point at = lope_transform_apply(&pose, p);
        points[i][0] = (float)at.x;
        points[i][1] = (float)at.y;
        points[i][2] = (float)at.z;
    }
    return add_corners(s, points);
}

static lope_body add_slope(mantle_scene *s)
{
    const double low = s->what.height + s->what.above, high = low + 4 * tan(s->what.extra / 360 * TAU);
    float points[8][3];
    for (int i = 0; i < 8; i++) {
        points[i][0] = i & 1 ? 0 : -4;
        points[i][1] = (float)(i & 2 ? (i & 1 ? low : high) : 0);
        points[i][2] = i & 4 ? 5 : -5;
    }
    return add_corners(s, points);
}

static void add_bodies(mantle_scene *s)
{
    const bool mesh = s->what.shape == MANTLE_MESH || s->what.shape == MANTLE_CORNER_MESH;
    for (uint32_t i = 0; i < s->block_count; i++) {
        const mantle_block *block = &s->blocks[i];
        const lope_body body = block->ledge && mesh ? add_mesh(s, block) : add_box(s, block);
        if (!lope_level_valid(s->level, body)) abort();
        if (block->ledge) s->ledges[s->ledge_count++] = body;
    }
    if (s->what.shape == MANTLE_SLOPE) s->ledges[s->ledge_count++] = add_slope(s);
}

// ---- the character --------------------------------------------------------------------------------------

static lope_point direction_of(const mantle_case *c)
{
    const double a = c->angle / 360 * TAU;
    return lope_point_make(-cos(a), 0, sin(a));
}

void mantle_scene_open(mantle_scene *s, const mantle_case *what)
{
    static const lope_vec3 ups[4] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0.57735027f, 0.57735027f, 0.57735027f}};
    *s = (mantle_scene){.what = *what, .began = -1, .ended = -1};
    s->level = lope_level_create(NULL);
    s->nearby = lope_nearby_create(NULL);
    s->turn = lope_quat_to_up(ups[what->up]);
    lay_out(s);
    add_bodies(s);
    s->surroundings = lope_level_surroundings(s->level);
    const lope_tuning tuning = lope_tuning_default();
    lope_mantle_settings_default(&s->settings);
    s->settings.way = what->way;
    if (lope_moveset_make(&s->moveset, &tuning, NULL) != LOPE_OK) abort();
    if (lope_moveset_add_ability(&s->moveset, lope_mantle_ability(), &s->settings, &s->ability, NULL) != LOPE_OK) abort();
    const lope_point d = direction_of(what);
    lope_point feet = {what->radius + what->gap, what->above, 0};
    if (is_corner(what->shape)) {
        feet = lope_point_scale(d, -(what->radius + what->gap));
        feet.y = what->above;
    }
    const lope_point velocity = lope_point_mad(lope_point_scale(d, what->speed), (lope_point){0, 1, 0}, what->above > 0 ? -1 : 0);
    const lope_state_def def = {.feet = lope_quat_rotate_point(s->turn, feet),
                                .radius = (float)what->radius,
                                .height = (float)HEIGHT,
                                .up = ups[what->up],
                                .velocity = lope_point_to_vec3(lope_quat_rotate_point(s->turn, velocity)),
                                .mode = what->above > 0 ? LOPE_MODE_FALLING : LOPE_MODE_WALKING};
    if (lope_state_init(&s->state, &def) != LOPE_OK) abort();
}

void mantle_scene_close(mantle_scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
}

void mantle_scene_press(mantle_scene *s, bool down)
{
    s->input.held = down ? LOPE_BUTTON_JUMP : 0;
    s->input.move = (lope_vec3){0, 0, 0};
    if (down) s->input.move = lope_point_to_vec3(lope_quat_rotate_point(s->turn, direction_of(&s->what)));
}

lope_result mantle_scene_tick(mantle_scene *s)
{
    const double next = s->time + 1 / s->what.rate;
    const lope_transform pose = mantle_scene_pose(s, next);
    for (uint32_t i = 0; moves(s->what.shape) && i < s->ledge_count; i++) {
        const lope_transform world = in_world(s, joined(pose, s->at[i]));
        if (lope_level_valid(s->level, s->ledges[i])) lope_level_set_pose(s->level, s->ledges[i], &world);
    }
    const lope_result result =
        lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, (float)(1 / s->what.rate), &s->report);
    for (uint32_t i = 0; result == LOPE_OK && i < s->report.event_count; i++) {
        const lope_event *event = &s->report.events[i];
        if (event->kind == LOPE_EVENT_ABILITY) s->began = s->time + (double)event->time;
        if (event->kind == LOPE_EVENT_MODE && event->from >= LOPE_MODE_GAME) s->ended = s->time + (double)event->time;
    }
    s->time = next;
    lope_level_end_tick(s->level);
    return result;
}

// Returns a place of the world in the layout.
static lope_point in_layout(const mantle_scene *s, lope_point world)
{
    return lope_quat_rotate_point(lope_quat_conjugate(s->turn), world);
}

lope_point mantle_scene_seen(const mantle_scene *s, lope_point world)
{
    const lope_transform pose = mantle_scene_pose(s, s->time);
    return lope_transform_unapply(&pose, in_layout(s, world));
}

// ---- depth ----------------------------------------------------------------------------------------------

static double outside(double x, double half) { return fabs(x) > half ? fabs(x) - half : 0; }

// Returns the distance of a point from a box, which stands at the origin.
static double distance(lope_point p, lope_point half)
{
    const double x = outside(p.x, half.x), y = outside(p.y, half.y), z = outside(p.z, half.z);
    return sqrt(x * x + y * y + z * z);
}

// Returns the distance of a segment from such a box: a convex function along the segment.
static double segment_distance(lope_point a, lope_point b, lope_point half)
{
    double low = 0, high = 1;
    const lope_point way = lope_point_sub(b, a);
    for (int i = 0; i < 60; i++) {
        const double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (distance(lope_point_mad(a, way, one), half) <= distance(lope_point_mad(a, way, two), half))
            high = two;
        else
            low = one;
    }
    return distance(lope_point_mad(a, way, 0.5 * (low + high)), half);
}

double mantle_scene_depth(const mantle_scene *s)
{
    double worst = -1;
    const double radius = (double)s->state.radius;
    const lope_point feet = in_layout(s, s->state.feet), up = {0, 1, 0};
    const lope_transform moved = mantle_scene_pose(s, s->time);
    for (uint32_t i = 0; i < s->block_count; i++) {
        const mantle_block *block = &s->blocks[i];
        lope_transform pose = {block->center, lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)block->turn)};
        if (block->ledge) pose = joined(moved, pose);
        const lope_point a = lope_transform_unapply(&pose, lope_point_mad(feet, up, radius)),
                         b = lope_transform_unapply(&pose, lope_point_mad(feet, up, (double)s->state.height - radius));
        const double depth = radius - segment_distance(a, b, block->half);
        if (depth > worst) worst = depth;
    }
    return worst;
}

// ---- what is due ----------------------------------------------------------------------------------------

double mantle_seconds(double height, bool in_air)
{
    if (!in_air && height <= 1.25) return height <= 0.5 ? 0.5 : height < 1 ? height : 1; // 1 s less what is skipped
    const double skipped = height <= 1.25 ? 0.6 : height >= 2 ? 0 : 0.6 * (2 - height) / 0.75;
    return (2.1 - skipped) / 1.2;
}

mantle_due mantle_scene_due(const mantle_case *c)
{
    mantle_due due = {.starts = false};
    const bool air = c->above > 0;
    const double way = c->radius * 0.15 + c->gap, needed = is_corner(c->shape) ? way : way / cos(c->angle / 360 * TAU),
                 has = 0.15 * c->radius + (air ? AIR_REACH : REACH) - 0.34, most = air ? 1.5 : 2.5;
    const double top = c->height + c->above;
    uint32_t *reason = due.reasons;
    if (c->shape == MANTLE_ROOF) { // its slats are ledges too, to which there is no way, and walls before the wall
        *reason++ = LOPE_REFUSAL_NO_ROOM;
        if (c->height < 0.5 - 1e-4) *reason++ = LOPE_REFUSAL_TOO_LOW;
        if (c->height > most + 1e-4) *reason++ = LOPE_REFUSAL_TOO_HIGH;
        if (air && top < 0.7 - 1e-4) *reason++ = LOPE_REFUSAL_GROUND_NEAR;
        if (needed > has - BAND) *reason++ = LOPE_REFUSAL_NO_WALL;
        return due;
    }
    if (needed > has - BAND) *reason++ = LOPE_REFUSAL_NO_WALL;
    if (needed > has + BAND) return due;
    uint32_t why = LOPE_REFUSAL_NONE;
    if (c->height > most + 1e-4) why = LOPE_REFUSAL_TOO_HIGH;
    if (c->height < 0.5 - 1e-4) why = LOPE_REFUSAL_TOO_LOW;
    if (c->shape == MANTLE_SLOPE && c->extra > 35) {
        if (why != LOPE_REFUSAL_NONE) *reason++ = why; // two reasons are right
        why = LOPE_REFUSAL_NOT_WALKABLE;
    }
    if (why == LOPE_REFUSAL_NONE && air && top < 0.7 - 1e-4) why = LOPE_REFUSAL_GROUND_NEAR;
    // a ledge that sinks is nearer to the ground at the tick's end: 0.5 m/s for 1/20 s
    if (why == LOPE_REFUSAL_NONE && air && c->shape == MANTLE_SINKING && top < 0.73) *reason++ = LOPE_REFUSAL_GROUND_NEAR;
    if (c->shape == MANTLE_STAIRS) {
        *reason++ = LOPE_REFUSAL_STEP;
        *reason = LOPE_REFUSAL_TOO_LOW; // the second step is out of reach
        return due;
    }
    const double room = c->extra - HEIGHT;
    if (why == LOPE_REFUSAL_NONE && c->shape == MANTLE_CEILING && room < ROOM_BAND) {
        *reason++ = LOPE_REFUSAL_NO_ROOM;
        if (room < 0.015) return due;
    }
    if (why == LOPE_REFUSAL_NONE)
        due.starts = true;
    else
        *reason = why;
    return due;
}
