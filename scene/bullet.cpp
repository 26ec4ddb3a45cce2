// bullet.cpp - builds and steps a scenario's world by Bullet's own calls.
//
// Friction between two bodies is 0.5 (Bullet multiplies the two). Triangle meshes have no margin and hulls one of 1 mm, so that bodies
// rest where their shapes say. Read next: adapters/bullet/lope_bullet.h.
#include "bullet.h"

#include <adapters/bullet/lope_bullet.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#endif
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <memory>
#include <new>
#include <unordered_map>
#include <vector>

namespace
{

const btScalar FRICTION = btScalar(0.70710678118654752); // of each body: 0.5 between two
const double LONGEST_STEP = 1.0 / 60;         // s, of Bullet: its solver is made for that; longer ticks are several steps
const btScalar HULL_MARGIN = btScalar(0.001); // m

// One body with all that it needs.
struct solid {
    const lope_scene_piece *piece = nullptr;
    uint64_t id = 0;
    bool closed = false; // its mesh is solid
    std::vector<btScalar> points;
    std::vector<int> corners;
    std::unique_ptr<btTriangleIndexVertexArray> mesh;
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btRigidBody> body;
    btTransform from, to; // of one moved by hand: where the tick's steps begin and end
};

btVector3 vector(lope_point p) { return btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)); }

} // namespace

struct lope_scene_bullet {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    std::vector<std::unique_ptr<solid>> solids;
    std::unordered_map<uint64_t, solid *> by_id;
    lope_bullet *adapter = nullptr;
    lope_surroundings bodies = {}, volumes = {};
    lope_point origin = {0, 0, 0};

    lope_scene_bullet() : dispatcher(&configuration), world(&dispatcher, &broadphase, &solver, &configuration) {}
    ~lope_scene_bullet()
    {
        lope_bullet_destroy(adapter);
        for (const std::unique_ptr<solid> &s : solids)
            if (s->body) world.removeRigidBody(s->body.get());
    }
};

namespace
{

btTransform to_bullet(const lope_scene_bullet *b, const lope_transform &t)
{
    const lope_quat &q = t.rotation;
    return btTransform(btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)),
                       vector(lope_point_sub(t.position, b->origin)));
}

// The level's triangles of a body, back in the body's frame.
struct collected {
    solid *to;
    lope_transform pose;
};

bool collect(void *context, const lope_point corners[3], uint32_t)
{
    collected *c = static_cast<collected *>(context);
    const lope_quat &q = c->pose.rotation, back = {-q.x, -q.y, -q.z, q.w};
    for (int i = 0; i < 3; i++) {
        lope_point p = lope_quat_rotate_point(back, lope_point_sub(corners[i], c->pose.position));
        c->to->corners.push_back(int(c->to->points.size() / 3));
        c->to->points.insert(c->to->points.end(), {btScalar(p.x), btScalar(p.y), btScalar(p.z)});
    }
    return true;
}

void take_triangles(const lope_level *level, lope_body body, solid *s)
{
    collected c = {s, {}};
    lope_level_pose(level, body, &c.pose);
    lope_level_visit_triangles(level, body, collect, &c);
}

// A mesh as the file has it: triangle numbers, and so hits and ties, are those of the embedded level.
void take_mesh(const lope_scene_piece *piece, solid *s)
{
    const lope_scene_mesh &mesh = piece->mesh;
    s->points.assign(mesh.points, mesh.points + 3 * size_t(mesh.point_count));
    for (size_t i = 0; i < 3 * size_t(mesh.triangle_count); i++)
        s->corners.push_back(mesh.indices ? int(mesh.indices[i]) : int(i));
}

void make_mesh(solid *s)
{
    s->mesh.reset(new btTriangleIndexVertexArray(int(s->corners.size() / 3), s->corners.data(), 3 * int(sizeof(int)),
                                                 int(s->points.size() / 3), s->points.data(), 3 * int(sizeof(btScalar))));
    s->shape.reset(new btBvhTriangleMeshShape(s->mesh.get(), true));
    s->shape->setMargin(0);
}

void make_hull(solid *s)
{
    btConvexHullShape *hull = new btConvexHullShape;
    s->shape.reset(hull);
    for (size_t i = 0; i + 2 < s->points.size(); i += 3) {
        btVector3 p(s->points[i], s->points[i + 1], s->points[i + 2]);
        bool known = false;
        for (int k = 0; k < hull->getNumPoints() && !known; k++) known = hull->getUnscaledPoints()[k] == p;
        if (!known) hull->addPoint(p, false);
    }
    hull->recalcLocalAabb();
    hull->setMargin(HULL_MARGIN);
}

