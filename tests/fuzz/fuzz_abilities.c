// fuzz_abilities.c - all abilities of the library on one to four characters of a world, with any settings,
// buttons and sticks, among the pieces of abilities_scene.h. Every tick of every character is judged by
// ../soup/judge.h, run again from an empty nearby, and looked at for starts without an end. At one tick the
// world is saved; twenty ticks later it is brought back and played again to the same hashes. At the end the
// recording of the first character is played back.
//
// An input begins with 16 bytes, all zero: gravity down, metres, 60 Hz, a wall, all abilities, defaults. They
// are read in the order of `header`. Then come other pieces, settings and characters, as many as these say;
// then the script of the first character, five bytes for each change: how long until the next one (1/60 s),
// buttons (low, high), a direction, and what else. LOPE_FUZZ_TRACE in the environment prints every tick.
// Read next: abilities_scene.h, abilities_moveset.h.
#include "abilities_moveset.h"
#include "abilities_scene.h"

#include "../soup/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AGAIN 20 // ticks that are played again
#define MOST_TICKS 480
#define ONE_INSTANT 2 // starts of one ability at one instant
#define ONE_TICK 4    // and in one tick, with one more for each SPACING: a held button slides again as soon as it is fast again
#define SPACING 0.004 // s
#define BUTTONS 0x7ffu
#define PI 3.14159265358979323846

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct person {
    lope_character *character;
    lope_moveset moveset;
    lope_input input;
    lope_requests requests;
    lope_vec3 wish; // of the stick, in the scene
    double until;   // s, of the next change
    int started[LOPE_ABILITIES];
} person;

// One tick as it was told, for playing it again.
typedef struct told {
    lope_input input[SCENE_PEOPLE];
    lope_requests requests[SCENE_PEOPLE];
    float seconds;
    uint64_t hash;
} told;

// A tick's begin, as lope_character_rerun takes it.
typedef struct note {
    lope_state before[SCENE_PEOPLE];
    lope_input input[SCENE_PEOPLE];
    lope_requests requests[SCENE_PEOPLE];
    lope_body_place places[SCENE_BODIES];
    uint32_t place_count;
    lope_other others[SCENE_PEOPLE * 80]; // also in each of the parts of a tick
    uint32_t other_count;
} note;

typedef struct game {
    bytes b;
    scene s;
    bool trace, varies;
    lope_world *world;
    person people[SCENE_PEOPLE];
    lope_nearby *fresh;
    double seconds; // of a tick
    int tick, fork;
    note note;
    told told[AGAIN];
    unsigned char saved[SCENE_PEOPLE][2 * sizeof(lope_state)];
    size_t saved_size[SCENE_PEOPLE];
    uint64_t saved_ticks;
    double saved_time;
} game;

static void broken(const game *g, int who, const char *what)
{
    const lope_state *state = lope_character_state(g->people[who].character);
    fprintf(stderr, "INVARIANT abilities: tick %d, character %d (mode %s, feet %.9g %.9g %.9g): %s\n", g->tick, who,
            lope_moveset_mode_name(&g->people[who].moveset, state->mode), state->feet.x, state->feet.y, state->feet.z, what);
    abort();
}

// ---- what is told -----------------------------------------------------------------------------------------

static lope_point some_way(bytes *b, double most)
{
    const double x = bytes_between(b, -most, most), y = bytes_between(b, -most, most);
    return lope_point_make(x, y, bytes_between(b, -most, most));
}

static lope_vec3 blow(const game *g, double x, double y, double z)
{
    return lope_vec3_scale(scene_direction(&g->s, lope_point_make(x, y, z)), (float)g->s.unit);
}

