// triangle_scene.c - see triangle_scene.h.
#include "triangle_scene.h"

static uint64_t random_state;

void scene_seed(void)
{
    const char *seed = getenv("LOPE_SEED");
    random_state = seed ? strtoull(seed, NULL, 10) : 1;
    print_message("seed %llu\n", (unsigned long long)random_state);
}

double scene_draw(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

double scene_between(double low, double high) { return low + (high - low) * scene_draw(); }

lope_point scene_unit_of(lope_point v) { return lope_point_scale(v, 1.0 / lope_point_length(v)); }

lope_point scene_any_unit(void)
{
    const double x = scene_between(-1, 1), y = scene_between(-1, 1);
    return scene_unit_of(lope_point_make(x, y, scene_between(-1, 1) + 1e-3));
}

static lope_result give(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const triangle_scene *s = context;
    (void)bounds, (void)filter;
    if (kind != LOPE_STATIC) return LOPE_OK;
    const lope_sink_body body = {.id = 9, .pose = {.rotation = {0, 0, 0, 1}}};
    lope_sink_begin(sink, &body);
    for (uint32_t i = 0; i < s->count; i++)
        lope_sink_triangle(sink, s->corners[i][0], s->corners[i][1], s->corners[i][2], i, s->two_sided[i]);
    return LOPE_OK;
}

void scene_look(triangle_scene *s, lope_point up, double radius, double unit, double wide)
{
    s->around = (lope_surroundings){.context = s, .gather = give};
    s->nearby = lope_nearby_create(NULL);
    s->space = (lope_space){.nearby = s->nearby,
                            .around = &s->list,
                            .surroundings = &s->around,
                            .filter = {.channels = LOPE_CHANNEL_SOLID},
                            .up = up,
                            .radius = radius,
                            .height = 2 * radius + unit,
                            .unit = unit,
                            .walkable_cosine = 0.6,
                            .support_radius = radius - 1.5e-3 * unit,
                            .perch_radius = radius - 1.5e-3 * unit};
    lope_nearby_begin(s->nearby, &s->around, s->space.filter, (lope_point){0, 0, 0}, &s->self, unit);
    const double far = wide * unit;
    const lope_bounds bounds = {{-far, -far, -far}, {far, far, far}};
    assert_true(lope_space_cover(&s->space, &bounds));
}
