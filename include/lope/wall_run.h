// wall_run.h - a run along an upright wall in the air.
//
// Add lope_wall_run_ability to a moveset (lope_moveset_add_ability). It asks by itself: in a fall or a jump,
// with an upright wall within `reach`, at least `min_speed` along it, at most `angle` between the level
// velocity and the wall, the input along it, and no ground within `height` below. With u the speed up at the
// start, at least `lift`, and v0 the speed along the wall then, after t:
//   up:    u t - gravity g t^2 / 2                            g: gravity where the character is
//   along: speed t + (v0 - speed) (1 - 2^(-t / half_life)) half_life / ln 2
//
// It follows walls that bend by facets and in rounds, out and in, and comes to the wall in a time of 0.05 s.
// A wall that moves or turns takes the character along, and all speeds are against it; the character keeps
// its velocity when it leaves. The phase (lope_state) tells the side: 1, the wall is at the left; 2, right.
//
// It ends, and the character falls: at the wall's end; after `time`; slower than `least`; `grace` seconds
// after the input left the run's direction; a floor below; what throws it off the wall; what stops it; and a
// press of jump. A wall jump of the moveset (wall_jump.h) answers that press; else the character jumps with
// `jump_up` up and `jump_away` away from the wall.
//
// Without `again` the ability stays at work after the run, in phase 3, until a landing or until another wall
// is within reach: it does not run along the same wall again. Then it blocks nothing. A jump off the wall of
// its own ends it. The same wall: the same body, with a normal within 45 degrees of the last one. Other
// characters are no walls.
//
// Why it does not start, with place and body: LOPE_REFUSAL_NO_WALL (query 1), _SLOW (2: along the wall;
// 3: the angle), _NO_INPUT (4), _GROUND_NEAR (5). What asks by itself is refused without an event; a press of
// LOPE_BUTTON_GRAB asks too, and is told why it is refused. Built on the public headers alone. Read next:
// ability.h, wall_slide.h.
#ifndef LOPE_WALL_RUN_H
#define LOPE_WALL_RUN_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// What the phase of the ability tells.
#define LOPE_WALL_RUN_LEFT 1u  // the wall is at the left
#define LOPE_WALL_RUN_RIGHT 2u // the wall is at the right
#define LOPE_WALL_RUN_AFTER 3u // the run is over, and its wall is remembered

// The settings, by the names of the fields. Of the conditions `cooldown` is 0.3 s, from a start on.
typedef struct lope_wall_run_settings {
    float speed;     // 8 m/s, to which the speed along the wall comes
    float half_life; // 0.3 s, in which the difference to it halves
    float min_speed; // 4 m/s along the wall, to start
    float least;     // 2 m/s along the wall, to go on
    float angle;     // 1.047 rad, between the level velocity and the wall, to start
    float along;     // 0.3: cosine of the input to the run that is needed; 0: no input is needed
    float grace;     // 0.1 s without such input until it ends
    float gravity;   // 0.35: share of gravity
    float lift;      // 2 m/s up, at least, at the start
    float height;    // 0.8 m above the ground, to start
    float time;      // 2 s, the longest run; 0: no limit
    float reach;     // 0.2 m, from the capsule to the wall
    float jump_up;   // 6 m/s
    float jump_away; // 5 m/s
    uint32_t again;  // 0: not the same wall again before a landing or another wall; 1: at once
} lope_wall_run_settings;

// Returns the ability, "wall_run", with the mode that it brings, "wall_running". Static. From any thread.
LOPE_API const lope_ability *lope_wall_run_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_wall_run_settings_default(lope_wall_run_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
