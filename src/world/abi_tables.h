// abi_tables.h - the names that lope/abi.h tells of. Made by scripts/abi_tables.py; never change it by hand.
#ifndef LOPE_WORLD_ABI_TABLES_H
#define LOPE_WORLD_ABI_TABLES_H

#include <lope/abi.h>
#include <lope/ability.h>
#include <lope/air_strafe.h>
#include <lope/animation.h>
#include <lope/avoidance.h>
#include <lope/base.h>
#include <lope/body.h>
#include <lope/camera.h>
#include <lope/camera_rig.h>
#include <lope/character.h>
#include <lope/climb.h>
#include <lope/command.h>
#include <lope/controller.h>
#include <lope/convert.h>
#include <lope/corner_help.h>
#include <lope/curve.h>
#include <lope/dash.h>
#include <lope/draw.h>
#include <lope/explain.h>
#include <lope/field.h>
#include <lope/follow.h>
#include <lope/forces.h>
#include <lope/glide.h>
#include <lope/input.h>
#include <lope/ladder.h>
#include <lope/layer.h>
#include <lope/ledge_hang.h>
#include <lope/level.h>
#include <lope/level_view.h>
#include <lope/lock_on.h>
#include <lope/look.h>
#include <lope/mantle.h>
#include <lope/mode.h>
#include <lope/move.h>
#include <lope/mover.h>
#include <lope/moveset.h>
#include <lope/nav_agent.h>
#include <lope/net.h>
#include <lope/net_arrival.h>
#include <lope/net_client.h>
#include <lope/net_link.h>
#include <lope/net_server.h>
#include <lope/net_world.h>
#include <lope/other.h>
#include <lope/path.h>
#include <lope/predict.h>
#include <lope/probe.h>
#include <lope/projectile.h>
#include <lope/prone.h>
#include <lope/query.h>
#include <lope/record.h>
#include <lope/report.h>
#include <lope/requests.h>
#include <lope/rerun.h>
#include <lope/roll.h>
#include <lope/rope.h>
#include <lope/runner.h>
#include <lope/save.h>
#include <lope/shape.h>
#include <lope/slide.h>
#include <lope/spring_arm.h>
#include <lope/sprint.h>
#include <lope/state.h>
#include <lope/surroundings.h>
#include <lope/surroundings_check.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/vault.h>
#include <lope/vec.h>
#include <lope/velocity_law.h>
#include <lope/wall_jump.h>
#include <lope/wall_run.h>
#include <lope/wall_slide.h>
#include <lope/world.h>
#include <lope/zipline.h>

