// zones_process.c - a server of several as a process. Read first: zones_process.h.
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE

#include "zones_process.h"

#include "adapters/zones/lope_zone_link.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PEERS 32u

typedef struct process {
    process_shared *shared;
    uint32_t number;
    zones_server server;
    lope_transport *transport;
    lope_zone_link *link;
    uint64_t players[PEERS]; // by peer
    double now;
} process;

double process_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

uint32_t process_tick(const process_shared *shared) { return 100 + (uint32_t)((process_clock() - shared->epoch) * 60); }

// Returns a port that is free now, for UDP or TCP.
static uint16_t free_port(int type)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    const int s = socket(AF_INET, type, 0);
    bind(s, (const struct sockaddr *)&at, sizeof at);
    getsockname(s, (struct sockaddr *)&at, &size);
    close(s);
    return ntohs(at.sin_port);
}

process_shared *process_share(void)
{
    process_shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return NULL;
    shared->epoch = process_clock();
    shared->etcd_port = free_port(SOCK_STREAM);
    snprintf(shared->prefix, sizeof shared->prefix, "lope-%ld/", (long)getpid());
    for (uint32_t i = 0; i < ZONES; i++) {
        shared->play_ports[i] = free_port(SOCK_DGRAM);
        shared->link_ports[i] = free_port(SOCK_DGRAM);
    }
    return lope_token_draw(shared->master, sizeof shared->master) == LOPE_OK ? shared : NULL;
}

pid_t process_start_etcd(const process_shared *shared, const char *folder)
{
    char client[64], peer[64], cluster[80];
    snprintf(client, sizeof client, "http://127.0.0.1:%u", (unsigned)shared->etcd_port);
    snprintf(peer, sizeof peer, "http://127.0.0.1:%u", (unsigned)free_port(SOCK_STREAM));
    snprintf(cluster, sizeof cluster, "a=%s", peer);
    fflush(NULL);
    const pid_t id = fork();
    if (id == 0) {
        const int log = open("/dev/null", O_WRONLY);
        dup2(log, 1);
        dup2(log, 2);
        execlp("etcd", "etcd", "--name", "a", "--data-dir", folder, "--listen-client-urls", client, "--advertise-client-urls",
               client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster,
               "--heartbeat-interval", "50", "--election-timeout", "500", "--unsafe-no-fsync", (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 300; i++) { // 30 s, for a busy machine
        int status;
        const struct sockaddr_in to = {
            .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(shared->etcd_port)};
        const int s = socket(AF_INET, SOCK_STREAM, 0);
        const bool there = connect(s, (const struct sockaddr *)&to, sizeof to) == 0;
        close(s);
        if (there) return id;
        if (waitpid(id, &status, WNOHANG) == id) return 0;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    kill(id, SIGKILL);
    return 0;
}

// ---- a server ---------------------------------------------------------------------------------------------

static void send_to_client(void *context, uint64_t player, const void *bytes, size_t size)
{
    process *p = context;
    for (uint32_t i = 0; i < PEERS; i++)
        if (p->players[i] == player) lope_transport_send(p->transport, i, bytes, size, p->now);
}

static void note_run(void *context, uint64_t player, uint32_t tick)
{
    process *p = context;
    process_shared *shared = p->shared;
    uint32_t zone;
    if (atomic_fetch_add(&shared->runs[player][tick % PROCESS_TICKS], 1) == 1) atomic_fetch_add(&shared->twice, 1);
    atomic_store(&shared->ran_by[player], p->number + 1);
    atomic_store(&shared->ran_at[player], tick);
    if (lope_zones_runs(p->server.zones, player, &zone)) atomic_store(&shared->owner[zone], p->number + 1);
}

static void receive(process *p)
{
    static uint8_t message[LOPE_ZONE_MESSAGE];
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    size_t size;
    while ((size = lope_zone_link_receive(p->link, message, sizeof message)) > 0)
        zones_server_hear(&p->server, message, size, process_clock(), p->now);
    while (lope_transport_receive(p->transport, p->now, bytes, sizeof bytes, &event)) {
        if (event.what == LOPE_TRANSPORT_OPENED) p->players[event.peer] = event.player;
        if (event.what == LOPE_TRANSPORT_CLOSED) p->players[event.peer] = 0;
        if (event.what != LOPE_TRANSPORT_PACKET) continue;
        if (event.size == 1) // "are you there?"
            lope_transport_send(p->transport, event.peer, bytes, 1, p->now);
        else
            zones_server_receive(&p->server, p->players[event.peer], bytes, event.size, p->now);
    }
}

static void most(_Atomic uint32_t *all, uint32_t one)
{
    if (one > atomic_load(all)) atomic_store(all, one);
}

// Adds what has been counted since the last time.
static void tell(process *p, zones_counts *told)
{
    const zones_counts *counts = &p->server.counts;
    atomic_fetch_add(&p->shared->taken, counts->taken - told->taken);
    atomic_fetch_add(&p->shared->rescued, counts->rescued - told->rescued);
    atomic_fetch_add(&p->shared->faults, counts->faults - told->faults);
    most(&p->shared->gap_most, counts->gap_most);
    most(&p->shared->again_most, counts->again_most);
    *told = *counts;
}

static bool open_server(process *p, const zones_world *world)
{
    char name[LOPE_ZONE_NAME];
    p->transport = lope_udp_serve(&(lope_udp_serve_def){.address = "127.0.0.1",
                                                        .port = p->shared->play_ports[p->number],
                                                        .peers = PEERS,
                                                        .master = p->shared->master,
                                                        .server = p->number});
    p->link = lope_zone_link_open("127.0.0.1", p->shared->link_ports[p->number], NULL);
    lope_zone_store *store = lope_zone_etcd(&(lope_zone_etcd_def){.port = p->shared->etcd_port, .prefix = p->shared->prefix});
    if (p->transport == NULL || p->link == NULL || store == NULL) return false;
    for (uint32_t i = 0; i < ZONES; i++)
        if (i != p->number) lope_zone_link_add(p->link, "127.0.0.1", p->shared->link_ports[i]);
    snprintf(name, sizeof name, "server %u, process %ld", (unsigned)p->number, (long)getpid());
    const lope_zones_def def = {
        .store = store, .name = name, .seconds = PROCESS_LEASE, .players = 32, .send = lope_zone_link_send, .context = p->link};
    return zones_server_open(&p->server, world, &def, process_tick(p->shared));
}

static int run_server(process_shared *shared, uint32_t number)
{
    static zones_world world;
    static process p;
    zones_counts told = {0};
    p = (process){.shared = shared, .number = number};
    p.server = (zones_server){.home = number, .send = send_to_client, .ran = note_run, .context = &p};
    if (!zones_world_open(&world) || !open_server(&p, &world)) return 1;
    atomic_store(&shared->ready[number], true);
    while (getppid() != 1) {
        p.now = process_clock();
        receive(&p);
        const uint32_t tick = process_tick(shared);
        lope_zones_update(p.server.zones, process_clock());
        if (tick != lope_net_server_tick(p.server.room)) zones_server_run(&p.server, tick, process_clock(), p.now);
        tell(&p, &told);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return 0;
}

pid_t process_start_server(process_shared *shared, uint32_t number)
{
    fflush(NULL);
    atomic_store(&shared->ready[number], false);
    const pid_t id = fork();
    if (id == 0) _exit(run_server(shared, number));
    return id;
}
