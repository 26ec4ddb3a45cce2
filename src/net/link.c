// link.c - the seeded line on a virtual clock. Read first: lope/net_link.h.
#include <lope/net_link.h>

#include <math.h>
#include <string.h>

// Returns the next random number, 0 to below 1 (xorshift64*, Vigna 2016).
static double draw(lope_net_link *link)
{
    link->random ^= link->random >> 12;
    link->random ^= link->random << 25;
    link->random ^= link->random >> 27;
    return (double)(link->random * UINT64_C(2685821657736338717) >> 11) / 9007199254740992.0;
}

void lope_net_link_begin(lope_net_link *link, const lope_net_link_profile *profile, uint64_t seed)
{
    link->profile = *profile;
    link->random = seed * UINT64_C(0x9e3779b97f4a7c15) | 1u;
    link->lost_before = 0;
    link->count = 0;
    link->sent = link->lost = link->bytes = 0;
    for (int i = 0; i < 8; i++) draw(link);
}

// Returns whether the next packet is lost. In bursts the chance after one that came through is such that the
// share of lost ones is the profile's.
static bool loses(lope_net_link *link, double now)
{
    const lope_net_link_profile *p = &link->profile;
    double chance = p->loss;
    if (p->burst > 0) chance = link->lost_before ? p->burst : p->loss * (1.0 - p->burst) / (1.0 - p->loss);
    const bool lost = draw(link) < chance;
    link->lost_before = lost;
    if (p->silence_every > 0 && now > p->silence_every && fmod(now, p->silence_every) < p->silence) return true;
    return lost;
}

static void put_packet(lope_net_link *link, const void *bytes, size_t size, double now)
{
    const double late = (2.0 * draw(link) - 1.0) * link->profile.jitter;
    if (link->count == LOPE_NET_LINK_PACKETS) {
        link->lost++;
        return;
    }
    const double delay = link->profile.delay + late;
    link->due[link->count] = now + (delay > 0 ? delay : 0);
    link->sizes[link->count] = (uint16_t)size;
    memcpy(link->packets[link->count++], bytes, size);
}

void lope_net_link_send(lope_net_link *link, const void *bytes, size_t size, double now)
{
    link->sent++;
    link->bytes += size;
    if (size == 0 || size > LOPE_NET_PACKET || loses(link, now)) {
        link->lost++;
        return;
    }
    put_packet(link, bytes, size, now);
    if (link->profile.doubled > 0 && draw(link) < link->profile.doubled) put_packet(link, bytes, size, now);
}

size_t lope_net_link_receive(lope_net_link *link, void *bytes, double now)
{
    uint32_t first = LOPE_NET_LINK_PACKETS;
    for (uint32_t i = 0; i < link->count; i++)
        if (link->due[i] <= now && (first == LOPE_NET_LINK_PACKETS || link->due[i] < link->due[first])) first = i;
    if (first == LOPE_NET_LINK_PACKETS) return 0;
    const size_t size = link->sizes[first];
    memcpy(bytes, link->packets[first], size);
    const uint32_t last = --link->count;
    link->due[first] = link->due[last];
    link->sizes[first] = link->sizes[last];
    if (first != last) memcpy(link->packets[first], link->packets[last], link->sizes[last]);
    return size;
}
