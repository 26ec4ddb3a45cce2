// presser.c - see presser.h.
#include "presser.h"
#include "lives.h"

#include "../behaviour/check.h"

#include "scene/catalog.h"

#include <string.h>

#define BUTTONS 11
#define NO_TIME 1e-5 // s: events have floats of a tick's time

void presser_moveset(lope_moveset *moveset)
{
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(moveset, &tuning, NULL), LOPE_OK);
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++)
        assert_int_equal(lope_moveset_add_ability(moveset, lope_scene_own_ability(i), NULL, NULL, NULL), LOPE_OK);
}

presser presser_begin(const char *level, uint32_t seed, int number)
{
    return (presser){.level = level, .seed = seed, .random = seed * 2654435761u, .number = number};
}

int presser_press(presser *p)
{
    int changes = 0;
    p->input.pressed = 0;
    for (uint32_t button = 0; button < BUTTONS; button++) {
        const uint32_t bit = 1u << button, rare = p->number % 2 ? 90 : 20;
        if (next_random(&p->random) % rare != 0) continue;
        p->input.held ^= bit;
        if (p->input.held & bit) p->input.pressed |= bit;
        changes++;
    }
    if (next_random(&p->random) % 40 == 0) {
        const double angle = 6.283185307179586 * uniform(&p->random), length = uniform(&p->random) < 0.15 ? 0 : 1;
        p->input.move = lope_vec3_make((float)(length * cos(angle)), 0, (float)(length * sin(angle)));
        changes++;
    }
    return changes;
}

void presser_fault(const presser *p, int *kind, const char *what)
{
    const lope_point f = p->state.feet;
    if ((*kind)++ < 6)
        printf("    FAULT %s seed %u player %d tick %d at %.4f %.4f %.4f, %s: %s\n", p->level, (unsigned)p->seed, p->number,
               p->tick, f.x, f.y, f.z, lope_mode_name(p->state.mode), what);
}

static bool is_on(const lope_state *state, uint32_t id)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (state->abilities[i].id == id + 1) return true;
    return false;
}

static void check_pairs(presser *p, const lope_moveset *moveset, const lope_report *report, presser_tally *count)
{
    char text[128];
    for (uint32_t i = 0; i < report->event_count; i++) {
        const lope_event *e = &report->events[i];
        if (e->kind == LOPE_EVENT_ABILITY) p->running[e->from]++, count->starts[e->from]++;
        if (e->kind == LOPE_EVENT_ABILITY_END) p->running[e->from]--;
    }
    for (uint32_t id = 0; id < LOPE_SCENE_OWN_ABILITIES; id++) {
        const bool watches = moveset->abilities[id]->traits & LOPE_ABILITY_WATCHES;
        const bool on = is_on(&p->state, id) && !watches;
        if (p->running[id] != on && report->events_dropped == 0) {
            snprintf(text, sizeof text, "%s: %d starts without an end, and it is %s", lope_moveset_ability_name(moveset, id),
                     p->running[id], on ? "on" : "off");
            presser_fault(p, &count->unpaired, text);
        }
        p->running[id] = on;
    }
}

// Returns how long, in s, the mode of the tick's begin had lasted when the tick changed it, and keeps how long the
// last one has lasted at its end.
static double lasted(presser *p, const lope_report *report)
{
    double first = -1, last = 0;
    for (uint32_t i = 0; i < report->event_count; i++) {
        if (report->events[i].kind != LOPE_EVENT_MODE) continue;
        last = (double)report->events[i].time;
        if (first < 0) first = p->since + last;
    }
    p->since = (first < 0 ? p->since : 0) + 1.0 / PRESSER_RATE - last;
    return first;
}

static void check_flicker(presser *p, bool changed, int input_changes, presser_tally *count)
{
    char text[256];
    int of_second = 0, of_input = 0;
    p->changes[p->tick % PRESSER_RATE] = changed;
    p->input_changes[p->tick % PRESSER_RATE] = input_changes;
    p->modes[p->tick % PRESSER_RATE] = p->state.mode;
    for (int i = 0; i < PRESSER_RATE; i++) of_second += p->changes[i], of_input += p->input_changes[i];
    if (of_second > count->worst_flicker) count->worst_flicker = of_second;
    if (of_second <= PRESSER_CHANGES || of_second <= of_input + PRESSER_MORE) return;
    int length = snprintf(text, sizeof text, "%d changes of the mode in a second, %d of the input:", of_second, of_input);
    for (int i = 1; i <= PRESSER_RATE; i++) {
        const int at = (p->tick + i) % PRESSER_RATE;
        if (p->changes[at] && length < (int)sizeof text)
            length += snprintf(text + length, sizeof text - (size_t)length, " %u at %d", (unsigned)p->modes[at], i);
    }
    presser_fault(p, &count->flicker, text);
    memset(p->changes, 0, sizeof p->changes);
}

void presser_check(presser *p, const lope_moveset *moveset, const lope_report *report, uint32_t before, int input_changes,
                   presser_tally *count)
{
    const lope_state *s = &p->state;
    const double numbers = s->feet.x + s->feet.y + s->feet.z + (double)lope_vec3_length(s->velocity);
    if (!isfinite(numbers)) presser_fault(p, &count->not_finite, "a number is not finite");
    count->refusals += report->refused_count;
    check_pairs(p, moveset, report, count);
    const double time = lasted(p, report);
    check_flicker(p, s->mode != before && time > NO_TIME, input_changes, count);
}

void presser_skip(presser *p, uint32_t before, int input_changes)
{
    for (uint32_t id = 0; id < LOPE_SCENE_OWN_ABILITIES; id++)
        p->running[id] = is_on(&p->state, id) && !(lope_scene_own_ability(id)->traits & LOPE_ABILITY_WATCHES);
    p->changes[p->tick % PRESSER_RATE] = p->state.mode != before;
    p->input_changes[p->tick % PRESSER_RATE] = input_changes;
}

void presser_print_head(void)
{
    printf("  %-26s %7s %7s %6s %6s %6s %6s %6s %6s %6s %8s\n", "level", "starts", "refused", "falls", "worst", "flickr",
           "inside", "throug", "unpair", "again", "depth");
}

int presser_print(const char *level, const presser_tally *count)
{
    int starts = 0;
    for (uint32_t id = 0; id < LOPE_SCENE_OWN_ABILITIES; id++) starts += count->starts[id];
    printf("  %-26s %7d %7d %6d %6d %6d %6d %6d %6d %6d %8.2f\n", level, starts, count->refusals, count->respawns,
           count->worst_flicker, count->flicker, count->inside, count->through, count->unpaired, count->again,
           count->deepest * 1e3);
    for (uint32_t id = 0; id < LOPE_SCENE_OWN_ABILITIES; id++)
        printf("%s%s %d", id ? ", " : "      ", lope_scene_own_ability(id)->name, count->starts[id]);
    printf("\n");
    return count->flicker + count->inside + count->through + count->unpaired + count->again + count->not_finite;
}
