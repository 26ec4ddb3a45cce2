// test_camera_random.c - cameras with settings drawn anywhere in their ranges, among random boxes, with frames of
// any length: every number stays finite, rotations stay unit, and the probe is never in a box while the capsule
// is in none.
//
// The seed is printed; LOPE_SEED plays another one.
#include "camera_stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CAMERAS 400
#define FRAMES 60
#define BOXES 12

typedef struct cuboid {
    double lower[3], upper[3];
} cuboid;

static uint32_t seed;

static double uniform(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(seed >> 8) / 16777215.0;
}

// Draws a setting: its default most of the time, its limits now and then.
static void draw_settings(lope_camera_settings *rig)
{
    uint32_t count;
    const lope_field *fields = lope_camera_fields(&count);
    *rig = lope_camera_rig((uint32_t)uniform(0, LOPE_CAMERA_KIND_COUNT - 0.001));
    for (uint32_t i = 1; i < count; i++) {
        unsigned char *at = (unsigned char *)rig + fields[i].offset;
        const double which = uniform(0, 1), low = (double)fields[i].low, high = fmin((double)fields[i].high, 20);
        if (which < 0.7 || strcmp(fields[i].name, "no_collision") == 0) continue;
        const float value = (float)(which < 0.75 ? low : which < 0.8 ? high : uniform(low, high));
        const uint32_t yes = which < 0.85;
        if (fields[i].kind == LOPE_FIELD_BOOL)
            memcpy(at, &yes, sizeof yes);
        else
            memcpy(at, &value, sizeof value);
    }
    if (rig->least_pitch > rig->most_pitch) rig->least_pitch = rig->most_pitch;
}

// Distance from a point to a box; 0 inside.
static double distance_to(const cuboid *box, const double p[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double off = fmax(fmax(box->lower[k] - p[k], p[k] - box->upper[k]), 0);
        square += off * off;
    }
    return sqrt(square);
}

// Returns how near a capsule's axis comes to the boxes.
static double room_about(const cuboid *boxes, lope_point feet)
{
    double least = 9;
    for (int b = 0; b < BOXES; b++)
        for (int i = 0; i <= 20; i++) {
            const double p[3] = {feet.x, feet.y + 0.34 + (1.76 - 0.68) * i / 20, feet.z};
            least = fmin(least, distance_to(&boxes[b], p));
        }
    return least;
}

static bool is_finite_output(const lope_camera_output *out)
{
    const double sum = out->position.x + out->position.y + out->position.z + out->arm + out->contracted + (double)out->fov +
                       (double)out->fade + out->view.yaw + out->view.pitch + out->turn.yaw + out->pivot.x + out->hand.y;
    const lope_quat q = out->rotation;
    const double square = (double)(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return isfinite(sum) && fabs(square - 1) < 1e-5;
}

static void play(int number, long *judged)
{
    cuboid boxes[BOXES];
    camera_stage *s = camera_stage_open(0);
    for (int b = 0; b < BOXES; b++) {
        for (int k = 0; k < 3; k++) {
            const double middle = uniform(-4, 4), half = uniform(0.02, 1.5);
            boxes[b].lower[k] = (double)(float)(middle - half);
            boxes[b].upper[k] = (double)(float)(middle + half);
        }
        const cuboid *c = &boxes[b];
        camera_stage_box(s, c->lower[0], c->lower[1], c->lower[2], c->upper[0], c->upper[1], c->upper[2]);
    }
    draw_settings(&s->rig);
    lope_error error = {0};
    if (lope_camera_settings_check(&s->rig, &error) != LOPE_OK) fail_msg("camera %d: %s", number, error.text);
    lope_point feet = {uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)}, way = {0, 0, 0};
    bool was_free = true; // a free camera that begins in a box is not judged
    for (int i = 0; i < FRAMES; i++) {
        if (i % 15 == 0) way = lope_point_make(uniform(-3, 3), uniform(-2, 2), uniform(-3, 3));
        const double dt = uniform(0, 1) < 0.1 ? 0 : uniform(0, 1) < 0.1 ? 0.2 : uniform(1e-4, 0.04);
        lope_point next = lope_point_mad(feet, way, dt);
        if (room_about(boxes, next) < 0.35) next = feet; // it stays where it is free
        s->in.subject.velocity = lope_point_to_vec3(lope_point_scale(lope_point_sub(next, feet), dt > 0 ? 1 / dt : 0));
        s->in.subject.feet = feet = next;
        s->in.subject.in_air = uniform(0, 1) < 0.5;
        s->in.subject.stepped = uniform(0, 1) < 0.05 ? (float)uniform(-0.4, 0.4) : 0;
        s->in.view = (lope_view){.pitch = uniform(-1.5, 1.5), .yaw = remainder(0.1 * i + uniform(-0.3, 0.3), 2 * PI)};
        s->in.left_side = i / 20 % 2 == 1;
        s->in.has_target = true;
        s->in.place = s->in.target = lope_point_make(3, 2, -1);
        s->in.fly = lope_vec3_make((float)uniform(-1, 1), (float)uniform(-1, 1), -1);
        if (i % 25 == 24) lope_camera_blend(&s->camera, uniform(0, 0.5));
        camera_stage_frame(s, dt);
        if (!is_finite_output(&s->out)) fail_msg("camera %d frame %d is not finite", number, i);
        was_free = was_free && room_about(boxes, feet) >= 0.35;
        if (!was_free || s->rig.kind == LOPE_CAMERA_UNREAL) continue;
        const double p[3] = {s->out.position.x, s->out.position.y, s->out.position.z};
        ++*judged;
        for (int b = 0; b < BOXES; b++) {
            const double far = distance_to(&boxes[b], p);
            // 1 mm: the probe's radius is a float, and a sweep is exact to 1e-9 of its way
            if (far < (double)s->out.probe_radius - 1e-3)
                fail_msg("camera %d (%s) frame %d: %.4f m from a box, the probe is %.4f m", number, lope_camera_name(s->rig.kind),
                         i, far, (double)s->out.probe_radius);
        }
    }
    camera_stage_close(s);
}

static void any_settings_keep_the_probe_free(void **unused)
{
    (void)unused;
    const char *text = getenv("LOPE_SEED");
    const uint32_t first = text ? (uint32_t)strtoul(text, NULL, 10) : 20261127u;
    long judged = 0;
    seed = first;
    printf("  seed %u\n", (unsigned)first);
    for (int i = 0; i < CAMERAS; i++) play(i, &judged);
    printf("  %ld frames judged\n", judged);
    assert_true(judged > CAMERAS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_settings_keep_the_probe_free)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