// clang-format off
#define LOPE_ABI_STRUCTS(STRUCT) \
    STRUCT(lope_abi_constant) STRUCT(lope_abi_info) STRUCT(lope_abi_struct) STRUCT(lope_ability) STRUCT(lope_ability_self) \
    STRUCT(lope_active_ability) STRUCT(lope_active_layer) STRUCT(lope_aim_offset) STRUCT(lope_air_strafe_settings) \
    STRUCT(lope_allocator) STRUCT(lope_animation_def) STRUCT(lope_animation_foot) STRUCT(lope_animation_foot_place) \
    STRUCT(lope_animation_ground) STRUCT(lope_animation_mark) STRUCT(lope_animation_report) STRUCT(lope_animation_sample) \
    STRUCT(lope_animation_settings) STRUCT(lope_animation_state) STRUCT(lope_ask) STRUCT(lope_asking) STRUCT(lope_attachment) \
    STRUCT(lope_avoidance_agent) STRUCT(lope_avoidance_memory) STRUCT(lope_avoidance_plane) STRUCT(lope_avoidance_question) \
    STRUCT(lope_avoidance_settings) STRUCT(lope_avoidance_trace) STRUCT(lope_avoidance_wall) STRUCT(lope_axes) STRUCT(lope_body) \
    STRUCT(lope_body_def) STRUCT(lope_body_place) STRUCT(lope_body_pose) STRUCT(lope_bounds) STRUCT(lope_box) \
    STRUCT(lope_box_def) STRUCT(lope_camera) STRUCT(lope_camera_input) STRUCT(lope_camera_measures) STRUCT(lope_camera_output) \
    STRUCT(lope_camera_settings) STRUCT(lope_camera_shake) STRUCT(lope_camera_subject) STRUCT(lope_capsule) \
    STRUCT(lope_capsule_def) STRUCT(lope_cast_def) STRUCT(lope_cast_hit) STRUCT(lope_character_def) \
    STRUCT(lope_character_handle) STRUCT(lope_climb_settings) STRUCT(lope_command) STRUCT(lope_conditions) \
    STRUCT(lope_controller) STRUCT(lope_controller_settings) STRUCT(lope_corner_help_settings) STRUCT(lope_curve) \
    STRUCT(lope_cylinder) STRUCT(lope_cylinder_def) STRUCT(lope_dash_settings) STRUCT(lope_draw) STRUCT(lope_draw_pen) \
    STRUCT(lope_error) STRUCT(lope_event) STRUCT(lope_explain_def) STRUCT(lope_field) STRUCT(lope_filter) STRUCT(lope_floor) \
    STRUCT(lope_focus) STRUCT(lope_follow_path) STRUCT(lope_follow_point) STRUCT(lope_follow_settings) STRUCT(lope_follower) \
    STRUCT(lope_gauge) STRUCT(lope_glide_settings) STRUCT(lope_height_field_def) STRUCT(lope_hull) STRUCT(lope_hull_def) \
    STRUCT(lope_input) STRUCT(lope_ladder_settings) STRUCT(lope_layer) STRUCT(lope_ledge_hang_settings) \
    STRUCT(lope_ledge_settings) STRUCT(lope_level_def) STRUCT(lope_level_hit) STRUCT(lope_level_view) STRUCT(lope_lock_on) \
    STRUCT(lope_lock_scene) STRUCT(lope_lock_settings) STRUCT(lope_lock_target) STRUCT(lope_log) STRUCT(lope_mantle_asset) \
    STRUCT(lope_mantle_report) STRUCT(lope_mantle_settings) STRUCT(lope_mesh_def) STRUCT(lope_mesh_report) STRUCT(lope_mode) \
    STRUCT(lope_motion) STRUCT(lope_move_columns) STRUCT(lope_mover_def) STRUCT(lope_mover_hit) STRUCT(lope_mover_input) \
    STRUCT(lope_mover_report) STRUCT(lope_mover_state) STRUCT(lope_mover_tuning) STRUCT(lope_moveset) STRUCT(lope_nav_agent) \
    STRUCT(lope_nav_point) STRUCT(lope_nav_reach) STRUCT(lope_net_arrival) STRUCT(lope_net_client_def) STRUCT(lope_net_event) \
    STRUCT(lope_net_level) STRUCT(lope_net_link) STRUCT(lope_net_link_profile) STRUCT(lope_net_proxy) STRUCT(lope_net_rules) \
    STRUCT(lope_net_seat_stats) STRUCT(lope_net_server_def) STRUCT(lope_net_stats) STRUCT(lope_obstacle_settings) \
    STRUCT(lope_other) STRUCT(lope_path) STRUCT(lope_path_follower) STRUCT(lope_point) STRUCT(lope_pointer_settings) \
    STRUCT(lope_pose) STRUCT(lope_predict_def) STRUCT(lope_predicted) STRUCT(lope_probe) STRUCT(lope_probe_def) \
    STRUCT(lope_probe_ledge) STRUCT(lope_projectile_def) STRUCT(lope_projectile_event) STRUCT(lope_projectile_input) \
    STRUCT(lope_projectile_report) STRUCT(lope_projectile_state) STRUCT(lope_projectile_tuning) STRUCT(lope_prone_settings) \
    STRUCT(lope_push) STRUCT(lope_quat) STRUCT(lope_query) STRUCT(lope_radial) STRUCT(lope_ray_hit) STRUCT(lope_recorded_body) \
    STRUCT(lope_recorded_shape) STRUCT(lope_recorded_tick) STRUCT(lope_recorder_def) STRUCT(lope_recording_header) \
    STRUCT(lope_refused) STRUCT(lope_replay_report) STRUCT(lope_report) STRUCT(lope_requests) STRUCT(lope_rerun_def) \
    STRUCT(lope_roll_report) STRUCT(lope_roll_settings) STRUCT(lope_root_motion) STRUCT(lope_rope_settings) \
    STRUCT(lope_runner_round) STRUCT(lope_runner_settings) STRUCT(lope_sensor) STRUCT(lope_separation) STRUCT(lope_setting) \
    STRUCT(lope_shape) STRUCT(lope_sink_body) STRUCT(lope_sink_face) STRUCT(lope_slide_report) STRUCT(lope_slide_settings) \
    STRUCT(lope_sphere) STRUCT(lope_sphere_def) STRUCT(lope_spring_arm) STRUCT(lope_spring_arm_input) \
    STRUCT(lope_spring_arm_output) STRUCT(lope_spring_arm_settings) STRUCT(lope_sprint_settings) STRUCT(lope_stamina) \
    STRUCT(lope_state) STRUCT(lope_state_def) STRUCT(lope_stick_memory) STRUCT(lope_stick_settings) STRUCT(lope_surface) \
    STRUCT(lope_surroundings) STRUCT(lope_surroundings_check_def) STRUCT(lope_surroundings_seen) STRUCT(lope_sweep_hit) \
    STRUCT(lope_tasks) STRUCT(lope_tick_contact) STRUCT(lope_transform) STRUCT(lope_triangle) STRUCT(lope_tuning) \
    STRUCT(lope_vault_settings) STRUCT(lope_vec3) STRUCT(lope_velocity_law) STRUCT(lope_view) STRUCT(lope_view_limits) \
    STRUCT(lope_volume) STRUCT(lope_wall_jump_settings) STRUCT(lope_wall_run_settings) STRUCT(lope_wall_slide_settings) \
    STRUCT(lope_world_def) STRUCT(lope_world_event) STRUCT(lope_zipline_settings)

