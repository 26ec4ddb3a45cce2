// draw.h - debug draw: what a character did, as lines and shapes for the game's own renderer.
//
// Fill a lope_draw with what the renderer can do, choose categories, and hand it recorded ticks, or a state
// as it is now. Nothing is drawn from inside a tick: what is off costs nothing, and live view and replay show
// the same. Every call carries its category and what its colour means. For a renderer that has only lines set
// `wireframe`. The guide has the table of colours: docs/guide/06-seeing.md.
//
// Threads: these functions only read their arguments. The callbacks run on the thread that called.
#ifndef LOPE_DRAW_H
#define LOPE_DRAW_H

#include <lope/animation.h>
#include <lope/explain.h>
#include <lope/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- what is drawn ------------------------------------------------------------------------------------

// Categories, as bits.
#define LOPE_SHOW_CAPSULE (1u << 0)    // the character, where it is after the tick
#define LOPE_SHOW_FACING (1u << 1)     // an arrow the way it looks
#define LOPE_SHOW_VELOCITY (1u << 2)   // an arrow, as long as what it goes in arrow_seconds
#define LOPE_SHOW_INPUT (1u << 3)      // the wanted direction; a full stick is as long as the capsule is high
#define LOPE_SHOW_FLOOR (1u << 4)      // the plane that it walks along, with its normal
#define LOPE_SHOW_BASE (1u << 5)       // the name of what it stands on
#define LOPE_SHOW_TRAIL (1u << 6)      // a line from the feet before to the feet after the tick
#define LOPE_SHOW_QUERY (1u << 7)      // queries: the way, where it stopped, what was hit, what became of it
#define LOPE_SHOW_EVENT (1u << 8)      // events as words where they happened
#define LOPE_SHOW_MOVING (1u << 9)     // solid bodies that move near by: after the tick, and their way
#define LOPE_SHOW_EXPLAIN (1u << 10)   // lope_explain's line over the head
#define LOPE_SHOW_VOLUME (1u << 11)    // water, gravity volumes and triggers that it is in, or within 2 m of
#define LOPE_SHOW_ANIMATION (1u << 12) // of an animation report: lope_draw_animation
#define LOPE_SHOW_ALL 0x1fffu

// What a colour stands for. lope_draw_meaning_text says it in words.
typedef enum lope_draw_meaning {
    LOPE_DRAW_WALKING = 0,
    LOPE_DRAW_FALLING,
    LOPE_DRAW_RESTING,
    LOPE_DRAW_FACING,
    LOPE_DRAW_VELOCITY,
    LOPE_DRAW_INPUT,
    LOPE_DRAW_TRAIL,
    LOPE_DRAW_SWEPT,
    LOPE_DRAW_BLOCKED,
    LOPE_DRAW_PENETRATING,
    LOPE_DRAW_FLOOR_WALKABLE,
    LOPE_DRAW_FLOOR_STEEP,
    LOPE_DRAW_STEP,
    LOPE_DRAW_STEP_FAILED,
    LOPE_DRAW_CONTACT,
    LOPE_DRAW_MOVING,
    LOPE_DRAW_WATER,
    LOPE_DRAW_VOLUME,
    LOPE_DRAW_TRIGGER,
    LOPE_DRAW_EVENT,
    LOPE_DRAW_TEXT,
    LOPE_DRAW_TRAJECTORY,
    LOPE_DRAW_MARK,
    LOPE_DRAW_FOOT,
    LOPE_DRAW_MEANING_COUNT
} lope_draw_meaning;

// Returns the name of a meaning, "floor walkable"; "?" when it is unknown. Static.
LOPE_API const char *lope_draw_meaning_name(uint32_t meaning);
// Returns one line on what is drawn in that colour; "" when it is unknown. Static.
LOPE_API const char *lope_draw_meaning_text(uint32_t meaning);
// Returns the default colour of a meaning, 0xRRGGBBAA; 0 when it is unknown.
LOPE_API uint32_t lope_draw_color(uint32_t meaning);

// How one call is to look, and why.
typedef struct lope_draw_pen {
    uint32_t category; // one LOPE_SHOW_... bit
    uint32_t meaning;  // lope_draw_meaning
    uint32_t color;    // lope_draw_color(meaning), 0xRRGGBBAA
    uint32_t dashed;   // 1: tried and not used, or a volume that it is not in
} lope_draw_pen;

// ---- the renderer -------------------------------------------------------------------------------------

// What the game's renderer can do. Zero it, then set what there is: callbacks that are NULL are skipped. All
// positions are in the world, in its own units. Pointers handed to a callback live during the call only.
typedef struct lope_draw {
    void *context;       // handed to every callback
    uint32_t categories; // LOPE_SHOW_...; 0: nothing
    uint32_t purposes;   // of queries: 1u << lope_query_purpose, or several; 0: all
    bool wireframe;      // shapes without a callback of their own come as lines, in place of being skipped
    float arrow_seconds; // s of motion that a velocity arrow shows; 0: 0.25
    void (*line)(void *context, lope_point from, lope_point to, lope_draw_pen pen);
    void (*arrow)(void *context, lope_point from, lope_point to, lope_draw_pen pen);
    void (*capsule)(void *context, const lope_capsule *capsule, lope_draw_pen pen);
    void (*sphere)(void *context, lope_point center, double radius, lope_draw_pen pen);
    // `half`: half the size along the axes of the pose.
    void (*box)(void *context, const lope_transform *pose, lope_vec3 half, lope_draw_pen pen);
    // A square of twice `half` along each side.
    void (*plane)(void *context, lope_point center, lope_vec3 normal, double half, lope_draw_pen pen);
    void (*text)(void *context, lope_point at, const char *text, lope_draw_pen pen);
    const lope_moveset *moveset;        // for the words, see explain.h; may be NULL
    lope_body_name_function *body_name; // gets `context` too; may be NULL
    // For LOPE_SHOW_VOLUME: what the character lives in, or was recorded on; may be NULL. A recorded tick
    // asks it for static volumes only, since it has the moving ones itself. NULL: the recorded ones alone are
    // drawn.
    const lope_surroundings *surroundings;
} lope_draw;

// ---- drawing ------------------------------------------------------------------------------------------

// Draws everything that a recorded tick holds. Called for the last n ticks with LOPE_SHOW_TRAIL alone it
// draws the path.
LOPE_API void lope_draw_tick(const lope_recorded_tick *tick, const lope_draw *draw);
// Draws a character as it is now, without a recorder. With the report of its last tick also what happened in
// it; `report` may be NULL.
LOPE_API void lope_draw_state(const lope_state *state, const lope_report *report, const lope_draw *draw);
// Draws an animation report of a character in that state: the trajectory with its facings, stop, pivot,
// landing and apex with their seconds, the floor under each foot, and where it comes down next.
LOPE_API void lope_draw_animation(const lope_state *state, const lope_animation_report *report, const lope_draw *draw);
// Draws one query of a recorded tick. `feet`: m, before that tick. `up`: the character's, unit.
LOPE_API void lope_draw_query(const lope_query *query, lope_point feet, lope_vec3 up, const lope_draw *draw);
// Returns the meaning that lope_draw_query gives to a query, by its purpose, hit and verdict.
LOPE_API lope_draw_meaning lope_draw_query_meaning(const lope_query *query);

#ifdef __cplusplus
}
#endif
#endif
