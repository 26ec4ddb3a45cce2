// mantle_way.c - where the body is in the course of a mantle: three closed forms, in the frame of the ledge's
// body.
//
// T is the target, A the way from it to the start. Times are of the animation: s = start + rate * time.
//   clear  aside to the column, straight up, over, down: each by a cubic with level ends
//   als    T + (1 - B) A + B (1 - X) R, with the level part of R from A to N by Y, the upward part by Z. N is
//          where the animation begins: `back` before and `down` below T. B: blend_in; X: position
//   root   mix(S, E, w) * Root(s), with S * Root(start) = the start's pose and E * Root(end) = T
// The facing goes along. Pure functions. Read next: mantle.c.
#include "mantle_way.h"

#include "level.h"
#include "mantle_assets.h"

// Shares of the time at which the parts of the way `clear` end. The way down is short: it is `over`.
#define ASIDE_ENDS 0.12
#define UP_ENDS 0.6
#define OVER_ENDS 0.94
#define FACING_ENDS 0.4

static double mix(double a, double b, double share) { return a + (b - a) * share; }

static lope_point mix_points(lope_point a, lope_point b, double share) { return lope_point_mad(a, lope_point_sub(b, a), share); }

static lope_mantle_place clear_at(const lope_mantle_data *data, double time)
{
    const lope_point from = lope_vec3_to_point(data->from), column = lope_vec3_to_point(data->column),
                     up = lope_vec3_to_point(data->up), aside = lope_point_sub(column, from);
    const double share = time / (double)data->seconds, begins = lope_point_dot(aside, aside) > 0 ? ASIDE_ENDS : 0,
                 over = (double)data->over, low = lope_along(column, up);
    const double height = mix(low, over, lope_smooth(share, begins, UP_ENDS)) - over * lope_smooth(share, OVER_ENDS, 1);
    lope_point level = mix_points(from, column, begins > 0 ? lope_smooth(share, 0, begins) : 1);
    if (share >= begins) level = lope_level_part(level, up);
    level = lope_point_scale(level, 1.0 - lope_smooth(share, UP_ENDS, OVER_ENDS));
    lope_mantle_place place = {.offset = level, .yaw = (double)data->yaw * (1.0 - lope_smooth(share, 0, FACING_ENDS))};
    if (share >= begins) place.offset = lope_point_mad(level, up, height);
    return place;
}

// Returns where the animation begins, seen from where it ends.
static lope_point animation_start(const lope_mantle_data *data, const lope_mantle_asset *asset, lope_point forward)
{
    const double scale = (double)data->scale;
    const lope_point back = lope_point_scale(forward, -(double)asset->back * scale);
    return lope_point_mad(back, lope_vec3_to_point(data->up), -(double)asset->down * scale);
}

static lope_mantle_place als_at(const lope_mantle_data *data, const lope_mantle_asset *asset, lope_point forward, double time)
{
    const lope_point from = lope_vec3_to_point(data->from), up = lope_vec3_to_point(data->up),
                     start = animation_start(data, asset, forward);
    const double played = time * (double)data->rate, s = (double)data->start + played;
    const double blend = lope_smooth(played, 0, (double)asset->blend_in);
    const double position = lope_smooth(s, (double)asset->position_from, (double)asset->position_to),
                 level = lope_smooth(s, (double)asset->level_from, (double)asset->level_to),
                 upward = lope_smooth(s, (double)asset->upward_from, (double)asset->upward_to);
    lope_point corrected = mix_points(lope_level_part(from, up), lope_level_part(start, up), level);
    corrected = lope_point_mad(corrected, up, mix(lope_along(from, up), lope_along(start, up), upward));
    const double own = 1.0 - blend, animated = blend * (1.0 - position), yaw = (double)data->yaw;
    return (lope_mantle_place){.offset = lope_point_mad(lope_point_scale(from, own), corrected, animated),
                               .yaw = own * yaw + animated * (1.0 - level) * yaw};
}

lope_point lope_mantle_root(const lope_mantle_data *data, const lope_mantle_settings *settings, const lope_moveset *moveset,
                            double position)
{
    const lope_mantle_asset *asset = lope_mantle_asset_of(data, settings);
    const double scale = (double)data->scale;
    const uint32_t forward = (uint32_t)settings->root_forward, up = (uint32_t)settings->root_up;
    double x = (double)asset->back * lope_smooth(position, (double)asset->position_from, (double)asset->position_to),
           y = (double)asset->down * lope_smooth(position, (double)asset->upward_from, (double)asset->upward_to);
    if (forward >= 1 && forward <= moveset->curve_count) x = lope_curve_at(&moveset->curves[forward - 1], position);
    if (up >= 1 && up <= moveset->curve_count) y = lope_curve_at(&moveset->curves[up - 1], position);
    return lope_point_make(x * scale, y * scale, 0);
}

static lope_mantle_place root_at(const lope_mantle_data *data, const lope_mantle_settings *settings, const lope_moveset *moveset,
                                 lope_point forward, double time)
{
    const lope_mantle_asset *asset = lope_mantle_asset_of(data, settings);
    const lope_point up = lope_vec3_to_point(data->up);
    const double yaw = (double)data->yaw, first = (double)data->start, s = first + time * (double)data->rate;
    const lope_point begin = lope_mantle_root(data, settings, moveset, first),
                     end = lope_mantle_root(data, settings, moveset, (double)asset->length),
                     root = lope_mantle_root(data, settings, moveset, s);
    const double from = (double)asset->warp_from, to = (double)asset->warp_to;
    double along = to > from ? (s - from) / (to - from) : s >= to;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double blend = asset->blend_in > 0 ? time / (double)asset->blend_in : 1;
    if (blend > 1) blend = 1;
    const double turned = yaw * (1.0 - blend * lope_smooth(s, from, to));
    lope_point start_frame = lope_point_mad(lope_vec3_to_point(data->from), lope_turn_about(forward, up, yaw), -begin.x);
    start_frame = lope_point_mad(start_frame, up, -begin.y);
    const lope_point end_frame = lope_point_mad(lope_point_scale(forward, -end.x), up, -end.y);
    lope_point offset = mix_points(start_frame, end_frame, blend * along);
    offset = lope_point_mad(lope_point_mad(offset, lope_turn_about(forward, up, turned), root.x), up, root.y);
    return (lope_mantle_place){.offset = offset, .yaw = turned};
}

lope_mantle_place lope_mantle_place_at(const lope_mantle_data *data, const lope_moveset *moveset, lope_vec3 ahead, double time)
{
    if (time >= (double)data->seconds) return (lope_mantle_place){.yaw = 0};
    if (data->way != LOPE_MANTLE_ALS && data->way != LOPE_MANTLE_ROOT) return clear_at(data, time);
    const lope_mantle_settings *settings = lope_moveset_ability_settings(moveset, data->ability);
    const lope_point forward = lope_quat_rotate_point(data->target.rotation, lope_vec3_to_point(ahead));
    if (data->way == LOPE_MANTLE_ROOT) return root_at(data, settings, moveset, forward, time);
    return als_at(data, lope_mantle_asset_of(data, settings), forward, time);
}
