// tick.h - the context of one tick: a copy of the state, the input, the moveset, what is near, and the
// report.
//
// lope_move works on the copy and hands it over at the end. So a tick happens whole or not at all. Positions
// are the feet in doubles, relative to the origin of the character's nearby, its cache of near geometry
// ("local"; motion/query/capsule_query.h). Only types and small questions stand here.
// Read next: character/move/move.c, the order of a tick.
#ifndef LOPE_CHARACTER_TICK_TICK_H
#define LOPE_CHARACTER_TICK_TICK_H

#include "base/hot_cold.h"
#include "character/state/mode_exists.h"
#include "character/state/pages.h"
#include "character/tick/base_tick.h"
#include "character/tick/parts_state.h"
#include "motion/floor/ground_survey.h"
#include "motion/moving/overlap_zones.h"
#include "motion/moving/push_out.h"
#include "motion/velocity/velocity_law.h"

#include <float.h>

// Upward speed (m/s) that counts as rising. A smaller one is rounding, not the way to an apex.
#define LOPE_RISES 1e-5

// A body that has blocked the character, and when it last did so.
typedef struct lope_hit {
    uint64_t body;
    double at; // s into the tick; negative: before the tick
} lope_hit;

// The most pieces into which a tick is cut. It is cut where gravity, up or the base turns during the tick.
#define LOPE_TICK_PIECES 32

// The most corners of a tick's path that are kept. Further ones are left out; the two ends always stand.
#define LOPE_TRAIL 48

// The path of the feet in a tick. Overlap events are found along it.
typedef struct lope_trail {
    lope_point at[LOPE_TRAIL];
    double time[LOPE_TRAIL]; // s into the tick, at each
    uint32_t count;
} lope_trail;

// A moving body that has blocked the character in the tick; read by forces/push_bodies.c.
#define LOPE_IMPACTS 4
typedef struct lope_impact {
    uint64_t body;
    // contact point, local; contact normal; the character's velocity before it (m/s)
    lope_point point, normal, velocity;
    bool flat; // touched inside a flat face
} lope_impact;

// All that a tick works with. Members from `floor` to the first flags of base_carry begin with zero. Members
// before them are set first. Members after them count only while a flag or a count says so.
struct lope_tick {
    lope_state state; // the copy; a page that is not in use has no content in it: state/pages.h
    const lope_input *input;
    const lope_requests *requests; // the input's, never NULL
    const lope_moveset *moveset;
    const lope_tuning *tuning; // the moveset's
    lope_report *report;       // never NULL here
    lope_space space;
    lope_near_self self; // the character as its nearby sees it
    // `whole`: the ground carries, nothing else touches the capsule, and no short list is made
    lope_ground ground;
    double list_reach;       // m, the reach for which the short list is made
    lope_point origin;       // world position of local zero
    lope_point feet;         // local
    lope_point velocity;     // m/s; handed to the state at the end
    double requested;        // m/s that a path asks for, along `wanted`; 0: the stick decides
    lope_point push;         // m/s2, level, of forces; part of the velocity law on the ground and in the air
    double time;             // s, of the tick, or of the part for which a mode runs
    uint64_t base;           // the body that the character stands on, as the last base event told
    uint32_t presses;        // buttons that went down since the last tick and that nothing has taken
    uint32_t holds;          // buttons that are down and that nothing has taken for itself
    uint32_t releases;       // buttons that were let go and that nothing has taken; 0 without abilities
    uint32_t channels_there; // those that any body of the surroundings is on; all where it does not tell
    // not 0: abilities are asked for by buttons (the low 32 bits), or may start by themselves in the
    // character's mode (LOPE_ASKS_ITSELF)
    uint64_t abilities_asked;
    bool teleports;   // a teleport has brought the character here
    lope_hit hits[2]; // what has blocked the character, the latest first
    // what to record of the tick; NULL: nothing. space.log is set only while queries are recorded
    lope_tick_log *log;
    lope_point gravity;    // m/s2 at the character, with the tuning's scale
    double terminal_speed; // m/s along gravity, at the character
    double own_pull;       // m/s2 down in a fall, in place of gravity; only with has_own_pull
    double fluid_friction; // 1/s, at the character
    double control;        // share of control, 0 to 1; less than 1 during a knock-back
    double seconds;        // s of the tick, or of its part that runs
    // NULL: the tick runs as a whole; else its parts: move/parts.h
    lope_tick_parts *parts;
    lope_point pull_center; // local; only while `pull` is not 0
    uint64_t volume;        // body of the volume that holds the character, or LOPE_BODY_NONE
    // the body that lope_find_body found last, LOPE_BODY_NONE: none; nothing that moves does so within a tick
    uint64_t found;
    lope_sink_body found_body; // only with `found`

