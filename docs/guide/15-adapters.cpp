// 15-adapters.cpp - a whole adapter to a physics engine: Bullet's boxes, spheres and triangle meshes, static and moving, and what
// characters push. adapters/bullet is the one to use: it knows all of Bullet's shapes.
#include <lope/lope.h>

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>

namespace
{

lope_vec3 to_vec3(const btVector3 &v) { return lope_vec3_make(v.x(), v.y(), v.z()); }
lope_point to_point(const btVector3 &v) { return lope_point_make(v.x(), v.y(), v.z()); }
btVector3 to_bullet(lope_point p) { return btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)); }

struct triangles : btTriangleCallback {
    lope_sink *sink;
    void processTriangle(btVector3 *v, int, int index) override
    {
        lope_sink_triangle(sink, to_vec3(v[0]), to_vec3(v[1]), to_vec3(v[2]), uint32_t(index), true);
    }
};

// The body, with what lope cannot find out by itself: its id, where it is, how it moves, what it weighs.
lope_sink_body describe(const btRigidBody *b)
{
    const btQuaternion q = b->getWorldTransform().getRotation();
    lope_sink_body body = {};
    body.id = uint64_t(b->getUserIndex()); // stable: the game's own numbers
    body.pose = {to_point(b->getWorldTransform().getOrigin()), {q.x(), q.y(), q.z(), q.w()}};
    body.moving = !b->isStaticObject();
    body.dynamic = !b->isStaticOrKinematicObject();
    if (!body.dynamic) return body;
    const btVector3 step = b->getLinearVelocity() / 60, turn = b->getAngularVelocity() / 60; // how it came here in the last step
    body.motion = {to_point(step), to_vec3(turn)};
    body.mass = 1 / b->getInvMass();
    body.velocity = to_vec3(b->getLinearVelocity());
    body.spin = to_vec3(b->getAngularVelocity());
    body.inertia = to_vec3(b->getLocalInertia());
    return body;
}

// Its shape, in its own frame.
void give(const btRigidBody *b, const btVector3 &lower, const btVector3 &upper, lope_sink *sink)
{
    const btCollisionShape *shape = b->getCollisionShape();
    const lope_vec3 center = {0, 0, 0};
    if (shape->getShapeType() == BOX_SHAPE_PROXYTYPE) {
        const btBoxShape *box = static_cast<const btBoxShape *>(shape);
        lope_sink_box(sink, center, lope_quat_identity(), to_vec3(box->getHalfExtentsWithMargin()), 0);
    } else if (shape->getShapeType() == SPHERE_SHAPE_PROXYTYPE) {
        lope_sink_sphere(sink, center, static_cast<const btSphereShape *>(shape)->getRadius(), 0);
    } else if (shape->isConcave()) {
        const btTransform back = b->getWorldTransform().inverse();
        btVector3 half = (upper - lower) / 2, low, high;
        btTransformAabb(half, 0, back * btTransform(btQuaternion::getIdentity(), lower + half), low, high);
        triangles each;
        each.sink = sink;
        static_cast<const btConcaveShape *>(shape)->processAllTriangles(&each, low, high);
    }
}

struct visit : btBroadphaseAabbCallback {
    btVector3 lower, upper;
    lope_gather_kind kind;
    lope_sink *sink;
    bool process(const btBroadphaseProxy *proxy) override
    {
        const btRigidBody *b = btRigidBody::upcast(static_cast<const btCollisionObject *>(proxy->m_clientObject));
        if (!b || b->isStaticObject() != (kind == LOPE_STATIC)) return true;
        const lope_sink_body body = describe(b);
        lope_sink_begin(sink, &body);
        give(b, lower, upper, sink);
        return true;
    }
};

// The one question that a character asks: what is near?
lope_result gather(void *context, const lope_bounds *bounds, lope_filter, lope_gather_kind kind, lope_sink *sink)
{
    btCollisionWorld *world = static_cast<btCollisionWorld *>(context);
    const btVector3 more =
        btVector3(1, 1, 1) * (kind == LOPE_STATIC ? btScalar(0.01) : btScalar(1)); // m: rounding; a tick's motion
    visit all;
    all.lower = to_bullet(bounds->lower) - more;
    all.upper = to_bullet(bounds->upper) + more;
    all.kind = kind;
    all.sink = sink;
    world->getBroadphase()->aabbTest(all.lower, all.upper, all);
    return LOPE_OK;
}

// What the characters did to bodies in the tick.
void push(void *context, const lope_push *pushes, uint32_t count, float seconds)
{
    btCollisionObjectArray &objects = static_cast<btCollisionWorld *>(context)->getCollisionObjectArray();
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < objects.size(); k++) {
            btRigidBody *b = btRigidBody::upcast(objects[k]);
            if (!b || uint64_t(b->getUserIndex()) != pushes[i].body) continue;
            const lope_vec3 j = lope_vec3_add(pushes[i].impulse, lope_vec3_scale(pushes[i].force, seconds));
            b->activate();
            b->applyImpulse(btVector3(j.x, j.y, j.z), to_bullet(pushes[i].point) - b->getCenterOfMassPosition());
        }
    }
}

} // namespace

int main()
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld bullet(&dispatcher, &broadphase, &solver, &configuration);
    bullet.setGravity(btVector3(0, btScalar(-9.8), 0));

    btBoxShape ground(btVector3(50, 1, 50)), crate(btVector3(1, 1, 1) / 2);
    btVector3 inertia;
    crate.calculateLocalInertia(10, inertia);
    btRigidBody floor(0, nullptr, &ground), box(10, nullptr, &crate, inertia);
    floor.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
    box.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(3, btScalar(0.5), 0)));
    floor.setUserIndex(1);
    box.setUserIndex(2);
    bullet.addRigidBody(&floor);
    bullet.addRigidBody(&box);

    lope_surroundings around = {};
    around.context = static_cast<btCollisionWorld *>(&bullet);
    around.gather = gather;
    lope_world_def def = {};
    def.surroundings = &around;
    def.push = push;
    def.push_context = around.context;
    lope_world *world = lope_world_create(&def);
    lope_character *hero = lope_character_create(world, nullptr);
    lope_input input = {};
    input.move = lope_vec3_make(1, 0, 0);
    lope_character_set_input(hero, &input);
    for (int tick = 0; tick < 180; tick++) {
        lope_world_step(world, 1.0f / 60);   // characters see Bullet's bodies, and push them
        bullet.stepSimulation(1.0f / 60, 0); // then these move
    }

    // half the crate and a radius apart, and the crate is a tick ahead
    const double x = lope_character_state(hero)->feet.x, pushed = double(box.getWorldTransform().getOrigin().x());
    std::printf("after 3 s: the character is at %.2f m, the crate at %.2f m with %.2f m/s\n", x, pushed,
                double(box.getLinearVelocity().x()));
    lope_world_destroy(world);
    bullet.removeRigidBody(&box);
    bullet.removeRigidBody(&floor);
    return std::fabs(pushed - x - 0.94) < 0.05 && x > 12 ? 0 : 1;
}
