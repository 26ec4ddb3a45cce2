// control.c - plays the arena. See control.h.
#include "control.h"

#include "fold.h"
#include "golden.h"
#include "park.h"

#include <stdio.h>
#include <stdlib.h>

#define FIRST_FOLLOWER CONTROL_PLAYERS
#define FIRST_OF_CROWD (CONTROL_PLAYERS + CONTROL_FOLLOWERS)

static bool is_player(uint32_t i) { return i < FIRST_FOLLOWER; }
static bool is_follower(uint32_t i) { return i >= FIRST_FOLLOWER && i < FIRST_OF_CROWD; }

static bool make_movesets(control *c)
{
    lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&c->movesets[0], &tuning, NULL) != LOPE_OK) return false;
    tuning.max_walk_speed = 3.5f;
    return lope_moveset_make(&c->movesets[1], &tuning, NULL) == LOPE_OK &&
           lope_moveset_add_ability(&c->movesets[1], lope_mantle_ability(), NULL, NULL, NULL) == LOPE_OK;
}

static bool add_character(control *c, uint32_t i)
{
    const bool crowd = i >= FIRST_OF_CROWD;
    const lope_character_def def = {.feet = control_start(i),
                                    .moveset = &c->movesets[is_follower(i) ? 1 : 0],
                                    .channels = LOPE_CHANNEL_SOLID | (crowd && i % 4 == 0 ? LOPE_CHANNEL_CHARACTER : 0)};
    c->characters[i] = lope_character_create(c->world, &def);
    if (c->characters[i] == NULL) return false;
    const lope_state *state = lope_character_state(c->characters[i]);
    lope_controller_possess(&c->minds[i].controller, state->own_body, state);
    lope_follow_begin(&c->minds[i].follower, state);
    const lope_avoidance_settings ours = lope_avoidance_default(1), unreal = lope_avoidance_unreal(1);
    return is_player(i) || lope_character_set_avoidance(c->characters[i], i % 2 == 0 ? &ours : &unreal) == LOPE_OK;
}

bool control_open(control *c, uint32_t threads)
{
    *c = (control){.look = lope_nearby_create(NULL)};
    c->world = lope_world_create(&(lope_world_def){.threads = threads});
    if (c->look == NULL || c->world == NULL || !make_movesets(c) || !control_fill(c)) return false;
    for (uint32_t i = 0; i < CONTROL_ALL; i++)
        if (!add_character(c, i)) return false;
    return true;
}

void control_close(control *c)
{
    lope_nearby_destroy(c->look);
    lope_world_destroy(c->world);
}

// ---- input

// A number of [0, 1) that follows from a character, a stretch of time and a question.
static double draw(uint32_t character, uint32_t stretch, uint32_t question)
{
    uint32_t seed = (character * 7919u + stretch) * 31u + question;
    for (int i = 0; i < 3; i++) park_random(&seed);
    return park_random(&seed);
}

// Everybody but the player itself, as targets.
static uint32_t list_targets(const control *c, uint32_t player, lope_lock_target targets[CONTROL_ALL])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < CONTROL_ALL; i++) {
        if (i == player) continue;
        const lope_state *state = lope_character_state(c->characters[i]);
        targets[count] = (lope_lock_target){.id = state->own_body, .body = state->own_body, .point = state->feet};
        targets[count++].point.y += 0.9;
    }
    return count;
}

