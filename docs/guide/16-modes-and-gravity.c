// 16-modes-and-gravity.c - a mode of the game's own: a jet pack with fuel; saved, recalled by name, and flown on a planet.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// The mode's own block in the state: plain data, zero when the mode begins.
typedef struct jet {
    float burnt; // s
} jet;

#define FUEL 1.5     // s
#define THRUST 16.0  // m/s2
#define STEERING 0.5 // m/s2

static double fly(lope_tick *tick, double seconds)
{
    jet *own = lope_tick_data(tick);
    lope_point velocity = lope_tick_velocity(tick), up = lope_tick_up(tick);
    bool burns = (lope_tick_input(tick)->held & LOPE_BUTTON_JUMP) && (double)own->burnt < FUEL;
    lope_point push = lope_tick_acceleration(tick); // gravity and forces
    push = lope_point_mad(push, lope_tick_wanted(tick), STEERING);
    if (burns) push = lope_point_mad(push, up, THRUST);
    if (burns) own->burnt += (float)seconds;

    lope_point way = lope_point_mad(lope_point_scale(velocity, seconds), push, 0.5 * seconds * seconds);
    lope_tick_set_velocity(tick, lope_point_mad(velocity, push, seconds));
    lope_tick_slide(tick, way); // along what it meets, which takes its part of the velocity
    lope_floor floor;
    bool lands = lope_point_dot(lope_tick_velocity(tick), up) <= 0 && lope_tick_floor_under(tick, 0.02, &floor) && floor.walkable;
    if (lands) lope_tick_set_mode(tick, LOPE_MODE_WALKING);
    return 0; // all of the time is used
}

static const lope_mode jet_pack = {.name = "jet_pack", .data_size = sizeof(jet), .run = fly};

int main(void)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    uint32_t jet_id;
    lope_moveset_make(&moveset, &tuning, NULL);
    lope_moveset_add_mode(&moveset, &jet_pack, &jet_id, NULL);

    // A planet: a sphere, and a volume round it with gravity toward its middle.
    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    lope_volume pull = {.gravity_mode = LOPE_GRAVITY_POINT, .gravity_strength = 9.8f};
    lope_level_add_sphere(level, &(lope_sphere_def){.radius = 20});
    lope_level_add_sphere(level, &(lope_sphere_def){.body.volume = &pull, .radius = 80});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {0, 20, 0}, .moveset = &moveset});

    double highest = 0;
    lope_requests requests;
    for (int tick = 0; tick < 60 * 12; ++tick) {
        const lope_state *state = lope_character_state(hero);
        lope_input input = {.move = lope_state_from_stick(state, 0, 1, 0)}; // ahead, whatever up is by now
        if (tick == 60) {
            requests = (lope_requests){.asked = LOPE_REQUEST_MODE, .mode = jet_id};
            input.requests = &requests;
        }
        if (tick >= 60) input.held = LOPE_BUTTON_JUMP;
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1.0f / 60.0f);
        double height = lope_point_length(state->feet) - 20;
        if (height > highest) highest = height;
        if (tick == 120) { // in flight, with fuel burnt: the save tells both, the mode by its name
            unsigned char bytes[4096];
            size_t size;
            lope_state again;
            lope_state_write_for(&moveset, state, bytes, sizeof bytes, &size, NULL);
            if (lope_state_read_for(&moveset, &again, bytes, size, NULL, NULL) != LOPE_OK) return 1;
            printf("saved and read in %s, equal: %d\n", lope_moveset_mode_name(&moveset, again.mode),
                   lope_state_hash(&again) == lope_state_hash(state));
            if (lope_state_hash(&again) != lope_state_hash(state)) return 1;
            if (lope_state_read(&again, bytes, size, NULL, NULL) != LOPE_ERROR_UNKNOWN_NAME) return 1;
        }
    }
    const lope_state *state = lope_character_state(hero);
    printf("%.1f m high, then %s, up (%.2f, %.2f, %.2f)\n", highest, lope_moveset_mode_name(&moveset, state->mode),
           (double)state->up.x, (double)state->up.y, (double)state->up.z);
    bool stands = state->mode == LOPE_MODE_WALKING && fabs(lope_point_length(state->feet) - 20) < 1e-3;
    lope_world_destroy(world);
    return stands && highest > 10 ? 0 : 1;
}
