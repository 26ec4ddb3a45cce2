// 11-velocity-and-jumping.c - a double jump that is held, a blow with knock-back, an explosion, and a jump that the game forbids.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

typedef struct seen {
    float apex, speed_left, slowest;
    uint32_t jumps, refused;
} seen;

static void look(lope_world *world, seen *s)
{
    uint32_t count;
    const lope_world_event *events = lope_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const lope_event *event = &events[i].event;
        if (event->kind == LOPE_EVENT_JUMP) s->jumps = event->to;
        if (event->kind == LOPE_EVENT_APEX) s->apex = event->value;
        if (event->kind == LOPE_EVENT_REFUSE) {
            s->refused++;
            printf("%5.3f s refused: %s, %s\n", events[i].time, lope_asked_name(event->from), lope_refusal_text(event->to));
        }
    }
}

static void play(lope_world *world, lope_character *hero, int ticks, const lope_input *input, seen *s)
{
    lope_character_set_input(hero, input);
    for (int tick = 0; tick < ticks; ++tick) {
        lope_world_step(world, 1.0f / 60.0f);
        look(world, s);
    }
}

int main(void)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.jump_max_hold_time = 0.25f; // s: held so long a jump keeps its speed
    tuning.jump_max_count = 2;         // and one more in the air
    tuning.knockback_control = 0;      // nothing is left of control while it is knocked back
    lope_moveset moveset;
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) return 1;

    seen s = {0};
    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {90, 1, 90}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = &moveset});

    // Held to the end: 4.2 m/s for 0.25 s, and from there 4.2 squared over twice gravity.
    play(world, hero, 90, &(lope_input){.held = LOPE_BUTTON_JUMP}, &s);
    printf("jump %u: %.3f m\n", s.jumps, (double)s.apex);
    if (s.jumps != 1 || fabs((double)s.apex - 1.95) > 1e-3) return 1;

    // What the game forbids is refused, and said so.
    play(world, hero, 1, &(lope_input){0}, &s);
    play(world, hero, 30, &(lope_input){.held = LOPE_BUTTON_JUMP, .forbidden = LOPE_FORBID_JUMP}, &s);
    if (s.refused != 1) return 1;

    // A blow of 500 N s on 100 kg, against a stick that is pressed the other way.
    lope_input run = {.move = {1, 0, 0}};
    lope_input blow = run;
    blow.requests = &(lope_requests){.impulse = {-500, 0, 0}, .knockback_time = 0.4f}; // s
    play(world, hero, 60, &run, &s);
    play(world, hero, 1, &blow, &s);
    play(world, hero, 20, &run, &s);
    printf("knocked back: %.3f m/s\n", (double)lope_character_state(hero)->velocity.x);
    if (fabsf(lope_character_state(hero)->velocity.x - 1) > 1e-3f) return 1; // 6 m/s less 5, and no control has touched it
    play(world, hero, 60, &run, &s);

    // An explosion beside it: what reaches the middle of its capsule.
    lope_point feet = lope_character_state(hero)->feet;
    lope_radial blast = {.origin = {feet.x + 2, feet.y, feet.z}, .radius = 6, .strength = 1200, .falloff = LOPE_FALLOFF_LINEAR};
    blast.knockback_time = 0.5f;
    uint32_t reached;
    lope_world_radial_impulse(world, &blast, &reached);
    play(world, hero, 1, &(lope_input){0}, &s);
    lope_vec3 velocity = lope_character_state(hero)->velocity;
    printf("%u blown away: %.2f %.2f m/s\n", reached, (double)velocity.x, (double)velocity.y);
    bool flies = lope_character_state(hero)->mode == LOPE_MODE_FALLING && velocity.x < 0;
    lope_world_destroy(world);
    return reached == 1 && flies ? 0 : 1;
}
