// match_hand.c - hands of players. Read first: match_hand.h.
#include "match_hand.h"

#include <math.h>

#define CIRCLE 2.0   // m, of the point that a knot presses to
#define ROUND 0.48   // rad/s
#define PRESSES 0.6f // share of the full stick, most of the time
#define JUMPS 1.2    // a s
#define CROUCHES 12  // s: for 3 of so many

// splitmix64, Steele, Lea and Flood 2014
double lope_scene_draw(uint64_t *random)
{
    uint64_t z = *random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static void think(lope_scene_hand *h, double now)
{
    h->next = now + 0.2 + 1.3 * lope_scene_draw(&h->random);
    const bool stands = lope_scene_draw(&h->random) < 0.15;
    const double angle = 6.283185307179586 * lope_scene_draw(&h->random);
    h->right = stands ? 0 : (float)cos(angle);
    h->ahead = stands ? 0 : (float)sin(angle);
    h->turn = 3.0 * (lope_scene_draw(&h->random) - 0.5);
    h->jumps = lope_scene_draw(&h->random) < 0.3;
    h->held = lope_scene_draw(&h->random) < 0.1 ? LOPE_BUTTON_CROUCH : 0;
    if (lope_scene_draw(&h->random) < 0.2) h->held |= LOPE_BUTTON_SPRINT;
}

lope_command lope_scene_hand_wander(lope_scene_hand *h, double now, double seconds)
{
    if (now >= h->next) think(h, now);
    h->yaw += (h->turn + 0.5 * (lope_scene_draw(&h->random) - 0.5)) * seconds;
    const uint32_t pressed = h->jumps ? LOPE_BUTTON_JUMP : 0;
    h->jumps = false;
    return lope_command_make(h->right, h->ahead, 0, (float)h->yaw, 0.1f, h->held | pressed, pressed);
}

lope_command lope_scene_hand_jostle(lope_scene_hand *h, double now, double seconds, lope_point centre, lope_point feet)
{
    if (now >= h->next) {
        h->next = now + 0.3 + 1.2 * lope_scene_draw(&h->random);
        const double pace = lope_scene_draw(&h->random);
        h->ahead = pace < 0.2 ? 0 : pace < 0.44 ? PRESSES * (float)(0.4 + 0.6 * lope_scene_draw(&h->random)) : PRESSES;
    }
    const double x = centre.x + CIRCLE * sin(ROUND * now) - feet.x, z = centre.z + CIRCLE * cos(ROUND * now) - feet.z;
    h->yaw = atan2(-x, -z) + lope_scene_draw(&h->random) - 0.5;
    const uint32_t pressed = lope_scene_draw(&h->random) < JUMPS * seconds ? LOPE_BUTTON_JUMP : 0;
    const uint32_t held = (uint32_t)now % CROUCHES >= CROUCHES - 3 ? LOPE_BUTTON_CROUCH : 0;
    return lope_command_make(0, h->ahead, 0, (float)h->yaw, 0.1f, held | pressed, pressed);
}
