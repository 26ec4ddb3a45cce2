// lope_bullet.cpp - the adapter between lope's seam and Bullet's collision world.
//
// What a character needs is in `gather`, and the shapes in `give_shape`; update takes down what Bullet does not keep: poses of the tick
// before, and a number for what is static. Read next: docs/guide/15-adapters.md.
#include "lope_bullet.h"

#include <lope/level.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#endif
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btShapeHull.h>
#include <btBulletDynamicsCommon.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <unordered_map>
#include <vector>

namespace
{

// A convex hull as its outer triangles.
struct hull {
    std::vector<lope_vec3> points;
    std::vector<uint32_t> corners; // 3 a triangle
};

// A collision object, as it was at the last update.
struct seen {
    btCollisionObject *object = nullptr;
    const btCollisionShape *shape = nullptr;
    int flags = 0, group = 0, mask = 0, user_index = 0;
    uint64_t counted = 0; // the id it gets when it brings none
    btTransform pose;
    btVector3 lower, upper;                       // of all that it sweeps in the tick
    double reach = 0;                             // m, how far anything of it moves in the tick
    lope_bullet_body described = {};              // all zero but what describe said
    std::unordered_map<const void *, hull> hulls; // of its convex shapes that come as points, by shape
    uint64_t round = 0;                           // the update in which it was seen last
};

lope_vec3 to_vec3(const btVector3 &v) { return lope_vec3_make(float(v.x()), float(v.y()), float(v.z())); }
lope_point to_point(const btVector3 &v) { return lope_point_make(double(v.x()), double(v.y()), double(v.z())); }
btVector3 to_bullet(lope_point p) { return btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)); }
lope_quat to_quat(const btQuaternion &q) { return lope_quat{float(q.x()), float(q.y()), float(q.z()), float(q.w())}; }

} // namespace

struct lope_bullet {
    btCollisionWorld *world;
    lope_bullet_def def;
    std::unordered_map<const btCollisionObject *, std::unique_ptr<seen>> all;
    std::unordered_map<uint64_t, seen *> by_id;
    std::vector<seen *> moving;
    uint64_t next_id = UINT64_C(1) << 32, round = 0, revision = 1;
    uint32_t channels[2] = {}; // of static and of moving objects
};

// ---- update ----------------------------------------------------------------------------------------------------------------

