// 34-what-an-animation-needs.c - a run, a stop, a turn in place, a jump onto a lift: what an animation is told, and
// that it comes true.
#include <lope/lope.h>

#include <stdio.h>

#define DT (1.0f / 60)

// A game's own animation of one character.
typedef struct puppet {
    const lope_moveset *moveset;
    lope_character *hero;
    lope_nearby *ahead;
    lope_animation_settings settings;
    lope_animation_state memory;
    lope_animation_report report;
} puppet;

// After each step: what must be remembered, and then what is wanted for this frame.
static bool animate(puppet *p)
{
    const lope_state *state = lope_character_state(p->hero);
    lope_error error = {0};
    if (lope_animation_advance(&p->memory, &p->settings, p->moveset, state, DT, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return false;
    }
    return lope_character_animation(p->hero, p->ahead, &p->settings, &p->memory, &p->report) == LOPE_OK;
}

// Chooses what to play, as a state machine would. Returns its name.
static const char *choose(const lope_animation_report *r)
{
    if (r->airborne) return r->landing.known && r->landing.seconds < 0.2f ? "land" : "fall";
    if (r->pivot.known) return "pivot";                            // to the frame where r->pivot.distance is left
    if (r->speed > 0.1f) return r->speed > 3 ? "run" : "walk";     // at r->cadence, from r->phase
    if (r->turn > 0.8f || r->turn < -0.8f) return "turn in place"; // by r->turn
    return "idle";
}

static bool steps(puppet *p, lope_world *world, const lope_input *input, int count)
{
    for (int i = 0; i < count; ++i) {
        lope_character_set_input(p->hero, input);
        lope_world_step(world, DT);
        if (!animate(p)) return false;
    }
    return true;
}

// Feet: where inverse kinematics puts them. The mesh's root hangs on the capsule's feet.
static void place_feet(const lope_animation_report *r)
{
    for (uint32_t i = 0; i < r->foot_count; ++i) {
        const lope_animation_ground *ground = &r->feet[i].now;
        if (!ground->known) continue; // it hangs
        printf("foot %u: %+.2f m, toes %+.0f, side %+.0f degrees\n", (unsigned)i, ground->height, (double)ground->pitch * 57.3,
               (double)ground->roll * 57.3);
    }
}

// A lift, by its own time.
static bool lift_at(void *context, uint64_t tick, double time, lope_transform *pose)
{
    (void)context;
    (void)tick;
    pose->position.y = -0.5 + 0.3 * time;
    return true;
}

// Where the lift will be while a report looks ahead.
typedef struct future {
    const lope_world *world;
    const lope_level *level;
    lope_body_place places[4];
    lope_level_view view;
    lope_surroundings surroundings;
} future;

static const lope_surroundings *around(void *context, double start, double end, double share)
{
    future *f = context;
    const double now = lope_world_time(f->world);
    const uint64_t tick = (uint64_t)((now + end) * 60 + 0.5);
    const uint32_t count = lope_level_places_at(f->level, tick, now + start, now + end, f->places, 4);
    lope_level_places_cut(f->places, count, share);
    lope_level_view_make(&f->view, f->level, f->places, count);
    f->surroundings = lope_level_surroundings_at(&f->view);
    return &f->surroundings;
}

// Asks where a jump off the lift will come down on it again. Returns how long it is in the air; 0: not known.
static float jump_on(const puppet *p, const lope_world *world, const lope_level *level)
{
    future f = {.world = world, .level = level};
    const lope_surroundings now = lope_level_surroundings(level);
    lope_animation_settings settings = {.parts = LOPE_ANIMATION_LANDING};
    lope_animation_report report;
    lope_animation_def def = {.state = lope_character_state(p->hero),
                              .settings = &settings,
                              .moveset = p->moveset,
                              .surroundings = &now,
                              .nearby = p->ahead,
                              .input = {.pressed = LOPE_BUTTON_JUMP, .held = LOPE_BUTTON_JUMP},
                              .seconds = DT,
                              .around = around,
                              .around_context = &f};
    if (lope_animation_report_make(&def, &report) != LOPE_OK || !report.landing.known) return 0;
    return report.landing.seconds;
}

int main(void)
{
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_moveset_make(&moveset, &tuning, NULL);
    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {60, 1, 60}});
    lope_level_add_box(level, &(lope_box_def){.body.position = {7.6, 1, 0}, .size = {1, 2, 8}}); // a wall
    puppet p = {.moveset = &moveset, .ahead = lope_nearby_create(NULL)};
    p.settings.walk_stride = 1.4f;
    p.settings.run_stride = 3.2f;
    p.hero = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 0}, .moveset = &moveset});
    bool good = true;

    // A run. Where would it stop? With the wall near, before the wall.
    good = good && steps(&p, world, &(lope_input){.move = {1, 0, 0}}, 60);
    const lope_animation_mark open = p.report.stop;
    printf("%s at %.1f strides a second, phase %.2f\n", choose(&p.report), (double)p.report.cadence, (double)p.report.phase);
    printf("stop: in %.2f s, after %.3f m\n", (double)open.seconds, open.distance);
    good = good && steps(&p, world, &(lope_input){.move = {1, 0, 0}}, 15);
    printf("near the wall: after %.3f m\n", p.report.stop.distance);
    good = good && p.report.stop.distance < open.distance - 0.05;

    // Back: a pivot, and it comes true.
    good = good && steps(&p, world, &(lope_input){.move = {-1, 0, 0}}, 60);
    lope_character_set_input(p.hero, &(lope_input){.move = {1, 0, 0}});
    good = good && animate(&p);
    const lope_animation_mark pivot = p.report.pivot;
    printf("%s: in %.2f s, after %.3f m\n", choose(&p.report), (double)pivot.seconds, pivot.distance);
    good = good && pivot.known && steps(&p, world, &(lope_input){.move = {1, 0, 0}}, (int)(60 * pivot.seconds) + 1);
    good = good && p.report.speed < 0.5f;

    // It stands, and its player looks to the left: the mesh stays, until an animation turns it.
    good = good && steps(&p, world, &(lope_input){0}, 60);
    good = good && steps(&p, world, &(lope_input){.look_yaw = 1.2f}, 2);
    printf("%s: %.2f rad\n", choose(&p.report), (double)p.report.turn);
    good = good && p.report.turn > 1.19f;
    for (int frame = 0; frame < 30; ++frame) lope_animation_turned(&p.memory, 1.2f / 30); // by the animation's curve
    good = good && steps(&p, world, &(lope_input){.look_yaw = 1.2f}, 1) && p.report.turn < 0.01f;
    place_feet(&p.report);

    // What is remembered is plain data, and goes into a save as bytes.
    uint8_t bytes[LOPE_ANIMATION_STATE_BYTES];
    lope_animation_state loaded;
    lope_animation_state_write(&p.memory, bytes);
    good = good && lope_animation_state_read(&loaded, bytes) == LOPE_OK && loaded.strides >= p.memory.strides;

    // A lift that rises: a jump on it takes as long as on the ground, and comes down on the lift.
    lope_body lift = lope_level_add_box(
        level, &(lope_box_def){.body = {.position = {0, -0.5, 20}, .moving = true, .pose_at = lift_at}, .size = {6, 1, 6}});
    const lope_point top = {0, 0.3 * lope_world_time(world), 20};
    lope_level_set_clock(level, (uint64_t)(lope_world_time(world) * 60 + 0.5), lope_world_time(world));
    lope_state state = *lope_character_state(p.hero);
    state.feet = top;
    lope_character_set_state(p.hero, &state);
    good = good && steps(&p, world, &(lope_input){0}, 30);
    const float seconds = jump_on(&p, world, level);
    printf("a jump on the lift: %.3f s\n", (double)seconds);
    good = good && lope_character_state(p.hero)->base_body == lope_level_id(level, lift) && seconds > 0.85f && seconds < 0.87f;

    lope_nearby_destroy(p.ahead);
    lope_world_destroy(world);
    return good ? 0 : 1;
}
