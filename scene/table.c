// table.c - the table that `lope run` ends with: where each character ended, how, and after what.
//
// Two passes over the same cells: one measures the columns, one prints them. Read next: run.c.
#include "table.h"

#include "reason.h"

#include <string.h>

#define MOST_ROWS 20u
#define COLUMNS (6u + (unsigned)LOPE_MODES)
#define CELL 256

typedef struct table {
    const lope_scene_player *player;
    const char *modes[LOPE_MODES]; // names of those that somebody was in; of two modes of one id the first one's
    unsigned width[COLUMNS];
    FILE *out; // NULL while the columns are measured
} table;

// Characters of UTF-8, not bytes.
static unsigned width_of(const char *text)
{
    unsigned width = 0;
    for (; *text != 0; text++) width += ((unsigned char)*text & 0xC0) != 0x80 ? 1u : 0u;
    return width;
}

static void put(table *t, unsigned column, const char *text, bool right)
{
    unsigned width = width_of(text);
    if (t->out == NULL) {
        if (width > t->width[column]) t->width[column] = width;
        return;
    }
    unsigned blank = t->width[column] - width;
    if (column > 0) fputs("  ", t->out);
    if (right)
        fprintf(t->out, "%*s%s", (int)blank, "", text);
    else
        fprintf(t->out, "%s%*s", text, (int)blank, "");
}

static void events_text(const lope_scene_actor *actor, char *text, size_t size)
{
    text[0] = 0;
    for (uint32_t kind = 1; kind < LOPE_EVENT_KIND_COUNT; kind++) {
        size_t used = strlen(text);
        if (actor->events[kind] == 0 || used + 40 > size) continue;
        snprintf(text + used, size - used, "%s%llu %s", used > 0 ? ", " : "", (unsigned long long)actor->events[kind],
                 lope_event_name(kind));
    }
    size_t used = strlen(text);
    if (actor->events_dropped > 0 && used + 40 <= size) {
        snprintf(text + used, size - used, " (%llu more not kept)", (unsigned long long)actor->events_dropped);
    }
    if (text[0] == 0) snprintf(text, size, "none");
}

static void put_number(table *t, unsigned column, double value, const char *format)
{
    char cell[CELL];
    // Rounded first, so that what prints as 0 has no sign.
    if (value > -0.0005 && value < 0.0005) value = 0.0;
    snprintf(cell, sizeof cell, format, value);
    put(t, column, cell, true);
}

static void put_row(table *t, const lope_scene_actor *actor)
{
    const lope_state *state = lope_character_state(actor->handle);
    lope_point feet = lope_scene_player_to_file(t->player, state->feet);
    char events[CELL];
    put(t, 0, actor->name, false);
    put_number(t, 1, feet.x, "%.3f");
    put_number(t, 2, feet.y, "%.3f");
    put_number(t, 3, feet.z, "%.3f");
    put(t, 4, lope_moveset_mode_name(&actor->from->moveset, state->mode), false);
    put_number(t, 5, state->distance_walked, "%.2f m");
    for (unsigned i = 0; i < LOPE_MODES; i++) {
        if (t->modes[i]) put_number(t, 6 + i, actor->mode_time[i], "%.2f s");
    }
    events_text(actor, events, sizeof events);
    if (t->out != NULL) fprintf(t->out, "  %s\n", events);
}

static void put_head(table *t)
{
    static const char *const heads[] = {"character", "x", "y", "z", "mode", "walked"};
    for (unsigned i = 0; i < 6; i++) put(t, i, heads[i], i != 0 && i != 4);
    for (unsigned i = 0; i < LOPE_MODES; i++) {
        if (t->modes[i]) put(t, 6 + i, t->modes[i], true);
    }
    if (t->out != NULL) fputs("  events\n", t->out);
}

static void put_all(table *t)
{
    uint32_t count = lope_scene_player_actor_count(t->player);
    put_head(t);
    for (uint32_t i = 0; i < count && i < MOST_ROWS; i++) put_row(t, lope_scene_player_actor(t->player, i));
}

// What the rows that do not fit come to.
static void print_rest(const table *t, FILE *out)
{
    const lope_scene_player *player = t->player;
    uint32_t count = lope_scene_player_actor_count(player);
    uint32_t modes[LOPE_MODES] = {0};
    double walked = 0.0;
    if (count <= MOST_ROWS) return;
    for (uint32_t i = MOST_ROWS; i < count; i++) {
        const lope_state *state = lope_character_state(lope_scene_player_actor(player, i)->handle);
        if (state->mode < LOPE_MODES) modes[state->mode]++;
        walked += state->distance_walked;
    }
    fprintf(out, "and %u more:", (unsigned)(count - MOST_ROWS));
    for (uint32_t i = 0; i < LOPE_MODES; i++) {
        if (modes[i] > 0) fprintf(out, " %u %s,", (unsigned)modes[i], t->modes[i] ? t->modes[i] : lope_mode_name(i));
    }
    fprintf(out, " %.2f m walked on average\n", walked / (double)(count - MOST_ROWS));
}

// Of each character in the table, why it stopped or fell.
static void print_reasons(const lope_scene_player *player, FILE *out)
{
    char text[640];
    bool first = true;
    for (uint32_t i = 0; i < lope_scene_player_actor_count(player) && i < MOST_ROWS; i++) {
        if (!lope_scene_reason_text(player, i, text, sizeof text)) continue;
        fprintf(out, "%s%s %s\n", first ? "\n" : "", lope_scene_player_actor(player, i)->name, text);
        first = false;
    }
}

void lope_scene_print_hash(const lope_scene_player *player, FILE *out)
{
    fprintf(out, "hash %016llx\n", (unsigned long long)lope_world_hash(lope_scene_player_world(player)));
}

void lope_scene_print_table(const lope_scene_player *player, FILE *out)
{
    table t = {.player = player};
    uint32_t count = lope_scene_player_actor_count(player);
    uint64_t ticks = lope_scene_player_ticks(player), steps = lope_scene_player_steps(player);
    for (uint32_t i = 0; i < count; i++) {
        const lope_scene_actor *actor = lope_scene_player_actor(player, i);
        for (unsigned k = 0; k < LOPE_MODES; k++)
            if (!t.modes[k] && actor->mode_time[k] > 0.0) t.modes[k] = lope_moveset_mode_name(&actor->from->moveset, k);
    }
    fprintf(out, "%s: %.6g s at %.6g ticks a second\n\n", lope_scene_player_scenario(player)->name,
            lope_scene_player_time(player), lope_scene_player_rate(player));
    put_all(&t);
    t.out = out;
    put_all(&t);
    print_rest(&t, out);
    print_reasons(player, out);
    double spent = steps > 0 ? lope_scene_player_seconds_spent(player) * 1e6 / (double)steps : 0.0;
    fprintf(out, "\n%llu ticks, %u character%s, %.2f microseconds per character-tick\n", (unsigned long long)ticks,
            (unsigned)count, count == 1 ? "" : "s", spent);
    lope_scene_print_hash(player, out);
}
