// walk.c - the crowd walk with lope: a thousand characters fall onto a town (or a flat box) and walk where course.h sends them.
//
// Only lope_world_step is timed. Beside the times stand counts and a hash, which are the same on every machine.
// Read next: ../include/lope/world.h for what is called.
#include "walk.h"

#include "clock.h"
#include "course_tuning.h"
#include "resident.h"

#include "scene/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct crowd {
    const walk_options *wanted;
    const lope_surroundings *surroundings;
    lope_moveset moveset;
    lope_world *world;
    lope_character **characters;
    lope_allocator hooks;         // those of a world that is given none
    _Atomic uint64_t allocations; // by the world, so far; from any of its threads
    _Atomic uint64_t taken;       // bytes that the world holds
} crowd;

// ---- the level -----------------------------------------------------------------------------------------------------------

const char *walk_find_town(void)
{
    static const char *const places[] = {
#ifdef LOPE_SHARED_DIR
        LOPE_SHARED_DIR "/levels/town/town.obj",
#endif
        "../shared/levels/town/town.obj", "../../shared/levels/town/town.obj"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        FILE *file = fopen(places[i], "rb");
        if (file == NULL) continue;
        fclose(file);
        return places[i];
    }
    return NULL;
}

static lope_level *whole(lope_level *level, const lope_error *error)
{
    if (level != NULL && error->code == LOPE_OK && lope_level_body_count(level) == 1) return level;
    fprintf(stderr, "the level: %s: %s\n", error->field, error->text);
    lope_level_destroy(level);
    return NULL;
}

lope_level *walk_build_town(const obj_mesh *town)
{
    lope_error error = {0};
    lope_level *level = lope_level_create(&(lope_level_def){.error = &error});
    if (level != NULL)
        lope_level_add_mesh(level, &(lope_mesh_def){.points = town->points,
                                                    .point_count = town->point_count,
                                                    .indices = town->indices,
                                                    .triangle_count = town->triangle_count,
                                                    .error = &error});
    return whole(level, &error);
}

lope_level *walk_build_flat(void)
{
    lope_error error = {0};
    lope_level *level = lope_level_create(&(lope_level_def){.error = &error});
    if (level != NULL)
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}, .error = &error}, .size = {200, 1, 200}});
    return whole(level, &error);
}

// ---- the crowd -----------------------------------------------------------------------------------------------------------

static void *count_allocate(void *context, size_t size, size_t alignment)
{
    crowd *c = context;
    c->allocations++;
    c->taken += size;
    return c->hooks.allocate(c->hooks.context, size, alignment);
}

static void count_release(void *context, void *memory, size_t size)
{
    crowd *c = context;
    c->taken -= size;
    c->hooks.release(c->hooks.context, memory, size);
}

static lope_input input_of(uint32_t character, uint32_t second)
{
    const float angle = (float)course_heading(character, second);
    return (lope_input){.move = {lope_cos(angle), 0, lope_sin(angle)}, .look_yaw = 0};
}

// Lasts a second, which leaves the law to others. Nobody presses its button.
static double whole_piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    (void)tick, (void)self;
    return left;
}

static bool second_passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)tick, (void)seconds;
    return self->seconds < 1;
}

// Adds abilities that are never asked for, with the conditions that abilities usually have.
static lope_result add_abilities(lope_moveset *moveset, uint32_t count)
{
    static char names[LOPE_ABILITIES][16];
    static lope_ability abilities[LOPE_ABILITIES];
    lope_result result = LOPE_OK;
    for (uint32_t i = 0; i < count && result == LOPE_OK; i++) {
        snprintf(names[i], sizeof names[i], "idle %u", (unsigned)i);
        abilities[i] = (lope_ability){
            .name = names[i],
            .button = LOPE_BUTTON_GAME << i % 8,
            .conditions = {.grounded = i % 2 == 0, .coyote = i % 4 == 0, .cooldown = 1, .stamina = 10, .buffer = 0.1f},
            .piece = whole_piece,
            .passed = second_passed};
        result = lope_moveset_add_ability(moveset, &abilities[i], NULL, NULL, NULL);
    }
    return result;
}

