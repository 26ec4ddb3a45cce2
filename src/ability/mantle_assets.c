// mantle_assets.c - the mantle's settings and assets.
//
// The numbers are those of ALS-Community's assets, decoded: Mantle_2m_Default and Mantle_1m_..., with their
// correction curves. Each of those curves is one cubic with level ends, so two times say all. The lookup by
// height is linear between two heights, and held beyond them. The low mantle of 0.5 m takes 0.5 s, from 1 m
// on 1 s; the high one 1.25 s up to 1.25 m, and 1.75 s from 2 m on. Read next: mantle_way.c.
#include "mantle_assets.h"

#define AT(member) offsetof(lope_mantle_settings, member)
#define NUMBER(NAME, UNIT, HIGH, INITIAL, MEMBER, TEXT)                                                  \
    {                                                                                                    \
        .name = NAME, .unit = UNIT, .text = TEXT, .high = HIGH, .initial = INITIAL, .offset = AT(MEMBER) \
    }
// The rows of one asset. P: the beginning of their names. M: the member.
#define ASSET(P, M, DOWN, LOW, RATE, LOW_START, HIGH, LENGTH, X0, X1, Y0, Y1, Z0, Z1, WARP0, WARP1)                          \
    NUMBER(P "_back", "m", 10, 0.65f, M.back, "How far before its end the animation begins"),                                \
        NUMBER(P "_down", "m", 10, DOWN, M.down, "How far below its end the animation begins"),                              \
        NUMBER(P "_low_height", "m", 10, LOW, M.low_height, "Height for which low_rate and low_start hold"),                 \
        {.name = P "_low_rate",                                                                                              \
         .text = "Play rate at low_height",                                                                                  \
         .low = 0.01f,                                                                                                       \
         .high = 100,                                                                                                        \
         .initial = RATE,                                                                                                    \
         .offset = AT(M.low_rate)},                                                                                          \
        NUMBER(P "_low_start", "s", 10, LOW_START, M.low_start, "Where the animation starts at low_height"),                 \
        NUMBER(P "_high_height", "m", 10, HIGH, M.high_height, "Height for which high_rate and high_start hold"),            \
        {.name = P "_high_rate",                                                                                             \
         .text = "Play rate at high_height",                                                                                 \
         .low = 0.01f,                                                                                                       \
         .high = 100,                                                                                                        \
         .initial = RATE,                                                                                                    \
         .offset = AT(M.high_rate)},                                                                                         \
        NUMBER(P "_high_start", "s", 10, 0, M.high_start, "Where the animation starts at high_height"),                      \
        NUMBER(P "_length", "s", 60, LENGTH, M.length, "Where the animation ends"),                                          \
        NUMBER(P "_position_from", "s", 60, X0, M.position_from, "Where the position begins to follow the animation"),       \
        NUMBER(P "_position_to", "s", 60, X1, M.position_to, "Where the position is that of the end"),                       \
        NUMBER(P "_level_from", "s", 60, Y0, M.level_from, "Where the level correction and the turn begin"),                 \
        NUMBER(P "_level_to", "s", 60, Y1, M.level_to, "Where the level correction and the turn are done"),                  \
        NUMBER(P "_upward_from", "s", 60, Z0, M.upward_from, "Where the upward correction begins"),                          \
        NUMBER(P "_upward_to", "s", 60, Z1, M.upward_to, "Where the upward correction is done"),                             \
        NUMBER(P "_blend_in", "s", 10, 0.2f, M.blend_in, "How long the body takes from its own place to the animation's"),   \
        NUMBER(P "_warp_from", "s", 60, WARP0, M.warp_from, "Way root: where the start's frame begins to become the end's"), \
        NUMBER(P "_warp_to", "s", 60, WARP1, M.warp_to, "Way root: where the frame is that of the end")

static const char *const ways[] = {"clear", "als", "root", NULL};

