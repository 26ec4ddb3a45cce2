// digest.c - two states of fixed numbers, and their digests: what the two ends of a match compare.
//
// No member is the same from either end, so a digest of words in a machine's own byte order differs, and so
// does one of members that have changed places. All numbers are exact in a float. Read next: golden.h.
#include "fold.h"
#include "golden.h"

static void fill_walker(lope_state *s)
{
    *s = (lope_state){.feet = {1.5, -2.25, 3000000.125},
                      .floor = {.body = UINT64_C(0x0102030405060708),
                                .distance = 0.0078125,
                                .normal = {0.25f, 0.75f, -0.5f},
                                .plane = {0.125f, 0.875f, -0.375f},
                                .triangle = 0x01020304,
                                .material = 0x11121314,
                                .walkable = 1,
                                .kind = LOPE_FLOOR_RIM},
                      .velocity = {4.5f, -0.0625f, -7.25f},
                      .up = {0.0f, 1.0f, -0.0f},
                      .radius = 0.34375f,
                      .height = 1.765625f,
                      .gravity = {0.5f, -9.8125f, 0.25f},
                      .forward = {0.625f, 0.0f, -0.78125f},
                      .yaw = -1.25f,
                      .pitch = 0.375f,
                      .roll = 0.03125f,
                      .look_yaw = 2.75f,
                      .look_pitch = -0.6875f,
                      .mode = LOPE_MODE_WALKING,
                      .held = 0x00010005,
                      .jump_count = 2,
                      .ticks = 0x00345678,
                      .event_sequence = 0x00012345,
                      .stuck_ticks = 3,
                      .channels = 0x00020003,
                      .overlap_channels = 0x00040001,
                      .water = 1,
                      .immersion = 0.40625f,
                      .standing_height = 1.796875f,
                      .acceleration = 20.5f,
                      .knockback_left = 0.1875f,
                      .distance_walked = 12345.0625,
                      .stuck_body = UINT64_C(0x1112131415161718),
                      .own_body = UINT64_C(0x2122232425262728),
                      .last_hit_body = UINT64_C(0x3132333435363738),
                      .other_hit_body = UINT64_C(0x4142434445464748),
                      .coyote_left = 0.0546875f,
                      .jump_buffer_left = 0.0703125f,
                      .jump_hold_time = 0.1015625f,
                      .jump_force_left = 0.1171875f,
                      .jump_start = -17.03125,
                      .last_hit_left = 0.0859375f,
                      .other_hit_left = 0.0390625f,
                      .carried_yaw = -0.21875f,
                      .step_debt = 0.015625f,
                      .flags = 0x00000c01};
}

static void fill_layer(lope_active_layer *layer, float first)
{
    *layer = (lope_active_layer){.start = {(double)first - 0.75, 1.03125, 40000.5},
                                 .duration = (double)first + 0.5,
                                 .time = (double)first + 0.25,
                                 .id = 0x51525354,
                                 .kind = LOPE_LAYER_VELOCITY,
                                 .flags = 0x80000002,
                                 .priority = -7,
                                 .velocity = {first + 1.0f, first + 2.0f, first + 3.0f},
                                 .finish_velocity = {first + 4.0f, first - 5.0f, first + 6.0f},
                                 .span = {first + 0.0625f, first - 0.1875f, first + 0.3125f},
                                 .strength = 0.4375f,
                                 .height = 2.125f,
                                 .radius = 3.625f,
                                 .curve = 0x00000203,
                                 .finish = 1};
}

// Fills every page.
static void fill_pages(lope_state *s)
{
    s->base_body = UINT64_C(0x6162636465666768);
    s->base_point = (lope_point){-0.5, 0.25, 12.0625};
    s->base_rotation = (lope_quat){0.5f, -0.5f, 0.25f, 0.75f};
    s->base_velocity = (lope_vec3){1.125f, -2.5f, 0.3125f};
    for (uint32_t i = 0; i < LOPE_OVERLAPS; i++) s->overlaps[i] = UINT64_C(0x7172737475767700) + i;
    for (uint32_t i = 0; i < LOPE_OVERLAPS; i++) s->overlap_parts[i] = 0x01030507 + i;
    s->overlap_count = LOPE_OVERLAPS;
    for (uint32_t i = 0; i < LOPE_LAYERS; i++) fill_layer(&s->layers[i], (float)(8 * i));
    s->layer_velocity = (lope_vec3){-1.75f, 0.15625f, 6.5f};
    s->layer_count = LOPE_LAYERS;
    for (uint32_t i = 0; i < LOPE_MODE_DATA / 4; i++) s->mode_data[i] = 0x81828300 + i;
    s->crush_points[0] = (lope_vec3){0.875f, -0.09375f, 5.75f};
    s->crush_points[1] = (lope_vec3){-3.25f, 0.71875f, 1.375f};
    s->crush_body = UINT64_C(0x9192939495969798);
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        s->abilities[i] = (lope_active_ability){
            .id = (uint16_t)(0x0102 + i), .flags = (uint16_t)(0x0a0b + i), .phase = 0x00c0d0e0 + i, .seconds = 1.0625 + i};
        for (uint32_t k = 0; k < LOPE_ABILITY_DATA / 4; k++) s->abilities[i].data[k] = 0xa1a2a300 + 32 * i + k;
    }
    for (uint32_t i = 0; i < LOPE_GAUGES; i++)
        s->gauges[i] = (lope_gauge){.cooldown = 0.25f + (float)i,
                                    .buffer = 0.125f + (float)i,
                                    .charges = (uint8_t)(1 + i),
                                    .uses = (uint8_t)(65 + i),
                                    .why = (uint16_t)(0x0304 + i)};
    s->stamina_used = 33.5f;
    s->stamina_delay = 0.8125f;
    s->taken_buttons = 0x00000102;
    s->pages = LOPE_PAGES_ALL;
}

uint64_t golden_digest(golden_digests *digests)
{
    lope_state state;
    fill_walker(&state);
    digests->walker = lope_state_digest(&state);
    fill_pages(&state);
    digests->all_pages = lope_state_digest(&state);
    return fold_u64(fold_u64(FOLD_START, digests->walker), digests->all_pages);
}
