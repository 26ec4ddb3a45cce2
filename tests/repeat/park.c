// park.c - the bodies of the park and its walkers' inputs. Read next: golden.c and the tests of this folder.
#include "park.h"

#define GROUND_COLUMNS 49
#define GROUND_Z 60.0 // m: beside the gym, which ends at 30
#define FIRST_ID 100

double park_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0;
}

static double between(uint32_t *seed, double low, double high) { return low + (high - low) * park_random(seed); }

// One draw a statement: C leaves open in which order the arguments of a call are worked out.
static lope_vec3 vector_between(uint32_t *seed, double low, double high)
{
    const float x = (float)between(seed, low, high), y = (float)between(seed, low, high), z = (float)between(seed, low, high);
    return lope_vec3_make(x, y, z);
}

static uint32_t seed_of(uint32_t number, uint32_t salt)
{
    uint32_t seed = number * 7919u + salt * 104729u + 1u;
    for (int i = 0; i < 3; i++) park_random(&seed);
    return seed;
}

#define TRIGGER (PARK_SOLIDS + 3) // it goes to and fro

static bool moves(uint32_t number) { return number < PARK_SOLIDS ? number >= 2 && number % 4 == 0 : number == TRIGGER; }

static lope_transform volume_pose(uint32_t number, double seconds)
{
    static const lope_point places[PARK_BODIES - PARK_SOLIDS] = {{-14, 0.4, 12}, {14, 3, -10},  {8, -3, GROUND_Z + 5},
                                                                 {0, 1, 5},      {-10, 3, -12}, {-6, 0, GROUND_Z - 6}};
    lope_transform pose = {.position = places[number - PARK_SOLIDS], .rotation = lope_quat_identity()};
    if (number == TRIGGER) pose.position.x += 12.0 * (double)lope_sin((float)(0.7 * seconds));
    if (number == PARK_SOLIDS + 1) pose.rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), 0.5f);
    return pose;
}

static bool add_volume(lope_level *level, uint32_t number)
{
    const lope_volume volumes[PARK_BODIES - PARK_SOLIDS] = {
        {.water = true, .priority = 1},
        {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, -2, 0}},
        {.gravity_mode = LOPE_GRAVITY_POINT, .gravity_strength = 9.8f, .gravity_point = {8, -14, GROUND_Z + 5}},
        {.priority = 0},
        {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {3, -9, 0}, .priority = 2},
        {.fluid_friction = 2, .terminal_speed = 3}};
    const lope_transform pose = volume_pose(number, 0);
    const lope_body_def body = {.position = pose.position,
                                .rotation = pose.rotation,
                                .moving = moves(number),
                                .id = FIRST_ID + (uint64_t)number,
                                .volume = &volumes[number - PARK_SOLIDS]};
    static const lope_vec3 sizes[] = {{14, 3, 12}, {12, 8, 12}, {0, 0, 0}, {0, 0, 0}, {8, 6, 8}, {0, 0, 0}};
    const lope_vec3 size = sizes[number - PARK_SOLIDS];
    if (size.x > 0) return lope_level_valid(level, lope_level_add_box(level, &(lope_box_def){.body = body, .size = size}));
    if (number + 1 == PARK_BODIES)
        return lope_level_valid(level,
                                lope_level_add_cylinder(level, &(lope_cylinder_def){.body = body, .radius = 5, .height = 8}));
    const float radius = number == TRIGGER ? 2 : 9;
    return lope_level_valid(level, lope_level_add_sphere(level, &(lope_sphere_def){.body = body, .radius = radius}));
}