void make_height_field(const lope_scene_piece *piece, solid *s)
{
    btScalar most = btScalar(0.01);
    for (uint32_t i = 0; i < piece->columns * piece->rows; i++) {
        btScalar h = btFabs(btScalar(piece->numbers[i]));
        if (h > most) most = h;
    }
    btHeightfieldTerrainShape *field =
        new btHeightfieldTerrainShape(int(piece->columns), int(piece->rows), piece->numbers, 1, -most, most, 1, PHY_FLOAT, true);
    field->setLocalScaling(btVector3(btScalar(piece->cell), 1, btScalar(piece->cell)));
    field->setMargin(0);
    s->shape.reset(field);
}

void make_shape(const lope_level *level, lope_body body, solid *s)
{
    const lope_scene_piece *piece = s->piece;
    const btScalar x = btScalar(piece->size.x), y = btScalar(piece->size.y), z = btScalar(piece->size.z), half = btScalar(0.5);
    lope_mesh_report report = {};
    bool is_mesh = lope_level_mesh_report(level, body, &report) == LOPE_OK;
    s->closed = is_mesh && report.triangles_two_sided == 0;
    if (is_mesh) {
        if (piece->shape == LOPE_SCENE_MESH || piece->shape == LOPE_SCENE_TRIANGLES)
            take_mesh(piece, s);
        else
            take_triangles(level, body, s);
        make_mesh(s);
    } else if (piece->shape == LOPE_SCENE_BOX) {
        s->shape.reset(new btBoxShape(btVector3(x * half, y * half, z * half)));
    } else if (piece->shape == LOPE_SCENE_SPHERE) {
        s->shape.reset(new btSphereShape(x));
    } else if (piece->shape == LOPE_SCENE_CAPSULE) {
        s->shape.reset(new btCapsuleShape(x, y - 2 * x));
    } else if (piece->shape == LOPE_SCENE_CYLINDER) {
        s->shape.reset(new btCylinderShape(btVector3(x, y * half, x)));
    } else if (piece->shape == LOPE_SCENE_HEIGHT_FIELD) {
        make_height_field(piece, s);
    } else {
        take_triangles(level, body, s);
        make_hull(s);
    }
}

void make_body(lope_scene_bullet *b, const lope_level *level, lope_body from, solid *s)
{
    lope_transform pose = {};
    lope_level_pose(level, from, &pose);
    btScalar mass = btScalar(s->piece->mass);
    btVector3 inertia(0, 0, 0);
    if (mass > 0) s->shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, s->shape.get(), inertia);
    info.m_startWorldTransform = to_bullet(b, pose);
    info.m_friction = FRICTION;
    s->body.reset(new btRigidBody(info));
    if (s->piece->motion.kind != LOPE_SCENE_STILL) {
        s->body->setCollisionFlags(s->body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
        s->body->setCollisionFlags(s->body->getCollisionFlags() & ~btCollisionObject::CF_STATIC_OBJECT);
        s->body->setActivationState(DISABLE_DEACTIVATION);
    }
    s->body->setUserPointer(s);
    s->from = s->to = info.m_startWorldTransform;
    b->world.addRigidBody(s->body.get());
}

void describe(void *, void *object, lope_bullet_body *body)
{
    const solid *s = static_cast<const solid *>(static_cast<btCollisionObject *>(object)->getUserPointer());
    body->body.id = s->id;
    body->body.surface = s->piece->surface;
    body->channels = s->piece->channels;
    body->solid = s->closed;
}

void build(lope_scene_bullet *b, const lope_scenario *scenario, const lope_scene_frame *frame, const lope_level *level,
           const lope_scene_bodies *bodies)
{
    b->origin = frame->origin;
    b->world.setGravity([&] {
        lope_vec3 g = lope_scene_frame_vector(frame, scenario->gravity);
        return btVector3(btScalar(g.x), btScalar(g.y), btScalar(g.z));
    }());
    for (size_t i = 0; i < bodies->count; i++) {
        std::unique_ptr<solid> s(new solid);
        s->piece = &scenario->pieces[bodies->list[i].piece];
        s->id = bodies->list[i].id;
        make_shape(level, bodies->list[i].body, s.get());
        make_body(b, level, bodies->list[i].body, s.get());
        b->by_id[s->id] = s.get();
        b->solids.push_back(std::move(s));
    }
}

// Bodies from Bullet; volumes, which Bullet knows nothing of, from the level.
lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const lope_scene_bullet *b = static_cast<const lope_scene_bullet *>(context);
    lope_filter solids = filter, volumes = filter;
    solids.channels &= ~LOPE_CHANNEL_VOLUME;
    volumes.channels &= LOPE_CHANNEL_VOLUME;
    lope_result result = LOPE_OK;
    if (solids.channels) result = b->bodies.gather(b->bodies.context, bounds, solids, kind, sink);
    if (result == LOPE_OK && volumes.channels) result = b->volumes.gather(b->volumes.context, bounds, volumes, kind, sink);
    return result;
}

