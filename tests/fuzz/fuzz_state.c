// fuzz_state.c - packed and saved states from any bytes. In one half of the inputs the bytes are read as they
// are; in the other they change the bytes of a random state here and there, and a save's hash is made anew,
// so that what stands in it is looked at. What is taken keeps the rule of pages, gives the same bytes again,
// and is moved for a tick. Nothing may crash; refusals must name a field.
//
// Read next: bytes.h, replay.c, ../../src/character/state/state_pack.c and save.c.
#include "bytes.h"

#include "../behaviour/clean_state.h"
#include "base/hash.h"
#include "character/state/pages.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST_CHANGES 8
#define ROOM 4096 // bytes of a saved state and more

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what)
{
    fprintf(stderr, "INVARIANT state: %s\n", what);
    abort();
}

// A block of exactly that size: a read beyond it is seen.
static uint8_t *copy_of(const uint8_t *data, size_t size)
{
    uint8_t *block = malloc(size ? size : 1);
    if (!block) exit(0);
    if (size) memcpy(block, data, size);
    return block;
}

static void change(bytes *b, uint8_t *data, size_t size)
{
    const uint32_t changes = bytes_pick(b, MOST_CHANGES + 1);
    for (uint32_t i = 0; i < changes; i++) {
        const size_t at = bytes_u32(b) % size;
        data[at] = bytes_one_in(b, 2) ? (uint8_t)bytes_u8(b) : (uint8_t)(data[at] ^ 1u << bytes_pick(b, 8));
    }
}

static void check_rule(const lope_state *state)
{
    const char *fault = lope_pages_fault(state);
    if (fault) broken(fault);
}

static void unpack(const uint8_t *data, size_t size)
{
    lope_state state, again;
    uint8_t bytes[sizeof state];
    uint8_t *block = copy_of(data, size);
    const lope_result result = lope_state_unpack(&state, block, size);
    free(block);
    if (result != LOPE_OK) return;
    check_rule(&state);
    if (lope_state_pack(&state, bytes) != size || memcmp(bytes, data, size) != 0) broken("packed again it is something else");
    if (lope_state_unpack(&again, bytes, size) != LOPE_OK || memcmp(&again, &state, sizeof state) != 0)
        broken("unpacked again it is something else");
    if (lope_state_digest(&again) != lope_state_digest(&state)) broken("another digest");
    if (lope_state_hash(&again) != lope_state_hash(&state)) broken("another hash");
}

// A tick on a floor.
static void move(const lope_state *from, bytes *b)
{
    static lope_level *level;
    static lope_nearby *nearby;
    static lope_moveset moveset;
    if (!level) {
        const lope_tuning tuning = lope_tuning_default();
        level = lope_level_create(NULL);
        nearby = lope_nearby_create(NULL);
        if (!level || !nearby || lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) exit(0);
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {40, 1, 40}});
    }
    lope_state state = *from;
    if (bytes_one_in(b, 2)) state.feet = lope_point_make(bytes_between(b, -20, 20), bytes_between(b, -1, 2), 0);
    const lope_state before = state;
    const lope_surroundings around = lope_level_surroundings(level);
    const lope_input input = {.move = {0, 0, -1}, .held = bytes_pick(b, 4)};
    if (lope_move(&state, &input, &moveset, &around, nearby, 1.0f / 60.0f, NULL) == LOPE_OK)
        check_rule(&state);
    else if (memcmp(&state, &before, sizeof state) != 0)
        broken("a refused tick has changed the state");
}

static void read_save(const uint8_t *data, size_t size, bytes *b)
{
    lope_state state, again;
    lope_error error = {LOPE_OK, "", ""};
    uint8_t bytes[ROOM];
    size_t used = 0, written = 0;
    uint8_t *block = copy_of(data, size);
    const lope_result result = lope_state_read(&state, block, size, &used, &error);
    free(block);
    if (result != LOPE_OK) {
        if (error.code == LOPE_OK || error.field[0] == 0 || error.text[0] == 0) broken("a refusal without a reason");
        return;
    }
    if (used > size) broken("more was used than there is");
    check_rule(&state);
    if (lope_state_write(&state, bytes, sizeof bytes, &written, &error) != LOPE_OK) broken("what was read is not written");
    if (data[8] == LOPE_SAVE_VERSION && (written != used || memcmp(bytes, data, used) != 0))
        broken("written again it is something else");
    if (lope_state_read(&again, bytes, written, NULL, &error) != LOPE_OK || memcmp(&again, &state, sizeof state) != 0)
        broken("read again it is something else");
    move(&state, b);
}

static void mend(uint8_t *data, size_t size)
{
    const uint64_t hash = lope_hash_bytes(LOPE_HASH_START, data, size - 8);
    for (uint32_t i = 0; i < 8; i++) data[size - 8 + i] = (uint8_t)(hash >> 8 * i & 255u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const uint32_t choice = data[0] & 3u;
    bytes b = bytes_open(data + 1, size - 1);
    if (choice == 0) unpack(data + 1, size - 1);
    if (choice == 1) read_save(data + 1, size - 1, &b);
    if (choice < 2) return 0;
    lope_state state;
    uint8_t made[ROOM];
    size_t length = 0;
    uint32_t seed = bytes_u32(&b) | 1u;
    clean_state_random(&state, bytes_u8(&b) & LOPE_PAGES_ALL, &seed);
    if (choice == 2) {
        length = lope_state_pack(&state, made);
        change(&b, made, length);
        unpack(made, length - bytes_pick(&b, 2));
        return 0;
    }
    if (lope_state_write(&state, made, sizeof made, &length, NULL) != LOPE_OK) broken("a random state is not written");
    change(&b, made, length);
    if (!bytes_one_in(&b, 8)) mend(made, length);
    read_save(made, length, &b);
    return 0;
}
