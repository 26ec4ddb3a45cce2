// cameras.c - what a camera costs: us of thread CPU time a camera and frame, on the town, for each rig.
//
// 250 walkers on the grid of the crowd walk for four seconds with one camera each. The ticks are played first
// and kept, so that the cameras alone are timed; each camera has a look of its own, which gathers as in a
// game. The view turns all the time, which is the dear case: an arm that stands still gathers nothing. --rig
// NAME: that rig alone. --rounds N: of which the median counts; 1 for a profiler, which counts and needs no median.
#include "clock.h"
#include "walk.h"

#include <lope/camera.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WALKERS 250
#define TICKS 240
#define RATE 60
#define ROUNDS_MOST 100

typedef struct stage {
    lope_surroundings around;
    lope_moveset moveset;
    int rounds; // of which the median counts
    lope_camera_subject *subjects; // of each tick and walker
    float *yaws;
} stage;

static float noise(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 8388608.0f - 1.0f;
}

// Plays the walkers and keeps what the cameras see of them.
static bool play(stage *s)
{
    lope_nearby *nearby = lope_nearby_create(NULL);
    bool good = nearby != NULL;
    for (int i = 0; i < WALKERS && good; i++) {
        uint32_t seed = 7919u * (uint32_t)i + 1u;
        lope_state state;
        lope_report report;
        lope_input input = {.held = 0};
        const int at = i * 4;
        const lope_state_def def = {.feet = {-90 + 180 * ((at % 32) + 0.5) / 32, 6, -90 + 180 * (at / 32 + 0.5) / 32}};
        good = lope_state_init(&state, &def) == LOPE_OK;
        float turn = 0, yaw = 0;
        for (int t = -2 * RATE; t < TICKS && good; t++) { // two seconds to fall and spread
            if (t % RATE == 0) {
                input.move = lope_vec3_make(noise(&seed), 0, noise(&seed));
                turn = 2 * noise(&seed);
            }
            good = lope_move(&state, &input, &s->moveset, &s->around, nearby, 1.0f / RATE, &report) == LOPE_OK;
            yaw += turn / RATE;
            if (t < 0) continue;
            s->subjects[t * WALKERS + i] = lope_camera_subject_of(&state, &report);
            s->yaws[t * WALKERS + i] = yaw;
        }
    }
    lope_nearby_destroy(nearby);
    return good;
}

// Films all ticks once. Returns us a camera and frame; a negative number when a frame was refused.
static double film(const stage *s, const lope_camera_settings *rig, lope_camera *cameras, lope_nearby **looks)
{
    bool good = true;
    memset(cameras, 0, WALKERS * sizeof *cameras);
    const double begin = clock_thread();
    for (int t = 0; t < TICKS; t++)
        for (int i = 0; i < WALKERS; i++) {
            lope_camera_output out;
            lope_camera_input in = {.subject = s->subjects[t * WALKERS + i]};
            in.view = (lope_view){.yaw = (double)s->yaws[t * WALKERS + i], .pitch = -0.25};
            in.place = lope_point_make(in.subject.feet.x + 3, in.subject.feet.y + 4, in.subject.feet.z);
            good = lope_camera_update(&cameras[i], rig, &in, &s->around, looks[i], 1.0 / RATE, &out) == LOPE_OK && good;
        }
    const double taken = clock_thread() - begin;
    return good ? taken * 1e6 / ((double)TICKS * WALKERS) : -1;
}

static double median_of(const stage *s, const lope_camera_settings *rig, lope_camera *cameras, lope_nearby **looks)
{
    double rounds[ROUNDS_MOST];
    for (int r = 0; r < s->rounds; r++) rounds[r] = film(s, rig, cameras, looks);
    return clock_median(rounds, s->rounds);
}

// only: the name of a rig, or NULL for all.
static void print_figures(const stage *s, lope_camera *cameras, lope_nearby **looks, const char *only)
{
    printf("%d cameras on the town, %d frames, median of %d rounds, us of thread CPU time a camera and frame\n\n", WALKERS, TICKS,
           s->rounds);
    for (uint32_t kind = 0; kind < LOPE_CAMERA_KIND_COUNT; kind++) {
        lope_camera_settings rig = lope_camera_rig(kind);
        if (only && strcmp(only, lope_camera_name(kind)) != 0) continue;
        const bool feels = rig.whisker_angle > 0;
        if (feels) printf("  %-36s %7.2f us\n", lope_camera_name(kind), median_of(s, &rig, cameras, looks));
        rig.whisker_angle = 0;
        printf("  %-18s %-17s %7.2f us\n", lope_camera_name(kind), feels ? "without feelers" : "",
               median_of(s, &rig, cameras, looks));
    }
}

int main(int count, char **arguments)
{
    const char *path = NULL, *only = NULL;
    int rounds = 5;
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(arguments[i], "--level") == 0) path = arguments[i + 1];
        if (strcmp(arguments[i], "--rig") == 0) only = arguments[i + 1];
        if (strcmp(arguments[i], "--rounds") == 0) rounds = atoi(arguments[i + 1]);
    }
    if (rounds < 1 || rounds > ROUNDS_MOST) {
        fprintf(stderr, "cameras: --rounds takes 1 to %d\n", ROUNDS_MOST);
        return 2;
    }
    if (path == NULL) path = walk_find_town();
    obj_mesh town;
    char text[256] = "the town is not at ../shared/levels/town/town.obj; give its OBJ file with --level FILE";
    if (path == NULL || !obj_read(path, &town, text, sizeof text)) {
        fprintf(stderr, "cameras: %s\n", text);
        return 2;
    }
    stage s = {.rounds = rounds,
               .subjects = calloc((size_t)TICKS * WALKERS, sizeof *s.subjects),
               .yaws = calloc((size_t)TICKS * WALKERS, sizeof *s.yaws)};
    lope_level *level = walk_build_town(&town);
    lope_camera *cameras = calloc(WALKERS, sizeof *cameras);
    static lope_nearby *looks[WALKERS];
    const lope_tuning tuning = lope_tuning_default();
    bool good = level && cameras && s.subjects && s.yaws && lope_moveset_make(&s.moveset, &tuning, NULL) == LOPE_OK;
    for (int i = 0; i < WALKERS; i++) looks[i] = lope_nearby_create(NULL);
    if (good) {
        s.around = lope_level_surroundings(level);
        good = play(&s);
    }
    if (good) print_figures(&s, cameras, looks, only);
    for (int i = 0; i < WALKERS; i++) lope_nearby_destroy(looks[i]);
    lope_level_destroy(level);
    free(cameras);
    free(s.subjects);
    free(s.yaws);
    obj_release(&town);
    return good ? 0 : 1;
}
