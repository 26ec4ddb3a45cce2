// lock_on.h - lock-on: the control rotation follows a target that a player has chosen.
//
// The game lists what may be a target. Acquiring takes the best of those in reach, inside a cone around the
// view and in sight. A flick of the look stick switches to the next one in its direction. The lock is lost
// when its target is gone, too far off, or hidden for too long.
//
//     if (pressed_lock) lope_lock_on_acquire(&lock, &settings, &scene, &player);
//     lope_lock_on_update(&lock, &settings, &scene, &player, frame_seconds);
//     lope_controller_update(&player, NULL);
//
// A hard lock lays the view along the line from the eye to the target, at once or at turn_rate, and leaves
// look input out. A soft lock draws the view there and lets the player look on. The character turns along
// where its tuning follows the control rotation (use_controller_rotation_yaw or its desired rotation).
//
// A lope_lock_on is plain data: copy, save and hash it; all zero locks on to nothing. It is a pure function
// of what it is given, and looks at the world only through lope/query.h. From any thread; one look serves
// one call at a time. Read next: controller.h, camera.h.
#ifndef LOPE_LOCK_ON_H
#define LOPE_LOCK_ON_H

#include <lope/controller.h>
#include <lope/query.h>

#ifdef __cplusplus
extern "C" {
#endif

// Something to lock on to.
typedef struct lope_lock_target {
    uint64_t id;      // stable, not 0; of equal scores the lower one is taken
    lope_point point; // m: where to look
    uint64_t body;    // its body or character: hides nothing of it. 0: none
    float threat;     // added to its score, about -1 to 1
} lope_lock_target;

// How targets are chosen and followed. A member of 0 has the default.
typedef struct lope_lock_settings {
    float range;           // m, within which a target is acquired. 0: 20
    float lose_range;      // m, beyond which it is lost. 0: 1.25 times the range
    float cone;            // rad, off the view, within which it is acquired. 0: 0.61 (35 degrees)
    float distance_weight; // of the score: this times 1 - distance / range ... 0: 1
    float angle_weight;    // ... and this times 1 - angle / cone. 0: 2
    float hidden_time;     // s in a row out of sight, after which it is lost. 0: 2
    float flick;           // of the look stick, 0 to 1: more switches. 0: 0.7; ready again below half of it
    float flick_cone;      // rad, off the flick's direction as seen, within which a target is taken. 0: 1.05
    float flick_time;      // s between two switches, at least. 0: 0.2
    float turn_rate;       // rad/s, at most, of a hard lock. 0: at once
    float soft_half_life;  // s in which a soft lock halves the way to the target; > 0 makes it a soft lock
    bool through_walls;    // sight does not matter
} lope_lock_settings;

// What a lock looks at, in one frame.
typedef struct lope_lock_scene {
    const lope_surroundings *surroundings; // for sight; NULL: everything is in sight
    lope_nearby *look;                     // of one's own (lope/query.h); NULL with no surroundings
    const lope_state *state;               // of the character that locks on
    lope_point eye;                        // m: where lines begin. Unreal's sample: the character's middle
    const lope_lock_target *targets;
    uint32_t count;
    float flick[2];        // the look stick, -1 to 1: right, up
    float units_per_metre; // 0: 1
} lope_lock_scene;

// Why a lock ended.
typedef enum lope_lock_end {
    LOPE_LOCK_HOLDS = 0, // it did not, or there was none
    LOPE_LOCK_GONE,      // its target is no longer listed: dead, or streamed out
    LOPE_LOCK_FAR,       // it is beyond lose_range
    LOPE_LOCK_HIDDEN,    // it was out of sight for hidden_time
    LOPE_LOCK_CLEARED    // the game ended it
} lope_lock_end;

// A lock.
typedef struct lope_lock_on {
    uint64_t target;      // its id; 0: none
    double hidden;        // s in a row that it has been out of sight
    double flick_wait;    // s until a flick may switch again
    uint32_t flick_spent; // 1: the stick has not come back from the last flick
    uint32_t ended;       // lope_lock_end: why the last lock ended
} lope_lock_on;

// Locks on to the best target in reach, cone and sight: the highest sum of its weighted distance, its
// weighted angle and its threat. A lock that stands stays when there is none. Returns LOPE_OK;
// LOPE_ERROR_NULL for a missing argument; or what the surroundings refused with, and nothing has changed.
LOPE_API lope_result lope_lock_on_acquire(lope_lock_on *lock, const lope_lock_settings *settings, const lope_lock_scene *scene,
                                          const lope_controller *controller);

// Follows the target in a frame of `seconds`: switches by the flick, loses it or turns the controller's view.
// A hard lock drops the look input that was added in the frame. settings: NULL has the defaults. Returns as
// lope_lock_on_acquire does.
LOPE_API lope_result lope_lock_on_update(lope_lock_on *lock, const lope_lock_settings *settings, const lope_lock_scene *scene,
                                         lope_controller *controller, double seconds);

// Ends the lock; the view stays.
LOPE_API void lope_lock_on_clear(lope_lock_on *lock);

// Returns the view along a line from `from` to `to`, in the frame of a state: yaw counts from the state's
// forward about its up. Straight up or down keeps `yaw`, rad.
LOPE_API lope_view lope_view_toward(const lope_state *state, lope_point from, lope_point to, double yaw);

// Checks settings. *error (may be NULL) names the member and what it takes. Returns LOPE_OK, LOPE_ERROR_NULL,
// LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE.
LOPE_API lope_result lope_lock_settings_check(const lope_lock_settings *settings, lope_error *error);

#ifdef __cplusplus
}
#endif
#endif
