// 23-the-game-loop.c - the three ways to run a world, on one script: a ride on a ferry, a walk across it, a jump off it, a walk on
// land. Each way runs at 20, 30, 60 and 144 frames a second and must come out alike. Then what goes wrong otherwise, in figures.
#include <lope/lope.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RATE 60
#define TICK (1.0 / RATE)
#define MOST_TICKS 8 // that a long frame makes up for: lope_world_advance has the same by default
#define LONGEST 0.1  // s: the longest step of a loop with one step a frame

#define FERRY_SPEED 3.0 // m/s
#define STEP 0.75       // m from footstep to footstep

// What the player does in a frame.
typedef struct controls {
    lope_vec3 move;
    bool down;    // the jump button is down now
    bool pressed; // it went down since the last frame, even if it is up again
} controls;

typedef struct game {
    lope_world *world;
    lope_character *hero;
    lope_body ferry;
    lope_transform from, to; // where the ferry is at the start and at the end of the last tick
    double due;              // s of real time that the loop with its own accumulator has not made ticks of yet
    uint32_t dropped;        // ticks that it has not made up for

    lope_point feet; // at the start of the tick that comes
    lope_vec3 velocity;
    double walked; // m, at the last footstep

    // what is measured
    uint32_t jumps, steps;
    lope_point landing;
    double imparted;    // m/s level, of the jump
    double least, most; // m, gap between the drawn hero and the drawn ferry while it rides
    double drawn_at;    // m, x of the hero as drawn last, and its way on the screen
    double drawn_way;
    controls frame;      // what the player does in this frame, for a wrong way below
    uint32_t told_jumps; // of another wrong way
} game;

static lope_transform ferry_at(double time)
{
    return (lope_transform){.position = {FERRY_SPEED * time, 0.2, 0}, .rotation = lope_quat_identity()};
}

static void give(game *g, const controls *player)
{
    lope_input input = {.move = player->move, .held = player->down ? LOPE_BUTTON_JUMP : 0};
    if (player->pressed) input.pressed = LOPE_BUTTON_JUMP;
    lope_character_set_input(g->hero, &input);
}

// Poses what the game moves, for the end of the tick that comes.
static void before_tick(void *context, lope_world *world, uint64_t tick, float seconds)
{
    game *g = context;
    (void)seconds;
    g->from = g->to;
    g->to = ferry_at((double)tick * TICK);
    lope_level_set_pose(lope_world_level(world), g->ferry, &g->to);
}

// What must happen once a tick, however many ticks a frame has: sounds, effects, damage.
static void after_tick(void *context, lope_world *world, uint64_t tick, float seconds)
{
    game *g = context;
    const lope_report *report = lope_character_report(g->hero);
    const lope_state *state = lope_character_state(g->hero);
    for (uint32_t i = 0; i < report->event_count; ++i) {
        const lope_event *event = &report->events[i];
        if (event->kind == LOPE_EVENT_JUMP) {
            g->jumps += 1;
            g->imparted = (double)state->velocity.x;
        }
        if (event->kind == LOPE_EVENT_LAND) { // where it was at that instant, event->time seconds into the tick
            g->landing.x = g->feet.x + (double)g->velocity.x * (double)event->time;
            g->landing.z = g->feet.z + (double)g->velocity.z * (double)event->time;
        }
    }
    while (state->distance_walked - g->walked >= STEP) {
        g->walked += STEP;
        g->steps += 1; // play the sound of state->floor.material
    }
    g->feet = state->feet;
    g->velocity = state->velocity;
    (void)world;
    (void)tick;
    (void)seconds;
}

static void draw(game *g, lope_pose hero, lope_transform ferry)
{
    const double gap = hero.feet.x - ferry.position.x;
    g->drawn_way += fabs(hero.feet.x - g->drawn_at);
    g->drawn_at = hero.feet.x;
    if (hero.feet.z > 1) return; // about to leave the ferry
    g->least = fmin(g->least, gap);
    g->most = fmax(g->most, gap);
}

