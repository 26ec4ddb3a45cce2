// lope_bullet.h - characters in a world of Bullet: reads its collision world as it stands, and applies pushes to its bodies.
//
// Each tick, in this order: the game sets the poses of what it moves by hand (kinematic bodies); lope_bullet_update; the characters step;
// lope_bullet_apply with what they pushed; the game steps Bullet. So a character sees a dynamic body where Bullet's last step has put it,
// with the motion that it had in that step.
//
// Read: boxes, spheres, capsules, cylinders, convex hulls and other polyhedra, compounds, triangle meshes (also scaled), height fields,
// planes. Shapes are met as they are, without Bullet's margin; what else is convex is met as a hull of about 40 to 160 points.
#ifndef LOPE_BULLET_H
#define LOPE_BULLET_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_bullet lope_bullet;

// A collision object, as characters are to meet it. Poses, motion, mass and velocity are read from Bullet; the rest may be changed.
typedef struct lope_bullet_body {
    lope_sink_body body; // id: the object's user index when that is 1 or more, else counted up from 2^32 in the order first seen
    uint32_t
        channels; // LOPE_CHANNEL_VOLUME with CF_NO_CONTACT_RESPONSE; none where its group or mask leave out Bullet's CharacterFilter
                  // or the group is CharacterFilter; else LOPE_CHANNEL_SOLID
    bool solid; // its triangle mesh is closed, counter-clockwise seen from outside: what is behind is inside. False: two-sided
} lope_bullet_body;

typedef struct lope_bullet_def {
    void *world;       // btCollisionWorld *, also a dynamics world. Required; must outlive the adapter
    lope_point origin; // m, where Bullet's origin lies in lope's world: Bullet counts in floats, lope in doubles
    // Optional, called from lope_bullet_update for each object when it was first seen or its shape, flags or filter have changed: ids,
    // surfaces, channels, volumes. object: btCollisionObject *.
    void (*describe)(void *context, void *object, lope_bullet_body *body);
    void *context;
    lope_error *error;
} lope_bullet_def;

lope_bullet *lope_bullet_create(const lope_bullet_def *def); // NULL on refusal
void lope_bullet_destroy(lope_bullet *bullet);               // NULL is fine

// Takes down which bodies there are, and how they have moved since the last call. Before each step of the characters, on one thread.
lope_result lope_bullet_update(lope_bullet *bullet);

// For lope_world_def.surroundings, or lope_move. Between updates nothing in Bullet's world may change while characters move.
lope_surroundings lope_bullet_surroundings(lope_bullet *bullet);

// Applies what characters pushed in a tick of dt seconds to Bullet's dynamic bodies, and wakes them. Returns how many of them there were.
uint32_t lope_bullet_apply(lope_bullet *bullet, const lope_push *pushes, uint32_t count, float dt);

// The object (btCollisionObject *) under an id; NULL: there was none at the last update.
void *lope_bullet_object(const lope_bullet *bullet, uint64_t id);

#ifdef __cplusplus
}
#endif
#endif