// Acquires now and then, flicks, lets go.
static bool lock(control *c, uint32_t i, const float look[2], const lope_surroundings *around)
{
    lope_lock_target targets[CONTROL_ALL];
    control_mind *mind = &c->minds[i];
    const lope_state *state = lope_character_state(c->characters[i]);
    lope_lock_scene scene = {.surroundings = around, .look = c->look, .state = state, .targets = targets};
    const lope_lock_settings settings = {.soft_half_life = i % 3 == 0 ? 0.15f : 0, .turn_rate = 5, .hidden_time = 0.6f};
    scene.eye = lope_point_make(state->feet.x, state->feet.y + 1.6, state->feet.z);
    scene.count = list_targets(c, i, targets);
    scene.flick[0] = look[0];
    scene.flick[1] = look[1];
    const uint64_t before = mind->lock.target;
    if (c->tick % 150 == 7 * i && lope_lock_on_acquire(&mind->lock, &settings, &scene, &mind->controller) != LOPE_OK)
        return false;
    if (c->tick % 150 == 140) lope_lock_on_clear(&mind->lock);
    c->used.locks += before == 0 && mind->lock.target != 0;
    const uint64_t held = mind->lock.target;
    if (lope_lock_on_update(&mind->lock, &settings, &scene, &mind->controller, (double)CONTROL_TICK) != LOPE_OK) return false;
    c->used.lost += held != 0 && mind->lock.target == 0;
    c->used.switched += held != 0 && mind->lock.target != 0 && mind->lock.target != held;
    return true;
}

// A player: two sticks, jumps, a lock. Now and then both sticks rest, so that cameras recentre.
static bool play(control *c, uint32_t i, lope_input *input, const lope_surroundings *around)
{
    control_mind *mind = &c->minds[i];
    const uint32_t stretch = c->tick / 40;
    const bool rests = stretch % 5 == 4;
    const float x = (float)(2 * draw(i, stretch, 1) - 1), y = (float)(2 * draw(i, stretch, 2) - 1);
    const float look[2] = {rests ? 0 : x, rests ? 0 : y};
    double yaw, pitch;
    lope_look_from_stick(&mind->stick, NULL, look[0], 0.4f * look[1], (double)CONTROL_TICK, &yaw, &pitch);
    lope_controller_add_look(&mind->controller, yaw, pitch, 0);
    // what the camera of the last frame has turned the view by
    lope_controller_add_look(&mind->controller, c->views[i].turn.yaw, c->views[i].turn.pitch, 0);
    c->used.recentred += c->views[i].turn.yaw != 0;
    lope_controller_add_stick(&mind->controller, (float)(2 * draw(i, stretch, 3) - 1), (float)(1.4 * draw(i, stretch, 4) - 0.4),
                              false);
    if (draw(i, c->tick, 5) < 0.01) lope_controller_press(&mind->controller, LOPE_BUTTON_JUMP);
    if (c->tick % 20 == 0) lope_controller_let_go(&mind->controller, LOPE_BUTTON_JUMP);
    if (!lock(c, i, look, around)) return false;
    lope_controller_update(&mind->controller, NULL);
    lope_controller_input(&mind->controller, lope_character_state(c->characters[i]), input);
    return true;
}

static void follow(control *c, uint32_t i, lope_input *input, const lope_surroundings *around)
{
    control_mind *mind = &c->minds[i];
    const lope_state *state = lope_character_state(c->characters[i]);
    lope_follow_point points[CONTROL_ROUTE];
    control_route(c, points);
    lope_follow_path path = {.points = points, .count = CONTROL_ROUTE};
    const lope_follow_settings settings = {.surroundings = around};
    const lope_follow_result result = lope_follow_update(&mind->follower, &settings, &path, state, &c->movesets[1].tuning,
                                                         CONTROL_TICK, input, &c->requests[i]);
    if (mind->follower.phase > 0) c->used.links[lope_follow_link(&mind->follower, &path)]++;
    c->used.arrived += result == LOPE_FOLLOW_ARRIVED;
    if (result == LOPE_FOLLOW_ARRIVED || result == LOPE_FOLLOW_LINK_FAILED) lope_follow_begin(&mind->follower, state);
}

static void walk(control *c, uint32_t i, lope_input *input)
{
    control_mind *mind = &c->minds[i];
    const lope_point to = control_end(i, mind->turned);
    const lope_path path = {.points = &to, .count = 1, .acceptance = 1};
    const lope_path_end end = lope_path_follow(&mind->walk, &path, lope_character_state(c->characters[i]), &c->movesets[0].tuning,
                                               CONTROL_TICK, input, &c->requests[i]);
    if (end != LOPE_PATH_ARRIVED) return;
    mind->turned++;
    mind->walk = (lope_path_follower){0};
}

