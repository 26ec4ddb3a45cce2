// mesh_process.c - a process of its own for each file that an importer reads which was never made for broken
// files.
//
// The child reads the file, writes one byte (the fault's status, 0: none) and then the .lmesh bytes or the
// fault's text into a pipe, and ends. It has limits of processor time, by the file's size, and of memory; the
// parent limits the time on the wall. Nothing that the importer or libc prints reaches the terminal, and no
// core is left behind. fork without exec is enough: a child uses nothing of the parent's other threads, and
// libc keeps malloc usable behind fork. Read next: mesh_import.c, which runs in the child; mesh_file.c for
// the bytes.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif

#include "mesh_process.h"

#include "clock.h"
#include "mesh_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)

bool lope_scene_mesh_read_apart(lope_scene_mesh_reader *reader, lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    return reader(mesh, file, fault);
}

#else

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Importers read 2 MB a second and more where all is well, and small files within some milliseconds: what
// takes longer than this hangs. On the wall there is more time, for a machine may be busy with other things.
#define FIRST_SECONDS 0.8
#define SECONDS_A_BYTE 20e-6
#define MOST_SECONDS 600.0
#define WALL_SECONDS 20.0
#define WALL_FACTOR 4.0
#define MOST_MEMORY 4096u // MB, above what the program has already

typedef struct job {
    const char *file;
    double seconds; // of processor time
    int pipe[2];
    pid_t child;
    unsigned char *bytes;
    size_t size, room;
    bool late;
} job;

static double seconds_for(const char *file)
{
    struct stat about;
    double bytes = stat(file, &about) == 0 ? (double)about.st_size : 0.0;
    double seconds = FIRST_SECONDS + SECONDS_A_BYTE * bytes;
    return seconds < MOST_SECONDS ? seconds : MOST_SECONDS;
}

// ---- the child

// Bytes of address space that the program has now, where Linux tells; else 0.
static double address_space(void)
{
    FILE *stream = fopen("/proc/self/statm", "r");
    char text[64] = "";
    if (stream == NULL) return 0.0;
    bool good = fgets(text, sizeof text, stream) != NULL;
    fclose(stream);
    return good ? strtod(text, NULL) * (double)sysconf(_SC_PAGESIZE) : 0.0;
}

static void limit_child(double seconds)
{
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPROF, SIGPIPE, SIGTERM, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    double memory = address_space() + (double)MOST_MEMORY * 1048576.0;
    struct rlimit none = {0, 0}, space = {(rlim_t)memory, (rlim_t)memory};
    setrlimit(RLIMIT_CORE, &none);
    if (memory < (double)SIZE_MAX / 2) setrlimit(RLIMIT_AS, &space);
    struct itimerval timer = {.it_value = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
    setitimer(ITIMER_PROF, &timer, NULL);
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; nothing >= 0 && i < 3; i++) dup2(nothing, i);
}

static void write_all(int to, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    while (size > 0) {
        ssize_t written = write(to, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) _exit(1);
        at += written;
        size -= (size_t)written;
    }
}

static _Noreturn void run_child(lope_scene_mesh_reader *reader, const job *j)
{
    lope_scene_mesh mesh = {0};
    lope_scene_fault fault = {0};
    int to = fcntl(j->pipe[1], F_DUPFD, 3); // above the three that are closed to it, one of which it may be
    limit_child(j->seconds);
    size_t size = 0;
    unsigned char *bytes = reader(&mesh, j->file, &fault) ? lope_scene_mesh_encode(&mesh, &size) : NULL;
    if (bytes == NULL) lope_scene_fail(&fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", j->file);
    unsigned char status = (unsigned char)fault.status;
    write_all(to, &status, 1);
    if (status == 0)
        write_all(to, bytes, size);
    else
        write_all(to, fault.text, strlen(fault.text) + 1);
    _exit(0);
}

// ---- the parent

static bool make_room(job *j)
{
    if (j->size < j->room) return true;
    size_t room = j->room == 0 ? 65536 : j->room * 2;
    unsigned char *bytes = realloc(j->bytes, room);
    if (bytes == NULL) return false;
    j->bytes = bytes;
    j->room = room;
    return true;
}

// Reads what the child writes, until it has ended or its time is over. Returns false when memory is short.
static bool listen(job *j)
{
    double end = lope_scene_clock_wall() + WALL_SECONDS + WALL_FACTOR * j->seconds;
    for (;;) {
        struct pollfd look = {.fd = j->pipe[0], .events = POLLIN};
        double left = end - lope_scene_clock_wall();
        j->late = left <= 0.0;
        if (j->late) return true;
        if (!make_room(j)) return false;
        int ready = poll(&look, 1, (int)(left * 1000.0) + 1);
        if (ready <= 0) continue;
        ssize_t got = read(j->pipe[0], j->bytes + j->size, j->room - j->size);
        if (got == 0) return true;
        if (got > 0) j->size += (size_t)got;
        if (got < 0 && errno != EINTR) return true;
    }
}

static const char *extension_of(const char *file)
{
    const char *point = strrchr(file, '.');
    return point == NULL || strchr(point, '/') != NULL ? "its kind" : point;
}

static bool tell_end(const job *j, int status, lope_scene_fault *fault)
{
    static const char *const remedy = "the file is damaged, or of a kind that it cannot read; convert it to .glb or .obj";
    const char *kind = extension_of(j->file);
    if (j->late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)) {
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%.250s: the importer for %.16s took longer than %.1f s: %s", j->file,
                               kind, j->late ? WALL_SECONDS + WALL_FACTOR * j->seconds : j->seconds, remedy);
    }
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%.250s: the importer for %.16s ended by a fault (%s %d): %s", j->file,
                           kind, WIFSIGNALED(status) ? "signal" : "status",
                           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), remedy);
}

static bool take_result(job *j, lope_scene_mesh *mesh, lope_scene_fault *fault)
{
    if (j->bytes[0] == 0) return lope_scene_mesh_decode(mesh, j->bytes + 1, j->size - 1, j->file, fault);
    j->bytes[j->size - 1] = 0;
    return lope_scene_fail(fault, j->bytes[0], "%s", (const char *)j->bytes + 1);
}

static bool run_parent(job *j, lope_scene_mesh *mesh, lope_scene_fault *fault)
{
    bool heard = listen(j);
    int status = 0;
    if (j->late || !heard) kill(j->child, SIGKILL);
    pid_t ended = waitpid(j->child, &status, 0);
    while (ended < 0 && errno == EINTR) ended = waitpid(j->child, &status, 0);
    if (!heard) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%.250s: out of memory", j->file);
    // Where the program lets the system reap its children there is no status: what was written tells.
    bool good = !j->late && j->size > 1 && (ended < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    return good ? take_result(j, mesh, fault) : tell_end(j, status, fault);
}

bool lope_scene_mesh_read_apart(lope_scene_mesh_reader *reader, lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    job j = {.file = file, .seconds = seconds_for(file)};
    if (pipe(j.pipe) != 0)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%.250s: no pipe can be made (%s)", file, strerror(errno));
    for (int i = 0; i < 2; i++) fcntl(j.pipe[i], F_SETFD, FD_CLOEXEC);
    j.child = fork();
    if (j.child == 0) {
        close(j.pipe[0]);
        run_child(reader, &j);
    }
    int why = errno;
    close(j.pipe[1]);
    bool good = j.child > 0
                    ? run_parent(&j, mesh, fault)
                    : lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%.250s: no process can be made (%s)", file, strerror(why));
    close(j.pipe[0]);
    free(j.bytes);
    return good;
}

#endif