namespace
{

bool is_dynamic(const btCollisionObject *object) { return !object->isStaticOrKinematicObject(); }
bool is_moving(const btCollisionObject *object) { return !object->isStaticObject(); }

// The outer triangles of some points, found by a level made for it.
void make_hull(const btVector3 *points, int count, hull *to)
{
    std::vector<float> given;
    for (int i = 0; i < count; i++) given.insert(given.end(), {float(points[i].x()), float(points[i].y()), float(points[i].z())});
    lope_level_def none = {};
    std::unique_ptr<lope_level, void (*)(lope_level *)> level(lope_level_create(&none), lope_level_destroy);
    if (!level) throw std::bad_alloc();
    lope_hull_def def = {};
    def.points = given.data();
    def.point_count = uint32_t(count);
    lope_body body = lope_level_add_hull(level.get(), &def);
    auto keep = [](void *context, const lope_point corners[3], uint32_t) {
        hull *h = static_cast<hull *>(context);
        for (int i = 0; i < 3; i++) {
            h->corners.push_back(uint32_t(h->points.size()));
            h->points.push_back(lope_point_to_vec3(corners[i]));
        }
        return true;
    };
    lope_level_visit_triangles(level.get(), body, keep, to); // a flat or broken hull gives none: it is not met
}

void find_hulls(const btCollisionShape *shape, seen *s)
{
    if (shape->isCompound()) {
        const btCompoundShape *compound = static_cast<const btCompoundShape *>(shape);
        for (int i = 0; i < compound->getNumChildShapes(); i++) find_hulls(compound->getChildShape(i), s);
        return;
    }
    if (!shape->isConvex()) return;
    int type = shape->getShapeType();
    bool known = type == BOX_SHAPE_PROXYTYPE || type == SPHERE_SHAPE_PROXYTYPE || type == CAPSULE_SHAPE_PROXYTYPE ||
                 type == CYLINDER_SHAPE_PROXYTYPE;
    if (known || s->hulls.count(shape)) return;
    hull &h = s->hulls[shape];
    if (shape->isPolyhedral()) {
        const btPolyhedralConvexShape *polyhedron = static_cast<const btPolyhedralConvexShape *>(shape);
        std::vector<btVector3> points(size_t(polyhedron->getNumVertices()));
        for (int i = 0; i < polyhedron->getNumVertices(); i++) polyhedron->getVertex(i, points[size_t(i)]);
        make_hull(points.data(), int(points.size()), &h);
    } else {
        btShapeHull around(static_cast<const btConvexShape *>(shape));
        around.buildHull(0, 1);
        make_hull(around.getVertexPointer(), around.numVertices(), &h);
    }
}

uint32_t channels_of(const seen *s)
{
    if (s->flags & btCollisionObject::CF_NO_CONTACT_RESPONSE) return LOPE_CHANNEL_VOLUME;
    bool meets = (s->mask & btBroadphaseProxy::CharacterFilter) && s->group != btBroadphaseProxy::CharacterFilter;
    return meets ? LOPE_CHANNEL_SOLID : 0;
}

void describe(lope_bullet *b, seen *s)
{
    s->described = {};
    s->described.body.id = s->user_index >= 1 ? uint64_t(s->user_index) : s->counted;
    s->described.channels = channels_of(s);
    if (b->def.describe) b->def.describe(b->def.context, s->object, &s->described);
    s->described.body.channels = s->described.channels;
    s->hulls.clear();
    find_hulls(s->shape, s);
}

// From one pose to the other; bodies turn less than half a turn in a tick.
lope_motion motion_between(const btTransform &from, const btTransform &to)
{
    lope_motion motion = {};
    motion.displacement = lope_point_sub(to_point(to.getOrigin()), to_point(from.getOrigin()));
    btQuaternion turn = to.getRotation() * from.getRotation().inverse();
    double w = double(turn.w()), sign = w < 0 ? -1 : 1;
    lope_point v = lope_point_make(sign * double(turn.x()), sign * double(turn.y()), sign * double(turn.z()));
    double sine = lope_point_length(v), angle = 2 * std::atan2(sine, sign * w);
    if (sine > 1e-7 && !(to.getBasis() == from.getBasis())) // rad: less is what floats leave over
        motion.rotation = lope_point_to_vec3(lope_point_scale(v, angle / sine));
    return motion;
}

void read_body(lope_bullet *b, seen *s, const btTransform &before)
{
    lope_sink_body *body = &s->described.body;
    const btTransform &now = s->pose;
    body->pose.position = lope_point_add(b->def.origin, to_point(now.getOrigin()));
    body->pose.rotation = to_quat(now.getRotation());
    body->moving = is_moving(s->object);
    body->motion = body->moving ? motion_between(before, now) : lope_motion{};
    s->shape->getAabb(now, s->lower, s->upper);
    s->reach = 0;
    if (!body->moving) return;
    btVector3 center, lower, upper;
    btScalar radius;
    s->shape->getBoundingSphere(center, radius);
    double arm = double(radius) + double(center.length());
    s->reach = lope_point_length(body->motion.displacement) + arm * double(lope_vec3_length(body->motion.rotation));
    s->shape->getAabb(before, lower, upper);
    const btVector3 slack = btVector3(1, 1, 1) * btScalar(s->reach);
    if (s->reach > 0) s->lower.setMin(lower - slack), s->upper.setMax(upper + slack);
    const btRigidBody *rigid = btRigidBody::upcast(s->object);
    body->dynamic = rigid != nullptr && is_dynamic(s->object) && rigid->getInvMass() > 0;
    if (!body->dynamic) return;
    body->mass = float(1 / rigid->getInvMass());
    body->velocity = to_vec3(rigid->getLinearVelocity());
    body->spin = to_vec3(rigid->getAngularVelocity());
    body->mass_center = lope_vec3_make(0, 0, 0); // Bullet's bodies turn about their origin
    body->inertia = to_vec3(rigid->getLocalInertia());
}

// Whether what characters may keep of a static object has changed.
bool has_changed(const seen *s, const btCollisionObject *object, int group, int mask)
{
    return s->shape != object->getCollisionShape() || s->flags != object->getCollisionFlags() || s->group != group ||
           s->mask != mask || s->user_index != object->getUserIndex();
}

void see(lope_bullet *b, btCollisionObject *object)
{
    const btBroadphaseProxy *proxy = object->getBroadphaseHandle();
    int group = proxy ? proxy->m_collisionFilterGroup : 0, mask = proxy ? proxy->m_collisionFilterMask : 0;
    std::unique_ptr<seen> &slot = b->all[object];
    bool anew = !slot;
    if (anew) {
        slot.reset(new seen);
        slot->object = object;
        slot->counted = b->next_id++;
        slot->pose = object->getWorldTransform();
    }
    seen *s = slot.get();
    btTransform before = s->pose;
    s->pose = object->getWorldTransform();
    s->round = b->round;
    bool changed = anew || has_changed(s, object, group, mask);
    if (changed) {
        s->shape = object->getCollisionShape();
        s->flags = object->getCollisionFlags();
        s->group = group;
        s->mask = mask;
        s->user_index = object->getUserIndex();
        describe(b, s);
    }
    if (changed || is_moving(object) || !(before == s->pose)) {
        read_body(b, s, before);
        if (changed || !is_moving(object)) b->revision++;
        if (!anew && proxy) b->world->updateSingleAabb(object);
    }
    b->by_id[s->described.body.id] = s;
    b->channels[is_moving(object)] |= s->described.channels;
    if (is_moving(object)) b->moving.push_back(s);
}

lope_result update(lope_bullet *b)
{
    b->round++;
    b->by_id.clear();
    b->moving.clear();
    b->channels[0] = b->channels[1] = 0;
    btCollisionObjectArray &objects = b->world->getCollisionObjectArray();
    for (int i = 0; i < objects.size(); i++) see(b, objects[i]);
    for (auto at = b->all.begin(); at != b->all.end();) {
        bool gone = at->second->round != b->round;
        if (gone) b->revision++;
        at = gone ? b->all.erase(at) : std::next(at);
    }
    return LOPE_OK;
}

// ---- gather ----------------------------------------------------------------------------------------------------------------

// What a body's shapes are given through.
struct giver {
    lope_sink *sink;
    const seen *from;
    btVector3 lower, upper; // the bounds, in the body's frame
};

bool touch(const btVector3 &a, const btVector3 &b, const btVector3 &c, const btVector3 &d)
{
    for (int i = 0; i < 3; i++)
        if (a[i] > d[i] || b[i] < c[i]) return false;
    return true;
}

// The triangles of a concave shape that touch some bounds. index: 2 a height field's cell, else the mesh's own.
struct triangles : btTriangleCallback {
    const giver *to = nullptr;
    btTransform local;
    uint32_t base = 0;
    bool cells = false, two_sided = true;
    int part = -1, cell = -1;
    uint32_t second = 0;

