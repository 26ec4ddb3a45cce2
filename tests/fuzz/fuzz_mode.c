// fuzz_mode.c - a game's mode that does anything a mode may do inside a tick, in any order, among bodies
// that move.
//
// The mode draws its acts from a generator in its own bytes of the state. So a tick is a pure function of
// state and input also here: every tick is run twice, with a nearby that has seen all ticks and with a
// fresh one, and state and report must be the same. What a tick leaves must be finite, pack and unpack to
// itself, and be in nothing solid that it was not in before. Read next: bytes.h, lope/tick.h,
// ../query/stage.h.
#include "bytes.h"

#include "behaviour/clean_state.h"
#include "query/stage.h"

#include <lope/lope.h>
#include <lope/tick.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOVERS 24
#define ACTS 6 // at most, in one run of the mode

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what)
{
    fprintf(stderr, "INVARIANT mode: %s\n", what);
    abort();
}

// ---- the mode

typedef struct own_data {
    uint64_t random;
    lope_body_pose kept; // a place in the frame of the body that was met last
    uint32_t keeps;      // `kept` was written
    uint32_t met;
} own_data;

static uint32_t draw_u32(own_data *own)
{
    own->random = own->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(own->random >> 32);
}

static double draw_between(own_data *own, double low, double high)
{
    return low + (high - low) * ((double)draw_u32(own) / 4294967295.0);
}

static lope_point draw_motion(own_data *own, double most)
{
    lope_point p;
    p.x = draw_between(own, -most, most);
    p.y = draw_between(own, -most, most);
    p.z = draw_between(own, -most, most);
    return p;
}

static void check_hit(const lope_cast_hit *hit)
{
    if (!(hit->fraction >= 0 && hit->fraction <= 1)) broken("a fraction is not from 0 to 1");
    if (!(lope_point_dot(hit->normal, hit->normal) > 0.99)) broken("a normal is not unit");
    if (!(lope_point_length(hit->body_velocity) < 1e6)) broken("a body's velocity is nowhere");
}

static void act_cast(lope_tick *tick, own_data *own)
{
    static const float radii[] = {0, 0.1f, 0.4f, 0.3f};
    uint32_t shape = draw_u32(own) % 4;
    lope_cast_def def = {.from = lope_tick_feet(tick), .radius = radii[shape], .height = shape > 1 ? 1.2f : 0};
    lope_cast_hit hit;
    def.from = lope_point_add(def.from, draw_motion(own, 1));
    if (draw_u32(own) % 3) def.motion = draw_motion(own, 3);
    if (draw_u32(own) % 8 == 0) def.filter.channels = draw_u32(own);
    def.flags = draw_u32(own) % 8;
    bool met = draw_u32(own) % 2 ? lope_tick_cast(tick, &def, &hit) : lope_tick_overlap(tick, &def, &hit);
    if (!met) return;
    check_hit(&hit);
    own->met++;
    own->kept = lope_tick_seen_from(tick, hit.body, hit.point, lope_quat_identity());
    own->keeps = 1;
    lope_transform place;
    if (!lope_tick_place_of(tick, &own->kept, &place)) broken("a body that was met is not near");
    if (!(lope_point_length(lope_point_sub(place.position, hit.point)) < 1e-6)) broken("a place does not come back");
}

static void act_place(lope_tick *tick, own_data *own)
{
    lope_transform place;
    if (!own->keeps || !lope_tick_place_of(tick, &own->kept, &place)) return;
    lope_point way = lope_point_sub(place.position, lope_tick_feet(tick));
    if (lope_point_length(way) < 2) lope_tick_slide_for(tick, way, 0.002);
}

