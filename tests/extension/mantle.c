// mantle.c - finds a ledge and climbs it. See mantle.h.
//
// Detection, in metres: a capsule is swept forward between the least and the greatest height of a ledge; a
// sphere is swept down 0.15 m behind the wall that was met; the character's own capsule must fit at the
// top. Then the character takes hold of the ledge's body (lope_tick_set_base) and goes by a closed form in
// that body's frame: the height by a smooth step in the first 0.6 of the time, the way over the ledge in
// the last 0.7 of it. A body that turns, rises or tilts takes the whole path along. What blocks the path
// ends it: the character falls.
//
// Heights, reach and durations are those of the mantle of the Advanced Locomotion System.
#include "mantle.h"

#define LEAST_HEIGHT 0.5    // m above the feet
#define MOST_HEIGHT 2.5     // m, from the ground
#define MOST_HEIGHT_AIR 1.5 // m, in a fall
#define REACH 0.75          // m, from the axis to the wall
#define PROBE 0.3           // m, radius of what is swept
#define INTO 0.15           // m behind the wall's face where the top is looked for
#define PIECE (1.0 / 120.0) // s: the longest straight piece of the path
#define OFF 1e-3            // m: farther off its place the character is blocked
#define ROOM 0.02           // m, by which the capsule is lifted for the test for room

// What was found.
typedef struct ledge {
    uint64_t body;
    lope_point feet;    // m, at the top
    lope_point forward; // unit, level
    double height;      // m above the character's feet
} ledge;

// Returns the level part of v.
static lope_point level(const lope_tick *tick, lope_point v)
{
    const lope_point up = lope_tick_up(tick);
    return lope_point_mad(v, up, -lope_point_dot(v, up));
}

// Returns v with length 1; zero stays zero.
static lope_point unit(lope_point v)
{
    const double length = lope_point_length(v);
    return length > 1e-9 ? lope_point_scale(v, 1.0 / length) : (lope_point){0, 0, 0};
}

// Sweeps forward. Returns MANTLE_NO_WALL, or LOPE_REFUSAL_NONE with the wall in *hit.
static uint32_t find_wall(lope_tick *tick, lope_point forward, double most, lope_cast_hit *hit)
{
    const lope_point up = lope_tick_up(tick), feet = lope_tick_feet(tick);
    const lope_cast_def def = {.from = lope_point_mad(lope_point_mad(feet, up, LEAST_HEIGHT), forward, -PROBE),
                               .motion = lope_point_scale(forward, REACH + PROBE),
                               .radius = (float)PROBE,
                               .height = (float)(most - LEAST_HEIGHT)};
    const bool met = lope_tick_cast(tick, &def, hit);
    return met && !hit->walkable && hit->depth <= 0 && !hit->character ? LOPE_REFUSAL_NONE : MANTLE_NO_WALL;
}

// Sweeps down behind the wall, and tests for room. Returns why there is no ledge, or LOPE_REFUSAL_NONE.
static uint32_t find_top(lope_tick *tick, const lope_cast_hit *wall, double most, ledge *found)
{
    const lope_point up = lope_tick_up(tick), feet = lope_tick_feet(tick);
    const lope_point in = unit(lope_point_scale(level(tick, wall->normal), -1));
    const double at = lope_point_dot(lope_point_sub(wall->point, feet), up);
    const lope_point over = lope_point_mad(lope_point_mad(wall->point, in, INTO), up, most + PROBE + 0.01 - at);
    const lope_cast_def down = {
        .from = over, .motion = lope_point_scale(up, -(most - LEAST_HEIGHT + 0.01)), .radius = (float)PROBE};
    lope_cast_hit top;
    if (!lope_tick_cast(tick, &down, &top) || !top.walkable || top.depth > 0) return MANTLE_NO_TOP;
    *found = (ledge){.body = top.body, .forward = in};
    found->height = lope_point_dot(lope_point_sub(top.point, feet), up);
    found->feet = lope_point_mad(lope_point_mad(wall->point, in, INTO), up, found->height - at);
    const lope_state *state = lope_tick_state(tick);
    const lope_cast_def room = {.from = lope_point_mad(found->feet, up, ROOM), .radius = state->radius, .height = state->height};
    lope_cast_hit in_the_way;
    return lope_tick_overlap(tick, &room, &in_the_way) ? MANTLE_NO_ROOM : LOPE_REFUSAL_NONE;
}

// Finds a ledge the way the stick points. The character then hangs on its body. Returns why there is none, or
// LOPE_REFUSAL_NONE.
static uint32_t find_ledge(lope_tick *tick, bool falls, ledge *found)
{
    const double most = falls ? MOST_HEIGHT_AIR : MOST_HEIGHT;
    lope_point forward = unit(level(tick, lope_tick_wanted(tick)));
    const uint64_t before = lope_tick_base_body(tick);
    lope_cast_hit wall;
    if (!(lope_tick_edges(tick) & LOPE_BUTTON_JUMP) || lope_point_dot(forward, forward) <= 0) return MANTLE_NO_PRESS;
    uint32_t why = find_wall(tick, forward, most, &wall);
    if (why != LOPE_REFUSAL_NONE) return why;
    // Bodies stand at their pose of the tick's end. Once the character has taken hold of the
    // body it does so too, and what is wanted is turned with it.
    if (!lope_tick_set_base(tick, wall.body)) return MANTLE_NO_WALL;
    forward = unit(level(tick, lope_tick_wanted(tick)));
    why = find_wall(tick, forward, most, &wall);
    if (why == LOPE_REFUSAL_NONE) why = find_top(tick, &wall, most, found);
    if (why == LOPE_REFUSAL_NONE && found->body != wall.body && !lope_tick_set_base(tick, found->body)) why = MANTLE_NO_TOP;
    if (why != LOPE_REFUSAL_NONE) lope_tick_set_base(tick, before);
    return why;
}