    void processTriangle(btVector3 *v, int new_part, int index) override
    {
        second = cells && part == new_part && cell == index ? 1 : 0;
        part = new_part;
        cell = index;
        uint32_t number =
            cells ? ((uint32_t(part) << 16 | uint32_t(cell)) << 1 | second) : (uint32_t(part) << 24) + uint32_t(cell);
        lope_sink_triangle(to->sink, to_vec3(local * v[0]), to_vec3(local * v[1]), to_vec3(local * v[2]), base + number,
                           two_sided);
    }
};

const double PLANE_SIZE = 1e4; // m, of what stands for a plane, to each side

void give_plane(const giver &g, const btStaticPlaneShape *plane, const btTransform &local, uint32_t index)
{
    btVector3 normal = plane->getPlaneNormal().normalized(), x, z;
    btPlaneSpace1(normal, x, z);
    btVector3 middle = local * (normal * plane->getPlaneConstant());
    x = local.getBasis() * x * btScalar(PLANE_SIZE);
    z = local.getBasis() * z * btScalar(PLANE_SIZE);
    bool right = x.cross(z).dot(local.getBasis() * normal) > 0;
    btVector3 a = middle - x - z, b = middle + x - z, c = middle + x + z, d = middle - x + z;
    if (!right) std::swap(b, d);
    lope_sink_triangle(g.sink, to_vec3(a), to_vec3(b), to_vec3(c), index, false);
    lope_sink_triangle(g.sink, to_vec3(a), to_vec3(c), to_vec3(d), index + 1, false);
}

void give_concave(const giver &g, const btConcaveShape *shape, const btTransform &local, uint32_t index)
{
    if (shape->getShapeType() == STATIC_PLANE_PROXYTYPE) {
        give_plane(g, static_cast<const btStaticPlaneShape *>(shape), local, index);
        return;
    }
    btVector3 half = (g.upper - g.lower) * btScalar(0.5), lower, upper;
    btTransform inverse = local.inverse();
    btTransformAabb(half, btScalar(1e-4), inverse * btTransform(btQuaternion::getIdentity(), g.lower + half), lower, upper);
    triangles call;
    call.to = &g;
    call.local = local;
    call.base = index;
    call.cells = shape->getShapeType() == TERRAIN_SHAPE_PROXYTYPE;
    call.two_sided = call.cells || !g.from->described.solid;
    shape->processAllTriangles(&call, lower, upper);
}

// The turn that brings y to a cylinder's axis.
lope_quat upright(const btTransform &local, int axis)
{
    const btScalar half = btScalar(0.70710678118654752);
    btQuaternion turn = axis == 0   ? btQuaternion(0, 0, -half, half)
                        : axis == 2 ? btQuaternion(half, 0, 0, half)
                                    : btQuaternion(0, 0, 0, 1);
    return to_quat(local.getRotation() * turn);
}

void give_convex(const giver &g, const btCollisionShape *shape, const btTransform &local, uint32_t index)
{
    lope_vec3 center = to_vec3(local.getOrigin());
    switch (shape->getShapeType()) {
    case BOX_SHAPE_PROXYTYPE: {
        const btBoxShape *box = static_cast<const btBoxShape *>(shape);
        lope_sink_box(g.sink, center, to_quat(local.getRotation()), to_vec3(box->getHalfExtentsWithMargin()), index);
        break;
    }
    case SPHERE_SHAPE_PROXYTYPE:
        lope_sink_sphere(g.sink, center, float(static_cast<const btSphereShape *>(shape)->getRadius()), index);
        break;
    case CAPSULE_SHAPE_PROXYTYPE: {
        const btCapsuleShape *capsule = static_cast<const btCapsuleShape *>(shape);
        btVector3 end(0, 0, 0);
        end[capsule->getUpAxis()] = capsule->getHalfHeight();
        lope_sink_capsule(g.sink, to_vec3(local * -end), to_vec3(local * end), float(capsule->getRadius()), index);
        break;
    }
    case CYLINDER_SHAPE_PROXYTYPE: {
        const btCylinderShape *cylinder = static_cast<const btCylinderShape *>(shape);
        int axis = cylinder->getUpAxis();
        btVector3 half = cylinder->getHalfExtentsWithMargin();
        lope_sink_cylinder(g.sink, center, upright(local, axis), float(half[(axis + 1) % 3]), float(half[axis]), index);
        break;
    }
    default: {
        auto found = g.from->hulls.find(shape);
        if (found == g.from->hulls.end()) break;
        const hull &h = found->second;
        std::vector<lope_vec3> placed;
        bool still = local == btTransform::getIdentity();
        for (const lope_vec3 &p : h.points)
            placed.push_back(still ? p : to_vec3(local * btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z))));
        lope_sink_hull(g.sink, placed.data(), h.corners.data(), uint32_t(h.corners.size() / 3), index);
        break;
    }
    }
}

