// test_camera_levels.c - the cameras of twenty wanderers on every real level beside the project, with every
// rig: what the near plane comes into, how far the camera leaps, how often the character is seen.
//
// The second opinion is ../levels/level_data.h: brute force in doubles over all triangles. Level names on the
// command line play only those, rig names only those rigs. LOPE_LONG=1 plays 60 s each, else 5 s. Levels that
// are absent are skipped, which is said.
#include "../levels/lives.h"

#include "../behaviour/check.h"

#include <lope/camera.h>
#include <lope/lope.h>

#include <math.h>

#define RATE 60
#define DT (1.0 / RATE)
#define NEAR 0.1 // m; with 90 degrees and 16:9 half a width of 0.1 and half a height of 0.05625
#define RIGS 9   // all but Unreal's spring arm, which has that arm's faults

typedef struct tally {
    long frames, judged, seen, inside, behind, leaps;
    double nearest, leap, turn;
    int printed;
} tally;

typedef struct filmed {
    lope_state state;
    lope_input input;
    uint32_t random;
    brute_point spawn;
    int tick;
    double yaw, pitch, turn_rate;
    lope_nearby *nearby;
} filmed;

typedef struct filming {
    lope_camera camera;
    lope_camera_settings rig;
    lope_camera_output before;
    lope_nearby *look;
    bool has_before;
    double given_yaw, given_pitch; // rad: the control rotation of the last frame
    tally tally;
    lope_point rail[4];
} filming;

static brute_point as_brute(lope_point p) { return brute_make(p.x, p.y, p.z); }

// Half-edges of the near plane's rectangle in the world.
static void rectangle_of(const lope_camera_output *out, brute_point corners[4])
{
    const double sx[4] = {-1, 1, 1, -1}, sy[4] = {-1, -1, 1, 1}, half = NEAR * tan(0.5 * (double)out->fov);
    for (int i = 0; i < 4; i++) {
        const lope_point at = lope_point_make(sx[i] * half, sy[i] * half * 9 / 16, -NEAR);
        corners[i] = as_brute(lope_point_add(out->position, lope_quat_rotate_point(out->rotation, at)));
    }
}

typedef struct cut_query {
    brute_point corners[4];
    brute_triangle halves[2];
    bool cut;
} cut_query;

// Notes whether a triangle and the rectangle have a point in common.
static bool visit_cut(void *context, const level_data *level, int triangle)
{
    cut_query *q = context;
    const brute_triangle *t = &level->triangles[triangle];
    double at;
    for (int i = 0; i < 4 && !q->cut; i++) q->cut = brute_segment_hits(q->corners[i], q->corners[(i + 1) % 4], t, &at);
    for (int i = 0; i < 3 && !q->cut; i++)
        for (int h = 0; h < 2 && !q->cut; h++) q->cut = brute_segment_hits(t->v[i], t->v[(i + 1) % 3], &q->halves[h], &at);
    return !q->cut;
}

// Returns true when a triangle reaches into the near plane's rectangle.
static bool is_cut(level_data *level, const lope_camera_output *out)
{
    cut_query q = {.cut = false};
    rectangle_of(out, q.corners);
    q.halves[0] = (brute_triangle){{q.corners[0], q.corners[1], q.corners[2]}};
    q.halves[1] = (brute_triangle){{q.corners[0], q.corners[2], q.corners[3]}};
    brute_point lower = q.corners[0], upper = q.corners[0];
    for (int i = 1; i < 4; i++) {
        lower = brute_make(fmin(lower.x, q.corners[i].x), fmin(lower.y, q.corners[i].y), fmin(lower.z, q.corners[i].z));
        upper = brute_make(fmax(upper.x, q.corners[i].x), fmax(upper.y, q.corners[i].y), fmax(upper.z, q.corners[i].z));
    }
    level_visit(level, lower, upper, visit_cut, &q);
    return q.cut;
}

static brute_point part_of(const lope_state *s, double share)
{
    return brute_make(s->feet.x, s->feet.y + share * (double)s->height, s->feet.z);
}

static void complain(filming *f, const char *level, const filmed *w, int number, const char *what)
{
    if (f->tally.printed++ < 4)
        printf("    %s wanderer %d tick %d %s: %s (camera %.3f %.3f %.3f, feet %.3f %.3f %.3f)\n", level, number, w->tick,
               lope_camera_name(f->rig.kind), what, f->before.position.x, f->before.position.y, f->before.position.z,
               w->state.feet.x, w->state.feet.y, w->state.feet.z);
}

