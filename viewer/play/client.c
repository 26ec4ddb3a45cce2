// client.c - the client of a network match for a page: built for wasm by scripts/play_page.sh.
//
// The page calls play_create with a level's pack, then in each frame play_receive for each message that has come,
// play_advance, and play_packet. Numbers that it asks for stand in one list of doubles, valid until the next call.
// Positions are relative to play_origin. Read next: pack.h, src/client.js.
#include "pack.h"

#include "scene/net_level.h"
#include "scene/player.h"
#include "scene/spawn.h"
#include "scene/spectator_prediction.h"

#include <lope/net_client.h>
#include <lope/spring_arm.h>

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define PAST LOPE_NET_RING // ticks of which the own place is kept, for the server's capsule
#define OTHER_NUMBERS 7    // of each other character
#define NUMBERS (OTHER_NUMBERS * LOPE_NET_PROXIES)
#define EYES 0.86     // of the capsule's height: where the camera looks
#define ARM 4.2f      // m, of the camera
#define FALLBACK 0.34 // m: radius of a capsule before there is a state

// The own place at the end of a tick.
typedef struct past {
    uint32_t tick;
    lope_point feet;
    float yaw, height;
} past;

static struct {
    lope_scenario *scenario;
    lope_scene_player *player;
    lope_scene_net_level level;
    lope_scene_net_view view, eye; // of the client's ticks; of the camera
    lope_nearby *look;
    lope_spring_arm arm;
    lope_net_client *net;
    lope_scene_fault fault;
    past trail[PAST];
    uint32_t heals; // corrections that the trail knows of
    past ghost;     // where the server has the own character, as far as is known
    lope_point origin;
    uint8_t packet[LOPE_NET_PACKET];
    double numbers[NUMBERS];
} p;

// ---- memory for the page ----------------------------------------------------------------------------------

EXPORT(play_memory) void *play_memory(size_t size) { return malloc(size); }
EXPORT(play_buffer) uint8_t *play_buffer(void) { return p.packet; }
EXPORT(play_numbers) double *play_numbers(void) { return p.numbers; }
EXPORT(play_fault) const char *play_fault(void) { return p.fault.text; }

EXPORT(play_level) const char *play_level(void) { return play_pack_name(); }

// ---- beginning --------------------------------------------------------------------------------------------

static lope_scenario *load(void)
{
    if (!play_pack_is_mesh()) return lope_scenario_load(play_pack_name(), NULL, &p.fault);
    lope_scenario *scenario = lope_scenario_wander(play_pack_name(), NULL, 1, 60, &p.fault);
    if (scenario == NULL) return NULL;
    lope_scene_character *c = &scenario->characters[0];
    return lope_scene_find_spawn(scenario, c->radius, c->height, &c->feet, &p.fault) ? scenario : NULL;
}

// Makes a client over the level of a pack. Returns false with play_fault.
EXPORT(play_create) bool play_create(const unsigned char *pack, size_t size)
{
    lope_error error = {0};
    if (!play_pack_open(pack, size)) return lope_scene_fail(&p.fault, LOPE_SCENE_BAD_INPUT, "this is no pack of a level");
    p.scenario = load();
    if (p.scenario == NULL) return false;
    if (p.scenario->character_count == 0) return lope_scene_fail(&p.fault, LOPE_SCENE_BAD_INPUT, "the level has no character");
    p.player = lope_scene_player_create(p.scenario, NULL, &p.fault);
    if (p.player == NULL) return false;
    p.level = (lope_scene_net_level){.player = p.player, .level = lope_scene_player_level(p.player)};
    p.view.of = p.eye.of = &p.level;
    p.origin = lope_character_state(p.player->actors[0].handle)->feet;
    p.look = lope_nearby_create(NULL);
    p.net = lope_net_client_create(&(lope_net_client_def){.rules = lope_scene_net_rules(&p.level, 0, 0),
                                                          .moveset = &p.player->movesets[0],
                                                          .around = lope_scene_net_around,
                                                          .context = &p.view,
                                                          .error = &error});
    if (p.net != NULL && p.look != NULL) return true;
    return lope_scene_fail(&p.fault, LOPE_SCENE_OWN_FAULT, "%s: %s", error.field, error.text);
}

// ---- a frame ----------------------------------------------------------------------------------------------