// Bodies are known to the adapter, volumes to the level.
bool body_of(void *context, uint64_t id, lope_sink_body *body)
{
    const lope_scene_bullet *b = static_cast<const lope_scene_bullet *>(context);
    return b->bodies.body(b->bodies.context, id, body) || b->volumes.body(b->volumes.context, id, body);
}

uint64_t static_revision(void *context)
{
    const lope_scene_bullet *b = static_cast<const lope_scene_bullet *>(context);
    return b->bodies.static_revision(b->bodies.context);
}

} // namespace

// What is moved by hand, after that share of the tick.
static void move_by_hand(lope_scene_bullet *b, btScalar share)
{
    for (const std::unique_ptr<solid> &s : b->solids) {
        if (!s->body->isKinematicObject()) continue;
        btTransform pose = s->to;
        if (share < 1) {
            pose.setOrigin(s->from.getOrigin().lerp(s->to.getOrigin(), share));
            pose.setRotation(s->from.getRotation().slerp(s->to.getRotation(), share));
        }
        s->body->setWorldTransform(pose);
    }
}

lope_scene_bullet *lope_scene_bullet_create(const lope_scenario *scenario, const lope_scene_frame *frame, lope_level *level,
                                            const lope_scene_bodies *bodies, lope_scene_fault *fault)
try {
    std::unique_ptr<lope_scene_bullet> b(new lope_scene_bullet);
    build(b.get(), scenario, frame, level, bodies);
    lope_bullet_def def = {};
    def.world = static_cast<btCollisionWorld *>(&b->world);
    def.origin = b->origin;
    def.describe = describe;
    b->adapter = lope_bullet_create(&def);
    if (!b->adapter) throw std::bad_alloc();
    b->bodies = lope_bullet_surroundings(b->adapter);
    b->volumes = lope_level_surroundings(level);
    return b.release();
} catch (const std::bad_alloc &) {
    lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory for Bullet's world", scenario->file);
    return nullptr;
}

void lope_scene_bullet_destroy(lope_scene_bullet *bullet) { delete bullet; }

lope_surroundings lope_scene_bullet_surroundings(lope_scene_bullet *bullet)
{
    lope_surroundings surroundings = {};
    surroundings.context = bullet;
    surroundings.gather = gather;
    surroundings.static_revision = static_revision;
    surroundings.body = body_of;
    return surroundings;
}

void lope_scene_bullet_set_pose(lope_scene_bullet *bullet, uint64_t id, const lope_transform *pose)
{
    auto found = bullet->by_id.find(id);
    if (found == bullet->by_id.end()) return;
    found->second->to = to_bullet(bullet, *pose);
    found->second->body->setWorldTransform(found->second->to);
}

lope_result lope_scene_bullet_update(lope_scene_bullet *bullet) { return lope_bullet_update(bullet->adapter); }

void lope_scene_bullet_step(lope_scene_bullet *bullet, const lope_push *pushes, uint32_t count, double dt)
{
    int steps = int(std::ceil(dt / LONGEST_STEP - 1e-3));
    if (steps < 1) steps = 1;
    for (int i = 1; i <= steps; i++) {
        move_by_hand(bullet, btScalar(i) / btScalar(steps));
        for (uint32_t k = 0; k < count; k++) { // impulses come at once, forces last
            lope_push push = pushes[k];
            if (i > 1) push.impulse = lope_vec3_make(0, 0, 0);
            lope_bullet_apply(bullet->adapter, &push, 1, float(dt / steps));
        }
        bullet->world.stepSimulation(btScalar(dt / steps), 0);
    }
    for (const std::unique_ptr<solid> &s : bullet->solids) s->from = s->to;
}

bool lope_scene_bullet_pose(const lope_scene_bullet *bullet, uint64_t id, lope_transform *pose, lope_vec3 *velocity)
{
    auto found = bullet->by_id.find(id);
    if (found == bullet->by_id.end()) return false;
    const btTransform &t = found->second->body->getWorldTransform();
    const btQuaternion q = t.getRotation();
    const btVector3 v = found->second->body->getLinearVelocity();
    pose->position = lope_point_add(
        bullet->origin, lope_point_make(double(t.getOrigin().x()), double(t.getOrigin().y()), double(t.getOrigin().z())));
    pose->rotation = lope_quat{float(q.x()), float(q.y()), float(q.z()), float(q.w())};
    if (velocity) *velocity = lope_vec3_make(float(v.x()), float(v.y()), float(v.z()));
    return true;
}