static void act_size(lope_tick *tick, own_data *own)
{
    const lope_state *state = lope_tick_state(tick);
    float radius = (float)draw_between(own, -0.05, 0.6), height = (float)draw_between(own, 0, 2.2);
    float before[2] = {state->radius, state->height};
    lope_refusal why = lope_tick_resize(tick, radius, height, (lope_keep)(draw_u32(own) % 3));
    if (why != LOPE_REFUSAL_NONE && (state->radius != before[0] || state->height != before[1]))
        broken("a refused size has been taken");
    if (why == LOPE_REFUSAL_NONE && !(state->height >= 2 * state->radius)) broken("a capsule is lower than two radii");
}

static void act(lope_tick *tick, own_data *own)
{
    double now = lope_tick_now(tick);
    switch (draw_u32(own) % 14) {
    case 0:
        lope_tick_slide(tick, draw_motion(own, 0.2));
        break;
    case 1:
        lope_tick_slide_for(tick, draw_motion(own, 0.4), draw_between(own, -0.01, 0.02));
        break;
    case 2:
    case 3:
        act_cast(tick, own);
        break;
    case 4:
        act_place(tick, own);
        break;
    case 5:
        act_size(tick, own);
        break;
    case 6:
        lope_tick_crouch(tick, draw_u32(own) % 2);
        break;
    case 7:
        lope_tick_set_facing(tick, (float)draw_between(own, -9, 9), (float)draw_between(own, -9, 9));
        break;
    case 8:
        lope_tick_take_press(tick, 1u << draw_u32(own) % 32);
        break;
    case 9:
        lope_tick_event_at(tick, LOPE_EVENT_GAME + draw_u32(own) % 5, draw_between(own, -1, 1) * now)->body = 7;
        break;
    case 10:
        lope_tick_refuse(tick, LOPE_ASKED_GAME + draw_u32(own) % 3, LOPE_REFUSAL_GAME + draw_u32(own) % 3);
        break;
    case 11:
        lope_tick_set_velocity(tick, draw_motion(own, 12));
        break;
    case 12:
        lope_tick_stand(tick, draw_between(own, 0, 0.5));
        break;
    default:
        lope_tick_set_mode(tick, draw_u32(own) % (LOPE_MODE_GAME + 2));
        break;
    }
    if (lope_tick_now(tick) < now) broken("time has gone back");
    if (lope_tick_now(tick) > lope_tick_seconds(tick) + 1e-9) broken("time is over the tick's end");
}

// Gives every run its own numbers, also when it is entered anew with zeroed bytes.
static double run(lope_tick *tick, double seconds)
{
    own_data *own = lope_tick_data(tick);
    uint32_t mode = lope_tick_state(tick)->mode;
    if (own->random == 0) own->random = lope_tick_state(tick)->ticks + 1;
    uint32_t acts = draw_u32(own) % (ACTS + 1);
    double begun = lope_tick_now(tick);
    for (uint32_t i = 0; i < acts && lope_tick_state(tick)->mode == mode; i++) act(tick, own);
    double used = lope_tick_now(tick) - begun;
    return lope_tick_state(tick)->mode != mode && used < seconds ? seconds - used : 0;
}

static const lope_mode wild = {.name = "wild", .data_size = sizeof(own_data), .run = run};
static const lope_mode sized = {
    .name = "sized", .data_size = sizeof(own_data), .run = run, .traits = LOPE_MODE_KEEPS_SIZE, .jumps = LOPE_JUMPS_RESTORE};

// ---- the world

typedef struct game {
    bytes b;
    lope_level *level;
    lope_surroundings around;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_requests requests;
    lope_nearby *used;
    lope_body movers[MOVERS];
    lope_transform poses[MOVERS];
    lope_point speeds[MOVERS];
    float spins[MOVERS];
    int mover_count;
    float seconds;
} game;

