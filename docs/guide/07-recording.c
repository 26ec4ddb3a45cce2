// The program of chapter 7: the last seconds of a character, dumped, read and played back.
#include <lope/lope.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_tick(const lope_recorded_tick *tick)
{
    printf("at %.2f %.2f %.2f, %u queries\n", tick->after.feet.x, tick->after.feet.y, tick->after.feet.z,
           (unsigned)tick->query_count);
    for (uint32_t t = 0; t < LOPE_TERM_COUNT; ++t)
        if (lope_vec3_length(tick->terms[t]) > 1e-3f)
            printf("  %-8s %+.2f %+.2f %+.2f m/s\n", lope_term_name(t), tick->terms[t].x, tick->terms[t].y, tick->terms[t].z);
    for (uint32_t q = 0; q < tick->query_count; ++q)
        printf("  %s: %s\n", lope_query_purpose_name(tick->queries[q].purpose),
               lope_query_verdict_name(tick->queries[q].verdict));
    return 0;
}

int main(void)
{
    lope_world *world = lope_world_create(NULL);
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {40, 1, 40}});
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, 1, -3}}, .size = {4, 2, 1}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 0}});

    lope_recorder *recorder = lope_character_record(hero, &(lope_recorder_def){.seconds = 5, .queries = true, .level = "yard"});
    lope_character_set_input(hero, &(lope_input){.move = {0.3f, 0, -1}});
    for (int tick = 0; tick < 60; ++tick) lope_world_step(world, 1.0f / 60.0f);

    size_t size;
    lope_recorder_write(recorder, NULL, 0, &size); // how many bytes it takes
    void *bytes = malloc(size);
    if (bytes == NULL || lope_recorder_write(recorder, bytes, size, NULL) != LOPE_OK) return 1;

    lope_error error;
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, &error);
    if (recording == NULL) return printf("%s: %s\n", error.field, error.text);
    lope_recorded_tick tick;
    for (uint32_t i = 0; lope_recording_tick(recording, i, &tick); ++i)
        if (tick.event_count > 0) print_tick(&tick); // those in which something happened

    const lope_surroundings yard = lope_level_surroundings(lope_world_level(world));
    lope_replay_report report;
    lope_replay(recording, &yard, NULL, &report);
    if (!report.equal) printf("tick %u: %s %s\n", (unsigned)report.tick, report.field, report.text);

    const bool good = report.equal && report.ticks == 60;
    lope_recording_destroy(recording);
    free(bytes);
    lope_world_destroy(world);
    return good ? 0 : 1;
}