// Where shape `number` is at a time in seconds: still, or to and fro, or round about itself.
static lope_transform pose_at(uint32_t number, double seconds)
{
    uint32_t seed = seed_of(number, 1);
    lope_transform pose;
    const bool beside = number % 8 >= 6; // a quarter of them stands on the rolling ground
    pose.position.x = between(&seed, beside ? -20 : -27, beside ? 20 : 27);
    pose.position.z = between(&seed, beside ? GROUND_Z - 20 : -23, beside ? GROUND_Z + 20 : 27);
    pose.position.y = between(&seed, -0.3, 1.2);
    lope_vec3 axis = lope_vec3_add(vector_between(&seed, -1, 1), lope_vec3_make(0, 2, 0));
    axis = lope_vec3_scale(axis, 1.0f / lope_vec3_length(axis));
    double angle = between(&seed, -3, 3);
    if (moves(number)) {
        const double reach = between(&seed, 0.5, 3), pace = between(&seed, 0.5, 1.5); // m, rad/s
        const double way = reach * (double)lope_sin((float)(pace * seconds));
        const uint32_t kind = number / 4 % 4;
        if (kind == 0) pose.position.x += way;
        if (kind == 1) pose.position.y += way;
        if (kind == 2) pose.position.z += way;
        if (kind == 3) angle += pace * seconds;
        if (number % 3 == 0) axis = lope_vec3_make(0, 1, 0);
    }
    pose.rotation = lope_quat_from_axis(axis, (float)angle);
    return pose;
}

static bool add_ground(lope_level *level)
{
    float heights[GROUND_COLUMNS * GROUND_COLUMNS];
    for (int row = 0; row < GROUND_COLUMNS; row++)
        for (int column = 0; column < GROUND_COLUMNS; column++)
            heights[row * GROUND_COLUMNS + column] = 0.9f * lope_sin(0.55f * (float)column) * lope_cos(0.45f * (float)row) +
                                                     0.3f * lope_sin(1.7f * (float)(row + column));
    const lope_height_field_def def = {.body = {.position = {0, 0, GROUND_Z}, .id = FIRST_ID + 1},
                                       .heights = heights,
                                       .columns = GROUND_COLUMNS,
                                       .rows = GROUND_COLUMNS,
                                       .cell = 1.0f};
    return lope_level_valid(level, lope_level_add_height_field(level, &def));
}

static lope_body add_hull(lope_level *level, const lope_body_def *body, uint32_t *seed)
{
    float points[3 * 14];
    for (int i = 0; i < 42; i++) points[i] = (float)between(seed, -1.2, 1.2);
    return lope_level_add_hull(level, &(lope_hull_def){.body = *body, .points = points, .point_count = 14});
}

static lope_body add_shape(lope_level *level, const lope_body_def *body, uint32_t number)
{
    uint32_t seed = seed_of(number, 2);
    const float a = (float)between(&seed, 0.3, 1.5), b = (float)between(&seed, 0.3, 3), c = (float)between(&seed, 0.3, 3);
    switch ((number + number / 5) % 5) { // so that every kind moves, too
    case 0:
        return lope_level_add_box(level, &(lope_box_def){.body = *body, .size = {b, a, c}});
    case 1:
        return lope_level_add_sphere(level, &(lope_sphere_def){.body = *body, .radius = a});
    case 2:
        return lope_level_add_capsule(level, &(lope_capsule_def){.body = *body, .radius = a * 0.5f, .height = a + b});
    case 3:
        return lope_level_add_cylinder(level, &(lope_cylinder_def){.body = *body, .radius = a, .height = c});
    default:
        return add_hull(level, body, &seed);
    }
}

bool park_add(lope_level *level, const obj_mesh *gym, uint32_t number)
{
    if (number == 0) {
        const lope_mesh_def def = {.body = {.id = FIRST_ID},
                                   .points = gym->points,
                                   .point_count = gym->point_count,
                                   .indices = gym->indices,
                                   .triangle_count = gym->triangle_count};
        return lope_level_valid(level, lope_level_add_mesh(level, &def));
    }
    if (number == 1) return add_ground(level);
    if (number >= PARK_SOLIDS) return add_volume(level, number);
    const lope_transform pose = pose_at(number, 0);
    lope_body_def body = {
        .position = pose.position, .rotation = pose.rotation, .moving = moves(number), .id = FIRST_ID + (uint64_t)number};
    body.surface.material = number;
    if (number % 11 == 3) body.surface.walkable = LOPE_WALKABLE_ALWAYS;
    if (number % 11 == 5) body.surface.velocity = lope_vec3_make(1.5f, 0, -0.5f);
    if (number % 11 == 7) body.surface.no_step_up = true;
    return lope_level_valid(level, add_shape(level, &body, number));
}