// Judges one frame of one camera.
static void judge(level_data *level, const char *name, filming *f, const filmed *w, int number, const lope_camera_output *out,
                  double moved, double turned)
{
    tally *t = &f->tally;
    const brute_point head = part_of(&w->state, 0.9), chest = part_of(&w->state, 0.6), eye = as_brute(out->position);
    t->frames++;
    // the head is free when the capsule is in nothing
    brute_point core[2];
    core_of(&w->state, feet_of(&w->state), core);
    const double radius = (double)w->state.radius;
    const bool free = level_distance(level, core[0], core[1], radius, NULL) > radius - 0.005 && !level_in_solid(level, core[1]);
    if (f->has_before && !out->teleported) {
        // what is allowed: the character's way, the lag's, the view's turn at the end of the arm, and letting three
        // stretches out
        const double arm = fmax(out->arm, f->before.arm) + lope_point_length(lope_point_sub(out->hand, out->pivot));
        const double swap = f->rig.kind == LOPE_CAMERA_OVER_SHOULDER ? 2 * 0.5 * 0.11 : 0; // of 1 m, at its half-life of 0.1 s
        const double relax = 3 * (double)f->rig.relax_speed * DT + swap;
        const double leap = lope_point_length(lope_point_sub(out->position, f->before.position)) - moved - turned * arm - relax;
        if (out->contracted <= 0 && leap > t->leap) t->leap = leap;
    }
    f->before = *out;
    f->has_before = true;
    if (!free) return;
    t->judged++;
    const bool cut = is_cut(level, out), in_solid = level_in_solid(level, eye);
    t->inside += cut;
    t->behind += in_solid;
    if (cut) complain(f, name, w, number, "a triangle reaches into the near plane");
    if (in_solid) complain(f, name, w, number, "the camera is in a closed solid");
    const bool seen = !level_segment_hits(level, eye, head, NULL) || !level_segment_hits(level, eye, chest, NULL);
    t->seen += seen;
}

static void wander(filmed *w)
{
    w->input.pressed = w->input.held = 0;
    if (w->tick % RATE == 0 || next_random(&w->random) % (4 * RATE) == 0) {
        const double angle = 6.283185307179586 * uniform(&w->random);
        w->input.move = lope_vec3_make((float)cos(angle), 0, (float)sin(angle));
        w->turn_rate = 4 * (uniform(&w->random) - 0.5);
        if (next_random(&w->random) % 10 < 3) w->input.pressed = w->input.held = LOPE_BUTTON_JUMP;
    }
    w->yaw += w->turn_rate * DT;
    w->pitch = -0.2 + 0.5 * sin(0.7 * w->tick * DT);
}

static void respawn(filmed *w)
{
    const lope_state_def def = {.feet = {w->spawn.x, w->spawn.y, w->spawn.z}};
    assert_int_equal(lope_state_init(&w->state, &def), LOPE_OK);
}

// One frame of one camera. Returns what it is given beside the subject, by kind.
static void film(level_data *level, const char *name, filming *f, const filmed *w, int number, const lope_report *report,
                 const lope_surroundings *around, double moved, bool teleported)
{
    lope_camera_output out;
    lope_error error = {0};
    lope_camera_input in = {.subject = lope_camera_subject_of(&w->state, report), .error = &error};
    in.view = (lope_view){.yaw = w->yaw, .pitch = w->pitch};
    in.subject.teleported = teleported;
    in.has_target = true;
    in.target = lope_point_make(w->spawn.x, w->spawn.y + 1, w->spawn.z);
    in.left_side = w->tick / 120 % 2 == 1;
    in.place = lope_point_make(w->spawn.x, w->spawn.y + 3, w->spawn.z);
    in.rail = f->rail;
    in.rail_count = 4;
    for (int i = 0; i < 4; i++) f->rail[i] = lope_point_make(w->spawn.x - 6 + 4 * i, w->spawn.y + 2.5, w->spawn.z + 3 * (i % 2));
    in.fly = lope_vec3_make((float)sin(w->tick * 0.01), 0, -1);
    const double rate = fmax(fmax((double)f->rig.lag_right, (double)f->rig.lag_forward), (double)f->rig.lag_up);
    const double made_up = rate * DT * lope_point_length(f->camera.lag);
    if (lope_camera_update(&f->camera, &f->rig, &in, around, f->look, DT, &out) != LOPE_OK)
        fail_msg("%s: %s", error.field, error.text);
    const double yaw = remainder(out.view.yaw - f->before.view.yaw, 6.283185307179586),
                 pitch = out.view.pitch - f->before.view.pitch;
    const double given_yaw = remainder(w->yaw - f->given_yaw, 6.283185307179586), given_pitch = w->pitch - f->given_pitch;
    const double over = sqrt(yaw * yaw + pitch * pitch) - sqrt(given_yaw * given_yaw + given_pitch * given_pitch);
    // the view turns no faster than the player turns it; of these rigs, which do not look at something themselves
    if (f->has_before && !out.teleported && f->rig.kind <= LOPE_CAMERA_TOP_DOWN && over > f->tally.turn) f->tally.turn = over;
    f->given_yaw = w->yaw;
    f->given_pitch = w->pitch;
    judge(level, name, f, w, number, &out, moved + made_up, sqrt(yaw * yaw + pitch * pitch));
}