#define LOPE_ABI_CONSTANTS(WHOLE, FRACTION) \
    WHOLE(LOPE_ABILITIES) WHOLE(LOPE_ABILITY_DATA) WHOLE(LOPE_ABILITY_LOW) WHOLE(LOPE_ABILITY_REPEATABLE) \
    WHOLE(LOPE_ABILITY_WATCHES) WHOLE(LOPE_ACTIVE_ABILITIES) WHOLE(LOPE_ANIMATION_ALL) WHOLE(LOPE_ANIMATION_APEX) \
    WHOLE(LOPE_ANIMATION_FEET) WHOLE(LOPE_ANIMATION_FEET_MOST) WHOLE(LOPE_ANIMATION_FOOTFALLS) WHOLE(LOPE_ANIMATION_LANDING) \
    WHOLE(LOPE_ANIMATION_PIVOT) WHOLE(LOPE_ANIMATION_SAMPLES_MOST) WHOLE(LOPE_ANIMATION_STATE_BYTES) WHOLE(LOPE_ANIMATION_STOP) \
    WHOLE(LOPE_ANIMATION_TRAJECTORY) WHOLE(LOPE_ASKS) WHOLE(LOPE_AVOIDANCE_MOVING) WHOLE(LOPE_AVOIDANCE_NEIGHBOURS) \
    WHOLE(LOPE_AVOIDANCE_PLANES) WHOLE(LOPE_AVOIDANCE_WALLS) WHOLE(LOPE_BODY_CHARACTER) WHOLE(LOPE_BODY_NONE) \
    WHOLE(LOPE_BUTTON_CROUCH) WHOLE(LOPE_BUTTON_DASH) WHOLE(LOPE_BUTTON_GAME) WHOLE(LOPE_BUTTON_GLIDE) WHOLE(LOPE_BUTTON_GRAB) \
    WHOLE(LOPE_BUTTON_JUMP) WHOLE(LOPE_BUTTON_MANTLE) WHOLE(LOPE_BUTTON_PRONE) WHOLE(LOPE_BUTTON_ROLL) WHOLE(LOPE_BUTTON_SLIDE) \
    WHOLE(LOPE_BUTTON_SPRINT) WHOLE(LOPE_BUTTON_VAULT) WHOLE(LOPE_CAMERA_SHAKES) WHOLE(LOPE_CAST_BACK_FACES) \
    WHOLE(LOPE_CAST_STATIC_ONLY) WHOLE(LOPE_CAST_WALKABLE_ONLY) WHOLE(LOPE_CHANNEL_CHARACTER) WHOLE(LOPE_CHANNEL_CLIMB) \
    WHOLE(LOPE_CHANNEL_GAME) WHOLE(LOPE_CHANNEL_LADDER) WHOLE(LOPE_CHANNEL_LEDGE) WHOLE(LOPE_CHANNEL_ROPE) \
    WHOLE(LOPE_CHANNEL_SOLID) WHOLE(LOPE_CHANNEL_VOLUME) WHOLE(LOPE_COMMAND_OWN) WHOLE(LOPE_CURVES) WHOLE(LOPE_CURVE_POINTS) \
    WHOLE(LOPE_FOLLOW_SAMPLES) WHOLE(LOPE_FORBID_ABILITIES) WHOLE(LOPE_FORBID_CROUCH) WHOLE(LOPE_FORBID_JUMP) \
    WHOLE(LOPE_FORBID_LAYERS) WHOLE(LOPE_FORBID_MOVE) WHOLE(LOPE_FORBID_STEP_UP) WHOLE(LOPE_FORBID_SWIM) WHOLE(LOPE_FORBID_TURN) \
    WHOLE(LOPE_FORBID_WALK_OFF) WHOLE(LOPE_GAUGES) WHOLE(LOPE_GROUP_BODY) WHOLE(LOPE_GROUP_GAME) FRACTION(LOPE_HOLE) \
    WHOLE(LOPE_LAYERS) WHOLE(LOPE_LAYER_ADDITIVE) WHOLE(LOPE_LAYER_FALLOFF) WHOLE(LOPE_LAYER_IGNORE_VERTICAL) \
    WHOLE(LOPE_LAYER_LIFT_OFF) WHOLE(LOPE_LAYER_LIMIT_SPEED) WHOLE(LOPE_LAYER_LOCAL) WHOLE(LOPE_LAYER_UNTIL_LANDING) \
    WHOLE(LOPE_LAYER_WHOLE_TICKS) WHOLE(LOPE_LEDGE_BEHIND) WHOLE(LOPE_LEDGE_FAR_SIDE) WHOLE(LOPE_LEDGE_FLOOR) \
    WHOLE(LOPE_LEDGE_WALKABLE) WHOLE(LOPE_MEDIUM_AIR) WHOLE(LOPE_MEDIUM_WATER) WHOLE(LOPE_MODES) WHOLE(LOPE_MODE_CARRIED) \
    WHOLE(LOPE_MODE_DATA) WHOLE(LOPE_MODE_GHOST) WHOLE(LOPE_MODE_KEEPS_SIZE) WHOLE(LOPE_MODE_REPEATABLE) WHOLE(LOPE_MOVED_ANEW) \
    WHOLE(LOPE_MOVED_UNKNOWN) WHOLE(LOPE_MOVER_HITS) WHOLE(LOPE_NAV_REACHES) WHOLE(LOPE_NEEDS_INPUT) \
    WHOLE(LOPE_NEEDS_LEDGE_AHEAD) WHOLE(LOPE_NEEDS_SINKING) WHOLE(LOPE_NEEDS_WALL_AHEAD) WHOLE(LOPE_NEEDS_WALL_AROUND) \
    WHOLE(LOPE_NET_AHEAD) FRACTION(LOPE_NET_BELIEVE) WHOLE(LOPE_NET_COPIES) WHOLE(LOPE_NET_GAP) WHOLE(LOPE_NET_GIVE) \
    WHOLE(LOPE_NET_LINK_PACKETS) WHOLE(LOPE_NET_NONE) WHOLE(LOPE_NET_ORDERS) WHOLE(LOPE_NET_PACKET) FRACTION(LOPE_NET_PASS) \
    WHOLE(LOPE_NET_PLACES) WHOLE(LOPE_NET_PLANS) WHOLE(LOPE_NET_PROXIES) WHOLE(LOPE_NET_REWIND) WHOLE(LOPE_NET_RING) \
    FRACTION(LOPE_NET_TRUTH) WHOLE(LOPE_OVERLAPS) WHOLE(LOPE_PAGES_ALL) WHOLE(LOPE_PAGE_ABILITY) WHOLE(LOPE_PAGE_BASE) \
    WHOLE(LOPE_PAGE_GAUGES) WHOLE(LOPE_PAGE_LAYERS) WHOLE(LOPE_PAGE_MODE) WHOLE(LOPE_PAGE_OVERLAPS) WHOLE(LOPE_PAGE_SQUEEZE) \
    FRACTION(LOPE_PI) WHOLE(LOPE_PREDICT_STOPS) WHOLE(LOPE_PROBE_LEDGES) WHOLE(LOPE_PROJECTILE_EVENTS) \
    WHOLE(LOPE_QUERY_OF_CONDITIONS) WHOLE(LOPE_REPORT_EVENTS) WHOLE(LOPE_REPORT_PUSHES) WHOLE(LOPE_REPORT_REFUSALS) \
    WHOLE(LOPE_REQUEST_DROP) WHOLE(LOPE_REQUEST_END_LAYERS) WHOLE(LOPE_REQUEST_FOLLOW) WHOLE(LOPE_REQUEST_LAUNCH) \
    WHOLE(LOPE_REQUEST_LAYER) WHOLE(LOPE_REQUEST_MODE) WHOLE(LOPE_REQUEST_RESIZE) WHOLE(LOPE_REQUEST_TELEPORT) \
    WHOLE(LOPE_SAVE_VERSION) WHOLE(LOPE_SENSORS) WHOLE(LOPE_SETTINGS_BYTES) WHOLE(LOPE_SHOW_ALL) WHOLE(LOPE_SHOW_ANIMATION) \
    WHOLE(LOPE_SHOW_BASE) WHOLE(LOPE_SHOW_CAPSULE) WHOLE(LOPE_SHOW_EVENT) WHOLE(LOPE_SHOW_EXPLAIN) WHOLE(LOPE_SHOW_FACING) \
    WHOLE(LOPE_SHOW_FLOOR) WHOLE(LOPE_SHOW_INPUT) WHOLE(LOPE_SHOW_MOVING) WHOLE(LOPE_SHOW_QUERY) WHOLE(LOPE_SHOW_TRAIL) \
    WHOLE(LOPE_SHOW_VELOCITY) WHOLE(LOPE_SHOW_VOLUME) WHOLE(LOPE_TICK_SWEEPS) FRACTION(LOPE_TIME_SCALE_MOST) \
    WHOLE(LOPE_VERSION_MAJOR) WHOLE(LOPE_VERSION_MINOR) WHOLE(LOPE_VERSION_PATCH) WHOLE(LOPE_WALL_JUMP_WATCHES) \
    WHOLE(LOPE_WALL_RUN_AFTER) WHOLE(LOPE_WALL_RUN_LEFT) WHOLE(LOPE_WALL_RUN_RIGHT)
// clang-format on

#endif