bool park_set_poses(lope_level *level, uint32_t tick)
{
    for (uint32_t number = 2; number < PARK_BODIES; number++) {
        if (!moves(number)) continue;
        const double seconds = (double)(tick + 1) / PARK_RATE;
        const lope_transform pose = number < PARK_SOLIDS ? pose_at(number, seconds) : volume_pose(number, seconds);
        if (lope_level_set_pose(level, lope_level_find(level, FIRST_ID + (uint64_t)number), &pose) != LOPE_OK) return false;
    }
    return true;
}

lope_point park_start(uint32_t walker)
{
    const uint32_t place = walker * 613u % 1024u; // every place of a grid of 32 by 32 once, in mixed order
    const double u = ((double)(place % 32) + 0.5) / 32, v = ((double)(place / 32) + 0.5) / 32;
    const double lift = 4 + (double)(walker / 1024);
    if (walker % 4 == 3) return lope_point_make(-20 + 40 * u, lift, GROUND_Z - 20 + 40 * v);
    return lope_point_make(-27 + 54 * u, lift, -23 + 50 * v);
}

bool park_movesets(lope_moveset movesets[PARK_MOVESETS])
{
    lope_tuning own = lope_tuning_default(), quick = own;
    const lope_tuning unreal = lope_tuning_unreal();
    own.jump_max_count = 2;
    own.jump_max_hold_time = 0.2f;
    quick.max_step_height = 0.3f;
    quick.perch_radius_threshold = 0.15f;
    quick.turn_instantly = 1;
    quick.air_control = 0.5f;
    quick.can_walk_off_ledges = 0;
    quick.orient_rotation_to_movement = 1;
    const lope_curve rise = {.kind = LOPE_CURVE_SMOOTH, .count = 3, .x = {0, 0.3f, 1}, .y = {0, 1, 0.2f}};
    const lope_sensor reach = {
        .channels = LOPE_CHANNEL_VOLUME | LOPE_CHANNEL_CHARACTER, .a = {0, 1, -1}, .b = {0, 1, -2}, .radius = 0.3f};
    return lope_moveset_make(&movesets[0], &own, NULL) == LOPE_OK && lope_moveset_make(&movesets[1], &quick, NULL) == LOPE_OK &&
           lope_moveset_make(&movesets[2], &unreal, NULL) == LOPE_OK &&
           lope_moveset_add_curve(&movesets[0], &rise, NULL, NULL) == LOPE_OK &&
           lope_moveset_add_sensor(&movesets[0], &reach, NULL, NULL) == LOPE_OK;
}

static void add_requests(lope_requests *requests, uint32_t walker, uint32_t *seed)
{
    const double draw = park_random(seed);
    if (draw < 0.01) {
        requests->asked |= LOPE_REQUEST_LAUNCH;
        requests->launch_overrides_vertical = draw < 0.005;
        requests->launch_velocity = lope_vec3_add(vector_between(seed, -4, 4), lope_vec3_make(0, 3, 0));
    } else if (draw < 0.02) {
        requests->impulse = vector_between(seed, -300, 300);
    } else if (draw < 0.03) {
        requests->force = vector_between(seed, -5, 5);
        requests->force_is_acceleration = true;
    } else if (draw < 0.032) {
        requests->asked |= LOPE_REQUEST_TELEPORT;
        requests->teleport_feet = park_start(walker);
    }
}

