// bullet_here.h - whether this build has Bullet, and what is told when it has not. Read next: bullet.h.
#ifndef LOPE_SCENE_BULLET_HERE_H
#define LOPE_SCENE_BULLET_HERE_H

#include <stdbool.h>

#define LOPE_SCENE_NO_BULLET \
    "bullet is not in this build, which found no Bullet (Debian: apt-get install libbullet-dev), expected embedded"

// Returns whether scenarios may have Bullet's world.
bool lope_scene_has_bullet(void);

#endif