static void ask(game *g, person *p, uint32_t what)
{
    lope_requests *r = &p->requests;
    bytes *b = &g->b;
    lope_point some;
    switch (what) {
    case 5:
    case 6:
        r->asked = LOPE_REQUEST_TELEPORT;
        r->teleport_needs_room = bytes_one_in(b, 2);
        r->teleport_feet = scene_place(&g->s, what == 5 ? g->s.perch : some_way(b, 6));
        break;
    case 7:
    case 8:
        r->asked = LOPE_REQUEST_LAUNCH;
        r->launch_velocity = what == 7 ? blow(g, 0, 6, 0) : blow(g, 0, 3, -8);
        break;
    case 9:
        r->asked = LOPE_REQUEST_MODE;
        r->mode = bytes_pick(b, 24);
        break;
    case 10:
        r->asked = LOPE_REQUEST_RESIZE;
        r->resize_radius = (float)(g->s.unit * bytes_between(b, 0.1, 0.6));
        r->resize_height = 2 * r->resize_radius + (float)(g->s.unit * bytes_between(b, 0, 1.5));
        break;
    case 11:
        p->input.forbidden = bytes_u8(b);
        break;
    case 12:
        r->asked = LOPE_REQUEST_LAYER;
        r->layer = (lope_layer){.id = 1 + bytes_pick(b, 3), .kind = LOPE_LAYER_VELOCITY, .duration = 0.3f};
        some = some_way(b, 9);
        r->layer.velocity = blow(g, 0, some.y / 3, some.z);
        break;
    case 13:
        r->impulse_is_velocity = true;
        some = some_way(b, 9);
        r->impulse = blow(g, some.x, some.y, some.z);
        break;
    case 14:
        r->asked = LOPE_REQUEST_DROP;
        break;
    case 15:
        r->has_root_motion = true;
        r->root_motion.translation = blow(g, 0, 0, bytes_between(b, -0.3, 0.3));
        break;
    default:
        break;
    }
}

// One change of what a player wants. Bytes of 0: the stick forward for one tick, nothing pressed.
static void change(game *g, person *p, double now)
{
    bytes *b = &g->b;
    p->until = now + bytes_u8(b) / 60.0;
    uint32_t held = bytes_u8(b);
    held = (held | bytes_u8(b) << 8) & BUTTONS;
    const uint32_t direction = bytes_u8(b), what = bytes_u8(b);
    const double angle = direction * PI / 127;
    p->input.pressed = held & ~p->input.held;
    p->input.held = what & 64 ? 0 : held;    // only tapped
    if (what & 128) p->input.pressed = held; // anew
    double length = direction == 255 ? 0 : (what & 15) == 1 ? 0.4 : 1, rise = 0;
    if ((what & 15) == 2) rise = 1;
    if ((what & 15) == 3) rise = -1;
    p->wish = scene_direction(&g->s, lope_point_make(-length * sin(angle), rise, -length * cos(angle)));
    if ((what & 15) == 4) p->input.look_yaw = (float)angle;
    if (what & 32) p->input.look_is_absolute = true;
    ask(g, p, what & 15);
}

static bool tell(game *g, int who, const lope_input *input)
{
    const lope_result result = lope_character_set_input(g->people[who].character, input);
    if (result != LOPE_OK && lope_input_check(input, &g->people[who].moveset, NULL) == LOPE_OK)
        broken(g, who, "a good input is refused");
    return result == LOPE_OK;
}

static void choose(game *g, int who, double now)
{
    person *p = &g->people[who];
    p->requests = (lope_requests){0};
    p->input.pressed = 0;
    if (now + 1e-6 >= p->until) {
        p->input.forbidden = 0;
        change(g, p, now);
    }
    p->input.move = p->wish;
    p->input.requests = &p->requests;
    if (tell(g, who, &p->input)) return;
    p->requests = (lope_requests){0}; // such as a mode that abilities bring
    if (!tell(g, who, &p->input)) broken(g, who, "an input without requests is refused");
}

static double some_seconds(game *g)
{
    if (!g->varies) return g->seconds;
    const uint32_t n = bytes_u8(&g->b);
    return n % 4 == 0 ? 1.0 / 360 : n % 4 == 1 ? 0.05 : g->seconds * (0.5 + n / 255.0);
}

// ---- what must hold ---------------------------------------------------------------------------------------

