// 19-the-border.c - what an engine needs: its axes, its names, foresight, slow motion, hand-over and another tuning while the game runs.
#include <lope/lope.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define TICK (1.0f / 60.0f)

// A ragdoll of some physics engine that has been thrown.
typedef struct ragdoll {
    double x, y;
} ragdoll;

static bool ragdoll_pose(void *context, lope_transform *pose)
{
    const ragdoll *body = context;
    *pose = (lope_transform){.position = {body->x, body->y, 0}, .rotation = lope_quat_identity()};
    return true;
}

static bool converts(void)
{
    const lope_axes unreal = lope_axes_of(LOPE_AXES_UNREAL);
    const lope_point spawn = lope_convert_point_from(&unreal, lope_point_make(300, 100, 200)); // x forward, y right, z up
    const float yaw = lope_convert_yaw_from(&unreal, 90);                                      // degrees, to the right
    printf("spawn %g %g %g, yaw %.4f\n", spawn.x, spawn.y, spawn.z, (double)yaw);

    lope_tuning tuning = lope_tuning_unreal();
    lope_tuning_set_unreal(&tuning, "MaxWalkSpeed", 450);
    lope_tuning_set_unreal(&tuning, "OrientRotationToMovement", 1); // with or without its b
    return spawn.x == 1 && spawn.y == 2 && spawn.z == -3 && fabsf(yaw + LOPE_PI / 2) < 1e-6f && tuning.max_walk_speed == 4.5f;
}

// A slip is told by the name of its field.
static bool refuses(lope_character *hero, const lope_moveset *moveset)
{
    lope_error wrong = {0};
    // a time below 0 s is a slip
    const lope_input blow = {.requests = &(lope_requests){.impulse = {0, 300, 0}, .knockback_time = -1}};
    const lope_result refused = lope_character_set_input(hero, &blow);
    // wrong.field is "requests.knockback_time"
    if (lope_input_check(&blow, moveset, &wrong) != refused) return false;
    printf("refused: %s\n", wrong.text);
    return refused == LOPE_ERROR_RANGE;
}

// Where will this jump come down? Nothing of the world moves for the answer.
static bool foresees(lope_world *world, lope_character *hero)
{
    lope_nearby *nearby = lope_nearby_create(NULL); // kept by the game, one for each thread that asks
    lope_predicted arc[120];
    uint32_t count;
    const lope_input jump = {.move = {1, 0, 0}, .pressed = LOPE_BUTTON_JUMP};
    lope_character_predict(hero, nearby, &jump, 120, (const uint32_t[]){LOPE_EVENT_LAND, 0}, arc, 120, &count);
    const lope_point mark = arc[count - 1].feet;
    lope_nearby_destroy(nearby);

    lope_character_set_input(hero, &jump);
    for (uint32_t i = 0; i < count; ++i) lope_world_step(world, TICK);
    const lope_point feet = lope_character_state(hero)->feet;
    printf("comes down at x = %.3f after %u ticks\n", mark.x, (unsigned)count);
    return feet.x == mark.x && feet.y == mark.y;
}

static bool slows_down(lope_world *world, lope_character *hero)
{
    const double from = lope_character_state(hero)->feet.x;
    lope_character_set_input(hero, &(lope_input){.move = {1, 0, 0}});
    lope_character_set_time_scale(hero, 0.5f);
    for (int i = 0; i < 60; ++i) lope_world_step(world, TICK);
    lope_character_set_time_scale(hero, 1);
    const double way = lope_character_state(hero)->feet.x - from;
    printf("%.3f m in a second at half its time\n", way);
    return fabs(way - 3) < 0.01;
}

// Hit hard, the hero becomes a ragdoll of the engine's; when that lies still, the hero gets up where it is.
static bool hands_over(lope_world *world, lope_character *hero)
{
    ragdoll body = {lope_character_state(hero)->feet.x, 1};
    const lope_attachment to = {.pose = ragdoll_pose, .context = &body, .feet = {0, -1, 0}};
    lope_character_attach(hero, &to);
    for (int i = 0; i < 60; ++i) {
        body.x -= 0.05; // the engine's simulation
        lope_world_step(world, TICK);
    }
    lope_character_detach(hero, LOPE_MODE_WALKING, &(lope_vec3){0, 0, 0});
    lope_character_set_input(hero, &(lope_input){0});
    lope_world_step(world, TICK);
    const lope_state *state = lope_character_state(hero);
    printf("gets up at x = %.3f, %s\n", state->feet.x, lope_mode_name(state->mode));
    return fabs(state->feet.x - body.x) < 1e-6;
}

// A platform of the game's own, posed for every tick, and one of which the pose is a function.
static void before_tick(void *context, lope_world *world, uint64_t tick, float seconds)
{
    const lope_body *lift = context;
    const double end = lope_world_time(world) + (double)seconds; // at the tick's end
    const lope_transform pose = {.position = {0, end, 10}, .rotation = lope_quat_identity()};
    (void)tick;
    lope_level_set_pose(lope_world_level(world), *lift, &pose);
}

