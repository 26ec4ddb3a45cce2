// 35-controller-and-lock-on.c - frames of a player: mouse and stick into the control rotation and the input of ticks, a
// cut scene that ignores input, and a lock on a target.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// A frame of 1/30 s with two ticks: input is added, taken in once, and given to both ticks.
static void frame(lope_world *world, lope_character *hero, lope_controller *player, const lope_controller_settings *settings)
{
    lope_controller_update(player, settings);
    for (int tick = 0; tick < 2; ++tick) {
        lope_input input = {0};
        lope_controller_input(player, lope_character_state(hero), &input);
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1.0f / 60.0f);
    }
}

int main(void)
{
    const double degree = 3.14159265358979323846 / 180;
    lope_tuning tuning = lope_tuning_default();
    lope_tuning_set_facing(&tuning, LOPE_FACING_INSTANT); // first person: it faces the control rotation at once
    lope_moveset moveset;
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) return 1;
    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {90, 1, 90}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = &moveset});

    lope_controller player = {0};
    lope_controller_possess(&player, lope_character_id(hero), lope_character_state(hero));
    const lope_controller_settings settings = {.limits = {.least_pitch = -1.2, .most_pitch = 1.2}};

    // The mouse turns to the left and up, as far as the limits go; the stick is pressed ahead.
    const lope_pointer_settings mouse = {.sensitivity = 0.002f};
    for (int i = 0; i < 45; ++i) {
        double yaw, pitch;
        lope_look_from_pointer(&mouse, -20, -25, 1.0 / 30, &yaw, &pitch);
        lope_controller_add_look(&player, yaw, pitch, 0);
        lope_controller_add_stick(&player, 0, 1, false);
        if (i == 10) lope_controller_press(&player, LOPE_BUTTON_JUMP); // its first tick gets the press
        if (i == 11) lope_controller_let_go(&player, LOPE_BUTTON_JUMP);
        frame(world, hero, &player, &settings);
    }
    const lope_view view = lope_controller_view(&player, lope_character_state(hero));
    printf("looks %.1f degrees to the left and %.1f up\n", view.yaw / degree, view.pitch / degree);
    if (fabs(view.yaw - 45 * 0.04) > 1e-6 || fabs(view.pitch - 1.2) > 1e-6) return 1;

    // A cut scene and a menu ignore look input, each by itself; it counts again when both are over.
    lope_controller_ignore_look(&player, true);
    lope_controller_ignore_look(&player, true);
    lope_controller_ignore_look(&player, false);
    lope_controller_add_look(&player, 1, 0, 0);
    frame(world, hero, &player, &settings);
    lope_controller_ignore_look(&player, false);
    if (fabs(player.view.yaw - view.yaw) > 1e-9) return 1;

    // Level again: a spawn, a door or a scene sets the view at once.
    lope_controller_set_view(&player, &settings, (lope_view){.yaw = view.yaw});

    // A lock on the nearer of two targets. The view follows it while the hero runs past.
    lope_level *level = lope_world_level(world);
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    const lope_point feet = lope_character_state(hero)->feet;
    const lope_lock_target targets[] = {{.id = 1, .point = {feet.x - 6, 1, feet.z}},
                                        {.id = 2, .point = {feet.x - 15, 1, feet.z + 2}}};
    lope_lock_scene scene = {.surroundings = &surroundings, .look = look, .targets = targets, .count = 2};
    lope_lock_on lock = {0};
    for (int i = 0; i < 60; ++i) {
        scene.state = lope_character_state(hero);
        scene.eye = lope_point_mad(scene.state->feet, lope_vec3_to_point(scene.state->up), 0.5 * (double)scene.state->height);
        if (i == 0 && lope_lock_on_acquire(&lock, NULL, &scene, &player) != LOPE_OK) return 1;
        if (lope_lock_on_update(&lock, NULL, &scene, &player, 1.0 / 30) != LOPE_OK) return 1;
        lope_controller_add_stick(&player, 1, 0, false); // it circles round the target
        frame(world, hero, &player, &settings);
    }
    const lope_state *state = lope_character_state(hero);
    const double away = hypot(targets[0].point.x - state->feet.x, targets[0].point.z - state->feet.z);
    const lope_view aim = lope_view_toward(state, state->feet, targets[0].point, 0);
    printf("target %u, %.2f m away, %.1f degrees off the view\n", (unsigned)lock.target, away,
           remainder(aim.yaw - player.view.yaw, 2 * 3.14159265358979323846) / degree);
    lope_nearby_destroy(look);
    lope_world_destroy(world);
    return lock.target == 1 && away < 9 ? 0 : 1;
}
