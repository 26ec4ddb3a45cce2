// scenario_level.c - one piece of a level: pose, surface, channels and motion.
//
// Read next: scenario_shape.c for the shape keys, motion.h for what a motion is.
#include "scenario_level.h"

#include "mesh_units.h"
#include "scenario_fields.h"
#include "scenario_keys.h"
#include "scenario_shape.h"

#include <stdio.h>

bool lope_scene_read_pose(const lope_json *value, lope_scene_piece *piece, bool *by_quaternion, lope_point *euler)
{
    lope_json member;
    lope_json_get_vector(value, "position", LOPE_SCENE_FAR, &piece->pose.position);
    if (lope_scene_read_euler(value, euler)) piece->pose.rotation = lope_scene_quat_from_euler(*euler);
    if (!lope_json_member(value, "rotation", &member)) return true;
    if (lope_json_has(value, "euler")) return lope_json_wrong(&member, "given beside euler, expected one of the two");
    *by_quaternion = lope_json_quat(&member, &piece->pose.rotation);
    return *by_quaternion;
}

static void read_walkable(const lope_json *value, lope_scene_piece *piece)
{
    static const char *const rules[] = {"by_angle", "always", "never", NULL};
    static const lope_walkable meanings[] = {LOPE_WALKABLE_BY_ANGLE, LOPE_WALKABLE_ALWAYS, LOPE_WALKABLE_NEVER};
    lope_json member;
    if (!lope_json_member(value, "walkable", &member)) return;
    if (lope_json_is_number(&member)) {
        double degrees;
        if (!lope_json_number(&member, 0.0, 90.0, &degrees)) return;
        piece->surface.walkable = LOPE_WALKABLE_OWN_ANGLE;
        piece->surface.walkable_angle = (float)(degrees * LOPE_SCENE_RADIANS);
    } else if (lope_json_is_text(&member)) {
        uint32_t rule;
        if (lope_json_choice(&member, rules, &rule)) piece->surface.walkable = meanings[rule];
    } else {
        lope_json_expected(&member, "by_angle, always, never, or an angle in degrees");
    }
}

static void read_surface(const lope_json *value, lope_scene_piece *piece)
{
    lope_json member;
    bool allowed = true, two_sided = false;
    double material = 0.0;
    read_walkable(value, piece);
    if (lope_json_member(value, "material", &member) && lope_json_whole(&member, 0.0, 4294967295.0, &material)) {
        piece->surface.material = (uint32_t)material;
    }
    if (lope_json_get_bool(value, "step_up", &allowed)) piece->surface.no_step_up = !allowed;
    if (lope_json_get_bool(value, "can_base", &allowed)) piece->surface.no_base = !allowed;
    lope_json_get_bool(value, "one_way", &piece->surface.one_way);
    lope_point along = {0.0, 0.0, 0.0};
    if (lope_json_get_vector(value, "surface_velocity", LOPE_SCENE_LARGE, &along))
        piece->surface.velocity = lope_point_to_vec3(along);
    if (lope_json_get_bool(value, "two_sided", &two_sided)) piece->sides = two_sided ? LOPE_SIDES_TWO : LOPE_SIDES_ONE;
}

static void read_as(const lope_json *value, lope_scene_piece *piece)
{
    static const char *const choices[] = {"mesh", "hulls", NULL};
    lope_json member;
    uint32_t choice;
    if (!lope_json_member(value, "as", &member) || !lope_json_choice(&member, choices, &choice)) return;
    bool mesh = piece->shape == LOPE_SCENE_MESH;
    bool solid = piece->shape == LOPE_SCENE_BOX || piece->shape == LOPE_SCENE_CYLINDER || piece->shape == LOPE_SCENE_HULL;
    if (choice == 1 && !mesh) {
        lope_json_wrong(&member, "hulls is for mesh, not for %s", lope_scene_shape_key(piece->shape));
    } else if (choice == 0 && !solid && !mesh && piece->shape != LOPE_SCENE_TRIANGLES) {
        lope_json_wrong(&member, "mesh is for box, cylinder and hull, not for %s", lope_scene_shape_key(piece->shape));
    }
    piece->as_mesh = choice == 0 && solid;
    piece->as_hulls = choice == 1;
}