void give_shape(const giver &g, const btCollisionShape *shape, const btTransform &local, uint32_t index)
{
    if (shape->isCompound()) {
        const btCompoundShape *compound = static_cast<const btCompoundShape *>(shape);
        for (int i = 0; i < compound->getNumChildShapes(); i++) {
            btTransform place = local * compound->getChildTransform(i);
            btVector3 lower, upper;
            compound->getChildShape(i)->getAabb(place, lower, upper);
            if (touch(lower, upper, g.lower, g.upper))
                give_shape(g, compound->getChildShape(i), place, index + (uint32_t(i) << 16));
        }
    } else if (shape->isConcave()) {
        give_concave(g, static_cast<const btConcaveShape *>(shape), local, index);
    } else if (shape->isConvex()) {
        give_convex(g, shape, local, index);
    }
}

void give_body(const seen *s, const btVector3 &lower, const btVector3 &upper, lope_sink *sink)
{
    giver g = {sink, s, lower, upper};
    btVector3 half = (upper - lower) * btScalar(0.5);
    btTransform back = s->pose.inverse() * btTransform(btQuaternion::getIdentity(), lower + half);
    btTransformAabb(half, btScalar(s->reach) + btScalar(1e-4), back, g.lower, g.upper); // and what it sweeps, and rounding
    lope_sink_begin(sink, &s->described.body);
    give_shape(g, s->shape, btTransform::getIdentity(), 0);
}

bool passes(const seen *s, lope_filter filter)
{
    return (s->described.channels & filter.channels) && s->described.body.id != filter.ignore;
}

struct statics : btBroadphaseAabbCallback {
    const lope_bullet *b = nullptr;
    lope_filter filter = {};
    btVector3 lower, upper;
    lope_sink *sink = nullptr;

    bool process(const btBroadphaseProxy *proxy) override
    {
        const btCollisionObject *object = static_cast<const btCollisionObject *>(proxy->m_clientObject);
        if (!object->isStaticObject()) return true;
        auto found = b->all.find(object);
        if (found != b->all.end() && passes(found->second.get(), filter)) give_body(found->second.get(), lower, upper, sink);
        return true;
    }
};

lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
try {
    const lope_bullet *b = static_cast<const lope_bullet *>(context);
    lope_point least = lope_point_sub(bounds->lower, b->def.origin), most = lope_point_sub(bounds->upper, b->def.origin);
    double slack =
        1e-4 + 1e-6 * (std::fabs(least.x) + std::fabs(least.y) + std::fabs(least.z)); // m: what floats round away, and more
    const btVector3 grow = btVector3(1, 1, 1) * btScalar(slack);
    statics ask;
    ask.b = b;
    ask.filter = filter;
    ask.lower = to_bullet(least) - grow;
    ask.upper = to_bullet(most) + grow;
    ask.sink = sink;
    if (kind == LOPE_STATIC) {
        b->world->getBroadphase()->aabbTest(ask.lower, ask.upper, ask);
        return LOPE_OK;
    }
    for (const seen *s : b->moving)
        if (passes(s, filter) && touch(s->lower, s->upper, ask.lower, ask.upper)) give_body(s, ask.lower, ask.upper, sink);
    return LOPE_OK;
} catch (const std::bad_alloc &) {
    return LOPE_ERROR_MEMORY;
}

uint64_t static_revision(void *context) { return static_cast<const lope_bullet *>(context)->revision; }
uint32_t channels(void *context, uint32_t kinds)
{
    const lope_bullet *b = static_cast<const lope_bullet *>(context);
    return (kinds & LOPE_STATIC ? b->channels[0] : 0) | (kinds & LOPE_MOVING ? b->channels[1] : 0);
}

bool body_of(void *context, uint64_t id, lope_sink_body *body)
{
    const lope_bullet *b = static_cast<const lope_bullet *>(context);
    const auto found = b->by_id.find(id);
    if (found == b->by_id.end()) return false;
    *body = found->second->described.body;
    return true;
}

} // namespace

// ---- the C seam ------------------------------------------------------------------------------------------------------------

static void refuse(lope_error *error, lope_result code, const char *field, const char *text)
{
    if (!error) return;
    error->code = code;
    std::snprintf(error->field, sizeof error->field, "%s", field);
    std::snprintf(error->text, sizeof error->text, "%s", text);
}

lope_bullet *lope_bullet_create(const lope_bullet_def *def)
{
    if (!def || !def->world) {
        refuse(def ? def->error : nullptr, LOPE_ERROR_NULL, "world", "must be a btCollisionWorld");
        return nullptr;
    }
    lope_bullet *b = new (std::nothrow) lope_bullet;
    if (!b) {
        refuse(def->error, LOPE_ERROR_MEMORY, "world", "out of memory for an adapter");
        return nullptr;
    }
    b->world = static_cast<btCollisionWorld *>(def->world);
    b->def = *def;
    if (lope_bullet_update(b) == LOPE_OK) return b;
    refuse(def->error, LOPE_ERROR_MEMORY, "world", "out of memory for an adapter");
    delete b;
    return nullptr;
}

void lope_bullet_destroy(lope_bullet *bullet) { delete bullet; }

lope_result lope_bullet_update(lope_bullet *bullet)
try {
    return bullet ? update(bullet) : LOPE_ERROR_NULL;
} catch (const std::bad_alloc &) {
    return LOPE_ERROR_MEMORY;
}

lope_surroundings lope_bullet_surroundings(lope_bullet *bullet)
{
    lope_surroundings surroundings = {};
    surroundings.context = bullet;
    surroundings.gather = gather;
    surroundings.static_revision = static_revision;
    surroundings.channels = channels;
    surroundings.body = body_of;
    return surroundings;
}

uint32_t lope_bullet_apply(lope_bullet *bullet, const lope_push *pushes, uint32_t count, float dt)
{
    uint32_t applied = 0;
    for (uint32_t i = 0; bullet && i < count; i++) {
        auto found = bullet->by_id.find(pushes[i].body);
        btRigidBody *body = found == bullet->by_id.end() ? nullptr : btRigidBody::upcast(found->second->object);
        if (!body || !is_dynamic(body)) continue;
        lope_vec3 impulse = lope_vec3_add(pushes[i].impulse, lope_vec3_scale(pushes[i].force, dt));
        btVector3 at = to_bullet(lope_point_sub(pushes[i].point, bullet->def.origin)) - body->getCenterOfMassPosition();
        body->activate(true);
        body->applyImpulse(btVector3(btScalar(impulse.x), btScalar(impulse.y), btScalar(impulse.z)), at);
        applied++;
    }
    return applied;
}

void *lope_bullet_object(const lope_bullet *bullet, uint64_t id)
{
    auto found = bullet->by_id.find(id);
    return found == bullet->by_id.end() ? nullptr : found->second->object;
}