static bool is_on(const lope_state *state, uint32_t id)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (state->abilities[i].id == id + 1) return true;
    return false;
}

// A fall that ends where it began is not followed by the same again and again.
static void check_landings(const game *g, int who, const lope_report *report)
{
    int landings = 0;
    float instant = -1;
    for (uint32_t i = 0; i < report->event_count; i++) {
        const lope_event *e = &report->events[i];
        if (e->kind != LOPE_EVENT_LAND) continue;
        landings = e->time > instant ? 1 : landings + 1;
        instant = e->time;
        if (landings > ONE_INSTANT) broken(g, who, "it lands three times at one instant");
    }
}

static void check_starts_and_ends(game *g, int who, const lope_state *state, const lope_report *report)
{
    person *p = &g->people[who];
    int starts[LOPE_ABILITIES] = {0}, at_once[LOPE_ABILITIES] = {0};
    float instant[LOPE_ABILITIES] = {0}, now = 0;
    char text[120];
    for (uint32_t i = 0; i < report->event_count; i++) {
        const lope_event *e = &report->events[i];
        if (e->time < now) broken(g, who, "events are not in order of time");
        now = e->time;
        if (e->kind == LOPE_EVENT_ABILITY_END) p->started[e->from]--;
        if (e->kind != LOPE_EVENT_ABILITY) continue;
        p->started[e->from]++;
        at_once[e->from] = e->time > instant[e->from] ? 1 : at_once[e->from] + 1;
        instant[e->from] = e->time;
        snprintf(text, sizeof text, "%s starts %d times in a tick, %d at one instant",
                 lope_moveset_ability_name(&p->moveset, e->from), ++starts[e->from], at_once[e->from]);
        if (starts[e->from] > ONE_TICK + (int)(g->seconds / SPACING) || at_once[e->from] > ONE_INSTANT) broken(g, who, text);
    }
    for (uint32_t id = 0; id < p->moveset.ability_count; id++) {
        // one that watches tells its start and its end at once, and keeps its slot
        const bool on = is_on(state, id) && !(p->moveset.abilities[id]->traits & LOPE_ABILITY_WATCHES);
        if (report->events_dropped > 0) p->started[id] = on; // those beyond are not told
        snprintf(text, sizeof text, "%s has %d starts without an end, and is %s", lope_moveset_ability_name(&p->moveset, id),
                 p->started[id], on ? "on" : "off");
        if (p->started[id] != on) broken(g, who, text);
    }
    for (int i = 1; i < LOPE_ACTIVE_ABILITIES; i++)
        if (state->abilities[i].id != 0 && state->abilities[i].id <= state->abilities[i - 1].id)
            broken(g, who, "slots of abilities are out of order");
}

// Adds what the abilities that were at work in the tick may do.
static void allow(const game *g, int who, judge_tick *tick)
{
    const lope_moveset *moveset = &g->people[who].moveset;
    const double scale = (double)fmaxf(tick->before->standing_height, tick->after->standing_height) / 1.76;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < tick->report->event_count; i++)
        if (tick->report->events[i].kind == LOPE_EVENT_ABILITY) seen |= 1u << tick->report->events[i].from;
    for (uint32_t id = 0; id < moveset->ability_count; id++) {
        if (!(seen >> id & 1u) && !is_on(tick->before, id) && !is_on(tick->after, id) && tick->report->events_dropped == 0)
            continue;
        const moveset_reach reach = moveset_reach_of(moveset, id, fmax(scale, g->s.unit));
        tick->factor = fmax(1, tick->factor) * reach.factor;
        tick->more_speed += reach.speed;
        tick->more_acceleration += reach.acceleration;
        tick->more_way += reach.way;
        // a shimmy looks along the edge by some 180 rays, every 2.5 ms in a tick of many parts
        if (strcmp(lope_moveset_ability_name(moveset, id), "ledge_hang") == 0)
            tick->more_sweeps = 190 * (uint32_t)(1 + g->seconds / 0.0025);
    }
}