// Returns the duration (s) for a height (m): 0.5 s for the lowest, 1 s from 1 m on, up to 1.75 s for 2 m.
static double seconds_for(double height)
{
    if (height < 1) return height > 0.5 ? height : 0.5;
    if (height < 1.25) return 1;
    return height < 2 ? 1.25 + (height - 1.25) / 1.5 : 1.75;
}

// Returns the rotation that looks along `forward` with `up`, from the frame in which -z is ahead.
static lope_quat looking(const lope_state *state, lope_point forward)
{
    const lope_point up = lope_vec3_to_point(state->up), ahead = lope_vec3_to_point(state->forward);
    const lope_point left = lope_point_cross(up, ahead);
    const float yaw = lope_atan2((float)lope_point_dot(forward, left), (float)lope_point_dot(forward, ahead));
    return lope_quat_from_axis(state->up, yaw);
}

static void enter_mantle(lope_tick *tick, uint32_t from)
{
    mantle_data *data = lope_tick_data(tick);
    ledge found;
    const uint32_t why = find_ledge(tick, from == LOPE_MODE_FALLING, &found);
    if (why != LOPE_REFUSAL_NONE) {
        lope_tick_refuse(tick, MANTLE_ASKED, why);
        lope_tick_set_mode(tick, from);
        return;
    }
    lope_tick_take_press(tick, LOPE_BUTTON_JUMP);
    const lope_point feet = lope_tick_feet(tick);
    const lope_quat none = {0, 0, 0, 1};
    data->top = lope_tick_seen_from(tick, found.body, found.feet, looking(lope_tick_state(tick), found.forward));
    const lope_body_pose start = lope_tick_seen_from(tick, found.body, feet, none);
    const lope_body_pose above = lope_tick_seen_from(tick, found.body, lope_point_add(feet, lope_tick_up(tick)), none);
    data->from = lope_point_to_vec3(lope_point_sub(start.point, data->top.point));
    data->up = lope_point_to_vec3(lope_point_sub(above.point, start.point));
    data->time = 0;
    data->seconds = (float)seconds_for(found.height);
}

// Returns a smooth step from 0 to 1 between two shares.
static double smooth(double share, double from, double to)
{
    const double x = share <= from ? 0 : share >= to ? 1 : (share - from) / (to - from);
    return x * x * (3.0 - 2.0 * x);
}

lope_point mantle_place(const mantle_data *data, double time)
{
    const double share = time / (double)data->seconds;
    const lope_point from = lope_vec3_to_point(data->from), up = lope_vec3_to_point(data->up);
    const lope_point rise = lope_point_scale(up, lope_point_dot(from, up)), back = lope_point_sub(from, rise);
    const lope_point place = lope_point_mad(data->top.point, rise, 1.0 - smooth(share, 0, 0.6));
    return lope_point_mad(place, back, 1.0 - smooth(share, 0.3, 1));
}

// Faces the ledge, as it has turned by now.
static void face(lope_tick *tick, lope_quat rotation)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point ahead = lope_vec3_to_point(state->forward), left = lope_point_cross(lope_tick_up(tick), ahead);
    const lope_point look = lope_quat_rotate_point(rotation, ahead);
    lope_tick_set_facing(tick, lope_atan2((float)lope_point_dot(look, left), (float)lope_point_dot(look, ahead)), 0);
}

// Ends the mantle in a fall, with no speed but that of the ledge.
static double drop(lope_tick *tick, double left)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return left;
}

static double run_mantle(lope_tick *tick, double seconds)
{
    mantle_data *data = lope_tick_data(tick);
    lope_transform world;
    double left = seconds;
    if (!lope_tick_place_of(tick, &data->top, &world)) return drop(tick, left); // the ledge is gone
    face(tick, world.rotation);
    while (left > 0 && data->time < (double)data->seconds) {
        double piece = (double)data->seconds - data->time;
        if (piece > left) piece = left;
        if (piece > PIECE) piece = PIECE;
        lope_body_pose next = data->top;
        next.point = mantle_place(data, data->time + piece);
        if (!lope_tick_place_of(tick, &next, &world)) return drop(tick, left);
        const lope_point way = lope_point_sub(world.position, lope_tick_feet(tick));
        lope_tick_set_velocity(tick, lope_point_scale(way, 1.0 / piece));
        lope_tick_slide_for(tick, way, piece);
        data->time += piece;
        left -= piece;
        if (lope_point_length(lope_point_sub(world.position, lope_tick_feet(tick))) > OFF) return drop(tick, left);
    }
    if (data->time < (double)data->seconds) return 0;
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    if (!lope_tick_stand(tick, 0.1)) return drop(tick, left);
    lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    return left;
}

const lope_mode mantle_mode = {
    .name = "mantle", .data_size = sizeof(mantle_data), .enter = enter_mantle, .run = run_mantle, .traits = LOPE_MODE_CARRIED};