// Returns whether a list of names with commas between has the name.
static bool is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(list, name); at != NULL; at = strstr(at + 1, name))
        if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ',')) return true;
    return strcmp(list, "all") == 0;
}

// Adds those of the library's own abilities that are listed.
static lope_result add_own_abilities(lope_moveset *moveset, const char *list)
{
    lope_result result = LOPE_OK;
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES && result == LOPE_OK; i++)
        if (is_listed(list, lope_scene_own_ability(i)->name))
            result = lope_moveset_add_ability(moveset, lope_scene_own_ability(i), NULL, NULL, NULL);
    return result;
}

static bool make_moveset(lope_moveset *moveset, const walk_options *options)
{
    const lope_tuning tuning = course_tuning();
    lope_error error = {0};
    if (lope_moveset_make(moveset, &tuning, &error) == LOPE_OK && add_abilities(moveset, options->abilities) == LOPE_OK &&
        (options->own == NULL || add_own_abilities(moveset, options->own) == LOPE_OK))
        return true;
    fprintf(stderr, "%s: %s\n", error.field, error.text);
    return false;
}

static bool populate(crowd *c)
{
    const uint32_t columns = course_columns(c->wanted->count);
    c->world = lope_world_create(&(lope_world_def){.gravity = {0, (float)-COURSE_GRAVITY, 0},
                                                   .surroundings = c->surroundings,
                                                   .threads = c->wanted->threads,
                                                   .allocator = {count_allocate, count_release, c}});
    if (c->world == NULL) return false;
    for (uint32_t i = 0; i < c->wanted->count; i++) {
        const lope_point feet = {course_start(i % columns, columns), COURSE_START_Y, course_start(i / columns, columns)};
        c->characters[i] = lope_character_create(
            c->world, &(lope_character_def){.feet = feet,
                                            .radius = (float)COURSE_RADIUS,
                                            .height = (float)COURSE_HEIGHT,
                                            .moveset = &c->moveset,
                                            .channels = c->wanted->collide ? LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER : 0});
        if (c->characters[i] == NULL) return false;
        const lope_avoidance_settings avoidance = lope_avoidance_default(1);
        if (c->wanted->avoid && lope_character_set_avoidance(c->characters[i], &avoidance) != LOPE_OK) return false;
        const lope_recorder_def def = {.queries = c->wanted->queries};
        if (c->wanted->recorded && lope_character_record(c->characters[i], &def) == NULL) return false;
    }
    return true;
}

// What a tick did, summed over the crowd; not timed.
static void count_tick(const crowd *c, walk_figures *sums)
{
    for (uint32_t i = 0; i < c->wanted->count; i++) {
        const lope_report *report = lope_character_report(c->characters[i]);
        sums->grounded += lope_character_state(c->characters[i])->mode == LOPE_MODE_WALKING ? 1 : 0;
        sums->speed_kept += sqrt(report->moved.x * report->moved.x + report->moved.z * report->moved.z);
        sums->gathers += report->gathers;
        sums->sweeps += report->sweeps;
        sums->triangles += report->triangles;
    }
}