bool control_step(control *c)
{
    const lope_surroundings around = lope_level_surroundings(lope_world_level(c->world));
    for (uint32_t i = 0; i < CONTROL_ALL; i++) {
        lope_input input = {0};
        c->requests[i] = (lope_requests){0};
        if (is_player(i) && !play(c, i, &input, &around)) return false;
        if (is_follower(i)) follow(c, i, &input, &around);
        if (i >= FIRST_OF_CROWD) walk(c, i, &input);
        if (lope_character_set_input(c->characters[i], &input) != LOPE_OK) return false;
    }
    if (!control_set_poses(c, (int)c->tick) || lope_world_step(c->world, CONTROL_TICK) != LOPE_OK) return false;
    for (uint32_t i = FIRST_FOLLOWER; i < CONTROL_ALL; i++) {
        const lope_vec3 aside = lope_character_avoidance_input(c->characters[i])->requests != NULL
                                    ? lope_character_avoidance_input(c->characters[i])->requests->avoidance
                                    : lope_vec3_make(0, 0, 0);
        c->used.diverted += lope_vec3_length(aside) > 0;
        c->used.kept += lope_character_avoidance_memory(c->characters[i]).left > 0;
    }
    c->tick++;
    return true;
}

// ---- cameras

// A rig of each kind, some with what no preset has.
static lope_camera_settings rig_of(uint32_t i)
{
    lope_camera_settings rig = lope_camera_rig(i % LOPE_CAMERA_KIND_COUNT);
    rig.recentre_rate = 1.5f;
    rig.recentre_wait = 0.3f;
    if (i % 2 == 1) rig.whisker_turn = 0.5f;
    return rig;
}

bool control_cameras(control *c, uint32_t first, uint32_t stride, lope_nearby *look)
{
    const lope_surroundings around = lope_level_surroundings(lope_world_level(c->world));
    const lope_point rail[] = {{-12, 3, -1}, {0, 3.5, 0}, {12, 3, -2}};
    for (uint32_t i = first; i < CONTROL_PLAYERS; i += stride) {
        const lope_state *state = lope_character_state(c->characters[i]);
        const lope_state *other = lope_character_state(c->characters[(i + 5) % CONTROL_ALL]);
        const lope_camera_settings rig = rig_of(i);
        lope_camera_input in = {.subject = lope_camera_subject_of(state, lope_character_report(c->characters[i]))};
        in.view = lope_controller_view(&c->minds[i].controller, state);
        in.target = lope_point_make(other->feet.x, other->feet.y + 1, other->feet.z);
        in.has_target = true;
        in.place = lope_point_make(0, 4, 6);
        in.rail = rail;
        in.rail_count = 3;
        in.fly = lope_vec3_make(0.1f, 0, -0.3f);
        if (c->tick % 200 == 100) lope_camera_blend(&c->minds[i].camera, 0.5);
        if (c->tick % 160 == 50) {
            const lope_camera_shake shake = {
                .seconds = 1, .fade_out = 0.5f, .frequency = 9, .move = 0.05f, .turn = 0.02f, .seed = i};
            if (lope_camera_add_shake(&c->minds[i].camera, &shake, NULL) != LOPE_OK) return false;
        }
        const lope_result result =
            lope_camera_update(&c->minds[i].camera, &rig, &in, &around, look, (double)CONTROL_TICK, &c->views[i]);
        if (result != LOPE_OK) return false;
    }
    return true;
}

// ---- hash, save, restore

