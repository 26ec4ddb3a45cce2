// 05-your-own-world.c - surroundings of one's own: a hilly field of which no triangle is ever stored.
//
// A character asks what is near; the answer is made up on the spot, two triangles for each square metre that it touches.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Whole metres only, so neighbouring squares agree on their corners to the bit.
static float height_at(int x, int z) { return 0.125f * (float)((x * x + 3 * z * z) % 4); }

static lope_vec3 corner(int x, int z) { return lope_vec3_make((float)x, height_at(x, z), (float)z); }

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    (void)context;
    if (kind != LOPE_STATIC || !(filter.channels & LOPE_CHANNEL_SOLID)) return LOPE_OK; // nothing here moves
    if (bounds->upper.y < 0 || bounds->lower.y > 0.375) return LOPE_OK;                 // all of the field lies between

    lope_sink_body field = {.id = 1, .pose.rotation = lope_quat_identity()};
    lope_sink_begin(sink, &field);
    for (int z = (int)floor(bounds->lower.z); z <= (int)floor(bounds->upper.z); ++z) {
        for (int x = (int)floor(bounds->lower.x); x <= (int)floor(bounds->upper.x); ++x) {
            lope_vec3 a = corner(x, z), b = corner(x, z + 1), c = corner(x + 1, z + 1), d = corner(x + 1, z);
            // A stable number for each triangle: it decides ties, and stands in states and hits.
            uint32_t square = ((uint32_t)(x + 8192) << 14 | (uint32_t)(z + 8192)) & 0x0fffffffu;
            lope_sink_triangle(sink, a, b, c, 2 * square, true); // counter-clockwise seen from above; two-sided: a sheet
            lope_sink_triangle(sink, a, c, d, 2 * square + 1, true);
        }
    }
    return LOPE_OK;
}

// The field never changes, so what was gathered may be kept from tick to tick.
static uint64_t static_revision(void *context)
{
    (void)context;
    return 1;
}

int main(void)
{
    lope_surroundings hills = {.gather = gather, .static_revision = static_revision};
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) return 1;

    // The pure function, without a world around it: state in, state out.
    lope_state state;
    lope_state_init(&state, &(lope_state_def){.feet = {0.5, 2, 0.5}});
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_input input = {.move = {1, 0, 0}};
    lope_state kept = state;
    for (int tick = 0; tick < 300; ++tick) {
        if (tick == 200) kept = state; // saving a state is an assignment
        if (lope_move(&state, &input, &moveset, &hills, nearby, 1.0f / 60.0f, NULL) != LOPE_OK) return 1;
    }
    uint64_t first = lope_state_hash(&state);

    // Rollback: the same hundred ticks again from the kept state, with a nearby that remembers nothing.
    lope_nearby_clear(nearby);
    for (int tick = 200; tick < 300; ++tick) lope_move(&kept, &input, &moveset, &hills, nearby, 1.0f / 60.0f, NULL);
    uint64_t second = lope_state_hash(&kept);

    printf("after 5 s: %.2f %.2f %.2f, %s, hash %016llx\n", state.feet.x, state.feet.y, state.feet.z, lope_mode_name(state.mode),
           (unsigned long long)first);
    bool above = state.feet.y > -0.01 && state.feet.y < 3;
    bool walked = state.feet.x > 5;
    lope_nearby_destroy(nearby);
    return above && walked && first == second ? 0 : 1;
}