static void read_scale(const lope_json *value, lope_point *scale)
{
    lope_json member;
    double all;
    if (!lope_json_member(value, "scale", &member)) return;
    if (lope_json_is_list(&member)) {
        lope_json_vector(&member, LOPE_SCENE_LARGE, scale);
    } else if (lope_json_number(&member, -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &all)) {
        *scale = lope_point_make(all, all, all);
    }
    if (lope_json_failed(value)) return;
    if (fabs(scale->x) < 1e-6 || fabs(scale->y) < 1e-6 || fabs(scale->z) < 1e-6)
        lope_json_expected(&member, "a scale other than 0");
}

// Reads the unit and the up axis of a mesh, and undoes them.
static void read_units(const lope_json *value, lope_scene_piece *piece)
{
    static const char *const units[] = {"scale", "up", NULL};
    lope_point scale = lope_point_make(1.0, 1.0, 1.0);
    uint32_t up = LOPE_SCENE_UP_Y;
    bool given = false;
    for (int i = 0; units[i] != NULL; i++) {
        if (!lope_json_has(value, units[i])) continue;
        given = true;
        if (piece->shape == LOPE_SCENE_MESH || piece->shape == LOPE_SCENE_TRIANGLES) continue;
        lope_json_wrong_member(value, units[i], "is for mesh and triangles, not for %s; expected the size in the shape itself",
                               lope_scene_shape_key(piece->shape));
        return;
    }
    read_scale(value, &scale);
    lope_json_get_choice(value, "up", lope_scene_up_names, &up);
    if (!given || lope_json_failed(value)) return;
    const double by[3] = {scale.x, scale.y, scale.z};
    if (!lope_scene_mesh_convert(&piece->mesh, up, by))
        lope_json_wrong_member(value, "scale", "puts a point further out than 1e9, expected less");
}

static void read_key(const lope_json *value, lope_scene_motion *motion, lope_scene_key *key, bool *angles)
{
    static const char *const keys[] = {"t", "position", "euler", NULL};
    lope_json t;
    if (!lope_json_keys(value, keys) || !lope_json_required(value, "t", "a time in seconds", &t)) return;
    lope_json_number(&t, 0.0, LOPE_SCENE_LONG, &key->t);
    if (value->index > 0 && key->t <= motion->keys[value->index - 1].t) {
        lope_json_expected(&t, "a time after %.6g, the one before", motion->keys[value->index - 1].t);
    }
    bool position = lope_json_get_vector(value, "position", LOPE_SCENE_FAR, &key->position);
    *angles = lope_scene_read_euler(value, &key->euler);
    if (!position && !*angles) lope_json_wrong(value, "expected position, euler, or both beside t");
}

// A key without position or euler keeps those of the key before; the first, those of the piece.
static void read_keys(const lope_json *value, lope_scenario *scenario, bool by_quaternion, lope_point euler,
                      lope_scene_piece *piece)
{
    static const char *const loops[] = {"once", "repeat", "ping_pong", NULL};
    static const char *const eases[] = {"linear", "smooth", NULL};
    lope_scene_motion *motion = &piece->motion;
    lope_json list, element;
    uint32_t choice, count;
    if (!lope_json_member(value, "keys", &list) ||
        !lope_json_list(&list, 1, "a list of at least one key {\"t\", \"position\", \"euler\"}", &count))
        return;
    motion->kind = LOPE_SCENE_KEYED;
    motion->keys = lope_scene_allocate(&scenario->arena, count, sizeof *motion->keys);
    if (motion->keys == NULL) {
        lope_scene_out_of_memory(value);
        return;
    }
    motion->key_count = count;
    lope_scene_key last = {.position = piece->pose.position, .euler = euler};
    bool known = !by_quaternion;
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element)) {
        bool angles = false;
        read_key(&element, motion, &last, &angles);
        motion->keys[element.index] = last;
        if (angles && !known && element.index > 0)
            lope_json_wrong(&element, "has euler, expected euler in the first key too, as the piece has a rotation");
        if (angles) motion->turned = known = true;
    }
    if (lope_json_get_choice(value, "loop", loops, &choice)) motion->loop = (lope_scene_loop)choice;
    if (lope_json_get_choice(value, "ease", eases, &choice)) motion->smooth = choice == 1;
}