static void check_pack(game *g, int who, const lope_state *state)
{
    static unsigned char bytes[2 * sizeof(lope_state)];
    lope_state back;
    size_t size = 0;
    const lope_moveset *moveset = &g->people[who].moveset;
    if (lope_state_write_for(moveset, state, bytes, sizeof bytes, &size, NULL) != LOPE_OK)
        broken(g, who, "its state is not saved");
    if (lope_state_read_for(moveset, &back, bytes, size, NULL, NULL) != LOPE_OK) broken(g, who, "its own save is refused");
    if (memcmp(&back, state, sizeof back) != 0) broken(g, who, "a save does not come back");
}

// The tick once more from its start, with an empty nearby, among the others as they were.
static void check_again(game *g, int who, const lope_state *after)
{
    lope_level_view view;
    lope_body_place places[SCENE_BODIES];
    lope_state again;
    memcpy(places, g->note.places, sizeof places);
    if (lope_level_view_make(&view, g->s.level, places, g->note.place_count) != LOPE_OK) broken(g, who, "no view of the level");
    const lope_surroundings bodies = lope_level_surroundings_at(&view);
    lope_nearby_clear(g->fresh);
    const lope_rerun_def def = {.state = &g->note.before[who],
                                .input = &g->note.input[who],
                                .seconds = (float)g->seconds,
                                .bodies = &bodies,
                                .others = g->note.others,
                                .other_count = g->note.other_count,
                                .nearby = g->fresh};
    if (lope_character_rerun(g->people[who].character, &def, &again, NULL) != LOPE_OK)
        broken(g, who, "the tick run again is refused");
    if (memcmp(&again, after, sizeof again) == 0) return;
    char text[200];
    snprintf(text, sizeof text, "the tick run again ends in %s at %.17g %.17g %.17g, was at %.17g %.17g %.17g",
             lope_moveset_mode_name(&g->people[who].moveset, again.mode), again.feet.x, again.feet.y, again.feet.z, after->feet.x,
             after->feet.y, after->feet.z);
    broken(g, who, text);
}

static void print_places(const game *g)
{
    for (uint32_t i = 0; i < g->note.place_count; i++) {
        const lope_point p = g->note.places[i].pose.position;
        const lope_quat q = g->note.places[i].pose.rotation;
        fprintf(stderr, "body %u at %.9g %.9g %.9g turn %.9g %.9g %.9g %.9g\n", (unsigned)i, p.x, p.y, p.z, (double)q.x,
                (double)q.y, (double)q.z, (double)q.w);
    }
}

static void print_tick(const game *g, int who, const lope_state *s, const lope_report *r)
{
    fprintf(
        stderr,
        "tick %d of %.9g character %d %s feet %.12g %.12g %.12g v %g %g %g held %x stuck %u it %u sw %u tri %u out %g base %g\n",
        g->tick, g->seconds, who, lope_moveset_mode_name(&g->people[who].moveset, s->mode), s->feet.x, s->feet.y, s->feet.z,
        (double)s->velocity.x, (double)s->velocity.y, (double)s->velocity.z, (unsigned)s->held, (unsigned)s->stuck_ticks,
        (unsigned)r->iterations, (unsigned)r->sweeps, (unsigned)r->triangles, r->moved_by_depenetration, r->moved_by_base);
    for (uint32_t i = 0; i < r->event_count; i++) {
        const lope_event *e = &r->events[i];
        const bool named =
            e->kind == LOPE_EVENT_ABILITY || e->kind == LOPE_EVENT_ABILITY_END || e->kind == LOPE_EVENT_ABILITY_PHASE;
        fprintf(stderr, "  %.9g %s %s from %u to %u\n", (double)e->time, lope_event_name(e->kind),
                named ? lope_moveset_ability_name(&g->people[who].moveset, e->from) : "", (unsigned)e->from, (unsigned)e->to);
    }
}

