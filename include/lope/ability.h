// ability.h - the table of abilities: when something starts, what it does to the velocity law, when it ends.
//
// A mode moves the character (mode.h). An ability decides when, bends the law by which the mode moves, and
// may choose a mode: a slide, a dash, a mantle. Conditions are declared, not coded: one place checks them,
// and each refusal is a reason of its own. Built-in abilities and a game's own are entries of one table, so
// they are saved, restored, hashed, predicted and tuned alike.
//
// In each tick, after forces and before crouch and jump: abilities that can go on no longer end; then those
// that are asked for start, in the order in which they were added. Within the tick they start at the instant
// at which a press that waits may be used: on landing, or when the cooldown is over.
//
// A start goes: conditions, try_start, the end of what it cancels, its costs, `start`, its event.
//
// Units: settings of the library's abilities are in metres and seconds in every world, so that their defaults
// and ranges hold in each (the tuning's fields are in the world's own unit). What has a unit of m, m/s or
// m/s2 is multiplied by the tuning's units_per_metre. A length of the body (a reach, a ledge's height, a
// gap), of which the header says that it is for a character of 1.76 m, is multiplied by standing_height /
// 1.76 in its place: it grows with the character, and a standing height is in the world's unit already.
//
// An ability's functions work on the tick through the lope_tick_... functions (mode.h, tick.h), on their own
// `data`, and on nothing else. None allocates. Threads: as for modes. Read next: moveset.h, which takes them.
#ifndef LOPE_ABILITY_H
#define LOPE_ABILITY_H

#include <lope/field.h>
#include <lope/mode.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_ABILITIES 24 // that a moveset holds; ids are below it

// What the button of an ability asks for.
typedef enum lope_trigger {
    LOPE_TRIGGER_PRESS, // a press asks
    // A press asks, and so does the button in every tick in which it is down: it starts as soon as it may.
    // Only the press is told when it is refused.
    LOPE_TRIGGER_HELD,
    LOPE_TRIGGER_RELEASE, // letting go asks
    LOPE_TRIGGER_COUNT
} lope_trigger;

// What the character is in: bits of lope_conditions.media.
#define LOPE_MEDIUM_AIR (1u << 0)
#define LOPE_MEDIUM_WATER (1u << 1)

// Groups of abilities, of which one at a time is at work: bits of lope_ability.groups.
#define LOPE_GROUP_BODY (1u << 0)  // what moves the body in place of walking and falling: slide, mantle
#define LOPE_GROUP_GAME (1u << 16) // bits 16 to 31 are the game's in every version

// What else an ability is, bits of lope_ability.traits.
//
// The capsule is lower than the standing one while the ability is at work: its start makes it so
// (lope_tick_resize). Neither the button nor head room changes the size meanwhile. It ends with LOPE_END_DONE
// only where there is room to stand. Without room it goes on, and ends at the instant at which there is.
// Whatever ends it: the character stands up, or without room stays low as a crouched character.
#define LOPE_ABILITY_LOW (1u << 0)
// Its functions do nothing but what this header says, so a tick may be run again from its start. Near the
// walkable limit that makes all tick rates go the same way (guide, chapter 21). All abilities of the moveset
// must have it.
#define LOPE_ABILITY_REPEATABLE (1u << 1)
// It watches. What starts by itself is a watch: it costs nothing, and neither its start nor its end is told.
// A press that starts it is told with its end, LOPE_END_DONE, at once, and then it watches on, with the data
// that try_start has written. A watch gives its slot up to what else starts when none is free.
#define LOPE_ABILITY_WATCHES (1u << 2)

// Why an ability has ended.
typedef enum lope_end {
    LOPE_END_DONE,        // `passed` said so, or `piece` left no time, or it has no duration
    LOPE_END_CANCELLED,   // an ability that cancels it starts
    LOPE_END_REPLACED,    // it has started again
    LOPE_END_MODE_LEFT,   // the character is in a mode in which it does not go on
    LOPE_END_INTERRUPTED, // by a teleport, by what else moves the character, or by lope_tick_end_ability
    LOPE_END_COUNT
} lope_end;
// Returns a lope_end in words, "the mode was left"; "?" for others. Static text. From any thread.
LOPE_API const char *lope_end_text(uint32_t end);

