// 36-cameras.c - a third-person camera that follows a walker past a wall, over the shoulder, and Unreal's spring arm.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

int main(void)
{
    lope_level *level = lope_level_create(&(lope_level_def){0});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {60, 1, 60}});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {4, 2, 2}}, .size = {4, 4, 0.5f}}); // a wall
    lope_surroundings world = lope_level_surroundings(level);
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_state state;
    if (lope_moveset_make(&moveset, &tuning, NULL) || lope_state_init(&state, &(lope_state_def){.feet = {0, 0, 0}})) return 1;
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_controller player = {0};
    lope_controller_possess(&player, 1, &state);

    // A camera, the settings of its rig, and a look of its own.
    lope_camera camera = {0};
    lope_camera_settings rig = lope_camera_rig(LOPE_CAMERA_THIRD_PERSON);
    rig.recentre_wait = 2;
    lope_nearby *look = lope_nearby_create(NULL);
    lope_camera_output out;
    double shortest = 9;

    for (int frame = 0; frame < 180; frame++) {
        lope_controller_add_stick(&player, 1, 0, false); // to the right
        lope_controller_update(&player, NULL);
        lope_input input = {0};
        lope_report report;
        lope_controller_input(&player, &state, &input);
        if (lope_move(&state, &input, &moveset, &world, nearby, 1.0f / 60, &report)) return 1;

        // After all ticks of the frame: where the character is, and where the player looks.
        lope_camera_input seen = {.subject = lope_camera_subject_of(&state, &report)};
        seen.view = lope_controller_view(&player, &state);
        if (lope_camera_update(&camera, &rig, &seen, &world, look, 1.0 / 60, &out)) return 1;
        lope_controller_add_look(&player, out.turn.yaw, out.turn.pitch, 0); // what the rig turned the view by

        if (out.arm < shortest) shortest = out.arm;
        if (frame != 100) continue;
        rig = lope_camera_rig(LOPE_CAMERA_OVER_SHOULDER); // from here on over the shoulder,
        lope_camera_blend(&camera, 0.5);                  // within half a second
    }
    printf("the arm was %.2f m at the wall and is %.2f m now\n", shortest, out.arm);

    // How near the near plane is to what is solid, and whether the character is seen: for tests and tools.
    lope_camera_input seen = {.subject = lope_camera_subject_of(&state, NULL)};
    lope_camera_measures measures;
    if (lope_camera_measure(&out, &rig, &seen, &world, look, 0.5, &measures)) return 1;
    printf("near plane %.2f m from the nearest surface, head %s\n", measures.near_clear,
           measures.head_visible ? "seen" : "hidden");

    // Unreal's arm by itself: the pivot is what the game says.
    lope_spring_arm arm = {0};
    lope_spring_arm_settings settings = lope_spring_arm_unreal();
    lope_spring_arm_input at = {.pivot = {4, 1.5, 0}};
    lope_spring_arm_output end;
    if (lope_spring_arm_update(&arm, &settings, &at, &world, look, 1.0 / 60, &end)) return 1;
    printf("Unreal's arm ends %.2f m behind its pivot\n", end.arm);

    lope_nearby_destroy(look);
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
    return shortest < 1.7 && measures.near_clear > 0 && fabs(end.arm - 1.63) < 1e-3 ? 0 : 1;
}
