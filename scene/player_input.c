// player_input.c - what a character is told: the input list at its times, the stick, the turning look, and
// the wanderer.
//
// Requests and presses go to the character the moment they are due; what holds (direction, look, buttons,
// force) is told again before every step. The wanderer is splitmix64 seeded with seed + the instance's
// number: each draw takes one number for the direction and one for the jump, so that neither changes the
// other, and one for crouching where that is drawn. Read next: player.c.
#include "player_input.h"

#include "player_goal.h"
#include "player_layers.h"
#include "player_look.h"
#include "player_path.h"
#include "player_pushes.h"

#define NEVER 1e300

// splitmix64 (Steele, Lea, Flood 2014), as a number in [0, 1).
static double draw(uint64_t *generator)
{
    *generator += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *generator;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return (double)(z >> 11) / 9007199254740992.0;
}

static lope_point up_of(const lope_scenario *scenario, const lope_scene_character *from)
{
    if (lope_point_length(from->up) > 0.0) return from->up;
    double pull = lope_point_length(scenario->gravity);
    return pull > 0.0 ? lope_point_scale(scenario->gravity, -1.0 / pull) : lope_point_make(0.0, 1.0, 0.0);
}

void lope_scene_control_start(lope_scene_control *control, const lope_scenario *scenario, const lope_scene_character *from)
{
    *control = (lope_scene_control){.yaw = from->yaw, .upright = lope_scene_quat_from_y(up_of(scenario, from))};
    lope_scene_path_start(control, &from->start);
}

static double next_draw(const lope_scene_control *control)
{
    return control->wandering ? control->wander_start + (double)control->draws * control->random.every : NEVER;
}

double lope_scene_control_next(const lope_scene_control *control, const lope_scene_character *from, double now)
{
    double entry = control->next < from->input_count ? from->input[control->next].t : NEVER;
    double wander = next_draw(control), animation = lope_scene_layers_next(control, now);
    double first = entry < wander ? entry : wander;
    return first < animation ? first : animation;
}

static double yaw_at(const lope_scene_control *control, double t)
{
    return control->yaw + control->turn * (t - control->yaw_time);
}

// A stick is relative to the control rotation, and that to what carries the character: as far as it has
// turned by the middle of the tick, when it goes on turning as it did.
static lope_vec3 direction(const lope_scene_player *player, uint32_t actor, double middle)
{
    const lope_scene_control *control = &player->controls[actor];
    if (control->move_ignores > 0) return lope_vec3_make(0, 0, 0);
    if (!control->by_stick) return lope_scene_frame_vector(&player->frame, control->move);
    const lope_character *handle = player->actors[actor].handle;
    const lope_state *state = lope_character_state(handle);
    float carried = state->carried_yaw + 0.5f * lope_character_report(handle)->carried_yaw;
    float yaw = (float)(lope_scene_wrap(yaw_at(control, middle)) * LOPE_SCENE_RADIANS) + carried;
    return lope_state_from_stick(state, control->right, control->forward, yaw);
}

// What holds at the moment, without what is asked for once. Its requests stand in *requests.
static lope_input held_input(const lope_scene_player *player, uint32_t actor, double now, double end, lope_requests *requests)
{
    const lope_scene_control *control = &player->controls[actor];
    lope_input input = {.requests = requests};
    *requests = (lope_requests){0};
    input.move = direction(player, actor, now + (end - now) * 0.5);
    input.look_yaw = (float)(lope_scene_wrap(yaw_at(control, end)) * LOPE_SCENE_RADIANS);
    input.look_pitch = (float)(control->pitch * LOPE_SCENE_RADIANS);
    input.held = control->jump ? LOPE_BUTTON_JUMP : 0u;
    if (control->crouch) input.held |= LOPE_BUTTON_CROUCH;
    input.held |= control->buttons;
    requests->force = lope_scene_frame_vector(&player->frame, control->force);
    requests->force_is_acceleration = control->force_is_acceleration;
    lope_scene_pushes_hold(player, actor, &input, requests);
    return input;
}

