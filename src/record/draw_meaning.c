// draw_meaning.c - the meaning of the colours of debug draw.
//
// scripts/draw_colors.py makes the table of docs/guide/06-seeing.md and its swatches from this one.
#include <lope/draw.h>

// What a colour stands for.
typedef struct meaning {
    uint32_t color; // 0xRRGGBBAA
    const char *name, *text;
} meaning;

static const meaning meanings[LOPE_DRAW_MEANING_COUNT] = {
    [LOPE_DRAW_WALKING] = {0x3f83d6ff, "walking", "capsule of a character that walks"},
    [LOPE_DRAW_FALLING] = {0xe3b341ff, "falling", "capsule of a character in the air"},
    [LOPE_DRAW_RESTING] = {0x66707aff, "resting", "capsule of a character that does not move by itself"},
    [LOPE_DRAW_FACING] = {0xb4e04cff, "facing", "the way it looks"},
    [LOPE_DRAW_VELOCITY] = {0x1bb0c4ff, "velocity", "its velocity after the tick"},
    [LOPE_DRAW_INPUT] = {0xd6499bff, "input", "the direction that is asked for"},
    [LOPE_DRAW_TRAIL] = {0x7aa2f7ff, "trail", "where its feet went"},
    [LOPE_DRAW_SWEPT] = {0x8d97a5ff, "swept", "the way of a query on which nothing decided"},
    [LOPE_DRAW_BLOCKED] = {0xf28a1eff, "blocked", "where a query was stopped, and by what"},
    [LOPE_DRAW_PENETRATING] = {0xe23b3bff, "penetrating", "overlap, and a character that is stuck"},
    [LOPE_DRAW_FLOOR_WALKABLE] = {0x2fae62ff, "floor walkable", "floor that it may stand on"},
    [LOPE_DRAW_FLOOR_STEEP] = {0xa25be0ff, "floor steep", "floor that it may not stand on"},
    [LOPE_DRAW_STEP] = {0xffffffff, "step", "a step up that was taken"},
    [LOPE_DRAW_STEP_FAILED] = {0xff8787ff, "step failed", "a step up that was refused"},
    [LOPE_DRAW_CONTACT] = {0xffe066ff, "contact", "the point of a hit, and its normal"},
    [LOPE_DRAW_MOVING] = {0x63e6beff, "moving", "bodies that move near by, and other characters"},
    [LOPE_DRAW_WATER] = {0x2f4bffff, "water", "water that it is in or near"},
    [LOPE_DRAW_VOLUME] = {0xc9a9ffff, "volume", "volumes with a gravity, fluid friction or terminal speed of their own"},
    [LOPE_DRAW_TRIGGER] = {0xcfa57aff, "trigger", "volumes that only tell which characters are in them"},
    [LOPE_DRAW_EVENT] = {0xff79e1ff, "event", "what happened, where it did"},
    [LOPE_DRAW_TEXT] = {0xfff3bfff, "text", "the line over its head, and the name of what it stands on"},
    [LOPE_DRAW_TRAJECTORY] = {0x0a6e7dff, "trajectory", "where it will be in the next second, and how it will face"},
    [LOPE_DRAW_MARK] = {0xff5500ff, "mark", "where it will stop, turn back, land or be highest"},
    [LOPE_DRAW_FOOT] = {0x9c6644ff, "foot", "the floor under a foot; dashed where it comes down next"},
};

const char *lope_draw_meaning_name(uint32_t meaning) { return meaning < LOPE_DRAW_MEANING_COUNT ? meanings[meaning].name : "?"; }
const char *lope_draw_meaning_text(uint32_t meaning) { return meaning < LOPE_DRAW_MEANING_COUNT ? meanings[meaning].text : ""; }
uint32_t lope_draw_color(uint32_t meaning) { return meaning < LOPE_DRAW_MEANING_COUNT ? meanings[meaning].color : 0; }
