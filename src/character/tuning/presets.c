// presets.c - tunings to begin with, named for what they do.
//
// Each has one sentence about how it feels; `lope presets` prints their numbers. Read next: tuning.c.
#include <lope/tuning.h>
#include <lope/vec.h>

#include <string.h>

// A jump that is steered: 1.6 m high after a press of one tick, 2.9 m when held, with a second one in the
// air. Gravity of 2.2 g keeps the jump from floating. Full speed comes within a tenth of a second, and goes
// as fast.
static lope_tuning platformer(void)
{
    lope_tuning t = lope_tuning_default();
    t.gravity_scale = 2.2f;
    t.max_walk_speed = 7.0f;
    t.max_acceleration = 60.0f;
    t.ground_friction = 12.0f;
    t.braking_deceleration_walking = 40.0f;
    t.jump_speed = 8.0f;
    t.jump_max_hold_time = 0.18f;
    t.jump_max_count = 2;
    t.air_control = 0.8f;
    t.air_control_boost_multiplier = 1.0f;
    t.braking_deceleration_falling = 15.0f;
    t.coyote_time = 0.12f;
    t.jump_buffer_time = 0.12f;
    t.orient_rotation_to_movement = 1;
    t.use_controller_rotation_yaw = 0;
    t.rotation_rate = 4.0f * LOPE_PI;
    return t;
}

// Feet that answer at once, and a low jump that does not help to dodge. Direction changes on the ground,
// hardly in the air.
static lope_tuning shooter(void)
{
    lope_tuning t = lope_tuning_default();
    t.gravity_scale = 1.25f;
    t.max_walk_speed = 5.5f;
    t.max_acceleration = 45.0f;
    t.ground_friction = 10.0f;
    t.braking_deceleration_walking = 30.0f;
    t.jump_speed = 4.2f;
    t.air_control = 0.1f;
    t.max_walk_speed_crouched = 2.4f;
    t.crouched_height = 1.10f;
    t.coyote_time = 0.06f;
    t.jump_buffer_time = 0.08f;
    return t;
}

// Mass that is felt: most of a second to full speed, 1.5 m to a stop, wide turns, a hop of 0.4 m. It pushes
// what others cannot.
static lope_tuning heavy(void)
{
    lope_tuning t = lope_tuning_default();
    t.gravity_scale = 1.3f;
    t.mass = 400.0f;
    t.max_walk_speed = 4.0f;
    t.max_acceleration = 5.0f;
    t.ground_friction = 2.5f;
    t.braking_friction_factor = 0.5f;
    t.braking_deceleration_walking = 2.5f;
    t.jump_speed = 3.2f;
    t.air_control = 0.02f;
    t.air_control_boost_multiplier = 1.0f;
    t.max_step_height = 0.55f;
    t.max_push_force = 2500.0f;
    t.orient_rotation_to_movement = 1;
    t.use_controller_rotation_yaw = 0;
    t.rotation_rate = 0.5f * LOPE_PI;
    return t;
}

// A sixth of the weight, and so of the grip: jumps of 2.4 m and 3.5 s, slow to start and to stop.
static lope_tuning moon(void)
{
    lope_tuning t = lope_tuning_default();
    t.gravity_scale = 0.1653f; // 1.62 m/s2
    t.max_walk_speed = 2.5f;
    t.max_acceleration = 3.4f;
    t.ground_friction = 1.5f;
    t.braking_friction_factor = 1.0f;
    t.braking_deceleration_walking = 2.0f;
    t.jump_speed = 2.8f;
    t.air_control = 0.1f;
    return t;
}

// The presets, in the order of their indices.
static const struct {
    const char *name, *text;
    lope_tuning (*make)(void);
} presets[] = {
    {"default", "Unreal's figures, the same at every tick rate, with coyote time and a jump buffer.", lope_tuning_default},
    {"unreal", "Unreal's figures by Unreal's per-tick formulas and forces, for games that come from there.", lope_tuning_unreal},
    {"platformer", "A high jump that is steered, held and doubled; starts and stops at once.", platformer},
    {"shooter", "Quick feet, a low jump, little control in the air.", shooter},
    {"heavy", "Slow to start, to turn and to stop; hardly leaves the ground, pushes what others cannot.", heavy},
    {"moon", "A sixth of the weight: long, high leaps and little grip.", moon},
};
#define PRESET_COUNT ((uint32_t)(sizeof presets / sizeof presets[0]))

uint32_t lope_preset_count(void) { return PRESET_COUNT; }
const char *lope_preset_name(uint32_t index) { return index < PRESET_COUNT ? presets[index].name : NULL; }
const char *lope_preset_text(uint32_t index) { return index < PRESET_COUNT ? presets[index].text : NULL; }

lope_result lope_tuning_preset(const char *name, lope_tuning *tuning)
{
    if (name == NULL || tuning == NULL) return LOPE_ERROR_NULL;
    for (uint32_t i = 0; i < PRESET_COUNT; i++) {
        if (strcmp(presets[i].name, name) != 0) continue;
        *tuning = presets[i].make();
        return LOPE_OK;
    }
    return LOPE_ERROR_UNKNOWN_NAME;
}