// Remembers where the own character is after its last tick. What a correction has moved is not known any more.
static void remember(void)
{
    const lope_net_stats s = lope_net_client_stats(p.net);
    const lope_state *state = lope_net_client_state(p.net);
    if (!s.joined || state == NULL) return;
    if (s.heals + s.states != p.heals) memset(p.trail, 0, sizeof p.trail);
    p.heals = s.heals + s.states;
    p.trail[s.tick % PAST] =
        (past){.tick = s.tick, .feet = state->feet, .yaw = lope_net_client_pose(p.net).yaw, .height = state->height};
    const past *at = &p.trail[s.agreed % PAST];
    if (at->tick == s.agreed && s.agreed != 0) p.ghost = *at; // equal to the bit there
}

// Reads a message of `size` bytes, which stands in play_buffer. Returns a lope_result.
EXPORT(play_receive) int play_receive(size_t size, double now)
{
    return size <= sizeof p.packet ? (int)lope_net_client_receive(p.net, p.packet, size, now) : (int)LOPE_ERROR_RANGE;
}

// Predicts the ticks that are due, each of which is remembered. Returns how many there were.
EXPORT(play_advance)
uint32_t play_advance(double now, float right, float ahead, float yaw, float pitch, uint32_t held, uint32_t pressed)
{
    const lope_command command = lope_command_make(right, ahead, 0, yaw, pitch, held, pressed);
    const uint32_t ticks = lope_net_client_advance(p.net, now, &command);
    remember();
    return ticks;
}

// Makes the next packet in play_buffer. Returns its size; 0: nothing to send yet.
EXPORT(play_packet) size_t play_packet(double now) { return lope_net_client_packet(p.net, p.packet, sizeof p.packet, now); }

// Makes in play_buffer what spectators of the server are told of the prediction. Returns its size; 0: there is no
// state yet.
EXPORT(play_prediction) size_t play_prediction(void)
{
    lope_spectator_prediction prediction;
    if (!lope_spectator_prediction_of(p.net, &prediction)) return 0;
    lope_spectator_prediction_write(&prediction, p.packet);
    return LOPE_SPECTATOR_PREDICTION_SIZE;
}

// ---- what is drawn ----------------------------------------------------------------------------------------

static double *put_point(double *to, lope_point point)
{
    const lope_point from = lope_point_sub(point, p.origin);
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
    return to + 3;
}

static void put_capsule(double *to, lope_point feet, float yaw, float height, uint32_t mode)
{
    to = put_point(to, feet);
    to[0] = (double)yaw;
    to[1] = (double)height;
    to[2] = mode;
}

// Fills numbers with the own character: feet, yaw, height, mode, radius, speed, metres walked. Returns false before
// there is a state.
EXPORT(play_own) bool play_own(void)
{
    const lope_state *state = lope_net_client_state(p.net);
    const lope_net_proxy pose = lope_net_client_pose(p.net);
    p.numbers[6] = FALLBACK;
    if (!lope_net_client_stats(p.net).joined || state == NULL) return false;
    put_capsule(p.numbers, pose.feet, pose.yaw, pose.height, pose.mode);
    p.numbers[6] = (double)state->radius;
    p.numbers[7] = (double)lope_vec3_length(state->velocity);
    p.numbers[8] = (double)state->distance_walked;
    return true;
}

// Fills numbers with the own character as the server has it, at the newest tick of which both agree: feet, yaw,
// height, tick. Returns false before there is one.
EXPORT(play_ghost) bool play_ghost(void)
{
    if (p.ghost.tick == 0) return false;
    put_capsule(p.numbers, p.ghost.feet, p.ghost.yaw, p.ghost.height, p.ghost.tick);
    return true;
}

// Fills numbers with the other characters, OTHER_NUMBERS each: feet, yaw, height, mode, whether nothing newer is
// known. Returns how many there are.
EXPORT(play_others) uint32_t play_others(void)
{
    static lope_net_proxy others[LOPE_NET_PROXIES];
    uint32_t count = lope_net_client_proxies(p.net, others, LOPE_NET_PROXIES);
    if (count > LOPE_NET_PROXIES) count = LOPE_NET_PROXIES;
    for (uint32_t i = 0; i < count; i++) {
        put_capsule(p.numbers + OTHER_NUMBERS * i, others[i].feet, others[i].yaw, others[i].height, others[i].mode);
        p.numbers[OTHER_NUMBERS * i + 6] = others[i].holds;
    }
    return count;
}

