// rival_walk.c - the crowd walk with Bullet's kinematic characters, to the letter of course.h.
//
// Bullet's controller takes a way a tick in place of a velocity, sticks to floors no farther than its step height, and has no
// threads. Only the update of the characters is timed, as with lope; the level is static, so there is no broadphase to update.
// Read next: bullet.cpp.
#include "rival_walk.h"

#include "clock.h"
#include "course.h"

#include <math.h>
#include <stdlib.h>

static void head_all(bullet_crowd *crowd, uint32_t count, uint32_t second)
{
    const double way = COURSE_SPEED / COURSE_TICKS_PER_SECOND;
    for (uint32_t i = 0; i < count; i++) {
        const double angle = course_heading(i, second);
        bullet_crowd_head(crowd, i, way * cos(angle), way * sin(angle));
    }
}

static void count_tick(const bullet_crowd *crowd, uint32_t count, const lope_point *before, rival_figures *sums)
{
    for (uint32_t i = 0; i < count; i++) {
        const lope_point feet = bullet_crowd_feet(crowd, i);
        const double x = feet.x - before[i].x, z = feet.z - before[i].z;
        sums->speed_kept += sqrt(x * x + z * z);
        sums->grounded += bullet_crowd_grounded(crowd, i) ? 1 : 0;
    }
}

static void walk(bullet_crowd *crowd, uint32_t count, lope_point *before, rival_figures *sums)
{
    for (uint32_t tick = 0; tick < COURSE_WARM_UP_TICKS + COURSE_TICKS; tick++) {
        if (tick % COURSE_TICKS_PER_SECOND == 0) head_all(crowd, count, tick / COURSE_TICKS_PER_SECOND);
        for (uint32_t i = 0; i < count; i++) before[i] = bullet_crowd_feet(crowd, i);
        const double cpu = clock_thread(), wall = clock_wall();
        bullet_crowd_step(crowd, 1.0 / COURSE_TICKS_PER_SECOND);
        const double cpu_after = clock_thread(), wall_after = clock_wall();
        if (tick < COURSE_WARM_UP_TICKS) continue;
        sums->us_cpu += (cpu_after - cpu) * 1e6;
        sums->us_wall += (wall_after - wall) * 1e6;
        count_tick(crowd, count, before, sums);
    }
}

bool rival_walk_run(bullet_world *world, uint32_t count, rival_figures *out)
{
    *out = (rival_figures){0};
    lope_point *before = calloc(count, sizeof *before);
    if (before == NULL) return false;
    bullet_crowd *crowd = bullet_crowd_make(world, count);
    const uint32_t columns = course_columns(count);
    for (uint32_t i = 0; i < count; i++)
        bullet_crowd_place(
            crowd, i, lope_point_make(course_start(i % columns, columns), COURSE_START_Y, course_start(i / columns, columns)));
    walk(crowd, count, before, out);
    const double ticks = (double)count * COURSE_TICKS;
    out->us_cpu /= ticks;
    out->us_wall /= ticks;
    out->grounded /= ticks;
    out->speed_kept /= COURSE_SPEED / COURSE_TICKS_PER_SECOND * ticks;
    for (uint32_t i = 0; i < count; i++)
        if (bullet_crowd_feet(crowd, i).y < COURSE_FELL_BELOW) out->fell++;
    bullet_crowd_destroy(crowd);
    free(before);
    return true;
}
