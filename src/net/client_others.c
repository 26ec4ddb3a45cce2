// client_others.c - the other characters: read from packets, shown between two of them.
//
// They are shown as of a moment that lies two packets and the jitter back: then there is nearly always
// something known before it and after it. Between these the place follows a cubic (Hermite) by the
// velocities, in the frame of the base where both are on the same one. Where nothing newer has come, a
// character goes on by its velocity for a quarter of a second and then stands. Read first: view.h.
#include "net/client_others.h"
#include "net/client_shown.h"

#include <math.h>
#include <string.h>

#define LEAST_DELAY 0.033 // s
#define MOST_DELAY 0.25   // s
#define INTERVALS 2.0     // between packets
#define FORGETS 0.001     // s a packet: by so much the quickest one counts for less
#define GOES_ON 0.25      // s
#define MOMENT_MOST 1e9   // ticks, either way: a clock that has leapt shows nothing, and casts stay whole

// ---- reading ----------------------------------------------------------------------------------------------

// Reads one slot.
static void read_entry(const lope_net_client *client, lope_bits *bits, uint32_t tick, lope_sight *sight)
{
    const lope_proxy base = sight->proxy;
    const lope_proxy_known known = {.proxy = &base, .change = sight->change, .ticks = tick - sight->tick};
    bool same = false;
    const bool moves = lope_bits_flag(bits, false);
    const bool idle = !moves && lope_bits_flag(bits, false);
    const bool is_known = moves || idle || lope_bits_flag(bits, false);
    if (!is_known) lope_view_body_pass(bits, &sight->body, &same);
    if (is_known && sight->body == 0) bits->bad = true;
    if (sight->body == 0) {
        *sight = (lope_sight){0};
        return;
    }
    if (idle)
        sight->proxy = lope_proxy_expected(&base, &client->rules, known.ticks);
    else
        lope_proxy_pass(bits, &sight->proxy, is_known ? &known : NULL, &client->rules, moves);
    sight->change = lope_proxy_changed(&base, &sight->proxy, is_known ? known.ticks : 0);
    sight->tick = tick;
}

// Finds what a told place is the difference to, as `base` has it: another told place before it, or what the
// snapshot of `from` tells. Returns false when it is not here.
static bool read_base(const lope_net_client *client, lope_bits *bits, const lope_snapshot *from, const lope_others_told *told,
                      lope_sight *base)
{
    if (!lope_bits_flag(bits, false)) {
        *base = from->sights[lope_bits_pass(bits, 0, 6)];
        return base->body != 0;
    }
    const uint32_t index = told->real_count - 1, back = lope_bits_small(bits, 0) + 1;
    const uint32_t first = lope_reals_number(&client->reals, told->first_real);
    const lope_real *real = back <= index ? &told->reals[index - back] : lope_reals_get(&client->reals, first + index - back);
    if (real == NULL) return false;
    *base = (lope_sight){.body = real->body, .tick = lope_real_known(real), .proxy = real->at};
    return true;
}

// Reads the told places. base: what both ends know.
static bool read_reals(const lope_net_client *client, lope_bits *bits, uint32_t tick, const lope_snapshot *base,
                       lope_others_told *told)
{
    const bool any = lope_bits_flag(bits, false);
    if (any) told->first_real = lope_bits_pass(bits, 0, LOPE_REALS_BITS);
    told->goes_on = any && lope_bits_flag(bits, false);
    while (any && lope_bits_flag(bits, false) && !bits->bad) {
        if (told->real_count == LOPE_REALS_TOLD) return false;
        lope_real *real = &told->reals[told->real_count++];
        *real = (lope_real){.tick = tick};
        const bool known = lope_bits_flag(bits, false);
        lope_sight sight = {0};
        if (known && !read_base(client, bits, base, told, &sight)) return false;
        lope_real_pass(bits, real, tick, known ? &sight.proxy : NULL, sight.tick, &client->rules);
        if (known) real->body = sight.body;
    }
    told->cut = any && lope_bits_flag(bits, false);
    return !bits->bad;
}

bool lope_client_read_others(const lope_net_client *client, lope_bits *bits, const lope_server_packet *packet,
                             lope_others_told *told)
{
    const bool has_base = packet->has_view_base;
    const uint32_t tick = packet->tick;
    const lope_snapshot *from = has_base ? lope_client_snapshot(client, packet->view_base) : NULL;
    lope_snapshot *snapshot = &told->snapshot;
    if (has_base && from == NULL) return false;
    if (from != NULL)
        *snapshot = *from;
    else
        memset(snapshot, 0, sizeof *snapshot);
    snapshot->tick = tick;
    snapshot->here = true;
    if (lope_rules_meet(&client->rules) && !read_reals(client, bits, packet->done, snapshot, told)) return false;
    uint32_t slot = lope_view_slot_pass(bits, LOPE_NET_NONE, LOPE_NET_NONE);
    while (slot != LOPE_NET_NONE && !bits->bad) {
        if (slot >= LOPE_NET_PROXIES) return false;
        read_entry(client, bits, tick, &snapshot->sights[slot]);
        slot = lope_view_slot_pass(bits, LOPE_NET_NONE, slot);
    }
    return !bits->bad;
}