const lope_field lope_mantle_fields[LOPE_MANTLE_FIELDS] = {
    {.name = "way", .text = "How the body goes up", .kind = LOPE_FIELD_ENUM, .choices = ways, .offset = AT(way)},
    NUMBER("ledge_height_least", "m", 100, 0.5f, ledge_height_least, "Lowest ledge above the feet, from the ground"),
    NUMBER("ledge_height_most", "m", 100, 2.5f, ledge_height_most, "Highest ledge above the feet, from the ground"),
    NUMBER("air_ledge_height_least", "m", 100, 0.5f, air_ledge_height_least, "Lowest ledge above the feet, in the air"),
    NUMBER("air_ledge_height_most", "m", 100, 1.5f, air_ledge_height_most, "Highest ledge above the feet, in the air"),
    NUMBER("reach", "m", 10, 0.75f, reach, "How far the wall may be from the capsule's axis, on the ground"),
    NUMBER("air_reach", "m", 10, 0.7f, air_reach, "How far the wall may be from the capsule's axis, in the air"),
    NUMBER("high_above", "m", 100, 1.25f, high_above, "A higher ledge takes the high asset"),
    NUMBER("into", "m", 10, 0.15f, into, "How far behind the edge the feet come to stand"),
    {.name = "slope_limit",
     .unit = "rad",
     .text = "Steeper tops are not taken",
     .kind = LOPE_FIELD_ANGLE,
     .high = 1.5707963f,
     .initial = 0.61086524f,
     .offset = AT(slope_limit)},
    NUMBER("max_ledge_speed", "m/s", 1000, 0, max_ledge_speed, "A faster ledge is not taken; 0: any is. ALS: 0.1"),
    NUMBER("ground_clearance", "m", 100, 0.7f, ground_clearance, "In the air, a ledge with a floor nearer below it is not taken"),
    {.name = "auto_in_air",
     .text = "It starts by itself in the air",
     .kind = LOPE_FIELD_BOOL,
     .high = 1,
     .initial = 1,
     .offset = AT(auto_in_air)},
    {.name = "variant", .text = "Number that chooses the animation", .kind = LOPE_FIELD_INT, .offset = AT(variant)},
    {.name = "mantle_channels",
     .text = "Channels of walls that may be mantled; 0: those that the character collides with",
     .kind = LOPE_FIELD_INT,
     .low = -2147483648.0f,
     .high = 2147483520.0f,
     .offset = AT(mantle_channels)},
    {.name = "stand_channels",
     .text = "Channels of tops that may be stood upon; 0: those that the character collides with",
     .kind = LOPE_FIELD_INT,
     .low = -2147483648.0f,
     .high = 2147483520.0f,
     .offset = AT(stand_channels)},
    {.name = "root_forward",
     .text = "Way root: 1 + the curve of the root's forward way; 0: of the asset's numbers",
     .kind = LOPE_FIELD_INT,
     .high = LOPE_CURVES,
     .offset = AT(root_forward)},
    {.name = "root_up",
     .text = "Way root: 1 + the curve of the root's upward way; 0: of the asset's numbers",
     .kind = LOPE_FIELD_INT,
     .high = LOPE_CURVES,
     .offset = AT(root_up)},
    ASSET("low", low, 1, 0.5f, 1, 0.5f, 1, 1, 0.3f, 0.7f, 0.1f, 0.4f, 0.3f, 0.6f, 0.3f, 0.7f),
    ASSET("high", high, 2, 1.25f, 1.2f, 0.6f, 2, 2.1f, 0.333f, 1, 0, 0.3f, 0.333f, 0.7f, 0.3f, 0.6f),
};

void lope_mantle_settings_default(lope_mantle_settings *settings)
{
    for (uint32_t i = 0; i < LOPE_MANTLE_FIELDS; i++) {
        const lope_field *field = &lope_mantle_fields[i];
        unsigned char *at = (unsigned char *)settings + field->offset;
        if (field->kind == LOPE_FIELD_FLOAT || field->kind == LOPE_FIELD_ANGLE)
            *(float *)(void *)at = field->initial;
        else
            *(int32_t *)(void *)at = (int32_t)field->initial;
    }
}

const lope_mantle_asset *lope_mantle_asset_of(const lope_mantle_data *data, const lope_mantle_settings *settings)
{
    return data->high ? &settings->high : &settings->low;
}

// Returns a number between two, as x goes from `low` to `high`.
static double map(double x, double low, double high, double at_low, double at_high)
{
    if (x <= low || high <= low) return x <= low ? at_low : at_high;
    return x >= high ? at_high : at_low + (at_high - at_low) * (x - low) / (high - low);
}

void lope_mantle_choose(const lope_mantle_settings *settings, lope_mantle_data *data)
{
    data->high = data->kind != LOPE_MANTLE_LOW;
    const lope_mantle_asset *asset = lope_mantle_asset_of(data, settings);
    const double height = (double)data->height / (double)data->scale, low = (double)asset->low_height,
                 high = (double)asset->high_height;
    const double rate = map(height, low, high, (double)asset->low_rate, (double)asset->high_rate),
                 start = map(height, low, high, (double)asset->low_start, (double)asset->high_start),
                 seconds = ((double)asset->length - start) / rate;
    data->rate = (float)rate;
    data->start = (float)start;
    data->seconds = (float)(seconds > 0 ? seconds : 0);
}

const char *lope_mantle_animation(uint32_t kind, int32_t variant)
{
    static const char *const low[] = {"Mantle_1m_Default", "Mantle_1m_Default", "Mantle_1m_Default", "Mantle_1m_LH",
                                      "Mantle_1m_2H",      "Mantle_1m_RH",      "Mantle_1m_RH",      "Mantle_1m_RH",
                                      "Mantle_1m_LH",      "Mantle_1m_LH",      "Mantle_1m_RH",      "Mantle_1m_Box",
                                      "Mantle_1m_LH"};
    if (kind != LOPE_MANTLE_LOW) return "Mantle_2m_Default";
    return variant >= 0 && variant < (int32_t)(sizeof low / sizeof *low) ? low[variant] : low[0];
}
