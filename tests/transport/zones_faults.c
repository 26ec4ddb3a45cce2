// zones_faults.c - a store that is slow or silent, links that are split, servers that die and stand still. Read first:
// zones_faults.h.
//
// One server is down at a time, and the next one dies when the last one has been back for some seconds: records are in
// the memory of the others, and when all are gone nothing is left.
#include "zones_faults.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT 0.5 // s, of a request to the store

// ---- the store --------------------------------------------------------------------------------------------

static void apply(match_store *s)
{
    zones_match *m = s->match;
    s->answer = lope_zone_memory_do(m->memory, &s->ask, m->now);
    s->applied = true;
    if (s->answer.zone_count > 0) memcpy(s->zones, s->answer.zones, s->answer.zone_count * sizeof s->zones[0]);
    if (s->answer.player_count > 0) memcpy(s->players, s->answer.players, s->answer.player_count * sizeof s->players[0]);
    s->answer.zones = s->zones;
    s->answer.players = s->players;
}

// A request takes a while to get there and back; in bad times it may be lost on either way, or be done long after.
static bool ask_store(lope_zone_store *functions, const lope_zone_ask *ask, double now)
{
    match_store *s = (match_store *)functions;
    zones_match *m = s->match;
    const bool bad = m->now < m->slow;
    (void)now;
    s->ask = *ask;
    s->waits = true;
    s->applied = false;
    s->apply_at = m->now + match_drawn(m, 0.001, bad ? 1.0 : 0.004);
    s->answer_at = s->apply_at + match_drawn(m, 0.001, bad ? 0.5 : 0.004);
    const bool lost = bad && match_drawn(m, 0, 1) < 0.2;
    if (lost || m->now < m->cut[s->host]) s->apply_at = 1e9; // on its way there
    s->unheard = s->answer_at > m->now + TIMEOUT || (bad && match_drawn(m, 0, 1) < 0.2);
    if (s->unheard || s->apply_at > s->answer_at) s->answer_at = m->now + TIMEOUT;
    s->unheard |= s->apply_at > s->answer_at;
    return true;
}

static bool answer_store(lope_zone_store *functions, lope_zone_answer *answer, double now)
{
    match_store *s = (match_store *)functions;
    zones_match *m = s->match;
    (void)now;
    if (!s->waits) return false;
    if (!s->applied && m->now >= s->apply_at) apply(s);
    if (m->now < s->answer_at) return false;
    if (!s->applied && s->apply_at < 1e8 && m->late_count < MATCH_LATE) {
        m->late[m->late_count] = s->ask;
        m->late[m->late_count].name = "late";
        m->late_at[m->late_count++] = s->apply_at;
    }
    s->waits = false;
    *answer = s->unheard ? (lope_zone_answer){.heard = false} : s->answer;
    return true;
}

static void close_store(lope_zone_store *functions) { free(functions); }

match_store *match_store_open(zones_match *m, uint32_t host)
{
    match_store *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->functions = (lope_zone_store){ask_store, answer_store, close_store};
    s->match = m;
    s->host = host;
    return s;
}

void match_late(zones_match *m)
{
    for (uint32_t i = 0; i < m->late_count;) {
        if (m->now < m->late_at[i]) {
            i++;
            continue;
        }
        lope_zone_memory_do(m->memory, &m->late[i], m->now);
        m->late_count--;
        m->late[i] = m->late[m->late_count];
        m->late_at[i] = m->late_at[m->late_count];
    }
}

// ---- links and servers ------------------------------------------------------------------------------------

void match_wires(zones_match *m, const lope_net_link_profile *profile)
{
    for (uint32_t i = 0; i < ZONES * ZONES; i++)
        lope_net_link_begin(&m->wires[i / ZONES][i % ZONES], profile, m->def.seed * 77 + i + m->step);
}

static bool may_kill(const zones_match *m)
{
    for (uint32_t i = 0; i < ZONES; i++)
        if (!m->hosts[i].up || m->now - m->hosts[i].restart < 4) return false;
    return true;
}

static void split(zones_match *m)
{
    const uint32_t a = (uint32_t)match_drawn(m, 0, ZONES), b = (a + 1 + (uint32_t)match_drawn(m, 0, 2)) % ZONES;
    const double until = m->now + match_drawn(m, 0.3, 6);
    m->split[a][b] = until;
    if (match_drawn(m, 0, 1) < 0.7) m->split[b][a] = until; // else one way only
    m->counts.splits++;
}

static void go_wrong(zones_match *m)
{
    const uint32_t what = (uint32_t)match_drawn(m, 0, 7), who = (uint32_t)match_drawn(m, 0, ZONES);
    match_host *host = &m->hosts[who];
    if (what <= 1 && may_kill(m)) {
        match_kill(m, who);
        host->restart = m->now + match_drawn(m, 1, 5);
        m->counts.kills++;
    } else if (what == 2) {
        host->pause = m->now + match_drawn(m, 0.1, 4);
        m->counts.pauses++;
    } else if (what == 3) {
        split(m);
    } else if (what == 4) {
        m->slow = m->now + match_drawn(m, 0.5, 4);
        m->counts.slow++;
    } else if (what == 5) {
        m->cut[who] = m->now + match_drawn(m, 0.5, 5);
        m->counts.cuts++;
    } else if (what == 6) {
        m->worse = m->now + match_drawn(m, 0.5, 4);
        match_wires(m, &(lope_net_link_profile){.delay = 0.3, .jitter = 0.29, .loss = 0.3, .doubled = 0.3});
    }
}

void match_faults(zones_match *m)
{
    for (uint32_t i = 0; i < ZONES; i++)
        if (!m->hosts[i].up && (m->calm || m->now >= m->hosts[i].restart)) {
            m->hosts[i].restart = m->now;
            match_start(m, i);
        }
    if (m->worse > 0 && m->now >= m->worse) {
        match_wires(m, &(lope_net_link_profile){.delay = 0.003, .jitter = 0.002, .loss = 0.01});
        m->worse = 0;
    }
    if (m->calm || !m->def.chaos || m->now < m->next_fault) return;
    m->next_fault = m->now + match_drawn(m, 0.2, 2.5);
    go_wrong(m);
}

void match_calm(zones_match *m)
{
    m->calm = true;
    m->slow = 0;
    if (m->worse > 0) m->worse = m->now;
    memset(m->split, 0, sizeof m->split);
    memset(m->cut, 0, sizeof m->cut);
    for (uint32_t i = 0; i < ZONES; i++) m->hosts[i].pause = 0;
}