// Fills numbers with a camera behind the own character: its place, and the rotation that it has.
EXPORT(play_camera) bool play_camera(double yaw, double pitch, double seconds)
{
    static const lope_spring_arm_settings settings = {.arm_length = ARM, .use_control_rotation = true};
    const lope_net_stats s = lope_net_client_stats(p.net);
    const lope_net_proxy pose = lope_net_client_pose(p.net);
    lope_spring_arm_output out;
    if (!s.joined) return false;
    lope_spring_arm_input in = {.pivot = pose.feet, .view = {.yaw = yaw, .pitch = pitch}, .own = {.yaw = yaw}};
    in.pivot.y += EYES * (double)pose.height;
    const lope_surroundings *around = lope_scene_net_around(&p.eye, s.tick);
    if (lope_spring_arm_update(&p.arm, &settings, &in, around, p.look, seconds, &out) != LOPE_OK) return false;
    double *to = put_point(p.numbers, out.position);
    to[0] = (double)out.rotation.x;
    to[1] = (double)out.rotation.y;
    to[2] = (double)out.rotation.z;
    to[3] = (double)out.rotation.w;
    return true;
}

// Fills numbers with what the client knows of its line, in the order of src/client.js.
EXPORT(play_stats) void play_stats(void)
{
    const lope_net_stats s = lope_net_client_stats(p.net);
    const double list[] = {s.joined,         s.mismatch,    s.tick,   s.heard,    s.agreed,     (double)s.round_trip,
                           (double)s.jitter, s.checks,      s.wrong,  s.replaced, s.heals,      s.rerun_ticks,
                           s.states,         s.refused,     s.undone, s.told,     (double)s.up, (double)s.down,
                           (double)s.depth,  (double)s.pace};
    memcpy(p.numbers, list, sizeof list);
}

// ---- the level --------------------------------------------------------------------------------------------

EXPORT(play_bodies) uint32_t play_bodies(void) { return (uint32_t)p.player->bodies.count; }

// Returns what a body is: 0 solid, 1 a volume, 2 water; 4 more: it moves.
EXPORT(play_body_kind) uint32_t play_body_kind(uint32_t number)
{
    const lope_scene_body *body = &p.player->bodies.list[number];
    const lope_scene_piece *piece = &p.scenario->pieces[body->piece];
    const uint32_t kind = !piece->is_volume ? 0 : piece->volume.water ? 2 : 1;
    return kind + (piece->motion.kind != LOPE_SCENE_STILL ? 4 : 0);
}

// The triangles of one body.
typedef struct soup {
    float *corners;
    uint32_t count, room;
    bool full; // no memory
} soup;

static bool gather(void *context, const lope_point corners[3], uint32_t triangle)
{
    soup *s = context;
    (void)triangle;
    if (s->count == s->room) {
        const uint32_t room = s->room == 0 ? 256 : 2 * s->room;
        float *more = realloc(s->corners, 9 * sizeof *more * room);
        if (more == NULL) return !(s->full = true);
        s->corners = more;
        s->room = room;
    }
    for (uint32_t i = 0; i < 3; i++) {
        const lope_point from = lope_point_sub(corners[i], p.origin);
        float *to = s->corners + 9 * s->count + 3 * i;
        to[0] = (float)from.x;
        to[1] = (float)from.y;
        to[2] = (float)from.z;
    }
    s->count++;
    return true;
}

// Gives the triangles of a body, nine floats each, where it is at the start. Returns them; numbers[0]: how many.
// The page copies them before the next call.
EXPORT(play_body_triangles) float *play_body_triangles(uint32_t number)
{
    static soup s;
    s.count = 0;
    lope_level_visit_triangles(p.level.level, p.player->bodies.list[number].body, gather, &s);
    p.numbers[0] = s.count;
    return s.corners;
}

// Fills numbers with a body's pose at a tick: position, rotation. Returns false for one that does not move.
EXPORT(play_body_pose) bool play_body_pose(uint32_t number, uint32_t tick)
{
    lope_transform pose;
    if (!lope_scene_net_mover(&p.level, p.player->bodies.list[number].id, 0, tick, &pose)) return false;
    double *to = put_point(p.numbers, pose.position);
    to[0] = (double)pose.rotation.x;
    to[1] = (double)pose.rotation.y;
    to[2] = (double)pose.rotation.z;
    to[3] = (double)pose.rotation.w;
    return true;
}
