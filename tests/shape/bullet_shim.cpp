// bullet_shim.cpp - the only C++ of the shape tests: Bullet's convexSweepTest behind bullet_shim.h.
#include "bullet_shim.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <btBulletCollisionCommon.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <memory>

struct bullet_room {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btCollisionWorld world;
    std::unique_ptr<btTriangleMesh> mesh;
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btCollisionObject> object;

    bullet_room() : dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration) {}
};

static btVector3 vector(lope_point p)
{
    return btVector3(static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z));
}

// A pose whose y axis is `up`, as Bullet's capsules and cylinders stand.
static btTransform standing(lope_point position, lope_point up)
{
    double x = up.x < 0 ? -up.x : up.x;
    lope_point other = x < 0.5 ? lope_point_make(1, 0, 0) : lope_point_make(0, 0, 1);
    lope_point z = lope_point_cross(other, up);
    z = lope_point_scale(z, 1 / lope_point_length(z));
    other = lope_point_cross(up, z);
    btMatrix3x3 basis(btScalar(other.x), btScalar(up.x), btScalar(z.x), btScalar(other.y), btScalar(up.y), btScalar(z.y),
                      btScalar(other.z), btScalar(up.z), btScalar(z.z));
    return btTransform(basis, vector(position));
}

static btTransform capsule_pose(const lope_capsule *c, double *length)
{
    lope_point ab = lope_point_sub(c->b, c->a), middle = lope_point_mad(c->a, ab, 0.5);
    *length = lope_point_length(ab);
    return standing(middle, *length > 0 ? lope_point_scale(ab, 1 / *length) : lope_point_make(0, 1, 0));
}

bullet_room *bullet_room_make(void) { return new bullet_room; }

void bullet_room_destroy(bullet_room *room)
{
    if (room->object) room->world.removeCollisionObject(room->object.get());
    delete room;
}

static btTransform make_box(bullet_room *room, const lope_box &b)
{
    room->shape.reset(new btBoxShape(vector(lope_point_make(b.half[0], b.half[1], b.half[2]))));
    room->shape->setMargin(0);
    lope_point x = b.axis[0], y = b.axis[1], z = lope_point_cross(x, y); // right-handed; a box is its own mirror image
    btMatrix3x3 basis(btScalar(x.x), btScalar(y.x), btScalar(z.x), btScalar(x.y), btScalar(y.y), btScalar(z.y), btScalar(x.z),
                      btScalar(y.z), btScalar(z.z));
    return btTransform(basis, vector(b.center));
}

static btTransform make_shape(bullet_room *room, const lope_shape *s)
{
    btTransform pose = btTransform::getIdentity();
    double length = 0;
    switch (s->kind) {
    case LOPE_SHAPE_SPHERE:
        room->shape.reset(new btSphereShape(btScalar(s->as.sphere.radius)));
        pose.setOrigin(vector(s->as.sphere.center));
        break;
    case LOPE_SHAPE_CAPSULE:
        pose = capsule_pose(&s->as.capsule, &length);
        room->shape.reset(new btCapsuleShape(btScalar(s->as.capsule.radius), btScalar(length)));
        break;
    case LOPE_SHAPE_BOX:
        return make_box(room, s->as.box);
    case LOPE_SHAPE_CYLINDER: {
        const lope_cylinder &c = s->as.cylinder;
        room->shape.reset(new btCylinderShape(btVector3(btScalar(c.radius), btScalar(c.half_height), btScalar(c.radius))));
        room->shape->setMargin(0);
        return standing(c.center, c.axis);
    }
    case LOPE_SHAPE_HULL: {
        btConvexHullShape *hull = new btConvexHullShape;
        for (uint32_t i = 0; i < s->as.hull.point_count; i++) hull->addPoint(vector(s->as.hull.points[i]), false);
        hull->recalcLocalAabb();
        hull->setMargin(0);
        room->shape.reset(hull);
        break;
    }
    default: {
        const lope_point *v = s->as.triangle.v;
        room->mesh.reset(new btTriangleMesh);
        room->mesh->addTriangle(vector(v[0]), vector(v[1]), vector(v[2]));
        room->shape.reset(new btBvhTriangleMeshShape(room->mesh.get(), true));
        room->shape->setMargin(0);
        break;
    }
    }
    return pose;
}

void bullet_room_set(bullet_room *room, const lope_shape *shape)
{
    if (room->object) room->world.removeCollisionObject(room->object.get());
    room->object.reset(new btCollisionObject);
    room->shape.reset(); // before the mesh that it reads
    btTransform pose = make_shape(room, shape);
    room->object->setCollisionShape(room->shape.get());
    room->object->setWorldTransform(pose);
    room->world.addCollisionObject(room->object.get());
}

bool bullet_room_sweep(bullet_room *room, const lope_capsule *capsule, lope_point motion, double *fraction, lope_point *normal)
{
    double length = 0;
    btTransform from = capsule_pose(capsule, &length), to = from;
    btCapsuleShape shape(btScalar(capsule->radius), btScalar(length));
    to.setOrigin(from.getOrigin() + vector(motion));
    btCollisionWorld::ClosestConvexResultCallback result(from.getOrigin(), to.getOrigin());
    room->world.convexSweepTest(&shape, from, to, result, 0);
    *fraction = result.m_closestHitFraction;
    *normal = lope_point_make(result.m_hitNormalWorld.x(), result.m_hitNormalWorld.y(), result.m_hitNormalWorld.z());
    return result.hasHit();
}
