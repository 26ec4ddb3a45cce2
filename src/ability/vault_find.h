// vault_find.h - the search for an obstacle to vault over, and the closed form of the way.
//
// Read next: vault.c.
#ifndef LOPE_ABILITY_VAULT_FIND_H
#define LOPE_ABILITY_VAULT_FIND_H

#include <lope/tick.h>
#include <lope/vault.h>

// What the mode keeps in the state. Vectors are in the frame of the body; lengths and heights from `end`.
typedef struct lope_vault_data {
    lope_body_pose end;     // the feet at the end
    double time;            // s since the start
    float seconds, scale;   // that it takes; of all lengths
    float rise, over, fall; // m of level way in the three parts
    float low, high;        // m, heights at the start and over the obstacle
    lope_vec3 ahead, up;    // unit
    lope_vec3 aside;        // m, of the start from the plan's: taking hold may have put the feet elsewhere
    float speed;            // m/s afterwards
    uint32_t reserved;      // 0: no padding in the state
} lope_vault_data;

// What a search works with.
typedef struct lope_vault_search {
    const lope_vault_settings *settings;
    lope_point feet, direction, brought; // m, in the world, as they are to the obstacle; unit, level
    double scale, speed;
    uint32_t kind;
} lope_vault_search;

#define LOPE_VAULT_OVER_ENDS 0.7 // share of the time from which on it comes down

// Returns the feet's offset from the end after a time, in the frame of ahead and up. floor: m, how high the
// floor behind is above the end by then.
lope_point lope_vault_offset(const lope_vault_data *data, double time, double floor);

// Returns what the search needs to find any obstacle: a wall where it looks ahead.
lope_ask lope_vault_asks(const lope_vault_settings *settings);

// Finds the lowest obstacle that suits. Returns LOPE_REFUSAL_NONE with the plan in the world and the
// obstacle's body, or why not: the place of the refusal is told.
uint32_t lope_vault_find(lope_tick *tick, lope_vault_search *search, lope_vault_data *data, uint64_t *body);

#endif
