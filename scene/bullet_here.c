// bullet_here.c - whether this build has Bullet.
#include "bullet_here.h"

#ifdef LOPE_SCENE_WITH_BULLET
bool lope_scene_has_bullet(void) { return true; }
#else
bool lope_scene_has_bullet(void) { return false; }
#endif
