// bullet.cpp - Bullet behind bullet.h: the only C++ of the benchmarks.
//
// Set up as its own examples do it, with what its users had to find out: the broadphase needs a btGhostPairCallback or everybody
// falls through the floor, and the controller's constructor turns its ghost, which must be turned back.
#include "bullet.h"

#include "course.h"

#include <adapters/bullet/lope_bullet.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#endif
#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletCollisionCommon.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <memory>
#include <vector>

struct bullet_world {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btGhostPairCallback ghosts;
    btCollisionWorld world;
    std::vector<float> points;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> mesh;
    std::unique_ptr<btCollisionShape> shape;
    btCollisionObject object;
    btCapsuleShape capsule; // of the queries
    lope_bullet *adapter = nullptr;

    bullet_world()
        : dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration),
          capsule(btScalar(COURSE_RADIUS), btScalar(COURSE_HEIGHT - 2 * COURSE_RADIUS))
    {
        broadphase.getOverlappingPairCache()->setInternalGhostPairCallback(&ghosts);
    }

    void add_level(btVector3 position)
    {
        object.setCollisionShape(shape.get());
        object.setWorldTransform(btTransform(btQuaternion::getIdentity(), position));
        object.setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
        world.addCollisionObject(&object, btBroadphaseProxy::StaticFilter,
                                 btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter);
    }
};

static btVector3 vector(lope_point p) { return btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)); }

bullet_world *bullet_world_mesh(const obj_mesh *mesh, double margin)
{
    bullet_world *w = new bullet_world;
    w->points.assign(mesh->points, mesh->points + 3 * size_t(mesh->point_count));
    w->indices.assign(mesh->indices, mesh->indices + 3 * size_t(mesh->triangle_count));
    w->mesh.reset(new btTriangleIndexVertexArray(int(mesh->triangle_count), w->indices.data(), 3 * sizeof(int),
                                                 int(mesh->point_count), w->points.data(), 3 * sizeof(float)));
    btBvhTriangleMeshShape *shape = new btBvhTriangleMeshShape(w->mesh.get(), true);
    if (margin >= 0) shape->setMargin(btScalar(margin));
    w->shape.reset(shape);
    w->add_level(btVector3(0, 0, 0));
    return w;
}

bullet_world *bullet_world_flat(void)
{
    bullet_world *w = new bullet_world;
    w->shape.reset(new btBoxShape(btVector3(100, btScalar(0.5), 100)));
    w->add_level(btVector3(0, btScalar(-0.5), 0));
    return w;
}

void bullet_world_destroy(bullet_world *w)
{
    if (w == nullptr) return;
    lope_bullet_destroy(w->adapter);
    w->world.removeCollisionObject(&w->object);
    delete w;
}

// ---- queries -------------------------------------------------------------------------------------------------------------

bool bullet_ray(bullet_world *w, lope_point from, lope_point motion, double *fraction)
{
    const btVector3 a = vector(from), b = a + vector(motion);
    btCollisionWorld::ClosestRayResultCallback result(a, b);
    w->world.rayTest(a, b, result);
    *fraction = double(result.m_closestHitFraction);
    return result.hasHit();
}

static btTransform standing(const lope_capsule *c)
{
    return btTransform(btQuaternion::getIdentity(), vector(lope_point_scale(lope_point_add(c->a, c->b), 0.5)));
}

bool bullet_sweep(bullet_world *w, const lope_capsule *capsule, lope_point motion, double *fraction)
{
    btTransform from = standing(capsule), to = from;
    to.setOrigin(from.getOrigin() + vector(motion));
    btCollisionWorld::ClosestConvexResultCallback result(from.getOrigin(), to.getOrigin());
    w->world.convexSweepTest(&w->capsule, from, to, result, 0);
    *fraction = double(result.m_closestHitFraction);
    return result.hasHit();
}

bool bullet_sweep_sphere(bullet_world *w, const lope_capsule *capsule, lope_point motion, double *fraction)
{
    btSphereShape ball{btScalar(capsule->radius)};
    btTransform from = btTransform::getIdentity(), to = from;
    from.setOrigin(vector(capsule->a));
    to.setOrigin(from.getOrigin() + vector(motion));
    btCollisionWorld::ClosestConvexResultCallback result(from.getOrigin(), to.getOrigin());
    w->world.convexSweepTest(&ball, from, to, result, 0);
    *fraction = double(result.m_closestHitFraction);
    return result.hasHit();
}