    // A tick begins with zero from here to the end of base_carry's first flags: LOPE_TICK_ZERO_AT and
    // LOPE_TICK_ZERO_BYTES.
    lope_floor_hit floor;    // the floor that was found last, walkable or not
    lope_point wanted;       // input as the mode takes it, length 0 to 1; level on the ground and in a fall
    double press;            // length of `wanted`
    lope_point acceleration; // m/s2 of gravity and forces
    double now;              // s of the tick that are done
    double left_at;          // s into the tick of the last change of mode
    // m/s2 of gravity toward pull_center, with the tuning's scale; 0: gravity is uniform
    double pull;
    uint32_t left_modes; // a bit for each mode id that was left at left_at
    uint32_t impact_count;
    uint32_t iterations;            // slices done
    uint32_t sub_steps, apex_steps; // counts, of Unreal's per-tick formulas
    uint32_t pieces;                // number of pieces into which the tick was cut
    uint32_t risings;               // pieces that were cut to uncrouch at the instant of head room
    uint32_t refused_by;            // the query by which an ability refuses to start; 0: by none
    double ability_time;            // s of the tick that have passed for abilities
    uint32_t ended_now;             // a bit for each ability that ended at ended_at
    bool pushed;                    // `push` is not zero
    bool floor_seen;                // the floor has been looked for in this tick
    bool moved_before;              // a push or a teleport has moved the character before its mode ran
    bool stuck_inside;              // stuck in a solid: the mode does not run
    // an override layer or root motion gives the velocity; the velocity law does not run
    bool overridden;
    bool overridden_up;   // the same along up: neither gravity nor jumps act
    bool layered;         // layers or root motion act in this tick
    bool held_down;       // a layer has prevented a jump that was asked for
    bool carried;         // the base's carry has run in this tick
    bool zoned;           // there are overlap zones; the trail is kept
    bool zones_near;      // some zones are within the tick's reach
    bool radial;          // gravity is toward a point, so it changes along the path
    bool pieced;          // the mode runs in pieces: gravity, up or the base turns during the tick
    bool gravity_changed; // gravity has changed since the mode ran: `up` has to be found again
    // the turn of up against gravity waits until the character has come farther into the volume
    bool leans;
    bool ability_cut;    // an ability has cut the piece that runs
    bool asks_guard;     // an ability that starts keeps the character from walking off ledges
    bool has_own_pull;   // a game's mode falls under a pull of its own (lope_tick_fall_under)
    bool waits_for_room; // an ability at work is over, and goes on until there is room to stand
    bool faced;          // a mode or an ability has set the facing: rotation leaves it alone
    bool water;          // the volume that holds the character is water
    bool swept;          // a moving body has pushed the character, as told in `shoved`
    // left nav walking, which ignores what is no higher than a step: overlaps are resolved next
    bool check_overlap;
    // the tick shall be run again in short parts: what was done of it does not count
    bool asks_parts;
    uint8_t breaks;            // slices that were cut where the plane underfoot changed, for a mode's law
    lope_base_tick base_carry; // the base, and how it carries the character

