// 16-hanging-on-a-lift.c - a mode that takes hold of what it meets, and is carried along by it: on a lift
// that turns.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// The mode's own block in the state: the place that it holds on to, as it is seen from that body.
typedef struct grip {
    lope_body_pose hold;
} grip;

// Looks 0.5 m ahead with a sphere, and takes hold of the wall's body at this instant.
static void grab(lope_tick *tick, uint32_t from)
{
    grip *own = lope_tick_data(tick);
    lope_point up = lope_tick_up(tick), ahead = lope_tick_wanted(tick); // what this mode takes of the input
    lope_cast_def reach = {.from = lope_point_mad(lope_tick_feet(tick), up, 1.4), .radius = 0.1f};
    reach.motion = lope_point_scale(ahead, 0.5);
    lope_cast_hit wall;
    bool met = lope_tick_cast(tick, &reach, &wall) && !wall.walkable;
    if (!met || !lope_tick_set_base(tick, wall.body)) {
        lope_tick_refuse(tick, LOPE_ASKED_GAME, LOPE_REFUSAL_GAME);
        lope_tick_set_mode(tick, from);
        return;
    }
    lope_tick_take_press(tick, LOPE_BUTTON_JUMP); // no jump from this press
    own->hold = lope_tick_seen_from(tick, wall.body, lope_tick_feet(tick), lope_quat_identity());
}

// Climbs 0.5 m/s while the stick is pressed. The body's turn and way are none of its business.
static double hang(lope_tick *tick, double seconds)
{
    grip *own = lope_tick_data(tick);
    lope_transform place;
    bool there = lope_tick_place_of(tick, &own->hold, &place);
    if (!there || (lope_tick_edges(tick) & LOPE_BUTTON_CROUCH)) { // the body is gone, or the player lets go
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
        return seconds;
    }
    double speed = lope_point_length(lope_tick_wanted(tick)) > 0 ? 0.5 : 0;
    lope_point goal = lope_point_mad(place.position, lope_tick_up(tick), speed * seconds);
    lope_tick_set_velocity(tick, lope_point_scale(lope_tick_up(tick), speed)); // against the body
    lope_tick_slide_for(tick, lope_point_sub(goal, lope_tick_feet(tick)), seconds);
    own->hold = lope_tick_seen_from(tick, own->hold.body, lope_tick_feet(tick), lope_quat_identity());
    return 0;
}

static const lope_mode hanging = {.name = "hanging",
                                  .data_size = sizeof(grip),
                                  .traits = LOPE_MODE_CARRIED, // goes along with its base in the air
                                  .enter = grab,
                                  .run = hang};

// The lift rises by 1 m/s and turns by 90 degrees a second.
static lope_transform lift_at(double t)
{
    float half = 0.5f * 1.57079633f * (float)t;
    return (lope_transform){{0, 2 + t, 0}, lope_quat_normalize((lope_quat){0, lope_sin(half), 0, lope_cos(half)})};
}

int main(void)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    uint32_t id;
    lope_moveset_make(&moveset, &tuning, NULL);
    lope_moveset_add_mode(&moveset, &hanging, &id, NULL);

    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {20, 1, 20}});
    lope_body lift =
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 2, 0}, .moving = true}, .size = {2, 4, 2}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {1.4, 0, 0}, .moveset = &moveset});

    lope_point first = {0, 0, 0}, last = first;
    for (int tick = 0; tick <= 240; ++tick) {
        lope_input input = {0};
        const lope_requests hang = {.asked = LOPE_REQUEST_MODE, .mode = id};
        if (tick == 0) input = (lope_input){.move = {-1, 0, 0}, .requests = &hang};
        if (tick == 0) input.held = LOPE_BUTTON_JUMP;
        lope_transform pose = lift_at((tick + 1) / 60.0);
        lope_level_set_pose(level, lift, &pose);
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1.0f / 60);
        last = lope_transform_unapply(&pose, lope_character_state(hero)->feet); // as the lift sees it
        if (tick == 0) first = last;
    }
    const lope_state *state = lope_character_state(hero);
    double off = lope_point_length(lope_point_sub(last, first));
    printf("%s after 4 s, %.2f m up; off its place on the lift by %.1e m\n", lope_moveset_mode_name(&moveset, state->mode),
           state->feet.y, off);
    bool holds = state->mode == id && off < 1e-6 && fabs(state->feet.y - 4) < 0.05;
    lope_world_destroy(world);
    return holds ? 0 : 1;
}