// (a) The world's own clock.
static void frame_by_clock(game *g, const controls *player, double seconds)
{
    give(g, player);
    lope_world_advance(g->world, seconds);

    const double now = (double)lope_world_ticks(g->world) - 1 + lope_world_fraction(g->world); // ticks
    draw(g, lope_character_pose(g->hero), ferry_at(fmax(now, 0) * TICK));
}

// A blend of two poses that are one tick apart. A ferry that turns has its rotations blended too.
static lope_transform between(const lope_transform *from, const lope_transform *to, double fraction)
{
    lope_transform pose = *to;
    pose.position.x = from->position.x + fraction * (to->position.x - from->position.x);
    pose.position.y = from->position.y + fraction * (to->position.y - from->position.y);
    pose.position.z = from->position.z + fraction * (to->position.z - from->position.z);
    return pose;
}

// (b) The game's own accumulator: other systems of the game take the same ticks.
static void frame_by_ticks(game *g, const controls *player, double seconds)
{
    give(g, player);
    g->due += seconds;
    const double ticks = floor(g->due / TICK + 1e-9); // frames that add up to a tick but for rounding make one
    g->due = fmax(g->due - ticks * TICK, 0);
    for (int i = 0; i < ticks && i < MOST_TICKS; ++i) {
        // the game's own systems, then:
        lope_world_step(g->world, (float)TICK); // calls before_tick and after_tick
    }
    if (ticks > MOST_TICKS) g->dropped += (uint32_t)ticks - MOST_TICKS;

    const double fraction = g->due / TICK;
    draw(g, lope_character_pose_at(g->hero, fraction), between(&g->from, &g->to, fraction));
}

// (c) One step a frame, as long as the frame: what is drawn is the end of the step.
static void pose_for_step(void *context, lope_world *world, uint64_t tick, float seconds)
{
    game *g = context;
    (void)tick;
    g->to = ferry_at(lope_world_time(world) + (double)seconds);
    lope_level_set_pose(lope_world_level(world), g->ferry, &g->to);
}

static void frame_by_step(game *g, const controls *player, double seconds)
{
    give(g, player);
    lope_world_step(g->world, (float)fmin(seconds, LONGEST)); // a longer frame slows the game down
    draw(g, lope_character_pose(g->hero), g->to);
}

typedef void frame_function(game *g, const controls *player, double seconds);
typedef void tick_function(void *context, lope_world *world, uint64_t tick, float seconds);

static void begin(game *g, tick_function *before, const lope_moveset *moveset)
{
    *g = (game){.from = ferry_at(0), .to = ferry_at(0), .least = HUGE_VAL, .most = -HUGE_VAL};
    g->world = lope_world_create(&(lope_world_def){.before_tick = before, .after_tick = after_tick, .tick_context = g});
    lope_world_add_box(g->world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 200}});
    lope_box_def plate = {.body = {.position = {0, 0.2, 0}, .moving = true}, .size = {4, 0.4f, 4}};
    g->ferry = lope_world_add_box(g->world, &plate);
    g->hero = lope_character_create(g->world, &(lope_character_def){.feet = {0, 0.4, 0}, .moveset = moveset});
    g->feet = lope_character_state(g->hero)->feet;
}

// The script. What the player does begins and ends at whole seconds, where frames of all rates have a border.
static controls script(int frame, int rate)
{
    const int second = frame / rate;
    controls player = {.pressed = frame == 2 * rate};                   // down and up again within the frame
    if (second == 1) player.move.z = 0.25f;                             // across the ferry, and off it by a jump
    if (second == 4 || second == 5) player.move = (lope_vec3){0, 0, 1}; // on land
    return player;
}

// uneven: by how much of itself every second frame is shorter, and every other one longer.
static void play(game *g, frame_function *run, int rate, int seconds, double uneven)
{
    for (int frame = 0; frame < seconds * rate; ++frame) {
        const controls player = script(frame, rate);
        run(g, &player, (1 + (frame % 2 ? uneven : -uneven)) / rate);
    }
}