// Time of a tick is left over only where the character is held: while it is stuck.
static void check_time(const game *g, int who, const lope_state *state, const lope_report *report)
{
    char text[80];
    if (!(report->time_unused > 0) || state->stuck_ticks > 0 || g->note.before[who].stuck_ticks > 0) return;
    snprintf(text, sizeof text, "%.9g s unused of %.9g", report->time_unused, g->seconds);
    broken(g, who, text);
}

static void judge_one(game *g, int who)
{
    person *p = &g->people[who];
    const lope_state *state = lope_character_state(p->character);
    const lope_report *report = lope_character_report(p->character);
    judge_fault fault;
    if (g->trace && who == 0) print_places(g);
    if (g->trace) print_tick(g, who, state, report);
    // A character rides on others, and is pushed by them, at their speed.
    double fastest = scene_fastest(&g->s, 30 * g->s.unit);
    for (int i = 0; i < g->s.people; i++)
        if (i != who) fastest += lope_point_length(lope_vec3_to_point(g->note.before[i].velocity));
    judge_tick tick = {.before = &g->note.before[who],
                       .after = state,
                       .input = &g->note.input[who],
                       .moveset = &p->moveset,
                       .report = report,
                       .dt = (float)g->seconds,
                       .fastest_body = fastest};
    allow(g, who, &tick);
    // Twice the shapes: a query of an ability looks at what it has gathered itself, beside what the tick has.
    if (!judge_state(state, &p->moveset, &fault) || !judge_speed_and_way(&tick, &fault) ||
        !judge_work(&tick, 2 * (g->s.shapes + SCENE_PEOPLE), &fault) || !judge_inside(&g->s.judges[who], &tick, &fault))
        broken(g, who, fault.text);
    check_time(g, who, state, report);
    check_landings(g, who, report);
    check_starts_and_ends(g, who, state, report);
    check_pack(g, who, state);
    check_again(g, who, state);
}

// What was recorded of a character plays back to the same states.
static void check_replay(game *g, int who)
{
    const person *p = &g->people[who];
    const lope_recorder *recorder = lope_character_recorder(p->character);
    const lope_surroundings around = lope_level_surroundings(g->s.level);
    lope_replay_report report;
    lope_error error = {0};
    size_t size = 0;
    char text[300];
    lope_recorder_write(recorder, NULL, 0, &size);
    void *bytes = malloc(size);
    if (!bytes || lope_recorder_write(recorder, bytes, size, NULL) != LOPE_OK) broken(g, who, "the recording cannot be written");
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, &error);
    snprintf(text, sizeof text, "its own recording is refused: %s: %s", error.field, error.text);
    if (!recording) broken(g, who, text);
    lope_recording_give(recording, &p->moveset); // refused where there is no tick in it
    if (lope_replay(recording, &around, NULL, &report) != LOPE_OK) broken(g, who, "the recording cannot be played");
    snprintf(text, sizeof text, "played back, tick %u of %u differs: %s %s", (unsigned)report.tick, (unsigned)report.ticks,
             report.field, report.text);
    if (!report.equal) broken(g, who, text);
    lope_recording_destroy(recording);
    free(bytes);
}

// ---- ticks ------------------------------------------------------------------------------------------------

static void before_tick(void *context, lope_world *world, uint64_t tick, float seconds)
{
    game *g = context;
    (void)world;
    (void)tick;
    (void)seconds;
    for (int i = 0; i < g->s.people; i++) {
        g->note.before[i] = *lope_character_state(g->people[i].character);
        g->note.input[i] = lope_input_copy(lope_character_input(g->people[i].character), &g->note.requests[i]);
    }
    g->note.place_count = lope_level_places(g->s.level, g->note.places, SCENE_BODIES);
}

static void after_tick(void *context, lope_world *world, uint64_t tick, float seconds)
{
    game *g = context;
    (void)tick;
    (void)seconds;
    const uint32_t room = sizeof g->note.others / sizeof *g->note.others;
    if (lope_world_others(world, g->note.others, room, &g->note.other_count) != LOPE_OK || g->note.other_count > room)
        broken(g, 0, "the others cannot be had");
}