static void add_layer(lope_requests *requests, uint32_t walker, uint32_t *seed)
{
    const double draw = park_random(seed);
    lope_layer layer = {
        .priority = (int32_t)(draw * 8), .target = park_start(walker), .strength = 3, .height = 1.5f, .radius = 20};
    layer.kind = LOPE_LAYER_VELOCITY + (uint32_t)(draw * 4);
    layer.flags = draw < 0.1 ? LOPE_LAYER_ADDITIVE : draw < 0.2 ? LOPE_LAYER_LOCAL : 0;
    layer.curve = walker % PARK_MOVESETS == 0;
    layer.id = 1 + (uint32_t)(park_random(seed) * 6);
    layer.duration = (float)between(seed, 0.1, 0.8);
    layer.velocity = vector_between(seed, -6, 6);
    layer.finish = (uint32_t)(park_random(seed) * 3);
    layer.finish_velocity = vector_between(seed, -2, 2);
    requests->asked |= LOPE_REQUEST_LAYER;
    requests->layer = layer;
}

static void add_changes(lope_requests *requests, uint32_t walker, uint32_t *seed)
{
    static const uint32_t modes[] = {LOPE_MODE_FLYING, LOPE_MODE_FALLING, LOPE_MODE_WALKING, LOPE_MODE_SWIMMING, LOPE_MODE_NONE};
    const double draw = park_random(seed);
    if (draw < 0.03) {
        add_layer(requests, walker, seed);
    } else if (draw < 0.04) {
        requests->asked |= LOPE_REQUEST_END_LAYERS;
    } else if (draw < 0.07) {
        requests->asked |= LOPE_REQUEST_MODE;
        requests->mode = modes[(uint32_t)(park_random(seed) * 5)];
    } else if (draw < 0.08) {
        requests->asked |= LOPE_REQUEST_RESIZE;
        requests->resize_height = (float)between(seed, 1.0, 2.0);
    } else if (draw < 0.09) {
        requests->asked |= LOPE_REQUEST_LAUNCH;
        requests->launch_velocity = vector_between(seed, -5, 5);
        requests->knockback_time = 0.4f;
    } else if (draw < 0.11) {
        requests->has_root_motion = true;
        requests->root_motion = (lope_root_motion){.translation = vector_between(seed, -0.1, 0.1), .yaw = 0.2f};
    }
}

lope_input park_input(uint32_t walker, uint32_t tick, lope_requests *requests)
{
    uint32_t slow = seed_of(walker, 1000 + tick / (PARK_RATE / 2)), fast = seed_of(walker, 500000 + tick);
    const float angle = (float)(park_random(&slow) * 6.283185307179586), press = (float)park_random(&slow);
    const float strength = press < 0.1f ? 0.0f : press < 0.3f ? press : 1.0f;
    lope_input input = {
        .move = {strength * lope_cos(angle), 0, strength * lope_sin(angle)}, .look_yaw = angle - 3.0f, .requests = requests};
    *requests = (lope_requests){0};
    const uint32_t phase = tick % (PARK_RATE / 2), jump = (uint32_t)(park_random(&slow) * 100);
    if (jump < PARK_RATE / 2 && phase >= jump && phase < jump + 1 + walker % 12) input.held = LOPE_BUTTON_JUMP;
    if (jump < PARK_RATE / 2 && phase == jump) input.pressed = LOPE_BUTTON_JUMP;
    const double mood = park_random(&slow);
    if (mood < 0.1) input.held |= LOPE_BUTTON_CROUCH;
    if (mood > 0.97) input.forbidden = LOPE_FORBID_JUMP | LOPE_FORBID_TURN;
    requests->has_requested_velocity = mood > 0.9 && mood < 0.95;
    if (requests->has_requested_velocity) requests->requested_velocity = vector_between(&slow, -5, 5);
    if (phase == 7) add_requests(requests, walker, &fast);
    if (phase == 13) add_changes(requests, walker, &fast);
    return input;
}