    lope_moving_push shoved;
    lope_law_own own_law; // what the mode has made of the velocity law: tick/law_hooks.h
    lope_impact impacts[LOPE_IMPACTS];
    lope_trail trail;             // only while `zoned`
    lope_point override_velocity; // m/s; only while `overridden`
    lope_point refused_at;        // m, in the world; only with `refused_by`
    uint64_t refused_body;        // only with `refused_by`
    double ended_at;              // s into the tick at which the last ability ended; only with `ended_now`
    // on the ground with room to stand: volumes take a crouched character as standing; only while `zoned`
    bool could_stand;
    lope_point added_velocity; // m/s that additive layers add to the velocity
};

// Returns how much of the whole tick had passed when its part began, s.
static inline double lope_tick_began(const lope_tick *tick)
{
    return LOPE_UNLIKELY(tick->parts != NULL) ? tick->parts->began : 0;
}
// Returns how much of the whole tick is done, s.
static inline double lope_tick_done(const lope_tick *tick) { return lope_tick_began(tick) + tick->now; }
// Returns the s of the whole tick.
static inline double lope_tick_whole(const lope_tick *tick)
{
    return LOPE_UNLIKELY(tick->parts != NULL) ? tick->parts->whole : tick->seconds;
}
#define LOPE_TICK_ZERO_AT offsetof(lope_tick, floor)
#define LOPE_TICK_ZERO_BYTES (offsetof(lope_tick, base_carry) + LOPE_BASE_TICK_FLAGS - LOPE_TICK_ZERO_AT)

// The built-in modes, by id: entries of the same table as a game's own. Defined in modes/table.c.
extern const lope_mode *const lope_built_in_modes[LOPE_MODE_COUNT];
// Returns the mode that the character is in.
static inline const lope_mode *lope_tick_mode(const lope_tick *tick) { return tick->moveset->modes[tick->state.mode]; }
// True when the character's mode is one on the ground.
static inline bool lope_tick_on_ground(const lope_tick *tick) { return lope_tick_mode(tick)->on_ground; }

// True when the input asks to crouch: the button is down, or was pressed since the last tick.
static inline bool lope_tick_asks_to_crouch(const lope_tick *tick)
{
    return ((tick->holds | (tick->input->pressed & tick->presses)) & LOPE_BUTTON_CROUCH) != 0;
}

// True when the character hangs on its base: in a mode not on the ground that is carried all the same.
static inline bool lope_tick_hangs(const lope_tick *tick)
{
    const lope_mode *mode = lope_tick_mode(tick);
    return (mode->traits & LOPE_MODE_CARRIED) && !mode->on_ground;
}

// True when solids neither stop nor push the character in its mode.
static inline bool lope_tick_is_ghost(const lope_tick *tick) { return lope_tick_mode(tick)->traits & LOPE_MODE_GHOST; }

// Slices in a tick, over all pieces and modes, at most.
#define LOPE_TICK_SLICES 512
// True when the tick may do no more: a query has failed, or its slices are used up. The time left is reported
// as unused.
static inline bool lope_tick_spent(const lope_tick *tick)
{
    return tick->space.failed || tick->iterations >= LOPE_TICK_SLICES || tick->asks_parts;
}

// True when the character rises: by more than the rounding of a level velocity that came from another frame.
static inline bool lope_tick_rises(const lope_tick *tick)
{
    return lope_rise(&tick->space, tick->velocity) > LOPE_RISES * tick->space.unit;
}

// True when something else moves the character in this tick, in place of its mode (move/attached.c).
static inline bool lope_tick_follows(const lope_tick *tick) { return tick->requests->asked & LOPE_REQUEST_FOLLOW; }

// True when the character came here without a tick: created, teleported, or its base jumped too far.
static inline bool lope_tick_is_anew(const lope_tick *tick)
{
    return (tick->state.flags & LOPE_STATE_FRESH) || tick->teleports || tick->base_carry.leapt;
}

#endif