static bool ferry_at(void *context, uint64_t tick, double time, lope_transform *pose)
{
    (void)context;
    (void)time;
    pose->position = lope_point_make(2 * (double)tick / 60, 0, 0); // 2 m/s
    return true;
}

static bool hooks_in(void)
{
    lope_body lift = {0, 0};
    lope_world *world = lope_world_create(&(lope_world_def){.before_tick = before_tick, .tick_context = &lift});
    lope_box_def plate = {.body = {.position = {0, 0, 10}, .moving = true}, .size = {4, 0.4f, 4}};
    lift = lope_world_add_box(world, &plate);
    plate.body.position.z = 0;
    plate.body.pose_at = ferry_at;
    lope_world_add_box(world, &plate);
    lope_character *rider = lope_character_create(world, &(lope_character_def){.feet = {0, 0.2, 10}, .id = 7});
    lope_character *guest = lope_character_create(world, &(lope_character_def){.feet = {0, 0.2, 0}, .id = 3});
    lope_character_handle handle = lope_character_handle_of(rider);
    for (int frame = 0; frame < 60; ++frame) lope_world_advance(world, 1.0 / 60);
    const bool carried =
        fabs(lope_character_state(rider)->feet.y - 1.2) < 0.01 && fabs(lope_character_state(guest)->feet.x - 2) < 0.01;
    lope_character_destroy(rider);
    const bool stale = lope_world_character(world, handle) == NULL;
    lope_world_destroy(world);
    return carried && stale;
}

// A server or a client runs an old tick again, without moving the level.
static bool runs_again(void)
{
    lope_world *world = lope_world_create(NULL);
    lope_box_def plate = {.body = {.moving = true, .pose_at = ferry_at}, .size = {4, 0.4f, 4}};
    lope_world_add_box(world, &plate);
    lope_character *rider = lope_character_create(world, &(lope_character_def){.feet = {0, 0.2, 0}});
    for (int i = 0; i < 30; ++i) lope_world_step(world, TICK);
    const lope_state then = *lope_character_state(rider); // at the end of tick 30
    lope_world_step(world, TICK);
    const lope_state told = *lope_character_state(rider);
    for (int i = 0; i < 30; ++i) lope_world_step(world, TICK);

    lope_body_place places[1];
    lope_level_view view;
    const uint32_t count = lope_level_places_at(lope_world_level(world), 31, 30.0 / 60, 31.0 / 60, places, 1);
    lope_level_view_make(&view, lope_world_level(world), places, count);
    const lope_surroundings bodies = lope_level_surroundings_at(&view);
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_state again;
    const lope_input input = {0};
    const lope_rerun_def tick = {.state = &then, .input = &input, .seconds = TICK, .bodies = &bodies, .nearby = nearby};
    const lope_result result = lope_character_rerun(rider, &tick, &again, NULL);
    lope_nearby_destroy(nearby);
    lope_world_destroy(world);
    return result == LOPE_OK && lope_state_hash(&again) == lope_state_hash(&told);
}

static bool retunes(lope_world *world, lope_character *hero, lope_moveset *moveset)
{
    lope_tuning tuning = moveset->tuning;
    lope_tuning_set(&tuning, "max_walk_speed", 9);
    if (lope_moveset_retune(moveset, &tuning, NULL) != LOPE_OK) return false; // a mistake leaves the old one
    lope_character_set_input(hero, &(lope_input){.move = {1, 0, 0}});
    for (int i = 0; i < 90; ++i) lope_world_step(world, TICK);
    return fabsf(lope_character_state(hero)->velocity.x - 9) < 1e-3f;
}

// A move is kept for a while; the server's digest of it says whether all went as it was foreseen.
static bool packs(lope_world *world, lope_character *hero)
{
    const lope_state *state = lope_character_state(hero);
    unsigned char move[sizeof(lope_state)]; // the most that a state takes
    const size_t size = lope_state_pack(state, move);
    const uint64_t digest = lope_state_digest(state);
    printf("a move of %u bytes, digest %016" PRIx64 "\n", (unsigned)size, digest);

    lope_world_step(world, TICK);
    if (lope_state_digest(lope_character_state(hero)) == digest) return false; // no tick leaves it as it was
    lope_state back;
    if (lope_state_unpack(&back, move, size) != LOPE_OK || lope_state_digest(&back) != digest) return false;
    if (lope_character_set_state(hero, &back) != LOPE_OK) return false;
    return lope_state_digest(lope_character_state(hero)) == digest && size <= 400;
}

int main(void)
{
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_moveset_make(&moveset, &tuning, NULL);
    lope_world *world = lope_world_create(NULL);
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 60}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = &moveset});
    lope_character_set_input(hero, &(lope_input){.move = {1, 0, 0}});
    for (int i = 0; i < 60; ++i) lope_world_step(world, TICK);

    bool good = converts() && refuses(hero, &moveset) && foresees(world, hero) && slows_down(world, hero) &&
                hands_over(world, hero) && hooks_in() && runs_again() && retunes(world, hero, &moveset) && packs(world, hero);
    lope_world_destroy(world);
    return good ? 0 : 1;
}