typedef struct outcome {
    uint64_t hash; // of everything, at the end
    lope_point landing, end;
    double imparted, shake; // m/s, m
    uint32_t jumps, steps;
} outcome;

static outcome end(game *g)
{
    const outcome result = {lope_world_hash(g->world),
                            g->landing,
                            lope_character_state(g->hero)->feet,
                            g->imparted,
                            g->most - g->least,
                            g->jumps,
                            g->steps};
    lope_world_destroy(g->world);
    return result;
}

static const int rates[] = {20, 30, 60, 144};
#define RATES 4

static outcome played(char way, frame_function *run, tick_function *before, int rate, double uneven)
{
    game g;
    begin(&g, before, NULL);
    play(&g, run, rate, 7, uneven);
    const outcome o = end(&g);
    printf("(%c) %3d frames/s, uneven by %.1f: jumps off at %.3f m/s, lands at %.4f %.4f, ends at %.4f %.4f, %u footsteps, hash "
           "%016" PRIx64 ", shakes by %.1e m\n",
           way, rate, uneven, o.imparted, o.landing.x, o.landing.z, o.end.x, o.end.z, (unsigned)o.steps, o.hash, o.shake);
    return o;
}

// To the bit: every tick had the same input and the same ferry.
static bool same(const outcome *o, const outcome *first)
{
    return o->hash == first->hash && !memcmp(&o->landing, &first->landing, sizeof o->landing) && o->steps == first->steps &&
           o->shake < 1e-3;
}

static bool agree(double a, double b) { return fabs(a - b) < fmin(0.01, 0.01 * fabs(b)); }

// Ticks of other lengths: within 1 cm and 1 %.
static bool alike(const outcome *o, const outcome *first)
{
    return agree(o->landing.x, first->landing.x) && agree(o->landing.z, first->landing.z) && agree(o->end.x, first->end.x) &&
           agree(o->end.z, first->end.z) && fabs(o->imparted - first->imparted) < 0.01 * first->imparted && o->jumps == 1 &&
           o->steps == first->steps && o->shake < 1e-3;
}

static bool right_ways(void)
{
    const outcome first = played('a', frame_by_clock, before_tick, RATE, 0);
    bool good = first.jumps == 1 && first.steps > 4 && fabs(first.imparted - FERRY_SPEED) < 0.01 * FERRY_SPEED;
    for (int i = 0; i < 2 * RATES; ++i) {
        const double uneven = i < RATES ? 0 : 0.4;
        const outcome a = played('a', frame_by_clock, before_tick, rates[i % RATES], uneven);
        const outcome b = played('b', frame_by_ticks, before_tick, rates[i % RATES], uneven);
        const outcome c = played('c', frame_by_step, pose_for_step, rates[i % RATES], uneven);
        good = same(&a, &first) && same(&b, &first) && alike(&c, &first) && good;
    }
    return good;
}

// A frame of a second makes up for some ticks and drops the others. The ferry goes by the world's time, so it waits too.
static bool stops(frame_function *run, tick_function *before, uint32_t dropped)
{
    const controls still = {.down = false};
    game g;
    begin(&g, before, NULL);
    play(&g, run, 60, 1, 0);
    run(&g, &still, 1);
    const double reached = g.to.position.x;
    const uint32_t lost = (uint32_t)lope_world_ticks_dropped(g.world) + g.dropped;
    const outcome o = end(&g);
    printf("a frame of 1 s drops %u ticks, the ferry goes on to %.3f m, shakes by %.1e m\n", (unsigned)lost, reached, o.shake);
    return lost == dropped && o.shake < 1e-3 && reached < FERRY_SPEED * 1.15;
}

// ---- Wrong ways, for their figures.

// A platform set once a frame: the first tick of the frame gets all of its motion, the others none.
static void frame_posed_once(game *g, const controls *player, double seconds)
{
    give(g, player);
    g->due += seconds; // the frame's clock
    const lope_transform ferry = ferry_at(g->due);
    lope_level_set_pose(lope_world_level(g->world), g->ferry, &ferry);
    lope_world_advance(g->world, seconds);
}

