// 14-pushing.c - a crate with a physics of five lines, and a character that pushes it: what a physics engine has to tell and to be told.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

#define DT (1.0f / 60.0f)

// A crate of 1 m that slides along x.
typedef struct crate {
    double x, before; // m, now and a tick ago
    double speed;     // m/s
    float mass;       // kg
} crate;

// The floor stands still. The crate comes with how it has moved, and with mass and velocity, since it is simulated.
static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const crate *c = context;
    const lope_quat none = lope_quat_identity();
    (void)bounds;
    (void)filter;
    if (kind == LOPE_STATIC) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 1, .pose = {{0, -0.5, 0}, none}});
        lope_sink_box(sink, (lope_vec3){0, 0, 0}, none, (lope_vec3){100, 0.5f, 100}, 0);
        return LOPE_OK;
    }
    lope_sink_body body = {.id = 2, .pose = {{c->x, 0.5, 0}, none}, .motion.displacement = {c->x - c->before, 0, 0}};
    body.moving = true;
    body.dynamic = true;
    body.mass = c->mass;
    body.velocity = lope_vec3_make((float)c->speed, 0, 0);

    lope_sink_begin(sink, &body);
    lope_sink_box(sink, (lope_vec3){0, 0, 0}, none, (lope_vec3){0.5f, 0.5f, 0.5f}, 0);
    return LOPE_OK;
}

// What the characters did to bodies in the tick, once they have all moved.
static void push(void *context, const lope_push *pushes, uint32_t count, float seconds)
{
    crate *c = context;
    for (uint32_t i = 0; i < count; ++i)
        if (pushes[i].body == 2) c->speed += (double)((pushes[i].impulse.x + pushes[i].force.x * seconds) / c->mass);
}

// The physics: friction of 0.5, and on it goes.
static void slide(crate *c)
{
    double brake = 0.5 * 9.8 * (double)DT, speed = fabs(c->speed);
    c->speed = speed > brake ? c->speed * (speed - brake) / speed : 0;
    c->before = c->x;
    c->x += c->speed * (double)DT;
}

// Two seconds into a crate. Returns how fast it goes then.
static double speed_of(float mass)
{
    crate c = {.x = 2, .before = 2, .mass = mass};
    lope_surroundings around = {.context = &c, .gather = gather};
    lope_world *world = lope_world_create(&(lope_world_def){.surroundings = &around, .push = push, .push_context = &c});
    lope_character *hero = lope_character_create(world, &(lope_character_def){0});
    lope_character_set_input(hero, &(lope_input){.move = {1, 0, 0}});

    for (int tick = 0; tick < 240; ++tick) {
        lope_world_step(world, DT); // the characters see the crate where the last slide has put it, and push
        slide(&c);                  // then it moves
    }
    printf("%4.0f kg: the crate goes %.2f m/s, the character %.2f m/s\n", (double)mass, c.speed,
           (double)lope_character_state(hero)->velocity.x);
    lope_world_destroy(world);
    return c.speed;
}

int main(void)
{
    double light = speed_of(10), middle = speed_of(60), heavy = speed_of(1000);
    return light > 5.8 && light <= 6 && middle > 5 && middle <= 6 && heavy == 0 ? 0 : 1;
}
