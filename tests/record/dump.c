// dump.c - see dump.h.
#include "dump.h"

#include "../behaviour/check.h"

dump dump_of(const lope_recorder *recorder)
{
    dump d = {0};
    lope_error error = {0};
    assert_int_equal(lope_recorder_write(recorder, NULL, 0, &d.size), LOPE_OK);
    d.bytes = malloc(d.size);
    assert_non_null(d.bytes);
    size_t size = 0, used = 0;
    assert_int_equal(lope_recorder_write(recorder, d.bytes, d.size - 1, NULL), LOPE_ERROR_RANGE);
    assert_int_equal(lope_recorder_write(recorder, d.bytes, d.size, &size), LOPE_OK);
    assert_int_equal(size, d.size);
    d.recording = lope_recording_read(d.bytes, d.size, &used, NULL, &error);
    if (!d.recording) fail_msg("%s: %s", error.field, error.text);
    assert_int_equal(used, d.size);
    return d;
}

void dump_free(dump *d)
{
    lope_recording_destroy(d->recording);
    free(d->bytes);
}

small_world small_open(const lope_recorder_def *def)
{
    small_world w = {.world = lope_world_create(NULL)};
    assert_non_null(w.world);
    lope_level *level = lope_world_level(w.world);
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {40, 1, 40}});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 0.15, -4}}, .size = {4, 0.3f, 2}});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 1, -8}}, .size = {10, 2, 1}});
    w.platform =
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {3, 0.2, -3}, .moving = true}, .size = {1, 0.4f, 1}});
    w.hero = lope_character_create(w.world, &(lope_character_def){.feet = {0, 0.5, 0}});
    assert_non_null(w.hero);
    if (def) assert_non_null(lope_character_record(w.hero, def));
    return w;
}

void small_step(small_world *w)
{
    const double x = 1.0 + 2.0 * (double)lope_cos((float)w->tick * 0.05f);
    const lope_transform pose = {{x, 0.2, -3}, {0, 0, 0, 1}};
    assert_int_equal(lope_level_set_pose(lope_world_level(w->world), w->platform, &pose), LOPE_OK);
    const uint32_t leg = w->tick / 70 % 4;
    const lope_vec3 moves[4] = {{0, 0, -1}, {0.6f, 0, -0.8f}, {0, 0, 1}, {0, 0, 0}};
    lope_input input = {.move = moves[leg], .held = w->tick % 90 < 3 ? LOPE_BUTTON_JUMP : 0};
    assert_int_equal(lope_character_set_input(w->hero, &input), LOPE_OK);
    assert_int_equal(lope_world_step(w->world, 1.0f / 60.0f), LOPE_OK);
    w->tick++;
}

void small_close(small_world *w) { lope_world_destroy(w->world); }