static bool tell(lope_scene_player *player, uint32_t actor, const lope_input *input, lope_scene_fault *fault)
{
    lope_result result = lope_character_set_input(player->actors[actor].handle, input);
    if (result == LOPE_OK) return true;
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: %s: input at tick %llu refused: %s", player->scenario->file,
                           player->actors[actor].name, (unsigned long long)player->ticks, lope_result_text(result));
}

static void start_wandering(lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry)
{
    lope_scene_control *control = &player->controls[actor];
    control->wandering = entry->random.move || entry->random.jump > 0.0 || entry->random.crouch > 0.0;
    control->random = entry->random;
    control->generator = entry->random.seed + player->actors[actor].instance;
    control->draws = 0;
    control->wander_start = entry->t;
}

static void set_held(lope_scene_control *control, const lope_scene_entry *entry)
{
    if ((entry->has & LOPE_SCENE_HAS_MOVE) != 0) {
        control->move = entry->move;
        control->by_stick = false;
    }
    if ((entry->has & LOPE_SCENE_HAS_STICK) != 0) {
        control->right = (float)entry->stick_right;
        control->forward = (float)entry->stick_forward;
        control->by_stick = true;
    }
    if ((entry->has & (LOPE_SCENE_HAS_LOOK | LOPE_SCENE_HAS_TURN)) != 0) {
        control->yaw = (entry->has & LOPE_SCENE_HAS_LOOK) != 0 ? entry->look_yaw : yaw_at(control, entry->t);
        control->yaw_time = entry->t;
        control->turn = entry->turn; // 0 where only look is given: it ends a turn
    }
    if ((entry->has & LOPE_SCENE_HAS_LOOK) != 0) control->pitch = entry->look_pitch;
    if ((entry->has & LOPE_SCENE_HAS_JUMP) != 0) control->jump = entry->jump;
    if ((entry->has & LOPE_SCENE_HAS_CROUCH) != 0) control->crouch = entry->crouch;
    control->buttons = (control->buttons & ~entry->buttons_given) | entry->buttons;
    if ((entry->has & LOPE_SCENE_HAS_FORCE) != 0) {
        control->force = entry->force;
        control->force_is_acceleration = entry->velocity_change;
    }
    lope_scene_pushes_keep(control, entry);
}

static void add_requests(const lope_scene_player *player, const lope_scene_entry *entry, lope_requests *requests)
{
    if ((entry->has & LOPE_SCENE_HAS_LAUNCH) != 0) {
        requests->asked |= LOPE_REQUEST_LAUNCH;
        requests->launch_overrides_horizontal = entry->override_horizontal;
        requests->launch_overrides_vertical = entry->override_vertical;
        requests->launch_velocity = lope_scene_frame_vector(&player->frame, entry->launch);
    }
    if ((entry->has & LOPE_SCENE_HAS_IMPULSE) != 0) {
        requests->impulse = lope_scene_frame_vector(&player->frame, entry->impulse);
        requests->impulse_is_velocity = entry->velocity_change;
    }
    if ((entry->has & LOPE_SCENE_HAS_TELEPORT) != 0) {
        requests->asked |= LOPE_REQUEST_TELEPORT;
        requests->teleport_feet = lope_scene_frame_point(&player->frame, entry->teleport);
        requests->teleport_needs_room = entry->teleport_free;
    }
    if ((entry->has & LOPE_SCENE_HAS_DROP) != 0) requests->asked |= LOPE_REQUEST_DROP;
    if ((entry->has & LOPE_SCENE_HAS_RESIZE) != 0) {
        requests->asked |= LOPE_REQUEST_RESIZE;
        requests->resize_radius = (float)entry->resize_radius;
        requests->resize_height = (float)entry->resize_height;
    }
    if ((entry->has & LOPE_SCENE_HAS_MODE) != 0) {
        requests->asked |= LOPE_REQUEST_MODE;
        requests->mode = entry->mode;
    }
}

