// spectator_frame.c - writes and reads the messages of the spectator stream. Read first: spectator_frame.h.
#include "spectator_frame.h"

#include "little_endian.h"

#include <string.h>

// ---- numbers ----------------------------------------------------------------------------------------------

static uint8_t *put_u8(uint8_t *at, uint32_t value)
{
    *at = (uint8_t)(value < 255 ? value : 255);
    return at + 1;
}

static uint8_t *put_u32(uint8_t *at, uint32_t value)
{
    for (uint32_t i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i & 255u);
    return at + 4;
}

static uint8_t *put_f32(uint8_t *at, double value)
{
    const float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return put_u32(at, bits);
}

static uint8_t *put_f64(uint8_t *at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put_u32(put_u32(at, (uint32_t)bits), (uint32_t)(bits >> 32));
}

static uint8_t *put_point(uint8_t *at, lope_point p) { return put_f32(put_f32(put_f32(at, p.x), p.y), p.z); }
static uint8_t *put_wide_point(uint8_t *at, lope_point p) { return put_f64(put_f64(put_f64(at, p.x), p.y), p.z); }

static uint64_t u64_at(const uint8_t *at) { return lope_scene_u32_at(at) | (uint64_t)lope_scene_u32_at(at + 4) << 32; }

static float f32_at(const uint8_t *at)
{
    const uint32_t bits = lope_scene_u32_at(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double f64_at(const uint8_t *at)
{
    const uint64_t bits = u64_at(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static lope_point point_at(const uint8_t *at) { return lope_point_make(f64_at(at), f64_at(at + 8), f64_at(at + 16)); }

// ---- frames -----------------------------------------------------------------------------------------------

static uint8_t *put_pose(uint8_t *at, const lope_spectator_player *p)
{
    at = put_point(put_point(put_point(at, p->feet), p->up), p->velocity);
    at = put_f32(put_f32(put_f32(at, (double)p->yaw), (double)p->radius), (double)p->height);
    at = put_point(at, p->predicted.pose);
    at = put_f32(put_f32(at, (double)p->predicted.yaw), (double)p->predicted.height);
    return put_u32(put_f32(at, (double)p->error), p->predicted.tick);
}

static uint8_t *put_figures(uint8_t *at, const lope_spectator_player *p)
{
    at = put_u32(put_u32(put_u32(put_u32(at, p->ticks), p->replaced), p->late), p->states);
    at = put_u32(put_u32(at, p->predicted.reruns), p->predicted.rerun_ticks);
    at = put_u32(put_u32(at, (uint32_t)p->predicted.lead), (uint32_t)p->queue);
    at = put_f32(put_f32(at, (double)p->predicted.round_trip), (double)p->predicted.jitter);
    at = put_u32(put_u32(at, (uint32_t)p->up_bytes), (uint32_t)p->down_bytes);
    return put_f32(put_f32(put_f32(at, p->link.delay), p->link.jitter), p->link.loss);
}

static uint8_t *put_player(uint8_t *at, const lope_spectator_player *p)
{
    at = put_u8(put_u8(put_u8(put_u8(at, p->seat), p->mode), p->flags), 0);
    return put_figures(put_pose(put_u32(at, p->number), p), p);
}

static uint8_t *put_mover(uint8_t *at, const lope_spectator_mover *m)
{
    at = put_point(put_u32(at, m->body), m->position);
    for (uint32_t i = 0; i < 4; i++) at = put_f32(at, m->rotation[i]);
    return at;
}

static uint8_t *put_event(uint8_t *at, const lope_spectator_event *e)
{
    at = put_u8(put_u8(put_u8(put_u8(at, e->seat), e->kind), e->from), e->to);
    return put_f32(put_u32(at, e->tick), (double)e->value);
}

size_t lope_spectator_frame_write(const lope_spectator_frame *f, uint8_t *bytes, size_t size)
{
    const size_t needed = LOPE_SPECTATOR_HEAD_SIZE + (size_t)f->player_count * LOPE_SPECTATOR_PLAYER_SIZE +
                          (size_t)f->mover_count * LOPE_SPECTATOR_MOVER_SIZE + (size_t)f->event_count * LOPE_SPECTATOR_EVENT_SIZE;
    if (needed > size) return 0;
    uint8_t *at = put_u8(put_u8(bytes, LOPE_SPECTATOR_FRAME), f->player_count);
    at = put_u8(put_u8(at, f->mover_count), f->event_count);
    at = put_u32(put_u32(put_u32(at, f->tick), f->late), f->watchers);
    at = put_f32(put_f32(at, (double)f->busy), (double)f->seconds);
    for (uint32_t i = 0; i < f->player_count; i++) at = put_player(at, &f->players[i]);
    for (uint32_t i = 0; i < f->mover_count; i++) at = put_mover(at, &f->movers[i]);
    for (uint32_t i = 0; i < f->event_count; i++) at = put_event(at, &f->events[i]);
    return (size_t)(at - bytes);
}

// ---- what comes back --------------------------------------------------------------------------------------

// Comparisons are false for NaN.
static bool is_within(double value, double most) { return value >= 0 && value <= most; }

bool lope_spectator_link_read(const uint8_t *bytes, size_t size, uint32_t *seat, lope_net_link_profile *link)
{
    if (size != LOPE_SPECTATOR_LINK_SIZE || bytes[0] != LOPE_SPECTATOR_LINK) return false;
    *seat = bytes[1];
    *link = (lope_net_link_profile){
        .delay = (double)f32_at(bytes + 4), .jitter = (double)f32_at(bytes + 8), .loss = (double)f32_at(bytes + 12)};
    return is_within(link->delay, LOPE_SPECTATOR_DELAY) && is_within(link->jitter, LOPE_SPECTATOR_JITTER) &&
           is_within(link->loss, LOPE_SPECTATOR_LOSS);
}

#define PREDICTION_HEAD (LOPE_SPECTATOR_PREDICTION | LOPE_SPECTATOR_VERSION << 8 | LOPE_SPECTATOR_MARK << 16)

bool lope_spectator_is_prediction(const uint8_t *bytes, size_t size)
{
    return size == LOPE_SPECTATOR_PREDICTION_SIZE && lope_scene_u32_at(bytes) == PREDICTION_HEAD;
}

void lope_spectator_prediction_write(const lope_spectator_prediction *p, uint8_t *bytes)
{
    uint8_t *at = put_u32(bytes, PREDICTION_HEAD);
    at = put_u32(put_u32(at, (uint32_t)p->body), (uint32_t)(p->body >> 32));
    at = put_wide_point(put_wide_point(at, p->feet), p->pose);
    at = put_f32(put_f32(at, (double)p->yaw), (double)p->height);
    at = put_u32(put_u32(put_u32(at, p->tick), p->reruns), p->rerun_ticks);
    put_f32(put_f32(put_u32(at, (uint32_t)p->lead), (double)p->round_trip), (double)p->jitter);
}

// Numbers that come from elsewhere and are drawn: finite, and not absurd.
static bool is_drawable(const lope_spectator_prediction *p)
{
    const double numbers[] = {p->feet.x,        p->feet.y,         p->feet.z,
                              p->pose.x,        p->pose.y,         p->pose.z,
                              (double)p->yaw,   (double)p->height, (double)p->round_trip,
                              (double)p->jitter};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!is_within(fabs(numbers[i]), 1e9)) return false;
    return p->height > 0;
}

bool lope_spectator_prediction_read(const uint8_t *bytes, size_t size, lope_spectator_prediction *p)
{
    if (!lope_spectator_is_prediction(bytes, size)) return false;
    *p = (lope_spectator_prediction){.body = u64_at(bytes + 4),
                                     .feet = point_at(bytes + 12),
                                     .pose = point_at(bytes + 36),
                                     .yaw = f32_at(bytes + 60),
                                     .height = f32_at(bytes + 64),
                                     .tick = lope_scene_u32_at(bytes + 68),
                                     .reruns = lope_scene_u32_at(bytes + 72),
                                     .rerun_ticks = lope_scene_u32_at(bytes + 76),
                                     .lead = (int32_t)lope_scene_u32_at(bytes + 80),
                                     .round_trip = f32_at(bytes + 84),
                                     .jitter = f32_at(bytes + 88)};
    return is_drawable(p);
}
