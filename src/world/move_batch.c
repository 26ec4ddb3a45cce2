// move_batch.c - lope_move_batch: moves characters that stand in columns of memory, one after the other.
//
// While an entry moves, the memory of the next two is fetched. No result depends on that. It stands above the
// recorder, since an entry may have one. Read next: character/move/move.c.
#include "base/hot_cold.h"
#include "character/move/prefetch.h"

#include <lope/record.h>

#include <string.h>

// Returns entry i of a column with `stride` bytes an entry.
static const void *entry(const void *column, size_t stride, uint32_t i) { return (const char *)column + stride * i; }

// Fetches the memory of the next two entries.
static void prefetch_next(const lope_move_columns *columns, uint32_t i, uint32_t end)
{
    if (i + 2 < end) {
        lope_nearby *const *nearby = entry(columns->nearbys, columns->nearby_stride, i + 2);
        lope_recorder *const *recorder = columns->recorders ? entry(columns->recorders, columns->recorder_stride, i + 2) : NULL;
        lope_prefetch_character(entry(columns->states, columns->state_stride, i + 2),
                                entry(columns->inputs, columns->input_stride, i + 2),
                                columns->reports ? entry(columns->reports, columns->report_stride, i + 2) : NULL, *nearby,
                                recorder ? *recorder : NULL);
    }
    if (i + 1 < end) {
        lope_nearby *const *nearby = entry(columns->nearbys, columns->nearby_stride, i + 1);
        lope_prefetch_near(*nearby);
    }
}

// Clears the report of a character at a time scale of 0. The report may be NULL.
static void clear_report(lope_report *report)
{
    if (report) memset(report, 0, sizeof *report);
}

LOPE_HOT lope_result lope_move_batch(const lope_move_columns *columns, uint32_t first, uint32_t count, float seconds)
{
    if (!columns || !columns->states || !columns->inputs || !columns->movesets || !columns->surroundings || !columns->nearbys)
        return LOPE_ERROR_NULL;
    lope_result first_refusal = LOPE_OK;
    for (uint32_t i = first; i < first + count; i++) {
        lope_state *state = (lope_state *)((char *)columns->states + columns->state_stride * i);
        const lope_input *input = entry(columns->inputs, columns->input_stride, i);
        const lope_moveset *const *moveset = entry(columns->movesets, columns->moveset_stride, i);
        const lope_surroundings *surroundings = entry(columns->surroundings, columns->surroundings_stride, i);
        lope_nearby *const *nearby = entry(columns->nearbys, columns->nearby_stride, i);
        prefetch_next(columns, i, first + count);
        lope_report *report = columns->reports ? (lope_report *)((char *)columns->reports + columns->report_stride * i) : NULL;
        lope_recorder *const *recorder = columns->recorders ? entry(columns->recorders, columns->recorder_stride, i) : NULL;
        const float *scale = columns->time_scales ? entry(columns->time_scales, columns->time_scale_stride, i) : NULL;
        float own = scale ? seconds * *scale : seconds;
        lope_result result = LOPE_OK;
        if (scale && *scale == 0)
            clear_report(report);
        else if (recorder && *recorder)
            result = lope_move_recorded(*recorder, state, input, *moveset, surroundings, *nearby, own, report);
        else
            result = lope_move(state, input, *moveset, surroundings, *nearby, own, report);
        if (columns->results) *(lope_result *)((char *)columns->results + columns->result_stride * i) = result;
        if (result != LOPE_OK && first_refusal == LOPE_OK) first_refusal = result;
    }
    return first_refusal;
}