lope_surroundings bullet_surroundings(bullet_world *w)
{
    lope_bullet_def def = {};
    def.world = &w->world;
    if (!w->adapter) w->adapter = lope_bullet_create(&def);
    lope_bullet_update(w->adapter);
    return lope_bullet_surroundings(w->adapter);
}

namespace
{
struct deepest_contact : btCollisionWorld::ContactResultCallback {
    uint32_t count = 0;
    btScalar depth = 0;

    btScalar addSingleResult(btManifoldPoint &point, const btCollisionObjectWrapper *, int, int, const btCollisionObjectWrapper *,
                             int, int) override
    {
        if (point.getDistance() > 0) return 0;
        count++;
        if (-point.getDistance() > depth) depth = -point.getDistance();
        return 0;
    }
};
} // namespace

uint32_t bullet_overlap(bullet_world *w, const lope_capsule *capsule, double *depth)
{
    btCollisionObject object;
    object.setCollisionShape(&w->capsule);
    object.setWorldTransform(standing(capsule));
    deepest_contact result;
    w->world.contactTest(&object, result);
    *depth = double(result.depth);
    return result.count;
}

// ---- characters ----------------------------------------------------------------------------------------------------------

struct bullet_crowd {
    bullet_world *world;
    std::vector<std::unique_ptr<btCapsuleShape>> shapes; // each its own: the controller writes to it while it sweeps
    std::vector<std::unique_ptr<btPairCachingGhostObject>> ghosts;
    std::vector<std::unique_ptr<btKinematicCharacterController>> controllers;
};

static const double to_middle = COURSE_HEIGHT * 0.5; // m, from the feet

bullet_crowd *bullet_crowd_make(bullet_world *world, uint32_t count)
{
    bullet_crowd *crowd = new bullet_crowd;
    crowd->world = world;
    for (uint32_t i = 0; i < count; i++) {
        btCapsuleShape *shape = new btCapsuleShape(btScalar(COURSE_RADIUS), btScalar(COURSE_HEIGHT - 2 * COURSE_RADIUS));
        btPairCachingGhostObject *ghost = new btPairCachingGhostObject;
        crowd->shapes.emplace_back(shape);
        crowd->ghosts.emplace_back(ghost);
        ghost->setCollisionShape(shape);
        ghost->setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
        ghost->setWorldTransform(btTransform::getIdentity());
        btKinematicCharacterController *controller =
            new btKinematicCharacterController(ghost, shape, btScalar(COURSE_STEP_HEIGHT), btVector3(0, 1, 0));
        crowd->controllers.emplace_back(controller);
        controller->setGravity(btVector3(0, btScalar(-COURSE_GRAVITY), 0));
        controller->setMaxSlope(btScalar(COURSE_PI / 4));
        world->world.addCollisionObject(ghost, btBroadphaseProxy::CharacterFilter, btBroadphaseProxy::StaticFilter);
    }
    return crowd;
}

void bullet_crowd_destroy(bullet_crowd *crowd)
{
    if (crowd == nullptr) return;
    for (auto &ghost : crowd->ghosts) crowd->world->world.removeCollisionObject(ghost.get());
    delete crowd;
}

void bullet_crowd_place(bullet_crowd *crowd, uint32_t character, lope_point feet)
{
    feet.y += to_middle;
    btPairCachingGhostObject *ghost = crowd->ghosts[character].get();
    ghost->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(feet)));
    crowd->world->world.updateSingleAabb(ghost);
}

void bullet_crowd_head(bullet_crowd *crowd, uint32_t character, double x, double z)
{
    crowd->controllers[character]->setWalkDirection(btVector3(btScalar(x), 0, btScalar(z)));
}

void bullet_crowd_step(bullet_crowd *crowd, double dt)
{
    for (auto &controller : crowd->controllers) controller->updateAction(&crowd->world->world, btScalar(dt));
}

lope_point bullet_crowd_feet(const bullet_crowd *crowd, uint32_t character)
{
    const btVector3 &middle = crowd->ghosts[character]->getWorldTransform().getOrigin();
    return lope_point_make(double(middle.x()), double(middle.y()) - to_middle, double(middle.z()));
}

bool bullet_crowd_grounded(const bullet_crowd *crowd, uint32_t character) { return crowd->controllers[character]->onGround(); }
