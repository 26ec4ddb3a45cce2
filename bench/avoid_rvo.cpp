// avoid_rvo.cpp - plays a scene with RVO2: agents of the library alone, on a plane with the scene's walls.
//
// The settings are those of its example with obstacles: neighbours within 15 m, at most 10, horizons of 5 s. As
// there, each agent wants to go straight to its next point, a little aside in each tick, so that none waits for
// another for good. RVO2 knows no floor: who leaves it has fallen, and is taken away. See avoid_play.h.
#include "avoid_points.h"

#include <RVO.h>

namespace
{

constexpr float neighbours_within = 15, horizon = 5, aside = 0.01f;
constexpr std::size_t neighbours_most = 10;

// A seeded number from 0 to 1.
struct dice {
    uint32_t seed = 1;
    float roll()
    {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<float>(seed >> 8) / 16777216.0f;
    }
};

struct walk {
    const avoid_scene &scene;
    RVO::RVOSimulator simulator;
    std::vector<uint32_t> next; // point of each way
    dice random;
};

RVO::Vector2 vector_of(double x, double z) { return RVO::Vector2(static_cast<float>(x), static_cast<float>(z)); }

void add_walls(walk &w)
{
    for (uint32_t i = 0; i < w.scene.wall_count; i++) {
        const avoid_box &box = w.scene.walls[i];
        const double x = box.size_x / 2, z = box.size_z / 2;
        w.simulator.addObstacle({vector_of(box.x - x, box.z - z), vector_of(box.x + x, box.z - z),
                                 vector_of(box.x + x, box.z + z), vector_of(box.x - x, box.z + z)});
    }
    w.simulator.processObstacles();
}

void add_agents(walk &w)
{
    for (uint32_t i = 0; i < w.scene.count; i++) {
        const avoid_walker &walker = w.scene.walkers[i];
        w.simulator.addAgent(vector_of(walker.x, walker.z), neighbours_within, neighbours_most, horizon, horizon,
                             static_cast<float>(walker.radius), static_cast<float>(walker.speed));
    }
}

// Wishes each agent toward the next point of its way.
void steer(walk &w, const avoid_points::crowd &points)
{
    for (std::size_t i = 0; i < points.at.size(); i++) {
        const avoid_walker &walker = w.scene.walkers[i];
        RVO::Vector2 wanted(0, 0);
        uint32_t &next = w.next[i];
        if (!points.gone[i] && !points.there[i] && walker.point_count > 0) {
            const avoid_points::point &at = points.at[i];
            const auto left = [&] { return vector_of(walker.points[next][0] - at.x, walker.points[next][1] - at.z); };
            while (next + 1 < walker.point_count && static_cast<double>(RVO::abs(left())) <= w.scene.acceptance) next++;
            wanted = RVO::normalize(left()) * static_cast<float>(walker.speed);
            const float angle = w.random.roll() * 6.2831853f, size = w.random.roll() * aside;
            wanted += RVO::Vector2(std::cos(angle), std::sin(angle)) * size;
        }
        w.simulator.setAgentPrefVelocity(i, wanted);
    }
}

void read_agents(const walk &w, avoid_points::crowd &points)
{
    for (std::size_t i = 0; i < points.at.size(); i++) {
        if (points.gone[i]) continue;
        const RVO::Vector2 &at = w.simulator.getAgentPosition(i), &velocity = w.simulator.getAgentVelocity(i);
        points.at[i] = {static_cast<double>(at.x()), static_cast<double>(at.y())};
        points.velocity[i] = {static_cast<double>(velocity.x()), static_cast<double>(velocity.y())};
    }
}

// RVO2 removes no agent: it is put where it is in nobody's way.
void take_away(walk &w, std::size_t i)
{
    w.simulator.setAgentMaxSpeed(i, 0);
    w.simulator.setAgentVelocity(i, RVO::Vector2(0, 0));
    w.simulator.setAgentPosition(i, vector_of(1e4 + 100 * static_cast<double>(i), 1e4));
}

} // namespace

bool avoid_play_rvo(const avoid_scene *scene, double rate, avoid_result *result)
{
    avoid_points::crowd points = avoid_points::make(*scene, rate, *result);
    walk w{*scene, RVO::RVOSimulator(), std::vector<uint32_t>(scene->count), dice()};
    w.simulator.setTimeStep(static_cast<float>(1 / rate));
    add_walls(w);
    add_agents(w);
    avoid_points::play(
        points, *result,
        [&] {
            steer(w, points);
            w.simulator.doStep();
        },
        [&] { read_agents(w, points); }, [&](std::size_t i) { take_away(w, i); });
    return true;
}
