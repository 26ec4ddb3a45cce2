// bullet_yard.cpp - nothing here knows of the adapter.
#include "bullet_yard.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#endif
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <btBulletDynamicsCommon.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <cmath>
#include <map>
#include <memory>
#include <vector>

struct bullet_yard {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    btTriangleMesh mesh;
    std::vector<float> heights;
    std::map<int, std::unique_ptr<btRigidBody>> bodies;

    bullet_yard() : dispatcher(&configuration), world(&dispatcher, &broadphase, &solver, &configuration) {}
    ~bullet_yard()
    {
        for (auto &b : bodies)
            if (b.second->isInWorld()) world.removeRigidBody(b.second.get());
    }

    template <typename shape> shape *keep(shape *s)
    {
        shapes.emplace_back(s);
        return s;
    }

    btRigidBody *put(int id, btCollisionShape *shape, btVector3 at, btScalar mass = 0)
    {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
        info.m_startWorldTransform.setIdentity();
        info.m_startWorldTransform.setOrigin(at);
        btRigidBody *body = new btRigidBody(info);
        bodies[id].reset(body);
        body->setUserIndex(id);
        world.addRigidBody(body);
        return body;
    }
};

float bullet_yard_height(uint32_t column, uint32_t row) { return 0.125f * float((column * column + 3 * row) % 5); }
double bullet_yard_lift(double time) { return 3.0 + 2.0 * std::sin(time); }

static void put_mesh(bullet_yard *y)
{
    static const int faces[12][3] = {{1, 3, 7}, {1, 7, 5}, {0, 4, 6}, {0, 6, 2}, {2, 6, 7}, {2, 7, 3},
                                     {0, 1, 5}, {0, 5, 4}, {4, 5, 7}, {4, 7, 6}, {0, 2, 3}, {0, 3, 1}};
    btVector3 v[8];
    for (int i = 0; i < 8; i++)
        v[i] = btVector3(i & 1 ? btScalar(0.5) : btScalar(-0.5), i & 2 ? btScalar(0.5) : btScalar(-0.5),
                         i & 4 ? btScalar(0.5) : btScalar(-0.5));
    for (const auto &f : faces) y->mesh.addTriangle(v[f[0]], v[f[1]], v[f[2]]);
    btBvhTriangleMeshShape *one = y->keep(new btBvhTriangleMeshShape(&y->mesh, true));
    y->put(8, y->keep(new btScaledBvhTriangleMeshShape(one, btVector3(2, btScalar(0.8), 2))), btVector3(8, btScalar(0.4), 0));
}

static void put_field(bullet_yard *y)
{
    for (uint32_t row = 0; row < 9; row++)
        for (uint32_t column = 0; column < 9; column++) y->heights.push_back(bullet_yard_height(column, row));
    btHeightfieldTerrainShape *field =
        y->keep(new btHeightfieldTerrainShape(9, 9, y->heights.data(), 1, -1, 1, 1, PHY_FLOAT, true));
    field->setLocalScaling(btVector3(btScalar(0.5), 1, btScalar(0.5)));
    y->put(9, field, btVector3(0, 0, -9));
}

bullet_yard *bullet_yard_make(void)
{
    bullet_yard *y = new bullet_yard;
    const btScalar half = btScalar(0.5);
    y->put(1, y->keep(new btStaticPlaneShape(btVector3(0, 1, 0), 0)), btVector3(0, 0, 0));
    btRigidBody *box = y->put(2, y->keep(new btBoxShape(btVector3(1, btScalar(0.3), 1))), btVector3(-4, btScalar(0.3), -4));
    btTransform turned(btQuaternion(0, btScalar(0.25881904510252074), 0, btScalar(0.96592582628906831)),
                       box->getWorldTransform().getOrigin());
    box->setWorldTransform(turned);
    y->world.updateSingleAabb(box);
    y->put(3, y->keep(new btSphereShape(btScalar(0.7))), btVector3(-4, btScalar(0.2), 4));
    y->put(4, y->keep(new btCapsuleShapeX(btScalar(0.4), btScalar(2.2))), btVector3(4, btScalar(0.2), 4));
    y->put(5, y->keep(new btCylinderShapeZ(btVector3(half, half, btScalar(1.5)))), btVector3(4, btScalar(0.1), -4));
    btConvexHullShape *hull = y->keep(new btConvexHullShape);
    const btScalar corners[5][3] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 1, 0}};
    for (const auto &c : corners) hull->addPoint(btVector3(c[0], c[1], c[2]));
    y->put(6, hull, btVector3(-8, 0, 0));
    btCompoundShape *compound = y->keep(new btCompoundShape);
    btTransform place = btTransform::getIdentity();
    place.setOrigin(btVector3(0, btScalar(0.2), 0));
    compound->addChildShape(place, y->keep(new btBoxShape(btVector3(1, btScalar(0.2), 1))));
    place.setOrigin(btVector3(0, btScalar(0.6), half));
    compound->addChildShape(place, y->keep(new btBoxShape(btVector3(1, btScalar(0.2), half))));
    y->put(7, compound, btVector3(0, 0, 8));
    put_mesh(y);
    put_field(y);
    btRigidBody *lift = y->put(10, y->keep(new btBoxShape(btVector3(1, half, 1))), btVector3(0, half, 3));
    lift->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    lift->setActivationState(DISABLE_DEACTIVATION);
    y->put(20, y->keep(new btBoxShape(btVector3(half, half, half))), btVector3(50, half, 50), 10);
    return y;
}

void bullet_yard_destroy(bullet_yard *yard) { delete yard; }
void *bullet_yard_world(bullet_yard *yard) { return static_cast<btCollisionWorld *>(&yard->world); }

void bullet_yard_set_time(bullet_yard *yard, double time)
{
    btTransform pose = btTransform::getIdentity();
    pose.setOrigin(btVector3(0, btScalar(0.5), btScalar(bullet_yard_lift(time))));
    yard->bodies[10]->setWorldTransform(pose);
}

void bullet_yard_step(bullet_yard *yard, float dt) { yard->world.stepSimulation(btScalar(dt), 0); }

lope_point bullet_yard_velocity(const bullet_yard *yard, int body)
{
    btVector3 v = yard->bodies.at(body)->getLinearVelocity();
    return lope_point_make(double(v.x()), double(v.y()), double(v.z()));
}

void bullet_yard_remove(bullet_yard *yard, int body) { yard->world.removeRigidBody(yard->bodies[body].get()); }

void bullet_yard_set_group(bullet_yard *yard, int body, int group, int mask)
{
    yard->world.removeRigidBody(yard->bodies[body].get());
    yard->world.addRigidBody(yard->bodies[body].get(), group, mask);
}
