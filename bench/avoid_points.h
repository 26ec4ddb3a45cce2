// avoid_points.h - what the agents of a rival, points without bodies, are measured by. C++, for avoid_detour.cpp
// and avoid_rvo.cpp.
#ifndef LOPE_BENCH_AVOID_POINTS_H
#define LOPE_BENCH_AVOID_POINTS_H

#include "avoid_play.h"

extern "C" {
#include "clock.h"
}

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace avoid_points
{

struct point {
    double x = 0, z = 0;
};

// A crowd under way. The rival writes `at` and `velocity` after each tick.
struct crowd {
    const avoid_scene &scene;
    double rate;
    std::vector<point> at, velocity, before; // m, m/s, m/s a tick earlier
    std::vector<bool> there, gone;
    double asked = 0, walked = 0, shaken = 0, seconds = 0;
    uint64_t ticks = 0;
};

inline double length_of(double x, double z) { return std::hypot(x, z); }

// Makes a crowd of all walkers of the scene, and counts those that have a way to go.
inline crowd make(const avoid_scene &scene, double rate, avoid_result &result)
{
    const std::size_t count = scene.count;
    crowd c{scene,
            rate,
            std::vector<point>(count),
            std::vector<point>(count),
            std::vector<point>(count),
            std::vector<bool>(count),
            std::vector<bool>(count)};
    result = {};
    for (std::size_t i = 0; i < count; i++) {
        const avoid_walker &walker = scene.walkers[i];
        point last{walker.x, walker.z};
        c.at[i] = last;
        result.count += walker.point_count > 0;
        for (uint32_t k = 0; k < walker.point_count; k++) {
            c.asked += length_of(walker.points[k][0] - last.x, walker.points[k][1] - last.z);
            last = {walker.points[k][0], walker.points[k][1]};
        }
    }
    return c;
}

inline bool is_on_floor(const avoid_scene &scene, const point &p)
{
    for (uint32_t i = 0; i < scene.floor_count; i++) {
        const avoid_box &box = scene.floor[i];
        if (std::abs(p.x - box.x) <= box.size_x / 2 && std::abs(p.z - box.z) <= box.size_z / 2) return true;
    }
    return false;
}

// Measures a tick. Calls leave(i) for each agent that is taken away.
template <typename Leave> void measure(crowd &c, double now, avoid_result &result, Leave leave)
{
    for (std::size_t i = 0; i < c.at.size(); i++) {
        if (c.gone[i]) continue;
        const avoid_walker &walker = c.scene.walkers[i];
        if (!c.there[i] && walker.point_count > 0) {
            c.shaken += length_of(c.velocity[i].x - c.before[i].x, c.velocity[i].z - c.before[i].z) * c.rate;
            c.walked += length_of(c.velocity[i].x, c.velocity[i].z) / c.rate;
            c.ticks++;
        }
        c.before[i] = c.velocity[i];
        for (std::size_t j = i + 1; j < c.at.size(); j++) {
            if (c.gone[j]) continue;
            const double apart = length_of(c.at[i].x - c.at[j].x, c.at[i].z - c.at[j].z);
            result.deepest = std::max(result.deepest, walker.radius + c.scene.walkers[j].radius - apart);
        }
    }
    for (std::size_t i = 0; i < c.at.size(); i++) {
        const avoid_walker &walker = c.scene.walkers[i];
        if (c.gone[i]) continue;
        const bool fell = !is_on_floor(c.scene, c.at[i]);
        bool arrives = false;
        if (!fell && !c.there[i] && walker.point_count > 0) {
            const double *to = walker.points[walker.point_count - 1];
            arrives = length_of(c.at[i].x - to[0], c.at[i].z - to[1]) <= c.scene.acceptance + 0.01;
        }
        if (arrives) {
            c.there[i] = true;
            result.arrived++;
            result.last = now;
            result.mean += now;
        }
        result.fell += fell;
        if (!fell && !(arrives && c.scene.leaves)) continue;
        c.gone[i] = true;
        leave(i);
    }
}

// Plays until all have arrived, or the scene's time is over. tick(): one tick of the rival; read(): writes `at` and
// `velocity`; leave(i): takes an agent away.
template <typename Tick, typename Read, typename Leave>
void play(crowd &c, avoid_result &result, Tick tick, Read read, Leave leave)
{
    for (double n = 0; n < c.scene.seconds * c.rate && result.arrived < result.count; n++) {
        const double before = clock_thread();
        tick();
        c.seconds += clock_thread() - before;
        read();
        measure(c, (n + 1) / c.rate, result, leave);
    }
    const double ticks = static_cast<double>(c.ticks);
    result.way = c.asked > 0 ? c.walked / c.asked : 1;
    result.mean = result.arrived > 0 ? result.mean / result.arrived : 0;
    result.change = c.ticks > 0 ? c.shaken / ticks : 0;
    result.us = c.ticks > 0 ? 1e6 * c.seconds / ticks : 0;
}

} // namespace avoid_points

#endif