static void add_movers(game *g)
{
    bytes *b = &g->b;
    g->mover_count = (int)bytes_pick(b, 6);
    for (int i = 0; i < g->mover_count; i++) {
        lope_body_def body = {.moving = true};
        body.position = (lope_point){bytes_between(b, -6, 6), bytes_between(b, 0, 3), bytes_between(b, -6, 6)};
        body.rotation = lope_quat_identity();
        lope_vec3 size = {(float)bytes_between(b, 0.3, 4), (float)bytes_between(b, 0.1, 1), (float)bytes_between(b, 0.3, 4)};
        g->movers[i] = lope_level_add_box(g->level, &(lope_box_def){.body = body, .size = size});
        g->poses[i] = (lope_transform){body.position, body.rotation};
        g->speeds[i] = (lope_point){bytes_between(b, -2, 2), bytes_between(b, -1, 1), bytes_between(b, -2, 2)};
        g->spins[i] = bytes_one_in(b, 2) ? (float)bytes_between(b, -3, 3) : 0;
    }
}

static void move_bodies(game *g)
{
    for (int i = 0; i < g->mover_count; i++) {
        lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), g->spins[i] * g->seconds);
        g->poses[i].position = lope_point_mad(g->poses[i].position, g->speeds[i], (double)g->seconds);
        g->poses[i].rotation = lope_quat_normalize(lope_quat_multiply(turn, g->poses[i].rotation));
        if (lope_level_set_pose(g->level, g->movers[i], &g->poses[i]) != LOPE_OK) broken("a sane pose is refused");
    }
}

static void make_moveset(game *g)
{
    lope_tuning tuning = lope_tuning_default();
    uint32_t ids[2];
    tuning.jump_max_count = 1 + (int32_t)bytes_pick(&g->b, 3);
    if (lope_moveset_make(&g->moveset, &tuning, NULL) != LOPE_OK || lope_moveset_add_mode(&g->moveset, &wild, &ids[0], NULL) ||
        lope_moveset_add_mode(&g->moveset, &sized, &ids[1], NULL))
        broken("a good moveset is refused");
    if (ids[0] != LOPE_MODE_GAME || ids[1] != LOPE_MODE_GAME + 1) broken("modes of a game have other numbers");
}

static void choose_input(game *g)
{
    bytes *b = &g->b;
    uint32_t what = bytes_u8(b);
    g->input = (lope_input){.move = g->input.move, .held = g->input.held};
    if (what % 8 == 0) g->input.move = lope_vec3_make((float)bytes_between(b, -1, 1), 0, (float)bytes_between(b, -1, 1));
    if (what % 8 == 1) g->input.held = bytes_u16(b) << 4 | bytes_pick(b, 4);
    if (what % 8 == 2) g->input.pressed = 1u << bytes_pick(b, 32);
    if (what % 8 == 3) {
        g->input.requests = &g->requests;
        g->requests.asked = LOPE_REQUEST_MODE;
        g->requests.mode = bytes_one_in(b, 3) ? bytes_pick(b, LOPE_MODE_COUNT) : LOPE_MODE_GAME + bytes_pick(b, 2);
    }
}

// ---- a tick, and what must hold of it

static void check_pack(const lope_state *state)
{
    static unsigned char packed[sizeof(lope_state) + 64];
    lope_state back;
    size_t size = lope_state_pack(state, packed);
    if (size == 0 || size > sizeof packed) broken("a pack of no size");
    if (lope_state_unpack(&back, packed, size) != LOPE_OK) broken("its own pack is refused");
    if (memcmp(&back, state, sizeof back) != 0) broken("a pack does not come back");
    if (lope_state_digest(&back) != lope_state_digest(state)) broken("digests of equal states differ");
}

// The depth (m) of the capsule in what is solid.
static double depth_in(const game *g, lope_nearby *look, const lope_state *state)
{
    lope_cast_def def = {.from = state->feet, .radius = state->radius, .height = state->height, .up = state->up};
    lope_cast_hit hits[16];
    uint32_t count;
    double depth = 0;
    if (lope_surroundings_overlap(&g->around, look, &def, 1, hits, 16, &count) != LOPE_OK) broken("an overlap is refused");
    for (uint32_t i = 0; i < count && i < 16; i++) depth = fmax(depth, hits[i].depth);
    return depth;
}