static void live(level_data *level, const char *name, filmed *w, int number, const lope_moveset *moveset,
                 const lope_surroundings *around, filming *films, int ticks)
{
    bool teleported = true;
    for (w->tick = 0; w->tick < ticks; w->tick++) {
        wander(w);
        const lope_point was = w->state.feet;
        lope_report report;
        assert_int_equal(lope_move(&w->state, &w->input, moveset, around, w->nearby, (float)DT, &report), LOPE_OK);
        if (w->state.feet.y < level->lower.y - 20) {
            respawn(w);
            teleported = true;
        }
        const double moved = lope_point_length(lope_point_sub(w->state.feet, was));
        for (int r = 0; r < RIGS; r++)
            if (films[r].look) film(level, name, &films[r], w, number, &report, around, moved, teleported);
        teleported = false;
    }
}

static bool rig_is_chosen(const char *name)
{
    const char *only = getenv("LOPE_RIG");
    return !only || strcmp(only, name) == 0;
}

#define FEW 300 // frames: a share of fewer, as of a quick run, says nothing

static bool play(const char *name)
{
    level_data data;
    if (!level_of_name(&data, name)) return true;
    brute_point spawns[64];
    const int spawn_count = level_wander_spawns(name, spawns);
    if (spawn_count == 0) fail_msg("%s yields no spawn", name);
    const char *longer = getenv("LOPE_LONG");
#ifdef LOPE_QUICK
    const int wanderers = 2, ticks = longer ? 60 * RATE : RATE / 2;
#else
    const int wanderers = longer ? WANDERERS : 6, ticks = (longer ? 60 : 4) * RATE;
#endif
    lope_level *level = level_of(&data, name);
    const lope_surroundings around = lope_level_surroundings(level);
    lope_moveset moveset;
    const lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_nearby *nearby = lope_nearby_create(NULL);
    static filming films[RIGS];
    memset(films, 0, sizeof films);
    for (uint32_t r = 0; r < RIGS; r++) {
        films[r].rig = lope_camera_rig(r);
        if (rig_is_chosen(lope_camera_name(r))) films[r].look = lope_nearby_create(NULL);
        films[r].tally.leap = -1;
    }
    for (int i = 0; i < wanderers; i++) {
        filmed w = {.random = (1000u + (uint32_t)i) * 2654435761u, .nearby = nearby, .spawn = spawns[i % spawn_count]};
        respawn(&w);
        for (int r = 0; r < RIGS; r++) {
            memset(&films[r].camera, 0, sizeof films[r].camera);
            films[r].has_before = false;
        }
        live(&data, name, &w, i, &moveset, &around, films, ticks);
    }
    bool good = true;
    for (int r = 0; r < RIGS; r++) {
        const tally *t = &films[r].tally;
        if (!films[r].look) continue;
        const double seen = t->judged ? (double)t->seen / (double)t->judged : 1;
        // free fly goes its own way, and need not see the character
        const bool sees = seen >= 0.97 || t->judged < FEW || films[r].rig.kind == LOPE_CAMERA_FREE_FLY;
        printf("  %-26s %-14s %7ld %6.2f %% %6ld %6ld %9.4f %8.1g%s\n", name, lope_camera_name((uint32_t)r), t->judged,
               100 * seen, t->inside, t->behind, t->leap, t->turn, sees ? "" : "  too seldom");
        good = good && sees && t->inside == 0 && t->behind == 0 && t->leap <= 1e-3 && t->turn <= 1e-6;
        lope_nearby_destroy(films[r].look);
    }
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
    level_free(&data);
    return good;
}

static void everybody_is_filmed(void **unused)
{
    (void)unused;
    printf("  seeds from 1000. frames: with a free head. cut: a triangle reaches into the near plane. leap: m over what is "
           "stated\n");
    printf("  %-26s %-14s %7s %8s %6s %6s %9s %8s\n", "level", "rig", "frames", "seen", "cut", "inside", "leap", "turn");
    levels_play(play);
}

int main(int argc, char **argv)
{
    levels_choose(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_is_filmed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