static bool walk(crowd *c, walk_figures *sums)
{
    const float seconds = 1.0f / (float)COURSE_TICKS_PER_SECOND;
    // with helpers, the processor time of all threads counts, not that of the calling one
    double (*const clock_cpu)(void) = c->wanted->threads > 1 ? clock_process : clock_thread;
    uint64_t before = 0, settled = 0;
    for (uint32_t tick = 0; tick < COURSE_WARM_UP_TICKS + COURSE_TICKS; tick++) {
        if (tick == COURSE_TICKS_PER_SECOND) before = c->allocations;
        if (tick == COURSE_WARM_UP_TICKS) settled = c->allocations;
        if (tick % COURSE_TICKS_PER_SECOND == 0)
            for (uint32_t i = 0; i < c->wanted->count; i++) {
                const lope_input input = input_of(i, tick / COURSE_TICKS_PER_SECOND);
                lope_character_set_input(c->characters[i], &input);
            }
        const double cpu = clock_cpu(), wall = clock_wall();
        const bool measured = tick >= COURSE_WARM_UP_TICKS;
        lope_result result = LOPE_OK;
        if (measured)
            walk_measured_step(c->world, seconds, &result);
        else
            result = lope_world_step(c->world, seconds);
        const double cpu_after = clock_cpu(), wall_after = clock_wall();
        if (result != LOPE_OK) {
            fprintf(stderr, "tick %u: %s\n", (unsigned)tick, lope_result_text(result));
            return false;
        }
        if (!measured) continue;
        sums->us_cpu += (cpu_after - cpu) * 1e6;
        sums->us_wall += (wall_after - wall) * 1e6;
        count_tick(c, sums);
    }
    sums->allocations = c->allocations - before;
    sums->settled_allocations = c->allocations - settled;
    return true;
}

// The working memory of a character on its way: the world's own is not to be seen, so the last second is walked once more with
// one nearby a character, from the states that the walk ended in.
static double measure_nearby(const crowd *c)
{
    double bytes = 0;
    for (uint32_t i = 0; i < c->wanted->count; i++) {
        lope_nearby *nearby = lope_nearby_create(NULL);
        if (nearby == NULL) return 0;
        lope_state state = *lope_character_state(c->characters[i]);
        const lope_input input = input_of(i, (COURSE_WARM_UP_TICKS + COURSE_TICKS) / COURSE_TICKS_PER_SECOND - 1);
        for (int tick = 0; tick < COURSE_TICKS_PER_SECOND; tick++)
            lope_move(&state, &input, &c->moveset, c->surroundings, nearby, 1.0f / (float)COURSE_TICKS_PER_SECOND, NULL);
        bytes += (double)lope_nearby_bytes(nearby);
        lope_nearby_destroy(nearby);
    }
    return bytes / (double)c->wanted->count;
}

static void finish(const crowd *c, walk_figures *out)
{
    const double ticks = (double)c->wanted->count * COURSE_TICKS;
    const double asked = COURSE_SPEED / COURSE_TICKS_PER_SECOND * ticks; // m
    out->us_cpu /= ticks;
    out->us_wall /= ticks;
    out->grounded /= ticks;
    out->speed_kept /= asked;
    out->gathers /= ticks;
    out->sweeps /= ticks;
    out->triangles /= ticks;
    out->hash = lope_world_hash(c->world);
    for (uint32_t i = 0; i < c->wanted->count; i++)
        if (lope_character_state(c->characters[i])->feet.y < COURSE_FELL_BELOW) out->fell++;
    if (c->wanted->nearby) out->nearby_bytes = measure_nearby(c);
}

bool walk_run(const walk_options *options, const lope_surroundings *surroundings, walk_figures *out)
{
    crowd c = {.wanted = options, .surroundings = surroundings, .hooks = lope_allocator_default()};
    *out = (walk_figures){0};
    const double before = resident_bytes();
    c.characters = calloc(options->count, sizeof *c.characters);
    bool good = c.characters != NULL && make_moveset(&c.moveset, options) && populate(&c);
    if (!good) fputs("the world could not be made\n", stderr);
    good = good && walk(&c, out);
    const double after = resident_bytes();
    if (good && after > before) out->resident_bytes = (after - before) / (double)options->count;
    out->taken_bytes = (double)c.taken / (double)options->count;
    if (good) finish(&c, out);
    lope_world_destroy(c.world);
    free(c.characters);
    return good;
}
