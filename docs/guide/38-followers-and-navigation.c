// 38-followers-and-navigation.c - a character that finds its own way: a mesh of the level, with the links that its
// moveset reaches, a path over it, and a follower that goes along it, looks at a friend, and asks anew when it fails.
#include <adapters/recast/lope_recast.h>
#include <lope/lope.h>

#include <stdio.h>

#define POINTS 256

// What the repath hook needs.
typedef struct guide {
    lope_recast *mesh;
    lope_point goal;
    lope_follow_point points[POINTS];
} guide;

// Searches a path from where the character is.
static bool find_way(void *context, const lope_state *state, lope_follow_result why, lope_follow_path *path)
{
    guide *g = context;
    lope_recast_path found = {.points = g->points, .capacity = POINTS};
    if (why == LOPE_FOLLOW_LINK_FAILED) printf("a link failed\n");
    if (!lope_recast_find_path(g->mesh, state->feet, g->goal, &found)) return false;
    *path = (lope_follow_path){found.points, found.count, found.partial};
    return true;
}

int main(void)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) return 1;
    if (lope_moveset_add_ability(&moveset, lope_mantle_ability(), NULL, NULL, NULL) != LOPE_OK) return 1;

    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {60, 1, 60}});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, 1.5, -6}, .size = {20, 3, 0.4f}}); // a wall
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, 1, -16}, .size = {6, 2, 6}});      // a ledge of 2 m
    lope_character *bot = lope_character_create(world, &(lope_character_def){.moveset = &moveset});

    // The mesh is built for what the character is, and gets the links that it can take.
    lope_error error = {0};
    lope_recast_def def = {.level = lope_world_level(world), .error = &error};
    lope_nav_agent_of(lope_character_state(bot), &moveset, &def.agent);
    static guide g;
    g.mesh = lope_recast_create(&def);
    if (g.mesh == NULL) return printf("%s: %s\n", error.field, error.text), 1;
    lope_recast_links_def links = {.moveset = &moveset, .state = lope_character_state(bot)};
    printf("%u links\n", lope_recast_find_links(g.mesh, &links));

    // A path to the top of the ledge behind the wall.
    g.goal = lope_point_make(0, 2, -16);
    lope_follow_path path = {0};
    if (!find_way(&g, lope_character_state(bot), LOPE_FOLLOW_FOLLOWING, &path)) return 1;
    lope_follower follower = {0};
    lope_follow_settings settings = {.acceptance_radius = 0.2f, .repath = find_way, .context = &g};
    lope_follow_begin(&follower, lope_character_state(bot));
    lope_follow_focus(&follower, LOPE_FOCUS_GAMEPLAY, lope_point_make(20, 1, 0), true); // a friend

    lope_follow_result result = LOPE_FOLLOW_FOLLOWING;
    for (int tick = 0; tick < 60 * 30 && result != LOPE_FOLLOW_ARRIVED; ++tick) {
        lope_input input = {0};
        lope_requests requests = {0};
        uint32_t link = lope_follow_link(&follower, &path);
        result = lope_follow_update(&follower, &settings, &path, lope_character_state(bot), &moveset.tuning, 1.0f / 60, &input,
                                    &requests);
        if (lope_follow_link(&follower, &path) != link) printf("%s\n", lope_link_name(lope_follow_link(&follower, &path)));
        lope_character_set_input(bot, &input);
        lope_world_step(world, 1.0f / 60);
    }
    const lope_point feet = lope_character_state(bot)->feet;
    printf("%s at (%.1f, %.1f, %.1f)\n", lope_follow_text(result), feet.x, feet.y, feet.z);

    lope_recast_destroy(g.mesh);
    lope_world_destroy(world);
    return result == LOPE_FOLLOW_ARRIVED && feet.y > 1.9 ? 0 : 1;
}