// What must be true for an ability to start. All zero: it may start at any time. The first check that fails
// is the reason: what the input forbids, what blocks it, a free slot (LOPE_REFUSAL_FULL), then the conditions
// in this order, and last try_start. The moveset has a copy, of which the numbers are settings
// (lope_moveset_set).
typedef struct lope_conditions {
    // Bits by mode id: those in which it may start; 0: any. LOPE_REFUSAL_WRONG_MODE
    uint32_t modes;
    uint32_t media;   // LOPE_MEDIUM_...: those in which it may start; 0: any. LOPE_REFUSAL_MEDIUM
    uint32_t trigger; // lope_trigger: what its button asks for
    // In a mode on the ground, or not in one; both or none: either. LOPE_REFUSAL_IN_THE_AIR,
    // LOPE_REFUSAL_ON_THE_GROUND.
    bool grounded, airborne;
    bool coyote;   // coyote time counts as the ground: `modes` must have falling, or all
    bool restarts; // a press while it is at work starts it again, if all else allows it
    // s from a start until the next one, or until one of the charges comes back; 0: no limit.
    // LOPE_REFUSAL_COOLDOWN
    float cooldown;
    uint32_t charges; // starts that are there, and come back one by one; 0 is one. At most 255
    // Starts without the ground in between; 0: no limit. At most 255. LOPE_REFUSAL_USED_UP
    uint32_t uses_in_air;
    float stamina; // must be there, and is taken at the start. LOPE_REFUSAL_STAMINA
    // The standing capsule must fit where the character is. LOPE_REFUSAL_NO_ROOM, with the place in the
    // report's lope_refused.
    bool head_room;
    // s for which a press waits until it may start. The reason is told when it has waited in vain.
    float buffer;
} lope_conditions;

// Bits of lope_ask.needs.
//
// The input asks for a level way: the level part of lope_tick_wanted is not zero.
#define LOPE_NEEDS_INPUT (1u << 0)
// The character does not rise: its velocity has no part up.
#define LOPE_NEEDS_SINKING (1u << 1)
// Something that is no floor lies within `reach` on any side of the capsule, between `low` and `high`.
#define LOPE_NEEDS_WALL_AROUND (1u << 2)
// The same, ahead: in the direction that the input asks for, or without one in that of the facing. What lies
// behind the capsule's axis is not ahead.
#define LOPE_NEEDS_WALL_AHEAD (1u << 3)
// Such a wall ahead, and at it or within 0.35 m behind it something that faces up: what lope_tick_probe tells
// as a ledge.
#define LOPE_NEEDS_LEDGE_AHEAD (1u << 4)

#define LOPE_ASKS 2 // rows that an ability has

// When an ability that asks by itself has a reason to ask: a row of lope_ability.asks. All that a row names
// must be so. Zero in a member: it names nothing. A row must not leave out an instant at which try_start
// would start the ability without a press: what rows rule out is not asked, and nothing else is different.
//
// Lengths are in m, and hold for a character of 1.76 m and for any unit of the world: the library takes them
// wide enough for both rules of units above. `drop` is no more, and `reach`, `beyond` and `high` no less than
// is due.
typedef struct lope_ask {
    uint32_t modes;    // bits by mode id: those in which the row counts
    uint32_t held;     // LOPE_BUTTON_...: one of them is down
    uint32_t channels; // LOPE_CHANNEL_...: there is a body on one of them, near or far
    uint32_t with;     // bits by ability: one of them is at work
    uint32_t needs;    // LOPE_NEEDS_...
    float speed;       // m/s: the least level speed. Not looked at where something that moves is near
    float drop;        // m below the feet without a floor (lope_tick_floor_under)
    // m, of the walls and ledges that are needed: from the capsule; above the feet. low does not count for a
    // character that is not as high as it stands. high: 0 is the capsule's own part that upright walls can
    // touch.
    float reach, low, high;
    // m beyond `reach` where what moves counts too: queries meet it where it is at the tick's end, so it may
    // be nearer at this instant.
    float beyond;
} lope_ask;

// What an ability's functions are told of it. Lives during the call.
typedef struct lope_ability_self {
    const void *settings; // its settings in the moveset; NULL: it has none
    void *data;           // its own data_size bytes in the state, zero at the start; no pointers
    uint32_t *phase;      // its own number in the state, 0 at the start: for animations and debug pictures
    double seconds;       // s that it has been at work
    uint32_t id;          // its number in the moveset
    uint32_t button;      // its button
    uint32_t mode;        // number of the first of its own modes; the others follow. 0: it brings none
    bool pressed;         // at a start: a press asks for it, perhaps one that has waited; else it asks itself
} lope_ability_self;