// Drawn where the last tick ended, among what is drawn between the ticks.
static void frame_drawn_by_state(game *g, const controls *player, double seconds)
{
    give(g, player);
    lope_world_advance(g->world, seconds);
    const lope_pose hero = {.feet = lope_character_state(g->hero)->feet};
    const double now = (double)lope_world_ticks(g->world) - 1 + lope_world_fraction(g->world);
    draw(g, hero, ferry_at(fmax(now, 0) * TICK));
}

// The frame's press given to each of its ticks: to none where the frame has none.
static void before_tick_with_input(void *context, lope_world *world, uint64_t tick, float seconds)
{
    game *g = context;
    before_tick(context, world, tick, seconds);
    give(g, &g->frame);
}

static void frame_pressed_by_tick(game *g, const controls *player, double seconds)
{
    g->frame = *player;
    lope_world_advance(g->world, seconds);
}

// Events read once a frame over steps of the game's own: those of the last step alone, and again in a frame without a step.
static void frame_told_by_frame(game *g, const controls *player, double seconds)
{
    frame_by_ticks(g, player, seconds);
    uint32_t count;
    const lope_world_event *events = lope_world_events(g->world, &count);
    for (uint32_t i = 0; i < count; ++i) g->told_jumps += events[i].event.kind == LOPE_EVENT_JUMP;
}

static game wrong(frame_function *run, tick_function *before, int rate)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset twice;
    tuning.jump_max_count = 2;
    lope_moveset_make(&twice, &tuning, NULL);
    game g;
    begin(&g, before, &twice);
    play(&g, run, rate, 3, 0);
    lope_world_destroy(g.world);
    return g;
}

// A press in the menu while time stands still waits for the first tick after it.
static uint32_t jumps_of_a_menu_press(void)
{
    game g;
    begin(&g, before_tick, NULL);
    play(&g, frame_by_clock, 60, 1, 0);
    lope_world_set_time_scale(g.world, 0);
    frame_by_clock(&g, &(controls){.pressed = true}, 1);
    lope_world_set_time_scale(g.world, 1);
    frame_by_clock(&g, &(controls){.pressed = false}, TICK);
    return end(&g).jumps;
}

// What the page says of each rate.
static const struct {
    double imparted, shake;
    uint32_t pressed, told;
} figures[RATES] = {{9, 0, 2, 0}, {6, 0, 2, 0}, {3, 0, 1, 1}, {3.75, 0.05, 0, 2}};

static bool wrong_ways(void)
{
    bool good = jumps_of_a_menu_press() == 1;
    for (int i = 0; i < RATES; ++i) {
        const game posed = wrong(frame_posed_once, NULL, rates[i]), drawn = wrong(frame_drawn_by_state, before_tick, rates[i]);
        const game pressed = wrong(frame_pressed_by_tick, before_tick_with_input, rates[i]);
        const game told = wrong(frame_told_by_frame, before_tick, rates[i]);
        const double shake = drawn.most - drawn.least;
        const int steps = (int)(drawn.drawn_way / STEP);
        printf(
            "wrong, %3d frames/s: jumps off at %.2f m/s, shakes by %.3f m, one press makes %u jumps, one jump is told %u times,\n"
            "    %d footsteps by what is drawn in place of %u\n",
            rates[i], posed.imparted, shake, (unsigned)pressed.jumps, (unsigned)told.told_jumps, steps, (unsigned)drawn.steps);
        good = good && fabs(posed.imparted - figures[i].imparted) < 0.01 && fabs(shake - figures[i].shake) < 0.001;
        good =
            good && pressed.jumps == figures[i].pressed && told.told_jumps == figures[i].told && steps > 10 && drawn.steps == 1;
    }
    return good;
}

int main(void)
{
    const bool right = right_ways(), stopped = stops(frame_by_clock, before_tick, 52) && stops(frame_by_ticks, before_tick, 52) &&
                                               stops(frame_by_step, pose_for_step, 0);
    return right && stopped && wrong_ways() ? 0 : 1;
}