static void save(game *g)
{
    for (int i = 0; i < g->s.people; i++)
        if (lope_state_write_for(&g->people[i].moveset, lope_character_state(g->people[i].character), g->saved[i],
                                 sizeof g->saved[i], &g->saved_size[i], NULL) != LOPE_OK)
            broken(g, i, "its state is not saved");
    g->saved_ticks = lope_world_ticks(g->world);
    g->saved_time = lope_world_time(g->world);
}

// Brings the world back to where it was saved and plays the ticks again.
static void play_again(game *g)
{
    lope_state state;
    if (lope_world_set_clock(g->world, g->saved_ticks, g->saved_time) != LOPE_OK) broken(g, 0, "the clock is refused");
    for (int i = 0; i < g->s.people; i++)
        if (lope_state_read_for(&g->people[i].moveset, &state, g->saved[i], g->saved_size[i], NULL, NULL) != LOPE_OK ||
            lope_character_set_state(g->people[i].character, &state) != LOPE_OK)
            broken(g, i, "its saved state is refused");
    for (int t = 0; t < AGAIN; t++) {
        told *now = &g->told[t];
        for (int i = 0; i < g->s.people; i++) {
            now->input[i].requests = &now->requests[i];
            if (!tell(g, i, &now->input[i])) broken(g, i, "an input is refused when played again");
        }
        lope_world_step(g->world, now->seconds);
        if (g->trace)
            for (int i = 0; i < g->s.people; i++)
                print_tick(g, i, lope_character_state(g->people[i].character), lope_character_report(g->people[i].character));
        char text[80];
        snprintf(text, sizeof text, "played again it differs after %d ticks", t + 1);
        if (lope_world_hash(g->world) != now->hash) broken(g, 0, text);
    }
}

static void run_tick(game *g)
{
    const double now = lope_world_time(g->world), usual = g->seconds;
    if (g->tick == g->fork) save(g);
    g->seconds = (double)(float)some_seconds(g);
    for (int i = 0; i < g->s.people; i++) choose(g, i, now);
    const bool kept = g->tick >= g->fork && g->tick < g->fork + AGAIN;
    told *tick = &g->told[kept ? g->tick - g->fork : 0];
    for (int i = 0; kept && i < g->s.people; i++) tick->input[i] = lope_input_copy(&g->people[i].input, &tick->requests[i]);
    tick->seconds = (float)g->seconds;
    const lope_result result = lope_world_step(g->world, (float)g->seconds);
    if (result != LOPE_OK) broken(g, 0, lope_result_text(result));
    if (kept) tick->hash = lope_world_hash(g->world);
    scene_follow(&g->s, lope_world_time(g->world));
    for (int i = 0; i < g->s.people; i++) judge_one(g, i);
    g->seconds = usual;
    if (g->tick == g->fork + AGAIN - 1) play_again(g);
}

// ---- the beginning ----------------------------------------------------------------------------------------

typedef struct header {
    uint32_t gravity, unit, rate, varies, piece, more, people, birth, settings, only, fork, seconds;
} header;

static header read_header(bytes *b)
{
    header h;
    uint32_t *const all[] = {&h.gravity, &h.unit,  &h.rate,     &h.varies, &h.piece, &h.more,
                             &h.people,  &h.birth, &h.settings, &h.only,   &h.fork,  &h.seconds};
    for (size_t i = 0; i < 16; i++) {
        const uint32_t value = bytes_u8(b);
        if (i < sizeof all / sizeof *all) *all[i] = value;
    }
    return h;
}

// Directions of gravity: down, up, along x, two that are askew; or any.
static lope_quat some_turn(bytes *b, uint32_t which)
{
    static const lope_vec3 axes[5] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}, {0.48f, 0.6f, 0.64f}};
    static const double angles[5] = {0, PI, 0.5 * PI, 0.87, 2};
    if (which < 5) return lope_quat_from_axis(axes[which], (float)angles[which]);
    const lope_point v = some_way(b, 1);
    const lope_quat q = {(float)v.x, (float)v.y, (float)v.z, 0.5f};
    return lope_quat_normalize(q);
}