// ---- the moment that is shown -----------------------------------------------------------------------------

// Returns a tick counted from the client's epoch, so that moments go on when ticks wrap round.
static double ticks_of(const lope_net_client *client, uint32_t tick) { return lope_tick_since(tick, client->epoch); }

void lope_client_note_arrival(lope_net_client *client, uint32_t tick, double now)
{
    if (client->late_count == 0) client->epoch = tick;
    const double time = now - ticks_of(client, tick) / client->rules.tick_rate;
    if (client->late_count == 0 || time < client->quickest + FORGETS) {
        client->quickest = client->late_count == 0 || time < client->quickest ? time : client->quickest;
    } else {
        client->quickest += FORGETS;
    }
    client->lates[client->late_count++ % LOPE_LATES] = time - client->quickest;
}

double lope_client_jitter(const lope_net_client *client)
{
    const uint32_t count = client->late_count < LOPE_LATES ? client->late_count : LOPE_LATES, rank = count / 20;
    double most[LOPE_LATES / 20 + 1] = {0}; // the largest ones, descending
    for (uint32_t i = 0; i < count; i++) {
        double late = client->lates[i];
        for (uint32_t k = 0; k <= rank; k++) {
            if (late <= most[k]) continue;
            const double smaller = most[k];
            most[k] = late;
            late = smaller;
        }
    }
    return most[rank];
}

// Returns the moment that is shown at the client's now, in ticks since its epoch.
static double shown_tick(const lope_net_client *client)
{
    double delay = INTERVALS * client->rules.send_every / client->rules.tick_rate + lope_client_jitter(client);
    delay = delay < LEAST_DELAY ? LEAST_DELAY : delay > MOST_DELAY ? MOST_DELAY : delay;
    const double moment = (client->now - client->quickest - delay) * client->rules.tick_rate;
    if (!(moment > -MOMENT_MOST)) return -MOMENT_MOST;
    return moment < MOMENT_MOST ? moment : MOMENT_MOST;
}

double lope_client_back(const lope_net_client *client) { return ticks_of(client, client->stats.tick) - shown_tick(client); }

// ---- between two ticks ------------------------------------------------------------------------------------

typedef struct pair {
    const lope_sight *before, *after; // NULL: none
} pair;

// Finds what is known of a slot's body just before and just after a moment.
static pair find(const lope_net_client *client, uint32_t slot, uint64_t body, double moment)
{
    pair p = {NULL, NULL};
    for (uint32_t i = 0; i < LOPE_VIEW_RING; i++) {
        const lope_snapshot *s = &client->snapshots[i];
        const lope_sight *sight = &s->sights[slot];
        if (!s->here || sight->body != body || lope_tick_since(client->stats.heard, s->tick) >= (int32_t)LOPE_VIEW_RING) continue;
        if (ticks_of(client, sight->tick) <= moment) {
            if (p.before == NULL || lope_tick_after(sight->tick, p.before->tick)) p.before = sight;
        } else if (p.after == NULL || lope_tick_after(p.after->tick, sight->tick)) {
            p.after = sight;
        }
    }
    return p;
}

// Returns the rotation at a share of the way from a to b: in a tick that turns little, on the chord.
static lope_quat part_of_turn(lope_quat a, lope_quat b, float share)
{
    const float sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -share : share, rest = 1 - share;
    return lope_quat_normalize(
        (lope_quat){a.x * rest + b.x * sign, a.y * rest + b.y * sign, a.z * rest + b.z * sign, a.w * rest + b.w * sign});
}

// Returns the frame of a base at a moment between two ticks.
static lope_proxy_frame frame_at(const lope_net_client *client, uint64_t base, double moment)
{
    const double whole = floor(moment);
    const uint32_t tick = client->epoch + (uint32_t)(int32_t)whole;
    lope_proxy_frame a = lope_plans_frame(&client->plans, &client->rules, base, tick);
    const lope_proxy_frame b = lope_plans_frame(&client->plans, &client->rules, base, tick + 1);
    if (!a.moves || !b.moves) return a;
    const double share = moment - whole;
    a.pose.position = lope_point_mad(a.pose.position, lope_point_sub(b.pose.position, a.pose.position), share);
    a.pose.rotation = part_of_turn(a.pose.rotation, b.pose.rotation, (float)share);
    return a;
}

