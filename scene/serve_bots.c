// serve_bots.c - wanderers of the server process: clients as any other, over a loopback. Read first:
// serve_private.h.
#include "serve_bots.h"

#include "adapters/transport/lope_loopback.h"

bool lope_scene_serve_bots_open(serve *s, lope_scene_fault *fault)
{
    if (s->options->bots == 0) return true;
    s->lines[SERVE_BOTS].bots = true;
    s->lines[SERVE_BOTS].transport = lope_loopback_open(s->options->bots, &s->options->line, s->options->seed);
    bool good = s->lines[SERVE_BOTS].transport != NULL;
    for (uint32_t i = 0; good && i < s->options->bots; i++) {
        serve_bot *bot = &s->bots[i];
        bot->view.of = &s->level;
        bot->hand = (lope_scene_hand){.random = s->options->seed * 1000003u + i};
        bot->transport = lope_loopback_connect(s->lines[SERVE_BOTS].transport, i + 1);
        bot->net = lope_net_client_create(&(lope_net_client_def){
            .rules = s->rules, .moveset = s->moveset, .around = lope_scene_net_around, .context = &bot->view});
        good = bot->transport != NULL && bot->net != NULL;
    }
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "there is no memory for %u bots", (unsigned)s->options->bots);
}

void lope_scene_serve_bots_close(serve *s)
{
    for (uint32_t i = 0; i < s->options->bots; i++) {
        lope_net_client_destroy(s->bots[i].net);
        lope_transport_close(s->bots[i].transport);
    }
    lope_transport_close(s->lines[SERVE_BOTS].transport);
}

void lope_scene_serve_bots_frame(serve *s)
{
    uint8_t bytes[LOPE_NET_PACKET];
    for (uint32_t i = 0; i < s->options->bots; i++) {
        serve_bot *bot = &s->bots[i];
        lope_transport_event event;
        while (lope_transport_receive(bot->transport, s->now, bytes, sizeof bytes, &event))
            if (event.what == LOPE_TRANSPORT_PACKET) lope_net_client_receive(bot->net, bytes, event.size, s->now);
        const lope_command command = lope_scene_hand_wander(&bot->hand, s->now, s->now - bot->frame);
        bot->frame = s->now;
        lope_net_client_advance(bot->net, s->now, &command);
        const size_t size = lope_net_client_packet(bot->net, bytes, sizeof bytes, s->now);
        if (size > 0) lope_transport_send(bot->transport, 0, bytes, size, s->now);
    }
}
