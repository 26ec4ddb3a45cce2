// join.c - the client's loop: what has come, a frame, what is sent. Read first: join.h.
#include "join.h"

#include "clock.h"
#include "match_hand.h"
#include "net_level.h"
#include "spectator_prediction.h"

#include <string.h>

#define FRAME (1.0 / 120) // s
#define LOOK 0.002        // s between two looks at what has come
#define RECENT 2.0        // s

typedef struct join {
    const lope_scene_join_options *options;
    lope_scene_join_result *result;
    lope_scene_player *player;
    lope_scene_net_level level;
    lope_scene_net_view view;
    lope_net_rules rules;
    lope_net_client *net;
    lope_scene_hand hand;
    double now, frame; // s since the start; of the last frame
    double leads, trips;
    uint64_t measured;
} join;

static void receive(join *j)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    lope_scene_join_result *r = j->result;
    while (lope_transport_receive(j->options->transport, j->now, bytes, sizeof bytes, &event)) {
        if (event.what == LOPE_TRANSPORT_OPENED) {
            r->opened = true;
            r->opened_at = j->frame = j->now;
        } else if (event.what == LOPE_TRANSPORT_PACKET) {
            lope_net_client_receive(j->net, bytes, event.size, j->now);
        } else if (event.what == LOPE_TRANSPORT_CLOSED) {
            r->closed = true;
            r->why = event.why;
        }
    }
}

static void measure(join *j)
{
    const lope_net_stats s = lope_net_client_stats(j->net);
    if (!s.joined) return;
    if (j->result->joined_at == 0) j->result->joined_at = j->now;
    j->leads += (double)s.tick - (double)s.heard;
    j->trips += (double)s.round_trip;
    j->measured++;
}

// Sends what is predicted, for those that watch the server.
static void tell_prediction(const join *j)
{
    uint8_t bytes[LOPE_SPECTATOR_PREDICTION_SIZE];
    lope_spectator_prediction prediction;
    if (!lope_spectator_prediction_of(j->net, &prediction)) return;
    lope_spectator_prediction_write(&prediction, bytes);
    lope_transport_send(j->options->transport, 0, bytes, sizeof bytes, j->now);
}

static void frame(join *j)
{
    uint8_t bytes[LOPE_NET_PACKET];
    const double seconds = j->now - j->frame;
    lope_command command = {0};
    if (j->options->bot) command = lope_scene_hand_wander(&j->hand, j->now, seconds);
    if (seconds > j->result->longest) j->result->longest = seconds;
    j->frame = j->now;
    j->result->frames++;
    j->result->ticks += lope_net_client_advance(j->net, j->now, &command);
    const size_t size = lope_net_client_packet(j->net, bytes, sizeof bytes, j->now);
    if (size > 0) lope_transport_send(j->options->transport, 0, bytes, size, j->now);
    if (size > 0 && j->options->shows) tell_prediction(j);
    measure(j);
}

static bool goes_on(const join *j)
{
    if (j->result->closed || lope_net_client_stats(j->net).mismatch) return false;
    if (j->options->seconds > 0 && j->result->opened && j->now - j->result->opened_at >= j->options->seconds) return false;
    return j->options->goes_on == NULL || j->options->goes_on(j->options->context);
}

static void play(join *j)
{
    const double start = lope_scene_clock_wall();
    double due = 0;
    while (goes_on(j)) {
        j->now = lope_scene_clock_wall() - start;
        receive(j);
        if (j->result->opened && j->now >= due) {
            frame(j);
            due = j->now - due > FRAME ? j->now + FRAME : due + FRAME;
        }
        lope_scene_clock_sleep(LOOK);
    }
    if (!j->result->closed) lope_transport_drop(j->options->transport, 0, j->now);
}

static void sum_up(join *j)
{
    lope_scene_join_result *r = j->result;
    const double measured = j->measured > 0 ? (double)j->measured : 1;
    r->net = lope_net_client_stats(j->net);
    r->seconds = r->opened ? j->now - r->opened_at : 0;
    r->lead = j->leads / measured;
    r->round_trip = j->trips / measured;
    r->current = r->net.joined && r->net.heard - r->net.agreed < RECENT * j->rules.tick_rate;
    r->others = lope_net_client_proxies(j->net, NULL, 0);
    r->walked = r->net.joined ? lope_net_client_state(j->net)->distance_walked : 0;
}

bool lope_scene_join(const lope_scenario *scenario, const lope_scene_join_options *options, lope_scene_join_result *result,
                     lope_scene_fault *fault)
{
    join j = {.options = options, .result = result, .hand = {.random = options->seed * 1000003u}};
    lope_error error = {0};
    memset(result, 0, sizeof *result);
    if (scenario->character_count == 0)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: characters: a match needs one, to tell what players are",
                               scenario->file);
    j.player = lope_scene_player_create(scenario, NULL, fault);
    if (j.player == NULL) return false;
    j.level = (lope_scene_net_level){.player = j.player, .level = lope_scene_player_level(j.player)};
    j.view.of = &j.level;
    j.rules = lope_scene_net_rules(&j.level, options->bound, 0);
    j.net = lope_net_client_create(&(lope_net_client_def){.rules = j.rules,
                                                          .moveset = &j.player->movesets[0],
                                                          .around = lope_scene_net_around,
                                                          .context = &j.view,
                                                          .error = &error});
    if (j.net != NULL) {
        play(&j);
        sum_up(&j);
    }
    lope_net_client_destroy(j.net);
    lope_scene_player_destroy(j.player);
    return error.code == LOPE_OK || lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "join: %s %s", error.field, error.text);
}