static uint64_t fold_view(uint64_t hash, const lope_camera_output *v)
{
    hash = fold_point(fold_point(fold_point(hash, v->position), v->pivot), v->hand);
    hash = fold_float(fold_float(fold_float(fold_float(hash, v->rotation.x), v->rotation.y), v->rotation.z), v->rotation.w);
    hash = fold_double(fold_double(fold_double(hash, v->view.pitch), v->view.yaw), v->view.roll);
    hash = fold_double(fold_double(fold_double(hash, v->turn.yaw), v->turn.pitch), v->arm);
    hash = fold_float(fold_float(hash, v->fov), v->fade);
    return fold_u64(fold_u64(hash, v->body), (uint64_t)v->blocked * 4 + (uint64_t)v->teleported * 2 + v->looked_past);
}

// Member by member: a struct's bytes are in another order on other machines.
static uint64_t fold_mind(uint64_t hash, const control_mind *m)
{
    hash = fold_double(fold_double(hash, m->controller.view.pitch), m->controller.view.yaw);
    hash = fold_u64(fold_u64(hash, m->controller.held), m->controller.pressed);
    hash = fold_u64(fold_double(fold_u64(hash, m->lock.target), m->lock.hidden), m->lock.ended);
    hash = fold_double(hash, m->stick.out_seconds);
    hash = fold_u64(hash, lope_camera_hash(&m->camera));
    hash = fold_u64(fold_u64(fold_u64(hash, m->follower.next), m->follower.phase), m->follower.sample_count);
    hash = fold_point(fold_float(fold_float(hash, m->follower.link_time), m->follower.sample_time), m->follower.from);
    return fold_u64(fold_double(fold_u64(hash, m->walk.next), m->walk.nearest), m->turned);
}

uint64_t control_hash(const control *c)
{
    uint64_t hash = fold_u64(FOLD_START, lope_world_hash(c->world));
    for (uint32_t i = 0; i < CONTROL_ALL; i++) hash = fold_mind(hash, &c->minds[i]);
    for (uint32_t i = 0; i < CONTROL_PLAYERS; i++) hash = fold_view(hash, &c->views[i]);
    return hash;
}

void control_save(const control *c, control_saved *to)
{
    to->tick = c->tick;
    for (uint32_t i = 0; i < CONTROL_ALL; i++) {
        to->states[i] = *lope_character_state(c->characters[i]);
        to->memories[i] = lope_character_avoidance_memory(c->characters[i]);
        to->minds[i] = c->minds[i];
    }
    for (uint32_t i = 0; i < CONTROL_PLAYERS; i++) to->turns[i] = c->views[i].turn;
}

bool control_restore(control *c, const control_saved *from)
{
    c->tick = from->tick;
    if (!control_set_poses(c, (int)from->tick - 1)) return false;
    lope_level_end_tick(lope_world_level(c->world)); // they stand there, and have not come there in a tick
    lope_world_set_clock(c->world, from->tick, (double)from->tick / CONTROL_RATE);
    for (uint32_t i = 0; i < CONTROL_ALL; i++) {
        if (lope_character_set_state(c->characters[i], &from->states[i]) != LOPE_OK) return false;
        if (!is_player(i) && lope_character_set_avoidance_memory(c->characters[i], &from->memories[i]) != LOPE_OK) return false;
        c->minds[i] = from->minds[i];
    }
    for (uint32_t i = 0; i < CONTROL_PLAYERS; i++) c->views[i].turn = from->turns[i];
    return true;
}

bool golden_control(uint64_t *hash, control_used *used, char *text)
{
    control *c = calloc(1, sizeof *c);
    bool good = c != NULL && control_open(c, 0);
    *hash = FOLD_START;
    while (good && c->tick < CONTROL_TICKS) {
        good = control_step(c) && control_cameras(c, 0, 1, c->look);
        *hash = fold_u64(*hash, control_hash(c));
    }
    if (!good) snprintf(text, 200, "control: tick %u was refused", c != NULL ? (unsigned)c->tick : 0);
    if (c != NULL) *used = c->used;
    if (c != NULL) control_close(c);
    free(c);
    return good;
}