static void read_swing(const lope_json *swing, lope_scene_motion *motion)
{
    static const char *const keys[] = {"axis", "amplitude", "period", "kind", NULL};
    static const char *const kinds[] = {"slide", "turn", NULL};
    lope_json member;
    uint32_t kind = 0;
    if (!lope_json_keys(swing, keys)) return;
    motion->kind = LOPE_SCENE_SWING;
    if (lope_json_required(swing, "axis", "3 numbers [x, y, z]", &member) &&
        lope_json_vector(&member, LOPE_SCENE_LARGE, &motion->axis)) {
        double length = lope_point_length(motion->axis);
        if (length < 1e-6)
            lope_json_wrong(&member, "found an axis of length 0, expected a direction");
        else
            motion->axis = lope_point_scale(motion->axis, 1.0 / length);
    }
    if (lope_json_required(swing, "amplitude", "a number", &member))
        lope_json_number(&member, -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &motion->amplitude);
    if (lope_json_required(swing, "period", "seconds", &member)) lope_json_positive(&member, LOPE_SCENE_LONG, &motion->period);
    if (lope_json_get_choice(swing, "kind", kinds, &kind)) motion->swing_turns = kind == 1;
}

bool lope_scene_read_motion(const lope_json *value, lope_scenario *scenario, bool by_quaternion, lope_point euler,
                            lope_scene_piece *piece)
{
    static const char *const steady[] = {"velocity", "spin", "keys", "swing", NULL};
    static const char *const keyed[] = {"keys", "loop", "ease", NULL};
    static const char *const swung[] = {"swing", NULL};
    static const char *const any[] = {"velocity", "spin", "keys", "loop", "ease", "swing", NULL};
    if (!lope_json_keys(value, any)) return false;
    bool keys = lope_json_has(value, "keys"), swing = lope_json_has(value, "swing");
    bool moves = lope_json_has(value, "velocity") || lope_json_has(value, "spin");
    if ((keys ? 1 : 0) + (swing ? 1 : 0) + (moves ? 1 : 0) != 1) {
        return lope_json_wrong(value, "expected one of velocity and spin, keys, or swing");
    }
    if (!lope_json_keys(value, keys ? keyed : swing ? swung : steady)) return false;
    lope_json member;
    if (moves) {
        piece->motion.kind = LOPE_SCENE_STEADY;
        lope_json_get_vector(value, "velocity", LOPE_SCENE_LARGE, &piece->motion.velocity);
        lope_json_get_vector(value, "spin", LOPE_SCENE_LARGE, &piece->motion.spin);
    } else if (keys) {
        read_keys(value, scenario, by_quaternion, euler, piece);
    } else if (lope_json_member(value, "swing", &member)) {
        read_swing(&member, &piece->motion);
    }
    return !lope_json_failed(value);
}