// An ability. Static data of the game: it, its names and tables must outlive the moveset. With none of law,
// piece and passed, and no mode of its own, it ends in the instant of its start: a jump in the air, a blink.
typedef struct lope_ability {
    const char *name; // unique in the moveset, among modes too
    uint32_t version; // raised when its functions change what they do: in the moveset's hash
    uint32_t button;  // LOPE_BUTTON_...: a press asks; 0: it asks by itself, whenever it may start
    // Names of others, NULL at the end, or NULL. They may be added before or after this one.
    const char *const *blocks;  // those that cannot start while it is at work; "jump": no jump can
    const char *const *cancels; // those that end when it starts, before it does
    uint32_t goes_on_in;        // bits by mode id: modes in which it goes on, besides its own; 0: any
    uint16_t data_size;         // bytes of its own in the state, at most LOPE_ABILITY_DATA
    uint16_t settings_size;     // bytes of its settings
    uint32_t field_count;
    const lope_field *fields; // the table of its settings; other bytes of them are zero
    lope_conditions conditions;
    // Called when all conditions are met. It may look around, and write its own data. Returns
    // LOPE_REFUSAL_NONE: it starts; else why not: a lope_refusal, or LOPE_REFUSAL_GAME plus a number. Then it
    // must have changed nothing. An ability without `start` may do here what starts it; what it cancels then
    // ends afterwards. NULL: starts.
    uint32_t (*try_start)(lope_tick *tick, const lope_ability_self *self);
    // Rewrites the velocity law of the coming piece; must not change the tick or its data. NULL: leaves it.
    void (*law)(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law);
    // Returns the s that may run, of `left`, before `passed` is called again; 0 or less: it ends now. The
    // same instants at every tick rate keep the results the same. NULL: all of `left`.
    double (*piece)(const lope_tick *tick, const lope_ability_self *self, double left);
    // Called when `seconds` have passed, a piece or less; self->seconds counts them already. Returns false to
    // end it at this instant. NULL: it goes on.
    bool (*passed)(lope_tick *tick, const lope_ability_self *self, double seconds);
    // Called when it ends. NULL: nothing is to be done.
    void (*ended)(lope_tick *tick, const lope_ability_self *self, lope_end why);
    // Called when it starts, after what it cancels has ended: it may set a mode, resize, take the press. When
    // it sets a mode, it ends when that mode is left, but for another of its own and those of goes_on_in.
    // NULL: nothing is to be done.
    void (*start)(lope_tick *tick, const lope_ability_self *self);
    // Bits of groups, LOPE_GROUP_... and the game's own. While it is at work no other of its groups starts,
    // but for one that cancels it.
    uint32_t groups;
    uint32_t blocks_groups;  // it blocks all others of these groups
    uint32_t cancels_groups; // it cancels all others of these groups
    uint32_t traits;         // LOPE_ABILITY_...; 0: none
    // Modes of its own, NULL at the end, or NULL: added along with it, under numbers that follow each other.
    // A LOPE_REQUEST_MODE for one is refused.
    const lope_mode *const *modes;
    uint32_t more_buttons; // LOPE_BUTTON_...: others of which a press asks for it too
    uint32_t asks_in;      // bits by mode: modes in which it asks by itself too, besides its buttons
    // Writes when it has a reason to ask by itself, as its settings are, into at most LOPE_ASKS rows, which
    // are zero. Returns how many there are; an instant that suits any is asked. 0: with these settings
    // it never asks by itself. It is called when the moveset changes. NULL: it is asked in every tick.
    uint32_t (*asks)(const lope_moveset *moveset, uint32_t ability, lope_ask *rows);
} lope_ability;

// What the abilities of a moveset share. Its three numbers are settings of "stamina" (lope_moveset_set).
typedef struct lope_stamina {
    float most;     // 100: what a rested character has
    float recovery; // 20 1/s: how fast it comes back
    float delay;    // 1 s: after the last that was taken, until it begins to come back
} lope_stamina;

// ---- inside a tick

// Returns the settings of the mode that the character is in, as its table of fields describes them; NULL when
// it has none.
LOPE_API const void *lope_tick_settings(const lope_tick *tick);
// Returns the character's moveset: its curves, its abilities and their settings.
LOPE_API const lope_moveset *lope_tick_moveset(const lope_tick *tick);
// Returns true when the ability of that number is at work.
LOPE_API bool lope_tick_ability_is_on(const lope_tick *tick, uint32_t ability);
// Ends an ability that is at work, with LOPE_END_INTERRUPTED; its `ended` runs at once. Returns false when it
// was not at work.
LOPE_API bool lope_tick_end_ability(lope_tick *tick, uint32_t ability);
// Returns the stamina that is left at this instant.
LOPE_API double lope_tick_stamina(const lope_tick *tick);
// Takes stamina, as a sprint does while it lasts. Returns false, with nothing taken, when there is less.
LOPE_API bool lope_tick_take_stamina(lope_tick *tick, double amount);
// Keeps an ability from starting for `seconds` from now, beside its cooldown: LOPE_REFUSAL_COOLDOWN. A wait
// that is longer stays. What is at work goes on.
LOPE_API void lope_tick_cool_down(lope_tick *tick, uint32_t ability, double seconds);
// Keeps the character from walking off ledges while the ability is at work, as with the tuning's
// can_walk_off_ledges off. In the ability's `start` alone.
LOPE_API void lope_tick_guard_ledges(lope_tick *tick);
// Says which of an ability's queries refuses, before its try_start returns why, or before a mode of its own
// tells it by lope_tick_refuse: it stands in the report's lope_refused. query: by the ability's own count,
// from 1. point: m, where. body: what was met there, or LOPE_BODY_NONE.
LOPE_API void lope_tick_refused_by(lope_tick *tick, uint32_t query, lope_point point, uint64_t body);

#ifdef __cplusplus
}
#endif
#endif