static void be_born(game *g, int who, const header *h)
{
    person *p = &g->people[who];
    lope_error error = {0};
    const double u = g->s.unit;
    lope_point feet = who > 0 ? lope_point_make(-1.2 * who, 0, 0.8 * who) : lope_point_make(0, 0, 0);
    lope_character_def def = {.radius = (float)(0.34 * u), .height = (float)(1.76 * u), .moveset = &p->moveset, .error = &error};
    if (who == 0 && h->birth & 1) feet = g->s.perch;
    if (h->birth & 2) def.velocity = blow(g, 0, 0, -6);
    if (h->birth & 4) def.velocity = blow(g, 3, 2, -6);
    if (h->birth & 8) def.radius = (float)(0.2 * u);
    if (h->birth & 16) def.height = (float)(1.1 * u);
    if (h->people & 8) def.channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER;
    def.forward = scene_direction(&g->s, lope_point_make(0, 0, -1));
    def.feet = scene_place(&g->s, feet);
    p->character = lope_character_create(g->world, &def);
    if (!p->character) {
        fprintf(stderr, "INVARIANT abilities: a sane character is refused: %s %s\n", error.field, error.text);
        abort();
    }
    const lope_recorder_def recorder = {.seconds = 4, .bytes = 400000};
    if (who == 0 && !lope_character_record(p->character, &recorder)) abort();
    judge_fault fault;
    const judge_tick start = {.after = lope_character_state(p->character)};
    judge_inside(&g->s.judges[who], &start, &fault);
}

static void begin(game *g)
{
    static const double rates[] = {60, 20, 30, 50, 120, 144, 240, 360};
    const header h = read_header(&g->b);
    g->s.b = &g->b;
    g->s.trace = g->trace;
    g->s.unit = h.unit % 4 == 1 ? 100 : h.unit % 16 == 2 ? 0.01 : 1;
    g->s.turn = some_turn(&g->b, h.gravity % 8);
    g->s.origin =
        h.gravity & 64 ? lope_point_make(3000 * g->s.unit, -700 * g->s.unit, 20000 * g->s.unit) : lope_point_make(0, 0, 0);
    g->s.people = 1 + (int)(h.people % 8 % SCENE_PEOPLE);
    g->seconds = 1 / rates[h.rate % 8];
    g->varies = h.varies % 4 == 1;
    lope_world_def def = {
        .gravity = blow(g, 0, -9.8, 0), .before_tick = before_tick, .after_tick = after_tick, .tick_context = g};
    g->world = lope_world_create(&def);
    if (!g->world) abort();
    g->s.level = lope_world_level(g->world);
    scene_build(&g->s, h.piece, h.more % 10);
    for (int i = 0; i < g->s.people; i++) {
        moveset_from_bytes(&g->b, &g->people[i].moveset, g->s.unit, i == 0 ? h.only : 0, h.settings % 32, g->trace);
        be_born(g, i, &h);
    }
    g->fork = (int)(h.fork % 200);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    game *g = calloc(1, sizeof *g);
    if (!g) return 0;
    g->b = bytes_open(data, size);
    g->trace = getenv("LOPE_FUZZ_TRACE") != NULL;
    g->fresh = lope_nearby_create(NULL);
    if (!g->fresh) abort();
    const double lasts = 1 + (size > 11 ? data[11] : 0) % 64 / 8.0;
    begin(g);
    int ticks = (int)(lasts / g->seconds);
    if (ticks > MOST_TICKS) ticks = MOST_TICKS;
    for (g->tick = 0; g->tick < ticks; g->tick++) run_tick(g);
    check_replay(g, 0);
    lope_nearby_destroy(g->fresh);
    lope_world_destroy(g->world);
    scene_free(&g->s);
    free(g);
    return 0;
}