// Bullet has no dynamic triangle meshes and height fields.
static void read_mass(const lope_json *value, const lope_scenario *scenario, lope_scene_piece *piece)
{
    lope_json member;
    if (!lope_json_member(value, "mass", &member) || !lope_json_positive(&member, LOPE_SCENE_LARGE, &piece->mass)) return;
    bool triangles = piece->shape == LOPE_SCENE_MESH || piece->shape == LOPE_SCENE_TRIANGLES;
    if (!scenario->bullet)
        lope_json_wrong(&member, "found in the embedded world, expected only with \"world\": \"bullet\"");
    else if (piece->motion.kind != LOPE_SCENE_STILL)
        lope_json_wrong(&member, "found beside motion, expected one of the two");
    else if (lope_json_has(value, "surface_velocity"))
        lope_json_wrong_member(value, "surface_velocity", "given beside nav, which nothing stands on, expected one of the two");
    else if (piece->shape == LOPE_SCENE_HEIGHT_FIELD || piece->as_mesh || (triangles && !piece->as_hulls))
        lope_json_wrong(&member, "found with triangles, expected a solid shape, or a mesh as hulls");
}

// A one-way body has to be a moving one. The embedded level takes it for one; Bullet's world does not.
static void check_one_way(const lope_json *value, const lope_scenario *scenario, const lope_scene_piece *piece)
{
    if (piece->surface.one_way && scenario->bullet && piece->motion.kind == LOPE_SCENE_STILL)
        lope_json_wrong_member(value, "one_way", "found with \"world\": \"bullet\" without motion, expected beside motion");
}

// The embedded level alone has such a surface, of triangles that stand still.
static void read_nav(const lope_json *value, const lope_scenario *scenario, lope_scene_piece *piece)
{
    lope_json member;
    if (!lope_json_get_bool(value, "nav", &piece->nav) || !piece->nav || !lope_json_member(value, "nav", &member)) return;
    bool triangles = piece->shape == LOPE_SCENE_MESH || piece->shape == LOPE_SCENE_TRIANGLES;
    if (!triangles || piece->as_hulls)
        lope_json_wrong(&member, "found with %s, expected mesh or triangles", lope_scene_shape_key(piece->shape));
    else if (piece->motion.kind != LOPE_SCENE_STILL)
        lope_json_wrong(&member, "found beside motion, expected one of the two");
    else if (lope_json_has(value, "surface_velocity"))
        lope_json_wrong_member(value, "surface_velocity", "given beside nav, which nothing stands on, expected one of the two");
    else if (scenario->bullet)
        lope_json_wrong(&member, "found with \"world\": \"bullet\", expected only in the embedded world");
}

bool lope_scene_read_piece(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    static const char *const keys[] = {"mesh",     "triangles",   "box",      "sphere",   "capsule",          "cylinder",
                                       "hull",     "heightfield", "name",     "position", "rotation",         "euler",
                                       "scale",    "as",          "walkable", "material", "step_up",          "can_base",
                                       "channels", "two_sided",   "motion",   "mass",     "surface_velocity", "nav",
                                       "up",       "one_way",     NULL};
    bool by_quaternion = false;
    lope_point euler = {0.0, 0.0, 0.0};
    lope_json motion;
    if (!lope_json_keys(value, keys)) return false;
    piece->pose.rotation = lope_scene_quat_identity();
    piece->channels = LOPE_CHANNEL_SOLID;
    snprintf(piece->number, sizeof piece->number, "%u", (unsigned)value->index);
    lope_scene_read_name(value, scenario, 1000, &piece->name);
    if (lope_json_failed(value) || !lope_scene_read_shape(value, scenario, piece)) return false;
    lope_scene_read_pose(value, piece, &by_quaternion, &euler);
    read_units(value, piece);
    read_as(value, piece);
    read_surface(value, piece);
    lope_scene_read_channels(value, "channels", false, scenario, &piece->channels);
    if (lope_json_member(value, "motion", &motion)) lope_scene_read_motion(&motion, scenario, by_quaternion, euler, piece);
    read_mass(value, scenario, piece);
    read_nav(value, scenario, piece);
    check_one_way(value, scenario, piece);
    return !lope_json_failed(value);
}