static void print_difference(const lope_state *before, const lope_state *one, const lope_state *two)
{
    const unsigned char *a = (const unsigned char *)one, *b = (const unsigned char *)two;
    for (size_t i = 0; i < sizeof *one; i++)
        if (a[i] != b[i]) fprintf(stderr, "byte %u: %u, %u\n", (unsigned)i, a[i], b[i]);
    fprintf(stderr, "mode %u to %u and %u, feet %.17g %.17g %.17g and %.17g %.17g %.17g\n", (unsigned)before->mode,
            (unsigned)one->mode, (unsigned)two->mode, one->feet.x, one->feet.y, one->feet.z, two->feet.x, two->feet.y,
            two->feet.z);
}

static void run_tick(game *g)
{
    static lope_report report, again;
    lope_state before = g->state, twin = g->state;
    char text[200];
    move_bodies(g);
    choose_input(g);
    lope_nearby *fresh = lope_nearby_create(NULL), *look = lope_nearby_create(NULL);
    lope_result first = lope_move(&g->state, &g->input, &g->moveset, &g->around, g->used, g->seconds, &report);
    lope_result second = lope_move(&twin, &g->input, &g->moveset, &g->around, fresh, g->seconds, &again);
    if (first != second) broken("a fresh nearby gives another result");
    if (memcmp(&g->state, &twin, sizeof twin) != 0) {
        print_difference(&before, &g->state, &twin);
        broken("a fresh nearby gives another state");
    }
    if (report.event_count != again.event_count ||
        memcmp(report.events, again.events, report.event_count * sizeof report.events[0]))
        broken("a fresh nearby gives other events");
    if (first != LOPE_OK && memcmp(&before, &g->state, sizeof before) != 0) broken("a refused tick has changed the state");
    if (first == LOPE_OK) {
        if (!clean_state(&g->state, text)) broken(text);
        check_pack(&g->state);
        for (uint32_t i = 1; i < report.event_count; i++)
            if (report.events[i].time < report.events[i - 1].time) broken("events are not in order of time");
    }
    double depth = depth_in(g, look, &g->state);
    // What pushes, squeezes and gets stuck is the walking fuzzer's subject. Here a mode's own doing must
    // not lead in.
    if (g->mover_count == 0 && depth > 0.004 && depth_in(g, look, &before) < 0.002 && g->state.stuck_ticks == 0) {
        fprintf(stderr, "depth %g in mode %u\n", depth, (unsigned)g->state.mode);
        broken("a mode has led the capsule into something solid");
    }
    lope_nearby_destroy(fresh);
    lope_nearby_destroy(look);
    lope_level_end_tick(g->level);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const float steps[] = {1.0f / 60, 1.0f / 30, 1.0f / 120, 1.0f / 20};
    game *g = calloc(1, sizeof *g);
    if (!g) return 0;
    g->b = bytes_open(data, size);
    random_numbers r = {bytes_u32(&g->b)};
    g->level = stage_make((lope_point){0, 0, 0}, &r);
    if (!g->level) abort();
    add_movers(g);
    g->around = lope_level_surroundings(g->level);
    make_moveset(g);
    lope_state_def def = {.feet = {bytes_between(&g->b, -6, 6), bytes_between(&g->b, 0.5, 5), bytes_between(&g->b, -6, 6)},
                          .radius = 0.35f,
                          .height = 1.8f};
    if (lope_state_init(&g->state, &def) != LOPE_OK) broken("a good state is refused");
    g->used = lope_nearby_create(NULL);
    g->seconds = steps[bytes_pick(&g->b, 4)];
    int ticks = 20 + (int)bytes_pick(&g->b, 60);
    for (int i = 0; i < ticks; i++) run_tick(g);
    lope_nearby_destroy(g->used);
    lope_level_destroy(g->level);
    free(g);
    return 0;
}