// Returns the place on the cubic from p to q with the velocities v and w (m/s), `seconds` long, at a share
// of it.
static lope_point hermite(lope_point p, lope_point q, lope_vec3 v, lope_vec3 w, double seconds, double u)
{
    const double u2 = u * u, u3 = u2 * u;
    const lope_point m0 = lope_point_scale((lope_point){v.x, v.y, v.z}, seconds),
                     m1 = lope_point_scale((lope_point){w.x, w.y, w.z}, seconds);
    lope_point at = lope_point_scale(p, 2 * u3 - 3 * u2 + 1);
    at = lope_point_mad(at, m0, u3 - 2 * u2 + u);
    at = lope_point_mad(at, q, 3 * u2 - 2 * u3);
    return lope_point_mad(at, m1, u3 - u2);
}

static lope_net_proxy between(const lope_net_client *client, const lope_sight *a, const lope_sight *b, double moment)
{
    const lope_proxy_frame world = {.pose = {.rotation = {0, 0, 0, 1}}};
    const bool one = a->proxy.base == b->proxy.base;
    const double seconds = (double)(b->tick - a->tick) / client->rules.tick_rate;
    const double u = (moment - ticks_of(client, a->tick)) / (double)(b->tick - a->tick);
    const lope_proxy_frame fa = one ? world : lope_plans_frame(&client->plans, &client->rules, a->proxy.base, a->tick);
    const lope_proxy_frame fb = one ? world : lope_plans_frame(&client->plans, &client->rules, b->proxy.base, b->tick);
    const lope_point p = lope_proxy_feet(&a->proxy, &fa), q = lope_proxy_feet(&b->proxy, &fb);
    const lope_vec3 v = lope_proxy_velocity(&a->proxy, &fa), w = lope_proxy_velocity(&b->proxy, &fb);
    lope_point feet = one ? hermite(p, q, v, w, seconds, u) : lope_point_mad(p, lope_point_sub(q, p), u);
    lope_vec3 velocity = lope_vec3_add(v, lope_vec3_scale(lope_vec3_sub(w, v), (float)u));
    if (one) {
        const lope_proxy_frame frame = frame_at(client, a->proxy.base, moment);
        if (frame.moves) feet = lope_transform_apply(&frame.pose, feet);
        if (frame.moves) velocity = lope_quat_rotate(frame.pose.rotation, velocity);
    }
    const float turn = (float)((int8_t)(uint8_t)(b->proxy.yaw - a->proxy.yaw)) * (6.28318531f / 256.0f);
    const lope_proxy *near = u < 0.5 ? &a->proxy : &b->proxy;
    return (lope_net_proxy){.body = a->body,
                            .feet = feet,
                            .velocity = velocity,
                            .yaw = lope_proxy_yaw(&a->proxy) + turn * (float)u,
                            .height = (float)(near->height / LOPE_PROXY_SIZE),
                            .mode = near->mode,
                            .base = near->base};
}

// Returns a character as it goes on from what is known last, for a while.
static lope_net_proxy alone(const lope_net_client *client, const lope_sight *last, double moment)
{
    const double most = GOES_ON * client->rules.tick_rate, past = moment - ticks_of(client, last->tick);
    const double ticks = past < 0 ? 0 : past > most ? most : past;
    const lope_proxy_frame frame = frame_at(client, last->proxy.base, past < 0 ? ticks_of(client, last->tick) : moment);
    const lope_proxy expected = lope_proxy_expected(&last->proxy, &client->rules, (uint32_t)ticks);
    return (lope_net_proxy){.body = last->body,
                            .feet = lope_proxy_feet(&expected, &frame),
                            .velocity = lope_proxy_velocity(&last->proxy, &frame),
                            .yaw = lope_proxy_yaw(&last->proxy),
                            .height = (float)(last->proxy.height / LOPE_PROXY_SIZE),
                            .mode = last->proxy.mode,
                            .base = last->proxy.base,
                            .holds = past >= most};
}

double lope_net_client_shown(const lope_net_client *client) { return client != NULL ? client->epoch + shown_tick(client) : 0; }

uint32_t lope_net_client_proxies(const lope_net_client *client, lope_net_proxy *proxies, uint32_t capacity)
{
    uint32_t count = 0;
    if (client == NULL || !client->has_heard) return 0;
    const lope_snapshot *newest = &client->snapshots[(client->snapshot_count - 1) % LOPE_VIEW_RING];
    const double moment = shown_tick(client);
    for (uint32_t slot = 0; slot < LOPE_NET_PROXIES; slot++) {
        const uint64_t body = newest->sights[slot].body;
        if (body == 0) continue;
        lope_net_proxy ahead;
        if (lope_client_shown(client, slot, &ahead) && ahead.body == body) {
            if (count++ < capacity && proxies != NULL) proxies[count - 1] = ahead;
            continue;
        }
        const pair p = find(client, slot, body, moment);
        if (p.before == NULL && p.after == NULL) continue;
        if (count++ >= capacity || proxies == NULL) continue;
        proxies[count - 1] = p.before != NULL && p.after != NULL ? between(client, p.before, p.after, moment)
                                                                 : alone(client, p.before != NULL ? p.before : p.after, moment);
    }
    return count;
}