// One for which an earlier one was refused has another size to start from than the file tells.
static bool may_resize(const lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry, lope_scene_fault *fault)
{
    const lope_scene_actor *a = &player->actors[actor];
    const lope_state *state = lope_character_state(a->handle);
    if ((entry->has & LOPE_SCENE_HAS_RESIZE) == 0) return true;
    double radius = entry->resize_radius > 0.0 ? entry->resize_radius : (double)state->radius;
    double height = entry->resize_height > 0.0 ? entry->resize_height : (double)state->standing_height;
    if ((float)height >= 2.0f * (float)radius) return true;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                           "%s: characters[%u].input[%u].resize: %s then has a radius of %.9g and a height of %.9g, expected a "
                           "height of at least twice the radius",
                           player->scenario->file, (unsigned)(a->from - player->scenario->characters),
                           (unsigned)(entry - a->from->input), a->name, radius, height);
}

static void wander(lope_scene_control *control)
{
    double turn = 360.0 * draw(&control->generator);
    bool jump = draw(&control->generator) < control->random.jump;
    if (control->random.crouch > 0.0) control->crouch = draw(&control->generator) < control->random.crouch;
    if (control->random.move) {
        lope_point flat = lope_point_make(-lope_scene_sin(turn), 0.0, -lope_scene_cos(turn));
        control->move = lope_scene_quat_rotate(control->upright, flat);
        control->by_stick = false;
    }
    control->jump = jump;
    control->draws++;
}

bool lope_scene_control_apply(lope_scene_player *player, uint32_t actor, double now, lope_scene_fault *fault)
{
    lope_scene_control *control = &player->controls[actor];
    const lope_scene_character *from = player->actors[actor].from;
    while (control->next < from->input_count && from->input[control->next].t <= now + LOPE_SCENE_INSTANT) {
        const lope_scene_entry *entry = &from->input[control->next++];
        set_held(control, entry);
        lope_scene_look_entry(player, actor, entry);
        lope_scene_path_start(control, entry);
        if (!lope_scene_goal_entry(player, actor, entry, fault)) return false;
        lope_scene_layers_start(control, entry);
        if ((entry->has & LOPE_SCENE_HAS_RANDOM) != 0) start_wandering(player, actor, entry);
        lope_requests requests;
        lope_input input = held_input(player, actor, now, now, &requests);
        add_requests(player, entry, &requests);
        lope_scene_pushes_request(player, actor, entry, &requests);
        if (!may_resize(player, actor, entry, fault) || !tell(player, actor, &input, fault)) return false;
    }
    while (next_draw(control) <= now + LOPE_SCENE_INSTANT) {
        // Let go first, so that two jumps drawn one after the other are two presses.
        control->jump = false;
        lope_requests requests;
        lope_input input = held_input(player, actor, now, now, &requests);
        if (!tell(player, actor, &input, fault)) return false;
        wander(control);
    }
    return true;
}

bool lope_scene_control_put_back(lope_scene_player *player, uint32_t actor, double now, lope_scene_fault *fault)
{
    lope_requests requests;
    lope_input input = held_input(player, actor, now, now, &requests);
    requests.asked |= LOPE_REQUEST_TELEPORT;
    requests.teleport_feet = lope_scene_frame_point(&player->frame, player->actors[actor].from->feet);
    requests.impulse = lope_vec3_scale(lope_character_state(player->actors[actor].handle)->velocity, -1.0f);
    requests.impulse_is_velocity = true;
    return tell(player, actor, &input, fault);
}

bool lope_scene_control_hold(lope_scene_player *player, uint32_t actor, double now, double end, lope_scene_fault *fault)
{
    lope_requests requests;
    if (!lope_scene_look_lock(player, actor, now, end, fault)) return false;
    lope_input input = held_input(player, actor, now, end, &requests);
    lope_scene_path_follow(player, actor, now, end, &input, &requests);
    lope_scene_goal_follow(player, actor, now, end, &input, &requests);
    lope_scene_layers_tell(player, actor, now, end, &requests);
    return tell(player, actor, &input, fault);
}
